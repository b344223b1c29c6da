#!/bin/sh
# "One entry adds an operator, one file adds an instruction set": the commands of docs/own-operator.md and docs/porting.md, run in a copy of
# the tree, with the toy operators and the toy instruction set of tests/toy; with the catalogue's operators that the toys need, and some for
# comparison. Then it tests the same operators with planning, and whether those that settle avoid their slow way.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
export BUNDLED=1 CFLAGS=-O1 # only this test uses these libraries

tree=$PWD/build/toy
rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z 2>/dev/null | grep -zv '^\.git' | xargs -0 cp --parents -t "$tree" || cp -r Makefile README.md gen templates include src generated tests examples docs bench packaging python "$tree"

# the indented commands after a page's heading, up to the next heading
commands_under() {
    awk -v heading="## $2" '$0 == heading { here = 1; next } /^## / { here = 0 } here && /^    / { print substr($0, 5) }' "$1"
}

commands_under docs/own-operator.md "One entry is enough" >"$scratch/op.sh"
commands_under docs/porting.md "A first port" >"$scratch/isa.sh"
check "docs/own-operator.md says how to add an operator" grep -q 'OPS_FROM=tests/toy/ops.lua' "$scratch/op.sh"
check "docs/porting.md says how to add an instruction set" grep -q 'gen/isa/' "$scratch/isa.sh"
in_tree() {
    (cd "$tree" && make -s "$@")
}
in_its_words() {
    grep -q '^ok .*vectors word mul_even(u64,u64)' "$tree/build/logs/kernels-$1.tap"
}

# The toy instruction set, with a few operators in which lanes of several widths share bytes.
cp tests/toy/unknown.lua tests/toy/least.lua "$tree/gen/isa/"
for op in wide_bits narrow_bits widened_bits low_half half_bits logical_less pick; do sed -n "/^op \"$op\"/,/^\$/p" tests/toy/ops.lua; done >"$scratch/few.lua"
export OPS_FROM="$scratch/few.lua" OPS="add div" RUNS=vectors
[ -z "${WHOLE-}" ] || OPS_FROM=tests/toy/ops.lua OPS="add sub div less select"
check "adding an instruction set, as the page says" sh -c "cd '$tree' && set -e && . '$scratch/isa.sh'"
check "the new instruction set was executed" grep -q '^ok .*vectors op add' "$tree/build/logs/kernels-vectors.tap"
check "six files of generated/ change, as docs/porting.md says" sh -c "[ \$(diff -rq generated '$tree/generated' | grep -c ' differ$') -eq 6 ]"
check "a word of half as many lanes is tested by its own name" in_its_words vectors
# A big-endian machine. Its results must have this machine's hashes.
if ! command -v s390x-linux-gnu-gcc >/dev/null || ! command -v qemu-s390x-static >/dev/null; then
    skip "the new instruction set on a big-endian machine: there is no compiler or emulator of s390x"
else
    on_s390x() {
        in_tree ISAS="scalar vectors" CC="s390x-linux-gnu-gcc -march=z13" CFLAGS=-O1 STATIC=-static OUT=build/s390x build/s390x/kernels &&
            (cd "$tree" && tests/platforms/run_isa.sh --as vectors-s390x --run 'qemu-s390x-static $program $isa' vectors build/s390x/kernels \
                >build/logs/kernels-vectors-s390x.tap; tests/harness/report.pl build/logs/kernels-vectors.tap build/logs/kernels-vectors-s390x.tap)
    }
    check "the new instruction set on a big-endian machine" on_s390x
    check "all of its words and kernels" sh -c "
        grep -q '^ok .*vectors op div' '$tree/build/logs/kernels-vectors-s390x.tap'"
    check "the lower halves of lanes are the same there" in_its_words vectors-s390x
fi

# The toy operators, on an instruction set of each loop and each kind of masks, and on the toys; the others have the
# same loops and forms, with different words. First on AArch64, which has a different compiler.
whole=${WHOLE:+sse2 sse41}
export OPS_FROM=tests/toy/ops.lua OPS="add sub less select${WHOLE:+ div}" # those that the tests of planning name
unset RUNS
if [ "$(uname -m)" = aarch64 ] || ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64-static >/dev/null; then
    skip "the new operators on AArch64: this machine is one, or has no compiler or emulator of it"
else
    export ISAS="scalar ${WHOLE:+neon} sve"
    check "the new operators on AArch64" in_tree check-kernels RUNS="${WHOLE:+neon} sve-256"
    cp "$tree"/build/logs/kernels-*.tap "$scratch"
    check "through planning, too" in_tree check-planning CC=aarch64-linux-gnu-gcc CFLAGS=-O1 STATIC=-static EMULATOR=qemu-aarch64-static
fi
masked=avx512
if [ -z "${WHOLE-}" ] && ! grep -q avx512f /proc/cpuinfo 2>/dev/null; then
    masked=
    skip "the new operators on AVX-512: this processor has none, and Bochs takes too long for make check"
fi
export ISAS="scalar least unknown vectors $whole avx2 $masked"
export RUNS="$ISAS"
own="ops.lua+$(echo $OPS $ISAS | tr ' ' '+')"
check "adding operators, as the page says" sh -c "cd '$tree' && set -e && . '$scratch/op.sh'"
check "the same results wherever they run" sh -c "tests/harness/report.pl '$tree'/build/logs/kernels-*.tap \$(ls '$scratch'/*.tap)"
check "the new operator has tests of its own" sh -c "cat '$tree'/build/logs/kernels-*.tap | grep -q '^ok .*squared_sum'"
check "a parameter's default is in its table, in its own dtype" sh -c "
    grep -q '\"slope\", BL_F16, .*UINT64_C(0x4000)' '$tree/build/generated/$own/scalar/line_f16_scalar.c' &&
    grep -q '\"limit\", BL_F16, .*UINT64_C(0x7c00)' '$tree/build/generated/$own/scalar/special_sum_f16_scalar.c' &&
    grep -q '\"third\", BL_F64, .*UINT64_C(0xc000000000000000)' '$tree/build/generated/$own/scalar/eleven_i32_scalar.c'"
check "an instruction set of one word: it was tested" grep -q '^ok .*least word add' "$tree/build/logs/kernels-least.tap"
check "one of unknown width: its words" grep -q '^ok .*unknown word add' "$tree/build/logs/kernels-unknown.tap"
check "and its kernels" grep -q '^ok .*unknown op add' "$tree/build/logs/kernels-unknown.tap"
check "the toys through planning" in_tree check-planning
check "a fold is among them" sh -c "'$tree/build/$(${CC:-cc} -dumpmachine)-ops.lua+$(echo $OPS | tr ' ' '+')/tests/runtime/woven_folds' 1 1 | grep -q '^ok .*average'"
check "slow ways are gone only in doubt" in_tree check-slow-ways
diff -rq -x build -x '.git*' -x generated -x coverage.svg . "$tree" | grep -v -e 'gen/isa: vectors.lua' -e 'gen/isa: unknown.lua' -e 'gen/isa: least.lua' >"$scratch/touched"
check "no other file was touched" sh -c "! grep . '$scratch/touched'"

finish
