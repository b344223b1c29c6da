/* A fuzz target: the reader of .onnx files. A model that loads gets the inputs that it declares, and runs unless it is large.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "graph.h"

#include "fuzz.h"

#define MOST_INPUTS 8
#define MOST_RANK 8
#define MOST_ELEMENTS 65536

/* An array of zeros as the input is declared; a dim without a value is 2. */
static bool make_input(const Onnx__ValueInfoProto *declared, npy_array *made)
{
    const Onnx__TypeProto__Tensor *type = declared->type == NULL ? NULL : declared->type->tensor_type;
    const size_t rank = type == NULL || type->shape == NULL ? 0 : type->shape->n_dim;
    size_t shape[MOST_RANK], count = 1;
    bl_dtype dtype = BL_F32;
    npy_error error;

    if (type != NULL) {
        (void)bl_onnx_dtype(type->elem_type, &dtype);
    }
    for (size_t d = 0; d < rank && rank <= MOST_RANK; ++d) {
        const Onnx__TensorShapeProto__Dimension *dim = type->shape->dim[d];

        shape[d] = dim->has_dim_value ? (size_t)dim->dim_value : 2;
        if (shape[d] > MOST_ELEMENTS || (count *= shape[d]) > MOST_ELEMENTS) {
            return false;
        }
    }
    if (rank > MOST_RANK || !npy_allocate(dtype, rank, shape, made, &error)) {
        return false;
    }
    memset(made->data, 0, made->count * bl_dtype_size(dtype));
    return true;
}

static void run_graph(onnx_graph *graph, onnx_error *error)
{
    size_t most = 0;

    for (size_t i = 0; i < graph->step_count; ++i) {
        char text[200];

        onnx_describe(graph, &graph->steps[i], text, sizeof text);
        REQUIRE(memchr(text, '\0', sizeof text) != NULL && text[0] != '\0');
    }
    for (size_t i = 0; i < graph->value_count; ++i) {
        most = graph->values[i].array.count > most ? graph->values[i].array.count : most;
    }
    if (most <= MOST_ELEMENTS && !onnx_run(graph, error)) {
        require_message(error->text, sizeof error->text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    onnx_graph graph = {0};
    onnx_error error = {""};
    npy_array inputs[MOST_INPUTS];
    size_t count = 0;

    if (!onnx_load(data, size, &graph, &error)) {
        require_message(error.text, sizeof error.text);
    } else if (graph.input_count <= MOST_INPUTS) {
        const bl_options options = BL_DEFAULT_OPTIONS;

        while (count < graph.input_count && make_input(graph.values[count].declared, &inputs[count])) {
            ++count;
        }
        if (count == graph.input_count) {
            if (onnx_prepare(&graph, count, inputs, &options, &error)) {
                run_graph(&graph, &error);
            } else {
                require_message(error.text, sizeof error.text);
            }
        }
    }
    onnx_free(&graph);
    for (size_t i = 0; i < count; ++i) {
        npy_free(&inputs[i]);
    }
    return 0;
}
