/* The inputs of a proof. Of one operand all there are; so, too, all pairs of two operands of 16 bits or fewer. Of wider ones sets of
 * pairs, the same on every machine, because only sums, products, quotients and roots of f64 compute them:
 *
 *   random      uniform bits; and pairs with results in range, near 1, of few bits
 *   near        of 16 neighbours of a solution of f(x, y) = r, r midway between two f32, the one whose result is nearest to such
 *   exact       results that are representable or exactly midway, and neighbours; x with a y that takes it midway
 *   exponents   pow by +-1/2, +-1/3 (as f32), +-1 to +-32, a block each: all significands of 16 binades
 *   limits      results near overflow, and subnormal ones
 *   integers    pow of bases next to +-1 by whole exponents, of any size
 *
 * Likewise of f64, of one operand and of two (doubles.h):
 *
 *   hard        the hard cases that are known
 *   random      2^24 random operands, for which MPFR computes all results
 *   many        2^30 random operands, for which another library computes the results; if a kernel's result differs, MPFR decides
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_SETS_H
#define BROADLOOM_TESTS_PROVE_SETS_H

#include "prove/proof.h"

/** For two operands, or for f64: the proof's set, its number of blocks, and their number of chunks. "" is all pairs. 0 if there is no such set of
 * these operands. */
int set_by_name(proof *of, const char *name);

/** The inputs of a chunk, in arrays; for one operand only the first is filled. */
void fill_chunk(const proof *of, unsigned block, unsigned chunk, void *const *inputs);

/** Whether the inputs are a list of hard cases, or too many for MPFR, so that another library computes their results. */
int is_of_hard_cases(const proof *of);
int is_by_others(const proof *of);

/** The blocks are added one by one, as they run. */
int grows_by_blocks(const proof *of);

/** Whether the proof has edges; for sets, only the proof of random operands has them. */
int has_edges(const proof *of);

/** The proof has all of its function's inputs at its dtypes. */
int has_all_inputs(const proof *of);

#endif
