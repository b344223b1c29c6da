/* The valid model, and changes without effect: see models.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char name_x[] = "x", name_y[] = "y", name_w[] = "w", name_c[] = "c", name_xw[] = "xw", name_value[] = "value", op_mul[] = "Mul",
            op_add[] = "Add", op_constant[] = "Constant", key_location[] = "location";

enum { NAME_ROOM = 20 };

void declare(Onnx__ValueInfoProto *info, Onnx__TypeProto *type, Onnx__TypeProto__Tensor *tensor, char *name,
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

void make_node(Onnx__NodeProto *node, char *op, char **inputs, size_t count, char **outputs)
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
    m->nodes[3] = &m->cast;
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
    onnx__tensor_proto__init(&m->w);
    m->w_values[0] = 0.5F;
    m->w_values[1] = -2.0F;
    m->w_values[2] = 3.0F;
    m->w.name = name_w;
    m->w.has_data_type = 1;
    m->w.data_type = 1;
    m->w_dims[0] = 3;
    m->w.dims = m->w_dims;
    m->w.n_dims = 1;
    m->w.has_raw_data = 1;
    m->w.raw_data.data = (uint8_t *)m->w_values; /* little-endian hosts */
    m->w.raw_data.len = 3 * sizeof *m->w_values;
    onnx__tensor_proto__init(&m->c);
    m->c.has_data_type = 1;
    m->c.data_type = 1;
    m->c_values[0] = 1.0F;
    m->c.float_data = m->c_values;
    m->c.n_float_data = 1;
    m->c.dims = m->c_dims;
}

void make_model(model *m)
{
    memset(m, 0, sizeof *m);
    onnx__model_proto__init(&m->model);
    onnx__operator_set_id_proto__init(&m->opset);
    m->model.has_ir_version = 1;
    m->model.ir_version = 8;
    m->opset.has_version = 1;
    m->opset.version = OPSET;
    m->opsets[0] = &m->opset;
    m->opsets[1] = &m->other_opset;
    onnx__operator_set_id_proto__init(&m->other_opset);
    m->other_opset.has_version = 1;
    m->other_opset.version = OPSET;
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
    onnx__attribute_proto__init(&m->second);
    m->second.has_type = 1;
    m->extras[0] = &m->extra;
    m->extras[1] = &m->second;
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

size_t pack(const model *m, uint8_t bytes[ROOM])
{
    const size_t size = onnx__model_proto__get_packed_size(&m->model);

    if (size > ROOM) {
        printf("Bail out! a model of %zu bytes\n", size);
        exit(1);
    }
    return onnx__model_proto__pack(&m->model, bytes);
}

char *name_of(const char *text)
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

const float x_values[6] = {1, 2, 3, -4, 0.25F, 4};
const float y_values[6] = {1.5F, -3, 10, -1, 0.5F, 13};

npy_array make_array(bl_dtype dtype, size_t rank, const size_t *shape, const void *elements)
{
    npy_array array;
    npy_error error;

    if (!npy_allocate(dtype, rank, shape, &array, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    memcpy(array.data, elements, array.count * bl_dtype_size(dtype));
    return array;
}

npy_array make_input(void)
{
    static const size_t shape[2] = {2, 3};

    return make_array(BL_F32, 2, shape, x_values);
}

/* ---- Changes without effect ---- */

static void domain_by_name(model *m)
{
    m->opset.domain = name_of("ai.onnx");
    m->add.domain = name_of("ai.onnx");
    m->constant.domain = name_of("ai.onnx");
}

static void opset_of_another_domain(model *m)
{
    m->other_opset.domain = name_of("com.example");
    m->model.n_opset_import = 2;
}

/* Version 1 of Add may list the inputs that it may overwrite. */
static void consumed_inputs(model *m, size_t count)
{
    m->opset.version = 1;
    m->extra.name = name_of("broadcast");
    m->extra.i = 1;
    m->second.name = name_of("consumed_inputs");
    m->second.type = INTS;
    m->second.ints = m->numbers;
    m->second.n_ints = count;
    m->add.n_attribute = 2;
    m->mul.attribute = m->extras;
    m->mul.n_attribute = 2;
}

static void two_consumed_inputs(model *m)
{
    consumed_inputs(m, 2);
}

static void no_consumed_inputs(model *m)
{
    consumed_inputs(m, 0);
}

/* That attribute is the Constant's value; an integer is cast. */
static void constant_by(model *m, const char *attribute, int type)
{
    m->value.name = name_of(attribute);
    m->value.type = type;
    m->value.t = NULL;
    if (type == INT || type == INTS) {
        m->constant_outputs[0] = m->cast_inputs[0] = name_of("whole");
        m->cast_outputs[0] = name_c;
        make_node(&m->cast, name_of("Cast"), m->cast_inputs, 1, m->cast_outputs);
        m->extra.name = name_of("to");
        m->extra.i = 1; /* float */
        m->cast.attribute = m->extras;
        m->cast.n_attribute = 1;
        m->nodes[1] = &m->cast;
        m->nodes[2] = &m->mul;
        m->nodes[3] = &m->add;
        m->graph.n_node = 4;
    }
}

static void constant_by_float(model *m)
{
    constant_by(m, "value_float", FLOAT);
    m->value.has_f = 1;
    m->value.f = 1;
}

static void constant_by_floats(model *m)
{
    constant_by(m, "value_floats", FLOATS);
    m->value.floats = m->c_values;
    m->value.n_floats = 1;
}

static void constant_by_int(model *m)
{
    constant_by(m, "value_int", INT);
    m->value.has_i = 1;
    m->value.i = 1;
}

static void constant_by_ints(model *m)
{
    constant_by(m, "value_ints", INTS);
    m->numbers[0] = 1;
    m->value.ints = m->numbers;
    m->value.n_ints = 1;
}

/* A Constant without elements, on which nothing depends. */
static void empty_constant(model *m)
{
    constant_by_floats(m);
    m->value.n_floats = 0;
    m->constant_outputs[0] = name_of("nothing");
    m->c.name = name_c;
    m->graph.n_initializer = 2;
}

const same_model same_models[] = {
    {"domain_by_name", domain_by_name},
    {"opset_of_another_domain", opset_of_another_domain},
    {"two_consumed_inputs", two_consumed_inputs},
    {"no_consumed_inputs", no_consumed_inputs},
    {"constant_by_float", constant_by_float},
    {"constant_by_floats", constant_by_floats},
    {"constant_by_int", constant_by_int},
    {"constant_by_ints", constant_by_ints},
    {"empty_constant", empty_constant},
};

const size_t same_model_count = sizeof same_models / sizeof same_models[0];

/* ---- Others ---- */

void divide_by_zero(model *m)
{
    constant_by(m, "value_ints", INTS);
    m->value.ints = m->numbers;
    m->value.n_ints = 1;
    m->mul_inputs[0] = m->mul_inputs[1] = m->constant_outputs[0];
    m->mul.op_type = name_of("Div");
    m->nodes[1] = &m->mul;
    m->nodes[2] = &m->add;
    m->graph.n_node = 3;
    m->add_inputs[0] = m->add_inputs[1] = name_x;
}

void make_large(model *m)
{
    make_model(m);
    m->w_dims[0] = m->c_dims[1] = 200;
    m->w_dims[1] = m->c_dims[0] = 1;
    m->w.n_dims = m->c.n_dims = 2;
    m->w.raw_data.len = sizeof m->w_values;
    m->c.n_float_data = 200;
    m->c.name = name_c;
    m->add_inputs[0] = name_w;
    m->nodes[0] = &m->add;
    m->graph.n_node = 1;
    m->graph.n_initializer = 2;
    m->graph.n_input = 0;
    m->y_tensor.shape = NULL;
}
