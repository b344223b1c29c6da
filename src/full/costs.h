/* The planner's assumptions about processors. `make bench-costs` measures each of these again and prints the results next to
 * the numbers here.
 *
 * Times are tenths of a nanosecond on a desktop processor; only their ratios matter.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_COSTS_H
#define BL_COSTS_H

#define BL_CALL_TENTHS_NS 80          /* a kernel call and the loop around it */
#define BL_ROW_TENTHS_NS 15           /* a row within a call */
#define BL_INSTRUCTION_TENTHS_NS 2    /* an instruction of a kernel's step */
#define BL_PACKED_TENTHS_NS 350       /* a plan that packs anything */
#define BL_RUN_TENTHS_NS 4            /* packing: a contiguous run */
#define BL_TILE_TENTHS_NS 10          /* packing: a cache line written to a tile and read again */
#define BL_REPEAT_TENTHS_NS 23        /* packing: a cache line of short repeats, which shuffles make */
#define BL_SPLAT_TENTHS_NS 13         /* packing: a store of half a line for longer repeats; each needs one or more */
#define BL_TRANSPOSE_TENTHS_NS 3      /* packing: an element of a transposed operand, by whole cache lines … */
#define BL_TRANSPOSE_PART_TENTHS_NS 4 /* … by the sides of the largest squares that registers transpose */
#define BL_STEP_TENTHS_NS 2           /* packing: an element of an input with a short step, for which there are shuffles */
#define BL_GATHER_TENTHS_NS 5         /* packing: an element of an operand that is strided otherwise */
#define BL_SCALAR_TENTHS_NS 8         /* an element if only the scalar kernel takes so few columns */

#define BL_COPY_TENTHS_NS 130 /* a line's tile, for any operand … */
#define BL_COPIED_TENTHS_NS 3 /* … and an element of it, copied separately */

#define BL_SHORTEST_STEP 4    /* instructions of the scalar kernel for which the cost of a row of one column was measured */
#define BL_FEW_COLS 8         /* copying this many one by one is faster than a call of an instruction set's moves */
#define BL_REPEATED_BYTES 36  /* of the longest repeats that shuffles make */
#define BL_CHEAP_ROW_COLS 256 /* for a row this long packing is not faster */

/* A larger tile evicts other data from the first-level cache; only transposing and packing once gain from it. */
#define BL_PLAIN_TILE_BYTES 8192

#endif
