/* Running a plan: kernel calls in loops, with tiles for what is packed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "pack.h"
#include "plan.h"

#include <string.h>

/** Where the operands' current block starts, and how large it is. */
typedef struct block {
    const bl_plan *plan;
    const void *at[BL_MAX_ARITY]; /* inputs in the kernel's order */
    unsigned char *out;
    size_t step[BL_MAX_RANK];     /* by loop: how far it goes on at a time */
    size_t position[BL_MAX_RANK]; /* by loop: where it is */
    size_t chunk;
    size_t rows;
} block;

/** A packed operand's tile and what is in it. */
typedef struct tile {
    unsigned char *bytes;
    bl_box box;
    const void *from; /* what was packed: from where, and how large a block */
    size_t chunk;
    size_t rows;
    ptrdiff_t row; /* elements between rows in the tile: 0 where all rows are the same */
} tile;

/** Room for all tiles that a plan may have; each is followed by its slack. */
typedef struct tile_memory {
    unsigned char bytes[BL_TILE_BYTES + BL_OPERANDS * BL_TILE_SLACK + BL_TILE_ALIGN];
} tile_memory;

static unsigned char *first_tile(tile_memory *memory)
{
    return memory->bytes + (BL_TILE_ALIGN - (uintptr_t)memory->bytes % BL_TILE_ALIGN);
}

/** The operand's first element visited. */
static const unsigned char *first_visited(const bl_plan *plan, size_t i, const void *pointer)
{
    return (const unsigned char *)pointer + plan->offset[i] * (ptrdiff_t)bl_operand_width(plan, i);
}

static void begin(block *now, const bl_plan *plan, const void *const *inputs, void *out)
{
    now->plan = plan;
    for (size_t i = 0; i < plan->table->arity; ++i) {
        now->at[i] = first_visited(plan, i, inputs[plan->source[i]]);
    }
    now->out = (unsigned char *)out + plan->offset[BL_OUT] * (ptrdiff_t)bl_operand_width(plan, BL_OUT);
    now->chunk = plan->chunk;
    now->rows = plan->rows;
    for (size_t k = 0; k < plan->loop_count; ++k) {
        const size_t d = plan->loops[k];

        now->step[k] = d + 1 == plan->box ? plan->chunk : d == plan->box ? plan->rows
                                                                         : 1;
        now->position[k] = 0;
    }
}

/** On to the next block. Returns 0 after the last one. */
static int advance(block *now)
{
    const bl_plan *plan = now->plan;

    for (size_t k = 0; k < plan->loop_count; ++k) {
        const size_t d = plan->loops[k];
        const bl_plan_dim *dim = &plan->dims[d];
        const size_t step = now->step[k];
        ptrdiff_t move = (ptrdiff_t)step;
        size_t left = dim->extent - now->position[k];
        const int goes_on = left > step;

        if (goes_on) {
            now->position[k] += step;
            left -= step;
        } else { /* back to the start, and on to the next loop */
            move = -(ptrdiff_t)now->position[k];
            now->position[k] = 0;
            left = dim->extent;
        }
        for (size_t i = 0; i < plan->table->arity; ++i) {
            now->at[i] = (const unsigned char *)now->at[i] +
                         move * dim->stride[i] * (ptrdiff_t)bl_operand_width(plan, i);
        }
        now->out += move * dim->stride[BL_OUT] * (ptrdiff_t)bl_operand_width(plan, BL_OUT);
        if (d + 1 == plan->box) {
            now->chunk = left < step ? left : step;
        } else if (d == plan->box) {
            now->rows = left < step ? left : step;
        }
        if (goes_on) {
            return 1;
        }
    }
    return 0;
}

/** The kernel for a block: a last one may be too short for the plan's. */
static bl_kernel kernel_for(const bl_plan *plan, size_t cols)
{
    return cols == plan->cols ? plan->kernel : bl_kernel_for(plan->table, plan->variant, plan->isas, plan->held, cols);
}

/** The block's rows, past the caches. */
static void stream_rows(const bl_plan *plan, const block *now, const ptrdiff_t *row)
{
    for (size_t r = 0; r < now->rows; ++r) {
        const void *at[BL_MAX_ARITY];

        for (size_t i = 0; i < plan->table->arity; ++i) {
            at[i] = (const unsigned char *)now->at[i] + (ptrdiff_t)r * row[i] * (ptrdiff_t)bl_operand_width(plan, i);
        }
        bl_stream_row(plan->table, plan->variant, plan->isas, plan->held, plan->cols, at,
                      now->out + (ptrdiff_t)r * row[BL_OUT] * (ptrdiff_t)bl_operand_width(plan, BL_OUT));
    }
}

/** Every operand as it lies. */
static void run_direct(const bl_plan *plan, const void *const *inputs, void *out)
{
    const ptrdiff_t *row = plan->dims[plan->box < plan->rank ? plan->box : 0].stride; /* of no matter for a single row */
    const size_t arity = plan->table->arity;
    int streams = plan->streams;
    block now;

    begin(&now, plan, inputs, out);
    for (size_t i = 0; streams && i < arity; ++i) {
        streams = inputs[i] != out; /* in place, the caches have the output's lines anyway */
    }
    do {
        if (streams) {
            stream_rows(plan, &now, row);
        } else {
            bl_call_kernel(plan->kernel, arity, now.rows, plan->cols, now.at, row, now.out, row[BL_OUT]);
        }
    } while (plan->loop_count > 0 && advance(&now));
}

/** How operand i and its tile walk the current block. For the output the tile comes first: it is copied from. */
static void shape_tile(tile *of, const block *now, size_t i)
{
    const bl_plan *plan = now->plan;
    size_t dense = 1;

    of->box.rank = 0;
    for (size_t d = 0; d < plan->box; ++d) {
        const size_t extent = d + 1u == plan->box ? now->chunk : plan->dims[d].extent;
        const ptrdiff_t stride = plan->dims[d].stride[i];

        bl_box_add(&of->box, extent, i == BL_OUT ? (ptrdiff_t)dense : stride, i == BL_OUT ? stride : (ptrdiff_t)dense);
        dense *= extent;
    }
    of->row = 0;
    if (plan->box < plan->rank && plan->dims[plan->box].stride[i] != 0) {
        const ptrdiff_t stride = plan->dims[plan->box].stride[i];

        of->row = (ptrdiff_t)dense;
        bl_box_add(&of->box, now->rows, i == BL_OUT ? of->row : stride, i == BL_OUT ? stride : of->row);
    }
    of->chunk = now->chunk;
    of->rows = now->rows;
}

/** Some operands through tiles. */
static void run_packed(const bl_plan *plan, const void *const *inputs, void *out)
{
    tile_memory memory;
    unsigned char *free_tile = first_tile(&memory);
    const size_t arity = plan->table->arity;
    tile tiles[BL_OPERANDS];
    ptrdiff_t row[BL_OPERANDS] = {0};
    size_t inner = 1;
    block now;

    begin(&now, plan, inputs, out);
    for (size_t d = 0; d + 1 < plan->box; ++d) {
        inner *= plan->dims[d].extent;
    }
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        if (bl_is_packed(plan, i)) {
            tiles[i].bytes = free_tile;
            tiles[i].chunk = 0; /* nothing in it yet */
            free_tile += plan->tile + BL_TILE_SLACK;
        }
        if (plan->box < plan->rank) {
            row[i] = plan->dims[plan->box].stride[i];
        }
    }
    do {
        const void *at[BL_MAX_ARITY];
        const size_t cols = inner * now.chunk;
        const bl_kernel kernel = kernel_for(plan, cols);

        for (size_t i = 0; i < arity; ++i) {
            tile *own = &tiles[i];

            at[i] = now.at[i];
            if (bl_is_packed(plan, i)) {
                const int fits = own->chunk == now.chunk && own->rows == now.rows;

                if (!fits) {
                    shape_tile(own, &now, i);
                    row[i] = own->row;
                }
                if (!fits || own->from != now.at[i]) {
                    own->from = now.at[i];
                    bl_box_copy(&own->box, bl_operand_width(plan, i), plan->isas, own->from, own->bytes);
                }
                at[i] = own->bytes;
            }
        }
        if (bl_is_packed(plan, BL_OUT)) {
            tile *own = &tiles[BL_OUT];

            if (own->chunk != now.chunk || own->rows != now.rows) {
                shape_tile(own, &now, BL_OUT);
            }
            bl_call_kernel(kernel, arity, now.rows, cols, at, row, own->bytes, own->row);
            bl_box_copy(&own->box, bl_operand_width(plan, BL_OUT), plan->isas, own->bytes, now.out);
        } else {
            bl_call_kernel(kernel, arity, now.rows, cols, at, row, now.out, row[BL_OUT]);
        }
    } while (advance(&now));
}

/** Some inputs small enough to be packed once, as they are for all blocks; then everything lies as it should. */
static void run_whole(const bl_plan *plan, const void *const *inputs, void *out)
{
    tile_memory memory;
    unsigned char *free_tile = first_tile(&memory);
    const void *packed[BL_MAX_ARITY];
    bl_plan direct = *plan;

    for (size_t i = 0; i < plan->table->arity; ++i) {
        packed[i] = inputs[plan->source[i]];
        direct.source[i] = (uint8_t)i;
        if (bl_is_packed(plan, i)) {
            const size_t width = bl_operand_width(plan, i);
            size_t dense = 1;
            bl_box box;

            box.rank = 0;
            for (size_t d = 0; d < plan->rank; ++d) {
                const bl_plan_dim *dim = &plan->dims[d];

                if (d < plan->box || dim->stride[i] != 0) {
                    bl_box_add(&box, dim->extent, dim->stride[i], (ptrdiff_t)dense);
                    direct.dims[d].stride[i] = (ptrdiff_t)dense;
                    dense *= dim->extent;
                }
            }
            bl_box_copy(&box, width, plan->isas, first_visited(plan, i, packed[i]), free_tile);
            direct.offset[i] = 0;
            packed[i] = free_tile;
            free_tile += plan->tile + BL_TILE_SLACK;
        }
    }
    run_direct(&direct, packed, out);
}

static void run_plan(const bl_plan *plan, const void *const *inputs, void *out)
{
    if (plan->packed == 0) {
        run_direct(plan, inputs, out);
    } else if (plan->whole) {
        run_whole(plan, inputs, out);
    } else {
        run_packed(plan, inputs, out);
    }
}

bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, void *out)
{
    const bl_status status = bl_plan_check(plan, inputs, out);

    if (status == BL_OK && plan->count > 0) {
        run_plan(plan, inputs, out);
    }
    return status;
}

/* ---- Parts ---- */

/** Whether `parts` parts should rather divide this dim than that one: of those that give each of them several steps the
 * one along which the output moves farthest, so that a part's results lie together; else the longest. */
static int divides_better(const bl_plan_dim *dim, const bl_plan_dim *than, size_t parts)
{
    const int is_enough = dim->extent / 4 >= parts;

    if (is_enough != (than->extent / 4 >= parts)) {
        return is_enough;
    }
    return is_enough ? bl_magnitude(dim->stride[BL_OUT]) > bl_magnitude(than->stride[BL_OUT])
                     : dim->extent > than->extent;
}

/** The dim that parts divide. Those within the box stay whole but for its last: operands are contiguous over all of them
 * together. */
static size_t divided_dim(const bl_plan *plan, size_t parts)
{
    size_t best = plan->box - 1u;

    for (size_t d = plan->box; d < plan->rank; ++d) {
        if (divides_better(&plan->dims[d], &plan->dims[best], parts)) {
            best = d;
        }
    }
    return best;
}

/** Where part `part` begins. Boundaries are moved down to where no cache line of the output lies on both sides, unless
 * parts would run empty. */
static size_t part_begin(const bl_plan *plan, size_t d, size_t part, size_t parts, const void *out)
{
    const size_t extent = plan->dims[d].extent;
    const ptrdiff_t stride = plan->dims[d].stride[BL_OUT];
    const size_t width = bl_operand_width(plan, BL_OUT);
    const size_t line = bl_steps_a_line(plan, d);
    const size_t left = extent % parts;
    const size_t begin_at = extent / parts * part + (part < left ? part : left);
    uintptr_t low = (uintptr_t)out + (uintptr_t)plan->offset[BL_OUT] * width; /* the bytes of the first step */
    uintptr_t high = low + width - 1;

    if (part == 0 || part == parts || extent / parts < 2 * line) {
        return begin_at;
    }
    for (size_t inner = 0; inner < plan->rank; ++inner) {
        const ptrdiff_t own = plan->dims[inner].stride[BL_OUT];

        if (bl_magnitude(own) < bl_magnitude(stride)) {
            *(own < 0 ? &low : &high) += (plan->dims[inner].extent - 1) * (uintptr_t)own * width;
        }
    }
    for (size_t moved = begin_at; begin_at - moved < line; --moved) {
        const uintptr_t before = (moved - 1) * (uintptr_t)stride * width; /* wraps where it is negative */
        const uintptr_t after = before + (uintptr_t)stride * width;

        if (stride > 0 ? (high + before) / BL_LINE_BYTES < (low + after) / BL_LINE_BYTES
                       : (high + after) / BL_LINE_BYTES < (low + before) / BL_LINE_BYTES) {
            return moved;
        }
    }
    return begin_at;
}

void bl_plan_run_part(const bl_plan *plan, size_t part, size_t parts, const void *const *inputs, void *out)
{
    bl_plan piece;
    size_t d;
    size_t begin_at;
    size_t end_at;

    if (plan->count == 0) {
        return;
    }
    d = divided_dim(plan, parts);
    begin_at = part_begin(plan, d, part, parts, out);
    end_at = part_begin(plan, d, part + 1, parts, out);
    if (begin_at == end_at) {
        return;
    }
    piece = *plan;
    piece.dims[d].extent = end_at - begin_at;
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        piece.offset[i] += (ptrdiff_t)begin_at * piece.dims[d].stride[i];
    }
    if (d + 1u == piece.box && piece.chunk > piece.dims[d].extent) {
        piece.chunk = piece.dims[d].extent;
    }
    if (d == piece.box && piece.rows > piece.dims[d].extent) {
        piece.rows = piece.dims[d].extent;
    }
    bl_set_kernel(&piece);
    run_plan(&piece, inputs, out);
}

bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
    const void *data[BL_MAX_ARITY] = {NULL, NULL, NULL};
    bl_plan plan;
    const bl_status status = bl_plan_make(&plan, op, inputs, out, options);

    if (status != BL_OK) {
        return status;
    }
    for (size_t i = 0; i < op->arity; ++i) {
        data[i] = inputs[i]->data;
    }
    return bl_plan_run(&plan, data, out->data);
}
