/* Functions that exact.c, whole.c and rules.c share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_EXACT_H
#define BROADLOOM_TESTS_EXACT_H

#include "second.h"

#include <mpfr.h>

/** The value of a float's bits, which is exact in the 64 bits of precision that operands have. */
void exact_set(mpfr_t value, unsigned type, uint64_t bits);

/** Operand i as a number, in a variable for this operand. */
mpfr_ptr exact_operand(const uint8_t *dtypes, const uint64_t *x, unsigned i);

/** A variable of the float type's precision, for results. */
mpfr_ptr exact_room(unsigned type);

/** The bits of a result that is in the type's variable and rounded there; `beyond` is the value that MPFR returned. */
uint64_t exact_bits(unsigned type, mpfr_t value, int beyond);

/** The type's value that is nearest. */
uint64_t exact_rounded(unsigned type, const mpfr_t value);

meaning exact_add, exact_sub, exact_mul, exact_div, exact_fused, exact_fused_from, exact_floor_div, exact_floor_quotient,
    exact_fmod, exact_floor_mod, exact_divisor_inverse, exact_divisor_span, exact_divisor_scale, exact_divisor_offset,
    exact_sqrt, exact_floor, exact_ceil, exact_trunc, exact_round_even, exact_round_away, exact_minimum, exact_maximum,
    exact_min_or_second, exact_max_or_second, exact_eq, exact_lt, exact_le, exact_ordered, exact_neg, exact_same,
    exact_is_nan, whole_add, whole_sub, whole_mul, whole_neg, whole_magnitude, whole_add_saturated,
    whole_sub_saturated, whole_mul_saturated, whole_mul_high, whole_mul_fraction, whole_mul_even, whole_power,
    whole_trunc_div, whole_floor_div, whole_trunc_mod, whole_floor_mod, whole_one_for_zero, whole_sign_lanes,
    whole_minimum, whole_maximum, whole_eq, whole_lt, whole_le, bits_same, bits_shared, bits_and, bits_or, bits_xor,
    whole_shift_left, whole_shift_right, whole_low_halves, whole_high_halves, mask_both, mask_either, mask_differ,
    mask_opposite, mask_truth, mask_select, mask_settle, mask_keep, mask_drop, mask_lanes, whole_modulo,
    whole_clamped, whole_round_to_odd, whole_divisor_multiplier, whole_divisor_shift, whole_divisor_first_shift,
    convert, convert_saturated, convert_to_scale, convert_to_scale_saturated, convert_nearest, convert_quotient, convert_below, convert_or_other, convert_nearest_or_other, convert_modulo, convert_odd,
    convert_of_half, convert_of_bfloat, convert_to_half, convert_to_bfloat, op_squared_difference, op_pow,
    op_reciprocal, op_abs, op_same, op_sign, op_integer_sign, op_divide_by_count, op_equal, op_not_equal, op_less,
    op_less_equal, op_greater, op_greater_equal, op_maximum, op_minimum, op_and, op_or, op_xor, op_not, op_is_nan, op_is_finite, op_is_inf, op_clip,
    op_hard_tanh, op_relu, op_leaky_relu, op_prelu, op_thresholded_relu, op_elu, op_selu, op_celu, op_swish, op_swiglu, op_shrink, op_hard_sigmoid, op_hard_swish,
    op_hsigmoid, op_hswish, op_quantize_linear, op_saturating_quantize, op_rounded_quantize, op_clamped_quantize, op_dequantize_linear, op_fake_quantize,
    op_fake_convert_e4m3, op_fake_convert_e5m2;
meaning_domain exact_is_ordered, whole_is_divisible, whole_count_fits, whole_count_is_positive, whole_is_count,
    mask_is_lanes, whole_fits, convert_fits, convert_below_fits, convert_is_whole, convert_is_below_2_50,
    convert_is_16_bits;

#endif
