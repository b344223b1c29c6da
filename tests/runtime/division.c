/* How the library reports zero divisors and overflow in integer division: for random shapes and strides, some
 * broadcast, against a plain loop over all elements; and for lines of every length that begin at every position in a
 * word. Memory between the elements contains values that would be reported if they were read.
 *
 *     division [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MINUS_ONE UINT64_MAX

static const bl_dtype dtypes[] = {BL_I8, BL_I16, BL_I32, BL_I64, BL_U8, BL_U16, BL_U32, BL_U64};

/* ---- Elements ---- */

static int is_signed(bl_dtype dtype)
{
    return dtype == BL_I8 || dtype == BL_I16 || dtype == BL_I32 || dtype == BL_I64;
}

static void put(unsigned char *at, bl_dtype dtype, uint64_t value)
{
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;

    switch (bl_dtype_size(dtype)) {
    case 1:
        memcpy(at, &byte, 1);
        break;
    case 2:
        memcpy(at, &half, 2);
        break;
    case 4:
        memcpy(at, &word, 4);
        break;
    default:
        memcpy(at, &value, 8);
        break;
    }
}

static int holds(const unsigned char *at, bl_dtype dtype, uint64_t value)
{
    unsigned char wanted[8];

    put(wanted, dtype, value);
    return memcmp(at, wanted, bl_dtype_size(dtype)) == 0;
}

static uint64_t least(bl_dtype dtype)
{
    return UINT64_C(1) << (8 * bl_dtype_size(dtype) - 1);
}

/** Neither 0 nor -1 nor the least integer, but close to them in bits. */
static void put_calm(unsigned char *at, bl_dtype dtype)
{
    static const uint64_t values[] = {1, 2, 3, 100, MINUS_ONE - 1, MINUS_ONE >> 1, UINT64_C(0xff00ff01ff00ff01),
                                      UINT64_C(0x0000000100000001), UINT64_C(0x8000000180018001), UINT64_C(0xffff0001ffff0081)};

    put(at, dtype, values[random_below(COUNT(values))]);
    if (holds(at, dtype, 0) || holds(at, dtype, MINUS_ONE) || holds(at, dtype, least(dtype))) {
        put(at, dtype, 1);
    }
}

static void fill_with(const arena *in, bl_dtype dtype, uint64_t value)
{
    put(in->bytes, dtype, value);
    for (size_t filled = bl_dtype_size(dtype); filled < ARENA_BYTES; filled *= 2) {
        memcpy(in->bytes + filled, in->bytes, filled);
    }
}

/* ---- A case ---- */

static test_array a, b, out;
static const bl_array *const arrays[2] = {&a.array, &b.array};

/** An index: the first, the last, or any. */
static void random_index(const test_array *of, size_t *index)
{
    const size_t where = random_below(3);

    for (size_t d = 0; d < of->array.rank; ++d) {
        index[d] = where == 0 ? 0 : where == 1 ? of->shape[d] - 1
                                               : random_below(of->shape[d]);
    }
}

/** Whether overflow matters; a remainder is 0 if the quotient overflows. */
static int has_overflow(const char *op, bl_dtype dtype)
{
    return is_signed(dtype) && strcmp(op, "fmod") != 0 && strcmp(op, "floor_mod") != 0;
}

/** The result of a plain loop. */
static unsigned expected_flags(const char *op, bl_dtype dtype)
{
    size_t index[MAX_TEST_RANK] = {0};
    unsigned flags = 0;

    do {
        const unsigned char *x = element(&a, out.array.rank, index), *y = element(&b, out.array.rank, index);

        flags |= holds(y, dtype, 0) ? BL_DIVIDED_BY_ZERO : 0u;
        flags |= has_overflow(op, dtype) && holds(x, dtype, least(dtype)) && holds(y, dtype, MINUS_ONE) ? BL_DIVISION_OVERFLOWED : 0u;
    } while (next_index(&out, index));
    return flags;
}

/** Harmless values, except at an index or two. */
static void fill_case(bl_dtype dtype)
{
    size_t index[MAX_TEST_RANK] = {0};
    const size_t dividends = random_below(4), divisors = random_below(4);

    fill_with(&input_arenas[0], dtype, least(dtype));
    fill_with(&input_arenas[1], dtype, random_below(2) == 0 ? 0 : MINUS_ONE);
    do {
        put_calm(element(&b, out.array.rank, index), dtype);
        if (dividends == 0) {
            put(element(&a, out.array.rank, index), dtype, least(dtype));
        } else {
            put_calm(element(&a, out.array.rank, index), dtype);
        }
    } while (next_index(&out, index));
    if ((divisors & 1) != 0) {
        random_index(&out, index);
        put(element(&b, out.array.rank, index), dtype, 0);
    }
    random_index(&out, index);
    if ((divisors & 2) != 0) {
        put(element(&b, out.array.rank, index), dtype, MINUS_ONE);
    }
    if (dividends == 1) {
        random_index(&out, index);
    }
    if (dividends < 3) {
        put(element(&a, out.array.rank, index), dtype, least(dtype));
    }
}

/** Choose shapes and strides of all three. Returns 0 if they do not fit. */
static int choose_case(bl_dtype dtype)
{
    static const size_t extents[] = {1, 2, 3, 4, 7, 8, 9, 16, 33, 70};
    const size_t rank = random_below(5);
    size_t shape[4], own[4], count = 1;

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = count > 2000 ? 1 : extents[random_below(COUNT(extents))];
        count *= shape[d];
    }
    if (rank == 1 && random_below(4) == 0) {
        shape[0] = 1 + random_below(3000);
    }
    set_shape(&out, dtype, rank, shape);
    for (size_t i = 0; i < 2; ++i) {
        test_array *input = i == 0 ? &a : &b;
        const size_t ones = random_below(2) == 0 && i == random_below(2) ? random_below(16) : 0;

        for (size_t d = 0; d < rank; ++d) {
            own[d] = (ones >> d & 1) != 0 ? 1 : shape[d];
        }
        set_shape(input, dtype, rank, own);
        if (random_below(2) == 0) {
            shuffle_strides(input, (int)random_below(2));
        }
        if (rank > 0 && random_below(6) == 0) {
            input->strides[random_below(rank)] = 0;
        }
        if (!place(input, &input_arenas[i], (int)random_below(2))) {
            return 0;
        }
    }
    for (size_t d = 0; d < rank; ++d) { /* a dim that is 1 in both is 1 */
        own[d] = a.shape[d] > b.shape[d] ? a.shape[d] : b.shape[d];
    }
    set_shape(&out, dtype, rank, own);
    if (random_below(3) == 0) {
        shuffle_strides(&out, 1);
    }
    return place(&out, &out_arena, 0);
}

static unsigned strided_flags(const bl_table *table, size_t n)
{
    const void *const data[2] = {a.array.data, b.array.data};
    const ptrdiff_t width = (ptrdiff_t)bl_dtype_size((bl_dtype)table->dtypes[0]);
    const ptrdiff_t steps[2] = {a.shape[0] == 1 ? 0 : a.strides[0] * width, b.shape[0] == 1 ? 0 : b.strides[0] * width};

    return bl_strided_division(table, n, data, steps);
}

/** Whether the reports about the case are right: of plans that refuse zeros, of plans that do not, and of a line. */
static int is_right(const bl_table *table, unsigned flags)
{
    const void *const data[2] = {a.array.data, b.array.data};
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_plan plan, refusing;

    options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
    if (bl_plan_make_table(&plan, table, arrays, &out.array, NULL) != BL_OK ||
        bl_plan_make_table(&refusing, table, arrays, &out.array, &options) != BL_OK) {
        return 0;
    }
    return bl_plan_check(&plan, data, NULL, out.array.data) == BL_OK && bl_plan_division(&plan, data) == flags &&
           bl_plan_check(&refusing, data, NULL, out.array.data) == ((flags & BL_DIVIDED_BY_ZERO) != 0 ? BL_ZERO_DIVISOR : BL_OK) &&
           ((flags & BL_DIVIDED_BY_ZERO) != 0 || bl_plan_division(&refusing, data) == flags) &&
           (out.array.rank != 1 || strided_flags(table, out.shape[0]) == flags);
}

static void test_shapes(const char *op, bl_dtype dtype, size_t cases)
{
    const bl_table *table = table_of(bl_op_by_name(op), dtype);
    size_t counts[4] = {0, 0, 0, 0}, wrong = 0;

    for (size_t k = 0; k < cases && wrong < 3; ++k) {
        unsigned flags;

        if (!choose_case(dtype)) {
            continue;
        }
        fill_case(dtype);
        flags = expected_flags(op, dtype);
        ++counts[flags];
        if (!is_right(table, flags)) {
            printf("# expected %u:", flags);
            for (size_t d = 0; d < out.array.rank; ++d) {
                printf(" %zu (%zu:%td by %zu:%td)", out.shape[d], a.shape[d], a.strides[d], b.shape[d], b.strides[d]);
            }
            printf("\n");
            ++wrong;
        }
    }
    ok(wrong == 0 && counts[0] > 0 && counts[1] > 0 && (counts[2] > 0) == has_overflow(op, dtype) && (counts[3] > 0) == has_overflow(op, dtype),
       "%s %s: %zu meet nothing, %zu zeros, %zu overflow, %zu both", op, bl_dtype_name(dtype), counts[0], counts[1], counts[2],
       counts[3]);
}

/** Every length and every start in a word, with zeros and overflow at the first or the last place, or none. */
static void test_lines(const char *op, bl_dtype dtype)
{
    const bl_table *table = table_of(bl_op_by_name(op), dtype);
    const size_t width = bl_dtype_size(dtype);
    size_t wrong = 0;

    fill_with(&input_arenas[0], dtype, least(dtype));
    fill_with(&input_arenas[1], dtype, 1);
    for (size_t n = 1; n <= 40; ++n) {
        for (size_t start = 8; start < 16; start += width) {
            for (ptrdiff_t step = -2; step <= 2; ++step) {
                for (size_t where = 0; where < 3; ++where) {
                    const size_t at[1] = {where == 1 ? n - 1 : 0};
                    const unsigned overflows = where < 2 && has_overflow(op, dtype) ? BL_DIVISION_OVERFLOWED : 0u;
                    unsigned char *chosen;

                    set_shape(&out, dtype, 1, &n);
                    set_shape(&a, dtype, 1, &n);
                    set_shape(&b, dtype, 1, &n);
                    b.strides[0] = step;
                    a.array.data = input_arenas[0].bytes;
                    b.array.data = input_arenas[1].bytes + start + 1024;
                    chosen = where < 2 ? element(&b, 1, at) : input_arenas[1].bytes;
                    put(chosen, dtype, 0);
                    wrong += strided_flags(table, n) != (where < 2 ? BL_DIVIDED_BY_ZERO : 0u);
                    put(chosen, dtype, MINUS_ONE);
                    wrong += strided_flags(table, n) != overflows;
                    put(chosen, dtype, 1);
                }
            }
        }
    }
    ok(wrong == 0, "%s %s: lines of 1 to 40", op, bl_dtype_name(dtype));
}

/** Cases in which nothing is reported: no division, no integers, no elements. */
static void test_nothing(void)
{
    static const struct {
        const char *op;
        bl_dtype dtype;
        size_t n;
    } calls[] = {{"div", BL_F32, 9}, {"floor_div", BL_F64, 9}, {"add", BL_I32, 9}, {"mul", BL_U8, 9}, {"less", BL_I16, 9}, {"div", BL_I32, 0}};

    for (size_t i = 0; i < COUNT(calls); ++i) {
        const bl_table *table = table_of(bl_op_by_name(calls[i].op), calls[i].dtype);
        const void *data[2];

        bl_plan plan;

        set_shape(&out, (bl_dtype)table->dtypes[0], 1, &calls[i].n);
        set_shape(&a, calls[i].dtype, 1, &calls[i].n);
        set_shape(&b, calls[i].dtype, 1, &calls[i].n);
        fill_with(&input_arenas[0], calls[i].dtype, 0);
        fill_with(&input_arenas[1], calls[i].dtype, 0);
        data[0] = a.array.data = input_arenas[0].bytes;
        data[1] = b.array.data = input_arenas[1].bytes;
        ok(bl_plan_make_table(&plan, table, arrays, &out.array, NULL) == BL_OK && bl_plan_division(&plan, data) == 0 &&
               strided_flags(table, calls[i].n) == 0,
           "%s %s of %zu zeros: nothing", calls[i].op, bl_dtype_name(calls[i].dtype), calls[i].n);
    }
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 400;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_arenas();
    test_nothing();
    for (size_t t = 0; t < COUNT(dtypes); ++t) {
        test_shapes("div", dtypes[t], cases);
        test_shapes("floor_div", dtypes[t], cases);
        test_shapes("fmod", dtypes[t], cases);
        test_shapes("floor_mod", dtypes[t], cases);
        test_lines(t % 2 == 0 ? "div" : "floor_div", dtypes[t]);
        test_lines(t % 2 == 0 ? "floor_mod" : "fmod", dtypes[t]);
    }
    return done_testing();
}
