/* Functions, as the bench times them: the ranges of their inputs, and the exact results. The C library's functions of long double
 * give these; their errors are negligible relative to a unit in the last place of f32, and small relative to one of f64.
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

/* The ranges for f32 and bf16, for f16, and for f64. */
#define RANGES(CONTENT, LEAST, MOST, LEAST_F16, MOST_F16, CONTENT_F64, LEAST_F64, MOST_F64) \
    {                                                                                       \
        {CONTENT, LEAST, MOST}, {CONTENT, LEAST_F16, MOST_F16},                             \
        {                                                                                   \
            CONTENT_F64, LEAST_F64, MOST_F64                                                \
        }                                                                                   \
    }
#define ALL(LEAST, MOST) RANGES(BENCH_UNIFORM, LEAST, MOST, LEAST, MOST, BENCH_UNIFORM, LEAST, MOST)
#define UNIFORM(MOST, MOST_F16, MOST_F64) RANGES(BENCH_UNIFORM, -MOST, MOST, -MOST_F16, MOST_F16, BENCH_UNIFORM, -MOST_F64, MOST_F64)
#define MAGNITUDES(LEAST, MOST, LEAST_F16, MOST_F16) RANGES(BENCH_BY_MAGNITUDE, LEAST, MOST, LEAST_F16, MOST_F16, BENCH_BY_MAGNITUDE, LEAST, MOST)
#define LOGARITHMS RANGES(BENCH_BY_MAGNITUDE, 0x1p-30, 0x1p30, 0x1p-12, 0x1p12, BENCH_UNIFORM, 0, 1000)
static const bench_second any_power = {UNIFORM(10, 6, 10), powl};
static const bench_second square = {ALL(2, 2), powl}, root = {ALL(0.5, 0.5), powl}, cube = {ALL(3, 3), powl};
static const bench_second power_of_two_and_a_half = {ALL(2.5, 2.5), powl};
static const bench_second angle = {ALL(-10, 10), atan2l}, length = {ALL(-100, 100), hypotl};

static const bench_function functions[] = {
    {"exp", NULL, UNIFORM(20, 9, 700), expl, NULL},
    {"exp2", NULL, UNIFORM(30, 12, 1000), exp2l, NULL},
    {"expm1", NULL, UNIFORM(20, 9, 700), expm1l, NULL},
    {"log", NULL, LOGARITHMS, logl, NULL},
    {"log2", NULL, LOGARITHMS, log2l, NULL},
    {"log10", NULL, LOGARITHMS, log10l, NULL},
    {"log1p", NULL, LOGARITHMS, log1pl, NULL},
    {"sin", NULL, UNIFORM(30, 30, 10), sinl, NULL},
    {"sin", "far", MAGNITUDES(0x1p22, 0x1p100, 0x1p10, 0x1p15), sinl, NULL},
    {"cos", NULL, UNIFORM(30, 30, 10), cosl, NULL},
    {"tan", NULL, ALL(-30, 30), tanl, NULL},
    {"asin", NULL, ALL(-1, 1), asinl, NULL},
    {"acos", NULL, ALL(-1, 1), acosl, NULL},
    {"atan", NULL, ALL(-10, 10), atanl, NULL},
    {"sinh", NULL, ALL(-9, 9), sinhl, NULL},
    {"cosh", NULL, ALL(-9, 9), coshl, NULL},
    {"tanh", NULL, ALL(-5, 5), tanhl, NULL},
    {"asinh", NULL, ALL(-100, 100), asinhl, NULL},
    {"acosh", NULL, ALL(1, 100), acoshl, NULL},
    {"atanh", NULL, ALL(-0.99, 0.99), atanhl, NULL},
    {"rsqrt", NULL, MAGNITUDES(0x1p-30, 0x1p30, 0x1p-12, 0x1p12), rsqrtl, NULL},
    {"cbrt", NULL, MAGNITUDES(0x1p-30, 0x1p30, 0x1p-12, 0x1p12), cbrtl, NULL},
    {"erf", NULL, ALL(-4, 4), erfl, NULL},
    {"sigmoid", NULL, ALL(-10, 10), sigmoid, NULL},
    {"log_sigmoid", NULL, ALL(-10, 10), log_sigmoid, NULL},
    {"softplus", NULL, ALL(-10, 10), softplus, NULL},
    {"softsign", NULL, ALL(-10, 10), softsign, NULL},
    {"silu", NULL, ALL(-10, 10), silu, NULL},
    {"mish", NULL, ALL(-10, 10), mish, NULL},
    {"gelu", NULL, ALL(-5, 5), gelu, NULL},
    {"gelu_tanh", NULL, ALL(-5, 5), gelu_tanh, NULL},
    {"pow", NULL, MAGNITUDES(0x1p-8, 0x1p8, 0x1p-2, 0x1p2), NULL, &any_power},
    {"pow", "held 2", MAGNITUDES(0x1p-30, 0x1p30, 0x1p-4, 0x1p4), NULL, &square},
    {"pow", "held 0.5", MAGNITUDES(0x1p-30, 0x1p30, 0x1p-4, 0x1p4), NULL, &root},
    {"pow", "held 3", MAGNITUDES(0x1p-30, 0x1p30, 0x1p-4, 0x1p4), NULL, &cube},
    {"pow", "held 2.5", MAGNITUDES(0x1p-30, 0x1p30, 0x1p-4, 0x1p4), NULL, &power_of_two_and_a_half},
    {"atan2", NULL, ALL(-10, 10), NULL, &angle},
    {"hypot", NULL, ALL(-100, 100), NULL, &length},
};

const bench_function *bench_functions(size_t *count)
{
    *count = sizeof functions / sizeof *functions;
    return functions;
}

bench_range bench_range_of(const bench_ranges *ranges, bl_dtype dtype)
{
    return dtype == BL_F16 ? ranges->of_f16 : dtype == BL_F64 ? ranges->of_f64
                                                              : ranges->usual;
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

/* The operand's element for an element of the output: the first one if the operand is one value. */
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
