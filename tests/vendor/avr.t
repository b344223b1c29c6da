#!/bin/sh
# If double is not binary64, as on AVR, code that computes in double does not compile for any dtypes of operands;
# all other code compiles, and gives the right bits.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

if ! command -v avr-gcc >/dev/null; then
    skip "avr-gcc is missing"
    finish
fi

strict='-std=c99 -ffreestanding -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# weave FORM RUNTIME OPS DTYPES [ISAS]: into $scratch/woven
weave() {
    rm -rf "$scratch/woven"
    where="--out $scratch/woven"
    [ "$1" = library ] || where="--form $1 --vendor $scratch/woven"
    $generator $where --runtime "$2" --ops "$3" --dtypes "$4" --isas "${5-scalar}" --specs "${6-none}" >/dev/null
}
# avr COMPILER FLAG…: each generated source
avr() {
    find "$scratch/woven" -name '*.c' ! -path '*/neon/*' | while read -r source; do
        "$@" -mmcu=atmega1284p -I"$scratch/woven" -Iinclude -c "$source" -o "$scratch/object" || exit 1
    done
}
# refused PATTERN FORM RUNTIME OPS DTYPES: the code is generated, but does not compile, and the error names the part to omit
refused() {
    what=$1
    shift
    weave "$@" && fails_saying "binary64, which double is not here: leave out $what" avr avr-gcc -fsyntax-only
}
compiled() {
    weave "$@" && avr avr-gcc $strict -Os
}

for runtime in compact full; do
    for form in single tree library; do
        check "$runtime, $form: dequantize_linear of i32 is refused" \
            refused 'dequantize_linear_i32_f32\.' "$form" $runtime add,dequantize_linear f32,i32
    done
    check "$runtime: shrink of i32, u32, i64 and u64" refused 'shrink_i32, shrink_i64, shrink_u32, shrink_u64\.' single $runtime shrink f32,i8,i32,i64,u32,u64
    check "$runtime: cast of i64 and f16" refused 'cast_f16_i64, cast_i64_f16\.' single $runtime cast f16,i64
    check "$runtime: cast of u64 and bf16" refused 'cast_bf16_u64, cast_u64_bf16\.' single $runtime cast bf16,u64
    check "$runtime: f64 itself, where it is only moved" refused 'f64\.' single $runtime select f64,f32
    check "$runtime: similar operators compile" compiled single $runtime dequantize_linear,shrink f32,f16,bf16,i8,u8,i16,u16
    check "$runtime: casts of i64 and u64 that need no double" compiled single $runtime cast i8,i32,i64,u64,bool
    check "$runtime: so do f32 and 64-bit integers side by side" compiled single $runtime add,div,clip f32,i64,u64
done
unused() {
    weave library compact add f32 && grep -q 'bl_u64_saturated_f64(double' "$scratch/woven/bl_kernels_scalar.h" && avr avr-gcc -std=c99
}
check "words in double that no kernel uses are no reason" unused
other_isa() {
    compiled single compact div i32 scalar,neon && grep -q 'double is not here: leave out div_i32' "$scratch/woven/broadloom.c"
}
check "nor are operators that only other processors' kernels compute in double" other_isa

front_ends() {
    weave single compact add f32 scalar onnx,openvino && fails_saying "front ends .* leave them out" avr avr-gcc -fsyntax-only
}
check "front ends are refused, because their attributes are doubles" front_ends
for runtime in compact full; do
    # compiled as if an int had 16 bits and double 64
    past_the_guard() {
        weave single $runtime add,add_n,mean,div,clip,cast,quantize_linear,fake_quantize f32,i8,i32,u8,f16,u32,bool scalar onnx,openvino &&
            avr avr-gcc $strict -Os -U__DBL_MANT_DIG__ -D__DBL_MANT_DIG__=53 -Wno-float-conversion
    }
    check "but there is no other error about them, $runtime" past_the_guard
done

# a word that computes in double takes or returns an f64, from which the generator sees that a kernel needs double
named() {
    awk '/^BL_PLAIN BL_INLINE/ { name = $0 } /(^|[^a-z_])double([^a-z_]|$)/ && name !~ /_f64/ { print name; bad = 1 } END { exit bad }' templates/headers/plain_words.h
}
check "plain words in double are called so" named

if command -v simavr >/dev/null; then
    sample() {
        tests/firmware/selftests.sh atmega1284p div shrink dequantize_linear >"$scratch/tap"
        status=$?
        cat "$scratch/tap"
        return $status
    }
    check "the self-test of a sample, in simavr (of all: make check-selftests CORE=atmega1284p)" sample
    grep '^# .* images' "$scratch/tap"
    check "of which only the listed ones differ" test "$(grep -c ' differs' "$scratch/tap")" = 1
    check "and gives the right bits by a division that rounds" grep -q '^ok .* - div_f32, with a division that rounds' "$scratch/tap"
    # with a tenth of the ROM, and without any allowed differences
    sed 's/0:128K/0:10K/' tests/firmware/boards.txt >"$scratch/boards"
    unexpected() {
        ! FIRMWARE_BOARDS=$scratch/boards FIRMWARE_DIFFERS=/dev/null tests/firmware/selftests.sh atmega1284p divide_by_count is_inf >"$scratch/tap" &&
            cat "$scratch/tap" && [ "$(grep -c '^not ok' "$scratch/tap")" = 1 ] && grep -q '^not ok .* divide_by_count_f32 differs$' "$scratch/tap"
    }
    check "a difference that is not listed fails" unexpected
    check "and images are as many as a smaller ROM needs" grep -Eq '^# .* in ([2-9]|1[0-9]) images' "$scratch/tap"
else
    skip "simavr is missing"
fi
finish
