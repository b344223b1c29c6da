/* What the program that tests kernels alone has in the words' place: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels/kernels.h"

const bl_vocabulary *const bl_vocabularies[] = {NULL};
