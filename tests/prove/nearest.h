/* An f64 rounded once to f32, f16 or bf16, in integers, so that it is the same on every machine and can be vectorised.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_NEAREST_H
#define BROADLOOM_TESTS_PROVE_NEAREST_H

#include "second/second.h"

/** For a magnitude's bits, normal in f64: the nearest, of two as near the even one. */
static inline uint64_t nearest_magnitude(uint64_t bits, int fraction, int least_exponent, int64_t infinity)
{
    const int64_t exponent = (int64_t)(bits >> 52) - 1023, above = exponent - least_exponent;
    const uint64_t digits = (bits & (UINT64_MAX >> 12)) | UINT64_C(1) << 52;
    const int64_t lost = 52 - fraction + (above < 0 ? -above : 0);
    const uint64_t shift = (uint64_t)(lost < 63 ? lost : 63);
    const uint64_t whole = (digits + ((UINT64_C(1) << (shift - 1)) - 1) + (digits >> shift & 1)) >> shift;
    const int64_t rounded = ((above > 0 ? above : 0) << fraction) + (int64_t)whole;

    return (uint64_t)(rounded < infinity ? rounded : infinity);
}

/** The exponent of the least normal number. */
static inline int least_exponent(unsigned type)
{
    return last_exponent(type) + (int)fraction_of_type(type);
}

#endif
