/* A shape as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "shape.h"

void bl_put_shape(bl_text *to, const bl_array *array)
{
    const size_t rank = array->shape != NULL ? array->rank : 0;

    bl_put(to, "[");
    for (size_t d = 0; d < rank; ++d) {
        bl_put(to, d > 0 ? "," : "");
        bl_put_number(to, (int64_t)array->shape[d]);
    }
    bl_put(to, "]");
}
