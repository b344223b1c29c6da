#!/bin/sh
# Compares the generated net with the committed one, or replaces the latter: tests/net/net.sh check|accept GENERATED COMMITTED
#
# Both folders have files in chosen/, toys/ and loops/; in loops/ a file ISA.skipped has the reason for a missing one. `check` prints the
# lines that differ, or some of them, and fails.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

verb=$1 woven=$2 written=$3
most=12 # lines of a file
most_in_all=60
most_bytes=1250000 # of all files: 0.12 MB per instruction set, a third of it for functions, and a total of 40 KB for 8-bit floats. To need more, shorten the lines, or give the reason here

if ls "$woven"/loops/*.skipped >/dev/null 2>&1; then # files with the same reason, on one line
    awk '{ isa = FILENAME; sub(/.*\//, "", isa); sub(/\.skipped$/, "", isa); isas[$0] = isas[$0] " " isa }
        END { for (why in isas) print "SKIP the loops of" isas[why] ": " why }' "$woven"/loops/*.skipped
fi

# for each difference, the removed line, followed by the new line that begins with the same two words
paired='function flush(    i, j) {
    for (i = 1; i <= gone; ++i) {
        print old[i]
        for (j = 1; j <= came; ++j) if (new[j] != "" && key(new[j]) == key(old[i])) { print new[j]; new[j] = "" }
    }
    for (j = 1; j <= came; ++j) if (new[j] != "") print new[j]
    gone = came = 0
}
function key(line,    word) { split(substr(line, 2), word, " "); return word[1] " " word[2] }
/^@@/ { flush() }
/^-/ { old[++gone] = $0 }
/^[+]/ { new[++came] = $0 }
END { flush() }'

# every file in either folder, except the skipped ones
names=$( (for folder in "$woven" "$written"; do (cd "$folder" && find . -path './*/*.txt'); done) | sed 's|^\./||' |
    grep -v manifest.txt | LC_ALL=C sort -u |
    while read -r name; do
        [ -e "$woven/${name%.txt}.skipped" ] || echo "$name"
    done)

case $verb in
accept)
    changed=0
    for name in $names; do
        cmp -s "$woven/$name" "$written/$name" && continue
        changed=$((changed + 1))
        mkdir -p "$written/${name%/*}"
        if [ -e "$woven/$name" ]; then cp "$woven/$name" "$written/$name"; else rm "$written/$name"; fi
    done
    echo "$written: $(echo "$names" | wc -l) files, $changed changed"
    ;;
check)
    left=$most_in_all lines=0 files=0
    for name in $names; do
        old=$written/$name new=$woven/$name
        [ -e "$old" ] || old=/dev/null
        [ -e "$new" ] || new=/dev/null
        cmp -s "$old" "$new" && continue
        of_file=$(diff -U0 "$old" "$new" | sed 1,2d | awk "$paired")
        count=$(echo "$of_file" | wc -l)
        files=$((files + 1)) lines=$((lines + count))
        shown=$((count < most ? count : most))
        shown=$((shown < left ? shown : left))
        left=$((left - shown))
        [ $shown -gt 0 ] || continue
        printf -- '--- %s\n+++ %s\n%s\n' "$written/$name" "what is woven now" "$(echo "$of_file" | head -n $shown)"
        [ $shown -eq "$count" ] || echo "… and $((count - shown)) more lines of this file"
    done
    bytes=$(cat "$written"/*/*.txt | wc -c)
    if [ "$bytes" -gt $most_bytes ]; then
        echo "check-net: $written has $bytes bytes, more than the $most_bytes that were agreed"
        exit 1
    fi
    if [ $files -gt 0 ]; then
        echo "check-net: $lines lines of $files files differ from what is written down; \`make net\` accepts them, \`git diff $written\` then shows all"
        exit 1
    fi
    echo "check-net: what is chosen, and the loops that come of it, are what is written down in $written ($(echo "$names" | wc -l) files; of loops not compared: $(ls "$woven"/loops/*.skipped 2>/dev/null | wc -l))"
    ;;
*)
    sed -n '2,/^# SPDX/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
    exit 2
    ;;
esac
