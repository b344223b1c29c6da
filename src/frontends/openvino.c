/* The OpenVINO front end: versions, and nodes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "frontend.h"

const bl_node_version *bl_openvino_version_of(const bl_openvino_op *op, int opset)
{
    for (size_t i = 0; op != NULL && i < op->version_count; ++i) {
        if (opset > 0 && op->versions[i].since == (unsigned)opset) {
            return &op->versions[i];
        }
    }
    return NULL;
}

/** The node in the form common to both specifications. */
static bl_status find_openvino_version(bl_node *found, const bl_openvino_node *node, size_t count,
                                       const bl_array *const *inputs)
{
    if (node == NULL || node->op == NULL) {
        return BL_NULL_POINTER;
    }
    found->version = bl_openvino_version_of(node->op, node->opset);
    found->attributes = bl_openvino_attributes;
    found->attribute_count = BL_OPENVINO_ATTRIBUTE_COUNT;
    found->given = node->given;
    found->values = node->values;
    found->count = count;
    found->inputs = inputs;
    return found->version == NULL ? BL_UNKNOWN_OPSET : BL_OK;
}

bl_status bl_openvino_infer_shape(const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                                  size_t capacity, size_t *shape, size_t *rank, bl_dtype *dtype)
{
    bl_node found;
    const bl_status status = find_openvino_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_infer_shape(&found, capacity, shape, rank, dtype) : status;
}

bl_status bl_openvino_plan(bl_call *call, const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                           const bl_array *out, const bl_options *options)
{
    bl_node found;
    const bl_status status = find_openvino_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_plan(call, &found, out, NULL, options) : status;
}

bl_status bl_openvino_run(const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                          const bl_array *out, const bl_options *options)
{
    bl_node found;
    const bl_status status = find_openvino_version(&found, node, count, inputs);

    return status == BL_OK ? bl_node_run(&found, out, NULL, options) : status;
}
