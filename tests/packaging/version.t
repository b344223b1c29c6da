#!/bin/sh
# include/broadloom.h defines the version, and .reuse/dep5 the project's address. All other files that contain these agree.
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
heading=$(grep -m 1 '^## ' CHANGELOG.md)
date=$(echo "$heading" | sed -n "s/^## \[$version\] - \(unreleased\|20[0-9][0-9]-[01][0-9]-[0-3][0-9]\)$/\1/p")
check "CHANGELOG.md begins with it, and a date or 'unreleased'" test -n "$date"
notes() {
    awk -v version="$version" -f packaging/notes.awk CHANGELOG.md >"$scratch/notes" && grep -qx "# Broadloom $version" "$scratch/notes" &&
        grep -q '^- ' "$scratch/notes" && ! grep '^## ' "$scratch/notes"
}
check "the release notes are its section" notes
check "of a version without a section there are none" fails_saying 'no section of 99.0.0' awk -v version=99.0.0 -f packaging/notes.awk CHANGELOG.md
tag=$(git tag --points-at HEAD --list 'v*' 2>/dev/null)
if [ -n "$tag" ]; then
    check "the tag is the version's, and the changelog has its date" test "$tag" = "v$version" -a "$date" != unreleased
else
    skip "this commit has no tag"
fi
url=$(sed -n 's/^Source: //p' .reuse/dep5)
others() {
    grep -rnoE 'https?://[^ "<>)]*broadloom[^ "<>)]*' packaging docs/packaging.md pyproject.toml python/CMakeLists.txt | grep -vF ":$url"
}
check "there is an address" test -n "$url"
check "each package has it" sh -c "! grep ." <<END
$(others)
END

finish
