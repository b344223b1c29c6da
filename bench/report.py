#!/usr/bin/env python3
"""The bench's report: README.md, a page of one screen, and details.md, with a table and an SVG for each group and the targets' results.

usage: report.py RESULTS.json [PYTHON.json] FOLDER

`bench --json` writes RESULTS.json, and the driver of the Python peers writes PYTHON.json. The report also prints the
targets. Pictures need gnuplot.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import shutil
import subprocess
import sys

import functions
from targets import Targets
from timed import FEW_BYTES, LIMIT, NO_PEERS, ONE_THREAD, OURS, SAME_SHAPE, load, markdown, overview, ratio_text, read_cases, size_tables, slow_cases

# The groups of bench/cases.c: title, subject, and the dim that is the x axis of lines, or None for a dot plot.
GROUPS = {
    "same": ("Same shape", "f32 add, from 16 elements to 16 Mi.", "elements"),
    "value": ("One value", "f32 array + one value.", "elements"),
    "value-left": ("One value on the left", "One value - array, one value / array.", None),
    "ops": ("Operators", "64 Ki elements, same shape; `less` and `select` at all dtypes.", None),
    "rows": ("Rows", "[M,N] + [N], 1 Mi elements.", "N"),
    "columns": ("Columns", "[M,N] * [M,1], 1 Mi elements.", "N"),
    "short-rows": ("Short rows of every size", "[M,N] + [N], 64 Ki elements.", None),
    "short-columns": ("Short columns of every size", "[M,N] * [M,1], 64 Ki elements.", None),
    "middle": ("Short middle dims", "The broadcast dim is between dims that are not broadcast.", None),
    "broadcast": ("Both sides and N-d", "Broadcasts on both sides and over more dims.", None),
    "layout": ("Layouts", "Transposed, sliced, strided and reversed operands.", None),
    "steps": ("Steps", "Every n-th element of one input, of both, of the output; columns of one array.", None),
    "ragged": ("Ragged transposes", "Transposes whose rows are not whole cache lines; images by planes and by pixels.", None),
    "outputs": ("Outputs", "Into a part of an array, and in place.", None),
    "misaligned": ("Misaligned", "All operands, or the output alone, begin the given number of bytes after a cache line.", None),
    "dtypes": ("Dtypes", "Same shape.", None),
    "dtypes-value": ("Dtypes, one value", "Array and one value.", None),
    "division": ("Division, array by array", "Truncating (`div`) and flooring.", None),
    "division-value": ("Division by one value", "Truncating (`div`) and flooring.", None),
    "isa": ("Instruction sets", "Broadloom limited to each instruction set; the peers are not.", None),
    "small": ("Small calls", "Broadloom by `bl_add_f32` and the like, by a prepared plan, by its only part, and planning at "
              "each call.", None),
    "tiny": ("Tiny broadcasts", "By a prepared plan, and planning at each call.", None),
    "strided": ("Lines by steps", "`bl_run_strided`, without a plan.", None),
    "held": ("Values among three operands and more", "By a prepared plan; every set of inputs that are one value each.", None),
    "turns": ("Many tensors in turn", "1,000 calls on separate operands, each prepared ahead; ns of one.", None),
    "chain": ("Lone calls and chains", "f32 add; and a chain: add, mul and maximum, each of the previous result; ns of one call. By the "
              "library's choice (`cache_bytes` 0), with streaming stores (1) and without (`SIZE_MAX`).", None),
    "plan": ("Planning", "`bl_plan_make` alone.", None),
    "threads": ("Two threads", "Broadloom by the pool of `examples/threads`; plain C and the limit by one.", None),
    "comparisons": ("Comparisons", "To bool.", None),
    "bits": ("Logic, bits and shifts", "Any byte except 0 is true for Broadloom; the peers' bools are 0 or 1.", None),
    "limits": ("Limits", "Broadloom propagates NaN, and -0 is less than +0.", None),
    "activations": ("Activations", "", None),
    "rounding": ("Operators of one input", "", None),
    "remainders": ("Remainders", "`fmod` has the dividend's sign, `floor_mod` the divisor's.", None),
    "differences": ("Squared differences and saturated sums", "", None),
    "casts": ("Casts", "Broadloom's casts from floats to integers saturate, and NaN gives 0.", None),
    "quantize": ("Quantizing", "By one scale and zero point, and by one for each column.", None),
    "narrow": ("Narrow types", "8-bit floats, and integers of 4 bits, two a byte: casts, and quantizing in blocks of 32, `[N/32,32]` with a "
               "scale and a zero point a block; of i8, too, to compare. The limit copies as many bytes.", None),
    "scalar": ("Left to plain C", "Operators at dtypes whose kernel for arrays is plain C's on the named instruction set, "
               "compared with the compiler's own loops: if these are no faster, its vector code is no better either "
               "(`tests/generator/coverage.txt` has the vector forms that were tried). `make bench FILTER='^scalar/'` measures it.", None),
    "folds": ("Folds", "Three inputs, or five; a loop of C or Eigen's expression reads all at once.", None),
}
# ns per call, for groups in which moving bytes does not matter
BY_TIME = ("small", "tiny", "strided", "held", "turns", "plan")

COLOURS = {OURS: "#d62728", "plain C": "#7f7f7f", "oneDNN": "#1f77b4", "XNNPACK": "#2ca02c", "Eigen": "#9467bd",
           "NumPy": "#ff7f0e", "SLEEF": "#bcbd22", "ONNX Runtime": "#17becf", "OpenVINO": "#8c564b", "NumPy below AVX-512": "#ffd2a3",
           ONE_THREAD: "#f2a0a0"}


def ns_text(ns):
    return f"{ns:,.1f}" if ns < 100 else f"{ns:,.0f}"


def speed(case, peer):
    """GB/s. The value of a peer of the other run is computed from its ratio, so that all points of a case have one scale."""
    if peer in case.times:
        return case.bytes / case.ns(peer)
    if peer in case.elsewhere and case.ns():
        return case.bytes / (case.ns() * case.ratio_elsewhere(peer))
    return None


# ---- Tables ----

def peers_of(cases, order):
    return [peer for peer in order if any(peer in case.times or peer in case.elsewhere for case in cases)]


def cell(case, peer):
    """The median, followed by the lower quartile; times of the other run are followed by their ratio to Broadloom's."""
    if peer in case.times:
        t = case.times[peer]
        return f"{ns_text(t['ns'])}{'!' if case.is_wrong(peer) else ''} [{ns_text(t['lower'])}]"
    if peer in case.elsewhere:
        t = case.elsewhere[peer]
        mark = "!" if case.is_wrong(peer) else "*" if "*" in t["note"] else ""
        return f"{ns_text(t['ns'])}{mark} [{ns_text(t['lower'])}] ({case.ratio_elsewhere(peer):.2f})"
    return "–"


def group_table(cases, order):
    peers = peers_of(cases, order)
    header = ["case"] + peers + ["best peer / Broadloom", "ns per element", "GB/s", "strategy"]
    rows = []
    for case in cases:
        ns, (best, _) = case.ns(), case.best()
        moves = ns and case.kind != "plan"
        rows.append([case.label] + [cell(case, peer) for peer in peers] +
                    [ratio_text(best),
                     f"{ns / case.count:.3f}" if moves else "–",
                     f"{case.bytes / ns:.1f}" if moves else "–", case.strategy])
    return markdown(header, rows)


# ---- Pictures ----

def quoted(text):
    return '"' + text.replace('"', "") + '"'


def draw(path, script):
    text = subprocess.run(["gnuplot"], input=script, stdout=subprocess.PIPE, text=True, check=True).stdout
    # half of gnuplot's output is empty groups and SVG defaults
    text = re.sub(r"<g [^>]*>\n</g>\n", "", text).replace(' stroke-linecap="butt" stroke-linejoin="miter"', "")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def head_of(title, height, width=860):
    return f"""set terminal svg size {width},{height} dynamic font 'sans-serif,13' background '#ffffff'
set encoding utf8
set termoption noenhanced
set title {quoted(title)} font ',15'
set border 3 lw 0.8 lc '#444444'
set tics nomirror out
set grid lc '#dddddd' lw 0.6
set key outside right top vertical maxcols 1 reverse Left samplen 2
"""


def colour_of(peer):
    return f"lc '{COLOURS.get(peer, '#000000')}'"


def lines_picture(cases, order, group):
    """GB/s over elements, or over the width of rows and columns; the limit is a grey area."""
    title, _, axis = GROUPS[group]
    cases = [case for case in cases if case.dtype == "f32"]
    position = (lambda case: case.count) if axis == "elements" else (lambda case: case.shape[-1])
    peers = [peer for peer in peers_of(cases, order) if peer not in (LIMIT, SAME_SHAPE)]
    blocks, plots = [], []
    for i, peer in enumerate([LIMIT] + peers):
        points = [(position(case), speed(case, peer)) for case in cases if speed(case, peer)]
        blocks.append(f"$p{i} << EOD\n" + "".join(f"{x} {y:.3g}\n" for x, y in points) + "EOD\n")
        if peer == LIMIT:
            plots.append(f"$p{i} with filledcurves y1=0.1 lc '#eeeeee' title {quoted('limit (memory)')}")
        else:
            width = 3 if peer == OURS else 1.5
            plots.append(f"$p{i} with linespoints lw {width} pt 7 ps 0.5 {colour_of(peer)} title {quoted(peer)}")
    ticks = ", ".join(f"'{x if axis == 'N' else size_text(x)}' {x}" for x in sorted({position(case) for case in cases}))
    return head_of(f"{title}, f32", 420) + "".join(blocks) + f"""set logscale xy
set yrange [0.5:*]
set xtics ({ticks})
set xlabel {quoted(axis)}
set ylabel 'GB/s'
plot {", ".join(plots)}
"""


def dots_picture(cases, order, group):
    """A line of dots for each case, a dot for each peer, hollow where its result is wrong; the limit is a grey bar."""
    title = GROUPS[group][0]
    by_time = group in BY_TIME
    value = (lambda case, peer: case.ns(peer)) if by_time else (lambda case, peer: speed(case, peer))
    peers = [peer for peer in peers_of(cases, order) if peer not in (LIMIT, SAME_SHAPE)]
    blocks, plots = [], []
    for i, peer in enumerate([LIMIT] + peers):
        points = [(value(case, peer), y, 6 if case.is_wrong(peer) else 7)
                  for y, case in enumerate(cases) if value(case, peer)]
        if not points:
            continue
        blocks.append(f"$p{i} << EOD\n" + "".join(f"{x:.3g} {y} {point}\n" for x, y, point in points) + "EOD\n")
        if peer == LIMIT:
            plots.append(f"$p{i} using 1:2 with points pt '|' lc '#aaaaaa' ps 1 title 'limit (memory)'")
        else:
            size = 0.9 if peer == OURS else 0.6
            plots.append(f"$p{i} using 1:2:3 with points pt variable ps {size} {colour_of(peer)} notitle")
            plots.append(f"NaN with points pt 7 ps {size} {colour_of(peer)} title {quoted(peer)}")
    ticks = ", ".join(f"{quoted(case.label)} {y}" for y, case in enumerate(cases))
    return head_of(title, max(110 + 17 * len(cases), 130 + 24 * len(peers))) + "".join(blocks) + f"""set logscale x
set format x '{'%.0s%c' if by_time else '%g'}'
set yrange [{len(cases) - 0.5}:-0.5]
set ytics ({ticks}) font ',11'
set xlabel {quoted('ns per call' if by_time else 'GB/s')}
plot {", ".join(plots)}
"""


def size_text(n):
    for unit, scale in (("Mi", 1 << 20), ("Ki", 1 << 10)):
        if n >= scale and n % scale == 0:
            return f"{n // scale} {unit}"
    return str(n)


# ---- The report ----

SHORT = """The time of the fastest peer whose result is right (plain C, SLEEF, oneDNN, XNNPACK, Eigen), divided by Broadloom's: above 1,
Broadloom is faster. Each number is a geometric mean, with the number of cases in brackets. Columns are the bytes that a call reads and writes."""

SMALL_CALLS = """The cost of a call before its kernel starts, by the function that is called. Peers are prepared beforehand."""

SLOWER, MOST_SLOW = 0.9, 15
SLOW_CASES = f"""Of {{}} cases from 4 KiB on, a peer takes less than {SLOWER} of Broadloom's time in {{}}; the slowest {MOST_SLOW} at most, with the cause where
it is known:"""
CAUSES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "causes.txt")

SHORT_HOW = """All take turns in one run, on one thread of one core. Preparations of a peer are not timed. Lower quartiles count. A ratio from
0.97 to 1.03 is within the noise. `make bench` writes this page."""

HOW = """Times of Broadloom and its peers on the same data: one run, in which all take turns, on one thread of one core. Times are in ns per
call: the median of the repetitions, followed by their lower quartile in brackets. Repetitions which the system interrupted
were repeated. Preparations that a peer can make beforehand (plans, primitives, models) are not timed.
"best peer / Broadloom" is the time of the fastest peer whose result is right, divided by Broadloom's, by lower quartiles: above
1, Broadloom is faster. "limit" is not a peer: it is the time to set, copy or combine as many bytes. "same shape" is Broadloom on
contiguous inputs of the output's shape. Plain C is the bare operator, without the cases that Broadloom also defines (zero divisors,
NaN, values that do not fit); the data has none of them. Bytes are those of the operands, each counted once. `!`: the result differs from plain
C's. "(2.31)" after a time: that peer was timed in another run, and took 2.31 times as long as Broadloom in that run. The times of the peers
from PyPI (NumPy, ONNX Runtime, OpenVINO) include their call from Python, which dominates for small arrays; Broadloom is
called from C. `*`: the peer needed several nodes."""


BY_SIZE = """Geometric means of best peer / Broadloom by the bytes that a call touches, and of each peer alone, if its result is right. Only
peers that are called from C count here. Small calls are separated by the function: `bl_OP_DTYPE`, a prepared plan, its only
part, or planning at each call; the peers are always prepared ahead."""


def cache_text(caches):
    return ", ".join(f"L{c['level']} {c['bytes'] >> 10:,} KiB" for c in caches)


def facts(results, python):
    peers = {**results["peers"], **python.get("peers", {})}
    del peers[ONE_THREAD], peers[SAME_SHAPE]
    retaken = sum(t["retaken"] for row in results["results"] for t in row["times"].values() if "ns" in t)
    lines = [f"processor: {results['processor']}; {cache_text(results['caches'])}",
             f"instruction sets: up to {results['isa']}", f"repetitions taken again: {retaken:,}",
             *(["`QUICK=1`: fewer and shorter repetitions than of a full run"] if results["quick"] else [])]
    lines += [f"{peer}: {version or 'not installed'}" for peer, version in peers.items()]
    return "\n".join(f"- {line}" for line in lines)


def ratios_picture(sizes, rows):
    """A bar for each row of the overview and each class of sizes; rows are (name, ratios, counts)."""
    data = "".join(f"{quoted(name)} " + " ".join(f"{ratio:.3g}" if ratio else "?" for ratio in ratios) + "\n" for name, ratios, _ in rows)
    shades = ("#9ecae1", "#3182bd", "#08519c")
    plots = ", ".join(f"$r using {i + 2}:xtic(1) lc '{shade}' title {quoted(size[0])}" for i, (size, shade) in enumerate(zip(sizes, shades)))
    return head_of("Best peer's time over Broadloom's", 360) + f"$r << EOD\n{data}EOD\n" + f"""set style data histogram
set style histogram clustered gap 1
set style fill solid
set logscale y
set datafile missing '?'
set xtics rotate by -40 font ',11'
set arrow from graph 0, first 1 to graph 1, first 1 nohead lw 1.2 lc '#d62728'
plot {plots}
"""


def overview_table(sizes, rows):
    cell_of = lambda ratio, count: f"{ratio:.2f} ({count})" if ratio else "–"
    return markdown(["", *(size[0] for size in sizes)], [[name, *map(cell_of, ratios, counts)] for name, ratios, counts in rows], ends_with_text=False)


def cause_of(case):
    """The cause in causes.txt for the case. Each of its lines is a pattern of cases' names, a tab and the cause; the first match counts."""
    with open(CAUSES, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return next((cause for pattern, cause in lines if re.match(pattern, case.name)), "")


def write_readme(folder, results, python, cases):
    """The page of one screen: the gains of users, then small calls, then the cases in which a peer is faster."""
    (sizes, rows), (small_sizes, small_rows) = overview(cases)
    parts = ["# Benchmarks", SHORT]
    if shutil.which("gnuplot") and rows:
        draw(os.path.join(folder, "ratios.svg"), ratios_picture(sizes, rows))
        parts.append("![Best peer's time over Broadloom's, by family and size](ratios.svg)")
    parts += [overview_table(sizes, rows)] if rows else []
    parts += [SHORT_HOW, f"Processor: {results['processor']}, {cache_text(results['caches'])}; up to {results['isa']}"
              f"{'; `QUICK=1`: shorter repetitions' if results['quick'] else ''}.",
              "Every case with its times and pictures, and the promises about them: [details.md](details.md)."]
    if os.path.exists(os.path.join(folder, "functions.md")):
        parts[-1] += " Functions: [functions.md](functions.md)."
    if small_rows:
        parts += ["## Small calls", SMALL_CALLS, overview_table(small_sizes, small_rows)]
    slow = slow_cases(cases, SLOWER)
    if slow:
        peer_of = lambda case: min((case.ratio(peer), peer) for peer in case.ratios() if peer in case.times)[1]
        parts += ["## Where a peer is faster", SLOW_CASES.format(sum(case.is_compared() and case.bytes >= FEW_BYTES for case in cases), len(slow)),
                  markdown(["case", "ratio", "peer, cause"], [[case.name, f"{case.best_here():.2f}", "; ".join(filter(None, (peer_of(case), cause_of(case))))]
                                                             for case in slow[:MOST_SLOW]])]
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write("\n\n".join(parts) + "\n")


def write_details(folder, results, python, cases, order, pictures, targets):
    parts = ["# Benchmarks: every case", HOW, facts(results, python), "## By size", BY_SIZE, *size_tables(cases)]
    for group, (title, says, _) in GROUPS.items():
        members = [case for case in cases if case.group == group]
        if members:
            parts += [f"## {title}", *([says] if says else [])]
            parts += [f"![{title}]({group}.svg)"] if group in pictures else []
            parts += [group_table(members, order)]
    if targets:
        parts += ["## Targets", targets]
    with open(os.path.join(folder, "details.md"), "w", encoding="utf-8") as file:
        file.write("\n\n".join(parts) + "\n")


def draw_all(folder, cases, order):
    """Draws the pictures, and returns the groups that have one."""
    if not shutil.which("gnuplot"):
        print("report.py: no pictures, because gnuplot is missing", file=sys.stderr)
        return []
    drawn = []
    for group, (_, _, axis) in GROUPS.items():
        members = [case for case in cases if case.group == group and case.ns()]
        if members:
            picture = (lines_picture if axis else dots_picture)(members, order, group)
            draw(os.path.join(folder, f"{group}.svg"), picture)
            drawn.append(group)
    return drawn


def write_functions(folder, results, python, cases, order):
    """Writes the page of functions, if any were timed."""
    if not cases:
        return
    has_picture = shutil.which("gnuplot") is not None
    if has_picture:
        draw(os.path.join(folder, "functions.svg"), functions.picture([case for case in cases if case.dtype == "f32"], order, head_of, colour_of))
    path = os.path.join(folder, "functions.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(functions.page(cases, order, facts(results, python), has_picture))
    print(f"functions: {path}")


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1])
    results, folder = load(arguments[0]), arguments[-1]
    python = load(arguments[1]) if len(arguments) == 3 else {}
    cases = read_cases(results, python)
    order = [peer for peer in [*results["peers"], *python.get("peers", {})] if peer not in NO_PEERS] + [*NO_PEERS]

    os.makedirs(folder, exist_ok=True)
    write_functions(folder, results, python, [case for case in cases if case.group == "functions"], order)
    cases = [case for case in cases if case.group != "functions"]
    if not cases:
        return
    pictures = draw_all(folder, cases, order)
    judged = Targets(cases, results["caches"])
    judged.judge()
    targets = judged.table() if judged.rows else ""
    if judged.missed: # this table has their number and the worst one; the groups' tables list all
        print("missed:", *judged.missed, sep="\n  ")
    write_readme(folder, results, python, cases)
    write_details(folder, results, python, cases, order, pictures, targets)
    if targets:
        print(f"\n{targets}\n")
    print(f"the report: {folder}/README.md")


if __name__ == "__main__":
    main(sys.argv[1:])
