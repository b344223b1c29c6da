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

/** A byte has 1 << this elements of a dtype: 0 unless it is packed. */
extern const uint8_t bl_pack_shifts[BL_DTYPE_COUNT];

#if BL_WITH_PACKED
/** The highest bit of an element of a signed, packed dtype; 0 for others. */
extern const uint8_t bl_packed_signs[BL_DTYPE_COUNT];
#endif

/** The pack shift of an operand's dtype, in a library that may have packed ones. */
static inline unsigned bl_pack_shift(bl_dtype dtype)
{
#if BL_WITH_PACKED
    return bl_pack_shifts[dtype];
#else
    (void)dtype;
    return 0;
#endif
}

/** Bytes of contiguous elements, of such shifts. */
static inline size_t bl_bytes_of(size_t count, unsigned shift, unsigned pack_shift)
{
    return pack_shift == 0 ? count << shift : (count >> pack_shift) + ((count & (((size_t)1 << pack_shift) - 1)) != 0);
}

#endif
