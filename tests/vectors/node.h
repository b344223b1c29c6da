/* A published test vector's node, for either front end.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef VECTORS_NODE_H
#define VECTORS_NODE_H

#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include "ebv.h"

enum { VECTOR_MAX_RANK = 2 * EBV_MAX_RANK };

/** A node of either front end, or an op without a standard. */
typedef struct vector_node {
    bl_onnx_node onnx;         /* op NULL: not this one */
    bl_openvino_node openvino; /* likewise */
    const bl_op *plain;
    bl_options options;
    size_t count; /* inputs, absent ones included */
} vector_node;

/** A node that is planned. */
typedef struct vector_call {
    bl_call call;
    bl_plan plain;
    bl_fold_step steps[EBV_MAX_INPUTS];
} vector_call;

/** The node for a record; false if the library has no such operator. */
bool vector_make_node(vector_node *n, const ebv_case *record);

/** The number of the input that determines type variable T: the first that is not a condition. */
size_t vector_typed_by(const ebv_case *record);

/** The broadcasting rule of the node, by its name in gen/catalogue/. */
const char *vector_rule(const vector_node *n);

/** The front end's functions, or the library's if there is no front end. An absent input is NULL; `shape` has VECTOR_MAX_RANK entries. */
bl_status vector_infer(const vector_node *n, const bl_array *const *inputs, size_t *shape, size_t *rank,
                       bl_dtype *dtype);
bl_status vector_plan(const vector_node *n, vector_call *call, const bl_array *const *inputs, const bl_array *out);
bl_status vector_run_planned(const vector_node *n, const vector_call *call, const void *const *pointers, void *out);
bl_status vector_run(const vector_node *n, const bl_array *const *inputs, const bl_array *out);

/** The instruction set whose kernel a planned node runs; BL_ISA_ANY for folds, which run several. */
bl_isa vector_isa(const vector_node *n, const vector_call *call);

#endif
