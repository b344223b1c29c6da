/* bl_run, one call that plans, checks and runs: bl_add and its like. Arrays that are alike are not planned, and neither are single
 * values beside such. Where there are few elements, planning costs more than the operation: what is broadcast is written out in
 * full, on the stack, and then all is alike.
 *
 * What these ways do not find fine beyond doubt is planned, which says what is wrong, if something is.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../lookups/op_table.h"
#include "box.h"
#include "line.h"
#include "rows.h"

#define BL_FEW_ELEMENTS 256u              /* of an operand that is written out */
#define BL_FEW_BYTES (BL_TILE_BYTES / 4u) /* of all of these, so that they take little of the stack beside tiles */
#define BL_FEW_DIMS 6                     /* that are left of it, neighbours along which it moves alike being one */

/* ---- Arrays that are alike ---- */

/** The elements of arrays that are contiguous, of one shape and of the table's dtypes; 0 for any others, and wherever there is
 * something else to say about them. Sets the inputs' data. */
static size_t count_alike(const bl_table *table, const bl_array *const *inputs, const bl_array *out, const void **data)
{
    const size_t rank = out->rank;
    size_t count = 1;

    if (out->strides != NULL || out->shape == NULL || (unsigned)out->dtype != table->dtypes[BL_OUT]) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        const bl_array *input = inputs[i];

        if (input == NULL || input->strides != NULL || input->shape == NULL || input->rank != rank ||
            (unsigned)input->dtype != table->dtypes[i + 1]) {
            return 0;
        }
        data[i] = input->data;
    }
    for (size_t d = 0; d < rank; ++d) {
        const size_t extent = out->shape[d];

        for (size_t i = 0; i < table->arity; ++i) {
            if (inputs[i]->shape[d] != extent) {
                return 0;
            }
        }
        if (!bl_product_fits(extent, count, (size_t)PTRDIFF_MAX / 8)) {
            return 0;
        }
        count *= extent;
    }
    return count;
}

/** Whether options ask for nothing that arrays which are alike have to know of. */
static int are_usual(const bl_options *options)
{
    return options == NULL ||
           (options->isa == BL_ISA_ANY && options->on_zero_divisor == BL_ZERO_DIVISOR_GIVES_ZERO &&
            options->cache_bytes == 0 && (options->rule == BL_RULE_NUMPY || options->rule == BL_RULE_NONE));
}

/* ---- Few elements ---- */

/** How an input is broadcast, the innermost dim first. */
typedef struct few_dims {
    size_t rank;
    size_t extent[BL_FEW_DIMS];
    size_t stride[BL_FEW_DIMS]; /* in elements, 0 where the input stands still */
    size_t count;               /* of the input's own elements */
} few_dims;

/** Lay an input, which is contiguous, under the output's dims. `lacking` keeps those of its dims, by their place from the right,
 * that this one stands still along, too. 0 where its shape does not fit, or where there are too many dims. */
static int lay_under(few_dims *dims, const bl_array *input, const bl_array *out, unsigned *lacking)
{
    unsigned own_lacking = 0;

    dims->rank = 0;
    dims->count = 1;
    for (size_t k = 1; k <= out->rank; ++k) {
        const size_t extent = out->shape[out->rank - k];
        const size_t own = k <= input->rank ? input->shape[input->rank - k] : 1;
        const size_t stride = own == 1 ? 0 : dims->count;

        if (own != extent && own != 1) {
            return 0;
        }
        if (extent == 1) {
            continue;
        }
        own_lacking |= (unsigned)(own == 1) << k;
        if (dims->rank > 0 && (dims->stride[dims->rank - 1] == 0) == (stride == 0)) {
            dims->extent[dims->rank - 1] *= extent;
        } else if (dims->rank < BL_FEW_DIMS) {
            dims->extent[dims->rank] = extent;
            dims->stride[dims->rank] = stride;
            ++dims->rank;
        } else {
            return 0;
        }
        dims->count *= own;
    }
    *lacking &= own_lacking;
    return 1;
}

/** Write out an input's elements, of `width` bytes each, a constant, once for each of the output's. */
BL_ALWAYS_INLINE void write_out_by(size_t width, const few_dims *dims, const unsigned char *from, unsigned char *to)
{
    const size_t step = dims->stride[0] * width;
    size_t position[BL_FEW_DIMS] = {0};
    size_t d;

    do {
        const unsigned char *own = from;

        for (size_t i = dims->extent[0]; i > 0; --i) {
            BL_COPY(to, own, width);
            to += width;
            own += step;
        }
        for (d = 1; d < dims->rank; ++d) {
            const size_t stride = dims->stride[d] * width;

            if (++position[d] < dims->extent[d]) {
                from += stride;
                break;
            }
            from -= stride * (dims->extent[d] - 1);
            position[d] = 0;
        }
    } while (d < dims->rank);
}

static void write_out(unsigned shift, const few_dims *dims, const void *from, unsigned char *to)
{
    const unsigned char *source = (const unsigned char *)from;

    switch (shift) {
    case 0:
        write_out_by(1, dims, source, to);
        break;
    case 1:
        write_out_by(2, dims, source, to);
        break;
    case 2:
        write_out_by(4, dims, source, to);
        break;
    default:
        write_out_by(8, dims, source, to);
        break;
    }
}

/** The output's elements, where it is contiguous and there are such, but not too many; else 0. */
static size_t count_few(const bl_array *out)
{
    size_t count = 1;

    if (out->strides != NULL || out->shape == NULL || out->rank >= 8 * sizeof(unsigned)) {
        return 0;
    }
    for (size_t d = 0; d < out->rank; ++d) {
        if (out->shape[d] > BL_CACHED_ELEMENTS) {
            return 0;
        }
        count *= out->shape[d];
        if (count > BL_CACHED_ELEMENTS) {
            return 0;
        }
    }
    return count;
}

/** Run over contiguous arrays of which some are single values, and others broadcast in any way where there are few elements. 0,
 * and nothing done, where that is not to be, or not beyond doubt. */
BL_APART int run_few(const bl_table *table, const bl_array *const *inputs, const void *parameters, const bl_array *out)
{
    const size_t tile = BL_WHOLE_TILE(bl_tile_bytes(table->arity, 1) / 4);
    const size_t count = count_few(out);
    const size_t most = bl_smaller(BL_FEW_ELEMENTS, tile / table->width);
    const bl_reach to = bl_reach_of(out->data, 0, count << table->shifts[BL_OUT]);
    union {
        uint64_t align;
        unsigned char bytes[BL_FEW_BYTES];
    } memory;
    few_dims dims[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    ptrdiff_t steps[BL_MAX_ARITY];
    unsigned still = 0;
    unsigned lacking = ~0u; /* dims along which all inputs stand still, though the output does not */
    size_t rank = 0;

    if (count == 0 || (unsigned)out->dtype != table->dtypes[BL_OUT] || bl_check_parameters(table, parameters) != BL_OK ||
        !bl_is_placed(to, (size_t)1 << table->shifts[BL_OUT], to.bytes)) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        const bl_array *input = inputs[i];
        const unsigned shift = table->shifts[i + 1];
        bl_reach in;

        if (input == NULL || (unsigned)input->dtype != table->dtypes[i + 1] || input->strides != NULL || (input->shape == NULL && input->rank > 0) || input->rank > out->rank ||
            !lay_under(&dims[i], input, out, &lacking)) {
            return 0;
        }
        rank = input->rank > rank ? input->rank : rank;
        in = bl_reach_of(input->data, 0, dims[i].count << shift);
        if ((dims[i].count > 1 && dims[i].count < count && count > most) ||
            !bl_is_placed(in, (size_t)1 << shift, in.bytes) ||
            (!bl_are_apart(in, to) && (in.at != to.at || in.bytes != to.bytes || shift != table->shifts[BL_OUT]))) {
            return 0;
        }
    }
    if (rank != out->rank || lacking != 0) {
        return 0;
    }
    for (size_t i = 0; i < table->arity; ++i) { /* nothing was read before all was known to be fine */
        data[i] = inputs[i]->data;
        steps[i] = (ptrdiff_t)1 << table->shifts[i + 1];
        if (dims[i].count == 1 && count > 1) {
            steps[i] = 0;
            still |= 2u << i;
        } else if (dims[i].count < count) {
            write_out(table->shifts[i + 1], &dims[i], data[i], memory.bytes + i * tile);
            data[i] = memory.bytes + i * tile;
        }
    }
    return bl_run_flat_unchecked(table, count, still, data, parameters, out->data) ||
           bl_run_strided(table, count, data, steps, parameters, out->data, (ptrdiff_t)1 << table->shifts[BL_OUT]) == BL_OK;
}

bl_status bl_run(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                 const bl_options *options)
{
    const void *data[BL_MAX_ARITY];
    const bl_table *table;
    bl_plan plan;
    bl_status status;
    size_t count;

    if (op == NULL || inputs == NULL || out == NULL) {
        return BL_NULL_POINTER;
    }
    status = bl_find_table(op, inputs, out, &table);
    if (status != BL_OK) {
        return status;
    }
    count = are_usual(options) ? count_alike(table, inputs, out, data) : 0;
    if (count > 0 && bl_run_contiguous(table, count, data, parameters, out->data) == BL_OK) {
        return BL_OK;
    }
    if (are_usual(options) && (options == NULL || options->rule == BL_RULE_NUMPY) && run_few(table, inputs, parameters, out)) {
        return BL_OK;
    }
    status = bl_plan_make_table(&plan, table, inputs, out, options); /* which says what is wrong, if something is */
    if (status != BL_OK) {
        return status;
    }
    for (size_t i = 0; i < table->arity; ++i) {
        data[i] = inputs[i]->data;
    }
    return bl_plan_run(&plan, data, parameters, out->data);
}
