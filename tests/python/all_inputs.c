/* The results of every operator with one input and no parameters over all f16 and bf16, from the library's own calls:
 * a line for each with name, dtype and an FNV hash. tests/python/all_inputs.py computes the same.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    static uint16_t all[65536], results[65536];

    for (size_t i = 0; i < 65536; ++i) {
        all[i] = (uint16_t)i;
    }
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        for (int k = 0; k < bl_all_ops[i]->first[BL_DTYPE_COUNT]; ++k) {
            const bl_table *t = bl_all_ops[i]->tables[k];
            const void *inputs[1] = {all};
            const unsigned char *bytes = (const unsigned char *)results;
            uint64_t hash = 0xcbf29ce484222325u;

            if (t->arity != 1 || t->dtypes[0] != t->dtypes[1] || (t->dtypes[1] != BL_F16 && t->dtypes[1] != BL_BF16) ||
                t->parameter_count != 0 || strcmp(t->op, "cast") == 0) {
                continue;
            }
            if (bl_run_contiguous(t, 65536, inputs, NULL, results) != BL_OK) {
                return 1;
            }
            for (size_t b = 0; b < sizeof results; ++b) {
                hash = (hash ^ bytes[b]) * 0x100000001b3u;
            }
            printf("%s %s %016llx\n", bl_all_ops[i]->name, bl_dtype_name((bl_dtype)t->dtypes[1]), (unsigned long long)hash);
        }
    }
    return 0;
}
