/* Judge two against the oracle, judge one: every word of the dictionary and every operator, at all dtypes; combined edge values, all
 * values of 8 bits, all of 16 if there is one operand, and random ones by seed. Also the quick half's operators
 * against the exact half's.
 *
 *   lua5.4 tests/second/words.lua gen/dictionary/words.lua >WORDS; judges WORDS [SEED]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/tap.h"
#include "exact.h"
#include "oracle/oracle.h"
#include "prove/functions.h"
#include "second.h"
#include "values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM = 3000,
    MOST_CROSSED = 1 << 17, /* up to this many combinations of edge values are all tried, otherwise only some */
    SOME_CROSSED = 20000
};

static uint64_t seed = 20261123;

/* A word or an operator at its dtypes: both judges, or judge two's quick meaning instead of judge one. */
typedef struct question {
    const char *name;
    const second_rule *rule;
    meaning *exact, *quick;
    const oracle_rule *word;
    const oracle_op_rule *op;
    uint8_t arity, dtypes[BL_MAX_ARITY + 1];
    const bl_table *table;
    uint64_t last[ORACLE_MAX_OPERANDS]; /* operands after the arity: parameters */
    uint64_t asked, differ;
} question;

static unsigned lane_type(const question *which)
{
    return which->dtypes[which->word->typed_by + 1];
}

static uint64_t judge_one(const question *which, const uint64_t *x)
{
    return which->quick != NULL ? which->quick(which->dtypes, x) : which->word != NULL ? which->word->value((bl_dtype)lane_type(which), x)
                                                                                       : which->op->value(which->dtypes, x);
}

static int is_same(const question *which, uint64_t a, uint64_t b)
{
    const unsigned type = which->rule->nan_of != 0 ? which->rule->nan_of : which->dtypes[0];

    return a == b || (!which->rule->moves && is_nan_bits(type, a) && is_nan_bits(type, b));
}

static int in_domain(const question *which, const uint64_t *x)
{
    return which->rule->domain == NULL || which->rule->domain(which->dtypes, x);
}

static void ask(question *which, const uint64_t *x)
{
    if (which->word != NULL && which->word->domain != NULL &&
        (which->word->domain((bl_dtype)lane_type(which), x) != 0) != in_domain(which, x)) {
        if (which->differ++ == 0) {
            printf("# %s(0x%" PRIx64 ", 0x%" PRIx64 "): the judges differ about the domain\n", which->name, x[0], x[1]);
        }
        return;
    }
    if (!in_domain(which, x)) {
        return;
    }
    ++which->asked;
    if (!is_same(which, judge_one(which, x), which->exact(which->dtypes, x)) && which->differ++ == 0) {
        printf("# %s %s(0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 "): 0x%" PRIx64 ", MPFR or wide integers 0x%" PRIx64 "\n",
               which->name, oracle_types[which->dtypes[1]].name, x[0], x[1], x[2], judge_one(which, x),
               which->exact(which->dtypes, x));
    }
}

static void ask_edges(question *which)
{
    static uint64_t values[ORACLE_MAX_OPERANDS][MOST_VALUES];
    uint64_t x[ORACLE_MAX_OPERANDS];
    size_t counts[ORACLE_MAX_OPERANDS], all = 1;

    for (unsigned p = 0; p < which->arity; ++p) {
        counts[p] = list_edges(which->dtypes[p + 1], which->arity == 1, values[p]);
        all *= counts[p];
    }
    for (size_t i = 0; i < (all < MOST_CROSSED ? all : SOME_CROSSED); ++i) {
        size_t rest = all < MOST_CROSSED ? i : mixed(seed + i) % all;

        memcpy(x, which->last, sizeof x);
        for (unsigned p = 0; p < which->arity; ++p) {
            x[p] = values[p][rest % counts[p]];
            rest /= counts[p];
        }
        ask(which, x);
    }
}

static void ask_random(question *which)
{
    for (uint64_t i = 0; i < RANDOM; ++i) {
        uint64_t x[ORACLE_MAX_OPERANDS], unused;

        memcpy(x, which->last, sizeof x);
        for (unsigned p = 0; p < which->arity; ++p) {
            random_pair(which->dtypes[p + 1], seed + i + p * RANDOM, &x[p], &unused);
            if (p > 0 && which->dtypes[p] == which->dtypes[p + 1]) {
                random_pair(which->dtypes[p + 1], seed + i + (p - 1) * RANDOM, &x[p - 1], &x[p]);
            }
        }
        if (i % 4 == 3 && which->word != NULL && which->word->edge != NULL) {
            x[0] = which->word->edge((bl_dtype)lane_type(which), x, mixed(seed + i));
        }
        for (unsigned p = 0; (i & 1) != 0 && which->table != NULL && p < which->table->parameter_count; ++p) {
            random_pair(which->table->parameters[p].dtype, seed + i + p, &x[which->arity + p], &unused);
        }
        ask(which, x);
    }
}

static void settle_question(question *which)
{
    ask_edges(which);
    ask_random(which);
}

/* ---- Words ---- */

static unsigned type_named(const char *name)
{
    unsigned type = 0;

    while (type < BL_DTYPE_COUNT && strcmp(oracle_types[type].name, name) != 0) {
        ++type;
    }
    return type;
}

/* A line of words.lua: name, result, operands. */
static void judge_word(char *line)
{
    uint8_t dtypes[BL_MAX_ARITY + 1] = {0};
    const char *name = strtok(line, " \n"), *type;
    unsigned known = 0;
    question which;

    while ((type = strtok(NULL, " \n")) != NULL && known <= BL_MAX_ARITY) {
        dtypes[known++] = (uint8_t)type_named(type);
    }
    memset(&which, 0, sizeof which);
    which.name = name;
    which.rule = second_word(name);
    which.word = oracle_word(name);
    which.arity = (uint8_t)(known - 1);
    memcpy(which.dtypes, dtypes, sizeof which.dtypes);
    if (which.rule == NULL && which.word == NULL) {
        skip(name, "no judge: a near word, or one that only a word beside it makes sense of");
        return;
    }
    which.exact = which.rule != NULL ? exact_meaning(which.rule, dtypes) : NULL;
    if (which.exact != NULL && which.word != NULL) {
        settle_question(&which);
    }
    ok(which.asked != 0 && which.differ == 0, "word %s to %s from %s: both judges give the same, of %" PRIu64 " operands", name,
       oracle_types[dtypes[0]].name, oracle_types[dtypes[1]].name, which.asked);
}

/* ---- Operators ---- */

static int judge_table(const bl_table *table, int quick, uint64_t *asked)
{
    question which;

    memset(&which, 0, sizeof which);
    which.name = table->op;
    which.table = table;
    which.rule = second_op(table->op);
    which.exact = which.rule != NULL ? exact_meaning(which.rule, table->dtypes) : NULL;
    which.op = oracle_op(table->op);
    which.quick = quick ? quick_op(table->op) : NULL;
    which.arity = table->arity;
    memcpy(which.dtypes, table->dtypes, sizeof which.dtypes);
    for (unsigned p = 0; p < table->parameter_count; ++p) {
        which.last[table->arity + p] = table->parameters[p].initial;
    }
    if (which.exact == NULL || which.op == NULL) {
        printf("# %s of %s: a judge does not know it\n", table->op, oracle_types[table->dtypes[1]].name);
        return 0;
    }
    settle_question(&which);
    *asked += which.asked;
    return which.differ == 0 && which.asked != 0;
}

static int has_quick(const bl_table *table)
{
    return quick_op(table->op) != NULL && table->dtypes[1] <= BL_BF16 && table->dtypes[1] != BL_F64;
}

static void judge_op(const bl_op *op, int quick)
{
    uint64_t asked = 0;
    unsigned types = 0, right = 0;

    for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
        if (!quick || has_quick(op->tables[t])) {
            ++types;
            right += (unsigned)judge_table(op->tables[t], quick, &asked);
        }
    }
    ok(types != 0 && right == types, "operator %s%s: the same at %u of %u choices of dtypes, of %" PRIu64 " operands", op->name,
       quick ? ", quick and exact" : "", right, types, asked);
}

/* The result of a function of f64 of one operand or two, in MPFR. */
static uint64_t bits_of_double(const function *f, const uint64_t *x)
{
    const uint8_t dtypes[] = {BL_F64, BL_F64, BL_F64};
    mpfr_ptr value = exact_room(BL_F64), a = exact_operand(dtypes, x, 0);
    const int beyond = f->exact != NULL ? f->exact(value, a, MPFR_RNDN) : f->exact_pair(value, a, exact_operand(dtypes, x, 1), MPFR_RNDN);

    return exact_bits(BL_F64, value, beyond);
}

/* Compares the oracle's function of f64 with MPFR: for edge values and random ones, half of which have relevant exponents. */
static void judge_double(const char *name)
{
    static uint64_t edges[MOST_VALUES];
    const size_t count = list_edges(BL_F64, 1, edges);
    const function *f = function_by_name(name);
    const oracle_double *of = oracle_double_by_name(name);
    uint64_t differ = 0;

    for (size_t i = 0; i < count + RANDOM; ++i) {
        const uint64_t from = i < count ? edges[i] : mixed(seed + i), other = i < count ? edges[mixed(seed + i) % count] : mixed(~seed + i);
        uint64_t a[2] = {from, other}, got, expected;

        for (int k = 0; k < 2 && i >= count && i % 2 == 0; ++k) {
            a[k] = (a[k] & ~(UINT64_C(0x7ff) << 52)) | (1023 - 54 + (a[k] >> 52) % 64) << 52;
        }
        expected = bits_of_double(f, a);
        got = oracle_double_value(of, a);
        if (got != expected && !(is_nan_bits(BL_F64, got) && is_nan_bits(BL_F64, expected)) && differ++ == 0) {
            printf("# %s(0x%" PRIx64 ", perhaps 0x%" PRIx64 "): 0x%" PRIx64 ", MPFR 0x%" PRIx64 "\n", name, a[0], a[1], got, expected);
        }
    }
    ok(differ == 0, "operator %s of f64: the oracle gives what MPFR gives, of %zu operands", name, count + RANDOM);
}

int main(int argc, char **argv)
{
    FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
    char line[128];
    unsigned words = 0;

    if (list == NULL) {
        fprintf(stderr, "usage: judges WORDS [SEED], WORDS being what tests/second/words.lua prints\n");
        return 2;
    }
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    while (fgets(line, sizeof line, list) != NULL) {
        judge_word(line);
        ++words;
    }
    (void)fclose(list);
    ok(words > 500, "the dictionary's words were read, at %u lane types", words);
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        if (function_by_name(bl_all_ops[i]->name) != NULL) {
            printf("# operator %s: compared with MPFR by make prove\n", bl_all_ops[i]->name);
            if (oracle_double_by_name(bl_all_ops[i]->name) != NULL) {
                judge_double(bl_all_ops[i]->name);
            }
            continue;
        }
        judge_op(bl_all_ops[i], 0);
        if (quick_op(bl_all_ops[i]->name) != NULL) {
            judge_op(bl_all_ops[i], 1);
        }
    }
    return done_testing();
}
