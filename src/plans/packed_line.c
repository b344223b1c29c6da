/* Kernels on elements of packed dtypes: these are unpacked to tiles, and results are packed from one.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"
#include "../detection/isa.h"
#include "../kernels/contiguous.h"

#if BL_WITH_PACKED

void bl_run_tile(const bl_table *table, const bl_tile_call *call, const void *const *inputs, const ptrdiff_t *at, const void *parameters,
                 void *out, int is_end)
{
    const size_t count = call->rows * call->cols;
    const bl_dtype result = (bl_dtype)table->dtypes[BL_OUT];
    unsigned char tiles[BL_OPERANDS][BL_PACKED_TILE];
    const void *operands[BL_OPERANDS];

    for (size_t i = 0; i <= table->arity; ++i) {
        const void *pointer = i == BL_OUT ? out : inputs[i - 1];

        if (!bl_has(bl_packed_of(table), i)) {
            operands[i] = (const unsigned char *)pointer + at[i] * ((ptrdiff_t)1 << table->shifts[i]);
            continue;
        }
        operands[i] = tiles[i];
        if (i != BL_OUT) {
            bl_unpack((bl_dtype)table->dtypes[i], result, pointer, (size_t)at[i], bl_has(call->held, i) ? 1 : count, tiles[i]);
        }
    }
    bl_call_kernel(table->call, call->swapped, call->kernel, call->rows, call->cols, operands + 1, parameters, (void *)operands[BL_OUT],
                   call->row);
    if (bl_has(bl_packed_of(table), BL_OUT)) {
        if ((table->packed & BL_SATURATES) != 0) {
            bl_saturate(result, count, tiles[BL_OUT]);
        }
        bl_pack(result, tiles[BL_OUT], out, (size_t)at[BL_OUT], count, is_end);
    }
}

bl_status bl_run_packed_line(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *parameters, void *out)
{
    const bl_kernel *patterns = table->variants[table->variant_count - 1u].patterns; /* of plain C, which has every one that there is */
    const uint32_t isas = bl_isas_usable();
    const bl_status status = n == 0 ? BL_OK : bl_check_contiguous(table, n, inputs, held, parameters, out, 1);
    ptrdiff_t row[BL_OPERANDS], at[BL_OPERANDS];
    bl_tile_call call;

    if (status != BL_OK) {
        return status;
    }
    call.held = held;
    call.row = row;
    call.swapped = table->exchanged;
    if (table->commutes && patterns[bl_pattern(held, call.swapped)] == NULL) {
        call.swapped = !call.swapped;
    }
    for (size_t i = 0; i <= table->arity; ++i) {
        row[i] = !bl_has(held, i);
        at[i] = 0;
    }
    for (size_t left = n; left > 0;) {
        const size_t count = bl_smaller(left, BL_PACKED_TILE);

        call.rows = 1;
        call.cols = count;
        if (patterns[bl_pattern(held, call.swapped)] != NULL) {
            call.kernel = bl_kernel_for(table, 0, isas, bl_pattern(held, call.swapped), count);
        } else { /* rows of one column have any strides */
            call.rows = count;
            call.cols = 1;
            call.swapped = table->exchanged;
            call.kernel = patterns[0];
        }
        bl_run_tile(table, &call, inputs, at, parameters, out, left == count);
        for (size_t i = 0; i <= table->arity; ++i) {
            at[i] += (ptrdiff_t)count * row[i];
        }
        left -= count;
    }
    return BL_OK;
}

#endif
