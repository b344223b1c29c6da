/* Calls of kernels on contiguous arrays of one shape, without a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../kernels/contiguous.h"
#include "../plans/plan.h"
#include "../detection/isa.h"

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                            void *out)
{
    bl_status status = BL_NULL_POINTER;

    if (table != NULL) {
        if (n == 0) {
            return BL_OK;
        }
#if BL_WITH_PACKED
        if (bl_packed_of(table) != 0) {
            return bl_run_packed_line(table, n, inputs, 0, parameters, out);
        }
#endif
        status = bl_check_contiguous(table, n, inputs, 0, parameters, out, 0);
    }
    if (status == BL_OK) {
        bl_call_kernel(table->call, table->exchanged, bl_kernel_for(table, 0, bl_isas_usable(), 0, n), 1, n, inputs, parameters,
                       out, NULL);
    }
    return status;
}

bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a, b};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a, b, c};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif
