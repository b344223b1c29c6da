"""Functions that are not ufuncs.

SPDX-License-Identifier: Apache-2.0
"""

import platform
import sys

import numpy as np

from . import _bl
from ._names import ALIASES


def _dtype(dtype):
    """The dtype for any object that names one; also for "bfloat16" if ml_dtypes is installed."""
    if isinstance(dtype, str) and dtype == "bfloat16":
        import ml_dtypes

        _bl.register_bfloat16(True)
        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(dtype)


def _behaved(x):
    """The array, aligned and in the machine's byte order; a copy only if necessary."""
    x = np.asarray(x)
    flags = x.flags
    if flags.aligned and x.dtype.isnative:
        return x
    return x.astype(x.dtype.newbyteorder("="))


def _into(out, shape, dtype, inputs, compute):
    """Run compute(array) on out if possible, otherwise on an array that is then copied to out."""
    if out is None:
        out = np.empty(shape, dtype)
        compute(out)
        return out
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be an array, not {type(out).__name__}")
    if out.shape != tuple(shape):
        raise ValueError(f"out has the shape {out.shape}, but the result has {tuple(shape)}")
    if out.dtype != dtype:
        raise TypeError(f"out has the dtype {out.dtype}, but the result has {dtype}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    clear = out.flags.aligned and out.dtype.isnative and type(out) is np.ndarray
    if not clear or any(np.may_share_memory(x, out) for x in inputs):
        result = np.empty(shape, dtype)
        compute(result)
        out[...] = result
    else:
        compute(out)
    return out


def cast(x, /, dtype, *, out=None):
    """Convert x to another dtype, in one pass. From floats to integers, values are truncated and saturated, and NaN gives 0; integers
    wrap; results of float dtypes are rounded once, to nearest even. Takes any shape and strides. Raises TypeError for dtypes without
    a cast.
    """
    x, dtype = _behaved(x), _dtype(dtype)
    if out is None:
        out = np.empty_like(x, dtype=dtype, subok=False)
        _bl.cast(x, out)
        return out
    return _into(out, x.shape, dtype, [x], lambda array: _bl.cast(x, array))


def quantize(x, /, scale, zero_point=0, *, dtype=np.uint8, out=None):
    """round(x / scale) + zero_point, saturated to dtype: int8, uint8, int16 or uint16. x is float16, bfloat16, float32 or int32;
    scale and zero_point broadcast. The quotient is computed in float32, and ties are rounded to even.
    """
    dtype = _dtype(dtype)
    if dtype.kind not in "iu" or dtype.itemsize > 2:
        raise TypeError(f"quantize returns int8, uint8, int16 or uint16, not {dtype}")
    x = _behaved(x)
    scale = _behaved(scale)
    if scale.dtype.name not in ("float16", "float32", "bfloat16"):
        scale = scale.astype(np.float32)
    zero_point = np.asarray(zero_point)
    fits = zero_point.astype(dtype)
    if (fits != zero_point).any():
        raise ValueError(f"zero_point does not fit in {dtype}")
    return _bl.quantize_linear(x, scale, fits, out=out)


def dequantize(x, /, scale, zero_point=0, *, dtype=np.float32, out=None):
    """(x - zero_point) * scale in dtype: float32, float16 or bfloat16. x is int8, uint8, int16, uint16 or int32; scale and
    zero_point broadcast. The difference is exact; the product is rounded once to float32, and once more to dtype.
    """
    x, dtype = _behaved(x), _dtype(dtype)
    zero_point = np.asarray(zero_point)
    fits = zero_point.astype(x.dtype)
    if (fits != zero_point).any():
        raise ValueError(f"zero_point does not fit in {x.dtype}")
    return _bl.dequantize_linear(x, np.asarray(scale).astype(dtype), fits, out=out)


def make_fold(name, says):
    def fold(*arrays, out=None):
        if not arrays:
            raise TypeError(f"{fold.__name__}() takes at least one array")
        dtype = np.result_type(*(x if isinstance(x, (int, float)) and not isinstance(x, bool) else np.asarray(x) for x in arrays))
        arrays = tuple(_behaved(np.asarray(x, dtype)) for x in arrays)
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        return _into(out, shape, dtype, arrays, lambda array: _bl.fold(name, arrays, array))

    from ._names import fold_name

    fold.__name__ = fold.__qualname__ = fold_name(name)
    fold.__module__ = "broadloom"
    fold.__doc__ = (
        f"{says[0].upper()}{says[1:]} of any number of arrays, element by element and in one pass, from left to right.\n\n"
        "Shapes broadcast, and dtypes are promoted as NumPy's are. Raises TypeError for dtypes without a kernel."
    )
    return fold


class _Tensor:
    """The object that NumPy's from_dlpack requires, for an existing capsule."""

    def __init__(self, capsule, device):
        self._capsule, self._device = capsule, device

    def __dlpack__(self, **ignored):
        return self._capsule

    def __dlpack_device__(self):
        return self._device


def from_dlpack(x, /):
    """An array that shares the memory of x, a CPU tensor of another library. Like numpy.from_dlpack, but also for bfloat16, which
    needs ml_dtypes.
    """
    try:
        capsule = x.__dlpack__()
    except AttributeError:
        raise TypeError(f"from_dlpack needs an object with __dlpack__, not {type(x).__name__}") from None
    is_bf16 = _bl.bf16_as_words(capsule)
    array = np.from_dlpack(_Tensor(capsule, x.__dlpack_device__()))
    return array.view(_dtype("bfloat16")) if is_bf16 else array


def has(op, dtype):
    """Whether the ufunc op (or the ufunc of that name) computes dtype with the library's kernels."""
    name = op if isinstance(op, str) else op.__name__
    tables = _bl.tables()
    name = ALIASES.get(name, name)
    if name not in tables:
        raise ValueError(f"broadloom has no ufunc {name!r}")
    if not isinstance(dtype, str):
        dtype = np.dtype(dtype).name
    elif dtype != "bfloat16":
        dtype = np.dtype(dtype).name
    return tables[name][2].get(dtype, False)


def explain(op, /, *arrays, out=None):
    """Describe what the call op(*arrays) does: the plan, as one line from bl_plan_describe, or which argument is wrong."""
    name = op if isinstance(op, str) else op.__name__
    name = ALIASES.get(name, name)
    tables = _bl.tables()
    if name not in tables:
        raise ValueError(f"broadloom has no ufunc {name!r}")
    ufunc = getattr(_bl, name)
    arrays = [x if isinstance(x, (int, float)) else _behaved(x) for x in arrays]
    if len(arrays) != ufunc.nin:
        raise ValueError(f"{name} takes {ufunc.nin} arrays, not {len(arrays)}")
    resolved = ufunc.resolve_dtypes(tuple(type(x) if isinstance(x, (int, float)) else x.dtype for x in arrays) + (None,))
    arrays = tuple(np.asarray(x, dtype) for x, dtype in zip(arrays, resolved))
    if out is None:
        try:
            out = np.empty(np.broadcast_shapes(*(x.shape for x in arrays)), resolved[-1])
        except ValueError:
            out = np.empty((), resolved[-1])
    return _bl.describe(tables[name][0], arrays, out)


def set_threads(n, /):
    """Run calls on 32 Ki elements or more on n threads, including the calling one. Threads start with the first such call; a forked
    process starts its own. The default is 1, or BROADLOOM_NUM_THREADS. Results do not depend on it.
    """
    _bl.set_threads(n)


def get_threads():
    """The number of threads that calls may use."""
    return _bl.get_threads()


def show_config():
    """Print the features of this build, and which of them it uses on this machine."""
    isas, best = _bl.isas()
    ml_dtypes = sys.modules.get("ml_dtypes")
    tables = _bl.tables()
    print(f"broadloom {_bl.version}, {platform.machine()}")
    print(f"  instruction sets here: {' '.join(isas)}; used: {best}")
    print(f"  threads: {_bl.get_threads()}")
    print(f"  NumPy {np.__version__}, ml_dtypes {getattr(ml_dtypes, '__version__', 'not imported')}, Python {platform.python_version()}")
    print(f"  ufuncs: {len(tables)}; without float64: {' '.join(sorted(n for n, t in tables.items() if t[2].get('float64') is False))}")
