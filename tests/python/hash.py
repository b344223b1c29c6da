"""One hash over functions and arithmetic of f32, f16 and f64: hash.py [broadloom|numpy]. NaNs count as one.

SPDX-License-Identifier: Apache-2.0
"""

import hashlib
import sys

import numpy as np

ONE = "exp log sin cos tan tanh arcsin arctan sinh expm1 log1p log2 log10 cbrt exp2 arcsinh sqrt".split()
TWO = "add multiply divide power arctan2 hypot".split()
OF_F64 = "exp log sin cos expm1 log1p log2 log10 cbrt exp2 sqrt add multiply divide hypot".split()


def digest(module):
    random = np.random.Generator(np.random.PCG64(7))
    singles = random.integers(0, 2**32, 100000, dtype=np.uint64).astype("u4").view("f4")
    halves = np.arange(65536, dtype="u2").view("f2")
    doubles = random.integers(0, 2**64, 100000, dtype=np.uint64).view("f8")
    doubles[::2] = random.integers(-(2**50), 2**50, 50000) / 2.0**45  # for random bits, most results are 0, infinite or NaN
    hashed = hashlib.sha256()
    with np.errstate(all="ignore"):
        for name in ONE + TWO:
            for x in (singles, halves, doubles)[: 2 + (name in OF_F64)]:
                result = getattr(module, name)(*(x, x[::-1])[: 1 + (name in TWO)])
                result[np.isnan(result)] = np.nan
                hashed.update(np.ascontiguousarray(result).tobytes())
    return hashed.hexdigest()[:16]


if __name__ == "__main__":
    print(digest(__import__(sys.argv[1] if len(sys.argv) > 1 else "broadloom")))
