#!/bin/sh
# `make install`, pkg-config, `make uninstall`.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need pkg-config

# a small library, by the Makefile
verb() {
    make -s OPS="add mul" ISAS=scalar OUT=build/packaging/install CFLAGS=-O1 "$@"
}
# the files below a folder
files() {
    (cd "$1" && find . -type f | LC_ALL=C sort | sed 's|^\./||')
}
# linked COMMAND...: links the consumer with the flags that pkg-config prints
linked() {
    flags=$("$@" --cflags --libs broadloom) || return
    echo "$flags"
    $CC -std=c99 $consumer/main.c $flags -o "$scratch/consumer" && consumes "$scratch/consumer"
}
ls include/*.h generated/broadloom_*.h | sed 's|.*/||' | LC_ALL=C sort >"$scratch/headers"

for libdir in lib lib/x86_64-linux-gnu; do
    stage=$scratch/stage/$libdir
    where="PREFIX=/usr LIBDIR=/usr/$libdir DESTDIR=$stage"
    check "make install, to $libdir" verb install $where
    (
        echo "usr/$libdir/libbroadloom.a"
        echo "usr/$libdir/pkgconfig/broadloom.pc"
        sed 's|^|usr/include/|' "$scratch/headers"
    ) | LC_ALL=C sort >"$scratch/expected"
    files "$stage" >"$scratch/installed"
    check "these files" diff "$scratch/expected" "$scratch/installed"
    export PKG_CONFIG_PATH="$stage/usr/$libdir/pkgconfig"
    check "pkg-config takes the file" pkg-config --validate broadloom
    check "which has the version" test "$(pkg-config --modversion broadloom)" = "$version"
    check "and the prefix, not the stage" test "$(pkg-config --variable=libdir broadloom)" = "/usr/$libdir"
    check "a program links by it" linked env PKG_CONFIG_SYSROOT_DIR="$stage" pkg-config
    check "make uninstall" verb uninstall $where
    check "leaves no file" test -z "$(files "$stage")"
done

check "make install to a prefix" verb install PREFIX="$scratch/first"
mv "$scratch/first" "$scratch/moved"
export PKG_CONFIG_PATH="$scratch/moved/lib/pkgconfig"
check "which may be moved" linked pkg-config --define-prefix

finish
