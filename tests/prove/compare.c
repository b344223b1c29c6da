/* `make prove`: of functions whose proofs are kept (proof.h) all results of this machine's kernels against the reference, block by
 * block; those that are noted in RUNS are not run again.
 *
 *   compare RUNS COMMIT SECONDS WAY ISAS BLOCK PROOF…   begins no block after so many seconds; 0: runs all
 *
 * WAY names what the library was woven of, "usual" or else; ISAS and BLOCK say which alone, "all": all of them. A block with a wrong
 * result is not noted; each such result is printed: input, got, wanted.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/kernels.h"
#include "prove/reference.h"
#include "prove/runs.h"
#include "second/second.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SHOWN = 20 };

static uint32_t inputs[CHUNK], wanted[CHUNK], got[CHUNK];

typedef struct totals {
    unsigned ran, left, wrong;
} totals;

typedef struct asked {
    const char *runs, *commit, *way, *block;
    bl_isa isas[MOST_KERNELS];
    unsigned isa_count; /* 0: all */
    double seconds;
    time_t began;
} asked;

/* Of a list with commas or spaces. Returns 0 where one is none. */
static int take_isas(asked *into, char *list)
{
    into->isa_count = 0;
    for (char *name = strtok(list, ", "); name != NULL && strcmp(name, "all") != 0; name = strtok(NULL, ", ")) {
        bl_isa isa;

        if (into->isa_count == MOST_KERNELS || bl_isa_from_name(name, &isa) != BL_OK) {
            fprintf(stderr, "compare: there is no instruction set %s\n", name);
            return 0;
        }
        if (!bl_isa_available(isa)) {
            printf("SKIP %s: the processor or the library lacks it\n", name);
        }
        into->isas[into->isa_count++] = isa;
    }
    return 1;
}

static int is_asked(const asked *by, bl_isa isa)
{
    for (unsigned i = 0; i < by->isa_count; ++i) {
        if (by->isas[i] == isa) {
            return 1;
        }
    }
    return by->isa_count == 0;
}

static void name_way(char *into, size_t room, const asked *by, const bl_variant *variant)
{
    (void)snprintf(into, room, strcmp(by->way, "usual") == 0 ? "%s" : "%s/%s", bl_isa_name(variant->isa), by->way);
}

static void count_decided(void *context, uint32_t input, uint32_t result, double distance)
{
    (void)input;
    (void)result;
    (void)distance;
    ++*(unsigned *)context;
}

/* How many of a chunk's results are wrong, of which the first are shown. */
static unsigned compare(const proof *of, const char *way, unsigned shown)
{
    unsigned wrong = 0;
    const int digits = (int)bits_of_type(of->type) / 4;

    if (memcmp(got, wanted, CHUNK * bits_of_type(of->type) / 8) == 0) {
        return 0;
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        if (element(of->type, got, i) != element(of->type, wanted, i) && shown + wrong++ < MOST_SHOWN) {
            printf("wrong: %s %s %s: %0*" PRIx32 " gave %0*" PRIx32 ", should give %0*" PRIx32 "\n", of->function, of->dtype, way, digits,
                   element(of->type, inputs, i), digits, element(of->type, got, i), digits, element(of->type, wanted, i));
        }
    }
    return wrong;
}

/* Of one block the kernels that are not done; their wrong results by kernel. Returns 0 where the reference is not the one that is
 * kept. */
static int run_block(const function *reference, const proof *of, const kernels *all, const uint8_t *done, unsigned block, const asked *by,
                     unsigned *wrong, unsigned *decided)
{
    uint64_t hash = 0;

    *decided = 0;
    memset(wrong, 0, MOST_KERNELS * sizeof *wrong);
    for (unsigned c = 0; c < chunks_of_block(of); ++c) {
        const uint32_t first = (block * chunks_of_block(of) + c) * CHUNK;

        fill_chunk(of->type, first, inputs);
        reference_results(reference, of->type, first, CHUNK, wanted, count_decided, decided);
        hash = hash_chunk(hash, of->type, wanted);
        for (unsigned k = 0; k < all->count; ++k) {
            char way[40];

            if (!done[k]) {
                run_kernel(all, k, inputs, got);
                name_way(way, sizeof way, by, all->variants[k]);
                wrong[k] += compare(of, way, wrong[k]);
            }
        }
    }
    if (hash != of->hashes[block]) {
        printf("%s %s, block %02x: the reference's results have the hash %016" PRIx64 ", and %016" PRIx64 " is kept\n", of->function,
               of->dtype, block, hash, of->hashes[block]);
    }
    return hash == of->hashes[block];
}

/* Notes a block that has run. Returns 0 where that fails. */
static int note_block(const proof *of, const kernels *all, const uint8_t *done, unsigned block, const asked *by, const unsigned *wrong,
                      totals *sum)
{
    for (unsigned k = 0; k < all->count; ++k) {
        char way[40];

        name_way(way, sizeof way, by, all->variants[k]);
        if (done[k]) {
            continue;
        }
        sum->wrong += wrong[k];
        printf(" %s", way);
        if (wrong[k] != 0) {
            printf(" (%u wrong)", wrong[k]);
        } else if (!runs_add(by->runs, of, way, block, by->commit)) {
            return 0;
        }
    }
    return 1;
}

/* What is done already, or not asked for; returns how many are not. */
static unsigned find_done(const runs *noted, const proof *of, const kernels *all, unsigned block, const asked *by, uint8_t *done)
{
    unsigned missing = 0;

    for (unsigned k = 0; k < all->count; ++k) {
        char way[40];

        name_way(way, sizeof way, by, all->variants[k]);
        done[k] = (uint8_t)(!is_asked(by, all->variants[k]->isa) || runs_has(noted, of, way, block));
        missing += !done[k];
    }
    return missing;
}

static int run_proof(const proof *of, const asked *by, totals *sum)
{
    static runs noted;
    const function *reference = function_by_name(of->function);
    kernels all;

    if (reference == NULL || !list_kernels(&all, of)) {
        fprintf(stderr, "compare: the library has no function %s of %s\n", of->function, of->dtype);
        return 0;
    }
    if (!runs_read(&noted, by->runs)) {
        return 0;
    }
    for (unsigned block = 0; block < of->blocks; ++block) {
        const clock_t start = clock();
        unsigned wrong[MOST_KERNELS], decided;
        uint8_t done[MOST_KERNELS];

        if (!of->has[block] || (strcmp(by->block, "all") != 0 && strtoul(by->block, NULL, 16) != block) ||
            find_done(&noted, of, &all, block, by, done) == 0) {
            continue;
        }
        if (by->seconds > 0 && difftime(time(NULL), by->began) >= by->seconds) {
            ++sum->left;
            continue;
        }
        if (!run_block(reference, of, &all, done, block, by, wrong, &decided)) {
            return 0;
        }
        printf("%s %s, block %02x (%u of %u), %.2f s, MPFR decided %u:", of->function, of->dtype, block, block + 1, of->blocks,
               (double)(clock() - start) / CLOCKS_PER_SEC, decided);
        if (!note_block(of, &all, done, block, by, wrong, sum)) {
            return 0;
        }
        printf("\n");
        (void)fflush(stdout);
        ++sum->ran;
    }
    return 1;
}

int main(int argc, char **argv)
{
    static proof one;
    totals sum = {0, 0, 0};
    asked by;
    int status = 0;

    if (argc < 8) {
        fprintf(stderr, "usage: compare RUNS COMMIT SECONDS WAY ISAS BLOCK PROOF...\n");
        return 2;
    }
    by.runs = argv[1];
    by.commit = argv[2];
    by.seconds = strtod(argv[3], NULL);
    by.way = argv[4];
    by.block = argv[6];
    by.began = time(NULL);
    if (!take_isas(&by, argv[5])) {
        return 2;
    }
    for (int i = 7; i < argc; ++i) {
        status |= !proof_read(&one, argv[i]) || !run_proof(&one, &by, &sum);
    }
    printf("%u blocks ran, %u results are wrong, %u blocks are left\n", sum.ran, sum.wrong, sum.left);
    return status || sum.wrong != 0;
}
