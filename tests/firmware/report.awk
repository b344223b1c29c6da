# The closing table of `make check-firmware`: awk -f report.awk LOG…, where a log is the output of image.sh and has its run's name. The
# first is the host's, whose hash all others must have.
#
# SPDX-License-Identifier: Apache-2.0

FNR == 1 {
    run = FILENAME
    sub(/.*\/firmware-/, "", run)
    sub(/\.tap$/, "", run)
    runs[++count] = run
}
/^ok / { ++checks[run] }
/^not ok / && !/# TODO/ { ++failures[run] }
/^not ok (- bailed out|1 - no image)/ { trouble[run] = $0 }
/^1\.\.0 # SKIP/ { trouble[run] = substr($0, 6) }
/^# stack / { stack[run] = $3 }
/^# hash / { hash[run] = $3 }

END {
    row = "%-12s %-9s %-5s %-13s %7s %7s %7s  %s\n"
    printf row, "core", "compiler", "level", "library", "checks", "failed", "stack", "hash"
    expected = hash[runs[1]]
    for (i = 1; i <= count; ++i) {
        run = runs[i]
        split(run, part, "_")
        is_skipped = trouble[run] ~ /SKIP/
        verdict = is_skipped || trouble[run] ? trouble[run] : hash[run] == "" ? "none" : hash[run] (hash[run] == expected ? "" : " is not the host's")
        printf row, part[1], part[2], part[3], part[4], checks[run] + 0, failures[run] + 0, run in stack ? stack[run] : "-", verdict
        bad += !is_skipped && (trouble[run] || hash[run] == "" || hash[run] != expected || failures[run])
        skipped += is_skipped
    }
    printf "%d images: %d right, %d wrong, %d skipped\n", count - 1, count - bad - skipped - 1, bad, skipped
    exit bad > 0
}
