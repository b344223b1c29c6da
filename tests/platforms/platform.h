/* The functions that test programs need from their platform: a process (tests/platforms/hosted.c, tests/platforms/windows.c) or a bare
 * image (tests/platforms/bare). The freestanding program (tests/kernels/main.c) needs nothing else. The platform's start
 * (tests/platforms/process.c, or the image) calls test_main once and passes its result to platform_exit.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PLATFORM_H
#define BROADLOOM_TESTS_PLATFORM_H

#include <stddef.h>

/** Print text to standard output, unchanged. */
void platform_print(const char *text);

/** Called once per region: page-aligned readable and writable memory of `bytes` rounded up to whole pages, with an
 * inaccessible page right before its first byte and another right after its last. NULL when exhausted. The tests ask
 * for a dozen regions of 64 KiB, a multiple of every page size in use, so that the end is at the expected place. */
void *platform_guarded(size_t bytes);

/** Why some accesses outside guarded memory are not detected here; NULL if each is a fault. */
extern const char *const platform_unguarded;

/** End the program. Never returns. */
void platform_exit(int status);

/** The argument: see test_main. A bare image contains it. Never NULL. */
const char *platform_argument(void);

/** The present test. The platform defines it, the tests update it, and the handler of a fault prints it after "Bail out! ". Never NULL. */
extern const char *platform_doing;

/** The tests. The argument is the name of an instruction set, then any of these, each after a colon:
 *   quick          the default: about 1.5 thousand million instructions
 *   thorough       more values, all lengths crossed with all alignments
 *   vocabulary, kernels, expressions, exceptions, moves   only this part (kernels includes the test that ops are distinguished)
 *   available      nothing: only say whether this processor has the instruction set
 *   emulated       the processor is an emulator: its known errors are detected, and then expected
 *   slow           the emulator is slow: tests of exceptions run fewer cases, and skip most lengths above 20
 *   any other word only the op or dictionary word of this name
 * Returns 0 when all passed, 1 when not, PLATFORM_CANNOT_RUN when this processor lacks the instruction set. */
int test_main(void);

#define PLATFORM_CANNOT_RUN 77

/* ---- In a process only ---- */

/** From this call on a fault ends the program with "Bail out!" and platform_doing. */
void platform_catch_faults(void);

/** Set an environment variable, or remove it (NULL). */
void platform_set_variable(const char *name, const char *value);

/** Whether an arithmetic trap ends a process that calls this: 1 or 0, or -1 if no process is available for the test. */
int platform_traps(void (*does)(void));

#endif
