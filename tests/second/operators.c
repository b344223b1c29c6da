/* The exact half of judge two, for operators: each step is a word's meaning, rounded to the dtype of the computation (f32 for f16 and
 * bf16); the last one is also rounded to the result's.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "exact.h"

static const uint64_t one_f32 = 0x3f800000;

/* ---- Steps ---- */

static unsigned computed_in(unsigned type)
{
    return type == BL_F64 ? BL_F64 : BL_F32;
}

static uint64_t as(unsigned to, unsigned from, uint64_t bits)
{
    return to == from ? bits : convert((const uint8_t[]){(uint8_t)to, (uint8_t)from}, &bits);
}

static uint64_t step(meaning *f, unsigned in, uint64_t a, uint64_t b)
{
    return f((const uint8_t[]){(uint8_t)in, (uint8_t)in, (uint8_t)in}, (const uint64_t[]){a, b});
}

/* Operand i in the dtype of the computation. */
static uint64_t widened(unsigned in, const uint8_t *dtypes, const uint64_t *x, unsigned i)
{
    return as(in, dtypes[i + 1], x[i]);
}

static uint64_t order_by(meaning *floats, meaning *integers, unsigned type, uint64_t a, uint64_t b)
{
    return step(is_float_type(type) ? floats : integers, type, a, b);
}

static uint64_t limited(unsigned type, uint64_t a, uint64_t low, uint64_t high)
{
    return order_by(exact_minimum, whole_minimum, type, order_by(exact_maximum, whole_maximum, type, a, low), high);
}

static int is_less(unsigned type, uint64_t a, uint64_t b)
{
    return order_by(exact_lt, whole_lt, type, a, b) != 0;
}

/* ---- Arithmetic ---- */

uint64_t op_squared_difference(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);
    uint64_t apart;

    if (!is_float_type(dtypes[0])) {
        apart = whole_sub(dtypes, x);
        return step(whole_mul, dtypes[0], apart, apart);
    }
    apart = step(exact_sub, in, widened(in, dtypes, x, 0), widened(in, dtypes, x, 1));
    return as(dtypes[0], in, step(exact_mul, in, apart, apart));
}

uint64_t op_pow(const uint8_t *dtypes, const uint64_t *x)
{
    const int is_negative = is_signed_type(dtypes[2]) && (x[1] & sign_bit(dtypes[2])) != 0;
    const int is_minus_one = is_signed_type(dtypes[0]) && x[0] == all_ones(bits_of_type(dtypes[0]));

    if (is_negative) {
        return is_minus_one && (x[1] & 1) != 0 ? x[0] : x[0] == 1 || is_minus_one;
    }
    return whole_power(dtypes, x);
}

uint64_t op_reciprocal(const uint8_t *dtypes, const uint64_t *x)
{
    return step(exact_div, dtypes[0], as(dtypes[0], BL_F32, one_f32), x[0]);
}

uint64_t op_abs(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] & (sign_bit(dtypes[0]) - 1);
}

uint64_t op_same(const uint8_t *dtypes, const uint64_t *x)
{
    return is_signed_type(dtypes[0]) ? whole_magnitude(dtypes, x) : x[0];
}

uint64_t op_sign(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t size = op_abs(dtypes, x);

    if (is_nan_bits(dtypes[0], x[0])) {
        return x[0];
    }
    return size == 0 ? 0 : as(dtypes[0], BL_F32, one_f32) | (x[0] ^ size);
}

uint64_t op_integer_sign(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] == 0 ? 0 : is_signed_type(dtypes[0]) && (x[0] & sign_bit(dtypes[0])) != 0 ? all_ones(bits_of_type(dtypes[0]))
                                                                                          : 1;
}

uint64_t op_divide_by_count(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return as(dtypes[0], in, step(exact_div, in, widened(in, dtypes, x, 0), as(in, BL_U32, x[1])));
}

/* ---- Comparisons, limits and logic ---- */

/* For bools the truth counts. */
static uint64_t compared(meaning *floats, meaning *integers, const uint8_t *dtypes, const uint64_t *x)
{
    if (dtypes[1] == BL_BOOL) {
        return integers((const uint8_t[]){BL_BOOL, BL_U8, BL_U8}, (const uint64_t[]){x[0] != 0, x[1] != 0});
    }
    return (is_float_type(dtypes[1]) ? floats : integers)(dtypes, x);
}

uint64_t op_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return compared(exact_eq, whole_eq, dtypes, x);
}

uint64_t op_not_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return !op_equal(dtypes, x);
}

uint64_t op_less(const uint8_t *dtypes, const uint64_t *x)
{
    return compared(exact_lt, whole_lt, dtypes, x);
}

uint64_t op_less_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return compared(exact_le, whole_le, dtypes, x);
}

uint64_t op_greater(const uint8_t *dtypes, const uint64_t *x)
{
    return op_less(dtypes, (const uint64_t[]){x[1], x[0]});
}

uint64_t op_greater_equal(const uint8_t *dtypes, const uint64_t *x)
{
    return op_less_equal(dtypes, (const uint64_t[]){x[1], x[0]});
}

uint64_t op_maximum(const uint8_t *dtypes, const uint64_t *x)
{
    return compared(exact_maximum, whole_maximum, dtypes, x);
}

uint64_t op_minimum(const uint8_t *dtypes, const uint64_t *x)
{
    return compared(exact_minimum, whole_minimum, dtypes, x);
}

uint64_t op_and(const uint8_t *dtypes, const uint64_t *x)
{
    return (dtypes[0] == BL_BOOL ? mask_both : bits_and)(dtypes, x);
}

uint64_t op_or(const uint8_t *dtypes, const uint64_t *x)
{
    return (dtypes[0] == BL_BOOL ? mask_either : bits_or)(dtypes, x);
}

uint64_t op_xor(const uint8_t *dtypes, const uint64_t *x)
{
    return (dtypes[0] == BL_BOOL ? mask_differ : bits_xor)(dtypes, x);
}

uint64_t op_not(const uint8_t *dtypes, const uint64_t *x)
{
    return dtypes[0] == BL_BOOL ? x[0] == 0 : all_ones(bits_of_type(dtypes[0])) - x[0];
}

/* The operand. An 8-bit float has the same value in f32. */
static mpfr_srcptr float_operand(const uint8_t *dtypes, const uint64_t *x)
{
    if (is_minifloat_type(dtypes[1])) {
        const uint64_t wide = widened(BL_F32, dtypes, x, 0);

        return exact_operand((const uint8_t[]){BL_BOOL, BL_F32}, &wide, 0);
    }
    return exact_operand(dtypes, x, 0);
}

uint64_t op_is_nan(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_nan_p(float_operand(dtypes, x)) != 0;
}

uint64_t op_is_finite(const uint8_t *dtypes, const uint64_t *x)
{
    return mpfr_number_p(exact_operand(dtypes, x, 0)) != 0;
}

/* Parameters: whether negative ones count, whether positive ones do. */
uint64_t op_is_inf(const uint8_t *dtypes, const uint64_t *x)
{
    const mpfr_srcptr a = float_operand(dtypes, x);

    return mpfr_inf_p(a) && x[mpfr_signbit(a) ? 1 : 2] != 0;
}

/* ---- Limits and activations; their parameters are f32 by default ---- */

/* clip's inputs, clamp's parameters: of T. */
uint64_t op_clip(const uint8_t *dtypes, const uint64_t *x)
{
    return limited(dtypes[0], x[0], x[1], x[2]);
}

uint64_t op_hard_tanh(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return as(dtypes[0], in, limited(in, widened(in, dtypes, x, 0), as(in, BL_F32, x[1]), as(in, BL_F32, x[2])));
}

uint64_t op_relu(const uint8_t *dtypes, const uint64_t *x)
{
    return order_by(exact_maximum, whole_maximum, dtypes[0], x[0], 0);
}

uint64_t op_leaky_relu(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return is_less(dtypes[0], x[0], 0) ? as(dtypes[0], in, step(exact_mul, in, widened(in, dtypes, x, 0), as(in, BL_F32, x[1]))) : x[0];
}

/* ---- Functions of f32, and their compositions ---- */

static const uint64_t minus_one_f32 = 0xbf800000;

static uint64_t power_of_e(uint64_t a)
{
    mpfr_t value;
    uint64_t bits;
    int beyond;

    mpfr_init2(value, 64);
    exact_set(value, BL_F32, a);
    beyond = mpfr_exp(exact_room(BL_F32), value, MPFR_RNDN);
    bits = exact_bits(BL_F32, exact_room(BL_F32), beyond);
    mpfr_clear(value);
    return bits;
}

static uint64_t sigmoid(uint64_t a)
{
    mpfr_t value;
    uint64_t bits;

    mpfr_init2(value, 400);
    exact_set(value, BL_F32, a);
    mpfr_neg(value, value, MPFR_RNDN);
    mpfr_exp(value, value, MPFR_RNDN);
    mpfr_add_ui(value, value, 1, MPFR_RNDN);
    mpfr_ui_div(value, 1, value, MPFR_RNDN);
    bits = exact_rounded(BL_F32, value);
    mpfr_clear(value);
    return bits;
}

/* alpha (e^a - 1) */
static uint64_t exponential(uint64_t alpha, uint64_t a)
{
    return step(exact_mul, BL_F32, alpha, step(exact_add, BL_F32, power_of_e(a), minus_one_f32));
}

uint64_t op_elu(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t a = widened(BL_F32, dtypes, x, 0);

    return is_less(BL_F32, a, 0) ? as(dtypes[0], BL_F32, exponential(x[1], a)) : x[0];
}

uint64_t op_selu(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t a = widened(BL_F32, dtypes, x, 0);
    const uint64_t below = step(exact_sub, BL_F32, step(exact_mul, BL_F32, x[1], power_of_e(a)), x[1]);

    return as(dtypes[0], BL_F32, step(exact_mul, BL_F32, x[2], is_less(BL_F32, a, 0) ? below : a));
}

uint64_t op_celu(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t a = step(exact_div, BL_F32, widened(BL_F32, dtypes, x, 0), x[1]);

    return as(dtypes[0], BL_F32, step(exact_mul, BL_F32, x[1], is_less(BL_F32, a, 0) ? exponential(one_f32, a) : a));
}

/* a sigmoid(alpha a), in the result's dtype. */
static uint64_t gate(const uint8_t *dtypes, const uint64_t *x, uint64_t alpha)
{
    const uint64_t a = widened(BL_F32, dtypes, x, 0);

    return as(dtypes[0], BL_F32, step(exact_mul, BL_F32, a, sigmoid(step(exact_mul, BL_F32, alpha, a))));
}

uint64_t op_swish(const uint8_t *dtypes, const uint64_t *x)
{
    return gate(dtypes, x, x[1]);
}

/* The gate times the second operand, where alpha is the parameter. */
uint64_t op_swiglu(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t share = as(BL_F32, dtypes[0], gate(dtypes, x, x[2]));

    return as(dtypes[0], BL_F32, step(exact_mul, BL_F32, share, widened(BL_F32, dtypes, x, 1)));
}

uint64_t op_prelu(const uint8_t *dtypes, const uint64_t *x)
{
    return is_less(dtypes[0], x[0], 0) ? order_by(exact_mul, whole_mul, dtypes[0], x[0], x[1]) : x[0];
}

uint64_t op_thresholded_relu(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return is_less(in, as(in, BL_F32, x[1]), widened(in, dtypes, x, 0)) ? x[0] : 0;
}

/* bias, lambd. Integers: in f32, from 32 bits on in f64. */
uint64_t op_shrink(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned type = dtypes[0], in = is_float_type(type) ? computed_in(type) : bits_of_type(type) < 32 ? BL_F32
                                                                                                            : BL_F64;
    const uint64_t a = widened(in, dtypes, x, 0), bias = as(in, BL_F32, x[1]), limit = as(in, BL_F32, x[2]);

    if (is_less(in, a, limit ^ sign_bit(in))) {
        return as(type, in, step(exact_add, in, a, bias));
    }
    return is_less(in, limit, a) ? as(type, in, step(exact_sub, in, a, bias)) : 0;
}

/* max(0, min(1, alpha * a + beta)) */
static uint64_t hard_sigmoid_of(unsigned in, uint64_t a, uint64_t alpha, uint64_t beta)
{
    const uint64_t line = step(exact_add, in, step(exact_mul, in, alpha, a), beta);

    return step(exact_maximum, in, 0, step(exact_minimum, in, as(in, BL_F32, one_f32), line));
}

uint64_t op_hard_sigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return as(dtypes[0], in, hard_sigmoid_of(in, widened(in, dtypes, x, 0), as(in, BL_F32, x[1]), as(in, BL_F32, x[2])));
}

static uint64_t whole_f32(int64_t value)
{
    return as(BL_F32, BL_I64, (uint64_t)value);
}

uint64_t op_hard_swish(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);
    const uint64_t sixth = step(exact_div, BL_F32, one_f32, whole_f32(6)), half = step(exact_div, BL_F32, one_f32, whole_f32(2));
    const uint64_t a = widened(in, dtypes, x, 0);

    return as(dtypes[0], in, step(exact_mul, in, a, hard_sigmoid_of(in, a, as(in, BL_F32, sixth), as(in, BL_F32, half))));
}

/* min(max(a + 3, 0), 6) / 6 */
static uint64_t hsigmoid_of(unsigned in, uint64_t a)
{
    const uint64_t six = as(in, BL_F32, whole_f32(6)), moved = step(exact_add, in, a, as(in, BL_F32, whole_f32(3)));

    return step(exact_div, in, limited(in, moved, 0, six), six);
}

uint64_t op_hsigmoid(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);

    return as(dtypes[0], in, hsigmoid_of(in, widened(in, dtypes, x, 0)));
}

uint64_t op_hswish(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);
    const uint64_t a = widened(in, dtypes, x, 0);

    return as(dtypes[0], in, step(exact_mul, in, a, hsigmoid_of(in, a)));
}

/* ---- Quantisation ---- */

/* A quotient in f32 plus the zero point, converted; to 8-bit floats without the zero point if that is 0. */
static uint64_t moved_minifloat(meaning *to_nearest, const uint8_t *dtypes, const uint64_t *x, uint64_t ratio)
{
    const uint64_t zero = widened(BL_F32, dtypes, x, 2);

    if (zero << 33 != 0 || is_packed_type(dtypes[0])) {
        ratio = step(exact_add, BL_F32, ratio, zero);
    }
    return to_nearest((const uint8_t[]){dtypes[0], BL_F32}, &ratio);
}

/* A quotient in f32, rounded to the nearest integer, plus the zero point. */
static uint64_t moved_integer(const uint8_t *dtypes, const uint64_t *x, uint64_t ratio)
{
    const uint64_t whole = convert_nearest((const uint8_t[]){BL_I64, BL_F32}, &ratio); /* 0 of NaN */

    return whole_clamped((const uint8_t[]){dtypes[0], BL_I64},
                         (const uint64_t[]){step(whole_add_saturated, BL_I64, whole, as(BL_I64, dtypes[0], x[2]))});
}

static uint64_t single_ratio(const uint8_t *dtypes, const uint64_t *x)
{
    return step(exact_div, BL_F32, widened(BL_F32, dtypes, x, 0), widened(BL_F32, dtypes, x, 1));
}

/* The quotient rounded once, to the dtype of both, and that in f32. */
static uint64_t half_ratio(const uint8_t *dtypes, const uint64_t *x)
{
    return as(BL_F32, dtypes[2], step(exact_div, dtypes[2], x[0], x[1]));
}

uint64_t op_saturating_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    return moved_minifloat(convert_saturated, dtypes, x, single_ratio(dtypes, x));
}

uint64_t op_quantize_linear(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t ratio = single_ratio(dtypes, x);

    return is_minifloat_type(dtypes[0]) ? moved_minifloat(convert, dtypes, x, ratio) : moved_integer(dtypes, x, ratio);
}

uint64_t op_clamped_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    return moved_minifloat(convert_saturated, dtypes, x, half_ratio(dtypes, x));
}

uint64_t op_rounded_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    const uint64_t ratio = half_ratio(dtypes, x);

    return is_minifloat_type(dtypes[0]) ? moved_minifloat(convert, dtypes, x, ratio) : moved_integer(dtypes, x, ratio);
}

uint64_t op_dequantize_linear(const uint8_t *dtypes, const uint64_t *x)
{
    uint64_t apart;

    if (is_minifloat_type(dtypes[1])) {
        apart = step(exact_sub, BL_F32, widened(BL_F32, dtypes, x, 0), widened(BL_F32, dtypes, x, 2));
    } else {
        apart = step(whole_sub, BL_I64, as(BL_I64, dtypes[1], x[0]), as(BL_I64, dtypes[3], x[2]));
        apart = as(BL_F32, BL_I64, apart);
    }
    return as(dtypes[0], BL_F32, step(exact_mul, BL_F32, apart, widened(BL_F32, dtypes, x, 1)));
}

/* a, input_low, input_high, output_low, output_high; levels. */
uint64_t op_fake_quantize(const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned in = computed_in(dtypes[0]);
    const uint64_t steps = as(in, BL_U32, (x[5] - 1) & all_ones(32));
    uint64_t v[5], level;

    for (unsigned i = 0; i < 5; ++i) {
        v[i] = widened(in, dtypes, x, i);
    }
    if (step(exact_le, in, v[0], step(exact_minimum, in, v[1], v[2])) != 0) {
        return x[3];
    }
    if (is_less(in, step(exact_maximum, in, v[1], v[2]), v[0])) {
        return x[4];
    }
    level = step(exact_div, in, step(exact_sub, in, v[0], v[1]), step(exact_sub, in, v[2], v[1]));
    level = step(exact_round_even, in, step(exact_mul, in, level, steps), 0);
    level = step(exact_mul, in, step(exact_div, in, level, steps), step(exact_sub, in, v[4], v[3]));
    return as(dtypes[0], in, step(exact_add, in, level, v[3]));
}

/* One step in f32, whose result is rounded to the type. */
static uint64_t step_of(meaning *f, unsigned type, uint64_t a, uint64_t b)
{
    return as(type, BL_F32, step(f, BL_F32, as(BL_F32, type, a), as(BL_F32, type, b)));
}

/* a * scale - shift as an 8-bit float, and back: plus shift, over scale. */
static uint64_t converted_and_back(unsigned through, const uint8_t *dtypes, const uint64_t *x)
{
    const unsigned type = dtypes[0];
    const uint64_t moved = step_of(exact_sub, type, step_of(exact_mul, type, x[0], x[1]), x[2]);
    const uint64_t few = convert_saturated((const uint8_t[]){(uint8_t)through, (uint8_t)type}, &moved);

    return step_of(exact_div, type, step_of(exact_add, type, as(type, through, few), x[2]), x[1]);
}

uint64_t op_fake_convert_e4m3(const uint8_t *dtypes, const uint64_t *x)
{
    return converted_and_back(BL_F8E4M3FN, dtypes, x);
}

uint64_t op_fake_convert_e5m2(const uint8_t *dtypes, const uint64_t *x)
{
    return converted_and_back(BL_F8E5M2, dtypes, x);
}
