/* Plans raise only the floating-point exceptions of their elements' operations, for any contents of tiles; and if there
 * are none, they run while exceptions trap.
 *
 *     exceptions [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "woven_case.h"

static const char *names_of(unsigned raised)
{
    static const char *const names[] = {
        "nothing", "invalid", "division by zero", "invalid, division by zero",
        "overflow", "invalid, overflow", "division by zero, overflow", "all three"};

    return names[raised & 7];
}

static int raises_its_own(woven_case *of)
{
    const unsigned promised = reference_promised(&of->expected, of->table);
    bl_status status;

    expect_case(of);
    status = run_woven(of);
    if (status == BL_OK && (of->raised & promised & ~of->own) != 0) {
        printf("# raises %s, its own operations raise %s\n", names_of(of->raised & promised), names_of(of->own));
        return 0;
    }
    if (status == BL_OK && (of->own & promised) == 0 && float_has_traps()) {
        of->traps = promised; /* also with the values that an operation in place has left */
        expect_case(of);
        if ((of->own & promised) == 0) {
            status = run_woven(of);
        }
    }
    return status == BL_OK;
}

static void divide_by_zero(void)
{
    volatile double zero = 0, one = 1;

    float_begin(FLOAT_DIVISION_BY_ZERO, 0);
    one = one / zero;
}

static void test_traps(void)
{
    const char *what = "a trap ends the process";
    const int ends = float_has_traps() ? platform_traps(divide_by_zero) : 0;

    if (!float_has_traps()) {
        skip(what, "this processor or emulator does not implement traps: only flags are read");
    } else if (ends < 0) {
        skip(what, "this system forks no process to try it in");
    } else {
        ok(ends, "%s", what);
    }
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 10;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    if (!float_has_flags()) {
        printf("1..0 # SKIP this architecture has no such flags, or none that are known here\n");
        return 0;
    }
    test_traps();
    make_woven();
    try_all_woven("calm values", cases, CALM_VALUES, raises_its_own);
    try_all_woven("any values", cases, ANY_VALUES, raises_its_own);
    return done_testing();
}
