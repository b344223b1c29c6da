/* Functions, as the bench times them: where their inputs lie, and what is exact. Each is compared with f64's functions of the C
 * library, whose errors are nothing beside a unit in the last place of f32.
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
static const bench_function functions[] = {
    {"exp", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, exp},
    {"exp2", NULL, {BENCH_UNIFORM, -30, 30}, {BENCH_UNIFORM, -12, 12}, exp2},
    {"expm1", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, expm1},
    {"log", NULL, MAGNITUDES(0x1p-30, 0x1p30), log},
    {"log2", NULL, MAGNITUDES(0x1p-30, 0x1p30), log2},
    {"log10", NULL, MAGNITUDES(0x1p-30, 0x1p30), log10},
    {"log1p", NULL, MAGNITUDES(0x1p-30, 0x1p30), log1p},
    {"sin", NULL, BOTH(-30, 30), sin},
    {"sin", "far", {BENCH_BY_MAGNITUDE, 0x1p22, 0x1p100}, {BENCH_BY_MAGNITUDE, 0x1p10, 0x1p15}, sin},
    {"cos", NULL, BOTH(-30, 30), cos},
    {"tan", NULL, BOTH(-30, 30), tan},
    {"asin", NULL, BOTH(-1, 1), asin},
    {"acos", NULL, BOTH(-1, 1), acos},
    {"atan", NULL, BOTH(-10, 10), atan},
    {"sinh", NULL, BOTH(-9, 9), sinh},
    {"cosh", NULL, BOTH(-9, 9), cosh},
    {"tanh", NULL, BOTH(-5, 5), tanh},
    {"asinh", NULL, BOTH(-100, 100), asinh},
    {"acosh", NULL, BOTH(1, 100), acosh},
    {"atanh", NULL, BOTH(-0.99, 0.99), atanh},
    {"rsqrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), rsqrt},
    {"cbrt", NULL, MAGNITUDES(0x1p-30, 0x1p30), cbrt},
    {"erf", NULL, BOTH(-4, 4), erf},
    {"sigmoid", NULL, BOTH(-10, 10), sigmoid},
    {"log_sigmoid", NULL, BOTH(-10, 10), log_sigmoid},
    {"softplus", NULL, BOTH(-10, 10), softplus},
    {"softsign", NULL, BOTH(-10, 10), softsign},
    {"silu", NULL, BOTH(-10, 10), silu},
    {"mish", NULL, BOTH(-10, 10), mish},
    {"gelu", NULL, BOTH(-5, 5), gelu},
    {"gelu_tanh", NULL, BOTH(-5, 5), gelu_tanh},
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

double bench_error(const bench_case *c, const void *input, const void *out, size_t *unlike)
{
    static const int least_exponents[] = {-126, -1022, -14, -126};
    const unsigned char *from = input, *to = out;
    const size_t size = bl_dtype_size(c->dtype);
    const int least = least_exponents[c->dtype], mantissa = (int)bench_floats[c->dtype].mantissa;
    double largest = 0;

    *unlike = 0;
    for (size_t i = 0; i < bench_count(&c->out); ++i) {
        const double exact = c->function->exact(value_of(c->dtype, from + i * size));
        const int exponent = exact == 0 ? least : ilogb(exact);
        const double unit = ldexp(1, (exponent < least ? least : exponent) - mantissa);
        const double error = fmin(fabs(value_of(c->dtype, to + i * size) - exact) / unit, BENCH_MOST_ERROR); /* of NaN, too */

        largest = fmax(largest, error);
        *unlike += error > BENCH_NEAREST;
    }
    return largest;
}
