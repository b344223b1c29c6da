/* Planning: from arrays to merged dims. strategy.c chooses how to run them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../detection/isa.h"
#include "../plans/plan.h"
#include "../shapes/shape.h"

/* ---- Dims ---- */

/** The state while dims are added, the innermost first. Until all are added, the plan's `below` and `bytes` are numbers of
 * elements: those that an operand spans below its pointer, and after its first element. */
typedef struct dim_stream {
    const bl_array *arrays[BL_OPERANDS]; /* by operand */
    size_t shift[BL_OPERANDS];           /* dim d of the output is the array's dim d - shift, if it has one */
    size_t running[BL_OPERANDS];         /* the next dim's stride if the array has none */
    size_t count;
    unsigned whole;    /* inputs that all have a dim in full, which makes the rule simple; 0: only some input has it */
    bl_status trouble; /* an error unless another dim turns out to be 0 */
} dim_stream;

/** Sort dims by the output's strides, the smallest first. Returns 0 if they were sorted. */
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

/** Merge a dim with any previous one, on either side of it; 0 if that is not possible. */
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

/** Begin with the inputs at their places. */
static void begin_dims(dim_stream *stream, bl_plan *plan, const bl_placement *placement, const bl_array *const *inputs,
                       const bl_array *out)
{
    const size_t arity = plan->table->arity;

    for (size_t i = 0; i <= arity; ++i) {
        stream->arrays[i] = i == BL_OUT ? out : inputs[i - 1];
        stream->shift[i] = i == BL_OUT ? 0 : bl_placed_shift(placement, inputs[i - 1], i - 1);
        stream->running[i] = 1;
    }
    bl_begin_operands(plan);
    stream->count = 1;
    stream->whole = placement->rule == BL_RULE_NUMPY ? 0 : (2u << arity) - 2u;
    stream->trouble = BL_OK;
}

/** Set an operand's stride along a dim, which is dim `own` of its array, and add its span. */
static inline void set_stride(bl_plan *plan, dim_stream *stream, bl_plan_dim *dim, size_t i, size_t own)
{
    const ptrdiff_t *strides = stream->arrays[i]->strides;

    if (strides == NULL) {
        dim->stride[i] = (ptrdiff_t)stream->running[i];
        stream->running[i] *= dim->extent; /* at most the count, which is checked */
        plan->bytes[i] = stream->running[i] - 1;
    } else {
        dim->stride[i] = strides[own];
        if (!bl_add_span(plan, i, dim) && stream->trouble == BL_OK) {
            stream->trouble = BL_SIZE_OVERFLOW;
        }
    }
}

/** Set all operands' strides along dim d of the output. Returns whether the inputs' extents certainly obey the rule:
 * each equals the output's, or is 1 if the rule allows it. */
static int set_strides(bl_plan *plan, dim_stream *stream, bl_plan_dim *dim, size_t d)
{
    const size_t arity = plan->table->arity;
    ptrdiff_t signs;
    unsigned full = 0;

    if (!bl_product_fits(dim->extent, stream->count, (size_t)PTRDIFF_MAX)) {
        stream->trouble = BL_SIZE_OVERFLOW;
        return 0;
    }
    stream->count *= dim->extent;
    set_stride(plan, stream, dim, BL_OUT, d);
    signs = dim->stride[BL_OUT];
    for (size_t i = 1; i <= arity; ++i) {
        const bl_array *input = stream->arrays[i];
        const size_t own = d - stream->shift[i]; /* very large if it has no such dim */

        if (own >= input->rank || input->shape[own] == 1) {
            dim->stride[i] = 0;
        } else if (input->shape[own] == dim->extent) {
            set_stride(plan, stream, dim, i, own);
            full |= 1u << i;
        } else {
            return 0;
        }
        signs |= dim->stride[i];
        if (dim->stride[i] != dim->stride[BL_OUT]) {
            plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
        }
    }
    if (signs < 0 && stream->trouble == BL_OK) {
        bl_turn_backward_dim(plan, dim);
    }
    return stream->whole == 0 ? full != 0 : full == stream->whole;
}

/** Merge a dim with the previous one; 0 if it does not continue the previous one. */
static int joins_last_dim(bl_plan *plan, const bl_plan_dim *dim)
{
    if (plan->rank == 0 || !bl_dims_merge(&plan->dims[plan->rank - 1], dim, plan->table->arity)) {
        return 0;
    }
    plan->dims[plan->rank - 1].extent *= dim->extent;
    return 1;
}

/** Add one dim longer than 1, which is stored after the plan's dims if there is room for it. */
static bl_status add_dim(bl_plan *plan, bl_plan_dim *dim)
{
    if (joins_last_dim(plan, dim)) {
        return BL_OK;
    }
    if (plan->rank == BL_MAX_RANK) {
        (void)sort_dims(plan);
        merge_dims(plan);
        if (plan->rank == BL_MAX_RANK) {
            return joins_some_dim(plan, dim) ? BL_OK : BL_TOO_MANY_DIMS;
        }
        if (joins_last_dim(plan, dim)) { /* the last dim has changed */
            return BL_OK;
        }
        plan->dims[plan->rank] = *dim;
    }
    ++plan->rank;
    return BL_OK;
}

/** All dims from the innermost: each is compared with the output's, and merged with the previous one if possible. */
static bl_status stream_dims(bl_plan *plan, dim_stream *stream, const bl_placement *placement,
                             const bl_array *const *inputs, const bl_array *out)
{
    int is_wrong = out->rank != placement->rank; /* the output's shape; reported after errors of the inputs' shapes */
    int is_empty = 0;
    bl_plan_dim spare; /* for a dim for which the plan has no room */

    for (size_t d = placement->rank; d-- > 0;) {
        bl_plan_dim *dim = plan->rank < BL_MAX_RANK ? &plan->dims[plan->rank] : &spare;
        int is_taken = 0;
        int is_fine = 0;

        dim->extent = is_wrong ? 0 : out->shape[d];
        is_empty |= dim->extent == 0;
        if (dim->extent != 1 && !is_empty && stream->trouble == BL_OK) {
            is_fine = set_strides(plan, stream, dim, d);
            is_taken = stream->trouble == BL_OK;
        }
        if (!is_fine) {
            size_t extent;
            const bl_status status = bl_broadcast_dim(placement, plan->table->arity, inputs, d, &extent);

            if (status != BL_OK) {
                return status;
            }
            is_wrong |= extent != dim->extent;
        }
        if (is_taken && !is_wrong) {
            stream->trouble = add_dim(plan, dim);
        }
    }
    if (is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    if (is_empty) {
        return BL_OK;
    }
    plan->count = stream->trouble == BL_OK ? stream->count : 0;
    return stream->trouble;
}

/** A contiguous input's stride along the elements of a contiguous output: 1 if they have one shape, as is usual;
 * 0 if the input is one value; -1 if neither is obvious. */
static inline int line_stride(const bl_array *input, const bl_array *out)
{
    size_t d = 0;

    if (input->strides != NULL || input->shape == NULL || input->rank > out->rank) {
        return -1;
    }
    while (d < input->rank && input->shape[d] == out->shape[d]) {
        ++d;
    }
    if (d == out->rank) {
        return 1;
    }
    for (d = 0; d < input->rank; ++d) {
        if (input->shape[d] != 1) {
            return -1;
        }
    }
    return 0;
}

/** Plan the one dim of arrays that are contiguous and of one shape, or one value. Returns 0 for any others, and if
 * another status is possible: for arrays that are empty, or may be too large. */
static int make_line(bl_plan *plan, bl_rule rule, const bl_array *const *inputs, const bl_array *out)
{
    const bl_table *table = plan->table;
    const unsigned shift = table->shifts[BL_OUT];
    bl_plan_dim *line = &plan->dims[0];
    size_t count = 1;
    unsigned full = 0;

    if ((rule != BL_RULE_NUMPY && rule != BL_RULE_NONE) || out->strides != NULL || out->shape == NULL) {
        return 0;
    }
    for (size_t d = 0; d < out->rank; ++d) {
        if (out->shape[d] == 0 || !bl_product_fits(out->shape[d], count, (size_t)PTRDIFF_MAX / 8)) {
            return 0;
        }
        count *= out->shape[d];
    }
    line->stride[BL_OUT] = 1;
    plan->offset[BL_OUT] = 0;
    plan->below[BL_OUT] = 0;
    plan->bytes[BL_OUT] = count << shift;
    plan->most_bytes = count * table->width;
    plan->same_strides = 1u << BL_OUT;
    for (size_t i = 1; i <= table->arity; ++i) {
        const int stride = line_stride(inputs[i - 1], out);
        const unsigned own_shift = table->shifts[i];

        if (stride < 0 || (stride == 0 && rule == BL_RULE_NONE)) {
            return 0;
        }
        full |= (unsigned)stride;
        line->stride[i] = stride;
        plan->offset[i] = 0;
        plan->below[i] = 0;
        plan->bytes[i] = (stride == 0 ? 1 : count) << own_shift;
        plan->same_strides = (uint8_t)(plan->same_strides | (unsigned)(own_shift == shift && (stride == 1 || count == 1)) << i);
    }
    line->extent = count;
    plan->rank = 1;
    plan->count = full == 0 ? 0 : count; /* the output's rank is that of some input */
    return full != 0;
}

/** Plan the dims of any arrays. */
static bl_status make_dims(bl_plan *plan, const bl_array *const *inputs, const bl_array *out,
                           const bl_options *options)
{
    bl_placement placement;
    dim_stream stream;
    bl_status status = bl_place(&placement, options, plan->table->arity, inputs);

    if (status != BL_OK) {
        return status;
    }
    if (out->shape == NULL && out->rank > 0) {
        return BL_NULL_POINTER;
    }
    begin_dims(&stream, plan, &placement, inputs, out);
    status = stream_dims(plan, &stream, &placement, inputs, out);
    if (plan->count == 0) {
        return status;
    }
    status = bl_set_reach(plan);
    if (plan->rank == 0) { /* a single element */
        plan->rank = 1;
        plan->dims[0].extent = 1;
        for (size_t i = 0; i <= plan->table->arity; ++i) {
            plan->dims[0].stride[i] = 1;
        }
    } else if ((out->strides != NULL && sort_dims(plan)) || plan->rank == BL_MAX_RANK) {
        merge_dims(plan);
    }
    if (status == BL_OK && out->strides != NULL && !bl_output_is_apart(plan)) {
        status = BL_OVERLAP;
    }
    return status;
}

/** bl_plan_make_table for arguments that are not null, and arrays of the table's dtypes. */
static inline bl_status make(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    bl_status status;

    plan->table = table;
    plan->count = 0;
    status = bl_isas_allowed(chosen->isa, &plan->isas);
    if (status != BL_OK) {
        return status;
    }
    if (!bl_is_on_zero_divisor(chosen->on_zero_divisor)) {
        return BL_UNKNOWN_OPTION;
    }
#if BL_REFUSES_ZERO
    plan->refuses_zero = chosen->on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && table->divisor != 0;
    plan->is_plain = !plan->refuses_zero;
#else
    plan->is_plain = 1;
#endif
    plan->is_turned = 0;
    if (bl_packed_of(table) != 0 || !make_line(plan, chosen->rule, inputs, out)) {
        status = make_dims(plan, inputs, out, chosen);
    }
    if (status == BL_OK && plan->count > 0) {
        bl_choose_strategy(plan, chosen->cache_bytes);
    }
    return status;
}

bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    bl_status status;

    if (plan == NULL || table == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = bl_check_dtypes(table, inputs, out);
#if BL_WITH_PACKED
    if (status == BL_OK) {
        status = bl_check_all_packed(table, inputs, out);
    }
#endif
    return status == BL_OK ? make(plan, table, inputs, out, options) : status;
}

#if BL_WITH_PACKED
bl_status bl_plan_make_split(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    const bl_status status = bl_check_dtypes(table, inputs, out);

    return status == BL_OK ? make(plan, table, inputs, out, options) : status;
}
#endif
