/* Declarations of the files that are generated for the tests, in the build directory: every word of every instruction set as a separate
 * kernel, and every op's expression.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_WOVEN_H
#define BROADLOOM_TESTS_WOVEN_H

#include "broadloom_tables.h"

#define BL_WORD_INPUTS 3

/** A word at a lane type, or with one count. Mask operands and results are bool bytes. An "N" operand (held count) is a u32, and only
 * patterns that hold it exist. A "C" (constant) count is part of the name: "shift_left:7". */
typedef struct bl_vocabulary_word {
    const char *name;
    const char *place; /* the file and line of its spelling, or of the recipe that computes it */
    uint16_t contract; /* the fewest columns */
    uint8_t arity;
    uint8_t dtypes[BL_WORD_INPUTS + 1];
    bl_kernel_n *patterns[1 << BL_WORD_INPUTS]; /* by the set of held inputs, NULL if there is none; for one row, not in place */
} bl_vocabulary_word;

/** Words of an instruction set; the last one has no name. */
typedef struct bl_vocabulary {
    const char *isa;
    const bl_vocabulary_word *words;
} bl_vocabulary;

/** The last one is NULL; those of one instruction set are together. Each word comes after those that it uses. */
extern const bl_vocabulary *const bl_vocabularies[];

/** One use of a word. Values 0..arity-1 are the op's inputs, the next its parameters in the table's order, and node i gives value leaves +
 * i. */
typedef struct bl_node {
    const char *word; /* "constant": its bits are in .constant; "settle": args are fast, certain (a mask) and slow, and
                       * slow is the result where certain is false */
    uint8_t dtype;    /* the lane type T at which the word is used */
    uint8_t gives;    /* its result's dtype; BL_BOOL for masks */
    uint16_t args[3];
    uint64_t constant;
    bl_kernel_n *function; /* for a word that is a proven operator of one operand: that operator in plain C */
} bl_node;

/** An op's expression at the table's dtypes; the last node is the result. A proven one has none: its results in plain C are those that all
 * others must have. */
typedef struct bl_expression {
    const bl_table *table;
    uint16_t leaf_count; /* inputs and parameters */
    uint16_t node_count;
    const bl_node *nodes; /* NULL: it is proven */
} bl_expression;

extern const bl_expression bl_expressions[];
extern const size_t bl_expression_count;

#endif
