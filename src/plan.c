/* Planning: from arrays to merged dims. What is done with these is chosen in form.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"
#include "isa.h"
#include "shape.h"

#include <string.h>

/* ---- Dtypes and options ---- */

static bl_status check_dtypes(const bl_table *table, const bl_array *const *inputs, const bl_array *out)
{
    for (size_t i = 0; i < table->arity; ++i) {
        if (inputs[i] == NULL) {
            return BL_NULL_POINTER;
        }
        if ((uint8_t)inputs[i]->dtype != table->inputs[i] || !bl_is_dtype(inputs[i]->dtype)) {
            return bl_is_dtype(inputs[i]->dtype) ? BL_DTYPES_DIFFER : BL_UNKNOWN_DTYPE;
        }
    }
    if (!bl_is_dtype(out->dtype)) {
        return BL_UNKNOWN_DTYPE;
    }
    return (uint8_t)out->dtype == table->output ? BL_OK : BL_WRONG_OUTPUT_DTYPE;
}

/** The instruction sets that the options and bl_isa_limit leave. */
static bl_status allowed_isas(bl_isa isa, uint32_t *isas)
{
    *isas = bl_isas_usable();
    if (isa != BL_ISA_ANY) {
        if (isa < BL_ISA_ANY || (size_t)isa > bl_isa_row_count) {
            return BL_UNKNOWN_ISA;
        }
        if ((bl_isas_present() >> (isa - 1) & 1) == 0) {
            return BL_UNAVAILABLE_ISA;
        }
        *isas &= (UINT32_C(2) << (isa - 1)) - 1;
    }
    return BL_OK;
}

/* ---- Dims ---- */

/** What is known while the dims stream in from the innermost. */
typedef struct dim_stream {
    size_t running[BL_OPERANDS]; /* the next dim's stride where an array names none */
    size_t limit[BL_OPERANDS];   /* elements that fit in PTRDIFF_MAX bytes */
    size_t below[BL_OPERANDS];   /* elements that the operand spans below its pointer … */
    size_t above[BL_OPERANDS];   /* … and beyond its first element */
    size_t count;
    int is_empty;
    int shape_is_wrong; /* the output's; told after what the inputs' shapes say */
    bl_status trouble;  /* an error unless another dim turns out to be 0 */
} dim_stream;

/** Whether a * b <= limit. */
static int product_fits(size_t a, size_t b, size_t limit)
{
    const size_t half = (size_t)1 << (sizeof(size_t) * 4 - 1);

    if (a < half && b < half) { /* the usual case goes without a division */
        return a * b <= limit;
    }
    return b == 0 || a <= limit / b;
}

/** Sort dims by how far the output moves, the nearest first, and merge those that now continue each other. */
static void sort_and_merge(bl_plan *plan)
{
    size_t kept = 0;

    for (size_t d = 1; d < plan->rank; ++d) {
        const bl_plan_dim dim = plan->dims[d];
        size_t place = d;

        while (place > 0 && bl_magnitude(plan->dims[place - 1].stride[BL_OUT]) > bl_magnitude(dim.stride[BL_OUT])) {
            plan->dims[place] = plan->dims[place - 1];
            --place;
        }
        plan->dims[place] = dim;
    }
    for (size_t d = 1; d < plan->rank; ++d) {
        if (bl_dims_merge(&plan->dims[kept], &plan->dims[d])) {
            plan->dims[kept].extent *= plan->dims[d].extent;
        } else {
            plan->dims[++kept] = plan->dims[d];
        }
    }
    plan->rank = (uint8_t)(kept + 1);
}

/** Walk a dim the other way where more operands go backwards than forwards. */
static void turn_backward_dim(bl_plan *plan, bl_plan_dim *dim)
{
    int balance = dim->stride[BL_OUT] < 0 ? -1 : 0; /* the output decides where they are equal */

    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        balance += 2 * ((dim->stride[i] > 0) - (dim->stride[i] < 0));
    }
    if (balance < 0) {
        for (size_t i = 0; i < BL_OPERANDS; ++i) {
            plan->offset[i] += (ptrdiff_t)(dim->extent - 1) * dim->stride[i];
            dim->stride[i] = -dim->stride[i];
        }
    }
}

/** Merge a dim with any that is there already, on either side of it; 0 where none takes it. */
static int joins_some_dim(bl_plan *plan, bl_plan_dim *dim)
{
    for (size_t d = 0; d < plan->rank; ++d) {
        if (bl_dims_merge(&plan->dims[d], dim)) {
            plan->dims[d].extent *= dim->extent;
            return 1;
        }
        if (bl_dims_merge(dim, &plan->dims[d])) {
            dim->extent *= plan->dims[d].extent;
            plan->dims[d] = *dim;
            return 1;
        }
    }
    return 0;
}

/** Take in one dim longer than 1. */
static void stream_dim(bl_plan *plan, dim_stream *stream, size_t extent, const ptrdiff_t *stride)
{
    bl_plan_dim dim;

    if (!product_fits(extent, stream->count, (size_t)PTRDIFF_MAX)) {
        stream->trouble = BL_SIZE_OVERFLOW;
        return;
    }
    stream->count *= extent;
    dim.extent = extent;
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        size_t *reach = stride[i] < 0 ? &stream->below[i] : &stream->above[i];

        if (!product_fits(bl_magnitude(stride[i]), extent - 1, stream->limit[i] - *reach)) {
            stream->trouble = BL_SIZE_OVERFLOW;
            return;
        }
        *reach += bl_magnitude(stride[i]) * (extent - 1);
        dim.stride[i] = stride[i];
    }
    turn_backward_dim(plan, &dim);
    if (plan->rank > 0 && bl_dims_merge(&plan->dims[plan->rank - 1], &dim)) {
        plan->dims[plan->rank - 1].extent *= extent;
        return;
    }
    if (plan->rank == BL_MAX_RANK) {
        sort_and_merge(plan);
    }
    if (plan->rank < BL_MAX_RANK) {
        plan->dims[plan->rank++] = dim;
    } else if (!joins_some_dim(plan, &dim)) {
        stream->trouble = BL_TOO_MANY_DIMS;
    }
}

/** All dims from the innermost, each checked against the output's and merged with the one before where that can be. */
static bl_status stream_dims(bl_plan *plan, dim_stream *stream, const bl_placement *placement,
                             const bl_array *const *inputs, const bl_array *out)
{
    const size_t arity = plan->table->arity;

    for (size_t d = placement->rank; d-- > 0;) {
        ptrdiff_t stride[BL_OPERANDS] = {0};
        size_t extent;
        const bl_status status = bl_broadcast_dim(placement, arity, inputs, d, &extent);

        if (status != BL_OK) {
            return status;
        }
        stream->shape_is_wrong = stream->shape_is_wrong || extent != out->shape[d];
        stream->is_empty = stream->is_empty || extent == 0;
        if (extent == 1 || stream->is_empty || stream->shape_is_wrong || stream->trouble != BL_OK) {
            continue;
        }
        for (size_t i = 0; i < arity; ++i) {
            const size_t shift = bl_placed_shift(placement, inputs[i], i);

            if (d >= shift && d - shift < inputs[i]->rank && inputs[i]->shape[d - shift] != 1) {
                stride[i] = inputs[i]->strides != NULL ? inputs[i]->strides[d - shift] : (ptrdiff_t)stream->running[i];
                stream->running[i] *= extent; /* wraps only where the count is refused */
            }
        }
        stride[BL_OUT] = out->strides != NULL ? out->strides[d] : (ptrdiff_t)stream->count;
        stream_dim(plan, stream, extent, stride);
    }
    if (stream->shape_is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    return stream->is_empty ? BL_OK : stream->trouble;
}

/** Whether no two elements of the output share memory. Safe, not exact: see bl_plan_make. The dims are sorted. */
static int output_is_apart(const bl_plan *plan)
{
    size_t span = 0;

    for (size_t d = 0; d < plan->rank; ++d) {
        const size_t stride = bl_magnitude(plan->dims[d].stride[BL_OUT]);

        if (stride <= span) {
            return 0;
        }
        span += stride * (plan->dims[d].extent - 1);
    }
    return 1;
}

/** The bytes around its pointer that each operand reaches. */
static bl_status set_reach(bl_plan *plan, const dim_stream *stream)
{
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        if (i < plan->table->arity || i == BL_OUT) {
            const size_t width = bl_operand_width(plan, i);

            if (stream->below[i] + stream->above[i] >= stream->limit[i]) {
                return BL_SIZE_OVERFLOW;
            }
            plan->below[i] = stream->below[i] * width;
            plan->above[i] = (stream->above[i] + 1) * width;
        }
    }
    return BL_OK;
}

/** Inputs that lie in memory exactly as the output does, given the same pointer. */
static void find_same_strides(bl_plan *plan)
{
    for (size_t i = 0; i < plan->table->arity; ++i) {
        int same = bl_operand_width(plan, i) == bl_operand_width(plan, BL_OUT);

        for (size_t d = 0; d < plan->rank; ++d) {
            same = same && plan->dims[d].stride[i] == plan->dims[d].stride[BL_OUT];
        }
        plan->same_strides = (uint8_t)(plan->same_strides | (unsigned)same << i);
    }
}

bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    bl_placement placement;
    dim_stream stream = {{1, 1, 1, 1}, {0}, {0}, {0}, 1, 0, 0, BL_OK};
    bl_status status;

    if (plan == NULL || table == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = check_dtypes(table, inputs, out);
    if (status != BL_OK) {
        return status;
    }
    memset(plan, 0, sizeof *plan);
    plan->table = table;
    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        plan->source[i] = (uint8_t)i;
        plan->shift[i] = i < table->arity ? bl_dtype_shifts[table->inputs[i]] : 0;
    }
    plan->shift[BL_OUT] = bl_dtype_shifts[table->output];
    status = allowed_isas(chosen->isa, &plan->isas);
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
    stream.shape_is_wrong = out->rank != placement.rank;
    for (size_t i = 0; i < BL_OPERANDS; ++i) {
        stream.limit[i] = (size_t)PTRDIFF_MAX >> plan->shift[i];
    }
    status = stream_dims(plan, &stream, &placement, inputs, out);
    if (status != BL_OK || stream.is_empty) {
        return status;
    }
    status = set_reach(plan, &stream);
    if (status != BL_OK) {
        return status;
    }
    plan->count = stream.count;
    if (plan->rank > 1) {
        sort_and_merge(plan);
    } else if (plan->rank == 0) { /* one element */
        plan->rank = 1;
        plan->dims[0].extent = 1;
        for (size_t i = 0; i < BL_OPERANDS; ++i) {
            plan->dims[0].stride[i] = i < table->arity || i == BL_OUT;
        }
    }
    if (!output_is_apart(plan)) {
        return BL_OVERLAP;
    }
    find_same_strides(plan);
    bl_choose_form(plan, chosen->cache_bytes);
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
