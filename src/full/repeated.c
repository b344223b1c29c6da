/* Values for which no kernel has a pattern: each is repeated into a tile of a few columns, which a kernel call reads again for
 * each row of that length.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "line.h"

#define BL_REPEATED_ROW_BYTES 512u /* of a tile of the widest elements; a row is long enough if it takes much longer than its beginning */

typedef struct value_block {
    unsigned char bytes[BL_TILE_SLACK];
} value_block;

void bl_repeat_value(const void *value, unsigned shift, unsigned char *tile, size_t bytes)
{
    value_block block;
    uint64_t all;
    uint32_t word;
    uint16_t half;

    switch (shift) {
    case 0:
        all = UINT64_C(0x0101010101010101) * *(const unsigned char *)value;
        break;
    case 1:
        BL_COPY(&half, value, 2);
        all = UINT64_C(0x0001000100010001) * half;
        break;
    case 2:
        BL_COPY(&word, value, 4);
        all = (uint64_t)word << 32 | word;
        break;
    default:
        BL_COPY(&all, value, 8);
        break;
    }
    for (size_t at = 0; at < sizeof block; at += sizeof all) {
        BL_COPY(block.bytes + at, &all, sizeof all);
    }
    for (size_t at = 0; at < bytes; at += sizeof block) {
        BL_COPY(tile + at, &block, sizeof block);
    }
}

size_t bl_repeated_cols(const bl_table *table, unsigned repeated)
{
    return bl_quotient(bl_smaller(BL_REPEATED_ROW_BYTES, bl_tile_bytes(bl_count_of(repeated), 0) / 2), table->width);
}

void bl_run_repeated(const bl_table *table, bl_kernel kernel, unsigned held, unsigned repeated, unsigned swapped, size_t cols,
                     size_t row, const void *const *inputs, const void *parameters, void *out)
{
    const size_t arity = table->arity;
    const void *at[BL_MAX_ARITY];
    bl_tile_memory memory;
    unsigned char *tile = bl_first_tile(&memory);
    size_t rows = 0;
    size_t rest = cols; /* at least a row, if there are any */

    if (cols >= 2 * row) {
        rows = bl_quotient(cols, row) - 1;
        rest = cols - rows * row;
    }
    for (size_t i = 1; i <= arity; ++i) {
        const unsigned shift = table->shifts[i];

        at[i - 1] = inputs[i - 1];
        if (bl_has(repeated, i)) {
            at[i - 1] = tile;
            bl_repeat_value(inputs[i - 1], shift, tile, rest << shift);
            tile += BL_WHOLE_TILE((rest << shift) + BL_TILE_ALIGN + BL_TILE_SLACK - 1);
        }
    }
    if (rows > 0) {
        ptrdiff_t strides[BL_OPERANDS];

        strides[BL_OUT] = (ptrdiff_t)row;
        for (size_t i = 1; i <= arity; ++i) {
            strides[i] = bl_has(held | repeated, i) ? 0 : (ptrdiff_t)row;
        }
        bl_call_kernel(table->call, swapped, kernel, rows, row, at, parameters, out, strides);
        for (size_t i = 1; i <= arity; ++i) {
            at[i - 1] = (const unsigned char *)at[i - 1] + ((size_t)strides[i] * rows << table->shifts[i]);
        }
        out = (unsigned char *)out + (row * rows << table->shifts[BL_OUT]);
    }
    bl_call_kernel(table->call, swapped, kernel, 1, rest, at, parameters, out, NULL);
}
