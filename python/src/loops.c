/* The inner loops that NumPy's machinery calls: a table of kernels over strided rows. If a name means something else in NumPy than in the
 * library, the loop has NumPy's meaning.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <stdlib.h>
#include <string.h>

#define TILE 512           /* elements */
#define REDUCED_BYTES 2048 /* of a tile of a reduction */

static const bl_table *table_of(const bl_op *op, bl_dtype dtype)
{
    const bl_dtype dtypes[BL_MAX_VARIABLES] = {dtype, dtype, dtype};

    return bl_op_table(op, dtypes);
}

/* Compute elements one by one, in order, on copies: for operands that overlap, which the runtime refuses. */
static void run_singly(const bl_table *t, size_t n, const void *const *inputs, const ptrdiff_t *steps, const void *parameters,
                       char *out, ptrdiff_t out_step)
{
    uint64_t copies[MOST_INPUTS], result;
    const void *at[MOST_INPUTS];

    for (size_t i = 0; i < n; ++i, out += out_step) {
        for (int k = 0; k < t->arity; ++k) {
            memcpy(&copies[k], (const char *)inputs[k] + (ptrdiff_t)i * steps[k], (size_t)1 << t->shifts[k + 1]);
            at[k] = &copies[k];
        }
        bl_run_contiguous(t, 1, at, parameters, &result);
        memcpy(out, &result, (size_t)1 << t->shifts[0]);
    }
}

/* The best kernel of this processor, from a table with two inputs that commute. */
static bl_kernel_2 *kernel_of_two(const bl_table *t, size_t cols)
{
    for (int i = 0; t->call == BL_CALL_2 && t->commutes && i < t->variant_count; ++i) {
        const bl_variant *v = &t->variants[i];

        if (bl_isa_available(v->isa) && v->contract <= cols) {
            union {
                bl_kernel any;
                bl_kernel_2 *two;
            } kernel;

            kernel.any = v->patterns[0];
            return kernel.two;
        }
    }
    return NULL;
}

/* Reduce all elements to one in any order: into a tile, which is then halved repeatedly. */
static void reduce_associative(const bl_table *t, size_t n, const char *in, ptrdiff_t step, char *out)
{
    uint64_t tile[REDUCED_BYTES / 8];
    const size_t size = (size_t)1 << t->shifts[0], block = REDUCED_BYTES / size;
    const ptrdiff_t steps[2] = {(ptrdiff_t)size, step};
    const void *inputs[2] = {tile, in};
    const void *last[2] = {out, tile};
    size_t in_tile = n < block ? n : block, at = in_tile;
    bl_kernel_2 *const kernel = n > 2 * block && step == (ptrdiff_t)size ? kernel_of_two(t, block) : NULL;

    for (size_t i = 0; i < in_tile; ++i) {
        memcpy((char *)tile + i * size, in + (ptrdiff_t)i * step, size);
    }
    if (kernel != NULL) { /* all whole blocks at once, as rows with the same output */
        const ptrdiff_t row[3] = {0, 0, (ptrdiff_t)block};

        kernel(block, tile, in + at * size, tile, n / block - 1, row);
        at = n / block * block;
    }
    for (; at < n; at += block) {
        inputs[1] = in + (ptrdiff_t)at * step;
        bl_run_strided(t, n - at < block ? n - at : block, inputs, steps, NULL, tile, (ptrdiff_t)size);
    }
    while (in_tile > 1) {
        const size_t half = in_tile / 2;

        inputs[1] = (char *)tile + (in_tile - half) * size;
        bl_run_contiguous(t, half, inputs, NULL, tile);
        in_tile -= half;
    }
    bl_run_contiguous(t, 1, last, NULL, out);
}

/* Reduce all elements to one in order: plain C's kernel over rows of one column, with the same output for all rows. */
static int reduce_in_order(const bl_table *t, size_t n, const char *in, ptrdiff_t step, char *out)
{
    const bl_kernel *patterns = t->variants[t->variant_count - 1].patterns;
    ptrdiff_t row[3] = {0, 0, 0};
    union {
        bl_kernel any;
        bl_kernel_2 *two;
    } kernel;

    if (t->call != BL_CALL_2 || t->exchanged || step % (ptrdiff_t)((size_t)1 << t->shifts[2]) != 0) {
        return 0;
    }
    row[2] = step / (ptrdiff_t)((size_t)1 << t->shifts[2]);
    kernel.any = patterns[0];
    kernel.two(1, out, in, out, n, row);
    return 1;
}

static void run_over(const loop *l, const bl_table *t, size_t n, const void *const *inputs, const ptrdiff_t *steps,
                     const void *parameters, char *out, ptrdiff_t out_step)
{
    if (n > 1 && t->arity == 2 && inputs[0] == out && steps[0] == 0 && out_step == 0) {
        if (l->is_associative) {
            reduce_associative(t, n, inputs[1], steps[1], out);
            return;
        }
        if (t->dtypes[0] == t->dtypes[1] && t->divisor == 0 && reduce_in_order(t, n, inputs[1], steps[1], out)) {
            return;
        }
    }
    if (t->divisor != 0) {
        const unsigned met = bl_strided_division(t, n, inputs, steps);

        raise_flags((met & BL_DIVIDED_BY_ZERO ? NPY_FPE_DIVIDEBYZERO : 0u) |
                    (met & BL_DIVISION_OVERFLOWED ? NPY_FPE_OVERFLOW : 0u));
    }
    const unsigned before = flags_now();

    if (bl_run_strided(t, n, inputs, steps, parameters, out, out_step) != BL_OK) {
        run_singly(t, n, inputs, steps, parameters, out, out_step);
    }
    forget_flags(before, (bl_dtype)t->dtypes[0]);
}

void run_table(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const int arity = l->table->arity;
    const void *inputs[BL_MAX_ARITY];
    ptrdiff_t in_steps[BL_MAX_ARITY];

    if (dims[0] <= 0) {
        return;
    }
    for (int i = 0; i < arity; ++i) {
        inputs[i] = args[i];
        in_steps[i] = steps[i];
    }
    run_over(l, l->table, (size_t)dims[0], inputs, in_steps, l->parameters, args[arity], steps[arity]);
}

/* Parameters are inputs that usually have one value; if one varies, elements are computed one by one. */
void run_table_with_parameters(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const bl_table *t = l->table;
    const int arity = t->arity, count = t->parameter_count;
    const void *inputs[BL_MAX_ARITY];
    ptrdiff_t in_steps[BL_MAX_ARITY];
    uint64_t parameters[PARAMETER_WORDS];
    npy_intp at_once = dims[0];

    for (int k = 0; k < count; ++k) {
        if (steps[arity + k] != 0) {
            at_once = 1;
        }
    }
    for (npy_intp at = 0; at < dims[0]; at += at_once) {
        for (int i = 0; i < arity; ++i) {
            inputs[i] = args[i] + at * steps[i];
            in_steps[i] = steps[i];
        }
        for (int k = 0; k < count; ++k) {
            memcpy((char *)parameters + t->parameters[k].offset, args[arity + k] + at * steps[arity + k],
                   bl_dtype_size((bl_dtype)t->parameters[k].dtype));
        }
        run_over(l, t, (size_t)at_once, inputs, in_steps, parameters, args[arity + count] + at * steps[arity + count],
                 steps[arity + count]);
    }
}

/* Inputs are converted first: integers to divide, and numbers for which only the truth value counts. */
static void run_converted(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const int arity = l->table->arity;
    const ptrdiff_t size = (ptrdiff_t)1 << l->convert->shifts[0];
    uint64_t tiles[2][TILE];
    const void *inputs[2] = {tiles[0], tiles[1]};
    const ptrdiff_t in_steps[2] = {size, size};

    for (npy_intp at = 0; at < dims[0]; at += TILE) {
        const size_t n = dims[0] - at < TILE ? (size_t)(dims[0] - at) : TILE;

        for (int i = 0; i < arity; ++i) {
            const void *const from = args[i] + at * steps[i];

            bl_run_strided(l->convert, n, &from, &steps[i], NULL, tiles[i], size);
        }
        bl_run_strided(l->table, n, inputs, in_steps, NULL, args[arity] + at * steps[arity], steps[arity]);
    }
}

/* Integers are finite and never NaN. */
static void run_constant(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;

    for (npy_intp i = 0; i < dims[0]; ++i) {
        args[1][i * steps[1]] = (char)l->constant;
    }
}

/* Compares integers of 64 bits, one signed and one unsigned: the order as an i8, which is then compared with 0. */
static void run_mixed(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const int signed_first = l->types[0] == NPY_LONGLONG || l->types[0] == NPY_LONG;
    const int8_t zero = 0;
    int8_t order[TILE];
    const void *inputs[2] = {order, &zero};
    const ptrdiff_t in_steps[2] = {1, 0};

    for (npy_intp at = 0; at < dims[0]; at += TILE) {
        const npy_intp n = dims[0] - at < TILE ? dims[0] - at : TILE;

        for (npy_intp i = 0; i < n; ++i) {
            int64_t a;
            uint64_t b;

            memcpy(&a, args[!signed_first] + (at + i) * steps[!signed_first], sizeof a);
            memcpy(&b, args[signed_first] + (at + i) * steps[signed_first], sizeof b);
            const int above = a >= 0 && (uint64_t)a > b, below = a < 0 || (uint64_t)a < b;
            order[i] = (int8_t)(signed_first ? above - below : below - above);
        }
        bl_run_strided(l->table, (size_t)n, inputs, in_steps, NULL, args[2] + at * steps[2], steps[2]);
    }
}

/* Powers of integers, with exponents that must not be negative. */
static void run_power(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const size_t size = (size_t)1 << l->table->shifts[2];

    for (npy_intp i = 0; i < dims[0] && PyTypeNum_ISSIGNED(l->types[1]); ++i) {
        const char highest = args[1][i * steps[1] + (NPY_BYTE_ORDER == NPY_LITTLE_ENDIAN ? (npy_intp)size - 1 : 0)];

        if (highest & 0x80) {
            const PyGILState_STATE state = PyGILState_Ensure();

            PyErr_SetString(PyExc_ValueError, "Integers to negative integer powers are not allowed.");
            PyGILState_Release(state);
            return;
        }
        if (steps[1] == 0) {
            break;
        }
    }
    run_table(args, dims, steps, data);
}

/* The error for a signature that NumPy has and the library lacks: another dtype must not replace it silently. */
void refuse(const loop *l)
{
    const record *r = l->owner;
    char has[256] = "";
    int has_f32 = 0;

    for (int type = 0; type < BUILTIN_TYPES; ++type) {
        const loop *other = r->by_type[type];

        if (other != NULL && !is_refused(other) && type != NPY_LONGLONG && type != NPY_ULONGLONG) {
            const size_t used = strlen(has);

            PyOS_snprintf(has + used, sizeof has - used, "%s%s", used != 0 ? ", " : "", type_name(type));
            has_f32 |= type == NPY_FLOAT;
        }
    }
    if (table_of(r->op, BL_BF16) != NULL) {
        const size_t used = strlen(has);

        PyOS_snprintf(has + used, sizeof has - used, "%sbfloat16", used != 0 ? ", " : "");
    }
    if (l->types[0] == NPY_DOUBLE && has_f32) {
        PyErr_Format(PyExc_TypeError,
                     "broadloom.%s has no float64 yet; it has %s. Pass x.astype(numpy.float32), or dtype=numpy.float32 to have the "
                     "inputs rounded on the way, or call NumPy's.",
                     r->name, has);
    } else {
        PyErr_Format(PyExc_TypeError, "broadloom.%s has no %s; it has %s. Convert the input first (astype, or dtype=), or call NumPy's.",
                     r->name, type_name(l->types[0]), has);
    }
}

/* NumPy then casts the output, so it must have values, and reports exceptions, which must not hide the error. */
static void run_refused(char **args, npy_intp const *dims, npy_intp const *steps, void *data)
{
    const loop *l = data;
    const int arity = l->owner->arity, size = l->types[arity] == NPY_DOUBLE ? 8 : 0;
    const PyGILState_STATE state = PyGILState_Ensure();

    refuse(l);
    PyGILState_Release(state);
    for (npy_intp i = 0; i < dims[0]; ++i) {
        memset(args[arity] + i * steps[arity], 0, (size_t)size);
    }
    clear_flags();
}

int is_refused(const loop *l)
{
    return l->run == run_refused;
}

int is_plain(const loop *l)
{
    return l->run == run_table && l->table->divisor == 0;
}

int may_raise(const loop *l)
{
    return l->run == run_power || l->run == run_refused;
}

/* ---- The loop of a signature ---- */

static const bl_table *table_at(const bl_op *op, const int *types)
{
    bl_dtype dtypes[BL_MAX_VARIABLES] = {BL_F32, BL_F32, BL_F32};
    const bl_table *t;

    for (int v = 0; v < op->variable_count; ++v) {
        dtypes[v] = dtype_of(types[op->typed_by[v] == 0 ? op->arity : op->typed_by[v] - 1]);
    }
    for (int i = 0; i <= op->arity; ++i) {
        if (dtype_of(types[i]) == BL_DTYPE_COUNT) {
            return NULL;
        }
    }
    t = bl_op_table(op, dtypes);
    for (int i = 0; t != NULL && i <= op->arity; ++i) {
        if (t->dtypes[i] != dtype_of(types[i == 0 ? op->arity : i - 1])) {
            return NULL;
        }
    }
    return t;
}

static const bl_table *cast_table(bl_dtype from, bl_dtype to)
{
    const bl_dtype dtypes[BL_MAX_VARIABLES] = {from, to, BL_F32};

    return from == BL_DTYPE_COUNT || to == BL_DTYPE_COUNT ? NULL : bl_op_table(&bl_op_cast, dtypes);
}

/* For bools, NumPy's names mean logical operators. */
static const struct {
    const bl_op *op, *of_bool;
} as_logic[] = {{&bl_op_add, &bl_op_logical_or}, {&bl_op_mul, &bl_op_logical_and}, {&bl_op_abs, &bl_op_identity}};

/* The operator with NumPy's meaning of a name, if the library's operator of that name has another meaning: numpy_floor_divide. */
static const bl_op *op_as_numpy(const char *name)
{
    char text[64];

    PyOS_snprintf(text, sizeof text, NUMPYS_PREFIX "%s", name);
    return bl_op_by_name(text);
}

static int is_any(const bl_op *op, const bl_op *const *list, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (list[i] == op) {
            return 1;
        }
    }
    return 0;
}
#define IS_ANY(op, ...) is_any(op, (const bl_op *const[]){__VA_ARGS__}, sizeof((const bl_op *const[]){__VA_ARGS__}) / sizeof(bl_op *))

static int choose_numpys(loop *l, const bl_op *op)
{
    const int type = l->types[0], is_bool = type == NPY_BOOL, is_whole = is_bool || PyTypeNum_ISINTEGER(type);
    const bl_op *const meant = op_as_numpy(l->owner->name);

    if (meant != NULL) {
        l->table = table_at(meant, l->types);
        l->run = run_table;
        if (l->table != NULL) {
            return 1;
        }
    }
    if (is_bool) {
        for (size_t i = 0; i < sizeof as_logic / sizeof *as_logic; ++i) {
            if (as_logic[i].op == op) {
                l->table = table_at(as_logic[i].of_bool, l->types);
                l->run = run_table;
                return l->table != NULL;
            }
        }
    }
    if (op == &bl_op_div && is_whole) {
        l->convert = cast_table(dtype_of(type), BL_F64);
        l->table = table_of(op, BL_F64);
        l->run = run_converted;
        return l->convert != NULL;
    }
    if (IS_ANY(op, &bl_op_logical_and, &bl_op_logical_or, &bl_op_logical_xor, &bl_op_logical_not) && !is_bool) {
        l->convert = cast_table(dtype_of(type), BL_BOOL);
        l->table = table_of(op, BL_BOOL);
        l->run = run_converted;
        return l->convert != NULL;
    }
    if (is_whole && IS_ANY(op, &bl_op_is_nan, &bl_op_is_inf, &bl_op_is_finite)) {
        l->constant = op == &bl_op_is_finite;
        l->run = run_constant;
        return 1;
    }
    if (is_whole && IS_ANY(op, &bl_op_floor, &bl_op_ceil, &bl_op_trunc)) {
        l->table = table_at(&bl_op_identity, l->types);
        l->run = run_table;
        return l->table != NULL;
    }
    if (op->arity == 2 && is_whole && type != l->types[1] && l->types[2] == NPY_BOOL) {
        l->table = table_of(op, BL_I8);
        l->run = run_mixed;
        return dtype_of(type) == BL_I64 || dtype_of(type) == BL_U64;
    }
    if (op == &bl_op_pow && is_whole) {
        l->table = table_at(op, l->types);
        l->run = run_power;
        return l->table != NULL;
    }
    return 0;
}

/* The reductions with bits that do not depend on the order. */
static int has_any_order(const loop *l)
{
    static const bl_op *const always[] = {&bl_op_maximum, &bl_op_minimum, &bl_op_bitwise_and, &bl_op_bitwise_or,
                                          &bl_op_bitwise_xor, &bl_op_logical_and, &bl_op_logical_or, &bl_op_logical_xor};
    const int is_whole = l->types[0] == NPY_BOOL || PyTypeNum_ISINTEGER(l->types[0]);

    for (size_t i = 0; l->table != NULL && i < sizeof always / sizeof *always; ++i) {
        if (l->table->op == always[i]->name || strcmp(l->table->op, always[i]->name) == 0) {
            return 1;
        }
    }
    return l->table != NULL && is_whole && (strcmp(l->table->op, "add") == 0 || strcmp(l->table->op, "mul") == 0);
}

int choose_loop(loop *l, const bl_op *op, int is_numpys)
{
    if (!is_numpys || !choose_numpys(l, op)) {
        l->convert = NULL;
        l->table = table_at(op, l->types);
        l->run = run_table;
        if (is_numpys && op == &bl_op_div && l->types[0] != l->types[op->arity]) {
            l->table = NULL;
        }
        if (l->table == NULL) {
            l->run = run_refused;
            return 0;
        }
    }
    l->is_whole = l->run == run_table;
    l->is_associative = (uint8_t)(l->run == run_table && has_any_order(l));
    if (l->table != NULL && l->table->parameter_count != 0) {
        void *defaults = calloc(PARAMETER_WORDS, 8);

        if (defaults == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        bl_parameters_default(l->table, defaults);
        l->parameters = defaults;
    }
    return 1;
}

const loop *loop_at(const record *r, const int *types, int output)
{
    for (int i = 0; i < r->loop_count; ++i) {
        int k = 0;

        while (k < r->arity && r->loops[i].types[k] == types[k]) {
            ++k;
        }
        if (k == r->arity && (output < 0 || r->loops[i].types[k] == output)) {
            return &r->loops[i];
        }
    }
    return NULL;
}
