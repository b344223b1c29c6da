/* The operands for the judges.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_VALUES_H
#define BROADLOOM_TESTS_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MOST_VALUES = 1 << 16 };

static inline uint64_t bits_of_f64(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double f64_of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/** Well mixed bits from any number. */
uint64_t mixed(uint64_t seed);

/** Replaces all NaNs in an array of floats by one. */
void unify_nans(unsigned type, void *values, size_t count);

/** The values of a dtype at which results change: all of 8 bits, and with `all` also those of 16. */
size_t list_edges(unsigned type, int all, uint64_t *into);

/** Two values of a dtype: uniform bits, b similar to a in magnitude, and values of few bits, which give ties and integers. The
 * hashes in blocks.txt depend on these. */
void random_pair(unsigned type, uint64_t seed, uint64_t *a, uint64_t *b);

#endif
