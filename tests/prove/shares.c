/* The largest error of a function's fast way of f64, as a share of its margin:
 *
 *   shares FUNCTION ISA COUNT LIBRARY
 *
 * LIBRARY has the function's kernel for the instruction set. The kernel also stores head, below and margin of its last step (margins.pl):
 * head + below may be wrong by the margin. Each of COUNT random operands, or pairs, with a normal result is compared with MPFR, except those
 * that the step does not compute: of these its mask is 0. The step may add the sign and a power of two later. The program fails if a share is
 * above 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/functions.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 200 };

static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Of any bits, or of a size from 2^-64 to 2^11. */
static double random_operand(void)
{
    uint64_t bits = random_bits();
    double x;

    if (random_bits() & 1) {
        bits = (bits & ~(UINT64_C(0x7ff) << 52)) | (1023 - 64 + bits % 75) << 52;
    }
    memcpy(&x, &bits, sizeof x);
    return x;
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

/* |exact - (head + below)| / margin; exact may have another sign and another power of two. It changes exact. */
static double share_of(mpfr_t exact, double head, double below, double margin)
{
    const long places = ilogb(head) - (long)(mpfr_get_exp(exact) - 1);
    double least = INFINITY;
    mpfr_t distance;

    mpfr_init2(distance, PRECISION);
    mpfr_abs(exact, exact, MPFR_RNDN);
    for (long more = -1; more <= 1; ++more) {
        mpfr_mul_2si(distance, exact, places + more, MPFR_RNDN);
        mpfr_sub_d(distance, distance, fabs(head), MPFR_RNDN);
        mpfr_sub_d(distance, distance, head < 0 ? -below : below, MPFR_RNDN);
        mpfr_div_d(distance, distance, margin, MPFR_RNDN);
        least = fmin(least, fabs(mpfr_get_d(distance, MPFR_RNDN)));
    }
    mpfr_clear(distance);
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
    const unsigned long count = argc == 5 ? strtoul(argv[3], NULL, 10) : 0;
    unsigned long tried = 0, doubtful = 0;
    double most = 0, most_at[2] = {0, 0};
    mpfr_t x, y, exact;
    char name[64];

    if (f == NULL || count == 0) {
        fprintf(stderr, "usage: shares FUNCTION ISA COUNT LIBRARY\n");
        return 2;
    }

    const int is_pair = f->exact == NULL;

    snprintf(name, sizeof name, "bl_%s_f64_%s_%s", argv[1], argv[2], is_pair ? "vv" : "v");

    void *library = dlopen(argv[4], RTLD_LAZY), *address = in_library(library, name);
    const double *head = in_library(library, "margin_head"), *below = in_library(library, "margin_below");
    const double *margin = in_library(library, "margin_margin");
    const unsigned char(*masks)[64] = (const unsigned char(*)[64])in_library(library, "margin_masks");
    const size_t *mask_bytes = in_library(library, "margin_mask_bytes"), *mask_count = in_library(library, "margin_mask_count");
    const int lanes = strcmp(argv[2], "avx512") == 0 ? 8 : 4;

    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(exact, PRECISION);
    for (unsigned long done = 0; done < count; done += (unsigned long)lanes) {
        double in[2][8] = {{0}}, out[8];

        for (int i = 0; i < lanes; ++i) {
            in[0][i] = random_operand();
            /* half of the pairs have about the same size */
            in[1][i] = !is_pair ? 0 : random_bits() & 1 ? random_operand()
                                                        : in[0][i] * (0x1p-52 * (double)(random_bits() >> 10));
        }
        results_of(address, is_pair, lanes, in[0], in[1], out);
        for (int i = 0; i < lanes; ++i) {
            /* a bit of each lane, or a u64 */
            const int is_computed = *mask_count == 0 || (*mask_bytes == 1 ? masks[0][0] >> i & 1 : masks[0][8 * i] != 0);

            if (is_computed && fabs(out[i]) >= DBL_MIN && fabs(out[i]) <= DBL_MAX && fabs(in[0][i]) <= DBL_MAX && fabs(in[1][i]) <= DBL_MAX) {
                double share;

                mpfr_set_d(x, in[0][i], MPFR_RNDN);
                mpfr_set_d(y, in[1][i], MPFR_RNDN);
                (void)(is_pair ? f->exact_pair(exact, x, y, MPFR_RNDN) : f->exact(exact, x, MPFR_RNDN));
                share = share_of(exact, head[i], below[i], margin[i]);
                ++tried;
                doubtful += head[i] + (below[i] - margin[i]) != head[i] + (below[i] + margin[i]);
                if (!(share <= most)) {
                    most = share;
                    most_at[0] = in[0][i];
                    most_at[1] = in[1][i];
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
