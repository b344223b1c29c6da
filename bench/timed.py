"""The cases of a run with the times of all peers, and their means by group and by size.

Ratios are those of lower quartiles, because other work of the machine can only lengthen a repetition.

SPDX-License-Identifier: Apache-2.0
"""

import json
import math

OURS = "Broadloom"
LIMIT = "limit"
ONE_THREAD = "Broadloom, 1 thread"
SAME_SHAPE = "same shape"
NO_PEERS = (LIMIT, SAME_SHAPE, ONE_THREAD, OURS)  # in the order of their columns

# the classes by bytes that a call touches: (name, from, below)
SIZES = (("below 512 bytes", 0, 512), ("512 bytes to 4 KiB", 512, 4096), ("4 KiB and more", 4096, math.inf))
SMALL, MIDDLE, LARGE = SIZES
KINDS = ("contiguous", "run", "part", "one call", "strided", "fold")
# the groups of operators' families, three sizes each
FAMILIES = ("comparisons", "bits", "limits", "activations", "rounding", "remainders", "differences", "casts", "quantize",
            "narrow", "folds")

ITEM_BYTES = {"f32": 4, "f64": 8, "f16": 2, "bf16": 2, "bool": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8,
              "u8": 1, "u16": 2, "u32": 4, "u64": 8, "f8e4m3fn": 1, "f8e4m3fnuz": 1, "f8e5m2": 1, "f8e5m2fnuz": 1,
              "f8e8m0": 1, "i4": 0.5, "u4": 0.5, "i2": 0.25, "u2": 0.25}


class Case:
    """A case with the times of all peers: those of this run, and those of the Python driver's run."""

    def __init__(self, row):
        self.name, self.group, self.kind = row["name"], row["group"], row["kind"]
        self.label = self.name.split("/", 1)[1]
        self.op, self.dtype, self.strategy = row["op"], row["dtype"], row["strategy"]
        self.count, self.bytes, self.threads = row["count"], row["bytes"], row["threads"]
        self.shape = row["output"]["shape"]
        self.same_shape_bytes = self.count * sum(ITEM_BYTES[array["dtype"]] for array in row["inputs"] + [row["output"]])
        self.turns = row["best"]  # the quartiles of best peer / Broadloom, from alternating repetitions
        self.times = {peer: t for peer, t in row["times"].items() if "ns" in t}
        self.elsewhere = {}

    def __str__(self):
        return self.name

    def ns(self, peer=OURS):
        return self.times[peer]["lower"] if peer in self.times else None

    def is_wrong(self, peer):
        return self.times[peer]["wrong"] if peer in self.times else "!" in self.elsewhere[peer]["note"]

    def ratio(self, peer):
        """The peer's time divided by Broadloom's in this run; None if either is missing."""
        return self.ns(peer) / self.ns() if self.ns(peer) and self.ns() else None

    def ratios(self):
        """Each peer's time divided by Broadloom's in the same run; wrong results do not count."""
        found = {peer: self.ratio(peer) for peer in self.times
                 if peer not in NO_PEERS and not self.is_wrong(peer) and self.ns()}
        found.update((peer, self.ratio_elsewhere(peer)) for peer in self.elsewhere if not self.is_wrong(peer))
        return found

    def ratio_elsewhere(self, peer):
        return self.elsewhere[peer]["lower"] / self.elsewhere[peer]["broadloom_lower"]

    def best(self):
        """The least of the ratios, and its peer; (None, None) if no peer has the case."""
        return min(((ratio, peer) for peer, ratio in self.ratios().items()), default=(None, None))

    def best_here(self):
        """The same among the peers of this run, which are called from C."""
        return min((self.ratio(peer) for peer in self.ratios() if peer in self.times), default=None)

    def over_bytes(self):
        """The time per byte, divided by that of the same shape; or by that of the limit if the limit takes longer, because
        operands with gaps may be in an outer cache. None if no same shape was timed."""
        if not self.ns(SAME_SHAPE) or not self.ns():
            return None
        return self.ns() / max(self.ns(SAME_SHAPE) * self.bytes / self.same_shape_bytes, self.ns(LIMIT) or 0)

    def is_of(self, size):
        return size[1] <= self.bytes < size[2]

    def is_compared(self):
        """Whether Broadloom runs as the peers do: prepared beforehand, on one thread, with the best instruction set. Chains are compared with single calls."""
        return self.kind in KINDS and self.threads == 1 and self.group not in ("isa", "scalar", "chain")


def read_cases(results, python):
    cases = [Case(row) for row in results["results"]]
    by_name = {case.name: case for case in cases}
    for row in python.get("results", []):
        case = by_name.get(row["case"])
        if case and row["ns"] and row["broadloom_ns"]:
            case.elsewhere[row["peer"]] = row
    return cases


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def geometric_mean(ratios):
    """The geometric mean; None if there are no ratios."""
    logs = [math.log(ratio) for ratio in ratios if ratio]
    return math.exp(sum(logs) / len(logs)) if logs else None


def mean_of(cases, peer=None):
    """The geometric mean of the times of the peer, or of the best peers, divided by Broadloom's; wrong results do not count."""
    if peer:
        return geometric_mean(case.ratio(peer) for case in cases if peer in case.ratios())
    return geometric_mean(case.best_here() for case in cases)


# ---- Tables ----

def markdown(header, rows, ends_with_text=True):
    """An aligned table: the first column is text, so is the last one by default, and the others are numbers."""
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    texts = (0, len(header) - 1) if ends_with_text else (0,)

    def line(row):
        return "| " + " | ".join(text.ljust(width) if i in texts else text.rjust(width)
                                 for i, (text, width) in enumerate(zip(row, widths))) + " |"

    rule = "|" + "|".join("-" * (width + 2) if i in texts else "-" * (width + 1) + ":"
                          for i, width in enumerate(widths)) + "|"
    return "\n".join([line(header), rule] + [line(row) for row in rows])


def ratio_text(ratio):
    return f"{ratio:.2f}" if ratio else "–"


PEERS_ALONE = ("plain C", "Eigen", "XNNPACK", "oneDNN")


def summary_row(name, cases):
    found = [(case.best_here(), case) for case in cases if case.best_here()]
    worst = min(found, key=lambda pair: pair[0], default=(None, "–"))
    return [name, str(len(cases)), ratio_text(mean_of(cases)), *(ratio_text(mean_of(cases, peer)) for peer in PEERS_ALONE),
            ratio_text(worst[0]), str(worst[1])]


def size_tables(cases):
    """A table for each class of sizes: best peer / Broadloom by group, or, below 512 bytes, by the function that is called."""
    tables = []
    for size in SIZES:
        members = [case for case in cases if case.is_of(size) and case.is_compared() and case.best_here()]
        if not members:
            continue
        key = "kind" if size in (SMALL, MIDDLE) else "group"
        names = list(dict.fromkeys(getattr(case, key) for case in members))
        if key == "kind":
            names.sort(key=KINDS.index)
        rows = [summary_row(name, [case for case in members if getattr(case, key) == name]) for name in names]
        rows.append(summary_row("all", members))
        header = [size[0], "cases", "best peer / Broadloom", *(f"{peer} alone" for peer in PEERS_ALONE), "worst",
                  "worst case"]
        tables.append(markdown(header, rows))
    return tables


OVERVIEW_SIZES = (("below 512 B", 0, 512), ("to 4 KiB", 512, 4096), ("to 256 KiB", 4096, 1 << 18), ("to 4 MiB", 1 << 18, 1 << 22),
                  ("above", 1 << 22, math.inf))
OVERVIEW_KINDS = {"contiguous": "bl_OP_DTYPE", "run": "small plans", "part": "parts of plans", "one call": "bl_OP, planning", "strided": "bl_run_strided"}
OVERVIEW_GROUPS = (("one shape", ("same", "ops", "dtypes", "misaligned", "outputs")), ("one value", ("value", "value-left", "dtypes-value")),
                   ("rows and columns", ("rows", "columns", "short-rows", "short-columns", "middle")), ("broadcasts, layouts", ("broadcast", "layout", "steps", "ragged")),
                   ("three to five operands", ("held",)), ("division", ("division", "division-value")), *((family, (family,)) for family in FAMILIES))
FEW_BYTES = 4096  # below this, the time of a call is mainly its overhead


def overview(cases):
    """The gains of calls with arrays, by groups of cases and families of operators, and those of small calls, by the function that is
    called. Each of the two has its classes of sizes and rows of (name, ratios by size, cases by size)."""
    compared = [case for case in cases if case.is_compared() and case.best_here()]
    groups = [(name, [case for case in compared if case.group in own]) for name, own in OVERVIEW_GROUPS]
    kinds = [(name, [case for case in compared if case.group in ("small", "tiny", "strided") and case.kind == kind])
             for kind, name in OVERVIEW_KINDS.items()]

    def table(sizes, named):
        rows = []
        for name, members in [*named, ("all", [case for _, own in named for case in own])]:
            by_size = [[case for case in members if size[1] <= case.bytes < size[2]] for size in sizes]
            if any(by_size):
                rows.append((name, [mean_of(own) for own in by_size], [len(own) for own in by_size]))
        return sizes, rows

    return (table([size for size in OVERVIEW_SIZES if size[1] >= FEW_BYTES], groups),
            table([size for size in OVERVIEW_SIZES if size[1] < FEW_BYTES], kinds))


def slow_cases(cases, ratio):
    """The cases of at least 4 KiB in which a peer takes less than `ratio` of Broadloom's time, the slowest first."""
    return sorted((case for case in cases if case.is_compared() and case.bytes >= FEW_BYTES and (case.best_here() or ratio) < ratio),
                  key=lambda case: case.best_here())
