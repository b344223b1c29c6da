/* Packed dtypes: elements of six, four or two bits to bytes, and back. The first element of a byte is in its low bits.
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

/** Four elements of six bits from each three bytes; and the other way. */
static void unpack_threes(size_t count, const uint8_t *from, uint8_t *to)
{
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *own = from + 3 * i;
        uint8_t *four = to + 4 * i;

        four[0] = (uint8_t)(own[0] & 63);
        four[1] = (uint8_t)((own[0] >> 6 | own[1] << 2) & 63);
        four[2] = (uint8_t)((own[1] >> 4 | own[2] << 4) & 63);
        four[3] = (uint8_t)(own[2] >> 2);
    }
}

static void pack_threes(size_t count, const uint8_t *from, uint8_t *to)
{
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *four = from + 4 * i;
        uint8_t *own = to + 3 * i;

        own[0] = (uint8_t)((four[0] & 63) | four[1] << 6);
        own[1] = (uint8_t)((four[1] & 63) >> 2 | four[2] << 4);
        own[2] = (uint8_t)((four[2] & 63) >> 4 | four[3] << 2);
    }
}

#endif

#define BL_ROW_BITS(dtype, ...)                      \
    case dtype: {                                    \
        static const uint8_t bits[] = {__VA_ARGS__}; \
        return bits;                                 \
    }

/** Of a packed float, unless it is the result's dtype: by its bits without the sign those of the same number in the dtype of its kernels,
 * whose sign is the highest bit; otherwise NULL. */
static const uint8_t *unpacked_bits(bl_dtype dtype, bl_dtype result)
{
    switch (dtype == result ? BL_DTYPE_COUNT : dtype) {
        BL_EACH_PACKED_FLOAT(BL_ROW_BITS)
    default:
        return NULL;
    }
}

static uint8_t with_sign(unsigned bits, const uint8_t *other, unsigned own)
{
    const unsigned sign = 1u << (bits - 1u);

    return (uint8_t)(other[own & (sign - 1u)] | (own & sign) << (8u - bits));
}

/** The first byte with bits of the element at a place. */
static size_t first_byte(unsigned bits, size_t at)
{
    return (at >> 3) * bits + ((at & 7) * bits >> 3);
}

/** Elements to bytes, one by one: any number from any place. */
static void unpack_few(unsigned bits, unsigned sign, const uint8_t *from, size_t at, size_t count, uint8_t *to)
{
    const unsigned before = (unsigned)(at & 7) * bits & 7;
    const unsigned mask = (1u << bits) - 1u;
    unsigned own = 0; /* the bits that are read, of which `left` belong to further elements */
    unsigned left = 0;

    from += first_byte(bits, at);
    if (before != 0 && count > 0) {
        own = (unsigned)*from++ >> before;
        left = 8 - before;
    }
    for (size_t i = 0; i < count; ++i) {
        if (left < bits) {
            own |= (unsigned)*from++ << left;
            left += 8;
        }
        to[i] = (uint8_t)(((own & mask) ^ sign) - sign);
        own >>= bits;
        left -= bits;
    }
}

/** The other way. If the last element `is_end`, bits after it in its last byte become 0; else other elements in bytes do not change. */
static void pack_few(unsigned bits, const uint8_t *from, uint8_t *to, size_t at, size_t count, int is_end)
{
    const unsigned mask = (1u << bits) - 1u;
    unsigned filled = (unsigned)(at & 7) * bits & 7; /* the bits of `own` that are set */
    unsigned own;

    if (count == 0) {
        return;
    }
    to += first_byte(bits, at);
    own = filled != 0 ? *to & ((1u << filled) - 1u) : 0;
    for (size_t i = 0; i < count; ++i) {
        own |= (from[i] & mask) << filled;
        filled += bits;
        if (filled >= 8) {
            *to++ = (uint8_t)own;
            own >>= 8;
            filled -= 8;
        }
    }
    if (filled != 0) {
        *to = (uint8_t)(own | (is_end ? 0 : *to & ~((1u << filled) - 1u)));
    }
}

/** Bytes to those of the dtype of the kernels, if this has other bits. */
static void to_other_bits(bl_dtype dtype, bl_dtype result, size_t count, uint8_t *bytes)
{
    const uint8_t *other = unpacked_bits(dtype, result);

    for (size_t i = 0; other != NULL && i < count; ++i) {
        bytes[i] = with_sign(bl_packed_bits(dtype), other, bytes[i]);
    }
}

#if BL_RUNTIME_COMPACT

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    unpack_few(bl_packed_bits(dtype), bl_packed_signs[dtype], (const uint8_t *)from, at, count, (uint8_t *)to);
    to_other_bits(dtype, result, count, (uint8_t *)to);
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    pack_few(bl_packed_bits(dtype), (const uint8_t *)from, (uint8_t *)to, at, count, is_end);
}

#else

/** The elements before the first whole bytes from a place on, which is at most `count`. */
static size_t elements_before(size_t at, size_t count, size_t many)
{
    return bl_smaller(count, (many - at % many) % many);
}

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *source = (const uint8_t *)from;
    const unsigned bits = bl_packed_bits(dtype);
    const unsigned sign = bl_packed_signs[dtype];
    const size_t many = bl_elements_of_bytes(bits);
    const size_t before = elements_before(at, count, many);
    const size_t whole = (count - before) / many;
    const size_t done = before + whole * many;
    const uint8_t *own = source + first_byte(bits, at + before);
    uint8_t *bytes = (uint8_t *)to;

    unpack_few(bits, sign, source, at, before, bytes);
    if (bits == 6) {
        unpack_threes(whole, own, bytes + before);
    } else if (bits == 4) {
        if (sign != 0) {
            unpack_bytes(4, 8, whole, own, bytes + before);
        } else {
            unpack_bytes(4, 0, whole, own, bytes + before);
        }
    } else if (sign != 0) {
        unpack_bytes(2, 2, whole, own, bytes + before);
    } else {
        unpack_bytes(2, 0, whole, own, bytes + before);
    }
    unpack_few(bits, sign, source, at + done, count - done, bytes + done);
    to_other_bits(dtype, result, count, bytes);
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    const uint8_t *source = (const uint8_t *)from;
    const unsigned bits = bl_packed_bits(dtype);
    const size_t many = bl_elements_of_bytes(bits);
    const size_t before = elements_before(at, count, many);
    const size_t whole = (count - before) / many;
    const size_t done = before + whole * many;
    uint8_t *own = (uint8_t *)to + first_byte(bits, at + before);

    pack_few(bits, source, (uint8_t *)to, at, before, is_end && before == count);
    if (bits == 6) {
        pack_threes(whole, source + before, own);
    } else if (bits == 4) {
        pack_bytes(4, whole, source + before, own);
    } else {
        pack_bytes(2, whole, source + before, own);
    }
    pack_few(bits, source + done, (uint8_t *)to, at + done, count - done, is_end);
}

#endif

void bl_saturate(bl_dtype dtype, size_t count, void *bytes)
{
    const unsigned half = bl_packed_signs[dtype];
    const uint8_t flip = half != 0 ? 0x80 : 0; /* so that signed numbers are in the order of unsigned ones */
    const uint8_t least = (uint8_t)(half != 0 ? 128 - half : 0);
    const uint8_t most = (uint8_t)(half != 0 ? 127 + half : (1u << bl_packed_bits(dtype)) - 1u);
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
