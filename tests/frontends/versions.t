#!/bin/sh
# The specifications' versions are data: a new entry adds a version of an operator and changes no other output, and an
# error in an entry is reported with its place.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

tree=$scratch/tree
mkdir -p "$tree/tests/vectors"
cp -r gen templates include src "$tree"
cp tests/vectors/counts.txt "$tree/tests/vectors"

weave() { "$generator" --root "$tree" --isas scalar --out "$scratch/woven"; }
catalogue() { cp "gen/catalogue/$1.lua" "$tree/gen/catalogue/$1.lua"; }

# wrong SPEC PATTERN VERSION...: adds the versions to the spec; the error must match the pattern
wrong() {
    spec=$1
    pattern=$2
    shift 2
    echo "$@" >>"$tree/gen/catalogue/$spec.lua"
    check "refused: $*" fails_saying "$pattern" weave
    catalogue "$spec"
}

check "the versions are generated" weave
for file in frontends/onnx_div.c frontends/openvino_divide.c broadloom_onnx_ops.h; do
    check "$file is as it is committed" cmp "$scratch/woven/$file" "generated/$file"
done
check "docs/conformance.md is as it is committed" sh -c "'$generator' --root '$tree' --conformance '$scratch/conformance.md' && cmp '$scratch/conformance.md' docs/conformance.md"
echo 'onnx Add 14 bool numpy 1' >>"$tree/tests/vectors/counts.txt"
check "a count that no version has is refused" fails_saying "counts.txt: no version matches 'onnx Add 14 bool numpy'" \
    "$generator" --root "$tree" --conformance "$scratch/conformance.md"
cp -r "$scratch/woven" "$scratch/before"

sed 's/^    { since = 14, .*/&\n    { since = 20, types = { all_numbers, "bool" }, rules = multidirectional },/' \
    gen/catalogue/onnx.lua >"$tree/gen/catalogue/onnx.lua"
check "a version is added to Add, Sub, Mul and Div" weave
check "Add-20 exists" grep -q 'Add-20: .* bool' "$scratch/woven/frontends/onnx_add.c"
diff -rq "$scratch/before" "$scratch/woven" | sed 's/.* and \(.*\) differ/\1/' | xargs -n 1 basename | sort >"$scratch/changed"
printf '%s\n' onnx_add.c onnx_div.c onnx_mul.c onnx_sub.c >"$scratch/wanted"
check "no other file has changed" cmp "$scratch/changed" "$scratch/wanted"
catalogue onnx

check "an operator is omitted if its ops are" sh -c "'$generator' --root '$tree' --isas scalar --ops add,div --out '$scratch/few' &&
    test -e '$scratch/few/frontends/onnx_div.c' && test ! -e '$scratch/few/frontends/onnx_mul.c' &&
    test -e '$scratch/few/frontends/openvino_add.c' && test ! -e '$scratch/few/frontends/openvino_divide.c'"

place='catalogue/(onnx|openvino).lua:[0-9]+: '
by_add='ways = { { op = "add" } }'
wrong onnx "$place.*unknown op 'ad'" 'onnx "Toy" { ways = { { op = "ad" } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*unknown fold 'add'" 'onnx "Toy" { ways = { { fold = "add" } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*needs either 'op' or 'fold'" 'onnx "Toy" { ways = { { takes = { 1 } } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*'add' takes 2 inputs" 'onnx "Toy" { ways = { { op = "add", takes = { 1 } } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*'add' takes 2 inputs" 'onnx "Toy" { ways = { { op = "add", takes = { 0, 1 } } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*no attribute chooses '1'" 'onnx "Toy" { ways = { { op = "add", when = 1 } }, { since = 1, types = { "f32" }, rules = { "numpy" } } }'
wrong onnx "$place.*'direction' cannot be 'UP'" 'onnx "Toy" { ways = { { op = "add", when = "UP" } }, { since = 1, types = { "f32" }, rules = { "numpy" }, attributes = { direction = "required" } } }'
wrong onnx "$place.*unknown dtype 'f31'" "onnx 'Toy' { $by_add, { since = 1, types = { 'f31' }, rules = { 'numpy' } } }"
wrong onnx "$place.*unknown rule 'pdpd'" "onnx 'Toy' { $by_add, { since = 1, types = { 'f32' }, rules = { 'pdpd' } } }"
wrong onnx "$place.*unknown key 'type'" "onnx 'Toy' { $by_add, { since = 1, type = { 'f32' }, rules = { 'numpy' } } }"
wrong onnx "$place.*lacks 'types'" "onnx 'Toy' { $by_add, { since = 1, rules = { 'numpy' } } }"
wrong onnx "$place.*lacks 'ways'" "onnx 'Toy' { { since = 1, types = { 'f32' }, rules = { 'numpy' } } }"
wrong onnx "$place.*unknown attribute 'gmod'" "onnx 'Toy' { $by_add, { since = 1, types = { 'f32' }, rules = { 'numpy' }, attributes = { gmod = 0 } } }"
wrong onnx "$place.*'fmod' cannot be 'x'" "onnx 'Toy' { $by_add, { since = 1, types = { 'f32' }, rules = { 'numpy' }, attributes = { fmod = 'x' } } }"
wrong onnx "$place.*'since' must increase" "onnx 'Toy' { $by_add, { since = 7, types = { 'f32' }, rules = { 'numpy' } }, { since = 7, types = { 'f32' }, rules = { 'numpy' } } }"
wrong onnx "$place.*'since' must increase" "onnx 'Toy' { $by_add, { since = 7, also = { 6 }, types = { 'f32' }, rules = { 'numpy' } } }"
wrong onnx "$place.*is already declared" "onnx 'Add' { $by_add, { since = 1, types = { 'f32' }, rules = { 'numpy' } } }"
wrong onnx "$place.*has no versions" "onnx 'Toy' { $by_add }"
wrong onnx "${place}unknown name 'pairs'" 'pairs {}'
wrong onnx "$place.*dtype 'f31' is unknown" 'dtypes { f31 = { "float", 1 } }'
wrong openvino "$place.*unknown rule 'onnx_legacy'" "openvino 'Toy' { { opset = 1, $by_add, types = { 'f32' }, rules = { 'onnx_legacy' } } }"
wrong openvino "$place.*'m_pythondiv' cannot be 'maybe'" "openvino 'Toy' { { opset = 1, $by_add, types = { 'f32' }, rules = { 'none' }, attributes = { m_pythondiv = 'maybe' } } }"

finish
