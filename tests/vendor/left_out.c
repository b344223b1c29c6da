/* The statuses of a library with few dtypes for other dtypes: it was built without them, or no build has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "broadloom_onnx.h"
#include "broadloom_openvino.h"

#include <stdio.h>
#include <string.h>

static int failures;
static char sentence[200];

static void expect(bl_status status, const char *wanted)
{
    if (status != BL_UNSUPPORTED_DTYPE || strcmp(sentence, wanted) != 0) {
        printf("# said: %s\n", sentence);
        failures = 1;
    }
}

static void onnx(const bl_onnx_op *op, int opset, size_t count, bl_dtype first, bl_dtype second, const char *wanted)
{
    static double numbers[2];
    const bl_array a = {&numbers[0], first, 0, NULL, NULL}, b = {&numbers[1], second, 0, NULL, NULL};
    const bl_array *inputs[] = {&a, &b};
    const bl_onnx_node node = {op, opset, BL_NO_ATTRIBUTES};
    const bl_status status = bl_onnx_run(&node, count, inputs, &a, NULL, NULL);

    (void)bl_onnx_explain(&node, count, inputs, status, sentence, sizeof sentence);
    expect(status, wanted);
}

int main(void)
{
    const bl_array a = {sentence, BL_F64, 0, NULL, NULL};
    const bl_array *inputs[] = {&a};
    const bl_openvino_node node = {&bl_openvino_erf, 1, BL_NO_ATTRIBUTES};
    bl_status status;

    onnx(&bl_onnx_erf, 13, 1, BL_F64, BL_F64, "Erf-13 takes double, but Broadloom does not compute that, in any build");
    onnx(&bl_onnx_erf, 13, 1, BL_F16, BL_F16, "Erf-13 takes float16, but this library was built without that");
    onnx(&bl_onnx_add, 14, 2, BL_I8, BL_I8, "Add-14 takes int8 and int8, but this library was built without that");
    onnx(&bl_onnx_pow, 15, 2, BL_F32, BL_F64, "Pow-15 takes float and double, but Broadloom does not compute that, in any build");
    onnx(&bl_onnx_pow, 15, 2, BL_F32, BL_F16, "Pow-15 takes float and float16, but this library was built without that");
    onnx(&bl_onnx_sum, 13, 2, BL_F16, BL_F16, "Sum-13 takes float16 and float16, but this library was built without that");
    status = bl_openvino_run(&node, 1, inputs, &a, NULL);
    (void)bl_openvino_explain(&node, 1, inputs, status, sentence, sizeof sentence);
    expect(status, "Erf-1 takes f64, but Broadloom does not compute that, in any build");
    return failures;
}
