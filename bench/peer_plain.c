/* The loops that one writes without a library, for the compiler to vectorise. A flat loop for contiguous arrays, also in
 * place, and for one value on either side; else loops nested over the dims that are left after merging, with an inner loop each for contiguous
 * operands, for one value held, and for any strides. Division is the bare operator: the bench has no zero divisors. The
 * results are what the other peers' are compared with.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUT = BL_MAX_ARITY };

typedef struct nest {
    size_t extent[BENCH_MAX_RANK];                      /* the innermost first */
    ptrdiff_t stride[BL_MAX_ARITY + 1][BENCH_MAX_RANK]; /* in elements; the output's are the last */
    const void *inputs[BL_MAX_ARITY];
    void *out;
} nest;

/* An operator's loops at one dtype; NULL where no case needs them. */
typedef struct loops {
    void (*same)(void *state);
    void (*value)(void *state);
    void (*left_value)(void *state);
    void (*in_place)(void *state); /* the output is input 0 */
    void (*value_in_place)(void *state);
    void (*nested)(void *state);
} loops;

/* ---- Loops over any operator ---- */

#define UNARY(NAME, T, VALUE)               \
    static void NAME##_same(void *state)    \
    {                                       \
        const nest *p = state;              \
        const size_t n = p->extent[0];      \
        const T *restrict a = p->inputs[0]; \
        T *restrict out = p->out;           \
        for (size_t c = 0; c < n; ++c) {    \
            const T x = a[c];               \
            out[c] = VALUE;                 \
        }                                   \
    }                                       \
    static const loops NAME = {.same = NAME##_same};

#define SELECT(NAME, T)                                                 \
    static void NAME##_same(void *state)                                \
    {                                                                   \
        const nest *p = state;                                          \
        const size_t n = p->extent[0];                                  \
        const uint8_t *restrict condition = p->inputs[0];               \
        const T *restrict a = p->inputs[1], *restrict b = p->inputs[2]; \
        T *restrict out = p->out;                                       \
        for (size_t c = 0; c < n; ++c) {                                \
            const T x = a[c], y = b[c];                                 \
            out[c] = condition[c] ? x : y;                              \
        }                                                               \
    }                                                                   \
    static const loops NAME = {.same = NAME##_same};

/* One row: element c of a is at A, of b at B, of the output at O. */
#define BINARY_ROW(T, R, VALUE, A, B, O) \
    for (size_t c = 0; c < n; ++c) {     \
        const T x = a[A], y = b[B];      \
        out[O] = VALUE;                  \
    }

#define BINARY_FLAT(NAME, T, R, VALUE, A, B)                            \
    static void NAME(void *state)                                       \
    {                                                                   \
        const nest *p = state;                                          \
        const size_t n = p->extent[0];                                  \
        const T *restrict a = p->inputs[0], *restrict b = p->inputs[1]; \
        R *restrict out = p->out;                                       \
        BINARY_ROW(T, R, VALUE, A, B, c)                                \
    }

#define BINARY_IN_PLACE(NAME, T, R, VALUE, B) \
    static void NAME(void *state)             \
    {                                         \
        const nest *p = state;                \
        const size_t n = p->extent[0];        \
        const T *restrict b = p->inputs[1];   \
        R *restrict a = p->out;               \
        for (size_t c = 0; c < n; ++c) {      \
            const T x = (T)a[c], y = b[B];    \
            a[c] = VALUE;                     \
        }                                     \
    }

#define START(T, data, operand)                                                                  \
    ((T *)(data) + (ptrdiff_t)i * p->stride[operand][3] + (ptrdiff_t)j * p->stride[operand][2] + \
     (ptrdiff_t)k * p->stride[operand][1])

#define BINARY_ROWS(T, R, VALUE, A, B, O)                              \
    for (size_t i = 0; i < p->extent[3]; ++i) {                        \
        for (size_t j = 0; j < p->extent[2]; ++j) {                    \
            for (size_t k = 0; k < p->extent[1]; ++k) {                \
                const T *restrict a = START(const T, p->inputs[0], 0); \
                const T *restrict b = START(const T, p->inputs[1], 1); \
                R *restrict out = START(R, p->out, OUT);               \
                BINARY_ROW(T, R, VALUE, A, B, O)                       \
            }                                                          \
        }                                                              \
    }

#define BINARY(NAME, T, R, VALUE)                                                                       \
    BINARY_FLAT(NAME##_same, T, R, VALUE, c, c)                                                         \
    BINARY_FLAT(NAME##_value, T, R, VALUE, c, 0)                                                        \
    BINARY_FLAT(NAME##_left_value, T, R, VALUE, 0, c)                                                   \
    BINARY_IN_PLACE(NAME##_in_place, T, R, VALUE, c)                                                    \
    BINARY_IN_PLACE(NAME##_value_in_place, T, R, VALUE, 0)                                              \
    static void NAME##_nested(void *state)                                                              \
    {                                                                                                   \
        const nest *p = state;                                                                          \
        const size_t n = p->extent[0];                                                                  \
        const ptrdiff_t a_step = p->stride[0][0], b_step = p->stride[1][0], o_step = p->stride[OUT][0]; \
        if (o_step != 1)                                                                                \
            BINARY_ROWS(T, R, VALUE, (ptrdiff_t)c *a_step, (ptrdiff_t)c *b_step, (ptrdiff_t)c *o_step)  \
        else if (a_step == 1 && b_step == 1)                                                            \
            BINARY_ROWS(T, R, VALUE, c, c, c)                                                           \
        else if (a_step == 1 && b_step == 0)                                                            \
            BINARY_ROWS(T, R, VALUE, c, 0, c)                                                           \
        else if (a_step == 0 && b_step == 1)                                                            \
            BINARY_ROWS(T, R, VALUE, 0, c, c)                                                           \
        else                                                                                            \
            BINARY_ROWS(T, R, VALUE, (ptrdiff_t)c *a_step, (ptrdiff_t)c *b_step, c)                     \
    }                                                                                                   \
    static const loops NAME = {NAME##_same, NAME##_value, NAME##_left_value, NAME##_in_place, NAME##_value_in_place, NAME##_nested};

/* ---- Operators ---- */

/* W is an unsigned type in which the integer T does not overflow. */
#define INTEGER_LOOPS(DTYPE, T, W)                     \
    BINARY(add_##DTYPE, T, T, (T)((W)x + (W)y))        \
    BINARY(sub_##DTYPE, T, T, (T)((W)x - (W)y))        \
    BINARY(mul_##DTYPE, T, T, (T)((W)x * (W)y))        \
    BINARY(div_##DTYPE, T, T, (T)(x / y))              \
    UNARY(negative_##DTYPE, T, (T)(0 - (W)x))          \
    BINARY(less_##DTYPE, T, uint8_t, (uint8_t)(x < y)) \
    SELECT(select_##DTYPE, T)
#define SIGNED_LOOPS(DTYPE, T, W) \
    INTEGER_LOOPS(DTYPE, T, W)    \
    BINARY(floor_div_##DTYPE, T, T, (T)(x / y - (x % y != 0 && (x < 0) != (y < 0))))
#define UNSIGNED_LOOPS(DTYPE, T, W) \
    INTEGER_LOOPS(DTYPE, T, W)      \
    BINARY(floor_div_##DTYPE, T, T, (T)(x / y))

/* In C the type of stored values is STORED, of computed ones whatever LOAD gives. */
#define FLOAT_LOOPS(DTYPE, T, LOAD, STORE, FLOOR)                                 \
    BINARY(add_##DTYPE, T, T, STORE(LOAD(x) + LOAD(y)))                           \
    BINARY(sub_##DTYPE, T, T, STORE(LOAD(x) - LOAD(y)))                           \
    BINARY(mul_##DTYPE, T, T, STORE(LOAD(x) * LOAD(y)))                           \
    BINARY(div_##DTYPE, T, T, STORE(LOAD(x) / LOAD(y)))                           \
    BINARY(floor_div_##DTYPE, T, T, STORE(FLOOR(LOAD(STORE(LOAD(x) / LOAD(y)))))) \
    UNARY(negative_##DTYPE, T, STORE(-LOAD(x)))                                   \
    BINARY(less_##DTYPE, T, uint8_t, (uint8_t)(LOAD(x) < LOAD(y)))                \
    SELECT(select_##DTYPE, T)

/* A bf16 is the upper half of a float; the lower half is rounded to nearest, ties to even. */
static inline float float_of_bf16(uint16_t x)
{
    const uint32_t bits = (uint32_t)x << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint16_t bf16_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

FLOAT_LOOPS(f32, float, (float), (float), floorf)
FLOAT_LOOPS(f64, double, (double), (double), floor)
FLOAT_LOOPS(bf16, uint16_t, float_of_bf16, bf16_of_float, floorf)
#ifdef __FLT16_MANT_DIG__
__extension__ typedef _Float16 half;
FLOAT_LOOPS(f16, half, (half), (half), (half)floorf)
#define F16(OP) [BL_F16] = &OP##_f16,
#else
#define F16(OP)
#endif
SIGNED_LOOPS(i8, int8_t, uint32_t)
SIGNED_LOOPS(i16, int16_t, uint32_t)
SIGNED_LOOPS(i32, int32_t, uint32_t)
SIGNED_LOOPS(i64, int64_t, uint64_t)
UNSIGNED_LOOPS(u8, uint8_t, uint32_t)
UNSIGNED_LOOPS(u16, uint16_t, uint32_t)
UNSIGNED_LOOPS(u32, uint32_t, uint32_t)
UNSIGNED_LOOPS(u64, uint64_t, uint64_t)

#define FLOATS_OF(OP) F16(OP)[BL_F32] = &OP##_f32, [BL_F64] = &OP##_f64, [BL_BF16] = &OP##_bf16,
#define SIGNED_OF(OP) [BL_I8] = &OP##_i8, [BL_I16] = &OP##_i16, [BL_I32] = &OP##_i32, [BL_I64] = &OP##_i64,
#define UNSIGNED_OF(OP) [BL_U8] = &OP##_u8, [BL_U16] = &OP##_u16, [BL_U32] = &OP##_u32, [BL_U64] = &OP##_u64
#define LOOPS_OF(OP)                                                           \
    {                                                                          \
        .op = #OP, .by_dtype = { FLOATS_OF(OP) SIGNED_OF(OP) UNSIGNED_OF(OP) } \
    }

static const struct {
    const char *op;
    const loops *by_dtype[BL_DTYPE_COUNT];
} ops[] = {LOOPS_OF(add), LOOPS_OF(sub), LOOPS_OF(mul), LOOPS_OF(div),
           LOOPS_OF(floor_div), LOOPS_OF(negative), LOOPS_OF(less), LOOPS_OF(select)};

/* ---- The peer ---- */

static const loops *find_loops(const bench_case *c)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i) {
        if (strcmp(ops[i].op, c->op) == 0)
            return ops[i].by_dtype[c->dtype];
    }
    return NULL;
}

/* Whether every operand steps along the output's dim as if dim and the nest's were one. */
static int merges(const nest *p, size_t inner, const ptrdiff_t *strides, size_t operands)
{
    for (size_t i = 0; i < operands; ++i) {
        if (strides[i] != p->stride[i][inner] * (ptrdiff_t)p->extent[inner])
            return 0;
    }
    return 1;
}

static void fill_nest(nest *p, const bench_case *c)
{
    enum { OPERANDS = BL_MAX_ARITY + 1 };
    size_t used = 0;
    for (size_t i = 0; i < BENCH_MAX_RANK; ++i)
        p->extent[i] = 1;
    for (size_t dim = 0; dim < c->out.rank; ++dim) {
        const size_t extent = c->out.shape[c->out.rank - 1 - dim];
        ptrdiff_t strides[OPERANDS] = {0};
        for (size_t i = 0; i < c->arity; ++i)
            strides[i] = bench_stride(&c->inputs[i], dim);
        strides[OUT] = bench_stride(&c->out, dim);
        if (extent == 1)
            continue;
        if (used > 0 && merges(p, used - 1, strides, OPERANDS)) {
            p->extent[used - 1] *= extent;
            continue;
        }
        p->extent[used] = extent;
        for (size_t i = 0; i < OPERANDS; ++i)
            p->stride[i][used] = strides[i];
        ++used;
    }
    for (size_t i = 0; i < OPERANDS && used == 0; ++i)
        p->stride[i][0] = 1; /* a single element is a contiguous one */
}

/* The loop for this nest; NULL where it is none that these operators have. */
static void (*choose(const loops *l, const nest *p, const bench_case *c))(void *)
{
    const int is_flat = p->extent[1] == 1 && p->stride[OUT][0] == 1;
    const ptrdiff_t a = p->stride[0][0], b = p->stride[1][0];
    if (c->out.buffer != BL_MAX_ARITY)
        return !is_flat || a != 1 ? NULL : b == 1 ? l->in_place
                                                  : l->value_in_place;
    if (is_flat && a == 1 && (c->arity != 2 || b == 1))
        return l->same;
    if (is_flat && a == 1 && b == 0)
        return l->value;
    if (is_flat && a == 0 && b == 1)
        return l->left_value;
    return l->nested;
}

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    const loops *l = find_loops(c);
    if (!l)
        return "the compiler has no such type";
    nest *p = calloc(1, sizeof *p);
    if (!p)
        return "no memory";
    fill_nest(p, c);
    for (size_t i = 0; i < c->arity; ++i)
        p->inputs[i] = inputs[i];
    p->out = out;
    *call = (bench_call){choose(l, p, c), p};
    if (call->run)
        return NULL;
    free(p);
    return "no such loop";
}

static const char *version(void)
{
    return BENCH_PLAIN_FLAGS ", " BENCH_COMPILER;
}

const bench_peer bench_plain = {"plain C", "gcc", version, prepare, free};
