/* Functions, as the bench times them: the ranges of their inputs, and the exact results. Each is compared with f64's functions of the C
 * library, whose errors are negligible relative to a unit in the last place of f32.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <math.h>
#include <string.h>

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double softplus(double x)
{
    return fmax(x, 0) + log1p(exp(-fabs(x)));
}

static double log_sigmoid(double x)
{
    return -softplus(-x);
}

static double softsign(double x)
{
    return x / (1 + fabs(x));
}

static double silu(double x)
{
    return x / (1 + exp(-x));
}

static double mish(double x)
{
    const double n = exp(x) * (exp(x) + 2);

    return x * (n / (n + 2));
}

static double gelu(double x)
{
    return 0.5 * x * erfc(x * -0x1.6a09e667f3bcdp-1);
}

static double gelu_tanh(double x)
{
    return x / (1 + exp(x * -1.5957691216057308 * (1 + 0.044715 * x * x)));
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
static const bench_second any_power = {{BENCH_UNIFORM, -10, 10}, {BENCH_UNIFORM, -6, 6}, pow};
static const bench_second square = {BOTH(2, 2), pow}, root = {BOTH(0.5, 0.5), pow}, cube = {BOTH(3, 3), pow};
static const bench_second power_of_two_and_a_half = {BOTH(2.5, 2.5), pow};
static const bench_second angle = {BOTH(-10, 10), atan2}, length = {BOTH(-100, 100), hypot};

static const bench_function functions[] = {
    {"exp", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, exp, NULL},
    {"exp2", NULL, {BENCH_UNIFORM, -30, 30}, {BENCH_UNIFORM, -12, 12}, exp2, NULL},
    {"expm1", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, expm1, NULL},
    {"log", NULL, MAGNITUDES(0x1p-30, 0x1p30), log, NULL},
    {"log2", NULL, MAGNITUDES(0x1p-30, 0x1p30), log2, NULL},
    {"log10", NULL, MAGNITUDES(0x1p-30, 0x1p30), log10, NULL},
    {"log1p", NULL, MAGNITUDES(0x1p-30, 0x1p30), log1p, NULL},
    {"sin", NULL, BOTH(-30, 30), sin, NULL},
    {"sin", "far", {BENCH_BY_MAGNITUDE, 0x1p22, 0x1p100}, {BENCH_BY_MAGNITUDE, 0x1p10, 0x1p15}, sin, NULL},
    {"cos", NULL, BOTH(-30, 30), cos, NULL},
    {"tan", NULL, BOTH(-30, 30), tan, NULL},
    {"asin", NULL, BOTH(-1, 1), asin, NULL},
    {"acos", NULL, BOTH(-1, 1), acos, NULL},
    {"atan", NULL, BOTH(-10, 10), atan, NULL},
    {"sinh", NULL, BOTH(-9, 9), sinh, NULL},
    {"cosh", NULL, BOTH(-9, 9), cosh, NULL},
    {"tanh", NULL, BOTH(-5, 5), tanh, NULL},
    {"asinh", NULL, BOTH(-100, 100), asinh, NULL},
    {"acosh", NULL, BOTH(1, 100), acosh, NULL},
    {"atanh", NULL, BOTH(-0.99, 0.99), atanh, NULL},
    {"rsqrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), rsqrt, NULL},
    {"cbrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), cbrt, NULL},
    {"erf", NULL, BOTH(-4, 4), erf, NULL},
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
    int exponent;

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
        const double exact = second ? second->exact(first, operand(c, inputs, 1, i)) : c->function->exact(first);
        const int exponent = exact == 0 ? least : ilogb(exact);
        const double unit = ldexp(1, (exponent < least ? least : exponent) - mantissa);
        const double error = fmin(fabs(value_of(c->dtype, to + i * size) - exact) / unit, BENCH_MOST_ERROR); /* of NaN, too */

        largest = fmax(largest, error);
        *unlike += error > BENCH_NEAREST;
    }
    return largest;
}
