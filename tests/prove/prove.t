#!/bin/sh
# docs/proofs.md says what tests/prove holds; files that were changed by hand are refused; a kernel that is wrong is noticed. PROVEN
# names the program.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

kept=$(LC_ALL=C ls tests/prove/*_*f16*.txt tests/prove/*_f32*.txt 2>/dev/null)
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

same_coefficients() {
    make --no-print-directory coefficients COEFFICIENTS="$scratch/coefficients.lua" && diff gen/catalogue/coefficients.lua "$scratch/coefficients.lua"
}
if command -v sollya >/dev/null; then
    check "Sollya makes the same coefficients" same_coefficients
else
    skip "Sollya makes the same coefficients: it is not installed"
fi

finish
