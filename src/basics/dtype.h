/* The dtypes' sizes as a table, private to the runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_DTYPE_H
#define BL_DTYPE_H

#include "broadloom.h"

/** The size of an element by dtype: 1 << shift bytes. */
extern const uint8_t bl_dtype_shifts[BL_DTYPE_COUNT];

/** Store an element by its bits, an unsigned integer of its width. */
void bl_store_bits(bl_dtype dtype, uint64_t bits, void *to);

static inline int bl_is_dtype(bl_dtype dtype)
{
    return (unsigned)dtype < (unsigned)BL_DTYPE_COUNT;
}

/** The bits of an element of a packed dtype; 0 for others. */
extern const uint8_t bl_bits_of_packed[BL_DTYPE_COUNT];

#if BL_WITH_PACKED
/** The highest bit of an element of a signed, packed dtype; 0 for others. */
extern const uint8_t bl_packed_signs[BL_DTYPE_COUNT];
#endif

/** The same in a library that may have packed operands. */
static inline unsigned bl_packed_bits(bl_dtype dtype)
{
#if BL_WITH_PACKED
    return bl_bits_of_packed[dtype];
#else
    (void)dtype;
    return 0;
#endif
}

/** Bytes of contiguous elements, of such a shift, or of so many bits unless these are 0. */
static inline size_t bl_bytes_of(size_t count, unsigned shift, unsigned packed_bits)
{
    return packed_bits == 0 ? count << shift : (count >> 3) * packed_bits + (((count & 7) * packed_bits + 7) >> 3);
}

/** The fewest elements of so many bits that fill bytes. */
static inline size_t bl_elements_of_bytes(unsigned packed_bits)
{
    return packed_bits == 0 ? 1 : 8u / (packed_bits & (0u - packed_bits));
}

#endif
