#!/bin/sh
# The tests of Meson and REUSE again, with the newest version of each.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need_pypi meson reuse

check "another Meson" sh -c "[ '$(meson --version)' != '$(PATH=/usr/bin meson --version 2>/dev/null)' ]"
check "$(meson --version): tests/packaging/meson.t" sh tests/packaging/meson.t
check "$(reuse --version | head -1): tests/packaging/reuse.t" sh tests/packaging/reuse.t

finish
