"""The library's promises about its speed, compared with one run: rows of (target, wanted, measured, met).

SPDX-License-Identifier: Apache-2.0
"""

from timed import FAMILIES, LARGE, LIMIT, MIDDLE, SMALL, geometric_mean, markdown, mean_of

NOISE = 0.97  # ratios up to this one do not count as slower


class Targets:
    def __init__(self, cases, caches):
        """`caches`: as the results list them; the innermost one and the largest one count."""
        self.cases = {case.name: case for case in cases}
        self.first_bytes = min((cache["bytes"] for cache in caches), default=0)
        self.llc_bytes = max((cache["bytes"] for cache in caches), default=0)
        self.rows = []
        self.missed = []  # in words, case by case

    def find(self, prefix, suffix=""):
        """The timed cases with this name, in order."""
        return [case for name, case in self.cases.items()
                if name.startswith(prefix) and name.endswith(suffix) and case.ns()]

    def at_least(self, text, wanted, measured):
        self.add(text, measured, min, wanted, lambda ratio: ratio >= wanted * (NOISE if wanted == 1 else 1), "≥")

    def at_most(self, text, wanted, measured):
        self.add(text, measured, max, wanted, lambda ratio: ratio <= wanted, "≤")

    def add(self, text, measured, worst_of, wanted, is_met, sign):
        """`measured`: pairs of a ratio and its source; the row names the worst one."""
        measured = [pair for pair in measured if pair[0] is not None]
        if not measured:
            return
        ratio, where = worst_of(measured, key=lambda pair: pair[0])
        misses = [pair for pair in measured if not is_met(pair[0])]
        self.rows.append([text, f"{sign} {wanted}", f"{ratio:.2f}", "missed" if misses else "met",
                          f"{len(misses)} of {len(measured)}", str(where)])
        self.missed += [f"{text}: {r:.2f}, {w}" for r, w in sorted(misses, key=lambda pair: pair[0])]

    def table(self):
        return markdown(["target", "wanted", "worst", "", "misses", "worst case"], self.rows)

    def judge(self):
        compared = [case for case in self.find("") if case.is_compared() and case.best_here() and case.group not in FAMILIES]
        self.small_calls([case for case in compared if case.is_of(SMALL)], [case for case in compared if case.is_of(MIDDLE)])
        self.large_calls([case for case in compared if case.is_of(LARGE)])

        flat = [case for case in self.find("same/") + self.find("value/") if case.is_of(LARGE)]
        self.at_least("same shape, one value, within the last-level cache: plain C / Broadloom", 1,
                      [(case.ratio("plain C"), case) for case in flat if case.bytes <= self.llc_bytes])
        self.at_least("the same beyond it: best peer / Broadloom", 1.25,
                      [best(case) for case in flat if case.bytes > self.llc_bytes])

        self.shapes()
        self.at_most("[M,1] + [N] and NCHW: Broadloom / as many bytes", 1.1,
                     [(1 / case.ratio("limit"), case) for case in self.find("broadcast/")
                      if case.name in ("broadcast/add f32 [1024,1] [1024]", "broadcast/mul f32 [8,64,56,56] [1,64,1,1]",
                                       "broadcast/mul f32 [8,64,7,7] [1,64,1,1]")])
        self.divisions()
        self.dtypes()
        self.families()
        self.narrow()

    def small_calls(self, small, middle):
        middle = [case for case in middle if case.kind in ("contiguous", "run")]
        self.at_least("512 bytes to 4 KiB, contiguous and planned: best peer / Broadloom, geometric mean", 0.9,
                      [(mean_of(middle), f"{len(middle)} cases")])
        self.at_least("the same, XNNPACK / Broadloom", 1.5, [(mean_of(middle, "XNNPACK"), "its cases")])
        planned = [case for case in small if case.kind == "run"]
        self.at_least("below 512 bytes, planned: best peer / Broadloom, geometric mean", 0.5,
                      [(mean_of(planned), f"{len(planned)} cases")])
        self.at_least("the same, XNNPACK / Broadloom", 1.8, [(mean_of(planned, "XNNPACK"), "its cases")])
        for name, wanted in (("contiguous", 3.5), ("run", 4)):
            self.at_most(f"16 elements, {name}: Broadloom / a loop called by a pointer", wanted,
                         over("plain C", self.find(f"small/add f32 [16] {name}")))
        self.at_least("mul [8,1,6,1] * [7,1,5], planning at each call: plain C / Broadloom", 2.5,
                      [(case.ratio("plain C"), case) for case in self.find("tiny/mul f32 [8,1,6,1]", "one call")])

    def large_calls(self, large):
        """Each group is judged separately. If even the best peers are 15 % slower than the limit, Broadloom must be faster than they are."""
        leaves, keeps = [], []
        for group in dict.fromkeys(case.group for case in large):
            members = [case for case in large if case.group == group]
            left = geometric_mean(case.best_here() / case.ratio(LIMIT) for case in members if case.ratio(LIMIT))
            (leaves if left and left >= 1.15 else keeps).append((mean_of(members), group))
        self.at_least("4 KiB and more, groups near the limit: best peer / Broadloom, geometric mean", 1, keeps)
        self.at_least("groups that leave 15 % to the limit: the same", 1.1, leaves)
        self.at_least("all of 4 KiB and more: best peer / Broadloom, geometric mean", 2.4, [(mean_of(large), "all")])
        for peer, wanted in (("XNNPACK", 2), ("plain C", 2.4)):
            self.at_least(f"the same: {peer} / Broadloom", wanted, [(mean_of(large, peer), "its cases")])
        self.at_least("any case of 4 KiB and more, ten excepted: best peer / Broadloom", 0.9,
                      [(case.best_here(), case) for case in large])
        self.at_least("any case of 4 KiB and more: best peer / Broadloom", 0.7,
                      [(case.best_here(), case) for case in large])

    def shapes(self):
        """Short rows are compared by their time, the others by the time per byte, because some move fewer bytes."""
        narrow = [case for case in self.find("rows/") if case.dtype == "f32" and case.shape[-1] <= 16]
        self.at_most("rows, N ≤ 16: Broadloom / its same shape", 0.8, over("same shape", narrow))
        for text, group in (("columns", "columns/"), ("short columns", "short-columns/"), ("middle dims", "middle/"),
                            ("steps, one input's, both's, the output's", "steps/"), ("ragged transposes", "ragged/"),
                            ("transposed, sliced, strided, reversed", "layout/")):
            self.at_most(f"{text}: time a byte takes / same shape's, or the limit's", 2,
                         [(case.over_bytes(), case) for case in self.find(group) if case.is_of(LARGE)])

    def divisions(self):
        for bits, wanted in (("8", 15), ("16", 15), ("32", 8), ("64", 2)):
            self.at_least(f"integer division, {bits} bits, array by array: plain C / Broadloom", wanted,
                          [(case.ratio("plain C"), case) for case in self.find("division/")
                           if case.dtype in ("i" + bits, "u" + bits)])
        self.at_least("integer division by one value: NumPy / Broadloom", 1,
                      [(case.ratios().get("NumPy"), case) for case in self.find("division-value/")
                       if case.dtype[0] in "iu"])

    def dtypes(self):
        def over(case, other):
            """Both times are divided by the limit's, which is the same for both but was timed with each."""
            found = self.find(other)
            return found[0].ratio("limit") / case.ratio("limit") if found else None

        halves = [(size, half) for size in ("65536", "1048576") for half in ("f16", "bf16")]
        self.at_most("f16, bf16 add / i16 add", 1.3,
                     [(over(case, f"dtypes/add i16 [{size}]"), case)
                      for size, half in halves for case in self.find(f"dtypes/add {half} [{size}]", f"[{size}]")])
        self.at_most("8-bit mul / add", 1.5,
                     [(over(case, f"dtypes/add {dtype} [65536]"), case)
                      for dtype in ("i8", "u8") for case in self.find(f"dtypes/mul {dtype} [65536]", "[65536]")])

    def families(self):
        for group in FAMILIES:
            cases = [case for case in self.find(f"{group}/") if case.bytes > self.first_bytes and case.best_here()]
            self.at_least(f"{group}, beyond the first cache: best peer / Broadloom", 1,
                          [(case.best_here(), case) for case in cases])
        numpys = [case.ratios()["NumPy"] for group in FAMILIES for case in self.find(f"{group}/") if "NumPy" in case.ratios()]
        self.at_least("the same groups, all sizes: NumPy / Broadloom, geometric mean", 1.2,
                      [(geometric_mean(numpys), f"{len(numpys)} cases")])

    def narrow(self):
        large = [case for case in self.find("narrow/") if case.count >= 1 << 20]
        self.at_least("i4, u4 dequantized in blocks of 32, from 1 Mi elements: a copy of as many bytes / Broadloom", 0.8,
                      [(case.ratio(LIMIT), case) for case in large if case.op == "dequantize_linear" and case.dtype in ("i4", "u4")])
        for peer in ("NumPy", "ONNX Runtime"):
            self.at_least(f"f32 to f8e4m3fn and back, from 1 Mi elements: {peer} / Broadloom", 10,
                          [(case.ratios().get(peer), case) for case in large
                           if case.label.startswith(("cast f32 f8e4m3fn ", "cast f8e4m3fn f32 "))])


def over(peer, cases):
    """Broadloom's time divided by the peer's."""
    return [(1 / case.ratio(peer), case) for case in cases if case.ratio(peer)]


def best(case):
    shortest, peer = case.best()
    return shortest, f"{case}, {peer}"
