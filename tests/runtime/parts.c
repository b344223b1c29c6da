/* Parts: together they write each element of the output exactly once, and no other bytes. No two parts write to the same cache line, if
 * the output's strides allow that and parts are long enough. For all strategies of plans, with outputs that begin on
 * a cache line or within one.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define LINE_BYTES 64
#define RANK 3

enum { NOBODY = 255 };

/* The layout of a sum's operands. Strides of 0 broadcast. */
typedef struct layout {
    const char *name;
    int meets_on_lines; /* for f32 and f64 in up to 5 parts */
    size_t shape[RANK];
    ptrdiff_t a[RANK];
    ptrdiff_t b[RANK];
    ptrdiff_t out[RANK];
} layout;

static const layout layouts[] = {
    {"same shape", 1, {1, 1, 30001}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
    {"one value", 1, {1, 1, 30001}, {0, 0, 1}, {0, 0, 0}, {0, 0, 1}},
    {"short rows", 1, {1, 1601, 17}, {0, 17, 1}, {0, 0, 1}, {0, 17, 1}},
    {"short columns", 1, {1, 1601, 17}, {0, 17, 1}, {0, 1, 0}, {0, 17, 1}},
    {"shortest rows", 1, {1, 9001, 3}, {0, 3, 1}, {0, 0, 1}, {0, 3, 1}},
    {"shortest columns", 1, {1, 9001, 3}, {0, 3, 1}, {0, 1, 0}, {0, 3, 1}},
    {"long rows", 1, {1, 161, 197}, {0, 197, 1}, {0, 0, 1}, {0, 197, 1}},
    {"long columns", 1, {1, 161, 197}, {0, 197, 1}, {0, 1, 0}, {0, 197, 1}},
    {"a column and a row", 1, {1, 161, 197}, {0, 1, 0}, {0, 0, 1}, {0, 197, 1}},
    {"an input transposed", 1, {1, 161, 197}, {0, 197, 1}, {0, 1, 161}, {0, 197, 1}},
    {"an input reversed", 1, {1, 1, 30001}, {0, 0, 1}, {0, 0, -1}, {0, 0, 1}},
    {"an input in steps of 2", 1, {1, 1, 15001}, {0, 0, 2}, {0, 0, 1}, {0, 0, 1}},
    {"a value for each channel", 1, {161, 3, 49}, {147, 49, 1}, {0, 1, 0}, {147, 49, 1}},
    {"a value for each channel, two images", 0, {2, 161, 49}, {7889, 49, 1}, {0, 1, 0}, {7889, 49, 1}},
    {"the output with gaps", 1, {1, 161, 150}, {0, 150, 1}, {0, 150, 1}, {0, 197, 1}},
    {"the output in steps of 2", 1, {1, 1, 15001}, {0, 0, 1}, {0, 0, 1}, {0, 0, 2}},
    {"the output transposed", 0, {1, 161, 197}, {0, 197, 1}, {0, 197, 1}, {0, 1, 161}},
    {"the output transposed, and a row", 1, {1, 161, 197}, {0, 197, 1}, {0, 0, 1}, {0, 1, 161}},
    {"the output transposed, of 9 rows", 1, {1, 9, 3001}, {0, 3001, 1}, {0, 3001, 1}, {0, 1, 9}},
    {"the output reversed", 1, {1, 1, 30001}, {0, 0, 1}, {0, 0, 1}, {0, 0, -1}},
    {"the output's rows reversed", 1, {1, 161, 197}, {0, 197, 1}, {0, 197, 1}, {0, -197, 1}},
    {"the output's columns reversed", 1, {1, 161, 197}, {0, 197, 1}, {0, 197, 1}, {0, 197, -1}},
};

static test_array inputs[2], out;
static unsigned char owner[ARENA_BYTES]; /* the part that wrote this byte of the output's arena */

static void lay_out(test_array *of, const arena *in, bl_dtype dtype, const size_t *shape, const ptrdiff_t *strides)
{
    set_shape(of, dtype, RANK, shape);
    memcpy(of->strides, strides, RANK * sizeof *strides);
    place(of, in, 0);
}

/** Run the plan part by part, and note which part writes each byte. Returns how many bytes are not written exactly once, or are not the
 * output's. */
static size_t find_owners(const bl_plan *plan, size_t parts)
{
    const void *data[2] = {inputs[0].array.data, inputs[1].array.data};
    const unsigned char *expected = expected_arena.bytes;
    size_t wrong = 0;
    size_t owned = 0;

    bl_plan_run(plan, data, NULL, out.array.data);
    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    memset(owner, NOBODY, sizeof owner);
    for (size_t part = 0; part < parts; ++part) {
        for (size_t i = 0; i < ARENA_BYTES; ++i) {
            out_arena.bytes[i] = (unsigned char)~expected[i];
        }
        bl_plan_run_part(plan, part, parts, data, NULL, out.array.data);
        for (size_t i = 0; i < ARENA_BYTES; ++i) {
            if (out_arena.bytes[i] == expected[i]) {
                wrong += owner[i] != NOBODY;
                owner[i] = (unsigned char)part;
                ++owned;
            } else {
                wrong += out_arena.bytes[i] != (unsigned char)~expected[i];
            }
        }
    }
    return wrong + (owned != out.shape[0] * out.shape[1] * out.shape[2] * bl_dtype_size(out.array.dtype));
}

/** The number of cache lines that several parts write. */
static size_t shared_lines(void)
{
    size_t shared = 0;

    for (size_t line = 0; line < ARENA_BYTES; line += LINE_BYTES) {
        unsigned char first = NOBODY;
        int is_shared = 0;

        for (size_t i = line; i < line + LINE_BYTES; ++i) {
            if (first == NOBODY) {
                first = owner[i];
            }
            is_shared = is_shared || (owner[i] != NOBODY && owner[i] != first);
        }
        shared += (size_t)is_shared;
    }
    return shared;
}

static void test_layout(const layout *of, bl_dtype dtype)
{
    static const size_t parts[] = {2, 3, 5};
    const size_t width = bl_dtype_size(dtype);
    const size_t offsets[] = {0, width, LINE_BYTES - 3 * width};
    const bl_array *const arrays[2] = {&inputs[0].array, &inputs[1].array};
    const int meets_on_lines = of->meets_on_lines && (width >= 4 || of->shape[1] == 1);
    size_t wrong = 0, shared = 0;
    char strategy[160] = "";

    for (size_t o = 0; o < sizeof offsets / sizeof *offsets; ++o) {
        bl_plan plan;

        lay_out(&inputs[0], &input_arenas[0], dtype, of->shape, of->a);
        lay_out(&inputs[1], &input_arenas[1], dtype, of->shape, of->b);
        lay_out(&out, &out_arena, dtype, of->shape, of->out);
        out.array.data = (unsigned char *)out.array.data + offsets[o];
        if (bl_plan_make(&plan, &bl_op_add, arrays, &out.array, NULL) != BL_OK) {
            ++wrong;
            break;
        }
        bl_plan_describe(&plan, strategy, sizeof strategy);
        for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p) {
            wrong += find_owners(&plan, parts[p]);
            shared += shared_lines();
        }
    }
    ok(wrong == 0, "%s, %s: every element is written once", of->name, bl_dtype_name(dtype));
    if (meets_on_lines) {
        ok(shared == 0, "%s, %s: no line is written by two parts", of->name, bl_dtype_name(dtype));
    }
    if (wrong > 0 || (meets_on_lines && shared > 0)) {
        printf("# %s: %zu bytes are wrong, %zu lines shared\n", strategy, wrong, shared);
    }
}

/** The result of bl_plan_parts for a plan with this many elements. */
static size_t parts_for(size_t threads, size_t elements)
{
    const bl_array whole = {NULL, BL_F32, 1, &elements, NULL};
    const bl_array *const both[2] = {&whole, &whole};
    bl_plan plan;

    return bl_plan_make(&plan, bl_op_by_name("add"), both, &whole, NULL) == BL_OK ? bl_plan_parts(&plan, threads) : 0;
}

static void test_counts(void)
{
    const size_t most = (size_t)16 * 1024;

    ok(parts_for(4, 0) == 1 && parts_for(4, most) == 1 && parts_for(4, 2 * most - 1) == 1, "little work is one part");
    ok(parts_for(4, 3 * most) == 3 && parts_for(2, 3 * most) == 3 && parts_for(2, 5 * most) == 4, "parts are not small");
    ok(parts_for(4, 1000 * most) == 8 && parts_for(500, 1000 * most) == 1000, "much work is two parts a thread");
    ok(parts_for(1, 1000 * most) == 1 && parts_for(0, 1000 * most) == 1, "one thread needs no parts");
    ok(parts_for(SIZE_MAX, 1000 * most) == 1000, "more threads than there can be");
    ok(bl_plan_parts(NULL, 4) == 1, "no plan");
}

int main(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_F32, BL_F64};

    make_arenas();
    for (size_t t = 0; t < sizeof dtypes / sizeof *dtypes; ++t) {
        fill(&input_arenas[0], dtypes[t]);
        fill(&input_arenas[1], dtypes[t]);
        for (size_t l = 0; l < sizeof layouts / sizeof *layouts; ++l) {
            test_layout(&layouts[l], dtypes[t]);
        }
    }
    test_counts();
    return done_testing();
}
