/* The reader of examples/onnx_node on good and bad files: what it computes, what it refuses and in which words, that
 * every cut-off file is refused, and that no damaged one makes it crash (under the sanitizers above all).
 *
 *   onnx_files               the tests; TAP
 *   onnx_files --write DIR   writes the same files: DIR/good and DIR/chain (node-test folders), DIR/model_….onnx and
 *                            DIR/tensor_….pb, each bad in the way of its name, for tests/onnx/onnx_node.t
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "graph.h"
#include "harness/tap.h"

enum { ROOM = 4000,
       OPSET = 13,
       FLOAT = 1, /* AttributeProto.type */
       INT = 2,
       STRING = 3,
       TENSOR = 4,
       MUTATIONS = 20000 };

/* ---- A good model: y = x * w + c, with w an initialiser, c a Constant ---- */

typedef struct model {
    Onnx__ModelProto model;
    Onnx__OperatorSetIdProto opset, *opsets[2];
    Onnx__GraphProto graph;
    Onnx__NodeProto constant, mul, add, *nodes[3];
    char *constant_outputs[1], *mul_inputs[2], *mul_outputs[1], *add_inputs[2], *add_outputs[1];
    Onnx__AttributeProto value, *values[1], extra, *extras[2];
    Onnx__TensorProto w, c, *initializers[2];
    Onnx__ValueInfoProto x, y, *inputs[2], *outputs[1];
    Onnx__TypeProto x_type, y_type;
    Onnx__TypeProto__Tensor x_tensor, y_tensor;
    Onnx__TensorShapeProto shape;
    Onnx__TensorShapeProto__Dimension rows, cols, *dims[2];
    int64_t w_dims[3];
    float w_values[3], c_values[2];
    Onnx__StringStringEntryProto place, *places[1];
    Onnx__TensorProto__Segment segment;
    int32_t int_value;
} model;

static char name_x[] = "x", name_y[] = "y", name_w[] = "w", name_c[] = "c", name_xw[] = "xw", name_none[] = "",
            name_value[] = "value", op_mul[] = "Mul", op_add[] = "Add", op_constant[] = "Constant",
            op_unknown[] = "MatMul", domain_other[] = "com.example", name_axis[] = "axis", name_alpha[] = "alpha",
            key_location[] = "location";

static void declare(Onnx__ValueInfoProto *info, Onnx__TypeProto *type, Onnx__TypeProto__Tensor *tensor, char *name,
                    Onnx__TensorShapeProto *shape)
{
    onnx__value_info_proto__init(info);
    onnx__type_proto__init(type);
    onnx__type_proto__tensor__init(tensor);
    info->name = name;
    info->type = type;
    type->tensor_type = tensor;
    tensor->has_elem_type = 1;
    tensor->elem_type = 1;
    tensor->shape = shape;
}

static void make_node(Onnx__NodeProto *node, char *op, char **inputs, size_t count, char **outputs)
{
    onnx__node_proto__init(node);
    node->op_type = op;
    node->name = op;
    node->input = inputs;
    node->n_input = count;
    node->output = outputs;
    node->n_output = 1;
}

static void make_graph(model *m)
{
    onnx__graph_proto__init(&m->graph);
    m->nodes[0] = &m->constant;
    m->nodes[1] = &m->mul;
    m->nodes[2] = &m->add;
    m->graph.node = m->nodes;
    m->graph.n_node = 3;
    m->initializers[0] = &m->w;
    m->initializers[1] = &m->c;
    m->graph.initializer = m->initializers;
    m->graph.n_initializer = 1;
    m->inputs[0] = &m->x;
    m->inputs[1] = &m->y;
    m->graph.input = m->inputs;
    m->graph.n_input = 1;
    m->outputs[0] = &m->y;
    m->graph.output = m->outputs;
    m->graph.n_output = 1;
}

static void make_tensors(model *m)
{
    static const float w_values[3] = {0.5F, -2.0F, 3.0F};

    onnx__tensor_proto__init(&m->w);
    memcpy(m->w_values, w_values, sizeof w_values);
    m->w.name = name_w;
    m->w.has_data_type = 1;
    m->w.data_type = 1;
    m->w_dims[0] = 3;
    m->w.dims = m->w_dims;
    m->w.n_dims = 1;
    m->w.has_raw_data = 1;
    m->w.raw_data.data = (uint8_t *)m->w_values; /* little-endian hosts */
    m->w.raw_data.len = sizeof m->w_values;
    onnx__tensor_proto__init(&m->c);
    m->c.has_data_type = 1;
    m->c.data_type = 1;
    m->c_values[0] = 1.0F;
    m->c.float_data = m->c_values;
    m->c.n_float_data = 1;
}

static void make_model(model *m)
{
    memset(m, 0, sizeof *m);
    onnx__model_proto__init(&m->model);
    onnx__operator_set_id_proto__init(&m->opset);
    m->model.has_ir_version = 1;
    m->model.ir_version = 8;
    m->opset.has_version = 1;
    m->opset.version = OPSET;
    m->opsets[0] = m->opsets[1] = &m->opset;
    m->model.opset_import = m->opsets;
    m->model.n_opset_import = 1;
    m->model.graph = &m->graph;
    make_graph(m);
    make_tensors(m);
    m->constant_outputs[0] = m->add_inputs[1] = name_c;
    m->mul_inputs[0] = name_x;
    m->mul_inputs[1] = name_w;
    m->mul_outputs[0] = m->add_inputs[0] = name_xw;
    m->add_outputs[0] = name_y;
    make_node(&m->constant, op_constant, NULL, 0, m->constant_outputs);
    make_node(&m->mul, op_mul, m->mul_inputs, 2, m->mul_outputs);
    make_node(&m->add, op_add, m->add_inputs, 2, m->add_outputs);
    onnx__attribute_proto__init(&m->value);
    m->value.name = name_value;
    m->value.has_type = 1;
    m->value.type = TENSOR;
    m->value.t = &m->c;
    m->values[0] = &m->value;
    m->constant.attribute = m->values;
    m->constant.n_attribute = 1;
    onnx__attribute_proto__init(&m->extra);
    m->extra.has_type = 1;
    m->extra.type = INT;
    m->extra.has_i = 1;
    m->extras[0] = m->extras[1] = &m->extra;
    m->add.attribute = m->extras;
    onnx__tensor_shape_proto__init(&m->shape);
    onnx__tensor_shape_proto__dimension__init(&m->rows);
    onnx__tensor_shape_proto__dimension__init(&m->cols);
    m->cols.has_dim_value = 1;
    m->cols.dim_value = 3;
    m->dims[0] = &m->rows; /* any number of rows */
    m->dims[1] = &m->cols;
    m->shape.dim = m->dims;
    m->shape.n_dim = 2;
    declare(&m->x, &m->x_type, &m->x_tensor, name_x, &m->shape);
    declare(&m->y, &m->y_type, &m->y_tensor, name_y, &m->shape);
    onnx__string_string_entry_proto__init(&m->place);
    m->place.key = key_location;
    m->place.value = name_w;
    m->places[0] = &m->place;
    onnx__tensor_proto__segment__init(&m->segment);
}

/* ---- What is done to it, and what is said of that ---- */

typedef struct bad_model {
    const char *name;
    void (*spoil)(model *m);
    const char *says;
} bad_model;

static void no_graph(model *m)
{
    m->model.graph = NULL;
}

static void no_opset(model *m)
{
    m->model.n_opset_import = 0;
}

static void two_opsets(model *m)
{
    m->model.n_opset_import = 2;
}

static void opset_0(model *m)
{
    m->opset.version = 0;
}

static void opset_99(model *m)
{
    m->opset.version = 99;
}

static void unknown_operator(model *m)
{
    m->add.op_type = op_unknown;
}

static void no_operator(model *m)
{
    m->add.op_type = NULL;
}

static void other_domain(model *m)
{
    m->add.domain = domain_other;
}

static void cycle(model *m)
{
    m->mul_inputs[1] = name_y;
}

static void own_output(model *m)
{
    m->mul_inputs[1] = name_xw;
}

static void wrong_order(model *m)
{
    m->nodes[1] = &m->add;
    m->nodes[2] = &m->mul;
}

static void missing_input(model *m)
{
    m->add_inputs[1] = name_alpha;
}

static void empty_input(model *m)
{
    m->add_inputs[1] = name_none;
}

static void one_input(model *m)
{
    m->add.n_input = 1;
}

static void no_output(model *m)
{
    m->add.n_output = 0;
}

static void same_output_twice(model *m)
{
    m->mul_outputs[0] = name_c;
}

static void same_input_twice(model *m)
{
    m->inputs[1] = &m->x;
    m->graph.n_input = 2;
}

static void another_input(model *m)
{
    m->y.name = name_alpha;
    m->graph.n_input = 2;
}

static void no_graph_output(model *m)
{
    m->graph.n_output = 0;
}

static void output_from_nowhere(model *m)
{
    m->y.name = name_alpha;
}

static void unknown_attribute(model *m)
{
    m->extra.name = name_alpha;
    m->add.n_attribute = 1;
}

static void later_attribute(model *m)
{
    m->extra.name = name_axis;
    m->add.n_attribute = 1;
}

static void attribute_twice(model *m)
{
    m->extra.name = name_axis;
    m->opset.version = 6;
    m->add.n_attribute = 2;
}

static void attribute_of_wrong_type(model *m)
{
    m->extra.name = name_axis;
    m->extra.type = 1;
    m->opset.version = 6;
    m->add.n_attribute = 1;
}

static void axis_without_broadcast(model *m)
{
    m->extra.name = name_axis;
    m->opset.version = 6;
    m->graph.n_node = 3;
    m->mul.attribute = m->extras;
    m->mul.n_attribute = 1;
}

static void legacy_shapes_differ(model *m)
{
    m->opset.version = 6;
}

static void constant_without_value(model *m)
{
    m->constant.n_attribute = 0;
}

static void constant_of_no_tensor(model *m)
{
    m->value.t = NULL;
}

static void shapes_do_not_broadcast(model *m)
{
    m->w_dims[0] = 2;
    m->w.raw_data.len = 8;
}

static void types_differ(model *m)
{
    m->w.data_type = 6;
}

static void declared_input_type(model *m)
{
    m->x_tensor.elem_type = 11;
}

static void declared_input_rank(model *m)
{
    m->shape.n_dim = 1;
}

static void declared_dim(model *m)
{
    m->cols.dim_value = 4;
}

static void declared_output_type(model *m)
{
    m->y_tensor.elem_type = 10;
}

static void input_without_type(model *m)
{
    m->x.type = NULL;
}

static void raw_data_too_short(model *m)
{
    m->w.raw_data.len = 11;
}

static void raw_data_missing(model *m)
{
    m->w.has_raw_data = 0;
}

static void raw_data_and_numbers(model *m)
{
    m->w.float_data = m->c_values;
    m->w.n_float_data = 1;
}

static void numbers_of_other_type(model *m)
{
    m->w.has_raw_data = 0;
    m->w.int32_data = &m->int_value;
    m->w.n_int32_data = 1;
}

static void too_many_numbers(model *m)
{
    m->c.n_float_data = 2;
}

static void number_out_of_range(model *m)
{
    m->w.data_type = 3; /* int8 */
    m->w.n_dims = 0;
    m->w.has_raw_data = 0;
    m->int_value = 128;
    m->w.int32_data = &m->int_value;
    m->w.n_int32_data = 1;
}

static void external_data(model *m)
{
    m->w.has_data_location = 1;
    m->w.data_location = 1;
    m->w.has_raw_data = 0;
    m->w.external_data = m->places;
    m->w.n_external_data = 1;
}

static void external_data_unsaid(model *m)
{
    m->w.external_data = m->places;
    m->w.n_external_data = 1;
}

static void in_segments(model *m)
{
    m->w.segment = &m->segment;
}

static void negative_dim(model *m)
{
    m->w_dims[0] = -3;
}

static void huge_dim(model *m)
{
    m->w_dims[0] = INT64_MAX;
}

static void dims_that_overflow(model *m)
{
    m->w_dims[0] = m->w_dims[1] = m->w_dims[2] = (int64_t)1 << 32;
    m->w.n_dims = 3;
}

static void string_tensor(model *m)
{
    m->w.data_type = 8;
}

static void unknown_tensor_type(model *m)
{
    m->w.data_type = 1000;
}

static const bad_model bad_models[] = {
    {"no_graph", no_graph, "no graph"},
    {"no_opset", no_opset, "which version"},
    {"two_opsets", two_opsets, "more than one version"},
    {"opset_0", opset_0, "opset 0"},
    {"opset_99", opset_99, "opset 99"},
    {"unknown_operator", unknown_operator, "node 2, MatMul 'Add': there is no such operator"},
    {"no_operator", no_operator, "no such operator"},
    {"other_domain", other_domain, "domain 'com.example'"},
    {"cycle", cycle, "node 1, Mul 'Mul': its input 'y' comes from itself or a later node"},
    {"own_output", own_output, "comes from itself or a later node"},
    {"wrong_order", wrong_order, "not in topological order"},
    {"missing_input", missing_input, "'alpha' comes from nowhere"},
    {"empty_input", empty_input, "node 2, Add 'Add': Add-13"},
    {"one_input", one_input, "Add-13 takes 2 inputs, not 1"},
    {"no_output", no_output, "it has 0 outputs"},
    {"same_output_twice", same_output_twice, "there is a value of that name already"},
    {"same_input_twice", same_input_twice, "there is a value of that name already"},
    {"another_input", another_input, "takes 2 inputs and 1"},
    {"no_graph_output", no_graph_output, "the graph has no output"},
    {"output_from_nowhere", output_from_nowhere, "'alpha' comes from nowhere"},
    {"unknown_attribute", unknown_attribute, "attribute 'alpha'"},
    {"later_attribute", later_attribute, "axis"},
    {"attribute_twice", attribute_twice, "attribute 'axis' is given twice"},
    {"attribute_of_wrong_type", attribute_of_wrong_type, "attribute 'axis'"},
    {"axis_without_broadcast", axis_without_broadcast, "broadcast"},
    {"legacy_shapes_differ", legacy_shapes_differ, "node 1, Mul 'Mul'"},
    {"constant_without_value", constant_without_value, "Constant"},
    {"constant_of_no_tensor", constant_of_no_tensor, "'value' is no tensor"},
    {"shapes_do_not_broadcast", shapes_do_not_broadcast, "node 1, Mul 'Mul'"},
    {"types_differ", types_differ, "node 1, Mul 'Mul'"},
    {"declared_input_type", declared_input_type, "declared double and is float"},
    {"declared_input_rank", declared_input_rank, "not the shape that is declared"},
    {"declared_dim", declared_dim, "not the shape that is declared"},
    {"declared_output_type", declared_output_type, "the graph's output: 'y' is declared float16 and is float"},
    {"input_without_type", input_without_type, "without the type of a tensor"},
    {"raw_data_too_short", raw_data_too_short, "raw_data has 11 bytes where the dims and the type float say 12"},
    {"raw_data_missing", raw_data_missing, "float_data has 0 elements where the dims say 3"},
    {"raw_data_and_numbers", raw_data_and_numbers, "float_data is set besides raw_data"},
    {"numbers_of_other_type", numbers_of_other_type, "int32_data is set besides float_data"},
    {"too_many_numbers", too_many_numbers, "float_data has 2 elements where the dims say 1"},
    {"number_out_of_range", number_out_of_range, "out of range for int8"},
    {"external_data", external_data, "in another file"},
    {"external_data_unsaid", external_data_unsaid, "external_data"},
    {"in_segments", in_segments, "segment"},
    {"negative_dim", negative_dim, "dim 0 is negative"},
    {"huge_dim", huge_dim, "too large"},
    {"dims_that_overflow", dims_that_overflow, "too large"},
    {"string_tensor", string_tensor, "(string)"},
    {"unknown_tensor_type", unknown_tensor_type, "type 1000"},
};

enum { BAD_MODELS = sizeof bad_models / sizeof bad_models[0] };

static size_t pack(const model *m, uint8_t bytes[ROOM])
{
    const size_t size = onnx__model_proto__get_packed_size(&m->model);

    if (size > ROOM) {
        printf("Bail out! a model of %zu bytes\n", size);
        exit(1);
    }
    return onnx__model_proto__pack(&m->model, bytes);
}

/* ---- Running it ---- */

static const float x_values[6] = {1, 2, 3, -4, 0.25F, 4};
static const float y_values[6] = {1.5F, -3, 10, -1, 0.5F, 13};

/* The input, x; its memory is the caller's. */
static npy_array make_input(void)
{
    static const size_t shape[2] = {2, 3};
    npy_array array;
    npy_error error;

    if (!npy_allocate(BL_F32, 2, shape, &array, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    memcpy(array.data, x_values, sizeof x_values);
    return array;
}

/* Everything that onnx_node does to a model. The bytes are copied to memory of their size, which the sanitizer guards.
 */
static bool run(const uint8_t *bytes, size_t size, float *y, onnx_error *error)
{
    static const bl_options options = BL_DEFAULT_OPTIONS;
    uint8_t *copy = (uint8_t *)malloc(size > 0 ? size : 1);
    npy_array x = make_input();
    onnx_graph graph;
    bool done;

    memcpy(copy, bytes, size);
    done = onnx_load(copy, size, &graph, error);
    free(copy);
    if (done) {
        done = onnx_prepare(&graph, 1, &x, &options, error) && onnx_run(&graph, error);
        if (done && y != NULL) {
            memcpy(y, graph.values[graph.outputs[0]].array.data, sizeof y_values);
        }
        for (size_t s = 0; done && s < graph.step_count; ++s) {
            char text[200];

            onnx_describe(&graph, &graph.steps[s], text, sizeof text);
        }
        onnx_free(&graph);
    }
    npy_free(&x);
    return done;
}

static void test_good(const uint8_t *bytes, size_t size)
{
    onnx_error error = {""};
    float y[6] = {0};
    const bool done = run(bytes, size, y, &error);

    ok(done, "the good model runs%s%s", done ? "" : ": ", error.text);
    ok(memcmp(y, y_values, sizeof y) == 0, "and gives x * w + c");
}

static void test_bad_models(void)
{
    for (size_t i = 0; i < BAD_MODELS; ++i) {
        uint8_t bytes[ROOM];
        onnx_error error = {""};
        model m;
        bool done;

        make_model(&m);
        bad_models[i].spoil(&m);
        done = run(bytes, pack(&m, bytes), NULL, &error);
        ok(!done && strstr(error.text, bad_models[i].says) != NULL, "%s: %s", bad_models[i].name,
           done ? "it runs" : error.text);
    }
}

static void test_truncated(const uint8_t *bytes, size_t size)
{
    size_t refused = 0;
    onnx_error error;

    for (size_t length = 0; length < size; ++length) {
        refused += !run(bytes, length, NULL, &error);
    }
    ok(refused == size, "of the good model's %zu beginnings %zu are refused", size, refused);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

/* No crash is all that is asked: some of what is damaged is another good model. */
static void test_damaged(const uint8_t *bytes, size_t size)
{
    uint32_t state = 4;
    int refused = 0;
    onnx_error error;

    for (int i = 0; i < MUTATIONS; ++i) {
        uint8_t damaged[ROOM];

        memcpy(damaged, bytes, size);
        for (uint32_t k = next_random(&state) % 3; k < 3; ++k) {
            damaged[next_random(&state) % size] = (uint8_t)next_random(&state);
        }
        refused += !run(damaged, size, NULL, &error);
    }
    ok(refused > MUTATIONS / 4 && refused < MUTATIONS, "of %d damaged models %d are refused, and none crashes",
       MUTATIONS, refused);
}

/* ---- A chain of nodes of all kinds: any number of inputs, optional ones, attributes of every type, three outputs ---- */

typedef struct link {
    const char *op, *output, *inputs[4];
    int type; /* of its attribute; 0: it has none */
    const char *attribute, *text;
    float real;
    int64_t integer;
} link;

static const link links[] = {
    {"Constant", "half", {NULL}, FLOAT, "value_float", NULL, 0.5F, 0},
    {"LeakyRelu", "leaky", {"x"}, FLOAT, "alpha", NULL, 0.5F, 0},
    {"Constant", "most", {NULL}, FLOAT, "value_float", NULL, 2.5F, 0},
    {"Clip", "clipped", {"leaky", "", "most"}, 0, NULL, NULL, 0, 0},
    {"Max", "largest", {"clipped", "half", "w"}, 0, NULL, NULL, 0, 0},
    {"QuantizeLinear", "bytes", {"largest", "scales", "zeros"}, INT, "axis", NULL, 0, -1},
    {"BitShift", "shifted", {"bytes", "one"}, STRING, "direction", "LEFT", 0, 0},
    {"Cast", "integers", {"shifted"}, INT, "to", NULL, 0, 6},
    {"Less", "is_cut", {"clipped", "leaky"}, 0, NULL, NULL, 0, 0},
    {"Where", "chosen", {"is_cut", "clipped", "x"}, 0, NULL, NULL, 0, 0},
};

static const float chain_w[3] = {-1, 2.25F, 0}, chain_scales[3] = {0.5F, 0.25F, 1};
static const uint8_t chain_zeros[3] = {0, 0, 1}, chain_one[1] = {1};

static const struct chain_tensor {
    const char *name;
    bl_dtype dtype;
    size_t count;
    const void *elements;
} chain_initializers[] = {
    {"w", BL_F32, 3, chain_w},
    {"scales", BL_F32, 3, chain_scales},
    {"zeros", BL_U8, 3, chain_zeros},
    {"one", BL_U8, 1, chain_one},
};

/* Worked out by hand from x_values. */
static const int32_t chain_integers[6] = {4, 18, 6, 2, 18, 6};
static const uint8_t chain_is_cut[6] = {0, 0, 1, 0, 0, 1};
static const float chain_chosen[6] = {1, 2, 2.5F, -4, 0.25F, 2.5F};
static const struct chain_tensor chain_outputs[3] = {
    {"integers", BL_I32, 6, chain_integers},
    {"is_cut", BL_BOOL, 6, chain_is_cut},
    {"chosen", BL_F32, 6, chain_chosen},
};

enum { LINKS = sizeof links / sizeof links[0],
       CHAIN_INITIALIZERS = sizeof chain_initializers / sizeof chain_initializers[0],
       CHAIN_OUTPUTS = sizeof chain_outputs / sizeof chain_outputs[0],
       NAME_ROOM = 20 };

/* protobuf-c's structs want names that may be written to. */
static char *name_of(const char *text)
{
    static char names[100][NAME_ROOM];
    static size_t count;

    for (size_t i = 0; i < count; ++i) {
        if (strcmp(names[i], text) == 0) {
            return names[i];
        }
    }
    snprintf(names[count], NAME_ROOM, "%s", text);
    return names[count++];
}

static void make_link(const link *from, Onnx__NodeProto *node, Onnx__AttributeProto *attribute, char **names,
                      Onnx__AttributeProto **attributes)
{
    size_t count = 0;

    for (; count < 4 && from->inputs[count] != NULL; ++count) {
        names[count] = name_of(from->inputs[count]);
    }
    names[4] = name_of(from->output);
    make_node(node, name_of(from->op), names, count, &names[4]);
    if (from->type == 0) {
        return;
    }
    onnx__attribute_proto__init(attribute);
    attribute->name = name_of(from->attribute);
    attribute->has_type = 1;
    attribute->type = from->type;
    attribute->has_f = from->type == FLOAT;
    attribute->f = from->real;
    attribute->has_i = from->type == INT;
    attribute->i = from->integer;
    attribute->has_s = from->type == STRING;
    if (from->type == STRING) {
        attribute->s.data = (uint8_t *)name_of(from->text);
        attribute->s.len = strlen(from->text);
    }
    *attributes = attribute;
    node->attribute = attributes;
    node->n_attribute = 1;
}

/* The chain's bytes, with its nodes in the order 0, 1, … but for two that are exchanged. */
static size_t pack_chain(size_t one, size_t other, uint8_t bytes[ROOM])
{
    Onnx__NodeProto nodes[LINKS], *node_list[LINKS];
    Onnx__AttributeProto attributes[LINKS], *attribute_list[LINKS];
    Onnx__TensorProto tensors[CHAIN_INITIALIZERS], *tensor_list[CHAIN_INITIALIZERS];
    Onnx__ValueInfoProto outputs[CHAIN_OUTPUTS], *output_list[CHAIN_OUTPUTS];
    Onnx__TypeProto types[CHAIN_OUTPUTS];
    Onnx__TypeProto__Tensor output_tensors[CHAIN_OUTPUTS];
    char *names[LINKS][5];
    int64_t dims[CHAIN_INITIALIZERS];
    model m;

    make_model(&m);
    for (size_t i = 0; i < LINKS; ++i) {
        make_link(&links[i], &nodes[i], &attributes[i], names[i], &attribute_list[i]);
        node_list[i == one ? other : i == other ? one
                                                : i] = &nodes[i];
    }
    for (size_t i = 0; i < CHAIN_INITIALIZERS; ++i) {
        dims[i] = (int64_t)chain_initializers[i].count;
        tensors[i] = m.w;
        tensors[i].name = name_of(chain_initializers[i].name);
        tensors[i].data_type = onnx_data_type(chain_initializers[i].dtype);
        tensors[i].dims = &dims[i];
        tensors[i].raw_data.data = (uint8_t *)chain_initializers[i].elements;
        tensors[i].raw_data.len = chain_initializers[i].count * bl_dtype_size(chain_initializers[i].dtype);
        tensor_list[i] = &tensors[i];
    }
    for (size_t i = 0; i < CHAIN_OUTPUTS; ++i) {
        declare(&outputs[i], &types[i], &output_tensors[i], name_of(chain_outputs[i].name), &m.shape);
        output_tensors[i].elem_type = onnx_data_type(chain_outputs[i].dtype);
        output_list[i] = &outputs[i];
    }
    m.graph.node = node_list;
    m.graph.n_node = LINKS;
    m.graph.initializer = tensor_list;
    m.graph.n_initializer = CHAIN_INITIALIZERS;
    m.graph.output = output_list;
    m.graph.n_output = CHAIN_OUTPUTS;
    return pack(&m, bytes);
}

static bool is_output(const npy_array *array, size_t i)
{
    return array->dtype == chain_outputs[i].dtype && array->count == chain_outputs[i].count &&
           memcmp(array->data, chain_outputs[i].elements, array->count * bl_dtype_size(array->dtype)) == 0;
}

static void test_links(void)
{
    static const bl_options options = BL_DEFAULT_OPTIONS;
    uint8_t bytes[ROOM];
    const size_t size = pack_chain(0, 0, bytes);
    onnx_error error = {""};
    npy_array x = make_input();
    onnx_graph graph = {0};
    const bool done = onnx_load(bytes, size, &graph, &error) && onnx_prepare(&graph, 1, &x, &options, &error) &&
                      onnx_run(&graph, &error);

    ok(done, "a chain of %d nodes of all kinds runs%s%s", (int)LINKS, done ? "" : ": ", error.text);
    for (size_t i = 0; i < CHAIN_OUTPUTS; ++i) {
        ok(done && is_output(&graph.values[graph.outputs[i]].array, i), "and gives %s", chain_outputs[i].name);
    }
    onnx_free(&graph);
    npy_free(&x);
    for (size_t i = 1; i < LINKS; ++i) {
        const size_t back = pack_chain(i - 1, i, bytes);
        const bool depends = i > 2 && i != 8; /* those take nothing from the node before */

        ok(run(bytes, back, NULL, &error) != depends, "with nodes %zu and %zu exchanged it %s", i - 1, i,
           depends ? "is refused" : "runs");
    }
}

/* ---- Tensor files ---- */

typedef struct bad_tensor {
    const char *name;
    const char *bytes;
    size_t size;
    const char *says;
} bad_tensor;

#define BYTES(text) text, sizeof(text) - 1

/* Fields by hand: 08 dims, 10 data_type, 4a raw_data, 22 float_data, 6a external_data, 70 data_location. */
static const bad_tensor bad_tensors[] = {
    {"empty", BYTES(""), "type 0"},
    {"cut_varint", BYTES("\x08\x82"), "damaged"},
    {"cut_raw_data", BYTES("\x08\x02\x10\x01\x4a\x08\x00\x00"), "damaged"},
    {"lying_length", BYTES("\x08\x01\x10\x01\x4a\xff\xff\xff\xff\x0f\x00\x00\x00\x00"), "damaged"},
    {"lying_length_64", BYTES("\x08\x01\x10\x01\x4a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00"), "damaged"},
    {"short_raw_data", BYTES("\x08\x02\x10\x01\x4a\x04\x00\x00\x80\x3f"), "raw_data has 4 bytes"},
    {"long_raw_data", BYTES("\x10\x01\x4a\x05\x00\x00\x80\x3f\x00"), "raw_data has 5 bytes"},
    {"cut_packed", BYTES("\x08\x01\x10\x01\x22\x03\x00\x00\x80"), "damaged"},
    {"negative_dim", BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x10\x01\x4a\x00"), "negative"},
    {"external", BYTES("\x08\x01\x10\x01\x6a\x0d\x0a\x08location\x12\x01w\x70\x01"), "in another file"},
    {"text", BYTES("not a tensor at all\n"), "damaged"},
};

enum { BAD_TENSORS = sizeof bad_tensors / sizeof bad_tensors[0] };

static void test_bad_tensors(void)
{
    for (size_t i = 0; i < BAD_TENSORS; ++i) {
        npy_array array;
        onnx_error error = {""};
        const bool read = onnx_parse_tensor((const uint8_t *)bad_tensors[i].bytes, bad_tensors[i].size, &array, &error);

        ok(!read && strstr(error.text, bad_tensors[i].says) != NULL, "%s.pb: %s", bad_tensors[i].name,
           read ? "it is read" : error.text);
        if (read) {
            npy_free(&array);
        }
    }
}

/* Each dtype there and back, at every shape from rank 0 on; an empty array too. */
static void test_tensors(void)
{
    static const size_t shapes[][3] = {{0}, {3}, {2, 3}, {2, 0, 3}};

    for (int dtype = 0; dtype < BL_DTYPE_COUNT; ++dtype) {
        bool same = true;

        for (size_t rank = 0; rank < sizeof shapes / sizeof shapes[0]; ++rank) {
            npy_array array, back;
            npy_error trouble;
            onnx_error error;
            uint8_t *bytes;
            size_t size;

            if (!npy_allocate((bl_dtype)dtype, rank, shapes[rank], &array, &trouble)) {
                printf("Bail out! %s\n", trouble.text);
                exit(1);
            }
            for (size_t i = 0; i < array.count * bl_dtype_size(array.dtype); ++i) {
                ((uint8_t *)array.data)[i] = (uint8_t)(7 * i + 1);
            }
            bytes = onnx_pack_tensor(&array, "a", &size);
            same = same && bytes != NULL && onnx_parse_tensor(bytes, size, &back, &error);
            if (same) {
                same = back.dtype == array.dtype && back.rank == rank && back.count == array.count &&
                       memcmp(back.shape, array.shape, rank * sizeof *array.shape) == 0 &&
                       memcmp(back.data, array.data, array.count * bl_dtype_size(array.dtype)) == 0;
                npy_free(&back);
            }
            free(bytes);
            npy_free(&array);
        }
        ok(same, "%s tensors are packed and read", bl_dtype_name((bl_dtype)dtype));
    }
}

/* A chain of as many nodes as constants, which are inputs too, as old files have them. Where each name is looked for among
 * all, this takes more than half a minute. */
static void test_chain(void)
{
    enum { LENGTH = 20000,
           NAME = 12,
           SECONDS = 5 };
    static char constant_names[LENGTH][NAME], sum_names[LENGTH][NAME];
    static char *sources[LENGTH][2], *sums[LENGTH];
    static Onnx__NodeProto nodes[LENGTH], *node_list[LENGTH];
    static Onnx__TensorProto constants[LENGTH], *constant_list[LENGTH];
    static Onnx__ValueInfoProto inputs[LENGTH + 1], *input_list[LENGTH + 1];
    const clock_t start = clock();
    onnx_error error = {""};
    uint8_t *bytes;
    size_t size;
    model m;
    bool done;

    make_model(&m);
    input_list[LENGTH] = &m.x;
    for (size_t i = 0; i < LENGTH; ++i) {
        snprintf(constant_names[i], NAME, "c%zu", i);
        snprintf(sum_names[i], NAME, "s%zu", i);
        constants[i] = m.w;
        constants[i].name = constant_names[i];
        onnx__value_info_proto__init(&inputs[i]);
        inputs[i].name = constant_names[i];
        sources[i][0] = i > 0 ? sums[i - 1] : name_x;
        sources[i][1] = constant_names[i];
        sums[i] = i + 1 < LENGTH ? sum_names[i] : name_y;
        make_node(&nodes[i], op_add, sources[i], 2, &sums[i]);
        node_list[i] = &nodes[i];
        constant_list[i] = &constants[i];
        input_list[i] = &inputs[i];
    }
    m.graph.node = node_list;
    m.graph.n_node = LENGTH;
    m.graph.initializer = constant_list;
    m.graph.n_initializer = LENGTH;
    m.graph.input = input_list;
    m.graph.n_input = LENGTH + 1;
    size = onnx__model_proto__get_packed_size(&m.model);
    bytes = (uint8_t *)malloc(size);
    onnx__model_proto__pack(&m.model, bytes);
    done = run(bytes, size, NULL, &error);
    free(bytes);
    ok(done && (clock() - start) / CLOCKS_PER_SEC < SECONDS, "%d nodes and constants in %d seconds %s", (int)LENGTH,
       (int)SECONDS, error.text);
}

/* ---- Files for onnx_node ---- */

static void write_file(const char *folder, const char *name, const char *suffix, const void *bytes, size_t size)
{
    char path[1000];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* Six elements as those of make_input. */
static void write_array(const char *folder, const char *file, const char *name, bl_dtype dtype, const void *elements)
{
    npy_array array = make_input();
    size_t size;
    uint8_t *bytes;

    array.dtype = dtype; /* of at most the bytes of the input's */
    memcpy(array.data, elements, array.count * bl_dtype_size(dtype));
    bytes = onnx_pack_tensor(&array, name, &size);
    write_file(folder, file, ".pb", bytes, size);
    free(bytes);
    npy_free(&array);
}

static void write_chain(const char *folder)
{
    char data[600], name[20];
    uint8_t bytes[ROOM];

    snprintf(data, sizeof data, "%s/test_data_set_0", folder);
    write_file(folder, "model", ".onnx", bytes, pack_chain(0, 0, bytes));
    write_array(data, "input_0", "x", BL_F32, x_values);
    for (size_t i = 0; i < CHAIN_OUTPUTS; ++i) {
        snprintf(name, sizeof name, "output_%zu", i);
        write_array(data, name, chain_outputs[i].name, chain_outputs[i].dtype, chain_outputs[i].elements);
    }
}

/* The folders DIR/good and DIR/chain and the test_data_set_0 in each are there already. */
static void write_files(const char *folder)
{
    char good[500], chain[500], data[600], name[100];
    uint8_t bytes[ROOM];
    size_t size;
    model m;

    make_model(&m);
    size = pack(&m, bytes);
    snprintf(good, sizeof good, "%s/good", folder);
    snprintf(data, sizeof data, "%s/test_data_set_0", good);
    write_file(good, "model", ".onnx", bytes, size);
    write_array(data, "input_0", "x", BL_F32, x_values);
    write_array(data, "output_0", "y", BL_F32, y_values);
    snprintf(chain, sizeof chain, "%s/chain", folder);
    write_chain(chain);
    write_file(folder, "model_truncated", ".onnx", bytes, size / 2);
    for (size_t i = 0; i < BAD_MODELS; ++i) {
        make_model(&m);
        bad_models[i].spoil(&m);
        size = pack(&m, bytes);
        snprintf(name, sizeof name, "model_%s", bad_models[i].name);
        write_file(folder, name, ".onnx", bytes, size);
    }
    for (size_t i = 0; i < BAD_TENSORS; ++i) {
        snprintf(name, sizeof name, "tensor_%s", bad_tensors[i].name);
        write_file(folder, name, ".pb", bad_tensors[i].bytes, bad_tensors[i].size);
    }
}

int main(int argc, char **argv)
{
    uint8_t bytes[ROOM];
    size_t size;
    model m;

    if (argc == 3 && strcmp(argv[1], "--write") == 0) {
        write_files(argv[2]);
        return 0;
    }
    make_model(&m);
    size = pack(&m, bytes);
    test_good(bytes, size);
    test_links();
    test_bad_models();
    test_truncated(bytes, size);
    test_damaged(bytes, size);
    test_tensors();
    test_bad_tensors();
    test_chain();
    return done_testing();
}
