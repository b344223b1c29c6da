/* The models that the tests of examples/onnx_node read: valid ones, and ones with one error each.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TESTS_ONNX_MODELS_H
#define TESTS_ONNX_MODELS_H

#include "graph.h"

enum { ROOM = 4000,
       OPSET = 13,
       FLOAT = 1, /* AttributeProto.type */
       INT = 2,
       STRING = 3,
       TENSOR = 4,
       FLOATS = 6,
       INTS = 7,
       CHAIN_OUTPUTS = 3 };

/** A valid model: y = x * w + c, with w an initialiser, c a Constant. It contains unused nodes, attributes and the like for the models that
 * are made from it. */
typedef struct model {
    Onnx__ModelProto model;
    Onnx__OperatorSetIdProto opset, other_opset, *opsets[2];
    Onnx__GraphProto graph;
    Onnx__NodeProto constant, mul, add, cast, *nodes[4];
    char *constant_outputs[1], *mul_inputs[2], *mul_outputs[1], *add_inputs[2], *add_outputs[1], *cast_inputs[1], *cast_outputs[1];
    Onnx__AttributeProto value, *values[1], extra, second, *extras[2];
    Onnx__TensorProto w, c, *initializers[2];
    Onnx__ValueInfoProto x, y, *inputs[2], *outputs[1];
    Onnx__TypeProto x_type, y_type;
    Onnx__TypeProto__Tensor x_tensor, y_tensor;
    Onnx__TensorShapeProto shape;
    Onnx__TensorShapeProto__Dimension rows, cols, *dims[2];
    int64_t w_dims[9], c_dims[9], numbers[2];
    float w_values[200], c_values[200];
    Onnx__StringStringEntryProto place, *places[1];
    Onnx__TensorProto__Segment segment;
    int32_t int_value;
    uint64_t uint_value;
} model;

void make_model(model *m);

/** A valid x, and its y. */
extern const float x_values[6], y_values[6];

/** An array in separate memory. */
npy_array make_array(bl_dtype dtype, size_t rank, const size_t *shape, const void *elements);

/** x. */
npy_array make_input(void);

void make_node(Onnx__NodeProto *node, char *op, char **inputs, size_t count, char **outputs);

void declare(Onnx__ValueInfoProto *info, Onnx__TypeProto *type, Onnx__TypeProto__Tensor *tensor, char *name,
             Onnx__TensorShapeProto *shape);

/** Packs the model; returns the number of bytes. */
size_t pack(const model *m, uint8_t bytes[ROOM]);

/** A copy of the text that may be written to, as protobuf-c's structs require. */
char *name_of(const char *text);

/** A change of the valid model, and the message about it. */
typedef struct bad_model {
    const char *name;
    void (*spoil)(model *m);
    const char *says;
} bad_model;

extern const bad_model bad_models[];
extern const size_t bad_model_count;

/** A file that is not a tensor, or a wrong one. */
typedef struct bad_tensor {
    const char *name;
    const char *bytes;
    size_t size;
    const char *says;
} bad_tensor;

extern const bad_tensor bad_tensors[];
extern const size_t bad_tensor_count;

/** A change that does not change the result. */
typedef struct same_model {
    const char *name;
    void (*change)(model *m);
} same_model;

extern const same_model same_models[];
extern const size_t same_model_count;

/** In addition to y = x + x a division of integers by zero, which options may refuse: node 1. */
void divide_by_zero(model *m);

/** A constant of 200 x 200 floats: no inputs. */
void make_large(model *m);

/** A chain of nodes of all kinds: any number of inputs, optional ones, attributes of every type, three outputs. Packs it with its nodes in
 * the order 0, 1, …, except that two are exchanged. */
size_t pack_chain(size_t one, size_t other, uint8_t bytes[ROOM]);

extern const size_t chain_length;

typedef struct chain_tensor {
    const char *name;
    bl_dtype dtype;
    size_t count;
    const void *elements;
} chain_tensor;

extern const chain_tensor chain_outputs[CHAIN_OUTPUTS];

/** Without inputs, -a for each of these. Most of them are NaN, for which the result may be any NaN. */
size_t pack_negatives(uint8_t bytes[ROOM]);

typedef struct negative {
    const char *name, *output;
    bl_dtype dtype;
    size_t rank;                    /* 0 or 1, of one element */
    uint64_t bits, expected, other; /* other: the result to report; for the first ones with any number of ULPs */
} negative;

enum { NEGATIVES = 10 };
extern const negative negatives[NEGATIVES];

/** Writes all these models and tensors as files: see onnx_files.c. */
void write_files(const char *folder);

#endif
