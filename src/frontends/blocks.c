/* Nodes whose other inputs have a value for each block of an axis. In their plan this axis is two dims: the blocks, and the steps of a block,
 * along which these inputs do not move. A last block that is shorter has a separate plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"
#include "frontend.h"

/** The axis of one operand as two dims. */
typedef struct split {
    bl_array array;
    size_t shape[BL_MAX_RANK + 1];
    ptrdiff_t strides[BL_MAX_RANK + 1];
} split;

/** The operand that has the result's shape. */
static const bl_array *steps_of(const bl_meaning *meaning)
{
    return meaning->operands[meaning->way->op->typed_by[0] - 1u];
}

/** Split the axis of an array that has `per_block` steps in a block. */
static const bl_array *split_axis(split *to, const bl_array *from, size_t axis, size_t blocks, size_t per_block)
{
    to->array = *from;
    to->array.rank = 0;
    to->array.shape = to->shape;
    to->array.strides = to->strides;
    for (size_t d = 0; d < from->rank; ++d) {
        const ptrdiff_t stride = bl_stride_along(from, d);

        if (d == axis) {
            to->shape[to->array.rank] = blocks;
            to->strides[to->array.rank++] = stride * (ptrdiff_t)per_block;
        }
        to->shape[to->array.rank] = d == axis ? per_block : from->shape[d];
        to->strides[to->array.rank++] = stride;
    }
    return &to->array;
}

/** Plan so many blocks of so many steps. */
static bl_status plan_alike(bl_plan *plan, const bl_meaning *meaning, const bl_array *out, size_t blocks, size_t steps,
                            const bl_options *options)
{
    const size_t axis = (size_t)meaning->axis;
    const bl_array *inputs[BL_MAX_ARITY];
    split splits[BL_MAX_ARITY + 1];

    for (size_t k = 0; k < meaning->way->op->arity; ++k) {
        const bl_array *own = meaning->operands[k];

        inputs[k] = own->rank == 0 ? own : split_axis(&splits[k + 1], own, axis, blocks, own == steps_of(meaning) ? steps : 1);
    }
    return bl_plan_make_split(plan, meaning->table, inputs, split_axis(&splits[BL_OUT], out, axis, blocks, steps), options);
}

/** Plan the whole operation by single values instead of those of the blocks, which finds the errors of the other arrays. */
static bl_status plan_by_values(bl_plan *plan, const bl_meaning *meaning, const bl_array *out, const bl_options *options)
{
    const bl_array *inputs[BL_MAX_ARITY];
    bl_array values[BL_MAX_ARITY];

    for (size_t k = 0; k < meaning->way->op->arity; ++k) {
        values[k] = *meaning->operands[k];
        values[k].rank = 0;
        inputs[k] = meaning->operands[k] == steps_of(meaning) ? steps_of(meaning) : &values[k];
    }
    return bl_plan_make_table(plan, meaning->table, inputs, out, options);
}

/** The elements of an array. */
static size_t count_of(const bl_array *array)
{
    size_t count = 1;

    for (size_t d = 0; d < array->rank; ++d) {
        count *= array->shape[d];
    }
    return count;
}

/** The bytes from an array's pointer to its first element in the last block; BL_SIZE_OVERFLOW if it then reaches too far. The plan of a
 * packed array has the place of that element instead, which may be inside a byte. */
static bl_status place_last(bl_call *call, bl_plan *last, size_t operand, const bl_array *array, size_t axis, size_t steps)
{
    const ptrdiff_t stride = array->rank == 0 ? 0 : bl_stride_along(array, axis);
    const size_t step = bl_magnitude(stride);
    const unsigned shift = call->plan.table->shifts[operand];
    const size_t room = (PTRDIFF_MAX - last->bytes[operand]) >> shift;

    if (!bl_product_fits(step, steps, room)) {
        return BL_SIZE_OVERFLOW;
    }
    if (bl_has(bl_packed_of(call->plan.table), operand)) {
        call->last_at[operand] = 0;
        last->offset[operand] = (ptrdiff_t)(step * steps);
        last->bytes[operand] = bl_array_bytes(array->dtype, count_of(array));
        return BL_OK;
    }
    call->last_at[operand] = (ptrdiff_t)(step * steps << shift);
    call->last_at[operand] = stride < 0 ? -call->last_at[operand] : call->last_at[operand];
    return BL_OK;
}

bl_status bl_plan_blocks(bl_call *call, const bl_meaning *meaning, const bl_array *out, bl_fold_step *steps, const bl_options *options)
{
    const size_t extent = steps_of(meaning)->shape[meaning->axis];
    const size_t block = bl_smaller(meaning->block, extent);
    bl_status status = plan_by_values(&call->plan, meaning, out, options);
    size_t rest;

#if BL_WITH_PACKED
    if (status == BL_OK) {
        status = bl_check_all_packed(meaning->table, meaning->operands, out);
    }
#endif
    if (status != BL_OK || call->plan.count == 0) {
        return status;
    }
    if (out->rank > BL_MAX_RANK) {
        return BL_TOO_MANY_DIMS;
    }
    rest = extent % block;
    if (rest > 0 && steps == NULL) {
        return BL_NULL_POINTER;
    }
    status = plan_alike(&call->plan, meaning, out, extent / block, block, options);
    if (status != BL_OK || rest == 0) {
        return status;
    }
    call->last = &steps->plan;
    status = plan_alike(&steps->plan, meaning, out, 1, rest, options);
    for (size_t i = 0; i <= meaning->way->op->arity && status == BL_OK; ++i) {
        const bl_array *own = i == BL_OUT ? out : meaning->operands[i - 1];

        status = place_last(call, &steps->plan, i, own, (size_t)meaning->axis, own == out || own == steps_of(meaning) ? extent - rest : extent / block);
    }
    return status;
}

/** The addresses of the operands' elements in the last block. */
static void find_last(const bl_call *call, const void *const *operands, const void **at)
{
    for (size_t i = 0; i < call->plan.table->arity; ++i) {
        at[i] = (const unsigned char *)operands[i] + call->last_at[i + 1];
    }
}

/** Whether an address may be moved by these bytes. */
static int may_move(const void *pointer, ptrdiff_t by)
{
    const uintptr_t address = (uintptr_t)pointer;

    return by < 0 ? address >= bl_magnitude(by) : (uintptr_t)by <= UINTPTR_MAX - address;
}

bl_status bl_check_blocks(const bl_call *call, const void *const *operands, const void *parameters, void *out)
{
    bl_status status = bl_plan_check(&call->plan, operands, parameters, out);
    const void *at[BL_MAX_ARITY];
    void *out_at;

    if (status != BL_OK || call->last == NULL) {
        return status;
    }
    for (size_t i = 0; i <= call->plan.table->arity; ++i) {
        if (!may_move(i == BL_OUT ? out : operands[i - 1], call->last_at[i])) {
            return BL_SIZE_OVERFLOW;
        }
    }
    find_last(call, operands, at);
    out_at = (unsigned char *)out + call->last_at[BL_OUT];
    status = bl_plan_check(call->last, at, parameters, out_at);
    return status == BL_OK ? bl_check_apart(&call->plan, operands, out, call->last, at, out_at) : status;
}

/** Whether no byte has elements of the last block and elements of another one. */
static int has_whole_bytes(const bl_plan *last)
{
    const size_t many = bl_elements_of_bytes(bl_packed_bits((bl_dtype)last->table->dtypes[BL_OUT]));
    int are_whole = (size_t)last->offset[BL_OUT] % many == 0;
    size_t run = 1; /* elements without gaps */

    for (size_t d = 0; d < last->rank; ++d) {
        const size_t stride = (size_t)last->dims[d].stride[BL_OUT];

        if (stride != run) {
            are_whole = are_whole && stride % many == 0;
        } else {
            run *= last->dims[d].extent;
        }
    }
    return are_whole;
}

void bl_run_blocks_part(const bl_call *call, size_t part, size_t parts, const void *const *operands, const void *parameters, void *out)
{
    const void *at[BL_MAX_ARITY];

    if (call->last != NULL && bl_has(bl_packed_of(call->plan.table), BL_OUT) && !has_whole_bytes(call->last)) {
        if (part > 0) { /* two threads must not write one byte */
            return;
        }
        parts = 1;
    }
    bl_plan_run_part(&call->plan, part, parts, operands, parameters, out);
    if (call->last == NULL) {
        return;
    }
    find_last(call, operands, at);
    bl_plan_run_part(call->last, part, parts, at, parameters, (unsigned char *)out + call->last_at[BL_OUT]);
}

bl_status bl_run_all_blocks(const bl_call *call, const void *const *operands, const void *parameters, void *out)
{
    bl_status status;

    if (call->last == NULL) {
        return bl_plan_run(&call->plan, operands, parameters, out);
    }
    status = bl_check_blocks(call, operands, parameters, out);
    if (status == BL_OK) {
        bl_run_blocks_part(call, 0, 1, operands, parameters, out);
    }
    return status;
}
