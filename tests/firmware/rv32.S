/* The first instructions of a test image on a RISC-V board, in machine mode.
 *
 * Source: The RISC-V Instruction Set Manual, volume II, chapter 3 (mtvec, mcause, mepc).
 *
 * SPDX-License-Identifier: Apache-2.0 */

    .option arch, +zicsr                /* a separate extension in name only: every processor with machine mode has it */

    .section .start, "ax"
    .globl reset
reset:
    la sp, firmware_stack_end
    la t0, fault
    csrw mtvec, t0
    call firmware_main
1:  j 1b

    .balign 4
fault:
    csrr a0, mcause
    csrr a1, mepc
    la sp, firmware_stack_end
    call rv32_fault
2:  j 2b
