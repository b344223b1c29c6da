/* Functions that are proven: this machine's kernels against what is kept of the proofs, and what docs/proofs.md says of them. It needs
 * neither MPFR nor SLEEF.
 *
 *   proven check EVERY BLOCKS SEED PROOF…
 *       The hard cases by each kernel; of f32 every EVERY-th input, by each kernel as by plain C's; by plain C's one block of any and
 *       BLOCKS in which results are hard to round, by each other kernel one such; 0: no blocks. All of f16 and bf16. Of pairs a block
 *       of one of the proofs, by each kernel.
 *   proven table RUNS PROOF…
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/lists.h"
#include "harness/tap.h"
#include "prove/kernels.h"
#include "prove/runs.h"
#include "prove/sets.h"
#include "second/second.h"
#include "second/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 5 };

static uint64_t x[CHUNK], y[CHUNK];
static uint32_t results[CHUNK], plain[CHUNK];
static void *const filled[] = {x, y};
static const void *const inputs[] = {x, y};

/* ---- The check ---- */

/* The beginning of a line about an input. */
static void show(const proof *of, size_t i)
{
    printf("# %s %s of", of->function, of->dtype);
    for (unsigned k = 0; k < of->operands; ++k) {
        printf(" %" PRIx64, element(operand_type(of, k), inputs[k], i));
    }
}

static void check_known(const proof *of, const kernels *all, unsigned kernel)
{
    const known_result *const lists[] = {of->hard, of->edges};
    const unsigned counts[] = {of->hard_count, of->edge_count};
    unsigned wrong = 0, at = 0;

    memset(x, 0, sizeof x);
    memset(y, 0, sizeof y);
    for (unsigned list = 0; list < BL_COUNT(lists); ++list) {
        for (unsigned i = 0; i < counts[list]; ++i, ++at) {
            set_element(of->type, x, at, lists[list][i].inputs[0]);
            set_element(of->second, y, at, lists[list][i].inputs[1]);
        }
    }
    run_kernel(all, kernel, inputs, results);
    at = 0;
    for (unsigned list = 0; list < BL_COUNT(lists); ++list) {
        for (unsigned i = 0; i < counts[list]; ++i, ++at) {
            const uint64_t gave = element(of->type, results, at);

            if (gave != lists[list][i].result && ++wrong <= MOST_SHOWN) {
                show(of, at);
                printf(" gave %" PRIx64 ", MPFR gave %" PRIx32 "\n", gave, lists[list][i].result);
            }
        }
    }
    ok(wrong == 0 && (of->operands == 2 || (of->hard_count == HARD_CASES && of->edge_count == EDGE_CASES)), "%s %s on %s: %u of %u hard cases and edges are wrong",
       of->function, of->dtype, bl_isa_name(all->variants[kernel]->isa), wrong, at);
}

static void check_block(const proof *of, const kernels *all, unsigned kernel, unsigned block)
{
    uint64_t hash = 0;

    for (unsigned c = 0; c < of->chunks; ++c) {
        fill_chunk(of, block, c, filled);
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
            set_element(of->type, x, i, next); /* from 2^32 on the first ones once more */
        }
        run_kernel(all, last, inputs, plain);
        for (unsigned k = 0; k < last; ++k) {
            run_kernel(all, k, inputs, results);
            for (size_t i = 0; i < CHUNK && memcmp(results, plain, sizeof plain) != 0; ++i) {
                if (results[i] != plain[i] && ++differ[k] <= MOST_SHOWN) {
                    show(of, i);
                    printf(" gave %08" PRIx32 ", in plain C %08" PRIx32 "\n", results[i], plain[i]);
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

/* Of pairs, by each kernel. */
static void check_some_block(const proof *of, const kernels *all, uint64_t seed)
{
    unsigned block = (unsigned)(mixed(seed) % of->blocks), tried = 0;

    while (!of->has[block] && ++tried < of->blocks) {
        block = (block + 1) % of->blocks;
    }
    for (unsigned k = 0; k < all->count; ++k) {
        check_block(of, all, k, block);
    }
}

static void check(const proof *of, uint64_t every, unsigned blocks, int is_chosen, uint64_t seed)
{
    kernels all;

    if (!ok(list_kernels(&all, of), "the library has %s of %s", of->function, of->dtype)) {
        return;
    }
    for (unsigned k = 0; k < all.count; ++k) {
        check_known(of, &all, k);
        if (of->operands == 1 && of->type != BL_F32) {
            check_block(of, &all, k, 0);
        }
    }
    if (of->type == BL_F32 && (of->operands == 1 || strcmp(of->dtype, "f32-random") == 0)) {
        check_woven(of, &all);
    }
    if (is_chosen) {
        check_some_block(of, &all, seed);
    }
    if (of->operands == 1 && of->type == BL_F32) {
        check_every(of, &all, every, seed);
        if (blocks != 0) {
            check_blocks(of, &all, blocks, seed);
        }
    }
}

/* Which of the paths is of pairs, has a block that does not take long, and is chosen by the seed; `count`: none. */
static int choose_pairs(int count, char **paths, uint64_t seed)
{
    static proof one;
    int chosen = count;
    uint64_t fit = 0;

    for (int i = 0; i < count; ++i) {
        if (proof_read(&one, paths[i]) && one.operands == 2 && proof_blocks_kept(&one) != 0 && block_inputs(&one) <= 1 << 24) {
            ++fit;
            chosen = mixed(seed + fit) % fit == 0 ? i : chosen;
        }
    }
    return chosen;
}

static int check_all(uint64_t every, unsigned blocks, uint64_t seed, int count, char **paths)
{
    static proof one;
    const int chosen = blocks != 0 ? choose_pairs(count, paths, seed) : count;

    printf("# SEED=%" PRIu64 "\n", seed);
    for (int i = 0; i < count; ++i) {
        if (ok(proof_read(&one, paths[i]) && (one.operands == 2 || proof_blocks_kept(&one) == one.blocks), "%s is a whole proof", paths[i])) {
            check(&one, every, blocks, i == chosen, seed);
        }
    }
    return done_testing();
}

/* ---- The table ---- */

/* What follows of so many pairs. Of hypot of f32 it is shown by reasoning; its sets hold against that what was woven. */
static const char *says(const proof *of, double ran)
{
    const int is_whole = ran == (double)of->blocks * block_inputs(of);

    return is_whole && (has_all_inputs(of) || strcmp(of->function, "hypot") == 0) ? " | proven" : " | no counterexample known";
}

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
    printf("| `%s` | %s | %s | %.0f%s | 0%s | %s | %u | %016" PRIx64 " | %s | %s |\n", of->function, of->dtype, way, ran,
           ran == (double)of->blocks * block_inputs(of) ? "" : ", not all", of->operands == 1 ? "" : says(of, ran), of->margin, of->decided,
           proof_hash(of), days, commits);
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

/* Of one operand first, then of two. */
static int table(const char *path, int count, char **paths)
{
    static runs all;
    static proof one;

    if (!runs_read(&all, path)) {
        return 1;
    }
    for (unsigned operands = 1; operands <= 2; ++operands) {
        unsigned printed = 0;

        for (int i = 0; i < count; ++i) {
            if (!proof_read(&one, paths[i])) {
                return 1;
            }
            if (one.operands == operands && printed++ == 0) {
                printf(operands == 1 ? "| function | dtype | way | inputs | wrong | margin | decided by MPFR | hash | when | at commit |\n"
                                       "|---|---|---|---|---|---|---|---|---|---|\n"
                                     : "\n| function | dtypes, set | way | pairs | wrong | so it is | margin | decided by MPFR | hash | when | at commit |\n"
                                       "|---|---|---|---|---|---|---|---|---|---|---|\n");
            }
            if (one.operands == operands) {
                print_ways(&one, &all);
            }
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "table") == 0) {
        return table(argv[2], argc - 3, argv + 3);
    }
    if (argc >= 6 && strcmp(argv[1], "check") == 0 && strtoul(argv[2], NULL, 10) != 0) {
        return check_all(strtoul(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), argc - 5, argv + 5);
    }
    fprintf(stderr, "usage: proven check EVERY BLOCKS SEED PROOF... | proven table RUNS PROOF...\n");
    return 2;
}
