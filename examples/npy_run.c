/* npy_run: any operator on NumPy files.
 *
 *   npy_run div planets.npy earth.npy -o ratios.npy
 *   npy_run leaky_relu in.npy --alpha 0.1 -o out.npy
 *   npy_run cast in.npy --to f16 -o out.npy
 *   npy_run add_n one.npy two.npy three.npy -o sum.npy
 *
 * Shapes broadcast, Fortran order is read through strides, and the plan is printed. The example shows
 * an operator chosen at run time: bl_op_by_name, bl_op_table, bl_broadcast_shape, bl_plan_make, bl_plan_describe, bl_plan_run;
 * its parameters (bl_parameters_default, bl_parameter_by_name); and folds.
 *
 * Exit status: 0; 1 with one message on standard error and no output file; 2 if the command line is wrong. The name
 * npy_binary gives the same program.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "npy.h"
#include "npy_print.h"
#include "outputs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD = 1,
       EXIT_USAGE = 2 };

/* An option of the command line that names a parameter of the operator. */
typedef struct setting {
    const char *name, *value;
} setting;

typedef struct command {
    const bl_op *op; /* this or a fold */
    const bl_fold *fold;
    const char *name; /* the operator's or the fold's, as given */
    const char **paths;
    size_t path_count;
    setting *settings;
    size_t setting_count;
    const char *output;
    bl_dtype nameless; /* BL_DTYPE_COUNT: none */
    bool floors_integers;
    bool has_axis;
    bl_dtype to; /* the output's dtype; BL_DTYPE_COUNT if the inputs determine it */
    bl_options options;
} command;

static const char *program = "npy_run"; /* the name by which it was called */

/* The rules' names on the command line, by bl_rule. */
static const char *const rule_names[] = {"numpy", "none", "pdpd", "onnx-legacy"};

static const char usage[] =
    "usage: npy_run OP INPUT.npy... -o OUTPUT.npy [options]\n"
    "  --PARAMETER NUMBER               a parameter of the operator, such as --alpha 0.1\n"
    "  --to DTYPE                       the output's dtype, where the inputs do not tell it (cast)\n"
    "  --isa NAME                       use no instruction set above this one\n"
    "  --dtype bf16|f8e4m3fn|f8e4m3fnuz|f8e5m2|f8e5m2fnuz|f8e8m0\n"
    "                                   elements of two bytes or one without a meaning (V2, V1) are of that dtype\n"
    "  --rule numpy|none|pdpd|onnx-legacy\n"
    "                                   how shapes come together. none: they must be equal; pdpd (OpenVINO) and\n"
    "                                   onnx-legacy (opsets 1 to 6, broadcast = 1): B onto A's shape, from --axis\n"
    "  --axis N                         the dim of A where B's first one lies; -1, the default: the last ones meet\n"
    "  --integer-division trunc|floor   how div rounds integers\n"
    "BROADLOOM_ISA=NAME in the environment limits the instruction set, too.\n";

/* ---- The command line ---- */

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "%s: %s%s\n%s", program, what, which, usage);
    return EXIT_USAGE;
}

static int unknown_isa(const char *name)
{
    fprintf(stderr, "%s: unknown instruction set %s; the known ones are:", program, name);
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        fprintf(stderr, " %s", bl_isa_records[i].name);
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* Finds the operator or the fold; 0, or the exit status after printing all names. */
static int find_op(command *c)
{
    c->op = bl_op_by_name(c->name);
    for (size_t i = 0; i < bl_all_fold_count; ++i) {
        if (strcmp(bl_all_folds[i]->name, c->name) == 0) {
            c->fold = bl_all_folds[i];
        }
    }
    if (c->op || c->fold) {
        return 0;
    }
    fprintf(stderr, "%s: unknown operator %s; the known ones are:", program, c->name);
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        fprintf(stderr, " %s", bl_all_ops[i]->name);
    }
    for (size_t i = 0; i < bl_all_fold_count; ++i) {
        fprintf(stderr, " %s", bl_all_folds[i]->name);
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* 0, or the exit status. */
static int take_dtype(const char *name, const char *wanted, int first, bl_dtype *to)
{
    for (int dtype = first; dtype < BL_DTYPE_COUNT; ++dtype) {
        if (strcmp(bl_dtype_name((bl_dtype)dtype), name) == 0) {
            *to = (bl_dtype)dtype;
            return 0;
        }
    }
    return usage_error(wanted, name);
}

/* Whether a number has only these characters, and begins with one of `first`: no blank, no sign except a minus, no 0x. */
static bool is_written_in(const char *text, const char *first, const char *characters)
{
    text += *text == '-';
    return *text != '\0' && strchr(first, *text) && text[strspn(text, characters)] == '\0';
}

static bool is_whole(const char *text)
{
    return is_written_in(text, "0123456789", "0123456789");
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
    errno = 0;
    const intmax_t axis = strtoimax(text, NULL, 10);
    if (!is_whole(text) || errno != 0 || (ptrdiff_t)axis != axis) {
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
        c->nameless = BL_BF16;
        return strcmp(value, "bf16") == 0
                   ? 0
                   : take_dtype(value, "--dtype can only say bf16 and floats of 8 bits, not ", BL_F8E4M3FN, &c->nameless);
    } else if (strcmp(name, "--to") == 0) {
        return take_dtype(value, "--to must be a dtype, not ", 0, &c->to);
    } else if (strcmp(name, "--rule") == 0) {
        return take_rule(c, value);
    } else if (strcmp(name, "--axis") == 0) {
        return take_axis(c, value);
    } else if (strcmp(name, "--integer-division") == 0) {
        if (strcmp(value, "trunc") != 0 && strcmp(value, "floor") != 0) {
            return usage_error("--integer-division can be trunc or floor, not ", value);
        }
        c->floors_integers = strcmp(value, "floor") == 0;
    } else if (strncmp(name, "--", 2) == 0) { /* a parameter, if the operator has it */
        c->settings[c->setting_count].name = name + 2;
        c->settings[c->setting_count++].value = value;
    } else {
        return usage_error("unknown option ", name);
    }
    return 0;
}

/* Whether the operator's output has a dtype that no input determines. */
static bool asks_for_dtype(const bl_op *op)
{
    for (size_t v = 0; op && v < op->variable_count; ++v) {
        if (op->typed_by[v] == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the arguments fit together; 0, or the exit status. */
static int check_command(command *c)
{
    char takes[64];

    if (!c->name || c->path_count == 0) {
        return usage_error("an operator and its files are needed", "");
    }
    if (!c->output) {
        return usage_error("-o and the output's name are missing", "");
    }
    if (c->floors_integers && strcmp(c->name, "div") != 0) {
        return usage_error("--integer-division is for div, not ", c->name);
    }
    if (c->has_axis && c->options.rule != BL_RULE_PDPD && c->options.rule != BL_RULE_ONNX_LEGACY) {
        return usage_error("--axis is for --rule pdpd and onnx-legacy, not ", rule_names[c->options.rule]);
    }
    const int status = find_op(c);
    if (status != 0) {
        return status;
    }
    if (c->op && c->path_count != c->op->arity) {
        snprintf(takes, sizeof takes, "there are %zu files, but %u for ", c->path_count, c->op->arity);
        return usage_error(takes, c->name);
    }
    for (size_t i = 0; i < c->setting_count; ++i) {
        if (!c->op || !bl_parameter_by_name(c->op->tables[0], c->settings[i].name)) {
            return usage_error("unknown option --", c->settings[i].name);
        }
    }
    if (asks_for_dtype(c->op) && c->to == BL_DTYPE_COUNT) {
        return usage_error("--to must name the output's dtype for ", c->name);
    }
    if (!asks_for_dtype(c->op) && c->to != BL_DTYPE_COUNT) {
        return usage_error("--to is for operators whose inputs do not determine the output's dtype, not ", c->name);
    }
    return 0;
}

/* 0, or the exit status. */
static int parse_command(int argc, char **argv, command *c)
{
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
        } else if (!c->name) {
            c->name = argv[i];
        } else {
            c->paths[c->path_count++] = argv[i];
        }
    }
    return check_command(c);
}

/* ---- The work ---- */

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

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", program, path, what);
    return false;
}

/* The files and their arrays; the last one is the output's. */
typedef struct work {
    npy_array *arrays;
    bl_array *views;
    const bl_array **pointers;
    const void **data;
} work;

/* A refusal of the library concerns all files. */
static bool refuse(const command *c, const work *w, bl_status status)
{
    fprintf(stderr, "%s: ", program);
    for (size_t i = 0; i < c->path_count; ++i) {
        fprintf(stderr, "%s%s %s ", i ? " and " : "", c->paths[i], bl_dtype_name(w->arrays[i].dtype));
        npy_print_shape(stderr, &w->arrays[i]);
    }
    fprintf(stderr, ": %s\n", bl_status_string(status));
    return false;
}

static bool load(const char *path, bl_dtype nameless, npy_array *array)
{
    npy_error error;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return complain(path, strerror(errno));
    }
    const bool good = npy_read(file, nameless, array, &error);
    fclose(file);
    return good || complain(path, error.text);
}

/* The output's array: the broadcast shape, at a dtype. */
static bool make_output(const command *c, work *w, bl_dtype dtype)
{
    size_t rank = 0, capacity = 0;
    npy_error error;

    for (size_t i = 0; i < c->path_count; ++i) {
        capacity = w->arrays[i].rank > capacity ? w->arrays[i].rank : capacity;
    }
    size_t *shape = malloc((capacity + 1) * sizeof *shape);
    if (!shape) {
        return complain(c->output, "out of memory");
    }
    const bl_status status = bl_broadcast_shape(&c->options, c->path_count, w->pointers, capacity, shape, &rank);
    bool good = status == BL_OK || refuse(c, w, status);
    if (good && !npy_allocate(dtype, rank, shape, &w->arrays[c->path_count], &error)) {
        good = complain(c->output, error.text);
    }
    free(shape);
    w->views[c->path_count] = npy_view(&w->arrays[c->path_count]);
    return good;
}

static bool is_float(bl_dtype dtype)
{
    return dtype == BL_F16 || dtype == BL_BF16 || dtype == BL_F32 || dtype == BL_F64;
}

/* The operator's table for the inputs' dtypes, for which div may mean floor_div. NULL and a message if it takes other dtypes. */
static const bl_table *choose_table(const command *c, const work *w, const bl_op **op)
{
    bl_dtype dtypes[BL_MAX_VARIABLES];

    *op = c->op;
    if (c->floors_integers && !is_float(w->arrays[0].dtype)) {
        *op = bl_op_by_name("floor_div");
    }
    for (size_t v = 0; *op && v < (*op)->variable_count; ++v) {
        const unsigned by = (*op)->typed_by[v];

        dtypes[v] = by == 0 ? c->to : w->arrays[by - 1].dtype;
    }
    const bl_table *table = bl_op_table(*op, dtypes);
    if (!table) {
        const unsigned by = c->op->typed_by[0];

        fprintf(stderr, "%s: %s: %s does not take %s%s%s\n", program, by == 0 ? c->output : c->paths[by - 1], c->name,
                bl_dtype_name(dtypes[0]), c->to == BL_DTYPE_COUNT ? "" : " and give ",
                c->to == BL_DTYPE_COUNT ? "" : bl_dtype_name(c->to));
    }
    return table;
}

/* The bits of an integer in the dtype's range. */
static bool read_integer(const char *text, bl_dtype dtype, uint64_t *bits)
{
    const unsigned width = 8 * (unsigned)bl_dtype_size(dtype);
    const bool is_signed = dtype == BL_I8 || dtype == BL_I16 || dtype == BL_I32 || dtype == BL_I64;
    const uint64_t most = UINT64_MAX >> (64 - width + is_signed);
    const bool is_negative = text[0] == '-';

    errno = 0;
    const uintmax_t size = strtoumax(text + is_negative, NULL, 10);
    *bits = is_negative ? 0 - (uint64_t)size : (uint64_t)size;
    return is_whole(text) && errno == 0 && size <= (is_negative ? (is_signed ? most + 1 : 0) : most);
}

/* A number in decimal, such as -1.5e-3, or inf or nan. */
static bool read_float(const char *text, double *number)
{
    const char *without_sign = text + (*text == '-');
    char *end;

    *number = strtod(text, &end);
    return *end == '\0' && (is_written_in(text, ".0123456789", ".0123456789eE+-") ||
                            strcmp(without_sign, "inf") == 0 || strcmp(without_sign, "nan") == 0);
}

/* Sets a parameter from its text; the library's own conversion rounds floats to the dtype. */
static bool set_parameter(const bl_parameter *parameter, const char *text, unsigned char *parameters)
{
    const bl_dtype dtype = (bl_dtype)parameter->dtype;
    void *field = parameters + parameter->offset;

    if (is_float(dtype)) {
        const bl_dtype from_f64[] = {BL_F64, dtype};
        double number;
        const void *const input[] = {&number};

        return read_float(text, &number) &&
               bl_run_contiguous(bl_op_table(bl_op_by_name("cast"), from_f64), 1, input, NULL, field) == BL_OK;
    }
    uint64_t bits;
    if (!read_integer(text, dtype, &bits)) {
        return false;
    }
    const uint8_t one_byte = (uint8_t)bits;
    const uint16_t two_bytes = (uint16_t)bits;
    const uint32_t four_bytes = (uint32_t)bits;
    const void *const by_size[] = {&one_byte, &two_bytes, NULL, &four_bytes, NULL, NULL, NULL, &bits};
    memcpy(field, by_size[bl_dtype_size(dtype) - 1], bl_dtype_size(dtype));
    return true;
}

/* The parameters' struct, from their defaults and the command line; NULL and a message if a value is wrong. */
static unsigned char *make_parameters(const command *c, const bl_table *table)
{
    unsigned char *parameters = malloc(table->parameters_size + 1u);
    if (!parameters) {
        complain(c->output, "out of memory");
        return NULL;
    }
    bl_parameters_default(table, parameters);
    for (size_t i = 0; i < c->setting_count; ++i) {
        const bl_parameter *parameter = bl_parameter_by_name(table, c->settings[i].name);
        if (!set_parameter(parameter, c->settings[i].value, parameters)) {
            fprintf(stderr, "%s: --%s must be of %s, not %s\n", program, c->settings[i].name,
                    bl_dtype_name((bl_dtype)parameter->dtype), c->settings[i].value);
            free(parameters);
            return NULL;
        }
    }
    return parameters;
}

/* The arrays that were read and written. */
static void print_arrays(const command *c, const work *w)
{
    for (size_t i = 0; i <= c->path_count; ++i) {
        npy_print_array(i < c->path_count ? c->paths[i] : c->output, &w->arrays[i]);
    }
    npy_print_first_values(&w->arrays[c->path_count]);
}

static bool compute_op(const command *c, work *w)
{
    const bl_op *op;
    const bl_table *table = choose_table(c, w, &op);
    if (!table || !make_output(c, w, (bl_dtype)table->dtypes[0])) {
        return false;
    }
    unsigned char *parameters = make_parameters(c, table);
    if (!parameters) {
        return false;
    }
    bl_plan plan;

    bl_status status = bl_plan_make(&plan, op, w->pointers, &w->views[c->path_count], &c->options);
    if (status == BL_OK) {
        status = bl_plan_run(&plan, w->data, table->parameter_count ? parameters : NULL, w->arrays[c->path_count].data);
    }
    free(parameters);
    if (status != BL_OK) {
        return refuse(c, w, status);
    }
    print_arrays(c, w);
    return print_plan(&plan) || complain(c->output, "out of memory");
}

static bool compute_fold(const command *c, work *w)
{
    if (!make_output(c, w, w->arrays[0].dtype)) {
        return false;
    }
    bl_fold_step *steps = calloc(c->path_count, sizeof *steps);
    if (!steps) {
        return complain(c->output, "out of memory");
    }
    bl_status status = bl_fold_make(steps, c->fold, c->path_count, w->pointers, &w->views[c->path_count], &c->options);
    if (status == BL_OK) {
        status = bl_fold_run(steps, w->data, w->arrays[c->path_count].data);
    }
    free(steps);
    if (status != BL_OK) {
        return refuse(c, w, status);
    }
    print_arrays(c, w);
    printf("plan: %s of %zu\n", c->name, c->path_count);
    return true;
}

static bool put_output(FILE *file, size_t index, const void *output)
{
    (void)index;
    return npy_write(file, output);
}

/* Whether some file has the dtype of --dtype. */
static bool has_nameless(const command *c, const work *w)
{
    for (size_t i = 0; i < c->path_count; ++i) {
        if (w->arrays[i].dtype == c->nameless) {
            return true;
        }
    }
    return false;
}

static bool run(const command *c, work *w)
{
    outputs_error error;

    for (size_t i = 0; i < c->path_count; ++i) {
        if (!load(c->paths[i], c->nameless, &w->arrays[i])) {
            return false;
        }
        w->views[i] = npy_view(&w->arrays[i]);
        w->pointers[i] = &w->views[i];
        w->data[i] = w->arrays[i].data;
    }
    if (c->nameless != BL_DTYPE_COUNT && !has_nameless(c, w)) {
        char text[100];

        snprintf(text, sizeof text, "its elements are not %s, as --dtype says, nor are those of another file",
                 bl_dtype_name(c->nameless));
        return complain(c->paths[0], text);
    }
    if (!(c->op ? compute_op(c, w) : compute_fold(c, w))) {
        return false;
    }
    /* the file is written last, so that a failure leaves none */
    if (fflush(stdout) != 0) {
        return complain("standard output", strerror(errno));
    }
    return outputs_write(1, &c->output, put_output, &w->arrays[c->path_count], &error) || complain(c->output, error.text);
}

/* Runs the command; the exit status. */
static int run_command(const command *c)
{
    const size_t count = c->path_count + 1;
    work w = {calloc(count, sizeof(npy_array)), calloc(count, sizeof(bl_array)), calloc(count, sizeof(bl_array *)),
              calloc(count, sizeof(void *))};
    const bool good = w.arrays && w.views && w.pointers && w.data ? run(c, &w) : complain(c->output, "out of memory");

    for (size_t i = 0; w.arrays && i < count; ++i) {
        npy_free(&w.arrays[i]);
    }
    free(w.arrays);
    free(w.views);
    free((void *)w.pointers);
    free((void *)w.data);
    return good ? EXIT_SUCCESS : EXIT_BAD;
}

/* Reads the command line and runs the command; returns the exit status. */
static int take_and_run(int argc, char **argv, command *c)
{
    const int status = parse_command(argc, argv, c);
    if (status != 0) {
        return status;
    }
    const bl_status limit = bl_isa_from_environment();
    if (limit != BL_OK) {
        complain("BROADLOOM_ISA", bl_status_string(limit));
        return EXIT_BAD;
    }
    if (c->options.isa != BL_ISA_ANY && !bl_isa_available(c->options.isa)) {
        complain(bl_isa_name(c->options.isa), bl_status_string(BL_UNAVAILABLE_ISA));
        return EXIT_BAD;
    }
    return run_command(c);
}

int main(int argc, char **argv)
{
    if (argc > 0 && *argv[0]) {
        const char *slash = strrchr(argv[0], '/');
        program = slash ? slash + 1 : argv[0];
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s", usage);
        return EXIT_SUCCESS;
    }
    const size_t room = (size_t)argc + 1;
    command c = {.paths = calloc(room, sizeof(char *)), .settings = calloc(room, sizeof(setting)), .nameless = BL_DTYPE_COUNT, .to = BL_DTYPE_COUNT, .options = BL_DEFAULT_OPTIONS};
    int status = EXIT_BAD;
    if (c.paths && c.settings) {
        status = take_and_run(argc, argv, &c);
    } else {
        fprintf(stderr, "%s: out of memory\n", program);
    }
    free((void *)c.paths);
    free(c.settings);
    return status;
}
