/* OpenVINO IR: the .xml file of a net of layers, version 10 or 11.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef IR_H
#define IR_H

#include "names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IR_MAX_RANK = 32,
       IR_MAX_ATTRIBUTES = 8,
       IR_MAX_PORTS = 8,
       IR_WORD = 64,
       IR_TEXT = 256 };

/** The error, as a sentence without a full stop. */
typedef struct ir_error {
    char text[400];
} ir_error;

/** Fills *error; always false, so that a caller can return it. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool
ir_fail(ir_error *error, const char *format, ...);

typedef struct ir_attribute {
    char *name; /* in one piece with … */
    char *value;
} ir_attribute;

typedef struct ir_shape {
    size_t rank;
    size_t dims[IR_MAX_RANK];
} ir_shape;

typedef struct ir_port {
    uint64_t id;
    size_t rank;
    size_t *dims; /* NULL if the rank is 0 */
} ir_port;

typedef struct ir_layer {
    uint64_t id;
    char name[IR_WORD]; /* for messages: cut if it is longer */
    char type[IR_WORD];
    uint64_t opset; /* of version="opset1" */
    size_t attribute_count;
    ir_attribute attributes[IR_MAX_ATTRIBUTES];
    size_t input_count;
    ir_port inputs[IR_MAX_PORTS];
    size_t output_count;
    ir_port outputs[IR_MAX_PORTS];
} ir_layer;

typedef struct ir_edge {
    uint64_t from_layer, from_port, to_layer, to_port;
} ir_edge;

/** A net. ir_free also accepts one of zero bytes. */
typedef struct ir_net {
    size_t layer_count;
    ir_layer *layers;
    name_table ids; /* of the layers: their numbers */
    size_t edge_count;
    ir_edge *edges;
} ir_net;

/** Reads a net. False and a filled *error if the file is not well-formed, is not IR, or has unsupported contents:
 * dims that are not known before the net runs, repeated ids, more ports than any layer here has. */
bool ir_read(const uint8_t *bytes, size_t size, ir_net *net, ir_error *error);

void ir_free(ir_net *net);

/** The number of the layer of that id, or layer_count. */
size_t ir_find_layer(const ir_net *net, uint64_t id);

/** The value of a layer's attribute, or NULL. */
const char *ir_find(const ir_layer *layer, const char *name);

/** Reads "2,3" or "2, 3" or "". */
bool ir_parse_shape(const char *text, ir_shape *shape);

/** Reads a decimal number that consists of digits only. */
bool ir_parse_number(const char *text, uint64_t *number);

#endif
