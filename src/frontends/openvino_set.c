/* Attributes of an OpenVINO node by name and text, as in an IR.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "frontend.h"

/** 1, and the value, if the text is the name of a dtype. */
static int read_dtype(const char *text, double *value)
{
    for (int d = 0; d < BL_DTYPE_COUNT && text[0] != '?'; ++d) {
        if (bl_same_text(text, bl_openvino_dtype_names[d])) {
            *value = d;
            return 1;
        }
    }
    for (int f = 0; bl_openvino_foreign_dtypes[f].name != NULL; ++f) {
        if (bl_same_text(text, bl_openvino_foreign_dtypes[f].name)) {
            *value = BL_DTYPE_COUNT + f;
            return 1;
        }
    }
    return 0;
}

/** 1, and the value, if the text is one of the words, in any case. */
static int read_word(const bl_attribute *attribute, const char *text, double *value)
{
    for (size_t w = 0; w < attribute->word_count; ++w) {
        if (bl_same_letters(text, attribute->words[w].text)) {
            *value = attribute->words[w].number;
            return 1;
        }
    }
    return 0;
}

bl_status bl_openvino_set(bl_openvino_node *node, const char *attribute, const char *text)
{
    const bl_attribute *own;
    double value = 0;
    int is_read;
    size_t i;

    if (node == NULL || attribute == NULL || text == NULL) {
        return BL_NULL_POINTER;
    }
    i = bl_attribute_index(bl_openvino_attributes, BL_OPENVINO_ATTRIBUTE_COUNT, attribute);
    if (i == BL_OPENVINO_ATTRIBUTE_COUNT) {
        return BL_UNKNOWN_ATTRIBUTE;
    }
    own = &bl_openvino_attributes[i];
    is_read = own->kind == BL_WORD         ? read_word(own, text, &value)
              : own->kind == BL_DTYPE_NAME ? read_dtype(text, &value)
                                           : bl_read_decimal(text, own->kind == BL_INTEGER, &value);
    if (!is_read) {
        return BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    node->given |= (uint32_t)1 << i;
    node->values[i] = value;
    return BL_OK;
}
