/* The errors of a call without a plan, with contiguous operands and inputs that are one value each.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_CONTIGUOUS_H
#define BL_CONTIGUOUS_H

#include "../basics/dtype.h"
#include "kernel.h"

/** The error of a call with n elements of each operand, and one element of each held input. The table is not NULL, and n is not 0.
 * `may_be_packed`, a constant: some operands may have a packed dtype. */
BL_ALWAYS_INLINE bl_status bl_check_contiguous(const bl_table *table, size_t n, const void *const *inputs, unsigned held,
                                               const void *parameters, const void *out, int may_be_packed)
{
    const void *pointer = out;
    uintptr_t out_end = 0;
    bl_status status = BL_OK;
    bl_status own;

    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    for (size_t i = 0;; ++i) {
        const unsigned shift = table->shifts[i];
        const size_t width = (size_t)1 << shift;
        const uintptr_t from = (uintptr_t)pointer;
        uintptr_t end = from + width;

        if (pointer == NULL) {
            return BL_NULL_POINTER;
        }
        if (!bl_are_placed(from, width)) {
            return BL_MISALIGNED;
        }
        if ((held & 1) == 0) {
            end = from + bl_bytes_of(n, shift, may_be_packed ? bl_packed_bits((bl_dtype)table->dtypes[i]) : 0);
            if (n > (size_t)PTRDIFF_MAX >> shift) {
                return BL_SIZE_OVERFLOW;
            }
        }
        if (end < from) {
            return BL_SIZE_OVERFLOW;
        }
        if (i == BL_OUT) {
            out_end = end;
        } else {
            /* bl_are_apart would take more bytes of firmware */
            if (from < out_end && (uintptr_t)out < end && ((held & 1) != 0 || pointer != out || end != out_end)) {
                status = BL_OVERLAP; /* unless there is another error */
            }
        }
        if (i == table->arity) {
            break;
        }
        held >>= 1;
        pointer = inputs[i];
    }
    own = bl_check_parameters(table, parameters);
    return own != BL_OK ? own : status;
}

#endif
