/* Operators by name. A separate object, because it links every kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "../basics/text.h"

const bl_op *bl_op_by_name(const char *name)
{
    if (name == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        if (bl_same_text(name, bl_all_ops[i]->name)) {
            return bl_all_ops[i];
        }
    }
    return NULL;
}
