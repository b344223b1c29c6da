/* Overlap: in place, interleaved, refused; outputs that overlap themselves. All operands are in one buffer: allowed calls run and are
 * compared, and calls with wrong results must be refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define ROOM 4096

static int32_t buffer[ROOM];
static int32_t before[ROOM];

/** out = x - 1 within one buffer. Returns the status. If that is BL_OK, the result must be as if everything were read first, otherwise the
 * buffer must not change. */
static bl_status subtract(size_t rank, const size_t *shape, size_t x_at, const ptrdiff_t *x_strides, size_t out_at,
                          const ptrdiff_t *out_strides, int *right)
{
    static int32_t ones[ROOM];
    test_array x, y, out;
    const bl_array *inputs[2] = {&x.array, &y.array};
    size_t index[MAX_TEST_RANK] = {0};
    size_t count = 1;
    bl_status status;

    for (size_t i = 0; i < ROOM; ++i) {
        ones[i] = 1;
        before[i] = buffer[i] = (int32_t)(i * 10);
    }
    set_shape(&x, BL_I32, rank, shape);
    set_shape(&y, BL_I32, rank, shape);
    set_shape(&out, BL_I32, rank, shape);
    memcpy(x.strides, x_strides, rank * sizeof *x_strides);
    memcpy(out.strides, out_strides, rank * sizeof *out_strides);
    x.array.data = buffer + x_at;
    y.array.data = ones;
    out.array.data = buffer + out_at;
    status = bl_run(bl_op_by_name("sub"), inputs, NULL, &out.array, NULL);
    *right = 1;
    if (status != BL_OK) {
        *right = memcmp(buffer, before, sizeof buffer) == 0;
        return status;
    }
    for (size_t d = 0; d < rank; ++d) {
        count *= shape[d];
    }
    for (size_t n = 0; n < count; ++n) {
        size_t d = rank;
        const ptrdiff_t from = (const int32_t *)(const void *)element(&x, rank, index) - buffer;
        const ptrdiff_t to = (const int32_t *)(const void *)element(&out, rank, index) - buffer;

        *right = *right && buffer[to] == before[from] - 1;
        while (d > 0 && ++index[d - 1] == shape[d - 1]) {
            index[--d] = 0;
        }
    }
    return status;
}

static void expect(bl_status status, const char *what, size_t rank, const size_t *shape, size_t x_at,
                   const ptrdiff_t *x_strides, size_t out_at, const ptrdiff_t *out_strides)
{
    int right;
    const bl_status got = subtract(rank, shape, x_at, x_strides, out_at, out_strides, &right);

    ok(got == status && right, "%s: %s", what, bl_status_string(status));
}

/** Every pair of small layouts in one buffer: results of calls that are not refused must be right, and calls in place or without overlap
 * must not be refused. */
static void test_all_small(void)
{
    size_t wrong = 0, refused_needlessly = 0, ran = 0, refused = 0;

    for (ptrdiff_t x_row = -6; x_row <= 6; ++x_row) {
        for (ptrdiff_t x_col = -3; x_col <= 3; ++x_col) {
            for (ptrdiff_t out_row = -6; out_row <= 6; ++out_row) {
                for (ptrdiff_t out_col = -3; out_col <= 3; ++out_col) {
                    for (size_t shift = 0; shift < 24; ++shift) {
                        const size_t shape[2] = {3, 4};
                        const ptrdiff_t x_strides[2] = {x_row, x_col};
                        const ptrdiff_t out_strides[2] = {out_row, out_col};
                        int right;
                        const bl_status status = subtract(2, shape, 100, x_strides, 88 + shift, out_strides, &right);
                        const int in_place = shift == 12 && x_row == out_row && x_col == out_col;

                        ran += status == BL_OK;
                        refused += status == BL_OVERLAP;
                        wrong += !right || (status != BL_OK && status != BL_OVERLAP);
                        /* a plain layout in place must run */
                        refused_needlessly += in_place && status != BL_OK && (out_row > 3 * out_col && out_col > 0);
                    }
                }
            }
        }
    }
    ok(wrong == 0 && ran > 0 && refused > 0, "small layouts: %zu ran right, %zu refused, %zu wrong", ran, refused,
       wrong);
    ok(refused_needlessly == 0, "none of them refused in place");
}

int main(void)
{
    const size_t line[1] = {40};
    const size_t plane[2] = {8, 10};
    const ptrdiff_t forth[1] = {1}, back[1] = {-1}, still[1] = {0};
    const ptrdiff_t second[1] = {2}, third[1] = {3}, fourth[1] = {4}, sixth[1] = {6};
    const ptrdiff_t rows[2] = {10, 1}, columns[2] = {1, 8}, tight[2] = {9, 1}, sliding[2] = {1, 1}, flat[2] = {0, 1};
    const ptrdiff_t wide_rows[2] = {20, 1}, mirrored[2] = {20, -1}, even[2] = {20, 2};

    expect(BL_OK, "in place", 1, line, 100, forth, 100, forth);
    expect(BL_OK, "in place, backwards", 1, line, 100, back, 100, back);
    expect(BL_OK, "in place, strided", 1, line, 100, third, 100, third);
    expect(BL_OK, "in place, rows with gaps", 2, plane, 100, wide_rows, 100, wide_rows);
    expect(BL_OK, "in place, columns", 2, plane, 100, columns, 100, columns);
    expect(BL_OK, "side by side", 1, line, 100, forth, 140, forth);
    expect(BL_OK, "side by side, the output first", 1, line, 140, forth, 100, forth);
    expect(BL_OK, "side by side, the input backwards", 1, line, 139, back, 140, forth);
    expect(BL_OVERLAP, "one element shared", 1, line, 100, forth, 139, forth);
    expect(BL_OVERLAP, "one element shared, the output first", 1, line, 139, forth, 100, forth);
    expect(BL_OVERLAP, "one element shared, backwards", 1, line, 140, back, 140, forth);
    expect(BL_OVERLAP, "shifted by one", 1, line, 100, forth, 101, forth);
    expect(BL_OVERLAP, "the same elements, backwards", 1, line, 100, forth, 139, back);
    expect(BL_OVERLAP, "the same pointer, other strides", 1, line, 100, forth, 100, second);
    expect(BL_OVERLAP, "transposed upon itself", 2, plane, 100, rows, 100, columns);
    expect(BL_OVERLAP, "a value within the output", 1, line, 120, still, 100, forth);
    expect(BL_OK, "a value before the output", 1, line, 99, still, 100, forth);
    expect(BL_OK, "odd elements into even ones", 1, line, 101, second, 100, second);
    expect(BL_OVERLAP, "even elements into others", 1, line, 102, second, 100, second);
    expect(BL_OK, "the left half of rows into the right", 2, plane, 100, wide_rows, 110, wide_rows);
    expect(BL_OK, "the right half of rows into the left", 2, plane, 110, wide_rows, 100, wide_rows);
    expect(BL_OVERLAP, "halves of rows that meet", 2, plane, 100, wide_rows, 109, wide_rows);
    expect(BL_OVERLAP, "halves of rows that meet, the output first", 2, plane, 109, wide_rows, 100, wide_rows);
    expect(BL_OK, "the right half of rows, backwards, into the left", 2, plane, 119, mirrored, 100, wide_rows);
    expect(BL_OVERLAP, "halves of rows that meet, backwards", 2, plane, 118, mirrored, 100, wide_rows);
    expect(BL_OVERLAP, "the output backwards into the input's end", 1, line, 100, forth, 145, back);
    expect(BL_OVERLAP, "the input backwards into the output's end", 1, line, 145, back, 100, forth);
    expect(BL_OK, "every fourth element into every sixth, the odd ones", 1, line, 100, fourth, 101, sixth);
    expect(BL_OVERLAP, "every fourth element into every sixth", 1, line, 100, fourth, 102, sixth);
    expect(BL_OK, "odd columns into even ones", 2, plane, 101, even, 100, even);
    expect(BL_OVERLAP, "an output that stands still", 1, line, 100, forth, 1000, still);
    expect(BL_OVERLAP, "an output whose rows are one", 2, plane, 100, rows, 1000, flat);
    expect(BL_OVERLAP, "an output that slides over itself", 2, plane, 100, rows, 1000, sliding);
    expect(BL_OVERLAP, "an output whose rows meet by one element", 2, plane, 100, rows, 1000, tight);
    expect(BL_OK, "an input that slides over itself", 2, plane, 100, sliding, 1000, rows);
    test_all_small();

    { /* in place requires elements of one size */
        static double wide[16];
        static const size_t shape[1] = {16};
        test_array x, y, out;
        const bl_array *inputs[2] = {&x.array, &y.array};

        set_shape(&x, BL_F64, 1, shape);
        set_shape(&y, BL_F64, 1, shape);
        set_shape(&out, BL_BOOL, 1, shape);
        x.array.data = y.array.data = out.array.data = wide;
        is(bl_run(bl_op_by_name("less"), inputs, NULL, &out.array, NULL), BL_OVERLAP, "bytes upon doubles: refused");
    }
    return done_testing();
}
