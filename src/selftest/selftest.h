/* The values on which the self-test runs kernels, and the hash of their results: the same on every machine. The program that computes
 * the stored hashes shares this file (tests/selftest/hashes.c); it computes the results by itself.
 *
 * A row has up to BL_SELFTEST_COLS columns of values. Different rows have different inputs with one value for all columns, so
 * that kernels of every pattern run on them, with the results of the contiguous one. In every other row the values are edges:
 * zeros, subnormals, limits, infinities, NaN and their neighbours; two inputs have hundreds of pairs of edges. In the other
 * rows they are random: floats mostly near 1, where roundings differ, and integers of any magnitude. Parameters have their
 * defaults in rows of edges, and random values in the others.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_SELFTEST_H
#define BL_SELFTEST_H

#include "../basics/dtype.h"
#include "../kernels/kernel.h"

#define BL_SELFTEST_ROWS 48u
#define BL_SELFTEST_COLS 35u      /* more than a register of 32 bytes */
#define BL_SELFTEST_LEAST_COLS 8u /* a table with less room is not tested */
#define BL_SELFTEST_BYTES 512u    /* for a row's operands and parameters */

/** A row of a table. */
typedef struct bl_selftest_row {
    const bl_table *table;
    unsigned number;
    unsigned cols;
    unsigned held;   /* the inputs that are one value: bit i. Never all of them */
    unsigned pairs;  /* the number of pairs of edges, or of a single input's edges, so far */
    uint32_t random; /* the state of the random numbers */
    uint32_t hash;   /* of the results so far */
    unsigned char *operands[BL_OPERANDS];
    unsigned char *parameters;
    uint64_t memory[BL_SELFTEST_BYTES / 8]; /* aligned for every element */
} bl_selftest_row;

/** The bytes of an element as one number. */
static inline uint64_t bl_selftest_load(const unsigned char *from, unsigned shift)
{
    const uint16_t one = 1;
    const unsigned turned = *(const unsigned char *)&one != 0 ? (1u << shift) - 1 : 0; /* little-endian: the last byte first */
    uint64_t value = 0;

    for (unsigned i = 0; i < 1u << shift; ++i) {
        value = value << 8 | from[i ^ turned];
    }
    return value;
}

/** The number of stored bits of a float's significand; 0 for other dtypes, so that code for exponents also applies to integers. */
static inline unsigned bl_selftest_fraction(bl_dtype dtype)
{
    static const uint8_t bits[] = {23, 52, 10, 7}; /* in the order of bl_dtype */

    return dtype <= BL_BF16 ? bits[dtype] : 0;
}

/** All bits except the sign's. */
static inline uint64_t bl_selftest_magnitude(bl_dtype dtype)
{
    return UINT64_MAX >> (65 - (8u << bl_dtype_shifts[dtype]));
}

/** One of 32 edges: 16 magnitudes, without and with the sign bit. For integers, all bits except the sign bit are the exponent: the greatest
 * is MAX, or -1 with the sign bit, and 0 with the sign bit is MIN. */
static inline uint64_t bl_selftest_edge(bl_dtype dtype, unsigned which)
{
    enum {
        ZERO,
        ONE,
        WHOLE,
        GREATEST,
        MIDDLE = 2
    };
    static const struct {
        uint8_t from;    /* the exponent of 0, of 1, of the least numbers without a fraction, or the greatest exponent, … */
        int8_t exponent; /* … to which this is added; */
        int8_t more;     /* this is added to the number; MIDDLE adds half of the distance to the next exponent */
    } edges[16] = {
        {ZERO, 0, 0},
        {GREATEST, 0, 0}, /* infinity */
        {ZERO, 0, 1},     /* the least subnormal number */
        {GREATEST, 0, -1},
        {ONE, 0, 0},
        {ZERO, 1, -1}, /* the greatest subnormal number */
        {ZERO, 1, 1},
        {ONE, 0, 1},
        {GREATEST, 0, MIDDLE}, /* a quiet NaN */
        {WHOLE, -1, 1},        /* an integer and a half */
        {ONE, 0, MIDDLE},
        {ONE, -1, 0},
        {WHOLE, 0, 1},
        {ZERO, 1, 0},     /* the least normal number */
        {GREATEST, 0, 1}, /* a signalling NaN */
        {ZERO, 0, MIDDLE},
    };
    const unsigned fraction = bl_selftest_fraction(dtype);
    const uint64_t magnitude = bl_selftest_magnitude(dtype);
    const int more = edges[which / 2 % 16].more;
    const unsigned from = edges[which / 2 % 16].from;
    uint64_t value = from == ZERO ? 0 : magnitude >> fraction;

    if (from == ONE || from == WHOLE) {
        value >>= 1;
        value += from == WHOLE ? fraction : 0;
    }
    value = (value + (uint64_t)(int64_t)edges[which / 2 % 16].exponent) << fraction;
    value += more == MIDDLE ? ((uint64_t)1 << fraction) >> 1 : (uint64_t)(int64_t)more;
    return which % 2 != 0 ? value ^ (magnitude + 1) : value;
}

static inline uint32_t bl_selftest_draw(bl_selftest_row *row)
{
    uint32_t random = row->random;

    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    row->random = random;
    return random;
}

/** Random bits. Three floats in four have the exponent of a number from 2^-8 to 2^24, except in f16, which lacks some of these;
 * integers are cut to a random length, and every other one is inverted. */
static inline uint64_t bl_selftest_random(bl_selftest_row *row, bl_dtype dtype)
{
    const unsigned fraction = bl_selftest_fraction(dtype);
    const uint64_t magnitude = bl_selftest_magnitude(dtype);
    const uint64_t greatest = magnitude >> fraction;
    const uint64_t high = (uint64_t)bl_selftest_draw(row) << 32;
    const uint64_t value = high | bl_selftest_draw(row);
    const unsigned how = (unsigned)(bl_selftest_draw(row) >> 24);

    if (fraction == 0) {
        const uint64_t cut = (value & (magnitude << 1 | 1)) >> (how & ((8u << bl_dtype_shifts[dtype]) - 1));

        return (how & 128) != 0 ? ~cut : cut;
    }
    if (how < 64) {
        return value;
    }
    return (value & ~(greatest << fraction)) | (((greatest >> 1) - 8 + (how & 31)) & greatest) << fraction;
}

/** A value of the row for an input or a parameter; `edge` chooses an edge. */
static inline uint64_t bl_selftest_value(bl_selftest_row *row, bl_dtype dtype, unsigned edge)
{
    const uint64_t value = row->number % 2 == 0 ? bl_selftest_edge(dtype, edge) : bl_selftest_random(row, dtype);

    return dtype == BL_BOOL && value % 2 == 0 ? 0 : value; /* any other is true */
}

/** Lay out the rows of a table. Returns the number of their columns; 0 if there is too little room. */
static inline unsigned bl_selftest_begin(bl_selftest_row *row, const bl_table *table)
{
    unsigned char *free_memory = (unsigned char *)row->memory;
    unsigned cols = BL_SELFTEST_COLS, column = 0;
    unsigned room = BL_SELFTEST_BYTES - 8 * (table->arity + 2u); /* each operand begins at a multiple of 8 bytes */

    for (unsigned i = 0; i <= table->arity; ++i) {
        column += 1u << table->shifts[i];
    }
    room -= table->parameters_size < room ? table->parameters_size : room;
    while (cols * column > room) {
        --cols;
    }
    if (cols < BL_SELFTEST_LEAST_COLS) {
        return 0;
    }
    row->table = table;
    row->number = 0;
    row->cols = cols;
    row->held = 0;
    row->pairs = 0;
    row->random = 1;
    row->hash = UINT32_C(0x811c9dc5);
    for (unsigned i = 0; i <= table->arity; ++i) {
        row->operands[i] = free_memory;
        free_memory += ((cols << table->shifts[i]) + 7) / 8 * 8;
    }
    row->parameters = free_memory;
    return cols;
}

/** The row's edge for an input: one for each row; each edge in turn; or, if all inputs vary, each pair of the first 16
 * in turn. */
static inline unsigned bl_selftest_which(const bl_selftest_row *row, unsigned input, unsigned column)
{
    if ((row->held >> input & 1) != 0) {
        return row->number / 2;
    }
    if (row->held != 0) {
        return column * (input | 1);
    }
    if (row->table->arity == 1) {
        return row->pairs + column;
    }
    return ((row->pairs + column) >> (input % 2 * 4)) * (input | 1) % 16;
}

/** Write the row's inputs and parameters. */
static inline void bl_selftest_fill(bl_selftest_row *row)
{
    const bl_table *table = row->table;

    for (unsigned i = 0; i < table->arity; ++i) {
        const bl_dtype dtype = (bl_dtype)table->dtypes[i + 1];
        unsigned char *to = row->operands[i + 1];
        uint64_t value = 0;

        for (unsigned column = 0; column < row->cols; ++column) {
            if (column == 0 || (row->held >> i & 1) == 0) {
                value = bl_selftest_value(row, dtype, bl_selftest_which(row, i, column));
            }
            bl_store_bits(dtype, value, to);
            to += (size_t)1 << table->shifts[i + 1];
        }
    }
    for (unsigned i = 0; i < table->parameter_count; ++i) {
        const bl_parameter *parameter = &table->parameters[i];
        const bl_dtype dtype = (bl_dtype)parameter->dtype;

        bl_store_bits(dtype, row->number % 2 == 0 ? parameter->initial : bl_selftest_random(row, dtype), row->parameters + parameter->offset);
    }
}

/** Add the row's results to the hash: FNV-1a of their bytes, the lowest first, with all bits
 * set for any NaN. The next row may overwrite the results. */
static inline void bl_selftest_take(bl_selftest_row *row)
{
    const bl_dtype dtype = (bl_dtype)row->table->dtypes[0];
    const unsigned shift = row->table->shifts[0], fraction = bl_selftest_fraction(dtype);
    const uint64_t magnitude = bl_selftest_magnitude(dtype);
    uint32_t hash = row->hash;

    for (unsigned column = 0; column < row->cols; ++column) {
        uint64_t value = bl_selftest_load(row->operands[0] + ((size_t)column << shift), shift);

        if (fraction != 0 && (value & magnitude) > magnitude >> fraction << fraction) {
            value = UINT64_MAX;
        }
        for (unsigned i = 0; i < 1u << shift; ++i) {
            hash = (hash ^ (uint32_t)(value & 0xff)) * UINT32_C(0x01000193);
            value >>= 8;
        }
    }
    row->hash = hash;
    row->pairs += row->held == 0 && row->number % 2 == 0 ? row->cols : 0;
    ++row->number;
    row->held = row->held + 2 == 1u << row->table->arity ? 0 : row->held + 1;
}

#endif
