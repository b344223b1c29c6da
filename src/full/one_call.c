/* bl_run, which plans, checks and runs in one call, for bl_add and the like. Few elements of contiguous arrays need no plan: neighbouring
 * dims along which the same inputs move are merged, and the kernel is called with the innermost dim as its columns and the next one as
 * its rows. If rows cost more, broadcast operands are expanded on the stack.
 *
 * All other arguments are planned; planning finds the error, if there is one.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../lookups/op_table.h"
#include "line.h"
#include "quick.h"

#define BL_FEW_ELEMENTS 256u              /* of an operand that is expanded */
#define BL_FEW_BYTES (BL_TILE_BYTES / 4u) /* of all of these, so that they take little of the stack in addition to tiles */
#define BL_MERGED_DIMS 3                  /* of calls that are not planned */

/* the limit for the cost of the rows after the first: expanding few elements, or planning more, costs more than that */
#define BL_WRITE_OUT_TENTHS_NS 400u
#define BL_PLAN_TENTHS_NS 1300u

/* Loops over a constant number of inputs have no jumps; clang writes them out by itself. */
#if defined(__GNUC__) && __GNUC__ >= 8 && !defined(__clang__)
#define BL_UNROLLED _Pragma("GCC unroll 3")
#else
#define BL_UNROLLED
#endif

typedef struct merged_dim {
    size_t extent;
    unsigned moving; /* inputs that move along it, by their operands' bits */
} merged_dim;

/** How contiguous inputs move along a contiguous output. */
typedef struct layout {
    size_t count;                    /* of the output's elements */
    size_t rank;                     /* the outer dims have one step */
    merged_dim dims[BL_MERGED_DIMS]; /* the innermost first; indexed by constants only, so that they stay in registers */
} layout;

/** Whether all arrays are contiguous and have the table's dtypes, and some input has as many dims as the output. Gives the lowest rank. */
BL_ALWAYS_INLINE int are_plain(size_t arity, const bl_table *table, const bl_array *const *inputs, const bl_array *out, size_t *least)
{
    size_t most = 0;

    *least = out->rank;
    if (out->strides != NULL || (out->shape == NULL && out->rank > 0) || (unsigned)out->dtype != table->dtypes[BL_OUT]) {
        return 0;
    }
    BL_UNROLLED
    for (size_t i = 0; i < arity; ++i) {
        const bl_array *input = inputs[i];

        if (input == NULL || input->strides != NULL || (input->shape == NULL && input->rank > 0) ||
            (unsigned)input->dtype != table->dtypes[i + 1]) {
            return 0;
        }
        most = input->rank > most ? input->rank : most;
        *least = bl_smaller(input->rank, *least);
    }
    return most == out->rank;
}

/** The number of elements of the inner dims that all inputs have in full; 0 if there are too many. Sets k to the next dim: 1 is the innermost. */
BL_ALWAYS_INLINE size_t count_alike(size_t arity, const bl_array *const *inputs, const bl_array *out, size_t least, size_t *k)
{
    size_t count = 1;

    for (*k = 1; *k <= least; ++*k) {
        const size_t extent = out->shape[out->rank - *k];
        size_t differences = 0;

        BL_UNROLLED
        for (size_t i = 0; i < arity; ++i) {
            differences |= inputs[i]->shape[inputs[i]->rank - *k] ^ extent;
        }
        if (differences != 0) {
            break;
        }
        if (!bl_product_fits(extent, count, (size_t)PTRDIFF_MAX / 8)) {
            return 0;
        }
        count *= extent;
    }
    return count;
}

/** Add a dim outside the others. 0 if there is no room. */
BL_ALWAYS_INLINE int keep_dim(layout *lay, merged_dim dim)
{
    if (lay->rank == 0) {
        lay->dims[0] = dim;
    } else if (lay->rank == 1) {
        lay->dims[1] = dim;
    } else {
        lay->dims[2] = dim;
    }
    return lay->rank++ < BL_MERGED_DIMS;
}

/** Align the inputs with the output; `count` elements before dim k are equal for all. 0 if their shapes need another check, or if
 * there are too many elements or dims. */
BL_ALWAYS_INLINE int lay_out(layout *lay, size_t arity, const bl_array *const *inputs, const bl_array *out, size_t count, size_t k)
{
    const size_t rank = out->rank;
    const merged_dim none = {1, 0};
    merged_dim last = {1, (2u << arity) - 2};

    lay->rank = 0;
    lay->dims[1] = none;
    lay->dims[2] = none;
    last.extent = count;
    for (; k <= rank; ++k) {
        merged_dim next = {1, 0};

        next.extent = out->shape[rank - k];
        BL_UNROLLED
        for (size_t i = 0; i < arity; ++i) {
            const size_t own = k <= inputs[i]->rank ? inputs[i]->shape[inputs[i]->rank - k] : 1;

            if (own == next.extent) {
                next.moving |= 2u << i;
            } else if (own != 1) {
                return 0;
            }
        }
        if (next.extent == 1) {
            continue;
        }
        if (next.moving == 0 || next.extent > BL_CACHED_ELEMENTS || count > BL_CACHED_ELEMENTS) {
            return 0;
        }
        count *= next.extent;
        if (next.moving == last.moving) {
            last.extent *= next.extent;
        } else {
            if (last.extent > 1 && !keep_dim(lay, last)) {
                return 0;
            }
            last = next;
        }
    }
    lay->count = count;
    return keep_dim(lay, last) && bl_are_few(count);
}

/** An input's own elements along the `dims` inner dims. */
BL_ALWAYS_INLINE size_t count_own(const layout *lay, size_t dims, size_t operand)
{
    size_t own = 1;

    BL_UNROLLED
    for (size_t d = 0; d < dims; ++d) {
        own *= bl_has(lay->dims[d].moving, operand) ? lay->dims[d].extent : 1;
    }
    return own;
}

/** Whether a call with few elements is valid. All operands are treated as if their elements had the width of the widest one's. */
BL_ALWAYS_INLINE int are_fine(size_t arity, const layout *lay, const bl_table *table, const void *const *data, const void *parameters,
                              const void *out)
{
    const bl_reach to = bl_reach_of(out, 0, lay->count * table->width);
    bl_reach all = to;

    BL_UNROLLED
    for (size_t i = 1; i <= arity; ++i) {
        const size_t own = count_own(lay, BL_MERGED_DIMS, i);
        const bl_reach in = bl_reach_of(data[i - 1], 0, own * table->width);

        if (!bl_are_apart(in, to) && (own != lay->count || !bl_is_apart(table, i, in, to))) {
            return 0;
        }
        all = bl_joined(all, in);
    }
    return bl_is_placed(all, table->width, BL_MOST_BYTES) && bl_check_parameters(table, parameters) == BL_OK;
}

/** Expand broadcast operands except single values, and run the call as a line. Returns 0, without an effect, if there is no room. */
BL_APART int run_written_out(const layout *lay, const bl_table *table, const void *const *data, const void *parameters, void *out)
{
    const size_t tile = BL_WHOLE_TILE(bl_tile_bytes(table->arity, 1) / 4);
    union {
        uint64_t align;
        unsigned char tiles[BL_FEW_BYTES + BL_MAX_ARITY * BL_TILE_SLACK];
    } memory;
    const void *at[BL_MAX_ARITY];
    ptrdiff_t steps[BL_MAX_ARITY];

    for (size_t i = 0; i < table->arity; ++i) {
        const size_t own = count_own(lay, BL_MERGED_DIMS, i + 1);

        at[i] = data[i];
        steps[i] = own == 1 ? 0 : (ptrdiff_t)1 << table->shifts[i + 1];
        if (own > 1 && own < lay->count) {
            unsigned char *to = memory.tiles + i * (tile + BL_TILE_SLACK);
            size_t dense = 1;
            bl_box box;

            if (lay->count > BL_FEW_ELEMENTS || lay->count * table->width > tile) {
                return 0;
            }
            box.rank = 0;
            for (size_t d = 0; d < lay->rank; ++d) {
                const size_t stride = bl_has(lay->dims[d].moving, i + 1) ? count_own(lay, d, i + 1) : 0;

                bl_box_add(&box, lay->dims[d].extent, (ptrdiff_t)stride, (ptrdiff_t)dense);
                dense *= lay->dims[d].extent;
            }
            bl_box_copy(&box, (size_t)1 << table->shifts[i + 1], bl_isas_usable(), data[i], to);
            at[i] = to;
        }
    }
    return bl_run_strided(table, lay->count, at, steps, parameters, out, (ptrdiff_t)1 << table->shifts[BL_OUT]) == BL_OK;
}

/** The cost of the rows after the first, in tenths of a nanosecond: for each its beginning and a partly filled step. */
BL_ALWAYS_INLINE uint32_t rows_cost(const layout *lay, const bl_table *table, const bl_variant *variant, unsigned held)
{
    uint32_t cost = BL_ROW_TENTHS_NS + (held != 0 ? BL_INSTRUCTION_TENTHS_NS * table->held_cost : 0u);

    if ((lay->dims[0].extent & (variant->step - 1u)) != 0) {
        cost += BL_INSTRUCTION_TENTHS_NS * variant->instructions;
    }
    return cost * (uint32_t)(lay->dims[1].extent - 1);
}

/** Run few elements of inputs with different shapes, of which only the `count` elements before dim k are equal for all. Returns 0, without
 * an effect, if they need a plan, or may be invalid. `call` and `arity` are constants; or `call` is 0, and the table determines the call. */
BL_ALWAYS_INLINE int run_broadcast(unsigned call, size_t arity, const bl_table *table, const bl_array *const *inputs, const void *parameters,
                                   const bl_array *out, size_t count, size_t k)
{
    const uint32_t isas = bl_known_isas();
    const bl_variant *variant;
    const void *data[BL_MAX_ARITY];
    ptrdiff_t row[BL_OPERANDS];
    size_t cols;
    unsigned held;
    unsigned swapped;
    int is_rows;
    layout lay;

    if (isas == 0 || !lay_out(&lay, arity, inputs, out, count, k) || lay.dims[0].extent >= BL_ALIKE_CUT_BYTES >> table->shifts[BL_OUT]) {
        return 0;
    }
    cols = lay.dims[0].extent;
    held = ((2u << arity) - 2) & ~lay.dims[0].moving;
    variant = bl_variant_holding(table, isas, cols, held, &swapped);
    is_rows = variant != NULL && lay.rank < 3 &&
              rows_cost(&lay, table, variant, held) <= (lay.count > BL_FEW_ELEMENTS ? BL_PLAN_TENTHS_NS : BL_WRITE_OUT_TENTHS_NS);
    BL_UNROLLED
    for (size_t i = 0; i < arity; ++i) {
        data[i] = inputs[i]->data;
    }
    if ((!is_rows && variant != NULL && lay.count > BL_FEW_ELEMENTS) || !are_fine(arity, &lay, table, data, parameters, out->data)) {
        return 0;
    }
    if (!is_rows) {
        const layout own = lay;

        return run_written_out(&own, table, data, parameters, out->data);
    }
    row[BL_OUT] = (ptrdiff_t)cols;
    BL_UNROLLED
    for (size_t i = 1; i <= arity; ++i) {
        row[i] = bl_has(lay.dims[1].moving, i) ? (ptrdiff_t)count_own(&lay, 1, i) : 0;
    }
#if BL_MAX_ARITY >= 2
    if (call == BL_CALL_2 && !swapped) {
        ((bl_kernel_2 *)variant->patterns[held >> 1])(cols, data[0], data[1], out->data, lay.dims[1].extent, row);
        return 1;
    }
#endif
    bl_call_kernel(call != 0 ? call : table->call, swapped, variant->patterns[bl_pattern(held, swapped)], lay.dims[1].extent, cols, data,
                   parameters, out->data, row);
    return 1;
}

typedef int broadcast_runner(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                             size_t count, size_t k);

#if BL_MAX_ARITY >= 2
BL_APART int run_broadcast_2(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                             size_t count, size_t k)
{
    return run_broadcast(BL_CALL_2, 2, table, inputs, parameters, out, count, k);
}
#endif

BL_APART int run_broadcast_any(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                               size_t count, size_t k)
{
    return run_broadcast(0, bl_smaller(table->arity, BL_MAX_ARITY), table, inputs, parameters, out, count, k);
}

BL_APART bl_status run_planned(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                               const bl_options *options)
{
    const void *data[BL_MAX_ARITY];
    bl_plan plan;
    const bl_status status = bl_plan_make_table(&plan, table, inputs, out, options);

    if (status != BL_OK) {
        return status;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        data[i] = inputs[i]->data;
    }
    return bl_plan_run(&plan, data, parameters, out->data);
}

/** Whether the options only choose a rule that needs no plan. */
static inline int are_usual(const bl_options *options)
{
    return options == NULL ||
           (options->isa == BL_ISA_ANY && options->on_zero_divisor == BL_ZERO_DIVISOR_GIVES_ZERO &&
            options->cache_bytes == 0 && (options->rule == BL_RULE_NUMPY || options->rule == BL_RULE_NONE));
}

/** bl_run for a table. `arity` may be a constant. `broadcast` runs calls with different shapes. */
BL_ALWAYS_INLINE bl_status run_by(size_t arity, broadcast_runner *broadcast, const bl_table *table, const bl_array *const *inputs,
                                  const void *parameters, const bl_array *out, const bl_options *options)
{
    const int is_strict = options != NULL && options->rule == BL_RULE_NONE;
    const void *data[BL_MAX_ARITY];
    int is_done = 0;
    size_t least;
    size_t k;

    if (are_usual(options) && are_plain(arity, table, inputs, out, &least) && (!is_strict || least == out->rank)) {
        const size_t count = count_alike(arity, inputs, out, least, &k);

        if (k <= out->rank) {
            is_done = !is_strict && broadcast(table, inputs, parameters, out, count, k);
        } else if (count > 0) {
            BL_UNROLLED
            for (size_t i = 0; i < arity; ++i) {
                data[i] = inputs[i]->data;
            }
            is_done = bl_run_contiguous(table, count, data, parameters, out->data) == BL_OK;
        }
    }
    return is_done ? BL_OK : run_planned(table, inputs, parameters, out, options);
}

#if BL_MAX_ARITY >= 2
BL_APART bl_status run_2(const bl_table *table, const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
    return run_by(2, run_broadcast_2, table, inputs, NULL, out, options);
}
#endif

#if BL_MAX_ARITY >= 3
BL_APART bl_status run_3(const bl_table *table, const bl_array *const *inputs, const bl_array *out, const bl_options *options)
{
    return run_by(3, run_broadcast_any, table, inputs, NULL, out, options);
}
#endif

BL_APART bl_status run_any(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                           const bl_options *options)
{
    return run_by(bl_smaller(table->arity, BL_MAX_ARITY), run_broadcast_any, table, inputs, parameters, out, options);
}

static inline bl_status run_table(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                                  const bl_options *options)
{
#if BL_MAX_ARITY >= 2
    if (table->call == BL_CALL_2) {
        return run_2(table, inputs, out, options);
    }
#endif
#if BL_MAX_ARITY >= 3
    if (table->call == BL_CALL_3) {
        return run_3(table, inputs, out, options);
    }
#endif
    return run_any(table, inputs, parameters, out, options);
}

/** bl_run for operators with several type variables, and for dtypes that the operator lacks. */
BL_APART bl_status run_found(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                             const bl_options *options)
{
    const bl_table *table;
    const bl_status status = bl_find_table(op, inputs, out, &table);

    return status == BL_OK ? run_table(table, inputs, parameters, out, options) : status;
}

bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                 const bl_options *options)
{
    const bl_table *table;

    if (op == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    table = bl_only_table(op, inputs, out);
    return table != NULL ? run_table(table, inputs, parameters, out, options) : run_found(op, inputs, parameters, out, options);
}
