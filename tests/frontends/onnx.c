/* The ONNX front end: which version an opset means, what each version takes and refuses, and what it computes. The
 * expectations are written from ONNX's operator schemas and Broadcasting.md, not from our rows.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "tensors.h"

#define NO_ATTRIBUTES 0, 0, 0
#define NEWEST 27

static tensor a, b, c, out;

/* ---- Versions and their types ---- */

#define FLOATS "f16 f32 f64"
#define WIDE "i32 i64 u32 u64"
#define ALL_INTS "i8 i16 i32 i64 u8 u16 u32 u64"

typedef struct expected_version {
    const bl_onnx_op *op;
    int since;
    const char *dtypes;
    int attributes; /* 1 broadcast, 2 axis, 4 consumed_inputs */
} expected_version;

#define ARITHMETIC(op)                                                                                               \
    {op, 1, FLOATS, 7}, {op, 6, FLOATS " " WIDE, 3}, {op, 7, FLOATS " " WIDE, 0}, {op, 13, FLOATS " bf16 " WIDE, 0}, \
    {                                                                                                                \
        op, 14, FLOATS " bf16 " ALL_INTS, 0                                                                          \
    }

static const expected_version expected_versions[] = {
    ARITHMETIC(&bl_onnx_add),
    ARITHMETIC(&bl_onnx_sub),
    ARITHMETIC(&bl_onnx_mul),
    ARITHMETIC(&bl_onnx_div),
    {&bl_onnx_neg, 1, FLOATS, 4},
    {&bl_onnx_neg, 6, FLOATS " i8 i16 i32 i64", 0},
    {&bl_onnx_neg, 13, FLOATS " bf16 i8 i16 i32 i64", 0},
    {&bl_onnx_less, 1, FLOATS, 3},
    {&bl_onnx_less, 7, FLOATS, 0},
    {&bl_onnx_less, 9, FLOATS " " ALL_INTS, 0},
    {&bl_onnx_less, 13, FLOATS " bf16 " ALL_INTS, 0},
    {&bl_onnx_where, 9, FLOATS " bool " ALL_INTS, 0},
    {&bl_onnx_where, 16, FLOATS " bf16 bool " ALL_INTS, 0},
};

static const size_t expected_count = sizeof expected_versions / sizeof expected_versions[0];

/** The version that the opset means, by the list above; NULL before the first. */
static const expected_version *expected_at(const bl_onnx_op *op, int64_t opset)
{
    const expected_version *found = NULL;

    for (size_t i = 0; i < expected_count; ++i) {
        if (expected_versions[i].op == op && expected_versions[i].since <= opset) {
            found = &expected_versions[i];
        }
    }
    return found;
}

static void test_versions(void)
{
    ok(BL_ONNX_NEWEST_OPSET == NEWEST, "opset %d is the newest known", NEWEST);
    for (size_t i = 0; bl_onnx_all[i] != NULL; ++i) {
        const bl_onnx_op *op = bl_onnx_all[i];
        int right = 1;

        for (int64_t opset = -1; opset <= NEWEST + 72; ++opset) {
            const expected_version *wanted = opset >= 1 && opset <= NEWEST ? expected_at(op, opset) : NULL;
            const bl_onnx_version *got = bl_onnx_version_at(op, opset);

            right = right && (got == NULL ? wanted == NULL : wanted != NULL && got->since == wanted->since);
        }
        ok(right, "%s: every opset means the newest version that is not above it", op->name);
        ok(bl_onnx_op_by_name(op->name) == op, "%s is found by its name", op->name);
    }
    ok(bl_onnx_version_at(&bl_onnx_div, 10)->since == 7, "Div in opset 10 is Div-7");
    ok(bl_onnx_op_by_name("Ad") == NULL && bl_onnx_op_by_name("add") == NULL && bl_onnx_op_by_name("Adds") == NULL &&
           bl_onnx_op_by_name("") == NULL && bl_onnx_op_by_name(NULL) == NULL,
       "names are found whole, in their own case");
}

/** One-element inputs for an operator at a dtype. */
static void set_inputs(const bl_onnx_op *op, bl_dtype dtype)
{
    set_tensor(&a, op == &bl_onnx_where ? BL_BOOL : dtype, "1");
    set_tensor(&b, dtype, "1");
    set_tensor(&c, dtype, "1");
}

/** The sentence that refuses a dtype: from the first version that takes it, by the list above. */
static void expected_refusal(char *text, size_t size, const expected_version *version, bl_dtype dtype)
{
    const char *op = version->op->name;

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *other = &expected_versions[i];

        if (other->op == version->op && has_word(other->dtypes, bl_dtype_name(dtype))) {
            snprintf(text, size, "%s-%d does not take %s; %s-%d (opset %d on) does", op, version->since,
                     bl_onnx_dtype_name(dtype), op, other->since, other->since);
            return;
        }
    }
    snprintf(text, size, "%s-%d does not take %s; no version does", op, version->since, bl_onnx_dtype_name(dtype));
}

/** Each version takes exactly its own dtypes, and the refusal names the version that would take it. */
static void test_dtypes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        const bl_onnx_node node = {version->op, version->since, NO_ATTRIBUTES};
        int right = 1;
        int explained = 1;
        int silent = 1;

        for (int d = 0; d < BL_DTYPE_COUNT; ++d) {
            const bl_dtype dtype = (bl_dtype)d;
            const int is_taken = has_word(version->dtypes, bl_dtype_name(dtype));
            const bl_dtype gives = version->op == &bl_onnx_less ? BL_BOOL : dtype;
            char wanted[200];
            char got[200];
            bl_status status;

            set_inputs(version->op, dtype);
            set_tensor(&out, gives, "1");
            status = bl_onnx_run(&node, inputs, &out.array, NULL);
            if (is_taken) { /* select has no kernels for bool, though Where takes it */
                right = right && status == (bl_op_table(version->op->versions[0].op, &dtype) != NULL ? BL_OK
                                                                                                     : BL_UNSUPPORTED_DTYPE);
            } else {
                right = right && status == BL_DTYPE_NOT_IN_VERSION;
                expected_refusal(wanted, sizeof wanted, version, dtype);
                bl_onnx_explain(&node, inputs, status, got, sizeof got);
                explained = explained && strcmp(got, wanted) == 0;
                if (strcmp(got, wanted) != 0) {
                    printf("# got: %s\n# not: %s\n", got, wanted);
                }
            }
            silent = silent && (status == BL_OK || is_untouched(&out));
        }
        ok(right, "%s-%d takes %s and nothing else", version->op->name, version->since, version->dtypes);
        ok(explained, "its refusals name the dtype, the operator, and the version that takes it");
        ok(silent, "nothing is written then");
    }
}

static void test_attributes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];

        for (int attribute = 1; attribute <= 8; attribute *= 2) { /* 8 is none at all */
            const unsigned given = (unsigned)attribute | (attribute == 2 ? (unsigned)version->attributes & 1u : 0u);
            const bl_onnx_node node = {version->op, version->since, given, 1, 0};
            const bl_status wanted =
                (version->attributes & attribute) != 0 ? BL_OK : BL_ATTRIBUTE_NOT_IN_VERSION;
            bl_status status;

            set_inputs(version->op, BL_F32);
            set_tensor(&out, version->op == &bl_onnx_less ? BL_BOOL : BL_F32, "1");
            status = bl_onnx_run(&node, inputs, &out.array, NULL);
            ok(status == wanted && (status == BL_OK || is_untouched(&out)), "%s-%d %s attribute bit %d",
               version->op->name, version->since, wanted == BL_OK ? "takes" : "refuses", attribute);
        }
    }
}

/* ---- Shapes ---- */

#define WITH_BROADCAST BL_ONNX_BROADCAST
#define WITH_AXIS (BL_ONNX_BROADCAST | BL_ONNX_AXIS)

typedef struct example {
    int opset;
    unsigned given;
    int64_t broadcast;
    int64_t axis;
    const char *a;
    const char *b;
    bl_status status;
    const char *result;
} example;

static const example examples[] = {
    /* versions 1 and 6 without broadcast: equal shapes */
    {1, 0, 0, 0, "2,3", "2,3", BL_OK, "2,3"},
    {6, 0, 0, 0, "", "", BL_OK, ""},
    {6, 0, 1, 0, "2,3", "3", BL_SHAPES_DIFFER, ""}, /* the field counts only where it is given */
    {6, WITH_BROADCAST, 0, 0, "2,3", "3", BL_SHAPES_DIFFER, ""},
    {6, WITH_BROADCAST, 0, 0, "2,3", "1,3", BL_SHAPES_DIFFER, ""},
    {1, BL_ONNX_CONSUMED_INPUTS, 0, 0, "2,3", "2,3", BL_OK, "2,3"},
    {6, WITH_AXIS, 0, 0, "2,3", "2,3", BL_AXIS_WITHOUT_BROADCAST, ""},
    {6, BL_ONNX_AXIS, 0, 0, "2,3", "2,3", BL_AXIS_WITHOUT_BROADCAST, ""},
    {6, WITH_BROADCAST, 2, 0, "2,3", "2,3", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
    {6, WITH_BROADCAST, -1, 0, "2,3", "2,3", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
    {6, WITH_BROADCAST, INT64_C(1) << 32, 0, "2,3", "2,3", BL_UNKNOWN_ATTRIBUTE_VALUE, ""},
    /* with broadcast: the document's examples */
    {1, WITH_BROADCAST, 1, 0, "2,3,4,5", "", BL_OK, "2,3,4,5"},
    {6, WITH_BROADCAST, 1, 0, "2,3,4,5", "1,1", BL_OK, "2,3,4,5"},
    {6, WITH_BROADCAST, 1, 7, "2,3,4,5", "5", BL_OK, "2,3,4,5"},
    {6, WITH_BROADCAST, 1, 0, "2,3,4,5", "4,5", BL_OK, "2,3,4,5"},
    {6, WITH_AXIS, 1, 1, "2,3,4,5", "3,4", BL_OK, "2,3,4,5"},
    {6, WITH_AXIS, 1, 0, "2,3,4,5", "2", BL_OK, "2,3,4,5"},
    {6, WITH_AXIS, 1, -1, "2,3,4,5", "4,5", BL_OK, "2,3,4,5"},
    /* published tests of opset 6: ones are trimmed at both ends */
    {6, WITH_AXIS, 1, 0, "2,3", "2,1", BL_OK, "2,3"},
    {6, WITH_AXIS, 1, 0, "2,3", "1,3", BL_OK, "2,3"},
    {6, WITH_AXIS, 1, 1, "2,3", "3", BL_OK, "2,3"},
    /* and what does not fit */
    {6, WITH_AXIS, 1, 1, "2,3,4,5", "3,1,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {6, WITH_AXIS, 1, 1, "2,3,4,5", "4", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {6, WITH_AXIS, 1, 4, "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {6, WITH_AXIS, 1, -2, "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {6, WITH_AXIS, 1, INT64_MAX, "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {6, WITH_AXIS, 1, INT64_MIN, "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {6, WITH_AXIS, 1, (INT64_C(1) << 32) + 3, "2,3,4,5", "5", BL_AXIS_OUT_OF_RANGE, ""},
    {6, WITH_BROADCAST, 1, 0, "4,5", "2,3,4,5", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {6, WITH_BROADCAST, 1, 0, "2,1", "2,3", BL_SHAPES_DO_NOT_BROADCAST, ""},
    /* from 7: multidirectional */
    {7, 0, 0, 0, "2,3,4,5", "", BL_OK, "2,3,4,5"},
    {7, 0, 0, 0, "4,5", "2,3,4,5", BL_OK, "2,3,4,5"},
    {10, 0, 0, 0, "1,4,5", "2,3,1,1", BL_OK, "2,3,4,5"},
    {14, 0, 0, 0, "3,4,5", "2,1,1,1", BL_OK, "2,3,4,5"},
    {NEWEST, 0, 0, 0, "2,1,5", "4,1", BL_OK, "2,4,5"},
    {14, 0, 0, 0, "0,3", "1,1", BL_OK, "0,3"},
    {14, 0, 0, 0, "0,3", "2,3", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {14, 0, 0, 0, "2,3", "2", BL_SHAPES_DO_NOT_BROADCAST, ""},
    {7, WITH_BROADCAST, 1, 0, "2,3", "3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {7, BL_ONNX_AXIS, 0, 1, "2,3", "3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {6, BL_ONNX_CONSUMED_INPUTS, 0, 0, "2,3", "2,3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {6, 64, 0, 0, "2,3", "2,3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {0, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {-1, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {99, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {NEWEST + 1, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
};

/** Where element i of the result finds b's element under an example's rule. Legacy: b without the ones at its ends lies
 * within a's shape as pre x n x post; otherwise dims are right-aligned and those of extent 1 are held. */
static size_t source_of_b(const example *e, size_t i)
{
    if (e->opset < 7) {
        size_t first = 0;
        size_t last = b.array.rank;
        size_t axis = (e->given & BL_ONNX_AXIS) != 0 && e->axis >= 0 ? (size_t)e->axis : a.array.rank - b.array.rank;
        size_t post = 1;

        if (b.count == 1) {
            return 0;
        }
        while (b.shape[first] == 1) {
            ++first;
        }
        while (b.shape[last - 1] == 1) {
            --last;
        }
        for (size_t d = axis + last; d < a.array.rank; ++d) {
            post *= a.shape[d];
        }
        return i / post % b.count;
    } else {
        size_t source = 0;
        size_t step = 1;

        for (size_t d = 0; d < out.array.rank; ++d) { /* from the innermost */
            const size_t position = i % out.shape[out.array.rank - 1 - d];

            i /= out.shape[out.array.rank - 1 - d];
            if (d < b.array.rank) {
                const size_t extent = b.shape[b.array.rank - 1 - d];

                source += extent == 1 ? 0 : position * step;
                step *= extent;
            }
        }
        return source;
    }
}

/** Whether out = a - b, where a is broadcast from opset 7 on only. */
static int is_difference(const example *e)
{
    for (size_t i = 0; i < out.count; ++i) {
        size_t from_a = i;

        if (e->opset >= 7) { /* by the same indexing, with a in b's place */
            size_t rest = i;
            size_t step = 1;

            from_a = 0;
            for (size_t d = 0; d < out.array.rank; ++d) {
                const size_t position = rest % out.shape[out.array.rank - 1 - d];

                rest /= out.shape[out.array.rank - 1 - d];
                if (d < a.array.rank) {
                    from_a += a.shape[a.array.rank - 1 - d] == 1 ? 0 : position * step;
                    step *= a.shape[a.array.rank - 1 - d];
                }
            }
        }
        if (out.data.f32[i] != a.data.f32[from_a] - b.data.f32[source_of_b(e, i)]) {
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
        const bl_onnx_node node = {&bl_onnx_sub, e->opset, e->given, e->broadcast, e->axis};
        size_t shape[TENSOR_RANK] = {77, 77, 77, 77, 77, 77};
        size_t rank = 77;
        bl_dtype dtype = BL_BOOL;
        bl_plan plan;
        bl_status status;

        set_tensor(&a, BL_F32, e->a);
        set_tensor(&b, BL_F32, e->b);
        count_up(&a, 1);
        count_up(&b, 1000);
        status = bl_onnx_infer_shape(&node, inputs, TENSOR_RANK, shape, &rank, &dtype);
        if (e->status == BL_OK) {
            ok(status == BL_OK && dtype == BL_F32 && strcmp(shape_text(rank, shape), e->result) == 0,
               "opset %d, (%s) and (%s) give (%s)", e->opset, e->a, e->b, e->result);
        } else {
            ok(status == e->status && shape[0] == 77 && rank == 77 && dtype == BL_BOOL,
               "opset %d, (%s) and (%s): %s; nothing is written", e->opset, e->a, e->b, bl_status_string(status));
        }
        set_tensor(&out, BL_F32, e->status == BL_OK ? e->result : e->a);
        status = bl_onnx_plan(&plan, &node, inputs, &out.array, NULL);
        ok(status == e->status, "and so says planning it: %s", bl_status_string(status));
        status = bl_onnx_run(&node, inputs, &out.array, NULL);
        ok(status == e->status && (status == BL_OK ? is_difference(e) : is_untouched(&out)), "and running it");
    }
}

/* ---- What is computed ---- */

static void test_planned_runs(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_onnx_node node = {&bl_onnx_div, 14, NO_ATTRIBUTES};
    const bl_options refusing = {BL_RULE_NONE, 9, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_REFUSED, 0}; /* rule and axis are the node's */
    static const int32_t x[6] = {-7, 7, -7, 7, INT32_MIN, 5};
    static const int32_t y[2] = {2, -2};
    static const int32_t quotients[6] = {-3, -3, -3, -3, INT32_MIN / 2, -2};
    static const int32_t with_zero[2] = {0, -1};
    static const int32_t from_zero[6] = {0, -7, 0, -7, 0, -5};
    const void *pointers[2] = {b.data.i32 + 8, b.data.i32};
    bl_plan plan;

    set_tensor(&a, BL_I32, "3,2");
    set_tensor(&b, BL_I32, "2");
    set_tensor(&out, BL_I32, "3,2");
    memcpy(a.data.i32, x, sizeof x);
    memcpy(b.data.i32, y, sizeof y);
    memcpy(b.data.i32 + 8, x, sizeof x); /* the same data elsewhere, for the planned run */
    ok(bl_onnx_run(&node, inputs, &out.array, NULL) == BL_OK && memcmp(out.data.i32, quotients, sizeof x) == 0,
       "integers are divided towards zero");
    ok(bl_onnx_plan(&plan, &node, inputs, &out.array, NULL) == BL_OK &&
           bl_plan_run(&plan, pointers, NULL, out.data.i32 + 16) == BL_OK &&
           memcmp(out.data.i32 + 16, quotients, sizeof x) == 0,
       "so they are by a plan, on other pointers");
    memcpy(b.data.i32, with_zero, sizeof with_zero);
    ok(bl_plan_run(&plan, pointers, NULL, out.data.i32) == BL_OK && memcmp(out.data.i32, from_zero, sizeof x) == 0,
       "x / 0 is 0 unless it is to be refused");

    set_tensor(&out, BL_I32, "3,2");
    ok(bl_onnx_run(&node, inputs, &out.array, &refusing) == BL_ZERO_DIVISOR && is_untouched(&out),
       "a zero divisor is refused before anything is written");
    ok(bl_onnx_plan(&plan, &node, inputs, &out.array, &refusing) == BL_OK &&
           bl_plan_run(&plan, pointers, NULL, out.data.i32) == BL_ZERO_DIVISOR && is_untouched(&out),
       "by a plan, too");
    memcpy(b.data.i32, y, sizeof y);
    ok(bl_plan_run(&plan, pointers, NULL, out.data.i32) == BL_OK && memcmp(out.data.i32, quotients, sizeof x) == 0,
       "and the plan runs where there is none");
}

static void test_other_ops(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_onnx_node neg = {&bl_onnx_neg, 6, NO_ATTRIBUTES};
    const bl_onnx_node less = {&bl_onnx_less, 9, NO_ATTRIBUTES};
    const bl_onnx_node where = {&bl_onnx_where, 9, NO_ATTRIBUTES};
    size_t shape[2];
    size_t rank;
    bl_dtype dtype;

    set_tensor(&a, BL_I8, "2");
    set_tensor(&out, BL_I8, "2");
    a.data.i8[0] = 5;
    a.data.i8[1] = INT8_MIN;
    ok(bl_onnx_run(&neg, inputs, &out.array, NULL) == BL_OK && out.data.i8[0] == -5 && out.data.i8[1] == INT8_MIN,
       "Neg takes one input, and wraps");

    set_tensor(&a, BL_U8, "2,1");
    set_tensor(&b, BL_U8, "2");
    set_tensor(&out, BL_BOOL, "2,2");
    a.data.u8[0] = 1;
    a.data.u8[1] = 200;
    b.data.u8[0] = 100;
    b.data.u8[1] = 255;
    ok(bl_onnx_infer_shape(&less, inputs, 2, shape, &rank, &dtype) == BL_OK && dtype == BL_BOOL && rank == 2,
       "Less gives bool");
    ok(bl_onnx_run(&less, inputs, &out.array, NULL) == BL_OK && out.data.u8[0] == 1 && out.data.u8[1] == 1 &&
           out.data.u8[2] == 0 && out.data.u8[3] == 1,
       "Less compares unsigned integers as such");

    set_tensor(&a, BL_BOOL, "2,1");
    set_tensor(&b, BL_F32, "2");
    set_tensor(&c, BL_F32, "");
    set_tensor(&out, BL_F32, "2,2");
    a.data.u8[0] = 1;
    a.data.u8[1] = 0;
    count_up(&b, 3);
    count_up(&c, 9);
    ok(bl_onnx_run(&where, inputs, &out.array, NULL) == BL_OK && out.data.f32[0] == 3 && out.data.f32[1] == 4 &&
           out.data.f32[2] == 9 && out.data.f32[3] == 9,
       "Where broadcasts all three");
}

/* ---- What is refused, and in what words ---- */

/** The sentence for a node, and that a small buffer cuts it short and nothing else. */
static void test_sentence(const bl_onnx_node *node, const bl_array *const *inputs, bl_status status, const char *wanted)
{
    char text[200];
    char small[12];
    const size_t length = bl_onnx_explain(node, inputs, status, text, sizeof text);

    memset(small, 'x', sizeof small);
    ok(strcmp(text, wanted) == 0 && length == strlen(wanted), "%s", text);
    ok(bl_onnx_explain(node, inputs, status, small, 10) == length && strncmp(small, wanted, 9) == 0 &&
           small[9] == '\0' && small[10] == 'x' && bl_onnx_explain(node, inputs, status, NULL, 0) == length &&
           bl_onnx_explain(node, inputs, status, NULL, 10) == length,
       "and as much of it as there is room for");
}

/** What running the node says, and its sentence. */
static void test_refusal(const bl_onnx_node *node, const bl_array *const *inputs, bl_status wanted, const char *sentence)
{
    const int is_about_output = wanted == BL_WRONG_OUTPUT_SHAPE || wanted == BL_WRONG_OUTPUT_DTYPE;
    size_t shape[TENSOR_RANK];
    size_t rank;
    bl_dtype dtype;
    bl_plan plan;
    bl_status status;

    set_tensor(&out, BL_F32, "2,3,4,5");
    status = bl_onnx_run(node, inputs, &out.array, NULL);
    ok(status == wanted && bl_onnx_plan(&plan, node, inputs, &out.array, NULL) == wanted && is_untouched(&out), "%s",
       bl_status_string(wanted));
    ok(bl_onnx_infer_shape(node, inputs, TENSOR_RANK, shape, &rank, &dtype) == (is_about_output ? BL_OK : wanted),
       "and so says inferring its shape");
    test_sentence(node, inputs, status, sentence);
}

static void test_refusals(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_onnx_node add0 = {&bl_onnx_add, 0, NO_ATTRIBUTES};
    const bl_onnx_node add99 = {&bl_onnx_add, 99, NO_ATTRIBUTES};
    const bl_onnx_node where7 = {&bl_onnx_where, 7, NO_ATTRIBUTES};
    const bl_onnx_node where9 = {&bl_onnx_where, 9, NO_ATTRIBUTES};
    const bl_onnx_node add10 = {&bl_onnx_add, 10, BL_ONNX_AXIS, 0, 1};
    const bl_onnx_node add6_consumed = {&bl_onnx_add, 6, BL_ONNX_CONSUMED_INPUTS, 0, 0};
    const bl_onnx_node where_axis = {&bl_onnx_where, 16, BL_ONNX_AXIS, 0, 1};
    const bl_onnx_node add6_two = {&bl_onnx_add, 6, BL_ONNX_BROADCAST, 2, 0};
    const bl_onnx_node add6_axis = {&bl_onnx_add, 6, BL_ONNX_AXIS, 0, 1};
    const bl_onnx_node add6_far = {&bl_onnx_add, 6, WITH_AXIS, 1, 3};
    const bl_onnx_node add6 = {&bl_onnx_add, 6, NO_ATTRIBUTES};
    const bl_onnx_node add7 = {&bl_onnx_add, 7, NO_ATTRIBUTES};
    const bl_onnx_node add14 = {&bl_onnx_add, 14, NO_ATTRIBUTES};
    const bl_onnx_node no_op = {NULL, 14, NO_ATTRIBUTES};
    const bl_array *const missing[] = {&a.array, NULL};

    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "3,4");
    set_tensor(&c, BL_F32, "");
    test_refusal(&add0, inputs, BL_UNKNOWN_OPSET, "there is no opset 0; 1 to 27 are known");
    test_refusal(&add99, inputs, BL_UNKNOWN_OPSET, "there is no opset 99; 1 to 27 are known");
    test_refusal(&where7, inputs, BL_NOT_IN_OPSET, "Where is not in opset 7; it begins in opset 9");
    test_refusal(&add10, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Add-7 has no attribute axis; Add-1 and Add-6 have it");
    test_refusal(&add6_consumed, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Add-6 has no attribute consumed_inputs; Add-1 has it");
    test_refusal(&where_axis, inputs, BL_ATTRIBUTE_NOT_IN_VERSION, "Where-16 has no attribute axis; no version has");
    test_refusal(&add6_two, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "Add-6: broadcast is 0 or 1, not 2");
    test_refusal(&add6_axis, inputs, BL_AXIS_WITHOUT_BROADCAST, "Add-6: axis is given, but broadcast is not 1");
    test_refusal(&add6_far, inputs, BL_AXIS_OUT_OF_RANGE,
                 "Add-6: [2,3,4,5] and [3,4], broadcast = 1, axis = 3: the axis does not place an input within "
                 "the one that it is broadcast onto");
    test_refusal(&add6, inputs, BL_SHAPES_DIFFER,
                 "Add-6: [2,3,4,5] and [3,4]: the shapes differ and the rule allows no broadcasting");
    test_refusal(&add7, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-7: [2,3,4,5] and [3,4]: the shapes do not broadcast under the rule");
    test_refusal(&no_op, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(NULL, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(&add7, NULL, BL_NULL_POINTER, "Add-7: a needed pointer is null");
    test_refusal(&add7, missing, BL_NULL_POINTER, "Add-7: a needed pointer is null");
    test_refusal(&where9, inputs, BL_DTYPES_DIFFER,
                 "Where-9: the inputs are float, float and float, but the first must be bool and the others alike");
    b.array.dtype = BL_I32;
    test_refusal(&add7, inputs, BL_DTYPES_DIFFER, "Add-7: the inputs are float and int32, but must be alike");
    b.array.dtype = BL_DTYPE_COUNT;
    test_refusal(&add7, inputs, BL_UNKNOWN_DTYPE, "Add-7: no such dtype");
    set_tensor(&a, BL_BOOL, "");
    set_tensor(&b, BL_BOOL, "");
    set_tensor(&c, BL_BOOL, "");
    if (bl_op_table(bl_onnx_where.versions[0].op, &a.array.dtype) == NULL) {
        test_refusal(&where9, inputs, BL_UNSUPPORTED_DTYPE,
                     "Where-9 takes bool, but Broadloom as it was built does not");
    }
    test_refusal(&add14, inputs, BL_DTYPE_NOT_IN_VERSION, "Add-14 does not take bool; no version does");
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    test_refusal(&add7, inputs, BL_WRONG_OUTPUT_SHAPE,
                 "Add-7: the shape of the output is not the broadcast shape");
    set_tensor(&a, BL_F64, "2,3,4,5");
    set_tensor(&b, BL_F64, "5");
    test_refusal(&add7, inputs, BL_WRONG_OUTPUT_DTYPE,
                 "Add-7: the dtype of the output is not what the operator gives");
}

static void test_inference_arguments(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_onnx_node node = {&bl_onnx_add, 14, NO_ATTRIBUTES};
    size_t shape[3] = {77, 77, 77};
    size_t rank = 77;
    bl_dtype dtype = BL_BOOL;

    set_tensor(&a, BL_F32, "2,3,4");
    set_tensor(&b, BL_F32, "4");
    a.array.data = NULL;
    b.array.data = NULL;
    ok(bl_onnx_infer_shape(&node, inputs, 2, shape, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3 &&
           shape[0] == 77 && dtype == BL_BOOL,
       "too small a capacity: the rank is told, and nothing else");
    ok(bl_onnx_infer_shape(&node, inputs, 0, NULL, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3,
       "so one may ask for the rank first");
    ok(bl_onnx_infer_shape(&node, inputs, 3, shape, &rank, &dtype) == BL_OK && shape[2] == 4, "data is not needed");
    ok(bl_onnx_infer_shape(&node, inputs, 3, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, inputs, 3, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, inputs, 3, shape, &rank, NULL) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, NULL, 3, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(NULL, inputs, 3, shape, &rank, &dtype) == BL_NULL_POINTER,
       "null pointers are refused");
    set_tensor(&a, BL_F32, "");
    set_tensor(&b, BL_F32, "");
    ok(bl_onnx_infer_shape(&node, inputs, 0, NULL, &rank, &dtype) == BL_OK && rank == 0 && dtype == BL_F32,
       "scalars need no room");
}

/* ---- Names ---- */

static void test_set(void)
{
    const int64_t three = 3;
    const int64_t list[2] = {1, 0};
    bl_onnx_node node = {&bl_onnx_add, 1, NO_ATTRIBUTES};

    ok(bl_onnx_set(&node, "axis", 1, &three) == BL_OK && node.given == BL_ONNX_AXIS && node.axis == 3, "axis is set");
    ok(bl_onnx_set(&node, "broadcast", 1, list) == BL_OK && node.given == WITH_AXIS && node.broadcast == 1,
       "broadcast is set");
    ok(bl_onnx_set(&node, "consumed_inputs", 2, list) == BL_OK &&
           node.given == (WITH_AXIS | BL_ONNX_CONSUMED_INPUTS),
       "consumed_inputs is noted");
    ok(bl_onnx_set(&node, "axis", 2, list) == BL_UNKNOWN_ATTRIBUTE_VALUE &&
           bl_onnx_set(&node, "broadcast", 0, list) == BL_UNKNOWN_ATTRIBUTE_VALUE && node.axis == 3,
       "a list is no axis");
    ok(bl_onnx_set(&node, "fmod", 1, list) == BL_UNKNOWN_ATTRIBUTE &&
           bl_onnx_set(&node, "Axis", 1, list) == BL_UNKNOWN_ATTRIBUTE &&
           bl_onnx_set(&node, "", 1, list) == BL_UNKNOWN_ATTRIBUTE,
       "other names are no attributes");
    ok(bl_onnx_set(NULL, "axis", 1, list) == BL_NULL_POINTER && bl_onnx_set(&node, NULL, 1, list) == BL_NULL_POINTER &&
           bl_onnx_set(&node, "axis", 1, NULL) == BL_NULL_POINTER,
       "null pointers are refused");
}

static void test_dtype_names(void)
{
    /* from TensorProto.DataType; strings, complex and eight-bit floats are none of ours */
    static const int dtypes[17] = {-1, BL_F32, BL_U8, BL_I8, BL_U16, BL_I16, BL_I32, BL_I64, -1,
                                   BL_BOOL, BL_F16, BL_F64, BL_U32, BL_U64, -1, -1, BL_BF16};
    int right = 1;

    for (int number = -300; number < 300; ++number) {
        const int wanted = number >= 0 && number < 17 ? dtypes[number] : -1;
        bl_dtype got = BL_DTYPE_COUNT;
        const bl_status status = bl_onnx_dtype(number, &got);

        right = right && (wanted < 0 ? status == BL_UNKNOWN_DTYPE && got == BL_DTYPE_COUNT
                                     : status == BL_OK && (int)got == wanted);
    }
    ok(right, "data_type numbers are TensorProto's");
    ok(bl_onnx_dtype(1, NULL) == BL_NULL_POINTER, "a null pointer is refused");
    ok(strcmp(bl_onnx_dtype_name(BL_F32), "float") == 0 && strcmp(bl_onnx_dtype_name(BL_F64), "double") == 0 &&
           strcmp(bl_onnx_dtype_name(BL_BF16), "bfloat16") == 0 && strcmp(bl_onnx_dtype_name(BL_U64), "uint64") == 0 &&
           strcmp(bl_onnx_dtype_name(BL_DTYPE_COUNT), "?") == 0,
       "dtypes have ONNX's names");
}

int main(void)
{
    test_versions();
    test_dtypes();
    test_attributes();
    test_shapes();
    test_planned_runs();
    test_other_ops();
    test_refusals();
    test_inference_arguments();
    test_set();
    test_dtype_names();
    return done_testing();
}
