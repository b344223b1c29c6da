/* NumPy's .npy files, for the example programs: one array per file, read into memory and written from it. It needs a hosted
 * C library, and does not belong to Broadloom.
 *
 * The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef NPY_H
#define NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "broadloom.h"

/** An array in separate memory, in the host's byte order. A file in Fortran order keeps its order, which the strides
 * describe. npy_free also accepts one of all zero bytes. */
typedef struct npy_array {
    void *data;
    bl_dtype dtype;
    size_t rank;
    size_t *shape;      /* `rank` entries; never NULL after npy_read or npy_allocate */
    ptrdiff_t *strides; /* `rank` entries, counting elements */
    size_t count;       /* elements: the product of the shape */
    bool fortran_order; /* the first dim is the contiguous one */
} npy_array;

/** The error, as the end of a sentence that begins with the file's name. */
typedef struct npy_error {
    char text[200];
} npy_error;

/** Reads the array from the current place of `file`, which is open for binary reading, to its end: format versions 1, 2 and
 * 3; bool, integers of 1 to 8 bytes and floats of 2 to 8, little- or big-endian. NumPy has neither bf16 nor floats of 8 bits,
 * and ml_dtypes stores these as bytes without a type (V2, V1): they get the dtype `nameless` if it has their size.
 * Otherwise they are refused; BL_DTYPE_COUNT refuses all.
 *
 * Nothing is guessed: returns false with a filled *error and an unchanged *array if the file is damaged, too short, too
 * long, or of another dtype. Memory is allocated as data arrives, not for the size in the header. */
bool npy_read(FILE *file, bl_dtype nameless, npy_array *array, npy_error *error);

/** Creates an array of that shape in C order with unset elements. False, a filled *error and an unchanged *array if
 * it is too large. */
bool npy_allocate(bl_dtype dtype, size_t rank, const size_t *shape, npy_array *array, npy_error *error);

/** Writes an array, which must be in C order, as numpy.save does, byte for byte. Returns false, with errno set, if that fails. */
bool npy_write(FILE *file, const npy_array *array);

/** The array in the library's form. */
bl_array npy_view(const npy_array *array);

/** The shape as text, "[3,4,5]"; cut if it does not fit. */
void npy_shape_text(const npy_array *array, char *text, size_t size);

/** Appends " f32 [3,4,5]" to a text in `size` bytes, cut if it does not fit; without the dtype's name if that is NULL. */
void npy_append_text(const npy_array *array, const char *dtype, char *text, size_t size);

/** Frees the array's memory; it is empty afterwards. */
void npy_free(npy_array *array);

#endif
