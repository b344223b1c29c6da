#!/bin/sh
# What the operators of examples/fusing cost on a Cortex-M4F, and the calls that they replace: bytes of code and constants that a linker
# keeps, the compiler's library included, and the instructions that an element takes, as QEMU executes them. Prints the rows of the
# table in docs/operators.md, and takes no arguments.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

out=build/fusing_sizes
target="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
gcc="arm-none-eabi-gcc -std=c99 -Os -ffreestanding $target"
mem=-Wl,--defsym=memcpy=0,--defsym=memmove=0,--defsym=memset=0,--defsym=memcmp=0
mkdir -p "$out"

with_commas() {
    sed -E ':again; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; t again'
}

# image COUNT CALL: builds a program that makes the call, with N for the number of elements
image() {
    $gcc -I"$out/woven" "-DCALL=$(echo "$2" | sed "s/N/$1/g")" -c bench/size_count.c -o "$out/count.o"
    $gcc -nostdlib -Wl,--gc-sections $mem "$out/count.o" "$out/library.o" -lgcc -o "$out/count.elf"
}
executed() { # COUNT CALL
    image "$1" "$2"
    qemu-arm-static -cpu cortex-a7 -singlestep -d nochain,exec -D /dev/stdout "$out/count.elf" | wc -l
}

# measure OPS CALL: leaves "bytes | instructions"
measure() {
    build/broadloom --runtime compact --ops-from examples/fusing/fusing.lua --ops "$1" --dtypes f32 --isas scalar --specs none --form single \
        --vendor "$out/woven" >/dev/null
    $gcc -ffunction-sections -fdata-sections -c "$out/woven/broadloom.c" -o "$out/library.o"
    image 120 '(void)0'
    nothing=$(arm-none-eabi-size "$out/count.elf" | awk 'NR == 2 { print $1 + $2 }')
    few=$(executed 20 "$2")
    many=$(executed 120 "$2")
    all=$(arm-none-eabi-size "$out/count.elf" | awk 'NR == 2 { print $1 + $2 }')
    measured="$(echo $((all - nothing)) | with_commas) | $(echo $(((many - few) / 100)) | with_commas)"
}

row() { # NAME FUSED-CALL OPS CALLS
    measure "$1" "$2"
    fused=$measured
    measure "$3" "$4"
    echo "| \`$1\` | $fused | $measured |"
}
# out is 0 at first: a - 0
row swiglu '(void)bl_swiglu_f32(N, in, in, out)' sigmoid,mul \
    '((void)bl_sigmoid_f32(N, in, out), (void)bl_mul_f32(N, in, out, out), (void)bl_mul_f32(N, out, in, out))'
row bias_gelu '(void)bl_bias_gelu_f32(N, in, out, out)' add,gelu '((void)bl_add_f32(N, in, out, out), (void)bl_gelu_f32(N, out, out))'
row exp_less '(void)bl_exp_less_f32(N, in, out, out)' sub,exp '((void)bl_sub_f32(N, in, out, out), (void)bl_exp_f32(N, out, out))'
