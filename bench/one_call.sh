#!/bin/sh
# The cost of one call of int8 ADD and MUL of examples/tflite on Cortex-M: the bytes that a linker keeps for it, and the instructions
# per element. Prints Broadloom's columns of the table in examples/tflite/README.md, and takes no arguments.
#
# Bytes are code and constants, including the compiler's library, without mem functions. Instructions are those that QEMU executes
# for 1,000 more elements.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

generator=build/broadloom
out=build/one_call
gcc=arm-none-eabi-gcc
mkdir -p "$out"

# image COUNT MULTIPLIES LEVEL BOARD: builds the image from $out/library.o, runs it, and prints the number of instructions
image() {
    count=$1 multiplies=$2 level=$3 board=$4
    $gcc -std=c99 $flags "$level" -DCOUNT="$count" -DMULTIPLIES="$multiplies" -I"$out/woven" -Iexamples/tflite -Iexamples/firmware \
        -nostartfiles -ffunction-sections -Wl,--gc-sections -T examples/firmware/board.ld bench/one_call.c \
        examples/firmware/board.c examples/tflite/tflite.c "$out/library.o" -lm -o "$out/image.elf"
    qemu-system-arm -M "$board" -nographic -monitor none -serial null -semihosting-config enable=on,target=native -singlestep \
        -d exec,nochain -D "$out/trace" -kernel "$out/image.elf" 2>"$out/printed"
    grep -c '^Trace' "$out/trace"
}

# measure OP LEVEL BOARD: prints the bytes, and the instructions per element
measure() {
    multiplies=0
    [ "$1" = add ] || multiplies=1
    $gcc -std=c99 $flags "$2" -ffreestanding -ffunction-sections -fdata-sections -c "$out/woven/broadloom.c" -o "$out/library.o"
    $gcc $flags -r -nostdlib -Wl,--gc-sections -Wl,-e,"bl_tflite_${1}_i8" "$out/library.o" -lgcc -o "$out/kept.o"
    bytes=$(arm-none-eabi-size "$out/kept.o" | awk 'NR == 2 { print $1 + $2 + $3 }' |
        sed -E ':again; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; t again')
    few=$(image 1000 $multiplies "$2" "$3")
    many=$(image 2000 $multiplies "$2" "$3")
    each=$(echo "$few $many" | awk '{ printf "%.0f", ($2 - $1) / 1000 }')
}

on() { # CORE FLAGS BOARD ISAS
    flags="-mthumb $2"
    for op in add mul; do
        "$generator" --runtime compact --ops-from examples/tflite/tflite.lua --ops "tflite_$op:i8" --isas "$4" --specs none --form single \
            --vendor "$out/woven" >/dev/null
        for level in -Os -O2; do
            measure $op $level "$3"
            printf '| %s | %s `%s` | %s | %s |\n' "$1" "$op" $level "$bytes" "$each"
        done
    done
}

on Cortex-M4 '-mcpu=cortex-m4' mps2-an386 scalar
on Cortex-M55 '-mcpu=cortex-m55 -mfloat-abi=hard' mps3-an547 scalar,mve
