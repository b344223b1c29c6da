/* The first instructions of the bare x86-64 test image: from the 32-bit multiboot entry to long mode, with all the
 * vector state on that the processor has, and the entries of the exceptions.
 *
 * All memory up to BARE_MEMORY is mapped to itself by 4 KiB pages, so that platform_bare.c can take single pages away.
 * Sources: Multiboot Specification 0.6.96; Intel SDM volume 3, chapters 4 (paging), 6 (exceptions), 13 (XSAVE).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bare.h"

    .set MULTIBOOT_MAGIC, 0x1badb002
    .set MULTIBOOT_MEMORY_INFO, 2

    .set PAGE_TABLES, BARE_MEMORY >> 21         /* of 512 pages of 4 KiB */
    .set PRESENT_WRITABLE, 3

    .set CR0_PE, 1 << 0
    .set CR0_MP, 1 << 1
    .set CR0_EM, 1 << 2
    .set CR0_TS, 1 << 3
    .set CR0_NE, 1 << 5
    .set CR0_WP, 1 << 16
    .set CR0_PG, 1 << 31
    .set CR4_PAE, 1 << 5
    .set CR4_OSFXSR, 1 << 9
    .set CR4_OSXMMEXCPT, 1 << 10
    .set CR4_OSXSAVE, 1 << 18
    .set EFER, 0xc0000080
    .set EFER_LME, 1 << 8
    .set CPUID_1_ECX_XSAVE, 1 << 26
    .set XCR0_UP_TO_AVX512, 0xe7                /* x87, SSE, AVX, opmask, ZMM_Hi256, Hi16_ZMM */

    .section .multiboot, "a"
    .balign 4
    .long MULTIBOOT_MAGIC, MULTIBOOT_MEMORY_INFO, -(MULTIBOOT_MAGIC + MULTIBOOT_MEMORY_INFO)

    .text
    .code32
    .globl bare_start
bare_start:
    cli
    cld
    mov $bare_stack_end, %esp
    mov %ebx, bare_boot_info

    mov $bare_pages, %edi
    mov $PRESENT_WRITABLE, %eax
    mov $(PAGE_TABLES * 512), %ecx
1:  mov %eax, (%edi)
    add $4096, %eax
    add $8, %edi
    dec %ecx
    jnz 1b

    mov $page_directory, %edi
    mov $(bare_pages + PRESENT_WRITABLE), %eax
    mov $PAGE_TABLES, %ecx
1:  mov %eax, (%edi)
    add $4096, %eax
    add $8, %edi
    dec %ecx
    jnz 1b

    movl $(page_directory + PRESENT_WRITABLE), page_directory_pointers
    movl $(page_directory_pointers + PRESENT_WRITABLE), page_map
    mov $page_map, %eax
    mov %eax, %cr3

    mov %cr4, %eax
    or $(CR4_PAE | CR4_OSFXSR | CR4_OSXMMEXCPT), %eax
    mov %eax, %cr4
    mov $EFER, %ecx
    rdmsr
    or $EFER_LME, %eax
    wrmsr
    mov %cr0, %eax
    and $~(CR0_EM | CR0_TS), %eax
    or $(CR0_PG | CR0_WP | CR0_NE | CR0_MP | CR0_PE), %eax
    mov %eax, %cr0
    lgdt gdt_pointer
    ljmp $8, $long_mode

    .code64
long_mode:
    xor %eax, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov %eax, %ss

    /* a processor without XSAVE (the emulator has such models) stays at SSE */
    mov $1, %eax
    cpuid
    test $CPUID_1_ECX_XSAVE, %ecx
    jz 1f
    mov %cr4, %rax
    or $CR4_OSXSAVE, %rax
    mov %rax, %cr4
    mov $0xd, %eax
    xor %ecx, %ecx
    cpuid                                       /* eax: the bits that XCR0 may have */
    and $XCR0_UP_TO_AVX512, %eax
    xor %edx, %edx
    xor %ecx, %ecx
    xsetbv

1:  fninit
    call bare_main
2:  hlt
    jmp 2b

/* Entry of exception n: at bare_exceptions + 16 * n. Exceptions without an error code push a zero instead. */
    .balign 16
    .globl bare_exceptions
bare_exceptions:
    .set vector, 0
    .rept BARE_EXCEPTIONS
    .balign 16
    .if !((1 << vector) & BARE_EXCEPTIONS_WITH_ERROR_CODE)
    push $0
    .endif
    push $vector
    jmp exception
    .set vector, vector + 1
    .endr

exception:
    cld
    mov %rsp, %rdi
    and $-16, %rsp
    call bare_exception

    .section .rodata
    .balign 8
gdt:
    .quad 0
    .quad 0x00209b0000000000                    /* 8: 64-bit code */
gdt_pointer:
    .word gdt_pointer - gdt - 1
    .long gdt

    .bss
    .balign 4096
    .globl bare_pages, bare_stack_guard, bare_boot_info
page_map:
    .skip 4096
page_directory_pointers:
    .skip 4096
page_directory:
    .skip 4096
bare_pages:
    .skip PAGE_TABLES * 4096
bare_stack_guard:
    .skip 4096
    .skip BARE_STACK
bare_stack_end:
bare_boot_info:
    .skip 8

    .section .note.GNU-stack, "", @progbits
