#!/bin/sh
# Checks that a shared library exports exactly the functions in the public headers, the plain names of those whose
# names contain a plan's size, and the functions that return sizes: tests/packaging/exports.sh GENERATED LIBRARY
#
# SPDX-License-Identifier: Apache-2.0
set -eu

woven=$1 library=$2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
for header in $(grep '^include/' "$woven/runtime.txt") "$woven"/broadloom_*.h; do
    echo "#include \"${header##*/}\""
done | ${CC:-cc} -E -P -Iinclude -I"$woven" -x c - | perl -0777 -ne '
    s/\bstatic inline\b[^;{}]*(\{(?:[^{}]++|(?1))*\})//g; # an inline function is not a symbol
    1 while s/\{[^{}]*\}//g;
    for (split /;/) {
        s/\s+/ /g;
        next if /^ ?typedef/;
        print "$1\n" if /\b(bl_\w+) ?\([^()]*\) ?$/ || /^ ?extern .*?\b(bl_\w+) ?(\[[^]]*\])? ?$/;
    }' >"$scratch/names"
{
    cat "$scratch/names"
    sed -n 's/_rank_[0-9]*_arity_[0-9]*\(_compact\)\{0,1\}$//p' "$scratch/names"
    echo bl_plan_size
    ! grep -q '^bl_run_fold' "$scratch/names" || echo bl_fold_step_size
    sed -n 's/^\(bl_[a-z]*\)_infer_shape$/\1_node_size \1_call_size/p' "$scratch/names" | tr ' ' '\n'
} | LC_ALL=C sort >"$scratch/declared"
[ "$(wc -l <"$scratch/declared")" -gt 20 ]
case $library in
*.dll) x86_64-w64-mingw32-objdump -p "$library" | sed -n '/Ordinal.*Name Pointer/,$s/^\t\[.*\] \(.*\)/\1/p' ;;
*) nm -D --defined-only "$library" | sed 's/.* //; s/@.*//' ;;
esac | LC_ALL=C sort >"$scratch/shown"
diff "$scratch/declared" "$scratch/shown"
