/* Declarations that planning and running of folds share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_FOLD_H
#define BL_FOLD_H

#include "../plans/plan.h"

#define BL_FOLDED 1 /* the operand number of the only input of a step's plan, which copies it to the output */

#if !BL_RUNTIME_COMPACT

/* The running result's tile, and that of a packed input. Larger ones evict the inputs from the first-level cache. */
#define BL_FOLD_TILE_BYTES BL_WHOLE_TILE(BL_TILE_BYTES / 2 < 8192 ? BL_TILE_BYTES / 2 : 8192)

#define BL_FOLD_HELD (1u << 2) /* the step's second input, as a set of held operands */

#endif

/** The inputs of a fold: as pointers or, if these are NULL, as arrays. */
typedef struct bl_fold_operands {
    const void *const *pointers;
    const bl_array *const *arrays;
    void *out;
} bl_fold_operands;

static inline const void *bl_folded_data(const bl_fold_operands *on, size_t i)
{
    return on->pointers != NULL ? on->pointers[i] : on->arrays[i]->data;
}

/** Move a dim of all steps inwards, to place `to` <= `from`. fold.c */
void bl_move_fold_dim(bl_fold_step *steps, size_t count, size_t from, size_t to);

/** Choose the block from the merged dims. Each runtime's folder implements it: fold_blocks.c */
void bl_choose_blocks(bl_fold_step *steps, size_t count, size_t cache_bytes);

/** Run a part of a fold on valid pointers, block by block. Each runtime's folder implements it. */
void bl_run_blocks(const bl_fold_step *steps, const bl_part *of, const bl_fold_operands *on);

#endif
