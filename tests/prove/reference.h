/* The correctly rounded results of a function: from the fast value if that is certain, otherwise from MPFR.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_REFERENCE_H
#define BROADLOOM_TESTS_PROVE_REFERENCE_H

#include "prove/functions.h"
#include "prove/proof.h"

/** Called with each input (or pair) that MPFR has decided, except special ones (0, infinities, NaN, inputs outside of the domain). */
typedef void decided_function(void *context, const known_result *one);

/** The results of a chunk of a proof's inputs, in arrays; every NaN has the same bits. The bits of one operand's inputs are consecutive. */
void reference_results(const function *of, const proof *which, const void *const *inputs, void *results, decided_function *decided,
                       void *context);

/** Only by MPFR: the result for the inputs, and its distance. */
void exact_result(const function *of, const proof *which, known_result *one);

/** Compares a sample of the reference's results with MPFR; if they differ, reports it and ends the program. */
void check_sample(const function *of, const proof *which, const void *const *inputs, const void *results, uint64_t seed);

#endif
