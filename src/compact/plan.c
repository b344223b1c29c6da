/* Planning without tiles: from arrays to merged dims, and from these to kernel calls.
 *
 * If each operand is contiguous or one value along the innermost dim, and there is a kernel for this pattern, that dim forms
 * the columns of a call, and the next dim its rows. Otherwise a call's rows have one column and follow the innermost dim,
 * because kernels accept any stride between rows. Loops run over the other dims.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../detection/isa.h"
#include "../plans/plan.h"
#include "../shapes/shape.h"

/** Add a dim, merged with all dims that it continues or that continue it. The plan's dims are sorted by the output's
 * strides, the smallest first. */
static bl_status take_dim(bl_plan *plan, bl_plan_dim *dim)
{
    const size_t arity = plan->table->arity;
    size_t d = 0;

    while (d < plan->rank) {
        const bl_plan_dim *other = &plan->dims[d];
        const int is_outer = bl_dims_merge(other, dim, arity);

        if (is_outer || bl_dims_merge(dim, other, arity)) {
            const size_t extent = dim->extent * other->extent;

            if (is_outer) {
                *dim = *other;
            }
            dim->extent = extent;
            --plan->rank;
            for (; d < plan->rank; ++d) {
                plan->dims[d] = plan->dims[d + 1];
            }
            d = 0;
        } else {
            ++d;
        }
    }
    if (d == BL_MAX_RANK) {
        return BL_TOO_MANY_DIMS;
    }
    plan->dims[d] = *dim;
    bl_move_dim(plan, d, bl_sorted_place(plan, d));
    ++plan->rank;
    return BL_OK;
}

/** One dim of the result, longer than 1. */
static bl_status add_dim(bl_plan *plan, const bl_placement *placement, const bl_array *const *inputs,
                         const bl_array *out, size_t d)
{
    bl_plan_dim dim;

    dim.extent = out->shape[d];
    if (!bl_product_fits(dim.extent, plan->count, (size_t)PTRDIFF_MAX)) {
        return BL_SIZE_OVERFLOW;
    }
    plan->count *= dim.extent;
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        dim.stride[i] = i == BL_OUT ? bl_stride_along(out, d)
                                    : bl_stride_along(inputs[i - 1], d - bl_placed_shift(placement, inputs[i - 1], i - 1));
        if (!bl_add_span(plan, i, &dim)) {
            return BL_SIZE_OVERFLOW;
        }
        if (dim.stride[i] != dim.stride[BL_OUT]) {
            plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
        }
    }
    bl_turn_backward_dim(plan, &dim);
    return take_dim(plan, &dim);
}

/** All dims, from the innermost. Sets the count, which is 0 if there is nothing to do. */
static bl_status make_dims(bl_plan *plan, const bl_options *options, const bl_array *const *inputs, const bl_array *out)
{
    const size_t arity = plan->table->arity;
    bl_placement placement;
    bl_status trouble = BL_OK; /* an error unless another dim turns out to be 0 */
    int is_wrong;              /* the output's shape; reported after errors of the inputs' shapes */
    int is_empty = 0;
    bl_status status = bl_place(&placement, options, arity, inputs);

    if (status != BL_OK) {
        return status;
    }
    if (out->shape == NULL && out->rank > 0) {
        return BL_NULL_POINTER;
    }
    is_wrong = out->rank != placement.rank;
    bl_begin_operands(plan);
    plan->count = 1;
    for (size_t d = placement.rank; d-- > 0;) {
        size_t extent;

        status = bl_broadcast_dim(&placement, arity, inputs, d, &extent);
        if (status != BL_OK) {
            return status;
        }
        is_wrong = is_wrong || extent != out->shape[d];
        is_empty = is_empty || extent == 0;
        if (extent != 1 && !is_wrong && !is_empty && trouble == BL_OK) {
            trouble = add_dim(plan, &placement, inputs, out, d);
        }
    }
    if (is_wrong) {
        return BL_WRONG_OUTPUT_SHAPE;
    }
    if (is_empty) {
        plan->count = 0;
        return BL_OK;
    }
    if (trouble == BL_OK) {
        trouble = bl_set_reach(plan);
    }
    if (trouble == BL_OK && !bl_output_is_apart(plan)) {
        trouble = BL_OVERLAP;
    }
    return trouble;
}

void bl_choose_strategy(bl_plan *plan, size_t cache_bytes)
{
    const bl_table *table = plan->table;
    const bl_kernel *patterns = table->variants[table->variant_count - 1u].patterns; /* the compact runtime has no other variant */
    bl_plan_dim *line = &plan->dims[0];
    unsigned held = 0;

    (void)cache_bytes;
    if (plan->rank == 0) { /* a single element */
        plan->rank = 1;
        line->extent = 1;
        for (size_t i = 0; i <= table->arity; ++i) {
            line->stride[i] = 1;
        }
    }
    plan->swapped = table->exchanged;
    plan->held = 0;
    plan->box = 0;
    for (size_t i = 0; i <= table->arity; ++i) {
        if ((size_t)line->stride[i] > 1) {
            return;
        }
        if (line->stride[i] == 0) {
            held |= 1u << i;
        }
    }
    if (patterns[bl_pattern(held, plan->swapped)] == NULL) {
        if (!table->commutes || patterns[bl_pattern(held, !plan->swapped)] == NULL) {
            return;
        }
        plan->swapped = !plan->swapped;
    }
    plan->held = (uint8_t)held;
    plan->box = 1;
}

/** bl_plan_make_table for arguments that are not null. */
static bl_status make(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out, int is_split,
                      const bl_options *options)
{
    const bl_options *chosen = options != NULL ? options : &bl_default_options;
    bl_status status;

    (void)is_split;
    plan->table = table;
    plan->count = 0;
#if BL_REFUSES_ZERO
    plan->refuses_zero = chosen->on_zero_divisor == BL_ZERO_DIVISOR_REFUSED && table->divisor != 0;
#endif
    status = bl_check_dtypes(table, inputs, out);
#if BL_WITH_PACKED
    if (status == BL_OK && !is_split) {
        status = bl_check_all_packed(table, inputs, out);
    }
#endif
    if (status == BL_OK) {
        status = bl_isas_allowed(chosen->isa, &plan->isas);
    }
    if (status == BL_OK && !bl_is_on_zero_divisor(chosen->on_zero_divisor)) {
        status = BL_UNKNOWN_OPTION;
    }
    if (status == BL_OK) {
        status = make_dims(plan, chosen, inputs, out);
    }
    if (status == BL_OK && plan->count > 0) {
        bl_choose_strategy(plan, 0);
    }
    return status;
}

bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    if (plan == NULL || table == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    return make(plan, table, inputs, out, 0, options);
}

#if BL_WITH_PACKED
bl_status bl_plan_make_split(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options)
{
    return make(plan, table, inputs, out, 1, options);
}
#endif
