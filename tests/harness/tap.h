/* The Test Anything Protocol for hosted test programs: ok() per check, done_testing() at the end of main.
 *
 *     ok(sum == 3, "one and two make three, not %d", sum);
 *     return done_testing();
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>

#if defined(__MINGW_PRINTF_FORMAT)
#define TAP_FORMAT __MINGW_PRINTF_FORMAT /* which of Windows' two printf's is meant */
#else
#define TAP_FORMAT printf
#endif

static int tap_checks;
static int tap_failures;

/** One check; its number and its description make a line. Returns the condition. */
#if defined(__GNUC__)
__attribute__((format(TAP_FORMAT, 2, 3), unused))
#endif
static int
ok(int condition, const char *format, ...)
{
    va_list arguments;

    ++tap_checks;
    tap_failures += !condition;
    printf("%s %d - ", condition ? "ok" : "not ok", tap_checks);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    return condition;
}

/** A check that could not run, and why. */
#if defined(__GNUC__)
__attribute__((unused))
#endif
static void
skip(const char *what, const char *why)
{
    printf("ok %d - %s # SKIP %s\n", ++tap_checks, what, why);
}

/** The plan, after the last check. Returns main's exit status. */
#if defined(__GNUC__)
__attribute__((unused))
#endif
static int
done_testing(void)
{
    printf("1..%d\n", tap_checks);
    if (tap_failures > 0) {
        printf("# %d of %d failed\n", tap_failures, tap_checks);
    }
    return tap_failures > 0;
}

#endif
