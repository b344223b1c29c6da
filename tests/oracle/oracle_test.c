/* The oracle against slower computations: rounding as the nearest of all 65,536 values, 128-bit integers, floats by
 * the C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle.h"
#include "harness/tap.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

static uint64_t state = 1;

static uint64_t random_bits(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 32 ^ state << 32) ^ (state >> 17);
}

/* A random number of a random number of bits. */
static uint64_t random_size(unsigned bits)
{
    return random_bits() >> (64 - bits) >> random_bits() % bits;
}

static uint64_t value_of(const char *word, bl_dtype type, uint64_t a, uint64_t b)
{
    const uint64_t x[3] = {a, b, 0};

    return oracle_word(word)->value(type, x);
}

static uint64_t f32_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float f32_value(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float value;

    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t f64_bits(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double f64_value(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- f16 and bf16 ---- */

#define HALF_INFINITY(type) ((type) == BL_F16 ? 0x7c00u : 0x7f80u)

/* The value of each non-negative pattern, by the format's definition. Infinity is the power of two that would follow the largest number:
 * that is the rule of overflow. */
static double half_value(bl_dtype type, unsigned half)
{
    const int fraction_bits = type == BL_F16 ? 10 : 7, bias = type == BL_F16 ? 15 : 127;
    const int exponent = (int)(half >> fraction_bits), fraction = (int)half & ((1 << fraction_bits) - 1);

    return exponent == 0 ? ldexp(fraction, 1 - bias - fraction_bits)
                         : ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

static double half_values[2][0x8000];

/* The nearest of all values, the even pattern if two are as near. */
static unsigned slow_rounding(bl_dtype type, double value)
{
    const double *all = half_values[type == BL_BF16], size = fabs(value);
    unsigned best = 0;

    for (unsigned half = 1; half <= HALF_INFINITY(type); ++half) {
        const double distance = fabs(all[half] - size), least = fabs(all[best] - size);

        if (distance < least || (distance == least && half % 2 == 0)) {
            best = half;
        }
    }
    return best | (signbit(value) ? 0x8000u : 0);
}

static void test_widening(bl_dtype type)
{
    unsigned wrong = 0;

    for (unsigned half = 0; half < 0x10000; ++half) {
        const uint64_t got = oracle_f32_from_half(type, half);
        const double value = half_value(type, half & 0x7fff);
        const float signed_value = (float)(half >= 0x8000 ? -value : value);

        if ((half & 0x7fff) < HALF_INFINITY(type)) {
            wrong += got != f32_bits(signed_value);
        } else if ((half & 0x7fff) == HALF_INFINITY(type)) {
            wrong += got != (half >= 0x8000 ? 0xff800000 : 0x7f800000);
        } else {
            wrong += !isnan(f32_value(got)) || !oracle_is_nan(type, half);
        }
    }
    ok(wrong == 0, "all 65,536 of %s widen to their values: %u wrong", oracle_types[type].name, wrong);
}

static void test_rounding(bl_dtype type)
{
    const unsigned shift = type == BL_F16 ? 13 : 16;
    unsigned wrong = 0, tries = 0, back = 0;

    for (unsigned half = 0; half < 0x10000; ++half) {
        const uint64_t got = oracle_half_from_f32(type, oracle_f32_from_half(type, half));

        back += !oracle_same(type, 0, got, half);
    }
    ok(back == 0, "all 65,536 of %s survive f32: %u wrong", oracle_types[type].name, back);

    for (unsigned i = 0; i < 6000; ++i) {
        /* any bits; halfway and next to it; results that are subnormal; results that nearly overflow */
        uint64_t single = random_bits() & 0xffffffff;

        if (i % 4 == 1) {
            single = ((single >> shift << shift | UINT64_C(1) << (shift - 1)) + i / 4 % 3 - 1) & 0xffffffff;
        } else if (i % 4 == 2) {
            const int least = type == BL_F16 ? -25 : -134; /* half of the least subnormal */
            const float halves = ldexpf((float)(random_bits() % 256), least);

            single = f32_bits(halves) + i / 4 % 3 - 1;
        } else if (i % 4 == 3) {
            const uint64_t largest = type == BL_F16 ? 0x477ff000 : 0x7f7f8000; /* from here on: infinity */

            single = (single & 0x80000000) | (largest - 256 + single % 512);
        }
        single &= 0xffffffff;
        if (!isfinite(f32_value(single))) {
            continue;
        }
        ++tries;
        if (oracle_half_from_f32(type, single) != slow_rounding(type, (double)f32_value(single)) && wrong++ < 3) {
            printf("# 0x%08llx gave 0x%04llx, nearest is 0x%04x\n", (unsigned long long)single,
                   (unsigned long long)oracle_half_from_f32(type, single),
                   slow_rounding(type, (double)f32_value(single)));
        }
    }
    ok(wrong == 0 && tries > 5000, "%s is the nearest of all values, ties to even: %u of %u wrong",
       oracle_types[type].name, wrong, tries);
    ok(oracle_is_nan(type, oracle_half_from_f32(type, 0x7f800001)) &&
           oracle_is_nan(type, oracle_half_from_f32(type, 0xffffffff)),
       "%s keeps NaN", oracle_types[type].name);
}

/* Sums, differences and products of two are exact in f64, which gives their nearest value. */
static void test_half_arithmetic(bl_dtype type)
{
    static const char *const names[] = {"add", "sub", "mul"};

    for (unsigned what = 0; what < 3; ++what) {
        unsigned wrong = 0, tries = 0;

        for (unsigned i = 0; i < 2000; ++i) {
            /* exponents of bf16 that are near each other, because f64 is too short for other sums */
            const uint64_t a = random_bits() & 0xffff, far = random_bits() & 0xffff;
            const uint64_t b = type == BL_F16 ? far : (a & 0x7f80) ^ (far & 0x887f);
            const double x = (double)f32_value(oracle_f32_from_half(type, a));
            const double y = (double)f32_value(oracle_f32_from_half(type, b));
            const double exact = what == 0 ? x + y : what == 1 ? x - y
                                                               : x * y;

            if (isfinite(x) && isfinite(y)) {
                ++tries;
                wrong += value_of(names[what], type, a, b) != slow_rounding(type, exact);
            }
        }
        ok(wrong == 0 && tries > 1000, "%s of %s is correctly rounded: %u of %u wrong", names[what],
           oracle_types[type].name, wrong, tries);
    }
}

/* ---- Integers ---- */

static int128 integer(bl_dtype type, uint64_t bits)
{
    const unsigned width = oracle_types[type].bits;
    const int negative = oracle_types[type].kind == ORACLE_SIGNED && (bits >> (width - 1) & 1) != 0;

    return negative ? (int128)bits - ((int128)1 << width) : (int128)bits;
}

static uint64_t low(bl_dtype type, int128 value)
{
    return (uint64_t)value & UINT64_MAX >> (64 - oracle_types[type].bits);
}

static int128 floor_quotient(int128 a, int128 b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static uint64_t limited(bl_dtype type, int128 value)
{
    const int is_signed = oracle_types[type].kind == ORACLE_SIGNED;
    const int128 beyond = (int128)1 << (oracle_types[type].bits - is_signed), least = is_signed ? -beyond : 0;

    return low(type, value < least ? least : value >= beyond ? beyond - 1
                                                             : value);
}

static uint64_t any_operand(bl_dtype type, unsigned i)
{
    const unsigned bits = oracle_types[type].bits;
    const uint64_t near = (UINT64_C(1) << random_bits() % bits) + random_bits() % 5 - 2;

    return low(type, (int128)(i % 3 == 0 ? random_bits() : i % 3 == 1 ? random_size(bits)
                                                                      : near));
}

static void test_integers(bl_dtype type)
{
    const unsigned bits = oracle_types[type].bits;
    unsigned wrong[14] = {0};

    for (unsigned i = 0; i < 200000; ++i) {
        const uint64_t a = any_operand(type, i / 3), b = any_operand(type, i), n = i % bits, many = i % 100;
        const int128 x = integer(type, a), y = integer(type, b);
        uint64_t product = 1;

        wrong[0] += value_of("add", type, a, b) != low(type, x + y);
        wrong[1] += value_of("sub", type, a, b) != low(type, x - y);
        /* the product of two u64 needs all 128 bits, so the sign is put back by hand */
        wrong[2] += value_of("mul", type, a, b) != low(type, (int128)((uint128)x * (uint128)y));
        wrong[3] += value_of("mul_high", type, a, b) !=
                    low(type, oracle_types[type].kind == ORACLE_SIGNED ? x * y >> bits
                                                                       : (int128)((uint128)x * (uint128)y >> bits));
        if (bits == 64) {
            const bl_dtype half = type == BL_I64 ? BL_I32 : BL_U32;
            const int128 exact = integer(half, a & UINT32_MAX) * integer(half, b & UINT32_MAX);
            wrong[3] += value_of("mul_even", type, a, b) != low(type, exact);
        }
        if (type == BL_I32) {
            const int128 nearest = floor_quotient(2 * x * y + ((int128)1 << 31), (int128)1 << 32);
            wrong[3] += value_of("mul_fraction", type, a, b) != low(type, nearest > INT32_MAX ? INT32_MAX : nearest);
        }
        wrong[4] += value_of("trunc_div", type, a, b) != (y == 0 ? 0 : low(type, x / y));
        wrong[5] += value_of("floor_div", type, a, b) != (y == 0 ? 0 : low(type, floor_quotient(x, y)));
        wrong[6] += value_of("shift_right", type, a, n) != low(type, floor_quotient(x, (int128)1 << n)) ||
                    value_of("shift_left", type, a, n) != low(type, (int128)((uint128)x << n));
        wrong[7] += value_of("lt", type, a, b) != (x < y) || value_of("eq", type, a, b) != (x == y);
        wrong[8] += value_of("neg", type, a, 0) != low(type, -x);
        wrong[9] += value_of("le", type, a, b) != (x <= y) || value_of("minimum", type, a, b) != (x < y ? a : b) ||
                    value_of("maximum", type, a, b) != (x < y ? b : a);
        wrong[10] += value_of("add_saturated", type, a, b) != limited(type, x + y) ||
                     value_of("sub_saturated", type, a, b) != limited(type, x - y) ||
                     value_of("mul_saturated", type, a, b) !=
                         (type != BL_U64                         ? limited(type, x * y)
                          : (uint128)x * (uint128)y > UINT64_MAX ? UINT64_MAX
                                                                 : a * b);
        wrong[11] += value_of("trunc_mod", type, a, b) != (y == 0 ? 0 : low(type, x % y)) ||
                     value_of("floor_mod", type, a, b) != (y == 0 ? 0 : low(type, x - y * floor_quotient(x, y)));
        wrong[12] += value_of("shift_right_lanes", type, a, b) !=
                         low(type, floor_quotient(x, (int128)1 << (b < bits ? b : bits))) ||
                     value_of("shift_left_lanes", type, a, b) != (b < bits ? low(type, (int128)((uint128)x << b)) : 0);
        for (uint64_t k = 0; k < many; ++k) {
            product *= a;
        }
        wrong[13] += value_of("power", type, a, many) != low(type, (int128)product);
        if (bits < 64) {
            wrong[8] += value_of("widen", type, a, 0) != ((uint64_t)x & UINT64_MAX >> (64 - 2 * bits));
        }
        if (bits > 8) {
            wrong[8] += value_of("narrow", type, a, 0) != (a & UINT64_MAX >> (64 - bits / 2));
        }
    }
    for (unsigned i = 0; i < 14; ++i) {
        static const char *const names[] = {"add", "sub", "mul", "mul_high and the like", "trunc_div",
                                            "floor_div", "shifts", "lt and eq", "neg, widen and narrow",
                                            "order", "saturation", "rests", "shifts by lanes", "power"};

        ok(wrong[i] == 0, "%s at %s: %u wrong", names[i], oracle_types[type].name, wrong[i]);
    }
}

/* The purpose of the multiplier: with it and the shift, a / d is computed without a division. Unsigned: Granlund and Montgomery, "Division
 * by Invariant Integers using Multiplication", 1994, figure 4.1. Signed: floor((|a| + 1) * m / 2^(w + n)), as in Robison, "N-bit Unsigned
 * Division via N-bit Multiply-Add", 2005. */
static int divides(bl_dtype type, uint64_t d, uint64_t a)
{
    const uint64_t multiplier = value_of("divisor_multiplier", type, d, 0);
    const uint64_t shift = value_of("divisor_shift", type, d, 0);
    int128 quotient;

    if (oracle_types[type].kind == ORACLE_SIGNED) {
        const int128 size = integer(type, a) < 0 ? -integer(type, a) : integer(type, a);

        quotient = (int128)((uint128)(size + 1) * multiplier >> oracle_types[type].bits >> shift);
        quotient = (integer(type, a) < 0) != (integer(type, d) < 0) ? -quotient : quotient;
    } else {
        const uint64_t high = value_of("mul_high", type, multiplier, a);
        const unsigned first = integer(type, d) > 1; /* min(L, 1) */

        quotient = (int128)((uint128)high + (((uint128)a - high) >> first)) >> shift;
    }
    return low(type, quotient) == value_of("trunc_div", type, a, d);
}

static void test_divisors(bl_dtype type)
{
    unsigned wrong = 0;

    if (oracle_types[type].bits == 8) { /* another definition: the plain reciprocal */
        for (uint64_t d = 1; d < 256; ++d) {
            const int128 size = integer(type, d) < 0 ? -integer(type, d) : integer(type, d);

            wrong += value_of("divisor_multiplier", type, d, 0) != (uint64_t)(65535 / size);
        }
        ok(wrong == 0 && value_of("divisor_multiplier", type, 0, 0) == 0, "reciprocals at %s: %u wrong",
           oracle_types[type].name, wrong);
        return;
    }
    for (unsigned i = 0; i < 200000; ++i) {
        const uint64_t d = any_operand(type, i / 3), a = any_operand(type, i);
        const uint64_t multiple = low(type, integer(type, a) - (d == 0 ? 0 : integer(type, a) % integer(type, d)));

        if (d != 0) {
            wrong += !divides(type, d, a) || !divides(type, d, multiple) ||
                     !divides(type, d, low(type, integer(type, multiple) - 1));
        }
    }
    ok(wrong == 0, "division by multiplier and shift at %s: %u wrong", oracle_types[type].name, wrong);
    ok(value_of("divisor_multiplier", type, 0, 0) == 0 &&
           value_of("divisor_shift", type, 0, 0) == oracle_types[type].bits - 1u,
       "divisor 0 at %s gives multiplier 0, shift width - 1", oracle_types[type].name);
}

/* ---- Whole numbers and conversions ---- */

static double random_double(unsigned i)
{
    const double whole = (double)random_size(64);
    const double beside = i % 3 == 0 ? nextafter(whole, INFINITY) : i % 3 == 1 ? nextafter(whole, -1)
                                                                               : whole;
    const double value = i % 4 == 0 ? beside : i % 4 == 1 ? whole / 2
                                           : i % 4 == 2   ? beside / 4294967296.0
                                                          : whole;

    return (random_bits() & 1) != 0 ? -value : value;
}

static void test_whole(void)
{
    unsigned wrong = 0, converted = 0;

    for (unsigned i = 0; i < 200000; ++i) {
        const double a = i < 4 ? (i < 2 ? 0.0 : INFINITY) * (i % 2 == 0 ? 1 : -1) : random_double(i);
        const float b = (float)a;
        const uint64_t x[1] = {f64_bits(a)}, y[1] = {f32_bits(b)};

        wrong += value_of("floor", BL_F64, x[0], 0) != f64_bits(floor(a));
        wrong += value_of("floor", BL_F32, y[0], 0) != f32_bits(floorf(b));
        wrong += value_of("trunc", BL_F64, x[0], 0) != f64_bits(trunc(a));
        wrong += value_of("trunc", BL_F32, y[0], 0) != f32_bits(truncf(b));
        wrong += value_of("ceil", BL_F64, x[0], 0) != f64_bits(ceil(a)) ||
                 value_of("ceil", BL_F32, y[0], 0) != f32_bits(ceilf(b));
        wrong += value_of("round_even", BL_F64, x[0], 0) != f64_bits(nearbyint(a)) ||
                 value_of("round_even", BL_F32, y[0], 0) != f32_bits(nearbyintf(b));
        wrong += value_of("round_away", BL_F64, x[0], 0) != f64_bits(round(a)) ||
                 value_of("round_away", BL_F32, y[0], 0) != f32_bits(roundf(b));
        if (fabs(a) < 2147483648.0) {
            converted += value_of("i32_from_f64", BL_F64, x[0], 0) != (uint32_t)(int32_t)a ||
                         !oracle_word("i32_from_f64")->domain(BL_F64, x);
        }
        if (fabsf(b) < 2147483648.0f) {
            converted += value_of("i32_from_f32", BL_F32, y[0], 0) != (uint32_t)(int32_t)b ||
                         !oracle_word("i32_from_f32")->domain(BL_F32, y);
        }
        if (a >= 0 && a < 18446744073709551616.0) {
            converted += value_of("u64_from_f64", BL_F64, x[0], 0) != (uint64_t)a ||
                         !oracle_word("u64_from_f64")->domain(BL_F64, x);
        }
    }
    ok(wrong == 0, "floor, ceil, trunc, round_even and round_away: %u wrong", wrong);
    ok(converted == 0, "integers from floats: %u wrong", converted);
}

/* Rounds to nearest even, from the remainder. */
static double slow_f64_from_u64(uint64_t a)
{
    int shift = 0;
    uint64_t kept = a, rest;

    while (kept >> 53 != 0) {
        kept >>= 1;
        ++shift;
    }
    rest = shift > 0 ? a - (kept << shift) : 0;
    if (shift > 0 && (rest > UINT64_C(1) << (shift - 1) || (rest == UINT64_C(1) << (shift - 1) && kept % 2 == 1))) {
        ++kept;
    }
    return ldexp((double)(int64_t)kept, shift);
}

static void test_from_integers(void)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < 200000; ++i) {
        const uint64_t a = any_operand(BL_U64, i), b = a & 0xffffffff;
        const double exact = (double)(int32_t)(uint32_t)b;

        wrong += value_of("f64_from_u64", BL_U64, a, 0) != f64_bits(slow_f64_from_u64(a));
        wrong += value_of("f64_from_u32", BL_U32, b, 0) != f64_bits(slow_f64_from_u64(b));
        wrong += value_of("f64_from_i32", BL_I32, b, 0) != f64_bits(exact);
        wrong += value_of("f32_from_i32", BL_I32, b, 0) != f32_bits((float)exact);
    }
    ok(wrong == 0, "floats from integers: %u wrong", wrong);
}

/* Floats of any exponent; b is near a in every second pair, and any two NaN are equal. */
static void test_rests_and_roots(void)
{
    unsigned rests = 0, roots = 0, order = 0;

    for (unsigned i = 0; i < 300000; ++i) {
        const uint64_t a = i % 5 == 0 ? f64_bits((double)random_size(20)) : random_bits();
        const uint64_t b = i % 2 == 0 ? random_bits() : (a ^ random_size(40)) - (random_size(10) << 52);
        const uint64_t c = a >> 32, d = i % 2 == 0 ? b >> 32 : ((a >> 32) ^ random_size(20)) - (random_size(7) << 23 & 0xffffffff);
        const double x = f64_value(a), y = f64_value(b);
        const float u = f32_value(c), v = f32_value(d & 0xffffffff);

        rests += !oracle_same(BL_F64, 0, value_of("trunc_mod", BL_F64, a, b), f64_bits(fmod(x, y))) ||
                 !oracle_same(BL_F32, 0, value_of("trunc_mod", BL_F32, c, d & 0xffffffff), f32_bits(fmodf(u, v)));
        roots += !oracle_same(BL_F64, 0, value_of("sqrt", BL_F64, a, 0), f64_bits(sqrt(x))) ||
                 !oracle_same(BL_F32, 0, value_of("sqrt", BL_F32, c, 0), f32_bits(sqrtf(u)));
        order += !isnan(x) && !isnan(y) && x != y &&
                 (value_of("minimum", BL_F64, a, b) != f64_bits(fmin(x, y)) || value_of("maximum", BL_F64, a, b) != f64_bits(fmax(x, y)));
        order += value_of("le", BL_F64, a, b) != (uint64_t)(x <= y) || value_of("le", BL_F64, a, a) != (uint64_t)(x <= x);
    }
    ok(rests == 0, "rests of floats: %u wrong", rests);
    ok(roots == 0, "roots: %u wrong", roots);
    ok(order == 0 && value_of("minimum", BL_F32, 0, 0x80000000) == 0x80000000 && value_of("maximum", BL_F32, 0, 0x80000000) == 0 &&
           oracle_is_nan(BL_F32, value_of("minimum", BL_F32, 0x7f800001, 0)) && oracle_is_nan(BL_F32, value_of("maximum", BL_F32, 0, 0xffc00000)),
       "the order of floats: %u wrong", order);
    ok(value_of("floor_mod", BL_F32, f32_bits(-7), f32_bits(2)) == f32_bits(1) &&
           value_of("floor_mod", BL_F32, f32_bits(7), f32_bits(-2)) == f32_bits(-1) &&
           value_of("floor_mod", BL_F32, f32_bits(4), f32_bits(-2)) == f32_bits(-0.0f) &&
           value_of("floor_mod", BL_F32, f32_bits(-1), 0x7f800000) == 0x7f800000 &&
           value_of("floor_mod", BL_F16, 0xbc00, 0x4400) == 0x4200,
       "floor_mod of floats has the divisor's sign");
    ok(value_of("floor_quotient", BL_F32, f32_bits(-7), f32_bits(2)) == f32_bits(-4) &&
           value_of("floor_quotient", BL_F32, f32_bits(1), f32_bits(0.1f)) == f32_bits(9) &&
           value_of("floor_quotient", BL_F32, f32_bits(-0.0f), f32_bits(2)) == f32_bits(-0.0f) &&
           value_of("floor_quotient", BL_F32, f32_bits(-1), 0x7f800000) == f32_bits(-1) &&
           value_of("floor_quotient", BL_F32, f32_bits(-1), 0) == 0xff800000 &&
           value_of("floor_quotient", BL_F64, f64_bits(-1), f64_bits(0.1)) == f64_bits(-10) &&
           value_of("floor_quotient", BL_F16, 0xbc00, 0x4400) == 0xbc00,
       "the floor of quotients of floats, by the rest");
}

/* A float of the processor, bit for bit, or any NaN for a NaN. */
static int is_single(uint64_t got, float wanted)
{
    return isnan(wanted) ? isnan(f32_value(got)) : got == f32_bits(wanted);
}

static uint64_t processor_saturated(double a, double least, double beyond, uint64_t low, uint64_t high)
{
    if (isnan(a)) {
        return 0;
    }
    return a < least ? low : a >= beyond ? high
                         : a < 0         ? (uint64_t)(int64_t)a
                                         : (uint64_t)a;
}

static void test_conversions(void)
{
    unsigned floats = 0, integers = 0, halves = 0, odd = 0;

    for (unsigned i = 0; i < 200000; ++i) {
        const uint64_t whole = any_operand(BL_U64, i), x = i % 3 == 0 ? random_bits() : f64_bits(random_double(i));
        double a;

        memcpy(&a, &x, sizeof a);
        floats += !is_single(value_of("f32_from_f64", BL_F64, x, 0), (float)a);
        floats += !isnan(a) && value_of("f64_from_f32", BL_F32, f32_bits((float)a), 0) != f64_bits((double)(float)a);
        floats += value_of("f32_from_i64", BL_I64, whole, 0) != f32_bits((float)(int64_t)whole);
        floats += value_of("f32_from_u64", BL_U64, whole, 0) != f32_bits((float)whole);
        floats += value_of("f32_from_u32", BL_U32, whole & 0xffffffff, 0) != f32_bits((float)(uint32_t)whole);
        odd += value_of("round_to_odd", BL_I64, whole, 0) != whole &&
               (float)(int64_t)value_of("round_to_odd", BL_I64, whole, 0) != (float)(int64_t)whole;
        odd += (value_of("round_to_odd", BL_U64, whole, 0) ^ whole) >> 12 != 0;
        integers += value_of("i64_saturated_f64", BL_F64, x, 0) !=
                    processor_saturated(a, -0x1p63, 0x1p63, UINT64_C(1) << 63, INT64_MAX);
        integers += value_of("u64_saturated_f64", BL_F64, x, 0) != processor_saturated(a, 0, 0x1p64, 0, UINT64_MAX);
        integers += value_of("i32_saturated_f64", BL_F64, x, 0) !=
                    (uint32_t)processor_saturated(a, -0x1p31, 0x1p31, 0x80000000, INT32_MAX);
        integers += value_of("u32_saturated_f64", BL_F64, x, 0) != processor_saturated(a, 0, 0x1p32, 0, UINT32_MAX);
        integers += value_of("i32_or_min_f64", BL_F64, x, 0) !=
                    (a > -0x1p31 - 1 && a < 0x1p31 ? (uint32_t)(int32_t)a : 0x80000000);
        integers += value_of("u64_or_max_f64", BL_F64, x, 0) != (a > -1 && a < 0x1p64 ? (uint64_t)a : UINT64_MAX);
        integers += value_of("i8_clamped_i16", BL_I16, whole & 0xffff, 0) !=
                    (uint8_t)processor_saturated((int16_t)whole, -128, 128, 0x80, 0x7f);
        integers += value_of("u16_clamped_i32", BL_I32, whole & 0xffffffff, 0) !=
                    processor_saturated((int32_t)whole, 0, 65536, 0, 65535);
        if (i % 200 == 0 && !isnan(a)) {
            const double near = ldexp(a, -(int)(random_bits() % 64)); /* among the values of 16 bits */

            halves += value_of("f16_from_f64", BL_F64, f64_bits(near), 0) != slow_rounding(BL_F16, near);
            halves += value_of("bf16_from_f64", BL_F64, f64_bits(near), 0) != slow_rounding(BL_BF16, near);
        }
    }
    ok(floats == 0, "conversions to f32 and f64: %u wrong", floats);
    ok(odd == 0, "round_to_odd is next to what it rounds, and leaves the same f32: %u wrong", odd);
    ok(integers == 0, "saturating conversions: %u wrong", integers);
    ok(halves == 0, "f64 to f16 and bf16: %u wrong", halves);
}

static void test_names(void)
{
    ok(oracle_word("shift_right") != oracle_word("shift_right_by") &&
           oracle_word("shift_right:3") == oracle_word("shift_right"),
       "a word is found by its whole name, without its count");
    ok(oracle_word("nonsense") == NULL && oracle_word("ad") == NULL && oracle_word("addition") == NULL &&
           oracle_op("negative") != NULL && oracle_op("neg") == NULL,
       "what is no word is not found");
}

/* ---- Exceptions, as the processor raises them ---- */

static unsigned raised(void)
{
    return (fetestexcept(FE_INVALID) != 0 ? ORACLE_INVALID : 0u) |
           (fetestexcept(FE_DIVBYZERO) != 0 ? ORACLE_DIVISION_BY_ZERO : 0u) |
           (fetestexcept(FE_OVERFLOW) != 0 ? ORACLE_OVERFLOW : 0u);
}

static unsigned raised_by_f32(unsigned what, uint64_t a, uint64_t b)
{
    volatile float x = f32_value(a), y = f32_value(b), result;
    volatile int truth;

    feclearexcept(FE_ALL_EXCEPT);
    switch (what) {
    case 0:
        result = x + y;
        break;
    case 1:
        result = x - y;
        break;
    case 2:
        result = x * y;
        break;
    case 3:
        result = x / y;
        break;
    default:
        truth = x == y; /* quiet, unlike < in C */
        (void)truth;
        return raised();
    }
    (void)result;
    return raised();
}

static unsigned raised_by_f64(unsigned what, uint64_t a, uint64_t b)
{
    volatile double x = f64_value(a), y = f64_value(b), result;
    volatile int truth;

    feclearexcept(FE_ALL_EXCEPT);
    switch (what) {
    case 0:
        result = x + y;
        break;
    case 1:
        result = x - y;
        break;
    case 2:
        result = x * y;
        break;
    case 3:
        result = x / y;
        break;
    default:
        truth = x == y;
        (void)truth;
        return raised();
    }
    (void)result;
    return raised();
}

/* Zeros, the largest, infinities, quiet and signalling NaNs, 1, the least, and anything. */
static uint64_t exceptional(bl_dtype type, uint64_t random)
{
    const unsigned digits = oracle_types[type].fraction_bits;
    const uint64_t sign = UINT64_C(1) << (oracle_types[type].bits - 1);
    const uint64_t infinity = (sign - 1) >> digits << digits;
    const uint64_t sizes[] = {0, 1, infinity - 1, infinity, infinity + 1, infinity | UINT64_C(1) << (digits - 1),
                              infinity >> 1 & infinity, UINT64_C(1) << digits};

    return (random & 1) != 0 ? random_bits() & (sign | (sign - 1)) : sizes[random / 2 % 8] | ((random & 32) != 0 ? sign : 0);
}

static void test_raises(bl_dtype type)
{
    static const char *const names[] = {"add", "sub", "mul", "div", "eq"};

    for (unsigned what = 0; what < 5; ++what) {
        const oracle_rule *word = oracle_word(names[what]);
        unsigned wrong = 0, seen = 0;

        for (unsigned i = 0; i < 100000; ++i) {
            const uint64_t x[3] = {exceptional(type, random_bits() >> 7), exceptional(type, random_bits() >> 7), 0};
            const unsigned own = word->raises(type, x, word->value(type, x));

            wrong += own != (type == BL_F32 ? raised_by_f32(what, x[0], x[1]) : raised_by_f64(what, x[0], x[1]));
            seen |= own;
        }
        ok(wrong == 0 && seen == (what == 4 ? 1u : what == 3 ? 7u
                                                             : 5u),
           "what %s of %s raises: %u wrong", names[what], oracle_types[type].name, wrong);
    }
}

/* ---- Product and sum in one operation, by the C library ---- */

static uint64_t fused_by_host(bl_dtype type, const uint64_t *x)
{
    if (type == BL_F32) {
        volatile float a = f32_value(x[0]), b = f32_value(x[1]), c = f32_value(x[2]), result = fmaf(a, b, c);

        return f32_bits(result);
    } else {
        volatile double a = f64_value(x[0]), b = f64_value(x[1]), c = f64_value(x[2]), result = fma(a, b, c);

        return f64_bits(result);
    }
}

static uint64_t top_exponent(bl_dtype type)
{
    return (UINT64_C(1) << (oracle_types[type].bits - 1 - oracle_types[type].fraction_bits)) - 1;
}

/* A significand of any bits, few bits, one, all from the highest down to some, or none. */
static uint64_t fraction(bl_dtype type)
{
    const unsigned digits = oracle_types[type].fraction_bits;
    const uint64_t random = random_bits(), place = UINT64_C(1) << (random >> 8) % digits, all = (UINT64_C(1) << digits) - 1;

    switch (random % 8) {
    case 0:
        return random_bits() & all & ~(place - 1);
    case 1:
        return place;
    case 2:
        return all & ~(place - 1);
    case 3:
        return 0;
    default:
        return random_bits() & all;
    }
}

/* A result that is too large is infinite or, at times, NaN; one that is too small is subnormal, or 0. */
static uint64_t float_from(bl_dtype type, int64_t exponent)
{
    const int64_t top = (int64_t)top_exponent(type), within = exponent < 0 ? 0 : exponent > top ? top
                                                                                                : exponent;

    return (random_bits() & 1) << (oracle_types[type].bits - 1) | (uint64_t)within << oracle_types[type].fraction_bits | fraction(type);
}

static int64_t beside(int64_t middle, int64_t distance)
{
    return middle + (int64_t)(random_bits() % (2 * (uint64_t)distance + 1)) - distance;
}

static uint64_t from_whole(bl_dtype type, uint64_t value)
{
    return type == BL_F32 ? f32_bits((float)value) : f64_bits((double)value);
}

/* Factors with a product that is nearly a power of two: of 2^2n - 1 or 2^3n + 1, times another power. */
static void choose_near_power(bl_dtype type, uint64_t *x)
{
    const unsigned digits = oracle_types[type].fraction_bits, cubes = (unsigned)(random_bits() & 1);
    const uint64_t power = UINT64_C(2) << random_bits() % (cubes ? (digits + 1) / 2 : digits);
    const uint64_t sign = (random_bits() & 1) << (oracle_types[type].bits - 1);

    x[0] = from_whole(type, power + 1) | sign;
    x[1] = from_whole(type, cubes ? power * power - power + 1 : power - 1) + (random_size(6) << digits);
}

/* Factors with a product that is about 1, the least, the largest, random, or nearly a power of two. The summand is the product's opposite or a
 * neighbour, or a number at each distance from it, often that at which the product is half of a last bit. */
static void choose_fused(bl_dtype type, unsigned i, uint64_t *x)
{
    const int64_t top = (int64_t)top_exponent(type), bias = top / 2, digits = oracle_types[type].fraction_bits;
    const int64_t of_product[] = {bias, beside(0, digits), beside(top, 3), beside(bias, top)};
    const int64_t first = i % 3 == 0 ? beside(bias, digits) : 1 + (int64_t)(random_bits() % (uint64_t)(top - 1));
    const uint64_t sign = UINT64_C(1) << (oracle_types[type].bits - 1);
    uint64_t product;

    x[0] = float_from(type, first);
    x[1] = float_from(type, of_product[i % 4] + bias - first);
    if (i % 11 < 3) {
        choose_near_power(type, x);
    } else if (i % 5 == 0) {
        x[i / 5 % 2] = exceptional(type, random_bits() >> 7);
    }
    product = value_of("mul", type, x[0], x[1]);
    if (i % 7 < 2) {
        x[2] = ((product ^ sign) + (random_bits() >> 7) % 5 - 2) & (sign | (sign - 1));
    } else if (i % 7 == 2) {
        x[2] = exceptional(type, random_bits() >> 7);
    } else {
        const int64_t exponent = (int64_t)((product & (sign - 1)) >> digits);

        x[2] = float_from(type, i % 7 < 5 ? beside(exponent, 3 * digits) : exponent + digits + 1);
    }
}

/* Whether the product is half of the summand's last bit, except for less than its own last bit. */
static int is_about_halfway(bl_dtype type, uint64_t product, uint64_t c)
{
    const unsigned digits = oracle_types[type].fraction_bits;
    const uint64_t product_exponent = product >> digits & top_exponent(type), exponent = c >> digits & top_exponent(type);

    return product_exponent != 0 && exponent != top_exponent(type) && product << (64 - digits) == 0 &&
           exponent == product_exponent + digits + 1;
}

static void test_fused(bl_dtype type)
{
    const uint64_t sign = UINT64_C(1) << (oracle_types[type].bits - 1), infinity = top_exponent(type) << oracle_types[type].fraction_bits;
    const oracle_rule *word = oracle_word("fused");
    unsigned wrong = 0, raises_wrong = 0, seen = 0, cancelled = 0, halfway = 0, subnormal = 0, brought_back = 0, zeros = 0;

    for (unsigned i = 0; i < 2000000; ++i) {
        uint64_t x[3], product, got, size, by_host, twice;
        unsigned may, does;

        choose_fused(type, i, x);
        product = value_of("mul", type, x[0], x[1]);
        twice = value_of("add", type, product, x[2]);
        got = word->value(type, x);
        may = word->raises(type, x, got);
        feclearexcept(FE_ALL_EXCEPT);
        by_host = fused_by_host(type, x);
        does = raised();
        if (!oracle_same(type, 0, got, by_host) && wrong++ < 3) {
            printf("# fused(0x%llx, 0x%llx, 0x%llx) gave 0x%llx, the C library 0x%llx\n", (unsigned long long)x[0],
                   (unsigned long long)x[1], (unsigned long long)x[2], (unsigned long long)got, (unsigned long long)by_host);
        }
        if (oracle_is_nan(type, x[2]) && oracle_is_nan(type, product) && !oracle_is_nan(type, x[0]) && !oracle_is_nan(type, x[1])) {
            does |= ORACLE_INVALID; /* infinity * 0 + NaN: IEEE 754 leaves it open */
        }
        if (may != does && raises_wrong++ < 3) {
            printf("# fused(0x%llx, 0x%llx, 0x%llx) raises 0x%x, the C library 0x%x\n", (unsigned long long)x[0],
                   (unsigned long long)x[1], (unsigned long long)x[2], may, does);
        }
        size = got & (sign - 1);
        seen |= may;
        cancelled += (product ^ sign) == x[2] && size != 0 && size < infinity;
        halfway += got != twice && is_about_halfway(type, product, x[2]);
        subnormal += got != twice && size >> oracle_types[type].fraction_bits == 0;
        brought_back += (product & (sign - 1)) == infinity && size < infinity;
        zeros += size == 0 && (product & (sign - 1)) != 0;
    }
    ok(wrong == 0, "fused of %s is the C library's fma: %u wrong", oracle_types[type].name, wrong);
    ok(raises_wrong == 0 && seen == (ORACLE_INVALID | ORACLE_OVERFLOW), "and raises what that does: %u wrong", raises_wrong);
    ok(cancelled > 1000 && halfway > 1000 && subnormal > 1000 && brought_back > 1000 && zeros > 1000,
       "of products that a number cancels all but a little there were %u, of halves that a first rounding would have made %u, of "
       "other subnormal results than that gives %u, of products that a sum brings back into range %u, of sums that are 0 %u",
       cancelled, halfway, subnormal, brought_back, zeros);
}

static void test_conversions_raise(void)
{
    static const uint64_t limits[] = {UINT64_C(0x41e0000000000000), UINT64_C(0xc1e0000000000000), UINT64_C(0x41f0000000000000),
                                      UINT64_C(0x43f0000000000000), UINT64_C(0x7ff0000000000000), UINT64_C(0xbff0000000000000),
                                      UINT64_C(0xc1e0000000200000), UINT64_C(0x7ff8000000000000)};
    unsigned wrong = 0;

    for (unsigned i = 0; i < 3000; ++i) {
        const uint64_t x[1] = {limits[i % 8] + random_bits() % 5 - 2};
        double read;

        memcpy(&read, x, sizeof read);
        wrong += (oracle_word("i32_from_f64")->raises(BL_F64, x, 0) != 0) != !(read > -2147483649.0 && read < 2147483648.0);
        wrong += (oracle_word("u32_from_f64")->raises(BL_F64, x, 0) != 0) != !(read > -1 && read < 4294967296.0);
        wrong += (oracle_word("u64_from_f64")->raises(BL_F64, x, 0) != 0) != !(read > -1 && read < 18446744073709551616.0);
    }
    ok(wrong == 0, "what integers from floats raise: %u wrong", wrong);
}

int main(void)
{
    static const bl_dtype halves[] = {BL_F16, BL_BF16};

    for (unsigned i = 0; i < 2; ++i) {
        for (unsigned half = 0; half < 0x8000; ++half) {
            half_values[halves[i] == BL_BF16][half] = half_value(halves[i], half);
        }
        test_widening(halves[i]);
        test_rounding(halves[i]);
        test_half_arithmetic(halves[i]);
    }
    for (int type = BL_I8; type <= BL_U64; ++type) {
        test_integers((bl_dtype)type);
        test_divisors((bl_dtype)type);
    }
    test_whole();
    test_from_integers();
    test_conversions();
    test_rests_and_roots();
    test_raises(BL_F32);
    test_raises(BL_F64);
    test_fused(BL_F32);
    test_fused(BL_F64);
    test_conversions_raise();
    test_names();
    return done_testing();
}
