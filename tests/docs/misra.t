#!/bin/sh
# The findings of cppcheck's MISRA C addon in a vendored file, with the whole compact runtime, are those that
# docs/misra.md counts and explains. COUNT=1 writes the counts there.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

page=docs/misra.md

# found: a line for each rule, "10.4 12", in numerical order
found() {
    make -s vendor PROFILE=tests/docs/misra.lua OUT="$scratch/vendored" &&
        cppcheck --addon=misra --std=c99 --platform=unix32 -q "$scratch/vendored/broadloom.c" 2>"$scratch/findings" &&
        sed -n 's/.*\[misra-c2012-\([0-9.]*\)\]$/\1/p' "$scratch/findings" | sort -V | uniq -c | awk '{ print $2, $1 }' >"$scratch/found" &&
        [ -s "$scratch/found" ]
}
counted() {
    sed -n 's/^| \([0-9]*\.[0-9]*\) | \([0-9]*\) | .*/\1 \2/p' "$page"
}
has_reasons() {
    awk -F ' \\| ' '/^\| [0-9]+\.[0-9]+ \|/ && length($3) < 20 { print; bad = 1 } END { exit bad }' "$page"
}
same_counts() {
    counted | diff - "$scratch/found" || { echo "COUNT=1 tests/docs/misra.t counts again; a rule that is new there wants its reason"; return 1; }
}
same_rules() {
    counted | cut -d ' ' -f 1 >"$scratch/listed"
    cut -d ' ' -f 1 "$scratch/found" | diff "$scratch/listed" -
}
count_again() {
    awk 'NR == FNR { count[$1] = $2; next }
        /^\| [0-9]+\.[0-9]+ \| / { $4 = $2 in count ? count[$2] : 0 }
        { print }' "$scratch/found" "$page" >"$scratch/page" && cat "$scratch/page" >"$page"
}

if ! cppcheck --addon=misra --version >/dev/null 2>&1; then
    skip "MISRA C: there is no cppcheck"
elif ! check "cppcheck's addon reads a vendored file" found || [ ! -s "$scratch/found" ]; then
    finish
else
    [ -z "${COUNT:-}" ] || count_again
    check "each rule that is deviated from is listed, and each that is listed is deviated from" same_rules
    if [ "$(cppcheck --version)" = "$(sed -n 's/.*counted by \(Cppcheck [0-9.]*[0-9]\).*/\1/p' "$page")" ]; then
        check "as often as the page says" same_counts
    else
        skip "as often as the page says: it was counted by another version of cppcheck"
    fi
    check "and each has a reason" has_reasons
fi

finish
