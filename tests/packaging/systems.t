#!/bin/sh
# A library vendored as one source and header, on other systems: it compiles without a warning for Windows,
# WebAssembly and macOS, and programs that can run print the same results.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
# compiled PROGRAM COMPILER...
compiled() {
    program=$1
    shift
    "$@" -std=c99 $warnings -O1 -I"$single" -c "$single/broadloom.c" -o "$program.o" && "$@" -std=c99 -I"$single" $consumer/main.c "$program.o" -o "$program"
}

for runtime in full compact; do
    single=$scratch/$runtime
    check "make vendor RUNTIME=$runtime" make -s vendor OPS=add,mul,select DTYPES=f32,i8,bool ISAS=scalar,sse2,sse41,avx2,neon,wasm RUNTIME=$runtime \
        FORM=single OUT="$single"
    check "here" compiled "$scratch/here" $CC
    check "it runs" consumes "$scratch/here"

    if command -v x86_64-w64-mingw32-gcc >/dev/null; then
        check "for Windows, by GCC" compiled "$scratch/windows.exe" x86_64-w64-mingw32-gcc
        if command -v wine >/dev/null; then
            check "it runs" consumes tests/platforms/wine.sh "$scratch/windows.exe"
        else
            skip "there is no wine"
        fi
    else
        skip "there is no compiler for Windows"
    fi

    for simd in "" -msimd128; do
        if [ -e /usr/lib/wasm32-wasi/libc.a ]; then
            check "for WebAssembly $simd" compiled "$scratch/wasm" clang --target=wasm32-wasi $simd
            if command -v node >/dev/null; then
                check "it runs" consumes node --no-warnings tests/platforms/run.mjs "$scratch/wasm"
            else
                skip "there is no node"
            fi
        else
            skip "there is no compiler for WebAssembly $simd"
        fi
    done

    for target in aarch64-macos x86_64-macos; do
        if [ -x "${ZIG:-}" ]; then
            export ZIG_GLOBAL_CACHE_DIR="$tree/build/zig/cache" ZIG_LOCAL_CACHE_DIR="$tree/build/zig/cache"
            check "for $target" compiled "$scratch/macos" "$ZIG" cc -target $target
        else
            skip "there is no zig for $target: make check-packaging gets it"
        fi
    done
done

finish
