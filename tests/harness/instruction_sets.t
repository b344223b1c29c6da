#!/bin/sh
# Tests the page of all instruction sets, with made-up logs: each run has a line, other lines remain, and failures are shown.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

page=$scratch/page.md
# log RUN HASH: a good log
log() {
    cat >"$scratch/$1.tap" <<END
# isa: $1
# executed: model in Bochs
# hash add f32 $2
# hash total 3333
ok 1 - add(f32,f32)->f32
ok 2 - bf16 # SKIP no such type
1..2
# checks 12 failed 0 skipped 2
# exit 0
END
}
tell() { # PART RUN LOG
    tests/harness/instruction_sets.pl "$page" "$1" "$2" "$3" abc123 'scalar neon sve' 'scalar neon'
}
says() {
    cat "$page"
    grep -Eq "$1" "$page"
}
fails() {
    ! "$@"
}

log scalar 1111
log neon 1111
check "plain C's run" tell kernels scalar "$scratch/scalar.tap"
check "with all its hashes" says '^\| scalar \| model in Bochs \| 10 \| 0 \| 2 \| 2 of plain C: `3333` \| 20[-0-9]+ \| abc123 \|$'
check "another is not run yet" says '^\| neon \| not run \|'
check "then it is" tell kernels neon "$scratch/neon.tap"
check "and has the same" says '^\| neon \| model in Bochs \| 10 \| 0 \| 2 \| 2 equal: `3333` \|'
check "the first is still there" says '^\| scalar \| model in Bochs '
check "and the skipped tests" says '^- scalar: 1 x no such type$'
check "its commit is known" test "$(tests/harness/instruction_sets.pl "$page" commit kernels neon)" = abc123
check "that of the third is not" test -z "$(tests/harness/instruction_sets.pl "$page" commit kernels sve)"

log neon 2222
check "another hash fails" fails tell kernels neon "$scratch/neon.tap"
check "and is reported" says '^\| neon \| model in Bochs \| 10 \| ended badly \| 2 \| 1 differ'
check "with both" says '^- neon: failed: hash of add f32 is 2222, that of scalar 1111$'
printf '# isa: sve\n# executed: nowhere\nBail out! no compiler\n' >"$scratch/sve.tap"
check "so does a log that is cut short" fails tell kernels sve "$scratch/sve.tap"
check "which is reported" says '^- sve: failed: Bail out! no compiler$'

printf 'build/x/tests/runtime/plan .. ok\nbuild/x/tests/runtime/parts .. ok\nFiles=2, Tests=31,  0 wallclock secs\n' >"$scratch/runtime"
check "the runtime's tests" tell runtime neon "$scratch/runtime"
check "have a line" says '^\| neon \| 2 \| 31 \| all passed \|'
check "with the other" says '^\| neon \| model in Bochs '
sed -i 's/parts .. ok/parts .. Failed 1\/3 subtests/' "$scratch/runtime"
check "one that fails" fails tell runtime neon "$scratch/runtime"
check "is named" says '^\| neon \| 2 \| 31 \| tests/runtime/parts failed \|'
printf 'build/x/tests/runtime/plan .. ok\nFiles=1, Tests=3,  0 wallclock secs\nResult: PASS\nFAILED--Further testing stopped: still running\n' >"$scratch/runtime"
check "tests that were stopped" fails tell runtime neon "$scratch/runtime"
check "have not passed" says 'stopped: still running'
echo 'make: *** no rule' >"$scratch/runtime"
check "so does a test that was not built" fails tell runtime scalar "$scratch/runtime"
check "and says so" says '^\| scalar \| 0 \| [?] \| not built \|'

finish
