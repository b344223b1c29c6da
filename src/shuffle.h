/* Shuffles of vectors, for packing: short repeats and transposes are made of two of them, which interleave. GCC and
 * clang spell them alike for every processor; other compilers, older ones and firmware do without.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_SHUFFLE_H
#define BL_SHUFFLE_H

#include "pack.h"

#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define BL_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define BL_ALWAYS_INLINE static inline
#endif

#ifndef BL_HAS_SHUFFLES
#if BL_TILE_BYTES >= 1024 && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12))
#define BL_HAS_SHUFFLES 1
#else
#define BL_HAS_SHUFFLES 0
#endif
#endif

#if BL_HAS_SHUFFLES

/* loops over vectors unroll, so that these stay in registers; clang does so unasked */
#if defined(__clang__)
#define BL_UNROLLED
#else
#define BL_UNROLLED _Pragma("GCC unroll 16")
#endif

#define BL_VECTOR_BYTES 16
typedef unsigned char byte_vector __attribute__((vector_size(BL_VECTOR_BYTES)));

/** Elements of a and b in turn: the first halves of both. */
BL_ALWAYS_INLINE byte_vector interleave_low(size_t width, byte_vector a, byte_vector b)
{
    switch (width) {
    case 1:
        return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    case 2:
        return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    case 4:
        return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    default:
        return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    }
}

/** The same of the second halves. */
BL_ALWAYS_INLINE byte_vector interleave_high(size_t width, byte_vector a, byte_vector b)
{
    switch (width) {
    case 1:
        return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    case 2:
        return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
    case 4:
        return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    default:
        return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    }
}

/** Each of `count` contiguous values `copies` times, as far as whole vectors of them go. A vector is interleaved with
 * itself until each value stands in it `times` times: either that is `copies`, or a whole vector of one value, stored
 * as often as it takes, each store overlapping the one before. Returns how many values are done. */
BL_ALWAYS_INLINE size_t repeat_vectors(size_t width, size_t times, size_t copies, size_t count,
                                       const unsigned char *from, unsigned char *tile)
{
    const size_t lanes = BL_VECTOR_BYTES / width;
    const size_t bytes = times < lanes ? BL_VECTOR_BYTES : copies * width;
    size_t i = 0;

    for (; i + lanes <= count; i += lanes) {
        byte_vector spread[BL_VECTOR_BYTES];

        memcpy(&spread[0], from + i * width, BL_VECTOR_BYTES);
        BL_UNROLLED
        for (size_t n = 1; n < times; n *= 2) {
            BL_UNROLLED
            for (size_t k = n; k-- > 0;) {
                spread[2 * k + 1] = interleave_high(width, spread[k], spread[k]);
                spread[2 * k] = interleave_low(width, spread[k], spread[k]);
            }
        }
        BL_UNROLLED
        for (size_t k = 0; k < times; ++k) {
            for (size_t done = 0; done < bytes; done += BL_VECTOR_BYTES) {
                memcpy(tile + done, &spread[k], BL_VECTOR_BYTES);
            }
            tile += bytes;
        }
    }
    return i;
}

/** Transpose the square of BL_VECTOR_BYTES / width vectors: interleaving the first half of them with the second once for
 * each bit of a lane's number moves lane i of vector j to lane j of vector i. */
BL_ALWAYS_INLINE void transpose_square(size_t width, const unsigned char *from, ptrdiff_t from_row, unsigned char *to,
                                       ptrdiff_t to_row)
{
    const size_t lanes = BL_VECTOR_BYTES / width;
    byte_vector square[BL_VECTOR_BYTES];
    byte_vector woven[BL_VECTOR_BYTES];

    BL_UNROLLED
    for (size_t i = 0; i < lanes; ++i) {
        memcpy(&square[i], from + (ptrdiff_t)i * from_row, BL_VECTOR_BYTES);
    }
    BL_UNROLLED
    for (size_t step = lanes / 2; step > 0; step /= 2) {
        BL_UNROLLED
        for (size_t i = 0; i < lanes / 2; ++i) {
            woven[2 * i] = interleave_low(width, square[i], square[i + lanes / 2]);
            woven[2 * i + 1] = interleave_high(width, square[i], square[i + lanes / 2]);
        }
        BL_UNROLLED
        for (size_t i = 0; i < lanes; ++i) {
            square[i] = woven[i];
        }
    }
    BL_UNROLLED
    for (size_t i = 0; i < lanes; ++i) {
        memcpy(to + (ptrdiff_t)i * to_row, &square[i], BL_VECTOR_BYTES);
    }
}

#endif /* BL_HAS_SHUFFLES */

#endif
