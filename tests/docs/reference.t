#!/bin/sh
# `make docs`: Doxygen reads include/ without a warning, and the reference has every function.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

declared() {
    sed -n 's/^BL_API [^(]*[ *]\(bl_[a-z_0-9]*\)(.*/\1/p' include/*.h
}
has_all() { # bl_contiguous_values is private, and of the compact runtime
    for name in $(declared | grep -vx bl_contiguous_values); do
        grep -qw "$name" build/docs/html/*_8h.html || { echo "$name is missing"; return 1; }
    done
}

if ! command -v doxygen >/dev/null; then
    skip "the reference: there is no doxygen"
else
    check "Doxygen has no warnings" make -s docs
    check "include/ declares functions" test "$(declared | wc -l)" -gt 60
    check "the reference has each of them" has_all
fi

finish
