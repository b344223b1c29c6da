/* A random call from a seed: the function, the operator and dtypes, the arrays' places and values; shapes.c has shapes and strides.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#define SPOILT_ONE_IN 4
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const char *const call_names[CALLS_BY] = {
    "bl_run", "bl_plan_run", "bl_plan_make_table", "bl_plan_run_part", "parts on threads", "bl_run_contiguous", "bl_run_strided", "bl_OP",
    "bl_OP_DTYPE", "bl_broadcast_shape", "bl_run_fold", "bl_fold_run_part", "bl_onnx_run", "bl_onnx_plan", "bl_openvino_run",
    "bl_openvino_plan"};

/* How many of 64 calls are made by each function. */
static const uint8_t shares[CALLS_BY] = {8, 5, 3, 7, 1, 4, 7, 4, 3, 2, 4, 3, 4, 3, 4, 2};

static call_by choose_function(void)
{
    for (;;) {
        size_t share = random_below(64), by = 0;

        for (; share >= shares[by]; ++by) {
            share -= shares[by];
        }
        if ((by < BY_ONNX || JUDGE_NODES) && (bl_all_fold_count > 0 || (by != BY_FOLD && by != BY_FOLD_PARTS))) {
            return (call_by)by;
        }
    }
}

/* ---- Places ---- */

static void make_contiguous(test_array *of)
{
    size_t shape[MAX_TEST_RANK];

    memcpy(shape, of->shape, sizeof shape);
    set_shape(of, of->array.dtype, of->array.rank, shape);
}

/** An array without room becomes contiguous, unless it was spoilt: then it has no place. */
static void *find_place(const call *of, test_array *array, const room *in)
{
    void *place = place_in(array, in);

    if (place == NULL && of->fault == NULL) {
        make_contiguous(array);
        place = place_in(array, in);
    }
    return place;
}

/** Whether this input of a node is one of its parameters. Their overlap with the output is not specified. */
static int is_value(const call *of, size_t i)
{
#if JUDGE_NODES
    return of->version != NULL && of->version->ways[0].values_from != 0 && i >= of->version->ways[0].values_from;
#else
    (void)of, (void)i;
    return 0;
#endif
}

/** Some inputs are the output in place, some are in the room of another input. */
static void place_input(call *of, size_t i)
{
    test_array *input = &of->inputs[i];

    if (once_in(4) && !is_value(of, i) && same_shape_as(input, &of->out) &&
        bl_dtype_size(input->array.dtype) == bl_dtype_size(of->out.array.dtype)) {
        memcpy(input->strides, of->out.strides, sizeof input->strides);
        input->array.strides = of->out.array.strides != NULL || once_in(2) ? input->strides : NULL;
        input->array.data = of->out.array.data;
    } else if (i > 0 && once_in(8)) {
        input->array.data = find_place(of, input, &rooms[random_below(i)]);
    } else {
        input->array.data = find_place(of, input, &rooms[i]);
    }
}

static void place_arrays(call *of)
{
    const value_mix values = (value_mix)random_below(VALUE_MIXES);
    const int no_zeros = of->options.on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && !once_in(6);

    of->out.array.data = find_place(of, &of->out, OUT_ROOM);
    fill_elements(&of->out, values, 0);
    for (size_t i = 0; i < of->count; ++i) {
        place_input(of, i);
        fill_elements(&of->inputs[i], values, no_zeros);
    }
}

/* ---- Lines: calls without shapes ---- */

static void choose_line(call *of)
{
    const size_t n = once_in(24) ? 0 : once_in(3) ? random_extent()
                                                  : random_below(200);

    set_shape(&of->out, (bl_dtype)of->table->dtypes[0], 1, &n);
    for (size_t i = 0; i < of->count; ++i) {
        set_shape(&of->inputs[i], (bl_dtype)of->table->dtypes[i + 1], 1, &n);
    }
    for (size_t i = 0; i <= of->count && of->by == BY_STRIDED; ++i) {
        test_array *array = i < of->count ? &of->inputs[i] : &of->out;
        const ptrdiff_t steps[] = {1, i < of->count ? 0 : 1, -1, (ptrdiff_t)random_below(19) - 9, (ptrdiff_t)random_below(200) - 100};

        array->strides[0] = once_in(2) ? 1 : steps[random_below(COUNT(steps))];
        if (i == of->count && array->strides[0] == 0) {
            array->strides[0] = 2;
        }
    }
}

static void take_byte_steps(call *of)
{
    for (size_t i = 0; i < of->count; ++i) {
        of->byte_steps[i] = of->inputs[i].strides[0] * (ptrdiff_t)bl_dtype_size(of->inputs[i].array.dtype);
    }
    of->byte_steps[MOST_INPUTS] = of->out.strides[0] * (ptrdiff_t)bl_dtype_size(of->out.array.dtype);
}

/* ---- Options, parameters, parts ---- */

static void choose_options(call *of)
{
    static const size_t cache_bytes[] = {0, 1, SIZE_MAX};
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    of->options = defaults;
    of->without_options = once_in(12);
    if (of->without_options) {
        return;
    }
    of->options.cache_bytes = cache_bytes[random_below(COUNT(cache_bytes))];
    if (BL_REFUSES_ZERO && of->table != NULL && once_in(3)) {
        of->options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    }
}

void choose_values(call *of)
{
    reference of_table;

    memset(&of_table, 0, sizeof of_table);
    choose_parameters(&of_table, of->table, random_below(2) * random_below(256));
    memcpy(of->values, of_table.parameters, sizeof of->values);
    of->parameters = of->table->parameter_count > 0 ? place_parameters(of->table, of->values) : NULL;
}

static void choose_parts(call *of)
{
    of->parts = 1 + random_below(once_in(4) ? MOST_PARTS : 6);
    for (size_t part = 0; part < of->parts; ++part) {
        const size_t other = random_below(part + 1);

        of->order[part] = of->order[other];
        of->order[other] = (uint8_t)part;
    }
}

/* ---- The whole call ---- */

static void choose_op(call *of)
{
    do { /* no packed arrays, which tests/runtime/packed.c tests */
        of->op = bl_all_ops[random_below(bl_all_op_count)];
        of->table = of->op->tables[random_below(of->op->first[BL_DTYPE_COUNT])];
    } while (is_packed_table(of->table));
    of->count = of->op->arity;
    choose_values(of);
}

static void choose_fold(call *of)
{
    of->fold = bl_all_folds[random_below(bl_all_fold_count)];
    do {
        of->dtype = (bl_dtype)random_below(BL_DTYPE_COUNT);
    } while (bl_op_table(of->fold->step, &of->dtype) == NULL ||
             (of->fold->finish != NULL && bl_op_table(of->fold->finish, &of->dtype) == NULL));
    of->count = 1 + random_below(MOST_INPUTS);
}

static void choose_all_strides(call *of)
{
    choose_strides(&of->out, 0);
    for (size_t i = 0; i < of->count; ++i) {
        choose_strides(&of->inputs[i], 1);
    }
}

static void choose_arrays(call *of)
{
    bl_dtype dtypes[MOST_INPUTS];
    size_t shape[MAX_TEST_RANK];
    const size_t rank = random_shape(shape);

    for (size_t i = 0; i < of->count; ++i) {
        dtypes[i] = of->fold != NULL ? of->dtype : (bl_dtype)of->table->dtypes[i + 1];
    }
    set_shape(&of->out, of->fold != NULL ? of->dtype : (bl_dtype)of->table->dtypes[0], rank, shape);
    choose_rule(of);
    choose_shapes(of, dtypes);
    choose_all_strides(of);
}

#if JUDGE_NODES
/** Inputs of few dims are single values, or a row along the axis, all in the same way. */
static void choose_single_values(call *of, size_t most_rank, const bl_options *options)
{
    const int is_row = most_rank > 0 && options->axis >= 0 && (size_t)options->axis < of->out.array.rank && once_in(2);
    const size_t ones[] = {1, 1}, rank = is_row ? 1 : random_below(most_rank + 2);

    for (size_t i = 0; i < of->count; ++i) {
        if (i != options->onto) {
            const size_t own = is_row || !once_in(4) ? rank : random_below(most_rank + 2);

            set_shape(&of->inputs[i], of->inputs[i].array.dtype, own, is_row ? &of->out.shape[options->axis] : ones);
        }
    }
}

/** Inputs except the first have a value for each block of the axis; rarely for one more, which is refused. */
static void choose_blocks(call *of, size_t axis, size_t block)
{
    size_t shape[MAX_TEST_RANK];

    memcpy(shape, of->out.shape, sizeof shape);
    shape[axis] = (shape[axis] + block - 1) / block + (once_in(32) ? 1 : 0);
    for (size_t i = 1; i < of->count; ++i) {
        set_shape(&of->inputs[i], of->inputs[i].array.dtype, of->out.array.rank, shape);
    }
}

static void choose_node_arrays(call *of)
{
    const bl_options kept = of->options;
    bl_dtype dtypes[MOST_INPUTS] = {BL_F32}, gives;
    node_view seen;
    size_t shape[MAX_TEST_RANK], attribute, block;
    const size_t rank = random_shape(shape);

    choose_node(of, dtypes, &gives);
    set_shape(&of->out, gives, rank, shape);
    for (size_t i = 0; i < of->count; ++i) {
        set_shape(&of->inputs[i], dtypes[i], rank, shape);
    }
    see_node(of, &seen);
    node_options(of, &seen, of->version, &of->options);
    choose_shapes(of, dtypes);
    if (of->version->most_rank < BL_ANY_RANK || (of->version->ways[0].values_from != 0 && !once_in(16))) {
        choose_single_values(of, of->version->most_rank < BL_ANY_RANK ? of->version->most_rank : 0, &of->options);
    }
    attribute = attribute_for(&seen, of->version, BL_FOR_BLOCK);
    block = attribute < seen.attribute_count ? (size_t)value_of(&seen, of->version, attribute) : 0;
    if (block > 0 && of->options.axis >= 0 && (size_t)of->options.axis < rank && !once_in(6)) {
        choose_blocks(of, (size_t)of->options.axis, block);
    }
    of->options = kept;
    choose_all_strides(of);
}
#endif

void make_call(call *of, uint64_t seed, call_by by)
{
    int is_spoilt;

    memset(of, 0, sizeof *of);
    of->seed = seed;
    judge_state = mix(seed);
    begin_memory();
    of->by = by < CALLS_BY ? by : choose_function();
    is_spoilt = once_in(SPOILT_ONE_IN);
    of->capacity = MAX_TEST_RANK;
    choose_parts(of);
    if (of->by >= BY_ONNX) {
        choose_options(of);
#if JUDGE_NODES
        choose_node_arrays(of);
#endif
    } else if (of->by == BY_FOLD || of->by == BY_FOLD_PARTS) {
        choose_fold(of);
        choose_options(of);
        choose_arrays(of);
    } else {
        choose_op(of);
        choose_options(of);
        if (of->by == BY_CONTIGUOUS || of->by == BY_STRIDED || of->by == BY_NAME_LINE) {
            choose_line(of);
        } else {
            choose_arrays(of);
        }
    }
    for (size_t i = 0; i < of->count; ++i) {
        of->given[i] = &of->inputs[i].array;
    }
    if (is_spoilt && of->fault == NULL && once_in(2)) {
        spoil_arrays(of);
    }
    place_arrays(of);
    if (of->by == BY_STRIDED) {
        take_byte_steps(of);
    }
    for (size_t i = 0; i < of->count; ++i) {
        of->data[i] = of->inputs[i].array.data;
    }
    of->to = of->out.array.data;
    if (is_spoilt && of->fault == NULL) {
        spoil_pointers(of);
    }
    keep_memory();
}
