#!/bin/sh
# The closing table of `make check`, from the logs of tests/run_isa.sh: tests/report.sh LOG...
#
# A row a log: the instruction set, how it was executed, the checks run (`# checks N` in the log counts the skipped ones
# too: they are taken off), failed and skipped, and whether its results' hashes are those of all others; then what was
# skipped and why. A log without `# isa:` is any TAP program's: its test lines are its checks. The last line counts all
# TAP test lines, and as failed whatever else is wrong.
#
# Fails when a log fails or is cut short, when an instruction set was executed nowhere or had every check skipped, when
# another program ran no check without saying why, and when two logs differ in a hash. A log may lack hashes only if it
# says that it skipped something.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

if [ $# -eq 0 ]; then
    echo "usage: tests/report.sh LOG..." >&2
    exit 2
fi
for log in "$@"; do
    if [ ! -r "$log" ]; then
        echo "report.sh: there is no log $log" >&2
        exit 1
    fi
done

# an awk reads an argument with = as an assignment, and passes over empty files: hence the names as one list
printf '%s\n' "$@" | awk '
# what is wrong beside tests that are not ok
function complain(text) {
    complaints[++complaint_count] = label[log_number] ": " text
}

function skip(n, reason) {
    if (reason == "") {
        reason = "no reason given"
    }
    if (!((log_number, reason) in skips)) {
        reasons[log_number, ++reason_count[log_number]] = reason
    }
    skips[log_number, reason] += n
}

# "# hash OP DTYPE HEX"; the total has a shorter key
function keep_hash(n, key, i) {
    key = $3
    for (i = 4; i < n; ++i) {
        key = key " " $i
    }
    if ((log_number, key) in hashes && hashes[log_number, key] != $n) {
        complain("gives two hashes for " key)
    }
    hashes[log_number, key] = $n
    if (!(key in known)) {
        known[key] = 1
        keys[++key_count] = key
        fields[key] = n
    }
}

function read_log(path, line, at, has_plan, planned, ended, bailed, reason) {
    label[log_number] = path
    sub(/^.*\//, "", label[log_number])
    sub(/\.[^.]*$/, "", label[log_number])
    executed[log_number] = "native"
    planned = -1
    while ((getline line < path) > 0) {
        sub(/\r$/, "", line)
        $0 = line
        if ($1 == "not" && $2 == "ok") {
            ++tests[log_number]
            ++not_ok[log_number]
            if (first_bad == "") {
                first_bad = label[log_number] ": " line
            }
        } else if ($1 == "ok") {
            ++tests[log_number]
            at = match(line, /# *[Ss][Kk][Ii][Pp]/)
            if (at) {
                ++skipped_tests[log_number]
                reason = substr(line, at + RLENGTH)
                sub(/^[^ ]* */, "", reason)
                skip(1, reason)
            }
        } else if (line ~ /^1\.\.[0-9]+/) {
            has_plan = 1
            planned = substr($1, 4) + 0
            at = match(line, /# *[Ss][Kk][Ii][Pp]/)
            if (at) {
                reason = substr(line, at + RLENGTH)
                sub(/^[^ ]* */, "", reason)
                skip(1, reason)
            }
        } else if ($1 == "Bail" && bailed == "") {
            bailed = line
        } else if ($1 == "#" && $2 == "isa:") {
            label[log_number] = $3
            is_isa[log_number] = 1
        } else if ($1 == "#" && $2 == "executed:") {
            executed[log_number] = $3
        } else if ($1 == "#" && $2 == "checks" && $4 == "failed" && $6 == "skipped") {
            counted[log_number] = 1
            checks[log_number] += $3 - $7
            failed[log_number] += $5
            skipped[log_number] += $7
        } else if ($1 == "#" && $2 == "hash" && NF >= 4) {
            keep_hash(NF)
        } else if ($1 == "#" && $2 == "exit") {
            ended = $3
        }
    }
    close(path)

    if (bailed != "") {
        complain(bailed)
    }
    if (!has_plan) {
        complain("has no plan: it was cut short")
    } else if (planned != tests[log_number] + 0) {
        complain("planned " planned " tests and ran " tests[log_number] + 0)
    }
    if (is_isa[log_number] && executed[log_number] != "nowhere") {
        if (!counted[log_number]) {
            complain("does not say how many checks it ran")
        }
        if (ended == "") {
            complain("does not say how it ended")
        }
    }
    if (executed[log_number] == "nowhere") {
        complain("was executed nowhere")
    }
    if (ended != "" && ended != 0) {
        complain("ended with status " ended)
    }
    if (!counted[log_number]) {
        checks[log_number] = tests[log_number] - skipped_tests[log_number]
        failed[log_number] = not_ok[log_number]
        skipped[log_number] = skipped_tests[log_number]
    }
    if (failed[log_number] && !not_ok[log_number]) {
        complain(failed[log_number] " checks failed, yet no test is `not ok`")
    }
    # a program may skip all it has and say why; an instruction set that was tested by nothing was not tested
    if (checks[log_number] <= 0 || tests[log_number] - skipped_tests[log_number] <= 0) {
        if (is_isa[log_number] ? executed[log_number] != "nowhere" : !reason_count[log_number]) {
            complain("ran no check")
        }
    }
}

# The value of each key is that of the first log that has it; a total stands for all keys, so it is compared only where
# no key is missing.
function compare_hashes(i, k, key, longest) {
    for (k = 1; k <= key_count; ++k) {
        if (fields[keys[k]] > longest) {
            longest = fields[keys[k]]
        }
    }
    for (log_number = 1; log_number <= log_count; ++log_number) {
        if (!is_isa[log_number] || executed[log_number] == "nowhere") {
            continue
        }
        for (k = 1; k <= key_count; ++k) {
            if (fields[keys[k]] == longest && !((log_number, keys[k]) in hashes)) {
                if (++missing[log_number] == 1) {
                    first_missing[log_number] = keys[k]
                }
            }
        }
        if (missing[log_number] && !skipped[log_number] && !skipped_tests[log_number]) {
            complain("skipped nothing and lacks " missing[log_number] " hashes: " first_missing[log_number] ", ...")
        }
        for (k = 1; k <= key_count; ++k) {
            key = keys[k]
            if (!((log_number, key) in hashes) || (fields[key] < longest && missing[log_number])) {
                continue
            }
            ++compared[log_number]
            if (!(key in expected)) {
                expected[key] = hashes[log_number, key]
                from[key] = label[log_number]
            } else if (hashes[log_number, key] != expected[key]) {
                if (++differing[log_number] == 1) {
                    complain("hash of " key " is " hashes[log_number, key] ", that of " from[key] " " expected[key])
                }
            }
        }
    }
}

function hash_column(n) {
    if (differing[n]) {
        return differing[n] " differ"
    }
    if (!compared[n]) {
        return "-"
    }
    return compared[n] " equal" (missing[n] ? ", " missing[n] " missing" : "")
}

{
    log_number = ++log_count
    read_log($0)
}

END {
    compare_hashes()
    width = 3
    for (i = 1; i <= log_count; ++i) {
        if (length(label[i]) > width) {
            width = length(label[i])
        }
    }
    row = "%-" width "s  %-9s  %12s  %8s  %8s  %s\n"
    printf row, "ISA", "executed", "checks run", "failed", "skipped", "hashes"
    for (i = 1; i <= log_count; ++i) {
        printf row, label[i], executed[i], checks[i] + 0, failed[i] + 0, skipped[i] + 0, hash_column(i)
        test_count += tests[i]
        bad_count += not_ok[i]
        skip_count += skipped_tests[i]
    }
    for (i = 1; i <= log_count; ++i) {
        for (k = 1; k <= reason_count[i]; ++k) {
            printf "skipped: %s: %d x %s\n", label[i], skips[i, reasons[i, k]], reasons[i, k]
        }
    }
    for (i = 1; i <= complaint_count; ++i) {
        print "FAILED: " complaints[i]
    }
    if (first_bad != "") {
        print "first failure: " first_bad
    }
    failures = bad_count + complaint_count
    printf "%d passed, %d failed, %d skipped\n", test_count - bad_count - skip_count, failures, skip_count
    exit failures > 0
}'
