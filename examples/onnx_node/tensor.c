/* ONNX tensors: see tensor.h.
 *
 * A TensorProto has its elements either in raw_data, little-endian, or in the field of numbers for its type: int32_data,
 * for example, has small integers and the bits of 16-bit floats.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "tensor.h"

#include "broadloom_onnx.h"
#include "bytes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { EXTERNAL = 1, /* TensorProto.data_location */
       LARGEST_ELEMENT = 8 };

/* The fields with numbers. */
typedef enum number_field {
    FLOAT_DATA,
    DOUBLE_DATA,
    INT32_DATA,
    INT64_DATA,
    UINT64_DATA,
    FIELD_COUNT
} number_field;

static const char *const field_names[FIELD_COUNT] = {"float_data", "double_data", "int32_data", "int64_data",
                                                     "uint64_data"};

/* ONNX's types by number, from 1 on. */
typedef struct element_type {
    const char *name;
    bl_dtype dtype; /* BL_DTYPE_COUNT: none */
    number_field field;
    int32_t least, most; /* in int32_data */
} element_type;

static const element_type element_types[] = {
    {"float", BL_F32, FLOAT_DATA, 0, 0},
    {"uint8", BL_U8, INT32_DATA, 0, UINT8_MAX},
    {"int8", BL_I8, INT32_DATA, INT8_MIN, INT8_MAX},
    {"uint16", BL_U16, INT32_DATA, 0, UINT16_MAX},
    {"int16", BL_I16, INT32_DATA, INT16_MIN, INT16_MAX},
    {"int32", BL_I32, INT32_DATA, INT32_MIN, INT32_MAX},
    {"int64", BL_I64, INT64_DATA, 0, 0},
    {"string", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"bool", BL_BOOL, INT32_DATA, 0, 1},
    {"float16", BL_F16, INT32_DATA, 0, UINT16_MAX},
    {"double", BL_F64, DOUBLE_DATA, 0, 0},
    {"uint32", BL_U32, UINT64_DATA, 0, 0},
    {"uint64", BL_U64, UINT64_DATA, 0, 0},
    {"complex64", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"complex128", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"bfloat16", BL_BF16, INT32_DATA, 0, UINT16_MAX},
    {"float8e4m3fn", BL_F8E4M3FN, INT32_DATA, 0, UINT8_MAX},
    {"float8e4m3fnuz", BL_F8E4M3FNUZ, INT32_DATA, 0, UINT8_MAX},
    {"float8e5m2", BL_F8E5M2, INT32_DATA, 0, UINT8_MAX},
    {"float8e5m2fnuz", BL_F8E5M2FNUZ, INT32_DATA, 0, UINT8_MAX},
    {"uint4", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0}, /* .npy has no names for the packed types */
    {"int4", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"float4e2m1", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"float8e8m0", BL_F8E8M0, INT32_DATA, 0, UINT8_MAX},
    {"uint2", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"int2", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"float6e2m3", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
    {"float6e3m2", BL_DTYPE_COUNT, FIELD_COUNT, 0, 0},
};

enum { TYPE_COUNT = sizeof element_types / sizeof element_types[0] };

bool onnx_fail(onnx_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    bytes_make_printable(error->text);
    return false;
}

bool onnx_fail_in(onnx_error *error, const char *what)
{
    onnx_error inner = *error;

    return onnx_fail(error, "%.150s: %.240s", what, inner.text);
}

static const element_type *type_of(int32_t data_type)
{
    return data_type >= 1 && data_type <= TYPE_COUNT ? &element_types[data_type - 1] : NULL;
}

const char *onnx_type_name(int32_t data_type)
{
    const element_type *type = type_of(data_type);

    for (size_t i = 0; type == NULL && bl_onnx_foreign_dtypes[i].name != NULL; ++i) {
        if (bl_onnx_foreign_dtypes[i].number == data_type) {
            return bl_onnx_foreign_dtypes[i].name;
        }
    }
    return type == NULL ? "unknown to ONNX" : type->name;
}

int32_t onnx_data_type(bl_dtype dtype)
{
    int32_t data_type = TYPE_COUNT;

    while (element_types[data_type - 1].dtype != dtype) {
        --data_type;
    }
    return data_type;
}

/* ---- Reading ---- */

static size_t field_length(const Onnx__TensorProto *tensor, number_field field)
{
    switch (field) {
    case FLOAT_DATA:
        return tensor->n_float_data;
    case DOUBLE_DATA:
        return tensor->n_double_data;
    case INT32_DATA:
        return tensor->n_int32_data;
    case INT64_DATA:
        return tensor->n_int64_data;
    case UINT64_DATA:
        return tensor->n_uint64_data;
    case FIELD_COUNT:
        break;
    }
    return 0;
}

/* The number of elements from the dims, if there are enough bytes for them. */
static bool count_elements(const Onnx__TensorProto *tensor, size_t size, size_t *count, onnx_error *error)
{
    bool empty = false;

    *count = 1;
    for (size_t d = 0; d < tensor->n_dims; ++d) {
        if (tensor->dims[d] < 0) {
            return onnx_fail(error, "dim %zu is negative: %" PRId64, d, tensor->dims[d]);
        }
        empty = empty || tensor->dims[d] == 0;
    }
    for (size_t d = 0; d < tensor->n_dims && !empty; ++d) {
        if ((uint64_t)tensor->dims[d] > PTRDIFF_MAX / size / *count) {
            return onnx_fail(error, "its dims are too large");
        }
        *count *= (size_t)tensor->dims[d];
    }
    *count = empty ? 0 : *count;
    return true;
}

/* Elements are in one field only, and their number matches the dims. */
static bool check_data(const Onnx__TensorProto *tensor, const element_type *type, size_t count, onnx_error *error)
{
    const size_t size = bl_dtype_size(type->dtype);

    if (tensor->has_data_location && tensor->data_location == EXTERNAL) {
        return onnx_fail(error, "its data is in another file (data_location EXTERNAL), which is not read");
    }
    if (tensor->n_external_data > 0 || tensor->segment != NULL || tensor->n_string_data > 0) {
        return onnx_fail(error, "not all of its data is in this message (external_data, segment or string_data)");
    }
    for (int field = 0; field < FIELD_COUNT; ++field) {
        if (field_length(tensor, (number_field)field) > 0 && (tensor->has_raw_data || field != (int)type->field)) {
            return onnx_fail(error, "%s is set in addition to %s", field_names[field],
                             tensor->has_raw_data ? "raw_data" : field_names[type->field]);
        }
    }
    if (!tensor->has_raw_data && field_length(tensor, type->field) != count) {
        return onnx_fail(error, "%s has %zu elements instead of the dims' %zu", field_names[type->field],
                         field_length(tensor, type->field), count);
    }
    if (tensor->has_raw_data && tensor->raw_data.len != count * size) {
        return onnx_fail(error, "raw_data has %zu bytes, but the dims and the type %s need %zu", tensor->raw_data.len,
                         type->name, count * size);
    }
    return true;
}

/* A number's low bytes as an element. */
static void store(uint8_t *to, uint64_t number, size_t size)
{
    uint8_t bytes[LARGEST_ELEMENT];

    for (size_t i = 0; i < size; ++i) {
        bytes[i] = (uint8_t)(number >> (8 * i));
    }
    bytes_copy_little_endian(to, bytes, 1, size);
}

static bool out_of_range(const element_type *type, size_t index, onnx_error *error)
{
    return onnx_fail(error, "%s has a value at %zu that is out of range for %s", field_names[type->field], index,
                     type->name);
}

/* The elements from the type's field of numbers. */
static bool take_numbers(const Onnx__TensorProto *tensor, const element_type *type, size_t count, uint8_t *to,
                         onnx_error *error)
{
    const size_t size = bl_dtype_size(type->dtype);

    if (count == 0) {
        return true;
    }
    switch (type->field) {
    case FLOAT_DATA:
        memcpy(to, tensor->float_data, count * size);
        break;
    case DOUBLE_DATA:
        memcpy(to, tensor->double_data, count * size);
        break;
    case INT64_DATA:
        memcpy(to, tensor->int64_data, count * size);
        break;
    case INT32_DATA:
        for (size_t i = 0; i < count; ++i) {
            if (tensor->int32_data[i] < type->least || tensor->int32_data[i] > type->most) {
                return out_of_range(type, i, error);
            }
            store(to + i * size, (uint64_t)tensor->int32_data[i], size);
        }
        break;
    case UINT64_DATA:
        for (size_t i = 0; i < count; ++i) {
            if (type->dtype == BL_U32 && tensor->uint64_data[i] > UINT32_MAX) {
                return out_of_range(type, i, error);
            }
            store(to + i * size, tensor->uint64_data[i], size);
        }
        break;
    case FIELD_COUNT:
        break;
    }
    return true;
}

bool onnx_read_tensor(const Onnx__TensorProto *tensor, npy_array *array, onnx_error *error)
{
    const element_type *type = type_of(tensor->data_type);
    npy_error trouble;
    npy_array read;
    size_t *shape;
    size_t count;
    bool made;

    if (type == NULL || type->dtype == BL_DTYPE_COUNT) {
        return onnx_fail(error, "its elements are of type %" PRId32 " (%s), which onnx_node does not read",
                         tensor->data_type, onnx_type_name(tensor->data_type));
    }
    if (!count_elements(tensor, bl_dtype_size(type->dtype), &count, error) ||
        !check_data(tensor, type, count, error)) {
        return false;
    }
    shape = (size_t *)calloc(tensor->n_dims + 1, sizeof *shape);
    if (shape == NULL) {
        return onnx_fail(error, "memory is short");
    }
    for (size_t d = 0; d < tensor->n_dims; ++d) {
        shape[d] = (size_t)tensor->dims[d];
    }
    made = npy_allocate(type->dtype, tensor->n_dims, shape, &read, &trouble);
    free(shape);
    if (!made) {
        return onnx_fail(error, "%s", trouble.text);
    }
    if (tensor->has_raw_data) {
        bytes_copy_little_endian(read.data, tensor->raw_data.data, count, bl_dtype_size(type->dtype));
    } else if (!take_numbers(tensor, type, count, (uint8_t *)read.data, error)) {
        npy_free(&read);
        return false;
    }
    *array = read;
    return true;
}

bool onnx_parse_tensor(const uint8_t *bytes, size_t size, npy_array *array, onnx_error *error)
{
    Onnx__TensorProto *tensor = onnx__tensor_proto__unpack(NULL, size, bytes);
    bool read;

    if (tensor == NULL) {
        return onnx_fail(error, "not a TensorProto, or damaged");
    }
    read = onnx_read_tensor(tensor, array, error);
    onnx__tensor_proto__free_unpacked(tensor, NULL);
    return read;
}

/* ---- Writing ---- */

uint8_t *onnx_pack_tensor(const npy_array *array, const char *name, size_t *size)
{
    const size_t element = bl_dtype_size(array->dtype);
    int64_t *dims = (int64_t *)calloc(array->rank + 1, sizeof *dims);
    uint8_t *data = (uint8_t *)malloc(array->count * element + 1);
    char *own_name = (char *)malloc(strlen(name) + 1);
    uint8_t *packed = NULL;

    if (dims != NULL && data != NULL && own_name != NULL) {
        Onnx__TensorProto tensor = ONNX__TENSOR_PROTO__INIT;

        for (size_t d = 0; d < array->rank; ++d) {
            dims[d] = (int64_t)array->shape[d];
        }
        bytes_copy_little_endian(data, array->data, array->count, element);
        tensor.n_dims = array->rank;
        tensor.dims = dims;
        tensor.has_data_type = 1;
        tensor.data_type = onnx_data_type(array->dtype);
        tensor.name = strcpy(own_name, name);
        tensor.has_raw_data = 1;
        tensor.raw_data.len = array->count * element;
        tensor.raw_data.data = data;
        *size = onnx__tensor_proto__get_packed_size(&tensor);
        packed = (uint8_t *)malloc(*size);
        if (packed != NULL) {
            onnx__tensor_proto__pack(&tensor, packed);
        }
    }
    free(own_name);
    free(data);
    free(dims);
    return packed;
}
