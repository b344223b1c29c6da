/* Reading and writing .npy files: see npy.h.
 *
 * A file is the magic "\x93NUMPY", a major and a minor version byte, the header's length (little-endian, 2 bytes in
 * version 1, 4 in versions 2 and 3), the header, which is a Python dict in text, and the elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "npy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";

enum {
    MAGIC_BYTES = 6,
    PREFIX_BYTES = MAGIC_BYTES + 2, /* the magic and the version */
    ALIGNMENT = 64,                 /* of the first element, in files that NumPy writes */
    DIM_CHARACTERS = 22,            /* ", " and the longest decimal size_t */
    GROWTH_CHARACTERS = 21          /* NumPy leaves room for the first dim to grow to so many digits */
};

/* How the header names an element type, after the byte order. */
typedef struct element_type {
    const char *code;
    bl_dtype dtype;
    size_t size;
} element_type;

static const element_type element_types[] = {
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
    {"V1", BL_F8E4M3FN, 1},
    {"V1", BL_F8E4M3FNUZ, 1},
    {"V1", BL_F8E5M2, 1},
    {"V1", BL_F8E5M2FNUZ, 1},
    {"V1", BL_F8E8M0, 1},
    {"f1", BL_F8E5M2, 1}, /* the name in ml_dtypes */
};

enum { ELEMENT_TYPE_COUNT = sizeof element_types / sizeof element_types[0] };

/* Writes the error; always returns false, so that a caller can return it. */
static bool fail(npy_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool host_is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* ---- Shapes ---- */

/* Computes the number of elements, and the strides from the shape. False if the bytes do not fit in a ptrdiff_t; for this,
 * a dim of 0 counts as 1, as it does in NumPy, so that the strides fit too. */
static bool lay_out(npy_array *array, size_t element_size)
{
    const size_t limit = PTRDIFF_MAX / element_size;
    size_t stride = 1;
    bool empty = false;

    for (size_t i = 0; i < array->rank; ++i) {
        const size_t dim = array->fortran_order ? i : array->rank - 1 - i;
        const size_t size = array->shape[dim];
        array->strides[dim] = (ptrdiff_t)stride;
        if (size == 0) {
            empty = true;
        } else if (size > limit / stride) {
            return false;
        } else {
            stride *= size;
        }
    }
    array->count = empty ? 0 : stride;
    return true;
}

/* Room for `rank` dims and strides. */
static bool allocate_dims(size_t rank, npy_array *array)
{
    array->shape = calloc(rank + 1, sizeof *array->shape);
    array->strides = calloc(rank + 1, sizeof *array->strides);
    return array->shape && array->strides;
}

static const element_type *type_of(bl_dtype dtype)
{
    size_t i = 0;
    while (i < ELEMENT_TYPE_COUNT && element_types[i].dtype != dtype) {
        ++i;
    }
    return i < ELEMENT_TYPE_COUNT ? &element_types[i] : NULL;
}

bool npy_allocate(bl_dtype dtype, size_t rank, const size_t *shape, npy_array *array, npy_error *error)
{
    const element_type *type = type_of(dtype);
    npy_array made = {NULL, dtype, rank, NULL, NULL, 0, false};

    if (!type) {
        return fail(error, "its dtype has no name in the .npy format");
    }
    if (!allocate_dims(rank, &made)) {
        npy_free(&made);
        return fail(error, "out of memory");
    }
    for (size_t i = 0; i < rank; ++i) {
        made.shape[i] = shape[i];
    }
    if (!lay_out(&made, type->size)) {
        npy_free(&made);
        return fail(error, "its shape has more elements than memory can hold");
    }
    made.data = malloc(made.count ? made.count * type->size : 1);
    if (!made.data) {
        const size_t bytes = made.count * type->size;
        npy_free(&made);
        return fail(error, "out of memory for %zu bytes of elements", bytes);
    }
    *array = made;
    return true;
}

bl_array npy_view(const npy_array *array)
{
    const bl_array view = {array->data, array->dtype, array->rank, array->shape, array->strides};
    return view;
}

void npy_shape_text(const npy_array *array, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "[");

    for (size_t d = 0; d < array->rank && used < size; ++d) {
        used += (size_t)snprintf(text + used, size - used, "%s%zu", d > 0 ? "," : "", array->shape[d]);
    }
    if (used < size) {
        snprintf(text + used, size - used, "]");
    }
}

void npy_append_text(const npy_array *array, const char *dtype, char *text, size_t size)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, " %s%s", dtype != NULL ? dtype : "", dtype != NULL ? " " : "");
    used = strlen(text);
    npy_shape_text(array, text + used, size - used);
}

void npy_free(npy_array *array)
{
    const npy_array empty = {NULL, BL_F32, 0, NULL, NULL, 0, false};
    free(array->data);
    free(array->shape);
    free(array->strides);
    *array = empty;
}

/* ---- The header's dict ---- */

typedef struct parser {
    const char *start, *at, *end;
    npy_error *error;
} parser;

/* The inside of a string literal in the header's text. */
typedef struct text {
    const char *start;
    size_t length;
} text;

typedef struct header_fields {
    text descr;
    const element_type *type;
    bool swap; /* the file's byte order is not the host's */
} header_fields;

static bool text_is(text t, const char *literal)
{
    return t.length == strlen(literal) && memcmp(t.start, literal, t.length) == 0;
}

/* The number of its characters that a message shows. */
static int shown(text t)
{
    return t.length < 40 ? (int)t.length : 40;
}

static bool is_printable(char c)
{
    return c >= ' ' && c <= '~';
}

/* The text at the parser's place is not the expected one. */
static bool unexpected(parser *p, const char *wanted)
{
    const size_t place = (size_t)(p->at - p->start);
    if (p->at == p->end) {
        return fail(p->error, "bad header: %s expected, but it ends", wanted);
    }
    if (is_printable(*p->at)) {
        return fail(p->error, "bad header: %s expected at byte %zu, not '%c'", wanted, place, *p->at);
    }
    return fail(p->error, "bad header: %s expected at byte %zu, not byte 0x%02x", wanted, place, (unsigned char)*p->at);
}

/* The next character that is not white space, or NUL at the end (no rule accepts a NUL in the text). */
static char peek(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) {
        ++p->at;
    }
    return p->at < p->end ? *p->at : '\0';
}

static bool accept(parser *p, char c)
{
    if (peek(p) != c) {
        return false;
    }
    ++p->at;
    return true;
}

/* A string without escapes: no name in a supported header needs one. */
static bool parse_string(parser *p, const char *wanted, text *string)
{
    const char quote = peek(p);
    if (quote != '\'' && quote != '"') {
        return unexpected(p, wanted);
    }
    string->start = ++p->at;
    while (p->at < p->end && *p->at != quote && *p->at != '\\' && is_printable(*p->at)) {
        ++p->at;
    }
    if (p->at == p->end || *p->at != quote) {
        return unexpected(p, "the string's closing quote");
    }
    string->length = (size_t)(p->at - string->start);
    ++p->at;
    return true;
}

static bool parse_bool(parser *p, bool *value)
{
    static const char *const words[2] = {"False", "True"};
    peek(p);
    for (size_t i = 0; i < 2; ++i) {
        const size_t length = strlen(words[i]);
        if ((size_t)(p->end - p->at) >= length && memcmp(p->at, words[i], length) == 0) {
            p->at += length;
            *value = i == 1;
            return true;
        }
    }
    return unexpected(p, "True or False");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A dim: decimal digits, perhaps with the L that Python 2 wrote after a long. */
static bool parse_dim(parser *p, size_t index, size_t *dim)
{
    const char first = peek(p);
    if (first == '-') {
        return fail(p->error, "bad header: dim %zu of the shape is negative", index);
    }
    if (!is_digit(first)) {
        return unexpected(p, "a dim of the shape");
    }
    *dim = 0;
    while (p->at < p->end && is_digit(*p->at)) {
        const size_t digit = (size_t)(*p->at - '0');
        if (*dim > (SIZE_MAX - digit) / 10) {
            return fail(p->error, "bad header: dim %zu of the shape is too large", index);
        }
        *dim = *dim * 10 + digit;
        ++p->at;
        if (first == '0' && p->at < p->end && is_digit(*p->at)) {
            return fail(p->error, "bad header: dim %zu of the shape has a leading zero", index);
        }
    }
    if (p->at < p->end && *p->at == 'L') {
        ++p->at;
    }
    return true;
}

/* A tuple of dims: (), (3,), (3, 4) or (3, 4,), but not (3), which Python takes for a number. */
static bool parse_shape(parser *p, npy_array *array)
{
    size_t capacity = 0;
    size_t rank = 0;
    bool comma = true; /* the last token was a comma or the opening bracket */

    if (!accept(p, '(')) {
        return unexpected(p, "the shape's opening bracket");
    }
    for (const char *c = p->at; c < p->end && *c != ')'; ++c) {
        capacity += *c == ',';
    }
    if (!allocate_dims(capacity + 1, array)) {
        return fail(p->error, "out of memory");
    }
    while (peek(p) != ')') {
        if (!comma) {
            return unexpected(p, "a comma or the shape's closing bracket");
        }
        if (!parse_dim(p, rank, &array->shape[rank])) {
            return false;
        }
        ++rank;
        comma = accept(p, ',');
    }
    if (rank == 1 && !comma) {
        return unexpected(p, "the comma of a tuple of one dim");
    }
    ++p->at;
    array->rank = rank;
    return true;
}

/* The dict's keys. */
enum {
    DESCR,
    FORTRAN_ORDER,
    SHAPE,
    KEY_COUNT
};

/* The whole dict: each of its three keys once, in any order, and only white space after it. */
static bool parse_dict(parser *p, header_fields *head, npy_array *array)
{
    static const char *const keys[KEY_COUNT] = {"descr", "fortran_order", "shape"};
    bool seen[KEY_COUNT] = {false, false, false};
    bool comma = true;

    if (!accept(p, '{')) {
        return unexpected(p, "the dict's opening brace");
    }
    while (peek(p) != '}') {
        text name = {NULL, 0};
        size_t key = 0;
        bool good;

        if (!comma) {
            return unexpected(p, "a comma or the dict's closing brace");
        }
        if (!parse_string(p, "a key", &name)) {
            return false;
        }
        while (key < KEY_COUNT && !text_is(name, keys[key])) {
            ++key;
        }
        if (key == KEY_COUNT) {
            return fail(p->error, "bad header: unknown key '%.*s'", shown(name), name.start);
        }
        if (seen[key]) {
            return fail(p->error, "bad header: '%s' is repeated", keys[key]);
        }
        seen[key] = true;
        if (!accept(p, ':')) {
            return unexpected(p, "a colon");
        }
        if (key == DESCR) {
            good = peek(p) == '[' ? fail(p->error, "structured dtypes are not supported")
                                  : parse_string(p, "the dtype as a string", &head->descr);
        } else if (key == FORTRAN_ORDER) {
            good = parse_bool(p, &array->fortran_order);
        } else {
            good = parse_shape(p, array);
        }
        if (!good) {
            return false;
        }
        comma = accept(p, ',');
    }
    ++p->at;
    for (size_t key = 0; key < KEY_COUNT; ++key) {
        if (!seen[key]) {
            return fail(p->error, "bad header: '%s' is missing", keys[key]);
        }
    }
    peek(p);
    return p->at == p->end || unexpected(p, "the end");
}

/* From the dtype's string, such as "<f4": its type, and whether the bytes are reversed. The string of a type of one byte may
 * name any order; that of a wider type must name its order. */
static bool understand_descr(header_fields *head, bl_dtype nameless, npy_error *error)
{
    const text descr = head->descr;
    const char order = descr.length ? descr.start[0] : '\0';
    const bool has_order = order == '<' || order == '>';
    const char *may_be = NULL;

    for (size_t i = 0; i < ELEMENT_TYPE_COUNT; ++i) {
        const element_type *type = &element_types[i];
        const text code = {descr.start + 1, descr.length - 1};
        const bool is_nameless = type->code[0] == 'V';
        const bool order_may_lack = order == '|' && (type->size == 1 || is_nameless);
        if (!(has_order || order_may_lack) || !text_is(code, type->code)) {
            continue;
        }
        if (is_nameless && type->dtype != nameless) {
            may_be = type->size == 1 ? "f8e4m3fn" : "bf16";
            continue;
        }
        head->type = type;
        head->swap = type->size > 1 && has_order && (order == '<') != host_is_little_endian();
        return true;
    }
    if (may_be != NULL) {
        return fail(error, "dtype '%.*s' may be %s or not: say --dtype %s if so", shown(descr), descr.start, may_be, may_be);
    }
    return fail(error, "dtype '%.*s' is not supported", shown(descr), descr.start);
}

/* ---- Reading ---- */

/* `wanted` bytes in new memory, which grows as they are read: the size in a damaged header is not allocated before
 * half of it has been read. NULL and a filled *error if the file ends early. */
static unsigned char *read_bytes(FILE *file, size_t wanted, const char *what, npy_error *error)
{
    enum { FIRST_STEP = 1 << 16 };
    unsigned char *bytes = NULL;
    size_t got = 0;

    do {
        const size_t left = wanted - got;
        const size_t step = got < FIRST_STEP ? FIRST_STEP : got;
        const size_t asked = left < step ? left : step;
        unsigned char *larger = realloc(bytes, got + asked + (wanted == 0));
        size_t came;

        if (!larger) {
            free(bytes);
            fail(error, "out of memory for %zu bytes of %s", wanted, what);
            return NULL;
        }
        bytes = larger;
        errno = 0;
        came = fread(bytes + got, 1, asked, file);
        got += came;
        if (came < asked) {
            if (ferror(file)) {
                fail(error, "cannot be read: %s", strerror(errno));
            } else {
                fail(error, "truncated: it should have %zu bytes of %s and has %zu", wanted, what, got);
            }
            free(bytes);
            return NULL;
        }
    } while (got < wanted);
    return bytes;
}

/* The magic, the version, and the header's length. */
static bool read_prefix(FILE *file, size_t *header_length, npy_error *error)
{
    unsigned char *prefix = read_bytes(file, PREFIX_BYTES, "magic and version", error);
    if (!prefix) {
        return false;
    }
    if (memcmp(prefix, magic, MAGIC_BYTES) != 0) {
        free(prefix);
        return fail(error, "not a .npy file: it does not begin with \\x93NUMPY");
    }
    const unsigned major = prefix[MAGIC_BYTES];
    const unsigned minor = prefix[MAGIC_BYTES + 1];
    free(prefix);
    if (major < 1 || major > 3 || minor != 0) {
        return fail(error, "unknown .npy version %u.%u", major, minor);
    }
    const size_t length_bytes = major == 1 ? 2 : 4;
    unsigned char *length = read_bytes(file, length_bytes, "header length", error);
    if (!length) {
        return false;
    }
    *header_length = 0;
    for (size_t i = length_bytes; i-- > 0;) {
        *header_length = *header_length << 8 | length[i];
    }
    free(length);
    return true;
}

static bool read_header(FILE *file, bl_dtype nameless, header_fields *head, npy_array *array, npy_error *error)
{
    size_t length = 0;
    if (!read_prefix(file, &length, error)) {
        return false;
    }
    char *bytes = (char *)read_bytes(file, length, "header", error);
    if (!bytes) {
        return false;
    }
    parser p = {bytes, bytes, bytes + length, error};
    const bool good = parse_dict(&p, head, array) && understand_descr(head, nameless, error);
    free(bytes);
    return good;
}

static void reverse_bytes(unsigned char *elements, size_t count, size_t size)
{
    for (size_t i = 0; i < count; ++i) {
        unsigned char *element = elements + i * size;
        for (size_t low = 0, high = size - 1; low < high; ++low, --high) {
            const unsigned char byte = element[low];
            element[low] = element[high];
            element[high] = byte;
        }
    }
}

static bool read_array(FILE *file, bl_dtype nameless, npy_array *array, npy_error *error)
{
    header_fields head = {{NULL, 0}, NULL, false};
    if (!read_header(file, nameless, &head, array, error)) {
        return false;
    }
    const size_t size = head.type->size;
    array->dtype = head.type->dtype;
    if (!lay_out(array, size)) {
        return fail(error, "bad header: its shape has more elements than memory can hold");
    }
    array->data = read_bytes(file, array->count * size, "elements", error);
    if (!array->data) {
        return false;
    }
    if (fgetc(file) != EOF) {
        return fail(error, "longer than its header says: there are bytes after the %zu of its elements", array->count * size);
    }
    if (ferror(file)) {
        return fail(error, "cannot be read: %s", strerror(errno));
    }
    if (head.swap) {
        reverse_bytes(array->data, array->count, size);
    }
    return true;
}

bool npy_read(FILE *file, bl_dtype nameless, npy_array *array, npy_error *error)
{
    npy_array read = {NULL, BL_F32, 0, NULL, NULL, 0, false};
    if (!read_array(file, nameless, &read, error)) {
        npy_free(&read);
        return false;
    }
    *array = read;
    return true;
}

/* ---- Writing ---- */

/* The length of a header of `used` bytes and its line feed, padded to the alignment by at least 1 byte, as in NumPy. */
static size_t padded(size_t used)
{
    return (used + 1) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
}

/* Everything before the elements, in new memory, or NULL: the keys in alphabetical order, then spaces for the first
 * dim to grow, then the padding and a line feed. Version 1, or 2 if the shape is too long for version 1. */
static char *make_header(const npy_array *array, size_t *length)
{
    static const char start[] = "{'descr': '%c%s', 'fortran_order': False, 'shape': (";
    const element_type *type = type_of(array->dtype);
    const char swappable_order = host_is_little_endian() ? '<' : '>';
    const char order = type->size == 1 ? '|' : swappable_order;
    const size_t capacity = 128 + array->rank * DIM_CHARACTERS + GROWTH_CHARACTERS + ALIGNMENT;
    char *bytes = malloc(capacity);
    if (!bytes) {
        return NULL;
    }

    /* the dict is written after the longer of the prefixes, and moved once its prefix is known */
    char *dict = bytes + PREFIX_BYTES + 4;
    const size_t room = capacity - PREFIX_BYTES - 4;
    size_t used = (size_t)snprintf(dict, room, start, order, type->code);
    for (size_t i = 0; i < array->rank; ++i) {
        used += (size_t)snprintf(dict + used, room - used, "%s%zu", i ? ", " : "", array->shape[i]);
    }
    used += (size_t)snprintf(dict + used, room - used, "%s), }", array->rank == 1 ? "," : "");
    if (array->rank > 0) {
        const size_t digits = (size_t)snprintf(NULL, 0, "%zu", array->shape[0]);
        memset(dict + used, ' ', GROWTH_CHARACTERS - digits);
        used += GROWTH_CHARACTERS - digits;
    }

    const bool is_version_1 = padded(PREFIX_BYTES + 2 + used) <= PREFIX_BYTES + 2 + UINT16_MAX;
    const size_t length_bytes = is_version_1 ? 2 : 4;
    const size_t prefix = PREFIX_BYTES + length_bytes;
    const size_t whole = padded(prefix + used);
    memmove(bytes + prefix, dict, used);
    memset(bytes + prefix + used, ' ', whole - prefix - used - 1);
    bytes[whole - 1] = '\n';
    memcpy(bytes, magic, MAGIC_BYTES);
    bytes[MAGIC_BYTES] = is_version_1 ? 1 : 2;
    bytes[MAGIC_BYTES + 1] = 0;
    for (size_t i = 0; i < length_bytes; ++i) {
        bytes[PREFIX_BYTES + i] = (char)((whole - prefix) >> 8 * i & 0xff);
    }
    *length = whole;
    return bytes;
}

bool npy_write(FILE *file, const npy_array *array)
{
    size_t length = 0;
    char *header = make_header(array, &length);
    const bool good = header && fwrite(header, 1, length, file) == length &&
                      fwrite(array->data, type_of(array->dtype)->size, array->count, file) == array->count;

    free(header);
    return good;
}
