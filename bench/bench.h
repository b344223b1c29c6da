/* The bench program's parts: the cases, and the peers that run them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BENCH_H
#define BENCH_H

#include "broadloom.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__
#define BENCH_COMPILER "clang " __clang_version__
#else
#define BENCH_COMPILER "gcc " __VERSION__
#endif

enum { BENCH_MAX_RANK = 4,
       BENCH_CHAINED = 2 };

/* The kinds of an operand's random elements. */
typedef enum bench_content {
    BENCH_ANY,      /* no operator overflows, underflows or traps: floats are in ±[0.5, 2), and integers exclude the least value */
    BENCH_DIVISOR,  /* the same, with integers of any magnitude except 0 and -1 */
    BENCH_COUNT,    /* bits to shift by: fewer than the width */
    BENCH_POSITIVE, /* floats without a sign */
    BENCH_SPREAD,   /* floats in ±[0.5, 128) */
    BENCH_SCALE,    /* powers of 2 from 1/64 to 1/16: to divide and to multiply by 1 / scale give the same result */
    BENCH_COARSE,   /* the same from 1/4 to 1 */
    BENCH_NIBBLE,   /* numbers that four bits can hold: floats in ±[0.5, 8), integers from -7 to 7 */
    BENCH_LOW,      /* the limits of clip: bench_limit_bits */
    BENCH_HIGH,
    BENCH_UNIFORM,      /* floats from `least` to `most` */
    BENCH_BY_MAGNITUDE, /* the same, with as many in each binade; both are positive */
    BENCH_CONTENT_COUNT
} bench_content;

/* A function: peers' results need not be Broadloom's bits, and their errors are measured. */
typedef struct bench_range {
    bench_content content;
    double least, most;
} bench_range;
typedef struct bench_ranges {
    bench_range usual, of_f16, of_f64;
} bench_ranges;
/* The second operand of a function of two; it is one value if both ends of its range are the same. */
typedef struct bench_second {
    bench_ranges inputs;
    long double (*exact)(long double, long double);
} bench_second;
typedef struct bench_function {
    const char *op, *note;
    bench_ranges inputs;
    long double (*exact)(long double);
    const bench_second *second; /* NULL: it has one operand; otherwise exact is NULL */
} bench_function;

/* An operand: the places of its elements in a buffer. */
typedef struct bench_array {
    bl_dtype dtype;
    bench_content content;
    double least, most; /* the range of BENCH_UNIFORM and BENCH_BY_MAGNITUDE */
    size_t rank;
    size_t shape[BENCH_MAX_RANK];
    ptrdiff_t strides[BENCH_MAX_RANK]; /* in elements */
    size_t offset;                     /* elements from the buffer's start to index (0, …, 0) */
    size_t elements;                   /* the number of the buffer's elements */
    size_t past_line;                  /* bytes from a cache line's start to the buffer's */
    size_t buffer;                     /* the first operand in it: 0 to arity - 1, or BL_MAX_ARITY for the output */
} bench_array;

/* The part of Broadloom that is timed. Peers are always timed like BENCH_RUN: with all preparation that they allow. */
typedef enum bench_kind {
    BENCH_RUN,        /* bl_plan_run of a prepared plan */
    BENCH_PART,       /* bl_plan_run_part, part 0 of 1, of a plan that passed bl_plan_check */
    BENCH_ONE_CALL,   /* bl_OP: planned at each call */
    BENCH_CONTIGUOUS, /* bl_OP_DTYPE */
    BENCH_STRIDED,    /* bl_run_strided, along the only dim */
    BENCH_FOLD,       /* bl_fold_run of a prepared fold, which `op` names */
    BENCH_PLAN,       /* bl_plan_make alone; no peer has such a call */
    BENCH_KIND_COUNT
} bench_kind;

typedef struct bench_case {
    const char *group;
    char name[96]; /* GROUP/OP DTYPE SHAPES NOTE; unique */
    const char *op;
    bl_dtype dtype; /* of the operator's T */
    bench_kind kind;
    bl_isa isa; /* the limit for Broadloom */
    size_t threads;
    size_t tensors;                 /* consecutive calls, each on its own operands; the time is that of one call */
    const char *const *chain;       /* NULL, or BENCH_CHAINED operators, called after it on its output and the second input; likewise */
    size_t cache_bytes;             /* as in bl_options */
    int beside_same_shape;          /* contiguous inputs of the output's shape are timed with it */
    int not_if_quick;               /* one of many similar cases: a quick run of all cases omits it */
    const bench_function *function; /* NULL: results are compared bit for bit */
    size_t arity;
    bench_array inputs[BL_MAX_ARITY];
    bench_array out;
} bench_case;

/* The cases, which the first call creates, without those for instruction sets that this machine lacks. */
const bench_case *bench_cases(size_t *count);

/* The word for a kind: "run", "one call"; for a content: "divisor". */
const char *bench_kind_name(bench_kind kind);
const char *bench_content_name(bench_content content);

/* The bits of both limits of clip, and of clamp's parameters: -1 and 1, for integers -50 and 50. */
uint64_t bench_limit_bits(bl_dtype dtype, int is_high);

/* The peers that are timed. */
const bench_function *bench_functions(size_t *count);
bench_range bench_range_of(const bench_ranges *ranges, bl_dtype dtype);
/* The largest error of a function's results, in units in the last place of their dtype: at most BENCH_MOST_ERROR, which is also the error
 * of a NaN. And the number of results that are not the nearest number of the dtype. */
double bench_error(const bench_case *, const void *const *inputs, const void *out, size_t *unlike);
#define BENCH_NEAREST (0.5 + 0x1p-9) /* an exact value of 64 bits may have this error, in units of f64 */
#define BENCH_MOST_ERROR 1e9

/* How a float is stored; a dtype that is none has no bits of mantissa. */
typedef struct bench_float {
    unsigned mantissa, bias;
} bench_float;
extern const bench_float bench_floats[BL_DTYPE_COUNT];

/* The start of its buffer, from the pointer to index (0, …, 0). */
const void *bench_start(const bench_array *array, const void *pointer);
/* Whether all its elements follow each other in memory. */
int bench_is_contiguous(const bench_array *array);
/* Gives it contiguous strides, in a buffer of that length. */
void bench_make_contiguous(bench_array *array);
/* The product of its dims. */
size_t bench_count(const bench_array *array);
/* Whether all inputs except the first are one value each: peers take these as parameters. */
int bench_rest_are_values(const bench_case *c);
/* The operand's stride along the output's dim `dim`, counted from the last one; 0 if it is broadcast. */
ptrdiff_t bench_stride(const bench_array *array, size_t dim);
/* The pointer of the which-th tensor of a case; the tensors are consecutive in the buffer. */
const void *bench_at(const bench_array *array, const void *pointer, size_t which);
/* The bytes of memory that it touches, including those between strided elements in the same cache line. */
size_t bench_bytes(const bench_array *array);
/* The same for all operands of a case. */
size_t bench_case_bytes(const bench_case *);

/* A prepared call, timed as run(state). */
typedef struct bench_call {
    void (*run)(void *state);
    void *state;
} bench_call;

typedef struct bench_peer {
    const char *name;
    const char *package;          /* Debian's package that has it */
    const char *(*version)(void); /* NULL if it was not installed when the program was built */
    /* Pointers are those of index (0, …, 0). Returns NULL with *call ready, or the reason why the peer cannot run the case. */
    const char *(*prepare)(const bench_case *, const void *const *inputs, void *out, bench_call *call);
    void (*release)(void *state);
} bench_peer;

extern const bench_peer bench_broadloom, bench_broadloom_one_thread, bench_same_shape; /* all Broadloom */
extern const bench_peer bench_limit, bench_plain, bench_sleef, bench_onednn, bench_xnnpack, bench_eigen;

/* How Broadloom executes the case: bl_plan_describe. */
void bench_broadloom_strategy(const bench_case *, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
