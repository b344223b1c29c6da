/* Every table of every operator, planned and run on every available instruction set, compared with its expression: random shapes that
 * broadcast, strides, parameters, parts, in place, streamed.
 *
 *     woven_ops [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "woven_case.h"

static int is_right(woven_case *of)
{
    bl_status status;

    expect_case(of);
    status = run_woven(of);
    if (status != BL_OK) {
        printf("# status: %s\n", bl_status_string(status));
        return 0;
    }
    return woven_is_right(of);
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 20;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_woven();
    try_all_woven("as its expression says", cases, ANY_VALUES, is_right);
    return done_testing();
}
