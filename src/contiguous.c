/* The way to a kernel for contiguous arrays of one shape: no plan, a few nanoseconds of checks.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "isa.h"
#include "kernel.h"

static const ptrdiff_t one_row[BL_MAX_ARITY + 1] = {0};

/* ---- Any call ---- */

static bl_status check_pointer(const void *pointer, size_t align)
{
    if (pointer == NULL) {
        return BL_NULL_POINTER;
    }
    return (uintptr_t)pointer % align == 0 ? BL_OK : BL_MISALIGNED;
}

/** Whether n elements of 1 << shift bytes fit into memory from there on. */
static int fits(uintptr_t address, size_t n, unsigned shift)
{
    return n <= (size_t)PTRDIFF_MAX >> shift && n << shift <= UINTPTR_MAX - address;
}

static bl_status check(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                       const void *out)
{
    const uintptr_t to = (uintptr_t)out;
    const size_t out_bytes = n << table->shifts[0];
    bl_status status = check_pointer(out, (size_t)1 << table->shifts[0]);
    int all_fit = fits(to, n, table->shifts[0]);

    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        status = check_pointer(inputs[i], (size_t)1 << table->shifts[i + 1]);
        all_fit = all_fit && fits((uintptr_t)inputs[i], n, table->shifts[i + 1]);
    }
    if (status == BL_OK && table->parameter_count > 0) {
        status = check_pointer(parameters, table->parameters_align);
    }
    if (status == BL_OK && !all_fit) {
        status = BL_SIZE_OVERFLOW;
    }
    for (size_t i = 0; status == BL_OK && i < table->arity; ++i) {
        const uintptr_t from = (uintptr_t)inputs[i];
        const size_t bytes = n << table->shifts[i + 1];

        if ((to - from < bytes || from - to < out_bytes) && (from != to || bytes != out_bytes)) {
            status = BL_OVERLAP;
        }
    }
    return status;
}

/** Whether results go past the caches: if those cannot keep what the call touches, and have not got it anyway. */
static int pays_to_stream(const bl_table *table, size_t n, const void *const *inputs, const void *out)
{
    size_t touched = n << table->shifts[0];

    for (size_t i = 0; i < table->arity; ++i) {
        const size_t bytes = n << table->shifts[i + 1];

        if (inputs[i] == out) {
            return 0;
        }
        touched = bytes > SIZE_MAX - touched ? SIZE_MAX : touched + bytes;
    }
    return touched > bl_cache_bytes();
}

/** The best variant that takes rows of n elements. */
static inline const bl_variant *variant_for(const bl_table *table, uint32_t isas, size_t n)
{
    const bl_variant *variant = table->variants;

    while (variant->lanes > n || (isas >> (variant->isa - 1) & 1) == 0) {
        ++variant; /* scalar ends this: one lane, always usable */
    }
    return variant;
}

bl_status bl_run_contiguous(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                            void *out)
{
    bl_stream stream;
    const bl_variant *variant;
    bl_status status;

    if (table == NULL) {
        return BL_NULL_POINTER;
    }
    if (n == 0) {
        return BL_OK;
    }
    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    status = check(table, n, inputs, parameters, out);
    if (status != BL_OK) {
        return status;
    }
    stream.isas = bl_isas_usable();
    variant = variant_for(table, stream.isas, n);
    if (variant->streams != NULL && variant->streams[0] != NULL && pays_to_stream(table, n, inputs, out)) {
        stream.table = table;
        stream.parameters = parameters;
        stream.variant = (size_t)(variant - table->variants);
        stream.cols = n;
        stream.held = 0;
        stream.swapped = table->exchanged;
        bl_stream_row(&stream, inputs, out);
    } else {
        bl_call_kernel(table->call, table->exchanged, variant->patterns[0], 1, n, inputs, parameters, out, one_row);
    }
    return BL_OK;
}

/* ---- Calls by number of inputs ---- */

/* Calls of so few elements need no look at how large the caches are. */
#define SMALL_CALL 8192u

/** Whether there is nothing to say against n elements from there on: few compares, which in doubt say no. */
static inline int is_fine(uintptr_t address, size_t n, unsigned shift)
{
    return address - 1 < ~(uintptr_t)(n << shift) && (address & (((uintptr_t)1 << shift) - 1)) == 0;
}

/** Likewise against an input beside the output: they do not meet, or lie exactly in place. */
static inline int is_fine_beside(uintptr_t from, unsigned shift, uintptr_t to, unsigned out_shift, size_t n)
{
    const size_t bytes = n << shift;

    return is_fine(from, n, shift) &&
           (from - to + bytes - 1 >= bytes + (n << out_shift) - 1 || (from == to && shift == out_shift));
}

bl_status bl_contiguous_1(const bl_table *table, size_t n, const void *a, void *out)
{
    const void *const inputs[1] = {a};
    const uintptr_t to = (uintptr_t)out;
    const unsigned out_shift = table->shifts[0];

    if (n - 1 < SMALL_CALL && is_fine(to, n, out_shift) &&
        is_fine_beside((uintptr_t)a, table->shifts[1], to, out_shift, n)) {
        const bl_kernel kernel = variant_for(table, bl_isas_usable(), n)->patterns[0];

        bl_call_kernel(BL_CALL_1, 0, kernel, 1, n, inputs, NULL, out, one_row);
        return BL_OK;
    }
    return bl_run_contiguous(table, n, inputs, NULL, out);
}

#if BL_MAX_ARITY >= 2
bl_status bl_contiguous_2(const bl_table *table, size_t n, const void *a, const void *b, void *out)
{
    const void *const inputs[2] = {a, b};
    const uintptr_t to = (uintptr_t)out;
    const unsigned out_shift = table->shifts[0];

    if (n - 1 < SMALL_CALL && is_fine(to, n, out_shift) &&
        is_fine_beside((uintptr_t)a, table->shifts[1], to, out_shift, n) &&
        is_fine_beside((uintptr_t)b, table->shifts[2], to, out_shift, n)) {
        const bl_kernel kernel = variant_for(table, bl_isas_usable(), n)->patterns[0];

        bl_call_kernel(BL_CALL_2, table->exchanged, kernel, 1, n, inputs, NULL, out, one_row);
        return BL_OK;
    }
    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif

#if BL_MAX_ARITY >= 3
bl_status bl_contiguous_3(const bl_table *table, size_t n, const void *a, const void *b, const void *c, void *out)
{
    const void *const inputs[3] = {a, b, c};
    const uintptr_t to = (uintptr_t)out;
    const unsigned out_shift = table->shifts[0];

    if (n - 1 < SMALL_CALL && is_fine(to, n, out_shift) &&
        is_fine_beside((uintptr_t)a, table->shifts[1], to, out_shift, n) &&
        is_fine_beside((uintptr_t)b, table->shifts[2], to, out_shift, n) &&
        is_fine_beside((uintptr_t)c, table->shifts[3], to, out_shift, n)) {
        const bl_kernel kernel = variant_for(table, bl_isas_usable(), n)->patterns[0];

        bl_call_kernel(BL_CALL_3, 0, kernel, 1, n, inputs, NULL, out, one_row);
        return BL_OK;
    }
    return bl_run_contiguous(table, n, inputs, NULL, out);
}
#endif
