/* A sentence about the error of an OpenVINO node.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "frontend.h"

static void put_versions(bl_text *to, const bl_openvino_node *node)
{
    bl_put(to, "there is no ");
    bl_put_version(to, node->op->name, node->opset);
    bl_put(to, "; there is ");
    for (size_t i = 0; i < node->op->version_count; ++i) {
        bl_put(to, i > 0 ? ", " : "");
        bl_put_version(to, node->op->name, node->op->versions[i].since);
    }
}

size_t bl_openvino_explain(const bl_openvino_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                           char *text, size_t size)
{
    bl_text to = bl_text_begin(text, size);

    if (node == NULL || node->op == NULL) {
        bl_put(&to, "no node: ");
        bl_put(&to, bl_status_string(status));
    } else {
        const bl_wording wording = {node->op->name, node->op->versions, node->op->version_count,
                                    bl_openvino_dtype_names, bl_openvino_foreign_dtypes, 0};
        const bl_node found = {bl_openvino_version_of(node->op, node->opset), bl_openvino_attributes,
                               BL_OPENVINO_ATTRIBUTE_COUNT, node->given, node->values, count, inputs};

        if (found.version == NULL) {
            put_versions(&to, node);
        } else {
            bl_put_version(&to, node->op->name, found.version->since);
            bl_put_reason(&to, &found, &wording, status);
        }
    }
    return bl_text_end(&to);
}
