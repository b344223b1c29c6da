/* Contiguous calls of one to three inputs: a few compares per operand, and the kernel, which takes its arguments in the
 * order in which they come. Nothing is called before it. What these compares do not find fine goes the long way.
 *
 * All operands are treated as if they had elements of one width, which is no less than any of theirs. Where theirs differ,
 * operands that lie closer together or less aligned than that are in doubt.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "few.h"

/** Whether an input does not meet the output, or lies exactly in place. */
static inline int is_apart(const bl_table *table, size_t input, const void *in, const void *out, size_t bytes)
{
    return !bl_meet((uintptr_t)in, bytes, (uintptr_t)out, bytes) ||
           (in == out && table->dtypes[input + 1] == table->dtypes[0]);
}

bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table)
{
    const uintptr_t from = (uintptr_t)a;
    const uintptr_t to = (uintptr_t)out;
    const size_t bytes = n * table->width;

    if (bl_are_few(n) && bl_are_placed(from | to, table->width) && bl_are_there((from - 1) | (to - 1)) &&
        is_apart(table, 0, a, out, bytes)) {
        const uint32_t isas = bl_known_isas();

        if (isas != 0) {
            const bl_variant *variant = bl_variant_for(table, isas, n);

            if (bl_may_cut_row(bytes, from, from ^ to, to)) {
                return bl_contiguous_cut(n, a, a, a, out, table, variant);
            }
            ((bl_kernel_1 *)variant->patterns[0])(n, a, out, 1, NULL);
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(n, a, a, a, out, table);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table)
{
    const uintptr_t from = (uintptr_t)a;
    const uintptr_t from_b = (uintptr_t)b;
    const uintptr_t to = (uintptr_t)out;
    const size_t bytes = n * table->width;

    if (bl_are_few(n) && bl_are_placed(from | from_b | to, table->width) && bl_are_there((from - 1) | (from_b - 1) | (to - 1)) &&
        is_apart(table, 0, a, out, bytes) && is_apart(table, 1, b, out, bytes)) {
        const uint32_t isas = bl_known_isas();

        if (isas != 0) {
            const bl_variant *variant = bl_variant_for(table, isas, n);
            bl_kernel_2 *kernel = (bl_kernel_2 *)variant->patterns[0];

            if (bl_may_cut_row(bytes, from | from_b, (from ^ to) | (from_b ^ to), to)) {
                return bl_contiguous_cut(n, a, b, b, out, table, variant);
            }
            if (table->exchanged) {
                kernel(n, b, a, out, 1, NULL);
            } else {
                kernel(n, a, b, out, 1, NULL);
            }
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(n, a, b, b, out, table);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table)
{
    const uintptr_t from = (uintptr_t)a;
    const uintptr_t from_b = (uintptr_t)b;
    const uintptr_t from_c = (uintptr_t)c;
    const uintptr_t to = (uintptr_t)out;
    const size_t bytes = n * table->width;

    if (bl_are_few(n) && bl_are_placed(from | from_b | from_c | to, table->width) &&
        bl_are_there((from - 1) | (from_b - 1) | (from_c - 1) | (to - 1)) && is_apart(table, 0, a, out, bytes) &&
        is_apart(table, 1, b, out, bytes) && is_apart(table, 2, c, out, bytes)) {
        const uint32_t isas = bl_known_isas();

        if (isas != 0) {
            const bl_variant *variant = bl_variant_for(table, isas, n);

            if (bl_may_cut_row(bytes, from | from_b | from_c, (from ^ to) | (from_b ^ to) | (from_c ^ to), to)) {
                return bl_contiguous_cut(n, a, b, c, out, table, variant);
            }
            ((bl_kernel_3 *)variant->patterns[0])(n, a, b, c, out, 1, NULL);
            return BL_OK;
        }
    }
    return bl_contiguous_in_doubt(n, a, b, c, out, table);
}
#endif

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                            void *out)
{
    if (table != NULL && inputs != NULL && bl_are_few(n)) {
        if (table->call == BL_CALL_1) {
            return bl_contiguous_1(n, inputs[0], out, table);
        }
#if BL_MAX_ARITY >= 2
        if (table->call == BL_CALL_2) {
            return bl_contiguous_2(n, inputs[0], inputs[1], out, table);
        }
#endif
#if BL_MAX_ARITY >= 3
        if (table->call == BL_CALL_3) {
            return bl_contiguous_3(n, inputs[0], inputs[1], inputs[2], out, table);
        }
#endif
    }
    return bl_contiguous_otherwise(table, n, inputs, parameters, out);
}
