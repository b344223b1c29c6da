/* The blocks of folds: the elements of a block, and how kernels take its operands.
 *
 * A block has as many steps of the inner dims as fit into a tile, which therefore stays in the first-level cache; the last
 * kernel writes the output. Within a block, an input is passed to the kernel without a copy if it is contiguous or one value over rows
 * that are long enough for a call. Otherwise it is packed into a second tile.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../folds/fold.h"
#include "box.h"
#include "rows.h"

#define BL_SHORTEST_ROW 16 /* columns; packing costs less than calls of shorter ones */

/** Move the dim along which the fewest operands have a stride of more than one element to the first place. */
static void choose_fold_inner_dim(bl_fold_step *steps, size_t count)
{
    size_t best = 0;
    size_t best_jumps = SIZE_MAX;

    for (size_t d = 0; d < steps->plan.rank; ++d) {
        size_t jumps = (size_t)steps->plan.dims[d].stride[BL_OUT] > 1;

        for (size_t i = 0; i < count; ++i) {
            jumps += (size_t)steps[i].plan.dims[d].stride[BL_FOLDED] > 1;
        }
        if (jumps < best_jumps) {
            best = d;
            best_jumps = jumps;
        }
    }
    bl_move_fold_dim(steps, count, best, 0);
}

/** Find the first operand with a large stride along dim 0, and move the dim with its smallest stride to the second place. Returns 0 if
 * there is no such operand. */
static int choose_across_dim(bl_fold_step *steps, size_t count)
{
    const size_t rank = bl_plan_rank(&steps->plan);
    size_t across = bl_transposed_dim(&steps->plan, BL_OUT);

    for (size_t i = 0; i < count && across == rank; ++i) {
        across = bl_transposed_dim(&steps[i].plan, BL_FOLDED);
    }
    if (across >= rank) {
        return 0;
    }
    bl_move_fold_dim(steps, count, across, 1);
    return 1;
}

/** Whether a single input is copied without a tile: it repeats no elements. */
static int is_copied_directly(const bl_fold_step *steps, size_t count)
{
    int repeats = 0;

    for (size_t d = 0; d < steps->plan.rank; ++d) {
        repeats = repeats || steps->plan.dims[d].stride[BL_FOLDED] == 0;
    }
    return count == 1 && !repeats;
}

/** The steps of each dim in a block: whole inner dims, then one in chunks, with as many elements as fit into a tile. */
static void choose_block(bl_fold_step *steps, size_t count)
{
    const unsigned shift = steps->step->shifts[BL_OUT];
    const int is_transposed = choose_across_dim(steps, count);
    const bl_plan *plan = &steps->plan;
    size_t capacity = is_copied_directly(steps, count) && !is_transposed ? SIZE_MAX : (size_t)BL_FOLD_TILE_BYTES >> shift;
    size_t rows = 1;
    size_t box = 1;

    if (is_transposed) { /* two lines of the transposed operand, or a square of a small tile */
        rows = bl_smaller(plan->dims[1].extent, (size_t)2 * BL_LINE_BYTES >> shift);
        while (rows > 1 && rows * rows > capacity) {
            rows /= 2;
        }
    }
    for (size_t d = 0; d < plan->rank; ++d) {
        steps->block[d] = bl_equal_chunk(plan, d, d == 0 ? capacity / rows : capacity);
        capacity /= steps->block[d];
        if (steps->block[d] > 1) {
            box = d + 1;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        steps[i].plan.box = (uint8_t)box;
    }
}

/** The number of a block's inner dims over which the operand is contiguous. A dim in chunks is the last of them, because the last chunk may
 * be shorter in the tile, but not in the operand. */
static size_t contiguous_dims(const bl_fold_step *steps, const bl_plan *plan, size_t operand)
{
    size_t dense = 1;
    size_t d = 0;

    while (d < plan->box && (size_t)plan->dims[d].stride[operand] == dense &&
           (d == 0 || steps->block[d - 1] == plan->dims[d - 1].extent)) {
        dense *= steps->block[d++];
    }
    return d;
}

/** The number of inner dims over which the operand's strides are 0. */
static size_t still_dims(const bl_plan *plan, size_t operand)
{
    size_t d = 0;

    while (d < plan->box && plan->dims[d].stride[operand] == 0) {
        ++d;
    }
    return d;
}

/** The columns of a row over `dims` inner dims of a block. */
static size_t columns(const bl_fold_step *steps, size_t dims)
{
    size_t cols = 1;

    for (size_t d = 0; d < dims; ++d) {
        cols *= steps->block[d];
    }
    return cols;
}

/** `dims` if the unpacked rows over these dims are worth a kernel call: long, or the whole block; otherwise 0. */
static uint8_t joined_dims(const bl_fold_step *steps, size_t dims, size_t shortest)
{
    return (uint8_t)(dims == steps->plan.box || columns(steps, dims) >= shortest ? dims : 0);
}

/** The number of inputs, from the i-th on, that one kernel takes: contiguous ones, one of which may be in the tile. A kernel that
 * holds an input takes no other. */
static uint8_t inputs_taken(const bl_fold_step *steps, size_t count, size_t i)
{
    uint8_t most = 1;
    size_t packed = 0;

    for (uint8_t taken = 1; taken < BL_MOST_AT_ONCE && i + taken <= count; ++taken) {
        const bl_fold_step *own = &steps[i + taken - 1];

        packed += own->joined == 0;
        if (own->is_held || packed > 1) {
            break;
        }
        most = taken > 1 && steps->at_once[taken - 2] != NULL ? taken : most;
    }
    return most;
}

/** Choose how the kernels take a block's operands. */
static void choose_joined_dims(bl_fold_step *steps, size_t count)
{
    const bl_table *table = steps->step;
    const bl_kernel *patterns = table->variants[table->variant_count - 1u].patterns;
    const int can_hold = patterns[bl_pattern(BL_FOLD_HELD, table->exchanged)] != NULL;
    const size_t shortest_held = table->held_cost > BL_SHORTEST_ROW ? table->held_cost : BL_SHORTEST_ROW;

    steps->out_joined = joined_dims(steps, contiguous_dims(steps, &steps->plan, BL_OUT), BL_SHORTEST_ROW);
    for (size_t i = 0; i < count; ++i) {
        bl_fold_step *own = &steps[i];

        own->joined = joined_dims(steps, contiguous_dims(steps, &own->plan, BL_FOLDED), BL_SHORTEST_ROW);
        own->is_held = 0;
        if (own->joined == 0 && i > 0 && can_hold) {
            own->joined = joined_dims(steps, still_dims(&own->plan, BL_FOLDED), shortest_held);
            own->is_held = own->joined > 0;
        }
    }
    for (size_t i = 1; i < count; i += steps[i].taken) {
        steps[i].taken = inputs_taken(steps, count, i);
    }
    if (count == 1) { /* directly to the output; but repeated elements are only written to tiles */
        steps->joined = is_copied_directly(steps, count) ? steps->plan.box : 0;
    }
}

/** The first of the inputs that the last kernel takes. */
static size_t last_taken(const bl_fold_step *steps, size_t count)
{
    size_t first = 1;

    while (first + steps[first].taken < count) {
        first += steps[first].taken;
    }
    return first;
}

/** Choose non-temporal stores for the last kernel's rows, as for a plan; and the variant. */
static void choose_stream(bl_fold_step *steps, size_t count, size_t cache_bytes)
{
    const size_t first = steps->finish != NULL || count == 1 ? count : last_taken(steps, count);
    const bl_table *table = steps->finish != NULL ? steps->finish
                            : count - first < 2   ? steps->step
                                                  : steps->at_once[count - first - 2];
    const unsigned held = first < count && steps[first].is_held ? BL_FOLD_HELD : 0;
    const unsigned pattern = bl_pattern(held, table->exchanged);
    size_t joined = steps->out_joined;
    size_t cols;
    const bl_kernel *streams;
    size_t read = 0;

    for (size_t i = first; i < count; ++i) {
        joined = steps[i].joined > 0 ? bl_smaller(joined, steps[i].joined) : joined;
    }
    cols = columns(steps, joined);
    steps->plan.streams = 0;
    steps->plan.variant = (uint8_t)(bl_variant_for(table, steps->plan.isas, cols) - table->variants);
    streams = table->variants[steps->plan.variant].streams;
    if (joined == 0 || count == 1 || cols < BL_STREAM_BYTES >> table->shifts[BL_OUT] || streams == NULL ||
        streams[pattern] == NULL) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        read = bl_bytes_together(read, steps[i].plan.bytes[BL_FOLDED]);
    }
    steps->plan.streams = (uint8_t)bl_outgrows_caches(read, steps->plan.bytes[BL_OUT], cache_bytes);
}

void bl_choose_blocks(bl_fold_step *steps, size_t count, size_t cache_bytes)
{
    choose_fold_inner_dim(steps, count);
    choose_block(steps, count);
    choose_joined_dims(steps, count);
    choose_stream(steps, count, cache_bytes);
}
