/* The correctly rounded results of a function: reference.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/reference.h"
#include "second/exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_PRECISION = 96,
       MOST_PRECISION = 1 << 14 };

quick_function *quick_by_name(const char *name)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) {
        return quick_by_name_8(name);
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? quick_by_name_4(name) : quick_by_name_2(name);
}

/* ---- By MPFR ---- */

/* Of a number from 1/2 to 1 times 2^exponent. A rounding boundary lies midway between two of the type; what is beyond the
 * greatest has none near. */
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

/* Is all that lies within the value's error rounded to the same? */
static int is_decided(unsigned type, const mpfr_t value, uint32_t *result)
{
    const mpfr_prec_t precision = mpfr_get_prec(value);
    uint32_t low, high;
    mpfr_t error, end;

    mpfr_init2(error, precision);
    mpfr_init2(end, precision);
    mpfr_mul_2si(error, value, LOST_BITS - precision, MPFR_RNDN);
    mpfr_sub(end, value, error, MPFR_RNDN);
    low = (uint32_t)exact_rounded(type, end);
    mpfr_add(end, value, error, MPFR_RNDN);
    high = (uint32_t)exact_rounded(type, end);
    mpfr_clear(error);
    mpfr_clear(end);
    *result = low;
    return low == high;
}

uint32_t exact_result(const function *of, unsigned type, uint32_t input, double *distance)
{
    mpfr_t x, value;
    uint32_t result;

    *distance = 0.5;
    mpfr_init2(x, 64);
    mpfr_init2(value, FIRST_PRECISION);
    exact_set(x, type, input);
    for (mpfr_prec_t precision = FIRST_PRECISION;; precision *= 2) {
        int inexact;

        if (precision > MOST_PRECISION) {
            fprintf(stderr, "%s(%08x) is not decided with %d bits\n", of->name, (unsigned)input, MOST_PRECISION);
            exit(2);
        }
        mpfr_set_prec(value, precision);
        inexact = of->exact(value, x, MPFR_RNDN);
        if (inexact == 0 || !mpfr_regular_p(value)) {
            result = (uint32_t)exact_rounded(type, value);
            break;
        }
        if (is_decided(type, value, &result)) {
            break;
        }
    }
    if (mpfr_regular_p(value)) {
        *distance = distance_from_boundary(type, value);
    }
    mpfr_clear(x);
    mpfr_clear(value);
    return result;
}

/* ---- Of many ---- */

/* Of f32: is the function NaN there? At the domain's ends MPFR says. */
static int is_outside(const function *of, uint32_t input)
{
    float value;

    memcpy(&value, &input, sizeof value);
    return !(value >= of->least && value <= of->most);
}

static uint32_t result_of(const function *of, unsigned type, uint32_t input, decided_function *decided, void *context)
{
    const uint64_t magnitude = input & (sign_bit(type) - 1);
    double distance;
    uint32_t result;

    if (type == BL_F32 ? is_outside(of, input) : (int)is_nan_bits(type, input)) {
        return (uint32_t)nan_bits(type);
    }
    result = exact_result(of, type, input, &distance);
    if (magnitude != 0 && magnitude != infinity_bits(type) && !is_nan_bits(type, result)) {
        decided(context, input, result, distance);
    }
    return result;
}

void reference_results(const function *of, unsigned type, uint32_t first, size_t count, void *results, decided_function *decided,
                       void *context)
{
    static uint32_t unsure[CHUNK];
    quick_function *quick = quick_by_name(of->name);
    uint32_t *words = (uint32_t *)results;

    if (type != BL_F32 || quick == NULL) {
        for (size_t i = 0; i < count; ++i) {
            const uint32_t result = result_of(of, type, first + (uint32_t)i, decided, context);

            if (type == BL_F32) {
                words[i] = result;
            } else {
                ((uint16_t *)results)[i] = (uint16_t)result;
            }
        }
        return;
    }
    quick(first, count, words, unsure);
    for (size_t i = 0; i < count; ++i) {
        if (unsure[i]) {
            words[i] = result_of(of, type, first + (uint32_t)i, decided, context);
        }
    }
}
