/* Some functions' names contain a plan's size. For languages without macros, a shared library also has these functions under plain names,
 * and the sizes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#ifdef BL_SHARED
#undef bl_plan_make
#undef bl_plan_make_table

BL_API bl_status bl_plan_make(bl_plan *plan, const bl_op *op, const bl_array *const *inputs, const bl_array *out,
                              const bl_options *options)
{
    return BL_SIZED(bl_plan_make)(plan, op, inputs, out, options);
}

BL_API bl_status bl_plan_make_table(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                                    const bl_options *options)
{
    return BL_SIZED(bl_plan_make_table)(plan, table, inputs, out, options);
}

BL_API size_t bl_plan_size(void)
{
    return sizeof(bl_plan);
}
#endif
