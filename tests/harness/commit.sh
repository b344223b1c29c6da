#!/bin/sh
# The commit that is checked out, with a + if any of these paths was edited since: tests/harness/commit.sh PATH...
#
# SPDX-License-Identifier: Apache-2.0
set -eu

commit=$(git rev-parse --short=8 HEAD 2>/dev/null) || {
    echo unknown
    exit 0
}
[ -z "$(git status --porcelain -- "$@")" ] || commit=$commit+
echo "$commit"
