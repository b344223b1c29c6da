/* Functions of f64 against MPFR: on each instruction set that this machine can run, hard cases that are known and random operands, of all
 * bits, of all magnitudes, and uniform in the range that matters.
 *
 *   doubles COUNT SEED FOLDER [FUNCTION...]: COUNT operands each; FOLDER has a list of hard cases for each function, a line each, of two
 *   operands with a comma between
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "harness/tap.h"
#include "prove/functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096 };

/* A function, and the range that matters. */
static const struct {
    const char *name;
    double least, most;
} ranges[] = {
    {"exp", -746, 710},
    {"exp2", -1076, 1025},
    {"log", 0, 1000},
    {"log2", 0, 1000},
    {"log10", 0, 1000},
    {"log1p", -1, 1000},
    {"expm1", -40, 710},
    {"cbrt", 0, 8},
    {"rsqrt", 0, 8},
    {"sin", -10, 10},
    {"cos", -10, 10},
    {"hypot", -100, 100},
};

static uint64_t state;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return x != x ? UINT64_C(0x7ff8000000000000) : bits;
}

/* The exact function, rounded once to f64, whose subnormals MPFR does not have by itself. */
static double rounded(const function *f, double a, double b)
{
    double result;
    mpfr_t x, y, value;
    int beyond;

    mpfr_inits2(53, x, y, value, (mpfr_ptr)0);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    beyond = f->exact != NULL ? f->exact(value, x, MPFR_RNDN) : f->exact_pair(value, x, y, MPFR_RNDN);
    beyond = mpfr_check_range(value, beyond, MPFR_RNDN);
    (void)mpfr_subnormalize(value, beyond, MPFR_RNDN);
    result = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clears(x, y, value, (mpfr_ptr)0);
    return result;
}

static double random_operand(unsigned set, double least, double most)
{
    static const double edges[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp+1023};
    const uint64_t bits = random_bits();

    switch (set) {
    case 0:
        return of_bits(bits);
    case 1:
        return least + (most - least) * ((double)(bits >> 11) * 0x1p-53);
    case 2:
        return of_bits((bits & ~(UINT64_C(0x7ff) << 52)) | (1023 - 64 + bits % 75) << 52);
    default:
        return bits % 4 == 0 ? edges[bits / 4 % 10] : 1 + (double)((int64_t)bits >> 20) * 0x1p-52;
    }
}

/* From 2^-32 to 2^32. */
static double beside_1(void)
{
    const uint64_t bits = random_bits();

    return of_bits((bits & UINT64_MAX >> 12) | (1023 - 32 + bits % 64) << 52);
}

typedef struct outcome {
    unsigned long tried, wrong;
    uint64_t hash;
} outcome;

/* The second operands, which functions of one do not have. */
static double second[CHUNK];

static void compare(const bl_table *table, const function *f, const double *x, size_t count, outcome *of)
{
    static double expected[CHUNK], results[CHUNK];

    for (size_t i = 0; i < count; ++i) {
        expected[i] = rounded(f, x[i], second[i]);
        of->hash = (of->hash ^ bits_of(expected[i])) * UINT64_C(0x9e3779b97f4a7c15);
        of->hash ^= of->hash >> 32;
    }
    of->tried += count;
    for (size_t v = 0; v < table->variant_count; ++v) {
        if (!bl_isa_available(table->variants[v].isa)) {
            continue;
        }
        if (table->arity == 1) {
            ((bl_kernel_1 *)table->variants[v].patterns[0])(CHUNK, x, results, 1, NULL);
        } else {
            ((bl_kernel_2 *)table->variants[v].patterns[0])(CHUNK, x, second, results, 1, NULL);
        }
        for (size_t i = 0; i < count; ++i) {
            if (bits_of(results[i]) != bits_of(expected[i]) && of->wrong++ < 5) {
                printf("# %s of %a (and %a): %a on %s, but %a\n", table->op, x[i], second[i], results[i],
                       bl_isa_name(table->variants[v].isa), expected[i]);
            }
        }
    }
}

static void compare_hard_cases(const bl_table *table, const function *f, const char *folder, outcome *of)
{
    static double x[CHUNK];
    char line[256];
    size_t count = 0;
    FILE *file;

    snprintf(line, sizeof line, "%s/%s.txt", folder, f->name);
    file = fopen(line, "r");
    if (file == NULL) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != '#') {
            char *end;

            x[count] = strtod(line, &end);
            second[count++] = *end == ',' ? strtod(end + 1, NULL) : 0;
        }
        if (count == CHUNK) {
            compare(table, f, x, count, of);
            count = 0;
        }
    }
    (void)fclose(file);
    compare(table, f, x, count, of);
}

int main(int count, char **arguments)
{
    static double x[CHUNK];
    static const bl_dtype f64[] = {BL_F64};
    const unsigned long operands = count > 1 ? strtoul(arguments[1], NULL, 10) : 0;

    if (count < 4) {
        fprintf(stderr, "usage: doubles COUNT SEED FOLDER [FUNCTION...]\n");
        return 2;
    }
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        const bl_op *op = bl_op_by_name(ranges[i].name);
        const bl_table *table = op != NULL ? bl_op_table(op, f64) : NULL;
        const function *f = function_by_name(ranges[i].name);
        outcome hard = {0, 0, 0}, by_chance = {0, 0, 0};
        int is_asked = count == 4;

        for (int k = 4; k < count; ++k) {
            is_asked |= strcmp(arguments[k], ranges[i].name) == 0;
        }
        if (table == NULL || !is_asked) {
            continue;
        }
        compare_hard_cases(table, f, arguments[3], &hard);
        ok(hard.wrong == 0, "%s: of %lu hard cases %lu are wrong", f->name, hard.tried, hard.wrong);
        state = strtoul(arguments[2], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 88172645463325252u;
        for (unsigned long done = 0; done < operands; done += CHUNK) {
            for (size_t k = 0; k < CHUNK; ++k) {
                x[k] = random_operand((unsigned)(k & 3), ranges[i].least, ranges[i].most);
                second[k] = k % 8 < 4 ? random_operand((unsigned)(k & 3), ranges[i].least, ranges[i].most) : x[k] * beside_1();
            }
            compare(table, f, x, CHUNK, &by_chance);
        }
        ok(by_chance.wrong == 0, "%s: of %lu operands by chance %lu are wrong; all results hash to %016llx", f->name, by_chance.tried,
           by_chance.wrong, (unsigned long long)by_chance.hash);
    }
    return done_testing();
}
