/* What is kept of a function's proof, a file such as exp_f32.txt: written by `reference` alone, of MPFR and SLEEF; and read by what
 * compares kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_PROOF_H
#define BROADLOOM_TESTS_PROVE_PROOF_H

#include <stddef.h>
#include <stdint.h>

enum {
    CHUNK = 1 << 16,       /* elements that are computed at a time */
    BLOCK_CHUNKS = 1 << 8, /* of a block of f32; f16 and bf16 have one block, of one chunk */
    MOST_BLOCKS = 1 << 8,
    HARD_CASES = 64,
    EDGE_CASES = 15,
    NEAR_EXPONENT = -18 /* results within 2^-18 of their last place of a rounding boundary are counted */
};

typedef struct known_result {
    uint32_t input, result;
    double distance; /* of the exact result from a rounding boundary, in units of the last place */
} known_result;

typedef struct proof {
    char function[24], dtype[8];
    unsigned type;   /* bl_dtype */
    unsigned blocks; /* that there are */
    uint8_t has[MOST_BLOCKS];
    uint64_t hashes[MOST_BLOCKS];
    unsigned near[MOST_BLOCKS];
    char margin[16];  /* of the quick value, "2^-17" of the last place or more; "none": MPFR decided all */
    unsigned decided; /* by MPFR */
    known_result edges[EDGE_CASES], hard[HARD_CASES];
    unsigned edge_count, hard_count;
} proof;

/** An empty one; 0 where there is no such dtype. */
int proof_start(proof *of, const char *function, const char *dtype);

/** 0, and a line on standard error, where the file is no proof. */
int proof_read(proof *of, const char *path);

/** To standard output. */
void proof_write(const proof *of);

/** Of all blocks' hashes. */
uint64_t proof_hash(const proof *of);

unsigned proof_blocks_kept(const proof *of);

unsigned chunks_of_block(const proof *of);
unsigned block_inputs(const proof *of);

/** An element of an array of f32, f16 or bf16, as bits. */
uint32_t element(unsigned type, const void *values, size_t i);

/** A block's hash begins with 0, and goes on with each of its chunks. */
uint64_t hash_chunk(uint64_t hash, unsigned type, const void *results);

#endif
