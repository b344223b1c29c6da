"""Random calls, compared with NumPy's: values, dtypes, types, shapes and strides of results, and warnings.

CALLS is their number, SEED chooses them.

SPDX-License-Identifier: Apache-2.0
"""

import os
import unittest
import warnings

import ml_dtypes
import numpy as np

import broadloom as bl

CALLS = int(os.environ.get("CALLS", "20000"))
SEED = int(os.environ.get("SEED", "1"))
INTEGERS = [np.dtype(x) for x in "bBhHiIlLqQ"]
FLOATS = [np.dtype(x) for x in "efd"] + [np.dtype(ml_dtypes.bfloat16)]
BOOL = np.dtype("?")

# NumPy's functions are not correctly rounded: these errors are allowed, in units in the last place, for f32 and f64; for f16 and bf16 one unit
GRANTED = 5
# operations in which NumPy does not define the order of -0 and 0
ZEROS_MAY_DIFFER = {"maximum", "minimum"}


def numpys(name):
    ufunc = getattr(np, name, None)
    return ufunc if isinstance(ufunc, np.ufunc) else None


UFUNCS = [name for name in dir(bl) if isinstance(getattr(bl, name), np.ufunc) and numpys(name) and getattr(bl, name).__name__ == name]
FUNCTIONS = {  # not correctly rounded by NumPy
    name for name in UFUNCS if not bl.has(name, "f8") and bl.has(name, "f4")
} | set("power exp exp2 expm1 log log2 log10 log1p sin cos cbrt hypot".split())


# NumPy 2.4.6 finds no infinities in an array with a negative step if the output has a step, so its functions get contiguous copies
COPIED_FIRST = {"isinf", "isnan", "isfinite"}


class Arrays:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def chance(self, p):
        return self.rng.random() < p

    def choice(self, items):
        return items[self.rng.integers(len(items))]

    def values(self, dtype, shape):
        rng = self.rng
        if dtype == BOOL:
            return rng.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            x = rng.integers(-9 if dtype.kind == "i" else 0, 20, shape)
            if self.chance(0.3):
                info = np.iinfo(dtype)
                x = rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
            return np.asarray(x).astype(dtype)
        x = np.asarray(rng.standard_normal(shape) * self.choice([1, 3, 100]))
        if self.chance(0.4):
            special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, 1e-30])
            x = np.where(rng.random(shape) < 0.3, special[rng.integers(len(special), size=shape)], x)
        return np.asarray(x).astype(dtype)

    def array(self, dtype, shape):
        """An array of that shape: with steps, reversed, in another order, or broadcast."""
        rng = self.rng
        steps = [self.choice([1, 1, 1, 2, -1, -3]) for _ in shape]
        room = self.values(dtype, tuple(n * abs(s) for n, s in zip(shape, steps)))
        x = room[tuple(slice(None, None, s) for s in steps)] if self.chance(0.4) else self.values(dtype, shape)
        if len(shape) > 1 and self.chance(0.3):
            order = rng.permutation(len(shape))
            x = self.values(dtype, tuple(shape[i] for i in order)).transpose(np.argsort(order))
        if self.chance(0.05):
            x = x.astype(x.dtype.newbyteorder()) if x.dtype.kind in "iuf" else x
        return x

    def shapes(self, count):
        shape = tuple(int(n) for n in self.rng.choice([1, 2, 3, 5, 16, 33], self.rng.integers(0, 5)))
        while np.prod(shape) > 4000:
            shape = shape[1:]
        if self.chance(0.05):
            shape = (*shape[:1], 3000)
        result = []
        for _ in range(count):
            mine = tuple(1 if self.chance(0.15) else n for n in shape)
            result.append(mine[self.rng.integers(len(mine) + 1) :] if self.chance(0.2) else mine)
        return result


def order_of(x):
    """Floats as integers that number them in order, so that differences are distances."""
    kind = {2: np.int16, 4: np.int32, 8: np.int64}[x.dtype.itemsize]
    i = np.atleast_1d(np.ascontiguousarray(x)).view(kind).astype(np.int64 if x.dtype.itemsize < 8 else object)
    least = -(1 << (8 * x.dtype.itemsize - 1))
    return np.where(i < 0, least - i, i)


def differs(name, ours, theirs):
    if type(ours) is not type(theirs):
        return f"type {type(ours)} for {type(theirs)}"
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return f"{ours.dtype}{ours.shape} for {theirs.dtype}{theirs.shape}"
    if isinstance(ours, np.ndarray):
        for n, mine, its in zip(ours.shape, ours.strides, theirs.strides):
            if n > 1 and ours.size and mine != its:
                return f"strides {ours.strides} for {theirs.strides}"
    ours, theirs = (x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("=")) for x in (ours, theirs))
    if ours.dtype not in FLOATS:
        return None if (np.asarray(ours) == np.asarray(theirs)).all() else "values"
    same = (ours == theirs) & ((np.signbit(ours.astype("f8")) == np.signbit(theirs.astype("f8"))) | (name in ZEROS_MAY_DIFFER or (name == "sign" and ours.dtype == FLOATS[3])))
    same |= np.isnan(ours.astype("f8")) & np.isnan(theirs.astype("f8"))
    if np.asarray(same).all():
        return None
    if name in FUNCTIONS:
        units = GRANTED if ours.dtype.itemsize > 2 else 1
        apart = np.abs(order_of(np.asarray(ours)) - order_of(np.asarray(theirs))).reshape(np.shape(same))
        if np.asarray(same | (apart <= units)).all():
            return None
    return "values"


def outcome(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = f()
        except (TypeError, ValueError, OverflowError) as error:
            result = error
    return result, {str(w.message) for w in caught}


def one_call(arrays, name, get=getattr):
    """The difference, or None; and whether both returned a result."""
    ours, theirs = get(bl, name), getattr(np, name)
    dtypes = FLOATS + INTEGERS + [BOOL]
    dtype = arrays.choice(dtypes)
    shapes = arrays.shapes(theirs.nin)
    args = [arrays.array(dtype if arrays.chance(0.9) else arrays.choice(dtypes), shape) for shape in shapes]
    if theirs.nin == 2 and arrays.chance(0.15):
        args[arrays.rng.integers(2)] = arrays.choice([2.0, 0.5, 3, 1, -1.5])
    keywords = {}
    if arrays.chance(0.15):
        keywords["where"] = arrays.values(BOOL, shapes[0])
    if arrays.chance(0.3) or "where" in keywords:
        expected, _ = outcome(lambda: theirs(*args))
        if isinstance(expected, np.ndarray):
            keywords["out"] = np.zeros(expected.shape, expected.dtype)
            if expected.ndim > 1 and arrays.chance(0.3):
                keywords["out"] = np.zeros(expected.shape[::-1], expected.dtype).T
        else:
            keywords.pop("where", None)
    overlaps = "out" not in keywords and arrays.chance(0.15)

    def call(ufunc):
        mine = dict(keywords)
        if "out" in mine:
            mine["out"] = mine["out"].copy("K")
        inputs = [x.copy("K") if isinstance(x, np.ndarray) and overlaps else x for x in args]
        if overlaps and isinstance(inputs[0], np.ndarray) and inputs[0].ndim and inputs[0].shape[0] > 1:
            room = inputs[0]
            inputs = [room[:-1], *(x[:-1] if isinstance(x, np.ndarray) and x.ndim == room.ndim and x.shape[0] == room.shape[0] else x for x in inputs[1:])]
            shape = np.broadcast_shapes(*(np.shape(x) for x in inputs))
            target = arrays_out(room, shape)
            if target is not None:
                mine = {"out": target}
        if ufunc is theirs and name in COPIED_FIRST and "out" in mine:
            return np.copyto(mine["out"], ufunc(*(np.ascontiguousarray(x) for x in inputs)), where=mine.get("where", True)) or mine["out"]
        return ufunc(*inputs, **mine)

    def arrays_out(room, shape):
        target = room[1:]
        return target if target.shape == shape else None

    got, ours_said = outcome(lambda: call(ours))
    want, they_said = outcome(lambda: call(theirs))
    if isinstance(want, Exception) or isinstance(got, Exception):
        refused = isinstance(got, TypeError) and "broadloom." in str(got)
        if isinstance(want, Exception) and isinstance(got, Exception) or refused:
            return None, False
        got, want = (f"{x.dtype}{x.shape}" if isinstance(x, np.ndarray) else repr(x) for x in (got, want))
        return f"{name}: {got} for {want}, of {[getattr(x, 'dtype', x) for x in args]}", False
    found = differs(name, got, want)
    of_halves = any(np.asarray(x).dtype.itemsize == 2 and np.asarray(x).dtype.kind in "fV" for x in args)
    if found is None and name not in FUNCTIONS and not of_halves and ours_said != they_said:
        found = f"warned {ours_said} for {they_said}"
    if found:
        described = [(x.dtype.str if x.dtype.kind != "V" else str(x.dtype), x.shape, x.strides) if isinstance(x, np.ndarray) else x for x in args]
        return f"{name}: {found}, of {described} {list(keywords)} {overlaps}", True
    return None, True


class Random(unittest.TestCase):
    def test_random_calls(self):
        arrays = Arrays(SEED)
        found, both = [], 0
        planned = sum(t[1] for t in bl._bl.tables().values())
        for _ in range(CALLS):
            problem, compared = one_call(arrays, arrays.choice(UFUNCS))
            both += compared
            if problem:
                found.append(problem)
        planned = sum(t[1] for t in bl._bl.tables().values()) - planned
        print(f"# {CALLS} calls, {both} compared, {planned} by one plan, {len(found)} differ")
        self.assertFalse(found, "\n" + "\n".join(found[:20]))
        self.assertGreater(both, CALLS // 3)
        self.assertGreater(planned, CALLS // 5)

    def test_a_wrong_ufunc_is_found(self):
        arrays = Arrays(SEED)
        wrong = {"add": bl.subtract, "less": bl.less_equal, "exp": bl.expm1}
        for name, ufunc in wrong.items():
            self.assertTrue(any(one_call(arrays, name, lambda module, name: ufunc)[0] for _ in range(300)), name)


if __name__ == "__main__":
    unittest.main()
