#!/bin/sh
# Which cells an instruction set of generated/ leaves to a worse one: those of tests/generator/coverage.txt, each with what was measured,
# and no others. The instructions that another set is built upon are its own as well. SSE, for processors older than AVX2, has
# little of 64 bits, and is not looked at.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

"$generator" --isas "$(sed -n 's/^WOVEN := //p' generated/isas.mk | tr ' ' ',')" --coverage >"$scratch/coverage"
sed -n 's/^isa "\(.*\)" {.*/\1/p; s/.* base = "\([^"]*\)".*/base \1/p' gen/isa/*.lua |
    awk '$1 != "base" { isa = $1 } $1 == "base" { print isa, $2 }' >"$scratch/bases"

# "div i64 u64: neon avx2": the op, its dtypes, and the instruction sets for which a worse one serves
awk 'FILENAME ~ /bases$/ { base[$1] = $2; next }
FNR == 2 { for (i = 3; i <= NF; ++i) isa[i] = $i; next }
FNR > 2 {
    gsub(/: no [a-z_0-9]+ [a-z0-9]+/, "")
    gsub(/(native|expanded|promoted) /, "")
    left = ""
    for (i = 3; i <= NF; ++i) {
        serves = substr($i, 2)
        sub(/\+.*/, "", serves)
        if ($i ~ /^=/ && isa[i] !~ /^sse/ && serves != base[isa[i]]) left = left " " isa[i]
    }
    if (left == "") next
    key = $1 ":" left
    if (!(key in dtypes)) order[++count] = key
    dtypes[key] = dtypes[key] " " $2
}
END {
    for (i = 1; i <= count; ++i) print substr(order[i], 1, index(order[i], ":") - 1) dtypes[order[i]] substr(order[i], index(order[i], ":"))
}' "$scratch/bases" "$scratch/coverage" >"$scratch/left"
sed -n 's/^\([a-z_]* [a-z0-9_ ]*:[a-z0-9 ]*\);.*/\1/p' tests/generator/coverage.txt >"$scratch/listed"

check "no cell is left to a worse instruction set but those that are listed" diff "$scratch/listed" "$scratch/left"
check "at most twenty are" test "$(wc -l <"$scratch/left")" -le 20
check "and each says what was measured" sh -c "! grep -v '^#' tests/generator/coverage.txt | grep -Ev '; [0-9.]+[, ]'"
finish
