/* Calls with lengths, values and shapes: see docs/first-program.md. SPDX-License-Identifier: Apache-2.0 */
#include "broadloom.h"
#include <stdio.h>

int main(void)
{
    /* contiguous arrays of 4 elements each; or one value for all elements: 2 * a, and a / 0.1 + 3 as int8 */
    const float a[4] = {1, 2, 3, 4}, b[4] = {0.5f, 0.25f, 0, -4};
    float sum[4], twice[4];
    int8_t quantized[4];
    bl_status status = bl_add_f32(4, a, b, sum);
    status = status != BL_OK ? status : bl_mul_f32_value(4, a, 2.0f, twice);
    status = status != BL_OK ? status : bl_quantize_linear_f32_f32_i8_value(4, a, 0.1f, 3, quantized);

    /* arrays of any shapes: [8,3] / [3], so that each of 8 rows is divided by the same 3 numbers */
    int32_t numbers[8][3], quotients[8][3];
    const int32_t divisors[3] = {2, 7, 0};
    for (int i = 0; i < 24; ++i)
        numbers[i / 3][i % 3] = 10 * i;
    const size_t shape[] = {8, 3}, row_shape[] = {3};
    const bl_array dividend = bl_input_array(numbers, BL_I32, 2, shape, NULL); /* NULL instead of strides: contiguous */
    const bl_array divisor = bl_input_array(divisors, BL_I32, 1, row_shape, NULL);
    const bl_array out = {quotients, BL_I32, 2, shape, NULL};
    status = status != BL_OK ? status : bl_div(&dividend, &divisor, &out, NULL);

    if (status != BL_OK) { /* a call that fails writes nothing */
        fprintf(stderr, "arrays: %s\n", bl_status_string(status));
        return 1;
    }
    printf("%g %g %g %g, doubled %g %g %g %g, ", sum[0], sum[1], sum[2], sum[3], twice[0], twice[1], twice[2], twice[3]);
    printf("quantized %d %d %d %d\n", quantized[0], quantized[1], quantized[2], quantized[3]);
    printf("first row %d %d %d, ", (int)quotients[0][0], (int)quotients[0][1], (int)quotients[0][2]);
    printf("last row %d %d %d\n", (int)quotients[7][0], (int)quotients[7][1], (int)quotients[7][2]);
    return 0;
}
