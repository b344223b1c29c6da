/* The strategy of a plan: from merged dims to kernel calls.
 *
 * A kernel call covers rows x cols elements. Its columns are the plan's `box`: the innermost dims, the last of them
 * perhaps in chunks; its rows are the next dim, or part of it; what remains is looped over. An operand that is
 * contiguous over the box is passed as it lies, an input that stands still over the box is held where there is a kernel
 * for that; any other is PACKED: its elements for the call are copied into a tile on the stack (or, for the output, from
 * it). A larger box means longer rows and fewer calls but more to pack, so each box is weighed, by the costs in costs.h,
 * and the cheapest is taken. That alone gives
 *
 *     direct      nothing packed: same shapes, long rows, a value per row
 *     replicate   [M,3] + [3]: a box of many rows; the row is packed once, many times over
 *     repeat      [M,3] * [M,1]: a box of many rows; each value is packed three times over; and what no kernel holds
 *     transpose   A + B^T: rows of the kernel along B's rows, so that each of B's cache lines is read once
 *     gather      any other strides, backward ones included; likewise scatter for the output
 *     once        the same, where a tile has room for the whole input: packed once, then all is direct
 *     stream      direct, with results that the caches cannot keep going past them
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "costs.h"
#include "isa.h"
#include "pack.h"
#include "plan.h"

#define SQUARE 8 /* what the sides of the squares by which operands are transposed are multiples of */

#define OUT_BIT (1u << BL_OUT)

/** One way to run the plan. */
typedef struct candidate {
    uint32_t cost; /* of an element, in tenths of a nanosecond / 1024 */
    size_t box;
    size_t chunk;
    size_t row; /* the dim that makes up the rows; the plan's rank where there is none */
    size_t rows;
    size_t tile; /* bytes of each tile */
    unsigned packed;
    unsigned held;
    unsigned swapped;
} candidate;

/** What all candidates have in common. */
typedef struct choice {
    const bl_plan *plan;
    size_t most_inner;          /* a box's dims but for the last have no more elements */
    unsigned transposed;        /* operands that jump along dim 0, and move less along … */
    size_t across[BL_OPERANDS]; /* … this dim, least of all; the rank where there is none */
} choice;

/** a / b, by a short division where that will do: a long one is slow on many processors. */
static size_t quotient(size_t a, size_t b)
{
    return a <= UINT32_MAX && b <= UINT32_MAX ? (uint32_t)a / (uint32_t)b : a / b;
}

static size_t quotient_up(size_t a, size_t b)
{
    return quotient(a - 1, b) + 1;
}

size_t bl_steps_a_line(const bl_plan *plan, size_t d)
{
    size_t bytes = bl_magnitude(plan->dims[d].stride[BL_OUT]) * bl_operand_width(plan, BL_OUT);
    size_t steps = BL_LINE_BYTES;

    while (steps > 1 && bytes % 2 == 0) {
        steps /= 2;
        bytes /= 2;
    }
    return steps;
}

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
    equal = quotient_up(extent, quotient_up(extent, most));
    return most < line ? equal : (equal + line - 1) & ~(line - 1);
}

static uint32_t spread(uint32_t cost, size_t elements)
{
    return elements < 1u << 20 ? cost * 1024u / (uint32_t)elements : 0;
}

/** Bytes of each of so many tiles: a power of two of them share the room. */
static size_t tile_bytes(size_t tiles, int is_large)
{
    size_t share = BL_TILE_BYTES;

    for (size_t sharers = 1; sharers < tiles; sharers *= 2) {
        share /= 2;
    }
    return is_large ? share : bl_smaller(share, BL_PLAIN_TILE_BYTES);
}

static size_t count_of(unsigned operands)
{
    size_t count = 0;

    for (; operands != 0; operands &= operands - 1) {
        ++count;
    }
    return count;
}

/** Choose which of the inputs that stand still the kernel holds: as many as it has a pattern for. */
static void choose_held(const bl_plan *plan, candidate *strategy, unsigned still, size_t cols)
{
    const bl_table *table = plan->table;
    const bl_kernel *patterns;

    strategy->held = 0;
    strategy->swapped = table->exchanged;
    if (still == 0 || (cols < table->held_cost && plan->count > BL_FEW_ROWS * cols)) {
        return;
    }
    patterns = bl_variant_for(table, plan->isas, cols)->patterns;
    for (unsigned held = still; held != 0; held = (held - 1) & still) { /* all subsets, the whole first */
        for (unsigned times = 0; times <= table->commutes; ++times) {
            const unsigned swapped = table->exchanged ^ times;

            if (patterns[bl_pattern(held, swapped)] != NULL) {
                strategy->held = held;
                strategy->swapped = swapped;
                return;
            }
        }
    }
}

size_t bl_transposed_dim(const bl_plan *plan, size_t operand)
{
    size_t least = bl_magnitude(plan->dims[0].stride[operand]);
    size_t nearest = plan->rank;

    for (size_t d = 1; least > 1 && d < plan->rank; ++d) {
        const size_t stride = bl_magnitude(plan->dims[d].stride[operand]);

        if (stride != 0 && stride < least) {
            least = stride;
            nearest = d;
        }
    }
    return nearest;
}

/** Look at what all candidates have in common. */
static void survey(choice *among, const bl_plan *plan)
{
    among->plan = plan;
    among->transposed = 0;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        among->across[i] = bl_transposed_dim(plan, i);
        among->transposed |= (unsigned)(among->across[i] < plan->rank) << i;
    }
    among->most_inner = quotient(tile_bytes(plan->table->arity + 1u, 1), 2u * plan->table->width); /* were every operand packed */
}

/** What costs so much for a cache line, for an element. */
static uint32_t line_cost(uint32_t cost, unsigned shift)
{
    return (cost * 1024 << shift) / BL_LINE_BYTES;
}

/** What it costs to repeat values or groups of them, so many elements from each, for an element. */
static uint32_t repeating_cost(size_t period, unsigned shift)
{
    const size_t own = bl_smaller(period, BL_PLAIN_TILE_BYTES); /* no tile has more */
    const uint32_t bytes = (uint32_t)own << shift;

    return bytes <= BL_REPEATED_BYTES ? line_cost(BL_REPEAT_TENTHS_NS, shift)
                                      : spread(BL_SPLAT_TENTHS_NS * (1 + (bytes - 1) / (BL_LINE_BYTES / 2)), own);
}

/** What it costs to pack operand i, for an element of the tile. */
static uint32_t packing_cost(const choice *among, const candidate *strategy, size_t i)
{
    const bl_plan *plan = among->plan;
    const ptrdiff_t first = plan->dims[0].stride[i];
    size_t run = plan->dims[0].extent;

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
            plane *= plan->dims[d].extent; /* copies of a run, made a plane at a time */
        }
        if (first == 0 || (plane > run && run << shift <= BL_LINE_BYTES)) {
            return tile + repeating_cost(first == 0 ? run : plane, shift);
        }
        return tile + spread(BL_RUN_TENTHS_NS, run) + (plane > run ? spread(BL_CALL_TENTHS_NS, plane) : 0);
    }
    if (i != BL_OUT && bl_magnitude(first) <= BL_MOVES_STEP && run > BL_FEW_COLS) {
        return BL_STEP_TENTHS_NS * 1024;
    }
    { /* it pays to transpose whole cache lines, and less so where only the sides of the largest squares are there */
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

/** How many times the tile of operand i serves before it is packed anew. */
static size_t tile_uses(const bl_plan *plan, const candidate *strategy, size_t i)
{
    const bl_plan_dim *last = &plan->dims[strategy->box - 1];
    size_t uses = last->stride[i] == 0 ? quotient_up(last->extent, strategy->chunk) : 1;

    for (size_t d = strategy->box; d < plan->rank; ++d) {
        if (plan->dims[d].stride[i] == 0) {
            uses *= plan->dims[d].extent;
        }
    }
    return uses;
}

/** Choose the rows of a kernel call where nothing is packed: the longest dim, where the nearest is short. */
static void choose_direct_rows(const bl_plan *plan, candidate *strategy)
{
    strategy->tile = 0;
    strategy->row = strategy->box;
    for (size_t d = strategy->box + 1; d < plan->rank && plan->dims[strategy->row].extent < 8; ++d) {
        if (plan->dims[d].extent > plan->dims[strategy->row].extent) {
            strategy->row = d;
        }
    }
    strategy->chunk = plan->dims[strategy->box - 1].extent;
    strategy->rows = strategy->row < plan->rank ? plan->dims[strategy->row].extent : 1;
}

/** The dim along which the first of these operands that has such a dim moves least; else the rank. */
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

<<<<<<< ours
/** Whether one of these operands is an input whose columns lie more than two elements apart. */
static int is_spread(const bl_plan *plan, unsigned operands)
{
    int spread_out = 0;

    for (size_t i = 1; operands >> i != 0; ++i) {
        spread_out = spread_out || (bl_has(operands, i) && bl_magnitude(plan->dims[0].stride[i]) > 2);
    }
    return spread_out;
=======
/** So many steps across, or fewer: whole squares where they are not all that there are. */
static size_t whole_squares(const choice *among, size_t dim, size_t steps)
{
    return steps > SQUARE && steps < among->plan->dims[dim].extent ? steps - steps % SQUARE : steps;
>>>>>>> theirs
}

/** Choose the rows of a kernel call where something is packed, and shorten the columns to a tile. */
static void choose_packed_rows(const choice *among, candidate *strategy, size_t inner)
{
    const bl_plan *plan = among->plan;
    const size_t across = first_across(among, strategy->packed);
    size_t capacity;

    strategy->row = strategy->box;
    strategy->tile = tile_bytes(count_of(strategy->packed), across < plan->rank);
    if (across == plan->rank && is_spread(plan, strategy->packed)) {
        strategy->tile = bl_smaller(strategy->tile, BL_SPREAD_TILE_BYTES);
    }
    capacity = quotient(strategy->tile, plan->table->width);
    strategy->rows = 1;
    if (strategy->box == 1 && across < plan->rank) { /* two lines of the transposed operand, or a square of a small tile */
        strategy->row = across;
        strategy->rows = bl_smaller(plan->dims[across].extent, quotient(2 * BL_LINE_BYTES, plan->table->width));
        while (strategy->rows > 1 && strategy->rows * strategy->rows > capacity) {
            strategy->rows /= 2;
        }
    }
    strategy->chunk = bl_equal_chunk(plan, strategy->box - 1, quotient(capacity, inner * strategy->rows));
    if (strategy->box > 1 && across < plan->rank) {
        strategy->chunk = whole_squares(among, strategy->box - 1u, strategy->chunk);
    }
    if (strategy->row < plan->rank) {
        const bl_plan_dim *row = &plan->dims[strategy->row];
        int advances = 0;

        for (size_t i = 0; i <= plan->table->arity; ++i) {
            advances = advances || (bl_has(strategy->packed, i) && row->stride[i] != 0);
        }
        strategy->rows = advances ? bl_smaller(row->extent, quotient(capacity, inner * strategy->chunk)) : row->extent;
        if (across < plan->rank) {
            strategy->rows = whole_squares(among, strategy->row, strategy->rows);
        }
    }
}

/** What a row of a kernel call costs beside its elements. A step that they do not fill takes as long as one that they do, and
 * as it overlaps with no other half as long again. */
static uint32_t row_cost(const bl_plan *plan, const candidate *strategy, const bl_variant *variant, size_t cols)
{
    const uint32_t step = variant->step;
    const uint32_t rest = (uint32_t)cols & (step - 1);
    const int is_light = strategy->held != 0 && plan->table->held_cost > BL_PLAIN_HELD_COST; /* what is held spares steps much */
    const uint32_t idle = rest > 0 && !is_light ? step - rest + step / 2 : 0;
    const uint32_t held = strategy->held != 0 ? plan->table->held_cost : 0;
    const uint32_t visits = strategy->row > strategy->box ? 2 : 1; /* rows of a farther dim come back to the same lines */

    return visits * BL_ROW_TENTHS_NS + held + BL_INSTRUCTION_TENTHS_NS * variant->instructions * idle / step;
}

/** What an element costs; `cols` of them in a row of a kernel call. *beyond is less than what any larger box costs: there
 * what is packed here is packed as well, once for each step of the next dim if the operand stands still along that. */
static uint32_t cost_of(const choice *among, const candidate *strategy, size_t cols, uint32_t *beyond)
{
    const bl_plan *plan = among->plan;
    const bl_plan_dim *next = strategy->box < plan->rank ? &plan->dims[strategy->box] : NULL;
    const bl_variant *variant = bl_variant_for(plan->table, plan->isas, cols);
    uint32_t cost = spread(row_cost(plan, strategy, variant, cols), cols) +
                    spread(BL_CALL_TENTHS_NS, cols * strategy->rows);

    if (variant->lanes == 1 && variant != bl_variant_for(plan->table, plan->isas, SIZE_MAX)) {
        cost += BL_SCALAR_TENTHS_NS * 1024;
    }
    if (strategy->packed != 0) {
        cost += spread(BL_PACKED_TENTHS_NS, plan->count);
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

/** Put the dim first along which the fewest operands jump. */
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

/** How many packed inputs keep their tiles while dim d is stepped. */
static unsigned kept_tiles(const bl_plan *plan, size_t d)
{
    unsigned kept = 0;

    for (size_t i = 1; plan->packed >> i != 0; ++i) {
        kept += bl_has(plan->packed, i) && plan->dims[d].stride[i] == 0;
    }
    return kept;
}

/** The loops around the kernel calls: innermost those that leave most tiles as they are. */
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

/** Pack inputs once where their tiles hold all that any block needs, and then call the kernel as seldom as can be. */
static void choose_once(bl_plan *plan)
{
    const size_t tile = tile_bytes(count_of(plan->packed), 1);
    size_t longest = plan->box;

    if ((plan->packed & OUT_BIT) != 0 || plan->box == plan->rank) {
        return;
    }
    for (size_t i = 1; plan->packed >> i != 0; ++i) {
        size_t left = tile >> plan->table->shifts[i];

        for (size_t d = 0; d < plan->rank && bl_has(plan->packed, i); ++d) {
            if (d < plan->box || plan->dims[d].stride[i] != 0) {
                left = quotient(left, plan->dims[d].extent);
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
    plan->tile = (uint16_t)tile;
    plan->once = 1;
}

/** Whether results go past the caches: if those cannot keep what the operation touches. */
static int pays_to_stream(const bl_plan *plan, size_t cache_bytes)
{
    const bl_table *table = plan->table;
    const bl_kernel *streams = table->variants[plan->variant].streams;
    size_t touched = 0;

    if (plan->cols < BL_STREAM_BYTES >> table->shifts[BL_OUT] || (plan->packed & OUT_BIT) != 0 || streams == NULL ||
        streams[bl_pattern(plan->held, plan->swapped)] == NULL) {
        return 0;
    }
    for (size_t i = 0; i <= table->arity; ++i) {
        touched = plan->bytes[i] > SIZE_MAX - touched ? SIZE_MAX : touched + plan->bytes[i];
    }
    return touched > (cache_bytes != 0 ? cache_bytes : bl_cache_bytes());
}

/** Begin the strategy over a box of `box` dims, `inner` elements in all but the last: which operands are contiguous, which
 * are held, and which are left to be packed. The sets of those that are contiguous or stand still over the box but for
 * its last dim are narrowed down to it. */
static void outline(const bl_plan *plan, candidate *strategy, size_t box, size_t inner, unsigned *contiguous,
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
    choose_held(plan, strategy, *still, inner * dim->extent);
    strategy->packed = ((2u << arity) - 1u) & ~(*contiguous | strategy->held);
}

/** Weigh all boxes. Returns the best strategy, which is one of the two that there is room for. */
static const candidate *choose_box(const bl_plan *plan, candidate *strategies)
{
    choice among;
    candidate *best = &strategies[0];
    candidate *strategy = best;
    unsigned contiguous = ~0u;
    unsigned still = ~OUT_BIT;
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
        if (box == plan->rank || inner > among.most_inner || best->cost <= beyond ||
            (strategy->packed == 0 && inner >= BL_CHEAP_ROW_COLS)) {
            return best;
        }
        strategy = best == &strategies[0] ? &strategies[1] : &strategies[0];
        outline(plan, strategy, ++box, inner, &contiguous, &still);
    }
}

/** Turn the plan to the strategy that was chosen. */
static void adopt(bl_plan *plan, const candidate *strategy)
{
    plan->box = (uint8_t)strategy->box;
    plan->chunk = strategy->chunk;
    plan->rows = strategy->rows;
    plan->held = (uint8_t)strategy->held;
    plan->swapped = (uint8_t)strategy->swapped;
    plan->packed = (uint8_t)strategy->packed;
    plan->tile = (uint16_t)strategy->tile;
    plan->once = 0;
    if (strategy->row < plan->rank && strategy->row > strategy->box) {
        bl_move_dim(plan, strategy->row, strategy->box);
    }
}

/** Walk so few elements one by one, as rows of a single column, if that costs less than to pack them. */
static int choose_points(bl_plan *plan, const candidate *than)
{
    const size_t arity = plan->table->arity;
    size_t longest = 0;

    if (than->packed == 0 || plan->rank == BL_MAX_RANK) {
        return 0;
    }
    for (size_t d = 1; d < plan->rank; ++d) {
        if (plan->dims[d].extent > plan->dims[longest].extent) {
            longest = d;
        }
    }
    if (BL_ROW_TENTHS_NS * 1024 + spread(BL_CALL_TENTHS_NS, plan->dims[longest].extent) >= than->cost) {
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

/** Look up the kernel for whole blocks, and whether it goes past the caches. */
static void choose_kernel(bl_plan *plan, size_t cache_bytes)
{
    const bl_table *table = plan->table;
    const bl_variant *variant = plan->cols == 1 ? &table->variants[table->variant_count - 1u] /* which is quicker at that */
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
}

/** The strategy of a single dim over which nothing is packed: there is but one. Returns 0, with nothing done, for others. */
static int choose_line(bl_plan *plan, size_t cache_bytes)
{
    const size_t arity = plan->table->arity;
    const bl_plan_dim *line = &plan->dims[0];
    candidate strategy;
    unsigned still = 0;

    for (size_t i = 0; i <= arity; ++i) {
        if ((size_t)line->stride[i] > 1) {
            return 0;
        }
        still |= (unsigned)(1 - line->stride[i]) << i;
    }
    choose_held(plan, &strategy, still, line->extent);
    if (strategy.held != still) {
        return 0;
    }
    plan->box = 1;
    plan->chunk = line->extent;
    plan->cols = line->extent;
    plan->rows = 1;
    plan->held = (uint8_t)strategy.held;
    plan->swapped = (uint8_t)strategy.swapped;
    plan->packed = 0;
    plan->tile = 0;
    plan->once = 0;
    plan->loop_count = 0;
    choose_kernel(plan, cache_bytes);
    return 1;
}

void bl_choose_strategy(bl_plan *plan, size_t cache_bytes)
{
    candidate strategies[2];
    const candidate *best;

    if (plan->rank > 1) {
        choose_inner_dim(plan);
    } else if (choose_line(plan, cache_bytes)) {
        return;
    }
    best = choose_box(plan, strategies);
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
