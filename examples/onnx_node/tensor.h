/* ONNX tensors: a TensorProto's elements as an array, and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef ONNX_TENSOR_H
#define ONNX_TENSOR_H

#include "npy.h"
#include "onnx.pb-c.h"

/** The error, as a sentence without a full stop. */
typedef struct onnx_error {
    char text[400];
} onnx_error;

/** Fills *error; always false, so that a caller can return it. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool
onnx_fail(onnx_error *error, const char *format, ...);

/** Puts `what` before the text that is already there; always false. */
bool onnx_fail_in(onnx_error *error, const char *what);

/** The name of an element type by ONNX's number ("bfloat16"), or "unknown". */
const char *onnx_type_name(int32_t data_type);

/** ONNX's number for a dtype. */
int32_t onnx_data_type(bl_dtype dtype);

/** The tensor's elements in separate memory. False, a filled *error and an unchanged *array if the message is
 * not a whole, plain tensor: elements of a type without a dtype, too many or too few of them or in another type's
 * field, out of their type's range, negative dims, data in another file. */
bool onnx_read_tensor(const Onnx__TensorProto *tensor, npy_array *array, onnx_error *error);

/** The same from a .pb file's bytes. */
bool onnx_parse_tensor(const uint8_t *bytes, size_t size, npy_array *array, onnx_error *error);

/** Packs an array in C order as a TensorProto of that name. The caller frees the bytes; NULL if there is too little memory. */
uint8_t *onnx_pack_tensor(const npy_array *array, const char *name, size_t *size);

#endif
