/* The exact half of judge two, for integers: 128 bits are enough for sums and products, and GMP computes larger values.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "exact.h"

#include <gmp.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/* ---- Between bits and numbers ---- */

static wide number(unsigned type, uint64_t bits)
{
    return is_signed_type(type) && (bits & sign_bit(type)) != 0 ? (wide)bits - ((wide)sign_bit(type) << 1) : (wide)bits;
}

static wide least(unsigned type)
{
    return is_signed_type(type) ? -(wide)sign_bit(type) : 0;
}

static wide most(unsigned type)
{
    return is_signed_type(type) ? (wide)sign_bit(type) - 1 : (wide)all_ones(bits_of_type(type));
}

static uint64_t wrapped(unsigned type, wide value)
{
    return (uint64_t)value & all_ones(bits_of_type(type));
}

static uint64_t nearest_in(unsigned type, wide value)
{
    return wrapped(type, value < least(type) ? least(type) : value > most(type) ? most(type)
                                                                                : value);
}

static wide at(const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    return number(dtypes[i + 1], x[i]);
}

/* The floor of value / 2^by. */
static wide shifted_down(wide value, unsigned by)
{
    const wide unit = (wide)1 << by;

    return value / unit - (value % unit < 0);
}

static wide floor_quotient(wide a, wide b)
{
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* ---- Arithmetic ---- */

uint64_t whole_add(const uint8_t *dtypes, const uint64_t *x)
{
    return wrapped(dtypes[0], at(dtypes, x, 0) + at(dtypes, x, 1));
}

uint64_t whole_sub(const uint8_t *dtypes, const uint64_t *x)
{
    return wrapped(dtypes[0], at(dtypes, x, 0) - at(dtypes, x, 1));
}

/* The product of any two operands modulo 2^128. */
static unsigned_wide modular_product(const uint8_t *dtypes, const uint64_t *x)
{
    return (unsigned_wide)at(dtypes, x, 0) * (unsigned_wide)at(dtypes, x, 1);
}

uint64_t whole_mul(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)modular_product(dtypes, x) & all_ones(bits_of_type(dtypes[0]));
}

uint64_t whole_neg(const uint8_t *dtypes, const uint64_t *x)
{
    return wrapped(dtypes[0], -at(dtypes, x, 0));
}

uint64_t whole_magnitude(const uint8_t *dtypes, const uint64_t *x)
{
    const wide a = at(dtypes, x, 0);

    return wrapped(dtypes[0], a < 0 ? -a : a);
}

uint64_t whole_add_saturated(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest_in(dtypes[0], at(dtypes, x, 0) + at(dtypes, x, 1));
}

uint64_t whole_sub_saturated(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest_in(dtypes[0], at(dtypes, x, 0) - at(dtypes, x, 1));
}

/* Products of unsigned numbers need all 128 bits. */
uint64_t whole_mul_saturated(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned_wide product = modular_product(dtypes, x);

    if (is_signed_type(dtypes[0])) {
        return nearest_in(dtypes[0], (wide)product);
    }
    return product > (unsigned_wide)most(dtypes[0]) ? all_ones(bits_of_type(dtypes[0])) : (uint64_t)product;
}

uint64_t whole_mul_high(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)(modular_product(dtypes, x) >> bits_of_type(dtypes[0])) & all_ones(bits_of_type(dtypes[0]));
}

/* a * b / 2^31, to nearest, halves upwards. */
uint64_t whole_mul_fraction(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest_in(dtypes[0], shifted_down(at(dtypes, x, 0) * at(dtypes, x, 1) + ((wide)1 << 30), 31));
}

/* The lower halves of lanes of 64 bits. */
uint64_t whole_mul_even(const uint8_t *dtypes, const uint64_t *x)
{
    const uint8_t half = is_signed_type(dtypes[0]) ? BL_I32 : BL_U32, of_halves[] = {half, half, half};
    const uint64_t halves[] = {x[0] & all_ones(32), x[1] & all_ones(32)};

    return (uint64_t)modular_product(of_halves, halves);
}

/* The exponent is unsigned. */
uint64_t whole_power(const uint8_t *dtypes, const uint64_t *x)
{
    mpz_t base, exponent, modulus;
    uint64_t result;

    mpz_init_set_ui(base, x[0]);
    mpz_init_set_ui(exponent, x[1]);
    mpz_init_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, bits_of_type(dtypes[0]));
    mpz_powm(base, base, exponent, modulus);
    result = mpz_get_ui(base);
    mpz_clears(base, exponent, modulus, NULL);
    return result;
}

uint64_t whole_trunc_div(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] == 0 ? 0 : wrapped(dtypes[0], at(dtypes, x, 0) / at(dtypes, x, 1));
}

uint64_t whole_floor_div(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] == 0 ? 0 : wrapped(dtypes[0], floor_quotient(at(dtypes, x, 0), at(dtypes, x, 1)));
}

uint64_t whole_trunc_mod(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] == 0 ? 0 : wrapped(dtypes[0], at(dtypes, x, 0) % at(dtypes, x, 1));
}

uint64_t whole_floor_mod(const uint8_t *dtypes, const uint64_t *x)
{
    const wide a = at(dtypes, x, 0), b = at(dtypes, x, 1);

    return b == 0 ? 0 : wrapped(dtypes[0], a - b * floor_quotient(a, b));
}

int whole_is_divisible(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] != 0 && !(is_signed_type(dtypes[0]) && at(dtypes, x, 0) == least(dtypes[0]) && at(dtypes, x, 1) == -1);
}

uint64_t whole_one_for_zero(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] == 0 ? 1 : x[0];
}

uint64_t whole_sign_lanes(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) < 0 ? all_ones(bits_of_type(dtypes[0])) : 0;
}

uint64_t whole_minimum(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) < at(dtypes, x, 1) ? x[0] : x[1];
}

uint64_t whole_maximum(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) > at(dtypes, x, 1) ? x[0] : x[1];
}

uint64_t whole_eq(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) == at(dtypes, x, 1);
}

uint64_t whole_lt(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) < at(dtypes, x, 1);
}

uint64_t whole_le(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) <= at(dtypes, x, 1);
}

/* ---- Bits ---- */

uint64_t bits_same(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0];
}

uint64_t bits_shared(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    for (int i = 0; i < 64; ++i) {
        if ((x[0] >> i & 1) + (x[1] >> i & 1) == 2) {
            return 1;
        }
    }
    return 0;
}

uint64_t bits_and(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] & x[1];
}

uint64_t bits_or(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] | x[1];
}

uint64_t bits_xor(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] ^ x[1];
}

/* Shifts by any count, which is unsigned. */
uint64_t whole_shift_left(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] < bits_of_type(dtypes[0]) ? (x[0] << x[1]) & all_ones(bits_of_type(dtypes[0])) : 0;
}

uint64_t whole_shift_right(const uint8_t *dtypes, const uint64_t *x)
{
    return wrapped(dtypes[0], shifted_down(at(dtypes, x, 0), x[1] < 64 ? (unsigned)x[1] : 64));
}

int whole_count_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] < bits_of_type(dtypes[0]);
}

int whole_count_is_positive(const uint8_t *dtypes, const uint64_t *x)
{
    return x[1] > 0 && whole_count_fits(dtypes, x);
}

int whole_is_count(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] < UINT64_C(1) << 31;
}

uint64_t whole_low_halves(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t unit = UINT64_C(1) << bits_of_type(dtypes[0]) / 2;

    return x[0] % unit + x[1] % unit * unit;
}

uint64_t whole_high_halves(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t unit = UINT64_C(1) << bits_of_type(dtypes[0]) / 2;

    return x[0] / unit + x[1] / unit * unit;
}

/* ---- Conversions ---- */

uint64_t whole_modulo(const uint8_t *dtypes, const uint64_t *x)
{
    return wrapped(dtypes[0], at(dtypes, x, 0));
}

uint64_t whole_clamped(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest_in(dtypes[0], at(dtypes, x, 0));
}

int whole_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) >= least(dtypes[0]) && at(dtypes, x, 0) <= most(dtypes[0]);
}

/* From 2^24 on (64 bits: 2^53) a multiple of 2^8 (2^11): a itself, or the odd one of its two neighbours. */
uint64_t whole_round_to_odd(const uint8_t *dtypes, const uint64_t *x)
{
    const int is_wide = bits_of_type(dtypes[0]) == 64;
    const wide a = at(dtypes, x, 0), limit = (wide)1 << (is_wide ? 53 : 24), unit = is_wide ? 2048 : 256;
    const wide below = floor_quotient(a, unit);

    if ((a < 0 ? -a : a) < limit || a % unit == 0) {
        return x[0];
    }
    return wrapped(dtypes[0], (below % 2 != 0 ? below : below + 1) * unit);
}

/* ---- Division by a held value ---- */

/* The least L with 2^L >= size. */
static unsigned ceiling_log(wide size)
{
    unsigned result = 0;

    while ((wide)1 << result < size) {
        ++result;
    }
    return result;
}

/* The greatest L with 2^L <= size. */
static unsigned floor_log(wide size)
{
    unsigned result = 0;

    while ((wide)2 << result <= size) {
        ++result;
    }
    return result;
}

uint64_t whole_divisor_multiplier(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned type = dtypes[1], bits = bits_of_type(type);
    const wide d = at(dtypes, x, 0), size = d < 0 ? -d : d;

    if (d == 0) {
        return 0;
    }
    if (bits == 8) {
        return (uint64_t)(65535 / size);
    }
    if (!is_signed_type(type)) {
        return wrapped(dtypes[0], (((wide)1 << ceiling_log(d)) - d) * ((wide)1 << bits) / d + 1);
    }
    return (uint64_t)((((unsigned_wide)1 << (bits + floor_log(size))) - 1) / (unsigned_wide)size) & all_ones(bits);
}

uint64_t whole_divisor_shift(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned type = dtypes[1];
    const wide d = at(dtypes, x, 0), size = d < 0 ? -d : d;

    if (d == 0) {
        return bits_of_type(type) - 1;
    }
    if (is_signed_type(type)) {
        return floor_log(size);
    }
    return ceiling_log(size) > 0 ? ceiling_log(size) - 1 : 0;
}

uint64_t whole_divisor_first_shift(const uint8_t *dtypes, const uint64_t *x)
{
    return at(dtypes, x, 0) == 1 ? 0 : 1;
}
