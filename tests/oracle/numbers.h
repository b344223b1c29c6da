/* Exact arithmetic for the oracle: integers by sign and magnitude, floats of any format as significand and exponent.
 * An operation's result is exact, except that a sticky bit may say that it is slightly larger; rounding is a separate
 * step. Does not use the host's floats. Freestanding.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_ORACLE_NUMBERS_H
#define BROADLOOM_TESTS_ORACLE_NUMBERS_H

#include "oracle.h"

static inline unsigned width(bl_dtype type)
{
    return oracle_types[type].bits;
}

static inline int is_float(bl_dtype type)
{
    return oracle_types[type].kind == ORACLE_FLOAT;
}

static inline int is_minifloat(bl_dtype type)
{
    return oracle_types[type].kind == ORACLE_MINIFLOAT;
}

/** The format has only an exponent. */
static inline int is_scale(bl_dtype type)
{
    return type == BL_F8E8M0;
}

static inline uint64_t low_bits(uint64_t x, unsigned count)
{
    return count < 64 ? x & ((UINT64_C(1) << count) - 1) : x;
}

/* ---- Integers ---- */

static inline int is_negative(bl_dtype type, uint64_t x)
{
    return oracle_types[type].kind == ORACLE_SIGNED && (x >> (width(type) - 1) & 1) != 0;
}

static inline uint64_t magnitude(bl_dtype type, uint64_t x)
{
    return is_negative(type, x) ? low_bits(0 - x, width(type)) : x;
}

static inline uint64_t with_sign(bl_dtype type, int negative, uint64_t size)
{
    return low_bits(negative ? 0 - size : size, width(type));
}

/** The value in 64 bits of two's complement. */
static inline uint64_t extended(bl_dtype type, uint64_t x)
{
    return is_negative(type, x) ? 0 - magnitude(type, x) : x;
}

/** The high 64 bits of a 128-bit product, by 32-bit halves. */
static inline uint64_t product_high(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & 0xffffffff, a_high = a >> 32;
    const uint64_t b_low = b & 0xffffffff, b_high = b >> 32;
    const uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t cross = a_low * b_high + (middle & 0xffffffff);

    return a_high * b_high + (middle >> 32) + (cross >> 32);
}

/** The value of the type nearest to a number of that sign and magnitude; `beyond`: it has more than 64 bits. */
uint64_t saturated(bl_dtype type, int negative, uint64_t size, int beyond);

/** Likewise to (-1)^a_negative * a + (-1)^b_negative * b. */
uint64_t saturated_sum(bl_dtype type, int a_negative, uint64_t a, int b_negative, uint64_t b);

/* ---- Numbers ---- */

typedef enum number_kind {
    ZERO,
    FINITE,
    INFINITE,
    NOT_A_NUMBER
} number_kind;

/** significand * 2^exponent, or a magnitude slightly larger. */
typedef struct number {
    number_kind kind;
    int negative; /* zeros and infinities have signs, too */
    int exponent;
    uint64_t significand; /* of FINITE; its top bit is set */
    int more;
} number;

typedef enum whole_by {
    TO_EVEN,
    AWAY_FROM_ZERO, /* halves only; all others to the nearest */
    TOWARDS_ZERO,
    UPWARDS,
    DOWNWARDS
} whole_by;

/** The number of any dtype's element; a bool's is 0 or 1. */
number number_of(bl_dtype type, uint64_t bits);

/** size * 2^exponent. */
number number_from(int negative, uint64_t size, int exponent);

/** The nearest value of a float's format, the even one if two are as near. A NaN is quiet and positive. */
uint64_t rounded_bits(bl_dtype type, number a);

/** The nearest of a minifloat's format, even where two are as near. A number that rounds to more than its greatest one becomes
 * infinite, or NaN in a format without infinities; or, if it saturates or the format is finite, the greatest number. */
uint64_t minifloat_bits(bl_dtype type, number a, int saturates);

/** A power of two of f8e8m0: the next one up if rounding is 0, down if it is 1, otherwise the nearest one, halfway up. A number that is
 * not between the least and the greatest of them becomes NaN; or, if it saturates, that of the two which is nearer. */
uint64_t scale_bits(number a, uint64_t rounding, int saturates);

/** The same as a number. */
number rounded(bl_dtype type, number a);

/** Truncated towards zero, or the nearest value of the integer type. NaN is 0. */
uint64_t integer_bits(bl_dtype type, number a);

/* These take exact numbers: */
number exact_sum(number a, number b);
number exact_product(number a, number b);
number exact_product_sum(number a, number b, number c); /* a * b + c */
number exact_quotient(number a, number b);
number exact_root(number a);
number exact_remainder(number a, number b); /* with the dividend's sign */
number whole_number(number a, whole_by by);
number opposite_of(number a);

/** Functions of an f32's number; the results round to the right f32, but are not exact (functions.c). */
number exact_power_of_e(number a);
number exact_sigmoid(number a); /* 1 / (1 + e^-a) */

/** NaN if either is; -0 is less than +0. */
number lesser(number a, number b);
number greater(number a, number b);

/** False if either is NaN; zeros are equal. */
int is_less(number a, number b);
int is_equal(number a, number b);

#endif
