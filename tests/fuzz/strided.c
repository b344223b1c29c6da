/* A fuzz target: calls along one dim, without a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const call_by functions[] = {BY_STRIDED, BY_CONTIGUOUS};

    judge_input(data, size, functions, BL_COUNT(functions));
    return 0;
}
