#!/bin/sh
# The generator: its command line, its errors (file, line and what is wrong), its determinism, its size.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

tree=$scratch/tree
part=add,div,floor_div,less,select,negative # some of the operators, because all of them take too long on all instruction sets
fresh_tree() {
    rm -rf "$tree"
    mkdir "$tree"
    cp -r gen templates include src "$tree"
}
weave() {
    "$generator" --root "$tree" --out "$scratch/out" --isas scalar "$@"
}
append() {
    fresh_tree
    cat >>"$tree/$1"
}
replace() {
    fresh_tree
    sed "$2" "$tree/$1" >"$scratch/edited"
    ! cmp -s "$scratch/edited" "$tree/$1" || echo "# the edit changes nothing: $2"
    cp "$scratch/edited" "$tree/$1"
}

check "--help" sh -c "$generator --help | grep -q -- --coverage"
check "--list names ops, dtypes and instruction sets" sh -c "$generator --list | grep -q floor_div && $generator --list | grep -q bf16 && $generator --list | grep -q avx512"

squares() { # OF CLASS: how many of them a picture has
    sed -n "s/^<path class=\"$2\" d=//p" "$1" | grep -o 'M[0-9,]*h7v8h-7z' | wc -l
}
squares_are() { # PICTURE OWN SOME LOWER PLAIN LACKING NONE
    picture=$1
    shift
    of=$(for class in own some lower plain lacking none; do squares "$picture" $class; done)
    echo "$of"
    [ "$(echo $of)" = "$*" ]
}
draw() { # COVERAGE PICTURE OPTION...: the output of --coverage, and its picture
    covered=$1 drawn=$2
    shift 2
    "$generator" "$@" --coverage >"$covered" && awk -f docs/coverage.awk generated/list.txt "$covered" >"$drawn"
}
draw "$scratch/cells" "$scratch/coverage.svg" --ops add,select --dtypes f32,i8 --isas avx2,neon
check "the picture of --coverage has a square for each cell, and six in its legend" squares_are "$scratch/coverage.svg" 9 1 1 1 1 1
draw "$scratch/red" "$scratch/red.svg" --ops cast,add --dtypes f32,f64 --isas sse2,armv7
check "one for an operator's dtype, whatever its others; red where a word is missing" squares_are "$scratch/red.svg" 5 1 1 2 4 1
draw "$scratch/some" "$scratch/some.svg" --ops clip:u32 --isas sse2,sse41
check "--coverage reports a pattern that another instruction set serves, in addition to its kernels" grep -Eq '^clip u32 .* own [0-9]+/[0-9]+-vss +own [0-9/]+$' "$scratch/some"
check "and the picture does" squares_are "$scratch/some.svg" 2 2 1 1 1 1
draw "$scratch/converted" "$scratch/converted.svg" --ops pow:f32+i8 --isas sse2,sse41
check "--coverage reports the kernels for operands that are converted first" sh -c "grep -q '^pow f32_i8 .* =sse2\$' '$scratch/converted' && ! grep -w none '$scratch/converted'"
check "and that such kernels are its own" squares_are "$scratch/converted.svg" 3 2 2 1 1 1
check "nothing is drawn of nothing" fails_saying "coverage.awk: no operators are covered" awk -f docs/coverage.awk generated/list.txt /dev/null
for awk in mawk gawk original-awk; do
    if command -v $awk >/dev/null; then
        check "$awk draws the same" sh -c "$awk -f docs/coverage.awk generated/list.txt '$scratch/red' | cmp - '$scratch/red.svg'"
    else
        skip "$awk draws the same: it is not installed"
    fi
done
check "ours fits a screen" sh -c "sed -n 's/^<svg .*width=\"\([0-9]*\)\" height=\"\([0-9]*\)\" .*/\1 \2/p' docs/coverage.svg | { read -r width height && [ \$width -le 1000 ] && [ \$height -le 1240 ]; }"

fresh_tree
check "two runs give the same bytes" sh -c "'$generator' --ops '$part,cast' --out '$scratch/a' && '$generator' --root '$tree' --ops '$part,cast' --out '$scratch/b' && diff -r '$scratch/a' '$scratch/b'"
touch -d '2001-01-01' "$scratch/a/bl_kernels.h"
echo >>"$scratch/a/isas.mk"
check "only changed files are written" sh -c "'$generator' --ops '$part,cast' --out '$scratch/a' | grep -q ' 1 changed' && [ '$scratch/a/bl_kernels.h' -ot '$tree/gen/main.c' ]"
check "only a chosen part is generated" sh -c "'$generator' --out '$scratch/c' --ops add,less --dtypes f32,i8 --isas avx2 && [ -e '$scratch/c/avx2/add_f32_avx2.c' ] && [ -e '$scratch/c/scalar/less_i8_scalar.c' ] && ! ls '$scratch/c' | grep -Eq 'neon|sse' && ! ls '$scratch/c/avx2' | grep -q mul"
check "and compiles" sh -c "for f in '$scratch'/c/*/*.c; do gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude -I'$scratch/c' \$f || exit 1; done"
check "files that are no longer generated are removed" sh -c "'$generator' --out '$scratch/c' --ops less --dtypes f32 --isas avx2 && [ ! -e '$scratch/c/avx2/add_f32_avx2.c' ] && [ -e '$scratch/c/avx2/less_f32_avx2.c' ]"

"$generator" --vendor "$scratch/flags" --ops add --dtypes f32 --isas avx2 --detect no >/dev/null
by_flags() { ${CC:-cc} "$@" -I"$scratch/flags" -fsyntax-only "$scratch/flags/scalar/add_f32_scalar.c"; }
if [ "$(uname -m)" = x86_64 ]; then
    check "without detection AVX2 needs the flags of all its features" fails_saying 'AVX2 wants -mavx2 -mf16c -mfma' by_flags -mavx2
    check "with them it exists" by_flags -mavx2 -mf16c -mfma -Werror
    check "and it may be left out" by_flags -mavx2 -DBL_WITH_AVX2=0 -Werror
fi

check "an unknown option" fails_saying "unknown option '--speed'" "$generator" --speed
check "an option without its value" fails_saying "'?--ops'? needs a value" "$generator" --ops
check "an unknown dtype on the command line" fails_saying "unknown dtype 'f80'" "$generator" --dtypes f80 --coverage
check "an unknown op on the command line" fails_saying "unknown op 'frobnicate'" "$generator" --ops frobnicate --coverage
check "an unknown ISA on the command line" fails_saying "unknown ISA 'mmx'" "$generator" --isas mmx --coverage
echo >"$scratch/file"
check "a folder that cannot be written" fails_saying "$scratch/file.* cannot be" "$generator" --out "$scratch/file/x"
check "a root that does not exist" fails_saying "cannot be read" "$generator" --root "$scratch/nowhere" --list

# operators from elsewhere
mine=$scratch/mine/of_my_own.lua
own() {
    mkdir -p "$scratch/mine"
    cat >"$mine"
}
from_mine() {
    "$generator" --ops-from "$mine" "$@"
}
own <<'END'
op "twice" { says = "a + a", types = { "f32", "u8" }, takes = { "T" }, expr = function(a) return a + a end }
op "thrice" { says = "3 a", types = { "i8" }, takes = { "T" }, expr = function(a) return a + a + a end }
END
check "--ops-from lists the operators in a file of another folder, and the library's" sh -c "'$generator' --ops-from '$mine' --list | grep -q '^  twice .*a + a' && '$generator' --ops-from '$mine' --list | grep -q floor_div"
from_mine --ops "$mine" --isas avx2 --coverage | sed 1,2d | cut -d' ' -f1,2 >"$scratch/covered"
check "--ops takes the file's name for all of its operators" sh -c "printf 'twice f32\ntwice u8\nthrice i8\n' | diff - '$scratch/covered'"
check "and other chosen ones" sh -c "'$generator' --ops-from '$mine' --ops '$mine,add' --dtypes f32 --isas avx2 --out '$scratch/own' && [ -e '$scratch/own/avx2/add_f32_avx2.c' ] && [ -e '$scratch/own/avx2/twice_f32_avx2.c' ] && [ ! -e '$scratch/own/avx2/sub_f32_avx2.c' ]"
check "the tests' files for only these" sh -c "'$generator' --ops-from '$mine' --ops '$mine' --isas scalar --tests '$scratch/own_tests' && [ \$(grep -c 'bl_table_' '$scratch/own_tests/expressions.c') -eq 3 ]"
check "a file that is not chosen" fails_saying "unknown op '$mine'" "$generator" --ops "$mine" --coverage
check "a file that does not exist" fails_saying "$scratch/none.lua: cannot be read: No such file" "$generator" --ops-from "$scratch/none.lua" --list
echo 'op "add" { says = "a + b", types = numeric, expr = function(a, b) return a + b end }' | own
check "a name that the library has" fails_saying "mine/of_my_own.lua:1: op 'add' is already declared at gen/catalogue/operators/arithmetic.lua:[0-9]+" from_mine --list
printf '\nop "twice" { says = "a + a", types = { "f32" }, expr = function(a) return a + a end }\n' | own
check "an error in it" fails_saying "mine/of_my_own.lua:2: op 'twice': its operand 'b' is not used" from_mine --coverage --ops twice
printf 'os.exit(0)\n' | own
check "it cannot use names of the host" fails_saying "mine/of_my_own.lua:1: unknown name 'os'" from_mine --list
own <<'END'
local most = { i8 = 100, i16 = math.tointeger(math.min(2.0 ^ 10, 2000)) }
for place, type in ipairs { "i8", "i16" } do
  assert(place < 3 and math.type(most[type]) == "integer", "no limit of " .. type)
  op(table.concat({ "at_most", most[type] }, "_")) {
    says = string.format("a, but not above %d", most[type]), types = { type }, takes = { "T" },
    expr = function(a) return minimum(a, most[type]) end,
  }
end
END
from_mine --ops "$mine" --isas scalar --coverage | sed 1,2d | cut -d' ' -f1,2 >"$scratch/covered"
check "the functions of Lua that give the same results everywhere" sh -c "printf 'at_most_100 i8\nat_most_1024 i16\n' | diff - '$scratch/covered'"
for name in pairs next tostring print load setmetatable math.random math.exp string.dump; do
    echo "local x = $name" | own
    check "but not $name" fails_saying "mine/of_my_own.lua:1: unknown name '$name'" from_mine --list
done
# refused TEXT PATTERN: an error both where the file is read, and in an expression, which is built later
refused() {
    printf '\nlocal x = %s\n' "$1" | own
    fails_saying "mine/of_my_own.lua:2: $2" from_mine --list || return
    printf 'op "own" { says = "-a", types = { "u8" }, takes = { "T" }, expr = function(a)\n  local x = %s\n  return -a\nend }\n' "$1" | own
    fails_saying "mine/of_my_own.lua:2: $2" from_mine --ops own --isas scalar --coverage
}
check "nor a table's address" refused '("%s"):format({})' "'format' takes strings and numbers, not a table"
check "nor a function's" refused 'string.format("%d %s", 1, ipairs)' "'format' takes strings and numbers, not a function"
check "nor a string's" refused '("%-8p"):format("a")' "'format' has no '%p' here"
check "nor after a percent sign" refused '("%%%p"):format("a")' "'format' has no '%p' here"
check "nor additional methods of strings" refused '("x"):pack()' "unknown name 'string.pack'"
check "nor their code" refused '("x"):dump()' "unknown name 'string.dump'"
check "errors of format are reported at the same place" refused '("%d"):format(2.5)' "bad argument #2 to '(string.)?format'"
own <<'END'
local text = ("%%p %5.2f %s|"):format(2, "Ab"):lower():rep(2):gsub("b", { b = "c" })
assert(text == "%p  2.00 ac|%p  2.00 ac|" and #text == 24 and ("a,b"):match(",(.)") == "b" and string.upper("x"):byte() == 88, text)
END
check "all else of strings is as it ever was" from_mine --list
printf '\nerror("not here")\n' | own
check "an error of its own has file and line" fails_saying "mine/of_my_own.lua:2: not here" from_mine --list
echo 'math.floor = 0' | own
check "it cannot change them" fails_saying "mine/of_my_own.lua:1: 'math.floor' may not be set here" from_mine --list

# the output folder
out=$scratch/below
small="--ops add --dtypes f32 --isas scalar"
for option in --out --tests --words --net --conformance; do
    check "$option of nothing" fails_saying "broadloom: $option needs a value" "$generator" --ops frobnicate $option ""
done
mkdir "$out" && echo mine >"$scratch/user.c" && echo mine >"$scratch/other.h"
ln -s .. "$out/up" && echo up/user.c >"$out/manifest.txt"
check "no link is followed on removal" fails_saying "below/up/user.c: cannot be removed" "$generator" $small --out "$out"
rm "$out/up" "$out/manifest.txt"
mkdir "$scratch/elsewhere" && ln -s ../elsewhere "$out/scalar"
check "nor on writing, of a folder" fails_saying "below/scalar/add_f32_scalar.c: cannot be written" "$generator" $small --out "$out"
rm "$out/scalar" && ln -sf ../other.h "$out/bl_kernels.h"
check "nor of a file" "$generator" $small --out "$out"
check "the targets of links are unchanged" sh -c "grep -qx mine '$scratch/user.c' && grep -qx mine '$scratch/other.h' && [ -z \"\$(ls '$scratch/elsewhere')\" ] && [ ! -L '$out/bl_kernels.h' ]"
for line in ../user.c "$scratch/user.c" scalar/../../user.c; do
    cp "$out/manifest.txt" "$scratch/manifest" && echo "$line" >>"$out/manifest.txt"
    check "a manifest with $line" fails_saying "below/manifest.txt: '$line' is not a file in this folder" "$generator" $small --out "$out"
    cp "$scratch/manifest" "$out/manifest.txt"
done
mkdir "$out/dispatch/less.c" # an interrupted run
check "a run that fails" fails_saying "dispatch/less.c: cannot be" "$generator" --ops add,less --dtypes i8 --isas scalar --out "$out"
rmdir "$out/dispatch/less.c"
for folder in "$out" "$scratch/fresh"; do
    "$generator" --ops mul --dtypes f32 --isas scalar --out "$folder" >/dev/null
    (cd "$folder" && find . -type f | sort) >"$folder.files"
done
check "the next one removes its remains" sh -c "[ -s '$out.files' ] && diff '$scratch/fresh.files' '$out.files'"
check "an output folder with a space" sh -c "'$generator' $small --out '$scratch/o p/q r' --conformance '$scratch/o p/c.md' && [ -e '$scratch/o p/q r/scalar/add_f32_scalar.c' ] && [ -e '$scratch/o p/c.md' ]"

last=catalogue/operators/conversions.lua # of the operators' files
lines=$(wc -l <gen/$last)
at() { echo "gen/$last:$((lines + $1)):"; }

append gen/$last <<'END'
op "twice" { says = "2 a", typs = numeric, takes = { "T" }, expr = function(a) return a + a end }
END
check "an unknown key in an op" fails_saying "$(at 1) op 'twice' has an unknown key 'typs'" weave
append gen/$last <<'END'
op "twice" { says = "2 a", types = numeric, takes = { "T" },
  expr = function(a) return a + hypot(a, a) end }
END
check "an unknown word in an op" fails_saying "$(at 2) unknown name 'hypot'" weave
append gen/$last <<'END'
op "inverse" { says = "about 1 / a", types = { "f32" }, takes = { "T" },
  expr = function(a) return reciprocal(a) end }
END
check "a near word in an op" fails_saying "$(at 1) op 'inverse': 'reciprocal' is a near word; only entries with 'rounded' can use near words" weave
append gen/$last <<'END'
op "least" { says = "the smaller", types = numeric,
  expr = function(a, b) return a < b and a or b end }
END
check "a Lua comparison in an op" fails_saying "$(at 1) Lua's comparisons" weave
append gen/$last <<'END'
op "least" { says = "the smaller", types = numeric,
  expr = function(a, b) return lt(a, b) and a or b end }
END
check "a value that is computed and not used" fails_saying "$(at 1) op 'least': 'lt' is computed but not used" weave
append gen/$last <<'END'
op "odd" { says = "a type that is not", types = { "f32", "f33" }, expr = function(a, b) return a + b end }
END
check "an unknown dtype in an op" fails_saying "$(at 1) op 'odd': unknown dtype 'f33'" weave
append gen/$last <<'END'
op "divide" { says = "an integer word for floats", types = { "f32" }, expr = function(a, b) return trunc_div(a, b) end }
END
check "a word that does not exist for the dtype" fails_saying "$(at 1) word 'trunc_div' does not exist for f32" weave
append gen/$last <<'END'
op "add" { says = "again", types = numeric, expr = function(a, b) return a + b end }
END
check "an op twice" fails_saying "$(at 1) op 'add' is already declared at .*arithmetic.lua:[0-9]+" weave
append gen/$last <<'END'
op "unfinished" { says = "
END
check "broken Lua" fails_saying "$(at 1) unfinished string" weave
replace gen/dictionary/recipes.lua '/^recipe "floor" { types = { "f32", "f64" }/,/^end }/d'
check "an op that no lowering makes legal" fails_saying "arithmetic.lua:[0-9]+: op 'floor_div' at f32: no recipe computes 'floor f32'" weave --dtypes f32
replace gen/isa/avx2.lua 's/    mul = "_mm256_mul_$e($1, $2)"/    multiply = "_mm256_mul_$e($1, $2)"/'
check "a word in an ISA that the dictionary lacks" fails_saying "avx2.lua:[0-9]+: isa 'avx2' has an unknown key 'multiply'" weave
replace gen/isa/avx2.lua 's/"_mm256_cvttps_epi32($1)"/"_mm256_cvttps_$w($1)"/'
check "a suffix of twice the width that no type of the block has" fails_saying "avx2.lua:[0-9]+: isa 'avx2', word '[a-z0-9_]*' .*uses a suffix that they lack" weave
replace gen/isa/avx2.lua 's/rank = 40/rnk = 40/'
check "an unknown key in an ISA" fails_saying "avx2.lua:[0-9]+: isa 'avx2' has an unknown key 'rnk'" weave
replace gen/isa/sse41.lua 's/base = "sse2"/base = "sse1"/'
check "an unknown base" fails_saying "sse41.lua:[0-9]+: isa 'sse41': unknown base 'sse1'" weave
replace gen/isa/neon.lua 's/run = "qemu-aarch64-static \$program/run = "cat | qemu-aarch64-static $program/'
check "a run of an ISA with the separator of the table's columns in its command" fails_saying "neon.lua:[0-9]+: isa 'neon': the run 'cat [|].*' has '[|]'" weave
replace templates/kernels/kernel.c 's/\$walk/$wakl/'
check "a name that a template does not get" fails_saying 'templates/kernels/kernel.c: \$wakl has no value' weave
replace templates/kernels/kernel.c 's/\$walk/walk/'
check "a name that a template does not use" fails_saying 'templates/kernels/kernel.c does not use \$walk' weave
append gen/catalogue/dtypes.lua <<'END'
os.exit(0)
END
check "tables cannot use names of the host" fails_saying "dtypes.lua:[0-9]+: unknown name 'os'" weave

# Planted errors, one per line: FILE@the text@its replacement@the error after file and line
planted() {
    replace "gen/$1" "s/$(printf %s "$2" | sed 's/[][*.^$\/]/\\&/g')/$(printf %s "$3" | sed 's/[&\/\\]/\\&/g')/"
    mkdir -p "$tree/tests/vectors" && cp tests/vectors/counts.txt "$tree/tests/vectors/"
    check "$1: $3" fails_saying "gen/$1:[0-9]+: $4" "$generator" --root "$tree" --ops less --isas scalar --conformance "$scratch/c.md" --coverage
}
while IFS=@ read -r file old new complaint; do planted "$file" "$old" "$new" "$complaint"; done <<'END'
catalogue/dtypes.lua@class = "half", bits = 16@class = "haf", bits = 16@dtype 'f16': 'class' must be one of float, half, minifloat, int, uint, bool, not 'haf'
catalogue/dtypes.lua@bits = 64, c = "int64_t"@bits = 48, c = "int64_t"@dtype 'i64': 'bits' must be one of 2, 4, 6, 8, 16, 32, 64, not '48'
catalogue/dtypes.lua@c = "uint16_t", significand = 10@c = "uint16_t"@dtype 'f16': floats need a 'significand'
catalogue/dtypes.lua@dtype "u8" { class = "uint"@dtype "u8" { class = "int"@dtype 'u8' has the same class and width as 'i8'
dictionary/words.lua@word "sub" { takes = { "T", "T" }@word "sub" { takes = { "T", "Q" }@word 'sub': 'Q' is not a type at f32
dictionary/words.lua@gives = "twice:M"@gives = "thrice:M"@word 'mask_widen': 'thrice:M' is not a type at i8
dictionary/words.lua@gives = "twice:T", types = narrow_ints@gives = "twice:T", types = ints@word 'widen': 'twice:T' is not a type at i64
dictionary/words.lua@sign = "any", commutes@sign = "none", commutes@word 'add': 'sign' must be one of any, not 'none'
dictionary/words.lua@result = "sum"@result = "short"@word 'add': 'short' cannot be a value's name
dictionary/words.lua@"shift_right_by" { operands = { "a", "n" }@"shift_right_by" { operands = { "a" }@word 'shift_right_by' takes 2 operands, but names 1
dictionary/division.lua@i32_below_f32(real(a)@i32_below_f32(reel(a)@unknown name 'reel'
dictionary/recipes.lua@single_of_half(widen(bits.u16(a)))@single_of_half(widen(bits.u17(a)))@word 'bits' does not exist for u17
dictionary/recipes.lua@at("mask_widen", half)@at("mask_wide", half)@unknown word 'mask_wide'
dictionary/recipes.lua@return lanes_from_mask(lt(a, 0)) end }@return lanes_from_mask(lt(a)) end }@word 'lt' takes 2 operands, not 1
dictionary/recipes.lua@return lanes_from_mask(lt(a, 0)) end }@return lt(a, 0) end }@the recipe for 'sign_lanes' at i8 gives m8, not i8
dictionary/recipes.lua@recipe "sign_lanes" { types = { "i8"@recipe "sign_lanes" { types = { "u8"@recipe 'sign_lanes': the word does not exist for u8
dictionary/division.lua@types = { "u8" }, held = { 2 }@types = { "u8" }, held = { 3 }@recipe 'trunc_div': '3' is not an operand
dictionary/division.lua@types = { "i64" }, vector@type = { "i64" }, vector@recipe 'trunc_div' has an unknown key 'type'
catalogue/operators/logic.lua@"condition", "a"@"double", "a"@op 'select': 'double' cannot be an operand's name
catalogue/operators/logic.lua@"condition", "a"@"size_t", "a"@op 'select': 'size_t' cannot be an operand's name
catalogue/operators/arithmetic.lua@takes = { "T" }@takes = { 1 }@op 'reciprocal': 'takes' must be a list of strings, without 1 = '1'
catalogue/operators/arithmetic.lua@types = numeric, takes = { "T" }@types = numeric, only = function() end, takes = { "T" }@op 'negative' takes no dtype
catalogue/operators/arithmetic.lua@the sign bit flipped" }, types = numeric@flip" }, types = { "i8", "i8" }@op 'negative': dtype 'i8' is listed twice
catalogue/operators/comparison.lua@op "less" {@fold "add" { says = "", step = "add" } op "less" {@fold 'add' has the name of the op at gen/catalogue/operators/arithmetic.lua
catalogue/operators/comparison.lua@return lt(a, b) end@return let.int(lt(a, b)) end@'int' cannot be a value's name
catalogue/onnx.lua@{ "float", 1 }@{ "float", "1" }@onnx's dtype 'f32': '2' must be a whole number of 1 to 99, not '1'
catalogue/onnx.lua@{ "float", 1 }@{ "float", 2 }@onnx's dtype 'u8' has the name '2', which another one already has
catalogue/onnx.lua@newest = 28@newest = "28"@onnx's spec: 'newest' must be a whole number
catalogue/onnx.lua@{ "fmod", "integer"@{ "fmode", "integer"@onnx 'Mod': unknown attribute 'fmod'
catalogue/onnx.lua@{ "alpha", "real", parameter = "alpha" }@{ "alpha", "real", parameter = "aleph" }@onnx 'LeakyRelu': 'leaky_relu' has no parameter 'aleph'
catalogue/onnx.lua@alpha = 0.01, consumed@alpha = 1 / 0, consumed@onnx 'LeakyRelu': 'alpha' cannot be 'inf'
catalogue/openvino.lua@op = "floor_div", when@op = "floor_dif", when@openvino 'Divide': unknown op 'floor_dif'
catalogue/openvino.lua@"numpy", axis = -1 }@"nunpy", axis = -1 }@openvino 'Add': 'auto_broadcast' cannot be 'nunpy'
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = "_mm256_mul_$e($1, $3)"@isa 'avx2': 'mul' uses .3, which has no value here
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = "_mm256_mul_$e($1, $x)"@isa 'avx2': 'mul' uses .x, which has no value here
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = "_mm256_mul_$e($1)"@isa 'avx2': 'mul' does not use .2
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = 2@isa 'avx2', word 'mul' must be a spelling, its forms or a function
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = {}@isa 'avx2', word 'mul' has no spelling
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = { pair = "f($1, $2)" }@isa 'avx2', word 'mul': only words that narrow have 'pair'
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = { one = "f($1, $2)", fraction = "g($1, $2)" }@isa 'avx2', word 'mul': 'fraction' needs 'one' and a word that widens
isa/avx2.lua@mul = "_mm256_mul_$e($1, $2)"@mul = { parts = "f($1, $2)" }@isa 'avx2', word 'mul': only words that narrow have 'parts'
isa/avx2.lua@mask_narrow = { parts@mask_narrow = { pair = "f($1, $2)", parts@isa 'avx2', word 'mask_narrow' is spelled both as 'pair' and in 'parts'
isa/avx2.lua@"_mm256_permute4x64_epi64($1, 0xd8)"@"_mm256_permute4x64_epi64(0xd8)"@isa 'avx2': 'order' has '_mm256_permute4x64_epi64.0xd8.', which does not use .1
isa/sse2.lua@mask_narrow = { pair@mask_narrow = { parts@isa 'sse2', word 'mask_narrow': 'parts' needs the isa's 'order'
isa/avx2.lua@zero = "_mm256_setzero_$e()"@zero = "_mm256_setzero_$e($1)"@isa 'avx2': 'zero' uses .1
isa/avx2.lua@load = "_mm256_loadu_$e($p)"@load = "_mm256_loadu_$e($k, $p)"@isa 'avx2': 'load' uses .k
isa/avx2.lua@mask_widen = {@mask_widen = { mask = "",@isa 'avx2', word 'mask_widen' has an unknown key 'mask'
isa/avx2.lua@[16] = {@[12] = {@isa 'avx2', fraction .12.: must be a half, a quarter
isa/avx2.lua@reg = "ebx"@reg = "exx"@isa 'avx2', feature: 'reg' must be one of eax, ebx, ecx, edx, not 'exx'
isa/avx2.lua@bit = 29@bit = 32@isa 'avx2', feature: 'bit' must be a whole number of 0 to 31, not '32'
isa/avx2.lua@bits = 256@bits = 250@isa 'avx2': 'bits' must be a power of two of at least 8, not 250
isa/avx2.lua@ bits = 256,@@isa 'avx2': plain C, without 'bits', needs loop 'each'
isa/avx2.lua@machine = "x86_64"@machine = "x86-64"@isa 'avx2': 'machine' is 'x86-64', which cannot be the beginning of a compiler's
isa/avx2.lua@"^_mm%d*_cast"@"cast"@isa 'avx2': 'free' has 'cast', which must be a Lua pattern that begins
isa/avx2.lua@"^_mm%d*_cast"@"^_mm[_cast"@isa 'avx2': 'free' has '.*', which must be a Lua pattern
isa/avx512.lua@_mm512_cvtph_ps = 3@_mm512_cvtph_ps = 1@isa 'avx512': 'heavy' must give a number above 1 for each call's name
isa/avx2.lua@lanes { u32 = "" } { permute@{ u32 = "" }, lanes { u32 = "" } { permute@isa 'avx2': block .. must be lanes
isa/avx2.lua@lanes { u32 = "" } { permute@lanes { u33 = "" } { permute@isa 'avx2': unknown dtype 'u33'
isa/avx2.lua@lanes { u32 = "" } { permute@lanes { u32 = 1 } { permute@isa 'avx2': the suffix of 'u32' is a number
isa/avx2.lua@bits.u64(a ~ sign)@bits.u64(a ~ sing)@unknown name 'sing'
isa/avx2.lua@bits.u64(a ~ sign)@bits.u65(a ~ sign)@word 'bits' does not exist for u65
isa/avx512.lua@rank = 50@base = "avx512", rank = 50@isa 'avx512' is its own base
isa/sse41.lua@rank = 25@rank = 15@isa 'sse41': its rank must be higher than that of its base 'sse2'
isa/neon.lua@rank = 30@rank = 35@isa '.*' has the same rank as '.*'
isa/sse2.lua@lanes_from_mask = "$1", @@isa 'sse2': its i8 lanes have masks, but do not spell 'lanes_from_mask'
isa/sve.lua@scale_most = 16, @@isa 'sve': 'scale' needs 'scale_most'
END

replace gen/isa/scalar.lua 's/bl_i32_from_f32(/bl_i32_of_f32(/'
line=$(grep -n 'bl_i32_of_f32' "$tree/gen/isa/scalar.lua" | cut -d: -f1)
"$generator" --root "$tree" --isas scalar --words "$scratch/spelled"
check "an unknown name in C is reported with the line of the ISA's file" fails_saying "gen/isa/scalar.lua:$line:.*bl_i32_of_f32" \
    ${CC:-cc} -std=c99 -Werror=implicit-function-declaration -I"$scratch/spelled" -Iinclude -Igenerated -c "$scratch/spelled/spelled.c" -o "$scratch/spelled.o"

replace gen/isa/avx2.lua '/^    fraction = {/,/^    },/d' # the other words must do without it
check "an ISA without fractions of registers" sh -c "
    '$generator' --root '$tree' --isas avx2 --dtypes f16,i8,i64,f64 --ops floor_div,less --out '$scratch/whole' &&
    for f in '$scratch'/whole/avx2/*.c; do ${CC:-cc} -std=c99 -Wall -Werror -fsyntax-only -Iinclude -I'$scratch/whole' \$f || exit 1; done"

append gen/$last <<'END'
op "at_most_one" { says = "a, or 1 from a half on", types = { "f16", "bf16" }, takes = { "T" },
  expr = function(a, types) return select(lt(a, 0.5), a, constant(types.T, 1)) end }
END
check "f16 and bf16 constants have the bits of 0.5 and 1" sh -c "'$generator' --root '$tree' --ops at_most_one --tests '$scratch/t' && for bits in 0x3800 0x3c00 0x3f00 0x3f80; do grep -q \"(\$bits)\" '$scratch/t/expressions.c' || exit 1; done"
append gen/$last <<'END'
op "huge" { says = "beyond f32", types = { "f32" }, takes = { "T" }, expr = function(a) return a * 1e39 end }
END
check "a constant that is not finite in the dtype" fails_saying "$(at 1) the constant 1e.39 is not finite in f32" weave
append gen/$last <<'END'
op "nan" { says = "NaN as a number", types = { "f32" }, takes = { "T" }, expr = function(a) return a * (0 / 0) end }
END
check "a NaN that is not said by its bits" fails_saying "$(at 1) NaN is no constant: bits.f32" weave
append gen/$last <<'END'
local nan, tiny = { f32 = 0xffc00001, f64 = 0x7ff8000000000002 }, { f32 = 0x80000003, f64 = 1 }
local function limits(a, types)
  local function of(patterns) return bits[types.T](constant(unsigned(types.T), patterns[types.T])) end
  return select(eq(a, 1 / 0), of(nan), select(eq(a, -1 / 0), of(tiny), a + -0.0))
end
op "limits" { says = "constants of all kinds", types = { "f32", "f64" }, takes = { "T" }, expr = limits }
END
spelled_as() { # FILE TEXT...
    file=$scratch/limits/$1
    shift
    for text in "$@"; do grep -qF -e "$text" "$file" || { echo "no $text"; cat "$file"; return 1; }; done
}
"$generator" --root "$tree" --ops limits --isas avx2 --out "$scratch/limits" >"$scratch/log"
check "infinities, NaN, subnormal numbers and -0 in plain C" spelled_as scalar/limits_f32_scalar.c \
    'a == bl_bits_f32_u32(0x7f800000u)' 'a == bl_bits_f32_u32(0xff800000u)' '? bl_bits_f32_u32(0xffc00001u)' '? bl_bits_f32_u32(0x80000003u)' '+ -0.0f'
check "of f64" spelled_as scalar/limits_f64_scalar.c \
    'bl_bits_f64_u64(UINT64_C(0x7ff0000000000000))' 'bl_bits_f64_u64(UINT64_C(0x7ff8000000000002))' '? bl_bits_f64_u64(UINT64_C(1)) '
check "in registers" spelled_as avx2/limits_f64_avx2.c \
    '_mm256_castsi256_pd(_mm256_set1_epi64x(INT64_C(0x7ff0000000000000)))' '_mm256_set1_epi64x(INT64_C(0x7ff8000000000002))' '_mm256_set1_pd(-0.0)'
append gen/$last <<'END'
op "shifted" { says = "too far", types = { "u32" }, takes = { "T" }, expr = function(a) return a << 32 end }
END
check "a shift by the width" fails_saying "$(at 1) word 'shift_left' at u32 needs a whole number of 1 to 31" weave
append gen/$last <<'END'
op "quoted" { says = 'a "b"', types = { "u32" }, takes = { "T" }, expr = function(a) return -a end }
END
check "a quote in a line of documentation" fails_saying "$(at 1) op 'quoted': 'says' must be one line without quotes" weave

# Several ways, near words, tables, and a slow way in plain C
cat >"$scratch/ways.lua" <<'END'
op "eighth_powers" { says = "x", types = { "f32" }, takes = { "T" }, rounded = "all inputs", float = {
  { "singles", function(a)
    local turns = let.turns(fused(a, 8.0, 1.5 * 2.0 ^ 23))
    local power = look_up(let.powers(table("f32", { 1, 2.0 ^ 0.125, 2.0 ^ 0.25 })), bits.u32(turns) & 1)
    return settle(power * a, lt(a, 0.0), mul_add(a, a, 1.0))
  end },
  { "doubles", function(a) return convert("f32", mul_add(convert("f64", a), 2.0, 1.0)) end },
} }
END
"$generator" --ops-from "$scratch/ways.lua" --ops eighth_powers --isas scalar,sse2,avx2 --out "$scratch/ways" >/dev/null
ways_have() { # FILE TEXT...
    file=$scratch/ways/$1
    shift
    for text in "$@"; do grep -qF -e "$text" "$file" || { echo "no $text"; return 1; }; done
}
check "plain C takes the way for which it has the words" ways_have scalar/eighth_powers_f32_scalar.c '(double)a * 2.0'
check "and has the others' slow way" ways_have scalar/eighth_powers_f32_scalar.c 'BL_SCALAR float bl_slow_eighth_powers_f32(float a)'
check "AVX2 takes that which is cheaper there, by a table in a register" ways_have avx2/eighth_powers_f32_avx2.c \
    '_mm256_fmadd_ps(a, ' '_mm256_permutevar8x32_ps(_mm256_loadu_ps(eighth_powers_f32_avx2_powers)' 'bl_slow_eighth_powers_f32(a_lane[i])'
check "which is as long as the loads" ways_have avx2/eighth_powers_f32_avx2.c 'eighth_powers_f32_avx2_powers[8] = {'
check "SSE2 has nothing that is fused" sh -c "! grep -q fmadd '$scratch'/ways/sse2/*.c"
check "all of it compiles" sh -c "for f in '$scratch'/ways/scalar/*.c '$scratch'/ways/avx2/*.c; do ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -Iinclude -I'$scratch/ways' \$f || exit 1; done"
append gen/$last <<'END'
op "twice" { says = "x", types = { "f32" }, takes = { "T" }, float = { { "one", function(a) return a + a end }, { "one", function(a) return a * 2 end } } }
END
check "two ways of one name" fails_saying "$(at 1) op 'twice': 'one' cannot be a way's name" weave
append gen/$last <<'END'
op "twice" { says = "x", types = { "f32" }, takes = { "T" }, float = 2 }
END
check "an expression that is none" fails_saying "$(at 1) op 'twice': 'float' must be an expression or a list of expressions" weave
append gen/$last <<'END'
op "twice" { says = "x", types = { "f32" }, takes = { "T" }, float = function(a) return fused(a, a, a) end }
END
check "only a fused word" fails_saying "$(at 1) op 'twice' at f32: no recipe computes 'fused f32', not even in plain C" weave
append gen/$last <<'END'
op "found" { says = "x", types = { "f32" }, takes = { "T" }, float = function(a) return look_up(a, bits.u32(a)) end }
END
check "a look-up in a value that is not a table" fails_saying "$(at 1) look_up needs a table" weave
append gen/$last <<'END'
op "settled" { says = "x", types = { "f32" }, takes = { "T" }, float = function(a) return settle(a, lt(a, 0.0), settle(a + a, lt(a, 1.0), a * a)) end }
END
check "a slow way that settles again" fails_saying "$(at 1) op 'settled': the slow way of a settle settles again" weave

# The smallest port; without mandatory parts; and with misspellings
least() {
    fresh_tree
    sed "${1:-}" tests/toy/least.lua >"$tree/gen/isa/least.lua"
}
strict="${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude"
least
check "an instruction set of one word is generated" sh -c "'$generator' --root '$tree' --isas least --ops add,less --out '$scratch/least' && ls '$scratch/least/least' | grep -qx add_f32_least.c && [ \$(ls '$scratch/least/least' | wc -l) -eq 1 ]"
check "and compiles" sh -c "cd '$PWD' && for f in '$scratch'/least/least/*.c '$scratch/least/dispatch/isas.c'; do $strict -Isrc -I'$scratch/least' -c \$f -o '$scratch/least.o' || exit 1; done"
least 's/lanes { f32 = "float" }/lanes { f32 = "float", u32 = "uint32_t" }/'
check "it moves elements of the widths that it has" sh -c "'$generator' --root '$tree' --isas least --ops add --out '$scratch/least' && $strict -I'$scratch/least' -c '$scratch/least/least/moves_least.c' -o '$scratch/least.o' && grep -q bl_transpose_x32_least '$scratch/least/least/moves_least.c' && ! grep -qE 'x(8|16|64)_least' '$scratch/least/least/moves_least.c'"
line=$(grep -n 'lanes {' tests/toy/least.lua | cut -d: -f1)
least 's/ splat = [^)]*)[^)]*", add/ add/; s/ store = .*//'
check "storage that a type lacks" fails_saying "least.lua:$line: isa 'least': its f32 lanes lack 'store', 'splat'" weave
least 's/f32 = "float"/f16 = "uint16_t"/; s/ splat = [^)]*)[^)]*", add/ add/'
check "a splat that f16 lacks, and u16" fails_saying "least.lua:$line: isa 'least': its f16 lanes lack 'splat'" weave
least 's/lanes {/lanes { u8 = "uint8_t" } {}, lanes {/'
check "a type without any entry" fails_saying "least.lua:$line: isa 'least': its u8 lanes lack 'reg', 'load', 'store', 'splat'" weave
least 's/loop = "last"/loop = "mask"/'
check "masks that a loop needs" fails_saying "least.lua:[0-9]+: isa 'least': loop 'mask' needs masks of at most 64 i8 lanes" weave
line=$((line + 1))
least 's/ add = / multipy = /'
check "a misspelled word is answered with the nearest, at its line" fails_saying "least.lua:$line: isa 'least' has an unknown key 'multipy'; the nearest: mul, divisor_multiplier" weave
least 's/ add = / f32_form_i32 = /'
check "a word with two letters exchanged" fails_saying "least.lua:$line: isa 'least' has an unknown key 'f32_form_i32'; the nearest: f32_from_i32" weave
least 's/ splat = / splta = /'
check "a misspelled key of a block" fails_saying "least.lua:$line: isa 'least' has an unknown key 'splta'; the nearest: splat\$" weave
least 's/ add = / zzzz = /'
check "a key that resembles no other" fails_saying "least.lua:$line: isa 'least' has an unknown key 'zzzz'; the known keys: all_live, .*, and the dictionary's words" weave

replace gen/isa/avx2.lua 's/splat = "_mm256_set1_$e($1)", //'
check "an ISA without a splat" fails_saying "avx2.lua:[0-9]+: isa 'avx2': its f32 lanes lack 'splat'" weave
replace gen/isa/avx2.lua 's/loop = "last"/loop = "lsat"/'
check "an ISA with an unknown loop" fails_saying "avx2.lua:[0-9]+: isa 'avx2': 'loop' must be one of each, last, mask, while, not 'lsat'" weave
append gen/isa/long.lua <<'END'
isa "long" {
  says = "1,024 bits", rank = 99, bits = 1024, guard = "1", machine = "any", loop = "last", features = {}, free = {},
  lanes { u8 = "" } { reg = "bytes", load = "load($p)", store = "store($p, $1)", splat = "splat($1)", permute = "pick($1, $2)" },
}
END
check "a permute of more lanes than moves can number" fails_saying "long.lua:1: isa 'long' spells 'permute' at u8, but has more than 64 lanes" weave
append gen/isa/siblings.lua <<'END'
isa "left" {
  says = "bytes", rank = 97, base = "avx512", guard = "1", machine = "x86_64", loop = "mask", features = {}, free = {}, repeats = { 8 },
  lanes { u8 = "" } { mul = "left_mul($1, $2)", permute = "left_pick($1, $2)" },
}
isa "right" {
  says = "none of them", rank = 98, base = "avx512", guard = "1", machine = "x86_64", loop = "mask", features = {}, free = {}, repeats = {},
}
END
check "an instruction set has the repeats that its file names" sh -c "'$generator' --root '$tree' --out '$scratch/moves' --ops add && grep -q 'left_pick(' '$scratch/moves/left/moves_left.c' && ! grep -q _x16 '$scratch/moves/left/moves_left.c' && [ ! -e '$scratch/moves/right/moves_right.c' ]"
check "of two on one base neither runs the other's kernels" sh -c "'$generator' --root '$tree' --ops mul --coverage | grep '^mul u8 .*=avx512$'"
check "a choice that generates nothing" fails_saying "nothing is left to generate" "$generator" --ops add --dtypes bool --coverage

# the choice for a word depends on its operands, not on the words generated before it: constants in either position,
# equal operands, a settle within another's operand
cat >"$scratch/orders.lua" <<'END'
op "by_seven" { says = "x", types = { "i32" }, takes = { "T" }, expr = function(a) return trunc_div(a, 7) end }
op "of_seven" { says = "x", types = { "i32" }, takes = { "T" }, expr = function(a) return trunc_div(7, a) end }
op "both_sevens" { says = "x", types = { "i32" }, takes = { "T" }, expr = function(a) return trunc_div(7, a) + trunc_div(a, 7) end }
op "rests" { says = "x", types = { "f32" }, takes = { "T", "T", "T" }, expr = function(a, b, c) return trunc_mod(trunc_mod(a, b), c) end }
op "settled_twice" { says = "x", types = { "f32" },
  expr = function(a, b) return settle(a / b, lt(a, b), a) + settle(a * b, eq(a, b), b) end }
op "held_doubt" { says = "x", types = { "u16" }, gives = "f32", expr = function(a, b)
  local x, y = f32_from_i32(bits.i32(widen(a))), f32_from_i32(bits.i32(widen(b)))
  return settle(x, lt(y, 3.0), x + 1.0)
end }
op "as_half" { says = "x", types = { "i16" }, takes = { "T" }, gives = "f32",
  expr = function(a) return f32_from_f16(bits.f16(trunc_div(a, 3))) end }
END
orders="by_seven of_seven both_sevens rests settled_twice held_doubt as_half"
weave_orders() { "$generator" --ops-from "$scratch/orders.lua" --isas scalar,sse2,avx2,neon --ops "$1" --out "$2"; }
check "operators with constants in either place, and settles in each other" weave_orders "$(echo $orders | tr ' ' ,)" "$scratch/together"
for name in $orders; do weave_orders $name "$scratch/alone/$name"; done >/dev/null 2>&1
check "each is generated as it is by itself" sh -c 'for name in '"$orders"'; do for isa in avx2 neon sse2; do
    for file in "'"$scratch"'/alone/$name/$isa/$name"_*; do cmp "$file" "'"$scratch"'/together/$isa/${file##*/}" || exit 1; done; done; done'

# long names, and calls within calls: lines are broken as by clang-format
cat >"$scratch/names.lua" <<'END'
op "the_scaled_distance_of_two_points" { says = "x", types = { "f32", "f16", "u16" }, takes = { "T", "T", "T", "T" },
  operands = { "the_first_coordinate", "the_second_coordinate", "the_third_coordinate", "the_scale_of_the_coordinates" },
  expr = function(a, b, c, scale) return maximum((a - b) * (b - c), minimum(a * scale, c)) end }
END
check "an operator of long names" "$generator" --ops-from "$scratch/names.lua" --ops the_scaled_distance_of_two_points --isas scalar,sse2,neon,avx512,rvv --out "$scratch/names"
check "no line of it has over 120 columns" sh -c "! LC_ALL=C grep -rnE --include='*.[ch]' '^.{121,}' '$scratch/names'"
if clang-format --version >/dev/null 2>&1; then
    cp .clang-format "$scratch"
    check "clang-format has nothing to change there" sh -c "clang-format --dry-run -Werror $scratch/names/*.h $scratch/names/*/*.c"
else
    skip "the format of long names: there is no clang-format"
fi

"$generator" --ops cast,add --isas scalar --out "$scratch/heads" >/dev/null
head_of() { sed -n '3,/per step/p' "$scratch/heads/scalar/$1_scalar.c" | sed 's, [*] , ,' | tr -d '\n' | tr -s ' '; }
head_says() { head_of "$1" | grep -q "$2" || head_of "$1"; head_of "$1" | grep -q "$2"; }
head_lacks() { ! head_of "$1" | grep "$2"; }
check "the head of a cast of a float to an integer" head_says cast_f32_u8 'out = a in type u8; rounded towards zero, saturated, 0 for NaN 1 element per step'
check "it does not mention other casts" head_lacks cast_f32_u8 'ties to even\|modulo\|whether'
check "the head of a cast of an integer to bf16" head_says cast_i32_bf16 'out = a in type bf16; rounded to nearest, ties to even 1 element per step'
check "the head of a file that several tables share" head_says cast_x64_x8 'cast, i64_i8, i64_u8, i64_i4, .*a in type i2 or i4 or i8 or u2 or u4 or u8; modulo'
check "the head of integers" head_says add_x8 'add, i8 and u8, .*out = a + b; wraps'
check "the head of bf16 does not mention integers" head_lacks add_bf16 'wraps'

check "--show prints the output of a phase" sh -c "'$generator' --show choices add f16 avx2 | grep 'f16_from_f32@f32: 1 of f16x8'"
check "also for private operators" sh -c "'$generator' --ops-from tests/toy/ops.lua --show graph multiply_add f32 avx2 | grep 'mul@f32'"
check "an unknown phase" fails_saying "unknown phase 'chioces'; the phases are graph ways choices" "$generator" --show chioces add f16 avx2
check "dtypes for which the operator has no table" fails_saying "add has no table of bool" "$generator" --show graph add bool avx2
check "a phase without an operator" fails_saying "\-\-show needs the argument op" "$generator" --show graph

modules="gen/machine/*.lua gen/machine/*/*.lua gen/frontends/*.lua gen/tests/*.lua"
isa_names=$(sed -n 's/^isa "\(.*\)" {/\1/p' gen/isa/*.lua | grep -v scalar | tr '\n' '|' | sed 's/|$//')
check "the machine names no ISA, except for compilers that must not use it" sh -c "! grep -nEi '\\b($isa_names)\\b' $modules gen/dictionary/*.lua gen/catalogue/*.lua gen/catalogue/*/*.lua gen/main.c templates/*/* | grep -v 'target(\"no-'"
"$generator" --list >"$scratch/list"
check "every file of operators is among the families" sh -c "sed -n '/^fold/d; s/^[a-z]* \?\"\([a-z_0-9]*\)\".*/\1/p; s/^[a-z_]*(\"\([a-z_0-9]*\)\", .*/\1/p' gen/catalogue/operators/*.lua >'$scratch/op_names' &&
    [ \$(wc -l <'$scratch/op_names') -gt 90 ] && while read -r op; do grep -q \"^  \$op \" '$scratch/list' || exit 1; done <'$scratch/op_names'"
op_names=$(sed -n '/^dtypes/q; s/^  \([a-z_0-9]*\) .*/\1/p' "$scratch/list" | tr '\n' '|' | sed 's/|$//')
check "the templates name no op" sh -c "! grep -nE '\"($op_names)\"|bl_($op_names)\\b' templates/*/*"
longer_than() { most=$1; shift; wc -l "$@" | awk -v most="$most" '$2 != "total" && $1 > most'; }
longer_than 450 $modules >"$scratch/longer"
longer_than 470 gen/*.c gen/dictionary/*.lua gen/isa/*.lua gen/catalogue/*/*.lua >>"$scratch/longer"
check "no file of the machine has over 450 lines, and no file that it reads has over 470" sh -c "! grep . '$scratch/longer'"
check "no line of the machine has over 120 columns" sh -c "! grep -nE '^.{121,}' $modules"
# plus functions: up to 4 MB; functions of f64: up to 1.2 MB; 8-bit floats: up to 1.6 MB; packed dtypes: up to 0.9 MB; quotients rounded to f16
# and scales of f8e8m0: up to 0.5 MB; SwiGLU and FakeConvert: up to 0.2 MB
check "generated/ is under 20 MB" sh -c '[ "$(find generated -type f -exec cat {} + | wc -c)" -lt 20000000 ]'
check "generated/ has at most 4,700 files" sh -c '[ "$(find generated -type f | wc -l)" -le 4700 ]'
check "at most 200 names in it only count" sh -c '[ "$(tests/generator/counting_names.sh | wc -l)" -le 200 ]'
printf 'void f(void)\n{\n    const int single_c = 1, sum8 = 2;\n    const int pair8 = 3;\n    const int a0 = 1;\n    const int a1 = 2;\n}\n' >"$scratch/counts.c"
check "names that count are found" sh -c '[ "$(tests/generator/counting_names.sh "'"$scratch"'" | awk "/counts.c/ { print \$2 }" | tr "\n" " ")" = "pair8 " ]'
casts='(_mm[0-9]*_cast[a-z0-9]+_[a-z0-9]+|vreinterpretq?_[a-z0-9]+_[a-z0-9]+)'
check "no cast is cast again" sh -c "! grep -rnE '$casts\\($casts\\(' generated"
check "no generated line of C has over 120 columns" sh -c "! LC_ALL=C grep -rnE --include='*.[ch]' '^.{121,}' generated"

finish
