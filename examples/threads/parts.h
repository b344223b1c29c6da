/* How many parts to run a plan in.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef PARTS_H
#define PARTS_H

#include <stddef.h>

/* Less than this is not worth another thread. Measured on two virtual cores of an EPYC: f32 add by one thread and by
 * the two of a pool takes 0.7 and 1.0 us for 8 Ki elements, 1.5 and 1.5 for 16 Ki, 3.0 and 2.3 for 32 Ki, 15 and 7 for
 * 128 Ki. That is while the threads still poll for work (pool.c; OpenMP's do likewise). One that has gone to sleep
 * comes 25 to 50 us late: where runs are rare, 256 Ki is a better value. Costlier operators, such as f64 div, gain a
 * little sooner. */
#define PART_ELEMENTS ((size_t)16 * 1024)

/** The parts for an output of so many elements: two a thread, so that one which comes late or is interrupted leaves
 * some of its work to the others; fewer where they would get too small; at least 1. */
static inline size_t parts_for(size_t threads, size_t elements)
{
    const size_t most = elements / PART_ELEMENTS;
    const size_t parts = most < 2 * threads ? most : 2 * threads;

    return threads < 2 || parts < 1 ? 1 : parts;
}

#endif
