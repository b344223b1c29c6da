/* Every status: calls that are refused, which must write nothing, and calls that are valid although they look invalid.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

static test_array a, b, out;
static const bl_array *inputs[2] = {&a.array, &b.array};
static bl_plan plan;
static const bl_op *add;

/** Three arrays of one shape. */
static void same_shapes(bl_dtype dtype, size_t rank, const size_t *shape)
{
    set_shape(&a, dtype, rank, shape);
    set_shape(&b, dtype, rank, shape);
    set_shape(&out, dtype, rank, shape);
}

static bl_status make(const bl_options *options)
{
    return bl_plan_make(&plan, add, inputs, &out.array, options);
}

static void test_strings(void)
{
    int distinct = 1;
    int here = 1;

    for (int i = 0; i <= BL_STATUS_COUNT; ++i) {
        const int is_here = i < 18 || (i == 18 && BL_REFUSES_ZERO) || (i == 19 && BL_WITH_FOLDS) ||
                            (i >= 20 && i <= 29 && BL_WITH_FRONT_ENDS) || (i == 30 && BL_WITH_SELFTEST) || (i == 31 && BL_WITH_PACKED);

        here = here && is_here == (strcmp(bl_status_string((bl_status)i), "no such status") != 0);
        for (int j = 0; is_here && j < i; ++j) {
            distinct = distinct && strcmp(bl_status_string((bl_status)i), bl_status_string((bl_status)j)) != 0;
        }
    }
    ok(distinct, "every status has words of its own");
    ok(here, "those that this library can give have words, by their numbers, and no others");
    ok(bl_status_string((bl_status)-1) != NULL && bl_status_string((bl_status)1000) != NULL,
       "no status has words, too");
    ok(strcmp(bl_dtype_name(BL_F32), "f32") == 0 && strcmp(bl_dtype_name(BL_BF16), "bf16") == 0 &&
           strcmp(bl_dtype_name(BL_U64), "u64") == 0 && strcmp(bl_dtype_name(BL_BOOL), "bool") == 0 &&
           strcmp(bl_dtype_name(BL_DTYPE_COUNT), "?") == 0,
       "dtype names");
    ok(bl_dtype_size(BL_F64) == 8 && bl_dtype_size(BL_BF16) == 2 && bl_dtype_size(BL_BOOL) == 1 &&
           bl_dtype_size(BL_I32) == 4 && bl_dtype_size((bl_dtype)-1) == 0,
       "dtype sizes");
    ok(bl_op_by_name("select") != NULL && strcmp(bl_op_by_name("select")->name, "select") == 0, "an operator by name");
    ok(bl_op_by_name("sel") == NULL && bl_op_by_name("selects") == NULL && bl_op_by_name(NULL) == NULL,
       "no operator by a part of a name, more than one, or none");
}

static void test_plan_errors(void)
{
    const size_t shape[2] = {4, 5};
    const size_t wrong_shape[2] = {4, 6};
    const bl_array *without[2] = {&a.array, NULL};
    bl_options options = BL_DEFAULT_OPTIONS;

    same_shapes(BL_F32, 2, shape);
    is(make(NULL), BL_OK, "a plan without options");
    is(bl_plan_make(NULL, add, inputs, &out.array, NULL), BL_NULL_POINTER, "null plan");
    is(bl_plan_make(&plan, NULL, inputs, &out.array, NULL), BL_NULL_POINTER, "null operator");
    is(bl_plan_make(&plan, add, NULL, &out.array, NULL), BL_NULL_POINTER, "null inputs");
    is(bl_plan_make(&plan, add, without, &out.array, NULL), BL_NULL_POINTER, "a null input");
    is(bl_plan_make(&plan, add, inputs, NULL, NULL), BL_NULL_POINTER, "null output");
    is(bl_plan_make_table(&plan, NULL, inputs, &out.array, NULL), BL_NULL_POINTER, "null table");
    out.array.shape = NULL;
    is(make(NULL), BL_NULL_POINTER, "an output without shape");
    same_shapes(BL_F32, 2, shape);
    b.array.shape = NULL;
    is(make(NULL), BL_NULL_POINTER, "an input without shape");

    same_shapes(BL_F32, 2, shape);
    a.array.dtype = (bl_dtype)77;
    is(make(NULL), BL_UNKNOWN_DTYPE, "the first input's dtype unknown");
    same_shapes(BL_F32, 2, shape);
    b.array.dtype = (bl_dtype)-1;
    is(make(NULL), BL_UNKNOWN_DTYPE, "the second input's dtype unknown");
    b.array.dtype = (bl_dtype)(256 + BL_F32);
    is(make(NULL), BL_UNKNOWN_DTYPE, "a dtype that is right in its low byte only");
    b.array.dtype = BL_I32;
    is(make(NULL), BL_DTYPES_DIFFER, "inputs of two dtypes");
    same_shapes(BL_BOOL, 2, shape);
    is(make(NULL), BL_UNSUPPORTED_DTYPE, "bool is not added");
    same_shapes(BL_F32, 2, shape);
    out.array.dtype = BL_I32;
    is(make(NULL), BL_WRONG_OUTPUT_DTYPE, "an output of another dtype");
    out.array.dtype = BL_DTYPE_COUNT;
    is(make(NULL), BL_UNKNOWN_DTYPE, "the output's dtype unknown");

    same_shapes(BL_F32, 2, shape);
    set_shape(&out, BL_F32, 2, wrong_shape);
    is(make(NULL), BL_WRONG_OUTPUT_SHAPE, "an output of another shape");
    set_shape(&out, BL_F32, 1, shape);
    is(make(NULL), BL_WRONG_OUTPUT_SHAPE, "an output of another rank");
    set_shape(&a, BL_F32, 2, wrong_shape);
    is(make(NULL), BL_SHAPES_DO_NOT_BROADCAST, "shapes that do not broadcast");

    same_shapes(BL_F32, 2, shape);
    options.rule = (bl_rule)9;
    is(make(&options), BL_UNKNOWN_RULE, "rule 9");
    options.rule = BL_RULE_NUMPY;
    options.on_zero_divisor = (bl_on_zero_divisor)2;
    is(make(&options), BL_UNKNOWN_OPTION, "on_zero_divisor 2");
    options.on_zero_divisor = BL_ZERO_DIVISOR_GIVES_ZERO;
    options.isa = 99;
    is(make(&options), BL_UNKNOWN_ISA, "instruction set 99");
    options.isa = -1;
    is(make(&options), BL_UNKNOWN_ISA, "instruction set -1");
}

static void test_sizes(void)
{
    const size_t half = (size_t)1 << (sizeof(size_t) * 4);
    const size_t huge[2] = {half, half};
    const size_t huge_but_empty[3] = {half, half, 0};
    const size_t too_many_bytes[1] = {(size_t)PTRDIFF_MAX / 4 + 1};
    const size_t just_right[1] = {(size_t)PTRDIFF_MAX / 4};
    const size_t ones[2] = {1, 1}, cube[3] = {2, 2, 2};
    const size_t two[1] = {2}, six[1] = {6};
    size_t many[2 * BL_MAX_RANK + 4];
    size_t product = 1;

    same_shapes(BL_F32, 2, huge);
    is(make(NULL), BL_SIZE_OVERFLOW, "an element count that wraps to 0");
    same_shapes(BL_F32, 3, huge_but_empty);
    ok(make(NULL) == BL_OK && plan.count == 0, "… but not where a dim is 0");
    same_shapes(BL_F32, 1, too_many_bytes);
    is(make(NULL), BL_SIZE_OVERFLOW, "one element more than fits in PTRDIFF_MAX bytes");
    same_shapes(BL_F32, 1, just_right);
    is(make(NULL), BL_OK, "as many as fit");
    same_shapes(BL_F32, 1, two);
    b.strides[0] = PTRDIFF_MIN;
    is(make(NULL), BL_SIZE_OVERFLOW, "a stride of PTRDIFF_MIN");
    b.strides[0] = PTRDIFF_MAX / 4;
    is(make(NULL), BL_SIZE_OVERFLOW, "a stride that spans too many bytes");
    b.strides[0] = PTRDIFF_MAX / 4 - 1;
    is(make(NULL), BL_OK, "the longest stride");
    same_shapes(BL_F32, 1, six);
    a.strides[0] = b.strides[0] = out.strides[0] = -(PTRDIFF_MAX / 4);
    is(make(NULL), BL_SIZE_OVERFLOW, "strides that all go back too far");
    same_shapes(BL_F32, 3, cube);
    b.strides[0] = PTRDIFF_MIN;
    b.strides[1] = PTRDIFF_MAX;
    b.strides[2] = 1;
    is(make(NULL), BL_SIZE_OVERFLOW, "strides both ways, whose span in elements wraps to 0");
    same_shapes(BL_F32, 2, ones);
    a.strides[0] = PTRDIFF_MIN;
    out.strides[1] = PTRDIFF_MAX;
    ok(make(NULL) == BL_OK && plan.count == 1, "strides of dims of 1 do not matter");

    for (size_t d = 0; d < MAX_TEST_RANK; ++d) { /* dims do not merge, because the input has gaps and the output has none */
        many[d] = 2;
    }
    for (size_t rank = BL_MAX_RANK; rank <= BL_MAX_RANK + 1u; ++rank) {
        same_shapes(BL_F32, rank, many);
        for (size_t d = rank; d-- > 0; product *= 3) {
            b.strides[d] = (ptrdiff_t)product;
        }
        ok(make(NULL) == (rank > BL_MAX_RANK ? BL_TOO_MANY_DIMS : BL_OK), "%zu dims that do not merge", rank);
        product = 1;
    }
    many[0] = 0;
    same_shapes(BL_F32, BL_MAX_RANK + 1, many);
    ok(make(NULL) == BL_OK && plan.count == 0, "… and a dim of 0");
}

static void test_pointers(void)
{
    char text[100];
    const size_t shape[2] = {3, 7};
    const size_t empty[2] = {3, 0};
    float x[21], y[22], z[21];
    const void *data[2] = {x, y};
    const void *without[2] = {x, NULL};
    const void *misaligned[2] = {x, (const char *)y + 1};

    for (size_t i = 0; i < 21; ++i) {
        x[i] = (float)i;
        y[i] = 1.0f;
        z[i] = -1.0f;
    }
    same_shapes(BL_F32, 2, shape);
    is(make(NULL), BL_OK, "a plan");
    ok(bl_plan_describe(&plan, NULL, 10) == bl_plan_describe(&plan, text, sizeof text) && strlen(text) > 10 &&
           bl_plan_describe(&plan, text, 0) == strlen(text),
       "described without room");
    is(bl_plan_run(NULL, data, NULL, z), BL_NULL_POINTER, "run: null plan");
    is(bl_plan_run(&plan, NULL, NULL, z), BL_NULL_POINTER, "run: null inputs");
    is(bl_plan_run(&plan, without, NULL, z), BL_NULL_POINTER, "run: a null input");
    is(bl_plan_run(&plan, data, NULL, NULL), BL_NULL_POINTER, "run: null output");
    is(bl_plan_run(&plan, misaligned, NULL, z), BL_MISALIGNED, "run: an input that is not aligned");
    is(bl_plan_run(&plan, data, NULL, (char *)z + 2), BL_MISALIGNED, "run: an output that is not aligned");
    data[1] = (const void *)(UINTPTR_MAX - 7);
    is(bl_plan_check(&plan, data, NULL, z), BL_SIZE_OVERFLOW, "check: an input that wraps around the end of memory");
    b.strides[0] = -7;
    is(make(NULL), BL_OK, "a plan that walks backwards");
    data[1] = (const void *)(uintptr_t)8;
    is(bl_plan_check(&plan, data, NULL, z), BL_SIZE_OVERFLOW, "check: an input that reaches below 0");
    ok(z[0] == -1.0f && z[20] == -1.0f, "nothing was written");

    same_shapes(BL_F32, 2, empty);
    ok(make(NULL) == BL_OK && plan.count == 0, "a dim of 0");
    is(bl_plan_run(&plan, without, NULL, NULL), BL_OK, "run: no elements, no pointers");
    bl_plan_run_part(&plan, 0, 2, without, NULL, NULL);
    is(bl_run(add, inputs, NULL, &out.array, NULL), BL_OK, "bl_run: no elements, no pointers");

    same_shapes(BL_F32, 0, NULL);
    a.array.shape = b.array.shape = out.array.shape = NULL;
    a.array.strides = b.array.strides = out.array.strides = NULL;
    a.array.data = &x[3];
    b.array.data = &y[0];
    out.array.data = &z[1];
    ok(bl_run(add, inputs, NULL, &out.array, NULL) == BL_OK && z[1] == 4.0f && z[0] == -1.0f && z[2] == -1.0f, "rank 0");
    b.array.data = NULL;
    is(bl_run(add, inputs, NULL, &out.array, NULL), BL_NULL_POINTER, "bl_run: a null input");
}

static void test_zero_divisors(void)
{
    const bl_op *div = bl_op_by_name("div");
    const size_t shape[2] = {3, 4};
    const size_t column[2] = {3, 1};
    int32_t x[12], y[24], z[12];
    const void *data[2] = {x, y};
    bl_options options = BL_DEFAULT_OPTIONS;

    for (size_t i = 0; i < 12; ++i) {
        x[i] = 100;
        y[i] = y[i + 12] = 7;
        z[i] = -1;
    }
    options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    same_shapes(BL_I32, 2, shape);
    ok(bl_plan_make(&plan, div, inputs, &out.array, &options) == BL_OK && bl_plan_run(&plan, data, NULL, z) == BL_OK &&
           z[0] == 14 && z[11] == 14,
       "divisors without zeros");
    x[5] = 0;
    ok(bl_plan_run(&plan, data, NULL, z) == BL_OK && z[5] == 0, "a zero dividend is no error");
    for (size_t i = 0; i < 12; ++i) {
        z[i] = -1;
        y[i] = 0;
        ok(bl_plan_run(&plan, data, NULL, z) == BL_ZERO_DIVISOR && z[0] == -1, "divisor %zu is zero", i);
        y[i] = 7;
    }
    b.strides[0] = 6;
    ok(bl_plan_make(&plan, div, inputs, &out.array, &options) == BL_OK && bl_plan_run(&plan, data, NULL, z) == BL_OK,
       "divisors with gaps");
    for (size_t i = 0; i < 12; ++i) {
        y[i / 4 * 6 + i % 4] = 0;
        is(bl_plan_check(&plan, data, NULL, z), BL_ZERO_DIVISOR, "divisor %zu is zero, with gaps", i);
        y[i / 4 * 6 + i % 4] = 7;
    }
    same_shapes(BL_I32, 2, shape);
    is(bl_plan_make(&plan, div, inputs, &out.array, &options), BL_OK, "without gaps again");
    y[3] = 256; /* a zero byte is not a zero */
    ok(bl_plan_run(&plan, data, NULL, z) == BL_OK && z[3] == 0 && z[0] == 14, "a divisor of 256");
    y[3] = 0;
    ok(bl_plan_make(&plan, div, inputs, &out.array, NULL) == BL_OK && bl_plan_run(&plan, data, NULL, z) == BL_OK && z[3] == 0,
       "not refused: x / 0 is 0");

    set_shape(&b, BL_I32, 2, column);
    b.strides[0] = -3; /* y[6], y[3], y[0] */
    data[1] = &y[6];
    ok(bl_plan_make(&plan, div, inputs, &out.array, &options) == BL_OK &&
           bl_plan_run(&plan, data, NULL, z) == BL_ZERO_DIVISOR,
       "a zero among divisors that are walked backwards");
    y[3] = 7;
    y[1] = y[2] = y[4] = y[5] = 0;
    ok(bl_plan_run(&plan, data, NULL, z) == BL_OK && z[0] == 14, "zeros between the divisors do not count");

    same_shapes(BL_F32, 2, shape);
    if (table_of(div, BL_F32) != NULL) {
        static const float ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        static const float zeros[12] = {0};
        const void *floats[2] = {ones, zeros};
        float quotients[12];

        ok(bl_plan_make(&plan, div, inputs, &out.array, &options) == BL_OK &&
               bl_plan_run(&plan, floats, NULL, quotients) == BL_OK && quotients[0] > 3e38f,
           "floats are never refused");
    } else {
        skip("floats are never refused", "this library does not divide f32");
    }
}

int main(void)
{
    add = bl_op_by_name("add");
    test_strings();
    test_plan_errors();
    test_sizes();
    test_pointers();
    test_zero_divisors();
    return done_testing();
}
