#!/bin/sh
# docs/proofs.md says what tests/prove holds; files that were changed by hand are refused; a kernel that is wrong is noticed. PROVEN
# names the program.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

kept=$(LC_ALL=C ls tests/prove/*_f16*.txt tests/prove/*_bf16*.txt tests/prove/*_f32*.txt 2>/dev/null)
check "functions are proven" test -n "$kept"
tests/harness/page.sh 'what is proven' docs/proofs.md "$scratch/proofs.md" "$PROVEN" table tests/prove/runs.txt $kept
check "docs/proofs.md is made of tests/prove (make prove FOR=1)" diff docs/proofs.md "$scratch/proofs.md"

# a line of all blocks but two, and one of the whole
{
    echo '# some'
    echo 'exp f32 avx2 00-3f,42-ff 01234567 2026-01-01'
    echo 'exp f32 avx2 40-41 89abcdef 2026-01-02'
    echo 'exp f32 scalar 41 89abcdef 2026-01-02'
} >"$scratch/runs.txt"
table() {
    "$PROVEN" table "$scratch/runs.txt" tests/prove/exp_f32.txt >"$scratch/table" && cat "$scratch/table" && grep -qF "$1" "$scratch/table"
}
check "runs at several commits are one way" table '| `exp` | f32 | avx2 | 4294967296 | 0 | 2^-17 |'
check "with both" table ' | 2026-01-01, 2026-01-02 | 01234567, 89abcdef |'
check "a part is no whole" table '| `exp` | f32 | scalar | 16777216, not all | 0 |'

refused() { # PATTERN ARGUMENT...
    pattern=$1
    shift
    fails_saying "$pattern" "$PROVEN" "$@"
}
echo 'exp f32 avx2 00-100 01234567 2026-01-01' >"$scratch/runs.txt"
check "a line of blocks that there are not is refused" refused 'there is no such run' table "$scratch/runs.txt"
sed 's/^\(block 3f \)................/\10123456789abcdef/' tests/prove/exp_f32.txt >"$scratch/exp_f32.txt"
check "a hash that was changed is refused" refused 'its hash is not that of its blocks' table tests/prove/runs.txt "$scratch/exp_f32.txt"

# what a wrong kernel looks like: another result is kept
fails_check() { # PATTERN
    ! "$PROVEN" check 99991 0 1 "$scratch/exp_f32.txt" >"$scratch/said" && grep '^not ok' "$scratch/said" | grep -q "$1"
}
awk '/^hard/ && !done { $3 = substr($3, 1, 7) (substr($3, 8) == "0" ? "1" : "0"); done = 1 } { print }' tests/prove/exp_f32.txt >"$scratch/exp_f32.txt"
check "a hard case with another result fails" fails_check '1 of 79 hard cases and edges are wrong'

# of two operands: a proof of one block, and sets that there are not
pairs() { # DTYPE
    printf '%s\n' "function pow $1" 'hash 5f99f0dde4ae7229' 'margin 2^-30' 'decided 356' "block 00 6ace5a948279d024 0" \
        'edge 0001 03 0000' 'hard 3801 fe 43f8 0.25' >"$scratch/pow_$1.txt"
}
pairs f16-i8
echo 'pow f16-i8 avx2 00 01234567 2026-01-01' >"$scratch/runs.txt"
table_of_pairs() {
    "$PROVEN" table "$scratch/runs.txt" "$scratch/pow_f16-i8.txt" >"$scratch/table" && cat "$scratch/table" && grep -qF "$1" "$scratch/table"
}
check "all pairs that there are prove" table_of_pairs '| `pow` | f16-i8 | avx2 | 16777216 | 0 | proven | 2^-30 | 356 |'
for none in f32 f64-random f32-all f16-near f16-bool f32-i8-exponents; do
    pairs $none
    check "there are no pairs $none" refused 'what is this: function pow' table "$scratch/runs.txt" "$scratch/pow_$none.txt"
done

# what make prove does with a kernel, here the C library: one wrong result is found; a run goes on where the last one ended
proves_pairs() { # WRONG PATTERN
    WRONG=$1 "$tools/compare-stand-in" "$scratch/stand_in.txt" 01234567 0 usual all all 2 "$scratch/stand/pow_f16-i8.txt" >"$scratch/said"
    cat "$scratch/said" && grep -qF "$2" "$scratch/said"
}
tools=$(dirname "$PROVEN")
found=$(ls /usr/include/*/sleef.h 2>/dev/null)
if [ -n "$found" ] && make --no-print-directory "$tools/compare-stand-in" "$tools/reference" >"$scratch/made" 2>&1; then
    mkdir "$scratch/stand"
    "$tools/reference" pow f16-i8 >"$scratch/stand/pow_f16-i8.txt"
    check "a result that is wrong by one unit is found" proves_pairs '3c23 45' 'wrong: pow f16-i8 scalar: 3c23 45 gave 4916, should give 4915'
    check "and its block is not noted" proves_pairs '' '1 blocks ran, 0 results are wrong'
    check "one that is noted does not run again" proves_pairs '' '0 blocks ran, 0 results are wrong'
    check "the reference alone gives the same" sh -c '"$1" pow f16-i8 00 | sed 2d >"$2/alone" && sed 2d "$2/stand/pow_f16-i8.txt" | sed s/compare.c/reference.c/ | diff "$2/alone" -' sh "$tools/reference" "$scratch"
else
    skip "one wrong result of pow is found: it takes SLEEF"
fi

same_coefficients() {
    make --no-print-directory coefficients COEFFICIENTS="$scratch/coefficients.lua" && diff gen/catalogue/coefficients.lua "$scratch/coefficients.lua"
}
if command -v sollya >/dev/null; then
    check "Sollya makes the same coefficients" same_coefficients
else
    skip "Sollya makes the same coefficients: it is not installed"
fi

finish
