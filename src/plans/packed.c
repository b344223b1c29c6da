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

/** The element at a place. */
static uint8_t element(bl_dtype dtype, const uint8_t *from, size_t at)
{
    const unsigned bits = bl_packed_bits(dtype);
    const unsigned sign = bl_packed_signs[dtype];
    const unsigned before = (unsigned)(at & 7) * bits & 7;
    unsigned own;

    from += first_byte(bits, at);
    own = (unsigned)from[0] >> before;
    if (before + bits > 8) {
        own |= (unsigned)from[1] << (8 - before);
    }
    return (uint8_t)(((own & ((1u << bits) - 1u)) ^ sign) - sign);
}

/** Set the element at a place; if it `is_last`, bits after it in its last byte become 0. */
static void set_element(unsigned bits, uint8_t *to, size_t at, unsigned value, int is_last)
{
    const unsigned before = (unsigned)(at & 7) * bits & 7;
    const unsigned mask = (1u << bits) - 1u;
    const unsigned own = (value & mask) << before;
    const unsigned changed = is_last ? 0xffffu << before : mask << before;

    to += first_byte(bits, at);
    to[0] = (uint8_t)((to[0] & ~changed) | own);
    if (before + bits > 8) {
        to[1] = (uint8_t)((to[1] & ~(changed >> 8)) | own >> 8);
    }
}

#if BL_RUNTIME_COMPACT

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *other = unpacked_bits(dtype, result);
    uint8_t *target = (uint8_t *)to;

    for (size_t i = 0; i < count; ++i) {
        const uint8_t own = element(dtype, (const uint8_t *)from, at + i);

        target[i] = other != NULL ? with_sign(bl_packed_bits(dtype), other, own) : own;
    }
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    const uint8_t *source = (const uint8_t *)from;

    for (size_t i = 0; i < count; ++i) {
        set_element(bl_packed_bits(dtype), (uint8_t *)to, at + i, source[i], is_end && i + 1 == count);
    }
}

#else

void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to)
{
    const uint8_t *other = unpacked_bits(dtype, result);
    const uint8_t *source = (const uint8_t *)from;
    const unsigned bits = bl_packed_bits(dtype);
    const unsigned sign = bl_packed_signs[dtype];
    const size_t many = bl_elements_of_bytes(bits);
    uint8_t *bytes = (uint8_t *)to;
    size_t done = 0;

    while (done < count && ((at + done) & (many - 1)) != 0) {
        bytes[done] = element(dtype, source, at + done);
        ++done;
    }
    {
        const size_t whole = (count - done) / many;
        const uint8_t *own = source + first_byte(bits, at + done);
        uint8_t *target = bytes + done;

        if (bits == 6) {
            unpack_threes(whole, own, target);
        } else if (bits == 4) {
            if (sign != 0) {
                unpack_bytes(4, 8, whole, own, target);
            } else {
                unpack_bytes(4, 0, whole, own, target);
            }
        } else if (sign != 0) {
            unpack_bytes(2, 2, whole, own, target);
        } else {
            unpack_bytes(2, 0, whole, own, target);
        }
        done += whole * many;
    }
    for (; done < count; ++done) {
        bytes[done] = element(dtype, source, at + done);
    }
    for (size_t i = 0; other != NULL && i < count; ++i) {
        bytes[i] = with_sign(bits, other, bytes[i]);
    }
}

void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end)
{
    const uint8_t *source = (const uint8_t *)from;
    uint8_t *target = (uint8_t *)to;
    const unsigned bits = bl_packed_bits(dtype);
    const size_t many = bl_elements_of_bytes(bits);
    size_t done = 0;
    size_t whole;

    while (done < count && ((at + done) & (many - 1)) != 0) {
        set_element(bits, target, at + done, source[done], is_end && done + 1 == count);
        ++done;
    }
    whole = (count - done) / many;
    if (bits == 6) {
        pack_threes(whole, source + done, target + first_byte(bits, at + done));
    } else if (bits == 4) {
        pack_bytes(4, whole, source + done, target + first_byte(bits, at + done));
    } else {
        pack_bytes(2, whole, source + done, target + first_byte(bits, at + done));
    }
    for (done += whole * many; done < count; ++done) {
        set_element(bits, target, at + done, source[done], is_end && done + 1 == count);
    }
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
