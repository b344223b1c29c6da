/* The dtypes' names and sizes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dtype.h"

/* both in the order of bl_dtype */
const uint8_t bl_dtype_shifts[BL_DTYPE_COUNT] = {2, 3, 1, 1, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0};

static const char dtype_names[BL_DTYPE_COUNT][11] = {"f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8",
                                                     "u16", "u32", "u64", "bool", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2",
                                                     "f8e5m2fnuz", "i4", "u4", "i2", "u2"};

const char *bl_dtype_name(bl_dtype dtype)
{
    return bl_is_dtype(dtype) ? dtype_names[dtype] : "?";
}

size_t bl_dtype_size(bl_dtype dtype)
{
    return bl_is_dtype(dtype) ? (size_t)1 << bl_dtype_shifts[dtype] : 0;
}

size_t bl_dtype_bits(bl_dtype dtype)
{
    return bl_is_dtype(dtype) ? (size_t)8 << bl_dtype_shifts[dtype] >> bl_pack_shift(dtype) : 0;
}

size_t bl_array_bytes(bl_dtype dtype, size_t count)
{
    return bl_is_dtype(dtype) ? bl_bytes_of(count, bl_dtype_shifts[dtype], bl_pack_shift(dtype)) : 0;
}

void bl_store_bits(bl_dtype dtype, uint64_t bits, void *to)
{
    const uint8_t one_byte = (uint8_t)bits;
    const uint16_t two_bytes = (uint16_t)bits;
    const uint32_t four_bytes = (uint32_t)bits;

    switch (bl_dtype_shifts[dtype]) {
    case 0:
        BL_COPY(to, &one_byte, sizeof one_byte);
        break;
    case 1:
        BL_COPY(to, &two_bytes, sizeof two_bytes);
        break;
    case 2:
        BL_COPY(to, &four_bytes, sizeof four_bytes);
        break;
    default:
        BL_COPY(to, &bits, sizeof bits);
        break;
    }
}
