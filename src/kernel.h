/* Finding and calling a kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_KERNEL_H
#define BL_KERNEL_H

#include "broadloom_tables.h"

#define BL_LINE_BYTES 64 /* a cache line */

static inline void bl_call_kernel(bl_kernel kernel, size_t arity, size_t rows, size_t cols, const void *const *inputs,
                                  const ptrdiff_t *input_rows, void *out, ptrdiff_t out_row)
{
    switch (arity) {
    case 1:
        ((bl_kernel_1 *)kernel)(rows, cols, inputs[0], input_rows[0], out, out_row);
        break;
    case 2:
        ((bl_kernel_2 *)kernel)(rows, cols, inputs[0], input_rows[0], inputs[1], input_rows[1], out, out_row);
        break;
    default:
        ((bl_kernel_3 *)kernel)(rows, cols, inputs[0], input_rows[0], inputs[1], input_rows[1], inputs[2],
                                input_rows[2], out, out_row);
        break;
    }
}

/** The best kernel of these instruction sets, from the table's given variant down, that takes rows of `cols` elements. */
static inline bl_kernel bl_kernel_for(const bl_table *table, size_t variant, uint32_t isas, unsigned held, size_t cols)
{
    const bl_variant *best = &table->variants[variant];

    while (best->lanes > cols || (isas >> (best->isa - 1) & 1) == 0 || best->patterns[held] == NULL) {
        ++best; /* scalar ends this: one lane, always usable, every pattern */
    }
    return best->patterns[held];
}

/** One row of `cols` contiguous results past the caches, by the variant's kernel for that, which there must be; but for
 * what lies before the output's first whole cache line and behind the last. stream.c */
void bl_stream_row(const bl_table *table, size_t variant, uint32_t isas, unsigned held, size_t cols,
                   const void *const *inputs, void *out);

#endif
