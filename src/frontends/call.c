/* Running planned nodes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "frontend.h"

/** The operands of a call's plan. */
typedef struct binding {
    const void *operands[BL_MAX_ARITY];
    uint64_t parameters[BL_CALL_PARAMETERS];
} binding;

static bl_status bind_call(const bl_call *call, const void *const *inputs, binding *to)
{
    const bl_table *table = call->plan.table;

    for (size_t k = 0; k < table->arity; ++k) {
        to->operands[k] = call->takes[k] == 0 ? &bl_zero_element : inputs[call->takes[k] - 1];
    }
    for (size_t i = 0; i < BL_CALL_PARAMETERS; ++i) {
        to->parameters[i] = call->parameters[i];
    }
    if (call->values_from > 0 && call->plan.count > 0) {
        return bl_read_values(table, inputs + call->values_from, to->parameters);
    }
    return BL_OK;
}

bl_status bl_call_check(const bl_call *call, const void *const *inputs, void *out)
{
    binding bound;
    bl_status status;

    if (call == NULL || inputs == NULL) {
        return BL_NULL_POINTER;
    }
    if (call->steps != NULL) {
        return bl_fold_check(call->steps, inputs, out);
    }
    status = bind_call(call, inputs, &bound);
    return status == BL_OK ? bl_check_blocks(call, bound.operands, bound.parameters, out) : status;
}

bl_status bl_call_run(const bl_call *call, const void *const *inputs, void *out)
{
    binding bound;
    bl_status status;

    if (call == NULL || inputs == NULL) {
        return BL_NULL_POINTER;
    }
    if (call->steps != NULL) {
        return bl_fold_run(call->steps, inputs, out);
    }
    status = bind_call(call, inputs, &bound);
    return status == BL_OK ? bl_run_all_blocks(call, bound.operands, bound.parameters, out) : status;
}

void bl_call_run_part(const bl_call *call, size_t part, size_t parts, const void *const *inputs, void *out)
{
    binding bound;

    if (call->steps != NULL) {
        bl_fold_run_part(call->steps, part, parts, inputs, out);
    } else if (bind_call(call, inputs, &bound) == BL_OK) {
        bl_run_blocks_part(call, part, parts, bound.operands, bound.parameters, out);
    }
}
