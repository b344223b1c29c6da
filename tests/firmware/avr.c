/* An ATmega in simavr, which shows the output of the serial port, and ends when the processor sleeps forever.
 *
 * Source: ATmega1284P data sheet (USART0, sleep modes).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "board.h"

#define UCSR0A (*(volatile uint8_t *)0xc0)
#define UCSR0B (*(volatile uint8_t *)0xc1)
#define UDR0 (*(volatile uint8_t *)0xc6)
#define SMCR (*(volatile uint8_t *)0x53)

enum {
    UDRE0 = 1 << 5, /* the data register is empty */
    TXC0 = 1 << 6,  /* all has been sent */
    TXEN0 = 1 << 3,
    SLEEP_ENABLED = 1,
    POWER_DOWN = 2 << 1
};

void avr_fault(void); /* for avr.S */

void board_print(const char *text)
{
    UCSR0B = TXEN0;
    for (; *text != '\0'; ++text) {
        while ((UCSR0A & UDRE0) == 0) {
        }
        UDR0 = (uint8_t)*text;
    }
}

void board_exit(int status)
{
    (void)status; /* the simulator has no exit status, so the output reports the result */
    while ((UCSR0A & TXC0) == 0) {
    }
    SMCR = POWER_DOWN | SLEEP_ENABLED;
    __asm__ volatile("cli\n\tsleep");
}

void avr_fault(void)
{
    firmware_fault("interrupt", 0, 0);
}
