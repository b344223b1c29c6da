/* Plans in parts by OpenMP's threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef OPENMP_H
#define OPENMP_H

#include "broadloom.h"

/** bl_plan_run by all threads of an OpenMP team, in `parts` parts (at least 1; bl_plan_parts gives the best number). */
bl_status openmp_run(const bl_plan *plan, size_t parts, const void *const *inputs, const void *parameters, void *out);

#endif
