/* Functions, as the bench times them: the ranges of their inputs, and the exact results. Each is compared with the C library's
 * functions of long double, whose errors are negligible relative to a unit in the last place of f32, and small relative to one of f64.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <math.h>
#include <string.h>

static long double rsqrtl(long double x)
{
    return 1 / sqrtl(x);
}

static long double sigmoid(long double x)
{
    return 1 / (1 + expl(-x));
}

static long double softplus(long double x)
{
    return fmaxl(x, 0) + log1pl(expl(-fabsl(x)));
}

static long double log_sigmoid(long double x)
{
    return -softplus(-x);
}

static long double softsign(long double x)
{
    return x / (1 + fabsl(x));
}

static long double silu(long double x)
{
    return x / (1 + expl(-x));
}

static long double mish(long double x)
{
    const long double n = expl(x) * (expl(x) + 2);

    return x * (n / (n + 2));
}

static long double gelu(long double x)
{
    return 0.5 * x * erfcl(x * -0x1.6a09e667f3bcc908bp-1L);
}

static long double gelu_tanh(long double x)
{
    return x / (1 + expl(x * -1.59576912160573071175978423973752747L * (1 + 0.044715L * x * x)));
}

#define BOTH(LEAST, MOST)          \
    {BENCH_UNIFORM, LEAST, MOST},  \
    {                              \
        BENCH_UNIFORM, LEAST, MOST \
    }
#define MAGNITUDES(LEAST, MOST)             \
    {BENCH_BY_MAGNITUDE, LEAST, MOST},      \
    {                                       \
        BENCH_BY_MAGNITUDE, 0x1p-12, 0x1p12 \
    }
#define HELD_BASES                         \
    {BENCH_BY_MAGNITUDE, 0x1p-30, 0x1p30}, \
    {                                      \
        BENCH_BY_MAGNITUDE, 0x1p-4, 0x1p4  \
    }
static const bench_second any_power = {{BENCH_UNIFORM, -10, 10}, {BENCH_UNIFORM, -6, 6}, powl};
static const bench_second square = {BOTH(2, 2), powl}, root = {BOTH(0.5, 0.5), powl}, cube = {BOTH(3, 3), powl};
static const bench_second power_of_two_and_a_half = {BOTH(2.5, 2.5), powl};
static const bench_second angle = {BOTH(-10, 10), atan2l}, length = {BOTH(-100, 100), hypotl};

static const bench_function functions[] = {
    {"exp", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, expl, NULL},
    {"exp2", NULL, {BENCH_UNIFORM, -30, 30}, {BENCH_UNIFORM, -12, 12}, exp2l, NULL},
    {"expm1", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, expm1l, NULL},
    {"log", NULL, MAGNITUDES(0x1p-30, 0x1p30), logl, NULL},
    {"log2", NULL, MAGNITUDES(0x1p-30, 0x1p30), log2l, NULL},
    {"log10", NULL, MAGNITUDES(0x1p-30, 0x1p30), log10l, NULL},
    {"log1p", NULL, MAGNITUDES(0x1p-30, 0x1p30), log1pl, NULL},
    {"sin", NULL, BOTH(-30, 30), sinl, NULL},
    {"sin", "far", {BENCH_BY_MAGNITUDE, 0x1p22, 0x1p100}, {BENCH_BY_MAGNITUDE, 0x1p10, 0x1p15}, sinl, NULL},
    {"cos", NULL, BOTH(-30, 30), cosl, NULL},
    {"tan", NULL, BOTH(-30, 30), tanl, NULL},
    {"asin", NULL, BOTH(-1, 1), asinl, NULL},
    {"acos", NULL, BOTH(-1, 1), acosl, NULL},
    {"atan", NULL, BOTH(-10, 10), atanl, NULL},
    {"sinh", NULL, BOTH(-9, 9), sinhl, NULL},
    {"cosh", NULL, BOTH(-9, 9), coshl, NULL},
    {"tanh", NULL, BOTH(-5, 5), tanhl, NULL},
    {"asinh", NULL, BOTH(-100, 100), asinhl, NULL},
    {"acosh", NULL, BOTH(1, 100), acoshl, NULL},
    {"atanh", NULL, BOTH(-0.99, 0.99), atanhl, NULL},
    {"rsqrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), rsqrtl, NULL},
    {"cbrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), cbrtl, NULL},
    {"erf", NULL, BOTH(-4, 4), erfl, NULL},
    {"sigmoid", NULL, BOTH(-10, 10), sigmoid, NULL},
    {"log_sigmoid", NULL, BOTH(-10, 10), log_sigmoid, NULL},
    {"softplus", NULL, BOTH(-10, 10), softplus, NULL},
    {"softsign", NULL, BOTH(-10, 10), softsign, NULL},
    {"silu", NULL, BOTH(-10, 10), silu, NULL},
    {"mish", NULL, BOTH(-10, 10), mish, NULL},
    {"gelu", NULL, BOTH(-5, 5), gelu, NULL},
    {"gelu_tanh", NULL, BOTH(-5, 5), gelu_tanh, NULL},
    {"pow", NULL, {BENCH_BY_MAGNITUDE, 0x1p-8, 0x1p8}, {BENCH_BY_MAGNITUDE, 0x1p-2, 0x1p2}, NULL, &any_power},
    {"pow", "held 2", HELD_BASES, NULL, &square},
    {"pow", "held 0.5", HELD_BASES, NULL, &root},
    {"pow", "held 3", HELD_BASES, NULL, &cube},
    {"pow", "held 2.5", HELD_BASES, NULL, &power_of_two_and_a_half},
    {"atan2", NULL, BOTH(-10, 10), NULL, &angle},
    {"hypot", NULL, BOTH(-100, 100), NULL, &length},
};

const bench_function *bench_functions(size_t *count)
{
    *count = sizeof functions / sizeof *functions;
    return functions;
}

static double value_of(bl_dtype dtype, const unsigned char *element)
{
    uint32_t word = 0;
    uint16_t half;
    float single;
    double value;
    int exponent;

    if (dtype == BL_F64) {
        memcpy(&value, element, sizeof value);
        return value;
    }
    if (dtype == BL_F32) {
        memcpy(&single, element, sizeof single);
        return (double)single;
    }
    memcpy(&half, element, sizeof half);
    if (dtype == BL_BF16) {
        word = (uint32_t)half << 16;
        memcpy(&single, &word, sizeof single);
        return (double)single;
    }
    exponent = half >> 10 & 31;
    if (exponent == 31)
        return (half & 1023) != 0 ? (double)NAN : (half & 0x8000) != 0 ? (double)-INFINITY
                                                                       : (double)INFINITY;
    const double magnitude = ldexp((half & 1023) + (exponent ? 1024 : 0), (exponent ? exponent : 1) - 25);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

/* An operand's element for an element of the output: the first if the operand is one value. */
static double operand(const bench_case *c, const void *const *inputs, size_t which, size_t i)
{
    return value_of(c->dtype, (const unsigned char *)inputs[which] + (bench_stride(&c->inputs[which], 0) != 0 ? i : 0) * bl_dtype_size(c->dtype));
}

double bench_error(const bench_case *c, const void *const *inputs, const void *out, size_t *unlike)
{
    static const int least_exponents[] = {-126, -1022, -14, -126};
    const unsigned char *to = out;
    const size_t size = bl_dtype_size(c->dtype);
    const int least = least_exponents[c->dtype], mantissa = (int)bench_floats[c->dtype].mantissa;
    double largest = 0;

    *unlike = 0;
    for (size_t i = 0; i < bench_count(&c->out); ++i) {
        const bench_second *second = c->function->second;
        const double first = operand(c, inputs, 0, i);
        const long double exact = second ? second->exact(first, operand(c, inputs, 1, i)) : c->function->exact(first);
        const int exponent = exact == 0 ? least : ilogbl(exact);
        const double unit = ldexp(1, (exponent < least ? least : exponent) - mantissa);
        const double error = fmin((double)(fabsl(value_of(c->dtype, to + i * size) - exact) / unit), BENCH_MOST_ERROR); /* of NaN, too */

        largest = fmax(largest, error);
        *unlike += error > BENCH_NEAREST;
    }
    return largest;
}
