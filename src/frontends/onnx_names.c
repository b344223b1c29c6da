/* ONNX's names and numbers for dtypes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "../basics/dtype.h"

bl_status bl_onnx_dtype(int32_t data_type, bl_dtype *dtype)
{
    if (dtype == NULL) {
        return BL_NULL_POINTER;
    }
    for (int i = 0; i < BL_DTYPE_COUNT; ++i) {
        if (bl_onnx_data_types[i] == data_type && data_type != 0) {
            *dtype = (bl_dtype)i;
            return BL_OK;
        }
    }
    return BL_UNKNOWN_DTYPE;
}

const char *bl_onnx_dtype_name(bl_dtype dtype)
{
    return bl_is_dtype(dtype) ? bl_onnx_dtype_names[dtype] : "?";
}
