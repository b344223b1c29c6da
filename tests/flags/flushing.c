/* On processors with vector instructions that flush subnormals and do not compare NaN as IEEE 754 requires, plain C
 * kernels give the right bits, however a compiler vectorises them. The expected results are IEEE 754's, computed by
 * hand.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bl_kernels.h"
#include "platforms/platform.h"

enum {
    COUNT = 37 /* whole vectors of any width up to 16 lanes, and a tail */
};

typedef struct {
    uint32_t a, b, expected;
} row;

static const row add[] = {
    {0x00000001, 0x00000001, 0x00000002},
    {0x00400000, 0x00400000, 0x00800000},
    {0x00800000, 0x80400000, 0x00400000},
    {0x80000001, 0x00000000, 0x80000001},
    {0x3f800000, 0x40000000, 0x40400000},
};
static const row sub[] = {
    {0x00800000, 0x007fffff, 0x00000001},
    {0x00000003, 0x00000001, 0x00000002},
    {0x00000000, 0x00000001, 0x80000001},
    {0x40400000, 0x3f800000, 0x40000000},
};
static const row mul[] = {
    {0x00800000, 0x3f000000, 0x00400000},
    {0x00000001, 0x4b800000, 0x01000000},
    {0x00000003, 0x3f000000, 0x00000002},
    {0x1f800000, 0x20000000, 0x00400000},
    {0x40400000, 0x40000000, 0x40c00000},
};
static const row div[] = {
    {0x00800000, 0x40000000, 0x00400000},
    {0x00000002, 0x00000001, 0x40000000},
    {0x3f800000, 0x7f000000, 0x00400000},
    {0x40c00000, 0x40000000, 0x40400000},
};
static const row minimum[] = {{0x00000001, 0x00000002, 0x00000001}, {0x00000000, 0x80000001, 0x80000001}};
static const row less[] = {
    {0x00000001, 0x00000002, 1},
    {0x00000000, 0x00000001, 1},
    {0x80000001, 0x00000000, 1},
    {0x00000002, 0x00000001, 0},
    {0x80000001, 0x80000002, 0},
    {0x7fc00000, 0x3f800000, 0},
    {0x3f800000, 0x7fc00000, 0},
    {0x7fc00000, 0x7fc00000, 0},
};
static const row less_equal[] = {
    {0x00000002, 0x00000001, 0},
    {0x00000001, 0x00000000, 0},
    {0x00000001, 0x00000001, 1},
    {0x7fc00000, 0x7fc00000, 0},
    {0x3f800000, 0x7fc00000, 0},
};
static const row equal[] = {
    {0x00000001, 0x00000002, 0},
    {0x00000001, 0x00000000, 0},
    {0x00000001, 0x00000001, 1},
    {0x7fc00000, 0x7fc00000, 0},
    {0x80000000, 0x00000000, 1},
};
static const row add_bf16[] = {{0x0001, 0x0001, 0x0002}, {0x0040, 0x0040, 0x0080}, {0x3f80, 0x4000, 0x4040}};
static const row mul_bf16[] = {{0x0080, 0x3f00, 0x0040}, {0x0001, 0x4b80, 0x0900}, {0x4040, 0x4000, 0x40c0}};
static const row less_bf16[] = {{0x0001, 0x0002, 1}, {0x8001, 0x0000, 1}, {0x7fc0, 0x3f80, 0}, {0x3f80, 0x7fc0, 0}};

static const struct {
    const char *name;
    bl_kernel_2 *kernel;
    size_t bytes, out_bytes, count;
    const row *rows;
} cases[] = {
#define CASE(op, bytes, out_bytes, rows)                                               \
    {                                                                                  \
#op, bl_##op##_scalar_vv, bytes, out_bytes, sizeof rows / sizeof *(rows), rows \
    }
    CASE(add_f32, 4, 4, add),
    CASE(sub_f32, 4, 4, sub),
    CASE(mul_f32, 4, 4, mul),
    CASE(div_f32, 4, 4, div),
    CASE(minimum_f32, 4, 4, minimum),
    CASE(less_f32, 4, 1, less),
    CASE(less_equal_f32, 4, 1, less_equal),
    CASE(equal_f32, 4, 1, equal),
    CASE(add_bf16, 2, 2, add_bf16),
    CASE(mul_bf16, 2, 2, mul_bf16),
    CASE(less_bf16, 2, 1, less_bf16),
};

typedef union {
    uint8_t of1[COUNT];
    uint16_t of2[COUNT];
    uint32_t of4[COUNT];
} array;

static uint32_t read_element(const array *from, size_t bytes, size_t i)
{
    return bytes == 1 ? from->of1[i] : bytes == 2 ? from->of2[i]
                                                  : from->of4[i];
}

static void write_element(array *to, size_t bytes, size_t i, uint32_t value)
{
    if (bytes == 2) {
        to->of2[i] = (uint16_t)value;
    } else {
        to->of4[i] = value;
    }
}

static void print_hex(uint32_t value)
{
    char text[11] = "0x";

    for (size_t i = 0; i < 8; ++i) {
        text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
    }
    text[10] = 0;
    platform_print(text);
}

/** Each row in turn fills the arrays, so that it occurs in whole vectors and in the tail. */
static int is_right(size_t at)
{
    static array a, b, out;
    static const ptrdiff_t row_steps[3] = {0, 0, 0};
    const size_t count = cases[at].count;

    for (size_t i = 0; i < COUNT; ++i) {
        write_element(&a, cases[at].bytes, i, cases[at].rows[i % count].a);
        write_element(&b, cases[at].bytes, i, cases[at].rows[i % count].b);
    }
    cases[at].kernel(COUNT, &a, &b, &out, 1, row_steps);
    for (size_t i = 0; i < COUNT; ++i) {
        const row *const one = &cases[at].rows[i % count];
        const uint32_t given = read_element(&out, cases[at].out_bytes, i);

        if (given != one->expected) {
            platform_print("# of ");
            print_hex(one->a);
            platform_print(" and ");
            print_hex(one->b);
            platform_print(": ");
            print_hex(given);
            platform_print(", expected ");
            print_hex(one->expected);
            platform_print("\n");
            return 0;
        }
    }
    return 1;
}

int test_main(void)
{
    int status = 0;

    platform_print("1..11\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char number[] = {(char)(i < 9 ? ' ' : '1'), (char)('0' + (i + 1) % 10), 0};
        const int passed = is_right(i);

        platform_doing = cases[i].name;
        platform_print(passed ? "ok " : "not ok ");
        platform_print(number + (i < 9));
        platform_print(" - ");
        platform_print(cases[i].name);
        platform_print("\n");
        status |= !passed;
    }
    return status;
}
