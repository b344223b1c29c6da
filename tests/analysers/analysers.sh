#!/bin/sh
# Compares the findings of clang-tidy (the checks in .clang-tidy) and of gcc -fanalyzer in hand-written C with tests/analysers/excused.txt:
# tests/analysers/analysers.sh FLAGS [SOURCE…]. FLAGS are for the compiler. Without sources, all of src/, gen/, the hosted examples, and the
# fuzz targets.
#
# excused.txt has a line for each file and check with false positives: FILE | CHECK | HOW MANY | REASON.
#
# SPDX-License-Identifier: Apache-2.0
set -u

flags=$1
shift
whole=
[ $# -gt 0 ] || {
    whole=yes
    set -- src/*/*.c gen/*.c examples/*.c examples/network/*.c examples/onnx_node/*.c \
        examples/openvino_ir/*.c examples/threads/*.c tests/fuzz/*.c
}
found=build/analysers
mkdir -p $found
rm -f $found/*.log

# The compact runtime is compiled with the headers of a library that has it.
build/broadloom --profile tests/compact/detected.lua --out $found/compact >/dev/null || exit 1

# A log for each source. Lines of clang-tidy and gcc have the same form: FILE:LINE:COLUMN: warning: TEXT [CHECK].
analyse='flags=$0
case $1 in src/compact/*) flags="-Ibuild/analysers/compact $flags" ;; esac
log=build/analysers/$(echo "$1" | tr / _)
{ clang-tidy --quiet "$1" -- $flags 2>/dev/null; gcc $flags -O1 -fanalyzer -c "$1" -o /dev/null 2>&1; } | sed "s,$PWD/,,; :a; s,[^/ ]*[^/. ]/\.\./,,; ta; s,^cc1: warning,$1:0:0: warning," >"$log.log"'
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 sh -c "$analyse" "$flags"

cat $found/*.log | sed -n 's/^\([^: ]*\):\([0-9]*\):[0-9]*: \(warning\|error\): .*\[\([^],]*\)[^]]*\]$/\1 \4 \2/p' | sort -u |
    awk '{ ++count[$1 " | " $2] } END { for (each in count) print each " | " count[each] }' | sort >$found/found.txt
grep -hE '^[^ ]+: (fatal )?error:' $found/*.log && exit 1
# If only some sources are checked, excused findings may be missing.
awk -F ' [|] ' -v whole="$whole" '/^#|^$/ { next }
    NR == FNR { excused[$1 " | " $2] = $3; if (length($4) < 20) { print "a reason is missing: " $0; bad = 1 } next }
    { found[$1 " | " $2] = $3; if ($3 > excused[$1 " | " $2]) { print $0 ": not excused"; bad = 1 } }
    END {
        for (each in excused) if (whole && found[each] < excused[each]) { print each ": " found[each] + 0 ", of " excused[each]; bad = 1 }
        exit bad
    }' tests/analysers/excused.txt $found/found.txt || {
    echo "analysers: $found/*.log has the findings in full; tests/analysers/excused.txt takes those that are no faults" >&2
    exit 1
}
echo "$# sources: $(wc -l <$found/found.txt) kinds of findings, each excused"
