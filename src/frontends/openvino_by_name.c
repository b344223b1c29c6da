/* OpenVINO's operations by name. A separate object, because it links all of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "../basics/text.h"

const bl_openvino_op *bl_openvino_op_by_name(const char *name)
{
    for (size_t i = 0; name != NULL && bl_openvino_all[i] != NULL; ++i) {
        if (bl_same_text(name, bl_openvino_all[i]->name)) {
            return bl_openvino_all[i];
        }
    }
    return NULL;
}
