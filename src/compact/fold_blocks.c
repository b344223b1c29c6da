/* Folds by blocks. A block has as many elements along the innermost dim as fit into a tile on the stack.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../folds/fold.h"

#if BL_TILE_BYTES < 8 || BL_TILE_BYTES > 256
#error "BL_TILE_BYTES is 8 to 256 in the compact runtime: an element of every width, and little of the stack."
#endif

/** Room for a block of any width. */
typedef struct fold_tile {
    uint64_t words[BL_TILE_BYTES / 8];
} fold_tile;

void bl_choose_blocks(bl_fold_step *steps, size_t count, size_t cache_bytes)
{
    (void)cache_bytes;
    for (size_t i = 0; i < count; ++i) {
        steps[i].plan.box = 0; /* parts may divide any dim */
    }
}

/** Copy `count` elements; the arguments give the steps, in bytes, of the source and the target. */
static void copy_elements(size_t count, size_t width, const unsigned char *from, ptrdiff_t from_step, unsigned char *to,
                          ptrdiff_t to_step)
{
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < width; ++k) {
            to[(ptrdiff_t)i * to_step + (ptrdiff_t)k] = from[(ptrdiff_t)i * from_step + (ptrdiff_t)k];
        }
    }
}

/** Call the kernel on a dense block; the stride of its second operand is `second` elements. */
static void call_dense(const bl_table *table, uint32_t isas, size_t cols, const void *const *inputs, ptrdiff_t second,
                       const void *parameters, void *out)
{
    const ptrdiff_t row[3] = {1, 1, second};
    const int is_dense = second == 1;

    bl_call_kernel(table->call, table->exchanged,
                   bl_kernel_for(table, is_dense ? 0 : table->variant_count - 1u, isas, 0, is_dense ? cols : 1),
                   is_dense ? 1 : cols, is_dense ? cols : 1, inputs, parameters, out, row);
}

/** The address of an operand's element at a position. */
static unsigned char *element_at(const bl_plan *plan, size_t operand, const size_t *position, const void *data)
{
    ptrdiff_t at = plan->offset[operand];

    for (size_t d = 0; d < plan->rank; ++d) {
        at += (ptrdiff_t)position[d] * plan->dims[d].stride[operand];
    }
    return (unsigned char *)data + at * (ptrdiff_t)bl_operand_width(plan, operand);
}

/** The whole fold on `cols` elements along dim 0. */
static void run_fold_block(const bl_fold_step *steps, const bl_fold_operands *on, const size_t *position, size_t cols)
{
    const bl_plan *plan = &steps->plan;
    const size_t width = bl_operand_width(plan, BL_OUT);
    const uint32_t count = (uint32_t)steps->inputs;
    fold_tile tile;
    const void *inputs[BL_OPERANDS + 1] = {NULL}; /* two, and room for kernels with more */

    inputs[0] = &tile;
    copy_elements(cols, width, element_at(plan, BL_FOLDED, position, bl_folded_data(on, 0)),
                  plan->dims[0].stride[BL_FOLDED] * (ptrdiff_t)width, (unsigned char *)&tile, (ptrdiff_t)width);
    for (size_t i = 1; i < steps->inputs; ++i) {
        const bl_plan *own = &steps[i].plan;

        inputs[1] = element_at(own, BL_FOLDED, position, bl_folded_data(on, i));
        call_dense(steps->step, plan->isas, cols, inputs, own->dims[0].stride[BL_FOLDED], NULL, &tile);
    }
    if (steps->finish != NULL) {
        call_dense(steps->finish, plan->isas, cols, inputs, 1, &count, &tile);
    }
    copy_elements(cols, width, (const unsigned char *)&tile, (ptrdiff_t)width,
                  element_at(plan, BL_OUT, position, on->out), plan->dims[0].stride[BL_OUT] * (ptrdiff_t)width);
}

void bl_run_blocks(const bl_fold_step *steps, const bl_part *of, const bl_fold_operands *on)
{
    const bl_plan *plan = &steps->plan;
    const size_t most = sizeof(fold_tile) >> plan->table->shifts[BL_OUT];
    size_t begin[BL_MAX_RANK];
    size_t end[BL_MAX_RANK];
    size_t position[BL_MAX_RANK];
    size_t d;

    for (d = 0; d < plan->rank; ++d) {
        begin[d] = d == of->dim ? of->from : 0;
        end[d] = begin[d] + (d == of->dim ? of->extent : plan->dims[d].extent);
        position[d] = begin[d];
    }
    do {
        const size_t cols = bl_smaller(most, end[0] - position[0]);

        run_fold_block(steps, on, position, cols);
        for (d = 0; d < plan->rank; ++d) { /* to the next block */
            position[d] += d == 0 ? cols : 1;
            if (position[d] < end[d]) {
                break;
            }
            position[d] = begin[d];
        }
    } while (d < plan->rank);
}
