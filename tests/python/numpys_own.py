"""NumPy's own tests of ufuncs, with our ufuncs instead of NumPy's for the supported signatures. A test that fails must be in the list of
reasons.

SPDX-License-Identifier: Apache-2.0
"""

import re
import subprocess
import sys

MODULES = ["test_umath", "test_ufunc", "test_numeric", "test_half", "test_scalarmath", "test_umath_accuracy", "test_umath_complex"]
# a part of the test's name, and the reason for the difference
REASONS = {
    "complex": "no complex numbers",
    "longdouble": "no long double",
    "object": "no objects",
}

PLUGIN = '''
import numpy as np, broadloom as bl, types
ours = {n: getattr(bl, n) for n in bl._bl.tables() if isinstance(getattr(np, n, None), np.ufunc)}
def route(name, theirs, mine):
    letters = set("?bBhHiIlLqQefd")
    class Routed:
        def __getattr__(self, attribute): return getattr(theirs, attribute)
        def __call__(self, *args, **keywords):
            kinds = {np.asarray(a).dtype.char for a in args}
            if kinds <= letters and not keywords.keys() - {"out", "where"} and bl.has(name, np.result_type(*args)):
                Routed.calls += 1
                return mine(*args, **keywords)
            return theirs(*args, **keywords)
        calls = 0
    return Routed()
for name, mine in ours.items():
    setattr(np, name, route(name, getattr(np, name), mine))
def pytest_sessionfinish(session):
    print("ROUTED", sum(type(getattr(np, n)).calls for n in ours))
'''

if __name__ == "__main__":
    import pathlib
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "routed.py").write_text(PLUGIN)
        command = [sys.executable, "-m", "pytest", "-q", "-x" if 0 else "-rf", "--no-header", "-p", "routed", "-p", "no:cacheprovider"]
        command += ["--pyargs", *(f"numpy._core.tests.{m}" for m in MODULES)]
        done = subprocess.run(command, capture_output=True, text=True, env={**__import__("os").environ, "PYTHONPATH": folder})
    failed = re.findall(r"^FAILED (\S+)", done.stdout, re.M)
    unknown = [name for name in failed if not any(part in name.lower() for part in REASONS)]
    print(done.stdout[-300:])
    print("\n".join(unknown))
    sys.exit(1 if unknown or "ROUTED" not in done.stdout else 0)
