/* Runs the published test vectors of tests/vectors through the front ends:
 *
 *   vectors ISA COUNTS FILE.ebv...
 *   vectors --write ISA COUNTS FILE.ebv...
 *
 * ISA: the instruction set that is the best allowed; COUNTS: the file of conformance counts, which must be what this
 * run gives, or with --write becomes it: lines of spec, operator, version, dtype, rule and the number of records that
 * passed, sorted.
 *
 * Every compute record is inferred, run in one call, planned and run from the plan, and run once more with its elements
 * repeated up to BULK, so that the ISA's full-width kernels see them. Results must be the published ones bit for bit
 * where the record says exact; where it leaves a tolerance they must lie within it and be, bit for bit, what the
 * oracle (tests/oracle.c) gives. Error records must be refused with nothing written. Shape records are asked of the
 * rule and of nodes that have it.
 *
 * Prints TAP, a line an operator of each file, and for each file how many records ran, passed and did not apply, and
 * why.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include "oracle.h"
#include "tap.h"
#include "vectors_ebv.h"

enum { BULK = 400, /* elements: more than four of the widest vectors of the narrowest type, and no multiple */
       MOST_TALLIES = 64,
       MOST_COUNTS = 400,
       TOP_RANK = 2 * EBV_MAX_RANK };

/* A node of either front end, or an op with no standard behind it. */
typedef struct node {
    bl_onnx_node onnx;         /* op NULL: not this one */
    bl_openvino_node openvino; /* likewise */
    const bl_op *plain;
    bl_options options;
    size_t arity;
} node;

typedef enum outcome {
    PASSED,
    FAILED,
    DOES_NOT_APPLY
} outcome;

/* What became of a file's records of one operator. */
typedef struct tally {
    char op[32];
    int passed, failed;
} tally;

/* Records that did not run, by reason. */
typedef struct reason {
    char text[EBV_TEXT];
    int count;
} reason;

/* Records that passed, by what they are evidence for. */
typedef struct conformance {
    char key[EBV_TEXT];
    int count;
} conformance;

typedef struct report {
    size_t tally_count, reason_count;
    tally tallies[MOST_TALLIES];
    reason reasons[MOST_TALLIES];
    int records;
} report;

static conformance counts[MOST_COUNTS];
static size_t conformance_count;
static int bulk_runs[16]; /* by ISA */
static int inexact_records;
static int runs_in_other_versions;

/* ---- Failing ---- */

static char trouble[1000];

static outcome failed(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(trouble, sizeof trouble, format, arguments);
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

/* ---- Nodes ---- */

static bool set_attributes(node *n, const ebv_case *record)
{
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i < record->attribute_count; ++i) {
        const ebv_attribute *attribute = &record->attributes[i];

        if (n->onnx.op != NULL) {
            const int64_t value = strtol(attribute->text, NULL, 10);

            status = bl_onnx_set(&n->onnx, attribute->name, 1, &value);
        } else if (n->openvino.op != NULL) {
            status = bl_openvino_set(&n->openvino, attribute->name, attribute->text);
        } else {
            status = BL_UNKNOWN_ATTRIBUTE;
        }
    }
    return status == BL_OK;
}

static bool set_rule(node *n, const ebv_case *record)
{
    char axis[32];

    if (n->openvino.op == NULL) {
        return true; /* ONNX's versions have one rule each, or the attribute `broadcast` */
    }
    if (record->rule != EBV_NUMPY && record->rule != EBV_NONE && record->rule != EBV_PDPD) {
        return false;
    }
    snprintf(axis, sizeof axis, "%ld", record->axis);
    return bl_openvino_set(&n->openvino, "auto_broadcast",
                           record->rule == EBV_NUMPY  ? "numpy"
                           : record->rule == EBV_NONE ? "none"
                                                      : "pdpd") == BL_OK &&
           (!record->has_axis || bl_openvino_set(&n->openvino, "axis", axis) == BL_OK);
}

/* The node that a record describes; false where the library has no such operator. */
static bool make_node(node *n, const ebv_case *record)
{
    static const bl_options defaults = BL_DEFAULT_OPTIONS;

    memset(n, 0, sizeof *n);
    n->options = defaults;
    if (strcmp(record->domain, "onnx") == 0) {
        n->onnx.op = bl_onnx_op_by_name(record->op);
        n->onnx.opset = record->opset;
    } else if (strcmp(record->domain, "openvino") == 0) {
        n->openvino.op = bl_openvino_op_by_name(record->op);
        n->openvino.opset = record->opset;
    } else if (strcmp(record->domain, "numpy") == 0 && strcmp(record->op, "FloorDivide") == 0) {
        n->plain = &bl_op_floor_div;
    }
    n->arity = n->onnx.op != NULL       ? n->onnx.op->input_count
               : n->openvino.op != NULL ? n->openvino.op->input_count
               : n->plain != NULL       ? n->plain->arity
                                        : 0;
    return n->arity > 0 && set_attributes(n, record) && set_rule(n, record);
}

/* The op that computes the node at this dtype. */
static const bl_op *op_of(const node *n, bl_dtype dtype)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_version_at(n->onnx.op, n->onnx.opset)->op;
    }
    if (n->openvino.op != NULL) {
        const bl_openvino_version *version = bl_openvino_version_of(n->openvino.op, n->openvino.opset);
        const bool is_float = oracle_types[dtype].kind == ORACLE_FLOAT;
        const bool floors = (n->openvino.given & BL_OPENVINO_M_PYTHONDIV) != 0 ? n->openvino.m_pythondiv != 0
                                                                               : version->m_pythondiv != 0;

        return version->python_op != NULL && floors && !is_float ? version->python_op : version->op;
    }
    return n->plain;
}

static bl_status infer(const node *n, const bl_array *const *inputs, size_t *shape, size_t *rank, bl_dtype *dtype)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_infer_shape(&n->onnx, inputs, TOP_RANK, shape, rank, dtype);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_infer_shape(&n->openvino, inputs, TOP_RANK, shape, rank, dtype);
    }
    *dtype = (bl_dtype)n->plain->tables[inputs[0]->dtype]->output;
    return bl_broadcast_shape(BL_RULE_NUMPY, -1, n->arity, inputs, TOP_RANK, shape, rank);
}

static bl_status make_plan(const node *n, bl_plan *plan, const bl_array *const *inputs, const bl_array *out)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_plan(plan, &n->onnx, inputs, out, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_plan(plan, &n->openvino, inputs, out, &n->options);
    }
    return bl_plan_make(plan, n->plain, inputs, out, &n->options);
}

static bl_status run(const node *n, const bl_array *const *inputs, const bl_array *out)
{
    if (n->onnx.op != NULL) {
        return bl_onnx_run(&n->onnx, inputs, out, &n->options);
    }
    if (n->openvino.op != NULL) {
        return bl_openvino_run(&n->openvino, inputs, out, &n->options);
    }
    return bl_run(n->plain, inputs, out, &n->options);
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
static outcome compare_with_oracle(const node *n, const ebv_case *record, const unsigned char *got)
{
    const bl_dtype dtype = record->output.dtype;
    const oracle_rule *rule = oracle_op(op_of(n, record->inputs[0].dtype)->name);
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
        exact = rule->value(record->inputs[0].dtype, x);
        is_off = is_off || exact != element_bits(dtype, record->output.data, i);
        if (!oracle_same(dtype, rule->moves, mine, exact)) {
            return failed("element %zu is %#llx where %#llx is exact", i, (unsigned long long)mine,
                          (unsigned long long)exact);
        }
    }
    inexact_records += is_off && (n->onnx.op == NULL || n->onnx.opset == record->opset);
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
static outcome run_as_is(const node *n, const ebv_case *record, const bl_array *const *inputs)
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
    status = run(n, inputs, &out);
    result = status != BL_OK ? failed("one call: %s", bl_status_string(status)) : compare(record, got, "one call");
    if (result == PASSED) {
        result = compare_with_oracle(n, record, got);
    }
    memset(got, 0x5a, bytes);
    if (result == PASSED) {
        status = make_plan(n, &plan, inputs, &out);
        status = status == BL_OK ? bl_plan_run(&plan, pointers, got) : status;
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
static outcome run_in_bulk(const node *n, const ebv_case *record)
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
    status = make_plan(n, &plan, inputs, &out);
    status = status == BL_OK ? bl_plan_run(&plan, pointers, got) : status;
    result = status != BL_OK ? failed("in bulk: %s", bl_status_string(status)) : compare(&bulk, got, "in bulk");
    if (status == BL_OK) {
        ++bulk_runs[plan.table->variants[plan.variant].isa];
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

static outcome check_inferred(const node *n, const ebv_case *record, const bl_array *const *inputs)
{
    size_t shape[TOP_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    const bl_status status = infer(n, inputs, shape, &rank, &dtype);

    if (status != BL_OK) {
        return failed("inferred: %s", bl_status_string(status));
    }
    if (!is_shape_of(&record->output, shape, rank)) {
        return failed("another shape is inferred");
    }
    return dtype == record->output.dtype ? PASSED : failed("%s is inferred", bl_dtype_name(dtype));
}

/* What an ONNX version does with types that it takes, later versions with the same rule do as well. */
static outcome run_in_other_versions(const node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_onnx_op *op = n->onnx.op;
    const unsigned dtype = 1U << record->inputs[n->arity - 1].dtype;
    outcome result = PASSED;
    node other = *n;

    if (op == NULL || bl_onnx_version_at(op, n->onnx.opset)->rule != BL_RULE_NUMPY) {
        return PASSED;
    }
    for (size_t v = 0; result == PASSED && v < op->version_count; ++v) {
        const bl_onnx_version *version = &op->versions[v];

        if (version->since != n->onnx.opset && version->rule == BL_RULE_NUMPY && (version->dtypes & dtype) != 0) {
            other.onnx.opset = version->since;
            result = run_as_is(&other, record, inputs);
            ++runs_in_other_versions;
        }
    }
    return result;
}

static outcome run_compute(const node *n, const ebv_case *record, const bl_array *const *inputs)
{
    outcome result = check_inferred(n, record, inputs);

    result = result == PASSED ? run_as_is(n, record, inputs) : result;
    result = result == PASSED ? run_in_other_versions(n, record, inputs) : result;
    return result == PASSED ? run_in_bulk(n, record) : result;
}

/* Refused, and the output as it was. Its shape is a's: what the error records disagree on is another thing. */
static outcome run_error(const node *n, const ebv_case *record, const bl_array *const *inputs)
{
    const bl_status wanted = strncmp(record->note, "Integer division by zero", 24) == 0 ? BL_ZERO_DIVISOR
                                                                                        : BL_SHAPES_DO_NOT_BROADCAST;
    const size_t bytes = ebv_bytes(&record->inputs[0]);
    unsigned char *got = (unsigned char *)allocate(bytes);
    node strict = *n;
    bl_array out = view_of(&record->inputs[0]);
    outcome result = PASSED;
    bl_status status;

    memset(got, 0xa5, bytes);
    out.data = got;
    strict.options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    status = run(&strict, inputs, &out);
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
};

static bool is_refused_shape(bl_status status)
{
    return status == BL_SHAPES_DIFFER || status == BL_SHAPES_DO_NOT_BROADCAST || status == BL_AXIS_OUT_OF_RANGE;
}

/* What the record says of the shapes, asked of one node. */
static outcome ask_node(const struct shape_node *asked, const ebv_case *record)
{
    const int64_t broadcast = 1, axis = record->axis;
    size_t shape[TOP_RANK], rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    bl_array views[BL_MAX_ARITY];
    const bl_array *inputs[BL_MAX_ARITY];
    ebv_case asking = *record;
    bl_status status;
    node n;

    snprintf(asking.op, sizeof asking.op, "%s", asked->op);
    snprintf(asking.domain, sizeof asking.domain, "%s", asked->domain);
    asking.opset = asked->opset;
    if (!make_node(&n, &asking) || n.arity != asked->inputs) {
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
    status = infer(&n, inputs, shape, &rank, &dtype);
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
    static const bl_rule rules[] = {BL_RULE_NUMPY, BL_RULE_NONE, BL_RULE_COUNT, BL_RULE_COUNT, BL_RULE_ONNX_LEGACY,
                                    BL_RULE_PDPD};
    size_t shape[TOP_RANK], rank = 0;
    const bl_status status = bl_broadcast_shape(rules[record->rule], record->has_axis ? record->axis : -1,
                                                record->input_count, inputs, TOP_RANK, shape, &rank);

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

static outcome does_not_apply(char *why, const char *what, const char *op)
{
    snprintf(why, EBV_TEXT, "%s: %s", what, op);
    return DOES_NOT_APPLY;
}

static outcome run_record(const ebv_case *record, node *n, char *why)
{
    bl_array views[EBV_MAX_INPUTS];
    const bl_array *inputs[EBV_MAX_INPUTS];
    bl_dtype dtype;

    n->arity = 0;
    for (size_t i = 0; i < record->input_count; ++i) {
        views[i] = view_of(&record->inputs[i]);
        inputs[i] = &views[i];
    }
    if (record->input_count > 2 && record->rule == EBV_PDPD) {
        return does_not_apply(why, "the library's pdpd rule is for two inputs", record->op);
    }
    if (record->inputs[0].dtype == BL_DTYPE_COUNT) {
        if (record->rule == EBV_UNIDIRECTIONAL) {
            return does_not_apply(why, "only operators that the library does not have broadcast so", "PRelu");
        }
        return run_shape(record, inputs);
    }
    if (!make_node(n, record) || n->arity != record->input_count) {
        return failed("the library has no such node");
    }
    dtype = record->inputs[n->arity - 1].dtype;
    if (op_of(n, dtype)->tables[dtype] == NULL) {
        snprintf(why, EBV_TEXT, "the library's %s does not take %s: %s", op_of(n, dtype)->name, bl_dtype_name(dtype),
                 record->op);
        n->arity = 0;
        return DOES_NOT_APPLY;
    }
    return record->kind == EBV_COMPUTE ? run_compute(n, record, inputs) : run_error(n, record, inputs);
}

/* ---- Counting ---- */

static void count_reason(report *r, const char *text, int count)
{
    size_t i = 0;

    while (i < r->reason_count && strcmp(r->reasons[i].text, text) != 0) {
        ++i;
    }
    if (i == MOST_TALLIES) {
        printf("Bail out! too many reasons\n");
        exit(1);
    }
    r->reason_count += i == r->reason_count;
    snprintf(r->reasons[i].text, sizeof r->reasons[i].text, "%s", text);
    r->reasons[i].count += count;
}

static tally *tally_of(report *r, const char *op)
{
    size_t i = 0;

    while (i < r->tally_count && strcmp(r->tallies[i].op, op) != 0) {
        ++i;
    }
    if (i == MOST_TALLIES) {
        printf("Bail out! too many operators\n");
        exit(1);
    }
    if (i == r->tally_count) {
        ++r->tally_count;
        snprintf(r->tallies[i].op, sizeof r->tallies[i].op, "%s", op);
    }
    return &r->tallies[i];
}

/* The version and the rule that were used, by the front end's own rows. */
static void count_conformance(const node *n, const ebv_case *record)
{
    const char *dtype = bl_dtype_name(record->inputs[n->arity - 1].dtype);
    char key[EBV_TEXT];
    size_t i = 0;

    if (n->onnx.op != NULL) {
        const bl_onnx_version *version = bl_onnx_version_at(n->onnx.op, n->onnx.opset);
        const bool broadcasts = (n->onnx.given & BL_ONNX_BROADCAST) != 0 && n->onnx.broadcast == 1;
        static const char *const rules[] = {"numpy", "none", "pdpd", "onnx_legacy"};

        snprintf(key, sizeof key, "onnx %s %u %s %s", n->onnx.op->name, (unsigned)version->since, dtype,
                 rules[broadcasts ? version->broadcast_rule : version->rule]);
    } else if (n->openvino.op != NULL) {
        snprintf(key, sizeof key, "openvino %s %d %s %s", n->openvino.op->name, n->openvino.opset, dtype,
                 record->rule == EBV_NUMPY  ? "numpy"
                 : record->rule == EBV_NONE ? "none"
                                            : "pdpd");
    } else {
        return;
    }
    while (i < conformance_count && strcmp(counts[i].key, key) != 0) {
        ++i;
    }
    if (i == MOST_COUNTS) {
        printf("Bail out! too many counts\n");
        exit(1);
    }
    conformance_count += i == conformance_count;
    memcpy(counts[i].key, key, sizeof key);
    ++counts[i].count;
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const conformance *)a)->key, ((const conformance *)b)->key);
}

static void write_counts(FILE *file)
{
    qsort(counts, conformance_count, sizeof *counts, compare_keys);
    fprintf(file, "# Published test vectors that pass: spec, operator, version, dtype, rule, how many. Written by "
                  "tests/vectors.c.\n");
    for (size_t i = 0; i < conformance_count; ++i) {
        fprintf(file, "%s %d\n", counts[i].key, counts[i].count);
    }
}

static bool make_counts(const char *path)
{
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        return false;
    }
    write_counts(file);
    return fclose(file) == 0;
}

/* Whether the file at the path is what write_counts would write. */
static bool are_counts(const char *path)
{
    FILE *file = fopen(path, "r");
    FILE *written = tmpfile();
    bool same = file != NULL && written != NULL;

    if (same) {
        int a, b;

        write_counts(written);
        rewind(written);
        do {
            a = getc(file);
            b = getc(written);
        } while (a == b && a != EOF);
        same = a == b;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (written != NULL) {
        fclose(written);
    }
    return same;
}

/* ---- Files ---- */

/* A comment of tests/vectors/carry.awk: "# left out: Pow 12". */
static void take_comment(void *context, const char *text)
{
    report *r = (report *)context;
    char op[32], why[EBV_TEXT];
    int count;

    if (sscanf(text, " left out: %31s %d", op, &count) == 2) {
        snprintf(why, sizeof why, "the library has no operator %s", op);
        count_reason(r, why, count);
        r->records += count;
    }
}

static void print_report(const report *r, const char *name)
{
    int ran = 0, passed = 0, others = 0;

    for (size_t i = 0; i < r->tally_count; ++i) {
        ran += r->tallies[i].passed + r->tallies[i].failed;
        passed += r->tallies[i].passed;
    }
    for (size_t i = 0; i < r->reason_count; ++i) {
        others += r->reasons[i].count;
    }
    printf("# %s: %d records: %d ran, %d passed, %d do not apply\n", name, r->records, ran, passed, others);
    for (size_t i = 0; i < r->reason_count; ++i) {
        printf("#   %d: %s\n", r->reasons[i].count, r->reasons[i].text);
    }
}

static void run_file(const char *path)
{
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    static report r;
    ebv_reader reader = {0};
    ebv_case record;

    memset(&r, 0, sizeof r);
    reader.file = fopen(path, "rb");
    reader.comment = take_comment;
    reader.context = &r;
    if (!ok(reader.file != NULL, "%s opens", path)) {
        return;
    }
    while (ebv_read(&reader, &record)) {
        char why[EBV_TEXT];
        node n;
        const outcome result = run_record(&record, &n, why);

        ++r.records;
        if (result == DOES_NOT_APPLY) {
            count_reason(&r, why, 1);
        } else {
            tally *t = tally_of(&r, record.op);

            t->passed += result == PASSED;
            t->failed += result == FAILED;
            if (result == FAILED) {
                printf("# %s: %s (%s)\n", record.id, trouble, record.source);
            } else if (n.arity > 0) {
                count_conformance(&n, &record);
            }
        }
        ebv_free(&record);
    }
    ok(reader.error[0] == '\0', "%s is read to its end%s%s", name, reader.error[0] == '\0' ? "" : ": ", reader.error);
    ebv_free(&record);
    fclose(reader.file);
    for (size_t i = 0; i < r.tally_count; ++i) {
        ok(r.tallies[i].failed == 0, "%s: %s: %d of %d pass", name, r.tallies[i].op, r.tallies[i].passed,
           r.tallies[i].passed + r.tallies[i].failed);
    }
    print_report(&r, name);
}

static int usage(void)
{
    fprintf(stderr, "usage: vectors [--write] ISA COUNTS FILE.ebv...\n");
    return 2;
}

int main(int argc, char **argv)
{
    const bool writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    bl_isa isa = BL_ISA_ANY;
    const char *name, *counts_path;

    argv += 1 + writes;
    argc -= 1 + writes;
    if (argc < 3) {
        return usage();
    }
    name = argv[0];
    counts_path = argv[1];
    if (bl_isa_from_name(name, &isa) != BL_OK || isa == BL_ISA_ANY) {
        fprintf(stderr, "vectors: there is no instruction set %s\n", name);
        return usage();
    }
    if (!bl_isa_available(isa) || bl_isa_limit(isa) != BL_OK) {
        printf("1..0 # SKIP this processor has no %s\n", name);
        return 0;
    }
    for (int i = 2; i < argc; ++i) {
        run_file(argv[i]);
    }
    printf("# in bulk:");
    for (size_t i = 0; i < bl_isa_row_count; ++i) {
        if (bulk_runs[i + 1] > 0) {
            printf(" %s %d", bl_isa_rows[i].name, bulk_runs[i + 1]);
        }
    }
    printf("\n# %d records publish a value that is within their tolerance of the exactly rounded one, but not it\n",
           inexact_records);
    printf("# %d more runs of ONNX records in the other versions that take them\n", runs_in_other_versions);
    ok(bulk_runs[isa] > 0, "%s's own kernels ran on %d records", name, bulk_runs[isa]);
    if (writes) {
        ok(make_counts(counts_path), "%s is written", counts_path);
    } else {
        ok(are_counts(counts_path), "%s is what this run gives", counts_path);
    }
    return done_testing();
}
