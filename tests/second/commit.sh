#!/bin/sh
# The commit that is checked out, with a + where what the exhaustive runs compare was edited since.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

commit=$(git rev-parse --short=8 HEAD 2>/dev/null) || {
    echo unknown
    exit 0
}
[ -z "$(git status --porcelain -- gen generated include src tests/oracle ':(glob)tests/second/*.[ch]')" ] || commit=$commit+
echo "$commit"
