#!/bin/sh
# docs/proofs.md agrees with tests/second/blocks.txt; a run continues where the last one ended; a file with other lines is refused; this
# machine's kernels still give the recorded hashes of a few blocks. EXHAUSTIVE names the program, SEED chooses the blocks.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

blocks=tests/second/blocks.txt
seed=${SEED:-$(date +%j)}

tests/harness/page.sh 'what has run' docs/proofs.md "$scratch/proofs.md" "$EXHAUSTIVE" table $blocks
check "docs/proofs.md is made of $blocks (make check-exhaustive FOR=1)" diff docs/proofs.md "$scratch/proofs.md"

# for one subject, the fastest, all blocks except one
{
    echo '# some'
    printf 'word-random same f32-to-bool %s 0123456789abcdef 01234567 2026-01-01 scalar\n' 0 1 3
} >"$scratch/blocks.txt"
cp "$scratch/blocks.txt" "$scratch/some.txt"
check "a run of the missing blocks" sh -c "'$EXHAUSTIVE' run '$scratch/blocks.txt' 89abcdef 0 word-random same f32-to-bool >'$scratch/said'"
check "runs one block" grep -q '^1 blocks ran, 0 subjects failed, 0 blocks are left' "$scratch/said"
check "and adds its line to the existing ones" sh -c "head -n 4 '$scratch/blocks.txt' | diff '$scratch/some.txt' - && sed -n 5p '$scratch/blocks.txt' |
    grep -qE '^word-random same f32-to-bool 2 [0-9a-f]{16} 89abcdef [0-9-]{10} scalar$'"
check "then nothing is missing" sh -c "'$EXHAUSTIVE' run '$scratch/blocks.txt' 89abcdef 0 word-random same f32-to-bool | grep -q '^0 blocks ran'"

refused() {
    echo "$1" >"$scratch/bad.txt"
    ! "$EXHAUSTIVE" table "$scratch/bad.txt" >/dev/null 2>"$scratch/said" && grep -q "$2" "$scratch/said"
}
check "a line of a block that is none is refused" refused 'pairs add f16 16 0123456789abcdef 01234567 2026-01-01 scalar' 'there is no such block'
check "one of no operator, too" refused 'pairs odd f16 0 0123456789abcdef 01234567 2026-01-01 scalar' 'there is no such block'

echo "# SEED=$seed"
check "three blocks that have run give the same now" sh -c "'$EXHAUSTIVE' again $blocks 3 $seed >'$scratch/said' && ! grep '^not ok' '$scratch/said'"
sed 's/^\(pairs add f16 0\) ................/\1 0123456789abcdef/' $blocks | grep '^pairs add f16 0 ' >"$scratch/other.txt"
check "which fails where they do not" sh -c "! '$EXHAUSTIVE' again '$scratch/other.txt' 1 $seed >'$scratch/said' && grep -q '^not ok' '$scratch/said'"

finish
