/* What test programs may ask of a board besides tests/platform.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PLATFORM_FIRMWARE_H
#define BROADLOOM_TESTS_PLATFORM_FIRMWARE_H

#include <stddef.h>

/** The most bytes of stack that were in use at once so far. */
size_t firmware_stack_used(void);

#endif
