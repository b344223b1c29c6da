/* The quick half of judge two: operators on f16, bf16 and f32, whose results are an integer of 64 bits, a power of two and one bit
 * that says whether there is more behind it, rounded once. No float of the host takes part (but as a guess of a square root, which
 * integers then prove).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "second.h"

#include <math.h>
#include <string.h>

/* ---- Values ---- */

enum sort {
    NO_NUMBER,
    ENDLESS,
    NOTHING,
    NUMBER
};

/* size * 2^exponent, and a little more where `more` is set. Operands have at most 24 bits. */
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

/* The nearest of the type, of two the even one. */
static inline uint64_t nearest(unsigned type, real value)
{
    const unsigned fraction = fraction_of_type(type);
    const uint64_t sign = value.negative ? sign_bit(type) : 0;
    uint64_t kept, bits;
    int last, lost;

    if (value.sort != NUMBER) {
        return value.sort == NO_NUMBER ? nan_bits(type) : value.sort == ENDLESS ? sign | infinity_bits(type)
                                                                                : sign;
    }
    last = (int)length(value.size) - 1 + value.exponent - (int)fraction; /* the exponent of the last bit that is kept */
    last = last < last_exponent(type) ? last_exponent(type) : last;
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
    bits = ((uint64_t)(last - last_exponent(type)) << fraction) + kept; /* the leading bit of kept counts the exponent on by one */
    return sign | (bits < infinity_bits(type) ? bits : infinity_bits(type));
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

/* Room for the lower operand's bits: one that lies deeper is less than half of the higher one's last bit. */
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
    } else if (high.size >= addend) { /* what is more of the lower one is missing here */
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
    up = 64 - length(a.size); /* so many bits that the quotient has 40 or more */
    a.size <<= up;
    a.more = a.size % b.size != 0;
    a.size /= b.size;
    a.exponent -= (int)up + b.exponent;
    a.negative = negative;
    return a;
}

/* What is left of a, of the quotient rounded towards zero. */
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

/* A number that is whole; what has more behind it is no operand. */
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

/* -1, 0 or 1; of numbers that are none, 2. */
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

/* ---- Operators of two inputs ---- */

static inline real in(const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    return split(dtypes[i + 1], x[i]);
}

static uint64_t quick_add(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], sum(in(dtypes, x, 0), in(dtypes, x, 1)));
}

static uint64_t quick_sub(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], sum(in(dtypes, x, 0), negated_real(in(dtypes, x, 1))));
}

static uint64_t quick_mul(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], product(in(dtypes, x, 0), in(dtypes, x, 1)));
}

static uint64_t quick_div(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], quotient(in(dtypes, x, 0), in(dtypes, x, 1)));
}

/* f16 and bf16: the floor of the quotient in f32. */
static uint64_t quick_floor_div(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(rounded_to(BL_F32, quotient(in(dtypes, x, 0), in(dtypes, x, 1))), DOWN));
}

static uint64_t quick_fmod(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], remainder_of(in(dtypes, x, 0), in(dtypes, x, 1)));
}

static uint64_t quick_floor_mod(const uint8_t *dtypes, const uint64_t *x)
{
    const real b = in(dtypes, x, 1);
    real left = remainder_of(in(dtypes, x, 0), b);

    if (left.sort == NOTHING) {
        left.negative = b.negative;
    } else if (left.sort == NUMBER && left.negative != b.negative) {
        left = sum(left, b);
    }
    return nearest(dtypes[0], left);
}

/* ---- Operators of one input, and their parameters ---- */

static real parameter(const uint64_t *x, unsigned i)
{
    return split(BL_F32, x[1 + i]);
}

/* One step of an operator on f32, or on what is computed in it. */
static inline real stepped(real value)
{
    return rounded_to(BL_F32, value);
}

static uint64_t quick_identity(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0];
}

static uint64_t quick_negative(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] ^ sign_bit(dtypes[0]);
}

static uint64_t quick_abs(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] & ~sign_bit(dtypes[0]);
}

static uint64_t quick_sign(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    return nearest(dtypes[0], a.sort == NO_NUMBER ? a : whole_real(a.sort == NOTHING ? 0 : a.negative ? -1
                                                                                                      : 1));
}

static uint64_t quick_reciprocal(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], quotient(whole_real(1), in(dtypes, x, 0)));
}

static uint64_t quick_sqrt(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], root(in(dtypes, x, 0)));
}

static uint64_t quick_floor(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(in(dtypes, x, 0), DOWN));
}

static uint64_t quick_ceil(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(in(dtypes, x, 0), UP));
}

static uint64_t quick_trunc(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(in(dtypes, x, 0), TO_ZERO));
}

static uint64_t quick_round(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_EVEN));
}

static uint64_t quick_round_half_away(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_AWAY));
}

static uint64_t quick_is_nan(const uint8_t *dtypes, const uint64_t *x)
{
    return in(dtypes, x, 0).sort == NO_NUMBER;
}

static uint64_t quick_is_finite(const uint8_t *dtypes, const uint64_t *x)
{
    const enum sort sort = in(dtypes, x, 0).sort;

    return sort == NOTHING || sort == NUMBER;
}

static uint64_t quick_is_inf(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    return a.sort == ENDLESS && x[a.negative ? 1 : 2] != 0;
}

/* n is rounded to f32 first. */
static uint64_t quick_divide_by_count(const uint8_t *dtypes, const uint64_t *x)
{
    const real n = {x[1] == 0 ? NOTHING : NUMBER, 0, 0, 0, x[1]};

    return nearest(dtypes[0], stepped(quotient(in(dtypes, x, 0), stepped(n))));
}

static uint64_t quick_clamp(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], smaller(larger(in(dtypes, x, 0), split(dtypes[0], x[1])), split(dtypes[0], x[2])));
}

static uint64_t quick_hard_tanh(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], smaller(larger(in(dtypes, x, 0), parameter(x, 0)), parameter(x, 1)));
}

static uint64_t quick_relu(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], larger(in(dtypes, x, 0), whole_real(0)));
}

static uint64_t quick_leaky_relu(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    return order(a, whole_real(0)) == -1 ? nearest(dtypes[0], stepped(product(a, parameter(x, 0)))) : x[0];
}

static uint64_t quick_thresholded_relu(const uint8_t *dtypes, const uint64_t *x)
{
    return order(in(dtypes, x, 0), parameter(x, 0)) == 1 ? x[0] : 0;
}

/* bias, lambd */
static uint64_t quick_shrink(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0), bias = parameter(x, 0), limit = parameter(x, 1);

    if (order(a, negated_real(limit)) == -1) {
        return nearest(dtypes[0], stepped(sum(a, bias)));
    }
    return order(a, limit) == 1 ? nearest(dtypes[0], stepped(sum(a, negated_real(bias)))) : 0;
}

static real hard_sigmoid_of(real a, real alpha, real beta)
{
    return larger(whole_real(0), smaller(whole_real(1), stepped(sum(stepped(product(alpha, a)), beta))));
}

static uint64_t quick_hard_sigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], hard_sigmoid_of(in(dtypes, x, 0), parameter(x, 0), parameter(x, 1)));
}

static uint64_t quick_hard_swish(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0), sixth = stepped(quotient(whole_real(1), whole_real(6))), half = {NUMBER, 0, -1, 0, 1};

    return nearest(dtypes[0], stepped(product(a, hard_sigmoid_of(a, sixth, half))));
}

static real hsigmoid_of(real a)
{
    const real moved = stepped(sum(a, whole_real(3)));

    return stepped(quotient(smaller(larger(moved, whole_real(0)), whole_real(6)), whole_real(6)));
}

static uint64_t quick_hsigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(dtypes[0], hsigmoid_of(in(dtypes, x, 0)));
}

static uint64_t quick_hswish(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    return nearest(dtypes[0], stepped(product(a, hsigmoid_of(a))));
}

/* Towards zero, or what is nearest of the integer type. */
static uint64_t saturated(unsigned type, real a)
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

static uint64_t quick_cast(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    if (dtypes[0] == BL_BOOL) {
        return a.sort != NOTHING;
    }
    return is_float_type(dtypes[0]) ? nearest(dtypes[0], a) : saturated(dtypes[0], a);
}

/* ---- Words that convert f32 ---- */

static uint64_t quick_nearest_integer(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_EVEN));
}

static uint64_t quick_below(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated(dtypes[0], whole_of(in(dtypes, x, 0), DOWN));
}

/* Whether a whole number is in i32 or u32. */
static int is_within(unsigned type, real a)
{
    const real end = {NUMBER, a.negative, (int)bits_of_type(type) - is_signed_type(type), 0, 1}; /* 2^31 or 2^32, of a's sign */
    const int by = order(a, end);

    if (a.sort == NOTHING) {
        return 1;
    }
    return a.negative ? is_signed_type(type) && (by == 1 || by == 0) : by == -1;
}

static int quick_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return is_within(dtypes[0], whole_of(in(dtypes, x, 0), TO_ZERO));
}

static int quick_below_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return is_within(dtypes[0], whole_of(in(dtypes, x, 0), DOWN));
}

meaning_domain *quick_domain(const char *word)
{
    return strcmp(word, "i32_from_f32") == 0 ? quick_fits : strcmp(word, "i32_below_f32") == 0 ? quick_below_fits
                                                                                               : NULL;
}

static uint64_t or_limit(unsigned type, real a)
{
    if (!is_within(type, a)) {
        return is_signed_type(type) ? sign_bit(type) : all_ones(bits_of_type(type));
    }
    return saturated(type, a);
}

static uint64_t quick_or_limit(const uint8_t *dtypes, const uint64_t *x)
{
    return or_limit(dtypes[0], whole_of(in(dtypes, x, 0), TO_ZERO));
}

static uint64_t quick_nearest_or_limit(const uint8_t *dtypes, const uint64_t *x)
{
    return or_limit(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_EVEN));
}

static uint64_t quick_half_bits(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(BL_F16, in(dtypes, x, 0));
}

static uint64_t quick_bfloat_bits(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(BL_BF16, in(dtypes, x, 0));
}

/* ---- The tables ---- */

typedef struct quick_rule {
    const char *name;
    meaning *quick;
} quick_rule;

static meaning *find(const quick_rule *rules, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(rules[i].name, name) == 0) {
            return rules[i].quick;
        }
    }
    return NULL;
}

meaning *quick_word(const char *name)
{
    static const quick_rule words[] = {
        {"neg", quick_negative},
        {"floor", quick_floor},
        {"ceil", quick_ceil},
        {"trunc", quick_trunc},
        {"round_even", quick_round},
        {"round_away", quick_round_half_away},
        {"sqrt", quick_sqrt},
        {"is_nan", quick_is_nan},
        {"f64_from_f32", quick_cast},
        {"f16_from_f32", quick_cast},
        {"bf16_from_f32", quick_cast},
        {"half_of_single", quick_half_bits},
        {"bfloat_of_single", quick_bfloat_bits},
        {"i32_from_f32", quick_cast},
        {"i32_below_f32", quick_below},
        {"i32_saturated_f32", quick_cast},
        {"u32_saturated_f32", quick_cast},
        {"i16_saturated_f32", quick_cast},
        {"u16_saturated_f32", quick_cast},
        {"i32_nearest_f32", quick_nearest_integer},
        {"i16_nearest_f32", quick_nearest_integer},
        {"i32_or_min_f32", quick_or_limit},
        {"u32_or_max_f32", quick_or_limit},
        {"i32_nearest_or_min_f32", quick_nearest_or_limit},
    };

    return find(words, BL_COUNT(words), name);
}

meaning *quick_op(const char *name)
{
    static const quick_rule ops[] = {
        {"add", quick_add},
        {"sub", quick_sub},
        {"mul", quick_mul},
        {"div", quick_div},
        {"floor_div", quick_floor_div},
        {"fmod", quick_fmod},
        {"floor_mod", quick_floor_mod},
        {"reciprocal", quick_reciprocal},
        {"sqrt", quick_sqrt},
        {"negative", quick_negative},
        {"abs", quick_abs},
        {"sign", quick_sign},
        {"floor", quick_floor},
        {"ceil", quick_ceil},
        {"trunc", quick_trunc},
        {"round", quick_round},
        {"round_half_away", quick_round_half_away},
        {"is_nan", quick_is_nan},
        {"is_finite", quick_is_finite},
        {"is_inf", quick_is_inf},
        {"divide_by_count", quick_divide_by_count},
        {"identity", quick_identity},
        {"clamp", quick_clamp},
        {"hard_tanh", quick_hard_tanh},
        {"relu", quick_relu},
        {"leaky_relu", quick_leaky_relu},
        {"thresholded_relu", quick_thresholded_relu},
        {"shrink", quick_shrink},
        {"hard_sigmoid", quick_hard_sigmoid},
        {"hard_swish", quick_hard_swish},
        {"hsigmoid", quick_hsigmoid},
        {"hswish", quick_hswish},
        {"cast", quick_cast},
    };

    return find(ops, BL_COUNT(ops), name);
}
