# TAP and common functions for shell tests. Source it; end with `finish`.
#
# SPDX-License-Identifier: Apache-2.0

set -u
unset MFLAGS MAKELEVEL TIMES FAILURES
MAKEFLAGS=-j$(nproc 2>/dev/null || echo 2) # so that make is independent of the make that runs the test
export MAKEFLAGS
checks=0
failures=0
generator=build/broadloom
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

# check DESCRIPTION COMMAND...: passes if the command succeeds; otherwise its output goes to standard error, which `prove` shows
check() {
    checks=$((checks + 1))
    description=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        echo "ok $checks - $description"
    else
        failures=$((failures + 1))
        echo "not ok $checks - $description"
        {
            echo "# not ok $checks - $description"
            sed 's/^/#   /' "$scratch/output" | head -40
        } >&2
    fi
}

# fails_saying PATTERN COMMAND...: the command must fail, and its standard error match the pattern
fails_saying() {
    pattern=$1
    shift
    if "$@" >"$scratch/stdout" 2>"$scratch/stderr"; then
        echo "it succeeded"
        return 1
    fi
    cat "$scratch/stderr"
    grep -Eq "$pattern" "$scratch/stderr"
}

skip() {
    checks=$((checks + 1))
    echo "ok $checks # SKIP $1"
}

finish() {
    echo "1..$checks"
    [ "$failures" -eq 0 ]
    exit
}
