/* Calls of few contiguous elements: what a few compares tell without a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_FEW_H
#define BL_FEW_H

#include "../detection/isa.h"
#include "rows.h"

#define BL_MOST_BYTES ((uintptr_t)BL_CACHED_ELEMENTS * 8) /* of an operand of a quick call */

/** Whether the number of elements is that of a quick call. */
static inline int bl_are_few(size_t n)
{
    return n - 1 < BL_CACHED_ELEMENTS;
}

/** Given their predecessors joined by |, which is no less than any: whether none is null or reaches around the end of
 * memory. */
static inline int bl_are_there(uintptr_t before)
{
    return before < ~BL_MOST_BYTES;
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

#endif
