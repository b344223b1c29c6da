/* The way to a kernel for contiguous arrays of one shape, without a plan: any number of inputs, some of which may be one value each
 * (values.c), and all errors that a call can have.
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

/** What is wrong with the call, in the order in which a plan finds it. */
static bl_status find_contiguous_trouble(const bl_table *table, size_t n, const void *const *inputs, unsigned held,
                                         const void *parameters, const void *out)
{
    const uintptr_t to = (uintptr_t)out;
    const size_t out_bytes = n << table->shifts[0];
    bl_status status = check_operand(out, n, table->shifts[0]);

    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        status = check_operand(inputs[i], bl_has(held, i + 1) ? 1 : n, table->shifts[i + 1]);
    }
    if (status == BL_OK) {
        status = bl_check_parameters(table, parameters);
    }
    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        const uintptr_t from = (uintptr_t)inputs[i];
        const int is_held = bl_has(held, i + 1);
        const size_t bytes = (is_held ? 1 : n) << table->shifts[i + 1];

        if ((to - from < bytes || from - to < out_bytes) && (from != to || bytes != out_bytes || is_held)) {
            status = BL_OVERLAP;
        }
    }
    return status;
}

/** Whether all is well beyond doubt: a few compares per operand. */
static int is_fine(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *out)
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
        const int is_held = bl_has(held, i + 1);
        const size_t bytes = (is_held ? 1 : n) << shift;

        if (from - 1 >= ~(uintptr_t)bytes || !bl_are_placed(from, (size_t)1 << shift) ||
            (bl_meet(from, bytes, to, out_bytes) && (from != to || shift != out_shift || is_held))) {
            return 0;
        }
    }
    return table->call != BL_CALL_P;
}

bl_status bl_check_contiguous(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *parameters,
                              const void *out)
{
    return is_fine(table, n, inputs, held, out) ? BL_OK : find_contiguous_trouble(table, n, inputs, held, parameters, out);
}

/** Whether results go past the caches: if those cannot keep what the call touches, and have not got it anyway. */
static int pays_to_stream_line(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *out)
{
    size_t touched = n << table->shifts[0];

    for (size_t i = 0; i < table->arity; ++i) {
        const size_t bytes = (bl_has(held, i + 1) ? 1 : n) << table->shifts[i + 1];

        if (inputs[i] == out) {
            return 0;
        }
        touched = bytes > SIZE_MAX - touched ? SIZE_MAX : touched + bytes;
    }
    return bl_is_aligned((uintptr_t)out, table->shifts[0]) && touched > bl_cache_bytes();
}

void bl_run_contiguous_line(const bl_table *table, const bl_variant *variant, uint32_t isas, unsigned held, unsigned swapped, size_t n,
                            const void *const *inputs, const void *parameters, void *out)
{
    const unsigned pattern = bl_pattern(held, swapped);
    const bl_kernel kernel = variant->patterns[pattern];

    if (n > BL_CACHED_ELEMENTS && variant->streams != NULL && variant->streams[pattern] != NULL &&
        pays_to_stream_line(table, n, inputs, held, out)) {
        bl_rows line;

        line.table = table;
        line.parameters = parameters;
        line.variant = (size_t)(variant - table->variants);
        line.kernel = kernel;
        line.cols = n;
        line.isas = isas;
        line.held = held;
        line.swapped = swapped;
        line.streams = 1;
        bl_run_rows(&line, 1, inputs, out, NULL);
        bl_end_rows(&line, inputs, out);
    } else if (n >= BL_CUT_BYTES >> table->shifts[BL_OUT]) {
        bl_run_cut(table, variant, kernel, held, swapped, n, inputs, parameters, out);
    } else {
        bl_call_kernel(table->call, swapped, kernel, 1, n, inputs, parameters, out, NULL);
    }
}

bl_status bl_contiguous_otherwise(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                  void *out)
{
    bl_status status = BL_NULL_POINTER;

    if (table != NULL && n == 0) {
        return BL_OK;
    }
    if (table != NULL && inputs != NULL) {
        status = bl_check_contiguous(table, n, inputs, 0, parameters, out);
    }
    if (status == BL_OK) {
        const uint32_t isas = bl_isas_usable();

        bl_run_contiguous_line(table, bl_variant_for(table, isas, n), isas, 0, table->exchanged, n, inputs, parameters, out);
    }
    return status;
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
