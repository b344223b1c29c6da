#!/bin/sh
# The table of times, slowest first, from a file of tests/harness/timed.sh: tests/harness/times.sh FILE. Commands of less than a second are
# added together.
#
# SPDX-License-Identifier: Apache-2.0
[ -s "$1" ] || exit 0
awk '{
    printf "%d %.1f %.1f", $4 != "stage", $2 + $3, $1
    for (i = $4 == "stage" ? 5 : 4; i <= NF; ++i) printf " %s", $i
    print ""
}' "$1" | LC_ALL=C sort -k 1,1n -k 2,2nr -k 3,3nr | awk '
$1 == 0 && !stages++ { printf "%10s %8s  seconds, by stage\n", "processor", "clock" }
$1 == 1 && !parts++ { printf "%10s %8s  seconds, by what the stages ran\n", "processor", "clock" }
$1 == 0 { cpu += $2; clock += $3 }
$1 == 1 && $2 < 1 && $3 < 1 { few++; few_cpu += $2; few_clock += $3; next }
{ line = sprintf("%10.1f %8.1f ", $2, $3); for (i = 4; i <= NF; ++i) line = line " " $i; print line }
END {
    if (few) printf "%10.1f %8.1f  %d others of less than a second\n", few_cpu, few_clock, few
    printf "%10.1f %8.1f  all stages\n", cpu, clock
}'
