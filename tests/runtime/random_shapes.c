/* Thousands of random cases: operators, dtypes, shapes, broadcasts, orders in memory, gaps, signs of strides, in place,
 * in parts, past the caches, on any instruction set. Every operand lies against a guard page; every byte of the
 * output's memory is compared.
 *
 *     random_shapes [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

static const char *const op_names[] = {"add", "sub", "less", "select"};
static const bl_dtype dtypes[] = {BL_F32, BL_I32, BL_I8, BL_U16, BL_F64};
static const size_t extents[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 31, 33, 64, 70, 130, 300, 1025, 2500};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_ELEMENTS 6000

static void random_shape(test_case *of)
{
    const size_t rank = random_below(8) == 0 ? random_below(MAX_TEST_RANK) : random_below(5);
    size_t shape[MAX_TEST_RANK];
    size_t count = 1;

    for (size_t d = 0; d < rank; ++d) {
        do {
            shape[d] = extents[random_below(random_below(2) == 0 ? 8 : COUNT(extents))];
        } while (count * shape[d] > MOST_ELEMENTS);
        count *= shape[d];
    }
    for (size_t d = rank; d > 1; --d) { /* the long ones anywhere */
        const size_t other = random_below(d);
        const size_t kept = shape[d - 1];

        shape[d - 1] = shape[other];
        shape[other] = kept;
    }
    set_shape(&of->out, (bl_dtype)table_of(of->op, of->dtype)->dtypes[0], rank, shape);
}

/** An input that broadcasts to the output: some dims are 1, leading ones may be missing. */
static void random_input(test_case *of, size_t i)
{
    const size_t out_rank = of->out.array.rank;
    const size_t rank = random_below(3) == 0 ? random_below(out_rank + 1) : out_rank;
    const size_t ones = random_below(3); /* none, some, many */
    size_t shape[MAX_TEST_RANK];

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = random_below(4) < ones ? 1 : of->out.shape[out_rank - rank + d];
    }
    set_shape(&of->inputs[i], (bl_dtype)table_of(of->op, of->dtype)->dtypes[i + 1], rank, shape);
}

/** Whether the inputs' broadcast shape is the output's: a dim that is 1 in all inputs shrinks the output. */
static void shrink_output(test_case *of)
{
    size_t shape[MAX_TEST_RANK];
    size_t rank = 0;

    for (size_t i = 0; i < of->op->arity; ++i) {
        rank = of->inputs[i].array.rank > rank ? of->inputs[i].array.rank : rank;
    }
    for (size_t d = 0; d < rank; ++d) {
        shape[d] = 1;
        for (size_t i = 0; i < of->op->arity; ++i) {
            const size_t shift = rank - of->inputs[i].array.rank;

            if (d >= shift && of->inputs[i].shape[d - shift] != 1) {
                shape[d] = of->inputs[i].shape[d - shift];
            }
        }
    }
    set_shape(&of->out, of->out.array.dtype, rank, shape);
}

static int same_shape(const test_array *a, const test_array *b)
{
    return a->array.rank == b->array.rank && memcmp(a->shape, b->shape, a->array.rank * sizeof *a->shape) == 0;
}

static int random_case(test_case *of)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;
    const size_t layout = random_below(4); /* 0: contiguous; else shuffled, with gaps from 2 on */
    size_t in_place = BL_MAX_ARITY;

    of->options = defaults;
    of->options.isa = (bl_isa)random_below(bl_isa_record_count + 1);
    if (!bl_isa_available(of->options.isa)) {
        of->options.isa = BL_ISA_ANY;
    }
    of->options.cache_bytes = random_below(3) == 0; /* 1: past the caches where that can be */
    of->op = bl_op_by_name(op_names[random_below(COUNT(op_names))]);
    of->dtype = dtypes[random_below(COUNT(dtypes))];
    of->parts = random_below(2) * random_below(8);
    random_shape(of);
    for (size_t i = 0; i < of->op->arity; ++i) {
        random_input(of, i);
    }
    shrink_output(of);
    if (layout > 0) {
        shuffle_strides(&of->out, layout > 1);
    }
    if (!place(&of->out, &out_arena, random_below(2) == 0)) {
        return 1;
    }
    fill(&out_arena, of->out.array.dtype);
    for (size_t i = 0; i < of->op->arity; ++i) {
        test_array *input = &of->inputs[i];

        if (random_below(3) == 0 && input->array.dtype == of->out.array.dtype && same_shape(input, &of->out)) {
            in_place = i;
        }
        if (in_place == i) {
            memcpy(input->strides, of->out.strides, sizeof input->strides);
            input->array.data = of->out.array.data;
        } else {
            if (layout > 0 && random_below(4) > 0) {
                shuffle_strides(input, layout > 1);
            }
            if (!place(input, &input_arenas[i], random_below(2) == 0)) {
                return 1;
            }
        }
    }
    return run_case(of);
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 8000;
    const size_t lines = 40;
    test_case now;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    printf("# seed %llu, %zu cases\n", (unsigned long long)random_state, cases);
    make_arenas();
    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        fill(&input_arenas[i], BL_F32);
    }
    for (size_t l = 0; l < lines; ++l) {
        size_t failed = 0;

        for (size_t n = 0; n < cases / lines && failed == 0; ++n) {
            if (!random_case(&now)) {
                print_case(&now);
                ++failed;
            }
        }
        ok(failed == 0, "%zu random cases", cases / lines);
    }
    return done_testing();
}
