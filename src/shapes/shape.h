/* The alignment of the inputs' dims with the dims of their broadcast shape; shared by the planners.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_SHAPE_H
#define BL_SHAPE_H

#include "broadloom.h"
#include "../basics/text.h"

/** The meaning of a null pointer to options. */
extern const bl_options bl_default_options;

/** The places of the inputs: dim d of the result is dim d - shift of an input, if it has one. */
typedef struct bl_placement {
    bl_rule rule;
    size_t rank; /* of the result */
#if BL_WITH_RULES_ONTO
    int is_right_aligned; /* all inputs are: the next fields do not affect their shifts */
    size_t onto;          /* the input that has the result's shape, if the rule names one; otherwise 0 */
    size_t axis;          /* the first dim of the result with which the other inputs are aligned … */
    size_t channels;      /* … under the channel rule only inputs of this many values */
#endif
} bl_placement;

/** Write an array's shape: "[2,3]", for a single element "[]". shape_text.c */
void bl_put_shape(bl_text *to, const bl_array *array);

/** Place the inputs by rank and axis. Extents are not compared yet: bl_broadcast_dim does that. */
bl_status bl_place(bl_placement *placement, const bl_options *options, size_t count, const bl_array *const *inputs);

/** The extent of dim d of the result, or an error's status. */
bl_status bl_broadcast_dim(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                           size_t *extent);

#if BL_WITH_RULES_ONTO

/** bl_placed_shift if not all inputs are right-aligned. */
size_t bl_shift_from_axis(const bl_placement *placement, const bl_array *input, size_t i);

#endif

/** The shift of input i to the right within the result. ONNX's legacy rule accepts a single element with any rank, for which the
 * shift may wrap; then it is larger than every dim of the result, and the input has none of them. */
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
