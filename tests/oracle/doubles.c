/* The oracle's functions of f64, in floating numbers of 288 bits: by plain series, with e^x as 2^s squares of e^(x / 2^s), and logarithms
 * by atanh. All are wrong by less than 2^-200 of themselves. Slow and plain; it shares nothing with the library's slow ways.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

enum { WORDS = 9,
       DIGITS = 32 * WORDS };

/* 0.word[0] word[1] ... * 2^exponent; the first bit is set, but of 0. */
typedef struct real {
    int negative, exponent;
    uint32_t word[WORDS];
} real;

static int is_zero(real a)
{
    return a.word[0] == 0;
}

static real shifted_right(real a, int places)
{
    real b = a;
    const int words = places / 32, bits = places % 32;

    for (int i = 0; i < WORDS; ++i) {
        const int at = i - words;
        const uint64_t high = at > 0 && at <= WORDS ? a.word[at - 1] : 0, low = at >= 0 && at < WORDS ? a.word[at] : 0;

        b.word[i] = (uint32_t)((high << 32 | low) >> bits);
    }
    b.exponent += places;
    return b;
}

static real normalized(real a)
{
    int left = DIGITS;

    while (a.word[0] >> 31 == 0 && left-- > 0) {
        for (int i = 0; i < WORDS; ++i) {
            a.word[i] = a.word[i] << 1 | (i + 1 < WORDS ? a.word[i + 1] >> 31 : 0);
        }
        --a.exponent;
    }
    return a;
}

static real real_of(uint64_t whole)
{
    real a = {0, 64, {(uint32_t)(whole >> 32), (uint32_t)whole, 0, 0, 0, 0, 0, 0, 0}};

    return normalized(a);
}

static real real_of_number(number a)
{
    real b = real_of(a.significand);

    b.negative = a.negative;
    b.exponent += a.exponent;
    return b;
}

static number number_of_real(real a)
{
    number b = number_from(a.negative, (uint64_t)a.word[0] << 32 | a.word[1], a.exponent - 64);

    b.more = 1; /* an exact result is wrong by far less than half a bit */
    return b;
}

static int sizes_compared(real a, real b)
{
    for (int i = 0; i < WORDS; ++i) {
        if (a.word[i] != b.word[i]) {
            return a.word[i] < b.word[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Of numbers of one exponent, a at least b. */
static real less_by(real a, real b)
{
    uint64_t borrow = 0;

    for (int i = WORDS; i-- > 0;) {
        const uint64_t rest = (uint64_t)a.word[i] - b.word[i] - borrow;

        a.word[i] = (uint32_t)rest;
        borrow = rest >> 63;
    }
    return a;
}

static real sum_of(real a, real b)
{
    uint64_t carry = 0;

    if (is_zero(a) || is_zero(b)) {
        return is_zero(a) ? b : a;
    }
    if (a.exponent < b.exponent) {
        return sum_of(b, a);
    }
    a = shifted_right(a, 1); /* room for a carry */
    b = shifted_right(b, a.exponent - b.exponent);
    if (a.negative != b.negative) {
        return normalized(sizes_compared(a, b) < 0 ? less_by(b, a) : less_by(a, b));
    }
    for (int i = WORDS; i-- > 0; carry >>= 32) {
        carry += (uint64_t)a.word[i] + b.word[i];
        a.word[i] = (uint32_t)carry;
    }
    return normalized(a);
}

static real opposite(real a)
{
    a.negative = !a.negative;
    return a;
}

static real product_of(real a, real b)
{
    uint32_t words[2 * WORDS] = {0};
    real c = {a.negative != b.negative, a.exponent + b.exponent, {0}};

    for (int i = WORDS; i-- > 0;) {
        uint64_t carry = 0;

        for (int j = WORDS; j-- > 0;) {
            carry += (uint64_t)a.word[i] * b.word[j] + words[i + j + 1];
            words[i + j + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        words[i] = (uint32_t)carry;
    }
    for (int i = 0; i < WORDS; ++i) {
        c.word[i] = words[i];
    }
    return normalized(c);
}

static real part_of(real a, uint32_t by)
{
    uint64_t rest = 0;

    for (int i = 0; i < WORDS; ++i) {
        rest = rest << 32 | a.word[i];
        a.word[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return normalized(a);
}

/* A bit at a time. */
static real quotient_of(real a, real b)
{
    real c = {a.negative != b.negative, a.exponent - b.exponent + 1, {0}};

    a = shifted_right(a, 1);
    b = shifted_right(b, 1);
    for (int i = 0; i < DIGITS; ++i) {
        if (sizes_compared(a, b) >= 0) {
            a = less_by(a, b);
            c.word[i / 32] |= UINT32_C(1) << (31 - i % 32);
        }
        for (int k = 0; k < WORDS; ++k) {
            a.word[k] = a.word[k] << 1 | (k + 1 < WORDS ? a.word[k + 1] >> 31 : 0);
        }
    }
    return normalized(c);
}

/* x + x^3 / 3 + x^5 / 5 + ..., |x| up to 1 / 3 */
static real area_tangent(real x)
{
    const real square = product_of(x, x);
    real sum = x, power = x;

    for (uint32_t n = 3; !is_zero(x) && power.exponent > x.exponent - DIGITS; n += 2) {
        power = product_of(power, square);
        sum = sum_of(sum, part_of(power, n));
    }
    return sum;
}

static real logarithm_of_2(void)
{
    static real log_2;

    if (is_zero(log_2)) {
        log_2 = area_tangent(part_of(real_of(1), 3));
        ++log_2.exponent;
    }
    return log_2;
}

static real power_of(real x)
{
    real sum = real_of(1), term = sum;
    const int squares = x.exponent > -16 ? x.exponent + 16 : 0;

    x.exponent -= squares;
    for (uint32_t n = 1; !is_zero(x) && term.exponent > -DIGITS; ++n) {
        term = part_of(product_of(term, x), n);
        sum = sum_of(sum, term);
    }
    for (int i = 0; i < squares; ++i) {
        sum = product_of(sum, sum);
    }
    return sum;
}

/* a = m 2^k, m from 3 / 4 to 3 / 2 */
static real logarithm_of(real a)
{
    const real one = real_of(1);
    real m = a, log_m, whole;
    int k = a.exponent - (a.word[0] < 0xc0000000);

    m.exponent -= k;
    log_m = area_tangent(quotient_of(sum_of(m, opposite(one)), sum_of(m, one)));
    log_m.exponent += !is_zero(log_m);
    whole = real_of((uint64_t)(k < 0 ? -k : k));
    whole.negative = k < 0;
    return k == 0 ? log_m : sum_of(product_of(whole, logarithm_of_2()), log_m);
}

/* ---- The functions ---- */

static const number nothing = {ZERO, 0, 0, 0, 0}, endless = {INFINITE, 0, 0, 0, 0};

/* e^(a factor), factor at most 1 */
static number power_to(number a, real factor)
{
    real x;

    if (a.kind == NOT_A_NUMBER) {
        return a;
    }
    if (a.kind == ZERO || (a.kind == FINITE && a.exponent < -63 - 70)) {
        return number_from(0, 1, 0); /* the difference from 1 changes no rounding */
    }
    if (a.kind == INFINITE || a.exponent >= -63 + 11) {
        return a.negative ? nothing : endless;
    }
    x = product_of(real_of_number(a), factor);
    return number_of_real(x.negative ? quotient_of(real_of(1), power_of(opposite(x))) : power_of(x));
}

static number exp_of(number a)
{
    return power_to(a, real_of(1));
}

static number exp2_of(number a)
{
    if (a.kind == FINITE && a.exponent >= -63 && a.exponent < -63 + 11 && low_bits(a.significand, (unsigned)-a.exponent) == 0) {
        const int whole = (int)(a.significand >> -a.exponent);

        return number_from(0, 1, a.negative ? -whole : whole);
    }
    return power_to(a, logarithm_of_2());
}

static number log_of(number a)
{
    static const number below_zero = {NOT_A_NUMBER, 0, 0, 0, 0}, pole = {INFINITE, 1, 0, 0, 0};
    real result;

    if (a.kind == NOT_A_NUMBER || a.kind == ZERO) {
        return a.kind == ZERO ? pole : a;
    }
    if (a.negative || a.kind == INFINITE) {
        return a.negative ? below_zero : a;
    }
    result = logarithm_of(real_of_number(a));
    return is_zero(result) ? nothing : number_of_real(result);
}

/* By e^(log|a| / 3). */
static number cbrt_of(number a)
{
    const int is_negative = a.negative;
    real root;

    if (a.kind != FINITE) {
        return a;
    }
    a.negative = 0;
    root = part_of(logarithm_of(real_of_number(a)), 3);
    root = root.negative ? quotient_of(real_of(1), power_of(opposite(root))) : power_of(root);
    root.negative = is_negative;
    return number_of_real(root);
}

/* By e^(-log(a) / 2). */
static number rsqrt_of(number a)
{
    static const number below_zero = {NOT_A_NUMBER, 0, 0, 0, 0};
    real root;

    if (a.kind == ZERO) {
        a.kind = INFINITE;
        return a;
    }
    if (a.kind == NOT_A_NUMBER || a.negative || a.kind == INFINITE) {
        return a.kind == NOT_A_NUMBER ? a : a.negative ? below_zero
                                                       : nothing;
    }
    root = opposite(part_of(logarithm_of(real_of_number(a)), 2));
    return number_of_real(root.negative ? quotient_of(real_of(1), power_of(opposite(root))) : power_of(root));
}

static uint64_t exp_bits(uint64_t a)
{
    return rounded_bits(BL_F64, exp_of(number_of(BL_F64, a)));
}

static uint64_t exp2_bits(uint64_t a)
{
    return rounded_bits(BL_F64, exp2_of(number_of(BL_F64, a)));
}

static uint64_t log_bits(uint64_t a)
{
    return rounded_bits(BL_F64, log_of(number_of(BL_F64, a)));
}

static uint64_t cbrt_bits(uint64_t a)
{
    return rounded_bits(BL_F64, cbrt_of(number_of(BL_F64, a)));
}

static uint64_t rsqrt_bits(uint64_t a)
{
    return rounded_bits(BL_F64, rsqrt_of(number_of(BL_F64, a)));
}

oracle_double *oracle_double_by_name(const char *name)
{
    static const struct {
        const char *name;
        oracle_double *value;
    } known[] = {{"exp", exp_bits}, {"exp2", exp2_bits}, {"log", log_bits}, {"cbrt", cbrt_bits}, {"rsqrt", rsqrt_bits}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        const char *a = known[i].name, *b = name;

        while (*a != '\0' && *a == *b) {
            ++a, ++b;
        }
        if (*a == *b) {
            return known[i].value;
        }
    }
    return NULL;
}
