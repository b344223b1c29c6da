/* The correctly rounded results of a function: reference.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/others.h"
#include "prove/reference.h"
#include "prove/sets.h"
#include "second/exact.h"
#include "second/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_PRECISION = 96,
       MOST_PRECISION = 1 << 14,
       EVERY_SAMPLE = 16381 };

quick_function *quick_by_name(const char *name)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) {
        return quick_by_name_8(name);
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? quick_by_name_4(name) : quick_by_name_2(name);
}

quick_pair_function *quick_pair_by_name(const char *name)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) {
        return quick_pair_by_name_8(name);
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? quick_pair_by_name_4(name) : quick_pair_by_name_2(name);
}

/* ---- By MPFR ---- */

/* For a number from 1/2 to 1 times 2^exponent. A rounding boundary is midway between two of the type's numbers; beyond the greatest there
 * is none nearby. */
static double distance_from_boundary(unsigned type, const mpfr_t value)
{
    const int fraction = (int)fraction_of_type(type), last = last_exponent(type);
    const mpfr_exp_t exponent = mpfr_get_exp(value) - 1 - fraction;
    double distance;
    mpfr_t rest;

    if (mpfr_get_exp(value) > (1 << (bits_of_type(type) - (unsigned)fraction - 2))) {
        return 0.5;
    }
    mpfr_init2(rest, mpfr_get_prec(value));
    mpfr_div_2si(rest, value, exponent > last ? exponent : last, MPFR_RNDN);
    mpfr_abs(rest, rest, MPFR_RNDN);
    mpfr_frac(rest, rest, MPFR_RNDN);
    mpfr_sub_d(rest, rest, 0.5, MPFR_RNDN);
    distance = fabs(mpfr_get_d(rest, MPFR_RNDN));
    mpfr_clear(rest);
    return distance;
}

/* Whether all numbers within the value's error are rounded to the same result. */
static int is_decided(unsigned type, const mpfr_t value, uint64_t *result)
{
    const mpfr_prec_t precision = mpfr_get_prec(value);
    uint64_t low, high;
    mpfr_t error, end;

    mpfr_init2(error, precision);
    mpfr_init2(end, precision);
    mpfr_mul_2si(error, value, LOST_BITS - precision, MPFR_RNDN);
    mpfr_sub(end, value, error, MPFR_RNDN);
    low = exact_rounded(type, end);
    mpfr_add(end, value, error, MPFR_RNDN);
    high = exact_rounded(type, end);
    mpfr_clear(error);
    mpfr_clear(end);
    *result = low;
    return low == high;
}

static void set_operand(mpfr_t value, unsigned type, uint64_t bits)
{
    if (is_float_type(type)) {
        exact_set(value, type, bits);
    } else if (is_signed_type(type)) {
        const unsigned unused = 64 - bits_of_type(type);

        mpfr_set_sj(value, (int64_t)(bits << unused) >> unused, MPFR_RNDN);
    } else {
        mpfr_set_uj(value, bits, MPFR_RNDN);
    }
}

void exact_result(const function *of, const proof *which, known_result *one)
{
    mpfr_t x, y, value;

    one->distance = 0.5;
    mpfr_init2(x, 64);
    mpfr_init2(y, 64);
    mpfr_init2(value, FIRST_PRECISION);
    set_operand(x, which->type, one->inputs[0]);
    set_operand(y, which->second, one->inputs[1]);
    for (mpfr_prec_t precision = FIRST_PRECISION;; precision *= 2) {
        int inexact;

        if (precision > MOST_PRECISION) {
            fprintf(stderr, "%s(%" PRIx64 ", %" PRIx64 ") is not decided with %d bits\n", of->name, one->inputs[0], one->inputs[1],
                    MOST_PRECISION);
            exit(2);
        }
        mpfr_set_prec(value, precision);
        inexact = of->exact != NULL ? of->exact(value, x, MPFR_RNDN) : of->exact_pair(value, x, y, MPFR_RNDN);
        if (inexact == 0 || !mpfr_regular_p(value)) {
            one->result = exact_rounded(which->type, value);
            break;
        }
        if (is_decided(which->type, value, &one->result)) {
            break;
        }
    }
    if (mpfr_regular_p(value)) {
        one->distance = distance_from_boundary(which->type, value);
    }
    mpfr_clear(x);
    mpfr_clear(y);
    mpfr_clear(value);
}

/* ---- Many inputs: one operand ---- */

/* For f32: whether the function is NaN there. MPFR decides at the ends of the domain. */
static int is_outside(const function *of, uint32_t input)
{
    float value;

    memcpy(&value, &input, sizeof value);
    return !(value >= of->least && value <= of->most);
}

static uint32_t result_of(const function *of, const proof *which, uint32_t input, decided_function *decided, void *context)
{
    const unsigned type = which->type;
    const uint64_t magnitude = input & (sign_bit(type) - 1);
    known_result one = {{input, 0}, 0, 0};

    if (type == BL_F32 ? is_outside(of, input) : (int)is_nan_bits(type, input)) {
        return (uint32_t)nan_bits(type);
    }
    exact_result(of, which, &one);
    if (magnitude != 0 && magnitude != infinity_bits(type) && !is_nan_bits(type, one.result)) {
        decided(context, &one);
    }
    return (uint32_t)one.result;
}

static void results_of_one(const function *of, const proof *which, uint32_t first, void *results, decided_function *decided, void *context)
{
    static uint32_t unsure[CHUNK];
    quick_function *quick = quick_by_name(of->name);

    if (which->type != BL_F32 || quick == NULL) {
        for (uint32_t i = 0; i < CHUNK; ++i) {
            set_element(which->type, results, i, result_of(of, which, first + i, decided, context));
        }
        return;
    }
    quick(first, CHUNK, (uint32_t *)results, unsure);
    for (uint32_t i = 0; i < CHUNK; ++i) {
        if (unsure[i]) {
            ((uint32_t *)results)[i] = result_of(of, which, first + i, decided, context);
        }
    }
}

/* ---- Many inputs: two operands ---- */

/* The operand as an f64. An integer of 64 bits is rounded, which changes a power that is finite in f32 by less than 2^-46 of it. */
static double value_of(unsigned type, uint64_t bits)
{
    const unsigned unused = 64 - bits_of_type(type);
    const uint32_t word = (uint32_t)(type == BL_BF16 ? bits << 16 : bits);
    float value;

    if (is_signed_type(type)) {
        return (double)((int64_t)(bits << unused) >> unused);
    }
    if (!is_float_type(type)) {
        return (double)bits;
    }
    if (type == BL_F16) {
        const int field = (int)(bits >> 10 & 31);
        const double digits = (double)((bits & 1023) | (field != 0 ? 1024 : 0)), special = (bits & 1023) != 0 ? (double)NAN : (double)INFINITY;

        return copysign(field == 31 ? special : ldexp(digits, (field != 0 ? field : 1) - 25), (bits & 0x8000) != 0 ? -1 : 1);
    }
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

static void values_of(unsigned type, const void *from, double *into)
{
    static double known[BL_DTYPE_COUNT][CHUNK];
    static int is_known[BL_DTYPE_COUNT];

    if (bits_of_type(type) > 16) {
        for (size_t i = 0; i < CHUNK; ++i) {
            into[i] = value_of(type, element(type, from, i));
        }
        return;
    }
    for (uint32_t i = 0; i < CHUNK && !is_known[type]; ++i) {
        known[type][i] = value_of(type, i & all_ones(bits_of_type(type)));
    }
    is_known[type] = 1;
    for (size_t i = 0; i < CHUNK; ++i) {
        into[i] = known[type][element(type, from, i)];
    }
}

typedef enum parity { EVEN,
                      ODD,
                      NOT_WHOLE } parity;

static parity parity_of(unsigned type, uint64_t bits, double value)
{
    if (!is_float_type(type)) {
        return (bits & 1) != 0 ? ODD : EVEN;
    }
    if (fabs(value) >= 0x1p53) {
        return EVEN;
    }
    if (value != trunc(value)) {
        return NOT_WHOLE;
    }
    return ((int64_t)value & 1) != 0 ? ODD : EVEN;
}

/* Decides the result if the quick value, a power of |x|, is unsure; and the sign. Neither operand is 0, infinite or NaN. */
static void settle_pow(const proof *which, double x, double y, uint64_t y_bits, uint32_t *result, uint32_t *unsure)
{
    const parity is = x < 0 ? parity_of(which->second, y_bits, y) : EVEN;

    if (is == NOT_WHOLE) {
        *result = (uint32_t)nan_bits(which->type);
        *unsure = 0;
        return;
    }
    if (*unsure) { /* far above or below all finite numbers: the logarithm shows it safely */
        const double exponent = y * log2(fabs(x));

        if (fabs(exponent) > 600) {
            *result = exponent > 0 ? (uint32_t)infinity_bits(which->type) : 0;
            *unsure = 0;
        }
    }
    *result |= is == ODD ? (uint32_t)sign_bit(which->type) : 0;
}

/* If an operand is NaN, by C's Annex F. */
static uint32_t result_of_nan(const function *of, unsigned type, double x, double y)
{
    const uint64_t infinity = infinity_bits(type), one = infinity / 2 & (0 - (UINT64_C(1) << fraction_of_type(type)));

    if (of->exact_pair == mpfr_hypot && (isinf(x) || isinf(y))) {
        return (uint32_t)infinity;
    }
    return (uint32_t)(of->exact_pair == mpfr_pow && (x == 1 || y == 0) ? one : nan_bits(type));
}

static void results_of_pairs(const function *of, const proof *which, const void *const *inputs, void *results, decided_function *decided,
                             void *context)
{
    static double x[CHUNK], y[CHUNK];
    static uint32_t words[CHUNK], unsure[CHUNK];
    const int is_pow = of->exact_pair == mpfr_pow;

    values_of(which->type, inputs[0], x);
    values_of(which->second, inputs[1], y);
    quick_pair_by_name(of->name)(which->type, x, y, CHUNK, words, unsure);
    for (size_t i = 0; i < CHUNK; ++i) {
        const int is_special = !isfinite(x[i]) | !isfinite(y[i]) | (x[i] == 0) | (y[i] == 0);

        if (isnan(x[i]) | isnan(y[i])) {
            words[i] = result_of_nan(of, which->type, x[i], y[i]);
            continue;
        }
        if (is_pow && !is_special && ((x[i] < 0) | (unsure[i] != 0))) {
            settle_pow(which, x[i], y[i], element(which->second, inputs[1], i), &words[i], &unsure[i]);
        }
        if (unsure[i] || is_special) {
            known_result one = {{element(which->type, inputs[0], i), element(which->second, inputs[1], i)}, 0, 0};

            exact_result(of, which, &one);
            words[i] = (uint32_t)one.result;
            if (!is_special) {
                decided(context, &one);
            }
        }
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        set_element(which->type, results, i, words[i]);
    }
}

/* ---- Of many: f64 ---- */

static void results_of_doubles(const function *of, const proof *which, const double *x, const double *y, double *results,
                               decided_function *decided, void *context)
{
    other_function *other = is_by_others(which) ? other_by_name(of->name) : NULL;

    for (size_t i = 0; i < CHUNK; ++i) {
        known_result one = {{element(BL_F64, x, i), which->operands == 2 ? element(BL_F64, y, i) : 0}, 0, 0};

        if (other != NULL && other(x[i], y[i], &results[i])) {
            continue;
        }
        exact_result(of, which, &one);
        set_element(BL_F64, results, i, one.result);
        if (!is_of_hard_cases(which) && isfinite(x[i]) && x[i] != 0 && !isnan(results[i])) {
            decided(context, &one);
        }
    }
    unify_nans(BL_F64, results, CHUNK);
}

void reference_results(const function *of, const proof *which, const void *const *inputs, void *results, decided_function *decided,
                       void *context)
{
    if (which->type == BL_F64) {
        results_of_doubles(of, which, (const double *)inputs[0], (const double *)inputs[1], (double *)results, decided, context);
    } else if (of->exact != NULL) {
        results_of_one(of, which, (uint32_t)element(which->type, inputs[0], 0), results, decided, context);
    } else {
        results_of_pairs(of, which, inputs, results, decided, context);
    }
}

void check_sample(const function *of, const proof *which, const void *const *inputs, const void *results, uint64_t seed)
{
    for (size_t i = mixed(seed) % EVERY_SAMPLE; i < CHUNK; i += EVERY_SAMPLE) {
        known_result one = {{element(which->type, inputs[0], i), which->operands == 2 ? element(which->second, inputs[1], i) : 0}, 0, 0};

        exact_result(of, which, &one);
        if (one.result != element(which->type, results, i)) {
            fprintf(stderr, "%s(%" PRIx64 ", %" PRIx64 "): the reference gave %08" PRIx64 ", MPFR %08" PRIx64 "\n", of->name, one.inputs[0],
                    one.inputs[1], element(which->type, results, i), one.result);
            exit(1);
        }
    }
}
