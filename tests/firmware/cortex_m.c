/* A Cortex-M's output and exit, by semihosting.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"

enum {
    SYS_WRITE0 = 0x04,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20
};

#define APPLICATION_EXIT 0x20026u

int semihosting(int operation, const void *argument); /* cortex_m.S */
void cortex_m_fault(const uint32_t *frame, uint32_t number);

void board_print(const char *text)
{
    semihosting(SYS_WRITE0, text);
}

const char *board_argument(void)
{
    static char line[256];
    struct {
        char *text;
        uint32_t bytes;
    } block = {line, sizeof line};

    return semihosting(SYS_GET_CMDLINE, &block) == 0 ? line : "";
}

void board_exit(int status)
{
    const uint32_t how[2] = {APPLICATION_EXIT, (uint32_t)status};

    semihosting(SYS_EXIT_EXTENDED, how);
    for (;;) {
    }
}

/** Called by cortex_m.S: the processor has pushed r0 to r3, r12, lr, the instruction's address and the flags. */
void cortex_m_fault(const uint32_t *frame, uint32_t number)
{
    const unsigned char *const pushed = (const unsigned char *)frame;
    const int is_seen = pushed >= firmware_stack && pushed + 32 <= firmware_stack_end;

    firmware_fault("exception", number, is_seen ? frame[6] : 0);
}
