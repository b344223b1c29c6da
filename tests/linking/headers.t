#!/bin/sh
# The public header and every generated file compile as C99 and as C++11, with all warnings.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
includes='-Iinclude -Igenerated'
printf '#include "broadloom.h"\nint main(void) { bl_plan plan; return bl_add_f32(0, NULL, NULL, NULL) == BL_OK && sizeof plan > 0 ? 0 : 1; }\n' >"$scratch/user.c"

for compiler in gcc clang; do
    check "the public header as C99, $compiler" $compiler -std=c99 $warnings $includes -fsyntax-only "$scratch/user.c"
    check "the public header as C++11, ${compiler}" $compiler -x c++ -std=c++11 $warnings $includes -fsyntax-only "$scratch/user.c"
done
machine=$(uname -m)
for isa in $(sed -n 's/^WOVEN := //p' generated/isas.mk); do
    for_machine=$(sed -n "s/^MACHINE_$isa := //p" generated/isas.mk)
    compiler=g++
    if ! echo "$for_machine" | grep -qw -e any -e "$machine"; then
        compiler=$(awk -F ' [|] ' -v isa="$isa" '$1 == isa || index($1, isa "-") == 1 { print $2; exit }' generated/runs.txt | sed 's/gcc$/g++/')
        check "$isa has a compiler in generated/runs.txt" [ -n "$compiler" ]
        if ! command -v "$compiler" >/dev/null; then
            skip "$isa as C++11: no $compiler"
            continue
        fi
    fi
    for file in generated/"$isa"/*.c; do echo "#include \"$PWD/$file\""; done >"$scratch/$isa.cpp"
    check "all of generated/$isa as C++11 in one file" $compiler -std=c++11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $includes -fsyntax-only "$scratch/$isa.cpp"
done
# some warnings need optimisation, so some files of each kind are also compiled with it, mainly those with slow ways over registers
if [ "$machine" = x86_64 ]; then
    for kernel in sin_f32 tan_bf16 fmod_f16 floor_mod_bf16 pow_f32_f32 add_f32 less_bf16 cast_f32_i8 div_i32; do
        echo "#include \"$PWD/generated/avx512/${kernel}_avx512.c\""
    done >"$scratch/optimised.cpp"
    check "kernels of each kind as C++17, optimised" g++ -std=c++17 -O2 $warnings $includes -c "$scratch/optimised.cpp" -o "$scratch/optimised.o"
fi
for file in generated/dispatch/*.c; do
    g++ -x c++ -std=c++11 $warnings $includes -fsyntax-only "$file" || echo "$file"
done >"$scratch/dispatch" 2>&1
check "the dispatch tables as C++11" sh -c "! grep . '$scratch/dispatch'"
"$generator" --runtime compact --ops add,add_n --out "$scratch/compact" >"$scratch/log" 2>&1
for file in src/*/*.c; do
    case $file in
    src/compact/*) woven=$scratch/compact ;;
    *) woven=generated ;;
    esac
    g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude -I"$woven" -fsyntax-only "$file" || echo "$file"
done >"$scratch/runtime" 2>&1
check "the runtimes as C++11" sh -c "! grep . '$scratch/runtime'"

finish
