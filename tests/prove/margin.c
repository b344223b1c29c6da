/* The largest error, before rounding, of a function's steps in pairs of f32, as a fraction of their margin:
 *
 *   margin FUNCTION ISA EVERY LIBRARY
 *
 * LIBRARY has the function's kernel for the instruction set. The kernel also stores head, lower and upper of its last step: head + (lower
 * + upper) / 2 may be wrong by (upper - lower) / 2; and the lanes that the step computes (margins.pl). Each of these with a finite result
 * other than 0 is compared with the C library's function of long double, of 64 bits. The step may add the sign and a power of two later.
 * The program fails if a fraction is above 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;

static real rsqrtl(real x)
{
    return 1 / sqrtl(x);
}

static const struct {
    const char *name;
    real (*of)(real x);
} functions[] = {
    {"exp", expl},
    {"exp2", exp2l},
    {"expm1", expm1l},
    {"log", logl},
    {"log2", log2l},
    {"log10", log10l},
    {"log1p", log1pl},
    {"sin", sinl},
    {"cos", cosl},
    {"tan", tanl},
    {"sinh", sinhl},
    {"cosh", coshl},
    {"tanh", tanhl},
    {"asin", asinl},
    {"acos", acosl},
    {"atan", atanl},
    {"asinh", asinhl},
    {"acosh", acoshl},
    {"atanh", atanhl},
    {"cbrt", cbrtl},
    {"rsqrt", rsqrtl},
    {"erf", erfl},
};

static void *in_library(void *library, const char *name)
{
    void *address = library ? dlsym(library, name) : NULL;

    if (!address) {
        fprintf(stderr, "margin: %s\n", dlerror());
        exit(2);
    }
    return address;
}

/** The distance of value from exact, which may have another sign and another power of two. */
static real distance(real exact, real value)
{
    const real size = fabsl(value);
    const real scaled = ldexpl(fabsl(exact), exact == 0 ? 0 : ilogbl(size) - ilogbl(exact));
    const real same = fabsl(scaled - size), below = fabsl(scaled / 2 - size), above = fabsl(scaled * 2 - size);

    return fminl(same, fminl(below, above));
}

int main(int argc, char **argv)
{
    void *library = argc == 5 ? dlopen(argv[4], RTLD_NOW) : NULL;
    const uint64_t every = argc == 5 ? strtoull(argv[3], NULL, 10) : 0;
    const int lanes = argc == 5 && strcmp(argv[2], "avx512") == 0 ? 16 : 8;
    real (*of)(real x) = NULL;
    char name[64];

    for (size_t i = 0; argc == 5 && i < sizeof functions / sizeof *functions; ++i) {
        of = strcmp(functions[i].name, argv[1]) == 0 ? functions[i].of : of;
    }
    if (!of || every == 0) {
        fprintf(stderr, "usage: margin FUNCTION ISA EVERY LIBRARY, of a function that long double has too\n");
        return 2;
    }
    snprintf(name, sizeof name, "bl_%s_f32_%s_v", argv[1], argv[2]);

    void (*kernel)(size_t, const void *, void *, size_t, const ptrdiff_t *);
    void *address = in_library(library, name);
    const float *head = (const float *)in_library(library, "margin_head"), *lower = (const float *)in_library(library, "margin_lower");
    const float *upper = (const float *)in_library(library, "margin_upper");
    const unsigned char(*masks)[64] = (const unsigned char(*)[64])in_library(library, "margin_masks");
    const size_t *mask_bytes = (const size_t *)in_library(library, "margin_mask_bytes");
    const size_t *mask_count = (const size_t *)in_library(library, "margin_mask_count");
    const ptrdiff_t row[2] = {0, 0};
    uint64_t asked = 0, doubtful = 0;
    real most = 0;
    uint32_t most_at = 0;

    memcpy(&kernel, &address, sizeof kernel);
    for (uint64_t first = 0; first <= UINT32_MAX; first += (uint64_t)lanes * every) {
        uint32_t bits[16];
        float in[16], out[16];

        for (int i = 0; i < lanes; ++i) {
            bits[i] = (uint32_t)(first + (uint64_t)i * every);
        }
        memcpy(in, bits, sizeof in);
        kernel((size_t)lanes, in, out, 1, row);
        for (int i = 0; i < lanes; ++i) {
            const real exact = of(in[i]);
            int is_ordinary = exact == exact && out[i] != 0 && fabsf(out[i]) <= FLT_MAX;

            for (size_t k = 0; k < *mask_count; ++k) {
                is_ordinary &= *mask_bytes == 2 ? masks[k][i / 8] >> i % 8 & 1 : masks[k][4 * i] != 0;
            }
            if (is_ordinary) {
                const real value = (real)head[i] + ((real)lower[i] + (real)upper[i]) / 2;
                const real allowed = fabsl((real)upper[i] - (real)lower[i]) / 2, off = distance(exact, value);
                const real share = off == 0 ? 0 : off / allowed;

                ++asked;
                doubtful += head[i] + lower[i] != head[i] + upper[i];
                if (!(share <= most)) {
                    most = share;
                    most_at = bits[i];
                }
            }
        }
    }
    printf("%s f32 %s: of %llu inputs at most %.3Lf of what is allowed for, at %08lx; one in %.0f is doubtful\n", argv[1], argv[2],
           (unsigned long long)asked, most, (unsigned long)most_at, doubtful ? (double)asked / (double)doubtful : 0.0);
    return most <= 1 ? 0 : 1;
}
