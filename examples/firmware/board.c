/* The least that a Cortex-M needs to run main: vectors, memory, and a debugger's or an emulator's console (semihosting). Your
 * board's own start-up code takes its place.
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

static void reset(void)
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

/* the first words of memory: where the stack ends, where to begin, and what to do when something goes wrong */
__attribute__((section(".vectors"), used)) static const uintptr_t vectors[4] = {
    (uintptr_t)&board_stack_end, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault};
