#!/bin/sh
# Tests the bare image and tests/platforms/run_bochs.sh, with TAP output: tests/platforms/bare/self_test.sh BUILD. If
# a guard did not work, or a crashed image counted as passed, every other test under the emulator would be worthless.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

images=$1/bare
run=$(dirname "$0")/../run_bochs.sh
count=0
failed=0

# prints ok or not ok: whether the image for this case ended with this status and this last line before `# exit` (a sed pattern)
expect() { # CASE STATUS LINE [OPTION...]
    case=$1 status=$2 line=$3
    shift 3
    count=$((count + 1))
    code=0
    output=$("$run" "$@" "$images/self_test_$case.iso" 2>/dev/null) || code=$?
    last=$(echo "$output" | sed '/^# exit/d' | tail -n 1)
    if [ "$code" = "$status" ] && echo "$last" | grep -qx "$line"; then
        echo "ok $count - $case $*"
    else
        failed=$((failed + 1))
        echo "not ok $count - $case $*"
        echo "# expected status $status and '$line'; got status $code and:"
        echo "$output" | sed 's/^/# /'
    fi
}

fault() { # reading|writing WHILE
    echo "Bail out! exception 14 ($1 address 0x[0-9a-f]*) at instruction 0x[0-9a-f]* while $2"
}

expect good 0 '1\.\.10'
expect bad 1 '1\.\.10'
expect read_before 1 "$(fault reading read_before)"
expect read_after 1 "$(fault reading read_after)"
expect write_after 1 "$(fault writing write_after)"
expect constant 1 "$(fault writing constant)"
expect null 1 "$(fault reading null)"
expect stack 1 'Bail out! the image ended without saying how'
expect hang 1 'Bail out! the image was still running after 3 seconds' --seconds 3
expect good 1 'Bail out! exception 6 .*' --cpu corei7_haswell_4770 # which has no AVX-512
expect no_such 1 'Bail out! there is no image .*'
echo "1..$count"
[ $failed -eq 0 ]
