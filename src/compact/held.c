/* Contiguous calls with inputs that are one value each. The table must have a kernel for these held inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../kernels/contiguous.h"
#include "../plans/plan.h"
#include "../detection/isa.h"

bl_status bl_contiguous_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values, const void *parameters,
                               void *out)
{
    bl_status status = BL_OK;

#if BL_WITH_PACKED
    if (bl_packed_of(table) != 0) {
        return bl_run_packed_line(table, n, inputs, values << 1, parameters, out);
    }
#endif
    if (n > 0) {
        status = bl_check_contiguous(table, n, inputs, values << 1, parameters, out, 0);
        if (status == BL_OK) {
            /* the same as bl_pattern for one of two inputs, but 18 bytes smaller on Cortex-M0+ */
            bl_call_kernel(table->call, table->exchanged,
                           bl_kernel_for(table, 0, bl_isas_usable(), table->exchanged ? 3 - values : values, n), 1, n, inputs, parameters,
                           out, NULL);
        }
    }
    return status;
}
