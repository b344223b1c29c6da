/* Common parts of the runtime's tests: guarded memory, random numbers, arrays with any strides, and the oracle: a
 * plain loop over all indices in C arithmetic, written from the definitions and without the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef ARRAYS_H
#define ARRAYS_H

#include "../../src/detection/isa.h"
#include "platforms/platform.h"
#include "harness/tap.h"
#include "operands.h"

#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES ((size_t)1 << 18)

/* ---- Random numbers ---- */

static uint64_t random_state = 1;

static inline uint32_t random_bits(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33);
}

static inline size_t random_below(size_t n)
{
    return random_bits() % n;
}

/* ---- Memory between guard pages ---- */

typedef struct arena {
    unsigned char *bytes; /* ARENA_BYTES of them, between two inaccessible pages */
} arena;

static inline arena make_arena(void)
{
    arena made;

    made.bytes = (unsigned char *)platform_guarded(ARENA_BYTES);
    if (made.bytes == NULL) {
        printf("Bail out! no guarded memory\n");
        exit(1);
    }
    return made;
}

/* ---- Arrays in it ---- */

/** Put it into the arena, at its very end or its start. Returns 0 if it does not fit. */
static inline int place(test_array *of, const arena *in, int at_end)
{
    const size_t width = bl_dtype_size(of->array.dtype);
    size_t below;
    const size_t span = span_of(of, &below);

    if (span > ARENA_BYTES / width) {
        return 0;
    }
    of->array.data = in->bytes + (at_end ? ARENA_BYTES - span * width : 0) + below * width;
    return 1;
}

/** Random strides: dims in any order in memory, gaps between them, either sign. */
static inline void shuffle_strides(test_array *of, int with_gaps)
{
    size_t order[MAX_TEST_RANK];
    size_t stride = with_gaps && random_below(3) == 0 ? 1 + random_below(9) : 1;

    for (size_t d = 0; d < of->array.rank; ++d) {
        order[d] = d;
    }
    for (size_t d = of->array.rank; d > 1; --d) {
        const size_t other = random_below(d);
        const size_t kept = order[d - 1];

        order[d - 1] = order[other];
        order[other] = kept;
    }
    for (size_t d = 0; d < of->array.rank; ++d) {
        const size_t own = order[d];

        of->strides[own] = random_below(4) == 0 ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        stride *= of->shape[own];
        if (with_gaps && random_below(3) == 0) {
            stride += random_below(4);
        }
    }
}

/* ---- Tables ---- */

/** The operator's table at a dtype, if it has one type variable. */
static inline const bl_table *table_of(const bl_op *op, bl_dtype dtype)
{
    return bl_op_table(op, &dtype);
}

/* ---- The oracle ---- */

#define ORACLE_BINARY(name, type, wide)                                                                         \
    static inline void name(const char *op, const unsigned char *x, const unsigned char *y, unsigned char *out) \
    {                                                                                                           \
        type a, b, result;                                                                                      \
        memcpy(&a, x, sizeof a);                                                                                \
        memcpy(&b, y, sizeof b);                                                                                \
        if (strcmp(op, "less") == 0) {                                                                          \
            *out = a < b;                                                                                       \
            return;                                                                                             \
        }                                                                                                       \
        result = strcmp(op, "add") == 0 ? (type)((wide)a + (wide)b) : (type)((wide)a - (wide)b);                \
        memcpy(out, &result, sizeof result);                                                                    \
    }

ORACLE_BINARY(oracle_f32, float, float)
ORACLE_BINARY(oracle_f64, double, double)
ORACLE_BINARY(oracle_i32, int32_t, uint32_t)
ORACLE_BINARY(oracle_i8, int8_t, int)
ORACLE_BINARY(oracle_u16, uint16_t, unsigned)

/** One element of add, sub, less or select. */
static inline void oracle(const char *op, bl_dtype dtype, const unsigned char *const *inputs, unsigned char *out)
{
    if (strcmp(op, "select") == 0) {
        memcpy(out, *inputs[0] != 0 ? inputs[1] : inputs[2], bl_dtype_size(dtype));
        return;
    }
    switch (dtype) {
    case BL_F32:
        oracle_f32(op, inputs[0], inputs[1], out);
        break;
    case BL_F64:
        oracle_f64(op, inputs[0], inputs[1], out);
        break;
    case BL_I32:
        oracle_i32(op, inputs[0], inputs[1], out);
        break;
    case BL_I8:
        oracle_i8(op, inputs[0], inputs[1], out);
        break;
    case BL_U16:
        oracle_u16(op, inputs[0], inputs[1], out);
        break;
    default:
        printf("Bail out! the oracle does not know this dtype\n");
        exit(1);
    }
}

/** Fill a whole arena with random values; floats are small integers, so that sums are exact and elements differ. */
static inline void fill(const arena *in, bl_dtype dtype)
{
    const size_t width = bl_dtype_size(dtype);

    for (size_t i = 0; i < ARENA_BYTES / width; ++i) {
        const uint32_t bits = random_bits();
        const float small = (float)(bits % 2000003u) - 1000001.0f;
        const double small_double = (double)(bits % 2000003u) - 1000001.0;

        if (dtype == BL_BOOL) {
            in->bytes[i] = (unsigned char)(bits % 4 == 0 ? bits >> 8 & 255 : bits & 1);
        } else if (dtype == BL_F32) {
            memcpy(in->bytes + i * width, &small, width);
        } else if (dtype == BL_F64) {
            memcpy(in->bytes + i * width, &small_double, width);
        } else {
            memcpy(in->bytes + i * width, &bits, width < 4 ? width : 4);
        }
    }
}

/* ---- One case: run it, and compare every byte of the output's arena ---- */

typedef struct test_case {
    const bl_op *op;
    bl_dtype dtype; /* the one that selects the table */
    bl_options options;
    test_array inputs[BL_MAX_ARITY];
    test_array out;
    size_t parts;       /* 0: bl_plan_run; otherwise the number of parts, the last of which runs first */
    char strategy[160]; /* from bl_plan_describe */
} test_case;

/* Whether operands may use tiles, and results may bypass the caches. */
#define HAS_TILES (!BL_RUNTIME_COMPACT)

static arena input_arenas[BL_MAX_ARITY], out_arena, expected_arena;

/** Set the largest cache to 1 KiB, or to its real size. No effect without streaming. */
static inline void make_caches(int are_small)
{
#if BL_DETECT_CPU && !BL_RUNTIME_COMPACT
    bl_cache_word = are_small ? BL_CACHE_DETECTED | 1 : 0;
#else
    (void)are_small;
#endif
}

/** Room for every operand; and the instruction set of BROADLOOM_ISA, so that each can be tested. */
static inline void make_arenas(void)
{
#if BL_DETECT_CPU && BL_WITH_ENVIRONMENT
    const bl_status status = bl_isa_from_environment();
#else
    const bl_status status = BL_OK; /* there is only one */
#endif

    if (status != BL_OK) {
        printf("1..0 # SKIP BROADLOOM_ISA: %s\n", bl_status_string(status));
        exit(0);
    }
    printf("# at most %s\n", bl_isa_name(bl_isa_best()));
    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        input_arenas[i] = make_arena();
    }
    out_arena = make_arena();
    expected_arena = make_arena();
}

/** Compute the expected arena of the output, and run the plan. The arrays are placed and filled. */
static inline int run_case(test_case *of)
{
    const size_t arity = of->op->arity;
    const size_t rank = of->out.array.rank;
    const size_t out_width = bl_dtype_size(of->out.array.dtype);
    const bl_array *inputs[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    size_t index[MAX_TEST_RANK] = {0};
    size_t count = 1;
    bl_plan plan;
    bl_status status;

    for (size_t d = 0; d < rank; ++d) {
        count *= of->out.shape[d];
    }
    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    for (size_t n = 0; n < count; ++n) {
        const unsigned char *from[BL_MAX_ARITY];
        size_t d = rank;

        for (size_t i = 0; i < arity; ++i) {
            from[i] = element(&of->inputs[i], rank, index);
        }
        oracle(of->op->name, of->dtype, from,
               expected_arena.bytes + (element(&of->out, rank, index) - out_arena.bytes));
        while (d > 0 && ++index[d - 1] == of->out.shape[d - 1]) {
            index[--d] = 0;
        }
    }
    for (size_t i = 0; i < arity; ++i) {
        inputs[i] = &of->inputs[i].array;
        data[i] = inputs[i]->data;
    }
    status = bl_plan_make(&plan, of->op, inputs, &of->out.array, &of->options);
    of->strategy[0] = '\0';
    if (status == BL_OK) {
        bl_plan_describe(&plan, of->strategy, sizeof of->strategy);
        if (of->parts == 0) {
            status = bl_plan_run(&plan, data, NULL, of->out.array.data);
        } else {
            status = bl_plan_check(&plan, data, NULL, of->out.array.data);
            for (size_t part = of->parts; status == BL_OK && part-- > 0;) {
                bl_plan_run_part(&plan, part, of->parts, data, NULL, of->out.array.data);
            }
        }
    }
    if (status != BL_OK) {
        printf("# status: %s\n", bl_status_string(status));
        return 0;
    }
    for (size_t b = 0; b < ARENA_BYTES; ++b) {
        if (out_arena.bytes[b] != expected_arena.bytes[b]) {
            printf("# byte %zu of %zu a element differs: %s\n", b, out_width, of->strategy);
            return 0;
        }
    }
    return 1;
}

/** Print a case so that it can be run by hand. */
static inline void print_case(const test_case *of)
{
    printf("# %s %s, %zu parts: %s\n", of->op->name, bl_dtype_name(of->dtype), of->parts, of->strategy);
    for (size_t i = 0; i <= of->op->arity; ++i) {
        const test_array *shown = i < of->op->arity ? &of->inputs[i] : &of->out;

        printf("# %s", i == of->op->arity ? "output" : shown->array.data == of->out.array.data ? "in place"
                                                                                               : "input");
        for (size_t d = 0; d < shown->array.rank; ++d) {
            printf(" %zu:%td", shown->shape[d], shown->strides[d]);
        }
        printf("\n");
    }
}

#endif
