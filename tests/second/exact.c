/* The exact half of judge two, of floats: MPFR computes, and rounds once to the format, including subnormals and overflow
 * (mpfr_check_range and mpfr_subnormalize under the format's exponents).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "second.h"
#include "exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Between bits and numbers ---- */

void exact_set(mpfr_t value, unsigned type, uint64_t bits)
{
    const unsigned fraction = fraction_of_type(type);
    const uint64_t magnitude = bits & (sign_bit(type) - 1), field = magnitude >> fraction;

    if (magnitude > infinity_bits(type)) {
        mpfr_set_nan(value);
    } else if (magnitude == infinity_bits(type)) {
        mpfr_set_inf(value, bits == magnitude ? 1 : -1);
    } else if (magnitude == 0) {
        mpfr_set_zero(value, bits == magnitude ? 1 : -1);
    } else {
        const uint64_t size = (magnitude & all_ones(fraction)) + (field != 0 ? UINT64_C(1) << fraction : 0);

        mpfr_set_ui_2exp(value, size, last_exponent(type) + (field != 0 ? (int)field - 1 : 0), MPFR_RNDN);
        mpfr_setsign(value, value, bits != magnitude, MPFR_RNDN);
    }
}

/* Fits `value`, which has the format's precision and was rounded once; `beyond` is the direction of that rounding. */
static void fit(mpfr_t value, unsigned type, int beyond)
{
    const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();

    mpfr_set_emin(last_exponent(type) + 1);
    mpfr_set_emax(1 << (bits_of_type(type) - fraction_of_type(type) - 2));
    beyond = mpfr_check_range(value, beyond, MPFR_RNDN);
    (void)mpfr_subnormalize(value, beyond, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
}

static uint64_t bits_of(unsigned type, const mpfr_t value)
{
    const uint64_t sign = mpfr_signbit(value) ? sign_bit(type) : 0;
    const int fraction = (int)fraction_of_type(type);
    int exponent;
    double size;

    if (mpfr_nan_p(value)) {
        return nan_bits(type);
    }
    if (!mpfr_regular_p(value)) {
        return sign | (mpfr_inf_p(value) ? infinity_bits(type) : 0);
    }
    (void)frexp(mpfr_get_d(value, MPFR_RNDN), &exponent); /* a number from 1/2 to 1 times 2^exponent */
    exponent = exponent - 1 - fraction > last_exponent(type) ? exponent - 1 - fraction : last_exponent(type);
    size = ldexp(fabs(mpfr_get_d(value, MPFR_RNDN)), -exponent); /* whole */
    return sign | (((uint64_t)(exponent - last_exponent(type)) << fraction) + (uint64_t)size);
}

mpfr_ptr exact_room(unsigned type)
{
    static mpfr_t rooms[4];
    static int made;

    for (; made < 4; ++made) {
        mpfr_init2(rooms[made], 1 + fraction_of_type((unsigned)made));
    }
    return rooms[type];
}

uint64_t exact_bits(unsigned type, mpfr_t value, int beyond)
{
    fit(value, type, beyond);
    return bits_of(type, value);
}

uint64_t exact_rounded(unsigned type, const mpfr_t value)
{
    mpfr_ptr room = exact_room(type);

    return exact_bits(type, room, mpfr_set(room, value, MPFR_RNDN));
}

mpfr_ptr exact_operand(const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    static mpfr_t operands[8];
    static unsigned made;

    for (; made < 8; ++made) {
        mpfr_init2(operands[made], 64);
    }
    exact_set(operands[i], dtypes[i + 1], x[i]);
    return operands[i];
}

/* ---- Arithmetic ---- */

typedef int binary(mpfr_t to, const mpfr_t a, const mpfr_t b, mpfr_rnd_t how);

static uint64_t rounded_once(const uint8_t *dtypes, const uint64_t *x, binary *f)
{
    mpfr_ptr room = exact_room(dtypes[0]);

    return exact_bits(dtypes[0], room, f(room, exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1), MPFR_RNDN));
}

uint64_t exact_add(const uint8_t *dtypes, const uint64_t *x)
{
    return rounded_once(dtypes, x, mpfr_add);
}

uint64_t exact_sub(const uint8_t *dtypes, const uint64_t *x)
{
    return rounded_once(dtypes, x, mpfr_sub);
}

uint64_t exact_mul(const uint8_t *dtypes, const uint64_t *x)
{
    return rounded_once(dtypes, x, mpfr_mul);
}

uint64_t exact_div(const uint8_t *dtypes, const uint64_t *x)
{
    return rounded_once(dtypes, x, mpfr_div);
}

/* 2^-40 <= |d| < 2^40; for f64 2^400. */
static int is_moderate(unsigned type, mpfr_srcptr d)
{
    const mpfr_exp_t side = type == BL_F64 ? 400 : 40;

    return mpfr_regular_p(d) && mpfr_get_exp(d) > -side && mpfr_get_exp(d) <= side; /* a number is from 2^(exponent - 1) on */
}

uint64_t exact_divisor_inverse(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]), d = exact_operand(dtypes, x, 0);

    if (!is_moderate(dtypes[1], d)) {
        (void)mpfr_set_ui(d, 1, MPFR_RNDN);
    }
    return exact_bits(dtypes[0], room, mpfr_ui_div(room, 1, d, MPFR_RNDN));
}

uint64_t exact_divisor_span(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t sign = dtypes[1] == BL_F64 ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    mpfr_ptr power = exact_operand(dtypes, x, 0);
    uint64_t most, least;

    if (!is_moderate(dtypes[1], power)) {
        return sign;
    }
    (void)mpfr_set_ui_2exp(power, 1, dtypes[1] == BL_F64 ? 600 : 86, MPFR_RNDN);
    most = exact_rounded(dtypes[1], power);
    (void)mpfr_set_ui_2exp(power, 1, dtypes[1] == BL_F64 ? -560 : -86, MPFR_RNDN);
    least = exact_rounded(dtypes[1], power);
    return sign + most - least;
}

uint64_t exact_divisor_scale(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]), d = exact_operand(dtypes, x, 0);

    if (!is_moderate(dtypes[1], d)) {
        return 0;
    }
    (void)mpfr_div_2ui(d, d, 16, MPFR_RNDN);
    return exact_bits(dtypes[0], room, mpfr_ui_div(room, 1, d, MPFR_RNDN));
}

uint64_t exact_divisor_offset(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]), d = exact_operand(dtypes, x, 0);

    return exact_bits(dtypes[0], room, mpfr_set_ui(room, is_moderate(dtypes[1], d) ? 0x8008 : 8, MPFR_RNDN));
}

uint64_t exact_fused(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]);

    return exact_bits(dtypes[0], room, mpfr_fma(room, exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1), exact_operand(dtypes, x, 2), MPFR_RNDN));
}

uint64_t exact_fused_from(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]), a = exact_operand(dtypes, x, 0);

    (void)mpfr_neg(a, a, MPFR_RNDN); /* exact */
    return exact_bits(dtypes[0], room, mpfr_fma(room, a, exact_operand(dtypes, x, 1), exact_operand(dtypes, x, 2), MPFR_RNDN));
}

/* The floor of the quotient, which is rounded to f32, or for f64 to f64. */
uint64_t exact_floor_div(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned type = dtypes[0] == BL_F64 ? BL_F64 : BL_F32;
    mpfr_ptr room = exact_room(type);

    fit(room, type, mpfr_div(room, exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1), MPFR_RNDN));
    (void)mpfr_rint_floor(room, room, MPFR_RNDN); /* exact; zeros keep their signs */
    return exact_rounded(dtypes[0], room);
}

/* Computed from the exact remainder, with each step rounded to the type of the computation. The nearest integer, or the smaller of two, is the
 * ceiling of the number less a half. */
uint64_t exact_floor_quotient(const uint8_t *dtypes, const uint64_t *x)
{
    static mpfr_t half_less;
    static int is_made;
    const unsigned type = dtypes[0] == BL_F64 ? BL_F64 : BL_F32;
    mpfr_srcptr a = exact_operand(dtypes, x, 0), b = exact_operand(dtypes, x, 1);
    mpfr_ptr room = exact_room(type);
    int differ;

    if (!is_made) {
        mpfr_init2(half_less, 1100); /* exact for all numbers of f64 from 1 on */
        is_made = 1;
    }
    if (mpfr_zero_p(b)) {
        fit(room, type, mpfr_div(room, a, b, MPFR_RNDN));
        return exact_rounded(dtypes[0], room);
    }
    (void)mpfr_fmod(room, a, b, MPFR_RNDN); /* exact */
    differ = mpfr_regular_p(room) && mpfr_signbit(room) != mpfr_signbit(b);
    fit(room, type, mpfr_sub(room, a, room, MPFR_RNDN));
    fit(room, type, mpfr_div(room, room, b, MPFR_RNDN));
    if (differ) {
        fit(room, type, mpfr_sub_ui(room, room, 1, MPFR_RNDN));
    }
    if (mpfr_zero_p(room)) {
        mpfr_setsign(room, room, mpfr_signbit(a) != mpfr_signbit(b), MPFR_RNDN);
    } else {
        (void)mpfr_sub_d(half_less, room, 0.5, MPFR_RNDN);
        (void)mpfr_rint_ceil(room, half_less, MPFR_RNDN);
    }
    return exact_rounded(dtypes[0], room);
}

uint64_t exact_fmod(const uint8_t *dtypes, const uint64_t *x)
{
    return rounded_once(dtypes, x, mpfr_fmod);
}

uint64_t exact_floor_mod(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_srcptr a = exact_operand(dtypes, x, 0), b = exact_operand(dtypes, x, 1);
    mpfr_ptr room = exact_room(dtypes[0]);

    (void)mpfr_fmod(room, a, b, MPFR_RNDN); /* exact */
    if (mpfr_zero_p(room)) {
        mpfr_setsign(room, room, mpfr_signbit(b), MPFR_RNDN);
    } else if (!mpfr_nan_p(room) && mpfr_signbit(room) != mpfr_signbit(b)) {
        return exact_bits(dtypes[0], room, mpfr_add(room, room, b, MPFR_RNDN));
    }
    return exact_bits(dtypes[0], room, 0);
}

uint64_t exact_sqrt(const uint8_t *dtypes, const uint64_t *x)
{
    mpfr_ptr room = exact_room(dtypes[0]);

    return exact_bits(dtypes[0], room, mpfr_sqrt(room, exact_operand(dtypes, x, 0), MPFR_RNDN));
}

/* ---- Whole numbers: those of a format's numbers are all in the format ---- */

typedef int whole_by(mpfr_t to, const mpfr_t a);

static uint64_t made_whole(const uint8_t *dtypes, const uint64_t *x, whole_by *f)
{
    mpfr_ptr room = exact_room(dtypes[0]);

    (void)f(room, exact_operand(dtypes, x, 0));
    return exact_bits(dtypes[0], room, 0);
}

uint64_t exact_floor(const uint8_t *dtypes, const uint64_t *x)
{
    return made_whole(dtypes, x, mpfr_floor);
}

uint64_t exact_ceil(const uint8_t *dtypes, const uint64_t *x)
{
    return made_whole(dtypes, x, mpfr_ceil);
}

uint64_t exact_trunc(const uint8_t *dtypes, const uint64_t *x)
{
    return made_whole(dtypes, x, mpfr_trunc);
}

uint64_t exact_round_even(const uint8_t *dtypes, const uint64_t *x)
{
    return made_whole(dtypes, x, mpfr_roundeven);
}

uint64_t exact_round_away(const uint8_t *dtypes, const uint64_t *x)
{
    return made_whole(dtypes, x, mpfr_round);
}

/* ---- Order ---- */

/* -0 is below 0; neither is NaN. */
static int is_below(mpfr_srcptr a, mpfr_srcptr b)
{
    return mpfr_less_p(a, b) || (mpfr_equal_p(a, b) && mpfr_signbit(a) && !mpfr_signbit(b));
}

static uint64_t chosen(const uint8_t *dtypes, const uint64_t *x, int lesser)
{
    mpfr_srcptr a = exact_operand(dtypes, x, 0), b = exact_operand(dtypes, x, 1);

    return mpfr_unordered_p(a, b) ? nan_bits(dtypes[0]) : x[is_below(a, b) != lesser];
}

uint64_t exact_minimum(const uint8_t *dtypes, const uint64_t *x)
{
    return chosen(dtypes, x, 1);
}

uint64_t exact_maximum(const uint8_t *dtypes, const uint64_t *x)
{
    return chosen(dtypes, x, 0);
}

uint64_t exact_min_or_second(const uint8_t *dtypes, const uint64_t *x)
{
    return x[!mpfr_less_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1))];
}

uint64_t exact_max_or_second(const uint8_t *dtypes, const uint64_t *x)
{
    return x[!mpfr_greater_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1))];
}

uint64_t exact_eq(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_equal_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1)) != 0;
}

uint64_t exact_lt(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_less_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1)) != 0;
}

uint64_t exact_le(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_lessequal_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1)) != 0;
}

uint64_t exact_ordered(const uint8_t *dtypes, const uint64_t *x)
{
    return !mpfr_unordered_p(exact_operand(dtypes, x, 0), exact_operand(dtypes, x, 1));
}

int exact_is_ordered(const uint8_t *dtypes, const uint64_t *x)
{
    return exact_ordered(dtypes, x) != 0;
}

/* ---- Bits ---- */

uint64_t exact_neg(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] ^ sign_bit(dtypes[0]);
}

uint64_t exact_same(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] == x[1];
}

uint64_t exact_is_nan(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_nan_p(exact_operand(dtypes, x, 0)) != 0;
}
