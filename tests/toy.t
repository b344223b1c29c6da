#!/bin/sh
# "One entry adds an operator, one file adds an instruction set": the README's own commands, run to the letter in a copy
# of the tree, with the toy operators and the toy instruction set of tests/toy.
#
# SPDX-License-Identifier: Apache-2.0
. tests/lib.sh

tree=$PWD/build/toy
rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z 2>/dev/null | grep -zv '^\.git' | xargs -0 cp --parents -t "$tree" || cp -r Makefile README.md gen templates include src generated tests examples docs bench "$tree"

# the indented commands after the README's heading, up to the next heading
commands_under() {
    awk -v heading="## $1" '$0 == heading { here = 1; next } /^## / { here = 0 } here && /^    / { print substr($0, 5) }' README.md
}

commands_under "Adding an operator" >"$scratch/op.sh"
commands_under "Adding an instruction set" >"$scratch/isa.sh"
check "the README says how to add an operator" grep -q 'gen/catalogue/ops.lua' "$scratch/op.sh"
check "the README says how to add an instruction set" grep -q 'gen/isa/' "$scratch/isa.sh"
check "adding operators, as the README says" sh -c "cd '$tree' && set -e && . '$scratch/op.sh'"
check "the new operator has tests of its own" sh -c "cat '$tree'/build/logs/kernels-*.tap | grep -q '^ok .*squared_difference'"
check "adding an instruction set, as the README says" sh -c "cd '$tree' && set -e && . '$scratch/isa.sh'"
check "the new instruction set was executed" grep -q '^ok .*swar op add' "$tree/build/logs/kernels-swar.tap"
diff -rq -x build -x .git -x .gitignore -x generated . "$tree" | grep -v -e 'gen/catalogue/ops.lua' -e 'gen/isa: swar.lua' >"$scratch/touched"
check "no other file was touched" sh -c "! grep . '$scratch/touched'"

finish
