/* The cases. A case is added with its inputs' shapes; its output is what they broadcast to.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_CASES = 320,
       KI = 1024,
       MI = 1024 * 1024 };

static bench_case cases[MAX_CASES];
static size_t case_count;

/* ---- Arrays ---- */

#define DIMS(...)                                                      \
    sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t), (const size_t[]) \
    {                                                                  \
        __VA_ARGS__                                                    \
    }

static bench_array array_of(bl_dtype dtype, size_t rank, const size_t *shape)
{
    bench_array array = {.dtype = dtype, .rank = rank, .elements = 1};
    for (size_t i = rank; i-- > 0;) {
        array.shape[i] = shape[i];
        array.strides[i] = (ptrdiff_t)array.elements;
        array.elements *= shape[i];
    }
    return array;
}

static bench_array transposed(bench_array array)
{
    assert(array.rank == 2 && array.shape[0] == array.shape[1]);
    const ptrdiff_t row = array.strides[0];
    array.strides[0] = array.strides[1];
    array.strides[1] = row;
    return array;
}

/* The left part of an array whose rows are longer by `more`. */
static bench_array sliced(bench_array array, size_t more)
{
    assert(array.rank == 2);
    array.strides[0] += (ptrdiff_t)more;
    array.elements += more * (array.shape[0] - 1);
    return array;
}

/* Every second element of an array twice as long. */
static bench_array every_second(bench_array array)
{
    assert(array.rank == 1);
    array.strides[0] = 2;
    array.elements *= 2;
    return array;
}

static bench_array reversed(bench_array array)
{
    assert(array.rank == 1);
    array.strides[0] = -1;
    array.offset = array.elements - 1;
    return array;
}

const void *bench_start(const bench_array *array, const void *pointer)
{
    return (const char *)pointer - array->offset * bl_dtype_size(array->dtype);
}

int bench_is_contiguous(const bench_array *array)
{
    ptrdiff_t expected = 1;
    for (size_t i = array->rank; i-- > 0;) {
        if (array->shape[i] != 1 && array->strides[i] != expected)
            return 0;
        expected *= (ptrdiff_t)array->shape[i];
    }
    return 1;
}

size_t bench_count(const bench_array *array)
{
    size_t count = 1;
    for (size_t i = 0; i < array->rank; ++i)
        count *= array->shape[i];
    return count;
}

ptrdiff_t bench_stride(const bench_array *array, size_t dim)
{
    if (dim >= array->rank)
        return 0;
    const size_t i = array->rank - 1 - dim;
    return array->shape[i] == 1 ? 0 : array->strides[i];
}

size_t bench_bytes(const bench_array *array)
{
    const size_t size = bl_dtype_size(array->dtype), line = 64 / size;
    size_t step = line;
    for (size_t i = 0; i < array->rank; ++i) {
        const size_t stride = (size_t)(array->strides[i] < 0 ? -array->strides[i] : array->strides[i]);
        if (array->shape[i] > 1 && stride < step)
            step = stride;
    }
    const size_t count = bench_count(array);
    return count * size * (count > 1 ? step : 1);
}

size_t bench_case_bytes(const bench_case *c)
{
    size_t bytes = bench_bytes(&c->out);
    for (size_t i = 0; i < c->arity; ++i)
        bytes += bench_bytes(&c->inputs[i]);
    return bytes;
}

/* ---- Adding a case ---- */

static void append_text(bench_case *c, const char *text)
{
    assert(strlen(c->name) + strlen(text) < sizeof c->name);
    strcat(c->name, text);
}

static void append_shape(bench_case *c, const bench_array *array)
{
    char text[24];
    append_text(c, " [");
    for (size_t i = 0; i < array->rank; ++i) {
        snprintf(text, sizeof text, "%s%zu", i ? "," : "", array->shape[i]);
        append_text(c, text);
    }
    append_text(c, "]");
}

static bench_case *add_case(const char *group, const char *op, const char *note, size_t arity,
                            const bench_array *inputs)
{
    assert(case_count < MAX_CASES);
    bench_case *c = &cases[case_count++];
    *c = (bench_case){.group = group, .op = op, .dtype = inputs[arity - 1].dtype, .threads = 1, .arity = arity};
    const bl_array *arrays[BL_MAX_ARITY];
    bl_array views[BL_MAX_ARITY];
    int same_shape = 1;
    for (size_t i = 0; i < arity; ++i) {
        c->inputs[i] = inputs[i];
        const bench_array *in = &c->inputs[i];
        views[i] = (bl_array){NULL, in->dtype, in->rank, in->shape, NULL};
        arrays[i] = &views[i];
        same_shape = same_shape && in->rank == inputs[0].rank &&
                     memcmp(in->shape, inputs[0].shape, sizeof in->shape) == 0;
    }
    size_t shape[BENCH_MAX_RANK], rank;
    const bl_status status = bl_broadcast_shape(NULL, arity, arrays, BENCH_MAX_RANK, shape, &rank);
    assert(status == BL_OK);
    (void)status;
    c->out = array_of(strcmp(op, "less") == 0 ? BL_BOOL : c->dtype, rank, shape);

    append_text(c, group);
    append_text(c, "/");
    append_text(c, op);
    append_text(c, " ");
    append_text(c, bl_dtype_name(c->dtype));
    for (size_t i = 0; i < (same_shape ? 1 : arity); ++i)
        append_shape(c, &c->inputs[i]);
    if (note) {
        append_text(c, " ");
        append_text(c, note);
    }
    return c;
}

static bench_case *add_binary(const char *group, const char *op, const char *note, bench_array a, bench_array b)
{
    const bench_array inputs[] = {a, b};
    return add_case(group, op, note, 2, inputs);
}

/* Any operator on arrays of n elements. */
static bench_case *add_same(const char *group, const char *op, bl_dtype dtype, size_t n)
{
    const bench_array a = array_of(dtype, DIMS(n));
    const bench_array inputs[] = {array_of(BL_BOOL, DIMS(n)), a, a};
    if (strcmp(op, "select") == 0)
        return add_case(group, op, NULL, 3, inputs);
    return add_case(group, op, NULL, strcmp(op, "negative") == 0 ? 1 : 2, inputs + 1);
}

/* n elements with one value. */
static bench_case *add_value(const char *group, const char *op, bl_dtype dtype, size_t n)
{
    return add_binary(group, op, NULL, array_of(dtype, DIMS(n)), array_of(dtype, DIMS(1)));
}

/* ---- Groups ---- */

static const bl_dtype all_dtypes[] = {BL_F32, BL_F64, BL_F16, BL_BF16, BL_I8, BL_I16,
                                      BL_I32, BL_I64, BL_U8, BL_U16, BL_U32, BL_U64};
static const bl_dtype *const floats = all_dtypes, *const integers = all_dtypes + 4;
enum { ALL = 12,
       FLOATS = 4,
       INTEGERS = 8 };

static void add_sizes(void)
{
    static const size_t sizes[] = {16, 256, 4 * KI, 64 * KI, MI, 16 * MI};
    static const char *const others[] = {"sub", "mul", "div", "floor_div", "negative", "less", "select"};
    enum { SIZES = sizeof sizes / sizeof *sizes,
           OTHERS = sizeof others / sizeof *others };
    for (size_t i = 0; i < SIZES; ++i)
        add_same("same", "add", BL_F32, sizes[i]);
    for (size_t i = 0; i < SIZES; ++i)
        add_value("value", "add", BL_F32, sizes[i]);
    for (size_t i = 0; i < OTHERS; ++i)
        add_same("ops", others[i], BL_F32, 64 * KI);
    for (size_t i = 0; i < ALL; ++i) {
        if (all_dtypes[i] != BL_F32) {
            add_same("ops", "less", all_dtypes[i], 64 * KI);
            add_same("ops", "select", all_dtypes[i], 64 * KI);
        }
    }
}

static void add_rows_and_columns(void)
{
    static const size_t widths[] = {2, 3, 4, 7, 16, 64, 1000};
    enum { WIDTHS = sizeof widths / sizeof *widths };
    for (size_t i = 0; i < WIDTHS; ++i) {
        const size_t n = widths[i];
        add_binary("rows", "add", NULL, array_of(BL_F32, DIMS(MI / n, n)), array_of(BL_F32, DIMS(n)));
    }
    add_binary("rows", "add", NULL, array_of(BL_U8, DIMS(MI / 3, 3)), array_of(BL_U8, DIMS(3)));
    add_binary("rows", "add", NULL, array_of(BL_F64, DIMS(MI / 3, 3)), array_of(BL_F64, DIMS(3)));
    for (size_t i = 0; i < WIDTHS; ++i) {
        const size_t n = widths[i];
        add_binary("columns", "mul", NULL, array_of(BL_F32, DIMS(MI / n, n)), array_of(BL_F32, DIMS(MI / n, 1)));
    }
    add_binary("columns", "mul", NULL, array_of(BL_U8, DIMS(MI / 3, 3)), array_of(BL_U8, DIMS(MI / 3, 1)));
    add_binary("columns", "mul", NULL, array_of(BL_F64, DIMS(MI / 3, 3)), array_of(BL_F64, DIMS(MI / 3, 1)));
}

static void add_broadcasts(void)
{
    add_binary("broadcast", "add", NULL, array_of(BL_F32, DIMS(1024, 1)), array_of(BL_F32, DIMS(1024)));
    add_binary("broadcast", "add", NULL, array_of(BL_F32, DIMS(64, 1)), array_of(BL_F32, DIMS(64)));
    add_binary("broadcast", "mul", NULL, array_of(BL_F32, DIMS(8, 64, 56, 56)), array_of(BL_F32, DIMS(1, 64, 1, 1)));
    add_binary("broadcast", "mul", NULL, array_of(BL_F32, DIMS(8, 64, 7, 7)), array_of(BL_F32, DIMS(1, 64, 1, 1)));
    add_binary("broadcast", "mul", NULL, array_of(BL_F32, DIMS(8, 1, 6, 1)), array_of(BL_F32, DIMS(7, 1, 5)));
}

static void add_layouts(void)
{
    const bench_array square = array_of(BL_F32, DIMS(1024, 1024)), odd = array_of(BL_F32, DIMS(1000, 1000));
    const bench_array bytes = array_of(BL_U8, DIMS(1024, 1024)), narrow = array_of(BL_F32, DIMS(MI / 16, 16));
    const bench_array line = array_of(BL_F32, DIMS(MI)), half = array_of(BL_F32, DIMS(512 * KI));
    add_binary("layout", "add", "transposed", square, transposed(square));
    add_binary("layout", "add", "transposed", odd, transposed(odd));
    add_binary("layout", "add", "transposed", bytes, transposed(bytes));
    add_binary("layout", "add", "sliced", sliced(odd, 24), odd);
    add_binary("layout", "add", "sliced", sliced(narrow, 16), narrow);
    add_binary("layout", "add", "stride 2", every_second(half), half);
    add_binary("layout", "add", "both stride 2", every_second(half), every_second(half));
    add_binary("layout", "add", "reversed", reversed(line), line);
}

static void add_dtypes(void)
{
    static const char *const ops[] = {"add", "mul"};
    for (size_t i = 0; i < 2; ++i) {
        for (size_t j = 0; j < ALL; ++j)
            add_same("dtypes", ops[i], all_dtypes[j], 64 * KI);
    }
    static const bl_dtype halves[] = {BL_I16, BL_F16, BL_BF16};
    for (size_t j = 0; j < 3; ++j)
        add_same("dtypes", "add", halves[j], MI);
    for (size_t i = 0; i < 2; ++i) {
        for (size_t j = 0; j < ALL; ++j)
            add_value("dtypes-value", ops[i], all_dtypes[j], 64 * KI);
    }
}

static void add_divisions(void)
{
    for (size_t j = 0; j < INTEGERS; ++j)
        add_same("division", "div", integers[j], 64 * KI);
    for (size_t j = 0; j < INTEGERS; ++j)
        add_same("division", "floor_div", integers[j], 64 * KI);
    for (size_t j = 0; j < FLOATS; ++j)
        add_same("division", "div", floats[j], 64 * KI);
    for (size_t j = 0; j < INTEGERS; ++j)
        add_value("division-value", "div", integers[j], 64 * KI);
    for (size_t j = 0; j < INTEGERS; ++j)
        add_value("division-value", "floor_div", integers[j], 64 * KI);
    for (size_t j = 0; j < FLOATS; ++j)
        add_value("division-value", "div", floats[j], 64 * KI);
}

static void add_isas(void)
{
    static const struct {
        const char *op;
        bl_dtype dtype;
    } samples[] = {
        {"add", BL_F32}, {"add", BL_F16}, {"mul", BL_I8}, {"mul", BL_I64}, {"div", BL_I32}, {"less", BL_F32}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; ++i) {
        for (bl_isa isa = 1; isa <= (bl_isa)bl_isa_record_count; ++isa) {
            if (!bl_isa_available(isa))
                continue;
            bench_case *c = add_same("isa", samples[i].op, samples[i].dtype, 64 * KI);
            c->isa = isa;
            append_text(c, " ");
            append_text(c, bl_isa_name(isa));
        }
    }
}

static void set_kind(bench_case *c, bench_kind kind)
{
    c->kind = kind;
    append_text(c, " ");
    append_text(c, bench_kind_name(kind));
}

static void add_small(void)
{
    const bench_array a = array_of(BL_F32, DIMS(8, 1, 6, 1)), b = array_of(BL_F32, DIMS(7, 1, 5));
    set_kind(add_same("small", "add", BL_F32, 16), BENCH_RUN);
    set_kind(add_same("small", "add", BL_F32, 16), BENCH_CONTIGUOUS);
    set_kind(add_same("small", "add", BL_F32, 16), BENCH_ONE_CALL);
    set_kind(add_binary("small", "mul", NULL, a, b), BENCH_RUN);
    set_kind(add_binary("small", "mul", NULL, a, b), BENCH_ONE_CALL);
}

static void add_plans(void)
{
    const bench_array square = array_of(BL_F32, DIMS(1024, 1024));
    add_same("plan", "add", BL_F32, MI);
    add_binary("plan", "add", NULL, array_of(BL_F32, DIMS(MI / 3, 3)), array_of(BL_F32, DIMS(3)));
    add_binary("plan", "mul", NULL, array_of(BL_F32, DIMS(8, 64, 56, 56)), array_of(BL_F32, DIMS(1, 64, 1, 1)));
    add_binary("plan", "add", "transposed", square, transposed(square));
    for (size_t i = case_count - 4; i < case_count; ++i)
        cases[i].kind = BENCH_PLAN;
}

static void add_threads(void)
{
    add_same("threads", "add", BL_F32, MI);
    add_same("threads", "add", BL_F32, 16 * MI);
    add_binary("threads", "add", NULL, array_of(BL_F32, DIMS(MI / 3, 3)), array_of(BL_F32, DIMS(3)));
    for (size_t i = case_count - 3; i < case_count; ++i)
        cases[i].threads = 2;
}

const bench_case *bench_cases(size_t *count)
{
    if (case_count == 0) {
        add_sizes();
        const size_t first = case_count;
        add_rows_and_columns();
        add_layouts();
        for (size_t i = first; i < case_count; ++i)
            cases[i].beside_same_shape = 1;
        add_broadcasts();
        add_dtypes();
        add_divisions();
        add_isas();
        add_small();
        add_plans();
        add_threads();
    }
    *count = case_count;
    return cases;
}

const char *bench_kind_name(bench_kind kind)
{
    static const char *const names[BENCH_KIND_COUNT] = {"run", "one call", "contiguous", "plan"};
    return names[kind];
}
