/* The check of integer divisors.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_DIVISION_H
#define BL_DIVISION_H

#include "broadloom.h"

#if BL_WITH_DIVISION
/** Whether the divisor of integers contains a zero. Reads each of its elements once. */
int bl_divisor_has_zero(const bl_plan *plan, const void *const *inputs);
#endif

#endif
