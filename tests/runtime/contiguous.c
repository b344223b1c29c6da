/* bl_run_contiguous: every length from 0 to 300 at guard pages, in place, and streamed; and the calls that it refuses.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

static unsigned char before[ARENA_BYTES]; /* the output's arena before each call; making random values is the slowest part */

static void test_lengths(const char *name, bl_dtype dtype, const char *cache)
{
    const bl_op *op = bl_op_by_name(name);
    const bl_table *table = table_of(op, dtype);
    size_t failed = 0;

    for (size_t i = 0; i < op->arity; ++i) {
        fill(&input_arenas[i], (bl_dtype)table->dtypes[i + 1]);
    }
    fill(&out_arena, (bl_dtype)table->dtypes[0]);
    memcpy(before, out_arena.bytes, ARENA_BYTES);
    for (size_t n = 0; n <= 300 && failed == 0; ++n) {
        for (size_t in_place = 0; in_place <= op->arity; ++in_place) { /* arity: none is in place */
            test_array inputs[BL_MAX_ARITY], out;
            const void *data[BL_MAX_ARITY];

            set_shape(&out, (bl_dtype)table->dtypes[0], 1, &n);
            memcpy(out_arena.bytes, before, ARENA_BYTES);
            if (n > 0) {
                place(&out, &out_arena, n % 2 == 0);
            }
            for (size_t i = 0; i < op->arity; ++i) {
                set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], 1, &n);
                if (n > 0) {
                    place(&inputs[i], &input_arenas[i], n % 2 == 0);
                }
                if (i == in_place && table->dtypes[i + 1] == table->dtypes[0]) {
                    inputs[i].array.data = out.array.data;
                }
                data[i] = inputs[i].array.data;
            }
            memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
            for (size_t k = 0; k < n; ++k) {
                const unsigned char *from[BL_MAX_ARITY];

                for (size_t i = 0; i < op->arity; ++i) {
                    from[i] = element(&inputs[i], 1, &k);
                }
                oracle(name, dtype, from, expected_arena.bytes + (element(&out, 1, &k) - out_arena.bytes));
            }
            failed += bl_run_contiguous(table, n, data, NULL, out.array.data) != BL_OK ||
                      memcmp(expected_arena.bytes, out_arena.bytes, ARENA_BYTES) != 0;
        }
    }
    ok(failed == 0, "%s %s: lengths 0 to 300, in place on each input, a cache of %s", name, bl_dtype_name(dtype), cache);
}

int main(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_F32, BL_F64};
    const bl_table *add = table_of(bl_op_by_name("add"), BL_F32);
    const bl_table *less = table_of(bl_op_by_name("less"), BL_F32);
    float x[64] = {0};
    float out[64] = {0};
    const void *data[2] = {x, x};
    const void *without[2] = {x, NULL};
    const void *at_the_end[2];
    const void *misaligned[2] = {(const char *)x + 1, x};

    make_arenas();
    for (size_t t = 0; t < sizeof dtypes / sizeof *dtypes; ++t) {
        test_lengths("add", dtypes[t], "the usual size");
        test_lengths("less", dtypes[t], "the usual size");
        test_lengths("select", dtypes[t], "the usual size");
    }
    make_caches(1);
    for (size_t t = 2; t < sizeof dtypes / sizeof *dtypes; ++t) {
        test_lengths("add", dtypes[t], "1 KiB");
        test_lengths("less", dtypes[t], "1 KiB");
        test_lengths("select", dtypes[t], "1 KiB");
    }
    make_caches(0);
    out[0] = -1.0f;
    is(bl_run_contiguous(NULL, 8, data, NULL, out), BL_NULL_POINTER, "null table");
    is(bl_run_contiguous(add, 8, NULL, NULL, out), BL_NULL_POINTER, "null inputs");
    is(bl_run_contiguous(add, 8, without, NULL, out), BL_NULL_POINTER, "a null input");
    is(bl_run_contiguous(add, 8, data, NULL, NULL), BL_NULL_POINTER, "null output");
    is(bl_run_contiguous(add, 0, without, NULL, NULL), BL_OK, "no elements, no pointers");
    is(bl_run_contiguous(add, 8, misaligned, NULL, out), BL_MISALIGNED, "an input that is not aligned");
    is(bl_run_contiguous(add, 8, data, NULL, (char *)out + 2), BL_MISALIGNED, "an output that is not aligned");
    is(bl_run_contiguous(add, (size_t)PTRDIFF_MAX / 4 + 1, data, NULL, out), BL_SIZE_OVERFLOW, "too many bytes");
    is(bl_run_contiguous(add, SIZE_MAX, data, NULL, out), BL_SIZE_OVERFLOW, "far too many");
    at_the_end[0] = at_the_end[1] = (const void *)(UINTPTR_MAX - 31);
    is(bl_run_contiguous(add, 9, at_the_end, NULL, out), BL_SIZE_OVERFLOW, "inputs around the end of memory");
    is(bl_run_contiguous(add, 9, data, NULL, (void *)(UINTPTR_MAX - 31)), BL_SIZE_OVERFLOW, "an output around it");
    is(bl_add_f32(9, x, x, (float *)(UINTPTR_MAX - 31)), BL_SIZE_OVERFLOW, "the same of few elements");
    is(bl_run_contiguous(add, 8, data, NULL, x + 7), BL_OVERLAP, "the output begins in an input's last element");
    is(bl_run_contiguous(add, 8, data, NULL, x + 8), BL_OK, "the output begins behind an input");
    data[0] = data[1] = x + 8;
    is(bl_run_contiguous(add, 8, data, NULL, x + 1), BL_OVERLAP, "the output ends in an input's first element");
    is(bl_run_contiguous(add, 8, data, NULL, x), BL_OK, "the output ends before an input");
    data[0] = data[1] = x;
    is(bl_run_contiguous(less, 8, data, NULL, x), BL_OVERLAP, "elements of two sizes are not in place");
    ok(out[0] == -1.0f, "nothing was written where it was refused");
    return done_testing();
}
