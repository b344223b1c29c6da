/* Checks of pointers, at both ends of memory: the few comparisons that suffice for most calls never disagree with the
 * full check. Neither do calls along one dim with plans, nor contiguous calls of all kinds with a check that is
 * written here from the definition. No data is accessed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Pointers ---- */

static uintptr_t middle; /* somewhere in memory, on a cache line */

/** An address close to the beginning, the middle or the end of memory. Most are aligned. */
static const void *random_pointer(size_t spread)
{
    const size_t offset = random_below(spread) & (random_below(16) == 0 ? SIZE_MAX : ~(size_t)7);
    uintptr_t address = middle + offset;

    switch (random_below(12)) {
    case 0:
        address = offset;
        break;
    case 1:
        address = UINTPTR_MAX - offset;
        break;
    case 2:
        address = (UINTPTR_MAX & ~(uintptr_t)7) - (offset & ~(size_t)7);
        break;
    default:
        break;
    }
    return (const void *)address;
}

static size_t counts[BL_STATUS_COUNT];

/** Whether all errors have occurred that pointers of the table's operands can have: bytes are never misaligned. */
static int met_all(const bl_table *table)
{
    unsigned widths = 0;

    for (size_t i = 0; i <= table->arity; ++i) {
        widths |= table->shifts[i];
    }
    return counts[BL_OK] > 50 && counts[BL_NULL_POINTER] > 50 && (counts[BL_MISALIGNED] > 50 || widths == 0) &&
           counts[BL_SIZE_OVERFLOW] > 50 && counts[BL_OVERLAP] > 50;
}

/* ---- Plans ---- */

static bl_status make_plan(bl_plan *plan, const bl_table *table)
{
    test_array inputs[BL_MAX_ARITY], out;
    const bl_array *arrays[BL_MAX_ARITY];
    const size_t rank = random_below(4);
    size_t shape[3];

    for (size_t d = 0; d < rank; ++d) {
        shape[d] = 1 + random_below(6);
    }
    set_shape(&out, (bl_dtype)table->dtypes[0], rank, shape);
    if (random_below(2) == 0) {
        shuffle_strides(&out, 1);
    }
    for (size_t i = 0; i < table->arity; ++i) {
        size_t own[3];

        for (size_t d = 0; d < rank; ++d) {
            own[d] = random_below(4) == 0 ? 1 : shape[d];
        }
        set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], rank, i == 0 ? shape : own);
        if (random_below(3) == 0) {
            shuffle_strides(&inputs[i], 1);
        } else if (rank > 0 && random_below(2) == 0) {
            memcpy(inputs[i].strides, out.strides, rank * sizeof *out.strides);
        }
        arrays[i] = &inputs[i].array;
    }
    return bl_plan_make_table(plan, table, arrays, &out.array, NULL);
}

static void test_plans(const bl_table *table)
{
    static uint64_t memory[16];
    size_t differ = 0;
    size_t wrong = 0;

    memset(counts, 0, sizeof counts);
    for (size_t k = 0; k < 20000; ++k) {
        bl_plan plan, unhurried;

        wrong += make_plan(&plan, table) != BL_OK;
        unhurried = plan;
#if !BL_RUNTIME_COMPACT
        unhurried.is_plain = 0;
#endif
        for (size_t j = 0; j < 50; ++j) {
            const void *out = random_pointer(1200);
            const void *data[BL_MAX_ARITY];
            const size_t kind = random_below(16);
            const void *parameters = kind == 0 ? NULL : kind == 1 ? (const void *)((char *)memory + 1)
                                                                  : (const void *)memory;
            bl_status status;

            for (size_t i = 0; i < table->arity; ++i) {
                data[i] = random_below(4) == 0 ? out : random_pointer(1200);
            }
            status = bl_plan_check(&plan, data, parameters, (void *)out);
            ++counts[status];
            differ += status != bl_plan_check(&unhurried, data, parameters, (void *)out);
        }
    }
    printf("# %zu null, %zu misaligned, %zu around the end, %zu overlap\n", counts[BL_NULL_POINTER],
           counts[BL_MISALIGNED], counts[BL_SIZE_OVERFLOW], counts[BL_OVERLAP]);
    ok(wrong == 0 && differ == 0 && met_all(table), "%s: plans: the quick check says what the full one says (%zu fine)",
       table->op, counts[BL_OK]);
}

/* ---- Contiguous calls ---- */

static size_t calls;

static void kernel_1(size_t cols, const void *a, void *out, size_t rows, const ptrdiff_t *row)
{
    (void)cols, (void)a, (void)out, (void)rows, (void)row;
    ++calls;
}

static void kernel_2(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row)
{
    (void)cols, (void)a, (void)b, (void)out, (void)rows, (void)row;
    ++calls;
}

static void kernel_3(size_t cols, const void *a, const void *b, const void *c, void *out, size_t rows,
                     const ptrdiff_t *row)
{
    (void)cols, (void)a, (void)b, (void)c, (void)out, (void)rows, (void)row;
    ++calls;
}

static const bl_kernel patterns[3][8] = {{(bl_kernel)kernel_1}, {(bl_kernel)kernel_2}, {(bl_kernel)kernel_3}};
static const bl_variant variants[3] = {
    {BL_ISA_SCALAR, 1, 1, 1, patterns[0], NULL}, {BL_ISA_SCALAR, 1, 1, 1, patterns[1], NULL}, {BL_ISA_SCALAR, 1, 1, 1, patterns[2], NULL}};
static const bl_table tables[] = {
    {"u32", &variants[0], NULL, 1, BL_CALL_1, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_U32, BL_U32}, {2, 2} BL_NO_PACKED},
    {"u8 to u64", &variants[0], NULL, 1, BL_CALL_1, 0, 0, 0, 1, 0, 1, 0, 0, 8, {BL_U64, BL_U8}, {3, 0} BL_NO_PACKED},
    {"u16, u16", &variants[1], NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 2, {BL_U16, BL_U16, BL_U16}, {1, 1, 1} BL_NO_PACKED},
    {"f64, f64 to bool", &variants[1], NULL, 2, BL_CALL_2, 0, 1, 0, 1, 0, 1, 0, 0, 8, {BL_BOOL, BL_F64, BL_F64}, {0, 3, 3} BL_NO_PACKED},
    {"f32, i8", &variants[1], NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_F32, BL_F32, BL_I8}, {2, 2, 0} BL_NO_PACKED},
    {"bool, u16, u16", &variants[2], NULL, 3, BL_CALL_3, 0, 0, 0, 1, 0, 1, 0, 0, 2, {BL_U16, BL_BOOL, BL_U16, BL_U16}, {1, 0, 1, 1} BL_NO_PACKED},
    {"u8, u8, u8", &variants[2], NULL, 3, BL_CALL_3, 0, 0, 0, 1, 0, 1, 0, 0, 1, {BL_U8, BL_U8, BL_U8, BL_U8}, {0, 0, 0, 0} BL_NO_PACKED},
};

/* An ABI may align 8 bytes to less: i386's to multiples of 4. */
typedef struct behind_byte {
    char byte;
    double wide;
} behind_byte;

static bl_status expected_pointer(const void *pointer, size_t width)
{
    const size_t most = offsetof(behind_byte, wide);

    if (pointer == NULL) {
        return BL_NULL_POINTER;
    }
    return (uintptr_t)pointer % (width < most ? width : most) != 0 ? BL_MISALIGNED : BL_OK;
}

static bl_status expected_status(const bl_table *table, size_t n, const void *const *operands)
{
    const uintptr_t to = (uintptr_t)operands[0];
    const size_t to_bytes = n << table->shifts[0];

    if (n == 0) {
        return BL_OK;
    }
    for (size_t i = 0; i <= table->arity; ++i) {
        const bl_status status = expected_pointer(operands[i], (size_t)1 << table->shifts[i]);

        if (status != BL_OK) {
            return status;
        }
        if (n > (size_t)PTRDIFF_MAX >> table->shifts[i] ||
            (uintptr_t)operands[i] > UINTPTR_MAX - (n << table->shifts[i])) {
            return BL_SIZE_OVERFLOW;
        }
    }
    for (size_t i = 1; i <= table->arity; ++i) {
        const uintptr_t from = (uintptr_t)operands[i];
        const int meets = from < to + to_bytes && to < from + (n << table->shifts[i]);

        if (meets && (from != to || table->shifts[i] != table->shifts[0])) {
            return BL_OVERLAP;
        }
    }
    return BL_OK;
}

static bl_status call(const bl_table *table, size_t n, const void *const *operands)
{
    void *out = (void *)operands[0];

    switch (table->arity) {
    case 1:
        return bl_contiguous_1(n, operands[1], out, table);
    case 2:
        return bl_contiguous_2(n, operands[1], operands[2], out, table);
    default:
        return bl_contiguous_3(n, operands[1], operands[2], operands[3], out, table);
    }
}

static void test_contiguous(const bl_table *table)
{
    size_t wrong = 0;

    memset(counts, 0, sizeof counts);
    for (size_t k = 0; k < 200000; ++k) {
        const size_t n = random_below(50) == 0   ? SIZE_MAX >> random_below(8 * sizeof(size_t))
                         : random_below(20) == 0 ? 8190 + random_below(5)
                                                 : random_below(40);
        const void *operands[BL_MAX_ARITY + 1];
        bl_status expected, status;

        operands[0] = random_pointer(1200);
        for (size_t i = 1; i <= table->arity; ++i) {
            operands[i] = random_below(4) == 0 ? operands[0] : random_pointer(1200);
        }
        expected = expected_status(table, n, operands);
        ++counts[expected];
        calls = 0;
        status = call(table, n, operands);
        wrong += status != expected || (calls > 0) != (status == BL_OK && n > 0);
        calls = 0;
        status = bl_run_contiguous(table, n, operands + 1, NULL, (void *)operands[0]);
        wrong += status != expected || (calls > 0) != (status == BL_OK && n > 0);
    }
    ok(wrong == 0 && met_all(table), "%s: contiguous calls say what is wrong, and only then (%zu fine)", table->op,
       counts[BL_OK]);
}

/* ---- Lines ---- */

static const bl_kernel held_patterns[3][8] = {{(bl_kernel)kernel_1, (bl_kernel)kernel_1},
                                              {(bl_kernel)kernel_2, (bl_kernel)kernel_2, (bl_kernel)kernel_2, (bl_kernel)kernel_2},
                                              {(bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3, (bl_kernel)kernel_3}};

/** Calls along one dim, of inputs that are contiguous or one value, are refused as a plan is. Kernels that hold all inputs are called once,
 * and read nothing. */
static void test_lines(const bl_table *like)
{
    const bl_variant variant = {BL_ISA_SCALAR, 1, 1, 1, held_patterns[like->arity - 1], NULL};
    bl_table table = *like;
    size_t wrong = 0;

    table.variants = &variant;
    memset(counts, 0, sizeof counts);
    for (size_t k = 0; k < 150000; ++k) {
        const size_t n = random_below(50) == 0   ? SIZE_MAX >> random_below(8 * sizeof(size_t))
                         : random_below(20) == 0 ? 8190 + random_below(5)
                                                 : random_below(40);
        test_array inputs[BL_MAX_ARITY], out;
        const bl_array *arrays[BL_MAX_ARITY];
        const void *data[BL_MAX_ARITY];
        ptrdiff_t steps[BL_MAX_ARITY];
        bl_status expected, status;
        bl_plan plan;

        set_shape(&out, (bl_dtype)table.dtypes[0], 1, &n);
        out.array.data = (void *)random_pointer(1200);
        for (size_t i = 0; i < table.arity; ++i) {
            set_shape(&inputs[i], (bl_dtype)table.dtypes[i + 1], 1, &n);
            inputs[i].strides[0] = random_below(2) == 0;
            data[i] = random_below(4) == 0 ? out.array.data : random_pointer(1200);
            steps[i] = inputs[i].strides[0] * ((ptrdiff_t)1 << table.shifts[i + 1]);
            arrays[i] = &inputs[i].array;
        }
        expected = bl_plan_make_table(&plan, &table, arrays, &out.array, NULL);
        if (expected == BL_OK) {
            expected = bl_plan_check(&plan, data, NULL, out.array.data);
        }
        ++counts[expected];
        calls = 0;
        status = bl_run_strided(&table, n, data, steps, NULL, out.array.data, (ptrdiff_t)1 << table.shifts[0]);
        wrong += status != expected || (calls > 0) != (status == BL_OK && n > 0);
    }
    ok(wrong == 0 && met_all(&table), "%s: lines are refused as plans are (%zu fine)", table.op, counts[BL_OK]);
}

#if !BL_RUNTIME_COMPACT

/** Plans of a single call are refused as bl_plan_check does. Kernels that hold all inputs are called once, and read nothing. */
static void test_planned_calls(const bl_table *like)
{
    const bl_variant variant = {BL_ISA_SCALAR, 1, 1, 1, held_patterns[like->arity - 1], NULL};
    bl_table table = *like;
    size_t wrong = 0;
    size_t quick = 0;

    table.variants = &variant;
    memset(counts, 0, sizeof counts);
    for (size_t k = 0; k < 20000; ++k) {
        bl_plan plan, unhurried;

        wrong += make_plan(&plan, &table) != BL_OK;
        unhurried = plan;
        unhurried.is_plain = 0;
        quick += plan.quick != 0;
        for (size_t j = 0; j < 20 && plan.quick != 0; ++j) { /* others read their operands */
            const void *out = random_pointer(1200);
            const void *data[BL_MAX_ARITY];
            bl_status expected;

            for (size_t i = 0; i < table.arity; ++i) {
                data[i] = random_below(4) == 0 ? out : random_pointer(1200);
            }
            expected = bl_plan_check(&unhurried, data, NULL, (void *)out);
            ++counts[expected];
            calls = 0;
            wrong += bl_plan_run(&plan, data, NULL, (void *)out) != expected || calls != (expected == BL_OK);
        }
    }
    ok(wrong == 0 && quick > 1000 && met_all(&table), "%s: plans of one call say what is wrong, and only then (%zu fine)", table.op,
       counts[BL_OK]);
}

#endif

int main(void)
{
    static uint64_t memory[1024];
    static const struct {
        const char *op;
        bl_dtype dtype;
    } planned[] = {{"negative", BL_I16}, {"add", BL_F64}, {"less", BL_F32}, {"select", BL_U16}, {"leaky_relu", BL_F32}, {"fake_quantize", BL_F64}};

    middle = ((uintptr_t)memory + 63) & ~(uintptr_t)63;
    for (size_t t = 0; t < COUNT(planned); ++t) {
        if (bl_op_by_name(planned[t].op) != NULL) { /* a library of fewer operators lacks some */
            test_plans(table_of(bl_op_by_name(planned[t].op), planned[t].dtype));
        }
    }
    for (size_t t = 0; t < COUNT(tables); ++t) {
        test_contiguous(&tables[t]);
        test_lines(&tables[t]);
#if !BL_RUNTIME_COMPACT
        test_planned_calls(&tables[t]);
#endif
    }
    return done_testing();
}
