/* Functions of f64 from other libraries, as fast references.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_OTHERS_H
#define BROADLOOM_TESTS_PROVE_OTHERS_H

/** The function's value, of one operand or of two; 0 where the result is not sure. */
typedef int other_function(double x, double y, double *result);

/** That of LLVM's C library, which is rounded correctly; rsqrt, which it lacks, by steps of 64 bits where they suffice. NULL where the
 * library is not installed. */
other_function *other_by_name(const char *name);

#endif
