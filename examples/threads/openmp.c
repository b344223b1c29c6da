/* Plans in parts by OpenMP's threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "openmp.h"

bl_status openmp_run(const bl_plan *plan, size_t parts, const void *const *inputs, const void *parameters, void *out)
{
    const bl_status status = bl_plan_check(plan, inputs, parameters, out);

    if (status == BL_OK) {
#pragma omp parallel for schedule(dynamic) if (parts > 1)
        for (size_t part = 0; part < parts; ++part) {
            bl_plan_run_part(plan, part, parts, inputs, parameters, out);
        }
    }
    return status;
}
