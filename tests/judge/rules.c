/* Options, and broadcasting under the rules: written from docs/semantics.md and include/broadloom.h, without src/.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

/* ---- Options ---- */

static int has_rule(bl_rule rule)
{
    switch (rule) {
    case BL_RULE_NUMPY:
        return 1;
    case BL_RULE_NONE:
        return BL_WITH_RULE_NONE;
    case BL_RULE_PDPD:
        return BL_WITH_RULE_PDPD;
    case BL_RULE_ONNX_LEGACY:
        return BL_WITH_RULE_ONNX_LEGACY;
    case BL_RULE_UNI:
        return BL_WITH_RULE_UNI;
    case BL_RULE_CHANNEL:
        return BL_WITH_RULE_CHANNEL;
    default:
        return 0;
    }
}

static uint8_t is_there[64]; /* by instruction set */

void find_isas(void)
{
    for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
        is_there[isa] = (uint8_t)bl_isa_available(isa);
    }
}

void define_options(const bl_options *options, definition *is)
{
    if (options->isa != BL_ISA_ANY && (options->isa < 0 || strcmp(bl_isa_name(options->isa), "?") == 0)) {
        add_fault(is, BL_UNKNOWN_ISA);
    } else if (options->isa != BL_ISA_ANY && !is_there[options->isa]) {
        add_fault(is, BL_UNAVAILABLE_ISA);
    }
    if (options->on_zero_divisor != BL_ZERO_DIVISOR_GIVES_ZERO && !(BL_REFUSES_ZERO && options->on_zero_divisor == BL_ZERO_DIVISOR_REFUSED)) {
        add_fault(is, BL_UNKNOWN_OPTION);
    }
}

/* ---- Shapes: docs/semantics.md, "How shapes come together" ---- */

static int is_one_element(const bl_array *input)
{
    for (size_t j = 0; j < input->rank; ++j) {
        if (input->shape[j] != 1) {
            return 0;
        }
    }
    return 1;
}

/** The strides of an input with dim 0 aligned with dim `lies` of the result. */
static void define_walk(const bl_array *input, size_t lies, ptrdiff_t *walk)
{
    for (size_t j = 0; j < input->rank; ++j) {
        if (input->shape[j] != 1 && lies + j < MAX_TEST_RANK) {
            walk[lies + j] = stride_of(input, j);
        }
    }
}

/** The result has this input's shape. */
static void take_shape(const bl_array *input, definition *is)
{
    is->rank = input->rank;
    for (size_t d = 0; d < input->rank; ++d) {
        is->shape[d] = input->shape[d];
    }
}

static void define_numpy(size_t count, const bl_array *const *inputs, definition *is)
{
    is->rank = 0;
    for (size_t i = 0; i < count; ++i) {
        is->rank = inputs[i]->rank > is->rank ? inputs[i]->rank : is->rank;
    }
    for (size_t d = 0; d < is->rank; ++d) {
        is->shape[d] = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t lies = is->rank - inputs[i]->rank;

        for (size_t j = 0; j < inputs[i]->rank; ++j) {
            size_t *extent = &is->shape[lies + j];

            if (inputs[i]->shape[j] != 1 && *extent != 1 && *extent != inputs[i]->shape[j]) {
                add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
            }
            *extent = inputs[i]->shape[j] != 1 ? inputs[i]->shape[j] : *extent;
        }
        define_walk(inputs[i], lies, is->walk[i]);
    }
}

static void define_none(size_t count, const bl_array *const *inputs, definition *is)
{
    take_shape(inputs[0], is);
    for (size_t i = 0; i < count; ++i) {
        int differs = inputs[i]->rank != is->rank;

        for (size_t d = 0; d < is->rank && !differs; ++d) {
            differs = inputs[i]->shape[d] != is->shape[d];
        }
        if (differs) {
            add_fault(is, BL_SHAPES_DIFFER);
        } else {
            define_walk(inputs[i], 0, is->walk[i]);
        }
    }
}

/** Each dim must be the result's or 1; under ONNX's legacy rule only ones at the beginning and the end may differ from the result's. */
static void define_placed(const bl_array *input, size_t lies, int legacy, definition *is, ptrdiff_t *walk)
{
    size_t first = 0, last = input->rank;

    while (first < last && input->shape[first] == 1) {
        ++first;
    }
    while (last > first && input->shape[last - 1] == 1) {
        --last;
    }
    for (size_t j = 0; j < input->rank; ++j) {
        const int is_inner = legacy && j >= first && j < last;

        if (input->shape[j] != is->shape[lies + j] && (input->shape[j] != 1 || is_inner)) {
            add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
        }
    }
    define_walk(input, lies, walk);
}

static void define_onto(const bl_options *options, size_t count, const bl_array *const *inputs, definition *is)
{
    const bl_array *onto;
    const int legacy = options->rule == BL_RULE_ONNX_LEGACY, has_axis = legacy || options->rule == BL_RULE_PDPD;

    if (options->onto >= count) {
        add_fault(is, BL_UNKNOWN_OPTION);
        return;
    }
    onto = inputs[options->onto];
    take_shape(onto, is);
    define_walk(onto, 0, is->walk[options->onto]);
    if (has_axis && count == 1 && options->axis != -1) {
        add_doubt(is, BL_AXIS_OUT_OF_RANGE); /* the axis places nothing */
    }
    for (size_t i = 0; i < count; ++i) {
        const bl_array *input = inputs[i];
        const size_t channels = is->rank > 1 ? 1 : 0;

        if (i == options->onto || (legacy && is_one_element(input))) {
            continue;
        }
        if (input->rank > is->rank) {
            add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
            if (has_axis) {
                add_fault(is, BL_AXIS_OUT_OF_RANGE); /* as true */
            }
        } else if (has_axis && options->axis != -1 &&
                   (options->axis < 0 || (size_t)options->axis > is->rank - input->rank)) {
            add_fault(is, BL_AXIS_OUT_OF_RANGE);
        } else if (options->rule == BL_RULE_CHANNEL && input->rank == 1 && is->rank > 0 &&
                   input->shape[0] == is->shape[channels]) {
            define_placed(input, channels, 0, is, is->walk[i]);
        } else {
            define_placed(input, has_axis && options->axis != -1 ? (size_t)options->axis : is->rank - input->rank, legacy, is,
                          is->walk[i]);
        }
    }
}

void define_shapes(const bl_options *options, size_t count, const bl_array *const *inputs, definition *is)
{
    if (!has_rule(options->rule)) {
        add_fault(is, BL_UNKNOWN_RULE);
    } else if (options->rule == BL_RULE_NUMPY) {
        define_numpy(count, inputs, is);
    } else if (options->rule == BL_RULE_NONE) {
        define_none(count, inputs, is);
    } else {
        define_onto(options, count, inputs, is);
    }
}
