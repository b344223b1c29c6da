/* Contiguous calls with one to three inputs, and of any table: see run_quick.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "quick.h"

/** Run n elements of contiguous operands with one to three inputs: a few comparisons, and then the kernel, which takes its arguments in the
 * same order. Nothing is called before it. The slow function checks arguments that these comparisons do not accept.
 *
 * `call` is a constant. For a table with fewer inputs the last one is repeated, and its comparisons are redundant.
 *
 * All operands are treated as if they had elements of one width, at least as large as the widest. If their widths differ, operands
 * that are closer together or less aligned than that are doubtful. */
BL_ALWAYS_INLINE bl_status run_quick(unsigned call, size_t n, const void *a, const void *b, const void *c, void *out,
                                     const bl_table *table)
{
    const size_t width = table->width;
    const size_t bytes = n * width;
    const bl_reach to = bl_reach_of(out, 0, bytes);
    const bl_reach from = bl_reach_of(a, 0, bytes);
    const bl_reach from_b = bl_reach_of(b, 0, bytes);
    const bl_reach from_c = bl_reach_of(c, 0, bytes);

    if (bl_are_few(n) && bl_is_placed(bl_joined(bl_joined(from, from_b), bl_joined(from_c, to)), width, BL_MOST_BYTES) &&
        bl_is_apart(table, 1, from, to) && (call == BL_CALL_1 || bl_is_apart(table, 2, from_b, to)) &&
        (call != BL_CALL_3 || bl_is_apart(table, 3, from_c, to))) {
        const uint32_t isas = bl_known_isas();

        if (isas != 0) {
            const bl_variant *variant = bl_variant_for(table, isas, n);
            const bl_kernel kernel = variant->patterns[0];

            if (bl_may_cut_row(bytes, from.at | from_b.at | from_c.at, (from.at ^ to.at) | (from_b.at ^ to.at) | (from_c.at ^ to.at), to.at)) {
                return bl_contiguous_cut(n, a, b, c, out, table, variant);
            }
            if (call == BL_CALL_1) {
                ((bl_kernel_1 *)kernel)(n, a, out, 1, NULL);
#if BL_MAX_ARITY >= 3
            } else if (call == BL_CALL_3) {
                ((bl_kernel_3 *)kernel)(n, a, b, c, out, 1, NULL);
#endif
#if BL_MAX_ARITY >= 2
            } else if (table->exchanged) {
                ((bl_kernel_2 *)kernel)(n, b, a, out, 1, NULL);
            } else {
                ((bl_kernel_2 *)kernel)(n, a, b, out, 1, NULL);
#endif
            }
            return BL_OK;
        }
    }
    return bl_contiguous_slow(n, a, b, c, out, table);
}

bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table)
{
    return run_quick(BL_CALL_1, n, a, a, a, out, table);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table)
{
    return run_quick(BL_CALL_2, n, a, b, b, out, table);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table)
{
    return run_quick(BL_CALL_3, n, a, b, c, out, table);
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
