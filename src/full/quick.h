/* Calls of few contiguous elements: what a few compares tell without a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_QUICK_H
#define BL_QUICK_H

#include "../detection/isa.h"
#include "rows.h"

#define BL_MOST_BYTES ((uintptr_t)BL_CACHED_ELEMENTS * 8) /* of an operand of a quick call */

/** Whether the number of elements is that of a quick call. */
static inline int bl_are_few(size_t n)
{
    return n - 1 < BL_CACHED_ELEMENTS;
}

/** The instruction sets that may be used; 0 before they are known. */
static inline uint32_t bl_known_isas(void)
{
#if BL_DETECT_CPU
    return BL_LOAD_RELAXED(bl_isas_present_word) & ~BL_LOAD_RELAXED(bl_isas_forbidden_word);
#else
    return bl_isas_usable();
#endif
}

/** Whether an input of a contiguous call is apart from the output or in place. */
BL_ALWAYS_INLINE int bl_is_apart(const bl_table *table, size_t operand, bl_reach in, bl_reach out)
{
    return bl_are_apart(in, out) || (in.at == out.at && table->dtypes[operand] == table->dtypes[BL_OUT]);
}

/** n elements of contiguous operands of one to three inputs: a few compares, and the kernel, which takes its arguments in the order in
 * which they come. Nothing is called before it. What these compares do not find fine goes the slow way.
 *
 * `call` is a constant. Inputs that there are not are the last one again: what is said of that says nothing new.
 *
 * All operands are treated as if they had elements of one width, which is no less than any of theirs. Where theirs differ, operands
 * that lie closer together or less aligned than that are in doubt. */
BL_ALWAYS_INLINE bl_status bl_run_quick(unsigned call, size_t n, const void *a, const void *b, const void *c, void *out,
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

#endif
