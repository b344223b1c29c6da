/* Published test vectors in EBV form: tests/vectors/FORMAT.txt describes the lines. The reader takes one record at a
 * time and is strict: an unknown keyword, a size that does not fit or a line that is too long is an error, because a
 * test that skips data proves nothing. Hosted.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef VECTORS_EBV_H
#define VECTORS_EBV_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "broadloom.h"

enum { EBV_MAX_INPUTS = 16,
       EBV_MAX_RANK = 8,
       EBV_MAX_ATTRIBUTES = 4,
       EBV_TEXT = 200 };

typedef enum ebv_kind {
    EBV_COMPUTE,
    EBV_SHAPE,
    EBV_ERROR
} ebv_kind;

typedef enum ebv_rule {
    EBV_NUMPY,
    EBV_NONE,
    EBV_UNIDIRECTIONAL,
    EBV_PRELU,
    EBV_LEGACY,
    EBV_PDPD,
    EBV_OWN
} ebv_rule;

typedef enum ebv_tolerance {
    EBV_EXACT,   /* the same bits, or both NaN */
    EBV_EQUAL,   /* -0 is 0, too */
    EBV_RELATIVE /* |got - want| <= absolute + relative * |want| */
} ebv_tolerance;

typedef struct ebv_attribute {
    char name[32];
    char type; /* i, f or s */
    char text[32];
} ebv_attribute;

typedef struct ebv_tensor {
    bool is_absent; /* an optional input that the node lacks; the other fields are 0 */
    bl_dtype dtype; /* BL_DTYPE_COUNT: any (shape records) */
    size_t rank;
    size_t shape[EBV_MAX_RANK];
    size_t count;
    unsigned char *data; /* memory of exactly its size; NULL without data */
} ebv_tensor;

typedef struct ebv_case {
    char id[EBV_TEXT];
    char source[EBV_TEXT];
    char note[EBV_TEXT];
    ebv_kind kind;
    char op[32];
    char domain[16]; /* "" where the record names none */
    int opset;
    ebv_rule rule;
    bool has_axis; /* on the rule's line */
    long axis;
    size_t attribute_count;
    ebv_attribute attributes[EBV_MAX_ATTRIBUTES];
    ebv_tolerance tolerance;
    double relative, absolute;
    size_t input_count;
    ebv_tensor inputs[EBV_MAX_INPUTS];
    bool has_output;
    ebv_tensor output;
} ebv_case;

/** A file being read. */
typedef struct ebv_reader {
    FILE *file;
    size_t line;
    char error[EBV_TEXT]; /* the error of the line, or "" */
} ebv_reader;

/** Reads the next record; false at the end of the file and where something is wrong, which reader->error tells. */
bool ebv_read(ebv_reader *reader, ebv_case *record);

/** Frees a record's data. */
void ebv_free(ebv_case *record);

/** The attribute of that name, or NULL. */
const ebv_attribute *ebv_find(const ebv_case *record, const char *name);

/** A tensor's bytes. */
size_t ebv_bytes(const ebv_tensor *tensor);

#endif
