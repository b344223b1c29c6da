/* What every op and every word of the dictionary must give: functions from raw bits to raw bits, written by hand from
 * the definitions (gen/dictionary/words.lua, docs/semantics.md) and from nothing else. Freestanding.
 *
 * An operand or a result is a uint64_t whose low bits are the element's, the others zero. A mask is 0 or 1 as a result,
 * and true as an operand where it is not 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_ORACLE_H
#define BROADLOOM_TESTS_ORACLE_H

#include "broadloom_tables.h"

typedef enum oracle_kind {
    ORACLE_SIGNED,
    ORACLE_UNSIGNED,
    ORACLE_FLOAT,
    ORACLE_TRUTH
} oracle_kind;

typedef struct oracle_type {
    const char *name;
    uint8_t bits;
    uint8_t kind;          /* oracle_kind */
    uint8_t fraction_bits; /* floats: stored bits of the significand */
} oracle_type;

extern const oracle_type oracle_types[BL_DTYPE_COUNT];

/** The result at lane type T. Total: it never traps, but means something only within the domain. */
typedef uint64_t oracle_value(bl_dtype type, const uint64_t *x);

typedef int oracle_domain(bl_dtype type, const uint64_t *x);

/** Floating-point exceptions, as bits. */
enum {
    ORACLE_INVALID = 1,
    ORACLE_DIVISION_BY_ZERO = 2,
    ORACLE_OVERFLOW = 4
};

/** Those that the word may raise where it gives this result: IEEE 754's, those included that it leaves open, and invalid for
 * any signalling NaN that is computed with or compared. Words of integers raise none. */
typedef unsigned oracle_raises(bl_dtype type, const uint64_t *x, uint64_t result);

/** A value for operand 0 that lies on an edge that the others make: where a result changes, or is halfway. */
typedef uint64_t oracle_edge(bl_dtype type, const uint64_t *x, uint64_t random);

#define ORACLE_BY_RESULT (-1)

typedef struct oracle_rule {
    const char *name;
    uint8_t arity;   /* counts included, those of constant shifts too */
    int8_t typed_by; /* the operand whose dtype is T, or ORACLE_BY_RESULT */
    uint8_t carries; /* bits are moved, not computed: a NaN must be the very same */
    uint8_t counted; /* the last operand is a shift count */
    uint8_t divides; /* the second operand divides the first: worth trying multiples and their neighbours */
    uint8_t bits_of; /* the result, an integer, is the bits of this float type: any NaN will do; 0: no such thing */
    oracle_value *value;
    oracle_domain *domain; /* NULL: all operands */
    oracle_raises *raises; /* NULL: nothing */
    oracle_edge *edge;     /* NULL: none */
} oracle_rule;

/** The rules of the words that convert (conversions.c). */
extern const oracle_rule oracle_conversions[];
extern const size_t oracle_conversion_count;

/** The rule of a dictionary word, or NULL. A colon and what follows ("shift_left:7", "both:i16") are no part of its
 * name. */
const oracle_rule *oracle_word(const char *name);

/** A function of f64 (doubles.c). */
typedef struct oracle_double oracle_double;

/** NULL where the oracle does not know it. */
const oracle_double *oracle_double_by_name(const char *name);

/** The bits of its result, of those of its operands, which are one or two. */
uint64_t oracle_double_value(const oracle_double *of, const uint64_t *x);

/** The result of an op at a table's dtypes (0 is the output's, i + 1 input i's), of its inputs and then its parameters. */
typedef uint64_t oracle_op_value(const uint8_t *dtypes, const uint64_t *x);

/** An edge of input 0, likewise. */
typedef uint64_t oracle_op_edge(const uint8_t *dtypes, const uint64_t *x, uint64_t random);

typedef struct oracle_parameter {
    const char *name;
    uint8_t dtype;    /* BL_DTYPE_COUNT: T, that of input 0 */
    uint64_t initial; /* its default, of those that are not typed T */
} oracle_parameter;

#define ORACLE_MAX_OPERANDS 8 /* inputs and parameters of an op */

typedef struct oracle_op_rule {
    const char *name;
    uint8_t arity;
    uint8_t parameter_count;
    const oracle_parameter *parameters;
    uint8_t carries; /* bits are moved, not computed: a NaN must be the very same */
    uint8_t divides; /* the second operand divides the first: worth trying multiples and their neighbours */
    uint8_t counts;  /* the second operand is a count: worth trying all up to the width */
    oracle_op_value *value;
    oracle_op_edge *edge; /* NULL: the other inputs' values themselves */
} oracle_op_rule;

/** The rule of a shipped op, or NULL: tests/oracle/ops.c. */
const oracle_op_rule *oracle_op(const char *name);

int oracle_is_nan(bl_dtype type, uint64_t bits);

/** What a function may raise that is this result of these operands; dtypes: the result's, then the operands'. One with a pole divides by
 * zero where it is infinite of finite operands, of two if the first is 0; else it overflows. */
unsigned oracle_function_raises(const uint8_t *dtypes, unsigned arity, int has_pole, const uint64_t *x, uint64_t result);

/** Equal, or both NaN where a NaN's bits are not fixed. */
int oracle_same(bl_dtype type, int carries, uint64_t a, uint64_t b);

/** 0; 1 where an emulator's conversion to f16 is known to round ties away from zero, so that all else can be tested on
 * it. */
extern int oracle_f16_ties_away;

/* The oracle's own arithmetic, to be tested by oracle_test.c. `type` is BL_F16 or BL_BF16. */
uint64_t oracle_f32_from_half(bl_dtype type, uint64_t half);
uint64_t oracle_half_from_f32(bl_dtype type, uint64_t f32);

#endif
