/* What bl_plan_describe says for the cases that have a name: pattern, form, loops. The instruction set is the
 * machine's.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

typedef struct layout {
    size_t rank;
    size_t shape[4];
    ptrdiff_t strides[4];
} layout;

/** A plan's text without the instruction set: "vv, replicate, 100 x 3". */
static void describe(const char *op, layout a, layout b, layout out, char *text)
{
    test_array arrays[3];
    const bl_array *inputs[2] = {&arrays[0].array, &arrays[1].array};
    const layout *layouts[3] = {&a, &b, &out};
    bl_plan plan;
    char whole[160];
    char *isa;
    bl_status status;

    for (size_t i = 0; i < 3; ++i) {
        set_shape(&arrays[i], BL_F32, layouts[i]->rank, layouts[i]->shape);
        if (layouts[i]->strides[0] != 0) {
            memcpy(arrays[i].strides, layouts[i]->strides, sizeof layouts[i]->strides);
        }
    }
    status = bl_plan_make(&plan, bl_op_by_name(op), inputs, &arrays[2].array, NULL);
    if (status != BL_OK) {
        sprintf(text, "status: %s", bl_status_string(status));
        return;
    }
    bl_plan_describe(&plan, whole, sizeof whole);
    isa = strchr(whole, ',');
    sprintf(text, "%.*s%s", (int)(isa - whole), whole, strchr(isa + 1, ','));
}

static void expect(const char *op, const char *what, layout a, layout b, layout out, const char *expected)
{
    char text[160];

    describe(op, a, b, out, text);
    ok(strcmp(text, expected) == 0, "%s, %s: %s%s%s", op, what, expected, strcmp(text, expected) == 0 ? "" : ", not ",
       strcmp(text, expected) == 0 ? "" : text);
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
    expect("add", "channels", (layout){4, {8, 64, 7, 7}, {0}}, (layout){4, {1, 64, 1, 1}, {0}},
           (layout){4, {8, 64, 7, 7}, {0}}, "vv, repeat, 8 x 64 x 49");
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

    { /* the text's length, and what fits of it */
        test_array a;
        const bl_array *inputs[2] = {&a.array, &a.array};
        bl_plan plan;
        char whole[160];
        char part[8];
        size_t length;

        set_shape(&a, BL_F32, 1, line.shape);
        ok(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &a.array, NULL) == BL_OK, "a plan");
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
