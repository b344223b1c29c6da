/* Planned nodes in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "frontend.h"

size_t bl_call_describe(const bl_call *call, char *text, size_t size)
{
    bl_text to;

    if (call != NULL && call->steps != NULL) {
        to = bl_text_begin(text, size);
        bl_put(&to, "fold of ");
        bl_put_number(&to, (int64_t)call->steps->inputs);
        return bl_text_end(&to);
    }
    return bl_plan_describe(call != NULL ? &call->plan : NULL, text, size);
}
