#!/bin/sh
# profiles/dropin.lua in a project that copies its two files, with several compilers, languages and systems. The program runs the self-test.
#
#   WHOLE=yes with every compiler and on every system; otherwise only with gcc
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

folder=$scratch/dropin
# as DESCRIPTION ISA RUNNER COMPILER FLAG…: it compiles in 2 GiB without a warning, and the program reports no error and names ISA
as() {
    description=$1 isa=$2 runner=$3
    shift 3
    if ! command -v "$1" >/dev/null || { [ -n "$runner" ] && ! command -v "${runner##*/}" >/dev/null && [ ! -x "$runner" ]; }; then
        skip "$description: there is no $1${runner:+, or no $runner}"
        return
    fi
    check "$description" in_project "$@" -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
}
in_project() {
    (ulimit -v 2097152 && "$@" -c "$folder/broadloom.c" -o "$folder/broadloom.o") && "$@" -I"$folder" -c tests/vendor/dropin.c -o "$folder/program.o" || return
    case "$*" in # for Windows, clang uses GCC's linker
    *--target=*) compiler=$(echo "$*" | sed 's/.*--target=\([^ ]*\).*/\1-gcc/') ;;
    *" -x c++ "*) compiler=$(echo "$1" | sed 's/gcc$/g++/; s/clang$/clang++/') ;;
    *) compiler=$1 ;;
    esac
    static=
    [ -z "$runner" ] || static=-static
    "$compiler" $static "$folder/broadloom.o" "$folder/program.o" -o "$folder/program.exe" &&
        $runner "$folder/program.exe" >"$folder/said"
    cat "$folder/said"
    grep -q "$isa .*no error" "$folder/said"
}

check "the two files are generated" make -s vendor PROFILE=profiles/dropin.lua OUT="$folder"
check "they have at most 6 MB" test "$(cat "$folder"/*.[ch] | wc -c)" -le 6000000
as "gcc, C99" scalar "" gcc -std=c99
if [ -n "${WHOLE:-}" ]; then
    as "clang, C99" scalar "" clang -std=c99
    as "g++, C++17" scalar "" gcc -x c++ -std=c++17
    as "clang++, C++17" scalar "" clang -x c++ -std=c++17
    wine=wine
    ! command -v wine >/dev/null || wine=tests/platforms/wine.sh
    as "MinGW under wine" sse2 $wine x86_64-w64-mingw32-gcc -std=c99
    # with this processor's AVX2 or AVX-512, which need registers to be aligned on the stack
    best=$(grep -o -m 1 -E 'avx512vl|avx2' /proc/cpuinfo | sort -r | head -n 1 | sed 's/vl$//')
    as "clang for Windows under wine" "${best:-sse2}" $wine clang --target=x86_64-w64-mingw32 -std=c99
    as "AArch64 under QEMU" neon qemu-aarch64-static aarch64-linux-gnu-gcc -std=c99
fi

finish
