#!/usr/bin/env python3
"""Writes a released ONNX's node tests of Broadloom's operators as EBV (FORMAT.txt):

    python3 -m venv venv && venv/bin/pip install onnx==1.23.2
    venv/bin/python tests/vectors/onnx_nodes.py >tests/vectors/onnx_v1.23_node_opset28.ebv

Run this by hand and commit the output. ONNX generates its tests' data on request, from a fixed seed.

SPDX-License-Identifier: Apache-2.0
"""

import warnings

warnings.filterwarnings("ignore")  # for data that divide by zero

import numpy as np
import onnx
from onnx.backend.test.case.node import collect_testcases

MULTIDIRECTIONAL = """Add Sub Mul Div Mod Pow And Or Xor Equal Less LessOrEqual Greater GreaterOrEqual BitShift
    BitwiseAnd BitwiseOr BitwiseXor Max Min Sum Mean Where""".split()
ONTO_FIRST = ["PRelu"]
UNARY = """Abs Neg Sign Ceil Floor Round Sqrt Reciprocal Relu LeakyRelu ThresholdedRelu Shrink HardSigmoid HardSwish
    IsNaN IsInf Not BitwiseNot Cast BitCast Identity""".split()
# NumPy does not round these functions correctly, so they have ONNX's general tolerance.
FUNCTIONS = """Exp Log Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Erf Sigmoid Softplus Softsign Mish
    Gelu Elu Selu Celu Swish SwiGLU""".split()
OWN = ["Clip", "CastLike", "Dropout", "QuantizeLinear", "DequantizeLinear"]
ROUNDED = [*FUNCTIONS, "Pow"]
RULES = {name: rule for names, rule in [(MULTIDIRECTIONAL, "numpy"), (ONTO_FIRST, "uni"), (UNARY + FUNCTIONS, "none"), (OWN, "own")]
         for name in names}

DTYPES = {"FLOAT": "f32", "DOUBLE": "f64", "FLOAT16": "f16", "BFLOAT16": "bf16", "INT8": "i8", "INT16": "i16",
          "INT32": "i32", "INT64": "i64", "UINT8": "u8", "UINT16": "u16", "UINT32": "u32", "UINT64": "u64",
          "BOOL": "bool", "FLOAT8E4M3FN": "f8e4m3fn", "FLOAT8E4M3FNUZ": "f8e4m3fnuz", "FLOAT8E5M2": "f8e5m2",
          "FLOAT8E5M2FNUZ": "f8e5m2fnuz", "INT4": "i4", "UINT4": "u4", "INT2": "i2", "UINT2": "u2",
          "FLOAT8E8M0": "f8e8m0", "FLOAT4E2M1": "f4e2m1", "FLOAT6E2M3": "f6e2m3",
          "FLOAT6E3M2": "f6e3m2"}
PACKED = {"i4": 4, "u4": 4, "i2": 2, "u2": 2, "f4e2m1": 4, "f6e2m3": 6, "f6e3m2": 6}
TYPES = {ours: getattr(onnx.TensorProto, name) for name, ours in DTYPES.items()}


def type_of(value):
    """The name of a tensor's element type; for values that are not tensors, the kind."""
    kind = value.type.WhichOneof("value")
    return onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type) if kind == "tensor_type" else kind[:-5]


def packed(array, bits):
    """The bytes of elements with this many bits; the first element of a byte is in its low bits."""
    whole = 0
    for i, element in enumerate(array.flat):
        own = int(element.view(np.uint8)) if array.dtype.itemsize == 1 else int(element)
        whole |= (own & (1 << bits) - 1) << i * bits
    return whole.to_bytes(-(-array.size * bits // 8), "little")


def tensor_lines(keyword, index, dtype, array):
    array = onnx.numpy_helper.to_array(array) if isinstance(array, onnx.TensorProto) else np.asarray(array)
    assert array.dtype == onnx.helper.tensor_dtype_to_np_dtype(TYPES[dtype]), (array.dtype, dtype)
    yield " ".join([keyword, str(index), dtype, str(array.ndim), *map(str, array.shape)])
    data = packed(array, PACKED[dtype]) if dtype in PACKED else array.tobytes()
    yield "hex " + (data.hex() or "-")  # on a little-endian machine


def attribute_line(attribute):
    if attribute.type == onnx.AttributeProto.INT:
        return f"attr {attribute.name} i {attribute.i}"
    if attribute.type == onnx.AttributeProto.FLOAT:
        return f"attr {attribute.name} f {attribute.f:.9g}"
    if attribute.type == onnx.AttributeProto.STRING:
        return f"attr {attribute.name} s {attribute.s.decode()}"
    raise ValueError(f"attribute {attribute.name} is of type {attribute.type}")


def tolerance(case):
    """The allowed error of a result; integers must be equal."""
    node, = case.model.graph.node
    is_float = type_of(case.model.graph.output[0]).endswith(("FLOAT", "FLOAT16", "DOUBLE"))
    return f"tol rel {case.rtol:g} abs {case.atol:g}" if node.op_type in ROUNDED and is_float else "tol exact"


def record(case):
    """The lines of a test, or the name of a type that EBV has not, or the number of outputs if there are several."""
    graph, node = case.model.graph, case.model.graph.node[0]
    if len(node.output) > 1:
        return f"{len(node.output)} outputs"
    types = {value.name: type_of(value) for value in [*graph.input, *graph.output]}
    for name in types.values():
        if name not in DTYPES:
            return name
    (inputs, outputs), = case.data_sets
    arrays = dict(zip([value.name for value in graph.input], inputs))
    lines = [f"case onnx-{onnx.__version__[:4]}/{case.name}", f"src onnx {onnx.__version__} node test {case.name}",
             "kind compute", f"op {node.op_type}", "domain onnx", f"opset {case.model.opset_import[0].version}",
             f"bcast {RULES[node.op_type]}", *map(attribute_line, node.attribute), tolerance(case)]
    for i, name in enumerate(node.input):
        lines += tensor_lines("in", i, DTYPES[types[name]], arrays[name]) if name else [f"in {i} none"]
    lines += tensor_lines("out", 0, DTYPES[types[node.output[0]]], outputs[0])
    return lines + ["end"]


def main():
    tests = [case for case in collect_testcases()
             if len(case.model.graph.node) == 1 and case.model.graph.node[0].op_type in RULES
             and not case.name.endswith("_expanded")]  # a function's body, on the same data
    records = [(case.name, record(case)) for case in tests]
    print(f"# EBV 1. Source: onnx/onnx {onnx.__version__} (opset {onnx.defs.onnx_opset_version()}), the node tests of its"
          " package, Apache-2.0, (c) ONNX Project Contributors.")
    print("# Written by onnx_nodes.py. Left out are the tests of types that are no dtypes of Broadloom's, and of several outputs:")
    for name, lines in records:
        if isinstance(lines, str):
            print(f"# left out: {name}: {lines}")
    for _, lines in records:
        if not isinstance(lines, str):
            print("\n".join(lines))


main()
