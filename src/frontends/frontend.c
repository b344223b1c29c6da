/* What the specs' front ends share: from a node's meaning to shapes and plans.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "frontend.h"
#include "../plan.h"

ptrdiff_t bl_axis(int64_t axis)
{
    return (ptrdiff_t)axis == axis ? (ptrdiff_t)axis : PTRDIFF_MAX;
}

bl_status bl_check_inputs(const bl_op *op, unsigned dtypes, const bl_array *const *inputs)
{
    const bl_table *table;
    bl_status status;

    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    for (size_t i = 0; i < op->arity; ++i) {
        if (inputs[i] == NULL) {
            return BL_NULL_POINTER;
        }
        if (!bl_is_dtype(inputs[i]->dtype)) {
            return BL_UNKNOWN_DTYPE;
        }
    }
    if ((dtypes >> bl_typed_by(op, inputs)->dtype & 1) == 0) {
        return BL_DTYPE_NOT_IN_VERSION;
    }
    status = bl_find_table(op, inputs, NULL, &table);
    for (size_t i = 0; status == BL_OK && i < op->arity; ++i) {
        if ((unsigned)inputs[i]->dtype != table->dtypes[i + 1]) {
            status = BL_DTYPES_DIFFER;
        }
    }
    return status;
}

bl_status bl_infer_shape(const bl_meaning *meaning, const bl_array *const *inputs, size_t capacity, size_t *shape,
                         size_t *rank, bl_dtype *dtype)
{
    const bl_table *table;
    bl_options options;
    bl_status status;

    if (rank == NULL || dtype == NULL || (shape == NULL && capacity > 0)) {
        return BL_NULL_POINTER;
    }
    options = bl_meant_options(meaning, NULL);
    status = bl_broadcast_shape(&options, meaning->op->arity, inputs, capacity, shape, rank);
    if (status == BL_OK) {
        status = bl_find_table(meaning->op, inputs, NULL, &table);
    }
    if (status == BL_OK) {
        *dtype = (bl_dtype)table->dtypes[BL_OUT];
    }
    return status;
}

bl_options bl_meant_options(const bl_meaning *meaning, const bl_options *options)
{
    bl_options meant = BL_DEFAULT_OPTIONS;

    if (options != NULL) {
        meant = *options;
    }
    meant.rule = meaning->rule;
    meant.axis = meaning->axis;
    meant.onto = meaning->onto;
    return meant;
}
