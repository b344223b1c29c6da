/* Attributes of an ONNX node by name.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "frontend.h"

enum { BL_ONNX_INTEGERS = 1 << BL_INTEGER | 1 << BL_LIST | 1 << BL_DTYPE_NUMBER,
       BL_ONNX_FLOATS = 1 << BL_REAL,
       BL_ONNX_STRINGS = 1 << BL_WORD | 1 << BL_DTYPE_NAME };

/** The number of the attribute with that name and one of these kinds. */
static bl_status find(const char *attribute, unsigned kinds, size_t *i)
{
    bl_status status = BL_UNKNOWN_ATTRIBUTE;

    for (*i = 0; *i < BL_ONNX_ATTRIBUTE_COUNT; ++*i) {
        if (bl_same_text(attribute, bl_onnx_attributes[*i].name)) {
            if ((kinds >> bl_onnx_attributes[*i].kind & 1) != 0) {
                return BL_OK;
            }
            status = BL_UNKNOWN_ATTRIBUTE_VALUE;
        }
    }
    return status;
}

static bl_status give(bl_onnx_node *node, size_t i, double value)
{
    node->given |= (uint32_t)1 << i;
    node->values[i] = value;
    return BL_OK;
}

/** A data_type: a dtype of Broadloom, another type of ONNX, or 0, which means none. */
static bl_status give_data_type(bl_onnx_node *node, size_t i, int64_t data_type)
{
    for (int d = 0; d < BL_DTYPE_COUNT && data_type != 0; ++d) {
        if (bl_onnx_data_types[d] == data_type) {
            return give(node, i, d);
        }
    }
    for (int f = 0; bl_onnx_foreign_dtypes[f].name != NULL; ++f) {
        if (bl_onnx_foreign_dtypes[f].number == data_type) {
            return give(node, i, BL_DTYPE_COUNT + f);
        }
    }
    if (data_type == 0) {
        node->given &= ~((uint32_t)1 << i);
        return BL_OK;
    }
    return BL_UNKNOWN_ATTRIBUTE_VALUE;
}

bl_status bl_onnx_set(bl_onnx_node *node, const char *attribute, size_t count, const int64_t *values)
{
    bl_status status;
    size_t i;

    if (node == NULL || attribute == NULL) {
        return BL_NULL_POINTER;
    }
    status = find(attribute, BL_ONNX_INTEGERS, &i);
    if (status != BL_OK) {
        return status;
    }
    if (bl_onnx_attributes[i].kind == BL_LIST) {
        return give(node, i, 0);
    }
    if (count != 1) {
        return BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    if (values == NULL) {
        return BL_NULL_POINTER;
    }
    return bl_onnx_attributes[i].kind == BL_INTEGER ? give(node, i, (double)values[0]) : give_data_type(node, i, values[0]);
}

bl_status bl_onnx_set_float(bl_onnx_node *node, const char *attribute, float value)
{
    bl_status status;
    size_t i;

    if (node == NULL || attribute == NULL) {
        return BL_NULL_POINTER;
    }
    status = find(attribute, BL_ONNX_FLOATS, &i);
    return status == BL_OK ? give(node, i, (double)value) : status;
}

bl_status bl_onnx_set_string(bl_onnx_node *node, const char *attribute, size_t length, const char *text)
{
    char word[24] = ""; /* longer than all known ones */
    const bl_attribute *own;
    bl_status status;
    size_t i;

    if (node == NULL || attribute == NULL || (text == NULL && length > 0)) {
        return BL_NULL_POINTER;
    }
    status = find(attribute, BL_ONNX_STRINGS, &i);
    if (status != BL_OK) {
        return status;
    }
    for (size_t c = 0; c < length && c + 1 < sizeof word; ++c) {
        word[c] = text[c];
    }
    own = &bl_onnx_attributes[i];
    for (size_t w = 0; w < own->word_count && own->kind == BL_WORD; ++w) {
        if (bl_same_text(word, own->words[w].text)) {
            return give(node, i, own->words[w].number);
        }
    }
    for (int d = 0; d < BL_DTYPE_COUNT && own->kind == BL_DTYPE_NAME && word[0] != '?'; ++d) { /* FLOAT, in TensorProto */
        if (bl_same_letters(word, bl_onnx_dtype_names[d])) {
            return give(node, i, d);
        }
    }
    for (int f = 0; bl_onnx_foreign_dtypes[f].name != NULL && own->kind == BL_DTYPE_NAME; ++f) {
        if (bl_same_letters(word, bl_onnx_foreign_dtypes[f].name)) {
            return give(node, i, BL_DTYPE_COUNT + f);
        }
    }
    return BL_UNKNOWN_ATTRIBUTE_VALUE;
}
