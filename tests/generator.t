#!/bin/sh
# The generator: its command line, its errors (file, line and what is wrong), its determinism, its size.
#
# SPDX-License-Identifier: Apache-2.0
. tests/lib.sh

tree=$scratch/tree
fresh_tree() {
    rm -rf "$tree"
    mkdir "$tree"
    cp -r gen templates "$tree"
}
weave() {
    "$generator" --root "$tree" --out "$scratch/out" "$@"
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
grep -A4 'op "half_and_one"' tests/toy/ops.lua >"$scratch/half_and_one"
check "--list names ops, dtypes and instruction sets" sh -c "$generator --list | grep -q floor_div && $generator --list | grep -q bf16 && $generator --list | grep -q avx512"

"$generator" --ops add,select --dtypes f32,i8 --isas avx2,neon --picture "$scratch/coverage.svg"
check "--picture has a square for each cell, and five in its legend" sh -c "[ \$(grep -o 'M[0-9,]*h13v13h-13z' '$scratch/coverage.svg' | wc -l) -eq 13 ]"

fresh_tree
check "two runs give the same bytes" sh -c "'$generator' --out '$scratch/a' && '$generator' --root '$tree' --out '$scratch/b' && diff -r '$scratch/a' '$scratch/b'"
touch -d '2001-01-01' "$scratch/a/bl_kernels.h"
echo >>"$scratch/a/isas.mk"
check "only changed files are written" sh -c "'$generator' --out '$scratch/a' | grep -q ' 1 changed' && [ '$scratch/a/bl_kernels.h' -ot '$tree/gen/main.c' ]"
check "a chosen part is woven alone" sh -c "'$generator' --out '$scratch/c' --ops add,less --dtypes f32,i8 --isas avx2 && [ -e '$scratch/c/avx2/add_f32_avx2.c' ] && [ -e '$scratch/c/scalar/less_i8_scalar.c' ] && ! ls '$scratch/c' | grep -Eq 'neon|sse' && ! ls '$scratch/c/avx2' | grep -q mul"
check "and compiles" sh -c "for f in '$scratch'/c/*/*.c; do gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude -I'$scratch/c' \$f || exit 1; done"
check "what is woven no more is removed" sh -c "'$generator' --out '$scratch/c' --ops less --dtypes f32 --isas avx2 && [ ! -e '$scratch/c/avx2/add_f32_avx2.c' ] && [ -e '$scratch/c/avx2/less_f32_avx2.c' ]"

check "an unknown option" fails_saying "unknown option '--speed'" "$generator" --speed
check "an option without its value" fails_saying "'?--ops'? needs a value" "$generator" --ops
check "an unknown dtype on the command line" fails_saying "unknown dtype 'f80'" "$generator" --dtypes f80 --coverage
check "an unknown op on the command line" fails_saying "unknown op 'frobnicate'" "$generator" --ops frobnicate --coverage
check "an unknown ISA on the command line" fails_saying "unknown ISA 'mmx'" "$generator" --isas mmx --coverage
echo >"$scratch/file"
check "a folder that cannot be written" fails_saying "$scratch/file.* cannot be" "$generator" --out "$scratch/file/x"
check "a root that is not there" fails_saying "cannot be read" "$generator" --root "$scratch/nowhere" --list

lines=$(wc -l <gen/catalogue/ops.lua)
at() { echo "ops.lua:$((lines + $1)):"; }

append gen/catalogue/ops.lua <<'END'
op "twice" { says = "2 a", typs = numeric, takes = { "T" }, expr = function(a) return a + a end }
END
check "an unknown key in an op" fails_saying "$(at 1) op 'twice' has an unknown key 'typs'" weave
append gen/catalogue/ops.lua <<'END'
op "twice" { says = "2 a", types = numeric, takes = { "T" },
  expr = function(a) return a + hypot(a, a) end }
END
check "an unknown word in an op" fails_saying "$(at 2) unknown name 'hypot'" weave
append gen/catalogue/ops.lua <<'END'
op "least" { says = "the smaller", types = numeric,
  expr = function(a, b) return a < b and a or b end }
END
check "a Lua comparison in an op" fails_saying "$(at 1) Lua's comparisons" weave
append gen/catalogue/ops.lua <<'END'
op "least" { says = "the smaller", types = numeric,
  expr = function(a, b) return lt(a, b) and a or b end }
END
check "a value that is computed and not used" fails_saying "$(at 1) op 'least': 'lt' is computed but not used" weave
append gen/catalogue/ops.lua <<'END'
op "odd" { says = "a type that is not", types = { "f32", "f33" }, expr = function(a, b) return a + b end }
END
check "an unknown dtype in an op" fails_saying "$(at 1) op 'odd': unknown dtype 'f33'" weave
append gen/catalogue/ops.lua <<'END'
op "divide" { says = "an integer word for floats", types = { "f32" }, expr = function(a, b) return trunc_div(a, b) end }
END
check "a word that does not exist for the dtype" fails_saying "$(at 1) word 'trunc_div' does not exist for f32" weave
append gen/catalogue/ops.lua <<'END'
op "add" { says = "again", types = numeric, expr = function(a, b) return a + b end }
END
check "an op twice" fails_saying "$(at 1) op 'add' stands already at .*ops.lua:[0-9]+" weave
append gen/catalogue/ops.lua <<'END'
op "unfinished" { says = "
END
check "broken Lua" fails_saying "ops.lua:$((lines + 1)): unfinished string" weave
replace gen/dictionary/recipes.lua '/^recipe "floor" { types = { "f32", "f64" }/,/^end }/d'
check "an op that no lowering makes legal" fails_saying "ops.lua:[0-9]+: op 'floor_div' at f32: no recipe makes 'floor f32' legal" weave --dtypes f32
replace gen/isa/avx2.lua 's/    mul = "_mm256_mul_$e($1, $2)"/    multiply = "_mm256_mul_$e($1, $2)"/'
check "a word in an ISA that the dictionary lacks" fails_saying "avx2.lua:[0-9]+: isa 'avx2' has an unknown key 'multiply'" weave
replace gen/isa/avx2.lua 's/"_mm256_cvttps_epi32($1)"/"_mm256_cvttps_$w($1)"/'
check "a suffix of twice the width that no type of the block has" fails_saying "avx2.lua:[0-9]+: isa 'avx2': word 'i32_from_f32' .*asks for a suffix that none has" weave
replace gen/isa/avx2.lua 's/rank = 40/rnk = 40/'
check "an unknown key in an ISA" fails_saying "avx2.lua:[0-9]+: isa 'avx2' has an unknown key 'rnk'" weave
replace gen/isa/sse41.lua 's/base = "sse2"/base = "sse1"/'
check "an unknown base" fails_saying "sse41.lua:[0-9]+: isa 'sse41': unknown base 'sse1'" weave
replace templates/kernels/kernel.c 's/\$walk/$wakl/'
check "a name that a template does not get" fails_saying 'templates/kernels/kernel.c: nothing is given for \$wakl' weave
replace templates/kernels/kernel.c 's/\$walk/walk/'
check "a name that a template does not ask for" fails_saying 'templates/kernels/kernel.c does not ask for \$walk' weave
append gen/catalogue/dtypes.lua <<'END'
os.exit(0)
END
check "tables reach nothing outside" fails_saying "dtypes.lua:[0-9]+: unknown name 'os'" weave

append gen/catalogue/ops.lua <"$scratch/half_and_one"
check "f16 and bf16 constants have the bits of 0.5 and 1" sh -c "'$generator' --root '$tree' --ops half_and_one --tests '$scratch/t' && for bits in 0x3800 0x3c00 0x3f00 0x3f80; do grep -q \"(\$bits)\" '$scratch/t/expressions.c' || exit 1; done"
append gen/catalogue/ops.lua <<'END'
op "huge" { says = "beyond f16", types = { "f16" }, takes = { "T" }, expr = function(a) return a * 1e6 end }
END
check "a constant that is not finite in the dtype" fails_saying "$(at 1) the constant 1000000.0 is not finite in f16" weave
append gen/catalogue/ops.lua <<'END'
op "shifted" { says = "too far", types = { "u32" }, takes = { "T" }, expr = function(a) return a << 32 end }
END
check "a shift by the width" fails_saying "$(at 1) word 'shift_left' at u32 wants a whole number of 1 to 31" weave
append gen/catalogue/ops.lua <<'END'
op "quoted" { says = 'a "b"', types = { "u32" }, takes = { "T" }, expr = function(a) return -a end }
END
check "a quote in a line of documentation" fails_saying "$(at 1) op 'quoted': 'says' is one line without quotes" weave
replace gen/isa/avx2.lua 's/splat = "_mm256_set1_$e($1)", //'
check "an ISA without a splat" fails_saying "avx2.lua:[0-9]+: isa 'avx2': its f32 lanes lack 'splat'" weave
replace gen/isa/avx2.lua 's/loop = "last"/loop = "lsat"/'
check "an ISA with an unknown loop" fails_saying "avx2.lua:[0-9]+: isa 'avx2': unknown loop 'lsat'" weave
check "a choice that weaves nothing" fails_saying "nothing is left to weave" "$generator" --dtypes bool --coverage

isa_names=$(sed -n 's/^isa "\(.*\)" {/\1/p' gen/isa/*.lua | grep -v scalar | tr '\n' '|' | sed 's/|$//')
check "no ISA is named in the machine" sh -c "! grep -nEi '\\b($isa_names)\\b' gen/machine/*.lua gen/dictionary/*.lua gen/catalogue/*.lua gen/main.c templates/*/*"
op_names=$(sed -n 's/^op "\(.*\)" {/\1/p' gen/catalogue/ops.lua | tr '\n' '|' | sed 's/|$//')
check "no op is named in the templates" sh -c "! grep -nE '\"($op_names)\"|bl_($op_names)\\b' templates/*/*"
check "no file of the generator has over 400 lines" sh -c "! wc -l gen/*.c gen/*/*.lua | awk '\$2 != \"total\" && \$1 > 400' | grep ."
check "generated/ is under 6 MB" sh -c '[ "$(cat $(git ls-files generated 2>/dev/null || find generated -type f) | wc -c)" -lt 6000000 ]'
check "no line of generated/ has over 160 columns" sh -c "! grep -rnE '^.{161,}' generated"

finish
