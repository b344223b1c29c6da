/* Planning: from arrays to merged dims. What is done with these is chosen in strategy.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"
#include "isa.h"
#include "shape.h"

/* ---- Dtypes and options ---- */

static bl_status check_dtypes(const bl_table *table, const bl_array *const *inputs, const bl_array *out)
{
    for (size_t i = 0; i < table->arity; ++i) {
        if (inputs[i] == NULL) {
            return BL_NULL_POINTER;
        }
        if ((unsigned)inputs[i]->dtype != table->dtypes[i + 1]) {
            return bl_is_dtype(inputs[i]->dtype) ? BL_DTYPES_DIFFER : BL_UNKNOWN_DTYPE;
        }
    }
    if ((unsigned)out->dtype != table->dtypes[BL_OUT]) {
        return bl_is_dtype(out->dtype) ? BL_WRONG_OUTPUT_DTYPE : BL_UNKNOWN_DTYPE;
    }
    return BL_OK;
}

/* ---- Dims ---- */

/** What is known while the dims stream in from the innermost. Until all are there, the plan's `below` and `bytes` are
 * elements: those that an operand spans below its pointer, and beyond its first element. */
typedef struct dim_stream {
    size_t running[BL_OPERANDS]; /* by operand: the next dim's stride where its array names none */
    size_t count;
    int is_empty;
    int shape_is_wrong; /* the output's; told after what the inputs' shapes say */
    bl_status trouble;  /* an error unless another dim turns out to be 0 */
} dim_stream;

/** Sort dims by how far the output moves, the nearest first. Returns 0 where they are sorted already. */
static int sort_dims(bl_plan *plan)
{
    int moved = 0;

    for (size_t d = 1; d < plan->rank; ++d) {
        const size_t place = bl_sorted_place(plan, d);

        if (place < d) {
            bl_move_dim(plan, d, place);
            moved = 1;
        }
    }
    return moved;
}

/** Merge dims that continue the one before. */
static void merge_dims(bl_plan *plan)
{
    size_t kept = 0;

    for (size_t d = 1; d < plan->rank; ++d) {
        if (bl_dims_merge(&plan->dims[kept], &plan->dims[d], plan->table->arity)) {
            plan->dims[kept].extent *= plan->dims[d].extent;
        } else if (++kept < d) {
            plan->dims[kept] = plan->dims[d];
        }
    }
    plan->rank = (uint8_t)(kept + 1);
}

/** Walk a dim the other way where more operands go backwards than forwards. */
static void turn_backward_dim(bl_plan *plan, bl_plan_dim *dim)
{
    const size_t arity = plan->table->arity;
    int balance = dim->stride[BL_OUT] < 0 ? -1 : 0; /* the output decides where they are equal */

    for (size_t i = 0; i <= arity; ++i) {
        balance += 2 * ((dim->stride[i] > 0) - (dim->stride[i] < 0));
    }
    if (balance < 0) {
        plan->is_turned = 1;
        for (size_t i = 0; i <= arity; ++i) {
            plan->offset[i] += (ptrdiff_t)(dim->extent - 1) * dim->stride[i];
            dim->stride[i] = -dim->stride[i];
        }
    }
}

/** Merge a dim with any that is there already, on either side of it; 0 where none takes it. */
static int joins_some_dim(bl_plan *plan, bl_plan_dim *dim)
{
    const size_t arity = plan->table->arity;

    for (size_t d = 0; d < plan->rank; ++d) {
        if (bl_dims_merge(&plan->dims[d], dim, arity)) {
            plan->dims[d].extent *= dim->extent;
            return 1;
        }
        if (bl_dims_merge(dim, &plan->dims[d], arity)) {
            dim->extent *= plan->dims[d].extent;
            plan->dims[d] = *dim;
            return 1;
        }
    }
    return 0;
}

/** Set how far an operand moves along a dim, its array's dim `own`, and count in what it spans. */
static bl_status set_stride(bl_plan *plan, dim_stream *stream, bl_plan_dim *dim, size_t operand,
                            const bl_array *array, size_t own)
{
    if (array->strides == NULL) {
        dim->stride[operand] = (ptrdiff_t)stream->running[operand];
        stream->running[operand] *= dim->extent; /* no more than the count, which has been checked */
        plan->bytes[operand] = stream->running[operand] - 1;
    } else {
        dim->stride[operand] = array->strides[own];
        if (!bl_add_span(plan, operand, dim)) {
            return BL_SIZE_OVERFLOW;
        }
    }
    return BL_OK;
}

/** Set how far all operands move along a dim longer than 1, which is dim d of the output. */
static bl_status set_strides(bl_plan *plan, dim_stream *stream, bl_plan_dim *dim, const bl_placement *placement,
                             const bl_array *const *inputs, const bl_array *out, size_t d)
{
    const size_t arity = plan->table->arity;
    bl_status status = BL_SIZE_OVERFLOW;
    int is_backward;

    if (bl_product_fits(dim->extent, stream->count, (size_t)PTRDIFF_MAX)) {
        stream->count *= dim->extent;
        status = set_stride(plan, stream, dim, BL_OUT, out, d);
    }
    is_backward = status == BL_OK && dim->stride[BL_OUT] < 0;
    for (size_t i = 1; status == BL_OK && i <= arity; ++i) {
        const bl_array *input = inputs[i - 1];
        const size_t own = d - bl_placed_shift(placement, input, i - 1); /* huge where it has no such dim */

        if (own < input->rank && input->shape[own] != 1) {
            status = set_stride(plan, stream, dim, i, input, own);
            is_backward = is_backward || dim->stride[i] < 0;
        } else {
            dim->stride[i] = 0;
        }
        if (dim->stride[i] != dim->stride[BL_OUT]) {
            plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
        }
    }
    if (status == BL_OK && is_backward) {
        turn_backward_dim(plan, dim);
    }
    return status;
}

/** Take in one dim longer than 1. It stands behind the plan's dims, where there is room for it. */
static bl_status add_dim(bl_plan *plan, bl_plan_dim *dim)
{
    if (plan->rank > 0 && bl_dims_merge(&plan->dims[plan->rank - 1], dim, plan->table->arity)) {
        plan->dims[plan->rank - 1].extent *= dim->extent;
        return BL_OK;
    }
    if (plan->rank == BL_MAX_RANK) {
        (void)sort_dims(plan);
        merge_dims(plan);
        if (plan->rank == BL_MAX_RANK) {
            return joins_some_dim(plan, dim) ? BL_OK : BL_TOO_MANY_DIMS;
        }
        plan->dims[plan->rank] = *dim;
    }
    ++plan->rank;
    return BL_OK;
}

/** All dims from the innermost, each checked against the output's and merged with the one before where that can be. */
static bl_status stream_dims(bl_plan *plan, dim_stream *stream, const bl_placement *placement,
                             const bl_array *const *inputs, const bl_array *out)
{
    bl_plan_dim spare; /* for one that the plan has no room for */

    for (size_t d = placement->rank; d-- > 0;) {
        bl_plan_dim *dim = plan->rank < BL_MAX_RANK ? &plan->dims[plan->rank] : &spare;
        const bl_status status = bl_broadcast_dim(placement, plan->table->arity, inputs, d, &dim->extent);

        if (status != BL_OK) {
            return status;
        }
        stream->shape_is_wrong |= dim->extent != out->shape[d];
        stream->is_empty |= dim->extent == 0;
        if (dim->extent == 1 || stream->is_empty || stream->shape_is_wrong || stream->trouble != BL_OK) {
            continue;
        }
        stream->trouble = set_strides(plan, stream, dim, placement, inputs, out, d);
        if (stream->trouble == BL_OK) {
            stream->trouble = add_dim(plan, dim);
        }
    }
    if (stream->shape_is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    return stream->is_empty ? BL_OK : stream->trouble;
}

/** Whether all arrays are contiguous and of one shape, as most are; *count is then how many elements they have. Only
 * where there is nothing else to say about them: none that are empty, and none that may be too large. */
static int are_alike(const bl_table *table, bl_rule rule, const bl_array *const *inputs, const bl_array *out,
                     size_t *count)
{
    const size_t arity = table->arity;
    size_t product = 1;

    if ((rule != BL_RULE_NUMPY && rule != BL_RULE_NONE) || out->strides != NULL || out->shape == NULL) {
        return 0;
    }
    for (size_t i = 0; i < arity; ++i) {
        if (inputs[i]->strides != NULL || inputs[i]->shape == NULL || inputs[i]->rank != out->rank) {
            return 0;
        }
    }
    for (size_t d = 0; d < out->rank; ++d) {
        const size_t extent = out->shape[d];

        for (size_t i = 0; i < arity; ++i) {
            if (inputs[i]->shape[d] != extent) {
                return 0;
            }
        }
        if (extent == 0 || !bl_product_fits(extent, product, (size_t)PTRDIFF_MAX / 8)) {
            return 0;
        }
        product *= extent;
    }
    *count = product;
    return 1;
}

/** The one dim over which all operands are contiguous. */
static void set_only_dim(bl_plan *plan, size_t extent)
{
    plan->rank = 1;
    plan->dims[0].extent = extent;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        plan->dims[0].stride[i] = 1;
    }
}

/** Plan the dims of arrays that are all alike. */
static void make_alike_dims(bl_plan *plan)
{
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        plan->below[i] = 0;
        plan->bytes[i] = plan->count << plan->table->shifts[i];
    }
    set_only_dim(plan, plan->count);
}

/** Plan the dims of any arrays. */
static bl_status make_dims(bl_plan *plan, const bl_array *const *inputs, const bl_array *out,
                           const bl_options *options)
{
    const size_t arity = plan->table->arity;
    bl_placement placement;
    dim_stream stream;
    bl_status status = bl_place(&placement, options, arity, inputs);

    if (status != BL_OK) {
        return status;
    }
    if (out->shape == NULL && out->rank > 0) {
        return BL_NULL_POINTER;
    }
    stream.count = 1;
    stream.is_empty = 0;
    stream.shape_is_wrong = out->rank != placement.rank;
    stream.trouble = BL_OK;
    for (size_t i = 0; i <= arity; ++i) {
        stream.running[i] = 1;
        plan->below[i] = 0;
        plan->bytes[i] = 0;
    }
    plan->rank = 0;
    status = stream_dims(plan, &stream, &placement, inputs, out);
    if (status != BL_OK || stream.is_empty) {
        return status;
    }
    status = bl_set_reach(plan);
    if (status != BL_OK) {
        return status;
    }
    if (plan->rank == 0) {
        set_only_dim(plan, 1);
    } else if (sort_dims(plan) || plan->rank == BL_MAX_RANK) {
        merge_dims(plan);
    }
    if (!bl_output_is_apart(plan)) {
        return BL_OVERLAP;
    }
    plan->count = stream.count;
    return BL_OK;
}

bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    bl_status status;

    if (plan == NULL || table == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = check_dtypes(table, inputs, out);
    if (status != BL_OK) {
        return status;
    }
    plan->table = table;
    plan->count = 0;
    status = bl_isas_allowed(chosen->isa, &plan->isas);
    if (status != BL_OK) {
        return status;
    }
    if (chosen->on_zero_divisor != BL_ZERO_DIVISOR_GIVES_ZERO && chosen->on_zero_divisor != BL_ZERO_DIVISOR_REFUSED) {
        return BL_UNKNOWN_OPTION;
    }
    plan->refuses_zero = chosen->on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && table->divisor != 0;
    plan->same_strides = (uint8_t)((2u << table->arity) - 1u);
    plan->is_plain = !plan->refuses_zero && table->parameter_count == 0;
    plan->is_turned = 0;
    plan->widest = 0;
    for (size_t i = 0; i <= table->arity; ++i) {
        const uint8_t shift = table->shifts[i];

        plan->offset[i] = 0;
        plan->widest = shift > plan->widest ? shift : plan->widest;
        if (shift != table->shifts[BL_OUT]) {
            plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
        }
    }
    if (are_alike(table, chosen->rule, inputs, out, &plan->count)) {
        make_alike_dims(plan);
    } else {
        status = make_dims(plan, inputs, out, chosen);
    }
    if (status == BL_OK && plan->count > 0) {
        bl_choose_strategy(plan, chosen->cache_bytes);
    }
    return status;
}

bl_status bl_plan_make(bl_plan *plan, const bl_op *op, const bl_array *const *inputs, const bl_array *out,
                       const bl_options *options)
{
    const bl_table *table;
    bl_status status;

    if (op == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = bl_find_table(op, inputs, out, &table);
    return status == BL_OK ? bl_plan_make_table(plan, table, inputs, out, options) : status;
}
