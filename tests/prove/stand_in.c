/* Replaces a library's kernels, to test `compare`: pow, atan2 and hypot by the C library in f64, rounded once more unless it is of f64, with a
 * result that is wrong by one unit for the operands "x y" in WRONG, in hex. See kernels.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/kernels.h"
#include "prove/nearest.h"
#include "second/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const proof *proven;

int list_kernels(kernels *into, const proof *of)
{
    static const bl_variant plain = {.isa = BL_ISA_SCALAR};

    into->count = 1;
    into->variants[0] = &plain;
    proven = of;
    return of->operands == 2;
}

static double value_of(unsigned type, uint64_t bits)
{
    const unsigned unused = 64 - bits_of_type(type), fraction = is_float_type(type) ? fraction_of_type(type) : 0;
    const uint64_t magnitude = bits & (sign_bit(type) - 1);
    const int field = (int)(magnitude >> fraction);
    double value;

    if (!is_float_type(type)) {
        return is_signed_type(type) ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
    }
    value = ldexp((double)((magnitude & all_ones(fraction)) | (field != 0 ? UINT64_C(1) << fraction : 0)),
                  last_exponent(type) + (field != 0 ? field - 1 : 0));
    if (magnitude >= infinity_bits(type)) {
        value = is_nan_bits(type, bits) ? (double)NAN : (double)INFINITY;
    }
    return copysign(value, magnitude != bits ? -1 : 1);
}

static uint64_t rounded(unsigned type, double value)
{
    uint64_t bits, magnitude;

    memcpy(&bits, &value, sizeof bits);
    magnitude = bits & (UINT64_MAX >> 1);
    if (isnan(value)) {
        return nan_bits(type);
    }
    if (type == BL_F64) {
        return bits;
    }
    return (bits != magnitude ? sign_bit(type) : 0) |
           (magnitude < UINT64_C(23) << 52 ? 0
                                           : nearest_magnitude(magnitude, (int)fraction_of_type(type), least_exponent(type), (int64_t)infinity_bits(type)));
}

void run_kernel(const kernels *of, unsigned which, const void *const *inputs, void *results)
{
    const char *wrong = getenv("WRONG");
    uint64_t wrong_x = 0, wrong_y = 0;
    const int is_wrong = wrong != NULL && sscanf(wrong, "%" SCNx64 " %" SCNx64, &wrong_x, &wrong_y) == 2;

    (void)of;
    (void)which;
    for (size_t i = 0; i < CHUNK; ++i) {
        const uint64_t x_bits = element(proven->type, inputs[0], i), y_bits = element(proven->second, inputs[1], i);
        const double x = value_of(proven->type, x_bits), y = value_of(proven->second, y_bits);
        double value = proven->function[0] == 'p' ? pow(x, y) : proven->function[0] == 'a' ? atan2(x, y)
                                                                                           : hypot(x, y);

        if (signbit(x) && !is_float_type(proven->second)) { /* an integer that no f64 has may be odd */
            value = (y_bits & 1) != 0 ? -fabs(value) : fabs(value);
        }
        set_element(proven->type, results, i, rounded(proven->type, value) + (is_wrong && x_bits == wrong_x && y_bits == wrong_y));
    }
    unify_nans(proven->type, results, CHUNK);
}
