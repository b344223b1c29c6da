/* An instruction set's number is the same in every library, and independent of its rank: a library with plain C, a
 * private vector instruction set above it, numbered 24, and one above that, numbered 13.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int holds, const char *what)
{
    if (!holds) {
        printf("# not so: %s\n", what);
        failures = 1;
    }
}

/** The instruction set of the kernel that adds 64 elements if `isa` is the limit; -1 if the limit is refused. */
static int adds(int isa)
{
    static float x[64];
    static const size_t shape[1] = {64};
    const bl_array array = {x, BL_F32, 1, shape, NULL};
    const bl_array *inputs[2] = {&array, &array};
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_plan plan;

    options.isa = isa;
    if (bl_plan_make(&plan, &bl_op_add, inputs, &array, &options) != BL_OK) {
        return -1;
    }
    return plan.table->variants[plan.variant].isa;
}

int main(void)
{
    static const char *const names[] = {"scalar", "vectors", "avx2"};
    static const int numbers[] = {1, 24, 13}; /* by rank */
    int unknown = 0;

    for (int i = 0; i < 3; ++i) {
        bl_isa isa = 0;

        expect(bl_isa_from_name(names[i], &isa) == BL_OK && isa == numbers[i], names[i]);
        expect(strcmp(bl_isa_name(numbers[i]), names[i]) == 0, "its name");
        expect(bl_isa_available(numbers[i]), "is available");
        expect(adds(numbers[i]) == numbers[i], "adds where it is the most that may be used");
    }
    for (int isa = -1; isa <= BL_ISA_MOST + 1; ++isa) { /* with detection, other instruction sets have names, too */
        if (isa != 0 && strcmp(bl_isa_name(isa), "?") == 0) {
            expect(!bl_isa_available(isa) && bl_isa_limit(isa) == BL_UNKNOWN_ISA && adds(isa) == -1, "a number of none");
            ++unknown;
        }
    }
    expect(strcmp(bl_isa_name(20), "?") == 0 && strcmp(bl_isa_name(25), "?") == 0, "numbers of none");
    expect(unknown == BL_ISA_MOST + 2 - BL_ISA_COUNT, "all numbers but those of the known ones");
    expect(bl_isa_best() == 13 && adds(0) == 13, "the best one");
#if BL_DETECT_CPU
    expect(bl_isa_limit(24) == BL_OK && bl_isa_best() == 24 && adds(0) == 24 && !bl_isa_available(13), "the limit goes by rank");
    expect(bl_isa_limit(1) == BL_OK && bl_isa_best() == 1 && adds(0) == 1 && adds(24) == 1, "and a lower one");
    expect(bl_isa_limit(0) == BL_OK && bl_isa_best() == 13, "and is lifted");
#else
    expect(bl_isa_limit(24) == BL_UNAVAILABLE_ISA && bl_isa_limit(13) == BL_OK, "no limit but the best");
#endif
    return failures;
}
