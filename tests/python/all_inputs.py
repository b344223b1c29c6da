"""Prints the same as tests/python/all_inputs.c, computed by the ufuncs in pieces of many shapes and steps.

SPDX-License-Identifier: Apache-2.0
"""

import ml_dtypes
import numpy as np

import broadloom as bl

MASK = (1 << 64) - 1


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


tables = {}
for name, (op, _, dtypes, parameters) in bl._bl.tables().items():
    tables.setdefault(op, (name, parameters))
for op, (name, parameters) in tables.items():
    ufunc = getattr(bl, name)
    if ufunc.nin != 1 or parameters:
        continue
    for dtype, short in ((np.dtype("f2"), "f16"), (np.dtype(ml_dtypes.bfloat16), "bf16")):
        if not bl.has(name, dtype):
            continue
        x = np.arange(65536, dtype="u2").view(dtype)
        with np.errstate(all="ignore"):
            parts = [x[:16384], x[16384:32768][::-1], x[32768:49152].reshape(128, 128).T, x[49152:].reshape(64, 256)]
            results = [ufunc(part) for part in parts]
        if results[0].dtype != dtype:
            continue
        whole = np.concatenate([results[0], results[1][::-1], results[2].T.ravel(), results[3].ravel()])
        print(op, short, f"{fnv(whole.view('u1').tobytes()):016x}")
