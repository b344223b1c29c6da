/* What the generator weaves for the tests alone, into the build directory: every word of every instruction set as a
 * kernel of its own, and every op's expression.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_WOVEN_H
#define BROADLOOM_TESTS_WOVEN_H

#include "broadloom_tables.h"

#define BL_WORD_INPUTS 3

/** A word at a lane type, or at one count. Mask operands and results are bool bytes. "N" (held count) operands are u32 and
 * held: only patterns with that input held exist. "C" (constant) counts are no operand but part of the name: "shift_left:7". */
typedef struct bl_vocabulary_word {
    const char *name;
    const char *place; /* the file and line that spell it, or of the recipe that makes it */
    uint16_t contract; /* the fewest columns */
    uint8_t arity;
    uint8_t dtypes[BL_WORD_INPUTS + 1];
    bl_kernel_n *patterns[1 << BL_WORD_INPUTS]; /* by the set of held inputs, NULL where there is none; of one row, not in place */
} bl_vocabulary_word;

/** Words of an instruction set, up to one without a name. */
typedef struct bl_vocabulary {
    const char *isa;
    const bl_vocabulary_word *words;
} bl_vocabulary;

/** Up to a NULL; those of one instruction set one after the other. Each word stands behind those that it is made of. */
extern const bl_vocabulary *const bl_vocabularies[];

/** One use of a word. Values 0..arity-1 are the op's inputs, then come its parameters in the table's order, and node i
 * gives value leaves + i. */
typedef struct bl_node {
    const char *word; /* "constant": its bits stand in .constant; "settle": args are fast, certain (a mask) and slow, and
                       * slow is the result where certain is false */
    uint8_t dtype;    /* the lane type T at which the word is used */
    uint8_t gives;    /* its result's dtype; BL_BOOL for masks */
    uint16_t args[3];
    uint64_t constant;
    bl_kernel_n *function; /* of a word that is a proven operator of one operand: that in plain C */
} bl_node;

/** An op's expression at the table's dtypes; the last node is the result. One that is proven has none: its results in plain C are
 * what all others must be. */
typedef struct bl_expression {
    const bl_table *table;
    uint16_t leaf_count; /* inputs and parameters */
    uint16_t node_count;
    const bl_node *nodes; /* NULL: it is proven */
} bl_expression;

extern const bl_expression bl_expressions[];
extern const size_t bl_expression_count;

#endif
