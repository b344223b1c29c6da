/* Division by a value that is constant over a row, through its reciprocal (gen/dictionary/division.lua), compared with plain division:
 * quotients [all [SEED]]. docs/proofs.md lists the operands; without `all` it tests a sample, in seconds.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { UNITS = 6 }; /* farther from a midpoint than that the error of the last step does not matter */

typedef struct {
    uint64_t visited, wrong, product_wrong;
    double x, y; /* the last pair with a wrong result */
} tally;

static uint64_t state;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Compares one pair. Returns whether the product without a correction has another result. */
static int visit_f32(tally *of, float x, float y)
{
    const float z = 1.0f / y, product = x * z, rest = fmaf(-product, y, x), quotient = fmaf(rest, z, product);

    if (quotient != x / y) {
        ++of->wrong;
        of->x = (double)x;
        of->y = (double)y;
    }
    return product != x / y;
}

static int visit_f64(tally *of, double x, double y)
{
    const double z = 1.0 / y, product = x * z, rest = fma(-product, y, x), quotient = fma(rest, z, product);

    if (quotient != x / y) {
        ++of->wrong;
        of->x = x;
        of->y = y;
    }
    return product != x / y;
}

/* Two significands as numbers, also scaled so that the quotient, its remainder or the reciprocal is nearest to the ends of the range. */
static void visit(tally *of, int bits, uint64_t x, uint64_t y, int at_ends)
{
    static const int dividends[][2] = {{-86, 85}, {-560, 599}}, divisors[][2] = {{-40, 39}, {-400, 399}};
    const int *of_x = dividends[bits == 53], *of_y = divisors[bits == 53];

    ++of->visited;
    of->product_wrong +=
        (uint64_t)(bits == 24 ? visit_f32(of, (float)x, (float)y) : visit_f64(of, (double)x, (double)y));
    for (int i = 0; at_ends && i < 4; ++i) {
        const int to_x = of_x[i % 2] + 1 - bits, to_y = of_y[i / 2] + 1 - bits;

        if (bits == 24) {
            (void)visit_f32(of, ldexpf((float)x, to_x), ldexpf((float)y, to_y));
        } else {
            (void)visit_f64(of, ldexp((double)x, to_x), ldexp((double)y, to_y));
        }
    }
}

/* All x of `bits` bits with a quotient x / y that is 1 to UNITS units from a midpoint of two floats, m / 2^k with m odd. A unit is 1 / (y 2^k):
 * half of the quotient's last bit times the divisor's last bit, relative to the divisor. So x 2^k = m y + d, and modulo 2^k y and d
 * determine m. */
static void visit_hard(tally *of, int bits, uint64_t y, int at_ends)
{
    const uint64_t least = UINT64_C(1) << (bits - 1);
    uint64_t odd = y, inverse;
    int twos = 0;

    while (odd % 2 == 0) {
        odd /= 2;
        ++twos;
    }
    inverse = odd;
    for (int i = 0; i < 6; ++i) {
        inverse *= 2 - odd * inverse;
    }
    if (twos >= 3) {
        return; /* d is a multiple of 8 then */
    }
    for (int d = -UNITS; d <= UNITS; ++d) {
        const int whole = d / (1 << twos);

        if (d == 0 || whole * (1 << twos) != d || whole % 2 == 0) {
            continue; /* an even one has even m only */
        }
        for (int k = bits; k <= bits + 1; ++k) {
            const uint64_t modulus = UINT64_C(1) << (k - twos);
            uint64_t m = (0 - (uint64_t)(int64_t)whole * inverse) & (modulus - 1);

            for (; m < least * 4; m += modulus) {
                const wide dividend = ((wide)m * y + (wide)(__extension__(__int128) d)) >> k;
                const uint64_t x = (uint64_t)dividend;

                if (m >= least * 2 && dividend < 2 * (wide)least && x >= least && (x < y) == (k > bits)) {
                    visit(of, bits, x, y, at_ends);
                }
            }
        }
    }
}

static void tell(const tally *of, const char *what)
{
    ok(of->visited > 0 && of->wrong == 0, "%s: %" PRIu64 " pairs, of which the product alone is not enough for %" PRIu64, what,
       of->visited, of->product_wrong);
    if (of->wrong > 0) {
        printf("# %" PRIu64 " are wrong; the last one is %a / %a\n", of->wrong, of->x, of->y);
    }
}

static float of_half(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const float size = exponent == 0 ? ldexpf((float)(bits & 1023), -24) : ldexpf((float)(bits & 1023) + 1024.0f, exponent - 25);

    return bits >> 15 ? -size : size;
}

static float of_bfloat(uint32_t bits)
{
    const uint32_t all = bits << 16;
    float value;

    memcpy(&value, &all, sizeof value);
    return value;
}

static int is_in_range(float value, int exponent)
{
    return fabsf(value) >= ldexpf(1.0f, -exponent) && fabsf(value) < ldexpf(1.0f, exponent);
}

/* All pairs of 16 bits that the f32 range contains; as f32, all f16 are in it. */
static void visit_short(tally *of, float (*value)(uint32_t), uint32_t infinity, uint32_t every)
{
    static float values[1 << 15];

    for (uint32_t i = 0; i < infinity; ++i) {
        values[i] = value(i);
    }
    for (uint32_t b = 1; b < infinity; b += every) {
        for (uint32_t a = 1; is_in_range(values[b], 40) && a < infinity; ++a) {
            if (is_in_range(values[a], 86)) {
                ++of->visited;
                of->product_wrong += (uint64_t)visit_f32(of, values[a], values[b]);
            }
        }
    }
}

/* The integer nearest to x / y, as in kernels that quantise to 8 bits, compared with that of the quotient. */
static void visit_step(tally *of, float x, float y, float multiplier)
{
    const float nearest = nearbyintf(x / y);
    const int32_t scaled = (int32_t)lrintf(fmaf(x, multiplier, 32776.0f)), whole = (scaled - (scaled & 0xffff)) / 65536;

    if ((scaled & 0xfff0) == 0) {
        ++of->product_wrong; /* the kernels divide */
    } else if (fabsf(nearest) < 511.0f ? (float)whole != nearest : (nearest < 0 ? -whole : whole) < 511) {
        ++of->wrong;
        of->x = (double)x;
        of->y = (double)y;
    }
    ++of->visited;
}

/* Dividends next to an odd multiple of half the divisor, and others. */
static void visit_steps(tally *of, float y)
{
    const float multiplier = 65536.0f * (1.0f / y);

    for (int i = 0; i < 8; ++i) {
        const uint64_t bits = random_bits();
        const double half = (double)(bits % 1200) - 599.5;

        for (int k = -8; k <= 8; ++k) {
            visit_step(of, (float)((half + k * 0x1.3p-15) * (double)y), y, multiplier);
        }
        visit_step(of, ((float)(bits >> 40) - 8388608.0f) * y * ldexpf(1.0f, -13 - (int)(bits >> 20 & 15)), y, multiplier);
    }
}

int main(int argc, char **argv)
{
    const int all = argc > 1 && strcmp(argv[1], "all") == 0;
    const uint64_t f64_pairs = all ? UINT64_C(1000000000) : 1000000;
    const uint32_t every = all ? 1 : 257;
    tally f32 = {0}, f64 = {0}, f64_any = {0}, f16 = {0}, bf16 = {0}, steps = {0};

    state = argc > 2 ? strtoull(argv[2], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) | 1 : UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t y = (UINT32_C(1) << 23) + (uint32_t)(random_bits() % every); y < UINT32_C(1) << 24; y += every) {
        visit_hard(&f32, 24, y, 1);
    }
    tell(&f32, "f32 beside midpoints");
    while (f64.visited < f64_pairs) {
        const uint64_t y = UINT64_C(1) << 52 | random_bits() >> 12, offset = random_bits() >> 54;

        visit_hard(&f64, 53, y, 1);
        visit_hard(&f64, 53, (UINT64_C(1) << 52) + offset, 1); /* their reciprocals are next to powers of two */
        visit_hard(&f64, 53, (UINT64_C(1) << 53) - 1 - offset, 1);
    }
    tell(&f64, "f64 beside midpoints");
    while (f64_any.visited < f64_pairs) {
        visit(&f64_any, 53, UINT64_C(1) << 52 | random_bits() >> 12, UINT64_C(1) << 52 | random_bits() >> 12, 0);
    }
    tell(&f64_any, "f64 of random bits");
    visit_short(&f16, of_half, 0x7c00, every);
    tell(&f16, "f16 in f32");
    visit_short(&bf16, of_bfloat, 0x7f80, every);
    tell(&bf16, "bf16 in f32");
    for (uint32_t y = (UINT32_C(1) << 23) + (uint32_t)(random_bits() % every); y < UINT32_C(1) << 24; y += every) {
        const int exponent = (int)(random_bits() % 80);

        visit_steps(&steps, ldexpf((float)y, exponent - 63));
        visit_steps(&steps, -ldexpf((float)y, exponent - 63));
    }
    tell(&steps, "steps of 8 bits");
    return done_testing();
}
