/* The oracle of operators: their results, written from the specifications' texts and docs/semantics.md, in exact arithmetic (numbers.h).
 * It uses neither the dictionary nor its recipes nor the operators' expressions.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "numbers.h"

/* ---- Operands ---- */

/* The dtype in which an operator's steps are computed: f16 and bf16 use f32, and are rounded once at the end. */
static bl_dtype computed_in(bl_dtype type)
{
    return type == BL_F64 ? BL_F64 : BL_F32;
}

/* Operand 0 is the output, i + 1 input i; the parameters follow the inputs in x, and each rule knows their dtypes. */
static number input(const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    return number_of((bl_dtype)dtypes[i + 1], x[i]);
}

static uint64_t output(const uint8_t *dtypes, number value)
{
    return rounded_bits((bl_dtype)dtypes[0], value);
}

static number f32_parameter(uint64_t bits)
{
    return number_of(BL_F32, bits);
}

static number whole(int value)
{
    return number_from(value < 0, (uint64_t)(value < 0 ? -value : value), 0);
}

/* One step each, rounded in `in`. */
static number sum(bl_dtype in, number a, number b)
{
    return rounded(in, exact_sum(a, b));
}

static number difference(bl_dtype in, number a, number b)
{
    return rounded(in, exact_sum(a, opposite_of(b)));
}

static number product(bl_dtype in, number a, number b)
{
    return rounded(in, exact_product(a, b));
}

static number quotient(bl_dtype in, number a, number b)
{
    return rounded(in, exact_quotient(a, b));
}

/* `low` is applied first, so that `high` wins if the limits are crossed. */
static number limited(number a, number low, number high)
{
    return lesser(greater(a, low), high);
}

static int is_true(uint64_t bits)
{
    return bits != 0;
}

/* ---- Arithmetic ---- */

static uint64_t add(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? output(dtypes, sum(computed_in(type), input(dtypes, x, 0), input(dtypes, x, 1)))
                          : low_bits(x[0] + x[1], width(type));
}

static uint64_t sub(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? output(dtypes, difference(computed_in(type), input(dtypes, x, 0), input(dtypes, x, 1)))
                          : low_bits(x[0] - x[1], width(type));
}

static uint64_t mul(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? output(dtypes, product(computed_in(type), input(dtypes, x, 0), input(dtypes, x, 1)))
                          : low_bits(x[0] * x[1], width(type));
}

static uint64_t squared_difference(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0], in = computed_in(type);
    const uint64_t apart = x[0] - x[1];
    number between;

    if (!is_float(type)) {
        return low_bits(apart * apart, width(type));
    }
    between = difference(in, input(dtypes, x, 0), input(dtypes, x, 1));
    return output(dtypes, product(in, between, between));
}

static uint64_t int_div(bl_dtype type, const uint64_t *x, int floors)
{
    const int negative = is_negative(type, x[0]) != is_negative(type, x[1]);
    const uint64_t a = magnitude(type, x[0]), b = magnitude(type, x[1]);

    return b == 0 ? 0 : with_sign(type, negative, a / b + (floors && negative && a % b != 0));
}

static uint64_t div(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? output(dtypes, quotient(computed_in(type), input(dtypes, x, 0), input(dtypes, x, 1)))
                          : int_div(type, x, 0);
}

static uint64_t floor_div(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? output(dtypes, whole_number(quotient(computed_in(type), input(dtypes, x, 0), input(dtypes, x, 1)),
                                                        DOWNWARDS))
                          : int_div(type, x, 1);
}

/* The remainder has the dividend's sign; x mod 0 is 0. */
static uint64_t fmod_op(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    if (is_float(type)) {
        return output(dtypes, exact_remainder(input(dtypes, x, 0), input(dtypes, x, 1)));
    }
    return x[1] == 0 ? 0 : with_sign(type, is_negative(type, x[0]), magnitude(type, x[0]) % magnitude(type, x[1]));
}

/* The divisor's sign; if the remainder has the other one, the divisor is added. */
static uint64_t floor_mod(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    if (is_float(type)) {
        const number b = input(dtypes, x, 1);
        number rest = exact_remainder(input(dtypes, x, 0), b);

        if (rest.kind == ZERO) {
            rest.negative = b.negative;
        } else if (rest.kind == FINITE && rest.negative != b.negative) {
            rest = sum(computed_in(type), rest, b);
        }
        return output(dtypes, rest);
    } else {
        const uint64_t rest = fmod_op(dtypes, x);

        return rest != 0 && is_negative(type, rest) != is_negative(type, x[1]) ? low_bits(rest + x[1], width(type)) : rest;
    }
}

/* Computed from the exact remainder, except for a divisor of 0: the nearest integer, or the smaller of two. */
static uint64_t numpy_floor_divide(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);
    const number a = input(dtypes, x, 0), b = input(dtypes, x, 1), rest = exact_remainder(a, b);
    number value, below;

    if (b.kind == ZERO) {
        return output(dtypes, quotient(in, a, b));
    }
    value = quotient(in, difference(in, a, rest), b);
    if (rest.kind == FINITE && rest.negative != b.negative) {
        value = difference(in, value, whole(1));
    }
    if (value.kind == ZERO) {
        value.negative = a.negative != b.negative;
        return output(dtypes, value);
    }
    below = whole_number(value, DOWNWARDS);
    if (value.kind == FINITE && is_less(number_from(0, 1, -1), difference(in, value, below))) {
        below = sum(in, below, whole(1));
    }
    return output(dtypes, below);
}

static uint64_t negative(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? x[0] ^ UINT64_C(1) << (width(type) - 1) : low_bits(0 - x[0], width(type));
}

static uint64_t absolute(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return is_float(type) ? low_bits(x[0], width(type) - 1) : magnitude(type, x[0]);
}

/* NaN stays NaN, and both zeros give +0. */
static uint64_t sign(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    const number a = input(dtypes, x, 0);

    if (!is_float(type)) {
        return with_sign(type, is_negative(type, x[0]), x[0] != 0);
    }
    return a.kind == NOT_A_NUMBER ? x[0] : a.kind == ZERO ? 0
                                                          : output(dtypes, whole(a.negative ? -1 : 1));
}

static uint64_t reciprocal(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, quotient(computed_in((bl_dtype)dtypes[0]), whole(1), input(dtypes, x, 0)));
}

static uint64_t square_root(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, rounded(computed_in((bl_dtype)dtypes[0]), exact_root(input(dtypes, x, 0))));
}

static uint64_t floor_op(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, whole_number(input(dtypes, x, 0), DOWNWARDS));
}

static uint64_t ceil_op(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, whole_number(input(dtypes, x, 0), UPWARDS));
}

static uint64_t trunc_op(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, whole_number(input(dtypes, x, 0), TOWARDS_ZERO));
}

static uint64_t round_to_even(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, whole_number(input(dtypes, x, 0), TO_EVEN));
}

static uint64_t round_half_away(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, whole_number(input(dtypes, x, 0), AWAY_FROM_ZERO));
}

static uint64_t divide_by_count(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);

    return output(dtypes, quotient(in, input(dtypes, x, 0), rounded(in, number_of(BL_U32, x[1]))));
}

/* Wraps. 1 over a whole number is 0, except for 1 and -1; over 0 it counts as 0, too. */
static uint64_t power(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    uint64_t result = 1, square = x[0];

    if (is_negative((bl_dtype)dtypes[2], x[1])) {
        if (is_negative(type, x[0]) && magnitude(type, x[0]) == 1) {
            return (x[1] & 1) != 0 ? x[0] : 1;
        }
        return x[0] == 1;
    }
    for (uint64_t rest = x[1]; rest != 0; rest >>= 1) {
        result *= (rest & 1) != 0 ? square : 1;
        square *= square;
    }
    return low_bits(result, width(type));
}

static uint64_t saturating_add(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return saturated_sum(type, is_negative(type, x[0]), magnitude(type, x[0]), is_negative(type, x[1]), magnitude(type, x[1]));
}

static uint64_t saturating_sub(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return saturated_sum(type, is_negative(type, x[0]), magnitude(type, x[0]), !is_negative(type, x[1]), magnitude(type, x[1]));
}

static uint64_t saturating_mul(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    const uint64_t a = magnitude(type, x[0]), b = magnitude(type, x[1]);

    return saturated(type, is_negative(type, x[0]) != is_negative(type, x[1]), a * b, product_high(a, b) != 0);
}

/* ---- Comparisons and logic ---- */

static uint64_t equal(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)is_equal(input(dtypes, x, 0), input(dtypes, x, 1));
}

static uint64_t not_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return !equal(dtypes, x);
}

static uint64_t less(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)is_less(input(dtypes, x, 0), input(dtypes, x, 1));
}

static uint64_t less_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return less(dtypes, x) | equal(dtypes, x);
}

static uint64_t greater_op(const uint8_t *dtypes, const uint64_t *x)
{
    return (uint64_t)is_less(input(dtypes, x, 1), input(dtypes, x, 0));
}

static uint64_t greater_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return greater_op(dtypes, x) | equal(dtypes, x);
}

/* For bool these work on truths, not bytes. */
static uint64_t bitwise_and(const uint8_t *dtypes, const uint64_t *x)
{
    return dtypes[0] == BL_BOOL ? is_true(x[0]) && is_true(x[1]) : x[0] & x[1];
}

static uint64_t bitwise_or(const uint8_t *dtypes, const uint64_t *x)
{
    return dtypes[0] == BL_BOOL ? is_true(x[0]) || is_true(x[1]) : x[0] | x[1];
}

static uint64_t bitwise_xor(const uint8_t *dtypes, const uint64_t *x)
{
    return dtypes[0] == BL_BOOL ? is_true(x[0]) != is_true(x[1]) : x[0] ^ x[1];
}

static uint64_t bitwise_not(const uint8_t *dtypes, const uint64_t *x)
{
    return dtypes[0] == BL_BOOL ? !is_true(x[0]) : low_bits(~x[0], width((bl_dtype)dtypes[0]));
}

/* The count is unsigned: a negative one is too large, too. */
static uint64_t shift_left(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned bits = width((bl_dtype)dtypes[0]);

    return x[1] < bits ? low_bits(x[0] << x[1], bits) : 0;
}

static uint64_t shift_right(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    const unsigned bits = width(type), count = x[1] < bits ? (unsigned)x[1] : bits;
    const uint64_t all = low_bits(UINT64_MAX, bits), kept = count < bits ? x[0] >> count : 0;

    return is_negative(type, x[0]) ? kept | (all ^ low_bits(all, bits - count)) : kept;
}

static uint64_t is_nan_op(const uint8_t *dtypes, const uint64_t *x)
{
    return input(dtypes, x, 0).kind == NOT_A_NUMBER;
}

static uint64_t is_finite_op(const uint8_t *dtypes, const uint64_t *x)
{
    const number a = input(dtypes, x, 0);

    return a.kind == ZERO || a.kind == FINITE;
}

/* negative and positive: the infinities that count. */
static uint64_t is_inf_op(const uint8_t *dtypes, const uint64_t *x)
{
    const number a = input(dtypes, x, 0);

    return a.kind == INFINITE && is_true(a.negative ? x[1] : x[2]);
}

/* ---- Moves, limits, activations ---- */

static uint64_t identity(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0];
}

static uint64_t select_op(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return is_true(x[0]) ? x[1] : x[2];
}

/* For integers a number is exact: a choice among operands has the bits of one of them. */
static uint64_t chosen_bits(bl_dtype type, number value)
{
    return is_float(type) ? rounded_bits(type, value) : integer_bits(type, value);
}

static uint64_t maximum(const uint8_t *dtypes, const uint64_t *x)
{
    return chosen_bits((bl_dtype)dtypes[0], greater(input(dtypes, x, 0), input(dtypes, x, 1)));
}

static uint64_t minimum(const uint8_t *dtypes, const uint64_t *x)
{
    return chosen_bits((bl_dtype)dtypes[0], lesser(input(dtypes, x, 0), input(dtypes, x, 1)));
}

/* The limits are inputs of clip and parameters of clamp; both are of type T and come next. */
static uint64_t clip(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];

    return chosen_bits(type, limited(number_of(type, x[0]), number_of(type, x[1]), number_of(type, x[2])));
}

static uint64_t relu(const uint8_t *dtypes, const uint64_t *x)
{
    return chosen_bits((bl_dtype)dtypes[0], greater(input(dtypes, x, 0), whole(0)));
}

/* alpha, f32 */
static uint64_t leaky_relu(const uint8_t *dtypes, const uint64_t *x)
{
    const number a = input(dtypes, x, 0);

    return is_less(a, whole(0)) ? output(dtypes, product(computed_in((bl_dtype)dtypes[0]), f32_parameter(x[1]), a)) : x[0];
}

/* ---- Compositions of functions ---- */

/* alpha * (e^a - 1) */
static number exponential(number alpha, number a)
{
    return product(BL_F32, alpha, difference(BL_F32, rounded(BL_F32, exact_power_of_e(a)), whole(1)));
}

/* alpha, f32 */
static uint64_t elu(const uint8_t *dtypes, const uint64_t *x)
{
    const number a = input(dtypes, x, 0);

    return is_less(a, whole(0)) ? output(dtypes, exponential(f32_parameter(x[1]), a)) : x[0];
}

/* alpha, gamma, f32 */
static uint64_t selu(const uint8_t *dtypes, const uint64_t *x)
{
    const number a = input(dtypes, x, 0), alpha = f32_parameter(x[1]);
    const number power = rounded(BL_F32, exact_power_of_e(a));
    const number below = difference(BL_F32, product(BL_F32, alpha, power), alpha);

    return output(dtypes, product(BL_F32, f32_parameter(x[2]), is_less(a, whole(0)) ? below : a));
}

/* alpha, f32 */
static uint64_t celu(const uint8_t *dtypes, const uint64_t *x)
{
    const number alpha = f32_parameter(x[1]), a = quotient(BL_F32, input(dtypes, x, 0), alpha);

    return output(dtypes, product(BL_F32, alpha, is_less(a, whole(0)) ? exponential(whole(1), a) : a));
}

static number swish_of(number a, number alpha)
{
    return product(BL_F32, a, rounded(BL_F32, exact_sigmoid(product(BL_F32, alpha, a))));
}

/* alpha, f32 */
static uint64_t swish(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, swish_of(input(dtypes, x, 0), f32_parameter(x[1])));
}

/* a, b; alpha, f32: ONNX's body has two nodes, Swish and Mul. */
static uint64_t swiglu(const uint8_t *dtypes, const uint64_t *x)
{
    const number gate = rounded((bl_dtype)dtypes[0], swish_of(input(dtypes, x, 0), f32_parameter(x[2])));

    return output(dtypes, product(BL_F32, gate, input(dtypes, x, 1)));
}

static uint64_t prelu(const uint8_t *dtypes, const uint64_t *x)
{
    return is_less(input(dtypes, x, 0), whole(0)) ? mul(dtypes, x) : x[0];
}

/* alpha, f32 */
static uint64_t thresholded_relu(const uint8_t *dtypes, const uint64_t *x)
{
    return is_less(f32_parameter(x[1]), input(dtypes, x, 0)) ? x[0] : 0;
}

/* bias, lambd, f32. Integers are computed in f32, those of 32 bits or more in f64, and truncated. */
static uint64_t shrink(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    const bl_dtype in = is_float(type) ? computed_in(type) : width(type) < 32 ? BL_F32
                                                                              : BL_F64;
    const number a = rounded(in, input(dtypes, x, 0)), bias = f32_parameter(x[1]), limit = f32_parameter(x[2]);
    number result = whole(0);

    if (is_less(a, opposite_of(limit))) {
        result = sum(in, a, bias);
    } else if (is_less(limit, a)) {
        result = difference(in, a, bias);
    }
    return chosen_bits(type, result);
}

static number hard_sigmoid_of(bl_dtype in, number a, number alpha, number beta)
{
    return greater(whole(0), lesser(whole(1), sum(in, product(in, alpha, a), beta)));
}

/* alpha, beta, f32 */
static uint64_t hard_sigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, hard_sigmoid_of(computed_in((bl_dtype)dtypes[0]), input(dtypes, x, 0), f32_parameter(x[1]),
                                          f32_parameter(x[2])));
}

/* ONNX: hard_sigmoid with the f32 that is nearest to 1 / 6 and 0.5, times a. */
static uint64_t hard_swish(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);
    const number a = input(dtypes, x, 0), sixth = rounded(BL_F32, exact_quotient(whole(1), whole(6)));

    return output(dtypes, product(in, a, hard_sigmoid_of(in, a, sixth, number_from(0, 1, -1))));
}

/* OpenVINO: min(max(a + 3, 0), 6) / 6. */
static number hsigmoid_of(bl_dtype in, number a)
{
    return quotient(in, limited(sum(in, a, whole(3)), whole(0), whole(6)), whole(6));
}

static uint64_t hsigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, hsigmoid_of(computed_in((bl_dtype)dtypes[0]), input(dtypes, x, 0)));
}

static uint64_t hswish(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);
    const number a = input(dtypes, x, 0);

    return output(dtypes, product(in, a, hsigmoid_of(in, a)));
}

/* low, high, f32 */
static uint64_t hard_tanh(const uint8_t *dtypes, const uint64_t *x)
{
    return output(dtypes, limited(input(dtypes, x, 0), f32_parameter(x[1]), f32_parameter(x[2])));
}

/* ---- Conversions ---- */

static uint64_t cast(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype from = (bl_dtype)dtypes[1], to = (bl_dtype)dtypes[0];
    const number a = input(dtypes, x, 0);

    if (to == BL_BOOL) {
        return a.kind != ZERO;
    }
    if (from == to) {
        return x[0];
    }
    if (is_minifloat(to)) {
        return minifloat_bits(to, a, 0);
    }
    if (is_float(to)) {
        return rounded_bits(to, a);
    }
    if (is_float(from) || is_minifloat(from)) { /* packed types: saturated to i8, and the low bits of that */
        return width(to) < 8 ? low_bits(integer_bits(BL_I8, a), width(to)) : integer_bits(to, a);
    }
    return from == BL_BOOL ? x[0] != 0 : low_bits(extended(from, x[0]), width(to));
}

static uint64_t saturating_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return minifloat_bits((bl_dtype)dtypes[0], input(dtypes, x, 0), 1);
}

static uint64_t rounded_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return scale_bits(input(dtypes, x, 0), x[1], 0);
}

static uint64_t clamped_cast(const uint8_t *dtypes, const uint64_t *x)
{
    return scale_bits(input(dtypes, x, 0), x[1], 1);
}

/* a, scale, zero: the sum in f32 of zero and a quotient, as a minifloat. A zero point of 0 is not added, except in a format of less than
 * 8 bits: it would change -0. NaN has no sign. */
static uint64_t moved_minifloat(const uint8_t *dtypes, const uint64_t *x, number ratio, int saturates)
{
    const number zero = input(dtypes, x, 2);
    number moved = zero.kind != ZERO || width((bl_dtype)dtypes[0]) < 8 ? sum(BL_F32, ratio, zero) : ratio;

    if (moved.kind == NOT_A_NUMBER) {
        moved.negative = 0;
    }
    return minifloat_bits((bl_dtype)dtypes[0], moved, saturates);
}

/* a, scale, zero: a quotient, rounded half to even, and zero are added without bounds, then saturated. */
static uint64_t moved_integer(const uint8_t *dtypes, const uint64_t *x, number ratio)
{
    if (ratio.kind == NOT_A_NUMBER) {
        return x[2];
    }
    return integer_bits((bl_dtype)dtypes[0], exact_sum(whole_number(ratio, TO_EVEN), input(dtypes, x, 2)));
}

/* a / scale in a dtype, to which a is rounded first. */
static number ratio_in(bl_dtype in, const uint8_t *dtypes, const uint64_t *x)
{
    return quotient(in, rounded(in, input(dtypes, x, 0)), input(dtypes, x, 1));
}

static uint64_t saturating_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    return moved_minifloat(dtypes, x, ratio_in(BL_F32, dtypes, x), 1);
}

static uint64_t quantize_linear(const uint8_t *dtypes, const uint64_t *x)
{
    const number ratio = ratio_in(dtypes[1] == BL_F64 || dtypes[2] == BL_F64 ? BL_F64 : BL_F32, dtypes, x);

    return is_minifloat((bl_dtype)dtypes[0]) ? moved_minifloat(dtypes, x, ratio, 0) : moved_integer(dtypes, x, ratio);
}

static uint64_t clamped_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    return moved_minifloat(dtypes, x, ratio_in((bl_dtype)dtypes[2], dtypes, x), 1);
}

static uint64_t rounded_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    const number ratio = ratio_in((bl_dtype)dtypes[2], dtypes, x);

    return is_minifloat((bl_dtype)dtypes[0]) ? moved_minifloat(dtypes, x, ratio, 0) : moved_integer(dtypes, x, ratio);
}

/* a, scale, zero: the difference is exact, and rounded when it becomes a float; so is its product with the scale. */
static uint64_t dequantize_linear(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);
    const number apart = difference(in, input(dtypes, x, 0), input(dtypes, x, 2));

    return output(dtypes, product(in, apart, input(dtypes, x, 1)));
}

/* a, input_low, input_high, output_low, output_high; levels, u32 */
static uint64_t fake_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype in = computed_in((bl_dtype)dtypes[0]);
    const number a = input(dtypes, x, 0), low = input(dtypes, x, 1), high = input(dtypes, x, 2);
    const number output_low = input(dtypes, x, 3), output_high = input(dtypes, x, 4);
    const number steps = rounded(in, number_of(BL_U32, low_bits(x[5] - 1, 32)));
    const number least = lesser(low, high), most = greater(low, high);
    number place;

    if (is_less(a, least) || is_equal(a, least)) {
        return x[3];
    }
    if (is_less(most, a)) {
        return x[4];
    }
    place = product(in, quotient(in, difference(in, a, low), difference(in, high, low)), steps);
    place = quotient(in, whole_number(place, TO_EVEN), steps);
    return output(dtypes, sum(in, product(in, place, difference(in, output_high, output_low)), output_low));
}

/* a, scale, shift: (that number of the minifloat which is nearest to a * scale - shift, plus shift) / scale. Each step is one of T. */
static uint64_t fake_convert(bl_dtype to, const uint8_t *dtypes, const uint64_t *x)
{
    const bl_dtype type = (bl_dtype)dtypes[0];
    const number scale = input(dtypes, x, 1), shift = input(dtypes, x, 2);
    number value = rounded(type, product(BL_F32, input(dtypes, x, 0), scale));

    value = rounded(type, difference(BL_F32, value, shift));
    value = rounded(type, number_of(to, minifloat_bits(to, value, 1)));
    value = rounded(type, sum(BL_F32, value, shift));
    return output(dtypes, quotient(BL_F32, value, scale));
}

static uint64_t fake_convert_e4m3(const uint8_t *dtypes, const uint64_t *x)
{
    return fake_convert(BL_F8E4M3FN, dtypes, x);
}

static uint64_t fake_convert_e5m2(const uint8_t *dtypes, const uint64_t *x)
{
    return fake_convert(BL_F8E5M2, dtypes, x);
}

/* ---- Edges ---- */

/* A whole number of up to 31 bits, of any size, plus a half if wanted. */
static number halves(uint64_t random, int wants_half)
{
    return number_from((int)(random & 1), low_bits(random >> 8, 1 + (unsigned)(random >> 1) % 31) * 2 + (uint64_t)wants_half, -1);
}

/* A multiple of the divisor. */
static uint64_t multiple(const uint8_t *dtypes, const uint64_t *x, uint64_t random)
{
    const bl_dtype type = (bl_dtype)dtypes[1];

    return is_float(type) ? rounded_bits(type, exact_product(input(dtypes, x, 1), halves(random, 0)))
                          : low_bits(x[1] * (random >> random % 64), width(type));
}

/* Halfway from one quantum to the next. */
static uint64_t half_quantum(const uint8_t *dtypes, const uint64_t *x, uint64_t random)
{
    return chosen_bits((bl_dtype)dtypes[1], exact_product(input(dtypes, x, 1), halves(random, 1)));
}

/* Such that a * scale - shift is about halfway between two numbers of eight bits. */
static uint64_t between_minifloats(const uint8_t *dtypes, const uint64_t *x, uint64_t random)
{
    const number halfway = number_from((int)(random & 1), (random >> 1 & 31) | 1, (int)((random >> 8) % 36) - 20);

    return rounded_bits((bl_dtype)dtypes[1], quotient(BL_F32, sum(BL_F32, halfway, input(dtypes, x, 2)), input(dtypes, x, 1)));
}

/* Halfway from one level to the next, between input_low and input_high. */
static uint64_t half_level(const uint8_t *dtypes, const uint64_t *x, uint64_t random)
{
    const bl_dtype type = (bl_dtype)dtypes[1], in = computed_in(type);
    const number low = input(dtypes, x, 1), apart = difference(in, input(dtypes, x, 2), low);
    const uint64_t steps = x[5] < 2 ? 1 : x[5] - 1;
    const number place = quotient(in, number_from(0, (random >> 8) % steps * 2 + 1, -1), rounded(in, number_from(0, steps, 0)));

    return rounded_bits(type, sum(in, low, product(in, apart, place)));
}

/* ---- Folds of several inputs, from left to right ---- */

static uint64_t folded(oracle_op_value *step, size_t count, const uint8_t *dtypes, const uint64_t *x)
{
    uint64_t pair[2] = {x[0], 0};

    for (size_t i = 1; i < count; ++i) {
        pair[1] = x[i];
        pair[0] = step(dtypes, pair);
    }
    return pair[0];
}

#define FOLDED(STEP, COUNT)                                                     \
    static uint64_t STEP##_of_##COUNT(const uint8_t *dtypes, const uint64_t *x) \
    {                                                                           \
        return folded(STEP, COUNT, dtypes, x);                                  \
    }
FOLDED(add, 3)
FOLDED(add, 4)
FOLDED(add, 5)
FOLDED(maximum, 3)
FOLDED(maximum, 4)
FOLDED(maximum, 5)
FOLDED(minimum, 3)
FOLDED(minimum, 4)
FOLDED(minimum, 5)

/* ---- The table ---- */

#define OF_TYPE BL_DTYPE_COUNT /* T */

static const oracle_parameter limits[] = {{"low", OF_TYPE, 0}, {"high", OF_TYPE, 0}};
static const oracle_parameter f32_limits[] = {{"low", BL_F32, 0xbf800000}, {"high", BL_F32, 0x3f800000}};
static const oracle_parameter leak[] = {{"alpha", BL_F32, 0x3c23d70a}};                                  /* 0.01 */
static const oracle_parameter unit[] = {{"alpha", BL_F32, 0x3f800000}};                                  /* 1 */
static const oracle_parameter scales[] = {{"alpha", BL_F32, 0x3fd62d7d}, {"gamma", BL_F32, 0x3f867d5f}}; /* ONNX Selu-6's */
static const oracle_parameter shrinking[] = {{"bias", BL_F32, 0}, {"lambd", BL_F32, 0x3f000000}};        /* 0, 0.5 */
static const oracle_parameter line[] = {{"alpha", BL_F32, 0x3e4ccccd}, {"beta", BL_F32, 0x3f000000}};    /* 0.2, 0.5 */
static const oracle_parameter infinities[] = {{"negative", BL_U8, 1}, {"positive", BL_U8, 1}};
static const oracle_parameter count[] = {{"n", BL_U32, 1}};
static const oracle_parameter how[] = {{"rounding", BL_U32, 0}};
static const oracle_parameter levels[] = {{"levels", BL_U32, 256}};

/* name, inputs, number of parameters, parameters, carries, divides, counts, value, edge */
static const oracle_op_rule ops[] = {
    {"add", 2, 0, NULL, 0, 0, 0, add, NULL},
    {"sub", 2, 0, NULL, 0, 0, 0, sub, NULL},
    {"mul", 2, 0, NULL, 0, 0, 0, mul, NULL},
    {"div", 2, 0, NULL, 0, 1, 0, div, multiple},
    {"floor_div", 2, 0, NULL, 0, 1, 0, floor_div, multiple},
    {"numpy_floor_divide", 2, 0, NULL, 0, 1, 0, numpy_floor_divide, multiple},
    {"fmod", 2, 0, NULL, 0, 1, 0, fmod_op, multiple},
    {"floor_mod", 2, 0, NULL, 0, 1, 0, floor_mod, multiple},
    {"squared_difference", 2, 0, NULL, 0, 0, 0, squared_difference, NULL},
    {"negative", 1, 0, NULL, 1, 0, 0, negative, NULL},
    {"abs", 1, 0, NULL, 1, 0, 0, absolute, NULL},
    {"sign", 1, 0, NULL, 0, 0, 0, sign, NULL},
    {"reciprocal", 1, 0, NULL, 0, 0, 0, reciprocal, NULL},
    {"sqrt", 1, 0, NULL, 0, 0, 0, square_root, NULL},
    {"floor", 1, 0, NULL, 0, 0, 0, floor_op, NULL},
    {"ceil", 1, 0, NULL, 0, 0, 0, ceil_op, NULL},
    {"trunc", 1, 0, NULL, 0, 0, 0, trunc_op, NULL},
    {"round", 1, 0, NULL, 0, 0, 0, round_to_even, NULL},
    {"round_half_away", 1, 0, NULL, 0, 0, 0, round_half_away, NULL},
    {"divide_by_count", 1, 1, count, 0, 0, 0, divide_by_count, NULL},
    {"pow", 2, 0, NULL, 0, 0, 1, power, NULL},
    {"saturating_add", 2, 0, NULL, 0, 0, 0, saturating_add, NULL},
    {"saturating_sub", 2, 0, NULL, 0, 0, 0, saturating_sub, NULL},
    {"saturating_mul", 2, 0, NULL, 0, 0, 0, saturating_mul, NULL},
    {"equal", 2, 0, NULL, 0, 0, 0, equal, NULL},
    {"not_equal", 2, 0, NULL, 0, 0, 0, not_equal, NULL},
    {"less", 2, 0, NULL, 0, 0, 0, less, NULL},
    {"less_equal", 2, 0, NULL, 0, 0, 0, less_equal, NULL},
    {"greater", 2, 0, NULL, 0, 0, 0, greater_op, NULL},
    {"greater_equal", 2, 0, NULL, 0, 0, 0, greater_equal, NULL},
    {"logical_and", 2, 0, NULL, 0, 0, 0, bitwise_and, NULL},
    {"logical_or", 2, 0, NULL, 0, 0, 0, bitwise_or, NULL},
    {"logical_xor", 2, 0, NULL, 0, 0, 0, bitwise_xor, NULL},
    {"logical_not", 1, 0, NULL, 0, 0, 0, bitwise_not, NULL},
    {"bitwise_and", 2, 0, NULL, 0, 0, 0, bitwise_and, NULL},
    {"bitwise_or", 2, 0, NULL, 0, 0, 0, bitwise_or, NULL},
    {"bitwise_xor", 2, 0, NULL, 0, 0, 0, bitwise_xor, NULL},
    {"bitwise_not", 1, 0, NULL, 0, 0, 0, bitwise_not, NULL},
    {"shift_left", 2, 0, NULL, 0, 0, 1, shift_left, NULL},
    {"shift_right", 2, 0, NULL, 0, 0, 1, shift_right, NULL},
    {"is_nan", 1, 0, NULL, 0, 0, 0, is_nan_op, NULL},
    {"is_finite", 1, 0, NULL, 0, 0, 0, is_finite_op, NULL},
    {"is_inf", 1, 2, infinities, 0, 0, 0, is_inf_op, NULL},
    {"identity", 1, 0, NULL, 1, 0, 0, identity, NULL},
    {"select", 3, 0, NULL, 1, 0, 0, select_op, NULL},
    {"maximum", 2, 0, NULL, 0, 0, 0, maximum, NULL},
    {"minimum", 2, 0, NULL, 0, 0, 0, minimum, NULL},
    {"add_of_3", 3, 0, NULL, 0, 0, 0, add_of_3, NULL},
    {"add_of_4", 4, 0, NULL, 0, 0, 0, add_of_4, NULL},
    {"add_of_5", 5, 0, NULL, 0, 0, 0, add_of_5, NULL},
    {"maximum_of_3", 3, 0, NULL, 0, 0, 0, maximum_of_3, NULL},
    {"maximum_of_4", 4, 0, NULL, 0, 0, 0, maximum_of_4, NULL},
    {"maximum_of_5", 5, 0, NULL, 0, 0, 0, maximum_of_5, NULL},
    {"minimum_of_3", 3, 0, NULL, 0, 0, 0, minimum_of_3, NULL},
    {"minimum_of_4", 4, 0, NULL, 0, 0, 0, minimum_of_4, NULL},
    {"minimum_of_5", 5, 0, NULL, 0, 0, 0, minimum_of_5, NULL},
    {"clip", 3, 0, NULL, 0, 0, 0, clip, NULL},
    {"clamp", 1, 2, limits, 0, 0, 0, clip, NULL},
    {"relu", 1, 0, NULL, 0, 0, 0, relu, NULL},
    {"leaky_relu", 1, 1, leak, 0, 0, 0, leaky_relu, NULL},
    {"elu", 1, 1, unit, 0, 0, 0, elu, NULL},
    {"selu", 1, 2, scales, 0, 0, 0, selu, NULL},
    {"celu", 1, 1, unit, 0, 0, 0, celu, NULL},
    {"swish", 1, 1, unit, 0, 0, 0, swish, NULL},
    {"swiglu", 2, 1, unit, 0, 0, 0, swiglu, NULL},
    {"prelu", 2, 0, NULL, 0, 0, 0, prelu, NULL},
    {"thresholded_relu", 1, 1, unit, 0, 0, 0, thresholded_relu, NULL},
    {"shrink", 1, 2, shrinking, 0, 0, 0, shrink, NULL},
    {"hard_sigmoid", 1, 2, line, 0, 0, 0, hard_sigmoid, NULL},
    {"hard_swish", 1, 0, NULL, 0, 0, 0, hard_swish, NULL},
    {"hsigmoid", 1, 0, NULL, 0, 0, 0, hsigmoid, NULL},
    {"hswish", 1, 0, NULL, 0, 0, 0, hswish, NULL},
    {"hard_tanh", 1, 2, f32_limits, 0, 0, 0, hard_tanh, NULL},
    {"cast", 1, 0, NULL, 0, 0, 0, cast, NULL},
    {"saturating_cast", 1, 0, NULL, 0, 0, 0, saturating_cast, NULL},
    {"rounded_cast", 1, 1, how, 0, 0, 0, rounded_cast, NULL},
    {"clamped_cast", 1, 1, how, 0, 0, 0, clamped_cast, NULL},
    {"quantize_linear", 3, 0, NULL, 0, 0, 0, quantize_linear, half_quantum},
    {"saturating_quantize", 3, 0, NULL, 0, 0, 0, saturating_quantize, half_quantum},
    {"rounded_quantize", 3, 0, NULL, 0, 0, 0, rounded_quantize, half_quantum},
    {"clamped_quantize", 3, 0, NULL, 0, 0, 0, clamped_quantize, half_quantum},
    {"dequantize_linear", 3, 0, NULL, 0, 0, 0, dequantize_linear, NULL},
    {"dequantize_to", 3, 0, NULL, 0, 0, 0, dequantize_linear, NULL},
    {"fake_quantize", 5, 1, levels, 0, 0, 0, fake_quantize, half_level},
    {"fake_convert_e4m3", 3, 0, NULL, 0, 0, 0, fake_convert_e4m3, between_minifloats},
    {"fake_convert_e5m2", 3, 0, NULL, 0, 0, 0, fake_convert_e5m2, between_minifloats},
};

const oracle_op_rule *oracle_op(const char *name)
{
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
        const char *a = ops[i].name, *b = name;

        while (*a != '\0' && *a == *b) {
            ++a, ++b;
        }
        if (*a == *b) {
            return &ops[i];
        }
    }
    return NULL;
}
