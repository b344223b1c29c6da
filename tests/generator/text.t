#!/bin/sh
# Generated text as an expert would write it: generated/ has no line of the kinds that a person would not write. Each finding
# is printed with its file and line. Each pattern must find a line that is planted.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
export LC_ALL=C

none() { # FOLDER PATTERN: prints the lines that match, and fails where there are some
    ! find "$1" -name '*.[ch]' -exec grep -nHE -e "$2" {} + | grep .
}
some() {
    ! none "$@"
}

# kind SAYS PLANTED PATTERN: no line matches; the planted one does
kind() {
    check "no $1" none generated "$3"
    mkdir -p "$scratch/planted"
    printf '%s\n' "$2" >"$scratch/planted/planted.c"
    check "… which is noticed" some "$scratch/planted" "$3"
}

# ---- Numbers ----

kind "exponent where a number is short without" "x = 1.6e+02f;" '[^0-9a-zA-Z_.][0-9][0-9.]*e\+|[^0-9a-zA-Z_.][0-9][0-9.]*e-?0|[^0-9a-zA-Z_.][0-9][0-9.]*e-[1-4][^0-9]'
kind "hexadecimal number with a sign" "x = _mm_set1_epi32(-0x10000);" '[^0-9a-zA-Z_]-0x[0-9a-f]+(\)|;|,| )'

finish
