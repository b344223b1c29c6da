/* Writes what is kept of a function's proof (proof.h) to standard output:
 *
 *   reference FUNCTION DTYPE [BLOCK]   of one block alone, for tests; f32 has 256, from 00 to ff
 *
 * Without a kernel: it is linked with MPFR and SLEEF, and with nothing of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/reference.h"
#include "second/second.h"
#include "second/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_SAMPLE = 16381 };

static uint32_t results[CHUNK];

/* ---- The hardest ---- */

/* The nearest to rounding boundaries, in order. Of x and -x, where they have one result but for the sign, only one. */
typedef struct hardest {
    known_result list[HARD_CASES];
    unsigned count;
} hardest;

static void keep(hardest *among, known_result one, uint32_t sign)
{
    unsigned at = among->count;

    if (at == HARD_CASES && one.distance >= among->list[at - 1].distance) {
        return;
    }
    for (unsigned i = 0; i < among->count; ++i) {
        if ((among->list[i].input ^ one.input) == sign && ((among->list[i].result ^ one.result) & ~sign) == 0) {
            return;
        }
    }
    at -= at == HARD_CASES;
    for (; at > 0 && among->list[at - 1].distance > one.distance; --at) {
        among->list[at] = among->list[at - 1];
    }
    among->list[at] = one;
    among->count += among->count < HARD_CASES;
}

typedef struct run {
    proof kept;
    /* of all inputs, and of those from 2^-8 on: nearer to 0 some functions are hard to round by their first terms alone */
    hardest all, far;
    unsigned block;
} run;

static int is_far(unsigned type, uint32_t input)
{
    const uint32_t exponent = (uint32_t)((input & infinity_bits(type)) >> fraction_of_type(type));

    return (int)exponent - (int)(infinity_bits(type) >> fraction_of_type(type)) / 2 >= -8;
}

static void note(void *context, uint32_t input, uint32_t result, double distance)
{
    run *to = (run *)context;
    const known_result one = {input, result, distance};
    const uint32_t sign = (uint32_t)sign_bit(to->kept.type);

    ++to->kept.decided;
    to->kept.near[to->block] += distance < ldexp(1, NEAR_EXPONENT);
    keep(&to->all, one, sign);
    if (is_far(to->kept.type, input)) {
        keep(&to->far, one, sign);
    }
}

static int by_input(const void *a, const void *b)
{
    const uint32_t left = ((const known_result *)a)->input, right = ((const known_result *)b)->input;

    return (left > right) - (left < right);
}

static void add_some(proof *to, const hardest *from, unsigned most)
{
    for (unsigned i = 0; i < from->count && to->hard_count < most; ++i) {
        unsigned k = 0;

        while (k < to->hard_count && to->hard[k].input != from->list[i].input) {
            ++k;
        }
        if (k == to->hard_count) {
            to->hard[to->hard_count++] = from->list[i];
        }
    }
}

/* ---- All ---- */

static void add_edges(proof *to, const function *of)
{
    const uint32_t infinity = (uint32_t)infinity_bits(to->type), normal = UINT32_C(1) << fraction_of_type(to->type);
    const uint32_t edges[] = {0, 1, normal - 1, normal, infinity / 2 & (0 - normal), infinity - 1, infinity};

    for (unsigned sign = 0; sign < 2; ++sign) {
        for (size_t i = 0; i < BL_COUNT(edges); ++i) {
            known_result *into = &to->edges[to->edge_count++];

            into->input = edges[i] | (sign != 0 ? (uint32_t)sign_bit(to->type) : 0);
            into->result = exact_result(of, to->type, into->input, &into->distance);
        }
    }
    to->edges[to->edge_count].input = infinity + 1; /* a signalling NaN */
    to->edges[to->edge_count++].result = (uint32_t)nan_bits(to->type);
}

/* A sample of what the quick value decided, by MPFR. */
static void check_sample(const function *of, unsigned type, uint32_t first)
{
    for (size_t i = mixed(first) % EVERY_SAMPLE; i < CHUNK; i += EVERY_SAMPLE) {
        double distance;
        const uint32_t input = first + (uint32_t)i, result = exact_result(of, type, input, &distance);

        if (result != element(type, results, i)) {
            fprintf(stderr, "%s(%08x): the quick value gave %08x, MPFR %08x\n", of->name, (unsigned)input,
                    (unsigned)element(type, results, i), (unsigned)result);
            exit(1);
        }
    }
}

int main(int argc, char **argv)
{
    static run all;
    const function *of = argc >= 3 ? function_by_name(argv[1]) : NULL;
    proof *kept = &all.kept;

    if (of == NULL || !proof_start(kept, argv[1], argv[2])) {
        fprintf(stderr, "usage: reference FUNCTION f32|f16|bf16 [BLOCK], of a function of functions.c\n");
        return 2;
    }
    (void)snprintf(kept->margin, sizeof kept->margin, kept->type == BL_F32 && quick_by_name(of->name) != NULL ? "2^%d" : "none",
                   MARGIN_EXPONENT);
    for (unsigned b = 0; b < kept->blocks; ++b) {
        if (argc > 3 && b != strtoul(argv[3], NULL, 16)) {
            continue;
        }
        all.block = b;
        kept->has[b] = 1;
        for (unsigned c = 0; c < chunks_of_block(kept); ++c) {
            reference_results(of, kept->type, (b * chunks_of_block(kept) + c) * CHUNK, CHUNK, results, note, &all);
            check_sample(of, kept->type, (b * chunks_of_block(kept) + c) * CHUNK);
            kept->hashes[b] = hash_chunk(kept->hashes[b], kept->type, results);
        }
        if (b % 16 == 15) {
            fprintf(stderr, "%s %s: the reference has %u of %u blocks, MPFR decided %u\n", of->name, kept->dtype, b + 1,
                    kept->blocks, kept->decided);
        }
    }
    add_edges(kept, of);
    add_some(kept, &all.all, HARD_CASES / 2);
    add_some(kept, &all.far, HARD_CASES);
    add_some(kept, &all.all, HARD_CASES);
    qsort(kept->hard, kept->hard_count, sizeof kept->hard[0], by_input);
    proof_write(kept);
    mpfr_free_cache();
    return 0;
}
