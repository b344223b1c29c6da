/* Results that go past the caches.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernel.h"

#define STREAM_COLS 64 /* see bl_stream_kernel */

/** Whole cache lines of results. */
static void call_stream(const bl_stream *stream, unsigned pattern, size_t cols, const void *const *inputs, void *out)
{
    const bl_kernel kernel = stream->table->variants[stream->variant].streams[pattern];
#if BL_MAX_ARITY >= 2
    const void *exchanged[2];

    if (stream->swapped) {
        exchanged[0] = inputs[1];
        exchanged[1] = inputs[0];
        inputs = exchanged;
    }
#endif
    if (stream->table->call == BL_CALL_P) {
        ((bl_stream_kernel_p *)kernel)(cols, out, inputs, stream->parameters);
    } else {
        ((bl_stream_kernel *)kernel)(cols, out, inputs);
    }
}

void bl_stream_row(const bl_stream *stream, const void *const *inputs, void *out)
{
    const bl_table *table = stream->table;
    const unsigned pattern = bl_pattern(stream->held, stream->swapped);
    const size_t cols = stream->cols;
    const size_t before = ((uintptr_t)0 - (uintptr_t)out) % BL_LINE_BYTES >> table->shifts[0];
    const size_t first = before < cols ? before : cols;
    const size_t cuts[4] = {0, first, first + (cols - first) / STREAM_COLS * STREAM_COLS, cols};

    for (size_t piece = 0; piece < 3; ++piece) {
        const size_t from = cuts[piece];
        const size_t own = cuts[piece + 1] - from;
        const void *at[BL_OPERANDS];

        for (size_t i = 1; i <= table->arity; ++i) {
            const size_t skipped = (stream->held >> i & 1) != 0 ? 0 : from << table->shifts[i];

            at[i] = (const unsigned char *)inputs[i - 1] + skipped;
        }
        if (own > 0 && piece == 1) {
            call_stream(stream, pattern, own, at + 1, (unsigned char *)out + (from << table->shifts[0]));
        } else if (own > 0) {
            bl_call_kernel(table->call, stream->swapped,
                           bl_kernel_for(table, stream->variant, stream->isas, pattern, own), 1, own, at + 1,
                           stream->parameters, (unsigned char *)out + (from << table->shifts[0]), NULL);
        }
    }
}
