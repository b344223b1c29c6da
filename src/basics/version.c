/* The version of what is linked.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

const char *bl_version(void)
{
    return BL_VERSION;
}
