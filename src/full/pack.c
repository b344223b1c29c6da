/* Packing: see pack.h. Each loop below is compiled once for each width, in an inlined function with a constant width. The instruction
 * sets' moves, the best one first, do the work for which vectors are faster.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "pack.h"
#include "costs.h"
#include "../plans/plan.h"

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

        /* products modulo 2^n: equal only if the products are equal, because both operands are in memory */
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

/* This few bytes are all copied from the operand, because a read from the tile right after the first writes would stall the
 * processor. */
#define BL_COPIED_BYTES 1024

/* ---- Moves ---- */

#if BL_TILE_ALIGN > 8

/** The moves of the next of these instruction sets, the best one first; NULL after the last. */
static inline const bl_moves *next_moves(const bl_moves *const **from, uint32_t isas)
{
    const bl_moves *moves;

    do {
        moves = *(*from)++;
    } while (moves != NULL && (isas >> moves->isa & 1) == 0);
    return moves;
}

#else /* small tiles lack the slack for vectors */

static inline const bl_moves *next_moves(const bl_moves *const **from, uint32_t isas)
{
    (void)from;
    (void)isas;
    return NULL;
}

#endif

/* ---- Repeating ---- */

/** `bytes` bytes are at the tile's start; add further copies behind them. May write up to BL_TILE_SLACK - 1 bytes beyond the copies. */
static void replicate(unsigned char *tile, size_t bytes, size_t copies)
{
    const size_t total = bytes * copies;

    while (bytes < BL_TILE_BLOCK && bytes < total) { /* doubled up to a block */
        pack_block block;

        BL_COPY(&block, tile, sizeof block);
        BL_COPY(tile + bytes, &block, sizeof block);
        bytes *= 2;
    }
    if (bytes < 2 * BL_TILE_BLOCK) { /* then from registers: the first and the last block overlap */
        pack_block first;
        pack_block last;

        if (bytes >= total) {
            return;
        }
        BL_COPY(&first, tile, sizeof first);
        BL_COPY(&last, tile + bytes - sizeof last, sizeof last);
        for (size_t done = bytes; done < total; done += bytes) {
            BL_COPY(tile + done, &first, sizeof first);
            BL_COPY(tile + done + bytes - sizeof last, &last, sizeof last);
        }
        return;
    }
    while (bytes < total) {
        const size_t more = bytes < total - bytes ? bytes : total - bytes;

        BL_COPY(tile + bytes, tile, more);
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

        BL_COPY(&value, source, 2);
        return UINT64_C(0x0001000100010001) * value;
    }
    if (width == 4) {
        uint32_t value;

        BL_COPY(&value, source, 4);
        return (uint64_t)value << 32 | value;
    } else {
        uint64_t value;

        BL_COPY(&value, source, 8);
        return value;
    }
}

/** Write each of `count` values `copies` times, by stores that overlap. */
BL_ALWAYS_INLINE void repeat_values(size_t width, size_t copies, size_t count, const unsigned char *from,
                                    ptrdiff_t from_step, unsigned char *tile)
{
    const size_t bytes = copies * width;
    size_t source = 0; /* wraps if steps are negative */

    for (size_t i = 0; i < count; ++i) {
        const uint64_t splat = splat_of(width, from + (ptrdiff_t)source);

        for (size_t done = 0; done < bytes; done += sizeof splat) {
            BL_COPY(tile + done, &splat, sizeof splat);
        }
        source += (size_t)from_step;
        tile += bytes;
    }
}

/* ---- Copying ---- */

/** Copy rows of more than half and at most 2 * half bytes each; their first and their last half may overlap. */
BL_ALWAYS_INLINE void copy_rows_by(size_t half, size_t bytes, size_t rows, const unsigned char *from,
                                   ptrdiff_t from_step, unsigned char *to, ptrdiff_t to_step)
{
    size_t source = 0; /* both wrap if steps are negative */
    size_t target = 0;

    for (size_t r = 0; r < rows; ++r) {
        const unsigned char *own = from + (ptrdiff_t)source;
        unsigned char *copy = to + (ptrdiff_t)target;

        BL_COPY(copy, own, half);
        BL_COPY(copy + bytes - half, own + bytes - half, half);
        source += (size_t)from_step;
        target += (size_t)to_step;
    }
}

static void copy_rows(size_t bytes, size_t rows, const unsigned char *from, ptrdiff_t from_step, unsigned char *to,
                      ptrdiff_t to_step)
{
    if (bytes > 64) {
        for (size_t r = 0; r < rows; ++r) {
            BL_COPY(to + (ptrdiff_t)r * to_step, from + (ptrdiff_t)r * from_step, bytes);
        }
    } else if (bytes > 32) {
        copy_rows_by(32, bytes, rows, from, from_step, to, to_step);
    } else if (bytes > 16) {
        copy_rows_by(16, bytes, rows, from, from_step, to, to_step);
    } else if (bytes > 8) {
        copy_rows_by(8, bytes, rows, from, from_step, to, to_step);
    } else if (bytes > 4) {
        copy_rows_by(4, bytes, rows, from, from_step, to, to_step);
    } else if (bytes > 2) {
        copy_rows_by(2, bytes, rows, from, from_step, to, to_step);
    } else {
        copy_rows_by(1, bytes, rows, from, from_step, to, to_step);
    }
}

/** Write each of `count` groups of `group` contiguous elements `copies` times; the step between groups is in bytes. */
BL_ALWAYS_INLINE void repeat(size_t width, uint32_t isas, size_t group, size_t copies, size_t count,
                             const unsigned char *from, ptrdiff_t from_step, unsigned char *tile)
{
    const size_t own = group * width;
    const bl_moves *const *from_best = bl_isa_moves;
    const bl_moves *moves;
    size_t source = 0; /* wraps if steps are negative */
    size_t i = 0;

    if (from_step == (ptrdiff_t)own && own <= BL_MOVES_SLACK) {
        while (i < count && (moves = next_moves(&from_best, isas)) != NULL) {
            i += moves->repeat(width, group, copies, count - i, from + i * own, tile + i * copies * own);
        }
        source = i * own;
        tile += i * copies * own;
    }
    if (group == 1) {
        repeat_values(width, copies, count - i, from + (ptrdiff_t)source, from_step, tile);
        return;
    }
    if (copies * own <= BL_COPIED_BYTES && copies < count - i) {
        for (size_t c = 0; c < copies; ++c) {
            copy_rows(own, count - i, from + (ptrdiff_t)source, from_step, tile + c * own, (ptrdiff_t)(copies * own));
        }
        return;
    }
    for (; i < count; ++i) {
        const size_t first = copies * own <= BL_COPIED_BYTES ? copies : 1;

        copy_rows(own, first, from + (ptrdiff_t)source, 0, tile, (ptrdiff_t)own);
        replicate(tile, own * first, copies / first);
        source += (size_t)from_step;
        tile += copies * own;
    }
}

int bl_gather(size_t width, uint32_t isas, size_t count, const void *from, ptrdiff_t step, void *to)
{
    const bl_moves *const *from_best = bl_isa_moves;
    const bl_moves *moves;

    if (step < -2 || step > BL_MOVES_STEP || count <= BL_FEW_COLS) {
        return 0;
    }
    while ((moves = next_moves(&from_best, isas)) != NULL) {
        if (moves->gather != NULL && moves->gather(width, count, from, step, to)) {
            return 1;
        }
    }
    return 0;
}

int bl_scatter(size_t width, uint32_t isas, size_t count, const void *from, void *to, ptrdiff_t step)
{
    const bl_moves *const *from_best = bl_isa_moves;
    const bl_moves *moves;

    if (step < 2 || step > BL_MOVES_STEP || count <= BL_FEW_COLS) {
        return 0;
    }
    while ((moves = next_moves(&from_best, isas)) != NULL) {
        if (moves->scatter != NULL && moves->scatter(width, count, from, to, step)) {
            return 1;
        }
    }
    return 0;
}

/** Copy elements from one step to another, by shuffles if there are any for these steps, otherwise one by one; steps in elements. */
BL_ALWAYS_INLINE void copy_strided(size_t width, uint32_t isas, size_t count, const unsigned char *from,
                                   ptrdiff_t from_step, unsigned char *to, ptrdiff_t to_step)
{
    const ptrdiff_t size = (ptrdiff_t)width;
    const ptrdiff_t last = (ptrdiff_t)count - 1;

    if (to_step == -1) { /* backwards is the same from the other end */
        from += last * from_step * size;
        to -= last * size;
        from_step = -from_step;
        to_step = 1;
    }
    if ((to_step != 1 || !bl_gather(width, isas, count, from, from_step, to)) &&
        (from_step != 1 || !bl_scatter(width, isas, count, from, to, to_step))) {
        bl_copy_each(width, count, from, from_step * size, to, to_step * size);
    }
}

size_t bl_least(size_t width, uint32_t isas, size_t count, const void *from, uint64_t *least)
{
    const unsigned char *source = (const unsigned char *)from;
    const bl_moves *const *from_best = bl_isa_moves;
    const bl_moves *moves;
    size_t i = 0;

    while (count - i > BL_FEW_COLS && (moves = next_moves(&from_best, isas)) != NULL) {
        if (moves->least != NULL) {
            i += moves->least(width, count - i, source + i * width, least);
        }
    }
    return i;
}

/** to[j * to_row + i] = from[i * from_row + j] for i < rows, j < cols; steps between rows in elements. */
BL_ALWAYS_INLINE void transpose(size_t width, uint32_t isas, size_t rows, size_t cols, const unsigned char *from,
                                ptrdiff_t from_row, unsigned char *to, ptrdiff_t to_row)
{
    const ptrdiff_t size = (ptrdiff_t)width;
    const bl_moves *const *from_best = bl_isa_moves;
    const bl_moves *moves;

    while ((moves = next_moves(&from_best, isas)) != NULL) {
        if (moves->transpose != NULL && moves->transpose(width, rows, cols, from, from_row, to, to_row)) {
            return;
        }
    }
    if (cols < 8 && cols < rows) {
        for (size_t j = 0; j < cols; ++j) {
            const unsigned char *own = from + (ptrdiff_t)(j * width);
            unsigned char *copy = to + (ptrdiff_t)j * to_row * size;
            copy_strided(width, isas, rows, own, from_row, copy, 1);
        }
        return;
    }
    for (size_t i = 0; i < rows; ++i) { /* along `from`'s rows, so that its cache lines are read once */
        const unsigned char *own = from + (ptrdiff_t)i * from_row * size;
        unsigned char *copy = to + (ptrdiff_t)(i * width);
        copy_strided(width, isas, cols, own, 1, copy, to_row);
    }
}

/* ---- Boxes ---- */

/** Copy the box's two innermost dims; or the three innermost ones, if the first is contiguous and the second repeats it. */
BL_ALWAYS_INLINE void copy_plane(size_t width, uint32_t isas, const bl_box *box, size_t dims, const unsigned char *from,
                                 unsigned char *to)
{
    const size_t planes = dims > 2 ? box->extent[dims - 1] : 1;
    const ptrdiff_t from_plane = dims > 2 ? box->from[dims - 1] : 0;
    const size_t cols = box->extent[0];
    const size_t rows = box->rank > 1 ? box->extent[1] : 1;
    const ptrdiff_t size = (ptrdiff_t)width;
    const ptrdiff_t from_col = box->from[0];
    const ptrdiff_t from_row = box->rank > 1 ? box->from[1] : 0;
    const ptrdiff_t to_col = box->to[0];
    const ptrdiff_t to_row = box->rank > 1 ? box->to[1] : 0;

    if (from_col == 0) { /* a tile is dense, so the next dim does not repeat as well */
        repeat(width, isas, 1, cols, rows, from, from_row * size, to);
    } else if (box->rank > 1 && from_row == 0) {
        if (from_col == 1) {
            repeat(width, isas, cols, rows, planes, from, from_plane * size, to);
        } else {
            copy_strided(width, isas, cols, from, from_col, to, 1);
            replicate(to, cols * width, rows);
        }
    } else if (from_col == 1 && to_col == 1) {
        copy_rows(cols * width, rows, from, from_row * size, to, to_row * size);
    } else if (from_row == 1 && to_col == 1) {
        transpose(width, isas, cols, rows, from, from_col, to, to_row);
    } else if (from_col == 1 && to_row == 1) {
        transpose(width, isas, rows, cols, from, from_row, to, to_col);
    } else if (cols < 16 && cols < rows) { /* along the longer dim */
        for (size_t c = 0; c < cols; ++c) {
            bl_copy_each(width, rows, from + (ptrdiff_t)c * from_col * size, from_row * size,
                         to + (ptrdiff_t)c * to_col * size, to_row * size);
        }
    } else {
        for (size_t r = 0; r < rows; ++r) {
            copy_strided(width, isas, cols, from + (ptrdiff_t)r * from_row * size, from_col,
                         to + (ptrdiff_t)r * to_row * size, to_col);
        }
    }
}

static void copy_plane_of(size_t width, uint32_t isas, const bl_box *box, size_t dims, const unsigned char *from,
                          unsigned char *to)
{
    switch (width) {
    case 1:
        copy_plane(1, isas, box, dims, from, to);
        break;
    case 2:
        copy_plane(2, isas, box, dims, from, to);
        break;
    case 4:
        copy_plane(4, isas, box, dims, from, to);
        break;
    default:
        copy_plane(8, isas, box, dims, from, to);
        break;
    }
}

void bl_box_copy(const bl_box *box, size_t width, uint32_t isas, const void *from, void *to)
{
    const size_t rank = box->rank < BL_MAX_RANK ? box->rank : BL_MAX_RANK; /* always so, but compilers cannot prove it */
    const size_t most = rank > 2 && box->from[0] == 1 && box->from[1] == 0 ? 3 : 2;
    const size_t inner = rank < most ? rank : most; /* dims of a plane */
    const unsigned char *source = (const unsigned char *)from;
    unsigned char *target = (unsigned char *)to;
    size_t position[BL_MAX_RANK];
    size_t d;

    for (d = inner; d < rank; ++d) {
        position[d] = 0;
    }
    do {
        copy_plane_of(width, isas, box, inner, source, target);
        for (d = inner; d < rank; ++d) { /* to the next plane */
            const ptrdiff_t from_step = box->from[d] * (ptrdiff_t)width;
            const ptrdiff_t to_step = box->to[d] * (ptrdiff_t)width;

            if (from_step == 0) {
                replicate(target, (size_t)to_step, box->extent[d]);
            } else if (++position[d] < box->extent[d]) {
                source += from_step;
                target += to_step;
                break;
            } else {
                position[d] = 0;
                source -= (ptrdiff_t)(box->extent[d] - 1) * from_step;
                target -= (ptrdiff_t)(box->extent[d] - 1) * to_step;
            }
        }
    } while (d < rank);
}

/* ---- Packed dtypes ---- */

#if BL_WITH_PACKED

size_t bl_box_count(const bl_box *box)
{
    size_t count = 1;

    for (size_t d = 0; d < box->rank; ++d) {
        count *= box->extent[d];
    }
    return count;
}

/** Advance the arguments to the next row of a box; 0 after the last one. */
static int next_row(const bl_box *box, size_t *position, size_t *from, size_t *to)
{
    for (size_t d = 1; d < box->rank; ++d) {
        const int goes_on = ++position[d] < box->extent[d];
        const size_t by = goes_on ? 1 : 1 - box->extent[d]; /* wraps */

        *from += by * (size_t)box->from[d];
        *to += by * (size_t)box->to[d];
        if (goes_on) {
            return 1;
        }
        position[d] = 0;
    }
    return 0;
}

void bl_box_unpack(const bl_box *box, bl_dtype dtype, bl_dtype result, const void *from, size_t at, void *to)
{
    const size_t cols = box->extent[0];
    size_t position[BL_MAX_RANK] = {0};
    size_t target = 0;

    do {
        uint8_t *row = (uint8_t *)to + target;

        if (box->from[0] == 1 && box->to[0] == 1) {
            bl_unpack(dtype, result, from, at, cols, row);
        } else {
            for (size_t i = 0; i < cols; ++i) {
                if (box->from[0] != 0 || i == 0) {
                    bl_unpack(dtype, result, from, at + i * (size_t)box->from[0], 1, row + (ptrdiff_t)i * box->to[0]);
                } else {
                    row[(ptrdiff_t)i * box->to[0]] = *row;
                }
            }
        }
    } while (next_row(box, position, &at, &target));
}

void bl_box_pack(const bl_box *box, bl_dtype dtype, const void *from, void *to, size_t at, size_t end)
{
    const size_t cols = box->extent[0];
    size_t position[BL_MAX_RANK] = {0};
    size_t source = 0;

    do {
        const uint8_t *row = (const uint8_t *)from + source;

        if (box->from[0] == 1 && box->to[0] == 1) {
            bl_pack(dtype, row, to, at, cols, at + cols == end);
        } else {
            for (size_t i = 0; i < cols; ++i) {
                const size_t own = at + i * (size_t)box->to[0];

                bl_pack(dtype, row + (ptrdiff_t)i * box->from[0], to, own, 1, own + 1 == end);
            }
        }
    } while (next_row(box, position, &source, &at));
}

#endif
