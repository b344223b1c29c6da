/* Finding an operator's table by the dtypes of arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_OP_TABLE_H
#define BL_OP_TABLE_H

#include "broadloom.h"

/** The operator's table for the dtypes of these arrays, or the status that says why there is none: BL_NULL_POINTER,
 * BL_UNKNOWN_DTYPE, BL_UNSUPPORTED_DTYPE, BL_DTYPES_DIFFER, BL_WRONG_OUTPUT_DTYPE. */
bl_status bl_find_table(const bl_op *op, const bl_array *const *inputs, const bl_array *out, const bl_table **table);

#endif
