"""Draw what bench.py measured: picture.py BEST.json AVX2.json OUT.svg. A row a case, a bar a file; the axis is logarithmic.

SPDX-License-Identifier: Apache-2.0
"""

import json
import math
import sys

LEFT, WIDTH, ROW, TOP = 330, 460, 22, 64
COLOURS = ("#2a6f97", "#e09f3e")
LEAST, MOST = 0.25, 128.0

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
