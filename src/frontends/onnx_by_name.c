/* ONNX's operators by name. A separate object, because it links all of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "../basics/text.h"

const bl_onnx_op *bl_onnx_op_by_name(const char *name)
{
    for (size_t i = 0; name != NULL && bl_onnx_all[i] != NULL; ++i) {
        if (bl_same_text(name, bl_onnx_all[i]->name)) {
            return bl_onnx_all[i];
        }
    }
    return NULL;
}
