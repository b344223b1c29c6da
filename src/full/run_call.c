/* bl_plan_run of a plan that is one kernel call: a few compares per operand, and the kernel, which takes its arguments in the
 * order in which they come. Nothing is called before it and nothing is kept for after it: what a call stores beside the
 * results, the processor has to store in between. What these compares do not find fine goes the long way.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"
#include "rows.h"

/** Whether all operands, which begin at their pointers, lie in memory, and as they must; and if there is nothing to gain by
 * cutting a row. Given the inputs' addresses joined by |, and all operands' predecessors. */
static inline int are_fine_for_call(const bl_plan *plan, uintptr_t inputs, uintptr_t before, uintptr_t out)
{
    return before < ~(uintptr_t)plan->most_bytes && bl_are_placed(inputs | out, plan->table->width) &&
           (!plan->is_long || !bl_may_cut(inputs, out));
}

/** Whether an operand does not meet the output, or is in place. */
static inline int is_apart_or_in_place(const bl_plan *plan, size_t operand, uintptr_t in, uintptr_t out)
{
    return !bl_meet(in, plan->bytes[operand], out, plan->bytes[BL_OUT]) || (in == out && bl_has(plan->same_strides, operand));
}

bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    const uintptr_t to = (uintptr_t)out;

    if (plan == NULL || inputs == NULL || plan->count == 0) {
        return bl_plan_run_otherwise(plan, inputs, parameters, out);
    }
    if (plan->quick == BL_CALL_1) {
        const uintptr_t a = (uintptr_t)inputs[0];

        if (are_fine_for_call(plan, a, (a - 1) | (to - 1), to) && is_apart_or_in_place(plan, 1, a, to)) {
            ((bl_kernel_1 *)plan->kernel)(plan->cols, inputs[0], out, plan->rows, plan->dims[plan->rank - 1u].stride);
            return BL_OK;
        }
#if BL_MAX_ARITY >= 2
    } else if (plan->quick == BL_CALL_2) {
        const uintptr_t a = (uintptr_t)inputs[0];
        const uintptr_t b = (uintptr_t)inputs[1];

        if (are_fine_for_call(plan, a | b, (a - 1) | (b - 1) | (to - 1), to) && is_apart_or_in_place(plan, 1, a, to) && is_apart_or_in_place(plan, 2, b, to)) {
            if (plan->swapped) { /* one row */
                ((bl_kernel_2 *)plan->kernel)(plan->cols, inputs[1], inputs[0], out, 1, NULL);
            } else {
                ((bl_kernel_2 *)plan->kernel)(plan->cols, inputs[0], inputs[1], out, plan->rows, plan->dims[plan->rank - 1u].stride);
            }
            return BL_OK;
        }
#endif
#if BL_MAX_ARITY >= 3
    } else if (plan->quick == BL_CALL_3) {
        const uintptr_t a = (uintptr_t)inputs[0];
        const uintptr_t b = (uintptr_t)inputs[1];
        const uintptr_t c = (uintptr_t)inputs[2];

        if (are_fine_for_call(plan, a | b | c, (a - 1) | (b - 1) | (c - 1) | (to - 1), to) && is_apart_or_in_place(plan, 1, a, to) &&
            is_apart_or_in_place(plan, 2, b, to) && is_apart_or_in_place(plan, 3, c, to)) {
            ((bl_kernel_3 *)plan->kernel)(plan->cols, inputs[0], inputs[1], inputs[2], out, plan->rows,
                                          plan->dims[plan->rank - 1u].stride);
            return BL_OK;
        }
#endif
    }
    return bl_plan_run_otherwise(plan, inputs, parameters, out);
}
