/* Broadcast shapes under the four rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "shape.h"

/** The extent that an input has under dim d of the result; 1 where it has no such dim. */
static size_t placed_extent(const bl_array *input, size_t shift, size_t d)
{
    return d >= shift && d - shift < input->rank ? input->shape[d - shift] : 1;
}

/** A one-element array is a scalar to ONNX's legacy rule, whatever its rank and the axis. */
static int has_one_element(const bl_array *input)
{
    for (size_t j = 0; j < input->rank; ++j) {
        if (input->shape[j] != 1) {
            return 0;
        }
    }
    return 1;
}

/** PDPD and ONNX legacy: b onto a from the axis; -1 aligns their last dims. Ranks count before any trimming. */
static bl_status place_from_axis(bl_placement *placement, ptrdiff_t axis, const bl_array *a, const bl_array *b)
{
    placement->rank = a->rank;
    placement->core_begin = 0;
    placement->core_end = b->rank;
    if (placement->rule == BL_RULE_ONNX_LEGACY && has_one_element(b)) {
        placement->axis = 0;
        placement->core_end = 0;
        return BL_OK;
    }
    if (b->rank > a->rank) {
        return BL_SHAPES_DO_NOT_BROADCAST;
    }
    if (axis < -1 || (axis >= 0 && (size_t)axis > a->rank - b->rank)) {
        return BL_AXIS_OUT_OF_RANGE;
    }
    placement->axis = axis < 0 ? a->rank - b->rank : (size_t)axis;
    if (placement->rule == BL_RULE_ONNX_LEGACY) {
        while (b->shape[placement->core_begin] == 1) {
            ++placement->core_begin;
        }
        while (b->shape[placement->core_end - 1] == 1) {
            --placement->core_end;
        }
    }
    return BL_OK;
}

bl_status bl_place(bl_placement *placement, bl_rule rule, ptrdiff_t axis, size_t count, const bl_array *const *inputs)
{
    size_t rank = 0;

    if (inputs == NULL && count > 0) {
        return BL_NULL_POINTER;
    }
    for (size_t i = 0; i < count; ++i) {
        if (inputs[i] == NULL || (inputs[i]->shape == NULL && inputs[i]->rank > 0)) {
            return BL_NULL_POINTER;
        }
        rank = inputs[i]->rank > rank ? inputs[i]->rank : rank;
    }
    placement->rule = rule;
    placement->rank = rank;
    placement->axis = 0;
    placement->core_begin = 0;
    placement->core_end = 0;
    switch (rule) {
    case BL_RULE_NUMPY:
        return BL_OK;
    case BL_RULE_NONE:
        for (size_t i = 0; i < count; ++i) {
            if (inputs[i]->rank != rank) {
                return BL_SHAPES_DIFFER;
            }
        }
        return BL_OK;
    case BL_RULE_PDPD:
    case BL_RULE_ONNX_LEGACY:
        return count == 2 ? place_from_axis(placement, axis, inputs[0], inputs[1]) : BL_UNKNOWN_RULE;
    case BL_RULE_COUNT:
        break;
    }
    return BL_UNKNOWN_RULE;
}

bl_status bl_broadcast_dim(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                           size_t *extent)
{
    size_t common = 1;

    for (size_t i = 0; i < count; ++i) {
        const size_t shift = bl_placed_shift(placement, inputs[i], i);
        const size_t own = placed_extent(inputs[i], shift, d);

        if (i == 0) {
            common = own;
        } else if (own != common) {
            switch (placement->rule) {
            case BL_RULE_NUMPY:
                if (common == 1) {
                    common = own;
                } else if (own != 1) {
                    return BL_SHAPES_DO_NOT_BROADCAST;
                }
                break;
            case BL_RULE_PDPD:
                if (own != 1) {
                    return BL_SHAPES_DO_NOT_BROADCAST;
                }
                break;
            case BL_RULE_ONNX_LEGACY: /* ones outside the core were trimmed; within it nothing stretches */
                if (d >= shift + placement->core_begin && d < shift + placement->core_end) {
                    return BL_SHAPES_DO_NOT_BROADCAST;
                }
                break;
            default:
                return BL_SHAPES_DIFFER;
            }
        }
    }
    *extent = common;
    return BL_OK;
}

bl_status bl_broadcast_shape(bl_rule rule, ptrdiff_t axis, size_t count, const bl_array *const *inputs,
                             size_t capacity, size_t *shape, size_t *rank)
{
    bl_placement placement;
    bl_status status = bl_place(&placement, rule, axis, count, inputs);

    if (status != BL_OK) {
        return status;
    }
    if (rank == NULL || (shape == NULL && capacity > 0)) {
        return BL_NULL_POINTER;
    }
    for (size_t d = 0; d < placement.rank; ++d) { /* all is known to be well before anything is written */
        size_t extent;

        status = bl_broadcast_dim(&placement, count, inputs, d, &extent);
        if (status != BL_OK) {
            return status;
        }
    }
    *rank = placement.rank;
    if (placement.rank > capacity) {
        return BL_TOO_MANY_DIMS;
    }
    for (size_t d = 0; d < placement.rank; ++d) {
        (void)bl_broadcast_dim(&placement, count, inputs, d, &shape[d]);
    }
    return BL_OK;
}
