/* The least that a Cortex-M needs to run main: vectors, the FPU, memory, and a debugger's or an emulator's console
 * (semihosting). Your board's own start-up code takes its place.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"

#include <stddef.h>
#include <stdint.h>

int main(void);

/* board.ld */
extern uint32_t board_stack_end, board_data, board_data_end, board_bss, board_bss_end;
extern const uint32_t board_data_image;

enum { SYS_WRITE0 = 0x04,
       SYS_EXIT_EXTENDED = 0x20,
       APPLICATION_EXIT = 0x20026 };

static void semihosting(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab"
                     : "+r"(r0)
                     : "r"(r1)
                     : "memory");
}

void board_print(const char *text)
{
    semihosting(SYS_WRITE0, text);
}

static void leave(int status)
{
    const uint32_t reason[2] = {APPLICATION_EXIT, (uint32_t)status};

    semihosting(SYS_EXIT_EXTENDED, reason);
    for (;;) {
    }
}

static void fault(void)
{
    board_print("fault\n");
    leave(2);
}

/* An FPU, and Helium's vectors, are off at first: their instructions fault until coprocessors 10 and 11 are on. */
static void switch_fpu_on(void)
{
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    volatile uint32_t *const access_control = (volatile uint32_t *)0xe000ed88; /* CPACR */

    *access_control |= UINT32_C(0xf) << 20;
    __asm__ volatile("dsb\n\tisb" ::
                         : "memory");
#endif
}

/* Separate from reset, which runs before there is an FPU and so must have no code that needs one. */
__attribute__((noinline)) static void start(void)
{
    const uint32_t *from = &board_data_image;

    for (uint32_t *to = &board_data; to < &board_data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = &board_bss; to < &board_bss_end;) {
        *to++ = 0;
    }
    leave(main());
}

static void reset(void)
{
    switch_fpu_on();
    start();
}

/* the first words of memory: where the stack ends, where to begin, and what to do when something goes wrong */
__attribute__((section(".vectors"), used)) static const uintptr_t vectors[4] = {
    (uintptr_t)&board_stack_end, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault};
