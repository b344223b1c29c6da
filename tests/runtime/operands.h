/* Arrays with any strides, for the tests of the runtime and the judge: shapes, spans, and the offsets of elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef OPERANDS_H
#define OPERANDS_H

#include "broadloom.h"

#include <string.h>

#define MAX_TEST_RANK 12

/** An array with room for its shape and strides. */
typedef struct test_array {
    bl_array array;
    size_t shape[MAX_TEST_RANK];
    ptrdiff_t strides[MAX_TEST_RANK];
} test_array;

static inline void set_shape(test_array *made, bl_dtype dtype, size_t rank, const size_t *shape)
{
    size_t stride = 1;

    made->array.data = NULL;
    made->array.dtype = dtype;
    made->array.rank = rank;
    made->array.shape = made->shape;
    made->array.strides = made->strides;
    for (size_t d = rank; d-- > 0;) {
        made->shape[d] = shape[d];
        made->strides[d] = (ptrdiff_t)stride;
        stride *= shape[d];
    }
}

/** The number of elements that it spans: *below its first one, and in all. */
static inline size_t span_of(const test_array *of, size_t *below)
{
    size_t span = 1;

    *below = 0;
    for (size_t d = 0; d < of->array.rank; ++d) {
        const size_t steps = of->shape[d] - 1;

        if (of->strides[d] < 0) {
            *below += steps * (size_t)-of->strides[d];
            span += steps * (size_t)-of->strides[d];
        } else {
            span += steps * (size_t)of->strides[d];
        }
    }
    return span;
}

/** The element of the output's index, in an input that broadcasts from the right. */
static inline unsigned char *element(const test_array *of, size_t out_rank, const size_t *index)
{
    const size_t shift = out_rank - of->array.rank;
    ptrdiff_t offset = 0;

    for (size_t d = 0; d < of->array.rank; ++d) {
        if (of->shape[d] != 1) {
            offset += (ptrdiff_t)index[d + shift] * of->strides[d];
        }
    }
    return (unsigned char *)of->array.data + offset * (ptrdiff_t)bl_dtype_size(of->array.dtype);
}

static inline int same_shape_as(const test_array *a, const test_array *b)
{
    return a->array.rank == b->array.rank && memcmp(a->shape, b->shape, a->array.rank * sizeof a->shape[0]) == 0;
}

/** Advance to the next index of the shape; 0 after the last. */
static inline int next_index(const test_array *of, size_t *index)
{
    size_t d = of->array.rank;

    while (d > 0 && ++index[d - 1] == of->shape[d - 1]) {
        index[--d] = 0;
    }
    return d > 0;
}

#endif
