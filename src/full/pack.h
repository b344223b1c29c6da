/* Packing: copying a strided, repeated or transposed piece of an operand into a contiguous tile, and a tile back out.
 * Only the element's width matters, neither operator nor dtype.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_PACK_H
#define BL_PACK_H

#include "../kernels/kernel.h"

#if BL_TILE_BYTES < 256 || BL_TILE_BYTES > 65536
#error "BL_TILE_BYTES is 256 to 65536: each tile of a plan holds several elements of every width."
#endif

/* Tiles start on cache lines if they are large enough. Short runs are written by whole blocks; the slack behind each tile is for the bytes
 * that the last block writes too much. */
#if BL_TILE_BYTES >= 4096
#define BL_TILE_ALIGN 64
#define BL_TILE_BLOCK 32
#else
#define BL_TILE_ALIGN 8
#define BL_TILE_BLOCK 8
#endif
#define BL_TILE_SLACK (2 * BL_TILE_BLOCK)

/** Rounded down to a multiple of BL_TILE_ALIGN, so that the next tile is aligned. */
#define BL_WHOLE_TILE(bytes) ((bytes) / BL_TILE_ALIGN * BL_TILE_ALIGN)

/** Room for all tiles of a call; each is followed by its slack. */
typedef struct bl_tile_memory {
    unsigned char bytes[BL_TILE_BYTES + (BL_MAX_ARITY + 1) * BL_TILE_SLACK + BL_TILE_ALIGN];
} bl_tile_memory;

static inline unsigned char *bl_first_tile(bl_tile_memory *memory)
{
    return memory->bytes + (BL_TILE_ALIGN - (uintptr_t)memory->bytes % BL_TILE_ALIGN);
}

/** A box of elements with the strides of two operands in elements, the innermost dim first. */
typedef struct bl_box {
    size_t rank; /* at least 1 */
    size_t extent[BL_MAX_RANK];
    ptrdiff_t from[BL_MAX_RANK];
    ptrdiff_t to[BL_MAX_RANK];
} bl_box;

/** Add a dim outside the others, or widen the last one if the new dim continues it for both operands. */
void bl_box_add(bl_box *box, size_t extent, ptrdiff_t from, ptrdiff_t to);

/** Copy a box of elements of `width` bytes (1, 2, 4 or 8), with the moves of these instruction sets. If `from` has strides of zero, `to`
 * must be a tile: dense, with BL_TILE_SLACK bytes behind it that may be overwritten. */
void bl_box_copy(const bl_box *box, size_t width, uint32_t isas, const void *from, void *to);

#if BL_WITH_PACKED

size_t bl_box_count(const bl_box *box);

/** bl_box_copy from a packed array, from its element `at` on, to bytes, for a kernel with that result. */
void bl_box_unpack(const bl_box *box, bl_dtype dtype, bl_dtype result, const void *from, size_t at, void *to);

/** The same to a packed array, whose last element is before place `end`. */
void bl_box_pack(const bl_box *box, bl_dtype dtype, const void *from, void *to, size_t at, size_t end);

#endif

/** Copy elements that are `step` elements apart to contiguous ones, by the moves of these instruction sets. Returns 0, without an effect,
 * if they have no moves for this count. */
int bl_gather(size_t width, uint32_t isas, size_t count, const void *from, ptrdiff_t step, void *to);

/** Copy contiguous elements to strided ones, likewise. */
int bl_scatter(size_t width, uint32_t isas, size_t count, const void *from, void *to, ptrdiff_t step);

/** `least` of bl_moves, by the best of these instruction sets that has it. */
size_t bl_least(size_t width, uint32_t isas, size_t count, const void *from, uint64_t *least);

/** Copy elements one by one, four in each iteration; steps in bytes. The width is a constant. */
BL_ALWAYS_INLINE void bl_copy_each(size_t width, size_t count, const unsigned char *from, ptrdiff_t from_step,
                                   unsigned char *to, ptrdiff_t to_step)
{
    size_t source = 0; /* both wrap if steps are negative */
    size_t target = 0;
    size_t i = 0;

    for (; i + 4 <= count; i += 4) {
        const unsigned char *own = from + (ptrdiff_t)source;
        unsigned char *copy = to + (ptrdiff_t)target;
        unsigned char four[4][8];

        BL_COPY(four[0], own, width);
        BL_COPY(four[1], own + from_step, width);
        BL_COPY(four[2], own + 2 * from_step, width);
        BL_COPY(four[3], own + 3 * from_step, width);
        BL_COPY(copy, four[0], width);
        BL_COPY(copy + to_step, four[1], width);
        BL_COPY(copy + 2 * to_step, four[2], width);
        BL_COPY(copy + 3 * to_step, four[3], width);
        source += 4 * (size_t)from_step;
        target += 4 * (size_t)to_step;
    }
    for (; i < count; ++i) {
        BL_COPY(to + (ptrdiff_t)target, from + (ptrdiff_t)source, width);
        source += (size_t)from_step;
        target += (size_t)to_step;
    }
}

#endif
