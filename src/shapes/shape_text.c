/* A shape as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "shape.h"

/* objects, which a linker omits if nothing uses them */
static const char shape_opening[] = "[";
static const char shape_comma[] = ",";
static const char shape_closing[] = "]";

void bl_put_shape(bl_text *to, const bl_array *array)
{
    const size_t rank = array->shape != NULL ? array->rank : 0;

    bl_put(to, shape_opening);
    for (size_t d = 0; d < rank; ++d) {
        bl_put(to, d > 0 ? shape_comma : shape_comma + 1);
        bl_put_number(to, (int64_t)array->shape[d]);
    }
    bl_put(to, shape_closing);
}
