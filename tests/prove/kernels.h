/* A function's kernels that this machine can run.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_KERNELS_H
#define BROADLOOM_TESTS_PROVE_KERNELS_H

#include "broadloom.h"
#include "prove/proof.h"

enum { MOST_KERNELS = 16 };

typedef struct kernels {
    const bl_variant *variants[MOST_KERNELS]; /* plain C's is the last */
    unsigned count;
    unsigned type, operands;
    int exchanged; /* the kernels take two operands in exchanged order */
} kernels;

/** Returns 0 if the library has no such function. */
int list_kernels(kernels *into, const proof *of);

/** Computes a whole chunk; every NaN has the same bits. */
void run_kernel(const kernels *of, unsigned which, const void *const *inputs, void *results);

#endif
