#!/bin/sh
# The bits are the same with all compiler flags, and compilation fails if a macro shows flags that change results.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

refuses() {
    check "$1 $2 is refused, saying why" fails_saying "Broadloom's results are exact" \
        "$1" "$2" -Iinclude -Igenerated -fsyntax-only generated/scalar/add_f32_scalar.c
}
for flag in -ffast-math -ffinite-math-only; do
    refuses gcc $flag
    refuses clang $flag
done
for flag in -funsafe-math-optimizations -freciprocal-math -fno-signed-zeros; do
    refuses gcc $flag
done
check "x87 arithmetic is refused, saying why" fails_saying "FLT_EVAL_METHOD is 2 or unknown" \
    gcc -mfpmath=387 -std=c99 -Iinclude -Igenerated -fsyntax-only generated/scalar/add_f32_scalar.c

# flags that no macro of clang shows: a pragma disables them, if clang has it for the target (docs/semantics.md)
keeps_exact() {
    "$1" --target="$2" "$3" -std=c99 -O2 -Wall -Wextra -Wpedantic -Werror -ffreestanding -Iinclude -Igenerated -S -emit-llvm \
        generated/scalar/div_f32_scalar.c -o "$scratch/div.ll" || return
    grep -c 'fdiv' "$scratch/div.ll" && ! grep -E '\b(arcp|reassoc|nsz|afn)\b' "$scratch/div.ll"
}
for compiler in clang clang-19; do
    if ! command -v $compiler >/dev/null; then
        skip "flags without a macro: there is no $compiler"
        continue
    fi
    for flag in -funsafe-math-optimizations -freciprocal-math -fno-signed-zeros -fapprox-func; do
        check "$compiler $flag changes nothing" keeps_exact $compiler x86_64-linux-gnu $flag
    done
done
if command -v clang-19 >/dev/null; then
    check "nor does it on AArch64" keeps_exact clang-19 aarch64-linux-gnu -freciprocal-math
fi

# if an instruction set has FMA, exact words use no fused instructions, even if a compiler could contract expressions; near words use them
fuses() { # FOLDER FILE COMPILER...
    out=$1 file=$2
    shift 2
    "$@" -std=gnu99 -O3 -ffp-contract=fast -Iinclude -I"$out" -S -o - "$out/$file" >"$scratch/fused.s" || return 2
    grep -qE 'vfn?m(add|sub)|\bfn?m(la|ls|add|sub)\b' "$scratch/fused.s"
}
fuse_not() {
    for file in $files; do ! fuses generated $file "$@" && [ -s "$scratch/fused.s" ] || return 1; done
}
printf 'op "near" { says = "a * a + a", types = { "f32" }, takes = { "T" }, rounded = "all inputs", expr = function(a) return mul_add(a, a, a) end }\n' >"$scratch/near.lua"
"$generator" --ops-from "$scratch/near.lua" --ops near --isas avx2,neon --out "$scratch/near" >/dev/null
for compiler in gcc clang clang-19; do
    files="avx2/squared_difference_f32_avx2.c avx2/hard_swish_f64_avx2.c avx512/shrink_f32_avx512.c avx512/hard_sigmoid_f32_avx512.c"
    if [ "$(uname -m)" = x86_64 ] && command -v $compiler >/dev/null; then
        check "$compiler -ffp-contract=fast fuses no exact words" fuse_not $compiler
        check "near ones are fused" fuses "$scratch/near" avx2/near_f32_avx2.c $compiler
    fi
done
files="neon/squared_difference_f32_neon.c neon/hard_swish_f64_neon.c"
if command -v aarch64-linux-gnu-gcc >/dev/null; then
    check "nor on AArch64" fuse_not aarch64-linux-gnu-gcc
    check "near ones there" fuses "$scratch/near" neon/near_f32_neon.c aarch64-linux-gnu-gcc
fi

# a tree with an op that compilers tend to contract, and one of each kind from the library
tree=$PWD/build/fused
rm -rf "$tree"
mkdir -p "$tree/generated"
cp -r Makefile gen templates include src tests examples docs bench packaging python "$tree"
cp generated/isas.mk "$tree/generated"
sed -n '/^op "multiply_add"/,/^}/p' tests/toy/ops.lua >"$tree/fused.lua"
export OPS_FROM=fused.lua ISAS="scalar sse2 neon sve avx2 avx512"
export BUNDLED=1 # only this test uses these libraries
# operators that a compiler might contract, round differently, or vectorise with extra exceptions; each way to divide integers
export OPS="div:f32+f64+f16+bf16+i8+i32+u64 less:f32+f64+f16+bf16 round leaky_relu"
[ -z "${WHOLE-}" ] || OPS="add div less select round leaky_relu"

# build the library with these flags, and the test program as usual, once per machine; and test the op on the ISAs
same_bits() {
    cc=$1 flags=$2 op=$3
    shift 3
    out=build/$(echo "$cc$flags" | tr -c 'a-z0-9\n' '_')
    : "${tests:=$out}"
    make -s -C "$tree" CC="$cc" LIBRARY_CFLAGS="$flags" OUT="$out" TESTS_OUT="$tests" STATIC="${STATIC-}" "$out/kernels" || return 1
    for isa in "$@"; do
        (cd "$tree" && tests/platforms/run_isa.sh --run "${RUN-}" "$isa:kernels$op" "$out/kernels") >"$scratch/log" || {
            grep -E '^not ok|^Bail' "$scratch/log" | head -3
            return 1
        }
    done
}
isas=scalar tests=''
for isa in sse2 avx2 avx512; do
    if "$tree/../npy_run" add examples/data/earth.npy examples/data/earth.npy -o "$scratch/x.npy" --isa $isa >/dev/null 2>&1; then
        isas="$isas $isa"
    fi
done
if [ "$(uname -m)" = x86_64 ]; then
    check "at -O0 ($isas)" same_bits gcc "-O0" "" $isas
    check "gcc's default contraction into FMA at -O3 changes nothing ($isas)" same_bits gcc "-O3 -std=gnu99 -march=haswell" "" $isas
    check "clang at -O3 -march=haswell ($isas)" same_bits clang "-O3 -march=haswell" :multiply_add $isas
    for op in less div; do
        check "nor does it raise exceptions in $op" same_bits clang "-O3 -march=haswell" ":exceptions:$op" $isas
    done
    # the test must be able to fail, as it does without the parts that keep results exact
    header=$(ls "$tree"/build/generated/*/bl_kernels_scalar.h)
    sed -i.kept 's/#pragma GCC optimize("fp-contract=off")//' "$header"
    check "without the pragma it is built" make -s -C "$tree" CC=gcc LIBRARY_CFLAGS="-std=gnu99 -march=haswell" OUT=build/bare_fused \
        TESTS_OUT="$tests" build/bare_fused/kernels
    check "and the bits differ" sh -c "cd '$tree' && ! tests/platforms/run_isa.sh scalar:kernels:multiply_add build/bare_fused/kernels >'$scratch/log' &&
        grep '^not ok .*multiply_add' '$scratch/log'"
    mv "$header.kept" "$header"
else
    skip "contraction on x86-64: this machine is another"
fi
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64-static >/dev/null; then
    RUN='qemu-aarch64-static $program $isa' STATIC=-static tests=''
    flags="-std=gnu99 -O3 -march=armv8.2-a+sve"
    check "AArch64: gcc's default contraction changes nothing" same_bits aarch64-linux-gnu-gcc "$flags" :multiply_add scalar neon sve
    check "nor do loops of its own in SVE, nor do they raise exceptions" same_bits aarch64-linux-gnu-gcc "$flags" :exceptions:div scalar neon sve
else
    skip "contraction on AArch64: no cross compiler or no emulator"
fi

finish
