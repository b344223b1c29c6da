/* broadloom._bl: the ufuncs, and the functions on which those of broadloom/ *.py are based.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define BROADLOOM_PYTHON_OWNS_API
#include "module.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static PyObject *set_threads(PyObject *module, PyObject *number)
{
    const long threads = PyLong_AsLong(number);
    int error;

    (void)module;
    if (threads == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
        error = threads < 1 ? EINVAL : start_threads((size_t)threads);
    Py_END_ALLOW_THREADS if (error != 0)
    {
        return PyErr_Format(PyExc_ValueError, "threads must be from 1 to 256, not %ld", threads);
    }
    Py_RETURN_NONE;
}

static PyObject *get_threads(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyLong_FromSize_t(thread_count);
}

static PyObject *register_bfloat16(PyObject *module, PyObject *import_it)
{
    const int found = give_bf16_loops(PyObject_IsTrue(import_it));

    (void)module;
    return found < 0 ? NULL : PyBool_FromLong(found);
}

/* (names, best) of the instruction sets that this processor has */
static PyObject *isas(PyObject *module, PyObject *nothing)
{
    PyObject *names = PyList_New(0);

    (void)module, (void)nothing;
    for (size_t i = 0; names != NULL && i < bl_isa_record_count; ++i) {
        if (bl_isa_available((bl_isa)bl_isa_records[i].isa)) {
            PyObject *name = PyUnicode_FromString(bl_isa_records[i].name);

            if (name == NULL || PyList_Append(names, name) < 0) {
                Py_XDECREF(name);
                Py_CLEAR(names);
                break;
            }
            Py_DECREF(name);
        }
    }
    return names == NULL ? NULL : Py_BuildValue("(Ns)", names, bl_isa_name(bl_isa_best()));
}

static PyObject *limit_isa(PyObject *module, PyObject *args)
{
    const char *name;
    bl_isa isa = BL_ISA_ANY;
    bl_status status = BL_OK;

    (void)module;
    if (!PyArg_ParseTuple(args, "s:limit_isa", &name)) {
        return NULL;
    }
    if (strcmp(name, "any") != 0) {
        status = bl_isa_from_name(name, &isa);
    }
    if (status == BL_OK) {
        status = bl_isa_limit(isa);
    }
    if (status != BL_OK) {
        return PyErr_Format(PyExc_ValueError, "%s: %s", name, bl_status_string(status));
    }
    Py_RETURN_NONE;
}

/* Whether the inputs' dtypes vary independently. */
static int is_mixed(const record *r)
{
    return r->op->variable_count > 1 && strcmp(r->name, r->op->name) == 0;
}

/* {name: (ours, planned calls, {dtype: has}, parameters)}: the library's tables for Python */
static PyObject *tables(PyObject *module, PyObject *nothing)
{
    PyObject *result = PyDict_New();

    (void)module, (void)nothing;
    for (size_t i = 0; result != NULL && i < record_count; ++i) {
        const record *r = &records[i];
        PyObject *dtypes = PyDict_New(), *parameters = PyList_New(0), *value;
        const bl_table *first = r->op->tables[0];

        if (dtypes == NULL || parameters == NULL) {
            return NULL;
        }
        for (int type = 0; type < BUILTIN_TYPES; ++type) {
            const loop *l = r->by_type[type];

            if (l != NULL && dtype_of(type) != BL_DTYPE_COUNT && !is_mixed(r)) {
                PyObject *has = PyBool_FromLong(!is_refused(l));

                PyDict_SetItemString(dtypes, type_name(type), has);
                Py_DECREF(has);
            }
        }
        for (int k = 0; k < r->op->first[BL_DTYPE_COUNT]; ++k) {
            const bl_dtype dtype = (bl_dtype)r->op->tables[k]->dtypes[r->op->typed_by[0]];

            if (dtype == BL_BF16) {
                PyDict_SetItemString(dtypes, "bfloat16", Py_True);
            } else if (is_mixed(r) && type_of(dtype) >= 0) {
                PyDict_SetItemString(dtypes, type_name(type_of(dtype)), Py_True);
            }
        }
        for (int k = 0; k < first->parameter_count; ++k) {
            PyObject *name = PyUnicode_FromString(first->parameters[k].name);

            PyList_Append(parameters, name);
            Py_XDECREF(name);
        }
        value = Py_BuildValue("(sKNN)", r->op->name, r->planned, dtypes, parameters);
        if (value == NULL || PyDict_SetItemString(result, r->name, value) < 0) {
            Py_CLEAR(result);
        }
        Py_XDECREF(value);
    }
    return result;
}

static PyMethodDef methods[] = {
    {"set_threads", set_threads, METH_O, NULL},
    {"get_threads", get_threads, METH_NOARGS, NULL},
    {"register_bfloat16", register_bfloat16, METH_O, NULL},
    {"isas", isas, METH_NOARGS, NULL},
    {"limit_isa", limit_isa, METH_VARARGS, NULL},
    {"tables", tables, METH_NOARGS, NULL},
    {"make_program", make_program, METH_VARARGS, NULL},
    {"run_program", run_program, METH_VARARGS, NULL},
    {"cast", call_cast, METH_VARARGS, NULL},
    {"fold", call_fold, METH_VARARGS, NULL},
    {"folds", call_folds, METH_NOARGS, NULL},
    {"parameters", call_parameters, METH_VARARGS, NULL},
    {"describe", call_describe, METH_VARARGS, NULL},
    {"bf16_as_words", dlpack_bf16_as_words, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    const char *threads = getenv("BROADLOOM_NUM_THREADS");
    bl_status status;

    import_array1(-1);
    import_umath1(-1);
    status = bl_isa_from_environment();
    if (status != BL_OK) {
        PyErr_Format(PyExc_ImportError, "BROADLOOM_ISA=%s: %s", getenv("BROADLOOM_ISA"), bl_status_string(status));
        return -1;
    }
    if (threads != NULL && *threads != '\0') {
        char *end;
        const long number = strtol(threads, &end, 10);

        if (*end != '\0' || number < 1 || start_threads((size_t)number) != 0) {
            PyErr_Format(PyExc_ImportError, "BROADLOOM_NUM_THREADS=%s: not a number from 1 to 256", threads);
            return -1;
        }
    }
    pthread_atfork(NULL, NULL, threads_forked);
    return PyModule_AddStringConstant(module, "version", bl_version()) < 0 ? -1 : make_ufuncs(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_bl", .m_methods = methods, .m_slots = slots};

PyMODINIT_FUNC PyInit__bl(void)
{
    return PyModuleDef_Init(&definition);
}
