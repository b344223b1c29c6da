/* A ufunc for every operator, with its tables' signatures; a ufunc with a name of NumPy's has the signatures of NumPy's ufunc.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

record *records;
size_t record_count;

static const struct {
    const char *ours, *numpys;
    int differs;
} renamed[] = {
#define RENAMED(ours, numpys, differs) {ours, numpys, differs},
#include "names.h"
#undef RENAMED
};

static const int own_order[] = {NPY_BOOL, NPY_BYTE, NPY_UBYTE, NPY_SHORT, NPY_USHORT, NPY_INT, NPY_UINT, NPY_LONG,
                                NPY_ULONG, NPY_LONGLONG, NPY_ULONGLONG, NPY_HALF, NPY_FLOAT, NPY_DOUBLE};
#define OWN_TYPES (sizeof own_order / sizeof *own_order)
#define MOST_LOOPS 512

/* ---- The list of a record's loops ---- */

static int add_loop(record *r, const int *types, int is_numpys)
{
    loop *l = &r->loops[r->loop_count];

    for (int i = 0; i < r->loop_count; ++i) {
        if (memcmp(r->loops[i].types, types, sizeof(int) * ((size_t)r->arity + 1)) == 0) {
            return 0;
        }
    }
    if (r->loop_count == MOST_LOOPS) {
        PyErr_Format(PyExc_SystemError, "broadloom: %s has too many signatures", r->name);
        return -1;
    }
    memset(l, 0, sizeof *l);
    l->owner = r;
    memcpy(l->types, types, sizeof(int) * ((size_t)r->arity + 1));
    if (choose_loop(l, r->op, is_numpys) < 0) {
        return -1;
    }
    ++r->loop_count;
    return 0;
}

static int is_number(int type)
{
    return type >= 0 && type < BUILTIN_TYPES && type != NPY_OBJECT && type != NPY_DATETIME && type != NPY_TIMEDELTA &&
           type != NPY_STRING && type != NPY_UNICODE && type != NPY_VOID;
}

static int add_numpys_loops(record *r, const PyUFuncObject *numpys)
{
    int types[MOST_OPERANDS];

    if (r->op == &bl_op_div) { /* NumPy finds these by a rule */
        for (size_t k = 0; k < OWN_TYPES; ++k) {
            types[0] = types[1] = own_order[k];
            types[2] = NPY_DOUBLE;
            if ((types[0] == NPY_BOOL || PyTypeNum_ISINTEGER(types[0])) && add_loop(r, types, 1) < 0) {
                return -1;
            }
        }
    }
    for (int i = 0; i < numpys->ntypes; ++i) {
        int known = 1;

        for (int k = 0; k < numpys->nargs; ++k) {
            types[k] = numpys->types[i * numpys->nargs + k];
            known &= is_number(types[k]);
        }
        if (known && add_loop(r, types, 1) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Operators of one type variable: every dtype, in the order in which NumPy searches for one to which inputs can be cast. If only some
 * integers, or some floats, have kernels, the others are refused rather than cast. */
static int add_own_loops(record *r)
{
    const bl_op *op = r->op;
    const bl_table *sample = op->tables[0];
    const int sample_type = type_of((bl_dtype)sample->dtypes[op->typed_by[0]]);
    int types[MOST_OPERANDS], has[2] = {0, 0};

    for (int i = 0; i < op->first[BL_DTYPE_COUNT]; ++i) {
        const bl_dtype dtype = (bl_dtype)op->tables[i]->dtypes[op->typed_by[0]];

        has[0] |= dtype > BL_BF16 && dtype != BL_BOOL && type_of(dtype) >= 0;
        has[1] |= dtype <= BL_BF16;
    }
    for (size_t k = 0; k < OWN_TYPES; ++k) {
        const bl_dtype dtypes[BL_MAX_VARIABLES] = {dtype_of(own_order[k]), BL_F32, BL_F32};
        const bl_table *t = bl_op_table(op, dtypes);

        if (t == NULL && (own_order[k] == NPY_BOOL || !has[dtypes[0] <= BL_BF16])) {
            continue;
        }
        for (int i = 0; i <= op->arity; ++i) {
            const bl_table *like = t != NULL ? t : sample;
            const int type = type_of((bl_dtype)like->dtypes[i == op->arity ? 0 : i + 1]);

            types[i] = type == (t != NULL ? type_of(dtypes[0]) : sample_type) ? own_order[k] : type;
        }
        if (add_loop(r, types, 0) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Operators of several variables: a signature for each table. */
static int add_mixed_loops(record *r)
{
    for (int i = 0; i < r->op->first[BL_DTYPE_COUNT]; ++i) {
        const bl_table *t = r->op->tables[i];
        int types[MOST_OPERANDS], known = 1;

        for (int k = 0; k <= t->arity; ++k) {
            types[k] = type_of((bl_dtype)t->dtypes[k == t->arity ? 0 : k + 1]);
            known &= types[k] >= 0 && types[k] < BUILTIN_TYPES;
        }
        if (known && add_loop(r, types, 0) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- The ufunc ---- */

static char *documentation(const record *r)
{
    static const char *const shapes =
        "Shapes broadcast as NumPy's. out=, where=, dtype=, casting= and the ufunc's methods are NumPy's. Raises ValueError where\n"
        "shapes do not broadcast, and TypeError where the dtypes have no kernel.\n";
    char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text, "%s.\n\nDtypes:", r->op->says);

    for (int dtype = 0; dtype < BL_DTYPE_COUNT; ++dtype) {
        for (int i = 0; i < r->op->first[BL_DTYPE_COUNT]; ++i) {
            if (is_in_numpy((bl_dtype)dtype) && r->op->tables[i]->dtypes[r->op->typed_by[0]] == dtype) {
                used += (size_t)snprintf(text + used, sizeof text - used, " %s", bl_dtype_name((bl_dtype)dtype));
                break;
            }
        }
    }
    used += (size_t)snprintf(text + used, sizeof text - used, ".\n");
    for (int i = 0; i < r->op->tables[0]->parameter_count; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=", i == 0 ? "Parameters, as keywords: " : ", ",
                                 r->op->tables[0]->parameters[i].name);
    }
    if (r->op->tables[0]->parameter_count != 0) {
        used += (size_t)snprintf(text + used, sizeof text - used, ".\n");
    }
    snprintf(text + used, sizeof text - used, "%s", shapes);

    char *kept = malloc(strlen(text) + 1);
    if (kept != NULL) {
        strcpy(kept, text);
    }
    return kept;
}

/* A ufunc keeps pointers to these arrays as long as the process lives. */
static PyUFuncObject *ufunc_of(record *r, const char *name, const PyUFuncObject *numpys, int parameter_count)
{
    const int operands = r->arity + parameter_count + 1;
    PyUFuncGenericFunction *runs = calloc((size_t)r->loop_count, sizeof *runs);
    void **data = calloc((size_t)r->loop_count, sizeof *data);
    char *types = calloc((size_t)r->loop_count * (size_t)operands, 1);
    char *text = documentation(r);
    int count = 0, identity = r->arity == 2 && r->op->tables[0]->commutes ? PyUFunc_ReorderableNone : PyUFunc_None;
    PyObject *value = NULL;

    if (runs == NULL || data == NULL || types == NULL || text == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (int i = 0; i < r->loop_count; ++i) {
        const loop *l = &r->loops[i];
        char *at = types + count * operands;

        if (parameter_count != 0 && (l->run != run_table || l->table->parameter_count != parameter_count)) {
            continue;
        }
        runs[count] = parameter_count != 0 ? run_table_with_parameters : l->run;
        data[count++] = &r->loops[i];
        for (int k = 0; k < r->arity; ++k) {
            *at++ = (char)l->types[k];
        }
        for (int k = 0; k < parameter_count; ++k) {
            *at++ = (char)type_of((bl_dtype)l->table->parameters[k].dtype);
        }
        *at = (char)l->types[r->arity];
    }
    if (numpys != NULL) {
        identity = numpys->identity;
        value = identity == PyUFunc_IdentityValue ? numpys->identity_value : NULL;
    }
    return (PyUFuncObject *)PyUFunc_FromFuncAndDataAndSignatureAndIdentity(runs, data, types, count, operands - 1, 1, identity, name,
                                                                           text, 0, NULL, value);
}

static int publish(PyObject *module, PyUFuncObject *ufunc, const char *name, const char *from)
{
    PyObject *const where = PyUnicode_FromString(from), *const called = PyUnicode_FromString(name);

    if (where == NULL || called == NULL || PyModule_AddObjectRef(module, name, (PyObject *)ufunc) < 0) {
        return -1;
    }
    if (PyObject_SetAttrString((PyObject *)ufunc, "__module__", where) < 0 ||
        PyObject_SetAttrString((PyObject *)ufunc, "__qualname__", called) < 0) {
        PyErr_Clear(); /* NumPy before 2.2, which pickles only the name */
    }
    Py_DECREF(where);
    Py_DECREF(called);
    return 0;
}

static int make_ufunc(PyObject *module, const bl_op *op, const char *name, PyObject *numpy)
{
    record *r = &records[record_count];
    PyObject *numpys = NULL;
    int done;

    r->op = op;
    r->name = name;
    r->arity = op->arity;
    r->loops = calloc(MOST_LOOPS, sizeof *r->loops);
    if (r->loops == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (numpy != NULL) {
        numpys = PyObject_GetAttrString(numpy, name);
        if (numpys == NULL || !PyObject_TypeCheck(numpys, &PyUFunc_Type) || ((PyUFuncObject *)numpys)->nin != op->arity) {
            PyErr_Clear();
            Py_CLEAR(numpys);
        }
    }
    done = numpys != NULL ? add_numpys_loops(r, (PyUFuncObject *)numpys) : op->variable_count == 1 ? add_own_loops(r)
                                                                                                   : add_mixed_loops(r);
    if (done < 0 || r->loop_count == 0) {
        free(r->loops);
        Py_XDECREF(numpys);
        return done;
    }
    r->loops = realloc(r->loops, sizeof *r->loops * (size_t)r->loop_count);
    ++record_count;
    for (int i = 0; i < r->loop_count; ++i) {
        const int type = r->loops[i].types[r->arity - 1];

        r->loops[i].owner = r;
        if (type < BUILTIN_TYPES && r->by_type[type] == NULL && (r->arity == 1 || r->loops[i].types[r->arity - 2] == type || op->variable_count > 1)) {
            r->by_type[type] = &r->loops[i];
        }
    }
    r->ufunc = ufunc_of(r, name, (PyUFuncObject *)numpys, 0);
    /* NumPy's own rule for mixed dtypes and those that it refuses; it has another one if only truth values count */
    if (r->ufunc != NULL && numpys != NULL && (r->by_type[NPY_FLOAT] == NULL || r->by_type[NPY_FLOAT]->convert == NULL)) {
        r->ufunc->type_resolver = ((PyUFuncObject *)numpys)->type_resolver;
    }
    Py_XDECREF(numpys);
    if (r->ufunc == NULL) {
        return -1;
    }
    r->generic = (vector_call)r->ufunc->vectorcall;
    r->ufunc->vectorcall = (void *)call_whole;
    if (publish(module, r->ufunc, name, "broadloom") < 0) {
        return -1;
    }
    if (op->tables[0]->parameter_count != 0) {
        char *hidden = malloc(strlen(name) + 2);

        if (hidden == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        sprintf(hidden, "_%s", name);
        r->with_parameters = ufunc_of(r, hidden, NULL, op->tables[0]->parameter_count);
        if (r->with_parameters == NULL || publish(module, r->with_parameters, hidden, "broadloom._bl") < 0) {
            return -1;
        }
        r->generic_with_parameters = (vector_call)r->with_parameters->vectorcall;
    }
    return 0;
}

int make_ufuncs(PyObject *module)
{
    PyObject *numpy = PyImport_ImportModule("numpy");

    records = calloc(bl_all_op_count + sizeof renamed / sizeof *renamed, sizeof *records);
    if (numpy == NULL || records == NULL) {
        return -1;
    }
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];
        const char *name = op->name;
        int differs = 0;

        if (op == &bl_op_cast || strncmp(op->name, NUMPYS_PREFIX, strlen(NUMPYS_PREFIX)) == 0) {
            continue; /* cast is a function, because its dtype is an argument; the others are loops under NumPy's names */
        }
        for (size_t k = 0; k < sizeof renamed / sizeof *renamed; ++k) {
            if (strcmp(op->name, renamed[k].ours) == 0) {
                name = renamed[k].numpys;
                differs = renamed[k].differs;
            }
        }
        if (make_ufunc(module, op, name, numpy) < 0 || (differs && make_ufunc(module, op, op->name, NULL) < 0)) {
            Py_DECREF(numpy);
            return -1;
        }
    }
    Py_DECREF(numpy);
    return 0;
}

/* ---- bfloat16, which is a type of ml_dtypes ---- */

static int register_one(record *r, const bl_table *t)
{
    loop *l = calloc(1, sizeof *l);
    int types[MOST_OPERANDS];

    if (l == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    l->owner = r;
    for (int k = 0; k <= r->arity; ++k) {
        l->types[k] = type_of((bl_dtype)t->dtypes[k == r->arity ? 0 : k + 1]);
    }
    if (choose_loop(l, r->op, strcmp(r->name, r->op->name) != 0) < 0) {
        return -1;
    }
    if (PyUFunc_RegisterLoopForType(r->ufunc, bf16_type, l->run, l->types, l) < 0) {
        return -1;
    }
    if (r->op->variable_count == 1) {
        r->bf16 = l;
    }
    if (r->with_parameters != NULL) {
        for (int k = 0; k < r->arity; ++k) {
            types[k] = l->types[k];
        }
        for (int k = 0; k < t->parameter_count; ++k) {
            types[r->arity + k] = type_of((bl_dtype)t->parameters[k].dtype);
        }
        types[r->arity + t->parameter_count] = l->types[r->arity];
        return PyUFunc_RegisterLoopForType(r->with_parameters, bf16_type, run_table_with_parameters, types, l);
    }
    return 0;
}

static int register_all(void)
{
    for (size_t i = 0; i < record_count; ++i) {
        record *r = &records[i];

        for (int k = 0; k < r->op->first[BL_DTYPE_COUNT]; ++k) {
            const bl_table *t = r->op->tables[k];
            int has = 0, only_typed = 1, known = 1;

            for (int operand = 0; operand <= t->arity; ++operand) {
                has |= t->dtypes[operand] == BL_BF16;
                known &= is_in_numpy((bl_dtype)t->dtypes[operand]);
                only_typed &= operand == 0 || t->dtypes[operand] == BL_BF16;
            }
            if (has && known && (r->op != &bl_op_pow || only_typed) && register_one(r, t) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Two threads may call this at the same time. A thread releases the interpreter's lock while it waits for the other. */
static pthread_mutex_t bf16_lock = PTHREAD_MUTEX_INITIALIZER;
static int bf16_loops;

int bf16_has_loops(void)
{
    return __atomic_load_n(&bf16_loops, __ATOMIC_ACQUIRE);
}

int give_bf16_loops(int import_it)
{
    PyThreadState *const own = PyEval_SaveThread();
    int found;

    pthread_mutex_lock(&bf16_lock);
    PyEval_RestoreThread(own);
    found = bf16_loops ? 1 : find_bf16(import_it);
    if (found == 1 && !bf16_loops) {
        if (register_all() < 0) {
            found = -1;
        } else {
            __atomic_store_n(&bf16_loops, 1, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&bf16_lock);
    return found;
}

/* A parameter's value as a Python object: a NumPy scalar of its dtype. */
PyObject *default_parameter(const bl_parameter *p, const void *bits)
{
    PyArray_Descr *descr = PyArray_DescrFromType(type_of((bl_dtype)p->dtype));
    PyObject *scalar;

    if (descr == NULL) {
        return NULL;
    }
    scalar = PyArray_Scalar((void *)((const char *)bits + p->offset), descr, NULL);
    Py_DECREF((PyObject *)descr);
    return scalar;
}

/* A number as a NumPy scalar of the parameter's dtype. */
PyObject *parameter_of(const bl_parameter *p, PyObject *value)
{
    PyArray_Descr *descr = PyArray_DescrFromType(type_of((bl_dtype)p->dtype));
    PyObject *scalar = descr == NULL ? NULL : PyObject_CallFunctionObjArgs((PyObject *)descr->typeobj, value, NULL);

    Py_XDECREF((PyObject *)descr);
    if (scalar != NULL && !PyArray_CheckScalar(scalar)) {
        PyErr_Format(PyExc_TypeError, "broadloom: the parameter %s is a number", p->name);
        Py_CLEAR(scalar);
    }
    return scalar;
}
