#!/bin/sh
# Writes a release into FOLDER, from the commit HEAD alone: packaging/dist.sh FOLDER. Any clone gives the same bytes. The single file is
# made inside the unpacked tarball, so it, too, depends on committed files only.
#
#   MAKE   the program make
#
# SPDX-License-Identifier: Apache-2.0
set -eu

mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(git show HEAD:include/broadloom.h | sed -n 's/^#define BL_VERSION "\(.*\)"/\1/p')
name=broadloom-$version
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
rm -f "$out"/broadloom* "$out"/release-notes.md "$out"/SHA256SUMS

# Times are the commit's. These settings of a user would change bytes.
git -c core.autocrlf=false -c core.attributesFile=/dev/null -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD >"$scratch/$name.tar"
tar -xf "$scratch/$name.tar" -C "$scratch"
${MAKE:-make} -s -C "$scratch/$name" vendor PROFILE=profiles/dropin.lua OUT="$scratch/single"
python3 "$scratch/$name/packaging/spdx.py" "$scratch/$name.tar" "$version" >"$out/$name.spdx.json"
gzip -9n <"$scratch/$name.tar" >"$out/$name.tar.gz"
cp "$scratch"/single/broadloom.c "$scratch"/single/broadloom.h "$out"
awk -v version="$version" -f packaging/notes.awk "$scratch/$name/CHANGELOG.md" >"$out/release-notes.md"
cd "$out"
sha256sum broadloom.c broadloom.h "$name.spdx.json" "$name.tar.gz" >SHA256SUMS
{
    printf '\n## SHA-256\n\n'
    sed 's/^/    /' SHA256SUMS
} >>release-notes.md
ls -l "$out" | awk 'NR > 1 { print $NF ": " $5 " bytes" }'
