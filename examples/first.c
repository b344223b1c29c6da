/* A first program: see README.md. SPDX-License-Identifier: Apache-2.0 */
#include "broadloom.h"
#include <stdio.h>

int main(void)
{
    const float a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3] = {10, 20, 30};
    float sum[2][3] = {{0}};
    const size_t shape[] = {2, 3}, row_shape[] = {3};
    const bl_array left = bl_input_array(a, BL_F32, 2, shape, NULL); /* NULL instead of strides: contiguous */
    const bl_array right = bl_input_array(b, BL_F32, 1, row_shape, NULL);
    const bl_array out = {sum, BL_F32, 2, shape, NULL};
    const bl_status status = bl_add(&left, &right, &out, NULL);
    printf("%s: %g ... %g\n", bl_status_string(status), sum[0][0], sum[1][2]);
    return status;
}
