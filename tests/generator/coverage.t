#!/bin/sh
# The cells that an instruction set of generated/ leaves to a lower one: exactly those of tests/generator/coverage.txt, each with its
# measurement; there "f8" is any 8-bit float. An instruction set also has the instructions of its base. SSE, for processors older
# than AVX2, has few 64-bit instructions and is not checked. Also, for all instruction sets, the missing words, because of which
# plain C serves a cell: exactly those of tests/generator/missing.txt, each with its reason.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

woven=$(sed -n 's/^WOVEN := //p' generated/isas.mk)
"$generator" --coverage >"$scratch/coverage"
sed -n 's/^isa "\(.*\)" {.*/\1/p; s/.* base = "\([^"]*\)".*/base \1/p' gen/isa/*.lua |
    awk '$1 != "base" { isa = $1 } $1 == "base" { print isa, $2 }' >"$scratch/bases"

# "div i64 u64: neon avx2": the op, its dtypes, and the instruction sets that use a lower one
awk -v woven=" $woven " 'FILENAME ~ /bases$/ { base[$1] = $2; next }
FNR == 2 { for (i = 3; i <= NF; ++i) isa[i] = $i; next }
FNR > 2 {
    gsub(/: no [a-z_0-9]+ [a-z0-9]+/, "")
    gsub(/own /, "")
    left = ""
    for (i = 3; i <= NF; ++i) {
        serves = substr($i, 2)
        sub(/\+.*/, "", serves)
        if ($i ~ /^=/ && index(woven, " " isa[i] " ") && isa[i] !~ /^sse/ && serves != base[isa[i]]) left = left " " isa[i]
    }
    if (left == "") next
    key = $1 ":" left
    if (!(key in dtypes)) order[++count] = key
    gsub(/f8e[0-9a-z]*/, "f8", $2)
    if (index(dtypes[key] " ", " " $2 " ") == 0) dtypes[key] = dtypes[key] " " $2
}
END {
    for (i = 1; i <= count; ++i) print substr(order[i], 1, index(order[i], ":") - 1) dtypes[order[i]] substr(order[i], index(order[i], ":"))
}' "$scratch/bases" "$scratch/coverage" >"$scratch/left"
sed -n 's/^\([a-z0-9_]* [a-z0-9_ ]*:[a-z0-9 ]*\);.*/\1/p' tests/generator/coverage.txt >"$scratch/listed"

check "no cell is left to a worse instruction set but those that are listed" diff "$scratch/listed" "$scratch/left"
check "at most 51 are" test "$(wc -l <"$scratch/left")" -le 51
check "and each says what was measured" sh -c "! grep -v '^#' tests/generator/coverage.txt | grep -Ev '; [0-9.]+[, ]'"

# "sve power i32", for each red cell, and its line in the list
awk 'NR == 2 { for (i = 3; i <= NF; ++i) isa[i - 2] = $i }
NR > 2 {
    rest = $0
    for (i = 0; match(rest, / (=[a-z0-9+]+|own [0-9\/]+(-[a-z]+)?)(: no [a-z_0-9]+ [a-z0-9]+)?/); ) {
        cell = substr(rest, RSTART + 1, RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
        ++i
        if (cell ~ /^=scalar[+a-z]*: no /) { sub(/.*: no /, "", cell); print isa[i], cell }
    }
}' "$scratch/coverage" | LC_ALL=C sort -u >"$scratch/lacking"
awk -v lacking="$scratch/lacking" 'function is_one(name, list,    i, n, word) {
    n = split(list, word, " ")
    for (i = 1; i <= n; ++i) { gsub(/[*]/, ".*", word[i]); if (name ~ ("^" word[i] "$")) return 1 }
    return 0
}
/^#/ { next }
{ split($0, said, /[:;] */); line[++lines] = $0; isa[lines] = said[1]; words[lines] = said[2]; types[lines] = said[3] }
END {
    while ((getline cell <lacking) > 0) {
        split(cell, part, " ")
        found = 0
        for (i = 1; i <= lines; ++i) if (isa[i] == part[1] && is_one(part[2], words[i]) && is_one(part[3], types[i])) { ++met[i]; found = 1 }
        if (!found) print "not listed: " cell
    }
    for (i = 1; i <= lines; ++i) if (!met[i]) print "nothing is like it: " line[i]
}' tests/generator/missing.txt >"$scratch/unlisted"

check "there are words that are missing" test "$(wc -l <"$scratch/lacking")" -gt 0
check "plain C only runs because of the listed missing words" diff /dev/null "$scratch/unlisted"
check "and each says why" sh -c "! grep -v '^#' tests/generator/missing.txt | grep -Ev '^[a-z0-9]+: [a-z0-9_* ]+: [a-z0-9 ]+; ......'"
check "none of generated/ is among them" sh -c "! grep -Ew \"\$(echo $woven | tr ' ' '|')\" '$scratch/lacking'"
finish
