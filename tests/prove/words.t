#!/bin/sh
# Functions as words: in a file of private operators each function of one operand has the results of MPFR (tests/prove/*.txt), bit for bit
# and on every instruction set of this machine: all inputs of f16 and bf16, and the hard cases, the edges and a sample of f32.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

functions=$($generator --list | awk '/correctly rounded/ && $2 == "T" && $3 == "->" && $4 == "T" { print $1 }')
check "there are functions of one operand" test "$(echo "$functions" | wc -l)" -ge 30
for name in $functions; do
    printf 'op "own_%s" { says = "%s", types = { "f32", "f16", "bf16" }, takes = { "T" }, expr = function(a) return %s(a) end }\n' $name $name $name
    for dtype in f32 f16 bf16; do
        sed "s/^function $name /function own_$name /" tests/prove/${name}_$dtype.txt >"$scratch/own_${name}_$dtype.txt"
    done
done >"$scratch/words.lua"

# compiling bundles with all functions would take longer than running the kernels on some processors
case $(uname -m) in
x86_64) ISAS="scalar sse2 avx2 avx512" ;;
aarch64) ISAS="scalar neon" ;;
*) ISAS=scalar ;;
esac
export ISAS BUNDLED=1 CFLAGS=-O1 OPS_FROM="$scratch/words.lua" OUT=build/words_of_functions
check "each is a word" make -s "$OUT/tests/prove/proven"
as_mpfr() {
    "$OUT/tests/prove/proven" check 99991 0 1 "$scratch"/own_*.txt >"$scratch/tap"
    status=$?
    grep -v '^ok' "$scratch/tap"
    return $status
}
check "they give MPFR's results" as_mpfr
for isa in $ISAS; do
    grep -q "^flags.* ${isa}[f ]" /proc/cpuinfo 2>/dev/null || [ $isa = scalar ] || [ $isa = neon ] || continue
    check "all of f16 on $isa, too" sh -c "[ \$(grep -c '^ok .* f16 on $isa: block 00' '$scratch/tap') -eq $(echo "$functions" | wc -l) ]"
done
finish
