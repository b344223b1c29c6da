/* Calls CALL for COUNT elements from -9 to 9, and ends: for `make size`, which counts the instructions that an emulator of Linux's
 * programs executes. Without the C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#define ELEMENTS 120

void _start(void);

static float in[ELEMENTS], out[ELEMENTS];

static void leave(void)
{
#if defined(__arm__)
    register int number __asm__("r7") = 1;
    register int status __asm__("r0") = 0;
    __asm__ volatile("svc 0"
                     :
                     : "r"(number), "r"(status));
#else
    register int number __asm__("a7") = 93;
    register int status __asm__("a0") = 0;
    __asm__ volatile("ecall"
                     :
                     : "r"(number), "r"(status));
#endif
}

void _start(void)
{
    uint32_t seed = 1;

    for (int i = 0; i < ELEMENTS; ++i) { /* all, however many are computed with */
        seed = seed * 1664525u + 1013904223u;
        in[i] = (float)(int32_t)seed * (9.0f / 2147483648.0f);
    }
    CALL;
    leave();
    for (;;) {
    }
}
