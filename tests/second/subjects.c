/* The list of subjects of the exhaustive runs: subjects.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "subjects.h"

#include <stdio.h>
#include <string.h>

enum {
    PAIR_BLOCKS = 16, /* of 2^28 pairs */
    INPUT_BLOCKS = 4, /* of 2^30 inputs */
    RANDOM_BLOCKS = 4 /* of 2.5 * 10^7 operands */
};

const char *kind_name(const subject *which)
{
    static const char *const names[][2] = {{"pairs", "word-pairs"}, {"inputs", "word-inputs"}, {"random", "word-random"}};

    return names[which->kind][which->is_word];
}

double subject_size(const subject *which)
{
    return (double)which->blocks * (double)which->chunks * (double)CHUNK;
}

static subject *started(subject *into, size_t *count, subject_kind kind, const char *name, const uint8_t *dtypes)
{
    subject *which = &into[(*count)++];
    const char *from = oracle_types[dtypes[1]].name, *to = oracle_types[dtypes[0]].name;

    memset(which, 0, sizeof *which);
    which->kind = kind;
    which->name = name;
    which->blocks = kind == ALL_PAIRS ? PAIR_BLOCKS : kind == ALL_INPUTS ? INPUT_BLOCKS
                                                                         : RANDOM_BLOCKS;
    which->chunks = kind == RANDOM ? 382 : (1u << 16) / which->blocks;
    (void)snprintf(which->dtypes_text, sizeof which->dtypes_text, dtypes[0] == dtypes[1] ? "%s" : "%s-to-%s", from, to);
    return which;
}

/* `full` judges all results: all inputs by the quick meaning, random ones by the exact one. */
static subject *judged(subject *into, size_t *count, subject_kind kind, const char *name, const second_rule *rule, meaning *quick,
                       const uint8_t *dtypes, unsigned arity)
{
    meaning *exact = rule != NULL ? exact_meaning(rule, dtypes) : NULL;
    subject *which;

    if (exact == NULL || (kind != RANDOM && quick == NULL) || *count == MOST_SUBJECTS) {
        return NULL;
    }
    which = started(into, count, kind, name, dtypes);
    which->arity = (uint8_t)arity;
    memcpy(which->dtypes, dtypes, arity + 1u);
    which->rule = rule;
    which->exact = exact;
    which->domain = kind == RANDOM ? rule->domain : quick_domain(name);
    which->full = kind == RANDOM ? exact : quick;
    which->every_exact = kind == RANDOM ? 0 : 1024;
    return which;
}

static void add_op(subject *into, size_t *count, subject_kind kind, const bl_table *table)
{
    subject *which = judged(into, count, kind, table->op, second_op(table->op), quick_op(table->op), table->dtypes, table->arity);

    if (which != NULL) {
        which->table = table;
        which->op_oracle = oracle_op(table->op);
        which->every_oracle = kind == RANDOM ? 1 : 64;
    }
}

static void add_ops(subject *into, size_t *count, subject_kind kind, bl_dtype type, unsigned arity)
{
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t t = op->first[type]; op->arity == arity && t < op->first[type + 1]; ++t) {
            if (arity == 1 || op->tables[t]->dtypes[2] == type) {
                add_op(into, count, kind, op->tables[t]);
            }
        }
    }
}

static const bl_vocabulary_word *plain_word(const char *name, bl_dtype operand)
{
    for (size_t v = 0; bl_vocabularies[v] != NULL; ++v) {
        for (const bl_vocabulary_word *word = bl_vocabularies[v]->words; word->name != NULL; ++word) {
            if (strcmp(word->name, name) == 0 && word->dtypes[1] == operand) {
                return word;
            }
        }
    }
    return NULL;
}

/* Words without a kernel in plain C are only compared with the oracle, for each result. */
static void add_word(subject *into, size_t *count, subject_kind kind, const char *name, bl_dtype result, bl_dtype operand,
                     unsigned arity)
{
    const uint8_t dtypes[] = {(uint8_t)result, (uint8_t)operand, (uint8_t)operand};
    subject *which = judged(into, count, kind, name, second_word(name), quick_word(name), dtypes, arity);

    if (which != NULL) {
        which->is_word = 1;
        which->word = plain_word(name, operand);
        which->word_oracle = oracle_word(name);
        which->every_oracle = kind == RANDOM || which->word == NULL ? 1 : 16;
    }
}

static void add_words_of_f32(subject *into, size_t *count)
{
    static const struct {
        const char *name;
        bl_dtype result;
    } words[] = {
        {"neg", BL_F32},
        {"floor", BL_F32},
        {"ceil", BL_F32},
        {"trunc", BL_F32},
        {"round_even", BL_F32},
        {"round_away", BL_F32},
        {"sqrt", BL_F32},
        {"is_nan", BL_BOOL},
        {"f64_from_f32", BL_F64},
        {"f16_from_f32", BL_F16},
        {"bf16_from_f32", BL_BF16},
        {"half_of_single", BL_U32},
        {"bfloat_of_single", BL_U32},
        {"i32_from_f32", BL_I32},
        {"i32_below_f32", BL_I32},
        {"i32_saturated_f32", BL_I32},
        {"u32_saturated_f32", BL_U32},
        {"i16_saturated_f32", BL_I16},
        {"u16_saturated_f32", BL_U16},
        {"i32_nearest_f32", BL_I32},
        {"i16_nearest_f32", BL_I16},
        {"i32_or_min_f32", BL_I32},
        {"u32_or_max_f32", BL_U32},
        {"i32_nearest_or_min_f32", BL_I32},
    };

    for (size_t i = 0; i < BL_COUNT(words); ++i) {
        add_word(into, count, ALL_INPUTS, words[i].name, words[i].result, BL_F32, 1);
    }
}

static void add_words_of_two(subject *into, size_t *count, bl_dtype type)
{
    static const char *const computing[] = {"add", "sub", "mul", "div", "minimum", "maximum", "min_or_second", "max_or_second",
                                            "trunc_mod", "floor_mod", "plain_mod", "floor_quotient", "plain_floor_quotient"};
    static const char *const comparing[] = {"eq", "lt", "le", "ordered", "lt_ordered", "le_ordered", "same"};

    for (size_t i = 0; i < BL_COUNT(computing); ++i) {
        add_word(into, count, RANDOM, computing[i], type, type, 2);
    }
    for (size_t i = 0; i < BL_COUNT(comparing); ++i) {
        add_word(into, count, RANDOM, comparing[i], BL_BOOL, type, 2);
    }
}

size_t list_subjects(subject *into)
{
    size_t count = 0;

    add_ops(into, &count, ALL_PAIRS, BL_F16, 2);
    add_ops(into, &count, ALL_PAIRS, BL_BF16, 2);
    add_ops(into, &count, ALL_INPUTS, BL_F32, 1);
    add_words_of_f32(into, &count);
    add_ops(into, &count, RANDOM, BL_F32, 2);
    add_ops(into, &count, RANDOM, BL_F64, 2);
    add_words_of_two(into, &count, BL_F32);
    add_words_of_two(into, &count, BL_F64);
    add_ops(into, &count, RANDOM, BL_F64, 1);
    return count;
}
