/* tests/platforms/platform.h on a bare x86-64 machine: output through a parallel port, guarded memory through page
 * tables, and exceptions that end the run with a "Bail out!" line. tests/platforms/run_bochs.sh is its counterpart.
 *
 * start.S identity-maps all memory with 4 KiB pages. This file unmaps the memory outside the image and provides it
 * page by page, so that every region is between unmapped pages; page 0 and the page below the stack are also
 * unmapped. Code and constants are read-only, as in a process.
 *
 * Sources: Multiboot Specification 0.6.96, section 3.3; Intel SDM volume 3, chapters 4 and 6; IEEE 1284 (SPP mode).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platforms/platform.h"
#include "bare.h"

#include <stddef.h>
#include <stdint.h>

enum {
    PAGE = 4096,
    PAGE_PRESENT = 1,
    PAGE_WRITABLE = 2,

    /* the flags of a multiboot loader */
    BOOT_HAS_MEMORY = 1 << 0,
    BOOT_HAS_COMMAND_LINE = 1 << 2,

    PRINTER_DATA = 0x378,
    PRINTER_CONTROL = 0x37a,
    PRINTER_SELECTED = 0x0c, /* selected, not being initialised */
    PRINTER_STROBE = 0x01,
    SHUTDOWN = 0x8900 /* the emulator ends when the letters of "Shutdown" are written here */
};

/* The beginning of multiboot's information structure. */
typedef struct boot_info {
    uint32_t flags, memory_lower, memory_upper, boot_device, command_line;
} boot_info;

/* The words that the processor and start.S push on an exception. */
typedef struct exception_frame {
    uint64_t vector, error_code, instruction, code_segment, flags, stack, stack_segment;
} exception_frame;

typedef struct gate {
    uint16_t offset_0, segment, attributes, offset_16;
    uint32_t offset_32, reserved;
} gate;

/* 10 bytes without padding before the address: limit is the last of four halfwords */
typedef struct gate_table {
    uint16_t unused[3], limit;
    uint64_t address;
} gate_table;

/* from start.S and bare.ld; memory between two names has no type */
extern uint64_t bare_pages[];
extern uint32_t bare_boot_info;
extern unsigned char bare_stack_guard[], bare_exceptions[];
extern unsigned char bare_image_begin[], bare_constants_end[], bare_image_end[];

void bare_main(void);
void bare_exception(const exception_frame *frame);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

const char *platform_doing = "starting";
const char *const platform_unguarded = NULL;

static char argument[128];
static uintptr_t next_free, memory_end;
static gate gates[BARE_EXCEPTIONS];

/* ---- Functions that compilers and tests call ---- */

void *memcpy(void *to, const void *from, size_t bytes)
{
    void *t = to;
    size_t words = bytes / 8;

    bytes %= 8;
    __asm__ volatile("rep movsq"
                     : "+D"(t), "+S"(from), "+c"(words)
                     :
                     : "memory");
    __asm__ volatile("rep movsb"
                     : "+D"(t), "+S"(from), "+c"(bytes)
                     :
                     : "memory");
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    if ((uintptr_t)to - (uintptr_t)from < bytes) {
        void *t = (unsigned char *)to + bytes - 1;
        const void *f = (const unsigned char *)from + bytes - 1;

        __asm__ volatile("std\n\trep movsb\n\tcld"
                         : "+D"(t), "+S"(f), "+c"(bytes)
                         :
                         : "memory");
        return to;
    }
    return memcpy(to, from, bytes);
}

void *memset(void *to, int value, size_t bytes)
{
    void *t = to;
    size_t words = bytes / 8;
    const uint64_t pattern = (unsigned char)value * UINT64_C(0x0101010101010101);

    bytes %= 8;
    __asm__ volatile("rep stosq"
                     : "+D"(t), "+c"(words)
                     : "a"(pattern)
                     : "memory");
    __asm__ volatile("rep stosb"
                     : "+D"(t), "+c"(bytes)
                     : "a"(pattern)
                     : "memory");
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t i = 0;

    /* whole words first: most of the tests' work is comparing, and the emulator is slow */
    for (; bytes - i >= 8; i += 8) {
        uint64_t u, v;

        __builtin_memcpy(&u, x + i, 8);
        __builtin_memcpy(&v, y + i, 8);
        if (u != v) {
            break;
        }
    }
    for (; i < bytes; ++i) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

/* ---- Output ---- */

static void write_port(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1"
                     :
                     : "a"(value), "Nd"(port));
}

void platform_print(const char *text)
{
    for (; *text; ++text) {
        write_port(PRINTER_DATA, (uint8_t)*text);
        write_port(PRINTER_CONTROL, PRINTER_SELECTED | PRINTER_STROBE);
        write_port(PRINTER_CONTROL, PRINTER_SELECTED);
    }
}

static void print_number(uint64_t value, unsigned base)
{
    char digits[21];
    char *p = digits + sizeof digits - 1;

    *p = 0;
    do {
        *--p = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    platform_print(p);
}

static void print_hex(const char *label, uint64_t value)
{
    platform_print(label);
    platform_print("0x");
    print_number(value, 16);
}

void platform_exit(int status)
{
    const char *letter;

    platform_print("# exit ");
    print_number((unsigned)status, 10);
    platform_print("\n");
    for (letter = "Shutdown"; *letter; ++letter) {
        write_port(SHUTDOWN, (uint8_t)*letter);
    }
    for (;;) {
        __asm__ volatile("cli\n\thlt");
    }
}

/* ---- Exceptions ---- */

void bare_exception(const exception_frame *frame)
{
    static int failing;
    uint64_t fault_address;

    if (failing) {
        platform_exit(1); /* platform_doing was not a string */
    }
    failing = 1;
    __asm__ volatile("mov %%cr2, %0"
                     : "=r"(fault_address));
    platform_print("Bail out! exception ");
    print_number(frame->vector, 10);
    if (frame->vector == 14) {
        platform_print(frame->error_code & 2 ? " (writing" : " (reading");
        print_hex(" address ", fault_address);
        platform_print(")");
    }
    if (frame->vector == 6) {
        platform_print(" (this processor has no such instruction)");
    }
    print_hex(" at instruction ", frame->instruction);
    platform_print(" while ");
    platform_print(platform_doing);
    platform_print("\n");
    platform_exit(1);
}

static void catch_exceptions(void)
{
    gate_table table;
    size_t i;

    for (i = 0; i < BARE_EXCEPTIONS; ++i) {
        const uint64_t entry = (uintptr_t)bare_exceptions + 16 * i;

        gates[i].offset_0 = (uint16_t)entry;
        gates[i].segment = 8;
        gates[i].attributes = 0x8e00; /* present, interrupt gate */
        gates[i].offset_16 = (uint16_t)(entry >> 16);
        gates[i].offset_32 = (uint32_t)(entry >> 32);
    }
    table.limit = sizeof gates - 1;
    table.address = (uintptr_t)gates;
    __asm__ volatile("lidt (%0)"
                     :
                     : "r"(&table.limit), "m"(table));
}

/* ---- Memory ---- */

static void set_page(uintptr_t address, unsigned flags)
{
    bare_pages[address / PAGE] = address | flags;
    __asm__ volatile("invlpg (%0)"
                     :
                     : "r"(address)
                     : "memory");
}

static void protect_memory(void)
{
    uintptr_t page;

    for (page = 0; page < BARE_MEMORY; page += PAGE) {
        if (page < (uintptr_t)bare_image_begin || page >= (uintptr_t)bare_image_end ||
            page == (uintptr_t)bare_stack_guard) {
            set_page(page, 0);
        } else if (page < (uintptr_t)bare_constants_end) {
            set_page(page, PAGE_PRESENT);
        }
    }
}

void *platform_guarded(size_t bytes)
{
    const uintptr_t begin = next_free + PAGE; /* the page before stays unmapped, as does the one after */
    uintptr_t page;

    if (begin >= memory_end || bytes > memory_end - begin) {
        return NULL;
    }
    for (page = begin; page < begin + bytes; page += PAGE) {
        set_page(page, PAGE_PRESENT | PAGE_WRITABLE);
    }
    next_free = page;
    return (void *)begin;
}

/* ---- Start ---- */

/* A library with its runtime as one object (BUNDLED) uses the environment, which does not exist here. */
char *getenv(const char *name);
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

const char *platform_argument(void)
{
    return argument;
}

void bare_main(void)
{
    const boot_info *const boot = (const boot_info *)(uintptr_t)bare_boot_info;

    /* the loader's words are in memory that is unmapped below */
    next_free = (uintptr_t)bare_image_end;
    memory_end = boot->flags & BOOT_HAS_MEMORY ? 0x100000 + (uintptr_t)boot->memory_upper * 1024 : 0;
    if (memory_end > BARE_MEMORY) {
        memory_end = BARE_MEMORY;
    }
    memory_end -= memory_end % PAGE;
    if (boot->flags & BOOT_HAS_COMMAND_LINE) {
        const char *const line = (const char *)(uintptr_t)boot->command_line;
        size_t i;

        for (i = 0; line[i] && i < sizeof argument - 1; ++i) {
            argument[i] = line[i];
        }
    }
    catch_exceptions();
    protect_memory();
    platform_exit(test_main());
}
