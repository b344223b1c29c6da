/* The number of parts in which to run a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

/* With fewer elements, another thread is not faster. Measured on two virtual cores of an EPYC: f32 add by one thread and by the two of a pool
 * (examples/threads/pool.c) takes 0.7 and 1.0 us for 8 Ki elements, 1.5 and 1.5 for 16 Ki, 3.0 and 2.3 for 32 Ki, 15 and 7 for 128 Ki. */
#define BL_PART_ELEMENTS ((size_t)16 * 1024)

size_t bl_plan_parts(const bl_plan *plan, size_t threads)
{
    const size_t most = plan != NULL ? plan->count / BL_PART_ELEMENTS : 0;

    if (threads < 2 || most < 2) {
        return 1;
    }
    return threads > most / 2 ? most : 2 * threads;
}
