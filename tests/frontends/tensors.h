/* Small tensors for the tests of the front ends: shapes written as text, data in place.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef TENSORS_H
#define TENSORS_H

#include "broadloom.h"
#include "tap.h"

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
static void set_tensor(tensor *made, bl_dtype dtype, const char *shape)
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

static int is_untouched(const tensor *t)
{
    for (size_t i = 0; i < sizeof t->data.bytes; ++i) {
        if (t->data.bytes[i] != UNTOUCHED) {
            return 0;
        }
    }
    return 1;
}

/** The shape as text again, in memory that the next call reuses. */
static const char *shape_text(size_t rank, const size_t *shape)
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
static void count_up(tensor *t, float start)
{
    for (size_t i = 0; i < t->count; ++i) {
        t->data.f32[i] = start + (float)i;
    }
}

/** Whether a list of words has that one. */
static int has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return 1;
        }
    }
    return 0;
}

#endif
