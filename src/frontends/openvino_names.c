/* OpenVINO's names for dtypes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "../basics/dtype.h"
#include "../basics/text.h"

bl_status bl_openvino_dtype(const char *element_type, bl_dtype *dtype)
{
    if (element_type == NULL || dtype == NULL) {
        return BL_NULL_POINTER;
    }
    for (int i = 0; i < BL_DTYPE_COUNT && element_type[0] != '?'; ++i) { /* a dtype that OpenVINO lacks is "?" */
        if (bl_same_text(element_type, bl_openvino_dtype_names[i])) {
            *dtype = (bl_dtype)i;
            return BL_OK;
        }
    }
    return BL_UNKNOWN_DTYPE;
}

const char *bl_openvino_dtype_name(bl_dtype dtype)
{
    return bl_is_dtype(dtype) ? bl_openvino_dtype_names[dtype] : "?";
}
