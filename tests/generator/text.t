#!/bin/sh
# Generated text as an expert would write it: generated/ has no line of the kinds that a person would not write. Each finding
# is printed with its file and line. Each pattern must find a line that is planted.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
export LC_ALL=C

none() { # PATTERN [SUFFIX]: prints the lines that match, and fails where there are some
    ! find generated -name "*${2:-}.[ch]" -exec grep -nHE -e "$1" {} +
}

# kind SAYS PLANTED PATTERN [SUFFIX]: no line matches, of files whose name ends so; the planted one does
kind() {
    check "no $1" none "$3" "${4:-}"
    printf '%s\n' "$2" >"$scratch/planted"
    check "… which is noticed" grep -qE -e "$3" "$scratch/planted"
}

# ---- Numbers ----

kind "exponent where a number is short without" "x = 1.6e+02f;" '[^0-9a-zA-Z_.][0-9][0-9.]*e\+|[^0-9a-zA-Z_.][0-9][0-9.]*e-?0|[^0-9a-zA-Z_.][0-9][0-9.]*e-[1-4][^0-9]'
kind "hexadecimal number with a sign" "x = _mm_set1_epi32(-0x10000);" '[^0-9a-zA-Z_]-0x[0-9a-f]+(\)|;|,| )'

# ---- Masks ----

masks() { # FILE…: prints the masks of floats that are kept as integers for no use, and fails where there are some
    awk -f tests/generator/masks.awk "$@" | { ! grep .; }
}

cat >"$scratch/planted.c" <<'END'
    const __m128i less = _mm_castps_si128(_mm_cmplt_ps(a, b));
    return _mm_and_ps(_mm_castsi128_ps(less), a);
END
check "no mask of floats that is kept as integers, and cast back by every use" masks generated/*/*.c generated/*.h
check "… which is noticed" test "$(awk -f tests/generator/masks.awk "$scratch/planted.c")" = "$scratch/planted.c:1: less"

finish
