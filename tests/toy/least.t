#!/bin/sh
# The runtime of the smallest builds: the smallest tiles, and no moves.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

export JUDGE_CASES=100000 # a third of its default
flags='-DBL_TILE_BYTES=256 -DBL_WITH_MOVES=0'
programs='runtime/sweeps runtime/parts runtime/overlap runtime/errors judge/judge'
kernels="TESTS_OUT=build/$(${CC:-cc} -dumpmachine) ISAS_AS_THEY_ARE='$(sed -n 's/^WOVEN := //p' generated/isas.mk)'" # which depend on neither
check "it builds without a warning" sh -c "make OUT=build/least $kernels LIBRARY_CFLAGS='$flags' $(for p in $programs; do printf 'build/least/tests/%s ' "$p"; done) >'$scratch/log' 2>&1 && ! grep -i warning '$scratch/log'"
for program in $programs; do
    check "$program" "build/least/tests/$program"
done

finish
