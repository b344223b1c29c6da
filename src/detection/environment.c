/* The environment variable BROADLOOM_ISA. Only this file needs getenv, which it declares
 * because bare machines lack <stdlib.h>.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#if BL_DETECT_CPU && BL_WITH_ENVIRONMENT

#ifdef __cplusplus
extern "C"
#endif
    char *
    getenv(const char *name);

bl_status bl_isa_from_environment(void)
{
    const char *name = getenv("BROADLOOM_ISA");
    bl_isa isa = BL_ISA_ANY;
    bl_status status;

    if (name == NULL || name[0] == '\0') {
        return BL_OK;
    }
    status = bl_isa_from_name(name, &isa);
    return status == BL_OK ? bl_isa_limit(isa) : status;
}

#endif
