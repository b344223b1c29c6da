/* SLEEF's functions in f64, with an error bound of 1.0 (erfc: 1.5) units in the last place, LANES at a time; compiled
 * once for each number of lanes. The error of compositions is at most 300 such units, mostly from rounded arguments
 * of exp or erfc; the margin is 2^12. Arguments of exp end at +-300: results beyond are 0 or infinite in f32, too.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "functions.h"
#include "nearest.h"

#include <math.h>
#include <sleef.h>
#include <string.h>

#if LANES == 8
typedef __m512d doubles;
#define EACH _mm512_set1_pd
#define LOAD _mm512_loadu_pd
#define STORE _mm512_storeu_pd
#define SLEEF(name, ulp) Sleef_##name##d8_##ulp##avx512f
#define BY_NAME quick_by_name_8
#define PAIR_BY_NAME quick_pair_by_name_8
#elif LANES == 4
typedef __m256d doubles;
#define EACH _mm256_set1_pd
#define LOAD _mm256_loadu_pd
#define STORE _mm256_storeu_pd
#define SLEEF(name, ulp) Sleef_##name##d4_##ulp##avx2
#define BY_NAME quick_by_name_4
#define PAIR_BY_NAME quick_pair_by_name_4
#else
typedef __m128d doubles;
#define EACH _mm_set1_pd
#define LOAD _mm_loadu_pd
#define STORE _mm_storeu_pd
#define SLEEF(name, ulp) Sleef_##name##d2_##ulp##sse2
#define BY_NAME quick_by_name_2
#define PAIR_BY_NAME quick_pair_by_name_2
#endif

/* ---- Values ---- */

static inline doubles exp_of(doubles x)
{
    return SLEEF(exp, u10)(SLEEF(fmin, )(SLEEF(fmax, )(x, EACH(-300)), EACH(300)));
}

static inline doubles decay(doubles x) /* e^-|x| */
{
    return exp_of(-SLEEF(fabs, )(x));
}

static inline doubles within(doubles x, double most) /* for functions that are infinite or constant beyond */
{
    return SLEEF(fmin, )(SLEEF(fmax, )(x, EACH(-most)), EACH(most));
}

static inline doubles exp2_of(doubles x)
{
    return SLEEF(exp2, u10)(within(x, 400));
}

static inline doubles expm1_of(doubles x)
{
    return SLEEF(expm1, u10)(within(x, 300));
}

static inline doubles sinh_of(doubles x)
{
    return SLEEF(sinh, u10)(within(x, 300));
}

static inline doubles cosh_of(doubles x)
{
    return SLEEF(cosh, u10)(within(x, 300));
}

static inline doubles rsqrt_of(doubles x)
{
    return EACH(1) / SLEEF(sqrt, )(x);
}

static inline doubles sigmoid_of(doubles x)
{
    return EACH(1) / (EACH(1) + exp_of(-x));
}

static inline doubles log_sigmoid_of(doubles x)
{
    return SLEEF(fmin, )(x, EACH(0)) - SLEEF(log1p, u10)(decay(x));
}

static inline doubles softplus_of(doubles x)
{
    return SLEEF(fmax, )(x, EACH(0)) + SLEEF(log1p, u10)(decay(x));
}

static inline doubles softsign_of(doubles x)
{
    return x / (EACH(1) + SLEEF(fabs, )(x));
}

static inline doubles gelu_of(doubles x) /* erfc beyond 16 is less than 2^-370 */
{
    return x * EACH(0.5) * SLEEF(erfc, u15)(within(x * EACH(-0.70710678118654752), 16));
}

static inline doubles gelu_tanh_of(doubles x)
{
    const doubles y = within(x, 40);

    return x / (EACH(1) + exp_of(y * (EACH(1) + y * y * EACH(0.044715)) * EACH(-1.5957691216057308)));
}

static inline doubles silu_of(doubles x)
{
    return x / (EACH(1) + exp_of(-x));
}

/* exact for |w| <= 1: functions.c */
static inline doubles mish_of(doubles x)
{
    const doubles w = decay(x), below = w * (w + EACH(2)), above = EACH(1) + EACH(2) * w;
    const doubles if_below = below / (below + EACH(2)), if_above = above / (above + EACH(2) * w * w);
    const doubles sign = SLEEF(copysign, )(EACH(1), x); /* chosen by products with 0 and 1 */

    return x * (if_above * (EACH(0.5) + EACH(0.5) * sign) + if_below * (EACH(0.5) - EACH(0.5) * sign));
}

/* ---- Rounding ---- */

enum { PIECE = 256 };

static inline float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* `values` has the f64 of a piece. A result is certain if all values within the margin have it: 2^-40 of a value is at least 2^-17 of its
 * last place in f32, and in subnormals the last place is 2^-149. */
static inline void round_piece(uint32_t first, const double *values, double least, double most, uint32_t *results, uint32_t *unsure)
{
    const double margin = 0x1p-149 * 0x1p-17;

    for (uint32_t i = 0; i < PIECE; ++i) {
        const double value = values[i], input = (double)float_of(first + i), magnitude = fabs(value);
        const double around = magnitude * 0x1p-40 > margin ? magnitude * 0x1p-40 : margin;
        const float low = (float)(value - around), high = (float)(value + around), rounded = (float)value;

        memcpy(&results[i], &rounded, sizeof rounded);
        unsure[i] = !((low == high) & (magnitude >= 0x1p-700) & (magnitude <= 0x1p700) & (input > least) & (input < most) & (input != 0));
    }
}

#define QUICK(name, value, least, most)                                                              \
    static void name##_quick(uint32_t first, size_t count, uint32_t *results, uint32_t *unsure)      \
    {                                                                                                \
        for (size_t from = 0; from < count; from += PIECE) {                                         \
            double inputs[PIECE], values[PIECE];                                                     \
                                                                                                     \
            for (uint32_t i = 0; i < PIECE; ++i) {                                                   \
                inputs[i] = (double)float_of(first + (uint32_t)from + i);                            \
            }                                                                                        \
            for (size_t i = 0; i < PIECE; i += LANES) {                                              \
                STORE(values + i, value(LOAD(inputs + i)));                                          \
            }                                                                                        \
            round_piece(first + (uint32_t)from, values, least, most, results + from, unsure + from); \
        }                                                                                            \
    }

/* name, expression of f64, range of inputs. SLEEF's functions by their names. */
#define FUNCTIONS                                              \
    FUNCTION(exp, exp_of, -INFINITY, INFINITY)                 \
    FUNCTION(exp2, exp2_of, -INFINITY, INFINITY)               \
    FUNCTION(expm1, expm1_of, -INFINITY, INFINITY)             \
    FUNCTION(log, SLEEF(log, u10), 0, INFINITY)                \
    FUNCTION(log2, SLEEF(log2, u10), 0, INFINITY)              \
    FUNCTION(log10, SLEEF(log10, u10), 0, INFINITY)            \
    FUNCTION(log1p, SLEEF(log1p, u10), -1, INFINITY)           \
    FUNCTION(rsqrt, rsqrt_of, 0, INFINITY)                     \
    FUNCTION(cbrt, SLEEF(cbrt, u10), -INFINITY, INFINITY)      \
    FUNCTION(sin, SLEEF(sin, u10), -INFINITY, INFINITY)        \
    FUNCTION(cos, SLEEF(cos, u10), -INFINITY, INFINITY)        \
    FUNCTION(tan, SLEEF(tan, u10), -INFINITY, INFINITY)        \
    FUNCTION(asin, SLEEF(asin, u10), -1, 1)                    \
    FUNCTION(acos, SLEEF(acos, u10), -1, 1)                    \
    FUNCTION(atan, SLEEF(atan, u10), -INFINITY, INFINITY)      \
    FUNCTION(sinh, sinh_of, -INFINITY, INFINITY)               \
    FUNCTION(cosh, cosh_of, -INFINITY, INFINITY)               \
    FUNCTION(tanh, SLEEF(tanh, u10), -INFINITY, INFINITY)      \
    FUNCTION(asinh, SLEEF(asinh, u10), -INFINITY, INFINITY)    \
    FUNCTION(acosh, SLEEF(acosh, u10), 1, INFINITY)            \
    FUNCTION(atanh, SLEEF(atanh, u10), -1, 1)                  \
    FUNCTION(erf, SLEEF(erf, u10), -INFINITY, INFINITY)        \
    FUNCTION(sigmoid, sigmoid_of, -INFINITY, INFINITY)         \
    FUNCTION(log_sigmoid, log_sigmoid_of, -INFINITY, INFINITY) \
    FUNCTION(softplus, softplus_of, -INFINITY, INFINITY)       \
    FUNCTION(softsign, softsign_of, -INFINITY, INFINITY)       \
    FUNCTION(gelu, gelu_of, -INFINITY, INFINITY)               \
    FUNCTION(gelu_tanh, gelu_tanh_of, -INFINITY, INFINITY)     \
    FUNCTION(silu, silu_of, -INFINITY, INFINITY)               \
    FUNCTION(mish, mish_of, -INFINITY, INFINITY)

#define FUNCTION QUICK
FUNCTIONS
#undef FUNCTION

quick_function *BY_NAME(const char *name)
{
#define FUNCTION(known, value, least, most) {#known, known##_quick},
    static const struct {
        const char *name;
        quick_function *quick;
    } all[] = {FUNCTIONS};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        if (strcmp(all[i].name, name) == 0) {
            return all[i].quick;
        }
    }
    return NULL;
}

/* ---- Two operands ---- */

/* Computes a piece. A result is certain if the f64 up to 2^12 units in the last place on either side also give it. */
static inline void round_pairs(unsigned type, const double *values, uint32_t *results, uint32_t *unsure)
{
    const int fraction = (int)fraction_of_type(type), least = least_exponent(type);
    const int64_t infinity = (int64_t)infinity_bits(type);
    const uint64_t sign = sign_bit(type), most = UINT64_MAX >> 1;

    for (size_t i = 0; i < PIECE; ++i) {
        uint64_t bits, low, high;

        memcpy(&bits, &values[i], sizeof bits);
        low = nearest_magnitude((bits & most) - (1 << 12), fraction, least, infinity);
        high = nearest_magnitude((bits & most) + (1 << 12), fraction, least, infinity);
        results[i] = (uint32_t)(low | (bits > most ? sign : 0));
        unsure[i] = (low != high) | ((bits & most) < UINT64_C(323) << 52) | ((bits & most) > UINT64_C(1723) << 52); /* 2^-700, 2^700 */
    }
}

#define QUICK_PAIR(name, value)                                                                                                       \
    static void name##_quick_pair(unsigned type, const double *x, const double *y, size_t count, uint32_t *results, uint32_t *unsure) \
    {                                                                                                                                 \
        for (size_t from = 0; from < count; from += PIECE) {                                                                          \
            double values[PIECE];                                                                                                     \
                                                                                                                                      \
            for (size_t i = 0; i < PIECE; i += LANES) {                                                                               \
                STORE(values + i, value(LOAD(x + from + i), LOAD(y + from + i)));                                                     \
            }                                                                                                                         \
            round_pairs(type, values, results + from, unsure + from);                                                                 \
        }                                                                                                                             \
    }

static inline doubles pow_of(doubles x, doubles y)
{
    return SLEEF(pow, u10)(SLEEF(fabs, )(x), y);
}

QUICK_PAIR(pow, pow_of)
QUICK_PAIR(atan2, SLEEF(atan2, u10))
QUICK_PAIR(hypot, SLEEF(hypot, u05))

quick_pair_function *PAIR_BY_NAME(const char *name)
{
    if (strcmp(name, "pow") == 0) {
        return pow_quick_pair;
    }
    return strcmp(name, "atan2") == 0 ? atan2_quick_pair : hypot_quick_pair;
}
