/* Contiguous calls with inputs that are one value each, without a plan. If an operator of two inputs holds one of them, the call makes
 * a few comparisons and runs the kernel; otherwise it makes every check. Values for which there is no pattern are repeated into tiles.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../kernels/contiguous.h"
#include "../plans/plan.h"
#include "line.h"
#include "quick.h"

/** bl_run_values for a call that a few comparisons did not accept, or to which they do not apply. */
BL_APART bl_status run_values_slow(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *parameters,
                                   void *out)
{
    bl_status status = BL_NULL_POINTER;

    if (table != NULL && n == 0) {
        return BL_OK;
    }
    if (table != NULL && inputs != NULL) {
        held &= (2u << table->arity) - 2;
#if BL_WITH_PACKED
        if (bl_packed_of(table) != 0) {
            return bl_run_packed_line(table, n, inputs, held, parameters, out);
        }
#endif
        status = bl_check_contiguous(table, n, inputs, held, parameters, out, 0);
    }
    if (status == BL_OK) {
        const uint32_t isas = bl_isas_usable();
        unsigned swapped;
        const bl_variant *variant = bl_variant_holding(table, isas, n, held, &swapped);

        if (variant == NULL) {
            const size_t row = bl_repeated_cols(table, held);
            bl_kernel kernel = bl_kernel_for(table, 0, isas, 0, bl_smaller(row, n));

            bl_run_repeated(table, kernel, 0, held, table->exchanged, n, row, inputs, parameters, out);
        } else {
            bl_run_contiguous_unchecked(table, variant, isas, held, swapped, n, inputs, parameters, out);
        }
    }
    return status;
}

bl_status bl_run_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values, const void *parameters, void *out)
{
#if BL_MAX_ARITY >= 2
    if (table != NULL && inputs != NULL && table->call == BL_CALL_2 && values - 1 < 2 && bl_are_few(n)) {
        const void *a = inputs[values == 1]; /* the array; the other input is the value */
        const void *b = inputs[values != 1];
        const size_t width = table->width;
        const size_t bytes = n * width;
        const bl_reach to = bl_reach_of(out, 0, bytes);
        const bl_reach from = bl_reach_of(a, 0, bytes);
        const bl_reach value = bl_reach_of(b, 0, width);
        const uint32_t isas = bl_known_isas();

        if (bl_is_placed(bl_joined(bl_joined(from, value), to), width, BL_MOST_BYTES) && isas != 0 &&
            bl_is_apart(table, values == 1 ? 2 : 1, from, to) &&
            bl_are_apart(value, to) && bytes < BL_ALIKE_CUT_BYTES) {
            const bl_variant *variant = bl_variant_for(table, isas, n);
            unsigned pattern = values ^ (table->exchanged ? 3u : 0u); /* the kernel's held input */
            bl_kernel kernel = variant->patterns[pattern];

            if (kernel == NULL && table->commutes) {
                pattern = 3 - pattern;
                kernel = variant->patterns[pattern];
            }
            if (kernel != NULL) {
                ((bl_kernel_2 *)kernel)(n, pattern == 1 ? b : a, pattern == 1 ? a : b, out, 1, NULL);
                return BL_OK;
            }
        }
    }
#endif
    return run_values_slow(table, n, inputs, values << 1, parameters, out);
}
