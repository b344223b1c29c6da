/* The values with which all lengths are tested. They are ordinary numbers, to detect a wrong lane, and any two
 * operators with the same signature differ on them, to detect a wrong operator.
 *
 * Each column is chosen from several proposals: the one that distinguishes most pairs of operators that the columns since the
 * last complete window have not distinguished. A window is complete when it distinguishes all pairs, in each pattern: usually one
 * column is enough. Operators that differ only on few values (infinity, NaN) or on equal operands need wider windows.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#include <string.h>

#define STREAMED_COLS 128 /* the widest row of results in shapes.c that bypass the caches */
#define MAX_PATTERNS 16   /* of a signature's kernels */
#define PROPOSALS 12
#define SEEDS 8

shape_inputs chosen;

/* The input of the choice. */
static struct need {
    const reference *const *peers;
    size_t count;
    unsigned patterns[MAX_PATTERNS];
    size_t pattern_count;
} need;

/* A set of pairs of peers for each pattern, as need.count rows of bits. */
typedef struct pairs {
    size_t count;
    uint64_t rows[MAX_PATTERNS * MAX_PEERS][MAX_PEERS / 64];
} pairs;

typedef struct column {
    uint64_t x[BL_MAX_ARITY][SHAPE_ROWS];
} column;

static uint64_t input_value(unsigned pattern, unsigned input, size_t row, const column *at)
{
    return (pattern >> input & 1) != 0 ? chosen.held[input][row] : at->x[input][row];
}

/* ---- The pairs that a column distinguishes ---- */

static void copy_pairs(pairs *to, const pairs *from)
{
    to->count = from->count;
    memcpy(to->rows, from->rows, need.pattern_count * need.count * sizeof to->rows[0]);
}

static void clear_pairs(pairs *which)
{
    which->count = 0;
    memset(which->rows, 0, need.pattern_count * need.count * sizeof which->rows[0]);
}

/* Add to `told` the pairs that the column distinguishes in some row. */
static void tell(const column *at, pairs *told)
{
    static uint64_t results[MAX_PEERS];

    for (size_t n = 0; n < need.pattern_count; ++n) {
        for (size_t r = 0; r < SHAPE_ROWS; ++r) {
            uint64_t x[BL_MAX_ARITY];

            for (unsigned p = 0; p < chosen.arity; ++p) {
                x[p] = input_value(need.patterns[n], p, r, at);
            }
            for (size_t i = 0; i < need.count; ++i) {
                results[i] = reference_value(need.peers[i], x);
                for (size_t k = 0; k < i; ++k) {
                    uint64_t *word = &told->rows[n * need.count + i][k / 64];
                    const uint64_t bit = UINT64_C(1) << k % 64;

                    if ((*word & bit) == 0 && !oracle_same(need.peers[i]->compared_as, 0, results[i], results[k])) {
                        *word |= bit;
                        ++told->count;
                    }
                }
            }
        }
    }
}

static size_t all_pairs(void)
{
    return need.pattern_count * (need.count * (need.count - 1) / 2);
}

/* ---- Proposals ---- */

/* The value of another input in this row, held or walked; a plain one if no other has the type. */
static uint64_t value_of_another(const column *at, unsigned input, size_t row, uint64_t random)
{
    for (unsigned i = 1; i < chosen.arity; ++i) {
        const unsigned other = (unsigned)((input + i + random % chosen.arity) % chosen.arity);

        if (other != input && chosen.inputs[other] == chosen.inputs[input]) {
            return (random >> 8 & 1) != 0 || other > input ? chosen.held[other][row] : at->x[other][row];
        }
    }
    return plain_value(chosen.inputs[input], random);
}

static uint64_t special_value(bl_dtype type, uint64_t random)
{
    return (random & 1) != 0 ? edge_value(type, random >> 8) : sample_value(type, random >> 1);
}

/* The first proposals are plain; in later ones, more and more values are special or another input's. */
static void propose(column *to, size_t proposal, uint64_t key)
{
    for (size_t r = 0; r < SHAPE_ROWS; ++r) {
        for (unsigned p = 0; p < chosen.arity; ++p) {
            const uint64_t random = mix(mix(mix(key + proposal) + r) + p);
            const bl_dtype type = chosen.inputs[p];
            const size_t kind = proposal < 2 ? 0 : (size_t)((random >> 32) % proposal);

            to->x[p][r] = kind < 2        ? plain_value(type, random)
                          : kind % 2 == 0 ? value_of_another(to, p, r, random)
                                          : special_value(type, random);
        }
    }
}

static void hold_values(uint64_t seed)
{
    for (unsigned p = 0; p < chosen.arity; ++p) {
        for (size_t r = 0; r < SHAPE_ROWS; ++r) {
            const uint64_t random = mix(mix(seed + 1000) + r) + p;

            chosen.held[p][r] = seed == 0 || mix(random) % 2 == 0 ? plain_value(chosen.inputs[p], random)
                                                                  : special_value(chosen.inputs[p], mix(random));
        }
    }
}

/* The best proposal for a column; its pairs are added to `told`. */
static void choose_column(size_t col, uint64_t seed, pairs *told)
{
    static pairs tried, best_pairs;
    column proposal, best;

    for (size_t i = 0; i < PROPOSALS && (i == 0 || best_pairs.count < all_pairs()); ++i) {
        propose(&proposal, i, mix(mix(seed) + col));
        copy_pairs(&tried, told);
        tell(&proposal, &tried);
        if (i == 0 || tried.count > best_pairs.count) {
            best = proposal;
            copy_pairs(&best_pairs, &tried);
        }
    }
    copy_pairs(told, &best_pairs);
    for (unsigned p = 0; p < chosen.arity; ++p) {
        for (size_t r = 0; r < SHAPE_ROWS; ++r) {
            chosen.walked[p][r][col] = best.x[p][r];
        }
    }
}

/* The widest window; 0 if none was complete, and then `told` has the pairs that all columns distinguish. */
static size_t choose_columns(uint64_t seed, pairs *told)
{
    size_t widest = 0, begin = 0;

    clear_pairs(told);
    for (size_t col = 0; col < chosen.cols; ++col) {
        choose_column(col, seed, told);
        if (told->count == all_pairs()) {
            widest = col + 1 - begin > widest ? col + 1 - begin : widest;
            begin = col + 1;
            clear_pairs(told);
        }
    }
    return widest != 0 && chosen.cols - begin > widest ? chosen.cols - begin : widest;
}

static void find_alike(const pairs *told, size_t *alike)
{
    for (size_t n = 0; n < need.pattern_count; ++n) {
        for (size_t i = 0; i < need.count; ++i) {
            for (size_t k = 0; k < i; ++k) {
                if ((told->rows[n * need.count + i][k / 64] >> k % 64 & 1) == 0) {
                    alike[0] = k;
                    alike[1] = i;
                    return;
                }
            }
        }
    }
}

size_t choose_shape_values(const bl_table *table, size_t step, uint64_t patterns, const reference *const *peers,
                           size_t count, size_t *alike)
{
    static pairs told;
    size_t widest = 0;

    need.peers = peers;
    need.count = count;
    need.pattern_count = 0;
    for (unsigned pattern = 0; pattern + 1 < PATTERNS(table) && need.pattern_count < MAX_PATTERNS; ++pattern) {
        if ((patterns >> pattern & 1) != 0) {
            need.patterns[need.pattern_count++] = pattern;
        }
    }
    chosen.arity = table->arity;
    chosen.cols = 3 * step + 1 > STREAMED_COLS ? 3 * step + 1 : STREAMED_COLS;
    for (unsigned p = 0; p < table->arity; ++p) {
        chosen.inputs[p] = (bl_dtype)table->dtypes[p + 1];
    }
    alike[0] = alike[1] = 0;
    for (uint64_t seed = 0; seed < SEEDS && widest == 0; ++seed) {
        hold_values(seed);
        widest = choose_columns(seed, &told);
    }
    if (widest == 0) {
        find_alike(&told, alike);
    }
    for (unsigned p = 0; p < table->arity; ++p) {
        for (size_t r = 0; r < SHAPE_ROWS; ++r) {
            store_elements(chosen.walked_bytes[p][r], element_size(chosen.inputs[p]), chosen.walked[p][r], chosen.cols);
        }
    }
    return widest;
}
