/* Lines: see line.h. A strided operand is copied to a tile and back, element by element.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "line.h"
#include "../detection/isa.h"
#include "box.h"
#include "rows.h"

#define BL_STEPPED_TILE_BYTES BL_WHOLE_TILE(BL_TILE_BYTES / 4) /* three of them, with a line between them, share the room of all tiles */

static bl_kernel kernel_of(const bl_step_line *line, size_t cols)
{
    return bl_kernel_for(line->table, (size_t)(line->variant - line->table->variants), line->isas,
                         bl_pattern(line->held, line->swapped), cols);
}

int bl_may_repeat(const bl_step_line *line)
{
    const size_t cols = bl_repeated_cols(line->table, line->repeated);

    return line->cols < 2 * cols || kernel_of(line, cols) == kernel_of(line, line->cols);
}

/* ---- Strided operands ---- */

/** Elements of 1 << shift bytes from one step in bytes to another. */
static void copy_elements(unsigned shift, size_t count, const void *from, ptrdiff_t from_step, void *to, ptrdiff_t to_step)
{
    const unsigned char *source = (const unsigned char *)from;
    unsigned char *target = (unsigned char *)to;

    if (shift == 2) {
        bl_copy_each(4, count, source, from_step, target, to_step);
    } else if (shift == 3) {
        bl_copy_each(8, count, source, from_step, target, to_step);
    } else if (shift == 1) {
        bl_copy_each(2, count, source, from_step, target, to_step);
    } else {
        bl_copy_each(1, count, source, from_step, target, to_step);
    }
}

/** Copy elements that are `step` elements apart into a tile. */
static void fill_tile(unsigned shift, uint32_t isas, size_t count, const void *from, ptrdiff_t step, unsigned char *tile)
{
    const size_t width = (size_t)1 << shift;

    if (step == 0) {
        bl_repeat_value(from, shift, tile, count << shift);
    } else if (!bl_gather(width, isas, count, from, bl_in_elements(step, shift), tile)) {
        copy_elements(shift, count, from, step, tile, (ptrdiff_t)width);
    }
}

/** Copy a tile to elements that are `step` elements apart. */
static void empty_tile(unsigned shift, uint32_t isas, size_t count, const unsigned char *tile, void *to, ptrdiff_t step)
{
    const size_t width = (size_t)1 << shift;

    if (!bl_scatter(width, isas, count, tile, to, bl_in_elements(step, shift))) {
        copy_elements(shift, count, tile, (ptrdiff_t)width, to, step);
    }
}

/** Run the line by tiles. */
static void run_tiles(const bl_step_line *line, const void *const *inputs, const void *parameters, void *out)
{
    const bl_table *table = line->table;
    const size_t arity = table->arity;
    const unsigned packed = line->stepped | line->repeated;
    const size_t tile = bl_tile_bytes(bl_count_of(packed), 0);
    const size_t block = line->cols * table->width <= tile ? line->cols : bl_quotient(tile, table->width);
    unsigned char *tiles[BL_OPERANDS];
    bl_tile_memory memory;
    unsigned char *free_tile = bl_first_tile(&memory);

    for (size_t i = 0; i <= arity; ++i) {
        if (bl_has(packed, i)) {
            tiles[i] = free_tile;
            free_tile += tile + BL_TILE_SLACK;
        }
    }
    for (size_t done = 0; done < line->cols; done += block) {
        const size_t cols = bl_smaller(line->cols - done, block);
        unsigned char *to = (unsigned char *)out + (ptrdiff_t)done * line->out_step;
        const void *at[BL_MAX_ARITY];

        for (size_t i = 1; i <= arity; ++i) {
            const ptrdiff_t step = line->steps[i - 1];

            at[i - 1] = (const unsigned char *)inputs[i - 1] + (ptrdiff_t)done * step;
            if (bl_has(packed, i)) {
                if (done == 0 || step != 0) {
                    fill_tile(table->shifts[i], line->isas, cols, at[i - 1], step, tiles[i]);
                }
                at[i - 1] = tiles[i];
            }
        }
        bl_call_kernel(table->call, line->swapped, kernel_of(line, cols), 1, cols, at, parameters,
                       bl_has(packed, BL_OUT) ? tiles[BL_OUT] : to, NULL);
        if (bl_has(packed, BL_OUT)) {
            empty_tile(table->shifts[BL_OUT], line->isas, cols, tiles[BL_OUT], to, line->out_step);
        }
    }
}

/** Run a line as rows of a single column, by plain C. */
BL_ALWAYS_INLINE void run_points(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                 const void *parameters, void *out, ptrdiff_t out_step)
{
    ptrdiff_t row[BL_OPERANDS];

    row[BL_OUT] = bl_in_elements(out_step, table->shifts[BL_OUT]);
    for (size_t i = 1; i <= table->arity; ++i) {
        row[i] = bl_in_elements(byte_steps[i - 1], table->shifts[i]);
    }
    bl_call_kernel(table->call, table->exchanged, table->variants[table->variant_count - 1u].patterns[0], n, 1, inputs,
                   parameters, out, row);
}

/* ---- Calls ---- */

/** Whether an operand with few elements and its step in bytes are valid; also gives its place. */
BL_ALWAYS_INLINE int is_operand_fine(unsigned shift, size_t n, const void *pointer, ptrdiff_t step, bl_reach *reach)
{
    const size_t width = (size_t)1 << shift;
    const ptrdiff_t span = (ptrdiff_t)((n - 1) * (size_t)step);

    *reach = bl_reach_of(pointer, span < 0 ? bl_magnitude(span) : 0, bl_magnitude(span) + width);
    return (size_t)step + BL_MOST_STEP < 2 * BL_MOST_STEP && bl_is_aligned((uintptr_t)step, shift) &&
           bl_is_placed(*reach, width, reach->bytes);
}

/** Whether all of a call's operands are valid. */
BL_ALWAYS_INLINE int are_operands_fine(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                       const void *out, ptrdiff_t out_step)
{
    bl_reach to;

    if (!is_operand_fine(table->shifts[BL_OUT], n, out, out_step, &to)) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        bl_reach in;

        if (!is_operand_fine(table->shifts[i + 1], n, inputs[i], byte_steps[i], &in) ||
            !bl_is_step_apart(table, i + 1, in, (size_t)byte_steps[i], to, (size_t)out_step)) {
            return 0;
        }
    }
    return 1;
}

int bl_run_line_unchecked(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, const void *parameters,
                          void *out, ptrdiff_t out_step)
{
    bl_step_line line;
    size_t tiles = 0;  /* for strided operands */
    uint32_t cost = 0; /* of these */
    unsigned still = 0;

    line.stepped = 0;
    if (out_step != (ptrdiff_t)1 << table->shifts[BL_OUT]) {
        line.stepped = 1u << BL_OUT;
        tiles = 1;
        cost = bl_tile_cost(n, out_step, table->shifts[BL_OUT]);
    }
    for (size_t i = 1; i <= table->arity; ++i) {
        const ptrdiff_t step = byte_steps[i - 1];

        if (step == 0) {
            still |= 1u << i;
        } else if (step != (ptrdiff_t)1 << table->shifts[i]) {
            line.stepped |= 1u << i;
            ++tiles;
            cost += bl_tile_cost(n, step, table->shifts[i]);
        }
    }
    if (line.stepped != 0 && !bl_pays_to_pack(table, n, cost)) { /* still less if others must be repeated */
        run_points(table, n, inputs, byte_steps, parameters, out, out_step);
        return 1;
    }
    line.table = table;
    line.steps = byte_steps;
    line.out_step = out_step;
    line.cols = n;
    line.isas = bl_isas_usable();
    line.variant = bl_variant_for(table, line.isas, n);
    line.swapped = table->exchanged;
    line.held = still == 0 ? 0 : bl_held_of(table, line.variant, still, &line.swapped);
    line.repeated = still & ~line.held;
    for (unsigned repeated = line.repeated; repeated != 0; repeated &= repeated - 1) {
        ++tiles;
        cost += bl_tile_cost(n, 0, 0);
    }
    if (tiles == 0) {
        bl_run_cut(table, line.variant, line.variant->patterns[bl_pattern(line.held, line.swapped)], line.held, line.swapped, n,
                   inputs, parameters, out);
    } else if (line.variant == &table->variants[table->variant_count - 1u] || !bl_pays_to_pack(table, n, cost)) {
        run_points(table, n, inputs, byte_steps, parameters, out, out_step);
    } else if (line.stepped != 0) {
        run_tiles(&line, inputs, parameters, out);
    } else if (bl_may_repeat(&line)) {
        bl_run_repeated(table, kernel_of(&line, n), line.held, line.repeated, line.swapped, n,
                        bl_repeated_cols(table, line.repeated), inputs, parameters, out);
    } else {
        return 0;
    }
    return 1;
}

/* ---- Few elements of one input or two ---- */

/** An input's elements of a line in the kernel's form: strided elements are copied to a tile, and the tile after it becomes
 * the next free one. */
BL_ALWAYS_INLINE const void *in_a_row(const bl_table *table, uint32_t isas, size_t n, size_t operand, const void *in, ptrdiff_t step,
                                      unsigned char **tile)
{
    const void *at = in;

    if (bl_lies_in_steps(table, operand, (size_t)step)) {
        fill_tile(table->shifts[operand], isas, n, in, step, *tile);
        at = *tile;
        *tile += BL_STEPPED_TILE_BYTES + BL_TILE_ALIGN;
    }
    return at;
}

/** bl_run_steps_1 and _2; `call` is a constant. If there is one input, the arguments of the second repeat those of the first. */
BL_ALWAYS_INLINE int run_steps(unsigned call, const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                               void *out, ptrdiff_t out_step)
{
    const size_t arity = call == BL_CALL_1 ? 1 : 2;
    const uint32_t isas = bl_isas_usable();
    const bl_variant *variant = bl_variant_for(table, isas, n);
    bl_tile_memory memory;
    unsigned char *tile = bl_first_tile(&memory);
    const void *at[2];

    if (n * table->width > BL_STEPPED_TILE_BYTES || byte_steps[0] == 0 || byte_steps[arity - 1] == 0 ||
        variant == &table->variants[table->variant_count - 1u]) {
        return 0;
    }
    at[0] = in_a_row(table, isas, n, 1, inputs[0], byte_steps[0], &tile);
    at[1] = at[0];
    if (arity > 1) {
        at[1] = in_a_row(table, isas, n, arity, inputs[arity - 1], byte_steps[arity - 1], &tile);
    }
    if (out_step == (ptrdiff_t)1 << table->shifts[BL_OUT]) {
        bl_call_kernel(call, arity > 1 && table->exchanged, variant->patterns[0], 1, n, at, NULL, out, NULL);
    } else {
        bl_call_kernel(call, arity > 1 && table->exchanged, variant->patterns[0], 1, n, at, NULL, tile, NULL);
        empty_tile(table->shifts[BL_OUT], isas, n, tile, out, out_step);
    }
    return 1;
}

int bl_run_steps_1(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                   ptrdiff_t out_step)
{
    return run_steps(BL_CALL_1, table, n, inputs, byte_steps, out, out_step);
}

#if BL_MAX_ARITY >= 2
int bl_run_steps_2(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps, void *out,
                   ptrdiff_t out_step)
{
    return run_steps(BL_CALL_2, table, n, inputs, byte_steps, out, out_step);
}
#endif

/* ---- All calls ---- */

bl_status bl_run_strided_slow(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                              const void *parameters, void *out, ptrdiff_t out_step)
{
    return table != NULL && n - 2 < BL_CACHED_ELEMENTS - 1 && inputs != NULL && byte_steps != NULL && out_step != 0 &&
                   are_operands_fine(table, n, inputs, byte_steps, out, out_step) &&
                   bl_check_parameters(table, parameters) == BL_OK &&
                   bl_run_line_unchecked(table, n, inputs, byte_steps, parameters, out, out_step)
               ? BL_OK
               : bl_run_strided_planned(table, n, inputs, byte_steps, parameters, out, out_step);
}
