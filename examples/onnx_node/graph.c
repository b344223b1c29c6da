/* ONNX models of the front end's operators: see graph.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTE_FLOAT = 1, /* AttributeProto.type */
       ATTRIBUTE_INT = 2,
       ATTRIBUTE_STRING = 3,
       ATTRIBUTE_TENSOR = 4,
       ATTRIBUTE_FLOATS = 6,
       ATTRIBUTE_INTS = 7,
       FIRST_IR_WITH_OPSETS = 3,
       TEXT = 200 };

/* protobuf-c leaves an absent string NULL. */
static const char *string(const char *text)
{
    return text == NULL ? "" : text;
}

static bool is_onnx_domain(const char *domain)
{
    return string(domain)[0] == '\0' || strcmp(domain, "ai.onnx") == 0;
}

/* The name of a node in messages: its number, its operator and its name. */
static void node_text(const Onnx__NodeProto *node, size_t number, char *text, size_t size)
{
    snprintf(text, size, "node %zu, %.60s '%.60s'", number, string(node->op_type), string(node->name));
}

static bool out_of_memory(onnx_error *error)
{
    return onnx_fail(error, "memory is short");
}

/* ---- Names ---- */

/* The index of the value of that name, or value_count. */
static size_t find_value(const onnx_graph *graph, const char *name)
{
    return names_find(&graph->value_names, name, strlen(name), graph->value_count);
}

static bool add_value(onnx_graph *graph, const char *name, const char *what, onnx_error *error)
{
    if (string(name)[0] == '\0') {
        return onnx_fail(error, "%s has no name", what);
    }
    if (find_value(graph, name) < graph->value_count) {
        return onnx_fail(error, "%s '%.100s': another value has that name", what, name);
    }
    if (!names_add(&graph->value_names, name, strlen(name), graph->value_count)) {
        return out_of_memory(error);
    }
    graph->values[graph->value_count++].name = name;
    return true;
}

static bool is_output_of_later_node(const Onnx__GraphProto *proto, size_t from, const char *name)
{
    for (size_t n = from; n < proto->n_node; ++n) {
        for (size_t i = 0; i < proto->node[n]->n_output; ++i) {
            if (strcmp(proto->node[n]->output[i], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Attributes ---- */

/* Whether the node has an earlier attribute of the same name. */
static bool is_given_twice(const Onnx__NodeProto *node, size_t which)
{
    for (size_t i = 0; i < which; ++i) {
        if (strcmp(string(node->attribute[i]->name), string(node->attribute[which]->name)) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the attribute declares that type; files of IR version 1 need not declare it. */
static bool has_type(const Onnx__AttributeProto *attribute, int type)
{
    return !attribute->has_type || attribute->type == type;
}

static bool load_attribute(onnx_step *step, const Onnx__AttributeProto *attribute, onnx_error *error)
{
    const char *name = string(attribute->name);
    bl_status status = BL_UNKNOWN_ATTRIBUTE_VALUE;

    if (attribute->has_i && has_type(attribute, ATTRIBUTE_INT)) {
        status = bl_onnx_set(&step->node, name, 1, &attribute->i);
    } else if (attribute->has_f && has_type(attribute, ATTRIBUTE_FLOAT)) {
        status = bl_onnx_set_float(&step->node, name, attribute->f);
    } else if (attribute->has_s && has_type(attribute, ATTRIBUTE_STRING)) {
        status = bl_onnx_set_string(&step->node, name, attribute->s.len,
                                    attribute->s.len > 0 ? (const char *)attribute->s.data : "");
    } else if (has_type(attribute, ATTRIBUTE_INTS)) {
        static const int64_t none = 0;

        status = bl_onnx_set(&step->node, name, attribute->n_ints, attribute->n_ints > 0 ? attribute->ints : &none);
    }
    return status == BL_OK ? true : onnx_fail(error, "attribute '%.60s': %s", name, bl_status_string(status));
}

static bool load_attributes(onnx_step *step, const Onnx__NodeProto *node, onnx_error *error)
{
    for (size_t i = 0; i < node->n_attribute; ++i) {
        if (is_given_twice(node, i)) {
            return onnx_fail(error, "attribute '%.60s' is repeated", string(node->attribute[i]->name));
        }
        if (!load_attribute(step, node->attribute[i], error)) {
            return false;
        }
    }
    return true;
}

/* An array of that many elements, or of rank 0 if `rank` is 0. */
static bool make_array(bl_dtype dtype, size_t rank, size_t count, const void *elements, npy_array *array,
                       onnx_error *error)
{
    npy_error trouble;

    if (!npy_allocate(dtype, rank, &count, array, &trouble)) {
        return onnx_fail(error, "%s", trouble.text);
    }
    if (count > 0) {
        memcpy(array->data, elements, count * bl_dtype_size(dtype));
    }
    return true;
}

static bool read_constant(const Onnx__AttributeProto *attribute, npy_array *array, onnx_error *error)
{
    const char *name = string(attribute->name);

    if (strcmp(name, "value") == 0) {
        return has_type(attribute, ATTRIBUTE_TENSOR) && attribute->t != NULL
                   ? onnx_read_tensor(attribute->t, array, error)
                   : onnx_fail(error, "attribute 'value' is not a tensor");
    }
    if (strcmp(name, "value_float") == 0 && attribute->has_f && has_type(attribute, ATTRIBUTE_FLOAT)) {
        return make_array(BL_F32, 0, 1, &attribute->f, array, error);
    }
    if (strcmp(name, "value_int") == 0 && attribute->has_i && has_type(attribute, ATTRIBUTE_INT)) {
        return make_array(BL_I64, 0, 1, &attribute->i, array, error);
    }
    if (strcmp(name, "value_floats") == 0 && has_type(attribute, ATTRIBUTE_FLOATS)) {
        return make_array(BL_F32, 1, attribute->n_floats, attribute->floats, array, error);
    }
    if (strcmp(name, "value_ints") == 0 && has_type(attribute, ATTRIBUTE_INTS)) {
        return make_array(BL_I64, 1, attribute->n_ints, attribute->ints, array, error);
    }
    return onnx_fail(error, "attribute '%.60s' is not supported", name);
}

/* A Constant has no input, one output, and its value as the only attribute. */
static bool load_constant(onnx_graph *graph, const Onnx__NodeProto *node, onnx_error *error)
{
    onnx_value *value = &graph->values[graph->value_count];

    if (node->n_input != 0 || node->n_output != 1 || node->n_attribute != 1) {
        return onnx_fail(error, "a Constant has no input, one output and one attribute");
    }
    return add_value(graph, node->output[0], "its output", error) &&
           read_constant(node->attribute[0], &value->array, error);
}

/* ---- Loading ---- */

static bool load_opset(onnx_graph *graph, onnx_error *error)
{
    const Onnx__ModelProto *model = graph->model;
    size_t found = 0;

    graph->opset = 1;
    for (size_t i = 0; i < model->n_opset_import; ++i) {
        if (is_onnx_domain(model->opset_import[i]->domain)) {
            graph->opset = model->opset_import[i]->version;
            ++found;
        }
    }
    if (found > 1) {
        return onnx_fail(error, "it imports ONNX's operators in more than one version");
    }
    if (found == 0 && model->ir_version >= FIRST_IR_WITH_OPSETS) {
        return onnx_fail(error, "it does not import a version of ONNX's operators");
    }
    return true;
}

/* An input with an initialiser, as in files before IR version 4, is a constant, which the caller does not supply. */
static bool load_inputs(onnx_graph *graph, onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;
    name_table initialized = {0};
    bool good = true;

    for (size_t i = 0; good && i < proto->n_initializer; ++i) {
        const char *name = string(proto->initializer[i]->name);

        good = names_find(&initialized, name, strlen(name), false) || names_add(&initialized, name, strlen(name), true)
                   ? true
                   : out_of_memory(error);
    }
    for (size_t i = 0; good && i < proto->n_input; ++i) {
        const char *name = string(proto->input[i]->name);

        if (!names_find(&initialized, name, strlen(name), false)) {
            graph->values[graph->value_count].declared = proto->input[i];
            good = add_value(graph, name, "an input", error);
        }
    }
    names_free(&initialized);
    graph->input_count = graph->value_count;
    return good;
}

static bool load_initializers(onnx_graph *graph, onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;

    for (size_t i = 0; i < proto->n_initializer; ++i) {
        onnx_value *value = &graph->values[graph->value_count];
        char what[TEXT];

        if (!add_value(graph, proto->initializer[i]->name, "an initialiser", error)) {
            return false;
        }
        if (!onnx_read_tensor(proto->initializer[i], &value->array, error)) {
            snprintf(what, sizeof what, "initialiser '%.100s'", value->name);
            return onnx_fail_in(error, what);
        }
    }
    return true;
}

static bool load_step_inputs(onnx_graph *graph, onnx_step *step, const Onnx__NodeProto *node, onnx_error *error)
{
    step->inputs = (size_t *)calloc(node->n_input + 1, sizeof *step->inputs);
    if (step->inputs == NULL) {
        return out_of_memory(error);
    }
    step->input_count = node->n_input;
    for (size_t i = 0; i < node->n_input; ++i) {
        const char *name = node->input[i];

        if (name[0] == '\0') {
            step->inputs[i] = ONNX_ABSENT;
            continue;
        }
        step->inputs[i] = find_value(graph, name);
        if (step->inputs[i] == graph->value_count) {
            if (is_output_of_later_node(graph->model->graph, step->number, name)) {
                return onnx_fail(error,
                                 "its input '%.100s' comes from itself or a later node: the graph has a cycle, or is "
                                 "not in topological order",
                                 name);
            }
            return onnx_fail(error, "its input '%.100s' does not exist", name);
        }
    }
    return true;
}

static bool load_step(onnx_graph *graph, const Onnx__NodeProto *node, size_t number, onnx_error *error)
{
    onnx_step *step = &graph->steps[graph->step_count++];

    step->number = number;
    if (!is_onnx_domain(node->domain)) {
        return onnx_fail(error, "operators of domain '%.100s' are not supported", node->domain);
    }
    step->node.op = bl_onnx_op_by_name(string(node->op_type));
    if (step->node.op == NULL) {
        return onnx_fail(error, "the library lacks this operator");
    }
    if (node->n_output != 1) {
        return onnx_fail(error, "it has %zu outputs", node->n_output);
    }
    step->node.opset = graph->opset;
    if (!load_attributes(step, node, error) || !load_step_inputs(graph, step, node, error) ||
        !add_value(graph, node->output[0], "its output", error)) {
        return false;
    }
    step->output = graph->value_count - 1;
    graph->most_inputs = node->n_input > graph->most_inputs ? node->n_input : graph->most_inputs;
    return true;
}

static bool load_nodes(onnx_graph *graph, onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;

    for (size_t n = 0; n < proto->n_node; ++n) {
        const Onnx__NodeProto *node = proto->node[n];
        bool loaded;

        if (strcmp(string(node->op_type), "Constant") == 0 && is_onnx_domain(node->domain)) {
            loaded = load_constant(graph, node, error);
        } else {
            loaded = load_step(graph, node, n, error);
        }
        if (!loaded) {
            char what[TEXT];

            node_text(node, n, what, sizeof what);
            return onnx_fail_in(error, what);
        }
    }
    return true;
}

static bool load_outputs(onnx_graph *graph, onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;

    for (size_t i = 0; i < proto->n_output; ++i) {
        graph->outputs[i] = find_value(graph, string(proto->output[i]->name));
        if (graph->outputs[i] == graph->value_count) {
            return onnx_fail(error, "the graph's output '%.100s' does not exist", string(proto->output[i]->name));
        }
    }
    graph->output_count = proto->n_output;
    return graph->output_count > 0 ? true : onnx_fail(error, "the graph has no output");
}

static bool load(onnx_graph *graph, onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;

    if (proto == NULL) {
        return onnx_fail(error, "the model has no graph");
    }
    graph->values = (onnx_value *)calloc(proto->n_input + proto->n_initializer + proto->n_node + 1,
                                         sizeof *graph->values);
    graph->steps = (onnx_step *)calloc(proto->n_node + 1, sizeof *graph->steps);
    graph->outputs = (size_t *)calloc(proto->n_output + 1, sizeof *graph->outputs);
    if (graph->values == NULL || graph->steps == NULL || graph->outputs == NULL) {
        return out_of_memory(error);
    }
    if (!load_opset(graph, error) || !load_inputs(graph, error) || !load_initializers(graph, error) ||
        !load_nodes(graph, error) || !load_outputs(graph, error)) {
        return false;
    }
    graph->views = (bl_array *)calloc(graph->most_inputs + 1, sizeof *graph->views);
    graph->arrays = (const bl_array **)calloc(graph->most_inputs + 1, sizeof *graph->arrays);
    graph->pointers = (const void **)calloc(graph->most_inputs + 1, sizeof *graph->pointers);
    return graph->views != NULL && graph->arrays != NULL && graph->pointers != NULL ? true : out_of_memory(error);
}

bool onnx_load(const uint8_t *bytes, size_t size, onnx_graph *graph, onnx_error *error)
{
    memset(graph, 0, sizeof *graph);
    graph->model = onnx__model_proto__unpack(NULL, size, bytes);
    if (graph->model == NULL) {
        return onnx_fail(error, "not an ONNX model, or damaged");
    }
    if (!load(graph, error)) {
        onnx_free(graph);
        return false;
    }
    return true;
}

void onnx_free(onnx_graph *graph)
{
    for (size_t i = 0; graph->values != NULL && i < graph->value_count; ++i) {
        if (!graph->values[i].is_borrowed) {
            npy_free(&graph->values[i].array);
        }
    }
    for (size_t s = 0; graph->steps != NULL && s < graph->step_count; ++s) {
        free(graph->steps[s].inputs);
        free(graph->steps[s].fold_steps);
    }
    free(graph->values);
    names_free(&graph->value_names);
    free(graph->steps);
    free(graph->outputs);
    free(graph->views);
    free((void *)graph->arrays);
    free((void *)graph->pointers);
    onnx__model_proto__free_unpacked(graph->model, NULL);
    memset(graph, 0, sizeof *graph);
}

/* ---- Preparing ---- */

/* Checks an array against the graph's declaration of an input or an output: its type and, if declared, its shape. */
static bool check_declared(const Onnx__ValueInfoProto *declared, const npy_array *array, onnx_error *error)
{
    const Onnx__TypeProto__Tensor *type = declared->type == NULL ? NULL : declared->type->tensor_type;
    char shape[TEXT];
    bool fits;

    if (type == NULL || !type->has_elem_type) {
        return onnx_fail(error, "'%.100s' is declared without the type of a tensor", string(declared->name));
    }
    if (type->elem_type != onnx_data_type(array->dtype)) {
        return onnx_fail(error, "'%.100s' is declared %s and is %s", string(declared->name),
                         onnx_type_name(type->elem_type), bl_onnx_dtype_name(array->dtype));
    }
    fits = type->shape == NULL || type->shape->n_dim == array->rank;
    for (size_t d = 0; type->shape != NULL && fits && d < array->rank; ++d) {
        const Onnx__TensorShapeProto__Dimension *dim = type->shape->dim[d];

        fits = !dim->has_dim_value || (dim->dim_value >= 0 && (uint64_t)dim->dim_value == array->shape[d]);
    }
    npy_shape_text(array, shape, sizeof shape);
    return fits ? true
                : onnx_fail(error, "'%.100s' is %s, which differs from the declared shape", string(declared->name),
                            shape);
}

/* The array of a step's input, or NULL if it is absent. */
static const npy_array *input_of(const onnx_graph *graph, const onnx_step *step, size_t i)
{
    return step->inputs[i] == ONNX_ABSENT ? NULL : &graph->values[step->inputs[i]].array;
}

static bool explain(const onnx_graph *graph, const onnx_step *step, bl_status status, onnx_error *error)
{
    bl_onnx_explain(&step->node, step->input_count, graph->arrays, status, error->text, sizeof error->text);
    return false;
}

static bool infer_output(const onnx_graph *graph, const onnx_step *step, npy_array *array, onnx_error *error)
{
    size_t rank = 0;
    bl_dtype dtype = BL_DTYPE_COUNT;
    npy_error trouble;
    size_t *shape;
    bl_status status;
    bool made;

    for (size_t i = 0; i < step->input_count; ++i) {
        rank = graph->arrays[i] != NULL && graph->arrays[i]->rank > rank ? graph->arrays[i]->rank : rank;
    }
    shape = (size_t *)calloc(rank + 1, sizeof *shape);
    if (shape == NULL) {
        return out_of_memory(error);
    }
    status = bl_onnx_infer_shape(&step->node, step->input_count, graph->arrays, rank, shape, &rank, &dtype);
    if (status != BL_OK) {
        free(shape);
        return explain(graph, step, status, error);
    }
    made = npy_allocate(dtype, rank, shape, array, &trouble);
    free(shape);
    return made ? true : onnx_fail(error, "%s", trouble.text);
}

/* Room for the steps of a fold, for a node with a known version. */
static bool make_fold_steps(onnx_step *step, onnx_error *error)
{
    if (bl_onnx_version_at(step->node.op, step->node.opset)->ways[0].fold == NULL) {
        return true;
    }
    step->fold_steps = (bl_fold_step *)calloc(step->input_count, sizeof *step->fold_steps);
    return step->fold_steps != NULL ? true : out_of_memory(error);
}

static bool prepare_step(onnx_graph *graph, onnx_step *step, const bl_options *options, onnx_error *error)
{
    npy_array *output = &graph->values[step->output].array;
    bl_array out;
    bl_status status;

    for (size_t i = 0; i < step->input_count; ++i) {
        const npy_array *input = input_of(graph, step, i);

        if (input != NULL) {
            graph->views[i] = npy_view(input);
        }
        graph->arrays[i] = input != NULL ? &graph->views[i] : NULL;
    }
    if (!infer_output(graph, step, output, error) || !make_fold_steps(step, error)) {
        return false;
    }
    out = npy_view(output);
    status = bl_onnx_plan(&step->call, &step->node, step->input_count, graph->arrays, &out, step->fold_steps, options);
    return status == BL_OK ? true : explain(graph, step, status, error);
}

/* Adds the node's name before its error. */
static bool fail_at(const onnx_graph *graph, const onnx_step *step, onnx_error *error)
{
    char what[TEXT];

    node_text(graph->model->graph->node[step->number], step->number, what, sizeof what);
    return onnx_fail_in(error, what);
}

bool onnx_prepare(onnx_graph *graph, size_t count, const npy_array *inputs, const bl_options *options,
                  onnx_error *error)
{
    const Onnx__GraphProto *proto = graph->model->graph;

    if (count != graph->input_count) {
        return onnx_fail(error, "the graph takes %zu inputs and %zu are given", graph->input_count, count);
    }
    for (size_t i = 0; i < count; ++i) {
        if (!check_declared(graph->values[i].declared, &inputs[i], error)) {
            return onnx_fail_in(error, "the graph's input");
        }
        graph->values[i].array = inputs[i];
        graph->values[i].is_borrowed = true;
    }
    for (size_t s = 0; s < graph->step_count; ++s) {
        if (!prepare_step(graph, &graph->steps[s], options, error)) {
            return fail_at(graph, &graph->steps[s], error);
        }
    }
    for (size_t i = 0; i < graph->output_count; ++i) {
        if (!check_declared(proto->output[i], &graph->values[graph->outputs[i]].array, error)) {
            return onnx_fail_in(error, "the graph's output");
        }
    }
    return true;
}

/* ---- Running ---- */

bool onnx_run(onnx_graph *graph, onnx_error *error)
{
    for (size_t s = 0; s < graph->step_count; ++s) {
        const onnx_step *step = &graph->steps[s];
        bl_status status;

        for (size_t i = 0; i < step->input_count; ++i) {
            const npy_array *input = input_of(graph, step, i);

            graph->pointers[i] = input != NULL ? input->data : NULL;
        }
        status = bl_call_run(&step->call, graph->pointers, graph->values[step->output].array.data);
        if (status != BL_OK) {
            onnx_fail(error, "%s", bl_status_string(status));
            return fail_at(graph, step, error);
        }
    }
    return true;
}

/* Appends an array, with its type if that differs from the one before. */
static void append_array(char *text, size_t size, const npy_array *array, bl_dtype *before)
{
    const size_t used = strlen(text);

    if (array == NULL) {
        snprintf(text + used, size - used, " -");
    } else {
        npy_append_text(array, array->dtype != *before ? bl_onnx_dtype_name(array->dtype) : NULL, text, size);
        *before = array->dtype;
    }
}

void onnx_describe(const onnx_graph *graph, const onnx_step *step, char *text, size_t size)
{
    bl_dtype before = BL_DTYPE_COUNT;
    size_t used;

    snprintf(text, size, "%s-%u", step->node.op->name,
             (unsigned)bl_onnx_version_at(step->node.op, step->node.opset)->since);
    for (size_t i = 0; i < step->input_count; ++i) {
        append_array(text, size, input_of(graph, step, i), &before);
    }
    used = strlen(text);
    snprintf(text + used, size - used, " ->");
    append_array(text, size, &graph->values[step->output].array, &before);
    used = strlen(text);
    used += (size_t)snprintf(text + used, size - used, ": ");
    if (used < size) {
        bl_call_describe(&step->call, text + used, size - used);
    }
}
