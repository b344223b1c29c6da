/* The subjects of the exhaustive runs: an operator at its dtypes over all pairs of 16 bits or all inputs of f32; an operator or a word
 * over 10^8 random operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_SUBJECTS_H
#define BROADLOOM_TESTS_SUBJECTS_H

#include "kernels/woven.h"
#include "oracle/oracle.h"
#include "second/second.h"

enum {
    CHUNK = 1 << 16,  /* elements that are computed at a time */
    MOST_BLOCKS = 16, /* of a subject */
    MOST_SUBJECTS = 256
};

typedef enum subject_kind {
    ALL_PAIRS,
    ALL_INPUTS,
    RANDOM
} subject_kind;

typedef struct subject {
    subject_kind kind;
    const char *name;
    char dtypes_text[24];           /* "f16", "f32-to-u8" */
    const bl_table *table;          /* an operator's; or */
    const bl_vocabulary_word *word; /* a word's, in plain C; NULL if there is none */
    uint8_t is_word, arity;
    uint8_t dtypes[BL_MAX_ARITY + 1];
    meaning *full; /* computes all results */
    const second_rule *rule;
    meaning *exact;
    meaning_domain *domain; /* the rule's, or the quick one */
    const oracle_op_rule *op_oracle;
    const oracle_rule *word_oracle;
    unsigned blocks, chunks;            /* of it, of a block */
    unsigned every_exact, every_oracle; /* one in this many results is compared with these; 0: `full` is the exact one */
} subject;

/** All of them, in the order in which they run. */
size_t list_subjects(subject *into);

/** "pairs", "inputs", "random"; for words "word-inputs", "word-random". */
const char *kind_name(const subject *which);

/** Elements of a subject. */
double subject_size(const subject *which);

/** Compares a block's results with judge two's, and sets the hash of these. Returns 0, and prints a line on standard output, if one
 * differs. `isas` gets the names of the compared kernels' instruction sets. */
int run_block(const subject *which, unsigned block, uint64_t *hash, char *isas, size_t room);

/** The hash of an operator's block by the present best kernels of this machine; returns their instruction set. */
int rerun_block(const subject *which, unsigned block, uint64_t *hash);

#endif
