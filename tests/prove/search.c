/* Searches a range of operands of f64 for all that are hard to round, and must find the known case in the range again:
 *
 *   search LOG2 FUNCTION...: around the hardest case of each function's list, 2^LOG2 operands of one binade. Prints the hardest ones.
 *   Functions of two operands are left out
 *
 * In units of half of the result's last place, a number is an integer plus a fraction. A result is hard to round if the fraction is near 0
 * or 1. Over a piece of some thousand operands the fraction is nearly linear in the operand's index. So a problem of integers, the least n
 * for which (b + a n) mod m is in an interval, gives each candidate in a few dozen steps, as in Lefèvre's algorithm. MPFR decides.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/doubles.h"
#include "prove/functions.h"
#include "second/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PRECISION = 300,
       TERMS = 5,
       LOG2_BLOCK = 24,
       LOG2_LEAST_PIECE = 8,
       LOG2_MOST_PIECE = 20,
       LOG2_EXPECTED = 4 };

__extension__ typedef __float128 wide;
__extension__ typedef unsigned __int128 uint128;

#define MODULUS (UINT64_C(1) << 62)

/* The least n for which a n mod m is from `first` to `last`; `most` or more if there is none below that. a < m, first <= last < m. */
static uint64_t least_index(uint64_t a, uint64_t m, uint64_t first, uint64_t last, uint64_t most)
{
    uint64_t index, wraps;
    uint128 sum;

    if (first == 0) {
        return 0;
    }
    if (a == 0) {
        return most;
    }
    if (a > m - a) { /* backwards it is the shorter step */
        return least_index(m - a, m, m - last, m - first, most);
    }
    index = (first + a - 1) / a;
    if (index * a <= last) {
        return index;
    }
    /* no multiple of a is in the interval, so there is one only after some wraps: m wraps mod a is in the opposite interval */
    wraps = least_index(m % a, a, a - 1 - (last + a - 1) % a, a - 1 - (first + a - 1) % a, most);
    sum = (uint128)m * wraps + first + a - 1;
    return wraps >= most || sum / a >= most ? most : (uint64_t)(sum / a);
}

/* Compares the search with a loop over all n. */
static void check_least_index(void)
{
    uint64_t state = 1;

    for (int i = 0; i < 20000; ++i) {
        const uint64_t m = 1000, most = 300;
        uint64_t numbers[3], n = 0;

        for (int k = 0; k < 3; ++k) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
            numbers[k] = (state >> 33) % m;
        }

        const uint64_t a = numbers[0], first = numbers[1], last = first + numbers[2] % 20 < m ? first + numbers[2] % 20 : m - 1;

        while (n < most && (a * n % m < first || a * n % m > last)) {
            ++n;
        }
        const uint64_t found = least_index(a, m, first, last, most);

        if ((found < most ? found : most) != n) {
            fprintf(stderr, "search: least_index is wrong\n");
            exit(1);
        }
    }
}

/* |f(x)| in halves of the last place of results from 2^exponent on. */
static void value_of(mpfr_t to, const function *f, uint64_t bits, long exponent)
{
    mpfr_t x;

    mpfr_init2(x, 53);
    mpfr_set_d(x, f64_of_bits(bits), MPFR_RNDN);
    (void)f->exact(to, x, MPFR_RNDN);
    mpfr_abs(to, to, MPFR_RNDN);
    mpfr_mul_2si(to, to, 53 - exponent, MPFR_RNDN);
    mpfr_clear(x);
}

/* How far the result is from the nearest double, or from the nearest middle between two, in halves of a last place: 2^-that. */
static double hardness_of(const function *f, uint64_t bits, long exponent)
{
    mpfr_t value, whole;
    double distance;

    mpfr_init2(value, PRECISION);
    mpfr_init2(whole, PRECISION);
    value_of(value, f, bits, exponent);
    mpfr_rint(whole, value, MPFR_RNDN);
    mpfr_sub(value, value, whole, MPFR_RNDN);
    distance = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clears(value, whole, (mpfr_ptr)0);
    return distance == 0 ? 0 : -log2(fabs(distance)); /* an exact result is not hard */
}

static long exponent_of(const function *f, uint64_t bits)
{
    mpfr_t value;
    long exponent;

    mpfr_init2(value, PRECISION);
    value_of(value, f, bits, 53);
    exponent = (long)mpfr_get_exp(value) - 1;
    mpfr_clear(value);
    return exponent;
}

/* The values of a block as a polynomial in t = n / 2^(LOG2_BLOCK - 2), without the whole part of the first one: from five of them. */
static void polynomial_of(wide *terms, const function *f, uint64_t block, long exponent)
{
    /* t (t - 1) ... / k! as powers of t, in 24ths */
    static const int powers[TERMS][TERMS] = {{24}, {0, 24}, {0, -12, 12}, {0, 8, -12, 4}, {0, -6, 11, -6, 1}};
    mpfr_t values[TERMS], whole, term;

    mpfr_init2(whole, PRECISION);
    mpfr_init2(term, PRECISION);
    for (int i = 0; i < TERMS; ++i) {
        mpfr_init2(values[i], PRECISION);
        value_of(values[i], f, block + ((uint64_t)i << (LOG2_BLOCK - 2)), exponent);
    }
    mpfr_rint_floor(whole, values[0], MPFR_RNDN);
    for (int i = 0; i < TERMS; ++i) {
        mpfr_sub(values[i], values[i], whole, MPFR_RNDN);
    }
    for (int order = 1; order < TERMS; ++order) {
        for (int i = TERMS - 1; i >= order; --i) {
            mpfr_sub(values[i], values[i], values[i - 1], MPFR_RNDN);
        }
    }
    for (int k = 0; k < TERMS; ++k) {
        mpfr_set_zero(whole, 1);
        for (int i = k; i < TERMS; ++i) {
            mpfr_mul_si(term, values[i], powers[i][k], MPFR_RNDN);
            mpfr_add(whole, whole, term, MPFR_RNDN);
        }
        mpfr_div_ui(whole, whole, 24, MPFR_RNDN);
        terms[k] = 0;
        for (int part = 0; part < 3; ++part) { /* 53 bits at a time */
            const double head = mpfr_get_d(whole, MPFR_RNDN);

            terms[k] += head;
            mpfr_sub_d(whole, whole, head, MPFR_RNDN);
        }
    }
    for (int i = 0; i < TERMS; ++i) {
        mpfr_clear(values[i]);
    }
    mpfr_clears(whole, term, (mpfr_ptr)0);
}

static wide value_at(const wide *terms, wide t)
{
    wide value = terms[TERMS - 1];

    for (int k = TERMS - 2; k >= 0; --k) {
        value = value * t + terms[k];
    }
    return value;
}

/* The fraction of x, in units of 1 / MODULUS. */
static uint64_t fraction_of(wide x)
{
    const int64_t whole = (int64_t)x; /* |x| < 2^62 */
    const wide rest = x - whole;

    return (uint64_t)(int64_t)(rest * (wide)MODULUS) & (MODULUS - 1);
}

typedef struct range {
    const function *f;
    long exponent; /* of the results */
    double bits;   /* the least number of equal bits at the beginning of the fraction */
    double shown;  /* the same of cases that are printed */
    uint64_t known;
    unsigned found;
    int is_found;
} range;

static void try_candidate(range *of, uint64_t bits)
{
    const double hardness = hardness_of(of->f, bits, of->exponent);

    if (hardness >= of->bits) {
        if (hardness >= of->shown) {
            printf("# %s of %a: 2^-%.1f of half a last place from a boundary\n", of->f->name, f64_of_bits(bits), hardness);
        }
        of->found += 1;
        of->is_found |= bits == of->known;
    }
}

static void search_block(range *of, uint64_t block)
{
    const wide scale = (wide)(1 << (LOG2_BLOCK - 2));
    const double near = ldexp(1, -(int)of->bits);
    wide terms[TERMS];

    polynomial_of(terms, of->f, block, of->exponent);

    /* The error of the linear values is the square's: as large as the piece is long, up to one candidate a piece. */
    const double curve = fabs((double)(terms[2] / (scale * scale))) + 3 * fabs((double)(terms[3] / (scale * scale)));
    const int wanted = (int)floor(-log2(curve + 0x1p-100) / 3);
    const int log2_piece = wanted < LOG2_LEAST_PIECE ? LOG2_LEAST_PIECE : wanted > LOG2_MOST_PIECE ? LOG2_MOST_PIECE
                                                                                                   : wanted;
    const uint64_t piece = UINT64_C(1) << log2_piece;
    const double half = (double)(piece / 2), error = near + curve * half * half * 1.01 + 0x1p-36;
    const uint64_t margin = (uint64_t)(error * (double)MODULUS), width = 2 * margin;

    if (error > 0.2) {
        fprintf(stderr, "search: %s curves too much\n", of->f->name);
        exit(1);
    }
    for (uint64_t first = 0; first < UINT64_C(1) << LOG2_BLOCK; first += piece) {
        const wide middle = (wide)(first + piece / 2) / scale;
        const wide slope = (((4 * terms[4] * middle + 3 * terms[3]) * middle + 2 * terms[2]) * middle + terms[1]) / scale;
        const uint64_t a = fraction_of(slope), start = fraction_of(value_at(terms, middle) - slope * (wide)(piece / 2));

        for (uint64_t n = 0; n < piece; ++n) {
            const uint64_t from = (MODULUS - (start + a * n + margin)) & (MODULUS - 1); /* so a m mod m is from here to `width` more */

            n += from + width >= MODULUS ? 0 : least_index(a, MODULUS, from, from + width, piece - n);
            if (n < piece) {
                const wide value = value_at(terms, (wide)(first + n) / scale);
                const uint64_t distance = fraction_of(value + near);

                if (distance <= (uint64_t)(2.01 * near * (double)MODULUS)) {
                    try_candidate(of, block + first + n);
                }
            }
        }
    }
}

/* The hardest case of the list; the operand's bits. */
static uint64_t hardest_of(const function *f, double *hardness)
{
    static double x[CHUNK], y[CHUNK];
    uint64_t hardest = 0;

    *hardness = 0;
    fill_listed(f->name, x, y);
    for (size_t i = 0; i < CHUNK; ++i) {
        if (isfinite(x[i]) && fabs(x[i]) >= 0x1p-8) {
            const double own = hardness_of(f, bits_of_f64(x[i]), exponent_of(f, bits_of_f64(x[i])));

            if (own > *hardness) {
                *hardness = own;
                hardest = bits_of_f64(x[i]);
            }
        }
    }
    if (hardest == 0) {
        fprintf(stderr, "search: no cases of %s\n", f->name);
        exit(2);
    }
    return hardest;
}

int main(int argc, char **argv)
{
    const int log2_count = argc > 2 ? atoi(argv[1]) : 0;
    int failed = 0;

    if (log2_count < LOG2_BLOCK || log2_count > 50) {
        fprintf(stderr, "usage: search LOG2 FUNCTION..., LOG2 from %d to 50\n", LOG2_BLOCK);
        return 2;
    }
    check_least_index();
    for (int i = 2; i < argc; ++i) {
        range of = {0};
        double hardness;

        of.f = function_by_name(argv[i]);
        if (of.f == NULL) {
            fprintf(stderr, "search: no function '%s'\n", argv[i]);
            return 2;
        }
        if (of.f->exact == NULL) {
            printf("%s: two operands, not searched\n", of.f->name);
            continue;
        }
        of.known = hardest_of(of.f, &hardness);
        of.exponent = exponent_of(of.f, of.known);
        of.bits = log2_count + 1 - LOG2_EXPECTED; /* by chance 2^LOG2_EXPECTED cases */
        of.shown = log2_count + 1;

        const uint64_t first = of.known >> log2_count << log2_count;

        for (uint64_t block = 0; block < UINT64_C(1) << (log2_count - LOG2_BLOCK); ++block) {
            search_block(&of, first + (block << LOG2_BLOCK));
        }
        printf("%s: among 2^%d operands from %a on %u within 2^-%.0f of half a last place; the known case is %s\n", of.f->name, log2_count,
               f64_of_bits(first), of.found, of.bits, of.is_found ? "found again" : "NOT among them");
        failed |= !of.is_found;
    }
    return failed;
}
