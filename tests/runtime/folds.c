/* Folds of one to nine inputs against a plain loop: random shapes and strides, in place on any of the inputs, long rows of many blocks,
 * streamed results, in parts, with a finish, under rules that name an input; and all calls that must be refused. The steps are sub and
 * add; the results of sub show the order. On each instruction set, between guard pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define MOST_INPUTS 9
#define MOST_RANK 6

static const bl_dtype dtypes[] = {BL_F32, BL_F64, BL_I32, BL_I8, BL_U16};
#define DTYPES (sizeof dtypes / sizeof *dtypes)

/* ---- A hand-made finish: x + n + n ---- */

typedef struct finish_parameters {
    uint32_t n;
} finish_parameters;

static const bl_parameter finish_fields[] = {{"n", BL_U32, 0, 1}};

/* `wide` wraps in cases in which type does not. The loop computes the expected fold; `places` are the places of its inputs' elements. */
#define FINISH(name, type, wide, dtype, shift)                                                                                                                              \
    static void name(size_t cols, const void *const *from, const void *parameters, void *out, size_t rows, const ptrdiff_t *row)                                            \
    {                                                                                                                                                                       \
        const wide n = (wide)((const finish_parameters *)parameters)->n;                                                                                                    \
        const type *x = (const type *)from[0];                                                                                                                              \
        type *to = (type *)out;                                                                                                                                             \
        for (;; x += row[1], to += row[0]) {                                                                                                                                \
            for (size_t c = 0; c < cols; ++c) {                                                                                                                             \
                to[c] = (type)((wide)x[c] + n + n);                                                                                                                         \
            }                                                                                                                                                               \
            if (--rows == 0) {                                                                                                                                              \
                break;                                                                                                                                                      \
            }                                                                                                                                                               \
        }                                                                                                                                                                   \
    }                                                                                                                                                                       \
    static const bl_kernel name##_patterns[] = {(bl_kernel)name, NULL};                                                                                                     \
    static const bl_variant name##_variants[] = {{BL_ISA_SCALAR, 1, 1, 1, name##_patterns, NULL}};                                                                          \
    static const bl_table name##_table = {                                                                                                                                  \
        "finish", name##_variants, finish_fields, 1, BL_CALL_P, 0, 0, 0, 1, 1, 4, sizeof(finish_parameters), 0, sizeof(type), {dtype, dtype}, {shift, shift} BL_NO_PACKED}; \
    static void name##_oracle(const void *const *places, size_t inputs, int adds, int finishes, void *result)                                                               \
    {                                                                                                                                                                       \
        type x = *(const type *)places[0];                                                                                                                                  \
        for (size_t i = 1; i < inputs; ++i) {                                                                                                                               \
            const wide y = (wide) * (const type *)places[i];                                                                                                                \
            x = (type)(adds ? (wide)x + y : (wide)x - y);                                                                                                                   \
        }                                                                                                                                                                   \
        *(type *)result = finishes ? (type)((wide)x + (wide)inputs + (wide)inputs) : x;                                                                                     \
    }

FINISH(finish_f32, float, float, BL_F32, 2)
FINISH(finish_f64, double, double, BL_F64, 3)
FINISH(finish_i32, int32_t, uint32_t, BL_I32, 2)
FINISH(finish_i8, int8_t, uint32_t, BL_I8, 0)
FINISH(finish_u16, uint16_t, uint32_t, BL_U16, 1)

/* in the order of dtypes: f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, … */
static const bl_table *const finish_tables[] = {&finish_f32_table, &finish_f64_table, &finish_i8_table,
                                                &finish_i32_table, &finish_u16_table};
static const bl_op finish_op = {
    "finish", "x + n + n", 1, 1, {1, 0, 0}, {0, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5}, finish_tables};

static const bl_fold folds[] = {{.name = "differ", .says = "x0 - x1 - …", .step = &bl_op_sub},
                                {.name = "sum", .says = "x0 + x1 + …", .step = &bl_op_add},
                                {.name = "differ_finish", .says = "x0 - x1 - … + n + n", .step = &bl_op_sub, .finish = &finish_op},
                                {.name = "sum_finish", .says = "x0 + x1 + … + n + n", .step = &bl_op_add, .finish = &finish_op}};

/** An element of the fold. */
static void oracle_of(const bl_fold *of, bl_dtype dtype, const void *const *places, size_t inputs, void *result)
{
    const int adds = of->step == &bl_op_add;
    const int finishes = of->finish != NULL;

    switch (dtype) {
    case BL_F32:
        finish_f32_oracle(places, inputs, adds, finishes, result);
        break;
    case BL_F64:
        finish_f64_oracle(places, inputs, adds, finishes, result);
        break;
    case BL_I32:
        finish_i32_oracle(places, inputs, adds, finishes, result);
        break;
    case BL_I8:
        finish_i8_oracle(places, inputs, adds, finishes, result);
        break;
    default:
        finish_u16_oracle(places, inputs, adds, finishes, result);
        break;
    }
}

/* ---- One case ---- */

static arena arenas[MOST_INPUTS]; /* the first of them are those of arrays.h */
static test_array inputs[MOST_INPUTS], out;
static const bl_fold *fold;
static bl_dtype dtype;
static size_t count;
static size_t parts; /* 0: bl_fold_run; 1: bl_run_fold; otherwise the number of parts, the last of which runs first */
static bl_options options;
static bl_fold_step steps[MOST_INPUTS];

/** Floats with inexact sums, so that the order of additions affects the result. */
static void fill_inexact(const arena *in)
{
    const size_t width = bl_dtype_size(dtype);

    fill(in, dtype);
    for (size_t i = 0; i < ARENA_BYTES / width && (dtype == BL_F32 || dtype == BL_F64); ++i) {
        const double value = ((double)random_bits() - 1e9) / (double)(1u << random_below(28));
        const float single = (float)value;

        memcpy(in->bytes + i * width, dtype == BL_F32 ? (const void *)&single : (const void *)&value, width);
    }
}

static void fill_all(void)
{
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        fill_inexact(&arenas[i]);
    }
    fill_inexact(&out_arena);
}

/** The expected arena of the output, by a loop over all elements and inputs. */
static void expect(void)
{
    const size_t rank = out.array.rank;
    const ptrdiff_t width = (ptrdiff_t)bl_dtype_size(dtype);
    const void *places[MOST_INPUTS + 1]; /* the output's is the last */
    ptrdiff_t steps_of[MOST_INPUTS + 1][MAX_TEST_RANK];
    size_t index[MAX_TEST_RANK] = {0};
    size_t left = 1;

    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    for (size_t i = 0; i <= count; ++i) {
        const test_array *of = i < count ? &inputs[i] : &out;

        places[i] = of->array.data;
        for (size_t d = 0; d < rank; ++d) {
            const size_t own = d - (rank - of->array.rank); /* very large if it has no such dim */

            steps_of[i][d] = own >= of->array.rank || of->shape[own] == 1 ? 0 : of->strides[own] * width;
        }
    }
    for (size_t d = 0; d < rank; ++d) {
        left *= out.shape[d];
    }
    for (; left > 0; --left) {
        const size_t at = (size_t)((const unsigned char *)places[count] - out_arena.bytes);
        size_t d = rank;

        oracle_of(fold, dtype, places, count, expected_arena.bytes + at);
        while (d > 0) {
            const int goes_on = ++index[d - 1] < out.shape[d - 1];
            const ptrdiff_t by = goes_on ? 1 : 1 - (ptrdiff_t)index[d - 1];

            for (size_t i = 0; i <= count; ++i) {
                places[i] = (const unsigned char *)places[i] + by * steps_of[i][d - 1];
            }
            if (goes_on) {
                break;
            }
            index[--d] = 0;
        }
    }
}

static bl_status run(void)
{
    const bl_array *arrays[MOST_INPUTS];
    const void *data[MOST_INPUTS];
    bl_status status;

    for (size_t i = 0; i < count; ++i) {
        arrays[i] = &inputs[i].array;
        data[i] = inputs[i].array.data;
    }
    memset(steps, 0xa5, sizeof steps);
    if (parts == 1) {
        return bl_run_fold(fold, count, arrays, &out.array, steps, &options);
    }
    status = bl_fold_make(steps, fold, count, arrays, &out.array, &options);
    if (status == BL_OK && parts == 0) {
        return bl_fold_run(steps, data, out.array.data);
    }
    status = status == BL_OK ? bl_fold_check(steps, data, out.array.data) : status;
    for (size_t part = parts; status == BL_OK && part-- > 0;) {
        bl_fold_run_part(steps, part, parts, data, out.array.data);
    }
    return status;
}

static void print_array(const char *name, const test_array *of)
{
    printf("# %s at %p:", name, of->array.data);
    for (size_t d = 0; d < of->array.rank; ++d) {
        printf(" %zu:%td", of->shape[d], of->strides[d]);
    }
    printf("\n");
}

/** Run it, and compare every byte of the output's arena. */
static int comes_out(void)
{
    bl_status status;

    expect();
    status = run();
    if (status == BL_OK && memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) == 0) {
        return 1;
    }
    printf("# %s %s, at most %s, %zu parts: %s\n", fold->name, bl_dtype_name(dtype), bl_isa_name(options.isa), parts,
           bl_status_string(status));
    for (size_t i = 0; i < count; ++i) {
        print_array("input", &inputs[i]);
    }
    print_array("output", &out);
    return 0;
}

/** Set up `inputs` of the output's shape, contiguous, each in its own arena. */
static void begin(size_t rank, const size_t *shape)
{
    set_shape(&out, dtype, rank, shape);
    place(&out, &out_arena, 1);
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        set_shape(&inputs[i], dtype, rank, shape);
        place(&inputs[i], &arenas[i], 1);
    }
}

/* ---- Cases ---- */

/* Lengths around those of vectors, tiles and blocks. */
static int lengths_come_out(void)
{
    static const size_t lengths[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 100, 1025, 2047, 2048, 2049, 5003, 8193, 20011};
    int right = 1;

    for (size_t l = 0; l < sizeof lengths / sizeof *lengths && right; ++l) {
        for (count = 1; count <= MOST_INPUTS && right; ++count) {
            begin(1, &lengths[l]);
            parts = random_below(4);
            right = comes_out();
        }
    }
    return right;
}

/* One or several inputs are the output itself. */
static int in_place_comes_out(void)
{
    static const size_t shapes[][3] = {{1, 1, 77}, {1, 1, 9001}, {3, 50, 31}, {40, 3, 100}, {3001, 1, 3}};
    int right = 1;

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes && right; ++s) {
        for (count = 1; count <= MOST_INPUTS && right; ++count) {
            for (unsigned times = 0; times < 8 && right; ++times) {
                const size_t set = times == 0 ? 1u : times == 1 ? 1u << count / 2
                                                 : times == 2   ? 1u << (count - 1)
                                                 : times == 3   ? (1u << count) - 1
                                                                : 1u + random_below((1u << count) - 1);

                begin(3, shapes[s]);
                if (times >= 4) { /* with any layout */
                    shuffle_strides(&out, times >= 6);
                    if (!place(&out, &out_arena, times & 1)) {
                        continue;
                    }
                }
                for (size_t i = 0; i < count; ++i) {
                    if ((set >> i & 1) != 0) {
                        inputs[i] = out;
                        inputs[i].array.shape = inputs[i].shape;
                        inputs[i].array.strides = inputs[i].strides;
                    } else if (random_below(3) == 0) { /* others broadcast */
                        const size_t d = random_below(3);

                        inputs[i].shape[d] = 1;
                    }
                }
                parts = random_below(4);
                right = comes_out();
            }
        }
    }
    return right;
}

/** Some dims 1, leading ones missing. */
static void random_input(size_t i)
{
    const size_t out_rank = out.array.rank;
    const size_t rank = random_below(3) == 0 ? random_below(out_rank + 1) : out_rank;
    const size_t ones = random_below(3);
    size_t shape[MOST_RANK];

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = random_below(4) < ones ? 1 : out.shape[out_rank - rank + d];
    }
    set_shape(&inputs[i], dtype, rank, shape);
    if (random_below(2) == 0) {
        shuffle_strides(&inputs[i], random_below(2) == 0);
    } else if (random_below(2) == 0) {
        inputs[i].array.strides = NULL;
    }
}

/** Whether some input has the output's rank, and some has each of its dims. */
static int makes_up_shape(void)
{
    const size_t rank = out.array.rank;
    size_t highest = 0;

    for (size_t i = 0; i < count; ++i) {
        highest = inputs[i].array.rank > highest ? inputs[i].array.rank : highest;
    }
    if (highest != rank) {
        return 0;
    }
    for (size_t d = 0; d < rank; ++d) {
        int is_there = out.shape[d] == 1;

        for (size_t i = 0; i < count; ++i) {
            const size_t shift = rank - inputs[i].array.rank;

            is_there = is_there || (d >= shift && inputs[i].shape[d - shift] == out.shape[d]);
        }
        if (!is_there) {
            return 0;
        }
    }
    return 1;
}

static int random_comes_out(void)
{
    const size_t rank = random_below(MOST_RANK + 1);
    const size_t longest = (size_t[]){400, 400, 90, 20, 9, 6, 4}[rank];
    size_t shape[MOST_RANK];

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = 1 + random_below(random_below(3) == 0 ? longest : random_below(3) == 0 ? 3
                                                                                          : longest / 3 + 1);
    }
    if (rank > 0 && random_below(3) == 0) { /* several blocks */
        shape[random_below(rank)] *= 1 + random_below(8);
    }
    do {
        set_shape(&out, dtype, rank, shape);
        if (random_below(3) == 0) {
            shuffle_strides(&out, random_below(2) == 0);
        }
        count = 1 + random_below(MOST_INPUTS);
        for (size_t i = 0; i < count; ++i) {
            random_input(i);
        }
    } while (!makes_up_shape());
    if (!place(&out, &out_arena, random_below(2) == 0)) {
        return 1;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!place(&inputs[i], &arenas[i], random_below(2) == 0)) {
            return 1;
        }
    }
    parts = random_below(5);
    return comes_out();
}

static int randoms_come_out(size_t times)
{
    int right = 1;

    while (times-- > 0 && right) {
        right = random_comes_out();
    }
    return right;
}

/* Blocks of transposed inputs, of a transposed output, of short rows, of values that repeat. */
static int layouts_come_out(void)
{
    static const struct layout {
        size_t shape[2];
        ptrdiff_t out[2];
        ptrdiff_t inputs[4][2];
    } layouts[] = {
        {{97, 131}, {131, 1}, {{131, 1}, {1, 97}, {131, 1}, {0, 1}}},
        {{97, 131}, {131, 1}, {{1, 97}, {1, 97}, {1, 97}, {1, 0}}},
        {{97, 131}, {1, 97}, {{131, 1}, {131, 1}, {131, 1}, {131, 1}}},
        {{97, 131}, {1, 97}, {{1, 97}, {1, 97}, {131, 1}, {1, 97}}},
        {{5003, 3}, {3, 1}, {{3, 1}, {0, 1}, {1, 0}, {0, 0}}},
        {{5003, 3}, {3, 1}, {{0, 1}, {1, 0}, {0, 0}, {3, 1}}},
        {{3, 5003}, {5003, 1}, {{5003, 1}, {0, 1}, {1, 0}, {0, 0}}},
        {{3, 5003}, {5003, 1}, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}},
        {{70, 201}, {-201, -1}, {{-201, -1}, {201, -1}, {0, -1}, {-1, 0}}},
        {{70, 201}, {402, 2}, {{402, 2}, {201, 1}, {0, 2}, {3, 0}}},
        {{2, 3000}, {3000, 1}, {{1504, 1}, {2048, 1}, {1024, 1}, {3000, 1}}},
        {{97, 131}, {160, 1}, {{0, 1}, {0, 1}, {131, 1}, {1, 0}}}, /* a single input with repeated rows */
        {{3, 20}, {-20, -1}, {{0, 1}, {1, 0}, {0, 0}, {20, 1}}},
        {{97, 131}, {131, 1}, {{1, 97}, {48, 1}, {64, 1}, {131, 1}}}, /* rows that overlap, a block's columns with gaps */
    };
    int right = 1;

    for (size_t l = 0; l < sizeof layouts / sizeof *layouts && right; ++l) {
        for (count = 1; count <= 6 && right; ++count) {
            const struct layout *of = &layouts[l];

            set_shape(&out, dtype, 2, of->shape);
            memcpy(out.strides, of->out, sizeof of->out);
            right = place(&out, &out_arena, 1);
            for (size_t i = 0; i < count; ++i) {
                set_shape(&inputs[i], dtype, 2, of->shape);
                memcpy(inputs[i].strides, of->inputs[i % 4], sizeof of->out);
                right = right && place(&inputs[i], &arenas[i], 1);
            }
            parts = random_below(4);
            right = !right || comes_out();
        }
    }
    return right;
}

/* Streamed rows; the output begins with cache lines or within them. */
static int streams_come_out(size_t *streamed)
{
    static const size_t shape[] = {2, 9000};
    int right = 1;

    options.cache_bytes = 1;
    for (size_t at = 0; at < 5 && right; ++at) {
        for (count = 2; count <= 4 && right; ++count) {
            begin(2, shape);
            if (dtype == BL_F64) {
                set_shape(&out, dtype, 1, &shape[1]);
            }
            place(&out, &out_arena, 0);
            out.array.data = (unsigned char *)out.array.data + at * 3 * bl_dtype_size(dtype);
            for (size_t i = 0; i < count; ++i) {
                if (dtype == BL_F64) {
                    set_shape(&inputs[i], dtype, 1, &shape[1]);
                    place(&inputs[i], &arenas[i], 1);
                }
            }
            if (count == 4) { /* held, last and not last */
                inputs[1].shape[inputs[1].array.rank - 1] = 1;
                inputs[3].shape[inputs[3].array.rank - 1] = 1;
            }
            parts = random_below(3);
            right = comes_out();
#if !BL_RUNTIME_COMPACT
            *streamed += right && steps->plan.streams;
#else
            (void)streamed;
#endif
        }
    }
    options.cache_bytes = 0;
    return right;
}

static void test_isa(bl_isa isa)
{
    size_t streamed = 0;

    options.isa = isa;
    for (size_t t = 0; t < DTYPES; ++t) {
        dtype = dtypes[t];
        fill_all();
        for (size_t f = 0; f < sizeof folds / sizeof *folds; ++f) {
            fold = &folds[f];
            ok(lengths_come_out(), "%s %s %s: lengths", bl_isa_name(isa), fold->name, bl_dtype_name(dtype));
            ok(in_place_comes_out(), "%s %s %s: in place", bl_isa_name(isa), fold->name, bl_dtype_name(dtype));
            ok(layouts_come_out(), "%s %s %s: layouts", bl_isa_name(isa), fold->name, bl_dtype_name(dtype));
            ok(randoms_come_out(80), "%s %s %s: random shapes", bl_isa_name(isa), fold->name, bl_dtype_name(dtype));
            ok(streams_come_out(&streamed), "%s %s %s: streams", bl_isa_name(isa), fold->name, bl_dtype_name(dtype));
        }
    }
    printf("# %s: %zu folds went past the caches\n", bl_isa_name(isa), streamed);
}

/* ---- Parts share no cache line ---- */

static void test_parts(void)
{
    static const size_t shape[] = {30001};
    static unsigned char owner[ARENA_BYTES];
    size_t twice = 0, shared = 0, unowned = 0;

    dtype = BL_F32;
    fold = &folds[2];
    count = 4;
    fill_all();
    for (parts = 2; parts <= 7; ++parts) {
        const void *data[MOST_INPUTS];
        const size_t pieces = parts;
        const unsigned char *start;

        begin(1, shape);
        place(&out, &out_arena, 0);
        out.array.data = (unsigned char *)out.array.data + 4 * parts;
        start = (const unsigned char *)out.array.data;
        expect();
        parts = 0;
        run();
        memset(owner, 0, sizeof owner);
        for (size_t part = 0; part < pieces; ++part) {
            for (size_t i = 0; i < ARENA_BYTES; ++i) {
                out_arena.bytes[i] = (unsigned char)~expected_arena.bytes[i];
            }
            for (size_t i = 0; i < count; ++i) {
                data[i] = inputs[i].array.data;
            }
            bl_fold_run_part(steps, part, pieces, data, out.array.data);
            for (size_t i = 0; i < ARENA_BYTES; ++i) {
                if (out_arena.bytes[i] == expected_arena.bytes[i]) {
                    twice += owner[i] != 0;
                    owner[i] = (unsigned char)(part + 1);
                }
            }
        }
        for (size_t i = 0; i < ARENA_BYTES; ++i) {
            const int is_out = out_arena.bytes + i >= start && out_arena.bytes + i < start + 4 * shape[0];

            unowned += (owner[i] != 0) != is_out;
            shared += i % 64 != 0 && owner[i] != 0 && owner[i - 1] != 0 && owner[i] != owner[i - 1];
        }
        parts = pieces;
    }
    ok(twice == 0 && unowned == 0, "parts write each element once, and nothing else: %zu, %zu", twice, unowned);
    ok(shared == 0, "no cache line is written by two parts: %zu", shared);
}

/* ---- Rules ---- */

static void test_rules(void)
{
    static const size_t whole[] = {4, 5, 600}, channels[] = {5}, rows[] = {4, 5}, meant_channels[] = {1, 5, 1}, meant_rows[] = {4, 5, 1};
    test_array given[3];
    const bl_array *const arrays[] = {&given[0].array, &given[1].array, &given[2].array};
    const void *data[3];

    dtype = BL_I32;
    fold = &folds[0];
    count = 3;
    fill_all();
    begin(3, whole);
    set_shape(&given[0], dtype, 1, channels);
    set_shape(&given[1], dtype, 3, whole);
    set_shape(&given[2], dtype, 2, rows);
    set_shape(&inputs[0], dtype, 3, meant_channels);
    set_shape(&inputs[2], dtype, 3, meant_rows);
    for (size_t i = 0; i < 3; ++i) {
        place(&inputs[i], &arenas[i], 1);
        data[i] = inputs[i].array.data;
    }
    expect();
    options.rule = BL_RULE_CHANNEL;
    options.onto = 1;
    ok(bl_fold_make(steps, fold, 3, arrays, &out.array, &options) == BL_SHAPES_DO_NOT_BROADCAST,
       "the channel rule does not place rows that are no channels");
    options.rule = BL_RULE_PDPD;
    options.axis = 0;
    ok(bl_fold_make(steps, fold, 3, arrays, &out.array, &options) == BL_SHAPES_DO_NOT_BROADCAST,
       "channels do not lie on dim 0");
    options.axis = 3;
    is(bl_fold_make(steps, fold, 3, arrays, &out.array, &options), BL_AXIS_OUT_OF_RANGE, "there is no dim 3");
    options.onto = 3;
    is(bl_fold_make(steps, fold, 3, arrays, &out.array, &options), BL_UNKNOWN_OPTION, "there is no input 3");
    set_shape(&given[2], dtype, 1, channels);
    given[2].array.strides = NULL;
    options.rule = BL_RULE_CHANNEL;
    options.onto = 1;
    inputs[2] = inputs[0];
    data[2] = data[0];
    expect();
    ok(bl_fold_make(steps, fold, 3, arrays, &out.array, &options) == BL_OK &&
           bl_fold_run(steps, data, out.array.data) == BL_OK &&
           memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) == 0,
       "a value a channel, twice, onto the input in the middle");
    options.rule = BL_RULE_NUMPY;
    options.onto = 0;
    options.axis = -1;
}

/* ---- Refusals ---- */

static size_t untouched_checks, untouched;

/** Whether planning or running returns the status, and writes nothing. */
static int is_refused(bl_status expected)
{
    bl_status status;

    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    status = run();
    ++untouched_checks;
    untouched += memcmp(expected_arena.bytes, out_arena.bytes, ARENA_BYTES) == 0;
    return status == expected;
}

static void test_null_pointers(void)
{
    const bl_array *arrays[] = {&inputs[0].array, &inputs[1].array, NULL};
    const void *data[] = {inputs[0].array.data, inputs[1].array.data, NULL};

    is(bl_fold_make(NULL, fold, 2, arrays, &out.array, NULL), BL_NULL_POINTER, "null steps");
    is(bl_fold_make(steps, NULL, 2, arrays, &out.array, NULL), BL_NULL_POINTER, "null fold");
    is(bl_fold_make(steps, fold, 2, NULL, &out.array, NULL), BL_NULL_POINTER, "null inputs");
    is(bl_fold_make(steps, fold, 3, arrays, &out.array, NULL), BL_NULL_POINTER, "a null input");
    is(bl_fold_make(steps, fold, 1, arrays + 2, &out.array, NULL), BL_NULL_POINTER, "the first input null");
    is(bl_fold_make(steps, fold, 2, arrays, NULL, NULL), BL_NULL_POINTER, "null output");
    is(bl_fold_make_tables(steps, NULL, NULL, 2, arrays, &out.array, NULL), BL_NULL_POINTER, "null table");
    is(bl_run_fold(fold, 2, arrays, &out.array, NULL, NULL), BL_NULL_POINTER, "null steps, in one call");
    ok(bl_fold_check(NULL, data, out.array.data) == BL_NULL_POINTER &&
           bl_fold_run(NULL, data, out.array.data) == BL_NULL_POINTER,
       "null steps to run");
    arrays[2] = arrays[0];
    for (count = 1; count <= 3; ++count) { /* a copy, a plan, and blocks */
        is(bl_fold_make(steps, fold, count, arrays, &out.array, NULL), BL_OK, "%zu inputs", count);
        is(bl_fold_run(steps, NULL, out.array.data), BL_NULL_POINTER, "null pointers to run on");
        is(bl_fold_run(steps, data, NULL), BL_NULL_POINTER, "a null output to run on");
        data[count - 1] = NULL;
        ok(bl_fold_run(steps, data, out.array.data) == BL_NULL_POINTER &&
               bl_fold_check(steps, data, out.array.data) == BL_NULL_POINTER,
           "the last input null to run on");
        data[count - 1] = inputs[0].array.data;
    }
}

static void test_refusals(void)
{
    static const size_t shape[] = {6, 100}, other[] = {6, 99};

    fold = &folds[0];
    dtype = BL_I32;
    parts = 0;
    fill_all();
    for (count = 1; count <= 5; ++count) {
        const size_t last = count - 1;

        begin(2, shape);
        is(run(), BL_OK, "%zu inputs", count);
        inputs[last].array.dtype = (bl_dtype)77;
        ok(is_refused(BL_UNKNOWN_DTYPE), "%zu inputs: the last of no dtype", count);
        inputs[last].array.dtype = BL_F32;
        ok(is_refused(count == 1 ? BL_WRONG_OUTPUT_DTYPE : BL_DTYPES_DIFFER), "the last of another dtype");
        begin(2, shape);
        out.array.dtype = BL_F32;
        ok(is_refused(BL_WRONG_OUTPUT_DTYPE), "the output of another dtype");
        out.array.dtype = BL_DTYPE_COUNT;
        ok(is_refused(BL_UNKNOWN_DTYPE), "the output of no dtype");
        begin(2, shape);
        inputs[0].array.dtype = BL_BOOL;
        ok(is_refused(BL_UNSUPPORTED_DTYPE), "the first is bool");
        begin(2, shape);
        inputs[last].shape[1] = 99;
        ok(is_refused(count == 1 ? BL_WRONG_OUTPUT_SHAPE : BL_SHAPES_DO_NOT_BROADCAST), "the last of another shape");
        options.rule = BL_RULE_NONE;
        ok(is_refused(count == 1 ? BL_WRONG_OUTPUT_SHAPE : BL_SHAPES_DIFFER), "the same, under rule none");
        options.rule = BL_RULE_COUNT;
        ok(is_refused(BL_UNKNOWN_RULE), "no such rule");
        options.rule = BL_RULE_NUMPY;
        begin(2, shape);
        set_shape(&out, dtype, 2, other);
        place(&out, &out_arena, 1);
        ok(is_refused(BL_WRONG_OUTPUT_SHAPE), "the output of another shape");
        begin(2, shape);
        out.array.rank = 1;
        ok(is_refused(BL_WRONG_OUTPUT_SHAPE), "the output of another rank");
        begin(2, shape);
        out.array.shape = NULL;
        ok(is_refused(BL_NULL_POINTER), "the output without shape");
        begin(2, shape);
        inputs[last].array.shape = NULL;
        ok(is_refused(BL_NULL_POINTER), "the last without shape");
        begin(2, shape);
        out.strides[0] = 99;
        ok(is_refused(BL_OVERLAP), "the output meets itself");
        begin(2, shape);
        inputs[last].strides[0] = PTRDIFF_MAX;
        ok(is_refused(BL_SIZE_OVERFLOW), "the last spans more than there is");
        begin(2, shape);
        options.isa = 99;
        ok(is_refused(BL_UNKNOWN_ISA), "instruction set 99");
        options.isa = BL_ISA_ANY;
        options.on_zero_divisor = (bl_on_zero_divisor)2;
        ok(is_refused(BL_UNKNOWN_OPTION), "on_zero_divisor 2");
        options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
        is(run(), BL_OK, "no step divides");
        options.on_zero_divisor = BL_ZERO_DIVISOR_GIVES_ZERO;
        /* pointers */
        begin(2, shape);
        inputs[last].array.data = (unsigned char *)inputs[last].array.data - 1;
        ok(is_refused(BL_MISALIGNED), "the last misaligned");
        begin(2, shape);
        out.array.data = (unsigned char *)out.array.data - 2;
        ok(is_refused(BL_MISALIGNED), "the output misaligned");
        begin(2, shape);
        place(&out, &out_arena, 0);
        for (size_t i = 0; i < count; ++i) {
            begin(2, shape);
            place(&out, &out_arena, 0);
            inputs[i].array.data = (unsigned char *)out.array.data + 4;
            ok(is_refused(BL_OVERLAP), "%zu inputs, %zu one element on", count, i);
            inputs[i].array.data = out.array.data;
            inputs[i].strides[0] = 101;
            ok(is_refused(BL_OVERLAP), "%zu inputs, %zu at the output's start, but otherwise", count, i);
            if (count > 1) {
                set_shape(&inputs[i], dtype, 1, &shape[1]);
                inputs[i].array.data = out.array.data;
                ok(is_refused(BL_OVERLAP), "%zu inputs, %zu a row of the output", count, i);
            }
            inputs[i].array.data = (void *)(UINTPTR_MAX - 63);
            ok(is_refused(BL_SIZE_OVERFLOW), "%zu inputs, %zu around the end of memory", count, i);
        }
        begin(2, shape); /* even and odd columns */
        out.strides[0] = 200;
        out.strides[1] = 2;
        place(&out, &out_arena, 0);
        inputs[last] = out;
        inputs[last].array.shape = inputs[last].shape;
        inputs[last].array.strides = inputs[last].strides;
        inputs[last].array.data = (unsigned char *)out.array.data + 4;
        ok(comes_out(), "%zu inputs, the last between the output's elements", count);
    }
    ok(untouched == untouched_checks, "nothing is written by any of %zu refused folds", untouched_checks);
    count = 0;
    begin(2, shape);
    is(run(), BL_NO_INPUTS, "no inputs");
    count = 2;
    test_null_pointers();
}

static void test_division(void)
{
    static const bl_fold quotients = {.name = "quotients", .says = "x0 / x1 / …", .step = &bl_op_div};
    static const size_t shape[] = {10};

    dtype = BL_I32;
    fold = &quotients;
    parts = 0;
    begin(1, shape);
    options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    for (count = 1; count <= 3; ++count) {
        ok(is_refused(BL_UNKNOWN_OPTION), "no zeros are searched for in %zu inputs", count);
    }
    options.on_zero_divisor = BL_ZERO_DIVISOR_GIVES_ZERO;
}

/* ---- Dims ---- */

static void test_dims(void)
{
    const size_t empty[] = {3, 0, 5}, twos[12] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    const ptrdiff_t apart[2][9] = {{2, 383, 191, 95, 47, 23, 11, 5, 1}, {1, 383, 191, 95, 47, 23, 11, 5, 2}};
    const void *const nothing[MOST_INPUTS] = {NULL};
    const bl_array *arrays[MOST_INPUTS];

    fold = &folds[2];
    dtype = BL_F32;
    fill_all();
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        arrays[i] = &inputs[i].array;
    }
    for (count = 1; count <= 4; ++count) {
        begin(3, empty);
        ok(bl_fold_make(steps, fold, count, arrays, &out.array, NULL) == BL_OK &&
               bl_fold_check(steps, nothing, NULL) == BL_OK && bl_fold_run(steps, nothing, NULL) == BL_OK &&
               bl_run_fold(fold, count, arrays, &out.array, steps, NULL) == BL_OK,
           "%zu empty inputs: nothing is done, whatever the pointers", count);
        bl_fold_run_part(steps, 0, 2, nothing, NULL);
        for (size_t order = 0; order < 2; ++order) {
            begin(9, twos);
            for (size_t i = 0; i <= count; ++i) {
                test_array *of = i < count ? &inputs[i] : &out;

                memcpy(of->strides, apart[order], sizeof apart[order]);
                place(of, i < count ? &arenas[i] : &out_arena, 1);
            }
            parts = 0;
            ok(comes_out(), "nine dims that merge to eight, in an order in which no neighbours do");
        }
        begin(0, NULL);
        parts = 3;
        ok(comes_out(), "%zu inputs of rank 0", count);
        begin(9, twos);
        for (size_t d = 9; d-- > 0;) {
            out.strides[d] = d == 8 ? 1 : 2 * out.strides[d + 1] + 1;
        }
        place(&out, &out_arena, 1);
        parts = 0;
        ok(is_refused(BL_TOO_MANY_DIMS), "%zu inputs: nine dims that do not merge", count);
        begin(12, twos);
        ok(comes_out(), "%zu inputs: twelve dims that all merge", count);
    }
}

int main(void)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    make_arenas();
    options = defaults;
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        arenas[i] = i < BL_MAX_ARITY ? input_arenas[i] : make_arena();
    }
    for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
        if (bl_isa_available(isa)) {
            test_isa(isa);
        }
    }
    options.isa = BL_ISA_ANY;
    test_parts();
    test_rules();
    test_refusals();
    test_division();
    test_dims();
    return done_testing();
}
