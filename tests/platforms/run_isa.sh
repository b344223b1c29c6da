#!/bin/sh
# Run the test program for one instruction set, natively, in a model or in an emulator:
#
#   tests/platforms/run_isa.sh [OPTION VALUE]... ISA PROGRAM
#
#   --run COMMAND   runs $program for $isa on machines without it: "qemu-aarch64-static $program $isa"
#   --base ISA, --model PROGRAM
#                   for processors that have only the base: the same program with a model of the ISA's intrinsics
#   --image FILE    the bare image, for Bochs, that tests the same ISA on processors without it
#   --as NAME       the run's name in the log; default: ISA
#   --force Bochs   the image, on any processor
#   --seconds N     time limit
#   --say-how yes   only print native, model, Bochs, nowhere, or the command's first word
#   --limit yes     PROGRAM is called without ISA; BROADLOOM_ISA names it instead
#
# PROGRAM is called with ISA ("avx512", "avx2:quick"), in QEMU with "ISA:emulated"; the image contains its argument.
# With "ISA:available", PROGRAM exits with 77 if this processor lacks the instruction set. The TAP log on standard
# output begins with `# isa: ISA` and `# executed: HOW` and ends with `# exit N`, which is also the exit status.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

usage() {
    sed -n '2,/^# SPDX/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
    exit 2
}

here=$(dirname "$0")
run='' base='' model='' image='' how='' name='' seconds=1800 say_how='' limit=
while [ $# -gt 2 ]; do
    case $1 in
    --run) run=$2 ;;
    --base) base=$2 ;;
    --model) model=$2 ;;
    --image) image=$2 ;;
    --as) name=$2 ;;
    --force) how=$2 ;;
    --seconds) seconds=$2 ;;
    --say-how) say_how=$2 ;;
    --limit) limit=$2 ;;
    *) usage ;;
    esac
    shift 2
done
case $#${1-} in
2[!-]*) ;;
*) usage ;;
esac
isa=$1 program=$2

has() { # $program says so
    code=0
    "$program" "$1:available" >/dev/null </dev/null || code=$?
    [ $code -ne 77 ]
}

why=
if [ -n "$run" ]; then
    how=$(basename "${run%% *}" -static)
    how=${how%.sh}
    [ "$how" != '$program' ] || how=native
elif [ -n "$limit" ]; then
    how=native
elif [ -z "$how" ]; then
    if has "${isa%%:*}"; then
        how=native
    elif [ -n "$model" ] && has "$base"; then
        how=model program=$model
    elif [ -n "$image" ]; then
        how=Bochs
    else
        how=nowhere why="this processor has no ${isa%%:*} and there is no image for Bochs"
    fi
fi
if [ -n "$say_how" ]; then
    echo "$how"
    exit
fi

echo "# isa: ${name:-$isa}"
in_image=
[ "$how" != Bochs ] || in_image=${model:+model in }
echo "# executed: $in_image$how"
code=0
case $how,$limit in
*,yes)
    export BROADLOOM_ISA="$isa"
    isa=
    ;;
qemu-*) isa=$isa:emulated ;;
esac
case $how in
Bochs)
    exec "$here/run_bochs.sh" --seconds "$seconds" "$image" # the image prints its own `# exit`
    ;;
nowhere) echo "1..0 # SKIP $why" ;;
*) eval "timeout --foreground -k 5 $seconds ${run:-\$program \$isa}" </dev/null || code=$? ;;
esac
case $code in
77) echo "Bail out! this build or what runs it has no ${isa%%:*}" ;;
124 | 137) echo "Bail out! still running after $seconds seconds" ;;
126 | 127) echo "Bail out! $run cannot be run: tests/setup.sh installs what is missing" ;;
*) [ $code -le 128 ] || echo "Bail out! killed by signal $((code - 128))" ;;
esac
echo "# exit $code"
exit $code
