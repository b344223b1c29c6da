#!/bin/sh
# The variables of make: values that a shell would interpret are refused; long lists; the messages of a build; and
# that GNU make 3.81, macOS's version, can read the makefiles.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

harmful="touch $scratch/harm"
for value in "add;$harmful" "add\`$harmful\`" "add\$(shell $harmful)" "add\$\$($harmful)" "add'$harmful'" 'add"' 'add|cat' "add
$harmful"; do
    check "OPS=$(echo $value | sed "s|$scratch||") is refused" fails_saying 'only letters, digits, spaces and _./:,\+- are allowed' make -n "OPS=$value" list
done
for word in OUT PROFILE PACKAGE OPS OPS_FROM DTYPES ISAS WAYS SPECS PREFIX FORM RUNTIME RULES RANK TILE_BYTES CACHE_BYTES DETECT REFUSES_ZERO SELFTEST SELFTEST_HASHES; do
    check "$word= likewise" fails_saying "$word=a'b: only letters" make -n "$word=a'b" list
done
check "and in the environment" fails_saying "OPS=a'b: only letters" env OPS="a'b" make -n list
check "no part of it ran" [ ! -e "$scratch/harm" ]
for value in add,,mul add, ,add 'add , ,mul'; do
    check "OPS=$value lacks a name" fails_saying "OPS=$value: a name is missing" make -n "OPS=$value" list
done
check "spaces next to commas are ignored" make -n OPS="add, mul" list
printed_names() { make --no-print-directory -p -n "$1" list 2>/dev/null | grep -x "GENERATED := build/generated/$2"; }
check "a standard's operators are generated into a separate folder" printed_names ONNX=Add,Gelu Add+Gelu
check "the other standard's, too" printed_names OPENVINO=Add Add

# forty operators, and the same with another at the end
operators() {
    sed -n 's/^\([a-z0-9_]*\) .*/\1/p' generated/operators.txt | sed -n "$1p" | tr '\n' ,
}
many=$(operators 1,39)
long_list() {
    make -n ISAS=scalar "OPS=$many$1" >"$scratch/log" 2>&1 || {
        tail -n 3 "$scratch/log"
        return 1
    }
    sed -n 's|^generating build/generated/||p' "$scratch/log"
}
rm -rf build/generated/*-[0-9]*
check "forty operators, with the next one," sh -c "[ \"\$(echo $many | tr -cd , | wc -c)\" -eq 39 ]"
check "are generated" long_list hypot
check "and others into another folder" long_list atan2
check "so that there are two" [ "$(ls -d build/generated/add+*-[0-9]* | wc -l)" -eq 2 ]
rm -rf build/generated/add+*-[0-9]*

# only the runtime, which has more than 20 files
runtime() {
    out=$scratch/$1
    shift
    make -j1 "$@" CFLAGS=-O0 OUT="$out" $(sed -n "s|^\(src/.*\)\.c$|$out/\1.o|p" generated/runtime.txt)
}
tells() {
    runtime told >"$scratch/log" && cat "$scratch/log" && grep "^$scratch/told: 20 files compiled, of [0-9]* at most\$" "$scratch/log"
}
check "make says how far it is" tells
check "make -s does not" sh -c "[ -z \"\$(make -s CFLAGS=-O0 OUT='$scratch/silent' \$(sed -n 's|^\\(src/.*\\)\\.c\$|$scratch/silent/\\1.o|p' generated/runtime.txt))\" ]"

check "make list prints the generator's list" sh -c "make -s list HOST_CC=false | diff - generated/list.txt && $generator --list | diff - generated/list.txt"
for line in 'add  *T,T -> T .*; T: f32 f64 f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64$' 'exp  *T -> T .*; T: f32 f64 f16 bf16; ways: doubles integers' 'folds$' \
    'mean  *T,\.\.\. -> T .*; T: f32 f64 f16 bf16$' 'dtypes$' 'f32 f64 f16' 'cast  *T -> U .*; T: .*; U: ' 'rvv  '; do
    check "it has a line $line" sh -c "make -s list | grep '^ *$line'"
done

# Features of later versions, except for the file function, which reads nothing in the first of them: $(file <...), !=, a&: b, private,
# undefine, define NAME =, .ONESHELL and the like.
newer='\$\((file|guile|let|intcmp) |^[A-Za-z_]+ *!=|&:|(: |^)private |^undefine |^define [^ ]+ *[:?+]?=|^\.(ONESHELL|RECIPEPREFIX|EXTRA_PREREQS|NOTINTERMEDIATE)|--output-sync'
check "no makefile uses features that GNU make 3.81 lacks" sh -c "! grep -nE '$newer' Makefile */*.mk */*/*.mk"
printf '%s\n' 'A != date' 'a b &: c' 'a: private B = c' 'A := $(file <b)' 'define A =' >"$scratch/newer.mk"
check "which would be found" [ "$(grep -cE "$newer" "$scratch/newer.mk")" -eq 5 ]
general=$(grep -n '^\$(OUT)/%.o: %.c' Makefile | cut -d : -f 1)
check "of two patterns that fit the general one is last, for 3.81 takes the first" [ "$general" -gt "$(grep -n '^include tests/tests.mk' Makefile | cut -d : -f 1)" ]
if [ -x "${MAKE_381:-}" ]; then
    check "GNU make 3.81 compiles the runtime, too" sh -c "$MAKE_381 -n ISAS=scalar OPS=add OUT='$scratch/old' | grep ' -c src/basics/version.c '"
    check "and the tests by their own rule" sh -c "$MAKE_381 -n '$scratch/old/tests/runtime/errors.o' OUT='$scratch/old' | grep -e '-D_GNU_SOURCE .* -c tests/runtime/errors.c '"
else
    skip "MAKE_381 names no GNU make 3.81"
fi

finish
