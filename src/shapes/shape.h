/* How the dims of the inputs lie under the dims of their broadcast shape; shared by the planners.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_SHAPE_H
#define BL_SHAPE_H

#include "broadloom.h"
#include "../basics/text.h"

/** What a null pointer to options means. */
extern const bl_options bl_default_options;

/** Where the inputs lie: dim d of the result is dim d - shift of an input, if it has one. */
typedef struct bl_placement {
    bl_rule rule;
    size_t rank; /* of the result */
#if BL_WITH_RULES_ONTO
    int is_right_aligned; /* all inputs are: what follows does not matter for their shifts */
    size_t onto;          /* the input that has the result's shape, where the rule names one; else 0 */
    size_t axis;          /* the dim of the result from which on the other inputs lie … */
    size_t channels;      /* … under the channel rule only those that are this many values */
#endif
} bl_placement;

/** Write an array's shape: "[2,3]", of a single element "[]". shape_text.c */
void bl_put_shape(bl_text *to, const bl_array *array);

/** Place the inputs by rank and axis. Extents are not compared yet: bl_broadcast_dim does that. */
bl_status bl_place(bl_placement *placement, const bl_options *options, size_t count, const bl_array *const *inputs);

/** The extent of dim d of the result, or what stands against it. */
bl_status bl_broadcast_dim(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                           size_t *extent);

#if BL_WITH_RULES_ONTO

/** bl_placed_shift where inputs are not all right-aligned. */
size_t bl_shift_from_axis(const bl_placement *placement, const bl_array *input, size_t i);

#endif

/** How far input i is shifted to the right within the result. For a single element that ONNX's legacy rule takes
 * whatever its rank this may wrap; then no dim of the result is as far right, and it has none of them. */
static inline size_t bl_placed_shift(const bl_placement *placement, const bl_array *input, size_t i)
{
#if BL_WITH_RULES_ONTO
    if (!placement->is_right_aligned) {
        return bl_shift_from_axis(placement, input, i);
    }
#else
    (void)i;
#endif
    return placement->rank - input->rank;
}

#endif
