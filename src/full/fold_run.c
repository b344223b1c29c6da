/* Running folds by blocks: see fold_blocks.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../folds/fold.h"
#include "pack.h"
#include "rows.h"

/** The start of an operand's elements in a block, and its strides along each dim, in elements. */
typedef struct fold_place {
    const void *at;
    ptrdiff_t stride[BL_MAX_RANK];
} fold_place;

/** A fold being run, block by block. */
typedef struct fold_walk {
    const bl_fold_step *steps;
    const bl_fold_operands *on;
    void *running; /* the tile of the running result … */
    void *packed;  /* … and that of a packed input */
    int streams;
    size_t from[BL_MAX_RANK];   /* the block's first step of each dim … */
    size_t extent[BL_MAX_RANK]; /* … and their number */
} fold_walk;

typedef struct fold_memory {
    unsigned char bytes[2 * BL_FOLD_TILE_BYTES + 2 * BL_TILE_SLACK + BL_TILE_ALIGN];
} fold_memory;

/* ---- Blocks ---- */

static void find_place(fold_place *of, const fold_walk *now, size_t i, size_t operand)
{
    const bl_plan *plan = &now->steps[i].plan;
    ptrdiff_t first = plan->offset[operand];

    for (size_t d = 0; d < plan->rank; ++d) {
        of->stride[d] = plan->dims[d].stride[operand];
        first += (ptrdiff_t)now->from[d] * of->stride[d];
    }
    of->at = (const unsigned char *)(operand == BL_OUT ? now->on->out : bl_folded_data(now->on, i)) +
             first * (ptrdiff_t)bl_operand_width(plan, operand);
}

static void find_tile_place(fold_place *of, const fold_walk *now, const void *tile)
{
    size_t dense = 1;

    for (size_t d = 0; d < now->steps->plan.box; ++d) {
        of->stride[d] = (ptrdiff_t)dense;
        dense *= now->extent[d];
    }
    of->at = tile;
}

static void copy_block(const fold_walk *now, const fold_place *from, const fold_place *to)
{
    const bl_plan *plan = &now->steps->plan;
    bl_box box;

    box.rank = 0;
    for (size_t d = 0; d < plan->box; ++d) {
        bl_box_add(&box, now->extent[d], from->stride[d], to->stride[d]);
    }
    bl_box_copy(&box, bl_operand_width(plan, BL_OUT), plan->isas, from->at, (void *)to->at);
}

/** A kernel's call on a block, with operands by number. The `joined` inner dims form the columns. */
typedef struct fold_call {
    const bl_table *table;
    const void *parameters;
    const fold_place *places[BL_OPERANDS > BL_MOST_AT_ONCE ? BL_OPERANDS : BL_MOST_AT_ONCE + 1];
    size_t joined;
    unsigned held;
    int streams;
} fold_call;

static void stream_rows(const fold_walk *now, const fold_call *of, size_t cols, size_t rows, const void *const *at,
                        const ptrdiff_t *row)
{
    bl_rows own;

    own.table = of->table;
    own.parameters = of->parameters;
    own.variant = now->steps->plan.variant;
    own.isas = now->steps->plan.isas;
    own.held = of->held;
    own.swapped = of->table->exchanged;
    own.kernel = bl_kernel_for(of->table, own.variant, own.isas, bl_pattern(of->held, own.swapped), cols);
    own.cols = cols;
    own.streams = 1;
    bl_run_rows(&own, rows, at + 1, (void *)at[BL_OUT], row);
    bl_end_rows(&own);
}

/** Advance to the block's next rows, along the dims outside a call. Returns 0 after the last ones. */
static int next_fold_block(const fold_walk *now, const fold_call *of, size_t *position, const void **at)
{
    for (size_t d = of->joined + 1; d < now->steps->plan.box; ++d) {
        const int goes_on = ++position[d] < now->extent[d];
        const ptrdiff_t by = goes_on ? 1 : 1 - (ptrdiff_t)position[d];

        for (size_t i = 0; i <= of->table->arity; ++i) {
            at[i] = (const unsigned char *)at[i] + by * of->places[i]->stride[d] * ((ptrdiff_t)1 << of->table->shifts[i]);
        }
        if (goes_on) {
            return 1;
        }
        position[d] = 0;
    }
    return 0;
}

/** Call the kernel on all rows of a block: the rows along one dim in each call. */
static void call_kernel(const fold_walk *now, const fold_call *of)
{
    const bl_table *table = of->table;
    const size_t box = now->steps->plan.box;
    const size_t row_dim = of->joined < box ? of->joined : 0; /* unused for a single row */
    const size_t rows = of->joined < box ? now->extent[of->joined] : 1;
    size_t cols = 1;
    size_t position[BL_MAX_RANK];
    const void *at[BL_OPERANDS];
    ptrdiff_t row[BL_OPERANDS];
    bl_kernel kernel;

    for (size_t d = 0; d < box; ++d) {
        cols *= d < of->joined ? now->extent[d] : 1;
        position[d] = 0;
    }
    for (size_t i = 0; i <= table->arity; ++i) {
        at[i] = of->places[i]->at;
        row[i] = of->places[i]->stride[row_dim];
    }
    kernel = bl_kernel_for(table, 0, now->steps->plan.isas, bl_pattern(of->held, table->exchanged), cols);
    do {
        if (of->streams) {
            stream_rows(now, of, cols, rows, at, row);
        } else {
            bl_call_kernel(table->call, table->exchanged, kernel, rows, cols, at + 1, of->parameters,
                           (void *)at[BL_OUT], row);
        }
    } while (next_fold_block(now, of, position, at));
}

/** Let the kernel write to the output if it is the last one and the output is contiguous enough, otherwise to the running result's tile. */
static void write_block(const fold_walk *now, fold_call *of, int is_last, const fold_place *running, const fold_place *out)
{
    const size_t out_joined = now->steps->out_joined;
    const int is_direct = is_last && out_joined > 0;

    of->places[BL_OUT] = is_direct ? out : running;
    of->joined = is_direct ? bl_smaller(of->joined, out_joined) : of->joined;
    of->streams = is_direct && now->streams;
    call_kernel(now, of);
}

/** A block's elements of input i for a kernel, without a copy or packed into that tile. Returns the number of joined dims. */
static size_t take_input(const fold_walk *now, size_t i, const fold_place *packed, fold_place *own, const fold_place **taken)
{
    const size_t joined = now->steps[i].joined;

    find_place(own, now, i, BL_FOLDED);
    *taken = own;
    if (joined > 0) {
        return joined;
    }
    copy_block(now, own, packed);
    *taken = packed;
    return now->steps->plan.box;
}

/** Run the whole fold on one block. */
static void run_fold_block(const fold_walk *now)
{
    const bl_fold_step *steps = now->steps;
    const size_t box = steps->plan.box;
    const uint32_t count = (uint32_t)steps->inputs;
    fold_place running, packed, input, out;
    const fold_place *left = &input;
    size_t left_joined = steps->joined;
    fold_call next;

    find_tile_place(&running, now, now->running);
    find_tile_place(&packed, now, now->packed);
    find_place(&out, now, 0, BL_OUT);
    find_place(&input, now, 0, BL_FOLDED);
    if (left_joined == 0) {
        copy_block(now, &input, &running);
        left = &running;
        left_joined = box;
    }
    next.parameters = &count;
    for (size_t i = 1; i < steps->inputs; i += steps[i].taken) {
        const size_t taken = steps[i].taken;
        fold_place right[BL_MOST_AT_ONCE - 1];

        next.table = taken == 1 ? steps->step : steps->at_once[taken - 2];
        next.held = steps[i].is_held ? BL_FOLD_HELD : 0;
        next.places[1] = left;
        next.joined = left_joined;
        for (size_t k = 0; k < taken; ++k) {
            next.joined = bl_smaller(next.joined, take_input(now, i + k, &packed, &right[k], &next.places[k + 2]));
        }
        write_block(now, &next, i + taken == steps->inputs && steps->finish == NULL, &running, &out);
        left = &running;
        left_joined = box;
    }
    if (steps->finish != NULL) {
        next.table = steps->finish;
        next.places[1] = left;
        next.joined = left_joined;
        next.held = 0;
        write_block(now, &next, 1, &running, &out);
    }
    if (steps->inputs == 1 || steps->out_joined == 0) {
        copy_block(now, left, &out);
    }
}

void bl_run_blocks(const bl_fold_step *steps, const bl_part *of, const bl_fold_operands *on)
{
    const bl_plan *plan = &steps->plan;
    size_t begin[BL_MAX_RANK];
    size_t end[BL_MAX_RANK];
    fold_memory memory;
    fold_walk now;
    size_t d;

    now.steps = steps;
    now.on = on;
    now.running = memory.bytes + (BL_TILE_ALIGN - (uintptr_t)memory.bytes % BL_TILE_ALIGN);
    now.packed = (unsigned char *)now.running + BL_FOLD_TILE_BYTES + BL_TILE_SLACK;
    now.streams = plan->streams && bl_is_aligned((uintptr_t)on->out, plan->table->shifts[BL_OUT]);
    for (size_t i = 0; i < steps->inputs && now.streams; ++i) {
        now.streams = bl_folded_data(on, i) != on->out; /* in place, the caches have the output's lines anyway */
    }
    if (steps->inputs == 1 && bl_folded_data(on, 0) == on->out) {
        return; /* a copy onto itself */
    }
    for (d = 0; d < plan->rank; ++d) {
        begin[d] = d == of->dim ? of->from : 0;
        end[d] = begin[d] + (d == of->dim ? of->extent : plan->dims[d].extent);
        now.from[d] = begin[d];
        now.extent[d] = bl_smaller(steps->block[d], end[d] - begin[d]);
    }
    do {
        run_fold_block(&now);
        for (d = 0; d < plan->rank; ++d) {
            const int goes_on = end[d] - now.from[d] > now.extent[d];

            now.from[d] = goes_on ? now.from[d] + now.extent[d] : begin[d];
            now.extent[d] = bl_smaller(steps->block[d], end[d] - now.from[d]);
            if (goes_on) {
                break;
            }
        }
    } while (d < plan->rank);
}
