/* Broadloom, by the call that the case names. If the case has threads, the pool of the examples runs the plan's parts.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"
#include "threads/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const bl_op *op; /* NULL: a fold */
    const bl_table *table;
    bl_plan plan;
    bl_fold_step *steps;    /* of a fold */
    const void *parameters; /* `own_parameters`, or NULL */
    uint64_t own_parameters[8];
    bl_options options;
    size_t n;
    const void *inputs[BL_MAX_ARITY];
    void *out;
    ptrdiff_t byte_steps[BL_MAX_ARITY], out_step; /* of the last dim */
    bl_array views[BL_MAX_ARITY + 1];
    const bl_array *arrays[BL_MAX_ARITY];
    size_t threads;
    size_t parts;
    pool workers; /* runs only if there is more than one thread */
} job;

static bl_array view_of(const bench_array *array, void *data)
{
    return (bl_array){data, array->dtype, array->rank, array->shape, array->strides};
}

static void run_plan(void *state)
{
    const job *j = state;
    bl_plan_run(&j->plan, j->inputs, j->parameters, j->out);
}

static void run_part(void *state)
{
    const job *j = state;
    bl_plan_run_part(&j->plan, 0, 1, j->inputs, j->parameters, j->out);
}

static void run_fold(void *state)
{
    const job *j = state;
    bl_fold_run(j->steps, j->inputs, j->out);
}

static void run_pool(void *state)
{
    job *j = state;
    pool_run(&j->workers, &j->plan, j->parts, j->inputs, NULL, j->out);
}

static void run_one_call(void *state)
{
    const job *j = state;
    bl_run(j->op, j->arrays, j->parameters, &j->views[BL_MAX_ARITY], &j->options);
}

static void run_strided(void *state)
{
    const job *j = state;
    bl_run_strided(j->table, j->n, j->inputs, j->byte_steps, j->parameters, j->out, j->out_step);
}

/* The functions of one dtype that cases need, as users call them. */
#define CONTIGUOUS(OP, DTYPE)                                        \
    static void run_##OP##_##DTYPE(void *state)                      \
    {                                                                \
        const job *j = state;                                        \
        bl_##OP##_##DTYPE(j->n, j->inputs[0], j->inputs[1], j->out); \
    }
CONTIGUOUS(add, f32)
CONTIGUOUS(add, u8)
CONTIGUOUS(mul, f64)
CONTIGUOUS(sub, f16)
CONTIGUOUS(div, i32)

static const struct {
    const char *op;
    bl_dtype dtype;
    void (*run)(void *state);
} contiguous[] = {{"add", BL_F32, run_add_f32}, {"add", BL_U8, run_add_u8}, {"mul", BL_F64, run_mul_f64}, {"sub", BL_F16, run_sub_f16}, {"div", BL_I32, run_div_i32}};

static void make_plan(void *state)
{
    job *j = state;
    bl_plan_make(&j->plan, j->op, j->arrays, &j->views[BL_MAX_ARITY], &j->options);
}

/* The defaults, and the limits of a clamp. */
static void fill_parameters(job *j)
{
    const bl_parameter *low = bl_parameter_by_name(j->table, "low"), *high = bl_parameter_by_name(j->table, "high");
    if (j->table->parameter_count == 0)
        return;
    char *const struct_of = (char *)j->own_parameters;
    j->parameters = struct_of;
    bl_parameters_default(j->table, struct_of);
    for (int i = 0; low && high && i < 2; ++i) {
        const bl_parameter *p = i ? high : low;
        const uint64_t bits = bench_limit_bits((bl_dtype)p->dtype, i); /* of a little-endian machine */
        memcpy(struct_of + p->offset, &bits, bl_dtype_size((bl_dtype)p->dtype));
    }
}

static bl_status plan_op(job *j, const bench_case *c)
{
    bl_dtype dtypes[BL_MAX_VARIABLES];
    for (size_t i = 0; i < j->op->variable_count; ++i) {
        const size_t operand = j->op->typed_by[i];
        dtypes[i] = operand == 0 ? c->out.dtype : c->inputs[operand - 1].dtype;
    }
    j->table = bl_op_table(j->op, dtypes);
    if (!j->table || j->table->parameters_size > sizeof j->own_parameters)
        return BL_UNSUPPORTED_DTYPE;
    fill_parameters(j);
    return bl_plan_make(&j->plan, j->op, j->arrays, &j->views[BL_MAX_ARITY], &j->options);
}

static bl_status plan_fold(job *j, const bench_case *c)
{
    size_t i = 0;
    while (strcmp(bl_all_folds[i]->name, c->op) != 0)
        ++i;
    j->steps = calloc(c->arity, sizeof *j->steps);
    if (!j->steps)
        return BL_NULL_POINTER;
    return bl_fold_make(j->steps, bl_all_folds[i], c->arity, j->arrays, &j->views[BL_MAX_ARITY], &j->options);
}

static void release(void *state)
{
    job *j = state;
    if (j->threads > 1)
        pool_stop(&j->workers);
    free(j->steps);
    free(j);
}

/* The job with its plan; NULL and the reason if no plan can be made. */
static job *new_job(const bench_case *c, const void *const *inputs, void *out, const char **why_not)
{
    job *j = calloc(1, sizeof *j);
    *why_not = "no memory";
    if (!j)
        return NULL;
    j->op = c->kind == BENCH_FOLD ? NULL : bl_op_by_name(c->op);
    j->options = (bl_options)BL_DEFAULT_OPTIONS;
    j->options.isa = c->isa;
    j->options.cache_bytes = c->cache_bytes;
    j->n = bench_count(&c->out);
    j->out_step = bench_stride(&c->out, 0) * (ptrdiff_t)bl_dtype_size(c->out.dtype);
    j->out = out;
    j->views[BL_MAX_ARITY] = view_of(&c->out, out);
    for (size_t i = 0; i < c->arity; ++i) {
        j->inputs[i] = inputs[i];
        j->views[i] = view_of(&c->inputs[i], (void *)(uintptr_t)inputs[i]);
        j->arrays[i] = &j->views[i];
        j->byte_steps[i] = bench_stride(&c->inputs[i], 0) * (ptrdiff_t)bl_dtype_size(c->inputs[i].dtype);
    }
    const bl_status status = j->op ? plan_op(j, c) : plan_fold(j, c);
    if (status == BL_OK) {
        *why_not = NULL;
        return j;
    }
    *why_not = bl_status_string(status);
    release(j);
    return NULL;
}

/* The timed function; NULL if there is none, or if the case's plan may not run. */
static void (*run_of(const bench_case *c, const job *j))(void *)
{
    static void (*const runs[BENCH_KIND_COUNT])(void *) = {
        [BENCH_RUN] = run_plan, [BENCH_PART] = run_part, [BENCH_ONE_CALL] = run_one_call, [BENCH_STRIDED] = run_strided, [BENCH_FOLD] = run_fold, [BENCH_PLAN] = make_plan};
    const bl_status status = j->op ? bl_plan_check(&j->plan, j->inputs, j->parameters, j->out)
                                   : bl_fold_check(j->steps, j->inputs, j->out);
    if (status != BL_OK)
        return NULL;
    for (size_t i = 0; c->kind == BENCH_CONTIGUOUS && i < sizeof contiguous / sizeof *contiguous; ++i) {
        if (contiguous[i].dtype == c->dtype && strcmp(contiguous[i].op, c->op) == 0)
            return contiguous[i].run;
    }
    return runs[c->kind];
}

static const char *prepare_one_thread(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    const char *why_not;
    job *j = new_job(c, inputs, out, &why_not);
    if (!j)
        return why_not;
    *call = (bench_call){run_of(c, j), j};
    if (call->run)
        return NULL;
    release(j);
    return "refused";
}

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (c->threads == 1)
        return prepare_one_thread(c, inputs, out, call);
    const char *why_not;
    job *j = new_job(c, inputs, out, &why_not);
    if (!j)
        return why_not;
    if (pool_start(&j->workers, c->threads) != 0) {
        release(j);
        return "no threads";
    }
    j->threads = c->threads;
    j->parts = bl_plan_parts(&j->plan, c->threads);
    *call = (bench_call){run_pool, j};
    return NULL;
}

static const char *prepare_beside_threads(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    return c->threads > 1 ? prepare_one_thread(c, inputs, out, call) : "only beside threads";
}

static const char *prepare_same_shape(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (!c->beside_same_shape)
        return "not asked for";
    bench_case same = *c;
    const void *starts[BL_MAX_ARITY];
    bench_make_contiguous(&same.out);
    for (size_t i = 0; i < c->arity; ++i) {
        const size_t before = (i - c->inputs[i].buffer) * bench_count(&c->out); /* of another input in its buffer */
        same.inputs[i] = same.out;
        starts[i] = (const char *)bench_start(&c->inputs[i], inputs[i]) + before * bl_dtype_size(c->inputs[i].dtype);
    }
    if (c->out.buffer != BL_MAX_ARITY)
        return "not in place";
    return prepare_one_thread(&same, starts, out, call);
}

void bench_broadloom_strategy(const bench_case *c, char *text, size_t size)
{
    const void *const nothing[BL_MAX_ARITY] = {NULL};
    const char *why_not;
    job *j = new_job(c, nothing, NULL, &why_not);
    if (!j) {
        snprintf(text, size, "%s", why_not);
        return;
    }
    if (j->op)
        bl_plan_describe(&j->plan, text, size);
    else
        snprintf(text, size, "fold, %s", bl_isa_name(bl_isa_best()));
    release(j);
}

static const char *version(void)
{
    return bl_isa_name(bl_isa_best());
}

const bench_peer bench_broadloom = {"Broadloom", "", version, prepare, release};
const bench_peer bench_same_shape = {"same shape", "", version, prepare_same_shape, release};
const bench_peer bench_broadloom_one_thread = {"Broadloom, 1 thread", "", version, prepare_beside_threads, release};
