/* The judge of calls: random calls of the library, valid and faulty ones, each with its expected result.
 *
 * A case is a number, its seed. cases.c and shapes.c make a call from it, nodes.c a call of an ONNX or OpenVINO node;
 * faults.c adds faults to some; memory.c has the operands' memory; statuses.c, rules.c and sizes.c derive the right
 * statuses and the operands' strides from the definitions; expected.c computes the output; run.c makes the call, on
 * every instruction set; describe.c prints it; judge.c has the loop over seeds.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_JUDGE_H
#define BROADLOOM_TESTS_JUDGE_H

#include "kernels/kernels.h"
#include "runtime/operands.h"

#define MOST_INPUTS 9 /* of a fold or a node; no operator has more */
#define MOST_PARTS 64
#define LARGEST ((size_t)PTRDIFF_MAX)

/** 1: the library has front ends. */
#ifndef JUDGE_NODES
#define JUDGE_NODES 0
#endif

#if JUDGE_NODES
#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#endif

/* A status that a library without it does not declare, by its number. */
#if !BL_REFUSES_ZERO
#define BL_ZERO_DIVISOR_REFUSED ((bl_on_zero_divisor)1)
#define BL_ZERO_DIVISOR ((bl_status)18)
#endif
#if !BL_WITH_DIVISION
#define BL_IS_REMAINDER 0x80
#endif
#if !BL_WITH_SELFTEST
#define BL_WRONG_RESULTS ((bl_status)30)
#endif
#if !BL_WITH_FOLDS
#define BL_NO_INPUTS ((bl_status)19)
#define bl_all_fold_count ((size_t)0)
#define bl_all_folds ((const bl_fold *const *)NULL)
typedef struct bl_fold {
    const char *name;
    const bl_op *step, *finish;
} bl_fold;
#endif

/* ---- Random numbers: those of a case depend on its seed, or on a fuzzer's bytes while there are any ---- */

extern uint64_t judge_state;
extern const uint8_t *judge_bytes;
extern size_t judge_byte_count;

static inline uint64_t random_bits(void)
{
    return mix(++judge_state);
}

static inline size_t random_below(size_t n)
{
    size_t number = 0;

    if (judge_byte_count == 0) {
        return (size_t)(random_bits() % n);
    }
    for (size_t most = n - 1; most > 0 && judge_byte_count > 0; most >>= 8) {
        number = number << 8 | *judge_bytes++;
        --judge_byte_count;
    }
    return number % n;
}

/** True with a probability of 1 / n. */
static inline int once_in(size_t n)
{
    return random_below(n) == 0;
}

/* ---- A call ---- */

/** The functions by which a call is made. */
typedef enum call_by {
    BY_RUN,        /* bl_run */
    BY_PLAN,       /* bl_plan_make and bl_plan_run */
    BY_TABLE,      /* bl_plan_make_table and bl_plan_run */
    BY_PARTS,      /* bl_plan_make, bl_plan_check and bl_plan_run_part */
    BY_THREADS,    /* the same, the parts on threads */
    BY_CONTIGUOUS, /* bl_run_contiguous */
    BY_STRIDED,    /* bl_run_strided */
    BY_NAME,       /* the operator's own function: bl_add */
    BY_NAME_LINE,  /* and that of its table: bl_add_f32 */
    BY_SHAPE,      /* bl_broadcast_shape */
    BY_FOLD,       /* bl_run_fold */
    BY_FOLD_PARTS, /* bl_fold_make, bl_fold_check and bl_fold_run_part */
    BY_ONNX,       /* bl_onnx_run */
    BY_ONNX_PARTS, /* bl_onnx_plan, bl_call_check and bl_call_run_part */
    BY_OPENVINO,
    BY_OPENVINO_PARTS,
    CALLS_BY
} call_by;

extern const char *const call_names[CALLS_BY];

/** Pointers that are NULL, as bits. */
enum {
    NULL_PLAN = 1,
    NULL_SUBJECT = 2, /* the operator, table or fold */
    NULL_INPUTS = 4,
    NULL_OUT = 8,
    NULL_STEPS = 16
};

typedef struct call {
    uint64_t seed;
    call_by by;
    const char *fault; /* the kind of fault, or NULL */
    const bl_op *op;   /* unless it is a fold or a node */
    const bl_table *table;
    const bl_fold *fold;
    bl_dtype dtype; /* of a fold */
    size_t count;   /* inputs */
    test_array inputs[MOST_INPUTS], out;
    const bl_array *given[MOST_INPUTS]; /* the function's arguments for these: the arrays or NULL */
    const void *data[MOST_INPUTS];
    void *to;
    unsigned nulls;
    bl_options options;
    int without_options; /* NULL is passed instead */
    int is_of_isa;       /* options.isa belongs to the case: it does not run on each instruction set */
    const void *parameters;
    uint64_t values[MAX_PARAMETERS]; /* of the parameters */
    size_t parts;
    uint8_t order[MOST_PARTS];             /* of the parts */
    ptrdiff_t byte_steps[MOST_INPUTS + 1]; /* BY_STRIDED: the inputs', and the output's last */
    size_t capacity;                       /* BY_SHAPE */
#if JUDGE_NODES
    const bl_node_version *version;
    bl_onnx_node onnx;
    bl_openvino_node openvino;
#endif
} call;

/** The call of this seed, with its arrays in memory that is filled. CALLS_BY: by any of the functions. */
void make_call(call *of, uint64_t seed, call_by by);

/** One of the extents that the library may treat differently from others. */
size_t random_extent(void);

/** A shape of few or many elements, with long dims anywhere. Returns its rank. */
size_t random_shape(size_t *shape);

/** Choose a rule, its axis, and the input onto which the others are broadcast; then shapes under that rule, for a chosen output. */
void choose_rule(call *of);
void choose_shapes(call *of, const bl_dtype *dtypes);

void choose_strides(test_array *of, int is_input);

/** Values for the parameters of its table. */
void choose_values(call *of);

/** Spoil it before its arrays have their places, or after. */
void spoil_arrays(call *of);
void spoil_pointers(call *of);

void print_call(const call *of);
#if JUDGE_NODES
void print_node(const call *of);
#endif

/* ---- Memory ---- */

/** Memory between guard pages. */
typedef struct room {
    unsigned char *bytes;
    unsigned char *before; /* a copy of the contents before the call */
    size_t size;
} room;

extern room rooms[MOST_INPUTS + 1]; /* the output's last */
#define OUT_ROOM (&rooms[MOST_INPUTS])

/** The expected contents of the output's room. */
extern unsigned char *expected_bytes;

void make_memory(void);

/** Choose the rooms' size for a case, and fill them with canaries. */
void begin_memory(void);

/** The place of the array's data in that room: at its end, its beginning, or anywhere. NULL if the array does not fit. */
void *place_in(const test_array *array, const room *in);

/** The place that many elements after the other array's data, in the same room; or NULL. */
void *place_beside(const test_array *array, const test_array *other, ptrdiff_t elements);

typedef enum value_mix {
    ALL_VALUES,
    PLAIN_VALUES,
    ODD_VALUES, /* NaNs, infinities, limits */
    VALUE_MIXES
} value_mix;

/** Write random values to the array's elements, without zeros if requested. */
void fill_elements(const test_array *array, value_mix values, int no_zeros);

/** Put the struct of these values at the very end of guarded memory. */
void *place_parameters(const bl_table *table, const uint64_t *values);

/** Save the contents of all rooms; restore the output's; whether any other room has changed. */
void keep_memory(void);
void restore_output(void);
int inputs_are_kept(void);

/** Whether an element of one array shares a byte with one of the other. Both are in rooms, or have no elements. */
int arrays_share(const test_array *a, const test_array *b);

/* ---- The expected result ---- */

/** The computation of a call: an operator or a fold of arrays, for any function or node. */
typedef struct meaning {
    const bl_table *table;
    const bl_fold *fold;
    bl_dtype dtype;
    size_t count;
    const test_array *inputs[MOST_INPUTS]; /* NULL: a zero */
    bl_options options;
    uint64_t values[MAX_PARAMETERS];
} meaning;

/** The definitions' result for a call. */
typedef struct definition {
    uint64_t must;                              /* its errors, as bits 1 << bl_status: if there are any, the status must be one of these … */
    uint64_t may;                               /* … or of these, which are also allowed without an error */
    int is_empty;                               /* there is nothing to compute */
    size_t rank, shape[MAX_TEST_RANK];          /* of the result */
    bl_dtype dtype;                             /* likewise */
    ptrdiff_t walk[MOST_INPUTS][MAX_TEST_RANK]; /* each input's stride along each dim of the result, in elements */
    size_t block, block_axis;                   /* of a node with blocks: along this dim, all inputs except the first advance after this many steps */
    meaning means;
} definition;

void print_definition(const definition *is);
void define_call(const call *of, definition *is);
int is_right_status(const definition *is, bl_status status);

/** Find the instruction sets of the build and the processor, before any limit is set. */
void find_isas(void);

/* The parts of a definition that nodes share. */
/** The array's stride along its dim; the bytes from the lowest that it reaches to the highest, *below of them below its data: SIZE_MAX if
 * they are too many, 0 without elements. */
ptrdiff_t stride_of(const bl_array *array, size_t dim);
size_t bytes_of(const bl_array *array, size_t *below);

/** Whether two elements of an output share memory, by the test that the header describes. */
int meets_itself(const bl_array *out);

int define_arrays(const call *of, definition *is);
void define_options(const bl_options *options, definition *is);
void define_shapes(const bl_options *options, size_t count, const bl_array *const *inputs, definition *is);
void define_output(const call *of, definition *is);
void define_pointer(const bl_array *array, const void *pointer, definition *is);
void define_pointers(const call *of, definition *is);
void add_fault(definition *is, bl_status status);
void add_doubt(definition *is, bl_status status);

/** Compute the expected contents of the output's room after a valid call. */
void expect_output(const call *of, const definition *is);

/** Whether the output's room has the expected contents; otherwise *why is the reason. */
int output_is_right(const call *of, const definition *is, text *why);

#if JUDGE_NODES
/** A node of either spec. */
typedef struct node_view {
    const bl_attribute *attributes;
    const bl_node_version *versions;
    size_t attribute_count, version_count;
    uint32_t given;
    const double *values;
    int64_t opset;
} node_view;

void see_node(const call *of, node_view *seen);

/** A node, its inputs' dtypes and the result's. */
void choose_node(call *of, bl_dtype *dtypes, bl_dtype *gives);

/** The rule of a version's node, with its axis, and the input onto which the others are broadcast. */
void node_options(const call *of, const node_view *seen, const bl_node_version *version, bl_options *options);

/** The attribute's value: the node's, or the version's default; 0 if the version has no such attribute. And the version's attribute of that
 * use, or attribute_count. */
double value_of(const node_view *seen, const bl_node_version *version, size_t a);
size_t attribute_for(const node_view *seen, const bl_node_version *version, unsigned use);

/** The index of the input that determines T: the same in all ways. */
size_t teller_of(const bl_node_version *version);
int only_chooses_way(const bl_way *way);

/** Adds errors of dtypes; valid dtypes are added to the node's meaning. Returns the way, or NULL. */
const bl_way *define_node_dtypes(const call *of, const node_view *seen, const bl_node_version *version, definition *is);

void define_node(const call *of, definition *is);
#endif

/* ---- Calling ---- */

void begin_running(void);

/** The whole case: 1 if all is right; otherwise 0, and the reason. */
int judge_call(const call *of, const definition *is, text *why);

#endif
