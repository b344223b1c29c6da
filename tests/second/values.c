/* The operands for the judges: values.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "values.h"
#include "second.h"

uint64_t mixed(uint64_t seed)
{
    seed = (seed ^ seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    seed = (seed ^ seed >> 27) * UINT64_C(0x94d049bb133111eb);
    return seed ^ seed >> 31;
}

/* ---- Edges ---- */

static size_t with_neighbours(uint64_t *into, size_t count, uint64_t bits)
{
    into[count++] = bits - 1;
    into[count++] = bits;
    into[count++] = bits + 1;
    return count;
}

/* Zero, subnormals, powers of two at the ends of dtypes, halves, the greatest, infinity, NaNs; of both signs. */
static size_t float_edges(unsigned type, uint64_t *into)
{
    static const int16_t powers[] = {-150, -149, -126, -25, -24, -14, -2, -1, 0, 1, 2, 3, 7, 8, 10, 11, 15, 16, 22, 23, 24, 31, 32, 52, 53, 63, 64, 127};
    const unsigned fraction = fraction_of_type(type);
    const uint64_t one = UINT64_C(1) << fraction, infinity = infinity_bits(type);
    const int64_t bias = (int64_t)(infinity >> fraction) / 2;
    size_t count = with_neighbours(into, 0, 1);

    into[count++] = 3;
    count = with_neighbours(into, count, one);          /* the least normal number */
    count = with_neighbours(into, count, infinity - 1); /* the greatest number, infinity; infinity - 2 */
    into[count++] = infinity + 1;
    into[count++] = nan_bits(type);
    into[count++] = nan_bits(type) + 1;
    for (size_t i = 0; i < BL_COUNT(powers); ++i) {
        if (bias + powers[i] > 0 && bias + powers[i] < 2 * bias + 1) {
            const uint64_t power = (uint64_t)(bias + powers[i]) << fraction;

            count = with_neighbours(into, count, power);
            into[count++] = power | one >> 1; /* 1.5 */
            into[count++] = power | one >> 2; /* 1.25: 2.5 of 2 */
        }
    }
    for (size_t i = count; i-- > 0;) {
        into[count++] = into[i] | sign_bit(type);
    }
    return count;
}

static size_t integer_edges(unsigned type, uint64_t *into)
{
    static const uint8_t powers[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 23, 24, 25, 31, 32, 33, 47, 52, 53, 54, 62, 63};
    size_t count = 0;

    for (size_t i = 0; i < BL_COUNT(powers) && powers[i] < bits_of_type(type); ++i) {
        count = with_neighbours(into, count, UINT64_C(1) << powers[i]);
        count = with_neighbours(into, count, UINT64_C(0) - (UINT64_C(1) << powers[i]));
    }
    into[count++] = 10;
    into[count++] = UINT64_C(0x5555555555555555);
    into[count++] = UINT64_C(0x123456789abcdef1) >> (64 - bits_of_type(type));
    for (size_t i = 0; i < count; ++i) {
        into[i] &= all_ones(bits_of_type(type));
    }
    return count;
}

size_t list_edges(unsigned type, int all, uint64_t *into)
{
    const unsigned bits = bits_of_type(type);

    if (type == BL_BOOL) {
        into[0] = 0;
        into[1] = 1;
        into[2] = 2;
        into[3] = 255;
        return 4;
    }
    if (bits == 8 || (bits == 16 && all)) {
        for (size_t i = 0; i < (size_t)1 << bits; ++i) {
            into[i] = i;
        }
        return (size_t)1 << bits;
    }
    return is_float_type(type) ? float_edges(type, into) : integer_edges(type, into);
}

/* ---- Random values ---- */

static void random_floats(unsigned type, uint64_t seed, uint64_t *a, uint64_t *b)
{
    const unsigned fraction = fraction_of_type(type);
    const uint64_t exponents = infinity_bits(type) >> fraction, how = mixed(seed);

    if ((how & 3) != 0) {
        const uint64_t apart = mixed(seed + 3) % (2 * fraction + 8);
        const uint64_t exponent = ((*a & infinity_bits(type)) >> fraction) + apart;

        *b = (*b & ~infinity_bits(type)) | (exponent > fraction + 4 ? (exponent - fraction - 4) % exponents : 0) << fraction;
    }
    if ((how & 3) == 2) {
        *b &= ~(all_ones(fraction) >> (how >> 2) % fraction);
    } else if ((how & 3) == 3) {
        *a &= ~(all_ones(fraction) >> (how >> 2) % fraction);
        *b &= ~(all_ones(fraction) >> (how >> 10) % fraction);
    }
}

/* An integer of random length and sign. */
static uint64_t random_integer(unsigned type, uint64_t bits, uint64_t how)
{
    const unsigned width = bits_of_type(type);
    const uint64_t size = bits >> how % width;

    return (how & 0x10000) != 0 ? size : (UINT64_C(0) - size) & all_ones(width);
}

void random_pair(unsigned type, uint64_t seed, uint64_t *a, uint64_t *b)
{
    seed *= 4;
    *a = mixed(seed + 1) & all_ones(bits_of_type(type));
    *b = mixed(seed + 2) & all_ones(bits_of_type(type));
    if (type == BL_BOOL) {
        *a &= 1;
        *b &= 1;
    } else if (is_float_type(type)) {
        random_floats(type, seed, a, b);
    } else {
        *a = random_integer(type, *a, mixed(seed));
        *b = random_integer(type, *b, mixed(seed + 3));
    }
}

/* ---- NaNs ---- */

/* Changes all NaNs to one, in loops that compilers vectorise. */
void unify_nans(unsigned type, void *values, size_t count)
{
    const uint64_t infinity = infinity_bits(type), without_sign = sign_bit(type) - 1, nan = nan_bits(type);
    uint8_t *as8 = (uint8_t *)values;
    uint16_t *as16 = (uint16_t *)values;
    uint32_t *as32 = (uint32_t *)values;
    uint64_t *as64 = (uint64_t *)values;

    for (size_t i = 0; i < count && is_minifloat_type(type); ++i) {
        as8[i] = is_nan_bits(type, as8[i]) ? (uint8_t)nan : as8[i];
    }
    for (size_t i = 0; i < count && bits_of_type(type) == 16; ++i) {
        as16[i] = (as16[i] & (uint16_t)without_sign) > (uint16_t)infinity ? (uint16_t)nan : as16[i];
    }
    for (size_t i = 0; i < count && bits_of_type(type) == 32; ++i) {
        as32[i] = (as32[i] & (uint32_t)without_sign) > (uint32_t)infinity ? (uint32_t)nan : as32[i];
    }
    for (size_t i = 0; i < count && bits_of_type(type) == 64; ++i) {
        as64[i] = (as64[i] & without_sign) > infinity ? nan : as64[i];
    }
}
