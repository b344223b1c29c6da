#!/bin/sh
# Generated text must look as if an expert had written it: each pattern below must match no line in generated/, but
# must match a planted line. Each match is printed with its file and line.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
export LC_ALL=C

none() { # PATTERN [PATH]: prints the lines that match, in files with such a path, and fails if there are some
    find generated -path "${2:-*.[ch]}" -exec grep -nHE -e "$1" {} + | { ! grep .; }
}

mkdir -p "$scratch/generated/isa"
planted() { (cd "$scratch" && ! none "$@"); }

# kind SAYS PLANTED PATTERN [PATH]: no line matches, in files with such a path; the planted one does
kind() {
    check "no $1" none "$3" ${4:+"$4"}
    printf '%s\n' "$2" >"$scratch/generated/isa/planted.c"
    check "… which is noticed" planted "$3" ${4:+"$4"}
}

# ---- Numbers ----

kind "exponent where a number is short without" "x = 1.6e+02f;" '[^0-9a-zA-Z_.][0-9][0-9.]*e\+|[^0-9a-zA-Z_.][0-9][0-9.]*e-?0|[^0-9a-zA-Z_.][0-9][0-9.]*e-[1-4][^0-9]'
kind "hexadecimal number with a sign" "x = _mm_set1_epi32(-0x10000);" '[^0-9a-zA-Z_]-0x[0-9a-f]+(\)|;|,| )'

# ---- Text that is a function of the instruction set's header ----

kind "pack of two registers' lower halves, written out" "x = _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(a, 16), 16), b);" \
    '_mm_srai_epi32\(_mm_slli_epi32\(.*, 16\), 16\)' 'generated/*/*.c'
kind "load of bytes by casts" "a = vreinterpretq_u16_u8(vld1q_u8((const uint8_t *)(pa + i)));" 'vld1q?_u8\(\(const uint8_t \*\)' 'generated/*/*.c'
kind "store of bytes by casts" "vst1q_u8((uint8_t *)(po + i), vreinterpretq_u8_u16(a));" 'vst1q?_u8\(\(uint8_t \*\)' 'generated/*/*.c'
kind "fence in a kernel" "    if (cols == 0) { /* the last call, of no columns, is a fence */" 'cols == 0|of no columns' 'generated/*/*.c'

# ---- Values ----

kind "element widened twice" "x = (uint32_t)((uint16_t)p_zero[0]);" '\(u?int32_t\)\(\(u?int16_t\)p_?[a-z]+\[|\(u?int64_t\)\(\(u?int(16|32)_t\)p_?[a-z]+\[' 'generated/*/*.c'

again() { # FOLDER: prints repeated loads in its generated/*/ except dispatch/, and fails without any
    find "$1/generated" -path '*/generated/*/*.c' ! -path '*/dispatch/*' -exec awk -f tests/generator/loaded.awk {} + | grep .
}
none_again() { ! again .; }

check "no held value that is loaded again" none_again
printf '%s\n' '{' '    const __m256i b_all = _mm256_set1_epi8((int8_t)bl_load_u8(pb));' \
    '    const int less = bl_load_u8(pb) < 7;' '}' >"$scratch/generated/isa/planted.c"
check "… which is noticed" again "$scratch"

# ---- Long steps ----

stages() { # FOLDER: prints the long steps without a comment in its generated/, and fails without any
    find "$1/generated" -name '*.[ch]' -exec awk -f tests/generator/stages.awk {} + | grep .
}
none_bare() { ! stages .; }

check "no step of more than 25 statements without a comment" none_bare
{
    printf '%s\n' 'BL_AVX2 BL_INLINE __m256 long_step_f32_avx2(__m256 a)' '{'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26; do echo "    const __m256 sum$i = _mm256_add_ps(a, a);"; done
    echo '}'
} >"$scratch/generated/isa/planted.c"
check "… which is noticed" stages "$scratch"

# ---- Masks ----

kind "truth made a mask through a register" "less_all = _mm512_movepi32_mask(_mm512_set1_epi32(ones));" '_movepi[0-9]+_mask\(_mm512_set1_' 'generated/*/*.c'

masks() { # FILE…: prints masks of floats that are unnecessarily kept as integers, and fails if there are some
    awk -f tests/generator/masks.awk "$@" | { ! grep .; }
}

cat >"$scratch/planted.c" <<'END'
    const __m128i less = _mm_castps_si128(_mm_cmplt_ps(a, b));
    return _mm_and_ps(_mm_castsi128_ps(less), a);
END
check "no mask of floats that is kept as integers, and cast back by every use" masks generated/*/*.c generated/*.h
check "… which is noticed" test "$(awk -f tests/generator/masks.awk "$scratch/planted.c")" = "$scratch/planted.c:1: less"

finish
