/* Planning folds: step(… step(step(x0, x1), x2) …) over inputs of any shapes, and a finish.
 *
 * All inputs and the output have the same merged dims. A BLOCK is a group of elements that fit into a tile on the stack, which contains the
 * running result. For each block in turn, all inputs are read, and then the output is written. So the output may be any of the
 * inputs.
 *
 * A fold without a finish is an ordinary plan if one kernel takes all of its inputs, and so is a finish of one input.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "fold.h"
#include "../detection/isa.h"
#include "../shapes/shape.h"

/* ---- Dims ---- */

/* The plan of each step copies its input to the output, so that the checks and parts of plans work for it. It has no kernel; the tables
 * give the elements' size. */
static const bl_table copy_tables[] = {{"copy", NULL, NULL, 1, BL_CALL_1, 0, 0, 0, 0, 0, 1, 0, 0, 1, {0, 0}, {0, 0} BL_NO_PACKED},
                                       {"copy", NULL, NULL, 1, BL_CALL_1, 0, 0, 0, 0, 0, 1, 0, 0, 2, {0, 0}, {1, 1} BL_NO_PACKED},
                                       {"copy", NULL, NULL, 1, BL_CALL_1, 0, 0, 0, 0, 0, 1, 0, 0, 4, {0, 0}, {2, 2} BL_NO_PACKED},
                                       {"copy", NULL, NULL, 1, BL_CALL_1, 0, 0, 0, 0, 0, 1, 0, 0, 8, {0, 0}, {3, 3} BL_NO_PACKED}};

/** The dims of all operands while dims are added, from the innermost. */
typedef struct fold_dims {
    bl_fold_step *steps;
    size_t count; /* of steps, and inputs */
    const bl_array *const *inputs;
    const bl_array *out;
    const bl_placement *placement;
    size_t elements;
} fold_dims;

void bl_move_fold_dim(bl_fold_step *steps, size_t count, size_t from, size_t to)
{
    for (size_t i = 0; i < count && from > to; ++i) {
        bl_move_dim(&steps[i].plan, from, to);
    }
}

static void set_rank(bl_fold_step *steps, size_t count, size_t rank)
{
    for (size_t i = 0; i < count; ++i) {
        steps[i].plan.rank = (uint8_t)rank;
    }
}

/** Merge dim `outer` into `inner` if it continues it for all operands. */
static int merge_fold_dims(bl_fold_step *steps, size_t count, size_t inner, size_t outer)
{
    for (size_t i = 0; i < count; ++i) {
        if (!bl_dims_merge(&steps[i].plan.dims[inner], &steps[i].plan.dims[outer], BL_FOLDED)) {
            return 0;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        steps[i].plan.dims[inner].extent *= steps[i].plan.dims[outer].extent;
    }
    return 1;
}

/** Sort dims by the output's strides, the smallest first, and merge those that now continue each other. */
static void sort_and_merge(bl_fold_step *steps, size_t count)
{
    const bl_plan *first = &steps->plan;
    size_t kept = 0;

    for (size_t d = 1; d < first->rank; ++d) {
        bl_move_fold_dim(steps, count, d, bl_sorted_place(first, d));
    }
    for (size_t d = 1; d < first->rank; ++d) {
        if (!merge_fold_dims(steps, count, kept, d)) {
            ++kept;
            for (size_t i = 0; i < count; ++i) {
                steps[i].plan.dims[kept] = steps[i].plan.dims[d];
            }
        }
    }
    set_rank(steps, count, kept + 1);
}

/** Dim d of the result for input i and the output, reversed if chosen. */
static bl_plan_dim dim_of(const fold_dims *stream, size_t i, size_t d, size_t extent, int turned)
{
    const bl_array *input = stream->inputs[i];
    bl_plan_dim dim;

    dim.extent = extent;
    dim.stride[BL_OUT] = bl_stride_along(stream->out, d);
    dim.stride[BL_FOLDED] = bl_stride_along(input, d - bl_placed_shift(stream->placement, input, i));
    if (turned) {
        dim.stride[BL_OUT] = -dim.stride[BL_OUT];
        dim.stride[BL_FOLDED] = -dim.stride[BL_FOLDED];
    }
    return dim;
}

/** Merge a dim for which there is no room with any other, on either side of it; 0 if that is not possible. */
static int joins_some_fold_dim(const fold_dims *stream, size_t d, size_t extent, int turned)
{
    for (size_t k = 0; k < BL_MAX_RANK; ++k) {
        int is_outer = 1;
        int is_inner = 1;

        for (size_t i = 0; i < stream->count; ++i) {
            const bl_plan_dim *there = &stream->steps[i].plan.dims[k];
            const bl_plan_dim dim = dim_of(stream, i, d, extent, turned);

            is_outer = is_outer && bl_dims_merge(there, &dim, BL_FOLDED);
            is_inner = is_inner && bl_dims_merge(&dim, there, BL_FOLDED);
        }
        for (size_t i = 0; i < stream->count && (is_outer || is_inner); ++i) {
            bl_plan_dim *there = &stream->steps[i].plan.dims[k];
            const size_t both = there->extent * extent;

            if (!is_outer) {
                *there = dim_of(stream, i, d, extent, turned);
            }
            there->extent = both;
        }
        if (is_outer || is_inner) {
            return 1;
        }
    }
    return 0;
}

/** Add one dim longer than 1. Its direction is reversed if more operands move backwards than forwards. */
static bl_status add_fold_dim(fold_dims *stream, size_t d, size_t extent)
{
    bl_fold_step *steps = stream->steps;
    int balance = 0;
    int turned;
    size_t rank;

    if (!bl_product_fits(extent, stream->elements, (size_t)PTRDIFF_MAX)) {
        return BL_SIZE_OVERFLOW;
    }
    stream->elements *= extent;
    for (size_t i = 0; i < stream->count; ++i) {
        const bl_plan_dim dim = dim_of(stream, i, d, extent, 0);

        if (!bl_add_span(&steps[i].plan, BL_OUT, &dim) || !bl_add_span(&steps[i].plan, BL_FOLDED, &dim)) {
            return BL_SIZE_OVERFLOW;
        }
        balance += (dim.stride[BL_FOLDED] > 0) - (dim.stride[BL_FOLDED] < 0);
        if (dim.stride[BL_FOLDED] != dim.stride[BL_OUT]) {
            steps[i].plan.same_strides = 0;
        }
    }
    turned = bl_stride_along(stream->out, d) < 0 ? balance <= 1 : balance < -1; /* the output counts, too, and decides ties */
    for (size_t i = 0; i < stream->count && turned; ++i) {
        const bl_plan_dim dim = dim_of(stream, i, d, extent, 0);

        steps[i].plan.offset[BL_OUT] += (ptrdiff_t)(extent - 1) * dim.stride[BL_OUT];
        steps[i].plan.offset[BL_FOLDED] += (ptrdiff_t)(extent - 1) * dim.stride[BL_FOLDED];
    }
    if (steps->plan.rank == BL_MAX_RANK) {
        sort_and_merge(steps, stream->count);
    }
    rank = steps->plan.rank;
    if (rank == BL_MAX_RANK) {
        return joins_some_fold_dim(stream, d, extent, turned) ? BL_OK : BL_TOO_MANY_DIMS;
    }
    for (size_t i = 0; i < stream->count; ++i) {
        steps[i].plan.dims[rank] = dim_of(stream, i, d, extent, turned);
    }
    if (rank == 0 || !merge_fold_dims(steps, stream->count, rank - 1, rank)) {
        set_rank(steps, stream->count, rank + 1);
    }
    return BL_OK;
}

/** All dims from the innermost, like a plan's, for all inputs together. */
static bl_status stream_fold_dims(fold_dims *stream)
{
    const bl_array *out = stream->out;
    int shape_is_wrong = out->rank != stream->placement->rank; /* reported after errors of the inputs' shapes */
    int is_empty = 0;
    bl_status trouble = BL_OK; /* an error unless another dim turns out to be 0 */

    for (size_t d = stream->placement->rank; d-- > 0;) {
        size_t extent;
        const bl_status status = bl_broadcast_dim(stream->placement, stream->count, stream->inputs, d, &extent);

        if (status != BL_OK) {
            return status;
        }
        shape_is_wrong = shape_is_wrong || extent != out->shape[d];
        is_empty = is_empty || extent == 0;
        if (extent != 1 && !is_empty && !shape_is_wrong && trouble == BL_OK) {
            trouble = add_fold_dim(stream, d, extent);
        }
    }
    if (shape_is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    if (is_empty) {
        stream->elements = 0;
        return BL_OK;
    }
    return trouble;
}

/* ---- Folds ---- */

static bl_status check_fold_dtypes(bl_dtype dtype, size_t count, const bl_array *const *inputs, const bl_array *out)
{
    for (size_t i = 0; i < count; ++i) {
        if (inputs[i] == NULL) {
            return BL_NULL_POINTER;
        }
        if (inputs[i]->dtype != dtype) {
            return bl_is_dtype(inputs[i]->dtype) ? BL_DTYPES_DIFFER : BL_UNKNOWN_DTYPE;
        }
    }
    if (out->dtype != dtype) {
        return bl_is_dtype(out->dtype) ? BL_WRONG_OUTPUT_DTYPE : BL_UNKNOWN_DTYPE;
    }
    return BL_OK;
}

/** Set up each step for a single element, before dims are added. */
static void begin_fold(bl_fold_step *steps, size_t count, uint32_t isas)
{
    for (size_t i = 0; i < count; ++i) {
        bl_plan *plan = &steps[i].plan;

        plan->table = &copy_tables[steps->step->shifts[BL_OUT]];
        plan->count = 0;
        plan->isas = isas;
#if BL_REFUSES_ZERO
        plan->refuses_zero = 0;
#endif
#if !BL_RUNTIME_COMPACT
        plan->is_plain = 1;
#endif
        bl_begin_operands(plan);
    }
}

/** Complete the fold once the dims are known. */
static bl_status complete(bl_fold_step *steps, size_t count, size_t elements, size_t cache_bytes)
{
    for (size_t i = 0; i < count; ++i) {
        bl_plan *plan = &steps[i].plan;
        const bl_status status = bl_set_reach(plan);

        if (status != BL_OK) {
            return status;
        }
        plan->count = elements;
        if (plan->rank == 0) { /* one element */
            plan->rank = 1;
            plan->dims[0].extent = 1;
            plan->dims[0].stride[BL_OUT] = 1;
            plan->dims[0].stride[BL_FOLDED] = 1;
        }
    }
    sort_and_merge(steps, count);
    if (!bl_output_is_apart(&steps->plan)) {
        return BL_OVERLAP;
    }
    bl_choose_blocks(steps, count, cache_bytes);
    return BL_OK;
}

#if !BL_RUNTIME_COMPACT
/** First look up the kernels that take several inputs at once; none if `fold` is NULL. */
static void choose_at_once(bl_fold_step *steps, const bl_fold *fold, bl_dtype dtype)
{
    for (size_t i = 0; i < BL_MOST_AT_ONCE - 2 && steps != NULL; ++i) {
        const bl_op *op = fold != NULL ? fold->at_once[i] : NULL;

        steps->at_once[i] = op != NULL ? bl_op_table(op, &dtype) : NULL;
    }
}
#endif

/** The table whose plan is this fold; NULL if it needs several kernels. */
static const bl_table *table_of_plan(const bl_fold_step *steps)
{
    if (steps->finish != NULL) {
        return steps->inputs == 1 ? steps->finish : NULL;
    }
#if !BL_RUNTIME_COMPACT
    if (steps->inputs > 2 && steps->inputs <= BL_MOST_AT_ONCE) {
        return steps->at_once[steps->inputs - 3];
    }
#endif
    return steps->inputs == 2 ? steps->step : NULL;
}

static bl_status make_fold(bl_fold_step *steps, const bl_table *step, const bl_table *finish, size_t count,
                           const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    const bl_table *table;
    bl_placement placement;
    fold_dims stream;
    uint32_t isas;
    bl_status status;

    if (count == 0 || (uint32_t)count != count) { /* the finish takes it as a u32 */
        return count == 0 ? BL_NO_INPUTS : BL_SIZE_OVERFLOW;
    }
    if (steps == NULL || step == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = check_fold_dtypes((bl_dtype)step->dtypes[BL_OUT], count, inputs, out);
    if (status != BL_OK) {
        return status;
    }
    status = bl_isas_allowed(chosen->isa, &isas);
    if (status != BL_OK) {
        return status;
    }
    if (!bl_is_on_zero_divisor(chosen->on_zero_divisor)) {
        return BL_UNKNOWN_OPTION;
    }
#if BL_REFUSES_ZERO
    if (chosen->on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && step->divisor != 0) {
        return BL_UNKNOWN_OPTION;
    }
#endif
    steps->step = step;
    steps->finish = finish;
    steps->inputs = count;
    table = table_of_plan(steps);
    steps->is_plan = table != NULL;
    if (table != NULL) {
        return bl_plan_make_table(&steps->plan, table, inputs, out, options);
    }
    status = bl_place(&placement, chosen, count, inputs);
    if (status != BL_OK) {
        return status;
    }
    if (out->shape == NULL && out->rank > 0) {
        return BL_NULL_POINTER;
    }
    begin_fold(steps, count, isas);
    stream.steps = steps;
    stream.count = count;
    stream.inputs = inputs;
    stream.out = out;
    stream.placement = &placement;
    stream.elements = 1;
    status = stream_fold_dims(&stream);
    return status != BL_OK || stream.elements == 0 ? status : complete(steps, count, stream.elements, chosen->cache_bytes);
}

bl_status bl_fold_make_tables(bl_fold_step *steps, const bl_table *step, const bl_table *finish, size_t count,
                              const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
#if !BL_RUNTIME_COMPACT
    choose_at_once(steps, NULL, BL_F32);
#endif
    return make_fold(steps, step, finish, count, inputs, out, options);
}

bl_status bl_fold_make(bl_fold_step *steps, const bl_fold *fold, size_t count, const bl_array *const *inputs,
                       const bl_array *out, const bl_options *options)
{
    const bl_table *step;
    const bl_table *finish = NULL;

    if (count == 0) {
        return BL_NO_INPUTS;
    }
    if (fold == NULL || inputs == NULL || inputs[0] == NULL) {
        return BL_NULL_POINTER;
    }
    if (!bl_is_dtype(inputs[0]->dtype)) {
        return BL_UNKNOWN_DTYPE;
    }
    step = bl_op_table(fold->step, &inputs[0]->dtype);
    if (fold->finish != NULL) {
        finish = bl_op_table(fold->finish, &inputs[0]->dtype);
    }
    if (step == NULL || (fold->finish != NULL && finish == NULL)) {
        return BL_UNSUPPORTED_DTYPE;
    }
#if !BL_RUNTIME_COMPACT
    choose_at_once(steps, fold, inputs[0]->dtype);
#endif
    return make_fold(steps, step, finish, count, inputs, out, options);
}
