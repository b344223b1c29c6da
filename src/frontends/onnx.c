/* The ONNX front end: from a node to an operator under a rule.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "frontend.h"

bl_status bl_onnx_set(bl_onnx_node *node, const char *attribute, size_t count, const int64_t *values)
{
    const int is_broadcast = attribute != NULL && bl_same_text(attribute, "broadcast");

    if (node == NULL || attribute == NULL) {
        return BL_NULL_POINTER;
    }
    if (bl_same_text(attribute, "consumed_inputs")) {
        node->given |= BL_ONNX_CONSUMED_INPUTS;
        return BL_OK;
    }
    if (!is_broadcast && !bl_same_text(attribute, "axis")) {
        return BL_UNKNOWN_ATTRIBUTE;
    }
    if (count != 1) {
        return BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    if (values == NULL) {
        return BL_NULL_POINTER;
    }
    if (is_broadcast) {
        node->given |= BL_ONNX_BROADCAST;
        node->broadcast = values[0];
    } else {
        node->given |= BL_ONNX_AXIS;
        node->axis = values[0];
    }
    return BL_OK;
}

const bl_onnx_version *bl_onnx_version_at(const bl_onnx_op *op, int64_t opset)
{
    const bl_onnx_version *found = NULL;

    if (op == NULL || opset < 1 || opset > BL_ONNX_NEWEST_OPSET) {
        return NULL;
    }
    for (size_t i = 0; i < op->version_count && op->versions[i].since <= opset; ++i) {
        found = &op->versions[i];
    }
    return found;
}

/** Everything about the node that is wrong whatever the shapes, or what it means. */
static bl_status find_meaning(const bl_onnx_node *node, const bl_array *const *inputs, bl_meaning *meaning)
{
    const bl_onnx_version *version;
    int64_t broadcast;

    if (node == NULL || node->op == NULL) {
        return BL_NULL_POINTER;
    }
    if (node->opset < 1 || node->opset > BL_ONNX_NEWEST_OPSET) {
        return BL_UNKNOWN_OPSET;
    }
    version = bl_onnx_version_at(node->op, node->opset);
    if (version == NULL) {
        return BL_NOT_IN_OPSET;
    }
    if ((node->given & ~(unsigned)version->attributes) != 0) {
        return BL_ATTRIBUTE_NOT_IN_VERSION;
    }
    broadcast = (node->given & BL_ONNX_BROADCAST) != 0 ? node->broadcast : version->broadcast;
    if (broadcast != 0 && broadcast != 1) {
        return BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    if (broadcast == 0 && (node->given & BL_ONNX_AXIS) != 0) {
        return BL_AXIS_WITHOUT_BROADCAST;
    }
    meaning->op = version->op;
    meaning->rule = (bl_rule)(broadcast == 1 ? version->broadcast_rule : version->rule);
    meaning->axis = (node->given & BL_ONNX_AXIS) != 0 ? bl_axis(node->axis) : version->axis;
    meaning->onto = 0;
    return bl_check_inputs(version->op, version->dtypes, inputs);
}

bl_status bl_onnx_infer_shape(const bl_onnx_node *node, const bl_array *const *inputs, size_t capacity, size_t *shape,
                              size_t *rank, bl_dtype *dtype)
{
    bl_meaning meaning;
    const bl_status status = find_meaning(node, inputs, &meaning);

    return status == BL_OK ? bl_infer_shape(&meaning, inputs, capacity, shape, rank, dtype) : status;
}

bl_status bl_onnx_plan(bl_plan *plan, const bl_onnx_node *node, const bl_array *const *inputs, const bl_array *out,
                       const bl_options *options)
{
    bl_meaning meaning;
    bl_options meant;
    const bl_status status = find_meaning(node, inputs, &meaning);

    if (status != BL_OK) {
        return status;
    }
    meant = bl_meant_options(&meaning, options);
    return bl_plan_make(plan, meaning.op, inputs, out, &meant);
}

bl_status bl_onnx_run(const bl_onnx_node *node, const bl_array *const *inputs, const bl_array *out,
                      const bl_options *options)
{
    bl_meaning meaning;
    bl_options meant;
    const bl_status status = find_meaning(node, inputs, &meaning);

    if (status != BL_OK) {
        return status;
    }
    meant = bl_meant_options(&meaning, options);
    return bl_run(meaning.op, inputs, NULL, out, &meant);
}
