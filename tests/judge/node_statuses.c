/* The computation of a node of ONNX or OpenVINO, and the right statuses: written from docs/specs.md and include/broadloom_node.h,
 * broadloom_onnx.h and broadloom_openvino.h, without src/. The generated records define what each version accepts; tests/frontends
 * compares them with the specs.
 *
 * If dtypes are wrong, several statuses count as right, because docs/specs.md does not define which error comes first.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#if JUDGE_NODES

static const uint64_t zero;

/** The version for the node's opset: in ONNX the newest that is not above it. NULL if there is none. */
static const bl_node_version *version_of(const call *of, const node_view *seen, definition *is)
{
    const int is_onnx = of->by == BY_ONNX || of->by == BY_ONNX_PARTS;
    const bl_node_version *version = NULL;

    if (is_onnx && (seen->opset < 1 || seen->opset > BL_ONNX_NEWEST_OPSET)) {
        add_fault(is, BL_UNKNOWN_OPSET);
        return NULL;
    }
    for (size_t v = 0; v < seen->version_count; ++v) {
        if (seen->versions[v].since == seen->opset || (is_onnx && seen->versions[v].since < seen->opset)) {
            version = &seen->versions[v];
        }
    }
    if (version == NULL) {
        add_fault(is, is_onnx ? BL_NOT_IN_OPSET : BL_UNKNOWN_OPSET);
    }
    return version;
}

/* ---- Attributes ---- */

static int has_word(const bl_attribute *attribute, double value)
{
    int has = 0;

    for (size_t w = 0; w < attribute->word_count; ++w) {
        has |= value == attribute->words[w].number;
    }
    return has;
}

static void define_value(const bl_attribute *attribute, double value, const bl_node_version *version, definition *is)
{
    if ((attribute->kind == BL_INTEGER && (value < attribute->least || value > attribute->most)) ||
        (attribute->kind == BL_WORD && !has_word(attribute, value))) {
        add_fault(is, BL_UNKNOWN_ATTRIBUTE_VALUE);
    }
    if (attribute->use == BL_FOR_RULE && has_word(attribute, value) && (version->rules >> (unsigned)value & 1) == 0 &&
        !(value == (double)BL_RULE_NUMPY && (version->rules >> BL_RULE_UNI & 1) != 0)) {
        add_fault(is, BL_UNKNOWN_ATTRIBUTE_VALUE);
    }
}

static int has_name(const node_view *seen, const bl_node_version *version, const char *name)
{
    int has = 0;

    for (size_t a = 0; a < seen->attribute_count; ++a) {
        has |= (version->attributes >> a & 1) != 0 && same_name(seen->attributes[a].name, name);
    }
    return has;
}

static void define_attributes(const node_view *seen, const bl_node_version *version, definition *is)
{
    const size_t broadcast = attribute_for(seen, version, BL_FOR_BROADCAST), axis = attribute_for(seen, version, BL_FOR_AXIS);

    for (size_t a = 0; a < seen->attribute_count; ++a) {
        if ((seen->given & ~version->attributes) >> a & 1) {
            add_fault(is, BL_ATTRIBUTE_NOT_IN_VERSION);
            if (has_name(seen, version, seen->attributes[a].name)) {
                add_fault(is, BL_UNKNOWN_ATTRIBUTE_VALUE); /* it has an attribute of that name with another type */
            }
        }
    }
    if ((version->required & ~seen->given) != 0) {
        add_fault(is, BL_ATTRIBUTE_MISSING);
    }
    for (size_t a = 0; a < seen->attribute_count; ++a) {
        if ((version->attributes & seen->given) >> a & 1) {
            define_value(&seen->attributes[a], seen->values[a], version, is);
        }
    }
    for (size_t a = 0; a < seen->attribute_count; ++a) {
        if ((version->attributes >> a & 1) != 0 && seen->attributes[a].use == BL_FOR_TRUTH && value_of(seen, version, a) == 0) {
            add_fault(is, BL_UNSUPPORTED_ATTRIBUTE_VALUE);
        }
    }
    if (broadcast < seen->attribute_count && value_of(seen, version, broadcast) == 0 && (seen->given >> axis & 1) != 0) {
        add_fault(is, BL_AXIS_WITHOUT_BROADCAST);
    }
}

/* ---- Parameters ---- */

/** A real number as a parameter of that dtype: rounded once; for integers up or down, and limited to the dtype's range. */
static uint64_t parameter_bits(double value, bl_dtype dtype, int rounds_up)
{
    const uint8_t dtypes[] = {(uint8_t)dtype, BL_F64};
    uint64_t bits, whole_bits;
    double whole;

    memcpy(&bits, &value, sizeof bits);
    whole_bits = oracle_op(rounds_up ? "ceil" : "floor")->value((const uint8_t[]){BL_F64, BL_F64}, &bits);
    memcpy(&whole, &whole_bits, sizeof whole);
    if (oracle_types[dtype].kind != ORACLE_FLOAT && whole != value) {
        bits = whole_bits;
    }
    return oracle_op("cast")->value(dtypes, &bits);
}

static void define_parameters(const node_view *seen, const bl_node_version *version, definition *is)
{
    const bl_table *table = is->means.table;

    for (unsigned p = 0; p < table->parameter_count; ++p) {
        const bl_parameter *parameter = &table->parameters[p];

        is->means.values[p] = parameter->initial;
        for (size_t a = 0; a < seen->attribute_count; ++a) {
            const bl_attribute *attribute = &seen->attributes[a];

            if ((version->attributes >> a & 1) != 0 && attribute->parameter != NULL && same_name(attribute->parameter, parameter->name)) {
                is->means.values[p] = parameter_bits(value_of(seen, version, a), (bl_dtype)parameter->dtype, attribute->rounds_up);
            }
        }
    }
}

/** Inputs of one value that are parameters. */
static void take_values(const call *of, const bl_way *way, definition *is)
{
    for (unsigned p = 0; p < is->means.table->parameter_count; ++p) {
        const bl_array *input = &of->inputs[way->values_from + p].array;
        const uint8_t dtypes[] = {is->means.table->parameters[p].dtype, (uint8_t)input->dtype};
        uint64_t value;

        load_elements(&value, (const unsigned char *)input->data, element_size(input->dtype), 1);
        is->means.values[p] = dtypes[0] == dtypes[1] ? value : oracle_op("cast")->value(dtypes, &value);
    }
}

/* ---- Shapes ---- */

void node_options(const call *of, const node_view *seen, const bl_node_version *version, bl_options *options)
{
    const size_t broadcast = attribute_for(seen, version, BL_FOR_BROADCAST), rule = attribute_for(seen, version, BL_FOR_RULE);
    const size_t axis = attribute_for(seen, version, BL_FOR_AXIS), teller = teller_of(version);

    *options = of->options;
    options->rule = (bl_rule)version->rule;
    options->axis = axis < seen->attribute_count ? (ptrdiff_t)value_of(seen, version, axis) : -1;
    options->onto = teller;
    if (broadcast < seen->attribute_count) {
        options->rule = value_of(seen, version, broadcast) == 0 ? BL_RULE_NONE : BL_RULE_ONNX_LEGACY;
    } else if (rule < seen->attribute_count) {
        const double value = value_of(seen, version, rule);

        options->rule = value >= 0 && value < (double)BL_RULE_COUNT ? (bl_rule)value : BL_RULE_NUMPY;
        if ((version->rules >> options->rule & 1) == 0) {
            options->rule = BL_RULE_UNI; /* numpy, onto the first input */
        }
    } else if (axis < seen->attribute_count && options->axis < 0 && teller < of->count) {
        options->axis += (ptrdiff_t)of->inputs[teller].array.rank; /* counted from the end */
        options->axis = options->axis == -1 ? -2 : options->axis;
    } else if (axis == seen->attribute_count && version->most_rank == 1 && teller < of->count) {
        options->axis = of->inputs[teller].array.rank > 1; /* the channels */
    }
}

static int is_single(const bl_array *array)
{
    int is = 1;

    for (size_t d = 0; d < array->rank; ++d) {
        is &= array->shape[d] == 1;
    }
    return is;
}

/** The operator's call: its inputs are some of the node's, or zeros. */
static void derive_call(const call *of, const bl_way *way, definition *is, call *derived)
{
    *derived = *of;
    derived->op = NULL;
    derived->fold = way->fold;
    for (size_t p = 0; way->fold == NULL && p < way->op->arity; ++p) {
        const size_t from = way->takes[p] - 1u;

        if (way->takes[p] != 0) {
            derived->inputs[p] = of->inputs[from];
            derived->given[p] = of->given[from];
            derived->data[p] = of->data[from];
        } else {
            set_shape(&derived->inputs[p], (bl_dtype)is->means.table->dtypes[p + 1], 0, NULL);
            derived->inputs[p].array.data = (void *)(uintptr_t)&zero;
            derived->given[p] = &derived->inputs[p].array;
            derived->data[p] = &zero;
        }
    }
    derived->count = way->fold != NULL ? of->count : way->op->arity;
    is->means.count = derived->count;
    for (size_t i = 0; i < derived->count; ++i) {
        is->means.inputs[i] = &derived->inputs[i];
    }
}

/** "Scale and zero point have one shape": inputs 1 and 2 if they are placed on input 0. Single values may differ in rank. */
static void define_scales(const call *of, const bl_node_version *version, const bl_way *way, definition *is)
{
    const bl_array *scale = &of->inputs[1].array, *zero_point = &of->inputs[2].array;
    int differ;

    if (way->op == NULL || of->count < 3 || version->most_rank == BL_ANY_RANK) {
        return;
    }
    differ = scale->rank != zero_point->rank;
    for (size_t d = 0; d < scale->rank && !differ; ++d) {
        differ = scale->shape[d] != zero_point->shape[d];
    }
    if (differ && !(is_single(scale) && is_single(zero_point))) {
        add_fault(is, BL_SHAPES_DIFFER);
        add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
    }
}

/** The steps of a block; 0 if there are no blocks: scales that are single values have none for any `block_size`. */
static size_t block_of(const call *of, const node_view *seen, const bl_node_version *version)
{
    const size_t a = attribute_for(seen, version, BL_FOR_BLOCK);
    int all = 1;

    if (a == seen->attribute_count) {
        return 0;
    }
    for (size_t i = 1; i < of->count; ++i) {
        all &= of->given[i] == NULL || is_single(&of->inputs[i].array);
    }
    return all ? 0 : (size_t)value_of(seen, version, a);
}

/** Scales and zero points have X's shape, but along the axis a value for each block. The last block may be shorter. */
static void define_blocks(const call *derived, ptrdiff_t axis, size_t block, definition *is)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    define_shapes(&defaults, 1, derived->given, is);
    if (axis < 0 || (size_t)axis >= is->rank) {
        add_fault(is, BL_AXIS_OUT_OF_RANGE);
        return;
    }
    is->block = block;
    is->block_axis = (size_t)axis;
    for (size_t i = 1; i < derived->count; ++i) {
        const bl_array *input = &derived->inputs[i].array;
        int differs = input->rank != is->rank;

        for (size_t d = 0; d < is->rank && !differs; ++d) {
            differs = input->shape[d] != (d == (size_t)axis ? is->shape[d] / block + (is->shape[d] % block > 0) : is->shape[d]);
            is->walk[i][d] = input->shape[d] != 1 ? stride_of(input, d) : 0;
        }
        if (differs && derived->data[i] != &zero) {
            add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
        }
    }
    if (is->rank >= BL_MAX_RANK) {
        add_doubt(is, BL_TOO_MANY_DIMS); /* an axis is two dims of the plan */
    }
}

static void define_beside(const call *of, const bl_node_version *version, const bl_way *way, definition *is)
{
    const size_t teller = teller_of(version);

    for (size_t i = 0; i < of->count; ++i) {
        const bl_array *input = &of->inputs[i].array;

        if (of->given[i] != NULL && i != teller && input->rank > version->most_rank && !is_single(input)) {
            add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
        }
        if (way->values_from != 0 && i >= way->values_from && !is_single(input)) {
            add_fault(is, BL_SHAPES_DO_NOT_BROADCAST);
            add_fault(is, BL_SHAPES_DIFFER);
        }
    }
}

/** The pointers of values that are parameters; those of inputs that only give a dtype may be checked, or not. */
static void define_pointers_beside(const call *of, const bl_way *way, definition *is)
{
    for (size_t i = 0; i < of->count && !is->is_empty; ++i) {
        int is_taken = way->fold != NULL || of->given[i] == NULL;

        for (size_t p = 0; way->fold == NULL && p < way->op->arity; ++p) {
            is_taken |= way->takes[p] == i + 1;
        }
        if (!is_taken && way->values_from != 0) {
            define_pointer(of->given[i], of->data[i], is);
        } else if (!is_taken) {
            add_doubt(is, BL_NULL_POINTER);
            add_doubt(is, BL_MISALIGNED);
            add_doubt(is, BL_SIZE_OVERFLOW);
        }
    }
}

/** Whether a node uses only the dtype of an input. */
static int has_dtype_beside(const bl_way *way)
{
    int is_operand = way->op == NULL;

    for (size_t p = 0; !is_operand && p < way->op->arity; ++p) {
        is_operand = way->takes[p] == way->like;
    }
    return way->like != 0 && !is_operand;
}

void define_node(const call *of, definition *is)
{
    static call derived;
    node_view seen;
    const bl_node_version *version;
    const bl_way *way;
    uint64_t wrong;
    size_t block;
    int has_arrays;

    see_node(of, &seen);
    version = version_of(of, &seen, is);
    is->means.options = of->options;
    define_options(&of->options, is);
    if (version == NULL) {
        return;
    }
    define_attributes(&seen, version, is);
    if (of->count < version->least || (version->most != BL_ANY_NUMBER && of->count > version->most)) {
        add_fault(is, BL_WRONG_INPUT_COUNT);
        return;
    }
    has_arrays = define_arrays(of, is);
    if (!has_arrays && has_dtype_beside(&version->ways[0]) && (of->inputs[0].array.rank == 0 || of->inputs[0].array.shape != NULL)) {
        has_arrays = 1; /* an input that only supplies its dtype needs no shape */
        is->must &= ~(UINT64_C(1) << BL_NULL_POINTER);
        add_doubt(is, BL_NULL_POINTER);
    }
    way = define_node_dtypes(of, &seen, version, is);
    if (!has_arrays || way == NULL || (is->must & ~(UINT64_C(1) << BL_WRONG_OUTPUT_DTYPE)) != 0) {
        add_doubt(is, BL_SHAPES_DIFFER); /* shapes may be wrong, too: that depends on the errors above */
        add_doubt(is, BL_SHAPES_DO_NOT_BROADCAST);
        add_doubt(is, BL_AXIS_OUT_OF_RANGE);
        add_doubt(is, BL_WRONG_OUTPUT_SHAPE);
        return;
    }
    derive_call(of, way, is, &derived);
    node_options(of, &seen, version, &is->means.options);
    block = block_of(of, &seen, version);
    if (block == 0) {
        define_beside(of, version, way, is);
    }
    define_scales(of, version, way, is);
    wrong = is->must;
    is->must = 0;
    if (block > 0) {
        define_blocks(&derived, is->means.options.axis, block, is);
    } else {
        define_shapes(&is->means.options, derived.count, derived.given, is);
    }
    if (of->out.array.rank > 0 && of->out.array.shape == NULL) {
        add_fault(is, BL_NULL_POINTER);
    } else if (is->must == 0) {
        define_output(&derived, is);
    }
    is->must |= wrong;
    is->dtype = of->out.array.dtype;
    if (is->must == 0) {
        define_pointers(&derived, is);
        define_pointers_beside(of, way, is);
    }
    if (is->must == 0 && way->fold == NULL && !is->is_empty) {
        define_parameters(&seen, version, is);
        if (way->values_from != 0) {
            take_values(of, way, is);
        }
    }
}

#endif
