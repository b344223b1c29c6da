#!/bin/sh
# Windows: GCC aligns the stack there to 16 bytes, so longer registers are used only if no move needs more; and before
# version 18, clang's headers for MSVC's ABI hide features that the flags do not promise.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# for_msvc COMPILER FLAGS...: compiles kernels of each kind for MSVC's ABI, with a few prototypes in place of its headers
mkdir "$scratch/headers"
printf '#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memmove(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\n' >"$scratch/headers/string.h"
msvc="--target=x86_64-pc-windows-msvc -fms-extensions -fms-compatibility-version=19.38"
for_msvc() {
    for isa in scalar sse2 avx2 avx512; do
        "$@" $msvc -std=c99 -ffreestanding -isystem "$scratch/headers" -Iinclude -Igenerated -fsyntax-only generated/$isa/add_f32_$isa.c || return
    done
}
# avx2_is VALUE COMPILER FLAGS...
avx2_is() {
    value=$1
    shift
    echo BL_WITH_AVX2 | "$@" $msvc -std=c99 -ffreestanding -isystem "$scratch/headers" -Iinclude -Igenerated -include bl_kernels.h -E -P - | grep -qx "$value"
}
clangs=$(for clang in clang clang-16 clang-19; do command -v $clang; done)
for clang in $clangs; do
    version=$("$clang" -dumpversion)
    check "clang $version for MSVC's ABI" for_msvc "$clang"
    check "$([ "${version%%.*}" -lt 18 ] && echo without || echo with) AVX" avx2_is "$((${version%%.*} >= 18))" "$clang"
    check "and with it where flags promise it" for_msvc "$clang" -DBL_ALL_INTRINSICS=1 -mavx2 -mf16c -mfma -mavx512f -mavx512bw -mavx512dq -mavx512vl
done
[ -n "$clangs" ] || skip "MSVC's ABI: there is no clang"

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
check "but if a macro allows it" wide_is 1 $cc -DBL_WIDE_SPILLS=1
check "elsewhere it does" wide_is 1 gcc
if command -v clang >/dev/null; then
    check "and clang everywhere" wide_is 1 clang --target=x86_64-w64-mingw32
else
    skip "clang: it is not installed"
fi

# aligned FLAGS...: the number of moves of long registers that fault if memory is not aligned to their length
aligned() {
    $cc "$@" -c "$scratch/kernel.s" -o "$scratch/kernel.o" &&
        x86_64-w64-mingw32-objdump -d "$scratch/kernel.o" | grep -E 'vmov(ap|dqa)' | grep '%[yz]mm' | grep -c '('
}
for kernel in avx2/mul_bf16_avx2 avx512/mul_bf16_avx512; do
    # GCC's own code, without the patches of some distributions
    $cc -std=c99 -O0 -Iinclude -Igenerated -DBL_WIDE_SPILLS=1 -S generated/$kernel.c -o - |
        sed 's/vmovdqu\t/vmovdqa\t/; s/vmovdqu\(32\|64\)\t/vmovdqa\1\t/; s/vmovup\([sd]\)\t/vmovap\1\t/' >"$scratch/kernel.s"
    check "$kernel: moves to an unaligned stack would fault" test "$(aligned)" -gt 100
    check "$kernel: the assembler makes all of them such that do not" test "$(aligned -Wa,-muse-unaligned-vector-move)" -eq 0
done

finish
