/* The OpenVINO front end: from a node to an operator under a rule.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "frontend.h"

const bl_openvino_version *bl_openvino_version_of(const bl_openvino_op *op, int opset)
{
    for (size_t i = 0; op != NULL && i < op->version_count; ++i) {
        if (op->versions[i].opset == opset) {
            return &op->versions[i];
        }
    }
    return NULL;
}

static int is_integer(bl_dtype dtype)
{
    return dtype >= BL_I8 && dtype <= BL_U64;
}

/** Everything about the node that is wrong whatever the shapes, or what it means. */
static bl_status find_meaning(const bl_openvino_node *node, const bl_array *const *inputs, bl_meaning *meaning)
{
    const bl_openvino_version *version;
    bl_rule rule;
    int m_pythondiv;
    bl_status status;

    if (node == NULL || node->op == NULL) {
        return BL_NULL_POINTER;
    }
    version = bl_openvino_version_of(node->op, node->opset);
    if (version == NULL) {
        return BL_UNKNOWN_OPSET;
    }
    if ((node->given & ~(unsigned)version->attributes) != 0) {
        return BL_ATTRIBUTE_NOT_IN_VERSION;
    }
    rule = (node->given & BL_OPENVINO_AUTO_BROADCAST) != 0 ? node->auto_broadcast : (bl_rule)version->auto_broadcast;
    m_pythondiv = (node->given & BL_OPENVINO_M_PYTHONDIV) != 0 ? node->m_pythondiv : version->m_pythondiv;
    if ((unsigned)rule >= (unsigned)BL_RULE_COUNT || (version->rules >> rule & 1) == 0 ||
        (m_pythondiv != 0 && m_pythondiv != 1)) {
        return BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    status = bl_check_inputs(version->op, version->dtypes, inputs);
    if (status != BL_OK) {
        return status;
    }
    meaning->op = version->op;
    if (m_pythondiv && version->python_op != NULL && is_integer(bl_typed_by(version->op, inputs)->dtype)) {
        meaning->op = version->python_op;
    }
    meaning->rule = rule;
    meaning->axis = (node->given & BL_OPENVINO_AXIS) != 0 ? bl_axis(node->axis) : version->axis;
    meaning->onto = version->op->typed_by[0] - 1u; /* the first input; of Select, whose condition has no say, `then` */
    return BL_OK;
}

bl_status bl_openvino_infer_shape(const bl_openvino_node *node, const bl_array *const *inputs, size_t capacity,
                                  size_t *shape, size_t *rank, bl_dtype *dtype)
{
    bl_meaning meaning;
    const bl_status status = find_meaning(node, inputs, &meaning);

    return status == BL_OK ? bl_infer_shape(&meaning, inputs, capacity, shape, rank, dtype) : status;
}

bl_status bl_openvino_plan(bl_plan *plan, const bl_openvino_node *node, const bl_array *const *inputs,
                           const bl_array *out, const bl_options *options)
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

bl_status bl_openvino_run(const bl_openvino_node *node, const bl_array *const *inputs, const bl_array *out,
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
