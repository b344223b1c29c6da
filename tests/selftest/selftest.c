/* The self-test of a vendored file, as a program that prints a line for each table.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "platforms/platform.h"

#ifdef SELFTEST_MXCSR /* the state of x86's vectors: 0x8000 flushes results, 0x0040 inputs, 0x6000 rounds to zero */
#include <xmmintrin.h>
#endif

static void print_table(const char *what, const bl_table *table)
{
    platform_print(what);
    platform_print(table->op);
    for (unsigned i = 0; i <= table->arity; ++i) {
        platform_print(" ");
        platform_print(bl_dtype_name((bl_dtype)table->dtypes[i]));
    }
}

int test_main(void)
{
    bl_selftest_fault fault, first = {NULL, BL_ISA_ANY};
    int wrong = 0;

#ifdef SELFTEST_MXCSR
    _mm_setcsr(_mm_getcsr() | SELFTEST_MXCSR);
#endif
    for (size_t i = 0; i < bl_selftest_count; ++i) {
        if (bl_selftest_table(&bl_selftest_entries[i], &fault) == BL_OK) {
            print_table("fine ", bl_selftest_entries[i].table);
        } else {
            if (wrong++ == 0) {
                first = fault;
            }
            print_table("wrong ", fault.table);
            platform_print(" ");
            platform_print(bl_isa_name(fault.isa));
        }
        platform_print("\n");
    }
    /* the test of all tables gives the same, and reports the first */
    if (bl_selftest(NULL) != (wrong ? BL_WRONG_RESULTS : BL_OK)) {
        platform_print("bl_selftest differs\n");
    } else if (wrong && (bl_selftest(&fault), fault.table != first.table || fault.isa != first.isa)) {
        platform_print("bl_selftest tells of another\n");
    }
    return wrong;
}
