/* Cases that random layouts rarely reach: dims that merge only once all are known, strides that repeat elements,
 * sizes near the end of memory, and hand-made tables with variants that lack patterns.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT 512

/* ---- Hand-made tables: a - b, with variants that lack patterns ---- */

static size_t calls[2]; /* by variant */

static void subtract(size_t cols, const float *a, ptrdiff_t a_col, const float *b, ptrdiff_t b_col, float *out, size_t rows,
                     const ptrdiff_t *row)
{
    for (;; a += row[1], b += row[2], out += row[0]) {
        for (size_t c = 0; c < cols; ++c) {
            out[c] = a[(ptrdiff_t)c * a_col] - b[(ptrdiff_t)c * b_col];
        }
        if (--rows == 0) {
            return;
        }
    }
}

static void vv(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row)
{
    ++calls[1];
    subtract(cols, (const float *)a, 1, (const float *)b, 1, (float *)out, rows, row);
}

static void vs(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row)
{
    ++calls[1];
    subtract(cols, (const float *)a, 1, (const float *)b, 0, (float *)out, rows, row);
}

static void better_vs(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row)
{
    ++calls[0];
    subtract(cols, (const float *)a, 1, (const float *)b, 0, (float *)out, rows, row);
}

/* The kernels, indexed by the held inputs: none, a, b. */
static const bl_kernel all[] = {(bl_kernel)vv, NULL, (bl_kernel)vs, NULL};
static const bl_kernel none_held[] = {(bl_kernel)vv, NULL, NULL, NULL};
static const bl_kernel better[] = {NULL, NULL, (bl_kernel)better_vs, NULL};
static const bl_variant two_variants[] = {{BL_ISA_SCALAR, 1, 1, 1, better, NULL}, {BL_ISA_SCALAR, 1, 1, 1, all, NULL}};
static const bl_variant without_held[] = {{BL_ISA_SCALAR, 1, 1, 1, none_held, NULL}};

#define SUBTRACTION(variants, count)                                                                                \
    {                                                                                                               \
        "subtract", variants, NULL, 2, BL_CALL_2, 0, 0, 0, count, BL_NO_PARAMETERS, 0, 4, {BL_F32, BL_F32, BL_F32}, \
            {2, 2, 2} BL_NO_PACKED                                                                                  \
    }

static const bl_table by_two = SUBTRACTION(two_variants, 2), by_one = SUBTRACTION(without_held, 1);

static float a[COUNT], b[COUNT], out[COUNT];

static void fill_floats(void)
{
    for (size_t i = 0; i < COUNT; ++i) {
        a[i] = (float)(3 * i);
        b[i] = (float)(i % 7);
        out[i] = -1;
    }
}

static bl_array array_of(void *data, size_t rank, const size_t *shape, const ptrdiff_t *strides)
{
    const bl_array array = {data, BL_F32, rank, shape, strides};

    return array;
}

static void test_lower_patterns(void)
{
    static const size_t shape[1] = {COUNT};
    const bl_array x = array_of(a, 1, shape, NULL), y = array_of(b, 1, shape, NULL), one = array_of(b + 1, 0, NULL, NULL),
                   z = array_of(out, 1, shape, NULL);
    const bl_array *const arrays[] = {&x, &y}, *const with_value[] = {&x, &one};
    const void *const data[] = {a, b}, *const value_data[] = {a, b + 1};
    size_t wrong = 0;
    char text[100];
    bl_plan plan;

    fill_floats();
    ok(bl_plan_make_table(&plan, &by_two, arrays, &z, NULL) == BL_OK && bl_plan_run(&plan, data, NULL, out) == BL_OK,
       "a pattern that the better variant lacks");
    for (size_t i = 0; i < COUNT; ++i) {
        wrong += out[i] != a[i] - b[i];
    }
    bl_plan_describe(&plan, text, sizeof text);
    ok(strncmp(text, "vv, scalar, direct, ", 20) == 0, "which is said: %s", text);
    ok(wrong == 0 && calls[0] == 0 && calls[1] > 0, "is the lower one's");
    calls[1] = 0;
    ok(bl_plan_make_table(&plan, &by_two, with_value, &z, NULL) == BL_OK && bl_plan_run(&plan, value_data, NULL, out) == BL_OK,
       "a pattern that it has");
    for (size_t i = 0; i < COUNT; ++i) {
        wrong += out[i] != a[i] - 1;
    }
    ok(wrong == 0 && calls[0] > 0 && calls[1] == 0, "is its own");
}

#if BL_WITH_FOLDS
#if HAS_TILES
static void vs_stream(size_t cols, void *to, const void *const *inputs)
{
    subtract(cols, (const float *)inputs[0], 1, (const float *)inputs[1], 0, (float *)to, 1, NULL);
}

static void vv_stream(size_t cols, void *to, const void *const *inputs)
{
    subtract(cols, (const float *)inputs[0], 1, (const float *)inputs[1], 1, (float *)to, 1, NULL);
}
#else
#define vs_stream vs /* it is not called */
#define vv_stream vv
#endif

static size_t fences;

static void fence(void)
{
    ++fences;
}

static const bl_kernel streams_all[] = {(bl_kernel)vv_stream, NULL, (bl_kernel)vs_stream, NULL, fence};
static const bl_kernel streams_vv[] = {(bl_kernel)vv_stream, NULL, NULL, NULL, fence};
static const bl_variant with_one_stream[] = {{BL_ISA_SCALAR, 1, 1, 1, all, streams_vv}};
static const bl_variant with_all_streams[] = {{BL_ISA_SCALAR, 1, 1, 1, all, streams_all}};

static const bl_table by_streams = SUBTRACTION(with_one_stream, 1), by_all_streams = SUBTRACTION(with_all_streams, 1);

static int streams(const bl_fold_step *steps)
{
#if HAS_TILES
    return steps->plan.streams;
#else
    (void)steps;
    return 0;
#endif
}

/* a - b - the value of b[3]. */
static void fold_table(const bl_table *table, size_t cache_bytes, int may_stream, const char *what)
{
    static const size_t shape[1] = {COUNT};
    const bl_array x = array_of(a, 1, shape, NULL), y = array_of(b, 1, shape, NULL), one = array_of(b + 3, 0, NULL, NULL),
                   z = array_of(out, 1, shape, NULL);
    const bl_array *const arrays[] = {&x, &y, &one};
    const void *const data[] = {a, b, b + 3};
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_fold_step steps[3];
    size_t wrong = 0;
    bl_status status;

    fill_floats();
    fences = 0;
    options.cache_bytes = cache_bytes;
    status = bl_fold_make_tables(steps, table, NULL, 3, arrays, &z, &options);
    status = status == BL_OK ? bl_fold_run(steps, data, out) : status;
    for (size_t i = 0; i < COUNT; ++i) {
        wrong += out[i] != a[i] - b[i] - 3;
    }
    ok(status == BL_OK && wrong == 0 && streams(steps) == (HAS_TILES && may_stream) && (fences > 0) == streams(steps), "%s", what);
}

static void test_folds(void)
{
    fold_table(&by_one, 0, 0, "a fold whose step holds nothing");
    fold_table(&by_two, 0, 0, "one whose better variant holds alone");
    fold_table(&by_all_streams, 1, 1, "one that streams");
    fold_table(&by_streams, 1, 0, "one that streams, but not what it holds");
}

/* A fold of one input is a copy: here of elements that several indices reach. */
static void test_windows(void)
{
    static const size_t shape[2] = {5, 7};
    static const ptrdiff_t windows[2] = {1, 1}, apart[2] = {20, 2};
    const bl_array x = array_of(a, 2, shape, windows), z = array_of(out, 2, shape, apart);
    const bl_array *const arrays[] = {&x};
    const void *const data[] = {a};
    bl_fold_step steps[1];
    size_t wrong = 0;

    fill_floats();
    ok(bl_fold_make_tables(steps, &by_one, NULL, 1, arrays, &z, NULL) == BL_OK && bl_fold_run(steps, data, out) == BL_OK,
       "windows that slide, onto every other element");
    for (size_t i = 0; i < COUNT; ++i) {
        const size_t row = i / 20, col = i % 20 / 2;
        const int is_written = row < 5 && col < 7 && i % 2 == 0;

        wrong += out[i] != (is_written ? a[row + col] : -1);
    }
    ok(wrong == 0, "come out");
}

static void test_sizes(void)
{
    static const ptrdiff_t far[2] = {PTRDIFF_MAX / 20, -(PTRDIFF_MAX / 20)}, too_far[2] = {PTRDIFF_MAX / 6, -(PTRDIFF_MAX / 6)};
    static const size_t square[2] = {2, 2}, most[1] = {PTRDIFF_MAX / 8 + 5};
    const bl_array near = array_of(a, 2, square, NULL), wide = array_of(a, 2, square, far), too_wide = array_of(a, 2, square, too_far),
                   line = array_of(a, 1, most, NULL);
    const bl_array *arrays[] = {&near, &near, &wide}, *const lines[] = {&line, &line, &line};
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_fold_step steps[3];

    is(bl_fold_make_tables(steps, &by_one, NULL, 3, arrays, &near, NULL), BL_OK, "a fold of what is far apart");
    arrays[2] = &too_wide;
    is(bl_fold_make_tables(steps, &by_one, NULL, 3, arrays, &near, NULL), BL_SIZE_OVERFLOW, "of what is too far, both ways together");
    options.cache_bytes = 100; /* their sum is 64 more than SIZE_MAX, plus 1 */
    ok(bl_fold_make_tables(steps, &by_all_streams, NULL, 3, lines, &line, &options) == BL_OK && streams(steps) == HAS_TILES,
       "of more bytes than can be counted");
}
#endif

/* ---- Dims that merge into one after sorting ---- */

static void test_sorted_dims(void)
{
    static const size_t shape[9] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    static const ptrdiff_t strides[9] = {256, 1, 2, 4, 8, 16, 32, 64, 128}; /* the first dim, which is sorted last, continues the second last */
    const bl_array x = array_of(a, 9, shape, strides), y = array_of(b, 9, shape, strides), z = array_of(out, 9, shape, strides);
    const bl_array *const arrays[] = {&x, &y};
    const void *const data[] = {a, b};
    char text[100];
    size_t wrong = 0;
    bl_plan plan;

    fill_floats();
    ok(bl_plan_make_table(&plan, &by_one, arrays, &z, NULL) == BL_OK && bl_plan_run(&plan, data, NULL, out) == BL_OK, "nine dims in no order");
    for (size_t i = 0; i < COUNT; ++i) {
        wrong += out[i] != a[i] - b[i];
    }
    bl_plan_describe(&plan, text, sizeof text);
    ok(wrong == 0 && plan.rank == 1 && plan.dims[0].extent == COUNT, "are one: %s", text);
}

int main(void)
{
    test_lower_patterns();
#if BL_WITH_FOLDS
    test_folds();
    test_windows();
    test_sizes();
#endif
    test_sorted_dims();
    return done_testing();
}
