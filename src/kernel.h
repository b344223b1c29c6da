/* Calling a kernel by its arity.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_KERNEL_H
#define BL_KERNEL_H

#include "broadloom_tables.h"

static inline void bl_call_kernel(bl_kernel kernel, size_t arity, size_t rows, size_t cols, const void *const *inputs,
                                  const ptrdiff_t *input_rows, void *out, ptrdiff_t out_row)
{
    switch (arity) {
    case 1:
        ((bl_kernel_1 *)kernel)(rows, cols, inputs[0], input_rows[0], out, out_row);
        break;
    case 2:
        ((bl_kernel_2 *)kernel)(rows, cols, inputs[0], input_rows[0], inputs[1], input_rows[1], out, out_row);
        break;
    default:
        ((bl_kernel_3 *)kernel)(rows, cols, inputs[0], input_rows[0], inputs[1], input_rows[1], inputs[2],
                                input_rows[2], out, out_row);
        break;
    }
}

#endif
