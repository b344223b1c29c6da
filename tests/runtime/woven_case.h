/* Every operator of the library, through planning: random shapes, strides, parameters and parts for any table, compared with the expected
 * results (tests/kernels/reference.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef WOVEN_CASE_H
#define WOVEN_CASE_H

#include "platforms/float_environment.h"
#include "kernels/kernels.h"
#include "arrays.h"

#define MOST_ELEMENTS 3000
#define MOST_PARAMETER_BYTES 512
#define POOL 4096

/** The values of the inputs. */
typedef enum woven_values {
    ANY_VALUES,
    CALM_VALUES, /* floats from 2 up to 4: exceptions are rare */
    WOVEN_VALUES
} woven_values;

/** One run of an operator. */
typedef struct woven_case {
    const bl_op *op;
    const bl_table *table;
    reference expected;
    woven_values values;
    bl_options options;
    test_array inputs[BL_MAX_ARITY];
    test_array out;
    size_t parts;    /* 0: bl_run; otherwise the number of parts, the last of which runs first */
    unsigned own;    /* exceptions of its elements' own operations */
    unsigned raised; /* exceptions that the run has raised */
    unsigned traps;  /* exceptions that trap during the run */
    char strategy[160];
} woven_case;

static arena woven_inputs[BL_MAX_ARITY], woven_out, woven_expected;
static uint64_t woven_pool[WOVEN_VALUES][BL_DTYPE_COUNT][POOL];

static inline uint64_t calm_value(bl_dtype type, uint64_t key)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t two = (type_mask(type) >> 2) + 1; /* only the exponent's top bit */

    return oracle_types[type].kind == ORACLE_FLOAT ? two | (mix(key) & ((UINT64_C(1) << fraction_bits) - 1))
                                                   : sample_value(type, key);
}

/** Memory for all operands, and values of all types. */
static inline void make_woven(void)
{
    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        woven_inputs[i] = make_arena();
    }
    woven_out = make_arena();
    woven_expected = make_arena();
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        for (uint64_t i = 0; i < POOL; ++i) {
            woven_pool[ANY_VALUES][type][i] = i % 4 == 0   ? edge_value((bl_dtype)type, mix(i))
                                              : i % 4 == 1 ? sample_value((bl_dtype)type, i)
                                                           : plain_value((bl_dtype)type, i);
            woven_pool[CALM_VALUES][type][i] = calm_value((bl_dtype)type, i);
        }
    }
}

/* ---- Shapes ---- */

/** A shape for the output, and for each input one that broadcasts to it: some dims 1, some leading ones missing. A dim that is 1 in all
 * inputs is 1 in the output. */
static inline void random_shapes_of(bl_dtype out_type, const uint8_t *input_types, size_t count, test_array *inputs,
                                    test_array *out)
{
    static const size_t extents[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 70, 130, 300, 1025};
    const size_t rank = random_below(5);
    size_t shape[MAX_TEST_RANK], whole[MAX_TEST_RANK], elements = 1;

    for (size_t d = 0; d < rank; ++d) {
        do {
            shape[d] = extents[random_below(random_below(2) == 0 ? 7 : sizeof extents / sizeof extents[0])];
        } while (elements * shape[d] > MOST_ELEMENTS);
        elements *= shape[d];
        whole[d] = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t missing = random_below(3) == 0 ? random_below(rank + 1) : 0, ones = random_below(3);
        size_t own[MAX_TEST_RANK];

        for (size_t d = missing; d < rank; ++d) {
            own[d - missing] = random_below(4) < ones ? 1 : shape[d];
            whole[d] = own[d - missing] > whole[d] ? own[d - missing] : whole[d];
        }
        set_shape(&inputs[i], (bl_dtype)input_types[i], rank - missing, own);
    }
    { /* a dim that no input has is not in the output */
        size_t first = rank;

        for (size_t i = 0; i < count; ++i) {
            first = rank - inputs[i].array.rank < first ? rank - inputs[i].array.rank : first;
        }
        set_shape(out, out_type, rank - first, whole + first);
    }
}

/* ---- Memory ---- */

/** A signalling NaN of the type, or all bits set. */
static inline uint64_t bad_value(bl_dtype type)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;

    return oracle_types[type].kind == ORACLE_FLOAT
               ? ((type_mask(type) >> 1) >> fraction_bits << fraction_bits) + 1
               : type_mask(type);
}

/** Fill the arena with bad values, except in the array's elements. */
static inline void fill_array(const test_array *array, const arena *in, woven_values values)
{
    const size_t size = element_size(array->array.dtype);
    const uint64_t bad = bad_value(array->array.dtype);
    size_t index[MAX_TEST_RANK] = {0};

    store_elements(in->bytes, size, &bad, 1);
    for (size_t filled = size; filled < ARENA_BYTES; filled *= 2) { /* both are powers of two */
        memcpy(in->bytes + filled, in->bytes, filled);
    }
    do {
        store_elements(element(array, array->array.rank, index), size,
                       &woven_pool[values][array->array.dtype][random_below(POOL)], 1);
    } while (next_index(array, index));
}

/** Strides, places and values for the output and the inputs, some of which may be the output in place. Returns 0 where it
 * does not fit. */
static inline int lay_out_arrays(woven_values values, size_t count, test_array *inputs, const arena *input_arenas_of,
                                 test_array *out, const arena *out_arena_of)
{
    const size_t layout = random_below(4); /* 0: contiguous; otherwise shuffled, with gaps from 2 on */

    if (layout > 0) {
        shuffle_strides(out, layout > 1);
    }
    if (!place(out, out_arena_of, random_below(2) == 0)) {
        return 0;
    }
    fill_array(out, out_arena_of, values);
    for (size_t i = 0; i < count; ++i) {
        test_array *input = &inputs[i];

        if (random_below(3) == 0 && same_shape_as(input, out) &&
            element_size(input->array.dtype) == element_size(out->array.dtype)) {
            memcpy(input->strides, out->strides, sizeof input->strides);
            input->array.data = out->array.data;
            fill_array(input, out_arena_of, values);
            continue;
        }
        if (layout > 0 && random_below(4) > 0) {
            shuffle_strides(input, layout > 1);
        }
        if (!place(input, &input_arenas_of[i], random_below(2) == 0)) {
            return 0;
        }
        fill_array(input, &input_arenas_of[i], values);
    }
    return 1;
}

/* ---- A case ---- */

/** Choose a random case of the table. Returns 0 if it does not fit. */
static inline int choose_case(woven_case *of, const bl_op *op, const bl_table *table, bl_isa isa, woven_values values)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    of->op = op;
    of->table = table;
    of->values = values;
    of->options = defaults;
    of->options.isa = isa;
    of->options.cache_bytes = random_below(3) == 0; /* 1: streaming if possible */
    of->parts = random_below(2) * random_below(6);
    of->traps = 0;
    choose_parameters(&of->expected, table, random_below(2) * random_below(64));
    random_shapes_of((bl_dtype)table->dtypes[0], table->dtypes + 1, table->arity, of->inputs, &of->out);
    return lay_out_arrays(values, table->arity, of->inputs, woven_inputs, &of->out, &woven_out);
}

/** The expected arena of the output, and the exceptions of the elements. */
static inline void expect_case(woven_case *of)
{
    const size_t size = element_size((bl_dtype)of->table->dtypes[0]);
    size_t index[MAX_TEST_RANK] = {0};

    memcpy(woven_expected.bytes, woven_out.bytes, ARENA_BYTES);
    of->own = 0;
    do {
        uint64_t x[BL_MAX_ARITY], value;

        for (unsigned p = 0; p < of->table->arity; ++p) {
            load_elements(&x[p], element(&of->inputs[p], of->out.array.rank, index),
                          element_size(of->inputs[p].array.dtype), 1);
        }
        value = reference_value(&of->expected, x);
        of->own |= reference_raises(&of->expected, x);
        store_elements(woven_expected.bytes + (element(&of->out, of->out.array.rank, index) - woven_out.bytes), size,
                       &value, 1);
    } while (next_index(&of->out, index));
}

/** Leave values on the stack at the places of the runtime's later tiles. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static void
dirty_stack(bl_dtype type)
{
    volatile unsigned char below[40000];
    const size_t size = element_size(type);
    const uint64_t bad = bad_value(type);
    unsigned char one[8];

    store_elements(one, size, &bad, 1);
    for (size_t i = 0; i < sizeof below; ++i) {
        below[i] = one[i % size];
    }
}

/** Plan and run it. Returns the status. */
static inline bl_status run_woven(woven_case *of)
{
    static union {
        double align;
        unsigned char bytes[MOST_PARAMETER_BYTES];
    } parameters;
    const bl_array *inputs[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    bl_plan plan;
    bl_status status;

    if (of->table->parameters_size > sizeof parameters.bytes) {
        return BL_SIZE_OVERFLOW;
    }
    bl_parameters_default(of->table, parameters.bytes);
    store_parameters(parameters.bytes, of->table, of->expected.parameters);
    for (size_t i = 0; i < of->table->arity; ++i) {
        inputs[i] = &of->inputs[i].array;
        data[i] = inputs[i]->data;
    }
    status = bl_plan_make_table(&plan, of->table, inputs, &of->out.array, &of->options);
    if (status != BL_OK) {
        return status;
    }
    bl_plan_describe(&plan, of->strategy, sizeof of->strategy);
    dirty_stack((bl_dtype)of->table->dtypes[of->table->arity]);
    float_begin(of->traps, 0);
    if (of->parts == 0) {
        status = bl_run(of->op, inputs, of->table->parameter_count > 0 ? parameters.bytes : NULL, &of->out.array,
                        &of->options);
    } else {
        status = bl_plan_check(&plan, data, parameters.bytes, of->out.array.data);
        for (size_t part = of->parts; status == BL_OK && part-- > 0;) {
            bl_plan_run_part(&plan, part, of->parts, data, parameters.bytes, of->out.array.data);
        }
    }
    of->raised = float_raised();
    float_end();
    return status;
}

/** Whether every byte of the output's arena is as expected; any NaN equals any other. */
static inline int woven_is_right(woven_case *of)
{
    const size_t size = element_size((bl_dtype)of->table->dtypes[0]);
    size_t index[MAX_TEST_RANK] = {0};

    if (memcmp(woven_out.bytes, woven_expected.bytes, ARENA_BYTES) == 0) {
        return 1;
    }
    do { /* results that are as good as the expected ones */
        unsigned char *at = element(&of->out, of->out.array.rank, index);
        uint64_t got, wanted;

        load_elements(&got, at, size, 1);
        load_elements(&wanted, woven_expected.bytes + (at - woven_out.bytes), size, 1);
        if (reference_accepts(&of->expected, got, wanted)) {
            store_elements(at, size, &wanted, 1);
        } else {
            printf("# gave 0x%llx, expected 0x%llx\n", (unsigned long long)got, (unsigned long long)wanted);
            return 0;
        }
    } while (next_index(&of->out, index));
    return memcmp(woven_out.bytes, woven_expected.bytes, ARENA_BYTES) == 0;
}

static inline void print_array(const char *what, const test_array *shown)
{
    printf("# %s", what);
    for (size_t d = 0; d < shown->array.rank; ++d) {
        printf(" %zu:%td", shown->shape[d], shown->strides[d]);
    }
    printf("\n");
}

/** Print a case so that it can be run by hand. */
static inline void print_woven(const woven_case *of)
{
    printf("# %s, %zu parts, at most %s: %s\n", of->table->op, of->parts, bl_isa_name(of->options.isa), of->strategy);
    for (size_t i = 0; i < of->table->arity; ++i) {
        print_array(of->inputs[i].array.data == of->out.array.data ? "in place" : "input", &of->inputs[i]);
    }
    print_array("output", &of->out);
    for (unsigned p = 0; p < of->expected.parameter_count; ++p) {
        printf("# %s 0x%llx\n", of->table->parameters[p].name, (unsigned long long)of->expected.parameters[p]);
    }
}

/* ---- All operators ---- */

/** A test of one case of an operator's table on an instruction set. Returns 0 if it fails. */
typedef int try_woven(woven_case *of);

/** Try `cases` cases of each table on each available instruction set; a line for each operator. */
static inline void try_all_woven(const char *what, size_t cases, woven_values values, try_woven *one)
{
    static woven_case now;

    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];
        const size_t tables = op->first[BL_DTYPE_COUNT];
        size_t done = 0, failed = 0;

        for (size_t k = 0; k < tables; ++k) {
            text fault;

            if (is_packed_table(op->tables[k])) {
                continue;
            }
            text_clear(&fault);
            reference_forget();
            if (!reference_of_op(&now.expected, op->tables[k], &fault)) {
                printf("# %s\n", fault.bytes);
                ++failed;
                continue;
            }
            for (bl_isa isa = 1; isa <= BL_ISA_MOST; ++isa) {
                for (size_t n = 0; n < cases && failed == 0 && bl_isa_available(isa); ++n) {
                    if (choose_case(&now, op, op->tables[k], isa, values)) {
                        ++done;
                        if (!one(&now)) {
                            print_woven(&now);
                            ++failed;
                        }
                    }
                }
            }
        }
        ok(failed == 0 && done > 0, "%s: %s, %zu tables, %zu runs", what, op->name, tables, done);
    }
}

#endif
