/* What the specs' front ends share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_FRONTEND_H
#define BL_FRONTEND_H

#include "broadloom.h"
#include "../text.h"

/** What a node comes to once its version and attributes are settled: an operator under a rule. */
typedef struct bl_meaning {
    const bl_op *op;
    bl_rule rule;
    ptrdiff_t axis;
    size_t onto;
} bl_meaning;

/** An axis as it stands in a model. What ptrdiff_t cannot hold is out of range under any rule, and stays so. */
ptrdiff_t bl_axis(int64_t axis);

/** The input whose dtype is the operator's first type variable. */
static inline const bl_array *bl_typed_by(const bl_op *op, const bl_array *const *inputs)
{
    return inputs[op->typed_by[0] - 1];
}

/** Whether a version with these dtypes (bit 1 << bl_dtype) takes the inputs. BL_NULL_POINTER, BL_UNKNOWN_DTYPE,
 * BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE, BL_DTYPES_DIFFER. */
bl_status bl_check_inputs(const bl_op *op, unsigned dtypes, const bl_array *const *inputs);

/** The output's shape and dtype, for inputs that bl_check_inputs has passed. */
bl_status bl_infer_shape(const bl_meaning *meaning, const bl_array *const *inputs, size_t capacity, size_t *shape,
                         size_t *rank, bl_dtype *dtype);

/** The caller's options with the meaning's rule and axis; `options` may be NULL. */
bl_options bl_meant_options(const bl_meaning *meaning, const bl_options *options);

/* ---- Sentences about what is wrong (explain.c) ---- */

/** "Add-7". */
void bl_put_version(bl_text *to, const char *op, int64_t version);

/** "float and int8"; the dtypes' names are the spec's. */
void bl_put_dtypes(bl_text *to, size_t count, const bl_array *const *inputs, const char *const *names);

/** "[2,3] and []". */
void bl_put_shapes(bl_text *to, size_t count, const bl_array *const *inputs);

/** Whether a status is about how the inputs' shapes come together. */
int bl_is_about_shapes(bl_status status);

/** The name of the first of the attributes (bit 1 << i for names[i]), or of none that is known. */
const char *bl_first_attribute(unsigned attributes, size_t count, const char *const *names);

#endif
