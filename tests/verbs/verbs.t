#!/bin/sh
# The make targets that no other test runs: each once, briefly, and their error messages. This script runs alone,
# after the others, because it builds in the same folders.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

verb() {
    make --no-print-directory "$@"
}
# verb_fails PATTERN ...: it fails with make's status, and prints PATTERN
verb_fails() {
    said=$1
    shift
    fails_saying "$said" make --no-print-directory "$@"
}

check "make threads" verb threads

lists_verbs() { # in a tree with a built library, so that there are thousands of dependency files
    verb all help >"$scratch/help" && grep '^  make all  *build the static library' "$scratch/help" &&
        verb help-all >"$scratch/help-all" && grep '^  make check-verbs  ' "$scratch/help-all"
}
check "make help, and help-all" lists_verbs
check "help lists at most 18 verbs" test "$(grep -c '^  make ' "$scratch/help")" -le 18
check "and help-all each of them, with the same text" sh -c "sed -n 's/^  make \([a-z-]*\)  */\1 /p' '$scratch/help' | sort >'$scratch/few' &&
    sed -n 's/^  make \([a-z-]*\)  */\1 /p' '$scratch/help-all' | sort | comm -23 '$scratch/few' - | { ! grep .; }"

# all steps from tables to a program, for one operator, in a folder with a space in its name
space=$scratch/a\ tree
mkdir "$space"
cp -r Makefile gen templates include src tests examples bench docs packaging python "$space"
check "a tree in a folder with a space is generated" "$generator" --out "$space/generated" --ops add --dtypes f32,i32 --isas scalar
check "and built" verb -C "$space" all build/npy_run
check "and OUT with a space is refused" verb_fails "OUT=o p: make takes a space" OUT='o p' all

if echo '#include <benchmark/benchmark.h>' | g++ -E -x c++ - >/dev/null 2>&1; then
    check "make bench" verb bench QUICK=1 INSTALL=no FILTER='^(same/add f32 \[4096\]|functions/exp f32 .*)$'
    check "its page" grep -q '^| one shape  *|  *[0-9.]* (1) |' build/bench/report/README.md
    check "the page of details" grep -q '^| add f32 \[4096\] ' build/bench/report/details.md
    check "and the page of functions" grep -q '^| exp f32  *| *[0-9.]* (0.50, 0) |' build/bench/report/functions.md
    check "make bench, of no case" verb_fails 'no case matches' bench QUICK=1 INSTALL=no FILTER='^nothing$'
else
    skip "make bench: Google Benchmark (libbenchmark-dev) is missing"
fi

bench_costs() { # differences of times, which may be below 0 if two ways take the same time
    verb bench-costs >"$scratch/costs" && for constant in $(sed -n 's/^#define \(BL_[A-Z_]*\) [0-9].*/\1/p' src/full/costs.h); do
        grep -E "^$constant +[0-9]+ +-?[0-9]+\.[0-9]  " "$scratch/costs" || return
    done
}
check "make bench-costs measures each of the planner's constants" bench_costs

bench_isas() {
    verb bench-isas ARGS="all identity" >"$scratch/isas" && grep -q "^identity f32 -> f32 v .* ns, " "$scratch/isas" && grep -q '^# ' "$scratch/isas"
}
check "make bench-isas times each instruction set's kernels" bench_isas

if [ -d /usr/share/libonnx-testdata ]; then
    check "make check-onnx" verb check-onnx
else
    skip "make check-onnx: Debian's libonnx-testdata is missing"
fi

# known mutants of each folder, and one without effect
is_noticed() { # WHO KIND FILE TEXT
    verb mutant MUTANTS=build/mutants-known SITE="'$2' $3 '$4'" >"$scratch/noticed" || return
    cat "$scratch/noticed"
    grep -q ": $1\$" "$scratch/noticed"
}
check "make mutant, of the runtime" is_noticed 'program alike' status src/lookups/op_table.c 'return BL_OK;'
check "of nothing" is_noticed 'not woven' flag gen/isa/dsp.lua 'precompiled = false'
if GENERATED=generated tests/runs.sh is_here sse2; then
    check "of an instruction set" is_noticed 'words of sse2' sibling gen/isa/sse2.lua 'add = "_mm_add_'
else
    skip "make mutant, of an instruction set: this machine has no SSE2"
fi
if GENERATED=generated tests/runs.sh is_here avx2; then
    check "of a template" is_noticed 'words of avx2' arithmetic templates/kernels/loop_again.c 'last - i'
else
    skip "make mutant, of a template: this machine has no AVX2"
fi

if echo '#include <mpfr.h>' | cc -E -x c - >/dev/null 2>&1; then
    echo '# nothing has run' >"$scratch/blocks.txt"
    check "make check-exhaustive, of the quickest" verb check-exhaustive BLOCKS="$scratch/blocks.txt" PROOFS="$scratch/proofs.md" \
        ONLY='word-random same' FOR=1
    check "it records the tests that ran" grep -q '^word-random same f[0-9]*-to-bool 0 ' "$scratch/blocks.txt"
    check "and says so on its page" grep -q '^| word-random | `same` | f[0-9]*-to-bool | [1-4] of 4 |' "$scratch/proofs.md"
else
    skip "make check-exhaustive: MPFR's header is not installed"
fi

if [ "$(uname -m)" = x86_64 ] && echo '#include <sleef.h>' | cc -E -x c - >/dev/null 2>&1; then
    proves() { # FOLDER WAY PATTERN: its output has the pattern
        verb -C "$1" prove PROVE_WAYS="$2" FUNCTION=exp BLOCK=3f ISA=scalar PROOFS_IN="$scratch/proofs" PROVE_STATE="$scratch/state" \
            PROVEN_PAGE="$scratch/proven.md" >"$scratch/proves" 2>&1
        status=$?
        cat "$scratch/proves"
        grep -q "$3" "$scratch/proves" && return $status
    }
    fails_proving() {
        proves "$@"
        [ $? -eq 2 ] # make's
    }
    weaves_wrong() { # EDIT: of the coefficients, by sed
        sed "$1" gen/catalogue/coefficients.lua >"$space/gen/catalogue/coefficients.lua" &&
            ! cmp gen/catalogue/coefficients.lua "$space/gen/catalogue/coefficients.lua" &&
            "$generator" --root "$space" --out "$space/generated" --ops exp --dtypes f32 --isas scalar
    }
    check "make prove, of a block" proves . usual '^1 blocks ran, 0 results are wrong, 0 blocks are left'
    check "it records the tests that ran" grep -qx 3f "$scratch/state/exp_f32.scalar.blocks"
    check "a part is not on its page" [ "$(grep -c '`exp` | .*f32 | .*scalar' "$scratch/proven.md")" -eq 0 ]
    check "tests that have run are not repeated" proves . usual '^0 blocks ran'
    check "but in a way that only other processors take" proves . doubles '^1 blocks ran, 0 results are wrong, 0 blocks are left'
    check "which is noted by itself" grep -qx 3f "$scratch/state/exp_f32.scalar-doubles.blocks"
    rm -f "$scratch"/state/*.blocks
    check "with a coefficient that is wrong by 2^-26" weaves_wrong 's/^    2977044473,$/    2977044537,/'
    check "wrong results are found" fails_proving "$space" usual '^wrong: exp f32 scalar: 3f[0-9a-f]* gave 3f[0-9a-f]*, should give 3f'
    check "and their block is not noted" test ! -e "$scratch/state/exp_f32.scalar.blocks"
    check "an unknown instruction set" verb_fails "there is no instruction set avx3" prove FUNCTION=exp BLOCK=3f ISA=avx3 PROOFS_IN="$scratch/proofs" \
        PROVE_STATE="$scratch/state" PROVEN_PAGE="$scratch/proven.md"
else
    skip "make prove: SLEEF's header is not installed"
fi

check "make instruction-sets of an unknown run" verb_fails "there is no run 'none' here; of all there are scalar " instruction-sets RUNS=none
if [ "$(uname -m)" = x86_64 ] && command -v bochs >/dev/null && command -v grub-mkrescue >/dev/null; then
    check "make check-bochs" verb check-bochs
else
    skip "make check-bochs: Bochs is missing, or this is not its machine"
fi

check "make check-vocabulary without ISA" verb_fails 'set ISA=, one of scalar' check-vocabulary
check "make check-vocabulary of an unknown one" verb_fails 'set ISA=, one of scalar' check-vocabulary ISA=none
# for an instruction set that check-kernels compiles completely, so that nothing is compiled only for this
if [ "$(uname -m)" != aarch64 ] && command -v aarch64-linux-gnu-gcc >/dev/null; then
    check "make check-vocabulary ISA=neon" verb check-vocabulary ISA=neon
    sed 's/^\(neon |.*|\) [^|]*$/\1 false/' generated/runs.txt >"$scratch/runs.txt"
    check "make check-vocabulary ends with its tests' status" verb_fails 'Error' \
        check-vocabulary ISA=neon RUNS_TABLE="$scratch/runs.txt"
else
    check "make check-vocabulary ISA=scalar" verb check-vocabulary ISA=scalar
    skip "a failing make check-vocabulary: no instruction set is emulated here"
fi

finish
