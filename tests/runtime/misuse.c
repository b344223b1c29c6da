/* Calls that are invalid, or valid although they look invalid: null for every argument, dims of SIZE_MAX, a thousand
 * dims; plans that are copied, stored, and run after the arrays from which they were made no longer exist. errors.c,
 * strided.c, folds.c and rules.c test null in the calls that they test.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define MANY_DIMS 1000

static const bl_op *add;
static const bl_table *add_f32;

/* ---- Null ---- */

static void test_null_calls(void)
{
    static const size_t shape[1] = {4};
    float x[4] = {1, 2, 3, 4}, z[4] = {-1, -1, -1, -1};
    test_array a, out;
    const bl_array *inputs[2] = {&a.array, &a.array}, *const without[2] = {&a.array, NULL};
    const void *data[2] = {x, x}, *const without_data[2] = {NULL, x};
    bl_plan plan;

    set_shape(&a, BL_F32, 1, shape);
    set_shape(&out, BL_F32, 1, shape);
    a.array.data = x;
    is(bl_run(NULL, inputs, NULL, &out.array, NULL), BL_NULL_POINTER, "bl_run: null operator");
    is(bl_run(add, NULL, NULL, &out.array, NULL), BL_NULL_POINTER, "bl_run: null inputs");
    is(bl_run(add, without, NULL, &out.array, NULL), BL_NULL_POINTER, "bl_run: a null input");
    is(bl_run(add, inputs, NULL, NULL, NULL), BL_NULL_POINTER, "bl_run: null output");
    is(bl_run(add, inputs, NULL, &out.array, NULL), BL_NULL_POINTER, "bl_run: an output without data");
    is(bl_plan_make_table(NULL, add_f32, inputs, &out.array, NULL), BL_NULL_POINTER, "null plan, of a table");
    is(bl_plan_make_table(&plan, add_f32, NULL, &out.array, NULL), BL_NULL_POINTER, "null inputs, of a table");
    is(bl_plan_make_table(&plan, add_f32, without, &out.array, NULL), BL_NULL_POINTER, "a null input, of a table");
    is(bl_plan_make_table(&plan, add_f32, inputs, NULL, NULL), BL_NULL_POINTER, "null output, of a table");
    is(bl_plan_make_table(&plan, add_f32, inputs, &out.array, NULL), BL_OK, "a plan");
    ok(bl_plan_check(NULL, data, NULL, z) == BL_NULL_POINTER && bl_plan_check(&plan, NULL, NULL, z) == BL_NULL_POINTER &&
           bl_plan_check(&plan, without_data, NULL, z) == BL_NULL_POINTER &&
           bl_plan_check(&plan, data, NULL, NULL) == BL_NULL_POINTER,
       "check: null at each argument");
    ok(bl_run_contiguous(NULL, 4, data, NULL, z) == BL_NULL_POINTER &&
           bl_run_contiguous(add_f32, 4, NULL, NULL, z) == BL_NULL_POINTER &&
           bl_run_contiguous(add_f32, 4, without_data, NULL, z) == BL_NULL_POINTER &&
           bl_run_contiguous(add_f32, 4, data, NULL, NULL) == BL_NULL_POINTER,
       "contiguous: null at each argument");
    is(bl_run_contiguous(add_f32, 0, NULL, NULL, NULL), BL_OK, "contiguous: no elements, no pointers");
    ok(bl_run_contiguous(NULL, 0, NULL, NULL, NULL) == BL_NULL_POINTER &&
           bl_run_strided(NULL, 0, NULL, NULL, NULL, NULL, 0) == BL_NULL_POINTER,
       "no elements of a null table");
    ok(bl_contiguous_2(4, NULL, x, z, add_f32) == BL_NULL_POINTER && bl_contiguous_2(4, x, NULL, z, add_f32) == BL_NULL_POINTER &&
           bl_contiguous_2(4, x, x, NULL, add_f32) == BL_NULL_POINTER,
       "contiguous, of two: null at each argument");
    ok(z[0] == -1.0f && z[3] == -1.0f, "nothing was written");
}

static void test_null_lookups(void)
{
    static const ptrdiff_t steps[2] = {4, 4};
    static const int32_t zeros[4] = {0};
    static const size_t shape[1] = {4};
    const bl_dtype i32 = BL_I32;
    const bl_table *div = table_of(bl_op_by_name("div"), BL_I32);
    const void *const data[2] = {zeros, zeros};
    test_array a;
    const bl_array *const inputs[2] = {&a.array, &a.array};
    bl_plan plan;
    char text[32];

    ok(bl_op_table(NULL, &i32) == NULL && bl_op_table(add, NULL) == NULL, "a table: null at each argument");
    ok(bl_parameter_by_name(NULL, "low") == NULL && bl_parameter_by_name(add_f32, NULL) == NULL,
       "a parameter by name: null at each argument");
    bl_parameters_default(NULL, text);
    bl_parameters_default(add_f32, NULL);
    ok(bl_plan_describe(NULL, text, sizeof text) == strlen(text) && bl_plan_describe(NULL, NULL, 0) == strlen(text),
       "no plan, described");
    set_shape(&a, BL_I32, 1, shape);
    if (div == NULL) {
        skip("division: null at each argument", "this library does not divide i32");
        return;
    }
    ok(bl_plan_make_table(&plan, div, inputs, &a.array, NULL) == BL_OK && bl_plan_division(&plan, data) == BL_DIVIDED_BY_ZERO,
       "zeros over zeros");
    ok(bl_plan_division(NULL, data) == 0 && bl_plan_division(&plan, NULL) == 0, "division: null at each argument");
    ok(bl_strided_division(div, 4, data, steps) == BL_DIVIDED_BY_ZERO && bl_strided_division(NULL, 4, data, steps) == 0 &&
           bl_strided_division(div, 4, NULL, steps) == 0 && bl_strided_division(div, 4, data, NULL) == 0,
       "division along a line: null at each argument");
}

static void test_null_parameters(void)
{
    const bl_op *op = bl_op_by_name("leaky_relu");
    const bl_table *table = op == NULL ? NULL : table_of(op, BL_F32);
    static const size_t shape[1] = {2};
    static const ptrdiff_t step = 4;
    float x[2] = {1, 2}, z[2] = {-1, -1};
    const void *const data[1] = {x};
    test_array a;
    const bl_array *const inputs[1] = {&a.array};
    bl_plan plan;

    if (table == NULL) {
        skip("null parameters", "this library has no leaky_relu of f32");
        return;
    }
    set_shape(&a, BL_F32, 1, shape);
    is(bl_plan_make_table(&plan, table, inputs, &a.array, NULL), BL_OK, "a plan with parameters");
    ok(bl_plan_check(&plan, data, NULL, z) == BL_NULL_POINTER && bl_plan_run(&plan, data, NULL, z) == BL_NULL_POINTER &&
           bl_run_contiguous(table, 2, data, NULL, z) == BL_NULL_POINTER &&
           bl_run_strided(table, 2, data, &step, NULL, z, 4) == BL_NULL_POINTER && z[0] == -1.0f,
       "null parameters");
}

#if BL_WITH_FOLDS
static void test_null_folds(void)
{
    static const size_t shape[1] = {4};
    float x[4] = {1, 2, 3, 4};
    test_array a, out;
    const bl_array *const inputs[3] = {&a.array, &a.array, &a.array}, *const without[3] = {&a.array, NULL, &a.array};
    bl_fold_step steps[3];

    set_shape(&a, BL_F32, 1, shape);
    set_shape(&out, BL_F32, 1, shape);
    a.array.data = x;
    ok(bl_fold_make_tables(NULL, add_f32, NULL, 3, inputs, &out.array, NULL) == BL_NULL_POINTER &&
           bl_fold_make_tables(steps, add_f32, NULL, 3, NULL, &out.array, NULL) == BL_NULL_POINTER &&
           bl_fold_make_tables(steps, add_f32, NULL, 3, without, &out.array, NULL) == BL_NULL_POINTER &&
           bl_fold_make_tables(steps, add_f32, NULL, 3, inputs, NULL, NULL) == BL_NULL_POINTER,
       "a fold of tables: null at each argument");
    is(bl_fold_make_tables(steps, add_f32, NULL, 0, NULL, &out.array, NULL), BL_NO_INPUTS, "of no inputs, there may be no array");
    is(bl_run_fold(NULL, 3, inputs, &out.array, steps, NULL), BL_NULL_POINTER, "a fold in one call: null fold");
}
#endif

/* ---- Dims ---- */

static size_t many[MANY_DIMS], many_twos[MANY_DIMS];
static ptrdiff_t wild[MANY_DIMS];

static bl_array array_of(size_t rank, const size_t *shape, const ptrdiff_t *strides)
{
    const bl_array made = {NULL, BL_F32, rank, shape, strides};

    return made;
}

/** Add two arrays of these shapes. */
static bl_status plan_add(bl_plan *plan, const bl_array *a, const bl_array *b, const bl_array *out)
{
    const bl_array *const inputs[2] = {a, b};

    return bl_plan_make(plan, add, inputs, out, NULL);
}

static void test_huge_dims(void)
{
    static const size_t shapes[][2] = {{SIZE_MAX, 1}, {1, SIZE_MAX}, {2, SIZE_MAX}, {SIZE_MAX, 2}, {SIZE_MAX, SIZE_MAX}, {(size_t)PTRDIFF_MAX + 1, 1}, {SIZE_MAX / 2 + 2, 2}, {SIZE_MAX / 4 + 2, 4}};
    static const size_t empty[][2] = {{SIZE_MAX, 0}, {0, SIZE_MAX}};
    static const size_t one[1] = {1};
    static const ptrdiff_t held[2] = {0, 0};
    size_t shape[2] = {0, 0}, rank = 0;
    size_t right = 0;
    bl_plan plan;

    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
        const bl_array all = array_of(2, shapes[s], NULL), same = array_of(2, shapes[s], held), single = array_of(1, one, NULL);
        const bl_array *const inputs[2] = {&all, &single};

        right += plan_add(&plan, &all, &all, &all) == BL_SIZE_OVERFLOW && plan_add(&plan, &single, &same, &all) == BL_SIZE_OVERFLOW &&
                 plan_add(&plan, &same, &same, &same) == BL_SIZE_OVERFLOW && plan_add(&plan, &single, &single, &all) != BL_OK &&
                 bl_broadcast_shape(NULL, 2, inputs, 2, shape, &rank) == BL_OK && rank == 2 && shape[0] == shapes[s][0] &&
                 shape[1] == shapes[s][1];
#if BL_WITH_FOLDS
        {
            const bl_array *const three[3] = {&all, &single, &same};
            bl_fold_step steps[3];

            right -= bl_fold_make_tables(steps, add_f32, NULL, 3, three, &all, NULL) != BL_SIZE_OVERFLOW;
        }
#endif
    }
    ok(right == sizeof shapes / sizeof shapes[0], "dims of up to SIZE_MAX: more elements than there can be (%zu)", right);
    for (size_t s = 0; s < 2; ++s) {
        const bl_array none = array_of(2, empty[s], NULL);

        ok(plan_add(&plan, &none, &none, &none) == BL_OK && plan.count == 0, "SIZE_MAX times 0");
    }
    for (size_t back = 0; back < 2; ++back) { /* n << shift wraps, to 0 too */
        float x[1] = {1}, z[1] = {-1};
        const void *const data[2] = {x, x};
        const size_t n = back == 0 ? SIZE_MAX : (SIZE_MAX >> 2) + 1;

        ok(bl_run_contiguous(add_f32, n, data, NULL, z) == BL_SIZE_OVERFLOW && bl_contiguous_2(n, x, x, z, add_f32) == BL_SIZE_OVERFLOW &&
               z[0] == -1.0f,
           "contiguous: %zu elements", n);
    }
}

static void test_many_dims(void)
{
    const size_t ranks[] = {BL_MAX_RANK + 1, 255, 256, 257, 512, MANY_DIMS};
    float x[12], z[12];
    const void *const data[2] = {x, x};
    static size_t shape[MANY_DIMS];
    size_t rank = 0;
    bl_plan plan;

    for (size_t i = 0; i < 12; ++i) {
        x[i] = (float)i;
    }
    for (size_t d = 0; d < MANY_DIMS; ++d) {
        many[d] = 1;
        many_twos[d] = 2;
        wild[d] = d % 2 == 0 ? PTRDIFF_MIN : PTRDIFF_MAX;
    }
    for (size_t r = 0; r < sizeof ranks / sizeof ranks[0]; ++r) {
        const bl_array ones = array_of(ranks[r], many, wild), twos = array_of(ranks[r], many_twos, NULL);
        bl_array shaped = array_of(ranks[r], many, NULL);
        int is_right = 1;

        ok(plan_add(&plan, &ones, &ones, &ones) == BL_OK && plan.count == 1, "%zu dims of 1", ranks[r]);
        memset(z, 0, sizeof z);
        many[0] = 3; /* the outermost, one between, and the innermost */
        many[ranks[r] / 2] = 2;
        many[ranks[r] - 1] = 2;
        is_right = plan_add(&plan, &shaped, &shaped, &shaped) == BL_OK && plan.count == 12 && bl_plan_run(&plan, data, NULL, z) == BL_OK;
        for (size_t i = 0; i < 12; ++i) {
            is_right = is_right && z[i] == 2.0f * x[i];
        }
        ok(is_right, "of which three are longer");
        {
            const bl_array *const inputs[1] = {&shaped};

            ok(bl_broadcast_shape(NULL, 1, inputs, ranks[r] - 1, shape, &rank) == BL_TOO_MANY_DIMS && rank == ranks[r] &&
                   bl_broadcast_shape(NULL, 1, inputs, ranks[r], shape, &rank) == BL_OK && shape[0] == 3 && shape[ranks[r] - 1] == 2,
               "their shape");
        }
        many[0] = 0;
        ok(plan_add(&plan, &shaped, &shaped, &shaped) == BL_OK && plan.count == 0, "of which one is 0");
        many[0] = many[ranks[r] / 2] = many[ranks[r] - 1] = 1;
        ok(ranks[r] < 64 || plan_add(&plan, &twos, &twos, &twos) == BL_SIZE_OVERFLOW, "dims of 2, if there are more than a word has bits");
    }
}

/* More dims than a plan has room for. No two neighbours merge; but all dims except one do once they are sorted by strides. The second
 * input has stride 0 along that one. */
static void test_late_merges(void)
{
    static float x[1 << (BL_MAX_RANK + 4)], y[1 << (BL_MAX_RANK + 4)], z[1 << (BL_MAX_RANK + 4)];
    const void *const data[2] = {x, y};

    for (size_t rank = BL_MAX_RANK + 1; rank <= BL_MAX_RANK + 4; ++rank) {
        const size_t count = (size_t)1 << rank;
        const size_t still = rank / 2;
        ptrdiff_t strides[BL_MAX_RANK + 4], own[BL_MAX_RANK + 4];
        ptrdiff_t next = 1, own_next = 1;
        bl_array a = array_of(rank, many_twos, strides), b = array_of(rank, many_twos, own);
        bl_plan plan;
        size_t wrong = 0;

        for (size_t parity = 0; parity < 2; ++parity) { /* every other dim comes first in memory */
            for (size_t d = parity; d < rank; d += 2) {
                strides[d] = next;
                own[d] = d == still ? 0 : own_next;
                next *= 2;
                own_next *= d == still ? 1 : 2;
            }
        }
        for (size_t i = 0; i < count; ++i) {
            x[i] = (float)random_below(1000);
            y[i] = (float)random_below(1000);
            z[i] = -1;
        }
        ok(plan_add(&plan, &a, &b, &a) == BL_OK && bl_plan_run(&plan, data, NULL, z) == BL_OK, "%zu dims that merge when they are sorted", rank);
        for (size_t i = 0; i < count; ++i) {
            ptrdiff_t at = 0, own_at = 0;

            for (size_t d = 0; d < rank; ++d) {
                at += (ptrdiff_t)(i >> d & 1) * strides[d];
                own_at += (ptrdiff_t)(i >> d & 1) * own[d];
            }
            wrong += z[at] != x[at] + y[own_at];
        }
        ok(wrong == 0, "and their sums");
    }
}

/* ---- Corners ---- */

static void test_corners(void)
{
    static const size_t one[1] = {1}, four[1] = {4};
    static const uint32_t dividends[4] = {UINT32_C(1) << 31, 1, 2, 3}, divisors[4] = {UINT32_MAX, 1, UINT32_MAX, 1};
    const void *const divided[2] = {dividends, divisors};
    const bl_table *less = table_of(bl_op_by_name("less"), BL_F32), *div = table_of(bl_op_by_name("div"), BL_U32);
    bl_options options = BL_DEFAULT_OPTIONS;
    float x[4] = {1, 2, 3, 4};
    const void *const data[2] = {x, x};
    test_array a, b, out;
    const bl_array *const inputs[2] = {&a.array, &b.array};
    size_t shape[1], rank = 7;
    bl_plan plan;

    ok(bl_broadcast_shape(NULL, 0, NULL, 1, shape, &rank) == BL_OK && rank == 0, "no inputs have no shape");
    options.rule = BL_RULE_NONE;
    set_shape(&a, BL_F32, 1, one);
    set_shape(&b, BL_F32, 1, four);
    set_shape(&out, BL_F32, 1, four);
    a.array.strides = b.array.strides = out.array.strides = NULL;
    is(bl_plan_make(&plan, add, inputs, &out.array, &options), BL_SHAPES_DIFFER, "one value beside four, without broadcasting");
    set_shape(&b, BL_F32, 1, one);
    set_shape(&out, BL_BOOL, 1, one);
    ok(less == NULL || (bl_plan_make_table(&plan, less, inputs, &out.array, NULL) == BL_OK &&
                        bl_plan_check(&plan, data, NULL, (unsigned char *)x + 1) == BL_OVERLAP &&
                        bl_plan_check(&plan, data, NULL, (unsigned char *)x + 4) == BL_OK),
       "one value within another");
    set_shape(&a, BL_U32, 1, four);
    set_shape(&b, BL_U32, 1, four);
    set_shape(&out, BL_U32, 1, four);
    ok(div == NULL || (bl_plan_make_table(&plan, div, inputs, &out.array, NULL) == BL_OK && bl_plan_division(&plan, divided) == 0),
       "what is unsigned has no -1");
}

#if BL_WITH_FOLDS
static void test_fold_corners(void)
{
    static const size_t two[1] = {2};
    static const ptrdiff_t too_far[1] = {PTRDIFF_MAX};
    const bl_array single = array_of(0, NULL, NULL), pair = array_of(1, two, NULL), spread = array_of(1, two, too_far);
    const bl_array *const singles[3] = {&single, &single, &single}, *const pairs[3] = {&pair, &pair, &pair};
    const bl_array *const spreads[3] = {&pair, &spread, &pair};
    float x[1] = {2}, y[1] = {3}, z[1] = {0};
    const void *const data[3] = {x, y, y};
    bl_fold_step steps[3];

    ok(bl_fold_make_tables(steps, add_f32, NULL, 3, singles, &single, NULL) == BL_OK && bl_fold_run(steps, data, z) == BL_OK && z[0] == 8.0f,
       "a fold of single values without a shape");
    is(bl_fold_check(steps, NULL, z), BL_NULL_POINTER, "its check: null inputs");
    ok(bl_fold_make_tables(steps, add_f32, NULL, 3, pairs, &spread, NULL) == BL_SIZE_OVERFLOW &&
           bl_fold_make_tables(steps, add_f32, NULL, 3, spreads, &pair, NULL) == BL_SIZE_OVERFLOW,
       "a fold of elements that are too far apart");
#if SIZE_MAX > UINT32_MAX
    is(bl_fold_make_tables(steps, add_f32, NULL, SIZE_MAX, pairs, &pair, NULL), BL_SIZE_OVERFLOW, "a fold of SIZE_MAX inputs");
#endif
}
#endif

/* ---- Plans that outlive the arrays from which they were made ---- */

/** An array of f32 with its shape and strides in separate memory. */
static bl_array *lent_array(size_t rank, const size_t *shape, const ptrdiff_t *strides)
{
    bl_array *made = (bl_array *)malloc(sizeof *made);
    size_t *own_shape = (size_t *)malloc(rank * sizeof *own_shape);
    ptrdiff_t *own_strides = (ptrdiff_t *)malloc(rank * sizeof *own_strides);

    if (made == NULL || own_shape == NULL || own_strides == NULL) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    memcpy(own_shape, shape, rank * sizeof *shape);
    memcpy(own_strides, strides, rank * sizeof *strides);
    *made = array_of(rank, own_shape, own_strides);
    return made;
}

/** Overwrite it, and free it. */
static void take_back(bl_array *lent)
{
    memset((void *)lent->shape, 0xa5, lent->rank * sizeof *lent->shape);
    memset((void *)lent->strides, 0xa5, lent->rank * sizeof *lent->strides);
    free((void *)lent->shape);
    free((void *)lent->strides);
    memset(lent, 0xa5, sizeof *lent);
    free(lent);
}

#define ROWS 37
#define COLS 53

static float left[ROWS * COLS], right_side[ROWS * COLS], sums[ROWS * COLS];

static int is_sum(ptrdiff_t by_row, ptrdiff_t by_col, size_t times)
{
    size_t wrong = 0;

    for (size_t r = 0; r < ROWS; ++r) {
        for (size_t c = 0; c < COLS; ++c) {
            wrong += sums[r * COLS + c] !=
                     left[r * COLS + c] + (float)times * right_side[(ptrdiff_t)r * by_row + (ptrdiff_t)c * by_col];
        }
    }
    memset(sums, 0, sizeof sums);
    return wrong == 0;
}

static void test_kept(void)
{
    static const size_t shape[2] = {ROWS, COLS};
    static const ptrdiff_t dense[2] = {COLS, 1};
    static const ptrdiff_t strides[][2] = {{COLS, 1}, {1, ROWS}, {0, 1}, {1, 0}, {0, 0}};
    const void *const data[3] = {left, right_side, right_side};

    for (size_t i = 0; i < ROWS * COLS; ++i) {
        left[i] = (float)random_below(1000);
        right_side[i] = (float)random_below(1000);
    }
    for (size_t s = 0; s < sizeof strides / sizeof strides[0]; ++s) {
        bl_array *const a = lent_array(2, shape, dense), *const b = lent_array(2, shape, strides[s]), *const out = lent_array(2, shape, dense);
        const bl_array *inputs[3] = {a, b, b};
        bl_options options = BL_DEFAULT_OPTIONS;
        bl_plan made, copy;
        bl_status status = bl_plan_make(&made, add, inputs, out, &options);
#if BL_WITH_FOLDS
        bl_fold_step steps[3], kept[3];
        const bl_status fold_status = bl_fold_make_tables(steps, add_f32, NULL, 3, inputs, out, &options);

        memcpy(kept, steps, sizeof kept);
        memset(steps, 0xa5, sizeof steps);
#endif
        copy = made;
        memset(&made, 0xa5, sizeof made);
        memset(&options, 0xa5, sizeof options);
        memset(inputs, 0, sizeof inputs);
        take_back(a);
        take_back(b);
        take_back(out);
        for (size_t times = 0; times < 2; ++times) {
            ok(status == BL_OK && bl_plan_run(&copy, data, NULL, sums) == BL_OK && is_sum(strides[s][0], strides[s][1], 1),
               "a copy of a plan, its arrays gone: strides %td, %td", strides[s][0], strides[s][1]);
        }
        status = bl_plan_check(&copy, data, NULL, sums);
        for (size_t part = 0; part < 3; ++part) {
            bl_plan_run_part(&copy, 2 - part, 3, data, NULL, sums);
        }
        ok(status == BL_OK && is_sum(strides[s][0], strides[s][1], 1), "in parts");
#if BL_WITH_FOLDS
        for (size_t times = 0; times < 2; ++times) {
            ok(fold_status == BL_OK && bl_fold_run(kept, data, sums) == BL_OK && is_sum(strides[s][0], strides[s][1], 2),
               "a copy of a fold");
        }
#endif
    }
}

int main(void)
{
    add = bl_op_by_name("add");
    add_f32 = table_of(add, BL_F32);
    test_null_calls();
    test_null_lookups();
    test_null_parameters();
#if BL_WITH_FOLDS
    test_null_folds();
#endif
    test_huge_dims();
    test_many_dims();
    test_late_merges();
    test_corners();
#if BL_WITH_FOLDS
    test_fold_corners();
#endif
    test_kept();
    return done_testing();
}
