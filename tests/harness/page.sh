#!/bin/sh
# Replaces the text in a page between the marks <!-- NAME --> and <!-- end of NAME --> by a command's output:
#
#   tests/harness/page.sh NAME FROM TO COMMAND...    FROM may be TO
#
# SPDX-License-Identifier: Apache-2.0
set -eu

name=$1 from=$2 to=$3
shift 3
table=$("$@")
{
    sed "/<!-- $name -->/q" "$from"
    printf '\n%s\n\n' "$table"
    sed -n "/<!-- end of $name -->/,\$p" "$from"
} >"$to.new"
cmp -s "$to.new" "$to" || cp "$to.new" "$to"
rm "$to.new"
