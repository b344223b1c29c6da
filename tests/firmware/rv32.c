/* QEMU's board "virt": a serial port (16550), and a word of memory that ends the simulation.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"

#define SERIAL_DATA ((volatile unsigned char *)0x10000000)
#define FINISHER ((volatile uint32_t *)0x100000)

enum {
    FINISHED_WELL = 0x5555,
    FINISHED_BADLY = 0x3333 /* and the status in the upper half */
};

void rv32_fault(uint32_t cause, uint32_t instruction); /* for rv32.S */

void board_print(const char *text)
{
    for (; *text != '\0'; ++text) {
        *SERIAL_DATA = (unsigned char)*text;
    }
}

void board_exit(int status)
{
    *FINISHER = status == 0 ? FINISHED_WELL : (uint32_t)status << 16 | FINISHED_BADLY;
}

void rv32_fault(uint32_t cause, uint32_t instruction)
{
    firmware_fault("trap", cause, instruction);
}
