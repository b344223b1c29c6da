/* The plain loops of 8-bit floats and of packed integers: a conversion by steps on the bits, two elements of four bits for each byte.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plain.h"

#include <math.h>

/* ---- f8e4m3fn: a sign, 4 bits of exponent with bias 7, 3 of mantissa; no infinities, and one magnitude is NaN ---- */

/* To nearest, ties to even; what is too large becomes the largest number, 448. */
static inline uint8_t f8_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint8_t sign = (uint8_t)(bits >> 24 & 0x80);
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return sign | 0x7f;
    if (bits >= 0x43e00000) /* 448 */
        return sign | 0x7e;
    if (bits < 0x3c800000) { /* 2^-6: below, the numbers are multiples of 2^-9, and so are the floats from 2^14 on */
        float magnitude;
        memcpy(&magnitude, &bits, sizeof magnitude);
        magnitude += 0x1p14f;
        memcpy(&bits, &magnitude, sizeof bits);
        return (uint8_t)(sign | (bits & 0xf));
    }
    bits += 0x7ffff + (bits >> 20 & 1);
    return (uint8_t)(sign | ((bits >> 20) - (120 << 3)));
}

/* The bits in a float's places are the number divided by 2^120, also if they are a subnormal. */
static inline float float_of_f8(uint8_t x)
{
    const uint32_t magnitude = (uint32_t)(x & 0x7f) << 20, sign = (uint32_t)(x & 0x80) << 24;
    float value;
    memcpy(&value, &magnitude, sizeof value);
    value *= 0x1p120f;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = sign | (magnitude == 0x7f << 20 ? 0x7fc00000 : bits);
    memcpy(&value, &bits, sizeof value);
    return value;
}

UNARY(cast_f32_f8, float, uint8_t, f8_of_float(x))
UNARY(cast_bf16_f8, uint16_t, uint8_t, f8_of_float(float_of_bf16(x)))
UNARY(cast_f8_f32, uint8_t, float, float_of_f8(x))

/* ---- i4 and u4: the first element of two is in a byte's low bits ---- */

#define U4(PAIR, I) ((PAIR) >> (4 * (I)) & 15)
#define I4(PAIR, I) ((U4(PAIR, I) ^ 8) - 8)

#define PACK(NAME, T, INTEGER)                                                                \
    static void NAME##_same(void *state)                                                      \
    {                                                                                         \
        const nest *p = state;                                                                \
        const size_t pairs = p->extent[0] / 2;                                                \
        const T *restrict a = p->inputs[0];                                                   \
        uint8_t *restrict out = p->out;                                                       \
        for (size_t c = 0; c < pairs; ++c) {                                                  \
            out[c] = (uint8_t)((INTEGER(a[2 * c]) & 15) | (INTEGER(a[2 * c + 1]) & 15) << 4); \
        }                                                                                     \
    }                                                                                         \
    static const loops NAME = {.same = NAME##_same};

#define UNPACK(NAME, ELEMENT, R)                         \
    static void NAME##_same(void *state)                 \
    {                                                    \
        const nest *p = state;                           \
        const size_t pairs = p->extent[0] / 2;           \
        const uint8_t *restrict a = p->inputs[0];        \
        R *restrict out = p->out;                        \
        for (size_t c = 0; c < pairs; ++c) {             \
            out[2 * c] = (R)(float)ELEMENT(a[c], 0);     \
            out[2 * c + 1] = (R)(float)ELEMENT(a[c], 1); \
        }                                                \
    }                                                    \
    static const loops NAME = {.same = NAME##_same};

/* Rows that follow each other, with a scale and a zero point each. */
#define DEQUANTIZE(NAME, ELEMENT, R)                                               \
    static void NAME##_nested(void *state)                                         \
    {                                                                              \
        const nest *p = state;                                                     \
        const size_t pairs = p->extent[0] / 2;                                     \
        const uint8_t *restrict zeros = p->inputs[2];                              \
        const R *restrict scales = p->inputs[1];                                   \
        for (size_t k = 0; k < p->extent[1]; ++k) {                                \
            const uint8_t *restrict a = (const uint8_t *)p->inputs[0] + k * pairs; \
            R *restrict out = (R *)p->out + k * 2 * pairs;                         \
            const float scale = (float)scales[k];                                  \
            const int zero = ELEMENT(zeros[k / 2], (int)(k % 2));                  \
            for (size_t c = 0; c < pairs; ++c) {                                   \
                out[2 * c] = (R)((float)(ELEMENT(a[c], 0) - zero) * scale);        \
                out[2 * c + 1] = (R)((float)(ELEMENT(a[c], 1) - zero) * scale);    \
            }                                                                      \
        }                                                                          \
    }                                                                              \
    static const loops NAME = {.nested = NAME##_nested};

PACK(cast_f32_i4, float, (int8_t))
PACK(cast_i8_i4, int8_t, (int8_t))
UNPACK(cast_i4_f32, I4, float)
DEQUANTIZE(dequantize_i4_f32, I4, float)
DEQUANTIZE(dequantize_u4_f32, U4, float)

static inline unsigned quantized(float x, float scale, int zero)
{
    const int number = (int)rintf(x / scale) + zero;
    return (unsigned)(number < -8 ? -8 : number > 7 ? 7
                                                    : number) &
           15;
}

static void quantize_f32_i4_nested(void *state)
{
    const nest *p = state;
    const size_t pairs = p->extent[0] / 2;
    const uint8_t *restrict zeros = p->inputs[2];
    const float *restrict scales = p->inputs[1];
    for (size_t k = 0; k < p->extent[1]; ++k) {
        const float *restrict a = (const float *)p->inputs[0] + k * 2 * pairs;
        uint8_t *restrict out = (uint8_t *)p->out + k * pairs;
        const float scale = scales[k];
        const int zero = I4(zeros[k / 2], (int)(k % 2));
        for (size_t c = 0; c < pairs; ++c)
            out[c] = (uint8_t)(quantized(a[2 * c], scale, zero) | quantized(a[2 * c + 1], scale, zero) << 4);
    }
}
static const loops quantize_f32_i4 = {.nested = quantize_f32_i4_nested};

#ifdef __FLT16_MANT_DIG__
UNARY(cast_f16_f8, half, uint8_t, f8_of_float((float)x))
UNPACK(cast_u4_f16, U4, half)
DEQUANTIZE(dequantize_i4_f16, I4, half)
DEQUANTIZE(dequantize_u4_f16, U4, half)
TERNARY(dequantize_i8_f16, int8_t, half, int8_t, half, (half)((float)(x - z) * (float)y), 0)
#endif

static const struct {
    const char *op;
    bl_dtype from, to;
    const loops *loops;
} conversions[] = {
    {"cast", BL_F32, BL_F8E4M3FN, &cast_f32_f8},
    {"cast", BL_BF16, BL_F8E4M3FN, &cast_bf16_f8},
    {"cast", BL_F8E4M3FN, BL_F32, &cast_f8_f32},
    {"cast", BL_F32, BL_I4, &cast_f32_i4},
    {"cast", BL_I8, BL_I4, &cast_i8_i4},
    {"cast", BL_I4, BL_F32, &cast_i4_f32},
    {"dequantize_linear", BL_I4, BL_F32, &dequantize_i4_f32},
    {"dequantize_linear", BL_U4, BL_F32, &dequantize_u4_f32},
    {"quantize_linear", BL_F32, BL_I4, &quantize_f32_i4},
#ifdef __FLT16_MANT_DIG__
    {"cast", BL_F16, BL_F8E4M3FN, &cast_f16_f8},
    {"cast", BL_U4, BL_F16, &cast_u4_f16},
    {"dequantize_linear", BL_I4, BL_F16, &dequantize_i4_f16},
    {"dequantize_linear", BL_U4, BL_F16, &dequantize_u4_f16},
    {"dequantize_linear", BL_I8, BL_F16, &dequantize_i8_f16},
#endif
};

const loops *bench_plain_narrow(const bench_case *c)
{
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; ++i) {
        if (conversions[i].from == c->dtype && conversions[i].to == c->out.dtype && strcmp(conversions[i].op, c->op) == 0)
            return conversions[i].loops;
    }
    return NULL;
}
