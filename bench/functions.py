"""The page of functions: a picture and a table of each function's time per element and largest error, for Broadloom and its peers.

SPDX-License-Identifier: Apache-2.0
"""

import re

from timed import NO_PEERS, OURS, geometric_mean, markdown, ratio_text

HOW = """Time for an element in ns, then the largest error in units in the last place (ULP), and the number of results that are not the nearest
float, of 65,536 random inputs. Times are the lower quartile of one run, in which all take turns, on one thread of one core. Each result of
Broadloom is the nearest float, and so the same on every processor; its error is at most 0.5 ULP. SLEEF is used in its fastest form of
1.0 ULP, with FMA, whose results change with the processor; plain C is the C library's own function, called for each
element. "over" is Broadloom's time divided by that peer's: below 1, Broadloom is faster; in f16 and bf16 SLEEF's f32 function replaces
the one that it does not have. `!`: wrong by more than 4 ULP. The peers from PyPI (NumPy, ONNX Runtime, OpenVINO) were timed in
another run, on other inputs of the same range; their times are scaled by Broadloom's in both. NumPy uses other functions
if a processor has AVX-512: so it is timed with and without. "far" means arguments from 2^22
to 2^100 (f16: from 2^10 to 2^15). "held" means one exponent for all elements; the others have two arrays."""

SLEEF, C = "SLEEF", "plain C"


def ns_of(case, peer=OURS):
    """Nanoseconds per element; None if the peer lacks the case."""
    if peer in case.times:
        return case.ns(peer) / case.count
    if peer in case.elsewhere:
        return case.ns() * case.ratio_elsewhere(peer) / case.count
    return None


def error_of(case, peer=OURS):
    """The largest error in ULP, and the share of results that are not the nearest float."""
    timed = (case.times if peer in case.times else case.elsewhere)[peer]
    return timed["error"], timed["unlike"] / case.count


def single(case, cases):
    """The case of the same function in f32."""
    label = re.sub(rf"\b{case.dtype}\b", "f32", case.label)
    return next((other for other in cases if other.label == label), None)


def ratio_to(case, peer, cases):
    other = case if ns_of(case, peer) or peer != SLEEF else single(case, cases)
    theirs = other and ns_of(other, peer)
    return ns_of(case) / theirs if theirs else None


def cell(case, peer):
    ns = ns_of(case, peer)
    if ns is None:
        return "–"
    error, unlike = error_of(case, peer)
    mark = "!" if case.is_wrong(peer) else ""
    return f"{ns:.2f}{mark} ({f'{error:.2f}' if error < 1000 else 'much'}, {share_text(unlike)})"


def share_text(share):
    return "0" if share == 0 else f"{share:.2%}" if share < 0.01 else f"{share:.0%}"


def name_of(case):
    """exp f32, sin f32 far, pow f32 held 2."""
    words = [word for word in case.label.split() if not word.startswith("[")]
    return " ".join(word for i, word in enumerate(words) if word != words[i - 1])


def table(cases, peers):
    header = ["function", "Broadloom", *(f"over {peer}" for peer in (SLEEF, C)), *peers]
    rows = [[name_of(case), cell(case, OURS), *(ratio_text(ratio_to(case, peer, cases)) for peer in (SLEEF, C)),
             *(cell(case, peer) for peer in peers)] for case in cases]
    for dtype in ("f32", "f64"):
        means = [geometric_mean(ratio_to(case, peer, cases) for case in cases if case.dtype == dtype) for peer in (SLEEF, C)]
        rows.append([f"geometric mean, {dtype}", "", *map(ratio_text, means), *("" for _ in peers)])
    return markdown(header, rows)


def peers_of(cases, order):
    return [peer for peer in order if peer not in NO_PEERS and any(ns_of(case, peer) for case in cases)]


def picture(cases, order, head, colour_of):
    """Two panels, a line for each function: times over the quickest peer's, and shares of results that are wrong."""
    peers = peers_of(cases, order)

    def over_quickest(case, peer):
        quickest = min((ns_of(case, other) for other in peers if ns_of(case, other)), default=None)
        return ns_of(case, peer) / quickest if quickest else 1

    def percent_wrong(case, peer):
        return 100 * error_of(case, peer)[1]

    def panel(value, left, right, title, scale, ticks):
        blocks, plots = [], []
        for i, peer in enumerate([*peers, OURS]):
            points = [(value(case, peer), y, 6 if case.is_wrong(peer) else 7) for y, case in enumerate(cases) if ns_of(case, peer)]
            blocks.append(f"$q{i} << EOD\n" + "".join(f"{x:.3g} {y} {kind}\n" for x, y, kind in points) + "EOD\n")
            style = f"ps {0.9 if peer == OURS else 0.6} {colour_of(peer)}"
            plots.append(f"$q{i} using 1:2:3 with points pt variable {style} notitle")
            if scale:
                plots.append(f'NaN with points pt 7 {style} title "{peer}"')
        return "".join(blocks) + f"""set lmargin at screen {left}
set rmargin at screen {right}
set xlabel '{title}'
{'set logscale x' if scale else 'unset logscale'}
set yrange [{len(cases) - 0.5}:-0.5]
set ytics ({ticks}) font ',11'
plot {", ".join(plots)}
"""
    names = ", ".join(f'"{name_of(case)}" {y}' for y, case in enumerate(cases))
    none = ", ".join(f'"" {y}' for y in range(len(cases)))
    places = "set key at screen 0.99, 0.85 right top vertical maxrows 12 reverse Left samplen 1\nset tmargin 3\nset bmargin 4\n"
    return (head("Functions", 160 + 20 * max(len(cases), 6)) + places + "set multiplot\n"
            + panel(over_quickest, 0.14, 0.47, "time over that of the quickest peer (more than 4 ULP wrong: hollow)", True, names) + "unset title\nset xrange [-1:*]\n"
            + panel(percent_wrong, 0.50, 0.78, "results that are not the nearest float, %", False, none) + "unset multiplot\n")


def page(cases, order, facts, has_picture):
    parts = ["# Functions", HOW, facts, *(["![Functions](functions.svg)"] if has_picture else []),
             table(cases, peers_of(cases, order)),
             "`make bench FILTER='^functions/' REPORT=docs/bench` makes this page."]
    return "\n\n".join(parts) + "\n"
