/* The common part of the front ends: from a node to an operator or a fold, and then to a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "frontend.h"
#include "../plans/plan.h"
#include "../shapes/shape.h"

const uint64_t bl_zero_element = 0;

/* ---- Attributes ---- */

size_t bl_attribute_index(const bl_attribute *attributes, size_t count, const char *name)
{
    size_t i = 0;

    while (i < count && !bl_same_text(name, attributes[i].name) &&
           (attributes[i].alias == NULL || !bl_same_text(name, attributes[i].alias))) {
        ++i;
    }
    return i;
}

size_t bl_attribute_meant(const bl_node *node, size_t i)
{
    for (size_t other = 0; other < node->attribute_count; ++other) {
        if ((node->version->attributes >> other & 1) != 0 &&
            bl_same_text(node->attributes[other].name, node->attributes[i].name)) {
            return other;
        }
    }
    return i;
}

uint32_t bl_foreign_attributes(const bl_node *node)
{
    uint32_t foreign = node->given & ~node->version->attributes;

    for (size_t i = 0; i < node->attribute_count; ++i) {
        foreign &= ~((uint32_t)(bl_attribute_meant(node, i) != i) << i);
    }
    return foreign;
}

double bl_node_value(const bl_node *node, size_t i)
{
    size_t place = 0;

    if ((node->given >> i & 1) != 0) {
        return node->values[i];
    }
    for (size_t before = 0; before < i; ++before) {
        place += (size_t)(node->version->attributes >> before & 1);
    }
    return node->version->initial[place];
}

/** The rule that auto_broadcast names. In a version that only broadcasts onto its first input, numpy has this meaning. */
static bl_rule rule_said(const bl_node_version *version, double value)
{
    return value == (int)BL_RULE_NUMPY && (version->rules >> BL_RULE_NUMPY & 1) == 0 ? BL_RULE_UNI : (bl_rule)value;
}

int bl_takes_value(const bl_node *node, const bl_attribute *attribute, double value)
{
    switch (attribute->kind) {
    case BL_INTEGER:
        return value >= attribute->least && value <= attribute->most;
    case BL_WORD:
        for (size_t i = 0; i < attribute->word_count; ++i) {
            if (attribute->words[i].number == value) {
                return attribute->use != BL_FOR_RULE || (node->version->rules >> rule_said(node->version, value) & 1) != 0;
            }
        }
        return 0;
    case BL_DTYPE_NAME:
    case BL_DTYPE_NUMBER:
        return value >= 0 && value <= UINT8_MAX;
    default:
        return 1;
    }
}

/** An axis from a model. A value that does not fit into ptrdiff_t is replaced by one that is out of range under any rule. */
static ptrdiff_t axis_of(double value)
{
    return value > -1e9 && value < 1e9 ? (ptrdiff_t)value : PTRDIFF_MAX;
}

/** Apply one attribute, which the version has, with an allowed value. */
static bl_status read_attribute(const bl_node *node, size_t i, bl_meaning *meaning)
{
    const int is_given = (node->given >> i & 1) != 0;
    const double value = bl_node_value(node, i);

    switch (node->attributes[i].use) {
    case BL_FOR_BROADCAST:
        meaning->broadcasts = value != 0;
        meaning->rule = meaning->broadcasts ? BL_RULE_ONNX_LEGACY : BL_RULE_NONE;
        break;
    case BL_FOR_RULE:
        meaning->rule = rule_said(node->version, value);
        break;
    case BL_FOR_AXIS:
        meaning->axis = axis_of(value);
        return is_given && !meaning->broadcasts ? BL_AXIS_WITHOUT_BROADCAST : BL_OK;
    case BL_FOR_CHOICE:
        meaning->choice = (int)value;
        break;
    case BL_FOR_DTYPE:
        if (is_given) {
            meaning->told = (bl_dtype)value;
        }
        return is_given && value >= (int)BL_DTYPE_COUNT ? BL_UNSUPPORTED_ATTRIBUTE_VALUE : BL_OK;
    case BL_FOR_BLOCK:
        meaning->block = value < (double)PTRDIFF_MAX ? (size_t)value : PTRDIFF_MAX;
        break;
    case BL_FOR_TRUTH:
        return value != 0 ? BL_OK : BL_UNSUPPORTED_ATTRIBUTE_VALUE;
    default:
        break;
    }
    return BL_OK;
}

static bl_status read_attributes(const bl_node *node, bl_meaning *meaning)
{
    const bl_node_version *version = node->version;
    bl_status status = BL_OK;

    meaning->rule = (bl_rule)version->rule;
    meaning->axis = -1;
    meaning->block = 0;
    meaning->broadcasts = 1;
    meaning->choice = -1;
    meaning->told = BL_DTYPE_COUNT;
    meaning->table = NULL;
    if ((node->given & ~version->attributes) != 0) {
        return bl_foreign_attributes(node) != 0 ? BL_ATTRIBUTE_NOT_IN_VERSION : BL_UNKNOWN_ATTRIBUTE_VALUE;
    }
    if ((version->required & ~node->given) != 0) {
        return BL_ATTRIBUTE_MISSING;
    }
    for (size_t i = 0; status == BL_OK && version->attributes >> i != 0; ++i) {
        if ((version->attributes >> i & 1) != 0) {
            status = bl_takes_value(node, &node->attributes[i], bl_node_value(node, i)) ? read_attribute(node, i, meaning)
                                                                                        : BL_UNKNOWN_ATTRIBUTE_VALUE;
        }
    }
    return status;
}

/* ---- Inputs and dtypes ---- */

size_t bl_typed_by(const bl_node_version *version)
{
    const bl_way *way = version->ways;

    return way->op == NULL ? 0 : way->takes[way->op->typed_by[0] - 1u] - 1u;
}

/** Also returns the set of those among the first eight inputs that are present. */
static bl_status check_inputs(const bl_node *node, unsigned *given)
{
    const bl_node_version *version = node->version;

    *given = 0;
    if (node->count < version->least || (version->most != BL_ANY_NUMBER && node->count > version->most)) {
        return BL_WRONG_INPUT_COUNT;
    }
    for (size_t i = 0; i < node->count; ++i) {
        if (node->inputs == NULL ||
            (node->inputs[i] == NULL && (i < version->least || version->most == BL_ANY_NUMBER))) {
            return BL_NULL_POINTER;
        }
        if (node->inputs[i] != NULL) {
            if (!bl_is_dtype(node->inputs[i]->dtype)) {
                return BL_UNKNOWN_DTYPE;
            }
            *given |= i < 8 ? 1u << i : 0;
        }
    }
    return BL_OK;
}

/** The result's dtype, if an attribute, an input that is not an operand, or the way determines it. */
static bl_dtype told_dtype(const bl_node *node, const bl_way *way, const bl_meaning *meaning)
{
    if (meaning->told != BL_DTYPE_COUNT) {
        return meaning->told;
    }
    return way->like > 0 ? node->inputs[way->like - 1]->dtype : (bl_dtype)way->gives;
}

/** The dtype that a way must have: T, or the precision that an attribute gives. */
static bl_status find_precision(const bl_node *node, bl_dtype *precision)
{
    *precision = node->inputs[bl_typed_by(node->version)]->dtype;
    for (size_t i = 0; node->version->attributes >> i != 0; ++i) {
        if ((node->version->attributes >> i & 1) != 0 && (node->given >> i & 1) != 0 &&
            node->attributes[i].use == BL_FOR_PRECISION) {
            *precision = (bl_dtype)node->values[i];
            return *precision == BL_F32 || *precision == node->inputs[1]->dtype ? BL_OK : BL_UNSUPPORTED_ATTRIBUTE_VALUE;
        }
    }
    return BL_OK;
}

/** The first way that fits the node. */
static bl_status find_way(const bl_node *node, unsigned given, bl_meaning *meaning)
{
    const bl_node_version *version = node->version;
    bl_dtype precision;
    const bl_status status = find_precision(node, &precision);
    uint32_t dtypes = 0;
    uint32_t results = 0;

    meaning->variable = 0;
    meaning->dtype = node->inputs[bl_typed_by(version)]->dtype;
    if (status != BL_OK || (version->dtypes[0] >> meaning->dtype & 1) == 0) {
        return status != BL_OK ? status : BL_DTYPE_NOT_IN_VERSION;
    }
    for (size_t i = 0; i < version->way_count; ++i) {
        const bl_way *way = &version->ways[i];

        if ((way->dtypes >> precision & 1) != 0 && (way->given == 0 || way->given == given) &&
            (way->choice < 0 || way->choice == meaning->choice) &&
            (way->to == 0 || (way->to >> told_dtype(node, way, meaning) & 1) != 0) &&
            (way->second == 0 || (way->second >> node->inputs[1]->dtype & 1) != 0)) {
            meaning->way = way;
            return BL_OK;
        }
        dtypes |= way->dtypes;
        results |= way->to;
    }
    if (meaning->told != BL_DTYPE_COUNT && results != 0 && (results >> meaning->told & 1) == 0) {
        meaning->variable = 1;
        meaning->dtype = meaning->told;
        return BL_DTYPE_NOT_IN_VERSION;
    }
    return (dtypes >> precision & 1) != 0 ? BL_DTYPE_NOT_IN_VERSION : BL_UNSUPPORTED_DTYPE;
}

static bl_status find_step(const bl_node *node, bl_meaning *meaning)
{
    const bl_fold *fold = meaning->way->fold;

    for (size_t i = 0; i < node->count; ++i) {
        if (node->inputs[i]->dtype != meaning->dtype) {
            return BL_DTYPES_DIFFER;
        }
    }
    meaning->is_left_out = meaning->way->left_out[0] >> meaning->dtype & 1;
    meaning->table = bl_op_table(fold->step, &meaning->dtype);
    return meaning->table == NULL || (fold->finish != NULL && bl_op_table(fold->finish, &meaning->dtype) == NULL)
               ? BL_UNSUPPORTED_DTYPE
               : BL_OK;
}

/** The operands, and the dtype that no input determines. */
static bl_status bind(const bl_node *node, bl_meaning *meaning)
{
    const bl_way *way = meaning->way;

    meaning->told = told_dtype(node, way, meaning);
    if (way->like > 0 && meaning->told != node->inputs[way->like - 1]->dtype) {
        return BL_DTYPES_DIFFER;
    }
    for (size_t k = 0; k < way->op->arity; ++k) {
        meaning->operands[k] = way->takes[k] == 0 ? &meaning->stand_in : node->inputs[way->takes[k] - 1];
        if (way->takes[k] == 0) {
            meaning->stand_in.data = (void *)&bl_zero_element;
            meaning->stand_in.rank = 0;
            meaning->stand_in.shape = NULL;
            meaning->stand_in.strides = NULL;
        }
    }
    if (way->to != 0 && way->op->variable_count == 1) { /* the attribute has chosen the way, and says no more */
        meaning->told = BL_DTYPE_COUNT;
    }
    if (meaning->told != BL_DTYPE_COUNT && way->op->variable_count == 1) { /* the same bits as another dtype */
        if (bl_dtype_bits(meaning->told) != bl_dtype_bits(meaning->dtype)) {
            return BL_DTYPES_DIFFER;
        }
        meaning->stand_in = *meaning->operands[0];
        meaning->stand_in.dtype = meaning->told;
        meaning->operands[0] = &meaning->stand_in;
    }
    return BL_OK;
}

/** Whether the version has the dtype of a type variable other than T. */
static bl_status check_variable(const bl_node *node, bl_meaning *meaning, size_t variable, bl_dtype dtype)
{
    const uint32_t dtypes = node->version->dtypes[variable];

    if (dtypes == 0) {
        return dtype == meaning->dtype ? BL_OK : BL_DTYPES_DIFFER;
    }
    if ((dtypes >> dtype & 1) == 0) {
        meaning->variable = variable;
        meaning->dtype = dtype;
        return BL_DTYPE_NOT_IN_VERSION;
    }
    return BL_OK;
}

static bl_status find_table(const bl_node *node, bl_meaning *meaning)
{
    const bl_way *way = meaning->way;
    const bl_op *op = way->op;
    const bl_table *table;
    bl_dtype dtypes[BL_MAX_VARIABLES];
    bl_status status = bind(node, meaning);

    meaning->is_left_out = 1;
    for (size_t v = 0; v < op->variable_count && status == BL_OK; ++v) {
        const size_t operand = op->typed_by[v];
        const int is_told = operand == BL_OUT || way->takes[operand - 1] == 0;

        dtypes[v] = is_told ? meaning->told : meaning->operands[operand - 1]->dtype;
        meaning->is_left_out = meaning->is_left_out && (way->left_out[v] >> dtypes[v] & 1) != 0;
        if (v > 0) {
            status = check_variable(node, meaning, v, dtypes[v]);
        }
    }
    if (status != BL_OK) {
        return status;
    }
    table = bl_op_table(op, dtypes);
    if (table == NULL) {
        return BL_UNSUPPORTED_DTYPE;
    }
    for (size_t k = 0; k < op->arity; ++k) {
        if (way->takes[k] == 0) {
            meaning->stand_in.dtype = (bl_dtype)table->dtypes[k + 1];
        } else if ((unsigned)meaning->operands[k]->dtype != table->dtypes[k + 1]) {
            return BL_DTYPES_DIFFER;
        }
    }
    meaning->table = table;
    if (meaning->told == BL_DTYPE_COUNT || (unsigned)meaning->told == table->dtypes[BL_OUT]) {
        return BL_OK;
    }
    return op->variable_count < BL_MAX_VARIABLES && (node->version->dtypes[op->variable_count] >> meaning->told & 1) != 0
               ? BL_UNSUPPORTED_ATTRIBUTE_VALUE /* the version has a type variable for the result, the operator has not */
               : BL_DTYPES_DIFFER;
}

/* ---- Parameters ---- */

/** The defaults, or what attributes say. */
static void fill_parameters(const bl_node *node, bl_meaning *meaning)
{
    const bl_table *table = meaning->table;

    bl_parameters_default(table, meaning->parameters);
    for (size_t i = 0; node->version->attributes >> i != 0; ++i) {
        const bl_attribute *attribute = &node->attributes[i];

        if ((node->version->attributes >> i & 1) != 0 && attribute->use == BL_FOR_PARAMETER) {
            const bl_parameter *own = bl_parameter_by_name(table, attribute->parameter);

            if (own != NULL) { /* otherwise the version does not restrict these dtypes */
                bl_store_value((bl_dtype)own->dtype, bl_node_value(node, i), attribute->rounds_up,
                               (unsigned char *)meaning->parameters + own->offset);
            }
        }
    }
}

bl_status bl_read_values(const bl_table *table, const void *const *values, void *parameters)
{
    for (size_t i = 0; i < table->parameter_count; ++i) {
        const bl_parameter *own = &table->parameters[i];
        const bl_status status = bl_check_pointer(values[i], (size_t)1 << table->shifts[1]);

        if (status != BL_OK) {
            return status;
        }
        bl_store_value((bl_dtype)own->dtype, (double)bl_read_value((bl_dtype)table->dtypes[1], values[i]), 0,
                       (unsigned char *)parameters + own->offset);
    }
    return BL_OK;
}

/** Inputs that are parameters must be single values, of the dtype of the operator's first input. */
static bl_status check_values(const bl_node *node, const bl_meaning *meaning)
{
    const size_t first = meaning->way->values_from;

    for (size_t i = first; first > 0 && i < node->count; ++i) {
        if ((unsigned)node->inputs[i]->dtype != meaning->table->dtypes[1]) {
            return BL_DTYPES_DIFFER;
        }
    }
    return BL_OK;
}

/** Input `way->unread[k]`, or NULL if the node does not have it. */
static const bl_array *unread_input(const bl_node *node, unsigned number)
{
    return number > 0 && number <= node->count ? node->inputs[number - 1] : NULL;
}

/** Inputs that are no operands have the dtypes of the type variables after T. */
static bl_status check_unread(const bl_node *node, bl_meaning *meaning)
{
    bl_status status = BL_OK;

    for (size_t k = 0; k < BL_COUNT(meaning->way->unread) && status == BL_OK; ++k) {
        const bl_array *own = unread_input(node, meaning->way->unread[k]);

        status = own == NULL ? BL_OK : check_variable(node, meaning, k + 1, own->dtype);
    }
    return status;
}

/** Reads the input that must be false: it must be a constant. */
static bl_status check_falsity(const bl_node *node, const bl_way *way)
{
    const bl_array *own = unread_input(node, way->unread[1]);

    if (own == NULL) {
        return BL_OK;
    }
    if (own->data == NULL) {
        return BL_NULL_POINTER;
    }
    return *(const unsigned char *)own->data == 0 ? BL_OK : BL_UNSUPPORTED_ATTRIBUTE_VALUE;
}

bl_status bl_find_meaning(const bl_node *node, bl_meaning *meaning)
{
    unsigned given;
    bl_status status = read_attributes(node, meaning);

    if (status == BL_OK) {
        status = check_inputs(node, &given);
    }
    if (status == BL_OK) {
        status = find_way(node, given, meaning);
    }
    if (status != BL_OK || meaning->way->op == NULL) {
        return status == BL_OK ? find_step(node, meaning) : status;
    }
    status = find_table(node, meaning);
    if (status == BL_OK) {
        status = check_values(node, meaning);
    }
    if (status == BL_OK) {
        status = check_unread(node, meaning);
    }
    if (status == BL_OK) {
        fill_parameters(node, meaning);
    }
    return status;
}

/* ---- Shapes ---- */

/** The operands and their number: those of the operator, or all inputs of a fold. */
static const bl_array *const *operands_of(const bl_node *node, const bl_meaning *meaning, size_t *count)
{
    *count = meaning->way->op == NULL ? node->count : meaning->way->op->arity;
    return meaning->way->op == NULL ? node->inputs : meaning->operands;
}

/** Whether the array has dims, but no shape. */
static int lacks_shape(const bl_array *array)
{
    return array->rank > 0 && array->shape == NULL;
}

static int is_one_value(const bl_array *array)
{
    for (size_t d = 0; d < array->rank; ++d) {
        if (array->shape[d] != 1) {
            return 0;
        }
    }
    return 1;
}

static int have_one_shape(const bl_array *a, const bl_array *b)
{
    for (size_t d = 0; d < a->rank && d < b->rank; ++d) {
        if (a->shape[d] != b->shape[d]) {
            return 0;
        }
    }
    return a->rank == b->rank;
}

/** Whether an attribute of the version gives the axis. */
static int says_axis(const bl_node *node)
{
    for (size_t i = 0; i < node->attribute_count; ++i) {
        if ((node->version->attributes >> i & 1) != 0 && node->attributes[i].use == BL_FOR_AXIS) {
            return 1;
        }
    }
    return 0;
}

/** Whether an array has a value for each block of the axis, and the shape of the first input in all other dims. */
static int has_blocks(const bl_array *own, const bl_array *onto, const bl_meaning *meaning)
{
    const size_t axis = (size_t)meaning->axis;

    for (size_t d = 0; d < own->rank && d < onto->rank; ++d) {
        const size_t extent = onto->shape[d];
        const size_t wanted = d == axis && extent > 0 ? (extent - 1) / meaning->block + 1 : extent;

        if (own->shape[d] != wanted) {
            return 0;
        }
    }
    return own->rank == onto->rank;
}

/** Whether the node has blocks: its version and its attributes require them, and the other inputs are not single values. */
static int are_in_blocks(const bl_meaning *meaning, size_t onto)
{
    for (size_t k = 0; k < meaning->way->op->arity && meaning->block > 0; ++k) {
        const bl_array *own = meaning->operands[k];

        if (k != onto && (lacks_shape(own) || !is_one_value(own))) {
            return 1;
        }
    }
    return 0;
}

/** Check the other inputs for a version that limits the rank of all inputs except the first. They are single values, or have a value for
 * each step or each block of the first input's axis, which may be counted from the end. Without an attribute, the axis is that of the
 * channels: dim 1, or the only one. All these inputs have one shape, but single values may differ in rank. */
static bl_status check_placed(const bl_node *node, bl_meaning *meaning, size_t onto)
{
    const ptrdiff_t rank = (ptrdiff_t)meaning->operands[onto]->rank;
    const int by_channel = node->version->most_rank > 0 && !says_axis(node);
    const size_t most = by_channel && rank == 0 ? 0 : node->version->most_rank; /* a single value has no channels */
    const bl_array *placed = NULL;

    if (by_channel) {
        meaning->axis = rank > 1;
    } else if (most > 0 && meaning->axis < 0) {
        meaning->axis = meaning->axis < -rank ? PTRDIFF_MAX : meaning->axis + rank;
    }
    if (!are_in_blocks(meaning, onto)) {
        meaning->block = 0;
    } else if (lacks_shape(meaning->operands[onto])) {
        return BL_NULL_POINTER;
    } else if (meaning->axis >= rank) {
        return BL_AXIS_OUT_OF_RANGE;
    }

    for (size_t k = 0; k < meaning->way->op->arity; ++k) {
        const bl_array *own = meaning->operands[k];

        if (k == onto || meaning->way->takes[k] == 0) {
            continue;
        }
        if (lacks_shape(own)) {
            return BL_NULL_POINTER;
        }
        if (meaning->block > 0 ? !has_blocks(own, meaning->operands[onto], meaning) : own->rank > most && !is_one_value(own)) {
            return BL_SHAPES_DO_NOT_BROADCAST;
        }
        if (placed != NULL && !have_one_shape(placed, own) && !(is_one_value(placed) && is_one_value(own))) {
            return BL_SHAPES_DIFFER;
        }
        placed = own;
    }
    return BL_OK;
}

/** An input that is no array must be a single value. */
static bl_status check_single(const bl_array *own)
{
    if (own == NULL || (!lacks_shape(own) && is_one_value(own))) {
        return BL_OK;
    }
    return lacks_shape(own) ? BL_NULL_POINTER : BL_SHAPES_DO_NOT_BROADCAST;
}

/** The node's meaning, and the caller's options with its rule and axis; `options` may be NULL. */
static bl_status settle(const bl_node *node, bl_meaning *meaning, bl_options *meant, const bl_options *options)
{
    bl_status status = bl_find_meaning(node, meaning);
    const size_t onto = status == BL_OK && meaning->way->op != NULL ? meaning->way->op->typed_by[0] - 1u : 0;

    for (size_t i = status == BL_OK ? meaning->way->values_from : 0; i > 0 && i < node->count && status == BL_OK; ++i) {
        status = check_single(node->inputs[i]);
    }
    for (size_t k = 0; status == BL_OK && k < BL_COUNT(meaning->way->unread); ++k) {
        status = check_single(unread_input(node, meaning->way->unread[k]));
    }
    if (status == BL_OK && node->version->most_rank != BL_ANY_RANK) {
        status = check_placed(node, meaning, onto);
    }
    *meant = options != NULL ? *options : bl_default_options;
    meant->rule = status == BL_OK && meaning->block > 0 ? BL_RULE_NUMPY : meaning->rule;
    meant->axis = meaning->axis;
    meant->onto = onto;
    return status;
}

bl_status bl_node_infer_shape(const bl_node *node, size_t capacity, size_t *shape, size_t *rank, bl_dtype *dtype)
{
    bl_meaning meaning;
    bl_options meant;
    const bl_array *const *operands;
    size_t count;
    bl_status status = settle(node, &meaning, &meant, NULL);

    if (status != BL_OK) {
        return status;
    }
    if (rank == NULL || dtype == NULL || (shape == NULL && capacity > 0)) {
        return BL_NULL_POINTER;
    }
    operands = operands_of(node, &meaning, &count);
    count = meaning.block > 0 ? 1 : count; /* the result has the first one's shape */
    status = bl_broadcast_shape(&meant, count, operands, capacity, shape, rank);
    if (status == BL_OK) {
        *dtype = (bl_dtype)meaning.table->dtypes[BL_OUT];
    }
    return status;
}

/* ---- Plans and runs ---- */

static bl_status check_output(const bl_meaning *meaning, const bl_array *out)
{
    if (out == NULL) {
        return BL_NULL_POINTER;
    }
    if ((unsigned)out->dtype != meaning->table->dtypes[BL_OUT]) {
        return bl_is_dtype(out->dtype) ? BL_WRONG_OUTPUT_DTYPE : BL_UNKNOWN_DTYPE;
    }
    return BL_OK;
}

bl_status bl_node_plan(bl_call *call, const bl_node *node, const bl_array *out, bl_fold_step *steps,
                       const bl_options *options)
{
    bl_meaning meaning;
    bl_options meant;
    const bl_way *way;
    bl_status status = settle(node, &meaning, &meant, options);

    if (status == BL_OK) {
        status = call == NULL ? BL_NULL_POINTER : check_output(&meaning, out);
    }
    if (status == BL_OK) {
        status = check_falsity(node, meaning.way);
    }
    if (status != BL_OK) {
        return status;
    }
    way = meaning.way;
    call->last = NULL;
    if (way->op == NULL) {
        call->steps = steps;
        return bl_fold_make(steps, way->fold, node->count, node->inputs, out, &meant);
    }
    call->steps = NULL;
    call->values_from = way->values_from;
    for (size_t k = 0; k < way->op->arity; ++k) {
        call->takes[k] = way->takes[k];
    }
    for (size_t i = 0; i < BL_CALL_PARAMETERS; ++i) {
        call->parameters[i] = meaning.parameters[i];
    }
    if (meaning.block > 0) {
        return bl_plan_blocks(call, &meaning, out, steps, &meant);
    }
    return bl_plan_make_table(&call->plan, meaning.table, meaning.operands, out, &meant);
}

static bl_status run_blocks(const bl_meaning *meaning, const bl_array *out, const bl_options *options)
{
    const void *data[BL_MAX_ARITY];
    bl_fold_step last;
    bl_call call;
    bl_status status;

    call.last = NULL;
    status = bl_plan_blocks(&call, meaning, out, &last, options);
    for (size_t k = 0; k < meaning->way->op->arity; ++k) {
        data[k] = meaning->operands[k]->data;
    }
    return status == BL_OK ? bl_run_all_blocks(&call, data, meaning->parameters, out->data) : status;
}

bl_status bl_node_run(const bl_node *node, const bl_array *out, bl_fold_step *steps, const bl_options *options)
{
    bl_meaning meaning;
    bl_options meant;
    const bl_way *way;
    bl_status status = settle(node, &meaning, &meant, options);

    if (status == BL_OK) {
        status = check_output(&meaning, out);
    }
    if (status == BL_OK) {
        status = check_falsity(node, meaning.way);
    }
    if (status != BL_OK) {
        return status;
    }
    way = meaning.way;
    if (way->op == NULL) {
        return bl_run_fold(way->fold, node->count, node->inputs, out, steps, &meant);
    }
    if (way->values_from > 0) {
        const void *values[BL_CALL_PARAMETERS];

        for (size_t i = way->values_from; i < node->count; ++i) {
            values[i - way->values_from] = node->inputs[i]->data;
        }
        status = bl_read_values(meaning.table, values, meaning.parameters);
        if (status != BL_OK) { /* an output without elements reads nothing; errors of planning are reported first */
            bl_plan plan;
            const bl_status planned = bl_plan_make_table(&plan, meaning.table, meaning.operands, out, &meant);

            return planned != BL_OK || plan.count == 0 ? planned : status;
        }
    }
    return meaning.block > 0 ? run_blocks(&meaning, out, &meant)
                             : bl_run(way->op, meaning.operands, meaning.parameters, out, &meant);
}
