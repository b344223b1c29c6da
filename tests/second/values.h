/* The operands that judges are asked about.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_VALUES_H
#define BROADLOOM_TESTS_VALUES_H

#include <stddef.h>
#include <stdint.h>

enum { MOST_VALUES = 1 << 16 };

/** Well mixed bits of any number. */
uint64_t mixed(uint64_t seed);

/** In an array of floats NaNs become the one that stands for all. */
void unify_nans(unsigned type, void *values, size_t count);

/** The values of a dtype at which results change: all of 8 bits, and of 16 where `all` is asked for. */
size_t list_edges(unsigned type, int all, uint64_t *into);

/** Two of a dtype: uniform bits, b near to a in size, and such of few bits, whose results are ties and whole numbers. The hashes in
 * blocks.txt are of these. */
void random_pair(unsigned type, uint64_t seed, uint64_t *a, uint64_t *b);

#endif
