#!/bin/sh
# Run a bare x86-64 test image (tests/platforms/bare/) in the emulator Bochs: tests/platforms/run_bochs.sh [--cpu MODEL] [--seconds N] IMAGE
#
# The image's output goes to standard output. The exit status is N in the image's last line, "# exit N". If an image ends without this line,
# it has failed: this script then prints a "Bail out!" line, and the reason to standard error. MODEL is one of `bochs --help cpu`; the
# default has AVX-512 (F, BW, DQ, VL, CD, VBMI).
#
# SPDX-License-Identifier: Apache-2.0
set -eu

cpu=corei7_icelake_u
seconds=900
while [ $# -gt 1 ]; do
    case $1 in
    --cpu) cpu=$2 ;;
    --seconds) seconds=$2 ;;
    *) break ;;
    esac
    shift 2
done
if [ $# -ne 1 ]; then
    echo "usage: tests/platforms/run_bochs.sh [--cpu MODEL] [--seconds N] IMAGE" >&2
    exit 2
fi
image=$1

give_up() {
    echo "Bail out! $1"
    echo "run_bochs.sh: $1" >&2
    exit 1
}

command -v bochs >/dev/null || give_up "bochs is not installed: run tests/setup.sh, or apt-get install bochs bochs-term"
[ -r "$image" ] || give_up "there is no image $image"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
stop() { # STATUS: a signal must not leave the emulator running
    kill "$(cat "$directory/process")" 2>/dev/null || :
    wait
    exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM
cp "$image" "$directory/image.iso"

# The image prints to the parallel port, which is file descriptor 3, so that the text display, which Bochs requires, cannot mix with its output.
# A low ips makes the BIOS wait less. A triple fault must end the run, not restart it.
cat >"$directory/bochsrc" <<END
config_interface: textconfig
display_library: term
plugin_ctrl: speaker=0, serial=0
megs: 128
cpu: model=$cpu, ips=50000000, reset_on_triple_fault=0
romimage: file=\$BXSHARE/BIOS-bochs-latest
vgaromimage: file=\$BXSHARE/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path="$directory/image.iso", status=inserted
boot: cdrom
clock: sync=none
parport1: enabled=1, file=/dev/fd/3
log: "$directory/log"
panic: action=fatal
END
echo continue >"$directory/debugger" # Debian's Bochs starts in its debugger

{
    code=0
    TERM=vt100 timeout -k 1 "$seconds" bochs -q -f "$directory/bochsrc" -rc "$directory/debugger" \
        3>&1 >"$directory/screen" 2>&1 </dev/null &
    echo $! >"$directory/process"
    wait $! || code=$?
    echo $code >"$directory/code"
} | tee "$directory/output" &
wait $! # unlike a foreground command, this lets traps run

status=$(sed -n '$s/^# exit \([0-9][0-9]*\)$/\1/p' "$directory/output")
[ -z "$status" ] || exit "$status"

[ -z "$(tail -c 1 "$directory/output")" ] || echo # the output ends within a line
case $(cat "$directory/code") in
124 | 137) give_up "the image was still running after $seconds seconds" ;;
esac
grep -a -h -E 'PANIC|panic|No bootable|\[CPU0 *\].*(exception|triple)' "$directory/log" "$directory/screen" >&2 || :
give_up "the image ended without saying how"
