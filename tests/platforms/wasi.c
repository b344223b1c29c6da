/* The platform of a test program as a WebAssembly module (tests/platforms/run.mjs runs it): WASI's standard output.
 * Pages of linear memory cannot be protected; instead, a pattern around each region reveals wrong writes at the end.
 * A trap ends the module; the runner then asks for the current test.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platform.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PAGE = 65536,
    MOST_REGIONS = 32
};

const char *platform_doing = "starting";
const char *const platform_unguarded =
    "linear memory cannot forbid reads; writes beside the regions are looked for when all is done";

static struct region {
    unsigned char *start;
    size_t bytes;
} regions[MOST_REGIONS];
static size_t region_count;

/** For the runner. */
const char *doing(void);
__attribute__((export_name("doing"))) const char *doing(void)
{
    return platform_doing;
}

void platform_print(const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const ssize_t written = write(STDOUT_FILENO, text, left);

        if (written <= 0) {
            _Exit(1); /* results can no longer be reported */
        }
        text += written;
        left -= (size_t)written;
    }
}

static unsigned char pattern(size_t i)
{
    return (unsigned char)(i * 31 + 7);
}

static int is_untouched(const struct region *region)
{
    for (size_t i = 0; i < PAGE; ++i) {
        if (region->start[i - PAGE] != pattern(i) || region->start[region->bytes + i] != pattern(i)) {
            return 0;
        }
    }
    return 1;
}

static void check_regions(void)
{
    for (size_t i = 0; i < region_count; ++i) {
        if (!is_untouched(&regions[i])) {
            platform_print("Bail out! something wrote outside the operands\n");
            _Exit(1);
        }
    }
}

void *platform_guarded(size_t bytes)
{
    struct region *const region = &regions[region_count];
    const size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;
    const size_t page = __builtin_wasm_memory_grow(0, whole / PAGE + 2);

    if (page == SIZE_MAX || region_count == MOST_REGIONS || (region_count == 0 && atexit(check_regions) != 0)) {
        return NULL;
    }
    ++region_count;
    region->start = (unsigned char *)((page + 1) * PAGE);
    region->bytes = whole;
    for (size_t i = 0; i < PAGE; ++i) {
        region->start[i - PAGE] = region->start[whole + i] = pattern(i);
    }
    return region->start;
}

void platform_exit(int status)
{
    exit(status);
}

void platform_catch_faults(void)
{
    /* the runner does */
}

void platform_set_variable(const char *name, const char *value)
{
    if (value != NULL) {
        setenv(name, value, 1);
    } else {
        unsetenv(name);
    }
}

int platform_traps(void (*does)(void))
{
    (void)does;
    return -1;
}
