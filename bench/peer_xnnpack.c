/* XNNPACK's operators with contiguous operands, planned for the shapes and bound to the pointers beforehand.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#if __has_include(<xnnpack.h>) && __has_include(<pthreadpool.h>) /* which the former includes */

#include <xnnpack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    xnn_operator_t operator;
    pthreadpool_t threads; /* NULL for one thread */
} job;

static void run(void *state)
{
    const job *j = state;
    xnn_run_operator(j->operator, j->threads);
}

static void release(void *state)
{
    job *j = state;
    if (j->operator)
        xnn_delete_operator(j->operator);
    if (j->threads)
        pthreadpool_destroy(j->threads);
    free(j);
}

/* Makes the operator, and binds it to the pointers. */
typedef enum xnn_status maker(job *, const bench_case *, const void *const *inputs, void *out);

#define SHAPES c->inputs[0].rank, c->inputs[0].shape, c->inputs[1].rank, c->inputs[1].shape

/* Binary, N-d. */
#define BINARY(NAME, ...)                                                                                      \
    static enum xnn_status NAME(job *j, const bench_case *c, const void *const *inputs, void *out)             \
    {                                                                                                          \
        const enum xnn_status status = xnn_create_##NAME(__VA_ARGS__, &j->operator);                           \
        return status ? status : xnn_setup_##NAME(j->operator, SHAPES, inputs[0], inputs[1], out, j->threads); \
    }
BINARY(add_nd_f32, -INFINITY, INFINITY, 0)
BINARY(subtract_nd_f32, -INFINITY, INFINITY, 0)
BINARY(multiply_nd_f32, -INFINITY, INFINITY, 0)
BINARY(divide_nd_f32, -INFINITY, INFINITY, 0)
BINARY(add_nd_f16, -INFINITY, INFINITY, 0)
BINARY(multiply_nd_f16, -INFINITY, INFINITY, 0)
BINARY(maximum_nd_f32, 0)
BINARY(minimum_nd_f32, 0)
BINARY(squared_difference_nd_f32, 0)

/* One input: a batch of one with a channel for each element. */
#define UNARY(NAME, ...)                                                                           \
    static enum xnn_status NAME(job *j, const bench_case *c, const void *const *inputs, void *out) \
    {                                                                                              \
        const size_t n = bench_count(&c->out);                                                     \
        const enum xnn_status status = xnn_create_##NAME(n, n, n, __VA_ARGS__, &j->operator);      \
        return status ? status : xnn_setup_##NAME(j->operator, 1, inputs[0], out, j->threads);     \
    }
UNARY(clamp_nc_f32, -1, 1, 0)
UNARY(clamp_nc_f16, -1, 1, 0)
UNARY(clamp_nc_s8, -50, 50, 0)
UNARY(leaky_relu_nc_f32, 0.01f, 0)
UNARY(leaky_relu_nc_f16, 0.01f, 0)
UNARY(hardswish_nc_f32, 0)
UNARY(hardswish_nc_f16, 0)
UNARY(abs_nc_f32, 0)
UNARY(square_root_nc_f32, 0)
UNARY(floor_nc_f32, 0)
UNARY(bankers_rounding_nc_f32, 0)
UNARY(convert_nc_f16_f32, 0)
UNARY(convert_nc_f32_f16, 0)

/* All elements have the same scale and zero point, which are known when the operator is created. */
#define SCALE (*(const float *)inputs[1])
#define ZERO(T) (*(const T *)inputs[2])
UNARY(convert_nc_f32_qs8, SCALE, ZERO(int8_t), INT8_MIN, INT8_MAX, 0)
UNARY(convert_nc_f32_qu8, SCALE, ZERO(uint8_t), 0, UINT8_MAX, 0)
UNARY(convert_nc_qs8_f32, SCALE, ZERO(int8_t), 0)
UNARY(convert_nc_qu8_f32, SCALE, ZERO(uint8_t), 0)

/* relu and clip are clamps; conversions without a scale are quantized ones with scale 1 and zero point 0. */
static enum xnn_status relu_f32(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    const size_t n = bench_count(&c->out);
    const enum xnn_status status = xnn_create_clamp_nc_f32(n, n, n, 0, INFINITY, 0, &j->operator);
    return status ? status : xnn_setup_clamp_nc_f32(j->operator, 1, inputs[0], out, j->threads);
}

static enum xnn_status relu_i8(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    const size_t n = bench_count(&c->out);
    const enum xnn_status status = xnn_create_clamp_nc_s8(n, n, n, 0, INT8_MAX, 0, &j->operator);
    return status ? status : xnn_setup_clamp_nc_s8(j->operator, 1, inputs[0], out, j->threads);
}

static const float one = 1;
static const uint8_t nought = 0;

static enum xnn_status cast_i8_f32(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    return convert_nc_qs8_f32(j, c, (const void *const[]){inputs[0], &one, &nought}, out);
}

static enum xnn_status cast_u8_f32(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    return convert_nc_qu8_f32(j, c, (const void *const[]){inputs[0], &one, &nought}, out);
}

static const struct {
    const char *op;
    bl_dtype from, to;
    maker *make;
} operators[] = {
    {"add", BL_F32, BL_F32, add_nd_f32},
    {"sub", BL_F32, BL_F32, subtract_nd_f32},
    {"mul", BL_F32, BL_F32, multiply_nd_f32},
    {"div", BL_F32, BL_F32, divide_nd_f32},
    {"add", BL_F16, BL_F16, add_nd_f16},
    {"mul", BL_F16, BL_F16, multiply_nd_f16},
    {"maximum", BL_F32, BL_F32, maximum_nd_f32},
    {"minimum", BL_F32, BL_F32, minimum_nd_f32},
    {"squared_difference", BL_F32, BL_F32, squared_difference_nd_f32},
    {"clip", BL_F32, BL_F32, clamp_nc_f32},
    {"clip", BL_F16, BL_F16, clamp_nc_f16},
    {"clip", BL_I8, BL_I8, clamp_nc_s8},
    {"clamp", BL_F32, BL_F32, clamp_nc_f32},
    {"clamp", BL_F16, BL_F16, clamp_nc_f16},
    {"clamp", BL_I8, BL_I8, clamp_nc_s8},
    {"relu", BL_F32, BL_F32, relu_f32},
    {"relu", BL_I8, BL_I8, relu_i8},
    {"leaky_relu", BL_F32, BL_F32, leaky_relu_nc_f32},
    {"leaky_relu", BL_F16, BL_F16, leaky_relu_nc_f16},
    {"hard_swish", BL_F32, BL_F32, hardswish_nc_f32},
    {"hard_swish", BL_F16, BL_F16, hardswish_nc_f16},
    {"abs", BL_F32, BL_F32, abs_nc_f32},
    {"sqrt", BL_F32, BL_F32, square_root_nc_f32},
    {"floor", BL_F32, BL_F32, floor_nc_f32},
    {"round", BL_F32, BL_F32, bankers_rounding_nc_f32},
    {"cast", BL_F16, BL_F32, convert_nc_f16_f32},
    {"cast", BL_F32, BL_F16, convert_nc_f32_f16},
    {"cast", BL_I8, BL_F32, cast_i8_f32},
    {"cast", BL_U8, BL_F32, cast_u8_f32},
    {"quantize_linear", BL_F32, BL_I8, convert_nc_f32_qs8},
    {"quantize_linear", BL_F32, BL_U8, convert_nc_f32_qu8},
    {"dequantize_linear", BL_I8, BL_F32, convert_nc_qs8_f32},
    {"dequantize_linear", BL_U8, BL_F32, convert_nc_qu8_f32},
};

static maker *find_maker(const bench_case *c)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i) {
        if (operators[i].from == c->dtype && operators[i].to == c->out.dtype && strcmp(operators[i].op, c->op) == 0)
            return operators[i].make;
    }
    return NULL;
}

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    maker *const make = find_maker(c);
    if (!make)
        return "no such operator";
    for (size_t i = 0; i <= c->arity; ++i) {
        if (!bench_is_contiguous(i < c->arity ? &c->inputs[i] : &c->out))
            return "contiguous operands only";
    }
    if (c->arity == 3 && !bench_rest_are_values(c))
        return "one value for all only";
    if (xnn_initialize(NULL) != xnn_status_success)
        return "this processor is not supported";
    job *j = calloc(1, sizeof *j);
    if (!j)
        return "no memory";
    if (c->threads > 1)
        j->threads = pthreadpool_create(c->threads);
    if (make(j, c, inputs, out) != xnn_status_success) {
        release(j);
        return "refused";
    }
    *call = (bench_call){run, j};
    return NULL;
}

/* Its header has no version, but the package's name does. */
static const char *version(void)
{
    return BENCH_XNNPACK_VERSION;
}

const bench_peer bench_xnnpack = {"XNNPACK", "libxnnpack-dev, libpthreadpool-dev", version, prepare, release};

#else

const bench_peer bench_xnnpack = {"XNNPACK", "libxnnpack-dev, libpthreadpool-dev", NULL, NULL, NULL};

#endif
