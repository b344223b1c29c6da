/* What a block's reference is noted by: how much MPFR decided, how much lies near rounding boundaries, and what lies nearest.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_NOTES_H
#define BROADLOOM_TESTS_PROVE_NOTES_H

#include "prove/reference.h"

/** The nearest to rounding boundaries, in order. Of inputs that differ by signs, where their results do too, only one. */
typedef struct hardest {
    known_result list[HARD_CASES];
    unsigned count;
} hardest;

typedef struct notes {
    const proof *of;
    unsigned decided, near;
    /* Of one operand: of all inputs, and of those from 2^-8 on, for nearer to 0 some functions are hard to round by their first terms
     * alone. Of two operands: all but those that are within 2^-36, those, and exactly halfway ones. */
    hardest all, far, halfway;
} notes;

/** A decided_function, with a `notes` for its context. */
void note(void *context, const known_result *one);

/** Adds what was noted of some blocks, hard cases too, to those that the proof has. */
void add_notes(proof *to, const notes *from);

/** The edges' results, or those of all pairs of edges, by MPFR; of a set that has any. */
void add_edges(proof *to, const function *of);

#endif
