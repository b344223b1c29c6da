/* Calls with few contiguous elements: checks by a few comparisons, without a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_QUICK_H
#define BL_QUICK_H

#include "../detection/isa.h"
#include "rows.h"

#define BL_MOST_BYTES ((uintptr_t)BL_CACHED_ELEMENTS * 8) /* of an operand of a quick call */

/** Whether the number of elements is small enough for a quick call. */
static inline int bl_are_few(size_t n)
{
    return n - 1 < BL_CACHED_ELEMENTS;
}

/** The usable instruction sets; 0 before they are known. */
static inline uint32_t bl_known_isas(void)
{
#if BL_DETECT_CPU
    return BL_LOAD_RELAXED(bl_isas_present_word) & ~BL_LOAD_RELAXED(bl_isas_forbidden_word);
#else
    return bl_isas_usable();
#endif
}

/** The best variant that takes rows of `cols` elements and has a kernel that holds these inputs; `swapped` gives the order of the inputs.
 * NULL if there is none; plain C has the patterns of all instruction sets. */
BL_ALWAYS_INLINE const bl_variant *bl_variant_holding(const bl_table *table, uint32_t isas, size_t cols, unsigned held, unsigned *swapped)
{
    const bl_variant *variant = bl_variant_for(table, isas, cols);

    *swapped = table->exchanged;
    if (table->commutes && variant->patterns[bl_pattern(held, *swapped)] == NULL) {
        *swapped = !*swapped;
    }
    while (variant->patterns[bl_pattern(held, *swapped)] == NULL) {
        if (variant == &table->variants[table->variant_count - 1u]) {
            return NULL;
        }
        do {
            ++variant;
        } while (!bl_would_do(variant, isas, cols));
    }
    return variant;
}

/** Whether an input of a contiguous call is apart from the output or in place. */
BL_ALWAYS_INLINE int bl_is_apart(const bl_table *table, size_t operand, bl_reach in, bl_reach out)
{
    return bl_are_apart(in, out) || (in.at == out.at && table->dtypes[operand] == table->dtypes[BL_OUT]);
}

#endif
