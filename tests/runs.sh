#!/bin/sh
# The runs: ways to execute an instruction set's tests. One run is named after the instruction set and is native on
# its machines; each other run is a line of runs.txt, which the generator writes from gen/isa: compiler, flags, link,
# platform, command (an indented line continues the previous one).
#
#   tests/runs.sh list KIND          print the names of runs. KIND is all; often, without instruction sets that are tested by name only;
#                                    whole and part, those that `make check` runs wholly and in part; runtime and windows, one way each on
#                                    systems with processes; vectors, one way each that runs hosted programs; emulated, those of whole
#                                    that an emulator of processes runs
#   tests/runs.sh of ISA             print the runs of one instruction set
#   tests/runs.sh is_here ISA        exit with 0 if this machine has it
#   tests/runs.sh platform RUN       print the platform of its programs: hosted and others (docs/porting.md)
#   tests/runs.sh isas RUN           print the instruction sets that the run needs, with plain C and the base
#   tests/runs.sh kernels RUN...     build the tests of words and kernels, with the model or image that this processor needs; execute
#                                    it, with a log in build/logs/kernels-RUN.tap; print the closing table
#   tests/runs.sh vocabulary ISA     the same for only the words, in all ways of an instruction set
#   tests/runs.sh runtime RUN...     build and execute the tests of the runtime and of the front ends
#   tests/runs.sh vectors RUN...     build and execute the test of the published vectors
#   tests/runs.sh proven ARGUMENTS RUN...   build tests/prove/proven.c, and execute it with these arguments
#   tests/runs.sh program NAME ARGUMENTS RUN   build a program, and execute it with these arguments
#   tests/runs.sh build RUN...       only build that
#   tests/runs.sh make RUN ARGUMENT... call make with the settings of the run
#   tests/runs.sh execute TESTS-RUN[:PART] (for prove) execute the built tests of kernels or words; PARTs as in tests/platforms/platform.h
#   tests/runs.sh limited PROGRAM    (for prove) execute a test of the runtime in the way of $RUN, under BROADLOOM_ISA
#   tests/runs.sh published RUN      (for prove) execute the output of `vectors`
#   tests/runs.sh proves RUN         (for prove) execute the output of `proven`
#
# The Makefile calls it, and sets in the environment: MAKE, OUT, TARGET, GENERATED (the folder of isas.mk and runs.txt), SUFFIX (of folders,
# for operators other than the library's), ISAS_SAID (the instruction sets, if the user named others than those in generated/), JOBS and
# VECTOR_FILES. RUNS_TABLE names another table; FORCE_BOCHS names runs that must use the bare image; IMAGE_OPS lists the operators to test
# there, if not all; RUN_SECONDS is the time limit of a run, by default 1800, and for `runtime` of each program, by default 900. QUICK=1:
# libraries built only for a run are compiled one folder at a time (BUNDLED in the Makefile).
#
# SPDX-License-Identifier: Apache-2.0
set -eu

here=$(dirname "$0")
timed=$here/harness/timed.sh
generated=${GENERATED-generated}
table=${RUNS_TABLE:-$generated/runs.txt}
machine=$(uname -m)

told() { # the value of a variable of isas.mk
    sed -n "s/^$1 := *//p" "$generated/isas.mk"
}
is_one_of() { # WORD LIST
    case " $2 " in *" $1 "*) ;; *) return 1 ;; esac
}
is_here() {
    machines=$(told "MACHINE_$1")
    is_one_of any "$machines" || is_one_of "$machine" "$machines"
}
column() { # NUMBER RUN
    sed -e ':again' -e '$!N; s/\n  */ /; t again' -e 'P; D' "$table" | awk -F ' [|] ' -v column="$1" -v run="$2" '$1 == run { print $column }'
}

isa_of() {
    echo "${1%%-*}"
}
others() { # the runs of an ISA other than the native one, if this is its machine
    for one in $(told "RUNS_$1"); do
        [ "$one" = "$1" ] && is_here "$1" || echo "$one"
    done
}
runs_of() {
    ! is_here "$1" || echo "$1"
    others "$1"
}
often() {
    seldom=$(told SELDOM)
    for isa in $(told KNOWN); do is_one_of "$isa" "$seldom" || echo "$isa"; done
}
sampled() { # each instruction set natively, if it can be, and in the first of the other ways
    for isa in $(often); do
        ! is_here "$isa" || echo "$isa"
        others "$isa" | head -n 1
    done
}
first_ways() { # PLATFORM...: the first way of each instruction set other than the native one, on one of these
    for isa in $(told KNOWN); do
        run=$(told "RUNS_$isa" | cut -d ' ' -f 1)
        ! is_one_of "${run:+$(column 5 "$run")}" "$*" || echo "$run"
    done
}
list() {
    woven=$(told WOVEN)
    case $1 in
    all) for isa in $(told KNOWN); do runs_of "$isa"; done ;;
    often) for isa in $(often); do runs_of "$isa"; done ;;
    sampled) sampled ;;
    whole) for run in $(sampled); do ! is_one_of "$run" "$woven" || echo "$run"; done ;;
    part)
        echo scalar
        for run in $(sampled); do is_one_of "$run" "$woven" || echo "$run"; done
        ;;
    runtime) first_ways hosted windows ;;
    windows) first_ways windows ;;
    emulated) # those of whole that user-mode emulation runs
        for run in $(list whole); do
            [ -z "$(compiler_of "$run")" ] || [ "$(platform_of "$run")" != hosted ] || echo "$run"
        done
        ;;
    vectors) # this tests the runtime, so the first way suffices
        for isa in ${VECTOR_ISAS-$woven}; do
            run=$(runs_of "$isa" | head -n 1)
            case $(column 5 "$run") in '' | hosted) echo "$run" ;; esac
        done
        ;;
    *) usage ;;
    esac
}
usage() {
    sed -n '2,/^# SPDX/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
    exit 2
}

with_base() { # ISA
    printf '%s\n' scalar $(told "BASE_$1") "$1" | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# The compiler of a run, from the table; empty if the build's compiler is used.
compiler_of() {
    isa=$(isa_of "$1")
    [ "$1" = "$isa" ] && is_here "$isa" || column 2 "$1"
}

platform_of() {
    platform=hosted
    [ -z "$(compiler_of "$1")" ] || platform=$(column 5 "$1")
    echo "$platform"
}

# The instruction sets for private operators: those in generated/ that runs with the same compiler need, in the order of generated/.
needed_with() { # COMPILER RUN...
    with=$1 needed=''
    shift
    for one in "$@"; do
        [ "$(compiler_of "$one")" != "$with" ] || needed="$needed $(with_base "$(isa_of "$one")")"
    done
    for isa in $(told WOVEN); do ! is_one_of "$isa" "$needed" || echo "$isa"; done | tr '\n' ' ' | sed 's/ $//'
}

# Sets isa, compiler, isas (those to generate, if they differ from generated/), folder, and the program named by the
# second argument: kernels, including words, or only words. For an instruction set that is not in generated/, the
# latter needs its record, so one operator is generated, with as many inputs as words have.
read_run() { # RUN [WHAT]
    run=$1 compiler=$(compiler_of "$1") isa=$(isa_of "$1") what=${2-kernels} isas='' own='' ops='' suffix=${SUFFIX-}
    is_one_of "$run" "$(runs_of "$isa" | tr '\n' ' ')" || {
        echo "runs.sh: there is no run '$run' of '$isa' here; of all there are $(list all | tr '\n' ' ')" >&2
        exit 2
    }
    if ! is_one_of "$isa" "$(told WOVEN)"; then
        own=$(with_base "$isa") isas=$own
        [ "$what$suffix" != words ] || ops=select suffix=-select
    elif [ -n "$suffix" ] && [ -z "${ISAS_SAID-}" ]; then
        isas=$(needed_with "$compiler" ${RUNS_TOGETHER:-$run})
    fi
    folder=$OUT${ops:+-$ops}
    if [ -n "$compiler" ]; then
        flags=$(column 3 "$run")
        target=$(echo "$flags" | sed -n 's/.*--target=\([^ ]*\).*/\1/p')
        folder=build/${target:-${compiler%-gcc}}
        case $compiler in clang*) folder=$folder-clang ;; esac
        folder=$folder$suffix
    fi
    [ -z "$isas" ] || folder=$folder-${own:+$isa}$([ -n "$own" ] || echo "$isas" | tr ' ' +)
    case $(column 5 "$run") in windows) exe=.exe ;; *) exe= ;; esac
    case $what in words) program=$folder/words/$isa$exe ;; *) program=$folder/$what$exe ;; esac
    image_ops=$ops image_suffix=$suffix
    if [ -z "$suffix" ] && [ -n "${IMAGE_OPS-}" ]; then
        image_ops=$IMAGE_OPS image_suffix=-$(echo "$IMAGE_OPS" | tr ' ' +)
    fi
}

make_run() { # as read_run has set: ARGUMENT...
    [ -z "${QUICK-}" ] || [ -z "$compiler${SUFFIX-}" ] || set -- BUNDLED=1 "$@"
    [ -z "$isas" ] || set -- "ISAS=$isas" "$@"
    [ -z "$ops" ] || set -- "OPS=$ops" "$@"
    [ -z "$compiler" ] || set -- "CC=$compiler${flags:+ $flags}" CFLAGS=-O2 "STATIC=$(column 4 "$run")" "PLATFORM=$(column 5 "$run")" "$@"
    ${MAKE-make} --no-print-directory "OUT=$folder" "$@"
}

# The options of run_isa.sh for the run, from the variables of read_run.
how_to_run() {
    model=$(told "MODEL_$isa")
    set -- --as "$run" --seconds "${RUN_SECONDS-1800}" --image "build/bare/$what-$isa$image_suffix.iso" "$@"
    [ -z "$compiler" ] || set -- --run "$(column 6 "$run")" "$@"
    [ -z "$model" ] || set -- --base "$(told "BASE_$isa")" --model "$folder/model-$isa/$what" "$@"
    ! is_one_of "$run" "${FORCE_BOCHS-}" || set -- --force Bochs "$@"
    "$here/platforms/run_isa.sh" "$@"
}

build() { # RUN [WHAT]
    read_run "$@"
    make_run "$program"
    case $(how_to_run --say-how yes "$isa" "$program") in
    model) make_run "MODELLED=$isa" "$folder/model-$isa/$what" ;;
    Bochs)
        model=$(told "MODEL_$isa")
        [ -z "$model" ] || isas="$isa scalar" # it models all spellings, so the image is generated without the base
        ${MAKE-make} --no-print-directory "BARE=$isa" ${isas:+"ISAS=$isas"} ${model:+"MODELLED=$isa"} \
            ${image_ops:+"OPS=$image_ops"} "OUT=build/$TARGET-bare$image_suffix${isas:+-$isa}" "build/bare/$what-$isa$image_suffix.iso"
        ;;
    esac
}

# Each RUN by `prove`, which calls this script with VERB.
prove_runs() { # VERB RUN...
    called=$1
    shift
    prove -j"${JOBS-2}" --exec "$timed run $0 $called" "$@"
}

kernels() {
    export RUNS_TOGETHER="$*" # a run's folder depends on the others that are compiled with it
    for run in "$@"; do build "$run"; done
    rm -f build/logs/kernels-*.tap
    status=0
    prove_runs execute $(printf 'kernels-%s ' "$@") || status=1
    "$here/harness/report.pl" $(printf 'build/logs/kernels-%s.tap ' "$@") && return $status
}

vocabulary() {
    status=0 runs=$(runs_of "$1")
    export RUNS_TOGETHER="$runs"
    [ -n "$runs" ] || echo "SKIP $1: nothing here runs it"
    mkdir -p build/logs
    for run in $runs; do
        build "$run" words
        "$0" execute "words-$run" >build/logs/vocabulary || status=1
        grep -v '^ok' build/logs/vocabulary
    done
    return $status
}

runtime() {
    for run in "$@"; do
        read_run "$run"
        programs=$(for source in tests/runtime/*.c tests/frontends/*.c tests/judge/judge.c; do echo "$folder/${source%.c}$exe"; done)
        make_run -s $programs
        RUN=$run prove -j"${JOBS-2}" --exec "$timed program $0 limited" $programs
    done
}

verb=${1-}
[ $# -eq 0 ] || shift
case $verb in
list) list "$1" ;;
isas) with_base "$(isa_of "$1")" ;;
of) runs_of "$1" ;;
is_here) is_here "$1" ;;
platform) platform_of "$1" ;;
build) for run in "$@"; do build "$run"; done ;;
kernels) kernels "$@" ;;
vocabulary) vocabulary "$1" ;;
runtime) runtime "$@" ;;
make)
    read_run "$1"
    shift
    make_run "$@"
    ;;
vectors)
    for run in "$@"; do
        read_run "$run"
        make_run "$folder/vectors"
    done
    prove_runs published "$@"
    ;;
proven)
    arguments=$1
    shift
    for run in "$@"; do
        read_run "$run"
        make_run "$folder/tests/prove/proven$exe"
    done
    PROVEN_ARGUMENTS=$arguments prove_runs proves "$@"
    ;;
execute)
    run=${1#*-}
    read_run "${run%%:*}" "${1%%-*}"
    log=build/logs/$(printf '%s' "$1" | tr : _).tap
    mkdir -p build/logs
    status=0
    how_to_run "$isa${1#"$what-$run"}" "$program" >"$log" || status=$?
    cat "$log"
    exit $status
    ;;
limited)
    read_run "$RUN"
    [ -z "$compiler" ] || export JUDGE_CASES=3000 # an emulator is slow
    "$here/platforms/run_isa.sh" --as "$RUN" --seconds "${RUN_SECONDS-900}" ${compiler:+--run "$(column 6 "$RUN")"} --limit yes "$isa" "$1"
    ;;
published)
    read_run "$1"
    program=$folder/vectors isa="$isa tests/vectors/counts.txt $VECTOR_FILES"
    command=${compiler:+$(column 6 "$run")}
    eval "exec ${command:-\$program \$isa}"
    ;;
proves) "$0" program tests/prove/proven "$PROVEN_ARGUMENTS" "$1" ;;
program)
    read_run "$3"
    make_run -s "$folder/$1$exe" >&2
    program=$folder/$1$exe isa=$2 command=$(column 6 "$3")
    eval "exec ${command:-\$program \$isa}"
    ;;
*) usage ;;
esac
