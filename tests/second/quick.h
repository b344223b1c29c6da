/* Numbers of the quick half of judge two: an integer of 64 bits, a power of two, and a sticky bit that says whether
 * the exact value is larger. The host's floats are not used (except to estimate a square root, which integers then
 * prove).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef QUICK_H
#define QUICK_H

#include "second.h"

#include <math.h>

/* ---- Values ---- */

enum sort {
    NO_NUMBER,
    ENDLESS,
    NOTHING,
    NUMBER
};

/* size * 2^exponent, or slightly more if `more` is set. Operands have at most 24 bits. */
typedef struct real {
    enum sort sort;
    int negative, exponent, more;
    uint64_t size;
} real;

static inline real split(unsigned type, uint64_t bits)
{
    const unsigned fraction = fraction_of_type(type);
    const uint64_t magnitude = bits & (sign_bit(type) - 1), field = magnitude >> fraction;
    real value = {NUMBER, bits != magnitude, last_exponent(type), 0, magnitude & all_ones(fraction)};

    if (magnitude >= infinity_bits(type)) {
        value.sort = magnitude == infinity_bits(type) ? ENDLESS : NO_NUMBER;
    } else if (magnitude == 0) {
        value.sort = NOTHING;
    } else if (field != 0) {
        value.size += UINT64_C(1) << fraction;
        value.exponent += (int)field - 1;
    }
    return value;
}

static inline unsigned length(uint64_t size)
{
    return 64 - (unsigned)__builtin_clzll(size);
}

/* A number's bits without the sign, in a format with a lowest bit of 2^least and no limit of exponents. */
static inline uint64_t nearest_size(real value, unsigned fraction, int least)
{
    uint64_t kept;
    int last, lost;

    last = (int)length(value.size) - 1 + value.exponent - (int)fraction; /* the exponent of the last bit that is kept */
    last = last < least ? least : last;
    lost = last - value.exponent;
    if (lost <= 0) {
        kept = value.size << -lost;
    } else if (lost > 64) {
        kept = 0;
    } else {
        const uint64_t half = UINT64_C(1) << (lost - 1), rest = value.size & (half | (half - 1));

        kept = lost == 64 ? 0 : value.size >> lost;
        kept += rest > half || (rest == half && (value.more || (kept & 1) != 0));
    }
    return ((uint64_t)(last - least) << fraction) + kept; /* the leading bit of kept counts the exponent on by one */
}

/* The nearest number of the type; ties to even. */
static inline uint64_t nearest(unsigned type, real value)
{
    const uint64_t sign = value.negative ? sign_bit(type) : 0;
    uint64_t bits;

    if (value.sort != NUMBER) {
        return value.sort == NO_NUMBER ? nan_bits(type) : value.sort == ENDLESS ? sign | infinity_bits(type)
                                                                                : sign;
    }
    bits = nearest_size(value, fraction_of_type(type), last_exponent(type));
    return sign | (bits < infinity_bits(type) ? bits : infinity_bits(type));
}

/* Likewise of a float of at most 8 bits. */
static inline uint64_t nearest_minifloat(unsigned type, real value, int saturates)
{
    const minifloat_format *format = format_of_type(type);
    const uint64_t sign = value.negative ? sign_bit(type) : 0;
    const uint64_t beyond = minifloat_beyond(format, saturates);
    uint64_t bits;

    if (value.sort != NUMBER) {
        return value.sort == NO_NUMBER ? format->nan : signed_minifloat(type, sign, value.sort == ENDLESS ? beyond : 0);
    }
    bits = nearest_size(value, (unsigned)format->fraction, format->least_exponent - format->fraction);
    return signed_minifloat(type, sign, bits <= format->most ? bits : beyond);
}

static inline real rounded_to(unsigned type, real value)
{
    return split(type, nearest(type, value));
}

static inline real special(enum sort sort, int negative)
{
    const real value = {sort, negative, 0, 0, 0};

    return value;
}

static inline real whole_real(int value)
{
    const real result = {value == 0 ? NOTHING : NUMBER, value < 0, 0, 0, (uint64_t)(value < 0 ? -value : value)};

    return result;
}

static inline real negated_real(real value)
{
    value.negative = !value.negative;
    return value;
}

/* ---- Arithmetic ---- */

/* Room for the lower operand's bits: one further down is less than half of the higher one's last bit. */
enum { ROOM = 36 };

static inline real sum(real a, real b)
{
    real high = a, low = b;
    uint64_t addend;
    int below;

    if (a.sort == NO_NUMBER || b.sort == NO_NUMBER || (a.sort == ENDLESS && b.sort == ENDLESS && a.negative != b.negative)) {
        return special(NO_NUMBER, 0);
    }
    if (a.sort == ENDLESS || b.sort == NOTHING) {
        a.negative = a.sort == NOTHING ? a.negative && b.negative : a.negative;
        return a;
    }
    if (b.sort == ENDLESS || a.sort == NOTHING) {
        return b;
    }
    if (a.exponent < b.exponent) {
        high = b, low = a;
    }
    high.size <<= ROOM;
    high.exponent -= ROOM;
    below = high.exponent - low.exponent;
    if (below <= 0) {
        addend = low.size << -below;
    } else {
        addend = below > 63 ? 0 : low.size >> below;
        high.more = below > 63 || (low.size & all_ones((unsigned)below)) != 0;
    }
    if (high.negative == low.negative) {
        high.size += addend;
    } else if (high.size >= addend) { /* this lacks the excess of the lower one */
        high.size -= addend + (uint64_t)high.more;
    } else {
        high.size = addend - high.size;
        high.negative = low.negative;
    }
    return high.size == 0 ? special(NOTHING, 0) : high;
}

static inline real product(real a, real b)
{
    const int negative = a.negative != b.negative;

    if (a.sort != NUMBER || b.sort != NUMBER) {
        const int none = a.sort == NO_NUMBER || b.sort == NO_NUMBER ||
                         (a.sort == ENDLESS && b.sort == NOTHING) || (a.sort == NOTHING && b.sort == ENDLESS);

        return special(none ? NO_NUMBER : a.sort == ENDLESS || b.sort == ENDLESS ? ENDLESS
                                                                                 : NOTHING,
                       negative);
    }
    a.size *= b.size;
    a.exponent += b.exponent;
    a.negative = negative;
    return a;
}

static inline real quotient(real a, real b)
{
    const int negative = a.negative != b.negative;
    unsigned up;

    if (a.sort != NUMBER || b.sort != NUMBER) {
        const int none = a.sort == NO_NUMBER || b.sort == NO_NUMBER || (a.sort != NUMBER && a.sort == b.sort);

        return special(none ? NO_NUMBER : a.sort == ENDLESS || b.sort == NOTHING ? ENDLESS
                                                                                 : NOTHING,
                       negative);
    }
    up = 64 - length(a.size); /* enough bits for a quotient of at least 40 bits */
    a.size <<= up;
    a.more = a.size % b.size != 0;
    a.size /= b.size;
    a.exponent -= (int)up + b.exponent;
    a.negative = negative;
    return a;
}

/* The remainder of a for the quotient rounded towards zero. */
static inline real remainder_of(real a, real b)
{
    uint64_t left;

    if (a.sort == NO_NUMBER || b.sort == NO_NUMBER || a.sort == ENDLESS || b.sort == NOTHING) {
        return special(NO_NUMBER, 0);
    }
    if (a.sort == NOTHING || b.sort == ENDLESS || a.exponent < b.exponent) { /* then b is normal, and above a */
        return a;
    }
    left = a.size % b.size;
    for (int rest = a.exponent - b.exponent; rest > 0 && left != 0; rest -= 40) {
        left = (left << (rest < 40 ? rest : 40)) % b.size;
    }
    a.sort = left == 0 ? NOTHING : NUMBER;
    a.size = left;
    a.exponent = b.exponent;
    return a;
}

static inline real root(real a)
{
    uint64_t guess;

    if (a.sort == NOTHING || a.sort == NO_NUMBER || a.negative) {
        return a.sort == NOTHING ? a : special(NO_NUMBER, 0);
    }
    if (a.sort == ENDLESS) {
        return a;
    }
    unsigned up = 62 - length(a.size);

    up += (unsigned)(a.exponent - (int)up) & 1;
    a.size <<= up;
    a.exponent = (a.exponent - (int)up) / 2;
    guess = (uint64_t)sqrt((double)a.size);
    while (guess * guess > a.size) {
        --guess;
    }
    while ((guess + 1) * (guess + 1) <= a.size) {
        ++guess;
    }
    a.more = guess * guess != a.size;
    a.size = guess;
    return a;
}

enum whole {
    DOWN,
    UP,
    TO_ZERO,
    HALVES_EVEN,
    HALVES_AWAY
};

/* An integer, rounded in the mode `how`; `more` is not allowed in an operand. */
static inline real whole_of(real a, enum whole how)
{
    uint64_t kept, rest, half;
    unsigned lost;
    int up;

    if (a.sort != NUMBER || a.exponent >= 0) {
        return a;
    }
    lost = a.exponent < -62 ? 62 : (unsigned)-a.exponent; /* of 62 bits less than a half is left, as of more */
    kept = a.size >> lost;
    rest = a.size & all_ones(lost);
    half = UINT64_C(1) << (lost - 1);
    up = how == DOWN ? a.negative && rest != 0 : how == UP        ? !a.negative && rest != 0
                                             : how == HALVES_EVEN ? rest > half || (rest == half && (kept & 1) != 0)
                                                                  : how == HALVES_AWAY && rest >= half;
    a.size = kept + (uint64_t)up;
    a.exponent = 0;
    a.sort = a.size == 0 ? NOTHING : NUMBER;
    return a;
}

/* -1, 0 or 1; 2 for values that are not numbers. */
static inline int order(real a, real b)
{
    const real apart = sum(a, negated_real(b));

    if (a.sort == NO_NUMBER || b.sort == NO_NUMBER) {
        return 2;
    }
    if (a.sort == ENDLESS && b.sort == ENDLESS) {
        return (int)b.negative - a.negative;
    }
    return apart.sort == NOTHING ? 0 : apart.negative ? -1
                                                      : 1;
}

static inline real larger(real a, real b)
{
    const int by = order(a, b);

    return by == 2 ? special(NO_NUMBER, 0) : by > 0 || (by == 0 && !a.negative) ? a
                                                                                : b;
}

static inline real smaller(real a, real b)
{
    const int by = order(a, b);

    return by == 2 ? special(NO_NUMBER, 0) : by < 0 || (by == 0 && a.negative) ? a
                                                                               : b;
}
/* Truncated towards zero, or the nearest value of the integer type. */
static inline uint64_t saturated(unsigned type, real a)
{
    const uint64_t top = is_signed_type(type) ? sign_bit(type) - 1 : all_ones(bits_of_type(type));
    const uint64_t bottom = is_signed_type(type) ? sign_bit(type) : 0; /* the size of the least */
    const uint64_t limit = a.negative ? bottom : top;
    uint64_t size = 0;

    if (a.sort == ENDLESS || (a.sort == NUMBER && a.exponent > 0 && length(a.size) + (unsigned)a.exponent > 64)) {
        size = limit;
    } else if (a.sort == NUMBER) {
        size = a.exponent > 0 ? a.size << a.exponent : whole_of(a, TO_ZERO).size;
        size = size < limit ? size : limit;
    }
    return (a.negative ? UINT64_C(0) - size : size) & all_ones(bits_of_type(type));
}

static inline real in(const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    return split(dtypes[i + 1], x[i]);
}

/* The words that convert f32 (quick_words.c). */
meaning quick_nearest_integer, quick_below, quick_or_limit, quick_nearest_or_limit, quick_half_bits, quick_bfloat_bits;

#endif
