/* The texts of bl_plan_describe for typical cases: pattern, strategy, loops. They are the same on every instruction set except for its
 * name. Unless a case says otherwise, all operands fit in the caches.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

typedef struct layout {
    size_t rank;
    size_t shape[4];
    ptrdiff_t strides[4];
} layout;

static bl_plan plan;

/** A plan's text without the name of the instruction set, which is at most `isa`: "vv, replicate, 100 x 3". */
static void describe(const char *op, layout a, layout b, layout out, bl_isa isa, size_t cache_bytes, char *text)
{
    test_array arrays[3];
    const bl_array *inputs[2] = {&arrays[0].array, &arrays[1].array};
    const layout *layouts[3] = {&a, &b, &out};
    bl_options options = BL_DEFAULT_OPTIONS;
    char whole[160];
    char *name, *rest;
    bl_isa named = BL_ISA_ANY;
    bl_status status;

    for (size_t i = 0; i < 3; ++i) {
        set_shape(&arrays[i], BL_F32, layouts[i]->rank, layouts[i]->shape);
        if (layouts[i]->strides[0] != 0) {
            memcpy(arrays[i].strides, layouts[i]->strides, sizeof layouts[i]->strides);
        }
    }
    options.isa = isa;
    options.cache_bytes = cache_bytes;
    status = bl_plan_make(&plan, bl_op_by_name(op), inputs, &arrays[2].array, &options);
    if (status != BL_OK) {
        sprintf(text, "status: %s", bl_status_string(status));
        return;
    }
    bl_plan_describe(&plan, whole, sizeof whole);
    name = strchr(whole, ',') + 2;
    rest = strchr(name, ',');
    *rest = '\0';
    bl_isa_from_name(name, &named);
    sprintf(text, "%.*s%s%s", (int)(name - whole), whole,
            named != BL_ISA_ANY && (bl_isas_up_to(isa) >> named & 1) != 0 ? "" : "beyond the limit, ", rest + 2);
}

/** Runs a case on every instruction set. A kernel without non-temporal stores runs directly in cases in which others stream. */
static void expect_within(size_t cache_bytes, const char *op, const char *what, layout a, layout b, layout out,
                          const char *expected)
{
    const char *streams = strstr(expected, "stream");
    char wrong[200] = "";

    for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
        char text[160], own[160];

        if (!bl_isa_available(isa)) {
            continue;
        }
        describe(op, a, b, out, isa, cache_bytes, text);
        strcpy(own, expected);
        if (streams != NULL && plan.table->variants[plan.variant].streams == NULL) {
            memcpy(own + (streams - expected), "direct", 6);
        }
        if (strcmp(text, own) != 0) {
            sprintf(wrong, "; %s: %s", bl_isa_name(isa), text);
        }
    }
    ok(wrong[0] == '\0', "%s, %s: %s%s", op, what, expected, wrong);
}

static void expect(const char *op, const char *what, layout a, layout b, layout out, const char *expected)
{
    expect_within(SIZE_MAX, op, what, a, b, out, expected);
}

static void expect_beyond(const char *op, const char *what, layout a, layout b, layout out, const char *expected)
{
    expect_within(1, op, what, a, b, out, expected);
}

static layout shape_1(size_t n)
{
    const layout of = {1, {n}, {0}};

    return of;
}

static layout shape_2(size_t m, size_t n)
{
    const layout of = {2, {m, n}, {0}};

    return of;
}

/** The cases that are measured against other libraries, and why each strategy is the right one. */
static void test_measured(void)
{
    static const struct {
        size_t n;
        const char *row, *column;
    } lengths[] = {
        {2, "vv, replicate, 500000 x 2", "vv, repeat, 500000 x 2"},
        {3, "vv, replicate, 333333 x 3", "vv, repeat, 333333 x 3"},
        {4, "vv, replicate, 250000 x 4", "vv, repeat, 250000 x 4"},
        {7, "vv, replicate, 142857 x 7", "vv, repeat, 142857 x 7"},
        {16, "vv, replicate, 62500 x 16", "vs, direct, 62500 x 16"},
        {64, "vv, replicate, 15625 x 64", "vs, direct, 15625 x 64"},
        {1000, "vv, direct, 1000 x 1000", "vs, direct, 1000 x 1000"},
    };
    const size_t million = 1 << 20;
    const layout images = {4, {8, 64, 56, 56}, {0}};
    const layout small_images = {4, {64, 64, 7, 7}, {0}};
    const layout channels = {4, {1, 64, 1, 1}, {0}};
    const layout square = shape_2(1024, 1024);
    const layout transposed = {2, {1024, 1024}, {1, 1024}};
    const layout sliced = {2, {1024, 1000}, {1024, 1}};

    /* everything has the kernel's layout: one call */
    expect("add", "16 elements", shape_1(16), shape_1(16), shape_1(16), "vv, direct, 16");
    expect("add", "1 Mi elements", shape_1(million), shape_1(million), shape_1(million), "vv, direct, 1048576");
    expect("add", "one value", shape_1(million), shape_1(1), shape_1(million), "vs, direct, 1048576");
    /* A row costs more than its few elements. A tile filled with copies of the row serves every call, which then reads only the other
     * input. Long rows are fast anyway, and would soon fill a tile. A column's values are different in each call: they are repeated only
     * for rows that are too short to fill vectors, with a value held for each. */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        const size_t n = lengths[i].n;
        const layout rows = shape_2(1000000 / n, n);

        expect("add", "a row", rows, shape_1(n), rows, lengths[i].row);
        expect("mul", "a column", rows, shape_2(1000000 / n, 1), rows, lengths[i].column);
    }
    /* the row is contiguous, and the column is a value held for each row of the output */
    expect("add", "both sides", shape_2(1024, 1), shape_1(1024), square, "vs, direct, 1024 x 1024");
    /* channels of 3136 elements are long rows; for short ones, a tile contains all repeated values and serves all images */
    expect("mul", "channels of 56 x 56", images, channels, images, "vs, direct, 8 x 64 x 3136");
    expect("mul", "channels of 7 x 7", small_images, channels, small_images, "vv, repeat once, 64 x 64 x 49");
    /* so few elements are not packed: the kernel holds a value at any cost, or plain C computes one element after the other */
    expect("mul", "a column of [4,4]", shape_2(4, 4), shape_2(4, 1), shape_2(4, 4), "vs, direct, 4 x 4");
    expect("floor_div", "16 elements by one value", shape_1(16), shape_1(1), shape_1(16), "vs, direct, 16");
    expect("add", "ten elements, a step of 3", (layout){1, {10}, {3}}, shape_1(10), shape_1(10), "vv, direct, 10 x 1");
    expect("add", "[3,4] transposed", (layout){2, {3, 4}, {1, 3}}, shape_2(3, 4), shape_2(3, 4), "vv, direct, 3 x 4 x 1");
    /* both inputs are small enough to be packed once; then the longest of the outer dims becomes the kernel's rows */
    expect("mul", "two small sides", (layout){4, {8, 1, 6, 1}, {0}}, (layout){3, {7, 1, 5}, {0}},
           (layout){4, {8, 7, 6, 5}, {0}}, "vv, repeat+replicate once, 7 x 8 x 6 x 5");
    /* squares of the transposed input are copied through a tile, so that its cache lines are read once */
    expect("add", "A + B transposed", square, transposed, square, "vv, transpose, 1024 x 1024");
    /* there may be gaps between long rows */
    expect("add", "a slice", sliced, shape_2(1024, 1000), shape_2(1024, 1000), "vv, direct, 1024 x 1000");
    /* kernels take contiguous elements: others are shuffled into a tile */
    expect("add", "an inner stride of 2", (layout){1, {million / 2}, {2}}, shape_1(million / 2), shape_1(million / 2),
           "vv, gather, 524288");
    expect("add", "two inner strides of 2", (layout){1, {million / 2}, {2}}, (layout){1, {million / 2}, {2}},
           shape_1(million / 2), "vv, gather+gather, 524288");
    expect("add", "two columns of [1 Mi, 3]", (layout){1, {million}, {3}}, (layout){1, {million}, {3}}, shape_1(million),
           "vv, gather+gather, 1048576");
    expect("add", "one reversed", shape_1(million), (layout){1, {million}, {-1}}, shape_1(million),
           "vv, gather, 1048576");
    /* a tile contains only steps of the innermost dim, so the stride of 0 along the next one does not matter */
    expect("add", "columns of [64,8], 16 times each", (layout){3, {8, 16, 64}, {1025, 64, 1}}, (layout){3, {8, 16, 64}, {1, 0, 8}},
           (layout){3, {8, 16, 64}, {1025, 64, 1}}, "vv, gather once, 8 x 16 x 64");
    /* results that the caches cannot keep need not pass through them, if whole lines are written */
    expect_beyond("add", "1 Mi elements, beyond the caches", shape_1(million), shape_1(million), shape_1(million),
                  "vv, stream, 1048576");
    expect_beyond("add", "one value, beyond the caches", shape_1(million), shape_1(1), shape_1(million),
                  "vs, stream, 1048576");
    expect_beyond("add", "a column, beyond the caches", shape_2(500, 3000), shape_2(500, 1), shape_2(500, 3000),
                  "vs, stream, 500 x 3000");
    /* … but rows of a few KiB and blocks from tiles are not written in this way */
    expect_beyond("add", "shorter rows, beyond the caches", shape_2(3000, 300), shape_2(3000, 1), shape_2(3000, 300),
                  "vs, direct, 3000 x 300");
    expect_beyond("add", "a short row, beyond the caches", shape_2(333333, 3), shape_1(3), shape_2(333333, 3),
                  "vv, replicate, 333333 x 3");
    expect_beyond("add", "A + B transposed, beyond the caches", square, transposed, square,
                  "vv, transpose, 1024 x 1024");
    expect_beyond("add", "the output strided, beyond the caches", shape_1(million), shape_1(million),
                  (layout){1, {million}, {3}}, "vv, scatter, 1048576");
}

int main(void)
{
    const layout scalar = {0, {0}, {0}};
    const layout line = {1, {1000}, {0}};
    const layout cube = {3, {10, 20, 30}, {0}};
    const layout cube_f = {3, {10, 20, 30}, {1, 10, 200}};
    const layout cube_back = {3, {10, 20, 30}, {-600, -30, -1}};
    const layout rows_3 = {2, {5000, 3}, {0}};
    const layout rows_1000 = {2, {500, 1000}, {0}};
    const layout square = {2, {300, 300}, {0}};
    const layout square_t = {2, {300, 300}, {1, 300}};
    const layout gappy = {2, {500, 1000}, {1100, 1}};

    test_measured();
    expect("add", "same shape", cube, cube, cube, "vv, direct, 6000");
    expect("add", "same shape, all column-major", cube_f, cube_f, cube_f, "vv, direct, 6000");
    expect("add", "same shape, all backwards", cube_back, cube_back, cube_back, "vv, direct, 6000");
    expect("add", "one element", scalar, scalar, scalar, "vv, direct, 1");
    expect("add", "dims of 1", (layout){4, {1, 1000, 1, 1}, {0}}, line, (layout){4, {1, 1000, 1, 1000}, {0}},
           "vs, direct, 1000 x 1000");
    expect("sub", "a scalar on the right", line, scalar, line, "vs, direct, 1000");
    expect("sub", "a scalar on the left", scalar, line, line, "sv, direct, 1000");
    expect("add", "a scalar on the left: it commutes", scalar, line, line, "vs, direct, 1000");
    expect("add", "long rows", rows_1000, line, rows_1000, "vv, direct, 500 x 1000");
    expect("add", "long columns", rows_1000, (layout){2, {500, 1}, {0}}, rows_1000, "vs, direct, 500 x 1000");
    expect("add", "rows with gaps", gappy, gappy, rows_1000, "vv, direct, 500 x 1000");
    expect("add", "short rows", rows_3, (layout){1, {3}, {0}}, rows_3, "vv, replicate, 5000 x 3");
    expect("add", "short columns", rows_3, (layout){2, {5000, 1}, {0}}, rows_3, "vv, repeat, 5000 x 3");
    expect("add", "channels", (layout){4, {64, 64, 7, 7}, {0}}, (layout){4, {1, 64, 1, 1}, {0}},
           (layout){4, {64, 64, 7, 7}, {0}}, "vv, repeat once, 64 x 64 x 49");
    expect("add", "short rows, each for four", (layout){3, {1000, 4, 3}, {0}}, (layout){3, {1000, 1, 3}, {0}},
           (layout){3, {1000, 4, 3}, {0}}, "vv, replicate, 1000 x 4 x 3");
    expect("add", "channels last", (layout){4, {8, 7, 7, 4}, {0}}, (layout){1, {4}, {0}},
           (layout){4, {8, 7, 7, 4}, {0}}, "vv, replicate, 392 x 4");
    expect("add", "an outer sum", (layout){2, {500, 1}, {0}}, line, rows_1000, "vs, direct, 500 x 1000");
    expect("add", "transposed", square, square_t, square, "vv, transpose, 300 x 300");
    expect("add", "both transposed: the output is", square_t, square_t, square, "vv, scatter, 300 x 300");
    expect("add", "every second element", line, (layout){1, {1000}, {2}}, line, "vv, gather, 1000");
    expect("add", "one backwards", line, (layout){1, {1000}, {-1}}, line, "vv, gather, 1000");
    expect("add", "the output strided", line, line, (layout){1, {1000}, {3}}, "vv, scatter, 1000");
    expect("add", "two sides, short", (layout){4, {8, 1, 6, 1}, {0}}, (layout){3, {7, 1, 5}, {0}},
           (layout){4, {8, 7, 6, 5}, {0}}, "vv, repeat+replicate once, 7 x 8 x 6 x 5");

    { /* the text's length, and the part of it that fits */
        test_array a;
        const bl_array *inputs[2] = {&a.array, &a.array};
        char whole[160];
        char part[8];
        size_t length;

        set_shape(&a, BL_F32, 1, line.shape);
        is(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &a.array, NULL), BL_OK, "a plan");
        length = bl_plan_describe(&plan, whole, sizeof whole);
        ok(length == strlen(whole), "the length is the text's");
        memset(part, 'x', sizeof part);
        ok(bl_plan_describe(&plan, part, 6) == length && memcmp(part, whole, 5) == 0 && part[5] == '\0' &&
               part[6] == 'x',
           "a text cut short ends in a zero, and nothing is written beyond");
        ok(bl_plan_describe(&plan, NULL, 0) == length, "the length alone");
        a.shape[0] = 0;
        ok(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &a.array, NULL) == BL_OK &&
               bl_plan_describe(&plan, whole, sizeof whole) > 0,
           "no elements: %s", whole);
        ok(bl_plan_describe(NULL, whole, sizeof whole) > 0, "no plan: %s", whole);
    }
    return done_testing();
}
