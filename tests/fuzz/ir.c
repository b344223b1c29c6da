/* A fuzz target: the reader of OpenVINO's .xml files. A net that loads gets the inputs that it declares, and runs
 * unless it is large.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "net.h"

#include "fuzz.h"

#define MOST_ELEMENTS 65536

static bool take_inputs(net *n, ir_error *error)
{
    static const uint8_t weights[4096];

    if (net_needs_weights(n) && !net_take_weights(n, weights, sizeof weights, error)) {
        require_message(error->text, sizeof error->text);
        return false;
    }
    for (size_t i = 0; i < n->input_count; ++i) {
        const ir_shape *shape = &n->layers[n->inputs[i]].shape;
        size_t count = 1;
        npy_array made;
        npy_error reason;

        for (size_t d = 0; d < shape->rank; ++d) {
            if (shape->dims[d] > MOST_ELEMENTS || (count *= shape->dims[d]) > MOST_ELEMENTS) {
                return false;
            }
        }
        if (!npy_allocate(net_input_dtype(n, i), shape->rank, shape->dims, &made, &reason)) {
            return false;
        }
        memset(made.data, 0, made.count * bl_dtype_size(made.dtype));
        REQUIRE(net_take_input(n, i, &made, error)); /* it is as declared */
    }
    return true;
}

static void run_net(net *n, ir_error *error)
{
    const bl_options options = BL_DEFAULT_OPTIONS;
    size_t most = 0;

    if (!net_plan(n, &options, error)) {
        require_message(error->text, sizeof error->text);
        return;
    }
    for (size_t i = 0; i < n->layer_count; ++i) {
        char text[200] = "";

        REQUIRE(!net_describe(n, i, text, sizeof text) || text[0] != '\0');
        REQUIRE(memchr(text, '\0', sizeof text) != NULL);
        most = n->layers[i].array.count > most ? n->layers[i].array.count : most;
    }
    if (most <= MOST_ELEMENTS && !net_run(n, error)) {
        require_message(error->text, sizeof error->text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    net n = {0};
    ir_error error = {""};

    if (!net_load(data, size, &n, &error)) {
        require_message(error.text, sizeof error.text);
    } else if (take_inputs(&n, &error)) {
        run_net(&n, &error);
    }
    net_free(&n);
    return 0;
}
