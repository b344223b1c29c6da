/* The test program of the woven code, freestanding: every word of an instruction set, then every kernel, against the
 * oracle, and what they do to the floating-point environment. Prints TAP, a hash of the results of each op at its dtypes
 * that must be the same for all instruction sets, and closing counts. What it takes as its argument stands in platform.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "kernels.h"
#include "platform.h"

#include <string.h>

#define MAX_SUBJECTS 512 /* tables of one T */
#define MAX_NAME 64

enum parts {
    VOCABULARY = 1,
    EXPRESSIONS = 2,
    KERNELS = 4,
    EXCEPTIONS = 8
};

/* What the argument asks for. */
static struct request {
    char isa_name[MAX_NAME];
    char only[MAX_NAME]; /* this op or word; empty: all */
    bl_isa isa;
    unsigned parts;
    int thorough;
    int emulated;
} request;

unsigned char *regions[REGIONS];
uint64_t results_compared;

static int is_wanted(const char *name)
{
    size_t i = 0;

    if (request.only[0] == '\0') {
        return 1;
    }
    while (request.only[i] != '\0' && request.only[i] == name[i]) {
        ++i;
    }
    return request.only[i] == '\0' && (name[i] == '\0' || name[i] == ':'); /* "shift_left" is all its counts */
}

/* ---- Words ---- */

static void test_word(const bl_table *table)
{
    static subject which;
    text label, fault;

    memset(&which, 0, sizeof which);
    which.isa = request.isa_name;
    which.is_word = 1;
    which.table = table;
    which.variant = &table->variants[0];
    text_clear(&fault);
    if (!reference_of_word(&which.expected, table, &fault)) {
        subject_label(&which, 0, &label);
        report_fail(label.bytes, fault.bytes);
        return;
    }
    test_values(&which, request.thorough);
    pass_patterns(&which);
}

static void test_vocabulary(void)
{
    size_t count = 0;

    for (size_t i = 0; i < bl_vocabulary_count; ++i) {
        if (same_name(bl_vocabularies[i].isa, request.isa_name)) {
            for (size_t k = 0; k < bl_vocabularies[i].count; ++k) {
                if (is_wanted(bl_vocabularies[i].tables[k]->op)) {
                    test_word(bl_vocabularies[i].tables[k]);
                    ++count;
                }
            }
        }
    }
    if (count == 0 && request.only[0] == '\0') {
        report_fail(request.isa_name, "no vocabulary is woven for it");
    }
}

/* ---- What emulators do wrong ---- */

/* Bochs 2.7's VCVTPS2PH rounds ties away from zero. Ask the ISA's own word for 1 + 2^-11, halfway from 1 to the next
 * f16. */
static int f16_ties_go_away(const bl_table *table)
{
    enum {
        COLS = 128
    };
    const uint64_t tie = 0x3f801000;
    operand input = {regions[0], 0}, output = {regions[OUTPUT_REGION], 0};
    uint64_t result;
    static subject which;

    memset(&which, 0, sizeof which);
    which.table = table;
    which.variant = &table->variants[0];
    if (!same_name(table->op, "f16_from_f32") || which.variant->lanes > COLS || which.variant->patterns[0] == NULL) {
        return 0;
    }
    for (size_t c = 0; c < COLS; ++c) {
        store_elements(input.base + c * 4, 4, &tie, 1);
    }
    call_kernel(&which, 0, 1, COLS, &input, &output);
    load_elements(&result, output.base, 2, 1);
    return result == 0x3c01;
}

static void heed_emulator(void)
{
    for (size_t i = 0; i < bl_vocabulary_count; ++i) {
        for (size_t k = 0; k < bl_vocabularies[i].count && same_name(bl_vocabularies[i].isa, request.isa_name); ++k) {
            if (f16_ties_go_away(bl_vocabularies[i].tables[k])) {
                oracle_f16_ties_away = 1;
            }
        }
    }
    if (oracle_f16_ties_away) {
        report_skip("f16: ties round to even",
                    "this emulator rounds them away from zero; the other f16 checks expect that of it, without hashes");
    }
}

/* ---- Expressions: do they say what the oracle's hand-written ops say? ---- */

static int agree(const reference *expression, const reference *rule, const bl_table *table, const uint64_t *x,
                 text *fault)
{
    static subject which;
    uint64_t said, known;

    reference_unspecified = UINT64_MAX;
    said = reference_value(expression, x);
    reference_unspecified = 0;
    known = reference_value(rule, x);
    ++results_compared;
    if (reference_accepts(rule, said, known)) {
        return 1;
    }
    which.table = table;
    which.expected = *expression;
    text_add(fault, expression == rule ? "a word outside of its domain shows: " : "the expression of ");
    describe_mismatch(fault, &which, x, said, known);
    return 0;
}

static int agree_on_samples(const reference *expression, const reference *rule, const bl_table *table, uint64_t from,
                            uint64_t to, text *fault)
{
    uint64_t x[BL_MAX_ARITY];

    for (uint64_t i = from; i < to; ++i) {
        for (unsigned p = 0; p < table->arity; ++p) {
            x[p] = sample_value((bl_dtype)table->dtypes[p + 1], mix(i) + p);
        }
        if (!agree(expression, rule, table, x, fault)) {
            return 0;
        }
    }
    return 1;
}

/* On edge values and samples, of inputs and parameters. */
static int compare_expression(reference *expression, const reference *rule, const bl_table *table, text *fault)
{
    static uint64_t sets[BL_MAX_ARITY][MAX_SET];
    size_t counts[BL_MAX_ARITY];
    uint64_t x[BL_MAX_ARITY];

    for (unsigned p = 0; p < table->arity; ++p) {
        counts[p] = edge_values((bl_dtype)table->dtypes[p + 1], sets[p]);
    }
    for (size_t i = 0; i < counts[0]; ++i) {
        for (size_t k = 0; k < (table->arity > 1 ? counts[1] : 1); ++k) {
            x[0] = sets[0][i];
            for (unsigned p = 1; p < table->arity; ++p) {
                x[p] = sets[p][p == 1 ? k : (i + 3 * k + p - 2) % counts[p]];
            }
            if (!agree(expression, rule, table, x, fault)) {
                return 0;
            }
        }
    }
    for (size_t set = 0; set < (table->parameter_count > 0 ? 32 : 1); ++set) {
        choose_parameters(expression, table, set);
        if (!agree_on_samples(expression, rule, table, 4096 * set, 4096 * (set + 1), fault)) {
            return 0;
        }
    }
    return 1;
}

static void add_dtypes(text *line, const bl_op *op, const bl_table *table)
{
    for (unsigned v = 0; v < op->variable_count; ++v) {
        text_add(line, v == 0 ? " " : ",");
        text_add(line, oracle_types[table->dtypes[op->typed_by[v]]].name);
    }
}

/* An expression by itself: whatever a word gives outside of its domain, no result shows it. */
static void test_expression(const bl_op *op, const bl_table *table)
{
    static reference expression, rule;
    const bl_expression *from = expression_of(table);
    const int has_rule = oracle_op(op->name) != NULL;
    text label, fault;

    text_clear(&fault);
    text_clear(&label);
    text_add(&label, "expression ");
    text_add(&label, op->name);
    add_dtypes(&label, op, table);
    reference_forget();
    if (from == NULL) {
        report_fail(label.bytes, "it has none");
    } else if (reference_of_expression(&expression, from, &fault) &&
               (!has_rule || reference_of_op(&rule, table, (bl_dtype)table->dtypes[op->typed_by[0]], &fault)) &&
               compare_expression(&expression, has_rule ? &rule : &expression, table, &fault)) {
        report_pass(label.bytes);
    } else {
        report_fail(label.bytes, fault.bytes);
    }
}

static void test_expressions(void)
{
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t k = 0; k < op->first[BL_DTYPE_COUNT] && is_wanted(op->name); ++k) {
            test_expression(op, op->tables[k]);
        }
    }
}

/* ---- Kernels ---- */

/* The tables whose T is the dtype in hand. */
static subject subjects[MAX_SUBJECTS];
static const bl_op *subject_ops[MAX_SUBJECTS];
static size_t subject_count;
static uint64_t total_hash;
static int total_is_partial;

/* What dispatch would run if this were the best instruction set: its own kernels, or those of one below. */
static const bl_variant *variant_of(const bl_table *table)
{
    for (size_t i = 0; i < table->variant_count; ++i) {
        if (table->variants[i].isa <= request.isa) {
            return &table->variants[i];
        }
    }
    return NULL;
}

/* Has scalar all patterns that this variant has, and is there none that holds all inputs? */
static int holds_right(const bl_table *table, const bl_variant *variant, const bl_variant *last)
{
    for (unsigned held = 0; held < PATTERNS(table); ++held) {
        if (variant->patterns[held] != NULL && (last->patterns[held] == NULL || held + 1 == PATTERNS(table))) {
            return 0;
        }
    }
    return 1;
}

static int has_held_pattern(const bl_table *table, const bl_variant *variant)
{
    for (unsigned held = 1; held < PATTERNS(table); ++held) {
        if (variant->patterns[held] != NULL) {
            return 1;
        }
    }
    return table->arity == 1;
}

/* What include/broadloom_tables.h says of a table: the first thing that does not hold, or NULL. */
static const char *table_fault(const bl_table *table)
{
    const bl_variant *last = &table->variants[table->variant_count - 1];
    const unsigned call = table->parameter_count > 0 ? BL_CALL_P : table->arity > 3 ? BL_CALL_N
                                                                                    : table->arity;

    if (table->arity == 0 || table->arity > BL_MAX_ARITY || table->call != call) {
        return "its arity or how it is called";
    }
    for (unsigned p = 0; p <= table->arity; ++p) {
        if (table->dtypes[p] >= BL_DTYPE_COUNT ||
            element_size((bl_dtype)table->dtypes[p]) != (size_t)1 << table->shifts[p]) {
            return "an operand's dtype or width";
        }
    }
    for (unsigned p = 0; p < table->parameter_count; ++p) {
        const bl_parameter *parameter = &table->parameters[p];
        const size_t size = parameter->dtype < BL_DTYPE_COUNT ? element_size((bl_dtype)parameter->dtype) : 0;

        if (size == 0 || parameter->offset % size != 0 || parameter->offset + size > table->parameters_size ||
            (parameter->initial & ~type_mask((bl_dtype)parameter->dtype)) != 0 ||
            (p > 0 && parameter->offset < table->parameters[p - 1].offset +
                                              element_size((bl_dtype)table->parameters[p - 1].dtype))) {
            return "a parameter's dtype, offset or default";
        }
    }
    if (table->parameters_align == 0 || table->parameters_size % table->parameters_align != 0 ||
        (table->parameters_size == 0) != (table->parameter_count == 0)) {
        return "its parameters' size or alignment";
    }
    if ((table->exchanged || table->commutes) && table->arity != 2) {
        return "only binary operators commute or are exchanged";
    }
    if (last->lanes != 1 || !same_name(bl_isa_rows[last->isa - 1].name, "scalar")) {
        return "its last variant is not scalar";
    }
    for (size_t i = 0; i < table->variant_count; ++i) {
        if (table->variants[i].patterns[0] == NULL) {
            return "a variant has no kernel for contiguous operands";
        }
        if (!holds_right(table, &table->variants[i], last)) {
            return "a variant holds inputs that scalar does not hold, or all of them";
        }
        if (!has_held_pattern(table, &table->variants[i])) {
            return "a variant holds no input at all";
        }
    }
    return NULL;
}

/* What include/broadloom_tables.h says of an op: where its tables are, and that each is there once. */
static const char *op_fault(const bl_op *op)
{
    if (op->variable_count == 0 || op->variable_count > BL_MAX_VARIABLES || op->first[0] != 0) {
        return "its type variables";
    }
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        for (size_t k = op->first[type]; k < op->first[type + 1]; ++k) {
            if (op->tables[k]->dtypes[op->typed_by[0]] != type || op->tables[k]->arity != op->arity ||
                !same_name(op->tables[k]->op, op->name)) {
                return "a table does not belong where it stands";
            }
            for (size_t other = op->first[type]; other < k; ++other) {
                unsigned same = 0;

                for (unsigned v = 0; v < op->variable_count; ++v) {
                    same += op->tables[k]->dtypes[op->typed_by[v]] == op->tables[other]->dtypes[op->typed_by[v]];
                }
                if (same == op->variable_count) {
                    return "two tables have the same type variables";
                }
            }
        }
    }
    return NULL;
}

static void test_tables(void)
{
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];
        const char *fault = op_fault(op);

        for (size_t k = 0; k < op->first[BL_DTYPE_COUNT] && fault == NULL; ++k) {
            fault = table_fault(op->tables[k]);
        }
        if (fault != NULL) {
            report_fail(op->name, fault);
            total_is_partial = 1;
        }
    }
}

static void find_subject(const bl_op *op, const bl_table *table, bl_dtype type)
{
    subject *which = &subjects[subject_count];
    text label, fault;

    memset(which, 0, sizeof *which);
    which->isa = request.isa_name;
    which->table = table;
    which->variant = is_wanted(table->op) ? variant_of(table) : NULL;
    text_clear(&fault);
    if (subject_count + 1 == MAX_SUBJECTS) {
        text_add(&fault, "more tables than tests/kernels.c has room for");
    } else if (is_wanted(table->op) && (which->variant == NULL || which->variant->patterns[0] == NULL)) {
        text_add(&fault, "no kernel for contiguous operands");
    } else if (reference_of_op(&which->expected, table, type, &fault)) {
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
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t k = op->first[type]; k < op->first[type + 1]; ++k) {
            find_subject(op, op->tables[k], type);
        }
    }
}

static int same_signature(const bl_table *a, const bl_table *b)
{
    return a->arity == b->arity && memcmp(a->dtypes, b->dtypes, a->arity + 1u) == 0;
}

/* The patterns, as bits, that there are kernels of. */
static uint64_t patterns_of(const subject *which)
{
    uint64_t patterns = 0;

    for (unsigned pattern = 0; which->variant != NULL && pattern < PATTERNS(which->table); ++pattern) {
        patterns |= (uint64_t)(pattern_kernel(which, pattern) != NULL) << pattern;
    }
    return patterns;
}

/* Those that the table of the first one's signature is compared with; the label names them. */
static size_t find_peers(const subject *first, size_t *peers, text *label)
{
    size_t count = 0;

    for (size_t i = 0; i < subject_count; ++i) {
        size_t known = 0;

        if (!same_signature(subjects[i].table, first->table)) {
            continue;
        }
        /* ops that give the same everywhere (unsigned div and floor_div) cannot be told apart */
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

/* Choose inputs that tell the ops of the first one's signature apart; writes a line if there are several. */
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
            choose_telling_parameters(&subjects[i].expected, subjects[i].table);
            step = subjects[i].variant != NULL && subject_step(&subjects[i]) > step ? subject_step(&subjects[i]) : step;
            patterns |= patterns_of(&subjects[i]);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        references[i] = &subjects[peers[i]].expected;
    }
    width = choose_shape_values(first->table, step, patterns, references, count, alike);
    text_clear(&label);
    text_add(&label, request.isa_name);
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

static void close_subject(const subject *which)
{
    text line;

    pass_patterns(which);
    if (which->failed != 0) {
        total_is_partial = 1;
        return;
    }
    if (oracle_f16_ties_away && which->expected.compared_as == BL_F16 && !which->expected.moves) {
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
        test_values(&subjects[i], request.thorough);
    }
    for (size_t i = 0; i < subject_count; ++i) {
        size_t first = 0;

        while (!same_signature(subjects[first].table, subjects[i].table)) {
            ++first;
        }
        if (first < i) {
            continue; /* done with the first of its signature */
        }
        for (size_t k = i, chosen_once = 0; k < subject_count; ++k) {
            if (subjects[k].variant != NULL && same_signature(subjects[k].table, subjects[i].table)) {
                if (!chosen_once) {
                    choose_inputs(&subjects[i]);
                    chosen_once = 1;
                }
                test_shapes(&subjects[k], request.thorough);
                close_subject(&subjects[k]);
            }
        }
    }
}

static void test_kernels(void)
{
    text line;

    test_tables();
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        test_dtype((bl_dtype)type);
    }
    if (request.only[0] == '\0' && !total_is_partial) {
        text_clear(&line);
        text_add(&line, "hash total ");
        text_hex(&line, total_hash, 16);
        report_comment(line.bytes);
    }
}

/* Kernels of an instruction set below are watched where that one is tested. */
static void test_environment(void)
{
    test_float_environment();
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        find_subjects((bl_dtype)type);
        for (size_t i = 0; i < subject_count; ++i) {
            if (subjects[i].variant != NULL && subjects[i].variant->isa == request.isa) {
                test_exceptions(&subjects[i], request.emulated);
            }
        }
    }
}

/* ---- The argument ---- */

/* Copy up to the next colon; returns what is after it, or NULL at the end. */
static const char *next_word(const char *from, char *word)
{
    size_t length = 0;

    while (*from != '\0' && *from != ':') {
        if (length + 1 < MAX_NAME) {
            word[length++] = *from;
        }
        ++from;
    }
    word[length] = '\0';
    return *from == ':' ? from + 1 : NULL;
}

static void read_argument(const char *from)
{
    char word[MAX_NAME];

    from = next_word(from, request.isa_name);
    for (size_t i = 0; i < bl_isa_row_count; ++i) {
        if (same_name(bl_isa_rows[i].name, request.isa_name)) {
            request.isa = (bl_isa)i + 1;
        }
    }
    while (from != NULL) {
        from = next_word(from, word);
        if (same_name(word, "thorough")) {
            request.thorough = 1;
        } else if (same_name(word, "emulated")) {
            request.emulated = 1;
        } else if (same_name(word, "vocabulary")) {
            request.parts |= VOCABULARY;
        } else if (same_name(word, "expressions")) {
            request.parts |= EXPRESSIONS;
        } else if (same_name(word, "kernels")) {
            request.parts |= KERNELS;
        } else if (same_name(word, "exceptions")) {
            request.parts |= EXCEPTIONS;
        } else if (!same_name(word, "quick")) {
            memcpy(request.only, word, sizeof word);
        }
    }
    if (request.parts == 0) { /* expressions are the same for all: once is enough */
        request.parts = VOCABULARY | KERNELS | EXCEPTIONS | (request.isa == 1 || request.thorough ? EXPRESSIONS : 0);
    }
}

int test_main(void)
{
    text line;
    size_t failures;

    read_argument(platform_argument());
    if (request.isa == BL_ISA_ANY) {
        platform_print("Bail out! there is no instruction set named \"");
        platform_print(request.isa_name);
        platform_print("\"\n");
        return 1;
    }
    if (!bl_isa_available(request.isa)) {
        platform_print("1..0 # SKIP this build or this processor lacks ");
        platform_print(request.isa_name);
        platform_print("\n");
        return PLATFORM_CANNOT_RUN;
    }
    for (size_t i = 0; i < REGIONS; ++i) {
        regions[i] = (unsigned char *)platform_guarded(REGION_BYTES);
        if (regions[i] == NULL) {
            platform_print("Bail out! no guarded memory\n");
            return 1;
        }
    }
    if (request.emulated) {
        heed_emulator();
    }
    if ((request.parts & VOCABULARY) != 0) {
        test_vocabulary();
    }
    if ((request.parts & EXPRESSIONS) != 0) {
        test_expressions();
    }
    if ((request.parts & KERNELS) != 0) {
        test_kernels();
    }
    if ((request.parts & EXCEPTIONS) != 0) {
        test_environment();
    }
    text_clear(&line);
    text_add(&line, "results compared: ");
    text_number(&line, results_compared);
    report_comment(line.bytes);
    if (results_compared == 0) {
        report_fail(request.isa_name, "nothing was tested");
    }
    failures = report_end();
    return failures == 0 ? 0 : 1;
}
