/* A user's program, which uses the library in one of the forms of docs/packaging.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    const float a[6] = {1, 2, 3, 4, 5, 6}, b[3] = {0.5f, 0.25f, 2};
    const size_t shape[] = {2, 3}, row[] = {3};
    float out[6] = {0};
    /* the addresses of tables and operators are unknown until a shared library is loaded */
    static const bl_op *const op = &bl_op_add;
    const bl_array first = {(void *)a, BL_F32, 2, shape, NULL};
    const bl_array second = {(void *)b, BL_F32, 1, row, NULL};
    const bl_array sum = {out, BL_F32, 2, shape, NULL};
    const bl_array *const inputs[] = {&first, &second};

    bl_status status = bl_run(op, inputs, NULL, &sum, NULL);
    if (status == BL_OK)
        status = bl_mul_f32(3, out, b, out);
    printf("%s: %s: %g %g %g %g %g %g\n", bl_version(), bl_status_string(status), (double)out[0], (double)out[1], (double)out[2],
           (double)out[3], (double)out[4], (double)out[5]);
    return strcmp(bl_version(), BL_VERSION) != 0 || status != BL_OK;
}
