#!/bin/sh
# The output of `make vendor` contains no code or comment for features that the profile lacks: no search for zero divisors without a
# division, no fold, no status of front ends, no CPUID without detection, no name without the prefix. Also, no value has a name that
# system headers define as a macro, and no integer is called infinity.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# vendored NAME WORD…: its text, without the macros that describe the profile
vendored() {
    name=$1
    shift
    make -s vendor "$@" OUT="$scratch/$name" >"$scratch/log" 2>&1 || { cat "$scratch/log"; return 1; }
    find "$scratch/$name" -name '*.[ch]' -exec cat {} + | awk '
        /What this library was (woven|generated) for\./ { in_profile = 1 }
        !in_profile
        /define [A-Z_]*MOVES_STEP/ { in_profile = 0 }' >"$scratch/$name.text"
    [ "$(wc -l <"$scratch/$name.text")" -gt 1000 ]
}
# lacks NAME PATTERN; has NAME PATTERN
lacks() {
    [ -s "$scratch/$1.text" ] && ! grep -nE "$2" "$scratch/$1.text"
}
has() {
    grep -qE "$2" "$scratch/$1.text"
}

# features that a profile may lack, by words that only they have
division='has_zero|refuses_zero|plan_division|strided_division|_ZERO_DIVISOR\b|zeros_in|DIVIDED_BY_ZERO|IS_REMAINDER|a divisor is zero'
folds='\b(fw|bl)_(all_)?folds?_|\b(fw|bl)_fold\b|NO_INPUTS|a fold needs'
fronts='_OPSET\b|UNKNOWN_ATTRIBUTE|ATTRIBUTE_(NOT_IN|MISSING)|AXIS_WITHOUT|DTYPE_NOT_IN|WRONG_INPUT_COUNT|opset or version|front ends?:|this version of the operator'
detected='CPUID|cpuid|XCR0|xcr0|told_by|TOLD_BY|hwcap|HWCAP|subleaf|cpu_feature|feature_count|uint8_t promised'
self_test='WRONG_RESULTS|self-test'

check "a small profile is vendored" vendored small OPS=add DTYPES=f32 ISAS=scalar FORM=single PREFIX=fw_
for part in division folds fronts detected self_test; do
    eval "pattern=\$$part"
    check "it has no names of its missing parts: $part" lacks small "$pattern"
done
check "i8 as a tree" vendored tree OPS=add,quantize_linear:f32+i8 DTYPES=i8 ISAS=scalar FORM=tree PREFIX=fw_
check "has no names of these" lacks tree "$division|$folds|$fronts|$detected|$self_test"
check "nor a value that is called infinity" lacks tree '[a-z]_infinity|infinity_[a-z]'
check "the full runtime, detected" vendored full OPS=add DTYPES=i8 ISAS=scalar,avx2 RUNTIME=full SPECS=none FORM=single PREFIX=fw_
check "has no names of these" lacks full "$division|$folds|$fronts|$self_test"
check "and of the detection" has full 'xcr0'
check "the full one, by flags" vendored flags OPS=add DTYPES=i8 ISAS=scalar,avx2 RUNTIME=full DETECT=no SPECS=none FORM=single PREFIX=fw_
check "has no names of these" lacks flags "$division|$folds|$fronts|$detected|$self_test"
check "a profile with all of it" vendored whole OPS=div:i8,mean:f32 ISAS=scalar SPECS=onnx REFUSES_ZERO=yes DETECT=yes SELFTEST=yes FORM=single PREFIX=fw_
for part in division folds fronts detected self_test; do
    eval "pattern=\$$part"
    check "has all of it, so that the words above are the right ones: $part" has whole "$pattern"
done
for of in small tree full flags whole; do
    check "names have the prefix in code and comments: $of" lacks $of '\bbl_|\bBL_|-DBL_'
done
statuses() { # NAME: a line for each, with its number
    sed -n '/^typedef enum fw_status/,/^}/s/^ *FW_\([A-Z_]*\) = \([0-9]*\).*/\1 \2/p' "$scratch/$1.text" | sort >"$scratch/$1.statuses"
}
are_alike() {
    statuses small
    statuses whole
    [ "$(wc -l <"$scratch/small.statuses")" -eq 19 ] && [ "$(wc -l <"$scratch/whole.statuses")" -eq 32 ] &&
        [ -z "$(comm -23 "$scratch/small.statuses" "$scratch/whole.statuses")" ]
}
check "a status has the same number in each" are_alike

# ---- Names ----

# names that headers of Windows and of AltiVec, GNU C and compilers for DOS define as macros or keywords
macros='near|far|huge|small|hyper|interface|interrupt|pascal|cdecl|fortran|unix|linux|i386|mips|sun|vector|pixel|IN|OUT|OPTIONAL|VOID|CONST|ERROR|DELETE|TRUE|FALSE|I'
not_macros() { # FOLDER…: no identifier in their C is one of these
    find "$@" -name '*.[ch]' >"$scratch/files"
    [ "$(wc -l <"$scratch/files")" -gt 90 ] && ! MACROS=$macros xargs perl -0777 -ne 's{/\*.*?\*/}{}gs; s{"(\\.|[^"\\])*"}{}g; s{^\s*#\s*include.*}{}mg;
        print "$ARGV: $1\n" while /\b($ENV{MACROS})\b/g' <"$scratch/files" | grep .
}
check "no name in the library is a macro of systems' headers" not_macros generated src include
"$generator" --ops fmod,floor_mod,floor,ceil,round,div,sin,pow --isas sve,mve,armv7,wasm --out "$scratch/others" >/dev/null
check "nor where other instruction sets are chosen" not_macros "$scratch/others"
printf 'op "twice" { says = "a + a", types = { "f32" }, takes = { "T" }, operands = { "near" }, expr = function(a) return a + a end }\n' >"$scratch/near.lua"
check "nor may a private operator use one" fails_saying "near.lua:1: op 'twice': 'near' cannot be an operand's name" \
    "$generator" --ops-from "$scratch/near.lua" --ops "$scratch/near.lua" --coverage

finish
