/* The ONNX front end: the version for an opset, the nodes that each version accepts and refuses, and the results. The
 * expectations are written from ONNX's operator schemas and Broadcasting.md, not from Broadloom's tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "tensors.h"

#define NEWEST 28
#define BROADCAST (1u << BL_ONNX_BROADCAST)
#define AXIS (1u << BL_ONNX_AXIS)
#define CONSUMED_INPUTS (1u << BL_ONNX_CONSUMED_INPUTS)

static tensor a, b, c, out;

/** A node with the legacy attributes. */
static bl_onnx_node node_with(const bl_onnx_op *op, int64_t opset, unsigned given, double broadcast, double axis)
{
    bl_onnx_node node = {NULL, 0, BL_NO_ATTRIBUTES};

    node.op = op;
    node.opset = opset;
    node.given = given;
    node.values[BL_ONNX_BROADCAST] = broadcast;
    node.values[BL_ONNX_AXIS] = axis;
    return node;
}

static bl_onnx_node node_of(const bl_onnx_op *op, int64_t opset)
{
    return node_with(op, opset, 0, 0, 0);
}

/* ---- Versions and their types ---- */

typedef struct expected_version {
    const char *op;
    int since;
    const char *dtypes;
    const char *attributes;
    const char *required;
    int least, most; /* inputs; 255: any number */
} expected_version;

#include "onnx_versions.h"

static const size_t expected_count = sizeof expected_versions / sizeof expected_versions[0];

/** The version for the opset, by the schemas; NULL before the first. */
static const expected_version *expected_at(const char *op, int64_t opset)
{
    const expected_version *found = NULL;

    for (size_t i = 0; i < expected_count; ++i) {
        if (strcmp(expected_versions[i].op, op) == 0 && expected_versions[i].since <= opset) {
            found = &expected_versions[i];
        }
    }
    return found;
}

/** Whether this build has the operator; a library of fewer operators may not. */
static int is_here(const char *op)
{
    return bl_onnx_op_by_name(op) != NULL;
}

static void test_versions(void)
{
    size_t count = 0;

    ok(BL_ONNX_NEWEST_OPSET == NEWEST, "opset %d is the newest known", NEWEST);
    for (; bl_onnx_all[count] != NULL; ++count) {
        const bl_onnx_op *op = bl_onnx_all[count];
        int right = 1;

        for (int64_t opset = -1; opset <= NEWEST + 72; ++opset) {
            const expected_version *wanted = opset >= 1 && opset <= NEWEST ? expected_at(op->name, opset) : NULL;
            const bl_node_version *got = bl_onnx_version_at(op, opset);

            right = right && (got == NULL ? wanted == NULL : wanted != NULL && got->since == wanted->since);
        }
        ok(right, "%s: every opset means the newest version that is not above it", op->name);
        ok(bl_onnx_op_by_name(op->name) == op, "%s is found by its name", op->name);
    }
    for (size_t i = 0; i < expected_count; ++i) {
        count -= i == 0 || strcmp(expected_versions[i].op, expected_versions[i - 1].op) != 0;
        if (!is_here(expected_versions[i].op)) {
            ok(0, "%s is there", expected_versions[i].op);
        }
    }
    ok(count == 0, "all operators are there, and no others");
    ok(bl_onnx_version_at(&bl_onnx_div, 10)->since == 7, "Div in opset 10 is Div-7");
    ok(bl_onnx_op_by_name("Ad") == NULL && bl_onnx_op_by_name("add") == NULL && bl_onnx_op_by_name("Adds") == NULL &&
           bl_onnx_op_by_name("") == NULL && bl_onnx_op_by_name(NULL) == NULL,
       "names are found whole, in their own case");
}

/** Give the node an attribute of any kind, with some allowed value. */
static bl_status give(bl_onnx_node *node, const char *name)
{
    const int64_t number = strcmp(name, "axis") == 0 ? 0 : 1;
    bl_status status = bl_onnx_set(node, name, 1, &number);

    if (strcmp(name, "to") == 0 && node->opset < 6) {
        node->given = 0;
        return bl_onnx_set_string(node, name, 5, "FLOAT");
    }
    if (status == BL_UNKNOWN_ATTRIBUTE_VALUE) {
        status = bl_onnx_set_float(node, name, 1.0f);
    }
    if (status == BL_UNKNOWN_ATTRIBUTE_VALUE) {
        status = strcmp(name, "direction") == 0     ? bl_onnx_set_string(node, name, 4, "LEFT")
                 : strcmp(name, "approximate") == 0 ? bl_onnx_set_string(node, name, 4, "tanh")
                                                    : bl_onnx_set_string(node, name, 2, "up");
    }
    return status;
}

/** A node of the version with its mandatory attributes. */
static bl_onnx_node minimal_node(const expected_version *version)
{
    bl_onnx_node node = node_of(bl_onnx_op_by_name(version->op), version->since);

    if (version->required[0] != '\0') {
        give(&node, version->required); /* no version has several */
    } else if (strcmp(version->op, "Mod") == 0 && version->since < 28) {
        give(&node, "fmod"); /* otherwise it takes no floats */
    } else if (strcmp(version->op, "Dropout") == 0 && version->since < 7) {
        give(&node, "is_test"); /* otherwise it trains */
    }
    return node;
}

/** Arrays without dims for all inputs that the version needs: T; bool or f32 for other types. */
static size_t set_inputs(const expected_version *version, bl_dtype dtype)
{
    const int is_quantizing = strstr(version->op, "uantizeLinear") != NULL;

    set_tensor(&a, strcmp(version->op, "Where") == 0 ? BL_BOOL : dtype, "");
    set_tensor(&b, is_quantizing && (version->op[0] == 'D' || version->since < 19) ? BL_F32 : dtype, "");
    if (strcmp(version->op, "Pow") == 0 && version->since >= 12) {
        b.array.dtype = BL_I32;
    }
    set_tensor(&c, dtype, "");
    return (size_t)version->least;
}

/** Every dtype: those that the version does not accept are refused, and the refusal names the version that accepts them. */
static void test_dtypes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        const bl_onnx_node node = minimal_node(version);
        int right = 1;
        int explained = 1;

        for (int d = 0; d < BL_DTYPE_COUNT && node.op != NULL; ++d) {
            const bl_dtype dtype = (bl_dtype)d;
            const size_t count = set_inputs(version, dtype);
            const expected_version *taker = NULL;
            char wanted[200];
            char got[200];
            size_t rank;
            bl_dtype gives;
            const bl_status status = bl_onnx_infer_shape(&node, count, inputs, 0, NULL, &rank, &gives);

            if (has_word(version->dtypes, bl_dtype_name(dtype))) {
                right = right && status != BL_DTYPE_NOT_IN_VERSION;
                continue;
            }
            for (size_t k = expected_count; k-- > 0;) {
                if (strcmp(expected_versions[k].op, version->op) == 0 &&
                    has_word(expected_versions[k].dtypes, bl_dtype_name(dtype))) {
                    taker = &expected_versions[k];
                }
            }
            if (taker != NULL) {
                snprintf(wanted, sizeof wanted, "%s-%d does not take %s; %s-%d (opset %d on) does", version->op, version->since,
                         bl_onnx_dtype_name(dtype), version->op, taker->since, taker->since);
            } else {
                snprintf(wanted, sizeof wanted, "%s-%d does not take %s; no version does", version->op, version->since,
                         bl_onnx_dtype_name(dtype));
            }
            right = right && status == BL_DTYPE_NOT_IN_VERSION;
            bl_onnx_explain(&node, count, inputs, status, got, sizeof got);
            if (strcmp(got, wanted) != 0) {
                printf("# got: %s\n# not: %s\n", got, wanted);
                explained = 0;
            }
        }
        ok(right, "%s-%d takes %s and nothing else", version->op, version->since, version->dtypes);
        ok(explained, "its refusals name the dtype, the operator, and the version that takes it");
    }
}

/** Every attribute: a version accepts its own, and no other. */
static void test_attributes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        int right = 1;

        for (size_t k = 0; k < BL_ONNX_ATTRIBUTE_COUNT && is_here(version->op); ++k) {
            const char *name = bl_onnx_attributes[k].name;
            const int is_its_own = has_word(version->attributes, name);
            bl_onnx_node node = minimal_node(version);
            size_t rank;
            bl_dtype gives;
            bl_status status;

            right = right && give(&node, name) == BL_OK;
            set_inputs(version, BL_F32);
            status = bl_onnx_infer_shape(&node, (size_t)version->least, inputs, 0, NULL, &rank, &gives);
            right = right && (status != BL_ATTRIBUTE_NOT_IN_VERSION) == is_its_own;
            if (has_word(version->required, name)) {
                node.given = 0; /* the attribute of either type was the only one */
                right = right && bl_onnx_infer_shape(&node, (size_t)version->least, inputs, 0, NULL, &rank, &gives) ==
                                     BL_ATTRIBUTE_MISSING;
            }
        }
        ok(right, "%s-%d has the attributes (%s), needs (%s), and has no others", version->op, version->since,
           version->attributes, version->required);
    }
}

/** Exactly this many inputs are accepted. */
static void test_input_counts(void)
{
    const bl_array *inputs[6];

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        const bl_onnx_node node = minimal_node(version);
        int right = 1;

        for (int count = 0; count <= 6 && node.op != NULL; ++count) {
            size_t rank;
            bl_dtype gives;
            bl_status status;

            set_inputs(version, BL_F32);
            for (int k = 0; k < 6; ++k) {
                inputs[k] = k == 0 ? &a.array : k == 1 ? &b.array
                                                       : &c.array;
            }
            status = bl_onnx_infer_shape(&node, (size_t)count, inputs, 0, NULL, &rank, &gives);
            right = right && (status == BL_WRONG_INPUT_COUNT) ==
                                 (count < version->least || (version->most != 255 && count > version->most));
            if (count > 0) {
                inputs[0] = NULL;
                right = right && bl_onnx_infer_shape(&node, (size_t)count, inputs, 0, NULL, &rank, &gives) != BL_OK;
            }
        }
        ok(right, "%s-%d takes %d to %d inputs", version->op, version->since, version->least, version->most);
    }
}

/* ---- Shapes ---- */

#define WITH_BROADCAST BROADCAST
#define WITH_AXIS (BROADCAST | AXIS)

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
    {6, 0, 1, 0, "2,3", "3", BL_SHAPES_DIFFER, ""}, /* the field is only read if it is given */
    {6, WITH_BROADCAST, 0, 0, "2,3", "3", BL_SHAPES_DIFFER, ""},
    {6, WITH_BROADCAST, 0, 0, "2,3", "1,3", BL_SHAPES_DIFFER, ""},
    {1, CONSUMED_INPUTS, 0, 0, "2,3", "2,3", BL_OK, "2,3"},
    {6, WITH_AXIS, 0, 0, "2,3", "2,3", BL_AXIS_WITHOUT_BROADCAST, ""},
    {6, AXIS, 0, 0, "2,3", "2,3", BL_AXIS_WITHOUT_BROADCAST, ""},
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
    /* and shapes that do not fit */
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
    {7, AXIS, 0, 1, "2,3", "3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {6, CONSUMED_INPUTS, 0, 0, "2,3", "2,3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {6, 1u << 31, 0, 0, "2,3", "2,3", BL_ATTRIBUTE_NOT_IN_VERSION, ""},
    {0, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {-1, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {99, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
    {NEWEST + 1, 0, 0, 0, "2", "2", BL_UNKNOWN_OPSET, ""},
};

/** The place of the element of b for element i of the result, under an example's rule. Legacy: b without the ones at its ends is aligned
 * with a's shape as pre x n x post; otherwise dims are right-aligned and those of extent 1 repeat. */
static size_t source_of_b(const example *e, size_t i)
{
    if (e->opset < 7) {
        size_t first = 0;
        size_t last = b.array.rank;
        size_t axis = (e->given & AXIS) != 0 && e->axis >= 0 ? (size_t)e->axis : a.array.rank - b.array.rank;
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

/** Whether out = a - b; a is broadcast only from opset 7 on. */
static int is_difference(const example *e)
{
    for (size_t i = 0; i < out.count; ++i) {
        size_t from_a = i;

        if (e->opset >= 7) { /* the same for a */
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
        const bl_onnx_node node = node_with(&bl_onnx_sub, e->opset, e->given, (double)e->broadcast, (double)e->axis);
        size_t shape[TENSOR_RANK] = {77, 77, 77, 77, 77, 77};
        size_t rank = 77;
        bl_dtype dtype = BL_BOOL;
        bl_call call;
        bl_status status;

        set_tensor(&a, BL_F32, e->a);
        set_tensor(&b, BL_F32, e->b);
        count_up(&a, 1);
        count_up(&b, 1000);
        status = bl_onnx_infer_shape(&node, 2, inputs, TENSOR_RANK, shape, &rank, &dtype);
        if (e->status == BL_OK) {
            ok(status == BL_OK && dtype == BL_F32 && strcmp(shape_text(rank, shape), e->result) == 0,
               "opset %d, (%s) and (%s) give (%s)", e->opset, e->a, e->b, e->result);
        } else {
            ok(status == e->status && shape[0] == 77 && rank == 77 && dtype == BL_BOOL,
               "opset %d, (%s) and (%s): %s; nothing is written", e->opset, e->a, e->b, bl_status_string(status));
        }
        set_tensor(&out, BL_F32, e->status == BL_OK ? e->result : e->a);
        status = bl_onnx_plan(&call, &node, 2, inputs, &out.array, NULL, NULL);
        ok(status == e->status, "and so says planning it: %s", bl_status_string(status));
        status = bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL);
        ok(status == e->status && (status == BL_OK ? is_difference(e) : is_untouched(&out)), "and running it");
    }
}

/* ---- Results ---- */

static void test_planned_runs(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_onnx_node node = node_of(&bl_onnx_div, 14);
    const bl_options refusing = {BL_RULE_NONE, 9, 0, BL_ISA_ANY, BL_ZERO_DIVISOR_REFUSED, 0}; /* rule and axis are the node's */
    static const int32_t x[6] = {-7, 7, -7, 7, INT32_MIN, 5};
    static const int32_t y[2] = {2, -2};
    static const int32_t quotients[6] = {-3, -3, -3, -3, INT32_MIN / 2, -2};
    static const int32_t with_zero[2] = {0, -1};
    static const int32_t from_zero[6] = {0, -7, 0, -7, 0, -5};
    const void *pointers[2] = {b.data.i32 + 8, b.data.i32};
    bl_call call;

    set_tensor(&a, BL_I32, "3,2");
    set_tensor(&b, BL_I32, "2");
    set_tensor(&out, BL_I32, "3,2");
    memcpy(a.data.i32, x, sizeof x);
    memcpy(b.data.i32, y, sizeof y);
    memcpy(b.data.i32 + 8, x, sizeof x); /* the same data elsewhere, for the planned run */
    ok(bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL) == BL_OK && memcmp(out.data.i32, quotients, sizeof x) == 0,
       "integers are divided towards zero");
    ok(bl_onnx_plan(&call, &node, 2, inputs, &out.array, NULL, NULL) == BL_OK &&
           bl_call_run(&call, pointers, out.data.i32 + 16) == BL_OK &&
           memcmp(out.data.i32 + 16, quotients, sizeof x) == 0,
       "so they are by a plan, on other pointers");
    memcpy(b.data.i32, with_zero, sizeof with_zero);
    ok(bl_call_run(&call, pointers, out.data.i32) == BL_OK && memcmp(out.data.i32, from_zero, sizeof x) == 0,
       "x / 0 is 0 unless it is to be refused");

    set_tensor(&out, BL_I32, "3,2");
    ok(bl_onnx_run(&node, 2, inputs, &out.array, NULL, &refusing) == BL_ZERO_DIVISOR && is_untouched(&out),
       "a zero divisor is refused before anything is written");
    ok(bl_onnx_plan(&call, &node, 2, inputs, &out.array, NULL, &refusing) == BL_OK &&
           bl_call_run(&call, pointers, out.data.i32) == BL_ZERO_DIVISOR && is_untouched(&out),
       "by a plan, too");
    memcpy(b.data.i32, y, sizeof y);
    ok(bl_call_run(&call, pointers, out.data.i32) == BL_OK && memcmp(out.data.i32, quotients, sizeof x) == 0,
       "and the plan runs where there is none");
}

static void test_other_ops(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_onnx_node neg = node_of(&bl_onnx_neg, 6);
    const bl_onnx_node less = node_of(&bl_onnx_less, 9);
    const bl_onnx_node where = node_of(&bl_onnx_where, 9);
    size_t shape[2];
    size_t rank;
    bl_dtype dtype;

    set_tensor(&a, BL_I8, "2");
    set_tensor(&out, BL_I8, "2");
    a.data.i8[0] = 5;
    a.data.i8[1] = INT8_MIN;
    ok(bl_onnx_run(&neg, 1, inputs, &out.array, NULL, NULL) == BL_OK && out.data.i8[0] == -5 && out.data.i8[1] == INT8_MIN,
       "Neg takes one input, and wraps");

    set_tensor(&a, BL_U8, "2,1");
    set_tensor(&b, BL_U8, "2");
    set_tensor(&out, BL_BOOL, "2,2");
    a.data.u8[0] = 1;
    a.data.u8[1] = 200;
    b.data.u8[0] = 100;
    b.data.u8[1] = 255;
    ok(bl_onnx_infer_shape(&less, 2, inputs, 2, shape, &rank, &dtype) == BL_OK && dtype == BL_BOOL && rank == 2,
       "Less gives bool");
    ok(bl_onnx_run(&less, 2, inputs, &out.array, NULL, NULL) == BL_OK && out.data.u8[0] == 1 && out.data.u8[1] == 1 &&
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
    ok(bl_onnx_run(&where, 3, inputs, &out.array, NULL, NULL) == BL_OK && out.data.f32[0] == 3 && out.data.f32[1] == 4 &&
           out.data.f32[2] == 9 && out.data.f32[3] == 9,
       "Where broadcasts all three");
}

/* ---- Every version, at every dtype, compared with values computed by hand ---- */

typedef struct value_case {
    const char *op;
    int from;               /* in versions from this one on */
    const char *classes;    /* of T */
    const char *attributes; /* name=value, if the version has it */
    const char *inputs[3];  /* numbers; one: of no dims; NULL: none */
    const char *result;
} value_case;

static const value_case value_cases[] = {
    {"Add", 1, "fsu", "", {"6 7", "2 1"}, "8 8"},
    {"Sub", 1, "fsu", "", {"6 7", "2 1"}, "4 6"},
    {"Mul", 1, "fsu", "", {"6 7", "2 1"}, "12 7"},
    {"Div", 1, "f", "", {"7 6", "2 4"}, "3.5 1.5"},
    {"Div", 1, "s", "", {"-7 6", "2 4"}, "-3 1"},
    {"Div", 1, "u", "", {"7 6", "2 4"}, "3 1"},
    {"Mod", 10, "s", "", {"-7 7", "4 -4"}, "1 -1"},
    {"Mod", 10, "s", "fmod=0", {"-7 7", "4 -4"}, "1 -1"},
    {"Mod", 10, "fs", "fmod=1", {"-7 7", "4 -4"}, "-3 3"},
    {"Mod", 10, "u", "", {"7 9", "4 4"}, "3 1"},
    {"Mod", 28, "f", "", {"-7 7", "4 -4"}, "1 -1"},
    {"Pow", 12, "s", "", {"2 -3", "3 2"}, "8 9"},
    {"Pow", 1, "n", "", {"-3 4", "3 -0.5"}, "-27 0.5"},
    {"Pow", 1, "n", "", {"nan -0.0", "0 -1"}, "1 -inf"},
    {"Pow", 1, "n", "", {"-1 -inf", "inf 0.5"}, "1 inf"},
    {"Neg", 1, "fs", "", {"5 -3"}, "-5 3"},
    {"Abs", 1, "fs", "", {"-5 3"}, "5 3"},
    {"Abs", 1, "u", "", {"5 3"}, "5 3"},
    {"Sign", 9, "fs", "", {"-5 3"}, "-1 1"},
    {"Sign", 9, "u", "", {"5 0"}, "1 0"},
    {"Reciprocal", 1, "f", "", {"4 -2"}, "0.25 -0.5"},
    {"Sqrt", 1, "f", "", {"9 0.25"}, "3 0.5"},
    {"Floor", 1, "f", "", {"2.5 -2.5"}, "2 -3"},
    {"Ceil", 1, "f", "", {"2.5 -2.5"}, "3 -2"},
    {"Exp", 1, "f", "", {"0 -inf"}, "1 0"},
    {"Log", 1, "f", "", {"1 0"}, "0 -inf"},
    {"Tanh", 1, "n", "", {"0 -inf"}, "0 -1"},
    {"Sin", 7, "f", "", {"0 -0.0"}, "0 -0.0"},
    {"Cos", 7, "f", "", {"0 -0.0"}, "1 1"},
    {"Tan", 7, "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Asin", 7, "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Acos", 7, "n", "", {"1 1"}, "0 0"},
    {"Atan", 7, "n", "", {"0 -0.0"}, "0 -0.0"},
    {"Sinh", 9, "n", "", {"0 -inf"}, "0 -inf"},
    {"Cosh", 9, "n", "", {"0 -inf"}, "1 inf"},
    {"Asinh", 9, "n", "", {"0 -inf"}, "0 -inf"},
    {"Acosh", 9, "n", "", {"1 inf"}, "0 inf"},
    {"Atanh", 9, "n", "", {"1 -1"}, "inf -inf"},
    {"Erf", 9, "n", "", {"0 -inf"}, "0 -1"},
    {"Sigmoid", 1, "n", "", {"0 -inf"}, "0.5 0"},
    {"Softplus", 1, "n", "", {"-inf inf"}, "0 inf"},
    {"Softsign", 1, "n", "", {"1 -3"}, "0.5 -0.75"},
    {"Mish", 18, "n", "", {"0 inf"}, "0 inf"},
    {"Gelu", 20, "n", "", {"-inf inf"}, "-0.0 inf"},
    {"Gelu", 20, "n", "approximate=none", {"0 inf"}, "0 inf"},
    {"Gelu", 20, "n", "approximate=tanh", {"-inf inf"}, "-0.0 inf"},
    {"Elu", 1, "n", "", {"-inf 3"}, "-1 3"},
    {"Elu", 1, "n", "alpha=2", {"-inf 3"}, "-2 3"},
    {"Selu", 1, "n", "alpha=2 gamma=0.5", {"-inf 3"}, "-1 1.5"},
    {"Celu", 12, "n", "", {"-inf 3"}, "-1 3"},
    {"Celu", 12, "n", "alpha=2", {"-inf 3"}, "-2 3"},
    {"Swish", 24, "n", "", {"0 inf"}, "0 inf"},
    {"Swish", 24, "n", "alpha=0", {"4 -2"}, "2 -1"},
    {"SwiGLU", 28, "n", "", {"0 inf", "3 2"}, "0 inf"},
    {"SwiGLU", 28, "n", "alpha=0", {"4 -2", "3 -0.5"}, "6 0.5"},
    {"Dropout", 1, "f", "is_test=1", {"5 -3"}, "5 -3"},
    {"Dropout", 1, "f", "is_test=-2 ratio=0.25", {"5 -3"}, "5 -3"},
    {"Dropout", 7, "f", "", {"5 -3"}, "5 -3"},
    {"Dropout", 7, "f", "ratio=0.25", {"5 -3"}, "5 -3"},
    {"Dropout", 12, "f", "seed=7", {"5 -3"}, "5 -3"},
    {"Round", 11, "f", "", {"2.5 -3.5"}, "2 -4"},
    {"Less", 1, "fsu", "", {"1 2", "2 2"}, "1 0"},
    {"Greater", 1, "fsu", "", {"3 2", "2 2"}, "1 0"},
    {"LessOrEqual", 12, "fsu", "", {"2 3", "2 2"}, "1 0"},
    {"GreaterOrEqual", 12, "fsu", "", {"2 1", "2 2"}, "1 0"},
    {"Equal", 1, "fsub", "", {"1 0", "1 1"}, "1 0"},
    {"IsNaN", 9, "f", "", {"nan 1"}, "1 0"},
    {"IsInf", 10, "f", "", {"inf -inf"}, "1 1"},
    {"IsInf", 10, "f", "detect_negative=0", {"inf -inf"}, "1 0"},
    {"IsInf", 10, "f", "detect_positive=0", {"inf -inf"}, "0 1"},
    {"And", 1, "b", "", {"1 1", "1 0"}, "1 0"},
    {"Or", 1, "b", "", {"1 0", "0 0"}, "1 0"},
    {"Xor", 1, "b", "", {"1 1", "0 1"}, "1 0"},
    {"Not", 1, "b", "", {"1 0"}, "0 1"},
    {"BitwiseAnd", 18, "su", "", {"6 5", "3 4"}, "2 4"},
    {"BitwiseOr", 18, "su", "", {"6 5", "3 4"}, "7 5"},
    {"BitwiseXor", 18, "su", "", {"6 5", "3 4"}, "5 1"},
    {"BitwiseNot", 18, "s", "", {"6 -1"}, "-7 0"},
    {"BitShift", 11, "su", "direction=LEFT", {"3 1", "2 4"}, "12 16"},
    {"BitShift", 11, "su", "direction=RIGHT", {"12 16", "2 1"}, "3 8"},
    {"BitShift", 28, "s", "direction=RIGHT", {"-8 -1", "1 9"}, "-4 -1"},
    {"Where", 9, "fsu", "", {"1 0", "5 6", "7 8"}, "5 8"},
    {"Where", 9, "b", "", {"1 0", "1 1", "0 0"}, "1 0"},
    {"Max", 1, "fsu", "", {"1 5", "3 2", "2 4"}, "3 5"},
    {"Max", 1, "fsu", "", {"1 5"}, "1 5"},
    {"Min", 1, "fsu", "", {"1 5", "3 2", "2 4"}, "1 2"},
    {"Min", 8, "fsu", "", {"1 5", "3"}, "1 3"},
    {"Sum", 1, "f", "", {"1 5", "3 2", "2 4"}, "6 11"},
    {"Mean", 1, "f", "", {"1 5", "3 2", "2 5"}, "2 4"},
    {"Mean", 1, "f", "", {"1 5"}, "1 5"},
    {"Clip", 1, "f", "min=-1 max=2", {"-3 2.5"}, "-1 2"},
    {"Clip", 1, "f", "max=2", {"-3 2.5"}, "-3 2"},
    {"Clip", 11, "fsu", "", {"9 1", "2", "5"}, "5 2"},
    {"Clip", 11, "fsu", "", {"9 1", "2"}, "9 2"},
    {"Clip", 11, "fsu", "", {"9 1", NULL, "5"}, "5 1"},
    {"Clip", 11, "fsu", "", {"9 1"}, "9 1"},
    {"Clip", 11, "fsu", "", {"9 1", "5", "2"}, "2 2"},
    {"Relu", 1, "fs", "", {"-5 3"}, "0 3"},
    {"LeakyRelu", 1, "f", "alpha=0.5", {"-4 3"}, "-2 3"},
    {"PRelu", 1, "f", "", {"-4 3", "0.5 2"}, "-2 3"},
    {"PRelu", 9, "s", "", {"-4 3", "2"}, "-8 3"},
    {"PRelu", 9, "u", "", {"4 3", "2"}, "4 3"},
    {"ThresholdedRelu", 10, "f", "", {"1 2"}, "0 2"},
    {"ThresholdedRelu", 10, "f", "alpha=2", {"2 3"}, "0 3"},
    {"Shrink", 9, "f", "bias=1.5 lambd=2", {"-4 1"}, "-2.5 0"},
    {"Shrink", 9, "s", "bias=1 lambd=2", {"-4 1"}, "-3 0"},
    {"Shrink", 9, "u", "", {"4 0"}, "4 0"},
    {"HardSigmoid", 1, "f", "alpha=0.5 beta=0.25", {"1 -2"}, "0.75 0"},
    {"HardSigmoid", 1, "f", "", {"0 5"}, "0.5 1"},
    {"HardSwish", 14, "f", "", {"3 -3"}, "3 0"},
    {"Identity", 1, "fsub", "", {"1 0"}, "1 0"},
};

/** Give the node attributes that are written as name=value; 0 if the version lacks one. */
static int give_written(bl_onnx_node *node, const expected_version *version, const char *written)
{
    while (*written != '\0') {
        const char *equals = strchr(written, '=');
        const size_t length = strcspn(equals + 1, " ");
        const double number = strtod(equals + 1, NULL);
        const int64_t whole = (int64_t)number;
        char name[32] = "";

        memcpy(name, written, (size_t)(equals - written));
        if (!has_word(version->attributes, name)) {
            return 0;
        }
        if (bl_onnx_set_float(node, name, (float)number) != BL_OK && bl_onnx_set(node, name, 1, &whole) != BL_OK) {
            is(bl_onnx_set_string(node, name, length, equals + 1), BL_OK, "%s is set", written);
        }
        written = equals + 1 + length;
        written += *written == ' ';
    }
    return 1;
}

/** The version's results at a dtype, planned and at once. */
static int gives_values(const expected_version *version, const value_case *e, const bl_onnx_node *node, bl_dtype dtype)
{
    tensor *const tensors[] = {&a, &b, &c};
    const bl_array *inputs[3] = {NULL, NULL, NULL};
    const void *pointers[3] = {NULL, NULL, NULL};
    bl_fold_step steps[3];
    bl_call call;
    size_t count = 0;
    size_t shape[1];
    size_t rank;
    bl_dtype gives;

    for (size_t i = 0; i < 3; ++i) {
        if (e->inputs[i] != NULL) {
            set_tensor(tensors[i], i == 0 && strcmp(version->op, "Where") == 0 ? BL_BOOL : dtype,
                       strchr(e->inputs[i], ' ') == NULL ? "" : "2");
            set_elements(tensors[i], e->inputs[i]);
            inputs[i] = &tensors[i]->array;
            pointers[i] = tensors[i]->data.bytes;
            count = i + 1;
        }
    }
    if (bl_onnx_infer_shape(node, count, inputs, 1, shape, &rank, &gives) != BL_OK || rank != 1 || shape[0] != 2) {
        return 0;
    }
    set_tensor(&out, gives, "2");
    if (bl_onnx_plan(&call, node, count, inputs, &out.array, steps, NULL) != BL_OK ||
        bl_call_check(&call, pointers, out.data.bytes) != BL_OK || bl_call_run(&call, pointers, out.data.bytes) != BL_OK ||
        !has_elements(&out, e->result)) {
        return 0;
    }
    set_tensor(&out, gives, "2");
    bl_call_run_part(&call, 1, 2, pointers, out.data.bytes);
    bl_call_run_part(&call, 0, 2, pointers, out.data.bytes);
    if (!has_elements(&out, e->result)) {
        return 0;
    }
    set_tensor(&out, gives, "2");
    return bl_onnx_run(node, count, inputs, &out.array, steps, NULL) == BL_OK && has_elements(&out, e->result);
}

static void test_values(void)
{
    for (size_t i = 0; i < sizeof value_cases / sizeof value_cases[0]; ++i) {
        const value_case *e = &value_cases[i];
        int ran = 0;
        int right = 1;

        for (size_t v = 0; v < expected_count && is_here(e->op); ++v) {
            const expected_version *version = &expected_versions[v];
            bl_onnx_node node = node_of(bl_onnx_op_by_name(e->op), version->since);

            if (strcmp(version->op, e->op) != 0 || version->since < e->from ||
                version->least > (e->inputs[1] == NULL ? 1 : e->inputs[2] == NULL ? 2
                                                                                  : 3) ||
                !give_written(&node, version, e->attributes)) {
                continue;
            }
            for (int d = 0; d < BL_DTYPE_COUNT; ++d) {
                const int is_exponent = strcmp(e->op, "Pow") != 0 || version->since != 13 || d != BL_BF16; /* test_powers */

                if (d != BL_F8E8M0 && /* it has no 0 */
                    has_word(version->dtypes, bl_dtype_name((bl_dtype)d)) && is_of_class((bl_dtype)d, e->classes) && is_exponent) {
                    ++ran;
                    if (!gives_values(version, e, &node, (bl_dtype)d)) {
                        printf("# %s-%d at %s\n", e->op, version->since, bl_dtype_name((bl_dtype)d));
                        right = 0;
                    }
                }
            }
        }
        ok(right && ran > 0, "%s (%s) of %s: %s, in %d versions and dtypes", e->op, e->attributes, e->inputs[0], e->result,
           ran);
    }
}

/* ---- Powers: bases and exponents of all dtypes ---- */

/** Whether the schemas allow this dtype for the exponent of such a base. */
static int takes_exponent(const expected_version *version, bl_dtype base, bl_dtype exponent)
{
    return version->since < 12 ? exponent == base : exponent < BL_BOOL && (version->since >= 15 || exponent != BL_BF16);
}

/** Whether Broadloom has it: not f64, nor a float as the exponent of an integer. */
static int has_power(bl_dtype base, bl_dtype exponent)
{
    return base != BL_F64 && exponent != BL_F64 && (is_of_class(base, "f") || !is_of_class(exponent, "f"));
}

/** With arrays, and with one exponent of any dtype for all elements. */
static int gives_powers(const bl_onnx_node *node, bl_dtype base, bl_dtype exponent)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    int right = 1;

    set_tensor(&a, base, "2");
    set_elements(&a, "2 -3");
    set_tensor(&b, exponent, "2");
    set_elements(&b, "3 2");
    set_tensor(&out, base, "2");
    right = bl_onnx_run(node, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "8 9");
    set_tensor(&b, exponent, "");
    set_elements(&b, "3");
    set_tensor(&out, base, "2");
    return right && bl_onnx_run(node, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "8 -27");
}

/** An exponent keeps its value: in f32 or f16 this number would be even, or infinite. */
static void test_large_exponents(void)
{
    const bl_onnx_node pow15 = node_of(&bl_onnx_pow, 15);
    const bl_array *const inputs[] = {&a.array, &b.array};

    for (int base = BL_F32; base <= BL_BF16; ++base) {
        if (base == BL_F64) {
            continue;
        }
        set_tensor(&a, (bl_dtype)base, "2");
        set_elements(&a, "-1 -2");
        set_tensor(&b, BL_I64, "");
        b.data.i64[0] = INT64_C(9007199254740993);
        set_tensor(&out, (bl_dtype)base, "2");
        ok(bl_onnx_run(&pow15, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "-1 -inf"),
           "%s to the power of 2^53 + 1", bl_dtype_name((bl_dtype)base));
        b.data.i64[0] = INT64_MIN + 1;
        ok(bl_onnx_run(&pow15, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "-1 -0.0"),
           "and of 1 - 2^63");
        b.data.i64[0] = INT64_MIN;
        ok(bl_onnx_run(&pow15, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "1 0"), "and of -2^63, which is even");
    }
}

static void test_powers(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};

    for (size_t v = 0; v < expected_count && is_here("Pow"); ++v) {
        const expected_version *version = &expected_versions[v];
        const bl_onnx_node node = node_of(bl_onnx_op_by_name(version->op), version->since);
        int right = 1;
        int ran = 0;

        if (strcmp(version->op, "Pow") != 0) {
            continue;
        }
        for (int pair = 0; pair < BL_DTYPE_COUNT * BL_DTYPE_COUNT; ++pair) {
            const bl_dtype base = (bl_dtype)(pair / BL_DTYPE_COUNT);
            const bl_dtype exponent = (bl_dtype)(pair % BL_DTYPE_COUNT);
            bl_status wanted = BL_OK;
            bl_status status;
            size_t rank;
            bl_dtype gives;

            if (!has_word(version->dtypes, bl_dtype_name(base))) {
                continue; /* test_dtypes */
            }
            if (!takes_exponent(version, base, exponent)) {
                wanted = version->since < 12 ? BL_DTYPES_DIFFER : BL_DTYPE_NOT_IN_VERSION;
            } else if (!has_power(base, exponent)) {
                wanted = BL_UNSUPPORTED_DTYPE;
            }
            set_tensor(&a, base, "");
            set_tensor(&b, exponent, "");
            status = bl_onnx_infer_shape(&node, 2, inputs, 0, NULL, &rank, &gives);
            if (status != wanted || (wanted == BL_OK && version->since >= 12 && !gives_powers(&node, base, exponent))) {
                printf("# %s to the power of %s: %s\n", bl_dtype_name(base), bl_dtype_name(exponent), bl_status_string(status));
                right = 0;
            }
            ran += wanted == BL_OK;
        }
        ok(right, "Pow-%d takes just these exponents, of %d pairs of dtypes", version->since, ran);
    }
    test_large_exponents();
}

/* ---- Conversions ---- */

static void test_casts(void)
{
    static const int data_types[BL_DTYPE_COUNT] = {1, 11, 10, 16, 3, 5, 6, 7, 2, 4, 12, 13, 9, 17, 18, 19, 20, 22, 21, 26, 25, 24, 23, 27, 28};
    static const char *const names[BL_DTYPE_COUNT] = {"FLOAT", "DOUBLE", "FLOAT16", "BFLOAT16", "INT8", "INT16", "INT32",
                                                      "INT64", "UINT8", "UINT16", "UINT32", "UINT64", "BOOL", "FLOAT8E4M3FN",
                                                      "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ", "INT4", "UINT4", "INT2", "UINT2", "FLOAT8E8M0", "FLOAT4E2M1", "FLOAT6E2M3", "FLOAT6E3M2"};
    const bl_array *const inputs[] = {&a.array, &b.array};
    int right = 1;
    int ran = 0;

    for (size_t v = 0; v < expected_count; ++v) {
        const expected_version *version = &expected_versions[v];
        const int is_like = strcmp(version->op, "CastLike") == 0;

        for (int pair = 0; pair < BL_DTYPE_COUNT * BL_DTYPE_COUNT; ++pair) {
            const bl_dtype from = (bl_dtype)(pair / BL_DTYPE_COUNT);
            const bl_dtype to = (bl_dtype)(pair % BL_DTYPE_COUNT);
            const int64_t data_type = data_types[to];
            const int has_zero = from != BL_F8E8M0 && to != BL_F8E8M0;
            const char *const expected = has_zero ? "1 0" : "1 4";
            bl_onnx_node node = node_of(bl_onnx_op_by_name(version->op), version->since);
            const void *pointers[2] = {a.data.bytes, NULL};
            bl_status wanted = BL_OK;
            bl_status status;
            bl_call call;
            size_t shape[1];
            size_t rank;
            bl_dtype gives = BL_DTYPE_COUNT;

            if (strncmp(version->op, "Cast", 4) != 0 || (version->since == 28 && is_like)) {
                continue;
            }
            if (!has_word(version->dtypes, bl_dtype_name(from)) || !has_word(version->dtypes, bl_dtype_name(to))) {
                wanted = BL_DTYPE_NOT_IN_VERSION;
            } else if (from != to && ((from == BL_F8E8M0 && !is_of_class(to, "f")) || (to == BL_F8E8M0 && !is_of_class(from, "f")))) {
                wanted = BL_UNSUPPORTED_DTYPE; /* scales are cast to and from floats only */
            }
            if (!is_like) {
                right = right && (version->since == 1 ? bl_onnx_set_string(&node, "to", strlen(names[to]), names[to])
                                                      : bl_onnx_set(&node, "to", 1, &data_type)) == BL_OK;
            }
            set_tensor(&a, from, "2");
            set_tensor(&b, to, "3,4");
            set_elements(&a, expected);
            set_tensor(&out, to, "2");
            status = bl_onnx_infer_shape(&node, is_like ? 2 : 1, inputs, 1, shape, &rank, &gives);
            right = right && status == wanted && (status != BL_OK || (gives == to && rank == 1 && shape[0] == 2));
            right = right && bl_onnx_run(&node, is_like ? 2 : 1, inputs, &out.array, NULL, NULL) == wanted &&
                    (wanted != BL_OK || has_elements(&out, expected));
            set_tensor(&out, to, "2");
            right = right && bl_onnx_plan(&call, &node, is_like ? 2 : 1, inputs, &out.array, NULL, NULL) == wanted &&
                    (wanted != BL_OK || (bl_call_run(&call, pointers, out.data.bytes) == BL_OK && has_elements(&out, expected)));
            out.array.dtype = to == BL_I8 ? BL_U8 : BL_I8;
            right = right && bl_onnx_run(&node, is_like ? 2 : 1, inputs, &out.array, NULL, NULL) ==
                                 (wanted == BL_OK ? BL_WRONG_OUTPUT_DTYPE : wanted);
            ++ran;
        }
    }
    ok(right && ran > 2000, "Cast and CastLike between all dtypes of each version");
}

/** Numbers that are greater than all floats of 8 bits, by `saturate`. */
static void test_saturation(void)
{
    static const struct {
        bl_dtype to;
        uint8_t greatest, beyond; /* the latter: infinity, or NaN if the dtype has none */
    } formats[] = {{BL_F8E4M3FN, 0x7e, 0x7f}, {BL_F8E4M3FNUZ, 0x7f, 0x80}, {BL_F8E5M2, 0x7b, 0x7c}, {BL_F8E5M2FNUZ, 0x7f, 0x80}};
    const bl_array *const inputs[] = {&a.array, &b.array};
    int right = 1;

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        const int is_like = strcmp(version->op, "CastLike") == 0;

        for (int given = -1; given < 2 && strncmp(version->op, "Cast", 4) == 0 && version->since >= 19; ++given) {
            for (size_t f = 0; f < sizeof formats / sizeof formats[0]; ++f) {
                const int64_t to = 17 + (int64_t)f;
                const int64_t saturate = given;
                const uint8_t wanted = given == 0 ? formats[f].beyond : formats[f].greatest;
                bl_onnx_node node = node_of(bl_onnx_op_by_name(version->op), version->since);

                set_tensor(&a, BL_F64, "3");
                set_elements(&a, "60000 -1e300 1");
                a.data.f64[0] = f < 2 ? 465 : 61441; /* closer to a number that there is not */
                set_tensor(&b, formats[f].to, "");
                set_tensor(&out, formats[f].to, "3");
                right = right && (given < 0 || bl_onnx_set(&node, "saturate", 1, &saturate) == BL_OK) &&
                        (is_like || bl_onnx_set(&node, "to", 1, &to) == BL_OK) &&
                        bl_onnx_run(&node, is_like ? 2 : 1, inputs, &out.array, NULL, NULL) == BL_OK &&
                        out.data.u8[0] == wanted && out.data.u8[1] == (wanted | 0x80u) && element(&out, 2) == 1;
            }
        }
    }
    ok(right, "saturate of Cast and CastLike");
}

/** Floats to powers of two, by `round_mode` and `saturate`: 0xff is NaN. */
static void test_round_mode(void)
{
    static const struct {
        const char *round_mode; /* NULL: not given */
        int64_t saturate;
        uint8_t wanted[5];
    } modes[] = {
        {NULL, 1, {128, 128, 130, 0, 254}},
        {"up", 0, {128, 128, 130, 255, 255}},
        {"down", 1, {127, 127, 129, 0, 254}},
        {"down", 0, {127, 127, 129, 255, 255}},
        {"nearest", 1, {127, 128, 129, 0, 254}},
        {"nearest", 0, {127, 128, 129, 255, 255}},
    };
    const int64_t to = 24;
    const bl_array *const inputs[] = {&a.array, &b.array};
    int right = 1;

    for (size_t i = 0; i < expected_count; ++i) {
        const expected_version *version = &expected_versions[i];
        const int is_like = strcmp(version->op, "CastLike") == 0;

        for (size_t m = 0; m < sizeof modes / sizeof modes[0] && has_word(version->attributes, "round_mode"); ++m) {
            const char *const mode = modes[m].round_mode;
            bl_onnx_node node = node_of(bl_onnx_op_by_name(version->op), version->since);

            set_tensor(&a, BL_F32, "5");
            set_elements(&a, "1.25 1.5 5 0 2e38");
            set_tensor(&b, BL_F8E8M0, "");
            set_tensor(&out, BL_F8E8M0, "5");
            right = right && bl_onnx_set(&node, "saturate", 1, &modes[m].saturate) == BL_OK &&
                    (mode == NULL || bl_onnx_set_string(&node, "round_mode", strlen(mode), mode) == BL_OK) &&
                    (is_like || bl_onnx_set(&node, "to", 1, &to) == BL_OK) &&
                    bl_onnx_run(&node, is_like ? 2 : 1, inputs, &out.array, NULL, NULL) == BL_OK &&
                    memcmp(out.data.u8, modes[m].wanted, 5) == 0;
        }
    }
    ok(right, "round_mode of Cast and CastLike");
}

static void test_bit_cast(void)
{
    const int64_t to_i32 = 6;
    const int64_t to_bool = 9;
    const bl_array *const inputs[] = {&a.array};
    const void *pointers[1] = {a.data.bytes};
    bl_onnx_node node = node_of(&bl_onnx_bit_cast, 26);
    bl_call call;
    char text[200];

    is(bl_onnx_set(&node, "to", 1, &to_i32), BL_OK, "to is set");
    set_tensor(&a, BL_F32, "2");
    set_elements(&a, "1 -2");
    set_tensor(&out, BL_I32, "2");
    ok(bl_onnx_run(&node, 1, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "1065353216 -1073741824"),
       "BitCast takes the bits");
    ok(bl_onnx_plan(&call, &node, 1, inputs, &out.array, NULL, NULL) == BL_OK &&
           bl_call_run(&call, pointers, out.data.bytes) == BL_OK && has_elements(&out, "1065353216 -1073741824"),
       "planned, too");
    ok(bl_onnx_set(&node, "to", 1, &to_bool) == BL_OK &&
           bl_onnx_run(&node, 1, inputs, &out.array, NULL, NULL) == BL_DTYPES_DIFFER,
       "of one width only");
    bl_onnx_explain(&node, 1, inputs, BL_DTYPES_DIFFER, text, sizeof text);
    ok(strcmp(text, "BitCast-26: the input is float, which does not go with bool") == 0, "%s", text);
    set_tensor(&a, BL_I8, "2");
    set_elements(&a, "1 64");
    set_tensor(&out, BL_BOOL, "2");
    ok(bl_onnx_run(&node, 1, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "1 64"), "bool is a byte");
}

/* ---- Folds, optional inputs, special rules ---- */

static void test_folds(void)
{
    static tensor d, e;
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array, &d.array, &e.array};
    const bl_array *const missing[] = {&a.array, NULL, &c.array};
    const void *const pointers[] = {a.data.bytes, b.data.bytes, c.data.bytes, d.data.bytes, e.data.bytes};
    const bl_onnx_node max = node_of(&bl_onnx_max, 13);
    const bl_onnx_node mean = node_of(&bl_onnx_mean, 8);
    const bl_onnx_node sum = node_of(&bl_onnx_sum, 6);
    const float first = 11.0f / 5, last = 14.0f / 5; /* not as expressions, which compilers may compute in double */
    bl_fold_step steps[5];
    bl_call call;
    size_t shape[3];
    size_t rank;
    bl_dtype dtype;
    char text[200];

    set_tensor(&a, BL_F32, "2,1");
    set_tensor(&b, BL_F32, "3");
    set_tensor(&c, BL_F32, "");
    set_tensor(&d, BL_F32, "1,1");
    set_tensor(&e, BL_F32, "2,3");
    set_elements(&a, "1 4");
    set_elements(&b, "2 5 3");
    set_elements(&c, "0");
    set_elements(&d, "-1");
    set_elements(&e, "9 0 0 0 0 8");
    ok(bl_onnx_infer_shape(&max, 5, inputs, 3, shape, &rank, &dtype) == BL_OK && dtype == BL_F32 &&
           strcmp(shape_text(rank, shape), "2,3") == 0,
       "Max of five inputs broadcasts them all");
    set_tensor(&out, BL_F32, "2,3");
    ok(bl_onnx_run(&max, 5, inputs, &out.array, steps, NULL) == BL_OK && has_elements(&out, "9 5 3 4 5 8"), "and runs");
    ok(bl_onnx_plan(&call, &mean, 5, inputs, &out.array, steps, NULL) == BL_OK &&
           bl_call_run(&call, pointers, out.data.bytes) == BL_OK &&
           element(&out, 0) == (double)first && element(&out, 5) == (double)last,
       "Mean, planned");
    bl_call_describe(&call, text, sizeof text);
    ok(strcmp(text, "fold of 5") == 0, "%s", text);
    is(bl_onnx_run(&max, 5, inputs, &out.array, NULL, NULL), BL_NULL_POINTER, "room for the steps is needed");
    is(bl_onnx_run(&max, 3, missing, &out.array, steps, NULL), BL_NULL_POINTER, "and every input");
    set_tensor(&out, BL_F32, "2,3");
    ok(bl_onnx_run(&sum, 5, inputs, &out.array, steps, NULL) == BL_SHAPES_DIFFER && is_untouched(&out),
       "before version 8 shapes are equal");
    b.array.dtype = BL_F64;
    is(bl_onnx_run(&max, 3, inputs, &out.array, steps, NULL), BL_DTYPES_DIFFER, "dtypes are alike");
    bl_onnx_explain(&max, 3, inputs, BL_DTYPES_DIFFER, text, sizeof text);
    ok(strcmp(text, "Max-13: the inputs are float, double and float, but must be alike") == 0, "%s", text);
}

static int run_prelu(int64_t opset, const bl_array *const *inputs)
{
    const bl_onnx_node node = node_of(&bl_onnx_prelu, opset);

    return bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL) == BL_OK;
}

/** PRelu-1 and -6; the schema says of their slope: "If `Slope` is of size 1, the value is shared across different channels". */
static void test_old_slopes(void)
{
    static const struct {
        const char *shape, *slope;
        bl_status status;
    } cases[] = {
        {"2,3,4", "", BL_OK},
        {"2,3,4", "1", BL_OK},
        {"2,3", "1,1,1", BL_OK},
        {"", "", BL_OK},
        {"", "1", BL_OK},
        {"", "1,1", BL_OK},
        {"3", "3", BL_OK},
        {"2,3", "3", BL_OK},
        {"2,3,4", "3", BL_OK},
        {"2,3,4,5", "3", BL_OK},
        {"2,3,3", "3", BL_OK},
        {"2,1,4", "1", BL_OK},
        {"2,0,4", "0", BL_OK},
        {"2,0,4", "1", BL_OK},
        {"", "3", BL_SHAPES_DO_NOT_BROADCAST},
        {"3", "2", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3", "2", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "4", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "2", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,1,4", "4", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "3,4", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "3,1", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "1,3,1", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3,4", "2,3,4", BL_SHAPES_DO_NOT_BROADCAST},
        {"2,3", "2,2,3", BL_SHAPES_DO_NOT_BROADCAST},
    };
    const bl_array *const inputs[] = {&a.array, &b.array};

    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; ++i) {
        const bl_onnx_node node = node_of(&bl_onnx_prelu, i % 2 == 0 ? 1 : 6);
        const char *shape = cases[i / 2].shape, *slope = cases[i / 2].slope;
        bl_status status;
        char text[200];

        set_tensor(&a, BL_F32, shape);
        set_tensor(&b, BL_F32, slope);
        set_tensor(&out, BL_F32, shape);
        status = bl_onnx_run(&node, 2, inputs, &out.array, NULL, NULL);
        ok(status == cases[i / 2].status, "PRelu-%d of [%s] and a slope of [%s]: %s", i % 2 == 0 ? 1 : 6, shape, slope,
           bl_status_string(status));
        if (strcmp(slope, "3,4") == 0) {
            bl_onnx_explain(&node, 2, inputs, status, text, sizeof text);
            ok(strstr(text, ": [2,3,4] and [3,4]: the shapes do not broadcast under the rule") != NULL, "%s", text);
        }
    }
    set_tensor(&a, BL_F32, "2,2");
    set_elements(&a, "-1 -1 -1 1");
    set_tensor(&b, BL_F32, "2");
    set_elements(&b, "2 3");
    set_tensor(&out, BL_F32, "2,2");
    ok(run_prelu(1, inputs) && has_elements(&out, "-2 -3 -2 1"), "one a channel of rows");
    set_tensor(&b, BL_F32, "1,1,1");
    set_elements(&b, "2");
    ok(run_prelu(6, inputs) && has_elements(&out, "-2 -2 -2 1"), "one for all, of a higher rank");
}

static void test_slopes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_array *const turned[] = {&b.array, &a.array};
    const bl_onnx_node old = node_of(&bl_onnx_prelu, 6);
    const bl_onnx_node now = node_of(&bl_onnx_prelu, 16);

    set_tensor(&a, BL_F32, "1,2,3");
    set_elements(&a, "-1 -1 -1 -1 -1 -1");
    set_tensor(&b, BL_F32, "2");
    set_elements(&b, "2 3");
    set_tensor(&out, BL_F32, "1,2,3");
    ok(bl_onnx_run(&old, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "-2 -2 -2 -3 -3 -3"),
       "PRelu-6 has a slope a channel");
    ok(bl_onnx_run(&now, 2, inputs, &out.array, NULL, NULL) == BL_SHAPES_DO_NOT_BROADCAST,
       "PRelu-16 aligns it with the last dim");
    ok(bl_onnx_run(&now, 2, turned, &out.array, NULL, NULL) ==
           BL_SHAPES_DO_NOT_BROADCAST,
       "and broadcasts no input to the slope");
}

/* ---- Refusals and their sentences ---- */

/** The sentence for a node; a small buffer receives only its beginning. */
static void test_sentence(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, bl_status status,
                          const char *wanted)
{
    char text[200];
    char small[12];
    const size_t length = bl_onnx_explain(node, count, inputs, status, text, sizeof text);

    memset(small, 'x', sizeof small);
    ok(strcmp(text, wanted) == 0 && length == strlen(wanted), "%s", text);
    ok(bl_onnx_explain(node, count, inputs, status, small, 10) == length && strncmp(small, wanted, 9) == 0 &&
           small[9] == '\0' && small[10] == 'x' && bl_onnx_explain(node, count, inputs, status, NULL, 0) == length &&
           bl_onnx_explain(node, count, inputs, status, NULL, 10) == length,
       "and as much of it as there is room for");
}

/** The status of running the node, and its sentence. */
static void test_refusal(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, bl_status wanted,
                         const char *sentence)
{
    const int is_about_output = wanted == BL_WRONG_OUTPUT_SHAPE || wanted == BL_WRONG_OUTPUT_DTYPE;
    size_t shape[TENSOR_RANK];
    size_t rank;
    bl_dtype dtype;
    bl_call call;
    bl_status status;

    set_tensor(&out, BL_F32, "2,3,4,5");
    status = bl_onnx_run(node, count, inputs, &out.array, NULL, NULL);
    ok(status == wanted && bl_onnx_plan(&call, node, count, inputs, &out.array, NULL, NULL) == wanted && is_untouched(&out), "%s",
       bl_status_string(wanted));
    ok(bl_onnx_infer_shape(node, count, inputs, TENSOR_RANK, shape, &rank, &dtype) == (is_about_output ? BL_OK : wanted),
       "and so says inferring its shape");
    test_sentence(node, count, inputs, status, sentence);
}

/* ---- Scales and zero points ---- */

typedef struct quantized_case {
    const bl_onnx_op *op;
    int from; /* in versions from this one on */
    const char *shape;
    const char *x;
    bl_dtype dtype;
    const char *scale; /* numbers; one: of no dims */
    bl_dtype scale_dtype;
    const char *zero; /* NULL: none; after "[1]" of one dim */
    bl_dtype zero_dtype;
    const char *attributes; /* name=value */
    const char *result;     /* NULL: refused */
    int gives;              /* the result's dtype, or the status */
} quantized_case;

static const quantized_case quantized_cases[] = {
    /* x / scale to even, + zero, saturated; without a zero point u8 */
    {&bl_onnx_quantize_linear, 10, "4", "1 3.25 -2 1000", BL_F32, "0.5", BL_F32, NULL, BL_U8, "", "2 6 0 255", BL_U8},
    {&bl_onnx_quantize_linear, 10, "4", "1 3.25 -2 1000", BL_F32, "0.5", BL_F32, "-3", BL_I8, "", "-1 3 -7 127", BL_I8},
    {&bl_onnx_quantize_linear, 10, "4", "1 3.25 -2 1000", BL_F32, "0.5", BL_F32, "7", BL_U8, "", "9 13 3 255", BL_U8},
    {&bl_onnx_quantize_linear, 23, "2", "6 -6", BL_I32, "4", BL_F32, "1", BL_I8, "", "3 -1", BL_I8},
    {&bl_onnx_quantize_linear, 23, "2", "6 -6", BL_I32, "4", BL_I32, "1", BL_I8, "", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_quantize_linear, 13, "1,2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, "1 2", BL_U8, "", "2 3 8 10", BL_U8},
    {&bl_onnx_quantize_linear, 13, "1,2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, "1 2", BL_U8, "axis=-1", "2 6 4 10", BL_U8},
    {&bl_onnx_quantize_linear, 13, "1,2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "axis=-2", "1 2 6 8", BL_U8},
    {&bl_onnx_quantize_linear, 13, "2,1", "1 2", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "axis=0", "1 4", BL_U8},
    {&bl_onnx_quantize_linear, 13, "2", "1 2", BL_F32, "0.5", BL_F32, NULL, BL_U8, "axis=9", "2 4", BL_U8},
    {&bl_onnx_quantize_linear, 13, "2", "1 2", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "", NULL, BL_AXIS_OUT_OF_RANGE},
    {&bl_onnx_quantize_linear, 13, "2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "axis=-3", NULL, BL_AXIS_OUT_OF_RANGE},
    {&bl_onnx_quantize_linear, 13, "2,3", "1 2 3 4 5 6", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "", NULL, BL_SHAPES_DO_NOT_BROADCAST},
    {&bl_onnx_quantize_linear, 13, "2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, "1", BL_U8, "", NULL, BL_SHAPES_DIFFER},
    {&bl_onnx_quantize_linear, 10, "2,2", "1 2 3 4", BL_F32, "0.5", BL_F32, "[1] 1", BL_U8, "", "3 5 7 9", BL_U8}, /* ranks 0 and 1 */
    {&bl_onnx_quantize_linear, 19, "2", "1 2", BL_F16, "0.5", BL_F16, NULL, BL_U8, "saturate=0", "2 4", BL_U8},
    {&bl_onnx_quantize_linear, 19, "2", "1 2", BL_BF16, "0.5", BL_BF16, "1", BL_I8, "", "3 5", BL_I8},
    {&bl_onnx_quantize_linear, 21, "2", "1 999", BL_F32, "0.01", BL_F32, NULL, BL_U8, "output_dtype=5", "100 32767", BL_I16},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U16, "output_dtype=4 block_size=0", "11 7", BL_U16},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U16, "output_dtype=0", "11 7", BL_U16},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U16, "output_dtype=2", NULL, BL_DTYPES_DIFFER},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=14", NULL, BL_UNSUPPORTED_ATTRIBUTE_VALUE},
    {&bl_onnx_quantize_linear, 21, "3", "1 -1 9", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=22", "2 -2 7", BL_I4},
    {&bl_onnx_quantize_linear, 21, "3", "1 -1 9", BL_F16, "0.5", BL_F16, "3", BL_U4, "", "5 1 15", BL_U4},
    {&bl_onnx_quantize_linear, 23, "5", "1 -1 9 0.5 -2.5", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=23", "2 -2 6 1 -4", BL_F4E2M1},
    {&bl_onnx_quantize_linear, 23, "3", "1 -1 9", BL_F16, "2", BL_F16, "1", BL_F4E2M1, "saturate=0", "1.5 0.5 6", BL_F4E2M1},
    {&bl_onnx_quantize_linear, 28, "5", "1 -1 9 0.5 -2.5", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=27", "2 -2 7.5 1 -5", BL_F6E2M3},
    {&bl_onnx_quantize_linear, 28, "3", "1 -1 99", BL_F16, "2", BL_F16, "1", BL_F6E3M2, "saturate=0", "1.5 0.5 28", BL_F6E3M2},
    {&bl_onnx_quantize_linear, 25, "5", "1 -1 9 0 -9", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=26", "1 -2 1 0 -2", BL_I2},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=1", NULL, BL_DTYPE_NOT_IN_VERSION},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, NULL, BL_U8, "block_size=2", "2 0", BL_U8},
    {&bl_onnx_quantize_linear, 21, "2", "1 3", BL_F32, "1 0.5", BL_F32, "1 2", BL_U8, "block_size=1 axis=0", "2 8", BL_U8},
    {&bl_onnx_quantize_linear, 21, "2", "1 3", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "block_size=-1 axis=0", NULL, BL_UNKNOWN_ATTRIBUTE_VALUE},
    {&bl_onnx_quantize_linear, 21, "2", "1 3", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "block_size=1", NULL, BL_AXIS_OUT_OF_RANGE},
    {&bl_onnx_quantize_linear, 21, "2", "1 3", BL_F32, "1 0.5", BL_F32, NULL, BL_U8, "block_size=2 axis=0", NULL, BL_SHAPES_DO_NOT_BROADCAST},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U16, "precision=1", "11 7", BL_U16},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F16, "0.5", BL_F16, "9", BL_U16, "precision=10", "11 7", BL_U16},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U16, "precision=10", NULL, BL_UNSUPPORTED_ATTRIBUTE_VALUE},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F16, "0.5", BL_F16, "9", BL_U16, "precision=16", NULL, BL_UNSUPPORTED_ATTRIBUTE_VALUE},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F16, "0.5", BL_F32, "9", BL_U16, "", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F32, "0.5", BL_F16, "9", BL_U16, "", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_F32, "0.5", BL_F16, "9", BL_U16, "precision=10", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_quantize_linear, 23, "2", "1 -1", BL_I32, "0.5", BL_BF16, "9", BL_U16, "", NULL, BL_UNSUPPORTED_DTYPE},
    /* 2040 / 583 = 3.4991 is 3.5 in f16, 255 / 73 = 3.4932 is 3.5 in bf16, 1791 / 573 = 3.1257 is 3.125 in f16 */
    {&bl_onnx_quantize_linear, 23, "2", "2040 -2040", BL_F16, "583", BL_F16, "0", BL_I8, "", "4 -4", BL_I8},
    {&bl_onnx_quantize_linear, 23, "2", "2040 -2040", BL_F16, "583", BL_F16, "9", BL_U16, "precision=10", "13 5", BL_U16},
    {&bl_onnx_quantize_linear, 23, "2", "2040 -2040", BL_F16, "583", BL_F16, "9", BL_U16, "precision=1", "12 6", BL_U16},
    {&bl_onnx_quantize_linear, 23, "2", "2040 -2040", BL_F16, "583", BL_F16, NULL, BL_U8, "output_dtype=22", "4 -4", BL_I4},
    {&bl_onnx_quantize_linear, 23, "2", "255 -255", BL_BF16, "73", BL_BF16, NULL, BL_U8, "", "4 0", BL_U8},
    {&bl_onnx_quantize_linear, 23, "2", "255 -255", BL_BF16, "73", BL_BF16, NULL, BL_U8, "precision=1", "3 0", BL_U8},
    {&bl_onnx_quantize_linear, 23, "2", "255 -255", BL_BF16, "73", BL_BF16, "0", BL_I16, "precision=16", "4 -4", BL_I16},
    {&bl_onnx_quantize_linear, 23, "1,2", "1791 0", BL_F16, "573 1", BL_F16, "0 0", BL_F8E4M3FN, "", "3 0", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 23, "2", "1791 -1791", BL_F16, "573", BL_F16, "0", BL_F8E4M3FN, "precision=1", "3.25 -3.25", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 23, "2", "1791 -1791", BL_F16, "573", BL_F16, NULL, BL_U8, "output_dtype=17 precision=10", "3 -3", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 23, "2", "1791 -1791", BL_F16, "573", BL_F16, "0", BL_F8E4M3FN, "saturate=0", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_quantize_linear, 23, "2", "1791 65504", BL_F16, "573", BL_F16, "0", BL_F8E5M2, "saturate=0 precision=1", "3 112", BL_F8E5M2},
    /* a scale of f8e8m0 is a power of two */
    {&bl_onnx_quantize_linear, 24, "4", "1 3.25 -2 1000", BL_F32, "0.5", BL_F8E8M0, "-3", BL_I8, "", "-1 3 -7 127", BL_I8},
    {&bl_onnx_quantize_linear, 24, "4", "1 3.25 -2 1000", BL_F16, "0.5", BL_F8E8M0, NULL, BL_U8, "", "2 6 0 255", BL_U8},
    {&bl_onnx_quantize_linear, 24, "2", "2040 -2040", BL_F16, "512", BL_F8E8M0, NULL, BL_U8, "output_dtype=22", "4 -4", BL_I4},
    {&bl_onnx_quantize_linear, 24, "1,2,2", "1 2 3 4", BL_BF16, "1 0.5", BL_F8E8M0, "1 2", BL_U16, "", "2 3 8 10", BL_U16},
    {&bl_onnx_quantize_linear, 24, "2", "6 -6", BL_I32, "4", BL_F8E8M0, "1", BL_I8, "precision=1", "3 -1", BL_I8},
    {&bl_onnx_quantize_linear, 24, "2", "6 -6", BL_F16, "4", BL_F8E8M0, "1", BL_I8, "precision=24", "3 -1", BL_I8},
    {&bl_onnx_quantize_linear, 24, "2", "6 -6", BL_F16, "4", BL_F8E8M0, "1", BL_I8, "precision=10", NULL, BL_UNSUPPORTED_ATTRIBUTE_VALUE},
    {&bl_onnx_quantize_linear, 24, "3", "1 -9 1000", BL_F32, "2", BL_F8E8M0, "0", BL_F8E4M3FN, "", "0.5 -4.5 448", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 24, "4", "1 2 3 4", BL_BF16, "1 0.5", BL_F8E8M0, NULL, BL_U8, "output_dtype=19 block_size=2 axis=0", "1 2 6 8", BL_F8E5M2},
    {&bl_onnx_quantize_linear, 24, "2", "1 1000", BL_F32, "2", BL_F8E8M0, "0", BL_F8E5M2, "saturate=0", NULL, BL_UNSUPPORTED_DTYPE},
    {&bl_onnx_dequantize_linear, 24, "2", "1 -448", BL_F8E4M3FN, "0.5", BL_F8E8M0, NULL, BL_U8, "output_dtype=1", "0.5 -224", BL_F32},
    {&bl_onnx_dequantize_linear, 24, "2", "1 255", BL_U8, "0.5", BL_F8E8M0, "3", BL_U8, "output_dtype=10", "-1 126", BL_F16},
    {&bl_onnx_dequantize_linear, 24, "2", "1 -70000", BL_I32, "0.5", BL_F8E8M0, NULL, BL_I32, "output_dtype=16", "0.5 -35072", BL_BF16},
    {&bl_onnx_dequantize_linear, 24, "5", "1 -2 7 -8 5", BL_I4, "1 0.5", BL_F8E8M0, "1 2", BL_I4, "block_size=3 axis=0 output_dtype=1", "0 -3 6 -5 1.5", BL_F32},
    {&bl_onnx_dequantize_linear, 24, "2", "1 2", BL_U8, "0.5", BL_F8E8M0, NULL, BL_U8, "", NULL, BL_DTYPE_NOT_IN_VERSION},
    {&bl_onnx_dequantize_linear, 24, "2", "1 2", BL_U8, "0.5", BL_F8E8M0, NULL, BL_U8, "output_dtype=11", NULL, BL_DTYPE_NOT_IN_VERSION},
    {&bl_onnx_dequantize_linear, 24, "2", "1 2", BL_U8, "0.5", BL_F8E8M0, "0", BL_I8, "output_dtype=1", NULL, BL_DTYPES_DIFFER},
    /* to floats of 8 bits, saturated unless the attribute says otherwise */
    {&bl_onnx_quantize_linear, 19, "3", "1 -9 1000", BL_F32, "2", BL_F32, "0", BL_F8E4M3FN, "", "0.5 -4.5 448", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 19, "2", "1 1000", BL_F16, "2", BL_F16, "0", BL_F8E4M3FNUZ, "saturate=1", "0.5 240", BL_F8E4M3FNUZ},
    {&bl_onnx_quantize_linear, 19, "2", "1 1000", BL_F32, "2", BL_F32, "0", BL_F8E5M2, "saturate=0", "0.5 512", BL_F8E5M2},
    {&bl_onnx_quantize_linear, 19, "1,2,2", "1 2 3 4", BL_F32, "1 0.5", BL_F32, "0 0", BL_F8E5M2FNUZ, "axis=1", "1 2 6 8", BL_F8E5M2FNUZ},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=17", "2 -2", BL_F8E4M3FN},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1e9", BL_F32, "0.5", BL_F32, NULL, BL_U8, "output_dtype=19 saturate=1", "2 -57344", BL_F8E5M2},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, "0", BL_F8E5M2, "output_dtype=17", NULL, BL_DTYPES_DIFFER},
    {&bl_onnx_quantize_linear, 21, "2", "1 -1", BL_F32, "0.5", BL_F32, "9", BL_U8, "output_dtype=17", NULL, BL_DTYPES_DIFFER},
    /* (x - zero) * scale */
    {&bl_onnx_dequantize_linear, 10, "2", "1 255", BL_U8, "0.5", BL_F32, NULL, BL_U8, "", "0.5 127.5", BL_F32},
    {&bl_onnx_dequantize_linear, 10, "2", "1 -128", BL_I8, "0.5", BL_F32, "127", BL_I8, "", "-63 -127.5", BL_F32},
    {&bl_onnx_dequantize_linear, 10, "2", "1 -70000", BL_I32, "0.5", BL_F32, NULL, BL_I32, "", "0.5 -35000", BL_F32},
    {&bl_onnx_dequantize_linear, 10, "2", "1 2", BL_I8, "0.5", BL_F32, "1", BL_U8, "", NULL, BL_DTYPES_DIFFER},
    {&bl_onnx_dequantize_linear, 13, "1,2,2", "1 2 3 4", BL_U8, "1 0.5", BL_F32, "1 2", BL_U8, "", "0 1 0.5 1", BL_F32},
    {&bl_onnx_dequantize_linear, 13, "2,2,1", "1 2 3 4", BL_U8, "1 0.5", BL_F32, "1 2", BL_U8, "axis=-3", "0 1 0.5 1", BL_F32},
    {&bl_onnx_dequantize_linear, 19, "2", "1 2", BL_U8, "0.5", BL_F16, NULL, BL_U8, "", "0.5 1", BL_F16},
    {&bl_onnx_dequantize_linear, 21, "2", "1 2", BL_I16, "0.5", BL_BF16, "-1", BL_I16, "", "1 1.5", BL_BF16},
    {&bl_onnx_dequantize_linear, 21, "2", "1 2", BL_U16, "0.5", BL_F32, NULL, BL_U8, "block_size=4", "0.5 1", BL_F32},
    {&bl_onnx_dequantize_linear, 21, "5", "1 2 3 4 5", BL_U8, "1 0.5", BL_F32, "1 2", BL_U8, "block_size=3 axis=-1", "0 1 2 1 1.5", BL_F32},
    {&bl_onnx_dequantize_linear, 21, "4", "1 2 3 4", BL_F8E5M2, "1 0.5", BL_F32, NULL, BL_U8, "block_size=2 axis=0", "1 2 1.5 2", BL_F32},
    {&bl_onnx_dequantize_linear, 21, "5", "1 -2 7 -8 5", BL_I4, "1 0.5", BL_F32, "1 2", BL_I4, "block_size=3 axis=0", "0 -3 6 -5 1.5", BL_F32},
    {&bl_onnx_dequantize_linear, 23, "5", "0.5 -6 3 0 1", BL_F4E2M1, "0.5", BL_BF16, "1", BL_F4E2M1, "", "-0.25 -3.5 1 -0.5 0", BL_BF16},
    {&bl_onnx_dequantize_linear, 23, "5", "1 -2 6 -4 0.5", BL_F4E2M1, "1 0.5", BL_F32, NULL, BL_U8, "block_size=3 axis=0", "1 -2 6 -2 0.25", BL_F32},
    {&bl_onnx_dequantize_linear, 28, "5", "0.125 -7.5 3 0 1", BL_F6E2M3, "0.5", BL_BF16, "1", BL_F6E2M3, "", "-0.4375 -4.25 1 -0.5 0", BL_BF16},
    {&bl_onnx_dequantize_linear, 28, "5", "1 -28 6 -4 0.0625", BL_F6E3M2, "1 0.5", BL_F32, NULL, BL_U8, "block_size=3 axis=0", "1 -28 6 -2 0.03125", BL_F32},
    {&bl_onnx_dequantize_linear, 25, "5", "1 2 3 0 1", BL_U2, "0.5", BL_BF16, "1", BL_U2, "", "0 0.5 1 -0.5 0", BL_BF16},
    {&bl_onnx_dequantize_linear, 23, "2", "1 2", BL_U16, "0.5", BL_F32, NULL, BL_U8, "output_dtype=1", "0.5 1", BL_F32},
    {&bl_onnx_dequantize_linear, 23, "2", "1 2", BL_U16, "0.5", BL_F32, NULL, BL_U8, "output_dtype=10", NULL, BL_UNSUPPORTED_ATTRIBUTE_VALUE},
    {&bl_onnx_dequantize_linear, 23, "2", "1 2", BL_U16, "0.5", BL_F32, NULL, BL_U8, "output_dtype=3", NULL, BL_DTYPES_DIFFER},
    {&bl_onnx_dequantize_linear, 19, "2", "1 -448", BL_F8E4M3FN, "0.5", BL_F32, NULL, BL_U8, "", "0.5 -224", BL_F32},
    {&bl_onnx_dequantize_linear, 19, "2", "1 -240", BL_F8E4M3FNUZ, "0.5", BL_F16, "0", BL_F8E4M3FNUZ, "", "0.5 -120", BL_F16},
    {&bl_onnx_dequantize_linear, 19, "2", "1 2", BL_F8E5M2FNUZ, "0.5", BL_BF16, "0", BL_F8E5M2FNUZ, "", "0.5 1", BL_BF16},
    {&bl_onnx_dequantize_linear, 19, "1,2,2", "1 2 3 4", BL_F8E5M2, "1 0.5", BL_F32, "0 0", BL_F8E5M2, "axis=1", "1 2 1.5 2", BL_F32},
};

/** One case in one version; 0 if the result is different. */
static int is_quantized(const quantized_case *q, const bl_onnx_node *node)
{
    const bl_array *inputs[] = {&a.array, &b.array, q->zero != NULL ? &c.array : NULL};
    const void *pointers[] = {a.data.bytes, b.data.bytes, q->zero != NULL ? c.data.bytes : NULL};
    size_t shape[4];
    size_t rank;
    bl_dtype gives;
    bl_call call;
    bl_fold_step last;
    bl_status status;

    set_tensor(&a, q->dtype, q->shape);
    set_elements(&a, q->x);
    set_tensor(&b, q->scale_dtype, strchr(q->scale, ' ') != NULL ? "2" : "");
    set_elements(&b, q->scale);
    if (q->zero != NULL) {
        const int has_dim = q->zero[0] == '[';

        set_tensor(&c, q->zero_dtype, has_dim ? "1" : strchr(q->zero, ' ') != NULL ? "2"
                                                                                   : "");
        set_elements(&c, q->zero + (has_dim ? 4 : 0));
    }
    status = bl_onnx_infer_shape(node, 3, inputs, 4, shape, &rank, &gives);
    if (q->result == NULL) {
        return (int)status == q->gives;
    }
    set_tensor(&out, (bl_dtype)q->gives, q->shape);
    if (status != BL_OK || (int)gives != q->gives || rank != a.array.rank ||
        bl_onnx_plan(&call, node, q->zero != NULL ? 3 : 2, inputs, &out.array, &last, NULL) != BL_OK ||
        bl_call_run(&call, pointers, out.data.bytes) != BL_OK || !has_elements(&out, q->result)) {
        return 0;
    }
    set_tensor(&out, (bl_dtype)q->gives, q->shape);
    return bl_onnx_run(node, 3, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, q->result);
}

static void test_quantization(void)
{
    for (size_t i = 0; i < sizeof quantized_cases / sizeof quantized_cases[0]; ++i) {
        const quantized_case *q = &quantized_cases[i];
        int right = 1;
        int ran = 0;

        for (size_t v = 0; v < expected_count; ++v) {
            const expected_version *version = &expected_versions[v];
            bl_onnx_node node = node_of(q->op, version->since);

            if (strcmp(version->op, q->op->name) != 0 || version->since < q->from ||
                !give_written(&node, version, q->attributes)) {
                continue;
            }
            if (!is_quantized(q, &node)) {
                printf("# %s-%d\n", version->op, version->since);
                right = 0;
            }
            ++ran;
        }
        ok(right && ran > 0, "%s (%s) of %s by %s: %s, in %d versions", q->op->name, q->attributes, q->x, q->scale,
           q->result != NULL ? q->result : bl_status_string((bl_status)q->gives), ran);
    }
}

/** Before version 23 the quotient has f32's precision, whatever the dtype of x and the scale. */
static void test_quotient_before_precision(void)
{
    static const quantized_case cases[] = {
        {&bl_onnx_quantize_linear, 19, "2", "2040 -2040", BL_F16, "583", BL_F16, "0", BL_I8, "", "3 -3", BL_I8},
        {&bl_onnx_quantize_linear, 21, "2", "2040 -2040", BL_F16, "583", BL_F16, "9", BL_U16, "", "12 6", BL_U16},
        {&bl_onnx_quantize_linear, 22, "2", "255 -255", BL_BF16, "73", BL_BF16, "0", BL_I8, "", "3 -3", BL_I8},
        {&bl_onnx_quantize_linear, 21, "2", "1791 -1791", BL_F16, "573", BL_F16, "0", BL_F8E4M3FN, "", "3.25 -3.25", BL_F8E4M3FN},
        {&bl_onnx_quantize_linear, 19, "2", "1 1000", BL_BF16, "2", BL_BF16, "0", BL_F8E5M2, "saturate=0", "0.5 512", BL_F8E5M2},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        bl_onnx_node node = node_of(cases[i].op, cases[i].from);

        ok(is_quantized(&cases[i], &node), "QuantizeLinear in opset %d: the quotient is not rounded to %s", cases[i].from,
           cases[i].dtype == BL_F16 ? "f16" : "bf16");
    }
}

static void test_quantization_refusals(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_onnx_node ten = node_of(&bl_onnx_quantize_linear, 10);
    const bl_onnx_node eighteen = node_of(&bl_onnx_dequantize_linear, 18);
    bl_onnx_node blocks = node_of(&bl_onnx_quantize_linear, 21);
    bl_onnx_node differing = node_of(&bl_onnx_dequantize_linear, 28);
    const bl_onnx_node untold = node_of(&bl_onnx_dequantize_linear, 28);
    bl_onnx_node precise = node_of(&bl_onnx_quantize_linear, 28);
    const int64_t number = 10;

    bl_onnx_set(&blocks, "block_size", 1, &number);
    bl_onnx_set(&differing, "output_dtype", 1, &number);
    bl_onnx_set(&precise, "precision", 1, &number);
    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "3");
    set_tensor(&c, BL_U8, "3");
    test_refusal(&ten, 3, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "QuantizeLinear-10: [2,3,4,5], [3] and [3]: the shapes do not broadcast under the rule");
    test_refusal(&blocks, 3, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "QuantizeLinear-21: [2,3,4,5], [3] and [3], axis = 1, block_size = 10: the shapes do not broadcast under the rule");
    test_refusal(&precise, 3, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE,
                 "QuantizeLinear-28: Broadloom does not have precision = float16");
    b.array.dtype = BL_F16;
    test_refusal(&ten, 3, inputs, BL_DTYPE_NOT_IN_VERSION,
                 "QuantizeLinear-10 does not take float16; QuantizeLinear-23 (opset 23 on) does");
    set_tensor(&a, BL_U8, "2,3,4,5");
    b.array.dtype = BL_F32;
    test_refusal(&differing, 3, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE,
                 "DequantizeLinear-28: Broadloom does not have output_dtype = float16");
    b.array.dtype = BL_F8E8M0;
    test_refusal(&untold, 3, inputs, BL_DTYPE_NOT_IN_VERSION,
                 "DequantizeLinear-28 does not give float8e8m0; no version does");
    set_tensor(&b, BL_F32, "4");
    set_tensor(&c, BL_U8, "4");
    test_refusal(&eighteen, 3, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "DequantizeLinear-13: [2,3,4,5], [4] and [4], axis = 1: the shapes do not broadcast under the rule");
}

/** From 12 on inputs say how Dropout trains, and whether it does. */
static void test_dropout(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_array *const no_ratio[] = {&a.array, NULL, &c.array};
    const void *pointers[] = {a.data.bytes, NULL, NULL};
    const bl_onnx_node training = node_of(&bl_onnx_dropout, 6);
    const bl_onnx_node node = node_of(&bl_onnx_dropout, 13);
    const bl_onnx_node newest = node_of(&bl_onnx_dropout, 22);
    size_t shape[1];
    size_t rank;
    bl_dtype gives;
    bl_call call;

    set_tensor(&a, BL_BF16, "2");
    set_elements(&a, "1 -4");
    set_tensor(&b, BL_F64, "");
    set_tensor(&c, BL_BOOL, "1");
    c.data.u8[0] = 0;
    set_tensor(&out, BL_BF16, "2");
    ok(bl_onnx_run(&node, 3, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "1 -4"),
       "Dropout-13 does nothing if training_mode is false, whatever the ratio's dtype");
    set_tensor(&out, BL_BF16, "2");
    ok(bl_onnx_plan(&call, &node, 3, no_ratio, &out.array, NULL, NULL) == BL_OK &&
           bl_call_run(&call, pointers, out.data.bytes) == BL_OK && has_elements(&out, "1 -4"),
       "nor if it is planned, and then training_mode is not read any more");
    c.data.u8[0] = 1;
    ok(bl_onnx_run(&node, 3, no_ratio, &out.array, NULL, NULL) == BL_UNSUPPORTED_ATTRIBUTE_VALUE &&
           bl_onnx_plan(&call, &node, 3, no_ratio, &out.array, NULL, NULL) == BL_UNSUPPORTED_ATTRIBUTE_VALUE,
       "it does not train");
    test_sentence(&node, 3, no_ratio, BL_UNSUPPORTED_ATTRIBUTE_VALUE, "Dropout-13: input 3 is true, but Broadloom has only false");
    is(bl_onnx_infer_shape(&node, 3, inputs, 1, shape, &rank, &gives), BL_OK, "its shape is known without that");
    c.array.data = NULL;
    is(bl_onnx_plan(&call, &node, 3, inputs, &out.array, NULL, NULL), BL_NULL_POINTER, "it is a constant");
    set_tensor(&c, BL_BOOL, "2");
    is(bl_onnx_plan(&call, &node, 3, inputs, &out.array, NULL, NULL), BL_SHAPES_DO_NOT_BROADCAST, "of one value");
    set_tensor(&c, BL_U8, "");
    test_refusal(&node, 3, inputs, BL_DTYPE_NOT_IN_VERSION, "Dropout-13 does not take uint8; no version does");
    set_tensor(&c, BL_BOOL, "");
    c.data.u8[0] = 0;
    set_tensor(&b, BL_BF16, "");
    test_refusal(&node, 3, inputs, BL_DTYPE_NOT_IN_VERSION, "Dropout-13 does not take bfloat16; Dropout-22 (opset 22 on) does");
    set_tensor(&out, BL_BF16, "2");
    ok(bl_onnx_run(&newest, 2, inputs, &out.array, NULL, NULL) == BL_OK && has_elements(&out, "1 -4"), "Dropout-22 takes it");
    set_tensor(&b, BL_F32, "3");
    is(bl_onnx_plan(&call, &newest, 2, inputs, &out.array, NULL, NULL), BL_SHAPES_DO_NOT_BROADCAST, "the ratio is one value");
    set_tensor(&a, BL_F32, "2");
    test_refusal(&training, 1, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE, "Dropout-6: Broadloom does not have is_test = 0");
}

static void test_refusals(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    const bl_onnx_node add0 = node_of(&bl_onnx_add, 0);
    const bl_onnx_node add99 = node_of(&bl_onnx_add, 99);
    const bl_onnx_node where7 = node_of(&bl_onnx_where, 7);
    const bl_onnx_node where9 = node_of(&bl_onnx_where, 9);
    const bl_onnx_node add10 = node_with(&bl_onnx_add, 10, AXIS, 0, 1);
    const bl_onnx_node add6_consumed = node_with(&bl_onnx_add, 6, CONSUMED_INPUTS, 0, 0);
    const bl_onnx_node where_axis = node_with(&bl_onnx_where, 16, AXIS, 0, 1);
    const bl_onnx_node add6_two = node_with(&bl_onnx_add, 6, BROADCAST, 2, 0);
    const bl_onnx_node add6_axis = node_with(&bl_onnx_add, 6, AXIS, 0, 1);
    const bl_onnx_node add6_far = node_with(&bl_onnx_add, 6, WITH_AXIS, 1, 3);
    const bl_onnx_node add6 = node_of(&bl_onnx_add, 6);
    const bl_onnx_node add7 = node_of(&bl_onnx_add, 7);
    const bl_onnx_node add14 = node_of(&bl_onnx_add, 14);
    const bl_onnx_node no_op = node_of(NULL, 14);
    const bl_array *const missing[] = {&a.array, NULL};

    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "3,4");
    set_tensor(&c, BL_F32, "");
    test_refusal(&add0, 2, inputs, BL_UNKNOWN_OPSET, "there is no opset 0; 1 to 28 are known");
    test_refusal(&add99, 2, inputs, BL_UNKNOWN_OPSET, "there is no opset 99; 1 to 28 are known");
    test_refusal(&where7, 3, inputs, BL_NOT_IN_OPSET, "Where is not in opset 7; it begins in opset 9");
    test_refusal(&add10, 2, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Add-7 has no attribute axis; Add-1 and Add-6 have it");
    test_refusal(&add6_consumed, 2, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Add-6 has no attribute consumed_inputs; Add-1 has it");
    test_refusal(&where_axis, 3, inputs, BL_ATTRIBUTE_NOT_IN_VERSION, "Where-16 has no attribute axis; no version has");
    test_refusal(&add6_two, 2, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "Add-6: broadcast is 0 or 1, not 2");
    test_refusal(&add6_axis, 2, inputs, BL_AXIS_WITHOUT_BROADCAST, "Add-6: axis is given, but broadcast is not 1");
    test_refusal(&add6_far, 2, inputs, BL_AXIS_OUT_OF_RANGE,
                 "Add-6: [2,3,4,5] and [3,4], broadcast = 1, axis = 3: the axis does not place an input within "
                 "the one that it is broadcast onto");
    test_refusal(&add6, 2, inputs, BL_SHAPES_DIFFER,
                 "Add-6: [2,3,4,5] and [3,4]: the shapes differ and the rule allows no broadcasting");
    test_refusal(&add7, 2, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Add-7: [2,3,4,5] and [3,4]: the shapes do not broadcast under the rule");
    test_refusal(&no_op, 2, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(NULL, 2, inputs, BL_NULL_POINTER, "no node: a needed pointer is null");
    test_refusal(&add7, 2, NULL, BL_NULL_POINTER, "Add-7: a needed pointer is null");
    test_refusal(&add7, 2, missing, BL_NULL_POINTER, "Add-7: input 2 of 2 is missing");
    test_refusal(&where9, 3, inputs, BL_DTYPES_DIFFER,
                 "Where-9: the inputs are float, float and float, but the first must be bool and the others alike");
    b.array.dtype = BL_I32;
    test_refusal(&add7, 2, inputs, BL_DTYPES_DIFFER, "Add-7: the inputs are float and int32, but must be alike");
    b.array.dtype = BL_DTYPE_COUNT;
    test_refusal(&add7, 2, inputs, BL_UNKNOWN_DTYPE, "Add-7: no such dtype");
    set_tensor(&a, BL_BOOL, "");
    set_tensor(&b, BL_BOOL, "");
    set_tensor(&c, BL_BOOL, "");
    test_refusal(&add14, 2, inputs, BL_DTYPE_NOT_IN_VERSION, "Add-14 does not take bool; no version does");
    set_tensor(&a, BL_F32, "2,3");
    set_tensor(&b, BL_F32, "3");
    test_refusal(&add7, 2, inputs, BL_WRONG_OUTPUT_SHAPE,
                 "Add-7: the shape of the output is not the broadcast shape");
    set_tensor(&a, BL_F64, "2,3,4,5");
    set_tensor(&b, BL_F64, "5");
    test_refusal(&add7, 2, inputs, BL_WRONG_OUTPUT_DTYPE,
                 "Add-7: the dtype of the output is not what the operator gives");
}

/** A node with one integer, or with one word if text is not NULL. */
static bl_onnx_node node_saying(const bl_onnx_op *op, int64_t opset, const char *attribute, int64_t number, const char *text)
{
    bl_onnx_node node = node_of(op, opset);

    ok((text != NULL ? bl_onnx_set_string(&node, attribute, strlen(text), text)
                     : bl_onnx_set(&node, attribute, 1, &number)) == BL_OK,
       "%s is set", attribute);
    return node;
}

static void test_refused_attributes(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array, &a.array};
    const bl_onnx_node shift = node_of(&bl_onnx_bit_shift, 11);
    const bl_onnx_node mod = node_of(&bl_onnx_mod, 13);
    const bl_onnx_node mod_two = node_saying(&bl_onnx_mod, 13, "fmod", 2, NULL);
    const bl_onnx_node to_string = node_saying(&bl_onnx_cast, 19, "to", 8, NULL);
    const bl_onnx_node to_complex = node_saying(&bl_onnx_cast, 19, "to", 14, NULL);
    const bl_onnx_node to_bf16 = node_saying(&bl_onnx_cast, 9, "to", 16, NULL);
    const bl_onnx_node to_nothing = node_saying(&bl_onnx_cast, 9, "to", 0, NULL);
    const bl_onnx_node cast1 = node_saying(&bl_onnx_cast, 1, "to", 0, "COMPLEX64");
    const bl_onnx_node inf = node_saying(&bl_onnx_is_inf, 20, "detect_negative", 2, NULL);
    const bl_onnx_node pow7 = node_of(&bl_onnx_pow, 7);
    const bl_onnx_node pow15 = node_of(&bl_onnx_pow, 15);
    const bl_onnx_node clip = node_of(&bl_onnx_clip, 13);
    const bl_onnx_node relu = node_of(&bl_onnx_relu, 14);
    const bl_onnx_node max = node_of(&bl_onnx_max, 8);

    set_tensor(&a, BL_F32, "2,3,4,5");
    set_tensor(&b, BL_F32, "5");
    set_tensor(&c, BL_F32, "");
    test_refusal(&mod, 2, inputs, BL_DTYPE_NOT_IN_VERSION, "Mod-13 does not take float where fmod is 0");
    test_refusal(&mod_two, 2, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "Mod-13: fmod is 0 or 1, not 2");
    test_refusal(&inf, 1, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "IsInf-20: detect_negative is 0 or 1, not 2");
    test_refusal(&to_string, 1, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE, "Cast-19: Broadloom does not have to = string");
    test_refusal(&to_complex, 1, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE,
                 "Cast-19: Broadloom does not have to = complex64");
    test_refusal(&cast1, 1, inputs, BL_UNSUPPORTED_ATTRIBUTE_VALUE, "Cast-1: Broadloom does not have to = complex64");
    test_refusal(&to_bf16, 1, inputs, BL_DTYPE_NOT_IN_VERSION,
                 "Cast-9 does not give bfloat16; Cast-13 (opset 13 on) does");
    test_refusal(&to_nothing, 1, inputs, BL_ATTRIBUTE_MISSING, "Cast-9 needs the attribute to");
    test_refusal(&shift, 2, inputs, BL_ATTRIBUTE_MISSING, "BitShift-11 needs the attribute direction");
    test_refusal(&clip, 4, inputs, BL_WRONG_INPUT_COUNT, "Clip-13 takes 1 to 3 inputs, not 4");
    test_refusal(&clip, 0, inputs, BL_WRONG_INPUT_COUNT, "Clip-13 takes 1 to 3 inputs, not 0");
    test_refusal(&relu, 2, inputs, BL_WRONG_INPUT_COUNT, "Relu-14 takes 1 input, not 2");
    test_refusal(&max, 0, inputs, BL_WRONG_INPUT_COUNT, "Max-8 takes 1 or more inputs, not 0");
    test_refusal(&clip, 2, inputs, BL_SHAPES_DO_NOT_BROADCAST,
                 "Clip-13: [2,3,4,5] and [5]: the shapes do not broadcast under the rule");
    set_tensor(&b, BL_F64, "");
    test_refusal(&clip, 3, inputs, BL_DTYPES_DIFFER, "Clip-13: the inputs are float, double and float, but must be alike");
    test_refusal(&pow15, 2, inputs, BL_UNSUPPORTED_DTYPE,
                 "Pow-15 takes float and double, but Broadloom does not compute that, in any build");
    set_tensor(&a, BL_F64, "");
    test_refusal(&pow7, 2, inputs, BL_UNSUPPORTED_DTYPE,
                 "Pow-7 takes double and double, but Broadloom does not compute that, in any build");
    set_tensor(&a, BL_I32, "");
    set_tensor(&b, BL_F32, "");
    test_refusal(&pow15, 2, inputs, BL_UNSUPPORTED_DTYPE,
                 "Pow-15 takes int32 and float, but Broadloom does not compute that, in any build");
}

/** The AttributeProto.AttributeType of an attribute, by the schemas: i, f, s, or I for integers. */
static char type_of_attribute(const char *op, int since, const char *name)
{
    static const char *const reals[] = {"alpha", "beta", "gamma", "bias", "lambd", "min", "max", "ratio"};
    char type = has_word("direction round_mode approximate", name) ? 's' : 'i';

    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; ++i) {
        type = strcmp(name, reals[i]) == 0 ? 'f' : type;
    }
    type = strcmp(name, "consumed_inputs") == 0 ? 'I' : type;
    return strcmp(op, "Cast") == 0 && since == 1 && strcmp(name, "to") == 0 ? 's' : type; /* only for Cast-1 */
}

/** The status of a version's node with an attribute of that type: when it is set, or when the node is inferred. */
static bl_status with_type(const expected_version *version, const char *name, char type)
{
    static const int64_t integers[] = {1, 1};
    const char *text = strcmp(name, "direction") == 0     ? "LEFT"
                       : strcmp(name, "round_mode") == 0  ? "up"
                       : strcmp(name, "approximate") == 0 ? "tanh"
                                                          : "FLOAT";
    const bl_array *const inputs[] = {&a.array, &b.array, &c.array};
    bl_onnx_node node = minimal_node(version);
    size_t shape[8], rank;
    bl_dtype dtype;
    bl_status status;

    if (strcmp(version->required, name) == 0) {
        node.given = 0;
    }
    status = type == 'f'   ? bl_onnx_set_float(&node, name, 1.0f)
             : type == 's' ? bl_onnx_set_string(&node, name, strlen(text), text)
                           : bl_onnx_set(&node, name, type == 'I' ? 2 : 1, integers);
    return status == BL_OK ? bl_onnx_infer_shape(&node, set_inputs(version, BL_F32), inputs, 8, shape, &rank, &dtype) : status;
}

/** Each attribute of each version, with each type: only its own type gives no error, or that of a wrong value. */
static void test_attribute_types(void)
{
    static const char types[] = "ifsI";
    size_t count = 0;

    for (size_t v = 0; v < expected_count; ++v) {
        const expected_version *version = &expected_versions[v];
        const char *rest = version->attributes;
        char name[32];
        int length;

        for (; sscanf(rest, " %31s%n", name, &length) == 1; rest += length) {
            const char own = type_of_attribute(version->op, version->since, name);
            int right = 1;

            for (const char *type = types; *type != '\0'; ++type) {
                const int is_one = *type == own || (*type == 'i' && own == 'I'); /* the setter takes one integer for a list */
                const bl_status status = with_type(version, name, *type);

                right &= is_one == (status != BL_UNKNOWN_ATTRIBUTE_VALUE);
                if (is_one != (status != BL_UNKNOWN_ATTRIBUTE_VALUE)) {
                    printf("# of type %c: %s\n", *type, bl_status_string(status));
                }
            }
            ok(right, "%s-%d takes %s of no other type than %c", version->op, version->since, name, own);
            ++count;
        }
    }
    ok(count > 100, "there are %zu attributes of versions", count);
}

/** The sentence about an attribute that has another type in other versions. */
static void test_type_sentences(void)
{
    const bl_array *const inputs[] = {&a.array};
    const bl_onnx_node by_number = node_saying(&bl_onnx_cast, 1, "to", 1, NULL);
    const bl_onnx_node by_name = node_saying(&bl_onnx_cast, 6, "to", 0, "FLOAT");
    bl_onnx_node both = node_saying(&bl_onnx_cast, 1, "to", 1, NULL);

    set_tensor(&a, BL_I32, "2");
    test_refusal(&by_number, 1, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "Cast-1: to is a string, not an integer");
    test_refusal(&by_name, 1, inputs, BL_UNKNOWN_ATTRIBUTE_VALUE, "Cast-6: to is an integer, not a string");
    give(&both, "saturate");
    test_refusal(&both, 1, inputs, BL_ATTRIBUTE_NOT_IN_VERSION,
                 "Cast-1 has no attribute saturate; Cast-19 and Cast-21 and Cast-23 and Cast-24 and Cast-25 and Cast-28 have it");
}

static void test_inference_arguments(void)
{
    const bl_array *const inputs[] = {&a.array, &b.array};
    const bl_onnx_node node = node_of(&bl_onnx_add, 14);
    size_t shape[3] = {77, 77, 77};
    size_t rank = 77;
    bl_dtype dtype = BL_BOOL;

    set_tensor(&a, BL_F32, "2,3,4");
    set_tensor(&b, BL_F32, "4");
    a.array.data = NULL;
    b.array.data = NULL;
    ok(bl_onnx_infer_shape(&node, 2, inputs, 2, shape, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3 &&
           shape[0] == 77 && dtype == BL_BOOL,
       "too small a capacity: the rank is told, and nothing else");
    ok(bl_onnx_infer_shape(&node, 2, inputs, 0, NULL, &rank, &dtype) == BL_TOO_MANY_DIMS && rank == 3,
       "so one may ask for the rank first");
    ok(bl_onnx_infer_shape(&node, 2, inputs, 3, shape, &rank, &dtype) == BL_OK && shape[2] == 4, "data is not needed");
    ok(bl_onnx_infer_shape(&node, 2, inputs, 3, NULL, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, inputs, 3, shape, NULL, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, inputs, 3, shape, &rank, NULL) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(&node, 2, NULL, 3, shape, &rank, &dtype) == BL_NULL_POINTER &&
           bl_onnx_infer_shape(NULL, 2, inputs, 3, shape, &rank, &dtype) == BL_NULL_POINTER,
       "null pointers are refused");
    set_tensor(&a, BL_F32, "");
    set_tensor(&b, BL_F32, "");
    ok(bl_onnx_infer_shape(&node, 2, inputs, 0, NULL, &rank, &dtype) == BL_OK && rank == 0 && dtype == BL_F32,
       "scalars need no room");
}

/* ---- Names ---- */

static void test_set(void)
{
    const int64_t three = 3;
    const int64_t list[2] = {1, 0};
    bl_onnx_node node = node_of(&bl_onnx_add, 1);

    ok(bl_onnx_set(&node, "axis", 1, &three) == BL_OK && node.given == AXIS && node.values[BL_ONNX_AXIS] == 3, "axis is set");
    ok(bl_onnx_set(&node, "broadcast", 1, list) == BL_OK && node.given == WITH_AXIS && node.values[BL_ONNX_BROADCAST] == 1,
       "broadcast is set");
    ok(bl_onnx_set(&node, "consumed_inputs", 2, list) == BL_OK &&
           node.given == (WITH_AXIS | CONSUMED_INPUTS),
       "consumed_inputs is noted");
    ok(bl_onnx_set(&node, "axis", 2, list) == BL_UNKNOWN_ATTRIBUTE_VALUE &&
           bl_onnx_set(&node, "broadcast", 0, list) == BL_UNKNOWN_ATTRIBUTE_VALUE && node.values[BL_ONNX_AXIS] == 3,
       "a list is no axis");
    ok(bl_onnx_set(&node, "mod", 1, list) == BL_UNKNOWN_ATTRIBUTE &&
           bl_onnx_set(&node, "Axis", 1, list) == BL_UNKNOWN_ATTRIBUTE &&
           bl_onnx_set(&node, "", 1, list) == BL_UNKNOWN_ATTRIBUTE,
       "other names are no attributes");
    ok(bl_onnx_set(NULL, "axis", 1, list) == BL_NULL_POINTER && bl_onnx_set(&node, NULL, 1, list) == BL_NULL_POINTER &&
           bl_onnx_set(&node, "axis", 1, NULL) == BL_NULL_POINTER,
       "null pointers are refused");
}

static void test_dtype_names(void)
{
    /* from TensorProto.DataType; Broadloom has no strings and no complex numbers */
    static const int dtypes[29] = {-1, BL_F32, BL_U8, BL_I8, BL_U16, BL_I16, BL_I32, BL_I64, -1,
                                   BL_BOOL, BL_F16, BL_F64, BL_U32, BL_U64, -1, -1, BL_BF16,
                                   BL_F8E4M3FN, BL_F8E4M3FNUZ, BL_F8E5M2, BL_F8E5M2FNUZ,
                                   BL_U4, BL_I4, BL_F4E2M1, BL_F8E8M0, BL_U2, BL_I2, BL_F6E2M3, BL_F6E3M2};
    int right = 1;

    for (int number = -300; number < 300; ++number) {
        const int wanted = number >= 0 && number < 29 ? dtypes[number] : -1;
        bl_dtype got = BL_DTYPE_COUNT;
        const bl_status status = bl_onnx_dtype(number, &got);

        right = right && (wanted < 0 ? status == BL_UNKNOWN_DTYPE && got == BL_DTYPE_COUNT
                                     : status == BL_OK && (int)got == wanted);
    }
    ok(right, "data_type numbers are TensorProto's");
    is(bl_onnx_dtype(1, NULL), BL_NULL_POINTER, "a null pointer is refused");
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
    test_input_counts();
    test_shapes();
    test_planned_runs();
    test_other_ops();
    test_values();
    test_powers();
    test_casts();
    test_saturation();
    test_round_mode();
    test_bit_cast();
    test_folds();
    test_slopes();
    test_old_slopes();
    test_dropout();
    test_refusals();
    test_refused_attributes();
    test_quantization();
    test_quotient_before_precision();
    test_quantization_refusals();
    test_attribute_types();
    test_type_sentences();
    test_inference_arguments();
    test_set();
    test_dtype_names();
    return done_testing();
}
