/* Division of 16-bit integers, whose quotients some instruction sets estimate. By a given divisor the quotients that a
 * kernel computes go up with the dividends (or down), as the true ones do: all are right if those are that stand on either
 * side of a multiple of the divisor. These are tried; or, with the name of an instruction set as the argument, all 2^32 pairs on that one, in a minute.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../tap.h"
#include "broadloom.h"

#include <string.h>

#define PAIRS 4096
#define PLACES 2 /* elements that are neighbours may be divided in different ways */

typedef struct division {
    const bl_table *table;
    bl_dtype dtype;
    int floors;
    uint16_t dividends[PAIRS], divisors[PAIRS], quotients[PAIRS];
    size_t count;
    uint64_t tried, wrong;
} division;

/* a or b as a number */
static int32_t number(const division *of, uint16_t bits)
{
    return of->dtype == BL_I16 ? (int16_t)bits : (int32_t)bits;
}

static int is_right(const division *of, int32_t a, int32_t b, int32_t quotient)
{
    const int32_t rest = a - quotient * b, like = of->floors ? b : a; /* what the rest's sign must be */

    if (b == 0 || (of->dtype == BL_I16 && a == INT16_MIN && b == -1)) {
        return quotient == (b == 0 ? 0 : INT16_MIN);
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
        wrong += !is_right(of, number(of, of->dividends[i]), number(of, of->divisors[i]), number(of, of->quotients[i]));
    }
    of->wrong += wrong;
    of->tried += of->count;
    of->count = 0;
}

static void take_pair(division *of, int32_t a, int32_t b)
{
    of->dividends[of->count] = (uint16_t)a;
    of->divisors[of->count] = (uint16_t)b;
    if (++of->count == PAIRS) {
        divide(of);
    }
}

static void try_divisor(division *of, int32_t b, int all)
{
    const int32_t least = of->dtype == BL_I16 ? INT16_MIN : 0, most = least + UINT16_MAX;
    const int32_t step = all || b == 0 ? 1 : b < 0 ? -b
                                                   : b;
    const int32_t first = least - least % step; /* a multiple */

    for (int32_t a = first; a <= most; a += step) {
        take_pair(of, a, b);
        for (int aside = -1; aside <= 1 && step > 1; aside += 2) {
            if (a + aside >= least && a + aside <= most) {
                take_pair(of, a + aside, b);
            }
        }
    }
}

static void try_all_divisors(const char *name, bl_dtype dtype, bl_isa isa, int all)
{
    static division of;
    const bl_dtype dtypes[2] = {dtype, dtype};

    memset(&of, 0, sizeof of);
    of.table = bl_op_table(bl_op_by_name(name), dtypes);
    of.dtype = dtype;
    of.floors = name[0] == 'f';
    for (int place = 0; place < PLACES; ++place) {
        for (int i = 0; i < place; ++i) {
            take_pair(&of, 1, 1);
        }
        for (int32_t b = 0; b <= UINT16_MAX; ++b) {
            try_divisor(&of, number(&of, (uint16_t)b), all);
        }
        divide(&of);
    }
    ok(of.wrong == 0, "%s %s on %s: %llu pairs, %llu of them wrong", name, bl_dtype_name(dtype), bl_isa_name(isa),
       (unsigned long long)of.tried, (unsigned long long)of.wrong);
}

int main(int argc, char **argv)
{
    for (bl_isa isa = 1; (size_t)isa <= bl_isa_record_count; ++isa) {
        const int all = argc > 1 && strcmp(argv[1], bl_isa_name(isa)) == 0;

        if ((argc == 1 || all) && bl_isa_limit(isa) == BL_OK) {
            try_all_divisors("div", BL_U16, isa, all);
            try_all_divisors("div", BL_I16, isa, all);
            try_all_divisors("floor_div", BL_I16, isa, all);
        }
    }
    return done_testing();
}
