/* The results of the words that convert: every number is a sign, an integer and a power of two, rounded in integers.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle.h"

/* A number, significand * 2^exponent; its significand has its highest bit set, except that of 0. */
typedef struct exact {
    int negative, exponent;
    uint64_t significand;
} exact;

typedef enum rounding {
    TO_EVEN,
    TO_ODD,
    HALVES_AWAY /* to nearest, of two the one farther from 0 */
} rounding;

static exact number(int negative, uint64_t significand, int exponent)
{
    exact made;

    for (; significand != 0 && significand >> 63 == 0; --exponent) {
        significand <<= 1;
    }
    made.negative = negative;
    made.exponent = exponent;
    made.significand = significand;
    return made;
}

static exact from_integer(bl_dtype type, uint64_t x)
{
    const unsigned bits = oracle_types[type].bits;
    const int negative = oracle_types[type].kind == ORACLE_SIGNED && (x >> (bits - 1) & 1) != 0;

    return number(negative, negative ? (0 - x) & UINT64_MAX >> (64 - bits) : x, 0);
}

/* The position of the exponent's bits, and the largest exponent: that of infinities and NaN. */
static unsigned fraction_of(bl_dtype type)
{
    return oracle_types[type].fraction_bits;
}

static uint64_t top_exponent(bl_dtype type)
{
    return (UINT64_C(1) << (oracle_types[type].bits - 1 - fraction_of(type))) - 1;
}

static uint64_t sign_bit(bl_dtype type)
{
    return UINT64_C(1) << (oracle_types[type].bits - 1);
}

static int is_infinite(bl_dtype type, uint64_t x)
{
    return (x & (sign_bit(type) - 1)) == top_exponent(type) << fraction_of(type);
}

static int is_signalling(bl_dtype type, uint64_t x)
{
    return oracle_is_nan(type, x) && (x >> (fraction_of(type) - 1) & 1) == 0;
}

/* The exponent of the last bit of a normal number with the exponent bits `field`; subnormal numbers have that of field 1. */
static int last_place(bl_dtype type, uint64_t field)
{
    const int bias = (int)(top_exponent(type) >> 1);

    return (field == 0 ? 1 : (int)field) - bias - (int)fraction_of(type);
}

/* The value of a finite float. */
static exact from_float(bl_dtype type, uint64_t x)
{
    const uint64_t field = x >> fraction_of(type) & top_exponent(type);
    const uint64_t fraction = x & ((UINT64_C(1) << fraction_of(type)) - 1);

    return number((x & sign_bit(type)) != 0, fraction | (field == 0 ? 0 : UINT64_C(1) << fraction_of(type)),
                  last_place(type, field));
}

/* The number in units of 2^place, rounded to a whole one; the place is above its exponent. */
static uint64_t rounded_at(exact a, int place, rounding how)
{
    const int dropped = place - a.exponent;
    uint64_t kept, rest, half;

    if (dropped > 64) {
        return how == TO_ODD && a.significand != 0;
    }
    kept = dropped == 64 ? 0 : a.significand >> dropped;
    rest = dropped == 64 ? a.significand : a.significand & ((UINT64_C(1) << dropped) - 1);
    half = UINT64_C(1) << (dropped - 1);
    if (how == TO_ODD) {
        return kept | (rest != 0);
    }
    return kept + (rest > half || (rest == half && ((kept & 1) != 0 || how == HALVES_AWAY)));
}

static uint64_t to_float(bl_dtype type, exact a, rounding how)
{
    const uint64_t sign = a.negative ? sign_bit(type) : 0, infinity = top_exponent(type) << fraction_of(type);
    const int least = last_place(type, 1), own = a.exponent + 63 - (int)fraction_of(type);
    const int place = own > least ? own : least;
    uint64_t significand = rounded_at(a, place, how), field = 0;

    if (a.significand == 0) {
        return sign;
    }
    if (place + (int)fraction_of(type) > (int)(top_exponent(type) >> 1)) { /* beyond the largest */
        return sign | (how == TO_ODD ? infinity - 1 : infinity);
    }
    if (significand >> fraction_of(type) != 0) { /* the leading one adds 1 to the exponent, and a carry another */
        field = (uint64_t)(place - least);
    }
    significand += field << fraction_of(type);
    return sign | (significand < infinity ? significand : infinity);
}

static uint64_t between_floats(bl_dtype to, bl_dtype from, uint64_t x, rounding how)
{
    const uint64_t sign = (x & sign_bit(from)) != 0 ? sign_bit(to) : 0;
    const uint64_t infinity = top_exponent(to) << fraction_of(to);

    if (oracle_is_nan(from, x)) {
        return sign | infinity | UINT64_C(1) << (fraction_of(to) - 1);
    }
    return is_infinite(from, x) ? sign | infinity : to_float(to, from_float(from, x), how);
}

/* ---- Floats to integers ---- */

static uint64_t least_of(bl_dtype type)
{
    return oracle_types[type].kind == ORACLE_SIGNED ? sign_bit(type) : 0;
}

static uint64_t most_of(bl_dtype type)
{
    return oracle_types[type].kind == ORACLE_SIGNED ? sign_bit(type) - 1 : UINT64_MAX >> (64 - oracle_types[type].bits);
}

typedef struct whole {
    int fits, negative;
    uint64_t value;
} whole;

static whole to_integer(bl_dtype to, bl_dtype from, uint64_t x)
{
    whole made = {0, 0, 0};
    exact a;
    uint64_t size = 0;

    made.negative = (x & sign_bit(from)) != 0;
    if (oracle_is_nan(from, x) || is_infinite(from, x)) {
        return made;
    }
    a = from_float(from, x);
    if (a.significand != 0 && a.exponent > 0) {
        return made; /* 2^64 or more */
    }
    size = a.exponent > -64 ? a.significand >> -a.exponent : 0;
    made.fits = size <= (made.negative ? least_of(to) : most_of(to));
    made.value = (made.negative ? 0 - size : size) & UINT64_MAX >> (64 - oracle_types[to].bits);
    return made;
}

static uint64_t saturated(bl_dtype to, bl_dtype from, uint64_t x)
{
    const whole a = to_integer(to, from, x);

    if (oracle_is_nan(from, x)) {
        return 0;
    }
    return a.fits ? a.value : a.negative ? least_of(to)
                                         : most_of(to);
}

static uint64_t or_else(bl_dtype to, bl_dtype from, uint64_t x, uint64_t otherwise)
{
    const whole a = to_integer(to, from, x);

    return a.fits ? a.value : otherwise;
}

static unsigned to_integer_raises(bl_dtype to, bl_dtype from, uint64_t x)
{
    return to_integer(to, from, x).fits ? 0 : ORACLE_INVALID;
}

#define TO_INTEGER(to, TO, from, FROM, otherwise, other)                                         \
    static uint64_t to##_saturated_##from(bl_dtype type, const uint64_t *x)                      \
    {                                                                                            \
        (void)type;                                                                              \
        return saturated(TO, FROM, x[0]);                                                        \
    }                                                                                            \
                                                                                                 \
    static uint64_t to##_or_##otherwise##_##from(bl_dtype type, const uint64_t *x)               \
    {                                                                                            \
        (void)type;                                                                              \
        return or_else(TO, FROM, x[0], other(TO));                                               \
    }                                                                                            \
                                                                                                 \
    static unsigned to##_from_##from##_raises(bl_dtype type, const uint64_t *x, uint64_t result) \
    {                                                                                            \
        (void)type, (void)result;                                                                \
        return to_integer_raises(TO, FROM, x[0]);                                                \
    }

TO_INTEGER(i32, BL_I32, f32, BL_F32, min, least_of)
TO_INTEGER(u32, BL_U32, f32, BL_F32, max, most_of)
TO_INTEGER(i32, BL_I32, f64, BL_F64, min, least_of)
TO_INTEGER(u32, BL_U32, f64, BL_F64, max, most_of)
TO_INTEGER(i64, BL_I64, f64, BL_F64, min, least_of)
TO_INTEGER(u64, BL_U64, f64, BL_F64, max, most_of)

static uint64_t i16_saturated_f32(bl_dtype type, const uint64_t *x)
{
    return saturated(BL_I16, type, x[0]);
}

static uint64_t u16_saturated_f32(bl_dtype type, const uint64_t *x)
{
    return saturated(BL_U16, type, x[0]);
}

static unsigned i16_from_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return to_integer_raises(BL_I16, type, x[0]);
}

static unsigned u16_from_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return to_integer_raises(BL_U16, type, x[0]);
}

/* ---- Floats to the nearest integers ---- */

/* The nearest integer, ties to even, as a float. */
static uint64_t rounded_whole(bl_dtype type, uint64_t x)
{
    exact a;

    if (oracle_is_nan(type, x) || is_infinite(type, x)) {
        return x;
    }
    a = from_float(type, x);
    return a.exponent < 0 ? to_float(type, number(a.negative, rounded_at(a, 0, TO_EVEN), 0), TO_EVEN) : x;
}

static uint64_t i32_nearest_f32(bl_dtype type, const uint64_t *x)
{
    return saturated(BL_I32, type, rounded_whole(type, x[0]));
}

static uint64_t i16_nearest_f32(bl_dtype type, const uint64_t *x)
{
    return saturated(BL_I16, type, rounded_whole(type, x[0]));
}

static uint64_t quotient_of(const uint64_t *x)
{
    return oracle_word("div")->value(BL_F32, x);
}

static uint64_t i32_steps_seldom_f32(bl_dtype type, const uint64_t *x)
{
    const uint64_t quotient = quotient_of(x);

    return i32_nearest_f32(type, &quotient);
}

static uint64_t i32_nearest_or_min_f32(bl_dtype type, const uint64_t *x)
{
    return or_else(BL_I32, type, rounded_whole(type, x[0]), least_of(BL_I32));
}

static unsigned i32_nearest_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return to_integer_raises(BL_I32, type, rounded_whole(type, x[0]));
}

static unsigned i16_nearest_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return to_integer_raises(BL_I16, type, rounded_whole(type, x[0]));
}

static unsigned i32_steps_seldom_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const uint64_t quotient = quotient_of(x);

    (void)result;
    return oracle_word("div")->raises(type, x, quotient) | to_integer_raises(BL_I32, type, rounded_whole(type, quotient));
}

/* ---- Integers to narrower ones ---- */

static uint64_t clamped(bl_dtype to, bl_dtype from, uint64_t x)
{
    const int negative = (x & sign_bit(from)) != 0;
    const uint64_t size = negative ? (0 - x) & (2 * sign_bit(from) - 1) : x;

    if (size > (negative ? least_of(to) : most_of(to))) {
        return negative ? least_of(to) : most_of(to);
    }
    return x & UINT64_MAX >> (64 - oracle_types[to].bits);
}

static uint64_t i8_clamped_i16(bl_dtype type, const uint64_t *x)
{
    return clamped(BL_I8, type, x[0]);
}

static uint64_t u8_clamped_i16(bl_dtype type, const uint64_t *x)
{
    return clamped(BL_U8, type, x[0]);
}

static uint64_t i16_clamped_i32(bl_dtype type, const uint64_t *x)
{
    return clamped(BL_I16, type, x[0]);
}

static uint64_t u16_clamped_i32(bl_dtype type, const uint64_t *x)
{
    return clamped(BL_U16, type, x[0]);
}

/* ---- Integers to floats ---- */

static uint64_t round_to_odd(bl_dtype type, const uint64_t *x)
{
    const exact a = from_integer(type, x[0]);
    const unsigned bits = oracle_types[type].bits, exact_bits = bits == 64 ? 53 : 24, place = bits == 64 ? 11 : 8;
    const uint64_t size = a.significand == 0 ? 0 : a.significand >> -a.exponent;
    uint64_t odd;

    if (size >> exact_bits == 0) {
        return x[0];
    }
    odd = rounded_at(a, (int)place, TO_ODD) << place;
    return (a.negative ? 0 - odd : odd) & UINT64_MAX >> (64 - bits);
}

static uint64_t f32_from_integer(bl_dtype type, const uint64_t *x)
{
    return to_float(BL_F32, from_integer(type, x[0]), TO_EVEN);
}

/* ---- Floats to floats ---- */

static uint64_t f64_from_f32(bl_dtype type, const uint64_t *x)
{
    return between_floats(BL_F64, type, x[0], TO_EVEN);
}

static uint64_t f32_from_f64(bl_dtype type, const uint64_t *x)
{
    return between_floats(BL_F32, type, x[0], TO_EVEN);
}

static uint64_t f32_odd_from_f64(bl_dtype type, const uint64_t *x)
{
    return between_floats(BL_F32, type, x[0], TO_ODD);
}

static uint64_t f16_from_f64(bl_dtype type, const uint64_t *x)
{
    return between_floats(BL_F16, type, x[0], oracle_f16_ties_away ? HALVES_AWAY : TO_EVEN);
}

static uint64_t bf16_from_f64(bl_dtype type, const uint64_t *x)
{
    return between_floats(BL_BF16, type, x[0], TO_EVEN);
}

static unsigned widened_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return is_signalling(type, x[0]) ? ORACLE_INVALID : 0;
}

/* A result beyond the largest f32 overflows, or is infinite in 16 bits. */
static unsigned rounded_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const uint64_t single = between_floats(BL_F32, type, x[0], TO_EVEN);

    if (is_infinite(BL_F32, single) && !is_infinite(type, x[0])) {
        return ORACLE_OVERFLOW;
    }
    return widened_raises(type, x, result);
}

static unsigned f16_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    return is_infinite(BL_F16, result) && !is_infinite(type, x[0]) ? ORACLE_OVERFLOW : widened_raises(type, x, result);
}

static unsigned bf16_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    return is_infinite(BL_BF16, result) && !is_infinite(type, x[0]) ? ORACLE_OVERFLOW : widened_raises(type, x, result);
}

const oracle_rule oracle_conversions[] = {
    {"i32_or_min_f32", 1, 0, 0, 0, 0, 0, i32_or_min_f32, NULL, i32_from_f32_raises, NULL},
    {"i32_or_min_f64", 1, 0, 0, 0, 0, 0, i32_or_min_f64, NULL, i32_from_f64_raises, NULL},
    {"i64_or_min_f64", 1, 0, 0, 0, 0, 0, i64_or_min_f64, NULL, i64_from_f64_raises, NULL},
    {"u32_or_max_f32", 1, 0, 0, 0, 0, 0, u32_or_max_f32, NULL, u32_from_f32_raises, NULL},
    {"u32_or_max_f64", 1, 0, 0, 0, 0, 0, u32_or_max_f64, NULL, u32_from_f64_raises, NULL},
    {"u64_or_max_f64", 1, 0, 0, 0, 0, 0, u64_or_max_f64, NULL, u64_from_f64_raises, NULL},
    {"i32_saturated_f32", 1, 0, 0, 0, 0, 0, i32_saturated_f32, NULL, i32_from_f32_raises, NULL},
    {"u32_saturated_f32", 1, 0, 0, 0, 0, 0, u32_saturated_f32, NULL, u32_from_f32_raises, NULL},
    {"i32_saturated_f64", 1, 0, 0, 0, 0, 0, i32_saturated_f64, NULL, i32_from_f64_raises, NULL},
    {"u32_saturated_f64", 1, 0, 0, 0, 0, 0, u32_saturated_f64, NULL, u32_from_f64_raises, NULL},
    {"i64_saturated_f64", 1, 0, 0, 0, 0, 0, i64_saturated_f64, NULL, i64_from_f64_raises, NULL},
    {"u64_saturated_f64", 1, 0, 0, 0, 0, 0, u64_saturated_f64, NULL, u64_from_f64_raises, NULL},
    {"i16_saturated_f32", 1, 0, 0, 0, 0, 0, i16_saturated_f32, NULL, i16_from_f32_raises, NULL},
    {"u16_saturated_f32", 1, 0, 0, 0, 0, 0, u16_saturated_f32, NULL, u16_from_f32_raises, NULL},
    {"i32_nearest_f32", 1, 0, 0, 0, 0, 0, i32_nearest_f32, NULL, i32_nearest_f32_raises, NULL},
    {"i16_nearest_byte_f32", 1, 0, 0, 0, 0, 0, i16_nearest_f32, NULL, i16_nearest_f32_raises, NULL},
    {"i16_nearest_f32", 1, 0, 0, 0, 0, 0, i16_nearest_f32, NULL, i16_nearest_f32_raises, NULL},
    {"i32_steps_seldom_f32", 2, 0, 0, 0, 1, 0, i32_steps_seldom_f32, NULL, i32_steps_seldom_f32_raises, NULL},
    {"i32_nearest_or_min_f32", 1, 0, 0, 0, 0, 0, i32_nearest_or_min_f32, NULL, i32_nearest_f32_raises, NULL},
    {"i8_clamped_i16", 1, 0, 0, 0, 0, 0, i8_clamped_i16, NULL, NULL, NULL},
    {"u8_clamped_i16", 1, 0, 0, 0, 0, 0, u8_clamped_i16, NULL, NULL, NULL},
    {"i16_clamped_i32", 1, 0, 0, 0, 0, 0, i16_clamped_i32, NULL, NULL, NULL},
    {"u16_clamped_i32", 1, 0, 0, 0, 0, 0, u16_clamped_i32, NULL, NULL, NULL},
    {"round_to_odd", 1, 0, 0, 0, 0, 0, round_to_odd, NULL, NULL, NULL},
    {"f32_from_u32", 1, 0, 0, 0, 0, 0, f32_from_integer, NULL, NULL, NULL},
    {"f32_from_i64", 1, 0, 0, 0, 0, 0, f32_from_integer, NULL, NULL, NULL},
    {"f32_from_u64", 1, 0, 0, 0, 0, 0, f32_from_integer, NULL, NULL, NULL},
    {"f64_from_f32", 1, 0, 0, 0, 0, 0, f64_from_f32, NULL, widened_raises, NULL},
    {"f32_from_f64", 1, 0, 0, 0, 0, 0, f32_from_f64, NULL, rounded_raises, NULL},
    {"f32_odd_from_f64", 1, 0, 0, 0, 0, 0, f32_odd_from_f64, NULL, rounded_raises, NULL},
    {"f16_from_f64", 1, 0, 0, 0, 0, 0, f16_from_f64, NULL, f16_from_f64_raises, NULL},
    {"bf16_from_f64", 1, 0, 0, 0, 0, 0, bf16_from_f64, NULL, bf16_from_f64_raises, NULL},
};
const size_t oracle_conversion_count = sizeof oracle_conversions / sizeof oracle_conversions[0];
