/* Every fold at every dtype, planned and run on every available instruction set, compared with the expressions of its step and finish,
 * from left to right: 1 to 9 inputs of random shapes and strides, some of them in place, in parts.
 *
 *     woven_folds [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "woven_case.h"

#if BL_WITH_FOLDS

#define MOST_INPUTS 9

/** One run of a fold. */
typedef struct fold_case {
    const bl_fold *fold;
    reference step, finish; /* the finish is optional */
    bl_dtype dtype;
    bl_options options;
    size_t count, parts;
    test_array inputs[MOST_INPUTS];
    test_array out;
    unsigned own, raised, promised;
} fold_case;

static arena fold_inputs[MOST_INPUTS];

static int choose_fold_case(fold_case *of, bl_isa isa, size_t count)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;
    uint8_t types[MOST_INPUTS];

    of->options = defaults;
    of->options.isa = isa;
    of->options.cache_bytes = random_below(3) == 0;
    of->count = count;
    of->parts = random_below(2) * random_below(6);
    memset(types, (int)of->dtype, sizeof types);
    random_shapes_of(of->dtype, types, count, of->inputs, &of->out);
    return lay_out_arrays(random_below(2) == 0 ? ANY_VALUES : CALM_VALUES, count, of->inputs, fold_inputs, &of->out,
                          &woven_out);
}

static uint64_t fold_value(fold_case *of, const size_t *index)
{
    const size_t size = element_size(of->dtype);
    uint64_t x[2];

    load_elements(&x[0], element(&of->inputs[0], of->out.array.rank, index), size, 1);
    for (size_t i = 1; i < of->count; ++i) {
        load_elements(&x[1], element(&of->inputs[i], of->out.array.rank, index), size, 1);
        of->own |= reference_raises(&of->step, x);
        x[0] = reference_value(&of->step, x);
    }
    if (of->fold->finish != NULL) {
        of->finish.parameters[0] = of->count;
        of->own |= reference_raises(&of->finish, x);
        x[0] = reference_value(&of->finish, x);
    }
    return x[0];
}

static void expect_fold(fold_case *of)
{
    size_t index[MAX_TEST_RANK] = {0};

    memcpy(woven_expected.bytes, woven_out.bytes, ARENA_BYTES);
    of->own = 0;
    do {
        const uint64_t value = fold_value(of, index);

        store_elements(woven_expected.bytes + (element(&of->out, of->out.array.rank, index) - woven_out.bytes),
                       element_size(of->dtype), &value, 1);
    } while (next_index(&of->out, index));
}

static bl_status run_fold(fold_case *of)
{
    static bl_fold_step steps[MOST_INPUTS];
    const bl_array *inputs[MOST_INPUTS];
    const void *data[MOST_INPUTS];
    bl_status status;

    for (size_t i = 0; i < of->count; ++i) {
        inputs[i] = &of->inputs[i].array;
        data[i] = inputs[i]->data;
    }
    dirty_stack(of->dtype);
    float_begin(0, 0);
    if (of->parts == 0) {
        status = bl_run_fold(of->fold, of->count, inputs, &of->out.array, steps, &of->options);
    } else {
        status = bl_fold_make(steps, of->fold, of->count, inputs, &of->out.array, &of->options);
        status = status == BL_OK ? bl_fold_check(steps, data, of->out.array.data) : status;
        for (size_t part = of->parts; status == BL_OK && part-- > 0;) {
            bl_fold_run_part(steps, part, of->parts, data, of->out.array.data);
        }
    }
    of->raised = float_raised();
    float_end();
    return status;
}

/* A copy must have the same bits; other results are compared as the last kernel's. */
static int fold_accepts(const fold_case *of, uint64_t got, uint64_t wanted)
{
    if (of->fold->finish != NULL) {
        return reference_accepts(&of->finish, got, wanted);
    }
    return of->count > 1 ? reference_accepts(&of->step, got, wanted) : got == wanted;
}

static int fold_is_right(const fold_case *of)
{
    const size_t size = element_size(of->dtype);
    size_t index[MAX_TEST_RANK] = {0};

    do {
        unsigned char *at = element(&of->out, of->out.array.rank, index);
        uint64_t got, wanted;

        load_elements(&got, at, size, 1);
        load_elements(&wanted, woven_expected.bytes + (at - woven_out.bytes), size, 1);
        if (!fold_accepts(of, got, wanted)) {
            printf("# gave 0x%llx, expected 0x%llx\n", (unsigned long long)got, (unsigned long long)wanted);
            return 0;
        }
        store_elements(at, size, &wanted, 1);
    } while (next_index(&of->out, index));
    if (memcmp(woven_out.bytes, woven_expected.bytes, ARENA_BYTES) != 0) {
        printf("# wrote beside the output\n");
        return 0;
    }
    if ((of->raised & of->promised & ~of->own) != 0) {
        printf("# raises %u, its own operations %u\n", of->raised & of->promised, of->own);
        return 0;
    }
    return 1;
}

static int try_fold(fold_case *of)
{
    bl_status status;

    expect_fold(of);
    status = run_fold(of);
    if (status != BL_OK) {
        printf("# status: %s\n", bl_status_string(status));
    } else if (fold_is_right(of)) {
        return 1;
    }
    printf("# %s of %zu %s, %zu parts, at most %s\n", of->fold->name, of->count, bl_dtype_name(of->dtype), of->parts,
           bl_isa_name(of->options.isa));
    for (size_t i = 0; i < of->count; ++i) {
        print_array(of->inputs[i].array.data == of->out.array.data ? "in place" : "input", &of->inputs[i]);
    }
    print_array("output", &of->out);
    return 0;
}

/* Returns 0 if the fold has no such dtype. */
static int take_dtype(fold_case *of, const bl_fold *fold, bl_dtype dtype)
{
    const bl_table *step = table_of(fold->step, dtype);
    const bl_table *finish = fold->finish != NULL ? table_of(fold->finish, dtype) : NULL;
    text fault;

    text_clear(&fault);
    reference_forget();
    of->fold = fold;
    of->dtype = dtype;
    if (step == NULL || (fold->finish != NULL && finish == NULL)) {
        return 0;
    }
    if (!reference_of_op(&of->step, step, &fault) ||
        (finish != NULL && !reference_of_op(&of->finish, finish, &fault))) {
        printf("Bail out! %s\n", fault.bytes);
        exit(1);
    }
    of->promised = reference_promised(&of->step, step) &
                   (finish != NULL ? reference_promised(&of->finish, finish) : ~0u) & (float_has_flags() ? ~0u : 0u);
    return 1;
}

int main(int argc, char **argv)
{
    static fold_case now;
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 4;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_woven();
    for (size_t i = 0; i < MOST_INPUTS; ++i) {
        fold_inputs[i] = make_arena();
    }
    for (size_t f = 0; f < bl_all_fold_count; ++f) {
        size_t done = 0, failed = 0;

        for (int dtype = 0; dtype < BL_DTYPE_COUNT; ++dtype) {
            const int has = take_dtype(&now, bl_all_folds[f], (bl_dtype)dtype);

            for (bl_isa isa = 1; has && isa <= BL_ISA_MOST; ++isa) {
                for (size_t n = 0; bl_isa_available(isa) && n < cases * MOST_INPUTS && failed == 0; ++n) {
                    if (choose_fold_case(&now, isa, 1 + n % MOST_INPUTS)) {
                        ++done;
                        failed += !try_fold(&now);
                    }
                }
            }
        }
        ok(failed == 0 && done > 0, "as its expressions say, from left to right: %s, %zu runs", bl_all_folds[f]->name,
           done);
    }
    return done_testing();
}

#else

int main(void)
{
    printf("1..0 # SKIP this library has no folds\n");
    return 0;
}

#endif
