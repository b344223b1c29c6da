/* What is kept of a function's proof, a file such as exp_f32.txt: of MPFR and SLEEF alone; and read by what compares kernels.
 *
 * Of two operands a file is of all pairs where both have 16 bits or fewer (pow_f16.txt, pow_f16-i8.txt), or of a set of pairs
 * (pow_f32-random.txt, pow_f32-i64-integers.txt): sets.h. What is between the function and ".txt" is called its dtype.
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
    NEAR_EXPONENT = -18 /* results within 2^-18 of their last place of a rounding boundary are counted */
};

typedef struct known_result {
    uint64_t inputs[2];
    uint32_t result;
    double distance; /* of the exact result from a rounding boundary, in units of the last place */
} known_result;

typedef struct proof {
    char function[24], dtype[24];
    unsigned operands;       /* 1 or 2 */
    unsigned type, second;   /* bl_dtype: of the result and the first operand, of the second */
    unsigned set;            /* sets.h */
    unsigned blocks, chunks; /* that there are; of each block */
    uint8_t has[MOST_BLOCKS];
    uint64_t hashes[MOST_BLOCKS];
    unsigned near[MOST_BLOCKS];
    char margin[16];  /* of the quick value, "2^-17" of the last place or more; "none": MPFR decided all */
    unsigned decided; /* by MPFR */
    known_result edges[MOST_EDGES], hard[HARD_CASES];
    unsigned edge_count, hard_count;
} proof;

/** An empty one; 0 where there is no such dtype, or no such set. */
int proof_start(proof *of, const char *function, const char *dtype);

/** 0, and a line on standard error, where the file is no proof. */
int proof_read(proof *of, const char *path);

void proof_write(const proof *of, FILE *file);

/** Of all blocks' hashes. */
uint64_t proof_hash(const proof *of);

unsigned proof_blocks_kept(const proof *of);

unsigned block_inputs(const proof *of);

/** An element of an array, as bits. */
uint64_t element(unsigned type, const void *values, size_t i);
void set_element(unsigned type, void *values, size_t i, uint64_t bits);

/** The dtype of operand i, 0 or 1. */
unsigned operand_type(const proof *of, unsigned i);

/** A block's hash begins with 0, and goes on with each of its chunks. */
uint64_t hash_chunk(uint64_t hash, unsigned type, const void *results);

#endif
