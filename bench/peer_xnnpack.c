/* XNNPACK's N-d binary operators, in f32 and f16: contiguous operands, planned for the shapes and bound to the pointers
 * ahead.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#if __has_include(<xnnpack.h>) && __has_include(<pthreadpool.h>) /* which the former includes */

#include <xnnpack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The functions for f32 and f16 differ in the types of their pointers alone. */
typedef enum xnn_status create(float least, float greatest, uint32_t flags, xnn_operator_t *made);
typedef enum xnn_status setup_f32(xnn_operator_t, size_t a_rank, const size_t *a_shape, size_t b_rank,
                                  const size_t *b_shape, const float *a, const float *b, float *out, pthreadpool_t);
typedef enum xnn_status setup_f16(xnn_operator_t, size_t a_rank, const size_t *a_shape, size_t b_rank,
                                  const size_t *b_shape, const void *a, const void *b, void *out, pthreadpool_t);

static const struct {
    const char *op;
    bl_dtype dtype;
    create *create;
    setup_f32 *setup_f32;
    setup_f16 *setup_f16;
} operators[] = {
    {"add", BL_F32, xnn_create_add_nd_f32, xnn_setup_add_nd_f32, NULL},
    {"sub", BL_F32, xnn_create_subtract_nd_f32, xnn_setup_subtract_nd_f32, NULL},
    {"mul", BL_F32, xnn_create_multiply_nd_f32, xnn_setup_multiply_nd_f32, NULL},
    {"div", BL_F32, xnn_create_divide_nd_f32, xnn_setup_divide_nd_f32, NULL},
    {"add", BL_F16, xnn_create_add_nd_f16, NULL, xnn_setup_add_nd_f16},
    {"mul", BL_F16, xnn_create_multiply_nd_f16, NULL, xnn_setup_multiply_nd_f16},
};

typedef struct job {
    xnn_operator_t operator;
    pthreadpool_t threads; /* NULL where it is one */
} job;

static void run(void *state)
{
    const job *j = state;
    xnn_run_operator(j->operator, j->threads);
}

static void release(void *state)
{
    job *j = state;
    xnn_delete_operator(j->operator);
    if (j->threads)
        pthreadpool_destroy(j->threads);
    free(j);
}

static enum xnn_status set_up(size_t which, const job *j, const bench_array *a, const bench_array *b,
                              const void *const *inputs, void *out)
{
    if (operators[which].setup_f32)
        return operators[which].setup_f32(j->operator, a->rank, a->shape, b->rank, b->shape, inputs[0], inputs[1], out,
                                          j->threads);
    return operators[which].setup_f16(j->operator, a->rank, a->shape, b->rank, b->shape, inputs[0], inputs[1], out,
                                      j->threads);
}

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    size_t which = 0;
    while (which < sizeof operators / sizeof *operators &&
           (operators[which].dtype != c->dtype || strcmp(operators[which].op, c->op) != 0))
        ++which;
    if (which == sizeof operators / sizeof *operators)
        return "no such operator";
    for (size_t i = 0; i <= c->arity; ++i) {
        if (!bench_is_contiguous(i < c->arity ? &c->inputs[i] : &c->out))
            return "contiguous operands only";
    }
    if (xnn_initialize(NULL) != xnn_status_success)
        return "this processor is not supported";
    job *j = calloc(1, sizeof *j);
    if (!j)
        return "no memory";
    if (operators[which].create(-INFINITY, INFINITY, 0, &j->operator) != xnn_status_success) {
        free(j);
        return "this processor is not supported";
    }
    if (c->threads > 1)
        j->threads = pthreadpool_create(c->threads);
    if (set_up(which, j, &c->inputs[0], &c->inputs[1], inputs, out) != xnn_status_success) {
        release(j);
        return "refused";
    }
    *call = (bench_call){run, j};
    return NULL;
}

/* Its header names no version; the package's name does. */
static const char *version(void)
{
    return BENCH_XNNPACK_VERSION;
}

const bench_peer bench_xnnpack = {"XNNPACK", "libxnnpack-dev, libpthreadpool-dev", version, prepare, release};

#else

const bench_peer bench_xnnpack = {"XNNPACK", "libxnnpack-dev, libpthreadpool-dev", NULL, NULL, NULL};

#endif
