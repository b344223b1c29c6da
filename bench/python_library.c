/* Broadloom for bench/peers.py: the calls are timed in C, without the cost of calls from Python.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L

#include "broadloom.h"

#include <string.h>
#include <time.h>

double bench_run(const char *kind, const char *name, const bl_array *inputs, size_t count, const void *parameters,
                 const bl_array *out, size_t calls);

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double run_fold(const char *name, size_t count, const bl_array *const *arrays, const void *const *pointers,
                       const bl_array *out, size_t calls)
{
    bl_fold_step steps[BL_MAX_ARITY];
    size_t which = 0;
    bl_status status;
    double begin;

    while (which < bl_all_fold_count && strcmp(bl_all_folds[which]->name, name) != 0) {
        ++which;
    }
    if (which == bl_all_fold_count) {
        return -(double)BL_NULL_POINTER;
    }
    status = bl_fold_make(steps, bl_all_folds[which], count, arrays, out, NULL);
    begin = now();
    for (size_t i = 0; i < calls && status == BL_OK; ++i) {
        status = bl_fold_run(steps, pointers, out->data);
    }
    return status == BL_OK ? now() - begin : -(double)status;
}

/* Nanoseconds of this many calls of the kind: "run" (of a plan), "one call", "contiguous" or "fold"; -status if one fails.
 * If `parameters` is NULL, the defaults apply. */
double bench_run(const char *kind, const char *name, const bl_array *inputs, size_t count, const void *parameters,
                 const bl_array *out, size_t calls)
{
    const bl_op *op = bl_op_by_name(name);
    const bl_array *arrays[BL_MAX_ARITY];
    const void *pointers[BL_MAX_ARITY];
    uint64_t defaults[16];
    bl_status status;
    bl_plan plan;
    double begin;

    for (size_t i = 0; i < count; ++i) {
        arrays[i] = &inputs[i];
        pointers[i] = inputs[i].data;
    }
    if (op == NULL) {
        return run_fold(name, count, arrays, pointers, out, calls);
    }
    status = bl_plan_make(&plan, op, arrays, out, NULL);
    if (status == BL_OK && plan.table->parameter_count > 0 && parameters == NULL) {
        bl_parameters_default(plan.table, defaults);
        parameters = defaults;
    }

    begin = now();
    if (strcmp(kind, "one call") == 0) {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_run(op, arrays, parameters, out, NULL);
        }
    } else if (strcmp(kind, "contiguous") == 0) {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_run_contiguous(plan.table, plan.count, pointers, parameters, out->data);
        }
    } else {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_plan_run(&plan, pointers, parameters, out->data);
        }
    }
    return status == BL_OK ? now() - begin : -(double)status;
}
