#!/bin/sh
# Private operators: the commands of docs/own-operator.md, and the file in docs/operators.md, in a folder outside the repository. They are
# generated, built and tested on two instruction sets, and called from the page's program; no file of the repository changes.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

HOME=$scratch/home # the commands search for the file here
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
section docs/own-operator.md "Private operators" | block lua >"$scratch/entry"
section docs/own-operator.md "Private operators" | awk '/^```/ { inside = !inside } /^    / && !inside' >"$scratch/commands"

check "docs/operators.md shows three operators" test "$(grep -c '^op ' "$HOME/my_ops.lua")" -eq 3
cat >>"$HOME/my_ops.lua" <<'END'
op "by_parts" {
  says = "pieces of two and of three operands", types = { "f32", "f16", "i16" }, takes = { "T", "T", "T" },
  expr = function(a, b, c)
    local product = piece.product_less(function(x, y) return x * y - y end, a, b + c)
    return piece.chosen_of(function(x, y, z) return select(lt(x, y), z - x, y) end, product, c, a) + piece.first_of(function(x) return x end, b)
  end,
}
END
check "that of docs/own-operator.md is one of them" sh -c "grep -q . '$scratch/entry' && ! grep -vxFf '$HOME/my_ops.lua' '$scratch/entry'"
check "the page says how to build and to test them" test "$(grep -c 'make.*OPS_FROM=' "$scratch/commands")" -eq 2

find generated build/libbroadloom.a -type f 2>/dev/null | sort | xargs cksum >"$scratch/before"
check "they are built and tested, as the page says" sh -ec ". '$scratch/commands'"
find generated build/libbroadloom.a -type f 2>/dev/null | sort | xargs cksum >"$scratch/after"
check "the library's files are unchanged" cmp "$scratch/before" "$scratch/after"
for isa in $RUNS; do
    for op in multiply_add_clamp bias_relu requantise by_parts; do
        check "$op was run on $isa" grep -q "^ok .*$isa op $op(" "build/logs/kernels-$isa.tap"
    done
done
check "our operators were not" sh -c "! grep -q ' op add(' build/logs/kernels-*.tap"

build_program() {
    ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -I"$own" "$scratch/program.c" "$own/libbroadloom.a" -o "$scratch/program"
}
check "a program that calls them is built" build_program
check "it prints the output on the page" sh -c "grep -qF \"/* \$('$scratch/program') */\" '$scratch/program.c'"

# their self-test
selftest() {
    make -s selftest-hashes OPS_FROM="$HOME/my_ops.lua" SELFTEST_HASHES="$HOME/hashes.lua" &&
        $generator --ops-from "$HOME/my_ops.lua" --ops "$HOME/my_ops.lua" --isas scalar --specs none --selftest yes --selftest-hashes "$HOME/hashes.lua" \
            --form single --vendor "$scratch/vendored" &&
        ${CC:-cc} -D_GNU_SOURCE -Itests -I"$scratch/vendored" "$scratch/vendored/broadloom.c" tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c \
            -o "$scratch/selftest" && "$scratch/selftest" && "$scratch/selftest" | grep -c "fine bias_relu"
}
check "a self-test of them" selftest

check "the library's operators with them" make -s OPS_FROM="$HOME/my_ops.lua" OPS=less ISAS=scalar
check "are in the same header" grep -q 'bl_less_f32' build/generated/my_ops.lua+less+scalar/broadloom_ops.h
mkdir "$HOME/other"
sed 's/bias_relu/relu_of_sum/' "$HOME/my_ops.lua" >"$HOME/other/my_ops.lua"
touch -d '2001-01-01' "$HOME/other/my_ops.lua"
check "a file of the same name elsewhere, though older" make -s OPS_FROM="$HOME/other/my_ops.lua"
check "is generated again" sh -c "grep -q relu_of_sum '$own/broadloom_ops.h' && ! grep -q bias_relu '$own/broadloom_ops.h'"
echo 'op "add" { says = "a + b", types = numeric, expr = function(a, b) return a + b end }' >"$HOME/wrong.lua"
check "an error in a file stops make, with file and line" fails_saying "wrong.lua:1: op 'add' is already declared at" make -s OPS_FROM="$HOME/wrong.lua"

check "and leaves no folder" sh -c "! ls build/generated | grep -q '^wrong.lua'"
check "make only adds that the recipe failed" sh -c "[ \$(make -s OPS_FROM='$HOME/wrong.lua' 2>&1 | wc -l) -eq 2 ]"

# Names: those that the header would declare are compared with all names that the library declares.
entry() { # NAME [MORE]: an operator of one operand
    echo "op \"$1\" { says = \"a + 1\", types = { \"f32\" }, takes = { \"T\" }, $2 expr = function(a) return a + 1 end }"
}
told() { # PATTERN: the error of wrong.lua
    fails_saying "^broadloom: $HOME/wrong.lua:$1" "$generator" --ops-from "$HOME/wrong.lua" --ops "$HOME/wrong.lua,add" --isas scalar --out "$scratch/never"
}
for name in run status table version selftest array options kernel isa dtype op plan_make run_contiguous all_ops moves call; do
    entry $name '' >"$HOME/wrong.lua"
    check "the API has a '$name'" told "1: op '$name': 'bl_[a-z_]*' is a name of include/"
done
for name in add_f32 op_add table_add_f32; do
    entry $name '' >"$HOME/wrong.lua"
    check "'$name' is a name of add's" told "1: op '$name': 'bl_$name' is a name of op 'add'"
done
{ entry twice '' && entry twice_f32 ''; } >"$HOME/wrong.lua"
check "and private ones" told "2: op 'twice_f32': 'bl_twice_f32' is a name of op 'twice'"
entry isas '' >"$HOME/wrong.lua"
check "a file of the library's" told "1: op 'isas': the library already has a file dispatch/isas.c"
entry my_f32_scalar '' >"$HOME/wrong.lua"
check "a kernel's name" told "1: op 'my_f32_scalar': such names are reserved for kernels"
check "a prefix that makes a keyword" fails_saying "prefix 'static_': 'static_cast' is a name of C or C\+\+" "$generator" --ops cast --prefix static_ --isas scalar --vendor "$scratch/never"
for name in out n parameters options row inputs int near far small linux pixel noexcept wchar_t; do
    echo "op \"own\" { says = \"x\", types = { \"f32\" }, operands = { \"a\", \"$name\" }, expr = function(a, b) return a * b end }" >"$HOME/wrong.lua"
    check "no operand is called '$name'" told "1: op 'own': '$name' cannot be an operand's name"
done
for names in 'a", "pa' 'a", "a0' 'p_low", "low'; do
    echo "op \"own\" { says = \"x\", types = { \"f16\" }, operands = { \"$names\" }, expr = function(a, b) return a * b end }" >"$HOME/wrong.lua"
    check "nor two '$names'" told "1: op 'own': the names of the operands '[a-z_0]+' and '[a-z_0]+' conflict"
done
compiled() { # FILE
    rm -rf "$scratch/one"
    "$generator" --ops-from "$1" --ops "$1" --isas scalar,sse2,avx2 --form single --vendor "$scratch/one" --detect yes --runtime full &&
        ${CC:-cc} -std=c99 -Wall -Wextra -Wshadow -Werror -c -I"$scratch/one" "$scratch/one/broadloom.c" -o "$scratch/one.o"
}
echo 'op "halves" { says = "x", types = { "f16" }, operands = { "half0", "b" }, expr = function(a, b) return select(lt(a, 4), a * b + 4, b) end }' >"$HOME/names.lua"
check "an operand that is called as a value's registers are" compiled "$HOME/names.lua"
entry line '' >"$HOME/names.lua"
check "an operator that is called like a file of the runtime" compiled "$HOME/names.lua"
check "takes not its place" sh -c "${NM:-nm} '$scratch/one.o' | grep -q ' T bl_line$' && ! ${NM:-nm} -u '$scratch/one.o' | grep bl_"

# Expressions of many steps, and of f16.
many() { # STEP TYPE…: 400 of them
    step=$1
    shift
    printf 'op "many" { says = "x", types = { "%s" }, takes = { "T" }, expr = function(a)\n  for i = 1, 400 do a = %s end\n  return a\nend }\n' "$*" "$step" >"$HOME/names.lua"
    compiled "$HOME/names.lua"
}
check "400 products and sums" many 'a * a + a' f32
check "400 in each other" many 'maximum(a, 3) - (a & 7)' u8
echo 'op "rests" { says = "x", types = { "f32" }, expr = function(a, b)
  for i = 1, 20 do a = trunc_mod(a + i, b) end
  return a
end }' >"$HOME/names.lua"
check "20 slow ways, each after the one before, not in each other" compiled "$HOME/names.lua"
printf 'op "own_elu" { says = "x", types = { "f16" }, takes = { "T" },\n  expr = function(a) return select(lt(a, 0.0), exp(a) - 1.0, a) end }\n' >"$HOME/names.lua"
check "an expression of f16 that is written for f32" compiled "$HOME/names.lua"
echo 'op "not_less" { says = "x", types = { "f32" }, takes = { "T", "T" }, expr = function(a, b) return select(~lt(a, b), a, b) end }' >"$HOME/names.lua"
check "select by an inverted mask" compiled "$HOME/names.lua"
echo 'op "own" { says = "x", types = { "f16" }, expr = function(a, b, types)
  return convert(types.T, convert("i16", b, "nearest")) + select(lt(a, b), floor_mod(a, 100), b)
end }' >"$HOME/names.lua"
check "select of a slow way's result" compiled "$HOME/names.lua"
echo 'op "own" { says = "x", types = { "i16" }, gives = "bool", expr = function(a, b, types)
  return lt(magnitude(a >> 1) + convert(types.T, convert("u32", a)), b)
end }' >"$HOME/names.lua"
check "an operand in registers of two sizes" compiled "$HOME/names.lua"
echo 'op "own" { says = "x", types = { "f32" }, expr = function(a, b)
  return floor_mod(convert("f32", convert("f64", a) * convert("f64", b)) + a, b)
end }' >"$HOME/names.lua"
check "in a slow way, too" compiled "$HOME/names.lua"

# Errors.
wrong() { # PATTERN EXPRESSION [KEYS]
    printf 'op "own" { says = "x", types = { "i8" }, %s\n  expr = function(a, b) return %s end }\n' "${3-}" "$2" >"$HOME/wrong.lua"
    told "$1"
}
check "operands without takes" wrong "1: op 'own' names 1 operands, and 'takes' has the dtypes of 2; its default is \{ \"T\", \"T\" \}" -a 'operands = { "a" },'
check "a word that is misspelled" wrong "2: unknown name 'maximun'; did you mean 'maximum'\?" 'maximun(a, b)'
check "a word with its parts in another order" wrong "2: unknown name 'saturating_add'; did you mean 'add_saturated'\?" 'saturating_add(a, b)'
check "a name that resembles no other" wrong "2: unknown name 'frobnicate'$" 'frobnicate(a, b)'
check "a parameter that is not used" wrong "1: op 'own': its parameter 'k' is not used" 'a + b' 'parameters = { { "k", "T" } },'
echo 'local most = minimum(1, 2)' >"$HOME/wrong.lua"
check "a word outside of an operator's expression" told "1: a value is computed here, outside of an operator's 'expr'"
check "an error of nothing" wrong "2: an error without a message" 'error(nil)'
check "of a table" wrong "2: an error without a message" 'error({})'
check "Lua's limit of calls" wrong "2: .*stack overflow" '(function() local function f() return 1 + f() end return f() end)()'
check "of calls from C" wrong "2: C stack overflow" '(function() local f f = function() return (("x"):gsub("x", f)) end return f() end)()'
{ echo && printf 'local x = %s1%s\n' "$(printf '(%.0s' $(seq 300))" "$(printf ')%.0s' $(seq 300))"; } >"$HOME/wrong.lua"
check "and of the text in brackets" told "2: this is nested too deeply"
check "a loop without an end" wrong "2: this takes more than 10 seconds" '(function() while true do end end)()'
check "a call without an end" fails_saying "wrong.lua:1: a call here does not end" sh -c "
    printf 'op \"own\" { says = \"x\", types = { \"i8\" }, takes = { \"T\" },\n  expr = function(a) return table.move({}, 1, 1 << 60, 2, {}) end }\n' >'$HOME/wrong.lua'
    $generator --ops-from '$HOME/wrong.lua' --ops own --coverage"
check "a table that grows without an end" wrong "2: this takes more than 2048 MiB of memory" '(function() local t = {} while true do t[#t + 1] = ("x"):rep(1024):rep(1024 + #t) end end)()'

finish
