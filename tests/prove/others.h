/* Functions of f64 from other libraries, as fast references.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_OTHERS_H
#define BROADLOOM_TESTS_PROVE_OTHERS_H

/** The function's value for one operand or two; 0 if the result is uncertain. */
typedef int other_function(double x, double y, double *result);

/** The function of LLVM's C library, which rounds correctly. It lacks rsqrt, which steps of 64 bits compute if they suffice. NULL if the
 * library is not installed. */
other_function *other_by_name(const char *name);

#endif
