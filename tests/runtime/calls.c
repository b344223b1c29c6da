/* Kernels of every kind of call, through hand-made tables: exchanged or swapped inputs, missing patterns, parameters, streamed results,
 * and more than three inputs if BL_MAX_ARITY allows them (tests/generator/arity.t). Each kernel's result shows the
 * values that it got, and their order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NARROW 0    /* the operator's input of bytes */
#define LANES 5     /* of the first variant; the second takes any number of columns */
#define STREAMED 64 /* columns of a streaming kernel are a multiple of it */

/* ---- The operators: y = x0, then y = y * 31 + x for each further input; or, if they commute, sums ---- */

typedef struct made_parameters {
    uint8_t low;
    int32_t factor;
    uint16_t middle;
    int64_t offset;
} made_parameters;

static const bl_parameter parameter_rows[] = {
    {"low", BL_U8, offsetof(made_parameters, low), 200},
    {"factor", BL_I32, offsetof(made_parameters, factor), 0xfffffffdu},
    {"middle", BL_U16, offsetof(made_parameters, middle), 60000},
    {"offset", BL_I64, offsetof(made_parameters, offset), UINT64_C(0x8000000000000001)},
};

static uint32_t parameterised(uint32_t y, const made_parameters *parameters)
{
    return y * (uint32_t)parameters->factor + parameters->low + parameters->middle +
           (uint32_t)((uint64_t)parameters->offset >> 32);
}

static uint32_t folded(uint32_t y, uint32_t x, int commutes)
{
    return commutes ? y + x : y * 31 + x;
}

/* ---- Kernels ---- */

static size_t calls;     /* of kernels */
static size_t misfits;   /* of these, calls with wrong arguments */
static size_t streamed;  /* streaming calls */
static int is_ended = 1; /* the last streaming call was followed by the fence */

/** A kernel's inputs: the held ones, and which one has bytes (none: the number of inputs). */
typedef struct kernel_form {
    size_t inputs;
    unsigned held;
    size_t narrow;
    int commutes;
} kernel_form;

static void compute(const kernel_form *of, size_t cols, const void *const *inputs, const made_parameters *parameters,
                    void *out, size_t rows, const ptrdiff_t *row)
{
    ++calls;
    misfits += rows == 0 || cols == 0;
    for (size_t r = 0; r < rows; ++r) {
        uint32_t *to = (uint32_t *)out + (r > 0 ? (ptrdiff_t)r * row[0] : 0);

        for (size_t c = 0; c < cols; ++c) {
            uint32_t y = 0;

            for (size_t i = 0; i < of->inputs; ++i) {
                const ptrdiff_t at = (r > 0 ? (ptrdiff_t)r * row[i + 1] : 0) + ((of->held >> i & 1) != 0 ? 0 : (ptrdiff_t)c);
                const uint32_t x =
                    i == of->narrow ? ((const uint8_t *)inputs[i])[at] : ((const uint32_t *)inputs[i])[at];

                y = folded(y, x, of->commutes);
            }
            to[c] = parameters != NULL ? parameterised(y, parameters) : y;
        }
    }
}

/* The bytes are the operator's input 0: so they are input 1 of an exchanged operator's kernel, and nowhere if all are alike. */
#define STRAIGHT(inputs, held)  \
    {                           \
        inputs, held, NARROW, 0 \
    }
#define EXCHANGED(inputs, held)     \
    {                               \
        inputs, held, 1 - NARROW, 0 \
    }
#define COMMUTING(inputs, held) \
    {                           \
        inputs, held, inputs, 1 \
    }

#define KERNEL_1(name, how, held)                                                              \
    static void name(size_t cols, const void *a, void *out, size_t rows, const ptrdiff_t *row) \
    {                                                                                          \
        static const kernel_form of = how(1, held);                                            \
        compute(&of, cols, &a, NULL, out, rows, row);                                          \
    }
#define KERNEL_2(name, how, held)                                                                             \
    static void name(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row) \
    {                                                                                                         \
        static const kernel_form of = how(2, held);                                                           \
        const void *const inputs[2] = {a, b};                                                                 \
        compute(&of, cols, inputs, NULL, out, rows, row);                                                     \
    }
#define KERNEL_3(name, how, held)                                                                      \
    static void name(size_t cols, const void *a, const void *b, const void *c, void *out, size_t rows, \
                     const ptrdiff_t *row)                                                             \
    {                                                                                                  \
        static const kernel_form of = how(3, held);                                                    \
        const void *const inputs[3] = {a, b, c};                                                       \
        compute(&of, cols, inputs, NULL, out, rows, row);                                              \
    }
#define KERNEL_N(name, how, inputs_, held)                                                                 \
    static void name(size_t cols, const void *const *inputs, void *out, size_t rows, const ptrdiff_t *row) \
    {                                                                                                      \
        static const kernel_form of = how(inputs_, held);                                                  \
        compute(&of, cols, inputs, NULL, out, rows, row);                                                  \
    }
#define KERNEL_P(name, how, inputs_, held)                                                                   \
    static void name(size_t cols, const void *const *inputs, const void *parameters, void *out, size_t rows, \
                     const ptrdiff_t *row)                                                                   \
    {                                                                                                        \
        static const kernel_form of = how(inputs_, held);                                                    \
        compute(&of, cols, inputs, (const made_parameters *)parameters, out, rows, row);                     \
    }

/** A streaming kernel: one row, of whole cache lines. */
static void compute_stream(const kernel_form *of, size_t cols, void *out, const void *const *inputs,
                           const made_parameters *parameters)
{
    is_ended = 0;
    ++streamed;
    misfits += cols % STREAMED != 0 || (uintptr_t)out % 64 != 0;
    compute(of, cols, inputs, parameters, out, 1, NULL);
}

static void fence(void)
{
    is_ended = 1;
}

#define STREAM(name, how, inputs_, held)                                \
    static void name(size_t cols, void *out, const void *const *inputs) \
    {                                                                   \
        static const kernel_form of = how(inputs_, held);               \
        compute_stream(&of, cols, out, inputs, NULL);                   \
    }
#define STREAM_P(name, how, inputs_, held)                                                      \
    static void name(size_t cols, void *out, const void *const *inputs, const void *parameters) \
    {                                                                                           \
        static const kernel_form of = how(inputs_, held);                                       \
        compute_stream(&of, cols, out, inputs, (const made_parameters *)parameters);            \
    }

KERNEL_1(one_v, STRAIGHT, 0)
STREAM(one_v_stream, STRAIGHT, 1, 0)
KERNEL_2(two_vv, STRAIGHT, 0)
KERNEL_2(two_sv, STRAIGHT, 1)
KERNEL_2(two_vs, STRAIGHT, 2)
STREAM(two_vv_stream, STRAIGHT, 2, 0)
STREAM(two_sv_stream, STRAIGHT, 2, 1)
KERNEL_2(exchanged_vv, EXCHANGED, 0)
KERNEL_2(exchanged_sv, EXCHANGED, 1)
KERNEL_2(exchanged_vs, EXCHANGED, 2)
STREAM(exchanged_vv_stream, EXCHANGED, 2, 0)
STREAM(exchanged_vs_stream, EXCHANGED, 2, 2)
KERNEL_2(commuting_vv, COMMUTING, 0)
KERNEL_2(commuting_vs, COMMUTING, 2)
STREAM(commuting_vs_stream, COMMUTING, 2, 2)
KERNEL_3(three_vvv, STRAIGHT, 0)
KERNEL_3(three_vsv, STRAIGHT, 2)
KERNEL_3(three_vvs, STRAIGHT, 4)
KERNEL_3(three_vss, STRAIGHT, 6)
STREAM(three_vvs_stream, STRAIGHT, 3, 4)
KERNEL_N(many_vvv, STRAIGHT, 3, 0)
KERNEL_N(many_vss, STRAIGHT, 3, 6)
KERNEL_P(one_v_p, STRAIGHT, 1, 0)
STREAM_P(one_v_p_stream, STRAIGHT, 1, 0)
KERNEL_P(two_vv_p, EXCHANGED, 2, 0)
KERNEL_P(two_sv_p, EXCHANGED, 2, 1)
STREAM_P(two_sv_p_stream, EXCHANGED, 2, 1)
KERNEL_P(commuting_vv_p, COMMUTING, 2, 0)
KERNEL_P(commuting_vs_p, COMMUTING, 2, 2)
KERNEL_P(three_vvv_p, STRAIGHT, 3, 0)
KERNEL_P(three_vss_p, STRAIGHT, 3, 6)

/* ---- Tables ---- */

#define OF(kernel) (bl_kernel) kernel

static const bl_kernel one[] = {OF(one_v), NULL};
static const bl_kernel one_streams[] = {OF(one_v_stream), NULL, fence};
static const bl_kernel two[] = {OF(two_vv), OF(two_sv), OF(two_vs), NULL};
static const bl_kernel two_streams[] = {OF(two_vv_stream), OF(two_sv_stream), NULL, NULL, fence};
static const bl_kernel exchanged[] = {OF(exchanged_vv), OF(exchanged_sv), OF(exchanged_vs), NULL};
static const bl_kernel exchanged_streams[] = {OF(exchanged_vv_stream), NULL, OF(exchanged_vs_stream), NULL, fence};
static const bl_kernel commuting[] = {OF(commuting_vv), NULL, OF(commuting_vs), NULL};
static const bl_kernel commuting_streams[] = {NULL, NULL, OF(commuting_vs_stream), NULL, fence};
static const bl_kernel three[] = {OF(three_vvv), NULL, OF(three_vsv), NULL, OF(three_vvs), NULL, OF(three_vss), NULL};
static const bl_kernel three_streams[] = {NULL, NULL, NULL, NULL, OF(three_vvs_stream), NULL, NULL, NULL, fence};
static const bl_kernel many[] = {OF(many_vvv), NULL, NULL, NULL, NULL, NULL, OF(many_vss), NULL};
static const bl_kernel one_p[] = {OF(one_v_p), NULL};
static const bl_kernel one_p_streams[] = {OF(one_v_p_stream), NULL, fence};
static const bl_kernel two_p[] = {OF(two_vv_p), OF(two_sv_p), NULL, NULL};
static const bl_kernel two_p_streams[] = {NULL, OF(two_sv_p_stream), NULL, NULL, fence};
static const bl_kernel commuting_p[] = {OF(commuting_vv_p), NULL, OF(commuting_vs_p), NULL};
static const bl_kernel three_p[] = {OF(three_vvv_p), NULL, NULL, NULL, NULL, NULL, OF(three_vss_p), NULL};

/** A first variant that needs at least LANES columns, and may stream; and one of a single lane. */
#define VARIANTS(kernels, streams)                      \
    {                                                   \
        {BL_ISA_SCALAR, LANES, 1, 1, kernels, streams}, \
        {                                               \
            BL_ISA_SCALAR, 1, 1, 1, kernels, NULL       \
        }                                               \
    }

static const bl_variant variants[][2] = {
    VARIANTS(one, one_streams),
    VARIANTS(two, two_streams),
    VARIANTS(exchanged, exchanged_streams),
    VARIANTS(commuting, commuting_streams),
    VARIANTS(three, three_streams),
    VARIANTS(many, NULL),
    VARIANTS(one_p, one_p_streams),
    VARIANTS(two_p, two_p_streams),
    VARIANTS(commuting_p, NULL),
    VARIANTS(three_p, NULL),
};

#define NO_PARAMETERS 0, 1, 0
#define PARAMETERS COUNT(parameter_rows), offsetof(alignment, is_aligned), sizeof(made_parameters)

typedef struct alignment {
    char byte;
    made_parameters is_aligned;
} alignment;

#define BYTES_FIRST                  \
    {BL_U32, BL_U8, BL_U32, BL_U32}, \
    {                                \
        2, 0, 2, 2                   \
    }
#define ALIKE                 \
    {BL_U32, BL_U32, BL_U32}, \
    {                         \
        2, 2, 2               \
    }

static const bl_table tables[] = {
    {"one", variants[0], NULL, 1, BL_CALL_1, 0, 0, 0, 2, NO_PARAMETERS, 0, 4, {BL_U32, BL_U8}, {2, 0} BL_NO_PACKED},
    {"two", variants[1], NULL, 2, BL_CALL_2, 0, 0, 0, 2, NO_PARAMETERS, 0, 4, BYTES_FIRST BL_NO_PACKED},
    {"exchanged", variants[2], NULL, 2, BL_CALL_2, 0, 1, 1, 2, NO_PARAMETERS, 0, 4, BYTES_FIRST BL_NO_PACKED},
    {"commuting", variants[3], NULL, 2, BL_CALL_2, 1, 0, 0, 2, NO_PARAMETERS, 0, 4, ALIKE BL_NO_PACKED},
    {"three", variants[4], NULL, 3, BL_CALL_3, 0, 0, 0, 2, NO_PARAMETERS, 0, 4, BYTES_FIRST BL_NO_PACKED},
    {"three by arrays", variants[5], NULL, 3, BL_CALL_N, 0, 0, 0, 2, NO_PARAMETERS, 0, 4, BYTES_FIRST BL_NO_PACKED},
    {"one with parameters", variants[6], parameter_rows, 1, BL_CALL_P, 0, 0, 0, 2, PARAMETERS, 0, 4, {BL_U32, BL_U8}, {2, 0} BL_NO_PACKED},
    {"two with parameters, exchanged", variants[7], parameter_rows, 2, BL_CALL_P, 0, 1, 0, 2, PARAMETERS, 0, 4, BYTES_FIRST BL_NO_PACKED},
    {"two with parameters, commuting", variants[8], parameter_rows, 2, BL_CALL_P, 1, 0, 0, 2, PARAMETERS, 0, 4, ALIKE BL_NO_PACKED},
    {"three with parameters", variants[9], parameter_rows, 3, BL_CALL_P, 0, 0, 0, 2, PARAMETERS, 9, 4, BYTES_FIRST BL_NO_PACKED},
};

#if BL_MAX_ARITY >= 6
KERNEL_N(five_none, STRAIGHT, 5, 0)
KERNEL_N(five_all, STRAIGHT, 5, 30)
STREAM(five_all_stream, STRAIGHT, 5, 30)
KERNEL_P(six_none, STRAIGHT, 6, 0)
KERNEL_P(six_all, STRAIGHT, 6, 62)

static const bl_kernel five[32] = {[0] = OF(five_none), [30] = OF(five_all)};
static const bl_kernel five_streams[33] = {[30] = OF(five_all_stream), [32] = fence};
static const bl_kernel six[64] = {[0] = OF(six_none), [62] = OF(six_all)};
static const bl_variant more_variants[][2] = {VARIANTS(five, five_streams), VARIANTS(six, NULL)};

#define MORE_BYTES_FIRST                                     \
    {BL_U32, BL_U8, BL_U32, BL_U32, BL_U32, BL_U32, BL_U32}, \
    {                                                        \
        2, 0, 2, 2, 2, 2, 2                                  \
    }

static const bl_table more_tables[] = {
    {"five", more_variants[0], NULL, 5, BL_CALL_N, 0, 0, 0, 2, NO_PARAMETERS, 0, 4, MORE_BYTES_FIRST BL_NO_PACKED},
    {"six with parameters", more_variants[1], parameter_rows, 6, BL_CALL_P, 0, 0, 0, 2, PARAMETERS, 0, 4, MORE_BYTES_FIRST BL_NO_PACKED},
};
#endif

/* ---- Any shapes ---- */

static made_parameters parameters;

static const made_parameters *parameters_of(const bl_table *table)
{
    return table->parameter_count > 0 ? &parameters : NULL;
}

static uint32_t value_at(const test_array *of, size_t rank, const size_t *index)
{
    const unsigned char *at = element(of, rank, index);
    uint32_t value;

    if (of->array.dtype == BL_U8) {
        return *at;
    }
    memcpy(&value, at, sizeof value);
    return value;
}

/** The expected arena of the output. */
static void expect_all(const bl_table *table, const test_array *inputs, const test_array *out)
{
    const size_t rank = out->array.rank;
    size_t index[MAX_TEST_RANK] = {0};
    size_t d;

    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    do {
        unsigned char *to = expected_arena.bytes + (element(out, rank, index) - out_arena.bytes);
        uint32_t y = 0;

        for (size_t i = 0; i < table->arity; ++i) {
            const size_t next = table->exchanged ? table->arity - 1 - i : i;

            y = folded(y, value_at(&inputs[next], rank, index), table->commutes);
        }
        y = table->parameter_count > 0 ? parameterised(y, &parameters) : y;
        memcpy(to, &y, sizeof y);
        for (d = rank; d > 0 && ++index[d - 1] == out->shape[d - 1]; --d) {
            index[d - 1] = 0;
        }
    } while (d > 0);
}

/** A shape for the output, and for each input one that has some of its dims, and 1 instead of the others. */
static void choose_shapes(const bl_table *table, test_array *inputs, test_array *out)
{
    static const size_t extents[] = {1, 2, 3, 4, 5, 8, 17, 40};
    const size_t rank = random_below(4);
    const size_t whole = random_below(table->arity); /* an input with all dims: a dim that is 1 in all inputs is 1 in the output */
    /* the dims of all others: 7 is all, 8 chooses them for each */
    const size_t others = random_below(3) == 0 ? random_below(8) : 7 + random_below(2);
    size_t shape[3];

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = extents[random_below(COUNT(extents))];
    }
    if (rank > 0 && rank < 3 && random_below(3) == 0) {
        shape[rank - 1] = 2040 + random_below(300); /* long enough to stream */
    }
    set_shape(out, (bl_dtype)table->dtypes[0], rank, shape);
    for (size_t i = 0; i < table->arity; ++i) {
        const size_t kept = i == whole ? 7 : others < 8         ? others
                                         : random_below(2) == 0 ? 7
                                                                : random_below(8);
        size_t own[3];

        for (size_t d = 0; d < rank; ++d) {
            own[d] = (kept >> d & 1) != 0 ? shape[d] : 1;
        }
        set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], rank, own);
    }
}

static int has_same_strides(const test_array *a, const test_array *b)
{
    for (size_t d = 0; d < a->array.rank; ++d) {
        if (a->shape[d] != b->shape[d] || (a->shape[d] > 1 && a->strides[d] != b->strides[d])) {
            return 0;
        }
    }
    return 1;
}

typedef struct seen {
    size_t swapped;
    size_t held;
    size_t repeated;
} seen;

static int run_any(const bl_table *table, seen *strategies)
{
    test_array inputs[BL_MAX_ARITY], out;
    const bl_array *arrays[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    const size_t parts = random_below(3) == 0 ? 1 + random_below(6) : 0;
    const size_t shuffled = random_below(4); /* one in this many arrays; 0: none */
    bl_options options = BL_DEFAULT_OPTIONS;
    char strategy[160];
    bl_plan plan;
    bl_status status;

    options.cache_bytes = random_below(2);
    choose_shapes(table, inputs, &out);
    for (size_t i = 0; i < table->arity; ++i) {
        size_t stride = 1;

        for (size_t d = inputs[i].array.rank; d-- > 0;) {
            inputs[i].strides[d] = (ptrdiff_t)stride;
            stride *= inputs[i].shape[d];
        }
        if (shuffled != 0 && random_below(shuffled) == 0) {
            shuffle_strides(&inputs[i], 1);
        }
        if (!place(&inputs[i], &input_arenas[i], (int)random_below(2))) {
            return 1;
        }
    }
    if (shuffled != 0 && random_below(shuffled + 1) == 0) {
        shuffle_strides(&out, 1);
    }
    if (!place(&out, &out_arena, (int)random_below(2))) {
        return 1;
    }
    memset(out_arena.bytes, 0xa5, ARENA_BYTES);
    for (size_t i = 0; i < table->arity; ++i) {
        if (random_below(3) == 0 && inputs[i].array.dtype == out.array.dtype && has_same_strides(&inputs[i], &out)) {
            fill(&out_arena, out.array.dtype);
            inputs[i].array.data = out.array.data;
        }
        arrays[i] = &inputs[i].array;
        data[i] = inputs[i].array.data;
    }
    expect_all(table, inputs, &out);
    status = bl_plan_make_table(&plan, table, arrays, &out.array, &options);
    if (status == BL_OK && parts == 0) {
        status = bl_plan_run(&plan, data, parameters_of(table), out.array.data);
    } else if (status == BL_OK) {
        status = bl_plan_check(&plan, data, parameters_of(table), out.array.data);
        for (size_t part = 0; part < parts && status == BL_OK; ++part) {
            bl_plan_run_part(&plan, part, parts, data, parameters_of(table), out.array.data);
        }
    }
    if (status != BL_OK) {
        printf("# %s: %s\n", table->op, bl_status_string(status));
        return 0;
    }
    bl_plan_describe(&plan, strategy, sizeof strategy);
    strategies->swapped += plan.swapped;
    strategies->held += memchr(strategy, 's', table->arity) != NULL;
    strategies->repeated += strstr(strategy, "repeat") != NULL;
    if (memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) != 0) {
        printf("# %s, %zu parts: %s\n", table->op, parts, strategy);
        return 0;
    }
    return 1;
}

static void test_shapes(const bl_table *table)
{
    const int has_streams = table->variants->streams != NULL;
    seen strategies = {0, 0, 0};
    size_t failed = 0;

    misfits = 0;
    streamed = 0;
    for (size_t i = 0; i < table->arity; ++i) {
        fill(&input_arenas[i], (bl_dtype)table->dtypes[i + 1]);
    }
    for (size_t k = 0; k < 1500 && failed < 3; ++k) {
        failed += !run_any(table, &strategies);
    }
    ok(failed == 0 && misfits == 0, "%s: any shapes, strides and parts", table->op);
    ok((strategies.held > 0) == (table->arity > 1) && (streamed > 0) == (HAS_TILES && has_streams) && is_ended, "%s: %zu held, %zu streamed", table->op,
       strategies.held, streamed);
    ok(table->commutes ? strategies.swapped > 0 : strategies.swapped == 0 || table->exchanged, "%s: %zu swapped", table->op,
       strategies.swapped);
    if (table->arity > 2) {
        ok((strategies.repeated > 0) == HAS_TILES, "%s: %zu repeat what no kernel holds", table->op, strategies.repeated);
    }
}

/* ---- Contiguous arrays ---- */

static bl_status run_contiguous(const bl_table *table, size_t n, const void *const *data, void *out, int quickly)
{
    switch (quickly && table->parameter_count == 0 ? table->arity : 0) {
    case 1:
        return bl_contiguous_1(n, data[0], out, table);
    case 2:
        return bl_contiguous_2(n, data[0], data[1], out, table);
    case 3:
        return table->call == BL_CALL_3 ? bl_contiguous_3(n, data[0], data[1], data[2], out, table)
                                        : bl_run_contiguous(table, n, data, NULL, out);
    default:
        return bl_run_contiguous(table, n, data, parameters_of(table), out);
    }
}

static void test_contiguous(const bl_table *table)
{
    static const size_t counts[] = {1, 2, 4, 5, 6, 16, 63, 64, 100, 8191, 8192, 8193, 20000};
    size_t failed = 0;

    streamed = 0;
    misfits = 0;
    for (size_t k = 0; k < COUNT(counts) * 8; ++k) {
        const size_t n = counts[k / 8];
        test_array inputs[BL_MAX_ARITY], out;
        const void *data[BL_MAX_ARITY];

        set_shape(&out, BL_U32, 1, &n);
        place(&out, &out_arena, (int)(k & 1));
        memset(out_arena.bytes, 0xa5, ARENA_BYTES);
        for (size_t i = 0; i < table->arity; ++i) {
            set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], 1, &n);
            place(&inputs[i], &input_arenas[i], (int)(k & 1));
            if ((k & 2) != 0 && i == 1) {
                fill(&out_arena, BL_U32);
                inputs[i].array.data = out.array.data;
            }
            data[i] = inputs[i].array.data;
        }
        expect_all(table, inputs, &out);
        failed += run_contiguous(table, n, data, out.array.data, (k & 4) != 0) != BL_OK ||
                  memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) != 0;
    }
    ok(failed == 0 && misfits == 0 && is_ended, "%s: contiguous, %zu streamed", table->op, streamed);
}

/* ---- Strided lines ---- */

/** Steps of all operands; some are one value, some in place. */
static void test_strided(const bl_table *table)
{
    static const ptrdiff_t steps[] = {1, 0, 2, -1, 3, -2, 7, -20};
    size_t failed = 0;

    misfits = 0;
    for (size_t k = 0; k < 300; ++k) {
        const size_t n = k % 8 == 0 ? 1 + random_below(3000) : 1 + random_below(70);
        test_array inputs[BL_MAX_ARITY], out;
        const void *data[BL_MAX_ARITY];
        ptrdiff_t byte_steps[BL_MAX_ARITY];

        set_shape(&out, BL_U32, 1, &n);
        out.strides[0] = steps[random_below(3) == 0 ? 2 + random_below(COUNT(steps) - 2) : 0];
        place(&out, &out_arena, (int)(k & 1));
        memset(out_arena.bytes, 0xa5, ARENA_BYTES);
        for (size_t i = 0; i < table->arity; ++i) {
            set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], 1, &n);
            inputs[i].strides[0] = random_below(4) == 0 ? out.strides[0] : steps[random_below(COUNT(steps))];
            place(&inputs[i], &input_arenas[i], (int)(k & 1));
            if (random_below(3) == 0 && inputs[i].array.dtype == BL_U32 && inputs[i].strides[0] == out.strides[0]) {
                fill(&out_arena, BL_U32);
                inputs[i].array.data = out.array.data;
            }
            data[i] = inputs[i].array.data;
            byte_steps[i] = inputs[i].strides[0] * (ptrdiff_t)bl_dtype_size(inputs[i].array.dtype);
        }
        expect_all(table, inputs, &out);
        failed += bl_run_strided(table, n, data, byte_steps, parameters_of(table), out.array.data, out.strides[0] * 4) != BL_OK ||
                  memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) != 0;
    }
    ok(failed == 0 && misfits == 0, "%s: lines in steps", table->op);
}

/* ---- Refused calls ---- */

static void test_parameters(const bl_table *table)
{
    const size_t shape[2] = {3, 4};
    static uint32_t room[sizeof(made_parameters) / 4 + 1];
    const void *const misaligned = (const char *)room + 1;
    static const ptrdiff_t byte_steps[BL_MAX_ARITY] = {0};
    const bl_array *arrays[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    test_array inputs[BL_MAX_ARITY], out;
    bl_plan plan;
    bl_table no_elements = *table;

    for (size_t i = 0; i < table->arity; ++i) {
        set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], 2, shape);
        place(&inputs[i], &input_arenas[i], 0);
        arrays[i] = &inputs[i].array;
        data[i] = inputs[i].array.data;
    }
    set_shape(&out, BL_U32, 2, shape);
    place(&out, &out_arena, 0);
    calls = 0;
    ok(bl_plan_make_table(&plan, table, arrays, &out.array, NULL) == BL_OK &&
           bl_plan_run(&plan, data, NULL, out.array.data) == BL_NULL_POINTER &&
           bl_plan_check(&plan, data, NULL, out.array.data) == BL_NULL_POINTER &&
           bl_run_contiguous(table, 12, data, NULL, out.array.data) == BL_NULL_POINTER &&
           bl_run_strided(table, 12, data, byte_steps, NULL, out.array.data, 8) == BL_NULL_POINTER && calls == 0,
       "%s: null parameters", table->op);
    ok(bl_plan_run(&plan, data, misaligned, out.array.data) == BL_MISALIGNED &&
           bl_plan_check(&plan, data, misaligned, out.array.data) == BL_MISALIGNED &&
           bl_run_contiguous(table, 12, data, misaligned, out.array.data) == BL_MISALIGNED &&
           bl_run_strided(table, 12, data, byte_steps, misaligned, out.array.data, 8) == BL_MISALIGNED && calls == 0,
       "%s: misaligned parameters", table->op);
    ok(bl_run_contiguous(table, 0, data, NULL, out.array.data) == BL_OK &&
           bl_run_strided(table, 0, data, byte_steps, NULL, out.array.data, 8) == BL_OK && calls == 0,
       "%s: of no elements, none",
       table->op);
    out.shape[0] = 0;
    for (size_t i = 0; i < table->arity; ++i) {
        inputs[i].shape[0] = 0;
    }
    ok(bl_plan_make_table(&plan, &no_elements, arrays, &out.array, NULL) == BL_OK &&
           bl_plan_run(&plan, data, NULL, out.array.data) == BL_OK && calls == 0,
       "%s: a plan of no elements needs none either", table->op);
}

static void test_defaults(void)
{
    const bl_table *table = &tables[COUNT(tables) - 1];
    made_parameters made;

    memset(&made, 0xff, sizeof made);
    bl_parameters_default(table, &made);
    ok(made.low == 200 && made.factor == -3 && made.middle == 60000 && made.offset == INT64_MIN + 1,
       "defaults of four widths");
    ok(bl_parameter_by_name(table, "middle") == &parameter_rows[2] && bl_parameter_by_name(table, "mid") == NULL &&
           bl_parameter_by_name(table, "middles") == NULL && bl_parameter_by_name(&tables[0], "low") == NULL,
       "parameters by name");
    parameters = made;
}

/** An exchanged table's divisor is the operator's operand, not the kernel's. */
static void test_divisor(void)
{
    const bl_table *table = &tables[2];
    const size_t shape[1] = {6};
    static uint8_t divisor[6] = {1, 2, 3, 4, 5, 6};
    static uint32_t zeros[6], result[6];
    const bl_array a = {divisor, BL_U8, 1, shape, NULL}, b = {zeros, BL_U32, 1, shape, NULL},
                   out = {result, BL_U32, 1, shape, NULL};
    const bl_array *const arrays[2] = {&a, &b};
    const void *const data[2] = {divisor, zeros};
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_plan plan;

    options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    ok(bl_plan_make_table(&plan, table, arrays, &out, &options) == BL_OK &&
           bl_plan_run(&plan, data, NULL, result) == BL_OK && result[5] == 6 && bl_plan_division(&plan, data) == 0,
       "exchanged: a zero elsewhere");
    divisor[4] = 0;
    result[0] = 77;
    ok(bl_plan_run(&plan, data, NULL, result) == BL_ZERO_DIVISOR && result[0] == 77, "exchanged: a zero divisor");
    is(bl_plan_division(&plan, data), BL_DIVIDED_BY_ZERO, "exchanged: it is found");
}

static void test_table(const bl_table *table)
{
    if ((BL_CALLS >> table->call & 1) == 0) {
        skip(table->op, "no operator of this library's is called like that");
        return;
    }
    test_shapes(table);
    test_contiguous(table);
    test_strided(table);
    if (table->parameter_count > 0) {
        test_parameters(table);
    }
}

int main(void)
{
    make_arenas();
    make_caches(1);
    test_defaults();
    test_divisor();
    for (size_t t = 0; t < COUNT(tables); ++t) {
        test_table(&tables[t]);
    }
#if BL_MAX_ARITY >= 6
    for (size_t t = 0; t < COUNT(more_tables); ++t) {
        test_table(&more_tables[t]);
    }
#endif
    return done_testing();
}
