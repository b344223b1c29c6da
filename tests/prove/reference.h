/* The correctly rounded results of a function: by the quick value where that is sure, else by MPFR.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_REFERENCE_H
#define BROADLOOM_TESTS_PROVE_REFERENCE_H

#include "prove/functions.h"
#include "prove/proof.h"

/** Called with each input of which MPFR has decided, its result, and how far the exact one lies from the nearest rounding boundary,
 * in units of the result's last place; of special inputs (0, infinities, NaN, outside of the domain) it is not called. */
typedef void decided_function(void *context, uint32_t input, uint32_t result, double distance);

/** The results of the f32, f16 or bf16 whose bits are first, first + 1, …, as they lie in an array; all NaNs one. Count is a multiple
 * of 256, and at most CHUNK. */
void reference_results(const function *of, unsigned type, uint32_t first, size_t count, void *results, decided_function *decided,
                       void *context);

/** By MPFR alone. */
uint32_t exact_result(const function *of, unsigned type, uint32_t input, double *distance);

#endif
