/* The oracle of words: see oracle.h. Integers are computed by sign and magnitude, f16 and bf16 through exact f32 values and a rounding in
 * integers, f32 and f64 by the host's operators (build without contraction). Only `fused` is computed in integers, because not every host
 * has it.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

const oracle_type oracle_types[BL_DTYPE_COUNT] = {
    {"f32", 32, ORACLE_FLOAT, 23},
    {"f64", 64, ORACLE_FLOAT, 52},
    {"f16", 16, ORACLE_FLOAT, 10},
    {"bf16", 16, ORACLE_FLOAT, 7},
    {"i8", 8, ORACLE_SIGNED, 0},
    {"i16", 16, ORACLE_SIGNED, 0},
    {"i32", 32, ORACLE_SIGNED, 0},
    {"i64", 64, ORACLE_SIGNED, 0},
    {"u8", 8, ORACLE_UNSIGNED, 0},
    {"u16", 16, ORACLE_UNSIGNED, 0},
    {"u32", 32, ORACLE_UNSIGNED, 0},
    {"u64", 64, ORACLE_UNSIGNED, 0},
    {"bool", 8, ORACLE_TRUTH, 0},
    {"f8e4m3fn", 8, ORACLE_MINIFLOAT, 3},
    {"f8e4m3fnuz", 8, ORACLE_MINIFLOAT, 3},
    {"f8e5m2", 8, ORACLE_MINIFLOAT, 2},
    {"f8e5m2fnuz", 8, ORACLE_MINIFLOAT, 2},
    {"i4", 4, ORACLE_SIGNED, 0},
    {"u4", 4, ORACLE_UNSIGNED, 0},
    {"i2", 2, ORACLE_SIGNED, 0},
    {"u2", 2, ORACLE_UNSIGNED, 0},
    {"f8e8m0", 8, ORACLE_MINIFLOAT, 0},
    {"f4e2m1", 4, ORACLE_MINIFLOAT, 1},
    {"f6e2m3", 6, ORACLE_MINIFLOAT, 3},
    {"f6e3m2", 6, ORACLE_MINIFLOAT, 2},
};

/* ---- Integers: sign and magnitude ---- */

static uint64_t trunc_div(bl_dtype type, const uint64_t *x)
{
    const int negative = is_negative(type, x[0]) != is_negative(type, x[1]);

    return x[1] == 0 ? 0 : with_sign(type, negative, magnitude(type, x[0]) / magnitude(type, x[1]));
}

static uint64_t int_floor_div(bl_dtype type, const uint64_t *x)
{
    const int negative = is_negative(type, x[0]) != is_negative(type, x[1]);
    uint64_t quotient;

    if (x[1] == 0) {
        return 0;
    }
    quotient = magnitude(type, x[0]) / magnitude(type, x[1]);
    if (negative && quotient * magnitude(type, x[1]) != magnitude(type, x[0])) {
        quotient += 1;
    }
    return with_sign(type, negative, quotient);
}

static int plain_div_domain(bl_dtype type, const uint64_t *x)
{
    const int overflows = oracle_types[type].kind == ORACLE_SIGNED && low_bits(x[1] + 1, width(type)) == 0 &&
                          x[0] == UINT64_C(1) << (width(type) - 1);

    return x[1] != 0 && !overflows;
}

static uint64_t one_for_zero(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] == 0 ? 1 : x[0];
}

static uint64_t sign_lanes(bl_dtype type, const uint64_t *x)
{
    const unsigned bits = oracle_types[type].bits;

    return (x[0] >> (bits - 1) & 1) != 0 ? UINT64_MAX >> (64 - bits) : 0;
}

static uint64_t mul_high(bl_dtype type, const uint64_t *x)
{
    const unsigned bits = width(type);
    const int negative = is_negative(type, x[0]) != is_negative(type, x[1]);
    const uint64_t a = magnitude(type, x[0]), b = magnitude(type, x[1]);
    uint64_t high = product_high(a, b), low = a * b;

    if (negative) { /* 0 - (high:low) */
        high = ~high + (low == 0);
        low = 0 - low;
    }
    return bits == 64 ? high : low_bits(low >> bits, bits);
}

/* The product of the lower 32 bits of each, from their magnitudes. */
static uint64_t mul_even(bl_dtype type, const uint64_t *x)
{
    const bl_dtype half = oracle_types[type].kind == ORACLE_SIGNED ? BL_I32 : BL_U32;
    const uint64_t a = low_bits(x[0], 32), b = low_bits(x[1], 32);
    const uint64_t product = magnitude(half, a) * magnitude(half, b);

    return is_negative(half, a) != is_negative(half, b) ? 0 - product : product;
}

/* a * b / 2^31, by the magnitude and its remainder: halves are rounded up, which is towards zero for negative products. */
static uint64_t mul_fraction(bl_dtype type, const uint64_t *x)
{
    const int negative = is_negative(type, x[0]) != is_negative(type, x[1]);
    const uint64_t product = magnitude(type, x[0]) * magnitude(type, x[1]);
    const uint64_t whole = product >> 31, rest = product & 0x7fffffff;
    const uint64_t nearest = whole + (negative ? rest > 0x40000000 : rest >= 0x40000000);

    if (nearest == 0x80000000) { /* MIN * MIN: no other product is so large */
        return 0x7fffffff;
    }
    return low_bits(negative ? 0 - nearest : nearest, 32);
}

/* floor(high:0 / divisor) for high < divisor, one bit at a time. */
static uint64_t divide_high(uint64_t high, uint64_t divisor, unsigned bits)
{
    uint64_t rest = high, quotient = 0;

    for (unsigned i = 0; i < bits; ++i) {
        const int carry = (rest >> 63) != 0;

        rest <<= 1;
        quotient <<= 1;
        if (carry || rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

static unsigned ceil_log2(uint64_t x)
{
    unsigned log = 0;

    while (log < 64 && UINT64_C(1) << log < x) {
        ++log;
    }
    return log;
}

static unsigned floor_log2(uint64_t x)
{
    unsigned log = 0;

    while (x >>= 1) {
        ++log;
    }
    return log;
}

static uint64_t divisor_multiplier(bl_dtype type, const uint64_t *x)
{
    const uint64_t d = magnitude(type, x[0]);

    if (d == 0) {
        return 0;
    }
    if (width(type) == 8) {
        return 65535 / d;
    }
    if (oracle_types[type].kind == ORACLE_SIGNED) {
        const uint64_t power = UINT64_C(1) << floor_log2(d);

        /* 2^w * power is a multiple of d only if d is the power: the multiplier is then 2^w - 1 */
        return d == power ? low_bits(UINT64_MAX, width(type)) : divide_high(power, d, width(type));
    } else {
        const unsigned log = ceil_log2(d);
        const uint64_t high = (log < 64 ? UINT64_C(1) << log : 0) - d; /* 2^64 is 0 here */

        return low_bits(divide_high(high, d, width(type)) + 1, width(type));
    }
}

static uint64_t divisor_shift(bl_dtype type, const uint64_t *x)
{
    const unsigned log = ceil_log2(x[0]);

    if (x[0] == 0) {
        return width(type) - 1;
    }
    if (oracle_types[type].kind == ORACLE_SIGNED) {
        return floor_log2(magnitude(type, x[0]));
    }
    return log == 0 ? 0 : log - 1;
}

static uint64_t divisor_first_shift(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 1;
}

static uint64_t absolute(bl_dtype type, const uint64_t *x)
{
    return magnitude(type, x[0]);
}

static uint64_t bit_and(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] & x[1];
}

static uint64_t shares_bits(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return (x[0] & x[1]) != 0;
}

static uint64_t bit_or(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] | x[1];
}

static uint64_t bit_xor(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] ^ x[1];
}

static int shift_domain(bl_dtype type, const uint64_t *x)
{
    return x[1] < width(type);
}

/* Counts that are known when the C is generated. */
static int constant_shift_domain(bl_dtype type, const uint64_t *x)
{
    return x[1] != 0 && shift_domain(type, x);
}

static uint64_t shift_left(bl_dtype type, const uint64_t *x)
{
    return shift_domain(type, x) ? low_bits(x[0] << x[1], width(type)) : 0;
}

static uint64_t shift_right(bl_dtype type, const uint64_t *x)
{
    const uint64_t value = extended(type, x[0]);

    if (!shift_domain(type, x)) {
        return 0;
    }
    return low_bits(is_negative(type, x[0]) ? ~(~value >> x[1]) : value >> x[1], width(type));
}

static uint64_t low_halves(bl_dtype type, const uint64_t *x)
{
    const unsigned half = width(type) / 2;

    return low_bits(x[0], half) + (low_bits(x[1], half) << half);
}

static uint64_t high_halves(bl_dtype type, const uint64_t *x)
{
    const unsigned half = width(type) / 2;

    return (x[0] >> half) + (x[1] >> half << half);
}

static uint64_t widen(bl_dtype type, const uint64_t *x)
{
    return low_bits(extended(type, x[0]), 2 * width(type));
}

static uint64_t widen_twice(bl_dtype type, const uint64_t *x)
{
    return low_bits(extended(type, x[0]), 4 * width(type));
}

static uint64_t widen_thrice(bl_dtype type, const uint64_t *x)
{
    return low_bits(extended(type, x[0]), 8 * width(type));
}

static int narrow_unsigned_domain(bl_dtype type, const uint64_t *x)
{
    return x[0] >> width(type) / 2 == 0;
}

static uint64_t narrow(bl_dtype type, const uint64_t *x)
{
    return low_bits(x[0], width(type) / 2);
}

/* ---- Floats ---- */

typedef union single {
    float value;
    uint32_t bits;
} single;

typedef union twofold {
    double value;
    uint64_t bits;
} twofold;

static float f32_of(uint64_t bits)
{
    single pun;

    pun.bits = (uint32_t)bits;
    return pun.value;
}

static uint64_t bits_of_f32(float value)
{
    single pun;

    pun.value = value;
    return pun.bits;
}

static double f64_of(uint64_t bits)
{
    twofold pun;

    pun.bits = bits;
    return pun.value;
}

static uint64_t bits_of_f64(double value)
{
    twofold pun;

    pun.value = value;
    return pun.bits;
}

uint64_t oracle_f32_from_half(bl_dtype type, uint64_t half)
{
    const uint64_t sign = (half & 0x8000) << 16;
    const uint64_t exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;

    if (type == BL_BF16) {
        return half << 16;
    }
    if (exponent == 0x1f) {
        return sign | 0x7f800000 | fraction << 13;
    }
    if (exponent == 0) {
        return sign | bits_of_f32((float)fraction * 0x1p-24f); /* exact */
    }
    return sign | (exponent + 127 - 15) << 23 | fraction << 13;
}

int oracle_f16_ties_away;

uint64_t oracle_half_from_f32(bl_dtype type, uint64_t f32)
{
    const int ties_away = type == BL_F16 && oracle_f16_ties_away;
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const int bias = (1 << (14 - fraction_bits)) - 1;
    const uint64_t sign = f32 >> 16 & 0x8000, infinity = low_bits(UINT64_MAX, 15 - fraction_bits) << fraction_bits;
    const int field = (int)(f32 >> 23 & 0xff), exponent = (field == 0 ? 1 : field) - 127;
    const uint64_t significand = (f32 & 0x7fffff) | (field == 0 ? 0 : 0x800000);
    /* below the least normal exponent the last place is fixed: more bits are dropped */
    const int below = exponent < 1 - bias ? 1 - bias - exponent : 0;
    const unsigned dropped = 23 - fraction_bits + (unsigned)(below < 12 ? below : 12);
    const uint64_t rest = low_bits(significand, dropped), middle = UINT64_C(1) << (dropped - 1);
    uint64_t rounded = significand >> dropped;

    if (field == 0xff) {
        return sign | infinity | ((f32 & 0x7fffff) != 0 ? UINT64_C(1) << (fraction_bits - 1) : 0);
    }
    if (rest > middle || (rest == middle && ((rounded & 1) != 0 || ties_away))) {
        rounded += 1;
    }
    if (below == 0) { /* the significand's leading one adds the last 1 to the exponent */
        rounded += (uint64_t)(exponent + bias - 1) << fraction_bits;
    }
    return sign | (rounded < infinity ? rounded : infinity);
}

/* The exact value. */
static double real(bl_dtype type, uint64_t bits)
{
    switch (type) {
    case BL_F64:
        return f64_of(bits);
    case BL_F32:
        return (double)f32_of(bits);
    default:
        return (double)f32_of(oracle_f32_from_half(type, bits));
    }
}

/* The bits of a value that the type can represent. */
static uint64_t bits_of_real(bl_dtype type, double value)
{
    switch (type) {
    case BL_F64:
        return bits_of_f64(value);
    case BL_F32:
        return bits_of_f32((float)value);
    default:
        return oracle_half_from_f32(type, bits_of_f32((float)value));
    }
}

int oracle_is_nan(bl_dtype type, uint64_t bits)
{
    const unsigned sign_bit = width(type) - 1u, fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t infinity = low_bits(UINT64_MAX, sign_bit - fraction_bits) << fraction_bits;

    if (is_minifloat(type)) {
        return number_of(type, bits).kind == NOT_A_NUMBER;
    }
    return is_float(type) && low_bits(bits, sign_bit) > infinity;
}

int oracle_same(bl_dtype type, int carries, uint64_t a, uint64_t b)
{
    return a == b || (!carries && (a ^ b) >> (width(type) - 1) <= 1 && oracle_is_nan(type, a) &&
                      oracle_is_nan(type, b)); /* beyond the type's width, all bits are the same */
}

typedef enum arithmetic {
    SUM,
    DIFFERENCE,
    PRODUCT,
    QUOTIENT
} arithmetic;

static float f32_result(arithmetic what, float a, float b)
{
    switch (what) {
    case SUM:
        return a + b;
    case DIFFERENCE:
        return a - b;
    case PRODUCT:
        return a * b;
    default:
        return a / b;
    }
}

static double f64_result(arithmetic what, double a, double b)
{
    switch (what) {
    case SUM:
        return a + b;
    case DIFFERENCE:
        return a - b;
    case PRODUCT:
        return a * b;
    default:
        return a / b;
    }
}

static uint64_t float_result(arithmetic what, bl_dtype type, const uint64_t *x)
{
    if (type == BL_F64) {
        return bits_of_f64(f64_result(what, f64_of(x[0]), f64_of(x[1])));
    }
    if (type == BL_F32) {
        return bits_of_f32(f32_result(what, f32_of(x[0]), f32_of(x[1])));
    }
    return oracle_half_from_f32(type, bits_of_f32(f32_result(what, f32_of(oracle_f32_from_half(type, x[0])),
                                                             f32_of(oracle_f32_from_half(type, x[1])))));
}

/* Truncates a number. NaN, infinities and numbers that are too large for a fraction are unchanged. */
static double whole(double value)
{
    const int has_fraction = value > -0x1p52 && value < 0x1p52;
    const double cut = has_fraction ? (double)(int64_t)value : value;

    return cut == 0 && has_fraction ? f64_of(bits_of_f64(value) & UINT64_C(1) << 63) : cut;
}

static uint64_t trunc_word(bl_dtype type, const uint64_t *x)
{
    return bits_of_real(type, whole(real(type, x[0])));
}

static uint64_t floor_word(bl_dtype type, const uint64_t *x)
{
    const double value = real(type, x[0]), cut = whole(value);

    return bits_of_real(type, cut > value ? cut - 1 : cut);
}

/* ---- Words and ops over all types ---- */

static uint64_t add(bl_dtype type, const uint64_t *x)
{
    return is_float(type) ? float_result(SUM, type, x) : low_bits(x[0] + x[1], width(type));
}

static uint64_t sub(bl_dtype type, const uint64_t *x)
{
    return is_float(type) ? float_result(DIFFERENCE, type, x) : low_bits(x[0] - x[1], width(type));
}

static uint64_t mul(bl_dtype type, const uint64_t *x)
{
    return is_float(type) ? float_result(PRODUCT, type, x) : low_bits(x[0] * x[1], width(type));
}

static uint64_t fused(bl_dtype type, const uint64_t *x)
{
    return rounded_bits(type, exact_product_sum(number_of(type, x[0]), number_of(type, x[1]), number_of(type, x[2])));
}

/* Edges: the product nearly cancels the summand, or is about half of its last bit. */
static uint64_t fused_edge(bl_dtype type, const uint64_t *x, uint64_t random)
{
    const number c = number_of(type, x[2]);
    number product = opposite_of(c);

    if ((random & 1) != 0 && c.kind == FINITE) {
        product = number_from((random & 2) != 0, 1, c.exponent + 62 - (int)oracle_types[type].fraction_bits);
    }
    return rounded_bits(type, exact_quotient(product, number_of(type, x[1])));
}

/* c - a * b: with a's sign changed first. */
static uint64_t fused_from(bl_dtype type, const uint64_t *x)
{
    const uint64_t given[3] = {x[0] ^ UINT64_C(1) << (width(type) - 1), x[1], x[2]};

    return fused(type, given);
}

static uint64_t fused_from_edge(bl_dtype type, const uint64_t *x, uint64_t random)
{
    return fused_edge(type, x, random) ^ UINT64_C(1) << (width(type) - 1);
}

static uint64_t negated(bl_dtype type, const uint64_t *x)
{
    return is_float(type) ? x[0] ^ UINT64_C(1) << (width(type) - 1) : low_bits(0 - x[0], width(type));
}

static uint64_t div_op(bl_dtype type, const uint64_t *x)
{
    return is_float(type) ? float_result(QUOTIENT, type, x) : trunc_div(type, x);
}

/* Whether a divisor's magnitude is from 2^-40 to below 2^40 (f64: 2^400), by its biased exponent. */
static int is_moderate(bl_dtype type, uint64_t d)
{
    const unsigned exponent = type == BL_F64 ? d >> 52 & 0x7ff : d >> 23 & 0xff;

    return type == BL_F64 ? exponent >= 1023 - 400 && exponent < 1023 + 400 : exponent >= 127 - 40 && exponent < 127 + 40;
}

static uint64_t divisor_inverse(bl_dtype type, const uint64_t *x)
{
    const uint64_t one = bits_of_real(type, 1), pair[2] = {one, x[0]};

    return is_moderate(type, x[0]) ? float_result(QUOTIENT, type, pair) : one;
}

static uint64_t divisor_span(bl_dtype type, const uint64_t *x)
{
    const uint64_t span = type == BL_F64 ? (uint64_t)(600 + 560) << 52 : (uint64_t)(86 + 86) << 23;

    return (is_moderate(type, x[0]) ? span : 0) + (UINT64_C(1) << (width(type) - 1));
}

static uint64_t divisor_scale(bl_dtype type, const uint64_t *x)
{
    return is_moderate(BL_F32, x[0]) ? divisor_inverse(type, x) + (UINT64_C(16) << 23) : 0;
}

static uint64_t divisor_offset(bl_dtype type, const uint64_t *x)
{
    return bits_of_real(type, is_moderate(BL_F32, x[0]) ? 32776 : 8);
}

static uint64_t less(bl_dtype type, const uint64_t *x)
{
    const uint64_t sign = UINT64_C(1) << 63;

    if (is_float(type)) {
        return real(type, x[0]) < real(type, x[1]);
    }
    if (oracle_types[type].kind == ORACLE_SIGNED) { /* moved up by 2^63, the order stays */
        return (extended(type, x[0]) ^ sign) < (extended(type, x[1]) ^ sign);
    }
    if (oracle_types[type].kind == ORACLE_TRUTH) {
        return x[0] == 0 && x[1] != 0;
    }
    return x[0] < x[1];
}

static uint64_t equal(bl_dtype type, const uint64_t *x)
{
    if (oracle_types[type].kind == ORACLE_TRUTH) {
        return (x[0] != 0) == (x[1] != 0);
    }
    return is_float(type) ? real(type, x[0]) == real(type, x[1]) : x[0] == x[1];
}

static int ordered_domain(bl_dtype type, const uint64_t *x)
{
    return !oracle_is_nan(type, x[0]) && !oracle_is_nan(type, x[1]);
}

static uint64_t ordered(bl_dtype type, const uint64_t *x)
{
    return (uint64_t)ordered_domain(type, x);
}

static uint64_t same(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] == x[1];
}

static uint64_t is_nan_word(bl_dtype type, const uint64_t *x)
{
    return (uint64_t)oracle_is_nan(type, x[0]);
}

static uint64_t both(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0 && x[1] != 0;
}

static uint64_t either(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0 || x[1] != 0;
}

static uint64_t differ(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return (x[0] != 0) != (x[1] != 0);
}

static uint64_t opposite(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] == 0;
}

static uint64_t truth(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0;
}

static int mask_from_lanes_domain(bl_dtype type, const uint64_t *x)
{
    return x[0] == 0 || x[0] == low_bits(UINT64_MAX, width(type));
}

static uint64_t lanes_from_mask(bl_dtype type, const uint64_t *x)
{
    return x[0] != 0 ? low_bits(UINT64_MAX, width(type)) : 0;
}

static uint64_t chosen(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0 ? x[1] : x[2];
}

static uint64_t settled(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[1] != 0 ? x[0] : x[2];
}

static uint64_t keep(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0 ? x[1] : 0;
}

static uint64_t drop(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] != 0 ? 0 : x[1];
}

static uint64_t same_bits(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0];
}

static uint64_t less_or_equal(bl_dtype type, const uint64_t *x)
{
    const uint64_t exchanged[2] = {x[1], x[0]};

    return is_float(type) ? real(type, x[0]) <= real(type, x[1]) : !less(type, exchanged);
}

static uint64_t not_a_number(bl_dtype type)
{
    return low_bits(UINT64_MAX, width(type) - 1u);
}

static uint64_t minimum(bl_dtype type, const uint64_t *x)
{
    if (oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1])) {
        return not_a_number(type);
    }
    return equal(type, x) ? x[0] | x[1] : less(type, x) ? x[0]
                                                        : x[1]; /* equal bits except for the sign of 0 */
}

static uint64_t maximum(bl_dtype type, const uint64_t *x)
{
    if (oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1])) {
        return not_a_number(type);
    }
    return equal(type, x) ? x[0] & x[1] : less(type, x) ? x[1]
                                                        : x[0];
}

static uint64_t min_or_second(bl_dtype type, const uint64_t *x)
{
    return less(type, x) ? x[0] : x[1];
}

static uint64_t max_or_second(bl_dtype type, const uint64_t *x)
{
    const uint64_t exchanged[2] = {x[1], x[0]};

    return less(type, exchanged) ? x[0] : x[1];
}

/* ---- Integers at their limits ---- */

static uint64_t add_saturated(bl_dtype type, const uint64_t *x)
{
    return saturated_sum(type, is_negative(type, x[0]), magnitude(type, x[0]), is_negative(type, x[1]), magnitude(type, x[1]));
}

static uint64_t sub_saturated(bl_dtype type, const uint64_t *x)
{
    return saturated_sum(type, is_negative(type, x[0]), magnitude(type, x[0]), !is_negative(type, x[1]), magnitude(type, x[1]));
}

static uint64_t mul_saturated(bl_dtype type, const uint64_t *x)
{
    const uint64_t a = magnitude(type, x[0]), b = magnitude(type, x[1]);

    return saturated(type, is_negative(type, x[0]) != is_negative(type, x[1]), a * b, product_high(a, b) != 0);
}

static uint64_t power(bl_dtype type, const uint64_t *x)
{
    uint64_t result = 1, square = x[0];

    for (uint64_t rest = x[1]; rest != 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
    }
    return low_bits(result, width(type));
}

static uint64_t shift_left_lanes(bl_dtype type, const uint64_t *x)
{
    return shift_left(type, x);
}

static uint64_t shift_right_lanes(bl_dtype type, const uint64_t *x)
{
    if (shift_domain(type, x)) {
        return shift_right(type, x);
    }
    return is_negative(type, x[0]) ? low_bits(UINT64_MAX, width(type)) : 0;
}

/* ---- Rounding, roots and remainders of floats ---- */

static uint64_t ceil_word(bl_dtype type, const uint64_t *x)
{
    const double value = real(type, x[0]), cut = whole(value);

    return bits_of_real(type, cut < value ? cut + 1 : cut);
}

static uint64_t to_nearest(bl_dtype type, uint64_t bits, int ties_away)
{
    const double value = real(type, bits), cut = whole(value);
    const double rest = value > cut ? value - cut : cut - value, one = value < 0 ? -1 : 1;
    const int is_odd = whole(cut / 2) * 2 != cut;

    return bits_of_real(type, rest > 0.5 || (rest == 0.5 && (ties_away || is_odd)) ? cut + one : cut);
}

static uint64_t round_even(bl_dtype type, const uint64_t *x)
{
    return to_nearest(type, x[0], 0);
}

static uint64_t round_away(bl_dtype type, const uint64_t *x)
{
    return to_nearest(type, x[0], 1);
}

static int is_half(bl_dtype type)
{
    return type == BL_F16 || type == BL_BF16;
}

/* The number of a finite magnitude in units of 2^exponent. */
static uint64_t significand_of(bl_dtype type, uint64_t size, int *exponent)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const int bias = (1 << (width(type) - 2u - fraction_bits)) - 1;
    const int field = (int)(size >> fraction_bits);

    *exponent = (field == 0 ? 1 : field) - bias - (int)fraction_bits;
    return low_bits(size, fraction_bits) | (field == 0 ? 0 : UINT64_C(1) << fraction_bits);
}

/* The bits of significand * 2^exponent; it has at most as many bits as the type's significands. */
static uint64_t bits_of_parts(bl_dtype type, uint64_t significand, int exponent)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const int bias = (1 << (width(type) - 2u - fraction_bits)) - 1, least = 1 - bias - (int)fraction_bits;

    if (significand == 0) {
        return 0;
    }
    while (significand >> fraction_bits == 0 && exponent > least) {
        significand <<= 1;
        --exponent;
    }
    return significand + ((uint64_t)(exponent - least) << fraction_bits); /* a leading one adds 1 to the exponent */
}

/* By bisection, with twice as many bits and two more: the root's last bit determines the rounding, because no root is a tie. */
static uint64_t float_root(bl_dtype type, uint64_t bits)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits, root_bits = fraction_bits + 2;
    const uint64_t infinity = low_bits(UINT64_MAX, width(type) - 1u - fraction_bits) << fraction_bits;
    const uint64_t size = low_bits(bits, width(type) - 1u);
    uint64_t significand, low, high = 0, root = 0;
    int exponent;

    if (size == 0 || bits == infinity) {
        return bits;
    }
    if (size != bits || size > infinity) {
        return not_a_number(type);
    }
    significand = significand_of(type, size, &exponent);
    while (significand >> fraction_bits == 0) {
        significand <<= 1;
        --exponent;
    }
    low = significand;
    for (unsigned i = 0; i < root_bits || exponent % 2 != 0; ++i, --exponent) {
        high = high << 1 | low >> 63;
        low <<= 1;
    }
    for (unsigned bit = root_bits; bit-- > 0;) {
        const uint64_t next = root | UINT64_C(1) << bit, next_high = product_high(next, next);

        if (next_high < high || (next_high == high && next * next <= low)) {
            root = next;
        }
    }
    return bits_of_parts(type, (root + 1) >> 1, exponent / 2 + 1);
}

static uint64_t sqrt_word(bl_dtype type, const uint64_t *x)
{
    return is_half(type) ? oracle_half_from_f32(type, float_root(BL_F32, oracle_f32_from_half(type, x[0])))
                         : float_root(type, x[0]);
}

/* The remainder of a division of floats, bit by bit. */
static uint64_t float_rest(bl_dtype type, const uint64_t *x)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t infinity = low_bits(UINT64_MAX, width(type) - 1u - fraction_bits) << fraction_bits;
    const uint64_t a = low_bits(x[0], width(type) - 1u), b = low_bits(x[1], width(type) - 1u);
    uint64_t rest, divisor;
    int exponent, divisor_exponent;

    if (a >= infinity || b > infinity || b == 0) {
        return not_a_number(type);
    }
    if (a < b) {
        return x[0];
    }
    rest = significand_of(type, a, &exponent);
    divisor = significand_of(type, b, &divisor_exponent);
    for (rest %= divisor; exponent > divisor_exponent; --exponent) {
        rest = rest * 2 % divisor;
    }
    return bits_of_parts(type, rest, exponent) | (x[0] ^ a);
}

static uint64_t trunc_mod(bl_dtype type, const uint64_t *x)
{
    if (is_float(type)) {
        return float_rest(type, x);
    }
    return x[1] == 0 ? 0 : with_sign(type, is_negative(type, x[0]), magnitude(type, x[0]) % magnitude(type, x[1]));
}

static uint64_t floor_mod(bl_dtype type, const uint64_t *x)
{
    const uint64_t top = UINT64_C(1) << (width(type) - 1u), rest = trunc_mod(type, x), both_parts[2] = {rest, x[1]};

    if (is_float(type)) {
        if (low_bits(rest, width(type) - 1u) == 0) {
            return x[1] & top;
        }
        return ((rest ^ x[1]) & top) == 0 ? rest : float_result(SUM, type, both_parts);
    }
    return rest != 0 && is_negative(type, rest) != is_negative(type, x[1]) ? low_bits(rest + x[1], width(type)) : rest;
}

/* f16 and bf16: in f32, rounded once more. b = 0 has no remainder. */
static uint64_t floor_quotient(bl_dtype type, const uint64_t *x)
{
    const uint64_t top = UINT64_C(1) << (width(type) - 1u);
    uint64_t pair[2] = {x[0], trunc_mod(type, x)}, found;
    const int differ = low_bits(pair[1], width(type) - 1u) != 0 && ((pair[1] ^ x[1]) & top) != 0;
    double ratio, below;

    if (is_half(type)) {
        pair[0] = oracle_f32_from_half(type, x[0]), pair[1] = oracle_f32_from_half(type, x[1]);
        return oracle_half_from_f32(type, floor_quotient(BL_F32, pair));
    }
    if (low_bits(x[1], width(type) - 1u) == 0) {
        return float_result(QUOTIENT, type, x);
    }
    pair[0] = float_result(DIFFERENCE, type, pair), pair[1] = x[1];
    pair[0] = float_result(QUOTIENT, type, pair), pair[1] = bits_of_real(type, 1);
    found = differ ? float_result(DIFFERENCE, type, pair) : pair[0];
    if (low_bits(found, width(type) - 1u) == 0) {
        return (x[0] ^ x[1]) & top;
    }
    ratio = real(type, found), below = real(type, floor_word(type, &found));
    return bits_of_real(type, ratio - below > 0.5 ? below + 1 : below);
}

/* ---- Conversions; each has its own types, and T adds nothing ---- */

static uint64_t f32_from_i32(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return bits_of_f32((float)(int64_t)extended(BL_I32, x[0]));
}

static int i32_from_f32_domain(bl_dtype type, const uint64_t *x)
{
    const float a = f32_of(x[0]);

    (void)type;
    return a >= -0x1p31f && a < 0x1p31f;
}

static uint64_t i32_from_f32(bl_dtype type, const uint64_t *x)
{
    return i32_from_f32_domain(type, x) ? low_bits((uint64_t)(int64_t)f32_of(x[0]), 32) : 0;
}

static uint64_t f64_from_i32(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return bits_of_f64((double)(int64_t)extended(BL_I32, x[0]));
}

static int i32_from_f64_domain(bl_dtype type, const uint64_t *x)
{
    const double a = f64_of(x[0]);

    (void)type;
    return a > -2147483649.0 && a < 2147483648.0;
}

static int i32_modulo_f64_domain(bl_dtype type, const uint64_t *x)
{
    const double a = f64_of(x[0]);

    (void)type;
    return a > -0x1p50 && a < 0x1p50;
}

static uint64_t i32_modulo_f64(bl_dtype type, const uint64_t *x)
{
    return i32_modulo_f64_domain(type, x) ? low_bits((uint64_t)(int64_t)f64_of(x[0]), 32) : 0;
}

static uint64_t i32_from_f64(bl_dtype type, const uint64_t *x)
{
    return i32_from_f64_domain(type, x) ? low_bits((uint64_t)(int64_t)f64_of(x[0]), 32) : 0;
}

static uint64_t f64_from_unsigned(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return bits_of_f64((double)x[0]);
}

static int u32_from_f64_domain(bl_dtype type, const uint64_t *x)
{
    const double a = f64_of(x[0]);

    (void)type;
    return a >= 0 && a <= 4294967295.0 && a == (double)(int64_t)a;
}

static uint64_t u32_from_f64(bl_dtype type, const uint64_t *x)
{
    return u32_from_f64_domain(type, x) ? (uint64_t)f64_of(x[0]) : 0;
}

static uint64_t f64_from_i64(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return bits_of_f64((double)(int64_t)x[0]);
}

static int i64_from_f64_domain(bl_dtype type, const uint64_t *x)
{
    const double a = f64_of(x[0]);

    (void)type;
    return a >= -0x1p63 && a < 0x1p63;
}

static uint64_t i64_from_f64(bl_dtype type, const uint64_t *x)
{
    return i64_from_f64_domain(type, x) ? (uint64_t)(int64_t)f64_of(x[0]) : 0;
}

static uint64_t i64_below_f64(bl_dtype type, const uint64_t *x)
{
    const uint64_t below = floor_word(BL_F64, x);

    return i64_from_f64(type, &below);
}

static int u64_from_f64_domain(bl_dtype type, const uint64_t *x)
{
    const double a = f64_of(x[0]);

    (void)type;
    return a > -1 && a < 0x1p64;
}

static uint64_t u64_from_f64(bl_dtype type, const uint64_t *x)
{
    return u64_from_f64_domain(type, x) ? (uint64_t)f64_of(x[0]) : 0;
}

static uint64_t f32_from_f16(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_f32_from_half(BL_F16, x[0]);
}

static uint64_t f32_from_bf16(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_f32_from_half(BL_BF16, x[0]);
}

static uint64_t f16_from_f32(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_half_from_f32(BL_F16, x[0]);
}

static uint64_t half_of_single(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_half_from_f32(BL_F16, x[0]);
}

static uint64_t bf16_from_f32(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_half_from_f32(BL_BF16, x[0]);
}

static int half_bits_domain(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return x[0] < 0x10000;
}

static uint64_t single_of_half(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_f32_from_half(BL_F16, x[0] & 0xffff);
}

static uint64_t single_of_bfloat(bl_dtype type, const uint64_t *x)
{
    (void)type;
    return oracle_f32_from_half(BL_BF16, x[0] & 0xffff);
}

/* ---- Exceptions ---- */

static uint64_t infinity_of(bl_dtype type)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;

    return low_bits(UINT64_MAX, width(type) - 1u - fraction_bits) << fraction_bits;
}

static uint64_t size_of(bl_dtype type, uint64_t bits)
{
    return low_bits(bits, width(type) - 1u);
}

static int is_infinite(bl_dtype type, uint64_t bits)
{
    return size_of(type, bits) == infinity_of(type);
}

static int is_signalling(bl_dtype type, uint64_t bits)
{
    return oracle_is_nan(type, bits) && (bits >> (oracle_types[type].fraction_bits - 1) & 1) == 0;
}

unsigned oracle_function_raises(const uint8_t *dtypes, unsigned arity, int has_pole, const uint64_t *x, uint64_t result)
{
    int signals = 0, nans = 0, infinite = 0;

    for (unsigned p = 0; p < arity; ++p) {
        const bl_dtype type = (bl_dtype)dtypes[p + 1];

        signals |= is_float(type) && is_signalling(type, x[p]);
        nans |= is_float(type) && oracle_is_nan(type, x[p]);
        infinite |= is_float(type) && is_infinite(type, x[p]);
    }
    if (oracle_is_nan((bl_dtype)dtypes[0], result)) {
        return signals || !nans ? ORACLE_INVALID : 0;
    }
    if (!is_infinite((bl_dtype)dtypes[0], result) || infinite) {
        return signals ? ORACLE_INVALID : 0;
    }
    has_pole &= arity == 1 || x[0] << (65 - oracle_types[dtypes[1]].bits) == 0;
    return (has_pole ? ORACLE_DIVISION_BY_ZERO : ORACLE_OVERFLOW) | (signals ? ORACLE_INVALID : 0);
}

static unsigned function_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const uint8_t dtypes[] = {(uint8_t)type, (uint8_t)type};

    return oracle_function_raises(dtypes, 1, 0, x, result);
}

/* Proven operators of f32 that other operators use. */
static uint64_t power_of_e(bl_dtype type, const uint64_t *x)
{
    return rounded_bits(type, exact_power_of_e(number_of(type, x[0])));
}

static uint64_t sigmoid(bl_dtype type, const uint64_t *x)
{
    return rounded_bits(type, exact_sigmoid(number_of(type, x[0])));
}

static unsigned unordered_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1]) ? ORACLE_INVALID : 0;
}

static unsigned comparison_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return is_float(type) && (is_signalling(type, x[0]) || is_signalling(type, x[1])) ? ORACLE_INVALID : 0;
}

static unsigned signalling_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return is_float(type) && is_signalling(type, x[0]) ? ORACLE_INVALID : 0;
}

/* For two operands, one of which may be NaN: all exceptions except the invalid operation, which the caller knows. */
static unsigned arithmetic_raises(bl_dtype type, const uint64_t *x, uint64_t result, int invalid)
{
    if (!is_float(type)) {
        return 0;
    }
    if (oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1])) {
        return comparison_raises(type, x, result);
    }
    if (invalid) {
        return ORACLE_INVALID;
    }
    return is_infinite(type, result) && !is_infinite(type, x[0]) && !is_infinite(type, x[1]) ? ORACLE_OVERFLOW : 0;
}

static unsigned sum_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const int infinities = is_float(type) && is_infinite(type, x[0]) && is_infinite(type, x[1]);

    return arithmetic_raises(type, x, result, infinities && x[0] != x[1]);
}

static unsigned difference_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const int infinities = is_float(type) && is_infinite(type, x[0]) && is_infinite(type, x[1]);

    return arithmetic_raises(type, x, result, infinities && x[0] == x[1]);
}

static int is_infinity_by_zero(bl_dtype type, const uint64_t *x)
{
    return (is_infinite(type, x[0]) && size_of(type, x[1]) == 0) || (is_infinite(type, x[1]) && size_of(type, x[0]) == 0);
}

static unsigned product_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    return arithmetic_raises(type, x, result, is_float(type) && is_infinity_by_zero(type, x));
}

/* With a quiet NaN as the summand, a product of infinity and 0 may raise invalid, or not. */
static unsigned fused_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const int has_nan = oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1]) || oracle_is_nan(type, x[2]);
    const int is_signalled = is_signalling(type, x[0]) || is_signalling(type, x[1]) || is_signalling(type, x[2]);
    const int has_infinity = is_infinite(type, x[0]) || is_infinite(type, x[1]) || is_infinite(type, x[2]);

    if (is_signalled || is_infinity_by_zero(type, x) || (oracle_is_nan(type, result) && !has_nan)) {
        return ORACLE_INVALID;
    }
    return is_infinite(type, result) && !has_infinity ? ORACLE_OVERFLOW : 0;
}

static unsigned quotient_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    unsigned raised;

    if (!is_float(type)) {
        return 0;
    }
    raised = arithmetic_raises(type, x, result,
                               (size_of(type, x[0]) == 0 && size_of(type, x[1]) == 0) ||
                                   (is_infinite(type, x[0]) && is_infinite(type, x[1])));
    return raised == ORACLE_OVERFLOW && size_of(type, x[1]) == 0 ? ORACLE_DIVISION_BY_ZERO : raised;
}

static unsigned root_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const int invalid = oracle_is_nan(type, result) && !oracle_is_nan(type, x[0]);

    return invalid ? ORACLE_INVALID : signalling_raises(type, x, result);
}

static unsigned rest_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const int has_nan = oracle_is_nan(type, x[0]) || oracle_is_nan(type, x[1]);

    return is_float(type) && oracle_is_nan(type, result) && !has_nan ? ORACLE_INVALID : comparison_raises(type, x, result);
}

static unsigned floor_quotient_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    const unsigned raised = arithmetic_raises(type, x, result, oracle_is_nan(type, result));

    return raised == ORACLE_OVERFLOW && size_of(type, x[1]) == 0 ? ORACLE_DIVISION_BY_ZERO : raised;
}

/* Conversions to an integer: invalid if the type cannot represent the integer part. */
static unsigned whole_raises(double value, double least, double beyond)
{
    return value > least && value < beyond ? 0 : ORACLE_INVALID;
}

static uint64_t i32_below_f32(bl_dtype type, const uint64_t *x)
{
    const uint64_t below = floor_word(BL_F32, x);

    return i32_from_f32(type, &below);
}

static unsigned i32_from_f32_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return whole_raises((double)f32_of(x[0]), -2147483649.0, 2147483648.0);
}

static unsigned i32_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return whole_raises(f64_of(x[0]), -2147483649.0, 2147483648.0);
}

static unsigned i32_modulo_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return whole_raises(f64_of(x[0]), -0x1p50, 0x1p50);
}

static unsigned u32_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return whole_raises(f64_of(x[0]), -1.0, 4294967296.0);
}

static unsigned i64_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)result;
    return i64_from_f64_domain(type, x) ? 0 : ORACLE_INVALID;
}

static unsigned u64_from_f64_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return whole_raises(f64_of(x[0]), -1.0, 0x1p64);
}

static unsigned from_f16_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return is_signalling(BL_F16, x[0] & 0xffff) ? ORACLE_INVALID : 0;
}

static unsigned from_bf16_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type, (void)result;
    return is_signalling(BL_BF16, x[0] & 0xffff) ? ORACLE_INVALID : 0;
}

static unsigned to_half_raises(bl_dtype half, uint64_t f32, uint64_t result)
{
    if (is_signalling(BL_F32, f32)) {
        return ORACLE_INVALID;
    }
    return is_infinite(half, result) && !is_infinite(BL_F32, f32) ? ORACLE_OVERFLOW : 0;
}

static unsigned to_f16_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type;
    return to_half_raises(BL_F16, x[0], result);
}

static unsigned to_bf16_raises(bl_dtype type, const uint64_t *x, uint64_t result)
{
    (void)type;
    return to_half_raises(BL_BF16, x[0], result);
}

/* ---- The tables ---- */

/* Words of more than three operands (trunc_div_by, floor_div_by) are missing; the kernels that use them are tested. name, arity, typed by,
 * carries, counted, divides, bits of, value, domain, raises, edge */
static const oracle_rule words[] = {
    {"add", 2, 0, 0, 0, 0, 0, add, NULL, sum_raises, NULL},
    {"sub", 2, 0, 0, 0, 0, 0, sub, NULL, difference_raises, NULL},
    {"mul", 2, 0, 0, 0, 0, 0, mul, NULL, product_raises, NULL},
    {"neg", 1, 0, 1, 0, 0, 0, negated, NULL, NULL, NULL},
    {"magnitude", 1, 0, 0, 0, 0, 0, absolute, NULL, NULL, NULL},
    {"div", 2, 0, 0, 0, 1, 0, div_op, NULL, quotient_raises, NULL},
    {"divide", 2, 0, 0, 0, 1, 0, div_op, NULL, quotient_raises, NULL},
    {"floor", 1, 0, 0, 0, 0, 0, floor_word, NULL, signalling_raises, NULL},
    {"ceil", 1, 0, 0, 0, 0, 0, ceil_word, NULL, signalling_raises, NULL},
    {"trunc", 1, 0, 0, 0, 0, 0, trunc_word, NULL, signalling_raises, NULL},
    {"round_even", 1, 0, 0, 0, 0, 0, round_even, NULL, signalling_raises, NULL},
    {"round_away", 1, 0, 0, 0, 0, 0, round_away, NULL, signalling_raises, NULL},
    {"sqrt", 1, 0, 0, 0, 0, 0, sqrt_word, NULL, root_raises, NULL},
    {"minimum", 2, 0, 0, 0, 0, 0, minimum, NULL, comparison_raises, NULL},
    {"maximum", 2, 0, 0, 0, 0, 0, maximum, NULL, comparison_raises, NULL},
    {"fused", 3, 0, 0, 0, 0, 0, fused, NULL, fused_raises, fused_edge},
    {"fused_from", 3, 0, 0, 0, 0, 0, fused_from, NULL, fused_raises, fused_from_edge},
    {"min_or_second", 2, 0, 1, 0, 0, 0, min_or_second, NULL, unordered_raises, NULL},
    {"max_or_second", 2, 0, 1, 0, 0, 0, max_or_second, NULL, unordered_raises, NULL},
    {"add_saturated", 2, 0, 0, 0, 0, 0, add_saturated, NULL, NULL, NULL},
    {"sub_saturated", 2, 0, 0, 0, 0, 0, sub_saturated, NULL, NULL, NULL},
    {"mul_saturated", 2, 0, 0, 0, 0, 0, mul_saturated, NULL, NULL, NULL},
    {"power", 2, 0, 0, 0, 0, 0, power, NULL, NULL, NULL},
    {"trunc_div", 2, 0, 0, 0, 1, 0, trunc_div, NULL, NULL, NULL},
    {"floor_div", 2, 0, 0, 0, 1, 0, int_floor_div, NULL, NULL, NULL},
    {"plain_div", 2, 0, 0, 0, 1, 0, trunc_div, plain_div_domain, NULL, NULL},
    {"one_for_zero", 1, 0, 0, 0, 0, 0, one_for_zero, NULL, NULL, NULL},
    {"sign_lanes", 1, 0, 0, 0, 0, 0, sign_lanes, NULL, NULL, NULL},
    {"trunc_mod", 2, 0, 0, 0, 1, 0, trunc_mod, NULL, rest_raises, NULL},
    {"floor_mod", 2, 0, 0, 0, 1, 0, floor_mod, NULL, rest_raises, NULL},
    {"plain_mod", 2, 0, 0, 0, 0, 0, trunc_mod, NULL, rest_raises, NULL},
    {"floor_quotient", 2, 0, 0, 0, 1, 0, floor_quotient, NULL, floor_quotient_raises, NULL},
    {"plain_floor_quotient", 2, 0, 0, 0, 1, 0, floor_quotient, NULL, floor_quotient_raises, NULL},
    {"mul_high", 2, 0, 0, 0, 0, 0, mul_high, NULL, NULL, NULL},
    {"mul_even", 2, 0, 0, 0, 0, 0, mul_even, NULL, NULL, NULL}, /* T is twice its lanes' width */
    {"mul_fraction", 2, 0, 0, 0, 0, 0, mul_fraction, NULL, NULL, NULL},
    {"bit_and", 2, 0, 1, 0, 0, 0, bit_and, NULL, NULL, NULL},
    {"bit_or", 2, 0, 1, 0, 0, 0, bit_or, NULL, NULL, NULL},
    {"bit_xor", 2, 0, 1, 0, 0, 0, bit_xor, NULL, NULL, NULL},
    {"shift_left", 2, 0, 0, 1, 0, 0, shift_left, constant_shift_domain, NULL, NULL},
    {"shift_right", 2, 0, 0, 1, 0, 0, shift_right, constant_shift_domain, NULL, NULL},
    {"shift_left_by", 2, 0, 0, 1, 0, 0, shift_left, shift_domain, NULL, NULL},
    {"shift_right_by", 2, 0, 0, 1, 0, 0, shift_right, shift_domain, NULL, NULL},
    {"count", 1, 0, 1, 0, 0, 0, same_bits, NULL, NULL, NULL},
    {"shift_left_lanes", 2, 0, 0, 0, 0, 0, shift_left_lanes, NULL, NULL, NULL},
    {"shift_right_lanes", 2, 0, 0, 0, 0, 0, shift_right_lanes, NULL, NULL, NULL},
    {"low_halves", 2, 0, 0, 0, 0, 0, low_halves, NULL, NULL, NULL},
    {"high_halves", 2, 0, 0, 0, 0, 0, high_halves, NULL, NULL, NULL},
    {"bits", 1, ORACLE_BY_RESULT, 1, 0, 0, 0, same_bits, NULL, NULL, NULL},
    {"eq", 2, 0, 0, 0, 0, 0, equal, NULL, comparison_raises, NULL},
    {"lt", 2, 0, 0, 0, 0, 0, less, NULL, comparison_raises, NULL},
    {"le", 2, 0, 0, 0, 0, 0, less_or_equal, NULL, comparison_raises, NULL},
    {"ordered", 2, 0, 0, 0, 0, 0, ordered, NULL, comparison_raises, NULL},
    {"shares_bits", 2, 0, 0, 0, 0, 0, shares_bits, NULL, NULL, NULL},
    {"lt_ordered", 2, 0, 0, 0, 0, 0, less, ordered_domain, comparison_raises, NULL},
    {"le_ordered", 2, 0, 0, 0, 0, 0, less_or_equal, ordered_domain, comparison_raises, NULL},
    {"same", 2, 0, 1, 0, 0, 0, same, NULL, NULL, NULL},
    {"is_nan", 1, 0, 1, 0, 0, 0, is_nan_word, NULL, NULL, NULL},
    {"both", 2, 0, 1, 0, 0, 0, both, NULL, NULL, NULL},
    {"either", 2, 0, 1, 0, 0, 0, either, NULL, NULL, NULL},
    {"differ", 2, 0, 1, 0, 0, 0, differ, NULL, NULL, NULL},
    {"opposite", 1, 0, 1, 0, 0, 0, opposite, NULL, NULL, NULL},
    {"select", 3, 1, 1, 0, 0, 0, chosen, NULL, NULL, NULL},
    {"settle", 3, 0, 1, 0, 0, 0, settled, NULL, NULL, NULL},
    {"settle_all", 3, 0, 1, 0, 0, 0, settled, NULL, NULL, NULL},
    {"settle_whole", 3, 0, 1, 0, 0, 0, settled, NULL, NULL, NULL},
    {"keep", 2, 1, 1, 0, 0, 0, keep, NULL, NULL, NULL},
    {"drop", 2, 1, 1, 0, 0, 0, drop, NULL, NULL, NULL},
    {"mask_from_byte", 1, 0, 1, 0, 0, 0, truth, NULL, NULL, NULL},
    {"byte_from_mask", 1, 0, 1, 0, 0, 0, truth, NULL, NULL, NULL},
    {"lanes_from_mask", 1, ORACLE_BY_RESULT, 1, 0, 0, 0, lanes_from_mask, NULL, NULL, NULL},
    {"mask_from_lanes", 1, 0, 1, 0, 0, 0, truth, mask_from_lanes_domain, NULL, NULL},
    {"mask_widen", 1, 0, 1, 0, 0, 0, truth, NULL, NULL, NULL},
    {"mask_narrow", 1, 0, 1, 0, 0, 0, truth, NULL, NULL, NULL},
    {"widen", 1, 0, 0, 0, 0, 0, widen, NULL, NULL, NULL},
    {"widen_twice", 1, 0, 0, 0, 0, 0, widen_twice, NULL, NULL, NULL},
    {"widen_thrice", 1, 0, 0, 0, 0, 0, widen_thrice, NULL, NULL, NULL},
    {"narrow", 1, 0, 0, 0, 0, 0, narrow, NULL, NULL, NULL},
    {"narrow_unsigned", 1, 0, 0, 0, 0, 0, narrow, narrow_unsigned_domain, NULL, NULL},
    {"f32_from_i32", 1, 0, 0, 0, 0, 0, f32_from_i32, NULL, NULL, NULL},
    {"i32_from_f32", 1, 0, 0, 0, 0, 0, i32_from_f32, i32_from_f32_domain, i32_from_f32_raises, NULL},
    {"i32_below_f32", 1, 0, 0, 0, 0, 0, i32_below_f32, i32_from_f32_domain, i32_from_f32_raises, NULL},
    {"f64_from_i32", 1, 0, 0, 0, 0, 0, f64_from_i32, NULL, NULL, NULL},
    {"i32_from_f64", 1, 0, 0, 0, 0, 0, i32_from_f64, i32_from_f64_domain, i32_from_f64_raises, NULL},
    {"i32_modulo_f64", 1, 0, 0, 0, 0, 0, i32_modulo_f64, i32_modulo_f64_domain, i32_modulo_f64_raises, NULL},
    {"f64_from_u32", 1, 0, 0, 0, 0, 0, f64_from_unsigned, NULL, NULL, NULL},
    {"u32_from_f64", 1, 0, 0, 0, 0, 0, u32_from_f64, u32_from_f64_domain, u32_from_f64_raises, NULL},
    {"f64_from_i64", 1, 0, 0, 0, 0, 0, f64_from_i64, NULL, NULL, NULL},
    {"i64_from_f64", 1, 0, 0, 0, 0, 0, i64_from_f64, i64_from_f64_domain, i64_from_f64_raises, NULL},
    {"i64_below_f64", 1, 0, 0, 0, 0, 0, i64_below_f64, i64_from_f64_domain, i64_from_f64_raises, NULL},
    {"f64_from_u64", 1, 0, 0, 0, 0, 0, f64_from_unsigned, NULL, NULL, NULL},
    {"u64_from_f64", 1, 0, 0, 0, 0, 0, u64_from_f64, u64_from_f64_domain, u64_from_f64_raises, NULL},
    {"f32_from_f16", 1, 0, 0, 0, 0, 0, f32_from_f16, NULL, from_f16_raises, NULL},
    {"f16_from_f32", 1, 0, 0, 0, 0, 0, f16_from_f32, NULL, to_f16_raises, NULL},
    {"f32_from_bf16", 1, 0, 0, 0, 0, 0, f32_from_bf16, NULL, from_bf16_raises, NULL},
    {"bf16_from_f32", 1, 0, 0, 0, 0, 0, bf16_from_f32, NULL, to_bf16_raises, NULL},
    {"single_of_half", 1, 0, 0, 0, 0, 0, single_of_half, half_bits_domain, from_f16_raises, NULL},
    {"half_of_single", 1, 0, 0, 0, 0, BL_F16, half_of_single, NULL, to_f16_raises, NULL},
    {"single_of_bfloat", 1, 0, 0, 0, 0, 0, single_of_bfloat, half_bits_domain, from_bf16_raises, NULL},
    {"bfloat_of_single", 1, 0, 0, 0, 0, BL_BF16, bf16_from_f32, NULL, to_bf16_raises, NULL},
    {"exp", 1, 0, 0, 0, 0, 0, power_of_e, NULL, function_raises, NULL},
    {"sigmoid", 1, 0, 0, 0, 0, 0, sigmoid, NULL, function_raises, NULL},
    {"divisor_multiplier", 1, 0, 0, 0, 0, 0, divisor_multiplier, NULL, NULL, NULL},
    {"divisor_shift", 1, 0, 0, 0, 0, 0, divisor_shift, NULL, NULL, NULL},
    {"divisor_inverse", 1, 0, 0, 0, 0, 0, divisor_inverse, NULL, NULL, NULL},
    {"divisor_span", 1, 0, 0, 0, 0, 0, divisor_span, NULL, NULL, NULL},
    {"divisor_scale", 1, 0, 0, 0, 0, 0, divisor_scale, NULL, NULL, NULL},
    {"divisor_offset", 1, 0, 0, 0, 0, 0, divisor_offset, NULL, NULL, NULL},
    {"divisor_first_shift", 1, 0, 0, 0, 0, 0, divisor_first_shift, NULL, NULL, NULL},
};

static const oracle_rule *find(const oracle_rule *rules, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i) {
        const char *a = rules[i].name, *b = name;

        while (*a != '\0' && *a == *b) {
            ++a, ++b;
        }
        if (*a == '\0' && (*b == '\0' || *b == ':')) {
            return &rules[i];
        }
    }
    return NULL;
}

const oracle_rule *oracle_word(const char *name)
{
    const oracle_rule *own = find(words, sizeof words / sizeof words[0], name);

    return own != NULL ? own : find(oracle_conversions, oracle_conversion_count, name);
}
