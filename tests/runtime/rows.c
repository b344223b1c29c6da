/* Rows of results that are long enough to be split at cache lines: 512 to 2,100 elements, beginning at every position
 * in a cache line, for every width of element and for results narrower than their operands, on every instruction set.
 * Contiguous calls, plans of one or a few rows with gaps between them, held or packed inputs, in place, in parts,
 * streamed, and folds. Memory around the results is checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LINE_BYTES 64 /* as an offset: the end of memory */

typedef enum lie {
    STRAIGHT, /* rows, perhaps with gaps or in reverse order */
    COLUMN,
    ROW,
    BACKWARDS,
    SPREAD,
    TURNED,
    LIES
} lie;

static test_case now;
static bl_isa isa;

static size_t random_length(void)
{
    return random_below(4) == 0 ? 2040 + random_below(61) : 512 + random_below(1589);
}

static void set_lie(test_array *of, bl_dtype dtype, size_t rows, size_t cols, lie how)
{
    const size_t shape[2] = {rows, cols};
    const ptrdiff_t row = (ptrdiff_t)(cols + random_below(3) * random_below(70));
    const ptrdiff_t step = 2 + (ptrdiff_t)random_below(2);
    const ptrdiff_t strides[LIES][2] = {{random_below(4) == 0 ? -row : row, 1}, {1, 0}, {0, 1}, {row, -1}, {step * row, step}, {1, (ptrdiff_t)rows}};

    set_shape(of, dtype, 2, shape);
    memcpy(of->strides, strides[how], sizeof strides[how]);
}

/** Place it a given number of bytes after a line's start, or at the very end of memory. */
static void place_at(test_array *of, const arena *in, size_t offset)
{
    place(of, in, offset == LINE_BYTES);
    of->array.data = (unsigned char *)of->array.data + offset % LINE_BYTES;
}

/** Place it anywhere. */
static void place_input(test_array *of, const arena *in)
{
    const size_t width = bl_dtype_size(of->array.dtype);

    place_at(of, in, random_below(4) == 0 ? LINE_BYTES : random_below(LINE_BYTES / width) * width);
}

static void fill_inputs(const char *op, bl_dtype dtype)
{
    now.op = bl_op_by_name(op);
    now.dtype = dtype;
    for (size_t i = 0; i < now.op->arity; ++i) {
        fill(&input_arenas[i], (bl_dtype)table_of(now.op, dtype)->dtypes[i + 1]);
    }
}

/* ---- Plans ---- */

static int run_plan(size_t rows, size_t offset)
{
    static const size_t caches[] = {0, 1, SIZE_MAX};
    const bl_options defaults = BL_DEFAULT_OPTIONS;
    const bl_table *table = table_of(now.op, now.dtype);
    const size_t cols = random_length(), in_place = random_below(3 * now.op->arity);

    now.options = defaults;
    now.options.isa = isa;
    now.options.cache_bytes = caches[random_below(COUNT(caches))];
    now.parts = random_below(2) * random_below(8);
    set_lie(&now.out, (bl_dtype)table->dtypes[0], rows, cols, STRAIGHT);
    place_at(&now.out, &out_arena, offset);
    memcpy(out_arena.bytes, input_arenas[now.op->arity - 1].bytes, ARENA_BYTES);
    for (size_t i = 0; i < now.op->arity; ++i) {
        set_lie(&now.inputs[i], (bl_dtype)table->dtypes[i + 1], rows, cols, random_below(2) == 0 ? STRAIGHT : (lie)random_below(LIES));
        place_input(&now.inputs[i], &input_arenas[i]);
        if (i == in_place && table->dtypes[i + 1] == table->dtypes[0]) {
            memcpy(now.inputs[i].strides, now.out.strides, sizeof now.out.strides);
            now.inputs[i].array.data = now.out.array.data;
        }
    }
    if (!run_case(&now)) {
        printf("# at most %s, %zu bytes off a line\n", bl_isa_name(isa), offset);
        print_case(&now);
        return 0;
    }
    return 1;
}

/* ---- Contiguous calls and folds ---- */

/** Place the operands of a line of n elements, and store their addresses in `data`. Inputs may be the output itself. */
static void lay_out_line(size_t n, bl_dtype type, const uint8_t *input_types, size_t count, size_t offset, const void **data)
{
    const size_t in_place = random_below(2 * count);

    set_shape(&now.out, type, 1, &n);
    place_at(&now.out, &out_arena, offset);
    memcpy(out_arena.bytes, input_arenas[count - 1].bytes, ARENA_BYTES);
    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    for (size_t i = 0; i < count; ++i) {
        set_shape(&now.inputs[i], (bl_dtype)input_types[i], 1, &n);
        place_input(&now.inputs[i], &input_arenas[i]);
        if (i == in_place && input_types[i] == type) {
            now.inputs[i].array.data = now.out.array.data;
        }
        data[i] = now.inputs[i].array.data;
    }
}

static unsigned char *expected_at(size_t k)
{
    return expected_arena.bytes + (element(&now.out, 1, &k) - out_arena.bytes);
}

static int run_contiguous(size_t offset)
{
    const bl_table *table = table_of(now.op, now.dtype);
    const size_t n = random_below(6) == 0 ? 8185 + random_below(100) : random_length();
    const void *data[BL_MAX_ARITY];
    bl_status status;

    lay_out_line(n, (bl_dtype)table->dtypes[0], table->dtypes + 1, table->arity, offset, data);
    for (size_t k = 0; k < n; ++k) {
        const unsigned char *from[BL_MAX_ARITY];

        for (size_t i = 0; i < table->arity; ++i) {
            from[i] = element(&now.inputs[i], 1, &k);
        }
        if (table->arity == 1) {
            float x;

            memcpy(&x, from[0], sizeof x);
            x = -x;
            memcpy(expected_at(k), &x, sizeof x);
        } else {
            oracle(now.op->name, now.dtype, from, expected_at(k));
        }
    }
    if (random_below(2) == 0) {
        status = bl_run_contiguous(table, n, data, NULL, now.out.array.data);
    } else if (table->arity == 1) {
        status = bl_contiguous_1(n, data[0], now.out.array.data, table);
    } else if (table->arity == 2) {
        status = bl_contiguous_2(n, data[0], data[1], now.out.array.data, table);
    } else {
        status = bl_contiguous_3(n, data[0], data[1], data[2], now.out.array.data, table);
    }
    return status == BL_OK && memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) == 0;
}

/** The differences of three inputs, one of them perhaps a single value. */
static int run_fold(size_t offset)
{
    static const bl_fold differ = {.name = "differ", .says = "x0 - x1 - …", .step = &bl_op_sub};
    const uint8_t types[3] = {(uint8_t)now.dtype, (uint8_t)now.dtype, (uint8_t)now.dtype};
    const bl_array *const arrays[3] = {&now.inputs[0].array, &now.inputs[1].array, &now.inputs[2].array};
    const size_t n = random_length(), single = random_below(6);
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_fold_step steps[3];
    const void *data[3];

    options.cache_bytes = random_below(2);
    lay_out_line(n, now.dtype, types, 3, offset, data);
    if (single < 3 && data[single] != now.out.array.data) {
        now.inputs[single].shape[0] = 1;
    }
    for (size_t k = 0; k < n; ++k) {
        const unsigned char *from[2] = {element(&now.inputs[0], 1, &k), element(&now.inputs[1], 1, &k)};
        unsigned char first[8];

        oracle("sub", now.dtype, from, first);
        from[0] = first;
        from[1] = element(&now.inputs[2], 1, &k);
        oracle("sub", now.dtype, from, expected_at(k));
    }
    return bl_run_fold(&differ, 3, arrays, &now.out.array, steps, &options) == BL_OK &&
           memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) == 0;
}

/* ---- Everywhere in a line ---- */

static void test_everywhere(const char *op, bl_dtype dtype)
{
    const size_t width = bl_dtype_size((bl_dtype)table_of(bl_op_by_name(op), dtype)->dtypes[0]);
    const bl_isa most = bl_isa_best();
    size_t failed = 0, failed_calls = 0, failed_folds = 0;

    fill_inputs(op, dtype);
    for (size_t offset = 0; offset <= LINE_BYTES; offset += width) {
        failed += now.op->arity > 1 && (!run_plan(1, offset) || !run_plan(2 + random_below(2), offset));
        bl_isa_limit(isa);
        make_caches(random_below(3) == 0);
        failed_calls += !run_contiguous(offset) || !run_contiguous(offset);
        make_caches(0);
        bl_isa_limit(most);
    }
    if (now.op->arity > 1) { /* the oracle does not have the others */
        ok(failed == 0, "%s, %s %s: plans", bl_isa_name(isa), op, bl_dtype_name(dtype));
    }
    ok(failed_calls == 0, "%s, %s %s: contiguous calls", bl_isa_name(isa), op, bl_dtype_name(dtype));
    if (strcmp(op, "sub") == 0) {
        fill(&input_arenas[2], dtype);
        bl_isa_limit(isa);
        for (size_t offset = 0; offset <= LINE_BYTES; offset += width) {
            failed_folds += !run_fold(offset);
        }
        bl_isa_limit(most);
        ok(failed_folds == 0, "%s, %s: folds", bl_isa_name(isa), bl_dtype_name(dtype));
    }
}

int main(int argc, char **argv)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_F32, BL_F64};

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_arenas();
    for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
        if (!bl_isa_available(isa)) {
            continue;
        }
        for (size_t t = 0; t < COUNT(dtypes); ++t) {
            test_everywhere("sub", dtypes[t]);
        }
        test_everywhere("add", BL_I8);
        test_everywhere("add", BL_F32);
        test_everywhere("less", BL_F32);
        test_everywhere("less", BL_F64);
        test_everywhere("select", BL_U16);
        test_everywhere("negative", BL_F32);
    }
    return done_testing();
}
