/* Declarations that the sources of the extension share. They use only the public headers of Broadloom, CPython and NumPy.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_PYTHON_MODULE_H
#define BROADLOOM_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL broadloom_array_api
#define PY_UFUNC_UNIQUE_SYMBOL broadloom_ufunc_api
#ifndef BROADLOOM_PYTHON_OWNS_API
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include "broadloom.h"

#define MOST_PARAMETERS 4
#define MOST_INPUTS (BL_MAX_ARITY + MOST_PARAMETERS)
#define MOST_OPERANDS (MOST_INPUTS + 1)
#define MOST_DIMS 64           /* of NumPy's arrays */
#define PARAMETER_WORDS 8      /* of 8 bytes, for any struct of parameters */
#define FEW_ELEMENTS 2048      /* calls with fewer keep the interpreter's lock */
#define NUMPYS_PREFIX "numpy_" /* of operators that are called by NumPy's name without it */
#define BUILTIN_TYPES 24       /* NumPy's own type numbers; NPY_HALF is the last */

typedef PyObject *(*vector_call)(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *names);
#define POSITIONAL(nargsf) ((Py_ssize_t)((nargsf) & ~((size_t)1 << (8 * sizeof(size_t) - 1))))

/** The loop of a ufunc at one signature. */
typedef struct loop {
    struct record *owner;
    PyUFuncGenericFunction run;
    const bl_table *table;    /* the kernels that do the work; NULL if there are none */
    const bl_table *convert;  /* the cast, if inputs are converted first */
    const void *parameters;   /* the defaults; NULL if there are none */
    int types[MOST_OPERANDS]; /* NumPy's type numbers: the inputs, and then the output */
    uint8_t is_whole;         /* whole arrays may be planned with the table */
    uint8_t is_associative;   /* reductions have the same bits in any order */
    uint8_t constant;         /* the result, if it does not depend on the input */
} loop;

/** A ufunc: an operator under one name. */
typedef struct record {
    const bl_op *op;
    const char *name;
    PyUFuncObject *ufunc;
    PyUFuncObject *with_parameters; /* the same with the parameters as further inputs; NULL if there are none */
    vector_call generic;            /* NumPy's own way to call it */
    vector_call generic_with_parameters;
    int arity;
    int loop_count;
    loop *loops;
    loop *by_type[BUILTIN_TYPES]; /* the loop with only this type as inputs */
    loop *bf16;                   /* likewise, once ml_dtypes is imported */
    unsigned long long planned;   /* the number of calls that ran as one plan */
} record;

/* types.c: dtypes of the library and NumPy's */
extern int bf16_type;            /* -1 until ml_dtypes is imported */
bl_dtype dtype_of(int type);     /* BL_DTYPE_COUNT: none */
int type_of(bl_dtype dtype);     /* -1: none yet */
int is_in_numpy(bl_dtype dtype); /* whether arrays can have it; bfloat16 needs ml_dtypes */
const char *type_name(int type);
int find_bf16(int import_it); /* 1: found, and bf16_type is set; 0: not found; -1: an error is set */
unsigned clear_flags(void);
unsigned raised_flags(unsigned before); /* NPY_FPE_… since clear_flags; restores the earlier ones */
void raise_flags(unsigned flags);
unsigned flags_now(void);
unsigned specified_flags(unsigned flags, bl_dtype output);
void forget_flags(unsigned before, bl_dtype output);

/* loops.c */
const loop *loop_at(const record *r, const int *types, int output);
void run_table(char **args, npy_intp const *dims, npy_intp const *steps, void *data);
void run_table_with_parameters(char **args, npy_intp const *dims, npy_intp const *steps, void *data);
int is_refused(const loop *l);
void refuse(const loop *l);
int may_raise(const loop *l);
int is_plain(const loop *l); /* it only calls its table, and has no divisions to report */
int choose_loop(loop *l, const bl_op *op, int is_numpys);

/* ufuncs.c */
extern record *records;
extern size_t record_count;
int make_ufuncs(PyObject *module);
int bf16_has_loops(void);
int give_bf16_loops(int import_it); /* like find_bf16; then every ufunc has its loops of bfloat16 */
PyObject *default_parameter(const bl_parameter *p, const void *bits);
PyObject *parameter_of(const bl_parameter *p, PyObject *value);

/* whole.c */
PyObject *call_whole(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *names);
int describe_array(bl_array *array, size_t *shape, ptrdiff_t *strides, PyArrayObject *x, bl_dtype dtype);

/* threads.c */
extern size_t thread_count;
int start_threads(size_t count); /* 0, or an errno value */
void threads_forked(void);
/** Run work(context, part) for each part, on all threads, and return once all are done. */
void run_parts(void (*work)(const void *context, size_t part), const void *context, size_t parts);
bl_status run_plan(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out);

/* evaluate.c, calls.c */
PyObject *make_program(PyObject *module, PyObject *args);
PyObject *run_program(PyObject *module, PyObject *args);
PyObject *call_cast(PyObject *module, PyObject *args);
PyObject *call_fold(PyObject *module, PyObject *args);
PyObject *call_folds(PyObject *module, PyObject *nothing);
PyObject *call_parameters(PyObject *module, PyObject *args);
PyObject *call_describe(PyObject *module, PyObject *args);
PyObject *dlpack_bf16_as_words(PyObject *module, PyObject *capsule);

#endif
