/* Nodes of the front ends for published test vectors: see node.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "node.h"

#include <stdlib.h>
#include <string.h>

static bl_status set_onnx(bl_onnx_node *node, const ebv_attribute *attribute)
{
    const int64_t integer = strtoll(attribute->text, NULL, 10);

    switch (attribute->type) {
    case 'i':
        return bl_onnx_set(node, attribute->name, 1, &integer);
    case 'f':
        return bl_onnx_set_float(node, attribute->name, strtof(attribute->text, NULL));
    default:
        return bl_onnx_set_string(node, attribute->name, strlen(attribute->text), attribute->text);
    }
}

static bool set_attributes(vector_node *n, const ebv_case *record)
{
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i < record->attribute_count; ++i) {
        const ebv_attribute *attribute = &record->attributes[i];

        status = n->onnx.op != NULL       ? set_onnx(&n->onnx, attribute)
                 : n->openvino.op != NULL ? bl_openvino_set(&n->openvino, attribute->name, attribute->text)
                                          : BL_UNKNOWN_ATTRIBUTE;
    }
    return status == BL_OK;
}

/* ONNX's versions have one rule each, or the attribute `broadcast`; so have those of OpenVINO's without auto_broadcast. */
static bool set_rule(vector_node *n, const ebv_case *record)
{
    static const char *const names[] = {"numpy", "none", NULL, NULL, NULL, "pdpd", NULL};
    const bl_node_version *version;
    char axis[32];

    if (n->openvino.op == NULL) {
        return true;
    }
    version = bl_openvino_version_of(n->openvino.op, n->openvino.opset);
    if (version == NULL || (version->attributes >> BL_OPENVINO_AUTO_BROADCAST & 1) == 0) {
        return version != NULL;
    }
    snprintf(axis, sizeof axis, "%ld", record->axis);
    return names[record->rule] != NULL &&
           bl_openvino_set(&n->openvino, "auto_broadcast", names[record->rule]) == BL_OK &&
           (!record->has_axis || bl_openvino_set(&n->openvino, "axis", axis) == BL_OK);
}

/* The rules of NumPy and of Python that records are about. */
static const bl_op *plain_op(const ebv_case *record)
{
    static const struct {
        const char *name;
        const bl_op *op;
    } ops[] = {
        {"FloorDivide", &bl_op_floor_div},
        {"FloorMod", &bl_op_floor_mod},
        {"TruncMod", &bl_op_fmod},
        {"ShiftLeft", &bl_op_shift_left},
        {"ShiftRight", &bl_op_shift_right},
    };

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
        if (strcmp(record->op, ops[i].name) == 0) {
            return ops[i].op;
        }
    }
    return NULL;
}

bool vector_make_node(vector_node *n, const ebv_case *record)
{
    static const bl_options defaults = BL_DEFAULT_OPTIONS;

    memset(n, 0, sizeof *n);
    n->options = defaults;
    n->count = record->input_count;
    if (strcmp(record->domain, "onnx") == 0) {
        n->onnx.op = bl_onnx_op_by_name(record->op);
        n->onnx.opset = record->opset;
    } else if (strcmp(record->domain, "openvino") == 0) {
        /* some records have the names and the versions of the classes in OpenVINO's code */
        n->openvino.op = bl_openvino_op_by_name(strcmp(record->op, "PRelu") == 0 ? "PReLU" : record->op);
        n->openvino.opset = record->opset > 0 ? record->opset : 1;
    } else {
        n->plain = plain_op(record);
    }
    return (n->onnx.op != NULL || n->openvino.op != NULL || n->plain != NULL) && set_attributes(n, record) &&
           set_rule(n, record);
}

size_t vector_typed_by(const ebv_case *record)
{
    return strcmp(record->op, "Where") == 0 || strcmp(record->op, "Select") == 0 ? 1 : 0;
}

const char *vector_rule(const vector_node *n)
{
    static const char *const names[] = {"numpy", "none", "pdpd", "onnx_legacy", "uni", "channel"};
    const bl_node_version *version = n->onnx.op != NULL ? bl_onnx_version_at(n->onnx.op, n->onnx.opset)
                                                        : bl_openvino_version_of(n->openvino.op, n->openvino.opset);

    if (version->most_rank != BL_ANY_RANK) {
        return version->most_rank == 0 ? "scalar" : "axis";
    }
    if ((n->onnx.given >> BL_ONNX_BROADCAST & 1) != 0 && n->onnx.values[BL_ONNX_BROADCAST] == 1) {
        return names[BL_RULE_ONNX_LEGACY];
    }
    return names[(n->openvino.given >> BL_OPENVINO_AUTO_BROADCAST & 1) != 0
                     ? (size_t)n->openvino.values[BL_OPENVINO_AUTO_BROADCAST]
                     : version->rule];
}

bl_status vector_infer(const vector_node *n, const bl_array *const *inputs, size_t *shape, size_t *rank,
                       bl_dtype *dtype)
{
    const bl_table *table;

    if (n->onnx.op != NULL) {
        return bl_onnx_infer_shape(&n->onnx, n->count, inputs, VECTOR_MAX_RANK, shape, rank, dtype);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_infer_shape(&n->openvino, n->count, inputs, VECTOR_MAX_RANK, shape, rank, dtype);
    }
    table = bl_op_table(n->plain, &inputs[0]->dtype);
    if (table == NULL) {
        return BL_UNSUPPORTED_DTYPE;
    }
    *dtype = (bl_dtype)table->dtypes[0];
    return bl_broadcast_shape(NULL, n->count, inputs, VECTOR_MAX_RANK, shape, rank);
}

bl_status vector_plan(const vector_node *n, vector_call *call, const bl_array *const *inputs, const bl_array *out)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_plan(&call->call, &n->onnx, n->count, inputs, out, call->steps, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_plan(&call->call, &n->openvino, n->count, inputs, out, &n->options);
    }
    return bl_plan_make(&call->plain, n->plain, inputs, out, &n->options);
}

bl_status vector_run_planned(const vector_node *n, const vector_call *call, const void *const *pointers, void *out)
{
    return n->plain != NULL ? bl_plan_run(&call->plain, pointers, NULL, out)
                            : bl_call_run(&call->call, pointers, out);
}

bl_status vector_run(const vector_node *n, const bl_array *const *inputs, const bl_array *out)
{
    bl_fold_step steps[EBV_MAX_INPUTS];

    if (n->onnx.op != NULL) {
        return bl_onnx_run(&n->onnx, n->count, inputs, out, steps, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_run(&n->openvino, n->count, inputs, out, &n->options);
    }
    return bl_run(n->plain, inputs, NULL, out, &n->options);
}

bl_isa vector_isa(const vector_node *n, const vector_call *call)
{
    const bl_plan *plan = n->plain != NULL ? &call->plain : &call->call.plan;

    return n->plain == NULL && call->call.steps != NULL ? BL_ISA_ANY : plan->table->variants[plan->variant].isa;
}
