/* Functions that are not ufuncs: cast, folds of any number of arrays, descriptions of plans, and bfloat16 from other libraries.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <stdlib.h>
#include <string.h>

typedef struct described {
    bl_array array;
    size_t shape[MOST_DIMS];
    ptrdiff_t strides[MOST_DIMS];
} described;

static int describe(described *d, PyObject *object)
{
    PyArrayObject *x = (PyArrayObject *)object;
    const bl_dtype dtype = PyArray_Check(object) ? dtype_of(PyArray_TYPE(x)) : BL_DTYPE_COUNT;

    if (dtype == BL_DTYPE_COUNT) {
        PyErr_SetString(PyExc_TypeError, "broadloom: not an array of a supported dtype");
        return 0;
    }
    if (!PyArray_ISBEHAVED_RO(x) || !describe_array(&d->array, d->shape, d->strides, x, dtype)) {
        PyErr_SetString(PyExc_ValueError, "broadloom: an array is not aligned, or not in the machine's byte order");
        return 0;
    }
    return 1;
}

/* cast(x, out): the library's cast, which saturates */
PyObject *call_cast(PyObject *module, PyObject *args)
{
    PyObject *x, *out;
    described d[2];
    const bl_array *inputs[1] = {&d[0].array};
    const void *data[1];
    bl_plan plan;
    bl_status status;
    unsigned before, raised;

    (void)module;
    if (!PyArg_ParseTuple(args, "OO:cast", &x, &out) || !describe(&d[0], x) || !describe(&d[1], out)) {
        return NULL;
    }
    const bl_dtype dtypes[BL_MAX_VARIABLES] = {d[0].array.dtype, d[1].array.dtype, BL_F32};
    const bl_table *t = bl_op_table(&bl_op_cast, dtypes);

    if (t == NULL) {
        return PyErr_Format(PyExc_TypeError, "broadloom.cast cannot convert %s to %s", bl_dtype_name(dtypes[0]), bl_dtype_name(dtypes[1]));
    }
    data[0] = d[0].array.data;
    status = bl_plan_make_table(&plan, t, inputs, &d[1].array, NULL);
    before = clear_flags();
    if (status == BL_OK) {
        Py_BEGIN_ALLOW_THREADS
            status = run_plan(&plan, data, NULL, d[1].array.data);
        Py_END_ALLOW_THREADS
    }
    raised = specified_flags(raised_flags(before), dtypes[1]) & ~(unsigned)NPY_FPE_INVALID; /* numbers that do not fit saturate */
    if (status != BL_OK) {
        return PyErr_Format(PyExc_ValueError, "broadloom.cast: %s", bl_status_string(status));
    }
    if (raised != 0 && PyUFunc_GiveFloatingpointErrors("cast", (int)raised) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

PyObject *call_folds(PyObject *module, PyObject *nothing)
{
    PyObject *names = PyDict_New();

    (void)module, (void)nothing;
    for (size_t i = 0; names != NULL && i < bl_all_fold_count; ++i) {
        PyObject *says = PyUnicode_FromString(bl_all_folds[i]->says);

        if (says == NULL || PyDict_SetItemString(names, bl_all_folds[i]->name, says) < 0) {
            Py_CLEAR(names);
        }
        Py_XDECREF(says);
    }
    return names;
}

/* fold(name, (array, …), out): all arrays have one dtype and broadcast to out's shape */
PyObject *call_fold(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *tuple, *out, *result = NULL;
    const bl_fold *fold = NULL;
    Py_ssize_t count;
    described *d;
    const bl_array **inputs;
    const void **data;
    bl_fold_step *steps;
    bl_status status = BL_OK;
    unsigned before, raised;

    (void)module;
    if (!PyArg_ParseTuple(args, "sO!O:fold", &name, &PyTuple_Type, &tuple, &out)) {
        return NULL;
    }
    for (size_t i = 0; i < bl_all_fold_count; ++i) {
        if (strcmp(bl_all_folds[i]->name, name) == 0) {
            fold = bl_all_folds[i];
        }
    }
    count = PyTuple_Size(tuple);
    if (fold == NULL || count < 1 || count > 10000) {
        return PyErr_Format(PyExc_ValueError, "broadloom: %s takes from 1 to 10000 arrays", name);
    }
    d = calloc((size_t)count + 1, sizeof *d);
    inputs = calloc((size_t)count, sizeof *inputs);
    data = calloc((size_t)count, sizeof *data);
    steps = calloc((size_t)count, sizeof *steps);
    if (d == NULL || inputs == NULL || data == NULL || steps == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (!describe(&d[i], PyTuple_GetItem(tuple, i))) {
            goto done;
        }
        inputs[i] = &d[i].array;
        data[i] = d[i].array.data;
    }
    if (!describe(&d[count], out)) {
        goto done;
    }
    status = bl_fold_make(steps, fold, (size_t)count, inputs, &d[count].array, NULL);
    before = clear_flags();
    if (status == BL_OK) {
        Py_BEGIN_ALLOW_THREADS
            status = bl_fold_run(steps, data, d[count].array.data);
        Py_END_ALLOW_THREADS
    }
    raised = specified_flags(raised_flags(before), d[count].array.dtype);
    if (status != BL_OK) {
        PyErr_Format(status == BL_UNSUPPORTED_DTYPE ? PyExc_TypeError : PyExc_ValueError, "broadloom: %s of %s: %s", name,
                     bl_dtype_name(d[0].array.dtype), bl_status_string(status));
    } else if (d[0].array.dtype > BL_BF16 || raised == 0 || PyUFunc_GiveFloatingpointErrors(name, (int)raised) >= 0) {
        result = Py_None;
        Py_INCREF(result);
    }
done:
    free(d);
    free(inputs);
    free(data);
    free(steps);
    return result;
}

/* describe(op's name, (array, …), out): the plan in words, or the argument that is wrong */
PyObject *call_describe(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *tuple, *out;
    const bl_op *op;
    const bl_array *inputs[BL_MAX_ARITY];
    described *d;
    bl_plan plan;
    bl_status status;
    char text[512] = "";

    (void)module;
    if (!PyArg_ParseTuple(args, "sO!O:describe", &name, &PyTuple_Type, &tuple, &out)) {
        return NULL;
    }
    op = bl_op_by_name(name);
    if (op == NULL || PyTuple_Size(tuple) != op->arity) {
        return PyErr_Format(PyExc_ValueError, "broadloom: %s: unknown operator, or wrong number of arrays", name);
    }
    d = calloc(BL_MAX_ARITY + 1, sizeof *d);
    if (d == NULL) {
        return PyErr_NoMemory();
    }
    for (int i = 0; i < op->arity; ++i) {
        if (!describe(&d[i], PyTuple_GetItem(tuple, i))) {
            free(d);
            return NULL;
        }
        inputs[i] = &d[i].array;
    }
    if (!describe(&d[op->arity], out)) {
        free(d);
        return NULL;
    }
    status = bl_plan_make(&plan, op, inputs, &d[op->arity].array, NULL);
    if (status == BL_OK) {
        bl_plan_describe(&plan, text, sizeof text);
    } else {
        bl_explain(op, inputs, NULL, &d[op->arity].array, NULL, status, text, sizeof text);
    }
    free(d);
    return PyUnicode_FromString(text);
}

/* parameters(ufunc, type, {name: value}): all of them, as scalars of their dtypes */
PyObject *call_parameters(PyObject *module, PyObject *args)
{
    PyObject *ufunc, *given, *values = NULL;
    int type;

    (void)module;
    if (!PyArg_ParseTuple(args, "OiO!:parameters", &ufunc, &type, &PyDict_Type, &given)) {
        return NULL;
    }
    for (size_t i = 0; i < record_count; ++i) {
        const record *r = &records[i];

        if ((PyObject *)r->ufunc == ufunc && r->with_parameters != NULL) {
            const loop *l = type >= 0 && type < BUILTIN_TYPES ? r->by_type[type] : r->bf16;
            const bl_table *t;

            l = l != NULL && l->parameters != NULL ? l : r->by_type[NPY_FLOAT];
            t = l->table;
            values = PyTuple_New(t->parameter_count);
            for (int k = 0; values != NULL && k < t->parameter_count; ++k) {
                PyObject *value = PyDict_GetItemString(given, t->parameters[k].name);

                value = value == NULL ? default_parameter(&t->parameters[k], l->parameters) : parameter_of(&t->parameters[k], value);
                if (value == NULL || PyTuple_SetItem(values, k, value) < 0) {
                    Py_CLEAR(values);
                }
            }
            return values;
        }
    }
    PyErr_SetString(PyExc_TypeError, "broadloom: the operator has no parameters");
    return NULL;
}

/* The beginning of DLPack's tensor, up to its dtype: github.com/dmlc/dlpack. NumPy does not accept bfloat16 there, but accepts words of 16 bits. */
typedef struct dl_tensor {
    void *data;
    struct {
        int32_t device_type, device_id;
    } device;
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
} dl_tensor;

PyObject *dlpack_bf16_as_words(PyObject *module, PyObject *capsule)
{
    dl_tensor *tensor;

    (void)module;
    if (!PyCapsule_IsValid(capsule, "dltensor")) {
        PyErr_SetString(PyExc_TypeError, "broadloom.from_dlpack: not a capsule of an unversioned tensor");
        return NULL;
    }
    tensor = PyCapsule_GetPointer(capsule, "dltensor");
    if (tensor->dtype.code == 4 && tensor->dtype.bits == 16 && tensor->dtype.lanes == 1) {
        tensor->dtype.code = 1; /* unsigned integers */
        Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}
