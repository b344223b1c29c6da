#!/bin/sh
# Meson: as a project, static and shared, and as a subproject by a wrap.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need meson ninja

with="-Dgenerated=build/packaging/woven" # relative to the tree

# built FOLDER OPTIONS...: the library, without a warning
built() {
    folder=$scratch/$1
    shift
    meson setup "$folder" "$@" --fatal-meson-warnings -Dwarning_level=3 -Dwerror=true -Dc_args='-Wconversion -Wshadow' && ninja -C "$folder"
}
check "the library is built without a warning" built static $with --prefix="$scratch/installed" --libdir=lib
check "and installed" ninja -C "$scratch/static" install
export PKG_CONFIG_PATH="$scratch/installed/lib/pkgconfig"
check "pkg-config has its version" test "$(pkg-config --modversion broadloom)" = "$version"
check "a program links by that" sh -c "$CC $consumer/main.c \$(pkg-config --cflags --libs broadloom) -o '$scratch/by_pc'"
check "and runs" consumes "$scratch/by_pc"

check "shared" built shared $with -Ddefault_library=shared
check "it exports only the functions in the headers" tests/packaging/exports.sh "$woven" "$scratch/shared/libbroadloom.so"
check "both" built both $with -Ddefault_library=both

# flags_of NAME OPTIONS...: the options -g and -O... with which kernels are compiled
flags_of() {
    name=$1
    shift
    meson setup "$scratch/$name" "$@" >"$scratch/log" 2>&1 || return
    sed -n 's/^ *"command": *"\(.*\) -c [^ ]*avx2[^ ]*.c".*/\1/p' "$scratch/$name/compile_commands.json" | tr ' ' '\n' | grep -E '^-(g|O.*)$' | sort -u | tr '\n' ' '
}
check "without a build type kernels are compiled with -O2, and without -g" [ "$(flags_of typeless $with)" = "-O2 " ]
check "a build type is taken" [ "$(flags_of debug $with --buildtype=debug)" = "-O0 -g " ]
check "the option ops" built ops -Dops=mean,greater
has_ops() {
    nm "$scratch/ops/libbroadloom.a" >"$scratch/symbols" && grep -q ' T bl_mean' "$scratch/symbols" && grep -q ' T bl_greater_f32$' "$scratch/symbols" &&
        ! grep -E ' T bl_(mul|pow)_' "$scratch/symbols"
}
check "has these" has_ops
check "an unknown name is refused" sh -c "! meson setup '$scratch/refused' -Dops=ad >'$scratch/log' && grep \"unknown operator 'ad'\" '$scratch/log'"

# the wrap of docs/packaging.md, for a repository of this test
mkdir -p "$scratch/repository" "$scratch/project/subprojects"
cp -r meson.build meson_options.txt include src "$scratch/repository"
cp -r "$woven" "$scratch/repository/generated"
committed() {
    cd "$scratch/repository" && git init -q && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm test && cd "$tree"
}
check "a repository" committed
cp $consumer/main.c $consumer/meson.build "$scratch/project"
sed "s|^url = .*|url = file://$scratch/repository|; s|^revision = .*|revision = HEAD|" packaging/meson/broadloom.wrap >"$scratch/project/subprojects/broadloom.wrap"
unset PKG_CONFIG_PATH
consumer_built() {
    meson setup "$scratch/wrapped" "$scratch/project" --fatal-meson-warnings && ninja -C "$scratch/wrapped" && consumes "$scratch/wrapped/consumer"
}
check "a project with the wrap is built, and runs" consumer_built
alone() {
    DESTDIR="$scratch/stage" meson install -C "$scratch/wrapped" --skip-subprojects && [ "$(find "$scratch/stage" -type f | sed 's|.*/||')" = consumer ]
}
check "it installs no files of the library" alone
check "in a project's debug build kernels are optimised, too" [ "$(flags_of sub "$scratch/project" --buildtype=debug)" = "-O2 -g " ]
check "unless optimize=false" [ "$(flags_of plain "$scratch/project" --buildtype=debug -Dbroadloom:optimize=false)" = "-O0 -g " ]

finish
