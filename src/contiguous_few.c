/* Contiguous calls of one to three inputs: a few compares per operand, and the kernel, which finds its arguments in
 * registers. Nothing is called before it. What these compares do not find fine goes the long way.
 *
 * All operands are treated as if they had elements of one width, which is no less than any of theirs. Where theirs differ,
 * operands that lie closer together or less aligned than that are in doubt.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "isa.h"
#include "kernel.h"

#define MOST_BYTES ((uintptr_t)BL_CACHED_ELEMENTS * 8) /* of an operand of a quick call */

/** Whether the number of elements is that of a quick call. */
static inline int are_few(size_t n)
{
    return n - 1 < BL_CACHED_ELEMENTS;
}

/** Whether an operand is neither null nor reaches around the end of memory. */
static inline int is_there(const void *pointer)
{
    return (uintptr_t)pointer - 1 < ~MOST_BYTES;
}

/** The same of an input, and whether it does not meet the output, or lies exactly in place. */
static inline int is_fine(const bl_table *table, size_t input, const void *in, const void *out, size_t bytes)
{
    return (!bl_meet((uintptr_t)in, bytes, (uintptr_t)out, bytes) ||
            (in == out && table->dtypes[input + 1] == table->dtypes[0])) &&
           is_there(in);
}

/** The instruction sets that may be used; 0 before they are known. */
static inline uint32_t known_isas(void)
{
    return BL_LOAD_RELAXED(bl_isas_present_word) & ~BL_LOAD_RELAXED(bl_isas_forbidden_word);
}

bl_status bl_contiguous_1(const bl_table *table, size_t n, const void *a, void *out)
{
    const unsigned shift = (unsigned)table->shifts[0] | table->shifts[1];

    if (are_few(n) && bl_is_aligned((uintptr_t)out | (uintptr_t)a, shift) && is_fine(table, 0, a, out, n << shift) &&
        is_there(out)) {
        const uint32_t isas = known_isas();

        if (isas != 0) {
            bl_kernel_1 *kernel = (bl_kernel_1 *)bl_variant_for(table, isas, n)->patterns[0];

            kernel(1, n, out, 0, a, 0);
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(table, n, a, a, a, out);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(const bl_table *table, size_t n, const void *a, const void *b, void *out)
{
    const unsigned shift = (unsigned)table->shifts[0] | table->shifts[1] | table->shifts[2];

    if (are_few(n) && bl_is_aligned((uintptr_t)out | (uintptr_t)a | (uintptr_t)b, shift) &&
        is_fine(table, 0, a, out, n << shift) && is_fine(table, 1, b, out, n << shift) && is_there(out)) {
        const uint32_t isas = known_isas();

        if (isas != 0) {
            bl_kernel_2 *kernel = (bl_kernel_2 *)bl_variant_for(table, isas, n)->patterns[0];

            if (table->exchanged) {
                kernel(1, n, out, 0, b, 0, a, 0);
            } else {
                kernel(1, n, out, 0, a, 0, b, 0);
            }
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(table, n, a, b, b, out);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(const bl_table *table, size_t n, const void *a, const void *b, const void *c, void *out)
{
    const unsigned shift = (unsigned)table->shifts[0] | table->shifts[1] | table->shifts[2] | table->shifts[3];

    if (are_few(n) && bl_is_aligned((uintptr_t)out | (uintptr_t)a | (uintptr_t)b | (uintptr_t)c, shift) &&
        is_fine(table, 0, a, out, n << shift) && is_fine(table, 1, b, out, n << shift) &&
        is_fine(table, 2, c, out, n << shift) && is_there(out)) {
        const uint32_t isas = known_isas();

        if (isas != 0) {
            bl_kernel_3 *kernel = (bl_kernel_3 *)bl_variant_for(table, isas, n)->patterns[0];

            kernel(1, n, out, 0, a, 0, b, 0, c, 0);
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(table, n, a, b, c, out);
}
#endif
