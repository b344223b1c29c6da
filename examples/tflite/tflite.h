/* From a TensorFlow Lite node's scales, zero points and activation to one of the operators of tflite.lua and its parameters.
 * The arithmetic is that of the reference kernels of TensorFlow Lite (LiteRT), bit for bit: README.md says of which.
 *
 *   make OPS_FROM=examples/tflite/tflite.lua
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TFLITE_H
#define TFLITE_H

#include "broadloom.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tflite_kind { TFLITE_ADD,
                           TFLITE_SUB,
                           TFLITE_MUL } tflite_kind;

typedef enum tflite_activation {
    TFLITE_NONE,
    TFLITE_RELU,
    TFLITE_RELU_N1_TO_1,
    TFLITE_RELU6
} tflite_activation;

/** A tensor's number x stands for (x - zero) * scale. */
typedef struct tflite_scale {
    float scale;
    int32_t zero; /* of int16 always 0 */
} tflite_scale;

/** A node, as its model says. */
typedef struct tflite_node {
    tflite_kind kind;
    bl_dtype dtype; /* BL_I8 or BL_I16, of all three tensors */
    tflite_activation activation;
    bool pot_scale_int16;   /* what int16's ADD and SUB say so, as is the default; it holds where the scales allow */
    bool product_in_double; /* MUL's scale is computed in double, as TensorFlow Lite Micro does; LiteRT does so in float */
    tflite_scale a, b, out;
} tflite_node;

/** What it comes to: plan `op`, and hand `parameters` to the plan's run. They are the struct that is woven for the table, such
 * as bl_tflite_add_i8_parameters; whoever knows the operator beforehand may fill that in, and link its table alone. */
typedef struct tflite_call {
    const bl_op *op;
    const bl_table *table;
    int32_t parameters[11];
} tflite_call;

/** Prepares a node. Returns false where TensorFlow Lite would refuse it, too: a dtype, zero points or scales that it does not
 * take, such as an output's scale less than a millionth of an input's. */
bool tflite_prepare(const tflite_node *node, tflite_call *call);

#ifdef __cplusplus
}
#endif

#endif
