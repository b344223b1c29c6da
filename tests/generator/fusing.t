#!/bin/sh
# Functions as words of private operators: docs/operators.md, "Fusing", which shows examples/fusing. The
# kernels must agree with the oracle, and the fused operators with the calls that they replace. The vendored operators
# must compile without a warning. Functions that are not words must be refused. tests/prove/words.t tests that each
# word has its function's bits.
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

page=docs/operators.md
file=examples/fusing/fusing.lua
awk '$0 == "## Fusing" { here = 1; next } /^## / { here = 0 } here' $page >"$scratch/section"
awk '/^```lua$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$scratch/section" >"$scratch/shown.lua"
sed -n '/^op/,$p' $file >"$scratch/operators.lua"
check "the page shows the example's operators" diff "$scratch/operators.lua" "$scratch/shown.lua"

case $(uname -m) in
x86_64) ISAS="scalar avx2" ;;
aarch64) ISAS="scalar neon" ;;
*) ISAS=scalar ;;
esac
RUNS=$ISAS
export ISAS RUNS BUNDLED=1 CFLAGS=-O1
OPS=$(sed -n 's/^FUSING = .* OPS="\(.*\)"$/\1/p' examples/examples.mk) # one library for all
check "each kernel has the oracle's results" make -s check-kernels OPS_FROM=$file OPS="$OPS"
for isa in $RUNS; do
    for op in gated_silu bias_gelu exp_less; do
        check "$op was run on $isa" sh -c "[ \$(grep -c '^ok .*$isa op $op(' build/logs/kernels-$isa.tap) -ge 3 ]"
    done
done
check "fused and in several calls the results are the same" sh -c "make -s fusing >'$scratch/times' && grep -c ' ratio ' '$scratch/times' | grep -qx 6"

# ---- In a product ----

check "they are vendored" make -s vendor OPS_FROM=$file OPS=$file ISAS=scalar FORM=single SELFTEST=yes OUT="$scratch/vendored"
strict="-O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c $scratch/vendored/broadloom.c -o $scratch/object.o"
for compiler in "gcc -std=c99" "clang -std=c99" "g++ -std=c++17 -x c++" "arm-none-eabi-gcc -std=c99 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"; do
    if command -v "${compiler%% *}" >/dev/null; then
        check "$compiler compiles them without a warning" $compiler $strict
    else
        skip "$compiler: it is not installed"
    fi
done
version=$(arm-none-eabi-gcc -dumpfullversion 2>/dev/null)
if ! grep -q "arm-none-eabi-gcc $version " "$scratch/section" || ! command -v qemu-arm-static >/dev/null; then
    skip "the page's bytes and instructions are of another compiler than ${version:-none}, or there is no qemu-arm-static"
else
    check "bench/fusing.sh measures bytes and instructions" sh -c "bench/fusing.sh >'$scratch/measured'"
    grep '^| `[a-z_]*` | [0-9,]* | [0-9,]* | [0-9,]* | [0-9,]* |$' "$scratch/section" >"$scratch/told"
    check "and the page has them" diff "$scratch/told" "$scratch/measured"
fi

# a choice of the operators' ways does not change words
as_ever() {
    for ways in "" "--ways integers"; do
        $generator --ops elu:f32,exp:f32 --isas scalar --specs none $ways --out "$scratch/ways${ways:+_integers}" || return
    done
    cmp "$scratch/ways/scalar/elu_f32_scalar.c" "$scratch/ways_integers/scalar/elu_f32_scalar.c"
}
check "a word does not depend on WAYS" as_ever

# ---- Functions that are not words ----

refused() { # DTYPE EXPRESSION PATTERN
    printf '\nop "own" { says = "own", types = { "%s" }, takes = { "T" },\n  expr = function(a) return %s end }\n' "$1" "$2" >"$scratch/wrong.lua"
    fails_saying "$3" $generator --ops-from "$scratch/wrong.lua" --ops "$scratch/wrong.lua" --isas scalar --out "$scratch/wrong"
}
check "there is no function of f64" refused f64 'tanh(a)' "wrong.lua:2: word 'tanh' does not exist for f64, but for f32, f16 and bf16$"
check "nor of integers" refused i32 'exp(a)' "wrong.lua:2: word 'exp' does not exist for i32, but for f32, f16 and bf16$"
check "nor of numbers" refused f32 'a * exp(2)' "wrong.lua:2: word 'exp': its operands do not determine the lane type$"
for name in pow atan2 hypot; do
    check "$name is none" refused f32 "$name(a, a)" "wrong.lua:3: unknown name '$name'"
done

check "a piece may not have a function's name" refused f32 '(piece.exp(function(x) return x + x end, a))' "wrong.lua:3: piece 'exp' has the name of an operator$"

# ---- A private function ----

cat >"$scratch/own.lua" <<'EOF'
op "twice" {
  says = "a + a", types = { "f32" }, takes = { "T" }, rounded = "all inputs",
  float = {
    { "settled", function(a) return settle(a * 2.0, ~lt(a, 0.0), a + a) end },
    { "plain", function(a) return mul_add(a, constant("f32", 1.0), a) end },
  },
}
op "quadruple" { says = "a * 4", types = { "f32" }, takes = { "T" }, expr = function(a) return twice(twice(a)) end }
EOF
check "a private rounded function is a word" $generator --ops-from "$scratch/own.lua" --ops "$scratch/own.lua" --isas scalar --out "$scratch/own"
check "by the way that never settles" grep -A4 'bl_twice_f32_scalar(float a)' "$scratch/own/bl_kernels_scalar.h"
check "one of which is generated twice" grep -q 'bl_twice_f32_scalar(bl_twice_f32_scalar(a))' "$scratch/own/scalar/quadruple_f32_scalar.c"

finish
