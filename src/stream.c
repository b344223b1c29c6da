/* Results that go past the caches.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernel.h"

#define STREAM_COLS 64 /* see bl_variant.streams */

static void call_stream(const bl_table *table, bl_kernel kernel, size_t cols, void *out, const void *const *inputs,
                        const void *parameters)
{
    if (table->call == BL_CALL_P) {
        ((bl_stream_kernel_p *)kernel)(cols, out, inputs, parameters);
    } else {
        ((bl_stream_kernel *)kernel)(cols, out, inputs);
    }
}

void bl_stream_row(const bl_stream *stream, const void *const *inputs, void *out)
{
    static const ptrdiff_t one_row[BL_MAX_ARITY + 1] = {0};
    const bl_table *table = stream->table;
    const unsigned pattern = bl_pattern(stream->held, stream->swapped);
    const size_t cols = stream->cols;
    const size_t before = ((uintptr_t)0 - (uintptr_t)out) % BL_LINE_BYTES >> table->shifts[0];
    const size_t first = before < cols ? before : cols;
    const size_t cuts[4] = {0, first, first + (cols - first) / STREAM_COLS * STREAM_COLS, cols};

    for (size_t piece = 0; piece < 3; ++piece) {
        const size_t from = cuts[piece];
        const size_t own = cuts[piece + 1] - from;
        const int streams = piece == 1;
        const void *at[BL_MAX_ARITY];

        for (size_t i = 0; i < table->arity; ++i) { /* streaming kernels take the inputs in their own order */
            at[streams && stream->swapped ? 1 - i : i] =
                (const unsigned char *)inputs[i] +
                ((stream->held >> (i + 1) & 1) != 0 ? 0 : from << table->shifts[i + 1]);
        }
        if (own > 0 && streams) {
            call_stream(table, table->variants[stream->variant].streams[pattern], own,
                        (unsigned char *)out + (from << table->shifts[0]), at, stream->parameters);
        } else if (own > 0) {
            bl_call_kernel(table->call, stream->swapped,
                           bl_kernel_for(table, stream->variant, stream->isas, pattern, own), 1, own, at,
                           stream->parameters, (unsigned char *)out + (from << table->shifts[0]), one_row);
        }
    }
}
