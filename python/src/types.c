/* Dtypes of the library and of NumPy, and floating-point exceptions in NumPy's form.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <limits.h>

int bf16_type = -1;

bl_dtype dtype_of(int type)
{
    switch (type) {
    case NPY_BOOL:
        return BL_BOOL;
    case NPY_BYTE:
        return BL_I8;
    case NPY_UBYTE:
        return BL_U8;
    case NPY_SHORT:
        return BL_I16;
    case NPY_USHORT:
        return BL_U16;
    case NPY_INT:
        return BL_I32;
    case NPY_UINT:
        return BL_U32;
    case NPY_LONG:
        return LONG_MAX == INT_MAX ? BL_I32 : BL_I64;
    case NPY_ULONG:
        return LONG_MAX == INT_MAX ? BL_U32 : BL_U64;
    case NPY_LONGLONG:
        return BL_I64;
    case NPY_ULONGLONG:
        return BL_U64;
    case NPY_HALF:
        return BL_F16;
    case NPY_FLOAT:
        return BL_F32;
    case NPY_DOUBLE:
        return BL_F64;
    default:
        return bf16_type >= 0 && type == bf16_type ? BL_BF16 : BL_DTYPE_COUNT;
    }
}

int type_of(bl_dtype dtype)
{
    switch (dtype) {
    case BL_BOOL:
        return NPY_BOOL;
    case BL_I8:
        return NPY_INT8;
    case BL_U8:
        return NPY_UINT8;
    case BL_I16:
        return NPY_INT16;
    case BL_U16:
        return NPY_UINT16;
    case BL_I32:
        return NPY_INT32;
    case BL_U32:
        return NPY_UINT32;
    case BL_I64:
        return NPY_INT64;
    case BL_U64:
        return NPY_UINT64;
    case BL_F16:
        return NPY_HALF;
    case BL_F32:
        return NPY_FLOAT;
    case BL_F64:
        return NPY_DOUBLE;
    case BL_BF16:
        return bf16_type;
    default:
        return -1;
    }
}

int is_in_numpy(bl_dtype dtype)
{
    return dtype == BL_BF16 || type_of(dtype) >= 0;
}

const char *type_name(int type)
{
    switch (dtype_of(type)) {
    case BL_BOOL:
        return "bool";
    case BL_I8:
        return "int8";
    case BL_U8:
        return "uint8";
    case BL_I16:
        return "int16";
    case BL_U16:
        return "uint16";
    case BL_I32:
        return "int32";
    case BL_U32:
        return "uint32";
    case BL_I64:
        return "int64";
    case BL_U64:
        return "uint64";
    case BL_F16:
        return "float16";
    case BL_F32:
        return "float32";
    case BL_F64:
        return "float64";
    case BL_BF16:
        return "bfloat16";
    default:
        break;
    }
    switch (type) {
    case NPY_LONGDOUBLE:
        return "longdouble";
    case NPY_CFLOAT:
        return "complex64";
    case NPY_CDOUBLE:
        return "complex128";
    case NPY_CLONGDOUBLE:
        return "clongdouble";
    default:
        return "this dtype";
    }
}

/* ml_dtypes gives its dtype a number when it is imported. */
int find_bf16(int import_it)
{
    PyObject *module;
    PyArray_Descr *descr = NULL;

    if (bf16_type >= 0) {
        return 1;
    }
    if (import_it) {
        module = PyImport_ImportModule("ml_dtypes");
        if (module == NULL) {
            if (!PyErr_ExceptionMatches(PyExc_ImportError)) {
                return -1;
            }
            PyErr_Clear();
            return 0;
        }
    } else {
        module = PyDict_GetItemString(PyImport_GetModuleDict(), "ml_dtypes");
        if (module == NULL || module == Py_None) {
            return 0;
        }
        Py_INCREF(module);
    }
    PyObject *type = PyObject_GetAttrString(module, "bfloat16");
    Py_DECREF(module);
    if (type == NULL) { /* the module is still being imported */
        PyErr_Clear();
        return 0;
    }
    if (!PyArray_DescrConverter(type, &descr)) {
        Py_DECREF(type);
        return -1;
    }
    bf16_type = descr->type_num;
    Py_DECREF(type);
    Py_DECREF((PyObject *)descr);
    return 1;
}

/* The flags of exceptions are read and cleared in the processor's register, because C's functions cost more than a small array. If they are
 * clear, nothing is written. */
#if defined(__x86_64__)
#include <xmmintrin.h>
static unsigned read_flags(void)
{
    const unsigned csr = _mm_getcsr();

    return (csr & 1u ? NPY_FPE_INVALID : 0u) | (csr & 4u ? NPY_FPE_DIVIDEBYZERO : 0u) | (csr & 8u ? NPY_FPE_OVERFLOW : 0u) |
           (csr & 16u ? NPY_FPE_UNDERFLOW : 0u);
}
static void wipe_flags(void)
{
    _mm_setcsr(_mm_getcsr() & ~0x3fu);
}
#elif defined(__aarch64__)
static unsigned read_flags(void)
{
    uint64_t fpsr;

    __asm__ volatile("mrs %0, fpsr"
                     : "=r"(fpsr));
    return (fpsr & 1u ? NPY_FPE_INVALID : 0u) | (fpsr & 2u ? NPY_FPE_DIVIDEBYZERO : 0u) | (fpsr & 4u ? NPY_FPE_OVERFLOW : 0u) |
           (fpsr & 8u ? NPY_FPE_UNDERFLOW : 0u);
}
static void wipe_flags(void)
{
    uint64_t fpsr;

    __asm__ volatile("mrs %0, fpsr"
                     : "=r"(fpsr));
    fpsr &= ~(uint64_t)0x9f;
    __asm__ volatile("msr fpsr, %0"
                     :
                     : "r"(fpsr));
}
#else
#include <fenv.h>
static unsigned read_flags(void)
{
    const int flags = fetestexcept(FE_ALL_EXCEPT);

    return (flags & FE_INVALID ? NPY_FPE_INVALID : 0u) | (flags & FE_DIVBYZERO ? NPY_FPE_DIVIDEBYZERO : 0u) |
           (flags & FE_OVERFLOW ? NPY_FPE_OVERFLOW : 0u) | (flags & FE_UNDERFLOW ? NPY_FPE_UNDERFLOW : 0u);
}
static void wipe_flags(void)
{
    feclearexcept(FE_ALL_EXCEPT);
}
#endif

unsigned clear_flags(void)
{
    const unsigned before = read_flags();

    if (before != 0) {
        wipe_flags();
    }
    return before;
}

/* by arithmetic that the compiler must not evaluate beforehand */
void raise_flags(unsigned flags)
{
    volatile float zero = 0, one = 1, most = 3e38f, least = 1e-38f, result;

    if (flags & NPY_FPE_DIVIDEBYZERO) {
        result = one / zero;
    }
    if (flags & NPY_FPE_INVALID) {
        result = zero / zero;
    }
    if (flags & NPY_FPE_OVERFLOW) {
        result = most * most;
    }
    if (flags & NPY_FPE_UNDERFLOW) {
        result = least * least;
    }
    (void)result;
}

/* Underflow is not specified, nor overflow of f16 and bf16: docs/semantics.md, "Exceptions". */
unsigned specified_flags(unsigned flags, bl_dtype output)
{
    return flags & (NPY_FPE_INVALID | NPY_FPE_DIVIDEBYZERO | (output == BL_F16 || output == BL_BF16 ? 0u : NPY_FPE_OVERFLOW));
}

/* For loops, after which NumPy reads the flags: clears the flags since `before` that are not specified. */
void forget_flags(unsigned before, bl_dtype output)
{
    const unsigned now = read_flags(), kept = before | specified_flags(now, output);

    if (now != kept) {
        wipe_flags();
        raise_flags(kept);
    }
}

unsigned flags_now(void)
{
    return read_flags();
}

unsigned raised_flags(unsigned before)
{
    const unsigned now = read_flags();

    if (now != before) {
        wipe_flags();
        raise_flags(before);
    }
    return now;
}
