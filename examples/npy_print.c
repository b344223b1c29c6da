/* Arrays as text for people: see npy_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "npy_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { FIRST_VALUES = 8 };

void npy_print_shape(FILE *file, const npy_array *array)
{
    fprintf(file, "(");
    for (size_t i = 0; i < array->rank; ++i) {
        fprintf(file, "%s%zu", i ? ", " : "", array->shape[i]);
    }
    fprintf(file, array->rank == 1 ? ",)" : ")");
}

void npy_print_array(const char *name, const npy_array *array)
{
    printf("%s: %s ", name, bl_dtype_name(array->dtype));
    npy_print_shape(stdout, array);
    printf("%s\n", array->fortran_order ? ", Fortran order" : "");
}

/* The format of a float dtype. */
typedef struct float_format {
    int fraction_bits, exponent_bits;
} float_format;

/* The value of a float's bits; f32 and narrower are exact in a double. */
static double float_value(uint32_t bits, float_format f)
{
    const int exponent_max = (1 << f.exponent_bits) - 1;
    const int bias = exponent_max / 2;
    const int exponent = (int)(bits >> f.fraction_bits) & exponent_max;
    const uint32_t fraction = bits & ((UINT32_C(1) << f.fraction_bits) - 1);
    const uint32_t hidden = exponent ? UINT32_C(1) << f.fraction_bits : 0;
    const double sign = bits >> (f.fraction_bits + f.exponent_bits) ? -1 : 1;

    if (exponent == exponent_max) {
        return fraction ? (double)NAN : sign * (double)INFINITY;
    }
    return sign * ldexp((double)(hidden | fraction), (exponent ? exponent : 1) - bias - f.fraction_bits);
}

/* Prints the fewest digits to which no other value of the format is as near, without a power of ten from 1 to 1e6. */
static void print_float(double value, float_format f)
{
    const double size = fabs(value);
    if (isnan(value)) {
        printf("nan"); /* printf may write its sign, which has no meaning */
        return;
    }
    if (isinf(value) || size == 0) {
        printf("%g", value);
        return;
    }
    const int least = 3 - (1 << (f.exponent_bits - 1)); /* frexp's exponent of the smallest normal number */
    int exponent;
    const bool is_power_of_two = frexp(size, &exponent) == 0.5;
    const double spacing = ldexp(1, (exponent < least ? least : exponent) - f.fraction_bits - 1);
    const double nearer = is_power_of_two ? 4 : 2; /* the values below a power of two are twice as close */
    int digits = size >= 1 && size < 1e6 ? (int)log10(size) + 1 : 1;
    char text[40];

    for (;; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (fabs(strtod(text, NULL) - value) * nearer < spacing) {
            break;
        }
    }
    printf("%s", text);
}

/* Converts by a cast, if the library has it; otherwise prints the bits. */
static void print_as_f32(bl_dtype dtype, const uint8_t *element)
{
    static const float_format f32 = {23, 8};
    const bl_dtype dtypes[] = {dtype, BL_F32};
    const bl_op *const cast = bl_op_by_name("cast");
    const bl_table *const table = cast == NULL ? NULL : bl_op_table(cast, dtypes);
    const void *const inputs[] = {element};
    float value = 0;

    if (table != NULL && bl_run_contiguous(table, 1, inputs, NULL, &value) == BL_OK) {
        print_float((double)value, f32);
    } else {
        printf("0x%02x", *element);
    }
}

static void print_element(const npy_array *array, size_t i)
{
    static const float_format f16 = {10, 5}, bf16 = {7, 8}, f32 = {23, 8}, f64 = {52, 11};
    const void *data = array->data;

    switch (array->dtype) {
    case BL_F16:
        print_float(float_value(((const uint16_t *)data)[i], f16), f16);
        break;
    case BL_BF16:
        print_float(float_value(((const uint16_t *)data)[i], bf16), bf16);
        break;
    case BL_F32:
        print_float((double)((const float *)data)[i], f32);
        break;
    case BL_F64:
        print_float(((const double *)data)[i], f64);
        break;
    case BL_I8:
        printf("%d", ((const int8_t *)data)[i]);
        break;
    case BL_I16:
        printf("%d", ((const int16_t *)data)[i]);
        break;
    case BL_I32:
        printf("%" PRId32, ((const int32_t *)data)[i]);
        break;
    case BL_I64:
        printf("%" PRId64, ((const int64_t *)data)[i]);
        break;
    case BL_U8:
        printf("%u", ((const uint8_t *)data)[i]);
        break;
    case BL_U16:
        printf("%u", ((const uint16_t *)data)[i]);
        break;
    case BL_U32:
        printf("%" PRIu32, ((const uint32_t *)data)[i]);
        break;
    case BL_U64:
        printf("%" PRIu64, ((const uint64_t *)data)[i]);
        break;
    case BL_BOOL:
        printf("%s", ((const uint8_t *)data)[i] ? "true" : "false");
        break;
    case BL_F8E4M3FN:
    case BL_F8E4M3FNUZ:
    case BL_F8E5M2:
    case BL_F8E5M2FNUZ:
    case BL_F8E8M0:
        print_as_f32(array->dtype, (const uint8_t *)data + i);
        break;
    default: /* packed dtypes: no .npy file has them */
        break;
    }
}

void npy_print_first_values(const npy_array *array)
{
    const size_t shown = array->count < FIRST_VALUES ? array->count : FIRST_VALUES;
    printf("%s", shown ? "first values:" : "no values");
    for (size_t i = 0; i < shown; ++i) {
        printf(" ");
        print_element(array, i);
    }
    printf("%s\n", array->count > shown ? " ..." : "");
}
