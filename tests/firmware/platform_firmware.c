/* tests/platforms/platform.h on a board without an operating system: the same for every board, except for the
 * functions of board.h. Compiled for size and without builtins, so that the loop in memcpy does not become a call to
 * itself.
 *
 * Memory has no guard pages here. Instead, a pattern surrounds each region, and the stack is painted at the start:
 * changes in either reveal wrong writes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platforms/platform.h"
#include "board.h"

enum {
    PAGE = 4096,
    MOST_REGIONS = 32,
    PAINT = 0xa5,
    SPARED = 64, /* bytes of the stack that painting itself may use */
    UNTOUCHED = 16
};

#ifndef FIRMWARE_ARGUMENT
#define FIRMWARE_ARGUMENT ""
#endif

extern unsigned char firmware_data[], firmware_data_end[], firmware_data_image[];
extern unsigned char firmware_bss[], firmware_bss_end[];

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

const char *platform_doing = "starting";
const char *const platform_unguarded =
    "nothing forbids reads here; writes beside the regions are looked for when all is done";

static struct region {
    unsigned char *start;
    size_t bytes;
} regions[MOST_REGIONS];
static size_t region_count;

/* ---- Functions that compilers call ---- */

void *memcpy(void *to, const void *from, size_t bytes)
{
    unsigned char *const t = (unsigned char *)to;
    const unsigned char *const f = (const unsigned char *)from;

    for (size_t i = 0; i < bytes; ++i) {
        t[i] = f[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *const t = (unsigned char *)to;
    const unsigned char *const f = (const unsigned char *)from;

    if ((uintptr_t)to - (uintptr_t)from >= bytes) {
        return memcpy(to, from, bytes);
    }
    for (size_t i = bytes; i > 0; --i) {
        t[i - 1] = f[i - 1];
    }
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *const t = (unsigned char *)to;

    for (size_t i = 0; i < bytes; ++i) {
        t[i] = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *const x = (const unsigned char *)a;
    const unsigned char *const y = (const unsigned char *)b;

    for (size_t i = 0; i < bytes; ++i) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

/* ---- The stack ---- */

static void paint_stack(void)
{
    volatile unsigned char *at = firmware_stack;
    unsigned char here;

    while ((uintptr_t)at < (uintptr_t)&here - SPARED) {
        *at++ = PAINT;
    }
}

static size_t stack_used(void)
{
    const unsigned char *at = firmware_stack;

    while (at < firmware_stack_end && *at == PAINT) {
        ++at;
    }
    return (size_t)(firmware_stack_end - at);
}

/* ---- Output ---- */

void platform_print(const char *text)
{
    board_print(text);
}

static void print_number(uint32_t value, unsigned base)
{
    char digits[11];
    size_t i = sizeof digits - 1;

    digits[i] = 0;
    do {
        const unsigned digit = (unsigned)(value % base);

        digits[--i] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
        value /= base;
    } while (value != 0);
    board_print(digits + i);
}

/* The last lines, which show tests/firmware/image.sh that the program has finished. */
static void end(int status)
{
    board_print("# stack ");
    print_number((uint32_t)stack_used(), 10);
    board_print("\n");
    board_print("# exit ");
    print_number((uint32_t)status, 10);
    board_print("\n");
    board_exit(status);
    for (;;) {
    }
}

static void bail_out(const char *why)
{
    board_print("Bail out! ");
    board_print(why);
    board_print(" while ");
    board_print(platform_doing);
    board_print("\n");
    end(1);
}

void firmware_fault(const char *kind, uint32_t number, uint32_t instruction)
{
    board_print("# ");
    board_print(kind);
    board_print(" ");
    print_number(number, 10);
    board_print(" at instruction 0x");
    print_number(instruction, 16);
    board_print("\n");
    bail_out("a fault");
}

/* ---- Memory ---- */

static unsigned char pattern(size_t i)
{
    return (unsigned char)(i * 31 + 7);
}

static int is_untouched(const struct region *region)
{
    for (size_t i = 0; i < PAGE; ++i) {
        if (*(region->start + i - PAGE) != pattern(i) || region->start[region->bytes + i] != pattern(i)) {
            return 0;
        }
    }
    return 1;
}

void *platform_guarded(size_t bytes)
{
    static unsigned char *next = firmware_free;
    unsigned char *const start = next + PAGE - (uintptr_t)next % PAGE + PAGE;
    const size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;

    if ((uintptr_t)start > (uintptr_t)firmware_free_end || whole + PAGE > (size_t)(firmware_free_end - start) ||
        region_count == MOST_REGIONS) {
        return NULL;
    }
    for (size_t i = 0; i < PAGE; ++i) {
        *(start + i - PAGE) = start[whole + i] = pattern(i);
    }
    regions[region_count].start = start;
    regions[region_count++].bytes = whole;
    next = start + whole + PAGE;
    return start;
}

/* ---- Start and end ---- */

const char *platform_argument(void)
{
    return FIRMWARE_ARGUMENT;
}

void platform_exit(int status)
{
    for (size_t i = 0; i < region_count; ++i) {
        if (!is_untouched(&regions[i])) {
            bail_out("something wrote outside the operands");
        }
    }
    if (stack_used() + UNTOUCHED > (size_t)(firmware_stack_end - firmware_stack)) {
        bail_out("the stack was too small");
    }
    end(status);
}

void firmware_main(void)
{
    paint_stack();
#if !defined(__AVR__) /* its libgcc does this */
    memcpy(firmware_data, firmware_data_image, (size_t)(firmware_data_end - firmware_data));
    memset(firmware_bss, 0, (size_t)(firmware_bss_end - firmware_bss));
#endif
    platform_exit(test_main());
}
