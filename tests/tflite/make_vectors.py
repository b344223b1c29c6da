#!/usr/bin/env python3
"""Makes vectors.txt: ADD, SUB and MUL of int8 and int16 as LiteRT's reference kernels compute them.

    python3 -m venv venv && venv/bin/pip install ai-edge-litert==2.3.0
    venv/bin/python make_vectors.py >vectors.txt

Each line is a model of one node, run by the interpreter with the resolver BUILTIN_REF (the default one computes other bits).
The head of the file describes the lines. The tests do not need this script.

SPDX-License-Identifier: Apache-2.0
"""

import math
import random

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

HEAD = """\
# Results of the reference kernels (BUILTIN_REF) of LiteRT 2.3.0 (PyPI's ai-edge-litert), Apache-2.0, written by
# make_vectors.py. Operator; dtype; activation; of a, b and the output the scale and the zero point; the shapes of a and b
# (- for none); their values; the result. pot: the scales are powers of two, and the int16 node asks for that
# (pot_scale_int16, as is the default).
# Values: ramp, all from the least on; noise:N, x = x * 1664525 + 1013904223 modulo 2^32 from x = N on, of which the upper
# bits count; or as two's complement in hexadecimal digits. The result: so, too, or fnv: and the FNV-1a hash, of 64 bits, of
# its bytes, the lower one of an element first.
"""

NUMPY = {"int8": np.int8, "int16": np.int16}
TENSOR = {"int8": schema.TensorType.INT8, "int16": schema.TensorType.INT16}
ACTIVATIONS = {
    "none": schema.ActivationFunctionType.NONE,
    "relu": schema.ActivationFunctionType.RELU,
    "relu1": schema.ActivationFunctionType.RELU_N1_TO_1,
    "relu6": schema.ActivationFunctionType.RELU6,
}


def options_of(op, activation, pot):
    if op == "mul":
        options, code = schema.MulOptionsT(), schema.BuiltinOperator.MUL
        kind = schema.BuiltinOptions.MulOptions
    else:
        options = schema.AddOptionsT() if op == "add" else schema.SubOptionsT()
        code = schema.BuiltinOperator.ADD if op == "add" else schema.BuiltinOperator.SUB
        kind = schema.BuiltinOptions.AddOptions if op == "add" else schema.BuiltinOptions.SubOptions
        options.potScaleInt16 = pot
    options.fusedActivationFunction = ACTIVATIONS[activation]
    return options, kind, code


def model_of(op, dtype, activation, pot, quantizations, shapes):
    """The flatbuffer of a model with this one node; quantizations and shapes of a, b, out."""
    tensors = []
    for name, (scale, zero), shape in zip("ab=", quantizations, shapes):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, list(shape), TENSOR[dtype], 0
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = [scale], [zero]
        tensors.append(tensor)
    options, kind, code = options_of(op, activation, pot)
    node = schema.OperatorT()
    node.inputs, node.outputs, node.opcodeIndex = [0, 1], [2], 0
    node.builtinOptions, node.builtinOptionsType = options, kind
    graph = schema.SubGraphT()
    graph.tensors, graph.inputs, graph.outputs, graph.operators = tensors, [0, 1], [2], [node]
    operator_code = schema.OperatorCodeT()
    operator_code.builtinCode = operator_code.deprecatedBuiltinCode = code
    operator_code.version = 1
    model = schema.ModelT()
    model.version, model.operatorCodes, model.subgraphs, model.buffers = 3, [operator_code], [graph], [schema.BufferT()]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def reference(op, dtype, activation, pot, quantizations, a, b):
    out_shape = np.broadcast_shapes(a.shape, b.shape)
    content = model_of(op, dtype, activation, pot, quantizations, (a.shape, b.shape, out_shape))
    interpreter = Interpreter(
        model_content=content, experimental_op_resolver_type=OpResolverType.BUILTIN_REF, num_threads=1
    )
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), (a, b)):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def ramp(dtype):
    bits = NUMPY[dtype](0).itemsize * 8
    return np.arange(-(1 << (bits - 1)), 1 << (bits - 1), dtype=np.int64).astype(NUMPY[dtype])


def noise(dtype, seed, count):
    bits = NUMPY[dtype](0).itemsize * 8
    values, x = [], seed
    for _ in range(count):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        value = x >> (32 - bits)
        values.append(value - (1 << bits) if value >> (bits - 1) else value)
    return np.array(values, dtype=NUMPY[dtype])


def digits(array):
    width = array.dtype.itemsize * 2
    return "".join(f"{int(v) & ((1 << 4 * width) - 1):0{width}x}" for v in array.ravel())


def shape_text(shape):
    return ",".join(map(str, shape)) or "-"


def line(op, dtype, activation, pot, quantizations, a, b, a_text, b_text, hashed):
    result = reference(op, dtype, activation, pot, quantizations, a, b)
    fields = [op + ("-pot" if pot else ""), dtype, activation]
    for scale, zero in quantizations:
        fields += [float(np.float32(scale)).hex(), str(zero)]
    fields += [shape_text(a.shape), shape_text(b.shape), a_text or digits(a), b_text or digits(b)]
    little = result.astype(result.dtype.newbyteorder("<")).tobytes()
    print(*fields, f"fnv:{fnv(little):016x}" if hashed else digits(result))


def quantization(rng, dtype, low=-7.0, high=2.0):
    scale = float(np.float32(math.exp(rng.uniform(low, high))))
    return scale, rng.randint(-128, 127) if dtype == "int8" else 0


def quantizations_for(rng, op, dtype, i):
    """Three quantizations: like those of a trained network, far apart, equal, or at the limits of the kernels."""
    a, b = quantization(rng, dtype), quantization(rng, dtype)
    if i % 4 == 1:
        b = quantization(rng, dtype, -14, -10)
    if i % 4 == 2:
        b = a
    if op == "mul":
        ratio = math.exp(rng.uniform(-6, 3)) if i % 4 != 3 else 2.0 ** -rng.randint(0, 12)
        out = float(np.float32(a[0] * b[0] * ratio))
    else:
        out = float(np.float32(max(a[0], b[0]) * math.exp(rng.uniform(-2, 2))))
    return a, b, (out, rng.randint(-128, 127) if dtype == "int8" else 0)


SHAPES = [
    ((3,), (3,)), ((2, 3), (3,)), ((2, 3), (2, 1)), ((1, 4), (3, 1)), ((), (5,)), ((4,), ()), ((2, 1, 3), (1, 2, 3)),
    ((2, 1, 2, 3), (2, 1, 1)), ((1, 2, 1, 2), (2, 1, 3, 1)), ((17,), (17,)), ((3, 1, 2), (1,)), ((2, 2, 2, 1, 2), (2, 1, 2, 1)),
]


def main():
    rng = random.Random(12)
    print(HEAD, end="")
    for dtype in NUMPY:
        for op in "add", "sub", "mul":
            for i, (a_shape, b_shape) in enumerate(SHAPES):
                activation = list(ACTIVATIONS)[i % 4]
                a = noise(dtype, rng.getrandbits(32), math.prod(a_shape)).reshape(a_shape)
                b = noise(dtype, rng.getrandbits(32), math.prod(b_shape)).reshape(b_shape)
                line(op, dtype, activation, False, quantizations_for(rng, op, dtype, i // 4), a, b, None, None, False)
            for i in range(12): # all pairs of int8; every value of int16 once on each side
                activation = "none" if i < 8 else list(ACTIVATIONS)[i % 4]
                quantizations = quantizations_for(rng, op, dtype, i)
                a, b = ramp(dtype), ramp(dtype)
                seed = rng.getrandbits(32)
                if dtype == "int8":
                    line(op, dtype, activation, False, quantizations, a.reshape(256, 1), b, "ramp", "ramp", True)
                else:
                    b = noise(dtype, seed, 65536)
                    line(op, dtype, activation, False, quantizations, a, b, "ramp", f"noise:{seed}", True)
    for op in "add", "sub": # scales that are powers of two: the output's equals the larger one of the inputs'
        for i in range(8):
            scales = [2.0**-12, 2.0 ** -(12 + [0, 1, 2, 3, 5, 9, 14, 15][i])]
            if i % 2:
                scales.reverse()
            seed, activation = rng.getrandbits(32), "none" if i < 4 else list(ACTIVATIONS)[i % 4]
            quantizations = (scales[0], 0), (scales[1], 0), (2.0**-12, 0)
            line(op, "int16", activation, True, quantizations, ramp("int16"), noise("int16", seed, 65536), "ramp", f"noise:{seed}", True)


main()
