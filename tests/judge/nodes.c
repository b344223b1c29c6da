/* Random nodes of ONNX and OpenVINO: any version of any operator, with attributes, optional inputs and dtypes that it
 * accepts; some of them with one that it does not accept.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#if JUDGE_NODES

#include <stdio.h>

#define NODE_SPOILT_ONE_IN 6

static int is_onnx(const call *of)
{
    return of->by == BY_ONNX || of->by == BY_ONNX_PARTS;
}

void see_node(const call *of, node_view *seen)
{
    memset(seen, 0, sizeof *seen);
    if (is_onnx(of)) {
        seen->attributes = bl_onnx_attributes;
        seen->attribute_count = BL_ONNX_ATTRIBUTE_COUNT;
        seen->versions = of->onnx.op->versions;
        seen->version_count = of->onnx.op->version_count;
        seen->given = of->onnx.given;
        seen->values = of->onnx.values;
        seen->opset = of->onnx.opset;
    } else {
        seen->attributes = bl_openvino_attributes;
        seen->attribute_count = BL_OPENVINO_ATTRIBUTE_COUNT;
        seen->versions = of->openvino.op->versions;
        seen->version_count = of->openvino.op->version_count;
        seen->given = of->openvino.given;
        seen->values = of->openvino.values;
        seen->opset = of->openvino.opset;
    }
}

void print_node(const call *of)
{
    node_view seen;

    see_node(of, &seen);
    printf(" %s, opset %lld", is_onnx(of) ? of->onnx.op->name : of->openvino.op->name, (long long)seen.opset);
    for (size_t a = 0; a < seen.attribute_count; ++a) {
        if ((seen.given >> a & 1) != 0) {
            printf(", %s %g", seen.attributes[a].name, seen.values[a]);
        }
    }
    if (of->by == BY_ONNX_PARTS || of->by == BY_OPENVINO_PARTS) {
        printf(", %zu parts", of->parts);
    }
}

/* ---- An operator, a version, an opset ---- */

static void choose_op(call *of)
{
    size_t count = 0;

    if (is_onnx(of)) {
        while (bl_onnx_all[count] != NULL) {
            ++count;
        }
        of->onnx.op = bl_onnx_all[random_below(count)];
    } else {
        while (bl_openvino_all[count] != NULL) {
            ++count;
        }
        of->openvino.op = bl_openvino_all[random_below(count)];
    }
}

static void choose_version(call *of)
{
    node_view seen;
    size_t v, since, next;

    see_node(of, &seen);
    v = random_below(seen.version_count);
    since = seen.versions[v].since;
    next = v + 1 < seen.version_count ? seen.versions[v + 1].since : BL_ONNX_NEWEST_OPSET + 1u;
    of->version = &seen.versions[v];
    of->onnx.opset = (int64_t)(since + random_below(next - since));
    of->openvino.opset = (int)since;
    if (once_in(64)) { /* another version, which may not exist */
        of->onnx.opset = (int64_t)random_below(32) - 1;
        of->openvino.opset = (int)random_below(18);
        of->fault = "another opset";
    }
}

/* ---- Attributes ---- */

static double random_real(void)
{
    static const double reals[] = {0, 1, -1, 0.01, 0.1, -0.1, 0.5, 3, 5.5, -2.5, 100, -129, 255, 1e-3, 65504, -1e20};

    return reals[random_below(sizeof reals / sizeof reals[0])];
}

/** A value that the attribute may have. */
static double attribute_value(const call *of, const bl_attribute *attribute)
{
    switch (attribute->use) {
    case BL_FOR_RULE: {
        const bl_rule rule = (bl_rule)random_below(3); /* numpy, none, pdpd */

        return (of->version->rules >> rule & 1) != 0 || (rule == BL_RULE_NUMPY && (of->version->rules >> BL_RULE_UNI & 1) != 0) ? rule : BL_RULE_NONE;
    }
    case BL_FOR_AXIS:
        return once_in(2) ? -1 : (double)random_below(4) - (once_in(4) ? 2 : 0);
    case BL_FOR_PRECISION:
        return BL_F32;
    case BL_FOR_TRUTH:
        return !once_in(8);
    case BL_FOR_BLOCK:
        return once_in(2) ? 0 : (double)(1 + random_below(once_in(2) ? 5 : 70));
    default:
        break;
    }
    switch (attribute->kind) {
    case BL_REAL:
        return (double)(float)random_real();
    case BL_WORD:
        return attribute->words[random_below(attribute->word_count)].number;
    case BL_INTEGER:
        return attribute->most < 1e18 ? attribute->least + (double)random_below(attribute->most < 2 ? 2 : 300) : (double)random_below(2);
    default:
        return 0;
    }
}

static void give_attribute(call *of, size_t a, double value)
{
    if (is_onnx(of)) {
        of->onnx.given |= BL_BIT(a);
        of->onnx.values[a] = value;
    } else {
        of->openvino.given |= BL_BIT(a);
        of->openvino.values[a] = value;
    }
}

/** The version's attributes, always the mandatory ones. Dtypes come later. */
static void choose_attributes(call *of)
{
    node_view seen;

    see_node(of, &seen);
    for (size_t a = 0; a < seen.attribute_count; ++a) {
        const bl_attribute *attribute = &seen.attributes[a];

        if ((of->version->attributes >> a & 1) != 0 && attribute->use != BL_FOR_DTYPE &&
            ((of->version->required >> a & 1) != 0 || once_in(2))) {
            give_attribute(of, a, attribute_value(of, attribute));
        }
    }
    see_node(of, &seen);
    for (size_t a = 0; a < seen.attribute_count; ++a) { /* an axis goes with broadcast = 1 */
        if (seen.attributes[a].use == BL_FOR_BROADCAST && (of->onnx.given >> a & 1) == 0) {
            of->onnx.given &= ~BL_BIT(BL_ONNX_AXIS);
        } else if (seen.attributes[a].use == BL_FOR_BROADCAST && of->onnx.values[a] == 0 && !once_in(8)) {
            of->onnx.given &= ~BL_BIT(BL_ONNX_AXIS);
        }
    }
}

/** An attribute that the version does not have, a missing mandatory one, or an unknown one. */
static void spoil_attribute(call *of)
{
    node_view seen;
    const size_t kind = random_below(3);
    size_t a;

    see_node(of, &seen);
    a = random_below(seen.attribute_count);
    of->fault = "an attribute";
    if (kind == 0) {
        give_attribute(of, a, attribute_value(of, &seen.attributes[a]));
    } else if (kind == 1) {
        of->onnx.given &= ~BL_BIT(a);
        of->openvino.given &= ~BL_BIT(a);
    } else if (seen.attributes[a].kind == BL_INTEGER || seen.attributes[a].kind == BL_WORD) {
        static const double odd[] = {2, 3, 7, -1, 32};

        give_attribute(of, a, odd[random_below(5)]);
    }
}

/* ---- Inputs ---- */

/** Choose dtypes of a table that the version accepts, and so some way; returns 0 if this table is not accepted. */
static int take_table(call *of, const bl_way *way, const bl_table *table, bl_dtype *dtypes)
{
    const size_t told = way->op->typed_by[0];

    if (((of->version->dtypes[0] & way->dtypes) >> table->dtypes[told] & 1) == 0) {
        return 0;
    }
    for (size_t v = 1; v < way->op->variable_count; ++v) {
        const uint8_t own = table->dtypes[way->op->typed_by[v]];

        if (of->version->dtypes[v] != 0 ? (of->version->dtypes[v] >> own & 1) == 0 : own != table->dtypes[told]) {
            return 0;
        }
    }
    for (size_t i = 0; i < of->count; ++i) {
        dtypes[i] = (bl_dtype)table->dtypes[way->like != 0 ? 0 : told]; /* for an input that the operator does not take */
    }
    for (size_t p = 0; p < way->op->arity; ++p) {
        if (way->takes[p] > of->count) {
            return 0;
        }
        if (way->takes[p] != 0) {
            dtypes[way->takes[p] - 1] = (bl_dtype)table->dtypes[p + 1];
        }
    }
    return 1;
}

static void give_dtype(call *of, bl_dtype dtype)
{
    node_view seen;

    see_node(of, &seen);
    for (size_t a = 0; a < seen.attribute_count; ++a) {
        if ((of->version->attributes >> a & 1) != 0 && seen.attributes[a].use == BL_FOR_DTYPE &&
            ((of->version->required >> a & 1) != 0 || once_in(3))) {
            give_attribute(of, a, dtype);
        }
    }
}

/** Choose a way, its inputs' dtypes and the result's. The definition determines the result. */
static bl_dtype choose_dtypes(call *of, bl_dtype *dtypes)
{
    const bl_way *way = &of->version->ways[random_below(of->version->way_count)];

    for (size_t tries = 0; tries < 200; ++tries) {
        if (way->fold != NULL) {
            const bl_dtype dtype = (bl_dtype)random_below(BL_DTYPE_COUNT);

            if ((of->version->dtypes[0] & way->dtypes) >> dtype & 1) {
                for (size_t i = 0; i < of->count; ++i) {
                    dtypes[i] = dtype;
                }
                return dtype;
            }
        } else {
            const bl_table *table = way->op->tables[random_below(way->op->first[BL_DTYPE_COUNT])];

            if (!is_packed_table(table) && take_table(of, way, table, dtypes)) {
                const bl_dtype gives = (bl_dtype)table->dtypes[0];
                bl_dtype said = gives;

                while (only_chooses_way(way) && (way->to >> said & 1) == 0) {
                    said = (bl_dtype)random_below(BL_DTYPE_COUNT);
                }
                give_dtype(of, said);
                return gives;
            }
        }
    }
    for (size_t i = 0; i < of->count; ++i) {
        dtypes[i] = BL_F32;
    }
    return BL_F32;
}

static void choose_count(call *of)
{
    const size_t least = of->version->least, most = of->version->most == BL_ANY_NUMBER ? MOST_INPUTS : of->version->most;
    const int has_unread = of->version->ways[0].unread[0] != 0; /* inputs that are no operands: tests/frontends/onnx.c gives them */

    of->count = least + (has_unread ? 0 : random_below(most - least + 1));
    if (once_in(64) && !has_unread) {
        of->count = random_below(MOST_INPUTS + 1);
        of->fault = "another number of inputs";
    }
}

void choose_node(call *of, bl_dtype *dtypes, bl_dtype *gives)
{
    choose_op(of);
    choose_version(of);
    choose_attributes(of);
    choose_count(of);
    *gives = choose_dtypes(of, dtypes);
    if (of->fault == NULL && once_in(NODE_SPOILT_ONE_IN)) {
        spoil_attribute(of);
    }
}

#endif
