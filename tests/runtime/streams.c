/* Streamed results: with options.cache_bytes = 1 every plan that can stream does. Rows of lengths around a cache line, the shortest that
 * is streamed, and a tile; the output at every position in a cache line, at guard pages or with its neighbours
 * checked; in place, in parts, on every instruction set and for every width. Also which plans stream, and which do
 * not.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LINE_BYTES 64
#define RANK 4

enum { NEVER,
       ALWAYS, /* if the kernel has a variant that streams */
       PERHAPS /* if the planner's costs say so */
};

/* The layout of the operands of out = op(a, b); strides of 0 broadcast. */
typedef struct layout {
    const char *name;
    int streams;
    size_t shape[RANK];
    ptrdiff_t a[RANK];
    ptrdiff_t b[RANK];
    ptrdiff_t out[RANK];
} layout;

/* Rows of at least 2048 bytes stream, if at least as much is read as written; those of less than 512 do not. */
static const layout layouts[] = {
    {"long rows, a column", ALWAYS, {1, 1, 3, 8200}, {0, 0, 8200, 1}, {0, 0, 1, 0}, {0, 0, 8200, 1}},
    {"long rows, a row", ALWAYS, {1, 1, 3, 8200}, {0, 0, 8200, 1}, {0, 0, 0, 1}, {0, 0, 8200, 1}},
    {"a column and a long row", PERHAPS, {1, 1, 3, 8200}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 8200, 1}},
    {"a column and a row", PERHAPS, {1, 1, 61, 451}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 451, 1}},
    {"long rows with gaps", ALWAYS, {1, 1, 3, 8200}, {0, 0, 8201, 1}, {0, 0, 8202, 1}, {0, 0, 8203, 1}},
    {"long rows backwards", ALWAYS, {1, 1, 3, 8200}, {0, 0, -8200, 1}, {0, 0, 8202, 1}, {0, 0, 8203, 1}},
    {"the output's long rows backwards", ALWAYS, {1, 1, 3, 8200}, {0, 0, 8200, 1}, {0, 0, 8202, 1}, {0, 0, -8203, 1}},
    {"large channels", ALWAYS, {1, 3, 64, 129}, {0, 8256, 129, 1}, {0, 1, 0, 0}, {0, 8256, 129, 1}},
    {"large images", ALWAYS, {3, 1, 64, 129}, {8256, 0, 129, 1}, {0, 0, 129, 1}, {8256, 0, 129, 1}},
    {"channels", PERHAPS, {2, 3, 33, 41}, {4059, 1353, 41, 1}, {0, 1, 0, 0}, {4059, 1353, 41, 1}},
    {"small channels", NEVER, {3, 7, 5, 9}, {315, 45, 9, 1}, {0, 1, 0, 0}, {315, 45, 9, 1}},
    {"channels last", NEVER, {2, 6, 31, 4}, {744, 124, 4, 1}, {0, 0, 0, 1}, {744, 124, 4, 1}},
    {"two sides", PERHAPS, {8, 7, 6, 5}, {6, 0, 1, 0}, {0, 5, 0, 1}, {210, 30, 5, 1}},
    {"all transposed", ALWAYS, {1, 1, 90, 97}, {0, 0, 1, 90}, {0, 0, 1, 90}, {0, 0, 1, 90}},
    {"all backwards", ALWAYS, {1, 1, 90, 97}, {0, 0, -97, -1}, {0, 0, -97, -1}, {0, 0, -97, -1}},
    {"one input backwards", PERHAPS, {1, 1, 1, 9001}, {0, 0, 0, 1}, {0, 0, 0, -1}, {0, 0, 0, 1}},
    {"one input in steps of 2", PERHAPS, {1, 1, 1, 9001}, {0, 0, 0, 2}, {0, 0, 0, 1}, {0, 0, 0, 1}},
    {"one input transposed", PERHAPS, {1, 1, 90, 97}, {0, 0, 97, 1}, {0, 0, 1, 90}, {0, 0, 97, 1}},
    {"one long input transposed", PERHAPS, {1, 1, 6, 1500}, {0, 0, 1500, 1}, {0, 0, 1, 6}, {0, 0, 1500, 1}},
    {"the output transposed", NEVER, {1, 1, 90, 97}, {0, 0, 97, 1}, {0, 0, 97, 1}, {0, 0, 1, 90}},
    {"the output in steps of 2", NEVER, {1, 1, 1, 9001}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 2}},
    {"the output backwards", NEVER, {1, 1, 1, 9001}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, -1}},
};

static test_case now;
static bl_isa isa;

static size_t streamed; /* streamed runs */

/** Whether the kernel that a plan's text names ("vs, avx2, …") has a variant that streams, and no operand uses a tile for lack of a kernel
 * that holds it. */
static int has_stream(const char *strategy)
{
    const bl_table *table = table_of(now.op, now.dtype);
    size_t held = 0;

    if (strstr(strategy, "repeat") != NULL) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        held |= (size_t)(strategy[i] == 's') << i;
    }
    for (size_t v = 0; v < table->variant_count; ++v) {
        const bl_variant *own = &table->variants[v];
        const char *name = bl_isa_name(own->isa);

        if (strncmp(strategy + table->arity + 2, name, strlen(name)) == 0 && strategy[table->arity + 2 + strlen(name)] == ',') {
            return own->streams != NULL && own->streams[held] != NULL;
        }
    }
    return 0;
}

static int streams(const char *strategy)
{
    return strstr(strategy, "stream") != NULL;
}

static void set_strides(test_array *of, bl_dtype dtype, const size_t *shape, const ptrdiff_t *strides)
{
    set_shape(of, dtype, RANK, shape);
    memcpy(of->strides, strides, RANK * sizeof *strides);
}

static void begin(const char *op, bl_dtype dtype, const layout *of)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    now.op = bl_op_by_name(op);
    now.dtype = dtype;
    now.options = defaults;
    now.options.isa = isa;
    now.options.cache_bytes = 1;
    set_strides(&now.out, (bl_dtype)table_of(now.op, dtype)->dtypes[0], of->shape, of->out);
    for (size_t i = 0; i < now.op->arity; ++i) {
        set_strides(&now.inputs[i], (bl_dtype)table_of(now.op, dtype)->dtypes[i + 1], of->shape, i % 2 == 0 ? of->a : of->b);
    }
}

/** Place everything, the output `offset` bytes after a line's start, or with its end at a guard page if that is a line; run and compare.
 * Every third time in place if possible. */
static int run(size_t offset, size_t parts, int expected)
{
    static size_t runs;
    const int at_end = offset == LINE_BYTES;
    const size_t last = now.op->arity - 1u;
    int is_right;

    now.parts = parts;
    if (!place(&now.out, &out_arena, at_end)) {
        return 0;
    }
    if (!at_end) {
        now.out.array.data = (unsigned char *)now.out.array.data + offset;
    }
    for (size_t i = 0; i < now.op->arity; ++i) {
        if (!place(&now.inputs[i], &input_arenas[i], at_end)) {
            return 0;
        }
    }
    memset(out_arena.bytes, 0xa5, ARENA_BYTES);
    for (size_t i = 0; i <= last && runs++ % 3 == 0; ++i) {
        if (now.inputs[i].array.dtype == now.out.array.dtype &&
            memcmp(now.inputs[i].strides, now.out.strides, RANK * sizeof *now.out.strides) == 0) {
            fill(&out_arena, now.out.array.dtype);
            now.inputs[i].array.data = now.out.array.data;
        }
    }
    is_right = run_case(&now);
    if (expected != PERHAPS && is_right && streams(now.strategy) != (expected == ALWAYS && has_stream(now.strategy))) {
        printf("# it should %sstream\n", streams(now.strategy) ? "not " : "");
        is_right = 0;
    }
    streamed += (size_t)streams(now.strategy);
    if (!is_right) {
        printf("# at most %s, %zu bytes off a line\n", bl_isa_name(isa), offset);
        print_case(&now);
    }
    return is_right;
}

/** Somewhere in a line, or at the end of memory; as a whole, or in 1 to 7 parts. */
static int run_somewhere(size_t parts, int expected)
{
    const size_t width = bl_dtype_size(now.out.array.dtype);

    return run(random_below(3) == 0 ? LINE_BYTES : random_below(LINE_BYTES / width) * width, parts, expected);
}

/** One dim of this many elements; the second input is one value or has as many elements. */
static int run_line(const char *op, bl_dtype dtype, size_t count, ptrdiff_t step, size_t offset, size_t parts)
{
    const layout line = {"", PERHAPS, {1, 1, 1, count}, {0, 0, 0, 1}, {0, 0, 0, step}, {0, 0, 0, 1}};

    begin(op, dtype, &line);
    return offset > LINE_BYTES ? run_somewhere(parts, PERHAPS) : run(offset, parts, PERHAPS);
}

static void test_lines(const char *op, bl_dtype dtype)
{
    static const size_t edges[] = {64, 128, 1024, 4096, 8192, 16384};
    const size_t width = bl_dtype_size((bl_dtype)table_of(bl_op_by_name(op), dtype)->dtypes[0]);
    size_t failed = 0;

    streamed = 0;
    for (size_t offset = 0; offset <= LINE_BYTES; offset += width) {
        for (size_t beside = 0; beside < 3; ++beside) {
            failed += !run_line(op, dtype, 12288 / width + beside - 1, 1, offset, random_below(4));
            failed += !run_line(op, dtype, (8192 + offset) / width + beside - 1, 0, offset, 0);
        }
        failed += !run_line(op, dtype, 8192 / width + random_below(200), 1, offset, 1 + random_below(7));
        failed += !run_line(op, dtype, 8192 / width + random_below(2000), 0, offset, 1 + random_below(8000 / width));
    }
    for (size_t e = 0; e < COUNT(edges); ++e) {
        for (size_t n = edges[e] / width - 1; n <= edges[e] / width + 1; ++n) {
            for (ptrdiff_t step = 0; step <= 1; ++step) {
                failed += !run_line(op, dtype, n, step, SIZE_MAX, 0);
                failed += !run_line(op, dtype, n, step, SIZE_MAX, 1 + random_below(7));
            }
        }
    }
    ok(failed == 0 && (streamed > 0 || !has_stream(now.strategy)), "%s, %s %s: lines of any length, anywhere: %zu streamed",
       bl_isa_name(isa), op, bl_dtype_name(dtype), streamed);
}

/** [M, N] with [N], with [M, 1] on either side. */
static void test_rows(const char *op, bl_dtype dtype)
{
    const size_t kib = 1024 / bl_dtype_size((bl_dtype)table_of(bl_op_by_name(op), dtype)->dtypes[0]);
    const size_t lengths[] = {16, 65, kib, 2 * kib + 1, 4 * kib, 8 * kib - 1, 8 * kib, 8 * kib + 1, 9 * kib + 7};
    size_t failed = 0;

    streamed = 0;
    for (size_t k = 0; k < 3 * COUNT(lengths); ++k) {
        const size_t n = lengths[k / 3];
        const ptrdiff_t row = (ptrdiff_t)n;
        layout of = {"", PERHAPS, {1, 1, 1 + 5000 / n, n}, {0, 0, row, 1}, {0, 0, 0, 1}, {0, 0, row, 1}};

        if (k % 3 > 0) { /* a column is the second input, or the first one */
            ptrdiff_t *column = k % 3 == 1 ? of.b : of.a;

            column[2] = 1;
            column[3] = 0;
        }
        for (size_t parts = 0; parts <= 7; parts += 1 + random_below(3)) {
            begin(op, dtype, &of);
            failed += !run_somewhere(parts, PERHAPS);
        }
        of.shape[2] = 3; /* and a few rows, in more parts than that */
        begin(op, dtype, &of);
        failed += !run_somewhere(4 + random_below(n / 8), PERHAPS);
    }
    ok(failed == 0 && (streamed > 0 || !has_stream(now.strategy)), "%s, %s %s: rows and columns: %zu streamed",
       bl_isa_name(isa), op, bl_dtype_name(dtype), streamed);
}

static void test_layouts(const char *op, bl_dtype dtype)
{
    for (size_t l = 0; l < COUNT(layouts); ++l) {
        size_t failed = 0;

        for (size_t parts = 0; parts <= 7; ++parts) {
            begin(op, dtype, &layouts[l]);
            failed += !run_somewhere(parts, layouts[l].streams);
        }
        ok(failed == 0, "%s, %s %s: %s", bl_isa_name(isa), op, bl_dtype_name(dtype), layouts[l].name);
    }
}

/** The plan's strategy for n elements with these steps; the second input may be one value. */
static void describe(const char *op, size_t n, ptrdiff_t step, int is_one_value, size_t cache_bytes, char *strategy,
                     size_t size)
{
    const ptrdiff_t second = is_one_value ? 0 : step;
    const layout line = {"", ALWAYS, {1, 1, 1, n}, {0, 0, 0, step}, {0, 0, 0, second}, {0, 0, 0, step}};
    const bl_array *inputs[BL_MAX_ARITY];
    bl_plan plan;

    begin(op, BL_F32, &line);
    now.options.cache_bytes = cache_bytes;
    for (size_t i = 0; i < now.op->arity; ++i) {
        inputs[i] = &now.inputs[i].array;
    }
    strategy[0] = '\0';
    if (bl_plan_make(&plan, now.op, inputs, &now.out.array, &now.options) == BL_OK) {
        bl_plan_describe(&plan, strategy, size);
    }
}

/** A plan streams if it touches more bytes than the cache has. */
static void test_threshold(const char *op, ptrdiff_t step, int is_one_value, size_t touched)
{
    char at[160], beyond[160];

    describe(op, 10000, step, is_one_value, touched, at, sizeof at);
    describe(op, 10000, step, is_one_value, touched - 1, beyond, sizeof beyond);
    ok(at[0] != '\0' && !streams(at) && streams(beyond) == has_stream(beyond),
       "%s, %s%s in steps of %td: within the cache %s, beyond it %s", bl_isa_name(isa), op,
       is_one_value ? " of one value" : "", step, at, beyond);
}

static void test_detected_cache(void)
{
    char small[160], huge[160];

    describe("add", 10000, 1, 0, 0, small, sizeof small);
    describe("add", (size_t)PTRDIFF_MAX / 8, 1, 0, 0, huge, sizeof huge); /* the largest possible size; it is not run */
    ok(small[0] != '\0' && !streams(small) && streams(huge) == has_stream(huge),
       "%s, the processor's own caches: %s; %s", bl_isa_name(isa), small, huge);
}

int main(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_F32, BL_F64};

    make_arenas();
    for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
        if (strcmp(bl_isa_name(isa), "?") == 0) {
            continue; /* no instruction set has this number */
        }
        if (!bl_isa_available(isa)) {
            skip(bl_isa_name(isa), "it is not available here");
            continue;
        }
        test_threshold("add", 1, 0, 3 * 40000);
        test_threshold("add", -1, 0, 3 * 40000);
        test_threshold("add", 1, 1, 2 * 40000 + 4);
        test_threshold("less", 1, 0, 2 * 40000 + 10000);
        test_threshold("select", 1, 0, 10000 + 3 * 40000);
        test_detected_cache();
        for (size_t t = 0; t < COUNT(dtypes); ++t) {
            for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
                fill(&input_arenas[i], dtypes[t]);
            }
            test_layouts("sub", dtypes[t]);
            test_layouts("less", dtypes[t]);
            if (isa == BL_ISA_SCALAR) {
                continue; /* it is the same as elsewhere */
            }
            test_lines("sub", dtypes[t]);
            test_lines("less", dtypes[t]);
            test_rows("sub", dtypes[t]);
            fill(&input_arenas[0], BL_BOOL);
            test_rows("select", dtypes[t]);
            test_layouts("select", dtypes[t]);
        }
    }
    return done_testing();
}
