/* Packing: see pack.h. Each loop below is compiled once for each width, by an inlined function with a constant one.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "pack.h"
#include "shuffle.h"

#include <string.h>

typedef struct pack_block {
    unsigned char bytes[BL_TILE_BLOCK];
} pack_block;

void bl_box_add(bl_box *box, size_t extent, ptrdiff_t from, ptrdiff_t to)
{
    if (extent == 1 && box->rank > 0) {
        return;
    }
    if (box->rank > 0) {
        const size_t last = box->rank - 1;
        const size_t below = box->extent[last];

        /* products modulo 2^n: equal only where they are equal, as both operands lie in memory */
        if (below == 1 ||
            ((size_t)from == (size_t)box->from[last] * below && (size_t)to == (size_t)box->to[last] * below)) {
            if (below == 1) {
                box->from[last] = from;
                box->to[last] = to;
            }
            box->extent[last] = below * extent;
            return;
        }
    }
    box->extent[box->rank] = extent;
    box->from[box->rank] = from;
    box->to[box->rank] = to;
    ++box->rank;
}

/* ---- Repeating ---- */

/** `bytes` bytes stand at the tile's start; put further copies behind them. Writes less than BL_TILE_SLACK too much. */
static void replicate(unsigned char *tile, size_t bytes, size_t copies)
{
    const size_t total = bytes * copies;

    while (bytes < BL_TILE_BLOCK && bytes < total) { /* doubled up to a block */
        pack_block block;

        memcpy(&block, tile, sizeof block);
        memcpy(tile + bytes, &block, sizeof block);
        bytes *= 2;
    }
    if (bytes < 2 * BL_TILE_BLOCK) { /* then from registers: its first and its last block overlap */
        pack_block first;
        pack_block last;

        if (bytes >= total) {
            return;
        }
        memcpy(&first, tile, sizeof first);
        memcpy(&last, tile + bytes - sizeof last, sizeof last);
        for (size_t done = bytes; done < total; done += bytes) {
            memcpy(tile + done, &first, sizeof first);
            memcpy(tile + done + bytes - sizeof last, &last, sizeof last);
        }
        return;
    }
    while (bytes < total) {
        const size_t more = bytes < total - bytes ? bytes : total - bytes;

        memcpy(tile + bytes, tile, more);
        bytes += more;
    }
}

/** The value at `source` in all eight bytes. */
BL_ALWAYS_INLINE uint64_t splat_of(size_t width, const unsigned char *source)
{
    if (width == 1) {
        return UINT64_C(0x0101010101010101) * *source;
    }
    if (width == 2) {
        uint16_t value;

        memcpy(&value, source, 2);
        return UINT64_C(0x0001000100010001) * value;
    }
    if (width == 4) {
        uint32_t value;

        memcpy(&value, source, 4);
        return (uint64_t)value << 32 | value;
    } else {
        uint64_t value;

        memcpy(&value, source, 8);
        return value;
    }
}

/** Each of `count` values `copies` times, by stores that overlap. */
BL_ALWAYS_INLINE void repeat(size_t width, size_t copies, size_t count, const unsigned char *from, ptrdiff_t from_step,
                             unsigned char *tile)
{
    const size_t bytes = copies * width;
    size_t source = 0; /* wraps where steps are negative */
    size_t i = 0;

#if BL_HAS_SHUFFLES
    if (from_step == (ptrdiff_t)width) {
        if (copies == 2) {
            i = repeat_vectors(width, 2, copies, count, from, tile);
        } else if (copies == 4 && width <= 4) {
            i = repeat_vectors(width, 4, copies, count, from, tile);
        } else {
            i = repeat_vectors(width, BL_VECTOR_BYTES / width, copies, count, from, tile);
        }
        source = i * width;
        tile += i * bytes;
    }
#endif
    for (; i < count; ++i) {
        const uint64_t splat = splat_of(width, from + (ptrdiff_t)source);

        for (size_t done = 0; done < bytes; done += sizeof splat) {
            memcpy(tile + done, &splat, sizeof splat);
        }
        source += (size_t)from_step;
        tile += bytes;
    }
}

/* ---- Copying ---- */

/** Rows of half to 2 * half bytes each: their first and their last half overlap. */
BL_ALWAYS_INLINE void copy_rows_by(size_t half, size_t bytes, size_t rows, const unsigned char *from,
                                   ptrdiff_t from_step, unsigned char *to, ptrdiff_t to_step)
{
    size_t source = 0; /* both wrap where steps are negative */
    size_t target = 0;

    for (size_t r = 0; r < rows; ++r) {
        const unsigned char *own = from + (ptrdiff_t)source;
        unsigned char *copy = to + (ptrdiff_t)target;

        memcpy(copy, own, half);
        memcpy(copy + bytes - half, own + bytes - half, half);
        source += (size_t)from_step;
        target += (size_t)to_step;
    }
}

static void copy_rows(size_t bytes, size_t rows, const unsigned char *from, ptrdiff_t from_step, unsigned char *to,
                      ptrdiff_t to_step)
{
    if (bytes > 64) {
        for (size_t r = 0; r < rows; ++r) {
            memcpy(to + (ptrdiff_t)r * to_step, from + (ptrdiff_t)r * from_step, bytes);
        }
    } else if (bytes >= 32) {
        copy_rows_by(32, bytes, rows, from, from_step, to, to_step);
    } else if (bytes >= 16) {
        copy_rows_by(16, bytes, rows, from, from_step, to, to_step);
    } else if (bytes >= 8) {
        copy_rows_by(8, bytes, rows, from, from_step, to, to_step);
    } else if (bytes >= 4) {
        copy_rows_by(4, bytes, rows, from, from_step, to, to_step);
    } else if (bytes >= 2) {
        copy_rows_by(2, bytes, rows, from, from_step, to, to_step);
    } else {
        copy_rows_by(1, bytes, rows, from, from_step, to, to_step);
    }
}

/** Element by element, four at a time; steps in bytes. */
BL_ALWAYS_INLINE void copy_strided(size_t width, size_t count, const unsigned char *from, ptrdiff_t from_step,
                                   unsigned char *to, ptrdiff_t to_step)
{
    size_t source = 0; /* both wrap where steps are negative */
    size_t target = 0;
    size_t i = 0;

    for (; i + 4 <= count; i += 4) {
        const unsigned char *own = from + (ptrdiff_t)source;
        unsigned char *copy = to + (ptrdiff_t)target;
        unsigned char four[4][8];

        memcpy(four[0], own, width);
        memcpy(four[1], own + from_step, width);
        memcpy(four[2], own + 2 * from_step, width);
        memcpy(four[3], own + 3 * from_step, width);
        memcpy(copy, four[0], width);
        memcpy(copy + to_step, four[1], width);
        memcpy(copy + 2 * to_step, four[2], width);
        memcpy(copy + 3 * to_step, four[3], width);
        source += 4 * (size_t)from_step;
        target += 4 * (size_t)to_step;
    }
    for (; i < count; ++i) {
        memcpy(to + (ptrdiff_t)target, from + (ptrdiff_t)source, width);
        source += (size_t)from_step;
        target += (size_t)to_step;
    }
}

/* ---- Transposing ---- */

/** to[j * to_row + i] = from[i * from_row + j] for i < rows, j < cols; steps between rows in bytes. By squares along
 * `from`'s rows, so that its cache lines are read once. */
BL_ALWAYS_INLINE void transpose(size_t width, size_t rows, size_t cols, const unsigned char *from, ptrdiff_t from_row,
                                unsigned char *to, ptrdiff_t to_row)
{
    size_t i = 0;

#if BL_HAS_SHUFFLES
    const size_t lanes = BL_VECTOR_BYTES / width;

    for (; i + lanes <= rows; i += lanes) {
        size_t j = 0;

        for (; j + lanes <= cols; j += lanes) {
            transpose_square(width, from + (ptrdiff_t)i * from_row + (ptrdiff_t)(j * width), from_row,
                             to + (ptrdiff_t)j * to_row + (ptrdiff_t)(i * width), to_row);
        }
        for (; j < cols; ++j) {
            copy_strided(width, lanes, from + (ptrdiff_t)i * from_row + (ptrdiff_t)(j * width), from_row,
                         to + (ptrdiff_t)j * to_row + (ptrdiff_t)(i * width), (ptrdiff_t)width);
        }
    }
#endif
    for (; i < rows; ++i) {
        copy_strided(width, cols, from + (ptrdiff_t)i * from_row, (ptrdiff_t)width, to + (ptrdiff_t)(i * width),
                     to_row);
    }
}

/* ---- Boxes ---- */

/** The box's two innermost dims. */
BL_ALWAYS_INLINE void copy_plane(size_t width, const bl_box *box, const unsigned char *from, unsigned char *to)
{
    const size_t cols = box->extent[0];
    const size_t rows = box->rank > 1 ? box->extent[1] : 1;
    const ptrdiff_t size = (ptrdiff_t)width;
    const ptrdiff_t from_col = box->from[0];
    const ptrdiff_t from_row = box->rank > 1 ? box->from[1] : 0;
    const ptrdiff_t to_col = box->to[0];
    const ptrdiff_t to_row = box->rank > 1 ? box->to[1] : 0;

    if (from_col == 0) {
        if (box->rank > 1 && from_row == 0) { /* only the tile's own rows set these dims apart; a tile is dense */
            repeat(width, cols * rows, 1, from, 0, to);
        } else {
            repeat(width, cols, rows, from, from_row * size, to);
        }
    } else if (box->rank > 1 && from_row == 0) {
        if (from_col == 1) {
            copy_rows(cols * width, 1, from, 0, to, 0);
        } else {
            copy_strided(width, cols, from, from_col * size, to, size);
        }
        replicate(to, cols * width, rows);
    } else if (from_col == 1 && to_col == 1) {
        copy_rows(cols * width, rows, from, from_row * size, to, to_row * size);
    } else if (from_row == 1 && to_col == 1) {
        transpose(width, cols, rows, from, from_col * size, to, to_row * size);
    } else if (from_col == 1 && to_row == 1) {
        transpose(width, rows, cols, from, from_row * size, to, to_col * size);
    } else {
        for (size_t r = 0; r < rows; ++r) {
            copy_strided(width, cols, from + (ptrdiff_t)r * from_row * size, from_col * size,
                         to + (ptrdiff_t)r * to_row * size, to_col * size);
        }
    }
}

static void copy_plane_of(size_t width, const bl_box *box, const unsigned char *from, unsigned char *to)
{
    switch (width) {
    case 1:
        copy_plane(1, box, from, to);
        break;
    case 2:
        copy_plane(2, box, from, to);
        break;
    case 4:
        copy_plane(4, box, from, to);
        break;
    default:
        copy_plane(8, box, from, to);
        break;
    }
}

/** The box's inner `rank` dims. The recursion is as deep as the box has dims beyond two. */
static void copy_dims(const bl_box *box, size_t rank, size_t width, const unsigned char *from, unsigned char *to)
{
    if (rank <= 2) {
        copy_plane_of(width, box, from, to);
    } else {
        const size_t outer = rank - 1;
        const ptrdiff_t from_step = box->from[outer] * (ptrdiff_t)width;
        const ptrdiff_t to_step = box->to[outer] * (ptrdiff_t)width;

        if (from_step == 0) {
            copy_dims(box, outer, width, from, to);
            replicate(to, (size_t)to_step, box->extent[outer]);
        } else {
            for (size_t i = 0; i < box->extent[outer]; ++i) {
                copy_dims(box, outer, width, from + (ptrdiff_t)i * from_step, to + (ptrdiff_t)i * to_step);
            }
        }
    }
}

void bl_box_copy(const bl_box *box, size_t width, const void *from, void *to)
{
    copy_dims(box, box->rank, width, (const unsigned char *)from, (unsigned char *)to);
}
