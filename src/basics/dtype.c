/* The dtypes' names and sizes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dtype.h"

#define BL_ROW_SHIFT(name, bits, is_signed) ((bits) > 32) + ((bits) > 16) + ((bits) > 8),
#define BL_ROW_PACKED_BITS(name, bits, is_signed) (bits) < 8 ? (bits) : 0,
#define BL_ROW_SIGN(name, bits, is_signed) (bits) < 8 && (is_signed) ? 1 << (((bits)-1) & 7) : 0,
#define BL_ROW_NAME(name, bits, is_signed) name,

const uint8_t bl_dtype_shifts[BL_DTYPE_COUNT] = {BL_EACH_DTYPE(BL_ROW_SHIFT)};
const uint8_t bl_bits_of_packed[BL_DTYPE_COUNT] = {BL_EACH_DTYPE(BL_ROW_PACKED_BITS)};

#if BL_WITH_PACKED
const uint8_t bl_packed_signs[BL_DTYPE_COUNT] = {BL_EACH_DTYPE(BL_ROW_SIGN)};
#endif

static const char dtype_names[BL_DTYPE_COUNT][11] = {BL_EACH_DTYPE(BL_ROW_NAME)};

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
    if (!bl_is_dtype(dtype)) {
        return 0;
    }
    return bl_bits_of_packed[dtype] != 0 ? bl_bits_of_packed[dtype] : (size_t)8 << bl_dtype_shifts[dtype];
}

size_t bl_array_bytes(bl_dtype dtype, size_t count)
{
    return bl_is_dtype(dtype) ? bl_bytes_of(count, bl_dtype_shifts[dtype], bl_bits_of_packed[dtype]) : 0;
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
