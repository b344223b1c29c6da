/* Firmware that adds an offset to each row of a matrix of readings, by the two files that
 * docs/microcontroller.md generates, and tests these.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"
#include "sensor_broadloom.h"

static const float readings[2][3] = {{20.5f, 21.0f, 19.75f}, {22.0f, 1e-40f, 20.0f}};
static const float offsets[2] = {0.5f, 1e-40f};
static float corrected[2][3];

int main(void)
{
    const size_t shape[] = {2, 3}, column[] = {2, 1};
    const sensor_array a = sensor_input_array(readings, SENSOR_F32, 2, shape, NULL);
    const sensor_array b = sensor_input_array(offsets, SENSOR_F32, 2, column, NULL); /* one offset for each row */
    const sensor_array out = {corrected, SENSOR_F32, 2, shape, NULL};
    const sensor_status status = sensor_add(&a, &b, &out, NULL);
    sensor_selftest_fault fault;

    if (status != SENSOR_OK) {
        board_print(sensor_status_string(status));
        return 1;
    }
    /* 1e-40 is subnormal: a processor that flushes subnormals would lose it */
    if (corrected[0][0] != 21.0f || corrected[1][1] != 2 * readings[1][1]) {
        board_print("wrong sums\n");
        return 1;
    }
    board_print("the sums are right\n");
    if (sensor_selftest(&fault) != SENSOR_OK) { /* a board may do this once, or at each start */
        board_print("a kernel gives wrong bits\n");
        return 1;
    }
    board_print("every kernel gives the bits that it must\n");
    return 0;
}
