/* bl_run_strided for few elements. If all operands are contiguous, it makes a contiguous call. Otherwise it makes a few comparisons per
 * operand, and then uses a kernel if inputs are one value, rows of one column if operands are strided, or tiles (line.c). line.c also
 * checks the calls that these comparisons do not accept.
 *
 * Inputs are treated as if they had elements of one width, at least as large as the widest: operands that are closer together
 * or less aligned than such elements are doubtful.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "box.h"
#include "line.h"
#include "quick.h"

/** Whether an operand's elements are contiguous. */
static inline int is_contiguous(const bl_table *table, size_t n, size_t operand, ptrdiff_t step)
{
    return n == 1 || step == (ptrdiff_t)1 << table->shifts[operand];
}

/** Run n checked elements; some inputs are one value, and all others contiguous. Returns 0, without an effect, if no
 * kernel has a pattern for them. */
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

/** bl_run_strided for few elements and a contiguous output. */
BL_APART bl_status run_into_contiguous(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                       const void *parameters, void *out, ptrdiff_t out_step)
{
    const size_t bytes = n * table->width;
    const bl_reach to = bl_reach_of(out, 0, bytes);
    bl_reach all = to;
    unsigned still = 0;

    for (size_t i = 0; i < table->arity; ++i) {
        const int is_still = byte_steps[i] == 0 && n > 1;
        const bl_reach in = bl_reach_of(inputs[i], 0, bytes);

        if ((!is_still && !is_contiguous(table, n, i + 1, byte_steps[i])) ||
            !(is_still ? bl_are_apart(in, to) : bl_is_apart(table, i + 1, in, to))) {
            return bl_run_strided_slow(table, n, inputs, byte_steps, parameters, out, out_step);
        }
        all = bl_joined(all, in);
        still |= (unsigned)is_still << i;
    }
    if (!bl_is_placed(all, table->width, BL_MOST_BYTES) || bl_check_parameters(table, parameters) != BL_OK) {
        return bl_run_strided_slow(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    return run_flat(table, n, still << 1, inputs, parameters, out)
               ? BL_OK
               : bl_run_strided_slow(table, n, inputs, byte_steps, parameters, out, out_step);
}

/** The cost of tiles for the strided operands, with one input or two. */
static inline uint32_t tiles_cost(const bl_table *table, size_t arity, size_t n, const ptrdiff_t *byte_steps, ptrdiff_t out_step)
{
    uint32_t cost = 0;

    if (out_step != (ptrdiff_t)1 << table->shifts[BL_OUT]) {
        cost = bl_tile_cost(n, out_step, table->shifts[BL_OUT]);
    }
    if (bl_lies_in_steps(table, 1, (size_t)byte_steps[0])) {
        cost += bl_tile_cost(n, byte_steps[0], table->shifts[1]);
    }
    if (arity > 1 && bl_lies_in_steps(table, arity, (size_t)byte_steps[arity - 1])) {
        cost += bl_tile_cost(n, byte_steps[arity - 1], table->shifts[arity]);
    }
    return cost;
}

typedef int steps_runner(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                         ptrdiff_t out_step);

/** bl_run_strided for few elements, with one input or two and without negative steps, checked without a loop over
 * operands. If there is one input, the arguments of the second repeat the first's. `call` is a constant, and `by_tiles` runs
 * short lines with strided operands. */
BL_ALWAYS_INLINE bl_status run_forward(unsigned call, steps_runner *by_tiles, const bl_table *table, size_t n,
                                       const void *const *inputs, const ptrdiff_t *byte_steps, void *out, ptrdiff_t out_step)
{
    const size_t arity = call == BL_CALL_1 ? 1 : 2;
    const size_t a_step = (size_t)byte_steps[0];
    const size_t b_step = (size_t)byte_steps[arity - 1];
    const size_t to_step = (size_t)out_step;
    const size_t width = table->width;
    const size_t out_width = (size_t)1 << table->shifts[BL_OUT];
    const size_t joined = a_step | b_step | to_step; /* at least as large as each of them, if none is negative */
    const bl_reach to = bl_reach_of(out, 0, (n - 1) * to_step + width);
    const bl_reach a = bl_reach_of(inputs[0], 0, (n - 1) * a_step + width);
    const bl_reach b = bl_reach_of(inputs[arity - 1], 0, (n - 1) * b_step + width);
    int is_done;

    if (joined >= BL_MOST_STEP || to_step == 0 ||
        !bl_is_placed(bl_joined(bl_joined(a, b), to), out_width, (n - 1) * joined + width) || !bl_are_placed(a.at | b.at, width) ||
        (((a_step | b_step) & (width - 1)) | (to_step & (out_width - 1))) != 0 ||
        !bl_is_step_apart(table, 1, a, a_step, to, to_step) ||
        !bl_is_step_apart(table, arity, b, b_step, to, to_step)) {
        return bl_run_strided_slow(table, n, inputs, byte_steps, NULL, out, out_step);
    }
    if (to_step == out_width && !bl_lies_in_steps(table, 1, a_step) && !bl_lies_in_steps(table, arity, b_step)) {
        is_done = run_flat(table, n, (a_step == 0 ? 2u : 0) | (b_step == 0 ? 1u << arity : 0), inputs, NULL, out) ||
                  bl_run_line_unchecked(table, n, inputs, byte_steps, NULL, out, out_step);
    } else if (!bl_pays_to_pack(table, n, BL_COPY_TENTHS_NS) || !bl_pays_to_pack(table, n, tiles_cost(table, arity, n, byte_steps, out_step))) {
        ptrdiff_t row[3];

        row[BL_OUT] = (ptrdiff_t)(to_step >> table->shifts[BL_OUT]);
        row[1] = (ptrdiff_t)(a_step >> table->shifts[1]);
        row[arity] = (ptrdiff_t)(b_step >> table->shifts[arity]);
        bl_call_kernel(call, arity > 1 && table->exchanged, table->variants[table->variant_count - 1u].patterns[0], n, 1, inputs,
                       NULL, out, row);
        is_done = 1;
    } else {
        is_done = by_tiles(table, n, inputs, byte_steps, out, out_step) ||
                  bl_run_line_unchecked(table, n, inputs, byte_steps, NULL, out, out_step);
    }
    return is_done ? BL_OK : bl_run_strided_planned(table, n, inputs, byte_steps, NULL, out, out_step);
}

BL_APART bl_status run_forward_1(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                                 ptrdiff_t out_step)
{
    return run_forward(BL_CALL_1, bl_run_steps_1, table, n, inputs, byte_steps, out, out_step);
}

#if BL_MAX_ARITY >= 2
BL_APART bl_status run_forward_2(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                                 ptrdiff_t out_step)
{
    return run_forward(BL_CALL_2, bl_run_steps_2, table, n, inputs, byte_steps, out, out_step);
}
#endif

bl_status bl_run_strided(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                         const void *parameters, void *out, ptrdiff_t out_step)
{
    int is_flat;

    if (table == NULL || n - 1 >= BL_CACHED_ELEMENTS || inputs == NULL || byte_steps == NULL || bl_packed_of(table) != 0) {
        return bl_run_strided_planned(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    is_flat = is_contiguous(table, n, BL_OUT, out_step);
    if (table->call == BL_CALL_1) {
        return is_flat && is_contiguous(table, n, 1, byte_steps[0]) ? bl_contiguous_1(n, inputs[0], out, table)
                                                                    : run_forward_1(table, n, inputs, byte_steps, out, out_step);
    }
#if BL_MAX_ARITY >= 2
    if (table->call == BL_CALL_2) {
        return is_flat && is_contiguous(table, n, 1, byte_steps[0]) && is_contiguous(table, n, 2, byte_steps[1])
                   ? bl_contiguous_2(n, inputs[0], inputs[1], out, table)
                   : run_forward_2(table, n, inputs, byte_steps, out, out_step);
    }
#endif
    return is_flat ? run_into_contiguous(table, n, inputs, byte_steps, parameters, out, out_step)
                   : bl_run_strided_slow(table, n, inputs, byte_steps, parameters, out, out_step);
}
