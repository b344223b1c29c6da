/* A fuzz target: plans, whole and in parts, and the shapes to which inputs broadcast.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const call_by functions[] = {BY_RUN, BY_PLAN, BY_TABLE, BY_PARTS, BY_SHAPE};

    judge_input(data, size, functions, BL_COUNT(functions));
    return 0;
}
