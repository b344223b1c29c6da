/* The functions that can be proven, by name: the definition of each in MPFR, and a fast value in f64.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_FUNCTIONS_H
#define BROADLOOM_TESTS_PROVE_FUNCTIONS_H

#include <mpfr.h>
#include <stddef.h>
#include <stdint.h>

enum { LOST_BITS = 24 }; /* of the precision p: a computed value is within 2^(LOST_BITS - p) of the exact one, relative to it */

/** Sets `to` to the function's value at x, exact to `to`'s precision minus LOST_BITS; a zero, an infinity or NaN is exact. Returns 0 if the
 * value is known to be exact. */
typedef int exact_function(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding);

/** The same for two operands. */
typedef int exact_pair_function(mpfr_t to, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rounding);

typedef struct function {
    const char *name;
    exact_function *exact; /* NULL: it has two operands */
    float least, most;     /* it is NaN for other operands */
    exact_pair_function *exact_pair;
} function;

/** NULL if there is none. */
const function *function_by_name(const char *name);

/** Computes `count` f32 from the bits `first` on, count a multiple of 8: the results, rounded from an f64; `unsure` is not 0 where the
 * value may be nearer to a rounding boundary than 2^-17 of its last place, or the input is special. */
typedef void quick_function(uint32_t first, size_t count, uint32_t *results, uint32_t *unsure);

/** The same for count pairs, a multiple of 256, with results in an f32, f16 or bf16; for an x below 0 pow is that of -x. */
typedef void quick_pair_function(unsigned type, const double *x, const double *y, size_t count, uint32_t *results, uint32_t *unsure);

/** The function with the widest registers of this processor; NULL if there is none. */
quick_function *quick_by_name(const char *name);
quick_pair_function *quick_pair_by_name(const char *name);

/** The same with registers of this many f64. */
quick_function *quick_by_name_2(const char *name), *quick_by_name_4(const char *name), *quick_by_name_8(const char *name);
quick_pair_function *quick_pair_by_name_2(const char *name), *quick_pair_by_name_4(const char *name), *quick_pair_by_name_8(const char *name);

#endif
