"""What the library promises of its speed, held against one run: rows of (target, wanted, measured, met).

SPDX-License-Identifier: Apache-2.0
"""

NOISE = 0.97  # a ratio that is no slower than this is no slower


class Targets:
    def __init__(self, cases, llc_bytes):
        self.cases = {case.name: case for case in cases}
        self.llc_bytes = llc_bytes
        self.rows = []
        self.missed = []  # in words, case by case

    def find(self, prefix, suffix=""):
        """The cases that were timed under this name, in order."""
        return [case for name, case in self.cases.items()
                if name.startswith(prefix) and name.endswith(suffix) and case.ns()]

    def at_least(self, text, wanted, measured):
        self.add(text, measured, min, wanted, lambda ratio: ratio >= wanted * (NOISE if wanted == 1 else 1), "≥")

    def at_most(self, text, wanted, measured):
        self.add(text, measured, max, wanted, lambda ratio: ratio <= wanted, "≤")

    def add(self, text, measured, worst_of, wanted, is_met, sign):
        """`measured` are pairs of a ratio and where it comes from; the worst one is told."""
        measured = [pair for pair in measured if pair[0] is not None]
        if not measured:
            return
        ratio, where = worst_of(measured, key=lambda pair: pair[0])
        misses = [pair for pair in measured if not is_met(pair[0])]
        self.rows.append([text, f"{sign} {wanted}", f"{ratio:.2f}", "missed" if misses else "met",
                          f"{len(misses)} of {len(measured)}", str(where)])
        self.missed += [f"{text}: {r:.2f}, {w}" for r, w in sorted(misses, key=lambda pair: pair[0])]

    def judge(self):
        # peers are prepared ahead and of the best instruction set: so is Broadloom where they are compared
        alike = [case for case in self.find("") if case.group != "isa" and case.kind in ("run", "contiguous")]
        self.add("no peer is faster: best peer / Broadloom", [best(case) for case in alike], min, NOISE,
                 lambda ratio: ratio >= NOISE, "≥")

        flat = self.find("same/") + self.find("value/")
        self.at_least("same shape, one value, within the last-level cache: plain C / Broadloom", 1,
                      [(ratio(case, "plain C"), case) for case in flat if case.bytes <= self.llc_bytes])
        self.at_least("the same beyond it: best peer / Broadloom", 1.25,
                      [best(case) for case in flat if case.bytes > self.llc_bytes])

        self.shapes()
        self.at_most("[M,1] + [N] and NCHW: Broadloom / as many bytes", 1.1,
                     [(1 / ratio(case, "limit"), case) for case in self.find("broadcast/")
                      if case.name in ("broadcast/add f32 [1024,1] [1024]", "broadcast/mul f32 [8,64,56,56] [1,64,1,1]",
                                       "broadcast/mul f32 [8,64,7,7] [1,64,1,1]")])
        self.divisions()
        self.dtypes()
        self.small()

    def shapes(self):
        def narrow(group):
            return [case for case in self.find(group) if case.dtype == "f32" and case.shape[-1] <= 16]

        def over(peer, cases):
            return [(1 / ratio(case, peer), case) for case in cases if ratio(case, peer)]

        self.at_most("rows, N ≤ 16: Broadloom / its same shape", 0.8, over("same shape", narrow("rows/")))
        self.at_most("columns, N ≤ 16: Broadloom / its same shape", 1.2, over("same shape", narrow("columns/")))
        self.at_most("A + Bᵀ: Broadloom / its same shape", 2,
                     over("same shape", self.find("layout/add f32 [1024,1024] transposed")))
        self.at_most("inner stride 2, reversed: Broadloom / a loop over as many bytes", 1.5,
                     over("limit", self.find("layout/", "stride 2") + self.find("layout/", "reversed")))

    def divisions(self):
        for bits, wanted in (("8", 15), ("16", 15), ("32", 8), ("64", 2)):
            self.at_least(f"integer division, {bits} bits, array by array: plain C / Broadloom", wanted,
                          [(ratio(case, "plain C"), case) for case in self.find("division/")
                           if case.dtype in ("i" + bits, "u" + bits)])
        self.at_least("integer division by one value: NumPy / Broadloom", 1,
                      [(case.ratios().get("NumPy"), case) for case in self.find("division-value/")
                       if case.dtype[0] in "iu"])

    def dtypes(self):
        def over(case, other):
            """As ratios to the limit, which is the same for both, but was timed with each."""
            found = self.find(other)
            return ratio(found[0], "limit") / ratio(case, "limit") if found else None

        halves = [(size, half) for size in ("65536", "1048576") for half in ("f16", "bf16")]
        self.at_most("f16, bf16 add / i16 add", 1.3,
                     [(over(case, f"dtypes/add i16 [{size}]"), case)
                      for size, half in halves for case in self.find(f"dtypes/add {half} [{size}]", f"[{size}]")])
        self.at_most("8-bit mul / add", 1.5,
                     [(over(case, f"dtypes/add {dtype} [65536]"), case)
                      for dtype in ("i8", "u8") for case in self.find(f"dtypes/mul {dtype} [65536]", "[65536]")])

    def small(self):
        self.at_most("prepared plan, 16 elements: Broadloom / a loop called by a pointer", 3,
                     [(1 / ratio(case, "plain C"), case) for case in self.find("small/add f32 [16] run")])
        self.at_least("one-call mul [8,1,6,1] * [7,1,5]: best peer / Broadloom", 10,
                      [best(case) for case in self.find("tiny/mul f32 [8,1,6,1]", "one call")])


def ratio(case, peer):
    """The peer's time over Broadloom's."""
    return case.ns(peer) / case.ns() if case.ns(peer) else None


def best(case):
    shortest, peer = case.best()
    return shortest, f"{case}, {peer}"
