/* What the parts of the kernel test program share: kernels.c has test_main, kernels_report.c writes TAP,
 * kernels_reference.c knows what must come out, kernels_sets.c which values go in, kernels_values.c tries all values in
 * plain rows, kernels_shapes.c all lengths, alignments and strides with plain values.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_KERNELS_H
#define BROADLOOM_TESTS_KERNELS_H

#include "oracle.h"
#include "woven.h"

/* ---- Report ---- */

/** A growing line of text; what does not fit is cut off. */
typedef struct text {
    size_t length;
    char bytes[512];
} text;

void text_clear(text *line);
void text_add(text *line, const char *more);
void text_number(text *line, uint64_t number);
void text_signed(text *line, ptrdiff_t number);
void text_hex(text *line, uint64_t bits, unsigned digits);

void report_pass(const char *what);
void report_fail(const char *what, const char *why);
void report_skip(const char *what, const char *why);
void report_comment(const char *line);

/** The plan and the closing counts. Returns the number of failures. */
size_t report_end(void);

int same_name(const char *a, const char *b);

/* ---- Reference ---- */

#define MAX_NODES 64

/** What a table's kernels must give: the hand-written rule, or, where an op has none, its expression over the rules of
 * its words. */
typedef struct reference {
    bl_dtype type;
    uint8_t arity;
    uint8_t moves;        /* bit for bit, NaN too */
    bl_dtype compared_as; /* the result's dtype, or whose bits it is */
    uint8_t has_count;
    uint64_t count; /* of "shift_left:7" */
    const oracle_rule *rule;
    const bl_expression *expression; /* where there is no rule */
    const oracle_rule *words[MAX_NODES];
    uint64_t counts[MAX_NODES]; /* of its words */
} reference;

/** 1, or 0 and why in *fault. */
int reference_of_word(reference *which, const bl_table *table, text *fault);
int reference_of_op(reference *which, const bl_table *table, bl_dtype type, text *fault);
int reference_of_expression(reference *which, const bl_table *table, const bl_expression *expression, text *fault);

uint64_t reference_value(const reference *which, const uint64_t *x);
int reference_in_domain(const reference *which, const uint64_t *x);

/** Is this result as good as the expected one? */
int reference_accepts(const reference *which, uint64_t got, uint64_t expected);

/* ---- What is tested ---- */

typedef struct subject {
    const char *isa;
    int is_word;
    const bl_table *table;
    const bl_variant *variant; /* NULL: nothing is run, only the hash is reckoned */
    reference expected;
    int streams;     /* the kernels that go past the caches are called instead */
    unsigned failed; /* patterns whose line is already written, as bits */
    uint64_t hash;   /* of the results of its first pattern, the same for every ISA; of the expected ones from the
                      * first wrong result on, and where nothing is run */
} subject;

/** Results compared so far. */
extern uint64_t results_compared;

typedef struct operand {
    unsigned char *base;
    ptrdiff_t row; /* stride, in elements */
} operand;

#define MAX_COLS 1024 /* of any test's row */

/** "avx2 op add(i8,i8)->i8 vs, least cols 32". */
void subject_label(const subject *which, unsigned pattern, text *label);

/** Elements that a step of its kernels takes: the least columns that they may be given, or, where that is one (masked
 * and scalar kernels), those of a 64-byte register of the narrowest operand, at most four registers of the widest. */
size_t subject_step(const subject *which);

void call_kernel(const subject *which, unsigned pattern, size_t rows, size_t cols, const operand *inputs,
                 const operand *output);

/** Append "f(0x01, 0x02) gave 0x04, expected 0x03". */
void describe_mismatch(text *fault, const subject *which, const uint64_t *x, uint64_t got, uint64_t expected);

/** Guarded memory: inputs 0 to 2, then the output. */
#define REGION_BYTES 65536
extern unsigned char *regions[BL_MAX_ARITY + 1];

/** Not what an untouched byte would be by chance; a result of 0xdbdb… is told from it by another row or length. */
#define CANARY 0xdb

/* ---- Elements in memory ---- */

size_t element_size(bl_dtype type);
void load_elements(uint64_t *to, const unsigned char *from, size_t size, size_t count);
void store_elements(unsigned char *to, size_t size, const uint64_t *from, size_t count);

/* ---- Values ---- */

#define MAX_SET 330

uint64_t mix(uint64_t key);

/** Edge values to be crossed with each other: all values of 8-bit types; every exponent of f16 and bf16. Returns their
 * number. */
size_t edge_values(bl_dtype type, uint64_t *values);

/** The k-th of an endless row of well-chosen values: all kinds of magnitudes, halfway cases, limits. */
uint64_t sample_value(bl_dtype type, uint64_t key);

/** A value with nothing special about it: so that results differ from each other and from their operands. */
uint64_t plain_value(bl_dtype type, uint64_t key);

/** Divisors worth a row each, and how many. */
uint64_t divisor_value(bl_dtype type, size_t index);
size_t divisor_count(bl_dtype type);

/* ---- The tests ---- */

/** All patterns of the subject on all values; writes `not ok` lines and marks them in which->failed; gives
 * which->hash. */
void test_values(subject *which, int thorough);

/** Choose what test_shapes tries for the tables of this signature, whose kernels take up to `step` elements a step.
 * `peers` are the ops of the signature that differ from each other at all: the inputs are chosen so that their results
 * differ on every lane. Returns 0 if no such inputs were found. */
int choose_shape_values(const bl_table *table, size_t step, const reference *const *peers, size_t count);

/** All patterns that have not failed, at all lengths, alignments and strides; marks in which->failed likewise. */
void test_shapes(subject *which, int thorough);

/** Write the `ok` lines of patterns that have not failed. */
void pass_patterns(const subject *which);

#endif
