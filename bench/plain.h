/* The loops of the plain peer: a macro for each number of inputs, with the type and the expression of an element.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "bench.h"

#include <string.h>

enum { OUT = BL_MAX_ARITY };

typedef struct nest {
    size_t extent[BENCH_MAX_RANK];                      /* the innermost first */
    ptrdiff_t stride[BL_MAX_ARITY + 1][BENCH_MAX_RANK]; /* in elements; the output's are the last */
    const void *inputs[BL_MAX_ARITY];
    void *out;
} nest;

/* An operator's loops at one dtype; NULL if no case needs them. */
typedef struct loops {
    void (*same)(void *state);
    void (*value)(void *state); /* the last input is one value; with three inputs, the second one may be, too */
    void (*left_value)(void *state);
    void (*in_place)(void *state); /* the output is input 0 */
    void (*value_in_place)(void *state);
    void (*nested)(void *state);
    void (*any)(void *state); /* three inputs, any of which are one value per row; the second input's step in `value` */
    int middle;
} loops;

/* ---- Loops over any operator ---- */

#define UNARY(NAME, T, R, VALUE)            \
    static void NAME##_same(void *state)    \
    {                                       \
        const nest *p = state;              \
        const size_t n = p->extent[0];      \
        const T *restrict a = p->inputs[0]; \
        R *restrict out = p->out;           \
        for (size_t c = 0; c < n; ++c) {    \
            const T x = a[c];               \
            out[c] = VALUE;                 \
        }                                   \
    }                                       \
    static const loops NAME = {.same = NAME##_same};

/* Three inputs of two dims, the outer of which may be 1. The value form uses element B of the second input. */
#define TERNARY_ROWS(NAME, S, T, U, R, VALUE, B, C)                                              \
    static void NAME(void *state)                                                                \
    {                                                                                            \
        const nest *p = state;                                                                   \
        const size_t n = p->extent[0];                                                           \
        for (size_t k = 0; k < p->extent[1]; ++k) {                                              \
            const S *restrict first = (const S *)p->inputs[0] + (ptrdiff_t)k * p->stride[0][1];  \
            const T *restrict second = (const T *)p->inputs[1] + (ptrdiff_t)k * p->stride[1][1]; \
            const U *restrict third = (const U *)p->inputs[2] + (ptrdiff_t)k * p->stride[2][1];  \
            R *restrict out = (R *)p->out + (ptrdiff_t)k * p->stride[OUT][1];                    \
            for (size_t c = 0; c < n; ++c) {                                                     \
                const S x = first[c];                                                            \
                const T y = second[B];                                                           \
                const U z = third[C];                                                            \
                out[c] = VALUE;                                                                  \
            }                                                                                    \
        }                                                                                        \
    }
/* Any inputs may be one value along rows. */
#define TERNARY_ANY(NAME, S, T, U, R, VALUE)                                                     \
    static void NAME(void *state)                                                                \
    {                                                                                            \
        const nest *p = state;                                                                   \
        const size_t n = p->extent[0];                                                           \
        const ptrdiff_t first_step = p->stride[0][0], second_step = p->stride[1][0];             \
        const ptrdiff_t third_step = p->stride[2][0];                                            \
        for (size_t k = 0; k < p->extent[1]; ++k) {                                              \
            const S *restrict first = (const S *)p->inputs[0] + (ptrdiff_t)k * p->stride[0][1];  \
            const T *restrict second = (const T *)p->inputs[1] + (ptrdiff_t)k * p->stride[1][1]; \
            const U *restrict third = (const U *)p->inputs[2] + (ptrdiff_t)k * p->stride[2][1];  \
            R *restrict out = (R *)p->out + (ptrdiff_t)k * p->stride[OUT][1];                    \
            for (size_t c = 0; c < n; ++c) {                                                     \
                const S x = first[(ptrdiff_t)c * first_step];                                    \
                const T y = second[(ptrdiff_t)c * second_step];                                  \
                const U z = third[(ptrdiff_t)c * third_step];                                    \
                out[c] = VALUE;                                                                  \
            }                                                                                    \
        }                                                                                        \
    }

/* B: the index of the second input's element in a loop with one value as third input: c or 0. */
#define MIDDLE_c 1
#define MIDDLE_0 0
#define TERNARY(NAME, S, T, U, R, VALUE, B)             \
    TERNARY_ROWS(NAME##_same, S, T, U, R, VALUE, c, c)  \
    TERNARY_ROWS(NAME##_value, S, T, U, R, VALUE, B, 0) \
    TERNARY_ANY(NAME##_any, S, T, U, R, VALUE)          \
    static const loops NAME = {.same = NAME##_same, .value = NAME##_value, .nested = NAME##_same, .any = NAME##_any, .middle = MIDDLE_##B};

/* Five inputs, all contiguous. */
#define FIVE(NAME, T, VALUE)                                                                        \
    static void NAME##_same(void *state)                                                            \
    {                                                                                               \
        const nest *p = state;                                                                      \
        const size_t n = p->extent[0];                                                              \
        const T *restrict a = p->inputs[0], *restrict b = p->inputs[1], *restrict d = p->inputs[2]; \
        const T *restrict e = p->inputs[3], *restrict f = p->inputs[4];                             \
        T *restrict out = p->out;                                                                   \
        for (size_t c = 0; c < n; ++c) {                                                            \
            const T v = a[c], w = b[c], x = d[c], y = e[c], z = f[c];                               \
            out[c] = VALUE;                                                                         \
        }                                                                                           \
    }                                                                                               \
    static const loops NAME = {.same = NAME##_same};

/* One row: A, B and O are the indices of element c in a, b and the output. */
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
    static const loops NAME = {NAME##_same, NAME##_value, NAME##_left_value, NAME##_in_place, NAME##_value_in_place, NAME##_nested, NULL, 0};

/* The compiler's f16, if it has one; entries of a table by dtype. */
#ifdef __FLT16_MANT_DIG__
__extension__ typedef _Float16 half;
#define F16(OP) [BL_F16] = &OP##_f16,
#else
#define F16(OP)
#endif

/* A bf16 is the upper half of a float. */
static inline float float_of_bf16(uint16_t x)
{
    const uint32_t bits = (uint32_t)x << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The loops of the operators that came after the first eight; NULL where there are none. */
const loops *bench_plain_family(const bench_case *);
/* Those of 8-bit floats and packed integers. */
const loops *bench_plain_narrow(const bench_case *);

#endif
