/* What the parts of the kernel test program share: words/program.c has test_main, words/words.c tests words and main.c
 * kernels, report.c writes TAP, tables.c checks the woven data, reference.c knows what must come out, call.c how a kernel
 * is called, sets.c which values go in and memory.c how they stand there, values.c tries all values in plain rows,
 * shapes.c all lengths, alignments and strides with the values that choice.c chooses, exceptions.c watches the
 * floating-point environment, moves.c tries the moves, emulator.c knows what emulators do wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_KERNELS_H
#define BROADLOOM_TESTS_KERNELS_H

#include "oracle/oracle.h"
#include "woven.h"

/* ---- What is asked for ---- */

#define MAX_NAME 64

enum parts {
    VOCABULARY = 1,
    EXPRESSIONS = 2,
    KERNELS = 4,
    EXCEPTIONS = 8,
    MOVES = 16
};

/** The program's argument, read: platform.h says what it may be. */
typedef struct request {
    char isa_name[MAX_NAME];
    char only[MAX_NAME]; /* this op or word; empty: all */
    bl_isa isa;
    unsigned parts;
    int thorough;
    int emulated, slow;
    int available; /* is all that is asked */
} request;

int is_wanted(const request *asked, const char *name);

/** All but the words. */
void test_more(const request *asked);

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

/** The instruction set's name, without the runtime's functions; "?" where the library has none of that number. */
static inline const char *name_of_isa(bl_isa isa)
{
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (bl_isa_records[i].isa == isa) {
            return bl_isa_records[i].name;
        }
    }
    return "?";
}

/* ---- Reference ---- */

#define MAX_PARAMETERS 32
#define MAX_VALUES (UINT16_MAX + 1) /* of an expression: what a node's arguments can number */

/** A node of an expression, with what its word's name says. */
typedef struct expression_step expression_step;

/** What a table's kernels must give: the hand-written rule, or, where an op has none, its expression over the rules of
 * its words. What an op may raise, its expression says in any case. Of a function that is proven it is what plain C gives, for all
 * of that was compared with MPFR (docs/proofs.md), and what its definition raises. */
typedef struct reference {
    bl_dtype type; /* a word's T; of an op that of input 0 */
    uint8_t arity;
    uint8_t carries;      /* bit for bit, NaN too */
    bl_dtype compared_as; /* the result's dtype, or whose bits it is */
    uint8_t has_count;
    uint64_t count;                 /* of "shift_left:7" */
    const oracle_rule *rule;        /* of a word, or NULL */
    const oracle_op_rule *op;       /* of an op, or NULL: the steps say it */
    bl_kernel plain;                /* of a function that is proven, of one or two operands, or NULL */
    const oracle_double *of_double; /* instead, of those functions of f64 that the oracle knows, or NULL */
    uint8_t has_pole;               /* where that is infinite of finite operands, it divides by zero: of two operands, if the first is 0 */
    uint8_t quiet;                  /* the op goes by the bits, and raises nothing whatever words say it */
    const uint8_t *dtypes;          /* the op's table's */
    const expression_step *steps;
    size_t step_count;
    uint8_t parameter_count;
    uint64_t parameters[MAX_PARAMETERS]; /* those in force: choose_parameters */
} reference;

/** 1, or 0 and why in *fault. What they give is valid until reference_forget. */
int reference_of_word(reference *which, const bl_table *table, text *fault);
int reference_of_op(reference *which, const bl_table *table, text *fault);
int reference_of_expression(reference *which, const bl_expression *expression, text *fault);
void reference_forget(void);

/** The op's expression at the table's dtypes, or NULL. */
const bl_expression *expression_of(const bl_table *table);

/** Of a table of f16 that is a proven function: what plain C gives in f32 of the same numbers. Returns 0 where there is none. */
int reference_in_single(const bl_table *table, const uint64_t *x, uint64_t *single);

uint64_t reference_value(const reference *which, const uint64_t *x);
int reference_in_domain(const reference *which, const uint64_t *x);

/** Is this result as good as the expected one? */
int reference_accepts(const reference *which, uint64_t got, uint64_t expected);

/** What words of expressions give outside of their domain is mixed with this: no op's result may show it. */
extern uint64_t reference_unspecified;

/** The exceptions (ORACLE_INVALID and so on) that the words of an expression raise on these inputs; of a settled node's
 * slow operand only where it is not certain. None of an op that docs/semantics.md promises to raise nothing. */
unsigned reference_raises(const reference *which, const uint64_t *x);

/** Is the expression doubtful anywhere on these inputs? */
int reference_doubts(const reference *which, const uint64_t *x);

/** The exceptions that are promised to be raised by own operations only: overflow not where f16 or bf16 are about. */
unsigned reference_promised(const reference *which, const bl_table *table);

/** A word, the type that it is used at, and its operands. */
typedef int word_test(const char *word, bl_dtype type, const uint64_t *operands);

/** Does this hold for the word, or for any word of the op's expression, on these inputs? */
int reference_has(const reference *which, const uint64_t *x, word_test *holds);

/** Has the expression any word of floats that may raise one? */
int reference_can_raise(const reference *which);

/** Is the expression exact also where subnormals are flushed: integers, what goes by the bits, f16 and bf16 widened, f16 compared? */
int reference_is_exact(const reference *which);

/* ---- What is tested ---- */

typedef struct subject {
    const char *isa;
    const bl_vocabulary_word *word; /* or NULL: an op */
    const bl_table *table;
    const bl_variant *variant; /* NULL: nothing is run, only the hash is reckoned */
    reference expected;
    int streams;     /* the kernels that go past the caches are called instead */
    int erred;       /* some results were accepted although they are wrong, as an emulator errs there: emulator_errs */
    uint64_t failed; /* patterns whose line is already written, as bits */
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

/** A pattern is a set of held inputs, in the caller's order, as everything here is: bit i stands for the op's input i,
 * also where the table's kernels take them exchanged. */
#define PATTERNS(table) (1u << (table)->arity)

/** The kernel of this pattern, or NULL. */
bl_kernel pattern_kernel(const subject *which, unsigned pattern);

/** "avx2 op add(i8,i8)->i8 vs, least cols 32". */
void subject_label(const subject *which, unsigned pattern, text *label);

/** Elements that a step of its kernels takes: the least columns that they may be given, or, where that is one (masked
 * and scalar kernels), those of a 64-byte register of the narrowest operand, at most four registers of the widest. */
size_t subject_step(const subject *which);

/** Call the pattern's kernel, with the parameters of which->expected and, where it takes arrays, these too at the very
 * end of guarded memory. Writing to its parameters is a failure. */
void call_kernel(subject *which, unsigned pattern, size_t rows, size_t cols, const operand *inputs,
                 const operand *output);

/** Append "f(0x01, 0x02) gave 0x04, expected 0x03". */
void describe_mismatch(text *fault, const subject *which, const uint64_t *x, uint64_t got, uint64_t expected);

/** Whether this emulator computes a word of the subject wrongly on these inputs: no result of theirs says anything. */
int emulator_errs(const subject *which, const uint64_t *x);

/** Whether it raises exceptions there that it must not: no exception says anything. */
int emulator_raises(const subject *which, const uint64_t *x);

/** Whether a result is what it must be, or the emulator errs there, which the subject then remembers. */
int subject_accepts(subject *which, const uint64_t *x, uint64_t got, uint64_t expected);

/** Find out what the emulator does wrong in the instruction set's own words, and say so in a line each. Without this call
 * nothing is taken to be wrong. */
void heed_emulator(const char *isa);

/** Write the `ok` lines of patterns that have not failed. */
void pass_patterns(const subject *which);

/** Guarded memory: the inputs, then the output and what else a kernel is given. */
enum {
    OUTPUT_REGION = BL_MAX_ARITY,
    PARAMETERS_REGION,
    POINTERS_REGION,
    ROWS_REGION,
    REGIONS
};
#define REGION_BYTES 65536
extern unsigned char *regions[REGIONS];

/** Not what an untouched byte would be by chance; a result of 0xdbdb… is told from it by another row or length. */
#define CANARY 0xdb

/* ---- Elements in memory ---- */

size_t element_size(bl_dtype type);
void load_elements(uint64_t *to, const unsigned char *from, size_t size, size_t count);
void store_elements(unsigned char *to, size_t size, const uint64_t *from, size_t count);

/** Write the struct of the table's parameters; its padding is left alone. */
void store_parameters(unsigned char *to, const bl_table *table, const uint64_t *values);

/* ---- Values ---- */

#define MAX_SET 330

uint64_t mix(uint64_t key);

/** The low bits that an element of this type has. */
uint64_t type_mask(bl_dtype type);

/** Edge values to be crossed with each other: all values of 8-bit types; every exponent of f16 and bf16. Returns their
 * number. */
size_t edge_values(bl_dtype type, uint64_t *values);

/** One of them. */
uint64_t edge_value(bl_dtype type, uint64_t key);

/** The k-th of an endless row of well-chosen values: all kinds of magnitudes, halfway cases, limits. */
uint64_t sample_value(bl_dtype type, uint64_t key);

/** A value with nothing special about it: so that results differ from each other and from their operands. */
uint64_t plain_value(bl_dtype type, uint64_t key);

/** Divisors worth a row each, and how many. */
uint64_t divisor_value(bl_dtype type, size_t index);
size_t divisor_count(bl_dtype type);

/** Put the set-th choice of values for the table's parameters in force: 0 is the defaults, then come plain values, samples,
 * edges, defaults but for one; endlessly. */
void choose_parameters(reference *which, const bl_table *table, size_t set);

/** Of a few sets the one under which the op's results differ most: so that a wrong lane shows. Each nth has sets of its own:
 * two ops may do the same with the same limits. */
void choose_telling_parameters(reference *which, const bl_table *table, size_t nth);

/* ---- The tests ---- */

/** The subject that a word is; its table is the only one of a word, until the next call. */
void subject_of_word(subject *which, const char *isa, const bl_vocabulary_word *word);

/** All words that are asked for. */
void test_vocabulary(const request *asked);

/** The first thing of what include/broadloom_tables.h says of an op and its tables that does not hold, or NULL. An op that is not
 * called is what folds take at once. */
const char *find_table_fault(const bl_op *op, int is_called);

/** Append " f32", or " f32,i8": the table's dtypes by the op's type variables. */
void add_dtypes(text *line, const bl_op *op, const bl_table *table);

/** Does the table's expression say what the oracle's hand-written op says, if there is one? And does nothing show that a
 * word gives outside of its domain? Writes a line. */
void test_expression(const bl_op *op, const bl_table *table);

/** All patterns of the subject on all values; writes `not ok` lines and marks them in which->failed; gives
 * which->hash. */
void test_values(subject *which, int thorough);

/* Values for all lengths, for the tables of one signature. */
#define SHAPE_ROWS 3

typedef struct shape_inputs {
    bl_dtype inputs[BL_MAX_ARITY];
    unsigned arity;
    size_t cols;
    uint64_t walked[BL_MAX_ARITY][SHAPE_ROWS][MAX_COLS];
    uint64_t held[BL_MAX_ARITY][SHAPE_ROWS];
    unsigned char walked_bytes[BL_MAX_ARITY][SHAPE_ROWS][MAX_COLS * 8]; /* as they stand in memory */
} shape_inputs;

extern shape_inputs chosen;

#define MAX_PEERS 256

/** Choose what test_shapes tries for the tables of this signature, whose kernels take up to `step` elements per step and
 * exist for these patterns (as bits). `peers`, at most MAX_PEERS, are the ops of the signature that differ from each other at all: any two
 * of them shall differ in some row of every few neighbouring columns, in each pattern.
 * Returns how many columns that takes at most: 1 where they differ on every lane. 0: two of them, which *alike tells, are
 * the same on all that was tried. The values are good to be tested with in any case. */
size_t choose_shape_values(const bl_table *table, size_t step, uint64_t patterns, const reference *const *peers,
                           size_t count, size_t *alike);

/** All patterns that have not failed, at all lengths, alignments and strides; marks in which->failed likewise. */
void test_shapes(subject *which, int thorough);

/** The floating-point environment: no exceptions but those that the op's own operations raise, with flags read and with
 * traps taken; carried bits and integers that stay exact where subnormals are flushed. Writes its own lines. */
void test_exceptions(subject *which, int slow);

/** Whether the platform can tell of exceptions, trap and flush: a line each. Called once, before test_exceptions. */
void test_float_environment(void);

#if !BL_RUNTIME_COMPACT
/** What an instruction set moves elements by, if it has something of its own; writes its own lines. */
void test_moves(const char *isa, bl_isa number);
#endif

#endif
