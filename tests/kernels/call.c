/* Calls of kernels, and their names in reports.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#include <string.h>

void subject_label(const subject *which, unsigned pattern, text *label)
{
    const bl_table *table = which->table;

    text_clear(label);
    text_add(label, which->isa);
    text_add(label, which->word != NULL ? " word " : " op ");
    text_add(label, table->op);
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(label, p == 0 ? "(" : ",");
        text_add(label, oracle_types[table->dtypes[p + 1]].name);
    }
    text_add(label, ")->");
    text_add(label, oracle_types[table->dtypes[0]].name);
    text_add(label, " ");
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(label, (pattern >> p & 1) != 0 ? "s" : "v");
    }
    if (which->variant != NULL) {
        text_add(label, ", least cols ");
        text_number(label, which->variant->contract);
        if (!same_name(name_of_isa(which->variant->isa), which->isa)) {
            text_add(label, " of ");
            text_add(label, name_of_isa(which->variant->isa));
        }
    }
}

size_t subject_step(const subject *which)
{
    const bl_table *table = which->table;
    size_t narrowest = element_size((bl_dtype)table->dtypes[0]), widest = narrowest;

    for (unsigned p = 1; p <= table->arity; ++p) {
        const size_t size = element_size((bl_dtype)table->dtypes[p]);

        narrowest = size < narrowest ? size : narrowest;
        widest = size > widest ? size : widest;
    }
    if (which->variant->contract > 1) {
        return which->variant->contract;
    }
    return 64 / narrowest < 4 * 64 / widest ? 64 / narrowest : 4 * 64 / widest;
}

void describe_mismatch(text *fault, const subject *which, const uint64_t *x, uint64_t got, uint64_t expected)
{
    const bl_table *table = which->table;
    const reference *reckoned = &which->expected;

    text_add(fault, table->op);
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(fault, p == 0 ? "(" : ", ");
        text_hex(fault, x[p], oracle_types[table->dtypes[p + 1]].bits / 4u);
    }
    for (unsigned p = 0; p < reckoned->parameter_count; ++p) {
        text_add(fault, p == 0 ? "; " : ", ");
        text_add(fault, table->parameters[p].name);
        text_add(fault, " ");
        text_hex(fault, reckoned->parameters[p], oracle_types[table->parameters[p].dtype].bits / 4u);
    }
    text_add(fault, ") gave ");
    text_hex(fault, got, oracle_types[table->dtypes[0]].bits / 4u);
    text_add(fault, ", expected ");
    text_hex(fault, expected, oracle_types[table->dtypes[0]].bits / 4u);
    if (which->word != NULL) {
        text_add(fault, ", see ");
        text_add(fault, which->word->place);
    }
}

/* ---- Calls ---- */

/* For exchanged tables: the caller's input that is the kernel's input i, which is the other one; the reverse is the same. */
static unsigned caller_input(const bl_table *table, unsigned i)
{
    return table->exchanged ? 1 - i : i;
}

bl_kernel pattern_kernel(const subject *which, unsigned pattern)
{
    const bl_kernel *kernels = which->streams ? which->variant->streams : which->variant->patterns;
    unsigned held = 0;

    for (unsigned i = 0; i < which->table->arity; ++i) {
        held |= (pattern >> caller_input(which->table, i) & 1) << i;
    }
    return kernels == NULL ? NULL : kernels[held];
}

static unsigned char *region_end(unsigned region, size_t bytes)
{
    return regions[region] + REGION_BYTES - bytes;
}

static unsigned char *row_of(const operand *which, bl_dtype type, size_t r)
{
    return which->base + (ptrdiff_t)r * which->row * (ptrdiff_t)element_size(type);
}

/* Pointers to row r of each input, in the kernel's order: an array of the promised length, at the very end of guarded memory. */
static const void *const *put_pointers(const bl_table *table, const operand *inputs, size_t r)
{
    const void *pointers[BL_MAX_ARITY];
    void *end = region_end(POINTERS_REGION, table->arity * sizeof pointers[0]);

    for (unsigned i = 0; i < table->arity; ++i) {
        const unsigned own = caller_input(table, i);

        pointers[i] = row_of(&inputs[own], (bl_dtype)table->dtypes[own + 1], r);
    }
    memcpy(end, pointers, table->arity * sizeof pointers[0]);
    return (const void *const *)end;
}

/* Likewise the strides between rows, the output's first; for a single row an array without elements. */
static const ptrdiff_t *put_strides(const bl_table *table, size_t rows, const operand *inputs, const operand *output)
{
    ptrdiff_t strides[BL_MAX_ARITY + 1];
    const size_t bytes = (table->arity + 1u) * sizeof strides[0];

    if (rows == 1) {
        return NULL;
    }
    strides[0] = output->row;
    for (unsigned i = 0; i < table->arity; ++i) {
        strides[i + 1] = inputs[caller_input(table, i)].row;
    }
    memcpy(region_end(ROWS_REGION, bytes), strides, bytes);
    return (const ptrdiff_t *)(void *)region_end(ROWS_REGION, bytes);
}

static void call_with_arrays(const subject *which, bl_kernel kernel, size_t rows, size_t cols, const operand *inputs,
                             const operand *output)
{
    const bl_table *table = which->table;
    const void *const *pointers = put_pointers(table, inputs, 0);
    const ptrdiff_t *row = put_strides(table, rows, inputs, output);

    if (table->call == BL_CALL_P) {
        const void *parameters = region_end(PARAMETERS_REGION, table->parameters_size);

        ((bl_kernel_p *)kernel)(cols, pointers, parameters, output->base, rows, row);
    } else {
        ((bl_kernel_n *)kernel)(cols, pointers, output->base, rows, row);
    }
}

/* Streaming kernels take one row. */
static void call_streaming(const subject *which, bl_kernel kernel, size_t rows, size_t cols, const operand *inputs,
                           const operand *output)
{
    const bl_table *table = which->table;
    const void *parameters = region_end(PARAMETERS_REGION, table->parameters_size);

    for (size_t r = 0; r < rows; ++r) {
        const void *const *pointers = put_pointers(table, inputs, r);
        void *out = row_of(output, (bl_dtype)table->dtypes[0], r);

        if (table->call == BL_CALL_P) {
            ((bl_stream_kernel_p *)kernel)(cols, out, pointers, parameters);
        } else {
            ((bl_stream_kernel *)kernel)(cols, out, pointers);
        }
    }
}

static void put_parameters(const subject *which)
{
    const size_t bytes = which->table->parameters_size;

    memset(region_end(PARAMETERS_REGION, bytes), CANARY, bytes);
    store_parameters(region_end(PARAMETERS_REGION, bytes), which->table, which->expected.parameters);
}

/* Kernels must not change their parameters. */
static void check_parameters(subject *which)
{
    static unsigned char kept[REGION_BYTES];
    const size_t bytes = which->table->parameters_size;
    text label;

    memset(kept, CANARY, bytes);
    store_parameters(kept, which->table, which->expected.parameters);
    if (memcmp(region_end(PARAMETERS_REGION, bytes), kept, bytes) != 0 && which->failed == 0) {
        subject_label(which, 0, &label);
        report_fail(label.bytes, "a kernel wrote into its parameters");
        which->failed = UINT64_MAX;
    }
}

/* Only the call, because exceptions.c traps its exceptions. */
static void dispatch(const subject *which, bl_kernel kernel, size_t rows, size_t cols, const operand *inputs,
                     const operand *output)
{
    const unsigned first = caller_input(which->table, 0), second = caller_input(which->table, 1);
    const ptrdiff_t *row;

    if (which->streams) {
        call_streaming(which, kernel, rows, cols, inputs, output);
        return;
    }
    row = put_strides(which->table, rows, inputs, output);
    switch (which->table->call) {
    case BL_CALL_1:
        ((bl_kernel_1 *)kernel)(cols, inputs[0].base, output->base, rows, row);
        break;
    case BL_CALL_2:
        ((bl_kernel_2 *)kernel)(cols, inputs[first].base, inputs[second].base, output->base, rows, row);
        break;
    case BL_CALL_3:
        ((bl_kernel_3 *)kernel)(cols, inputs[0].base, inputs[1].base, inputs[2].base, output->base, rows, row);
        break;
    default:
        call_with_arrays(which, kernel, rows, cols, inputs, output);
        break;
    }
}

void call_kernel(subject *which, unsigned pattern, size_t rows, size_t cols, const operand *inputs,
                 const operand *output)
{
    const bl_kernel kernel = pattern_kernel(which, pattern);

    if (which->table->parameter_count > 0) {
        put_parameters(which);
    }
    dispatch(which, kernel, rows, cols, inputs, output);
    if (which->table->parameter_count > 0) {
        check_parameters(which);
    }
}

void pass_patterns(const subject *which)
{
    text label;

    for (unsigned pattern = 0; pattern < PATTERNS(which->table); ++pattern) {
        if (pattern_kernel(which, pattern) != NULL && (which->failed >> pattern & 1) == 0) {
            subject_label(which, pattern, &label);
            report_pass(label.bytes);
        }
    }
}
