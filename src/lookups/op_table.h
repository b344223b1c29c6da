/* Finding an operator's table by the dtypes of arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_OP_TABLE_H
#define BL_OP_TABLE_H

#include "broadloom.h"

/** The operator's table for the dtypes of these arrays, or the reason why there is none: BL_NULL_POINTER,
 * BL_UNKNOWN_DTYPE, BL_UNSUPPORTED_DTYPE, BL_DTYPES_DIFFER, BL_WRONG_OUTPUT_DTYPE. */
bl_status bl_find_table(const bl_op *op, const bl_array *const *inputs, const bl_array *out, const bl_table **table);

#if !BL_RUNTIME_COMPACT

/** The same for an operator with one type variable, inline. NULL for other operators, and if there is no table. */
static inline const bl_table *bl_only_table(const bl_op *op, const bl_array *const *inputs, const bl_array *out)
{
    const bl_array *typed_by = op->typed_by[0] == 0 ? out : inputs[op->typed_by[0] - 1];
    unsigned dtype;

    if (op->variable_count != 1 || typed_by == NULL || (unsigned)typed_by->dtype >= BL_DTYPE_COUNT) {
        return NULL;
    }
    dtype = (unsigned)typed_by->dtype;
    return op->first[dtype] < op->first[dtype + 1] ? op->tables[op->first[dtype]] : NULL;
}

#endif

#endif
