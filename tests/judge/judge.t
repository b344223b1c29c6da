#!/bin/sh
# The judge of calls, run by `make judge`: a case by its seed, with its description, and the vendored file, which no
# other test judges. The test programs include the judge on the full and on the compact runtime.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

make -s build/judge/vendored >"$scratch/log" 2>&1
check "it builds with a vendored file" test -x build/judge/vendored
check "and finds nothing in that" build/judge/vendored 1 10000

# a program that fails, and one that crashes, instead of the judge
printf '#!/bin/sh\necho "# again: make judge CASE=7"\nexit 1\n' >"$scratch/fails"
printf '#!/bin/sh\necho "Bail out! access outside the operands: case 8"\nexit 1\n' >"$scratch/crashes"
chmod +x "$scratch/fails" "$scratch/crashes"
says() { # LINE WORD...: the judge fails, and prints the line
    line=$1
    shift
    ! "$@" >"$scratch/said" 2>&1 && cat "$scratch/said" && grep -qxF "$line" "$scratch/said"
}
check "a failing case is named with its program" says "# again: make judge CASE=7 ON=full" tests/judge/judge.sh 1 1 '' '' full="$scratch/fails"
check "and so is one that crashes" says "# again: make judge CASE=8 ON=full" tests/judge/judge.sh 1 1 '' '' full="$scratch/crashes"
check "a single case is described" sh -c "tests/judge/judge.sh 1 1 12 vendored full=false vendored=build/judge/vendored | grep -q '^# case 12, '"
check "an unknown program" says "judge: ON=third is none of full" tests/judge/judge.sh 1 1 12 third full=false
check "it prints the command that continues" sh -c "tests/judge/judge.sh 1 30001 '' '' vendored=build/judge/vendored | grep -q '^judge: SEED=40001 goes on from here'"

finish
