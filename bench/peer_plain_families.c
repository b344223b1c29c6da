/* The plain loops of further operators, without the operators' additional promises: the minimum of two
 * floats by one comparison, casts and shifts of values that fit. For the bench's data all results are the same.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plain.h"

#include <math.h>
#include <stdbool.h>

static inline float floored_remainder(float x, float y)
{
    const float remainder = fmodf(x, y);
    return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : copysignf(remainder, y);
}

static inline float swish(float x)
{
    const float gate = x * 0x1.555556p-3f + 0.5f;
    return x * (gate < 0 ? 0 : gate > 1 ? 1
                                        : gate);
}

/* The computation is in float; S rounds it to T. */
#define FLOAT_FAMILIES(DTYPE, T, S)                                                                                                         \
    BINARY(equal_##DTYPE, T, uint8_t, (uint8_t)(x == y))                                                                                    \
    BINARY(maximum_##DTYPE, T, T, x > y ? x : y)                                                                                            \
    BINARY(minimum_##DTYPE, T, T, x < y ? x : y)                                                                                            \
    TERNARY(clip_##DTYPE, T, T, T, T, x<y ? y : x> z ? z : x, 0)                                                                            \
    UNARY(clamp_##DTYPE, T, T, S(x<-1 ? -1 : x> 1 ? 1 : (float)x))                                                                          \
    UNARY(relu_##DTYPE, T, T, S(x > 0 ? (float)x : 0))                                                                                      \
    UNARY(leaky_relu_##DTYPE, T, T, S(x >= 0 ? (float)x : (float)x * 0.01f))                                                                \
    UNARY(hard_swish_##DTYPE, T, T, S(swish((float)x)))                                                                                     \
    UNARY(abs_##DTYPE, T, T, S(fabsf((float)x)))                                                                                            \
    UNARY(sign_##DTYPE, T, T, (T)((x > 0) - (x < 0)))                                                                                       \
    UNARY(sqrt_##DTYPE, T, T, S(sqrtf((float)x)))                                                                                           \
    UNARY(exp_##DTYPE, T, T, S(expf((float)x)))                                                                                             \
    UNARY(exp2_##DTYPE, T, T, S(exp2f((float)x)))                                                                                           \
    UNARY(expm1_##DTYPE, T, T, S(expm1f((float)x)))                                                                                         \
    UNARY(log_##DTYPE, T, T, S(logf((float)x)))                                                                                             \
    UNARY(log2_##DTYPE, T, T, S(log2f((float)x)))                                                                                           \
    UNARY(log10_##DTYPE, T, T, S(log10f((float)x)))                                                                                         \
    UNARY(log1p_##DTYPE, T, T, S(log1pf((float)x)))                                                                                         \
    UNARY(sin_##DTYPE, T, T, S(sinf((float)x)))                                                                                             \
    UNARY(cos_##DTYPE, T, T, S(cosf((float)x)))                                                                                             \
    UNARY(tan_##DTYPE, T, T, S(tanf((float)x)))                                                                                             \
    UNARY(asin_##DTYPE, T, T, S(asinf((float)x)))                                                                                           \
    UNARY(acos_##DTYPE, T, T, S(acosf((float)x)))                                                                                           \
    UNARY(atan_##DTYPE, T, T, S(atanf((float)x)))                                                                                           \
    UNARY(sinh_##DTYPE, T, T, S(sinhf((float)x)))                                                                                           \
    UNARY(cosh_##DTYPE, T, T, S(coshf((float)x)))                                                                                           \
    UNARY(tanh_##DTYPE, T, T, S(tanhf((float)x)))                                                                                           \
    UNARY(asinh_##DTYPE, T, T, S(asinhf((float)x)))                                                                                         \
    UNARY(acosh_##DTYPE, T, T, S(acoshf((float)x)))                                                                                         \
    UNARY(atanh_##DTYPE, T, T, S(atanhf((float)x)))                                                                                         \
    UNARY(cbrt_##DTYPE, T, T, S(cbrtf((float)x)))                                                                                           \
    UNARY(erf_##DTYPE, T, T, S(erff((float)x)))                                                                                             \
    BINARY(pow_##DTYPE, T, T, S(powf((float)x, (float)y)))                                                                                  \
    BINARY(atan2_##DTYPE, T, T, S(atan2f((float)x, (float)y)))                                                                              \
    BINARY(hypot_##DTYPE, T, T, S(hypotf((float)x, (float)y)))                                                                              \
    UNARY(rsqrt_##DTYPE, T, T, S(1 / sqrtf((float)x)))                                                                                      \
    UNARY(sigmoid_##DTYPE, T, T, S(1 / (1 + expf(-(float)x))))                                                                              \
    UNARY(softplus_##DTYPE, T, T, S(log1pf(expf((float)x))))                                                                                \
    UNARY(log_sigmoid_##DTYPE, T, T, S(-log1pf(expf(-(float)x))))                                                                           \
    UNARY(softsign_##DTYPE, T, T, S((float)x / (1 + fabsf((float)x))))                                                                      \
    UNARY(silu_##DTYPE, T, T, S((float)x / (1 + expf(-(float)x))))                                                                          \
    UNARY(mish_##DTYPE, T, T, S((float)x *tanhf(log1pf(expf((float)x)))))                                                                   \
    UNARY(gelu_##DTYPE, T, T, S(0.5f * (float)x * (1 + erff((float)x * 0.70710678f))))                                                      \
    UNARY(gelu_tanh_##DTYPE, T, T, S(0.5f * (float)x * (1 + tanhf(0.79788456f * ((float)x + 0.044715f * (float)x * (float)x * (float)x))))) \
    UNARY(reciprocal_##DTYPE, T, T, S(1 / (float)x))                                                                                        \
    UNARY(floor_##DTYPE, T, T, S(floorf((float)x)))                                                                                         \
    UNARY(round_##DTYPE, T, T, S(rintf((float)x)))                                                                                          \
    UNARY(is_nan_##DTYPE, T, uint8_t, (uint8_t)(x != x))                                                                                    \
    BINARY(fmod_##DTYPE, T, T, S(fmodf((float)x, (float)y)))                                                                                \
    BINARY(floor_mod_##DTYPE, T, T, S(floored_remainder((float)x, (float)y)))                                                               \
    BINARY(squared_difference_##DTYPE, T, T,                                                                                                \
           S(((float)x - (float)y) * ((float)x - (float)y)))                                                                                \
    TERNARY(max_##DTYPE, T, T, T, T, x > y ? x > z ? x : z : y > z ? y                                                                      \
                                                                   : z,                                                                     \
            c)                                                                                                                              \
    TERNARY(add_n_##DTYPE, T, T, T, T, S((float)S((float)x + (float)y) + (float)z), c)

/* U is an unsigned type in which T does not overflow, W a signed one in which a sum does not. */
#define INTEGER_FAMILIES(DTYPE, T, U, W, LEAST, MOST)                                 \
    BINARY(equal_##DTYPE, T, uint8_t, (uint8_t)(x == y))                              \
    BINARY(bitwise_and_##DTYPE, T, T, (T)(x & y))                                     \
    BINARY(shift_left_##DTYPE, T, T, (T)((U)x << y))                                  \
    BINARY(maximum_##DTYPE, T, T, x > y ? x : y)                                      \
    BINARY(minimum_##DTYPE, T, T, x < y ? x : y)                                      \
    TERNARY(clip_##DTYPE, T, T, T, T, x<y ? y : x> z ? z : x, 0)                      \
    UNARY(clamp_##DTYPE, T, T, (T)(x < -50 ? -50 : x > 50 ? 50                        \
                                                          : x))                       \
    UNARY(relu_##DTYPE, T, T, (T)(x > 0 ? x : 0))                                     \
    UNARY(abs_##DTYPE, T, T, (T)(x < 0 ? 0 - (U)x : (U)x))                            \
    UNARY(sign_##DTYPE, T, T, (T)((x > 0) - (x < 0)))                                 \
    BINARY(fmod_##DTYPE, T, T, (T)(x % y))                                            \
    BINARY(floor_mod_##DTYPE, T, T, (T)(x % y + (x % y != 0 && (x ^ y) < 0 ? y : 0))) \
    BINARY(squared_difference_##DTYPE, T, T, (T)(((U)x - (U)y) * ((U)x - (U)y)))      \
    BINARY(saturating_add_##DTYPE, T, T,                                              \
           (T)((W)x + y < (LEAST) ? (LEAST) : (W)x + y > (MOST) ? (MOST)              \
                                                                : (W)x + y))          \
    TERNARY(max_##DTYPE, T, T, T, T, x > y ? x > z ? x : z : y > z ? y                \
                                                                   : z,               \
            c)                                                                        \
    TERNARY(add_n_##DTYPE, T, T, T, T, (T)((U)x + (U)y + (U)z), c)

FLOAT_FAMILIES(f32, float, (float))
UNARY(exp_f64, double, double, exp(x))
UNARY(exp2_f64, double, double, exp2(x))
UNARY(expm1_f64, double, double, expm1(x))
UNARY(log_f64, double, double, log(x))
UNARY(log2_f64, double, double, log2(x))
UNARY(log10_f64, double, double, log10(x))
UNARY(log1p_f64, double, double, log1p(x))
UNARY(sin_f64, double, double, sin(x))
UNARY(cos_f64, double, double, cos(x))
UNARY(cbrt_f64, double, double, cbrt(x))
UNARY(rsqrt_f64, double, double, 1 / sqrt(x))
BINARY(hypot_f64, double, double, hypot(x, y))
INTEGER_FAMILIES(i8, int8_t, uint32_t, int32_t, INT8_MIN, INT8_MAX)
INTEGER_FAMILIES(i32, int32_t, uint32_t, int64_t, INT32_MIN, INT32_MAX)
#define LARGER(A, B) ((A) > (B) ? (A) : (B))
FIVE(max_5_f32, float, LARGER(LARGER(LARGER(LARGER(v, w), x), y), z))
FIVE(max_5_i32, int32_t, LARGER(LARGER(LARGER(LARGER(v, w), x), y), z))
FIVE(add_5_f32, float, v + w + x + y + z)
FIVE(add_5_i32, int32_t, (int32_t)((uint32_t)v + (uint32_t)w + (uint32_t)x + (uint32_t)y + (uint32_t)z))
BINARY(fmod_i64, int64_t, int64_t, x % y)
BINARY(fmod_u64, uint64_t, uint64_t, x % y)
BINARY(floor_mod_i64, int64_t, int64_t, x % y + (x % y != 0 && (x ^ y) < 0 ? y : 0))
BINARY(less_bool, bool, bool, !x & y)
BINARY(equal_bool, bool, bool, x == y)
BINARY(logical_and_bool, bool, bool, x &y)
BINARY(logical_xor_bool, bool, bool, x ^ y)
BINARY(bitwise_and_bool, bool, bool, x &y)

/* ---- Powers ---- */

/* Powers of an unsigned base, by squaring. */
#define POWER(A, T, U, B, N)                            \
    static void pow_##A##_##B##_same(void *state)       \
    {                                                   \
        const nest *p = state;                          \
        const T *restrict a = p->inputs[0];             \
        const N *restrict b = p->inputs[1];             \
        T *restrict out = p->out;                       \
        for (size_t c = 0; c < p->extent[0]; ++c) {     \
            U power = 1, square = (U)a[c];              \
            for (N n = b[c]; n > 0; n = (N)(n >> 1)) {  \
                power = n & 1 ? power * square : power; \
                square *= square;                       \
            }                                           \
            out[c] = (T)power;                          \
        }                                               \
    }                                                   \
    static const loops pow_##A##_##B = {.same = pow_##A##_##B##_same};
#define POWERS(A, T, U)           \
    POWER(A, T, U, i8, int8_t)    \
    POWER(A, T, U, i16, int16_t)  \
    POWER(A, T, U, i32, int32_t)  \
    POWER(A, T, U, i64, int64_t)  \
    POWER(A, T, U, u8, uint8_t)   \
    POWER(A, T, U, u16, uint16_t) \
    POWER(A, T, U, u32, uint32_t) \
    POWER(A, T, U, u64, uint64_t)
POWERS(i32, int32_t, uint32_t)
POWERS(i64, int64_t, uint64_t)
POWER(u16, uint16_t, uint32_t, u16, uint16_t)
POWER(u32, uint32_t, uint32_t, u32, uint32_t)
POWER(u64, uint64_t, uint64_t, u64, uint64_t)

#define POWERS_OF(A)                                                                                                                                                       \
    {                                                                                                                                                                      \
        [BL_I8] = &A##_i8, [BL_I16] = &A##_i16, [BL_I32] = &A##_i32, [BL_I64] = &A##_i64, [BL_U8] = &A##_u8, [BL_U16] = &A##_u16, [BL_U32] = &A##_u32, [BL_U64] = &A##_u64 \
    }
static const loops *const powers[BL_DTYPE_COUNT][BL_DTYPE_COUNT] = {
    [BL_I32] = POWERS_OF(pow_i32),
    [BL_I64] = POWERS_OF(pow_i64),
    [BL_U16] = {[BL_U16] = &pow_u16_u16},
    [BL_U32] = {[BL_U32] = &pow_u32_u32},
    [BL_U64] = {[BL_U64] = &pow_u64_u64}};

/* ---- Conversions ---- */

static inline float limited(float x, float low, float high)
{
    return x < low ? low : x > high ? high
                                    : x;
}

UNARY(cast_f32_i32, float, int32_t, (int32_t)x)
UNARY(cast_f32_i8, float, int8_t, (int8_t)x)
UNARY(cast_f32_bool, float, bool, x != 0)
UNARY(cast_i32_f32, int32_t, float, (float)x)
UNARY(cast_i8_f32, int8_t, float, x)
UNARY(cast_u8_f32, uint8_t, float, x)
UNARY(cast_f64_f32, double, float, (float)x)
UNARY(cast_i32_i64, int32_t, int64_t, x)
TERNARY(quantize_f32_i8, float, float, int8_t, int8_t, (int8_t)limited(rintf(x / y) + z, INT8_MIN, INT8_MAX), 0)
TERNARY(quantize_f32_u8, float, float, uint8_t, uint8_t, (uint8_t)limited(rintf(x / y) + z, 0, UINT8_MAX), 0)
TERNARY(dequantize_i8_f32, int8_t, float, int8_t, float, (float)(x - z) * y, 0)
TERNARY(dequantize_u8_f32, uint8_t, float, uint8_t, float, (float)(x - z) * y, 0)
#ifdef __FLT16_MANT_DIG__
FLOAT_FAMILIES(f16, half, (half))
UNARY(cast_f32_f16, float, half, (half)x)
UNARY(cast_f16_f32, half, float, (float)x)
#endif

static const struct {
    const char *op;
    bl_dtype from, to;
    const loops *loops;
} conversions[] = {
    {"cast", BL_F32, BL_I32, &cast_f32_i32},
    {"cast", BL_F32, BL_I8, &cast_f32_i8},
    {"cast", BL_F32, BL_BOOL, &cast_f32_bool},
    {"cast", BL_I32, BL_F32, &cast_i32_f32},
    {"cast", BL_I8, BL_F32, &cast_i8_f32},
    {"cast", BL_U8, BL_F32, &cast_u8_f32},
    {"cast", BL_F64, BL_F32, &cast_f64_f32},
    {"cast", BL_I32, BL_I64, &cast_i32_i64},
    {"quantize_linear", BL_F32, BL_I8, &quantize_f32_i8},
    {"quantize_linear", BL_F32, BL_U8, &quantize_f32_u8},
    {"dequantize_linear", BL_I8, BL_F32, &dequantize_i8_f32},
    {"dequantize_linear", BL_U8, BL_F32, &dequantize_u8_f32},
#ifdef __FLT16_MANT_DIG__
    {"cast", BL_F32, BL_F16, &cast_f32_f16},
    {"cast", BL_F16, BL_F32, &cast_f16_f32},
#endif
};

#define FLOATS_OF(OP) F16(OP)[BL_F32] = &OP##_f32
#define INTEGERS_OF(OP) [BL_I8] = &OP##_i8, [BL_I32] = &OP##_i32
#define BOOL_OF(OP) [BL_BOOL] = &OP##_bool

static const struct {
    const char *op;
    const loops *by_dtype[BL_DTYPE_COUNT];
} families[] = {
    {"less", {BOOL_OF(less)}},
    {"equal", {FLOATS_OF(equal), INTEGERS_OF(equal), BOOL_OF(equal)}},
    {"logical_and", {BOOL_OF(logical_and)}},
    {"logical_xor", {BOOL_OF(logical_xor)}},
    {"bitwise_and", {INTEGERS_OF(bitwise_and), BOOL_OF(bitwise_and)}},
    {"shift_left", {INTEGERS_OF(shift_left)}},
    {"maximum", {FLOATS_OF(maximum), INTEGERS_OF(maximum)}},
    {"minimum", {FLOATS_OF(minimum), INTEGERS_OF(minimum)}},
    {"clip", {FLOATS_OF(clip), INTEGERS_OF(clip)}},
    {"clamp", {FLOATS_OF(clamp), INTEGERS_OF(clamp)}},
    {"relu", {FLOATS_OF(relu), INTEGERS_OF(relu)}},
    {"leaky_relu", {FLOATS_OF(leaky_relu)}},
    {"hard_swish", {FLOATS_OF(hard_swish)}},
    {"abs", {FLOATS_OF(abs), INTEGERS_OF(abs)}},
    {"sign", {FLOATS_OF(sign), INTEGERS_OF(sign)}},
    {"sqrt", {FLOATS_OF(sqrt)}},
    {"reciprocal", {FLOATS_OF(reciprocal)}},
    {"exp", {FLOATS_OF(exp), [BL_F64] = &exp_f64}},
    {"exp2", {FLOATS_OF(exp2), [BL_F64] = &exp2_f64}},
    {"expm1", {FLOATS_OF(expm1), [BL_F64] = &expm1_f64}},
    {"log", {FLOATS_OF(log), [BL_F64] = &log_f64}},
    {"log2", {FLOATS_OF(log2), [BL_F64] = &log2_f64}},
    {"log10", {FLOATS_OF(log10), [BL_F64] = &log10_f64}},
    {"log1p", {FLOATS_OF(log1p), [BL_F64] = &log1p_f64}},
    {"sin", {FLOATS_OF(sin), [BL_F64] = &sin_f64}},
    {"cos", {FLOATS_OF(cos), [BL_F64] = &cos_f64}},
    {"tan", {FLOATS_OF(tan)}},
    {"asin", {FLOATS_OF(asin)}},
    {"acos", {FLOATS_OF(acos)}},
    {"atan", {FLOATS_OF(atan)}},
    {"sinh", {FLOATS_OF(sinh)}},
    {"cosh", {FLOATS_OF(cosh)}},
    {"tanh", {FLOATS_OF(tanh)}},
    {"asinh", {FLOATS_OF(asinh)}},
    {"acosh", {FLOATS_OF(acosh)}},
    {"atanh", {FLOATS_OF(atanh)}},
    {"cbrt", {FLOATS_OF(cbrt), [BL_F64] = &cbrt_f64}},
    {"erf", {FLOATS_OF(erf)}},
    {"pow", {FLOATS_OF(pow)}},
    {"atan2", {FLOATS_OF(atan2)}},
    {"hypot", {FLOATS_OF(hypot), [BL_F64] = &hypot_f64}},
    {"rsqrt", {FLOATS_OF(rsqrt), [BL_F64] = &rsqrt_f64}},
    {"sigmoid", {FLOATS_OF(sigmoid)}},
    {"softplus", {FLOATS_OF(softplus)}},
    {"log_sigmoid", {FLOATS_OF(log_sigmoid)}},
    {"softsign", {FLOATS_OF(softsign)}},
    {"silu", {FLOATS_OF(silu)}},
    {"mish", {FLOATS_OF(mish)}},
    {"gelu", {FLOATS_OF(gelu)}},
    {"gelu_tanh", {FLOATS_OF(gelu_tanh)}},
    {"floor", {FLOATS_OF(floor)}},
    {"round", {FLOATS_OF(round)}},
    {"is_nan", {FLOATS_OF(is_nan)}},
    {"fmod", {FLOATS_OF(fmod), INTEGERS_OF(fmod), [BL_I64] = &fmod_i64, [BL_U64] = &fmod_u64}},
    {"floor_mod", {FLOATS_OF(floor_mod), INTEGERS_OF(floor_mod), [BL_I64] = &floor_mod_i64, [BL_U64] = &fmod_u64}},
    {"squared_difference", {FLOATS_OF(squared_difference), INTEGERS_OF(squared_difference)}},
    {"saturating_add", {INTEGERS_OF(saturating_add)}},
    {"max", {FLOATS_OF(max), INTEGERS_OF(max)}},
    {"add_n", {FLOATS_OF(add_n), INTEGERS_OF(add_n)}},
};

static const struct {
    const char *op;
    const loops *by_dtype[BL_DTYPE_COUNT];
} of_five[] = {{"max", {[BL_F32] = &max_5_f32, [BL_I32] = &max_5_i32}}, {"add_n", {[BL_F32] = &add_5_f32, [BL_I32] = &add_5_i32}}};

const loops *bench_plain_family(const bench_case *c)
{
    for (size_t i = 0; c->kind == BENCH_FOLD && c->arity == 5 && i < sizeof of_five / sizeof *of_five; ++i) {
        if (strcmp(of_five[i].op, c->op) == 0)
            return of_five[i].by_dtype[c->dtype];
    }
    if (strcmp(c->op, "pow") == 0 && c->dtype > BL_BF16)
        return powers[c->dtype][c->inputs[1].dtype];
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; ++i) {
        if (conversions[i].from == c->dtype && conversions[i].to == c->out.dtype && strcmp(conversions[i].op, c->op) == 0)
            return conversions[i].loops;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i) {
        if (strcmp(families[i].op, c->op) == 0)
            return families[i].by_dtype[c->dtype];
    }
    return NULL;
}
