/* Makes the call, on every available instruction set, and compares the result with its definition.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"
#include "named.h"

#include <stdio.h>
#include <stdlib.h>

/* Threads are those of an example, which uses POSIX. */
#if defined(__unix__) && !defined(JUDGE_WITHOUT_THREADS)
#define HAS_THREADS 1
#include "../examples/threads/pool.h"
#else
#define HAS_THREADS 0
#endif

#define THREADS 3
#define UNTOUCHED ((size_t)0xdbdbdbdb)

#if HAS_THREADS
static pool threads;
#endif

static bl_isa best; /* the best usable one */

void begin_running(void)
{
    best = bl_isa_best();
#if HAS_THREADS
    if (pool_start(&threads, THREADS) != 0) {
        printf("Bail out! no threads\n");
        exit(1);
    }
#endif
}

/* ---- By each function ---- */

static bl_status run_parts(const call *of, const bl_plan *plan, const void *const *data)
{
    bl_status status;

#if HAS_THREADS
    if (of->by == BY_THREADS) {
        return pool_run(&threads, plan, of->parts, data, of->parameters, of->to);
    }
#endif
    status = bl_plan_check(plan, data, of->parameters, of->to);
    for (size_t part = 0; status == BL_OK && part < of->parts; ++part) {
        bl_plan_run_part(plan, of->order[part], of->parts, data, of->parameters, of->to);
    }
    return status;
}

static bl_status run_planned(const call *of, const bl_options *options)
{
    const int has_inputs = (of->nulls & NULL_INPUTS) == 0;
    const bl_array *const *inputs = has_inputs ? of->given : NULL;
    const bl_array *out = (of->nulls & NULL_OUT) != 0 ? NULL : &of->out.array;
    bl_plan plan;
    bl_plan *into = (of->nulls & NULL_PLAN) != 0 ? NULL : &plan;
    bl_status status;

    if (of->by == BY_TABLE) {
        status = bl_plan_make_table(into, (of->nulls & NULL_SUBJECT) != 0 ? NULL : of->table, inputs, out, options);
    } else {
        status = bl_plan_make(into, (of->nulls & NULL_SUBJECT) != 0 ? NULL : of->op, inputs, out, options);
    }
    if (status != BL_OK) {
        return status;
    }
    return of->by == BY_PARTS || of->by == BY_THREADS ? run_parts(of, &plan, of->data)
                                                      : bl_plan_run(&plan, of->data, of->parameters, of->to);
}

static bl_status run_named(const call *of, const bl_options *options)
{
    const named_op *named = named_ops;

    while (named->op != of->op) {
        ++named;
    }
    return named->call(of->given, of->parameters, (of->nulls & NULL_OUT) != 0 ? NULL : &of->out.array, options);
}

static bl_status run_line(const call *of)
{
    const bl_table *table = (of->nulls & NULL_SUBJECT) != 0 ? NULL : of->table;
    const void *const *inputs = (of->nulls & NULL_INPUTS) != 0 ? NULL : of->data;
    const named_table *named = named_tables;

    if (of->by == BY_STRIDED) {
        return bl_run_strided(table, of->out.shape[0], inputs, (of->nulls & NULL_STEPS) != 0 ? NULL : of->byte_steps,
                              of->parameters, of->to, of->byte_steps[MOST_INPUTS]);
    }
    if (of->by == BY_CONTIGUOUS) {
        return bl_run_contiguous(table, of->out.shape[0], inputs, of->parameters, of->to);
    }
    while (named->table != of->table) {
        ++named;
    }
    return named->call(of->out.shape[0], of->data, of->parameters, of->to);
}

/** Computes only the shape. BL_WRONG_RESULTS, which no such call returns, if it differs from the definition or writes outside of the shape. */
static bl_status run_shape(const call *of, const bl_options *options, const definition *is)
{
    size_t shape[MAX_TEST_RANK + 1], rank = UNTOUCHED, written = 0;
    bl_status status;

    for (size_t d = 0; d <= MAX_TEST_RANK; ++d) {
        shape[d] = UNTOUCHED;
    }
    status = bl_broadcast_shape(options, of->count, (of->nulls & NULL_INPUTS) != 0 ? NULL : of->given, of->capacity, shape, &rank);
    if (status == BL_OK || status == BL_TOO_MANY_DIMS) {
        written = status == BL_OK ? rank : 0;
        if (rank != is->rank) {
            return BL_WRONG_RESULTS;
        }
    } else if (rank != UNTOUCHED) {
        return BL_WRONG_RESULTS;
    }
    for (size_t d = 0; d <= MAX_TEST_RANK; ++d) {
        if (shape[d] != (d < written ? is->shape[d] : UNTOUCHED)) {
            return BL_WRONG_RESULTS;
        }
    }
    return status;
}

#if BL_WITH_FOLDS
static bl_fold_step fold_steps[MOST_INPUTS];

static bl_status run_fold(const call *of, const bl_options *options)
{
    const bl_array *const *inputs = (of->nulls & NULL_INPUTS) != 0 ? NULL : of->given;
    const bl_array *out = (of->nulls & NULL_OUT) != 0 ? NULL : &of->out.array;
    const bl_fold *fold = (of->nulls & NULL_SUBJECT) != 0 ? NULL : of->fold;
    bl_fold_step *steps = (of->nulls & NULL_STEPS) != 0 ? NULL : fold_steps;
    const named_fold *named = named_folds;
    bl_status status;

    if (of->by == BY_FOLD && of->seed % 2 == 0) {
        return bl_run_fold(fold, of->count, inputs, out, steps, options);
    }
    if (of->by == BY_FOLD && fold != NULL) {
        while (named->fold != fold) {
            ++named;
        }
        return named->call(of->count, inputs, out, steps, options);
    }
    status = bl_fold_make(steps, fold, of->count, inputs, out, options);
    status = status == BL_OK ? bl_fold_check(steps, of->data, of->to) : status;
    for (size_t part = 0; status == BL_OK && part < of->parts; ++part) {
        bl_fold_run_part(steps, of->order[part], of->parts, of->data, of->to);
    }
    return status;
}
#endif

#if JUDGE_NODES
static bl_status run_call_of_node(const call *of, const bl_call *planned)
{
    bl_status status = bl_call_check(planned, of->data, of->to);

    for (size_t part = 0; status == BL_OK && part < of->parts; ++part) {
        bl_call_run_part(planned, of->order[part], of->parts, of->data, of->to);
    }
    return status;
}

/** Whether the inferred shape and dtype of a valid node are the result's. */
static int is_inferred(const call *of, const definition *is)
{
    size_t shape[MAX_TEST_RANK], rank;
    bl_dtype dtype;
    const bl_status status =
        of->by == BY_ONNX ? bl_onnx_infer_shape(&of->onnx, of->count, of->given, MAX_TEST_RANK, shape, &rank, &dtype)
                          : bl_openvino_infer_shape(&of->openvino, of->count, of->given, MAX_TEST_RANK, shape, &rank, &dtype);

    if (status != BL_OK) {
        return is->may != 0;
    }
    return rank == is->rank && dtype == is->dtype && memcmp(shape, is->shape, rank * sizeof shape[0]) == 0;
}

static bl_status run_node(const call *of, const bl_options *options, const definition *is)
{
    bl_call planned;
    bl_status status;

    if (is->must == 0 && (of->by == BY_ONNX || of->by == BY_OPENVINO) && !is_inferred(of, is)) {
        return BL_WRONG_RESULTS;
    }
    switch (of->by) {
    case BY_ONNX:
        return bl_onnx_run(&of->onnx, of->count, of->given, &of->out.array, fold_steps, options);
    case BY_OPENVINO:
        return bl_openvino_run(&of->openvino, of->count, of->given, &of->out.array, options);
    case BY_ONNX_PARTS:
        status = bl_onnx_plan(&planned, &of->onnx, of->count, of->given, &of->out.array, fold_steps, options);
        break;
    default:
        status = bl_openvino_plan(&planned, &of->openvino, of->count, of->given, &of->out.array, options);
        break;
    }
    return status == BL_OK ? run_call_of_node(of, &planned) : status;
}
#endif

/* ---- On an instruction set ---- */

static bl_status run_on(const call *of, const definition *is, bl_isa isa)
{
    bl_options own = of->options;
    const bl_options *options = of->without_options ? NULL : &own;

    own.isa = of->is_of_isa ? own.isa : isa;
    switch (of->by) {
    case BY_RUN:
        return bl_run((of->nulls & NULL_SUBJECT) != 0 ? NULL : of->op, (of->nulls & NULL_INPUTS) != 0 ? NULL : of->given,
                      of->parameters, (of->nulls & NULL_OUT) != 0 ? NULL : &of->out.array, options);
    case BY_NAME:
        return run_named(of, options);
    case BY_CONTIGUOUS:
    case BY_STRIDED:
    case BY_NAME_LINE:
        return run_line(of);
    case BY_SHAPE:
        return run_shape(of, options, is);
#if BL_WITH_FOLDS
    case BY_FOLD:
    case BY_FOLD_PARTS:
        return run_fold(of, options);
#endif
#if JUDGE_NODES
    case BY_ONNX:
    case BY_ONNX_PARTS:
    case BY_OPENVINO:
    case BY_OPENVINO_PARTS:
        return run_node(of, options, is);
#endif
    default:
        return run_planned(of, options);
    }
}

/** Limits the instruction set of a call without options. Returns 0 if that is not possible. */
static int is_limited(const call *of, bl_isa isa)
{
    const int has_option = !of->without_options && of->by != BY_CONTIGUOUS && of->by != BY_STRIDED && of->by != BY_NAME_LINE;

    return has_option || bl_isa_limit(isa) == BL_OK;
}

static int judge_on(const call *of, const definition *is, bl_isa isa, text *why)
{
    const bl_status status = run_on(of, is, isa);
    int is_right = is_right_status(is, status);

    if (!is_right) {
        text_add(why, "status: ");
        text_add(why, bl_status_string(status));
    } else if (status != BL_OK) {
        is_right = memcmp(OUT_ROOM->bytes, OUT_ROOM->before, OUT_ROOM->size) == 0;
        text_add(why, is_right ? "" : "a call that was refused has written");
    } else {
        is_right = output_is_right(of, is, why);
    }
    if (!is_right) {
        text_add(why, isa == BL_ISA_ANY ? "" : ", on ");
        text_add(why, isa == BL_ISA_ANY ? "" : bl_isa_name(isa));
    }
    return is_right;
}

int judge_call(const call *of, const definition *is, text *why)
{
    const bl_isa most = BL_ISA_MOST;
    int is_right = 1;

    if (is->must == 0 && of->by != BY_SHAPE) {
        expect_output(of, is);
    } else {
        memcpy(expected_bytes, OUT_ROOM->before, OUT_ROOM->size);
    }
    for (bl_isa isa = 0; is_right && isa <= (of->is_of_isa ? 0 : most); ++isa) {
        if ((isa == BL_ISA_ANY || bl_isa_available(isa)) && is_limited(of, isa)) {
            is_right = judge_on(of, is, isa, why);
            restore_output();
        }
        (void)bl_isa_limit(best);
    }
    if (is_right && !inputs_are_kept()) {
        text_add(why, "the memory of an input, or of parameters, is written");
        return 0;
    }
    return is_right;
}
