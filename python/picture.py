"""Show what bench.py measured: picture.py BEST.json AVX2.json OUT.svg PAGE.md. The picture has a row for each case and a bar for each file,
on a logarithmic axis. The page's table, between two comments, has the same figures, with several cases per row.

SPDX-License-Identifier: Apache-2.0
"""

import json
import math
import sys

LEFT, WIDTH, ROW, TOP = 330, 460, 22, 64
COLOURS = ("#2a6f97", "#e09f3e")
LEAST, MOST = 0.25, 128.0

ROWS = (
    ("add of float16; bfloat16; float32", "add float16", "add bfloat16", "add float32"),
    ("exp, log, sin, tanh of float16", "exp float16", "log float16", "sin float16", "tanh float16"),
    ("exp, log, sin, tanh of float32", "exp float32", "log float32", "sin float32", "tanh float32"),
    ("exp, log, sin of float64", "exp float64", "log float64", "sin float64"),
    ("float32 to float16; back", "cast float32 to float16", "cast float16 to float32"),
    ("floor_divide of int8; int32; float32", "floor_divide int8", "floor_divide int32", "floor_divide float32"),
    ("[100000, 3] + [3] of float32; float16", "[100000, 3] + [3] float32", "[100000, 3] + [3] float16"),
    ("[4096, 16] + [16] of float32; int8", "[4096, 16] + [16] float32", "[4096, 16] + [16] int8"),
    ("A + A transposed, 1024 x 1024 float32", "A + A transposed float32"),
    ("16 elements of float32; with out=", "16 elements float32", "16 elements float32, out="),
    ("add of 1 Mi float32", "add float32, 1 Mi"),
    ("add, multiply, maximum by out=, float32: 256 Ki; 1 Mi; 4 Mi", "a chain of three, 256 Ki", "a chain of three, 1024 Ki", "a chain of three, 4096 Ki"),
    ("two threads, add of 1 Mi float32; float16", "two threads, add float32, 1 Mi", "two threads, add float16, 1 Mi"),
    ("evaluate max(a*s + b, 0), 1 Mi float32; float16", "evaluate max(a*s + b, 0) float32, 1 Mi", "evaluate max(a*s + b, 0) float16, 1 Mi"),
    ("the same compared with numexpr, float32", "evaluate beside numexpr float32, 1 Mi"),
    ("maximum.reduce of int32; float32", "maximum.reduce int32", "maximum.reduce float32"),
)

runs = [json.load(open(path)) for path in sys.argv[1:3]]
names = [name for name in runs[0]["cases"] if name in runs[1]["cases"]]


def at(ratio):
    share = math.log(min(max(ratio, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
    return LEFT + WIDTH * share


height = TOP + ROW * len(names) + 16
lines = [
    "<!-- Drawn by python/picture.py. SPDX-License-Identifier: Apache-2.0 -->",
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{height}" font-family="sans-serif" font-size="12">',
    f'<rect width="100%" height="100%" fill="white"/><text x="8" y="18" font-size="14">NumPy {runs[0]["numpy"]}: its time over ours, one process</text>',
]
for i, run in enumerate(runs):
    label = run["isa"] if i == 0 else f"both held to {run['isa']}"
    lines.append(f'<rect x="{LEFT + 170 * i}" y="28" width="10" height="10" fill="{COLOURS[i]}"/><text x="{LEFT + 16 + 170 * i}" y="38">{label}</text>')
ratio = LEAST
while ratio <= MOST:
    x = at(ratio)
    colour = "#333" if ratio == 1 else "#ccc"
    lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - 12}" stroke="{colour}"/>')
    lines.append(f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{ratio:g}</text>')
    ratio *= 2
for k, name in enumerate(names):
    y = TOP + ROW * k
    lines.append(f'<text x="8" y="{y + 14}">{name}</text>')
    for i, run in enumerate(runs):
        value = run["cases"][name]["ratio"]
        begin, end = sorted((at(1), at(value)))
        lines.append(f'<rect x="{begin:.1f}" y="{y + 2 + 9 * i}" width="{max(1, end - begin):.1f}" height="8" fill="{COLOURS[i]}"/>')
        if i == 0:
            lines.append(f'<text x="{LEFT + WIDTH + 8}" y="{y + 14}">{value:.1f}</text>')
lines.append("</svg>")
with open(sys.argv[3], "w") as file:
    file.write("\n".join(lines) + "\n")


def figure(ratio):
    return f"{ratio:.0f}" if ratio >= 9.5 else f"{ratio:.1f}" if ratio >= 1.95 else f"{ratio:.2f}"


numpy, machine, load = runs[0]["numpy"], runs[0]["machine"], max(run["load"] for run in runs)
table = [
    f"NumPy's time over ours: NumPy {numpy}, {machine}, best instruction set {runs[0]['isa']}; 64 Ki elements and one thread unless said. The load of the",
    f"computer was at most {load:.1f}.",
    "",
    f"| case | {runs[0]['isa']} | both held to {runs[1]['isa']} |",
    "|---|---|---|",
]
for label, *cases in ROWS:
    measured = [case for case in cases if all(case in run["cases"] for run in runs)]
    if measured:
        table.append(f"| {label} | " + " | ".join("; ".join(figure(run["cases"][case]["ratio"]) for case in measured) for run in runs) + " |")
with open(sys.argv[4]) as file:
    page = file.read()
begin, end = "<!-- measured -->\n", "<!-- end of measured -->"
first, last = page.index(begin) + len(begin), page.index(end)
with open(sys.argv[4], "w") as file:
    file.write(page[:first] + "\n".join(table) + "\n" + page[last:])
