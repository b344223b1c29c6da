/* Broadloom: elementwise tensor kernels. Users include only this header.
 *
 *   bl_add_f32(n, a, b, out)                 contiguous arrays of n elements each
 *   bl_add_f32_value(n, a, 2.0f, out)        an array and a value
 *   bl_add(&a, &b, &out, &options)           any shapes, strides and dtypes
 *   bl_plan_make, bl_plan_run                plan once, run often, in parts if you like
 *
 * docs/semantics.md defines the results, bit for bit. Every function that can get invalid input returns a bl_status.
 * If that is not BL_OK, no byte of any output has been written.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_H
#define BROADLOOM_H

#include "broadloom_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of these headers; bl_version returns that of the linked library. Versions are semantic; before 1.0.0 a
 * minor version may change anything. The number is defined only here; make, CMake and the packages read it. */
#define BL_VERSION_MAJOR 0
#define BL_VERSION_MINOR 1
#define BL_VERSION_PATCH 0
#define BL_VERSION "0.1.0"

/** BL_VERSION of the linked library. */
BL_API const char *bl_version(void);

/** An error, or BL_OK. A status has the same number in every library; a library defines only those that it can return. */
typedef enum bl_status {
    BL_OK = 0,
    BL_NULL_POINTER = 1,            /* a required pointer is null */
    BL_UNKNOWN_DTYPE = 2,           /* not a bl_dtype */
    BL_UNSUPPORTED_DTYPE = 3,       /* the operator does not take this dtype */
    BL_DTYPES_DIFFER = 4,           /* the inputs' dtypes do not fit together */
    BL_WRONG_OUTPUT_DTYPE = 5,      /* the output's dtype is not the operator's */
    BL_UNKNOWN_RULE = 6,            /* not a bl_rule */
    BL_SHAPES_DIFFER = 7,           /* rule none: the shapes are not equal */
    BL_SHAPES_DO_NOT_BROADCAST = 8, /* the shapes do not broadcast under the rule */
    BL_AXIS_OUT_OF_RANGE = 9,       /* pdpd, onnx legacy: the axis does not place an input within input `onto` */
    BL_WRONG_OUTPUT_SHAPE = 10,     /* the output's shape is not the broadcast shape */
    BL_SIZE_OVERFLOW = 11,          /* an element count does not fit in size_t, or a byte offset in ptrdiff_t */
    BL_TOO_MANY_DIMS = 12,          /* more than BL_MAX_RANK dims remain after merging */
    BL_UNKNOWN_ISA = 13,            /* no instruction set of that name or number */
    BL_UNAVAILABLE_ISA = 14,        /* this build or this processor lacks the instruction set */
    BL_UNKNOWN_OPTION = 15,         /* another field of the options has an unknown value */
    BL_MISALIGNED = 16,             /* a pointer is less aligned than its elements must be */
    BL_OVERLAP = 17,                /* the output overlaps itself, or an input, unless exactly in place */
#if BL_REFUSES_ZERO
    BL_ZERO_DIVISOR = 18, /* an integer divisor is zero, and the options refuse that */
#endif
#if BL_WITH_FOLDS
    BL_NO_INPUTS = 19, /* folds: at least one input is required */
#endif
#if BL_WITH_FRONT_ENDS
    BL_UNKNOWN_OPSET = 20,               /* front ends: there is no such opset or version */
    BL_NOT_IN_OPSET = 21,                /* front ends: the operator begins in a later opset */
    BL_UNKNOWN_ATTRIBUTE = 22,           /* front ends: no version of any operator has an attribute of that name */
    BL_ATTRIBUTE_NOT_IN_VERSION = 23,    /* front ends: the operator's version has no such attribute */
    BL_UNKNOWN_ATTRIBUTE_VALUE = 24,     /* front ends: the attribute has no such value */
    BL_AXIS_WITHOUT_BROADCAST = 25,      /* ONNX: axis is given, but broadcast is not 1 */
    BL_DTYPE_NOT_IN_VERSION = 26,        /* front ends: the operator's version does not take this dtype */
    BL_WRONG_INPUT_COUNT = 27,           /* front ends: the operator's version does not take this number of inputs */
    BL_ATTRIBUTE_MISSING = 28,           /* front ends: an attribute that the operator's version requires is missing */
    BL_UNSUPPORTED_ATTRIBUTE_VALUE = 29, /* front ends: the version allows this value of the attribute, but Broadloom does not */
#endif
#if BL_WITH_SELFTEST
    BL_WRONG_RESULTS = 30, /* the self-test: a kernel's results are wrong */
#endif
#if BL_WITH_PACKED
    BL_PACKED_STRIDES = 31, /* an array of a packed dtype is not contiguous and row-major, or was passed to bl_run_strided */
#endif
    BL_STATUS_COUNT = 32
} bl_status;

/** A description of the status: a constant string without a full stop; never NULL. */
BL_API const char *bl_status_string(bl_status status);

/** The dtype's name ("f32", "bf16", "bool"), or "?". */
BL_API const char *bl_dtype_name(bl_dtype dtype);

/** The size of an element in bytes, or 0 if `dtype` is not a dtype. For a packed dtype it is 1: see bl_array_bytes. */
BL_API size_t bl_dtype_size(bl_dtype dtype);

/** The number of bits in an element, or 0 if `dtype` is not a dtype. */
BL_API size_t bl_dtype_bits(bl_dtype dtype);

/** The size in bytes of `count` contiguous elements, also of a packed dtype; 0 if `dtype` is not a dtype. The array
 * must fit in memory. */
BL_API size_t bl_array_bytes(bl_dtype dtype, size_t count);

/** How the shapes of any number of inputs broadcast (ONNX's Broadcasting.md, OpenVINO's broadcast_rules). The first
 * two rules treat all inputs alike. Under the others the result has the shape of one input, input `onto`. Each other
 * input is broadcast onto it separately: each of its dims is aligned with a dim of the result, and is equal to that
 * or 1. */
typedef enum bl_rule {
    BL_RULE_NUMPY = 0,   /* right-aligned; aligned dims are equal or 1 */
    BL_RULE_NONE,        /* shapes must be equal */
    BL_RULE_PDPD,        /* OpenVINO pdpd: starting at dim `axis` of the result; -1: right-aligned */
    BL_RULE_ONNX_LEGACY, /* ONNX opsets 1 and 6 with broadcast=1: likewise, but only dims of 1 at an input's beginning
                          * and end are broadcast, and a single element always fits, whatever its rank and the axis */
    BL_RULE_UNI,         /* ONNX unidirectional: right-aligned */
    BL_RULE_CHANNEL,     /* OpenVINO PReLU: inputs of rank 1 with a value for each channel of the result, its dim 1 (of
                          * rank 1: dim 0), apply per channel; others are right-aligned */
    BL_RULE_COUNT
} bl_rule;

/** The behaviour of an integer x / 0. */
typedef enum bl_on_zero_divisor {
    BL_ZERO_DIVISOR_GIVES_ZERO = 0,
#if BL_REFUSES_ZERO
    BL_ZERO_DIVISOR_REFUSED = 1 /* it is an error, reported before anything is written */
#endif
} bl_on_zero_divisor;

/** Options of a call. By default all bytes are zero, except that axis is -1; a null pointer to options means the defaults. */
typedef struct bl_options {
    bl_rule rule;
    ptrdiff_t axis; /* BL_RULE_PDPD and BL_RULE_ONNX_LEGACY only */
    size_t onto;    /* the input onto which the others are broadcast; no effect for BL_RULE_NUMPY and BL_RULE_NONE */
    bl_isa isa;     /* use no instruction set above this one; BL_ISA_ANY: no limit */
    bl_on_zero_divisor on_zero_divisor;
    size_t cache_bytes; /* if all operands together have more bytes than this, long contiguous rows of results bypass
                         * the caches (non-temporal stores), unless in place; SIZE_MAX: never; 0: a core's share of
                         * the last-level cache, so that a call finds the previous call's results there, or
                         * BL_CACHE_BYTES if that is not known */
} bl_options;

#define BL_DEFAULT_OPTIONS                                              \
    {                                                                   \
        BL_RULE_NUMPY, -1, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_GIVES_ZERO, 0 \
    }

/** An array in the caller's memory. `data` is the element at index (0, …, 0), aligned as the ABI requires for such
 * elements. `shape` and `strides` have `rank` entries (both may be NULL if rank is 0). Strides count elements, and
 * may be zero or negative; if `strides` is NULL, the array is contiguous and row-major. Elements of an input are read
 * once or more. The memory between them, from the lowest to the highest, may also be read, without effect, so no
 * other thread may write there during the call. In an output only the elements are written. */
typedef struct bl_array {
    void *data;
    bl_dtype dtype;
    size_t rank;
    const size_t *shape;
    const ptrdiff_t *strides;
} bl_array;

/** An array that is only read. The struct's `data` is not a pointer to const, because outputs use the same type, so
 * this function casts const away. */
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

/** Look up an instruction set by name. BL_UNKNOWN_ISA if there is none; then *isa does not change. */
BL_API bl_status bl_isa_from_name(const char *name, bl_isa *isa);

/** 1 if this build has the instruction set, the processor supports it and no limit forbids it; otherwise 0. */
BL_API int bl_isa_available(bl_isa isa);

/** The best available instruction set. */
BL_API bl_isa bl_isa_best(void);

/** From now on use no instruction set above `isa` in rank, in any thread; BL_ISA_ANY removes the limit. Existing
 * plans do not change. BL_UNKNOWN_ISA; BL_UNAVAILABLE_ISA if the processor or the build lacks it. A library without
 * detection cannot store a limit: it returns BL_UNAVAILABLE_ISA for all except BL_ISA_ANY and the best instruction
 * set. bl_isa_from_name converts an instruction set's name. */
BL_API bl_status bl_isa_limit(bl_isa isa);

#if BL_DETECT_CPU && BL_WITH_ENVIRONMENT
/** bl_isa_limit from the environment variable BROADLOOM_ISA, if it is set and not empty. Hosted systems only, and only
 * libraries with detection. It is a separate object file, so that only its callers need getenv. Vendored files lack
 * it, so that they never need getenv. */
BL_API bl_status bl_isa_from_environment(void);
#endif

/* ---- Shapes ---- */

/** The shape to which `count` inputs broadcast under the options' `rule`, `axis` and `onto`; `options` may be NULL.
 * Of the inputs, the function reads only rank and shape. It writes the dims to `shape`, which has room for `capacity`
 * dims, and the rank to *rank.
 * BL_NULL_POINTER; BL_UNKNOWN_RULE; BL_UNKNOWN_OPTION if there is no input `onto`; BL_SHAPES_DIFFER,
 * BL_SHAPES_DO_NOT_BROADCAST, BL_AXIS_OUT_OF_RANGE: nothing is written. BL_TOO_MANY_DIMS if the rank exceeds the
 * capacity: only *rank is written. */
BL_API bl_status bl_broadcast_shape(const bl_options *options, size_t count, const bl_array *const *inputs, size_t capacity,
                                    size_t *shape, size_t *rank);

/* ---- Plans ---- */

/* Planning functions encode the plan's size in their symbol name, "bl_plan_make_rank_8_arity_3", with "_compact" for
 * that runtime. So a program and a library compiled with different numbers do not link. */
#define BL_SIZED(name) BL_SIZED_NAME(name, BL_MAX_RANK, BL_MAX_ARITY)
#define BL_SIZED_NAME(name, rank, arity) BL_SIZED_TOKEN(name, rank, arity)
#if BL_RUNTIME_COMPACT
#define BL_SIZED_TOKEN(name, rank, arity) name##_rank_##rank##_arity_##arity##_compact
#else
#define BL_SIZED_TOKEN(name, rank, arity) name##_rank_##rank##_arity_##arity
#endif
#define bl_plan_make BL_SIZED(bl_plan_make)
#define bl_plan_make_table BL_SIZED(bl_plan_make_table)

/** One dim of a plan: the number of steps, and each operand's stride per step, in elements. */
typedef struct bl_plan_dim {
    size_t extent;
    ptrdiff_t stride[BL_MAX_ARITY + 1]; /* by operand: 0 is the output, i + 1 input i */
} bl_plan_dim;

/** The result of bl_plan_make: the kernel, and the loops that call it. Plain data of fixed size in the caller's
 * memory, without pointers to the caller's data; it may be copied, stored, and run by many threads at once. Its
 * fields are private; bl_plan_describe explains them. In sets of operands, bit 0 is the output and bit i + 1 is input
 * i. */
typedef struct bl_plan {
    const bl_table *table;
    size_t count;                       /* elements of the output; if this is 0, only the table is also set */
    ptrdiff_t offset[BL_MAX_ARITY + 1]; /* elements from the operand's pointer to the first one visited */
    size_t below[BL_MAX_ARITY + 1];     /* bytes that the operand extends below its pointer */
    size_t bytes[BL_MAX_ARITY + 1];     /* bytes from the operand's lowest to its highest, inclusive */
    uint32_t isas;                      /* the usable instruction sets: bit isa */
    uint8_t rank;                       /* dims in use, at least 1 */
    uint8_t box;                        /* dims that form a kernel's columns; the next one forms its rows */
    uint8_t swapped;                    /* the kernel's input 0 is input 1, and vice versa */
    uint8_t held;                       /* operands with one value per row */
    uint8_t same_strides;               /* operands that may share the output's memory, in place */
#if BL_REFUSES_ZERO
    uint8_t refuses_zero; /* search the divisor for zeros */
#endif
#if !BL_RUNTIME_COMPACT
    bl_kernel kernel;           /* for blocks of `cols` columns */
    size_t cols;                /* columns of a whole block */
    size_t chunk;               /* steps of the box's last dim in one kernel call */
    size_t rows;                /* steps of the row dim in one kernel call */
    size_t most_bytes;          /* the largest of `bytes` */
    uint32_t tile;              /* bytes of each tile; in a plan that repeats, the columns of a row */
    uint8_t loop_count;         /* loops around the kernel calls */
    uint8_t variant;            /* index of the table's variant */
    uint8_t packed;             /* operands that go through a tile on the stack */
    uint8_t once;               /* the packed inputs fit into their tiles, and are packed once */
    uint8_t repeats;            /* all packed operands are single values, and there is only one dim */
    uint8_t streams;            /* rows are written by non-temporal stores */
    uint8_t is_plain;           /* only the operands' addresses must be checked */
    uint8_t is_turned;          /* an operand's first visited element is not at its pointer */
    uint8_t is_one_call;        /* one kernel call on the unpacked operands does everything */
    uint8_t is_long;            /* splitting rows at the output's cache lines may be faster */
    uint8_t quick;              /* for one call that only addresses can make invalid, its BL_CALL_1, _2 or _3; otherwise 0 */
    uint8_t loops[BL_MAX_RANK]; /* the dims of the loops, the innermost first */
#endif
    bl_plan_dim dims[BL_MAX_RANK]; /* the innermost first */
} bl_plan;

/** Plan op(inputs…) into out, with `op->arity` inputs. The function does not read the arrays' data pointers, and
 * keeps no pointers to the arrays. `options` may be NULL.
 *
 * The shapes broadcast as in bl_broadcast_shape, and the output's shape must be the result. The output may have any
 * strides under which no two of its elements share memory. (The test for this is conservative: sorted by size, each
 * stride must exceed the span of the smaller ones.) A dim of 0 is not an error; running the plan then does nothing.
 *
 * BL_NULL_POINTER, BL_UNKNOWN_DTYPE, BL_UNSUPPORTED_DTYPE, BL_DTYPES_DIFFER, BL_WRONG_OUTPUT_DTYPE; the statuses of
 * bl_broadcast_shape; BL_WRONG_OUTPUT_SHAPE; BL_SIZE_OVERFLOW if an element count or an operand's span in bytes
 * exceeds PTRDIFF_MAX; BL_TOO_MANY_DIMS; BL_OVERLAP if the output overlaps itself; BL_PACKED_STRIDES if an array of a packed dtype
 * is not contiguous and row-major; BL_UNKNOWN_ISA, BL_UNAVAILABLE_ISA, BL_UNKNOWN_OPTION for the options. The plan is unspecified
 * after an error. */
BL_API bl_status bl_plan_make(bl_plan *plan, const bl_op *op, const bl_array *const *inputs, const bl_array *out,
                              const bl_options *options);

/** The same for one operator at one dtype. It links only the kernels of that table. */
BL_API bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                                    const bl_options *options);

/** Whether the plan may run on these pointers (each is the address of the element at index (0, …, 0)) and these
 * parameters (the struct that is generated for the operator and its dtypes, or NULL if it has none). Reads no data.
 *
 * In place means the same pointer and, on every dim longer than 1, the same strides, with elements of as many bits.
 * If the bytes of an input and the output overlap in any other way, the call is refused, unless the strides prove
 * that they share no element (for example, even and odd columns or rows of one buffer). Inputs may overlap each
 * other.
 *
 * BL_NULL_POINTER, BL_MISALIGNED, BL_SIZE_OVERFLOW if an operand would wrap around the end of memory, BL_OVERLAP. If
 * the output has no elements: BL_OK, with any pointers. */
#if BL_REFUSES_ZERO
/** Also BL_ZERO_DIVISOR if the plan refuses zeros: it then reads the divisor. */
#endif
BL_API bl_status bl_plan_check(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** Call bl_plan_check, and run the plan if the check succeeds. Returns the check's status. */
BL_API bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** Run one of the plan's parts (parts >= 1). Run parts 0 to parts - 1, each once, in any order, or at the same time
 * on several threads. Checks NOTHING: call bl_plan_check once before the parts. No two parts write to the same cache
 * line of the output, if its strides allow that and each part spans two lines or more. A part may be empty. */
BL_API void bl_plan_run_part(const bl_plan *plan, size_t part, size_t parts, const void *const *inputs,
                             const void *parameters, void *out);

/** The number of parts in which to run the plan on this many threads: two for each thread, so that other threads can
 * take over work from a slow one, but no part of fewer than 16 Ki elements; 1 if a second thread would not make the
 * run faster. Threads that must be woken take 25 to 50 us to start: if runs are rare, run plans of fewer than 256 Ki
 * elements whole. It is a separate object file. */
BL_API size_t bl_plan_parts(const bl_plan *plan, size_t threads);

/** Write a line that describes the plan, such as "vv, avx2, replicate, 262144 x 4": the kernel's pattern (a letter
 * per input: v contiguous, s one value per row), the instruction set, how tiles are used for operands that fit no pattern, and
 * the loops that remain after merging, the outermost first. Tiles: "direct" if there are none, or "stream" if the stores are
 * also non-temporal; for each packed input "copy", "replicate", "repeat", "transpose" or "gather"; "once" if tiles contain
 * whole inputs; "scatter" for the output; joined by '+'. Always ends in '\0' unless `size` is 0 or `text` NULL; returns the
 * length of the whole text, without the '\0', like snprintf. */
BL_API size_t bl_plan_describe(const bl_plan *plan, char *text, size_t size);

/* ---- Running ---- */

/** Plan, check and run in one call: bl_add and the like call this. The statuses of bl_plan_make and bl_plan_check. */
BL_API bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                        const bl_options *options);

/** Write a sentence about a status that bl_run or bl_plan_make returned for these arguments. It names the argument that caused
 * it: "add: inputs[0] is [2,3], inputs[1] is [2]: the shapes do not broadcast under the rule", "sub: out overlaps inputs[1] other
 * than exactly in place". For bl_plan_run, the arrays' data must be the pointers that were passed to it. Always ends in '\0'
 * unless `size` is 0 or `text` NULL; returns the length of the whole text, without the '\0', like snprintf. It is a separate
 * object file. */
BL_API size_t bl_explain(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                         const bl_options *options, bl_status status, char *text, size_t size);

/** Run over n contiguous elements, without a plan. `inputs` are `table->arity` pointers, each of which may be `out` itself
 * if their elements have the same size; `parameters` as in bl_plan_check.
 * BL_NULL_POINTER, BL_MISALIGNED, BL_SIZE_OVERFLOW, BL_OVERLAP; BL_OK for n = 0, with any pointers. */
BL_API bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                   void *out);

/** Like bl_run_contiguous, but with a single value for some inputs, with kernels for constant operands: if bit i of
 * `values` is set, input i points to a single element. Other bits have no effect. A value inside the output is
 * BL_OVERLAP, even at its start. */
BL_API bl_status bl_run_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values, const void *parameters,
                               void *out);

/* Macros for calls with values, used in broadloom_ops.h: BL_VALUE(CALL, NAME, …) defines CALL for the table NAME,
 * with values for all inputs except the first; BL_VALUE_OF defines one with a value for the first. The function's
 * parameters and the addresses of its inputs follow. The macros with _P are for operators with parameters. */
#if BL_RUNTIME_COMPACT
/** Like bl_run_values, for tables that have only kernels for these values: calls with values call this. */
BL_API bl_status bl_contiguous_values(const bl_table *table, size_t n, const void *const *inputs, unsigned values,
                                      const void *parameters, void *out);
#define BL_VALUES_TABLE(name) BL_API extern const bl_table bl_values_##name;
#define BL_RUN_VALUES(name, values, parameters) bl_contiguous_values(&bl_values_##name, n, inputs, values, parameters, out)
#else
#define BL_VALUES_TABLE(name)
#define BL_RUN_VALUES(name, values, parameters) bl_run_values(&bl_table_##name, n, inputs, values, parameters, out)
#endif
#ifdef BL_KERNELS_H /* kernels call none of these functions, and are compiled in many files */
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

/** Run over n elements along one dim, without a plan: element i of input k is at inputs[k] + `byte_steps[k]` * i bytes, element
 * i of the output at `out` + `out_step` * i. Steps are in bytes, multiples of the operand's element size, and may be negative
 * or (except for the output) zero, which means one value; for a single element they are not read. The rules for in place and
 * overlap are those of bl_plan_check.
 * BL_NULL_POINTER, BL_PACKED_STRIDES if an operand has a packed dtype, BL_MISALIGNED (a pointer, or a step), BL_SIZE_OVERFLOW,
 * BL_OVERLAP; BL_OK for n = 0, with any arguments except a null table. */
BL_API bl_status bl_run_strided(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                const void *parameters, void *out, ptrdiff_t out_step);

/** bl_run_contiguous for tables of one, two or three inputs and no parameters, a few instructions faster: bl_add_f32
 * and the like call these. The table must not be NULL. */
BL_API bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table);
#if BL_MAX_ARITY >= 2
BL_API bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table);
#endif
#if BL_MAX_ARITY >= 3
BL_API bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table);
#endif

#if BL_WITH_DIVISION
/** Cases of integer division that have defined results here (docs/semantics.md), but are reported by other libraries. */
enum {
    BL_DIVIDED_BY_ZERO = 1,    /* some divisor is 0 */
    BL_DIVISION_OVERFLOWED = 2 /* the least integer is divided by -1 somewhere, and the result is a quotient */
};

/** The set of these cases that occur in the plan's inputs, which must have passed bl_plan_check; 0 if the operator
 * does not divide integers. Remainders (fmod, floor_mod) never overflow, because MIN mod -1 is 0. The function reads
 * the divisors, and for signed quotients the dividends if some divisor is -1. If the output is an input, call it
 * before the run. */
BL_API unsigned bl_plan_division(const bl_plan *plan, const void *const *inputs);

/** The same for bl_run_strided: with its arguments, for inputs that it accepts. */
BL_API unsigned bl_strided_division(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps);
#endif

#if BL_WITH_FOLDS
/* ---- Folds, if the library was generated with some or with a front end ---- */

#define bl_fold_make BL_SIZED(bl_fold_make)
#define bl_fold_make_tables BL_SIZED(bl_fold_make_tables)
#define bl_run_fold BL_SIZED(bl_run_fold)

/** One input of a fold, as planned by bl_fold_make. An array with one step per input is the plan of a fold: plain
 * data in the caller's memory, which may be copied, stored, and run by many threads at once. The fields are
 * private. */
typedef struct bl_fold_step {
    bl_plan plan; /* the copy of this input to the output, over dims that all inputs have in common; or, in the first
                   * step and if `is_plan`, the whole operation */
    /* of the fold as a whole, in the first step only: */
    const bl_table *step;
    const bl_table *finish; /* or NULL */
    size_t inputs;
    uint8_t is_plan;
#if !BL_RUNTIME_COMPACT
    uint8_t out_joined;                           /* like `joined`, for the output */
    const bl_table *at_once[BL_MOST_AT_ONCE - 2]; /* as in bl_fold */
    /* of this input: */
    uint8_t joined;            /* inner dims of a block over which the input is contiguous, or one value … */
    uint8_t is_held;           /* … and which of the two; if neither, `joined` is 0 and the input goes through a tile */
    uint8_t taken;             /* the number of inputs, from this one on, that one kernel takes; set only in the first of them */
    size_t block[BL_MAX_RANK]; /* of the first step: steps of each dim in a whole block */
#endif
} bl_fold_step;

/** Plan fold(inputs…) into out, with `count` inputs, one or more, of the output's dtype. Each is broadcast separately
 * to the output's shape, under the options' rule. `steps` has room for `count` steps. Everything else, including the
 * statuses, is as for bl_plan_make; in addition: BL_NO_INPUTS; BL_UNSUPPORTED_DTYPE if the step or the finish lacks
 * the dtype; BL_UNKNOWN_OPTION if the options of a fold of divisions refuse zero divisors. The steps are unspecified
 * after an error. */
BL_API bl_status bl_fold_make(bl_fold_step *steps, const bl_fold *fold, size_t count, const bl_array *const *inputs,
                              const bl_array *out, const bl_options *options);

/** The same at one dtype: it links only the kernels of these tables, which take one input at a time. `finish` may be
 * NULL. */
BL_API bl_status bl_fold_make_tables(bl_fold_step *steps, const bl_table *step, const bl_table *finish, size_t count,
                                     const bl_array *const *inputs, const bl_array *out, const bl_options *options);

/** Whether the fold may run on these pointers, like bl_plan_check. The output may be any of the inputs, or several of
 * them, each exactly in place. */
BL_API bl_status bl_fold_check(const bl_fold_step *steps, const void *const *inputs, void *out);

/** Call bl_fold_check, and run the fold if the check succeeds. Returns the check's status. */
BL_API bl_status bl_fold_run(const bl_fold_step *steps, const void *const *inputs, void *out);

/** Run one of the fold's parts, after bl_fold_check: like bl_plan_run_part. */
BL_API void bl_fold_run_part(const bl_fold_step *steps, size_t part, size_t parts, const void *const *inputs, void *out);

/** Plan, check and run in one call: bl_add_n, bl_max and the other folds call this. `steps` has room for `count` steps. */
BL_API bl_status bl_run_fold(const bl_fold *fold, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options);
#endif

/* ---- Parameters, for programs that choose an operator at run time ---- */

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
/* ---- The self-test, if the library was generated with it: docs/selftest.md ---- */

/** A table and the hash of its correct results. */
typedef struct bl_selftest_entry {
    const bl_table *table;
    uint32_t hash;
} bl_selftest_entry;

/** The tables that the self-test covers, with hashes that were not computed by kernels. Tables without a stored hash
 * are not included. */
BL_API extern const bl_selftest_entry bl_selftest_entries[];
BL_API extern const size_t bl_selftest_count;

/** The wrong kernel. */
typedef struct bl_selftest_fault {
    const bl_table *table; /* its operator and dtypes */
    bl_isa isa;            /* its instruction set; BL_ISA_ANY: all kernels are right, but bl_run_contiguous, which
                            * calls them, is not */
} bl_selftest_fault;

/** Test whether the compiled kernels give the right bits on this processor with its current settings. Runs each table
 * of the library on about a thousand values, with the kernels of every usable instruction set and with
 * bl_run_contiguous, and compares hashes. Returns BL_OK; or BL_WRONG_RESULTS, and then *fault, unless `fault` is
 * NULL, names the first wrong kernel. It takes less than 1 KiB of stack in addition to the kernels', and no other
 * memory. */
BL_API bl_status bl_selftest(bl_selftest_fault *fault);

/** The same for one table, to list all wrong tables or to feed a watchdog in between. */
BL_API bl_status bl_selftest_table(const bl_selftest_entry *entry, bl_selftest_fault *fault);
#endif

#ifdef __cplusplus
}
#endif

#include "broadloom_ops.h" /* generated: bl_add, bl_add_f32, BL_ISA_AVX2, … */

#endif
