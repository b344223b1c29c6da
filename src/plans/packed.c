/* Packed dtypes: elements of four or two bits to bytes, and back. The first element of a byte is in its low bits.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "plan.h"

#if BL_WITH_PACKED

#if !BL_RUNTIME_COMPACT

/* The shuffles below are an extension of C that gcc 12 and clang know, for processors with vectors of 16 bytes. For others, the loops of
 * plain C are compiled alone, which give the same bytes: this is only about speed. Packing needs the first byte of a pair in its low bits. */
#if (defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__) || defined(__VSX__)) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define BL_HAS_SHUFFLES
#endif
#endif
#endif

#ifdef BL_HAS_SHUFFLES
typedef uint8_t sixteen __attribute__((vector_size(16)));

/** Elements of four bits of as many vectors of bytes as there are; returns the number of these bytes. */
BL_ALWAYS_INLINE size_t unpack_vectors(unsigned sign, size_t count, const uint8_t *from, uint8_t *to)
{
    const uint8_t own_sign = (uint8_t)sign;
    const uint8_t both_signs = (uint8_t)(sign | sign << 4);
    size_t i = 0;

    for (; i + 16 <= count; i += 16) {
        sixteen bytes, low, high;

        BL_COPY(&bytes, from + i, sizeof bytes);
        bytes ^= both_signs; /* so that the elements are in the order of unsigned ones */
        low = (bytes & 15) - own_sign;
        high = (bytes >> 4) - own_sign;
        bytes = __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        BL_COPY(to + 2 * i, &bytes, sizeof bytes);
        bytes = __builtin_shufflevector(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        BL_COPY(to + 2 * i + 16, &bytes, sizeof bytes);
    }
    return i;
}

typedef uint16_t eight_pairs __attribute__((vector_size(16)));

/** Two vectors of bytes, each with an element in its low bits, to one: neighbours are together in a byte. */
BL_ALWAYS_INLINE sixteen pack_pairs(unsigned bits, sixteen low, sixteen high)
{
    const eight_pairs both[2] = {(eight_pairs)low, (eight_pairs)high};

    return __builtin_shufflevector((sixteen)(both[0] | both[0] >> (8 - bits)), (sixteen)(both[1] | both[1] >> (8 - bits)), 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

/** The low bits of the bytes of as many whole vectors of packed elements as there are; returns the number of these vectors' bytes. */
BL_ALWAYS_INLINE size_t pack_vectors(unsigned bits, size_t count, const uint8_t *from, uint8_t *to)
{
    const uint8_t mask = (uint8_t)((1u << bits) - 1u);
    size_t i = 0;

    for (; i + 16 <= count; i += 16) {
        const uint8_t *own = from + i * (8 / bits);
        sixteen parts[4];

        for (size_t k = 0; k < 8 / bits; ++k) {
            BL_COPY(&parts[k], own + 16 * k, sizeof parts[k]);
            parts[k] &= mask;
        }
        parts[0] = pack_pairs(bits, parts[0], parts[1]);
        if (bits == 2) {
            parts[0] = pack_pairs(4, parts[0], pack_pairs(bits, parts[2], parts[3]));
        }
        BL_COPY(to + i, &parts[0], sizeof parts[0]);
    }
    return i;
}
#endif

#define BL_EACH_BYTE UINT64_C(0x0101010101010101)

/** Elements of so many bits, 4 or 2, from whole bytes: eight at a time, in one integer. `sign` is the highest bit of a signed element, or
 * 0. */
BL_ALWAYS_INLINE void unpack_bytes(unsigned bits, unsigned sign, size_t count, const uint8_t *from, uint8_t *to)
{
    const unsigned mask = (1u << bits) - 1u;
    size_t i = 0;

#ifdef BL_HAS_SHUFFLES
    if (bits == 4) {
        i = unpack_vectors(sign, count, from, to);
    }
#endif
    for (; i + bits <= count; i += bits) { /* as many bytes as an element has bits: eight elements */
        const uint8_t *own = from + i;
        uint8_t *eight = to + i * (8 / bits);
        uint64_t spread = (uint64_t)own[0] | (uint64_t)own[1] << 8;

        if (bits == 4) {
            spread |= (uint64_t)own[2] << 16 | (uint64_t)own[3] << 24;
            spread = (spread | spread << 16) & UINT64_C(0x0000ffff0000ffff);
            spread = (spread | spread << 8) & UINT64_C(0x00ff00ff00ff00ff);
            spread = (spread | spread << 4) & BL_EACH_BYTE * 15;
        } else {
            spread = (spread | spread << 24) & UINT64_C(0x000000ff000000ff);
            spread = (spread | spread << 12) & UINT64_C(0x000f000f000f000f);
            spread = (spread | spread << 6) & BL_EACH_BYTE * 3;
        }
        spread |= (spread & BL_EACH_BYTE * sign) * (bits == 4 ? 30 : 126); /* a sign bit to all bits above it */
        eight[0] = (uint8_t)spread;                                        /* compilers make one store of these */
        eight[1] = (uint8_t)(spread >> 8);
        eight[2] = (uint8_t)(spread >> 16);
        eight[3] = (uint8_t)(spread >> 24);
        eight[4] = (uint8_t)(spread >> 32);
        eight[5] = (uint8_t)(spread >> 40);
        eight[6] = (uint8_t)(spread >> 48);
        eight[7] = (uint8_t)(spread >> 56);
    }
    for (; i < count; ++i) {
        const unsigned byte = from[i];

        for (unsigned k = 0; k < 8 / bits; ++k) {
            to[i * (8 / bits) + k] = (uint8_t)(((byte >> k * bits & mask) ^ sign) - sign);
        }
    }
}

/** The other way: the low bits of bytes to whole bytes of packed elements. */
BL_ALWAYS_INLINE void pack_bytes(unsigned bits, size_t count, const uint8_t *from, uint8_t *to)
{
    const unsigned mask = (1u << bits) - 1u;
    size_t i = 0;

#ifdef BL_HAS_SHUFFLES
    i = pack_vectors(bits, count, from, to);
#endif
    for (; i < count; ++i) {
        unsigned byte = 0;

        for (unsigned k = 0; k < 8 / bits; ++k) {
            byte |= (from[i * (8 / bits) + k] & mask) << k * bits;
        }
        to[i] = (uint8_t)byte;
    }
}

#endif

#define BL_ROW_BITS(dtype, ...)                       \
    case dtype: {                                     \
        static const uint8_t bits[] = {__VA_ARGS__};  \
        return bits;                                  \
    }

/** Of a packed float, unless it is the result's dtype: by its bits those of the same number in the dtype of its kernels; otherwise NULL. */
static const uint8_t *unpacked_bits(bl_dtype dtype, bl_dtype result)
{
    switch (dtype == result ? BL_DTYPE_COUNT : dtype) {
        BL_EACH_PACKED_FLOAT(BL_ROW_BITS)
    default:
        return NULL;
    }
}

/** The element at a place. */
static uint8_t element(bl_dtype dtype, const uint8_t *from, size_t at)
{
    const unsigned shift = bl_pack_shift(dtype);
    const unsigned bits = 8u >> shift;
    const unsigned sign = bl_packed_signs[dtype];

    return (uint8_t)((((unsigned)from[at >> shift] >> (at & ((1u << shift) - 1u)) * bits & ((1u << bits) - 1u)) ^ sign) - sign);
}

#if BL_RUNTIME_COMPACT

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *other = unpacked_bits(dtype, result);
    uint8_t *target = (uint8_t *)to;

    for (size_t i = 0; i < count; ++i) {
        const uint8_t own = element(dtype, (const uint8_t *)from, at + i);

        target[i] = other != NULL ? other[own] : own;
    }
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    const uint8_t *source = (const uint8_t *)from;
    const unsigned shift = bl_pack_shift(dtype);
    const unsigned bits = 8u >> shift;
    const unsigned mask = (1u << bits) - 1u;

    for (size_t i = 0; i < count; ++i, ++at) {
        uint8_t *target = (uint8_t *)to + (at >> shift);
        const unsigned place = (unsigned)(at & ((1u << shift) - 1u)) * bits;
        const unsigned above = is_end && i + 1 == count ? 0xffu << place : mask << place;

        *target = (uint8_t)((*target & ~above) | (source[i] & mask) << place);
    }
}

#else

static void unpack(bl_dtype dtype, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *source = (const uint8_t *)from;
    uint8_t *target = (uint8_t *)to;
    const unsigned shift = bl_pack_shift(dtype);
    const unsigned sign = bl_packed_signs[dtype];
    const size_t many = (size_t)1 << shift;
    size_t whole;

    for (; count > 0 && (at & (many - 1)) != 0; --count) {
        *target++ = element(dtype, source, at++);
    }
    whole = count >> shift;
    source += at >> shift;
    if (shift == 1) {
        if (sign != 0) {
            unpack_bytes(4, 8, whole, source, target);
        } else {
            unpack_bytes(4, 0, whole, source, target);
        }
    } else {
        if (sign != 0) {
            unpack_bytes(2, 2, whole, source, target);
        } else {
            unpack_bytes(2, 0, whole, source, target);
        }
    }
    for (at = whole << shift; at < count; ++at) {
        target[at] = element(dtype, source, at);
    }
}

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *other = unpacked_bits(dtype, result);
    uint8_t *bytes = (uint8_t *)to;

    unpack(dtype, from, at, count, to);
    for (size_t i = 0; other != NULL && i < count; ++i) {
        bytes[i] = other[bytes[i]];
    }
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    const uint8_t *source = (const uint8_t *)from;
    uint8_t *target = (uint8_t *)to;
    const unsigned shift = bl_pack_shift(dtype);
    const unsigned bits = 8u >> shift;
    const size_t many = (size_t)1 << shift;

    target += at >> shift;
    at &= many - 1;
    while (count > 0) {
        const size_t whole = at == 0 ? count >> shift : 0;

        if (whole > 0) {
            if (bits == 4) {
                pack_bytes(4, whole, source, target);
            } else {
                pack_bytes(2, whole, source, target);
            }
            source += whole << shift;
            target += whole;
            count -= whole << shift;
        } else { /* some elements of a byte */
            const size_t own = bl_smaller(many - at, count);
            const unsigned low = (1u << at * bits) - 1u; /* the bits before them */
            const unsigned high = is_end && own == count ? 0 : 0xffu << (at + own) * bits;
            unsigned byte = *target & (low | high) & 0xffu;

            for (size_t k = 0; k < own; ++k) {
                byte |= (*source++ & ((1u << bits) - 1u)) << (at + k) * bits;
            }
            *target++ = (uint8_t)byte;
            count -= own;
            at = 0;
        }
    }
}

#endif

void bl_saturate(bl_dtype dtype, size_t count, void *bytes)
{
    const unsigned half = bl_packed_signs[dtype];
    const uint8_t flip = half != 0 ? 0x80 : 0; /* so that signed numbers are in the order of unsigned ones */
    const uint8_t least = (uint8_t)(half != 0 ? 128 - half : 0);
    const uint8_t most = (uint8_t)(half != 0 ? 127 + half : 0xffu >> (8u - (8u >> bl_pack_shift(dtype))));
    uint8_t *own = (uint8_t *)bytes;
    size_t i = 0;

#ifdef BL_HAS_SHUFFLES
    for (; i + 16 <= count; i += 16) {
        sixteen moved, below, above;

        BL_COPY(&moved, own + i, sizeof moved);
        moved ^= flip;
        below = (sixteen)(moved < least);
        above = (sixteen)(moved > most);
        moved = ((moved & ~(below | above)) | (below & least) | (above & most)) ^ flip;
        BL_COPY(own + i, &moved, sizeof moved);
    }
#endif
    for (; i < count; ++i) {
        const uint8_t moved = own[i] ^ flip;

        own[i] = (uint8_t)((moved < least ? least : moved > most ? most
                                                                 : moved) ^
                           flip);
    }
}

bl_status bl_check_packed(const bl_array *array)
{
    size_t dense = 1;

    for (size_t d = 0; array->strides != NULL && d < array->rank; ++d) {
        if (array->shape[d] == 0) {
            return BL_OK;
        }
    }
    for (size_t d = array->rank; array->strides != NULL && d-- > 0;) {
        if (array->shape[d] != 1) {
            if ((size_t)array->strides[d] != dense) {
                return BL_PACKED_STRIDES;
            }
            dense *= array->shape[d];
        }
    }
    return BL_OK;
}

bl_status bl_check_all_packed(const bl_table *table, const bl_array *const *inputs, const bl_array *out)
{
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i <= table->arity; ++i) {
        const bl_array *array = i == BL_OUT ? out : inputs[i - 1];

        if (bl_has(bl_packed_of(table), i) && (array->shape != NULL || array->rank == 0)) {
            status = bl_check_packed(array);
        }
    }
    return status;
}

#endif
