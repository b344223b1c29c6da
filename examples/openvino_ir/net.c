/* An OpenVINO net on the library's front end: see net.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "net.h"

#include "bytes.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Adds the layer's name before its error; always returns false. */
static bool fail_at(const ir_layer *layer, ir_error *error)
{
    const ir_error inner = *error;

    return ir_fail(error, "layer %" PRIu64 ", %s '%s': %.200s", layer->id, layer->type, layer->name, inner.text);
}

/* ---- Layers ---- */

/* The shape and the element type that a Parameter or a Const declares. */
static bool load_declaration(const ir_layer *layer, net_layer *loaded, ir_error *error)
{
    const char *type = ir_find(layer, "element_type");
    const char *shape = ir_find(layer, "shape");

    if (type == NULL || shape == NULL) {
        return ir_fail(error, "element_type and shape are missing");
    }
    if (bl_openvino_dtype(type, &loaded->dtype) != BL_OK || bl_dtype_bits(loaded->dtype) < 8) { /* .npy has no packed elements */
        return ir_fail(error, "elements of type '%.40s' are not supported", type);
    }
    if (!ir_parse_shape(shape, &loaded->shape)) {
        return ir_fail(error, "the shape '%.100s' has unknown dims", shape);
    }
    return true;
}

/* IR spells pdpd's axis as the member of a member. */
static const char *attribute_name(const char *name)
{
    return strcmp(name, "auto_broadcast.auto_broadcast_axis") == 0 ? "axis" : name;
}

static bool load_operation(const ir_layer *layer, net_layer *loaded, ir_error *error)
{
    bl_openvino_node *node = &loaded->node;

    node->op = bl_openvino_op_by_name(layer->type);
    if (node->op == NULL) {
        return ir_fail(error, "the library lacks this operation");
    }
    node->opset = layer->opset <= INT_MAX ? (int)layer->opset : INT_MAX;
    if (bl_openvino_version_of(node->op, node->opset) == NULL) {
        return ir_fail(error, "the library lacks the operation's version of opset%" PRIu64, layer->opset);
    }
    for (size_t i = 0; i < layer->attribute_count; ++i) {
        const ir_attribute *attribute = &layer->attributes[i];
        const bl_status status = bl_openvino_set(node, attribute_name(attribute->name), attribute->value);

        if (status != BL_OK) {
            return ir_fail(error, "%s=\"%.40s\": %s", attribute->name, attribute->value, bl_status_string(status));
        }
    }
    return true;
}

/* Whether a layer of that kind may have this many inputs. */
static bool may_have_inputs(const net_layer *layer, size_t count)
{
    if (layer->kind == NET_OPERATION) {
        const bl_node_version *version = bl_openvino_version_of(layer->node.op, layer->node.opset);

        return version->least <= count && count <= version->most;
    }
    return count == (layer->kind == NET_RESULT);
}

static bool load_layer(net *n, size_t index, ir_error *error)
{
    const ir_layer *layer = &n->ir.layers[index];
    net_layer *loaded = &n->layers[index];
    bool good = true;

    if (strcmp(layer->type, "Parameter") == 0) {
        loaded->kind = NET_PARAMETER;
        n->inputs[n->input_count++] = index;
        good = load_declaration(layer, loaded, error);
    } else if (strcmp(layer->type, "Const") == 0) {
        loaded->kind = NET_CONSTANT;
        good = load_declaration(layer, loaded, error);
    } else if (strcmp(layer->type, "Result") == 0) {
        loaded->kind = NET_RESULT;
        n->outputs[n->output_count++] = index;
    } else {
        loaded->kind = NET_OPERATION;
        good = load_operation(layer, loaded, error);
    }
    if (!good) {
        return false;
    }
    loaded->input_count = layer->input_count;
    if (!may_have_inputs(loaded, layer->input_count) || layer->output_count != (loaded->kind != NET_RESULT)) {
        return ir_fail(error, "it has %zu input ports and %zu output ports", layer->input_count, layer->output_count);
    }
    for (size_t i = 0; i < loaded->input_count; ++i) {
        loaded->inputs[i] = n->layer_count; /* none yet */
    }
    return true;
}

/* ---- Edges ---- */

static size_t find_port(const ir_port *ports, size_t count, uint64_t id)
{
    size_t i = 0;

    while (i < count && ports[i].id != id) {
        ++i;
    }
    return i;
}

static bool load_edge(net *n, const ir_edge *edge, ir_error *error)
{
    const size_t from = ir_find_layer(&n->ir, edge->from_layer), to = ir_find_layer(&n->ir, edge->to_layer);
    size_t port;

    if (from == n->layer_count || to == n->layer_count) {
        return ir_fail(error, "an edge leads from layer %" PRIu64 " to %" PRIu64 ", and one of these does not exist",
                       edge->from_layer, edge->to_layer);
    }
    port = find_port(n->ir.layers[to].inputs, n->ir.layers[to].input_count, edge->to_port);
    if (port == n->ir.layers[to].input_count ||
        find_port(n->ir.layers[from].outputs, n->ir.layers[from].output_count, edge->from_port) ==
            n->ir.layers[from].output_count) {
        return ir_fail(error,
                       "an edge leads from port %" PRIu64 " of layer %" PRIu64 " to port %" PRIu64 " of %" PRIu64
                       ", and one of these does not exist",
                       edge->from_port, edge->from_layer, edge->to_port, edge->to_layer);
    }
    if (n->layers[to].inputs[port] != n->layer_count) {
        return ir_fail(error, "two edges lead to port %" PRIu64 " of layer %" PRIu64, edge->to_port, edge->to_layer);
    }
    n->layers[to].inputs[port] = from;
    return true;
}

/* The state of a layer. */
typedef struct progress {
    enum { NEW,
           WAITING, /* for an input */
           PLACED } state;
    size_t next; /* the input to look at */
} progress;

/* Puts a layer after its inputs, and these after theirs. `path` has room for all layers; each of them waits for the next one. */
static bool place_layer(net *n, size_t first, progress *of, size_t *path, size_t *placed, ir_error *error)
{
    size_t depth = 0;

    path[depth++] = first;
    while (depth > 0) {
        const size_t at = path[depth - 1];
        size_t input;

        of[at].state = WAITING;
        if (of[at].next == n->layers[at].input_count) {
            of[at].state = PLACED;
            n->order[(*placed)++] = at;
            --depth;
            continue;
        }
        input = n->layers[at].inputs[of[at].next++];
        if (of[input].state == WAITING) {
            ir_fail(error, "it waits for itself: the layers form a cycle");
            return fail_at(&n->ir.layers[input], error);
        }
        if (of[input].state == NEW) {
            path[depth++] = input;
        }
    }
    return true;
}

/* Layers after their inputs; the file may have them in any order. */
static bool sort_layers(net *n, ir_error *error)
{
    progress *of = (progress *)calloc(n->layer_count + 1, sizeof *of);
    size_t *path = (size_t *)calloc(n->layer_count + 1, sizeof *path);
    size_t placed = 0;
    bool good = of != NULL && path != NULL ? true : ir_fail(error, "memory is short");

    for (size_t i = 0; good && i < n->layer_count; ++i) {
        good = of[i].state == PLACED || place_layer(n, i, of, path, &placed, error);
    }
    free(of);
    free(path);
    return good;
}

static bool load(net *n, ir_error *error)
{
    const size_t room = n->ir.layer_count + 1;

    n->layer_count = n->ir.layer_count;
    n->layers = (net_layer *)calloc(room, sizeof *n->layers);
    n->order = (size_t *)calloc(room, sizeof *n->order);
    n->inputs = (size_t *)calloc(room, sizeof *n->inputs);
    n->outputs = (size_t *)calloc(room, sizeof *n->outputs);
    if (n->layers == NULL || n->order == NULL || n->inputs == NULL || n->outputs == NULL) {
        return ir_fail(error, "memory is short");
    }
    for (size_t i = 0; i < n->layer_count; ++i) {
        if (!load_layer(n, i, error)) {
            return fail_at(&n->ir.layers[i], error);
        }
    }
    for (size_t i = 0; i < n->ir.edge_count; ++i) {
        if (!load_edge(n, &n->ir.edges[i], error)) {
            return false;
        }
    }
    for (size_t i = 0; i < n->layer_count; ++i) {
        for (size_t k = 0; k < n->layers[i].input_count; ++k) {
            if (n->layers[i].inputs[k] == n->layer_count) {
                ir_fail(error, "no edge leads to its input %zu", k);
                return fail_at(&n->ir.layers[i], error);
            }
        }
    }
    for (size_t i = 0; i < n->output_count; ++i) {
        if (n->layers[n->layers[n->outputs[i]].inputs[0]].kind == NET_PARAMETER) {
            ir_fail(error, "it is an input as it came: there is nothing to compute");
            return fail_at(&n->ir.layers[n->outputs[i]], error);
        }
    }
    return n->output_count > 0 ? sort_layers(n, error) : ir_fail(error, "the net has no Result");
}

bool net_load(const uint8_t *bytes, size_t size, net *n, ir_error *error)
{
    memset(n, 0, sizeof *n);
    if (!ir_read(bytes, size, &n->ir, error)) {
        return false;
    }
    if (!load(n, error)) {
        net_free(n);
        return false;
    }
    return true;
}

/* ---- Values ---- */

bool net_needs_weights(const net *n)
{
    for (size_t i = 0; i < n->layer_count; ++i) {
        if (n->layers[i].kind == NET_CONSTANT) {
            return true;
        }
    }
    return false;
}

/* The number of a shape's elements, or false if they have too many bytes. */
static bool count_elements(const ir_shape *shape, size_t size, size_t *count)
{
    *count = 1;
    for (size_t d = 0; d < shape->rank; ++d) {
        if (shape->dims[d] == 0) {
            *count = 0;
            return true;
        }
    }
    for (size_t d = 0; d < shape->rank; ++d) {
        if (shape->dims[d] > PTRDIFF_MAX / size / *count) {
            return false;
        }
        *count *= shape->dims[d];
    }
    return true;
}

static bool take_constant(const ir_layer *layer, net_layer *loaded, const uint8_t *bytes, size_t size, ir_error *error)
{
    const size_t element = bl_dtype_size(loaded->dtype);
    uint64_t offset, length;
    npy_error trouble;
    size_t count;

    if (!ir_parse_number(ir_find(layer, "offset"), &offset) || !ir_parse_number(ir_find(layer, "size"), &length)) {
        return ir_fail(error, "offset and size are no numbers");
    }
    if (!count_elements(&loaded->shape, element, &count) || length != count * element) {
        return ir_fail(error, "size is %" PRIu64 ", and the shape and the type need another", length);
    }
    if (offset > size || length > size - offset) {
        return ir_fail(error, "it reaches beyond the end of the file");
    }
    if (!npy_allocate(loaded->dtype, loaded->shape.rank, loaded->shape.dims, &loaded->array, &trouble)) {
        return ir_fail(error, "%s", trouble.text);
    }
    bytes_copy_little_endian(loaded->array.data, bytes + offset, count, element);
    return true;
}

bool net_take_weights(net *n, const uint8_t *bytes, size_t size, ir_error *error)
{
    for (size_t i = 0; i < n->layer_count; ++i) {
        if (n->layers[i].kind == NET_CONSTANT &&
            !take_constant(&n->ir.layers[i], &n->layers[i], bytes, size, error)) {
            return fail_at(&n->ir.layers[i], error);
        }
    }
    return true;
}

static bool has_shape(const npy_array *array, size_t rank, const size_t *dims)
{
    return array->rank == rank && (rank == 0 || memcmp(array->shape, dims, rank * sizeof *dims) == 0);
}

bl_dtype net_input_dtype(const net *n, size_t i)
{
    return n->layers[n->inputs[i]].dtype;
}

bool net_take_input(net *n, size_t i, npy_array *array, ir_error *error)
{
    net_layer *layer = &n->layers[n->inputs[i]];

    if (array->dtype != layer->dtype || !has_shape(array, layer->shape.rank, layer->shape.dims)) {
        ir_fail(error, "the array is not of the type and the shape that the net declares: %s",
                bl_openvino_dtype_name(layer->dtype));
        npy_free(array);
        return fail_at(&n->ir.layers[n->inputs[i]], error);
    }
    npy_free(&layer->array);
    layer->array = *array;
    return true;
}

/* ---- Planning and running ---- */

static bool explain(const net_layer *layer, const bl_array *const *inputs, bl_status status, ir_error *error)
{
    bl_openvino_explain(&layer->node, layer->input_count, inputs, status, error->text, sizeof error->text);
    return false;
}

static bool plan_operation(net *n, size_t index, const bl_options *options, ir_error *error)
{
    net_layer *layer = &n->layers[index];
    const ir_port *declared = &n->ir.layers[index].outputs[0];
    bl_array views[IR_MAX_PORTS], out;
    const bl_array *inputs[IR_MAX_PORTS];
    ir_shape shape;
    bl_dtype dtype;
    npy_error trouble;
    bl_status status;

    for (size_t k = 0; k < layer->input_count; ++k) {
        views[k] = npy_view(&n->layers[layer->inputs[k]].array);
        inputs[k] = &views[k];
    }
    status = bl_openvino_infer_shape(&layer->node, layer->input_count, inputs, IR_MAX_RANK, shape.dims, &shape.rank,
                                     &dtype);
    if (status != BL_OK) {
        return explain(layer, inputs, status, error);
    }
    npy_free(&layer->array);
    if (!npy_allocate(dtype, shape.rank, shape.dims, &layer->array, &trouble)) {
        return ir_fail(error, "%s", trouble.text);
    }
    if (!has_shape(&layer->array, declared->rank, declared->dims)) {
        return ir_fail(error, "its output port has other dims than the operation gives");
    }
    out = npy_view(&layer->array);
    status = bl_openvino_plan(&layer->call, &layer->node, layer->input_count, inputs, &out, options);
    return status == BL_OK ? true : explain(layer, inputs, status, error);
}

bool net_plan(net *n, const bl_options *options, ir_error *error)
{
    for (size_t i = 0; i < n->layer_count; ++i) {
        const size_t index = n->order[i];

        if (n->layers[index].kind == NET_OPERATION && !plan_operation(n, index, options, error)) {
            return fail_at(&n->ir.layers[index], error);
        }
    }
    return true;
}

bool net_run(net *n, ir_error *error)
{
    for (size_t i = 0; i < n->layer_count; ++i) {
        const net_layer *layer = &n->layers[n->order[i]];
        const void *inputs[IR_MAX_PORTS];
        bl_status status;

        if (layer->kind != NET_OPERATION) {
            continue;
        }
        for (size_t k = 0; k < layer->input_count; ++k) {
            inputs[k] = n->layers[layer->inputs[k]].array.data;
        }
        status = bl_call_run(&layer->call, inputs, layer->array.data);
        if (status != BL_OK) {
            ir_fail(error, "%s", bl_status_string(status));
            return fail_at(&n->ir.layers[n->order[i]], error);
        }
    }
    return true;
}

const npy_array *net_output(const net *n, size_t i)
{
    return &n->layers[n->layers[n->outputs[i]].inputs[0]].array;
}

/* ---- Describing ---- */

/* Appends an array, with its type if that differs from the one before. */
static void append_array(char *text, size_t size, const npy_array *array, bl_dtype *before)
{
    npy_append_text(array, array->dtype != *before ? bl_openvino_dtype_name(array->dtype) : NULL, text, size);
    *before = array->dtype;
}

bool net_describe(const net *n, size_t index, char *text, size_t size)
{
    const net_layer *layer = &n->layers[index];
    bl_dtype before = BL_DTYPE_COUNT;
    size_t used;

    if (layer->kind != NET_OPERATION) {
        return false;
    }
    snprintf(text, size, "%s-%d '%s'", layer->node.op->name, layer->node.opset, n->ir.layers[index].name);
    for (size_t k = 0; k < layer->input_count; ++k) {
        append_array(text, size, &n->layers[layer->inputs[k]].array, &before);
    }
    used = strlen(text);
    snprintf(text + used, size - used, " ->");
    append_array(text, size, &layer->array, &before);
    used = strlen(text);
    used += (size_t)snprintf(text + used, size - used, ": ");
    if (used < size) {
        bl_call_describe(&layer->call, text + used, size - used);
    }
    return true;
}

void net_free(net *n)
{
    for (size_t i = 0; n->layers != NULL && i < n->layer_count; ++i) {
        npy_free(&n->layers[i].array);
    }
    free(n->layers);
    free(n->order);
    free(n->inputs);
    free(n->outputs);
    ir_free(&n->ir);
    memset(n, 0, sizeof *n);
}
