/* Arrays as text for people: dtype and shape, and the first values.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef NPY_PRINT_H
#define NPY_PRINT_H

#include "npy.h"

#include <stdio.h>

/** "(2, 3)", as Python writes a shape. */
void npy_print_shape(FILE *file, const npy_array *array);

/** A line on standard output: "name: f32 (2, 3)", and whether it is in Fortran order. */
void npy_print_array(const char *name, const npy_array *array);

/** A line with the first values; floats have the fewest digits to which no other value of their dtype is as near. */
void npy_print_first_values(const npy_array *array);

#endif
