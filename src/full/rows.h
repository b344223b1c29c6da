/* Running kernels on rows of contiguous results, which are cut at cache lines or written by non-temporal stores; and on contiguous
 * arrays, without a plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_ROWS_H
#define BL_ROWS_H

#include "../detection/isa.h"
#include "../kernels/kernel.h"

#define BL_CUT_BYTES 8192u /* in shorter rows, the part before the first whole line is not worth a separate call */

#define BL_ALIKE_CUT_BYTES 3584u /* the same if all operands have one offset from a line: after the cut, those of one width begin with lines */

#define BL_STREAM_BYTES 2048u /* shorter rows of results are not written by non-temporal stores */

/** The total bytes of the operands; SIZE_MAX if there are more. */
static inline size_t bl_bytes_together(size_t some, size_t more)
{
    return more > SIZE_MAX - some ? SIZE_MAX : some + more;
}

/** Whether results should bypass the caches: if these cannot keep the memory that a call touches, and it reads at least as much as it
 * writes. Otherwise the processor would wait for its stores, which caches accept faster than memory does. `cache_bytes` as in
 * bl_options. */
static inline int bl_outgrows_caches(size_t read, size_t written, size_t cache_bytes)
{
    return read >= written && bl_bytes_together(read, written) > (cache_bytes != 0 ? cache_bytes : bl_cache_bytes());
}

/** Whether cutting a long row where the output's cache lines begin may be faster. It is not if all inputs begin with a line, because they
 * would not do so after the cut. The inputs' addresses are joined by |. */
static inline int bl_may_cut(uintptr_t inputs, uintptr_t out)
{
    return out % BL_LINE_BYTES != 0 && inputs % BL_LINE_BYTES != 0;
}

/** The same for a single row; `apart` joins the operands' differences from the output by |. */
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

/** Rows of contiguous results, for bl_run_rows. */
typedef struct bl_rows {
    const bl_table *table;
    const void *parameters;
    size_t variant;   /* its index in the table; a kernel may be a lower variant's */
    bl_kernel kernel; /* for rows of `cols` */
    size_t cols;
    uint32_t isas;
    unsigned held;
    unsigned swapped;
    int streams; /* by the variant's non-temporal kernel, which must exist */
} bl_rows;

/** Run a row of contiguous results: first the part before the output's first cache line, then whole lines. The kernel takes rows of this many
 * columns, and belongs to that variant or a lower one. rows.c */
void bl_run_cut(const bl_table *table, const bl_variant *variant, bl_kernel kernel, unsigned held, unsigned swapped,
                size_t cols, const void *const *inputs, const void *parameters, void *out);

/** The same for several rows, with non-temporal stores if chosen. `row` has the strides, the output's first; it is not read for a single
 * row. rows.c */
void bl_run_rows(const bl_rows *of, size_t rows, const void *const *inputs, void *out, const ptrdiff_t *row);

/** Call this after the last of these rows: it orders non-temporal stores before all later accesses. rows.c */
void bl_end_rows(const bl_rows *of);

/* A contiguous call with fewer elements touches too little memory to bypass the caches. */
#define BL_CACHED_ELEMENTS 8192u

/** Run checked contiguous operands, of which some inputs may be held, by the variant's kernel for them, which must exist. It uses
 * non-temporal stores, or cuts at the output's cache lines, if that is faster. contiguous.c */
void bl_run_contiguous_unchecked(const bl_table *table, const bl_variant *variant, uint32_t isas, unsigned held, unsigned swapped, size_t n,
                                 const void *const *inputs, const void *parameters, void *out);

/** bl_run_contiguous for many elements, for kernels that take their arguments in arrays, and for calls that a few comparisons do not accept.
 * contiguous.c */
bl_status bl_run_contiguous_slow(const bl_table *table, size_t n, const void *const *inputs, const void *parameters,
                                 void *out);

/** bl_contiguous_1, _2 or _3 for a call that a few comparisons do not accept; arguments for missing inputs are not read. contiguous.c */
bl_status bl_contiguous_slow(size_t n, const void *a, const void *b, const void *c, void *out,
                             const bl_table *table);

/** The same for a valid call that is faster if cut where the output's cache lines begin. contiguous.c */
bl_status bl_contiguous_cut(size_t n, const void *a, const void *b, const void *c, void *out, const bl_table *table,
                            const bl_variant *variant);

#endif
