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
#define TAP_FORMAT __MINGW_PRINTF_FORMAT /* of Windows' two printf functions, the one that the compiler uses */
#else
#define TAP_FORMAT printf
#endif

static int tap_checks;
static int tap_failures;

/* Print the line of a check. */
static void tap_line(int condition, const char *format, va_list arguments)
{
    tap_failures += !condition;
    printf("%s %d - ", condition ? "ok" : "not ok", ++tap_checks);
    vprintf(format, arguments);
    printf("\n");
}

/** One check: prints a line with its number and description; if it fails, another with the condition. Returns the condition. */
#define ok(condition, ...) tap_ok((condition), #condition, __FILE__, __LINE__, __VA_ARGS__)

#if defined(__GNUC__)
__attribute__((format(TAP_FORMAT, 5, 6), unused))
#endif
static int
tap_ok(int condition, const char *condition_text, const char *file, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    tap_line(condition, format, arguments);
    va_end(arguments);
    if (!condition) {
        printf("#   expected at %s:%d: %s\n", file, line, condition_text);
    }
    fflush(stdout);
    return condition;
}

/** A check that two whole numbers, such as statuses, are equal; if not, it prints both. */
#define is(got, expected, ...) \
    tap_is((long long)(got), (long long)(expected), #got, #expected, __FILE__, __LINE__, __VA_ARGS__)

#if defined(__GNUC__)
__attribute__((format(TAP_FORMAT, 7, 8), unused))
#endif
static int
tap_is(long long got, long long expected, const char *got_text, const char *expected_text, const char *file, int line,
       const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    tap_line(got == expected, format, arguments);
    va_end(arguments);
    if (got != expected) {
        printf("#   got %lld: %s\n", got, got_text);
        printf("#   expected %lld: %s, at %s:%d\n", expected, expected_text, file, line);
    }
    fflush(stdout);
    return got == expected;
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

/** Print the plan, after the last check. Returns main's exit status. */
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
