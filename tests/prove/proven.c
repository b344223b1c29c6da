/* Proven functions: compares this machine's kernels with the stored proofs, and writes the table in docs/proofs.md.
 * Needs neither MPFR nor SLEEF.
 *
 *   proven check EVERY BLOCKS SEED PROOF…
 *       The hard cases by each kernel; of f32 every EVERY-th input, by each kernel as by plain C's; by plain C's one block of any and
 *       BLOCKS in which results are hard to round, by each other kernel one such; 0: no blocks. All of f16 and bf16. Of pairs and of
 *       f64 a block of one of the proofs, by each kernel; and of f64 the list of hard cases, and a block of the random operands.
 *   proven table CLAIMS PROOF…   a row per function; CLAIMS is the list of operators, which contains the claims
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/lists.h"
#include "harness/tap.h"
#include "prove/kernels.h"
#include "prove/sets.h"
#include "second/second.h"
#include "second/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 5 };

static uint64_t x[CHUNK], y[CHUNK];
static uint64_t results[CHUNK], plain[CHUNK];
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
                printf(" gave %" PRIx64 ", MPFR gave %" PRIx64 "\n", gave, lists[list][i].result);
            }
        }
    }
    ok(wrong == 0 && (of->edge_count != 0) == has_edges(of) && (grows_by_blocks(of) || (of->hard_count == HARD_CASES && of->edge_count == EDGE_CASES)),
       "%s %s on %s: %u of %u hard cases and edges are wrong",
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
    ok(hash == of->hashes[block], "%s %s on %s: block %02x has the hash that is kept", of->function, of->dtype,
       bl_isa_name(all->variants[kernel]->isa), block);
}

/* For plain C one block of all, and `count` of those in which some result is hard to round; for each other kernel one of the latter. */
static void check_blocks(const proof *of, const kernels *all, unsigned count, uint64_t seed)
{
    const unsigned plain_c = all->count - 1;
    unsigned hard[MOST_BLOCKS], hard_count = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        if (of->near[b]) {
            hard[hard_count++] = b;
        }
    }
    check_block(of, all, plain_c, (unsigned)(mixed(seed) % of->blocks));
    for (unsigned i = 0; i < count + plain_c && i < hard_count; ++i) { /* a different one each time */
        const unsigned chosen = (unsigned)(mixed(~seed - i) % (hard_count - i));

        check_block(of, all, i < count ? plain_c : i - count, hard[chosen]);
        hard[chosen] = hard[hard_count - 1 - i];
    }
}

/* Every so-many-th input from a first one on that the seed chooses: compares the results with plain C's. */
static void check_every(const proof *of, const kernels *all, uint64_t every, uint64_t seed)
{
    unsigned differ[MOST_KERNELS] = {0};
    const unsigned last = all->count - 1;

    for (uint64_t next = mixed(seed) % every; next < UINT64_C(1) << 32;) {
        for (size_t i = 0; i < CHUNK; ++i, next += every) {
            set_element(of->type, x, i, next); /* after 2^32 the first ones again */
        }
        run_kernel(all, last, inputs, plain);
        for (unsigned k = 0; k < last; ++k) {
            run_kernel(all, k, inputs, results);
            for (size_t i = 0; i < CHUNK && memcmp(results, plain, CHUNK * bits_of_type(of->type) / 8) != 0; ++i) {
                const uint64_t gave = element(of->type, results, i), wanted = element(of->type, plain, i);

                if (gave != wanted && ++differ[k] <= MOST_SHOWN) {
                    show(of, i);
                    printf(" gave %08" PRIx64 ", in plain C %08" PRIx64 "\n", gave, wanted);
                }
            }
        }
    }
    for (unsigned k = 0; k < last; ++k) {
        ok(differ[k] == 0, "%s %s on %s: of every %uth input %u results are not as in plain C", of->function, of->dtype,
           bl_isa_name(all->variants[k]->isa), (unsigned)every, differ[k]);
    }
}

/* Whether a function of f32 has a dedicated kernel on each of these instruction sets that this machine has. */
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

/* For pairs, by each kernel. */
static void check_some_block(const proof *of, const kernels *all, uint64_t seed)
{
    const unsigned block = (unsigned)(mixed(seed) % of->blocks);

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
        if ((of->operands == 1 && bits_of_type(of->type) == 16) || is_of_hard_cases(of)) {
            check_block(of, &all, k, 0);
        }
    }
    if (of->type == BL_F64 && !is_of_hard_cases(of) && !is_by_others(of)) {
        check_some_block(of, &all, seed);
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

/* The index of a path, chosen by the seed, that is of pairs or of f64 and has a block that does not take long; `count`: none. */
static int choose_pairs(int count, char **paths, uint64_t seed)
{
    static proof one;
    int chosen = count;
    uint64_t fit = 0;

    for (int i = 0; i < count; ++i) {
        if (proof_read(&one, paths[i]) && grows_by_blocks(&one) && block_inputs(&one) <= 1 << 24) {
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
        if (ok(proof_read(&one, paths[i]) && proof_is_whole(&one), "%s is a whole proof", paths[i])) {
            check(&one, every, blocks, i == chosen, seed);
        }
    }
    return done_testing();
}

/* ---- The table ---- */

enum { MOST_FUNCTIONS = 64,
       CLAIMS = 4 };

/* The claims that there are of a function at a dtype: docs/proofs.md. */
static const char *const claims[CLAIMS] = {"all inputs", "algebraic", "by a published bound", "no counterexample known"};

/* The number of a function's proofs that a way has run completely, and their dtypes. */
typedef struct row_way {
    char name[40], dtypes[1024];
    unsigned count;
} row_way;

typedef struct row {
    char function[24], dtypes[CLAIMS][2048], commits[1024]; /* the dtypes of each claim */
    unsigned count;                                         /* of proofs */
    row_way ways[MOST_WAYS];
    unsigned way_count;
} row;

/* From the list of operators, in which a function's line ends with "; rounded: f32 all inputs, f64 algebraic". A set of inputs is not all
 * inputs. CLAIMS if there is no such claim. */
static unsigned claim_of(const proof *of, const char *list)
{
    char line[4096], name[24], type[8];
    unsigned claim = has_all_inputs(of) ? 0 : CLAIMS;
    FILE *file = has_all_inputs(of) ? NULL : fopen(list, "r");

    (void)snprintf(type, sizeof type, "%.*s", (int)strcspn(of->dtype, "-"), of->dtype);
    while (file != NULL && claim == CLAIMS && fgets(line, sizeof line, file) != NULL) {
        char *claimed = strstr(line, "; rounded: ");

        if (sscanf(line, " %23s", name) != 1 || strcmp(name, of->function) != 0 || claimed == NULL) {
            continue;
        }
        for (char *one = strtok(claimed + strlen("; rounded: "), ",\n"); one != NULL; one = strtok(NULL, ",\n")) {
            one += strspn(one, " ");
            for (unsigned i = 1; i < CLAIMS; ++i) {
                const size_t length = strlen(type);

                if (strncmp(one, type, length) == 0 && one[length] == ' ' && strcmp(one + length + 1, claims[i]) == 0) {
                    claim = i;
                }
            }
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return claim;
}

/* Consecutive sets of the same dtypes are listed after these: "f16, f32-i8 (integers, random)". */
static void add_dtype(char *list, size_t room, const proof *of)
{
    const size_t used = strlen(list);
    const char *set = has_all_inputs(of) ? NULL : strrchr(of->dtype, '-') + 1, *open = strrchr(list, '(');
    const size_t dtypes = set != NULL ? (size_t)(set - of->dtype) - 1 : 0;

    if (set == NULL) {
        (void)snprintf(list + used, room - used, "%s%s", used == 0 ? "" : ", ", of->dtype);
    } else if (open != NULL && list[used - 1] == ')' && (size_t)(open - list) > dtypes && strncmp(open - 1 - dtypes, of->dtype, dtypes) == 0 &&
               (open - 1 - dtypes == list || open[-2 - (ptrdiff_t)dtypes] == ' ')) {
        (void)snprintf(list + used - 1, room - used + 1, ", %s)", set);
    } else {
        (void)snprintf(list + used, room - used, "%s%.*s (%s)", used == 0 ? "" : ", ", (int)dtypes, of->dtype, set);
    }
}

static int add_way(row *to, const proof *of, const whole_run *run)
{
    unsigned i = 0;

    while (i < to->way_count && strcmp(to->ways[i].name, run->way) != 0) {
        ++i;
    }
    if (i == MOST_WAYS) {
        return 0;
    }
    to->way_count += i == to->way_count;
    memcpy(to->ways[i].name, run->way, sizeof run->way);
    add_once(to->ways[i].dtypes, sizeof to->ways[i].dtypes, of->dtype);
    add_once(to->commits, sizeof to->commits, run->commit);
    ++to->ways[i].count;
    return 1;
}

static int add_proof(row *rows, unsigned *count, const proof *of, const char *list)
{
    const unsigned claim = claim_of(of, list);
    row *to = rows;

    if (claim == CLAIMS) {
        fprintf(stderr, "%s %s: %s claims nothing of it that a set of inputs can support\n", of->function, of->dtype, list);
        return 0;
    }

    while (to < rows + *count && strcmp(to->function, of->function) != 0) {
        ++to;
    }
    if (to == rows + MOST_FUNCTIONS) {
        return 0;
    }
    *count += to == rows + *count;
    memcpy(to->function, of->function, sizeof of->function);
    ++to->count;
    for (unsigned i = 0; i < of->run_count; ++i) {
        if (!add_way(to, of, &of->runs[i])) {
            return 0;
        }
    }
    if (of->run_count != 0) {
        add_dtype(to->dtypes[claim], sizeof to->dtypes[claim], of);
    }
    return 1;
}

/* A way that has not run all of the function's dtypes is followed by its dtypes, or by their number if they are many. */
static void print_row(const row *of)
{
    const char *before = "";

    printf("| `%s` | ", of->function);
    for (unsigned i = 0; i < CLAIMS; ++i) {
        printf("%s | ", of->dtypes[i]);
    }
    for (unsigned i = 0; i < of->way_count; ++i) {
        const row_way *way = &of->ways[i];

        printf("%s%s", before, way->name);
        if (way->count != of->count && strlen(way->dtypes) < 50) {
            printf(" (%s)", way->dtypes);
        } else if (way->count != of->count) {
            printf(" (%u of %u)", way->count, of->count);
        }
        before = ", ";
    }
    printf(" | %s |\n", of->commits);
}

static int table(const char *list, int count, char **paths)
{
    static row rows[MOST_FUNCTIONS];
    static proof one;
    unsigned row_count = 0;

    for (int i = 0; i < count; ++i) {
        if (!proof_read(&one, paths[i]) || !add_proof(rows, &row_count, &one, list)) {
            return 1;
        }
    }
    printf("| function | %s | %s | %s | %s | no wrong result of | at commit |\n|---|---|---|---|---|---|---|\n", claims[0], claims[1],
           claims[2], claims[3]);
    for (unsigned i = 0; i < row_count; ++i) {
        print_row(&rows[i]);
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
    fprintf(stderr, "usage: proven check EVERY BLOCKS SEED PROOF... | proven table CLAIMS PROOF...\n");
    return 2;
}
