/* The version of the linked library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

const char *bl_version(void)
{
    return BL_VERSION;
}
