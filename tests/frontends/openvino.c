/* The OpenVINO front end: what each version takes and refuses, and what it computes. The expectations are written from
 * OpenVINO's operation specifications and broadcast rules, not from our rows.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "tensors.h"

#define DEFAULTS 0, BL_RULE_NUMPY, -1, 1

static tensor a, b, c, out;

/* ---- Versions and their types ---- */

#define SIGNED "f16 bf16 f32 f64 i8 i16 i32 i64"
#define NUMERIC SIGNED " u8 u16 u32 u64"

typedef struct expected_version {
    const bl_openvino_op *op;
    const char *name;
    const char *dtypes;
    int attributes; /* 1 auto_broadcast, 2 axis, 4 m_pythondiv */
} expected_version;

/* each of them is version 1 */
static const expected_version expected_versions[] = {
    {&bl_openvino_add, "Add", NUMERIC, 3},
    {&bl_openvino_subtract, "Subtract", NUMERIC, 3},
    {&bl_openvino_multiply, "Multiply", NUMERIC, 3},
    {&bl_openvino_divide, "Divide", NUMERIC, 7},
    {&bl_openvino_less, "Less", NUMERIC " bool", 3},
    {&bl_openvino_negative, "Negative", SIGNED, 0},
    {&bl_openvino_select, "Select", NUMERIC, 3},
};

static const size_t expected_count = sizeof expected_versions / sizeof expected_versions[0];

static void test_versions(void)
{
    size_t count = 0;

    while (bl_openvino_all[count] != NULL) {
        ++count;
    }
    ok(count == expected_count, "there are %zu operations", expected_count);
    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *e = &expected_versions[i];

        ok(strcmp(e->op->name, e->name) == 0 && bl_openvino_op_by_name(e->name) == e->op &&
               bl_openvino_version_of(e->op, 1) == e->op->versions && bl_openvino_version_of(e->op, 0) == NULL &&
               bl_openvino_version_of(e->op, 2) == NULL && bl_openvino_version_of(e->op, 65537) == NULL,
           "%s is found by its name and has version 1 only", e->name);
    }
    ok(bl_openvino_op_by_name("add") == NULL && bl_openvino_op_by_name("Ad") == NULL &&
           bl_openvino_op_by_name("Adds") == NULL && bl_openvino_op_by_name(NULL) == NULL &&
           bl_openvino_version_of(NULL, 1) == NULL,
       "and not by others");
}

/** One-element inputs and an output for an operation at a dtype. */
static void set_operands(const bl_openvino_op *op, bl_dtype dtype)
{
    set_tensor(&a, op == &bl_openvino_select ? BL_BOOL : dtype, "1");
    set_tensor(&b, dtype, "1");
    set_tensor(&c, dtype, "1");
    set_tensor(&out, op == &bl_openvino_less ? BL_BOOL : dtype, "1");
}

static void test_dtypes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *e = &expected_versions[i];
        const bl_openvino_node node = {e->op, 1, DEFAULTS};
        int right = 1;
        int silent = 1;

        for (int d = 0; d < BL_DTYPE_COUNT; ++d) {
            const bl_dtype dtype = (bl_dtype)d;
            bl_status wanted = BL_OK;
            bl_status status;

            set_operands(e->op, dtype);
            status = bl_openvino_run(&node, inputs, &out.array, NULL);
            if (!has_word(e->dtypes, bl_dtype_name(dtype))) {
                wanted = BL_DTYPE_NOT_IN_VERSION;
            } else if (bl_op_table(e->op->versions[0].op, &dtype) == NULL) { /* Less takes boolean, less does not */
                wanted = BL_UNSUPPORTED_DTYPE;
            }
            right = right && status == wanted;
            silent = silent && (status == BL_OK || is_untouched(&out));
        }
        ok(right, "%s-1 takes %s and nothing else", e->name, e->dtypes);
        ok(silent, "nothing is written where it is refused");
    }
}

static void test_attributes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *e = &expected_versions[i];

        for (unsigned attribute = 1; attribute <= 8; attribute *= 2) { /* 8 is none at all */
            const bl_openvino_node node = {e->op, 1, attribute, BL_RULE_NONE, 0, 0};
            const bl_status wanted =
                ((unsigned)e->attributes & attribute) != 0 ? BL_OK : BL_ATTRIBUTE_NOT_IN_VERSION;
            bl_status status;

            set_operands(e->op, BL_F32);
            status = bl_openvino_run(&node, inputs, &out.array, NULL);
            ok(status == wanted && (status == BL_OK || is_untouched(&out)), "%s-1 %s attribute bit %u", e->name,
               wanted == BL_OK ? "takes" : "refuses", attribute);
        }
    }
}

/* ---- Shapes ---- */

#define BY_DEFAULT 0, BL_RULE_COUNT, 99
#define NUMPY BL_OPENVINO_AUTO_BROADCAST, BL_RULE_NUMPY, 99
#define NONE BL_OPENVINO_AUTO_BROADCAST, BL_RULE_NONE, 99
#define PDPD BL_OPENVINO_AUTO_BROADCAST, BL_RULE_PDPD, 99
#define PDPD_AT(axis) BL_OPENVINO_AUTO_BROADCAST | BL_OPENVINO_AXIS, BL_RULE_PDPD, axis

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
    {BL_OPENVINO_AXIS, BL_RULE_NUMPY, 7, "2,3", "3", BL_OK, "2,3"}, /* an axis has no effect without pdpd */
    {NONE, "2,4", "2,4", BL_OK, "2,4"},
    {NONE, "2,4", "1,2,4", BL_SHAPES_DIFFER, ""},
    {NONE, "2,4", "4", BL_SHAPES_DIFFER, ""},
    {NONE, "2,4", "2,1", BL_SHAPES_DIFFER, ""},
    {BL_OPENVINO_AUTO_BROADCAST | BL_OPENVINO_AXIS, BL_RULE_NONE, 7, "2,3", "2,3", BL_OK, "2,3"},
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
    /* as the code has it since 2025 */
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
    {BL_OPENVINO_AUTO_BROADCAST, BL_RULE_ONNX_LEGACY, 99, "2", "2", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
    {BL_OPENVINO_AUTO_BROADCAST, BL_RULE_COUNT, 99, "2", "2", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
};

/** Where element i of the result finds the element of an operand whose dims begin at dim `shift` of the result. */
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

static int is_difference(const example *e)
{
    const int is_placed = e->auto_broadcast == BL_RULE_PDPD && (e->given & BL_OPENVINO_AXIS) != 0 && e->axis >= 0;
    const ptrdiff_t rank = (ptrdiff_t)out.array.rank;
    const ptrdiff_t shift = is_placed ? (ptrdiff_t)e->axis : rank - (ptrdiff_t)b.array.rank;

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
        const example *e = &examples[i];
        const bl_openvino_node node = {&bl_openvino_subtract, 1, e->given, e->auto_broadcast, e->axis, 99};
        size_t shape[TENSOR_RANK] = {77, 77, 77, 77, 77, 77};
        size_t rank = 77;
        bl_dtype dtype = BL_BOOL;
        bl_plan plan;
        bl_status status;

        set_tensor(&a, BL_F32, e->a);
        set_tensor(&b, BL_F32, e->b);
        count_up(&a, 1);
        count_up(&b, 1000);
        status = bl_openvino_infer_shape(&node, inputs, TENSOR_RANK, shape, &rank, &dtype);
        if (e->status == BL_OK) {
            ok(status == BL_OK && dtype == BL_F32 && strcmp(shape_text(rank, shape), e->result) == 0,
               "(%s) and (%s) give (%s)", e->a, e->b, e->result);
        } else {
            ok(status == e->status && shape[0] == 77 && rank == 77 && dtype == BL_BOOL,
               "(%s) and (%s): %s; nothing is written", e->a, e->b, bl_status_string(status));
        }
        set_tensor(&out, BL_F32, e->status == BL_OK ? e->result : e->a);
        status = bl_openvino_plan(&plan, &node, inputs, &out.array, NULL);
        ok(status == e->status, "and so says planning it: %s", bl_status_string(status));
        status = bl_openvino_run(&node, inputs, &out.array, NULL);
        ok(status == e->status && (status == BL_OK ? is_difference(e) : is_untouched(&out)), "and running it");
    }
}

/* ---- m_pythondiv ---- */

/** -7 / 2 and 7 / -2, by default and with the attribute. */
static void test_division(bl_dtype dtype, unsigned given, int m_pythondiv, int first, int second)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_openvino_node node = {&bl_openvino_divide, 1, given, BL_RULE_NUMPY, -1, m_pythondiv};
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
    status = bl_openvino_run(&node, inputs, &out.array, NULL);
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
        test_division(dtypes[i], 0, 0, -4, -4); /* not given: true */
        test_division(dtypes[i], BL_OPENVINO_M_PYTHONDIV, 1, -4, -4);
        test_division(dtypes[i], BL_OPENVINO_M_PYTHONDIV, 0, -3, -3);
    }
    for (int m_pythondiv = 0; m_pythondiv < 2; ++m_pythondiv) {
        const bl_openvino_node node = {&bl_openvino_divide, 1, BL_OPENVINO_M_PYTHONDIV, BL_RULE_NUMPY, -1, m_pythondiv};

        set_tensor(&a, BL_F32, "2");
        set_tensor(&b, BL_F32, "");
        set_tensor(&out, BL_F32, "2");
        a.data.f32[0] = -7;
        a.data.f32[1] = 1;
        b.data.f32[0] = 2;
        ok(bl_openvino_run(&node, inputs, &out.array, NULL) == BL_OK && out.data.f32[0] == -3.5f &&
               out.data.f32[1] == 0.5f,
           "m_pythondiv %d has no effect on f32", m_pythondiv);
        set_tensor(&a, BL_BF16, "1");
        set_tensor(&b, BL_BF16, "1");
        set_tensor(&out, BL_BF16, "1");
        a.data.bits16[0] = 0x3f80; /* 1 / 2 */
        b.data.bits16[0] = 0x4000;
        ok(bl_openvino_run(&node, inputs, &out.array, NULL) == BL_OK && out.data.bits16[0] == 0x3f00,
           "nor on bf16");
        set_tensor(&a, BL_U8, "1");
        set_tensor(&b, BL_U8, "1");
        set_tensor(&out, BL_U8, "1");
        a.data.u8[0] = 249;
        b.data.u8[0] = 2;
        ok(bl_openvino_run(&node, inputs, &out.array, NULL) == BL_OK && out.data.u8[0] == 124, "nor on u8");
    }
}

static void test_zero_divisors(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const void *pointers[2];
    const bl_options refusing = {BL_RULE_NONE, 9, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_REFUSED, 0}; /* rule and axis are the node's */
    bl_plan plan;

    for (int m_pythondiv = 0; m_pythondiv < 2; ++m_pythondiv) {
        const bl_openvino_node node = {&bl_openvino_divide, 1, BL_OPENVINO_M_PYTHONDIV, BL_RULE_NUMPY, -1, m_pythondiv};

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
        ok(bl_openvino_run(&node, inputs, &out.array, &refusing) == BL_ZERO_DIVISOR && is_untouched(&out),
           "a zero divisor is refused before anything is written");
        ok(bl_openvino_plan(&plan, &node, inputs, &out.array, &refusing) == BL_OK &&
               bl_plan_run(&plan, pointers, NULL, out.data.i32) == BL_ZERO_DIVISOR && is_untouched(&out),
           "by a plan, too");
        ok(bl_openvino_plan(&plan, &node, inputs, &out.array, NULL) == BL_OK &&
               bl_plan_run(&plan, pointers, NULL, out.data.i32) == BL_OK && out.data.i32[0] == INT32_MIN &&
               out.data.i32[1] == 0 && out.data.i32[2] == INT32_MAX - 1 && out.data.i32[3] == 0,
           "else x / 0 is 0, and MIN / -1 is MIN");
    }
}

static void test_other_ops(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_openvino_node negative = {&bl_openvino_negative, 1, DEFAULTS};
    const bl_openvino_node less = {&bl_openvino_less, 1, DEFAULTS};
    const bl_openvino_node select = {&bl_openvino_select, 1, DEFAULTS};
    const bl_openvino_node pdpd = {&bl_openvino_select, 1, PDPD_AT(0), 0};

    set_operands(&bl_openvino_negative, BL_I8);
    a.data.i8[0] = 5;
    ok(bl_openvino_run(&negative, inputs, &out.array, NULL) == BL_OK && out.data.i8[0] == -5, "Negative");
    set_operands(&bl_openvino_less, BL_U8);
    a.data.u8[0] = 1;
    b.data.u8[0] = 200;
    ok(bl_openvino_run(&less, inputs, &out.array, NULL) == BL_OK && out.data.u8[0] == 1, "Less");
    set_operands(&bl_openvino_select, BL_I8);
    a.data.u8[0] = 0;
    b.data.i8[0] = 1;
    c.data.i8[0] = 2;
    ok(bl_openvino_run(&select, inputs, &out.array, NULL) == BL_OK && out.data.i8[0] == 2, "Select");
    set_operands(&bl_openvino_select, BL_I8);
    a.data.u8[0] = 1;
    b.data.i8[0] = 3;
    ok(bl_openvino_run(&pdpd, inputs, &out.array, NULL) == BL_OK && out.data.i8[0] == 3, "Select under pdpd");
}

/* ---- What is refused, and in what words ---- */

static void test_refusal(const bl_openvino_node *node, const bl_array *const *inputs, bl_status wanted,
                         const char *sentence)
{
    char text[200];
    char small[12];
    const int is_about_output = wanted == BL_WRONG_OUTPUT_SHAPE || wanted == BL_WRONG_OUTPUT_DTYPE;
    size_t shape[TENSOR_RANK];
    size_t rank;
    bl_dtype dtype;
    bl_plan plan;
    bl_status status;
    size_t length;

    set_tensor(&out, BL_F32, "2,3,4,5");
    status = bl_openvino_run(node, inputs, &out.array, NULL);
    ok(status == wanted && bl_openvino_plan(&plan, node, inputs, &out.array, NULL) == wanted && is_untouched(&out),
       "%s", bl_status_string(wanted));
    ok(bl_openvino_infer_shape(node, inputs, TENSOR_RANK, shape, &rank, &dtype) == (is_about_output ? BL_OK : wanted),
       "and so says inferring its shape");
    length = bl_openvino_explain(node, inputs, status, text, sizeof text);
    ok(strcmp(text, sentence) == 0 && length == strlen(sentence), "%s", text);
    memset(small, 'x', sizeof small);
    ok(bl_openvino_explain(node, inputs, status, small, 10) == length && strncmp(small, sentence, 9) == 0 &&
           small[9] == '\0' && small[10] == 'x' && bl_openvino_explain(node, inputs, status, NULL, 0) == length &&
           bl_openvino_explain(node, inputs, status, NULL, 10) == length,
       "and as much of it as there is room for");
}

static void test_refusals(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_array *const missing[] = {NULL, &b.array};
    const bl_openvino_node add = {&bl_openvino_add, 1, DEFAULTS};
    const bl_openvino_node add0 = {&bl_openvino_add, 0, DEFAULTS};
    const bl_openvino_node add99 = {&bl_openvino_add, 99, DEFAULTS};
    const bl_openvino_node python_add = {&bl_openvino_add, 1, BL_OPENVINO_M_PYTHONDIV, BL_RULE_NUMPY, -1, 1};
    const bl_openvino_node broadcast_negative = {&bl_openvino_negative, 1, NUMPY, 0};
    const bl_openvino_node divide_two = {&bl_openvino_divide, 1, BL_OPENVINO_M_PYTHONDIV, BL_RULE_NUMPY, -1, 2};
    const bl_openvino_node none = {&bl_openvino_add, 1, NONE, 0};
    const bl_openvino_node pdpd = {&bl_openvino_add, 1, PDPD, 0};
    const bl_openvino_node pdpd_far = {&bl_openvino_add, 1, PDPD_AT(3), 0};
    const bl_openvino_node legacy = {&bl_openvino_add, 1, BL_OPENVINO_AUTO_BROADCAST, BL_RULE_ONNX_LEGACY, 0, 0};
    const bl_openvino_node select = {&bl_openvino_select, 1, DEFAULTS};
    const bl_openvino_node negative = {&bl_openvino_negative, 1, DEFAULTS};
    const bl_openvino_node less = {&bl_openvino_less, 1, DEFAULTS};
    const bl_openvino_node no_op = {NULL, 1, DEFAULTS};

    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "3,4");
    set_tensor(&c, BL_F32, "");
    test_refusal(&add0, inputs, BL_UNKNOWN_OPSET, "there is no Add-0; there is Add-1");
    test_refusal(&add99, inputs, BL_UNKNOWN_OPSET, "there is no Add-99; there is Add-1");
    test_refusal(&python_add, inputs, BL_ATTRIBUTE_NOT_IN_VERSION, "Add-1 has no attribute m_pythondiv");
    test_refusal(&broadcast_negative, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Negative-1 has no attribute auto_broadcast");
    test_refusal(&divide_two, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE,
                 "Divide-1: auto_broadcast is none, numpy or pdpd, and m_pythondiv is 0 or 1");
    test_refusal(&legacy, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE,
                 "Add-1: auto_broadcast is none, numpy or pdpd, and m_pythondiv is 0 or 1");
    test_refusal(&none, inputs, BL_SHAPES_DIFFER,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = none: the shapes differ and the rule allows no "
                 "broadcasting");
    test_refusal(&add, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = numpy: the shapes do not broadcast under the rule");
    test_refusal(&pdpd, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = pdpd, axis = -1: the shapes do not broadcast under the "
                 "rule");
    test_refusal(&pdpd_far, inputs, BL_AXIS_OUT_OF_RANGE,
                 "Add-1: [2,3,4,5] and [3,4], auto_broadcast = pdpd, axis = 3: the axis does not place an input "
                 "within the one that it is broadcast onto");
    test_refusal(&select, inputs, BL_DTYPES_DIFFER,
                 "Select-1: the inputs are f32, f32 and f32, but the first must be boolean and the others alike");
    test_refusal(&no_op, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(NULL, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(&add, NULL, BL_NULL_POINTER, "Add-1: a needed pointer is null");
    test_refusal(&add, missing, BL_NULL_POINTER, "Add-1: a needed pointer is null");
    b.array.dtype = BL_I32;
    test_refusal(&add, inputs, BL_DTYPES_DIFFER, "Add-1: the inputs are f32 and i32, but must be alike");
    b.array.dtype = BL_DTYPE_COUNT;
    test_refusal(&add, inputs, BL_UNKNOWN_DTYPE, "Add-1: no such dtype");
    set_tensor(&a, BL_BOOL, "");
    set_tensor(&b, BL_BOOL, "");
    test_refusal(&add, inputs, BL_DTYPE_NOT_IN_VERSION, "Add-1 does not take boolean; no version does");
    if (bl_op_table(bl_openvino_less.versions[0].op, &a.array.dtype) == NULL) {
        test_refusal(&less, inputs, BL_UNSUPPORTED_DTYPE,
                     "Less-1 takes boolean, but Broadloom as it was built does not");
    }
    set_tensor(&a, BL_U8, "");
    test_refusal(&negative, inputs, BL_DTYPE_NOT_IN_VERSION, "Negative-1 does not take u8; no version does");
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    test_refusal(&add, inputs, BL_WRONG_OUTPUT_SHAPE, "Add-1: the shape of the output is not the broadcast shape");
    set_tensor(&a, BL_F64, "2,3,4,5");
    set_tensor(&b, BL_F64, "5");
    test_refusal(&add, inputs, BL_WRONG_OUTPUT_DTYPE,
                 "Add-1: the dtype of the output is not what the operator gives");
}

static void test_inference_arguments(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_openvino_node node = {&bl_openvino_less, 1, DEFAULTS};
    size_t shape[3] = {77, 77, 77};
    size_t rank = 77;
    bl_dtype dtype = BL_F32;

    set_tensor(&a, BL_F32, "2,3,4");
    set_tensor(&b, BL_F32, "4");
    a.array.data = NULL;
    ok(bl_openvino_infer_shape(&node, inputs, 2, shape, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3 &&
           shape[0] == 77 && dtype == BL_F32,
       "too small a capacity: the rank is told, and nothing else");
    ok(bl_openvino_infer_shape(&node, inputs, 3, shape, &rank, &dtype) == BL_OK && shape[2] == 4 && dtype == BL_BOOL,
       "Less gives boolean; data is not needed");
    ok(bl_openvino_infer_shape(&node, inputs, 3, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, inputs, 3, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, inputs, 3, shape, &rank, NULL) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(&node, NULL, 3, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_openvino_infer_shape(NULL, inputs, 3, shape, &rank, &dtype) == BL_NULL_POINTER,
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
    static const char *const bad_axes[] = {"", "-", "1.0", "x", "1 ", "9223372036854775808", "99999999999999999999"};
    bl_openvino_node node = {&bl_openvino_divide, 1, DEFAULTS};
    int right = 1;

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
        ok(bl_openvino_set(&node, "auto_broadcast", rules[i].text) == BL_OK && node.auto_broadcast == rules[i].rule &&
               node.given == BL_OPENVINO_AUTO_BROADCAST,
           "auto_broadcast %s", rules[i].text);
    }
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; ++i) {
        ok(bl_openvino_set(&node, i % 2 == 0 ? "m_pythondiv" : "pythondiv", truths[i].text) == BL_OK &&
               node.m_pythondiv == truths[i].truth && (node.given & BL_OPENVINO_M_PYTHONDIV) != 0,
           "m_pythondiv %s", truths[i].text);
    }
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; ++i) {
        ok(bl_openvino_set(&node, i % 2 == 0 ? "axis" : "auto_broadcast_axis", axes[i].text) == BL_OK &&
               node.axis == axes[i].axis && (node.given & BL_OPENVINO_AXIS) != 0,
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
    ok(right && node.auto_broadcast == BL_RULE_PDPD && node.m_pythondiv == 0 && node.axis == INT64_MAX,
       "other values are refused, and change nothing");
    ok(bl_openvino_set(&node, "Axis", "1") == BL_UNKNOWN_ATTRIBUTE &&
           bl_openvino_set(&node, "", "1") == BL_UNKNOWN_ATTRIBUTE,
       "other names are no attributes");
    ok(bl_openvino_set(NULL, "axis", "1") == BL_NULL_POINTER && bl_openvino_set(&node, NULL, "1") == BL_NULL_POINTER &&
           bl_openvino_set(&node, "axis", NULL) == BL_NULL_POINTER,
       "null pointers are refused");
}

static void test_dtype_names(void)
{
    static const char *const names[BL_DTYPE_COUNT] = {"f32", "f64", "f16", "bf16", "i8", "i16", "i32",
                                                      "i64", "u8", "u16", "u32", "u64", "boolean"};
    bl_dtype dtype = BL_DTYPE_COUNT;
    int right = 1;

    for (int i = 0; i < BL_DTYPE_COUNT; ++i) {
        right = right && bl_openvino_dtype(names[i], &dtype) == BL_OK && (int)dtype == i &&
                strcmp(bl_openvino_dtype_name(dtype), names[i]) == 0;
    }
    ok(right, "dtypes have OpenVINO's names");
    dtype = BL_F16;
    ok(bl_openvino_dtype("bool", &dtype) == BL_UNKNOWN_DTYPE && bl_openvino_dtype("F32", &dtype) == BL_UNKNOWN_DTYPE &&
           bl_openvino_dtype("", &dtype) == BL_UNKNOWN_DTYPE && dtype == BL_F16 &&
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
    test_shapes();
    test_pythondiv();
    test_zero_divisors();
    test_other_ops();
    test_refusals();
    test_inference_arguments();
    test_set();
    test_dtype_names();
    return done_testing();
}
