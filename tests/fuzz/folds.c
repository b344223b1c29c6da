/* A fuzz target: folds, whole and in parts.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const call_by functions[] = {BY_FOLD, BY_FOLD_PARTS};

    judge_input(data, size, functions, BL_COUNT(functions));
    return 0;
}
