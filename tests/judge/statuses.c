/* The right statuses: written from docs/semantics.md and the headers' comments on each function, without src/. rules.c has the options and
 * shapes, sizes.c arrays and pointers, nodes.c the special cases of nodes.
 *
 * If a call has several errors, the status may be that of any of them (docs/vendoring.md, "The two runtimes"), but errors of planning come
 * before those of pointers.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

void add_fault(definition *is, bl_status status)
{
    is->must |= UINT64_C(1) << status;
}

void add_doubt(definition *is, bl_status status)
{
    is->may |= UINT64_C(1) << status;
}

int is_right_status(const definition *is, bl_status status)
{
    if (status == BL_OK) {
        return is->must == 0;
    }
    return (unsigned)status < BL_STATUS_COUNT && ((is->must | is->may) >> status & 1) != 0;
}

/* ---- Dtypes ---- */

/** Whether some table of the operator has these dtypes, where BL_DTYPE_COUNT means any. */
static int has_table(const bl_op *op, const unsigned *dtypes)
{
    for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
        int fits = 1;

        for (size_t p = 0; p <= op->arity; ++p) {
            fits &= dtypes[p] == BL_DTYPE_COUNT || dtypes[p] == op->tables[t]->dtypes[p];
        }
        if (fits) {
            return 1;
        }
    }
    return 0;
}

/** Whether these two operands have one dtype in every table. */
static int are_of_one_dtype(const bl_op *op, size_t p, size_t q)
{
    int one = 1;

    for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
        one &= op->tables[t]->dtypes[p] == op->tables[t]->dtypes[q];
    }
    return one;
}

static void define_dtypes(const bl_op *op, const unsigned *dtypes, definition *is)
{
    unsigned asked[BL_MAX_ARITY + 1];
    int differ = 0;     /* two inputs that have one dtype in every table */
    size_t lacking = 0; /* inputs with a dtype that no table has there */

    for (size_t p = 1; p <= op->arity; ++p) {
        for (size_t q = 0; q <= op->arity; ++q) {
            asked[q] = q == p ? dtypes[q] : BL_DTYPE_COUNT;
        }
        lacking += !has_table(op, asked);
        for (size_t q = 1; q < p; ++q) {
            differ |= are_of_one_dtype(op, p, q) && dtypes[p] != dtypes[q];
        }
    }
    memcpy(asked, dtypes, sizeof asked);
    asked[0] = BL_DTYPE_COUNT;
    if (!has_table(op, asked)) {
        if (lacking > 0 || !differ) {
            add_fault(is, BL_UNSUPPORTED_DTYPE);
        }
        if (lacking < op->arity) {
            add_fault(is, BL_DTYPES_DIFFER);
        }
    } else if (!has_table(op, dtypes)) {
        int tells = 0; /* whether the output determines a type variable */

        for (size_t v = 0; v < op->variable_count; ++v) {
            tells |= op->typed_by[v] == 0;
        }
        add_fault(is, BL_WRONG_OUTPUT_DTYPE);
        if (tells) {
            add_fault(is, BL_UNSUPPORTED_DTYPE);
        }
    }
}

static int fold_has(const bl_fold *fold, unsigned dtype)
{
    const unsigned dtypes[] = {dtype, dtype, dtype};

    return has_table(fold->step, dtypes) && (fold->finish == NULL || has_table(fold->finish, dtypes));
}

/** A fold has one dtype; if inputs differ from the output, it is not specified which of them is wrong. */
static void define_fold_dtypes(const call *of, const unsigned *dtypes, definition *is)
{
    for (size_t p = 0; p <= of->count; ++p) {
        if (!fold_has(of->fold, dtypes[p])) {
            add_fault(is, BL_UNSUPPORTED_DTYPE);
        }
        if (dtypes[p] != dtypes[0]) {
            add_fault(is, BL_DTYPES_DIFFER);
            add_fault(is, BL_WRONG_OUTPUT_DTYPE);
        }
    }
    if (of->options.on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && of->fold->step->tables[0]->divisor != 0) {
        add_fault(is, BL_UNKNOWN_OPTION);
    }
}

/** The dtypes of a call: of an operator, of one of its tables, of a fold. */
static void define_call_dtypes(const call *of, definition *is)
{
    unsigned dtypes[MOST_INPUTS + 1] = {0};
    int known = 1;

    dtypes[0] = (unsigned)of->out.array.dtype;
    for (size_t i = 0; i < of->count; ++i) {
        dtypes[i + 1] = (unsigned)of->inputs[i].array.dtype;
    }
    for (size_t p = 0; p <= of->count; ++p) {
        known &= dtypes[p] < BL_DTYPE_COUNT || (p > 0 && of->given[p - 1] == NULL);
    }
    if (!known) {
        add_fault(is, BL_UNKNOWN_DTYPE);
        return;
    }
    if (of->fold != NULL) {
        define_fold_dtypes(of, dtypes, is);
    } else if (of->by == BY_TABLE) {
        for (size_t p = 0; p <= of->count; ++p) {
            if (dtypes[p] != of->table->dtypes[p]) {
                add_fault(is, p == 0 ? BL_WRONG_OUTPUT_DTYPE : BL_DTYPES_DIFFER);
            }
        }
    } else {
        define_dtypes(of->op, dtypes, is);
    }
}

/* ---- Calls ---- */

/** Adds BL_NULL_POINTER for missing parts of the arrays; returns whether shapes can be checked. */
int define_arrays(const call *of, definition *is)
{
    int all = 1;

    for (size_t i = 0; i < of->count; ++i) {
        all &= of->given[i] != NULL && (of->inputs[i].array.rank == 0 || of->inputs[i].array.shape != NULL);
    }
    all &= (of->nulls & NULL_INPUTS) == 0;
    if (!all || (of->nulls != 0)) {
        add_fault(is, BL_NULL_POINTER);
    }
    return all;
}

static void define_planned(const call *of, definition *is)
{
    const bl_options *options = &is->means.options;
    int has_arrays;

    if (of->fold != NULL && of->count == 0) {
        add_fault(is, BL_NO_INPUTS);
        if (of->nulls != 0) {
            add_fault(is, BL_NULL_POINTER);
        }
        return;
    }
    has_arrays = define_arrays(of, is);
    define_call_dtypes(of, is);
    define_options(options, is);
    if (has_arrays) {
        const uint64_t before = is->must;

        is->must = 0;
        define_shapes(options, of->count, of->given, is);
        if (of->out.array.rank > 0 && of->out.array.shape == NULL) {
            add_fault(is, BL_NULL_POINTER);
        }
        if (is->must == 0 && (of->nulls & NULL_OUT) == 0) {
            define_output(of, is);
        }
        is->must |= before;
    }
    if (is->must == 0) {
        define_pointers(of, is);
    }
}

/** A line of elements, contiguous or strided. */
static void define_line(const call *of, definition *is)
{
    const size_t n = of->out.shape[0];
    size_t below;

    is->rank = 1;
    is->shape[0] = n;
    is->is_empty = n == 0;
    if ((of->nulls & NULL_SUBJECT) != 0) {
        if (n > 0 || of->by == BY_STRIDED) {
            add_fault(is, BL_NULL_POINTER);
        } else {
            add_doubt(is, BL_NULL_POINTER); /* without elements, "whatever the pointers" */
        }
        return;
    }
    if (n == 0) {
        return;
    }
    if (of->nulls != 0) {
        add_fault(is, BL_NULL_POINTER);
    }
    if (n > LARGEST || bytes_of(&of->out.array, &below) > LARGEST) {
        add_fault(is, BL_SIZE_OVERFLOW);
    }
    if (n > 1 && of->by == BY_STRIDED && of->byte_steps[MOST_INPUTS] % (ptrdiff_t)bl_dtype_size(of->out.array.dtype) != 0) {
        add_fault(is, BL_MISALIGNED);
    } else if (meets_itself(&of->out.array)) {
        add_fault(is, BL_OVERLAP);
    }
    for (size_t i = 0; i < of->count; ++i) {
        const bl_array *input = &of->inputs[i].array;

        is->walk[i][0] = input->strides[0];
        if (bytes_of(input, &below) > LARGEST) {
            add_fault(is, BL_SIZE_OVERFLOW);
        }
        if (n > 1 && of->by == BY_STRIDED && of->byte_steps[i] % (ptrdiff_t)bl_dtype_size(input->dtype) != 0) {
            add_fault(is, BL_MISALIGNED);
        }
    }
    define_pointers(of, is);
}

static void define_shape(const call *of, definition *is)
{
    if (define_arrays(of, is)) {
        define_shapes(&is->means.options, of->count, of->given, is);
        if (is->must == 0 && is->rank > of->capacity) {
            add_fault(is, BL_TOO_MANY_DIMS);
        }
    }
}

void define_call(const call *of, definition *is)
{
    memset(is, 0, sizeof *is);
#if JUDGE_NODES
    if (of->by >= BY_ONNX) {
        define_node(of, is);
        return;
    }
#endif
    is->means.table = of->table;
    is->means.fold = of->fold;
    is->means.dtype = of->dtype;
    is->means.count = of->count;
    is->means.options = of->options;
    memcpy(is->means.values, of->values, sizeof of->values);
    for (size_t i = 0; i < of->count; ++i) {
        is->means.inputs[i] = &of->inputs[i];
    }
    if (of->by == BY_CONTIGUOUS || of->by == BY_STRIDED || of->by == BY_NAME_LINE) {
        is->means.options.on_zero_divisor = BL_ZERO_DIVISOR_GIVES_ZERO; /* it has no options */
        define_line(of, is);
    } else if (of->by == BY_SHAPE) {
        define_shape(of, is);
    } else {
        define_planned(of, is);
    }
}
