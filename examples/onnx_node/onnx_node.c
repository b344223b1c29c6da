/* onnx_node: runs ONNX models of the library's operators, node by node through its ONNX front end.
 *
 *   onnx_node [--isa NAME] [--ulps COUNT] FOLDER         an ONNX node test: model.onnx, and test_data_set_0, … with
 *                                                        input_0.pb, … and the expected output_0.pb, …; floats may
 *                                                        differ by at most COUNT units in the last place; the
 *                                                        default is 0
 *   onnx_node [--isa NAME] [-o FOLDER] MODEL.onnx [INPUT.pb]...
 *                                                        a model; writes output_0.pb, … into the folder
 *   onnx_node --operators MODEL.onnx                     the operators of a model, and which of them the library has
 *
 * Every node's version, types, shapes and plan are printed. Exit status: 0; 1 with a message on standard error, and
 * nothing written, if a file is invalid or an output is not the expected one; 2 if the command line is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* stat */

#include "bytes.h"
#include "graph.h"
#include "outputs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_BAD = 1,
       EXIT_USAGE = 2,
       MOST_FILES = 1000,
       PATH_SIZE = 4096,
       LINE_SIZE = 500 };

static const char usage[] = "usage: onnx_node [--isa NAME] [--ulps COUNT] FOLDER\n"
                            "       onnx_node [--isa NAME] [-o FOLDER] MODEL.onnx [INPUT.pb]...\n"
                            "       onnx_node --operators MODEL.onnx\n"
                            "BROADLOOM_ISA=NAME in the environment limits the instruction set, too.\n";

/* Arrays read from files of a numbered series or from the command line. */
typedef struct array_list {
    npy_array arrays[MOST_FILES];
    size_t count;
} array_list;

static bool complain(const char *path, const onnx_error *error)
{
    fprintf(stderr, "onnx_node: %s: %s\n", path, error->text);
    return false;
}

/* ---- Files ---- */

/* A path by a printf format. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
make_path(char path[PATH_SIZE], const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(path, PATH_SIZE, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PATH_SIZE) {
        fprintf(stderr, "onnx_node: %s…: the path is too long\n", path);
        return false;
    }
    return true;
}

static bool read_file(const char *path, uint8_t **bytes, size_t *size, onnx_error *error)
{
    const char *reason;

    return bytes_read_file(path, bytes, size, &reason) ? true : onnx_fail(error, "%s", reason);
}

static bool read_array(const char *path, npy_array *array)
{
    onnx_error error;
    uint8_t *bytes;
    size_t size;
    bool read;

    if (!read_file(path, &bytes, &size, &error)) {
        return complain(path, &error);
    }
    read = onnx_parse_tensor(bytes, size, array, &error);
    free(bytes);
    return read ? true : complain(path, &error);
}

static bool read_graph(const char *path, onnx_graph *graph)
{
    onnx_error error;
    uint8_t *bytes;
    size_t size;
    bool loaded;

    if (!read_file(path, &bytes, &size, &error)) {
        return complain(path, &error);
    }
    loaded = onnx_load(bytes, size, graph, &error);
    free(bytes);
    return loaded ? true : complain(path, &error);
}

static void free_list(array_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        npy_free(&list->arrays[i]);
    }
    list->count = 0;
}

static bool exists(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0;
}

/* FOLDER/input_0.pb and all consecutive ones. */
static bool read_series(const char *folder, const char *name, array_list *list)
{
    char path[PATH_SIZE];

    for (list->count = 0; list->count < MOST_FILES; ++list->count) {
        if (!make_path(path, "%s/%s_%zu.pb", folder, name, list->count)) {
            return false;
        }
        if (!exists(path)) {
            return true;
        }
        if (!read_array(path, &list->arrays[list->count])) {
            return false;
        }
    }
    return true;
}

/* ---- Results ---- */

static uint64_t element_bits(const npy_array *array, size_t index)
{
    const size_t size = bl_dtype_size(array->dtype);
    const unsigned char *element = (const unsigned char *)array->data + index * size;
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case 1:
        memcpy(&one, element, 1);
        return one;
    case 2:
        memcpy(&two, element, 2);
        return two;
    case 4:
        memcpy(&four, element, 4);
        return four;
    default:
        memcpy(&eight, element, 8);
        return eight;
    }
}

static bool is_nan(bl_dtype dtype, uint64_t bits)
{
    switch (dtype) {
    case BL_F16:
        return (bits & 0x7fff) > 0x7c00;
    case BL_BF16:
        return (bits & 0x7fff) > 0x7f80;
    case BL_F32:
        return (bits & 0x7fffffff) > 0x7f800000;
    case BL_F64:
        return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
    case BL_F8E4M3FN:
        return (bits & 0x7f) == 0x7f;
    case BL_F8E5M2:
        return (bits & 0x7f) > 0x7c;
    case BL_F8E4M3FNUZ:
    case BL_F8E5M2FNUZ:
        return bits == 0x80;
    case BL_F8E8M0:
        return bits == 0xff;
    default:
        return false;
    }
}

static bool is_float(bl_dtype dtype)
{
    return dtype == BL_F16 || dtype == BL_BF16 || dtype == BL_F32 || dtype == BL_F64;
}

/* A float's place among those of its dtype, from the smallest to the largest; both zeros are at 0. */
static int64_t place_of(bl_dtype dtype, uint64_t bits)
{
    const uint64_t sign = (uint64_t)1 << (8 * bl_dtype_size(dtype) - 1);
    const int64_t magnitude = (int64_t)(bits & (sign - 1));

    return (bits & sign) != 0 ? -magnitude : magnitude;
}

static bool is_number(bl_dtype dtype, uint64_t bits)
{
    return !is_nan(dtype, bits) && !is_nan(dtype, bits + 1); /* above infinity come NaNs */
}

/* All NaNs are equal. Numbers may differ by at most `ulps` units in the last place, but the two zeros are different. */
static bool agree(bl_dtype dtype, uint64_t a, uint64_t b, uint64_t ulps)
{
    int64_t from, to;
    uint64_t apart;

    if (a == b || !is_float(dtype)) {
        return a == b;
    }
    if (!is_number(dtype, a) || !is_number(dtype, b)) {
        return is_nan(dtype, a) && is_nan(dtype, b);
    }
    from = place_of(dtype, a);
    to = place_of(dtype, b);
    apart = from < to ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    return apart > 0 && apart <= ulps;
}

static bool is_expected(const npy_array *got, const npy_array *wanted, uint64_t ulps, onnx_error *error)
{
    if (got->dtype != wanted->dtype) {
        return onnx_fail(error, "is %s instead of %s", bl_onnx_dtype_name(got->dtype),
                         bl_onnx_dtype_name(wanted->dtype));
    }
    if (got->rank != wanted->rank ||
        (got->rank > 0 && memcmp(got->shape, wanted->shape, got->rank * sizeof *got->shape) != 0)) {
        return onnx_fail(error, "does not have the expected shape");
    }
    for (size_t i = 0; i < got->count; ++i) {
        const uint64_t mine = element_bits(got, i), theirs = element_bits(wanted, i);

        if (!agree(got->dtype, mine, theirs, ulps)) {
            return onnx_fail(error, "element %zu has the bits %#llx instead of %#llx", i,
                             (unsigned long long)mine, (unsigned long long)theirs);
        }
    }
    return true;
}

static bool compare_outputs(const onnx_graph *graph, const array_list *wanted, uint64_t ulps, const char *folder)
{
    onnx_error error;
    char what[32];

    if (wanted->count != graph->output_count) {
        onnx_fail(&error, "there are %zu expected outputs and the graph has %zu", wanted->count, graph->output_count);
        return complain(folder, &error);
    }
    for (size_t i = 0; i < wanted->count; ++i) {
        if (!is_expected(&graph->values[graph->outputs[i]].array, &wanted->arrays[i], ulps, &error)) {
            snprintf(what, sizeof what, "output %zu", i);
            onnx_fail_in(&error, what);
            return complain(folder, &error);
        }
    }
    printf("%s: %zu %s as expected\n", folder, wanted->count, wanted->count == 1 ? "output" : "outputs");
    return true;
}

/* ---- The command line's request ---- */

static bool run_graph(const char *path, onnx_graph *graph, const array_list *inputs, const bl_options *options)
{
    onnx_error error;

    if (!onnx_prepare(graph, inputs->count, inputs->arrays, options, &error)) {
        return complain(path, &error);
    }
    for (size_t s = 0; s < graph->step_count; ++s) {
        char line[LINE_SIZE];

        onnx_describe(graph, &graph->steps[s], line, sizeof line);
        printf("%s\n", line);
    }
    return onnx_run(graph, &error) ? true : complain(path, &error);
}

static bool run_data_set(const char *model, const char *folder, const bl_options *options, uint64_t ulps)
{
    static array_list inputs, outputs;
    onnx_graph graph = {0};
    const bool done = read_graph(model, &graph) && read_series(folder, "input", &inputs) &&
                      read_series(folder, "output", &outputs) && run_graph(model, &graph, &inputs, options) &&
                      compare_outputs(&graph, &outputs, ulps, folder);

    onnx_free(&graph);
    free_list(&inputs);
    free_list(&outputs);
    return done;
}

static bool run_folder(const char *folder, const bl_options *options, uint64_t ulps)
{
    char model[PATH_SIZE], data[PATH_SIZE];
    size_t sets = 0;

    for (;; ++sets) {
        if (!make_path(model, "%s/model.onnx", folder) || !make_path(data, "%s/test_data_set_%zu", folder, sets)) {
            return false;
        }
        if (!exists(data)) {
            break;
        }
        if (!run_data_set(model, data, options, ulps)) {
            return false;
        }
    }
    if (sets == 0) {
        fprintf(stderr, "onnx_node: %s: there is no test_data_set_0\n", folder);
    }
    return sets > 0;
}

static bool put_output(FILE *file, size_t i, const void *context)
{
    const onnx_graph *graph = (const onnx_graph *)context;
    const onnx_value *value = &graph->values[graph->outputs[i]];
    size_t size = 0;
    uint8_t *bytes = onnx_pack_tensor(&value->array, value->name, &size);
    const bool written = bytes != NULL && fwrite(bytes, 1, size, file) == size;

    free(bytes);
    return written;
}

static bool write_outputs(const onnx_graph *graph, const char *folder)
{
    char(*paths)[PATH_SIZE] = (char(*)[PATH_SIZE])malloc(graph->output_count * sizeof *paths);
    const char **pointers = (const char **)malloc(graph->output_count * sizeof *pointers);
    bool good = paths != NULL && pointers != NULL;
    outputs_error error;

    if (!good) {
        fprintf(stderr, "onnx_node: %s: memory is short\n", folder);
    }
    for (size_t i = 0; good && i < graph->output_count; ++i) {
        pointers[i] = paths[i];
        good = make_path(paths[i], "%s/output_%zu.pb", folder, i);
    }
    if (good && !outputs_write(graph->output_count, pointers, put_output, graph, &error)) {
        fprintf(stderr, "onnx_node: %s: %s\n", pointers[error.index], error.text);
        good = false;
    }
    free(pointers);
    free(paths);
    return good;
}

static bool run_model(const char *model, const char *const *paths, size_t count, const char *folder,
                      const bl_options *options)
{
    static array_list inputs;
    onnx_graph graph = {0};
    bool done = read_graph(model, &graph);

    for (inputs.count = 0; done && inputs.count < count;) {
        done = read_array(paths[inputs.count], &inputs.arrays[inputs.count]);
        inputs.count += done;
    }
    done = done && run_graph(model, &graph, &inputs, options);
    for (size_t i = 0; done && i < graph.output_count; ++i) {
        char shape[LINE_SIZE];
        const onnx_value *value = &graph.values[graph.outputs[i]];

        npy_shape_text(&value->array, shape, sizeof shape);
        printf("output %s: %s %s\n", value->name, bl_onnx_dtype_name(value->array.dtype), shape);
    }
    done = done && (folder == NULL || write_outputs(&graph, folder));
    onnx_free(&graph);
    free_list(&inputs);
    return done;
}

/* Each operator once: "Add known", "Relu unknown". */
static bool list_operators(const char *path)
{
    onnx_error error;
    Onnx__ModelProto *model;
    name_table listed = {0};
    uint8_t *bytes;
    size_t size;
    bool good = true;

    if (!read_file(path, &bytes, &size, &error)) {
        return complain(path, &error);
    }
    model = onnx__model_proto__unpack(NULL, size, bytes);
    free(bytes);
    if (model == NULL || model->graph == NULL) {
        onnx_fail(&error, "not an ONNX model, or damaged");
        onnx__model_proto__free_unpacked(model, NULL);
        return complain(path, &error);
    }
    for (size_t n = 0; good && n < model->graph->n_node; ++n) {
        const char *name = model->graph->node[n]->op_type;

        if (name != NULL && !names_find(&listed, name, strlen(name), false)) {
            good = names_add(&listed, name, strlen(name), true);
            printf("%s %s\n", name,
                   bl_onnx_op_by_name(name) != NULL || strcmp(name, "Constant") == 0 ? "known" : "unknown");
        }
    }
    names_free(&listed);
    onnx__model_proto__free_unpacked(model, NULL);
    if (!good) {
        onnx_fail(&error, "out of memory");
        return complain(path, &error);
    }
    return true;
}

/* ---- The command line ---- */

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "onnx_node: %s%s\n%s", what, which, usage);
    return EXIT_USAGE;
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int main(int argc, char **argv)
{
    bl_options options = BL_DEFAULT_OPTIONS;
    const char *folder = NULL;
    bool only_operators = false;
    uint64_t ulps = 0;
    bl_status status = bl_isa_from_environment();
    int i = 1;

    if (status != BL_OK) {
        return usage_error("BROADLOOM_ISA: ", bl_status_string(status));
    }
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; ++i) {
        if (strcmp(argv[i], "--operators") == 0) {
            only_operators = true;
            continue;
        }
        if (i + 1 == argc) {
            return usage_error("a value is missing after ", argv[i]);
        }
        if (strcmp(argv[i], "--isa") == 0) {
            status = bl_isa_from_name(argv[++i], &options.isa);
            if (status == BL_OK && !bl_isa_available(options.isa)) {
                status = BL_UNAVAILABLE_ISA;
            }
            if (status != BL_OK) {
                return usage_error("--isa: ", bl_status_string(status));
            }
        } else if (strcmp(argv[i], "-o") == 0) {
            folder = argv[++i];
        } else if (strcmp(argv[i], "--ulps") == 0) {
            char *end;

            ulps = strtoull(argv[++i], &end, 10);
            if (argv[i][0] < '0' || argv[i][0] > '9' || *end != '\0' || strlen(argv[i]) > 9) {
                return usage_error("--ulps needs a number, not ", argv[i]);
            }
        } else {
            return usage_error("unknown option ", argv[i]);
        }
    }
    if (i == argc) {
        return usage_error("a model or a folder is missing", "");
    }
    if (argc - i > MOST_FILES) {
        return usage_error("too many files", "");
    }
    if (ulps > 0 && (only_operators || !is_folder(argv[i]))) {
        return usage_error("--ulps is for a folder of expected outputs, not for ", argv[i]);
    }
    if (only_operators) {
        return list_operators(argv[i]) ? 0 : EXIT_BAD;
    }
    if (is_folder(argv[i])) {
        if (i + 1 < argc || folder != NULL) {
            return usage_error("a folder is run by itself: ", argv[i]);
        }
        return run_folder(argv[i], &options, ulps) ? 0 : EXIT_BAD;
    }
    return run_model(argv[i], (const char *const *)argv + i + 1, (size_t)(argc - i - 1), folder, &options) ? 0
                                                                                                           : EXIT_BAD;
}
