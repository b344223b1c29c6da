/* Broadloom's ONNX front end: a node in, that version's exact contract out.
 *
 *   const bl_onnx_node node = {&bl_onnx_div, 14, BL_NO_ATTRIBUTES};          Div of a model of opset 14
 *   bl_onnx_infer_shape(&node, 2, inputs, capacity, shape, &rank, &dtype)
 *   bl_onnx_run(&node, 2, inputs, &out, NULL, NULL)                          once
 *   bl_onnx_plan(&call, &node, 2, inputs, &out, NULL, NULL)                  when the model is loaded; then
 *   bl_call_run(&call, pointers, out_pointer)                                as often as it is run
 *
 * Which version of an operator an opset means, which dtypes, inputs and attributes that version has and what they default to
 * stands in constant records, woven from gen/catalogue/onnx.lua; each operator's records are an object of their own, so that
 * a program links the operators that it names and no others. docs/specs.md is the user's guide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_ONNX_H
#define BROADLOOM_ONNX_H

#include "broadloom_onnx_ops.h" /* woven: bl_onnx_add, …, BL_ONNX_AXIS, …, BL_ONNX_NEWEST_OPSET */

#ifdef __cplusplus
extern "C" {
#endif

/** An operator over all its versions: bl_onnx_add and so on. */
struct bl_onnx_op {
    const char *name; /* "Add" */
    uint8_t version_count;
    const bl_node_version *versions; /* by rising since_version */
};

/** A node of a model. Values of attributes that are not `given` are not looked at. Dtypes are a bl_dtype, words their number
 * in gen/catalogue/onnx.lua; the setters below know all these. */
typedef struct bl_onnx_node {
    const bl_onnx_op *op;
    int64_t opset;                          /* the model's, for the domain "" or "ai.onnx" */
    uint32_t given;                         /* the attributes that the node carries: bit 1 << BL_ONNX_AXIS, say */
    double values[BL_ONNX_ATTRIBUTE_COUNT]; /* by attribute */
} bl_onnx_node;

/** Give the node the attribute of that name, with its `count` integers (one, unless the attribute is a list).
 * BL_NULL_POINTER, BL_UNKNOWN_ATTRIBUTE, BL_UNKNOWN_ATTRIBUTE_VALUE where it is no list and count is not 1, or where the
 * attribute is no integer in any version, or a data_type that ONNX does not have. Whether the node's version has the attribute,
 * of this type, and that value, is found out by the functions below. */
BL_API bl_status bl_onnx_set(bl_onnx_node *node, const char *attribute, size_t count, const int64_t *values);

/** Likewise a float. */
BL_API bl_status bl_onnx_set_float(bl_onnx_node *node, const char *attribute, float value);

/** Likewise a string, of `length` bytes. */
BL_API bl_status bl_onnx_set_string(bl_onnx_node *node, const char *attribute, size_t length, const char *text);

/** The version that an opset means: the newest that is not above it. NULL where there is no such opset
 * (1 to BL_ONNX_NEWEST_OPSET are known), or where it does not have the operator yet. */
BL_API const bl_node_version *bl_onnx_version_at(const bl_onnx_op *op, int64_t opset);

/** The shape and dtype of the node's output, for `count` inputs, whose data and strides are not looked at. One that the node
 * lacks is NULL, or not counted. Writes at most `capacity` dims to `shape`, the rank to *rank and the dtype to *dtype.
 *
 * BL_NULL_POINTER; BL_UNKNOWN_OPSET, BL_NOT_IN_OPSET; BL_WRONG_INPUT_COUNT; BL_ATTRIBUTE_NOT_IN_VERSION,
 * BL_ATTRIBUTE_MISSING, BL_UNKNOWN_ATTRIBUTE_VALUE, BL_UNSUPPORTED_ATTRIBUTE_VALUE (the version has it, Broadloom does
 * not), BL_AXIS_WITHOUT_BROADCAST; BL_UNKNOWN_DTYPE, BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE (the version has it,
 * Broadloom as it was built does not), BL_DTYPES_DIFFER; BL_SHAPES_DIFFER, BL_SHAPES_DO_NOT_BROADCAST,
 * BL_AXIS_OUT_OF_RANGE; BL_TOO_MANY_DIMS where the rank exceeds the capacity: then *rank is written and nothing else,
 * and after any other error nothing is. */
BL_API bl_status bl_onnx_infer_shape(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, size_t capacity,
                                     size_t *shape, size_t *rank, bl_dtype *dtype);

/** Plan the node, to be run by bl_call_run or in parts. `steps` is room for `count` steps where the node's version is a
 * fold of its inputs (Max, Mean, Min, Sum), and has to last as long as the call; else it is not looked at and may be
 * NULL. Of the options `rule`, `axis` and `onto` come from the node; the others count. The statuses of
 * bl_onnx_infer_shape and bl_plan_make. */
#define bl_onnx_plan BL_SIZED(bl_onnx_plan) /* see BL_MAX_RANK */
BL_API bl_status bl_onnx_plan(bl_call *call, const bl_onnx_node *node, size_t count, const bl_array *const *inputs,
                              const bl_array *out, bl_fold_step *steps, const bl_options *options);

/** Plan, check and run in one call. The statuses of bl_onnx_plan and bl_call_check. */
#define bl_onnx_run BL_SIZED(bl_onnx_run)
BL_API bl_status bl_onnx_run(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options);

/** Write a sentence that says what is wrong with the node, where one of the functions above gave that status for these
 * inputs: "Div-7 does not take int8; Div-14 (opset 14 and later) does". Always ends in '\0' unless `size` is 0 or `text`
 * NULL; returns the length that the whole text has, without the '\0', as snprintf does. In an object of its own. */
BL_API size_t bl_onnx_explain(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                              char *text, size_t size);

/** The operator of that name ("Add"), or NULL. Links every ONNX operator. */
BL_API const bl_onnx_op *bl_onnx_op_by_name(const char *name);

/** The dtype that a TensorProto's data_type means (1: FLOAT, …). BL_UNKNOWN_DTYPE, and *dtype untouched, where Broadloom
 * has none such. */
BL_API bl_status bl_onnx_dtype(int32_t data_type, bl_dtype *dtype);

/** ONNX's name for the dtype ("float16"), or "?". */
BL_API const char *bl_onnx_dtype_name(bl_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
