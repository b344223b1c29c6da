/* A fuzz target: nodes of ONNX and OpenVINO.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const call_by functions[] = {BY_ONNX, BY_ONNX_PARTS, BY_OPENVINO, BY_OPENVINO_PARTS};

    judge_input(data, size, functions, BL_COUNT(functions));
    return 0;
}
