/* Programs: the calls of an expression, over blocks of elements that stay in the first cache. Each step is a loop of a ufunc, so its bits are
 * those of the call.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 8192 /* of a register's block */
#define LINE_BYTES 64    /* of the caches */
#define MOST_STEPS 256
#define MOST_REGISTERS 320
#define LEAST_ROW 256 /* elements; shorter rows are packed, so that a block holds many of them */
#define PART 16384    /* the least number of elements of a thread's part */

typedef struct step {
    PyUFuncGenericFunction run;
    const loop *loop;
    const bl_table *direct;                 /* kernels that run without the loop: those of a cast, or of a plain loop */
    const void *parameters;                 /* their defaults */
    int operands, registers[MOST_OPERANDS]; /* the output's last; -1: the result */
} step;

typedef struct program {
    int steps, inputs, registers;
    int may_raise;
    step step[MOST_STEPS];
    uint8_t sizes[MOST_REGISTERS]; /* bytes of an element */
} program;

static void free_program(PyObject *capsule)
{
    free(PyCapsule_GetPointer(capsule, "broadloom.program"));
}

static int whole_number(PyObject *tuple, Py_ssize_t at)
{
    return (int)PyLong_AsLong(PyTuple_GetItem(tuple, at));
}

static int is_half(const bl_table *t)
{
    return t->dtypes[0] == BL_F16 || t->dtypes[0] == BL_BF16;
}

/* The processor's flags are read once, after all steps, because each read waits for the stores before it. Overflows of half floats
 * are not reported; so if the last step has another dtype, the steps of half floats need their loops, which clear these flags. */
static void keep_loops(program *p)
{
    const step *last = &p->step[p->steps - 1];
    const bl_table *t = last->direct != NULL ? last->direct : last->loop->table;

    for (int k = 0; k < p->steps && !(t != NULL && is_half(t)); ++k) {
        if (p->step[k].loop != NULL && p->step[k].direct != NULL && is_half(p->step[k].direct)) {
            p->step[k].direct = NULL;
        }
    }
}

/* steps: a tuple of (ufunc or None, (type, …), (register, …)), output last in both */
PyObject *make_program(PyObject *module, PyObject *args)
{
    PyObject *steps, *capsule;
    program *p;
    int inputs, registers;

    (void)module;
    if (!PyArg_ParseTuple(args, "O!ii:make_program", &PyTuple_Type, &steps, &inputs, &registers)) {
        return NULL;
    }
    if (PyTuple_Size(steps) < 1 || PyTuple_Size(steps) > MOST_STEPS || registers > MOST_REGISTERS || inputs > registers) {
        PyErr_SetString(PyExc_ValueError, "evaluate: the expression is too long");
        return NULL;
    }
    p = calloc(1, sizeof *p);
    if (p == NULL) {
        return PyErr_NoMemory();
    }
    p->steps = (int)PyTuple_Size(steps);
    p->inputs = inputs;
    p->registers = registers;
    for (int k = 0; k < p->steps; ++k) {
        step *s = &p->step[k];
        PyObject *ufunc, *types, *names;
        int type[MOST_OPERANDS];

        if (!PyArg_ParseTuple(PyTuple_GetItem(steps, k), "OO!O!", &ufunc, &PyTuple_Type, &types, &PyTuple_Type, &names) ||
            PyTuple_Size(types) != PyTuple_Size(names) || PyTuple_Size(types) > MOST_OPERANDS) {
            goto wrong;
        }
        s->operands = (int)PyTuple_Size(types);
        for (int i = 0; i < s->operands; ++i) {
            type[i] = whole_number(types, i);
            s->registers[i] = whole_number(names, i);
            if (s->registers[i] < (i == s->operands - 1 ? -1 : 0) || s->registers[i] >= registers || dtype_of(type[i]) == BL_DTYPE_COUNT) {
                goto wrong;
            }
            if (s->registers[i] >= 0) {
                p->sizes[s->registers[i]] = (uint8_t)bl_dtype_size(dtype_of(type[i]));
            }
        }
        if (ufunc == Py_None) {
            const bl_dtype dtypes[BL_MAX_VARIABLES] = {dtype_of(type[0]), dtype_of(type[1]), BL_F32};

            s->direct = bl_op_table(&bl_op_cast, dtypes);
            if (s->direct == NULL) {
                goto wrong;
            }
            continue;
        }
        for (size_t i = 0; i < record_count && s->loop == NULL; ++i) {
            const record *r = &records[i];

            if ((PyObject *)r->ufunc == ufunc || (PyObject *)r->with_parameters == ufunc) {
                s->loop = type[r->arity - 1] == bf16_type && r->bf16 != NULL ? r->bf16 : loop_at(r, type, -1);
                s->run = s->loop == NULL ? NULL : (PyObject *)r->ufunc == ufunc ? s->loop->run
                                                                                : run_table_with_parameters;
            }
        }
        if (s->run == NULL) {
            goto wrong;
        }
        if (is_refused(s->loop)) {
            refuse(s->loop);
            goto wrong;
        }
        p->may_raise |= may_raise(s->loop);
        if (s->run == s->loop->run && is_plain(s->loop)) {
            s->direct = s->loop->table;
            s->parameters = s->loop->parameters;
        }
    }
    keep_loops(p);
    capsule = PyCapsule_New(p, "broadloom.program", free_program);
    if (capsule != NULL) {
        return capsule;
    }
wrong:
    free(p);
    if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "evaluate: unknown step");
    }
    return NULL;
}

/* ---- Running ---- */

typedef struct job {
    const program *p;
    int rank;
    npy_intp dims[MOST_DIMS];                  /* merged, the innermost first */
    npy_intp steps[MOST_REGISTERS][MOST_DIMS]; /* bytes; the output's at [inputs] */
    const char *data[MOST_REGISTERS];
    char *out;
    size_t out_size, block, parts;
    npy_intp count, rows; /* elements; rows if each runs by itself, otherwise 0 */
    int is_packed;
    int *out_of_memory; /* set if a part could not run */
} job;

/* Move `count` elements from the index `at` on between an array and a contiguous block. */
static void move_block(const job *j, int operand, char *array, char *block, npy_intp at, npy_intp count, size_t size, int to_array)
{
    npy_intp index[MOST_DIMS];

    for (int d = 0; d < j->rank; ++d) {
        index[d] = at % j->dims[d];
        at /= j->dims[d];
        array += index[d] * j->steps[operand][d];
    }
    while (count > 0) {
        const npy_intp step = j->steps[operand][0];
        npy_intp run = j->dims[0] - index[0];

        run = run < count ? run : count;
#define MOVE(type)                                                                      \
    for (npy_intp i = 0; i < run; ++i) {                                                \
        if (to_array) {                                                                 \
            memcpy(array + i * step, block + i * (npy_intp)sizeof(type), sizeof(type)); \
        } else {                                                                        \
            memcpy(block + i * (npy_intp)sizeof(type), array + i * step, sizeof(type)); \
        }                                                                               \
    }
        switch (size) {
        case 1:
            MOVE(uint8_t)
            break;
        case 2:
            MOVE(uint16_t)
            break;
        case 4:
            MOVE(uint32_t)
            break;
        default:
            MOVE(uint64_t)
            break;
        }
        block += run * (npy_intp)size;
        count -= run;
        array += run * step;
        index[0] += run;
        for (int d = 0; d < j->rank && index[d] == j->dims[d]; ++d) {
            array -= j->dims[d] * j->steps[operand][d];
            index[d] = 0;
            if (d + 1 < j->rank) {
                array += j->steps[operand][d + 1];
                ++index[d + 1];
            }
        }
    }
}

/* Run all steps over one block: the address of element i of register r is at[r] + i * step[r]. */
static void run_block(const program *p, npy_intp n, char *const *at, const npy_intp *step_of, char *out, npy_intp out_step)
{
    for (int k = 0; k < p->steps; ++k) {
        const step *s = &p->step[k];
        char *args[MOST_OPERANDS];
        npy_intp steps[MOST_OPERANDS];

        for (int i = 0; i < s->operands; ++i) {
            args[i] = s->registers[i] < 0 ? out : at[s->registers[i]];
            steps[i] = s->registers[i] < 0 ? out_step : step_of[s->registers[i]];
        }
        if (s->direct == NULL || (bl_run_strided(s->direct, (size_t)n, (const void *const *)args, steps, s->parameters, args[s->operands - 1],
                                                 steps[s->operands - 1]) != BL_OK &&
                                  s->loop != NULL)) {
            s->run(args, &n, steps, (void *)s->loop);
        }
    }
}

/* The number of elements of the first block. If the output is contiguous, the later blocks then begin with cache lines, as tiles do. So do
 * inputs with the same offset from a line as the output, such as NumPy's large arrays. */
static npy_intp first_block(const job *j, const char *out)
{
    const npy_intp size = (npy_intp)j->out_size;
    const int is_contiguous = !j->is_packed && j->steps[j->p->inputs][0] == size;

    return (npy_intp)j->block - (is_contiguous ? (npy_intp)((uintptr_t)out & (LINE_BYTES - 1)) / size : 0);
}

static void run_some(const void *context, size_t part)
{
    const job *j = context;
    const program *p = j->p;
    const npy_intp units = j->rows != 0 ? j->rows : j->count;
    npy_intp from = (npy_intp)(units / (npy_intp)j->parts * (npy_intp)part), to = units / (npy_intp)j->parts * (npy_intp)(part + 1);
    const npy_intp block = (npy_intp)j->block;
    char *at[MOST_REGISTERS];
    npy_intp steps[MOST_REGISTERS];
    char *room = malloc((size_t)(p->registers + 1) * BLOCK_BYTES + LINE_BYTES);
    char *tiles;

    if (room == NULL) {
        __atomic_store_n(j->out_of_memory, 1, __ATOMIC_RELAXED);
        return;
    }
    tiles = room + (LINE_BYTES - ((uintptr_t)room & (LINE_BYTES - 1)));
    if (part + 1 == j->parts) {
        to = units;
    }
    for (int r = p->inputs; r < p->registers; ++r) {
        at[r] = tiles + (size_t)r * BLOCK_BYTES;
        steps[r] = p->sizes[r];
    }
    if (j->rows != 0) {
        for (npy_intp row = from; row < to; ++row) {
            const char *begins[MOST_REGISTERS];
            char *out = j->out;

            memcpy(begins, j->data, sizeof *begins * (size_t)p->inputs);
            for (npy_intp d = 1, rest = row; d < j->rank; rest /= j->dims[d++]) {
                for (int r = 0; r < p->inputs; ++r) {
                    begins[r] += rest % j->dims[d] * j->steps[r][d];
                }
                out += rest % j->dims[d] * j->steps[p->inputs][d];
            }
            for (npy_intp i = 0, n = first_block(j, out); i < j->dims[0]; i += n, n = block) {
                n = j->dims[0] - i < n ? j->dims[0] - i : n;
                for (int r = 0; r < p->inputs; ++r) {
                    at[r] = (char *)begins[r] + i * j->steps[r][0];
                    steps[r] = j->steps[r][0];
                }
                run_block(p, n, at, steps, out + i * j->steps[p->inputs][0], j->steps[p->inputs][0]);
            }
        }
    } else {
        for (npy_intp i = from, n = first_block(j, j->out + from * j->steps[p->inputs][0]); i < to; i += n, n = block) {
            char *out_tile = tiles + (size_t)p->registers * BLOCK_BYTES;

            n = to - i < n ? to - i : n;
            for (int r = 0; r < p->inputs; ++r) {
                int is_held = 1;

                for (int d = 0; d < j->rank; ++d) {
                    is_held &= j->steps[r][d] == 0;
                }
                if (is_held || !j->is_packed) {
                    at[r] = (char *)j->data[r] + i * j->steps[r][0];
                    steps[r] = j->steps[r][0];
                } else {
                    at[r] = tiles + (size_t)r * BLOCK_BYTES;
                    steps[r] = p->sizes[r];
                    move_block(j, r, (char *)j->data[r], at[r], i, n, p->sizes[r], 0);
                }
            }
            if (j->is_packed) {
                run_block(p, n, at, steps, out_tile, (npy_intp)j->out_size);
                move_block(j, p->inputs, j->out, out_tile, i, n, j->out_size, 1);
            } else {
                run_block(p, n, at, steps, j->out + i * j->steps[p->inputs][0], j->steps[p->inputs][0]);
            }
        }
    }
    free(room);
}

/* The dims of all operands, merged if possible. */
static void merge_dims(job *j, PyArrayObject *const *arrays, int count)
{
    PyArrayObject *out = arrays[count - 1];
    const int rank = PyArray_NDIM(out);

    j->rank = 0;
    for (int d = rank - 1; d >= 0; --d) {
        npy_intp steps[MOST_REGISTERS];
        int merges = j->rank > 0;

        if (PyArray_DIM(out, d) == 1) {
            continue;
        }
        for (int i = 0; i < count; ++i) {
            const int shift = rank - PyArray_NDIM(arrays[i]);

            steps[i] = d < shift || PyArray_DIM(arrays[i], d - shift) == 1 ? 0 : PyArray_STRIDE(arrays[i], d - shift);
            merges &= merges && steps[i] == j->steps[i][j->rank - 1] * j->dims[j->rank - 1];
        }
        if (merges) {
            j->dims[j->rank - 1] *= PyArray_DIM(out, d);
            continue;
        }
        for (int i = 0; i < count; ++i) {
            j->steps[i][j->rank] = steps[i];
        }
        j->dims[j->rank++] = PyArray_DIM(out, d);
    }
    if (j->rank == 0) {
        for (int i = 0; i < count; ++i) {
            j->steps[i][0] = 0;
        }
        j->dims[j->rank++] = 1;
    }
}

/* run_program(program, (array, …), out): aligned, writable arrays of the program's dtypes, which broadcast to out's shape */
PyObject *run_program(PyObject *module, PyObject *args)
{
    PyObject *capsule, *inputs;
    PyArrayObject *out, *arrays[MOST_REGISTERS + 1];
    program *p;
    job *j;
    unsigned before, raised;
    size_t widest = 1;
    int out_of_memory = 0;

    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!:run_program", &capsule, &PyTuple_Type, &inputs, &PyArray_Type, &out)) {
        return NULL;
    }
    p = PyCapsule_GetPointer(capsule, "broadloom.program");
    if (p == NULL || PyTuple_Size(inputs) != p->inputs) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "evaluate: wrong number of inputs");
        }
        return NULL;
    }
    j = malloc(sizeof *j);
    if (j == NULL) {
        return PyErr_NoMemory();
    }
    j->p = p;
    j->out_of_memory = &out_of_memory;
    for (int i = 0; i < p->inputs; ++i) {
        arrays[i] = (PyArrayObject *)PyTuple_GetItem(inputs, i);
        if (!PyArray_Check((PyObject *)arrays[i]) || !PyArray_ISBEHAVED_RO(arrays[i]) || PyArray_ITEMSIZE(arrays[i]) != p->sizes[i] ||
            PyArray_NDIM(arrays[i]) > PyArray_NDIM(out)) {
            free(j);
            PyErr_SetString(PyExc_ValueError, "evaluate: an array has a wrong alignment, byte order, dtype or rank");
            return NULL;
        }
        j->data[i] = PyArray_DATA(arrays[i]);
    }
    arrays[p->inputs] = out;
    merge_dims(j, arrays, p->inputs + 1);
    j->out = PyArray_DATA(out);
    j->out_size = (size_t)PyArray_ITEMSIZE(out);
    j->count = PyArray_SIZE(out);
    for (int r = 0; r < p->registers; ++r) {
        widest = p->sizes[r] > widest ? p->sizes[r] : widest;
    }
    widest = j->out_size > widest ? j->out_size : widest;
    j->block = BLOCK_BYTES / widest;
    j->rows = j->rank > 1 && j->dims[0] >= LEAST_ROW ? j->count / j->dims[0] : 0;
    j->is_packed = j->rank > 1 && j->rows == 0;
    j->parts = 1;
    if (!p->may_raise && thread_count > 1 && j->count >= 2 * PART) {
        j->parts = 2 * thread_count;
        if (j->parts > (size_t)j->count / PART) {
            j->parts = (size_t)j->count / PART;
        }
        if (j->rows != 0 && (npy_intp)j->parts > j->rows) {
            j->parts = (size_t)j->rows;
        }
    }
    if (j->count == 0) {
        free(j);
        Py_RETURN_NONE;
    }
    before = clear_flags();
    if (p->may_raise || j->count < FEW_ELEMENTS) {
        run_some(j, 0);
    } else {
        Py_BEGIN_ALLOW_THREADS
            run_parts(run_some, j, j->parts);
        Py_END_ALLOW_THREADS
    }
    raised = specified_flags(raised_flags(before), dtype_of(PyArray_TYPE(out)));
    free(j);
    if (out_of_memory) {
        return PyErr_NoMemory();
    }
    if (PyErr_Occurred() || (raised != 0 && PyUFunc_GiveFloatingpointErrors("evaluate", (int)raised) < 0)) {
        return NULL;
    }
    Py_RETURN_NONE;
}
