"""evaluate: an expression over whole arrays, computed in blocks that stay in the L1 cache.

The text is parsed by `ast` and checked against the list below of allowed constructs. Python never runs it.

SPDX-License-Identifier: Apache-2.0
"""

import ast
import functools

import numpy as np

from . import _bl
from ._calls import _behaved
from ._names import ALIASES

_BINARY = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift", ast.RShift: "right_shift",
}  # fmt: skip
_UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_COMPARE = {
    ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater", ast.GtE: "greater_equal", ast.Eq: "equal", ast.NotEq: "not_equal",
}  # fmt: skip
_LONGEST, _DEEPEST = 4096, 64
_NUMBERS = (int, float)


def _function(name):
    name = ALIASES.get(name, name)
    ufunc = None if name.startswith("_") else getattr(_bl, name, None)
    return ufunc if isinstance(ufunc, np.ufunc) else None


def _refuse(node, text, why):
    raise ValueError(f"evaluate: {why} ({ast.get_source_segment(text, node) or type(node).__name__!s:.60})")


def _number(node):
    """The value of a number, with its sign; None for anything else."""
    sign = 1
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)) and isinstance(node.operand, (ast.Constant, ast.UnaryOp)):
        sign, node = -sign if isinstance(node.op, ast.USub) else sign, node.operand
    if isinstance(node, ast.Constant) and type(node.value) in _NUMBERS:
        return sign * node.value
    return None


@functools.lru_cache(maxsize=256)
def _parse(text):
    """(names of variables, tree): a tree is a name, a number, or (ufunc, trees, parameters)."""
    if len(text) > _LONGEST:
        raise ValueError(f"evaluate: the text is longer than {_LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"evaluate: not an expression: {error}") from None
    text = text.strip()
    names = []

    def call(node, name, operands, parameters=()):
        ufunc = _function(name)
        if ufunc is None:
            _refuse(node, text, f"there is no function {name!r}")
        if len(operands) != ufunc.nin:
            _refuse(node, text, f"{name} takes {ufunc.nin} operands")
        if all(isinstance(x, _NUMBERS) for x in operands):
            _refuse(node, text, "an operand must be an array: write the number that this is")
        return ufunc, tuple(operands), tuple(parameters)

    def walk(node, depth):
        if depth > _DEEPEST:
            _refuse(node, text, "too deep")
        value = _number(node)
        if value is not None:
            return value
        if isinstance(node, ast.Name):
            if node.id not in names:
                names.append(node.id)
            return node.id
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            return call(node, _BINARY[type(node.op)], [walk(node.left, depth + 1), walk(node.right, depth + 1)])
        if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
            return call(node, _UNARY[type(node.op)], [walk(node.operand, depth + 1)])
        if isinstance(node, ast.Compare):
            if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
                _refuse(node, text, "one comparison at a time, by < <= > >= == !=")
            return call(node, _COMPARE[type(node.ops[0])], [walk(node.left, depth + 1), walk(node.comparators[0], depth + 1)])
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name):
                _refuse(node, text, "only functions of broadloom are called, by their names")
            if any(isinstance(x, ast.Starred) for x in node.args):
                _refuse(node, text, "no * here")
            parameters = []
            for keyword in node.keywords:
                value = _number(keyword.value)
                if keyword.arg is None or value is None:
                    _refuse(node, text, "keywords are parameters, and these are numbers")
                parameters.append((keyword.arg, value))
            return call(node, node.func.id, [walk(x, depth + 1) for x in node.args], parameters)
        _refuse(node, text, "not allowed here")

    tree = walk(tree, 0)
    if isinstance(tree, _NUMBERS):
        raise ValueError("evaluate: the expression has no array")
    return tuple(names), tree


def _parameters(ufunc, dtype, given):
    """The values of all parameters, as scalars of their dtypes."""
    names = _bl.tables()[ufunc.__name__][3]
    for name, _ in given:
        if name not in names:
            raise TypeError(f"evaluate: {ufunc.__name__} has no parameter {name!r}")
    return _bl.parameters(ufunc, dtype.num, dict(given))


@functools.lru_cache(maxsize=1024)
def _compile(text, kinds):
    """The program for inputs of these kinds: a dtype, or int or float for a Python number."""
    names, tree = _parse(text)
    kind_of = dict(zip(names, kinds))
    inputs, constants, steps = [], [], []  # inputs: (name, dtype); constants: arrays after them
    later = []  # registers that are numbered once all inputs are known
    free = {}

    def input_of(name, dtype):
        if (name, dtype) not in inputs:
            inputs.append((name, dtype))
        return "input", inputs.index((name, dtype))

    def constant_of(value, dtype):
        constants.append(np.asarray(value, dtype))
        return "constant", len(constants) - 1

    def new_register(dtype):
        spare = free.setdefault(dtype.itemsize, [])
        if spare:
            return "tile", spare.pop()
        later.append(dtype.itemsize)
        return "tile", len(later) - 1

    def release(register):
        if register[0] == "tile":
            free.setdefault(later[register[1]], []).append(register[1])

    def kind(node):
        if isinstance(node, str):
            return kind_of[node]
        return type(node) if isinstance(node, _NUMBERS) else node[1]

    def emit(node, is_last=False):
        """A tree's register and dtype, once its steps are written; a name or a number remains unchanged."""
        if isinstance(node, (str, *_NUMBERS)):
            return node, kind(node)
        ufunc, operands, given = node
        done = [emit(x) for x in operands]
        kinds = tuple(k for _, k in done)
        if all(isinstance(k, type) for k in kinds):
            raise ValueError(f"evaluate: {ufunc.__name__} has no array among its operands")
        dtypes = ufunc.resolve_dtypes(kinds + (None,))
        registers = []
        for (operand, k), dtype in zip(done, dtypes):
            if isinstance(operand, str) and isinstance(k, type):
                registers.append(input_of(operand, dtype))
            elif isinstance(operand, _NUMBERS):
                registers.append(constant_of(operand, dtype))
            else:
                register = input_of(operand, k) if isinstance(operand, str) else operand
                if k.num != dtype.num and k != dtype:
                    wide = new_register(dtype)
                    steps.append((None, (k.num, dtype.num), (register, wide)))
                    release(register)
                    register = wide
                registers.append(register)
        types = [dtype.num for dtype in dtypes[:-1]]
        run = ufunc
        if given:
            run = getattr(_bl, "_" + ufunc.__name__, None)
            for value in _parameters(ufunc, dtypes[0], given):
                types.append(value.dtype.num)
                registers.append(constant_of(value, value.dtype))
        for register in set(registers):
            release(register)
        result = ("result", 0) if is_last else new_register(dtypes[-1])  # in place, if an operand is not needed again
        steps.append((run, (*types, dtypes[-1].num), (*registers, result)))
        return result, dtypes[-1]

    if isinstance(tree, str):
        tree = (_bl.positive, (tree,), ())
    _, dtype = emit(tree, True)
    first = {"input": 0, "constant": len(inputs), "tile": len(inputs) + len(constants)}
    numbered = tuple((u, t, tuple(-1 if k == "result" else first[k] + i for k, i in registers)) for u, t, registers in steps)
    count = len(inputs) + len(constants)
    return _bl.make_program(numbered, count, count + len(later)), tuple(inputs), tuple(constants), dtype


def evaluate(text, /, *, out=None, **variables):
    """Compute an expression of arrays and numbers, which are keyword arguments: evaluate("maximum(a*s + b, 0)", a=a, s=2.0, b=b).

    Operators are Python's + - * / // % ** & | ^ ~ << >> and one comparison; functions are broadloom's ufuncs. The bits are those of separate
    calls, but without intermediate arrays. Shapes broadcast; a number takes the dtype of the other operand. Raises ValueError if the text
    contains anything else, and TypeError for dtypes without a kernel. No variable can be called out.
    """
    names, _ = _parse(text)
    if len(variables) != len(names) or any(name not in variables for name in names):
        missing = [name for name in names if name not in variables]
        spare = [name for name in variables if name not in names]
        raise TypeError(f"evaluate: the variables are {', '.join(names)}" + (f"; missing: {missing}" if missing else f"; unknown: {spare}"))
    values, kinds = {}, []
    for name in names:
        value = variables[name]
        if type(value) in _NUMBERS:
            kinds.append(type(value))
        else:
            value = _behaved(value)
            kinds.append(value.dtype)
        values[name] = value
    program, inputs, constants, dtype = _compile(text, tuple(kinds))
    arrays = []
    for name, wanted in inputs:
        value = values[name]
        if type(value) in _NUMBERS:
            value = np.asarray(value, wanted)
        arrays.append(value)
    arrays = (*arrays, *constants)
    shapes = {x.shape for x in arrays} - {()}
    shape = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
    if out is None:
        result = np.empty(shape, dtype)
        _bl.run_program(program, arrays, result)
        return result if shape else result[()]
    if not isinstance(out, np.ndarray):
        raise TypeError(f"evaluate: out must be an array, not {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype:
        raise ValueError(f"evaluate: the result is {dtype}{list(shape)}, but out is {out.dtype}{list(out.shape)}")
    if not out.flags.writeable:
        raise ValueError("evaluate: out is read-only")
    clear = out.flags.aligned and out.dtype.isnative
    if clear and not any(np.may_share_memory(x, out) and not _in_place(x, out) for x in arrays):
        _bl.run_program(program, arrays, out)
    else:
        result = np.empty(shape, dtype)
        _bl.run_program(program, arrays, result)
        out[...] = result
    return out


def _in_place(x, out):
    return x.dtype.itemsize == out.dtype.itemsize and x.shape == out.shape and x.strides == out.strides and x.ctypes.data == out.ctypes.data
