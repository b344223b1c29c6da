/* What planning and running folds share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_FOLD_H
#define BL_FOLD_H

#include "pack.h"
#include "../plan.h"

/* The running result's tile, and that of an input that is packed. Larger ones push the inputs out of the nearest cache. */
#define BL_FOLD_TILE_BYTES (BL_TILE_BYTES / 2 < 8192 ? BL_TILE_BYTES / 2 : 8192)

#define BL_FOLDED 1 /* a step's plan copies its input, the only one, to the output: that operand's number */

#define BL_FOLD_HELD (1u << 2) /* the step's second input, as a set of operands that are held */

#endif
