/* Slow ways, called directly, against MPFR: long_numbers [SEED [COUNT]]. The long numbers of functions of two f32 must be as precise as
 * docs/proofs.md says, and their results must be on the same side of each 25-bit number as MPFR's, or be equal to it.
 * The functions of f64 must be correctly rounded.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dispatch/long_numbers.c"
#include "harness/tap.h"

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

static uint64_t state;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double single(uint64_t bits)
{
    return (double)bl_bits_f32_u32((uint32_t)bits);
}

/* A positive number, neither subnormal nor infinite. */
static double random_single(void)
{
    return single(0x00800000 + random_bits() % 0x7f000000);
}

static const uint64_t below_25 = (UINT64_C(1) << 28) - 1;

static int is_beside(double value, const mpfr_t exact)
{
    const double cut = mpfr_get_d(exact, MPFR_RNDZ);
    const uint64_t bits = bl_bits_u64_f64(value), wanted = bl_bits_u64_f64(cut);

    if (mpfr_cmp_d(exact, cut) == 0 && (wanted & below_25) == 0) {
        return bits == wanted;
    }
    return (bits & ~below_25) == (wanted & ~below_25) && (bits & below_25) != 0;
}

/* The relative error of a long number with this many words is below this power of two. */
static long wrong_by(const uint32_t *number, int words, int exponent, const mpfr_t exact)
{
    mpfr_t value;
    long places;

    mpfr_init2(value, 300);
    mpfr_set_zero(value, 1);
    for (int i = 0; i < words; ++i) {
        mpfr_mul_2ui(value, value, 32, MPFR_RNDN);
        mpfr_add_ui(value, value, number[i], MPFR_RNDN);
    }
    mpfr_mul_2si(value, value, exponent - 32 * (words - 1), MPFR_RNDN);
    mpfr_sub(value, value, exact, MPFR_RNDN);
    places = mpfr_zero_p(value) ? -300 : (long)(mpfr_get_exp(value) - mpfr_get_exp(exact)) + 1;
    mpfr_clear(value);
    return places;
}

/* Bases next to 1, from 1/2 to 2, and any; exponents for results of every size, whole ones, halves, any. */
static int is_pair_of_power(double *a, double *b)
{
    const uint64_t of_base = random_bits() % 4, of_exponent = random_bits() % 3;
    double logarithm;

    *a = random_single();
    if (of_base == 0) {
        *a = single(0x3f7ff800 + random_bits() % 4096);
    } else if (of_base == 1) {
        *a = single(0x3f000000 + random_bits() % 0x1000000);
    }
    logarithm = log2(*a);
    if (of_exponent == 0) {
        *b = single(random_bits());
    } else if (of_exponent == 1) {
        *b = ldexp((double)(random_bits() % 200) - 100, -(int)(random_bits() % 4));
    } else {
        *b = (double)(float)(ldexp((double)random_bits() - 0x1p63, -63) * 150 / logarithm);
    }
    return logarithm != 0 && isfinite(*b) && fabs(*b) >= 0x1p-126 && fabs(*b) <= 0x1p40 && fabs(*b * logarithm) < 150;
}

/* Points of all sizes, most of them not close to an axis, some with few bits. */
static int is_point(double *y, double *x)
{
    const uint64_t kind = random_bits() % 16, mask = kind == 4 ? 0x80700000 : 0x807fffff;
    int exponent;

    *y = random_single();
    (void)frexp(*y, &exponent);
    *x = single(random_bits());
    if (kind >= 4) {
        *x = ldexp(single(0x3f800000 | (random_bits() & mask)), exponent + (int)(random_bits() % 30) - 15);
    }
    return fabs(*x) >= 0x1p-126 && fabs(*x) < 0x1p128;
}

/* ---- Functions of f64 ---- */

static double near_log(double a)
{
    return bl_near_log(a, log(a));
}

static double near_log2(double a)
{
    return bl_near_log2(a, log(a));
}

static double near_log10(double a)
{
    return bl_near_log10(a, log(a));
}

static double near_log1p(double a)
{
    return bl_near_log1p(a, log1p(a));
}

/* A slow way; whether operands are positive or of either sign, and their exponents. */
static const struct {
    const char *name;
    double (*slow)(double a);
    int (*exact)(mpfr_t to, const mpfr_t a, mpfr_rnd_t rounding);
    int is_positive, least, most;
} slow_ways[] = {
    {"exp", bl_near_exp, mpfr_exp, 0, -30, 8},
    {"exp2", bl_near_exp2, mpfr_exp2, 0, -30, 8},
    {"expm1", bl_near_expm1, mpfr_expm1, 0, -53, 4},
    {"log", near_log, mpfr_log, 1, -1000, 1000},
    {"log, near 1", near_log, mpfr_log, 1, 0, 0},
    {"log2", near_log2, mpfr_log2, 1, -4, 4},
    {"log10", near_log10, mpfr_log10, 1, -4, 4},
    {"log1p", near_log1p, mpfr_log1p, 1, -53, 1000},
    {"cbrt", bl_near_cbrt, mpfr_cbrt, 0, -1000, 1000},
    {"rsqrt", bl_near_rsqrt, mpfr_rec_sqrt, 1, -1000, 1000},
    {"sin", bl_near_sin, mpfr_sin, 0, -28, 1023},
    {"cos", bl_near_cos, mpfr_cos, 0, -28, 1023},
};

/* The length of a and b, which have similar magnitudes. */
static void test_lengths(long pairs)
{
    mpfr_t x, y, exact;
    long wrong = 0;

    mpfr_inits2(53, x, y, exact, (mpfr_ptr)0);
    for (long i = 0; i < pairs; ++i) {
        const double a = (double)(random_bits() >> 11), b = ldexp((double)(random_bits() >> 11), (int)(random_bits() % 60) - 30);

        mpfr_set_d(x, a, MPFR_RNDN);
        mpfr_set_d(y, b, MPFR_RNDN);
        (void)mpfr_hypot(exact, x, y, MPFR_RNDN);
        wrong += a > 0 && bl_near_hypot(a, b) != mpfr_get_d(exact, MPFR_RNDN);
    }
    ok(wrong == 0, "the slow way of hypot of f64: of %ld %ld are wrong", pairs, wrong);
    mpfr_clears(x, y, exact, (mpfr_ptr)0);
}

static void test_doubles(long operands)
{
    mpfr_t x, exact;

    mpfr_inits2(53, x, exact, (mpfr_ptr)0);
    for (size_t way = 0; way < sizeof slow_ways / sizeof slow_ways[0]; ++way) {
        long wrong = 0;

        for (long i = 0; i < operands; ++i) {
            const uint64_t bits = random_bits(), range = (uint64_t)(slow_ways[way].most - slow_ways[way].least + 1);
            double a = ldexp(1 + (double)(bits >> 12) * 0x1p-52, slow_ways[way].least + (int)(random_bits() % range));

            a = slow_ways[way].is_positive || (bits & 1) != 0 ? a : -a;
            mpfr_set_d(x, a, MPFR_RNDN);
            (void)slow_ways[way].exact(exact, x, MPFR_RNDN);
            if (slow_ways[way].slow(a) != mpfr_get_d(exact, MPFR_RNDN) && wrong++ < 5) {
                printf("# %s of %a\n", slow_ways[way].name, a);
            }
        }
        ok(wrong == 0, "the slow way of %s of f64: of %ld %ld are wrong", slow_ways[way].name, operands, wrong);
    }
    mpfr_clears(x, exact, (mpfr_ptr)0);
}

int main(int count, char **arguments)
{
    const unsigned seed = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 1;
    const long pairs = count > 2 ? strtol(arguments[2], NULL, 10) : 20000;
    mpfr_t first, second, exact;

    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 88172645463325252u;
    mpfr_inits2(24, first, second, (mpfr_ptr)0);
    mpfr_init2(exact, 300);
    for (int is_angle = 0; is_angle < 2; ++is_angle) {
        const long promised = is_angle ? -122 : -116;
        long wrong = 0, tried = 0, most = -300;
        double a, b;

        while (tried < pairs) {
            uint32_t number[BL_LONG_WORDS + 1];
            double value;
            int e, f;
            long own;

            if (!(is_angle ? is_point(&a, &b) : is_pair_of_power(&a, &b))) {
                continue;
            }
            mpfr_set_d(first, a, MPFR_RNDN);
            mpfr_set_d(second, b, MPFR_RNDN);
            if (is_angle) {
                (void)mpfr_atan2(exact, first, second, MPFR_RNDZ);
                e = bl_long_angle(number, a, b);
                own = wrong_by(number, BL_LONG_WORDS, e, exact);
                value = bl_near_angle(a, b);
            } else {
                const uint32_t m = bl_long_significand(a, &e) >> 8, n = bl_long_significand(b, &f);

                (void)mpfr_pow(exact, first, second, MPFR_RNDZ);
                e = bl_long_power(number, m, e, n, f, b < 0);
                own = wrong_by(number, 5, e, exact);
                value = bl_near_power(a, b);
            }
            ++tried;
            most = own > most ? own : most;
            if (!is_beside(value, exact) && wrong++ < 5) {
                mpfr_printf("# of %a and %a: %a, but exactly %.40Ra\n", a, b, value, exact);
            }
        }
        ok(most <= promised, "%s in long numbers are wrong by less than 2^%ld of themselves, at most 2^%ld here", is_angle ? "angles" : "powers", promised, most);
        ok(wrong == 0, "of %ld %ld are on the wrong side (seed %u)", tried, wrong, seed);
    }
    mpfr_clears(first, second, exact, (mpfr_ptr)0);
    test_doubles(pairs / 10);
    test_lengths(pairs / 10);
    return done_testing();
}
