/* Exact arithmetic for the oracle: see numbers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

uint64_t saturated(bl_dtype type, int negative, uint64_t size, int beyond)
{
    const int is_signed = oracle_types[type].kind == ORACLE_SIGNED;
    const uint64_t most = low_bits(UINT64_MAX, width(type) - (is_signed ? 1u : 0u));
    const uint64_t limit = !negative ? most : is_signed ? most + 1
                                                        : 0;

    return with_sign(type, negative, beyond || size > limit ? limit : size);
}

uint64_t saturated_sum(bl_dtype type, int a_negative, uint64_t a, int b_negative, uint64_t b)
{
    if (a_negative == b_negative) {
        return saturated(type, a_negative, a + b, a + b < a);
    }
    return a > b ? saturated(type, a_negative, a - b, 0) : saturated(type, b_negative, b - a, 0);
}

/* ---- To and from bits ---- */

static number special(number_kind kind, int negative)
{
    const number result = {kind, negative, 0, 0, 0};

    return result;
}

number number_from(int negative, uint64_t size, int exponent)
{
    number result = {FINITE, negative, exponent, size, 0};

    if (size == 0) {
        return special(ZERO, negative);
    }
    for (unsigned by = 32; by > 0; by /= 2) {
        if (result.significand >> (64 - by) == 0) {
            result.significand <<= by;
            result.exponent -= (int)by;
        }
    }
    return result;
}

/* The exponent field of 1. */
static int bias(bl_dtype type)
{
    return (1 << (width(type) - 2u - oracle_types[type].fraction_bits)) - 1;
}

/* ---- Minifloats, by the tables of the formats ---- */

typedef struct minifloat {
    int bias;
    uint8_t most, infinity, nan; /* 0: no infinities; nan 0x80: it has the bits of -0, which there is none of */
    uint8_t is_finite;           /* no NaN: `nan` is the number that one becomes */
} minifloat;

static minifloat format_of(bl_dtype type)
{
    static const minifloat formats[] = {
        {7, 0x7e, 0, 0x7f, 0},     /* f8e4m3fn */
        {8, 0x7f, 0, 0x80, 0},     /* f8e4m3fnuz */
        {15, 0x7b, 0x7c, 0x7e, 0}, /* f8e5m2 */
        {16, 0x7f, 0, 0x80, 0},    /* f8e5m2fnuz */
        {1, 7, 0, 8, 1},           /* f4e2m1 */
        {1, 31, 0, 32, 1},         /* f6e2m3 */
        {3, 31, 0, 32, 1},         /* f6e3m2 */
    };

    return formats[type < BL_F4E2M1 ? type - BL_F8E4M3FN : type - BL_F4E2M1 + 4];
}

/* The number with these bits as magnitude, as if the exponents had no limit; and half of the distance to the next one. */
static number minifloat_size(bl_dtype type, uint64_t bits, unsigned half)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t field = bits >> fraction_bits, fraction = low_bits(bits, fraction_bits);
    const uint64_t significand = field == 0 ? fraction : fraction | UINT64_C(1) << fraction_bits;
    const int exponent = (field == 0 ? 1 : (int)field) - format_of(type).bias - (int)fraction_bits;

    return number_from(0, 2 * significand + half, exponent - 1);
}

static number minifloat_number(bl_dtype type, uint64_t bits)
{
    const minifloat format = format_of(type);
    const unsigned sign_bit = width(type) - 1u;
    const int negative = (bits >> sign_bit & 1) != 0;
    const uint64_t size = low_bits(bits, sign_bit);
    number result;

    if (!format.is_finite && (bits == format.nan || size > format.most)) {
        return special(format.infinity != 0 && size == format.infinity ? INFINITE : NOT_A_NUMBER, negative);
    }
    result = minifloat_size(type, size, 0);
    result.negative = negative;
    return result;
}

uint64_t minifloat_bits(bl_dtype type, number a, int saturates)
{
    const minifloat format = format_of(type);
    const uint64_t sign = (uint64_t)(a.negative != 0) << (width(type) - 1u);
    const uint64_t beyond = saturates || format.is_finite ? format.most : format.infinity != 0 ? format.infinity
                                                                                               : format.nan;
    uint64_t bits = 0;
    number half;

    if (a.kind == NOT_A_NUMBER) {
        return sign | format.nan;
    }
    if (a.kind == INFINITE) {
        return sign | beyond;
    }
    a.negative = 0;
    while (bits <= format.most && !is_less(a, minifloat_size(type, bits + 1, 0))) {
        ++bits;
    }
    half = minifloat_size(type, bits, 1);
    bits += is_less(half, a) || (is_equal(half, a) && (a.more || (bits & 1) != 0));
    if (bits == 0 && !format.is_finite && format.nan == 0x80) {
        return 0;
    }
    return sign | (bits > format.most ? beyond : bits);
}

/* ---- Scales: powers of two from 2^-127 to 2^127, numbered by their bits, and a NaN ---- */

enum { LEAST_POWER = -127,
       SCALES = 255,
       NO_SCALE = 0xff };

static number scale_number(uint64_t bits)
{
    return bits == NO_SCALE ? special(NOT_A_NUMBER, 0) : number_from(0, 1, (int)bits + LEAST_POWER);
}

uint64_t scale_bits(number a, uint64_t rounding, int saturates)
{
    const int is_below = a.negative || a.kind == ZERO || (a.kind == FINITE && is_less(a, scale_number(0)));
    const int is_beyond = !is_below && (a.kind == INFINITE || is_less(scale_number(SCALES - 1), a));
    uint64_t bits = 0;

    if (a.kind == NOT_A_NUMBER) {
        return NO_SCALE;
    }
    if (is_below || is_beyond) {
        return !saturates ? NO_SCALE : is_below ? 0
                                                : SCALES - 1;
    }
    while (bits + 1 < SCALES && !is_less(a, scale_number(bits + 1))) {
        ++bits;
    }
    if (rounding == 0) {
        return bits + (is_less(scale_number(bits), a) != 0);
    }
    return rounding == 1 ? bits : bits + (is_less(a, number_from(0, 3, (int)bits + LEAST_POWER - 1)) == 0);
}

number number_of(bl_dtype type, uint64_t bits)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t fraction = low_bits(bits, fraction_bits);
    const int negative = (bits >> (width(type) - 1) & 1) != 0;
    int field;

    if (is_scale(type)) {
        return scale_number(bits);
    }
    if (is_minifloat(type)) {
        return minifloat_number(type, bits);
    }
    if (!is_float(type)) {
        return oracle_types[type].kind == ORACLE_TRUTH ? number_from(0, bits != 0, 0)
                                                       : number_from(is_negative(type, bits), magnitude(type, bits), 0);
    }
    field = (int)low_bits(bits >> fraction_bits, width(type) - 1 - fraction_bits);
    if (field == 2 * bias(type) + 1) {
        return special(fraction != 0 ? NOT_A_NUMBER : INFINITE, negative);
    }
    return field == 0 ? number_from(negative, fraction, 1 - bias(type) - (int)fraction_bits)
                      : number_from(negative, fraction | UINT64_C(1) << fraction_bits,
                                    field - bias(type) - (int)fraction_bits);
}

/* A finite number's bits without the sign. */
static uint64_t rounded_size(bl_dtype type, number a)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t infinity = low_bits(UINT64_MAX, width(type) - 1 - fraction_bits) << fraction_bits;
    const int top = a.exponent + 63, least = 1 - bias(type); /* the places of the leading bit, and of a least normal one's */
    const unsigned dropped = 63 - fraction_bits + (unsigned)(top < least ? least - top : 0);
    uint64_t kept, rest, half;

    if (top > bias(type)) {
        return infinity;
    }
    if (dropped > 64) { /* less than half of the least */
        return 0;
    }
    kept = dropped == 64 ? 0 : a.significand >> dropped;
    rest = low_bits(a.significand, dropped);
    half = UINT64_C(1) << (dropped - 1);
    if (rest > half || (rest == half && (a.more || (kept & 1) != 0 || (type == BL_F16 && oracle_f16_ties_away)))) {
        ++kept;
    }
    /* a normal number's leading bit adds the last 1 to the exponent, as a carry does */
    return kept + (top < least ? 0 : (uint64_t)(top - least) << fraction_bits);
}

uint64_t rounded_bits(bl_dtype type, number a)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t infinity = low_bits(UINT64_MAX, width(type) - 1 - fraction_bits) << fraction_bits;
    const uint64_t sign = (uint64_t)(a.negative != 0) << (width(type) - 1);

    switch (a.kind) {
    case ZERO:
        return sign;
    case FINITE:
        return sign | rounded_size(type, a);
    case INFINITE:
        return sign | infinity;
    default:
        return infinity | UINT64_C(1) << (fraction_bits - 1);
    }
}

number rounded(bl_dtype type, number a)
{
    return number_of(type, rounded_bits(type, a));
}

uint64_t integer_bits(bl_dtype type, number a)
{
    const number whole = whole_number(a, TOWARDS_ZERO);

    switch (whole.kind) {
    case FINITE:
        return whole.exponent > 0 ? saturated(type, whole.negative, 0, 1)
                                  : saturated(type, whole.negative, whole.significand >> -whole.exponent, 0);
    case INFINITE:
        return saturated(type, whole.negative, 0, 1);
    default:
        return 0;
    }
}

/* ---- Arithmetic ---- */

number opposite_of(number a)
{
    a.negative = !a.negative;
    return a;
}

static int is_smaller(number a, number b)
{
    return a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand);
}

/* For finite numbers, a at least b. The sum needs two bits more; the significands of floats leave eleven. */
static number finite_sum(number a, number b)
{
    const unsigned apart = (unsigned)(a.exponent - b.exponent);
    const uint64_t large = a.significand >> 2, small = b.significand >> 2;
    const uint64_t moved = apart < 64 ? small >> apart : 0;
    const int more = (apart < 64 ? moved << apart : 0) != small;
    const uint64_t size = a.negative == b.negative ? large + moved : large - moved - (uint64_t)more;
    number result = number_from(a.negative, size, a.exponent + 2);

    if (size == 0) {
        return special(ZERO, 0);
    }
    result.more = more;
    return result;
}

number exact_sum(number a, number b)
{
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER ||
        (a.kind == INFINITE && b.kind == INFINITE && a.negative != b.negative)) {
        return special(NOT_A_NUMBER, 0);
    }
    if (a.kind == ZERO && b.kind == ZERO) {
        return special(ZERO, a.negative && b.negative);
    }
    if (a.kind == INFINITE || b.kind == ZERO) {
        return a;
    }
    if (b.kind == INFINITE || a.kind == ZERO) {
        return b;
    }
    return is_smaller(a, b) ? finite_sum(b, a) : finite_sum(a, b);
}

number exact_product(number a, number b)
{
    const int negative = a.negative != b.negative;
    number result;

    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || (a.kind == INFINITE && b.kind == ZERO) ||
        (a.kind == ZERO && b.kind == INFINITE)) {
        return special(NOT_A_NUMBER, 0);
    }
    if (a.kind != FINITE || b.kind != FINITE) {
        return special(a.kind == INFINITE || b.kind == INFINITE ? INFINITE : ZERO, negative);
    }
    result = number_from(negative, product_high(a.significand, b.significand), a.exponent + b.exponent + 64);
    result.more = a.significand * b.significand != 0; /* also for the bits that are missing after the shift by one place */
    return result;
}

/* (high * 2^64 + low) * 2^exponent: a product's significand, or that of its summand. */
typedef struct wide {
    int negative, exponent;
    uint64_t high, low;
} wide;

/* Raise the exponent by this number. If any bits are dropped, the lowest place becomes 1: it is far below the rounding, where it has the same
 * effect. */
static wide moved_down(wide a, unsigned by)
{
    const uint64_t lost = by > 64 ? a.low | low_bits(a.high, by - 64) : low_bits(a.low, by);

    a.exponent += (int)by;
    if (by >= 64) {
        a.low = by < 128 ? a.high >> (by - 64) : 0;
        a.high = 0;
    } else if (by > 0) {
        a.low = a.low >> by | a.high << (64 - by);
        a.high >>= by;
    }
    a.low |= lost != 0;
    return a;
}

static number number_from_wide(wide a)
{
    number result;

    if (a.high == 0) {
        return number_from(a.negative, a.low, a.exponent);
    }
    for (; a.high >> 63 == 0; --a.exponent) {
        a.high = a.high << 1 | a.low >> 63;
        a.low <<= 1;
    }
    result = number_from(a.negative, a.high, a.exponent + 64);
    result.more = a.low != 0;
    return result;
}

/* The highest place of both is 0. a's exponent is at least b's. */
static number wide_sum(wide a, wide b)
{
    b = moved_down(b, (unsigned)(a.exponent - b.exponent));
    if (a.negative == b.negative) {
        a.low += b.low;
        a.high += b.high + (a.low < b.low);
        return number_from_wide(a);
    }
    if (a.high < b.high || (a.high == b.high && a.low < b.low)) {
        const wide larger = b;

        b = a;
        a = larger;
    }
    a.high -= b.high + (a.low < b.low);
    a.low -= b.low;
    return a.high == 0 && a.low == 0 ? special(ZERO, 0) : number_from_wide(a);
}

number exact_product_sum(number a, number b, number c)
{
    const uint64_t high = product_high(a.significand, b.significand), low = a.significand * b.significand;
    const wide product = {a.negative != b.negative, a.exponent + b.exponent + 1, high >> 1, low >> 1 | high << 63};
    const wide addend = {c.negative, c.exponent - 64 + 1, c.significand >> 1, 0};

    if (a.kind != FINITE || b.kind != FINITE || c.kind != FINITE) {
        return exact_sum(exact_product(a, b), c); /* there is nothing to add up */
    }
    return product.exponent < addend.exponent ? wide_sum(addend, product) : wide_sum(product, addend);
}

number exact_quotient(number a, number b)
{
    const int negative = a.negative != b.negative;
    const uint64_t divisor = b.significand >> 11;
    uint64_t rest = a.significand >> 11, quotient = 0;
    number result;

    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || (a.kind == b.kind && a.kind != FINITE)) {
        return special(NOT_A_NUMBER, 0);
    }
    if (a.kind != FINITE || b.kind != FINITE) {
        return special(a.kind == INFINITE || b.kind == ZERO ? INFINITE : ZERO, negative);
    }
    for (unsigned i = 0; i < 60; ++i) {
        const int fits = rest >= divisor;

        quotient = quotient << 1 | (uint64_t)fits;
        rest = (rest - (fits ? divisor : 0)) << 1;
    }
    result = number_from(negative, quotient, a.exponent - b.exponent - 59);
    result.more = rest != 0;
    return result;
}

number exact_root(number a)
{
    const int odd = (a.exponent & 1) != 0; /* the radicand has an even exponent, and two bits for each of the root's */
    const uint64_t radicand = odd ? a.significand >> 1 : a.significand;
    uint64_t root = 0, rest = 0;
    number result;

    if (a.kind == NOT_A_NUMBER || (a.negative && a.kind != ZERO)) {
        return special(NOT_A_NUMBER, 0);
    }
    if (a.kind != FINITE) {
        return a;
    }
    for (unsigned i = 0; i < 60; ++i) { /* as by hand: bring two bits down, try to append a 1 */
        const uint64_t down = i < 32 ? radicand >> (62 - 2 * i) & 3 : 0;
        const uint64_t trial = root << 2 | 1;

        rest = rest << 2 | down;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    result = number_from(0, root, (a.exponent + odd) / 2 - (60 - 32));
    result.more = rest != 0;
    return result;
}

number exact_remainder(number a, number b)
{
    const uint64_t divisor = b.significand >> 11;
    uint64_t rest = a.significand >> 11;
    int apart = a.exponent - b.exponent;

    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || a.kind == INFINITE || b.kind == ZERO) {
        return special(NOT_A_NUMBER, 0);
    }
    if (a.kind == ZERO || b.kind == INFINITE || apart < 0) {
        return a;
    }
    for (rest %= divisor; apart > 0; apart -= apart < 11 ? apart : 11) {
        rest = (rest << (apart < 11 ? apart : 11)) % divisor;
    }
    return number_from(a.negative, rest, b.exponent + 11);
}

number whole_number(number a, whole_by by)
{
    const unsigned digits = (unsigned)-a.exponent; /* after the point */
    uint64_t whole, rest, half;
    int up;

    if (a.kind != FINITE || a.exponent >= 0) {
        return a;
    }
    whole = digits < 64 ? a.significand >> digits : 0;
    rest = digits < 64 ? low_bits(a.significand, digits) : digits == 64 ? a.significand
                                                                        : 1;
    half = digits <= 64 ? UINT64_C(1) << (digits - 1) : 2; /* for more digits, any remainder is less */
    switch (by) {
    case TO_EVEN:
        up = rest > half || (rest == half && (whole & 1) != 0);
        break;
    case AWAY_FROM_ZERO:
        up = rest >= half;
        break;
    case TOWARDS_ZERO:
        up = 0;
        break;
    default:
        up = rest != 0 && a.negative == (by == DOWNWARDS);
        break;
    }
    return number_from(a.negative, whole + (uint64_t)up, 0);
}

/* ---- Order ---- */

int is_equal(number a, number b)
{
    if (a.kind == NOT_A_NUMBER || a.kind != b.kind) {
        return 0;
    }
    return a.kind == ZERO || (a.negative == b.negative && a.exponent == b.exponent && a.significand == b.significand);
}

int is_less(number a, number b)
{
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || is_equal(a, b)) {
        return 0;
    }
    if (a.kind == ZERO) {
        return !b.negative;
    }
    if (b.kind == ZERO || a.negative != b.negative) {
        return a.negative;
    }
    return a.kind != b.kind ? (b.kind == INFINITE) != (a.negative != 0) : is_smaller(a, b) != (a.negative != 0);
}

static int is_below(number a, number b)
{
    return is_less(a, b) || (a.kind == ZERO && b.kind == ZERO && a.negative && !b.negative);
}

number lesser(number a, number b)
{
    return a.kind == NOT_A_NUMBER || (b.kind != NOT_A_NUMBER && is_below(a, b)) ? a : b;
}

number greater(number a, number b)
{
    return a.kind == NOT_A_NUMBER || (b.kind != NOT_A_NUMBER && is_below(b, a)) ? a : b;
}
