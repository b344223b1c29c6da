/* The form of a plan: from merged dims to kernel calls.
 *
 * A kernel call covers rows x cols elements. Its columns are the plan's `box`: the innermost dims, the last of them
 * perhaps in chunks; its rows are the next dim, or part of it; what remains is looped over. An operand that is
 * contiguous over the box is passed as it lies, one that stands still over the box is held; any other is PACKED: its
 * elements for the call are copied into a tile on the stack (or, for the output, from it). A larger box means longer
 * rows and fewer calls but more to pack, so each box is weighed, by the costs below, and the cheapest is taken. That
 * one rule gives
 *
 *     direct      nothing packed: same shapes, long rows, a value a row
 *     replicate   [M,3] + [3]: a box of many rows; the row is packed once, many times over
 *     repeat      [M,3] * [M,1]: a box of many rows; each value is packed three times over
 *     transpose   A + B^T: rows of the kernel along B's rows, so that each of B's cache lines is read once
 *     gather      any other strides, backward ones included; likewise scatter for the output
 *     once        the same, where a tile has room for the whole input: packed once, then all is direct
 *     stream      direct, with results that the caches cannot keep going past them
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "isa.h"
#include "pack.h"
#include "plan.h"

/* Costs in tenths of a nanosecond on a desktop processor; only their ratios matter. */
#define COST_CALL 80     /* a kernel call and the loop around it */
#define COST_ROW 15      /* a row within a call */
#define COST_RUN 4       /* packing: a contiguous run or a repeated value */
#define COST_TILE 1      /* packing: an element written to a tile and read again */
#define COST_TRANSPOSE 3 /* packing: an element of a transposed operand */
#define COST_TRANSPOSE_PART 4
#define COST_GATHER 5 /* packing: an element of an operand that is strided otherwise */
#define COST_SCALAR 8 /* an element where only the scalar kernel takes so few columns */

#define LARGEST_SQUARE 16 /* of elements, that is transposed in registers: gen/moves.lua */

#define CHEAP_ROW_COLS 256 /* a row this long is not worth packing for */

/* A larger tile pushes other data out of the nearest cache; only transposing gains from it, and packing once. */
#define PLAIN_TILE_BYTES 8192

#define STREAM_BYTES 8192u /* shorter rows are not worth a call that ends in waiting for its stores */

#define OUT_BIT (1u << BL_OUT)

/** One way to run the plan. */
typedef struct candidate {
    uint32_t cost; /* of an element, in COST_… / 1024 */
    size_t box;
    size_t chunk;
    size_t row; /* the dim that makes up the rows; the plan's rank where there is none */
    size_t rows;
    size_t variant;
    size_t tile; /* bytes of each tile */
    unsigned packed;
    unsigned held;
} candidate;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

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

static uint32_t spread(uint32_t cost, size_t elements)
{
    return elements < 1u << 20 ? cost * 1024u / (uint32_t)elements : 0;
}

/** The widest operand's elements have 1 << shift bytes. */
static unsigned widest_shift(const bl_plan *plan)
{
    unsigned widest = plan->shift[BL_OUT];

    for (size_t i = 0; i < plan->table->arity; ++i) {
        const unsigned shift = plan->shift[i];

        widest = shift > widest ? shift : widest;
    }
    return widest;
}

/** Bytes of each tile where these operands are packed. */
static size_t tile_bytes(unsigned packed, int is_large)
{
    size_t tiles = 0;
    size_t share;

    for (; packed != 0; packed &= packed - 1) {
        ++tiles;
    }
    share = tiles == 1 ? BL_TILE_BYTES : tiles == 2 ? BL_TILE_BYTES / 2
                                                    : BL_TILE_BYTES / 4;
    return is_large ? share : smaller(share, PLAIN_TILE_BYTES);
}

/** The best usable variant that takes rows of `cols` elements. */
static size_t variant_for(const bl_plan *plan, size_t cols)
{
    const bl_variant *variants = plan->table->variants;
    size_t v = 0;

    while (variants[v].lanes > cols || (plan->isas >> (variants[v].isa - 1) & 1) == 0) {
        ++v; /* scalar ends this: one lane, always usable */
    }
    return v;
}

/** Whether input i of the operator may be held, by every variant down to scalar. */
static int has_pattern(const bl_plan *plan, size_t variant, unsigned held)
{
    const bl_table *table = plan->table;

    return table->variants[variant].patterns[held] != NULL &&
           table->variants[table->variant_count - 1u].patterns[held] != NULL;
}

/** Operators that commute have no kernel that holds input 0 alone: the inputs change places. */
static int must_swap(const bl_plan *plan, unsigned held)
{
    return plan->table->commutes && held == 1;
}

/** The dim along which a packed operand that jumps along dim 0 moves least; rank where dim 0 is that. */
static size_t transposed_dim(const bl_plan *plan, unsigned packed)
{
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        if ((packed >> i & 1) != 0 && bl_magnitude(plan->dims[0].stride[i]) > 1) {
            size_t nearest = 0;

            for (size_t d = 1; d < plan->rank; ++d) {
                const size_t stride = bl_magnitude(plan->dims[d].stride[i]);

                if (stride != 0 && stride < bl_magnitude(plan->dims[nearest].stride[i])) {
                    nearest = d;
                }
            }
            if (nearest != 0) {
                return nearest;
            }
        }
    }
    return plan->rank;
}

/** What it costs to pack operand i, for an element of the tile. */
static uint32_t packing_cost(const bl_plan *plan, const candidate *form, size_t i)
{
    const ptrdiff_t first = plan->dims[0].stride[i];
    size_t run = plan->dims[0].extent;

    if (first == 0 || first == 1) {
        size_t d = 1;
        size_t plane;

        for (; d < form->box && plan->dims[d].stride[i] == first * (ptrdiff_t)run; ++d) {
            run *= plan->dims[d].extent;
        }
        plane = run;
        for (; first == 1 && d < form->box && plan->dims[d].stride[i] == 0; ++d) {
            plane *= plan->dims[d].extent; /* copies of a run, made a plane at a time */
        }
        return COST_TILE * 1024 + spread(COST_RUN, run) + (plane > run ? spread(COST_CALL, plane) : 0);
    }
    { /* it pays to transpose whole cache lines, and less so where only the sides of the largest squares are there */
        const size_t across = transposed_dim(plan, 1u << i);
        const size_t steps = across >= plan->rank      ? 0
                             : across == form->row     ? form->rows
                             : across + 1 < form->box  ? plan->dims[across].extent
                             : across + 1 == form->box ? form->chunk
                                                       : 1;

        return (steps << plan->shift[i] >= BL_LINE_BYTES ? COST_TRANSPOSE
                : steps >= LARGEST_SQUARE                ? COST_TRANSPOSE_PART
                                                         : COST_GATHER) *
               1024;
    }
}

/** How many times the tile of operand i serves before it is packed anew. */
static size_t tile_uses(const bl_plan *plan, const candidate *form, size_t i)
{
    const bl_plan_dim *last = &plan->dims[form->box - 1];
    size_t uses = last->stride[i] == 0 ? quotient_up(last->extent, form->chunk) : 1;

    for (size_t d = form->box; d < plan->rank; ++d) {
        if (plan->dims[d].stride[i] == 0) {
            uses *= plan->dims[d].extent;
        }
    }
    return uses;
}

/** Choose the rows of a kernel call, and shorten the columns to a tile where something is packed. */
static void choose_rows(const bl_plan *plan, candidate *form, size_t inner)
{
    const size_t extent = plan->dims[form->box - 1].extent;
    const size_t across = transposed_dim(plan, form->packed);
    const unsigned shift = widest_shift(plan);
    size_t capacity;

    form->row = form->box < plan->rank ? form->box : plan->rank;
    if (form->packed == 0) { /* the longest dim, where the nearest is short */
        for (size_t d = form->box; d < plan->rank; ++d) {
            if (plan->dims[form->row].extent < 8 && plan->dims[d].extent > plan->dims[form->row].extent) {
                form->row = d;
            }
        }
        form->chunk = extent;
        form->rows = form->row < plan->rank ? plan->dims[form->row].extent : 1;
        return;
    }
    form->tile = tile_bytes(form->packed, across < plan->rank);
    capacity = form->tile >> shift;
    form->rows = 1;
    if (form->box == 1 && across < plan->rank) { /* two lines of the transposed operand, or a square of a small tile */
        form->row = across;
        form->rows = smaller(plan->dims[across].extent, 2 * BL_LINE_BYTES >> shift);
        while (form->rows > 1 && form->rows * form->rows > capacity) {
            form->rows /= 2;
        }
    }
    form->chunk = smaller(extent, quotient(capacity, inner * form->rows));
    if (form->chunk < extent) { /* chunks of equal length, and of whole cache lines of the output */
        const size_t line = bl_steps_a_line(plan, form->box - 1);
        const size_t most = form->chunk < line ? form->chunk : form->chunk & ~(line - 1);
        const size_t chunks = quotient_up(extent, most);
        const size_t equal = quotient_up(extent, chunks);

        form->chunk = most < line ? equal : (equal + line - 1) & ~(line - 1);
    }
    if (form->row < plan->rank) {
        int moves = 0;

        for (size_t i = 0; i < BL_OPERANDS; ++i) {
            moves = moves || ((form->packed >> i & 1) != 0 && plan->dims[form->row].stride[i] != 0);
        }
        form->rows = plan->dims[form->row].extent;
        if (moves) {
            form->rows = smaller(form->rows, quotient(capacity, inner * form->chunk));
        }
    }
}

/** Weigh a box of `form->box` dims, `inner` elements in all but the last, over which the operands are contiguous or
 * stand still as the bits say. */
static void weigh(const bl_plan *plan, candidate *form, size_t inner, unsigned contiguous, unsigned still)
{
    const bl_table *table = plan->table;
    const unsigned inputs = (1u << table->arity) - 1u;
    size_t cols = inner * plan->dims[form->box - 1].extent;
    unsigned held = still & inputs;

    if (held == inputs) {
        held &= ~1u; /* no kernel holds all */
    }
    if (held != 0) {
        const unsigned pattern = must_swap(plan, held) ? 2u : held;

        if (cols < table->held_cols || !has_pattern(plan, variant_for(plan, cols), pattern)) {
            held = 0;
        }
    }
    form->held = held;
    form->packed = (inputs | OUT_BIT) & ~(contiguous | held);
    choose_rows(plan, form, inner);
    cols = inner * form->chunk;
    form->variant = variant_for(plan, cols);
    form->cost = spread(COST_ROW, cols) + spread(COST_CALL, cols * form->rows);
    if (table->variants[form->variant].lanes == 1 && form->variant != variant_for(plan, SIZE_MAX)) {
        form->cost += COST_SCALAR * 1024;
    }
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        if ((form->packed >> i & 1) != 0) {
            form->cost += packing_cost(plan, form, i) / (uint32_t)smaller(tile_uses(plan, form, i), UINT16_MAX);
        }
    }
}

static void move_dim(bl_plan *plan, size_t from, size_t to)
{
    const bl_plan_dim dim = plan->dims[from];

    for (; from > to; --from) {
        plan->dims[from] = plan->dims[from - 1];
    }
    plan->dims[to] = dim;
}

/** Put the dim first along which the fewest operands jump. */
static void choose_inner_dim(bl_plan *plan)
{
    size_t best = 0;
    unsigned best_jumps = UINT8_MAX;

    for (size_t d = 0; d < plan->rank; ++d) {
        unsigned jumps = 0;

        for (size_t i = 0; i < BL_OPERANDS; ++i) {
            jumps += plan->dims[d].stride[i] != 0 && plan->dims[d].stride[i] != 1;
        }
        if (jumps < best_jumps) {
            best = d;
            best_jumps = jumps;
        }
    }
    move_dim(plan, best, 0);
}

static void swap_inputs(bl_plan *plan)
{
    const uint8_t shift = plan->shift[0];
    const unsigned same = plan->same_strides;
    const unsigned packed = plan->packed;
    const ptrdiff_t offset = plan->offset[0];
    const size_t below = plan->below[0];
    const size_t above = plan->above[0];

    plan->offset[0] = plan->offset[1];
    plan->offset[1] = offset;
    plan->below[0] = plan->below[1];
    plan->below[1] = below;
    plan->above[0] = plan->above[1];
    plan->above[1] = above;
    plan->same_strides = (uint8_t)((same & ~3u) | (same & 1) << 1 | (same >> 1 & 1));
    plan->packed = (uint8_t)((packed & ~3u) | (packed & 1) << 1 | (packed >> 1 & 1));
    plan->source[0] = 1;
    plan->source[1] = 0;
    plan->shift[0] = plan->shift[1];
    plan->shift[1] = shift;
    for (size_t d = 0; d < plan->rank; ++d) {
        const ptrdiff_t stride = plan->dims[d].stride[0];

        plan->dims[d].stride[0] = plan->dims[d].stride[1];
        plan->dims[d].stride[1] = stride;
    }
}

/** How many packed inputs keep their tiles while dim d is stepped. */
static unsigned kept_tiles(const bl_plan *plan, size_t d)
{
    unsigned kept = 0;

    for (size_t i = 0; i < plan->table->arity; ++i) {
        kept += (plan->packed >> i & 1) != 0 && plan->dims[d].stride[i] == 0;
    }
    return kept;
}

/** The loops around the kernel calls: innermost those that leave most tiles as they are. */
static void arrange_loops(bl_plan *plan)
{
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
static void choose_whole(bl_plan *plan)
{
    const size_t tile = tile_bytes(plan->packed, 1);
    size_t longest = plan->box;

    if (plan->packed == 0 || (plan->packed & OUT_BIT) != 0 || plan->box == plan->rank) {
        return;
    }
    for (size_t i = 0; i < plan->table->arity; ++i) {
        size_t left = tile >> plan->shift[i];

        for (size_t d = 0; d < plan->rank && bl_is_packed(plan, i); ++d) {
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
    if (longest < plan->rank) {
        move_dim(plan, longest, plan->box);
        plan->rows = plan->dims[plan->box].extent;
    }
    plan->chunk = plan->dims[plan->box - 1u].extent;
    plan->tile = (uint16_t)tile;
    plan->whole = 1;
}

/** Let results go past the caches, if those cannot keep what the operation touches. */
static void choose_stream(bl_plan *plan, size_t cache_bytes)
{
    const bl_variant *variant = &plan->table->variants[plan->variant];
    size_t touched = 0;

    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        const size_t reach = plan->below[i] + plan->above[i];

        touched = reach > SIZE_MAX - touched ? SIZE_MAX : touched + reach;
    }
    plan->streams = touched > (cache_bytes != 0 ? cache_bytes : bl_cache_bytes()) && plan->packed == 0 &&
                    plan->cols >= STREAM_BYTES >> plan->shift[BL_OUT] && variant->streams != NULL &&
                    variant->streams[plan->held] != NULL;
}

void bl_choose_form(bl_plan *plan, size_t cache_bytes)
{
    const size_t capacity = (size_t)BL_TILE_BYTES / 4 >> widest_shift(plan); /* of a tile, were there four */
    unsigned contiguous = ~0u;
    unsigned still = ~0u;
    size_t inner = 1;
    candidate best = {UINT32_MAX, 0, 0, 0, 0, 0, 0, 0, 0};

    choose_inner_dim(plan);
    for (size_t box = 1; box <= plan->rank && inner <= capacity / 2; ++box) {
        const bl_plan_dim *dim = &plan->dims[box - 1];
        candidate form = {0, box, 0, 0, 0, 0, 0, 0, 0};

        for (size_t i = 0; i < BL_OPERANDS; ++i) {
            if ((size_t)dim->stride[i] != (size_t)plan->dims[0].stride[i] * inner || plan->dims[0].stride[i] != 1) {
                contiguous &= ~(1u << i);
            }
            if (dim->stride[i] != 0) {
                still &= ~(1u << i);
            }
        }
        weigh(plan, &form, inner, contiguous, still);
        if (form.cost < best.cost) {
            best = form;
        }
        inner *= dim->extent;
        if (form.packed == 0 && inner >= CHEAP_ROW_COLS) {
            break;
        }
    }
    plan->box = (uint8_t)best.box;
    plan->chunk = best.chunk;
    plan->rows = best.rows;
    plan->variant = (uint8_t)best.variant;
    plan->held = (uint8_t)best.held;
    plan->packed = (uint8_t)best.packed;
    plan->tile = (uint16_t)best.tile;
    if (best.row < plan->rank) {
        move_dim(plan, best.row, best.box);
    }
    if (must_swap(plan, best.held)) {
        swap_inputs(plan);
        plan->held = 2;
    }
    choose_whole(plan);
    bl_set_kernel(plan);
    choose_stream(plan, cache_bytes);
    arrange_loops(plan);
}
