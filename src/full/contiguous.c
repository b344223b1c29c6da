/* The way to a kernel for contiguous arrays of one shape, without a plan: any number of inputs, and all that may stand
 * against the call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../isa.h"
#include "rows.h"

/** What stands against an operand of n elements of 1 << shift bytes, for itself. */
static bl_status check_operand(const void *pointer, size_t n, unsigned shift)
{
    const bl_status status = bl_check_pointer(pointer, (size_t)1 << shift);

    if (status == BL_OK && (n > (size_t)PTRDIFF_MAX >> shift || n << shift > UINTPTR_MAX - (uintptr_t)pointer)) {
        return BL_SIZE_OVERFLOW;
    }
    return status;
}

/** What stands against the call, by its order, which is that of a plan's. */
static bl_status find_contiguous_trouble(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                         const void *out)
{
    const uintptr_t to = (uintptr_t)out;
    const size_t out_bytes = n << table->shifts[0];
    bl_status status = check_operand(out, n, table->shifts[0]);

    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        status = check_operand(inputs[i], n, table->shifts[i + 1]);
    }
    if (status == BL_OK) {
        status = bl_check_parameters(table, parameters);
    }
    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        const uintptr_t from = (uintptr_t)inputs[i];
        const size_t bytes = n << table->shifts[i + 1];

        if ((to - from < bytes || from - to < out_bytes) && (from != to || bytes != out_bytes)) {
            status = BL_OVERLAP;
        }
    }
    return status;
}

/** Whether all is well beyond doubt: a few compares per operand. */
static int is_fine(const bl_table *table, size_t n, const void *const *inputs, const void *out)
{
    const uintptr_t to = (uintptr_t)out;
    const unsigned out_shift = table->shifts[0];
    const size_t out_bytes = n << out_shift;

    if (n > (size_t)PTRDIFF_MAX / 8 || to - 1 >= ~(uintptr_t)out_bytes || !bl_are_placed(to, (size_t)1 << out_shift)) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        const uintptr_t from = (uintptr_t)inputs[i];
        const unsigned shift = table->shifts[i + 1];
        const size_t bytes = n << shift;

        if (from - 1 >= ~(uintptr_t)bytes || !bl_are_placed(from, (size_t)1 << shift) ||
            (bl_meet(from, bytes, to, out_bytes) && (from != to || shift != out_shift))) {
            return 0;
        }
    }
    return table->call != BL_CALL_P;
}

/** Whether results go past the caches: if those cannot keep what the call touches, and have not got it anyway. */
static int pays_to_stream_line(const bl_table *table, size_t n, const void *const *inputs, const void *out)
{
    size_t touched = n << table->shifts[0];

    for (size_t i = 0; i < table->arity; ++i) {
        const size_t bytes = n << table->shifts[i + 1];

        if (inputs[i] == out) {
            return 0;
        }
        touched = bytes > SIZE_MAX - touched ? SIZE_MAX : touched + bytes;
    }
    return bl_is_aligned((uintptr_t)out, table->shifts[0]) && touched > bl_cache_bytes();
}

bl_status bl_contiguous_otherwise(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                  void *out)
{
    const bl_variant *variant;
    uint32_t isas;
    int streams;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    if (!is_fine(table, n, inputs, out)) {
        const bl_status status = find_contiguous_trouble(table, n, inputs, parameters, out);

        if (status != BL_OK) {
            return status;
        }
    }
    isas = bl_isas_usable();
    variant = bl_variant_for(table, isas, n);
    streams = n > BL_CACHED_ELEMENTS && variant->streams != NULL && variant->streams[0] != NULL &&
              pays_to_stream_line(table, n, inputs, out);
    if (streams) {
        bl_rows line;

        line.table = table;
        line.parameters = parameters;
        line.variant = (size_t)(variant - table->variants);
        line.kernel = variant->patterns[0];
        line.cols = n;
        line.isas = isas;
        line.held = 0;
        line.swapped = table->exchanged;
        line.streams = 1;
        bl_run_rows(&line, 1, inputs, out, NULL);
        bl_end_rows(&line, inputs, out);
    } else if (n >= BL_CUT_BYTES >> table->shifts[BL_OUT]) {
        bl_run_cut(table, variant, variant->patterns[0], 0, table->exchanged, n, inputs, parameters, out);
    } else {
        bl_call_kernel(table->call, table->exchanged, variant->patterns[0], 1, n, inputs, parameters, out, NULL);
    }
    return BL_OK;
}

bl_status bl_contiguous_cut(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table,
                            const bl_variant *variant)
{
    const void *const inputs[3] = {a, b, c};

    bl_run_cut(table, variant, variant->patterns[0], 0, table->exchanged, n, inputs, NULL, out);
    return BL_OK;
}

bl_status bl_contiguous_in_doubt(size_t n, const void *a, const void *b, const void *c, void *out,
                                 const bl_table *table)
{
    const void *const inputs[3] = {a, b, c};

    return bl_contiguous_otherwise(table, n, inputs, NULL, out);
}
