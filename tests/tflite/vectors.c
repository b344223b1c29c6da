/* Vectors of TensorFlow Lite's ADD, SUB and MUL through examples/tflite, on every available instruction set:
 *
 *     vectors tests/tflite/vectors.txt
 *
 * The file's head describes its lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "harness/tap.h"
#include "broadloom.h"
#include "tflite.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 2048,
       MOST_DIMS = 6,
       MOST_VALUES = 1 << 16 };

typedef struct tensor {
    size_t rank, shape[MOST_DIMS], count;
    uint8_t values[2 * MOST_VALUES];
} tensor;

typedef struct vector {
    char op[16], activation[8], expected[LONGEST_LINE];
    bl_dtype dtype;
    tflite_node node;
    tensor a, b, out;
} vector;

/* ---- Reading ---- */

static uint32_t value_of(const tensor *from, bl_dtype dtype, size_t i)
{
    uint16_t two_bytes;

    if (dtype == BL_I8) {
        return from->values[i];
    }
    memcpy(&two_bytes, from->values + 2 * i, sizeof two_bytes);
    return two_bytes;
}

static void set_value(tensor *to, bl_dtype dtype, size_t i, uint32_t value)
{
    const uint16_t two_bytes = (uint16_t)value;

    if (dtype == BL_I8) {
        to->values[i] = (uint8_t)value;
    } else {
        memcpy(to->values + 2 * i, &two_bytes, sizeof two_bytes);
    }
}

/* "2,3", or "-" for no dims */
static bool read_shape(const char *text, tensor *to)
{
    to->rank = 0;
    to->count = 1;
    while (*text != '\0' && *text != '-') {
        char *end;

        if (to->rank == MOST_DIMS) {
            return false;
        }
        to->shape[to->rank] = strtoul(text, &end, 10);
        to->count *= to->shape[to->rank++];
        text = *end == ',' ? end + 1 : end;
    }
    return to->count <= MOST_VALUES;
}

static bool read_values(const char *text, bl_dtype dtype, tensor *to)
{
    const unsigned bits = dtype == BL_I8 ? 8 : 16;
    const bool is_ramp = strcmp(text, "ramp") == 0, is_noise = strncmp(text, "noise:", 6) == 0;
    uint32_t x = is_noise ? (uint32_t)strtoul(text + 6, NULL, 10) : 0;

    for (size_t i = 0; i < to->count; ++i) {
        uint32_t value = (UINT32_C(1) << (bits - 1)) + (uint32_t)i;

        if (is_noise) {
            x = x * 1664525 + 1013904223;
            value = x >> (32 - bits);
        } else if (!is_ramp) {
            char digits[5] = "";

            strncpy(digits, text + bits / 4 * i, bits / 4);
            value = (uint32_t)strtoul(digits, NULL, 16);
        }
        set_value(to, dtype, i, value);
    }
    return is_noise || is_ramp || strlen(text) == bits / 4 * to->count;
}

static bool read_scale(char **rest, tflite_scale *to)
{
    char *end;

    to->scale = strtof(*rest, &end);
    to->zero = (int32_t)strtol(end, rest, 10);
    return *rest != end;
}

static bool read_vector(char *line, vector *to)
{
    static const char *const activations[] = {"none", "relu", "relu1", "relu6"};
    static char shapes[2][LONGEST_LINE], values[2][LONGEST_LINE];
    char dtype[8];
    int used = 0;

    if (sscanf(line, "%15s %7s %7s%n", to->op, dtype, to->activation, &used) != 3) {
        return false;
    }
    for (unsigned i = 0; i < 4; ++i) {
        if (strcmp(to->activation, activations[i]) == 0) {
            to->node.activation = (tflite_activation)i;
        }
    }
    to->dtype = strcmp(dtype, "int8") == 0 ? BL_I8 : BL_I16;
    to->node.type = to->dtype == BL_I8 ? TFLITE_INT8 : TFLITE_INT16;
    line += used;
    return read_scale(&line, &to->node.a) && read_scale(&line, &to->node.b) && read_scale(&line, &to->node.out) &&
           sscanf(line, "%2047s %2047s %2047s %2047s %2047s", shapes[0], shapes[1], values[0], values[1], to->expected) == 5 &&
           read_shape(shapes[0], &to->a) && read_shape(shapes[1], &to->b) &&
           read_values(values[0], to->dtype, &to->a) && read_values(values[1], to->dtype, &to->b);
}

/* ---- Running ---- */

static bl_array array_of(tensor *of, bl_dtype dtype)
{
    const bl_array made = {of->values, dtype, of->rank, of->shape, NULL};

    return made;
}

/* The struct that is generated for the operator. */
typedef union parameters {
    bl_tflite_add_i8_parameters add_i8;
    bl_tflite_add_i16_parameters add_i16;
    bl_tflite_sub_i8_parameters sub_i8;
    bl_tflite_sub_i16_parameters sub_i16;
    bl_tflite_mul_i8_parameters mul_i8;
    bl_tflite_mul_i16_parameters mul_i16;
    bl_tflite_add_pot_i16_parameters add_pot;
    bl_tflite_sub_pot_i16_parameters sub_pot;
} parameters;

/* The operator of a node and its parameters; NULL if the node is refused. */
static const bl_op *prepare_sum(const vector *of, bool is_add, parameters *to)
{
    tflite_sum sum;

    if (!tflite_prepare_sum(&of->node, &sum)) {
        return NULL;
    }
    if (is_add && of->dtype == BL_I8) {
        TFLITE_SET_SUM(to->add_i8, int8_t, sum);
    } else if (is_add) {
        TFLITE_SET_SUM(to->add_i16, int16_t, sum);
    } else if (of->dtype == BL_I8) {
        TFLITE_SET_SUM(to->sub_i8, int8_t, sum);
    } else {
        TFLITE_SET_SUM(to->sub_i16, int16_t, sum);
    }
    return is_add ? &bl_op_tflite_add : &bl_op_tflite_sub;
}

static const bl_op *prepare_product(const vector *of, parameters *to)
{
    tflite_product product;

    if (!tflite_prepare_product(&of->node, false, &product)) {
        return NULL;
    }
    if (of->dtype == BL_I8) {
        TFLITE_SET_PRODUCT(to->mul_i8, int8_t, product);
    } else {
        TFLITE_SET_PRODUCT(to->mul_i16, int16_t, product);
    }
    return &bl_op_tflite_mul;
}

static const bl_op *prepare_shifts(const vector *of, bool is_add, parameters *to)
{
    tflite_shifts shifts;

    if (!tflite_prepare_shifts(&of->node, &shifts)) {
        return NULL;
    }
    if (is_add) {
        TFLITE_SET_SHIFTS(to->add_pot, int16_t, shifts);
        return &bl_op_tflite_add_pot;
    }
    TFLITE_SET_SHIFTS(to->sub_pot, int16_t, shifts);
    return &bl_op_tflite_sub_pot;
}

static const bl_op *prepare(const vector *of, parameters *to)
{
    const bool is_add = strncmp(of->op, "add", 3) == 0;

    if (strncmp(of->op, "mul", 3) == 0) {
        return prepare_product(of, to);
    }
    if (strstr(of->op, "-pot") != NULL && tflite_has_shifts(&of->node)) {
        return prepare_shifts(of, is_add, to);
    }
    return prepare_sum(of, is_add, to);
}

static bl_status run(vector *of, bl_isa isa)
{
    const bl_array a = array_of(&of->a, of->dtype), b = array_of(&of->b, of->dtype);
    const bl_array *const inputs[] = {&a, &b};
    const bl_options options = {.isa = isa};
    parameters given;
    const bl_op *op = prepare(of, &given);
    bl_status status = bl_broadcast_shape(NULL, 2, inputs, MOST_DIMS, of->out.shape, &of->out.rank);

    of->out.count = 1;
    for (size_t i = 0; i < of->out.rank; ++i) {
        of->out.count *= of->out.shape[i];
    }
    memset(of->out.values, 0x5a, sizeof of->out.values);
    if (status == BL_OK && op == NULL) {
        status = BL_UNKNOWN_OPTION;
    }
    if (status == BL_OK) {
        const bl_array out = array_of(&of->out, of->dtype);

        status = bl_run(op, inputs, &given, &out, &options);
    }
    return status;
}

/* Whether the result equals the one in the file. */
static bool is_expected(const vector *of)
{
    const unsigned bytes = of->dtype == BL_I8 ? 1 : 2;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    static char text[LONGEST_LINE];

    for (size_t i = 0; i < of->out.count; ++i) {
        const uint32_t value = value_of(&of->out, of->dtype, i);

        for (unsigned byte = 0; byte < bytes; ++byte) {
            hash = (hash ^ (value >> 8 * byte & 0xff)) * UINT64_C(0x100000001b3);
        }
        if (strncmp(of->expected, "fnv:", 4) != 0 && 2 * bytes * (i + 1) < sizeof text) {
            snprintf(text + 2 * bytes * i, 2 * bytes + 1, "%0*x", (int)(2 * bytes), (unsigned)value);
        }
    }
    if (strncmp(of->expected, "fnv:", 4) == 0) {
        return strtoull(of->expected + 4, NULL, 16) == hash;
    }
    return strcmp(of->expected, text) == 0;
}

/* ---- Refusals ---- */

static void test_refusals(void)
{
    static const tflite_node fine = {TFLITE_INT8, TFLITE_NONE, {1, -128}, {0.5f, 127}, {2, 0}};
    tflite_sum sum;
    tflite_product product;
    tflite_shifts shifts;
    tflite_node node = fine;

    ok(tflite_prepare_sum(&node, &sum) && sum.a_zero == -128 && sum.high == 127, "a node is prepared");
    node.a.zero = 128;
    ok(!tflite_prepare_sum(&node, &sum) && !tflite_prepare_product(&node, false, &product), "a zero point outside the type is refused");
    node = fine;
    node.type = TFLITE_INT16;
    ok(!tflite_prepare_sum(&node, &sum) && !tflite_prepare_product(&node, false, &product), "so is one of int16");
    node = fine;
    node.b.scale = 0;
    ok(!tflite_prepare_sum(&node, &sum) && !tflite_prepare_product(&node, false, &product), "a scale that is not above zero is refused");
    node = fine;
    node.out.scale = 1e-7f;
    ok(!tflite_prepare_sum(&node, &sum), "and an output's scale that is too small");
    node.a.scale = node.b.scale = 3e38f;
    ok(!tflite_prepare_product(&node, false, &product) && !tflite_prepare_product(&node, true, &product),
       "and scales whose ratio is too large, in float infinite");
    node = fine;
    node.a.scale = 0x1.000002p15f;
    node.b.scale = 0x1.fffffcp14f;
    node.out.scale = 1;
    ok(!tflite_prepare_product(&node, true, &product), "and a ratio a little below 2^30, whose multiplier is rounded up to 2^31");
    node = fine;
    ok(!tflite_has_shifts(&node) && !tflite_prepare_shifts(&node, &shifts), "of int8 powers of two are no shifts");
    node.type = TFLITE_INT16;
    node.a.zero = node.b.zero = 0;
    ok(tflite_has_shifts(&node) && !tflite_prepare_shifts(&node, &shifts), "powers of two of which no input's is the output's are refused");
    node.b.scale = 2;
    ok(tflite_prepare_shifts(&node, &shifts) && shifts.a_shift == 1 && shifts.b_shift == 0, "of which one is, they are shifts");
    node.a.scale = 0.9995f;
    ok(tflite_prepare_shifts(&node, &shifts) && shifts.a_shift == 1, "a thousandth beside a power of two is taken for it");
    node.a.scale = 0.999f;
    ok(!tflite_has_shifts(&node) && !tflite_prepare_shifts(&node, &shifts), "more is not");
    ok(tflite_prepare_sum(&node, &sum) && sum.low == -32768, "and is a sum like others");
}

int main(int argc, char **argv)
{
    static char line[4 * LONGEST_LINE];
    static vector now;
    unsigned count = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

    if (!ok(file != NULL, "the vectors are there")) {
        return done_testing();
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') {
            continue;
        }
        ++count;
        if (!ok(read_vector(line, &now), "vector %u can be read", count)) {
            continue;
        }
        for (size_t i = 0; i < bl_isa_record_count; ++i) {
            bl_isa isa;

            if (bl_isa_from_name(bl_isa_records[i].name, &isa) == BL_OK && bl_isa_available(isa)) {
                const bl_status status = run(&now, isa);

                ok(status == BL_OK && is_expected(&now), "vector %u, %s %s %s on %s%s%s", count, now.op,
                   bl_dtype_name(now.dtype), now.activation, bl_isa_records[i].name, status != BL_OK ? ": " : "",
                   status != BL_OK ? bl_status_string(status) : "");
            }
        }
    }
    fclose(file);
    ok(count >= 160, "there are %u vectors", count);
    test_refusals();
    return done_testing();
}
