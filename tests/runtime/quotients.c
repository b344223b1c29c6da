/* Division of 16-bit and 32-bit integers, for which some instruction sets estimate the quotients. For a given divisor a
 * kernel's quotients are monotonic in the dividend, like the exact ones. So all are right if those on either side of
 * each multiple of the divisor are right. For 16 bits all of these are tried; or, with an instruction set's name as
 * the argument, all 2^32 pairs on that one, in a minute. For 32 bits, random ones are tested.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define PAIRS 4096
#define PLACES 2 /* neighbouring elements may be divided in different ways */

typedef struct division {
    const bl_table *table;
    int bits, is_signed, floors;
    int64_t least, most;
    uint16_t dividends[2 * PAIRS], divisors[2 * PAIRS], quotients[2 * PAIRS]; /* two for each of 32 bits */
    size_t count;
    uint64_t tried, wrong;
} division;

static int64_t number(const division *of, const uint16_t *from, size_t i)
{
    uint32_t bits = from[i];

    if (of->bits == 32) {
        memcpy(&bits, from + 2 * i, sizeof bits);
        return of->is_signed ? (int32_t)bits : (int64_t)bits;
    }
    return of->is_signed ? (int16_t)bits : (int64_t)bits;
}

static void put_number(const division *of, uint16_t *to, size_t i, int64_t value)
{
    const uint32_t bits = (uint32_t)value;

    if (of->bits == 32) {
        memcpy(to + 2 * i, &bits, sizeof bits);
    } else {
        to[i] = (uint16_t)bits;
    }
}

static int is_right(const division *of, int64_t a, int64_t b, int64_t quotient)
{
    const int64_t rest = a - quotient * b, like = of->floors ? b : a; /* the remainder must have its sign */

    if (b == 0 || (a == of->least && b == -1)) {
        return quotient == (b == 0 ? 0 : a);
    }
    return rest == 0 || ((rest < 0) == (like < 0) && (rest < 0 ? -rest : rest) < (b < 0 ? -b : b));
}

static void divide(division *of)
{
    const void *const inputs[2] = {of->dividends, of->divisors};
    uint64_t wrong = 0;

    if (bl_run_contiguous(of->table, of->count, inputs, NULL, of->quotients) != BL_OK) {
        of->wrong += of->count;
    }
    for (size_t i = 0; i < of->count; ++i) {
        wrong += !is_right(of, number(of, of->dividends, i), number(of, of->divisors, i), number(of, of->quotients, i));
    }
    of->wrong += wrong;
    of->tried += of->count;
    of->count = 0;
}

static void take_pair(division *of, int64_t a, int64_t b)
{
    if (a < of->least || a > of->most) {
        return;
    }
    put_number(of, of->dividends, of->count, a);
    put_number(of, of->divisors, of->count, b);
    if (++of->count == PAIRS) {
        divide(of);
    }
}

static void try_divisor(division *of, int64_t b, int all)
{
    const int64_t step = all || b == 0 ? 1 : b < 0 ? -b
                                                   : b;
    const int64_t first = of->least - of->least % step; /* a multiple */

    for (int64_t a = first; a <= of->most; a += step) {
        take_pair(of, a, b);
        for (int aside = -1; aside <= 1 && step > 1; aside += 2) {
            take_pair(of, a + aside, b);
        }
    }
}

/* Random divisors and quotients of any magnitude. */
static void try_some(division *of)
{
    for (int i = 0; i < 200000; ++i) {
        const uint32_t bits = (random_bits() << 1 ^ random_bits()) >> random_below(32);
        const int64_t b = of->is_signed ? (int32_t)((i & 1) != 0 ? 0 - bits : bits) : (int64_t)bits;
        const int64_t most = b == 0 ? 1 : of->most / (b < 0 ? -b : b);
        const int64_t magnitude = (int64_t)((random_bits() << 1 ^ random_bits()) % (uint64_t)(most + 1));
        const int64_t multiple = b * ((i & 2) != 0 ? magnitude : most - magnitude / 65536);

        for (int aside = -1; aside <= 1; ++aside) {
            take_pair(of, (i & 4) != 0 ? aside - multiple : aside + multiple, b);
        }
    }
}

static void try_division(const char *name, bl_dtype dtype, bl_isa isa, int all)
{
    static division of;
    const bl_dtype dtypes[2] = {dtype, dtype};

    memset(&of, 0, sizeof of);
    of.table = bl_op_table(bl_op_by_name(name), dtypes);
    of.bits = dtype == BL_I16 || dtype == BL_U16 ? 16 : 32;
    of.is_signed = dtype == BL_I16 || dtype == BL_I32;
    of.floors = name[0] == 'f';
    of.least = of.is_signed ? -(INT64_C(1) << (of.bits - 1)) : 0;
    of.most = of.least + (INT64_C(1) << of.bits) - 1;
    for (int place = 0; place < PLACES; ++place) {
        for (int i = 0; i < place; ++i) {
            take_pair(&of, 1, 1);
        }
        if (of.bits == 32) {
            try_some(&of);
        } else {
            for (int64_t b = of.least; b <= of.most; ++b) {
                try_divisor(&of, b, all);
            }
        }
        divide(&of);
    }
    ok(of.wrong == 0, "%s %s on %s: %lu thousand pairs, %lu wrong", name, bl_dtype_name(dtype), bl_isa_name(isa),
       (unsigned long)(of.tried / 1000), (unsigned long)of.wrong);
}

int main(int argc, char **argv)
{
    for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
        const int all = argc > 1 && strcmp(argv[1], bl_isa_name(isa)) == 0;

        if ((argc == 1 || all) && bl_isa_limit(isa) == BL_OK) {
            static const bl_dtype divided[] = {BL_U16, BL_I16, BL_U32, BL_I32}, floored[] = {BL_I16, BL_I32};

            for (size_t i = 0; i < sizeof divided / sizeof divided[0]; ++i) {
                try_division("div", divided[i], isa, all);
            }
            for (size_t i = 0; i < sizeof floored / sizeof floored[0]; ++i) {
                try_division("floor_div", floored[i], isa, all);
            }
        }
    }
    return done_testing();
}
