/* Declarations that the planner's files share: operand numbers, and the step from merged dims to kernel calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_PLAN_H
#define BL_PLAN_H

#include "../basics/dtype.h"
#include "../kernels/kernel.h"

static inline size_t bl_operand_width(const bl_plan *plan, size_t operand)
{
    return (size_t)1 << plan->table->shifts[operand];
}

/** The operands with several elements in a byte. */
static inline unsigned bl_packed_of(const bl_table *table)
{
#if BL_WITH_PACKED
    return table->packed & (BL_SATURATES - 1u);
#else
    (void)table;
    return 0;
#endif
}

#if BL_WITH_PACKED

/** Elements from place `at` of a packed array on to bytes, for a kernel with that result: floats of the result's dtype to their bits, others
 * to the dtype of their kernels. packed.c */
void bl_unpack(bl_dtype dtype, bl_dtype result, const void *from, size_t at, size_t count, void *to);

/** Low bits of bytes to elements from place `at` of a packed array on. Other elements in these bytes do not change. `is_end`: the array ends
 * here, so bits after its last element become 0. */
void bl_pack(bl_dtype dtype, const void *from, void *to, size_t at, size_t count, int is_end);

/** Change bytes to the nearest numbers of a packed dtype. */
void bl_saturate(bl_dtype dtype, size_t count, void *bytes);

/** BL_PACKED_STRIDES unless the array is contiguous and row-major. Its shape is valid. */
bl_status bl_check_packed(const bl_array *array);

/** The same for all packed arrays of a table with these dtypes. */
bl_status bl_check_all_packed(const bl_table *table, const bl_array *const *inputs, const bl_array *out);

/** The number of elements of a packed operand that are unpacked or packed at a time without a plan, or in a compact plan. */
#define BL_PACKED_TILE (BL_RUNTIME_COMPACT ? 64 : 1024)

/** A kernel call of at most BL_PACKED_TILE elements. */
typedef struct bl_tile_call {
    bl_kernel kernel;
    unsigned swapped;
    unsigned held; /* inputs that are one value: bit i */
    size_t rows, cols;
    const ptrdiff_t *row; /* strides between rows, unless there is one */
} bl_tile_call;

/** Make a call for the elements from place `at[i]` of each operand on. If the output ends with them, the bits after them
 * become 0. packed_line.c */
void bl_run_tile(const bl_table *table, const bl_tile_call *call, const void *const *inputs, const ptrdiff_t *at, const void *parameters,
                 void *out, int is_end);

/** A contiguous call for a table with packed operands; the `held` inputs are one value each. packed_line.c */
bl_status bl_run_packed_line(const bl_table *table, size_t n, const void *const *inputs, unsigned held, const void *parameters,
                             void *out);

#endif

#if BL_WITH_PACKED
/** bl_plan_make_table, but packed arrays may have any strides that are not negative, as blocks of a contiguous array's axis have. full/plan.c
 * or compact/plan.c */
bl_status bl_plan_make_split(bl_plan *plan, const bl_table *table, const bl_array *const *inputs, const bl_array *out,
                             const bl_options *options);

/** The place after the last element that a plan with a packed output writes. */
static inline size_t bl_packed_end(const bl_plan *plan)
{
    size_t end = (size_t)plan->offset[BL_OUT] + 1;

    for (size_t d = 0; d < plan->rank; ++d) {
        end += (size_t)plan->dims[d].stride[BL_OUT] * (plan->dims[d].extent - 1);
    }
    return end;
}
#else
#define bl_plan_make_split bl_plan_make_table
#endif

/** The place of one of a plan's operands. */
BL_ALWAYS_INLINE bl_reach bl_plan_reach(const bl_plan *plan, size_t operand, const void *pointer)
{
    return bl_reach_of(pointer, plan->below[operand], plan->bytes[operand]);
}

/** Whether an input of a plan is apart from the output or in place. */
BL_ALWAYS_INLINE int bl_plan_is_apart(const bl_plan *plan, size_t operand, bl_reach in, bl_reach out)
{
    return bl_are_apart(in, out) || (in.at == out.at && bl_has(plan->same_strides, operand));
}

/** Whether no input of either of two plans shares memory with the other's output, unless the first plan has it in place. The plans have the
 * same table, and each was checked by itself. checks/check.c */
bl_status bl_check_apart(const bl_plan *a, const void *const *a_inputs, const void *a_out, const bl_plan *b,
                         const void *const *b_inputs, const void *b_out);

/** The number of used dims. Without this the compiler warns, because it cannot prove that there is room for them. */
static inline size_t bl_plan_rank(const bl_plan *plan)
{
    return bl_smaller(plan->rank, BL_MAX_RANK);
}

/** BL_OK if these arrays have the table's dtypes; otherwise BL_NULL_POINTER, BL_UNKNOWN_DTYPE,
 * BL_DTYPES_DIFFER, BL_WRONG_OUTPUT_DTYPE. dims.c */
bl_status bl_check_dtypes(const bl_table *table, const bl_array *const *inputs, const bl_array *out);

/** Whether this is a valid value of the option. */
static inline int bl_is_on_zero_divisor(bl_on_zero_divisor value)
{
#if BL_REFUSES_ZERO
    return value == BL_ZERO_DIVISOR_GIVES_ZERO || value == BL_ZERO_DIVISOR_REFUSED;
#else
    return value == BL_ZERO_DIVISOR_GIVES_ZERO;
#endif
}

/** Set a plan's operands for a single element, before any dim is added. dims.c */
void bl_begin_operands(bl_plan *plan);

/** An array's stride along one of its dims, in elements; 0 if it has no such dim. dims.c */
ptrdiff_t bl_stride_along(const bl_array *array, size_t d);

/** The number of steps of a dim that form whole cache lines of the output: a power of two. part.c */
size_t bl_steps_a_line(const bl_plan *plan, size_t d);

/** |stride| as an unsigned number, even if negating it would overflow. */
static inline size_t bl_magnitude(ptrdiff_t stride)
{
    return stride < 0 ? (size_t)0 - (size_t)stride : (size_t)stride;
}

/** Convert a step from bytes, a multiple of 1 << shift, to elements, without a division, which is slow on many processors. */
static inline ptrdiff_t bl_in_elements(ptrdiff_t step, unsigned shift)
{
    const ptrdiff_t elements = (ptrdiff_t)(bl_magnitude(step) >> shift);

    return step < 0 ? -elements : elements;
}

/** Whether a * b <= limit. */
static inline int bl_product_fits(size_t a, size_t b, size_t limit)
{
#if !BL_RUNTIME_COMPACT
    const size_t half = (size_t)1 << (sizeof(size_t) * 4 - 1);

    if ((a | b) < half) { /* the usual case needs no division */
        return a * b <= limit;
    }
#endif
    return b == 0 || a <= limit / b;
}

/** Elements that fit in PTRDIFF_MAX bytes. */
static inline size_t bl_most_elements(const bl_plan *plan, size_t operand)
{
    return (size_t)PTRDIFF_MAX >> plan->table->shifts[operand];
}

/** Whether dim `outer` continues dim `inner` for all operands. Products wrap, which is safe: the bytes that an operand
 * spans were checked, so values that are equal modulo 2^n are equal. */
static inline int bl_dims_merge(const bl_plan_dim *inner, const bl_plan_dim *outer, size_t arity)
{
    for (size_t i = 0; i <= arity; ++i) {
        if ((size_t)outer->stride[i] != (size_t)inner->stride[i] * inner->extent) {
            return 0;
        }
    }
    return 1;
}

/** Move a dim inwards, to place `to` <= `from`. */
static inline void bl_move_dim(bl_plan *plan, size_t from, size_t to)
{
    const bl_plan_dim dim = plan->dims[from];

    for (; from > to; --from) {
        plan->dims[from] = plan->dims[from - 1];
    }
    plan->dims[to] = dim;
}

#if !BL_RUNTIME_COMPACT

/* Functions for calls that a few comparisons do not accept, or that need more than one kernel call: `_slow` checks everything and runs,
 * `_planned` makes a plan and runs it. `_unchecked` runs checked arguments. */

/** bl_run_strided for a call that full/line.c does not accept, or that needs a plan. strided.c */
bl_status bl_run_strided_planned(const bl_table *table, size_t n, const void *const *inputs, const ptrdiff_t *byte_steps,
                                 const void *parameters, void *out, ptrdiff_t out_step);

/** bl_plan_run for a plan with more than one kernel call, or for pointers that full/run_call.c does not accept. full/run.c */
bl_status bl_plan_run_slow(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** bl_plan_check for pointers that bl_is_fine does not accept. check.c */
bl_status bl_plan_check_slow(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/** Whether a plan may certainly run on these pointers, and has elements. If this returns false, bl_plan_check_slow
 * searches for the error; there may be none. */
static inline int bl_is_fine(const bl_plan *plan, const void *const *inputs, const void *parameters, const void *out)
{
    bl_reach to;
    bl_reach all;

    if (plan == NULL || inputs == NULL || plan->count == 0) {
        return 0;
    }
    to = bl_plan_reach(plan, BL_OUT, out);
    all = to;
    for (size_t i = 1; i <= plan->table->arity; ++i) {
        const bl_reach in = bl_plan_reach(plan, i, inputs[i - 1]);

        if (!bl_plan_is_apart(plan, i, in, to)) {
            return 0;
        }
        all = bl_joined(all, in);
    }
    return bl_is_placed(all, plan->table->width, plan->most_bytes) && /* stricter than necessary for narrower operands */
           plan->is_plain && bl_check_parameters(plan->table, parameters) == BL_OK;
}

#endif

/** Whether no two elements of the output share memory. Safe, not exact: see bl_plan_make. The dims are sorted. */
static inline int bl_output_is_apart(const bl_plan *plan)
{
    size_t span = 0;

    for (size_t d = 0; d < plan->rank; ++d) {
        const size_t stride = bl_magnitude(plan->dims[d].stride[BL_OUT]);

        if (stride <= span) {
            return 0;
        }
        span += stride * (plan->dims[d].extent - 1);
    }
    return 1;
}

/** Add the span of an operand along a dim to `below` and `bytes`, which are numbers of elements until bl_set_reach: those
 * below its pointer, and those after its first one. 0 if there are too many. */
static inline int bl_add_span(bl_plan *plan, size_t operand, const bl_plan_dim *dim)
{
    const ptrdiff_t stride = dim->stride[operand];
    size_t *span = stride < 0 ? &plan->below[operand] : &plan->bytes[operand];

    if (!bl_product_fits(bl_magnitude(stride), dim->extent - 1, bl_most_elements(plan, operand) - *span)) {
        return 0;
    }
    *span += bl_magnitude(stride) * (dim->extent - 1);
    return 1;
}

/** Reverse the direction of a dim, which spans no more than bl_add_span counted, if more operands move backwards than forwards.
 * dims.c */
void bl_turn_backward_dim(bl_plan *plan, bl_plan_dim *dim);

/** Convert these numbers of elements to the bytes around each operand's pointer. */
static inline bl_status bl_set_reach(bl_plan *plan)
{
    const bl_table *table = plan->table;

    for (size_t i = 0; i <= table->arity; ++i) {
        const unsigned shift = table->shifts[i];
        const size_t span = plan->below[i] + plan->bytes[i];

        if (span >= (size_t)PTRDIFF_MAX >> shift) {
            return BL_SIZE_OVERFLOW;
        }
        plan->below[i] <<= shift; /* 0 for packed operands */
        plan->bytes[i] = bl_bytes_of(span + 1, shift, bl_packed_bits((bl_dtype)table->dtypes[i]));
#if !BL_RUNTIME_COMPACT
        plan->most_bytes = i == BL_OUT || plan->bytes[i] > plan->most_bytes ? plan->bytes[i] : plan->most_bytes;
#endif
    }
    return BL_OK;
}

/** The place of dim d among those before it, which are sorted by the output's strides, the smallest first. */
static inline size_t bl_sorted_place(const bl_plan *plan, size_t d)
{
    const size_t own = bl_magnitude(plan->dims[d].stride[BL_OUT]);
    size_t place = d;

    while (place > 0 && bl_magnitude(plan->dims[place - 1].stride[BL_OUT]) > own) {
        --place;
    }
    return place;
}

/** The best variant that runs whole blocks. */
static inline const bl_variant *bl_plan_variant(const bl_plan *plan)
{
#if BL_RUNTIME_COMPACT
    const bl_table *table = plan->table;
    const bl_variant *last = &table->variants[table->variant_count - 1u];
    const bl_variant *variant = table->variants;
    const unsigned pattern = bl_pattern(plan->held, plan->swapped);

    while (plan->box > 0 && variant != last && (!bl_would_do(variant, plan->isas, plan->dims[0].extent) || variant->patterns[pattern] == NULL)) {
        ++variant;
    }
    return plan->box > 0 ? variant : last;
#else
    return &plan->table->variants[plan->variant];
#endif
}

/** For the plan's merged dims, choose their order, the kernel's pattern and variant, the operands that use tiles, and whether
 * stores are non-temporal (see bl_options.cache_bytes). */
void bl_choose_strategy(bl_plan *plan, size_t cache_bytes);

/** A part of a plan: some steps of one dim, and all steps of the others. */
typedef struct bl_part {
    size_t dim;
    size_t from;
    size_t extent;
} bl_part;

/** One of `parts` parts of the plan: see bl_plan_run_part. Returns 0 if it is empty. part.c */
int bl_part_of(bl_part *own, const bl_plan *plan, size_t part, size_t parts, const void *out);

#endif
