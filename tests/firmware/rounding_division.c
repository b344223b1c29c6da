/* The division of two floats, rounded to nearest even, computed only in integers. In an image it replaces the
 * division of a C library that rounds differently (-Wl,--wrap=__divsf3), to show that the division is the only error.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>
#include <string.h>

float __wrap___divsf3(float a, float b);

#define INFINITE UINT32_C(0x7f800000)
#define FRACTION UINT32_C(0x007fffff)

/* The exponent and the significand, shifted so that its highest bit is bit 23. */
static int normal(uint32_t magnitude, uint32_t *significand)
{
    int exponent = (int)(magnitude >> 23);

    *significand = magnitude & FRACTION;
    if (exponent > 0) {
        *significand |= FRACTION + 1;
        return exponent;
    }
    for (exponent = 1; *significand <= FRACTION; --exponent) {
        *significand <<= 1;
    }
    return exponent;
}

static uint32_t quotient(uint32_t x, uint32_t y)
{
    uint32_t over, under, digits, rest;
    int exponent, shift;

    if (x > INFINITE || y > INFINITE || (x == y && (x == 0 || x == INFINITE))) {
        return INFINITE | UINT32_C(1) << 22; /* NaN */
    }
    if (x == INFINITE || y == 0) {
        return INFINITE;
    }
    if (x == 0 || y == INFINITE) {
        return 0;
    }
    exponent = normal(x, &over) - normal(y, &under) + 127;
    digits = (uint32_t)(((uint64_t)over << 26) / under);
    rest = ((uint64_t)over << 26) % under != 0; /* digits: 26 or 27 bits; the last one is set if more bits follow */
    digits |= rest;
    if (digits >> 26 == 0) {
        digits <<= 1;
        --exponent;
    }
    if (exponent >= 255) {
        return INFINITE;
    }
    shift = exponent > 0 ? 3 : 4 - exponent; /* bits to drop: a subnormal has fewer */
    if (shift > 28) {
        return 0;
    }
    rest = digits & ((UINT32_C(1) << shift) - 1);
    digits >>= shift;
    digits += rest > UINT32_C(1) << (shift - 1) || (rest == UINT32_C(1) << (shift - 1) && (digits & 1) != 0);
    return exponent > 0 ? digits + ((uint32_t)(exponent - 1) << 23) : digits; /* a normal number's highest bit adds one */
}

float __wrap___divsf3(float a, float b)
{
    uint32_t x, y, bits;
    float result;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    bits = quotient(x & INT32_MAX, y & INT32_MAX) | ((x ^ y) & UINT32_C(0x80000000));
    memcpy(&result, &bits, sizeof result);
    return result;
}
