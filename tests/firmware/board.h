/* What a board's own file (cortex_m.c and so on) and platform_firmware.c want of each other.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_BOARD_H
#define BROADLOOM_TESTS_BOARD_H

#include <stddef.h>
#include <stdint.h>

/** Print text, by whatever the board's simulator shows. */
void board_print(const char *text);

/** End the simulation with that status, where the simulator has one. Does not return. */
void board_exit(int status);

/** What whoever runs the image says, where there is a way: an image may have it as its FIRMWARE_ARGUMENT. */
const char *board_argument(void);

/** From the start-up code, on a stack, with nothing in memory yet. */
void firmware_main(void);

/** From the board's handler of faults. Does not return. */
void firmware_fault(const char *kind, uint32_t number, uint32_t instruction);

/** The linker script's: the stack, and the memory that nothing else has. */
extern unsigned char firmware_stack[], firmware_stack_end[];
extern unsigned char firmware_free[], firmware_free_end[];

#endif
