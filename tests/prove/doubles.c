/* The operands of functions of f64: doubles.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/doubles.h"
#include "second/second.h"
#include "second/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The range that matters, and the exponents of magnitudes there. Of `positive` functions most negative operands are NaN. */
static const struct {
    const char *name;
    double least, most;
    int lowest, highest, is_positive;
} functions[] = {
    {"exp", -746, 710, -60, 10, 0},
    {"exp2", -1076, 1025, -60, 11, 0},
    {"expm1", -40, 710, -60, 10, 0},
    {"log", 0, 1000, -1022, 1024, 1},
    {"log2", 0, 1000, -1022, 1024, 1},
    {"log10", 0, 1000, -1022, 1024, 1},
    {"log1p", -1, 1000, -60, 1024, 1},
    {"sin", -10, 10, -40, 64, 0},
    {"cos", -10, 10, -40, 64, 0},
    {"cbrt", 0, 8, -1022, 1024, 0},
    {"rsqrt", 0, 8, -1022, 1024, 1},
    {"hypot", -100, 100, -1022, 1024, 0},
};

int double_function(const char *name)
{
    for (int i = 0; i < (int)BL_COUNT(functions); ++i) {
        if (strcmp(functions[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* A number with a random significand and sign, and an exponent from `lowest` to below `highest`. */
static double of_magnitude(uint64_t bits, int lowest, int highest)
{
    const unsigned exponent = (unsigned)(mixed(bits) % (unsigned)(highest - lowest));

    return f64_of_bits((bits & ~(UINT64_C(0x7ff) << 52)) | (uint64_t)((unsigned)(lowest + 1023) + exponent) << 52);
}

static double operand(int function, unsigned kind, uint64_t bits)
{
    const double least = functions[function].least, most = functions[function].most;
    double x;

    switch (kind) {
    case 0:
    case 1:
        x = f64_of_bits(bits);
        break;
    case 2:
    case 3:
    case 4:
        return least + (most - least) * ((double)(bits >> 11) * 0x1p-53);
    case 5:
    case 6:
        x = of_magnitude(bits, functions[function].lowest, functions[function].highest);
        break;
    default: /* 1, and up to 2^-12 more or less */
        return 1 + (double)((int64_t)bits >> 23 >> (mixed(bits) % 40)) * 0x1p-52;
    }
    return functions[function].is_positive && (mixed(~bits) & 7) != 0 ? fabs(x) : x;
}

void fill_doubles(int function, uint64_t seed, double *x, double *y)
{
    for (uint64_t i = 0; i < CHUNK; ++i) {
        const uint64_t bits = mixed(seed + 2 * i), others = mixed(seed + 2 * i + 1);

        x[i] = operand(function, i & 7, bits);
        y[i] = (i & 8) != 0 ? x[i] * of_magnitude(others, -32, 32) : operand(function, others & 7, mixed(others));
    }
}

void fill_listed(const char *function, double *x, double *y)
{
    char text[256];
    size_t count = 0;
    FILE *file;

    memset(x, 0, CHUNK * sizeof *x);
    memset(y, 0, CHUNK * sizeof *y);
    (void)snprintf(text, sizeof text, "tests/prove/doubles/%s.txt", function);
    file = fopen(text, "r");
    while (file != NULL && count < CHUNK && fgets(text, sizeof text, file) != NULL) {
        if (text[0] != '#') {
            char *end;

            x[count] = strtod(text, &end);
            y[count++] = *end == ',' ? strtod(end + 1, NULL) : 0;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}
