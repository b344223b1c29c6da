/* The models and tensors as files: see onnx_files.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void write_tensor(const char *folder, const char *file, const char *name, bl_dtype dtype, size_t rank, const size_t *shape,
                         const void *elements)
{
    npy_array array = make_array(dtype, rank, shape, elements);
    size_t size;
    uint8_t *bytes = onnx_pack_tensor(&array, name, &size);

    write_file(folder, file, ".pb", bytes, size);
    free(bytes);
    npy_free(&array);
}

/* Six elements, like x. */
static void write_array(const char *folder, const char *file, const char *name, bl_dtype dtype, const void *elements)
{
    static const size_t shape[2] = {2, 3};

    write_tensor(folder, file, name, dtype, 2, shape, elements);
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

/* Next to the expected files, DIR/other_….pb has different results. */
static void write_negatives(const char *folder, const char *others)
{
    static const size_t shape[2] = {1, 1};
    char data[600], name[20];
    uint8_t bytes[ROOM];

    snprintf(data, sizeof data, "%s/test_data_set_0", folder);
    write_file(folder, "model", ".onnx", bytes, pack_negatives(bytes));
    for (size_t i = 0; i < NEGATIVES; ++i) {
        snprintf(name, sizeof name, "output_%zu", i);
        write_tensor(data, name, negatives[i].output, negatives[i].dtype, negatives[i].rank, shape, &negatives[i].expected);
        snprintf(name, sizeof name, "other_%zu", i);
        write_tensor(others, name, negatives[i].output, negatives[i].dtype, negatives[i].rank, shape, &negatives[i].other);
    }
    write_tensor(others, "other_rank", negatives[0].output, negatives[0].dtype, 2, shape, &negatives[0].expected);
}

/* y, but each number except the first is two units in the last place from the expected one. */
static void write_near(const char *folder)
{
    static const size_t shape[2] = {2, 3};
    uint32_t bits[6];

    memcpy(bits, y_values, sizeof bits);
    for (size_t i = 1; i < 6; ++i) {
        bits[i] += i % 2 == 0 ? 2U : (uint32_t)-2;
    }
    write_tensor(folder, "near", "y", BL_F32, 2, shape, bits);
}

/* The folders DIR/good, DIR/chain and DIR/negatives, and test_data_set_0 in each, exist already. */
void write_files(const char *folder)
{
    static const size_t two_rows[2] = {3, 2};
    char name_of_folder[500], data[600], name[100];
    uint8_t bytes[ROOM];
    size_t size;
    model m;

    make_model(&m);
    size = pack(&m, bytes);
    snprintf(name_of_folder, sizeof name_of_folder, "%s/good", folder);
    snprintf(data, sizeof data, "%s/test_data_set_0", name_of_folder);
    write_file(name_of_folder, "model", ".onnx", bytes, size);
    write_array(data, "input_0", "x", BL_F32, x_values);
    write_array(data, "output_0", "y", BL_F32, y_values);
    write_tensor(folder, "other_shape", "y", BL_F32, 2, two_rows, y_values);
    write_near(folder);
    write_file(folder, "model_truncated", ".onnx", bytes, size / 2);
    snprintf(name_of_folder, sizeof name_of_folder, "%s/chain", folder);
    write_chain(name_of_folder);
    snprintf(name_of_folder, sizeof name_of_folder, "%s/negatives", folder);
    write_negatives(name_of_folder, folder);
    make_large(&m);
    write_file(folder, "large", ".onnx", bytes, pack(&m, bytes));
    for (size_t i = 0; i < bad_model_count; ++i) {
        make_model(&m);
        bad_models[i].spoil(&m);
        size = pack(&m, bytes);
        snprintf(name, sizeof name, "model_%s", bad_models[i].name);
        write_file(folder, name, ".onnx", bytes, size);
    }
    for (size_t i = 0; i < bad_tensor_count; ++i) {
        snprintf(name, sizeof name, "tensor_%s", bad_tensors[i].name);
        write_file(folder, name, ".pb", bad_tensors[i].bytes, bad_tensors[i].size);
    }
}
