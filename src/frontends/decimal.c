/* Numbers as text: the nearest f64, without strtod.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "frontend.h"

enum {
    LIMBS = 44,         /* of 32 bits: digits * 10 ^ 310, or digits << FRACTION */
    FRACTION = 1312,    /* fraction bits, so that digits / 10 ^ 365 has all significant bits */
    MOST_DIGITS = 19,   /* this many fit into a uint64_t; later ones do not count */
    LEAST_POWER = -365, /* with this many digits, any number is less than half the least f64 … */
    MOST_POWER = 310    /* … or more than the greatest */
};

static const int32_t exponent_limit = INT32_C(100000000); /* no text has this many digits */

/** A number in decimal: digits * 10 ^ power. */
typedef struct decimal {
    uint64_t digits;
    int32_t power;
} decimal;

/** Reads digits after `count` earlier ones; digits after the point lower the power. Returns their end. */
static const char *read_digits(const char *text, decimal *to, int *count, int is_behind_point)
{
    for (; *text >= '0' && *text <= '9'; ++text) {
        if (*count < MOST_DIGITS) {
            to->digits = to->digits * 10 + (uint64_t)(*text - '0');
            *count += to->digits > 0;
            to->power -= is_behind_point && to->power > -exponent_limit;
        } else {
            to->power += !is_behind_point && to->power < exponent_limit;
        }
    }
    return text;
}

/** Reads the exponent after an e. Returns its end; NULL if it is not an exponent. */
static const char *read_exponent(const char *text, decimal *to)
{
    const int is_negative = *text == '-';
    int32_t exponent = 0;

    text += *text == '-' || *text == '+';
    if (*text < '0' || *text > '9') {
        return NULL;
    }
    for (; *text >= '0' && *text <= '9'; ++text) {
        exponent = exponent < exponent_limit ? exponent * 10 + (*text - '0') : exponent;
    }
    to->power += is_negative ? -exponent : exponent;
    return text;
}

/** The nearest f64 (ties to even) to a number of limbs, the lowest first, with `behind` bits after its point. `more`: the
 * number is slightly larger. */
static double nearest(const uint32_t *limbs, int behind, int more)
{
    int top = LIMBS * 32 - 1;
    int drop;
    uint64_t bits = 0;
    double value;

    while ((limbs[top / 32] >> (top % 32) & 1) == 0) {
        --top;
    }
    drop = top - 52 > behind - 1074 ? top - 52 : behind - 1074; /* bits that do not fit into an f64 */
    for (int i = top; i >= drop; --i) {
        bits = bits << 1 | (limbs[i / 32] >> (i % 32) & 1);
    }
    for (int i = 0; i < drop - 1 && i <= top; ++i) {
        more |= (limbs[i / 32] >> (i % 32) & 1) != 0;
    }
    if (drop - 1 <= top && (limbs[(drop - 1) / 32] >> ((drop - 1) % 32) & 1) != 0) {
        bits += more || (bits & 1) != 0;
    }
    bits += (uint64_t)(drop - behind + 1074) << 52;
    if (bits > (uint64_t)0x7ff << 52) {
        bits = (uint64_t)0x7ff << 52;
    }
    BL_COPY(&value, &bits, sizeof value);
    return value;
}

static double value_of(const decimal *number)
{
    const int behind = number->power < 0 ? FRACTION : 64;
    uint32_t limbs[LIMBS] = {0};
    int more = 0;

    if (number->digits == 0 || number->power < LEAST_POWER) {
        return 0;
    }
    limbs[behind / 32] = (uint32_t)number->digits;
    limbs[behind / 32 + 1] = (uint32_t)(number->digits >> 32);
    for (int i = 0; i < number->power && i < MOST_POWER; ++i) {
        uint64_t carry = 0;

        for (int k = 0; k < LIMBS; ++k) {
            carry += (uint64_t)limbs[k] * 10;
            limbs[k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    for (int i = 0; i > number->power; --i) {
        uint64_t rest = 0;

        for (int k = LIMBS; k-- > 0;) {
            rest = rest << 32 | limbs[k];
            limbs[k] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        more |= rest != 0;
    }
    return nearest(limbs, behind, more);
}

int bl_read_decimal(const char *text, int is_whole, double *value)
{
    const int is_negative = *text == '-';
    decimal number = {0, 0};
    int count = 0;
    const char *digits;

    text += *text == '-' || *text == '+';
    if (!is_whole && bl_same_letters(text, "inf")) {
        const decimal beyond = {1, exponent_limit};

        *value = is_negative ? -value_of(&beyond) : value_of(&beyond);
        return 1;
    }
    digits = text;
    text = read_digits(text, &number, &count, 0);
    if (!is_whole && *text == '.') {
        ++digits;
        text = read_digits(text + 1, &number, &count, 1);
    }
    if (text == digits) { /* there are no digits */
        return 0;
    }
    if (!is_whole && (*text == 'e' || *text == 'E')) {
        text = read_exponent(text + 1, &number);
    }
    *value = is_negative ? -value_of(&number) : value_of(&number);
    return text != NULL && *text == '\0';
}
