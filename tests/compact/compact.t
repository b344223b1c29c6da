#!/bin/sh
# The runtime's tests and the judge on the compact runtime: with all its options; and, under the sanitizers, as firmware uses it, and
# with packed dtypes. Tests of tiles, streams and splits at cache lines (once, rows, strategies, streams) are only for the
# full runtime.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# programs FOLDER PROFILE CFLAGS NAME...: builds the runtime's tests, and runs each of them
programs() {
    out=build/$1
    paths=
    for program in $4; do paths="$paths $out/tests/$program"; done
    check "$1: it builds without a warning" sh -c "make BUNDLED=1 OUT=$out PROFILE=$2 CFLAGS='$3' $paths >'$scratch/log' 2>&1 && ! grep -i warning '$scratch/log'"
    for program in $4; do
        check "$1: $program" "$out/tests/$program"
    done
}

export JUDGE_CASES=100000 # a third of its default; under sanitizers it runs fewer
programs compact tests/compact/detected.lua -O2 'runtime/errors runtime/misuse runtime/corners runtime/overlap runtime/isas runtime/pointers runtime/tables
    runtime/contiguous runtime/values runtime/explain runtime/division runtime/calls runtime/rules runtime/folds runtime/strided runtime/parts runtime/sweeps
    judge/judge'

unset JUDGE_CASES
flags=
! grep -q avx2 /proc/cpuinfo 2>/dev/null || flags="-mavx2 -mf16c -mfma"
programs compact-fixed tests/compact/fixed.lua "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all $flags" \
    'runtime/isas runtime/overlap runtime/contiguous runtime/values runtime/parts judge/judge'

programs compact-packed tests/compact/packed.lua "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all $flags" 'runtime/packed frontends/blocks'

finish
