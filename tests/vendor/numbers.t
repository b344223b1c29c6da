#!/bin/sh
# The numbers of instruction sets, BL_ISA_…: the numbers below are published, and are the same in every library,
# independent of its instruction sets. Private instruction sets get numbers from 24 on. A limit depends on rank, not on
# numbers.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

published='SCALAR 1 SSE2 2 SSE41 3 DSP 4 ARMV7 5 MVE 6 NEON 7 SVE 8 RVV 9 WASM 10 VSX 11 ZVECTOR 12 AVX2 13 AVX512 14 AVX512VBMI 15
    AVX512FP16 16'

numbers() { # HEADER
    sed -n 's/^ *BL_ISA_\([A-Z0-9]*\) = \([0-9]*\),*$/\1 \2/p' "$1" | sort
}
printf '%s %s\n' $published | sort >"$scratch/published"
has_them() { # HEADER ISA…
    header=$1
    shift
    for isa in "$@"; do grep "^$isa " "$scratch/published"; done | sort >"$scratch/expected"
    numbers "$header" | diff "$scratch/expected" -
}
check "generated/ has the published numbers" has_them generated/broadloom_ops.h $(cut -d" " -f1 "$scratch/published")
vendored() { # NAME WORD…
    name=$1
    shift
    make -s vendor OPS=add DTYPES=f32 FORM=single OUT="$scratch/$name" "$@" >/dev/null 2>"$scratch/log" || { cat "$scratch/log"; return 1; }
}
few() {
    vendored few ISAS=avx2,sve && has_them "$scratch/few/broadloom.h" SCALAR SVE AVX2
}
check "so has a library of few" few

# ---- Private ones ----

tree=$scratch/tree
mkdir "$tree"
cp -r LICENSE gen templates include src "$tree"
cp tests/toy/least.lua "$tree/gen/isa"
sed '/f32 = "", f64 = ""/s/add = "\$1 + \$2"/add = { "$1 + $2", cost = 9 }/' tests/toy/vectors.lua >"$tree/gen/isa/vectors.lua" # so that a higher one pays
woven() { # DETECT
    "$generator" --root "$tree" --vendor "$scratch/own" --ops add --dtypes f32 --isas vectors,avx2 --runtime full --specs none --form single --detect "$1"
}
check "private instruction sets are numbered from 24 on, by rank" sh -c "'$generator' --root '$tree' --ops add --dtypes f32 --isas scalar --out '$scratch/all' &&
    grep -q 'BL_ISA_LEAST = 24,' '$scratch/all/broadloom_ops.h' && grep -q 'BL_ISA_VECTORS = 25,' '$scratch/all/broadloom_ops.h'"
rm "$tree/gen/isa/least.lua"
limited() { # DETECT FLAG…
    woven "$@" && shift && gcc -std=c99 -Wall -Wextra -Werror -O1 "$@" -I"$scratch/own" tests/vendor/numbers.c "$scratch/own/broadloom.c" -o "$scratch/numbers" &&
        "$scratch/numbers"
}
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
    check "a limit uses the rank if there is detection" limited yes
    check "and where flags promise" limited no -mavx2 -mf16c -mfma
else
    skip "limits: this processor lacks AVX2"
fi

# refused FILE EDIT TEXT: after that edit of an instruction set's file
refused() {
    sed "$2" "gen/isa/$1.lua" >"$tree/gen/isa/$1.lua"
    ! cmp -s "gen/isa/$1.lua" "$tree/gen/isa/$1.lua" || { echo "the edit changes nothing"; return 1; }
    fails_saying "$3" woven no
    status=$?
    cp "gen/isa/$1.lua" "$tree/gen/isa/$1.lua"
    return $status
}
check "a number that another has is refused" refused neon 's/number = 7,/number = 8,/' "isa '(neon|sve)' has the same number as '(neon|sve)'; without 'number'"
check "so is a private set's number" refused neon 's/number = 7,/number = 24,/' "'number' must be a whole number of 1 to 23, not '24'"
check "and another of plain C" refused scalar 's/number = 1,/number = 23,/' "isa 'scalar': the number of plain C must be 1"
nine() {
    for i in 1 2 3 4 5 6 7 8; do
        sed "s/isa \"vectors\"/isa \"vectors$i\"/; s/rank = 13/rank = 13.$i/" tests/toy/vectors.lua >"$tree/gen/isa/vectors$i.lua"
    done
    fails_saying "no number is left" woven no
}
check "and more private sets than numbers" nine

finish
