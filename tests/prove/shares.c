/* The largest error of a function's fast way of f64, as a share of its margin:
 *
 *   shares FUNCTION ISA COUNT LIBRARY
 *
 * LIBRARY has the function's kernel for the instruction set. The kernel also stores head, lower and upper of its last step (margins.pl): the
 * exact result is between head + lower and head + upper. Where these are one number it may be wrong by 2^-30 of that, or by 2^-56 of the head.
 * Of the COUNT first operands of the set "many" (sets.h) each with a normal result is compared with a
 * value of 113 bits, and where the share is larger than all before, with MPFR; except those that the step does not compute: of these its
 * mask is 0. The step may add the sign and a power of two later. The program fails if a share is
 * above 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/functions.h"
#include "prove/sets.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 200 };

/* A value of 113 bits, with an error far below a margin. */
typedef __float128 quick(__float128 x, __float128 y);

/* clang-format off */
#define OF_ONE(f) static __float128 quick_##f(__float128 x, __float128 y) { (void)y; return f##q(x); }
/* clang-format on */
OF_ONE(exp)
OF_ONE(expm1)
OF_ONE(log)
OF_ONE(log2)
OF_ONE(log10)
OF_ONE(log1p)
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(cbrt)

static __float128 quick_exp2(__float128 x, __float128 y)
{
    const __float128 whole = rintq(x);

    (void)y;
    return scalbnq(expq((x - whole) * M_LN2q), (int)whole);
}

static __float128 quick_rsqrt(__float128 x, __float128 y)
{
    (void)y;
    return 1 / sqrtq(x);
}

static const struct {
    const char *name;
    quick *function;
} quicks[] = {
    {"exp", quick_exp},
    {"exp2", quick_exp2},
    {"expm1", quick_expm1},
    {"log", quick_log},
    {"log2", quick_log2},
    {"log10", quick_log10},
    {"log1p", quick_log1p},
    {"sin", quick_sin},
    {"cos", quick_cos},
    {"cbrt", quick_cbrt},
    {"rsqrt", quick_rsqrt},
    {"hypot", hypotq},
};

static quick *value_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof quicks / sizeof quicks[0]; ++i) {
        if (strcmp(quicks[i].name, name) == 0) {
            return quicks[i].function;
        }
    }
    return NULL;
}

static void *in_library(void *library, const char *name)
{
    void *address = library != NULL ? dlsym(library, name) : NULL;

    if (address == NULL) {
        fprintf(stderr, "shares: %s\n", dlerror());
        exit(2);
    }
    return address;
}

/* Half the distance between head + lower and head + upper, or a substitute if these are one number. */
static double margin_of(double head, double lower, double upper)
{
    return lower == upper ? fmax(0x1p-30 * fabs(lower), 0x1p-56 * fabs(head)) : (upper - lower) / 2;
}

/* The distance from exact to the middle between head + lower and head + upper, as a share of the margin; exact may have another sign and
 * another power of two. It changes exact. */
static double share_of(mpfr_t exact, double head, double lower, double upper)
{
    const double margin = margin_of(head, lower, upper);
    const long places = ilogb(head) - (long)(mpfr_get_exp(exact) - 1);
    double least = INFINITY;
    mpfr_t distance;

    mpfr_init2(distance, PRECISION);
    mpfr_abs(exact, exact, MPFR_RNDN);
    for (long more = -1; more <= 1; ++more) {
        mpfr_mul_2si(distance, exact, places + more, MPFR_RNDN);
        mpfr_sub_d(distance, distance, fabs(head), MPFR_RNDN);
        mpfr_sub_d(distance, distance, (head < 0 ? -lower : lower) / 2, MPFR_RNDN);
        mpfr_sub_d(distance, distance, (head < 0 ? -upper : upper) / 2, MPFR_RNDN);
        mpfr_div_d(distance, distance, margin, MPFR_RNDN);
        least = fmin(least, fabs(mpfr_get_d(distance, MPFR_RNDN)));
    }
    mpfr_clear(distance);
    return least;
}

/* The same of a quick value. */
static double quick_share_of(__float128 value, double head, double lower, double upper)
{
    const __float128 middle = ((__float128)lower + upper) / 2;
    const double margin = margin_of(head, lower, upper);
    const int places = ilogb(head) - ilogbq(value);
    double least = INFINITY;

    for (int more = -1; more <= 1; ++more) {
        const __float128 distance = scalbnq(fabsq(value), places + more) - fabs(head) - (head < 0 ? -middle : middle);

        least = fmin(least, (double)(fabsq(distance) / margin));
    }
    return least;
}

/* So many lanes: of a kernel for one operand, or for two. */
static void results_of(void *address, int is_pair, int lanes, const double *x, const double *y, double *out)
{
    const ptrdiff_t row[3] = {0, 0, 0};
    void (*one)(size_t, const void *, void *, size_t, const ptrdiff_t *);
    void (*two)(size_t, const void *, const void *, void *, size_t, const ptrdiff_t *);

    if (is_pair) {
        memcpy(&two, &address, sizeof two);
        two((size_t)lanes, x, y, out, 1, row);
    } else {
        memcpy(&one, &address, sizeof one);
        one((size_t)lanes, x, out, 1, row);
    }
}

int main(int argc, char **argv)
{
    const function *f = argc == 5 ? function_by_name(argv[1]) : NULL;
    quick *value_of = argc == 5 ? value_by_name(argv[1]) : NULL;
    const unsigned long most_count = 1UL << 30, asked = argc == 5 ? strtoul(argv[3], NULL, 10) : 0, count = asked < most_count ? asked : most_count;
    static double in[2][CHUNK];
    proof set;
    unsigned long tried = 0, doubtful = 0;
    double most = 0, most_at[2] = {0, 0};
    mpfr_t x, y, exact;
    char name[64];

    if (f == NULL || value_of == NULL || count == 0 || !proof_start(&set, argv[1], "f64-many")) {
        fprintf(stderr, "usage: shares FUNCTION ISA COUNT LIBRARY\n");
        return 2;
    }

    const int is_pair = f->exact == NULL;

    snprintf(name, sizeof name, "bl_%s_f64_%s_%s", argv[1], argv[2], is_pair ? "vv" : "v");

    void *library = dlopen(argv[4], RTLD_LAZY), *address = in_library(library, name);
    const double *head = in_library(library, "margin_head"), *lower = in_library(library, "margin_lower");
    const double *upper = in_library(library, "margin_upper");
    const unsigned char(*masks)[64] = (const unsigned char(*)[64])in_library(library, "margin_masks");
    const size_t *mask_bytes = in_library(library, "margin_mask_bytes"), *mask_count = in_library(library, "margin_mask_count");
    const int lanes = strcmp(argv[2], "avx512") == 0 ? 8 : 4;

    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(exact, PRECISION);
    for (unsigned long done = 0; done < count; done += (unsigned long)lanes) {
        const size_t at = done % CHUNK;
        const double *a = in[0] + at, *b = in[1] + at;
        double out[8];

        if (at == 0) {
            fill_chunk(&set, (unsigned)(done / CHUNK) / set.chunks, (unsigned)(done / CHUNK) % set.chunks, (void *const[]){in[0], in[1]});
        }
        results_of(address, is_pair, lanes, a, b, out);
        for (int i = 0; i < lanes; ++i) {
            int is_computed = 1;

            for (size_t mask = 0; mask < *mask_count; ++mask) /* a bit of each lane, or a u64; the second one is of operands too tiny */
                is_computed &= (*mask_bytes == 1 ? masks[mask][0] >> i & 1 : masks[mask][8 * i] != 0) == (mask == 0);

            if (is_computed && fabs(out[i]) >= DBL_MIN && fabs(out[i]) <= DBL_MAX && fabs(a[i]) <= DBL_MAX && (!is_pair || fabs(b[i]) <= DBL_MAX)) {
                double share = quick_share_of(value_of(a[i], b[i]), head[i], lower[i], upper[i]);

                ++tried;
                doubtful += lower[i] == upper[i] ? fma(lower[i], 1 - 0x1p-30, head[i]) != fma(lower[i], 1 + 0x1p-30, head[i])
                                                 : head[i] + lower[i] != head[i] + upper[i];
                if (!(share <= most)) {
                    mpfr_set_d(x, a[i], MPFR_RNDN);
                    mpfr_set_d(y, b[i], MPFR_RNDN);
                    (void)(is_pair ? f->exact_pair(exact, x, y, MPFR_RNDN) : f->exact(exact, x, MPFR_RNDN));
                    share = share_of(exact, head[i], lower[i], upper[i]);
                    most = fmax(most, share);
                    most_at[0] = a[i];
                    most_at[1] = b[i];
                }
            }
        }
    }
    printf("%s f64 %s: of %lu operands at most %.3f of the margin, at %a", argv[1], argv[2], tried, most, most_at[0]);
    if (is_pair) {
        printf(" and %a", most_at[1]);
    }
    printf("; %lu are doubtful\n", doubtful);
    return most <= 1 ? 0 : 1;
}
