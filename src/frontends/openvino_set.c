/* Attributes of an OpenVINO node by name and text, as an IR has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"
#include "../text.h"

/** A value that an attribute may have, in words. */
typedef struct spelling {
    const char *text;
    int value;
} spelling;

static const spelling rules[] = {
    {"numpy", BL_RULE_NUMPY}, {"none", BL_RULE_NONE}, {"explicit", BL_RULE_NONE}, {"pdpd", BL_RULE_PDPD}};
static const spelling truths[] = {{"true", 1}, {"false", 0}, {"1", 1}, {"0", 0}};

/** 1, and the value, where the text is one of the four. */
static int read_spelling(const spelling spellings[4], const char *text, int *value)
{
    for (size_t i = 0; i < 4; ++i) {
        if (bl_same_letters(text, spellings[i].text)) {
            *value = spellings[i].value;
            return 1;
        }
    }
    return 0;
}

/** 1, and the value, where the text is an integer that fits. */
static int read_integer(const char *text, int64_t *value)
{
    const int is_negative = *text == '-';
    int64_t sum = 0;

    text += is_negative;
    if (*text == '\0') {
        return 0;
    }
    for (; *text != '\0'; ++text) {
        const int digit = *text - '0';

        if (digit < 0 || digit > 9 || sum > (INT64_MAX - digit) / 10) {
            return 0;
        }
        sum = sum * 10 + digit;
    }
    *value = is_negative ? -sum : sum;
    return 1;
}

bl_status bl_openvino_set(bl_openvino_node *node, const char *attribute, const char *value)
{
    int spelled;
    int64_t axis;

    if (node == NULL || attribute == NULL || value == NULL) {
        return BL_NULL_POINTER;
    }
    if (bl_same_text(attribute, "auto_broadcast")) {
        if (!read_spelling(rules, value, &spelled)) {
            return BL_UNKNOWN_ATTRIBUTE_VALUE;
        }
        node->given |= BL_OPENVINO_AUTO_BROADCAST;
        node->auto_broadcast = (bl_rule)spelled;
    } else if (bl_same_text(attribute, "m_pythondiv") || bl_same_text(attribute, "pythondiv")) {
        if (!read_spelling(truths, value, &spelled)) {
            return BL_UNKNOWN_ATTRIBUTE_VALUE;
        }
        node->given |= BL_OPENVINO_M_PYTHONDIV;
        node->m_pythondiv = spelled;
    } else if (bl_same_text(attribute, "axis") || bl_same_text(attribute, "auto_broadcast_axis")) {
        if (!read_integer(value, &axis)) {
            return BL_UNKNOWN_ATTRIBUTE_VALUE;
        }
        node->given |= BL_OPENVINO_AXIS;
        node->axis = axis;
    } else {
        return BL_UNKNOWN_ATTRIBUTE;
    }
    return BL_OK;
}
