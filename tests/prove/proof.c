/* What is kept of a function's proof: proof.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "proof.h"
#include "second/second.h"
#include "second/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned type;
} dtypes[] = {{"f32", BL_F32}, {"f16", BL_F16}, {"bf16", BL_BF16}};

int proof_start(proof *of, const char *function, const char *dtype)
{
    memset(of, 0, sizeof *of);
    (void)snprintf(of->function, sizeof of->function, "%s", function);
    (void)snprintf(of->dtype, sizeof of->dtype, "%s", dtype);
    for (size_t i = 0; i < BL_COUNT(dtypes); ++i) {
        if (strcmp(dtypes[i].name, dtype) == 0) {
            of->type = dtypes[i].type;
            of->blocks = bits_of_type(of->type) == 32 ? MOST_BLOCKS : 1;
            return 1;
        }
    }
    return 0;
}

/* ---- Hashes ---- */

uint32_t element(unsigned type, const void *values, size_t i)
{
    return bits_of_type(type) == 32 ? ((const uint32_t *)values)[i] : ((const uint16_t *)values)[i];
}

uint64_t hash_chunk(uint64_t hash, unsigned type, const void *results)
{
    const uint32_t *words = (const uint32_t *)results;
    const uint16_t *halves = (const uint16_t *)results;

    for (size_t i = 0; i < CHUNK; i += 4) {
        if (bits_of_type(type) == 32) {
            hash = hashed_with(hash, words[i] | (uint64_t)words[i + 1] << 32);
            hash = hashed_with(hash, words[i + 2] | (uint64_t)words[i + 3] << 32);
        } else {
            hash = hashed_with(hash, halves[i] | (uint64_t)halves[i + 1] << 16 | (uint64_t)halves[i + 2] << 32 |
                                         (uint64_t)halves[i + 3] << 48);
        }
    }
    return hash;
}

unsigned proof_blocks_kept(const proof *of)
{
    unsigned kept = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        kept += of->has[b];
    }
    return kept;
}

uint64_t proof_hash(const proof *of)
{
    uint64_t hash = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        hash = of->has[b] ? hashed_with(hash, of->hashes[b]) : hash;
    }
    return hash;
}

unsigned chunks_of_block(const proof *of)
{
    return of->blocks == 1 ? 1 : BLOCK_CHUNKS;
}

unsigned block_inputs(const proof *of)
{
    return chunks_of_block(of) * CHUNK;
}

/* ---- The file ---- */

void proof_write(const proof *of)
{
    const int digits = (int)bits_of_type(of->type) / 4;

    printf("# %s of %s, rounded correctly, as SLEEF and MPFR have it, no kernel: written by\n"
           "# tests/prove/reference.c, by way of `make prove`. SPDX-License-Identifier: Apache-2.0\n"
           "function %s %s\nhash %016" PRIx64 "\nmargin %s\ndecided %u\n",
           of->function, of->dtype, of->function, of->dtype, proof_hash(of), of->margin, of->decided);
    printf("# of %u inputs each: the first one's upper byte, the results' hash, how many of them lie within 2^%d of the last place\n"
           "# of a rounding boundary\n",
           block_inputs(of), NEAR_EXPONENT);
    for (unsigned b = 0; b < of->blocks; ++b) {
        if (of->has[b]) {
            printf("block %02x %016" PRIx64 " %u\n", b, of->hashes[b], of->near[b]);
        }
    }
    printf("# input and result: what begins and ends the numbers there are\n");
    for (unsigned i = 0; i < of->edge_count; ++i) {
        printf("edge %0*" PRIx32 " %0*" PRIx32 "\n", digits, of->edges[i].input, digits, of->edges[i].result);
    }
    printf("# the hardest to round: input, result, how far the exact one is from a rounding boundary in units of the last place\n");
    for (unsigned i = 0; i < of->hard_count; ++i) {
        printf("hard %0*" PRIx32 " %0*" PRIx32 " %.3g\n", digits, of->hard[i].input, digits, of->hard[i].result, of->hard[i].distance);
    }
}

/* Of a line that is known; 0 of any other. */
static int read_line(proof *of, const char *text, uint64_t *hash)
{
    char function[24], dtype[8];
    unsigned block, near;
    uint64_t block_hash;
    known_result known = {0, 0, 0};

    if (sscanf(text, "function %23s %7s", function, dtype) == 2) {
        return of->blocks == 0 && proof_start(of, function, dtype);
    }
    if (of->blocks == 0) {
        return 0;
    }
    if (sscanf(text, "block %x %" SCNx64 " %u", &block, &block_hash, &near) == 3 &&
        block < of->blocks && !of->has[block]) {
        of->has[block] = 1;
        of->hashes[block] = block_hash;
        of->near[block] = near;
        return 1;
    }
    if (sscanf(text, "edge %" SCNx32 " %" SCNx32, &known.input, &known.result) == 2 && of->edge_count < EDGE_CASES) {
        of->edges[of->edge_count++] = known;
        return 1;
    }
    if (sscanf(text, "hard %" SCNx32 " %" SCNx32 " %lf", &known.input, &known.result, &known.distance) == 3 &&
        of->hard_count < HARD_CASES) {
        of->hard[of->hard_count++] = known;
        return 1;
    }
    return sscanf(text, "hash %" SCNx64, hash) == 1 || sscanf(text, "margin %15s", of->margin) == 1 || sscanf(text, "decided %u", &of->decided) == 1;
}

int proof_read(proof *of, const char *path)
{
    FILE *file = fopen(path, "r");
    char text[256];
    uint64_t hash = 0;

    memset(of, 0, sizeof *of);
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        return 0;
    }
    while (fgets(text, sizeof text, file) != NULL) {
        if (text[0] != '#' && !read_line(of, text, &hash)) {
            fprintf(stderr, "%s: what is this: %s", path, text);
            (void)fclose(file);
            return 0;
        }
    }
    (void)fclose(file);
    if (of->blocks == 0 || hash != proof_hash(of)) {
        fprintf(stderr, "%s: its hash is not that of its blocks\n", path);
        return 0;
    }
    return 1;
}
