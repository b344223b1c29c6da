/* Calls of kernels on contiguous arrays of one shape, without a plan, with any number of inputs, some of which may be one value each
 * (with_values.c); and all errors of such a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../kernels/contiguous.h"
#include "../plans/plan.h"
#include "rows.h"

/** Whether results bypass the caches; in place they do not, because the caches have the output's lines anyway. */
static int pays_to_stream_line(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *out)
{
    size_t read = 0;

    for (size_t i = 0; i < table->arity; ++i) {
        if (inputs[i] == out) {
            return 0;
        }
        read = bl_bytes_together(read, (bl_has(held, i + 1) ? 1 : n) << table->shifts[i + 1]);
    }
    return bl_is_aligned((uintptr_t)out, table->shifts[0]) && bl_outgrows_caches(read, n << table->shifts[0], 0);
}

void bl_run_contiguous_unchecked(const bl_table *table, const bl_variant *variant, uint32_t isas, unsigned held, unsigned swapped, size_t n,
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
        bl_end_rows(&line);
    } else if (n >= BL_CUT_BYTES >> table->shifts[BL_OUT]) {
        bl_run_cut(table, variant, kernel, held, swapped, n, inputs, parameters, out);
    } else {
        bl_call_kernel(table->call, swapped, kernel, 1, n, inputs, parameters, out, NULL);
    }
}

bl_status bl_run_contiguous_slow(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                 void *out)
{
    bl_status status = BL_NULL_POINTER;

    if (table != NULL && n == 0) {
        return BL_OK;
    }
#if BL_WITH_PACKED
    if (table != NULL && bl_packed_of(table) != 0) {
        return bl_run_packed_line(table, n, inputs, 0, parameters, out);
    }
#endif
    if (table != NULL && inputs != NULL) {
        status = bl_check_contiguous(table, n, inputs, 0, parameters, out, 0);
    }
    if (status == BL_OK) {
        const uint32_t isas = bl_isas_usable();

        bl_run_contiguous_unchecked(table, bl_variant_for(table, isas, n), isas, 0, table->exchanged, n, inputs, parameters, out);
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

bl_status bl_contiguous_slow(size_t n, const void *a, const void *b, const void *c, void *out,
                             const bl_table *table)
{
    const void *const inputs[3] = {a, b, c};

    return bl_run_contiguous_slow(table, n, inputs, NULL, out);
}
