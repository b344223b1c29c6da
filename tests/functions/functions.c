/* The functions of functions.lua: plain C gives what MPFR does, which rounds correctly, and each instruction set that has a kernel
 * of its own the same bits. Inputs: in f32 special values, the hardest cases and random ones by seed, 100,000 for each function;
 * in f16 and bf16 all.
 *
 *   functions tests/functions/hard.txt
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_ops.h"
#include "harness/tap.h"

#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 100000,
       WORKING_BITS = 300 };

/* ---- Formats ---- */

typedef struct format {
    const char *name;
    int bits, fraction; /* of the whole; that are stored of the significand */
} format;

static const format f32 = {"f32", 32, 23}, f16 = {"f16", 16, 10}, bf16 = {"bf16", 16, 7};

static uint32_t top_bit(const format *of)
{
    return UINT32_C(1) << (of->bits - 1);
}

static uint32_t infinity_of(const format *of)
{
    return top_bit(of) - (UINT32_C(1) << of->fraction);
}

static int is_nan(const format *of, uint32_t bits)
{
    return (bits & (top_bit(of) - 1)) > infinity_of(of);
}

/* Bit for bit, or NaN both: which one of them is no promise (docs/semantics.md). */
static int is_same(const format *of, uint32_t a, uint32_t b)
{
    return a == b || (is_nan(of, a) && is_nan(of, b));
}

/* The exponent of the least normal number. */
static int least_exponent(const format *of)
{
    return 2 - (1 << (of->bits - of->fraction - 2));
}

static void set_from_bits(mpfr_t value, const format *of, uint32_t bits)
{
    const uint32_t magnitude = bits & (top_bit(of) - 1);
    const uint32_t fraction = magnitude & ((UINT32_C(1) << of->fraction) - 1);
    const int exponent = (int)(magnitude >> of->fraction);

    if (magnitude > infinity_of(of)) {
        mpfr_set_nan(value);
    } else if (magnitude == infinity_of(of)) {
        mpfr_set_inf(value, 1);
    } else {
        mpfr_set_ui_2exp(value, exponent > 0 ? fraction | UINT32_C(1) << of->fraction : fraction,
                         (exponent > 0 ? exponent : 1) - 1 + least_exponent(of) - of->fraction, MPFR_RNDN);
    }
    mpfr_setsign(value, value, (bits & top_bit(of)) != 0, MPFR_RNDN);
}

/* The bits of the nearest, to even; of NaN some. */
static uint32_t nearest_bits(const format *of, const mpfr_t exact)
{
    const uint32_t sign = mpfr_signbit(exact) ? top_bit(of) : 0;
    const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    uint32_t bits;
    mpfr_t value;
    int inexact;

    if (mpfr_nan_p(exact)) {
        return infinity_of(of) + 1;
    }
    mpfr_init2(value, of->fraction + 1);
    mpfr_set_emin(least_exponent(of) - of->fraction + 1); /* MPFR's significands are less than 1 */
    mpfr_set_emax(2 - least_exponent(of));
    inexact = mpfr_set(value, exact, MPFR_RNDN);
    inexact = mpfr_check_range(value, inexact, MPFR_RNDN);
    (void)mpfr_subnormalize(value, inexact, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    if (mpfr_inf_p(value)) {
        bits = infinity_of(of);
    } else if (mpfr_zero_p(value)) {
        bits = 0;
    } else {
        int exponent = (int)mpfr_get_exp(value) - 1;

        exponent = exponent < least_exponent(of) ? least_exponent(of) : exponent;
        mpfr_abs(value, value, MPFR_RNDN);
        mpfr_mul_2si(value, value, of->fraction - exponent, MPFR_RNDN); /* a whole number: the significand */
        bits = (uint32_t)mpfr_get_ui(value, MPFR_RNDN) + ((uint32_t)(exponent - least_exponent(of)) << of->fraction);
    }
    mpfr_clear(value);
    return sign | bits;
}

/* ---- The functions ---- */

static int sigmoid(mpfr_t value, const mpfr_t x, mpfr_rnd_t rounding)
{
    mpfr_neg(value, x, rounding);
    mpfr_exp(value, value, rounding);
    mpfr_add_ui(value, value, 1, rounding);
    return mpfr_ui_div(value, 1, value, rounding);
}

typedef struct function {
    const char *name;
    const format *of;
    const bl_table *table;
    int (*exact)(mpfr_t, const mpfr_t, mpfr_rnd_t);
    double most;               /* up to this magnitude it has most to say */
    uint32_t known, has_known; /* the input at which it is wrong, if there is one */
} function;

static const function functions[] = {
    {"exp", &f32, &bl_table_exp_f32, mpfr_exp, 105, 0, 0},
    {"exp", &f16, &bl_table_exp_f16, mpfr_exp, 0, 0, 0},
    {"exp", &bf16, &bl_table_exp_bf16, mpfr_exp, 0, 0, 0},
    {"log", &f32, &bl_table_log_f32, mpfr_log, 16, 0, 0},
    {"tanh", &f32, &bl_table_tanh_f32, mpfr_tanh, 10, 0, 0},
    {"sigmoid", &f32, &bl_table_sigmoid_f32, sigmoid, 105, 0xba928601, 1},
    {"sin", &f32, &bl_table_sin_f32, mpfr_sin, 300000, 0, 0},
};

/* ---- The inputs ---- */

static uint64_t state;

static uint32_t random_bits(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

static uint32_t f32_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* What lies on both sides of where results overflow, vanish, become subnormal, saturate, or are computed in another way. */
static const float thresholds[] = {88.722839f, -87.336544f, -103.278930f, -103.972084f, 90, -110, 110, 104, 9.010914f, 12,
                                   16.635532f, 17.328680f, 0.000244140625f, 262144, 0.70710678f, 1.41421356f, 1, 3.14159265f, 1.57079633f};

typedef struct inputs {
    uint32_t bits[COUNT];
    size_t count;
} inputs;

static void add(inputs *list, uint32_t bits)
{
    if (list->count < COUNT) {
        list->bits[list->count++] = bits;
    }
}

static void add_special(inputs *list)
{
    static const uint32_t fractions[] = {0, 1, 2, 0x2aaaaa, 0x3fffff, 0x400000, 0x400001, 0x7ffffe, 0x7fffff};

    for (uint32_t exponent = 0; exponent < 512; ++exponent) { /* and signs: zeros, subnormals, infinities, NaN of both kinds */
        for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; ++i) {
            add(list, exponent << 23 | fractions[i]);
        }
    }
    for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; ++i) {
        for (uint32_t near = 0; near < 9; ++near) {
            add(list, f32_bits(thresholds[i]) + near - 4);
            add(list, f32_bits(-thresholds[i]) + near - 4);
        }
    }
}

/* The file's lines "exp 41b0d1a2" of this function. */
static size_t add_hard(inputs *list, const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    char line[80], of[80];
    unsigned bits;
    const size_t before = list->count;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%79s %x", of, &bits) == 2 && strcmp(of, name) == 0) {
            add(list, bits);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return list->count - before;
}

static void fill(inputs *list, const function *f, const char *hard_cases)
{
    list->count = 0;
    if (f->of->bits == 16) {
        while (list->count < 0x10000) {
            add(list, (uint32_t)list->count);
        }
        return;
    }
    add_special(list);
    if (f->has_known) {
        add(list, f->known);
    }
    const size_t hard = add_hard(list, hard_cases, f->name);
    ok(hard >= 100, "%s %s has %zu hard cases", f->name, f->of->name, hard);
    state = 20;                   /* the seed */
    while (list->count < COUNT) { /* by turns any bits, and evenly where results change most */
        const uint32_t bits = random_bits();

        add(list, bits);
        add(list, f32_bits((float)(((double)bits / 2147483648.0 - 1) * f->most)));
    }
}

/* ---- The check ---- */

static uint32_t element(const format *of, const void *data, size_t i)
{
    return of->bits == 16 ? ((const uint16_t *)data)[i] : ((const uint32_t *)data)[i];
}

static void compute(const function *f, const inputs *list, void *results)
{
    static uint16_t narrow[COUNT];

    for (size_t i = 0; i < list->count; ++i) {
        narrow[i] = (uint16_t)list->bits[i];
    }
    const void *const from[] = {f->of->bits == 16 ? (const void *)narrow : list->bits};
    if (bl_run_contiguous(f->table, list->count, from, NULL, results) != BL_OK) {
        ok(0, "%s %s runs", f->name, f->of->name);
    }
}

/* Against MPFR: no input is wrong but the one that is known to be, which is. */
static void check_exact(const function *f, const inputs *list, const void *results, const char *isa)
{
    size_t wrong = 0, known = 0;
    mpfr_t x, exact;

    mpfr_init2(x, f->of->fraction + 1);
    mpfr_init2(exact, WORKING_BITS);
    for (size_t i = 0; i < list->count; ++i) {
        set_from_bits(x, f->of, list->bits[i]);
        (void)f->exact(exact, x, MPFR_RNDN);
        const uint32_t expected = nearest_bits(f->of, exact), bits = element(f->of, results, i);

        if (is_same(f->of, bits, expected)) {
            continue;
        }
        if (f->has_known && list->bits[i] == f->known) {
            ++known;
        } else if (++wrong <= 5) {
            printf("# %s(%08x) gave %08x, MPFR gives %08x\n", f->name, (unsigned)list->bits[i], (unsigned)bits, (unsigned)expected);
        }
    }
    mpfr_clear(x);
    mpfr_clear(exact);
    ok(wrong == 0, "%s %s on %s: %zu of %zu results are not as MPFR rounds them", f->name, f->of->name, isa, wrong, list->count);
    if (f->has_known) {
        ok(known > 0, "%s %s on %s: that of %08x is not", f->name, f->of->name, isa, (unsigned)f->known);
    }
}

static void check_same(const function *f, const inputs *list, const void *plain, const void *results, const char *isa)
{
    size_t differ = 0;

    for (size_t i = 0; i < list->count; ++i) {
        const uint32_t a = element(f->of, plain, i), b = element(f->of, results, i);

        if (!is_same(f->of, a, b) && ++differ <= 5) {
            printf("# %s(%08x) gave %08x, in plain C %08x\n", f->name, (unsigned)list->bits[i], (unsigned)b, (unsigned)a);
        }
    }
    ok(differ == 0, "%s %s on %s: %zu of %zu results are not as in plain C", f->name, f->of->name, isa, differ, list->count);
}

/* Whether a function of f32 has a kernel of its own on each of these instruction sets that this machine has. */
static void check_woven(const function *f)
{
    static const char *const names[] = {"scalar", "avx2", "avx512", "neon"};

    for (size_t i = 0; f->of == &f32 && i < sizeof names / sizeof names[0]; ++i) {
        bl_isa isa;
        int is_woven = 0;

        if (bl_isa_from_name(names[i], &isa) != BL_OK || !bl_isa_available(isa)) {
            continue;
        }
        for (size_t k = 0; k < f->table->variant_count; ++k) {
            is_woven |= f->table->variants[k].isa == isa;
        }
        ok(is_woven, "%s %s has a kernel of its own for %s", f->name, f->of->name, names[i]);
    }
}

/* Of a table the variants, plain C last. Returns how many were run. */
static size_t check(const function *f, const inputs *list)
{
    static uint32_t plain[COUNT], results[COUNT];
    size_t run = 0;

    for (size_t i = f->table->variant_count; i-- > 0;) {
        const bl_isa isa = f->table->variants[i].isa;
        char what[80];

        if (bl_isa_limit(isa) != BL_OK) {
            (void)snprintf(what, sizeof what, "%s %s on %s", f->name, f->of->name, bl_isa_name(isa));
            skip(what, "this processor lacks it");
            continue;
        }
        compute(f, list, run == 0 ? plain : results);
        if (run++ == 0) {
            check_exact(f, list, plain, bl_isa_name(isa));
        } else {
            check_same(f, list, plain, results, bl_isa_name(isa));
        }
        (void)bl_isa_limit(BL_ISA_ANY);
    }
    return run;
}

int main(int argc, char **argv)
{
    static inputs list;
    size_t most = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: functions tests/functions/hard.txt\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
        fill(&list, &functions[i], argv[1]);
        const size_t run = check(&functions[i], &list);
        check_woven(&functions[i]);
        most = run > most ? run : most;
    }
    if (most < 3) {
        skip("the same results on three instruction sets", "this processor has fewer");
    }
    mpfr_free_cache();
    return done_testing();
}
