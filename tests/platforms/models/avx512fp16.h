/* A model of AVX512-FP16 in plain C: the intrinsics that gen/isa/avx512fp16.lua uses, for processors that have only
 * AVX-512. It is included first (tests/tests.mk), and replaces the compiler's names.
 *
 * Sources: Intel SDM volume 2, VADDPH, VSUBPH, VMULPH and VCMPPH; IEEE 754-2019.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_MODELS_AVX512FP16_H
#define BROADLOOM_TESTS_MODELS_AVX512FP16_H

#include <immintrin.h>

#include <stdint.h>

/* The target without the modelled instructions; and the promise that all are available: the tests ask for them. */
#define BL_AVX512FP16 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#undef __AVX512F__
#undef __AVX512BW__
#undef __AVX512DQ__
#undef __AVX512VL__
#undef __AVX512FP16__
#define __AVX512F__ 1
#define __AVX512BW__ 1
#define __AVX512DQ__ 1
#define __AVX512VL__ 1
#define __AVX512FP16__ 1

#define FP16_LANES 32

typedef struct fp16_lanes {
    uint16_t lane[FP16_LANES];
} fp16_lanes;

/** The same number as a double, which represents every f16; a NaN stays quiet or signalling. */
static inline double fp16_value(uint16_t bits)
{
    const uint64_t sign = (uint64_t)(bits >> 15) << 63;
    uint64_t exponent = bits >> 10 & 31u, fraction = bits & 1023u, image;
    double value;

    if (exponent == 31) { /* infinity or NaN */
        exponent = 2047;
    } else if (exponent != 0) {
        exponent += 1023 - 15;
    } else if (fraction != 0) { /* subnormal: shifted until its first bit is the implicit one */
        for (exponent = 1023 - 14; fraction < 1024; --exponent) {
            fraction *= 2;
        }
        fraction -= 1024;
    }
    image = sign | exponent << 52 | fraction << 42;
    __builtin_memcpy(&value, &image, sizeof value);
    return value;
}

/** The nearest f16, the even one if two are as near; a NaN becomes a quiet one. */
static inline uint16_t fp16_nearest(double value)
{
    uint64_t image, fraction, rest;
    unsigned sign, exponent, dropped = 42;

    __builtin_memcpy(&image, &value, sizeof image);
    sign = (unsigned)(image >> 63) << 15;
    exponent = (unsigned)(image >> 52) & 2047u;
    fraction = image & ((UINT64_C(1) << 52) - 1);
    if (exponent == 2047) {
        return (uint16_t)(sign | (fraction != 0 ? 0x7e00u : 0x7c00u));
    }
    if (exponent > 1023 + 15) { /* 2^16 or more */
        return (uint16_t)(sign | 0x7c00u);
    }
    if (exponent < 1023 - 25) { /* below half of 2^-24 */
        return (uint16_t)sign;
    }
    fraction |= UINT64_C(1) << 52;
    if (exponent < 1023 - 14) { /* subnormal: all in units of 2^-24 */
        dropped += 1023 - 14 - exponent;
        exponent = 1023 - 14;
    }
    rest = fraction << (64 - dropped); /* the dropped bits, one half being the highest bit */
    fraction >>= dropped;
    fraction += rest > UINT64_C(1) << 63 || (rest == UINT64_C(1) << 63 && fraction % 2 == 1);
    /* the implicit bit adds one to the exponent, and so does a carry, also to infinity */
    return (uint16_t)(sign | (((exponent - (1023 - 14)) << 10) + (unsigned)fraction));
}

/* Sums, differences and products of f16 are exact as doubles, so that each is rounded once. */
#define FP16_ARITHMETIC(name, operation)                                                          \
    static inline fp16_lanes fp16_##name(fp16_lanes a, fp16_lanes b)                              \
    {                                                                                             \
        fp16_lanes result;                                                                        \
                                                                                                  \
        for (unsigned i = 0; i < FP16_LANES; ++i) {                                               \
            result.lane[i] = fp16_nearest(fp16_value(a.lane[i]) operation fp16_value(b.lane[i])); \
        }                                                                                         \
        return result;                                                                            \
    }
FP16_ARITHMETIC(add, +)
FP16_ARITHMETIC(sub, -)
FP16_ARITHMETIC(mul, *)

/** Comparisons are quiet: with NaN they are false, and invalid only with a signalling one. */
static inline uint32_t fp16_compare(uint32_t lanes, fp16_lanes a, fp16_lanes b, int how)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < FP16_LANES; ++i) {
        const double x = fp16_value(a.lane[i]), y = fp16_value(b.lane[i]);
        const int holds = how == _CMP_LT_OQ ? __builtin_isless(x, y) : x == y;

        mask |= (uint32_t)(holds != 0) << i;
    }
    return mask & lanes;
}

BL_AVX512FP16 static inline fp16_lanes fp16_from_integers(__m512i lanes)
{
    fp16_lanes result;

    __builtin_memcpy(&result, &lanes, sizeof result);
    return result;
}

BL_AVX512FP16 static inline __m512i fp16_as_integers(fp16_lanes lanes)
{
    __m512i result;

    __builtin_memcpy(&result, &lanes, sizeof result);
    return result;
}

/** AVX-512's conversion, as its manual defines it: Bochs 2.7, where the model also runs, rounds ties away from zero. */
BL_AVX512FP16 static inline __m256i fp16_from_singles(__m512 lanes, int how)
{
    float singles[FP16_LANES / 2];
    uint16_t halves[FP16_LANES / 2];
    __m256i result;

    (void)how; /* to the nearest */
    __builtin_memcpy(singles, &lanes, sizeof lanes);
    for (unsigned i = 0; i < FP16_LANES / 2; ++i) {
        halves[i] = fp16_nearest((double)singles[i]);
    }
    __builtin_memcpy(&result, halves, sizeof result);
    return result;
}

#undef _mm512_cvtps_ph
#undef _mm512_mask_cmp_ph_mask
#define _mm512_castsi512_ph fp16_from_integers
#define _mm512_castph_si512 fp16_as_integers
#define _mm512_add_ph fp16_add
#define _mm512_sub_ph fp16_sub
#define _mm512_mul_ph fp16_mul
#define _mm512_mask_cmp_ph_mask fp16_compare
#define _mm512_cvtps_ph fp16_from_singles

#endif
