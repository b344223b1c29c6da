/* An OpenVINO net on the library's front end: loaded, given constants and inputs, planned, run.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef NET_H
#define NET_H

#include "broadloom_openvino.h"
#include "ir.h"
#include "npy.h"

typedef enum net_kind {
    NET_PARAMETER,
    NET_CONSTANT,
    NET_OPERATION,
    NET_RESULT
} net_kind;

/** A layer with its place in the net. Layers have at most one output, so a layer also identifies its value. */
typedef struct net_layer {
    net_kind kind;
    bl_openvino_node node; /* operations */
    bl_dtype dtype;        /* parameters and constants: as declared in the file … */
    ir_shape shape;        /* … */
    size_t input_count;
    size_t inputs[IR_MAX_PORTS]; /* layers */
    npy_array array;             /* the value; a Result has none */
    bl_call call;
} net_layer;

/** A net. net_free also accepts one of zero bytes. */
typedef struct net {
    ir_net ir;
    size_t layer_count; /* of the layers below and of ir.layers, in the same order */
    net_layer *layers;
    size_t *order; /* layers, each after the layers of its inputs */
    size_t input_count, output_count;
    size_t *inputs, *outputs; /* the Parameter and the Result layers */
} net;

/** Loads a net from the bytes of an .xml file. False and a filled *error for layers that are not operations of the front
 * end, edges without an end, inputs with no edge or two, cycles, … */
bool net_load(const uint8_t *bytes, size_t size, net *n, ir_error *error);

/** Whether there are constants. */
bool net_needs_weights(const net *n);

/** Takes the constants from the bytes of a .bin file. */
bool net_take_weights(net *n, const uint8_t *bytes, size_t size, ir_error *error);

/** The dtype of the i-th Parameter. */
bl_dtype net_input_dtype(const net *n, size_t i);

/** Takes the i-th Parameter's value, which must match its declaration. The array then belongs to the net, or is freed. */
bool net_take_input(net *n, size_t i, npy_array *array, ir_error *error);

/** Infers the shapes and plans every operation; all inputs are mandatory. */
bool net_plan(net *n, const bl_options *options, ir_error *error);

bool net_run(net *n, ir_error *error);

/** The i-th Result's value after the net has run. */
const npy_array *net_output(const net *n, size_t i);

/** A line about a planned layer: "Less-1 'name' i32 [2,3] [3] -> boolean [2,3]: vv, …". A type is written if it differs from
 * the one before. False for layers without a plan. */
bool net_describe(const net *n, size_t layer, char *text, size_t size);

void net_free(net *n);

#endif
