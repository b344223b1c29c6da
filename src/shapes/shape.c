/* Broadcast shapes under the rules, for any number of inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "shape.h"

const bl_options bl_default_options = BL_DEFAULT_OPTIONS;

/* ---- Placing ---- */

#if BL_WITH_RULES_ONTO

/** ONNX's legacy rule treats a one-element array as a scalar, for any rank and axis. */
static int has_one_element(const bl_array *input)
{
    for (size_t j = 0; j < input->rank; ++j) {
        if (input->shape[j] != 1) {
            return 0;
        }
    }
    return 1;
}

/** Right-aligned onto one of the inputs. */
static bl_status place_from_right(bl_placement *placement, size_t onto, size_t count, const bl_array *const *inputs)
{
    if (onto >= count) {
        return BL_UNKNOWN_OPTION;
    }
    placement->onto = onto;
    placement->rank = inputs[onto]->rank;
    for (size_t i = 0; i < count; ++i) {
        if (inputs[i]->rank > placement->rank &&
            !(placement->rule == BL_RULE_ONNX_LEGACY && has_one_element(inputs[i]))) {
            return BL_SHAPES_DO_NOT_BROADCAST;
        }
    }
    return BL_OK;
}

#if BL_WITH_RULE_PDPD || BL_WITH_RULE_ONNX_LEGACY

/** The same from the axis on; axis -1 means right-aligned. Ranks are those before any trimming. */
static bl_status place_from_axis(bl_placement *placement, ptrdiff_t axis, size_t onto, size_t count,
                                 const bl_array *const *inputs)
{
    const bl_status status = place_from_right(placement, onto, count, inputs);

    if (status != BL_OK || axis == -1) {
        return status;
    }
    for (size_t i = 0; i < count; ++i) {
        if (i != onto && !(placement->rule == BL_RULE_ONNX_LEGACY && has_one_element(inputs[i])) &&
            (axis < 0 || (size_t)axis > placement->rank - inputs[i]->rank)) {
            return BL_AXIS_OUT_OF_RANGE;
        }
    }
    placement->is_right_aligned = 0;
    placement->axis = (size_t)axis;
    return BL_OK;
}

#endif

#if BL_WITH_RULE_CHANNEL

/** Right-aligned, except rows with a value for each channel of the other input. */
static bl_status place_channels(bl_placement *placement, size_t onto, size_t count, const bl_array *const *inputs)
{
    const bl_status status = place_from_right(placement, onto, count, inputs);

    if (status == BL_OK && placement->rank > 1) { /* with a single dim, the channels are the last dim anyway */
        placement->is_right_aligned = 0;
        placement->axis = 1;
        placement->channels = inputs[onto]->shape[1];
    }
    return status;
}

#endif

#endif

bl_status bl_place(bl_placement *placement, const bl_options *options, size_t count, const bl_array *const *inputs)
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
    placement->rule = options->rule;
    placement->rank = rank;
#if BL_WITH_RULES_ONTO
    placement->is_right_aligned = 1;
    placement->onto = 0;
    placement->axis = 0;
    placement->channels = 0;
#endif
    switch (options->rule) {
    case BL_RULE_NUMPY:
        return BL_OK;
#if BL_WITH_RULE_NONE
    case BL_RULE_NONE:
        for (size_t i = 0; i < count; ++i) {
            if (inputs[i]->rank != rank) {
                return BL_SHAPES_DIFFER;
            }
        }
        return BL_OK;
#endif
#if BL_WITH_RULE_PDPD
    case BL_RULE_PDPD:
        return place_from_axis(placement, options->axis, options->onto, count, inputs);
#endif
#if BL_WITH_RULE_ONNX_LEGACY
    case BL_RULE_ONNX_LEGACY:
        return place_from_axis(placement, options->axis, options->onto, count, inputs);
#endif
#if BL_WITH_RULE_UNI
    case BL_RULE_UNI:
        return place_from_right(placement, options->onto, count, inputs);
#endif
#if BL_WITH_RULE_CHANNEL
    case BL_RULE_CHANNEL:
        return place_channels(placement, options->onto, count, inputs);
#endif
    default:
        return BL_UNKNOWN_RULE;
    }
}

#if BL_WITH_RULES_ONTO

size_t bl_shift_from_axis(const bl_placement *placement, const bl_array *input, size_t i)
{
    if (i == placement->onto) {
        return 0;
    }
    if (placement->rule == BL_RULE_CHANNEL && !(input->rank == 1 && input->shape[0] == placement->channels)) {
        return placement->rank - input->rank;
    }
    return placement->axis;
}

#endif

/* ---- Comparing ---- */

/** The extent of an input's dim that is aligned with dim d of the result; 1 if there is none. */
static size_t placed_extent(const bl_array *input, size_t shift, size_t d)
{
    return d >= shift && d - shift < input->rank ? input->shape[d - shift] : 1;
}

#if BL_WITH_RULES_ONTO

/** Whether the input's dim that is aligned with dim d is between dims that are not 1. */
static int is_inner(const bl_array *input, size_t shift, size_t d)
{
    size_t first = 0;
    size_t last = input->rank;

    if (d < shift || d - shift >= input->rank) {
        return 0;
    }
    while (first < d - shift && input->shape[first] == 1) {
        ++first;
    }
    do {
        --last;
    } while (last > d - shift && input->shape[last] == 1);
    return first < d - shift && d - shift < last;
}

/** The extent of dim d under the rules that name an input with the result's shape. */
static bl_status extent_onto(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                             size_t *extent)
{
    const size_t onto = placement->onto;

    *extent = placed_extent(inputs[onto], bl_placed_shift(placement, inputs[onto], onto), d);
    for (size_t i = 0; i < count; ++i) {
        const size_t shift = bl_placed_shift(placement, inputs[i], i);
        const size_t own = placed_extent(inputs[i], shift, d);

        if (own != *extent && (own != 1 || (placement->rule == BL_RULE_ONNX_LEGACY && is_inner(inputs[i], shift, d)))) {
            return BL_SHAPES_DO_NOT_BROADCAST;
        }
    }
    return BL_OK;
}

#endif

bl_status bl_broadcast_dim(const bl_placement *placement, size_t count, const bl_array *const *inputs, size_t d,
                           size_t *extent)
{
    size_t common = 1;

#if BL_WITH_RULES_ONTO
    if (placement->rule != BL_RULE_NUMPY && placement->rule != BL_RULE_NONE) {
        return extent_onto(placement, count, inputs, d, extent);
    }
#endif
    for (size_t i = 0; i < count; ++i) {
        const size_t own = placed_extent(inputs[i], placement->rank - inputs[i]->rank, d);

        if (own != common && BL_WITH_RULE_NONE && placement->rule == BL_RULE_NONE && i > 0) {
            return BL_SHAPES_DIFFER;
        }
        if (own != common && own != 1) {
            if (common != 1) {
                return BL_SHAPES_DO_NOT_BROADCAST;
            }
            common = own;
        }
    }
    *extent = common;
    return BL_OK;
}

bl_status bl_broadcast_shape(const bl_options *options, size_t count, const bl_array *const *inputs, size_t capacity,
                             size_t *shape, size_t *rank)
{
    bl_placement placement;
    bl_status status = bl_place(&placement, options != NULL ? options : &bl_default_options, count, inputs);

    if (status != BL_OK) {
        return status;
    }
    if (rank == NULL || (shape == NULL && capacity > 0)) {
        return BL_NULL_POINTER;
    }
    for (size_t d = 0; d < placement.rank; ++d) { /* everything is checked before anything is written */
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
