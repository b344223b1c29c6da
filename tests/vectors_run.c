/* Runs published test vectors: see vectors_run.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "vectors_run.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

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
    uint64_t bits = 0;

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

/* Where the record leaves a tolerance, the exactly rounded result must come out nevertheless. Such records are binary
 * and of equal shapes. */
static outcome compare_with_oracle(const vector_node *n, const ebv_case *record, const unsigned char *got)
{
    const bl_dtype dtype = record->output.dtype;
    const uint8_t dtypes[] = {(uint8_t)dtype, (uint8_t)record->inputs[0].dtype, (uint8_t)record->inputs[1].dtype};
    const oracle_op_rule *rule = oracle_op(vector_op(n, record->inputs[0].dtype)->name);
    bool is_off = false;

    if (record->tolerance != EBV_RELATIVE) {
        return PASSED;
    }
    if (rule == NULL || record->input_count != 2) {
        return failed("the oracle does not have the operator");
    }
    for (size_t i = 0; i < record->output.count; ++i) {
        const uint64_t mine = element_bits(dtype, got, i);
        uint64_t x[2], exact;

        for (size_t k = 0; k < 2; ++k) {
            if (record->inputs[k].count != record->output.count) {
                return failed("a tolerance with broadcasting: the test cannot check that");
            }
            x[k] = element_bits(record->inputs[k].dtype, record->inputs[k].data, i);
        }
        exact = rule->value(dtypes, x);
        is_off = is_off || exact != element_bits(dtype, record->output.data, i);
        if (!oracle_same(dtype, rule->carries, mine, exact)) {
            return failed("element %zu is %#llx where %#llx is exact", i, (unsigned long long)mine,
                          (unsigned long long)exact);
        }
    }
    vector_inexact_records += is_off && (n->onnx.op == NULL || n->onnx.opset == record->opset);
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

/* In one call, and planned before: both into memory of just the output's size. */
static outcome run_as_is(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const size_t bytes = ebv_bytes(&record->output);
    unsigned char *got = (unsigned char *)allocate(bytes);
    const void *pointers[BL_MAX_ARITY];
    bl_array out = view_of(&record->output);
    outcome result;
    bl_status status;
    bl_plan plan;

    for (size_t i = 0; i < n->arity; ++i) {
        pointers[i] = inputs[i]->data;
    }
    memset(got, 0xa5, bytes);
    out.data = got;
    status = vector_run(n, inputs, &out);
    result = status != BL_OK ? failed("one call: %s", bl_status_string(status)) : compare(record, got, "one call");
    if (result == PASSED) {
        result = compare_with_oracle(n, record, got);
    }
    memset(got, 0x5a, bytes);
    if (result == PASSED) {
        status = vector_plan(n, &plan, inputs, &out);
        status = status == BL_OK ? bl_plan_run(&plan, pointers, NULL, got) : status;
        result = status != BL_OK ? failed("planned: %s", bl_status_string(status)) : compare(record, got, "planned");
    }
    free(got);
    return result;
}

/* The element of the input that meets the output's element `index`, shapes aligned at their ends. */
static size_t met_element(const ebv_tensor *input, const ebv_tensor *output, size_t index)
{
    size_t element = 0, step = 1;

    for (size_t d = 0; d < output->rank; ++d) {
        const size_t own = input->rank - 1 - d;
        const size_t at = index % output->shape[output->rank - 1 - d];

        index /= output->shape[output->rank - 1 - d];
        if (d < input->rank) {
            element += input->shape[own] == 1 ? 0 : at * step;
            step *= input->shape[own];
        }
    }
    return element;
}

/* The same elements, spelled out without broadcasting and repeated, so that whole vectors are computed. Counts which
 * instruction set the plan took. */
static outcome run_in_bulk(const vector_node *n, const ebv_case *record)
{
    const ebv_tensor *published = &record->output;
    const bool has_axis = record->rule == EBV_PDPD || ebv_find(record, "axis") != NULL;
    ebv_case bulk = *record;
    bl_array views[BL_MAX_ARITY], out;
    const bl_array *inputs[BL_MAX_ARITY];
    const void *pointers[BL_MAX_ARITY];
    unsigned char *got;
    outcome result;
    bl_status status;
    bl_plan plan;

    if (published->count == 0 || has_axis) {
        return PASSED; /* nothing to repeat; other alignments than at the end are for run_as_is alone */
    }
    for (size_t k = 0; k <= n->arity; ++k) {
        const ebv_tensor *from = k < n->arity ? &record->inputs[k] : published;
        ebv_tensor *to = k < n->arity ? &bulk.inputs[k] : &bulk.output;
        const size_t size = bl_dtype_size(from->dtype);

        to->rank = 1;
        to->count = published->count > BULK ? published->count : BULK;
        to->shape[0] = to->count;
        to->data = (unsigned char *)allocate(to->count * size);
        for (size_t i = 0; i < to->count; ++i) {
            memcpy(to->data + i * size, from->data + met_element(from, published, i % published->count) * size, size);
        }
        if (k < n->arity) {
            views[k] = view_of(to);
            inputs[k] = &views[k];
            pointers[k] = to->data;
        }
    }
    out = view_of(&bulk.output);
    got = (unsigned char *)allocate(ebv_bytes(&bulk.output));
    out.data = got;
    status = vector_plan(n, &plan, inputs, &out);
    status = status == BL_OK ? bl_plan_run(&plan, pointers, NULL, got) : status;
    result = status != BL_OK ? failed("in bulk: %s", bl_status_string(status)) : compare(&bulk, got, "in bulk");
    if (status == BL_OK) {
        ++vector_bulk_runs[plan.table->variants[plan.variant].isa];
    }
    free(got);
    for (size_t k = 0; k < n->arity; ++k) {
        free(bulk.inputs[k].data);
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

/* What an ONNX version does with types that it takes, later versions with the same rule do as well. */
static outcome run_in_other_versions(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_onnx_op *op = n->onnx.op;
    const unsigned dtype = 1U << record->inputs[n->arity - 1].dtype;
    outcome result = PASSED;
    vector_node other = *n;

    if (op == NULL || bl_onnx_version_at(op, n->onnx.opset)->rule != BL_RULE_NUMPY) {
        return PASSED;
    }
    for (size_t v = 0; result == PASSED && v < op->version_count; ++v) {
        const bl_onnx_version *version = &op->versions[v];

        if (version->since != n->onnx.opset && version->rule == BL_RULE_NUMPY && (version->dtypes & dtype) != 0) {
            other.onnx.opset = version->since;
            result = run_as_is(&other, record, inputs);
            ++vector_runs_elsewhere;
        }
    }
    return result;
}

static outcome run_compute(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    outcome result = check_inferred(n, record, inputs);

    result = result == PASSED ? run_as_is(n, record, inputs) : result;
    result = result == PASSED ? run_in_other_versions(n, record, inputs) : result;
    return result == PASSED ? run_in_bulk(n, record) : result;
}

/* Refused, and the output as it was. Its shape is a's: what the error records disagree on is another thing. */
static outcome run_error(const vector_node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_status wanted = strncmp(record->note, "Integer division by zero", 24) == 0 ? BL_ZERO_DIVISOR
                                                                                        : BL_SHAPES_DO_NOT_BROADCAST;
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

/* Nodes whose shapes come together by a rule. */
static const struct shape_node {
    ebv_rule rule;
    size_t inputs;
    const char *domain, *op;
    int opset;
} shape_nodes[] = {
    {EBV_NONE, 2, "onnx", "Add", 1},
    {EBV_NONE, 2, "onnx", "Mul", 6},
    {EBV_NONE, 2, "openvino", "Divide", 1},
    {EBV_NONE, 3, "openvino", "Select", 1},
    {EBV_NUMPY, 2, "onnx", "Sub", 7},
    {EBV_NUMPY, 2, "onnx", "Div", 13},
    {EBV_NUMPY, 2, "onnx", "Add", 14},
    {EBV_NUMPY, 2, "openvino", "Multiply", 1},
    {EBV_NUMPY, 3, "onnx", "Where", 9},
    {EBV_NUMPY, 3, "openvino", "Select", 1},
    {EBV_LEGACY, 2, "onnx", "Sub", 1},
    {EBV_LEGACY, 2, "onnx", "Div", 6},
    {EBV_PDPD, 2, "openvino", "Subtract", 1},
    {EBV_PDPD, 3, "openvino", "Select", 1},
};

static bool is_refused_shape(bl_status status)
{
    return status == BL_SHAPES_DIFFER || status == BL_SHAPES_DO_NOT_BROADCAST || status == BL_AXIS_OUT_OF_RANGE;
}

/* What the record says of the shapes, asked of one node. */
static outcome ask_node(const struct shape_node *asked, const ebv_case *record)
{
    const int64_t broadcast = 1, axis = record->axis;
    size_t shape[VECTOR_MAX_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    bl_array views[BL_MAX_ARITY];
    const bl_array *inputs[BL_MAX_ARITY];
    ebv_case asking = *record;
    bl_status status;
    vector_node n;

    snprintf(asking.op, sizeof asking.op, "%s", asked->op);
    snprintf(asking.domain, sizeof asking.domain, "%s", asked->domain);
    asking.opset = asked->opset;
    if (!vector_make_node(&n, &asking) || n.arity != asked->inputs) {
        return failed("the library has no such node");
    }
    if (asked->rule == EBV_LEGACY &&
        (bl_onnx_set(&n.onnx, "broadcast", 1, &broadcast) != BL_OK ||
         (record->has_axis && bl_onnx_set(&n.onnx, "axis", 1, &axis) != BL_OK))) {
        return failed("the node has no legacy attributes");
    }
    for (size_t i = 0; i < n.arity; ++i) {
        views[i] = view_of(&record->inputs[i]);
        views[i].dtype = n.arity == 3 && i == 0 ? BL_BOOL : BL_F32;
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

/* Shapes alone: under the library's rule itself, and asked of the nodes that have it. */
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
        if (shape_nodes[i].rule == record->rule && shape_nodes[i].inputs == record->input_count) {
            const outcome result = ask_node(&shape_nodes[i], record);

            if (result != PASSED) {
                return result;
            }
        }
    }
    return PASSED;
}

/* ---- What applies ---- */

outcome vector_run_record(const ebv_case *record, vector_node *n, char why[EBV_TEXT])
{
    bl_array views[EBV_MAX_INPUTS];
    const bl_array *inputs[EBV_MAX_INPUTS];
    bl_dtype dtype;

    n->arity = 0;
    for (size_t i = 0; i < record->input_count; ++i) {
        views[i] = view_of(&record->inputs[i]);
        inputs[i] = &views[i];
    }
    if (record->inputs[0].dtype == BL_DTYPE_COUNT) {
        return run_shape(record, inputs);
    }
    if (!vector_make_node(n, record) || n->arity != record->input_count) {
        return failed("the library has no such node");
    }
    dtype = record->inputs[n->arity - 1].dtype;
    if (bl_op_table(vector_op(n, dtype), &dtype) == NULL) {
        snprintf(why, EBV_TEXT, "the library's %s does not take %s", vector_op(n, dtype)->name,
                 bl_dtype_name(dtype));
        n->arity = 0;
        return DOES_NOT_APPLY;
    }
    return record->kind == EBV_COMPUTE ? run_compute(n, record, inputs) : run_error(n, record, inputs);
}
