/* Small tensors for the tests of the front ends: shapes written as text, data in place.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TENSORS_H
#define TENSORS_H

#include "broadloom.h"
#include "harness/tap.h"

#include <stdlib.h>
#include <string.h>

#define TENSOR_RANK 6
#define TENSOR_BYTES 8192
#define UNTOUCHED 0xa5

/** An array with its shape and room for its elements. Not to be copied: the array points into it. */
typedef struct tensor {
    bl_array array;
    size_t shape[TENSOR_RANK];
    size_t count;
    union {
        unsigned char bytes[TENSOR_BYTES];
        float f32[TENSOR_BYTES / 4];
        double f64[TENSOR_BYTES / 8];
        int8_t i8[TENSOR_BYTES];
        int32_t i32[TENSOR_BYTES / 4];
        int64_t i64[TENSOR_BYTES / 8];
        uint8_t u8[TENSOR_BYTES];
        uint16_t bits16[TENSOR_BYTES / 2];
    } data;
} tensor;

/** A shape such as "2,3,4" or "", and memory that holds a pattern. */
static inline void set_tensor(tensor *made, bl_dtype dtype, const char *shape)
{
    made->array.data = made->data.bytes;
    made->array.dtype = dtype;
    made->array.rank = 0;
    made->array.shape = made->shape;
    made->array.strides = NULL;
    made->count = 1;
    while (*shape != '\0') {
        char *end;

        made->shape[made->array.rank] = strtoul(shape, &end, 10);
        made->count *= made->shape[made->array.rank++];
        shape = *end == ',' ? end + 1 : end;
    }
    memset(made->data.bytes, UNTOUCHED, sizeof made->data.bytes);
}

static inline int is_untouched(const tensor *t)
{
    for (size_t i = 0; i < sizeof t->data.bytes; ++i) {
        if (t->data.bytes[i] != UNTOUCHED) {
            return 0;
        }
    }
    return 1;
}

/** The shape as text again, in memory that the next call reuses. */
static inline const char *shape_text(size_t rank, const size_t *shape)
{
    static char text[TENSOR_RANK * 21 + 1];
    size_t length = 0;

    text[0] = '\0';
    for (size_t d = 0; d < rank; ++d) {
        length += (size_t)snprintf(text + length, sizeof text - length, d > 0 ? ",%zu" : "%zu", shape[d]);
    }
    return text;
}

/** f32 elements start, start + 1, … */
static inline void count_up(tensor *t, float start)
{
    for (size_t i = 0; i < t->count; ++i) {
        t->data.f32[i] = start + (float)i;
    }
}

/** Whether a list of words contains this one. */
static inline int has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return 1;
        }
    }
    return 0;
}

/* ---- Elements as numbers ---- */

/** A float, cut to its stored bits: the dropped ones are zero, except the lowest `dropped`. f16 also has a shorter exponent. */
static inline uint16_t half_bits(bl_dtype dtype, double value)
{
    const float narrow = (float)value;
    uint32_t bits;

    memcpy(&bits, &narrow, sizeof bits);
    if (dtype == BL_BF16) {
        return (uint16_t)(bits >> 16);
    }
    if ((bits & 0x7f800000u) == 0x7f800000u) {
        return (uint16_t)((bits >> 16 & 0x8000u) | 0x7c00u | (bits >> 13 & 0x3ffu));
    }
    if (value == 0) {
        return (uint16_t)(bits >> 16);
    }
    return (uint16_t)((bits >> 16 & 0x8000u) | (((bits >> 23 & 0xffu) - 112) << 10) | (bits >> 13 & 0x3ffu));
}

static inline double half_value(bl_dtype dtype, uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float value;

    if (dtype == BL_F16) {
        bits = (bits & 0x80000000u) | ((half & 0x7c00u) == 0x7c00u ? 0x7f800000u
                                       : (half & 0x7c00u) == 0     ? 0u
                                                                   : ((half >> 10 & 31u) + 112u) << 23);
        bits |= (uint32_t)(half & 0x3ffu) << 13;
    }
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/** The number of a float of at most 8 bits: after the sign it has an exponent and `fraction` bits, whose least step is 2^-`last`. */
static inline double eight_value(bl_dtype dtype, uint8_t bits)
{
    static const struct {
        int fraction, last;
    } formats[] = {{3, 9}, {3, 10}, {2, 16}, {2, 17}, {1, 1}, {3, 3}, {2, 4}};
    const int sign = 1 << (bl_dtype_bits(dtype) - 1);
    const size_t row = dtype < BL_F4E2M1 ? dtype - BL_F8E4M3FN : dtype - BL_F4E2M1 + 4;

    if (dtype == BL_F8E8M0) { /* a power of two */
        double power = 1;

        for (int exponent = bits; exponent != 127; exponent += exponent < 127 ? 1 : -1) {
            power = exponent < 127 ? power / 2 : power * 2;
        }
        return power;
    }
    const int fraction = formats[row].fraction;
    const int leading = 1 << fraction;
    const int field = (bits & (sign - 1)) >> fraction;
    const int steps = (bits & (leading - 1)) + (field > 0 ? leading : 0);
    const double size = (double)((int64_t)steps << (field > 0 ? field - 1 : 0)) / (1 << formats[row].last);

    return bits & sign ? -size : size;
}

static inline uint8_t eight_bits(bl_dtype dtype, double value)
{
    unsigned bits = 0;

    while (bits < 0xff && eight_value(dtype, (uint8_t)bits) != value) {
        ++bits;
    }
    return (uint8_t)bits;
}

/** An element of a packed dtype. Bits are counted from the array's first byte, the lowest ones first. */
static inline double packed_value(bl_dtype dtype, const uint8_t *bytes, size_t i)
{
    const size_t bits = bl_dtype_bits(dtype);
    const int above = i * bits % 8 + bits > 8 ? bytes[i * bits / 8 + 1] : 0;
    const int value = (bytes[i * bits / 8] | above << 8) >> i * bits % 8 & ((1 << bits) - 1);
    if (dtype >= BL_F4E2M1) {
        return eight_value(dtype, (uint8_t)value);
    }
    const int is_negative = (dtype == BL_I4 || dtype == BL_I2) && value >> (bits - 1) != 0;

    return value - (is_negative ? 1 << bits : 0);
}

static inline void set_packed(bl_dtype dtype, uint8_t *bytes, size_t i, int value)
{
    const size_t bits = bl_dtype_bits(dtype);
    const unsigned mask = ((1u << bits) - 1u) << i * bits % 8;
    const unsigned own = (unsigned)value << i * bits % 8 & mask;
    uint8_t *byte = &bytes[i * bits / 8];

    byte[0] = (uint8_t)((byte[0] & ~mask) | own);
    if (mask > 0xff) {
        byte[1] = (uint8_t)((byte[1] & ~(mask >> 8)) | own >> 8);
    }
}

/** Set an element to a number that its dtype represents (for f16, not a subnormal one). */
static inline void set_element(tensor *t, size_t i, double value)
{
    const bl_dtype dtype = t->array.dtype;
    const int64_t whole = dtype < BL_I8 ? 0 : dtype == BL_U64 ? (int64_t)(uint64_t)value
                                                              : (int64_t)value;

    if (dtype == BL_F32) {
        t->data.f32[i] = (float)value;
    } else if (dtype == BL_F64) {
        t->data.f64[i] = value;
    } else if (dtype == BL_F16 || dtype == BL_BF16) {
        t->data.bits16[i] = half_bits(dtype, value);
    } else if (bl_dtype_bits(dtype) < 8) {
        set_packed(dtype, t->data.u8, i, dtype >= BL_F4E2M1 ? eight_bits(dtype, value) : (int)value);
    } else if (dtype > BL_BOOL) {
        t->data.u8[i] = eight_bits(dtype, value);
    } else if (bl_dtype_size(dtype) == 1) {
        t->data.u8[i] = (uint8_t)whole;
    } else if (bl_dtype_size(dtype) == 2) {
        t->data.bits16[i] = (uint16_t)whole;
    } else if (bl_dtype_size(dtype) == 4) {
        t->data.i32[i] = (int32_t)(uint32_t)whole;
    } else {
        t->data.i64[i] = whole;
    }
}

static inline double element(const tensor *t, size_t i)
{
    switch (t->array.dtype) {
    case BL_F32:
        return (double)t->data.f32[i];
    case BL_F64:
        return t->data.f64[i];
    case BL_F16:
    case BL_BF16:
        return half_value(t->array.dtype, t->data.bits16[i]);
    case BL_I8:
        return t->data.i8[i];
    case BL_I16:
        return (int16_t)t->data.bits16[i];
    case BL_U16:
        return t->data.bits16[i];
    case BL_I32:
        return t->data.i32[i];
    case BL_U32:
        return (uint32_t)t->data.i32[i];
    case BL_I64:
        return (double)t->data.i64[i];
    case BL_U64:
        return (double)(uint64_t)t->data.i64[i];
    case BL_F8E4M3FN:
    case BL_F8E4M3FNUZ:
    case BL_F8E5M2:
    case BL_F8E5M2FNUZ:
    case BL_F8E8M0:
        return eight_value(t->array.dtype, t->data.u8[i]);
    case BL_I4:
    case BL_U4:
    case BL_I2:
    case BL_U2:
    case BL_F4E2M1:
    case BL_F6E2M3:
    case BL_F6E3M2:
        return packed_value(t->array.dtype, t->data.u8, i);
    default:
        return t->data.u8[i];
    }
}

/** Set all elements to numbers in a text: "1 -2.5". */
static inline void set_elements(tensor *t, const char *numbers)
{
    char *end = NULL;

    for (size_t i = 0; i < t->count; ++i) {
        set_element(t, i, strtod(numbers, &end));
        numbers = end;
    }
}

/** Whether these are the elements; any NaN equals any other. */
static inline int has_elements(const tensor *t, const char *numbers)
{
    char *end = NULL;

    for (size_t i = 0; i < t->count; ++i) {
        const double wanted = strtod(numbers, &end);
        const double got = element(t, i);

        if (!(got == wanted || (got != got && wanted != wanted))) {
            printf("# %s element %zu is %g, not %g\n", bl_dtype_name(t->array.dtype), i, got, wanted);
            return 0;
        }
        numbers = end;
    }
    return 1;
}

/** The dtypes of a class: f floats, n those narrower than f64, s signed integers, u unsigned ones, b bool. */
static inline int is_of_class(bl_dtype dtype, const char *classes)
{
    return strchr(classes, dtype < BL_I8 ? 'f' : dtype < BL_U8 ? 's'
                                             : dtype < BL_BOOL ? 'u'
                                                               : 'b') != NULL ||
           (dtype < BL_I8 && dtype != BL_F64 && strchr(classes, 'n') != NULL);
}

#endif
