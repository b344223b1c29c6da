/* Random shapes that broadcast under each of the rules, and all kinds of strides.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

/* ---- Shapes ---- */

static const size_t extents[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 31, 33, 64, 70, 130, 300, 1025, 2500, 9001};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

size_t random_extent(void)
{
    return extents[random_below(COUNT(extents))];
}

size_t random_shape(size_t *shape)
{
    const size_t most = OUT_ROOM->size > 65536 ? 30000 : once_in(3) ? 3000
                                                     : once_in(2)   ? 400
                                                                    : 40;
    const size_t rank = once_in(32) ? random_below(MAX_TEST_RANK + 1) : random_below(once_in(6) ? 9 : 5);
    size_t count = 1;

    for (size_t d = 0; d < rank; ++d) {
        do {
            shape[d] = extents[random_below(once_in(2) || rank > 5 ? 4 : COUNT(extents))];
        } while (count * shape[d] > most && shape[d] > 1);
        count *= shape[d];
    }
    for (size_t d = rank; d > 1; --d) {
        const size_t other = random_below(d), kept = shape[d - 1];

        shape[d - 1] = shape[other];
        shape[other] = kept;
    }
    if (rank > 0 && once_in(24)) {
        shape[random_below(rank)] = 0;
    }
    return rank;
}

/** Dims from..rank of the result's shape, some of them 1. */
static void part_of_shape(test_array *input, bl_dtype dtype, const test_array *out, size_t from, size_t rank)
{
    const size_t ones = random_below(3); /* none, some, many */
    size_t shape[MAX_TEST_RANK];

    for (size_t j = 0; j < rank; ++j) {
        shape[j] = random_below(4) < ones ? 1 : out->shape[from + j];
    }
    set_shape(input, dtype, rank, shape);
}

/** Under ONNX's legacy rule: ones only at the beginning and the end, or a single element; rarely others, which are refused. */
static void legacy_shape(test_array *input, bl_dtype dtype, const test_array *out, size_t from, size_t rank)
{
    size_t shape[MAX_TEST_RANK], first = random_below(rank + 1), last = first + random_below(rank - first + 1);

    if (once_in(3)) {
        first = 0, last = rank;
    }
    for (size_t j = 0; j < rank; ++j) {
        shape[j] = j >= first && j < last ? out->shape[from + j] : 1;
    }
    set_shape(input, dtype, rank, shape);
}

static void shape_onto(call *of, const bl_dtype *dtypes)
{
    const size_t rank = of->out.array.rank;
    const int has_axis = of->options.rule == BL_RULE_PDPD || of->options.rule == BL_RULE_ONNX_LEGACY;
    const int is_from_axis = has_axis && of->options.axis >= 0 && (size_t)of->options.axis <= rank;
    const size_t least = is_from_axis ? (size_t)of->options.axis : 0;

    for (size_t i = 0; i < of->count; ++i) {
        const size_t most = rank - least, own = once_in(2) ? most : random_below(most + 1);
        const size_t from = is_from_axis ? least : rank - own;

        if (i == of->options.onto) {
            set_shape(&of->inputs[i], dtypes[i], rank, of->out.shape);
        } else if (of->options.rule == BL_RULE_ONNX_LEGACY && !once_in(8)) {
            legacy_shape(&of->inputs[i], dtypes[i], &of->out, from, own);
        } else if (of->options.rule == BL_RULE_CHANNEL && rank > 0 && once_in(2)) {
            set_shape(&of->inputs[i], dtypes[i], 1, &of->out.shape[rank > 1 ? 1 : 0]);
        } else {
            part_of_shape(&of->inputs[i], dtypes[i], &of->out, from, own);
        }
    }
}

/** Right-aligned; a dim that no input has in full is not the output's either. */
static void shape_numpy(call *of, const bl_dtype *dtypes)
{
    const size_t rank = of->out.array.rank;
    size_t whole[MAX_TEST_RANK], most = 0;

    for (size_t d = 0; d < rank; ++d) {
        whole[d] = 1;
    }
    for (size_t i = 0; i < of->count; ++i) {
        const size_t own = once_in(3) ? random_below(rank + 1) : rank;

        part_of_shape(&of->inputs[i], dtypes[i], &of->out, rank - own, own);
        most = own > most ? own : most;
        for (size_t j = 0; j < own; ++j) {
            whole[rank - own + j] = of->inputs[i].shape[j] != 1 ? of->inputs[i].shape[j] : whole[rank - own + j];
        }
    }
    set_shape(&of->out, of->out.array.dtype, most, whole + rank - most);
}

void choose_rule(call *of)
{
    of->options.rule = of->without_options || once_in(2) ? BL_RULE_NUMPY : (bl_rule)random_below(BL_RULE_COUNT);
    if (of->options.rule > BL_RULE_NONE && of->count > 0) {
        of->options.onto = random_below(of->count);
        of->options.axis = once_in(2) ? (ptrdiff_t)random_below(of->out.array.rank + 1) : -1;
    }
}

void choose_shapes(call *of, const bl_dtype *dtypes)
{
    if (of->count == 0) {
        return;
    }
    if (of->options.rule == BL_RULE_NUMPY) {
        shape_numpy(of, dtypes);
    } else if (of->options.rule != BL_RULE_NONE) {
        shape_onto(of, dtypes);
    } else {
        for (size_t i = 0; i < of->count; ++i) {
            set_shape(&of->inputs[i], dtypes[i], of->out.array.rank, of->out.shape);
        }
    }
}

/* ---- Strides ---- */

/** Dims in any order in memory, gaps between them, either sign; an input may have strides of 0, or dims that overlap. */
static void shuffle_strides(test_array *of, int with_gaps, int is_input)
{
    size_t order[MAX_TEST_RANK], stride = with_gaps && once_in(3) ? 1 + random_below(9) : 1;
    const int slides = is_input && once_in(4);

    for (size_t d = 0; d < of->array.rank; ++d) {
        const size_t other = random_below(d + 1);

        order[d] = order[other];
        order[other] = d;
    }
    for (size_t d = 0; d < of->array.rank; ++d) {
        const size_t own = order[d];

        of->strides[own] = once_in(4) ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        if (slides && once_in(2)) {
            of->strides[own] = (ptrdiff_t)random_below(5) - 2;
        }
        stride *= of->shape[own] > 0 ? of->shape[own] : 1;
        stride += with_gaps && once_in(3) ? random_below(4) : 0;
    }
}

/** Strides along dims of 1 have no effect. */
static void scatter_idle_strides(test_array *of)
{
    static const ptrdiff_t idle[] = {0, 1, -1, 7, PTRDIFF_MAX, PTRDIFF_MIN, PTRDIFF_MAX / 2};

    for (size_t d = 0; d < of->array.rank; ++d) {
        if (of->shape[d] == 1 && once_in(2)) {
            of->strides[d] = idle[random_below(COUNT(idle))];
        }
    }
}

void choose_strides(test_array *of, int is_input)
{
    const size_t layout = random_below(6);

    if (layout < 2) {
        of->array.strides = NULL;
    } else if (layout > 2) {
        shuffle_strides(of, layout > 3, is_input);
    }
    if (of->array.strides != NULL) {
        scatter_idle_strides(of);
    }
    if (of->array.rank == 0 && once_in(2)) {
        of->array.shape = NULL;
        of->array.strides = NULL;
    }
}
