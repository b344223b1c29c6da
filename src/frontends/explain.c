/* Sentences about what is wrong with a node: what the front ends' explanations share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../dtype.h"
#include "frontend.h"

void bl_put_version(bl_text *to, const char *op, int64_t version)
{
    bl_put(to, op);
    bl_put(to, "-");
    bl_put_number(to, version);
}

/** What stands before item i of a list of `count`. */
static const char *joint(size_t i, size_t count)
{
    if (i == 0) {
        return "";
    }
    return i + 1 == count ? " and " : ", ";
}

void bl_put_dtypes(bl_text *to, size_t count, const bl_array *const *inputs, const char *const *names)
{
    for (size_t i = 0; i < count; ++i) {
        bl_put(to, joint(i, count));
        bl_put(to, inputs[i] != NULL && bl_is_dtype(inputs[i]->dtype) ? names[inputs[i]->dtype] : "?");
    }
}

void bl_put_shapes(bl_text *to, size_t count, const bl_array *const *inputs)
{
    for (size_t i = 0; i < count; ++i) {
        const size_t rank = inputs[i] != NULL && inputs[i]->shape != NULL ? inputs[i]->rank : 0;

        bl_put(to, joint(i, count));
        bl_put(to, "[");
        for (size_t d = 0; d < rank; ++d) {
            bl_put(to, d > 0 ? "," : "");
            bl_put_number(to, (int64_t)inputs[i]->shape[d]);
        }
        bl_put(to, "]");
    }
}

int bl_is_about_shapes(bl_status status)
{
    return status == BL_SHAPES_DIFFER || status == BL_SHAPES_DO_NOT_BROADCAST || status == BL_AXIS_OUT_OF_RANGE ||
           status == BL_UNKNOWN_RULE;
}

const char *bl_first_attribute(unsigned attributes, size_t count, const char *const *names)
{
    for (size_t i = 0; i < count; ++i) {
        if ((attributes >> i & 1) != 0) {
            return names[i];
        }
    }
    return "of such a bit";
}
