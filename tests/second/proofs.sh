#!/bin/sh
# Puts into docs/proofs.md what has run: tests/second/proofs.sh EXHAUSTIVE BLOCKS PAGE. What stands between the page's two marks is
# what the program says of the blocks' file.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

table=$("$1" table "$2")
{
    sed '/<!-- what has run -->/q' docs/proofs.md
    printf '\n%s\n\n' "$table"
    sed -n '/<!-- end of what has run -->/,$p' docs/proofs.md
} >"$3.new"
cmp -s "$3.new" "$3" || cp "$3.new" "$3"
rm "$3.new"
