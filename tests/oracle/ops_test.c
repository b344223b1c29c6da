/* The oracle of operators against other computations: the processor's floats, the C library, 128-bit integers, and
 * results printed in the specifications.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"
#include "harness/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIES 40000

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

static uint64_t state = 7;

static uint64_t random_bits(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 32 ^ state << 32) ^ (state >> 17);
}

static float f32_value(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float value;

    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t f32_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double f64_value(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t f64_bits(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* For an operator with one dtype for its operands and its output. */
static uint64_t value_of(const char *op, bl_dtype type, const uint64_t *x)
{
    const uint8_t dtypes[] = {(uint8_t)type, (uint8_t)type, (uint8_t)type, (uint8_t)type, (uint8_t)type, (uint8_t)type};

    return oracle_op(op)->value(dtypes, x);
}

/* Random bits, numbers near 1 or near each other, integers and halves, or special values. */
static uint64_t any_float(bl_dtype type, uint64_t other)
{
    const unsigned digits = oracle_types[type].fraction_bits, bits = oracle_types[type].bits;
    const uint64_t all = low_bits(UINT64_MAX, bits), one = (all >> 2) >> digits << digits;
    const uint64_t random = random_bits(), sizes[] = {0, 1, (all >> 1 >> digits << digits) - 1, all >> 1 >> digits << digits,
                                                      all >> 1, UINT64_C(1) << digits, one, one + 1};
    const uint64_t sign = (random & 1) << (bits - 1);

    switch (random / 2 % 6) {
    case 0:
        return random_bits() & all;
    case 1:
        return sign | (((one + ((random >> 8) % 64 << digits)) ^ (random_bits() & (all >> (bits - digits)))) & all >> 1);
    case 2:
        return (other ^ sign) + (random >> 8) % 5 - 2 <= all ? (other ^ sign) + (random >> 8) % 5 - 2 : other;
    case 3:
        return rounded_bits(type, number_from((int)(random & 1), (random >> 8) % 4096, -1));
    case 4:
        return sign | sizes[(random >> 8) % 8];
    default:
        return (random_bits() & all) >> 1 >> (random >> 8) % 5;
    }
}

/* ---- Floats, by the processor ---- */

typedef double f64_function(double a, double b);
typedef float f32_function(float a, float b);

static double add64(double a, double b)
{
    return a + b;
}
static double sub64(double a, double b)
{
    return a - b;
}
static double mul64(double a, double b)
{
    return a * b;
}
static double div64(double a, double b)
{
    return a / b;
}
static double floor_div64(double a, double b)
{
    return floor(a / b);
}
static double square64(double a, double b)
{
    return (a - b) * (a - b);
}
static double reciprocal64(double a, double b)
{
    return (void)b, 1 / a;
}
static double sqrt64(double a, double b)
{
    return (void)b, sqrt(a);
}
static double floor64(double a, double b)
{
    return (void)b, floor(a);
}
static double ceil64(double a, double b)
{
    return (void)b, ceil(a);
}
static double trunc64(double a, double b)
{
    return (void)b, trunc(a);
}
static double round64(double a, double b)
{
    return (void)b, nearbyint(a);
}
static double away64(double a, double b)
{
    return (void)b, round(a);
}
static double abs64(double a, double b)
{
    return (void)b, fabs(a);
}
static double prelu64(double a, double b)
{
    return a < 0 ? a * b : a;
}
static double floor_mod64(double a, double b)
{
    const double rest = fmod(a, b);

    return rest == 0 ? copysign(0, b) : (rest < 0) != (b < 0) ? rest + b
                                                              : rest;
}
static double python_floor64(double a, double b)
{
    const double rest = fmod(a, b), ratio = (a - rest) / b - (rest != 0 && (rest < 0) != (b < 0)), below = floor(ratio);

    return b == 0 ? a / b : ratio == 0        ? copysign(0, a / b)
                        : ratio - below > 0.5 ? below + 1
                                              : below;
}
static double maximum64(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : a == b ? (signbit(a) ? b : a)
                                               : fmax(a, b);
}
static double minimum64(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : a == b ? (signbit(a) ? a : b)
                                               : fmin(a, b);
}
static double hswish64(double a, double b)
{
    return (void)b, a * (minimum64(maximum64(a + 3, 0), 6) / 6);
}
static double hard_swish64(double a, double b)
{
    return (void)b, a * maximum64(0, minimum64(1, (double)0.16666666667f * a + 0.5));
}

static float add32(float a, float b)
{
    return a + b;
}
static float sub32(float a, float b)
{
    return a - b;
}
static float mul32(float a, float b)
{
    return a * b;
}
static float div32(float a, float b)
{
    return a / b;
}
static float floor_div32(float a, float b)
{
    return floorf(a / b);
}
static float square32(float a, float b)
{
    return (a - b) * (a - b);
}
static float reciprocal32(float a, float b)
{
    return (void)b, 1 / a;
}
static float sqrt32(float a, float b)
{
    return (void)b, sqrtf(a);
}
static float floor32(float a, float b)
{
    return (void)b, floorf(a);
}
static float ceil32(float a, float b)
{
    return (void)b, ceilf(a);
}
static float trunc32(float a, float b)
{
    return (void)b, truncf(a);
}
static float round32(float a, float b)
{
    return (void)b, nearbyintf(a);
}
static float away32(float a, float b)
{
    return (void)b, roundf(a);
}
static float abs32(float a, float b)
{
    return (void)b, fabsf(a);
}
static float prelu32(float a, float b)
{
    return a < 0 ? a * b : a;
}
static float floor_mod32(float a, float b)
{
    const float rest = fmodf(a, b);

    return rest == 0 ? copysignf(0, b) : (rest < 0) != (b < 0) ? rest + b
                                                               : rest;
}
static float python_floor32(float a, float b)
{
    const float rest = fmodf(a, b), ratio = (a - rest) / b - (rest != 0 && (rest < 0) != (b < 0)), below = floorf(ratio);

    return b == 0 ? a / b : ratio == 0         ? copysignf(0, a / b)
                        : ratio - below > 0.5f ? below + 1
                                               : below;
}
static float maximum32(float a, float b)
{
    return (float)maximum64((double)a, (double)b);
}
static float minimum32(float a, float b)
{
    return (float)minimum64((double)a, (double)b);
}
static float hswish32(float a, float b)
{
    return (void)b, a * (minimum32(maximum32(a + 3, 0), 6) / 6);
}
static float hard_swish32(float a, float b)
{
    return (void)b, a * maximum32(0, minimum32(1, 0.16666666667f * a + 0.5f));
}

static const struct float_case {
    const char *op;
    f64_function *in_f64;
    f32_function *in_f32;
} float_cases[] = {
    {"add", add64, add32},
    {"sub", sub64, sub32},
    {"mul", mul64, mul32},
    {"div", div64, div32},
    {"floor_div", floor_div64, floor_div32},
    {"numpy_floor_divide", python_floor64, python_floor32},
    {"fmod", fmod, fmodf},
    {"floor_mod", floor_mod64, floor_mod32},
    {"squared_difference", square64, square32},
    {"reciprocal", reciprocal64, reciprocal32},
    {"sqrt", sqrt64, sqrt32},
    {"floor", floor64, floor32},
    {"ceil", ceil64, ceil32},
    {"trunc", trunc64, trunc32},
    {"round", round64, round32},
    {"round_half_away", away64, away32},
    {"abs", abs64, abs32},
    {"prelu", prelu64, prelu32},
    {"maximum", maximum64, maximum32},
    {"minimum", minimum64, minimum32},
    {"hswish", hswish64, hswish32},
    {"hard_swish", hard_swish64, hard_swish32},
};

/* f16 and bf16 by the oracle of words, with all steps in f32. */
static uint64_t expected_of(const struct float_case *by, bl_dtype type, const uint64_t *x)
{
    if (type == BL_F64) {
        return f64_bits(by->in_f64(f64_value(x[0]), f64_value(x[1])));
    }
    if (type == BL_F32) {
        return f32_bits(by->in_f32(f32_value(x[0]), f32_value(x[1])));
    }
    return oracle_half_from_f32(type, f32_bits(by->in_f32(f32_value(oracle_f32_from_half(type, x[0])),
                                                          f32_value(oracle_f32_from_half(type, x[1])))));
}

static void test_floats(bl_dtype type)
{
    for (size_t k = 0; k < sizeof float_cases / sizeof float_cases[0]; ++k) {
        unsigned wrong = 0;

        for (unsigned i = 0; i < TRIES; ++i) {
            uint64_t x[2], got, expected;

            x[0] = any_float(type, 0);
            x[1] = any_float(type, x[0]);
            got = value_of(float_cases[k].op, type, x);
            expected = expected_of(&float_cases[k], type, x);
            if (!oracle_same(type, 0, got, expected) && wrong++ < 3) {
                printf("# %s(0x%llx, 0x%llx) is 0x%llx, by the processor 0x%llx\n", float_cases[k].op,
                       (unsigned long long)x[0], (unsigned long long)x[1], (unsigned long long)got,
                       (unsigned long long)expected);
            }
        }
        ok(wrong == 0, "%s of %s as the processor has it: %u wrong", float_cases[k].op, oracle_types[type].name, wrong);
    }
}

/* ---- Integers, in 128 bits ---- */

static int128 integer(bl_dtype type, uint64_t bits)
{
    return is_negative(type, bits) ? (int128)bits - ((int128)1 << width(type)) : (int128)bits;
}

static uint64_t low(bl_dtype type, uint128 value)
{
    return low_bits((uint64_t)value, width(type));
}

static int128 floor_quotient(int128 a, int128 b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static uint64_t nearest(bl_dtype type, int128 value)
{
    const int128 most = integer(type, low_bits(UINT64_MAX, width(type) - (oracle_types[type].kind == ORACLE_SIGNED)));
    const int128 least = oracle_types[type].kind == ORACLE_SIGNED ? -most - 1 : 0;

    return low(type, (uint128)(value < least ? least : value > most ? most
                                                                    : value));
}

static uint64_t any_integer(bl_dtype type, unsigned i)
{
    const unsigned bits = width(type);
    const uint64_t near = (UINT64_C(1) << random_bits() % bits) + random_bits() % 5 - 2;

    return low(type, i % 3 == 0 ? random_bits() : i % 3 == 1 ? random_bits() >> random_bits() % 64
                                                             : near);
}

static int128 slow_power(bl_dtype type, int128 a, int128 n)
{
    uint64_t result = 1;

    if (n < 0) {
        return a == 1 ? 1 : a == -1 ? (n % 2 == 0 ? 1 : -1)
                                    : 0;
    }
    for (int128 i = 0; i < n; ++i) {
        result = low(type, (uint128)result * (uint64_t)a);
    }
    return (int128)result;
}

static void test_integers(bl_dtype type)
{
    unsigned wrong[12] = {0};

    for (unsigned i = 0; i < TRIES; ++i) {
        const uint64_t x[3] = {any_integer(type, i / 3), any_integer(type, i), any_integer(type, i / 7)};
        const uint64_t small[2] = {x[0], low(type, (uint128)(random_bits() % 70) - (is_negative(type, x[1]) ? 35 : 0))};
        const int128 a = integer(type, x[0]), b = integer(type, x[1]), c = integer(type, x[2]), d = a - b;
        const int128 least = b > a ? b : a; /* max(a, b), then min with c */

        wrong[0] += value_of("div", type, x) != (b == 0 ? 0 : low(type, (uint128)(a / b))) ||
                    value_of("floor_div", type, x) != (b == 0 ? 0 : low(type, (uint128)floor_quotient(a, b)));
        wrong[1] += value_of("fmod", type, x) != (b == 0 ? 0 : low(type, (uint128)(a % b)));
        wrong[2] += value_of("floor_mod", type, x) != (b == 0 ? 0 : low(type, (uint128)(a - b * floor_quotient(a, b))));
        wrong[3] += value_of("saturating_add", type, x) != nearest(type, a + b) ||
                    value_of("saturating_sub", type, x) != nearest(type, a - b);
        /* the product of two u64 has 128 bits */
        wrong[4] += value_of("saturating_mul", type, x) !=
                    (type == BL_U64 && (uint128)a * (uint128)b >> 64 != 0 ? UINT64_MAX
                     : type == BL_U64                                     ? (uint64_t)a * (uint64_t)b
                                                                          : nearest(type, a * b));
        wrong[5] += value_of("squared_difference", type, x) != low(type, (uint128)d * (uint128)d) ||
                    value_of("abs", type, x) != low(type, (uint128)(a < 0 ? -a : a)) ||
                    value_of("sign", type, x) != low(type, (uint128)((a > 0) - (a < 0)));
        wrong[6] += value_of("shift_left", type, x) != (x[1] >= width(type) ? 0 : low(type, (uint128)x[0] << x[1])) ||
                    value_of("shift_right", type, x) !=
                        low(type, (uint128)floor_quotient(a, (int128)1 << (x[1] < 65 ? x[1] : 65)));
        wrong[7] += value_of("equal", type, x) != (a == b) || value_of("not_equal", type, x) != (a != b) ||
                    value_of("less", type, x) != (a < b) || value_of("less_equal", type, x) != (a <= b) ||
                    value_of("greater", type, x) != (a > b) || value_of("greater_equal", type, x) != (a >= b);
        wrong[8] += value_of("maximum", type, x) != low(type, (uint128)(a > b ? a : b)) ||
                    value_of("minimum", type, x) != low(type, (uint128)(a < b ? a : b)) ||
                    value_of("relu", type, x) != low(type, (uint128)(a > 0 ? a : 0));
        wrong[9] += value_of("clip", type, x) != low(type, (uint128)(least < c ? least : c));
        wrong[10] += value_of("prelu", type, x) != low(type, a < 0 ? (uint128)a * (uint128)b : (uint128)a);
        wrong[11] += value_of("pow", type, small) != low(type, (uint128)slow_power(type, a, integer(type, small[1])));
    }
    for (unsigned i = 0; i < 12; ++i) {
        static const char *const names[] = {"div and floor_div", "fmod", "floor_mod", "saturating sums", "saturating_mul",
                                            "squared_difference, abs, sign", "shifts", "comparisons",
                                            "maximum, minimum, relu", "clip", "prelu", "pow"};

        ok(wrong[i] == 0, "%s of %s in 128 bits: %u wrong", names[i], oracle_types[type].name, wrong[i]);
    }
}

/* ---- Conversions ---- */

static uint64_t cast(bl_dtype from, bl_dtype to, uint64_t bits)
{
    const uint8_t dtypes[] = {(uint8_t)to, (uint8_t)from};

    return oracle_op("cast")->value(dtypes, &bits);
}

/* From f64: to integers by C's conversion where it is defined; to f32 by the processor; to f16 and bf16 by f32 and the oracle of words,
 * with the f32 rounded to odd. */
static uint64_t cast_f64(bl_dtype to, double value)
{
    const double limit = ldexp(1, oracle_types[to].bits - (oracle_types[to].kind == ORACLE_SIGNED));
    const double whole = trunc(value);

    if (to == BL_BOOL) {
        return value != 0;
    }
    if (to == BL_F64) {
        return f64_bits(value);
    }
    if (to == BL_F32) {
        return f32_bits((float)value);
    }
    if (is_float(to)) {
        const float near = (float)value;
        const float below = fabs((double)near) > fabs(value) ? nextafterf(near, 0) : near;
        const int is_exact = (double)near == value || isnan(value) || isinf(value);

        return oracle_half_from_f32(to, is_exact ? f32_bits(near) : f32_bits(below) | 1);
    }
    if (isnan(value)) {
        return 0;
    }
    if (oracle_types[to].kind == ORACLE_SIGNED) {
        return whole >= limit ? low_bits(UINT64_MAX, width(to) - 1) : whole < -limit ? UINT64_C(1) << (width(to) - 1)
                                                                                     : low_bits((uint64_t)(int64_t)whole, width(to));
    }
    return whole >= limit ? low_bits(UINT64_MAX, width(to)) : whole <= 0 ? 0
                                                                         : (uint64_t)whole;
}

static void test_casts(bl_dtype to)
{
    unsigned wrong = 0, wrong_halves = 0, wrong_integers = 0;

    for (unsigned i = 0; i < TRIES; ++i) {
        const uint64_t x = i % 2 == 0 ? any_float(BL_F64, 0) : f64_bits((double)f32_value(any_float(BL_F32, 0)) * (i % 8 == 1 ? 1 : 1.5));
        const bl_dtype from = (bl_dtype)(BL_I8 + i % 8);
        const uint64_t y = any_integer(from, i / 8);
        const uint64_t h = random_bits() & 0xffff, wide = f64_bits((double)f32_value(oracle_f32_from_half(BL_F16, h)));
        const int128 value = integer(from, y);

        wrong += !oracle_same(to, 0, cast(BL_F64, to, x), cast_f64(to, f64_value(x)));
        wrong_halves += !oracle_same(to, 0, cast(BL_F16, to, h), cast_f64(to, f64_value(wide)));
        if (to == BL_F64) {
            wrong_integers += cast(from, to, y) != f64_bits((double)value);
        } else if (to == BL_F32) {
            wrong_integers += cast(from, to, y) != f32_bits((float)value);
        } else if (is_float(to) && width(from) < 64) {
            wrong_integers += cast(from, to, y) != cast_f64(to, (double)value);
        } else if (!is_float(to)) {
            wrong_integers += cast(from, to, y) != (to == BL_BOOL ? value != 0 : low(to, (uint128)value));
        }
    }
    ok(wrong + wrong_halves + wrong_integers == 0, "casts to %s: %u from f64, %u from f16, %u from integers wrong",
       oracle_types[to].name, wrong, wrong_halves, wrong_integers);
}

static int same_f32(const char *op, const float *x, unsigned operands, float expected)
{
    uint64_t bits[8];

    for (unsigned i = 0; i < operands; ++i) {
        bits[i] = f32_bits(x[i]);
    }
    return oracle_same(BL_F32, 0, value_of(op, BL_F32, bits), f32_bits(expected));
}

static float fake_quantized(const float *x, uint32_t levels)
{
    const float steps = (float)(levels - 1), low = minimum32(x[1], x[2]), high = maximum32(x[1], x[2]);

    return x[0] <= low ? x[3] : x[0] > high ? x[4]
                                            : nearbyintf((x[0] - x[1]) / (x[2] - x[1]) * steps) / steps * (x[4] - x[3]) + x[3];
}

static uint64_t quantized(float a, float scale, int zero, int least, int most)
{
    const float ratio = a / scale;
    const double sum = (double)nearbyintf(ratio) + zero;

    return (uint64_t)(int64_t)(isnan(ratio) ? zero : sum < least ? least
                                                 : sum > most    ? most
                                                                 : (int)sum);
}

static void test_quantization(void)
{
    static const uint8_t to_i8[] = {BL_I8, BL_F32, BL_F32, BL_I8}, to_u16[] = {BL_U16, BL_F16, BL_F32, BL_U16};
    static const uint8_t of_i32[] = {BL_F32, BL_I32, BL_F32, BL_I32}, of_u8[] = {BL_BF16, BL_U8, BL_F32, BL_U8};
    static const uint32_t levels[] = {256, 2, 3, 255, 16, 65536, 1};
    unsigned wrong = 0, wrong_back = 0, wrong_fake = 0;

    for (unsigned i = 0; i < TRIES; ++i) {
        const float a = f32_value(any_float(BL_F32, 0)), scale = f32_value(any_float(BL_F32, 0));
        const uint64_t half = random_bits() & 0xffff, zero = random_bits(), whole = random_bits() >> random_bits() % 32;
        const uint64_t x[3] = {f32_bits(a), f32_bits(scale), zero & 0xff}, y[3] = {half, f32_bits(scale), zero & 0xffff};
        const uint64_t z[3] = {whole & 0xffffffff, f32_bits(scale), zero & 0xffffffff}, b[3] = {whole & 0xff, x[1], zero & 0xff};
        const float apart = (float)((int64_t)(int32_t)whole - (int64_t)(int32_t)zero);
        float f[5];
        uint64_t bits[6];

        wrong += oracle_op("quantize_linear")->value(to_i8, x) != (quantized(a, scale, (int8_t)zero, -128, 127) & 0xff);
        wrong += oracle_op("quantize_linear")->value(to_u16, y) !=
                 quantized(f32_value(oracle_f32_from_half(BL_F16, half)), scale, (uint16_t)zero, 0, 65535);
        wrong_back += !oracle_same(BL_F32, 0, oracle_op("dequantize_linear")->value(of_i32, z), f32_bits(apart * scale));
        wrong_back += !oracle_same(BL_BF16, 0, oracle_op("dequantize_linear")->value(of_u8, b),
                                   oracle_half_from_f32(BL_BF16, f32_bits((float)((int)b[0] - (int)b[2]) * scale)));
        for (unsigned k = 0; k < 5; ++k) {
            bits[k] = any_float(BL_F32, k > 0 ? bits[k - 1] : 0);
            f[k] = f32_value(bits[k]);
        }
        bits[5] = levels[i % 7];
        wrong_fake += !oracle_same(BL_F32, 0, value_of("fake_quantize", BL_F32, bits), f32_bits(fake_quantized(f, levels[i % 7])));
    }
    ok(wrong == 0, "quantize_linear: %u wrong", wrong);
    ok(wrong_back == 0, "dequantize_linear: %u wrong", wrong_back);
    ok(wrong_fake == 0, "fake_quantize of f32: %u wrong", wrong_fake);
}

/* ---- Activations with parameters ---- */

static void test_activations(void)
{
    unsigned wrong[7] = {0};

    for (unsigned i = 0; i < TRIES; ++i) {
        float x[3];
        uint64_t bits[3];

        for (unsigned k = 0; k < 3; ++k) {
            bits[k] = any_float(BL_F32, k > 0 ? bits[k - 1] : 0);
            x[k] = f32_value(bits[k]);
        }
        wrong[0] += !same_f32("leaky_relu", x, 2, x[0] < 0 ? x[0] * x[1] : x[0]);
        wrong[1] += !same_f32("thresholded_relu", x, 2, x[0] > x[1] ? x[0] : 0);
        wrong[2] += !same_f32("shrink", x, 3, x[0] < -x[2] ? x[0] + x[1] : x[0] > x[2] ? x[0] - x[1]
                                                                                       : 0);
        wrong[3] += !same_f32("hard_sigmoid", x, 3, maximum32(0, minimum32(1, x[1] * x[0] + x[2])));
        wrong[4] += !same_f32("hard_tanh", x, 3, minimum32(maximum32(x[0], x[1]), x[2]));
        wrong[5] += !same_f32("clamp", x, 3, minimum32(maximum32(x[0], x[1]), x[2]));
        wrong[6] += value_of("is_inf", BL_F32, bits) != (isinf(x[0]) && (x[0] < 0 ? bits[1] : bits[2]) != 0) ||
                    value_of("is_nan", BL_F32, bits) != (isnan(x[0]) != 0) ||
                    value_of("is_finite", BL_F32, bits) != (isfinite(x[0]) != 0);
    }
    for (unsigned i = 0; i < 7; ++i) {
        static const char *const names[] = {"leaky_relu", "thresholded_relu", "shrink", "hard_sigmoid", "hard_tanh",
                                            "clamp", "is_nan, is_inf, is_finite"};

        ok(wrong[i] == 0, "%s of f32: %u wrong", names[i], wrong[i]);
    }
}

/* ---- Results in the documents ---- */

/* The edge cases of docs/semantics.md, and examples of the specifications. */
static void test_facts(void)
{
    static const struct fact {
        const char *op;
        uint8_t dtypes[6];
        uint64_t x[6], result;
    } facts[] = {
        /* ONNX Mod: the sign of the divisor, or with fmod = 1 of the dividend */
        {"floor_mod", {BL_I32, BL_I32, BL_I32}, {0xfffffffc, 2}, 0},
        {"floor_mod", {BL_I8, BL_I8, BL_I8}, {0xf9, 5}, 3},
        {"floor_mod", {BL_I8, BL_I8, BL_I8}, {7, 0xfb}, 0xfd},
        {"fmod", {BL_I8, BL_I8, BL_I8}, {0xf9, 5}, 0xfe},
        {"fmod", {BL_I8, BL_I8, BL_I8}, {0x80, 0xff}, 0},
        {"floor_mod", {BL_I8, BL_I8, BL_I8}, {0x80, 0xff}, 0},
        {"fmod", {BL_U8, BL_U8, BL_U8}, {7, 0}, 0},
        /* ±0 and infinity: the divisor's sign, itself */
        {"floor_mod", {BL_F32, BL_F32, BL_F32}, {0x40800000, 0xc0000000}, 0x80000000},
        {"floor_mod", {BL_F32, BL_F32, BL_F32}, {0x40800000, 0xff800000}, 0xff800000},
        {"floor_mod", {BL_F32, BL_F32, BL_F32}, {0x40800000, 0x7f800000}, 0x40800000},
        {"fmod", {BL_F64, BL_F64, BL_F64}, {UINT64_C(0x7fefffffffffffff), UINT64_C(1)}, 0},
        /* Python: 1 // 0.1 is 9, where 1 / 0.1 is 10; -1 // inf is -1, inf // 1 is NaN. NumPy: -1 // 0 is -inf, 0 // -1 is -0 */
        {"numpy_floor_divide", {BL_F64, BL_F64, BL_F64}, {UINT64_C(0x3ff0000000000000), UINT64_C(0x3fb999999999999a)}, UINT64_C(0x4022000000000000)},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0xbf800000, 0x7f800000}, 0xbf800000},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0x3f800000, 0x7f800000}, 0},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0x7f800000, 0x3f800000}, 0x7fc00000},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0xbf800000, 0}, 0xff800000},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0, 0xbf800000}, 0x80000000},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0, 0}, 0x7fc00000},
        {"numpy_floor_divide", {BL_F32, BL_F32, BL_F32}, {0xff800000, 0x80000000}, 0x7f800000},
        {"numpy_floor_divide", {BL_F64, BL_F64, BL_F64}, {UINT64_C(0x433fffffffffffff), UINT64_C(0x4008000000000000)}, UINT64_C(0x4325555555555554)},
        {"numpy_floor_divide", {BL_F16, BL_F16, BL_F16}, {0x7bff, 0x0001}, 0x7c00},
        {"numpy_floor_divide", {BL_F16, BL_F16, BL_F16}, {0xbc00, 0x3555}, 0xc400}, /* -1 // 0.33325: -4 */
        {"numpy_floor_divide", {BL_BF16, BL_BF16, BL_BF16}, {0x3f80, 0x3dcd}, 0x4110},
        /* integer powers wrap, and fractions become 0 */
        {"pow", {BL_I8, BL_I8, BL_I8}, {2, 7}, 0x80},
        {"pow", {BL_I32, BL_I32, BL_I8}, {2, 0xff}, 0},
        {"pow", {BL_I32, BL_I32, BL_I8}, {0xffffffff, 0xff}, 0xffffffff},
        {"pow", {BL_I64, BL_I64, BL_U64}, {UINT64_MAX, UINT64_MAX}, UINT64_MAX},
        {"pow", {BL_U8, BL_U8, BL_U8}, {0, 0}, 1},
        {"pow", {BL_I32, BL_I32, BL_I32}, {0, 0xffffffff}, 0},
        /* shifts past the width */
        {"shift_right", {BL_I8, BL_I8, BL_I8}, {0x80, 0xff}, 0xff},
        {"shift_right", {BL_I16, BL_I16, BL_I16}, {0x8000, 15}, 0xffff},
        {"shift_right", {BL_U64, BL_U64, BL_U64}, {UINT64_MAX, 64}, 0},
        {"shift_left", {BL_I32, BL_I32, BL_I32}, {0xffffffff, 32}, 0},
        /* casts round once: 4311744513 is just above halfway between two of bf16, but not when it is an f32 */
        {"cast", {BL_BF16, BL_I64}, {UINT64_C(4311744513)}, 0x4f81},
        {"cast", {BL_F16, BL_F64}, {UINT64_C(0x3ff0020000000001)}, 0x3c01}, /* 1 + 2^-11 + 2^-52 */
        {"cast", {BL_I8, BL_F32}, {0x43800000}, 0x7f},
        {"cast", {BL_U8, BL_F32}, {0xbf800000}, 0},
        {"cast", {BL_I32, BL_F32}, {0x7fc00000}, 0},
        {"cast", {BL_BOOL, BL_F32}, {0x7fc00000}, 1},
        {"cast", {BL_BOOL, BL_F32}, {0x80000000}, 0},
        {"cast", {BL_U8, BL_I32}, {0xfffffeff}, 0xff},
        {"cast", {BL_F32, BL_BOOL}, {2}, 0x3f800000},
        {"cast", {BL_F16, BL_U64}, {UINT64_MAX}, 0x7c00},
        /* minifloats: numbers halfway to the next one, which some formats do not have */
        {"cast", {BL_F8E4M3FN, BL_F32}, {0x43e80000}, 0x7e},                   /* 464 */
        {"cast", {BL_F8E4M3FN, BL_F32}, {0x43e80001}, 0x7f},                   /* NaN */
        {"saturating_cast", {BL_F8E4M3FN, BL_F32}, {0xff800000}, 0xfe},        /* -infinity to -448 */
        {"cast", {BL_F8E4M3FN, BL_F32}, {0xba800000}, 0x80},                   /* -2^-10 to -0 */
        {"cast", {BL_F8E4M3FN, BL_F32}, {0x3a800001}, 0x01},                   /* just above 2^-10 */
        {"cast", {BL_F8E4M3FN, BL_F64}, {UINT64_C(0x3ff1000000000001)}, 0x39}, /* just above 1.0625, which f32 rounds to that */
        {"cast", {BL_F8E4M3FN, BL_F64}, {UINT64_C(0x3ff1000000000000)}, 0x38},
        {"cast", {BL_F8E5M2, BL_F64}, {UINT64_C(0x40edfffffffffff0)}, 0x7b}, /* just below 61440 */
        {"saturating_cast", {BL_F8E4M3FNUZ, BL_U8}, {255}, 0x7f},
        {"cast", {BL_F8E4M3FNUZ, BL_U8}, {255}, 0x80},
        {"cast", {BL_F8E5M2, BL_I64}, {UINT64_C(0x8000000000000000)}, 0xfc},
        {"saturating_cast", {BL_F8E5M2FNUZ, BL_U64}, {UINT64_MAX}, 0x7f},
        {"cast", {BL_I8, BL_F8E4M3FN}, {0xff}, 0},
        {"cast", {BL_I8, BL_F8E4M3FN}, {0xfe}, 0x80}, /* -448 */
        {"cast", {BL_BOOL, BL_F8E4M3FNUZ}, {0x80}, 1},
        {"cast", {BL_BOOL, BL_F8E5M2}, {0x80}, 0},
        {"cast", {BL_F8E4M3FNUZ, BL_BOOL}, {2}, 0x40},
        {"cast", {BL_F8E4M3FNUZ, BL_F32}, {0x43780000}, 0x80}, /* 248, and -0 is NaN there */
        {"cast", {BL_F8E4M3FNUZ, BL_F32}, {0x80000000}, 0},
        {"saturating_cast", {BL_F8E4M3FNUZ, BL_F32}, {0xc3780000}, 0xff},
        {"cast", {BL_F8E5M2, BL_F32}, {0x47700000}, 0x7c}, /* 61440 to infinity */
        {"saturating_cast", {BL_F8E5M2, BL_F32}, {0x7f800000}, 0x7b},
        {"cast", {BL_F8E5M2FNUZ, BL_F32}, {0x47600000}, 0x7f}, /* 57344 */
        {"cast", {BL_F32, BL_F8E4M3FN}, {0x7e}, 0x43e00000},
        {"cast", {BL_F32, BL_F8E4M3FN}, {0x81}, 0xbb000000},
        {"cast", {BL_F32, BL_F8E4M3FNUZ}, {0x7f}, 0x43700000},
        {"cast", {BL_F32, BL_F8E5M2}, {0xfc}, 0xff800000},
        {"cast", {BL_F32, BL_F8E5M2FNUZ}, {0x01}, 0x37000000}, /* 2^-17 */
        /* packed types: floats are saturated to i8, and the low bits of that are the result; quantisation saturates */
        {"cast", {BL_F32, BL_F8E8M0}, {0}, 0x00400000}, /* 2^-127 */
        {"cast", {BL_F16, BL_F8E8M0}, {0x66}, 0},       /* 2^-25, halfway to 2^-24 */
        {"cast", {BL_F16, BL_F8E8M0}, {0x8f}, 0x7c00},
        {"cast", {BL_F64, BL_F8E8M0}, {0xfe}, UINT64_C(0x47e0000000000000)},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x3f800001, 0}, 0x80},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x3fffffff, 1}, 0x7f},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x3fc00000, 2}, 0x80}, /* 1.5, halfway */
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x3fbfffff, 2}, 0x7f},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x00400001, 0}, 1}, /* above 2^-127 */
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x005fffff, 2}, 0},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0xff800000, 0}, 0},
        {"clamped_cast", {BL_F8E8M0, BL_F32}, {0x7f800000, 0}, 0xfe},
        {"rounded_cast", {BL_F8E8M0, BL_F32}, {0x7f000001, 1}, 0xff}, /* above 2^127 */
        {"rounded_cast", {BL_F8E8M0, BL_F32}, {0x003fffff, 0}, 0xff},
        {"rounded_cast", {BL_F8E8M0, BL_F32}, {0x80000000, 2}, 0xff},
        {"rounded_cast", {BL_F8E8M0, BL_F64}, {UINT64_C(0x3ff0000000000001), 0}, 0x80},
        {"rounded_cast", {BL_F8E8M0, BL_F64}, {UINT64_C(0x3ff7ffffffffffff), 2}, 0x7f},
        {"cast", {BL_F4E2M1, BL_F32}, {0x40200000}, 0x4},                   /* 2.5, halfway, to 2 */
        {"cast", {BL_F4E2M1, BL_F32}, {0x40200001}, 0x5},                   /* 3 */
        {"cast", {BL_F4E2M1, BL_F32}, {0xff800000}, 0xf},                   /* -infinity to -6 */
        {"cast", {BL_F4E2M1, BL_F32}, {0xffc00000}, 0x8},                   /* NaN to -0 */
        {"cast", {BL_F4E2M1, BL_F32}, {0xbe800000}, 0x8},                   /* -0.25 to -0 */
        {"cast", {BL_F4E2M1, BL_F64}, {UINT64_C(0x3fd0000000000001)}, 0x1}, /* just above 0.25 */
        {"cast", {BL_F4E2M1, BL_I64}, {UINT64_C(0x8000000000000000)}, 0xf},
        {"cast", {BL_F4E2M1, BL_BOOL}, {2}, 0x2},
        {"cast", {BL_F6E2M3, BL_F32}, {0x40f80000}, 0x1f},                                               /* 7.75 to 7.5 */
        {"cast", {BL_F6E2M3, BL_F32}, {0xbd800000}, 0x20},                                               /* -0.0625, halfway, to -0 */
        {"cast", {BL_F6E3M2, BL_F32}, {0x41d00000}, 0x1e},                                               /* 26, halfway, to 24 */
        {"cast", {BL_F6E3M2, BL_F32}, {0x7fc00000}, 0x20},                                               /* NaN to -0 */
        {"cast", {BL_F6E3M2, BL_U8}, {255}, 0x1f},                                                       /* 28 */
        {"cast", {BL_F32, BL_F6E2M3}, {0x21}, 0xbe000000},                                               /* -0.125 */
        {"cast", {BL_F16, BL_F6E3M2}, {0x05}, 0x3500},                                                   /* 0.3125 */
        {"cast", {BL_F32, BL_F4E2M1}, {0x9}, 0xbf000000},                                                /* -0.5 */
        {"cast", {BL_U8, BL_F4E2M1}, {0xf}, 0},                                                          /* -6 */
        {"quantize_linear", {BL_F4E2M1, BL_F32, BL_F32, BL_F4E2M1}, {0x40a00000, 0x40000000, 0x1}, 0x5}, /* 2.5 + 0.5 */
        {"dequantize_linear", {BL_F16, BL_F4E2M1, BL_F16, BL_F4E2M1}, {0x7, 0x3800, 0x1}, 0x4180},       /* (6 - 0.5) / 2 */
        {"cast", {BL_I4, BL_F32}, {0x41000000}, 0x8},                                                    /* 8 to -8 */
        {"cast", {BL_U4, BL_F32}, {0xbf800000}, 0xf},                                                    /* -1 */
        {"cast", {BL_U4, BL_F32}, {0x43800000}, 0xf},                                                    /* 256, in i8 127 */
        {"cast", {BL_I2, BL_F32}, {0xff800000}, 0},                                                      /* -infinity, in i8 -128 */
        {"cast", {BL_I4, BL_U16}, {0xfff7}, 0x7},                                                        /* the low bits */
        {"cast", {BL_F32, BL_I4}, {0x8}, 0xc1000000},                                                    /* -8 */
        {"cast", {BL_F32, BL_U2}, {0x3}, 0x40400000},                                                    /* 3 */
        {"cast", {BL_I8, BL_I2}, {0x2}, 0xfe},                                                           /* -2 */
        {"quantize_linear", {BL_I4, BL_F32, BL_F32, BL_I4}, {0x41200000, 0x3f800000, 1}, 0x7},           /* 10 + 1 */
        {"quantize_linear", {BL_U2, BL_F32, BL_F32, BL_U2}, {0xc1200000, 0x3f800000, 1}, 0},             /* -10 + 1 */
        {"quantize_linear", {BL_I4, BL_F32, BL_F32, BL_I4}, {0x7fc00000, 0x3f800000, 9}, 0x9},           /* NaN gives the zero point */
        {"dequantize_linear", {BL_F32, BL_I4, BL_F32, BL_I4}, {0x8, 0x3f000000, 0x7}, 0xc0f00000},       /* (-8 - 7) / 2 */
        /* NaN and signed zeros */
        {"maximum", {BL_F32, BL_F32, BL_F32}, {0x80000000, 0}, 0},
        {"minimum", {BL_F32, BL_F32, BL_F32}, {0, 0x80000000}, 0x80000000},
        {"maximum", {BL_F16, BL_F16, BL_F16}, {0x7e00, 0x7c00}, 0x7e00},
        {"relu", {BL_F32, BL_F32}, {0x80000000}, 0},
        {"sign", {BL_F32, BL_F32}, {0x80000000}, 0},
        {"ceil", {BL_F32, BL_F32}, {0xbf000000}, 0x80000000},
        {"round", {BL_F32, BL_F32}, {0x40200000}, 0x40000000},           /* 2.5 is 2 */
        {"round_half_away", {BL_F32, BL_F32}, {0xc0200000}, 0xc0400000}, /* -2.5 is -3 */
        {"clip", {BL_F32, BL_F32, BL_F32, BL_F32}, {0, 0x40400000, 0x3f800000}, 0x3f800000},
        {"prelu", {BL_F32, BL_F32, BL_F32}, {0x80000000, 0xbf800000}, 0x80000000},
        {"thresholded_relu", {BL_F32, BL_F32}, {0x3f800000, 0x3f800000}, 0},
        /* ONNX Shrink of integers: computed in floats, and truncated */
        {"shrink", {BL_I8, BL_I8}, {5, 0x3fc00000, 0x3f000000}, 3},
        {"shrink", {BL_U8, BL_U8}, {1, 0x40000000, 0x3f000000}, 0},
        /* f16: (368 - 0)^2 is beyond; the difference of two bf16 is rounded in f32 only */
        {"squared_difference", {BL_F16, BL_F16, BL_F16}, {0x5dc0, 0}, 0x7c00},
        {"squared_difference", {BL_BF16, BL_BF16, BL_BF16}, {0x3f80, 0x3a80}, 0x3f80},
        {"saturating_sub", {BL_U8, BL_U8, BL_U8}, {3, 4}, 0},
        {"saturating_mul", {BL_I64, BL_I64, BL_I64}, {UINT64_C(1) << 63, UINT64_MAX}, INT64_MAX},
        {"less", {BL_BOOL, BL_BOOL, BL_BOOL}, {0, 2}, 1},
        {"maximum", {BL_BOOL, BL_BOOL, BL_BOOL}, {0, 2}, 1},
        {"minimum", {BL_BOOL, BL_BOOL, BL_BOOL}, {1, 2}, 1},
        {"minimum", {BL_BOOL, BL_BOOL, BL_BOOL}, {0, 2}, 0},
        {"equal", {BL_BOOL, BL_BOOL, BL_BOOL}, {1, 2}, 1},
        {"bitwise_and", {BL_BOOL, BL_BOOL, BL_BOOL}, {1, 2}, 1},
        {"bitwise_not", {BL_BOOL, BL_BOOL}, {2}, 0},
        {"select", {BL_F32, BL_BOOL, BL_F32, BL_F32}, {0x80, 0x7f800001, 0}, 0x7f800001},
        /* QuantizeLinear: ties to even, then the zero point; saturated above 2^31; NaN gives the zero point */
        {"quantize_linear", {BL_U8, BL_F32, BL_F32, BL_U8}, {0x40a00000, 0x40000000, 10}, 12},
        {"quantize_linear", {BL_U8, BL_F32, BL_F32, BL_U8}, {0x7f000000, 0x3f800000, 10}, 255},
        {"quantize_linear", {BL_I8, BL_F32, BL_F32, BL_I8}, {0xff800000, 0x3f800000, 10}, 0x80},
        {"quantize_linear", {BL_I8, BL_F32, BL_F32, BL_I8}, {0, 0, 0xfd}, 0xfd},
        {"dequantize_linear", {BL_F32, BL_U8, BL_F32, BL_U8}, {0, 0x40000000, 128}, 0xc3800000},
        {"quantize_linear", {BL_F8E4M3FN, BL_F32, BL_F32, BL_F8E4M3FN}, {0x80000000, 0x40000000, 0}, 0x80},    /* -0 stays */
        {"quantize_linear", {BL_F8E4M3FN, BL_F32, BL_F32, BL_F8E4M3FN}, {0x40000000, 0x40000000, 0x38}, 0x40}, /* 2 / 2 + 1 */
        {"quantize_linear", {BL_F8E4M3FN, BL_F32, BL_F32, BL_F8E4M3FN}, {0x80000000, 0, 0}, 0x7f},             /* 0 / 0 */
        {"quantize_linear", {BL_F8E5M2, BL_F32, BL_F32, BL_F8E5M2}, {0xbf800000, 0, 0}, 0xfc},
        {"saturating_quantize", {BL_F8E5M2, BL_F32, BL_F32, BL_F8E5M2}, {0xbf800000, 0, 0}, 0xfb},
        {"saturating_quantize", {BL_F8E4M3FNUZ, BL_I32, BL_F32, BL_F8E4M3FNUZ}, {1000, 0x3f800000, 0}, 0x7f},
        /* 2040 / 583 = 3.4991, 255 / 73 = 3.4932, 1791 / 573 = 3.1257: halfway once they are rounded to f16, bf16, f16 */
        {"rounded_quantize", {BL_I8, BL_F16, BL_F16, BL_I8}, {0x67f8, 0x608e, 0xff}, 3},
        {"quantize_linear", {BL_I8, BL_F16, BL_F16, BL_I8}, {0x67f8, 0x608e, 0xff}, 2},
        {"rounded_quantize", {BL_U16, BL_BF16, BL_BF16, BL_U16}, {0xc37f, 0x4292, 9}, 5},
        {"rounded_quantize", {BL_U16, BL_F16, BL_F16, BL_U16}, {0x7bff, 0x0001, 9}, 0xffff}, /* infinity */
        {"rounded_quantize", {BL_I4, BL_F16, BL_F16, BL_I4}, {0, 0, 9}, 0x9},
        {"clamped_quantize", {BL_F8E4M3FN, BL_F16, BL_F16, BL_F8E4M3FN}, {0x66ff, 0x607a, 0}, 0x44},
        {"saturating_quantize", {BL_F8E4M3FN, BL_F16, BL_F16, BL_F8E4M3FN}, {0x66ff, 0x607a, 0}, 0x45},
        {"clamped_quantize", {BL_F8E5M2, BL_BF16, BL_BF16, BL_F8E5M2}, {0xbf80, 0, 0}, 0xfb},
        /* a scale of f8e8m0: 5 / 2 + 10; 2^-127 is subnormal; 2^127 * 2^-127 */
        {"quantize_linear", {BL_U8, BL_F32, BL_F8E8M0, BL_U8}, {0x40a00000, 0x80, 10}, 12},
        {"quantize_linear", {BL_I8, BL_F16, BL_F8E8M0, BL_I8}, {0x0001, 0, 0}, 0x7f},
        {"quantize_linear", {BL_I8, BL_F32, BL_F8E8M0, BL_I8}, {0x40a00000, 0xff, 10}, 10},
        {"saturating_quantize", {BL_F8E4M3FN, BL_BF16, BL_F8E8M0, BL_F8E4M3FN}, {0x8001, 0xfe, 0}, 0x80},
        {"dequantize_to", {BL_F32, BL_I8, BL_F8E8M0, BL_I8}, {0xfe, 0, 1}, 0x80c00000}, /* -3 * 2^-127 */
        {"dequantize_to", {BL_F16, BL_F8E4M3FN, BL_F8E8M0, BL_F8E4M3FN}, {0x38, 0x8f, 0}, 0x7c00},
        {"dequantize_to", {BL_BF16, BL_F8E5M2, BL_F8E8M0, BL_F8E5M2}, {0x3c, 0xff, 0}, 0x7fc0},
        {"dequantize_linear", {BL_F32, BL_F8E4M3FN, BL_F32, BL_F8E4M3FN}, {0x80, 0x40000000, 0}, 0x80000000},
        {"dequantize_linear", {BL_F16, BL_F8E5M2, BL_F16, BL_F8E5M2}, {0x40, 0x3800, 0x3c}, 0x3800}, /* (2 - 1) * 0.5 */
        {"cast", {BL_F8E5M2, BL_F8E4M3FN}, {0x39}, 0x3c},                                            /* 1.125, halfway, to 1 */
        {"cast", {BL_F8E4M3FN, BL_F8E5M2}, {0x7b}, 0x7f},                                            /* 57344 to NaN */
        {"cast", {BL_F8E4M3FNUZ, BL_F8E4M3FN}, {0x80}, 0},                                           /* -0 */
        {"saturating_cast", {BL_F8E4M3FN, BL_F8E5M2}, {0xfc}, 0xfe},
        {"saturating_cast", {BL_F8E5M2, BL_F8E5M2}, {0x7c}, 0x7b}, /* also to the same format */
        {"is_nan", {BL_BOOL, BL_F8E4M3FNUZ}, {0x80}, 1},
        {"is_nan", {BL_BOOL, BL_F8E4M3FNUZ}, {0x7f}, 0},
        {"is_nan", {BL_BOOL, BL_F8E5M2}, {0x7c}, 0},
        {"is_inf", {BL_BOOL, BL_F8E5M2}, {0xfc, 1, 0}, 1},
        {"is_inf", {BL_BOOL, BL_F8E5M2}, {0xfc, 0, 1}, 0},
        {"is_inf", {BL_BOOL, BL_F8E4M3FN}, {0x7f, 1, 1}, 0},
        /* 2 sigmoid(2); in f16 the gate, sigmoid(1), is rounded before it is multiplied by 5, else this were 0x4350 */
        {"swiglu", {BL_F32, BL_F32, BL_F32}, {0x40000000, 0x3f800000, 0x3f800000}, 0x3fe17beb},
        {"swiglu", {BL_F16, BL_F16, BL_F16}, {0x3c00, 0x4500, 0x3f800000}, 0x434f},
        {"swiglu", {BL_F32, BL_F32, BL_F32}, {0x40800000, 0xc0000000, 0}, 0xc0800000}, /* 4 / 2 * -2 */
        /* 1.125 is halfway in e5m2; 1000 is beyond e4m3; an absent shift makes 0 of -0; NaN stays */
        {"fake_convert_e4m3", {BL_F32, BL_F32, BL_F32, BL_F32}, {0x3f900000, 0x3f800000, 0}, 0x3f900000},
        {"fake_convert_e5m2", {BL_F32, BL_F32, BL_F32, BL_F32}, {0x3f900000, 0x3f800000, 0}, 0x3f800000},
        {"fake_convert_e4m3", {BL_F16, BL_F16, BL_F16, BL_F16}, {0x63d0, 0x3c00, 0}, 0x5f00},
        {"fake_convert_e5m2", {BL_F32, BL_F32, BL_F32, BL_F32}, {0xff800000, 0x3f800000, 0}, 0xc7600000},
        {"fake_convert_e4m3", {BL_F32, BL_F32, BL_F32, BL_F32}, {0x80000000, 0x3f800000, 0}, 0},
        {"fake_convert_e4m3", {BL_BF16, BL_BF16, BL_BF16, BL_BF16}, {0x7fc0, 0x3f80, 0}, 0x7fc0},
        {"fake_convert_e4m3", {BL_F32, BL_F32, BL_F32, BL_F32}, {0x3ac00000, 0x3f800000, 0}, 0x3b000000}, /* 1.5 * 2^-10 */
        /* (33 * 1.5 - 0.5, which is 48 in e5m2, + 0.5) / 1.5 */
        {"fake_convert_e5m2", {BL_F32, BL_F32, BL_F32, BL_F32}, {0x42040000, 0x3fc00000, 0x3f000000}, 0x42015555},
        {"divide_by_count", {BL_F16, BL_F16}, {0x4200, 2}, 0x3e00},
        {"identity", {BL_F32, BL_F32}, {0x7f800001}, 0x7f800001},
    };

    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; ++i) {
        const uint64_t got = oracle_op(facts[i].op)->value(facts[i].dtypes, facts[i].x);

        if (got != facts[i].result) {
            ok(0, "%s(0x%llx, 0x%llx) is 0x%llx, not 0x%llx", facts[i].op, (unsigned long long)facts[i].x[0],
               (unsigned long long)facts[i].x[1], (unsigned long long)got, (unsigned long long)facts[i].result);
        }
    }
    ok(1, "%zu facts", sizeof facts / sizeof facts[0]);
}

int main(void)
{
    for (int type = BL_F32; type <= BL_BF16; ++type) {
        test_floats((bl_dtype)type);
    }
    for (int type = BL_I8; type <= BL_U64; ++type) {
        test_integers((bl_dtype)type);
    }
    for (int type = BL_F32; type <= BL_BOOL; ++type) {
        test_casts((bl_dtype)type);
    }
    test_quantization();
    test_activations();
    test_facts();
    return done_testing();
}
