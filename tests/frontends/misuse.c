/* Invalid calls of the front ends: null for every argument, attributes that do not exist, all kinds of numbers as
 * text. The expected value of a number is the compiler's for a constant with the same text.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include "tensors.h"

#include <math.h>

static tensor a, b, out;
static const bl_array *inputs[2] = {&a.array, &b.array};
static const bl_array *without[2] = {&a.array, NULL};

/* ---- Numbers as text ---- */

#define SAME(number)    \
    {                   \
#number, number \
    }

static const struct {
    const char *text;
    double value;
} numbers[] = {
    SAME(0.0),
    SAME(-1.5),
    SAME(+5.25),
    SAME(1e22),
    SAME(1e23),
    SAME(1E5),
    SAME(1e+5),
    SAME(12e-3),
    SAME(.5),
    SAME(5.),
    SAME(9007199254740991.0),
    SAME(9007199254740993.0),
    SAME(9007199254740995.0),
    SAME(9007199254740997e3),
    SAME(12345678901234567890123.0),
    SAME(123456789012345678901234567890e-10),
    SAME(0.00000000000000000000123456789012345678901234),
    SAME(4.9406564584124654e-324),
    SAME(2.4703282292062329e-324),
    SAME(3e-324),
    SAME(7.4e-324),
    SAME(2.2250738585072011e-308),
    SAME(2.2250738585072014e-308),
    SAME(1.7976931348623157e308),
    SAME(1.7976931348623158e308),
    SAME(0.1e-300),
    SAME(8.5e-310),
    SAME(1e-307),

    SAME(123456789e-330),
    {"2.4703282292062327e-324", 0},
    {"1e-400", 0},
    {"1e-340", 0},
    {"1e-99999999999", 0},
    {"0e99999999999", 0},
    {"-0e-5", 0},
    {"1.7976931348623159e308", HUGE_VAL},
    {"1e309", HUGE_VAL},
    {"0.3e309", HUGE_VAL},
    {"-1e400", -HUGE_VAL},
    {"1e99999999999", HUGE_VAL},
    {"inf", HUGE_VAL},
    {"-inf", -HUGE_VAL},
    {"+inf", HUGE_VAL},
    {"-INF", -HUGE_VAL},
};

static const char *const no_numbers[] = {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "1ex", "1e5x", "1e+:", "1.5 ", " 1", "--1", "1,5",
                                         "0x10", "1..2", "nan", "infinity", "in", "1/2", "1e/", "1:", "/1"};

/** Read the text as Clamp's min, which is a number, or as its axis, which is a whole one. */
static bl_status read(const char *attribute, const char *text, double *value)
{
    bl_openvino_node node = {NULL, 0, BL_NO_ATTRIBUTES};
    const bl_status status = bl_openvino_set(&node, attribute, text);

    for (size_t i = 0; i < BL_OPENVINO_ATTRIBUTE_COUNT; ++i) {
        *value = (node.given >> i & 1) != 0 ? node.values[i] : *value;
    }
    return status;
}

static void test_numbers(void)
{
    static char zeros[2100];
    double value = 0;

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        value = 77;
        ok(read("min", numbers[i].text, &value) == BL_OK && value == numbers[i].value, "%s is %.17g", numbers[i].text, value);
    }
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; ++i) {
        is(read("min", no_numbers[i], &value), BL_UNKNOWN_ATTRIBUTE_VALUE, "\"%s\" is no number", no_numbers[i]);
    }
    ok(read("axis", "-12", &value) == BL_OK && value == -12 && read("axis", "9223372036854775807", &value) == BL_OK &&
           value == 9223372036854775808.0,
       "whole numbers");
    ok(read("axis", "1.0", &value) == BL_UNKNOWN_ATTRIBUTE_VALUE && read("axis", "1e2", &value) == BL_UNKNOWN_ATTRIBUTE_VALUE &&
           read("axis", "inf", &value) == BL_UNKNOWN_ATTRIBUTE_VALUE && read("axis", "", &value) == BL_UNKNOWN_ATTRIBUTE_VALUE,
       "no whole numbers");
    memset(zeros, '0', sizeof zeros); /* 2000 of them, before or after the significant digits */
    memcpy(zeros + 2000, "12.5", 5);
    ok(read("min", zeros, &value) == BL_OK && value == 12.5, "zeros that do not count");
    memset(zeros, '0', sizeof zeros);
    zeros[1] = '.';
    memcpy(zeros + 302, "25", 3);
    ok(read("min", zeros, &value) == BL_OK && value == 25e-302, "zeros behind the point");
    memset(zeros + 302, '0', 1700);
    memcpy(zeros + 2002, "25e2001", 8);
    ok(read("min", zeros, &value) == BL_OK && value == 2.5, "and an exponent that makes up for them");
    memset(zeros, '1', 2000);
    zeros[2000] = '\0';
    ok(read("min", zeros, &value) == BL_OK && value == HUGE_VAL, "2000 digits");
    memcpy(zeros + 300, ".", 2);
    ok(read("min", zeros, &value) == BL_OK && fabs(value / 1.1111111111111111e299 - 1) < 1e-15, "300 digits");
}

/* ---- Attributes ---- */

static void test_attributes(void)
{
    const int64_t one = 1, none = 0, most = INT64_MAX;
    bl_onnx_node node = {NULL, 0, BL_NO_ATTRIBUTES};
    bl_openvino_node other = {NULL, 0, BL_NO_ATTRIBUTES};

    ok(bl_onnx_set(NULL, "axis", 1, &one) == BL_NULL_POINTER && bl_onnx_set(&node, NULL, 1, &one) == BL_NULL_POINTER &&
           bl_onnx_set(&node, "axis", 1, NULL) == BL_NULL_POINTER,
       "onnx, integers: null at each argument");
    ok(bl_onnx_set_float(NULL, "alpha", 1) == BL_NULL_POINTER && bl_onnx_set_float(&node, NULL, 1) == BL_NULL_POINTER,
       "onnx, floats: null at each argument");
    ok(bl_onnx_set_string(NULL, "direction", 4, "LEFT") == BL_NULL_POINTER &&
           bl_onnx_set_string(&node, NULL, 4, "LEFT") == BL_NULL_POINTER &&
           bl_onnx_set_string(&node, "direction", 4, NULL) == BL_NULL_POINTER,
       "onnx, strings: null at each argument");
    is(bl_onnx_set_string(&node, "direction", 0, NULL), BL_UNKNOWN_ATTRIBUTE_VALUE, "an empty string may be null");
    ok(bl_openvino_set(NULL, "axis", "1") == BL_NULL_POINTER && bl_openvino_set(&other, NULL, "1") == BL_NULL_POINTER &&
           bl_openvino_set(&other, "axis", NULL) == BL_NULL_POINTER,
       "openvino: null at each argument");
    ok(node.given == 0 && other.given == 0, "nothing was given");
    ok(bl_onnx_set_string(&node, "direction", 100,
                          "LEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFTLEFT") ==
           BL_UNKNOWN_ATTRIBUTE_VALUE,
       "a string longer than all that are known");
    ok(bl_onnx_set_string(&node, "direction", 5, "LEFT?") == BL_UNKNOWN_ATTRIBUTE_VALUE && bl_onnx_set_string(&node, "direction", 4, "LEFT?") == BL_OK,
       "a string ends where its length says");
    ok(bl_onnx_set_string(&node, "to", 5, "Float") == BL_OK && bl_onnx_set_string(&node, "to", 6, "STRING") == BL_OK &&
           bl_onnx_set_string(&node, "to", 4, "LEFT") == BL_UNKNOWN_ATTRIBUTE_VALUE,
       "dtypes by name");
    ok(bl_onnx_set(&node, "to", 1, &one) == BL_OK && bl_onnx_set(&node, "to", 1, &none) == BL_OK &&
           bl_onnx_set(&node, "to", 1, &most) == BL_UNKNOWN_ATTRIBUTE_VALUE && bl_onnx_set(&node, "to", 2, &one) == BL_UNKNOWN_ATTRIBUTE_VALUE,
       "dtypes by number; 0 says nothing");
    ok(bl_openvino_set(&other, "destination_type", "string") == BL_OK || bl_openvino_set(&other, "destination_type", "u3") == BL_OK,
       "a dtype that Broadloom does not have");
    is(bl_openvino_set(&other, "destination_type", "f33"), BL_UNKNOWN_ATTRIBUTE_VALUE, "a dtype that nobody has");
}

/* ---- Values as parameters ---- */

/** Clamp 0 to this least value; the result's bits as f16. */
static uint16_t least_half(const char *text)
{
    bl_openvino_node node = {bl_openvino_op_by_name("Clamp"), 1, BL_NO_ATTRIBUTES};
    static tensor zero, clamped;
    const bl_array *const zeros[1] = {&zero.array};

    set_tensor(&zero, BL_F16, "1");
    set_tensor(&clamped, BL_F16, "1");
    zero.data.bits16[0] = 0;
    if (bl_openvino_set(&node, "min", text) != BL_OK || bl_openvino_set(&node, "max", "inf") != BL_OK ||
        bl_openvino_run(&node, 1, zeros, &clamped.array, NULL) != BL_OK) {
        return 0xffff;
    }
    return clamped.data.bits16[0];
}

static void test_rounded_values(void)
{
    ok(least_half("1.00048828125") == 0x3c00 && least_half("1.00146484375") == 0x3c02, "a tie is rounded to even");
    ok(least_half("1.0004882813") == 0x3c01 && least_half("1.0004882812") == 0x3c00, "what is just beside a tie to the nearest");
    ok(least_half("65519.99") == 0x7bff && least_half("65520") == 0x7c00, "what is too large to infinity");
    ok(least_half("2.98023223876953125e-8") == 0 && least_half("2.9802322387695320e-8") == 1 && least_half("8.94069671630859375e-8") == 2 &&
           least_half("1e-40") == 0,
       "subnormals");
}

/** HardSigmoid, with the factor and the summand as inputs. */
static void test_values_as_inputs(void)
{
    const bl_openvino_node node = {bl_openvino_op_by_name("HardSigmoid"), 1, BL_NO_ATTRIBUTES};
    static tensor x, factor, summand, result;
    const bl_array *const values[3] = {&x.array, &factor.array, &summand.array};
    const void *const data[3] = {x.data.bytes, factor.data.bytes, summand.data.bytes}, *const nothing[3] = {NULL, NULL, NULL};
    bl_call call;

    set_tensor(&x, BL_F16, "2");
    set_tensor(&factor, BL_F16, "");
    set_tensor(&summand, BL_F16, "1");
    set_tensor(&result, BL_F16, "2");
    x.data.bits16[0] = 0x3c00; /* 1 and -1 */
    x.data.bits16[1] = 0xbc00;
    factor.data.bits16[0] = 0x7c00; /* infinity */
    summand.data.bits16[0] = 0;
    ok(bl_openvino_run(&node, 3, values, &result.array, NULL) == BL_OK && result.data.bits16[0] == 0x3c00 && result.data.bits16[1] == 0,
       "an infinite factor");
    factor.array.data = NULL;
    is(bl_openvino_run(&node, 3, values, &result.array, NULL), BL_NULL_POINTER, "a factor without data");
    factor.array.data = factor.data.bytes;
    ok(bl_openvino_plan(&call, &node, 3, values, &result.array, NULL) == BL_OK && bl_call_check(&call, data, result.data.bytes) == BL_OK &&
           bl_call_check(&call, nothing, result.data.bytes) == BL_NULL_POINTER,
       "planned");
    memset(result.data.bytes, UNTOUCHED, sizeof result.data.bytes);
    bl_call_run_part(&call, 0, 1, nothing, result.data.bytes);
    ok(is_untouched(&result), "a part without its factor does nothing");
    set_tensor(&x, BL_F16, "0");
    set_tensor(&result, BL_F16, "0");
    ok(bl_openvino_plan(&call, &node, 3, values, &result.array, NULL) == BL_OK && bl_call_run(&call, nothing, NULL) == BL_OK,
       "no elements: neither factor nor summand is read");
}

/** Values that no function sets, but that a struct may contain. */
static void test_wild_values(void)
{
    const double wild[] = {NAN, HUGE_VAL, -HUGE_VAL, 1e300, -1e300, 9.3e18, -1, 0.5, 300, 4294967297.0};
    size_t shape[4], rank, errors = 0, tries = 0;
    char text[400];
    bl_dtype dtype;

    for (size_t o = 0; bl_onnx_all[o] != NULL; ++o) {
        for (size_t i = 0; i < BL_ONNX_ATTRIBUTE_COUNT; ++i) {
            for (size_t w = 0; w < sizeof wild / sizeof wild[0]; ++w) {
                bl_onnx_node node = {bl_onnx_all[o], BL_ONNX_NEWEST_OPSET, BL_NO_ATTRIBUTES};
                bl_status status;

                node.given = UINT32_C(1) << i;
                node.values[i] = wild[w];
                status = bl_onnx_infer_shape(&node, 2, inputs, 4, shape, &rank, &dtype);
                ++tries;
                errors += status != BL_OK;
                errors -= bl_onnx_explain(&node, 2, inputs, status, text, sizeof text) < 5;
            }
        }
    }
    for (size_t o = 0; bl_openvino_all[o] != NULL; ++o) {
        for (size_t i = 0; i < BL_OPENVINO_ATTRIBUTE_COUNT; ++i) {
            for (size_t w = 0; w < sizeof wild / sizeof wild[0]; ++w) {
                bl_openvino_node node = {bl_openvino_all[o], 1, BL_NO_ATTRIBUTES};
                bl_status status;

                node.given = UINT32_C(1) << i;
                node.values[i] = wild[w];
                status = bl_openvino_infer_shape(&node, 2, inputs, 4, shape, &rank, &dtype);
                ++tries;
                errors += status != BL_OK;
                errors -= bl_openvino_explain(&node, 2, inputs, status, text, sizeof text) < 5;
            }
        }
    }
    ok(errors > tries / 2, "wild values: %zu of %zu nodes are refused, and it is said why", errors, tries);
}

/* ---- Null ---- */

static void test_onnx_nulls(void)
{
    bl_onnx_node node = {NULL, 14, BL_NO_ATTRIBUTES};
    const void *const data[2] = {a.data.bytes, b.data.bytes}, *const without_data[2] = {a.data.bytes, NULL};
    size_t shape[4] = {0}, rank = 0;
    bl_dtype dtype = BL_BOOL;
    bl_call call;

    ok(bl_onnx_infer_shape(&node, 2, inputs, 4, shape, &rank, &dtype) == BL_NULL_POINTER && bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL) == BL_NULL_POINTER,
       "onnx: a node without an operator");
    node.op = bl_onnx_op_by_name("Add");
    ok(bl_onnx_version_at(NULL, 14) == NULL && bl_onnx_version_at(node.op, 0) == NULL && bl_onnx_version_at(node.op, 1000) == NULL &&
           bl_onnx_version_at(node.op, INT64_MIN) == NULL,
       "no version");
    ok(bl_onnx_dtype(1, NULL) == BL_NULL_POINTER && strcmp(bl_onnx_dtype_name((bl_dtype)-1), "?") == 0, "no dtype");
    ok(bl_onnx_infer_shape(NULL, 2, inputs, 4, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, NULL, 4, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, without, 4, shape, &rank, &dtype) != BL_OK &&
           bl_onnx_infer_shape(&node, 2, inputs, 4, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, inputs, 4, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, inputs, 4, shape, &rank, NULL) == BL_NULL_POINTER && rank == 0 && dtype == BL_BOOL,
       "onnx, shapes: null at each argument");
    ok(bl_onnx_plan(NULL, &node, 2, inputs, &out.array, NULL, NULL) == BL_NULL_POINTER &&
           bl_onnx_plan(&call, NULL, 2, inputs, &out.array, NULL, NULL) == BL_NULL_POINTER &&
           bl_onnx_plan(&call, &node, 2, NULL, &out.array, NULL, NULL) == BL_NULL_POINTER &&
           bl_onnx_plan(&call, &node, 2, inputs, NULL, NULL, NULL) == BL_NULL_POINTER,
       "onnx, plans: null at each argument");
    ok(bl_onnx_run(NULL, 2, inputs, &out.array, NULL, NULL) == BL_NULL_POINTER &&
           bl_onnx_run(&node, 2, NULL, &out.array, NULL, NULL) == BL_NULL_POINTER &&
           bl_onnx_run(&node, 2, inputs, NULL, NULL, NULL) == BL_NULL_POINTER,
       "onnx, runs: null at each argument");
    out.array.dtype = (bl_dtype)77;
    is(bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL), BL_UNKNOWN_DTYPE, "an output of no dtype");
    out.array.dtype = BL_I8;
    is(bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL), BL_WRONG_OUTPUT_DTYPE, "an output of another dtype");
    out.array.dtype = BL_F32;
    is(bl_onnx_plan(&call, &node, 2, inputs, &out.array, NULL, NULL), BL_OK, "a call");
    ok(bl_call_check(NULL, data, out.data.bytes) == BL_NULL_POINTER && bl_call_check(&call, NULL, out.data.bytes) == BL_NULL_POINTER &&
           bl_call_check(&call, without_data, out.data.bytes) == BL_NULL_POINTER && bl_call_check(&call, data, NULL) == BL_NULL_POINTER,
       "its check: null at each argument");
    ok(bl_call_run(NULL, data, out.data.bytes) == BL_NULL_POINTER && bl_call_run(&call, NULL, out.data.bytes) == BL_NULL_POINTER &&
           bl_call_run(&call, without_data, out.data.bytes) == BL_NULL_POINTER && bl_call_run(&call, data, NULL) == BL_NULL_POINTER,
       "its run: null at each argument");
    ok(bl_call_describe(NULL, NULL, 0) == bl_plan_describe(NULL, NULL, 0), "no call, described");
    ok(is_untouched(&out), "nothing was written");
}

static void test_openvino_nulls(void)
{
    bl_openvino_node node = {NULL, 1, BL_NO_ATTRIBUTES};
    size_t shape[4], rank = 0;
    bl_dtype dtype = BL_BOOL;
    bl_call call;

    is(bl_openvino_run(&node, 2, inputs, &out.array, NULL), BL_NULL_POINTER, "openvino: a node without an operation");
    node.op = bl_openvino_op_by_name("Add");
    ok(bl_openvino_op_by_name(NULL) == NULL && bl_openvino_version_of(NULL, 1) == NULL, "no operation");
    ok(bl_openvino_dtype(NULL, &dtype) == BL_NULL_POINTER && bl_openvino_dtype("f32", NULL) == BL_NULL_POINTER &&
           strcmp(bl_openvino_dtype_name((bl_dtype)-1), "?") == 0,
       "no dtype");
    ok(bl_openvino_infer_shape(NULL, 2, inputs, 4, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, NULL, 4, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, without, 4, shape, &rank, &dtype) != BL_OK &&
           bl_openvino_infer_shape(&node, 2, inputs, 4, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, inputs, 4, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, inputs, 4, shape, &rank, NULL) == BL_NULL_POINTER && rank == 0 && dtype == BL_BOOL,
       "openvino, shapes: null at each argument");
    ok(bl_openvino_plan(NULL, &node, 2, inputs, &out.array, NULL) == BL_NULL_POINTER &&
           bl_openvino_plan(&call, NULL, 2, inputs, &out.array, NULL) == BL_NULL_POINTER &&
           bl_openvino_plan(&call, &node, 2, NULL, &out.array, NULL) == BL_NULL_POINTER &&
           bl_openvino_plan(&call, &node, 2, inputs, NULL, NULL) == BL_NULL_POINTER,
       "openvino, plans: null at each argument");
    ok(bl_openvino_run(NULL, 2, inputs, &out.array, NULL) == BL_NULL_POINTER &&
           bl_openvino_run(&node, 2, NULL, &out.array, NULL) == BL_NULL_POINTER && bl_openvino_run(&node, 2, inputs, NULL, NULL) == BL_NULL_POINTER,
       "openvino, runs: null at each argument");
    ok(is_untouched(&out), "nothing was written");
}

int main(void)
{
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    set_tensor(&out, BL_F32, "2,3");
    test_numbers();
    test_attributes();
    test_rounded_values();
    test_values_as_inputs();
    test_wild_values();
    test_onnx_nulls();
    test_openvino_nulls();
    return done_testing();
}
