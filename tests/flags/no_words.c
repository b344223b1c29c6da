/* Replaces the tests of words in a program that tests only kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels/kernels.h"

const bl_vocabulary *const bl_vocabularies[] = {NULL};
