/* A function's proof, a file such as exp_f32.txt. Its lines:
 *
 *   function exp f32
 *   run 84f27246 avx2 scalar   complete runs of kernels without a wrong result: the commit and the instruction sets
 *                              (avx2/doubles: of a library that is compiled otherwise)
 *   hash 596fb1b02f40123b      of all blocks' hashes
 *   blocks 04 4b50… d62a…+     the hashes of the results of a block and of those behind it; + where a result lies within 2^-18 of
 *                              its last place of a rounding boundary; - where a block has not run
 *   edge 00000001 3f800000     inputs and result, at the ends of the ranges of numbers
 *   hard b3000000 3f7fffff 0   the hardest to round; and how far the exact result is from a rounding boundary, in last places
 *
 * All lines except the runs come from MPFR and SLEEF only. The program that compares kernels reads them.
 *
 * For two operands a file has all pairs if both have 16 bits or fewer (pow_f16.txt, pow_f16-i8.txt), otherwise a set of pairs
 * (pow_f32-random.txt, pow_f32-i64-integers.txt): sets.h. For f64 it has a set of operands, too (exp_f64-random.txt). The text between
 * the function and ".txt" is called its dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_PROOF_H
#define BROADLOOM_TESTS_PROVE_PROOF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    CHUNK = 1 << 16, /* elements that are computed at a time */
    MOST_BLOCKS = 1 << 8,
    HARD_CASES = 64,
    EDGE_CASES = 15, /* of one operand */
    MOST_EDGES = 400,
    NEAR_EXPONENT = -18, /* results within 2^-18 of their last place of a rounding boundary are counted */
    MOST_WAYS = 32
};

typedef struct known_result {
    uint64_t inputs[2];
    uint64_t result;
    double distance; /* of the exact result from a rounding boundary, in units of the last place */
} known_result;

typedef struct whole_run {
    char way[40], commit[48];
} whole_run;

typedef struct proof {
    char function[24], dtype[24];
    unsigned operands;       /* 1 or 2 */
    unsigned type, second;   /* bl_dtype: of the result and the first operand, of the second */
    unsigned set;            /* sets.h */
    unsigned blocks, chunks; /* that there are; of each block */
    uint8_t has[MOST_BLOCKS];
    uint64_t hashes[MOST_BLOCKS];
    uint8_t near[MOST_BLOCKS]; /* has a result near a rounding boundary */
    whole_run runs[MOST_WAYS];
    unsigned run_count;
    known_result edges[MOST_EDGES], hard[HARD_CASES];
    unsigned edge_count, hard_count;
} proof;

/** Starts an empty one; returns 0 if there is no such dtype or set. */
int proof_start(proof *of, const char *function, const char *dtype);

/** Returns 0, and prints a line on standard error, if the file is not a proof. */
int proof_read(proof *of, const char *path);

void proof_write(const proof *of, FILE *file);

/** The hash of all blocks' hashes. */
uint64_t proof_hash(const proof *of);

int proof_is_whole(const proof *of);

int proof_has_run(const proof *of, const char *way);

unsigned block_inputs(const proof *of);

/** An element of an array, as bits. */
uint64_t element(unsigned type, const void *values, size_t i);
void set_element(unsigned type, void *values, size_t i, uint64_t bits);

/** The dtype of operand i, 0 or 1. */
unsigned operand_type(const proof *of, unsigned i);

/** Adds a chunk to a block's hash, which begins with 0. */
uint64_t hash_chunk(uint64_t hash, unsigned type, const void *results);

#endif
