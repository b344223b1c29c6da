/* bl_run_strided: every operator at every dtype and on every instruction set, in steps of all sizes and signs, at
 * guard pages; every length from 1 to 70; and the calls that it refuses, which are the same as for a plan.
 *
 *     strided [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "woven_case.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Results ---- */

static const ptrdiff_t steps[] = {0, 1, -1, 2, -2, 3, -3, 4, 5, -6, 7, -7, 8, -8, 9, 17, -64, 100, -1000};

static ptrdiff_t random_step(void)
{
    return steps[random_below(random_below(2) == 0 ? 4 : COUNT(steps))];
}

static bl_isa most; /* the best available one */

/** A line of n elements. */
static void set_line(test_array *line, bl_dtype dtype, size_t n, ptrdiff_t step)
{
    set_shape(line, dtype, 1, &n);
    line->strides[0] = step;
}

static bl_status run_lines(const bl_table *table, size_t n, const test_array *inputs, const void *parameters,
                           const test_array *out)
{
    const void *data[BL_MAX_ARITY];
    ptrdiff_t byte_steps[BL_MAX_ARITY];

    for (size_t i = 0; i < table->arity; ++i) {
        data[i] = inputs[i].array.data;
        byte_steps[i] = inputs[i].strides[0] * (ptrdiff_t)bl_dtype_size(inputs[i].array.dtype);
    }
    return bl_run_strided(table, n, data, byte_steps, parameters, out->array.data,
                          out->strides[0] * (ptrdiff_t)bl_dtype_size(out->array.dtype));
}

/** Make a case of any shape one of lines, and run it. */
static int is_right(woven_case *of)
{
    static union {
        double align;
        unsigned char bytes[MOST_PARAMETER_BYTES];
    } parameters;
    const bl_table *table = of->table;
    const size_t n = random_below(8) == 0 ? 1 + random_below(3000) : 1 + random_below(70);
    const ptrdiff_t step = random_step();
    bl_status status;

    strcpy(of->strategy, "strided");
    set_line(&of->out, (bl_dtype)table->dtypes[0], n, step != 0 ? step : 1);
    for (size_t i = 0; i < table->arity; ++i) {
        set_line(&of->inputs[i], (bl_dtype)table->dtypes[i + 1], n, random_step());
    }
    of->parts = 0;
    if (!lay_out_arrays(of->values, table->arity, of->inputs, woven_inputs, &of->out, &woven_out)) {
        return 1;
    }
    expect_case(of);
    bl_parameters_default(table, parameters.bytes);
    store_parameters(parameters.bytes, table, of->expected.parameters);
    dirty_stack((bl_dtype)table->dtypes[table->arity]);
    bl_isa_limit(of->options.isa);
    status = run_lines(table, n, of->inputs, table->parameter_count > 0 ? parameters.bytes : NULL, &of->out);
    bl_isa_limit(most);
    if (status != BL_OK) {
        printf("# status: %s\n", bl_status_string(status));
        return 0;
    }
    return woven_is_right(of);
}

/** n elements of add, sub, less or select, operand k in steps[k], where 0 is the output; `in_place` is an input, or none. */
static int run_steps(const char *name, bl_dtype dtype, size_t n, const ptrdiff_t *step, size_t in_place, int at_end)
{
    const bl_table *table = table_of(bl_op_by_name(name), dtype);
    test_array inputs[BL_MAX_ARITY], out;

    set_line(&out, (bl_dtype)table->dtypes[0], n, step[0]);
    if (!place(&out, &out_arena, at_end)) {
        return 1;
    }
    memcpy(out_arena.bytes, input_arenas[table->arity - 1].bytes, ARENA_BYTES);
    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    for (size_t i = 0; i < table->arity; ++i) {
        set_line(&inputs[i], (bl_dtype)table->dtypes[i + 1], n, step[i + 1]);
        if (i == in_place && inputs[i].array.dtype == out.array.dtype) {
            inputs[i].strides[0] = step[0];
            inputs[i].array.data = out.array.data;
        } else if (!place(&inputs[i], &input_arenas[i], at_end)) {
            return 1;
        }
    }
    for (size_t k = 0; k < n; ++k) {
        const unsigned char *from[BL_MAX_ARITY];

        for (size_t i = 0; i < table->arity; ++i) {
            from[i] = element(&inputs[i], 1, &k);
        }
        oracle(name, dtype, from, expected_arena.bytes + (element(&out, 1, &k) - out_arena.bytes));
    }
    if (run_lines(table, n, inputs, NULL, &out) != BL_OK ||
        memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) != 0) {
        printf("# %s: %zu elements, steps %td %td %td %td, in place %zu\n", name, n, step[0], step[1], step[2], step[3], in_place);
        return 0;
    }
    return 1;
}

/** Every length, first with one operand in steps, then with all. */
static void test_lengths(const char *name, bl_dtype dtype)
{
    static const size_t longer[] = {127, 128, 129, 255, 256, 257, 1000, 2047, 2049, 4096, 8191, 8193, 16384};
    const bl_op *op = bl_op_by_name(name);
    size_t failed = 0;

    for (size_t i = 0; i < op->arity; ++i) {
        fill(&input_arenas[i], (bl_dtype)table_of(op, dtype)->dtypes[i + 1]);
    }
    for (size_t k = 0; k < 70 + COUNT(longer) && failed < 3; ++k) {
        const size_t n = k < 70 ? k + 1 : longer[k - 70];

        for (size_t which = 0; which < 2u * op->arity + 2; ++which) {
            ptrdiff_t step[4] = {1, 1, 1, 1};

            if (which <= op->arity) {
                step[which] = random_step();
            } else {
                for (size_t i = 0; i < 4; ++i) {
                    step[i] = random_step();
                }
            }
            step[0] = step[0] != 0 ? step[0] : 1;
            failed += !run_steps(name, dtype, n, step, random_below(2) * op->arity + random_below(op->arity), (int)random_below(2));
        }
    }
    ok(failed == 0, "%s, %s %s: lengths from 1 to 70, and longer", bl_isa_name(bl_isa_best()), name, bl_dtype_name(dtype));
}

static void test_all_lengths(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_F32, BL_F64};
    for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
        if (!bl_isa_available(isa)) {
            continue;
        }
        bl_isa_limit(isa);
        make_caches(isa % 2 != 0);
        for (size_t t = 0; t < COUNT(dtypes); ++t) {
            test_lengths(t % 2 == 0 ? "sub" : "add", dtypes[t]);
        }
        test_lengths("less", BL_F64);
        test_lengths("select", BL_U16);
        bl_isa_limit(most);
    }
    make_caches(0);
}

/* ---- Refused calls ---- */

static float x[64], y[64];

/** Add x and x, each in these steps of bytes, to `out`. */
static bl_status add_lines(size_t n, ptrdiff_t a_step, ptrdiff_t b_step, void *out, ptrdiff_t out_step)
{
    const void *const data[2] = {x, x};
    const ptrdiff_t byte_steps[2] = {a_step, b_step};

    return bl_run_strided(&bl_table_add_f32, n, data, byte_steps, NULL, out, out_step);
}

static void test_errors(void)
{
    const bl_table *add = &bl_table_add_f32, *less = &bl_table_less_f32;
    const void *data[2] = {x, x};
    const void *const without[2] = {x, NULL}, *const misaligned[2] = {x, (const char *)x + 2};
    const void *const at_the_end[2] = {x, (const void *)(UINTPTR_MAX - 31)}, *const at_the_start[2] = {x, (const void *)16};
    const void *const wide[2] = {x, x + 16};
    static const ptrdiff_t halves[][3] = {{12, 8, 8}, {8, 12, 8}, {8, 8, 12}, {8, 8, 4}, {4, 0, 8}, {-12, 8, 8}, {12, 12, 12}};
    size_t odd = 0;
    const ptrdiff_t ones[2] = {4, 4}, back[2] = {4, -4}, longest = PTRDIFF_MAX / 4 * 4;

    y[0] = -1.0f;
    is(bl_run_strided(NULL, 8, data, ones, NULL, y, 4), BL_NULL_POINTER, "null table");
    is(bl_run_strided(add, 8, NULL, ones, NULL, y, 4), BL_NULL_POINTER, "null inputs");
    is(bl_run_strided(add, 8, data, NULL, NULL, y, 4), BL_NULL_POINTER, "null steps");
    is(bl_run_strided(add, 8, without, ones, NULL, y, 4), BL_NULL_POINTER, "a null input");
    is(bl_run_strided(add, 8, data, ones, NULL, NULL, 4), BL_NULL_POINTER, "null output");
    is(bl_run_strided(add, 0, without, ones, NULL, NULL, 3), BL_OK, "no elements, whatever the pointers and steps");
    is(bl_run_strided(add, 0, NULL, NULL, NULL, NULL, 4), BL_OK, "no elements, no inputs");
    is(bl_run_strided(add, 8, misaligned, ones, NULL, y, 4), BL_MISALIGNED, "an input that is not aligned");
    is(bl_run_strided(add, 8, data, ones, NULL, (char *)y + 1, 4), BL_MISALIGNED, "an output that is not aligned");
    ok(add_lines(8, 6, 4, y, 4) == BL_MISALIGNED && add_lines(8, 4, 1, y, 4) == BL_MISALIGNED &&
           add_lines(8, 4, -2, y, 4) == BL_MISALIGNED,
       "an input's step that is not aligned");
    ok(add_lines(8, 4, 4, y, 7) == BL_MISALIGNED && add_lines(8, 4, 4, y + 60, -5) == BL_MISALIGNED, "the output's step that is not");
    for (size_t k = 0; k < COUNT(halves); ++k) { /* also if the ABI requires less of addresses */
        odd += bl_run_strided(&bl_table_add_f64, 8, wide, halves[k], NULL, y, halves[k][2]) == BL_MISALIGNED;
    }
    ok(odd == COUNT(halves), "steps of one and a half elements");
    is(add_lines((size_t)PTRDIFF_MAX / 4 + 1, 4, 4, y, 4), BL_SIZE_OVERFLOW, "too many bytes");
    is(add_lines(SIZE_MAX, 0, 0, y, 4), BL_SIZE_OVERFLOW, "far too many");
    ok(add_lines(3, longest, 4, y, 4) == BL_SIZE_OVERFLOW && add_lines(2, 4, longest, y, 4) == BL_SIZE_OVERFLOW &&
           add_lines(2, 4, 4, y, PTRDIFF_MIN) == BL_SIZE_OVERFLOW && add_lines(2, 4, PTRDIFF_MIN, y, 4) == BL_SIZE_OVERFLOW,
       "too large a step");
    ok(add_lines(1, longest, PTRDIFF_MIN, y, 0) == BL_OK && y[0] == 0.0f, "a step that is not taken");
    y[0] = -1.0f;
    is(bl_run_strided(add, 9, at_the_end, ones, NULL, y, 4), BL_SIZE_OVERFLOW, "an input around the end of memory");
    is(bl_run_strided(add, 9, at_the_start, back, NULL, y, 4), BL_SIZE_OVERFLOW, "an input around its start");
    is(add_lines(9, 4, 4, (void *)(UINTPTR_MAX - 31), 4), BL_SIZE_OVERFLOW, "an output around the end");
    is(add_lines(2, 4, 4, y, 0), BL_OVERLAP, "an output that is one value");
    is(add_lines(8, 4, 4, x + 7, 4), BL_OVERLAP, "the output begins in an input's last element");
    is(add_lines(8, 4, 4, x + 4, -4), BL_OVERLAP, "the output ends in an input's first elements");
    is(add_lines(8, 8, 8, x + 2, 8), BL_OVERLAP, "columns shifted by one");
    is(add_lines(8, 8, 8, x, 4), BL_OVERLAP, "the same pointer, other steps");
    is(add_lines(8, 4, 0, x, 4), BL_OVERLAP, "one value within the output");
    ok(y[0] == -1.0f, "nothing was written where it was refused");
    is(add_lines(8, 4, 4, x + 8, 4), BL_OK, "the output begins behind an input");
    is(add_lines(8, 8, 8, x + 1, 8), BL_OK, "even and odd columns");
    is(add_lines(8, 8, 8, x, 8), BL_OK, "in place");
    ok(bl_run_strided(less, 8, data, ones, NULL, x, 4) == BL_OVERLAP && bl_run_strided(less, 8, data, ones, NULL, x, 1) == BL_OVERLAP,
       "elements of two sizes are not in place");
}

/* ---- Random calls of one dim: the status is a plan's ---- */

#define ROOM 2048
#define BEFORE 512 /* of its elements, those before the place of most pointers */

static uint16_t room[ROOM], as_it_was[ROOM];

/** An element of the room; rarely an end of memory, NULL, or a misaligned address. */
static void *random_place(void)
{
    unsigned char *at = (unsigned char *)(room + BEFORE + random_below(200));

    switch (random_below(60)) {
    case 0:
        return NULL;
    case 1:
        return at + 1;
    case 2:
        return (void *)(UINTPTR_MAX - random_below(80));
    case 3:
        return (void *)random_below(80);
    default:
        return at;
    }
}

static ptrdiff_t random_room_step(void)
{
    const ptrdiff_t far = (ptrdiff_t)(((uint64_t)random_bits() << random_below(32)) & PTRDIFF_MAX >> 1);

    return random_below(60) > 0 ? (ptrdiff_t)random_below(9) - 4 : random_below(2) == 0 ? far
                                                                                        : -far;
}

static int is_in_room(const test_array *line, size_t n)
{
    const ptrdiff_t step = line->strides[0];

    return (uintptr_t)line->array.data >= (uintptr_t)room && (uintptr_t)line->array.data < (uintptr_t)(room + ROOM) &&
           (n == 1 || (n < 40 && step > -10 && step < 10));
}

/** Whether the room contains the sum of its former values (with one input, the complement) if the call was valid. */
static int came_out(bl_status status, size_t n, size_t arity, const test_array *inputs, const test_array *out)
{
    for (size_t k = 0; k < n && status == BL_OK; ++k) {
        const uint16_t *a = (const uint16_t *)(const void *)element(&inputs[0], 1, &k);
        const uint16_t *b = (const uint16_t *)(const void *)element(&inputs[arity - 1], 1, &k);
        const uint16_t *to = (const uint16_t *)(const void *)element(out, 1, &k);

        if (*to != (uint16_t)(arity == 1 ? ~as_it_was[a - room] : as_it_was[a - room] + as_it_was[b - room])) {
            return 0;
        }
    }
    for (size_t k = 0; k < n && status == BL_OK; ++k) {
        as_it_was[(const uint16_t *)(const void *)element(out, 1, &k) - room] = room[(const uint16_t *)(const void *)element(out, 1, &k) - room];
    }
    return memcmp(room, as_it_was, sizeof room) == 0;
}

static void test_as_planned(const bl_table *table)
{
    size_t differ = 0, wrong = 0;
    size_t counts[BL_STATUS_COUNT] = {0};

    for (size_t i = 0; i < ROOM; ++i) {
        room[i] = as_it_was[i] = (uint16_t)(i * 40503u);
    }
    for (size_t k = 0; k < 1000000 && differ + wrong < 3; ++k) {
        const size_t n = random_below(100) == 0 ? SIZE_MAX >> (1 + random_below(8 * sizeof(size_t) - 1)) : random_below(32);
        test_array inputs[2], out;
        const bl_array *const arrays[2] = {&inputs[0].array, &inputs[1].array};
        const test_array *const last = &inputs[table->arity - 1];
        const void *data[2];
        bl_status planned, status;
        bl_plan plan;

        set_line(&out, BL_U16, n, random_room_step());
        out.array.data = random_place();
        for (size_t i = 0; i < 2; ++i) {
            set_line(&inputs[i], BL_U16, n, random_below(3) == 0 ? out.strides[0] : random_room_step());
            inputs[i].array.data = random_below(3) == 0 ? out.array.data : random_place();
            data[i] = inputs[i].array.data;
        }
        planned = bl_plan_make_table(&plan, table, arrays, &out.array, NULL);
        if (planned == BL_OK) {
            planned = bl_plan_check(&plan, data, NULL, out.array.data);
        }
        if (planned == BL_OK && n > 0 && !(is_in_room(&out, n) && is_in_room(&inputs[0], n) && is_in_room(last, n))) {
            continue;
        }
        ++counts[planned];
        status = run_lines(table, n, inputs, NULL, &out);
        if (status != planned) {
            printf("# %s: %zu elements, steps %td %td %td, out %p, inputs %p %p: %s; planned: %s\n", table->op, n, out.strides[0],
                   inputs[0].strides[0], last->strides[0], out.array.data, data[0], data[table->arity - 1], bl_status_string(status),
                   bl_status_string(planned));
            ++differ;
        }
        wrong += status == planned && !came_out(status, n, table->arity, inputs, &out);
    }
    ok(differ == 0 && wrong == 0, "%s: lines are refused as plans are, and come out right", table->op);
    ok(counts[BL_OK] > 1000 && counts[BL_NULL_POINTER] > 500 && counts[BL_MISALIGNED] > 500 && counts[BL_SIZE_OVERFLOW] > 500 &&
           counts[BL_OVERLAP] > 1000,
       "%zu fine, %zu null, %zu misaligned, %zu too large, %zu overlap", counts[BL_OK], counts[BL_NULL_POINTER],
       counts[BL_MISALIGNED], counts[BL_SIZE_OVERFLOW], counts[BL_OVERLAP]);
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 6;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_arenas();
    most = bl_isa_best();
    test_errors();
    test_as_planned(&bl_table_add_u16);
    if (bl_op_by_name("bitwise_not") != NULL) {
        test_as_planned(table_of(bl_op_by_name("bitwise_not"), BL_U16));
    } else {
        skip("bitwise_not: lines are refused as plans are", "this library has no such operator");
    }
    test_all_lengths();
    make_woven();
    try_all_woven("in steps, as its expression says", cases, ANY_VALUES, is_right);
    return done_testing();
}
