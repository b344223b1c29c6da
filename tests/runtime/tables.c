/* Tables by type variables: hand-made operators of one to three variables, which inputs or the output determine. Their tables are looked
 * up, planned and run; dtypes that fit no table are refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT 100

/* ---- Hand-made operators: small whole numbers, converted, and multiplied if there are two inputs ---- */

#define KERNEL_1(name, from_type, to_type)                                                     \
    static void name(size_t cols, const void *a, void *out, size_t rows, const ptrdiff_t *row) \
    {                                                                                          \
        const from_type *x = (const from_type *)a;                                             \
        to_type *to = (to_type *)out;                                                          \
        for (;; x += row[1], to += row[0]) {                                                   \
            for (size_t c = 0; c < cols; ++c) {                                                \
                to[c] = (to_type)x[c];                                                         \
            }                                                                                  \
            if (--rows == 0) {                                                                 \
                break;                                                                         \
            }                                                                                  \
        }                                                                                      \
    }                                                                                          \
    static const bl_kernel name##_patterns[] = {(bl_kernel)name, NULL};                        \
    static const bl_variant name##_variants[] = {{BL_ISA_SCALAR, 1, 1, 1, name##_patterns, NULL}};

#define KERNEL_2(name, a_type, b_type, to_type)                                                               \
    static void name(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row) \
    {                                                                                                         \
        const a_type *x = (const a_type *)a;                                                                  \
        const b_type *y = (const b_type *)b;                                                                  \
        to_type *to = (to_type *)out;                                                                         \
        for (;; x += row[1], y += row[2], to += row[0]) {                                                     \
            for (size_t c = 0; c < cols; ++c) {                                                               \
                to[c] = (to_type)(x[c] * y[c]);                                                               \
            }                                                                                                 \
            if (--rows == 0) {                                                                                \
                break;                                                                                        \
            }                                                                                                 \
        }                                                                                                     \
    }                                                                                                         \
    static const bl_kernel name##_patterns[] = {(bl_kernel)name, NULL, NULL, NULL};                           \
    static const bl_variant name##_variants[] = {{BL_ISA_SCALAR, 1, 1, 1, name##_patterns, NULL}};

KERNEL_1(f32_to_i8, float, int8_t)
KERNEL_1(f32_to_i32, float, int32_t)
KERNEL_1(i8_to_f32, int8_t, float)
KERNEL_2(f32_by_f32_to_i8, float, float, int8_t)
KERNEL_2(f32_by_f32_to_i32, float, float, int32_t)
KERNEL_2(f32_by_f64_to_i8, float, double, int8_t)
KERNEL_2(f64_by_f64_to_i32, double, double, int32_t)

/* dtypes and shifts: the output's first */
static const bl_table f32_to_i8_table = {
    "convert", f32_to_i8_variants, NULL, 1, BL_CALL_1, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_I8, BL_F32}, {0, 2} BL_NO_PACKED};
static const bl_table f32_to_i32_table = {
    "convert", f32_to_i32_variants, NULL, 1, BL_CALL_1, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_I32, BL_F32}, {2, 2} BL_NO_PACKED};
static const bl_table i8_to_f32_table = {
    "convert", i8_to_f32_variants, NULL, 1, BL_CALL_1, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_F32, BL_I8}, {2, 0} BL_NO_PACKED};
static const bl_table ffi8_table = {
    "scale", f32_by_f32_to_i8_variants, NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_I8, BL_F32, BL_F32}, {0, 2, 2} BL_NO_PACKED};
static const bl_table ffi32_table = {
    "scale", f32_by_f32_to_i32_variants, NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 4, {BL_I32, BL_F32, BL_F32}, {2, 2, 2} BL_NO_PACKED};
static const bl_table fdi8_table = {
    "scale", f32_by_f64_to_i8_variants, NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 8, {BL_I8, BL_F32, BL_F64}, {0, 2, 3} BL_NO_PACKED};
static const bl_table ddi32_table = {
    "scale", f64_by_f64_to_i32_variants, NULL, 2, BL_CALL_2, 0, 0, 0, 1, 0, 1, 0, 0, 8, {BL_I32, BL_F64, BL_F64}, {2, 3, 3} BL_NO_PACKED};

/* `first` by dtype: f32, f64, f16, bf16, i8, i16, i32, … */

/* T is the input's, U the output's */
static const bl_table *const convert_tables[] = {&f32_to_i8_table, &f32_to_i32_table, &i8_to_f32_table};
static const bl_op convert = {
    "convert", "a as U", 1, 2, {1, 0, 0}, {0, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}, convert_tables};

/* T is the output's, U the input's */
static const bl_table *const made_from_tables[] = {&i8_to_f32_table, &f32_to_i8_table, &f32_to_i32_table};
static const bl_op made_from = {
    "made_from", "a as T", 1, 2, {0, 1, 0}, {0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3}, made_from_tables};

/* T is the first input's, U the second's, V the output's */
static const bl_table *const scale_tables[] = {&ffi8_table, &ffi32_table, &fdi8_table, &ddi32_table};
static const bl_op scale = {
    "scale", "a * b as V", 2, 3, {1, 2, 0}, {0, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, scale_tables};

/* only the output has T, and b's dtype determines it */
static const bl_table *const only_tables[] = {&fdi8_table, &ddi32_table};
static const bl_op only_result = {
    "only_result", "a * b as T", 2, 1, {0, 0, 0}, {0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2}, only_tables};

/* ---- Looking up ---- */

typedef struct lookup {
    const bl_op *op;
    bl_dtype dtypes[BL_MAX_VARIABLES];
    const bl_table *table;
} lookup;

#define NONE BL_DTYPE_COUNT

static const lookup lookups[] = {
    {&convert, {BL_F32, BL_I8, NONE}, &f32_to_i8_table},
    {&convert, {BL_F32, BL_I32, NONE}, &f32_to_i32_table},
    {&convert, {BL_I8, BL_F32, NONE}, &i8_to_f32_table},
    {&convert, {BL_I8, BL_I32, NONE}, NULL},
    {&convert, {BL_F32, BL_F32, NONE}, NULL},
    {&convert, {BL_BOOL, BL_F32, NONE}, NULL},
    {&convert, {BL_F32, NONE, NONE}, NULL},
    {&convert, {NONE, BL_I8, NONE}, NULL},
    {&convert, {(bl_dtype)-1, BL_I8, NONE}, NULL},
    {&convert, {BL_F32, (bl_dtype)(256 + BL_I8), NONE}, NULL},
    {&made_from, {BL_F32, BL_I8, NONE}, &i8_to_f32_table},
    {&made_from, {BL_I32, BL_F32, NONE}, &f32_to_i32_table},
    {&made_from, {BL_I32, BL_I8, NONE}, NULL},
    {&scale, {BL_F32, BL_F32, BL_I8}, &ffi8_table},
    {&scale, {BL_F32, BL_F32, BL_I32}, &ffi32_table},
    {&scale, {BL_F32, BL_F64, BL_I8}, &fdi8_table},
    {&scale, {BL_F64, BL_F64, BL_I32}, &ddi32_table},
    {&scale, {BL_F32, BL_F64, BL_I32}, NULL},
    {&scale, {BL_F64, BL_F32, BL_I32}, NULL},
    {&scale, {BL_I8, BL_F32, BL_I8}, NULL},
    {&only_result, {BL_I8, NONE, NONE}, &fdi8_table},
    {&only_result, {BL_F32, NONE, NONE}, NULL},
};

static void test_lookups(void)
{
    static const bl_dtype f32 = BL_F32;
    size_t wrong = 0;

    for (size_t i = 0; i < sizeof lookups / sizeof *lookups; ++i) {
        const lookup *of = &lookups[i];

        ok(bl_op_table(of->op, of->dtypes) == of->table, "%s %s %s %s: %s", of->op->name, bl_dtype_name(of->dtypes[0]),
           bl_dtype_name(of->dtypes[1]), bl_dtype_name(of->dtypes[2]), of->table != NULL ? "a table" : "none");
    }
    ok(bl_op_table(NULL, &f32) == NULL && bl_op_table(&convert, NULL) == NULL, "no operator, no dtypes: none");
    for (size_t o = 0; o < bl_all_op_count; ++o) {
        const bl_op *op = bl_all_ops[o];

        for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
            bl_dtype dtypes[BL_MAX_VARIABLES];

            for (size_t v = 0; v < op->variable_count; ++v) {
                dtypes[v] = (bl_dtype)op->tables[t]->dtypes[op->typed_by[v]];
            }
            wrong += bl_op_table(op, dtypes) != op->tables[t];
        }
    }
    ok(wrong == 0, "every table of the library is found by its own dtypes");
}

/* ---- Planning ---- */

typedef struct choice {
    const bl_op *op;
    bl_dtype a, b, out; /* b: NONE for operators of one input */
    bl_status status;
    const bl_table *table;
} choice;

static const choice choices[] = {
    {&convert, BL_F32, NONE, BL_I8, BL_OK, &f32_to_i8_table},
    {&convert, BL_F32, NONE, BL_I32, BL_OK, &f32_to_i32_table},
    {&convert, BL_I8, NONE, BL_F32, BL_OK, &i8_to_f32_table},
    {&convert, BL_I8, NONE, BL_I32, BL_WRONG_OUTPUT_DTYPE, NULL},
    {&convert, BL_F64, NONE, BL_I32, BL_UNSUPPORTED_DTYPE, NULL},
    {&convert, BL_BOOL, NONE, BL_I32, BL_UNSUPPORTED_DTYPE, NULL},
    {&convert, NONE, NONE, BL_I32, BL_UNKNOWN_DTYPE, NULL},
    {&convert, BL_F32, NONE, NONE, BL_UNKNOWN_DTYPE, NULL},
    {&made_from, BL_F32, NONE, BL_I32, BL_OK, &f32_to_i32_table},
    {&made_from, BL_I8, NONE, BL_F32, BL_OK, &i8_to_f32_table},
    {&made_from, BL_I8, NONE, BL_I32, BL_DTYPES_DIFFER, NULL},
    {&made_from, BL_I8, NONE, BL_F64, BL_UNSUPPORTED_DTYPE, NULL},
    {&scale, BL_F32, BL_F32, BL_I8, BL_OK, &ffi8_table},
    {&scale, BL_F32, BL_F32, BL_I32, BL_OK, &ffi32_table},
    {&scale, BL_F32, BL_F64, BL_I8, BL_OK, &fdi8_table},
    {&scale, BL_F64, BL_F64, BL_I32, BL_OK, &ddi32_table},
    {&scale, BL_F32, BL_F64, BL_I32, BL_WRONG_OUTPUT_DTYPE, NULL},
    {&scale, BL_F32, BL_F32, BL_U8, BL_WRONG_OUTPUT_DTYPE, NULL},
    {&scale, BL_F64, BL_F32, BL_I32, BL_DTYPES_DIFFER, NULL},
    {&scale, BL_F32, BL_I8, BL_I8, BL_DTYPES_DIFFER, NULL},
    {&scale, BL_I8, BL_F32, BL_I8, BL_UNSUPPORTED_DTYPE, NULL},
    {&scale, BL_F32, (bl_dtype)-1, BL_I8, BL_UNKNOWN_DTYPE, NULL},
    {&only_result, BL_F32, BL_F64, BL_I8, BL_OK, &fdi8_table},
    {&only_result, BL_F32, BL_F32, BL_I8, BL_DTYPES_DIFFER, NULL}, /* the table's own check: these have no type variable */
    {&only_result, BL_F32, (bl_dtype)77, BL_I8, BL_UNKNOWN_DTYPE, NULL},
};

static void store(bl_dtype dtype, unsigned char *at, int value)
{
    const float single = (float)value;
    const double wide = (double)value;
    const int32_t number = value;
    const int8_t byte = (int8_t)value;

    memcpy(at, dtype == BL_F32 ? (const void *)&single : dtype == BL_F64 ? (const void *)&wide
                                                     : dtype == BL_I32   ? (const void *)&number
                                                                         : (const void *)&byte,
           bl_dtype_size(dtype));
}

/* Element k of a is k % 11 - 5, of b 1 + k % 7. */
static int results_come_out(const bl_plan *plan, const choice *of)
{
    static uint64_t a_room[COUNT], b_room[COUNT], out[COUNT], expected_room[COUNT]; /* as aligned as any dtype's values */
    unsigned char *const a = (unsigned char *)a_room, *const b = (unsigned char *)b_room, *const expected = (unsigned char *)expected_room;
    const void *const data[] = {a, b};
    const size_t width = bl_dtype_size(of->out);

    for (int k = 0; k < COUNT; ++k) {
        const int x = k % 11 - 5, y = of->b != NONE ? 1 + k % 7 : 1;

        store(of->a, a + (size_t)k * bl_dtype_size(of->a), x);
        if (of->b != NONE) {
            store(of->b, b + (size_t)k * bl_dtype_size(of->b), y);
        }
        store(of->out, expected + (size_t)k * width, x * y);
    }
    memset(out, 77, sizeof out);
    return bl_plan_run(plan, data, NULL, out) == BL_OK && memcmp(out, expected, COUNT * width) == 0;
}

static void test_choices(void)
{
    static const size_t shape[] = {COUNT};
    bl_plan plan;

    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        const choice *of = &choices[i];
        const bl_array a = {NULL, of->a, 1, shape, NULL}, b = {NULL, of->b, 1, shape, NULL}, out = {NULL, of->out, 1, shape, NULL};
        const bl_array *const inputs[] = {&a, &b};
        const bl_status status = bl_plan_make(&plan, of->op, inputs, &out, NULL);

        ok(status == of->status && (status != BL_OK || (plan.table == of->table && results_come_out(&plan, of))),
           "%s of %s and %s to %s: %s", of->op->name, bl_dtype_name(of->a), bl_dtype_name(of->b),
           bl_dtype_name(of->out), bl_status_string(of->status));
    }
    {
        const bl_array a = {NULL, BL_F32, 1, shape, NULL}, out = {NULL, BL_I8, 1, shape, NULL};
        const bl_array *const inputs[] = {&a, NULL};

        is(bl_plan_make(&plan, &convert, inputs, NULL, NULL), BL_NULL_POINTER, "the output names U, and is null");
        is(bl_plan_make(&plan, &scale, inputs, &out, NULL), BL_NULL_POINTER, "the second input names U, and is null");
        is(bl_plan_make(&plan, &only_result, inputs, &out, NULL), BL_NULL_POINTER, "an input that names none is null");
    }
}

int main(void)
{
    test_lookups();
    test_choices();
    return done_testing();
}
