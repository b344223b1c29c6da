/* Calls along one dim, with any steps, as in NumPy's inner loops. The plan is filled in directly,
 * because there are no shapes to compare and no dims to merge.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../detection/isa.h"
#include "plan.h"

/** Set an operand's step along the line in bytes, and its span. */
static bl_status set_step(bl_plan *plan, size_t i, ptrdiff_t step)
{
    bl_plan_dim *line = &plan->dims[0];
    const unsigned shift = plan->table->shifts[i];

    if (plan->count > 1 && !bl_is_aligned((uintptr_t)step, shift)) {
        return BL_MISALIGNED;
    }
    line->stride[i] = plan->count == 1 ? 1 : step / ((ptrdiff_t)1 << shift);
    if (line->stride[i] != line->stride[BL_OUT]) {
        plan->same_strides = (uint8_t)(plan->same_strides & ~(1u << i));
    }
    return bl_add_span(plan, i, line) ? BL_OK : BL_SIZE_OVERFLOW;
}

/** Plan n > 0 elements at these steps, except the strategy. */
static bl_status plan_line(bl_plan *plan, const bl_table *table, size_t n, const ptrdiff_t *steps, ptrdiff_t out_step)
{
    bl_status status;

    plan->table = table;
    plan->count = n;
    plan->isas = bl_isas_usable();
#if BL_REFUSES_ZERO
    plan->refuses_zero = 0;
#endif
#if !BL_RUNTIME_COMPACT
    plan->is_plain = 1;
    plan->is_turned = 0;
#endif
    bl_begin_operands(plan);
    plan->rank = 1;
    plan->dims[0].extent = n;
    status = set_step(plan, BL_OUT, out_step);
    for (size_t i = 1; status == BL_OK && i <= table->arity; ++i) {
        status = set_step(plan, i, steps[i - 1]);
    }
    if (status == BL_OK) {
        bl_turn_backward_dim(plan, &plan->dims[0]);
        status = bl_set_reach(plan);
    }
    return status == BL_OK && n > 1 && plan->dims[0].stride[BL_OUT] == 0 ? BL_OVERLAP : status;
}

#if BL_RUNTIME_COMPACT
bl_status bl_run_strided(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                         const void *parameters, void *out, ptrdiff_t out_step)
#else
bl_status bl_run_strided_planned(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                 const void *parameters, void *out, ptrdiff_t out_step)
#endif
{
    bl_plan plan;
    bl_status status;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
#if BL_WITH_PACKED
    if (bl_packed_of(table) != 0) {
        return BL_PACKED_STRIDES;
    }
#endif
    if (inputs == NULL || byte_steps == NULL) {
        return BL_NULL_POINTER;
    }
    status = plan_line(&plan, table, n, byte_steps, out_step);
    if (status == BL_OK) {
        bl_choose_strategy(&plan, 0);
        status = bl_plan_run(&plan, inputs, parameters, out);
    }
    return status;
}

#if BL_WITH_DIVISION
unsigned bl_strided_division(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps)
{
    bl_plan plan;

    if (table == NULL || n == 0 || inputs == NULL || byte_steps == NULL ||
        plan_line(&plan, table, n, byte_steps, (ptrdiff_t)1 << table->shifts[BL_OUT]) != BL_OK) {
        return 0;
    }
    return bl_plan_division(&plan, inputs);
}
#endif
