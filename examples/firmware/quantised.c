/* Firmware that adds two quantised tensors as TensorFlow Lite does, and clamps floats, by the two files that
 * docs/microcontroller.md generates, and tests these.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "acme_broadloom.h"
#include "board.h"
#include "tflite.h"

static const int8_t a[3] = {0, -124, 21}, b[3] = {15, 104, 69};
static int8_t sum[3];
static const float torques[4] = {-0.25f, 0.5f, 1e-40f, 7.0f};
static float safe[4];

/* from the model: a number x means (x - zero) * scale */
static const tflite_node node = {TFLITE_INT8, TFLITE_NONE, {0x1.5acaaep-2f, 51}, {0x1.af57fep-9f, -123}, {0x1.3c0264p+1f, 119}};

static bool add(void)
{
    tflite_sum numbers;
    acme_tflite_add_i8_parameters parameters;

    if (!tflite_prepare_sum(&node, &numbers)) { /* once for a node */
        return false;
    }
    TFLITE_SET_SUM(parameters, int8_t, numbers);
    return acme_tflite_add_i8(3, a, b, &parameters, sum) == ACME_OK;
}

int main(void)
{
    static const acme_clamp_f32_parameters range = {0.0f, 5.0f};
    acme_selftest_fault fault;

    /* the results of TensorFlow Lite's reference kernel */
    if (!add() || sum[0] != 112 || sum[1] != 95 || sum[2] != 115) {
        board_print("wrong sums\n");
        return 1;
    }
    /* 1e-40 is subnormal: a processor that flushes subnormals would lose it */
    if (acme_clamp_f32(4, torques, &range, safe) != ACME_OK || safe[0] != 0.0f || safe[1] != 0.5f || safe[2] != torques[2] ||
        safe[3] != 5.0f) {
        board_print("wrong torques\n");
        return 1;
    }
    board_print("the sums and the torques are right\n");
    if (acme_selftest(&fault) != ACME_OK) {
        board_print("a kernel gives wrong bits\n");
        return 1;
    }
    board_print("every kernel gives the bits that it must\n");
    return 0;
}
