/* The front ends' sentences about errors of a node, for every status, whether or not the inputs cause it.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include "tensors.h"

static tensor a, b, out;
static const bl_array *inputs[2] = {&a.array, &b.array};
static const bl_array *without[2] = {&a.array, NULL};
static char sentence[400];

static int says(const char *expected)
{
    if (strcmp(sentence, expected) != 0) {
        printf("# said: %s\n", sentence);
        return 0;
    }
    return 1;
}

static void test_onnx_sentences(void)
{
    const int64_t most = INT64_MAX, least = INT64_MIN;
    bl_onnx_node node = {bl_onnx_op_by_name("Add"), 0, BL_NO_ATTRIBUTES};
    bl_status status;

    (void)bl_onnx_explain(NULL, 2, inputs, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strncmp(sentence, "no node: ", 9) == 0, "no node");
    node.opset = 1000;
    (void)bl_onnx_explain(&node, 2, inputs, BL_MISALIGNED, sentence, sizeof sentence);
    ok(strncmp(sentence, "Add: ", 5) == 0 && strcmp(sentence + 5, bl_status_string(BL_MISALIGNED)) == 0, "a status that the opset does not tell");
    node.opset = 6;
    is(bl_onnx_set(&node, "broadcast", 1, &most), BL_OK, "broadcast = INT64_MAX");
    status = bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL);
    (void)bl_onnx_explain(&node, 2, inputs, status, sentence, sizeof sentence);
    ok(says("Add-6: broadcast is 0 or 1, not 9223372036854775807"), "and its sentence");
    is(bl_onnx_set(&node, "broadcast", 1, &least), BL_OK, "broadcast = INT64_MIN");
    (void)bl_onnx_explain(&node, 2, inputs, status, sentence, sizeof sentence);
    ok(says("Add-6: broadcast is 0 or 1, not -9223372036854775808"), "and its sentence");
    node.given = 0;
    node.opset = 14;
    b.array.dtype = (bl_dtype)99;
    status = bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL);
    (void)bl_onnx_explain(&node, 2, inputs, status, sentence, sizeof sentence);
    ok(status == BL_UNKNOWN_DTYPE && strstr(sentence, "Add-14") == sentence, "no dtype: %s", sentence);
    b.array.dtype = BL_F32;
    ok(bl_onnx_explain(&node, 2, inputs, status, NULL, 0) > 0 && bl_onnx_explain(&node, 2, inputs, status, sentence, 1) > 0 && sentence[0] == '\0',
       "a sentence without room");
    /* for a status that these inputs do not give, the sentence is the status's text */
    for (int s = 0; s < BL_STATUS_COUNT; ++s) {
        const size_t length = bl_onnx_explain(&node, 2, inputs, (bl_status)s, sentence, sizeof sentence);

        ok(length == strlen(sentence) && strncmp(sentence, s == BL_UNKNOWN_OPSET ? "there is no opset" : "Add", 3) == 0, "of no cause: %s", sentence);
        (void)bl_onnx_explain(&node, 2, without, (bl_status)s, sentence, sizeof sentence);
        ok(strlen(sentence) > 10, "without an input: %s", sentence);
    }
}

static void test_openvino_sentences(void)
{
    bl_openvino_node node = {NULL, 9, BL_NO_ATTRIBUTES};

    (void)bl_openvino_explain(&node, 2, inputs, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strncmp(sentence, "no node: ", 9) == 0, "no operation");
    node.op = bl_openvino_op_by_name("LogicalXor");
    (void)bl_openvino_explain(&node, 2, inputs, BL_UNKNOWN_OPSET, sentence, sizeof sentence);
    ok(says("there is no LogicalXor-9; there is LogicalXor-1, LogicalXor-2"), "a version that is not there");
    node.op = bl_openvino_op_by_name("Add");
    node.opset = 1;
    for (int s = 0; s < BL_STATUS_COUNT; ++s) {
        ok(bl_openvino_explain(&node, 2, inputs, (bl_status)s, sentence, sizeof sentence) == strlen(sentence) && strncmp(sentence, "Add-1", 5) == 0,
           "of no cause: %s", sentence);
    }
}

/** Explains every status for every node, also statuses that these inputs and attributes do not cause. */
static void test_all_sentences(void)
{
    static const double values[] = {0, 1, 2, 30, 300, -1};
    const bl_array strange = {NULL, (bl_dtype)99, 2, NULL, NULL};
    const bl_array *const sets[][2] = {{&a.array, &b.array}, {&strange, &strange}, {&a.array, &strange}, {NULL, NULL}};
    size_t wrong = 0, all = 0;

    for (size_t k = 0; k < sizeof values / sizeof values[0] * sizeof sets / sizeof sets[0]; ++k) {
        const bl_array *const *set = sets[k % (sizeof sets / sizeof sets[0])];
        const double value = values[k / (sizeof sets / sizeof sets[0])];

        for (int s = 0; s < BL_STATUS_COUNT; ++s) {
            for (size_t o = 0; bl_onnx_all[o] != NULL; ++o) {
                bl_onnx_node node = {bl_onnx_all[o], BL_ONNX_NEWEST_OPSET - (s & 1) * 15, BL_NO_ATTRIBUTES};

                node.given = (uint32_t)~0;
                for (size_t i = 0; i < BL_ONNX_ATTRIBUTE_COUNT; ++i) {
                    node.values[i] = value;
                }
                ++all;
                wrong += bl_onnx_explain(&node, k % 3, set, (bl_status)s, sentence, sizeof sentence) < 5 || strlen(sentence) < 5;
            }
            for (size_t o = 0; bl_openvino_all[o] != NULL; ++o) {
                bl_openvino_node node = {bl_openvino_all[o], 1, BL_NO_ATTRIBUTES};

                node.given = (uint32_t)~0;
                for (size_t i = 0; i < BL_OPENVINO_ATTRIBUTE_COUNT; ++i) {
                    node.values[i] = value;
                }
                ++all;
                wrong += bl_openvino_explain(&node, k % 3, set, (bl_status)s, sentence, sizeof sentence) < 5 || strlen(sentence) < 5;
            }
        }
    }
    ok(wrong == 0, "every status of every node has a sentence (%zu)", all);
}

/** Reasons that need more than an addition. */
static void test_reasons(void)
{
    static const int64_t none = 0;
    bl_onnx_node node = {bl_onnx_op_by_name("Pow"), 7, BL_NO_ATTRIBUTES};
    const bl_array *const absent[] = {&a.array, NULL, NULL}, *const missing[] = {&a.array, NULL};
    bl_status status;

    b.array.dtype = BL_I32;
    status = bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL);
    (void)bl_onnx_explain(&node, 2, inputs, status, sentence, sizeof sentence);
    ok(status == BL_DTYPES_DIFFER && says("Pow-7: the inputs are float and int32, which do not go together"),
       "an exponent of another type, before it may be one");
    b.array.dtype = BL_F32;
    node.op = bl_onnx_op_by_name("Clip");
    node.opset = 13;
    (void)bl_onnx_explain(&node, 3, absent, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strncmp(sentence, "Clip-13: ", 9) == 0 && strcmp(sentence + 9, bl_status_string(BL_NULL_POINTER)) == 0,
       "inputs that may be absent are not missed: %s", sentence);
    node.op = bl_onnx_op_by_name("Max");
    (void)bl_onnx_explain(&node, 2, missing, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(says("Max-13: input 2 of 2 is missing"), "one of any number is");
    node.op = bl_onnx_op_by_name("QuantizeLinear");
    node.opset = 21;
    is(bl_onnx_set(&node, "block_size", 1, &none), BL_OK, "a block size that changes nothing");
    (void)bl_onnx_explain(&node, 2, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE, sentence, sizeof sentence);
    ok(strncmp(sentence, "QuantizeLinear-21: ", 19) == 0 && strcmp(sentence + 19, bl_status_string(BL_UNSUPPORTED_ATTRIBUTE_VALUE)) == 0,
       "is not what Broadloom lacks: %s", sentence);
}

/** Inputs after the first that must be one value, or have as many values as the first input's axis. */
static void test_placed_without_shapes(void)
{
    bl_onnx_node node = {bl_onnx_op_by_name("QuantizeLinear"), 13, BL_NO_ATTRIBUTES};
    const bl_array scales = {&b.data, BL_F32, 1, NULL, NULL}, zeros = {&b.data, BL_U8, 1, NULL, NULL};
    const size_t shape[] = {3};
    const bl_array good_scales = {&b.data, BL_F32, 1, shape, NULL}, good_zeros = {&b.data, BL_U8, 1, shape, NULL};
    const bl_array *const sets[][3] = {{&a.array, &scales, &good_zeros}, {&a.array, &good_scales, &zeros}, {&a.array, &scales, &zeros}};

    out.array.dtype = BL_U8;
    for (size_t i = 0; i < 3; ++i) {
        ok(bl_onnx_run(&node, 3, sets[i], &out.array, NULL, NULL) == BL_NULL_POINTER && is_untouched(&out), "dims without a shape, %zu", i);
    }
    out.array.dtype = BL_F32;
}

int main(void)
{
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    set_tensor(&out, BL_F32, "2,3");
    test_onnx_sentences();
    test_openvino_sentences();
    test_all_sentences();
    test_reasons();
    test_placed_without_shapes();
    return done_testing();
}
