/* Planning: from arrays to merged dims. What is done with these is chosen in form.c.
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

/** What is known while the dims stream in from the innermost; by operand. */
typedef struct dim_stream {
    size_t running[BL_OPERANDS]; /* the next dim's stride where an array names none */
    size_t below[BL_OPERANDS];   /* elements that the operand spans below its pointer … */
    size_t above[BL_OPERANDS];   /* … and beyond its first element */
    size_t count;
    int is_empty;
    int shape_is_wrong; /* the output's; told after what the inputs' shapes say */
    bl_status trouble;  /* an error unless another dim turns out to be 0 */
} dim_stream;

/** Sort dims by how far the output moves, the nearest first, and merge those that now continue each other. */
static void sort_and_merge(bl_plan *plan)
{
    size_t kept = 0;

    for (size_t d = 1; d < plan->rank; ++d) {
        const size_t own = bl_magnitude(plan->dims[d].stride[BL_OUT]);
        size_t place = d;

        while (place > 0 && bl_magnitude(plan->dims[place - 1].stride[BL_OUT]) > own) {
            --place;
        }
        if (place < d) {
            bl_move_dim(plan, d, place);
        }
    }
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

/** Count in what the operands span along a dim. */
static bl_status add_spans(bl_plan *plan, dim_stream *stream, const bl_plan_dim *dim)
{
    if (!bl_product_fits(dim->extent, stream->count, (size_t)PTRDIFF_MAX)) {
        return BL_SIZE_OVERFLOW;
    }
    stream->count *= dim->extent;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        const ptrdiff_t stride = dim->stride[i];

        if (stride != 0) {
            size_t *span = stride < 0 ? &stream->below[i] : &stream->above[i];

            if (!bl_product_fits(bl_magnitude(stride), dim->extent - 1, bl_most_elements(plan, i) - *span)) {
                return BL_SIZE_OVERFLOW;
            }
            *span += bl_magnitude(stride) * (dim->extent - 1);
        }
    }
    return BL_OK;
}

/** Take in one dim longer than 1. It stands behind the plan's dims, where there is room for it. */
static bl_status add_dim(bl_plan *plan, dim_stream *stream, bl_plan_dim *dim)
{
    const bl_status status = add_spans(plan, stream, dim);

    if (status != BL_OK) {
        return status;
    }
    turn_backward_dim(plan, dim);
    if (plan->rank > 0 && bl_dims_merge(&plan->dims[plan->rank - 1], dim, plan->table->arity)) {
        plan->dims[plan->rank - 1].extent *= dim->extent;
        return BL_OK;
    }
    if (plan->rank == BL_MAX_RANK) {
        sort_and_merge(plan);
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
    const size_t arity = plan->table->arity;
    bl_plan_dim last; /* one for which the plan has no room */

    for (size_t d = placement->rank; d-- > 0;) {
        bl_plan_dim *dim = plan->rank < BL_MAX_RANK ? &plan->dims[plan->rank] : &last;
        const bl_status status = bl_broadcast_dim(placement, arity, inputs, d, &dim->extent);

        if (status != BL_OK) {
            return status;
        }
        stream->shape_is_wrong = stream->shape_is_wrong || dim->extent != out->shape[d];
        stream->is_empty = stream->is_empty || dim->extent == 0;
        if (dim->extent == 1 || stream->is_empty || stream->shape_is_wrong || stream->trouble != BL_OK) {
            continue;
        }
        dim->stride[BL_OUT] = out->strides != NULL ? out->strides[d] : (ptrdiff_t)stream->count;
        for (size_t i = 1; i <= arity; ++i) {
            const bl_array *input = inputs[i - 1];
            const size_t own = d - bl_placed_shift(placement, input, i - 1); /* huge where it has no such dim */

            dim->stride[i] = 0;
            if (own < input->rank && input->shape[own] != 1) {
                dim->stride[i] = input->strides != NULL ? input->strides[own] : (ptrdiff_t)stream->running[i];
                stream->running[i] *= dim->extent; /* wraps only where the count is refused */
            }
            if (dim->stride[i] != dim->stride[BL_OUT]) {
                plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
            }
        }
        stream->trouble = add_dim(plan, stream, dim);
    }
    if (stream->shape_is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    return stream->is_empty ? BL_OK : stream->trouble;
}

/** The bytes around its pointer that each operand reaches. */
static bl_status set_reach(bl_plan *plan, const dim_stream *stream)
{
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        const size_t span = stream->below[i] + stream->above[i];

        if (span >= bl_most_elements(plan, i)) {
            return BL_SIZE_OVERFLOW;
        }
        plan->below[i] = stream->below[i] << plan->table->shifts[i];
        plan->bytes[i] = (span + 1) << plan->table->shifts[i];
    }
    return BL_OK;
}

bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    bl_placement placement;
    dim_stream stream;
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
    status = bl_place(&placement, chosen, table->arity, inputs);
    if (status != BL_OK) {
        return status;
    }
    if (out->shape == NULL && out->rank > 0) {
        return BL_NULL_POINTER;
    }
    plan->rank = 0;
    plan->same_strides = 0;
    stream.count = 1;
    stream.is_empty = 0;
    stream.shape_is_wrong = out->rank != placement.rank;
    stream.trouble = BL_OK;
    for (size_t i = 0; i <= table->arity; ++i) {
        stream.running[i] = 1;
        stream.below[i] = 0;
        stream.above[i] = 0;
        plan->offset[i] = 0;
        plan->same_strides = (uint8_t)(plan->same_strides | (table->shifts[i] == table->shifts[BL_OUT]) << i);
    }
    status = stream_dims(plan, &stream, &placement, inputs, out);
    if (status != BL_OK || stream.is_empty) {
        return status;
    }
    status = set_reach(plan, &stream);
    if (status != BL_OK) {
        return status;
    }
    if (plan->rank > 1) {
        sort_and_merge(plan);
    } else if (plan->rank == 0) { /* one element */
        plan->rank = 1;
        plan->dims[0].extent = 1;
        for (size_t i = 0; i <= table->arity; ++i) {
            plan->dims[0].stride[i] = 1;
        }
    }
    if (!bl_output_is_apart(plan)) {
        return BL_OVERLAP;
    }
    bl_choose_form(plan, chosen->cache_bytes);
    plan->count = stream.count;
    return BL_OK;
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
