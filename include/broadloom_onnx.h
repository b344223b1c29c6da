/* Broadloom's ONNX front end: a node in, that version's exact contract out.
 *
 *   const bl_onnx_node node = {&bl_onnx_div, 14, 0, 0, 0};         Div of a model of opset 14, no attributes
 *   bl_onnx_infer_shape(&node, inputs, capacity, shape, &rank, &dtype)
 *   bl_onnx_run(&node, inputs, &out, NULL)                         once
 *   bl_onnx_plan(&plan, &node, inputs, &out, NULL)                 when the model is loaded; then
 *   bl_plan_run(&plan, pointers, out_pointer)                      as often as it is run
 *
 * Which version of an operator an opset means, which dtypes and attributes that version has and what they default to
 * stands in constant records, woven from gen/catalogue/onnx.lua; each operator's records are an object of their own, so that
 * a program links the operators that it names and no others. docs/specs.md is the user's guide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_ONNX_H
#define BROADLOOM_ONNX_H

#include "broadloom.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The attributes that a node may carry, or-ed together. */
enum {
    BL_ONNX_BROADCAST = 1,      /* broadcast: 1 lets b be broadcast onto a */
    BL_ONNX_AXIS = 2,           /* axis: where in a's shape b's begins; absent or -1: at its end */
    BL_ONNX_CONSUMED_INPUTS = 4 /* consumed_inputs: has no effect */
};

/** One version of an operator, as its schema says. */
typedef struct bl_onnx_version {
    uint16_t since;         /* since_version: it holds from this opset on, up to the next version */
    uint16_t dtypes;        /* what the type variable T may be: bit 1 << bl_dtype */
    uint8_t attributes;     /* those that it has: BL_ONNX_BROADCAST and the like */
    uint8_t rule;           /* the bl_rule by which shapes come together … */
    uint8_t broadcast_rule; /* … and the one where the attribute broadcast is 1 */
    uint8_t broadcast;      /* the attributes' defaults */
    int8_t axis;            /* -1: none */
    const bl_op *op;        /* what computes it */
} bl_onnx_version;

/** An operator over all its versions: bl_onnx_add and so on. */
typedef struct bl_onnx_op {
    const char *name; /* "Add" */
    uint8_t input_count;
    uint8_t version_count;
    const bl_onnx_version *versions; /* by rising since_version */
} bl_onnx_op;

/** A node of a model. Fields of attributes that are not in `given` are not looked at. */
typedef struct bl_onnx_node {
    const bl_onnx_op *op;
    int64_t opset;  /* the model's, for the domain "" or "ai.onnx" */
    unsigned given; /* the attributes that the node carries: BL_ONNX_BROADCAST and the like, or-ed */
    int64_t broadcast;
    int64_t axis;
} bl_onnx_node;

/** Give the node the attribute of that name, with its `count` integers (one, unless the attribute is a list).
 * BL_NULL_POINTER, BL_UNKNOWN_ATTRIBUTE, BL_UNKNOWN_ATTRIBUTE_VALUE where it is no list and count is not 1. Whether the
 * node's version has the attribute, and that value, is found out by the functions below. */
bl_status bl_onnx_set(bl_onnx_node *node, const char *attribute, size_t count, const int64_t *values);

/** The version that an opset means: the newest that is not above it. NULL where there is no such opset
 * (1 to BL_ONNX_NEWEST_OPSET are known), or where it does not have the operator yet. */
const bl_onnx_version *bl_onnx_version_at(const bl_onnx_op *op, int64_t opset);

/** The shape and dtype of the node's output; `inputs` are `node->op->input_count` arrays, whose data and strides are not
 * looked at. Writes at most `capacity` dims to `shape`, the rank to *rank and the dtype to *dtype.
 *
 * BL_NULL_POINTER; BL_UNKNOWN_OPSET, BL_NOT_IN_OPSET; BL_ATTRIBUTE_NOT_IN_VERSION, BL_UNKNOWN_ATTRIBUTE_VALUE,
 * BL_AXIS_WITHOUT_BROADCAST; BL_UNKNOWN_DTYPE, BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE (the version has it,
 * Broadloom as it was built does not), BL_DTYPES_DIFFER; BL_SHAPES_DIFFER, BL_SHAPES_DO_NOT_BROADCAST,
 * BL_AXIS_OUT_OF_RANGE; BL_TOO_MANY_DIMS where the rank exceeds the capacity: then *rank is written and nothing else,
 * and after any other error nothing is. */
bl_status bl_onnx_infer_shape(const bl_onnx_node *node, const bl_array *const *inputs, size_t capacity, size_t *shape,
                              size_t *rank, bl_dtype *dtype);

/** Plan the node, to be run by bl_plan_run or in parts. Of the options `rule`, `axis` and `onto` come from
 * the node; the others count. The statuses of bl_onnx_infer_shape and bl_plan_make. */
#define bl_onnx_plan BL_SIZED(bl_onnx_plan) /* see BL_MAX_RANK */
bl_status bl_onnx_plan(bl_plan *plan, const bl_onnx_node *node, const bl_array *const *inputs, const bl_array *out,
                       const bl_options *options);

/** Plan, check and run in one call. The statuses of bl_onnx_plan and bl_plan_check. */
bl_status bl_onnx_run(const bl_onnx_node *node, const bl_array *const *inputs, const bl_array *out,
                      const bl_options *options);

/** Write a sentence that says what is wrong with the node, where one of the functions above gave that status for these
 * inputs: "Div-7 does not take int8; Div-14 (opset 14 and later) does". Always ends in '\0' unless `size` is 0 or `text`
 * NULL; returns the length that the whole text has, without the '\0', as snprintf does. In an object of its own. */
size_t bl_onnx_explain(const bl_onnx_node *node, const bl_array *const *inputs, bl_status status, char *text,
                       size_t size);

/** The operator of that name ("Add"), or NULL. Links every ONNX operator. */
const bl_onnx_op *bl_onnx_op_by_name(const char *name);

/** The dtype that a TensorProto's data_type means (1: FLOAT, …). BL_UNKNOWN_DTYPE, and *dtype untouched, where Broadloom
 * has none such. */
bl_status bl_onnx_dtype(int32_t data_type, bl_dtype *dtype);

/** ONNX's name for the dtype ("float16"), or "?". */
const char *bl_onnx_dtype_name(bl_dtype dtype);

#ifdef __cplusplus
}
#endif

#include "broadloom_onnx_ops.h" /* woven: bl_onnx_add, …, BL_ONNX_NEWEST_OPSET */

#endif
