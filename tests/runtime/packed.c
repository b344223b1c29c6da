/* Packed dtypes: casts, quantisation and dequantisation, against their definitions: all lengths, in blocks, along any
 * axis, in parts, with rows that begin inside a byte, next to inaccessible memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "../harness/tap.h"
#include "../platforms/platform.h"

#include <math.h>
#include <string.h>

#define MOST 320 /* elements */
#define REGION ((size_t)65536)

static const bl_dtype dtypes[] = {BL_I4, BL_U4, BL_I2, BL_U2, BL_F4E2M1, BL_F6E2M3, BL_F6E3M2};

/* Memory at the end of its region. */
static unsigned char *regions[4];
static unsigned state = 1;

static unsigned char *at_end(size_t region, size_t bytes)
{
    return regions[region] + (REGION - bytes);
}

static unsigned next(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

/** An element's bits by the definition: counted from the array's first byte, the lowest bits first. */
static int bits_at(bl_dtype dtype, const unsigned char *array, size_t i)
{
    const int bits = (int)bl_dtype_bits(dtype);
    int value = 0;

    for (int b = 0; b < bits; ++b) {
        const size_t bit = i * (size_t)bits + (size_t)b;

        value |= (array[bit / 8] >> bit % 8 & 1) << b;
    }
    return value;
}

static int is_float(bl_dtype dtype)
{
    return dtype >= BL_F4E2M1;
}

/** The value of bits: of a float by its sign, its exponent and its fraction. */
static float value_of(bl_dtype dtype, int bits)
{
    static const struct {
        int fraction;
        float last; /* the least number */
    } formats[] = {{1, 0.5f}, {3, 0.125f}, {2, 0.0625f}};
    const int sign = 1 << (bl_dtype_bits(dtype) - 1);

    if (is_float(dtype)) {
        const int fraction = formats[dtype - BL_F4E2M1].fraction;
        const int field = (bits & (sign - 1)) >> fraction;
        const int steps = (bits & ((1 << fraction) - 1)) + (field > 0 ? 1 << fraction : 0);
        const float size = (float)(steps << (field > 1 ? field - 1 : 0)) * formats[dtype - BL_F4E2M1].last;

        return (bits & sign) != 0 ? -size : size;
    }
    return (float)((dtype == BL_I4 || dtype == BL_I2) && (bits & sign) != 0 ? bits - 2 * sign : bits);
}

static float element(bl_dtype dtype, const unsigned char *array, size_t i)
{
    return value_of(dtype, bits_at(dtype, array, i));
}

/** The bits of the number that is nearest to a value, the even one if two are as near; with a value's sign also if it is 0. */
static int nearest(bl_dtype dtype, float value)
{
    const int sign = 1 << (bl_dtype_bits(dtype) - 1);
    const float size = signbit(value) != 0 ? -value : value;
    int bits = 0;

    while (bits + 1 < sign && value_of(dtype, bits + 1) <= size) {
        ++bits;
    }
    if (bits + 1 < sign) {
        const float halfway = (value_of(dtype, bits) + value_of(dtype, bits + 1)) / 2;

        bits += size > halfway || (size == halfway && (bits & 1) != 0);
    }
    return isnan(value) ? sign : signbit(value) != 0 ? bits | sign
                                                     : bits;
}

/** The bits that a cast gives. */
static int cast_of(bl_dtype dtype, float value)
{
    return is_float(dtype) ? nearest(dtype, value) : (int)value & ((1 << bl_dtype_bits(dtype)) - 1);
}

static int quantized(bl_dtype dtype, float value)
{
    const int bits = (int)bl_dtype_bits(dtype);
    const float low = dtype == BL_I4 ? -8 : dtype == BL_I2 ? -2
                                                           : 0;
    const float high = low + (float)((1 << bits) - 1);

    return is_float(dtype) ? nearest(dtype, value) : cast_of(dtype, value < low ? low : value > high ? high
                                                                                                     : value);
}

/** Whether the bits after the last element are 0. */
static int ends_in_zeros(bl_dtype dtype, const unsigned char *array, size_t n)
{
    const size_t used = n * bl_dtype_bits(dtype) % 8;

    return used == 0 || array[n * bl_dtype_bits(dtype) / 8] >> used == 0;
}

static int test_casts(bl_dtype dtype, size_t n)
{
    const size_t bytes = bl_array_bytes(dtype, n);
    unsigned char *narrow = at_end(0, bytes);
    float *wide = (float *)(void *)at_end(1, n * sizeof(float));
    const bl_array in = bl_input_array(narrow, dtype, 1, &n, NULL);
    const bl_array out = {wide, BL_F32, 1, &n, NULL};
    int is_right;

    for (size_t i = 0; i < bytes; ++i) {
        narrow[i] = (unsigned char)next();
    }
    is_right = bl_cast(&in, &out, NULL) == BL_OK;
    for (size_t i = 0; i < n; ++i) {
        is_right = is_right && wide[i] == element(dtype, narrow, i) && (!is_float(dtype) || !signbit(wide[i]) == !signbit(element(dtype, narrow, i)));
        wide[i] = (float)((int)(next() % 256) - 128) + 0.5f * (float)(next() % 2);
        wide[i] = is_float(dtype) ? next() % 64 == 0 ? NAN : wide[i] / 16 : wide[i];
    }
    memset(narrow, 0xff, bytes);
    is_right = is_right && bl_cast(&out, &in, NULL) == BL_OK && ends_in_zeros(dtype, narrow, n);
    for (size_t i = 0; i < n; ++i) {
        is_right = is_right && bits_at(dtype, narrow, i) == cast_of(dtype, wide[i]);
    }
    return is_right;
}

static int test_quantize(bl_dtype dtype, size_t n)
{
    const size_t bytes = bl_array_bytes(dtype, n);
    const size_t one = 1;
    const float factor = 0.25f;
    const unsigned char zero = 1;
    float *wide = (float *)(void *)at_end(1, n * sizeof(float));
    unsigned char *narrow = at_end(0, bytes);
    unsigned char *in_parts = at_end(2, bytes);
    const bl_array a = bl_input_array(wide, BL_F32, 1, &n, NULL);
    const bl_array b = bl_input_array(&factor, BL_F32, 1, &one, NULL);
    const bl_array c = bl_input_array(&zero, dtype, 1, &one, NULL);
    const bl_array out = {narrow, dtype, 1, &n, NULL};
    const bl_array *const inputs[] = {&a, &b, &c};
    const void *const data[] = {wide, &factor, &zero};
    bl_plan plan;
    int is_right;

    for (size_t i = 0; i < n; ++i) {
        wide[i] = (float)((int)(next() % 64) - 32) * 0.25f;
    }
    memset(narrow, 0xff, bytes);
    is_right = bl_quantize_linear(&a, &b, &c, &out, NULL) == BL_OK && ends_in_zeros(dtype, narrow, n);
    for (size_t i = 0; i < n; ++i) {
        is_right = is_right && bits_at(dtype, narrow, i) == quantized(dtype, wide[i] * 4 + value_of(dtype, 1));
    }
    is_right = is_right && bl_plan_make(&plan, &bl_op_quantize_linear, inputs, &out, NULL) == BL_OK;
    for (size_t parts = 1; parts < 6; ++parts) {
        memset(in_parts, 0xff, bytes);
        for (size_t part = parts; is_right && part-- > 0;) {
            bl_plan_run_part(&plan, part, parts, data, NULL, in_parts);
        }
        is_right = is_right && memcmp(in_parts, narrow, bytes) == 0;
    }
    return is_right;
}

/** A factor and a zero point for each step along some dims; the output as it is, and with its dims the other way round. */
static int test_dequantize(bl_dtype dtype, const size_t *shape, unsigned dims, int is_turned)
{
    const ptrdiff_t turned[] = {1, (ptrdiff_t)shape[0], (ptrdiff_t)(shape[0] * shape[1])};
    const size_t n = shape[0] * shape[1] * shape[2];
    size_t own[3];
    size_t count = 1;
    size_t i = 0;
    int is_right;

    for (size_t d = 0; d < 3; ++d) {
        own[d] = (dims >> d & 1) != 0 ? shape[d] : 1;
        count *= own[d];
    }
    {
        unsigned char *narrow = at_end(0, bl_array_bytes(dtype, n));
        unsigned char *zeros = at_end(1, bl_array_bytes(dtype, count));
        float *factors = (float *)(void *)at_end(2, count * sizeof(float));
        float *wide = (float *)(void *)at_end(3, n * sizeof(float));
        const bl_array a = bl_input_array(narrow, dtype, 3, shape, NULL);
        const bl_array b = bl_input_array(factors, BL_F32, 3, own, NULL);
        const bl_array c = bl_input_array(zeros, dtype, 3, own, NULL);
        const bl_array out = {wide, BL_F32, 3, shape, is_turned ? turned : NULL};

        for (size_t k = 0; k < bl_array_bytes(dtype, n); ++k) {
            narrow[k] = (unsigned char)next();
        }
        for (size_t k = 0; k < count; ++k) {
            zeros[bl_array_bytes(dtype, k + 1) - 1] = (unsigned char)next();
            factors[k] = (float)(next() % 100) / 8;
        }
        is_right = bl_dequantize_linear(&a, &b, &c, &out, NULL) == BL_OK;
        for (size_t x = 0; x < shape[0]; ++x) {
            for (size_t y = 0; y < shape[1]; ++y) {
                for (size_t z = 0; z < shape[2]; ++z, ++i) {
                    const size_t k = ((own[0] > 1 ? x : 0) * own[1] + (own[1] > 1 ? y : 0)) * own[2] + (own[2] > 1 ? z : 0);
                    const size_t to = is_turned ? x + shape[0] * (y + shape[1] * z) : i;

                    is_right = is_right && wide[to] == (element(dtype, narrow, i) - element(dtype, zeros, k)) * factors[k];
                }
            }
        }
    }
    return is_right;
}

static int test_statuses(bl_dtype dtype)
{
    const size_t shape[] = {2, 3};
    const ptrdiff_t gaps[] = {4, 1};
    const ptrdiff_t step = 1;
    unsigned char narrow[8] = {0};
    const void *const inputs[] = {narrow};
    float wide[6];
    const bl_dtype pair[] = {dtype, BL_F32};
    const bl_array in = bl_input_array(narrow, dtype, 2, shape, gaps);
    const bl_array out = {wide, BL_F32, 2, shape, NULL};

    return bl_cast(&in, &out, NULL) == BL_PACKED_STRIDES && bl_dtype_size(dtype) == 1 &&
           bl_run_strided(bl_op_table(&bl_op_cast, pair), 6, inputs, &step, NULL, wide, sizeof *wide) == BL_PACKED_STRIDES;
}

/** The sentence of bl_explain about an array with gaps. */
static int test_sentence(void)
{
    const size_t shape[] = {2, 3};
    const ptrdiff_t gaps[] = {4, 1};
    unsigned char narrow[8] = {0};
    float wide[6];
    const bl_array in = bl_input_array(narrow, BL_I4, 2, shape, gaps);
    const bl_array out = {wide, BL_F32, 2, shape, NULL};
    const bl_array *const inputs[] = {&in};
    char text[200];

    (void)bl_explain(&bl_op_cast, inputs, NULL, &out, NULL, BL_PACKED_STRIDES, text, sizeof text);
    return strcmp(text, "cast: inputs[0] is [2,3] of i4, whose elements have no gaps between them; its strides must be NULL or row-major") == 0;
}

/** Where the output shares memory with the input: the same array, which is right as long as a dtype has the same bits; and one that begins
 * elsewhere. */
static int test_overlap(bl_dtype dtype, bl_dtype other, size_t n)
{
    unsigned char bytes[MOST];
    unsigned char before[MOST];
    const bl_array in = bl_input_array(bytes, dtype, 1, &n, NULL);
    const bl_array same = {bytes, dtype, 1, &n, NULL};
    const bl_array as_other = {bytes, other, 1, &n, NULL};
    const bl_array later = {bytes + 1, dtype, 1, &n, NULL};
    const bl_array wider = {bytes, BL_I8, 1, &n, NULL};
    int is_right;

    for (size_t i = 0; i < sizeof bytes; ++i) {
        bytes[i] = (unsigned char)next();
    }
    memcpy(before, bytes, sizeof bytes);
    is_right = bl_cast(&in, &same, NULL) == BL_OK && bl_identity(&in, &same, NULL) == BL_OK && bl_cast(&in, &as_other, NULL) == BL_OK && ends_in_zeros(dtype, bytes, n) &&
               memcmp(bytes + bl_array_bytes(dtype, n), before + bl_array_bytes(dtype, n), sizeof bytes - bl_array_bytes(dtype, n)) == 0;
    for (size_t i = 0; i < n; ++i) {
        is_right = is_right && bits_at(dtype, bytes, i) == bits_at(dtype, before, i);
    }
    memcpy(before, bytes, sizeof bytes);
    return is_right && (bl_array_bytes(dtype, n) == 1 || bl_cast(&in, &later, NULL) == BL_OVERLAP) && (bl_array_bytes(dtype, n) == n || bl_cast(&in, &wider, NULL) == BL_OVERLAP) &&
           memcmp(bytes, before, sizeof bytes) == 0;
}

int main(void)
{
    static const bl_dtype others[] = {BL_U4, BL_I4, BL_U2, BL_I2, BL_F4E2M1, BL_F6E2M3, BL_F6E3M2};
    static const size_t shapes[][3] = {{5, 3, 7}, {4, 9, 32}, {2, 33, 5}, {12, 33, 32}, {3, 1, 9}};

    for (size_t r = 0; r < sizeof regions / sizeof *regions; ++r) {
        regions[r] = (unsigned char *)platform_guarded(REGION);
    }
    platform_catch_faults();
    for (size_t t = 0; t < sizeof dtypes / sizeof *dtypes; ++t) {
        const bl_dtype dtype = dtypes[t];
        int casts = 1;
        int quantizes = 1;
        int dequantizes = 1;
        int shares = 1;

        for (size_t n = 1; n <= MOST; ++n) {
            casts = casts && test_casts(dtype, n);
            quantizes = quantizes && test_quantize(dtype, n);
            shares = shares && test_overlap(dtype, others[t], n);
        }
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
            for (unsigned dims = 0; dims < 16; ++dims) {
                dequantizes = dequantizes && test_dequantize(dtype, shapes[s], dims & 7, dims > 7);
            }
        }
        ok(casts, "casts from and to %s", bl_dtype_name(dtype));
        ok(quantizes, "quantize_linear to %s, also in parts", bl_dtype_name(dtype));
        ok(dequantizes, "dequantize_linear of %s, in blocks and along each axis", bl_dtype_name(dtype));
        ok(shares, "%s in place is right, other overlap is refused", bl_dtype_name(dtype));
        ok(test_statuses(dtype), "statuses of %s with strides", bl_dtype_name(dtype));
    }
    ok(test_sentence(), "bl_explain names the array with gaps");
    return done_testing();
}
