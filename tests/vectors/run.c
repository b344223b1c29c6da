/* Runs published test vectors: see run.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "run.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"

enum { BULK = 400 }; /* elements: more than four of the widest vectors of the narrowest type, and no multiple of one */

int vector_bulk_runs[VECTOR_MAX_ISAS];
int vector_inexact_records;
int vector_runs_elsewhere;

/* ---- Failing ---- */

char vector_trouble[VECTOR_TEXT];

static outcome failed(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(vector_trouble, sizeof vector_trouble, format, arguments);
    va_end(arguments);
    return FAILED;
}

static void *allocate(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);

    if (memory == NULL) {
        printf("Bail out! memory is short\n");
        exit(1);
    }
    return memory;
}

/* ---- Comparing ---- */

static uint64_t element_bits(bl_dtype dtype, const unsigned char *data, size_t index)
{
    const size_t size = bl_dtype_size(dtype);
    const size_t own = bl_dtype_bits(dtype);
    uint64_t bits = 0;

    if (own < 8) { /* packed */
        const uint64_t above = index * own % 8 + own > 8 ? data[index * own / 8 + 1] : 0;

        return (data[index * own / 8] | above << 8) >> index * own % 8 & ((1u << own) - 1u);
    }
    for (size_t i = size; i > 0; --i) {
        bits = bits << 8 | data[index * size + i - 1];
    }
    return bits;
}

/* The value of an element that is no NaN. Records with a tolerance are of floats. */
static double number(bl_dtype dtype, uint64_t bits)
{
    uint32_t narrow = (uint32_t)bits;
    double wide;
    float value;

    if (dtype == BL_F64) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    if (dtype == BL_F16 || dtype == BL_BF16) {
        narrow = (uint32_t)oracle_f32_from_half(dtype, bits);
    }
    memcpy(&value, &narrow, sizeof value);
    return (double)value;
}

static bool is_close(const ebv_case *record, bl_dtype dtype, uint64_t got, uint64_t want)
{
    double difference, bound;

    if (oracle_same(dtype, 0, got, want)) {
        return true;
    }
    if (record->tolerance == EBV_EXACT || oracle_types[dtype].kind != ORACLE_FLOAT || oracle_is_nan(dtype, got) ||
        oracle_is_nan(dtype, want)) {
        return false;
    }
    if (record->tolerance == EBV_EQUAL) {
        return number(dtype, got) == number(dtype, want);
    }
    difference = number(dtype, got) - number(dtype, want);
    bound = number(dtype, want) < 0 ? -number(dtype, want) : number(dtype, want);
    bound = record->absolute + record->relative * bound;
    return -bound <= difference && difference <= bound; /* false for infinities: their difference is NaN or infinite */
}

static outcome compare(const ebv_case *record, const unsigned char *got, const char *how)
{
    const ebv_tensor *want = &record->output;

    for (size_t i = 0; i < want->count; ++i) {
        const uint64_t mine = element_bits(want->dtype, got, i);
        const uint64_t theirs = element_bits(want->dtype, want->data, i);

        if (!is_close(record, want->dtype, mine, theirs)) {
            return failed("%s: element %zu is %#llx where %#llx is published", how, i, (unsigned long long)mine,
                          (unsigned long long)theirs);
        }
    }
    return PASSED;
}

/* The exact result of a record with a tolerance: by the oracle, for more than two inputs by a fold; or by the C library's function of f64,
 * whose error is at most a unit of f64: too small to change the result rounded to f32, unless it is nearly halfway. */
typedef struct exact {
    const char *op;
    const char *approximate; /* the attribute of that name; NULL: any */
    const char *rule;
    double (*of_two)(double, double);
    double (*of_one)(double);
    bool is_in_steps; /* each step is rounded: the tolerance decides alone */
} exact;

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double softplus(double x)
{
    return fmax(x, 0) + log1p(exp(-fabs(x)));
}

static double softsign(double x)
{
    return x / (1 + fabs(x));
}

static double mish(double x)
{
    const double n = exp(x) * (exp(x) + 2);

    return x * (n / (n + 2));
}

static double gelu(double x)
{
    return x * erfc(-x / sqrt(2)) / 2;
}

static double gelu_tanh(double x)
{
    return x / (1 + exp(-1.5957691216057308 * (x + 0.044715 * x * x * x)));
}

static const exact *exact_of(const ebv_case *record)
{
    static const exact known[] = {
        {"Acos", .of_one = acos},
        {"Acosh", .of_one = acosh},
        {"Asin", .of_one = asin},
        {"Asinh", .of_one = asinh},
        {"Atan", .of_one = atan},
        {"Atan2", .of_two = atan2},
        {"Atanh", .of_one = atanh},
        {"Celu", .is_in_steps = true},
        {"Cos", .of_one = cos},
        {"Cosh", .of_one = cosh},
        {"Elu", .is_in_steps = true},
        {"Erf", .of_one = erf},
        {"Exp", .of_one = exp},
        {"FloorMod", .rule = "floor_mod"},
        {"Gelu", .approximate = "none", .of_one = gelu},
        {"Gelu", .approximate = "tanh", .of_one = gelu_tanh},
        {"Log", .of_one = log},
        {"Mish", .of_one = mish},
        {"Mod", .rule = "fmod"},
        {"Mul", .rule = "mul"},
        {"PRelu", .rule = "prelu"},
        {"Pow", .of_two = pow},
        {"Power", .of_two = pow},
        {"Selu", .is_in_steps = true},
        {"Sigmoid", .of_one = sigmoid},
        {"Sin", .of_one = sin},
        {"Sinh", .of_one = sinh},
        {"Softplus", .of_one = softplus},
        {"Softsign", .of_one = softsign},
        {"Sub", .rule = "sub"},
        {"Sum", .rule = "add"},
        {"SwiGLU", .is_in_steps = true},
        {"Swish", .is_in_steps = true},
        {"Tan", .of_one = tan},
        {"Tanh", .of_one = tanh},
    };
    const ebv_attribute *approximate = ebv_find(record, "approximate");

    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(record->op, known[i].op) == 0 &&
            (known[i].approximate == NULL || strcmp(approximate == NULL ? "none" : approximate->text, known[i].approximate) == 0)) {
            return &known[i];
        }
    }
    return NULL;
}

static uint64_t converted(bl_dtype to, bl_dtype from, uint64_t bits)
{
    const uint8_t dtypes[] = {(uint8_t)to, (uint8_t)from};

    return oracle_op("cast")->value(dtypes, &bits);
}

/* For f32, f16 or bf16; a second operand may have any type of numbers. */
static uint64_t by_function(const exact *e, const ebv_case *bulk, const uint64_t *x)
{
    double operands[2] = {0}, result;
    uint64_t bits[2];

    for (size_t k = 0; k < bulk->input_count && k < 2; ++k) {
        bits[k] = converted(BL_F64, bulk->inputs[k].dtype, x[k]);
        memcpy(&operands[k], &bits[k], sizeof bits[k]);
    }
    result = e->of_one != NULL ? e->of_one(operands[0]) : e->of_two(operands[0], operands[1]);
    memcpy(&bits[0], &result, sizeof result);
    return converted(bulk->output.dtype, BL_F64, bits[0]);
}

static uint64_t exact_element(const exact *e, const ebv_case *bulk, size_t i)
{
    const bl_dtype dtype = bulk->output.dtype;
    const uint8_t dtypes[] = {(uint8_t)dtype, (uint8_t)dtype, (uint8_t)dtype};
    uint64_t x[2] = {element_bits(dtype, bulk->inputs[0].data, i), 0};

    if (e->of_one != NULL) {
        return by_function(e, bulk, x);
    }
    for (size_t k = 1; k < bulk->input_count; ++k) {
        x[1] = element_bits(bulk->inputs[k].dtype, bulk->inputs[k].data, i);
        x[0] = e->rule != NULL ? oracle_op(e->rule)->value(dtypes, x) : by_function(e, bulk, x);
    }
    return x[0];
}

/* A record has a tolerance, but the result must be exact. All inputs have the output's shape. */
static outcome compare_with_exact(const ebv_case *bulk, const unsigned char *got)
{
    const bl_dtype dtype = bulk->output.dtype;
    const exact *e = exact_of(bulk);
    bool is_off = false;

    if (bulk->tolerance == EBV_EXACT || (e != NULL && e->is_in_steps)) {
        return PASSED;
    }
    if (e == NULL || (e->of_one == NULL) == (bulk->input_count < 2)) {
        return failed("a tolerance, and the test does not know what is exact");
    }
    for (size_t i = 0; i < bulk->output.count; ++i) {
        const uint64_t mine = element_bits(dtype, got, i);
        const uint64_t wanted = exact_element(e, bulk, i);

        is_off = is_off || wanted != element_bits(dtype, bulk->output.data, i);
        if (!oracle_same(dtype, e->rule != NULL && oracle_op(e->rule)->carries, mine, wanted)) {
            return failed("element %zu is %#llx where %#llx is exact", i, (unsigned long long)mine,
                          (unsigned long long)wanted);
        }
    }
    vector_inexact_records += is_off;
    return PASSED;
}

/* ---- Running a record ---- */

static bl_array view_of(const ebv_tensor *tensor)
{
    bl_array view;

    view.data = tensor->data;
    view.dtype = tensor->dtype;
    view.rank = tensor->rank;
    view.shape = tensor->shape;
    view.strides = NULL;
    return view;
}

/* The node's arrays: views[i] of input i, or NULL where it is absent. */
static void view_inputs(const ebv_case *record, bl_array *views, const bl_array **inputs, const void **pointers)
{
    for (size_t i = 0; i < record->input_count; ++i) {
        views[i] = view_of(&record->inputs[i]);
        inputs[i] = record->inputs[i].is_absent ? NULL : &views[i];
        pointers[i] = record->inputs[i].data;
    }
}

/* Runs the record in one call and with a plan, both into memory of exactly the output's size. */
static outcome run_as_is(const vector_node *n, const ebv_case *record)
{
    const size_t bytes = ebv_bytes(&record->output);
    unsigned char *got = (unsigned char *)allocate(bytes);
    bl_array views[EBV_MAX_INPUTS], out = view_of(&record->output);
    const bl_array *inputs[EBV_MAX_INPUTS];
    const void *pointers[EBV_MAX_INPUTS];
    static vector_call call;
    outcome result;
    bl_status status;

    view_inputs(record, views, inputs, pointers);
    memset(got, 0xa5, bytes);
    out.data = got;
    status = vector_run(n, inputs, &out);
    result = status != BL_OK ? failed("one call: %s", bl_status_string(status)) : compare(record, got, "one call");
    memset(got, 0x5a, bytes);
    if (result == PASSED) {
        status = vector_plan(n, &call, inputs, &out);
        status = status == BL_OK ? vector_run_planned(n, &call, pointers, got) : status;
        result = status != BL_OK ? failed("planned: %s", bl_status_string(status)) : compare(record, got, "planned");
    }
    free(got);
    return result;
}

/* Whether the second input is aligned with the first from its first dim on, by an axis. */
static bool starts_first(const ebv_case *record)
{
    const ebv_attribute *axis = ebv_find(record, "axis");

    return record->rule == EBV_LEGACY && axis != NULL && strcmp(axis->text, "0") == 0;
}

/* The dim of the output with which an input's first dim is aligned. */
static size_t aligned_with(const ebv_case *record, const ebv_tensor *input)
{
    const ebv_tensor *output = &record->output;
    const size_t channels = output->rank > 1;

    if (starts_first(record) && input != &record->inputs[0] && input != output) {
        return 0;
    }
    return record->rule == EBV_PRELU && input->rank == 1 && output->rank > 0 &&
                   input->shape[0] == output->shape[channels]
               ? channels
               : output->rank - input->rank;
}

/* The element of the input for the output's element `index`. */
static size_t met_element(const ebv_case *record, const ebv_tensor *input, size_t index)
{
    const ebv_tensor *output = &record->output;
    const size_t first = aligned_with(record, input);
    size_t element = 0, step = 1;

    for (size_t d = output->rank; d > 0; --d) {
        const size_t at = index % output->shape[d - 1];

        index /= output->shape[d - 1];
        if (d > first && d - 1 - first < input->rank) {
            const size_t own = input->shape[d - 1 - first];

            element += own == 1 ? 0 : at * step;
            step *= own;
        }
    }
    return element;
}

/* Whether an input is not element-wise, such as a limit of Clip or the scale of QuantizeLinear. */
static bool stands_beside(const ebv_case *record, size_t input)
{
    return record->rule == EBV_OWN && input > 0;
}

/* Whether the record's elements can be written out: only run_as_is handles alignments other than those of met_element. */
static bool has_bulk(const ebv_case *record)
{
    if (record->output.count == 0 || record->rule == EBV_PDPD || (ebv_find(record, "axis") != NULL && !starts_first(record))) {
        return false;
    }
    for (size_t i = 0; i < record->input_count; ++i) {
        if (stands_beside(record, i) && record->inputs[i].count > 1) {
            return false;
        }
    }
    return true;
}

static void repeat(const ebv_case *record, const ebv_tensor *from, ebv_tensor *to)
{
    const size_t size = bl_dtype_size(from->dtype), bits = bl_dtype_bits(from->dtype), count = record->output.count;

    to->rank = 1;
    to->count = count > BULK ? count : BULK;
    to->shape[0] = to->count;
    to->data = (unsigned char *)allocate(bl_array_bytes(from->dtype, to->count));
    memset(to->data, 0, bl_array_bytes(from->dtype, to->count));
    for (size_t i = 0; i < to->count; ++i) {
        const size_t met = met_element(record, from, i % count);

        if (bits < 8) { /* packed */
            const uint64_t own = element_bits(from->dtype, from->data, met) << i * bits % 8;

            to->data[i * bits / 8] |= (unsigned char)own;
            if (own > 0xff) {
                to->data[i * bits / 8 + 1] |= (unsigned char)(own >> 8);
            }
        } else {
            memcpy(to->data + i * size, from->data + met * size, size);
        }
    }
}

/* The same elements, written out without broadcasting and repeated, so that whole vectors are computed. Counts the instruction set of the
 * plan. */
static outcome run_in_bulk(const vector_node *n, const ebv_case *record)
{
    ebv_case bulk = *record;
    bl_array views[EBV_MAX_INPUTS], out;
    const bl_array *inputs[EBV_MAX_INPUTS];
    const void *pointers[EBV_MAX_INPUTS];
    static vector_call call;
    unsigned char *got;
    outcome result;
    bl_status status;

    if (!has_bulk(record)) {
        return record->tolerance == EBV_EXACT ? PASSED : failed("a tolerance with an axis: the test cannot check that");
    }
    for (size_t k = 0; k < record->input_count; ++k) {
        if (!stands_beside(record, k)) {
            repeat(record, &record->inputs[k], &bulk.inputs[k]);
        }
    }
    repeat(record, &record->output, &bulk.output);
    view_inputs(&bulk, views, inputs, pointers);
    out = view_of(&bulk.output);
    got = (unsigned char *)allocate(ebv_bytes(&bulk.output));
    out.data = got;
    status = vector_plan(n, &call, inputs, &out);
    status = status == BL_OK ? vector_run_planned(n, &call, pointers, got) : status;
    result = status != BL_OK ? failed("in bulk: %s", bl_status_string(status)) : compare(&bulk, got, "in bulk");
    result = result == PASSED ? compare_with_exact(&bulk, got) : result;
    if (status == BL_OK) {
        ++vector_bulk_runs[vector_isa(n, &call)];
    }
    free(got);
    for (size_t k = 0; k < record->input_count; ++k) {
        if (!stands_beside(record, k)) {
            free(bulk.inputs[k].data);
        }
    }
    free(bulk.output.data);
    return result;
}

static bool is_shape_of(const ebv_tensor *tensor, const size_t *shape, size_t rank)
{
    return tensor->rank == rank && (rank == 0 || memcmp(tensor->shape, shape, rank * sizeof *shape) == 0);
}

static outcome check_inferred(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    size_t shape[VECTOR_MAX_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    const bl_status status = vector_infer(n, inputs, shape, &rank, &dtype);

    if (status != BL_OK) {
        return failed("inferred: %s", bl_status_string(status));
    }
    if (!is_shape_of(&record->output, shape, rank)) {
        return failed("another shape is inferred");
    }
    return dtype == record->output.dtype ? PASSED : failed("%s is inferred", bl_dtype_name(dtype));
}

/* Every other version that accepts the node must give the same result as its own. */
static outcome run_in_other_versions(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_onnx_op *op = n->onnx.op;
    size_t shape[VECTOR_MAX_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    outcome result = PASSED;
    vector_node other = *n;

    for (size_t v = 0; op != NULL && result == PASSED && v < op->version_count; ++v) {
        other.onnx.opset = op->versions[v].since;
        if (other.onnx.opset != n->onnx.opset && vector_infer(&other, inputs, shape, &rank, &dtype) == BL_OK) {
            result = run_as_is(&other, record);
            ++vector_runs_elsewhere;
        }
    }
    return result;
}

static outcome run_compute(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    outcome result = check_inferred(n, record, inputs);

    result = result == PASSED ? run_as_is(n, record) : result;
    result = result == PASSED ? run_in_other_versions(n, record, inputs) : result;
    return result == PASSED ? run_in_bulk(n, record) : result;
}

/* Refused, and the output is unchanged. Its shape is a's, because the error records are about other arguments. */
static outcome run_error(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_status wanted = strstr(record->note, " by zero") != NULL ? BL_ZERO_DIVISOR : BL_SHAPES_DO_NOT_BROADCAST;
    const size_t bytes = ebv_bytes(&record->inputs[0]);
    unsigned char *got = (unsigned char *)allocate(bytes);
    vector_node strict = *n;
    bl_array out = view_of(&record->inputs[0]);
    outcome result = PASSED;
    bl_status status;

    memset(got, 0xa5, bytes);
    out.data = got;
    strict.options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    status = vector_run(&strict, inputs, &out);
    if (status != wanted) {
        result = failed("it should be refused as \"%s\" and gives: %s", bl_status_string(wanted),
                        bl_status_string(status));
    }
    for (size_t i = 0; result == PASSED && i < bytes; ++i) {
        if (got[i] != 0xa5) {
            result = failed("it is refused, but byte %zu was written", i);
        }
    }
    free(got);
    return result;
}

/* Nodes that broadcast by a rule. */
static const struct shape_node {
    ebv_rule rule;
    size_t inputs; /* 0: any number */
    const char *domain, *op;
    int opset;
} shape_nodes[] = {
    {EBV_NONE, 2, "onnx", "Add", 1},
    {EBV_NONE, 2, "onnx", "Mul", 6},
    {EBV_NONE, 0, "onnx", "Max", 6},
    {EBV_NONE, 2, "openvino", "Divide", 1},
    {EBV_NONE, 3, "openvino", "Select", 1},
    {EBV_NUMPY, 2, "onnx", "Sub", 7},
    {EBV_NUMPY, 2, "onnx", "Div", 13},
    {EBV_NUMPY, 2, "onnx", "Add", 14},
    {EBV_NUMPY, 0, "onnx", "Mean", 8},
    {EBV_NUMPY, 2, "openvino", "Multiply", 1},
    {EBV_NUMPY, 2, "openvino", "SquaredDifference", 1},
    {EBV_NUMPY, 3, "onnx", "Where", 9},
    {EBV_NUMPY, 3, "openvino", "Select", 1},
    {EBV_UNIDIRECTIONAL, 2, "onnx", "PRelu", 7},
    {EBV_LEGACY, 2, "onnx", "Sub", 1},
    {EBV_LEGACY, 2, "onnx", "Div", 6},
    {EBV_PDPD, 2, "openvino", "Subtract", 1},
    {EBV_PDPD, 3, "openvino", "Select", 1},
};

static bool is_refused_shape(bl_status status)
{
    return status == BL_SHAPES_DIFFER || status == BL_SHAPES_DO_NOT_BROADCAST || status == BL_AXIS_OUT_OF_RANGE;
}

/* Compares the record's shapes with those of one node. */
static outcome ask_node(const struct shape_node *asked, const ebv_case *record)
{
    const int64_t broadcast = 1, axis = record->axis;
    size_t shape[VECTOR_MAX_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    bl_array views[EBV_MAX_INPUTS];
    const bl_array *inputs[EBV_MAX_INPUTS];
    ebv_case asking = *record;
    bl_status status;
    vector_node n;

    snprintf(asking.op, sizeof asking.op, "%s", asked->op);
    snprintf(asking.domain, sizeof asking.domain, "%s", asked->domain);
    asking.opset = asked->opset;
    if (!vector_make_node(&n, &asking)) {
        return failed("the library has no such node");
    }
    if (asked->rule == EBV_LEGACY &&
        (bl_onnx_set(&n.onnx, "broadcast", 1, &broadcast) != BL_OK ||
         (record->has_axis && bl_onnx_set(&n.onnx, "axis", 1, &axis) != BL_OK))) {
        return failed("the node has no legacy attributes");
    }
    for (size_t i = 0; i < record->input_count; ++i) {
        views[i] = view_of(&record->inputs[i]);
        views[i].dtype = i < vector_typed_by(&asking) ? BL_BOOL : BL_F32;
        inputs[i] = &views[i];
    }
    status = vector_infer(&n, inputs, shape, &rank, &dtype);
    if (record->kind == EBV_ERROR) {
        return is_refused_shape(status) ? PASSED
                                        : failed("%s-%d should refuse it and gives: %s", asked->op, asked->opset,
                                                 bl_status_string(status));
    }
    return status == BL_OK && is_shape_of(&record->output, shape, rank) && dtype == BL_F32
               ? PASSED
               : failed("%s-%d infers another shape: %s", asked->op, asked->opset, bl_status_string(status));
}

/* Shapes alone: by the library's rule, and by the nodes that have it. */
static outcome run_shape(const ebv_case *record, const bl_array *const *inputs)
{
    static const bl_rule rules[] = {BL_RULE_NUMPY, BL_RULE_NONE, BL_RULE_UNI, BL_RULE_CHANNEL, BL_RULE_ONNX_LEGACY,
                                    BL_RULE_PDPD};
    size_t shape[VECTOR_MAX_RANK], rank = 0;
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_status status;

    options.rule = rules[record->rule];
    options.axis = record->has_axis ? record->axis : -1;
    options.onto = record->input_count > 2; /* Select: onto `then` */
    status = bl_broadcast_shape(&options, record->input_count, inputs, VECTOR_MAX_RANK, shape, &rank);
    if (record->kind == EBV_ERROR ? !is_refused_shape(status)
                                  : status != BL_OK || !is_shape_of(&record->output, shape, rank)) {
        return failed("the rule gives something else: %s", bl_status_string(status));
    }
    for (size_t i = 0; i < sizeof shape_nodes / sizeof shape_nodes[0]; ++i) {
        if (shape_nodes[i].rule == record->rule &&
            (shape_nodes[i].inputs == record->input_count || shape_nodes[i].inputs == 0)) {
            const outcome result = ask_node(&shape_nodes[i], record);

            if (result != PASSED) {
                return result;
            }
        }
    }
    return PASSED;
}

outcome vector_run_record(const ebv_case *record, vector_node *n)
{
    bl_array views[EBV_MAX_INPUTS];
    const bl_array *inputs[EBV_MAX_INPUTS];
    const void *pointers[EBV_MAX_INPUTS];

    memset(n, 0, sizeof *n);
    view_inputs(record, views, inputs, pointers);
    if (record->inputs[0].dtype == BL_DTYPE_COUNT) {
        return run_shape(record, inputs);
    }
    if (!vector_make_node(n, record)) {
        return failed("the library has no such node");
    }
    return record->kind == EBV_COMPUTE ? run_compute(n, record, inputs) : run_error(n, record, inputs);
}
