#!/usr/bin/env python3
"""Time NumPy, ONNX Runtime, OpenVINO and Broadloom by turns, in one process, on one core with one thread.

bench/bench.cc lists the cases. Each peer uses the same buffers as Broadloom, and everything that its users can prepare
beforehand (an output array, a session with bound tensors, an infer request). Peers are called from Python, Broadloom
from C.

Notes in the results: "!" the result is wrong; "* N nodes" or calls where it takes more than one; "no out" where it allocates its
result; "refused" where the peer does not take the dtype; "none" where it has no such operator; "packed" where several elements
lie in a byte, which NumPy's arrays cannot describe: such a case is named, not run.
"""
# SPDX-License-Identifier: Apache-2.0

import argparse
import ctypes
import json
import math
import os
import re
import statistics
import sys
import timeit
from importlib import metadata

# NumPy, ONNX Runtime and OpenVINO read their numbers of threads when they are loaded.
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ["OMP_NUM_THREADS"] = "1"

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

try:
    import onnxruntime
    from onnx import TensorProto, helper
except ImportError:
    onnxruntime = None
try:
    import openvino
    from openvino import opset13
    from openvino.utils.node_factory import NodeFactory
except ImportError:
    openvino = None

DTYPES = {  # in the order of bl_dtype
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "bool": np.bool_,
    "f8e4m3fn": ml_dtypes.float8_e4m3fn, "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "f8e5m2": ml_dtypes.float8_e5m2,
    "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz, "i4": ml_dtypes.int4, "u4": ml_dtypes.uint4, "i2": ml_dtypes.int2, "u2": ml_dtypes.uint2,
    "f8e8m0": ml_dtypes.float8_e8m0fnu,
}
FLOATS = ("f32", "f64", "f16", "bf16", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz")
PACKED = ("i4", "u4", "i2", "u2")  # ml_dtypes has a byte for each element
ALIGN = 64


class NotThere(Exception):
    """The peer cannot run the case; its text is the note."""


# ---- Operands ----

class View:
    """The layout of an operand in its buffer: the buffer's `extents`, outermost first; the operand's dims to which they
    belong (`order`); and the `slice` of the innermost one, or None if the operand has all of it."""

    def __init__(self, array):
        shape, strides = array["shape"], array["strides"]
        self.shape = shape
        self.order = sorted(range(len(shape)), key=lambda i: -abs(strides[i]))
        self.extents = [shape[i] for i in self.order]
        self.slice = None
        unit = 1
        for k in reversed(range(1, len(shape))):
            outer = abs(strides[self.order[k - 1]])
            self.extents[k] = outer // unit
            unit = outer
        if not shape:
            return
        inner = self.order[-1]
        count, step = shape[inner], strides[inner]
        if len(shape) == 1:
            self.extents[0] = count * abs(step)
        if step < 0:
            self.slice = slice((count - 1) * -step, None, step)
        elif step > 1 or self.extents[-1] != count:
            self.slice = slice(0, count * step, step)

    def is_transposed(self):
        return self.order != sorted(self.order)

    def back(self):
        """The permutation from the buffer's dims to the operand's."""
        return [self.order.index(i) for i in range(len(self.order))]

    def of(self, buffer):
        view = buffer if self.slice is None else buffer[..., self.slice]
        return view.transpose(self.back()) if self.is_transposed() else view


def empty(extents, dtype):
    size = int(np.prod(extents, dtype=np.int64)) * np.dtype(dtype).itemsize
    data = np.zeros(size + ALIGN, np.uint8)
    start = -data.ctypes.data % ALIGN
    return data[start:start + size].view(dtype).reshape(extents)


def limit_of(dtype):
    """The limit of clip and clamp, which restrict values to -limit to limit."""
    return 1 if dtype in FLOATS else 50


def between(array, shape, random):
    share, least, most = random.random(shape), array["least"], array["most"]
    return least + (most - least) * share if array["content"] == "uniform" else least * (most / least) ** share


def fill(buffer, array, is_dividend, random):
    """Numbers of the operand's content, as bench/bench.h defines it. Among them is none for which division is undefined:
    neither 0 nor the least value, which cannot be divided by -1."""
    dtype, content = array["dtype"], array["content"]
    if content in ("low", "high"):
        buffer[...] = limit_of(dtype) * (-1 if content == "low" else 1)
    elif content in ("uniform", "by magnitude"):
        buffer[...] = between(array, buffer.shape, random).astype(buffer.dtype)
    elif content == "scale":
        buffer[...] = 2.0 ** random.integers(-6, -3, buffer.shape)
    elif dtype in FLOATS:
        values = (random.random(buffer.shape) * 2 - 1) * (127 if content == "spread" else 1)
        buffer[...] = (np.abs(values) if content == "positive" else values).astype(buffer.dtype)
        if content == "divisor":
            buffer[buffer == 0] = 1
    elif dtype == "bool":
        buffer[...] = random.random(buffer.shape) < 0.5
    elif content == "count":
        buffer[...] = random.integers(0, buffer.dtype.itemsize * 8, buffer.shape)
    elif content == "divisor" and buffer.size == 1:
        buffer[...] = 7
    else:
        buffer.reshape(-1).view(np.uint8)[...] = random.integers(0, 256, buffer.nbytes, np.uint8)
        if is_dividend:
            buffer >>= 1
        if content == "divisor":
            buffer |= 1


class Operands:
    """A case's buffers, and the operands as views of them."""

    def __init__(self, case):
        random = np.random.default_rng(1)
        divides = any(array["content"] == "divisor" for array in case["inputs"])
        self.views = [View(array) for array in case["inputs"]]
        self.buffers = []
        for i, (array, view) in enumerate(zip(case["inputs"], self.views)):
            buffer = empty(view.extents, DTYPES[array["dtype"]])
            fill(buffer, array, divides and i == 0, random)
            self.buffers.append(buffer)
        self.inputs = [view.of(buffer) for view, buffer in zip(self.views, self.buffers)]
        self.out = empty(case["output"]["shape"], DTYPES[case["output"]["dtype"]])
        for array, view in zip(case["inputs"], self.inputs):
            strides = [s // view.itemsize for s in view.strides]
            assert list(view.shape) == array["shape"], array
            assert all(s == t for s, t, n in zip(strides, array["strides"], array["shape"]) if n > 1), array


def reference(case, inputs):
    """The exact result, which NumPy computes; functions are computed in long double."""
    op, dtype = case["op"], case["dtype"]
    with np.errstate(all="ignore"):
        if is_function(case):
            return FUNCTIONS[op](*(a.astype(np.longdouble) for a in inputs))
        if op == "select":
            return np.where(*inputs)
        if op == "div" and dtype not in FLOATS:
            floor = np.floor_divide(*inputs)
            return floor + ((floor < 0) & (floor * inputs[1] != inputs[0])).astype(floor.dtype)
        if op == "floor_div" and dtype in FLOATS:
            return np.floor(np.divide(*inputs))
        if op == "cast":
            return inputs[0].astype(DTYPES[case["output"]["dtype"]])
        if op in NUMPY_STEPS:
            rounds_once = dtype == "f16" and case["kind"] != "fold"
            out = np.empty(case["output"]["shape"], np.float32 if rounds_once else DTYPES[case["output"]["dtype"]])
            NUMPY_STEPS[op][0](*(np.float32(a) if rounds_once else a for a in inputs), out)
            return out.astype(DTYPES[case["output"]["dtype"]])
        if op == "saturating_add":
            limits = np.iinfo(DTYPES[dtype])
            return np.clip(np.add(*inputs, dtype=np.int64), limits.min, limits.max).astype(DTYPES[dtype])
        return NUMPY[op](*inputs)


# ---- Broadloom ----

class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_size_t),
                ("shape", ctypes.POINTER(ctypes.c_size_t)), ("strides", ctypes.POINTER(ctypes.c_ssize_t))]


def array_of(dtype, view):
    rank = view.ndim
    return Array(view.ctypes.data, list(DTYPES).index(dtype), rank, (ctypes.c_size_t * rank)(*view.shape),
                 (ctypes.c_ssize_t * rank)(*(s // view.itemsize for s in view.strides)))


class Broadloom:
    def __init__(self, path):
        self.run = ctypes.CDLL(path).bench_run
        self.run.restype = ctypes.c_double
        self.run.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(Array), ctypes.c_size_t, ctypes.c_void_p,
                             ctypes.POINTER(Array), ctypes.c_size_t]

    def prepare(self, case, operands):
        """A function that returns the seconds of n calls."""
        inputs = (Array * len(operands.inputs))(*(array_of(array["dtype"], view) for array, view in
                                                  zip(case["inputs"], operands.inputs)))
        out = array_of(case["output"]["dtype"], operands.out)
        kind, op = case["kind"].encode(), case["op"].encode()
        limits = None  # the struct of clamp's parameters
        if case["op"] == "clamp":
            limits = np.array([-limit_of(case["dtype"]), limit_of(case["dtype"])], DTYPES[case["dtype"]])
        parameters = limits.ctypes.data if limits is not None else None

        def seconds(calls, _limits=limits):
            ns = self.run(kind, op, inputs, len(operands.inputs), parameters, out, calls)
            if ns < 0:
                raise RuntimeError(f"{case['name']}: Broadloom's status {-ns:.0f}")
            return ns * 1e-9
        return seconds


# ---- NumPy ----

NUMPY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "floor_div": np.floor_divide,
         "negative": np.negative, "less": np.less, "select": np.where, "equal": np.equal, "logical_and": np.logical_and,
         "logical_xor": np.logical_xor, "bitwise_and": np.bitwise_and, "shift_left": np.left_shift,
         "maximum": np.maximum, "minimum": np.minimum, "clip": np.clip, "abs": np.abs, "sign": np.sign, "sqrt": np.sqrt,
         "reciprocal": np.reciprocal, "floor": np.floor, "round": np.rint, "is_nan": np.isnan, "fmod": np.fmod,
         "floor_mod": np.remainder}

# Functions with rounding, whose bits may differ from Broadloom's.
SQRT_HALF, SQRT_TWO_OVER_PI = 0.5 ** 0.5, (2 / np.pi) ** 0.5
NUMPY_FUNCTIONS = {"exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log, "log2": np.log2, "log10": np.log10,
                   "log1p": np.log1p, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
                   "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh,
                   "acosh": np.arccosh, "atanh": np.arctanh, "cbrt": np.cbrt, "pow": np.power,
                   "atan2": np.arctan2, "hypot": np.hypot}
ERF, ERFC = np.vectorize(math.erf), np.vectorize(math.erfc)


def softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


FUNCTIONS = NUMPY_FUNCTIONS | {
    "rsqrt": lambda x: 1 / np.sqrt(x), "erf": ERF, "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "softplus": softplus,
    "log_sigmoid": lambda x: -softplus(-x), "softsign": lambda x: x / (1 + np.abs(x)), "silu": lambda x: x / (1 + np.exp(-x)),
    "mish": lambda x: x * (1 - 2 / (np.exp(x) * (np.exp(x) + 2) + 2)), "gelu": lambda x: 0.5 * x * ERFC(-x * SQRT_HALF),
    "gelu_tanh": lambda x: x / (1 + np.exp(-2 * SQRT_TWO_OVER_PI * x * (1 + 0.044715 * x * x)))}
NUMPY.update(NUMPY_FUNCTIONS)


def is_function(case):
    """Powers of integers are exact."""
    return case["op"] in FUNCTIONS and case["dtype"] in FLOATS


NEAREST = 0.5 + 2.0 ** -9  # the largest error of the 64-bit reference, in units of f64
MOST_ERROR = 4  # a result with at most this error, in units in the last place, counts as right

# Operators that need several calls: functions of the inputs and the output, and the number of calls. Each call writes to the output.
SIXTH, HALF, HUNDREDTH = np.float32(float.fromhex("0x1.555556p-3")), np.float32(0.5), np.float32(0.01)


def hard_swish(a, out):
    np.multiply(a, a.dtype.type(SIXTH), out)
    np.add(out, a.dtype.type(HALF), out)
    np.clip(out, 0, 1, out)
    np.multiply(a, out, out)


def leaky_relu(a, out):
    np.multiply(a, a.dtype.type(HUNDREDTH), out)
    np.maximum(a, out, out)


def squared_difference(a, b, out):
    np.subtract(a, b, out)
    np.multiply(out, out, out)


def max_of_three(a, b, c, out):
    np.maximum(a, b, out)
    np.maximum(out, c, out)


def sum_of_three(a, b, c, out):
    np.add(a, b, out)
    np.add(out, c, out)


def quantize(a, scale, zero, out):
    quotient = np.divide(a, scale)
    np.rint(quotient, quotient)
    quotient = np.add(quotient, zero, quotient if quotient.shape == out.shape else None, dtype=np.float32)
    limits = np.iinfo(out.dtype)
    np.clip(quotient, limits.min, limits.max, quotient)
    np.copyto(out, quotient, casting="unsafe")


def dequantize(a, scale, zero, out):
    np.subtract(a, zero, out, dtype=np.float32)
    np.multiply(out, scale, out)


NUMPY_STEPS = {"hard_swish": (hard_swish, 4), "leaky_relu": (leaky_relu, 2), "squared_difference": (squared_difference, 2),
               "max": (max_of_three, 2), "add_n": (sum_of_three, 2), "quantize_linear": (quantize, 5),
               "dequantize_linear": (dequantize, 2),
               "relu": (lambda a, out: np.maximum(a, 0, out), 1),
               "clamp": (lambda a, out: np.clip(a, -limit_of(DTYPE_NAMES[a.dtype]), limit_of(DTYPE_NAMES[a.dtype]), out), 1),
               "cast": (lambda a, out: np.copyto(out, a, casting="unsafe"), 1)}
DTYPE_NAMES = {np.dtype(of_numpy): name for name, of_numpy in DTYPES.items()}


def prepare_numpy(case, operands):
    op, names = case["op"], "abc"[:len(operands.inputs)]
    if op == "div" and case["dtype"] not in FLOATS:
        if case["dtype"][0] == "i":
            raise NotThere("none")
        op = "floor_div"
    if op not in NUMPY and op not in NUMPY_STEPS:
        raise NotThere("none")
    function, steps = (NUMPY[op], 1) if op in NUMPY else NUMPY_STEPS[op]
    variables = dict(zip(names, operands.inputs), f=function, out=operands.out)
    if op == "select":
        return "f(a, b, c)", variables, lambda: np.where(*operands.inputs), "no out"
    return f"f({', '.join(names)}, out)", variables, lambda: operands.out, "" if steps == 1 else f"* {steps} calls"


# ---- Graphs for ONNX Runtime and OpenVINO ----

def nodes_of(case):
    """The operator's nodes: (name, operands). An operand is the number of an input or of a node; nodes are numbered after inputs."""
    op, is_float, is_signed = case["op"], case["dtype"] in FLOATS, case["dtype"][0] == "i"
    if op == "floor_div" and is_float:
        return [("div", (0, 1)), ("floor", (2,))]
    if op == "squared_difference":
        return [("sub", (0, 1)), ("mul", (2, 2))]
    if op == "floor_div" and is_signed:
        return [("floor_mod", (0, 1)), ("sub", (0, 2)), ("div", (3, 1))]
    return [("div" if op == "floor_div" else op, tuple(range(len(case["inputs"]))))]


def note_of(node_count):
    return "" if node_count == 1 else f"* {node_count} nodes"


# ---- ONNX Runtime ----

ONNX = {"add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "negative": "Neg", "less": "Less", "select": "Where",
        "equal": "Equal", "logical_and": "And", "logical_xor": "Xor", "bitwise_and": "BitwiseAnd", "maximum": "Max",
        "minimum": "Min", "clip": "Clip", "relu": "Relu", "leaky_relu": "LeakyRelu", "hard_swish": "HardSwish",
        "abs": "Abs", "sign": "Sign", "sqrt": "Sqrt", "reciprocal": "Reciprocal", "floor": "Floor", "round": "Round",
        "is_nan": "IsNaN", "fmod": "Mod", "floor_mod": "Mod", "cast": "Cast", "quantize_linear": "QuantizeLinear",
        "dequantize_linear": "DequantizeLinear", "max": "Max", "add_n": "Sum", "exp": "Exp", "log": "Log", "tanh": "Tanh",
        "sin": "Sin", "cos": "Cos", "tan": "Tan", "asin": "Asin", "acos": "Acos", "atan": "Atan", "sinh": "Sinh",
        "cosh": "Cosh", "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh", "erf": "Erf", "sigmoid": "Sigmoid",
        "softplus": "Softplus", "softsign": "Softsign", "mish": "Mish", "gelu": "Gelu", "gelu_tanh": "Gelu", "pow": "Pow"}


def onnx_type(dtype):
    types = {"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE, "f16": TensorProto.FLOAT16,
             "bf16": TensorProto.BFLOAT16, "bool": TensorProto.BOOL}
    return types.get(dtype) or helper.np_dtype_to_tensor_dtype(np.dtype(DTYPES[dtype]))


def onnx_attributes(name, case):
    if name == "cast":
        return {"to": onnx_type(case["output"]["dtype"])}
    if name in ("quantize_linear", "dequantize_linear") and len(case["inputs"][1]["shape"]) == 2:
        rows = case["inputs"][0]["shape"]
        return {"axis": 1, "block_size": rows[1]}
    return {"fmod": {"fmod": 1}, "gelu_tanh": {"approximate": "tanh"}}.get(name, {})


def onnx_model(case, operands):

    nodes, constants, values, inputs = [], [], [], []
    for i, (array, view) in enumerate(zip(case["inputs"], operands.views)):
        value = f"input{i}"
        inputs.append(helper.make_tensor_value_info(value, onnx_type(array["dtype"]), view.extents))
        if view.slice is not None:
            part, last = view.slice, len(view.extents) - 1
            stop = part.stop if part.stop is not None else -2**31
            names = []
            for what, number in (("start", part.start), ("stop", stop), ("axis", last), ("step", part.step)):
                names.append(f"{value}_{what}")
                constants.append(helper.make_tensor(names[-1], TensorProto.INT64, [1], [number]))
            nodes.append(helper.make_node("Slice", [value, *names], [f"{value}_slice"]))
            value = f"{value}_slice"
        if view.is_transposed():
            nodes.append(helper.make_node("Transpose", [value], [f"{value}_transposed"], perm=view.back()))
            value = f"{value}_transposed"
        values.append(value)
    operation = nodes_of(case)
    for k, (name, sources) in enumerate(operation):
        values.append("out" if k == len(operation) - 1 else f"value{k}")
        nodes.append(helper.make_node(ONNX[name], [values[i] for i in sources], [values[-1]], **onnx_attributes(name, case)))
    out = helper.make_tensor_value_info("out", onnx_type(case["output"]["dtype"]), case["output"]["shape"])
    graph = helper.make_graph(nodes, "case", inputs, [out], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), len(nodes)


def prepare_onnxruntime(case, operands):
    names = [name for name, _ in nodes_of(case)]
    if not set(names) <= set(ONNX) or (names == ["floor_mod"] and case["dtype"] in FLOATS):
        raise NotThere("none")
    model, node_count = onnx_model(case, operands)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
    except Exception as error:
        if any(word in str(error) for word in ("NOT_IMPLEMENTED", "INVALID_GRAPH", "FAIL")):
            raise NotThere("refused") from error
        raise
    binding = session.io_binding()
    for i, (array, buffer) in enumerate(zip(case["inputs"], operands.buffers)):
        binding.bind_input(f"input{i}", "cpu", 0, onnx_type(array["dtype"]), buffer.shape, buffer.ctypes.data)
    out = operands.out
    binding.bind_output("out", "cpu", 0, onnx_type(case["output"]["dtype"]), out.shape, out.ctypes.data)
    return "run(binding)", {"run": session.run_with_iobinding, "binding": binding}, lambda: out, note_of(node_count)


# ---- OpenVINO ----

OPENVINO = {"add": "Add", "sub": "Subtract", "mul": "Multiply", "div": "Divide", "negative": "Negative", "less": "Less",
            "select": "Select", "floor": "Floor", "equal": "Equal", "logical_and": "LogicalAnd",
            "logical_xor": "LogicalXor", "bitwise_and": "BitwiseAnd", "maximum": "Maximum", "minimum": "Minimum",
            "clamp": "Clamp", "relu": "Relu", "abs": "Abs", "sign": "Sign", "sqrt": "Sqrt", "round": "Round",
            "is_nan": "IsNaN", "fmod": "Mod", "floor_mod": "FloorMod", "squared_difference": "SquaredDifference",
            "cast": "Convert", "exp": "Exp", "log": "Log", "tanh": "Tanh", "sin": "Sin",
            "cos": "Cos", "tan": "Tan", "asin": "Asin", "acos": "Acos", "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh",
            "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh", "erf": "Erf", "sigmoid": "Sigmoid", "softplus": "SoftPlus",
            "softsign": "SoftSign", "mish": "Mish", "gelu": "Gelu", "gelu_tanh": "Gelu", "pow": "Power"}


def openvino_attributes(name, case, count):
    limit = limit_of(case["dtype"])
    attributes = {"clamp": {"min": -limit, "max": limit}, "round": {"mode": "half_to_even"},
                  "cast": {"destination_type": openvino_name(case["output"]["dtype"])},
                  "gelu": {"approximation_mode": "ERF"}, "gelu_tanh": {"approximation_mode": "TANH"},
                  "div": {"m_pythondiv": case["op"] == "floor_div"}}.get(name, {})
    return attributes | ({} if count == 1 else {"auto_broadcast": "NUMPY"})


def openvino_nodes(case):
    if case["op"] in OPENVINO:
        return [(case["op"], tuple(range(len(case["inputs"]))))]
    return [("div", (0, 1))] if case["op"] == "floor_div" and case["dtype"] not in FLOATS else nodes_of(case)


def openvino_model(case, operands, nodes):
    factory = NodeFactory("opset13")
    parameters, values, node_count = [], [], 0
    for array, view in zip(case["inputs"], operands.views):
        value = opset13.parameter(view.extents, openvino_type(array["dtype"]))
        parameters.append(value)
        if view.slice is not None:
            part = view.slice
            stop = part.stop if part.stop is not None else -2**31
            limits = [opset13.constant(np.array([n], np.int64)) for n in (part.start, stop, part.step)]
            value = opset13.slice(value, *limits, opset13.constant(np.array([len(view.extents) - 1], np.int64)))
            node_count += 1
        if view.is_transposed():
            value = opset13.transpose(value, opset13.constant(np.array(view.back(), np.int64)))
            node_count += 1
        values.append(value)
    for name, sources in nodes:
        values.append(factory.create(OPENVINO[name], [values[i] for i in sources],
                                     openvino_attributes(name, case, len(sources))))
    return openvino.Model([values[-1]], parameters, "case"), node_count + len(nodes)


def openvino_name(dtype):
    return {"bool": "boolean", "f8e4m3fn": "f8e4m3"}.get(dtype, dtype)


def openvino_type(dtype):
    return getattr(openvino.Type, openvino_name(dtype), None)


def openvino_tensor(array, dtype):
    if dtype == "bf16" or dtype.startswith("f8"):  # NumPy has no such type
        return openvino.Tensor(array.view(f"u{array.itemsize}"), list(array.shape), openvino_type(dtype))
    return openvino.Tensor(array, shared_memory=True)


def prepare_openvino(case, operands, core):
    config = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY"}
    hint = {"INFERENCE_PRECISION_HINT": case["dtype"] if case["dtype"] in ("f16", "bf16") else "f32"}
    nodes = openvino_nodes(case)
    if not all(name in OPENVINO for name, _ in nodes):
        raise NotThere("none")
    try:
        model, node_count = openvino_model(case, operands, nodes)
    except RuntimeError as error:  # the operation does not take the dtype
        raise NotThere("refused") from error
    try:
        compiled = core.compile_model(model, "CPU", config | hint)
    except RuntimeError:  # the processor lacks the precision
        compiled = core.compile_model(model, "CPU", config)
    request = compiled.create_infer_request()
    for i, (array, buffer) in enumerate(zip(case["inputs"], operands.buffers)):
        request.set_input_tensor(i, openvino_tensor(buffer, array["dtype"]))
    request.set_output_tensor(0, openvino_tensor(operands.out, case["output"]["dtype"]))
    return "infer(share_outputs=True)", {"infer": request.infer}, lambda: operands.out, note_of(node_count)


# ---- Timing ----

def calls_for(seconds, time):
    """The number of calls that take about this long."""
    calls = 1
    while True:
        taken = time(calls)
        if taken > seconds / 4:
            return max(1, round(calls * seconds / taken))
        calls *= 4


def quartiles(times, seconds, rounds):
    """For each peer, the median and the lower quartile of its nanoseconds per call. The peers take turns in each round."""
    calls = [calls_for(seconds, time) for time in times]
    taken = [[time(n) / n * 1e9 for time, n in zip(times, calls)] for _ in range(rounds)]
    return [(statistics.median(column), sorted(column)[(rounds - 1) // 4]) for column in zip(*taken)]


def error_of(got, exact):
    """The largest error, in units in the last place of the result's dtype, and the number of results that are not the nearest number."""
    of = ml_dtypes.finfo(got.dtype)
    unit = np.maximum(2.0 ** np.floor(np.log2(np.abs(exact))), float(of.smallest_normal)) * float(of.eps)
    errors = np.abs(got.astype(np.longdouble) - exact) / unit
    largest = float(np.max(errors))
    return (largest if largest < 1e9 else 1e9), int(np.sum(~(errors <= NEAREST)))


def is_same(a, b):
    return np.array_equal(a.reshape(-1).view(np.uint8), np.ascontiguousarray(b).reshape(-1).view(np.uint8))


def first_call(timer):
    """The first call, in which ONNX Runtime checks shapes: it refuses limits that are arrays."""
    try:
        timer.timeit(1)
    except RuntimeError as why:
        raise NotThere("refused") from why


def run_case(case, broadloom, peers, options):
    if any(array["dtype"] in PACKED for array in case["inputs"] + [case["output"]]):
        return [{"case": case["name"], "peer": peer, "ns": None, "broadloom_ns": None, "note": "packed"} for peer in peers]
    operands = Operands(case)
    exact = reference(case, operands.inputs)
    broadloom_time = broadloom.prepare(case, operands)
    broadloom_time(1)
    is_rounded = is_function(case)
    if error_of(operands.out, exact)[1] > 0 if is_rounded else not is_same(operands.out, exact):
        raise RuntimeError(f"{case['name']}: Broadloom's result is not NumPy's")
    seconds, rounds = (0.001, 5) if options.quick else (0.01, 11)
    results = []
    for peer, prepare in peers.items():
        result = {"case": case["name"], "peer": peer, "ns": None, "broadloom_ns": None, "note": ""}
        results.append(result)
        operands.out.view(np.uint8)[...] = 0
        try:
            statement, variables, get, note = prepare(case, operands)
            timer = timeit.Timer(statement, globals=variables)
            with np.errstate(all="ignore"):
                first_call(timer)
                if is_rounded:
                    result["error"], result["unlike"] = error_of(get().reshape(exact.shape), exact)
                if not (result["error"] <= MOST_ERROR if is_rounded else is_same(get(), exact)):
                    note = f"! {note}".rstrip()
                theirs, ours = quartiles([timer.timeit, broadloom_time], seconds, rounds)
            result.update(ns=theirs[0], lower=theirs[1], broadloom_ns=ours[0], broadloom_lower=ours[1], note=note)
        except NotThere as why:
            result["note"] = str(why)
    return results


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "?")
    except OSError:
        return "?"


def show(result):
    head = f"{result['case']:60} {result['peer']:13}"
    if result["ns"] is None:
        return f"{head} {result['note']:>12}"
    ns, ours = result["ns"], result["broadloom_ns"]
    return f"{head} {ns:12.0f} ns, Broadloom {ours:12.1f} ns, {ns / ours:8.2f}x  {result['note']}".rstrip()


def has_peers(case):
    """Whether Python's peers can run the case. They cannot run plans, parts and steps by themselves, several threads or tensors,
    lower instruction sets, operands that share a buffer or begin past a line, and outputs that are not contiguous. NumPy also
    lacks operators and folds of five inputs."""
    operands = case["inputs"] + [case["output"]]
    return (len(case["inputs"]) < 5 and case["kind"] in ("run", "one call", "contiguous", "fold")
            and case["threads"] == case["calls"] == 1 and case["isa"] == "any"
            and len({array["buffer"] for array in operands}) == len(operands)
            and not any(array["past_line"] for array in operands)
            and case["output"]["strides"] == contiguous_strides(case["output"]["shape"]))


def contiguous_strides(shape):
    return [int(np.prod(shape[i + 1:])) for i in range(len(shape))]


BELOW_AVX512 = "NumPy below AVX-512"


def below_avx512():
    """Starts again if NumPy has loops for AVX-512, because NumPy chooses its loops when it is loaded."""
    disabled = "NPY_DISABLE_CPU_FEATURES"
    names = [name for name in np._core._multiarray_umath.__cpu_dispatch__ if name.startswith("AVX512") or name == "X86_V4"]
    if names and disabled not in os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, disabled: " ".join(names)})


def main():
    parser = argparse.ArgumentParser(description="Time Broadloom beside NumPy, ONNX Runtime and OpenVINO.")
    parser.add_argument("--cases", required=True, help="the list of cases, as bench --list --json writes it")
    parser.add_argument("--library", required=True, help="the shared object of bench/python_library.c")
    parser.add_argument("--json", metavar="FILE", help="write the results")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only the cases whose name matches")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds: all cases within a minute")
    parser.add_argument("--numpy-below-avx512", action="store_true", help="NumPy alone, without AVX-512; FILE gets it added")
    options = parser.parse_args()

    peers, versions = {"NumPy": prepare_numpy}, {"NumPy": np.__version__}
    if options.numpy_below_avx512:
        below_avx512()
        peers, versions = {BELOW_AVX512: prepare_numpy}, {BELOW_AVX512: np.__version__}
    elif onnxruntime:
        peers["ONNX Runtime"], versions["ONNX Runtime"] = prepare_onnxruntime, onnxruntime.__version__
    if openvino and not options.numpy_below_avx512:
        core = openvino.Core()
        peers["OpenVINO"] = lambda case, operands: prepare_openvino(case, operands, core)
        versions["OpenVINO"] = metadata.version("openvino")
    for name in set() if options.numpy_below_avx512 else {"ONNX Runtime", "OpenVINO"} - set(peers):
        print(f"missing: {name}", file=sys.stderr)

    with open(options.cases, encoding="utf-8") as file:
        cases = [case for case in json.load(file) if has_peers(case) and re.search(options.filter, case["name"])]
    broadloom = Broadloom(options.library)
    results = []
    for i, case in enumerate(cases):
        print(f"{i + 1} of {len(cases)}: {case['name']}", file=sys.stderr)
        of_case = run_case(case, broadloom, peers, options)
        print("\n".join(map(show, of_case)), flush=True)
        results += of_case
    if options.json:
        if options.numpy_below_avx512:
            with open(options.json, encoding="utf-8") as file:
                before = json.load(file)
            versions, results = {**before["peers"], **versions}, before["results"] + results
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"processor": processor(), "quick": options.quick, "peers": versions, "results": results}, file,
                      indent=1)


if __name__ == "__main__":
    main()
