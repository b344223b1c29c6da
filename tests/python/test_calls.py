"""Features that NumPy lacks: parameters, conversions, folds, expressions, errors, and the descriptions of ufuncs.

SPDX-License-Identifier: Apache-2.0
"""

import gc
import itertools
import pathlib
import pickle
import re
import resource
import subprocess
import sys
import unittest

import ml_dtypes
import numpy as np

import broadloom as bl

BF16 = np.dtype(ml_dtypes.bfloat16)
ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = {
    "f32": "float32", "f64": "float64", "f16": "float16", "bf16": "bfloat16", "bool": "bool",
    **{f"{k}{n}": f"{'u' * (k == 'u')}int{n}" for k in "iu" for n in (8, 16, 32, 64)},
}  # fmt: skip
RNG = np.random.default_rng(7)


def listed():
    """{operator: (arity, dtypes of T, whether it has one type variable)}, from generated/list.txt."""
    result = {}
    for line in (ROOT / "generated/list.txt").read_text().split("folds\n")[0].splitlines()[1:]:
        match = re.match(r"  (\w+) +(\S+) -> \S+ .*?; T: ([a-z0-9 ]+)", line)
        result[match[1]] = len(match[2].split(",")), [NAMES[x] for x in match[3].split() if x in NAMES], "U" not in match[2]
    return result


def bits(x):
    x = np.ascontiguousarray(x)
    return x.view(f"u{x.dtype.itemsize}") if x.dtype.kind in "fV" else x


def numpys(name):
    ufunc = getattr(np, name, None)
    return ufunc if isinstance(ufunc, np.ufunc) else None


class Tables(unittest.TestCase):
    def test_every_operator_is_there(self):
        ours = {t[0] for t in bl._bl.tables().values()}
        of_minifloats = {"clamped_cast", "clamped_quantize", "dequantize_to", "rounded_cast", "saturating_cast", "saturating_quantize"}
        self.assertEqual(set(listed()) - ours, {"cast", "numpy_floor_divide", *of_minifloats})

    def test_it_has_what_the_list_has(self):
        operators = listed()
        for name, (op, _, _, _) in bl._bl.tables().items():
            arity, dtypes, _ = operators[op]
            self.assertEqual(getattr(bl, name).nin, arity, name)
            for dtype in NAMES.values():
                if dtype in dtypes and not (name == "positive" and dtype == "bool"):
                    self.assertTrue(bl.has(name, dtype), (name, dtype))
                elif not numpys(name):
                    self.assertFalse(bl.has(name, dtype), (name, dtype))

    def test_signatures_are_numpys(self):
        """No signature of NumPy is missing, because NumPy would silently use another dtype instead."""
        for name in bl._bl.tables():
            theirs = numpys(name)
            if theirs:
                missing = [t for t in theirs.types if not set(t) & set("OMm") and t not in getattr(bl, name).types]
                self.assertEqual(missing, [], name)
                self.assertEqual(getattr(bl, name).identity, theirs.identity, name)

    def test_own_signatures_have_all_floats_or_none(self):
        for name in bl._bl.tables():
            ufunc = getattr(bl, name)
            if not numpys(name) and listed()[bl._bl.tables()[name][0]][2]:
                first = {t[ufunc.nin - 1] for t in ufunc.types}
                self.assertIn(len(first & set("efd")), (0, 3), name)
                self.assertIn(len(first & set("bBhHiIlLqQ")), (0, 10), name)

    def test_float64_is_refused_by_name(self):
        for name in bl._bl.tables():
            ufunc = getattr(bl, name)
            if "d" * ufunc.nin in {t[: ufunc.nin] for t in ufunc.types} and not bl.has(name, "f8"):
                for x in (np.ones(3), 1.0, [1.0], np.float64(1), np.ones((2, 2)).T):
                    with self.assertRaisesRegex(TypeError, f"broadloom.{name} has no float64 yet; it has .*float32.*astype"):
                        ufunc(*[x] * ufunc.nin)
                self.assertEqual(ufunc(*[np.ones(3)] * ufunc.nin, dtype=np.float32).dtype, np.float32)
                out = np.full(3, 7, "f4")
                for x in (np.full(3, 1e-310), np.array([1, 2, 3], "i8"), [1e300, 2.0, 3.0]):  # the error about the dtype, not about a cast
                    if bl.has(name, np.asarray(x).dtype):
                        continue
                    with np.errstate(all="raise"), self.assertRaisesRegex(TypeError, "no float64 yet"):
                        ufunc(*[x] * ufunc.nin, out=out)

    def test_has(self):
        self.assertTrue(bl.has(bl.add, np.float16) and bl.has("add", "bfloat16") and bl.has("acos", BF16))
        self.assertFalse(bl.has("add", "complex64") or bl.has("shift_left" if hasattr(bl, "shift_left") else "left_shift", "f4"))
        self.assertRaises(ValueError, bl.has, "nothing", "f4")

    def test_names(self):
        self.assertIs(bl.acos, bl.arccos)
        self.assertIs(bl.where, bl.select)
        for name in bl.__all__:
            value = getattr(bl, name)
            if isinstance(value, np.ufunc):
                self.assertIs(pickle.loads(pickle.dumps(value)), value)
            self.assertTrue(value.__doc__, name)


class Meanings(unittest.TestCase):
    """If the library and NumPy mean different things, NumPy's names have NumPy's meaning."""

    def test_division(self):
        a, b = np.array([7, -7], "i4"), np.array([2, 2], "i4")
        self.assertEqual(bl.divide(a, b).dtype, np.float64)
        self.assertEqual(bl.divide(a, b).tolist(), [3.5, -3.5])
        self.assertEqual(bl.div(a, b).tolist(), [3, -3])
        self.assertEqual(bl.floor_divide(a, b).tolist(), [3, -4])
        x, y = np.float32([1.0]), np.float32([0.1])
        self.assertEqual(bl.floor_divide(x, y)[0], np.floor_divide(x, y)[0])
        self.assertEqual(bl.floor_div(x, y)[0], 10)

    def test_floor_divide_of_floats(self):
        """The library's numpy_floor_divide, which has the loops of floats under NumPy's name: special values, and quotients near integers."""
        special = [0.0, -0.0, 1, -1, 0.1, -0.3, 7, 3, -2.5, 1e-5, 60000, np.inf, -np.inf, np.nan]
        for dtype in ("f2", "f4", "f8", BF16):
            x = np.array(special + (RNG.integers(-99, 99, 200) * 0.1).tolist()).astype(dtype)
            with np.errstate(all="ignore"):
                for a, b in ((x[:, None], x), (x[::-1, None], x[::2]), (x, x[3]), (x[6], x)):
                    ours, theirs = bl.floor_divide(a, b), np.floor_divide(a, b)
                    self.assertEqual(ours.dtype, theirs.dtype)
                    same = (bits(ours) == bits(theirs)) | (np.isnan(ours) & np.isnan(theirs))
                    self.assertTrue(same.all(), (dtype, a[~same] if a.shape == same.shape else same))
                    self.assertTrue((bits(bl.evaluate("a // b", a=a, b=b)) == bits(ours)).all())
        self.assertNotIn("numpy_floor_divide", dir(bl))

    def test_bools(self):
        t, f = np.array([True, True, False, False] * 99), np.array([True, False] * 198)
        for name in ("add", "multiply", "maximum", "minimum", "absolute"):
            args = (t, f)[: getattr(bl, name).nin]
            self.assertEqual(getattr(bl, name)(*args).dtype, np.bool_)
            self.assertEqual(getattr(bl, name)(*args).tolist(), getattr(np, name)(*args).tolist())

    def test_negative_exponents(self):
        for exponent in (-1, np.array([1, -1])):
            self.assertRaisesRegex(ValueError, "negative integer powers", bl.power, np.array([2, 3]), exponent)

    def test_reductions(self):
        for dtype in "bBhHiIlLefd?":
            x = RNG.integers(0, 2 if dtype == "?" else 99, (37, 301)).astype(dtype)
            for name in ("add", "multiply", "maximum", "minimum", "bitwise_xor", "bitwise_and", "logical_or"):
                if dtype in "efd" and name in ("multiply", "bitwise_xor", "bitwise_and", "logical_or"):
                    continue
                if name == "logical_or" and dtype != "?":
                    continue
                for keywords in ({"axis": 0}, {"axis": 1}, {"axis": None}, {"axis": 1, "keepdims": True}):
                    with np.errstate(all="ignore"):
                        ours, theirs = getattr(bl, name).reduce(x, **keywords), getattr(np, name).reduce(x, **keywords)
                    if dtype in "efd" and name == "add":
                        continue  # NumPy's order differs
                    self.assertEqual(ours.dtype, theirs.dtype)
                    self.assertTrue((ours == theirs).all(), (name, dtype, keywords))
        x = np.float32([1e8, 1, -1e8, 1])
        self.assertEqual(bl.add.reduce(x), 1)  # in order
        for method in ("accumulate", "outer", "reduceat", "at"):
            a = RNG.integers(0, 9, 20).astype("i4")
            if method == "at":
                ours, theirs = a.copy(), a.copy()
                bl.add.at(ours, [0, 0, 3], 1), np.add.at(theirs, [0, 0, 3], 1)
            else:
                args = {"accumulate": (a,), "outer": (a, a), "reduceat": (a, [0, 5, 9])}[method]
                ours, theirs = getattr(bl.subtract, method)(*args), getattr(np.subtract, method)(*args)
            self.assertTrue((ours == theirs).all(), method)

    def test_errstate(self):
        x = np.full(5000, 1e30, "f4")
        with np.errstate(all="raise"):
            for call in (
                lambda: bl.divide(x, np.float32(0)), lambda: bl.multiply(x, x), lambda: bl.floor_divide(np.arange(4), 0),
                lambda: bl.remainder(np.arange(9000), np.int64(0)),
                lambda: bl.evaluate("x * x", x=x), lambda: bl.floor_divide(np.int8([-128]), np.int8([-1])),
            ):  # fmt: skip
                self.assertRaises(FloatingPointError, call)
            bl.add(x, x), bl.floor_divide(np.arange(4), 2), bl.exp(np.float16([1, np.nan])), bl.evaluate("x + x", x=x)
            bl.set_threads(2)
            try:
                self.assertRaises(FloatingPointError, bl.multiply, np.full(1 << 20, 1e30, "f4"), np.float32(1e30))
            finally:
                bl.set_threads(1)


class Functions(unittest.TestCase):
    def test_parameters(self):
        x = np.linspace(-4, 4, 4000, dtype="f4")
        self.assertTrue((bl.leaky_relu(x, alpha=0.5) == np.where(x < 0, np.float32(0.5) * x, x)).all())
        self.assertTrue((bl.leaky_relu(x) == np.where(x < 0, np.float32(0.01) * x, x)).all())
        for args in ((x,), (x[::-2],), (x.reshape(40, 100).T,), (x.tolist(),), (x.astype("f2"),), (x.astype(BF16),), (np.float32(-2),)):
            out = bl.leaky_relu(*args, alpha=0.5)
            want = np.asarray(args[0])
            self.assertTrue((out == np.where(want < 0, want * want.dtype.type(0.5), want)).all())
        out = np.zeros_like(x)
        self.assertIs(bl.leaky_relu(x, out, alpha=0.5), out)
        self.assertIs(bl.leaky_relu(x, alpha=0.5, out=out, where=x > 0), out)
        self.assertEqual(bl.clamp(np.int8([-9, 0, 9]), low=-2, high=9).tolist(), [-2, 0, 9])
        self.assertEqual(bl.clamp(x.astype(BF16), low=0, high=1).dtype, BF16)
        self.assertEqual(bl.isinf(np.float32([np.inf, -np.inf]), negative=False).tolist(), [True, False])
        self.assertRaises(TypeError, bl.leaky_relu, x, beta=1)
        self.assertRaises((TypeError, ValueError), bl.leaky_relu, x, alpha="x")
        self.assertRaises(TypeError, bl.leaky_relu, alpha=1.0)
        self.assertRaises((OverflowError, TypeError), bl.clamp, np.int8([1]), low=300)
        self.assertRaisesRegex(TypeError, "no float64 yet", bl.elu, np.ones(3), alpha=2.0)

    def test_cast(self):
        x = np.array([1e9, -1e9, np.nan, 3.7, -0.5, 127.9])
        self.assertEqual(bl.cast(x, "i1").tolist(), [127, -128, 0, 3, 0, 127])
        self.assertEqual(bl.cast(x, np.uint8).tolist(), [255, 0, 0, 3, 0, 127])
        self.assertEqual(bl.cast(np.array([2**60 + 1]), "bfloat16").dtype, BF16)
        y = RNG.standard_normal((50, 60)).astype("f4")
        for dtype in ("f2", "f8", BF16, "i4", "?"):
            self.assertTrue((bits(bl.cast(y, dtype)) == bits(y.astype(dtype))).all(), dtype)
        out = np.zeros((60, 50), "f2").T
        self.assertIs(bl.cast(y, "f2", out=out), out)
        self.assertTrue((out == y.astype("f2")).all())
        self.assertTrue((bl.cast(y.astype(">f4"), "f2") == y.astype("f2")).all())
        self.assertEqual(bl.cast(y.T, "f2").strides, y.T.astype("f2").strides)
        self.assertRaises(TypeError, bl.cast, y, "c8")
        self.assertRaises(ValueError, bl.cast, y, "f2", out=np.zeros(3, "f2"))
        self.assertRaises(TypeError, bl.cast, y, "f2", out=np.zeros((50, 60), "f4"))

    def test_quantize(self):
        x = RNG.standard_normal((64, 33)).astype("f4") * 100
        scale = np.float32(0.37)
        want = np.clip(np.rint(x / scale) + 5, 0, 255).astype("u1")
        self.assertTrue((bl.quantize(x, scale, 5) == want).all())
        self.assertTrue((bl.quantize(x, 0.37, 5, out=np.zeros_like(want)) == want).all())
        rows = np.float32(RNG.random((64, 1)) + 0.1)
        want = np.clip(np.rint(x / rows), -128, 127).astype("i1")
        self.assertTrue((bl.quantize(x, rows, dtype="i1") == want).all())
        self.assertTrue((bl.dequantize(want, rows, 0) == want.astype("f4") * rows).all())
        self.assertEqual(bl.dequantize(want, rows, dtype="bfloat16").dtype, BF16)
        self.assertRaises(ValueError, bl.quantize, x, 1.0, 300)
        self.assertRaises(TypeError, bl.quantize, x, 1.0, dtype="f4")

    def test_folds(self):
        a, b, c = (RNG.standard_normal(s).astype("f4") for s in ((9, 50), (50,), (9, 1)))
        self.assertTrue((bl.max_of(a, b, c) == np.maximum(np.maximum(a, b), c)).all())
        self.assertTrue((bl.min_of(a) == a).all())
        self.assertTrue((bl.mean_of(a, b, c) == (a + b + c) / np.float32(3)).all())
        self.assertTrue((bl.add_n(a, 1.0) == a + 1).all())
        out = np.zeros_like(a)
        self.assertIs(bl.max_of(a, b, out=out), out)
        a2 = a.copy()
        self.assertTrue((bl.max_of(a2, a2[::-1], out=a2) == np.maximum(a, a[::-1])).all())
        self.assertRaises(TypeError, bl.max_of)
        self.assertRaises(TypeError, bl.mean_of, np.arange(3), np.arange(3))
        self.assertRaises(ValueError, bl.max_of, a, a.T)

    def test_from_dlpack(self):
        x = np.arange(6, dtype="f4")
        self.assertTrue(np.shares_memory(bl.from_dlpack(x), x))
        words = np.arange(6, dtype="u2")

        class Bf16:  # a tensor of another library: a NumPy array of 16-bit integers with the dtype bfloat16
            def __dlpack__(self, **keywords):
                import ctypes

                capsule = words.__dlpack__()
                pointer = ctypes.pythonapi.PyCapsule_GetPointer
                pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
                ctypes.cast(pointer(capsule, b"dltensor") + 20, ctypes.POINTER(ctypes.c_uint8))[0] = 4
                return capsule

            def __dlpack_device__(self):
                return 1, 0

        taken = bl.from_dlpack(Bf16())
        self.assertEqual(taken.dtype, BF16)
        self.assertTrue(np.shares_memory(taken, words) and (taken.view("u2") == words).all())
        self.assertRaises(TypeError, bl.from_dlpack, [1])

    def test_explain(self):
        a = np.ones((4, 5), "f4")
        self.assertRegex(bl.explain(bl.add, a, a[0]), "4 x 5|20")
        self.assertRegex(bl.explain("add", a, a.T), "do not broadcast")
        self.assertRaises(ValueError, bl.explain, "nothing", a)


class Evaluate(unittest.TestCase):
    def test_the_same_bits_as_the_calls(self):
        for dtype in ("f4", "f2", "f8", BF16):
            for shape in ((5,), (100000, 3), (300, 400), (7, 1, 11), ()):
                a, b = (RNG.standard_normal(shape).astype(dtype) for _ in range(2))
                s = RNG.standard_normal(shape[-1:]).astype(dtype)
                for text, calls in (
                    ("maximum(a*s + b, 0)", lambda: bl.maximum(bl.add(bl.multiply(a, s), b), 0)),
                    ("-(a - 2.5) / abs(b) < s", lambda: bl.less(bl.divide(bl.negative(bl.subtract(a, 2.5)), bl.abs(b)), s)),
                    ("where(a > b, leaky_relu(a, alpha=0.5), b % 2)", lambda: bl.where(bl.greater(a, b), bl.leaky_relu(a, alpha=0.5), bl.remainder(b, 2))),
                    ("a", lambda: a),
                ):  # fmt: skip
                    with np.errstate(all="ignore"):
                        got, want = bl.evaluate(text, **{n: v for n, v in {"a": a, "b": b, "s": s}.items() if re.search(rf"\b{n}\b", text)}), calls()
                    self.assertEqual(got.dtype, np.asarray(want).dtype, text)
                    self.assertTrue((bits(got) == bits(want)).all(), (text, dtype, shape))

    def test_mixed_dtypes_strides_and_out(self):
        a, i = RNG.standard_normal((60, 70)).astype("f4"), RNG.integers(-9, 9, (60, 70)).astype("i2")
        want = bl.add(bl.multiply(a.T, i.T), a[:70, :60] if a.shape[0] >= 70 else a.T)
        self.assertTrue((bl.evaluate("x*i + y", x=a.T, i=i.T, y=a.T) == want).all())
        self.assertTrue((bl.evaluate("x + y", x=a[::-1, ::2], y=i[:, 0:35]) == a[::-1, ::2] + i[:, :35]).all())
        self.assertTrue((bl.evaluate("x // 3 & 5", x=i) == (i // 3 & 5)).all())
        for out in (np.zeros_like(a), np.zeros((70, 60), "f4").T, np.zeros((60, 140), "f4")[:, ::2]):
            self.assertIs(bl.evaluate("x * 2 + 1", x=a, out=out), out)
            self.assertTrue((out == a * 2 + 1).all())
        b = a.copy()
        self.assertTrue((bl.evaluate("x + y", x=b, y=b[::-1], out=b) == a + a[::-1]).all())
        self.assertEqual(bl.evaluate("x / 2", x=np.arange(3)).dtype, np.float64)
        self.assertTrue((bl.evaluate("x * s", x=a, s=2.0) == a * 2).all())
        self.assertEqual(bl.evaluate("x * s", x=a, s=2.0).dtype, np.float32)

    def test_threads(self):
        a = RNG.standard_normal((1 << 18,)).astype("f4")
        one = bl.evaluate("exp(a) * a", a=a)
        bl.set_threads(3)
        try:
            for x in (a, a.reshape(-1, 1024), a.reshape(-1, 4)):
                self.assertTrue((bits(bl.evaluate("exp(a) * a", a=x)).ravel() == bits(one)).all())
            self.assertRaises(ValueError, bl.evaluate, "a ** b", a=np.ones(1 << 18, int), b=np.full(1 << 18, -1))
        finally:
            bl.set_threads(1)

    def test_hostile_texts(self):
        a = np.ones(4, "f4")
        for text in (
            "__import__('os').system('true')", "a.__class__", "a.tobytes()", "(lambda: a)()", "[x for x in a]", "a if a else a", "a and a",
            "open('x')", "a[0]", "f'{a}'", "a := 1", "exec('1')", "evaluate('a', a=a)", "_leaky_relu(a, 1.0)", "add.reduce(a)", "a; a", "a = a",
            "9**9**9**9", "a < a < a", "add(*a)", "leaky_relu(a, **a)", "leaky_relu(a, alpha=a)", "'x' * a", "True + a", "1j * a", "None", "",
            "a" + " + a" * 3000, "(" * 500 + "a" + ")" * 500, "-" * 3000 + "a", "a + b'x'", "a @ a", "a is a", "not a", "...", "a\x00", "lambda: 0",
            "__builtins__", "cast(a, 'i1')", "nothing(a)", "maximum(a)", "1 + 2", "{a}", "(a, a)", "await a", "yield a", "import os",
        ):  # fmt: skip
            with self.assertRaises((ValueError, TypeError), msg=text):
                bl.evaluate(text, **({"a": a} if "a" in text else {}))
        for keywords in ({}, {"b": a}, {"a": a, "b": a}):
            self.assertRaises(TypeError, bl.evaluate, "a + 1", **keywords)
        self.assertRaises(ValueError, bl.evaluate, "a + b", a=a, b=np.ones(5, "f4"))
        self.assertRaises(TypeError, bl.evaluate, "a + 1", a=np.array(["x"]))
        self.assertRaises(OverflowError, bl.evaluate, "a + 300", a=np.int8([1]))
        self.assertRaisesRegex(TypeError, "no float64 yet", bl.evaluate, "tanh(a)", a=np.ones(3))


class Memory(unittest.TestCase):
    def test_flat(self):
        """10^5 calls, some with errors, leak no memory."""
        a, b = np.ones(64, "f4"), np.ones((2, 64), "f4")
        calls = [
            lambda: bl.add(a, b), lambda: bl.add(a, a, out=a), lambda: bl.leaky_relu(a, alpha=0.5), lambda: bl.leaky_relu(a, alpha=0.5, where=a > 0, out=a),
            lambda: bl.cast(a, "f2"), lambda: bl.max_of(a, b), lambda: bl.evaluate("a * 2 + b", a=a, b=b), lambda: bl.tanh(np.ones(3)),
            lambda: bl.add(a, a[1:]), lambda: bl.leaky_relu(a, alpha="x"), lambda: bl.evaluate("a.b", a=a), lambda: bl.cast(a, "c8"),
            lambda: bl.power(np.arange(3), -1), lambda: bl.add.reduce(b, axis=0), lambda: bl.has("add", "f4"), lambda: bl.quantize(a, 0.5, 3),
            lambda: bl.add(a, a, where=1.5), lambda: bl.add(a.astype(BF16), a.astype(BF16)),
        ]  # fmt: skip

        def run(count):
            for call in itertools.islice(itertools.cycle(calls), count):
                try:
                    call()
                except (TypeError, ValueError):
                    pass

        with np.errstate(all="ignore"):
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run(20000)
                gc.collect()
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                references = sys.gettotalrefcount() if hasattr(sys, "gettotalrefcount") else 0
                run(100000)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"# 10^5 calls: {after - before} KiB more")
        self.assertLess(after - before, 2048, references)


class Processes(unittest.TestCase):
    def run_python(self, text, **environment):
        import os

        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={**os.environ, **environment}, timeout=120)
        return done.returncode, done.stdout.strip(), done.stderr

    def test_bfloat16_later(self):
        """If ml_dtypes cannot be imported at first, its loops exist from the first call after its import."""
        text = (
            "import sys; sys.modules['ml_dtypes'] = None; import broadloom as bl, numpy as np; del sys.modules['ml_dtypes']; import ml_dtypes;"
            "x = np.arange(4).astype(ml_dtypes.bfloat16); print(bl.add(x, x).dtype, bl.add(x, 1.5).dtype == np.add(x, 1.5).dtype, bl.maximum.reduce(x))"
        )
        self.assertEqual(self.run_python(text)[:2], (0, "bfloat16 True 3"))

    def test_environment(self):
        text = "import broadloom as bl, threading; print(bl.get_threads(), bl._bl.isas()[1], threading.active_count(), len(__import__('os').listdir('/proc/self/task')))"
        self.assertEqual(self.run_python(text, BROADLOOM_NUM_THREADS="3", BROADLOOM_ISA="scalar", OPENBLAS_NUM_THREADS="1")[1], "3 scalar 1 1")
        for name, value in (("BROADLOOM_NUM_THREADS", "x"), ("BROADLOOM_ISA", "none")):
            code, _, error = self.run_python("import broadloom", **{name: value})
            self.assertNotEqual(code, 0)
            self.assertIn(name, error)

    def test_fork_and_threads(self):
        text = (
            "import os, numpy as np, broadloom as bl, concurrent.futures as cf\n"
            "bl.set_threads(2); a = np.ones(1 << 20, 'f4'); bl.add(a, a)\n"
            "pid = os.fork()\n"
            "if pid == 0:\n"
            "    ok = (bl.add(a, a) == 2).all() and len(os.listdir('/proc/self/task')) == 2\n"
            "    os._exit(0 if ok else 1)\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
            "def work(i):\n"
            "    x = np.full(1 << 17, i, 'f4')\n"
            "    return all((bl.add(x, x) == 2 * i).all() and (bl.evaluate('x*2', x=x) == 2 * i).all() for _ in range(20))\n"
            "with cf.ThreadPoolExecutor(8) as pool: print(all(pool.map(work, range(32))))\n"
        )
        self.assertEqual(self.run_python(text, OPENBLAS_NUM_THREADS="1")[:2], (0, "0\nTrue"))

    def test_import_is_light(self):
        """The modules that are imported in addition to NumPy and ml_dtypes, and the memory of the tables."""
        text = (
            "import numpy, sys, resource; before = set(sys.modules); m = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; import broadloom;"
            "more = {x.split('.')[0] for x in set(sys.modules) - before}; print(sorted(more - set(sys.stdlib_module_names) - {'ml_dtypes'}))"
        )
        self.assertEqual(self.run_python(text)[1], "['broadloom']")


class Dask(unittest.TestCase):
    def setUp(self):
        try:
            import dask.array as da
        except ImportError:
            self.skipTest("dask is not installed")
        self.da = da

    def test_arrays(self):
        x = RNG.standard_normal((400, 60)).astype("f4")
        d = self.da.from_array(x, chunks=(100, 30))
        for ours, want in ((bl.exp(d), bl.exp(x)), (bl.add(bl.multiply(d, 2.0), d[0]), bl.add(bl.multiply(x, 2.0), x[0])), (bl.leaky_relu(d, alpha=0.5), bl.leaky_relu(x, alpha=0.5))):  # fmt: skip
            self.assertIsInstance(ours, self.da.Array)
            for scheduler in ("threads", "processes"):
                self.assertTrue((bits(ours.compute(scheduler=scheduler, num_workers=2)) == bits(want)).all(), scheduler)
        self.assertRaisesRegex(TypeError, "no float64", lambda: bl.tanh(d.astype("f8")).compute())

    def test_bigger_than_memory(self):
        """Blocks that are created when needed, 256 MiB of halves in all, in a fraction of that memory: the hash equals that of plain pieces."""
        blocks, size = 128, 1 << 20

        def hashed(h, s):
            return int(bl.bitwise_xor.reduce(bl.add(bl.multiply(h, h), s).view("u2").astype("u8") * np.arange(1, h.size + 1, dtype="u8")))

        want = [hashed(halves(i, size), np.float16(0.5)) for i in range(blocks)]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        made = self.da.map_blocks(halves_of_block, self.da.arange(blocks, chunks=1), size, chunks=((size,) * blocks,), dtype="f2")
        result = bl.add(bl.multiply(made, made), np.float16(0.5))
        hashes = result.map_blocks(hash_block, chunks=((1,) * blocks,), dtype="u8")
        self.assertEqual(hashes.compute(scheduler="threads", num_workers=2).tolist(), want)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 128 * 1024)
        self.assertEqual(hashes[:16].compute(scheduler="processes", num_workers=2).tolist(), want[:16])


def halves(i, size):
    return (np.arange(i * size, (i + 1) * size, dtype="u8") * 40503 % 15361).astype("u2").view("f2")


def halves_of_block(block, size):
    return halves(int(block[0]), size)


def hash_block(x):
    return np.array([int(bl.bitwise_xor.reduce(x.view("u2").astype("u8") * np.arange(1, x.size + 1, dtype="u8")))], "u8")


if __name__ == "__main__":
    unittest.main()
