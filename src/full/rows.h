/* Kernels on rows of contiguous results: by cache lines, and past the caches; and on contiguous arrays, without a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_ROWS_H
#define BL_ROWS_H

#include "../detection/isa.h"
#include "../kernels/kernel.h"

#define BL_CUT_BYTES 8192u /* shorter rows are not worth a call of their own for what lies before the first whole line */

#define BL_ALIKE_CUT_BYTES 3584u /* the same where all operands begin alike within a line, and those of one width with lines after the cut */

#define BL_STREAM_BYTES 2048u /* rows of results shorter than that do not go past the caches */

/** Bytes of operands in all; SIZE_MAX where there are more. */
static inline size_t bl_bytes_together(size_t some, size_t more)
{
    return more > SIZE_MAX - some ? SIZE_MAX : some + more;
}

/** Whether results should bypass the caches: if these cannot keep what a call touches, and at least as much is read as written.
 * Else the processor waits for its stores, which caches take more quickly than memory. `cache_bytes` as in bl_options. */
static inline int bl_outgrows_caches(size_t read, size_t written, size_t cache_bytes)
{
    return read >= written && bl_bytes_together(read, written) > (cache_bytes != 0 ? cache_bytes : bl_cache_bytes());
}

/** Whether a long row may be worth cutting where the output's cache lines begin: where its inputs begin with lines, they would not
 * after the cut. Given their addresses joined by |. */
static inline int bl_may_cut(uintptr_t inputs, uintptr_t out)
{
    return out % BL_LINE_BYTES != 0 && inputs % BL_LINE_BYTES != 0;
}

/** The same of a single row, of operands whose differences from the output are given joined by |, too. */
static inline int bl_may_cut_row(size_t bytes, uintptr_t inputs, uintptr_t apart, uintptr_t out)
{
    return bytes >= BL_ALIKE_CUT_BYTES && bl_may_cut(inputs, out) && (bytes >= BL_CUT_BYTES || apart % BL_LINE_BYTES == 0);
}

/** The best variant of these instruction sets that takes rows of `cols` elements. */
static inline const bl_variant *bl_variant_for(const bl_table *table, uint32_t isas, size_t cols)
{
    const bl_variant *variant = table->variants;

    while (!bl_would_do(variant, isas, cols)) {
        ++variant;
    }
    return variant;
}

/** Rows of contiguous results, as bl_run_rows takes them. */
typedef struct bl_rows {
    const bl_table *table;
    const void *parameters;
    size_t variant;   /* the table's: kernels are its own, or lower ones */
    bl_kernel kernel; /* for rows of `cols` */
    size_t cols;
    uint32_t isas;
    unsigned held;
    unsigned swapped;
    int streams; /* past the caches, by the variant's kernel for that, which there must be */
} bl_rows;

/** Run a row of contiguous results, by whole cache lines of the output but for what lies before the first; by a kernel for
 * rows of so many columns, of that variant or of a lower one. rows.c */
void bl_run_cut(const bl_table *table, const bl_variant *variant, bl_kernel kernel, unsigned held, unsigned swapped,
                size_t cols, const void *const *inputs, const void *parameters, void *out);

/** The same of rows, past the caches if they are to be. `row` has the strides, the output's first; of a single row it is not
 * looked at. rows.c */
void bl_run_rows(const bl_rows *of, size_t rows, const void *const *inputs, void *out, const ptrdiff_t *row);

/** After the last of these rows: others see what went past the caches before what follows. rows.c */
void bl_end_rows(const bl_rows *of);

/* A contiguous call of so few elements touches less than any cache holds. */
#define BL_CACHED_ELEMENTS 8192u

/** Run contiguous operands that were found fine, some inputs being held, by the variant's kernel for that, which there must be: past
 * the caches, or cut where the output's cache lines begin, where that pays. contiguous.c */
void bl_run_contiguous_unchecked(const bl_table *table, const bl_variant *variant, uint32_t isas, unsigned held, unsigned swapped, size_t n,
                                 const void *const *inputs, const void *parameters, void *out);

/** bl_run_contiguous of many elements, of kernels that are called otherwise than by an argument for each input, and of a call that
 * a few compares did not find fine. contiguous.c */
bl_status bl_run_contiguous_slow(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                 void *out);

/** bl_contiguous_1, _2 or _3 of a call that a few compares did not find fine; inputs that there are not may be any.
 * contiguous.c */
bl_status bl_contiguous_slow(size_t n, const void *a, const void *b, const void *c, void *out,
                             const bl_table *table);

/** The same of a call that was found fine, and that pays to cut where the output's cache lines begin. contiguous.c */
bl_status bl_contiguous_cut(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table,
                            const bl_variant *variant);

#endif
