/* Values of attributes as parameters of operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../basics/dtype.h"
#include "frontend.h"

enum { F64_EXPONENT_BITS = 11,
       F64_FRACTION_BITS = 52 };

/** The bits of a number rounded to nearest, ties to even, in a format with these numbers of bits, at most
 * those of f64. */
static uint64_t float_bits(double value, unsigned exponent_bits, unsigned fraction_bits)
{
    const uint64_t infinity = (((uint64_t)1 << exponent_bits) - 1) << fraction_bits;
    const int lowest_unit = 2 - (1 << (exponent_bits - 1)) - (int)fraction_bits; /* the weight of a subnormal's last bit */
    uint64_t bits, sign, significand, rounded, rest, half;
    int unit, shift;

    BL_COPY(&bits, &value, sizeof bits);
    sign = bits >> 63 << (exponent_bits + fraction_bits);
    significand = bits & (((uint64_t)1 << F64_FRACTION_BITS) - 1);
    unit = (int)(bits >> F64_FRACTION_BITS & ((1 << F64_EXPONENT_BITS) - 1));
    if (unit == (1 << F64_EXPONENT_BITS) - 1) {
        return sign | infinity | (uint64_t)(significand != 0) << (fraction_bits - 1);
    }
    if (unit > 0) {
        significand |= (uint64_t)1 << F64_FRACTION_BITS;
        --unit;
    }
    unit -= 1074; /* now value = significand * 2 ^ unit */
    shift = F64_FRACTION_BITS - (int)fraction_bits;
    shift = unit + shift < lowest_unit ? lowest_unit - unit : shift;
    if (shift > F64_FRACTION_BITS + 2 || shift == 0) {
        rounded = shift == 0 ? significand : 0;
    } else {
        rounded = significand >> shift;
        rest = significand - (rounded << shift);
        half = (uint64_t)1 << (shift - 1);
        rounded += rest > half || (rest == half && (rounded & 1) != 0);
    }
    rounded += (uint64_t)(unit + shift - lowest_unit) << fraction_bits; /* a normal number's leading bit adds one */
    return sign | (rounded < infinity ? rounded : infinity);
}

/** The bits of an integer, likewise; NaN becomes the least integer. */
static uint64_t integer_bits(double value, int is_signed, unsigned bits, int rounds_up)
{
    const uint64_t most = UINT64_MAX >> (64 - bits + (unsigned)is_signed);
    const uint64_t least = is_signed ? 0 - most - 1 : 0;
    uint64_t whole;
    double back;

    if (!(value > (is_signed ? (double)(int64_t)least : 0))) {
        return least;
    }
    if (value >= (double)most) { /* rounding up may reach this */
        return most;
    }
    whole = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    back = value < 0 ? (double)(int64_t)whole : (double)whole;
    return whole + (uint64_t)(rounds_up && back < value) - (uint64_t)(!rounds_up && back > value);
}

void bl_store_value(bl_dtype dtype, double value, int rounds_up, void *to)
{
    uint64_t bits;

    switch (dtype) {
    case BL_F32:
        bits = float_bits(value, 8, 23);
        break;
    case BL_F64:
        bits = float_bits(value, F64_EXPONENT_BITS, F64_FRACTION_BITS);
        break;
    case BL_F16:
        bits = float_bits(value, 5, 10);
        break;
    case BL_BF16:
        bits = float_bits(value, 8, 7);
        break;
    default:
        bits = integer_bits(value, dtype >= BL_I8 && dtype <= BL_I64, 8u << bl_dtype_shifts[dtype], rounds_up);
        break;
    }
    bl_store_bits(dtype, bits, to);
}

static float float_of(uint32_t bits)
{
    float value;

    BL_COPY(&value, &bits, sizeof value);
    return value;
}

float bl_read_value(bl_dtype dtype, const void *from)
{
    uint32_t whole = 0;
    uint16_t half = 0;
    uint32_t sign, exponent, fraction;

    if (dtype == BL_F32) {
        BL_COPY(&whole, from, sizeof whole);
        return float_of(whole);
    }
    BL_COPY(&half, from, sizeof half);
    if (dtype == BL_BF16) {
        return float_of((uint32_t)half << 16);
    }
    sign = (uint32_t)(half >> 15) << 31;
    exponent = half >> 10 & 31u;
    fraction = half & 0x3ffu;
    if (exponent == 31) {
        return float_of(sign | 0x7f800000u | fraction << 13);
    }
    if (exponent > 0) {
        fraction |= 0x400u;
        --exponent;
    }
    return (float)fraction * float_of(sign | (exponent + 103) << 23); /* fraction * 2 ^ (exponent - 24) */
}
