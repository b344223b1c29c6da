/* The judge's calls, made from a fuzzer's bytes: plans.c, folds.c, strided.c and nodes.c choose the functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "calls.h"

void judge_input(const uint8_t *data, size_t size, const call_by *functions, size_t count)
{
    static int is_ready;
    static call now;
    static definition is;
    text why;

    if (!is_ready) {
        find_isas();
        make_memory();
        begin_running();
        is_ready = 1;
    }
    if (size < 2) {
        return;
    }
    judge_bytes = data + 2;
    judge_byte_count = size - 2;
    make_call(&now, data[1], functions[data[0] % count]);
    judge_byte_count = 0;
    define_call(&now, &is);
    text_clear(&why);
    if (!judge_call(&now, &is, &why)) {
        print_call(&now);
        print_definition(&is);
        printf("# %s\n", why.bytes);
        fflush(stdout);
        abort();
    }
}
