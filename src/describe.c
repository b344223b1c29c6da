/* A plan in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"

/** Text that is counted beyond the room there is for it. */
typedef struct line {
    char *text;
    size_t size;
    size_t length;
} line;

static void put(line *to, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (to->length + 1 < to->size) {
            to->text[to->length] = *text;
        }
        ++to->length;
    }
}

static void put_number(line *to, size_t number)
{
    char digits[3 * sizeof number + 1];
    size_t first = sizeof digits - 1;

    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(to, digits + first);
}

/** How input i fills its tile. */
static const char *packing_name(const bl_plan *plan, size_t i)
{
    const ptrdiff_t first = plan->dims[0].stride[i];

    if (first == 0) {
        return "repeat";
    }
    for (size_t d = 1; d < plan->rank; ++d) {
        const size_t stride = bl_magnitude(plan->dims[d].stride[i]);

        if (d < plan->box && stride == 0) {
            return "replicate";
        }
        if (d <= plan->box && stride != 0 && stride < bl_magnitude(first)) {
            return "transpose";
        }
    }
    return first == 1 ? "copy" : "gather";
}

static void put_form(line *to, const bl_plan *plan)
{
    const char *joint = "";

    if (plan->packed == 0) {
        put(to, plan->streams ? "stream" : "direct");
    }
    for (size_t i = 0; i < plan->table->arity; ++i) {
        if ((plan->packed >> i & 1) != 0) {
            put(to, joint);
            put(to, packing_name(plan, i));
            joint = "+";
        }
    }
    if (plan->whole) {
        put(to, " once");
    }
    if ((plan->packed >> BL_OUT & 1) != 0) {
        put(to, joint);
        put(to, "scatter");
    }
}

size_t bl_plan_describe(const bl_plan *plan, char *text, size_t size)
{
    line to = {text, size, 0};

    if (plan == NULL) {
        put(&to, "no plan");
    } else if (plan->count == 0) {
        put(&to, "nothing to do");
    } else {
        for (size_t i = 0; i < plan->table->arity; ++i) {
            put(&to, (plan->held >> i & 1) != 0 ? "s" : "v");
        }
        put(&to, ", ");
        put(&to, bl_isa_name(plan->table->variants[plan->variant].isa));
        put(&to, ", ");
        put_form(&to, plan);
        put(&to, ", ");
        for (size_t d = plan->rank; d-- > 0;) {
            put_number(&to, plan->dims[d].extent);
            put(&to, d > 0 ? " x " : "");
        }
    }
    if (size > 0 && text != NULL) {
        text[to.length < size ? to.length : size - 1] = '\0';
    }
    return to.length;
}
