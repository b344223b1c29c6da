/* The cases. A case has its inputs' shapes; its output has the shape to which they broadcast.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define OWN_BUFFER SIZE_MAX /* until it is known which operand it is */

enum { MAX_CASES = 2000,
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

void bench_make_contiguous(bench_array *array)
{
    array->offset = 0;
    array->elements = 1;
    for (size_t i = array->rank; i-- > 0;) {
        array->strides[i] = (ptrdiff_t)array->elements;
        array->elements *= array->shape[i];
    }
}

static bench_array array_of(bl_dtype dtype, size_t rank, const size_t *shape)
{
    bench_array array = {.dtype = dtype, .rank = rank, .buffer = OWN_BUFFER};
    memcpy(array.shape, shape, rank * sizeof *shape);
    bench_make_contiguous(&array);
    return array;
}

static bench_array transposed(bench_array array)
{
    assert(array.rank == 2);
    const bench_array before = array;
    for (size_t i = 0; i < 2; ++i) {
        array.shape[i] = before.shape[1 - i];
        array.strides[i] = before.strides[1 - i];
    }
    return array;
}

/* Planes of rows, [C,H,W], over a buffer of [H,W,C]. */
static bench_array planes(bl_dtype dtype, size_t channels, size_t height, size_t width)
{
    bench_array array = array_of(dtype, DIMS(channels, height, width));
    array.strides[0] = 1;
    array.strides[1] = (ptrdiff_t)(width * channels);
    array.strides[2] = (ptrdiff_t)channels;
    return array;
}

/* Pixels, [H,W,C], over a buffer of [C,H,W]. */
static bench_array pixels(bl_dtype dtype, size_t height, size_t width, size_t channels)
{
    bench_array array = array_of(dtype, DIMS(height, width, channels));
    array.strides[0] = (ptrdiff_t)width;
    array.strides[1] = 1;
    array.strides[2] = (ptrdiff_t)(height * width);
    return array;
}

/* The left part of an array whose rows are longer by `more`. */
static bench_array sliced(bench_array array, size_t more)
{
    assert(array.rank == 2);
    array.strides[0] += (ptrdiff_t)more;
    array.elements += more * array.shape[0];
    return array;
}

/* Every `step`-th element of an array. */
static bench_array stepped(bench_array array, size_t step)
{
    assert(array.rank == 1);
    array.strides[0] = (ptrdiff_t)step;
    array.elements *= step;
    return array;
}

/* Column `which` of an array [rows,columns], which contains all inputs. */
static bench_array column_of(bl_dtype dtype, size_t rows, size_t columns, size_t which)
{
    bench_array array = stepped(array_of(dtype, DIMS(rows)), columns);
    array.offset = which;
    array.buffer = 0;
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

const void *bench_at(const bench_array *array, const void *pointer, size_t which)
{
    return (const char *)pointer + bl_array_bytes(array->dtype, which * array->elements);
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

int bench_rest_are_values(const bench_case *c)
{
    for (size_t i = 1; i < c->arity; ++i) {
        if (bench_count(&c->inputs[i]) != 1)
            return 0;
    }
    return 1;
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
    size_t step = 512 / bl_dtype_bits(array->dtype); /* a cache line */
    for (size_t i = 0; i < array->rank; ++i) {
        const size_t stride = (size_t)(array->strides[i] < 0 ? -array->strides[i] : array->strides[i]);
        if (array->shape[i] > 1 && stride < step)
            step = stride;
    }
    const size_t count = bench_count(array);
    return bl_array_bytes(array->dtype, count * (count > 1 ? step : 1));
}

size_t bench_case_bytes(const bench_case *c)
{
    size_t bytes = bench_bytes(&c->out);
    for (size_t i = 0; i < c->arity; ++i)
        bytes += c->inputs[i].buffer == i ? bench_bytes(&c->inputs[i]) : 0;
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

/* Operands with special contents. */
static const struct {
    const char *op;
    size_t input;
    bench_content content;
} contents[] = {{"div", 1, BENCH_DIVISOR}, {"floor_div", 1, BENCH_DIVISOR}, {"numpy_floor_divide", 1, BENCH_DIVISOR}, {"fmod", 1, BENCH_DIVISOR}, {"floor_mod", 1, BENCH_DIVISOR}, {"shift_left", 1, BENCH_COUNT}, {"pow", 1, BENCH_COUNT}, {"sqrt", 0, BENCH_POSITIVE}, {"floor", 0, BENCH_SPREAD}, {"round", 0, BENCH_SPREAD}, {"cast", 0, BENCH_SPREAD}, {"quantize_linear", 1, BENCH_SCALE}, {"dequantize_linear", 1, BENCH_SCALE}, {"clip", 1, BENCH_LOW}, {"clip", 2, BENCH_HIGH}};

static bench_content content_of(const char *op, size_t input)
{
    for (size_t i = 0; i < sizeof contents / sizeof *contents; ++i) {
        if (contents[i].input == input && strcmp(contents[i].op, op) == 0)
            return contents[i].content;
    }
    return BENCH_ANY;
}

/* A case of an operator or a fold with an output of the dtype `to`. */
static bench_case *add_case_to(bl_dtype to, const char *group, const char *op_name, const char *note, size_t arity,
                               const bench_array *inputs)
{
    assert(case_count < MAX_CASES);
    const bl_op *op = bl_op_by_name(op_name);
    bench_case *c = &cases[case_count++];
    *c = (bench_case){.group = group, .op = op_name, .dtype = inputs[op ? op->typed_by[0] - 1 : 0].dtype, .kind = op ? BENCH_RUN : BENCH_FOLD, .threads = 1, .tensors = 1, .arity = arity};
    const bl_array *arrays[BL_MAX_ARITY];
    bl_array views[BL_MAX_ARITY];
    int same_shape = 1;
    for (size_t i = 0; i < arity; ++i) {
        c->inputs[i] = inputs[i];
        c->inputs[i].content = content_of(op_name, i);
        if (inputs[i].buffer == OWN_BUFFER)
            c->inputs[i].buffer = i;
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
    c->out = array_of(to, rank, shape);
    c->out.buffer = BL_MAX_ARITY;

    append_text(c, group);
    append_text(c, "/");
    append_text(c, op_name);
    append_text(c, " ");
    append_text(c, bl_dtype_name(c->dtype));
    for (size_t i = 1; op && i < op->variable_count; ++i) {
        append_text(c, " ");
        append_text(c, bl_dtype_name(op->typed_by[i] ? inputs[op->typed_by[i] - 1].dtype : to));
    }
    for (size_t i = 0; i < (same_shape ? 1 : arity); ++i)
        append_shape(c, &c->inputs[i]);
    if (note) {
        append_text(c, " ");
        append_text(c, note);
    }
    return c;
}

static bench_case *add_case(const char *group, const char *op, const char *note, size_t arity, const bench_array *inputs)
{
    return add_case_to(strcmp(op, "less") == 0 ? BL_BOOL : inputs[arity - 1].dtype, group, op, note, arity, inputs);
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

/* n elements with one value, and one value with n elements. */
static bench_case *add_value(const char *group, const char *op, bl_dtype dtype, size_t n)
{
    return add_binary(group, op, NULL, array_of(dtype, DIMS(n)), array_of(dtype, DIMS(1)));
}
static bench_case *add_left_value(const char *group, const char *op, bl_dtype dtype, size_t n)
{
    return add_binary(group, op, NULL, array_of(dtype, DIMS(1)), array_of(dtype, DIMS(n)));
}

static void set_kind(bench_case *c, bench_kind kind)
{
    c->kind = kind;
    append_text(c, " ");
    append_text(c, bench_kind_name(kind));
}

/* An output other than a contiguous one. */
static void set_out(bench_case *c, bench_array out, const char *note)
{
    assert(out.dtype == c->out.dtype && bench_count(&out) == bench_count(&c->out));
    c->out = out;
    c->out.buffer = BL_MAX_ARITY;
    append_text(c, " ");
    append_text(c, note);
}

static void set_in_place(bench_case *c)
{
    c->out = c->inputs[0];
    append_text(c, " in place");
}

/* The cases from the first-th on. */
static void time_same_shape(size_t first)
{
    for (size_t i = first; i < case_count; ++i)
        cases[i].beside_same_shape = 1;
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
    add_binary("layout", "add", "stride 2", stepped(half, 2), half);
    add_binary("layout", "add", "both stride 2", stepped(half, 2), stepped(half, 2));
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
        for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
            if (!bl_isa_available(isa))
                continue;
            bench_case *c = add_same("isa", samples[i].op, samples[i].dtype, 64 * KI);
            c->isa = isa;
            append_text(c, " ");
            append_text(c, bl_isa_name(isa));
        }
    }
}

/* The four ways to call, with so few elements that mainly the call is timed. */
static void add_small(void)
{
    static const size_t sizes[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33,
                                   48, 63, 64, 1000, 4 * KI + 1, MI + 1};
    static const size_t between[] = {256, 512, KI, 2 * KI, 4 * KI};
    static const bench_kind kinds[] = {BENCH_CONTIGUOUS, BENCH_RUN, BENCH_PART, BENCH_ONE_CALL};
    static const struct {
        const char *op;
        bl_dtype dtype;
        size_t n;
    } others[] = {{"mul", BL_F64, 3}, {"mul", BL_F64, 16}, {"mul", BL_F64, 100}, {"add", BL_U8, 7}, {"add", BL_U8, 64}, {"add", BL_U8, 600}, {"sub", BL_F16, 5}, {"sub", BL_F16, 32}, {"sub", BL_F16, 500}, {"div", BL_I32, 9}, {"div", BL_I32, 250}};
    for (size_t k = 0; k < 4; ++k) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
            set_kind(add_same("small", "add", BL_F32, sizes[i]), kinds[k]);
        for (size_t i = 0; k < 2 && i < sizeof between / sizeof *between; ++i)
            set_kind(add_same("small", "add", BL_F32, between[i]), kinds[k]);
        for (size_t i = 0; k < 2 && i < sizeof others / sizeof *others; ++i)
            set_kind(add_same("small", others[i].op, others[i].dtype, others[i].n), kinds[k]);
    }
}

/* Broadcasts and layouts of a few elements, by a plan and by one call. */
static void add_tiny(void)
{
    const bench_array square = array_of(BL_F32, DIMS(4, 4));
    const bench_kind kinds[] = {BENCH_RUN, BENCH_ONE_CALL};
    for (size_t k = 0; k < 2; ++k) {
        const size_t first = case_count;
        add_binary("tiny", "mul", NULL, square, array_of(BL_F32, DIMS(4, 1)));
        add_binary("tiny", "add", NULL, square, array_of(BL_F32, DIMS(4)));
        add_binary("tiny", "add", "transposed", square, transposed(square));
        add_binary("tiny", "mul", NULL, array_of(BL_F32, DIMS(8, 1, 6, 1)), array_of(BL_F32, DIMS(7, 1, 5)));
        add_binary("tiny", "add", NULL, array_of(BL_F32, DIMS(2, 3, 4)), array_of(BL_F32, DIMS(3, 1)));
        add_binary("tiny", "sub", NULL, array_of(BL_F64, DIMS(3, 3)), array_of(BL_F64, DIMS(3)));
        add_binary("tiny", "add", NULL, array_of(BL_U8, DIMS(10, 3)), array_of(BL_U8, DIMS(3)));
        add_value("tiny", "floor_div", BL_F32, 16);
        add_value("tiny", "floor_div", BL_I32, 16);
        add_value("tiny", "mul", BL_F32, 16);
        add_value("tiny", "mul", BL_F32, 64);
        add_left_value("tiny", "sub", BL_F32, 16);
        add_binary("tiny", "add", "both step 3", stepped(array_of(BL_F32, DIMS(16)), 3),
                   stepped(array_of(BL_F32, DIMS(16)), 3));
        for (size_t i = first; i < case_count; ++i)
            set_kind(&cases[i], kinds[k]);
    }
}

/* Three to five operands: a case for each set of inputs that are one value. */
static void add_held(void)
{
    static const char *const ops[] = {"select", "clip", "quantize_linear", "fake_quantize"};
    static const size_t sizes[] = {16, 255, 4 * KI};
    for (size_t o = 0; o < sizeof ops / sizeof *ops; ++o) {
        const bl_op *op = bl_op_by_name(ops[o]);
        for (size_t i = 0; op && i < sizeof sizes / sizeof *sizes; ++i) {
            const bl_table *table = op->tables[0];
            for (unsigned held = 0; held < (1u << table->arity) - 1; ++held) {
                bench_array inputs[BL_MAX_ARITY];
                for (size_t k = 0; k < table->arity; ++k)
                    inputs[k] = array_of((bl_dtype)table->dtypes[k + 1], DIMS(held >> k & 1 ? 1 : sizes[i]));
                add_case_to((bl_dtype)table->dtypes[0], "held", op->name, NULL, table->arity, inputs)->not_if_quick = i > 0;
            }
        }
    }
}

/* Lines without a plan, by steps in bytes. */
static void add_strided(void)
{
    static const size_t sizes[] = {1, 4, 8, 16, 32, 64, 1000};
    const size_t first = case_count;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const bench_array line = array_of(BL_F32, DIMS(sizes[i]));
        add_same("strided", "add", BL_F32, sizes[i]);
        add_value("strided", "mul", BL_F32, sizes[i]);
        add_left_value("strided", "sub", BL_F32, sizes[i]);
        add_binary("strided", "add", "both step 3", stepped(line, 3), stepped(line, 3));
        add_binary("strided", "add", "a step 2", stepped(line, 2), line);
        set_out(add_binary("strided", "add", NULL, stepped(line, 2), stepped(line, 2)), stepped(line, 2), "all step 2");
        set_out(add_binary("strided", "add", NULL, line, line), stepped(line, 2), "output step 2");
    }
    for (size_t i = first; i < case_count; ++i)
        set_kind(&cases[i], BENCH_STRIDED);
}

/* Several tensors in turn, each with a separate plan, as in a network of small layers. */
static void add_turns(void)
{
    enum { TENSORS = 1000 };
    static const bench_kind kinds[] = {BENCH_CONTIGUOUS, BENCH_RUN, BENCH_ONE_CALL};
    const size_t first = case_count;
    for (size_t k = 0; k < 3; ++k) {
        set_kind(add_same("turns", "add", BL_F32, 16), kinds[k]);
        set_kind(add_same("turns", "add", BL_F32, 100), kinds[k]);
        set_kind(add_same("turns", "add", BL_U8, 48), kinds[k]);
    }
    for (size_t k = 1; k < 3; ++k) {
        set_kind(add_binary("turns", "mul", NULL, array_of(BL_F32, DIMS(4, 4)), array_of(BL_F32, DIMS(4, 1))), kinds[k]);
        set_kind(add_value("turns", "mul", BL_F32, 16), kinds[k]);
        set_kind(add_binary("turns", "mul", NULL, array_of(BL_F32, DIMS(8, 1, 6, 1)), array_of(BL_F32, DIMS(7, 1, 5))),
                 kinds[k]);
    }
    for (size_t i = first; i < case_count; ++i)
        cases[i].tensors = TENSORS;
}

/* All operands, or only the output, begin some bytes after the start of a cache line. */
static void misalign(bench_case *c, size_t bytes, int output_alone)
{
    char text[24];
    for (size_t i = 0; i < c->arity && !output_alone; ++i)
        c->inputs[i].past_line = bytes;
    c->out.past_line = bytes;
    snprintf(text, sizeof text, bytes ? " %s at %zu" : " aligned", output_alone ? "output" : "all", bytes);
    append_text(c, text);
}

static void add_misaligned(void)
{
    static const size_t sizes[] = {1000, 4 * KI + 1, 64 * KI}, starts[] = {4, 8, 16};
    static const bl_dtype dtypes[] = {BL_F32, BL_F64, BL_U8, BL_F16};
    for (size_t d = 0; d < 4; ++d) {
        for (size_t i = 0; i < 3; ++i) {
            misalign(add_same("misaligned", "add", dtypes[d], sizes[i]), 0, 0);
            for (size_t j = 0; j < 6; ++j) {
                if (starts[j % 3] % bl_dtype_size(dtypes[d]) == 0)
                    misalign(add_same("misaligned", "add", dtypes[d], sizes[i]), starts[j % 3], j >= 3);
            }
        }
    }
    for (size_t i = 0; i < 3; ++i) {
        misalign(add_value("misaligned", "mul", BL_F32, sizes[i]), 16, 0);
        misalign(add_value("misaligned", "mul", BL_F32, sizes[i]), 16, 1);
    }
    misalign(add_same("misaligned", "add", BL_F32, MI), 16, 0);
    misalign(add_same("misaligned", "add", BL_F32, 16 * MI), 16, 0);
    misalign(add_value("misaligned", "mul", BL_F32, 16 * MI), 16, 0);
}

static void add_left_values(void)
{
    static const bl_dtype dtypes[] = {BL_F32, BL_F64, BL_F16, BL_BF16, BL_I8, BL_I32, BL_U16, BL_I64};
    for (size_t i = 0; i < 8; ++i) {
        add_left_value("value-left", "sub", dtypes[i], 64 * KI);
        add_left_value("value-left", "div", dtypes[i], 64 * KI);
    }
    add_left_value("value-left", "sub", BL_F32, 1000);
    add_left_value("value-left", "div", BL_F32, 1000);
    add_left_value("value-left", "sub", BL_F32, MI);
}

static void add_steps(void)
{
    static const bl_dtype dtypes[] = {BL_F32, BL_F64, BL_U8, BL_F16};
    char note[32];
    for (size_t d = 0; d < 4; ++d) {
        const bench_array line = array_of(dtypes[d], DIMS(64 * KI));
        for (size_t step = 3; step <= 8; ++step) {
            snprintf(note, sizeof note, "step %zu", step);
            add_binary("steps", "add", note, stepped(line, step), line);
            snprintf(note, sizeof note, "both step %zu", step);
            add_binary("steps", "add", note, stepped(line, step), stepped(line, step));
        }
        for (size_t step = 2; step <= 4; ++step) {
            snprintf(note, sizeof note, "output step %zu", step);
            set_out(add_binary("steps", "add", NULL, line, line), stepped(line, step), note);
        }
        for (size_t columns = 2; columns <= 4; ++columns) {
            snprintf(note, sizeof note, "columns of %zu", columns);
            add_binary("steps", "add", note, column_of(dtypes[d], 64 * KI, columns, 0),
                       column_of(dtypes[d], 64 * KI, columns, columns - 1));
        }
    }
    const bench_array line = array_of(BL_F32, DIMS(1000));
    for (size_t step = 2; step <= 4; ++step) {
        snprintf(note, sizeof note, "both step %zu", step);
        add_binary("steps", "add", note, stepped(line, step), stepped(line, step));
    }
    set_out(add_binary("steps", "add", "both step 3,", stepped(line, 3), stepped(line, 3)), stepped(line, 3),
            "output step 3");
}

static void add_outputs(void)
{
    static const bl_dtype dtypes[] = {BL_F32, BL_U8};
    static const size_t shapes[][2] = {{8192, 8}, {4096, 20}, {1000, 100}, {256, 1000}};
    static const size_t sizes[] = {16, 1000, 4 * KI + 1, 64 * KI, MI};
    for (size_t d = 0; d < 2; ++d) {
        for (size_t i = 0; i < 4; ++i) {
            const bench_array table = array_of(dtypes[d], DIMS(shapes[i][0], shapes[i][1]));
            set_out(add_binary("outputs", "add", NULL, table, table), sliced(table, 8), "into a slice");
        }
        const bench_array square = array_of(dtypes[d], DIMS(256, 256));
        set_out(add_binary("outputs", "add", NULL, square, square), transposed(square), "into a transposed");
    }
    for (size_t i = 0; i < 5; ++i)
        set_in_place(add_same("outputs", "sub", BL_F32, sizes[i]));
    set_in_place(add_same("outputs", "sub", BL_U8, 64 * KI));
    set_in_place(add_same("outputs", "sub", BL_F64, 64 * KI));
    set_in_place(add_same("outputs", "sub", BL_F16, 64 * KI));
    set_in_place(add_value("outputs", "sub", BL_F32, 64 * KI));
}

/* About 64 Ki elements, in the dtypes and widths in which short rows are hard. */
static void add_short_rows(void)
{
    static const size_t widths[] = {2, 3, 4, 7, 8, 15, 16, 17, 24, 31, 33, 48, 64};
    static const bl_dtype dtypes[] = {BL_F16, BL_BF16, BL_U8, BL_I8, BL_F32};
    for (size_t d = 0; d < 5; ++d) {
        for (size_t i = dtypes[d] == BL_F32 ? 7 : 0; i < sizeof widths / sizeof *widths; ++i) {
            const size_t n = widths[i], m = 64 * KI / n;
            const bench_array table = array_of(dtypes[d], DIMS(m, n));
            add_binary("short-rows", "add", NULL, table, array_of(dtypes[d], DIMS(n)));
            add_binary("short-columns", "mul", NULL, table, array_of(dtypes[d], DIMS(m, 1)));
        }
    }
}

static void add_middle_dims(void)
{
    static const struct {
        size_t a[3], b[3];
    } shapes[] = {{{5000, 4, 3}, {5000, 1, 3}}, {{5000, 4, 3}, {1, 4, 1}}, {{5000, 4, 3}, {5000, 4, 1}}, {{2000, 3, 7}, {2000, 1, 7}}, {{2000, 2, 16}, {2000, 1, 16}}, {{500, 4, 33}, {500, 1, 33}}, {{1000, 16, 4}, {1000, 1, 4}}, {{100, 8, 64}, {100, 1, 64}}};
    static const bl_dtype dtypes[] = {BL_F32, BL_U8, BL_F64};
    for (size_t d = 0; d < 3; ++d) {
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
            add_binary("middle", "add", NULL, array_of(dtypes[d], 3, shapes[i].a), array_of(dtypes[d], 3, shapes[i].b));
    }
}

/* Transposes of sizes that are not multiples of a line or a square. */
static void add_ragged(void)
{
    static const struct {
        bl_dtype dtype;
        size_t rows, cols;
    } tables[] = {{BL_F64, 100, 100}, {BL_F64, 257, 257}, {BL_F32, 30, 30}, {BL_F32, 100, 100}, {BL_F32, 257, 257}, {BL_F32, 513, 513}, {BL_F32, 100, 300}, {BL_F16, 100, 100}, {BL_F16, 513, 513}, {BL_U8, 100, 100}, {BL_U8, 257, 257}};
    static const bl_dtype dtypes[] = {BL_F32, BL_U8};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        const bl_dtype dtype = tables[i].dtype;
        add_binary("ragged", "add", "transposed", array_of(dtype, DIMS(tables[i].rows, tables[i].cols)),
                   transposed(array_of(dtype, DIMS(tables[i].cols, tables[i].rows))));
    }
    for (size_t d = 0; d < 2; ++d) {
        add_binary("ragged", "add", "planes + pixels", array_of(dtypes[d], DIMS(3, 224, 224)),
                   planes(dtypes[d], 3, 224, 224));
        add_binary("ragged", "add", "pixels + planes", array_of(dtypes[d], DIMS(224, 224, 3)),
                   pixels(dtypes[d], 224, 224, 3));
        add_binary("ragged", "add", "planes + pixels", array_of(dtypes[d], DIMS(4, 100, 100)),
                   planes(dtypes[d], 4, 100, 100));
    }
}

static void add_plans(void)
{
    const bench_array square = array_of(BL_F32, DIMS(1024, 1024));
    const size_t first = case_count;
    add_same("plan", "add", BL_F32, MI);
    add_value("plan", "add", BL_F32, 16);
    add_binary("plan", "mul", NULL, array_of(BL_F32, DIMS(8, 1, 6, 1)), array_of(BL_F32, DIMS(7, 1, 5)));
    add_binary("plan", "mul", NULL, array_of(BL_F32, DIMS(4, 4)), array_of(BL_F32, DIMS(4, 1)));
    add_binary("plan", "add", NULL, array_of(BL_F32, DIMS(MI / 3, 3)), array_of(BL_F32, DIMS(3)));
    add_binary("plan", "mul", NULL, array_of(BL_F32, DIMS(8, 64, 56, 56)), array_of(BL_F32, DIMS(1, 64, 1, 1)));
    add_binary("plan", "add", "transposed", square, transposed(square));
    for (size_t i = first; i < case_count; ++i)
        cases[i].kind = BENCH_PLAN;
}

/* Functions on arrays in the second cache; sin of huge arguments is a separate case. */
static void add_functions(void)
{
    static const bl_dtype dtypes[] = {BL_F32, BL_F64, BL_F16, BL_BF16};
    size_t count;
    const bench_function *const functions = bench_functions(&count);
    for (size_t i = 0; i < count; ++i) {
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; ++d) {
            const bl_op *op = bl_op_by_name(functions[i].op);
            if (!op || op->first[dtypes[d]] == op->first[dtypes[d] + 1])
                continue;
            const bench_second *second = functions[i].second;
            bench_range ranges[2] = {bench_range_of(&functions[i].inputs, dtypes[d])};
            if (second)
                ranges[1] = bench_range_of(&second->inputs, dtypes[d]);
            const bench_array a = array_of(dtypes[d], DIMS(64 * KI));
            const bench_array b = second && ranges[1].least >= ranges[1].most ? array_of(dtypes[d], DIMS(1)) : a;
            const bench_array inputs[] = {a, b};
            bench_case *c = add_case("functions", functions[i].op, functions[i].note, second ? 2 : 1, inputs);
            c->function = &functions[i];
            for (size_t k = 0; k < c->arity; ++k) {
                c->inputs[k].content = ranges[k].content;
                c->inputs[k].least = ranges[k].least;
                c->inputs[k].most = ranges[k].most;
            }
        }
    }
}

/* Single calls, and chains of three in which each call uses the result of the one before: by the library's choice, bypassing the caches, and
 * through them. */
static void add_chains(void)
{
    static const char *const chain[BENCH_CHAINED] = {"mul", "maximum"};
    static const size_t sizes[] = {256 * KI, MI, 4 * MI, 16 * MI};
    static const struct {
        const char *note;
        size_t cache_bytes;
    } choices[] = {{"", 0}, {" past", 1}, {" through", SIZE_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (size_t k = 0; k < 6; ++k) {
            bench_case *c = add_same("chain", "add", BL_F32, sizes[i]);
            c->chain = k < 3 ? NULL : chain;
            c->cache_bytes = choices[k % 3].cache_bytes;
            c->not_if_quick = 1;
            append_text(c, c->chain ? " chain" : " lone");
            append_text(c, choices[k % 3].note);
        }
    }
}

static void add_threads(void)
{
    add_same("threads", "add", BL_F32, MI);
    add_same("threads", "add", BL_F32, 16 * MI);
    add_binary("threads", "add", NULL, array_of(BL_F32, DIMS(MI / 3, 3)), array_of(BL_F32, DIMS(3)));
    for (size_t i = case_count - 3; i < case_count; ++i)
        cases[i].threads = 2;
}

/* ---- The families of operators ---- */

/* Sets of dtypes, each of which represents similar ones. */
#define OF(DTYPE) (1u << (DTYPE))
#define OF_FLOATS (OF(BL_F32) | OF(BL_F16))
#define OF_INTEGERS (OF(BL_I8) | OF(BL_I32))
#define OF_NUMBERS (OF_FLOATS | OF_INTEGERS)

/* Operators, and folds of three. `to` is one dtype if the result has a separate type variable, otherwise 0. */
static const struct {
    const char *group, *op;
    unsigned dtypes, to;
} families[] = {
    {"comparisons", "less", OF_NUMBERS | OF(BL_BOOL), 0},
    {"comparisons", "equal", OF_NUMBERS | OF(BL_BOOL), 0},
    {"bits", "logical_and", OF(BL_BOOL), 0},
    {"bits", "logical_xor", OF(BL_BOOL), 0},
    {"bits", "bitwise_and", OF_INTEGERS | OF(BL_BOOL), 0},
    {"bits", "shift_left", OF_INTEGERS, 0},
    {"limits", "maximum", OF_NUMBERS, 0},
    {"limits", "minimum", OF_NUMBERS, 0},
    {"limits", "clip", OF_NUMBERS, 0},
    {"limits", "clamp", OF_NUMBERS, 0},
    {"activations", "relu", OF_NUMBERS, 0},
    {"activations", "leaky_relu", OF_FLOATS, 0},
    {"activations", "hard_swish", OF_FLOATS, 0},
    {"rounding", "abs", OF_NUMBERS, 0},
    {"rounding", "sign", OF_NUMBERS, 0},
    {"rounding", "sqrt", OF_FLOATS, 0},
    {"rounding", "reciprocal", OF_FLOATS, 0},
    {"rounding", "floor", OF_FLOATS, 0},
    {"rounding", "round", OF_FLOATS, 0},
    {"rounding", "is_nan", OF_FLOATS, 0},
    {"remainders", "fmod", OF_NUMBERS, 0},
    {"remainders", "floor_mod", OF_NUMBERS, 0},
    {"differences", "squared_difference", OF_NUMBERS, 0},
    {"differences", "saturating_add", OF_INTEGERS, 0},
    {"casts", "cast", OF(BL_I32) | OF(BL_F16) | OF(BL_I8) | OF(BL_U8) | OF(BL_F64), OF(BL_F32)},
    {"casts", "cast", OF(BL_F32), OF(BL_I32)},
    {"casts", "cast", OF(BL_F32), OF(BL_F16)},
    {"casts", "cast", OF(BL_F32), OF(BL_I8)},
    {"casts", "cast", OF(BL_F32), OF(BL_BOOL)},
    {"casts", "cast", OF(BL_I32), OF(BL_I64)},
    {"quantize", "quantize_linear", OF(BL_F32), OF(BL_I8)},
    {"quantize", "quantize_linear", OF(BL_F32), OF(BL_U8)},
    {"quantize", "dequantize_linear", OF(BL_I8) | OF(BL_U8), OF(BL_F32)},
    {"folds", "max", OF_NUMBERS, 0},
    {"folds", "add_n", OF_NUMBERS, 0},
};

/* The operator's table at T = dtype, with `to` or dtype as its further type variables; NULL if the library lacks it. */
static const bl_table *find_table(const char *op_name, bl_dtype dtype, unsigned to)
{
    const bl_op *op = bl_op_by_name(op_name);
    for (size_t i = op ? op->first[dtype] : 0; op && i < op->first[dtype + 1]; ++i) {
        const bl_table *table = op->tables[i];
        int fits = to == 0 || (to & OF(table->dtypes[0])) != 0;
        for (size_t j = 1; j <= table->arity; ++j)
            fits = fits && (to == 0 || ((to | OF(dtype)) & OF(table->dtypes[j])) != 0);
        if (fits)
            return table;
    }
    return NULL;
}

/* The first input, or a fold's first two, have one shape; all others have the dims `other`. */
static bench_case *add_family_case(size_t which, bl_dtype dtype, size_t rank, const size_t *shape, size_t other)
{
    const char *op = families[which].op;
    const bl_table *table = find_table(op, dtype, families[which].to);
    const size_t arity = table ? table->arity : 3;
    bench_array inputs[BL_MAX_ARITY];
    for (size_t i = 0; i < arity; ++i) {
        const bl_dtype of_input = table ? (bl_dtype)table->dtypes[i + 1] : dtype;
        const int is_full = i == 0 || (!table && i == 1);
        inputs[i] = is_full ? array_of(of_input, rank, shape) : array_of(of_input, DIMS(other));
    }
    return add_case_to(table ? (bl_dtype)table->dtypes[0] : dtype, families[which].group, op, NULL, arity, inputs);
}

static int is_fold(const char *name)
{
    for (size_t i = 0; i < bl_all_fold_count; ++i) {
        if (strcmp(bl_all_folds[i]->name, name) == 0)
            return 1;
    }
    return 0;
}

/* Arrays in the second cache, in the first one and beyond both; with one value and with rows. Operators of three inputs take one value for each
 * of the others; those that quantize also take a row. */
static void add_family(size_t which, bl_dtype dtype)
{
    static const size_t sizes[] = {64 * KI, 4 * KI, MI};
    const bl_table *table = find_table(families[which].op, dtype, families[which].to);
    const size_t first = case_count, arity = table ? table->arity : 2;
    if (!table && !is_fold(families[which].op))
        return; /* the library lacks the operator */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        add_family_case(which, dtype, DIMS(sizes[i]), arity == 3 ? 1 : sizes[i]);
    if (arity == 2)
        add_family_case(which, dtype, DIMS(64 * KI), 1);
    if (arity == 2 || (arity == 3 && families[which].to != 0))
        add_family_case(which, dtype, DIMS(KI, 64), 64);
    for (size_t i = first + 1; i < case_count; ++i)
        cases[i].not_if_quick = 1;
}

/* Folds of five, at each level of memory. */
static void add_folds_of_five(void)
{
    static const char *const ops[] = {"max", "add_n"};
    static const bl_dtype dtypes[] = {BL_F32, BL_I32};
    static const size_t sizes[] = {4 * KI, 64 * KI, MI};
    for (size_t i = 0; i < 12; ++i) {
        const bench_array line = array_of(dtypes[i / 3 % 2], DIMS(sizes[i % 3]));
        const bench_array inputs[] = {line, line, line, line, line};
        if (is_fold(ops[i / 6]))
            append_text(add_case("folds", ops[i / 6], NULL, 5, inputs), " of five");
    }
}

static void add_families(void)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i) {
        for (bl_dtype dtype = BL_F32; dtype < BL_DTYPE_COUNT; ++dtype) {
            if (families[i].dtypes & OF(dtype))
                add_family(i, dtype);
        }
    }
}

/* ---- Narrow types ---- */

/* A case of the operator at T = dtype, its result of the dtype `to`: the first input of so many rows and columns, the others with an
 * element for each row. Its contents fit the narrower type. */
static void add_narrow_case(const char *op, bl_dtype dtype, bl_dtype to, size_t rows, size_t cols)
{
    const bl_table *table = find_table(op, dtype, OF(to));
    if (!table)
        return; /* a library of fewer operators */
    bench_array inputs[BL_MAX_ARITY] = {rows == 1 ? array_of(dtype, DIMS(cols)) : array_of(dtype, DIMS(rows, cols))};
    for (size_t i = 1; i < table->arity; ++i)
        inputs[i] = array_of((bl_dtype)table->dtypes[i + 1], DIMS(rows, 1));
    bench_case *c = add_case_to(to, "narrow", op, NULL, table->arity, inputs);
    if (bl_dtype_bits(to) < 8) {
        c->inputs[0].content = table->arity == 1 ? BENCH_NIBBLE : BENCH_ANY;
        c->inputs[1].content = BENCH_COARSE;
    }
    c->not_if_quick = rows * cols != 64 * KI;
}

/* Casts, and scales and zero points for blocks of 32, the form of weights. */
static void add_narrow(void)
{
    enum { BLOCK = 32 };
    static const size_t sizes[] = {64 * KI, 4 * KI, MI, 16 * MI};
    static const bl_dtype casts[][2] = {{BL_F32, BL_F8E4M3FN}, {BL_F8E4M3FN, BL_F32}, {BL_F16, BL_F8E4M3FN}, {BL_BF16, BL_F8E4M3FN}, {BL_F32, BL_I4}, {BL_I4, BL_F32}, {BL_I8, BL_I4}, {BL_U4, BL_F16}};
    static const bl_dtype from[] = {BL_I4, BL_U4, BL_I8}, to[] = {BL_F32, BL_F16};
    for (size_t i = 0; i < sizeof casts / sizeof *casts; ++i) {
        for (size_t s = 0; s < (i < 2 ? 4 : 3); ++s)
            add_narrow_case("cast", casts[i][0], casts[i][1], 1, sizes[s]);
    }
    for (size_t i = 0; i < 6; ++i) {
        for (size_t s = 0; s < 4; ++s) {
            if (sizes[s] != 4 * KI)
                add_narrow_case("dequantize_linear", from[i / 2], to[i % 2], sizes[s] / BLOCK, BLOCK);
        }
    }
    for (size_t s = 0; s < 4; ++s) {
        if (sizes[s] != 4 * KI)
            add_narrow_case("quantize_linear", BL_F32, BL_I4, sizes[s] / BLOCK, BLOCK);
    }
}

/* Whether the best kernel for arrays that this instruction set may use is plain C's. */
static int is_scalar(const bl_table *table, bl_isa isa)
{
    const bl_variant *plain = &table->variants[table->variant_count - 1];
    for (const bl_variant *v = table->variants; v < plain; ++v) {
        if (v->isa <= isa && bl_isa_available(v->isa))
            return v->patterns[0] == plain->patterns[0];
    }
    return 1;
}

/* The cells that these instruction sets compute by plain C, according to the library's tables. */
static void add_scalar_cells(void)
{
    static const char *const names[] = {"neon", "avx2", "avx512"};
    for (size_t i = 0; i < 3; ++i) {
        bl_isa isa = BL_ISA_ANY;
        if (bl_isa_from_name(names[i], &isa) != BL_OK || !bl_isa_available(isa))
            continue;
        for (size_t j = 0; j < bl_all_op_count; ++j) {
            const bl_op *op = bl_all_ops[j];
            for (size_t k = 0; k < op->first[BL_DTYPE_COUNT]; ++k) {
                const bl_table *table = op->tables[k];
                bench_array inputs[BL_MAX_ARITY];
                if (table->width == 0 || table->exchanged || !is_scalar(table, isa))
                    continue;
                for (size_t a = 0; a < table->arity; ++a)
                    inputs[a] = array_of((bl_dtype)table->dtypes[a + 1], DIMS(4 * KI));
                bench_case *c = add_case_to((bl_dtype)table->dtypes[0], "scalar", op->name, names[i], table->arity, inputs);
                c->isa = isa;
                c->not_if_quick = 1;
            }
        }
    }
}

const bench_case *bench_cases(size_t *count)
{
    if (case_count == 0) {
        add_sizes();
        size_t first = case_count;
        add_rows_and_columns();
        add_short_rows();
        add_layouts();
        time_same_shape(first);
        add_broadcasts();
        first = case_count;
        add_middle_dims();
        add_steps();
        add_ragged();
        time_same_shape(first);
        add_outputs();
        add_misaligned();
        add_left_values();
        add_dtypes();
        add_divisions();
        add_isas();
        add_small();
        add_tiny();
        add_strided();
        add_held();
        add_turns();
        add_plans();
        add_chains();
        add_threads();
        add_functions();
        add_families();
        add_folds_of_five();
        add_narrow();
        add_scalar_cells();
    }
    *count = case_count;
    return cases;
}

const char *bench_kind_name(bench_kind kind)
{
    static const char *const names[BENCH_KIND_COUNT] = {"run", "part", "one call", "contiguous", "strided", "fold", "plan"};
    return names[kind];
}

const char *bench_content_name(bench_content content)
{
    static const char *const names[BENCH_CONTENT_COUNT] = {"any", "divisor", "count", "positive", "spread", "scale", "coarse",
                                                           "nibble", "low", "high", "uniform", "by magnitude"};
    return names[content];
}

const bench_float bench_floats[BL_DTYPE_COUNT] = {[BL_F32] = {23, 127}, [BL_F64] = {52, 1023}, [BL_F16] = {10, 15}, [BL_BF16] = {7, 127}, [BL_F8E4M3FN] = {3, 7}, [BL_F8E4M3FNUZ] = {3, 8}, [BL_F8E5M2] = {2, 15}, [BL_F8E5M2FNUZ] = {2, 16}};

uint64_t bench_limit_bits(bl_dtype dtype, int is_high)
{
    if (bench_floats[dtype].mantissa == 0)
        return is_high ? 50 : (uint64_t)-50;
    const uint64_t one = (uint64_t)bench_floats[dtype].bias << bench_floats[dtype].mantissa;
    return is_high ? one : one | UINT64_C(1) << (bl_dtype_size(dtype) * 8 - 1);
}
