/* The functions of board.c for main.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BOARD_H
#define BOARD_H

/** Print the text on the console of the emulator or debugger that runs the board. */
void board_print(const char *text);

#endif
