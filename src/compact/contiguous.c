/* The way to a kernel for contiguous arrays of one shape, without a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../isa.h"
#include "../kernel.h"

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                            void *out)
{
    size_t out_bytes;
    int meets = 0;
    bl_status status = BL_OK;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    out_bytes = n << table->shifts[BL_OUT];
    for (size_t i = 0; i <= table->arity; ++i) {
        const void *pointer = i == BL_OUT ? out : inputs[i - 1];
        const unsigned shift = table->shifts[i];
        const size_t bytes = n << shift;

        status = bl_check_pointer(pointer, (size_t)1 << shift);
        if (status != BL_OK) {
            return status;
        }
        if (n > (size_t)PTRDIFF_MAX >> shift || bytes > UINTPTR_MAX - (uintptr_t)pointer) {
            return BL_SIZE_OVERFLOW;
        }
        meets = meets || ((pointer != out || bytes != out_bytes) &&
                          bl_meet((uintptr_t)pointer, bytes, (uintptr_t)out, out_bytes));
    }
    status = bl_check_parameters(table, parameters);
    if (status != BL_OK) {
        return status;
    }
    if (meets) {
        return BL_OVERLAP;
    }
    bl_call_kernel(table->call, table->exchanged, bl_kernel_for(table, 0, bl_isas_usable(), 0, n), 1, n, inputs, parameters,
                   out, NULL);
    return BL_OK;
}

bl_status bl_contiguous_1(size_t n, const void *a, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(size_t n, const void *a, const void *b, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a, b};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table)
{
    const void *const inputs[BL_MAX_ARITY] = {a, b, c};

    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif
