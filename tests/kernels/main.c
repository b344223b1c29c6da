/* The test program of the woven code, freestanding: every word of an instruction set, then every kernel, against the
 * oracle, what they do to the floating-point environment, and its moves. Prints TAP, a hash of the results of each op at its
 * dtypes that must be the same for all instruction sets, and closing counts. What it takes as its argument stands in
 * platform.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "kernels.h"
#include "platforms/platform.h"

#include <string.h>

#define MAX_SUBJECTS 512 /* tables of one T */
#define MAX_NAME 64

enum parts {
    VOCABULARY = 1,
    EXPRESSIONS = 2,
    KERNELS = 4,
    EXCEPTIONS = 8,
    MOVES = 16
};

/* What the argument asks for. */
static struct request {
    char isa_name[MAX_NAME];
    char only[MAX_NAME]; /* this op or word; empty: all */
    bl_isa isa;
    unsigned parts;
    int thorough;
    int emulated;
    int available; /* is all that is asked */
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

/* ---- What the woven data says ---- */

static void test_expressions(void)
{
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t k = 0; k < op->first[BL_DTYPE_COUNT] && is_wanted(op->name); ++k) {
            test_expression(op, op->tables[k]);
        }
    }
}

/* Returns 0 if something is wrong. */
static int test_tables(void)
{
    int good = 1;

    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const char *fault = find_table_fault(bl_all_ops[i]);

        if (fault != NULL) {
            report_fail(bl_all_ops[i]->name, fault);
            good = 0;
        }
    }
    return good;
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
        if (table->variants[i].isa <= request.isa && bl_isa_available(table->variants[i].isa)) {
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
    which->isa = request.isa_name;
    which->table = table;
    which->variant = is_wanted(table->op) ? variant_of(table) : NULL;
    text_clear(&fault);
    if (subject_count + 1 == MAX_SUBJECTS) {
        text_add(&fault, "more tables than tests/kernels/main.c has room for");
    } else if (is_wanted(table->op) && (which->variant == NULL || which->variant->patterns[0] == NULL)) {
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
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t k = op->first[type]; k < op->first[type + 1]; ++k) {
            find_subject(op, op->tables[k]);
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
    if (which->erred || (oracle_f16_ties_away && which->expected.compared_as == BL_F16 && !which->expected.carries)) {
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

    total_is_partial = !test_tables();
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
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (same_name(bl_isa_records[i].name, request.isa_name)) {
            request.isa = (bl_isa)i + 1;
        }
    }
    while (from != NULL) {
        from = next_word(from, word);
        if (same_name(word, "thorough")) {
            request.thorough = 1;
        } else if (same_name(word, "emulated")) {
            request.emulated = 1;
        } else if (same_name(word, "available")) {
            request.available = 1;
        } else if (same_name(word, "vocabulary")) {
            request.parts |= VOCABULARY;
        } else if (same_name(word, "expressions")) {
            request.parts |= EXPRESSIONS;
        } else if (same_name(word, "kernels")) {
            request.parts |= KERNELS;
        } else if (same_name(word, "exceptions")) {
            request.parts |= EXCEPTIONS;
        } else if (same_name(word, "moves")) {
            request.parts |= MOVES;
        } else if (!same_name(word, "quick")) {
            memcpy(request.only, word, sizeof word);
        }
    }
    if (request.parts == 0) { /* expressions are the same for all: once is enough */
        request.parts = VOCABULARY | KERNELS | EXCEPTIONS;
        request.parts |= request.isa == 1 || request.thorough ? EXPRESSIONS : 0;
        request.parts |= request.only[0] == '\0' ? MOVES : 0;
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
    if (request.available) {
        return 0;
    }
    for (size_t i = 0; i < REGIONS; ++i) {
        regions[i] = (unsigned char *)platform_guarded(REGION_BYTES);
        if (regions[i] == NULL) {
            platform_print("Bail out! no guarded memory\n");
            return 1;
        }
    }
    if (platform_unguarded != NULL) {
        report_skip("no read outside the operands", platform_unguarded);
    }
    if (request.emulated) {
        heed_emulator(request.isa_name);
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
#if !BL_RUNTIME_COMPACT
    if ((request.parts & MOVES) != 0) {
        test_moves(request.isa_name, bl_isa_moves[request.isa - 1]);
    }
#endif
    text_clear(&line);
    text_add(&line, "results compared: ");
    text_number(&line, results_compared);
    report_comment(line.bytes);
    if (results_compared == 0 && request.parts != MOVES) {
        report_fail(request.isa_name, "nothing was tested");
    }
    failures = report_end();
    return failures == 0 ? 0 : 1;
}
