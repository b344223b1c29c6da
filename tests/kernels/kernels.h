/* Declarations that the parts of the kernel test program share. words/program.c has test_main; words/words.c tests words and main.c
 * kernels; report.c writes TAP; tables.c checks the generated data; reference.c has the expected results; call.c calls kernels; sets.c has
 * the values and memory.c puts them into memory; values.c tests all values in plain rows; shapes.c tests all lengths,
 * alignments and strides with the values that choice.c chooses; exceptions.c tests the floating-point environment;
 * moves.c tests the moves; emulator.c has the errors of emulators.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_KERNELS_H
#define BROADLOOM_TESTS_KERNELS_H

#include "oracle/oracle.h"
#include "woven.h"

/* ---- The request ---- */

#define MAX_NAME 64

enum parts {
    VOCABULARY = 1,
    EXPRESSIONS = 2,
    KERNELS = 4,
    EXCEPTIONS = 8,
    MOVES = 16
};

/** The program's argument; platform.h describes it. */
typedef struct request {
    char isa_name[MAX_NAME];
    char only[MAX_NAME]; /* only this op or word; empty: all */
    bl_isa isa;
    unsigned parts;
    int thorough;
    int emulated, slow;
    int available; /* only tell whether the instruction set is available */
} request;

int is_wanted(const request *asked, const char *name);

/** All tests except those of words. */
void test_more(const request *asked);

/* ---- Report ---- */

/** A growing line of text, cut off at the end of its room. */
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

/** The instruction set's name, without the runtime's functions; "?" if the library has no such number. */
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
#define MAX_VALUES (UINT16_MAX + 1) /* of an expression: the largest number of a node's argument */

/** A node of an expression, and the properties that its word's name implies. */
typedef struct expression_step expression_step;

/** The expected results of a table's kernels: those of the hand-written rule or, if an op has none, of its expression over the rules of its
 * words. The op's expression always determines the exceptions that it may raise. For a proven function they are the results of plain C,
 * which have been compared with MPFR (docs/proofs.md), and the exceptions of its definition. */
typedef struct reference {
    bl_dtype type; /* a word's T; of an op that of input 0 */
    uint8_t arity;
    uint8_t carries;      /* bit for bit, also NaN */
    bl_dtype compared_as; /* the result's dtype, or that of its bits */
    uint8_t has_count;
    uint64_t count;                 /* of "shift_left:7" */
    const oracle_rule *rule;        /* of a word, or NULL */
    const oracle_op_rule *op;       /* for an op, or NULL: its steps are used */
    bl_kernel plain;                /* for a proven function of one or two operands, or NULL */
    const oracle_double *of_double; /* instead, for those functions of f64 that the oracle knows, or NULL */
    uint8_t has_pole;               /* an infinite result of finite operands is a division by zero; for two operands, if the first is 0 */
    uint8_t quiet;                  /* the op works on the bits, and raises no exceptions for any words */
    const uint8_t *dtypes;          /* the op's table's */
    const expression_step *steps;
    size_t step_count;
    uint8_t parameter_count;
    uint64_t parameters[MAX_PARAMETERS]; /* the present ones: choose_parameters */
} reference;

/** 1, or 0 and the reason in *fault. Pointers in the result are valid until reference_forget. */
int reference_of_word(reference *which, const bl_table *table, text *fault);
int reference_of_op(reference *which, const bl_table *table, text *fault);
int reference_of_expression(reference *which, const bl_expression *expression, text *fault);
void reference_forget(void);

/** The op's expression at the table's dtypes, or NULL. */
const bl_expression *expression_of(const bl_table *table);

/** For a table of f16 of a proven function: the result of plain C in f32 for the same numbers. Returns 0 if there is none. */
int reference_in_single(const bl_table *table, const uint64_t *x, uint64_t *single);

uint64_t reference_value(const reference *which, const uint64_t *x);
int reference_in_domain(const reference *which, const uint64_t *x);

/** Whether this result is as good as the expected one. */
int reference_accepts(const reference *which, uint64_t got, uint64_t expected);

/** Results of words outside of their domain are mixed with this: no op's result may depend on it. */
extern uint64_t reference_unspecified;

/** The exceptions (ORACLE_INVALID and so on) that the words of an expression raise on these inputs; of a settled node's
 * slow operand only where it is not certain. None of an op that docs/semantics.md promises to raise nothing. */
unsigned reference_raises(const reference *which, const uint64_t *x);

/** Whether the expression is doubtful anywhere on these inputs. */
int reference_doubts(const reference *which, const uint64_t *x);

/** The exceptions that only an element's own operations may raise: without overflow if there are f16 or bf16. */
unsigned reference_promised(const reference *which, const bl_table *table);

/** A word, the type that it is used at, and its operands. */
typedef int word_test(const char *word, bl_dtype type, const uint64_t *operands);

/** Whether this is true for the word, or for any word of the op's expression, on these inputs. */
int reference_has(const reference *which, const uint64_t *x, word_test *holds);

/** Whether the expression has any word of floats that may raise an exception. */
int reference_can_raise(const reference *which);

/** Whether the expression is exact while subnormals are flushed: integers, operations on bits, widened f16 and bf16, compared f16. */
int reference_is_exact(const reference *which);

/* ---- The tested word or op ---- */

typedef struct subject {
    const char *isa;
    const bl_vocabulary_word *word; /* or NULL: an op */
    const bl_table *table;
    const bl_variant *variant; /* NULL: nothing runs; only the hash is computed */
    reference expected;
    int streams;     /* the streaming kernels are called instead */
    int erred;       /* some wrong results were accepted because of an emulator's error: emulator_errs */
    uint64_t failed; /* patterns whose line is already written, as bits */
    uint64_t hash;   /* of the results of its first pattern, the same for every ISA; of the expected results from the
                      * first wrong one on, and if nothing runs */
} subject;

/** Results compared so far. */
extern uint64_t results_compared;

typedef struct operand {
    unsigned char *base;
    ptrdiff_t row; /* stride, in elements */
} operand;

#define MAX_COLS 1024 /* of any test's row */

/** A pattern is a set of held inputs, in the caller's order, as everywhere here: bit i is the op's input i, even if the table's kernels
 * take their inputs exchanged. */
#define PATTERNS(table) (1u << (table)->arity)

/** The kernel of this pattern, or NULL. */
bl_kernel pattern_kernel(const subject *which, unsigned pattern);

/** "avx2 op add(i8,i8)->i8 vs, least cols 32". */
void subject_label(const subject *which, unsigned pattern, text *label);

/** Elements in a step of its kernels: the fewest columns that they accept or, if that is one (masked and scalar kernels), the elements in a
 * 64-byte register of the narrowest operand, at most four registers of the widest. */
size_t subject_step(const subject *which);

/** Call the pattern's kernel with the parameters of which->expected. Arrays of arguments are also at the very end of guarded memory.
 * Writing to its parameters is a failure. */
void call_kernel(subject *which, unsigned pattern, size_t rows, size_t cols, const operand *inputs,
                 const operand *output);

/** Append "f(0x01, 0x02) gave 0x04, expected 0x03". */
void describe_mismatch(text *fault, const subject *which, const uint64_t *x, uint64_t got, uint64_t expected);

/** Whether this emulator computes a word of the subject wrongly on these inputs: then their results are not compared. */
int emulator_errs(const subject *which, const uint64_t *x);

/** Whether it wrongly raises exceptions there: then these are not compared. */
int emulator_raises(const subject *which, const uint64_t *x);

/** Whether a result is right, or the emulator errs there, which the subject then remembers. */
int subject_accepts(subject *which, const uint64_t *x, uint64_t got, uint64_t expected);

/** Find the emulator's errors in the instruction set's words, and write a line for each. Without this call no error is assumed. */
void heed_emulator(const char *isa);

/** Write the `ok` lines of patterns that have not failed. */
void pass_patterns(const subject *which);

/** Guarded memory: the inputs, then the output and a kernel's other arguments. */
enum {
    OUTPUT_REGION = BL_MAX_ARITY,
    PARAMETERS_REGION,
    POINTERS_REGION,
    ROWS_REGION,
    REGIONS
};
#define REGION_BYTES 65536
extern unsigned char *regions[REGIONS];

/** A byte unlikely to be a result; a result of 0xdbdb… shows in another row or length. */
#define CANARY 0xdb

/* ---- Elements in memory ---- */

/** Whether some operand is packed: then the kernels are those of another table, of bytes. tests/runtime/packed.c tests such tables. */
static inline int is_packed_table(const bl_table *table)
{
    return table->width == 0;
}

/** Whether the table's kernels are tested as its own: also those of a packed float, which give its bits, each in a byte, and take those of the
 * result's dtype likewise. */
static inline int has_own_kernels(const bl_table *table)
{
    const unsigned result = table->dtypes[0];

    for (size_t i = 1; is_packed_table(table) && i <= table->arity; ++i) {
        if (oracle_types[table->dtypes[i]].bits < 8 && table->dtypes[i] != result) {
            return 0;
        }
    }
    return !is_packed_table(table) || (oracle_types[result].bits < 8 && oracle_types[result].kind == ORACLE_MINIFLOAT);
}

/** The bytes of an element; of a packed dtype, those of one that is unpacked. */
size_t element_size(bl_dtype type);
void load_elements(uint64_t *to, const unsigned char *from, size_t size, size_t count);
void store_elements(unsigned char *to, size_t size, const uint64_t *from, size_t count);

/** Write the struct of the table's parameters, without its padding. */
void store_parameters(unsigned char *to, const bl_table *table, const uint64_t *values);

/* ---- Values ---- */

#define MAX_SET 330

uint64_t mix(uint64_t key);

/** A mask of the bits of an element of this type. */
uint64_t type_mask(bl_dtype type);

/** Edge values to combine with each other: all values of 8-bit types; every exponent of f16 and bf16. Returns their number. */
size_t edge_values(bl_dtype type, uint64_t *values);

/** One of them. */
uint64_t edge_value(bl_dtype type, uint64_t key);

/** The k-th of an endless sequence of well-chosen values: all kinds of magnitudes, halfway cases, limits. */
uint64_t sample_value(bl_dtype type, uint64_t key);

/** An ordinary value, so that results differ from each other and from their operands. */
uint64_t plain_value(bl_dtype type, uint64_t key);

/** Divisors worth a separate row, and their number. */
uint64_t divisor_value(bl_dtype type, size_t index);
size_t divisor_count(bl_dtype type);

/** Set the table's parameters to the set-th choice of values: 0 is the defaults; then come plain values, samples, edges, defaults except
 * one; endlessly. */
void choose_parameters(reference *which, const bl_table *table, size_t set);

/** Choose, from a few sets, the one with which the op's results differ most, so that a wrong lane is detected. Each nth has other sets, because two
 * ops may do the same with the same limits. */
void choose_telling_parameters(reference *which, const bl_table *table, size_t nth);

/* ---- The tests ---- */

/** The subject for a word. All words use one table, which is valid until the next call. */
void subject_of_word(subject *which, const char *isa, const bl_vocabulary_word *word);

/** All requested words. */
void test_vocabulary(const request *asked);

/** The first statement of include/broadloom_tables.h about an op and its tables that is not true, or NULL. An op that is not called is one
 * for folds of several inputs. */
const char *find_table_fault(const bl_op *op, int is_called);

/** Append " f32", or " f32,i8": the table's dtypes by the op's type variables. */
void add_dtypes(text *line, const bl_op *op, const bl_table *table);

/** Whether the table's expression agrees with the oracle's hand-written op, if there is one; and whether no result depends on a word
 * outside of its domain. Writes a line. */
void test_expression(const bl_op *op, const bl_table *table);

/** All patterns of the subject on all values; writes `not ok` lines and marks them in which->failed; sets which->hash. */
void test_values(subject *which, int thorough);

/* Values for all lengths, for the tables of one signature. */
#define SHAPE_ROWS 3

typedef struct shape_inputs {
    bl_dtype inputs[BL_MAX_ARITY];
    unsigned arity;
    size_t cols;
    uint64_t walked[BL_MAX_ARITY][SHAPE_ROWS][MAX_COLS];
    uint64_t held[BL_MAX_ARITY][SHAPE_ROWS];
    unsigned char walked_bytes[BL_MAX_ARITY][SHAPE_ROWS][MAX_COLS * 8]; /* as in memory */
} shape_inputs;

extern shape_inputs chosen;

#define MAX_PEERS 256

/** Choose the values of test_shapes for the tables of this signature, whose kernels take up to `step` elements per step and exist for these
 * patterns (as bits). `peers`, at most MAX_PEERS, are the ops of the signature that differ from each other at all: any two of them shall
 * differ in some row of every few neighbouring columns, in each pattern. Returns the largest number of columns that this needs: 1 if they
 * differ in every lane. 0: two of them, which *alike names, were the same on all values that were tried. The values can be used in any
 * case. */
size_t choose_shape_values(const bl_table *table, size_t step, uint64_t patterns, const reference *const *peers,
                           size_t count, size_t *alike);

/** All patterns that have not failed, at all lengths, alignments and strides; marks failures in which->failed. */
void test_shapes(subject *which, int thorough);

/** The floating-point environment: no exceptions except those of the op's own operations, both by reading flags and by traps; moved bits
 * and integers stay exact while subnormals are flushed. Writes its lines itself. */
void test_exceptions(subject *which, int slow);

/** Whether the platform can report exceptions, trap and flush: a line each. Called once, before test_exceptions. */
void test_float_environment(void);

#if !BL_RUNTIME_COMPACT
/** The instruction set's moves, if it has any; writes its lines itself. */
void test_moves(const char *isa, bl_isa number);
#endif

#endif
