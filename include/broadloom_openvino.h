/* Broadloom's OpenVINO front end: computes a layer under the exact contract of its operation's version.
 *
 *   const bl_openvino_node node = {&bl_openvino_divide, 1, BL_NO_ATTRIBUTES};     Divide-1, all defaults
 *   bl_openvino_infer_shape(&node, 2, inputs, capacity, shape, &rank, &dtype)
 *   bl_openvino_run(&node, 2, inputs, &out, NULL)                                 once
 *   bl_openvino_plan(&call, &node, 2, inputs, &out, NULL)                         when the model is loaded; then
 *   bl_call_run(&call, pointers, out_pointer)                                     as often as it is run
 *
 * Constant records, generated from gen/catalogue/openvino.lua, contain the versions' dtypes, inputs, attributes and
 * defaults. Each operation's records are a separate object file, so that a program links only the operations that it
 * names. docs/specs.md is the user's guide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_OPENVINO_H
#define BROADLOOM_OPENVINO_H

#include "broadloom_openvino_ops.h" /* generated: bl_openvino_add, …, BL_OPENVINO_AXIS, … */

#ifdef __cplusplus
extern "C" {
#endif

/** An operation over all its versions: bl_openvino_add and so on. */
struct bl_openvino_op {
    const char *name; /* "Add", the type of an IR layer */
    uint8_t version_count;
    const bl_node_version *versions; /* in order of opset */
};

/** A node of a model. Values of attributes that are not `given` are not read. Dtypes are stored as a bl_dtype,
 * auto_broadcast as a bl_rule, other words as their number in gen/catalogue/openvino.lua; bl_openvino_set converts
 * them. */
typedef struct bl_openvino_node {
    const bl_openvino_op *op;
    int opset;                                  /* the operation's own version: 1 for Divide-1, whatever the model's opset */
    uint32_t given;                             /* the node's attributes: bit 1 << BL_OPENVINO_AXIS, for example */
    double values[BL_OPENVINO_ATTRIBUTE_COUNT]; /* by attribute */
} bl_openvino_node;

/** Set the node's attribute of that name to a value given as text, as in an IR layer's `data`: auto_broadcast="pdpd",
 * axis="1", m_pythondiv="false", min="-0.5", destination_type="i8". auto_broadcast_axis means axis, pythondiv means m_pythondiv.
 * BL_NULL_POINTER, BL_UNKNOWN_ATTRIBUTE, BL_UNKNOWN_ATTRIBUTE_VALUE. The functions below check whether the node's
 * version has the attribute, with that value. */
BL_API bl_status bl_openvino_set(bl_openvino_node *node, const char *attribute, const char *text);

/** The record of that version of the operation, or NULL. */
BL_API const bl_node_version *bl_openvino_version_of(const bl_openvino_op *op, int opset);

/** The shape and dtype of the node's output, for `count` inputs, whose data and strides are not read. Writes at most
 * `capacity` dims to `shape`, the rank to *rank and the dtype to *dtype.
 *
 * BL_NULL_POINTER; BL_UNKNOWN_OPSET if the operation has no such version; BL_WRONG_INPUT_COUNT;
 * BL_ATTRIBUTE_NOT_IN_VERSION, BL_ATTRIBUTE_MISSING, BL_UNKNOWN_ATTRIBUTE_VALUE, BL_UNSUPPORTED_ATTRIBUTE_VALUE (the
 * version allows it, but Broadloom does not); BL_UNKNOWN_DTYPE, BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE (the
 * version allows it, but this build of Broadloom does not), BL_DTYPES_DIFFER; BL_SHAPES_DIFFER,
 * BL_SHAPES_DO_NOT_BROADCAST,
 * BL_AXIS_OUT_OF_RANGE; BL_TOO_MANY_DIMS if the rank exceeds the capacity: then only *rank is written.
 * After any other error nothing is written. */
BL_API bl_status bl_openvino_infer_shape(const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                                         size_t capacity, size_t *shape, size_t *rank, bl_dtype *dtype);

/** Plan the node; bl_call_run runs the plan, whole or in parts. The node determines the options `rule`, `axis` and `onto`;
 * the other options apply. The statuses of bl_openvino_infer_shape and bl_plan_make. */
#define bl_openvino_plan BL_SIZED(bl_openvino_plan) /* see BL_MAX_RANK */
BL_API bl_status bl_openvino_plan(bl_call *call, const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                                  const bl_array *out, const bl_options *options);

/** Plan, check and run in one call. The statuses of bl_openvino_plan and bl_call_check. */
BL_API bl_status bl_openvino_run(const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                                 const bl_array *out, const bl_options *options);

/** Write a sentence that says what is wrong with the node, after one of the functions above returned this status for
 * these inputs: "Add-1 has no attribute m_pythondiv; no version has". Always ends in '\0' unless `size` is 0 or
 * `text` NULL; returns the length of the whole text, without the '\0', like snprintf. It is a separate object file. */
BL_API size_t bl_openvino_explain(const bl_openvino_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                                  char *text, size_t size);

/** The operation of that name ("Add", the type of an IR layer), or NULL. Links every OpenVINO operation. */
BL_API const bl_openvino_op *bl_openvino_op_by_name(const char *name);

/** The dtype that an element_type of an IR means ("f32", "boolean"). BL_UNKNOWN_DTYPE if Broadloom lacks it; then
 * *dtype does not change. BL_NULL_POINTER. */
BL_API bl_status bl_openvino_dtype(const char *element_type, bl_dtype *dtype);

/** OpenVINO's name for the dtype ("boolean"), or "?". */
BL_API const char *bl_openvino_dtype_name(bl_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
