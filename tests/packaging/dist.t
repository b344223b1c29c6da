#!/bin/sh
# `make dist` writes the same bytes from any clone and with any settings of the user: the tarball, the single file,
# checksums, the bill of materials, the release notes.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

if ! git rev-parse --verify -q HEAD >/dev/null 2>&1; then
    skip "this tree is no clone"
    finish
fi

# dist_of SOURCE CLONE COMMAND…: a new clone, and the files that `make dist` writes in it; the command runs make
dist_of() (
    source=$1 clone=$scratch/$2
    shift 2
    git clone -q "$source" "$clone" && cd "$clone" && "$@" make -s dist
)
check "make dist, in a clone" dist_of "$tree" one env
# another time zone, other settings of git, of the shell and of gzip
otherwise() {
    git config tar.umask 0077 && git config core.autocrlf true && umask 077 && TZ=Asia/Kathmandu LC_ALL=C "$@"
}
check "and in another one, with other settings" dist_of "$scratch/one" a\ second otherwise
one=$scratch/one/build/dist
check "they are the same, bit for bit" diff -r "$one" "$scratch/a second/build/dist"
check "the checksums are right" sh -c "cd '$one' && sha256sum -c SHA256SUMS && [ \$(wc -l <SHA256SUMS) -eq 4 ]"
check "the tarball has every file that is committed" sh -c "tar -tzf '$one/broadloom-$version.tar.gz' | sed -n 's|^broadloom-$version/\\(.*[^/]\\)\$|\\1|p' | LC_ALL=C sort >'$scratch/packed' &&
    git -C '$scratch/one' ls-tree -r -z --name-only HEAD | tr '\\0' '\\n' | LC_ALL=C sort | diff - '$scratch/packed'"
cat >"$scratch/bill.py" <<'END'
import hashlib, json, sys, tarfile
bill = json.load(open(sys.argv[1]))
with tarfile.open(sys.argv[2]) as tar:
    sums = {"./" + m.name.split("/", 1)[1]: hashlib.sha256(tar.extractfile(m).read()).hexdigest() for m in tar if m.isfile()}
assert bill["spdxVersion"] == "SPDX-2.3" and bill["packages"][0]["versionInfo"] == sys.argv[3]
assert {f["fileName"]: f["checksums"][1]["checksumValue"] for f in bill["files"]} == sums
licences = {f["fileName"]: f["licenseConcluded"] for f in bill["files"]}
assert licences["./include/broadloom.h"] == "Apache-2.0" and licences["./tests/vectors/numpy_int_semantics.ebv"] == "BSD-3-Clause"
END
check "the bill of materials names the same files and sums, and their licences" python3 "$scratch/bill.py" "$one/broadloom-$version.spdx.json" "$one/broadloom-$version.tar.gz" "$version"
check "the release notes are the changelog's, and have the checksums" sh -c "sed -n 1p '$one/release-notes.md' | grep -qx '# Broadloom $version' && grep -qx '### Added' '$one/release-notes.md' &&
    sed -n 's/^    //p' '$one/release-notes.md' | grep -vxFf - '$one/SHA256SUMS' | { ! grep .; }"
check "the single file is of that version" sh -c "[ \$(grep -lF 'Broadloom $version' '$one/broadloom.c' '$one/broadloom.h' | wc -l) -eq 2 ]"

finish
