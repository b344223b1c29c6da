/* Reads published test vectors: see ebv.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "ebv.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 17 };

static bool wrong(ebv_reader *reader, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reader->error, sizeof reader->error, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Words of a line ---- */

/* The next word, to which a '\0' is appended in place; NULL at the end of the line. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");

    if (*word == '\0') {
        return NULL;
    }
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

static bool next_integer(char **rest, long *value)
{
    const char *word = next_word(rest);
    char *end;

    if (word == NULL) {
        return false;
    }
    *value = strtol(word, &end, 10);
    return *end == '\0';
}

static bool next_double(char **rest, double *value)
{
    const char *word = next_word(rest);
    char *end;

    if (word == NULL) {
        return false;
    }
    *value = strtod(word, &end);
    return *end == '\0';
}

static bool copy_text(char *to, size_t size, const char *text)
{
    if (text == NULL || strlen(text) >= size) {
        return false;
    }
    strcpy(to, text);
    return true;
}

static bool at_end(const char *rest)
{
    return rest[strspn(rest, " ")] == '\0';
}

/* The word's index, or -1. */
static int one_of(const char *word, const char *const *words, int count)
{
    for (int i = 0; word != NULL && i < count; ++i) {
        if (strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- Lines ---- */

static bool read_kind(ebv_case *record, char *rest)
{
    static const char *const kinds[] = {"compute", "shape", "error"};
    const int kind = one_of(next_word(&rest), kinds, 3);

    record->kind = (ebv_kind)kind;
    return kind >= 0 && at_end(rest);
}

static bool read_rule(ebv_case *record, char *rest)
{
    static const char *const rules[] = {"numpy", "none", "uni", "prelu", "legacy", "pdpd", "own"};
    const int rule = one_of(next_word(&rest), rules, 7);

    record->rule = (ebv_rule)rule;
    record->has_axis = !at_end(rest);
    if (rule < 0 || (record->has_axis && rule != EBV_LEGACY && rule != EBV_PDPD)) {
        return false;
    }
    return !record->has_axis || (next_integer(&rest, &record->axis) && at_end(rest));
}

static bool read_attribute(ebv_case *record, char *rest)
{
    ebv_attribute *attribute = &record->attributes[record->attribute_count];
    const char *name = next_word(&rest);
    const char *type = next_word(&rest);

    if (record->attribute_count == EBV_MAX_ATTRIBUTES || type == NULL || strlen(type) != 1 ||
        strchr("ifs", *type) == NULL) {
        return false;
    }
    ++record->attribute_count;
    attribute->type = *type;
    return copy_text(attribute->name, sizeof attribute->name, name) &&
           copy_text(attribute->text, sizeof attribute->text, next_word(&rest)) && at_end(rest);
}

static bool read_tolerance(ebv_case *record, char *rest)
{
    static const char *const tolerances[] = {"exact", "equal", "rel"};
    const int tolerance = one_of(next_word(&rest), tolerances, 3);

    record->tolerance = (ebv_tolerance)tolerance;
    if (tolerance != EBV_RELATIVE) {
        return tolerance >= 0 && at_end(rest);
    }
    if (!next_double(&rest, &record->relative)) {
        return false;
    }
    if (at_end(rest)) {
        return true;
    }
    return strcmp(next_word(&rest), "abs") == 0 && next_double(&rest, &record->absolute) && at_end(rest);
}

static bool read_tensor(ebv_tensor *tensor, char *rest)
{
    const char *name = next_word(&rest);
    long number;

    if (name == NULL) {
        return false;
    }
    for (tensor->dtype = (bl_dtype)0; tensor->dtype < BL_DTYPE_COUNT; tensor->dtype = (bl_dtype)(tensor->dtype + 1)) {
        if (strcmp(name, bl_dtype_name(tensor->dtype)) == 0) {
            break;
        }
    }
    if (tensor->dtype == BL_DTYPE_COUNT && strcmp(name, "any") != 0) {
        return false;
    }
    if (!next_integer(&rest, &number) || number < 0 || number > EBV_MAX_RANK) {
        return false;
    }
    tensor->rank = (size_t)number;
    tensor->count = 1;
    for (size_t d = 0; d < tensor->rank; ++d) {
        if (!next_integer(&rest, &number) || number < 0 ||
            (number > 0 && tensor->count > PTRDIFF_MAX / (size_t)number)) {
            return false;
        }
        tensor->shape[d] = (size_t)number;
        tensor->count *= tensor->shape[d];
    }
    return at_end(rest);
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                                      : -1;
}

static bool read_data(ebv_tensor *tensor, const char *rest)
{
    const size_t bytes = ebv_bytes(tensor);

    if (tensor->is_absent || tensor->dtype == BL_DTYPE_COUNT || tensor->data != NULL ||
        tensor->count > LONGEST_LINE) {
        return false;
    }
    tensor->data = (unsigned char *)malloc(bytes > 0 ? bytes : 1);
    if (tensor->data == NULL || (bytes == 0 ? strcmp(rest, "-") != 0 : strlen(rest) != 2 * bytes)) {
        return false;
    }
    for (size_t i = 0; i < bytes; ++i) {
        const int high = hex_digit(rest[2 * i]), low = hex_digit(rest[2 * i + 1]);

        if (high < 0 || low < 0) {
            return false;
        }
        tensor->data[i] = (unsigned char)(high * 16 + low);
    }
    return true;
}

static bool read_input(ebv_case *record, char *rest)
{
    ebv_tensor *input = &record->inputs[record->input_count];
    long index;

    if (!next_integer(&rest, &index) || index != (long)record->input_count || index == EBV_MAX_INPUTS) {
        return false;
    }
    ++record->input_count;
    if (strcmp(rest, "none") == 0) {
        input->is_absent = true;
        return true;
    }
    return read_tensor(input, rest);
}

static bool read_output(ebv_case *record, char *rest)
{
    long index;

    if (!next_integer(&rest, &index) || index != 0 || record->has_output) {
        return false;
    }
    record->has_output = true;
    return read_tensor(&record->output, rest);
}

static bool read_line(ebv_case *record, const char *keyword, char *rest)
{
    long number;

    if (strcmp(keyword, "src") == 0) {
        return copy_text(record->source, sizeof record->source, rest);
    }
    if (strcmp(keyword, "note") == 0) {
        return copy_text(record->note, sizeof record->note, rest);
    }
    if (strcmp(keyword, "kind") == 0) {
        return read_kind(record, rest);
    }
    if (strcmp(keyword, "op") == 0) {
        return copy_text(record->op, sizeof record->op, next_word(&rest)) && at_end(rest);
    }
    if (strcmp(keyword, "domain") == 0) {
        return copy_text(record->domain, sizeof record->domain, next_word(&rest)) && at_end(rest);
    }
    if (strcmp(keyword, "opset") == 0) {
        if (!next_integer(&rest, &number) || number < 0 || number > 1000) {
            return false;
        }
        record->opset = (int)number;
        return at_end(rest);
    }
    if (strcmp(keyword, "bcast") == 0) {
        return read_rule(record, rest);
    }
    if (strcmp(keyword, "attr") == 0) {
        return read_attribute(record, rest);
    }
    if (strcmp(keyword, "tol") == 0) {
        return read_tolerance(record, rest);
    }
    if (strcmp(keyword, "in") == 0) {
        return !record->has_output && read_input(record, rest);
    }
    if (strcmp(keyword, "out") == 0) {
        return read_output(record, rest);
    }
    if (strcmp(keyword, "hex") == 0) {
        if (record->has_output) {
            return read_data(&record->output, rest);
        }
        return record->input_count > 0 && read_data(&record->inputs[record->input_count - 1], rest);
    }
    return false;
}

/* Whether a record has all that its kind needs. */
static bool is_whole(const ebv_case *record)
{
    const bool needs_output = record->kind != EBV_ERROR;

    if (record->op[0] == '\0' || record->input_count == 0 || record->has_output != needs_output) {
        return false;
    }
    for (size_t i = 0; record->kind == EBV_COMPUTE && i < record->input_count; ++i) {
        if (record->inputs[i].data == NULL && !record->inputs[i].is_absent) {
            return false;
        }
    }
    return record->kind != EBV_COMPUTE || record->output.data != NULL;
}

bool ebv_read(ebv_reader *reader, ebv_case *record)
{
    static char line[LONGEST_LINE];
    bool inside = false;

    memset(record, 0, sizeof *record);
    reader->error[0] = '\0';
    while (fgets(line, sizeof line, reader->file) != NULL) {
        char *rest = line;
        const char *keyword;

        ++reader->line;
        if (strchr(line, '\n') == NULL) {
            return wrong(reader, "a line that is too long or not ended");
        }
        *strchr(line, '\n') = '\0';
        if (line[0] == '#') {
            continue;
        }
        keyword = next_word(&rest);
        if (keyword == NULL) {
            return wrong(reader, "an empty line");
        }
        if (strcmp(keyword, "case") == 0) {
            if (inside || !copy_text(record->id, sizeof record->id, next_word(&rest)) || !at_end(rest)) {
                return wrong(reader, "a record that begins badly");
            }
            inside = true;
        } else if (!inside) {
            return wrong(reader, "%s outside a record", keyword);
        } else if (strcmp(keyword, "end") == 0) {
            return is_whole(record) ? true : wrong(reader, "%s is not whole", record->id);
        } else if (!read_line(record, keyword, rest)) {
            return wrong(reader, "%s: a line that is not understood: %s", record->id, keyword);
        }
    }
    return inside ? wrong(reader, "%s has no end", record->id) : false;
}

void ebv_free(ebv_case *record)
{
    for (size_t i = 0; i < record->input_count; ++i) {
        free(record->inputs[i].data);
    }
    free(record->output.data);
    memset(record, 0, sizeof *record);
}

const ebv_attribute *ebv_find(const ebv_case *record, const char *name)
{
    for (size_t i = 0; i < record->attribute_count; ++i) {
        if (strcmp(record->attributes[i].name, name) == 0) {
            return &record->attributes[i];
        }
    }
    return NULL;
}

size_t ebv_bytes(const ebv_tensor *tensor)
{
    return tensor->is_absent || tensor->dtype == BL_DTYPE_COUNT ? 0 : bl_array_bytes(tensor->dtype, tensor->count);
}
