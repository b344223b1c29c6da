/* The self-test of some tables in an image for a board: TAP, one line per table. TABLES names a file of
 * TABLE(name, hash) lines, which tests/firmware/selftests.sh writes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platforms/platform.h"
#include "broadloom.h"

#define TABLE(name, hash) {{&bl_table_##name, UINT32_C(hash)}, #name},

static const struct {
    bl_selftest_entry entry;
    const char *name;
} tables[] = {
#include TABLES
};

int test_main(void)
{
    int failures = 0;

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
        platform_doing = tables[i].name;
        if (bl_selftest_table(&tables[i].entry, NULL) != BL_OK) {
            platform_print("not ");
            failures = 1;
        }
        platform_print("ok - ");
        platform_print(tables[i].name);
        platform_print("\n");
    }
    return failures;
}
