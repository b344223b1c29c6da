/* The loops that one writes without a library, which the compiler vectorises: a flat loop for contiguous arrays, also in
 * place, and for one value on either side; otherwise nested loops over the merged dims, with separate inner loops for contiguous
 * operands, for one constant operand, and for any strides. Division is C's operator, because the bench has no zero divisors. The
 * results of the other peers are compared with these.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plain.h"

#include <math.h>
#include <stdlib.h>

/* ---- Operators ---- */

/* W is an unsigned type in which the integer T does not overflow. */
#define INTEGER_LOOPS(DTYPE, T, W)                     \
    BINARY(add_##DTYPE, T, T, (T)((W)x + (W)y))        \
    BINARY(sub_##DTYPE, T, T, (T)((W)x - (W)y))        \
    BINARY(mul_##DTYPE, T, T, (T)((W)x * (W)y))        \
    BINARY(div_##DTYPE, T, T, (T)(x / y))              \
    UNARY(negative_##DTYPE, T, T, (T)(0 - (W)x))       \
    BINARY(less_##DTYPE, T, uint8_t, (uint8_t)(x < y)) \
    TERNARY(select_##DTYPE, uint8_t, T, T, T, (T)(x ? y : z), c)
#define SIGNED_LOOPS(DTYPE, T, W) \
    INTEGER_LOOPS(DTYPE, T, W)    \
    BINARY(floor_div_##DTYPE, T, T, (T)(x / y - (x % y != 0 && (x < 0) != (y < 0))))
#define UNSIGNED_LOOPS(DTYPE, T, W) \
    INTEGER_LOOPS(DTYPE, T, W)      \
    BINARY(floor_div_##DTYPE, T, T, (T)(x / y))

/* STORED is the C type of stored values; LOAD determines the type of computed ones. */
#define FLOAT_LOOPS(DTYPE, T, LOAD, STORE, FLOOR)                                 \
    BINARY(add_##DTYPE, T, T, STORE(LOAD(x) + LOAD(y)))                           \
    BINARY(sub_##DTYPE, T, T, STORE(LOAD(x) - LOAD(y)))                           \
    BINARY(mul_##DTYPE, T, T, STORE(LOAD(x) * LOAD(y)))                           \
    BINARY(div_##DTYPE, T, T, STORE(LOAD(x) / LOAD(y)))                           \
    BINARY(floor_div_##DTYPE, T, T, STORE(FLOOR(LOAD(STORE(LOAD(x) / LOAD(y)))))) \
    UNARY(negative_##DTYPE, T, T, STORE(-LOAD(x)))                                \
    BINARY(less_##DTYPE, T, uint8_t, (uint8_t)(LOAD(x) < LOAD(y)))                \
    TERNARY(select_##DTYPE, uint8_t, T, T, T, (T)(x ? y : z), c)

/* The lower half of a float is rounded to nearest, ties to even. */
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
FLOAT_LOOPS(f16, half, (half), (half), (half)floorf)
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
        if (strcmp(ops[i].op, c->op) == 0 && ops[i].by_dtype[c->dtype])
            return ops[i].by_dtype[c->dtype];
    }
    return bench_plain_narrow(c) ? bench_plain_narrow(c) : bench_plain_family(c);
}

/* Whether the output's dim and the nest's can be merged for every operand. */
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
        p->stride[i][0] = 1; /* a single element counts as contiguous */
}

/* The loop for this nest; NULL if these operators have none. */
static void (*choose(const loops *l, const nest *p, const bench_case *c))(void *)
{
    const int is_flat = p->extent[1] == 1 && p->stride[OUT][0] == 1;
    const ptrdiff_t a = p->stride[0][0], last = p->stride[c->arity - 1][0];
    if (l->any && (a != 1 || p->stride[1][0] != (last == 1 ? 1 : l->middle)))
        return l->any;
    if (c->out.buffer != BL_MAX_ARITY)
        return !is_flat || a != 1 ? NULL : last == 1 ? l->in_place
                                                     : l->value_in_place;
    if (is_flat && a == 1 && last == 1)
        return l->same;
    if ((is_flat || l->any) && a == 1 && last == 0)
        return l->value;
    if (is_flat && a == 0 && last == 1)
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
