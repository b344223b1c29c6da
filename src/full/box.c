/* The choice of a box: the innermost dims that form the columns of a kernel call. It compares the costs of calls, rows and packing
 * for each box; see strategy.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "box.h"
#include "rows.h"

/* Inputs with a step of more than two elements are often columns of one table: while the first one's tile is filled, at most
 * as much should be read as the first-level cache keeps for the second. */
#define BL_SPREAD_TILE_BYTES 4096

#define BL_FEW_ROWS 4 /* with so few rows, holding a value is always cheaper than packing */

#define BL_PLAIN_HELD_COST 2 /* instructions; more are spent only if that makes steps much shorter, as for a divisor */

#define BL_SQUARE 8 /* operands are transposed by squares; their sides are multiples of this */

/** The bytes of the widest operand's element. */
static size_t widest(const bl_plan *plan)
{
    unsigned most = 0;

    if (bl_packed_of(plan->table) == 0) {
        return plan->table->width;
    }
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        most = plan->table->shifts[i] > most ? plan->table->shifts[i] : most;
    }
    return (size_t)1 << most;
}

/** The data common to all candidates. */
typedef struct choice {
    const bl_plan *plan;
    size_t most_inner;          /* the largest number of elements in a box's dims except the last */
    unsigned transposed;        /* operands with a large stride along dim 0, and a smaller one along … */
    size_t across[BL_OPERANDS]; /* … this dim, the smallest; the rank if there is none */
} choice;

size_t bl_equal_chunk(const bl_plan *plan, size_t d, size_t most)
{
    const size_t extent = plan->dims[d].extent;
    size_t line;
    size_t equal;

    if (most >= extent) {
        return extent;
    }
    line = bl_steps_a_line(plan, d);
    if (most >= line) {
        most &= ~(line - 1);
    }
    equal = bl_quotient_up(extent, bl_quotient_up(extent, most));
    return most < line ? equal : (equal + line - 1) & ~(line - 1);
}

unsigned bl_held_of(const bl_table *table, const bl_variant *variant, unsigned still, unsigned *swapped)
{
    for (unsigned held = still; held != 0; held = (held - 1) & still) { /* all subsets, the whole first */
        for (unsigned times = 0; times <= table->commutes; ++times) {
            *swapped = table->exchanged ^ times;
            if (variant->patterns[bl_pattern(held, *swapped)] != NULL) {
                return held;
            }
        }
    }
    *swapped = table->exchanged;
    return 0;
}

void bl_choose_held(const bl_plan *plan, bl_candidate *strategy, unsigned still, size_t cols)
{
    const bl_table *table = plan->table;

    strategy->held = 0;
    strategy->swapped = table->exchanged;
    if (still != 0 && (cols >= table->held_cost || plan->count <= BL_FEW_ROWS * cols)) {
        strategy->held = bl_held_of(table, bl_variant_for(table, plan->isas, cols), still, &strategy->swapped);
    }
}

size_t bl_transposed_dim(const bl_plan *plan, size_t operand)
{
    const size_t rank = bl_plan_rank(plan);
    size_t least = bl_magnitude(plan->dims[0].stride[operand]);
    size_t nearest = rank;

    for (size_t d = 1; least > 1 && d < rank; ++d) {
        const size_t stride = bl_magnitude(plan->dims[d].stride[operand]);

        if (stride != 0 && stride < least) {
            least = stride;
            nearest = d;
        }
    }
    return nearest;
}

/** Compute the data common to all candidates. */
static void survey(choice *among, const bl_plan *plan)
{
    among->plan = plan;
    among->transposed = 0;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        among->across[i] = bl_transposed_dim(plan, i);
        among->transposed |= (unsigned)(among->across[i] < plan->rank) << i;
    }
    among->most_inner = bl_quotient(bl_tile_bytes(plan->table->arity + 1u, 0), 2u * widest(plan)); /* if every operand were packed */
}

/** A cost per cache line, converted to one per element. */
static uint32_t line_cost(uint32_t cost, unsigned shift)
{
    return (cost * 1024 << shift) / BL_LINE_BYTES;
}

/** The cost per element of repeating values, or groups of them, `period` elements from each. */
static uint32_t repeating_cost(size_t period, unsigned shift)
{
    const size_t own = bl_smaller(period, BL_PLAIN_TILE_BYTES); /* no tile has more */
    const uint32_t bytes = (uint32_t)own << shift;

    return bytes <= BL_REPEATED_BYTES ? line_cost(BL_REPEAT_TENTHS_NS, shift)
                                      : bl_spread(BL_SPLAT_TENTHS_NS * (1 + (bytes - 1) / (BL_LINE_BYTES / 2)), own);
}

/** The cost of packing operand i, per element of the tile. */
static uint32_t packing_cost(const choice *among, const bl_candidate *strategy, size_t i)
{
    const bl_plan *plan = among->plan;
    const ptrdiff_t first = plan->dims[0].stride[i];
    size_t run = plan->dims[0].extent;

    if (bl_has(strategy->held, i)) { /* one element in a row */
        return bl_spread(BL_STEP_TENTHS_NS, run);
    }
    if (first == 0 || first == 1) {
        const unsigned shift = plan->table->shifts[i];
        const uint32_t tile = line_cost(BL_TILE_TENTHS_NS, shift);
        size_t d = 1;
        size_t plane;

        for (; d < strategy->box && plan->dims[d].stride[i] == first * (ptrdiff_t)run; ++d) {
            run *= plan->dims[d].extent;
        }
        plane = run;
        for (; first == 1 && d < strategy->box && plan->dims[d].stride[i] == 0; ++d) {
            plane *= plan->dims[d].extent; /* the copies of a run are made one plane at a time */
        }
        if (first == 0 || (plane > run && run << shift <= BL_LINE_BYTES)) {
            return tile + repeating_cost(first == 0 ? run : plane, shift);
        }
        return tile + bl_spread(BL_RUN_TENTHS_NS, run) + (plane > run ? bl_spread(BL_CALL_TENTHS_NS, plane) : 0);
    }
    if (i != BL_OUT && bl_magnitude(first) <= BL_MOVES_STEP && run > BL_FEW_COLS) {
        return BL_STEP_TENTHS_NS * 1024;
    }
    { /* transposing whole cache lines is fast, and less so if there are only the sides of the largest squares */
        const size_t across = among->across[i];
        const size_t steps = across >= plan->rank          ? 0
                             : across == strategy->row     ? strategy->rows
                             : across + 1 < strategy->box  ? plan->dims[across].extent
                             : across + 1 == strategy->box ? strategy->chunk
                                                           : 1;

        return (steps << plan->table->shifts[i] >= BL_LINE_BYTES ? BL_TRANSPOSE_TENTHS_NS
                : steps >= BL_MOVES_SQUARE                       ? BL_TRANSPOSE_PART_TENTHS_NS
                                                                 : BL_GATHER_TENTHS_NS) *
               1024;
    }
}

/** How many times the tile of operand i is used before it is packed again. */
static size_t tile_uses(const bl_plan *plan, const bl_candidate *strategy, size_t i)
{
    const bl_plan_dim *last = &plan->dims[strategy->box - 1];
    size_t uses = last->stride[i] == 0 ? bl_quotient_up(last->extent, strategy->chunk) : 1;

    for (size_t d = strategy->box; d < plan->rank; ++d) {
        if (plan->dims[d].stride[i] == 0) {
            uses *= plan->dims[d].extent;
        }
    }
    return uses;
}

/** Choose the rows of a kernel call if nothing is packed: the longest dim, if the innermost is short. There is always a dim
 * outside the box: a plan with a single dim is a line (strategy.c), and two dims without packing would have been merged. */
static void choose_direct_rows(const bl_plan *plan, bl_candidate *strategy)
{
    const size_t rank = bl_plan_rank(plan);

    strategy->tile = 0;
    strategy->row = strategy->box;
    for (size_t d = strategy->box + 1; d < rank && plan->dims[strategy->row].extent < 8; ++d) {
        if (plan->dims[d].extent > plan->dims[strategy->row].extent) {
            strategy->row = d;
        }
    }
    strategy->chunk = plan->dims[strategy->box - 1].extent;
    strategy->rows = plan->dims[strategy->row].extent;
}

/** The dim with the smallest stride of the first of these operands that has such a dim; otherwise the rank. */
static size_t first_across(const choice *among, unsigned operands)
{
    operands &= among->transposed;
    for (size_t i = 0; operands >> i != 0; ++i) {
        if (bl_has(operands, i)) {
            return among->across[i];
        }
    }
    return among->plan->rank;
}

/** Whether one of these operands is an input whose columns have a step of more than two elements. */
static int is_spread(const bl_plan *plan, unsigned operands)
{
    int spread_out = 0;

    for (size_t i = 1; operands >> i != 0; ++i) {
        spread_out = spread_out || (bl_has(operands, i) && bl_magnitude(plan->dims[0].stride[i]) > 2);
    }
    return spread_out;
}

/** At most `steps` steps across: whole squares, unless `steps` is the whole dim. */
static size_t whole_squares(const choice *among, size_t dim, size_t steps)
{
    return steps > BL_SQUARE && steps < among->plan->dims[dim].extent ? steps - steps % BL_SQUARE : steps;
}

/** Choose the rows of a kernel call if something is packed, and shorten the columns to a tile. */
static void choose_packed_rows(const choice *among, bl_candidate *strategy, size_t inner)
{
    const bl_plan *plan = among->plan;
    const size_t across = first_across(among, strategy->packed);
    size_t capacity;

    strategy->row = strategy->box;
    strategy->tile = bl_tile_bytes(bl_count_of(strategy->packed), across < plan->rank);
    if (across == plan->rank && is_spread(plan, strategy->packed)) {
        strategy->tile = bl_smaller(strategy->tile, BL_SPREAD_TILE_BYTES);
    }
    capacity = bl_quotient(strategy->tile, widest(plan));
    strategy->rows = 1;
    if (strategy->box == 1 && across < plan->rank) { /* two lines of the transposed operand, or a square of a small tile */
        strategy->row = across;
        strategy->rows = bl_smaller(plan->dims[across].extent, bl_quotient(2 * BL_LINE_BYTES, widest(plan)));
        while (strategy->rows > 1 && strategy->rows * strategy->rows > capacity) {
            strategy->rows /= 2;
        }
    }
    strategy->chunk = bl_equal_chunk(plan, strategy->box - 1, bl_quotient(capacity, inner * strategy->rows));
    if (strategy->box > 1 && across < plan->rank) {
        strategy->chunk = whole_squares(among, strategy->box - 1u, strategy->chunk);
    }
    if (strategy->row < plan->rank) {
        const bl_plan_dim *row = &plan->dims[strategy->row];
        int advances = 0;

        for (size_t i = 0; i <= plan->table->arity; ++i) {
            advances = advances || (bl_has(strategy->packed, i) && row->stride[i] != 0);
        }
        strategy->rows = advances ? bl_smaller(row->extent, bl_quotient(capacity, inner * strategy->chunk)) : row->extent;
        if (across < plan->rank) {
            strategy->rows = whole_squares(among, strategy->row, strategy->rows);
        }
    }
}

/** The cost of a row of a kernel call in addition to its elements. A partly filled step takes one and a half times as long as a
 * full one, because it overlaps with no other. */
static uint32_t row_cost(const bl_plan *plan, const bl_candidate *strategy, const bl_variant *variant, size_t cols)
{
    const uint32_t step = variant->step;
    const uint32_t rest = (uint32_t)cols & (step - 1);
    const int is_light = strategy->held != 0 && plan->table->held_cost > BL_PLAIN_HELD_COST; /* held operands make steps much cheaper */
    const uint32_t idle = rest > 0 && !is_light ? step - rest + step / 2 : 0;
    const uint32_t held = strategy->held != 0 ? plan->table->held_cost : 0;
    const uint32_t visits = strategy->row > strategy->box ? 2 : 1; /* rows of an outer dim use the same lines again */

    return visits * BL_ROW_TENTHS_NS + held + BL_INSTRUCTION_TENTHS_NS * variant->instructions * idle / step;
}

/** The cost of an element if a row of a kernel call has `cols` of them. *beyond is a lower bound for the cost of all larger boxes:
 * these also pack the operands that are packed here, once for each step of the next dim if the operand's stride along it is 0. */
static uint32_t cost_of(const choice *among, const bl_candidate *strategy, size_t cols, uint32_t *beyond)
{
    const bl_plan *plan = among->plan;
    const bl_plan_dim *next = strategy->box < plan->rank ? &plan->dims[strategy->box] : NULL;
    const bl_variant *variant = bl_variant_for(plan->table, plan->isas, cols);
    uint32_t cost = bl_spread(row_cost(plan, strategy, variant, cols), cols) +
                    bl_spread(BL_CALL_TENTHS_NS, cols * strategy->rows);

    if (variant->contract == 1 && variant != bl_variant_for(plan->table, plan->isas, SIZE_MAX)) {
        cost += (BL_SCALAR_TENTHS_NS + bl_point_cost(plan->table) - BL_ROW_TENTHS_NS) * 1024;
    }
    if (strategy->packed != 0) {
        cost += bl_spread(BL_PACKED_TENTHS_NS, plan->count);
    }
    *beyond = 0;
    for (size_t i = 0; strategy->packed >> i != 0; ++i) {
        if (bl_has(strategy->packed, i)) {
            const uint32_t own =
                packing_cost(among, strategy, i) / (uint32_t)bl_smaller(tile_uses(plan, strategy, i), UINT16_MAX);

            cost += own;
            *beyond += next != NULL && next->stride[i] == 0 ? own * (uint32_t)bl_smaller(next->extent, 8) : own;
        }
    }
    return cost;
}

/** Begin the strategy for a box of `box` dims, which has `inner` elements without its last dim: find the contiguous operands, the
 * held ones, and those that must be packed. On entry, the sets of contiguous operands and of those with strides of 0 are for the box
 * without its last dim; they are reduced to those for the whole box. */
static void outline(const bl_plan *plan, bl_candidate *strategy, size_t box, size_t inner, unsigned *contiguous,
                    unsigned *still)
{
    const size_t arity = plan->table->arity;
    const bl_plan_dim *dim = &plan->dims[box - 1];
    unsigned own_contiguous = 0;
    unsigned own_still = 0;

    for (size_t i = 0; i <= arity; ++i) {
        own_contiguous |= (unsigned)((size_t)dim->stride[i] == inner) << i;
        own_still |= (unsigned)(dim->stride[i] == 0) << i;
    }
    *contiguous &= own_contiguous;
    *still &= own_still;
    strategy->box = box;
    bl_choose_held(plan, strategy, *still, inner * dim->extent);
    strategy->packed = (((2u << arity) - 1u) & ~(*contiguous | strategy->held)) | bl_packed_of(plan->table);
}

const bl_candidate *bl_choose_box(const bl_plan *plan, bl_candidate *strategies)
{
    choice among;
    bl_candidate *best = &strategies[0];
    bl_candidate *strategy = best;
    unsigned contiguous = ~0u;
    unsigned still = ~BL_OUT_BIT;
    uint32_t beyond;
    size_t inner = 1;
    size_t box = 1;

    outline(plan, strategy, box, inner, &contiguous, &still);
    if (strategy->packed == 0 && plan->dims[0].extent >= BL_CHEAP_ROW_COLS) {
        choose_direct_rows(plan, strategy);
        return strategy;
    }
    survey(&among, plan);
    for (;;) {
        if (strategy->packed == 0) {
            choose_direct_rows(plan, strategy);
        } else {
            choose_packed_rows(&among, strategy, inner);
        }
        strategy->cost = cost_of(&among, strategy, inner * strategy->chunk, &beyond);
        best = strategy->cost < best->cost ? strategy : best;
        inner *= plan->dims[box - 1].extent;
        if (box == plan->rank || inner > among.most_inner || best->cost <= beyond) {
            return best;
        }
        strategy = best == &strategies[0] ? &strategies[1] : &strategies[0];
        outline(plan, strategy, ++box, inner, &contiguous, &still);
    }
}
