/* See tflite.h. These functions, called once per node, need doubles, and frexp, round and roundf of libm; the kernels use integers only.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "tflite.h"

#include <float.h>
#include <math.h>

#if DBL_MANT_DIG < 53
#error "a multiplier has 31 bits, which this double has not: prepare the node on another machine"
#endif

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
    if (made.exponent < -31) { /* it becomes 0 */
        made.exponent = 0;
        whole = 0;
    }
    made.multiplier = (int32_t)whole;
    return made;
}

/* ---- Limits ---- */

/* The tensor's number nearest to a real number. */
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

/* The limits of the output's numbers, by the type and the activation. */
static void limit(const tflite_node *node, int32_t *low, int32_t *high)
{
    static const float lows[] = {0, 0, -1, 0}, highs[] = {0, 0, 1, 6};
    const bool is_int8 = node->type == TFLITE_INT8;

    *low = is_int8 ? INT8_MIN : INT16_MIN;
    *high = is_int8 ? INT8_MAX : INT16_MAX;
    if (node->activation != TFLITE_NONE) {
        *low = larger(*low, number_of(lows[node->activation], node->out));
    }
    if (node->activation == TFLITE_RELU_N1_TO_1 || node->activation == TFLITE_RELU6) {
        *high = smaller(*high, number_of(highs[node->activation], node->out));
    }
}

static bool is_fine_tensor(tflite_scale tensor, tflite_type type)
{
    const bool fits = type == TFLITE_INT8 ? tensor.zero >= INT8_MIN && tensor.zero <= INT8_MAX : tensor.zero == 0;

    return fits && tensor.scale > 0 && tensor.scale < INFINITY;
}

static bool is_fine(const tflite_node *node)
{
    return (node->type == TFLITE_INT8 || node->type == TFLITE_INT16) && is_fine_tensor(node->a, node->type) &&
           is_fine_tensor(node->b, node->type) && is_fine_tensor(node->out, node->type);
}

/* ---- The operators ---- */

/* Both inputs at twice the larger scale, with this many additional bits. */
bool tflite_prepare_sum(const tflite_node *node, tflite_sum *sum)
{
    if (!is_fine(node)) {
        return false;
    }
    const double more = node->type == TFLITE_INT8 ? 1048576.0 : 32768.0; /* 2^20, 2^15 */
    const double common = 2 * (double)(node->a.scale > node->b.scale ? node->a.scale : node->b.scale);
    const ratio a = ratio_of((double)node->a.scale / common), b = ratio_of((double)node->b.scale / common);
    const ratio out = ratio_of(common / (more * (double)node->out.scale));

    if (out.exponent > 0) {
        return false;
    }
    sum->a_zero = node->a.zero;
    sum->a_multiplier = a.multiplier;
    sum->a_shift = -a.exponent;
    sum->b_zero = node->b.zero;
    sum->b_multiplier = b.multiplier;
    sum->b_shift = -b.exponent;
    sum->zero = node->out.zero;
    sum->multiplier = out.multiplier;
    sum->shift = -out.exponent;
    limit(node, &sum->low, &sum->high);
    return true;
}

bool tflite_prepare_product(const tflite_node *node, bool in_double, tflite_product *product)
{
    if (!is_fine(node)) {
        return false;
    }
    const float in_float = node->a.scale * node->b.scale / node->out.scale;
    const double real = in_double ? (double)node->a.scale * (double)node->b.scale / (double)node->out.scale : (double)in_float;

    if (!(real < 1073741824.0)) { /* 2^30; in float it may be infinite */
        return false;
    }
    const ratio all = ratio_of(real);

    if (all.exponent > 30) { /* the multiplier was rounded up to a power of two */
        return false;
    }
    product->a_zero = node->a.zero;
    product->b_zero = node->b.zero;
    product->zero = node->out.zero;
    product->multiplier = all.multiplier;
    product->left = larger(all.exponent, 0);
    product->right = larger(-all.exponent, 0);
    limit(node, &product->low, &product->high);
    return true;
}

/* Whether the scale is a power of two, within a factor of 2^0.001, and its exponent. */
static bool is_power_of_two(float scale, int *exponent)
{
    const double nearest = 1.0006933874625807; /* 2^0.001 */
    const double part = 2 * frexp((double)scale, exponent);

    if (part < nearest) {
        --*exponent;
    }
    return part < nearest || part * nearest > 2;
}

/* The shifts of the inputs to the right. */
static bool read_shifts(const tflite_node *node, int *a, int *b)
{
    int a_power = 0, b_power = 0, power = 0;
    const bool are_powers = node->type == TFLITE_INT16 && is_fine(node) && is_power_of_two(node->a.scale, &a_power) &&
                            is_power_of_two(node->b.scale, &b_power) && is_power_of_two(node->out.scale, &power);

    *a = power - a_power;
    *b = power - b_power;
    return are_powers;
}

bool tflite_has_shifts(const tflite_node *node)
{
    int a, b;

    return read_shifts(node, &a, &b);
}

bool tflite_prepare_shifts(const tflite_node *node, tflite_shifts *shifts)
{
    int a, b;

    if (!read_shifts(node, &a, &b) || (a != 0 && b != 0) || a < 0 || b < 0 || a > 15 || b > 15) {
        return false;
    }
    shifts->a_shift = a;
    shifts->b_shift = b;
    limit(node, &shifts->low, &shifts->high);
    return true;
}
