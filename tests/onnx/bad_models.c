/* Models and tensors with one error each: see models.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "models.h"

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
    m->add.op_type = name_of("MatMul");
}

static void no_operator(model *m)
{
    m->add.op_type = NULL;
}

static void other_domain(model *m)
{
    m->add.domain = name_of("com.example");
}

static void cycle(model *m)
{
    m->mul_inputs[1] = name_of("y");
}

static void own_output(model *m)
{
    m->mul_inputs[1] = name_of("xw");
}

static void wrong_order(model *m)
{
    m->nodes[1] = &m->add;
    m->nodes[2] = &m->mul;
}

static void missing_input(model *m)
{
    m->add_inputs[1] = name_of("alpha");
}

static void empty_input(model *m)
{
    m->add_inputs[1] = name_of("");
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
    m->mul_outputs[0] = name_of("c");
}

static void same_input_twice(model *m)
{
    m->inputs[1] = &m->x;
    m->graph.n_input = 2;
}

static void another_input(model *m)
{
    m->y.name = name_of("alpha");
    m->graph.n_input = 2;
}

static void no_graph_output(model *m)
{
    m->graph.n_output = 0;
}

static void output_from_nowhere(model *m)
{
    m->y.name = name_of("alpha");
}

static void unknown_attribute(model *m)
{
    m->extra.name = name_of("alpha");
    m->add.n_attribute = 1;
}

static void later_attribute(model *m)
{
    m->extra.name = name_of("axis");
    m->add.n_attribute = 1;
}

static void attribute_twice(model *m)
{
    m->extra.name = name_of("axis");
    m->extras[1] = &m->extra;
    m->opset.version = 6;
    m->add.n_attribute = 2;
}

static void attribute_of_wrong_type(model *m)
{
    m->extra.name = name_of("axis");
    m->extra.type = 1;
    m->opset.version = 6;
    m->add.n_attribute = 1;
}

static void axis_without_broadcast(model *m)
{
    m->extra.name = name_of("axis");
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

static void constant_of_other_domain(model *m)
{
    m->constant.domain = name_of("com.example");
}

static void initializer_twice(model *m)
{
    m->initializers[1] = &m->w;
    m->graph.n_initializer = 2;
}

static void too_many_dims(model *m)
{
    for (size_t d = 0; d < 9; ++d) { /* alternating, so that no two of them merge */
        m->w_dims[d] = 1 + d % 2;
        m->c_dims[d] = 2 - d % 2;
    }
    m->w.n_dims = m->c.n_dims = 9;
    m->w.raw_data.len = 16 * sizeof *m->w_values;
    m->c.n_float_data = 32;
    m->add_inputs[0] = name_of("w");
}

static void negative_declared_dim(model *m)
{
    m->cols.dim_value = -3;
}

/* Attributes with the type of another value than theirs. */
static void attribute_of(model *m, int type)
{
    m->opset.version = 6;
    m->extra.name = name_of("axis");
    m->extra.has_i = 0;
    m->extra.type = type;
    m->add.n_attribute = 1;
}

static void int_with_float(model *m)
{
    attribute_of(m, INT);
    m->extra.has_f = 1;
}

static void int_with_string(model *m)
{
    attribute_of(m, INT);
    m->extra.has_s = 1;
}

static void empty_string(model *m)
{
    attribute_of(m, STRING);
    m->extra.has_s = 1;
}

static void no_ints(model *m)
{
    attribute_of(m, INTS);
}

static void constant_as(model *m, const char *attribute, int type)
{
    m->value.name = name_of(attribute);
    m->value.type = type;
}

static void constant_without_float(model *m)
{
    constant_as(m, "value_float", FLOAT);
}

static void constant_with_int_as_float(model *m)
{
    constant_as(m, "value_float", INT);
    m->value.has_f = 1;
}

static void constant_without_int(model *m)
{
    constant_as(m, "value_int", INT);
}

static void constant_with_float_as_int(model *m)
{
    constant_as(m, "value_int", FLOAT);
    m->value.has_i = 1;
}

static void constant_with_ints_as_floats(model *m)
{
    constant_as(m, "value_floats", INTS);
}

static void constant_with_floats_as_ints(model *m)
{
    constant_as(m, "value_ints", FLOATS);
}

const bad_model bad_models[] = {
    {"no_graph", no_graph, "no graph"},
    {"no_opset", no_opset, "does not import a version"},
    {"two_opsets", two_opsets, "more than one version"},
    {"opset_0", opset_0, "opset 0"},
    {"opset_99", opset_99, "opset 99"},
    {"unknown_operator", unknown_operator, "node 2, MatMul 'Add': the library lacks this operator"},
    {"no_operator", no_operator, "the library lacks this operator"},
    {"other_domain", other_domain, "domain 'com.example'"},
    {"cycle", cycle, "node 1, Mul 'Mul': its input 'y' comes from itself or a later node"},
    {"own_output", own_output, "comes from itself or a later node"},
    {"wrong_order", wrong_order, "not in topological order"},
    {"missing_input", missing_input, "'alpha' does not exist"},
    {"empty_input", empty_input, "node 2, Add 'Add': Add-13"},
    {"one_input", one_input, "Add-13 takes 2 inputs, not 1"},
    {"no_output", no_output, "it has 0 outputs"},
    {"same_output_twice", same_output_twice, "another value has that name"},
    {"same_input_twice", same_input_twice, "another value has that name"},
    {"another_input", another_input, "takes 2 inputs and 1"},
    {"no_graph_output", no_graph_output, "the graph has no output"},
    {"output_from_nowhere", output_from_nowhere, "'alpha' does not exist"},
    {"unknown_attribute", unknown_attribute, "attribute 'alpha'"},
    {"later_attribute", later_attribute, "axis"},
    {"attribute_twice", attribute_twice, "attribute 'axis' is repeated"},
    {"attribute_of_wrong_type", attribute_of_wrong_type, "attribute 'axis'"},
    {"axis_without_broadcast", axis_without_broadcast, "broadcast"},
    {"legacy_shapes_differ", legacy_shapes_differ, "node 1, Mul 'Mul'"},
    {"constant_without_value", constant_without_value, "Constant"},
    {"constant_of_no_tensor", constant_of_no_tensor, "'value' is not a tensor"},
    {"shapes_do_not_broadcast", shapes_do_not_broadcast, "node 1, Mul 'Mul'"},
    {"types_differ", types_differ, "node 1, Mul 'Mul'"},
    {"declared_input_type", declared_input_type, "declared double and is float"},
    {"declared_input_rank", declared_input_rank, "differs from the declared shape"},
    {"declared_dim", declared_dim, "differs from the declared shape"},
    {"declared_output_type", declared_output_type, "the graph's output: 'y' is declared float16 and is float"},
    {"input_without_type", input_without_type, "without the type of a tensor"},
    {"raw_data_too_short", raw_data_too_short, "raw_data has 11 bytes, but the dims and the type float need 12"},
    {"raw_data_missing", raw_data_missing, "float_data has 0 elements instead of the dims' 3"},
    {"raw_data_and_numbers", raw_data_and_numbers, "float_data is set in addition to raw_data"},
    {"numbers_of_other_type", numbers_of_other_type, "int32_data is set in addition to float_data"},
    {"too_many_numbers", too_many_numbers, "float_data has 2 elements instead of the dims' 1"},
    {"number_out_of_range", number_out_of_range, "out of range for int8"},
    {"external_data", external_data, "in another file"},
    {"external_data_unsaid", external_data_unsaid, "external_data"},
    {"in_segments", in_segments, "segment"},
    {"negative_dim", negative_dim, "dim 0 is negative"},
    {"huge_dim", huge_dim, "too large"},
    {"dims_that_overflow", dims_that_overflow, "too large"},
    {"string_tensor", string_tensor, "(string)"},
    {"unknown_tensor_type", unknown_tensor_type, "type 1000"},
    {"constant_of_other_domain", constant_of_other_domain, "domain 'com.example'"},
    {"initializer_twice", initializer_twice, "an initialiser 'w': another value has that name"},
    {"too_many_dims", too_many_dims, "node 2, Add 'Add': Add-13: too many dims"},
    {"negative_declared_dim", negative_declared_dim, "differs from the declared shape"},
    {"int_with_float", int_with_float, "attribute 'axis'"},
    {"int_with_string", int_with_string, "attribute 'axis'"},
    {"empty_string", empty_string, "attribute 'axis'"},
    {"no_ints", no_ints, "attribute 'axis'"},
    {"constant_without_float", constant_without_float, "'value_float' is not supported"},
    {"constant_with_int_as_float", constant_with_int_as_float, "'value_float' is not supported"},
    {"constant_without_int", constant_without_int, "'value_int' is not supported"},
    {"constant_with_float_as_int", constant_with_float_as_int, "'value_int' is not supported"},
    {"constant_with_ints_as_floats", constant_with_ints_as_floats, "'value_floats' is not supported"},
    {"constant_with_floats_as_ints", constant_with_floats_as_ints, "'value_ints' is not supported"},
};

const size_t bad_model_count = sizeof bad_models / sizeof bad_models[0];

/* ---- Tensors ---- */

#define BYTES(text) text, sizeof(text) - 1

/* Fields by hand: 08 dims, 10 data_type, 4a raw_data, 22 float_data, 6a external_data, 70 data_location. */
const bad_tensor bad_tensors[] = {
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

const size_t bad_tensor_count = sizeof bad_tensors / sizeof bad_tensors[0];
