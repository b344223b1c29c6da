#!/usr/bin/env python3
"""The network of network.c in NumPy, for comparison: prints the hash of the result of this processor's kernels.

    NPY_DISABLE_CPU_FEATURES="X86_V4 X86_V3 AVX512_ICL" examples/network/network.py

disables kernels (numpy.show_config() prints the names). The products of matrices and the sums of rows are added in the order of
network.c, so that only functions can differ. SPDX-License-Identifier: Apache-2.0
"""

import math

import numpy as np

TOKENS, WIDTH, HIDDEN = 32, 64, 128
f32 = np.float32


def fill(seed, scale, rows, cols):
    out = np.empty(rows * cols, f32)
    for i in range(out.size):
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        out[i] = (f32(seed >> 8) * f32(2.0**-24) - f32(0.5)) * f32(scale)
    return out.reshape(rows, cols)


def multiply(a, b):
    out = np.zeros((a.shape[0], b.shape[1]), f32)
    for i in range(a.shape[1]):
        out = out + a[:, i : i + 1] * b[i : i + 1, :]
    return out


def sums(a):
    out = np.zeros((a.shape[0], 1), f32)
    for i in range(a.shape[1]):
        out = out + a[:, i : i + 1]
    return out


def normalise(a):
    return a * (f32(1) / np.sqrt(sums(a * a) / f32(a.shape[1]) + f32(2.0**-16)))


def softmax(a):
    powers = np.exp(a - a.max(1, keepdims=True))
    return powers / sums(powers)


def sigmoid(a):
    return f32(1) / (f32(1) + np.exp(-a))


def gelu(a):
    erf = np.vectorize(math.erf, otypes=[f32])  # which NumPy lacks
    return f32(0.5) * a * (f32(1) + erf(a * f32(0.70710678)))


def hash_of(a):
    value = 0xCBF29CE484222325
    for byte in a.astype("<f4").tobytes():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


x = fill(1, 4, TOKENS, WIDTH)
queries, keys, values, gates = (fill(seed, 0.5, WIDTH, WIDTH) for seed in (2, 3, 4, 5))
up, down = fill(6, 0.5, WIDTH, HIDDEN), fill(7, 0.25, HIDDEN, WIDTH)
for _ in range(4):
    norm = normalise(x)
    weights = softmax(multiply(multiply(norm, queries), multiply(norm, keys).T) * f32(0.125))
    x = x + multiply(weights, multiply(norm, values)) * sigmoid(multiply(norm, gates))
    x = x + multiply(gelu(multiply(normalise(x), up)), down)
print(f"{hash_of(x):016x}")
