#!/bin/sh
# Tests every instruction set: runs the tests of words and kernels, and those of the runtime and the front ends if there is an operating
# system, in each run of tests/runs.sh, and immediately writes each result to docs/instruction-sets.md:
#
#   tests/harness/instruction_sets.sh [RUN...]    all runs, if none is named; avx512-bochs is avx512 in Bochs
#
# A run is skipped if the page already has its result and no tested file has changed since that result's commit, so you can call this
# again after an interruption. Fails if a run fails. AGAIN=yes repeats all runs; PARTS="kernels" omits the runtime. make calls it, and
# sets the variables of runs.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

here=$(dirname "$0")
page=docs/instruction-sets.md
logs=build/instruction-sets
tested='Makefile gen generated include src templates tests/tests.mk tests/runs.sh tests/firmware tests/frontends tests/kernels
    tests/oracle tests/platforms tests/runtime tests/words'
status=0
mkdir -p $logs

in_bochs() { # the instruction sets of x86 for which there is a system emulator
    for isa in avx512 avx512vbmi avx512fp16; do ! "$here/../runs.sh" is_here $isa || echo "$isa-bochs"; done
}
all=$("$here/../runs.sh" list all | tr '\n' ' ')$(in_bochs | tr '\n' ' ')
for run in "$@"; do
    case " $all" in *" $run "*) ;; *)
        echo "instruction-sets: there is no run '$run' here; of all there are $all" >&2
        exit 2
        ;;
    esac
done
with_processes=$(for run in $("$here/../runs.sh" list all); do
    case $("$here/../runs.sh" platform "$run") in hosted | windows) echo "$run" ;; esac
done | tr '\n' ' ')
commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD -- $tested || commit=$commit+

write() { # PART RUN LOG
    "$here/instruction_sets.pl" $page "$@" "$commit" "$all" "$with_processes" || status=1
}
is_told() { # PART RUN
    [ -z "${AGAIN-}" ] || return 1
    told=$("$here/instruction_sets.pl" $page commit "$1" "$2")
    [ -n "$told" ] && git diff --quiet "$told" HEAD -- $tested 2>/dev/null && [ "$commit" = "${commit%+}" ]
}

test_kernels() { # RUN
    isa=${1%-bochs}
    [ "$isa" = "$1" ] || export FORCE_BOCHS="$isa"
    ${MAKE-make} --no-print-directory check-kernels RUNS="$isa" QUICK=1 BUNDLED=1 >"$logs/$1.make" 2>&1 || :
    unset FORCE_BOCHS
    if [ -e "build/logs/kernels-$isa.tap" ]; then
        sed "s/^# isa: .*/# isa: $1/" "build/logs/kernels-$isa.tap" >"$logs/$1.tap"
    else
        printf '# isa: %s\n# executed: nowhere\nBail out! it was not built\n' "$1" >"$logs/$1.tap"
    fi
    write kernels "$1" "$logs/$1.tap"
}
test_runtime() { # RUN
    ${MAKE-make} --no-print-directory check-runtime RUN="$1" BUNDLED=1 >"$logs/$1.runtime" 2>&1 || :
    write runtime "$1" "$logs/$1.runtime"
}
has_processes() { # RUN
    case " $with_processes " in *" $1 "*) ;; *) false ;; esac
}

# the other runs compare their hashes with those of plain C
if [ ! -e $logs/scalar.tap ] || { [ -z "${AGAIN-}" ] && ! is_told kernels scalar; }; then test_kernels scalar; fi
for run in ${*:-$all}; do
    for part in ${PARTS:-kernels runtime}; do
        if [ $part = runtime ] && ! has_processes "$run"; then continue; fi
        if is_told $part "$run"; then echo "$run, $part: as the page has it"; else "test_$part" "$run"; fi
    done
done
exit $status
