/* The first instructions of a test image on an ATmega. libgcc has the code between .init2 and .init9, which copies data and
 * clears .bss.
 *
 * Source: ATmega1284P data sheet (interrupt vectors, stack pointer).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define SPL 0x3d
#define SPH 0x3e
#define VECTORS 35

    .section .vectors, "ax"
    jmp __init
    .rept VECTORS - 1
    jmp fault                           /* no interrupt is expected */
    .endr

    .section .init2, "ax"
    .globl __init
__init:
    clr r1                              /* as compiled code requires */
    ldi r24, lo8(firmware_stack_end - 1)
    ldi r25, hi8(firmware_stack_end - 1)
    out SPH, r25
    out SPL, r24

    .section .init9, "ax"
    call firmware_main
1:  rjmp 1b

    .text
fault:
    clr r1
    ldi r24, lo8(firmware_stack_end - 1)
    ldi r25, hi8(firmware_stack_end - 1)
    out SPH, r25
    out SPL, r24
    call avr_fault
2:  rjmp 2b
