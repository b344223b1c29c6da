/* How the dims of the inputs lie under the dims of their broadcast shape; shared by shape.c and plan.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_SHAPE_H
#define BL_SHAPE_H

#include "broadloom.h"

/** Where the inputs lie: dim d of the result is dim d - shift of an input, if it has one. */
typedef struct bl_placement {
    bl_rule rule;
    size_t rank;                 /* of the result */
    size_t axis;                 /* the second input's shift, where the rule has an axis */
    size_t core_begin, core_end; /* ONNX legacy: the second input's dims without leading and trailing ones */
} bl_placement;

/** Place the inputs by rank and axis. Extents are not compared yet: bl_broadcast_dim does that. */
bl_status bl_place(bl_placement *placement, bl_rule rule, ptrdiff_t axis, size_t count, const bl_array *const *inputs);

/** The extent of dim d of the result, or what stands against it. */
bl_status bl_broadcast_dim(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                           size_t *extent);

/** How far input i is shifted to the right within the result. */
static inline size_t bl_placed_shift(const bl_placement *placement, const bl_array *input, size_t i)
{
    if (placement->rule == BL_RULE_PDPD || placement->rule == BL_RULE_ONNX_LEGACY) {
        return i == 0 ? 0 : placement->axis;
    }
    return placement->rank - input->rank;
}

#endif
