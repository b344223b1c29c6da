/* The OpenVINO front end: the nodes that each version accepts and refuses, and the results. The expectations are written from OpenVINO's
 * operation specifications and broadcast rules, not from Broadloom's tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "tensors.h"

#define AUTO_BROADCAST (1u << BL_OPENVINO_AUTO_BROADCAST)
#define AXIS (1u << BL_OPENVINO_AXIS)
#define M_PYTHONDIV (1u << BL_OPENVINO_M_PYTHONDIV)

static tensor a, b, c, fourth, fifth, out;

/** A node with these attributes. */
static bl_openvino_node node_with(const bl_openvino_op *op, int opset, unsigned given, int auto_broadcast, int64_t axis,
                                  int m_pythondiv)
{
    bl_openvino_node node = {NULL, 0, BL_NO_ATTRIBUTES};

    node.op = op;
    node.opset = opset;
    node.given = given;
    node.values[BL_OPENVINO_AUTO_BROADCAST] = auto_broadcast;
    node.values[BL_OPENVINO_AXIS] = (double)axis;
    node.values[BL_OPENVINO_M_PYTHONDIV] = m_pythondiv;
    return node;
}

static bl_openvino_node node_of(const bl_openvino_op *op, int opset)
{
    return node_with(op, opset, 0, 0, 0, 0);
}

/* ---- Versions and their types ---- */

#define FLOATS "f16 bf16 f32 f64"
#define SIGNED FLOATS " i8 i16 i32 i64"
#define INTS "i8 i16 i32 i64 u8 u16 u32 u64"
#define NUMERIC FLOATS " " INTS
#define ALL NUMERIC " bool"
#define PLACED "auto_broadcast axis"
#define OF_F64 "Exp Log Sin Cos" /* the functions that take f64 */
#define FUNCTIONS \
    "Exp Log Tanh Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh Erf Sigmoid SoftPlus SoftSign Elu Gelu Mish Selu Swish"

typedef struct expected_version {
    const char *op;
    int opset;
    const char *dtypes;
    const char *attributes;
    const char *required;
    int inputs;
} expected_version;

static const expected_version expected_versions[] = {
    {"Add", 1, NUMERIC, PLACED, "", 2},
    {"Subtract", 1, NUMERIC, PLACED, "", 2},
    {"Multiply", 1, NUMERIC, PLACED, "", 2},
    {"Divide", 1, NUMERIC, PLACED " m_pythondiv", "", 2},
    {"Mod", 1, NUMERIC, "auto_broadcast", "", 2},
    {"FloorMod", 1, NUMERIC, "auto_broadcast", "", 2},
    {"Power", 1, NUMERIC, "auto_broadcast", "", 2},
    {"SquaredDifference", 1, NUMERIC, "auto_broadcast", "", 2},
    {"Maximum", 1, NUMERIC, "auto_broadcast", "", 2},
    {"Minimum", 1, NUMERIC, "auto_broadcast", "", 2},
    {"Equal", 1, ALL, PLACED, "", 2},
    {"NotEqual", 1, ALL, PLACED, "", 2},
    {"Less", 1, ALL, PLACED, "", 2},
    {"LessEqual", 1, ALL, PLACED, "", 2},
    {"Greater", 1, ALL, PLACED, "", 2},
    {"GreaterEqual", 1, ALL, PLACED, "", 2},
    {"LogicalAnd", 1, "bool", PLACED, "", 2},
    {"LogicalOr", 1, "bool", PLACED, "", 2},
    {"LogicalXor", 1, "bool", PLACED, "", 2},
    {"LogicalXor", 2, "bool", PLACED, "", 2}, /* as files have it */
    {"LogicalNot", 1, "bool", "", "", 1},
    {"BitwiseAnd", 13, INTS " bool", PLACED, "", 2},
    {"BitwiseOr", 13, INTS " bool", PLACED, "", 2},
    {"BitwiseXor", 13, INTS " bool", PLACED, "", 2},
    {"BitwiseNot", 13, INTS " bool", "", "", 1},
    {"BitwiseLeftShift", 15, INTS, PLACED, "", 2},
    {"BitwiseRightShift", 15, INTS, PLACED, "", 2},
    {"Select", 1, NUMERIC, PLACED, "", 3},
    {"Negative", 1, SIGNED, "", "", 1},
    {"Abs", 1, NUMERIC, "", "", 1},
    {"Sign", 1, NUMERIC, "", "", 1},
    {"Sqrt", 1, NUMERIC, "", "", 1},
    {"Exp", 1, FLOATS, "", "", 1},
    {"Log", 1, NUMERIC, "", "", 1},
    {"Tanh", 1, NUMERIC, "", "", 1},
    {"Sin", 1, NUMERIC, "", "", 1},
    {"Cos", 1, NUMERIC, "", "", 1},
    {"Tan", 1, NUMERIC, "", "", 1},
    {"Asin", 1, NUMERIC, "", "", 1},
    {"Acos", 1, NUMERIC, "", "", 1},
    {"Atan", 1, NUMERIC, "", "", 1},
    {"Atan2", 17, FLOATS, PLACED, "", 2},
    {"Sinh", 1, NUMERIC, "", "", 1},
    {"Cosh", 1, NUMERIC, "", "", 1},
    {"Asinh", 3, NUMERIC, "", "", 1},
    {"Asinh", 4, NUMERIC, "", "", 1}, /* as files have it */
    {"Acosh", 3, NUMERIC, "", "", 1},
    {"Acosh", 4, NUMERIC, "", "", 1}, /* as files have it */
    {"Atanh", 3, NUMERIC, "", "", 1},
    {"Atanh", 4, NUMERIC, "", "", 1}, /* as files have it */
    {"Erf", 1, NUMERIC, "", "", 1},
    {"Sigmoid", 1, FLOATS, "", "", 1},
    {"SoftPlus", 4, FLOATS, "", "", 1},
    {"SoftSign", 9, FLOATS, "", "", 1},
    {"Elu", 1, FLOATS, "alpha", "alpha", 1},
    {"Gelu", 2, FLOATS, "", "", 1},
    {"Gelu", 7, FLOATS, "approximation_mode", "", 1},
    {"Mish", 4, FLOATS, "", "", 1},
    {"Selu", 1, FLOATS, "", "", 3},
    {"Swish", 4, FLOATS, "", "", 2}, /* or 1 */
    {"Floor", 1, NUMERIC, "", "", 1},
    {"Ceiling", 1, NUMERIC, "", "", 1},
    {"Round", 5, NUMERIC, "mode", "", 1},
    {"IsNaN", 10, FLOATS, "", "", 1},
    {"IsFinite", 10, FLOATS, "", "", 1},
    {"IsInf", 10, FLOATS, "detect_negative detect_positive", "", 1},
    {"ReLU", 1, NUMERIC, "", "", 1},
    {"PReLU", 1, NUMERIC, "", "", 2},
    {"Clamp", 1, NUMERIC, "min max", "min max", 1},
    {"HardSigmoid", 1, FLOATS, "", "", 3},
    {"HSigmoid", 5, FLOATS, "", "", 1},
    {"HSwish", 4, FLOATS, "", "", 1},
    {"Convert", 1, ALL " f8e4m3fn f8e5m2 i4 u4 f4e2m1", "destination_type", "destination_type", 1},
    {"ConvertLike", 1, ALL " f8e4m3fn f8e5m2 i4 u4 f4e2m1", "", "", 2},
    {"FakeQuantize", 1, FLOATS, "auto_broadcast levels", "levels", 5},
    {"FakeConvert", 13, "f16 bf16 f32", "destination_type", "destination_type", 3}, /* or 2 */
};

static const size_t expected_count = sizeof expected_versions / sizeof expected_versions[0];

static void test_versions(void)
{
    size_t count = 0;

    while (bl_openvino_all[count] != NULL) {
        ok(bl_openvino_op_by_name(bl_openvino_all[count]->name) == bl_openvino_all[count], "%s is found by its name",
           bl_openvino_all[count]->name);
        ++count;
    }
    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *v = &expected_versions[i];
        const bl_openvino_op *op = bl_openvino_op_by_name(v->op);
        int versions = 0;

        for (int opset = -1; opset < 70000; ++opset) {
            versions += bl_openvino_version_of(op, opset) != NULL;
        }
        count -= i == 0 || strcmp(v->op, expected_versions[i - 1].op) != 0;
        ok(op != NULL && bl_openvino_version_of(op, v->opset) != NULL && bl_openvino_version_of(op, v->opset)->since == v->opset &&
               versions == (has_word("LogicalXor Gelu Asinh Acosh Atanh", v->op) ? 2 : 1),
           "%s has version %d, and no others than these", v->op, v->opset);
    }
    ok(count == 0, "there are no other operations");
    ok(bl_openvino_op_by_name("add") == NULL && bl_openvino_op_by_name("Ad") == NULL &&
           bl_openvino_op_by_name("Adds") == NULL && bl_openvino_op_by_name(NULL) == NULL &&
           bl_openvino_version_of(NULL, 1) == NULL,
       "and other names are none");
}

/** Give the node an attribute, with some allowed value. */
static bl_status give(bl_openvino_node *node, const char *name)
{
    static const char *const values[] = {"2", "none", "true", "half_to_even", "f8e4m3", "TANH"};
    bl_status status = BL_UNKNOWN_ATTRIBUTE_VALUE;

    for (size_t i = 0; i < sizeof values / sizeof values[0] && status == BL_UNKNOWN_ATTRIBUTE_VALUE; ++i) {
        status = bl_openvino_set(node, name, values[i]);
    }
    return status;
}

/** A node of the version with its mandatory attributes. */
static bl_openvino_node minimal_node(const expected_version *version)
{
    bl_openvino_node node = node_of(bl_openvino_op_by_name(version->op), version->opset);

    for (size_t i = 0; i < BL_OPENVINO_ATTRIBUTE_COUNT; ++i) {
        if (has_word(version->required, bl_openvino_attributes[i].name)) {
            give(&node, bl_openvino_attributes[i].name);
        }
    }
    return node;
}

/** One-element inputs for an operation at a dtype. */
static void set_operands(const char *op, bl_dtype dtype)
{
    set_tensor(&a, strcmp(op, "Select") == 0 ? BL_BOOL : dtype, "");
    set_tensor(&b, dtype, "");
    set_tensor(&c, dtype, "");
    set_tensor(&fourth, dtype, "");
    set_tensor(&fifth, dtype, "");
}

static void test_dtypes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array, &fourth.array, &fifth.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *v = &expected_versions[i];
        const bl_openvino_node node = minimal_node(v);
        int right = 1;

        for (int t = 0; t < BL_DTYPE_COUNT; ++t) {
            const bl_dtype dtype = (bl_dtype)t;
            const int is_float = is_of_class(dtype, "f");
            bl_status wanted = BL_OK;
            bl_dtype gives = BL_F32;
            size_t rank;

            set_operands(v->op, dtype);
            if (!has_word(v->dtypes, bl_dtype_name(dtype))) {
                wanted = BL_DTYPE_NOT_IN_VERSION;
            } else if ((strcmp(v->op, "Sqrt") == 0 && !is_float) ||
                       (has_word("Atan2 HardSigmoid Power", v->op) && dtype == BL_F64) ||
                       (has_word(FUNCTIONS, v->op) && !is_of_class(dtype, "n") && !(dtype == BL_F64 && has_word(OF_F64, v->op)))) {
                wanted = BL_UNSUPPORTED_DTYPE; /* few functions take f64; parameters are f32 */
            }
            right = right &&
                    bl_openvino_infer_shape(&node, (size_t)v->inputs, inputs, 0, NULL, &rank, &gives) == wanted;
        }
        ok(right, "%s-%d takes %s and nothing else", v->op, v->opset, v->dtypes);
    }
}

static void test_attributes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array, &fourth.array, &fifth.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *v = &expected_versions[i];
        int right = 1;

        for (unsigned k = 0; k < BL_OPENVINO_ATTRIBUTE_COUNT; ++k) {
            const char *name = bl_openvino_attributes[k].name;
            bl_openvino_node node = minimal_node(v);
            bl_dtype gives;
            size_t rank;

            set_operands(v->op, BL_F32);
            right = right && give(&node, name) == BL_OK &&
                    (bl_openvino_infer_shape(&node, (size_t)v->inputs, inputs, 0, NULL, &rank, &gives) !=
                     BL_ATTRIBUTE_NOT_IN_VERSION) == has_word(v->attributes, name);
            if (has_word(v->required, name)) {
                node.given &= ~(1u << k);
                right = right && bl_openvino_infer_shape(&node, (size_t)v->inputs, inputs, 0, NULL, &rank, &gives) ==
                                     BL_ATTRIBUTE_MISSING;
            }
        }
        for (int count = 0; count <= 5; ++count) {
            const bl_openvino_node node = minimal_node(v);
            bl_dtype gives;
            size_t rank;

            right = right && (bl_openvino_infer_shape(&node, (size_t)count, inputs, 0, NULL, &rank, &gives) ==
                              BL_WRONG_INPUT_COUNT) == (count != v->inputs && !(has_word("Swish FakeConvert", v->op) && count == v->inputs - 1));
        }
        ok(right, "%s-%d has the attributes (%s), needs (%s), and takes %d inputs", v->op, v->opset, v->attributes,
           v->required, v->inputs);
    }
}

/* ---- Every version, at every dtype, compared with values computed by hand ---- */

typedef struct value_case {
    const char *op;
    const char *classes;    /* of T */
    const char *attributes; /* name=value */
    const char *inputs[5];  /* numbers, one: of no dims */
    const char *result;
} value_case;

static const value_case value_cases[] = {
    {"Add", "fsu", "", {"6 7", "2 1"}, "8 8"},
    {"Subtract", "fsu", "", {"6 7", "2"}, "4 5"},
    {"Multiply", "fsu", "", {"6 7", "2 1"}, "12 7"},
    {"Divide", "f", "", {"-7 6", "2 4"}, "-3.5 1.5"},
    {"Divide", "s", "", {"-7 6", "2 4"}, "-4 1"},
    {"Divide", "s", "m_pythondiv=false", {"-7 6", "2 4"}, "-3 1"},
    {"Divide", "u", "", {"7 6", "2 4"}, "3 1"},
    {"Mod", "fs", "", {"-7 7", "4 -4"}, "-3 3"},
    {"Mod", "u", "", {"7 9", "4 4"}, "3 1"},
    {"FloorMod", "fs", "", {"-7 7", "4 -4"}, "1 -1"},
    {"FloorMod", "u", "", {"7 9", "4 4"}, "3 1"},
    {"Power", "nsu", "", {"2 3", "3 2"}, "8 9"},
    {"Power", "n", "", {"-3 4", "3 -0.5"}, "-27 0.5"},
    {"Power", "n", "auto_broadcast=none", {"nan -0.0", "0 -1"}, "1 -inf"},
    {"Power", "n", "", {"-1 -inf", "inf 0.5"}, "1 inf"},
    {"SquaredDifference", "fsu", "", {"5 2", "2 4"}, "9 4"},
    {"Maximum", "fsu", "", {"1 5", "3 2"}, "3 5"},
    {"Minimum", "fsu", "auto_broadcast=none", {"1 5", "3 2"}, "1 2"},
    {"Equal", "fsub", "", {"1 0", "1 1"}, "1 0"},
    {"NotEqual", "fsub", "", {"1 0", "1 1"}, "0 1"},
    {"Less", "fsub", "", {"0 1", "1 1"}, "1 0"},
    {"LessEqual", "fsub", "", {"1 1", "1 0"}, "1 0"},
    {"Greater", "fsub", "", {"1 1", "0 1"}, "1 0"},
    {"GreaterEqual", "fsub", "", {"1 0", "1 1"}, "1 0"},
    {"LogicalAnd", "b", "", {"1 1", "1 0"}, "1 0"},
    {"LogicalOr", "b", "", {"1 0", "0 0"}, "1 0"},
    {"LogicalXor", "b", "", {"1 1", "0 1"}, "1 0"},
    {"LogicalNot", "b", "", {"1 0"}, "0 1"},
    {"BitwiseAnd", "su", "", {"6 5", "3 4"}, "2 4"},
    {"BitwiseAnd", "b", "", {"1 1", "1 0"}, "1 0"},
    {"BitwiseOr", "su", "", {"6 5", "3 4"}, "7 5"},
    {"BitwiseXor", "su", "", {"6 5", "3 4"}, "5 1"},
    {"BitwiseNot", "s", "", {"6 -1"}, "-7 0"},
    {"BitwiseNot", "b", "", {"1 0"}, "0 1"},
    {"BitwiseLeftShift", "su", "", {"3 1", "2 4"}, "12 16"},
    {"BitwiseRightShift", "s", "", {"-8 16", "1 2"}, "-4 4"},
    {"BitwiseRightShift", "u", "", {"8 16", "1 2"}, "4 4"},
    {"Select", "fsu", "", {"1 0", "5 6", "7 8"}, "5 8"},
    {"Select", "fsu", "auto_broadcast=pdpd axis=0", {"1", "5 6", "7"}, "5 6"},
    {"Negative", "fs", "", {"5 -3"}, "-5 3"},
    {"Abs", "fs", "", {"-5 3"}, "5 3"},
    {"Abs", "u", "", {"5 3"}, "5 3"},
    {"Sign", "fs", "", {"-5 3"}, "-1 1"},
    {"Sign", "u", "", {"5 0"}, "1 0"},
    {"Sqrt", "f", "", {"9 0.25"}, "3 0.5"},
    {"Exp", "f", "", {"0 -inf"}, "1 0"},
    {"Log", "f", "", {"1 0"}, "0 -inf"},
    {"Tanh", "n", "", {"0 -inf"}, "0 -1"},
    {"Sin", "f", "", {"0 -0.0"}, "0 -0.0"},
    {"Cos", "f", "", {"0 -0.0"}, "1 1"},
    {"Tan", "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Asin", "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Acos", "n", "", {"1 1"}, "0 0"},
    {"Atan", "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Atan2", "n", "", {"0 -0.0", "2 3"}, "0 -0.0"},
    {"Atan2", "n", "auto_broadcast=pdpd axis=0", {"-0.0 0", "3"}, "-0.0 0"},
    {"Sinh", "n", "", {"0 -inf"}, "0 -inf"},
    {"Cosh", "n", "", {"0 -inf"}, "1 inf"},
    {"Asinh", "n", "", {"0 -inf"}, "0 -inf"},
    {"Acosh", "n", "", {"1 inf"}, "0 inf"},
    {"Atanh", "n", "", {"1 -1"}, "inf -inf"},
    {"Erf", "n", "", {"0 -inf"}, "0 -1"},
    {"Sigmoid", "n", "", {"0 -inf"}, "0.5 0"},
    {"SoftPlus", "n", "", {"-inf inf"}, "0 inf"},
    {"SoftSign", "n", "", {"1 -3"}, "0.5 -0.75"},
    {"Mish", "n", "", {"0 inf"}, "0 inf"},
    {"Gelu", "n", "", {"-inf inf"}, "-0.0 inf"},
    {"Gelu", "n", "approximation_mode=ERF", {"0 inf"}, "0 inf"},
    {"Gelu", "n", "approximation_mode=TANH", {"-inf inf"}, "-0.0 inf"},
    {"Elu", "n", "alpha=2", {"-inf 3"}, "-2 3"},
    {"Selu", "n", "", {"-inf 3", "2", "0.5"}, "-1 1.5"},
    {"Swish", "n", "", {"0 inf"}, "0 inf"},
    {"Swish", "n", "", {"4 -2", "0"}, "2 -1"},
    {"Floor", "f", "", {"2.5 -2.5"}, "2 -3"},
    {"Floor", "su", "", {"2 3"}, "2 3"},
    {"Ceiling", "f", "", {"2.5 -2.5"}, "3 -2"},
    {"Ceiling", "su", "", {"2 3"}, "2 3"},
    {"Round", "f", "", {"2.5 -3.5"}, "2 -4"},
    {"Round", "f", "mode=half_away_from_zero", {"2.5 -2.5"}, "3 -3"},
    {"Round", "su", "mode=half_away_from_zero", {"2 3"}, "2 3"},
    {"IsNaN", "f", "", {"nan 1"}, "1 0"},
    {"IsFinite", "f", "", {"inf 1"}, "0 1"},
    {"IsInf", "f", "", {"inf -inf"}, "1 1"},
    {"IsInf", "f", "detect_negative=false", {"inf -inf"}, "1 0"},
    {"IsInf", "f", "detect_positive=0", {"inf -inf"}, "0 1"},
    {"ReLU", "fs", "", {"-5 3"}, "0 3"},
    {"ReLU", "u", "", {"5 3"}, "5 3"},
    {"PReLU", "f", "", {"-4 3", "0.5"}, "-2 3"},
    {"PReLU", "s", "", {"-4 3", "2 2"}, "-8 3"},
    {"PReLU", "u", "", {"4 3", "2 2"}, "4 3"},
    {"Clamp", "f", "min=-1.5 max=2.5", {"-3 9"}, "-1.5 2.5"},
    {"Clamp", "f", "min=-inf max=1e300", {"-3 9"}, "-3 9"},
    {"Clamp", "s", "min=-1.5 max=2.5", {"-3 9"}, "-1 2"}, /* ceil, floor */
    {"Clamp", "s", "min=-1e30 max=-2.5", {"-3 9"}, "-3 -3"},
    {"Clamp", "u", "min=-7 max=1e+20", {"3 9"}, "3 9"},
    {"Clamp", "u", "min=4.1 max=7.9", {"3 9"}, "5 7"},
    {"HardSigmoid", "f", "", {"1 -2", "0.5", "0.25"}, "0.75 0"},
    {"FakeQuantize", "f", "levels=3", {"0.75 -9", "-1", "1", "10", "20"}, "20 10"},
    {"FakeQuantize", "f", "levels=5 auto_broadcast=none", {"0.125 9", "-1 0", "1 4", "0 0", "4 8"}, "2 8"},
    {"FakeConvert", "n", "destination_type=f8e4m3", {"1000 -3", "1"}, "448 -3"},
    {"FakeConvert", "n", "destination_type=f8e4m3", {"9 1.125", "2", "0"}, "9 1.125"},
    {"FakeConvert", "n", "destination_type=f8e5m2", {"9 1.125", "2"}, "8 1"},
    {"FakeConvert", "n", "destination_type=f8e5m2", {"9 -inf", "2 4", "1 0"}, "8.5 -14336"},
    {"HSigmoid", "f", "", {"0 9"}, "0.5 1"},
    {"HSwish", "f", "", {"3 -3"}, "3 0"},
};

/** Give the node attributes that are written as name=value. */
static void give_written(bl_openvino_node *node, const char *written)
{
    while (*written != '\0') {
        const size_t name_length = strcspn(written, "=");
        const size_t length = strcspn(written + name_length + 1, " ");
        char name[32] = "";
        char value[32] = "";

        memcpy(name, written, name_length);
        memcpy(value, written + name_length + 1, length);
        if (bl_openvino_set(node, name, value) != BL_OK) {
            ok(0, "%s=%s is set", name, value);
        }
        written += name_length + 1 + length;
        written += *written == ' ';
    }
}

/** A version's results at a dtype, planned and at once. */
static int gives_values(const value_case *v, const bl_openvino_node *node, bl_dtype dtype)
{
    tensor *const tensors[] = {&a, &b, &c, &fourth, &fifth};
    const bl_array *inputs[5];
    const void *pointers[5];
    bl_call call;
    size_t count = 0;
    size_t shape[1];
    size_t rank;
    bl_dtype gives;

    for (; count < 5 && v->inputs[count] != NULL; ++count) {
        set_tensor(tensors[count], count == 0 && strcmp(v->op, "Select") == 0 ? BL_BOOL : dtype,
                   strchr(v->inputs[count], ' ') == NULL ? "" : "2");
        set_elements(tensors[count], v->inputs[count]);
        inputs[count] = &tensors[count]->array;
        pointers[count] = tensors[count]->data.bytes;
    }
    if (bl_openvino_infer_shape(node, count, inputs, 1, shape, &rank, &gives) != BL_OK || rank != 1 || shape[0] != 2) {
        return 0;
    }
    set_tensor(&out, gives, "2");
    if (bl_openvino_plan(&call, node, count, inputs, &out.array, NULL) != BL_OK ||
        bl_call_check(&call, pointers, out.data.bytes) != BL_OK || bl_call_run(&call, pointers, out.data.bytes) != BL_OK ||
        !has_elements(&out, v->result)) {
        return 0;
    }
    set_tensor(&out, gives, "2");
    return bl_openvino_run(node, count, inputs, &out.array, NULL) == BL_OK && has_elements(&out, v->result);
}

static void test_values(void)
{
    for (size_t i = 0; i < sizeof value_cases / sizeof value_cases[0]; ++i) {
        const value_case *v = &value_cases[i];
        int ran = 0;
        int right = 1;

        for (size_t k = 0; k < expected_count; ++k) {
            const expected_version *version = &expected_versions[k];
            bl_openvino_node node = node_of(bl_openvino_op_by_name(v->op), version->opset);

            if (strcmp(version->op, v->op) != 0 || (v->attributes[0] != '\0' && version->attributes[0] == '\0')) {
                continue;
            }
            give_written(&node, v->attributes);
            for (int t = 0; t < BL_DTYPE_COUNT; ++t) {
                if (has_word(version->dtypes, bl_dtype_name((bl_dtype)t)) && is_of_class((bl_dtype)t, v->classes) &&
                    !(strcmp(v->op, "HardSigmoid") == 0 && t == BL_F64)) {
                    ++ran;
                    if (!gives_values(v, &node, (bl_dtype)t)) {
                        printf("# %s-%d at %s\n", v->op, version->opset, bl_dtype_name((bl_dtype)t));
                        right = 0;
                    }
                }
            }
        }
        ok(right && ran > 0, "%s (%s) of %s: %s, at %d dtypes", v->op, v->attributes, v->inputs[0], v->result, ran);
    }
}

static void test_conversions(void)
{
    static const char *const names[BL_DTYPE_COUNT] = {"f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8",
                                                      "u16", "u32", "u64", "boolean", "f8e4m3", NULL, "f8e5m2", NULL, "i4", "u4", NULL, NULL, NULL, "f4e2m1", NULL, NULL};
    const bl_array *const inputs[] = {&a.array, &b.array};
    int right = 1;

    for (int pair = 0; pair < BL_DTYPE_COUNT * BL_DTYPE_COUNT; ++pair) {
        const bl_dtype from = (bl_dtype)(pair / BL_DTYPE_COUNT);
        const bl_dtype to = (bl_dtype)(pair % BL_DTYPE_COUNT);
        bl_openvino_node convert = node_of(&bl_openvino_convert, 1);
        const bl_openvino_node like = node_of(&bl_openvino_convert_like, 1);

        if (names[from] == NULL || names[to] == NULL) {
            continue;
        }
        set_tensor(&a, from, "2");
        set_elements(&a, "1 0");
        set_tensor(&b, to, "5,5");
        set_tensor(&out, to, "2");
        right = right && bl_openvino_set(&convert, "destination_type", names[to]) == BL_OK &&
                bl_openvino_run(&convert, 1, inputs, &out.array, NULL) == BL_OK && has_elements(&out, "1 0");
        set_tensor(&out, to, "2");
        right = right && bl_openvino_run(&like, 2, inputs, &out.array, NULL) == BL_OK && has_elements(&out, "1 0");
        out.array.dtype = to == BL_I8 ? BL_U8 : BL_I8;
        right = right && bl_openvino_run(&convert, 1, inputs, &out.array, NULL) == BL_WRONG_OUTPUT_DTYPE;
    }
    ok(right, "Convert and ConvertLike between all dtypes");
    for (int i = 0; i < 2; ++i) {
        const bl_dtype to = i == 0 ? BL_F8E4M3FN : BL_F8E5M2;
        bl_openvino_node convert = node_of(&bl_openvino_convert, 1);

        set_tensor(&a, BL_F32, "1");
        set_elements(&a, "-1e9");
        set_tensor(&out, to, "1");
        ok(bl_openvino_set(&convert, "destination_type", names[to]) == BL_OK &&
               bl_openvino_run(&convert, 1, inputs, &out.array, NULL) == BL_OK && out.data.u8[0] == (i == 0 ? 0xff : 0xfc),
           "a great number in %s", names[to]);
    }
}

/** alpha and beta of HardSigmoid are read when it runs, not before. */
static void test_hard_sigmoid(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const void *pointers[] = {a.data.bytes, b.data.bytes, c.data.bytes};
    const void *missing[] = {a.data.bytes, b.data.bytes, NULL};
    const void *misaligned[] = {a.data.bytes, b.data.bytes + 1, c.data.bytes};
    const bl_openvino_node node = node_of(&bl_openvino_hard_sigmoid, 1);
    bl_call call;

    set_operands("HardSigmoid", BL_F16);
    set_tensor(&a, BL_F16, "2");
    set_tensor(&out, BL_F16, "2");
    set_elements(&a, "1 -1");
    is(bl_openvino_plan(&call, &node, 3, inputs, &out.array, NULL), BL_OK, "HardSigmoid is planned without values");
    ok(bl_call_run(&call, missing, out.data.bytes) == BL_NULL_POINTER &&
           bl_call_check(&call, missing, out.data.bytes) == BL_NULL_POINTER && is_untouched(&out),
       "and asks for them");
    ok(bl_call_run(&call, misaligned, out.data.bytes) == BL_MISALIGNED && is_untouched(&out), "aligned");
    b.array.data = b.data.bytes + 1;
    ok(bl_openvino_run(&node, 3, inputs, &out.array, NULL) == BL_MISALIGNED && is_untouched(&out), "in one call, too");
    set_tensor(&a, BL_F16, "0");
    set_tensor(&out, BL_F16, "0");
    b.array.data = NULL;
    is(bl_openvino_run(&node, 3, inputs, &out.array, NULL), BL_OK, "but not for an output of no elements");
    set_tensor(&out, BL_F16, "3");
    is(bl_openvino_run(&node, 3, inputs, &out.array, NULL), BL_WRONG_OUTPUT_SHAPE, "whose shape is told before them");
    set_tensor(&a, BL_F16, "2");
    set_tensor(&out, BL_F16, "2");
    set_elements(&a, "1 -1");
    b.array.data = b.data.bytes;
    for (int i = 1; i < 4; ++i) {
        set_element(&b, 0, i / 8.0);
        set_element(&c, 0, 0.5);
        ok(bl_call_run(&call, pointers, out.data.bytes) == BL_OK && element(&out, 0) == 0.5 + i / 8.0 &&
               element(&out, 1) == 0.5 - i / 8.0,
           "run with alpha = %d / 8", i);
    }
    set_element(&b, 0, 1.0 / 32768); /* for f16, half its least normal number: subnormal */
    b.data.bits16[0] = 0x0200;
    set_element(&c, 0, 0);
    set_elements(&a, "1 0");
    ok(bl_call_run(&call, pointers, out.data.bytes) == BL_OK && out.data.bits16[0] == 0x0200, "a subnormal alpha");
    set_tensor(&b, BL_F16, "2");
    is(bl_openvino_plan(&call, &node, 3, inputs, &out.array, NULL), BL_SHAPES_DO_NOT_BROADCAST, "alpha is one value");
    set_tensor(&b, BL_F16, "1");
    b.array.shape = NULL;
    is(bl_openvino_plan(&call, &node, 3, inputs, &out.array, NULL), BL_NULL_POINTER, "with a shape");
    set_tensor(&b, BL_F32, "");
    is(bl_openvino_plan(&call, &node, 3, inputs, &out.array, NULL), BL_DTYPES_DIFFER, "of the same dtype");
}

/** The result of FakeQuantize has the data's shape. */
static void test_levels(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &b.array, &b.array, &b.array};
    bl_openvino_node node = node_of(&bl_openvino_fake_quantize, 1);
    size_t shape[2];
    size_t rank;
    bl_dtype dtype;

    is(bl_openvino_set(&node, "levels", "256"), BL_OK, "levels are set");
    set_tensor(&a, BL_F32, "1,3");
    set_tensor(&b, BL_F32, "3");
    ok(bl_openvino_infer_shape(&node, 5, inputs, 2, shape, &rank, &dtype) == BL_OK && rank == 2 && shape[0] == 1,
       "limits are broadcast onto the data");
    set_tensor(&b, BL_F32, "2,3");
    ok(bl_openvino_infer_shape(&node, 5, inputs, 2, shape, &rank, &dtype) == BL_SHAPES_DO_NOT_BROADCAST,
       "and not the other way round");
    ok(bl_openvino_set(&node, "levels", "1") == BL_OK &&
           bl_openvino_infer_shape(&node, 5, inputs, 2, shape, &rank, &dtype) == BL_UNKNOWN_ATTRIBUTE_VALUE,
       "there are two levels or more");
}

/** The destination is a type of eight bits; scale and shift are broadcast onto the data. */
static void test_destinations(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    bl_openvino_node node = node_of(&bl_openvino_fake_convert, 13);
    char text[100];
    size_t shape[2];
    size_t rank;
    bl_dtype dtype;

    is(bl_openvino_set(&node, "destination_type", "f8e5m2"), BL_OK, "a destination is set");
    set_tensor(&a, BL_F16, "1,3");
    set_tensor(&b, BL_F16, "3");
    ok(bl_openvino_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype) == BL_OK && rank == 2 && shape[0] == 1 && dtype == BL_F16,
       "the result is like the data");
    set_tensor(&b, BL_F16, "2,3");
    is(bl_openvino_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype), BL_SHAPES_DO_NOT_BROADCAST, "also where the scale has more dims");
    set_tensor(&b, BL_F32, "3");
    is(bl_openvino_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype), BL_DTYPES_DIFFER, "the scale's dtype is the data's");
    set_tensor(&b, BL_F16, "3");
    is(bl_openvino_set(&node, "destination_type", "i8"), BL_OK, "another destination is set");
    is(bl_openvino_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype), BL_DTYPE_NOT_IN_VERSION, "and refused");
    bl_openvino_explain(&node, 2, inputs, BL_DTYPE_NOT_IN_VERSION, text, sizeof text);
    ok(strcmp(text, "FakeConvert-13 does not give i8; no version does") == 0, "%s", text);
}

static void test_channels(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_openvino_node node = node_of(&bl_openvino_prelu, 1);

    set_tensor(&a, BL_F32, "1,2,2");
    set_elements(&a, "-1 -1 -1 -1");
    set_tensor(&b, BL_F32, "2");
    set_elements(&b, "2 3");
    set_tensor(&out, BL_F32, "1,2,2");
    ok(bl_openvino_run(&node, 2, inputs, &out.array, NULL) == BL_OK && has_elements(&out, "-2 -2 -3 -3"),
       "PReLU has a slope a channel, also where the last dim is as long");
    set_tensor(&b, BL_F32, "1,2");
    set_elements(&b, "2 3");
    ok(bl_openvino_run(&node, 2, inputs, &out.array, NULL) == BL_OK && has_elements(&out, "-2 -3 -2 -3"),
       "else the last dims meet");
}

/* ---- Shapes ---- */

#define BY_DEFAULT 0, BL_RULE_COUNT, 99
#define NUMPY AUTO_BROADCAST, BL_RULE_NUMPY, 99
#define NONE AUTO_BROADCAST, BL_RULE_NONE, 99
#define PDPD AUTO_BROADCAST, BL_RULE_PDPD, 99
#define PDPD_AT(axis) AUTO_BROADCAST | AXIS, BL_RULE_PDPD, axis

typedef struct example {
    unsigned given;
    bl_rule auto_broadcast;
    int64_t axis;
    const char *a;
    const char *b;
    bl_status status;
    const char *result;
} example;

static const example examples[] = {
    {BY_DEFAULT, "2,1,5", "4,1", BL_OK, "2,4,5"},
    {BY_DEFAULT, "", "", BL_OK, ""},
    {NUMPY, "3,2,1,4", "5,4", BL_OK, "3,2,5,4"},
    {NUMPY, "1,5,3", "5,2,1,3", BL_OK, "5,2,5,3"},
    {NUMPY, "3", "2", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {NUMPY, "3,1,5", "4,4,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {NUMPY, "0,3", "1,3", BL_OK, "0,3"},
    {NUMPY, "0,3", "2,3", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {AXIS, BL_RULE_NUMPY, 7, "2,3", "3", BL_OK, "2,3"}, /* an axis has no effect without pdpd */
    {NONE, "2,4", "2,4", BL_OK, "2,4"},
    {NONE, "2,4", "1,2,4", BL_SHAPES_DIFFER, ""},
    {NONE, "2,4", "4", BL_SHAPES_DIFFER, ""},
    {NONE, "2,4", "2,1", BL_SHAPES_DIFFER, ""},
    {AUTO_BROADCAST | AXIS, BL_RULE_NONE, 7, "2,3", "2,3", BL_OK, "2,3"},
    /* pdpd, the document's examples */
    {PDPD_AT(1), "2,3,4,5", "3,4", BL_OK, "2,3,4,5"},
    {PDPD_AT(1), "2,3,4,5", "3,1", BL_OK, "2,3,4,5"},
    {PDPD_AT(-1), "2,3,4,5", "4,5", BL_OK, "2,3,4,5"},
    {PDPD_AT(2), "2,3,4,5", "4,5", BL_OK, "2,3,4,5"},
    {PDPD_AT(0), "2,3,4,5", "1,3", BL_OK, "2,3,4,5"},
    {PDPD, "2,3,4,5", "", BL_OK, "2,3,4,5"},
    {PDPD, "2,3,4,5", "5", BL_OK, "2,3,4,5"},
    {PDPD_AT(3), "2,3,4,5", "5", BL_OK, "2,3,4,5"},
    {PDPD_AT(1), "8,1,6,1", "7,1,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    /* as in the code since 2025 */
    {PDPD_AT(1), "2,3,4,5", "3,1,5", BL_OK, "2,3,4,5"},
    {PDPD, "8,7,6,5", "7,1,5", BL_OK, "8,7,6,5"},
    {PDPD, "8,7,6,5", "8,1,6,5", BL_OK, "8,7,6,5"},
    {PDPD_AT(3), "2,3,4,5", "5,1", BL_AXIS_OUT_OF_RANGE, ""},
    {PDPD_AT(-2), "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {PDPD_AT(INT64_MAX), "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {PDPD_AT(INT64_MIN), "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {PDPD, "2,3,4,1", "2,3,4,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {PDPD, "4,5", "2,3,4,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    /* no such values */
    {AUTO_BROADCAST, BL_RULE_ONNX_LEGACY, 99, "2", "2", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
    {AUTO_BROADCAST, BL_RULE_COUNT, 99, "2", "2", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
};

/** The place of an operand's element for element i of the result, if its dims begin at dim `shift` of the result. */
static size_t source_of(const tensor *t, ptrdiff_t shift, size_t i)
{
    size_t source = 0;
    size_t step = 1;

    for (ptrdiff_t d = (ptrdiff_t)out.array.rank - 1; d >= 0; --d) {
        const size_t position = i % out.shape[d];

        i /= out.shape[d];
        if (d >= shift && d - shift < (ptrdiff_t)t->array.rank) {
            const size_t extent = t->shape[d - shift];

            source += extent == 1 ? 0 : position * step;
            step *= extent;
        }
    }
    return source;
}

static int is_difference(const example *v)
{
    const int is_placed = v->auto_broadcast == BL_RULE_PDPD && (v->given & AXIS) != 0 && v->axis >= 0;
    const ptrdiff_t rank = (ptrdiff_t)out.array.rank;
    const ptrdiff_t shift = is_placed ? (ptrdiff_t)v->axis : rank - (ptrdiff_t)b.array.rank;

    for (size_t i = 0; i < out.count; ++i) {
        if (out.data.f32[i] != a.data.f32[source_of(&a, rank - (ptrdiff_t)a.array.rank, i)] -
                                   b.data.f32[source_of(&b, shift, i)]) {
            return 0;
        }
    }
    return 1;
}

static void test_shapes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};

    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; ++i) {
        const example *v = &examples[i];
        const bl_openvino_node node = node_with(&bl_openvino_subtract, 1, v->given, (int)v->auto_broadcast, v->axis, 99);
        size_t shape[TENSOR_RANK] = {77, 77, 77, 77, 77, 77};
        size_t rank = 77;
        bl_dtype dtype = BL_BOOL;
        bl_call call;
        bl_status status;

        set_tensor(&a, BL_F32, v->a);
        set_tensor(&b, BL_F32, v->b);
        count_up(&a, 1);
        count_up(&b, 1000);
        status = bl_openvino_infer_shape(&node, 2, inputs, TENSOR_RANK, shape, &rank, &dtype);
        if (v->status == BL_OK) {
            ok(status == BL_OK && dtype == BL_F32 && strcmp(shape_text(rank, shape), v->result) == 0,
               "(%s) and (%s) give (%s)", v->a, v->b, v->result);
        } else {
            ok(status == v->status && shape[0] == 77 && rank == 77 && dtype == BL_BOOL,
               "(%s) and (%s): %s; nothing is written", v->a, v->b, bl_status_string(status));
        }
        set_tensor(&out, BL_F32, v->status == BL_OK ? v->result : v->a);
        status = bl_openvino_plan(&call, &node, 2, inputs, &out.array, NULL);
        ok(status == v->status, "and so says planning it: %s", bl_status_string(status));
        status = bl_openvino_run(&node, 2, inputs, &out.array, NULL);
        ok(status == v->status && (status == BL_OK ? is_difference(v) : is_untouched(&out)), "and running it");
    }
}

/* ---- m_pythondiv ---- */

/** -7 / 2 and 7 / -2, by default and with the attribute. */
static void test_division(bl_dtype dtype, unsigned given, int m_pythondiv, int first, int second)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_openvino_node node = node_with(&bl_openvino_divide, 1, given, 0, 0, m_pythondiv);
    bl_status status;

    set_tensor(&a, dtype, "2");
    set_tensor(&b, dtype, "2");
    set_tensor(&out, dtype, "2");
    for (int i = 0; i < 2; ++i) {
        const int x = i == 0 ? -7 : 7;
        const int y = i == 0 ? 2 : -2;

        if (dtype == BL_I8) {
            a.data.i8[i] = (int8_t)x;
            b.data.i8[i] = (int8_t)y;
        } else if (dtype == BL_I32) {
            a.data.i32[i] = x;
            b.data.i32[i] = y;
        } else {
            a.data.i64[i] = x;
            b.data.i64[i] = y;
        }
    }
    status = bl_openvino_run(&node, 2, inputs, &out.array, NULL);
    if (dtype == BL_I8) {
        ok(status == BL_OK && out.data.i8[0] == first && out.data.i8[1] == second, "i8: %d and %d", first, second);
    } else if (dtype == BL_I32) {
        ok(status == BL_OK && out.data.i32[0] == first && out.data.i32[1] == second, "i32: %d and %d", first, second);
    } else {
        ok(status == BL_OK && out.data.i64[0] == first && out.data.i64[1] == second, "i64: %d and %d", first, second);
    }
}

static void test_pythondiv(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_I32, BL_I64};
    const bl_array *const inputs[] = {&a.array, &b.array};

    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; ++i) {
        test_division(dtypes[i], 0, 0, -4, -4); /* not set: true */
        test_division(dtypes[i], M_PYTHONDIV, 1, -4, -4);
        test_division(dtypes[i], M_PYTHONDIV, 0, -3, -3);
    }
    for (int m_pythondiv = 0; m_pythondiv < 2; ++m_pythondiv) {
        const bl_openvino_node node = node_with(&bl_openvino_divide, 1, M_PYTHONDIV, 0, 0, m_pythondiv);

        set_tensor(&a, BL_F32, "2");
        set_tensor(&b, BL_F32, "");
        set_tensor(&out, BL_F32, "2");
        a.data.f32[0] = -7;
        a.data.f32[1] = 1;
        b.data.f32[0] = 2;
        ok(bl_openvino_run(&node, 2, inputs, &out.array, NULL) == BL_OK && out.data.f32[0] == -3.5f &&
               out.data.f32[1] == 0.5f,
           "m_pythondiv %d has no effect on f32", m_pythondiv);
        set_tensor(&a, BL_BF16, "1");
        set_tensor(&b, BL_BF16, "1");
        set_tensor(&out, BL_BF16, "1");
        a.data.bits16[0] = 0x3f80; /* 1 / 2 */
        b.data.bits16[0] = 0x4000;
        ok(bl_openvino_run(&node, 2, inputs, &out.array, NULL) == BL_OK && out.data.bits16[0] == 0x3f00,
           "nor on bf16");
        set_tensor(&a, BL_U8, "1");
        set_tensor(&b, BL_U8, "1");
        set_tensor(&out, BL_U8, "1");
        a.data.u8[0] = 249;
        b.data.u8[0] = 2;
        ok(bl_openvino_run(&node, 2, inputs, &out.array, NULL) == BL_OK && out.data.u8[0] == 124, "nor on u8");
    }
}

static void test_zero_divisors(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const void *pointers[2];
    const bl_options refusing = {BL_RULE_NONE, 9, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_REFUSED, 0}; /* rule and axis are the node's */
    bl_call call;

    for (int m_pythondiv = 0; m_pythondiv < 2; ++m_pythondiv) {
        const bl_openvino_node node = node_with(&bl_openvino_divide, 1, M_PYTHONDIV, 0, 0, m_pythondiv);

        set_tensor(&a, BL_I32, "2,2");
        set_tensor(&b, BL_I32, "2");
        set_tensor(&out, BL_I32, "2,2");
        for (int i = 0; i < 4; ++i) {
            a.data.i32[i] = INT32_MIN + i;
        }
        b.data.i32[0] = -1;
        b.data.i32[1] = 0;
        pointers[0] = a.data.i32;
        pointers[1] = b.data.i32;
        ok(bl_openvino_run(&node, 2, inputs, &out.array, &refusing) == BL_ZERO_DIVISOR && is_untouched(&out),
           "a zero divisor is refused before anything is written");
        ok(bl_openvino_plan(&call, &node, 2, inputs, &out.array, &refusing) == BL_OK &&
               bl_call_run(&call, pointers, out.data.i32) == BL_ZERO_DIVISOR && is_untouched(&out),
           "by a plan, too");
        ok(bl_openvino_plan(&call, &node, 2, inputs, &out.array, NULL) == BL_OK &&
               bl_call_run(&call, pointers, out.data.i32) == BL_OK && out.data.i32[0] == INT32_MIN &&
               out.data.i32[1] == 0 && out.data.i32[2] == INT32_MAX - 1 && out.data.i32[3] == 0,
           "else x / 0 is 0, and MIN / -1 is MIN");
    }
}

/* ---- Refusals and their sentences ---- */

static void test_refusal(const bl_openvino_node *node, size_t count, const bl_array *const *inputs, bl_status wanted,
                         const char *sentence)
{
    char text[200];
    char small[12];
    const int is_about_output = wanted == BL_WRONG_OUTPUT_SHAPE || wanted == BL_WRONG_OUTPUT_DTYPE;
    size_t shape[TENSOR_RANK];
    size_t rank;
    bl_dtype dtype;
    bl_call call;
    bl_status status;
    size_t length;

    set_tensor(&out, BL_F32, "2,3,4,5");
    status = bl_openvino_run(node, count, inputs, &out.array, NULL);
    ok(status == wanted && bl_openvino_plan(&call, node, count, inputs, &out.array, NULL) == wanted && is_untouched(&out),
       "%s", bl_status_string(wanted));
    ok(bl_openvino_infer_shape(node, count, inputs, TENSOR_RANK, shape, &rank, &dtype) == (is_about_output ? BL_OK : wanted),
       "and so says inferring its shape");
    length = bl_openvino_explain(node, count, inputs, status, text, sizeof text);
    ok(strcmp(text, sentence) == 0 && length == strlen(sentence), "%s", text);
    memset(small, 'x', sizeof small);
    ok(bl_openvino_explain(node, count, inputs, status, small, 10) == length && strncmp(small, sentence, 9) == 0 &&
           small[9] == '\0' && small[10] == 'x' && bl_openvino_explain(node, count, inputs, status, NULL, 0) == length &&
           bl_openvino_explain(node, count, inputs, status, NULL, 10) == length,
       "and as much of it as there is room for");
}

static void test_refusals(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_array *const missing[] = {NULL, &b.array};
    const bl_openvino_node add = node_of(&bl_openvino_add, 1);
    const bl_openvino_node add0 = node_of(&bl_openvino_add, 0);
    const bl_openvino_node add99 = node_of(&bl_openvino_add, 99);
    const bl_openvino_node python_add = node_with(&bl_openvino_add, 1, M_PYTHONDIV, 0, 0, 1);
    const bl_openvino_node broadcast_negative = node_with(&bl_openvino_negative, 1, NUMPY, 0);
    const bl_openvino_node divide_two = node_with(&bl_openvino_divide, 1, M_PYTHONDIV, 0, 0, 2);
    const bl_openvino_node none = node_with(&bl_openvino_add, 1, NONE, 0);
    const bl_openvino_node pdpd = node_with(&bl_openvino_add, 1, PDPD, 0);
    const bl_openvino_node pdpd_far = node_with(&bl_openvino_add, 1, PDPD_AT(3), 0);
    const bl_openvino_node legacy = node_with(&bl_openvino_add, 1, AUTO_BROADCAST, BL_RULE_ONNX_LEGACY, 0, 0);
    const bl_openvino_node select = node_of(&bl_openvino_select, 1);
    const bl_openvino_node negative = node_of(&bl_openvino_negative, 1);
    const bl_openvino_node no_op = node_of(NULL, 1);

    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "3,4");
    set_tensor(&c, BL_F32, "");
    test_refusal(&add0, 2, inputs, BL_UNKNOWN_OPSET, "there is no Add-0; there is Add-1");
    test_refusal(&add99, 2, inputs, BL_UNKNOWN_OPSET, "there is no Add-99; there is Add-1");
    test_refusal(&python_add, 2, inputs, BL_ATTRIBUTE_NOT_IN_VERSION, "Add-1 has no attribute m_pythondiv; no version has");
    test_refusal(&broadcast_negative, 1, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Negative-1 has no attribute auto_broadcast; no version has");
    test_refusal(&divide_two, 2, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE,
                 "Divide-1: m_pythondiv is false, true, 0 or 1, not 2");
    test_refusal(&legacy, 2, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE,
                 "Add-1: auto_broadcast is numpy, none, explicit or pdpd, not 3");
    test_refusal(&none, 2, inputs, BL_SHAPES_DIFFER,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = none: the shapes differ and the rule allows no "
                 "broadcasting");
    test_refusal(&add, 2, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = numpy: the shapes do not broadcast under the rule");
    test_refusal(&pdpd, 2, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = pdpd, axis = -1: the shapes do not broadcast under the "
                 "rule");
    test_refusal(&pdpd_far, 2, inputs, BL_AXIS_OUT_OF_RANGE,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = pdpd, axis = 3: the axis does not place an input "
                 "within the one that it is broadcast onto");
    test_refusal(&select, 3, inputs, BL_DTYPES_DIFFER,
                 "Select-1: the inputs are f32, f32 and f32, but the first must be boolean and the others alike");
    test_refusal(&no_op, 2, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(NULL, 2, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(&add, 2, NULL, BL_NULL_POINTER, "Add-1: a needed pointer is null");
    test_refusal(&add, 2, missing, BL_NULL_POINTER, "Add-1: input 1 of 2 is missing");
    b.array.dtype = BL_I32;
    test_refusal(&add, 2, inputs, BL_DTYPES_DIFFER, "Add-1: the inputs are f32 and i32, but must be alike");
    b.array.dtype = BL_DTYPE_COUNT;
    test_refusal(&add, 2, inputs, BL_UNKNOWN_DTYPE, "Add-1: no such dtype");
    set_tensor(&a, BL_BOOL, "");
    set_tensor(&b, BL_BOOL, "");
    test_refusal(&add, 2, inputs, BL_DTYPE_NOT_IN_VERSION, "Add-1 does not take boolean; no version does");
    set_tensor(&a, BL_U8, "");
    test_refusal(&negative, 1, inputs, BL_DTYPE_NOT_IN_VERSION, "Negative-1 does not take u8; no version does");
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    test_refusal(&add, 2, inputs, BL_WRONG_OUTPUT_SHAPE, "Add-1: the shape of the output is not the broadcast shape");
    set_tensor(&a, BL_F64, "2,3,4,5");
    set_tensor(&b, BL_F64, "5");
    test_refusal(&add, 2, inputs, BL_WRONG_OUTPUT_DTYPE,
                 "Add-1: the dtype of the output is not what the operator gives");
}

static void test_inference_arguments(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_openvino_node node = node_of(&bl_openvino_less, 1);
    size_t shape[3] = {77, 77, 77};
    size_t rank = 77;
    bl_dtype dtype = BL_F32;

    set_tensor(&a, BL_F32, "2,3,4");
    set_tensor(&b, BL_F32, "4");
    a.array.data = NULL;
    ok(bl_openvino_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3 &&
           shape[0] == 77 && dtype == BL_F32,
       "too small a capacity: the rank is told, and nothing else");
    ok(bl_openvino_infer_shape(&node, 2, inputs, 3, shape, &rank, &dtype) == BL_OK && shape[2] == 4 && dtype == BL_BOOL,
       "Less gives boolean; data is not needed");
    ok(bl_openvino_infer_shape(&node, 2, inputs, 3, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, inputs, 3, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, inputs, 3, shape, &rank, NULL) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, 2, NULL, 3, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(NULL, 2, inputs, 3, shape, &rank, &dtype) == BL_NULL_POINTER,
       "null pointers are refused");
}

/* ---- Attributes and dtypes by text ---- */

static void test_set(void)
{
    static const struct {
        const char *text;
        bl_rule rule;
    } rules[] = {{"none", BL_RULE_NONE}, {"NONE", BL_RULE_NONE}, {"explicit", BL_RULE_NONE}, {"Explicit", BL_RULE_NONE}, {"numpy", BL_RULE_NUMPY}, {"NumPy", BL_RULE_NUMPY}, {"pdpd", BL_RULE_PDPD}, {"PDPD", BL_RULE_PDPD}};
    static const struct {
        const char *text;
        int truth;
    } truths[] = {{"true", 1}, {"True", 1}, {"TRUE", 1}, {"1", 1}, {"false", 0}, {"False", 0}, {"0", 0}};
    static const struct {
        const char *text;
        int64_t axis;
    } axes[] = {{"-1", -1}, {"0", 0}, {"3", 3}, {"9223372036854775807", INT64_MAX}};
    static const char *const bad_rules[] = {"", "nump", "numpyx", "legacy", "bidirectional", " numpy"};
    static const char *const bad_truths[] = {"", "2", "yes", "truex", "01"};
    static const char *const bad_axes[] = {"", "-", "1.0", "x", "1 ", "1e3", "inf"};
    bl_openvino_node node = node_of(&bl_openvino_divide, 1);
    int right = 1;

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
        ok(bl_openvino_set(&node, "auto_broadcast", rules[i].text) == BL_OK && (bl_rule)node.values[BL_OPENVINO_AUTO_BROADCAST] == rules[i].rule &&
               node.given == AUTO_BROADCAST,
           "auto_broadcast %s", rules[i].text);
    }
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; ++i) {
        ok(bl_openvino_set(&node, i % 2 == 0 ? "m_pythondiv" : "pythondiv", truths[i].text) == BL_OK &&
               node.values[BL_OPENVINO_M_PYTHONDIV] == truths[i].truth && (node.given & M_PYTHONDIV) != 0,
           "m_pythondiv %s", truths[i].text);
    }
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; ++i) {
        ok(bl_openvino_set(&node, i % 2 == 0 ? "axis" : "auto_broadcast_axis", axes[i].text) == BL_OK &&
               node.values[BL_OPENVINO_AXIS] == (double)axes[i].axis && (node.given & AXIS) != 0,
           "axis %s", axes[i].text);
    }
    for (size_t i = 0; i < sizeof bad_rules / sizeof bad_rules[0]; ++i) {
        right = right && bl_openvino_set(&node, "auto_broadcast", bad_rules[i]) == BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    for (size_t i = 0; i < sizeof bad_truths / sizeof bad_truths[0]; ++i) {
        right = right && bl_openvino_set(&node, "m_pythondiv", bad_truths[i]) == BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    for (size_t i = 0; i < sizeof bad_axes / sizeof bad_axes[0]; ++i) {
        right = right && bl_openvino_set(&node, "axis", bad_axes[i]) == BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    ok(right && (bl_rule)node.values[BL_OPENVINO_AUTO_BROADCAST] == BL_RULE_PDPD && node.values[BL_OPENVINO_M_PYTHONDIV] == 0 && node.values[BL_OPENVINO_AXIS] == (double)INT64_MAX,
       "other values are refused, and change nothing");
    ok(bl_openvino_set(&node, "Axis", "1") == BL_UNKNOWN_ATTRIBUTE &&
           bl_openvino_set(&node, "", "1") == BL_UNKNOWN_ATTRIBUTE,
       "other names are no attributes");
    ok(bl_openvino_set(NULL, "axis", "1") == BL_NULL_POINTER && bl_openvino_set(&node, NULL, "1") == BL_NULL_POINTER &&
           bl_openvino_set(&node, "axis", NULL) == BL_NULL_POINTER,
       "null pointers are refused");
}

/** The type of an attribute, from the operations' specifications: int, float, boolean, string (for broadcasting, rounding or the form of
 * Gelu) or an element type. */
static char type_of_attribute(const char *name)
{
    static const struct {
        const char *name;
        char type;
    } types[] = {{"auto_broadcast", 'r'}, {"axis", 'i'}, {"m_pythondiv", 'b'}, {"mode", 'm'}, {"min", 'f'}, {"max", 'f'}, {"detect_negative", 'b'}, {"detect_positive", 'b'}, {"levels", 'i'}, {"destination_type", 'e'}, {"alpha", 'f'}, {"approximation_mode", 'g'}};
    char type = '?';

    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        type = strcmp(types[i].name, name) == 0 ? types[i].type : type;
    }
    return type;
}

/** Each attribute of each version accepts text of its type, and no other. */
static void test_attribute_types(void)
{
    static const struct {
        const char *text, *types;
    } texts[] = {{"4", "if"}, {"1", "ifb"}, {"1.5", "f"}, {"-2e3", "f"}, {"true", "b"}, {"numpy", "r"}, {"half_to_even", "m"}, {"ERF", "g"}, {"i32", "e"}, {"boolean", "e"}, {"4,4", ""}, {"4 ", ""}, {" 4", ""}, {"+", ""}, {"0x10", ""}, {"nan?", ""}, {"", ""}};
    size_t count = 0;

    for (size_t v = 0; v < sizeof expected_versions / sizeof expected_versions[0]; ++v) {
        const expected_version *version = &expected_versions[v];
        const char *rest = version->attributes;
        char name[32];
        int length;

        for (; sscanf(rest, " %31s%n", name, &length) == 1; rest += length) {
            const char type = type_of_attribute(name);
            int right = 1;

            for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
                bl_openvino_node node = node_of(bl_openvino_op_by_name(version->op), version->opset);
                const int is_one = strchr(texts[i].types, type) != NULL;

                right &= bl_openvino_set(&node, name, texts[i].text) == (is_one ? BL_OK : BL_UNKNOWN_ATTRIBUTE_VALUE);
            }
            ok(right, "%s-%d takes %s of no other type than %c", version->op, version->opset, name, type);
            ++count;
        }
    }
    ok(count > 40, "there are %zu attributes of versions", count);
}

static void test_dtype_names(void)
{
    static const char *const names[BL_DTYPE_COUNT] = {"f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8",
                                                      "u16", "u32", "u64", "boolean", "f8e4m3", NULL, "f8e5m2", NULL, "i4", "u4", NULL, NULL, NULL, "f4e2m1", NULL, NULL};
    bl_dtype dtype = BL_DTYPE_COUNT;
    int right = 1;

    for (int i = 0; i < BL_DTYPE_COUNT; ++i) {
        right = right && (names[i] == NULL || (bl_openvino_dtype(names[i], &dtype) == BL_OK && (int)dtype == i &&
                                               strcmp(bl_openvino_dtype_name(dtype), names[i]) == 0));
    }
    ok(right, "dtypes have OpenVINO's names");
    dtype = BL_F16;
    ok(bl_openvino_dtype("bool", &dtype) == BL_UNKNOWN_DTYPE && bl_openvino_dtype("F32", &dtype) == BL_UNKNOWN_DTYPE &&
           bl_openvino_dtype("", &dtype) == BL_UNKNOWN_DTYPE && dtype == BL_F16 &&
           bl_openvino_dtype("?", &dtype) == BL_UNKNOWN_DTYPE && strcmp(bl_openvino_dtype_name(BL_F8E5M2FNUZ), "?") == 0 &&
           strcmp(bl_openvino_dtype_name(BL_DTYPE_COUNT), "?") == 0,
       "others are unknown");
    ok(bl_openvino_dtype(NULL, &dtype) == BL_NULL_POINTER && bl_openvino_dtype("f32", NULL) == BL_NULL_POINTER,
       "null pointers are refused");
}

int main(void)
{
    test_versions();
    test_dtypes();
    test_attributes();
    test_values();
    test_conversions();
    test_hard_sigmoid();
    test_levels();
    test_destinations();
    test_channels();
    test_shapes();
    test_pythondiv();
    test_zero_divisors();
    test_refusals();
    test_inference_arguments();
    test_set();
    test_attribute_types();
    test_dtype_names();
    return done_testing();
}
