/* ONNX models whose nodes are operators of the library's front end: loaded and checked, planned, run.
 *
 *   onnx_load      the file's structure: names, order, operators, attributes, constants
 *   onnx_prepare   shapes and dtypes for given inputs; a plan per node
 *   onnx_run       the plans
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef ONNX_GRAPH_H
#define ONNX_GRAPH_H

#include "broadloom_onnx.h"
#include "names.h"
#include "tensor.h"

/** A value with a name in the graph: an input, a constant or a node's output. */
typedef struct onnx_value {
    const char *name;
    const Onnx__ValueInfoProto *declared; /* the graph's inputs */
    npy_array array;                      /* without data until it is known */
    bool is_borrowed;                     /* the array belongs to the caller of onnx_prepare */
} onnx_value;

#define ONNX_ABSENT SIZE_MAX

/** A node to be computed. */
typedef struct onnx_step {
    bl_onnx_node node;
    size_t number; /* its place in the file */
    size_t input_count;
    size_t *inputs; /* indices of values; ONNX_ABSENT: an optional input that the node lacks */
    size_t output;
    bl_call call;
    bl_fold_step *fold_steps; /* one for each input if the node is a fold; otherwise NULL */
} onnx_step;

/** A model. onnx_free also accepts one of zero bytes. */
typedef struct onnx_graph {
    Onnx__ModelProto *model;
    int64_t opset;      /* the version of ONNX's own operators that the model imports */
    size_t input_count; /* the inputs of onnx_prepare: the first values */
    size_t value_count;
    onnx_value *values;
    name_table value_names; /* their numbers */
    size_t step_count;
    onnx_step *steps;
    size_t output_count;
    size_t *outputs;         /* indices of values */
    size_t most_inputs;      /* the most inputs of a step: room for these … */
    bl_array *views;         /* … in the library's form, … */
    const bl_array **arrays; /* … pointers to these, or NULL, … */
    const void **pointers;   /* … and to the data */
} onnx_graph;

/** Loads a model from a file's bytes. False and a filled *error if they are not a model, or if nodes are not operators of the
 * front end, are not in topological order, use unknown names, … */
bool onnx_load(const uint8_t *bytes, size_t size, onnx_graph *graph, onnx_error *error);

/** Checks the inputs against the model's declarations, infers every shape, and plans every node. The arrays must remain
 * until the graph is freed or prepared again. Once per graph. */
bool onnx_prepare(onnx_graph *graph, size_t count, const npy_array *inputs, const bl_options *options,
                  onnx_error *error);

/** Runs a prepared graph; the values of its outputs contain the results. */
bool onnx_run(onnx_graph *graph, onnx_error *error);

/** A line about a prepared step: "Less-9 float [3,4,5] [5] -> bool [3,4,5]: vv, avx2, …". A type is written if it differs from
 * the one before; "-" is an absent input. */
void onnx_describe(const onnx_graph *graph, const onnx_step *step, char *text, size_t size);

void onnx_free(onnx_graph *graph);

#endif
