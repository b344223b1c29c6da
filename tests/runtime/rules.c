/* Broadcast shapes: the examples in the rules' documents, and their corner cases. bl_broadcast_shape must give each of them; those with as
 * many inputs as an operator are also planned, and run on numbers that differ between elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define MOST_DIMS 5
#define MOST_INPUTS 5

/** Shapes as text; missing ones are NULL. */
typedef struct example {
    bl_rule rule;
    ptrdiff_t axis;
    size_t onto;
    const char *inputs[MOST_INPUTS];
    bl_status status;
    const char *result;
    const char *meant[MOST_INPUTS]; /* the shapes that the inputs would have under numpy after reshaping */
} example;

static const example examples[] = {
    /* ONNX Broadcasting.md, multidirectional */
    {BL_RULE_NUMPY, -1, 0, {"2,3,4,5", ""}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"4,5", "2,3,4,5"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"1,4,5", "2,3,1,1"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3,4,5", "2,1,1,1"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3,4,5", "2,1,1,5"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3,4,5", "1,3,1,5"}, BL_OK, "2,3,4,5", {NULL}},
    /* OpenVINO broadcast rules, numpy */
    {BL_RULE_NUMPY, -1, 0, {"", ""}, BL_OK, "", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3", "1"}, BL_OK, "2,3", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3", "2,3"}, BL_OK, "2,3", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3,5", ""}, BL_OK, "2,3,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,1,5", "1,4,5"}, BL_OK, "2,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"6,5", "2,1,5"}, BL_OK, "2,6,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,1,5", "4,1"}, BL_OK, "2,4,5", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3,2,1,4", "5,4"}, BL_OK, "3,2,5,4", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"1,5,3", "5,2,1,3"}, BL_OK, "5,2,5,3", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3", "2"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3,1,5", "4,4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"8,1,6,1", "7,1,5"}, BL_OK, "8,7,6,5", {NULL}},
    /* 0 is an ordinary size that is not 1 */
    {BL_RULE_NUMPY, -1, 0, {"0", "0"}, BL_OK, "0", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"3,0", "1"}, BL_OK, "3,0", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"1", "0"}, BL_OK, "0", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"0", "2"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2", "0"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_NUMPY, 7, 0, {"2", "2"}, BL_OK, "2", {NULL}}, /* the axis is not used */
    /* none */
    {BL_RULE_NONE, -1, 0, {"2,3,4,5", "2,3,4,5"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_NONE, -1, 0, {"", ""}, BL_OK, "", {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,4", "1,2,4"}, BL_SHAPES_DIFFER, NULL, {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,4", "2,1"}, BL_SHAPES_DIFFER, NULL, {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,1", "2,4"}, BL_SHAPES_DIFFER, NULL, {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,0", "2,0"}, BL_OK, "2,0", {NULL}},
    /* OpenVINO pdpd, from its document */
    {BL_RULE_PDPD, 1, 0, {"2,3,4,5", "3,4"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,4,1"}},
    {BL_RULE_PDPD, 1, 0, {"2,3,4,5", "3,1"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,1"}},
    {BL_RULE_PDPD, -1, 0, {"2,3,4,5", "4,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,4,5"}},
    {BL_RULE_PDPD, 2, 0, {"2,3,4,5", "4,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,4,5"}},
    {BL_RULE_PDPD, 0, 0, {"2,3,4,5", "1,3"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,1"}},
    {BL_RULE_PDPD, -1, 0, {"2,3,4,5", ""}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_PDPD, -1, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,5"}},
    {BL_RULE_PDPD, 3, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,5"}},
    {BL_RULE_PDPD, 1, 0, {"8,1,6,1", "7,1,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    /* pdpd as in OpenVINO's code since 2025: interior ones stretch, ranks count untrimmed */
    {BL_RULE_PDPD, 1, 0, {"2,3,4,5", "3,1,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,5"}},
    {BL_RULE_PDPD, -1, 0, {"8,7,6,5", "7,1,5"}, BL_OK, "8,7,6,5", {"8,7,6,5", "1,7,1,5"}},
    {BL_RULE_PDPD, -1, 0, {"8,7,6,5", "8,1,6,5"}, BL_OK, "8,7,6,5", {"8,7,6,5", "8,1,6,5"}},
    {BL_RULE_PDPD, 3, 0, {"2,3,4,5", "5,1"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_PDPD, -2, 0, {"2,3,4,5", "5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_PDPD, 4, 0, {"2,3,4,5", "5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_PDPD, 5, 0, {"2,3,4,5", ""}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_PDPD, -1, 0, {"2,3,4,1", "2,3,4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_PDPD, -1, 0, {"4,5", "2,3,4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_PDPD, 1, 0, {"2,3,4,5", "4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_PDPD, 0, 0, {"0,3", "1"}, BL_OK, "0,3", {"0,3", "1,1"}},
    {BL_RULE_PDPD, 0, 0, {"1,3", "0"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    /* ONNX legacy, from its document */
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,3,4,5", ""}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,3,4,5", "1,1"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,5"}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,3,4,5", "4,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,4,5"}},
    {BL_RULE_ONNX_LEGACY, 1, 0, {"2,3,4,5", "3,4"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,4,1"}},
    {BL_RULE_ONNX_LEGACY, 0, 0, {"2,3,4,5", "2"}, BL_OK, "2,3,4,5", {"2,3,4,5", "2,1,1,1"}},
    /* its published tests, which need ones trimmed at both ends */
    {BL_RULE_ONNX_LEGACY, 0, 0, {"2,3", "2,1"}, BL_OK, "2,3", {"2,3", "2,1"}},
    {BL_RULE_ONNX_LEGACY, 0, 0, {"2,3", "1,3"}, BL_OK, "2,3", {"2,3", "1,3"}},
    {BL_RULE_ONNX_LEGACY, 1, 0, {"2,3", "3"}, BL_OK, "2,3", {"2,3", "1,3"}},
    /* within the trimmed part nothing stretches; a single element fits anywhere */
    {BL_RULE_ONNX_LEGACY, 1, 0, {"2,3,4,5", "3,1,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 9, 0, {"2,3,4,5", "1"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2", "1,1,1"}, BL_OK, "2", {"2", "1"}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,3,4,5", "4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 3, 0, {"2,3,4,5", "4,5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, -2, 0, {"2,3,4,5", "5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 3, 0, {"2,3,4,5", "5,1"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}}, /* before trimming */
    {BL_RULE_ONNX_LEGACY, -1, 0, {"4,5", "2,3,4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, -1, 0, {"2,1,5", "4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 0, 0, {"0,3", "0"}, BL_OK, "0,3", {"0,3", "0,1"}},
    /* ONNX, unidirectional: its document's examples; an input that would enlarge the first, in a dim or in rank, does not fit */
    {BL_RULE_UNI, -1, 0, {"2,3,4,5", ""}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_UNI, -1, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,5"}},
    {BL_RULE_UNI, -1, 0, {"2,3,4,5", "2,1,1,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "2,1,1,5"}},
    {BL_RULE_UNI, 7, 0, {"2,3,4,5", "1,3,1,5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,5"}}, /* no axis */
    {BL_RULE_UNI, -1, 0, {"3,1", "3,4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_UNI, -1, 0, {"4", "3,4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_UNI, -1, 0, {"2,3", "1,1,3"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_UNI, -1, 0, {"2,3", "2"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_UNI, -1, 0, {"0,3", "1"}, BL_OK, "0,3", {"0,3", "1,1"}},
    {BL_RULE_UNI, -1, 0, {"1", "0"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    /* OpenVINO PReLU: as many values as channels are one for each channel, even if the last dim has the same length */
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "3"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,1"}},
    {BL_RULE_CHANNEL, -1, 0, {"2,5,4,5", "5"}, BL_OK, "2,5,4,5", {"2,5,4,5", "1,5,1,1"}},
    {BL_RULE_CHANNEL, 3, 0, {"2,3,4", "3"}, BL_OK, "2,3,4", {"2,3,4", "1,3,1"}}, /* no axis */
    {BL_RULE_CHANNEL, -1, 0, {"2,3", "3"}, BL_OK, "2,3", {"2,3", "1,3"}},
    {BL_RULE_CHANNEL, -1, 0, {"6", "6"}, BL_OK, "6", {"6", "6"}},
    {BL_RULE_CHANNEL, -1, 0, {"2,0,4", "0"}, BL_OK, "2,0,4", {"2,0,4", "1,0,1"}},
    /* other inputs are right-aligned, and never larger than the first */
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,5"}},
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "1"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,1,1,1"}},
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "3,1,1"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,1"}},
    {BL_RULE_CHANNEL, -1, 0, {"6", "1"}, BL_OK, "6", {"6", "1"}},
    {BL_RULE_CHANNEL, -1, 0, {"", ""}, BL_OK, "", {"", ""}},
    {BL_RULE_CHANNEL, -1, 0, {"", "1"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "1,3"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_CHANNEL, -1, 0, {"2,3,4,5", "4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_CHANNEL, -1, 0, {"3,1,5", "2,1"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    /* any number of inputs */
    {BL_RULE_NUMPY, -1, 0, {"2,1", "3", "1,1,1"}, BL_OK, "1,2,3", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"5,1,1,1,1", "4,1,1,1", "3,1,1", "2,1", "1"}, BL_OK, "5,4,3,2,1", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {"2,3", "3", "2"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_NUMPY, -1, 9, {"3", "2,1", ""}, BL_OK, "2,3", {NULL}}, /* this rule uses no input's shape for the result */
    {BL_RULE_NUMPY, -1, 0, {"2,3"}, BL_OK, "2,3", {NULL}},
    {BL_RULE_NUMPY, -1, 0, {NULL}, BL_OK, "", {NULL}},
    {BL_RULE_NONE, -1, 9, {"2,3", "2,3", "2,3"}, BL_OK, "2,3", {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,3", "2,3", "3"}, BL_SHAPES_DIFFER, NULL, {NULL}},
    {BL_RULE_NONE, -1, 0, {"2,3", "2,3", "2,1"}, BL_SHAPES_DIFFER, NULL, {NULL}},
    /* onto any of them, each of the others separately: OpenVINO Select (cond and else onto then), scales by channel */
    {BL_RULE_PDPD, -1, 1, {"4,5", "2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"1,1,4,5", "2,3,4,5", "1,1,1,5"}},
    {BL_RULE_PDPD, 1, 1, {"3", "2,3,4,5", "3,4"}, BL_OK, "2,3,4,5", {"1,3,1,1", "2,3,4,5", "1,3,4,1"}},
    {BL_RULE_PDPD, 0, 1, {"2,1,4", "2,3,4,5", ""}, BL_OK, "2,3,4,5", {"2,1,4,1", "2,3,4,5", "1,1,1,1"}},
    {BL_RULE_PDPD, 1, 0, {"2,3,4,5", "3", "3"}, BL_OK, "2,3,4,5", {"2,3,4,5", "1,3,1,1", "1,3,1,1"}},
    {BL_RULE_PDPD, -1, 1, {"4,5", "2,3,4,5"}, BL_OK, "2,3,4,5", {"1,1,4,5", "2,3,4,5"}},
    {BL_RULE_PDPD, 0, 1, {"2", "2,2"}, BL_OK, "2,2", {"2,1", "2,2"}},
    {BL_RULE_PDPD, 1, 3, {"3", "3,4", "3,4,5", "2,3,4,5"}, BL_OK, "2,3,4,5", {NULL}},
    {BL_RULE_PDPD, 9, 0, {"2,3"}, BL_OK, "2,3", {"2,3"}}, /* there is nothing to place */
    {BL_RULE_PDPD, -1, 1, {"2,3,4,5", "4,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_PDPD, 1, 1, {"3", "2,3,4,5", "4"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_PDPD, 2, 1, {"4,5", "2,3,4,5", "3,4,5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_PDPD, -1, 2, {"2", "2"}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    {BL_RULE_PDPD, -1, 3, {"2", "2", "2"}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    {BL_RULE_PDPD, -1, 0, {NULL}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 1, 2, {"3,1", "1", "2,3,4,5"}, BL_OK, "2,3,4,5", {"1,3,1,1", "1,1,1,1", "2,3,4,5"}},
    {BL_RULE_ONNX_LEGACY, 1, 0, {"2,3", "3", "1,1,1"}, BL_OK, "2,3", {"2,3", "1,3", "1,1"}},
    {BL_RULE_ONNX_LEGACY, 0, 1, {"2,1", "2,3"}, BL_OK, "2,3", {"2,1", "2,3"}},
    {BL_RULE_ONNX_LEGACY, 1, 0, {"2,3,4,5", "3,4", "3,1,5"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, 3, 1, {"1", "2,3,4,5", "4,5"}, BL_AXIS_OUT_OF_RANGE, NULL, {NULL}},
    {BL_RULE_ONNX_LEGACY, -1, 2, {"1", "1"}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    {BL_RULE_UNI, -1, 1, {"5", "2,3,4,5", "4,1"}, BL_OK, "2,3,4,5", {"1,1,1,5", "2,3,4,5", "1,1,4,1"}},
    {BL_RULE_UNI, -1, 1, {"5", "4,1"}, BL_SHAPES_DO_NOT_BROADCAST, NULL, {NULL}},
    {BL_RULE_UNI, -1, 2, {"5", "5"}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    {BL_RULE_CHANNEL, -1, 1, {"3", "2,3,4,5", "5"}, BL_OK, "2,3,4,5", {"1,3,1,1", "2,3,4,5", "1,1,1,5"}},
    {BL_RULE_CHANNEL, -1, 1, {"3", "2,3,3", "3"}, BL_OK, "2,3,3", {"1,3,1", "2,3,3", "1,3,1"}},
    {BL_RULE_CHANNEL, -1, 2, {"5", "5"}, BL_UNKNOWN_OPTION, NULL, {NULL}},
    /* no such rules */
    {BL_RULE_COUNT, -1, 0, {"2", "2"}, BL_UNKNOWN_RULE, NULL, {NULL}},
    {(bl_rule)-1, -1, 0, {"2", "2"}, BL_UNKNOWN_RULE, NULL, {NULL}},
};

static void from_text(test_array *made, bl_dtype dtype, const char *text)
{
    size_t shape[MOST_DIMS];
    size_t rank = 0;

    while (*text != '\0') {
        char *end;

        shape[rank++] = (size_t)strtoul(text, &end, 10);
        text = *end == ',' ? end + 1 : end;
    }
    set_shape(made, dtype, rank, shape);
}

/* The example's inputs and result, in their arenas. Returns the number of inputs. */
static size_t set_up(const example *of, test_array *inputs, test_array *out)
{
    size_t count = 0;

    while (count < MOST_INPUTS && of->inputs[count] != NULL) {
        const int is_condition = count == 0 && of->inputs[1] != NULL && of->inputs[2] != NULL;

        from_text(&inputs[count], is_condition ? BL_BOOL : BL_F32, of->inputs[count]);
        if (count < BL_MAX_ARITY) {
            place(&inputs[count], &input_arenas[count], 0);
        }
        ++count;
    }
    from_text(out, BL_F32, of->result != NULL ? of->result : "");
    place(out, &out_arena, 0);
    return count;
}

static int shapes_come_out(const example *of, const bl_options *options)
{
    test_array inputs[MOST_INPUTS], out;
    const bl_array *arrays[MOST_INPUTS];
    const size_t count = set_up(of, inputs, &out);
    size_t shape[MOST_DIMS] = {77, 77, 77, 77, 77};
    size_t rank = 99;
    bl_status status;

    for (size_t i = 0; i < count; ++i) {
        arrays[i] = &inputs[i].array;
    }
    status = bl_broadcast_shape(options, count, arrays, MOST_DIMS, shape, &rank);
    if (of->status != BL_OK) {
        return status == of->status && rank == 99 && shape[0] == 77;
    }
    return status == BL_OK && rank == out.array.rank && memcmp(shape, out.shape, rank * sizeof *shape) == 0;
}

/* Compare the results of a plan under the rule with a loop over the intended shapes. */
static int results_come_out(const bl_op *op, const bl_plan *plan, const example *of, const test_array *inputs,
                            const test_array *out)
{
    const size_t rank = out->array.rank;
    test_array meant[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    size_t index[MOST_DIMS] = {0};
    int same = 1;

    for (size_t i = 0; i < op->arity; ++i) {
        from_text(&meant[i], inputs[i].array.dtype, of->meant[0] != NULL ? of->meant[i] : of->inputs[i]);
        meant[i].array.data = inputs[i].array.data;
        data[i] = inputs[i].array.data;
    }
    if (bl_plan_run(plan, data, NULL, out->array.data) != BL_OK) {
        return 0;
    }
    for (size_t left = plan->count; left > 0; --left) {
        const unsigned char *from[BL_MAX_ARITY];
        unsigned char expected[4];
        size_t d = rank;

        for (size_t i = 0; i < op->arity; ++i) {
            from[i] = element(&meant[i], rank, index);
        }
        oracle(op->name, BL_F32, from, expected);
        same = same && memcmp(element(out, rank, index), expected, sizeof expected) == 0;
        while (d > 0 && ++index[d - 1] == out->shape[d - 1]) {
            index[--d] = 0;
        }
    }
    return same;
}

/* With an operator of this many inputs, if there is one. */
static int plans_come_out(const example *of, const bl_options *options)
{
    test_array inputs[MOST_INPUTS], out;
    const bl_array *arrays[MOST_INPUTS];
    const size_t count = set_up(of, inputs, &out);
    const bl_op *op = count == 2 ? bl_op_by_name("sub") : count == 3 ? bl_op_by_name("select")
                                                                     : NULL;
    bl_status status;
    bl_plan plan;

    if (op == NULL) {
        return 1;
    }
    for (size_t i = 0; i < count; ++i) {
        arrays[i] = &inputs[i].array;
    }
    status = bl_plan_make(&plan, op, arrays, &out.array, options);
    return status == of->status && (status != BL_OK || results_come_out(op, &plan, of, inputs, &out));
}

/* "(2,3) and (3)". */
static const char *shapes_of(const example *of, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < MOST_INPUTS && of->inputs[i] != NULL; ++i) {
        length += (size_t)snprintf(text + length, size - length, "%s(%s)", i > 0 ? " and " : "", of->inputs[i]);
    }
    return text;
}

/* The first dims fit together and the last do not; and a shape with too little room. */
static void nothing_is_written_on_error(void)
{
    const size_t three[] = {2, 3}, four[] = {2, 4};
    const bl_array a = {NULL, BL_F32, 2, three, NULL}, b = {NULL, BL_F32, 2, four, NULL};
    const bl_array *const differing[] = {&a, &b}, *const equal[] = {&a, &a};
    size_t shape[2] = {77, 77};
    size_t rank = 99;

    ok(bl_broadcast_shape(NULL, 2, differing, 2, shape, &rank) == BL_SHAPES_DO_NOT_BROADCAST && shape[0] == 77 &&
           shape[1] == 77 && rank == 99,
       "where shapes do not broadcast, nothing is written");
    ok(bl_broadcast_shape(NULL, 2, equal, 1, shape, &rank) == BL_TOO_MANY_DIMS && shape[0] == 77 && rank == 2,
       "where there is no room for the shape, only the rank is written");
}

static void null_pointers(void)
{
    const size_t dims[] = {2, 3};
    const bl_array a = {NULL, BL_F32, 2, dims, NULL}, without_shape = {NULL, BL_F32, 2, NULL, NULL};
    const bl_array *const inputs[] = {&a, &a}, *const without[] = {&a, NULL}, *const shapeless[] = {&a, &without_shape};
    size_t shape[2], rank;

    is(bl_broadcast_shape(NULL, 2, NULL, 2, shape, &rank), BL_NULL_POINTER, "null inputs");
    is(bl_broadcast_shape(NULL, 2, without, 2, shape, &rank), BL_NULL_POINTER, "a null input");
    is(bl_broadcast_shape(NULL, 2, inputs, 2, NULL, &rank), BL_NULL_POINTER, "null shape");
    is(bl_broadcast_shape(NULL, 2, inputs, 2, shape, NULL), BL_NULL_POINTER, "null rank");
    is(bl_broadcast_shape(NULL, 2, shapeless, 2, shape, &rank), BL_NULL_POINTER, "an input without shape");
}

/* Nine dims that merge to eight, in an order in which the two that merge are not neighbours. */
static void dims_merge_in_any_order(void)
{
    const size_t shape[9] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    const ptrdiff_t apart[9] = {2, 383, 191, 95, 47, 23, 11, 5, 1}, beside[9] = {383, 191, 95, 47, 23, 11, 5, 2, 1};
    const bl_array first = {NULL, BL_F32, 9, shape, apart}, second = {NULL, BL_F32, 9, shape, beside};
    const bl_array *const inputs[] = {&first, &first}, *const others[] = {&second, &second};
    bl_plan plan;

    ok(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &first, NULL) == BL_OK &&
           bl_plan_make(&plan, bl_op_by_name("add"), others, &second, NULL) == BL_OK,
       "nine dims that merge to eight can be planned, whatever their order");
}

int main(void)
{
    static const char *const rules[] = {"numpy", "none", "pdpd", "onnx legacy", "uni", "channel"};

    make_arenas();
    fill(&input_arenas[0], BL_F32);
    fill(&input_arenas[1], BL_F32);
    fill(&input_arenas[2], BL_F32);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; ++i) {
        const example *of = &examples[i];
        bl_options options = BL_DEFAULT_OPTIONS;
        char text[100];

        options.rule = of->rule;
        options.axis = of->axis;
        options.onto = of->onto;
        ok(shapes_come_out(of, &options) & plans_come_out(of, &options), "%s, axis %td, onto %zu: %s: %s",
           (unsigned)of->rule < BL_RULE_COUNT ? rules[of->rule] : "no rule", of->axis, of->onto,
           shapes_of(of, text, sizeof text), of->status == BL_OK ? of->result : bl_status_string(of->status));
    }
    nothing_is_written_on_error();
    null_pointers();
    dims_merge_in_any_order();
    return done_testing();
}
