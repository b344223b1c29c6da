#!/bin/sh
# Tests the final table, with made-up logs: its contents if they are good, and that each bad log is refused.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# log ISA: a good log of two tests and a skipped one
log() {
    cat >"$scratch/$1.tap" <<END
# isa: $1
# executed: native
# hash add f32 1111
# hash less f32_u8 2222
# hash total 3333
ok 1 - add(f32,f32)->f32
ok 2 - less
ok 3 - bf16 # SKIP no such type
1..3
# checks 12 failed 0 skipped 2
# exit 0
END
}
report() {
    tests/harness/report.pl "$@" >"$scratch/table" 2>"$scratch/stderr"
}
# the output of the last report
says() {
    cat "$scratch/table" "$scratch/stderr"
    grep -Eq "$1" "$scratch/table" "$scratch/stderr"
}
# refuses DESCRIPTION SED-SCRIPT PATTERN: edits the second of two good logs, which must then be refused
refuses() {
    log scalar
    log neon
    sed -i "$2" "$scratch/neon.tap"
    check "$1" sh -c "! tests/harness/report.pl '$scratch/scalar.tap' '$scratch/neon.tap' >'$scratch/table' 2>'$scratch/stderr'"
    check "  saying so" says "$3"
}

log scalar
log neon
sed -i 's/native/qemu-user/; s/$/\r/' "$scratch/neon.tap"
check "two good logs, one with carriage returns" report "$scratch/scalar.tap" "$scratch/neon.tap"
check "a row of it" says '^scalar  native  +10 +0 +2  3 equal$'
check "the other" says '^neon +qemu-user +10 +0 +2  3 equal$'
check "the skipped tests, and the reasons" says '^skipped: neon: 1 x no such type$'
check "all together" says '^4 passed, 0 failed, 2 skipped$'
printf 'ok 1 - a\nok 2 - b\n1..2\n' >"$scratch/any.tap"
check "any program's log" report "$scratch/any.tap"
check "its tests are its checks" says '^any  native  +2 +0 +0  -$'
echo '1..0 # SKIP no compiler' >"$scratch/none.tap"
check "a program may skip all it has, saying why" report "$scratch/none.tap"

refuses "a test that is not ok" 's/^ok 2/not ok 2/; s/failed 0/failed 1/; s/exit 0/exit 1/' 'first failure: neon: not ok 2 - less'
refuses "a log without a plan" '/^1\.\./,$d' 'FAILED: neon: No plan found'
refuses "one that is cut short" 's/^1\.\.3/1..4/' 'FAILED: neon: Bad plan'
refuses "an empty one" d 'FAILED: neon: '
refuses "one that bails out" '$iBail out! killed by signal 11' 'FAILED: neon: Bail out! killed by signal 11'
refuses "one that ends badly" 's/exit 0/exit 124/' 'FAILED: neon: ended with status 124'
refuses "one that does not say how it ended" '/^# exit/d' 'does not say how it ended'
refuses "one that does not count its checks" '/^# checks/d' 'does not say how many checks it ran'
refuses "failed checks without a failed test" 's/failed 0/failed 3/' '3 checks failed, yet no test is'
refuses "an instruction set executed nowhere" 's/native/nowhere/; /^ok/d; s/^1\.\.3/1..0 # SKIP no emulator/; /^# hash/d; /^# checks/d' 'was executed nowhere'
refuses "one that skips all" 's/^\(ok [12]\).*/\1 # SKIP none/; s/skipped 2/skipped 12/' 'FAILED: neon: ran no check'
refuses "another hash" 's/2222/2223/' 'FAILED: neon: hash of less f32_u8 is 2223, that of scalar 2222'
refuses "another total" 's/3333/3334/' 'FAILED: neon: hash of total is 3334'
refuses "two hashes for one" '/2222/a# hash less f32_u8 9' 'gives two hashes for less f32_u8'
refuses "a hash too few without a skip" '/2222/d; s/ # SKIP.*//; s/skipped 2/skipped 0/' 'skipped nothing and lacks 1 hashes: less f32_u8'
log scalar
log neon
sed -i '/2222/d; s/3333/3334/' "$scratch/neon.tap"
check "but a hash may lack where something is skipped, and the total with it" report "$scratch/scalar.tap" "$scratch/neon.tap"
check "which the table shows" says '^neon .* 1 equal, 1 missing$'
check "no log at all" fails_saying 'there is no log' tests/harness/report.pl "$scratch/nowhere.tap"
# the last lines of `make check` and check-all
printf '%s\n' 'echo "ok 1 - a"; echo "not ok 2 - b: got 7, expected 8"; echo "1..2"; exit 1' >"$scratch/fails.sh"
printf '%s\n' 'echo "ok 1 - a"; echo "1..1"; echo trouble >&2' >"$scratch/passes.sh"
printf '%s\n' 'echo "ok 1 - a"; exit 3' >"$scratch/dies.sh"
printf '%s\n' 'include Makefile' 'planted:' '	+@$(call in_stages,$(TIMED) stage prove --exec "$(TIMED) script sh" $(PLANTED))' >"$scratch/planted.mk"
ends_with_failures() {
    FAILURES=$scratch/failures TIMES=$scratch/times make -s -f "$scratch/planted.mk" planted PLANTED="$scratch/fails.sh $scratch/passes.sh $scratch/dies.sh" \
        >"$scratch/said" 2>&1 && return 1
    printf '%s\n' "failed: $scratch/fails.sh" '  not ok 2 - b: got 7, expected 8' "failed: $scratch/dies.sh" '  ended with status 3' '  ok 1 - a' >"$scratch/expected"
    sed -n '/^failed: /,$p' "$scratch/said" | grep -v '^make' | diff "$scratch/expected" -
}
check "a check ends with the failures, in their tests' words" ends_with_failures
check "no argument" fails_saying 'usage' tests/harness/report.pl

finish
