/* A sentence about the error of an ONNX node.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "frontend.h"

static void put_opset(bl_text *to, const bl_onnx_node *node)
{
    bl_put(to, "there is no opset ");
    bl_put_number(to, node->opset);
    bl_put(to, "; 1 to ");
    bl_put_number(to, BL_ONNX_NEWEST_OPSET);
    bl_put(to, " are known");
}

static void put_absence(bl_text *to, const bl_onnx_node *node)
{
    bl_put(to, node->op->name);
    bl_put(to, " is not in opset ");
    bl_put_number(to, node->opset);
    bl_put(to, "; it begins in opset ");
    bl_put_number(to, node->op->versions[0].since);
}

size_t bl_onnx_explain(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                       char *text, size_t size)
{
    bl_text to = bl_text_begin(text, size);

    if (node == NULL || node->op == NULL) {
        bl_put(&to, "no node: ");
        bl_put(&to, bl_status_string(status));
    } else if (status == BL_UNKNOWN_OPSET) {
        put_opset(&to, node);
    } else if (status == BL_NOT_IN_OPSET) {
        put_absence(&to, node);
    } else {
        const bl_wording wording = {node->op->name, node->op->versions, node->op->version_count,
                                    bl_onnx_dtype_names, bl_onnx_foreign_dtypes, 1};
        const bl_node found = {bl_onnx_version_at(node->op, node->opset), bl_onnx_attributes, BL_ONNX_ATTRIBUTE_COUNT,
                               node->given, node->values, count, inputs};

        if (found.version == NULL) {
            bl_put(&to, node->op->name);
            bl_put(&to, ": ");
            bl_put(&to, bl_status_string(status));
        } else {
            bl_put_version(&to, node->op->name, found.version->since);
            bl_put_reason(&to, &found, &wording, status);
        }
    }
    return bl_text_end(&to);
}
