/* Nodes of the front ends for published test vectors: see vectors_node.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "vectors_node.h"

#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static bool set_attributes(vector_node *n, const ebv_case *record)
{
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i < record->attribute_count; ++i) {
        const ebv_attribute *attribute = &record->attributes[i];

        if (n->onnx.op != NULL) {
            const int64_t value = strtol(attribute->text, NULL, 10);

            status = bl_onnx_set(&n->onnx, attribute->name, 1, &value);
        } else if (n->openvino.op != NULL) {
            status = bl_openvino_set(&n->openvino, attribute->name, attribute->text);
        } else {
            status = BL_UNKNOWN_ATTRIBUTE;
        }
    }
    return status == BL_OK;
}

static bool set_rule(vector_node *n, const ebv_case *record)
{
    char axis[32];

    if (n->openvino.op == NULL) {
        return true; /* ONNX's versions have one rule each, or the attribute `broadcast` */
    }
    if (record->rule != EBV_NUMPY && record->rule != EBV_NONE && record->rule != EBV_PDPD) {
        return false;
    }
    snprintf(axis, sizeof axis, "%ld", record->axis);
    return bl_openvino_set(&n->openvino, "auto_broadcast",
                           record->rule == EBV_NUMPY  ? "numpy"
                           : record->rule == EBV_NONE ? "none"
                                                      : "pdpd") == BL_OK &&
           (!record->has_axis || bl_openvino_set(&n->openvino, "axis", axis) == BL_OK);
}

bool vector_make_node(vector_node *n, const ebv_case *record)
{
    static const bl_options defaults = BL_DEFAULT_OPTIONS;

    memset(n, 0, sizeof *n);
    n->options = defaults;
    if (strcmp(record->domain, "onnx") == 0) {
        n->onnx.op = bl_onnx_op_by_name(record->op);
        n->onnx.opset = record->opset;
    } else if (strcmp(record->domain, "openvino") == 0) {
        n->openvino.op = bl_openvino_op_by_name(record->op);
        n->openvino.opset = record->opset;
    } else if (strcmp(record->domain, "numpy") == 0 && strcmp(record->op, "FloorDivide") == 0) {
        n->plain = &bl_op_floor_div;
    }
    n->arity = n->onnx.op != NULL       ? n->onnx.op->input_count
               : n->openvino.op != NULL ? n->openvino.op->input_count
               : n->plain != NULL       ? n->plain->arity
                                        : 0;
    return n->arity > 0 && set_attributes(n, record) && set_rule(n, record);
}

const bl_op *vector_op(const vector_node *n, bl_dtype dtype)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_version_at(n->onnx.op, n->onnx.opset)->op;
    }
    if (n->openvino.op != NULL) {
        const bl_openvino_version *version = bl_openvino_version_of(n->openvino.op, n->openvino.opset);
        const bool is_float = oracle_types[dtype].kind == ORACLE_FLOAT;
        const bool floors = (n->openvino.given & BL_OPENVINO_M_PYTHONDIV) != 0 ? n->openvino.m_pythondiv != 0
                                                                               : version->m_pythondiv != 0;

        return version->python_op != NULL && floors && !is_float ? version->python_op : version->op;
    }
    return n->plain;
}

bl_status vector_infer(const vector_node *n, const bl_array *const *inputs, size_t *shape, size_t *rank,
                       bl_dtype *dtype)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_infer_shape(&n->onnx, inputs, VECTOR_MAX_RANK, shape, rank, dtype);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_infer_shape(&n->openvino, inputs, VECTOR_MAX_RANK, shape, rank, dtype);
    }
    *dtype = (bl_dtype)bl_op_table(n->plain, &inputs[0]->dtype)->dtypes[0];
    return bl_broadcast_shape(NULL, n->arity, inputs, VECTOR_MAX_RANK, shape, rank);
}

bl_status vector_plan(const vector_node *n, bl_plan *plan, const bl_array *const *inputs, const bl_array *out)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_plan(plan, &n->onnx, inputs, out, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_plan(plan, &n->openvino, inputs, out, &n->options);
    }
    return bl_plan_make(plan, n->plain, inputs, out, &n->options);
}

bl_status vector_run(const vector_node *n, const bl_array *const *inputs, const bl_array *out)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_run(&n->onnx, inputs, out, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_run(&n->openvino, inputs, out, &n->options);
    }
    return bl_run(n->plain, inputs, NULL, out, &n->options);
}
