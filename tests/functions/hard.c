/* Finds the inputs at which the functions of functions.lua are hardest to round: those whose results lie nearest to the middle
 * between two neighbours, of all 2^32 in f32. It takes some minutes, and wrote hard.txt:
 *
 *   cc -O2 tests/functions/hard.c -lm -o build/hard && build/hard >tests/functions/hard.txt
 *
 * Distances are the C library's in double, within 2^-28 of a unit in the last place of f32: what is right does not hang on
 * them, for MPFR says what results must be (functions.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 320 };

typedef struct found {
    double distance;
    uint32_t input;
} found;

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* Of magnitudes from `least` to below `most`: all but those at which a function is its first term; and where a polynomial's last
 * term, or a way of its own, has most to say. */
static const struct {
    const char *name;
    double (*of)(double);
    float least, most;
} functions[] = {
    {"exp", exp, 0x1p-13f, INFINITY},
    {"log", log, 0x1p-13f, INFINITY},
    {"log", log, 0.5f, 2},
    {"tanh", tanh, 0x1p-13f, INFINITY},
    {"sigmoid", sigmoid, 0x1p-24f, 0x1p-10f},
    {"sigmoid", sigmoid, 0x1p-13f, INFINITY},
    {"sin", sin, 0x1p-13f, INFINITY},
};

/* In units of the result's last place in f32; 1 where it is no normal number, or a float itself. */
static double distance_from_middle(double value)
{
    int exponent;
    double units, rest;

    if (!isfinite(value) || fabs(value) < 0x1p-126 || fabs(value) >= 0x1p128) {
        return 1;
    }
    units = ldexp(fabs(frexp(value, &exponent)), 24);
    rest = units - floor(units);
    return rest == 0 ? 1 : fabs(rest - 0.5);
}

/* The worst of a heap is its first. */
static void sift(found *heap, size_t i)
{
    for (;;) {
        size_t worst = i;

        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < KEPT; ++child) {
            worst = heap[child].distance > heap[worst].distance ? child : worst;
        }
        if (worst == i) {
            return;
        }
        const found other = heap[worst];
        heap[worst] = heap[i];
        heap[i] = other;
        i = worst;
    }
}

static int by_input(const void *a, const void *b)
{
    const uint32_t left = ((const found *)a)->input, right = ((const found *)b)->input;

    return (left > right) - (left < right);
}

int main(void)
{
    printf("# The hardest inputs to round, of f32; found by hard.c.\n");
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; ++f) {
        found heap[KEPT];

        for (size_t i = 0; i < KEPT; ++i) {
            heap[i].distance = 1;
        }
        for (uint64_t bits = 0; bits < UINT64_C(1) << 32; ++bits) {
            const uint32_t input = (uint32_t)bits;
            float x;

            memcpy(&x, &input, sizeof x);
            if (!(fabsf(x) >= functions[f].least && fabsf(x) < functions[f].most)) {
                continue;
            }
            const double distance = distance_from_middle(functions[f].of((double)x));
            if (distance < heap[0].distance) {
                heap[0].distance = distance;
                heap[0].input = input;
                sift(heap, 0);
            }
        }
        qsort(heap, KEPT, sizeof heap[0], by_input);
        for (size_t i = 0; i < KEPT; ++i) {
            printf("%s %08x\n", functions[f].name, (unsigned)heap[i].input);
        }
    }
    return 0;
}
