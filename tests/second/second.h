/* Judge two of words and operators: written from docs/semantics.md and the lines of gen/dictionary/words.lua. It shares no line with
 * tests/oracle, judge one, with which it is compared.
 *
 * A meaning takes raw bits in uint64_t, as the oracle does, and the dtypes of result and operands. There are two kinds:
 *
 *   exact.c, whole.c   all words: floats by MPFR, integers by 128 bits
 *   quick.c            operators that run over 2^32 inputs: one rounding of an exact integer, 20 times as fast, and compared
 *                      with the exact ones by samples of every block
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_SECOND_H
#define BROADLOOM_TESTS_SECOND_H

#include "broadloom_tables.h"

/** The result, of dtypes[0]; x[i] is of dtypes[i + 1]. The parameters of an operator follow its inputs. */
typedef uint64_t meaning(const uint8_t *dtypes, const uint64_t *x);

/** Whether the word is defined for these operands. */
typedef int meaning_domain(const uint8_t *dtypes, const uint64_t *x);

typedef struct second_rule {
    const char *name;
    meaning *of_floats, *of_integers; /* by the first operand; NULL: not for these */
    meaning_domain *domain;           /* NULL: all operands */
    uint8_t moves;                    /* it moves bits: a NaN must have the same bits */
    uint8_t nan_of;                   /* the result, an integer, is the bits of this float type; 0: it is not */
} second_rule;

static inline meaning *exact_meaning(const second_rule *rule, const uint8_t *dtypes)
{
    return dtypes[1] <= BL_BF16 ? rule->of_floats : rule->of_integers;
}

/** NULL if judge two has no such word. Text after a colon ("both:i16") is not part of the name; a count ("shift_left:7") is the last
 * operand. */
const second_rule *second_word(const char *name);

const second_rule *second_op(const char *name);

/** The quick meaning, for f16, bf16 and f32; NULL if there is none. */
meaning *quick_word(const char *name);
meaning *quick_op(const char *name);

/** For a word with a quick meaning: its domain, the same as its rule's; NULL: all operands. */
meaning_domain *quick_domain(const char *word);

/* ---- Dtypes ---- */

static inline unsigned bits_of_type(unsigned type)
{
    static const uint8_t bits[BL_DTYPE_COUNT] = {32, 64, 16, 16, 8, 16, 32, 64, 8, 16, 32, 64, 8, 8, 8, 8, 8, 4, 4, 2, 2, 8, 4, 6, 6};

    return bits[type];
}

static inline int is_float_type(unsigned type)
{
    return type <= BL_BF16;
}

static inline int is_signed_type(unsigned type)
{
    return (type >= BL_I8 && type <= BL_I64) || type == BL_I4 || type == BL_I2;
}

/** The stored bits of a float's fraction. */
static inline unsigned fraction_of_type(unsigned type)
{
    static const uint8_t bits[] = {23, 52, 10, 7};

    return bits[type];
}

static inline uint64_t all_ones(unsigned bits)
{
    return UINT64_MAX >> (64 - bits);
}

static inline uint64_t sign_bit(unsigned type)
{
    return UINT64_C(1) << (bits_of_type(type) - 1);
}

/** Floats of at most 8 bits: how many bits of the fraction are stored, the exponent of the least normal number, and the bits of the greatest
 * number, of infinity (0 where there is none) and of a NaN that means all of them; or, of a format with numbers alone, of the number that
 * replaces a NaN. */
typedef struct minifloat_format {
    int fraction, least_exponent;
    unsigned most, infinity, nan, has_numbers_alone;
} minifloat_format;

static inline int is_minifloat_type(unsigned type)
{
    return (type >= BL_F8E4M3FN && type <= BL_F8E5M2FNUZ) || type >= BL_F8E8M0;
}

/** A format with only an exponent: its bits number the powers of two. */
static inline int is_scale_type(unsigned type)
{
    return type == BL_F8E8M0;
}

/** Whether a byte has several elements of the dtype. */
static inline int is_packed_type(unsigned type)
{
    return bits_of_type(type) < 8;
}

static inline int has_nans(unsigned type)
{
    return is_float_type(type) || is_minifloat_type(type);
}

static inline const minifloat_format *format_of_type(unsigned type)
{
    static const minifloat_format formats[] = {
        {3, -6, 0x7e, 0, 0x7f, 0},     /* f8e4m3fn */
        {3, -7, 0x7f, 0, 0x80, 0},     /* f8e4m3fnuz: NaN instead of -0 */
        {2, -14, 0x7b, 0x7c, 0x7e, 0}, /* f8e5m2 */
        {2, -15, 0x7f, 0, 0x80, 0},    /* f8e5m2fnuz */
        {0, -127, 0xfe, 0, 0xff, 0},   /* f8e8m0, which has no sign and no zero */
        {1, 0, 7, 0, 8, 1},            /* f4e2m1 */
        {3, 0, 31, 0, 32, 1},          /* f6e2m3 */
        {2, -2, 31, 0, 32, 1},         /* f6e3m2 */
    };

    return &formats[type >= BL_F8E8M0 ? type - BL_F8E8M0 + BL_F8E5M2FNUZ + 1 - BL_F8E4M3FN : type - BL_F8E4M3FN];
}

static inline uint64_t infinity_bits(unsigned type)
{
    if (is_minifloat_type(type)) {
        return format_of_type(type)->infinity;
    }
    return sign_bit(type) - (UINT64_C(1) << fraction_of_type(type));
}

/** A magnitude with a sign, except for a zero in formats without -0. */
static inline uint64_t signed_minifloat(unsigned type, uint64_t sign, uint64_t size)
{
    return size == 0 && !format_of_type(type)->has_numbers_alone && format_of_type(type)->nan == sign_bit(type) ? 0 : sign | size;
}

/** The bits instead of a number beyond the greatest one, without its sign. */
static inline unsigned minifloat_beyond(const minifloat_format *format, int saturates)
{
    return saturates || format->has_numbers_alone ? format->most : format->infinity != 0 ? format->infinity
                                                                                         : format->nan;
}

static inline int is_nan_bits(unsigned type, uint64_t bits)
{
    if (is_minifloat_type(type)) {
        const minifloat_format *format = format_of_type(type);

        return !format->has_numbers_alone &&
               (bits == format->nan || ((bits & 0x7f) > format->most && (bits & 0x7f) != format->infinity));
    }
    return is_float_type(type) && (bits & (sign_bit(type) - 1)) > infinity_bits(type);
}

/** The NaN that replaces all others. */
static inline uint64_t nan_bits(unsigned type)
{
    if (is_minifloat_type(type)) {
        return format_of_type(type)->nan;
    }
    return infinity_bits(type) | UINT64_C(1) << (fraction_of_type(type) - 1);
}

/** Adds bits to a hash of 64 bits. */
static inline uint64_t hashed_with(uint64_t hash, uint64_t bits)
{
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/** The exponent of the last bit of subnormals. */
static inline int last_exponent(unsigned type)
{
    const int exponent_bits = (int)(bits_of_type(type) - fraction_of_type(type)) - 1;

    return 3 - (1 << (exponent_bits - 1)) - (int)fraction_of_type(type) - 1;
}

#endif
