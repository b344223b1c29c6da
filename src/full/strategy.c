/* The strategy of a plan: from merged dims to kernel calls.
 *
 * A kernel call covers rows x cols elements. Its columns are the plan's `box`: the innermost dims, the last of them
 * perhaps in chunks; its rows are the next dim, or part of it; loops run over the other dims. An operand that is
 * contiguous over the box is passed without a copy. An input with strides of 0 over the box is passed as a held one if
 * there is a kernel for that. Any other operand is PACKED: its elements for the call are copied into a tile on the
 * stack (or, for the output, from it). A larger box means longer rows and fewer calls, but more packing; so box.c
 * estimates the cost of each box, with the numbers in costs.h, and the cheapest is chosen. The strategies are
 *
 *     direct      nothing packed: same shapes, long rows, a value per row
 *     replicate   [M,3] + [3]: a box of many rows; the row is packed once, as many copies
 *     repeat      [M,3] * [M,1]: a box of many rows; each value is packed as three copies; and values that no kernel holds
 *     transpose   A + B^T: rows of the kernel along B's rows, so that each of B's cache lines is read once
 *     gather      any other strides, also negative ones; likewise scatter for the output
 *     once        the same, if the whole input fits into a tile: packed once, then all is direct
 *     stream      direct, with non-temporal stores of results that the caches cannot keep
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "box.h"
#include "line.h"
#include "rows.h"

/** Move the dim along which the fewest operands have a large stride to the first place. */
static void choose_inner_dim(bl_plan *plan)
{
    size_t best = 0;
    unsigned best_jumps = UINT8_MAX;

    for (size_t d = 0; d < plan->rank && best_jumps > 0; ++d) {
        unsigned jumps = 0;

        for (size_t i = 0; i <= plan->table->arity; ++i) {
            jumps += (size_t)plan->dims[d].stride[i] > 1;
        }
        if (jumps < best_jumps) {
            best = d;
            best_jumps = jumps;
        }
    }
    if (best > 0) {
        bl_move_dim(plan, best, 0);
    }
}

/** The number of packed inputs with tiles that remain valid along dim d. */
static unsigned kept_tiles(const bl_plan *plan, size_t d)
{
    unsigned kept = 0;

    for (size_t i = 1; plan->packed >> i != 0; ++i) {
        kept += bl_has(plan->packed, i) && plan->dims[d].stride[i] == 0;
    }
    return kept;
}

/** Order the loops around the kernel calls: those that keep most tiles valid are innermost. */
static void arrange_loops(bl_plan *plan)
{
    plan->loop_count = 0;
    for (size_t d = plan->box - 1u; d < plan->rank; ++d) {
        const size_t step = d + 1 == plan->box ? plan->chunk : d == plan->box ? plan->rows
                                                                              : 1;

        if (step < plan->dims[d].extent) {
            size_t place = plan->loop_count++;

            while (place > 0 && kept_tiles(plan, plan->loops[place - 1]) < kept_tiles(plan, d)) {
                plan->loops[place] = plan->loops[place - 1];
                --place;
            }
            plan->loops[place] = (uint8_t)d;
        }
    }
}

/** Pack inputs once if their tiles have room for all elements that any block needs; then make the kernel calls as long as possible. */
static void choose_once(bl_plan *plan)
{
    const size_t tile = bl_tile_bytes(bl_count_of(plan->packed), 1);
    size_t longest = plan->box;

    if ((plan->packed & BL_OUT_BIT) != 0 || plan->box == plan->rank) {
        return;
    }
    for (size_t i = 1; plan->packed >> i != 0; ++i) {
        size_t left = tile >> plan->table->shifts[i];

        for (size_t d = 0; d < plan->rank && bl_has(plan->packed, i); ++d) {
            if (d < plan->box || plan->dims[d].stride[i] != 0) {
                left = bl_quotient(left, plan->dims[d].extent);
            }
        }
        if (left == 0) {
            return;
        }
    }
    for (size_t d = plan->box; d < plan->rank; ++d) {
        if (plan->dims[d].extent > plan->dims[longest].extent) {
            longest = d;
        }
    }
    if (longest > plan->box) {
        bl_move_dim(plan, longest, plan->box);
    }
    plan->rows = plan->dims[plan->box].extent;
    plan->chunk = plan->dims[plan->box - 1u].extent;
    plan->tile = (uint32_t)tile;
    plan->once = 1;
}

/** Whether results bypass the caches. */
static int pays_to_stream(const bl_plan *plan, size_t cache_bytes)
{
    const bl_table *table = plan->table;
    const bl_kernel *streams = table->variants[plan->variant].streams;
    size_t read = 0;

    if (plan->cols < BL_STREAM_BYTES >> table->shifts[BL_OUT] || (plan->packed & BL_OUT_BIT) != 0 || streams == NULL ||
        streams[bl_pattern(plan->held, plan->swapped)] == NULL) {
        return 0;
    }
    for (size_t i = 1; i <= table->arity; ++i) {
        read = bl_bytes_together(read, plan->bytes[i]);
    }
    return bl_outgrows_caches(read, plan->bytes[BL_OUT], cache_bytes);
}

/** Apply the chosen strategy to the plan. */
static void adopt(bl_plan *plan, const bl_candidate *strategy)
{
    plan->box = (uint8_t)strategy->box;
    plan->chunk = strategy->chunk;
    plan->rows = strategy->rows;
    plan->held = (uint8_t)strategy->held;
    plan->swapped = (uint8_t)strategy->swapped;
    plan->packed = (uint8_t)strategy->packed;
    plan->tile = (uint32_t)strategy->tile;
    plan->once = 0;
    if (strategy->row < plan->rank && strategy->row > strategy->box) {
        bl_move_dim(plan, strategy->row, strategy->box);
    }
}

/** Compute few elements one by one, as rows of a single column, if that costs less than packing them. */
static int choose_points(bl_plan *plan, const bl_candidate *than)
{
    const size_t arity = plan->table->arity;
    size_t longest = 0;

    if (than->packed == 0 || plan->rank == BL_MAX_RANK || bl_packed_of(plan->table) != 0) {
        return 0;
    }
    for (size_t d = 1; d < plan->rank; ++d) {
        if (plan->dims[d].extent > plan->dims[longest].extent) {
            longest = d;
        }
    }
    if (bl_point_cost(plan->table) * 1024 + bl_spread(BL_CALL_TENTHS_NS, plan->dims[longest].extent) >= than->cost) {
        return 0;
    }
    bl_move_dim(plan, longest, 0);
    for (size_t d = plan->rank++; d > 0; --d) {
        plan->dims[d] = plan->dims[d - 1];
    }
    plan->dims[0].extent = 1;
    for (size_t i = 0; i <= arity; ++i) {
        plan->dims[0].stride[i] = 0;
    }
    plan->box = 1;
    plan->chunk = 1;
    plan->rows = plan->dims[1].extent;
    plan->held = 0;
    plan->swapped = plan->table->exchanged;
    plan->packed = 0;
    plan->tile = 0;
    plan->once = 0;
    return 1;
}

/** Whether the plan is one kernel call that run_call.c makes: its operands begin at their pointers, and the order of the rows does not
 * matter. */
static int is_quick(const bl_plan *plan)
{
    size_t below = 0;

    for (size_t i = 0; i <= plan->table->arity; ++i) {
        below |= plan->below[i];
    }
    return plan->is_one_call && plan->is_plain && below == 0 && plan->table->call <= BL_CALL_3 &&
           (plan->rows == 1 || (!plan->is_long && !plan->swapped));
}

/** Look up the kernel for whole blocks, and whether its stores are non-temporal. */
static void choose_kernel(bl_plan *plan, size_t cache_bytes)
{
    const bl_table *table = plan->table;
    const bl_variant *variant = plan->cols == 1 ? &table->variants[table->variant_count - 1u] /* plain C is faster for one column */
                                                : bl_variant_for(table, plan->isas, plan->cols);
    const unsigned pattern = bl_pattern(plan->held, plan->swapped);

    plan->variant = (uint8_t)(variant - table->variants);
    plan->kernel = variant->patterns[pattern];
    if (plan->kernel == NULL) {
        plan->kernel = bl_kernel_for(plan->table, plan->variant, plan->isas, pattern, plan->cols);
    }
    plan->streams = (uint8_t)pays_to_stream(plan, cache_bytes);
    plan->is_long = plan->cols >= BL_CUT_BYTES >> plan->table->shifts[BL_OUT];
    plan->is_one_call = plan->packed == 0 && plan->loop_count == 0 && !plan->streams && !plan->is_turned;
    plan->quick = is_quick(plan) ? table->call : 0;
}

/** Whether the plan's kernel accepts the plan's rows cut into rows of `cols` columns. */
static int takes_rows(const bl_plan *plan, size_t cols)
{
    return plan->cols < 2 * cols || bl_kernel_for(plan->table, plan->variant, plan->isas, bl_pattern(plan->held, plan->swapped),
                                                  cols) == plan->kernel;
}

/** The strategy of a single dim along which all operands are contiguous or have stride 0: there is only one. Values that no pattern holds
 * are repeated. Returns 0 for other plans, whose result does not depend on the fields that this has changed. */
static int choose_line(bl_plan *plan, size_t cache_bytes)
{
    const size_t arity = plan->table->arity;
    const bl_plan_dim *line = &plan->dims[0];
    bl_candidate strategy;
    unsigned still = 0;

    for (size_t i = 0; i <= arity; ++i) {
        if ((size_t)line->stride[i] > 1) {
            return 0;
        }
        still |= (unsigned)(1 - line->stride[i]) << i;
    }
    bl_choose_held(plan, &strategy, still, line->extent);
    plan->box = 1;
    plan->chunk = line->extent;
    plan->cols = line->extent;
    plan->rows = 1;
    plan->held = (uint8_t)strategy.held;
    plan->swapped = (uint8_t)strategy.swapped;
    plan->packed = (uint8_t)(still & ~strategy.held);
    plan->tile = 0;
    plan->once = 0;
    plan->loop_count = 0;
    choose_kernel(plan, cache_bytes);
    if (plan->packed != 0) {
        const size_t row = bl_repeated_cols(plan->table, plan->packed);

        plan->tile = (uint32_t)row;
        plan->repeats = !plan->streams && takes_rows(plan, row);
        return plan->repeats;
    }
    return 1;
}

void bl_choose_strategy(bl_plan *plan, size_t cache_bytes)
{
    bl_candidate strategies[2];
    const bl_candidate *best;

    plan->repeats = 0;
    if (plan->rank > 1) {
        choose_inner_dim(plan);
    } else if (bl_packed_of(plan->table) == 0 && choose_line(plan, cache_bytes)) {
        return;
    }
    best = bl_choose_box(plan, strategies);
    if (!choose_points(plan, best)) {
        adopt(plan, best);
        if (plan->packed != 0) {
            choose_once(plan);
        }
    }
    plan->cols = plan->chunk;
    for (size_t d = 0; d + 1u < plan->box; ++d) {
        plan->cols *= plan->dims[d].extent;
    }
    arrange_loops(plan);
    choose_kernel(plan, cache_bytes);
}
