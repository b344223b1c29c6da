/* The oracle's functions: e^a and 1 / (1 + e^-a) of f32, in fixed point, with 120 fraction bits; make prove compares the others
 * with MPFR. They use series and long division, which are slow and simple.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

/* high * 2^64 + low, in units of 2^-120. */
typedef struct fixed {
    uint64_t high, low;
} fixed;

static const fixed one = {UINT64_C(1) << 56, 0};
static const fixed log_2 = {UINT64_C(0x00b17217f7d1cf79), UINT64_C(0xabc9e3b39803f2f6)};

static fixed fixed_sum(fixed a, fixed b)
{
    const fixed sum = {a.high + b.high + (a.low + b.low < a.low), a.low + b.low};

    return sum;
}

static fixed fixed_difference(fixed a, fixed b)
{
    const fixed rest = {a.high - b.high - (a.low < b.low), a.low - b.low};

    return rest;
}

static int fixed_is_less(fixed a, fixed b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static fixed fixed_halved(fixed a, unsigned times)
{
    const fixed half = {times < 64 ? a.high >> times : 0, times == 0    ? a.low
                                                          : times < 64  ? a.low >> times | a.high << (64 - times)
                                                          : times < 128 ? a.high >> (times - 64)
                                                                        : 0};

    return half;
}

/* Too small by at most 3 units. */
static fixed fixed_product(fixed a, fixed b)
{
    const fixed fraction = {a.high << 8 | a.low >> 56, a.low << 8}; /* a is below 1 */
    const fixed whole = {product_high(fraction.high, b.high), fraction.high * b.high};
    const fixed first = {0, product_high(fraction.high, b.low)}, second = {0, product_high(fraction.low, b.high)};

    return fixed_sum(fixed_sum(whole, first), second);
}

static fixed fixed_part(fixed a, unsigned by)
{
    const uint64_t words[] = {a.high >> 32, a.high & 0xffffffff, a.low >> 32, a.low & 0xffffffff};
    uint64_t quotients[4], rest = 0;

    for (unsigned i = 0; i < 4; ++i) {
        quotients[i] = (rest << 32 | words[i]) / by;
        rest = (rest << 32 | words[i]) % by;
    }
    return (fixed){quotients[0] << 32 | quotients[1], quotients[2] << 32 | quotients[3]};
}

/* e^a 2^-k, at least 1 and below 2, and k, for a finite number below 128 with a magnitude of at least 2^-40. */
static fixed power_of(number a, int *k)
{
    fixed rest = fixed_halved((fixed){a.significand, 0}, (unsigned)(-56 - a.exponent)), sum = one, term = one;

    for (*k = 0; !fixed_is_less(rest, log_2); ++*k) {
        rest = fixed_difference(rest, log_2);
    }
    if (a.negative) {
        *k = -*k - 1;
        rest = fixed_difference(log_2, rest);
    }
    for (unsigned n = 1; (term.high | term.low) != 0; ++n) {
        term = fixed_part(fixed_product(rest, term), n);
        sum = fixed_sum(sum, term);
    }
    return sum;
}

static number number_of_fixed(fixed a, int k)
{
    number result = number_from(0, a.high, k - 56);

    result.more = a.low != 0; /* the result is never exact */
    return result;
}

static int is_tiny(number a)
{
    return a.kind == ZERO || (a.kind == FINITE && a.exponent < -63 - 40);
}

static int is_large(number a)
{
    return a.kind == INFINITE || (a.kind == FINITE && a.exponent >= -63 + 7);
}

static const number nothing = {ZERO, 0, 0, 0, 0}, endless = {INFINITE, 0, 0, 0, 0};

number exact_power_of_e(number a)
{
    int k;
    fixed power;

    if (a.kind == NOT_A_NUMBER) {
        return a;
    }
    if (is_tiny(a)) {
        return number_from(0, 1, 0); /* the difference from 1 changes no rounding */
    }
    if (is_large(a)) {
        return a.negative ? nothing : endless;
    }
    power = power_of(a, &k);
    return number_of_fixed(power, k);
}

/* For a below 0: e^a / (1 + e^a). */
number exact_sigmoid(number a)
{
    const int is_negative = a.negative;
    int k;
    fixed power, above, below, quotient = {0, 0};

    if (a.kind == NOT_A_NUMBER) {
        return a;
    }
    if (is_tiny(a)) {
        return number_from(0, 1, -1);
    }
    if (is_large(a)) {
        return is_negative ? nothing : number_from(0, 1, 0);
    }
    a.negative = 1;
    power = power_of(a, &k);
    below = fixed_sum(one, fixed_halved(power, (unsigned)-k));
    above = is_negative ? power : one;
    for (unsigned i = 0; i <= 120; ++i) { /* a bit at a time, from 1 on down */
        const int fits = !fixed_is_less(above, below);

        quotient = fixed_sum(quotient, quotient);
        quotient.low |= (uint64_t)fits;
        above = fits ? fixed_difference(above, below) : above;
        above = fixed_sum(above, above);
    }
    return number_of_fixed(quotient, is_negative ? k : 0);
}
