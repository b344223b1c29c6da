/* Sentences about the errors of a node, in its specification's words.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../basics/dtype.h"
#include "../shapes/shape.h"
#include "frontend.h"

void bl_put_version(bl_text *to, const char *op, int64_t version)
{
    bl_put(to, op);
    bl_put(to, "-");
    bl_put_number(to, version);
}

/** A number as it is in the model, without a point if it is an integer. */
static void put_value(bl_text *to, double value)
{
    bl_put_number(to, value > -9e18 && value < 9e18 ? (int64_t)value : value < 0 ? INT64_MIN
                                                                                 : INT64_MAX);
}

/** The separator before item i of a list of `count`. */
static const char *joint(size_t i, size_t count, const char *last)
{
    if (i == 0) {
        return "";
    }
    return i + 1 == count ? last : ", ";
}

/* ---- Inputs ---- */

/** "float and int8". */
static void put_dtypes(bl_text *to, const bl_node *node, const bl_wording *wording)
{
    for (size_t i = 0; i < node->count; ++i) {
        bl_put(to, joint(i, node->count, " and "));
        bl_put(to, node->inputs[i] == NULL               ? "none"
                   : bl_is_dtype(node->inputs[i]->dtype) ? wording->dtypes[node->inputs[i]->dtype]
                                                         : "?");
    }
}

/** "[2,3] and []". */
static void put_shapes(bl_text *to, const bl_node *node)
{
    for (size_t i = 0; i < node->count; ++i) {
        bl_put(to, joint(i, node->count, " and "));
        if (node->inputs[i] == NULL) {
            bl_put(to, "none");
        } else {
            bl_put_shape(to, node->inputs[i]);
        }
    }
}

/* ---- Attributes ---- */

/** A value as the specification writes it. */
static void put_attribute_value(bl_text *to, const bl_attribute *attribute, const bl_wording *wording, double value)
{
    if ((attribute->kind == BL_DTYPE_NAME || attribute->kind == BL_DTYPE_NUMBER) && value >= 0 && value <= UINT8_MAX) {
        const size_t dtype = (size_t)value;
        size_t foreign = 0;

        while (foreign + BL_DTYPE_COUNT < dtype && wording->foreign[foreign].name != NULL) {
            ++foreign;
        }
        bl_put(to, dtype < BL_DTYPE_COUNT                   ? wording->dtypes[dtype]
                   : wording->foreign[foreign].name != NULL ? wording->foreign[foreign].name
                                                            : "?");
        return;
    }
    for (size_t w = 0; w < attribute->word_count; ++w) {
        if (attribute->words[w].number == value) {
            bl_put(to, attribute->words[w].text);
            return;
        }
    }
    put_value(to, value);
}

/** ", broadcast = 1, axis = 3": the attributes that determine the rule. */
static void put_placing(bl_text *to, const bl_node *node, const bl_wording *wording, const bl_meaning *meaning)
{
    for (size_t i = 0; i < node->attribute_count; ++i) {
        const bl_attribute *own = &node->attributes[i];
        const int is_given = (node->given >> i & 1) != 0;

        if ((node->version->attributes >> i & 1) != 0 &&
            (own->use == BL_FOR_RULE || (own->use == BL_FOR_BROADCAST && is_given) || (own->use == BL_FOR_BLOCK && is_given) ||
             (own->use == BL_FOR_AXIS && meaning->rule != BL_RULE_NUMPY && (is_given || meaning->rule == BL_RULE_PDPD || node->version->most_rank != BL_ANY_RANK)))) {
            bl_put(to, ", ");
            bl_put(to, own->name);
            bl_put(to, " = ");
            put_attribute_value(to, own, wording, bl_node_value(node, i));
        }
    }
}

/** The lowest of a set of attributes. */
static const char *first_of(const bl_node *node, uint32_t set)
{
    for (size_t i = 0; i < node->attribute_count; ++i) {
        if ((set >> i & 1) != 0) {
            return node->attributes[i].name;
        }
    }
    return "of such a bit";
}

/** An attribute that the version lacks, and the versions that have it. */
static void put_foreign_attribute(bl_text *to, const bl_node *node, const bl_wording *wording)
{
    const uint32_t wrong = bl_foreign_attributes(node);
    const uint32_t first = wrong & (0 - wrong);
    const char *before = "; ";
    const char *after = "; no version has";

    bl_put(to, " has no attribute ");
    bl_put(to, first_of(node, wrong));
    for (size_t i = 0; i < wording->version_count; ++i) {
        if ((wording->versions[i].attributes & first) != 0) {
            bl_put(to, before);
            bl_put_version(to, wording->op, wording->versions[i].since);
            before = " and ";
            after = after[0] == ';' ? " has it" : " have it";
        }
    }
    bl_put(to, after);
}

/** The attribute's allowed values. */
static void put_choices(bl_text *to, const bl_node *node, const bl_attribute *attribute)
{
    size_t count = 0;
    size_t put = 0;

    if (attribute->kind != BL_WORD) {
        put_value(to, attribute->least);
        bl_put(to, attribute->most - attribute->least > 1 ? " to " : " or ");
        put_value(to, attribute->most);
        return;
    }
    for (size_t w = 0; w < attribute->word_count; ++w) {
        count += (size_t)bl_takes_value(node, attribute, attribute->words[w].number);
    }
    for (size_t w = 0; w < attribute->word_count; ++w) {
        if (bl_takes_value(node, attribute, attribute->words[w].number)) {
            bl_put(to, joint(put++, count, " or "));
            bl_put(to, attribute->words[w].text);
        }
    }
}

/** The first attribute whose value is not allowed, or not supported; or the input that must be false. */
static void put_wrong_value(bl_text *to, const bl_node *node, const bl_wording *wording, const bl_meaning *meaning,
                            bl_status status)
{
    const int falsity = node->version->ways->unread[1];

    for (size_t i = 0; i < node->attribute_count; ++i) {
        const bl_attribute *own = &node->attributes[i];
        const double value = (node->version->attributes >> i & 1) != 0 ? bl_node_value(node, i) : 0;
        const int is_known = bl_takes_value(node, own, value);

        if ((node->given >> i & 1) == 0 && !((node->version->attributes >> i & 1) != 0 && own->use == BL_FOR_TRUTH)) {
            continue;
        }
        if (status == BL_UNKNOWN_ATTRIBUTE_VALUE && bl_attribute_meant(node, i) != i) {
            bl_put(to, ": ");
            bl_put(to, own->name);
            bl_put(to, own->kind == BL_DTYPE_NUMBER ? " is a string, not an integer" : " is an integer, not a string");
            return;
        }
        if (status == BL_UNKNOWN_ATTRIBUTE_VALUE && !is_known) {
            bl_put(to, ": ");
            bl_put(to, own->name);
            bl_put(to, " is ");
            put_choices(to, node, own);
            bl_put(to, ", not ");
            put_attribute_value(to, own, wording, value);
            return;
        }
        if (status == BL_UNSUPPORTED_ATTRIBUTE_VALUE &&
            (own->use == BL_FOR_PRECISION || (own->use == BL_FOR_TRUTH && value == 0) ||
             (own->use == BL_FOR_DTYPE && (value >= (int)BL_DTYPE_COUNT || meaning->table != NULL)))) {
            bl_put(to, ": Broadloom does not have ");
            bl_put(to, own->name);
            bl_put(to, " = ");
            put_attribute_value(to, own, wording, value);
            return;
        }
    }
    if (status == BL_UNSUPPORTED_ATTRIBUTE_VALUE && falsity > 0) {
        bl_put(to, ": input ");
        bl_put_number(to, falsity);
        bl_put(to, " is true, but Broadloom has only false");
        return;
    }
    bl_put(to, ": ");
    bl_put(to, bl_status_string(status));
}

/* ---- Dtypes ---- */

/** The oldest version with the dtype, if the node's version lacks it; otherwise the reason why no way with this dtype fits. */
static void put_dtype_not_in_version(bl_text *to, const bl_node *node, const bl_wording *wording,
                                     const bl_meaning *meaning)
{
    const size_t variable = meaning->variable;
    const bl_dtype dtype = meaning->dtype;

    bl_put(to, variable > 0 && dtype == meaning->told ? " does not give " : " does not take ");
    bl_put(to, bl_is_dtype(dtype) ? wording->dtypes[dtype] : "?");
    if (bl_is_dtype(dtype) && (node->version->dtypes[variable] >> dtype & 1) != 0) {
        for (size_t i = 0; i < node->attribute_count; ++i) {
            if ((node->version->attributes >> i & 1) != 0 && node->attributes[i].use == BL_FOR_CHOICE) {
                bl_put(to, " where ");
                bl_put(to, node->attributes[i].name);
                bl_put(to, " is ");
                put_attribute_value(to, &node->attributes[i], wording, meaning->choice);
            }
        }
        return;
    }
    bl_put(to, "; ");
    for (size_t i = 0; i < wording->version_count; ++i) {
        if (bl_is_dtype(dtype) && (wording->versions[i].dtypes[variable] >> dtype & 1) != 0) {
            bl_put_version(to, wording->op, wording->versions[i].since);
            if (wording->has_opsets) {
                bl_put(to, " (opset ");
                bl_put_number(to, wording->versions[i].since);
                bl_put(to, " on)");
            }
            bl_put(to, " does");
            return;
        }
    }
    bl_put(to, "no version does");
}

static void put_differing_dtypes(bl_text *to, const bl_node *node, const bl_wording *wording, const bl_meaning *meaning)
{
    const bl_op *op = meaning->way->op;

    bl_put(to, node->count == 1 ? ": the input is " : ": the inputs are ");
    put_dtypes(to, node, wording);
    if (op != NULL && op->typed_by[0] > 1) {
        bl_put(to, ", but the first must be ");
        bl_put(to, wording->dtypes[BL_BOOL]);
        bl_put(to, " and the others alike");
    } else if (op != NULL && meaning->told != BL_DTYPE_COUNT) {
        bl_put(to, node->count == 1 ? ", which does not go with " : ", which do not go with ");
        bl_put(to, wording->dtypes[meaning->told]);
    } else {
        bl_put(to, op == NULL || op->variable_count == 1 ? ", but must be alike" : ", which do not go together");
    }
}

/* ---- The sentence ---- */

static void put_input_count(bl_text *to, const bl_node *node)
{
    const bl_node_version *version = node->version;

    bl_put(to, " takes ");
    bl_put_number(to, version->least);
    if (version->most != version->least) {
        bl_put(to, version->most == BL_ANY_NUMBER ? " or more" : " to ");
    }
    if (version->most != version->least && version->most != BL_ANY_NUMBER) {
        bl_put_number(to, version->most);
    }
    bl_put(to, version->most == 1 ? " input, not " : " inputs, not ");
    bl_put_number(to, (int64_t)node->count);
}

/** The first mandatory input that is missing; `count` if none is. */
static size_t find_missing(const bl_node *node)
{
    size_t i = 0;

    while (i < node->count && (node->inputs[i] != NULL ||
                               (i >= node->version->least && node->version->most != BL_ANY_NUMBER))) {
        ++i;
    }
    return i;
}

void bl_put_reason(bl_text *to, const bl_node *node, const bl_wording *wording, bl_status status)
{
    const int has_inputs = node->inputs != NULL;
    bl_meaning meaning;
    const bl_status found = bl_find_meaning(node, &meaning);

    if (status == BL_ATTRIBUTE_NOT_IN_VERSION) {
        put_foreign_attribute(to, node, wording);
    } else if (status == BL_ATTRIBUTE_MISSING) {
        bl_put(to, " needs the attribute ");
        bl_put(to, first_of(node, node->version->required & ~node->given));
    } else if (status == BL_UNKNOWN_ATTRIBUTE_VALUE || status == BL_UNSUPPORTED_ATTRIBUTE_VALUE) {
        put_wrong_value(to, node, wording, &meaning, status);
    } else if (status == BL_AXIS_WITHOUT_BROADCAST) {
        bl_put(to, ": axis is given, but broadcast is not 1");
    } else if (status == BL_WRONG_INPUT_COUNT) {
        put_input_count(to, node);
    } else if (status == BL_NULL_POINTER && has_inputs && find_missing(node) < node->count) {
        bl_put(to, ": input ");
        bl_put_number(to, (int64_t)find_missing(node) + 1);
        bl_put(to, " of ");
        bl_put_number(to, (int64_t)node->count);
        bl_put(to, " is missing");
    } else if (status == BL_DTYPE_NOT_IN_VERSION && found == status) {
        put_dtype_not_in_version(to, node, wording, &meaning);
    } else if (status == BL_UNSUPPORTED_DTYPE && found == status) {
        bl_put(to, " takes ");
        put_dtypes(to, node, wording);
        bl_put(to, meaning.is_left_out ? ", but this library was built without that"
                                       : ", but Broadloom does not compute that, in any build");
    } else if (status == BL_DTYPES_DIFFER && found == status) {
        put_differing_dtypes(to, node, wording, &meaning);
    } else {
        bl_put(to, ": ");
        if (has_inputs && (status == BL_SHAPES_DIFFER || status == BL_SHAPES_DO_NOT_BROADCAST ||
                           status == BL_AXIS_OUT_OF_RANGE || status == BL_UNKNOWN_RULE)) {
            put_shapes(to, node);
            put_placing(to, node, wording, &meaning);
            bl_put(to, ": ");
        }
        bl_put(to, bl_status_string(status));
    }
}
