/* Parts of a plan: the steps of each part.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"

size_t bl_steps_a_line(const bl_plan *plan, size_t d)
{
    size_t bytes = bl_magnitude(plan->dims[d].stride[BL_OUT]) * bl_operand_width(plan, BL_OUT);
    size_t steps = BL_LINE_BYTES;

    while (steps > 1 && bytes % 2 == 0) {
        steps /= 2;
        bytes /= 2;
    }
    return steps;
}

/** Whether `parts` parts should divide this dim rather than that one. Dims that give each part several steps come first, the one with the
 * output's largest stride before others, so that a part's results are close to each other; then the longest dim. */
static int divides_better(const bl_plan_dim *dim, const bl_plan_dim *than, size_t parts)
{
    const int is_enough = dim->extent / 4 >= parts;

    if (is_enough != (than->extent / 4 >= parts)) {
        return is_enough;
    }
    return is_enough ? bl_magnitude(dim->stride[BL_OUT]) > bl_magnitude(than->stride[BL_OUT])
                     : dim->extent > than->extent;
}

/** The dim that parts divide. Dims within the box, except its last, stay whole, because operands are contiguous over all of
 * them. */
static size_t divided_dim(const bl_plan *plan, size_t parts)
{
    size_t best = plan->box > 0 ? plan->box - 1u : 0;

    for (size_t d = best + 1; d < plan->rank; ++d) {
        if (divides_better(&plan->dims[d], &plan->dims[best], parts)) {
            best = d;
        }
    }
    return best;
}

/** The first step of part `part`. Boundaries are moved down until no cache line of the output is on both sides, unless
 * this would empty a part. */
static size_t part_begin(const bl_plan *plan, size_t d, size_t part, size_t parts, const void *out)
{
    const bl_plan_dim *dim = &plan->dims[d];
    const size_t extent = dim->extent;
    const ptrdiff_t stride = dim->stride[BL_OUT];
    const size_t width = bl_operand_width(plan, BL_OUT);
    size_t begin_at;
    size_t line;
    uintptr_t low, high; /* the bytes of the first step */

    if (part == 0 || part == parts) {
        return part == 0 ? 0 : extent;
    }
    begin_at = extent / parts * part + bl_smaller(part, extent % parts);
    line = bl_steps_a_line(plan, d);
    if (extent / parts < 2 * line) {
        return begin_at;
    }
    low = (uintptr_t)out + (uintptr_t)plan->offset[BL_OUT] * width;
    high = low + width - 1;
    for (size_t inner = 0; inner < plan->rank; ++inner) {
        const ptrdiff_t own = plan->dims[inner].stride[BL_OUT];

        if (bl_magnitude(own) < bl_magnitude(stride)) {
            *(own < 0 ? &low : &high) += (plan->dims[inner].extent - 1) * (uintptr_t)own * width;
        }
    }
    for (size_t moved = begin_at; begin_at - moved < line; --moved) {
        const uintptr_t before = (moved - 1) * (uintptr_t)stride * width; /* wraps if it is negative */
        const uintptr_t after = before + (uintptr_t)stride * width;

        if (stride > 0 ? (high + before) / BL_LINE_BYTES < (low + after) / BL_LINE_BYTES
                       : (high + after) / BL_LINE_BYTES < (low + before) / BL_LINE_BYTES) {
            return moved;
        }
    }
    return begin_at;
}

#if BL_WITH_PACKED

/** The parts of a plan with a packed output. They divide its outermost dim at whole bytes, or at whole lines if parts have two or more. If that
 * dim is within the box, the last part is the whole plan. */
static size_t packed_part_begin(const bl_plan *plan, size_t d, size_t part, size_t parts, const void *out)
{
    const unsigned bits = bl_packed_bits((bl_dtype)plan->table->dtypes[BL_OUT]);
    const size_t extent = plan->dims[d].extent;
    const size_t stride = (size_t)plan->dims[d].stride[BL_OUT];
    const size_t line = (size_t)BL_LINE_BYTES * 8; /* in bits */
    const size_t before = (size_t)((uintptr_t)out % BL_LINE_BYTES) * 8;
    const size_t many = bl_elements_of_bytes(bits);
    const size_t period = BL_LINE_BYTES * many; /* after so many elements they begin at the same place of a line */
    size_t begin;

    if (part == 0 || part == parts) {
        return part == 0 ? 0 : extent;
    }
    if (d + 1u < plan->box) {
        return 0;
    }
    begin = extent / parts * part + bl_smaller(part, extent % parts);
    if (extent / parts >= 2 * period) {
        for (size_t moved = begin; begin - moved < period; --moved) {
            if ((before + moved * stride * bits) % line == 0) {
                return moved;
            }
        }
    }
    while (begin * stride % many != 0) {
        --begin;
    }
    return begin;
}

#endif

int bl_part_of(bl_part *own, const bl_plan *plan, size_t part, size_t parts, const void *out)
{
#if BL_WITH_PACKED
    if (bl_has(bl_packed_of(plan->table), BL_OUT)) {
        own->dim = 0;
        for (size_t d = 1; d < plan->rank; ++d) {
            if (plan->dims[d].stride[BL_OUT] > plan->dims[own->dim].stride[BL_OUT]) {
                own->dim = d;
            }
        }
        own->from = packed_part_begin(plan, own->dim, part, parts, out);
        own->extent = packed_part_begin(plan, own->dim, part + 1, parts, out) - own->from;
        return own->extent > 0;
    }
#endif
    own->dim = divided_dim(plan, parts);
    own->from = part_begin(plan, own->dim, part, parts, out);
    own->extent = part_begin(plan, own->dim, part + 1, parts, out) - own->from;
    return own->extent > 0;
}
