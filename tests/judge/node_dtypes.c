/* The way that computes a node, and its dtypes: written from docs/specs.md and include/broadloom_node.h, without src/.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#if JUDGE_NODES

/** The attribute's value: the node's, or the version's default; 0 if the version has no such attribute. */
double value_of(const node_view *seen, const bl_node_version *version, size_t a)
{
    size_t place = 0;

    if ((version->attributes >> a & 1) == 0) {
        return 0;
    }
    if ((seen->given >> a & 1) != 0) {
        return seen->values[a];
    }
    for (size_t before = 0; before < a; ++before) {
        place += version->attributes >> before & 1;
    }
    return version->initial[place];
}

/** The version's attribute of that use, or attribute_count. */
size_t attribute_for(const node_view *seen, const bl_node_version *version, unsigned use)
{
    size_t a = 0;

    while (a < seen->attribute_count && ((version->attributes >> a & 1) == 0 || seen->attributes[a].use != use)) {
        ++a;
    }
    return a;
}

/* ---- Ways, dtypes ---- */

/** The result's dtype if an attribute, an input other than the operator's, or the way gives it; otherwise BL_DTYPE_COUNT. */
static bl_dtype said_dtype(const call *of, const node_view *seen, const bl_node_version *version, const bl_way *way)
{
    const size_t a = attribute_for(seen, version, BL_FOR_DTYPE);

    if (a < seen->attribute_count && (seen->given >> a & 1) != 0) {
        return (bl_dtype)seen->values[a];
    }
    return way->like != 0 ? of->inputs[way->like - 1].array.dtype : (bl_dtype)way->gives;
}

static int is_one_of(uint32_t dtypes, bl_dtype said)
{
    return said < BL_DTYPE_COUNT && (dtypes >> said & 1) != 0;
}

/** The dtype that chooses among ways: the precision if an attribute gives it, otherwise T. */
static bl_dtype chooses(const node_view *seen, const bl_node_version *version, bl_dtype t)
{
    const size_t a = attribute_for(seen, version, BL_FOR_PRECISION);

    return a < seen->attribute_count && (seen->given >> a & 1) != 0 ? (bl_dtype)seen->values[a] : t;
}

/** The first way for a node of this T or precision, with these inputs and attributes; NULL if there is none. */
static const bl_way *way_of(const call *of, const node_view *seen, const bl_node_version *version, bl_dtype t)
{
    const size_t choice = attribute_for(seen, version, BL_FOR_CHOICE);
    unsigned given = 0;

    for (size_t i = 0; i < of->count; ++i) {
        given |= (of->given[i] != NULL ? 1u : 0u) << i;
    }
    for (size_t w = 0; w < version->way_count; ++w) {
        const bl_way *way = &version->ways[w];

        if ((way->dtypes >> t & 1) != 0 && (way->given == 0 || way->given == given) &&
            (way->choice == -1 || value_of(seen, version, choice) == way->choice) &&
            (way->to == 0 || is_one_of(way->to, said_dtype(of, seen, version, way))) &&
            (way->second == 0 || is_one_of(way->second, of->inputs[1].array.dtype))) {
            return way;
        }
    }
    return NULL;
}

/** The index of the input that determines T: the same in all ways. */
size_t teller_of(const bl_node_version *version)
{
    const bl_way *way = &version->ways[0];

    return way->fold != NULL ? 0 : way->takes[way->op->typed_by[0] - 1] - 1u;
}

/** FakeConvert: the dtype that an attribute names is not the result's. */
int only_chooses_way(const bl_way *way)
{
    return way->op != NULL && way->op->variable_count == 1 && way->to != 0;
}

/** BitCast: the result's dtype differs from its table's. */
static int moves_bits(const node_view *seen, const bl_node_version *version, const bl_way *way)
{
    return way->op->variable_count == 1 && way->to == 0 && attribute_for(seen, version, BL_FOR_DTYPE) < seen->attribute_count;
}

static int is_for(const call *of, const bl_node_version *version, const bl_way *way, const bl_table *table)
{
    int is = 1;

    for (size_t v = 0; v < way->op->variable_count; ++v) {
        const uint8_t own = table->dtypes[way->op->typed_by[v]];

        is &= version->dtypes[v] != 0 ? (int)(version->dtypes[v] >> own & 1) : own == table->dtypes[way->op->typed_by[0]];
    }
    for (size_t p = 0; p < way->op->arity; ++p) {
        is &= way->takes[p] == 0 || table->dtypes[p + 1] == (unsigned)of->inputs[way->takes[p] - 1].array.dtype;
    }
    return is;
}

/** The operator's table for the node's dtypes, and the result's; NULL if they are wrong. */
static const bl_table *table_of(const call *of, const node_view *seen, const bl_node_version *version, const bl_way *way,
                                bl_dtype *gives)
{
    const bl_dtype said = said_dtype(of, seen, version, way);

    for (size_t t = 0; t < way->op->first[BL_DTYPE_COUNT]; ++t) {
        const bl_table *table = way->op->tables[t];

        if (!is_for(of, version, way, table)) {
            continue;
        }
        *gives = said == BL_DTYPE_COUNT || only_chooses_way(way) ? (bl_dtype)table->dtypes[0] : said;
        if (moves_bits(seen, version, way) ? bl_dtype_size(said) == bl_dtype_size((bl_dtype)table->dtypes[0])
                                           : (unsigned)*gives == table->dtypes[0]) {
            return table;
        }
    }
    return NULL;
}

/** Adds errors of dtypes; valid dtypes are added to the node's meaning. Returns the way, or NULL. */
const bl_way *define_node_dtypes(const call *of, const node_view *seen, const bl_node_version *version, definition *is)
{
    const bl_dtype t = of->inputs[teller_of(version)].array.dtype;
    const bl_way *way;
    bl_dtype gives = t;
    int is_fine = 1, known = 1;

    for (size_t i = 0; i < of->count; ++i) {
        known &= (unsigned)of->inputs[i].array.dtype < BL_DTYPE_COUNT;
    }
    if (!known || (unsigned)of->out.array.dtype >= BL_DTYPE_COUNT) {
        add_fault(is, BL_UNKNOWN_DTYPE);
    }
    if (!known) {
        add_doubt(is, BL_DTYPE_NOT_IN_VERSION); /* the others may be wrong, too */
        add_doubt(is, BL_UNSUPPORTED_DTYPE);
        add_doubt(is, BL_DTYPES_DIFFER);
        return NULL;
    }
    if ((version->dtypes[0] >> t & 1) == 0) {
        add_fault(is, BL_DTYPE_NOT_IN_VERSION);
        add_doubt(is, BL_DTYPES_DIFFER);
        return NULL;
    }
    way = way_of(of, seen, version, chooses(seen, version, t));
    if (way == NULL) { /* "before 28 of integers only" is the version's, what no way is for is ours */
        int some = 0;

        for (size_t w = 0; w < version->way_count; ++w) {
            some |= (int)(version->ways[w].dtypes >> chooses(seen, version, t) & 1);
        }
        add_fault(is, some ? BL_DTYPE_NOT_IN_VERSION : BL_UNSUPPORTED_DTYPE);
        return NULL;
    }
    is->means.fold = way->fold;
    is->means.dtype = t;
    if (way->fold != NULL) {
        for (size_t i = 0; i < of->count; ++i) {
            is_fine &= of->inputs[i].array.dtype == t;
        }
    } else {
        is->means.table = table_of(of, seen, version, way, &gives);
        for (size_t i = way->values_from; way->values_from != 0 && i < of->count; ++i) {
            is_fine &= of->inputs[i].array.dtype == t;
        }
        is_fine &= is->means.table != NULL;
    }
    if (!is_fine) {
        add_fault(is, BL_DTYPES_DIFFER);
        add_fault(is, BL_DTYPE_NOT_IN_VERSION);
        add_fault(is, BL_UNSUPPORTED_DTYPE);
        add_fault(is, BL_UNSUPPORTED_ATTRIBUTE_VALUE); /* a result that the version has */
        return NULL;
    }
    if ((unsigned)of->out.array.dtype < BL_DTYPE_COUNT && of->out.array.dtype != gives) {
        add_fault(is, BL_WRONG_OUTPUT_DTYPE);
    }
    return way;
}

#endif
