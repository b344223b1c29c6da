#!/bin/sh
# The version stands in include/broadloom.h; everything else that has it has the same.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

number() {
    sed -n "s/^#define BL_VERSION_$1 \([0-9]*\)$/\1/p" include/broadloom.h
}
check "include/broadloom.h has a version" test -n "$version"
check "its parts are the whole" test "$(number MAJOR).$(number MINOR).$(number PATCH)" = "$version"
check "meson.build has it" grep -q "version: '$version'" meson.build
check "and vcpkg.json" grep -q '"version-semver": "'$version'"' packaging/vcpkg/broadloom/vcpkg.json
check "and the wrap" grep -qx "revision = v$version" packaging/meson/broadloom.wrap
check "and Debian's changelog" grep -q "^broadloom ($version-[0-9]*) " packaging/debian/changelog
check "CHANGELOG.md begins with it" sh -c "grep -m 1 '^## ' CHANGELOG.md | grep -qF '[$version]'"

finish
