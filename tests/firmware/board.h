/* The functions that a board's file (cortex_m.c and so on) and platform_firmware.c provide for each other.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_BOARD_H
#define BROADLOOM_TESTS_BOARD_H

#include <stddef.h>
#include <stdint.h>

/** Print text through the board's simulator. */
void board_print(const char *text);

/** End the simulation with that status, if the simulator has one. Does not return. */
void board_exit(int status);

/** The argument of the run, if the simulator can pass one; otherwise an image has it as FIRMWARE_ARGUMENT. */
const char *board_argument(void);

/** The start-up code calls it, on a stack, before memory is initialised. */
void firmware_main(void);

/** The board's handler of faults calls it. Does not return. */
void firmware_fault(const char *kind, uint32_t number, uint32_t instruction);

/** From the linker script: the stack, and the unused memory. */
extern unsigned char firmware_stack[], firmware_stack_end[];
extern unsigned char firmware_free[], firmware_free_end[];

#endif
