/* Integer divisors without a quotient: 0, and -1 if the dividend is the least integer.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"

#if BL_WITH_DIVISION

#if !BL_RUNTIME_COMPACT
#include "../full/pack.h"

#define BL_LOOKED_AT_BYTES 2048u /* of a tile */
#endif

#define BL_HOLDS_ZERO 1u
#define BL_HOLDS_MINUS_ONE 2u

/** An element, as an unsigned number in the low bits. */
static inline uint64_t load(const unsigned char *at, size_t width)
{
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    uint64_t value;

    switch (width) {
    case 1:
        BL_COPY(&byte, at, 1);
        return byte;
    case 2:
        BL_COPY(&half, at, 2);
        return half;
    case 4:
        BL_COPY(&word, at, 4);
        return word;
    default:
        BL_COPY(&value, at, 8);
        return value;
    }
}

/** The bits of -1. */
static uint64_t minus_one(size_t width)
{
    return UINT64_MAX >> (64 - 8 * width);
}

/** Whether one of the elements in eight bytes is 0: only then a borrow sets the highest bit of an element that had it clear. */
static inline uint64_t zeros_in(uint64_t eight, uint64_t ones, uint64_t highest)
{
    return (eight - ones) & ~eight & highest;
}

/** The divisors among `count` elements that are `step` bytes apart. */
static unsigned look_at(const unsigned char *data, size_t width, size_t count, ptrdiff_t step)
{
    const uint64_t all = minus_one(width);
    const uint64_t ones = UINT64_MAX / all; /* 1 in each element of eight bytes */
    const uint64_t highest = ones << (8 * width - 1);
    unsigned holds = 0;
    size_t i = 0;

    if (step == (ptrdiff_t)width) {
        uint64_t zeros = 0;
        uint64_t minus_ones = 0;

        for (; count - i >= 8 / width; i += 8 / width) {
            uint64_t eight;

            BL_COPY(&eight, data + i * width, 8);
            zeros |= zeros_in(eight, ones, highest);
            minus_ones |= zeros_in(~eight, ones, highest);
        }
        holds = (zeros != 0 ? BL_HOLDS_ZERO : 0) | (minus_ones != 0 ? BL_HOLDS_MINUS_ONE : 0);
    }
    for (; i < count; ++i) {
        const uint64_t value = load(&data[(ptrdiff_t)i * step], width);

        holds |= (value == 0 ? BL_HOLDS_ZERO : 0) | (value == all ? BL_HOLDS_MINUS_ONE : 0);
    }
    return holds;
}

#if BL_RUNTIME_COMPACT

/** The compact runtime has no vectors for this search. */
static unsigned look_by_vectors(const bl_plan *plan, const unsigned char *data, size_t width, size_t count, ptrdiff_t step)
{
    (void)plan;
    return look_at(data, width, count, step);
}

#else

/** The same by vectors: strided elements are packed into a tile. */
static unsigned look_by_vectors(const bl_plan *plan, const unsigned char *data, size_t width, size_t count, ptrdiff_t step)
{
    const size_t tile = step == (ptrdiff_t)width ? count : BL_LOOKED_AT_BYTES / width;
    unsigned holds = 0;

    while (count > 0) {
        const size_t own = bl_smaller(count, tile);
        uint64_t bytes[BL_LOOKED_AT_BYTES / 8];
        uint64_t least = 2;
        const unsigned char *at = data;
        size_t done = 0;
        ptrdiff_t apart = step;

        if (step != (ptrdiff_t)width && bl_gather(width, plan->isas, own, data, step / (ptrdiff_t)width, bytes)) {
            at = (const unsigned char *)bytes;
            apart = (ptrdiff_t)width;
        }
        if (apart == (ptrdiff_t)width) {
            done = bl_least(width, plan->isas, own, at, &least);
        }
        if (least < 2) { /* a -1 hides zeros */
            holds |= least == 1 ? BL_HOLDS_ZERO : look_at(at, width, done, apart);
        }
        if (done < own) {
            holds |= look_at(at + (ptrdiff_t)done * apart, width, own - done, apart);
        }
        data += (ptrdiff_t)own * step;
        count -= own;
    }
    return holds;
}

#endif

/** Advance to the next line along dim 0. Skips dims along which all of these operands have stride 0. Returns 0 after the
 * last line. */
static int next_line(const bl_plan *plan, unsigned operands, size_t *position)
{
    for (size_t d = 1; d < plan->rank; ++d) {
        const bl_plan_dim *dim = &plan->dims[d];
        int moves = 0;

        for (size_t i = 1; operands >> i != 0; ++i) {
            moves |= bl_has(operands, i) && dim->stride[i] != 0;
        }
        if (moves) {
            if (++position[d] < dim->extent) {
                return 1;
            }
            position[d] = 0;
        }
    }
    return 0;
}

/** The beginning of the line at a position. */
static const unsigned char *line_start(const bl_plan *plan, size_t operand, const size_t *position,
                                       const void *const *inputs)
{
    ptrdiff_t at = plan->offset[operand];

    for (size_t d = 1; d < plan->rank; ++d) {
        at += (ptrdiff_t)position[d] * plan->dims[d].stride[operand];
    }
    return (const unsigned char *)inputs[operand - 1] + at * (ptrdiff_t)bl_operand_width(plan, operand);
}

static size_t divisor_of(const bl_plan *plan)
{
    return plan->table->divisor & ~(unsigned)BL_IS_REMAINDER;
}

static unsigned look_at_divisor(const bl_plan *plan, const void *const *inputs)
{
    const size_t divisor = divisor_of(plan);
    const size_t width = bl_operand_width(plan, divisor);
    const ptrdiff_t step = plan->dims[0].stride[divisor] * (ptrdiff_t)width;
    size_t position[BL_MAX_RANK] = {0};
    unsigned holds = 0;

    do {
        holds |= look_by_vectors(plan, line_start(plan, divisor, position, inputs), width, step == 0 ? 1 : plan->dims[0].extent, step);
    } while (next_line(plan, 1u << divisor, position));
    return holds;
}

/** Whether the least integer is divided by -1. */
static int some_overflows(const bl_plan *plan, const void *const *inputs)
{
    const size_t divisor = divisor_of(plan);
    const size_t dividend = 3 - divisor; /* the other operand of two */
    const size_t width = bl_operand_width(plan, divisor);
    const uint64_t least = minus_one(width) / 2 + 1;
    const bl_plan_dim *line = &plan->dims[0];
    size_t position[BL_MAX_RANK] = {0};

    do {
        const unsigned char *a = line_start(plan, dividend, position, inputs);
        const unsigned char *b = line_start(plan, divisor, position, inputs);

        for (size_t i = 0; i < line->extent; ++i) {
            if (load(b, width) == minus_one(width) && load(a, width) == least) {
                return 1;
            }
            a += i + 1 < line->extent ? line->stride[dividend] * (ptrdiff_t)width : 0;
            b += i + 1 < line->extent ? line->stride[divisor] * (ptrdiff_t)width : 0;
        }
    } while (next_line(plan, 1u << dividend | 1u << divisor, position));
    return 0;
}

int bl_divisor_has_zero(const bl_plan *plan, const void *const *inputs)
{
    return (look_at_divisor(plan, inputs) & BL_HOLDS_ZERO) != 0;
}

unsigned bl_plan_division(const bl_plan *plan, const void *const *inputs)
{
    unsigned holds;
    unsigned met = 0;
    int can_overflow;

    if (plan == NULL || plan->count == 0 || inputs == NULL || plan->table->divisor == 0) {
        return 0;
    }
    holds = look_at_divisor(plan, inputs);
    can_overflow = (plan->table->divisor & BL_IS_REMAINDER) == 0 && plan->table->dtypes[BL_OUT] >= BL_I8 &&
                   plan->table->dtypes[BL_OUT] <= BL_I64;
    if ((holds & BL_HOLDS_ZERO) != 0) {
        met |= BL_DIVIDED_BY_ZERO;
    }
    if (can_overflow && (holds & BL_HOLDS_MINUS_ONE) != 0 && some_overflows(plan, inputs)) {
        met |= BL_DIVISION_OVERFLOWED;
    }
    return met;
}

#endif
