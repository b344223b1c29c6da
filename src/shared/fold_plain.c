/* Folds by plain names, in a shared library: see plan_plain.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#ifdef BL_SHARED
#undef bl_fold_make
#undef bl_fold_make_tables
#undef bl_run_fold

BL_API bl_status bl_fold_make(bl_fold_step *steps, const bl_fold *fold, size_t count, const bl_array *const *inputs,
                              const bl_array *out, const bl_options *options)
{
    return BL_SIZED(bl_fold_make)(steps, fold, count, inputs, out, options);
}

BL_API bl_status bl_fold_make_tables(bl_fold_step *steps, const bl_table *step, const bl_table *finish, size_t count,
                                     const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
    return BL_SIZED(bl_fold_make_tables)(steps, step, finish, count, inputs, out, options);
}

BL_API bl_status bl_run_fold(const bl_fold *fold, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options)
{
    return BL_SIZED(bl_run_fold)(fold, count, inputs, out, steps, options);
}

BL_API size_t bl_fold_step_size(void)
{
    return sizeof(bl_fold_step);
}
#endif
