/* Contiguous calls of one to three inputs, and of any table: see bl_run_quick.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "quick.h"

bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table)
{
    return bl_run_quick(BL_CALL_1, n, a, a, a, out, table);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table)
{
    return bl_run_quick(BL_CALL_2, n, a, b, b, out, table);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table)
{
    return bl_run_quick(BL_CALL_3, n, a, b, c, out, table);
}
#endif

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                            void *out)
{
    if (table != NULL && inputs != NULL && bl_are_few(n)) {
        if (table->call == BL_CALL_1) {
            return bl_contiguous_1(n, inputs[0], out, table);
        }
#if BL_MAX_ARITY >= 2
        if (table->call == BL_CALL_2) {
            return bl_contiguous_2(n, inputs[0], inputs[1], out, table);
        }
#endif
#if BL_MAX_ARITY >= 3
        if (table->call == BL_CALL_3) {
            return bl_contiguous_3(n, inputs[0], inputs[1], inputs[2], out, table);
        }
#endif
    }
    return bl_run_contiguous_slow(table, n, inputs, parameters, out);
}
