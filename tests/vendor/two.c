/* Two vendored copies with different prefixes in one program: each adds, finds its own operators, and lacks the other's.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "acme_broadloom.h"
#include "other_broadloom.h"

#include <stdio.h>

int main(void)
{
    const float a[3] = {1, 2, 1e-40f}, b[3] = {0.5f, -2, 1e-40f};
    const int32_t i[3] = {1, 2, INT32_MAX}, j[3] = {1, 3, 1};
    float sum[3] = {9, 9, 9};
    int32_t product[3] = {9, 9, 9};
    const size_t shape[1] = {3};
    const other_array of_i = {(void *)i, OTHER_I32, 1, shape, NULL}, of_j = {(void *)j, OTHER_I32, 1, shape, NULL};
    const other_array out = {product, OTHER_I32, 1, shape, NULL};
    int is_fine = acme_add_f32(3, a, b, sum) == ACME_OK && sum[0] == 1.5f && sum[1] == 0 && sum[2] == 2 * a[2];

    is_fine = is_fine && other_mul(&of_i, &of_j, &out, NULL) == OTHER_OK && product[0] == 1 && product[1] == 6 &&
              product[2] == INT32_MAX;
    is_fine = is_fine && acme_op_by_name("add") != NULL && acme_op_by_name("mul") == NULL;
    is_fine = is_fine && other_op_by_name("mul") != NULL && other_op_by_name("add") == NULL;
    puts(is_fine ? "both are right" : "wrong");
    return is_fine ? 0 : 1;
}
