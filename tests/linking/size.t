#!/bin/sh
# docs/size.md is the output of `make size`, and the sizes meet their targets, with the compilers that were used for the page.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

page=docs/size.md
reason=
for prefix in arm-none-eabi- riscv64-unknown-elf- avr- ''; do
    version=$("${prefix}gcc" --version 2>/dev/null | head -1)
    grep -qxF -- "- $version" "$page" || reason="$reason ${prefix}gcc is ${version:-missing};"
done
if [ -n "$reason" ]; then
    skip "$page was measured with other compilers:$reason"
else
    check "$page is the output of make size" make --no-print-directory -s check-size
fi

# numbers above their target: the columns of the first table, each with several numbers between semicolons
missed() {
    awk -F '|' '/^\| \| before/ { on = 1; next } /^$/ { on = 0 } on && /[0-9]/ {
        gsub(/[ ≤,]/, "", $4); gsub(/[ ,]/, "", $5)
        count = split($4, aims, ";"); split($5, now, ";")
        for (i = 1; i <= count; ++i) { ++seen; if (now[i] + 0 > aims[i] + 0) { print $2 ": " now[i]; bad = 1 } }
    } END { if (seen < 9) { print "only " seen + 0 " figures"; bad = 1 } exit !bad }' "$page"
}
check "and no figure is beyond its aim" eval '! missed'

# the stack sizes in docs/selftest.md: for the four operators, the third number of the last column on each target; for
# functions, the number in the text
claims() {
    sed -n 's/^| stack | at most \([0-9,]*\) bytes with .*, at most \([0-9,]*\) with all functions.*/\1 \2/p' docs/selftest.md | tr -d ,
}
within_claims() {
    awk -v claims="$(claims)" 'BEGIN { split(claims, most, " ") } { gsub(/,/, "") }
        /^\| the same with self-test \|/ { ++four; count = split($0, words, /[;|] */); if (words[count - 1] + 0 > most[1]) { print; bad = 1 } }
        /^`bl_selftest` of all/ { for (i = 1; i <= NF; ++i) if ($i ~ /^[0-9]+$/) { ++all; if ($i > most[2]) { print; bad = 1 } } }
        END { if (most[2] == 0 || four < 5 || all < 3) { print claims ": " four + 0 " and " all + 0 " figures"; bad = 1 } exit bad }' "$page"
}
check "the self-test takes no more stack than its page says" within_claims

finish
