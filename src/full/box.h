/* Costs of the ways to run a plan: the functions of box.c that strategy.c calls, and the costs that both use.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_BOX_H
#define BL_BOX_H

#include "costs.h"
#include "pack.h"
#include "../plans/plan.h"

#define BL_OUT_BIT (1u << BL_OUT)

/** One way to run the plan. */
typedef struct bl_candidate {
    uint32_t cost; /* of an element, in tenths of a nanosecond / 1024 */
    size_t box;
    size_t chunk;
    size_t row; /* the dim of the rows; the plan's rank if there is none */
    size_t rows;
    size_t tile; /* bytes of each tile */
    unsigned packed;
    unsigned held;
    unsigned swapped;
} bl_candidate;

/** a / b, by a short division if that suffices: a long one is slow on many processors. */
static inline size_t bl_quotient(size_t a, size_t b)
{
#if SIZE_MAX > UINT32_MAX
    return a <= UINT32_MAX && b <= UINT32_MAX ? (uint32_t)a / (uint32_t)b : a / b;
#else
    return a / b;
#endif
}

static inline size_t bl_quotient_up(size_t a, size_t b)
{
    return bl_quotient(a - 1, b) + 1;
}

/** A cost in tenths of a nanosecond, divided by the number of elements: / 1024. */
static inline uint32_t bl_spread(uint32_t cost, size_t elements)
{
    return elements / 1024 < 1024 ? cost * 1024u / (uint32_t)elements : 0;
}

/** The bytes of each tile if there are `tiles` of them: the room is divided by a power of two. */
static inline size_t bl_tile_bytes(size_t tiles, int is_large)
{
    size_t share = BL_TILE_BYTES;

    for (size_t sharers = 1; sharers < tiles; sharers *= 2) {
        share /= 2;
    }
    return BL_WHOLE_TILE(is_large ? share : bl_smaller(share, BL_PLAIN_TILE_BYTES));
}

/** The number of operands in a set. */
static inline size_t bl_count_of(unsigned operands)
{
    size_t count = 0;

    for (; operands != 0; operands &= operands - 1) {
        ++count;
    }
    return count;
}

/** The dim with the smallest stride of an operand that has a large one along dim 0; the rank if dim 0 is that dim. */
size_t bl_transposed_dim(const bl_plan *plan, size_t operand);

/** The inputs with stride 0 that a variant's kernels hold: as many as some pattern allows. */
unsigned bl_held_of(const bl_table *table, const bl_variant *variant, unsigned still, unsigned *swapped);

/** The cost of an element as a separate row, in tenths of a nanosecond: by the scalar kernel's instructions, relative to those of
 * the shortest. */
static inline uint32_t bl_point_cost(const bl_table *table)
{
    const uint32_t instructions = table->variants[table->variant_count - 1u].instructions;

    return BL_ROW_TENTHS_NS + BL_INSTRUCTION_TENTHS_NS * (instructions > BL_SHORTEST_STEP ? instructions - BL_SHORTEST_STEP : 0);
}

/** Choose the inputs with stride 0 that the kernel holds, if holding any is faster. */
void bl_choose_held(const bl_plan *plan, bl_candidate *strategy, unsigned still, size_t cols);

/** Compare all boxes. Returns the best strategy, which is one of the two in the given memory. */
const bl_candidate *bl_choose_box(const bl_plan *plan, bl_candidate *strategies);

/** The steps of a dim in each chunk of at most `most`: all, or chunks of equal length and of whole cache lines of the
 * output. */
size_t bl_equal_chunk(const bl_plan *plan, size_t d, size_t most);

#endif
