/* The quick half of judge two: operators on f16, bf16 and f32, by quick.h, rounded once.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "quick.h"

#include <string.h>

/* ---- Operators of two inputs ---- */

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

/* f16 and bf16: each step in f32. */
static uint64_t quick_numpy_floor_divide(const uint8_t *dtypes, const uint64_t *x)
{
    const real half = {NUMBER, 0, -1, 0, 1}, a = in(dtypes, x, 0), b = in(dtypes, x, 1), left = remainder_of(a, b);
    real value, below;

    if (b.sort == NOTHING) {
        return nearest(dtypes[0], rounded_to(BL_F32, quotient(a, b)));
    }
    value = rounded_to(BL_F32, quotient(rounded_to(BL_F32, sum(a, negated_real(left))), b));
    if (left.sort == NUMBER && left.negative != b.negative) {
        value = rounded_to(BL_F32, sum(value, whole_real(-1)));
    }
    if (value.sort == NOTHING) {
        value.negative = a.negative != b.negative;
    } else if (value.sort == NUMBER) { /* the nearest integer, or the lesser of two */
        below = whole_of(value, DOWN);
        value = order(sum(value, negated_real(below)), half) > 0 ? sum(below, whole_real(1)) : below;
    }
    return nearest(dtypes[0], value);
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

/* A step of an operator that computes in f32. */
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

static uint64_t quick_cast(const uint8_t *dtypes, const uint64_t *x)
{
    const real a = in(dtypes, x, 0);

    if (dtypes[0] == BL_BOOL) {
        return a.sort != NOTHING;
    }
    if (is_minifloat_type(dtypes[0])) {
        return nearest_minifloat(dtypes[0], a, 0);
    }
    if (is_packed_type(dtypes[0])) {
        return saturated(BL_I8, a) & all_ones(bits_of_type(dtypes[0]));
    }
    return is_float_type(dtypes[0]) ? nearest(dtypes[0], a) : saturated(dtypes[0], a);
}

static uint64_t quick_saturating_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest_minifloat(dtypes[0], in(dtypes, x, 0), 1);
}

/* The place of the leading bit counts the powers; a number with more bits is rounded up or down. */
static uint64_t to_scale(const uint8_t *dtypes, const uint64_t *x, int saturates)
{
    const minifloat_format *format = format_of_type(dtypes[0]);
    const real a = in(dtypes, x, 0);
    const uint64_t least = saturates ? 0 : format->nan, most = saturates ? format->most : format->nan;
    uint64_t leading;
    int power, goes_up;

    if (a.sort == NO_NUMBER) {
        return format->nan;
    }
    if (a.negative || a.sort == NOTHING) {
        return least;
    }
    if (a.sort == ENDLESS) {
        return most;
    }
    power = (int)length(a.size) - 1 + a.exponent - format->least_exponent;
    leading = UINT64_C(1) << (length(a.size) - 1);
    if (power < 0) {
        return least;
    }
    if (power > (int)format->most || (power == (int)format->most && a.size != leading)) {
        return most;
    }
    goes_up = x[1] == 0 ? a.size != leading : x[1] != 1 && (a.size & leading >> 1) != 0;
    return (uint64_t)(power + goes_up);
}

static uint64_t quick_rounded_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return to_scale(dtypes, x, 0);
}

static uint64_t quick_clamped_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return to_scale(dtypes, x, 1);
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
        {"numpy_floor_divide", quick_numpy_floor_divide},
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
        {"saturating_cast", quick_saturating_cast},
        {"rounded_cast", quick_rounded_cast},
        {"clamped_cast", quick_clamped_cast},
    };

    return find(ops, BL_COUNT(ops), name);
}
