#!/bin/sh
# docs/proofs.md agrees with tests/prove; files that were edited by hand are refused; a wrong kernel is detected. PROVEN names the program.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

kept=$(LC_ALL=C ls tests/prove/*_f16*.txt tests/prove/*_bf16*.txt tests/prove/*_f32*.txt tests/prove/*_f64*.txt 2>/dev/null)
check "functions are proven" test -n "$kept"
tests/harness/page.sh 'what is proven' docs/proofs.md "$scratch/proofs.md" "$PROVEN" table generated/list.txt $kept
check "docs/proofs.md is made of tests/prove (make prove FOR=1)" diff docs/proofs.md "$scratch/proofs.md"

# "exp f64 by a published bound", one line per claim
claims() {
    sed -n 's/^  \([a-z0-9_]*\) .*; rounded: \(.*\)/\1, \2/p' generated/list.txt |
        awk -F ', ' '{ for (i = 2; i <= NF; ++i) print $1, $i }'
}
check "all that is claimed of all inputs has a record" sh -c '
    while read -r name type claim; do
        [ "$claim" != "all inputs" ] || grep -q ^run "tests/prove/${name}_$type.txt" || { echo "$name $type"; exit 1; }
    done' <<EOF
$(claims)
EOF
claims | sed -n 's/\(.*\) f64 \(.*\)/\1 \2/p' | LC_ALL=C sort >"$scratch/claimed"
sed -n '/<!-- the functions of f64/,/<!-- end of the functions of f64/s/^| `\(.*\)` | \([^|(]*[^|( ]\) .*/\1 \2/p' docs/proofs.md | LC_ALL=C sort >"$scratch/said"
check "docs/proofs.md has the entries' claims for f64" diff "$scratch/claimed" "$scratch/said"
while read -r name claim; do
    for set in hard random; do
        check "$name of f64 has a record of its $set operands" grep -q ^run "tests/prove/${name}_f64-$set.txt"
    done
done <"$scratch/claimed"

kept_as() { # SED'S SCRIPT
    sed "$1" tests/prove/exp_f32.txt >"$scratch/exp_f32.txt"
}
table() { # ROW FILE...
    row=$1
    shift
    "$PROVEN" table generated/list.txt "$@" >"$scratch/table" && cat "$scratch/table" && grep -qF "$row" "$scratch/table"
}
kept_as '/^run/d; /^hash/i run 01234567 avx2 scalar\nrun 89abcdef avx2/doubles'
check "a row has all ways and their commits" table '| `exp` | f32 |  |  |  | avx2, scalar, avx2/doubles | 01234567, 89abcdef |' "$scratch/exp_f32.txt"
sed '/^run/d; /^hash/i run 01234567 scalar' tests/prove/exp_f16.txt >"$scratch/exp_f16.txt"
check "a function has one row" table '| `exp` | f32, f16 |  |  |  | avx2 (f32), scalar, avx2/doubles (f32) | 01234567, 89abcdef |' "$scratch/exp_f32.txt" "$scratch/exp_f16.txt"
kept_as /^run/d
check "a block that has not run is not proven" table '| `exp` |  |  |  |  |  |  |' "$scratch/exp_f32.txt"

refused() { # PATTERN ARGUMENT...
    pattern=$1
    shift
    fails_saying "$pattern" "$PROVEN" "$@"
}
kept_as '/^run/a run 01234567 avx2'
check "a way that has run twice is refused" refused 'what is this: run 01234567' table generated/list.txt "$scratch/exp_f32.txt"
kept_as '/^blocks fc/a blocks 100 0123456789abcdef'
check "an unknown block is refused" refused 'what is this: blocks 100' table generated/list.txt "$scratch/exp_f32.txt"
kept_as 's/^\(blocks 3c\) [0-9a-f]*/\1 0123456789abcdef/'
check "a hash that was changed is refused" refused 'its hash is not that of its blocks' table generated/list.txt "$scratch/exp_f32.txt"

# a changed stored result makes the kernel look wrong
fails_check() { # PATTERN
    ! "$PROVEN" check 99991 0 1 "$scratch/exp_f32.txt" >"$scratch/said" && grep '^not ok' "$scratch/said" | grep -q "$1"
}
awk '/^hard/ && !done { $3 = substr($3, 1, 7) (substr($3, 8) == "0" ? "1" : "0"); done = 1 } { print }' tests/prove/exp_f32.txt >"$scratch/exp_f32.txt"
check "a hard case with another result fails" fails_check '1 of 79 hard cases and edges are wrong'

# two operands: a proof of one block, and sets that do not exist
pairs() { # DTYPE
    printf '%s\n' "function pow $1" 'run 01234567 avx2' 'hash 5f99f0dde4ae7229' 'blocks 00 6ace5a948279d024' \
        'edge 0001 03 0000' 'hard 3801 fe 43f8 0.25' >"$scratch/pow_$1.txt"
}
pairs f16-i8
check "all pairs that there are prove" table '| `pow` | f16-i8 |  |  |  | avx2 | 01234567 |' "$scratch/pow_f16-i8.txt"
pairs f32-i8-random
check "a set of them does not" table '| `pow` | f16-i8 |  |  | f32-i8 (random) | avx2 | 01234567 |' "$scratch/pow_f16-i8.txt" "$scratch/pow_f32-i8-random.txt"
for none in f32 f64-random f32-all f16-near f16-bool f32-i8-exponents; do
    pairs $none
    check "there are no pairs $none" refused 'what is this: function pow' table generated/list.txt "$scratch/pow_$none.txt"
done

# `make prove` with the C library as the kernel: it finds the one wrong result; a run continues where the last one ended
stand=$scratch/stand state=$scratch/state
proves_pairs() { # WRONG BLOCK DTYPE PATTERN
    WRONG=$1 "$tools/compare-stand-in" "$state" 01234567 0 usual all "$2" 2 "$stand/${function-pow}_$3.txt" >"$scratch/said"
    cat "$scratch/said" && grep -qF "$4" "$scratch/said"
}
tools=$(dirname "$PROVEN")
found=$(ls /usr/include/*/sleef.h 2>/dev/null)
if [ -n "$found" ] && make --no-print-directory "$tools/compare-stand-in" "$tools/reference" >"$scratch/made" 2>&1; then
    mkdir "$stand" "$state"
    for dtype in f16-i8 f32-limits; do
        "$tools/reference" pow $dtype >"$state/pow_$dtype.txt"
    done
    check "a result that is wrong by one unit is found" proves_pairs '3c23 45' all f16-i8 'wrong: pow f16-i8 scalar: 3c23 45 gave 4916, should give 4915'
    check "and its kernel is not noted" [ "$(grep -c ^run "$stand/pow_f16-i8.txt")" -eq 0 ]
    check "it runs again" proves_pairs '' all f16-i8 '1 blocks ran, 0 results are wrong'
    check "one that is noted does not run again" proves_pairs '' all f16-i8 '0 blocks ran, 0 results are wrong'
    check "the proof says at which commit" grep -qxF 'run 01234567 scalar' "$stand/pow_f16-i8.txt"
    check "the reference by itself gives the same" sh -c '"$1" pow f16-i8 00 >"$2/alone" && sed /^run/d "$3" | diff "$2/alone" -' sh "$tools/reference" "$scratch" "$stand/pow_f16-i8.txt"
    check "a part of the blocks" proves_pairs '' 03 f32-limits '1 blocks ran, 0 results are wrong'
    check "is no proof" [ ! -e "$stand/pow_f32-limits.txt" ]
    check "a run continues where it ended" proves_pairs '' all f32-limits '15 blocks ran, 0 results are wrong'
    check "the proof is whole" grep -qxF 'run 01234567 scalar' "$stand/pow_f32-limits.txt"
    check "and nothing is left to do" [ -z "$(ls "$state")" ]
    for set in hard many; do
        "$tools/reference" hypot f64-$set >"$state/hypot_f64-$set.txt"
    done
    function=hypot
    check "a hard case of f64 that is wrong is found" proves_pairs '96a0000000000000 1840000000000000' all f64-hard \
        'wrong: hypot f64-hard scalar: 96a0000000000000 1840000000000000 gave 1840000000000001, should give 1840000000000000'
    if [ -e "$(ls /usr/lib/llvm-*/lib/libllvmlibc.a 2>/dev/null)" ]; then
        check "of many operands a block runs" proves_pairs '' 00 f64-many 'hypot f64-many, block 00 (1 of 256)'
    else
        check "tests that need LLVM's C library are skipped" proves_pairs '' 00 f64-many 'SKIP hypot f64-many: libllvmlibc-22-dev was not installed'
    fi
else
    skip "one wrong result of pow is found: it takes SLEEF"
fi

for file in tests/prove/*.gappa; do
    if command -v gappa >/dev/null; then
        check "Gappa proves the margin of $file" tests/prove/suffices.sh "$file"
    else
        skip "Gappa proves the margin of $file: it is not installed"
    fi
done

refuses() { # a Gappa file, and a change that makes it false
    sed "$2" "$1" >"$scratch/changed.gappa" && ! cmp -s "$1" "$scratch/changed.gappa" && ! tests/prove/suffices.sh "$scratch/changed.gappa"
}
if command -v gappa >/dev/null; then
    check "Gappa refuses a margin that is too small" refuses tests/prove/cbrt_f64.gappa 's/0x1.28p-70/0x1p-72/'
    check "a rule of a file that is not an identity is refused" refuses tests/prove/rsqrt_f64-split.gappa 's/ + margin \* (1 + e4) + / + margin * 2 + /'
else
    skip "Gappa refuses a margin that is too small: it is not installed"
fi

proven_from_catalogue() { # the constants in the Gappa and Sollya files, with all their digits, are in the catalogue
    grep -oh '0x1\.[0-9a-f]\{8,\}p-[0-9]*' tests/prove/*.gappa tests/prove/series.sollya | sort -u >"$scratch/proven"
    [ -s "$scratch/proven" ] || return
    while read -r constant; do
        grep -q -- "$constant[,} ]" gen/catalogue/doubles.lua gen/catalogue/parts.lua || { echo "$constant"; return 1; }
    done <"$scratch/proven"
}
check "the proofs of margins use the coefficients of the catalogue" proven_from_catalogue

series_are_precise() { [ "$(sollya tests/prove/series.sollya </dev/null 2>/dev/null)" = "true
true" ]; }

same_coefficients() {
    make --no-print-directory coefficients COEFFICIENTS="$scratch" && diff gen/catalogue/coefficients.lua "$scratch/coefficients.lua" &&
        diff gen/catalogue/doubles.lua "$scratch/doubles.lua"
}
if command -v sollya >/dev/null; then
    check "Sollya makes the same coefficients" same_coefficients
    check "Sollya proves the errors of the series" series_are_precise
else
    skip "Sollya makes the same coefficients: it is not installed"
fi

finish
