/* npy_binary: a binary operator on two NumPy files.
 *
 *   npy_binary div planets.npy earth.npy -o ratios.npy
 *
 * Shapes broadcast, Fortran order is read through strides, and what the library planned is printed. The example shows
 * an operator chosen at run time: bl_op_by_name, bl_broadcast_shape, bl_plan_make, bl_plan_describe, bl_plan_run.
 *
 * Exit status: 0; 1 with one message on standard error and no output file; 2 where the command line is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "npy.h"
#include "outputs.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD = 1,
       EXIT_USAGE = 2,
       FIRST_VALUES = 8 };

typedef struct command {
    const char *op;
    const char *paths[2];
    const char *output;
    bool v2_is_bf16;
    bool floors_integers;
    bool has_axis;
    bl_options options;
} command;

/* The rules' names on the command line, by bl_rule. */
static const char *const rule_names[] = {"numpy", "none", "pdpd", "onnx-legacy"};

static const char usage[] =
    "usage: npy_binary OP A.npy B.npy -o C.npy [options]\n"
    "  --isa NAME                       use no instruction set above this one\n"
    "  --dtype bf16                     elements of two bytes without a meaning (V2) are bf16\n"
    "  --rule numpy|none|pdpd|onnx-legacy\n"
    "                                   how shapes come together. none: they must be equal; pdpd (OpenVINO) and\n"
    "                                   onnx-legacy (opsets 1 to 6, broadcast = 1): B onto A's shape, from --axis\n"
    "  --axis N                         the dim of A where B's first one lies; -1, the default: the last ones meet\n"
    "  --integer-division trunc|floor   how div rounds integers\n"
    "BROADLOOM_ISA=NAME in the environment limits the instruction set, too.\n";

/* ---- The command line ---- */

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "npy_binary: %s%s\n%s", what, which, usage);
    return EXIT_USAGE;
}

static int unknown_isa(const char *name)
{
    fprintf(stderr, "npy_binary: there is no instruction set %s; there are:", name);
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        fprintf(stderr, " %s", bl_isa_records[i].name);
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* Whether an operator takes two arrays and nothing else, whose dtypes say what comes out. */
static bool would_do(const bl_op *op)
{
    return op->arity == 2 && op->variable_count == 1 && op->tables[0]->parameter_count == 0;
}

/* Names the operators that would do. */
static int wrong_op(const char *what, const char *which)
{
    fprintf(stderr, "npy_binary: %s%s; there are:", what, which);
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        if (would_do(bl_all_ops[i])) {
            fprintf(stderr, " %s", bl_all_ops[i]->name);
        }
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* 0, or the exit status. */
static int take_rule(command *c, const char *name)
{
    for (size_t rule = 0; rule < sizeof rule_names / sizeof *rule_names; ++rule) {
        if (strcmp(name, rule_names[rule]) == 0) {
            c->options.rule = (bl_rule)rule;
            return 0;
        }
    }
    return usage_error("--rule can be numpy, none, pdpd or onnx-legacy, not ", name);
}

/* 0, or the exit status. */
static int take_axis(command *c, const char *text)
{
    char *end;

    errno = 0;
    const intmax_t axis = strtoimax(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || (ptrdiff_t)axis != axis) {
        return usage_error("--axis must be an integer, not ", text);
    }
    c->has_axis = true;
    c->options.axis = (ptrdiff_t)axis;
    return 0;
}

/* Takes one option and its value; 0, or the exit status. */
static int take_option(command *c, const char *name, const char *value)
{
    if (strcmp(name, "-o") == 0) {
        c->output = value;
    } else if (strcmp(name, "--isa") == 0) {
        if (bl_isa_from_name(value, &c->options.isa) != BL_OK) {
            return unknown_isa(value);
        }
    } else if (strcmp(name, "--dtype") == 0) {
        if (strcmp(value, "bf16") != 0) {
            return usage_error("--dtype can only say bf16, not ", value);
        }
        c->v2_is_bf16 = true;
    } else if (strcmp(name, "--rule") == 0) {
        return take_rule(c, value);
    } else if (strcmp(name, "--axis") == 0) {
        return take_axis(c, value);
    } else if (strcmp(name, "--integer-division") == 0) {
        if (strcmp(value, "trunc") != 0 && strcmp(value, "floor") != 0) {
            return usage_error("--integer-division can be trunc or floor, not ", value);
        }
        c->floors_integers = strcmp(value, "floor") == 0;
    } else {
        return usage_error("unknown option ", name);
    }
    return 0;
}

/* 0, or the exit status. */
static int parse_command(int argc, char **argv, command *c)
{
    const char **const places[] = {&c->op, &c->paths[0], &c->paths[1]};
    const size_t place_count = sizeof places / sizeof places[0];
    size_t filled = 0;

    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] == '-') {
            if (i + 1 == argc) {
                return usage_error("a value is missing after ", argv[i]);
            }
            const int status = take_option(c, argv[i], argv[i + 1]);
            if (status != 0) {
                return status;
            }
            ++i;
        } else if (filled < place_count) {
            *places[filled++] = argv[i];
        } else {
            return usage_error("one argument too many: ", argv[i]);
        }
    }
    if (filled < place_count) {
        return usage_error("an operator and two files are needed", "");
    }
    if (!c->output) {
        return usage_error("-o and the output's name are missing", "");
    }
    if (c->floors_integers && strcmp(c->op, "div") != 0) {
        return usage_error("--integer-division is for div, not ", c->op);
    }
    if (c->has_axis && c->options.rule != BL_RULE_PDPD && c->options.rule != BL_RULE_ONNX_LEGACY) {
        return usage_error("--axis is for --rule pdpd and onnx-legacy, not ", rule_names[c->options.rule]);
    }
    const bl_op *op = bl_op_by_name(c->op);
    if (!op) {
        return wrong_op("there is no operator ", c->op);
    }
    if (!would_do(op)) {
        return wrong_op("this is not an operator of two arrays: ", c->op);
    }
    return 0;
}

/* ---- Printing ---- */

static void print_shape(FILE *file, const npy_array *array)
{
    fprintf(file, "(");
    for (size_t i = 0; i < array->rank; ++i) {
        fprintf(file, "%s%zu", i ? ", " : "", array->shape[i]);
    }
    fprintf(file, array->rank == 1 ? ",)" : ")");
}

static void print_array(const char *name, const npy_array *array)
{
    printf("%s: %s ", name, bl_dtype_name(array->dtype));
    print_shape(stdout, array);
    printf("%s\n", array->fortran_order ? ", Fortran order" : "");
}

/* How a float dtype is laid out. */
typedef struct float_format {
    int fraction_bits, exponent_bits;
} float_format;

/* The value of a float's bits; f32 and narrower are exact in a double. */
static double float_value(uint32_t bits, float_format f)
{
    const int exponent_max = (1 << f.exponent_bits) - 1;
    const int bias = exponent_max / 2;
    const int exponent = (int)(bits >> f.fraction_bits) & exponent_max;
    const uint32_t fraction = bits & ((UINT32_C(1) << f.fraction_bits) - 1);
    const uint32_t hidden = exponent ? UINT32_C(1) << f.fraction_bits : 0;
    const double sign = bits >> (f.fraction_bits + f.exponent_bits) ? -1 : 1;

    if (exponent == exponent_max) {
        return fraction ? (double)NAN : sign * (double)INFINITY;
    }
    return sign * ldexp((double)(hidden | fraction), (exponent ? exponent : 1) - bias - f.fraction_bits);
}

/* With the fewest digits that no other value of the format is as near to, and no power of ten where it is 1 to 1e6. */
static void print_float(double value, float_format f)
{
    const double size = fabs(value);
    if (isnan(value)) {
        printf("nan"); /* printf may give it a sign, which means nothing */
        return;
    }
    if (isinf(value) || size == 0) {
        printf("%g", value);
        return;
    }
    const int least = 3 - (1 << (f.exponent_bits - 1)); /* frexp's exponent of the smallest normal number */
    int exponent;
    const bool is_power_of_two = frexp(size, &exponent) == 0.5;
    const double spacing = ldexp(1, (exponent < least ? least : exponent) - f.fraction_bits - 1);
    const double nearer = is_power_of_two ? 4 : 2; /* the values below a power of two lie twice as close */
    int digits = size >= 1 && size < 1e6 ? (int)log10(size) + 1 : 1;
    char text[40];

    for (;; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (fabs(strtod(text, NULL) - value) * nearer < spacing) {
            break;
        }
    }
    printf("%s", text);
}

static void print_element(const npy_array *array, size_t i)
{
    static const float_format f16 = {10, 5}, bf16 = {7, 8}, f32 = {23, 8}, f64 = {52, 11};
    const void *data = array->data;

    switch (array->dtype) {
    case BL_F16:
        print_float(float_value(((const uint16_t *)data)[i], f16), f16);
        break;
    case BL_BF16:
        print_float(float_value(((const uint16_t *)data)[i], bf16), bf16);
        break;
    case BL_F32:
        print_float((double)((const float *)data)[i], f32);
        break;
    case BL_F64:
        print_float(((const double *)data)[i], f64);
        break;
    case BL_I8:
        printf("%d", ((const int8_t *)data)[i]);
        break;
    case BL_I16:
        printf("%d", ((const int16_t *)data)[i]);
        break;
    case BL_I32:
        printf("%" PRId32, ((const int32_t *)data)[i]);
        break;
    case BL_I64:
        printf("%" PRId64, ((const int64_t *)data)[i]);
        break;
    case BL_U8:
        printf("%u", ((const uint8_t *)data)[i]);
        break;
    case BL_U16:
        printf("%u", ((const uint16_t *)data)[i]);
        break;
    case BL_U32:
        printf("%" PRIu32, ((const uint32_t *)data)[i]);
        break;
    case BL_U64:
        printf("%" PRIu64, ((const uint64_t *)data)[i]);
        break;
    case BL_BOOL:
        printf("%s", ((const uint8_t *)data)[i] ? "true" : "false");
        break;
    case BL_DTYPE_COUNT:
        break;
    }
}

static void print_first_values(const npy_array *array)
{
    const size_t shown = array->count < FIRST_VALUES ? array->count : FIRST_VALUES;
    printf("%s", shown ? "first values:" : "no values");
    for (size_t i = 0; i < shown; ++i) {
        printf(" ");
        print_element(array, i);
    }
    printf("%s\n", array->count > shown ? " ..." : "");
}

static bool print_plan(const bl_plan *plan)
{
    const size_t size = bl_plan_describe(plan, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text) {
        return false;
    }
    bl_plan_describe(plan, text, size);
    printf("plan: %s\n", text);
    free(text);
    return true;
}

/* ---- The work ---- */

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "npy_binary: %s: %s\n", path, what);
    return false;
}

/* What the library refuses concerns both files. */
static bool refuse(const command *c, const npy_array *inputs, bl_status status)
{
    fprintf(stderr, "npy_binary: %s %s ", c->paths[0], bl_dtype_name(inputs[0].dtype));
    print_shape(stderr, &inputs[0]);
    fprintf(stderr, " and %s %s ", c->paths[1], bl_dtype_name(inputs[1].dtype));
    print_shape(stderr, &inputs[1]);
    fprintf(stderr, ": %s\n", bl_status_string(status));
    return false;
}

static bool load(const char *path, bool v2_is_bf16, npy_array *array)
{
    npy_error error;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return complain(path, strerror(errno));
    }
    const bool good = npy_read(file, v2_is_bf16, array, &error);
    fclose(file);
    return good || complain(path, error.text);
}

/* The operator at the inputs' dtype: div may mean floor_div there. NULL, and a message, where it does not take it. */
static const bl_op *choose_op(const command *c, const npy_array *inputs)
{
    const bl_op *op = bl_op_by_name(c->op);
    const bl_dtype dtype = inputs[op->typed_by[0] - 1].dtype;
    const bool is_float = dtype == BL_F16 || dtype == BL_BF16 || dtype == BL_F32 || dtype == BL_F64;

    if (c->floors_integers && !is_float) {
        op = bl_op_by_name("floor_div");
    }
    if (!op || !bl_op_table(op, &dtype)) {
        fprintf(stderr, "npy_binary: %s: %s does not take %s\n", c->paths[op ? op->typed_by[0] - 1 : 0], c->op,
                bl_dtype_name(dtype));
        return NULL;
    }
    return op;
}

/* The output's array: the broadcast shape, the dtype that the operator gives. */
static bool make_output(const command *c, const bl_op *op, const npy_array *inputs, npy_array *output)
{
    const bl_array views[2] = {npy_view(&inputs[0]), npy_view(&inputs[1])};
    const bl_array *const pointers[2] = {&views[0], &views[1]};
    const bl_dtype dtype = (bl_dtype)bl_op_table(op, &inputs[op->typed_by[0] - 1].dtype)->dtypes[0];
    const size_t capacity = inputs[0].rank > inputs[1].rank ? inputs[0].rank : inputs[1].rank;
    size_t rank = 0;
    size_t *shape = malloc((capacity + 1) * sizeof *shape);
    npy_error error;

    if (!shape) {
        return complain(c->output, "out of memory");
    }
    const bl_status status = bl_broadcast_shape(&c->options, 2, pointers, capacity, shape, &rank);
    bool good = status == BL_OK || refuse(c, inputs, status);
    if (good && !npy_allocate(dtype, rank, shape, output, &error)) {
        good = complain(c->output, error.text);
    }
    free(shape);
    return good;
}

static bool compute(const command *c, const npy_array *inputs, npy_array *output)
{
    const bl_op *op = choose_op(c, inputs);
    if (!op || !make_output(c, op, inputs, output)) {
        return false;
    }
    const bl_array views[3] = {npy_view(&inputs[0]), npy_view(&inputs[1]), npy_view(output)};
    const bl_array *const pointers[2] = {&views[0], &views[1]};
    const void *const data[2] = {inputs[0].data, inputs[1].data};
    bl_plan plan;

    bl_status status = bl_plan_make(&plan, op, pointers, &views[2], &c->options);
    if (status == BL_OK) {
        status = bl_plan_run(&plan, data, NULL, output->data);
    }
    if (status != BL_OK) {
        return refuse(c, inputs, status);
    }
    print_array(c->paths[0], &inputs[0]);
    print_array(c->paths[1], &inputs[1]);
    print_array(c->output, output);
    print_first_values(output);
    return print_plan(&plan) || complain(c->output, "out of memory");
}

static bool put_output(FILE *file, size_t index, const void *output)
{
    (void)index;
    return npy_write(file, output);
}

static bool run(const command *c, npy_array *inputs, npy_array *output)
{
    outputs_error error;
    for (size_t i = 0; i < 2; ++i) {
        if (!load(c->paths[i], c->v2_is_bf16, &inputs[i])) {
            return false;
        }
    }
    if (c->v2_is_bf16 && inputs[0].dtype != BL_BF16 && inputs[1].dtype != BL_BF16) {
        return complain(c->paths[0], "its elements are not bf16, as --dtype says, nor are the other file's");
    }
    if (!compute(c, inputs, output)) {
        return false;
    }
    /* the file comes last, so that whatever fails leaves none */
    if (fflush(stdout) != 0) {
        return complain("standard output", strerror(errno));
    }
    return outputs_write(1, &c->output, put_output, output, &error) || complain(c->output, error.text);
}

int main(int argc, char **argv)
{
    command c = {NULL, {NULL, NULL}, NULL, false, false, false, BL_DEFAULT_OPTIONS};
    npy_array arrays[3] = {{NULL, BL_F32, 0, NULL, NULL, 0, false}};

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s", usage);
        return EXIT_SUCCESS;
    }
    const int status = parse_command(argc, argv, &c);
    if (status != 0) {
        return status;
    }
    const bl_status limit = bl_isa_from_environment();
    if (limit != BL_OK) {
        complain("BROADLOOM_ISA", bl_status_string(limit));
        return EXIT_BAD;
    }
    if (c.options.isa != BL_ISA_ANY && !bl_isa_available(c.options.isa)) {
        complain(bl_isa_name(c.options.isa), bl_status_string(BL_UNAVAILABLE_ISA));
        return EXIT_BAD;
    }
    const bool good = run(&c, arrays, &arrays[2]);
    for (size_t i = 0; i < 3; ++i) {
        npy_free(&arrays[i]);
    }
    return good ? EXIT_SUCCESS : EXIT_BAD;
}
