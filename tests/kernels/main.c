/* The tests of generated code that follow those of words (words/program.c): every kernel of an instruction set
 * against the oracle, the kernels' effects on the floating-point environment, and the moves. Prints TAP, and for each
 * op at its dtypes a hash of the results, which must be the same for all instruction sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "kernels.h"

#include <string.h>

#define MAX_SUBJECTS 512 /* tables of one T */

static request asked;

/* ---- The operators that have kernels ---- */

#if BL_WITH_FOLDS && !BL_RUNTIME_COMPACT
/* The operators with which folds take several inputs at once, by index; some are NULL. Folds of one step share them. */
static const bl_op *folded_op(size_t place)
{
    const bl_fold *fold = bl_all_folds[place / (BL_MOST_AT_ONCE - 2)];
    size_t first = 0;

    while (bl_all_folds[first]->step != fold->step) {
        ++first;
    }
    return bl_all_folds[first] == fold ? fold->at_once[place % (BL_MOST_AT_ONCE - 2)] : NULL;
}
#endif

/* The tables that have calls, and those for folds; NULL after the last one. */
static const bl_op *op_at(size_t i)
{
#if BL_WITH_FOLDS && !BL_RUNTIME_COMPACT
    for (size_t place = 0, left = i; i >= bl_all_op_count && place < bl_all_fold_count * (BL_MOST_AT_ONCE - 2); ++place) {
        const bl_op *op = folded_op(place);

        if (op != NULL && left-- == bl_all_op_count) {
            return op;
        }
    }
#endif
    return i < bl_all_op_count ? bl_all_ops[i] : NULL;
}

/* ---- The generated data ---- */

static void test_expressions(void)
{
    for (size_t i = 0; op_at(i) != NULL; ++i) {
        const bl_op *op = op_at(i);

        for (size_t k = 0; k < op->first[BL_DTYPE_COUNT] && is_wanted(&asked, op->name); ++k) {
            if (has_own_kernels(op->tables[k])) {
                test_expression(op, op->tables[k]);
            }
        }
    }
}

/* Returns 0 if something is wrong. */
static int test_tables(void)
{
    int good = 1;

    for (size_t i = 0; op_at(i) != NULL; ++i) {
        const char *fault = find_table_fault(op_at(i), i < bl_all_op_count);

        if (fault != NULL) {
            report_fail(op_at(i)->name, fault);
            good = 0;
        }
    }
    return good;
}

/* ---- Kernels ---- */

/* The tables with the current dtype as T. */
static subject subjects[MAX_SUBJECTS];
static const bl_op *subject_ops[MAX_SUBJECTS];
static size_t subject_count;
static uint64_t total_hash;
static int total_is_partial;

/* The variant that dispatch would use if this were the best instruction set: with its kernels, or a lower one's. */
static const bl_variant *variant_of(const bl_table *table)
{
    for (size_t i = 0; i < table->variant_count; ++i) {
        if (table->variants[i].isa <= asked.isa && bl_isa_available(table->variants[i].isa)) {
            return &table->variants[i];
        }
    }
    return NULL;
}

static void find_subject(const bl_op *op, const bl_table *table)
{
    subject *which = &subjects[subject_count];
    text label, fault;

    memset(which, 0, sizeof *which);
    which->isa = asked.isa_name;
    which->table = table;
    which->variant = is_wanted(&asked, table->op) ? variant_of(table) : NULL;
    text_clear(&fault);
    if (subject_count + 1 == MAX_SUBJECTS) {
        text_add(&fault, "more tables than tests/kernels/main.c has room for");
    } else if (is_wanted(&asked, table->op) && (which->variant == NULL || which->variant->patterns[0] == NULL)) {
        text_add(&fault, "no kernel for contiguous operands");
    } else if (reference_of_op(&which->expected, table, &fault)) {
        subject_ops[subject_count++] = op;
        return;
    }
    subject_label(which, 0, &label);
    report_fail(label.bytes, fault.bytes);
    total_is_partial = 1;
}

static void find_subjects(bl_dtype type)
{
    subject_count = 0;
    reference_forget();
    for (size_t i = 0; op_at(i) != NULL; ++i) {
        const bl_op *op = op_at(i);

        for (size_t k = op->first[type]; k < op->first[type + 1]; ++k) {
            if (has_own_kernels(op->tables[k])) {
                find_subject(op, op->tables[k]);
            }
        }
    }
}

static int same_signature(const bl_table *a, const bl_table *b)
{
    return a->arity == b->arity && memcmp(a->dtypes, b->dtypes, a->arity + 1u) == 0;
}

/* The patterns, as bits, that have kernels. */
static uint64_t patterns_of(const subject *which)
{
    uint64_t patterns = 0;

    for (unsigned pattern = 0; which->variant != NULL && pattern < PATTERNS(which->table); ++pattern) {
        patterns |= (uint64_t)(pattern_kernel(which, pattern) != NULL) << pattern;
    }
    return patterns;
}

/* The tables with which the first one of this signature is compared; the label names them. */
static size_t find_peers(const subject *first, size_t *peers, text *label)
{
    size_t count = 0;

    for (size_t i = 0; i < subject_count; ++i) {
        size_t known = 0;

        if (!same_signature(subjects[i].table, first->table)) {
            continue;
        }
        /* ops with the same results everywhere (unsigned div and floor_div) cannot be distinguished */
        while (known < i && !(same_signature(subjects[known].table, first->table) &&
                              subjects[known].hash == subjects[i].hash)) {
            ++known;
        }
        if (known == i && count < MAX_PEERS) {
            peers[count++] = i;
        }
        text_add(label, known == i ? " " : " = ");
        text_add(label, subjects[i].table->op);
    }
    return count;
}

/* Choose inputs that distinguish the ops of the first one's signature; writes a line if there are several. */
static void choose_inputs(const subject *first)
{
    static const reference *references[MAX_PEERS];
    static size_t peers[MAX_PEERS];
    size_t step = 1, alike[2], count, width;
    uint64_t patterns = 0;
    text label, names, why;

    text_clear(&names);
    count = find_peers(first, peers, &names);
    for (size_t i = 0; i < subject_count; ++i) {
        if (same_signature(subjects[i].table, first->table)) {
            choose_telling_parameters(&subjects[i].expected, subjects[i].table, i);
            step = subjects[i].variant != NULL && subject_step(&subjects[i]) > step ? subject_step(&subjects[i]) : step;
            patterns |= patterns_of(&subjects[i]);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        references[i] = &subjects[peers[i]].expected;
    }
    width = choose_shape_values(first->table, step, patterns, references, count, alike);
    text_clear(&label);
    text_add(&label, asked.isa_name);
    text_add(&label, " inputs tell apart ");
    if (width > 1) {
        text_add(&label, "within ");
        text_number(&label, width);
        text_add(&label, " lanes, at ");
    } else {
        text_add(&label, "on every lane, at ");
    }
    text_add(&label, oracle_types[first->table->dtypes[subject_ops[first - subjects]->typed_by[0]]].name);
    text_add(&label, ":");
    text_add(&label, names.bytes);
    if (width == 0 || count == MAX_PEERS) {
        text_clear(&why);
        text_add(&why, "no inputs found that tell ");
        text_add(&why, subjects[peers[alike[0]]].table->op);
        text_add(&why, " from ");
        text_add(&why, width == 0 ? subjects[peers[alike[1]]].table->op : "so many more");
        report_fail(label.bytes, why.bytes);
    } else if (count > 1) {
        report_pass(label.bytes);
    }
}

/** Whether it rounds a value that may be rounded to f16 in between. */
static int rounds_f16(const subject *which)
{
    int has_f16 = 0;

    for (size_t p = 0; p <= which->table->arity; ++p) {
        has_f16 |= which->table->dtypes[p] == BL_F16;
    }
    return has_f16 && !which->expected.carries;
}

static void close_subject(const subject *which)
{
    text line;

    pass_patterns(which);
    if (which->failed != 0) {
        total_is_partial = 1;
        return;
    }
    if (which->erred || (oracle_f16_ties_away && rounds_f16(which))) {
        total_is_partial = 1;
        return;
    }
    total_hash = mix(total_hash ^ which->hash);
    text_clear(&line);
    text_add(&line, "hash ");
    text_add(&line, which->table->op);
    add_dtypes(&line, subject_ops[which - subjects], which->table);
    text_add(&line, " ");
    text_hex(&line, which->hash, 16);
    report_comment(line.bytes);
}

static void test_dtype(bl_dtype type)
{
    find_subjects(type);
    for (size_t i = 0; i < subject_count; ++i) {
        test_values(&subjects[i], asked.thorough);
    }
    for (size_t i = 0; i < subject_count; ++i) {
        size_t first = 0;

        while (!same_signature(subjects[first].table, subjects[i].table)) {
            ++first;
        }
        if (first < i) {
            continue; /* tested with the first of its signature */
        }
        for (size_t k = i, chosen_once = 0; k < subject_count; ++k) {
            if (subjects[k].variant != NULL && same_signature(subjects[k].table, subjects[i].table)) {
                if (!chosen_once) {
                    choose_inputs(&subjects[i]);
                    chosen_once = 1;
                }
                test_shapes(&subjects[k], asked.thorough);
                close_subject(&subjects[k]);
            }
        }
    }
}

static void test_kernels(void)
{
    text line;

    total_is_partial = !test_tables();
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        test_dtype((bl_dtype)type);
    }
    if (asked.only[0] == '\0' && !total_is_partial) {
        text_clear(&line);
        text_add(&line, "hash total ");
        text_hex(&line, total_hash, 16);
        report_comment(line.bytes);
    }
}

/* The tests of a lower instruction set watch its kernels. */
static void test_environment(void)
{
    test_float_environment();
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        find_subjects((bl_dtype)type);
        for (size_t i = 0; i < subject_count; ++i) {
            if (subjects[i].variant != NULL && subjects[i].variant->isa == asked.isa) {
                test_exceptions(&subjects[i], asked.slow);
            }
        }
    }
}

void test_more(const request *from)
{
    asked = *from;
    if ((asked.parts & EXPRESSIONS) != 0) {
        test_expressions();
    }
    if ((asked.parts & KERNELS) != 0) {
        test_kernels();
    }
    if ((asked.parts & EXCEPTIONS) != 0) {
        test_environment();
    }
#if !BL_RUNTIME_COMPACT
    if ((asked.parts & MOVES) != 0) {
        test_moves(asked.isa_name, asked.isa);
    }
#endif
}
