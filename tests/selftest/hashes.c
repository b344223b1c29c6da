/* Prints the hashes of the self-test's results, as in generated/selftest.lua: for every table of the library, from
 * the oracle. No kernels run except the plain C ones of proven functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../../src/selftest/selftest.h"
#include "kernels/kernels.h"

#include <stdio.h>

/* Replace the row's results by the expected ones for its inputs and parameters. */
static void expect(bl_selftest_row *row, reference *which)
{
    const bl_table *table = row->table;

    for (unsigned i = 0; i < table->parameter_count; ++i) {
        const bl_parameter *parameter = &table->parameters[i];

        which->parameters[i] = bl_selftest_load(row->parameters + parameter->offset, bl_dtype_shifts[parameter->dtype]);
    }
    for (unsigned column = 0; column < row->cols; ++column) {
        uint64_t x[BL_MAX_ARITY];

        for (unsigned i = 0; i < table->arity; ++i) {
            x[i] = bl_selftest_load(row->operands[i + 1] + ((size_t)column << table->shifts[i + 1]), table->shifts[i + 1]);
        }
        bl_store_bits((bl_dtype)table->dtypes[0], reference_value(which, x), row->operands[0] + ((size_t)column << table->shifts[0]));
    }
}

/* The table's name is the name of its contiguous call, without bl_. */
static void print_name(const bl_op *op, const bl_table *table)
{
    printf("  %s", op->name);
    for (unsigned i = 0; i < op->variable_count; ++i) {
        printf("_%s", bl_dtype_name((bl_dtype)table->dtypes[op->typed_by[i]]));
    }
}

/* Returns 0 if the table's reference, or its rows, are wrong. */
static int print_hash(const bl_op *op, const bl_table *table)
{
    bl_selftest_row row;
    reference which;
    text fault;

    text_clear(&fault);
    if (!reference_of_op(&which, table, &fault)) {
        fprintf(stderr, "hashes: %s: %s\n", op->name, fault.bytes);
        return 0;
    }
    if (bl_selftest_begin(&row, table) == 0) {
        printf("  -- no room for a row:");
        print_name(op, table);
        printf("\n");
        fprintf(stderr, "hashes: %s: a table has no room for a row, and no hash\n", op->name);
        return 1;
    }
    for (unsigned i = 0; i < table->variant_count; ++i) {
        if (table->variants[i].contract > row.cols) { /* then no kernel of it would be tested */
            fprintf(stderr, "hashes: %s: rows are too short for %s\n", op->name, bl_isa_name(table->variants[i].isa));
            return 0;
        }
    }
    while (row.number < BL_SELFTEST_ROWS) {
        bl_selftest_fill(&row);
        expect(&row, &which);
        bl_selftest_take(&row);
    }
    reference_forget();
    print_name(op, table);
    printf(" = 0x%08lx,\n", (unsigned long)row.hash);
    return 1;
}

int main(void)
{
    int all_right = 1;

    printf("-- What the self-test's results hash to, by table. Written by `make selftest-hashes`, of what the tests' oracle says\n"
           "-- (tests/selftest/hashes.c); no kernel has a part in it, but plain C's of functions that are proven.\n\nreturn {\n");
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
            all_right = (is_packed_table(op->tables[t]) || print_hash(op, op->tables[t])) && all_right;
        }
    }
    printf("}\n");
    return all_right ? 0 : 1;
}
