/* bl_plan_make: finds the operator's table for the arrays' dtypes, and then calls bl_plan_make_table, in full/plan.c or
 * compact/plan.c, which makes the plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../lookups/op_table.h"

bl_status bl_plan_make(bl_plan *plan, const bl_op *op, const bl_array *const *inputs, const bl_array *out,
                       const bl_options *options)
{
    const bl_table *table;
    bl_status status;

    if (op == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = bl_find_table(op, inputs, out, &table);
    if (status == BL_OK) {
        status = bl_plan_make_table(plan, table, inputs, out, options);
    }
    return status;
}
