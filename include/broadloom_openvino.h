/* Broadloom's OpenVINO front end: a layer in, that operation version's exact contract out.
 *
 *   const bl_openvino_node node = {&bl_openvino_divide, 1, 0, BL_RULE_NUMPY, -1, 1};   Divide-1, all defaults
 *   bl_openvino_infer_shape(&node, inputs, capacity, shape, &rank, &dtype)
 *   bl_openvino_run(&node, inputs, &out, NULL)                     once
 *   bl_openvino_plan(&plan, &node, inputs, &out, NULL)             when the model is loaded; then
 *   bl_plan_run(&plan, pointers, out_pointer)                      as often as it is run
 *
 * The versions' dtypes, attributes and defaults stand in constant records, woven from gen/catalogue/openvino.lua; each
 * operation's records are an object of their own, so that a program links the operations that it names and no others.
 * docs/specs.md is the user's guide.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_OPENVINO_H
#define BROADLOOM_OPENVINO_H

#include "broadloom.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The attributes that a node may carry, or-ed together. */
enum {
    BL_OPENVINO_AUTO_BROADCAST = 1, /* auto_broadcast: none ("explicit" is the same), numpy, pdpd */
    BL_OPENVINO_AXIS = 2,           /* pdpd's axis; no effect under another rule, as in OpenVINO */
    BL_OPENVINO_M_PYTHONDIV = 4     /* m_pythondiv, also spelled pythondiv: integers are divided towards minus infinity;
                                     * no effect on floats, as in OpenVINO */
};

/** One version of an operation, as its specification says. */
typedef struct bl_openvino_version {
    uint16_t opset;         /* the 1 of Divide-1, and of version="opset1" in an IR layer */
    uint16_t dtypes;        /* what the type T may be: bit 1 << bl_dtype */
    uint8_t attributes;     /* those that it has: BL_OPENVINO_AUTO_BROADCAST and the like */
    uint8_t rules;          /* the values of auto_broadcast that it takes: bit 1 << bl_rule */
    uint8_t auto_broadcast; /* the attributes' defaults: a bl_rule … */
    int8_t axis;
    uint8_t m_pythondiv;
    const bl_op *op;        /* what computes it … */
    const bl_op *python_op; /* … and what does for integers where m_pythondiv is true; NULL where it makes no difference */
} bl_openvino_version;

/** An operation over all its versions: bl_openvino_add and so on. */
typedef struct bl_openvino_op {
    const char *name; /* "Add", the type of an IR layer */
    uint8_t input_count;
    uint8_t version_count;
    const bl_openvino_version *versions; /* by rising opset */
} bl_openvino_op;

/** A node of a model. Fields of attributes that are not in `given` are not looked at. */
typedef struct bl_openvino_node {
    const bl_openvino_op *op;
    int opset;      /* the operation's own version: 1 for Divide-1, whatever opset the model was made with */
    unsigned given; /* the attributes that the node carries: BL_OPENVINO_AUTO_BROADCAST and the like, or-ed */
    bl_rule auto_broadcast;
    int64_t axis;
    int m_pythondiv; /* 0 or 1 */
} bl_openvino_node;

/** Give the node the attribute of that name, with its value as text, as in an IR layer's `data`: auto_broadcast
 * (`none`, `explicit`, `numpy`, `pdpd`, in any case), auto_broadcast_axis or axis (an integer), m_pythondiv or pythondiv
 * (`true`, `false`, `1`, `0`, in any case).
 * BL_NULL_POINTER, BL_UNKNOWN_ATTRIBUTE, BL_UNKNOWN_ATTRIBUTE_VALUE. Whether the node's version has the attribute is
 * found out by the functions below. */
bl_status bl_openvino_set(bl_openvino_node *node, const char *attribute, const char *value);

/** The row of that version of the operation, or NULL. */
const bl_openvino_version *bl_openvino_version_of(const bl_openvino_op *op, int opset);

/** The shape and dtype of the node's output; `inputs` are `node->op->input_count` arrays, whose data and strides are not
 * looked at. Writes at most `capacity` dims to `shape`, the rank to *rank and the dtype to *dtype.
 *
 * BL_NULL_POINTER; BL_UNKNOWN_OPSET where the operation has no such version; BL_ATTRIBUTE_NOT_IN_VERSION,
 * BL_UNKNOWN_ATTRIBUTE_VALUE; BL_UNKNOWN_DTYPE, BL_DTYPE_NOT_IN_VERSION, BL_UNSUPPORTED_DTYPE (the version has it,
 * Broadloom as it was built does not), BL_DTYPES_DIFFER; BL_SHAPES_DIFFER, BL_SHAPES_DO_NOT_BROADCAST,
 * BL_AXIS_OUT_OF_RANGE; BL_TOO_MANY_DIMS where the rank exceeds the capacity: then *rank is written and nothing else,
 * and after any other error nothing is. */
bl_status bl_openvino_infer_shape(const bl_openvino_node *node, const bl_array *const *inputs, size_t capacity,
                                  size_t *shape, size_t *rank, bl_dtype *dtype);

/** Plan the node, to be run by bl_plan_run or in parts. Of the options `rule`, `axis` and `onto` come from
 * the node; the others count. The statuses of bl_openvino_infer_shape and bl_plan_make. */
#define bl_openvino_plan BL_SIZED(bl_openvino_plan) /* see BL_MAX_RANK */
bl_status bl_openvino_plan(bl_plan *plan, const bl_openvino_node *node, const bl_array *const *inputs,
                           const bl_array *out, const bl_options *options);

/** Plan, check and run in one call. The statuses of bl_openvino_plan and bl_plan_check. */
bl_status bl_openvino_run(const bl_openvino_node *node, const bl_array *const *inputs, const bl_array *out,
                          const bl_options *options);

/** Write a sentence that says what is wrong with the node, where one of the functions above gave that status for these
 * inputs: "Add-1 has no attribute m_pythondiv". Always ends in '\0' unless `size` is 0 or `text` NULL; returns the
 * length that the whole text has, without the '\0', as snprintf does. In an object of its own. */
size_t bl_openvino_explain(const bl_openvino_node *node, const bl_array *const *inputs, bl_status status, char *text,
                           size_t size);

/** The operation of that name ("Add", the type of an IR layer), or NULL. Links every OpenVINO operation. */
const bl_openvino_op *bl_openvino_op_by_name(const char *name);

/** The dtype that an element_type of an IR means ("f32", "boolean"). BL_UNKNOWN_DTYPE, and *dtype untouched, where
 * Broadloom has none such; BL_NULL_POINTER. */
bl_status bl_openvino_dtype(const char *element_type, bl_dtype *dtype);

/** OpenVINO's name for the dtype ("boolean"), or "?". */
const char *bl_openvino_dtype_name(bl_dtype dtype);

#ifdef __cplusplus
}
#endif

#include "broadloom_openvino_ops.h" /* woven: bl_openvino_add, … */

#endif
