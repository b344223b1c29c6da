/* An image that adds, or with MULTIPLIES=1 multiplies, the first COUNT elements of int8 tensors in one call, and prints a hash of the
 * results: see one_call.sh.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"
#include "broadloom.h"
#include "tflite.h"

enum { LENGTH = 2000 };

static int8_t a[LENGTH], b[LENGTH], out[LENGTH];

static const tflite_node node = {TFLITE_INT8, TFLITE_RELU, {0.05f, -3}, {0.02f, 5}, {0.07f, 7}};

static bool run(void)
{
#if MULTIPLIES
    tflite_product with;

    if (!tflite_prepare_product(&node, false, &with)) {
        return false;
    }
    bl_tflite_mul_i8_parameters parameters;

    TFLITE_SET_PRODUCT(parameters, int8_t, with);
    return bl_tflite_mul_i8(COUNT, a, b, &parameters, out) == BL_OK;
#else
    tflite_sum with;

    if (!tflite_prepare_sum(&node, &with)) {
        return false;
    }
    bl_tflite_add_i8_parameters parameters;

    TFLITE_SET_SUM(parameters, int8_t, with);
    return bl_tflite_add_i8(COUNT, a, b, &parameters, out) == BL_OK;
#endif
}

int main(void)
{
    uint32_t hash = UINT32_C(0x811c9dc5), x = 1;
    char text[] = "00000000\n";

    for (int i = 0; i < LENGTH; ++i) {
        x = x * 1664525 + 1013904223;
        a[i] = (int8_t)(x >> 24);
        b[i] = (int8_t)(x >> 16);
    }
    if (!run()) {
        board_print("refused\n");
        return 1;
    }
    for (int i = 0; i < LENGTH; ++i) {
        hash = (hash ^ (uint8_t)out[i]) * UINT32_C(0x01000193);
    }
    for (int i = 0; i < 8; ++i) {
        text[i] = "0123456789abcdef"[hash >> (28 - 4 * i) & 15];
    }
    board_print(text);
    return 0;
}
