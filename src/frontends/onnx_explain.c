/* What is wrong with an ONNX node, in a sentence.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "../dtype.h"
#include "frontend.h"

/* by bit */
static const char *const attribute_names[] = {"broadcast", "axis", "consumed_inputs"};

static void put_attribute(bl_text *to, const bl_onnx_node *node, const bl_onnx_version *version)
{
    const unsigned wrong = node->given & ~(unsigned)version->attributes;
    const unsigned first = wrong & (0 - wrong);
    const char *before = "; ";
    const char *after = "; no version has";

    bl_put(to, " has no attribute ");
    bl_put(to, bl_first_attribute(wrong, sizeof attribute_names / sizeof attribute_names[0], attribute_names));
    for (size_t i = 0; i < node->op->version_count; ++i) {
        if ((node->op->versions[i].attributes & first) != 0) {
            bl_put(to, before);
            bl_put_version(to, node->op->name, node->op->versions[i].since);
            before = " and ";
            after = after[0] == ';' ? " has it" : " have it";
        }
    }
    bl_put(to, after);
}

/** The oldest version that takes the dtype. */
static void put_taker(bl_text *to, const bl_onnx_op *op, bl_dtype dtype)
{
    for (size_t i = 0; i < op->version_count; ++i) {
        if ((op->versions[i].dtypes >> dtype & 1) != 0) {
            bl_put_version(to, op->name, op->versions[i].since);
            bl_put(to, " (opset ");
            bl_put_number(to, op->versions[i].since);
            bl_put(to, " on) does");
            return;
        }
    }
    bl_put(to, "no version does");
}

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

/** The node's attributes that shapes depend on: ", broadcast = 1, axis = 3". */
static void put_placing(bl_text *to, const bl_onnx_node *node)
{
    if ((node->given & BL_ONNX_BROADCAST) != 0) {
        bl_put(to, ", broadcast = ");
        bl_put_number(to, node->broadcast);
    }
    if ((node->given & BL_ONNX_AXIS) != 0) {
        bl_put(to, ", axis = ");
        bl_put_number(to, node->axis);
    }
}

/** After the version's name. */
static void put_reason(bl_text *to, const bl_onnx_node *node, const bl_onnx_version *version,
                       const bl_array *const *inputs, bl_status status)
{
    const bl_op *op = version->op;
    const bl_array *typed_by = inputs != NULL ? bl_typed_by(op, inputs) : NULL;
    const bl_dtype dtype = typed_by != NULL ? typed_by->dtype : BL_DTYPE_COUNT;

    if (status == BL_ATTRIBUTE_NOT_IN_VERSION) {
        put_attribute(to, node, version);
    } else if (status == BL_UNKNOWN_ATTRIBUTE_VALUE) {
        bl_put(to, ": broadcast is 0 or 1, not ");
        bl_put_number(to, node->broadcast);
    } else if (status == BL_AXIS_WITHOUT_BROADCAST) {
        bl_put(to, ": axis is given, but broadcast is not 1");
    } else if (status == BL_DTYPE_NOT_IN_VERSION && bl_is_dtype(dtype)) {
        bl_put(to, " does not take ");
        bl_put(to, bl_onnx_dtype_names[dtype]);
        bl_put(to, "; ");
        put_taker(to, node->op, dtype);
    } else if (status == BL_UNSUPPORTED_DTYPE && bl_is_dtype(dtype)) {
        bl_put(to, " takes ");
        bl_put(to, bl_onnx_dtype_names[dtype]);
        bl_put(to, ", but Broadloom as it was built does not");
    } else if (status == BL_DTYPES_DIFFER && inputs != NULL) {
        bl_put(to, ": the inputs are ");
        bl_put_dtypes(to, op->arity, inputs, bl_onnx_dtype_names);
        bl_put(to, op->typed_by[0] > 1 ? ", but the first must be bool and the others alike" : ", but must be alike");
    } else {
        bl_put(to, ": ");
        if (bl_is_about_shapes(status) && inputs != NULL) {
            bl_put_shapes(to, op->arity, inputs);
            put_placing(to, node);
            bl_put(to, ": ");
        }
        bl_put(to, bl_status_string(status));
    }
}

size_t bl_onnx_explain(const bl_onnx_node *node, const bl_array *const *inputs, bl_status status, char *text,
                       size_t size)
{
    const bl_onnx_version *version;
    bl_text to = bl_text_begin(text, size);

    if (node == NULL || node->op == NULL) {
        bl_put(&to, "no node: ");
        bl_put(&to, bl_status_string(status));
        return bl_text_end(&to);
    }
    version = bl_onnx_version_at(node->op, node->opset);
    if (status == BL_UNKNOWN_OPSET) {
        put_opset(&to, node);
    } else if (status == BL_NOT_IN_OPSET) {
        put_absence(&to, node);
    } else if (version == NULL) {
        bl_put(&to, node->op->name);
        bl_put(&to, ": ");
        bl_put(&to, bl_status_string(status));
    } else {
        bl_put_version(&to, node->op->name, version->since);
        put_reason(&to, node, version, inputs, status);
    }
    return bl_text_end(&to);
}
