/* Running a plan: kernel calls in loops.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"

#if BL_WITH_PACKED

/** Move the operands' places by this many steps of a dim. */
static void move(const bl_plan *plan, size_t d, ptrdiff_t steps, ptrdiff_t *at)
{
    for (size_t i = 0; i <= plan->table->arity; ++i) {
        at[i] += steps * plan->dims[d].stride[i];
    }
}

/** run_part with packed operands. */
static void run_tiles(const bl_plan *plan, const bl_part *part, const void *const *inputs, const void *parameters, void *out)
{
    const size_t line = part->dim == 0 ? part->extent : plan->dims[0].extent;
    const size_t end = bl_packed_end(plan);
    ptrdiff_t at[BL_OPERANDS];
    size_t position[BL_MAX_RANK] = {0};
    bl_tile_call call = {NULL, plan->swapped, plan->held, 1, 1, plan->dims[0].stride};
    size_t d;

    for (size_t i = 0; i <= plan->table->arity; ++i) {
        at[i] = plan->offset[i];
    }
    if (part->dim < plan->rank) {
        move(plan, part->dim, (ptrdiff_t)part->from, at);
    }
    do {
        for (size_t left = line; left > 0;) {
            call.cols = plan->box > 0 ? bl_smaller(left, BL_PACKED_TILE) : 1;
            call.kernel = bl_kernel_for(plan->table, plan->box > 0 ? 0 : plan->table->variant_count - 1u, plan->isas,
                                        bl_pattern(plan->held, plan->swapped), call.cols);
            bl_run_tile(plan->table, &call, inputs, at, parameters, out, (size_t)at[BL_OUT] + call.cols == end);
            move(plan, 0, (ptrdiff_t)call.cols, at);
            left -= call.cols;
        }
        move(plan, 0, -(ptrdiff_t)line, at);
        for (d = 1; d < plan->rank; ++d) { /* to the next line */
            const size_t extent = d == part->dim ? part->extent : plan->dims[d].extent;
            const int goes_on = ++position[d] < extent;

            move(plan, d, goes_on ? 1 : 1 - (ptrdiff_t)extent, at);
            if (goes_on) {
                break;
            }
            position[d] = 0;
        }
    } while (d < plan->rank);
}

#endif

/** Run a part of a plan; all of it if the part's dim is BL_MAX_RANK. */
static void run_part(const bl_plan *plan, const bl_part *part, const void *const *inputs, const void *parameters,
                     void *out)
{
    const bl_table *table = plan->table;
    const size_t box = plan->box;
    const void *at[BL_OPERANDS];
    size_t extents[BL_MAX_RANK];
    size_t position[BL_MAX_RANK];
    size_t rows, cols;
    bl_kernel kernel;
    size_t d;

#if BL_WITH_PACKED
    if (bl_packed_of(table) != 0) {
        run_tiles(plan, part, inputs, parameters, out);
        return;
    }
#endif
    for (d = 0; d < plan->rank; ++d) {
        extents[d] = d == part->dim ? part->extent : plan->dims[d].extent;
        position[d] = 0;
    }
    for (size_t i = 0; i <= table->arity; ++i) {
        const void *pointer = i == BL_OUT ? out : inputs[i - 1];
        ptrdiff_t first = plan->offset[i];

        if (part->dim < plan->rank) {
            first += (ptrdiff_t)part->from * plan->dims[part->dim].stride[i];
        }
        at[i] = (const unsigned char *)pointer + first * (ptrdiff_t)bl_operand_width(plan, i);
    }
    cols = box > 0 ? extents[0] : 1;
    rows = box < plan->rank ? extents[box] : 1;
    kernel = bl_kernel_for(table, box > 0 ? 0 : table->variant_count - 1u, plan->isas, bl_pattern(plan->held, plan->swapped), cols);
    do {
        bl_call_kernel(table->call, plan->swapped, kernel, rows, cols, at + 1, parameters, (void *)at[BL_OUT],
                       plan->dims[box < plan->rank ? box : 0].stride);
        for (d = box + 1; d < plan->rank; ++d) { /* to the next rows */
            const int goes_on = ++position[d] < extents[d];
            const ptrdiff_t by = goes_on ? 1 : 1 - (ptrdiff_t)extents[d];

            for (size_t i = 0; i <= table->arity; ++i) {
                at[i] = (const unsigned char *)at[i] + by * plan->dims[d].stride[i] * (ptrdiff_t)bl_operand_width(plan, i);
            }
            if (goes_on) {
                break;
            }
            position[d] = 0;
        }
    } while (d < plan->rank);
}

bl_status bl_plan_run(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    const bl_status status = bl_plan_check(plan, inputs, parameters, out);

    if (status == BL_OK && plan->count > 0) {
        const bl_part all = {BL_MAX_RANK, 0, 0};

        run_part(plan, &all, inputs, parameters, out);
    }
    return status;
}

void bl_plan_run_part(const bl_plan *plan, size_t part, size_t parts, const void *const *inputs,
                      const void *parameters, void *out)
{
    bl_part own;

    if (plan->count > 0 && bl_part_of(&own, plan, part, parts, out)) {
        run_part(plan, &own, inputs, parameters, out);
    }
}

bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                 const bl_options *options)
{
    const void *data[BL_MAX_ARITY];
    bl_plan plan;
    const bl_status status = bl_plan_make(&plan, op, inputs, out, options);

    if (status != BL_OK) {
        return status;
    }
    for (size_t i = 0; i < op->arity; ++i) {
        data[i] = inputs[i]->data;
    }
    return bl_plan_run(&plan, data, parameters, out->data);
}
