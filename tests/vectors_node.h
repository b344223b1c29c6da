/* A published test vector's node, whichever front end it belongs to.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef VECTORS_NODE_H
#define VECTORS_NODE_H

#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include "vectors_ebv.h"

enum { VECTOR_MAX_RANK = 2 * EBV_MAX_RANK };

/** A node of either front end, or an op with no standard behind it. */
typedef struct vector_node {
    bl_onnx_node onnx;         /* op NULL: not this one */
    bl_openvino_node openvino; /* likewise */
    const bl_op *plain;
    bl_options options;
    size_t arity;
} vector_node;

/** The node that a record describes; false where the library has no such operator. */
bool vector_make_node(vector_node *n, const ebv_case *record);

/** The op that computes the node at this dtype. */
const bl_op *vector_op(const vector_node *n, bl_dtype dtype);

/** The front end's functions, or the library's where there is no front end. `shape` has VECTOR_MAX_RANK entries. */
bl_status vector_infer(const vector_node *n, const bl_array *const *inputs, size_t *shape, size_t *rank,
                       bl_dtype *dtype);
bl_status vector_plan(const vector_node *n, bl_plan *plan, const bl_array *const *inputs, const bl_array *out);
bl_status vector_run(const vector_node *n, const bl_array *const *inputs, const bl_array *out);

#endif
