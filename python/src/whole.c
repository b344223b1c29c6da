/* Calls of a ufunc: whole arrays run as one plan. NumPy's machinery serves all other calls, by the loops:
 * lists and subclasses, casts, where=, overlaps, arrays that are swapped or not aligned.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <float.h>
#include <math.h>
#include <string.h>

int describe_array(bl_array *array, size_t *shape, ptrdiff_t *strides, PyArrayObject *x, bl_dtype dtype)
{
    const int rank = PyArray_NDIM(x);
    const npy_intp *dims = PyArray_DIMS(x), *steps = PyArray_STRIDES(x);
    const npy_intp size = (npy_intp)bl_dtype_size(dtype);

    for (int i = 0; i < rank; ++i) {
        shape[i] = (size_t)dims[i];
        strides[i] = steps[i] / size;
        if ((steps[i] & (size - 1)) != 0) {
            return 0;
        }
    }
    array->data = PyArray_DATA(x);
    array->dtype = dtype;
    array->rank = (size_t)rank;
    array->shape = shape;
    array->strides = strides;
    return 1;
}

/* A Python number gets the array's dtype, if it fits. */
static int weak_number(uint64_t *bits, PyObject *x, bl_dtype dtype)
{
    double value;

    if (PyFloat_CheckExact(x) && dtype <= BL_F16) {
        value = PyFloat_AsDouble(x);
    } else if (PyLong_CheckExact(x) && dtype != BL_BF16 && dtype != BL_BOOL) {
        int overflow;
        const long long whole = PyLong_AsLongLongAndOverflow(x, &overflow);
        const unsigned bytes = (unsigned)bl_dtype_size(dtype);

        if (overflow != 0) {
            return 0;
        }
        if (dtype >= BL_U8) {
            if (whole < 0 || (bytes < 8 && (unsigned long long)whole >> 8 * bytes != 0)) {
                return 0;
            }
            memcpy(bits, &whole, sizeof whole); /* little-endian, as the wheels' machines are */
            return 1;
        }
        if (dtype >= BL_I8) {
            const long long most = (long long)(UINT64_MAX >> (65 - 8 * bytes));

            memcpy(bits, &whole, sizeof whole);
            return whole <= most && whole >= -most - 1;
        }
        if (whole > (1LL << 53) || whole < -(1LL << 53)) {
            return 0;
        }
        value = (double)whole;
    } else {
        return 0;
    }
    if (dtype == BL_F64) {
        memcpy(bits, &value, sizeof value);
    } else if (dtype == BL_F32) {
        const float single = (float)value;

        memcpy(bits, &single, sizeof single);
        return !(single - single != 0 && value - value == 0);
    } else {
        uint16_t half;

        bl_cast_f64_f16(1, &value, &half);
        memcpy(bits, &half, sizeof half);
        return !((half & 0x7c00u) == 0x7c00u && value - value == 0);
    }
    return 1;
}

/* The strides of a new array in NumPy's order K: dims are sorted by the inputs' strides, as NumPy's iterator sorts them. */
static void keep_order(PyArrayObject *const *inputs, int count, int rank, const npy_intp *dims, npy_intp size, npy_intp *strides)
{
    int order[MOST_DIMS]; /* the innermost first */

    for (int i = 0; i < rank; ++i) {
        order[i] = rank - 1 - i;
    }
    for (int i = 1; i < rank; ++i) {
        const int dim = order[i];
        int place = i;

        for (int k = i - 1; k >= 0; --k) {
            int is_open = 1, is_inner = 0;

            for (int n = 0; n < count; ++n) {
                PyArrayObject *const x = inputs[n];
                const int shift = x == NULL ? rank : rank - PyArray_NDIM(x), other = order[k];
                npy_intp mine, its;

                if (dim < shift || other < shift || PyArray_DIM(x, dim - shift) == 1 || PyArray_DIM(x, other - shift) == 1) {
                    continue;
                }
                mine = PyArray_STRIDE(x, dim - shift);
                its = PyArray_STRIDE(x, other - shift);
                if (mine == 0 || its == 0) {
                    continue;
                }
                mine = mine < 0 ? -mine : mine;
                its = its < 0 ? -its : its;
                is_inner = its <= mine ? 0 : is_open ? 1
                                                     : is_inner;
                is_open = 0;
            }
            if (!is_open) {
                if (!is_inner) {
                    break;
                }
                place = k;
            }
        }
        memmove(&order[place + 1], &order[place], sizeof *order * (size_t)(i - place));
        order[place] = dim;
    }
    for (int i = 0; i < rank; ++i) {
        strides[order[i]] = size;
        size *= dims[order[i]];
    }
}

static const loop *loop_for(const record *r, PyObject *const *args)
{
    const loop *l;
    int types[BL_MAX_ARITY], type = -1, is_array = 1;

    for (int i = 0; i < r->arity; ++i) {
        types[i] = -1;
        if (PyArray_CheckExact(args[i])) {
            types[i] = type = PyArray_TYPE((PyArrayObject *)args[i]);
        } else {
            is_array = 0;
        }
    }
    l = type < 0 ? NULL : type < BUILTIN_TYPES ? r->by_type[type]
                      : type == bf16_type      ? r->bf16
                                               : NULL;
    for (int i = 0; l != NULL && i < r->arity; ++i) {
        if (types[i] < 0 ? l->types[i] != type : l->types[i] != types[i]) {
            l = is_array && r->op->variable_count > 1 ? loop_at(r, types, -1) : NULL;
            break;
        }
    }
    return l != NULL && l->is_whole ? l : NULL;
}

typedef struct operands {
    bl_array arrays[BL_MAX_ARITY + 1];
    size_t shapes[BL_MAX_ARITY + 1][MOST_DIMS];
    ptrdiff_t strides[BL_MAX_ARITY + 1][MOST_DIMS];
} operands;

/* Few elements need no plan if all inputs are contiguous and have the same shape and dtype. Returns -1 if they are not. */
static int is_simple(const record *r, PyObject *const *args, PyArrayObject *out, size_t *count)
{
    PyArrayObject *first = (PyArrayObject *)args[0];
    const int rank = PyArray_NDIM(first);

    for (int i = 0; i < r->arity; ++i) {
        PyArrayObject *x = (PyArrayObject *)args[i];

        if (!PyArray_CheckExact(args[i]) || PyArray_NDIM(x) != rank || !PyArray_IS_C_CONTIGUOUS(x) ||
            memcmp(PyArray_DIMS(x), PyArray_DIMS(first), sizeof(npy_intp) * (size_t)rank) != 0) {
            return 0;
        }
    }
    if (out != NULL && (PyArray_NDIM(out) != rank || !PyArray_IS_C_CONTIGUOUS(out) ||
                        memcmp(PyArray_DIMS(out), PyArray_DIMS(first), sizeof(npy_intp) * (size_t)rank) != 0)) {
        return 0;
    }
    *count = (size_t)PyArray_SIZE(first);
    return rank > 0;
}

static PyArrayObject *new_output(PyArray_Descr *descr, int rank, const npy_intp *dims, const npy_intp *strides)
{
    Py_INCREF((PyObject *)descr);
    return (PyArrayObject *)PyArray_NewFromDescr(&PyArray_Type, descr, rank, dims, strides, NULL, 0, NULL);
}

static int report(const record *r, const loop *l, unsigned raised, unsigned met)
{
    const unsigned flags = l->table->dtypes[1] <= BL_BF16 || l->table->dtypes[0] <= BL_BF16
                               ? specified_flags(raised, (bl_dtype)l->table->dtypes[0])
                               : (met & BL_DIVIDED_BY_ZERO ? NPY_FPE_DIVIDEBYZERO : 0u) |
                                     (met & BL_DIVISION_OVERFLOWED ? NPY_FPE_OVERFLOW : 0u);

    return flags == 0 ? 0 : PyUFunc_GiveFloatingpointErrors(r->name, (int)flags);
}

/* Returns NULL without an error if a plan cannot serve the call. */
static PyObject *by_plan(const record *r, const loop *l, PyObject *const *args, PyArrayObject *out, const void *parameters)
{
    const bl_table *t = l->table;
    const bl_array *inputs[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    uint64_t held[BL_MAX_ARITY];
    PyArrayObject *arrays[BL_MAX_ARITY];
    npy_intp dims[MOST_DIMS], strides[MOST_DIMS];
    operands o;
    bl_plan plan;
    int rank = 0;
    unsigned before, raised, met = 0;
    bl_status status;

    for (int i = 0; i < r->arity; ++i) {
        if (PyArray_CheckExact(args[i]) && PyArray_NDIM((PyArrayObject *)args[i]) > rank) {
            rank = PyArray_NDIM((PyArrayObject *)args[i]);
        }
    }
    for (int k = 0; k < rank; ++k) {
        dims[k] = 1;
    }
    for (int i = 0; i < r->arity; ++i) {
        inputs[i] = &o.arrays[i];
        arrays[i] = NULL;
        if (PyArray_CheckExact(args[i])) {
            PyArrayObject *x = arrays[i] = (PyArrayObject *)args[i];
            const int shift = rank - PyArray_NDIM(x);

            if (!describe_array(&o.arrays[i], o.shapes[i], o.strides[i], x, (bl_dtype)t->dtypes[i + 1])) {
                return NULL;
            }
            for (int k = 0; k < PyArray_NDIM(x); ++k) {
                if (PyArray_DIM(x, k) != 1) {
                    if (dims[k + shift] != 1 && dims[k + shift] != PyArray_DIM(x, k)) {
                        return NULL; /* NumPy's message is better */
                    }
                    dims[k + shift] = PyArray_DIM(x, k);
                }
            }
        } else if (weak_number(&held[i], args[i], (bl_dtype)t->dtypes[i + 1])) {
            o.arrays[i] = bl_input_array(&held[i], (bl_dtype)t->dtypes[i + 1], 0, NULL, NULL);
        } else {
            return NULL;
        }
        data[i] = o.arrays[i].data;
    }
    if (rank == 0) {
        return NULL; /* NumPy returns a scalar */
    }
    if (out != NULL) {
        if (PyArray_NDIM(out) != rank || memcmp(PyArray_DIMS(out), dims, sizeof *dims * (size_t)rank) != 0) {
            return NULL;
        }
        Py_INCREF((PyObject *)out);
    } else {
        PyArray_Descr *descr = PyArray_DescrFromType(l->types[r->arity]);

        keep_order(arrays, r->arity, rank, dims, (npy_intp)1 << t->shifts[0], strides);
        out = new_output(descr, rank, dims, strides);
        Py_DECREF((PyObject *)descr);
        if (out == NULL) {
            return NULL;
        }
    }
    if (!describe_array(&o.arrays[r->arity], o.shapes[r->arity], o.strides[r->arity], out, (bl_dtype)t->dtypes[0]) ||
        bl_plan_make_table(&plan, t, inputs, &o.arrays[r->arity], NULL) != BL_OK) {
        Py_DECREF((PyObject *)out);
        return NULL;
    }
    before = clear_flags();
    if (PyArray_SIZE(out) >= FEW_ELEMENTS) {
        Py_BEGIN_ALLOW_THREADS
            status = t->divisor == 0 ? BL_OK : bl_plan_check(&plan, data, parameters, PyArray_DATA(out));
        if (status == BL_OK) {
            met = t->divisor == 0 ? 0 : bl_plan_division(&plan, data);
            status = run_plan(&plan, data, parameters, PyArray_DATA(out));
        }
        Py_END_ALLOW_THREADS
    } else {
        status = t->divisor == 0 ? BL_OK : bl_plan_check(&plan, data, parameters, PyArray_DATA(out));
        if (status == BL_OK) {
            met = t->divisor == 0 ? 0 : bl_plan_division(&plan, data);
            status = bl_plan_run(&plan, data, parameters, PyArray_DATA(out));
        }
    }
    raised = raised_flags(before);
    if (status != BL_OK || report(r, l, raised, met) < 0) {
        Py_DECREF((PyObject *)out);
        return NULL;
    }
    return (PyObject *)out;
}

static PyObject *whole(const record *r, PyObject *const *args, PyObject *out, const void *parameters)
{
    const loop *l = loop_for(r, args);
    size_t count;

    if (l == NULL) {
        return NULL;
    }
    for (int i = 0; i < r->arity; ++i) {
        if (PyArray_CheckExact(args[i]) && !PyArray_ISBEHAVED_RO((PyArrayObject *)args[i])) {
            return NULL;
        }
    }
    if (out != NULL && (!PyArray_CheckExact(out) || PyArray_TYPE((PyArrayObject *)out) != l->types[r->arity] ||
                        !PyArray_ISBEHAVED((PyArrayObject *)out))) {
        return NULL;
    }
    if (parameters == NULL) {
        parameters = l->parameters;
    }
    if (l->table->divisor == 0 && is_simple(r, args, (PyArrayObject *)out, &count) && count < FEW_ELEMENTS) {
        PyArrayObject *first = (PyArrayObject *)args[0];
        const void *data[BL_MAX_ARITY];
        unsigned before, raised;
        bl_status status;

        if (out == NULL) {
            PyArray_Descr *descr;

            if (l->types[0] == l->types[r->arity]) {
                descr = PyArray_DESCR(first);
                Py_INCREF((PyObject *)descr);
            } else {
                descr = PyArray_DescrFromType(l->types[r->arity]);
            }
            out = PyArray_NewFromDescr(&PyArray_Type, descr, PyArray_NDIM(first), PyArray_DIMS(first), NULL, NULL, 0, NULL);
            if (out == NULL) {
                return NULL;
            }
        } else {
            Py_INCREF((PyObject *)out);
        }
        for (int i = 0; i < r->arity; ++i) {
            data[i] = PyArray_DATA((PyArrayObject *)args[i]);
        }
        before = clear_flags();
        status = bl_run_contiguous(l->table, count, data, parameters, PyArray_DATA((PyArrayObject *)out));
        raised = raised_flags(before);
        if (status != BL_OK || report(r, l, raised, 0) < 0) {
            Py_DECREF((PyObject *)out);
            return NULL;
        }
        return out;
    }
    return by_plan(r, l, args, (PyArrayObject *)out, parameters);
}

/* ---- Keywords ---- */

static PyObject *word_out;

static const bl_parameter *parameter_named(const record *r, PyObject *name)
{
    const bl_table *t = r->op->tables[0];

    for (int i = 0; i < t->parameter_count; ++i) {
        if (PyUnicode_CompareWithASCIIString(name, t->parameters[i].name) == 0) {
            return &t->parameters[i];
        }
    }
    return NULL;
}

static int type_of_object(PyObject *x)
{
    PyObject *dtype;
    PyArray_Descr *descr = NULL;
    int type = NPY_NOTYPE;

    if (PyArray_Check(x)) {
        return PyArray_TYPE((PyArrayObject *)x);
    }
    dtype = PyObject_GetAttrString(x, "dtype");
    if (dtype != NULL && PyArray_DescrConverter(dtype, &descr)) {
        type = descr->type_num;
    }
    PyErr_Clear();
    Py_XDECREF(dtype);
    Py_XDECREF((PyObject *)descr);
    return type;
}

/* The loop for the first input's dtype, whose table gives the parameters' dtypes. */
static const loop *loop_of_first(const record *r, PyObject *first)
{
    const int type = type_of_object(first);
    const loop *l = type >= 0 && type < BUILTIN_TYPES ? r->by_type[type] : type == bf16_type ? r->bf16
                                                                                             : NULL;

    return l != NULL && l->parameters != NULL ? l : r->by_type[NPY_FLOAT];
}

static PyObject *with_parameters(record *r, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const Py_ssize_t keywords = PyTuple_Size(names);
    PyObject *call[MOST_OPERANDS + 16], *values[MOST_PARAMETERS], *rest = NULL, *out = NULL, *result = NULL;
    const loop *l;
    const bl_table *t;
    uint64_t bits[PARAMETER_WORDS];
    Py_ssize_t used = 0, others = 0;
    int only_out = 1;

    if (given < r->arity || given > r->arity + 1 || keywords > 16) {
        PyErr_Format(PyExc_TypeError, "%s() takes from %d to %d positional arguments but %zd were given", r->name, r->arity, r->arity + 1,
                     given);
        return NULL;
    }
    l = loop_of_first(r, args[0]);
    t = l->table;
    memcpy(bits, l->parameters, sizeof bits);
    memset(values, 0, sizeof values);
    for (Py_ssize_t k = 0; k < keywords; ++k) {
        PyObject *name = PyTuple_GetItem(names, k);
        const bl_parameter *p = parameter_named(r, name);

        if (p != NULL) {
            const Py_ssize_t i = p - r->op->tables[0]->parameters;

            values[i] = parameter_of(&t->parameters[i], args[given + k]);
            if (values[i] == NULL) {
                goto done;
            }
            PyArray_ScalarAsCtype(values[i], (char *)bits + t->parameters[i].offset);
        } else {
            ++others;
            if (PyUnicode_CompareWithASCIIString(name, "out") == 0) {
                out = args[given + k] == Py_None ? NULL : args[given + k];
            } else {
                only_out = 0;
            }
        }
    }
    if (given == r->arity + 1) {
        out = args[r->arity];
    }
    if (only_out && PyArray_Check(args[0]) && PyArray_TYPE((PyArrayObject *)args[0]) == NPY_DOUBLE && is_refused(r->by_type[NPY_DOUBLE])) {
        refuse(r->by_type[NPY_DOUBLE]);
        goto done;
    }
    if (only_out) {
        result = whole(r, args, out, bits);
        if (result != NULL || PyErr_Occurred()) {
            goto done;
        }
    }
    /* call NumPy's machinery, with the parameters as inputs */
    for (; used < r->arity; ++used) {
        call[used] = args[used];
    }
    for (int i = 0; i < t->parameter_count; ++i) {
        if (values[i] == NULL) {
            values[i] = default_parameter(&t->parameters[i], bits);
            if (values[i] == NULL) {
                goto done;
            }
        }
        call[used++] = values[i];
    }
    if (given == r->arity + 1) {
        call[used++] = args[r->arity];
    }
    rest = PyTuple_New(others);
    if (rest == NULL) {
        goto done;
    }
    others = 0;
    for (Py_ssize_t k = 0; k < keywords; ++k) {
        PyObject *name = PyTuple_GetItem(names, k);

        if (parameter_named(r, name) == NULL) {
            Py_INCREF(name);
            PyTuple_SetItem(rest, others, name);
            call[used + others++] = args[given + k];
        }
    }
    result = r->generic_with_parameters((PyObject *)r->with_parameters, call, (size_t)used, rest);
done:
    Py_XDECREF(rest);
    for (int i = 0; i < MOST_PARAMETERS; ++i) {
        Py_XDECREF(values[i]);
    }
    return result;
}

/* An unsupported dtype is refused before anything is computed, and before NumPy calls other libraries, whose arrays may hide the error. */
static int refuses(record *r, PyObject *const *args, PyObject *names)
{
    for (Py_ssize_t k = 0; names != NULL && k < PyTuple_Size(names); ++k) {
        PyObject *name = PyTuple_GetItem(names, k);

        if (PyUnicode_CompareWithASCIIString(name, "dtype") == 0 || PyUnicode_CompareWithASCIIString(name, "signature") == 0) {
            return 0;
        }
    }
    for (int i = 0; i < r->arity; ++i) {
        const int is_double = PyArray_Check(args[i]) ? PyArray_TYPE((PyArrayObject *)args[i]) == NPY_DOUBLE
                                                     : PyObject_HasAttrString(args[i], "__array_ufunc__") && type_of_object(args[i]) == NPY_DOUBLE;

        if (is_double && r->by_type[NPY_DOUBLE] != NULL && is_refused(r->by_type[NPY_DOUBLE])) {
            refuse(r->by_type[NPY_DOUBLE]);
            return 1;
        }
    }
    return 0;
}

PyObject *call_whole(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *names)
{
    record *r = ((loop *)((PyUFuncObject *)callable)->data[0])->owner;
    const Py_ssize_t given = POSITIONAL(nargsf), keywords = names == NULL ? 0 : PyTuple_Size(names);
    PyObject *out = NULL, *result = NULL;
    int is_plain = given == r->arity;

    if (!bf16_has_loops()) { /* ml_dtypes may have been imported since */
        for (Py_ssize_t i = 0; i < given; ++i) {
            if (PyArray_Check(args[i]) && PyTypeNum_ISUSERDEF(PyArray_TYPE((PyArrayObject *)args[i]))) {
                if (give_bf16_loops(0) < 0) {
                    return NULL;
                }
                break;
            }
        }
    }
    if (word_out == NULL) {
        word_out = PyUnicode_InternFromString("out");
        if (word_out == NULL) {
            return NULL;
        }
    }
    if (keywords == 1 && PyTuple_GetItem(names, 0) == word_out) {
        out = args[given] == Py_None ? NULL : args[given];
        if (out != NULL && PyTuple_Check(out) && PyTuple_Size(out) == 1) {
            out = PyTuple_GetItem(out, 0);
        }
    } else if (keywords != 0) {
        is_plain = 0;
        for (Py_ssize_t k = 0; r->with_parameters != NULL && k < keywords; ++k) {
            if (parameter_named(r, PyTuple_GetItem(names, k)) != NULL) {
                return with_parameters(r, args, given, names);
            }
        }
    } else if (given == r->arity + 1) {
        out = args[r->arity] == Py_None ? NULL : args[r->arity];
        is_plain = 1;
    }
    if (is_plain) {
        result = whole(r, args, out, NULL);
        if (result != NULL) {
            __atomic_store_n(&r->planned, r->planned + 1, __ATOMIC_RELAXED); /* a call of another thread may be missed */
            return result;
        }
        if (PyErr_Occurred()) {
            return NULL;
        }
    }
    return given >= r->arity && refuses(r, args, names) ? NULL : r->generic(callable, args, nargsf, names);
}
