#!/bin/sh
# Run the test program for one instruction set, wherever this machine can:
#
#   tests/run_isa.sh [OPTION VALUE]... ISA PROGRAM
#
#   --arch ARCH          the machine that PROGRAM is for, as `uname -m` says it; default: this one
#   --emulator COMMAND   runs PROGRAM where this machine is another ("qemu-aarch64-static"; may have options)
#   --image FILE         the bare image, for Bochs, that tests the same ISA where this processor lacks it
#   --as NAME            what the log calls the instruction set; default: ISA
#   --force HOW          native, qemu-user or Bochs, whatever the machine
#   --seconds N          time limit
#   --say-how yes        only print native, qemu-user, Bochs or nowhere
#
# PROGRAM is called with ISA ("avx512", "avx2:quick"); the image has its argument in it. Whether this processor has the
# instruction set is PROGRAM's to say: with "ISA:available" it exits with 77 if not. The TAP log on standard output
# begins with `# isa: ISA` and `# executed: HOW` and ends with `# exit N`, which is the exit status as well.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

usage() {
    sed -n '2,/^# SPDX/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
    exit 2
}

here=$(dirname "$0")
machine=$(uname -m)
arch=$machine emulator='' image='' how='' name='' seconds=1800 say_how=
while [ $# -gt 2 ]; do
    case $1 in
    --arch) arch=$2 ;;
    --emulator) emulator=$2 ;;
    --image) image=$2 ;;
    --as) name=$2 ;;
    --force) how=$2 ;;
    --seconds) seconds=$2 ;;
    --say-how) say_how=$2 ;;
    *) usage ;;
    esac
    shift 2
done
case $#${1-} in
2[!-]*) ;;
*) usage ;;
esac
isa=$1 program=$2

why=
if [ -z "$how" ]; then
    if [ "$arch" != "$machine" ]; then
        how=qemu-user
        [ -n "$emulator" ] || how=nowhere why="this machine is $machine and there is no emulator of $arch"
    else
        code=0
        "$program" "${isa%%:*}:available" >/dev/null </dev/null || code=$?
        if [ $code -ne 77 ]; then
            how=native
        elif [ -n "$image" ]; then
            how=Bochs
        else
            how=nowhere why="this processor has no ${isa%%:*} and there is no image for Bochs"
        fi
    fi
fi
if [ -n "$say_how" ]; then
    echo "$how"
    exit
fi

echo "# isa: ${name:-$isa}"
echo "# executed: $how"
code=0
case $how in
native) timeout --foreground -k 5 "$seconds" "$program" "$isa" </dev/null || code=$? ;;
qemu-user) timeout --foreground -k 5 "$seconds" $emulator "$program" "$isa" </dev/null || code=$? ;; # options are split off
Bochs)
    exec "$here/run_bochs.sh" --seconds "$seconds" "$image" # the image prints its own `# exit`
    ;;
nowhere) echo "1..0 # SKIP $why" ;;
*) usage ;;
esac
case $code in
77) echo "Bail out! this build or what runs it has no ${isa%%:*}" ;;
124 | 137) echo "Bail out! still running after $seconds seconds" ;;
126 | 127) echo "Bail out! $emulator $program cannot be run: tests/setup.sh installs what is missing" ;;
*) [ $code -le 128 ] || echo "Bail out! killed by signal $((code - 128))" ;;
esac
echo "# exit $code"
exit $code
