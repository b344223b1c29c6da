/* The self-test, which compares the hashes of the kernels' results with the generated hashes. It runs the call for contiguous arrays, and
 * the kernels of each instruction set, on rows of values (selftest.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "selftest.h"

#if BL_WITH_SELFTEST

/** Run `count` columns of a row, from the given one on: by a variant's kernel for the row's held inputs, or, without a variant, by
 * bl_run_contiguous. */
static bl_status run_columns(const bl_selftest_row *row, const bl_variant *variant, size_t from, size_t count)
{
    const bl_table *table = row->table;
    const void *inputs[BL_MAX_ARITY];
    void *out = row->operands[BL_OUT] + (from << table->shifts[BL_OUT]);
    bl_kernel kernel;

    for (size_t i = 0; i < table->arity; ++i) {
        inputs[i] = row->operands[i + 1] + (from << table->shifts[i + 1]);
    }
    if (variant == NULL) {
        return bl_run_contiguous(table, count, inputs, row->parameters, out);
    }
    kernel = variant->patterns[bl_pattern(row->held << 1, table->exchanged)];
    if (kernel == NULL) {
        kernel = variant->patterns[0];
    }
    bl_call_kernel(table->call, table->exchanged, kernel, 1, count, inputs, row->parameters, out, NULL);
    return BL_OK;
}

/** Run all rows, and compare. */
static bl_status test_variant(const bl_selftest_entry *entry, const bl_variant *variant)
{
    bl_selftest_row row;
    const unsigned cols = bl_selftest_begin(&row, entry->table);
    bl_status status = BL_OK;

    if (variant != NULL && variant->contract > cols) {
        return BL_OK; /* its kernels only take longer rows */
    }
    while (status == BL_OK && row.number < BL_SELFTEST_ROWS) {
        /* in two calls: with all lengths, and the second one at any alignment */
        const size_t first = variant == NULL ? bl_smaller(row.number, cols) : cols;

        bl_selftest_fill(&row);
        status = run_columns(&row, variant, 0, first);
        if (status == BL_OK && first < cols) {
            status = run_columns(&row, variant, first, cols - first);
        }
        bl_selftest_take(&row);
    }
    return status == BL_OK && row.hash != entry->hash ? BL_WRONG_RESULTS : status;
}

bl_status bl_selftest_table(const bl_selftest_entry *entry, bl_selftest_fault *fault)
{
    const bl_table *table = entry->table;
    bl_selftest_fault at = {table, BL_ISA_ANY};
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i < table->variant_count; ++i) {
        at.isa = table->variants[i].isa;
        if (bl_isa_available(at.isa)) {
            status = test_variant(entry, &table->variants[i]);
        }
    }
    if (status == BL_OK) {
        at.isa = BL_ISA_ANY;
        status = test_variant(entry, NULL);
    }
    if (status != BL_OK && fault != NULL) {
        *fault = at;
    }
    return status;
}

bl_status bl_selftest(bl_selftest_fault *fault)
{
    bl_status status = BL_OK;

    for (size_t i = 0; status == BL_OK && i < bl_selftest_count; ++i) {
        status = bl_selftest_table(&bl_selftest_entries[i], fault);
    }
    return status;
}

#endif
