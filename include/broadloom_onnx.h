/* Broadloom's ONNX front end: computes a node under the exact contract of its operator's version.
 *
 *   const bl_onnx_node node = {&bl_onnx_div, 14, BL_NO_ATTRIBUTES};          Div of a model of opset 14
 *   bl_onnx_infer_shape(&node, 2, inputs, capacity, shape, &rank, &dtype)
 *   bl_onnx_run(&node, 2, inputs, &out, NULL, NULL)                          once
 *   bl_onnx_plan(&call, &node, 2, inputs, &out, NULL, NULL)                  when the model is loaded; then
 *   bl_call_run(&call, pointers, out_pointer)                                as often as it is run
 *
 * Constant records, generated from gen/catalogue/onnx.lua, say which version of an operator applies in an opset, and
 * which dtypes, inputs, attributes and defaults that version has. Each operator's records are a separate object file,
 * so that a program links only the operators that it names. docs/specs.md is the user's guide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_ONNX_H
#define BROADLOOM_ONNX_H

#include "broadloom_onnx_ops.h" /* generated: bl_onnx_add, …, BL_ONNX_AXIS, …, BL_ONNX_NEWEST_OPSET */

#ifdef __cplusplus
extern "C" {
#endif

/** An operator over all its versions: bl_onnx_add and so on. */
struct bl_onnx_op {
    const char *name; /* "Add" */
    uint8_t version_count;
    const bl_node_version *versions; /* in order of since_version */
};

/** A node of a model. Values of attributes that are not `given` are not read. Dtypes are stored as a bl_dtype, words
 * as their number in gen/catalogue/onnx.lua; the setters below convert them. */
typedef struct bl_onnx_node {
    const bl_onnx_op *op;
    int64_t opset;                          /* the model's, for the domain "" or "ai.onnx" */
    uint32_t given;                         /* the node's attributes: bit 1 << BL_ONNX_AXIS, for example */
    double values[BL_ONNX_ATTRIBUTE_COUNT]; /* by attribute */
} bl_onnx_node;

/** Set the node's attribute of that name to its `count` integers (one, unless the attribute is a list).
 * BL_NULL_POINTER, BL_UNKNOWN_ATTRIBUTE, BL_UNKNOWN_ATTRIBUTE_VALUE if the attribute is not a list and count is not
 * 1, if it is not an integer in any version, or if the value is a data_type that ONNX does not have. The functions
 * below check whether the node's version has the attribute, with this type and value. */
BL_API bl_status bl_onnx_set(bl_onnx_node *node, const char *attribute, size_t count, const int64_t *values);

/** Likewise to a float. */
BL_API bl_status bl_onnx_set_float(bl_onnx_node *node, const char *attribute, float value);

/** Likewise to a string of `length` bytes. */
BL_API bl_status bl_onnx_set_string(bl_onnx_node *node, const char *attribute, size_t length, const char *text);

/** The version that applies in an opset: the newest that is not above it. NULL if there is no such opset (1 to
 * BL_ONNX_NEWEST_OPSET exist), or if it does not have the operator yet. */
BL_API const bl_node_version *bl_onnx_version_at(const bl_onnx_op *op, int64_t opset);

/** The shape and dtype of the node's output, for `count` inputs, whose data and strides are not read. An absent input is
 * NULL; absent inputs at the end need not be counted. Writes at most `capacity` dims to `shape`, the rank to *rank and the dtype to *dtype.
 *
 * BL_NULL_POINTER; BL_UNKNOWN_OPSET, BL_NOT_IN_OPSET; BL_WRONG_INPUT_COUNT; BL_ATTRIBUTE_NOT_IN_VERSION,
 * BL_ATTRIBUTE_MISSING, BL_UNKNOWN_ATTRIBUTE_VALUE, BL_UNSUPPORTED_ATTRIBUTE_VALUE (the version allows it, but
 * Broadloom does not), BL_AXIS_WITHOUT_BROADCAST; BL_UNKNOWN_DTYPE, BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE
 * (the version allows it, but this build of Broadloom does not), BL_DTYPES_DIFFER; BL_SHAPES_DIFFER,
 * BL_SHAPES_DO_NOT_BROADCAST,
 * BL_AXIS_OUT_OF_RANGE; BL_TOO_MANY_DIMS if the rank exceeds the capacity: then only *rank is written.
 * After any other error nothing is written. */
BL_API bl_status bl_onnx_infer_shape(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, size_t capacity,
                                     size_t *shape, size_t *rank, bl_dtype *dtype);

/** Plan the node; bl_call_run runs the plan, whole or in parts. If the node's version is a fold of its inputs (Max, Mean, Min,
 * Sum), `steps` must have room for `count` steps, and must exist as long as the call. If the node has blocks (`block_size` of
 * QuantizeLinear and DequantizeLinear) and the last block is shorter, `steps` must have room for one step. Otherwise it is not
 * read and may be NULL. The node determines the options `rule`, `axis` and `onto`; the other options apply. The statuses of
 * bl_onnx_infer_shape and bl_plan_make. */
#define bl_onnx_plan BL_SIZED(bl_onnx_plan) /* see BL_MAX_RANK */
BL_API bl_status bl_onnx_plan(bl_call *call, const bl_onnx_node *node, size_t count, const bl_array *const *inputs,
                              const bl_array *out, bl_fold_step *steps, const bl_options *options);

/** Plan, check and run in one call. The statuses of bl_onnx_plan and bl_call_check. Only folds need `steps`. */
#define bl_onnx_run BL_SIZED(bl_onnx_run)
BL_API bl_status bl_onnx_run(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options);

/** Write a sentence that says what is wrong with the node, after one of the functions above returned this status for
 * these inputs: "Div-7 does not take int8; Div-14 (opset 14 and later) does". Always ends in '\0' unless `size` is 0
 * or `text` NULL; returns the length of the whole text, without the '\0', like snprintf. It is a separate object file. */
BL_API size_t bl_onnx_explain(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                              char *text, size_t size);

/** The operator of that name ("Add"), or NULL. Links every ONNX operator. */
BL_API const bl_onnx_op *bl_onnx_op_by_name(const char *name);

/** The dtype that a TensorProto's data_type means (1: FLOAT, …). BL_UNKNOWN_DTYPE if Broadloom lacks it; then *dtype
 * does not change. */
BL_API bl_status bl_onnx_dtype(int32_t data_type, bl_dtype *dtype);

/** ONNX's name for the dtype ("float16"), or "?". */
BL_API const char *bl_onnx_dtype_name(bl_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
