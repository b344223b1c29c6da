/* bl_plan_run for a plan that is one kernel call: a few comparisons per operand, and then the kernel, which takes its arguments in the
 * same order. Nothing is called before it, and no value is saved for later, because the processor would have to interleave such stores
 * with the results. The slow function checks arguments that these comparisons do not accept.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"
#include "rows.h"

/** The place of an operand that begins at its pointer. */
BL_ALWAYS_INLINE bl_reach reach_of(const bl_plan *plan, size_t operand, const void *pointer)
{
    return bl_reach_of(pointer, 0, plan->bytes[operand]);
}

/** Whether operands are sufficiently aligned and within memory, and cutting a row gains nothing. With fewer than
 * three inputs, the last one is repeated. */
BL_ALWAYS_INLINE int are_placed(const bl_plan *plan, bl_reach a, bl_reach b, bl_reach c, bl_reach out)
{
    return bl_is_placed(bl_joined(bl_joined(a, b), bl_joined(c, out)), plan->table->width, plan->most_bytes) &&
           (!plan->is_long || !bl_may_cut(a.at | b.at | c.at, out.at));
}

bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    if (plan == NULL || inputs == NULL || plan->count == 0) {
        return bl_plan_run_slow(plan, inputs, parameters, out);
    }
    if (plan->quick == BL_CALL_1) {
        const bl_reach to = reach_of(plan, BL_OUT, out);
        const bl_reach a = reach_of(plan, 1, inputs[0]);

        if (are_placed(plan, a, a, a, to) && bl_plan_is_apart(plan, 1, a, to)) {
            ((bl_kernel_1 *)plan->kernel)(plan->cols, inputs[0], out, plan->rows, plan->dims[plan->rank - 1u].stride);
            return BL_OK;
        }
#if BL_MAX_ARITY >= 2
    } else if (plan->quick == BL_CALL_2) {
        const bl_reach to = reach_of(plan, BL_OUT, out);
        const bl_reach a = reach_of(plan, 1, inputs[0]);
        const bl_reach b = reach_of(plan, 2, inputs[1]);

        if (are_placed(plan, a, b, b, to) && bl_plan_is_apart(plan, 1, a, to) && bl_plan_is_apart(plan, 2, b, to)) {
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
        const bl_reach to = reach_of(plan, BL_OUT, out);
        const bl_reach a = reach_of(plan, 1, inputs[0]);
        const bl_reach b = reach_of(plan, 2, inputs[1]);
        const bl_reach c = reach_of(plan, 3, inputs[2]);

        if (are_placed(plan, a, b, c, to) && bl_plan_is_apart(plan, 1, a, to) && bl_plan_is_apart(plan, 2, b, to) && bl_plan_is_apart(plan, 3, c, to)) {
            ((bl_kernel_3 *)plan->kernel)(plan->cols, inputs[0], inputs[1], inputs[2], out, plan->rows,
                                          plan->dims[plan->rank - 1u].stride);
            return BL_OK;
        }
#endif
    }
    return bl_plan_run_slow(plan, inputs, parameters, out);
}
