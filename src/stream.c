/* Results that go past the caches.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dtype.h"
#include "kernel.h"

#define STREAM_COLS 64 /* see bl_variant.streams */

void bl_stream_row(const bl_table *table, size_t variant, uint32_t isas, unsigned held, size_t cols,
                   const void *const *inputs, void *out)
{
    static const ptrdiff_t one_row[BL_MAX_ARITY] = {0, 0, 0};
    const unsigned shift = bl_dtype_shifts[table->output];
    const size_t before = ((uintptr_t)0 - (uintptr_t)out) % BL_LINE_BYTES >> shift;
    const size_t first = before < cols ? before : cols;
    const size_t cuts[4] = {0, first, first + (cols - first) / STREAM_COLS * STREAM_COLS, cols};

    for (size_t piece = 0; piece < 3; ++piece) {
        const size_t from = cuts[piece];
        const size_t own = cuts[piece + 1] - from;
        const void *at[BL_MAX_ARITY];

        for (size_t i = 0; i < table->arity; ++i) {
            at[i] = (const unsigned char *)inputs[i] +
                    ((held >> i & 1) != 0 ? 0 : from << bl_dtype_shifts[table->inputs[i]]);
        }
        if (own > 0) {
            bl_call_kernel(piece == 1 ? table->variants[variant].streams[held]
                                      : bl_kernel_for(table, variant, isas, held, own),
                           table->arity, 1, own, at, one_row, (unsigned char *)out + (from << shift), 0);
        }
    }
}
