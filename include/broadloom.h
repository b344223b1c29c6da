/* Broadloom: elementwise tensor kernels. This header is all that a user includes.
 *
 *   bl_add_f32(n, a, b, out)                 contiguous arrays of n elements each
 *   bl_add_f32_value(n, a, 2.0f, out)        an array and a value
 *   bl_add(&a, &b, &out, &options)           any shapes, strides and dtypes
 *   bl_plan_make, bl_plan_run                plan once, run often, in parts if you like
 *
 * What the results are, bit for bit, stands in docs/semantics.md. Every function that can be given bad input returns a
 * bl_status; when it is not BL_OK, not one byte of any output has been written.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_H
#define BROADLOOM_H

#include "broadloom_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The library's version: of these headers here, of what is linked by bl_version. Versions are semantic; before 1.0.0 a minor
 * one may change anything. The number stands here and nowhere else; make, CMake and the packages read it. */
#define BL_VERSION_MAJOR 0
#define BL_VERSION_MINOR 1
#define BL_VERSION_PATCH 0
#define BL_VERSION "0.1.0"

/** BL_VERSION as the library was compiled. */
BL_API const char *bl_version(void);

/** What went wrong, or BL_OK. A status has the same number in every library; a library has those that it can give. */
typedef enum bl_status {
    BL_OK = 0,
    BL_NULL_POINTER = 1,            /* a needed pointer is null */
    BL_UNKNOWN_DTYPE = 2,           /* not a bl_dtype */
    BL_UNSUPPORTED_DTYPE = 3,       /* the operator does not take this dtype */
    BL_DTYPES_DIFFER = 4,           /* the inputs' dtypes do not fit together */
    BL_WRONG_OUTPUT_DTYPE = 5,      /* the output's dtype is not what the operator gives */
    BL_UNKNOWN_RULE = 6,            /* not a bl_rule */
    BL_SHAPES_DIFFER = 7,           /* rule none: the shapes are not equal */
    BL_SHAPES_DO_NOT_BROADCAST = 8, /* the shapes do not broadcast under the rule */
    BL_AXIS_OUT_OF_RANGE = 9,       /* pdpd, onnx legacy: the axis does not place an input within input `onto` */
    BL_WRONG_OUTPUT_SHAPE = 10,     /* the output's shape is not the broadcast shape */
    BL_SIZE_OVERFLOW = 11,          /* an element count or a byte offset does not fit in size_t or ptrdiff_t */
    BL_TOO_MANY_DIMS = 12,          /* more than BL_MAX_RANK dims are left after merging */
    BL_UNKNOWN_ISA = 13,            /* no instruction set of that name or number */
    BL_UNAVAILABLE_ISA = 14,        /* this build or this processor lacks the instruction set */
    BL_UNKNOWN_OPTION = 15,         /* another field of the options has no such value */
    BL_MISALIGNED = 16,             /* a pointer is not as aligned as its element must be */
    BL_OVERLAP = 17,                /* the output meets an input other than exactly in place, or meets itself */
#if BL_REFUSES_ZERO
    BL_ZERO_DIVISOR = 18, /* an integer divisor is zero and the options refuse that */
#endif
#if BL_WITH_FOLDS
    BL_NO_INPUTS = 19, /* folds: there must be one input or more */
#endif
#if BL_WITH_FRONT_ENDS
    BL_UNKNOWN_OPSET = 20,               /* front ends: no such opset or version is known */
    BL_NOT_IN_OPSET = 21,                /* front ends: the operator begins in a later opset */
    BL_UNKNOWN_ATTRIBUTE = 22,           /* front ends: no version of any operator has an attribute of that name */
    BL_ATTRIBUTE_NOT_IN_VERSION = 23,    /* front ends: the operator's version has no such attribute */
    BL_UNKNOWN_ATTRIBUTE_VALUE = 24,     /* front ends: the attribute has no such value */
    BL_AXIS_WITHOUT_BROADCAST = 25,      /* ONNX: axis is given, but broadcast is not 1 */
    BL_DTYPE_NOT_IN_VERSION = 26,        /* front ends: the operator's version does not take this dtype */
    BL_WRONG_INPUT_COUNT = 27,           /* front ends: the operator's version does not take so many inputs */
    BL_ATTRIBUTE_MISSING = 28,           /* front ends: the operator's version wants an attribute that is not given */
    BL_UNSUPPORTED_ATTRIBUTE_VALUE = 29, /* front ends: the version has this value of the attribute, Broadloom does not */
#endif
#if BL_WITH_SELFTEST
    BL_WRONG_RESULTS = 30, /* the self-test: a kernel's results are not what they must be */
#endif
    BL_STATUS_COUNT = 31
} bl_status;

/** The status in words: a constant string without a full stop; never NULL. */
BL_API const char *bl_status_string(bl_status status);

/** The dtype's name ("f32", "bf16", "bool"), or "?". */
BL_API const char *bl_dtype_name(bl_dtype dtype);

/** The size of an element in bytes, or 0 for what is not a dtype. */
BL_API size_t bl_dtype_size(bl_dtype dtype);

/** How the shapes of any number of inputs are brought together (ONNX's Broadcasting.md, OpenVINO's broadcast_rules).
 * The first two treat all inputs alike. Under the others the result has the shape of one of them, input `onto`, and each
 * of the rest is broadcast onto it on its own: its dims lie on dims of the result, and are those or 1. */
typedef enum bl_rule {
    BL_RULE_NUMPY = 0,   /* right-aligned, the dims that meet equal or 1 */
    BL_RULE_NONE,        /* shapes must be equal */
    BL_RULE_PDPD,        /* OpenVINO pdpd: from the dim `axis` of the result on; -1: right-aligned */
    BL_RULE_ONNX_LEGACY, /* ONNX opsets 1 and 6 with broadcast=1: likewise, but only ones at an input's beginning and end
                          * stretch, and a single element fits whatever its rank and the axis */
    BL_RULE_UNI,         /* ONNX unidirectional: right-aligned */
    BL_RULE_CHANNEL,     /* OpenVINO PReLU: inputs of rank 1 with as many values as the result has channels, its dim 1 (of
                          * rank 1: dim 0), are one a channel; others are right-aligned */
    BL_RULE_COUNT
} bl_rule;

/** What an integer x / 0 does. */
typedef enum bl_on_zero_divisor {
    BL_ZERO_DIVISOR_GIVES_ZERO = 0,
#if BL_REFUSES_ZERO
    BL_ZERO_DIVISOR_REFUSED = 1 /* it is an error, before anything is written */
#endif
} bl_on_zero_divisor;

/** How to do it. All zero bytes but axis = -1 are the defaults; so is a null pointer to options. */
typedef struct bl_options {
    bl_rule rule;
    ptrdiff_t axis; /* BL_RULE_PDPD and BL_RULE_ONNX_LEGACY only */
    size_t onto;    /* the input that the others are broadcast onto; not BL_RULE_NUMPY and BL_RULE_NONE */
    bl_isa isa;     /* use no instruction set above this one; BL_ISA_ANY: the best there is */
    bl_on_zero_divisor on_zero_divisor;
    size_t cache_bytes; /* above this many bytes of all operands, long contiguous rows of results are written past the
                         * caches (non-temporal stores), unless in place; SIZE_MAX: never; 0: as many as a core may
                         * keep in the processor's last cache, so that a call finds there what the one before
                         * has written, or BL_CACHE_BYTES where that is not known */
} bl_options;

#define BL_DEFAULT_OPTIONS                                              \
    {                                                                   \
        BL_RULE_NUMPY, -1, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_GIVES_ZERO, 0 \
    }

/** An array in the caller's memory. `data` is the element at index (0, …, 0), as aligned
 * as the ABI asks of such elements; `shape` and
 * `strides` have `rank` entries (both may be NULL where rank is 0); strides count elements, may be zero or negative,
 * and are contiguous row-major where `strides` is NULL. Elements of an input are read once or more, and what lies between
 * them, from the lowest to the highest, may be read too, though it has no effect: no other thread may write there
 * meanwhile. Of an output nothing but its elements is written. */
typedef struct bl_array {
    void *data;
    bl_dtype dtype;
    size_t rank;
    const size_t *shape;
    const ptrdiff_t *strides;
} bl_array;

/** An array that is only read. `data` is not a pointer to const, because outputs use the type too: this
 * casts const away. */
static inline bl_array bl_input_array(const void *data, bl_dtype dtype, size_t rank, const size_t *shape,
                                      const ptrdiff_t *strides)
{
    bl_array array;

    BL_COPY(&array.data, &data, sizeof data);
    array.dtype = dtype;
    array.rank = rank;
    array.shape = shape;
    array.strides = strides;
    return array;
}

/* ---- Instruction sets ---- */

/** The instruction set's name ("avx2"), "any" for BL_ISA_ANY, or "?". */
BL_API const char *bl_isa_name(bl_isa isa);

/** Look an instruction set up by name. BL_UNKNOWN_ISA, and *isa untouched, where there is none. */
BL_API bl_status bl_isa_from_name(const char *name, bl_isa *isa);

/** 1 if this build has it, this processor runs it and no limit forbids it; else 0. */
BL_API int bl_isa_available(bl_isa isa);

/** The best one available. */
BL_API bl_isa bl_isa_best(void);

/** From now on use nothing above `isa` in rank, in all threads; BL_ISA_ANY lifts the limit. Plans already made keep
 * what they chose. BL_UNKNOWN_ISA; BL_UNAVAILABLE_ISA where the processor or the build lacks it. Where nothing is detected
 * there is nothing to keep a limit in: but for BL_ISA_ANY and the best one, BL_UNAVAILABLE_ISA. Who has an instruction
 * set's name calls bl_isa_from_name first. */
BL_API bl_status bl_isa_limit(bl_isa isa);

#if BL_DETECT_CPU && BL_WITH_ENVIRONMENT
/** bl_isa_limit from the environment variable BROADLOOM_ISA, if it is set and not empty. Hosted systems only, and only
 * where anything is detected; in an object of its own, so that only its callers need getenv. Vendored files lack it, so
 * that they never need getenv. */
BL_API bl_status bl_isa_from_environment(void);
#endif

/* ---- Shapes ---- */

/** The shape that `count` inputs broadcast to under the options' `rule`, `axis` and `onto`; `options` may be NULL. Of the
 * inputs only rank and shape are looked at. Writes the dims to `shape`, which has room for `capacity`, and the rank to
 * *rank.
 * BL_NULL_POINTER; BL_UNKNOWN_RULE; BL_UNKNOWN_OPTION where there is no input `onto`; BL_SHAPES_DIFFER,
 * BL_SHAPES_DO_NOT_BROADCAST, BL_AXIS_OUT_OF_RANGE: nothing is written. BL_TOO_MANY_DIMS where the rank exceeds the
 * capacity: only *rank is. */
BL_API bl_status bl_broadcast_shape(const bl_options *options, size_t count, const bl_array *const *inputs, size_t capacity,
                                    size_t *shape, size_t *rank);

/* ---- Plans ---- */

/* What fills plans carries their size in its linker's name, "bl_plan_make_rank_8_arity_3", and "_compact" where that is the
 * runtime: users and a library that were compiled with other numbers do not link. */
#define BL_SIZED(name) BL_SIZED_NAME(name, BL_MAX_RANK, BL_MAX_ARITY)
#define BL_SIZED_NAME(name, rank, arity) BL_SIZED_TOKEN(name, rank, arity)
#if BL_RUNTIME_COMPACT
#define BL_SIZED_TOKEN(name, rank, arity) name##_rank_##rank##_arity_##arity##_compact
#else
#define BL_SIZED_TOKEN(name, rank, arity) name##_rank_##rank##_arity_##arity
#endif
#define bl_plan_make BL_SIZED(bl_plan_make)
#define bl_plan_make_table BL_SIZED(bl_plan_make_table)

/** One dim of a plan: how many steps, and by how many elements each operand moves per step. */
typedef struct bl_plan_dim {
    size_t extent;
    ptrdiff_t stride[BL_MAX_ARITY + 1]; /* by operand: 0 is the output, i + 1 input i */
} bl_plan_dim;

/** What bl_plan_make worked out: which kernel runs over which loops. Plain data of fixed size in the caller's memory,
 * without pointers to the caller's data; it may be copied, kept, and run by many threads at once. Its fields are the
 * runtime's own: read them by bl_plan_describe. Sets of operands have bit 0 for the output, bit i + 1 for input i. */
typedef struct bl_plan {
    const bl_table *table;
    size_t count;                       /* elements of the output; where it is 0, only the table is set besides */
    ptrdiff_t offset[BL_MAX_ARITY + 1]; /* elements from the operand's pointer to the first one visited */
    size_t below[BL_MAX_ARITY + 1];     /* bytes that the operand reaches below its pointer */
    size_t bytes[BL_MAX_ARITY + 1];     /* bytes from the lowest to the highest that it reaches, these included */
    uint32_t isas;                      /* the instruction sets that may be used: bit isa */
    uint8_t rank;                       /* dims in use, at least 1 */
    uint8_t box;                        /* dims that make up a kernel's columns; the next one makes up its rows */
    uint8_t swapped;                    /* the kernel's input 0 is input 1, and the other way round */
    uint8_t held;                       /* operands that are one value per row */
    uint8_t same_strides;               /* operands that may be the output's memory, in place */
#if BL_REFUSES_ZERO
    uint8_t refuses_zero; /* the divisor is to be searched for zeros */
#endif
#if !BL_RUNTIME_COMPACT
    bl_kernel kernel;           /* for blocks of `cols` columns */
    size_t cols;                /* columns of a whole block */
    size_t chunk;               /* steps of the box's last dim in one kernel call */
    size_t rows;                /* steps of the row dim in one kernel call */
    size_t most_bytes;          /* the most of `bytes` */
    uint32_t tile;              /* bytes of each tile; of a plan that repeats, the columns of a row */
    uint8_t loop_count;         /* loops around the kernel calls */
    uint8_t variant;            /* index of the table's variant */
    uint8_t packed;             /* operands that go through a tile on the stack */
    uint8_t once;               /* the packed inputs' tiles hold all of them, packed once */
    uint8_t repeats;            /* all that is packed are single values, along the only dim */
    uint8_t streams;            /* rows go past the caches */
    uint8_t is_plain;           /* nothing but the operands' addresses is to be checked */
    uint8_t is_turned;          /* operands are visited from elsewhere than their pointers */
    uint8_t is_one_call;        /* all of it is one kernel call on the operands as they lie */
    uint8_t is_long;            /* rows may be worth cutting where the output's cache lines begin */
    uint8_t quick;              /* BL_CALL_1, _2 or _3 of one call that nothing but addresses can speak against; else 0 */
    uint8_t loops[BL_MAX_RANK]; /* the dims that the loops walk, the innermost first */
#endif
    bl_plan_dim dims[BL_MAX_RANK]; /* the innermost first */
} bl_plan;

/** Plan op(inputs…) into out: `op->arity` inputs; the arrays' data pointers are not looked at (nor is anything kept of
 * them). `options` may be NULL.
 *
 * The shapes broadcast as bl_broadcast_shape says and the output's shape must be the result; the output may have any
 * strides under which no two of its elements share memory (this is decided by a test that is safe, not exact: strides
 * sorted by size, each must exceed what the smaller ones span). A dim of 0 is no error: running the plan does nothing.
 *
 * BL_NULL_POINTER, BL_UNKNOWN_DTYPE, BL_UNSUPPORTED_DTYPE, BL_DTYPES_DIFFER, BL_WRONG_OUTPUT_DTYPE; what
 * bl_broadcast_shape gives; BL_WRONG_OUTPUT_SHAPE; BL_SIZE_OVERFLOW where an element count or the bytes that an operand
 * spans exceed PTRDIFF_MAX; BL_TOO_MANY_DIMS; BL_OVERLAP where the output overlaps itself; BL_UNKNOWN_ISA,
 * BL_UNAVAILABLE_ISA, BL_UNKNOWN_OPTION for the options. The plan is unspecified after an error. */
BL_API bl_status bl_plan_make(bl_plan *plan, const bl_op *op, const bl_array *const *inputs, const bl_array *out,
                              const bl_options *options);

/** The same for one operator at one dtype, so that linking it takes the kernels of that table alone. */
BL_API bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                                    const bl_options *options);

/** Whether the plan may run on these pointers (each the address of the element at index (0, …, 0)) and parameters: the
 * struct that is generated for the operator and its dtypes, or NULL where it has none. Reads no data.
 *
 * In place means the same pointer and, on every dim longer than 1, the same strides, with elements of the same size.
 * Where an input's bytes meet the output's otherwise, the call is refused unless their strides prove that no element is
 * shared (even and odd columns or rows of one buffer, say). Inputs may overlap each other.
 *
 * BL_NULL_POINTER, BL_MISALIGNED, BL_SIZE_OVERFLOW where an operand would wrap around the end of memory, BL_OVERLAP. For
 * an output of no elements: BL_OK, whatever the pointers. */
#if BL_REFUSES_ZERO
/** And BL_ZERO_DIVISOR where the plan refuses zeros: it then reads the divisor. */
#endif
BL_API bl_status bl_plan_check(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** bl_plan_check, and then the operation itself if all is well. Returns what the check says. */
BL_API bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** Run one of `parts` parts of the plan (parts >= 1): part 0 to parts - 1, each of them once, in any order and at the
 * same time on as many threads. Checks NOTHING: call bl_plan_check once before the parts. No two parts
 * write to the same cache line of the output if its strides allow that and each part spans two lines or more; a part
 * may be empty. */
BL_API void bl_plan_run_part(const bl_plan *plan, size_t part, size_t parts, const void *const *inputs,
                             const void *parameters, void *out);

/** In how many parts to run the plan on so many threads: two for each thread, so that one which comes late leaves some of its work to
 * the others, but none of fewer than 16 Ki elements; 1 where a second thread is not worth it. Threads that have to be woken take 25 to
 * 50 us to come: where runs are rare, plans of fewer than 256 Ki elements are best run whole. In an object of its own. */
BL_API size_t bl_plan_parts(const bl_plan *plan, size_t threads);

/** Write a line that says what the plan does, such as "vv, avx2, replicate, 262144 x 4": the kernel's pattern (a letter
 * per input: v contiguous, s one value per row), the instruction set, how operands that no pattern fits go through tiles, and
 * the loops that are left after merging, the outermost first. Tiles: "direct" where there are none, or "stream" where
 * results go past the caches besides; for each packed input copy, replicate, repeat, transpose or gather, "once" where
 * tiles hold the whole inputs; scatter for the output; joined by '+'. Always ends in '\0' unless `size` is 0 or `text` NULL;
 * returns the length that the whole text has, without the '\0', as snprintf does. */
BL_API size_t bl_plan_describe(const bl_plan *plan, char *text, size_t size);

/* ---- Running ---- */

/** Plan, check and run in one call: the body of bl_add and its like. The statuses of bl_plan_make and bl_plan_check. */
BL_API bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                        const bl_options *options);

/** Write a sentence that says which argument the status is about that bl_run, or bl_plan_make, gave for these: "add: inputs[0] is
 * [2,3], inputs[1] is [2]: the shapes do not broadcast under the rule", "sub: out overlaps inputs[1] other than exactly in place".
 * Of bl_plan_run, the arrays' data are the pointers that it was given. Always ends in '\0' unless `size` is 0 or `text` NULL;
 * returns the length that the whole text has, without the '\0', as snprintf does. In an object of its own. */
BL_API size_t bl_explain(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                         const bl_options *options, bl_status status, char *text, size_t size);

/** Run over n contiguous elements, without a plan. `inputs` are `table->arity` pointers, each of which may be `out` itself
 * where their elements have the same size; `parameters` as in bl_plan_check.
 * BL_NULL_POINTER, BL_MISALIGNED, BL_SIZE_OVERFLOW, BL_OVERLAP; BL_OK for n = 0, whatever the pointers. */
BL_API bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                   void *out);

/** bl_run_contiguous with one value each for some inputs, by kernels that hold them: bit i of `values` stands for input i, whose pointer
 * is that of a single element. Other bits mean nothing. A value that is inside the output is BL_OVERLAP, also at its very start. */
BL_API bl_status bl_run_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values, const void *parameters,
                               void *out);

/* Calls with values, as broadloom_ops.h lists them: BL_VALUE(CALL, NAME, …) defines CALL for the table NAME, with values for all
 * inputs but the first; BL_VALUE_OF, with a value for the first. Then come the function's parameters and the addresses of its
 * inputs. With _P the operator has parameters of its own. */
#if BL_RUNTIME_COMPACT
/** bl_run_values of tables that have kernels for these values and no others: the body of calls with values. */
BL_API bl_status bl_contiguous_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values,
                                      const void *parameters, void *out);
#define BL_VALUES_TABLE(name) BL_API extern const bl_table bl_values_##name;
#define BL_RUN_VALUES(name, values, parameters) bl_contiguous_values(&bl_values_##name, n, inputs, values, parameters, out)
#else
#define BL_VALUES_TABLE(name)
#define BL_RUN_VALUES(name, values, parameters) bl_run_values(&bl_table_##name, n, inputs, values, parameters, out)
#endif
#ifdef BL_KERNELS_H /* kernels call none of them, and are many files to compile */
#define BL_DEFINE_VALUE_CALL(call, name, signature, values, parameters, ...)
#else
#define BL_DEFINE_VALUE_CALL(call, name, signature, values, parameters, ...) \
    static inline bl_status call signature                                   \
    {                                                                        \
        const void *const inputs[] = {__VA_ARGS__};                          \
        return BL_RUN_VALUES(name, values, parameters);                      \
    }
#endif
#define BL_ALL_BUT_FIRST ((1u << BL_COUNT(inputs)) - 2)
#define BL_VALUE(call, name, signature, ...) \
    BL_VALUES_TABLE(name)                    \
    BL_DEFINE_VALUE_CALL(call, name, signature, BL_ALL_BUT_FIRST, NULL, __VA_ARGS__)
#define BL_VALUE_P(call, name, signature, ...) \
    BL_VALUES_TABLE(name)                      \
    BL_DEFINE_VALUE_CALL(call, name, signature, BL_ALL_BUT_FIRST, parameters, __VA_ARGS__)
#define BL_VALUE_OF(call, name, signature, ...) BL_DEFINE_VALUE_CALL(call, name, signature, 1, NULL, __VA_ARGS__)
#define BL_VALUE_OF_P(call, name, signature, ...) BL_DEFINE_VALUE_CALL(call, name, signature, 1, parameters, __VA_ARGS__)

/** Run over n elements along one dim, without a plan: element i of input k is `byte_steps[k]` * i bytes from inputs[k] on, of
 * the output `out_step` * i from `out` on. Steps are in bytes, multiples of the operand's element, and may be zero (one value,
 * but not of the output) or negative; of a single element they are not looked at. In place and overlap are as in
 * bl_plan_check.
 * BL_NULL_POINTER, BL_MISALIGNED (a pointer, or a step), BL_SIZE_OVERFLOW, BL_OVERLAP; BL_OK for n = 0, whatever else but a
 * null table. */
BL_API bl_status bl_run_strided(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                const void *parameters, void *out, ptrdiff_t out_step);

/** bl_run_contiguous for tables of one, two or three inputs and no parameters, a few instructions sooner: the body of bl_add_f32
 * and its like. The table is not NULL. */
BL_API bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table);
#if BL_MAX_ARITY >= 2
BL_API bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table);
#endif
#if BL_MAX_ARITY >= 3
BL_API bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table);
#endif

#if BL_WITH_DIVISION
/** What a division of integers meets whose results are defined (docs/semantics.md) but which other libraries report. */
enum {
    BL_DIVIDED_BY_ZERO = 1,    /* some divisor is 0 */
    BL_DIVISION_OVERFLOWED = 2 /* somewhere the least integer is divided by -1, and the quotient is wanted */
};

/** Which of these the plan meets on inputs that bl_plan_check has found fine: any set of them; 0 where the operator divides no
 * integers. Remainders (fmod, floor_mod) never overflow: MIN mod -1 is 0. Reads the divisors, and for signed quotients the
 * dividends where some divisor is -1. Where the output is an input, ask before
 * running. */
BL_API unsigned bl_plan_division(const bl_plan *plan, const void *const *inputs);

/** The same of bl_run_strided, with whose arguments: on inputs that it takes. */
BL_API unsigned bl_strided_division(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps);
#endif

#if BL_WITH_FOLDS
/* ---- Folds, where the library was woven with some or with a front end ---- */

#define bl_fold_make BL_SIZED(bl_fold_make)
#define bl_fold_make_tables BL_SIZED(bl_fold_make_tables)
#define bl_run_fold BL_SIZED(bl_run_fold)

/** One input of a fold, as bl_fold_make worked it out. An array of these, as many as there are inputs, is to a fold what a
 * bl_plan is to an operator: plain data in the caller's memory, to be copied, kept, and run by many threads at once. Its
 * fields are the runtime's own. */
typedef struct bl_fold_step {
    bl_plan plan; /* this input copied to the output, over dims that all inputs have in common; or, in the
                   * first step and if `is_plan`, all that there is to do */
    /* of the fold as a whole, and in the first step only: */
    const bl_table *step;
    const bl_table *finish; /* or NULL */
    size_t inputs;
    uint8_t is_plan;
#if !BL_RUNTIME_COMPACT
    uint8_t out_joined;                           /* as `joined`, for the output */
    const bl_table *at_once[BL_MOST_AT_ONCE - 2]; /* as bl_fold's */
    /* of this input: */
    uint8_t joined;            /* a block's inner dims over which the input is contiguous, or one value … */
    uint8_t is_held;           /* … which of the two; where neither, `joined` is 0 and the input goes through a tile */
    uint8_t taken;             /* how many inputs a kernel takes in from this one on; the first of them alone says so */
    size_t block[BL_MAX_RANK]; /* of the first step: steps of each dim in a whole block */
#endif
} bl_fold_step;

/** Plan fold(inputs…) into out: `count` inputs, one or more, of the output's dtype, each broadcast on its own, under the
 * options' rule, to the output's shape. `steps` has room for `count`. All else is as for bl_plan_make, and so are the
 * statuses; besides: BL_NO_INPUTS; BL_UNSUPPORTED_DTYPE where the step or the finish lacks the dtype; BL_UNKNOWN_OPTION where a
 * fold of divisions is to refuse zeros. The steps are unspecified after an error. */
BL_API bl_status bl_fold_make(bl_fold_step *steps, const bl_fold *fold, size_t count, const bl_array *const *inputs,
                              const bl_array *out, const bl_options *options);

/** The same at one dtype, so that linking it takes the kernels of these tables alone, which take in one input after the other;
 * `finish` may be NULL. */
BL_API bl_status bl_fold_make_tables(bl_fold_step *steps, const bl_table *step, const bl_table *finish, size_t count,
                                     const bl_array *const *inputs, const bl_array *out, const bl_options *options);

/** Whether the fold may run on these pointers: as bl_plan_check. The output may be any of the inputs, or several, each
 * exactly in place. */
BL_API bl_status bl_fold_check(const bl_fold_step *steps, const void *const *inputs, void *out);

/** bl_fold_check, and then the fold itself if all is well. Returns what the check says. */
BL_API bl_status bl_fold_run(const bl_fold_step *steps, const void *const *inputs, void *out);

/** Run one of `parts` parts of the fold, after bl_fold_check: as bl_plan_run_part. */
BL_API void bl_fold_run_part(const bl_fold_step *steps, size_t part, size_t parts, const void *const *inputs, void *out);

/** Plan, check and run in one call: the body of the woven bl_add_n, bl_max and the other folds. `steps` is room for `count` steps. */
BL_API bl_status bl_run_fold(const bl_fold *fold, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options);
#endif

/* ---- Parameters, for callers who choose an operator at run time ---- */

/** Fill the struct of the table's parameters (`parameters_size` bytes) with their defaults. */
BL_API void bl_parameters_default(const bl_table *table, void *parameters);

/** The table's parameter of that name, or NULL. */
BL_API const bl_parameter *bl_parameter_by_name(const bl_table *table, const char *name);

/* ---- Operators ---- */

/** The operator's table for these dtypes of its type variables (`op->variable_count` of them), or NULL. */
BL_API const bl_table *bl_op_table(const bl_op *op, const bl_dtype *dtypes);

/** The operator of that name ("add"), or NULL. Links every kernel of the library. */
BL_API const bl_op *bl_op_by_name(const char *name);

#if BL_WITH_SELFTEST
/* ---- The self-test, where the library was woven with it: docs/selftest.md ---- */

/** A table, and the hash of the results that it must give. */
typedef struct bl_selftest_entry {
    const bl_table *table;
    uint32_t hash;
} bl_selftest_entry;

/** What the self-test tests: woven, with hashes that no kernel had a part in. Tables of operators that have no stored hash
 * are not among them. */
BL_API extern const bl_selftest_entry bl_selftest_entries[];
BL_API extern const size_t bl_selftest_count;

/** Which kernel is wrong. */
typedef struct bl_selftest_fault {
    const bl_table *table; /* its operator and dtypes */
    bl_isa isa;            /* its instruction set; BL_ISA_ANY: all are right, but not what bl_run_contiguous makes of them */
} bl_selftest_fault;

/** Do the kernels, as they were compiled and on this processor as it is set up now, give the bits that they must? Runs each
 * table of the library on about a thousand values, by the kernels of every instruction set that may be used and by
 * bl_run_contiguous, and compares hashes. BL_OK; else BL_WRONG_RESULTS, and *fault, unless it is NULL, tells the first kernel that is wrong.
 * Takes less than 1 KiB of stack besides the kernels', and no other memory. */
BL_API bl_status bl_selftest(bl_selftest_fault *fault);

/** The same of one table, for whoever wants to know of each of them, or has a watchdog to feed in between. */
BL_API bl_status bl_selftest_table(const bl_selftest_entry *entry, bl_selftest_fault *fault);
#endif

#ifdef __cplusplus
}
#endif

#include "broadloom_ops.h" /* woven: bl_add, bl_add_f32, BL_ISA_AVX2, … */

#endif
