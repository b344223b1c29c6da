/* Long rows of results, cut at the output's cache lines: so that no store crosses two lines, and whole
 * lines may be written by non-temporal stores.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "rows.h"

#define BL_STREAM_COLS 64 /* see bl_stream_kernel */

/** The columns in whole cache lines of results. */
static void call_stream(const bl_rows *of, unsigned pattern, size_t cols, const void *const *inputs, void *out)
{
    const bl_kernel kernel = of->table->variants[of->variant].streams[pattern];
#if BL_MAX_ARITY >= 2
    const void *exchanged[2];

    if (of->swapped) {
        exchanged[0] = inputs[1];
        exchanged[1] = inputs[0];
        inputs = exchanged;
    }
#endif
    if (of->table->call == BL_CALL_P) {
        ((bl_stream_kernel_p *)kernel)(cols, out, inputs, of->parameters);
    } else {
        ((bl_stream_kernel *)kernel)(cols, out, inputs);
    }
}

/** Columns before the output's first whole cache line: none, or at least as many as the variant's kernels need. */
static size_t cols_before_lines(const bl_table *table, const bl_variant *variant, const void *out)
{
    const unsigned shift = table->shifts[BL_OUT];
    size_t before = ((uintptr_t)0 - (uintptr_t)out) % BL_LINE_BYTES >> shift;

    while (before > 0 && before < variant->contract) {
        before += (size_t)BL_LINE_BYTES >> shift;
    }
    return before;
}

/** The inputs of a row from one column on. */
static inline void skip(const bl_table *table, unsigned held, size_t cols, const void *const *inputs, const void **from)
{
    for (size_t i = 0; i < table->arity; ++i) {
        from[i] = (const unsigned char *)inputs[i] + ((held >> i & 2) != 0 ? 0 : cols << table->shifts[i + 1]);
    }
}

/** Whether fewer accesses cross cache lines if the columns before the output's first line are a separate call. It compares the
 * operands that then begin within a vector with those that do now, by the bytes of their elements. */
static inline int pays_to_cut_at(const bl_table *table, size_t step, unsigned held, size_t before, const void *const *inputs,
                                 const void *out)
{
    ptrdiff_t spared = 0;

    for (size_t i = 0; i <= table->arity; ++i) {
        const unsigned shift = table->shifts[i];
        const uintptr_t within = bl_smaller(step << shift, BL_LINE_BYTES) - 1;
        const uintptr_t at = (uintptr_t)(i == BL_OUT ? out : inputs[i - 1]);
        const int is_spared = ((at & within) != 0) - (((at + (before << shift)) & within) != 0);

        spared += (held >> i & 1) == 0 ? is_spared * ((ptrdiff_t)1 << shift) : 0;
    }
    return spared > 0;
}

void bl_run_cut(const bl_table *table, const bl_variant *variant, bl_kernel kernel, unsigned held, unsigned swapped,
                size_t cols, const void *const *inputs, const void *parameters, void *out)
{
    const void *from[BL_MAX_ARITY];
    size_t before;

    while (variant->patterns[bl_pattern(held, swapped)] != kernel) { /* the kernel of a lower variant, which may need more columns */
        ++variant;
    }
    before = cols_before_lines(table, variant, out);
    if (before > 0 && before + variant->contract <= cols &&
        pays_to_cut_at(table, variant->step, held, before, inputs, out)) {
        bl_call_kernel(table->call, swapped, kernel, 1, before, inputs, parameters, out, NULL);
        skip(table, held, before, inputs, from);
        inputs = from;
        out = (unsigned char *)out + (before << table->shifts[BL_OUT]);
        cols -= before;
    }
    bl_call_kernel(table->call, swapped, kernel, 1, cols, inputs, parameters, out, NULL);
}

/** A row by non-temporal stores, except the columns before the first whole line and after the last. */
static void stream_row(const bl_rows *of, const void *const *inputs, void *out)
{
    const bl_table *table = of->table;
    const unsigned pattern = bl_pattern(of->held, of->swapped);
    const size_t before = bl_smaller(cols_before_lines(table, &table->variants[of->variant], out), of->cols);
    const size_t lines = (of->cols - before) / BL_STREAM_COLS * BL_STREAM_COLS;
    const size_t cuts[4] = {0, before, before + lines, of->cols};

    for (size_t piece = 0; piece < 3; ++piece) {
        const size_t own = cuts[piece + 1] - cuts[piece];
        unsigned char *to = (unsigned char *)out + (cuts[piece] << table->shifts[BL_OUT]);
        const void *from[BL_MAX_ARITY];

        skip(table, of->held, cuts[piece], inputs, from);
        if (own > 0 && piece == 1) {
            call_stream(of, pattern, own, from, to);
        } else if (own > 0) {
            bl_call_kernel(table->call, of->swapped, bl_kernel_for(table, of->variant, of->isas, pattern, own), 1, own,
                           from, of->parameters, to, NULL);
        }
    }
}

void bl_run_rows(const bl_rows *of, size_t rows, const void *const *inputs, void *out, const ptrdiff_t *row)
{
    const bl_table *table = of->table;
    const void *now[BL_MAX_ARITY];
    unsigned char *to = (unsigned char *)out;

    skip(table, 0, 0, inputs, now);
    for (;;) {
        if (of->streams) {
            stream_row(of, now, to);
        } else {
            bl_run_cut(table, &table->variants[of->variant], of->kernel, of->held, of->swapped, of->cols, now,
                       of->parameters, to);
        }
        if (--rows == 0) {
            return;
        }
        to += row[BL_OUT] * ((ptrdiff_t)1 << table->shifts[BL_OUT]);
        for (size_t i = 0; i < table->arity; ++i) {
            now[i] = (const unsigned char *)now[i] + row[i + 1] * ((ptrdiff_t)1 << table->shifts[i + 1]);
        }
    }
}

void bl_end_rows(const bl_rows *of)
{
    if (of->streams) {
        of->table->variants[of->variant].streams[(size_t)1 << of->table->arity]();
    }
}
