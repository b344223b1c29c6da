#!/bin/sh
# Meson: as a project, static and shared, and as a subproject by a wrap.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need meson ninja

with="-Dgenerated=build/packaging/woven" # as seen from the tree

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
check "it shows what the headers declare, and nothing else" tests/packaging/exports.sh "$woven" "$scratch/shared/libbroadloom.so"
check "both" built both $with -Ddefault_library=both

# the wrap of docs/packaging.md, of a repository of our own
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
check "it installs nothing of ours" alone

finish
