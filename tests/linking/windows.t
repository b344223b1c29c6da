#!/bin/sh
# GCC for Windows, whose stack is aligned to 16 bytes: longer registers only where no move minds.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

cc=x86_64-w64-mingw32-gcc
if ! command -v $cc >/dev/null; then
    skip "there is no $cc"
    finish
fi

# wide_is VALUE FLAGS...: whether AVX2 and AVX-512 are built
wide_is() {
    value=$1
    shift
    echo "BL_WITH_AVX2 BL_WITH_AVX512" | "$@" -std=c99 -Iinclude -Igenerated -include bl_kernels.h -E -P - | grep -qx "$value $value"
}
check "GCC builds no AVX for Windows" wide_is 0 $cc
check "but where it is told that it may" wide_is 1 $cc -DBL_WIDE_SPILLS=1
check "elsewhere it does" wide_is 1 gcc
if command -v clang >/dev/null; then
    check "and clang everywhere" wide_is 1 clang --target=x86_64-w64-mingw32
else
    skip "clang: there is none"
fi

# aligned FLAGS...: how many moves of long registers fault where memory is not aligned to their length
aligned() {
    $cc "$@" -c "$scratch/kernel.s" -o "$scratch/kernel.o" &&
        x86_64-w64-mingw32-objdump -d "$scratch/kernel.o" | grep -E 'vmov(ap|dqa)' | grep '%[yz]mm' | grep -c '('
}
for kernel in avx2/mul_bf16_avx2 avx512/mul_bf16_avx512; do
    # as GCC writes it, without the patches that some distributions have
    $cc -std=c99 -O0 -Iinclude -Igenerated -DBL_WIDE_SPILLS=1 -S generated/$kernel.c -o - |
        sed 's/vmovdqu\t/vmovdqa\t/; s/vmovdqu\(32\|64\)\t/vmovdqa\1\t/; s/vmovup\([sd]\)\t/vmovap\1\t/' >"$scratch/kernel.s"
    check "$kernel: moves to an unaligned stack would fault" test "$(aligned)" -gt 100
    check "$kernel: the assembler makes all of them such that do not" test "$(aligned -Wa,-muse-unaligned-vector-move)" -eq 0
done

finish
