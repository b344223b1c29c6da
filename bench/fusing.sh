#!/bin/sh
# The costs, on a Cortex-M4F, of the operators in examples/fusing and of the calls that they replace. Bytes are code and constants that a linker
# keeps, including the compiler's library; instructions are those that QEMU executes per element. Prints the rows of the
# table in docs/operators.md, and takes no arguments.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

out=build/fusing_sizes
target="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
gcc="arm-none-eabi-gcc -std=c99 -Os -ffreestanding $target"
mkdir -p "$out"

# 100 ordinary numbers for each operand; the first is repeated
awk 'BEGIN {
    seed = 1
    for (i = 0; i < 200; ++i) {
        seed = (seed * 1664525 + 1013904223) % 4294967296
        number[i] = sprintf("%.6ff", seed * (18 / 4294967296) - 9)
    }
    print "#define ELEMENT float\n#define COUNT 101"
    for (k = 0; k < 2; ++k) {
        printf "static const ELEMENT %s[COUNT] = {%s", k ? "b" : "a", number[k * 100]
        for (i = 0; i < 100; ++i) printf ", %s", number[k * 100 + i]
        print "};"
    }
}' >"$out/cases.h"

with_commas() {
    sed -E ':again; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; t again'
}

# image CALL: builds the program, which executes the call for each case
image() {
    $gcc -I"$out/woven" "-DCASES=\"$out/cases.h\"" "-DCALL=$1" -I. -c bench/size_count.c -o "$out/count.o"
    $gcc -nostdlib -Wl,--gc-sections -Wl,--defsym=memcmp=0 "$out/count.o" "$out/library.o" -lgcc -o "$out/count.elf"
}

# measure OPS CALL: prints "bytes | instructions"
measure() {
    build/broadloom --runtime compact --ops-from examples/fusing/fusing.lua --ops "$1" --dtypes f32 --isas scalar --specs none --form single \
        --vendor "$out/woven" >/dev/null
    $gcc -ffunction-sections -fdata-sections -c "$out/woven/broadloom.c" -o "$out/library.o"
    image '(*(volatile ELEMENT *)out = a[i] + b[i])' # with the cases, without the calls
    nothing=$(arm-none-eabi-size "$out/count.elf" | awk 'NR == 2 { print $1 + $2 }')
    image "$2"
    all=$(arm-none-eabi-size "$out/count.elf" | awk 'NR == 2 { print $1 + $2 }')
    of_one=$(bench/size_count.sh 'qemu-arm-static -cpu cortex-a7' "$out/count.elf" | awk '{ sum += $1 } END { print int(sum / NR) }')
    measured="$(echo $((all - nothing)) | with_commas) | $(echo "$of_one" | with_commas)"
}

row() { # NAME FUSED-CALL OPS CALLS
    measure "$1" "$2"
    fused=$measured
    measure "$3" "$4"
    echo "| \`$1\` | $fused | $measured |"
}
row gated_silu 'bl_gated_silu_f32(count, a + i, b + i, out)' sigmoid,mul \
    '((void)bl_sigmoid_f32(count, a + i, out), (void)bl_mul_f32(count, a + i, out, out), bl_mul_f32(count, out, b + i, out))'
row bias_gelu 'bl_bias_gelu_f32(count, a + i, b + i, out)' add,gelu \
    '((void)bl_add_f32(count, a + i, b + i, out), bl_gelu_f32(count, out, out))'
row exp_less 'bl_exp_less_f32(count, a + i, b + i, out)' sub,exp '((void)bl_sub_f32(count, a + i, b + i, out), bl_exp_f32(count, out, out))'
