/* Errors of arrays and pointers: sizes, too many dims, alignment, overlap, zero divisors. Written from include/broadloom.h, without src/.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

static size_t magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

/** a + b * c, or SIZE_MAX if that is too large. */
static size_t add_product(size_t a, size_t b, size_t c)
{
    return b != 0 && c > (SIZE_MAX - a) / b ? SIZE_MAX : a + b * c;
}

/* ---- Sizes ---- */

ptrdiff_t stride_of(const bl_array *array, size_t dim)
{
    size_t stride = 1;

    if (array->strides != NULL) {
        return array->strides[dim];
    }
    for (size_t j = dim + 1; j < array->rank; ++j) {
        stride *= array->shape[j];
    }
    return (ptrdiff_t)stride;
}

/** The bytes from the lowest that an array reaches to the highest; SIZE_MAX if they are too many. 0: it has no elements. */
size_t bytes_of(const bl_array *array, size_t *below)
{
    const size_t width = bl_dtype_size(array->dtype);
    size_t span = 1;

    *below = 0;
    for (size_t d = 0; d < array->rank; ++d) {
        if (array->shape[d] == 0) {
            return 0;
        }
    }
    for (size_t d = 0; d < array->rank; ++d) {
        const size_t steps = array->shape[d] - 1;

        if (steps > 0) {
            const ptrdiff_t stride = stride_of(array, d);

            span = add_product(span, steps, magnitude(stride));
            *below = stride < 0 ? add_product(*below, steps, magnitude(stride)) : *below;
        }
    }
    *below = add_product(0, *below, width);
    return add_product(0, span, width);
}

int meets_itself(const bl_array *out)
{
    size_t done[MAX_TEST_RANK] = {0}, spanned = 0;

    for (size_t turn = 0; turn < out->rank; ++turn) {
        size_t least = out->rank;

        for (size_t d = 0; d < out->rank; ++d) {
            if (!done[d] && out->shape[d] > 1 &&
                (least == out->rank || magnitude(stride_of(out, d)) < magnitude(stride_of(out, least)))) {
                least = d;
            }
        }
        if (least == out->rank) {
            return 0;
        }
        done[least] = 1;
        if (magnitude(stride_of(out, least)) <= spanned) {
            return 1;
        }
        spanned = add_product(spanned, out->shape[least] - 1, magnitude(stride_of(out, least)));
    }
    return 0;
}

/* ---- Merging: BL_TOO_MANY_DIMS ---- */

/** Whether a stride is `extent` times another one, or its negative. Strides may have any values. */
static int is_multiple(ptrdiff_t stride, ptrdiff_t step, size_t extent, int is_opposite)
{
    return (stride == 0 || ((stride < 0) != (step < 0)) == is_opposite) && magnitude(stride) == add_product(0, magnitude(step), extent);
}

/** Whether dim `outer` of the result continues dim `inner` for all operands; with `is_opposite`, once one of the dims is reversed. */
static int continues(const definition *is, const bl_array *out, size_t count, size_t outer, size_t inner, int is_opposite)
{
    const size_t extent = is->shape[inner];
    int all = is_multiple(stride_of(out, outer), stride_of(out, inner), extent, is_opposite);

    for (size_t i = 0; i < count; ++i) {
        all &= is_multiple(is->walk[i][outer], is->walk[i][inner], extent, is_opposite);
    }
    return all;
}

/** More dims than BL_MAX_RANK are too many if none of them continues any other, in either direction. They are not if enough of them
 * continue the one before. */
static void define_merging(const call *of, definition *is)
{
    size_t dims[MAX_TEST_RANK], rank = 0, left = 0;
    int none = 1;

    for (size_t d = 0; d < is->rank; ++d) {
        if (is->shape[d] != 1) {
            dims[rank++] = d;
        }
    }
    if (rank <= BL_MAX_RANK || is->is_empty) {
        return;
    }
    for (size_t a = 0; a < rank; ++a) {
        left += a + 1 == rank || !continues(is, &of->out.array, of->count, dims[a], dims[a + 1], 0);
        for (size_t b = 0; b < rank; ++b) {
            none &= a == b || !(continues(is, &of->out.array, of->count, dims[a], dims[b], 0) ||
                                continues(is, &of->out.array, of->count, dims[a], dims[b], 1));
        }
    }
    if (none) {
        add_fault(is, BL_TOO_MANY_DIMS);
    } else if (left > BL_MAX_RANK) {
        add_doubt(is, BL_TOO_MANY_DIMS);
    }
}

/** The output's array and sizes, once the result's shape is known. */
void define_output(const call *of, definition *is)
{
    const bl_array *out = &of->out.array;
    size_t elements = 1, below;

    for (size_t d = 0; d < is->rank; ++d) {
        is->is_empty |= is->shape[d] == 0;
    }
    if (out->rank != is->rank) {
        add_fault(is, BL_WRONG_OUTPUT_SHAPE);
        return;
    }
    for (size_t d = 0; d < is->rank; ++d) {
        if (out->shape[d] != is->shape[d]) {
            add_fault(is, BL_WRONG_OUTPUT_SHAPE);
            return;
        }
    }
    if (is->is_empty) {
        return;
    }
    for (size_t d = 0; d < is->rank; ++d) {
        elements = add_product(0, elements, is->shape[d]);
    }
    if (elements > LARGEST || bytes_of(out, &below) > LARGEST) {
        add_fault(is, BL_SIZE_OVERFLOW);
    }
    for (size_t i = 0; i < of->count; ++i) {
        if (of->given[i] != NULL && bytes_of(of->given[i], &below) > LARGEST) {
            add_fault(is, BL_SIZE_OVERFLOW);
        }
    }
    if (meets_itself(out)) {
        add_fault(is, BL_OVERLAP);
    }
    define_merging(of, is);
}

/* ---- Pointers ---- */

static size_t align_of(bl_dtype dtype)
{
    struct pair_16 {
        char before;
        uint16_t value;
    };
    struct pair_32 {
        char before;
        uint32_t value;
    };
    struct pair_64 {
        char before;
        uint64_t value;
    };
    struct pair_f64 {
        char before;
        double value;
    };

    switch (bl_dtype_size(dtype)) {
    case 1:
        return 1;
    case 2:
        return offsetof(struct pair_16, value);
    case 4:
        return offsetof(struct pair_32, value);
    default:
        return dtype == BL_F64 ? offsetof(struct pair_f64, value) : offsetof(struct pair_64, value);
    }
}

void define_pointer(const bl_array *array, const void *pointer, definition *is)
{
    const uintptr_t address = (uintptr_t)pointer;
    size_t below;
    const size_t bytes = bytes_of(array, &below);

    if (pointer == NULL) {
        add_fault(is, BL_NULL_POINTER);
        return;
    }
    if (address % align_of(array->dtype) != 0) {
        add_fault(is, BL_MISALIGNED);
    }
    if (below > address || (bytes > below && bytes - below - 1 > UINTPTR_MAX - address)) {
        add_fault(is, BL_SIZE_OVERFLOW);
    }
}

static int is_in_place(const call *of, const definition *is, size_t i)
{
    if (of->data[i] != of->to || bl_dtype_size(of->inputs[i].array.dtype) != bl_dtype_size(of->out.array.dtype)) {
        return 0;
    }
    for (size_t d = 0; d < is->rank; ++d) {
        const int is_in_blocks = is->block > 1 && i > 0 && d == is->block_axis;

        if (is->shape[d] > 1 && (is_in_blocks || is->walk[i][d] != stride_of(&of->out.array, d))) {
            return 0;
        }
    }
    return 1;
}

static size_t greatest_common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/** Whether both are on one lattice with a common step in bytes, at places that no element of the other reaches, like the even and the odd columns
 * of one buffer. */
static int are_columns(const call *of, size_t i)
{
    const bl_array *arrays[] = {&of->inputs[i].array, &of->out.array};
    const size_t a_width = bl_dtype_size(arrays[0]->dtype), out_width = bl_dtype_size(arrays[1]->dtype);
    size_t lattice = 0, from;

    for (size_t o = 0; o < 2; ++o) {
        for (size_t d = 0; d < arrays[o]->rank; ++d) {
            if (arrays[o]->shape[d] > 1) {
                lattice = greatest_common_divisor(lattice, magnitude(stride_of(arrays[o], d)) * bl_dtype_size(arrays[o]->dtype));
            }
        }
    }
    if (lattice == 0) {
        return 0;
    }
    from = ((uintptr_t)of->to % lattice + lattice - (uintptr_t)of->data[i] % lattice) % lattice; /* the output's place, from the input's on */
    return from >= a_width && lattice - from >= out_width;
}

static void define_overlap(const call *of, size_t i, definition *is)
{
    size_t in_below, out_below;
    const size_t in_bytes = bytes_of(&of->inputs[i].array, &in_below), out_bytes = bytes_of(&of->out.array, &out_below);
    const uintptr_t in = (uintptr_t)of->data[i] - in_below, out = (uintptr_t)of->to - out_below;

    if (is_in_place(of, is, i) || in + in_bytes <= out || out + out_bytes <= in) {
        return;
    }
    if (arrays_share(&of->inputs[i], &of->out)) {
        add_fault(is, BL_OVERLAP);
    } else if (!are_columns(of, i)) {
        add_doubt(is, BL_OVERLAP); /* it may be accepted if the strides prove that no element is shared */
    }
}

static void define_divisors(definition *is)
{
    const bl_table *table = is->means.table;
    const unsigned divisor = table != NULL ? table->divisor & ~(unsigned)BL_IS_REMAINDER : 0;
    size_t index[MAX_TEST_RANK] = {0};

    if (divisor == 0 || is->means.options.on_zero_divisor != BL_ZERO_DIVISOR_REFUSED) {
        return;
    }
    do {
        const test_array *array = is->means.inputs[divisor - 1];
        uint64_t value;

        load_elements(&value, element(array, array->array.rank, index), element_size(array->array.dtype), 1);
        if (value == 0) {
            add_fault(is, BL_ZERO_DIVISOR);
            return;
        }
    } while (next_index(is->means.inputs[divisor - 1], index));
}

void define_pointers(const call *of, definition *is)
{
    const bl_table *table = is->means.table;

    if (is->is_empty) {
        return;
    }
    define_pointer(&of->out.array, of->to, is);
    for (size_t i = 0; i < of->count; ++i) {
        if (of->given[i] != NULL) {
            define_pointer(of->given[i], of->data[i], is);
        }
    }
    if (of->op != NULL && table->parameter_count > 0) {
        if (of->parameters == NULL) {
            add_fault(is, BL_NULL_POINTER);
        } else if ((uintptr_t)of->parameters % table->parameters_align != 0) {
            add_fault(is, BL_MISALIGNED);
        }
    }
    if (is->must != 0) {
        return; /* an array without elements overlaps nothing */
    }
    for (size_t i = 0; i < of->count; ++i) {
        if (of->given[i] != NULL) {
            define_overlap(of, i, is);
        }
    }
    define_divisors(is);
}
