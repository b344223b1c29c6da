/* The judge's memory: a region between guard pages for each operand, canaries between elements, random values, and a
 * copy of everything, to detect every wrong write.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"
#include "platforms/platform.h"

#include <stdio.h>
#include <stdlib.h>

#define SMALL_ROOM ((size_t)1 << 16)
#define LARGE_ROOM ((size_t)1 << 19)
#define LARGE_ONE_IN 48
#define POOL 4096

room rooms[MOST_INPUTS + 1];
uint64_t judge_state;
const uint8_t *judge_bytes;
size_t judge_byte_count;

static room all_rooms[2][MOST_INPUTS + 1]; /* small ones and large ones */
static room parameters_room, expected_room;
static unsigned char taken[LARGE_ROOM];
static uint64_t pools[VALUE_MIXES][BL_DTYPE_COUNT][POOL];

static room make_room(size_t size)
{
    room made;

    made.size = size;
    made.bytes = (unsigned char *)platform_guarded(size);
    made.before = (unsigned char *)malloc(size);
    if (made.bytes == NULL || made.before == NULL) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    return made;
}

void make_memory(void)
{
    for (size_t i = 0; i <= MOST_INPUTS; ++i) {
        all_rooms[0][i] = make_room(SMALL_ROOM);
        all_rooms[1][i] = make_room(LARGE_ROOM);
    }
    parameters_room = make_room(SMALL_ROOM);
    expected_room = make_room(LARGE_ROOM);
    expected_bytes = expected_room.bytes;
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        for (uint64_t i = 0; i < POOL; ++i) {
            const uint64_t plain = plain_value((bl_dtype)type, i), sample = sample_value((bl_dtype)type, i),
                           edge = edge_value((bl_dtype)type, mix(i));

            pools[ALL_VALUES][type][i] = i % 4 == 0 ? edge : i % 4 == 1 ? sample
                                                                        : plain;
            pools[PLAIN_VALUES][type][i] = plain;
            pools[ODD_VALUES][type][i] = i % 4 != 0 ? edge : sample;
        }
    }
}

void begin_memory(void)
{
    memcpy(rooms, all_rooms[once_in(LARGE_ONE_IN)], sizeof rooms);
    for (size_t i = 0; i <= MOST_INPUTS; ++i) {
        memset(rooms[i].bytes, CANARY, rooms[i].size);
    }
}

static int is_empty(const test_array *array)
{
    for (size_t d = 0; d < array->array.rank; ++d) {
        if (array->shape[d] == 0) {
            return 1;
        }
    }
    return 0;
}

static const room *room_of(const void *address)
{
    for (size_t i = 0; i <= MOST_INPUTS; ++i) {
        if ((uintptr_t)address - (uintptr_t)rooms[i].bytes < rooms[i].size) {
            return &rooms[i];
        }
    }
    return NULL;
}

/** The total number of elements that the array spans in a room; *below: those below its first one. 0 if it does not fit. */
static size_t span_in(const test_array *array, const room *in, size_t *below)
{
    const size_t width = bl_dtype_size(array->array.dtype), fit = in->size / (width > 0 ? width : 1);
    size_t span = 1;

    *below = 0;
    for (size_t d = 0; d < array->array.rank && !is_empty(array); ++d) {
        const size_t steps = array->shape[d] - 1;
        const size_t stride = array->strides[d] < 0 ? 0 - (size_t)array->strides[d] : (size_t)array->strides[d];

        if (steps == 0) {
            continue; /* its stride does not matter */
        }
        if (steps > fit || stride > fit) {
            return 0;
        }
        span += steps * stride;
        *below += array->strides[d] < 0 ? steps * stride : 0;
    }
    return span <= fit ? span : 0;
}

void *place_in(const test_array *array, const room *in)
{
    const size_t width = bl_dtype_size(array->array.dtype), fit = in->size / (width > 0 ? width : 1);
    size_t below, from;
    const size_t span = span_in(array, in, &below);

    if (span == 0) {
        return NULL;
    }
    from = once_in(3) ? 0 : once_in(2) ? fit - span
                                       : random_below(fit - span + 1);
    return in->bytes + (from + below) * width;
}

void *place_beside(const test_array *array, const test_array *other, ptrdiff_t elements)
{
    const room *in = room_of(other->array.data);
    const size_t width = bl_dtype_size(array->array.dtype);
    size_t below;
    const size_t span = in != NULL ? span_in(array, in, &below) : 0;
    uintptr_t from;

    if (span == 0) {
        return NULL;
    }
    from = (uintptr_t)other->array.data - (uintptr_t)in->bytes + (uintptr_t)elements * width;
    from -= from % width;
    return from <= in->size && from >= below * width && from + (span - below) * width <= in->size ? in->bytes + from : NULL;
}

void fill_elements(const test_array *array, value_mix values, int no_zeros)
{
    const bl_dtype type = array->array.dtype;
    const size_t size = bl_dtype_size(type); /* 0 for an invalid dtype */
    size_t index[MAX_TEST_RANK] = {0};

    if (array->array.data == NULL || size == 0 || is_empty(array)) {
        return;
    }
    do {
        uint64_t value = pools[values][type][random_bits() % POOL]; /* not from a fuzzer's bytes */

        value += no_zeros && value == 0;
        store_elements(element(array, array->array.rank, index), size, &value, 1);
    } while (next_index(array, index));
}

void *place_parameters(const bl_table *table, const uint64_t *values)
{
    const size_t align = table->parameters_align;
    unsigned char *at = parameters_room.bytes + (parameters_room.size - table->parameters_size) / align * align;

    bl_parameters_default(table, at);
    store_parameters(at, table, values);
    return at;
}

void keep_memory(void)
{
    for (size_t i = 0; i <= MOST_INPUTS; ++i) {
        memcpy(rooms[i].before, rooms[i].bytes, rooms[i].size);
    }
    memcpy(parameters_room.before, parameters_room.bytes, parameters_room.size);
}

void restore_output(void)
{
    memcpy(OUT_ROOM->bytes, OUT_ROOM->before, OUT_ROOM->size);
}

int inputs_are_kept(void)
{
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        if (memcmp(rooms[i].bytes, rooms[i].before, rooms[i].size) != 0) {
            return 0;
        }
    }
    return memcmp(parameters_room.bytes, parameters_room.before, parameters_room.size) == 0;
}

int arrays_share(const test_array *a, const test_array *b)
{
    const room *in = room_of(a->array.data);
    const size_t a_size = element_size(a->array.dtype), b_size = element_size(b->array.dtype);
    size_t index[MAX_TEST_RANK] = {0};
    int shared = 0;

    if (in == NULL || room_of(b->array.data) != in || is_empty(a) || is_empty(b)) {
        return 0;
    }
    memset(taken, 0, in->size);
    do {
        memset(taken + (element(a, a->array.rank, index) - in->bytes), 1, a_size);
    } while (next_index(a, index));
    do {
        const unsigned char *at = taken + (element(b, b->array.rank, index) - in->bytes);

        for (size_t i = 0; i < b_size; ++i) {
            shared |= at[i];
        }
    } while (next_index(b, index));
    return shared;
}
