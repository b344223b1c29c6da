/* bl_run_values: every table, instruction set and set of single-valued inputs, with 0 to 70 elements, compared with
 * bl_run_contiguous on arrays filled with that value, at guard pages; long rows; and the calls that it refuses.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define MOST 70

/* ---- Every table ---- */

static unsigned char pools[BL_MAX_ARITY][MOST * 8]; /* an input's elements; the first is its value */

static void fill_pool(size_t input, bl_dtype dtype)
{
    const size_t width = bl_dtype_size(dtype);

    for (size_t i = 0; i < MOST; ++i) {
        const uint64_t bits = (uint64_t)random_bits() << 33 ^ (uint64_t)random_bits() << 11 ^ random_bits();
        const float single = (float)((int32_t)(bits % 2001) - 1000) / 8.0f;
        const double number = single;

        if (dtype == BL_F32 && i % 4 != 3) {
            memcpy(pools[input] + i * width, &single, width);
        } else if (dtype == BL_F64 && i % 4 != 3) {
            memcpy(pools[input] + i * width, &number, width);
        } else {
            memcpy(pools[input] + i * width, &bits, width);
        }
    }
}

/** The arrays for a set of values. */
static void fill_inputs(const bl_table *table, unsigned values, const void **inputs)
{
    for (size_t i = 0; i < table->arity; ++i) {
        const size_t width = bl_dtype_size((bl_dtype)table->dtypes[i + 1]);

        for (size_t k = 0; k < MOST; ++k) {
            memcpy(input_arenas[i].bytes + k * width, pools[i] + ((values >> i & 1) != 0 ? 0 : k * width), width);
        }
        inputs[i] = input_arenas[i].bytes;
    }
}

static int is_nan(bl_dtype dtype, const unsigned char *element)
{
    uint16_t half;
    float single;
    double number;

    switch (dtype) {
    case BL_F32:
        memcpy(&single, element, sizeof single);
        return single != single;
    case BL_F64:
        memcpy(&number, element, sizeof number);
        return number != number;
    case BL_F16:
    case BL_BF16:
        memcpy(&half, element, sizeof half);
        return (half & 0x7fff) > (dtype == BL_F16 ? 0x7c00 : 0x7f80);
    default:
        return 0;
    }
}

/** Bit for bit, but any NaN equals any other. */
static int are_alike(bl_dtype dtype, size_t n, const unsigned char *a, const unsigned char *b)
{
    const size_t width = bl_dtype_size(dtype);

    for (size_t i = 0; i < n * width; i += width) {
        if (memcmp(a + i, b + i, width) != 0 && !(is_nan(dtype, a + i) && is_nan(dtype, b + i))) {
            return 0;
        }
    }
    return 1;
}

/** Place the operands at one end of their arenas; compare the output, and the memory around it. */
static int is_right(const bl_table *table, size_t n, unsigned values, const void *parameters, const unsigned char *expected, int at_end)
{
    const size_t out_bytes = n * bl_dtype_size((bl_dtype)table->dtypes[0]);
    unsigned char *out = out_arena.bytes + (at_end ? ARENA_BYTES - out_bytes : 0);
    unsigned char *beside = at_end ? out - 64 : out + out_bytes;
    const void *inputs[BL_MAX_ARITY];

    for (size_t i = 0; i < table->arity; ++i) {
        const size_t bytes = ((values >> i & 1) != 0 ? 1 : n) * bl_dtype_size((bl_dtype)table->dtypes[i + 1]);
        unsigned char *in = input_arenas[i].bytes + (at_end ? ARENA_BYTES - bytes : 0);

        memcpy(in, pools[i], bytes);
        inputs[i] = in;
    }
    memset(out, 0xa5, out_bytes);
    memset(beside, 0xa5, 64);
    if (bl_run_values(table, n, inputs, values, parameters, out) != BL_OK || !are_alike((bl_dtype)table->dtypes[0], n, out, expected)) {
        return 0;
    }
    for (size_t i = 0; i < 64; ++i) {
        if (beside[i] != 0xa5) {
            return 0;
        }
    }
    return 1;
}

static size_t test_table(const bl_table *table, const bl_isa *isas, size_t isa_count)
{
    static union {
        double align;
        unsigned char bytes[512];
    } parameters;
    const void *inputs[BL_MAX_ARITY];
    size_t failed = 0;

    bl_parameters_default(table, parameters.bytes);
    for (size_t i = 0; i < table->arity; ++i) {
        fill_pool(i, (bl_dtype)table->dtypes[i + 1]);
    }
    for (unsigned values = 0; values < 1u << table->arity; ++values) {
        fill_inputs(table, values, inputs);
        bl_isa_limit(isas[0]);
        failed += bl_run_contiguous(table, MOST, inputs, parameters.bytes, expected_arena.bytes) != BL_OK;
        for (size_t k = 0; k < isa_count; ++k) {
            bl_isa_limit(isas[k]);
            for (size_t n = 0; n <= MOST; ++n) {
                if (!is_right(table, n, values, parameters.bytes, expected_arena.bytes, n % 2 == 0)) {
                    printf("# %s %s to %s: %zu elements on %s, values %u\n", table->op, bl_dtype_name((bl_dtype)table->dtypes[1]),
                           bl_dtype_name((bl_dtype)table->dtypes[0]), n, bl_isa_name(isas[k]), values);
                    ++failed;
                    break;
                }
            }
        }
    }
    return failed;
}

static void test_tables(void)
{
    const bl_isa best = bl_isa_best();
    bl_isa isas[64];
    size_t isa_count = 0;

    for (bl_isa isa = 1; isa <= best; ++isa) {
        if (bl_isa_available(isa) && isa_count < sizeof isas / sizeof *isas) {
            isas[isa_count++] = isa;
        }
    }
    if (isa_count == 0 || bl_isa_limit(isas[0]) != BL_OK) { /* without detection there is only the best one */
        isas[0] = best;
        isa_count = 1;
    }
    for (size_t o = 0; o < bl_all_op_count; ++o) {
        const bl_op *op = bl_all_ops[o];
        size_t failed = 0;

        for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
            failed += op->tables[t]->width > 0 && test_table(op->tables[t], isas, isa_count); /* not of packed dtypes: packed.c */
        }
        ok(failed == 0, "%s: every set of values, 0 to %d elements, %zu instruction sets", op->name, MOST, isa_count);
    }
    bl_isa_limit(best);
}

/* ---- Long rows: cut at cache lines, and streamed ---- */

/** less of these inputs, `values` as bl_run_values has it, compared with its definition. */
static size_t run_less(size_t n, const void *const *inputs, unsigned values, const float *x, uint8_t *out)
{
    size_t failed = 0;

    out[n] = 0xa5;
    failed += bl_run_values(&bl_table_less_f32, n, inputs, values, NULL, out) != BL_OK || out[n] != 0xa5;
    for (size_t i = 0; i < n; ++i) {
        failed += out[i] != (values == 2 ? x[i] < 2.0f : 2.0f < x[i]);
    }
    return failed;
}

static size_t run_add(size_t n, const void *const *inputs, unsigned values, const float *x, float *out)
{
    size_t failed = 0;

    out[n] = -1.0f;
    failed += bl_run_values(&bl_table_add_f32, n, inputs, values, NULL, out) != BL_OK || out[n] != -1.0f;
    for (size_t i = 0; i < n; ++i) {
        failed += out[i] != (x != NULL ? x[i] : 2.0f) + 2.0f;
    }
    return failed;
}

static void test_long(const char *cache)
{
    static const size_t lengths[] = {1000, 8192, 8193, 20001};
    const float *x = (const float *)(const void *)input_arenas[0].bytes + 1;
    const float two = 2.0f;
    const void *const behind[2] = {x, &two}, *const first[2] = {&two, x}, *const both[2] = {&two, &two};
    size_t failed = 0;

    fill(&input_arenas[0], BL_F32);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
        for (size_t at = 0; at < 17; ++at) {
            const size_t n = lengths[l];
            float *out = (float *)(void *)out_arena.bytes + at;
            const void *const in_place[2] = {out, &two};

            failed += run_less(n, behind, 2, x, out_arena.bytes + at) + run_less(n, first, 1, x, out_arena.bytes + at);
            failed += run_add(n, behind, 2, x, out) + run_add(n, first, 1, x, out) + run_add(n, both, 3, NULL, out);
            memcpy(out, x, n * sizeof *x);
            failed += run_add(n, in_place, 2, x, out);
        }
    }
    ok(failed == 0, "long rows, a cache of %s", cache);
}

/* ---- Refusals ---- */

static void test_refusals(void)
{
    float x[64] = {0};
    float out[64] = {0};
    float value = 3.0f;
    const bl_table *add = &bl_table_add_f32;
    const void *data[2] = {x, &value};
    const void *without[2] = {x, NULL};
    const void *misaligned[2] = {x, (const char *)x + 1};
    const void *inside[2] = {x, out + 3};
    const void *at_the_end[2] = {x, (const void *)(UINTPTR_MAX - 3)};
    const void *more[4] = {x, x, x, x};

    out[0] = -1.0f;
    ok(bl_run_values(NULL, 8, data, 2, NULL, out) == BL_NULL_POINTER, "null table");
    ok(bl_run_values(NULL, 0, data, 2, NULL, out) == BL_NULL_POINTER, "null table, and no elements");
    ok(bl_run_values(add, 8, NULL, 2, NULL, out) == BL_NULL_POINTER, "null inputs");
    ok(bl_run_values(add, 8, without, 2, NULL, out) == BL_NULL_POINTER, "a null value");
    ok(bl_run_values(add, 8, data, 2, NULL, NULL) == BL_NULL_POINTER, "null output");
    ok(bl_run_values(add, 0, without, 2, NULL, NULL) == BL_OK && bl_run_values(add, 0, NULL, 2, NULL, NULL) == BL_OK,
       "no elements, no pointers");
    ok(bl_run_values(add, 8, misaligned, 2, NULL, out) == BL_MISALIGNED, "a value that is not aligned");
    ok(bl_run_values(add, 8, data, 2, NULL, (char *)out + 2) == BL_MISALIGNED, "an output that is not aligned");
    ok(bl_run_values(add, (size_t)PTRDIFF_MAX / 4 + 1, data, 2, NULL, out) == BL_SIZE_OVERFLOW, "too many bytes");
    ok(bl_run_values(add, SIZE_MAX, data, 2, NULL, out) == BL_SIZE_OVERFLOW, "far too many");
    ok(bl_run_values(add, 9, data, 2, NULL, (void *)(UINTPTR_MAX - 31)) == BL_SIZE_OVERFLOW, "an output around the end of memory");
    ok(bl_run_values(add, 8, at_the_end, 2, NULL, out) == BL_SIZE_OVERFLOW, "a value at the very end of memory");
    ok(bl_run_values(add, 8, inside, 2, NULL, out) == BL_OVERLAP, "a value inside the output");
    inside[1] = out;
    ok(bl_run_values(add, 8, inside, 2, NULL, out) == BL_OVERLAP, "a value at its start");
    ok(bl_run_values(add, 1, inside, 2, NULL, out) == BL_OVERLAP, "and of one element");
    ok(bl_run_values(add, 8, inside, 3, NULL, out) == BL_OVERLAP, "both inputs being values");
    inside[1] = out + 7;
    ok(bl_run_values(add, 8, inside, 2, NULL, out) == BL_OVERLAP, "a value at its end");
    ok(bl_run_values(add, 8, data, 2, NULL, x + 1) == BL_OVERLAP, "the array, not in place");
    ok(bl_run_values(&bl_table_less_f32, 8, data, 2, NULL, x) == BL_OVERLAP, "elements of two sizes");
    ok(out[0] == -1.0f, "nothing was written where it was refused");
    inside[1] = out + 8;
    out[8] = 5.0f;
    ok(bl_run_values(add, 8, inside, 2, NULL, out) == BL_OK && out[0] == 5.0f && out[7] == 5.0f, "a value right behind the output");
    inside[1] = out;
    ok(bl_run_values(add, 8, inside, 2, NULL, out + 1) == BL_OK && out[1] == 5.0f && out[8] == 5.0f, "a value right before it");
    ok(bl_run_values(add, 8, data, 2, NULL, x) == BL_OK && x[0] == 3.0f && x[8] == 0.0f, "in place");
    inside[1] = x;
    ok(bl_run_values(add, 8, inside, 2, NULL, out) == BL_OK && out[7] == 6.0f, "a value inside the other input");
    ok(bl_run_values(add, 8, more, ~3u, NULL, out) == BL_OK && out[7] == 6.0f, "bits of inputs that there are not");
}

int main(void)
{
    make_arenas();
    test_tables();
    test_long("the usual size");
    make_caches(1);
    test_long("1 KiB");
    make_caches(0);
    test_refusals();
    return done_testing();
}
