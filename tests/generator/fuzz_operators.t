#!/bin/sh
# Random private operators: fuzz_operators.t [SEED…], from the project's folder. A seed is a number, or 1..300; random_ops.lua makes its
# file. From 301 on, operators have functions and pieces. The generator must accept each file, the code must compile without a warning
# with gcc, clang and (as C++) g++, and the kernels must agree with the oracle in the kernels' test. Each seed's broken file must be
# accepted, or refused with file, line and a message. Without seeds, it tries six.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

warnings='-Wall -Wextra -Werror -Wno-tautological-compare' # an expression may compare a value with itself
case $(uname -m) in
x86_64) compiled=scalar,sse2,avx2,avx512 run="scalar sse2" ;;
aarch64) compiled=scalar,neon run="scalar neon" ;;
*) compiled=scalar run=scalar ;;
esac
[ $# -eq 0 ] || [ "$compiled" != scalar,sse2,avx2,avx512 ] || run="scalar sse2 avx2 avx512"
[ $# -gt 0 ] || set -- 1 4 6 9 12 17
for word in "$@"; do
    case $word in *..*) seeds="${seeds-} $(seq "${word%..*}" "${word#*..}")" ;; *) seeds="${seeds-} $word" ;; esac
done

generated() { # FILE
    "$generator" --ops-from "$1" --ops "$1" --isas $compiled --form single --detect yes --vendor "$scratch/vendored"
}
# A broken file may lack an operator. If it is accepted, it is generated like the others.
refused_well() { # SEED
    lua5.4 tests/generator/random_ops.lua "$1" broken >"$scratch/broken.lua" || return
    generated "$scratch/broken.lua" >"$scratch/message" 2>&1 && return
    cat "$scratch/message"
    grep -qE "^broadloom: ($scratch|\.\.\.[^:]*)/broken.lua:[0-9]+: ." "$scratch/message" && ! grep -qE 'gen/|stack traceback' "$scratch/message" &&
        [ "$(grep -c . "$scratch/message")" -eq 1 ]
}
compiles() { # FILE
    generated "$1" || return
    source=$scratch/vendored/broadloom.c
    gcc -std=c99 $warnings -O1 -c "$source" -o "$scratch/vendored.o" && clang -std=c99 $warnings -fsyntax-only "$source" &&
        g++ -x c++ -std=c++17 $warnings -fsyntax-only "$source"
}
# The file name is always the same, so that the tests of words are compiled once.
compares() {
    make -s BUNDLED=1 CFLAGS=-O1 ISAS="$run" OPS_FROM="$scratch/fuzz.lua" OUT=build/fuzz build/fuzz/kernels || return
    for isa in $run; do
        build/fuzz/kernels $isa:available >/dev/null || continue
        build/fuzz/kernels $isa:quick:kernels:expressions >"$scratch/tap" || { grep '^not ok' "$scratch/tap"; return 1; }
    done
}
batch() { # SEED…
    : >"$scratch/fuzz.lua"
    for seed in "$@"; do
        check "the broken file of seed $seed is refused by file and line, or it is none" refused_well "$seed"
        lua5.4 tests/generator/random_ops.lua "$seed" >"$scratch/$seed.lua"
        cat "$scratch/$seed.lua" >>"$scratch/fuzz.lua"
    done
    compiles "$scratch/fuzz.lua" >/dev/null 2>&1 || {
        for seed in "$@"; do check "seed $seed compiles" compiles "$scratch/$seed.lua"; done
    }
    check "seeds $* compile" compiles "$scratch/fuzz.lua"
    check "and give the oracle's results" compares
}

set -- $seeds
while [ $# -gt 0 ]; do
    now='' left=10
    while [ $# -gt 0 ] && [ $left -gt 0 ]; do
        now="$now $1" left=$((left - 1))
        shift
    done
    batch $now
done
rm -rf build/fuzz build/generated/fuzz.lua+* build/woven-fuzz.lua+*
finish
