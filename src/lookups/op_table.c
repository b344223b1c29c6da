/* Finding an operator's table by dtypes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "op_table.h"
#include "../basics/dtype.h"

/** The first table whose first `variables` type variables are these dtypes; NULL if there is none. */
static const bl_table *table_with(const bl_op *op, size_t variables, const bl_dtype *dtypes)
{
    for (size_t t = op->first[dtypes[0]]; t < op->first[dtypes[0] + 1]; ++t) {
        const bl_table *table = op->tables[t];
        size_t v = 1;

        while (v < variables && table->dtypes[op->typed_by[v]] == (uint8_t)dtypes[v]) {
            ++v;
        }
        if (v >= variables) {
            return table;
        }
    }
    return NULL;
}

const bl_table *bl_op_table(const bl_op *op, const bl_dtype *dtypes)
{
    if (op == NULL || dtypes == NULL) {
        return NULL;
    }
    for (size_t v = 0; v < op->variable_count; ++v) {
        if (!bl_is_dtype(dtypes[v])) {
            return NULL;
        }
    }
    return table_with(op, op->variable_count, dtypes);
}

bl_status bl_find_table(const bl_op *op, const bl_array *const *inputs, const bl_array *out, const bl_table **table)
{
    bl_dtype dtypes[BL_MAX_VARIABLES] = {BL_F32};
    size_t fit = 1; /* the most type variables that some table has in this combination */

    for (size_t v = 0; v < op->variable_count; ++v) {
        const bl_array *typed_by = op->typed_by[v] == 0 ? out : inputs[op->typed_by[v] - 1];

        if (typed_by == NULL) {
            return BL_NULL_POINTER;
        }
        if (!bl_is_dtype(typed_by->dtype)) {
            return BL_UNKNOWN_DTYPE;
        }
        dtypes[v] = typed_by->dtype;
    }
    *table = table_with(op, op->variable_count, dtypes);
    if (*table != NULL) {
        return BL_OK;
    }
    if (table_with(op, 1, dtypes) == NULL) {
        return BL_UNSUPPORTED_DTYPE;
    }
    while (table_with(op, fit + 1, dtypes) != NULL) {
        ++fit;
    }
    return op->typed_by[fit] == 0 ? BL_WRONG_OUTPUT_DTYPE : BL_DTYPES_DIFFER;
}
