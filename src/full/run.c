/* Running a plan: kernel calls in loops, with tiles for packed operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "line.h"
#include "pack.h"
#include "../plans/plan.h"
#include "rows.h"

/** One of the loops around the kernel calls. */
typedef struct loop {
    size_t extent;                 /* all steps */
    size_t left;                   /* steps from the current block's first one on */
    size_t step;                   /* steps of a block; the last one may have fewer … */
    size_t *steps;                 /* … the number of steps is stored here: the walk's chunk or rows; NULL for other dims */
    ptrdiff_t stride[BL_OPERANDS]; /* bytes by which the operands move per step */
#if BL_WITH_PACKED
    ptrdiff_t elements[BL_OPERANDS]; /* elements per step for operands with several in a byte; their `stride` is 0 */
#endif
} loop;

/** A running plan: the start of the operands' current block, its size, and the way to the next one. */
typedef struct walk {
    const bl_plan *plan;
    const void *parameters;
    const void *at[BL_OPERANDS];
#if BL_WITH_PACKED
    ptrdiff_t element[BL_OPERANDS]; /* of operands with several elements in a byte: the place of the first; `at` is the array's start */
    size_t end;                     /* the place after the output's last element */
#endif
    ptrdiff_t row[BL_OPERANDS]; /* the kernel's row strides; unused for a single row */
    size_t chunk;
    size_t rows;
    size_t inner; /* columns are inner * chunk */
    bl_part part; /* the part that runs; its dim is BL_MAX_RANK if the whole plan does */
    loop loops[BL_MAX_RANK];
} walk;

/** A packed operand's tile and its contents. */
typedef struct packed_tile {
    unsigned char *bytes;
    bl_box box;
    const void *from; /* the packed block: its start, and its size */
#if BL_WITH_PACKED
    ptrdiff_t element;
#endif
    size_t chunk;
    size_t rows;
    ptrdiff_t row; /* elements between rows in the tile: 0 if all rows are the same */
} packed_tile;

/** Begin to run all of a plan. */
static void begin_walk(walk *now, const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    const size_t arity = plan->table->arity;
    const ptrdiff_t *row = plan->dims[plan->box < plan->rank ? plan->box : 0].stride;

    now->plan = plan;
    now->parameters = parameters;
    now->chunk = plan->chunk;
    now->rows = plan->rows;
    now->inner = 1;
    now->part.dim = BL_MAX_RANK;
    for (size_t d = 0; d + 1 < plan->box; ++d) {
        now->inner *= plan->dims[d].extent;
    }
    for (size_t i = 0; i <= arity; ++i) {
        const void *pointer = i == BL_OUT ? out : inputs[i - 1];

        now->at[i] = (const unsigned char *)pointer + plan->offset[i] * (ptrdiff_t)bl_operand_width(plan, i);
        now->row[i] = row[i];
#if BL_WITH_PACKED
        now->element[i] = 0;
        if (bl_has(bl_packed_of(plan->table), i)) {
            now->at[i] = pointer;
            now->element[i] = plan->offset[i];
        }
#endif
    }
#if BL_WITH_PACKED
    now->end = bl_packed_end(plan);
#endif
    for (size_t k = 0; k < plan->loop_count; ++k) {
        const size_t d = plan->loops[k];
        loop *own = &now->loops[k];

        own->extent = plan->dims[d].extent;
        own->left = own->extent;
        own->steps = d + 1 == plan->box ? &now->chunk : d == plan->box ? &now->rows
                                                                       : NULL;
        own->step = own->steps != NULL ? *own->steps : 1;
        for (size_t i = 0; i <= arity; ++i) {
            own->stride[i] = plan->dims[d].stride[i] * (ptrdiff_t)bl_operand_width(plan, i);
#if BL_WITH_PACKED
            own->elements[i] = bl_has(bl_packed_of(plan->table), i) ? own->stride[i] : 0;
            own->stride[i] -= own->elements[i];
#endif
        }
    }
}

/** Run only a part. Its dim is outside the box, or the box's last. */
static void narrow(walk *now, const bl_part *part)
{
    const bl_plan *plan = now->plan;
    const size_t d = part->dim;
    const size_t extent = part->extent;
    const ptrdiff_t *stride = plan->dims[d].stride;

    now->part = *part;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        const ptrdiff_t move = (ptrdiff_t)part->from * stride[i];

#if BL_WITH_PACKED
        if (bl_has(bl_packed_of(plan->table), i)) {
            now->element[i] += move;
            continue;
        }
#endif
        now->at[i] = (const unsigned char *)now->at[i] + move * (ptrdiff_t)bl_operand_width(plan, i);
    }
    if (d + 1 == plan->box) {
        now->chunk = bl_smaller(now->chunk, extent);
    } else if (d == plan->box) {
        now->rows = bl_smaller(now->rows, extent);
    }
    for (size_t k = 0; k < plan->loop_count; ++k) {
        if (plan->loops[k] == d) {
            now->loops[k].extent = extent;
            now->loops[k].left = extent;
        }
    }
}

/** Advance to the next block. Returns 0 after the last one. */
static int advance(walk *now)
{
    const bl_plan *plan = now->plan;
    const size_t arity = plan->table->arity;

    for (loop *own = now->loops; own < now->loops + plan->loop_count; ++own) {
        const size_t step = own->step;
        const int goes_on = own->left > step;
        const size_t left = goes_on ? own->left - step : own->extent; /* otherwise it returns to the start, and the next loop advances */
        const ptrdiff_t move = (ptrdiff_t)own->left - (ptrdiff_t)left;

        own->left = left;
        for (size_t i = 0; i <= arity; ++i) {
            now->at[i] = (const unsigned char *)now->at[i] + move * own->stride[i];
#if BL_WITH_PACKED
            now->element[i] += move * own->elements[i];
#endif
        }
        if (own->steps != NULL) {
            *own->steps = bl_smaller(left, step);
        }
        if (goes_on) {
            return 1;
        }
    }
    return 0;
}

/** The kernel for a block: a shortened block may have too few columns for the plan's kernel. */
static bl_kernel kernel_for(const bl_plan *plan, size_t cols)
{
    return cols == plan->cols ? plan->kernel
                              : bl_kernel_for(plan->table, plan->variant, plan->isas,
                                              bl_pattern(plan->held, plan->swapped), cols);
}

/** Whether stores are non-temporal. They are not if the output is in place, because the caches have its lines anyway, or if elements cross
 * lines, as some ABIs allow, because then none begins a line. */
static int streams(const walk *now)
{
    const bl_plan *plan = now->plan;
    int is_apart = plan->streams && bl_is_aligned((uintptr_t)now->at[BL_OUT], plan->table->shifts[BL_OUT]);

    for (size_t i = 1; is_apart && i <= plan->table->arity; ++i) {
        is_apart = now->at[i] != now->at[BL_OUT];
    }
    return is_apart;
}

/** Whether the output's rows, or some of them, do not begin with a cache line. */
static inline int begin_within_lines(const bl_plan *plan, const void *out, size_t rows, ptrdiff_t row)
{
    const uintptr_t next = rows > 1 ? (uintptr_t)row << plan->table->shifts[BL_OUT] : 0;

    return ((uintptr_t)out | next) % BL_LINE_BYTES != 0;
}

/** The data common to the walk's rows. */
static bl_rows rows_of(const walk *now)
{
    const bl_plan *plan = now->plan;
    bl_rows rows;

    rows.table = plan->table;
    rows.parameters = now->parameters;
    rows.variant = plan->variant;
    rows.kernel = plan->kernel;
    rows.cols = plan->cols;
    rows.isas = plan->isas;
    rows.held = plan->held;
    rows.swapped = plan->swapped;
    rows.streams = streams(now);
    return rows;
}

/** Call the kernel on a block with its operands, or their tiles, at `at`. */
static void run_block(const walk *now, bl_rows *rows, size_t cols, const void *const *at)
{
    const bl_plan *plan = now->plan;
    void *out = (void *)at[BL_OUT];

    if (cols != rows->cols) {
        rows->cols = cols;
        rows->kernel = kernel_for(plan, cols);
    }
    if (rows->streams || (plan->is_long && begin_within_lines(plan, out, now->rows, now->row[BL_OUT]))) {
        bl_run_rows(rows, now->rows, at + 1, out, now->row);
    } else {
        bl_call_kernel(plan->table->call, plan->swapped, rows->kernel, now->rows, cols, at + 1, now->parameters, out,
                       now->row);
    }
}

/** Run without packing. */
static void run_direct(walk *now)
{
    const size_t cols = now->inner * now->chunk;
    bl_rows rows = rows_of(now);

    do {
        run_block(now, &rows, cols, now->at);
    } while (advance(now));
    bl_end_rows(&rows);
}

/** The strides of operand i and its tile over the current block. For the output the tile comes first, because it is the source. */
static void shape_tile(packed_tile *of, const walk *now, size_t i)
{
    const bl_plan *plan = now->plan;
    size_t dense = 1;

    of->box.rank = 0;
    for (size_t d = 0; d < plan->box; ++d) {
        const size_t extent = bl_has(plan->held, i) ? 1 /* in a row */
                              : d + 1u == plan->box ? now->chunk
                                                    : plan->dims[d].extent;
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

/** Fill the tile of operand i with the elements of the current block. */
static void fill_packed_tile(const walk *now, const bl_box *box, size_t i, unsigned char *tile)
{
    const bl_plan *plan = now->plan;

#if BL_WITH_PACKED
    if (bl_has(bl_packed_of(plan->table), i)) {
        bl_box_unpack(box, (bl_dtype)plan->table->dtypes[i], (bl_dtype)plan->table->dtypes[BL_OUT], now->at[i], (size_t)now->element[i], tile);
        return;
    }
#endif
    bl_box_copy(box, bl_operand_width(plan, i), plan->isas, now->at[i], tile);
}

/** Write the results of the current block. */
static void empty_packed_tile(const walk *now, const bl_box *box, unsigned char *tile)
{
    const bl_plan *plan = now->plan;

#if BL_WITH_PACKED
    if (bl_has(bl_packed_of(plan->table), BL_OUT)) {
        const bl_dtype dtype = (bl_dtype)plan->table->dtypes[BL_OUT];

        if ((plan->table->packed & BL_SATURATES) != 0) {
            bl_saturate(dtype, bl_box_count(box), tile);
        }
        bl_box_pack(box, dtype, tile, (void *)now->at[BL_OUT], (size_t)now->element[BL_OUT], now->end);
        return;
    }
#endif
    bl_box_copy(box, bl_operand_width(plan, BL_OUT), plan->isas, tile, (void *)now->at[BL_OUT]);
}

/** Whether a tile contains another block's elements. */
static inline int is_stale(const packed_tile *tile, const walk *now, size_t i)
{
#if BL_WITH_PACKED
    if (tile->element != now->element[i]) {
        return 1;
    }
#endif
    return tile->from != now->at[i];
}

/** Run with some operands in tiles. */
static void run_packed(walk *now)
{
    const bl_plan *plan = now->plan;
    const size_t arity = plan->table->arity;
    bl_tile_memory memory;
    unsigned char *free_tile = bl_first_tile(&memory);
    bl_rows rows = rows_of(now);
    packed_tile tiles[BL_OPERANDS];

    for (size_t i = 0; i <= arity; ++i) {
        if (bl_has(plan->packed, i)) {
            tiles[i].bytes = free_tile;
            tiles[i].chunk = 0; /* nothing in it yet */
            free_tile += plan->tile + BL_TILE_SLACK;
        }
    }
    do {
        const void *at[BL_OPERANDS];
        const size_t cols = now->inner * now->chunk;

        for (size_t i = 0; i <= arity; ++i) {
            packed_tile *own = &tiles[i];

            at[i] = now->at[i];
            if (bl_has(plan->packed, i)) {
                const int fits = own->chunk == now->chunk && own->rows == now->rows;

                if (!fits) {
                    shape_tile(own, now, i);
                    now->row[i] = own->row;
                }
                if (i != BL_OUT && (!fits || is_stale(own, now, i))) {
                    own->from = now->at[i];
#if BL_WITH_PACKED
                    own->element = now->element[i];
#endif
                    fill_packed_tile(now, &own->box, i, own->bytes);
                }
                at[i] = own->bytes;
            }
        }
        run_block(now, &rows, cols, at);
        if (bl_has(plan->packed, BL_OUT)) {
            empty_packed_tile(now, &tiles[BL_OUT].box, tiles[BL_OUT].bytes);
        }
    } while (advance(now));
    bl_end_rows(&rows);
}

/** Pack the whole part of input i that the walk needs, and use its tile instead. */
static void pack_all(walk *now, size_t i, unsigned char *to)
{
    const bl_plan *plan = now->plan;
    const size_t width = bl_operand_width(plan, i);
    ptrdiff_t stride[BL_MAX_RANK];
    size_t dense = 1;
    bl_box box;

    box.rank = 0;
    bl_box_add(&box, 1, 0, 0);
    for (size_t d = 0; d < plan->rank; ++d) {
        const bl_plan_dim *dim = &plan->dims[d];

        stride[d] = 0;
        if (dim->stride[i] != 0 || (d < plan->box && !bl_has(plan->held, i))) {
            const size_t extent = d == now->part.dim ? now->part.extent : dim->extent;

            stride[d] = (ptrdiff_t)dense;
            bl_box_add(&box, extent, dim->stride[i], stride[d]);
            dense *= extent;
        }
    }
    fill_packed_tile(now, &box, i, to);
    now->at[i] = to;
    now->row[i] = stride[plan->box];
    for (size_t k = 0; k < plan->loop_count; ++k) {
        now->loops[k].stride[i] = stride[plan->loops[k]] * (ptrdiff_t)width;
    }
}

/** Run with inputs that are small enough to be packed once, for all blocks; no other operand is packed. */
static void run_packed_once(walk *now)
{
    bl_tile_memory memory;
    unsigned char *free_tile = bl_first_tile(&memory);

    for (size_t i = 1; now->plan->packed >> i != 0; ++i) {
        if (bl_has(now->plan->packed, i)) {
            pack_all(now, i, free_tile);
            free_tile += now->plan->tile + BL_TILE_SLACK;
        }
    }
    run_direct(now);
}

static void run(walk *now)
{
    if (now->plan->packed == 0) {
        run_direct(now);
    } else if (now->plan->repeats) {
        bl_run_repeated(now->plan->table, kernel_for(now->plan, now->chunk), now->plan->held, now->plan->packed,
                        now->plan->swapped, now->chunk, (size_t)now->plan->tile, now->at + 1, now->parameters, (void *)now->at[BL_OUT]);
    } else if (now->plan->once) {
        run_packed_once(now);
    } else {
        run_packed(now);
    }
}

static void run_walk(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    walk now;

    begin_walk(&now, plan, inputs, parameters, out);
    run(&now);
}

/** Run all of a plan on valid pointers. */
static inline void run_all(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    if (plan->is_one_call && !plan->is_long) { /* over rows of the last dim, or a single row */
        bl_call_kernel(plan->table->call, plan->swapped, plan->kernel, plan->rows, plan->cols, inputs, parameters, out,
                       plan->dims[plan->rank - 1u].stride);
    } else if (plan->is_one_call && plan->rows == 1) {
        bl_run_cut(plan->table, &plan->table->variants[plan->variant], plan->kernel, plan->held, plan->swapped, plan->cols,
                   inputs, parameters, out);
    } else if (plan->repeats && !plan->is_turned) {
        bl_run_repeated(plan->table, plan->kernel, plan->held, plan->packed, plan->swapped, plan->cols, (size_t)plan->tile, inputs,
                        parameters, out);
    } else {
        run_walk(plan, inputs, parameters, out);
    }
}

bl_status bl_plan_run_slow(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    if (!bl_is_fine(plan, inputs, parameters, out)) {
        const bl_status status = bl_plan_check_slow(plan, inputs, parameters, out);

        if (status != BL_OK || plan->count == 0) {
            return status;
        }
    }
    run_all(plan, inputs, parameters, out);
    return BL_OK;
}

/* ---- Parts ---- */

void bl_plan_run_part(const bl_plan *plan, size_t part, size_t parts, const void *const *inputs,
                      const void *parameters, void *out)
{
    bl_part own;
    walk now;

    if (parts == 1 && plan->count > 0) {
        run_all(plan, inputs, parameters, out);
    } else if (plan->count > 0 && bl_part_of(&own, plan, part, parts, out)) {
        begin_walk(&now, plan, inputs, parameters, out);
        narrow(&now, &own);
        run(&now);
    }
}
