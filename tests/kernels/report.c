/* TAP without a C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"
#include "platforms/platform.h"

static size_t checks, failures, skips;

static void report(const char *verdict, const char *what, const char *separator, const char *why)
{
    text line;

    text_clear(&line);
    text_add(&line, verdict);
    text_number(&line, ++checks);
    text_add(&line, " - ");
    text_add(&line, what);
    text_add(&line, separator);
    text_add(&line, why);
    platform_print(line.bytes);
    platform_print("\n");
}

void report_pass(const char *what)
{
    report("ok ", what, "", "");
}

void report_fail(const char *what, const char *why)
{
    ++failures;
    report("not ok ", what, ": ", why);
}

void report_skip(const char *what, const char *why)
{
    ++skips;
    report("ok ", what, " # SKIP ", why);
}

void report_comment(const char *line)
{
    platform_print("# ");
    platform_print(line);
    platform_print("\n");
}

size_t report_end(void)
{
    text line;

    text_clear(&line);
    text_add(&line, "1..");
    text_number(&line, checks);
    text_add(&line, "\n# checks ");
    text_number(&line, checks);
    text_add(&line, " failed ");
    text_number(&line, failures);
    text_add(&line, " skipped ");
    text_number(&line, skips);
    text_add(&line, "\n");
    platform_print(line.bytes);
    return failures;
}
