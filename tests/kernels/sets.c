/* The values. They depend only on the dtype and a key, so that all instruction sets are tested with the same values.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#define EDGE_COUNT 128 /* of 16-bit integers and of 32-bit and 64-bit types */

/* SplitMix64's finisher: a random number for each key. */
uint64_t mix(uint64_t key)
{
    key += UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
    return key ^ key >> 31;
}

uint64_t type_mask(bl_dtype type)
{
    return UINT64_MAX >> (64 - oracle_types[type].bits);
}

static int is_float(bl_dtype type)
{
    return oracle_types[type].kind == ORACLE_FLOAT;
}

/* A random number with a random number of leading zeros. */
static uint64_t any_magnitude(bl_dtype type, uint64_t random)
{
    return (mix(random) & type_mask(type)) >> random % oracle_types[type].bits;
}

static uint64_t float_bits(bl_dtype type, uint64_t negative, uint64_t exponent, uint64_t fraction)
{
    const unsigned bits = oracle_types[type].bits, fraction_bits = oracle_types[type].fraction_bits;

    return ((negative & 1) << (bits - 1) | (exponent << fraction_bits & type_mask(type) >> 1) |
            (fraction & ((UINT64_C(1) << fraction_bits) - 1)));
}

static uint64_t top_exponent(bl_dtype type)
{
    return (type_mask(type) >> 1) >> oracle_types[type].fraction_bits;
}

/* ---- Edge values ---- */

static size_t float_edges(bl_dtype type, uint64_t *values)
{
    const uint64_t top = top_exponent(type), bias = top >> 1, digits = oracle_types[type].fraction_bits;
    const uint64_t half = UINT64_C(1) << (digits - 1), most = 2 * half - 1;
    const struct {
        uint64_t exponent, fraction;
    } edges[] = {
        {0, 0}, {0, 1}, {0, half}, {0, most}, /* zero, subnormals */
        {1, 0},
        {1, most}, /* the least normal ones */
        {bias - 1, 0},
        {bias - 1, 1},
        {bias - 1, most}, /* 0.5 to 1 */
        {bias, 0},
        {bias, 1},
        {bias, half},
        {bias, most}, /* 1 to 2 */
        {bias + 1, 0},
        {bias + 1, half},
        {bias + 2, 1}, /* 2, 3, 4 and a bit */
        {bias + digits - 1, 0},
        {bias + digits - 1, 1},
        {bias + digits - 1, most}, /* the last with halves */
        {bias + digits, 0},
        {bias + digits, 1},
        {bias + digits, most}, /* whole numbers only */
        {bias + digits + 1, 0},
        {bias + digits + 1, 1},
        {bias + digits + 1, most}, /* even numbers only */
        {top - 1, 0},
        {top - 1, most}, /* the largest */
        {top, 0},
        {top, 1},
        {top, half - 1},
        {top, half},
        {top, half + 1},
        {top, most}, /* infinity, NaNs */
    };
    const size_t wanted = digits == 7 ? MAX_SET : digits == 10 ? 256
                                                               : EDGE_COUNT;
    size_t count = 0;

    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; ++i) {
        values[count++] = float_bits(type, 0, edges[i].exponent, edges[i].fraction);
        values[count++] = float_bits(type, 1, edges[i].exponent, edges[i].fraction);
    }
    for (uint64_t i = 0; count < wanted; ++i) { /* f16, bf16: every exponent; others: some near 1, some anywhere */
        const uint64_t random = mix(i);
        const uint64_t exponent = digits <= 10 ? i : (i & 1) != 0 ? bias + random % 9 - 4
                                                                  : random >> 32;

        values[count++] = float_bits(type, random, exponent, random >> 1);
    }
    return count;
}

static size_t integer_edges(bl_dtype type, uint64_t *values)
{
    static const uint8_t powers[] = {2, 3, 7, 8, 11, 15, 16, 23, 24, 25, 31, 32, 33, 52, 53, 62, 63};
    const uint64_t mask = type_mask(type), middle = mask / 2;
    const unsigned bits = oracle_types[type].bits;
    const uint64_t plain[] = {0, 1, 2, 5, 6, 7, 10, 100, middle - 1, middle, middle + 1, middle + 2};
    size_t count = 0;

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; ++i) {
        values[count++] = mask & plain[i];
        values[count++] = mask & ~plain[i]; /* -1, -2, -3 … and 2^n - 1 … */
    }
    for (size_t i = 0; i < sizeof powers; ++i) {
        for (uint64_t near = 0; near < 3 && powers[i] < bits; ++near) {
            const uint64_t value = (UINT64_C(1) << powers[i]) + near - 1;

            values[count++] = value;
            if (near != 1 || oracle_types[type].kind == ORACLE_SIGNED) {
                values[count++] = mask & (0 - value);
            }
        }
    }
    for (uint64_t i = 0; count < EDGE_COUNT; ++i) {
        values[count++] = any_magnitude(type, mix(i));
    }
    return EDGE_COUNT;
}

size_t edge_values(bl_dtype type, uint64_t *values)
{
    static const uint8_t truths[] = {0, 1, 0, 2, 0, 0, 0x80, 0xff, 1, 0, 3, 0, 0x40, 0, 0x7f, 1};

    if (type == BL_BOOL) {
        for (size_t i = 0; i < sizeof truths; ++i) {
            values[i] = truths[i];
        }
        return sizeof truths;
    }
    if (oracle_types[type].bits == 8) {
        for (size_t i = 0; i < 256; ++i) {
            values[i] = i;
        }
        return 256;
    }
    return is_float(type) ? float_edges(type, values) : integer_edges(type, values);
}

uint64_t edge_value(bl_dtype type, uint64_t key)
{
    static uint64_t values[BL_DTYPE_COUNT][MAX_SET];
    static size_t counts[BL_DTYPE_COUNT];

    if (counts[type] == 0) {
        counts[type] = edge_values(type, values[type]);
    }
    return values[type][key % counts[type]];
}

/* ---- Samples ---- */

/* The bits of number * 2^scale as the type (f32 or f64), for a number that fits in its significand. */
static uint64_t scaled(bl_dtype type, uint64_t number, int scale)
{
    const int digits = oracle_types[type].fraction_bits, bias = (int)(top_exponent(type) >> 1);
    int exponent = bias + digits + scale;

    if (number == 0) {
        return 0;
    }
    while (number >> digits == 0) {
        number <<= 1;
        --exponent;
    }
    return float_bits(type, 0, (uint64_t)exponent, number);
}

static uint64_t float_sample(bl_dtype type, uint64_t key)
{
    static const uint8_t limits[] = {7, 8, 15, 16, 31, 32, 63, 64};
    const uint64_t random = mix(key), more = mix(random), bias = top_exponent(type) >> 1;
    const uint64_t number = any_magnitude(type, more) >> (oracle_types[type].bits - oracle_types[type].fraction_bits);
    const unsigned lost = type == BL_F64 ? 29 : 13; /* bits between f64 and f32, f32 and f16 */
    uint64_t value;

    switch (key % 8) {
    case 0:
        return more;
    case 1: /* near 1 */
        return float_bits(type, random, bias + random % 17 - 8, more);
    case 2: /* halfway between two normal numbers of the narrower type */
        value = float_bits(type, 0, bias + random % 30 - 14, (more << 1 | 1) << (lost - 1));
        break;
    case 3: /* halfway between two of bf16, or between two subnormal numbers of f16 */
        value = (random & 1) != 0 ? (more << 1 | 1) << 15 : scaled(type, (2 * more + 1) & 0x7ff, -25);
        break;
    case 4: /* whole numbers of all sizes */
        value = scaled(type, number, 0);
        break;
    case 5: /* and a half */
        value = scaled(type, number | 1, -1);
        break;
    case 6: /* powers of two */
        value = float_bits(type, 0, more, 0);
        break;
    default: /* the ends of integer types */
        value = float_bits(type, 0, bias + limits[more % sizeof limits], 0);
        break;
    }
    value += (random >> 32) % 4 == 0 ? 1 : (random >> 32) % 4 == 1 ? UINT64_MAX
                                                                   : 0; /* the value itself, and its neighbours */
    return float_bits(type, random >> 40, value >> oracle_types[type].fraction_bits, value);
}

uint64_t sample_value(bl_dtype type, uint64_t key)
{
    const uint64_t random = mix(key), mask = type_mask(type);
    const uint64_t power = UINT64_C(1) << random % oracle_types[type].bits;

    if (is_float(type)) {
        return float_sample(type, key) & mask;
    }
    if (type == BL_BOOL) {
        return (random & 1) != 0 ? 1 + (random >> 8) % 255 : 0;
    }
    switch (key % 4) {
    case 0:
        return random & mask;
    case 1:
        return any_magnitude(type, random);
    case 2:
        return (0 - any_magnitude(type, random)) & mask;
    default: /* near powers of two, their negatives and both ends */
        return (((random >> 8 & 1) != 0 ? power : 0 - power) + (random >> 16 & 7) - 4) & mask;
    }
}

uint64_t plain_value(bl_dtype type, uint64_t key)
{
    const uint64_t random = mix(key);
    const unsigned bits = oracle_types[type].bits;
    uint64_t size;

    if (is_float(type)) {
        return float_bits(type, random, (top_exponent(type) >> 1) + (random >> 40) % 7 - 2, random >> 1);
    }
    if (type == BL_BOOL) {
        return sample_value(type, key);
    }
    size = (mix(random) & type_mask(type)) >> (1 + random % (bits > 4 ? bits - 3u : 1u));
    size += size < 2 ? 2 : 0;
    return ((random >> 8 & 1) != 0 ? size : 0 - size) & type_mask(type);
}

/* ---- Divisors: small ones, all powers of two and their neighbours, some of any size; if signed, also negated ---- */

#define SMALL_DIVISORS 65u
#define RANDOM_DIVISORS 32u

static size_t positive_divisors(bl_dtype type)
{
    return SMALL_DIVISORS + 3u * oracle_types[type].bits + RANDOM_DIVISORS;
}

size_t divisor_count(bl_dtype type)
{
    return positive_divisors(type) * (oracle_types[type].kind == ORACLE_SIGNED ? 2 : 1);
}

uint64_t divisor_value(bl_dtype type, size_t index)
{
    const size_t positive = positive_divisors(type), i = index % positive;
    const size_t random_from = positive - RANDOM_DIVISORS;
    uint64_t value = i;

    if (i >= random_from) {
        value = any_magnitude(type, mix(i));
    } else if (i >= SMALL_DIVISORS) {
        value = (UINT64_C(1) << (i - SMALL_DIVISORS) / 3) + (i - SMALL_DIVISORS) % 3 - 1;
    }
    return (index >= positive ? 0 - value : value) & type_mask(type);
}

/* ---- Parameters ---- */

#define LIMITS 6

/* 0, NaN, infinity, the largest, the least, 1, with either sign; of integers 0, both ends, -1, 1, 2. */
static uint64_t limit_value(bl_dtype type, size_t which, uint64_t random)
{
    const uint64_t top = top_exponent(type), middle = type_mask(type) / 2;
    const uint64_t integers[LIMITS] = {0, middle, middle + 1, type_mask(type), 1, 2};
    const struct {
        uint64_t exponent, fraction;
    } floats[LIMITS] = {{0, 0}, {top, middle}, {top, 0}, {top - 1, middle}, {0, 1}, {top >> 1, 0}};

    return is_float(type) ? float_bits(type, random, floats[which % LIMITS].exponent, floats[which % LIMITS].fraction)
                          : integers[which % LIMITS];
}

/* Plain values, samples, limits and edges in turn. */
static uint64_t parameter_value(bl_dtype type, size_t set, unsigned p, uint64_t key)
{
    switch (set % 4) {
    case 1:
        return plain_value(type, key);
    case 2:
        return sample_value(type, key);
    default:
        return set % 16 < 12 ? limit_value(type, set / 4 + 2 * p, key) : edge_value(type, mix(key));
    }
}

void choose_parameters(reference *which, const bl_table *table, size_t set)
{
    const size_t count = table->parameter_count;

    which->parameter_count = table->parameter_count;
    for (unsigned p = 0; p < count; ++p) {
        const bl_parameter *parameter = &table->parameters[p];
        const uint64_t key = mix(set * MAX_PARAMETERS + p);
        const unsigned other = (unsigned)(key % count);
        const int alone = set % 4 == 0, stays = set == 0 || (alone && p != set / 4 % count);

        which->parameters[p] = stays   ? parameter->initial
                               : alone ? limit_value((bl_dtype)parameter->dtype, (set / 4 - 1) / count, key)
                                       : parameter_value((bl_dtype)parameter->dtype, set, p, key);
        if (!stays && set % 8 == 7 && other < p && table->parameters[other].dtype == parameter->dtype) {
            which->parameters[p] = which->parameters[other]; /* limits that are equal, and the like */
        }
    }
}

/* The number of results that differ from the one before, or the number that differ from the first operand, if that is smaller. */
static unsigned changes(const reference *which, const bl_table *table)
{
    uint64_t last = 0;
    unsigned moved = 0, changed = 0;

    for (uint64_t i = 0; i < 32; ++i) {
        uint64_t x[BL_MAX_ARITY], value;

        for (unsigned p = 0; p < table->arity; ++p) {
            x[p] = plain_value((bl_dtype)table->dtypes[p + 1], mix(i) + p);
        }
        value = reference_value(which, x);
        moved += value != last;
        changed += value != x[0];
        last = value;
    }
    return moved < changed ? moved : changed;
}

void choose_telling_parameters(reference *which, const bl_table *table, size_t nth)
{
    size_t best = 0;
    unsigned most = 0;

    for (size_t set = 16 * nth; set < 16 * (nth + 1) && table->parameter_count > 0; ++set) {
        unsigned count;

        choose_parameters(which, table, set);
        count = changes(which, table) + (set % 4 == 1); /* rather plain ones */
        if (count > most) {
            most = count;
            best = set;
        }
    }
    choose_parameters(which, table, best);
}
