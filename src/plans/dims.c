/* Parts of planning that both runtimes share: dtypes, operands before dims are added, and the direction of a dim.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"

bl_status bl_check_dtypes(const bl_table *table, const bl_array *const *inputs, const bl_array *out)
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

void bl_begin_operands(bl_plan *plan)
{
    const bl_table *table = plan->table;
    unsigned same_widths = 0;

    for (size_t i = 0; i <= table->arity; ++i) {
        plan->offset[i] = 0;
        plan->below[i] = 0;
        plan->bytes[i] = 0;
        if (table->shifts[i] == table->shifts[BL_OUT] &&
            bl_packed_bits((bl_dtype)table->dtypes[i]) == bl_packed_bits((bl_dtype)table->dtypes[BL_OUT])) {
            same_widths |= 1u << i;
        }
    }
    plan->same_strides = (uint8_t)same_widths;
    plan->rank = 0;
}

ptrdiff_t bl_stride_along(const bl_array *array, size_t d)
{
    size_t inner = 1; /* wraps only if the count is too large and refused */

    if (d >= array->rank || array->shape[d] == 1) {
        return 0;
    }
    if (array->strides != NULL) {
        return array->strides[d];
    }
    for (size_t j = d + 1; j < array->rank; ++j) {
        inner *= array->shape[j];
    }
    return (ptrdiff_t)inner;
}

void bl_turn_backward_dim(bl_plan *plan, bl_plan_dim *dim)
{
    const size_t arity = plan->table->arity;
    int balance = 0;

    if (bl_packed_of(plan->table) != 0) { /* packed operands begin at their pointers and move forwards */
        return;
    }
    for (size_t i = 0; i <= arity; ++i) {
        balance += (dim->stride[i] > 0) - (dim->stride[i] < 0);
    }
    if (balance < 0 || (balance == 0 && dim->stride[BL_OUT] < 0)) { /* the output decides if they are equal */
#if !BL_RUNTIME_COMPACT
        plan->is_turned = 1;
#endif
        for (size_t i = 0; i <= arity; ++i) {
            plan->offset[i] += (ptrdiff_t)(dim->extent - 1) * dim->stride[i];
            dim->stride[i] = -dim->stride[i];
        }
    }
}
