/* The slow ways of functions of two operands, called by themselves, against MPFR: long_numbers [SEED [COUNT]]. Their long numbers must be as
 * precise as docs/proofs.md says; and what they give must lie on the same side of each number of 25 bits as what MPFR gives, or be that
 * number.
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

/* How wrong a long number of so many words is: by less than this power of two of itself. */
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

/* Bases beside 1, from 1/2 to 2 and any; exponents that make results of every size, whole ones, halves, any. */
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

/* Points of all sizes, most of them not too near to an axis, some with a few bits. */
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
    return done_testing();
}
