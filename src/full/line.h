/* One dim with few elements, or with values for which no kernel has a pattern. It needs no loops and tiles of a general plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_LINE_H
#define BL_LINE_H

#include "../kernels/kernel.h"
#include "box.h"
#include "rows.h"

#define BL_MOST_STEP ((SIZE_MAX / 2 + 1) / (2 * BL_CACHED_ELEMENTS)) /* bytes; the span of this few elements fits into memory */

/** A line: one dim, along which operands are contiguous, one value, or strided. */
typedef struct bl_step_line {
    const bl_table *table;
    const bl_variant *variant; /* the best for this many columns */
    const ptrdiff_t *steps;    /* by input, in bytes; only if some operand is strided */
    ptrdiff_t out_step;
    size_t cols;
    uint32_t isas;
    unsigned held;     /* inputs that the kernel holds */
    unsigned repeated; /* inputs of one value that no pattern has together with the held ones */
    unsigned stepped;  /* strided operands */
    unsigned swapped;
} bl_step_line;

/** Whether an input's step in bytes, which must not be negative, is neither 0 nor its elements' width, as a single bit. */
static inline unsigned bl_lies_in_steps(const bl_table *table, size_t operand, size_t step)
{
    return (step & ~((size_t)1 << table->shifts[operand])) != 0;
}

/** Whether an input in steps of bytes is apart from the output or in place. */
BL_ALWAYS_INLINE int bl_is_step_apart(const bl_table *table, size_t operand, bl_reach in, size_t step, bl_reach out, size_t out_step)
{
    return bl_are_apart(in, out) || (in.at == out.at && step == out_step && table->shifts[operand] == table->shifts[BL_OUT]);
}

/** The cost of a tile for an operand of a line: every second element by shuffles. */
static inline uint32_t bl_tile_cost(size_t n, ptrdiff_t step, unsigned shift)
{
    return BL_COPY_TENTHS_NS + (uint32_t)n * (bl_magnitude(step) == (size_t)2 << shift ? BL_STEP_TENTHS_NS : BL_COPIED_TENTHS_NS);
}

/** Whether a kernel call with tiles of this cost is faster for a line than rows of a single column. */
static inline int bl_pays_to_pack(const bl_table *table, size_t n, uint32_t cost)
{
    return cost + BL_CALL_TENTHS_NS < (uint32_t)n * bl_point_cost(table);
}

/** Fill `bytes` bytes of a tile, or a few more, with a value of 1 << shift bytes. repeated.c */
void bl_repeat_value(const void *value, unsigned shift, unsigned char *tile, size_t bytes);

/** The columns of each row if a line is cut into rows, because some inputs are repeated into tiles of a row. repeated.c */
size_t bl_repeated_cols(const bl_table *table, unsigned repeated);

/** Whether the line's kernel takes rows of this length, if the line is cut. Small tiles have few columns. */
int bl_may_repeat(const bl_step_line *line);

/** Run a line without strided operands, with a kernel that bl_may_repeat allows; `row` is from bl_repeated_cols.
 * repeated.c */
void bl_run_repeated(const bl_table *table, bl_kernel kernel, unsigned held, unsigned repeated, unsigned swapped, size_t cols,
                     size_t row, const void *const *inputs, const void *parameters, void *out);

/** Run a checked line with operands that are one value or strided. Returns 0, without an effect, if it needs a
 * plan. line.c */
int bl_run_line_unchecked(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, const void *parameters,
                          void *out, ptrdiff_t out_step);

/** The same for one input, without negative steps, by a tile for each strided operand. Returns 0, without an effect,
 * if the input is one value or needs more than one tile, or if no kernel is better than plain C's. line.c */
int bl_run_steps_1(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                   ptrdiff_t out_step);

#if BL_MAX_ARITY >= 2
/** The same for two. line.c */
int bl_run_steps_2(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                   ptrdiff_t out_step);
#endif

/** bl_run_strided of a call that strided_quick.c does not accept, or for which it has no way. */
bl_status bl_run_strided_slow(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                              const void *parameters, void *out, ptrdiff_t out_step);

#endif
