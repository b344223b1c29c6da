/* Functions, as the bench times them: where their inputs lie, and what is exact. Each is compared with f64's functions of the C
 * library, whose errors are nothing beside a unit in the last place of f32.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <math.h>
#include <string.h>

static const bench_function functions[] = {
    {"exp", NULL, {BENCH_UNIFORM, -20, 20}, {BENCH_UNIFORM, -9, 9}, exp},
    {"log", NULL, {BENCH_BY_MAGNITUDE, 0x1p-30, 0x1p30}, {BENCH_BY_MAGNITUDE, 0x1p-12, 0x1p12}, log},
    {"tanh", NULL, {BENCH_UNIFORM, -5, 5}, {BENCH_UNIFORM, -5, 5}, tanh},
    {"sin", NULL, {BENCH_UNIFORM, -30, 30}, {BENCH_UNIFORM, -30, 30}, sin},
    {"sin", "far", {BENCH_BY_MAGNITUDE, 0x1p22, 0x1p100}, {BENCH_BY_MAGNITUDE, 0x1p10, 0x1p15}, sin},
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
