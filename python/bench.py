"""Time the package and NumPy: bench.py [--filter TEXT] [--isa NAME] [--json FILE]. It runs both alternately in one process and one thread. The
ratios are those of the shortest processor times, which other programs hardly affect. Cases with two threads use elapsed time, and run only if
two cores are idle. It prints a line for each case: NumPy's time divided by Broadloom's.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import gc
import json
import math
import os
import time

parser = argparse.ArgumentParser()
parser.add_argument("--filter", default="")
parser.add_argument("--isa", default="")
parser.add_argument("--json", default="")
arguments = parser.parse_args()
if arguments.isa:
    os.environ["BROADLOOM_ISA"] = arguments.isa
    if arguments.isa == "avx2":
        os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_ICL AVX512_SPR")

import warnings  # noqa: E402

warnings.simplefilter("ignore")
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import broadloom as bl  # noqa: E402

np.seterr(all="ignore")
RNG = np.random.default_rng(1)
BF16 = np.dtype(ml_dtypes.bfloat16)
N = 65536
results = {}


def data(dtype, shape):
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        return RNG.integers(1, 50, shape).astype(dtype)
    return (RNG.standard_normal(shape) * 2).astype("f4").astype(dtype)


def times(theirs, ours, now, seconds=0.4):
    def once(f, count):
        begun = now()
        for _ in range(count):
            f()
        return (now() - begun) / count

    counts = [max(1, int(2e5 / max(100, min(once(f, 1) for _ in range(3))))) for f in (theirs, ours)]
    measured = [[], []]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(measured[0]) < 8:
        for f, count, all_times in zip((theirs, ours), counts, measured):
            f()
            all_times.append(once(f, count))
    return [min(x) for x in measured]


def case(name, theirs, ours, now=time.thread_time_ns):
    if arguments.filter not in name:
        return
    a, b = times(theirs, ours, now)
    results[name] = {"numpy": a, "ours": b, "ratio": a / b}
    print(f"{name:44} {a / 1000:12.2f} {b / 1000:12.2f} us {a / b:8.2f}", flush=True)


def both(label, name, *args, out=None, now=time.thread_time_ns):
    case(label, lambda: getattr(np, name)(*args, out=out), lambda: getattr(bl, name)(*args, out=out), now)


gc.disable()
load = os.getloadavg()[0]
print(f"NumPy {np.__version__}, instruction set {bl._bl.isas()[1]}, load {load:.1f}: NumPy's time, ours, NumPy's over ours")
for dtype in ("f4", "f2", BF16):
    a, b = data(dtype, N), data(dtype, N)
    both(f"add {np.dtype(dtype)}", "add", a, b, out=np.empty_like(a))
for dtype in ("f2", "f4", "f8"):
    a = data(dtype, N)
    for name in ("exp", "log", "sin", "tanh"):
        if bl.has(name, dtype):
            both(f"{name} {np.dtype(dtype)}", name, np.abs(a) if name == "log" else a, out=np.empty_like(a))
for source, target in (("f4", "f2"), ("f2", "f4")):
    a = data(source, N)
    o = np.empty(N, target)
    case(f"cast {np.dtype(source)} to {np.dtype(target)}", lambda: np.copyto(o, a, casting="unsafe"), lambda: bl.cast(a, target, out=o))
for dtype in ("i1", "i4", "f4"):
    both(f"floor_divide {np.dtype(dtype)}", "floor_divide", data(dtype, N), data(dtype, N), out=np.empty(N, dtype))
for shape, other, dtypes in (((100000, 3), (3,), ("f4", "f2")), ((4096, 16), (16,), ("f4", "i1"))):
    for dtype in dtypes:
        a = data(dtype, shape)
        both(f"{list(shape)} + {list(other)} {np.dtype(dtype)}", "add", a, data(dtype, other), out=np.empty_like(a))
a = data("f4", (1024, 1024))
both("A + A transposed float32", "add", a, a.T, out=np.empty_like(a))
a = data("f4", 16)
case("16 elements float32", lambda: np.add(a, a), lambda: bl.add(a, a))
o16 = np.empty_like(a)
case("16 elements float32, out=", lambda: np.add(a, a, out=o16), lambda: bl.add(a, a, out=o16))
for n in (1 << 18, 1 << 20, 1 << 22):
    x, y, o = data("f4", n), data("f4", n), np.empty(n, "f4")
    if n == 1 << 20:
        both("add float32, 1 Mi", "add", x, y, out=o)

    def chain(m, x=x, y=y, o=o):
        m.add(x, y, out=o), m.multiply(o, y, out=o), m.maximum(o, x, out=o)

    case(f"a chain of three, {n >> 10} Ki", lambda: chain(np), lambda: chain(bl))
bl.set_threads(2)
for dtype in ("f4", "f2") if load < 0.5 else ():
    x, y = data(dtype, 1 << 20), data(dtype, 1 << 20)
    both(f"two threads, add {np.dtype(dtype)}, 1 Mi", "add", x, y, out=np.empty_like(x), now=time.perf_counter_ns)
bl.set_threads(1)
for dtype in ("f4", "f2"):
    x, s, y = (data(dtype, 1 << 20) for _ in range(3))
    zero, o, o2 = np.dtype(dtype).type(0), np.empty_like(x), np.empty_like(x)
    case(
        f"evaluate max(a*s + b, 0) {np.dtype(dtype)}, 1 Mi",
        lambda: (np.multiply(x, s, out=o), np.add(o, y, out=o), np.maximum(o, zero, out=o)),
        lambda: bl.evaluate("maximum(a*s + b, 0)", a=x, s=s, b=y, out=o2),
    )
try:
    import numexpr

    numexpr.set_num_threads(1)
    x, s, y = (data("f4", 1 << 20) for _ in range(3))
    o2 = np.empty_like(x)
    numexpr.evaluate("where(a*s+b>0, a*s+b, 0)", local_dict={"a": x, "s": s, "b": y}, out=o2)
    case("evaluate beside numexpr float32, 1 Mi", lambda: numexpr.re_evaluate(local_dict={"a": x, "s": s, "b": y}), lambda: bl.evaluate("maximum(a*s + b, 0)", a=x, s=s, b=y, out=o2))
except ImportError:
    pass
for dtype in ("i4", "f4"):
    x = data(dtype, N)
    case(f"maximum.reduce {np.dtype(dtype)}", lambda: np.maximum.reduce(x), lambda: bl.maximum.reduce(x))

for dtype, names in (("float16", "exp log sin tanh"), ("float32", "exp log sin")):
    ratios = [results[f"{n} {dtype}"]["ratio"] for n in names.split() if f"{n} {dtype}" in results]
    if ratios:
        print(f"{dtype} {names}: geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")
if arguments.json:
    with open(arguments.json, "w") as file:
        machine = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), os.uname().machine)
        json.dump({"numpy": np.__version__, "machine": machine, "isa": bl._bl.isas()[1], "load": load, "cases": results}, file, indent=1)
