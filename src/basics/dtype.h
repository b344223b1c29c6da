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

#endif
