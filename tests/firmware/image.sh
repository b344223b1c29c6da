#!/bin/sh
# Build the test image of one board and run it: tests/firmware/image.sh CORE:COMPILER:LEVEL:GROUND, for instance `image.sh
# cortex-m0:gcc:-Os:freestanding`. COMPILER is gcc or a clang; GROUND is freestanding or hosted: whether the
# library is compiled with -ffreestanding. CORE `host` is the machine on which this runs; all others must give its hash.
#
# `make firmware-parts` must have made the library and the vectors. FIRMWARE_LIBRARY may name another folder with
# broadloom.c and broadloom.h, FIRMWARE_BOARDS another table. Prints the image's TAP.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

here=$(dirname "$0")
IFS=: read -r core compiler level ground <<END
$1
END
library=${FIRMWARE_LIBRARY-build/firmware/library} vectors=build/firmware/vectors
out=build/firmware/$core-$compiler$level-$ground
warnings='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
includes="-I$library -I$here -Itests"

no_image() {
    printf 'not ok 1 - no image: %s\n1..1\n' "$*"
    exit 1
}
skip() {
    echo "1..0 # SKIP $*"
    exit 0
}

. "$here/board.sh"
read_board "$core"
case $compiler in
gcc) cc=$link ;;
*) cc="$compiler $target" ;;
esac
command -v "$link" >/dev/null || skip "$link is missing"
command -v "${cc%% *}" >/dev/null || skip "${cc%% *} is missing"
[ -z "$simulator" ] || command -v "${simulator%% *}" >/dev/null || skip "${simulator%% *} is missing"

# version 14 calls a function that AVR's library lacks, version 16 ends with an internal error
case $tools-$compiler in
avr-clang*) [ "$($compiler -dumpversion | cut -d . -f 1)" -ge 19 ] || skip "$compiler: clang before 19 cannot shift 32 bits by a variable on AVR" ;;
esac
freestanding=
[ "$ground" = hosted ] || freestanding=-ffreestanding
echo '#include <stdint.h>' | $cc $flags $freestanding -E - >/dev/null 2>&1 || skip "$cc has no <stdint.h>${freestanding:+, not even freestanding}"
rm -rf "$out"
mkdir -p "$out"
objects=
compile() { # FILE FLAG...
    object=$out/$(echo "$1" | tr / -).o
    file=$1
    shift
    "$@" $flags $includes -c "$file" -o "$object" >"$out/errors" 2>&1 || {
        sed 's/^/# /' "$out/errors" | head -20
        no_image "$file does not compile"
    }
    objects="$objects $object"
}
for file in $library/broadloom.c $here/check.c $vectors/published.c $vectors/edge.c; do
    compile "$file" $cc $warnings $level $freestanding -ffunction-sections -fdata-sections
done

if [ "$core" = host ]; then
    for file in tests/platforms/process.c tests/platforms/hosted.c; do
        compile "$file" $cc $warnings -D_GNU_SOURCE -O1
    done
    $cc $objects -o "$out/image"
    exec "$out/image"
fi

# files that are not under test are compiled in the same way for all
for file in $here/platform_firmware.c $here/$start.c; do
    compile "$file" $link $warnings -Os -ffreestanding -fno-builtin
done
compile "$here/$start.S" $link
link_image "$out/image" $objects >"$out/errors" 2>&1 || {
    sed 's/^/# /' "$out/errors" | head -20
    no_image "the image does not link"
}

status=0
run_image "$out/image.elf" "$out/output" || status=$?
sed -i 's/^Bail out!/not ok - bailed out:/' "$out/output" # ends only this image
cat "$out/output"
ending=$(sed -n 's/^# exit //p' "$out/output")
[ -n "$ending" ] || {
    no_image "it ended, with status $status, without saying how"
}
[ "$ending" = 0 ]
