/* The ONNX front end: versions by opset, and nodes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "frontend.h"

const bl_node_version *bl_onnx_version_at(const bl_onnx_op *op, int64_t opset)
{
    const bl_node_version *found = NULL;

    if (op == NULL || opset < 1 || opset > BL_ONNX_NEWEST_OPSET) {
        return NULL;
    }
    for (size_t i = 0; i < op->version_count && op->versions[i].since <= opset; ++i) {
        found = &op->versions[i];
    }
    return found;
}

/** The node in the form common to both specifications. */
static bl_status find_onnx_version(bl_node *found, const bl_onnx_node *node, size_t count, const bl_array *const *inputs)
{
    if (node == NULL || node->op == NULL) {
        return BL_NULL_POINTER;
    }
    if (node->opset < 1 || node->opset > BL_ONNX_NEWEST_OPSET) {
        return BL_UNKNOWN_OPSET;
    }
    found->version = bl_onnx_version_at(node->op, node->opset);
    found->attributes = bl_onnx_attributes;
    found->attribute_count = BL_ONNX_ATTRIBUTE_COUNT;
    found->given = node->given;
    found->values = node->values;
    found->count = count;
    found->inputs = inputs;
    return found->version == NULL ? BL_NOT_IN_OPSET : BL_OK;
}

bl_status bl_onnx_infer_shape(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, size_t capacity,
                              size_t *shape, size_t *rank, bl_dtype *dtype)
{
    bl_node found;
    const bl_status status = find_onnx_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_infer_shape(&found, capacity, shape, rank, dtype) : status;
}

bl_status bl_onnx_plan(bl_call *call, const bl_onnx_node *node, size_t count, const bl_array *const *inputs,
                       const bl_array *out, bl_fold_step *steps, const bl_options *options)
{
    bl_node found;
    const bl_status status = find_onnx_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_plan(call, &found, out, steps, options) : status;
}

bl_status bl_onnx_run(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, const bl_array *out,
                      bl_fold_step *steps, const bl_options *options)
{
    bl_node found;
    const bl_status status = find_onnx_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_run(&found, out, steps, options) : status;
}
