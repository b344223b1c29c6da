/* Checking and running folds; see fold.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "fold.h"

/* The operands of the finish of a fold with one input, which is a single plan. */
static const uint32_t one_input = 1;

static bl_status check_fold(const bl_fold_step *steps, const bl_fold_operands *on)
{
    bl_status status = BL_OK;

    for (size_t i = 0; i < steps->inputs && status == BL_OK; ++i) {
        const void *input = bl_folded_data(on, i);

        status = bl_plan_check(&steps[i].plan, &input, NULL, on->out);
    }
    return status;
}

static bl_status check_and_run(const bl_fold_step *steps, const bl_fold_operands *on)
{
    const bl_plan *plan = &steps->plan;
    const bl_status status = check_fold(steps, on);

    if (status == BL_OK) {
        const bl_part all = {0, 0, plan->dims[0].extent};

        bl_run_blocks(steps, &all, on);
    }
    return status;
}

bl_status bl_fold_check(const bl_fold_step *steps, const void *const *inputs, void *out)
{
    const bl_fold_operands on = {inputs, NULL, out};

    if (steps == NULL) {
        return BL_NULL_POINTER;
    }
    if (steps->is_plan) {
        return bl_plan_check(&steps->plan, inputs, &one_input, out);
    }
    if (steps->plan.count == 0) {
        return BL_OK;
    }
    return inputs == NULL ? BL_NULL_POINTER : check_fold(steps, &on);
}

bl_status bl_fold_run(const bl_fold_step *steps, const void *const *inputs, void *out)
{
    const bl_fold_operands on = {inputs, NULL, out};

    if (steps == NULL) {
        return BL_NULL_POINTER;
    }
    if (steps->is_plan) {
        return bl_plan_run(&steps->plan, inputs, &one_input, out);
    }
    if (steps->plan.count == 0) {
        return BL_OK;
    }
    return inputs == NULL ? BL_NULL_POINTER : check_and_run(steps, &on);
}

void bl_fold_run_part(const bl_fold_step *steps, size_t part, size_t parts, const void *const *inputs, void *out)
{
    const bl_fold_operands on = {inputs, NULL, out};
    bl_part own;

    if (steps->is_plan) {
        bl_plan_run_part(&steps->plan, part, parts, inputs, &one_input, out);
        return;
    }
    if (steps->plan.count > 0 && bl_part_of(&own, &steps->plan, part, parts, out)) {
        bl_run_blocks(steps, &own, &on);
    }
}

bl_status bl_run_fold(const bl_fold *fold, size_t count, const bl_array *const *inputs, const bl_array *out,
                      bl_fold_step *steps, const bl_options *options)
{
    const bl_status status = bl_fold_make(steps, fold, count, inputs, out, options);

    if (status != BL_OK) {
        return status;
    }
    if (steps->is_plan) {
        const void *data[BL_MOST_AT_ONCE];

        for (size_t i = 0; i < count; ++i) {
            data[i] = inputs[i]->data;
        }
        return bl_plan_run(&steps->plan, data, &one_input, out->data);
    } else {
        const bl_fold_operands on = {NULL, inputs, out->data};

        return steps->plan.count > 0 ? check_and_run(steps, &on) : BL_OK;
    }
}
