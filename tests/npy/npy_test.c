/* The functions of examples/npy.c: npy_read of every dtype, order, byte order and format version, element by element, and npy_write of the
 * results. TAP. npy_run.t has the refusals of npy_run and their messages.
 *
 * This test writes the files byte by byte, with shifts, so that it does not depend on the host's byte order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/tap.h"
#include "npy.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct type_case {
    const char *code;
    bl_dtype dtype;
    size_t size;
} type_case;

static const type_case types[] = {
    {"f2", BL_F16, 2},
    {"f4", BL_F32, 4},
    {"f8", BL_F64, 8},
    {"i1", BL_I8, 1},
    {"i2", BL_I16, 2},
    {"i4", BL_I32, 4},
    {"i8", BL_I64, 8},
    {"u1", BL_U8, 1},
    {"u2", BL_U16, 2},
    {"u4", BL_U32, 4},
    {"u8", BL_U64, 8},
    {"b1", BL_BOOL, 1},
    {"V2", BL_BF16, 2},
};

enum {
    TYPE_COUNT = sizeof types / sizeof types[0],
    ROWS = 2,
    COLUMNS = 3,
    FILE_BYTES = 512
};

/* The bits of element (r, c): all elements differ, and so do all bytes of one; bools are 0 and 1. */
static uint64_t element_bits(const type_case *type, size_t r, size_t c)
{
    const uint64_t index = r * COLUMNS + c;
    if (type->dtype == BL_BOOL) {
        return index % 2;
    }
    const uint64_t bits = UINT64_C(0x0102030405060708) + index * UINT64_C(0x1010101010101010);
    return type->size == 8 ? bits : bits & ((UINT64_C(1) << 8 * type->size) - 1);
}

/* Writes one number's bytes; returns their number. */
static size_t put(unsigned char *to, uint64_t bits, size_t size, bool big)
{
    for (size_t i = 0; i < size; ++i) {
        to[i] = (unsigned char)(bits >> 8 * (big ? size - 1 - i : i));
    }
    return size;
}

/* A file of ROWS x COLUMNS as numpy.save writes it, in that version; returns its length. */
static size_t make_file(unsigned char *file, const type_case *type, bool fortran, bool big, unsigned version)
{
    const size_t length_bytes = version == 1 ? 2 : 4;
    const size_t prefix = 8 + length_bytes;
    const size_t header = 128 - prefix;
    const char order = "|<>"[type->size == 1 ? 0 : 1 + big];
    char text[FILE_BYTES];
    size_t used = 128;

    memcpy(file, "\x93NUMPY", 6);
    file[6] = (unsigned char)version;
    file[7] = 0;
    put(file + 8, header, length_bytes, false);
    snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (%d, %d), }%100s", order, type->code,
             fortran ? "True" : "False", ROWS, COLUMNS, "");
    memcpy(file + prefix, text, header - 1);
    file[127] = '\n';
    for (size_t i = 0; i < ROWS * COLUMNS; ++i) {
        const size_t r = fortran ? i % ROWS : i / COLUMNS;
        const size_t c = fortran ? i / ROWS : i % COLUMNS;
        used += put(file + used, element_bits(type, r, c), type->size, big);
    }
    return used;
}

/* The array's element through its strides, as bits. */
static uint64_t bits_at(const npy_array *array, size_t size, size_t r, size_t c)
{
    const ptrdiff_t index = (ptrdiff_t)r * array->strides[0] + (ptrdiff_t)c * array->strides[1];
    const unsigned char *element = (const unsigned char *)array->data + (size_t)index * size;
    uint8_t b1;
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;

    switch (size) {
    case 1:
        memcpy(&b1, element, 1);
        return b1;
    case 2:
        memcpy(&b2, element, 2);
        return b2;
    case 4:
        memcpy(&b4, element, 4);
        return b4;
    default:
        memcpy(&b8, element, 8);
        return b8;
    }
}

static bool holds_the_elements(const npy_array *array, const type_case *type, bool fortran)
{
    bool good = array->dtype == type->dtype && array->rank == 2 && array->count == ROWS * COLUMNS &&
                array->shape[0] == ROWS && array->shape[1] == COLUMNS && array->fortran_order == fortran &&
                array->strides[0] == (fortran ? 1 : COLUMNS) && array->strides[1] == (fortran ? ROWS : 1);
    for (size_t i = 0; good && i < ROWS * COLUMNS; ++i) {
        good = bits_at(array, type->size, i / COLUMNS, i % COLUMNS) == element_bits(type, i / COLUMNS, i % COLUMNS);
    }
    return good;
}

static bool read_bytes_of(const unsigned char *bytes, size_t length, npy_array *array, npy_error *error)
{
    FILE *file = tmpfile();
    if (!file || fwrite(bytes, 1, length, file) != length || fseek(file, 0, SEEK_SET) != 0) {
        printf("Bail out! no temporary file\n");
        exit(EXIT_FAILURE);
    }
    const bool good = npy_read(file, BL_BF16, array, error);
    fclose(file);
    return good;
}

static void test_reading(const type_case *type)
{
    for (unsigned form = 0; form < 12; ++form) {
        const bool fortran = form & 1;
        const bool big = form & 2;
        const unsigned version = form / 4 + 1;
        unsigned char bytes[FILE_BYTES];
        npy_array array;
        npy_error error = {""};

        memset(&array, 0, sizeof array);
        const size_t length = make_file(bytes, type, fortran, big, version);
        const bool good = read_bytes_of(bytes, length, &array, &error) && holds_the_elements(&array, type, fortran);
        ok(good, "%s, %s order, %s, version %u %s", type->code, fortran ? "Fortran" : "C",
           big ? "big-endian" : "little-endian", version, error.text);
        npy_free(&array);
    }
}

/* An array that was read is written as the same bytes, if the host's byte order is the file's. */
static void test_writing(const type_case *type)
{
    const uint16_t one = 1;
    unsigned char low;
    unsigned char bytes[FILE_BYTES], again[FILE_BYTES];
    npy_array array;
    npy_error error = {""};

    memcpy(&low, &one, 1);
    memset(&array, 0, sizeof array);
    const size_t length = make_file(bytes, type, false, low == 0, 1);
    FILE *file = tmpfile();
    bool good = read_bytes_of(bytes, length, &array, &error) && file && npy_write(file, &array);
    if (good) {
        rewind(file);
    }
    good = good && fread(again, 1, sizeof again, file) == length && memcmp(again, bytes, length) == 0;
    ok(good, "%s, written as it was read %s", type->code, error.text);
    if (file) {
        fclose(file);
    }
    npy_free(&array);
}

static void test_allocating(void)
{
    const size_t huge[2] = {SIZE_MAX / 4, 2};
    const size_t empty[3] = {4, 0, 5};
    npy_array array;
    npy_error error = {""};

    memset(&array, 0, sizeof array);
    ok(!npy_allocate(BL_F32, 2, huge, &array, &error) && error.text[0] && !array.data, "too large a shape is refused");
    ok(!npy_allocate(BL_DTYPE_COUNT, 0, NULL, &array, &error) && !array.data, "what is no dtype is refused");
    ok(npy_allocate(BL_F32, 3, empty, &array, &error) && array.count == 0 && array.data && array.strides[0] == 5,
       "a shape without elements");
    npy_free(&array);
    ok(npy_allocate(BL_F64, 0, NULL, &array, &error) && array.count == 1, "rank 0");
    npy_free(&array);
}

static void test_shape_text(void)
{
    static const size_t shape[3] = {2, 30, 4};
    char text[12] = "???????????";
    npy_array array;
    npy_error error;

    ok(npy_allocate(BL_I8, 3, shape, &array, &error), "an array to be described");
    npy_shape_text(&array, text, sizeof text);
    ok(strcmp(text, "[2,30,4]") == 0, "its shape: %s", text);
    npy_shape_text(&array, text, 5);
    ok(strcmp(text, "[2,3") == 0, "cut where it does not fit: %s", text);
    npy_free(&array);
}

#if defined(__GLIBC__)
/* A device that fails after a given number of bytes. */
typedef struct device {
    unsigned char bytes[FILE_BYTES];
    size_t at, most;
} device;

static ssize_t read_device(void *cookie, char *to, size_t size)
{
    device *own = (device *)cookie;
    const size_t left = own->most - own->at;
    const size_t taken = size < left ? size : left;

    if (taken == 0) {
        errno = EIO;
        return -1;
    }
    memcpy(to, own->bytes + own->at, taken);
    own->at += taken;
    return (ssize_t)taken;
}

static ssize_t write_device(void *cookie, const char *from, size_t size)
{
    device *own = (device *)cookie;

    if (size > own->most - own->at) {
        errno = EIO;
        return 0;
    }
    memcpy(own->bytes + own->at, from, size);
    own->at += size;
    return (ssize_t)size;
}

/* Without a buffer, so that each write reaches the device at once. */
static FILE *open_device(device *own, const char *mode, size_t most)
{
    static const cookie_io_functions_t functions = {read_device, write_device, NULL, NULL};
    FILE *file = fopencookie(own, mode, functions);

    if (!file || setvbuf(file, NULL, _IONBF, 0) != 0) {
        printf("Bail out! no device of one's own\n");
        exit(EXIT_FAILURE);
    }
    own->at = 0;
    own->most = most;
    return file;
}

static void test_failing_devices(void)
{
    const type_case *type = &types[1];
    npy_array array;
    npy_error error = {""};
    device own;

    memset(&array, 0, sizeof array);
    const size_t length = make_file(own.bytes, type, false, false, 1);
    FILE *file = open_device(&own, "rb", length);
    ok(!npy_read(file, BL_DTYPE_COUNT, &array, &error) && strstr(error.text, "cannot be read: Input/output error") && !array.data,
       "a device that fails behind the last element: %s", error.text);
    fclose(file);
    if (!read_bytes_of(own.bytes, length, &array, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < 2; ++i) {
        const size_t most = i == 0 ? 127 : length - 1; /* in the header; in the elements */

        file = open_device(&own, "wb", most);
        errno = 0;
        ok(!npy_write(file, &array) && errno == EIO, "a device that takes %zu bytes", most);
        fclose(file);
    }
    npy_free(&array);
}
#endif

int main(void)
{
    for (size_t i = 0; i < TYPE_COUNT; ++i) {
        test_reading(&types[i]);
        test_writing(&types[i]);
    }
    test_allocating();
    test_shape_text();
#if defined(__GLIBC__)
    test_failing_devices();
#endif
    return done_testing();
}
