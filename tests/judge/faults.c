/* Faults in a call: each kind separately, so that statuses.c can determine the right status.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

static int is_line(const call *of)
{
    return of->by == BY_CONTIGUOUS || of->by == BY_STRIDED || of->by == BY_NAME_LINE;
}

static int is_fold(const call *of)
{
    return of->by == BY_FOLD || of->by == BY_FOLD_PARTS;
}

static int is_node(const call *of)
{
    return of->by >= BY_ONNX;
}

/** The output's array, or one of the inputs'. */
static test_array *some_array(call *of)
{
    const size_t which = random_below(of->count + 1);

    return which == of->count ? &of->out : &of->inputs[which];
}

/** Set the array's strides to those of its shape, if the call gives none. */
static void refresh_strides(test_array *array)
{
    for (size_t d = 0; d < array->array.rank && array->array.strides == NULL; ++d) {
        array->strides[d] = stride_of(&array->array, d);
    }
}

static int say(call *of, const char *fault)
{
    of->fault = fault;
    return 1;
}

/* ---- Before the arrays have places ---- */

/** The dtypes may be those of another table of the operator. */
static void take_table(call *of)
{
    for (size_t t = 0; of->op != NULL && of->by != BY_TABLE && t < of->op->first[BL_DTYPE_COUNT]; ++t) {
        const bl_table *table = of->op->tables[t];
        int fits = of->out.array.dtype == (bl_dtype)table->dtypes[0];

        for (size_t i = 0; i < of->count; ++i) {
            fits &= of->inputs[i].array.dtype == (bl_dtype)table->dtypes[i + 1];
        }
        if (fits) {
            of->table = table;
            choose_values(of);
        }
    }
}

static int spoil_dtype(call *of)
{
    static const int unknown[] = {-1, BL_DTYPE_COUNT, 77, 256 + BL_F32, 65536 + BL_I8};
    test_array *array = some_array(of);

    if (of->by == BY_SHAPE) {
        return 0; /* does not look at them */
    }
    array->array.dtype = once_in(3) ? (bl_dtype)unknown[random_below(5)] : (bl_dtype)random_below(BL_I4);
    take_table(of);
    return say(of, "another dtype");
}

static int spoil_extent(call *of)
{
    test_array *array = some_array(of);

    if (array->array.rank == 0) {
        return 0;
    }
    array->shape[random_below(array->array.rank)] = random_below(6);
    refresh_strides(array);
    return say(of, "another extent");
}

static int spoil_rank(call *of)
{
    test_array *array = some_array(of);

    if (array->array.rank == 0 || array->array.rank == MAX_TEST_RANK) {
        return 0;
    }
    if (once_in(2)) {
        array->array.rank -= 1;
    } else {
        array->shape[array->array.rank] = 1 + random_below(2);
        array->strides[array->array.rank] = 1;
        array->array.rank += 1;
        array->array.strides = array->strides;
    }
    refresh_strides(array);
    return say(of, "another rank");
}

/** Make a dim far too long, or slightly too long, in all arrays that have it. */
static int spoil_size(call *of)
{
    const size_t half = (size_t)1 << (sizeof(size_t) * 4), width = bl_dtype_size(of->out.array.dtype);
    const size_t lengths[] = {half, SIZE_MAX, (size_t)PTRDIFF_MAX / (width > 0 ? width : 1) + 1, (size_t)PTRDIFF_MAX};
    const size_t dims = 1 + random_below(of->out.array.rank > 0 ? of->out.array.rank : 1), length = lengths[random_below(4)];

    for (size_t i = 0; i <= of->count; ++i) {
        test_array *array = i < of->count ? &of->inputs[i] : &of->out;

        for (size_t d = 0; d < dims && d < array->array.rank; ++d) {
            array->shape[array->array.rank - 1 - d] = length;
        }
    }
    return of->out.array.rank > 0 && say(of, "huge extents");
}

static int spoil_stride(call *of)
{
    static const ptrdiff_t huge[] = {PTRDIFF_MIN, PTRDIFF_MAX, PTRDIFF_MIN + 1, PTRDIFF_MAX / 2, PTRDIFF_MIN / 2};
    test_array *array = some_array(of);

    if (array->array.rank == 0 || array->array.shape == NULL) {
        return 0;
    }
    array->array.strides = array->strides;
    array->strides[random_below(array->array.rank)] = huge[random_below(5)];
    return say(of, "a huge stride");
}

static int spoil_output_strides(call *of)
{
    if (of->out.array.rank == 0 || of->by == BY_SHAPE || of->out.array.shape == NULL) {
        return 0;
    }
    of->out.array.strides = of->out.strides;
    of->out.strides[random_below(of->out.array.rank)] = (ptrdiff_t)random_below(5) - 2;
    return say(of, "an output that may meet itself");
}

static int has_no_rule(const call *of)
{
    return is_node(of) || of->without_options;
}

static int spoil_rule(call *of)
{
    static const int unknown[] = {-1, BL_RULE_COUNT, 99};

    of->options.rule = once_in(2) ? (bl_rule)unknown[random_below(3)] : (bl_rule)random_below(BL_RULE_COUNT);
    return !has_no_rule(of) && say(of, "another rule");
}

static int spoil_axis(call *of)
{
    static const ptrdiff_t far_away[] = {PTRDIFF_MIN, PTRDIFF_MAX};

    of->options.axis = once_in(6) ? far_away[random_below(2)] : (ptrdiff_t)random_below(of->out.array.rank + 4) - 2;
    return !has_no_rule(of) && say(of, "another axis");
}

static int spoil_onto(call *of)
{
    of->options.onto = once_in(4) ? SIZE_MAX : random_below(of->count + 2);
    return !has_no_rule(of) && say(of, "another input onto which the others are broadcast");
}

static int spoil_isa(call *of)
{
    static const int unknown[] = {-1, 99, INT32_MAX, INT32_MIN};
    const int any = (int)random_below(BL_ISA_MOST + 2);

    of->options.isa = once_in(2) ? unknown[random_below(4)] : any;
    of->is_of_isa = 1;
    return of->by != BY_SHAPE && !of->without_options && say(of, "an instruction set that there may not be");
}

static int spoil_on_zero(call *of)
{
    of->options.on_zero_divisor = (bl_on_zero_divisor)(2 + random_below(9));
    return of->by != BY_SHAPE && !of->without_options && say(of, "no such option");
}

/** More dims than may remain, of which few or none continue each other, because the output has gaps and the inputs have none. */
static int spoil_dims(call *of)
{
    const size_t rank = BL_MAX_RANK + 1 + random_below(MAX_TEST_RANK - BL_MAX_RANK);
    size_t shape[MAX_TEST_RANK], stride = 1;

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = once_in(4) ? 1 : 2;
    }
    for (size_t i = 0; i <= of->count; ++i) {
        test_array *array = i < of->count ? &of->inputs[i] : &of->out;

        set_shape(array, array->array.dtype, rank, shape);
    }
    for (size_t d = rank; d-- > 0; stride = stride * shape[d] + (once_in(4) ? 0 : 1)) {
        of->out.strides[d] = (ptrdiff_t)stride;
    }
    return MAX_TEST_RANK > BL_MAX_RANK && say(of, "many dims");
}

static int spoil_count(call *of)
{
    of->count = 0;
    return is_fold(of) && say(of, "no inputs");
}

/** Plants a fault of one of these kinds, if possible; a kind that is not possible changes nothing. */
static void spoil_by(call *of, int (*const *kinds)(call *), size_t count)
{
    for (size_t tries = 0; tries < 64; ++tries) {
        const call before = *of;

        if (kinds[random_below(count)](of)) {
            return;
        }
        *of = before;
    }
}

void spoil_arrays(call *of)
{
    static int (*const kinds[])(call *) = {spoil_dtype, spoil_dtype, spoil_extent, spoil_extent, spoil_rank, spoil_size, spoil_stride,
                                           spoil_output_strides, spoil_dims, spoil_rule, spoil_axis, spoil_onto, spoil_isa,
                                           spoil_on_zero, spoil_count};

    if (!is_line(of)) {
        spoil_by(of, kinds, sizeof kinds / sizeof kinds[0]);
    }
}

/* ---- After the arrays have places ---- */

/** Change an operand's place: the output's pointer, or an input's. */
static void set_pointer(call *of, size_t which, void *pointer)
{
    if (which == of->count) {
        of->to = of->out.array.data = pointer;
    } else {
        of->data[which] = of->inputs[which].array.data = pointer;
    }
}

static int spoil_pointer(call *of)
{
    const size_t which = random_below(of->count + 1);
    const test_array *array = which == of->count ? &of->out : &of->inputs[which];
    const size_t width = bl_dtype_size(array->array.dtype);
    const uintptr_t at = (uintptr_t)array->array.data;
    size_t below;

    if (of->by == BY_SHAPE) {
        return 0;
    }
    switch (random_below(4)) {
    case 0:
        set_pointer(of, which, NULL);
        return say(of, "a null pointer");
    case 1: /* so that most of it would wrap around the end of memory */
        set_pointer(of, which, (void *)((UINTPTR_MAX - 7) / 8 * 8));
        return bytes_of(&array->array, &below) > below + 16 && bytes_of(&array->array, &below) < SIZE_MAX / 2 && say(of, "a pointer to the end of memory");
    default:
        set_pointer(of, which, (void *)(at + 1 + random_below(4) * 2 % (width > 0 ? width : 1)));
        return width > 1 && say(of, "a misaligned pointer");
    }
}

static int spoil_array(call *of)
{
    if (of->count == 0 || is_line(of)) {
        return 0;
    }
    if (once_in(2)) {
        of->given[random_below(of->count)] = NULL;
        return !is_node(of) && say(of, "a null array");
    }
    some_array(of)->array.shape = NULL;
    return of->by != BY_SHAPE && say(of, "an array without a shape");
}

static int spoil_argument(call *of)
{
    static const unsigned which[] = {NULL_PLAN, NULL_SUBJECT, NULL_INPUTS, NULL_OUT, NULL_STEPS};
    const unsigned null = which[random_below(5)];
    const int plans = of->by == BY_PLAN || of->by == BY_TABLE || of->by == BY_PARTS;
    const int names = of->by == BY_NAME || of->by == BY_NAME_LINE; /* give their inputs one by one */

    if ((null == NULL_PLAN && !plans) || (null == NULL_STEPS && !is_fold(of) && of->by != BY_STRIDED) ||
        (null == NULL_SUBJECT && (names || of->by == BY_SHAPE)) || (null == NULL_INPUTS && names) ||
        (null == NULL_OUT && (is_line(of) || of->by == BY_SHAPE)) || is_node(of)) {
        return 0;
    }
    of->nulls = null;
    return say(of, "a null argument");
}

/** Place an input in the output's room: at its elements, between them, or anywhere. */
static int spoil_place(call *of)
{
    const size_t which = of->count > 0 && !is_node(of) ? random_below(of->count) : 0; /* of a node the others may be no operands */
    test_array *input = &of->inputs[which];
    void *place;

    if (of->count == 0 || of->by == BY_SHAPE || of->out.array.data == NULL || bl_dtype_size(input->array.dtype) == 0) {
        return 0;
    }
    if (of->by != BY_CONTIGUOUS && of->by != BY_NAME_LINE && same_shape_as(input, &of->out) && once_in(2) &&
        bl_dtype_size(input->array.dtype) == bl_dtype_size(of->out.array.dtype)) {
        memcpy(input->strides, of->out.strides, sizeof input->strides);
        input->array.strides = of->out.array.strides == NULL ? NULL : input->strides;
        of->byte_steps[which] = of->byte_steps[MOST_INPUTS];
    }
    place = once_in(4) ? place_in(input, OUT_ROOM) : place_beside(input, &of->out, (ptrdiff_t)random_below(81) - 40);
    if (place == NULL) {
        return 0;
    }
    set_pointer(of, which, place);
    return say(of, "an input in the output's memory");
}

static int spoil_parameters(call *of)
{
    if (of->parameters == NULL || of->op == NULL || of->by == BY_SHAPE) {
        return 0;
    }
    if (once_in(2) || of->table->parameters_align == 1) {
        of->parameters = NULL;
        return say(of, "no parameters");
    }
    of->parameters = (const char *)of->parameters - 1;
    return say(of, "misaligned parameters");
}

static int spoil_divisor(call *of)
{
    const unsigned divisor = of->op != NULL ? of->table->divisor & ~(unsigned)BL_IS_REMAINDER : 0;
    const uint64_t zero = 0;
    test_array *array;
    size_t index[MAX_TEST_RANK] = {0};

    if (divisor == 0 || of->by == BY_SHAPE || is_line(of) || of->without_options || !BL_REFUSES_ZERO) {
        return 0;
    }
    array = &of->inputs[divisor - 1];
    for (size_t d = 0; d < array->array.rank; ++d) {
        if (array->shape[d] == 0) {
            return 0;
        }
        index[d] = random_below(array->shape[d]);
    }
    of->options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    store_elements(element(array, array->array.rank, index), element_size(array->array.dtype), &zero, 1);
    return say(of, "a zero divisor");
}

static int spoil_step(call *of)
{
    const size_t which = random_below(of->count + 1);
    const test_array *array = which == of->count ? &of->out : &of->inputs[which];

    if (of->by != BY_STRIDED || bl_dtype_size(array->array.dtype) == 1) {
        return 0;
    }
    of->byte_steps[which == of->count ? MOST_INPUTS : which] += 1;
    return say(of, "a step that is no multiple of the element");
}

static int spoil_capacity(call *of)
{
    of->capacity = random_below(5);
    return of->by == BY_SHAPE && say(of, "little room for the shape");
}

void spoil_pointers(call *of)
{
    static int (*const kinds[])(call *) = {spoil_pointer, spoil_pointer, spoil_array, spoil_argument, spoil_place, spoil_place, spoil_place,
                                           spoil_parameters, spoil_divisor, spoil_step, spoil_capacity};

    spoil_by(of, kinds, sizeof kinds / sizeof kinds[0]);
}
