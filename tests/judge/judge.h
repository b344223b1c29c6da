/* The judge of calls: random calls of the library, good ones and faulty ones, each with what must come of it.
 *
 * A case is a number, its seed. cases.c and shapes.c make a call of it, and nodes.c one of a node of ONNX or OpenVINO; faults.c spoils some;
 * memory.c has the operands' memory; statuses.c, rules.c and sizes.c say from the definitions which statuses are right, and how
 * the operands are walked; expected.c what the output must be; run.c makes the call, on every instruction set; describe.c prints it; judge.c
 * goes through the seeds.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_JUDGE_H
#define BROADLOOM_TESTS_JUDGE_H

#include "kernels/kernels.h"
#include "runtime/operands.h"

#define MOST_INPUTS 9 /* of a fold or a node; no operator has more */
#define MOST_PARTS 64
#define LARGEST ((size_t)PTRDIFF_MAX)

/** 1: there are front ends. */
#ifndef JUDGE_NODES
#define JUDGE_NODES 0
#endif

#if JUDGE_NODES
#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#endif

/* What a library without it does not declare, by its number. */
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

/* ---- Random numbers: all of a case come of its seed, or of a fuzzer's bytes while there are any ---- */

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

/** True once in so many times. */
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
    const char *fault; /* what was spoilt, or NULL */
    const bl_op *op;   /* unless it is a fold or a node */
    const bl_table *table;
    const bl_fold *fold;
    bl_dtype dtype; /* of a fold */
    size_t count;   /* inputs */
    test_array inputs[MOST_INPUTS], out;
    const bl_array *given[MOST_INPUTS]; /* what the function is given of these: themselves or NULL */
    const void *data[MOST_INPUTS];
    void *to;
    unsigned nulls;
    bl_options options;
    int without_options; /* NULL is given in their place */
    int is_of_isa;       /* options.isa is the case's own: it is not run on each instruction set */
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

/** The call of this seed: its arrays are in memory, and that is filled. CALLS_BY: by any of the functions. */
void make_call(call *of, uint64_t seed, call_by by);

/** One of the extents that the library may treat differently from others. */
size_t random_extent(void);

/** A shape of few elements or of many, the long dims anywhere. Returns its rank. */
size_t random_shape(size_t *shape);

/** A rule, its axis, and the input onto which the others are broadcast; shapes under the options' rule, the output's being chosen. */
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
    unsigned char *before; /* a copy of what it held before the call */
    size_t size;
} room;

extern room rooms[MOST_INPUTS + 1]; /* the output's last */
#define OUT_ROOM (&rooms[MOST_INPUTS])

/** What the output's must hold. */
extern unsigned char *expected_bytes;

void make_memory(void);

/** Choose the rooms' size for a case, and fill them with canaries. */
void begin_memory(void);

/** Where the array's data would be in that room: against its end, its beginning, or anywhere. NULL where it has no room. */
void *place_in(const test_array *array, const room *in);

/** Where it would be that many elements from the other one's data on, in the same room; or NULL. */
void *place_beside(const test_array *array, const test_array *other, ptrdiff_t elements);

typedef enum value_mix {
    ALL_VALUES,
    PLAIN_VALUES,
    ODD_VALUES, /* NaNs, infinities, limits */
    VALUE_MIXES
} value_mix;

/** Write random values to the array's elements; none is zero where that is asked for. */
void fill_elements(const test_array *array, value_mix values, int no_zeros);

/** Put the struct of these values at the very end of guarded memory. */
void *place_parameters(const bl_table *table, const uint64_t *values);

/** Keep what all rooms hold; set the output's to that again; does any room but the output's hold something else? */
void keep_memory(void);
void restore_output(void);
int inputs_are_kept(void);

/** Does an element of one array share a byte with one of the other? Both lie in rooms, or are no larger than nothing. */
int arrays_share(const test_array *a, const test_array *b);

/* ---- What must come of it ---- */

/** What a call is to compute: an operator or a fold of arrays, whatever function or node says so. */
typedef struct meaning {
    const bl_table *table;
    const bl_fold *fold;
    bl_dtype dtype;
    size_t count;
    const test_array *inputs[MOST_INPUTS]; /* NULL: a zero */
    bl_options options;
    uint64_t values[MAX_PARAMETERS];
} meaning;

/** What the definitions say of a call. */
typedef struct definition {
    uint64_t must;                              /* what is wrong with it, bit 1 << bl_status: if anything, it is one of these that must be told … */
    uint64_t may;                               /* … or of these, which also may be told where nothing must */
    int is_empty;                               /* nothing is to be computed */
    size_t rank, shape[MAX_TEST_RANK];          /* of the result */
    bl_dtype dtype;                             /* likewise */
    ptrdiff_t walk[MOST_INPUTS][MAX_TEST_RANK]; /* by how many elements each input moves along each dim of the result */
    meaning means;
} definition;

void print_definition(const definition *is);
void define_call(const call *of, definition *is);
int is_right_status(const definition *is, bl_status status);

/** Which instruction sets the build and the processor have: asked before any limit is set. */
void find_isas(void);

/* The parts of a definition that nodes share. */
/** The elements that an array moves along its dim; the bytes from the lowest that it reaches to the highest, *below of them
 * below its data: SIZE_MAX where that is too much to say, 0 where it has no elements. */
ptrdiff_t stride_of(const bl_array *array, size_t dim);
size_t bytes_of(const bl_array *array, size_t *below);

/** Do two elements of an output share memory, by the test that the header describes? */
int meets_itself(const bl_array *out);

int define_arrays(const call *of, definition *is);
void define_options(const bl_options *options, definition *is);
void define_shapes(const bl_options *options, size_t count, const bl_array *const *inputs, definition *is);
void define_output(const call *of, definition *is);
void define_pointer(const bl_array *array, const void *pointer, definition *is);
void define_pointers(const call *of, definition *is);
void add_fault(definition *is, bl_status status);
void add_doubt(definition *is, bl_status status);

/** What the output's room must hold after a call without fault. */
void expect_output(const call *of, const definition *is);

/** Does the output's room hold what it must? *why says what is wrong. */
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

/** The attribute's value: the node's, or the version's default; 0 where the version has none such. And the version's attribute of that
 * use, or attribute_count. */
double value_of(const node_view *seen, const bl_node_version *version, size_t a);
size_t attribute_for(const node_view *seen, const bl_node_version *version, unsigned use);

/** The index of the input that T is told by: the same in all ways. */
size_t teller_of(const bl_node_version *version);

/** Adds what is wrong with the dtypes; what is right is put into what the node means. Returns the way, or NULL. */
const bl_way *define_node_dtypes(const call *of, const node_view *seen, const bl_node_version *version, definition *is);

void define_node(const call *of, definition *is);
#endif

/* ---- Calling ---- */

void begin_running(void);

/** The whole case: 1 if all is right; else 0, and why. */
int judge_call(const call *of, const definition *is, text *why);

#endif
