"""Tests that the examples of python/README.md print the stated output, and that its lists match the tables; WRITE=1 writes the lists.

SPDX-License-Identifier: Apache-2.0
"""

import doctest
import os
import pathlib
import re
import sys

import hash as hashed

import broadloom as bl

page = pathlib.Path(__file__).resolve().parents[2] / "python/README.md"
text = page.read_text()

blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
for block in blocks:
    runner.run(doctest.DocTestParser().get_doctest(block, {}, "python/README.md", str(page), 0))
if len(blocks) < 3 or runner.summarize().attempted < 12:
    sys.exit("python/README.md has fewer examples than it had")

if {name for name in hashed.ONE + hashed.TWO if bl.has(name, "f8")} != set(hashed.OF_F64):
    sys.exit("tests/python/hash.py leaves out functions that have float64")

tables = bl._bl.tables()
with_f64 = sorted(name for name in tables if bl.has(name, "f8"))
without = sorted(name for name in tables if bl.has(name, "f4") and not bl.has(name, "f8"))
integers = sorted(name for name in tables if not bl.has(name, "f4"))
wanted = "".join(
    f"* {what}: {', '.join(f'`{name}`' for name in names)}.\n"
    for what, names in (("With float64", with_f64), ("Without float64 so far", without), ("Of integers and bools alone", integers))
)
shown = re.search(r"<!-- lists -->\n(.*?)<!-- end -->", text, re.S)[1]
if shown != wanted:
    if not os.environ.get("WRITE"):
        sys.exit("python/README.md lists other functions than there are: WRITE=1 tests/python/readme.py")
    page.write_text(text.replace("<!-- lists -->\n" + shown, "<!-- lists -->\n" + wanted))
sys.exit(runner.failures != 0)
