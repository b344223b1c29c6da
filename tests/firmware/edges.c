/* Writes test vectors of edge values with the oracle's results, in the format of tests/vectors/FORMAT.txt: all pairs
 * of values, as a column and a row that broadcast. It runs on the machine that builds images.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/oracle.h"

#include <stdio.h>

enum { VALUES = 16 };

static const uint64_t f32_values[VALUES] = {
    0x00000000, 0x80000000, /* zeros */
    0x00000001, 0x807fffff, /* the least and the greatest subnormal */
    0x00800000, 0x80800001, /* the least normal, and the next */
    0x3f800000, 0xbf800001, /* 1, and the next */
    0x33800000,             /* half a unit in 1's last place */
    0x40400000, 0xc0a00000, /* 3, -5 */
    0x5f000001,             /* its square overflows */
    0x7f7fffff, 0x7f800000, /* the greatest, infinity */
    0xff800000, 0x7fc00000  /* NaN */
};

/* For integers: bit patterns, cut to the dtype's width. */
static const uint64_t whole_values[VALUES] = {
    0,
    1,
    2,
    3,
    7,
    0x55555555,
    0x80000000,
    0x7fffffff,
    0x80808080,
    0x7f7f7f7f,
    0x8000,
    0xffffffff,
    0xfffffffe,
    0xfffffff9 /* -7 */,
    0x12345678,
    0x7f80ff01,
};

static void print_hex(uint64_t value, unsigned bits)
{
    for (unsigned i = 0; i < bits; i += 8) {
        printf("%02x", (unsigned)(value >> i & 0xff));
    }
}

static void print_case(const oracle_op_rule *rule, bl_dtype in, bl_dtype out)
{
    const oracle_type *const type = &oracle_types[in];
    const uint64_t *const values = type->kind == ORACLE_FLOAT ? f32_values : whole_values;
    const uint64_t mask = UINT64_MAX >> (64 - type->bits);
    const uint8_t dtypes[] = {(uint8_t)out, (uint8_t)in, (uint8_t)in};

    printf("case edges/%s/%s\nkind compute\nop %s\nbcast numpy\ntol exact\n", rule->name, type->name, rule->name);
    for (int operand = 0; operand < 2; ++operand) {
        printf("in %d %s %s\nhex ", operand, type->name, operand == 0 ? "2 16 1" : "1 16");
        for (size_t i = 0; i < VALUES; ++i) {
            print_hex(values[i] & mask, type->bits);
        }
        printf("\n");
    }
    printf("out 0 %s 2 16 16\nhex ", oracle_types[out].name);
    for (size_t i = 0; i < VALUES * VALUES; ++i) {
        const uint64_t x[] = {values[i / VALUES] & mask, values[i % VALUES] & mask};

        print_hex(rule->value(dtypes, x), oracle_types[out].kind == ORACLE_TRUTH ? 8 : oracle_types[out].bits);
    }
    printf("\nend\n");
}

int main(void)
{
    static const char *const arithmetic[] = {"add", "sub", "mul", "div"};
    static const bl_dtype dtypes[] = {BL_F32, BL_I8, BL_I16, BL_I32, BL_U8};

    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; ++i) {
        for (size_t k = 0; k < sizeof arithmetic / sizeof arithmetic[0]; ++k) {
            print_case(oracle_op(arithmetic[k]), dtypes[i], dtypes[i]);
        }
        print_case(oracle_op("less"), dtypes[i], BL_BOOL);
    }
    return 0;
}
