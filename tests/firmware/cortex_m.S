/* The first instructions of a test image on a Cortex-M, and what it asks of whoever runs it: semihosting.
 *
 * Sources: Armv6-M, Armv7-M and Armv8-M Architecture Reference Manuals (vector table, CPACR); Semihosting for AArch32 and
 * AArch64 (ARM, 2023).
 *
 * SPDX-License-Identifier: Apache-2.0 */

    .syntax unified
    .thumb

    .section .start, "a"
    .word firmware_stack_end
    .word reset
    .rept 14                            /* NMI, faults, SVCall, PendSV, SysTick: none is expected */
    .word fault
    .endr

    .text

    .thumb_func
    .globl reset
reset:
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    ldr r0, =0xe000ed88                 /* CPACR: full access to the FPU, before anything is compiled to use it */
    ldr r1, [r0]
    orr r1, r1, #0x00f00000
    str r1, [r0]
    dsb
    isb
#endif
    bl firmware_main
    b .

/* The frame that the processor has pushed is looked at on a stack that is known to be fine. */
    .thumb_func
fault:
    mov r0, sp
    mrs r1, ipsr
    ldr r2, =firmware_stack_end
    mov sp, r2
    bl cortex_m_fault
    b .

/* int semihosting(int operation, const void *argument) */
    .thumb_func
    .globl semihosting
semihosting:
    bkpt 0xab
    bx lr

    .pool
