#!/bin/sh
# examples/tflite: its file of operators, generated and built according to its README, gives the results of TensorFlow
# Lite's reference kernels, on every instruction set of this machine, and on AArch64 in an emulator.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

vectors() { # COMPILER EMULATOR MAKE'S VARIABLES...
    compiler=$1 emulator=$2
    shift 2
    make -s OPS_FROM=examples/tflite/tflite.lua CC="$compiler" "$@" &&
        $compiler -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -D_GNU_SOURCE -Iinclude -Ibuild/generated/tflite.lua \
            -Itests -Iexamples/tflite tests/tflite/vectors.c examples/tflite/tflite.c build/generated/tflite.lua/libbroadloom.a -lm ${emulator:+-static} \
            -o "$scratch/vectors" &&
        $emulator "$scratch/vectors" tests/tflite/vectors.txt >"$scratch/tap" || grep -v '^ok' "$scratch/tap"
}
passes() {
    tail -n 1 "$scratch/tap" | grep -q '^1\.\.' && ! grep -q '^not ok' "$scratch/tap"
}

: >"$scratch/tap"
if [ "$(uname -m)" = aarch64 ] || ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64-static >/dev/null; then
    skip "the vectors on AArch64: this machine is one, or has no compiler or emulator of it"
else
    check "it is built for AArch64" vectors aarch64-linux-gnu-gcc qemu-aarch64-static
    check "every vector has its bits there" passes
    check "and has them on NEON" grep -q '^ok .* on neon$' "$scratch/tap"
fi
: >"$scratch/tap"
check "it is built for this machine" vectors "${CC:-cc}" ''
check "every vector has its bits on each instruction set" passes
check "on plain C among them" grep -q '^ok .* on scalar$' "$scratch/tap"
check "powers of two are shifts" grep -q '^ok .*add-pot i16 .* on scalar$' "$scratch/tap"

# firmware also uses the code for parameters, with a libm that has different macros
strict() { # COMPILER FLAG...
    "$@" -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror -c examples/tflite/tflite.c -o "$scratch/tflite.o"
}
headers=$(echo '#include <math.h>' | arm-none-eabi-gcc -E -x c - 2>/dev/null | sed -n 's|^# 1 "\(.*\)/math\.h".*|\1|p' | head -1)
for compiler in arm-none-eabi-gcc clang clang-19; do
    command -v $compiler >/dev/null && [ -n "$headers" ] || {
        skip "$compiler with newlib: one of them is missing"
        continue
    }
    target=-mcpu=cortex-m4
    [ $compiler = arm-none-eabi-gcc ] || target="--target=arm-none-eabi -mcpu=cortex-m4 -isystem $headers"
    check "$compiler compiles the parameters' file with newlib as C99" strict $compiler $target -std=c99
    check "and as C++17" strict $compiler $target -std=c++17 -x c++
done

# Broadloom's columns in the README's table: bytes depend on the compiler, instructions on QEMU's version
page=examples/tflite/README.md
version=$(arm-none-eabi-gcc -dumpfullversion 2>/dev/null)
counter=$(qemu-system-arm --version 2>/dev/null | sed -n 's/^QEMU emulator version \([0-9]*\.[0-9]*\).*/\1/p')
if [ -z "$version" ] || ! grep -qF "GCC $version;" $page; then
    skip "the README's table is of another compiler than ${version:-none}"
elif [ -z "$counter" ] || ! grep -qF "counted by QEMU $counter," $page; then
    skip "the README's table is counted by another QEMU than ${counter:-none}"
else
    check "bench/one_call.sh measures our columns" sh -c "bench/one_call.sh >'$scratch/ours'"
    sed -n 's/^\(| Cortex-M[^|]*|[^|]*|[^|]*|[^|]*|\).*/\1/p' $page >"$scratch/told"
    check "and the README has it" diff "$scratch/told" "$scratch/ours"
fi

finish
