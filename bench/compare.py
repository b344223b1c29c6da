#!/usr/bin/env python3
"""The summary of a run of the bench, and the changes since another run.

usage: compare.py RESULTS.json [BEFORE.json]

Prints best peer / Broadloom by size and by group, the time per byte relative to that of the same shape, the targets, and
the slowest cases of 4 KiB and more with their strategies. With a second run, it also prints the number of cases in which
the ranges between the quartiles overlap, before / now by group, and the cases that got slower. Needs no other packages.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from targets import Targets
from timed import (LARGE, LIMIT, OURS, SAME_SHAPE, SIZES, geometric_mean, load, markdown, ratio_text, read_cases,
                   size_tables)

SLOWER = 1.05


def by_group(cases, row):
    """A row for each group of cases, unless `row` returns none."""
    rows = []
    for group in dict.fromkeys(case.group for case in cases):
        cells = row([case for case in cases if case.group == group])
        if cells:
            rows.append([group, *cells])
    return rows


def byte_times(cases):
    def row(members):
        found = [(case.over_bytes(), case) for case in members if case.is_of(LARGE) and case.over_bytes()]
        if not found:
            return None
        worst, where = max(found, key=lambda pair: pair[0])
        misses = sum(ratio > 2 for ratio, _ in found)
        return [str(len(found)), ratio_text(geometric_mean(ratio for ratio, _ in found)), str(misses), ratio_text(worst),
                str(where)]
    rows = by_group(cases, row)
    return markdown(["time a byte takes / same shape's or limit's", "cases", "geometric mean", "above 2", "worst", "worst case"],
                    rows) if rows else ""


def slow_bytes(cases):
    found = [(case.over_bytes(), case) for case in cases if case.is_of(LARGE) and (case.over_bytes() or 0) > 2]
    rows = [[case.name, ratio_text(ratio), f"{case.ns():,.0f}", f"{case.ns(SAME_SHAPE):,.0f}", case.strategy]
            for ratio, case in sorted(found, key=lambda pair: -pair[0])]
    return markdown(["above 2", "time a byte takes / same shape's or limit's", "ns", "same shape's ns", "strategy"],
                    rows) if rows else ""


def slow_cases(cases):
    """The cases of 4 KiB and more that a peer runs faster by at least 10 %."""
    found = [case for case in cases if case.is_of(LARGE) and case.is_compared() and (case.best_here() or 1) < 0.9]
    rows = []
    for case in sorted(found, key=lambda case: case.best_here()):
        peer = min((peer for peer in case.ratios() if peer in case.times), key=case.ratio)
        rows.append([case.name, ratio_text(case.best_here()), peer, f"{case.ns():,.0f}", f"{case.bytes:,}",
                     ratio_text(case.ratio(LIMIT)), case.strategy])
    return markdown(["4 KiB and more, below 0.9", "best peer / Broadloom", "peer", "ns", "bytes", "limit / Broadloom",
                     "strategy"], rows) if rows else "no case of 4 KiB and more is below 0.9"


def overlaps(a, b):
    return a["lower"] <= b["upper"] and b["lower"] <= a["upper"]


def compare(now, before):
    before = {case.name: case for case in before}
    pairs = [(case, before[case.name]) for case in now if case.name in before and case.ns() and before[case.name].ns()]
    if not pairs:
        return ["no case is in both runs"]
    ours = [(case.times[OURS], old.times[OURS]) for case, old in pairs]
    turns = [(case.turns, old.turns) for case, old in pairs if case.turns and old.turns]
    parts = []
    for title, both in (("Broadloom's times", ours), ("best peer / Broadloom, by turns", turns)):
        same = sum(overlaps(a, b) for a, b in both)
        parts.append(f"{title}: quartile ranges overlap in {same} of {len(both)} cases ({100 * same / len(both):.1f} %)")

    gained = {case.name: old.ns() / case.ns() for case, old in pairs}

    def row(members):
        members = [case for case in members if case.name in gained]
        cells = [ratio_text(geometric_mean(gained[case.name] for case in members if case.is_of(size))) for size in SIZES]
        return [str(len(members)), *cells] if members else None

    everything = row([case for case, _ in pairs])
    parts.append(markdown(["before / now", "cases", *(name for name, _, _ in SIZES)],
                          [*by_group(now, row), ["all", *everything]], ends_with_text=False))
    slower = sorted((pair for pair in pairs if pair[0].ns() > SLOWER * pair[1].ns() and
                     not overlaps(pair[0].times[OURS], pair[1].times[OURS])), key=lambda pair: gained[pair[0].name])
    parts.append(markdown(["slower than before", "before / now", "before, ns", "now, ns", "strategy before → now"],
                          [[case.name, ratio_text(gained[case.name]), f"{old.ns():,.1f}", f"{case.ns():,.1f}",
                            case.strategy if case.strategy == old.strategy else f"{old.strategy} → {case.strategy}"]
                           for case, old in slower]) if slower else "no case is slower than before")
    return parts


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__.split("\n\n")[1])
    results = load(arguments[0])
    cases = read_cases(results, {})
    targets = Targets(cases, results["caches"])
    targets.judge()
    parts = [f"{results['processor']}, up to {results['isa']}, {len(cases)} cases", *size_tables(cases), byte_times(cases),
             slow_bytes(cases), slow_cases(cases)]
    if targets.rows:
        parts.append(targets.table())
    if len(arguments) == 2:
        parts += compare(cases, read_cases(load(arguments[1]), {}))
    print("\n\n".join(part for part in parts if part))


if __name__ == "__main__":
    main(sys.argv[1:])
