/* The description of a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"
#include "../basics/text.h"

#if !BL_RUNTIME_COMPACT
#include "../full/box.h"
#endif

#if BL_RUNTIME_COMPACT

static void put_strategy(bl_text *to, const bl_plan *plan)
{
    (void)plan;
    bl_put(to, "direct");
}

#else

/** The name of the way in which a packed input fills its tile. */
static const char *packing_name(const bl_plan *plan, size_t operand)
{
    const ptrdiff_t first = plan->dims[0].stride[operand];
    const size_t across = bl_transposed_dim(plan, operand);

    if (first == 0) {
        return "repeat";
    }
    for (size_t d = 1; d < plan->box && d < across; ++d) {
        if (plan->dims[d].stride[operand] == 0) {
            return "replicate";
        }
    }
    if (across < plan->rank && across <= plan->box) { /* a tile contains steps of both dims */
        return "transpose";
    }
    return first == 1 ? "copy" : "gather";
}

static void put_strategy(bl_text *to, const bl_plan *plan)
{
    const char *joint = "";

    if (plan->packed == 0) {
        bl_put(to, plan->streams ? "stream" : "direct");
    }
    for (size_t i = 1; i <= plan->table->arity; ++i) {
        if (bl_has(plan->packed, i)) {
            bl_put(to, joint);
            bl_put(to, packing_name(plan, i));
            joint = "+";
        }
    }
    if (plan->once) {
        bl_put(to, " once");
    }
    if (bl_has(plan->packed, BL_OUT)) {
        bl_put(to, joint);
        bl_put(to, "scatter");
    }
}

#endif

size_t bl_plan_describe(const bl_plan *plan, char *text, size_t size)
{
    bl_text to = bl_text_begin(text, size);

    if (plan == NULL) {
        bl_put(&to, "no plan");
    } else if (plan->count == 0) {
        bl_put(&to, "nothing to do");
    } else {
        const unsigned pattern = bl_pattern(plan->held, plan->swapped);

        for (size_t i = 0; i < plan->table->arity; ++i) {
            bl_put(&to, bl_has(pattern, i) ? "s" : "v");
        }
        bl_put(&to, ", ");
        bl_put(&to, bl_isa_name(bl_plan_variant(plan)->isa));
        bl_put(&to, ", ");
        put_strategy(&to, plan);
        bl_put(&to, ", ");
        for (size_t d = plan->rank; d-- > 0;) {
            bl_put_number(&to, (int64_t)plan->dims[d].extent);
            bl_put(&to, d > 0 ? " x " : "");
        }
    }
    return bl_text_end(&to);
}
