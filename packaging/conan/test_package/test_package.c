/* SPDX-License-Identifier: Apache-2.0 */
#include "broadloom.h"
#include <stdio.h>

int main(void)
{
    const float a[2] = {1, 2}, b[2] = {0.5f, 0.25f};
    float sum[2];
    const bl_status status = bl_add_f32(2, a, b, sum);
    printf("broadloom %s: %s: %g %g\n", bl_version(), bl_status_string(status), (double)sum[0], (double)sum[1]);
    return status != BL_OK;
}
