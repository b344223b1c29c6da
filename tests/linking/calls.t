#!/bin/sh
# According to the compiler's call graph, no function calls itself, directly or indirectly: in a vendored file with
# all operators in plain C, the full runtime and both front ends, and in one with the compact runtime.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# calls NAME OPTIONS...: writes NAME.calls, a caller and a callee in each line
calls() {
    name=$1
    shift
    "$generator" --isas scalar --form single "$@" --vendor "$scratch/$name" >"$scratch/log" || { cat "$scratch/log"; return 1; }
    gcc -std=c99 -O0 -fcallgraph-info -I"$scratch/$name" -c "$scratch/$name/broadloom.c" -o "$scratch/$name.o" &&
        sed -n 's/^edge: { sourcename: "\([^"]*\)" targetname: "\([^"]*\)".*/\1 \2/p' "$scratch/$name.ci" | grep -v __indirect_call >"$scratch/$name.calls"
}
# in_no_circle NAME LEAST: there are at least LEAST calls, and none is recursive
in_no_circle() {
    [ "$(wc -l <"$scratch/$1.calls")" -ge "$2" ] || { wc -l "$scratch/$1.calls"; return 1; }
    awk '$1 == $2 { print $1 " calls itself"; bad = 1 } END { exit bad }' "$scratch/$1.calls" && tsort "$scratch/$1.calls" 2>&1 >"$scratch/sorted"
}

if ! echo 'int x;' | gcc -fcallgraph-info -x c -c - -o "$scratch/x.o" 2>/dev/null; then
    skip "graph of calls: this gcc does not print it"
    finish
fi
check "all operators are compiled" calls all --runtime full
check "no call leads back" in_no_circle all 1000
check "a few, with the compact runtime, are compiled" calls compact --runtime compact --ops add,pow,div --selftest yes
check "no call leads back" in_no_circle compact 100

# the test can fail
printf 'int f(int n);\nint g(int n) { return n ? f(n - 1) : 0; }\nint f(int n) { return n ? g(n - 1) : 1; }\n' >"$scratch/circle.c"
gcc -O0 -fcallgraph-info -c "$scratch/circle.c" -o "$scratch/circle.o"
sed -n 's/^edge: { sourcename: "\([^"]*\)" targetname: "\([^"]*\)".*/\1 \2/p' "$scratch/circle.ci" >"$scratch/circle.calls"
check "one that does is reported" eval '! in_no_circle circle 2'

finish
