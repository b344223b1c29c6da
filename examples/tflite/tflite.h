/* Converts a TensorFlow Lite node's scales, zero points and activation to the parameters of an operator of tflite.lua. The
 * arithmetic is that of the reference kernels of TensorFlow Lite (LiteRT), bit for bit: README.md names the version.
 *
 * This file and tflite.c use no names of the library, so they work with any prefix and any choice of other operators:
 *
 *     tflite_sum sum;
 *     acme_tflite_add_i8_parameters parameters;
 *     if (tflite_prepare_sum(&node, &sum)) {
 *         TFLITE_SET_SUM(parameters, int8_t, sum);
 *         acme_tflite_add_i8(n, a, b, &parameters, out);
 *     }
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TFLITE_H
#define TFLITE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tflite_type {
    TFLITE_INT8,
    TFLITE_INT16
} tflite_type;

typedef enum tflite_activation {
    TFLITE_NONE,
    TFLITE_RELU,
    TFLITE_RELU_N1_TO_1,
    TFLITE_RELU6
} tflite_activation;

/** A tensor's number x means (x - zero) * scale. */
typedef struct tflite_scale {
    float scale;
    int32_t zero; /* always 0 for int16 */
} tflite_scale;

/** The data of an ADD, SUB or MUL from its model. */
typedef struct tflite_node {
    tflite_type type; /* of all three tensors */
    tflite_activation activation;
    tflite_scale a, b, out;
} tflite_node;

/** The parameters of tflite_add and tflite_sub. */
typedef struct tflite_sum {
    int32_t a_zero, a_multiplier, a_shift, b_zero, b_multiplier, b_shift, zero, multiplier, shift, low, high;
} tflite_sum;

/** The parameters of tflite_mul. */
typedef struct tflite_product {
    int32_t a_zero, b_zero, zero, multiplier, left, right, low, high;
} tflite_product;

/** The parameters of tflite_add_pot and tflite_sub_pot. */
typedef struct tflite_shifts {
    int32_t a_shift, b_shift, low, high;
} tflite_shifts;

/** Prepares an ADD or SUB. All three functions return false, and write nothing, if TensorFlow Lite would refuse the node,
 * too: for zero points or scales that it does not take, such as an output's scale below a millionth of an input's. */
bool tflite_prepare_sum(const tflite_node *node, tflite_sum *sum);

/** Prepares a MUL. Its scale is computed in float, as LiteRT does, or in double, as TensorFlow Lite Micro does. */
bool tflite_prepare_product(const tflite_node *node, bool in_double, tflite_product *product);

/** Prepares an ADD or SUB of int16 with pot_scale_int16, which is the default, and with scales that allow it. */
bool tflite_prepare_shifts(const tflite_node *node, tflite_shifts *shifts);

/** Whether the scales allow it: all three are powers of two. Other int16 nodes are prepared as sums. */
bool tflite_has_shifts(const tflite_node *node);

/** Set the struct that is generated for an operator at int8_t or int16_t, TYPE: acme_tflite_add_i8_parameters or the like. */
#define TFLITE_SET_SUM(PARAMETERS, TYPE, SUM)           \
    do {                                                \
        (PARAMETERS).a_zero = (TYPE)(SUM).a_zero;       \
        (PARAMETERS).a_multiplier = (SUM).a_multiplier; \
        (PARAMETERS).a_shift = (SUM).a_shift;           \
        (PARAMETERS).b_zero = (TYPE)(SUM).b_zero;       \
        (PARAMETERS).b_multiplier = (SUM).b_multiplier; \
        (PARAMETERS).b_shift = (SUM).b_shift;           \
        (PARAMETERS).zero = (TYPE)(SUM).zero;           \
        (PARAMETERS).multiplier = (SUM).multiplier;     \
        (PARAMETERS).shift = (SUM).shift;               \
        (PARAMETERS).low = (TYPE)(SUM).low;             \
        (PARAMETERS).high = (TYPE)(SUM).high;           \
    } while (0)

#define TFLITE_SET_PRODUCT(PARAMETERS, TYPE, PRODUCT)   \
    do {                                                \
        (PARAMETERS).a_zero = (TYPE)(PRODUCT).a_zero;   \
        (PARAMETERS).b_zero = (TYPE)(PRODUCT).b_zero;   \
        (PARAMETERS).zero = (TYPE)(PRODUCT).zero;       \
        (PARAMETERS).multiplier = (PRODUCT).multiplier; \
        (PARAMETERS).left = (PRODUCT).left;             \
        (PARAMETERS).right = (PRODUCT).right;           \
        (PARAMETERS).low = (TYPE)(PRODUCT).low;         \
        (PARAMETERS).high = (TYPE)(PRODUCT).high;       \
    } while (0)

#define TFLITE_SET_SHIFTS(PARAMETERS, TYPE, SHIFTS) \
    do {                                            \
        (PARAMETERS).a_shift = (SHIFTS).a_shift;    \
        (PARAMETERS).b_shift = (SHIFTS).b_shift;    \
        (PARAMETERS).low = (TYPE)(SHIFTS).low;      \
        (PARAMETERS).high = (TYPE)(SHIFTS).high;    \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
