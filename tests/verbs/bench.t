#!/bin/sh
# The bench program: its list, one short run, the report made from it, and invalid options. Does not test any times.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

bench=build/bench/bench
if ! echo '#include <benchmark/benchmark.h>' | g++ -E -x c++ - >/dev/null 2>&1; then
    skip "the bench: Google Benchmark (libbenchmark-dev) is missing"
    finish
fi
check "the bench is built" make -s $bench

$bench --list >"$scratch/names" 2>/dev/null
check "cases are listed" grep -qx 'same/add f32 \[16\]' "$scratch/names"
check "every group has a case" sh -c '
    for group in same value value-left ops rows columns short-rows short-columns middle broadcast layout steps ragged \
        outputs misaligned dtypes dtypes-value division division-value isa small tiny strided turns plan chain threads comparisons bits \
        limits activations rounding remainders differences casts quantize narrow folds functions scalar; do
        grep -q "^$group/" "$1" || { echo "$group has none"; exit 1; }
    done' sh "$scratch/names"
check "no name is listed twice" sh -c '! sort "$1" | uniq -d | grep .' sh "$scratch/names"

run() {
    $bench --quick --filter '^same/add f32 \[(16|256)\]$' --json "$scratch/results.json" >"$scratch/table" \
        2>"$scratch/progress" || return 1
    cat "$scratch/table"
    grep -q '^same .* plain C .* Broadloom ' "$scratch/table" &&
        grep -q '^add f32 \[16\] .* [0-9.]* \[[0-9.]*\] | ' "$scratch/table"
}
check "a filtered run prints a table" run
check "and its progress" grep -q '2 of 2: same/add f32 \[256\]' "$scratch/progress"

if command -v python3 >/dev/null; then
    $bench --list --json "$scratch/cases.json"
    check "the list is JSON, each case with its operands" python3 - "$scratch/cases.json" "$scratch/names" <<'END'
import json, sys
cases = json.load(open(sys.argv[1]))
assert [case["name"] for case in cases] == open(sys.argv[2]).read().splitlines()
for case in cases:
    for array in case["inputs"] + [case["output"]]:
        last = [s * (n - 1) for n, s in zip(array["shape"], array["strides"])]
        least = array["offset"] + sum(s for s in last if s < 0)
        most = array["offset"] + sum(s for s in last if s > 0)
        assert 0 <= least and most < array["elements"], case["name"]
END
    check "the results are JSON with medians and quartiles of plain C and Broadloom" python3 - "$scratch/results.json" <<'END'
import json, sys
results = json.load(open(sys.argv[1]))["results"]
assert len(results) == 2
for row in results:
    for peer in ("plain C", "Broadloom"):
        t = row["times"][peer]
        assert 0 < t["lower"] <= t["ns"] <= t["upper"] and t["retaken"] >= 0 and not t["wrong"], row["name"]
END
    check "a run is compared with itself" bench/compare.py "$scratch/results.json" "$scratch/results.json"
    bench/compare.py "$scratch/results.json" "$scratch/results.json" >"$scratch/compared"
    check "all its quartile ranges overlap" grep -q '^best peer.* in 2 of 2 cases' "$scratch/compared"
    check "and nothing got slower" grep -q '^no case is slower' "$scratch/compared"
    check "a report is made of them" bench/report.py "$scratch/results.json" "$scratch/report"
    check "with a table" grep -q '^| add f32 \[256\] ' "$scratch/report/details.md"
    check "and the targets" grep -q '^| below 512 bytes, planned: ' "$scratch/report/details.md"
    check "and a page of one screen" sh -c "grep -q 'details.md' '$scratch/report/README.md' && test \"\$(wc -l <'$scratch/report/README.md')\" -le 50"
    python3 - "$scratch/results.json" "$scratch/slow.json" <<'END'
import json, sys
results = json.load(open(sys.argv[1]))
row = results["results"][1]
row["bytes"], row["times"]["plain C"] = 4096, {**row["times"]["Broadloom"], "lower": row["times"]["Broadloom"]["lower"] / 2}
json.dump(results, open(sys.argv[2], "w"))
END
    bench/report.py "$scratch/slow.json" "$scratch/slow" >/dev/null
    check "which names the cases in which a peer is quicker" grep -Eq '^\| same/add f32 \[256\] +\| +0\.50 \| plain C +\|$' "$scratch/slow/README.md"
    check "but none where none is" sh -c "! grep -q 'peer is quicker' '$scratch/report/README.md'"
    if command -v gnuplot >/dev/null; then
        cp "$scratch/report/same.svg" "$scratch/same.svg"
        check "and a picture" python3 -c "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])" "$scratch/same.svg"
        bench/report.py "$scratch/results.json" "$scratch/report" >/dev/null
        check "the same one each time" cmp "$scratch/same.svg" "$scratch/report/same.svg"
    else
        skip "pictures: no gnuplot"
    fi
else
    skip "JSON and the report: no python3"
fi

check "the usage is printed" sh -c '"$1" --help | grep -q "^usage: bench"' sh $bench
check "an unknown option is refused with the usage" fails_saying 'cannot use --fast' $bench --fast
check "a missing value, too" fails_saying 'usage: bench' $bench --json
check "a bad expression, too" fails_saying 'not a regular expression: \(' $bench --filter '('
check "an expression that matches nothing, too" fails_saying 'no case matches nothing' $bench --filter nothing
check "an output that cannot be written is reported" fails_saying '/no/such/folder' $bench --list --json /no/such/folder/x.json

finish
