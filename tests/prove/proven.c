/* Functions that are proven: this machine's kernels against what is kept of the proofs, and what docs/proofs.md says of them. It needs
 * neither MPFR nor SLEEF.
 *
 *   proven check EVERY BLOCKS SEED PROOF…
 *       The hard cases by each kernel; of f32 every EVERY-th input, by each kernel as by plain C's; by plain C's one block of any and
 *       BLOCKS in which results are hard to round, by each other kernel one such; 0: no blocks. All of f16 and bf16.
 *   proven table RUNS PROOF…
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/lists.h"
#include "harness/tap.h"
#include "prove/kernels.h"
#include "prove/runs.h"
#include "second/second.h"
#include "second/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 5 };

static uint32_t inputs[CHUNK], results[CHUNK], plain[CHUNK];

static void set_element(unsigned type, void *values, size_t i, uint32_t bits)
{
    if (bits_of_type(type) == 32) {
        ((uint32_t *)values)[i] = bits;
    } else {
        ((uint16_t *)values)[i] = (uint16_t)bits;
    }
}

/* ---- The check ---- */

static void check_known(const proof *of, const kernels *all, unsigned kernel)
{
    const known_result *const lists[] = {of->hard, of->edges};
    const unsigned counts[] = {of->hard_count, of->edge_count};
    unsigned wrong = 0, at = 0;

    memset(inputs, 0, sizeof inputs);
    for (unsigned list = 0; list < BL_COUNT(lists); ++list) {
        for (unsigned i = 0; i < counts[list]; ++i) {
            set_element(of->type, inputs, at++, lists[list][i].input);
        }
    }
    run_kernel(all, kernel, inputs, results);
    at = 0;
    for (unsigned list = 0; list < BL_COUNT(lists); ++list) {
        for (unsigned i = 0; i < counts[list]; ++i, ++at) {
            const uint32_t gave = element(of->type, results, at);

            if (gave != lists[list][i].result && ++wrong <= MOST_SHOWN) {
                printf("# %s %s of %" PRIx32 " gave %" PRIx32 ", MPFR gave %" PRIx32 "\n", of->function, of->dtype, lists[list][i].input,
                       gave, lists[list][i].result);
            }
        }
    }
    ok(wrong == 0 && of->hard_count == HARD_CASES && of->edge_count == EDGE_CASES, "%s %s on %s: %u of %u hard cases and edges are wrong",
       of->function, of->dtype, bl_isa_name(all->variants[kernel]->isa), wrong, at);
}

static void check_block(const proof *of, const kernels *all, unsigned kernel, unsigned block)
{
    uint64_t hash = 0;

    for (unsigned c = 0; c < chunks_of_block(of); ++c) {
        fill_chunk(of->type, (block * chunks_of_block(of) + c) * CHUNK, inputs);
        run_kernel(all, kernel, inputs, results);
        hash = hash_chunk(hash, of->type, results);
    }
    ok(of->has[block] && hash == of->hashes[block], "%s %s on %s: block %02x has the hash that is kept", of->function, of->dtype,
       bl_isa_name(all->variants[kernel]->isa), block);
}

/* Of plain C one block of all, and `count` of those in which some result is hard to round; of each other kernel one such. */
static void check_blocks(const proof *of, const kernels *all, unsigned count, uint64_t seed)
{
    const unsigned plain_c = all->count - 1;
    unsigned hard[MOST_BLOCKS], hard_count = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        if (of->near[b] != 0) {
            hard[hard_count++] = b;
        }
    }
    check_block(of, all, plain_c, (unsigned)(mixed(seed) % of->blocks));
    for (unsigned i = 0; i < count + plain_c && i < hard_count; ++i) { /* each another */
        const unsigned chosen = (unsigned)(mixed(~seed - i) % (hard_count - i));

        check_block(of, all, i < count ? plain_c : i - count, hard[chosen]);
        hard[chosen] = hard[hard_count - 1 - i];
    }
}

/* Every so-many-th input from a first one on that the seed chooses: the differences from plain C. */
static void check_every(const proof *of, const kernels *all, uint64_t every, uint64_t seed)
{
    unsigned differ[MOST_KERNELS] = {0};
    const unsigned last = all->count - 1;

    for (uint64_t next = mixed(seed) % every; next < UINT64_C(1) << 32;) {
        for (size_t i = 0; i < CHUNK; ++i, next += every) {
            inputs[i] = (uint32_t)next; /* from 2^32 on the first ones once more */
        }
        run_kernel(all, last, inputs, plain);
        for (unsigned k = 0; k < last; ++k) {
            run_kernel(all, k, inputs, results);
            for (size_t i = 0; i < CHUNK && memcmp(results, plain, sizeof plain) != 0; ++i) {
                if (results[i] != plain[i] && ++differ[k] <= MOST_SHOWN) {
                    printf("# %s %s of %08" PRIx32 " gave %08" PRIx32 ", in plain C %08" PRIx32 "\n", of->function, of->dtype, inputs[i],
                           results[i], plain[i]);
                }
            }
        }
    }
    for (unsigned k = 0; k < last; ++k) {
        ok(differ[k] == 0, "%s %s on %s: of every %uth input %u results are not as in plain C", of->function, of->dtype,
           bl_isa_name(all->variants[k]->isa), (unsigned)every, differ[k]);
    }
}

/* Whether a function of f32 has a kernel of its own on each of these instruction sets that this machine has. */
static void check_woven(const proof *of, const kernels *all)
{
    static const char *const names[] = {"scalar", "avx2", "avx512", "neon"};

    for (size_t i = 0; i < BL_COUNT(names); ++i) {
        bl_isa isa;
        int is_woven = 0;

        if (bl_isa_from_name(names[i], &isa) != BL_OK || !bl_isa_available(isa)) {
            continue;
        }
        for (unsigned k = 0; k < all->count; ++k) {
            is_woven |= all->variants[k]->isa == isa;
        }
        ok(is_woven, "%s %s has a kernel of its own for %s", of->function, of->dtype, names[i]);
    }
}

static void check(const proof *of, uint64_t every, unsigned blocks, uint64_t seed)
{
    kernels all;

    if (!ok(list_kernels(&all, of), "the library has %s of %s", of->function, of->dtype)) {
        return;
    }
    for (unsigned k = 0; k < all.count; ++k) {
        check_known(of, &all, k);
        if (of->type != BL_F32) {
            check_block(of, &all, k, 0);
        }
    }
    if (of->type == BL_F32) {
        check_woven(of, &all);
        check_every(of, &all, every, seed);
        if (blocks != 0) {
            check_blocks(of, &all, blocks, seed);
        }
    }
}

/* ---- The table ---- */

static void print_way(const proof *of, const runs *all, const char *way)
{
    char days[200] = "", commits[400] = "";
    double ran = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        ran += of->has[b] && runs_has(all, of, way, b) ? (double)block_inputs(of) : 0;
    }
    for (unsigned i = 0; i < all->count; ++i) {
        const one_run *run = &all->list[i];

        if (strcmp(run->function, of->function) == 0 && strcmp(run->dtype, of->dtype) == 0 && strcmp(run->way, way) == 0) {
            add_once(days, sizeof days, run->day);
            add_once(commits, sizeof commits, run->commit);
        }
    }
    printf("| `%s` | %s | %s | %.0f%s | 0 | %s | %u | %016" PRIx64 " | %s | %s |\n", of->function, of->dtype, way, ran,
           ran == (double)of->blocks * block_inputs(of) ? "" : ", not all", of->margin, of->decided, proof_hash(of), days,
           commits);
}

static void print_ways(const proof *of, const runs *all)
{
    for (unsigned i = 0; i < all->count; ++i) {
        const one_run *run = &all->list[i];
        unsigned before = 0;

        if (strcmp(run->function, of->function) != 0 || strcmp(run->dtype, of->dtype) != 0) {
            continue;
        }
        while (before < i && (strcmp(all->list[before].function, run->function) != 0 || strcmp(all->list[before].dtype, run->dtype) != 0 ||
                              strcmp(all->list[before].way, run->way) != 0)) {
            ++before;
        }
        if (before == i) {
            print_way(of, all, run->way);
        }
    }
}

static int table(const char *path, int count, char **paths)
{
    static runs all;
    static proof one;

    if (!runs_read(&all, path)) {
        return 1;
    }
    printf("| function | dtype | way | inputs | wrong | margin | decided by MPFR | hash | when | at commit |\n"
           "|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < count; ++i) {
        if (!proof_read(&one, paths[i])) {
            return 1;
        }
        print_ways(&one, &all);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static proof one;

    if (argc >= 3 && strcmp(argv[1], "table") == 0) {
        return table(argv[2], argc - 3, argv + 3);
    }
    if (argc >= 6 && strcmp(argv[1], "check") == 0 && strtoul(argv[2], NULL, 10) != 0) {
        printf("# SEED=%s\n", argv[4]);
        for (int i = 5; i < argc; ++i) {
            if (ok(proof_read(&one, argv[i]) && proof_blocks_kept(&one) == one.blocks, "%s is a whole proof", argv[i])) {
                check(&one, strtoul(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
            }
        }
        return done_testing();
    }
    fprintf(stderr, "usage: proven check EVERY BLOCKS SEED PROOF... | proven table RUNS PROOF...\n");
    return 2;
}
