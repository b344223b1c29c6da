/* A fuzz target: the reader of .npy files. For any bytes it returns either a whole array, or only a message.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* fmemopen */

#include "npy.h"

#include "fuzz.h"

/* Reads the bytes of each element, so that ASan detects missing ones; the strides must reach the last element exactly. */
static void check_array(const npy_array *array, size_t file_size)
{
    static const size_t sizes[BL_DTYPE_COUNT] = {4, 8, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const unsigned char *bytes = array->data;
    volatile unsigned char sink = 0;
    size_t count = 1;
    ptrdiff_t last = 0;

    REQUIRE((unsigned)array->dtype < BL_DTYPE_COUNT);
    for (size_t i = 0; i < array->rank; ++i) {
        count *= array->shape[i];
    }
    REQUIRE(count == array->count);
    REQUIRE(count * sizes[array->dtype] < file_size);
    for (size_t i = 0; i < count * sizes[array->dtype]; ++i) {
        sink = (unsigned char)(sink ^ bytes[i]);
    }
    for (size_t i = 0; count > 0 && i < array->rank; ++i) {
        last += (ptrdiff_t)(array->shape[i] - 1) * array->strides[i];
    }
    REQUIRE(count == 0 || last == (ptrdiff_t)count - 1);
}

static void read_once(const uint8_t *data, size_t size, bl_dtype nameless)
{
    const npy_array untouched = {NULL, BL_U64, 77, NULL, NULL, 77, true};
    npy_array array = untouched;
    npy_error error = {""};
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");

    REQUIRE(file);
    if (npy_read(file, nameless, &array, &error)) {
        REQUIRE(error.text[0] == '\0');
        REQUIRE(array.dtype != BL_BF16 || nameless == BL_BF16);
        check_array(&array, size);
        npy_free(&array);
    } else {
        require_message(error.text, sizeof error.text);
        REQUIRE(array.rank == untouched.rank && array.count == untouched.count && !array.data && !array.shape);
    }
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_once(data, size, BL_DTYPE_COUNT);
    read_once(data, size, BL_BF16);
    read_once(data, size, BL_F8E5M2);
    return 0;
}
