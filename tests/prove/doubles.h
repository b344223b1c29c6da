/* Sets of operands for functions of f64, because there are too many operands to run all. The sets are the same on every machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_DOUBLES_H
#define BROADLOOM_TESTS_PROVE_DOUBLES_H

#include "prove/proof.h"

/** The number of the function among those of f64; -1 of others. */
int double_function(const char *name);

/** A chunk of operands by chance: of any bits, uniform in the range that matters, of all magnitudes there, and next to 1. The seed chooses. */
void fill_doubles(int function, uint64_t seed, double *x, double *y);

/** The function's hard cases that are known, tests/prove/doubles/exp.txt, a line each, of two operands with a comma between; and 0 in the
 * rest of the chunk. */
void fill_listed(const char *function, double *x, double *y);

#endif
