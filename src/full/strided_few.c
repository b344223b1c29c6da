/* bl_run_strided of few elements: where all is contiguous a call of that kind; where some inputs stand still, a few compares per
 * operand, and a kernel. What these do not find fine is looked at in line.c.
 *
 * All operands are treated as if they had elements of one width, which is no less than any of theirs, and as if none stood
 * still: operands that lie closer together or less aligned than that are in doubt.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../isa.h"
#include "box.h"
#include "line.h"
#include "rows.h"

/** Whether an operand's elements lie one behind the other. */
static inline int is_contiguous(const bl_table *table, size_t n, size_t operand, ptrdiff_t step)
{
    return n == 1 || step == (ptrdiff_t)1 << table->shifts[operand];
}

/** Run n elements that were found fine, some inputs standing still and all else being contiguous. 0, and nothing done, where no
 * kernel holds all of these. */
BL_ALWAYS_INLINE int run_flat(const bl_table *table, size_t n, unsigned still, const void *const *inputs, const void *parameters,
                              void *out)
{
    const bl_variant *variant = bl_variant_for(table, bl_isas_usable(), n);
    unsigned swapped = table->exchanged;
    bl_kernel kernel;

    if (still != 0 && bl_held_of(table, variant, still, &swapped) != still) {
        return 0;
    }
    kernel = variant->patterns[bl_pattern(still, swapped)];
    if (n < BL_CUT_BYTES >> table->shifts[BL_OUT]) {
        bl_call_kernel(table->call, swapped, kernel, 1, n, inputs, parameters, out, NULL);
    } else {
        bl_run_cut(table, variant, kernel, still, swapped, n, inputs, parameters, out);
    }
    return 1;
}

/** bl_run_strided of few elements, of which at least the output is contiguous. */
BL_APART bl_status run_flat_or_otherwise(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                         const void *parameters, void *out, ptrdiff_t out_step)
{
    const uintptr_t to = (uintptr_t)out;
    const size_t bytes = n * table->width;
    uintptr_t addresses = to;
    uintptr_t before = to - 1;
    unsigned still = 0;

    for (size_t i = 0; i < table->arity; ++i) {
        const uintptr_t from = (uintptr_t)inputs[i];
        const int is_still = byte_steps[i] == 0 && n > 1;

        if ((!is_still && !is_contiguous(table, n, i + 1, byte_steps[i])) ||
            (bl_meet(from, bytes, to, bytes) && (from != to || is_still || table->dtypes[i + 1] != table->dtypes[BL_OUT]))) {
            return bl_strided_otherwise(table, n, inputs, byte_steps, parameters, out, out_step);
        }
        addresses |= from;
        before |= from - 1;
        still |= (unsigned)is_still << i;
    }
    if (!bl_are_placed(addresses, table->width) || before >= ~((uintptr_t)BL_CACHED_ELEMENTS * 8) ||
        bl_check_parameters(table, parameters) != BL_OK) {
        return bl_strided_otherwise(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    return run_flat(table, n, still << 1, inputs, parameters, out)
               ? BL_OK
               : bl_strided_otherwise(table, n, inputs, byte_steps, parameters, out, out_step);
}

bl_status bl_run_strided(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                         const void *parameters, void *out, ptrdiff_t out_step)
{
    if (table == NULL || n - 1 >= BL_CACHED_ELEMENTS || inputs == NULL || byte_steps == NULL ||
        !is_contiguous(table, n, BL_OUT, out_step)) {
        return bl_strided_otherwise(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    if (table->call == BL_CALL_1 && is_contiguous(table, n, 1, byte_steps[0])) {
        return bl_contiguous_1(n, inputs[0], out, table);
    }
#if BL_MAX_ARITY >= 2
    if (table->call == BL_CALL_2 && is_contiguous(table, n, 1, byte_steps[0]) && is_contiguous(table, n, 2, byte_steps[1])) {
        return bl_contiguous_2(n, inputs[0], inputs[1], out, table);
    }
#endif
    return run_flat_or_otherwise(table, n, inputs, byte_steps, parameters, out, out_step);
}

int bl_run_flat(const bl_table *table, size_t n, unsigned still, const void *const *inputs, const void *parameters, void *out)
{
    return run_flat(table, n, still, inputs, parameters, out);
}
