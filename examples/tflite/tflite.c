/* See tflite.h. What is done here once per node needs frexp and round of libm; the kernels are integers alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "tflite.h"

#include <math.h>
#include <string.h>

/* A positive real number as multiplier / 2^31 * 2^exponent. */
typedef struct ratio {
    int32_t multiplier;
    int exponent;
} ratio;

static ratio ratio_of(double real)
{
    ratio made = {0, 0};
    int64_t whole = (int64_t)round(frexp(real, &made.exponent) * 2147483648.0);

    if (whole == INT64_C(1) << 31) {
        whole /= 2;
        ++made.exponent;
    }
    if (made.exponent < -31) { /* nothing is left of it */
        made.exponent = 0;
        whole = 0;
    }
    made.multiplier = (int32_t)whole;
    return made;
}

/* ---- Limits ---- */

/* The number that stands for a real one, as near as may be. */
static int32_t number_of(float real, tflite_scale out)
{
    const float steps = roundf(real / out.scale);

    return steps > 65535 ? 65535 : steps < -65535 ? -65535
                                                  : out.zero + (int32_t)steps;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

typedef struct limits {
    int32_t low, high;
} limits;

static limits limits_of(const tflite_node *node)
{
    static const float lows[] = {0, 0, -1, 0}, highs[] = {0, 0, 1, 6};
    limits made = {-128, 127};

    if (node->dtype == BL_I16) {
        made.low = INT16_MIN;
        made.high = INT16_MAX;
    }
    if (node->activation != TFLITE_NONE) {
        made.low = larger(made.low, number_of(lows[node->activation], node->out));
    }
    if (node->activation == TFLITE_RELU_N1_TO_1 || node->activation == TFLITE_RELU6) {
        made.high = smaller(made.high, number_of(highs[node->activation], node->out));
    }
    return made;
}

/* ---- The operators ---- */

static void choose(tflite_call *call, const bl_op *op, const tflite_node *node)
{
    call->op = op;
    call->table = bl_op_table(op, &node->dtype);
}

/* Sets a parameter, of the tensors' dtype or an i32. */
static void set(tflite_call *call, const char *name, int32_t value)
{
    const bl_parameter *parameter = bl_parameter_by_name(call->table, name);
    unsigned char *field = (unsigned char *)call->parameters + parameter->offset;
    const int16_t two_bytes = (int16_t)value;
    const int8_t one_byte = (int8_t)value;

    if (parameter->dtype == BL_I32) {
        memcpy(field, &value, sizeof value);
    } else if (parameter->dtype == BL_I16) {
        memcpy(field, &two_bytes, sizeof two_bytes);
    } else {
        memcpy(field, &one_byte, sizeof one_byte);
    }
}

static void set_limits(tflite_call *call, const tflite_node *node)
{
    const limits within = limits_of(node);

    set(call, "low", within.low);
    set(call, "high", within.high);
}

static void set_zeros(tflite_call *call, const tflite_node *node)
{
    set(call, "a_zero", node->a.zero);
    set(call, "b_zero", node->b.zero);
    set(call, "zero", node->out.zero);
}

/* Both inputs at twice the larger scale, in so many bits more. */
static bool prepare_sum(const tflite_node *node, tflite_call *call)
{
    const int more = node->dtype == BL_I8 ? 20 : 15;
    const double common = 2 * (double)(node->a.scale > node->b.scale ? node->a.scale : node->b.scale);
    const ratio a = ratio_of((double)node->a.scale / common), b = ratio_of((double)node->b.scale / common);
    const ratio out = ratio_of(common / (ldexp(1, more) * (double)node->out.scale));

    if (out.exponent > 0) {
        return false;
    }
    choose(call, node->kind == TFLITE_ADD ? &bl_op_tflite_add : &bl_op_tflite_sub, node);
    set_zeros(call, node);
    set(call, "a_multiplier", a.multiplier);
    set(call, "a_shift", -a.exponent);
    set(call, "b_multiplier", b.multiplier);
    set(call, "b_shift", -b.exponent);
    set(call, "multiplier", out.multiplier);
    set(call, "shift", -out.exponent);
    set_limits(call, node);
    return true;
}

static bool prepare_product(const tflite_node *node, tflite_call *call)
{
    const float in_float = node->a.scale * node->b.scale / node->out.scale;
    const double in_double = (double)node->a.scale * (double)node->b.scale / (double)node->out.scale;
    const ratio all = ratio_of(node->product_in_double ? in_double : (double)in_float);

    if (all.exponent > 30) {
        return false;
    }
    choose(call, &bl_op_tflite_mul, node);
    set_zeros(call, node);
    set(call, "multiplier", all.multiplier);
    set(call, "left", larger(all.exponent, 0));
    set(call, "right", larger(-all.exponent, 0));
    set_limits(call, node);
    return true;
}

/* Whether the scale is a power of two, near enough, and which. */
static bool is_power_of_two(float scale, int *exponent)
{
    const double log = log2((double)scale), whole = round(log);

    *exponent = (int)whole;
    return fabs(log - whole) < 1e-3;
}

static bool prepare_shifts(const tflite_node *node, const int *exponents, tflite_call *call)
{
    const int a = exponents[2] - exponents[0], b = exponents[2] - exponents[1];

    if ((a != 0 && b != 0) || a < 0 || b < 0 || a > 15 || b > 15) {
        return false;
    }
    choose(call, node->kind == TFLITE_ADD ? &bl_op_tflite_add_pot : &bl_op_tflite_sub_pot, node);
    set(call, "a_shift", a);
    set(call, "b_shift", b);
    set_limits(call, node);
    return true;
}

static bool is_fine(tflite_scale tensor, bl_dtype dtype)
{
    const bool fits = dtype == BL_I8 ? tensor.zero >= -128 && tensor.zero <= 127 : tensor.zero == 0;

    return fits && tensor.scale > 0 && tensor.scale < INFINITY;
}

bool tflite_prepare(const tflite_node *node, tflite_call *call)
{
    int exponents[3];

    if ((node->dtype != BL_I8 && node->dtype != BL_I16) || !is_fine(node->a, node->dtype) ||
        !is_fine(node->b, node->dtype) || !is_fine(node->out, node->dtype)) {
        return false;
    }
    if (node->kind == TFLITE_MUL) {
        return prepare_product(node, call);
    }
    if (node->dtype == BL_I16 && node->pot_scale_int16 && is_power_of_two(node->a.scale, &exponents[0]) &&
        is_power_of_two(node->b.scale, &exponents[1]) && is_power_of_two(node->out.scale, &exponents[2])) {
        return prepare_shifts(node, exponents, call);
    }
    return prepare_sum(node, call);
}
