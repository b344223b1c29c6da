/* The correctly rounded results of a function: by the quick value where that is sure, else by MPFR.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_REFERENCE_H
#define BROADLOOM_TESTS_PROVE_REFERENCE_H

#include "prove/functions.h"
#include "prove/proof.h"

/** Called with each input (or pair) of which MPFR has decided; of special inputs (0, infinities, NaN, outside of the domain) it is not
 * called. */
typedef void decided_function(void *context, const known_result *one);

/** The results of a chunk of a proof's inputs, as they lie in arrays; all NaNs one. Of one operand, their bits are consecutive. */
void reference_results(const function *of, const proof *which, const void *const *inputs, void *results, decided_function *decided,
                       void *context);

/** By MPFR alone: of the inputs, the result and the distance. */
void exact_result(const function *of, const proof *which, known_result *one);

/** Holds a sample of what the reference gave against MPFR alone; where they differ, says so and ends the program. */
void check_sample(const function *of, const proof *which, const void *const *inputs, const void *results, uint64_t seed);

#endif
