/* Lines: see line.h. A value that no kernel holds is repeated into a tile of a few columns only, which a kernel call of as long
 * rows reads once for each of them. What lies in steps is copied to a tile and back, element by element.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "line.h"
#include "../isa.h"
#include "box.h"
#include "rows.h"

#define BL_REPEATED_ROW_BYTES 512u /* of a tile, of the widest elements: a row is long enough to be worth its beginning */

typedef struct line_block {
    unsigned char bytes[BL_TILE_SLACK];
} line_block;

/* ---- What stands still ---- */

/** A value of 1 << shift bytes in all of so many, or a few more. */
static void repeat_value(const void *value, unsigned shift, unsigned char *tile, size_t bytes)
{
    line_block block;
    uint64_t all;
    uint32_t word;
    uint16_t half;

    switch (shift) {
    case 0:
        all = UINT64_C(0x0101010101010101) * *(const unsigned char *)value;
        break;
    case 1:
        BL_COPY(&half, value, 2);
        all = UINT64_C(0x0001000100010001) * half;
        break;
    case 2:
        BL_COPY(&word, value, 4);
        all = (uint64_t)word << 32 | word;
        break;
    default:
        BL_COPY(&all, value, 8);
        break;
    }
    for (size_t at = 0; at < sizeof block; at += sizeof all) {
        BL_COPY(block.bytes + at, &all, sizeof all);
    }
    for (size_t at = 0; at < bytes; at += sizeof block) {
        BL_COPY(tile + at, &block, sizeof block);
    }
}

size_t bl_repeated_cols(const bl_table *table, unsigned repeated)
{
    return bl_quotient(bl_smaller(BL_REPEATED_ROW_BYTES, bl_tile_bytes(bl_count_of(repeated), 0) / 2), table->width);
}

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

void bl_run_repeated(const bl_table *table, bl_kernel kernel, unsigned held, unsigned repeated, unsigned swapped, size_t cols,
                     size_t row, const void *const *inputs, const void *parameters, void *out)
{
    const size_t arity = table->arity;
    const void *at[BL_MAX_ARITY];
    bl_tile_memory memory;
    unsigned char *tile = bl_first_tile(&memory);
    size_t rows = 0;
    size_t rest = cols; /* no less than a row, where there are any */

    if (cols >= 2 * row) {
        rows = bl_quotient(cols, row) - 1;
        rest = cols - rows * row;
    }
    for (size_t i = 1; i <= arity; ++i) {
        const unsigned shift = table->shifts[i];

        at[i - 1] = inputs[i - 1];
        if (bl_has(repeated, i)) {
            at[i - 1] = tile;
            repeat_value(inputs[i - 1], shift, tile, rest << shift);
            tile += BL_WHOLE_TILE((rest << shift) + BL_TILE_ALIGN + BL_TILE_SLACK - 1);
        }
    }
    if (rows > 0) {
        ptrdiff_t strides[BL_OPERANDS];

        strides[BL_OUT] = (ptrdiff_t)row;
        for (size_t i = 1; i <= arity; ++i) {
            strides[i] = bl_has(held | repeated, i) ? 0 : (ptrdiff_t)row;
        }
        bl_call_kernel(table->call, swapped, kernel, rows, row, at, parameters, out, strides);
        for (size_t i = 1; i <= arity; ++i) {
            at[i - 1] = (const unsigned char *)at[i - 1] + ((size_t)strides[i] * rows << table->shifts[i]);
        }
        out = (unsigned char *)out + (row * rows << table->shifts[BL_OUT]);
    }
    bl_call_kernel(table->call, swapped, kernel, 1, rest, at, parameters, out, NULL);
}

/* ---- What lies in steps ---- */

/** Elements of `width` bytes from one step in bytes to another; all but one of these are constants. */
BL_ALWAYS_INLINE void copy_elements(size_t width, size_t count, const unsigned char *from, ptrdiff_t from_step,
                                    unsigned char *to, ptrdiff_t to_step)
{
    size_t source = 0; /* both wrap where steps are negative */
    size_t target = 0;

    for (; count >= 4; count -= 4) {
        const unsigned char *own = from + (ptrdiff_t)source;
        unsigned char *copy = to + (ptrdiff_t)target;
        unsigned char four[4][8];

        BL_COPY(four[0], own, width);
        BL_COPY(four[1], own + from_step, width);
        BL_COPY(four[2], own + 2 * from_step, width);
        BL_COPY(four[3], own + 3 * from_step, width);
        BL_COPY(copy, four[0], width);
        BL_COPY(copy + to_step, four[1], width);
        BL_COPY(copy + 2 * to_step, four[2], width);
        BL_COPY(copy + 3 * to_step, four[3], width);
        source += 4 * (size_t)from_step;
        target += 4 * (size_t)to_step;
    }
    for (; count > 0; --count) {
        BL_COPY(to + (ptrdiff_t)target, from + (ptrdiff_t)source, width);
        source += (size_t)from_step;
        target += (size_t)to_step;
    }
}

/** Fill a tile from elements at some step. */
static void fill_tile(unsigned shift, uint32_t isas, size_t count, const void *from, ptrdiff_t step, unsigned char *tile)
{
    const unsigned char *source = (const unsigned char *)from;

    if (step == 0) {
        repeat_value(from, shift, tile, count << shift);
        return;
    }
    if (count > BL_FEW_COLS) {
        const size_t done = bl_gather((size_t)1 << shift, isas, count, from, bl_in_elements(step, shift), tile);

        source += (ptrdiff_t)done * step;
        tile += done << shift;
        count -= done;
    }
    if (shift == 2) {
        copy_elements(4, count, source, step, tile, 4);
    } else if (shift == 3) {
        copy_elements(8, count, source, step, tile, 8);
    } else if (shift == 1) {
        copy_elements(2, count, source, step, tile, 2);
    } else {
        copy_elements(1, count, source, step, tile, 1);
    }
}

/** Empty a tile into elements at some step. */
static void empty_tile(unsigned shift, uint32_t isas, size_t count, const unsigned char *tile, void *to, ptrdiff_t step)
{
    unsigned char *target = (unsigned char *)to;

    if (count > BL_FEW_COLS) {
        const size_t done = bl_scatter((size_t)1 << shift, isas, count, tile, to, bl_in_elements(step, shift));

        target += (ptrdiff_t)done * step;
        tile += done << shift;
        count -= done;
    }
    if (shift == 2) {
        copy_elements(4, count, tile, 4, target, step);
    } else if (shift == 3) {
        copy_elements(8, count, tile, 8, target, step);
    } else if (shift == 1) {
        copy_elements(2, count, tile, 2, target, step);
    } else {
        copy_elements(1, count, tile, 1, target, step);
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

/** Whether a line is better run by so many tiles than as rows of a single column. */
static inline int pays_to_pack(const bl_table *table, size_t n, size_t tiles)
{
    return tiles * (BL_COPY_TENTHS_NS + BL_COPIED_TENTHS_NS * n) + BL_CALL_TENTHS_NS / 2 < n * bl_point_cost(table);
}

/* ---- Calls ---- */

#define BL_MOST_STEP ((SIZE_MAX / 2 + 1) / (2 * BL_CACHED_ELEMENTS)) /* bytes; what so few elements span fits into memory */

/** What of an operand is to be looked at. */
typedef struct line_reach {
    uintptr_t low; /* the lowest address, and how many bytes there are from there on; of no matter where the step is too long */
    size_t bytes;
} line_reach;

static inline line_reach reach_of(uintptr_t pointer, size_t width, size_t n, ptrdiff_t step)
{
    const ptrdiff_t span = (ptrdiff_t)((n - 1) * (size_t)step);
    line_reach reach;

    reach.low = pointer + (uintptr_t)(span < 0 ? span : 0);
    reach.bytes = bl_magnitude(span) + width;
    return reach;
}

/** Run a line, some of whose operands stand still or lie in steps, which was found fine. 0, and nothing done, where it has to be
 * planned. */
static int run_line(const bl_table *table, size_t n, unsigned still, unsigned stepped, size_t tiles, const void *const *inputs,
                    const ptrdiff_t *byte_steps, const void *parameters, void *out, ptrdiff_t out_step)
{
    bl_step_line line;

    line.table = table;
    line.steps = byte_steps;
    line.out_step = out_step;
    line.cols = n;
    line.isas = bl_isas_usable();
    line.variant = bl_variant_for(table, line.isas, n);
    line.swapped = table->exchanged;
    line.held = still == 0 ? 0 : bl_held_of(table, line.variant, still, &line.swapped);
    line.repeated = still & ~line.held;
    line.stepped = stepped;
    tiles += bl_count_of(line.repeated);
    if (tiles == 0) {
        bl_run_cut(table, line.variant, line.variant->patterns[bl_pattern(line.held, line.swapped)], line.held, line.swapped, n,
                   inputs, parameters, out);
    } else if (line.variant == &table->variants[table->variant_count - 1u] || !pays_to_pack(table, n, tiles)) {
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

bl_status bl_strided_otherwise(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                               const void *parameters, void *out, ptrdiff_t out_step)
{
    /* of all operands, joined by |: what is no less than any of theirs, and bits that should not be set */
    uintptr_t before;
    size_t most_bytes;
    uintptr_t unaligned;
    size_t far;
    size_t width;
    line_reach to;
    size_t tiles = 0;
    unsigned still = 0;
    unsigned stepped = 0;

    if (table == NULL || n - 2 >= BL_CACHED_ELEMENTS - 1 || inputs == NULL || byte_steps == NULL || out_step == 0) {
        return bl_strided_in_doubt(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    width = (size_t)1 << table->shifts[BL_OUT];
    to = reach_of((uintptr_t)out, width, n, out_step);
    before = to.low - 1;
    most_bytes = to.bytes;
    unaligned = bl_unplaced((uintptr_t)out, width) | ((uintptr_t)out_step & (width - 1));
    far = (size_t)out_step + BL_MOST_STEP;
    if (out_step != (ptrdiff_t)width) {
        stepped = 1u << BL_OUT;
        tiles = 1;
    }
    for (size_t i = 1; i <= table->arity; ++i) {
        const uintptr_t pointer = (uintptr_t)inputs[i - 1];
        const ptrdiff_t step = byte_steps[i - 1];
        line_reach from;

        width = (size_t)1 << table->shifts[i];
        from = reach_of(pointer, width, n, step);
        if (bl_meet(from.low, from.bytes, to.low, to.bytes) &&
            (pointer != (uintptr_t)out || step != out_step || table->shifts[i] != table->shifts[BL_OUT])) {
            return bl_strided_in_doubt(table, n, inputs, byte_steps, parameters, out, out_step);
        }
        before |= from.low - 1;
        most_bytes |= from.bytes;
        unaligned |= bl_unplaced(pointer, width) | ((uintptr_t)step & (width - 1));
        far |= (size_t)step + BL_MOST_STEP;
        if (step == 0) {
            still |= 1u << i;
        } else if (step != (ptrdiff_t)width) {
            stepped |= 1u << i;
            ++tiles;
        }
    }
    if (unaligned != 0 || far >= 2 * BL_MOST_STEP || before >= ~(uintptr_t)most_bytes ||
        bl_check_parameters(table, parameters) != BL_OK) {
        return bl_strided_in_doubt(table, n, inputs, byte_steps, parameters, out, out_step);
    }
    if (stepped != 0 && !pays_to_pack(table, n, tiles)) { /* and even less where others have to be repeated */
        run_points(table, n, inputs, byte_steps, parameters, out, out_step);
        return BL_OK;
    }
    return run_line(table, n, still, stepped, tiles, inputs, byte_steps, parameters, out, out_step)
               ? BL_OK
               : bl_strided_in_doubt(table, n, inputs, byte_steps, parameters, out, out_step);
}
