#!/bin/sh
# Debian's package builds with packaging/debian as debian/, lintian reports nothing, and a program links.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need dpkg-buildpackage dh lintian

source=$scratch/broadloom-$version
mkdir "$source"
git ls-files -z | grep -zv '^generated/' | xargs -0 cp --parents -t "$source"
cp -r "$woven" "$source/generated"
cp -r packaging/debian "$source/debian"

# inside SOURCE COMMAND...
inside() {
    (cd "$source" && "$@")
}
check "changelog and copyright have the form that they should" inside sh -c 'dpkg-parsechangelog >/dev/null && grep -q ^Format: debian/copyright'
check "the package is built" inside dpkg-buildpackage -us -uc -b
check "lintian has nothing to say" sh -c "lintian -EvIL +pedantic --fail-on error,warning,info,pedantic,experimental '$scratch'/*.changes"
package=$(echo "$scratch"/libbroadloom-dev_*.deb)
check "its version is the library's" test "$(dpkg-deb -f "$package" Version | sed 's/-[^-]*$//')" = "$version"
check "it is unpacked" dpkg-deb -x "$package" "$scratch/root"
linked() {
    export PKG_CONFIG_SYSROOT_DIR="$scratch/root" PKG_CONFIG_LIBDIR="$(echo "$scratch"/root/usr/lib/*/pkgconfig)"
    $CC $consumer/main.c $(pkg-config --cflags --libs broadloom) -o "$scratch/consumer" && consumes "$scratch/consumer"
}
check "a program links by its pkg-config file" linked

finish
