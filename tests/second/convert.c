/* The exact half of judge two, for conversions to and from floats.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "exact.h"

/* ---- Numbers of any dtype ---- */

/* A power of two by its number in the format, or NaN. */
static void set_scale(mpfr_ptr value, unsigned type, uint64_t bits)
{
    if (is_nan_bits(type, bits)) {
        mpfr_set_nan(value);
    } else {
        (void)mpfr_set_ui_2exp(value, 1, (mpfr_exp_t)bits + format_of_type(type)->least_exponent, MPFR_RNDN);
    }
}

/* A power of two near the value: above unless it is one (rounding 0), below (1), or the nearest, halfway the one above. */
static uint64_t scale_rounded(unsigned type, mpfr_srcptr value, uint64_t rounding, int saturates)
{
    const minifloat_format *format = format_of_type(type);
    mpfr_exp_t exponent;
    int goes_up;

    if (mpfr_nan_p(value)) {
        return format->nan;
    }
    if (mpfr_cmp_ui_2exp(value, 1, format->least_exponent) < 0) {
        return saturates ? 0 : format->nan;
    }
    if (mpfr_cmp_ui_2exp(value, 1, format->least_exponent + (mpfr_exp_t)format->most) > 0) {
        return saturates ? format->most : format->nan;
    }
    exponent = mpfr_get_exp(value) - 1;
    goes_up = rounding == 0   ? mpfr_cmp_ui_2exp(value, 1, exponent) > 0
              : rounding == 1 ? 0
                              : mpfr_cmp_ui_2exp(value, 3, exponent - 1) >= 0;
    return (uint64_t)(exponent - format->least_exponent + goes_up);
}

/* A float of at most 8 bits, from its fields. */
static void set_minifloat(mpfr_ptr value, unsigned type, uint64_t bits)
{
    const minifloat_format *format = format_of_type(type);
    const unsigned size = (unsigned)(bits & (sign_bit(type) - 1)), leading = 1u << format->fraction;
    const int negative = (bits & sign_bit(type)) != 0, field = (int)(size >> format->fraction);

    if (is_nan_bits(type, bits) || size > format->most) {
        if (!is_nan_bits(type, bits)) {
            mpfr_set_inf(value, negative ? -1 : 1);
        } else {
            mpfr_set_nan(value);
        }
        return;
    }
    (void)mpfr_set_ui_2exp(value, size % leading + (field > 0 ? leading : 0),
                           (field > 1 ? field - 1 : 0) + format->least_exponent - format->fraction, MPFR_RNDN);
    (void)mpfr_setsign(value, value, negative, MPFR_RNDN);
}

/* The nearest number of such a type: a whole number of its last place. */
static uint64_t minifloat_rounded(unsigned type, mpfr_ptr value, int saturates)
{
    const minifloat_format *format = format_of_type(type);
    const unsigned beyond = minifloat_beyond(format, saturates);
    const uint64_t sign = mpfr_signbit(value) ? sign_bit(type) : 0;
    long exponent;
    unsigned long steps;

    if (mpfr_nan_p(value)) {
        return format->nan;
    }
    if (mpfr_zero_p(value)) {
        return signed_minifloat(type, sign, 0);
    }
    if (mpfr_inf_p(value) || mpfr_get_exp(value) > 64) {
        return sign | beyond;
    }
    exponent = mpfr_get_exp(value) - 1 - format->least_exponent; /* above the least */
    exponent = exponent > 0 ? exponent : 0;
    (void)mpfr_abs(value, value, MPFR_RNDN);
    (void)mpfr_mul_2si(value, value, format->fraction - format->least_exponent - exponent, MPFR_RNDN);
    (void)mpfr_rint(value, value, MPFR_RNDN);
    steps = mpfr_get_ui(value, MPFR_RNDN) + ((unsigned long)exponent << format->fraction);
    return signed_minifloat(type, sign, steps > format->most ? beyond : steps);
}

/* Operand 0 as a number, also integers and truths; its bits count as those of `type`. */
static mpfr_ptr number_as(unsigned type, uint64_t bits)
{
    const uint8_t dtypes[] = {BL_F64, (uint8_t)type};
    mpfr_ptr value;

    if (is_float_type(type)) {
        return exact_operand(dtypes, &bits, 0);
    }
    value = exact_operand((const uint8_t[]){BL_F64, BL_F64}, (const uint64_t[]){0}, 0);
    if (is_scale_type(type)) {
        set_scale(value, type, bits);
        return value;
    }
    if (is_minifloat_type(type)) {
        set_minifloat(value, type, bits);
        return value;
    }
    if (is_signed_type(type) && (bits & sign_bit(type)) != 0) {
        (void)mpfr_set_ui(value, sign_bit(type) - (bits - sign_bit(type)), MPFR_RNDN);
        (void)mpfr_neg(value, value, MPFR_RNDN);
    } else {
        (void)mpfr_set_ui(value, type == BL_BOOL ? bits != 0 : bits, MPFR_RNDN);
    }
    return value;
}

/* For a whole number: 0 if it fits into the integer type, otherwise the side on which it is out of range. */
static int side_of(unsigned type, mpfr_srcptr value)
{
    const uint64_t top = is_signed_type(type) ? sign_bit(type) - 1 : all_ones(bits_of_type(type));

    if (mpfr_sgn(value) >= 0) {
        return mpfr_cmp_ui(value, top) > 0;
    }
    return is_signed_type(type) && mpfr_cmp_si_2exp(value, -1, (mpfr_exp_t)bits_of_type(type) - 1) >= 0 ? 0 : -1;
}

/* The bits of a whole number that fits. */
static uint64_t whole_bits(unsigned type, mpfr_srcptr value)
{
    const uint64_t bits = mpfr_sgn(value) < 0 ? (uint64_t)mpfr_get_si(value, MPFR_RNDZ) : mpfr_get_ui(value, MPFR_RNDZ);

    return bits & all_ones(bits_of_type(type));
}

static uint64_t limit_of(unsigned type, int side)
{
    if (side < 0) {
        return is_signed_type(type) ? sign_bit(type) : 0;
    }
    return is_signed_type(type) ? sign_bit(type) - 1 : all_ones(bits_of_type(type));
}

/* The nearest value of the integer type, 0 for NaN. */
static uint64_t saturated_bits(unsigned type, mpfr_ptr value, mpfr_rnd_t how)
{
    if (mpfr_nan_p(value)) {
        return 0;
    }
    if (!mpfr_inf_p(value)) {
        (void)mpfr_rint(value, value, how);
    }
    return side_of(type, value) != 0 ? limit_of(type, side_of(type, value)) : whole_bits(type, value);
}

/* ---- Words ---- */

/* Converts any number to any type: floats are rounded once, to integers towards zero. */
uint64_t convert(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned to = dtypes[0], from = dtypes[1];

    if (to == BL_BOOL) {
        const mpfr_srcptr value = number_as(from, x[0]);

        return mpfr_nan_p(value) || !mpfr_zero_p(value);
    }
    if (is_scale_type(to)) {
        return x[0]; /* from itself */
    }
    if (is_minifloat_type(to)) {
        return minifloat_rounded(to, number_as(from, x[0]), 0);
    }
    if (is_float_type(to)) {
        return exact_rounded(to, number_as(from, x[0]));
    }
    if (is_packed_type(to) && has_nans(from)) {
        return saturated_bits(BL_I8, number_as(from, x[0]), MPFR_RNDZ) & all_ones(bits_of_type(to));
    }
    return is_float_type(from) || is_minifloat_type(from) ? saturated_bits(to, number_as(from, x[0]), MPFR_RNDZ)
                                                          : whole_modulo(dtypes, (const uint64_t[]){from == BL_BOOL ? x[0] != 0 : x[0]});
}

uint64_t convert_saturated(const uint8_t *dtypes, const uint64_t *x)
{
    return minifloat_rounded(dtypes[0], number_as(dtypes[1], x[0]), 1);
}

uint64_t convert_to_scale(const uint8_t *dtypes, const uint64_t *x)
{
    return scale_rounded(dtypes[0], number_as(dtypes[1], x[0]), x[1], 0);
}

uint64_t convert_to_scale_saturated(const uint8_t *dtypes, const uint64_t *x)
{
    return scale_rounded(dtypes[0], number_as(dtypes[1], x[0]), x[1], 1);
}

uint64_t convert_nearest(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated_bits(dtypes[0], number_as(dtypes[1], x[0]), MPFR_RNDN);
}

/* The quotient of two f32, rounded to f32 and then to an integer. */
uint64_t convert_quotient(const uint8_t *dtypes, const uint64_t *x)
{
    const uint8_t singles[] = {BL_F32, BL_F32, BL_F32};

    return saturated_bits(dtypes[0], number_as(BL_F32, exact_div(singles, x)), MPFR_RNDN);
}

uint64_t convert_below(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated_bits(dtypes[0], number_as(dtypes[1], x[0]), MPFR_RNDD);
}

static int fits_by(const uint8_t *dtypes, const uint64_t *x, mpfr_rnd_t how)
{
    const mpfr_ptr value = number_as(dtypes[1], x[0]);

    if (!mpfr_number_p(value)) {
        return 0;
    }
    (void)mpfr_rint(value, value, how);
    return side_of(dtypes[0], value) == 0;
}

int convert_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return fits_by(dtypes, x, MPFR_RNDZ);
}

int convert_below_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return fits_by(dtypes, x, MPFR_RNDD);
}

int convert_is_whole(const uint8_t *dtypes, const uint64_t *x)
{
    return fits_by(dtypes, x, MPFR_RNDZ) && mpfr_integer_p(number_as(dtypes[1], x[0]));
}

/* MIN if it does not fit, and for NaN; MAX for unsigned types. */
static uint64_t or_other(const uint8_t *dtypes, const uint64_t *x, mpfr_rnd_t how)
{
    return fits_by(dtypes, x, how) ? saturated_bits(dtypes[0], number_as(dtypes[1], x[0]), how)
                                   : limit_of(dtypes[0], is_signed_type(dtypes[0]) ? -1 : 1);
}

uint64_t convert_or_other(const uint8_t *dtypes, const uint64_t *x)
{
    return or_other(dtypes, x, MPFR_RNDZ);
}

uint64_t convert_nearest_or_other(const uint8_t *dtypes, const uint64_t *x)
{
    return or_other(dtypes, x, MPFR_RNDN);
}

/* Below 2^50: modulo 2^32. */
uint64_t convert_modulo(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)mpfr_get_si(number_as(dtypes[1], x[0]), MPFR_RNDZ) & all_ones(bits_of_type(dtypes[0]));
}

int convert_is_below_2_50(const uint8_t *dtypes, const uint64_t *x)
{
    const mpfr_ptr value = number_as(dtypes[1], x[0]);

    (void)mpfr_abs(value, value, MPFR_RNDN);
    return mpfr_number_p(value) && mpfr_cmp_ui_2exp(value, 1, 50) < 0;
}

/* The number, or its neighbour in f32 that has the last bit set. */
uint64_t convert_odd(const uint8_t *dtypes, const uint64_t *x)
{
    const mpfr_ptr value = number_as(dtypes[1], x[0]);
    uint64_t below;
    mpfr_t last;

    if (!mpfr_number_p(value) || mpfr_zero_p(value)) {
        return exact_rounded(dtypes[0], value);
    }
    mpfr_init2(last, 64); /* cut off: to 24 bits, and to multiples of 2^-149 */
    (void)mpfr_set(last, value, MPFR_RNDN);
    (void)mpfr_prec_round(last, 24, MPFR_RNDZ);
    (void)mpfr_mul_2si(last, last, -last_exponent(dtypes[0]), MPFR_RNDN);
    (void)mpfr_trunc(last, last);
    (void)mpfr_mul_2si(last, last, last_exponent(dtypes[0]), MPFR_RNDN);
    below = exact_rounded(dtypes[0], last);
    if ((below & (sign_bit(dtypes[0]) - 1)) == infinity_bits(dtypes[0])) {
        --below;
    }
    if (!mpfr_equal_p(last, number_as(dtypes[1], x[0]))) {
        below |= 1;
    }
    mpfr_clear(last);
    return below;
}

/* ---- Bits of f16 and bf16 in a u32 ---- */

uint64_t convert_of_half(const uint8_t *dtypes, const uint64_t *x)
{
    return exact_rounded(dtypes[0], number_as(BL_F16, x[0]));
}

uint64_t convert_of_bfloat(const uint8_t *dtypes, const uint64_t *x)
{
    return exact_rounded(dtypes[0], number_as(BL_BF16, x[0]));
}

int convert_is_16_bits(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] < UINT64_C(1) << 16;
}

uint64_t convert_to_half(const uint8_t *dtypes, const uint64_t *x)
{
    return exact_rounded(BL_F16, number_as(dtypes[1], x[0]));
}

uint64_t convert_to_bfloat(const uint8_t *dtypes, const uint64_t *x)
{
    return exact_rounded(BL_BF16, number_as(dtypes[1], x[0]));
}
