/* Notes on a block's reference: the number of results that MPFR decided, the number near rounding boundaries, and the nearest of these.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_NOTES_H
#define BROADLOOM_TESTS_PROVE_NOTES_H

#include "prove/reference.h"

/** The nearest to rounding boundaries, in order. Of inputs that differ only in signs, as their results do, it has one. */
typedef struct hardest {
    known_result list[HARD_CASES];
    unsigned count;
} hardest;

typedef struct notes {
    const proof *of;
    unsigned decided, near;
    /* For one operand: all inputs, and those from 2^-8 on, because near 0 their first terms make some functions hard to round. For two
     * operands: all except those within 2^-36, those, and exactly halfway ones. */
    hardest all, far, halfway;
} notes;

/** A decided_function with a `notes` as its context. */
void note(void *context, const known_result *one);

/** Adds the notes on some blocks, with hard cases, to those of the proof. */
void add_notes(proof *to, const notes *from);

/** The results for edges, or for all pairs of edges, by MPFR; for a set that has any. */
void add_edges(proof *to, const function *of);

#endif
