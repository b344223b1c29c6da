/* Contiguous calls with inputs that are one value each, without a plan: by the kernel for these held inputs, or, if there is none, as
 * rows of one column.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../kernels/contiguous.h"
#include "../plans/plan.h"
#include "../detection/isa.h"

bl_status bl_run_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values, const void *parameters, void *out)
{
    const bl_kernel *patterns; /* of plain C, which has the patterns of all instruction sets */
    ptrdiff_t row[BL_OPERANDS];
    unsigned held, swapped;
    bl_status status;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
    held = (values << 1) & ((2u << table->arity) - 2);
#if BL_WITH_PACKED
    if (bl_packed_of(table) != 0) {
        return bl_run_packed_line(table, n, inputs, held, parameters, out);
    }
#endif
    status = bl_check_contiguous(table, n, inputs, held, parameters, out, 0);
    if (status != BL_OK) {
        return status;
    }
    patterns = table->variants[table->variant_count - 1u].patterns;
    swapped = table->exchanged;
    if (table->commutes && patterns[bl_pattern(held, swapped)] == NULL) {
        swapped = !swapped;
    }
    if (patterns[bl_pattern(held, swapped)] != NULL) {
        bl_call_kernel(table->call, swapped, bl_kernel_for(table, 0, bl_isas_usable(), bl_pattern(held, swapped), n), 1, n, inputs,
                       parameters, out, NULL);
    } else {
        for (size_t i = 0; i <= table->arity; ++i) {
            row[i] = (held >> i & 1) == 0;
        }
        bl_call_kernel(table->call, table->exchanged, patterns[0], n, 1, inputs, parameters, out, row);
    }
    return BL_OK;
}
