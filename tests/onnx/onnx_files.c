/* The reader of examples/onnx_node on valid and invalid files: its results, its refusals and their messages, that it
 * refuses every truncated file, and that no damaged file makes it crash (especially under the sanitizers).
 *
 *   onnx_files               the tests; TAP
 *   onnx_files --write DIR   writes the same files: DIR/good, DIR/chain and DIR/negatives (node-test folders), DIR/large.onnx,
 *                            DIR/model_….onnx and DIR/tensor_….pb, each bad in the way of its name, and
 *                            DIR/other_….pb, which are not what is expected: for tests/onnx/onnx_node.t
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/tap.h"
#include "models.h"

enum { MUTATIONS = 20000 };

/* ---- Running it ---- */

/* The steps of onnx_node for a model. The bytes are copied to memory of their size, so that the sanitizer detects reads after it. */
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
    for (size_t i = 0; i < bad_model_count; ++i) {
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

static void test_same_models(void)
{
    for (size_t i = 0; i < same_model_count; ++i) {
        uint8_t bytes[ROOM];
        onnx_error error = {""};
        float y[6] = {0};
        model m;
        bool done;

        make_model(&m);
        same_models[i].change(&m);
        done = run(bytes, pack(&m, bytes), y, &error);
        ok(done && memcmp(y, y_values, sizeof y) == 0, "%s gives the same%s%s", same_models[i].name, done ? "" : ": ", error.text);
    }
}

/* An error that the options ask for is known when the model runs. */
static void test_division(void)
{
    bl_options options = BL_DEFAULT_OPTIONS;
    uint8_t bytes[ROOM];
    onnx_error error = {""};
    npy_array x = make_input();
    onnx_graph graph;
    size_t size;
    model m;
    bool done;

    make_model(&m);
    divide_by_zero(&m);
    size = pack(&m, bytes);
    ok(run(bytes, size, NULL, &error), "a division by zero %s", error.text);
    options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    done = onnx_load(bytes, size, &graph, &error) && onnx_prepare(&graph, 1, &x, &options, &error);
    ok(done && !onnx_run(&graph, &error) && strstr(error.text, "node 1, Div 'Mul': ") != NULL, "which is refused: %s", error.text);
    onnx_free(&graph);
    npy_free(&x);
}

static void test_lines(const uint8_t *bytes, size_t size)
{
    static const bl_options options = BL_DEFAULT_OPTIONS;
    onnx_error error = {""};
    npy_array x = make_input();
    onnx_graph graph;
    char line[200], cut[200];
    size_t right = 0, length;

    if (!onnx_load(bytes, size, &graph, &error) || !onnx_prepare(&graph, 1, &x, &options, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    onnx_describe(&graph, &graph.steps[0], line, sizeof line);
    length = strlen(line);
    for (size_t room = 1; room <= length; ++room) {
        onnx_describe(&graph, &graph.steps[0], cut, room);
        right += strlen(cut) == room - 1 && memcmp(cut, line, room - 1) == 0;
    }
    ok(length > 30 && right == length, "'%s' is cut where it does not fit, at %zu of %zu lengths", line, right, length);
    onnx_free(&graph);
    npy_free(&x);
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

/* It must not crash: some damaged models are valid. */
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

    ok(done, "a chain of %d nodes of all kinds runs%s%s", (int)chain_length, done ? "" : ": ", error.text);
    for (size_t i = 0; i < CHAIN_OUTPUTS; ++i) {
        ok(done && is_output(&graph.values[graph.outputs[i]].array, i), "and gives %s", chain_outputs[i].name);
    }
    onnx_free(&graph);
    npy_free(&x);
    for (size_t i = 1; i < chain_length; ++i) {
        const size_t back = pack_chain(i - 1, i, bytes);
        const bool depends = i > 2 && i != 8; /* those do not use the node before */

        ok(run(bytes, back, NULL, &error) != depends, "with nodes %zu and %zu exchanged it %s", i - 1, i,
           depends ? "is refused" : "runs");
    }
}

/* ---- Tensor files ---- */

static void test_bad_tensors(void)
{
    for (size_t i = 0; i < bad_tensor_count; ++i) {
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

/* Each dtype of whole bytes written and read, at every shape from rank 0 on; an empty array, too. */
static void test_tensors(void)
{
    static const size_t shapes[][3] = {{0}, {3}, {2, 3}, {2, 0, 3}};

    for (int dtype = 0; dtype < BL_DTYPE_COUNT; ++dtype) {
        bool same = true;

        if (bl_dtype_bits((bl_dtype)dtype) < 8) {
            continue;
        }
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

/* Whether a tensor of 0 and that number is read correctly from the field of numbers for its type. */
static bool takes_number(int32_t data_type, uint64_t number, size_t width)
{
    static const uint64_t zero;
    int64_t dims[1] = {2}, longs[2] = {0, (int64_t)number};
    int32_t ints[2] = {0, (int32_t)(int64_t)number};
    uint64_t words[2] = {0, number};
    float floats[2] = {0};
    double doubles[2] = {0};
    uint8_t bytes[100];
    Onnx__TensorProto tensor;
    npy_array array;
    onnx_error error;
    bool same;

    onnx__tensor_proto__init(&tensor);
    tensor.has_data_type = 1;
    tensor.data_type = data_type;
    tensor.n_dims = 1;
    tensor.dims = dims;
    memcpy(&floats[1], &number, sizeof(float)); /* little-endian hosts */
    memcpy(&doubles[1], &number, sizeof(double));
    tensor.float_data = floats;
    tensor.double_data = doubles;
    tensor.int64_data = longs;
    tensor.uint64_data = words;
    tensor.int32_data = ints;
    *(data_type == 1    ? &tensor.n_float_data
      : data_type == 11 ? &tensor.n_double_data
      : data_type == 7  ? &tensor.n_int64_data
      : data_type >= 12 && data_type <= 13
          ? &tensor.n_uint64_data
          : &tensor.n_int32_data) = 2;
    if (!onnx_parse_tensor(bytes, onnx__tensor_proto__pack(&tensor, bytes), &array, &error)) {
        return false;
    }
    same = array.count == 2 && bl_dtype_size(array.dtype) == width && memcmp(array.data, &zero, width) == 0 &&
           memcmp((uint8_t *)array.data + width, &number, width) == 0;
    npy_free(&array);
    return same;
}

/* Numbers are accepted from the least to the greatest of the type; others that the field could contain are refused. */
static void test_numbers(void)
{
    static const struct {
        int32_t data_type;
        size_t width;
        int64_t least;
        uint64_t most;
        bool has_beyond;
    } types[] = {
        {1, 4, 0, 0x7f7fffff, false},
        {2, 1, 0, UINT8_MAX, true},
        {3, 1, INT8_MIN, INT8_MAX, true},
        {4, 2, 0, UINT16_MAX, true},
        {5, 2, INT16_MIN, INT16_MAX, true},
        {6, 4, INT32_MIN, INT32_MAX, false},
        {7, 8, INT64_MIN, INT64_MAX, false},
        {9, 1, 0, 1, true},
        {10, 2, 0, UINT16_MAX, true},
        {11, 8, 0, 0x7fefffffffffffff, false},
        {12, 4, 0, UINT32_MAX, true},
        {13, 8, 0, UINT64_MAX, false},
        {16, 2, 0, UINT16_MAX, true},
    };

    for (size_t t = 0; t < sizeof types / sizeof types[0]; ++t) {
        const uint64_t least = (uint64_t)types[t].least, most = types[t].most;

        ok(takes_number(types[t].data_type, least, types[t].width) && takes_number(types[t].data_type, most, types[t].width),
           "%s tensors are read from numbers", onnx_type_name(types[t].data_type));
        if (types[t].has_beyond) {
            ok(!takes_number(types[t].data_type, most + 1, types[t].width) && !takes_number(types[t].data_type, least - 1, types[t].width),
               "of no more than %s has", onnx_type_name(types[t].data_type));
        }
    }
}

/* ONNX's types by their numbers in onnx.proto's DataType, including those that the library lacks. */
static void test_type_names(void)
{
    static const char *const names[] = {"float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool", "float16", "double", "uint32", "uint64",
                                        "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4", "int4",
                                        "float4e2m1", "float8e8m0", "uint2", "int2", "float6e2m3", "float6e3m2"};
    static const uint8_t of_int4[] = {0x10, 22};
    npy_array array;
    onnx_error error;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        ok(strcmp(onnx_type_name((int32_t)i + 1), names[i]) == 0, "type %zu is %s", i + 1, names[i]);
    }
    ok(strcmp(onnx_type_name(0), "unknown to ONNX") == 0 && strcmp(onnx_type_name(-1), "unknown to ONNX") == 0 && strcmp(onnx_type_name(99), "unknown to ONNX") == 0,
       "others are unknown");
    ok(!onnx_parse_tensor(of_int4, sizeof of_int4, &array, &error) && strcmp(error.text, "its elements are of type 22 (int4), which onnx_node does not read") == 0,
       "elements of int4 are refused by that name");
}

/* A tensor without raw_data and without a number in the type's field. */
static void test_no_numbers(void)
{
    npy_array array;
    onnx_error error;

    ok(onnx_parse_tensor((const uint8_t *)"\x08\x00\x10\x01", 4, &array, &error) && array.rank == 1 && array.count == 0,
       "a tensor of no elements");
    npy_free(&array);
}

/* A chain of as many nodes as constants, which are also inputs, as in old files. If each name were compared with all names, this would take
 * more than half a minute. */
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
        sources[i][0] = i > 0 ? sums[i - 1] : name_of("x");
        sources[i][1] = constant_names[i];
        sums[i] = i + 1 < LENGTH ? sum_names[i] : name_of("y");
        make_node(&nodes[i], name_of("Add"), sources[i], 2, &sums[i]);
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
    test_same_models();
    test_division();
    test_lines(bytes, size);
    test_bad_models();
    test_truncated(bytes, size);
    test_damaged(bytes, size);
    test_tensors();
    test_numbers();
    test_type_names();
    test_no_numbers();
    test_bad_tensors();
    test_chain();
    return done_testing();
}
