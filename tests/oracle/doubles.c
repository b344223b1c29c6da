/* The oracle's functions of f64, in floating-point numbers of 288 bits, computed by plain series: e^x from e^(x /
 * 2^s) by s squarings, and logarithms by atanh. The relative error of each is below 2^-200. This code is slow and
 * simple, and shares nothing with the library's slow ways.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

enum { WORDS = 9,
       DIGITS = 32 * WORDS };

/* 0.word[0] word[1] ... * 2^exponent; the first bit is set, except for 0. */
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

    b.more = 1; /* the error of an exact result is far below half a bit */
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

/* The difference of numbers with one exponent, a at least b. */
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

/* Computed by the series near 0, and elsewhere as e^a - 1. */
static number expm1_of(number a)
{
    real x, sum, term;

    if (a.kind == INFINITE && a.negative) {
        return number_from(1, 1, 0);
    }
    if (a.kind != FINITE || a.exponent < -63 - 200 || a.exponent >= -63 + 11) {
        return a.kind == FINITE && a.exponent > -63 ? (a.negative ? number_from(1, 1, 0) : endless) : a;
    }
    x = real_of_number(a);
    if (x.exponent > -8) {
        sum = x.negative ? quotient_of(real_of(1), power_of(opposite(x))) : power_of(x);
        return number_of_real(sum_of(sum, opposite(real_of(1))));
    }
    sum = term = x;
    for (uint32_t n = 2; term.exponent > x.exponent - DIGITS; ++n) {
        term = part_of(product_of(term, x), n);
        sum = sum_of(sum, term);
    }
    return number_of_real(sum);
}

/* log(a) / log(base) */
static number log_to(uint32_t base, number a)
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
    return is_zero(result) ? nothing : number_of_real(base == 0 ? result : quotient_of(result, logarithm_of(real_of(base))));
}

static number log_of(number a)
{
    return log_to(0, a);
}

static number log2_of(number a)
{
    return log_to(2, a);
}

static number log10_of(number a)
{
    return log_to(10, a);
}

/* log(1 + a) is 2 atanh(a / (2 + a)) near 0. */
static number log1p_of(number a)
{
    static const number below_minus_1 = {NOT_A_NUMBER, 0, 0, 0, 0}, pole = {INFINITE, 1, 0, 0, 0};
    real x, sum;

    if (a.kind == NOT_A_NUMBER || a.kind == ZERO || a.kind == INFINITE) {
        return a.kind == INFINITE && a.negative ? below_minus_1 : a;
    }
    x = real_of_number(a);
    sum = sum_of(x, real_of(1));
    if (sum.negative || is_zero(sum)) {
        return is_zero(sum) ? pole : below_minus_1;
    }
    if (x.exponent < -200) {
        return a; /* the difference changes no rounding */
    }
    if (x.exponent > -2) {
        return number_of_real(logarithm_of(sum));
    }
    sum = area_tangent(quotient_of(x, sum_of(x, real_of(2))));
    ++sum.exponent;
    return number_of_real(sum);
}

/* Computed as e^(log|a| / 3). */
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

/* Computed as e^(-log(a) / 2). */
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

/* ---- Sine and cosine: quarter turns are subtracted in integers with 1344 places, one place at a time ---- */

enum { TURN_WORDS = 43 }; /* the first before the point */

static int turns_compared(const uint32_t *a, const uint32_t *b)
{
    for (int i = 0; i < TURN_WORDS; ++i) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

/* a + b or a - b */
static void add_turns(uint32_t *a, const uint32_t *b, int is_less)
{
    uint64_t carry = is_less != 0;

    for (int i = TURN_WORDS; i-- > 0; carry >>= 32) {
        carry += (uint64_t)a[i] + (is_less ? ~b[i] & UINT32_MAX : b[i]);
        a[i] = (uint32_t)carry;
    }
}

/* Whether the quotient is not 0. */
static int divide_turns(uint32_t *a, uint32_t by)
{
    uint64_t rest = 0;
    int is_more = 0;

    for (int i = 0; i < TURN_WORDS; ++i) {
        rest = rest << 32 | a[i];
        a[i] = (uint32_t)(rest / by);
        rest %= by;
        is_more |= a[i] != 0;
    }
    return is_more;
}

/* Adds or subtracts factor atan(1 / n). */
static void add_arc(uint32_t *sum, uint32_t factor, uint32_t n, int is_less)
{
    uint32_t power[TURN_WORDS] = {0}, term[TURN_WORDS];

    power[0] = factor;
    (void)divide_turns(power, n);
    for (uint32_t i = 1;; i += 2) {
        for (int j = 0; j < TURN_WORDS; ++j) {
            term[j] = power[j];
        }
        if (!divide_turns(term, i)) {
            return;
        }
        add_turns(sum, term, is_less != (i % 4 == 3));
        (void)divide_turns(power, n * n);
    }
}

/* pi / 2, by Machin's formula */
static const uint32_t *quarter_turn(void)
{
    static uint32_t quarter[TURN_WORDS];

    if (quarter[0] == 0) {
        add_arc(quarter, 8, 5, 0);
        add_arc(quarter, 2, 239, 1);
    }
    return quarter;
}

/* |a|, 1 or more, modulo quarter turns; *quarters is their number. */
static real without_quarters(number a, unsigned *quarters)
{
    const uint32_t *quarter = quarter_turn();
    uint32_t rest[TURN_WORDS] = {0}, fraction[TURN_WORDS] = {0};
    real x = {0, 32, {0}};
    int first = 0;

    for (int place = a.exponent + 63; place >= 0; --place) {
        add_turns(rest, rest, 0);
        rest[0] += place >= a.exponent ? (uint32_t)(a.significand >> (place - a.exponent)) & 1 : 0;
        for (*quarters *= 2; turns_compared(rest, quarter) >= 0; ++*quarters) {
            add_turns(rest, quarter, 1);
        }
    }
    if (a.exponent < 0) {
        const uint64_t left = a.significand << (64 + a.exponent);

        fraction[1] = (uint32_t)(left >> 32);
        fraction[2] = (uint32_t)left;
        add_turns(rest, fraction, 0);
        for (; turns_compared(rest, quarter) >= 0; ++*quarters) {
            add_turns(rest, quarter, 1);
        }
    }
    while (rest[first] == 0) {
        ++first;
    }
    for (int i = 0; i < WORDS; ++i) {
        x.word[i] = rest[first + i];
    }
    x.exponent -= 32 * first;
    return normalized(x);
}

/* The sine of |a| plus a number of quarter turns, by the series. */
static number sine_of(number a, unsigned more)
{
    unsigned quarters = 0;
    real x, square, term, sum;

    a.negative = 0;
    x = a.exponent >= -63 ? without_quarters(a, &quarters) : real_of_number(a);
    quarters += more;
    square = product_of(x, x);
    sum = term = quarters % 2 == 0 ? x : real_of(1);
    for (uint32_t n = quarters % 2 == 0 ? 2 : 1; term.exponent > x.exponent - DIGITS; n += 2) {
        term = opposite(part_of(product_of(term, square), n * (n + 1)));
        sum = sum_of(sum, term);
    }
    sum.negative ^= quarters % 4 > 1;
    return number_of_real(sum);
}

static const number nowhere = {NOT_A_NUMBER, 0, 0, 0, 0};

static number sin_of(number a)
{
    number sine = a;

    if (a.kind == FINITE && a.exponent > -63 - 200) {
        sine = sine_of(a, 0);
        sine.negative ^= a.negative;
    }
    return a.kind == INFINITE ? nowhere : sine;
}

static number cos_of(number a)
{
    if (a.kind == INFINITE || a.kind == NOT_A_NUMBER) {
        return nowhere;
    }
    return a.kind == FINITE && a.exponent > -63 - 200 ? sine_of(a, 1) : number_from(0, 1, 0);
}

/* Computed as e^(log(s) / 2) for the sum s of the squares; exact if the square of its first 64 bits is s. */
static number hypot_of(number a, number b)
{
    real x, y, sum, root, exact;
    number result;

    if (a.kind == INFINITE || b.kind == INFINITE) {
        return endless;
    }
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER) {
        return nowhere;
    }
    a.negative = b.negative = 0;
    if (a.kind == ZERO || b.kind == ZERO) {
        return a.kind == ZERO ? b : a;
    }
    x = real_of_number(a);
    y = real_of_number(b);
    sum = sum_of(product_of(x, x), product_of(y, y));
    root = part_of(logarithm_of(sum), 2);
    root = root.negative ? quotient_of(real_of(1), power_of(opposite(root))) : power_of(root);
    exact = real_of(1);
    exact.exponent += root.exponent - 65;
    exact = sum_of(root, exact); /* rounded */
    for (int i = 2; i < WORDS; ++i) {
        exact.word[i] = 0;
    }
    x = product_of(exact, exact);
    if (x.exponent != sum.exponent || sizes_compared(x, sum) != 0) {
        return number_of_real(root);
    }
    result = number_of_real(exact);
    result.more = 0;
    return result;
}

struct oracle_double {
    const char *name;
    number (*of_one)(number a);
    number (*of_two)(number a, number b); /* or NULL */
};

uint64_t oracle_double_value(const oracle_double *of, const uint64_t *x)
{
    const number a = number_of(BL_F64, x[0]);

    return rounded_bits(BL_F64, of->of_two != NULL ? of->of_two(a, number_of(BL_F64, x[1])) : of->of_one(a));
}

const oracle_double *oracle_double_by_name(const char *name)
{
    static const oracle_double known[] = {
        {"exp", exp_of, NULL},
        {"exp2", exp2_of, NULL},
        {"expm1", expm1_of, NULL},
        {"log", log_of, NULL},
        {"log2", log2_of, NULL},
        {"log10", log10_of, NULL},
        {"log1p", log1p_of, NULL},
        {"cbrt", cbrt_of, NULL},
        {"rsqrt", rsqrt_of, NULL},
        {"sin", sin_of, NULL},
        {"cos", cos_of, NULL},
        {"hypot", NULL, hypot_of},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        const char *a = known[i].name, *b = name;

        while (*a != '\0' && *a == *b) {
            ++a, ++b;
        }
        if (*a == *b) {
            return &known[i];
        }
    }
    return NULL;
}
