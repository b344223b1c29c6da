/* openvino_ir: runs an OpenVINO IR net of the library's operations, layer by layer through its OpenVINO front end.
 *
 *   openvino_ir [--isa NAME] [--weights NET.bin] NET.xml [INPUT.npy]... [-o OUTPUT.npy]...
 *
 * Inputs are for the Parameter layers, outputs from the Result layers, both in the file's order. Constants come from
 * NET.bin next to NET.xml. Every layer's shapes and plan are printed. In .npy files, bf16 is two bytes without a type
 * (V2).
 *
 * Exit status: 0; 1 with one message on standard error, and nothing written, if a file is invalid; 2 if the command line
 * is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bytes.h"
#include "net.h"
#include "outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD = 1,
       EXIT_USAGE = 2,
       MOST_FILES = 100,
       PATH_SIZE = 4096,
       LINE_SIZE = 500 };

static const char usage[] =
    "usage: openvino_ir [--isa NAME] [--weights NET.bin] NET.xml [INPUT.npy]... [-o OUTPUT.npy]...\n"
    "BROADLOOM_ISA=NAME in the environment limits the instruction set, too.\n";

typedef struct command {
    const char *model;
    const char *weights; /* NULL: next to the model */
    size_t input_count;
    const char *inputs[MOST_FILES];
    size_t output_count;
    const char *outputs[MOST_FILES];
    bl_options options;
} command;

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "openvino_ir: %s: %s\n", path, what);
    return false;
}

/* ---- Files ---- */

/* NET.bin for NET.xml. */
static bool make_weights_path(const char *model, char path[PATH_SIZE])
{
    const size_t length = strlen(model);

    if (length < 4 || length >= PATH_SIZE || strcmp(model + length - 4, ".xml") != 0) {
        return complain(model, "has constants, but no name that ends in .xml: say --weights");
    }
    strcpy(path, model);
    strcpy(path + length - 4, ".bin");
    return true;
}

static bool read_net(const command *c, net *n)
{
    char path[PATH_SIZE];
    const char *weights = c->weights, *reason;
    uint8_t *bytes;
    size_t size;
    ir_error error;
    bool done;

    if (!bytes_read_file(c->model, &bytes, &size, &reason)) {
        return complain(c->model, reason);
    }
    done = net_load(bytes, size, n, &error);
    free(bytes);
    if (!done) {
        return complain(c->model, error.text);
    }
    if (!net_needs_weights(n)) {
        return true;
    }
    if (weights == NULL) {
        weights = path;
        if (!make_weights_path(c->model, path)) {
            return false;
        }
    }
    if (!bytes_read_file(weights, &bytes, &size, &reason)) {
        return complain(weights, reason);
    }
    done = net_take_weights(n, bytes, size, &error);
    free(bytes);
    return done ? true : complain(weights, error.text);
}

static bool read_input(const char *path, net *n, size_t index)
{
    FILE *file = fopen(path, "rb");
    npy_array array;
    npy_error trouble;
    ir_error error;
    bool read;

    if (file == NULL) {
        return complain(path, strerror(errno));
    }
    read = npy_read(file, net_input_dtype(n, index), &array, &trouble);
    fclose(file);
    if (!read) {
        return complain(path, trouble.text);
    }
    return net_take_input(n, index, &array, &error) ? true : complain(path, error.text);
}

static bool put_output(FILE *file, size_t i, const void *context)
{
    return npy_write(file, net_output((const net *)context, i));
}

static bool write_outputs(const command *c, const net *n)
{
    outputs_error error;

    return outputs_write(c->output_count, c->outputs, put_output, n, &error)
               ? true
               : complain(c->outputs[error.index], error.text);
}

static bool run(const command *c, net *n)
{
    ir_error error;

    if (!read_net(c, n)) {
        return false;
    }
    if (c->input_count != n->input_count || (c->output_count > 0 && c->output_count != n->output_count)) {
        ir_fail(&error, "the net has %zu inputs and %zu outputs; %zu and %zu are given", n->input_count,
                n->output_count, c->input_count, c->output_count);
        return complain(c->model, error.text);
    }
    for (size_t i = 0; i < c->input_count; ++i) {
        if (!read_input(c->inputs[i], n, i)) {
            return false;
        }
    }
    if (!net_plan(n, &c->options, &error)) {
        return complain(c->model, error.text);
    }
    for (size_t i = 0; i < n->layer_count; ++i) {
        char line[LINE_SIZE];

        if (net_describe(n, i, line, sizeof line)) {
            printf("%s\n", line);
        }
    }
    return net_run(n, &error) ? write_outputs(c, n) : complain(c->model, error.text);
}

/* ---- The command line ---- */

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "openvino_ir: %s%s\n%s", what, which, usage);
    return EXIT_USAGE;
}

/* Takes one option and its value; 0, or the exit status. */
static int take_option(command *c, const char *name, const char *value)
{
    if (strcmp(name, "-o") == 0) {
        if (c->output_count == MOST_FILES) {
            return usage_error("too many files", "");
        }
        c->outputs[c->output_count++] = value;
    } else if (strcmp(name, "--weights") == 0) {
        c->weights = value;
    } else if (strcmp(name, "--isa") == 0) {
        bl_status status = bl_isa_from_name(value, &c->options.isa);

        status = status == BL_OK && !bl_isa_available(c->options.isa) ? BL_UNAVAILABLE_ISA : status;
        if (status != BL_OK) {
            return usage_error("--isa: ", bl_status_string(status));
        }
    } else {
        return usage_error("unknown option ", name);
    }
    return 0;
}

static int take_arguments(command *c, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            const int status = i + 1 < argc ? take_option(c, argv[i], argv[i + 1])
                                            : usage_error("a value is missing after ", argv[i]);

            if (status != 0) {
                return status;
            }
            ++i;
        } else if (c->model == NULL) {
            c->model = argv[i];
        } else if (c->input_count < MOST_FILES) {
            c->inputs[c->input_count++] = argv[i];
        } else {
            return usage_error("too many files", "");
        }
    }
    return c->model != NULL ? 0 : usage_error("a net is missing", "");
}

int main(int argc, char **argv)
{
    static const bl_options defaults = BL_DEFAULT_OPTIONS;
    const bl_status limited = bl_isa_from_environment();
    command c = {0};
    net n = {0};
    int status;

    if (limited != BL_OK) {
        return usage_error("BROADLOOM_ISA: ", bl_status_string(limited));
    }
    c.options = defaults;
    status = take_arguments(&c, argc, argv);
    if (status != 0) {
        return status;
    }
    status = run(&c, &n) ? 0 : EXIT_BAD;
    net_free(&n);
    return status;
}
