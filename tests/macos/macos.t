#!/bin/sh
# zig's clang compiles and links the library and its tests for macOS, without a warning; no machine here can run them.
# The programs that it builds for Windows run under wine.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

if [ ! -x "${ZIG:-}" ]; then
    skip "zig is missing: python3-venv or PyPI is not available"
    finish
fi
ZIG_GLOBAL_CACHE_DIR=$PWD/build/zig/cache
ZIG_LOCAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR
export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR

# make_for TARGET PLATFORM WHAT...: makes files in its folder
make_for() {
    target=$1 platform=$2
    shift 2
    make -s CC="$ZIG cc -target $target" AR="$ZIG ar" CFLAGS="-O2 -Werror" PLATFORM="$platform" OUT="build/zig-$target" \
        $(printf "build/zig-$target/%s " "$@")
}
# begins_with BYTES FILE...
begins_with() {
    bytes=$1
    shift
    for file in "$@"; do
        [ "$(head -c 4 "$file" | od -An -tx1 | tr -d ' ')" = "$bytes" ] || return 1
    done
}
programs=$(printf '%s\n' kernels tests/runtime/*.c tests/frontends/*.c | sed 's/\.c$//')

for target in aarch64-macos x86_64-macos; do
    check "the library for $target" make_for $target hosted libbroadloom.a
    check "its tests for $target" make_for $target hosted $programs
    check "they are programs of macOS" begins_with cffaedfe $(printf "build/zig-$target/%s " $programs)
done

target=x86_64-windows-gnu
check "the library for $target" make_for $target windows libbroadloom.a
check "its tests for $target" make_for $target windows kernels.exe
for isa in avx2 avx512; do
    if command -v wine >/dev/null; then
        check "they pass on $isa" tests/platforms/run_isa.sh --run 'tests/platforms/wine.sh $program $isa' $isa build/zig-$target/kernels.exe
    else
        skip "there is no wine to run them on $isa"
    fi
done

finish
