/* What is wrong with an OpenVINO node, in a sentence.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "../dtype.h"
#include "frontend.h"

/* by bit */
static const char *const attribute_names[] = {"auto_broadcast", "axis", "m_pythondiv"};

/* by bl_rule */
static const char *const rule_names[BL_RULE_COUNT] = {"numpy", "none", "pdpd", "onnx legacy", "uni", "channel"};

static void put_versions(bl_text *to, const bl_openvino_node *node)
{
    bl_put(to, "there is no ");
    bl_put_version(to, node->op->name, node->opset);
    bl_put(to, "; there is ");
    for (size_t i = 0; i < node->op->version_count; ++i) {
        bl_put(to, i > 0 ? ", " : "");
        bl_put_version(to, node->op->name, node->op->versions[i].opset);
    }
}

/** The version that takes the dtype. */
static void put_taker(bl_text *to, const bl_openvino_op *op, bl_dtype dtype)
{
    for (size_t i = 0; i < op->version_count; ++i) {
        if ((op->versions[i].dtypes >> dtype & 1) != 0) {
            bl_put_version(to, op->name, op->versions[i].opset);
            bl_put(to, " does");
            return;
        }
    }
    bl_put(to, "no version does");
}

/** After the version's name. */
static void put_reason(bl_text *to, const bl_openvino_node *node, const bl_openvino_version *version,
                       const bl_array *const *inputs, bl_status status)
{
    const bl_op *op = version->op;
    const bl_array *typed_by = inputs != NULL ? bl_typed_by(op, inputs) : NULL;
    const bl_dtype dtype = typed_by != NULL ? typed_by->dtype : BL_DTYPE_COUNT;
    const bl_rule rule =
        (node->given & BL_OPENVINO_AUTO_BROADCAST) != 0 ? node->auto_broadcast : (bl_rule)version->auto_broadcast;

    if (status == BL_ATTRIBUTE_NOT_IN_VERSION) {
        bl_put(to, " has no attribute ");
        bl_put(to, bl_first_attribute(node->given & ~(unsigned)version->attributes,
                                      sizeof attribute_names / sizeof attribute_names[0], attribute_names));
    } else if (status == BL_UNKNOWN_ATTRIBUTE_VALUE) {
        bl_put(to, ": auto_broadcast is none, numpy or pdpd, and m_pythondiv is 0 or 1");
    } else if (status == BL_DTYPE_NOT_IN_VERSION && bl_is_dtype(dtype)) {
        bl_put(to, " does not take ");
        bl_put(to, bl_openvino_dtype_names[dtype]);
        bl_put(to, "; ");
        put_taker(to, node->op, dtype);
    } else if (status == BL_UNSUPPORTED_DTYPE && bl_is_dtype(dtype)) {
        bl_put(to, " takes ");
        bl_put(to, bl_openvino_dtype_names[dtype]);
        bl_put(to, ", but Broadloom as it was built does not");
    } else if (status == BL_DTYPES_DIFFER && inputs != NULL) {
        bl_put(to, ": the inputs are ");
        bl_put_dtypes(to, op->arity, inputs, bl_openvino_dtype_names);
        bl_put(to, op->typed_by[0] > 1 ? ", but the first must be boolean and the others alike" : ", but must be alike");
    } else {
        bl_put(to, ": ");
        if (bl_is_about_shapes(status) && inputs != NULL && (unsigned)rule < (unsigned)BL_RULE_COUNT) {
            bl_put_shapes(to, op->arity, inputs);
            bl_put(to, ", auto_broadcast = ");
            bl_put(to, rule_names[rule]);
            if (rule == BL_RULE_PDPD) {
                bl_put(to, ", axis = ");
                bl_put_number(to, (node->given & BL_OPENVINO_AXIS) != 0 ? node->axis : version->axis);
            }
            bl_put(to, ": ");
        }
        bl_put(to, bl_status_string(status));
    }
}

size_t bl_openvino_explain(const bl_openvino_node *node, const bl_array *const *inputs, bl_status status, char *text,
                           size_t size)
{
    const bl_openvino_version *version;
    bl_text to = bl_text_begin(text, size);

    if (node == NULL || node->op == NULL) {
        bl_put(&to, "no node: ");
        bl_put(&to, bl_status_string(status));
        return bl_text_end(&to);
    }
    version = bl_openvino_version_of(node->op, node->opset);
    if (version == NULL) {
        put_versions(&to, node);
    } else {
        bl_put_version(&to, node->op->name, version->opset);
        put_reason(&to, node, version, inputs, status);
    }
    return bl_text_end(&to);
}
