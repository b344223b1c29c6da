/* Broadloom for bench/peers.py: calls timed in C, so that what Python's calls cost is not charged to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L

#include "broadloom.h"

#include <string.h>
#include <time.h>

double bench_run(const char *kind, const char *op_name, const bl_array *inputs, const bl_array *out, size_t calls);

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of so many calls of the kind: "run" (of a plan), "one call" or "contiguous"; -status where one fails. */
double bench_run(const char *kind, const char *op_name, const bl_array *inputs, const bl_array *out, size_t calls)
{
    const bl_op *op = bl_op_by_name(op_name);
    const bl_array *arrays[BL_MAX_ARITY];
    const void *pointers[BL_MAX_ARITY];
    const bl_table *table;
    bl_status status;
    bl_plan plan;
    double begin;

    if (op == NULL) {
        return -(double)BL_NULL_POINTER;
    }
    for (size_t i = 0; i < op->arity; ++i) {
        arrays[i] = &inputs[i];
        pointers[i] = inputs[i].data;
    }
    table = bl_op_table(op, &inputs[op->typed_by[0] - 1].dtype);
    status = bl_plan_make(&plan, op, arrays, out, NULL);

    begin = now();
    if (strcmp(kind, "one call") == 0) {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_run(op, arrays, NULL, out, NULL);
        }
    } else if (strcmp(kind, "contiguous") == 0) {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_run_contiguous(table, plan.count, pointers, NULL, out->data);
        }
    } else {
        for (size_t i = 0; i < calls && status == BL_OK; ++i) {
            status = bl_plan_run(&plan, pointers, NULL, out->data);
        }
    }
    return status == BL_OK ? now() - begin : -(double)status;
}
