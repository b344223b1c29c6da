#!/bin/sh
# ESP-IDF: the component manager accepts the manifest, and packs the component.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need_pypi compote

package=$scratch/broadloom
export IDF_COMPONENT_CACHE_PATH="$scratch/cache"
check "make package" make_package "$package"
check "the manifest" compote manifest lint "$package/idf_component.yml"
packed() {
    cd "$package" && compote component pack --name broadloom --dest-dir "$scratch/packed"
}
check "it is packed" packed
cd "$tree" || exit
archive=$(echo "$scratch"/packed/broadloom_*.tgz)
check "of its version" test "$archive" = "$scratch/packed/broadloom_$version.tgz"
has() {
    tar tzf "$archive" | sed 's|^\./||' >"$scratch/list" && cat "$scratch/list"
    for name in CMakeLists.txt idf_component.yml LICENSE README.md src/broadloom.c src/broadloom.h; do
        grep -qx "$name" "$scratch/list" || return
    done
    ! grep -E 'zephyr|\.ino|pdsc' "$scratch/list"
}
check "it has only the component's files" has

finish
