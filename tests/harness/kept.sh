#!/bin/bash
# Execute a test, and append its failures to the file $FAILURES, which `make check` and `make check-quick` print at their end:
#
#   tests/harness/kept.sh NAME COMMAND...
#
# If the test fails, it appends each `not ok` line of the output with the comments after it, and the standard error, which is
# shown after the test has ended; if there are none, the status and the last lines. It does not repeat failures that a nested
# test has appended.
#
# SPDX-License-Identifier: Apache-2.0
name=$1
shift
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
before=$(cat "$FAILURES" 2>/dev/null | wc -c)
"$@" 2>"$scratch/errors" | tee "$scratch/output"
status=${PIPESTATUS[0]}
cat "$scratch/errors" >&2

tr -d '\r' <"$scratch/output" | awk '
/^not ok/ && !/# TODO/ { count = 6 }
/^(ok|1\.\.)/ { count = 0 }
/^Bail out!/ { count = 1 }
count > 0 && /^(not ok|Bail out!|#)/ { print; --count }' >"$scratch/failed"
if grep -q '^# not ok' "$scratch/errors"; then # from a script: its standard error has the same lines and the reasons
    head -n 60 "$scratch/errors" >"$scratch/failed"
elif [ "$status" -ne 0 ] || [ -s "$scratch/failed" ]; then
    head -n 40 "$scratch/errors" >>"$scratch/failed"
fi
if [ "$status" -ne 0 ] && [ ! -s "$scratch/failed" ] && [ "$(cat "$FAILURES" 2>/dev/null | wc -c)" -eq "$before" ]; then
    {
        echo "ended with status $status"
        tail -n 5 "$scratch/output"
    } >"$scratch/failed"
fi
if [ -s "$scratch/failed" ]; then
    text=$(echo "failed: $name" && sed 's/^/  /' "$scratch/failed")
    printf '%s\n' "$text" >>"$FAILURES"
fi
exit "$status"
