#!/bin/sh
# Operators of one's own: the README's commands, and the file that docs/operators.md shows, in a folder outside the repository.
# They are woven, built and tested on two instruction sets, called from the page's program, and nothing of ours is touched.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

HOME=$scratch/home # where the commands look for the file
export HOME
mkdir "$HOME"
case $(uname -m) in
x86_64 | aarch64) ISAS="scalar $([ "$(uname -m)" = aarch64 ] && echo neon || echo sse2)" ;;
*) ISAS=scalar ;;
esac
RUNS=$ISAS
export ISAS RUNS
own=build/generated/my_ops.lua+$(echo "$ISAS" | tr ' ' +)

section() { # PAGE HEADING
    awk -v heading="## $2" '$0 == heading { here = 1; next } /^## / { here = 0 } here' "$1"
}
block() { # LANGUAGE
    awk -v begin="^\`\`\`$1\$" '$0 ~ begin { inside = 1; next } /^```$/ { inside = 0 } inside'
}
section docs/operators.md "An example" | block lua >"$HOME/my_ops.lua"
section docs/operators.md "An example" | block c >"$scratch/program.c"
section README.md "Operators of your own" | block lua >"$scratch/entry"
section README.md "Operators of your own" | awk '/^```/ { inside = !inside } /^    / && !inside' >"$scratch/commands"

check "docs/operators.md shows three operators" test "$(grep -c '^op ' "$HOME/my_ops.lua")" -eq 3
check "the README's is one of them" sh -c "grep -q . '$scratch/entry' && ! grep -vxFf '$HOME/my_ops.lua' '$scratch/entry'"
check "the README says how to build and to test them" test "$(grep -c 'make.*OPS_FROM=' "$scratch/commands")" -eq 2

find generated build/libbroadloom.a -type f 2>/dev/null | sort | xargs cksum >"$scratch/before"
check "they are built and tested, as the README says" sh -ec ". '$scratch/commands'"
find generated build/libbroadloom.a -type f 2>/dev/null | sort | xargs cksum >"$scratch/after"
check "what is ours is as it was" cmp "$scratch/before" "$scratch/after"
for isa in $RUNS; do
    for op in multiply_add_clamp bias_relu requantise; do
        check "$op was run on $isa" grep -q "^ok .*$isa op $op(" "build/logs/kernels-$isa.tap"
    done
done
check "our operators were not" sh -c "! grep -q ' op add(' build/logs/kernels-*.tap"

build_program() {
    ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -I"$own" "$scratch/program.c" "$own/libbroadloom.a" -o "$scratch/program"
}
check "a program that calls them is built" build_program
check "it prints what the page says" sh -c "grep -qF \"/* \$('$scratch/program') */\" '$scratch/program.c'"

# their self-test
selftest() {
    make -s selftest-hashes OPS_FROM="$HOME/my_ops.lua" SELFTEST_HASHES="$HOME/hashes.lua" &&
        $generator --ops-from "$HOME/my_ops.lua" --ops "$HOME/my_ops.lua" --isas scalar --specs none --selftest yes --selftest-hashes "$HOME/hashes.lua" \
            --form single --vendor "$scratch/vendored" &&
        ${CC:-cc} -D_GNU_SOURCE -Itests -I"$scratch/vendored" "$scratch/vendored/broadloom.c" tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c \
            -o "$scratch/selftest" && "$scratch/selftest" && "$scratch/selftest" | grep -c "fine bias_relu"
}
check "a self-test of them" selftest

check "operators of ours beside them" make -s OPS_FROM="$HOME/my_ops.lua" OPS=less ISAS=scalar
check "are in the same header" grep -q 'bl_less_f32' build/generated/my_ops.lua+less+scalar/broadloom_ops.h
mkdir "$HOME/other"
sed 's/bias_relu/relu_of_sum/' "$HOME/my_ops.lua" >"$HOME/other/my_ops.lua"
touch -d '2001-01-01' "$HOME/other/my_ops.lua"
check "a file of the same name elsewhere, though older" make -s OPS_FROM="$HOME/other/my_ops.lua"
check "is woven anew" sh -c "grep -q relu_of_sum '$own/broadloom_ops.h' && ! grep -q bias_relu '$own/broadloom_ops.h'"
echo 'op "add" { says = "a + b", types = numeric, expr = function(a, b) return a + b end }' >"$HOME/wrong.lua"
check "what is wrong in a file stops make, with file and line" fails_saying "wrong.lua:1: op 'add' stands already at" make -s OPS_FROM="$HOME/wrong.lua"

finish
