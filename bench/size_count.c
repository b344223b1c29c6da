/* Calls CALL for each of CASES, and ends: for `make size`, which counts the instructions that an emulator executes from one call of `mark`
 * to the next. Without the C library: a program of Linux, or with SEMIHOSTED an image for a board, which tests/firmware/cortex_m.S starts.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include CASES /* ELEMENT, COUNT, a[COUNT] and b[COUNT], whose first two are alike; EACH: the elements of a case, if not 1 */

#ifndef EACH
#define EACH 1
#endif

#ifdef SEMIHOSTED
#define _start firmware_main
int semihosting(int operation, const void *argument);
void cortex_m_fault(void);
#endif
void _start(void);
void mark(void);

/* The C library's function, one element after another. */
#define NEWLIB(TYPE, RESULT)                    \
    for (size_t at = i; at < i + count; ++at) { \
        ((volatile TYPE *)out)[0] = RESULT;     \
    }

static ELEMENT out[2 * EACH];

/* ---- Functions that firmware supplies ---- */

void *memcpy(void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    if ((uintptr_t)to <= (uintptr_t)from) {
        return memcpy(to, from, bytes);
    }
    while (bytes-- > 0) {
        ((char *)to)[bytes] = ((const char *)from)[bytes];
    }
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) {
        ((char *)to)[i] = (char)value;
    }
    return to;
}

/* ---- The program ---- */

#ifdef SEMIHOSTED
void cortex_m_fault(void)
{
    for (;;) {
    }
}
#endif

static void leave(void)
{
#if defined(SEMIHOSTED)
    semihosting(0x18, (const void *)0x20026); /* the application has ended */
#elif defined(__arm__)
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

__attribute__((noinline)) void mark(void)
{
    __asm__ volatile("");
}

static __attribute__((noinline)) void call(size_t count, size_t i)
{
    CALL;
}

void _start(void)
{
    mark();
    call(2 * EACH, 0); /* and again one of the two: the instructions of an element without the call */
    mark();
    for (size_t i = 0; i < COUNT; ++i) {
        call(EACH, i);
        mark();
    }
    leave();
    for (;;) {
    }
}
