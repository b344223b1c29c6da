/* The result of every op and every word of the dictionary: functions from raw bits to raw bits, written by hand only
 * from the definitions (gen/dictionary/words.lua, docs/semantics.md). Freestanding.
 *
 * An operand or a result is a uint64_t: its low bits are the element's, and the others are zero. A mask is 0 or 1 as a result; as an operand
 * it is true if it is not 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_ORACLE_H
#define BROADLOOM_TESTS_ORACLE_H

#include "broadloom_tables.h"

typedef enum oracle_kind {
    ORACLE_SIGNED,
    ORACLE_UNSIGNED,
    ORACLE_FLOAT,
    ORACLE_TRUTH,
    ORACLE_MINIFLOAT
} oracle_kind;

typedef struct oracle_type {
    const char *name;
    uint8_t bits;
    uint8_t kind;          /* oracle_kind */
    uint8_t fraction_bits; /* floats and minifloats: stored bits of the significand */
} oracle_type;

extern const oracle_type oracle_types[BL_DTYPE_COUNT];

/** The result at lane type T. It never traps, but is only meaningful within the domain. */
typedef uint64_t oracle_value(bl_dtype type, const uint64_t *x);

typedef int oracle_domain(bl_dtype type, const uint64_t *x);

/** Floating-point exceptions, as bits. */
enum {
    ORACLE_INVALID = 1,
    ORACLE_DIVISION_BY_ZERO = 2,
    ORACLE_OVERFLOW = 4
};

/** The exceptions that the word may raise with this result: IEEE 754's, including those that it leaves open, and invalid for any signalling
 * NaN that is computed with or compared. Words of integers raise none. */
typedef unsigned oracle_raises(bl_dtype type, const uint64_t *x, uint64_t result);

/** A value for operand 0 on an edge that the others determine: where a result changes, or is halfway. */
typedef uint64_t oracle_edge(bl_dtype type, const uint64_t *x, uint64_t random);

#define ORACLE_BY_RESULT (-1)

typedef struct oracle_rule {
    const char *name;
    uint8_t arity;   /* with counts, also those of constant shifts */
    int8_t typed_by; /* the operand with the dtype T, or ORACLE_BY_RESULT */
    uint8_t carries; /* bits are moved, not computed: a NaN must have the same bits */
    uint8_t counted; /* the last operand is a shift count */
    uint8_t divides; /* the second operand divides the first: worth trying multiples and their neighbours */
    uint8_t bits_of; /* the result, an integer, is the bits of this float type: any NaN is right; 0: it is not */
    oracle_value *value;
    oracle_domain *domain; /* NULL: all operands */
    oracle_raises *raises; /* NULL: nothing */
    oracle_edge *edge;     /* NULL: none */
} oracle_rule;

/** The rules of the words that convert (conversions.c). */
extern const oracle_rule oracle_conversions[];
extern const size_t oracle_conversion_count;

/** The rule of a dictionary word, or NULL. A colon and the text after it ("shift_left:7", "both:i16") are not part of its name. */
const oracle_rule *oracle_word(const char *name);

/** A function of f64 (doubles.c). */
typedef struct oracle_double oracle_double;

/** NULL if the oracle does not have it. */
const oracle_double *oracle_double_by_name(const char *name);

/** The bits of its result, for the bits of its one or two operands. */
uint64_t oracle_double_value(const oracle_double *of, const uint64_t *x);

/** The result of an op at a table's dtypes (0 is the output's, i + 1 input i's), for its inputs and then its parameters. */
typedef uint64_t oracle_op_value(const uint8_t *dtypes, const uint64_t *x);

/** An edge of input 0, likewise. */
typedef uint64_t oracle_op_edge(const uint8_t *dtypes, const uint64_t *x, uint64_t random);

typedef struct oracle_parameter {
    const char *name;
    uint8_t dtype;    /* BL_DTYPE_COUNT: T, that of input 0 */
    uint64_t initial; /* its default, unless it has type T */
} oracle_parameter;

#define ORACLE_MAX_OPERANDS 8 /* inputs and parameters of an op */

typedef struct oracle_op_rule {
    const char *name;
    uint8_t arity;
    uint8_t parameter_count;
    const oracle_parameter *parameters;
    uint8_t carries; /* bits are moved, not computed: a NaN must have the same bits */
    uint8_t divides; /* the second operand divides the first: worth trying multiples and their neighbours */
    uint8_t counts;  /* the second operand is a count; tests try all up to the width */
    oracle_op_value *value;
    oracle_op_edge *edge; /* NULL: the values of the other inputs */
} oracle_op_rule;

/** The rule of an operator of the library, or NULL: tests/oracle/ops.c. */
const oracle_op_rule *oracle_op(const char *name);

int oracle_is_nan(bl_dtype type, uint64_t bits);

/** The exceptions that a function may raise with this result for these operands; dtypes: the result's, then the operands'. An infinite
 * result of finite operands is a division by zero if the function has a pole (with two operands, if the first is 0), and otherwise an
 * overflow. */
unsigned oracle_function_raises(const uint8_t *dtypes, unsigned arity, int has_pole, const uint64_t *x, uint64_t result);

/** Equal, or both NaN if a NaN's bits are not fixed. */
int oracle_same(bl_dtype type, int carries, uint64_t a, uint64_t b);

/** 1 if an emulator's conversion to f16 rounds ties away from zero, so that all other results can be tested on it; otherwise 0. */
extern int oracle_f16_ties_away;

/* The oracle's arithmetic, which oracle_test.c tests. `type` is BL_F16 or BL_BF16. */
uint64_t oracle_f32_from_half(bl_dtype type, uint64_t half);
uint64_t oracle_half_from_f32(bl_dtype type, uint64_t f32);

#endif
