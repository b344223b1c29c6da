/* The way to a kernel for contiguous arrays of one shape: no plan, a few nanoseconds of checks.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dtype.h"
#include "isa.h"
#include "kernel.h"

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, void *out)
{
    static const ptrdiff_t one_row[BL_MAX_ARITY] = {0, 0, 0};
    const bl_variant *variant;
    int is_in_place = 0; /* then the caches have the output's lines anyway */
    size_t touched;
    uint32_t isas;
    size_t out_width;
    size_t widest;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
    if (inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    out_width = (size_t)1 << bl_dtype_shifts[table->output];
    widest = out_width;
    if (((uintptr_t)out & (out_width - 1)) != 0) {
        return BL_MISALIGNED;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        const size_t width = (size_t)1 << bl_dtype_shifts[table->inputs[i]];

        if (inputs[i] == NULL) {
            return BL_NULL_POINTER;
        }
        if (((uintptr_t)inputs[i] & (width - 1)) != 0) {
            return BL_MISALIGNED;
        }
        widest = width > widest ? width : widest;
    }
    if (n > (size_t)PTRDIFF_MAX / 8 && n > (size_t)PTRDIFF_MAX / widest) {
        return BL_SIZE_OVERFLOW;
    }
    touched = n * out_width;
    for (size_t i = 0; i < table->arity; ++i) {
        const size_t bytes = n << bl_dtype_shifts[table->inputs[i]];
        const size_t out_lies_in_by = (uintptr_t)out - (uintptr_t)inputs[i]; /* huge where it starts below it */
        const size_t in_lies_out_by = (uintptr_t)inputs[i] - (uintptr_t)out;

        if ((out_lies_in_by < bytes || in_lies_out_by < n * out_width) &&
            (out_lies_in_by != 0 || bytes != n * out_width)) {
            return BL_OVERLAP;
        }
        touched = bytes > SIZE_MAX - touched ? SIZE_MAX : touched + bytes;
        is_in_place = is_in_place || inputs[i] == out;
    }
    isas = bl_isas_usable();
    variant = table->variants;
    while (variant->lanes > n || (isas >> (variant->isa - 1) & 1) == 0) {
        ++variant; /* scalar ends this: one lane, always usable */
    }
    if (touched > bl_cache_bytes() && !is_in_place && variant->streams != NULL && variant->streams[0] != NULL) {
        bl_stream_row(table, (size_t)(variant - table->variants), isas, 0, n, inputs, out);
    } else {
        bl_call_kernel(variant->patterns[0], table->arity, 1, n, inputs, one_row, out, 0);
    }
    return BL_OK;
}
