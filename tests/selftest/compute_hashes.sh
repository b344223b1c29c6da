#!/bin/sh
# Vendors with a self-test that lacks some stored hashes: compute_hashes.sh FOLDER GENERATOR OPTION…. It generates
# only the tables without a hash, computes the hashes of their results with the tests' oracle, and generates the
# folder with these hashes. It runs no kernels.
#
# HOST_CC   the compiler for programs that run here
#
# SPDX-License-Identifier: Apache-2.0
set -eu

folder=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
said=$("$@" --lacking "$scratch" --vendor "$folder")
if [ ! -e "$scratch/expressions.c" ]; then
    echo "$said"
else
    echo "computing the self-test's hashes; tables without a stored hash: $(grep -c '^    {&bl_table_' "$scratch/expressions.c")" >&2
    ${HOST_CC:-cc} -std=c99 -O1 -D_GNU_SOURCE -ffp-contract=off -Iinclude -I"$scratch" -Itests \
        tests/selftest/hashes.c tests/kernels/reference.c tests/kernels/sets.c tests/kernels/memory.c tests/kernels/text.c \
        tests/oracle/oracle.c tests/oracle/conversions.c tests/oracle/numbers.c tests/oracle/functions.c tests/oracle/doubles.c tests/oracle/ops.c \
        "$scratch"/*.c "$scratch"/*/*.c $(grep '\.c$' "$scratch/runtime.txt") -o "$scratch/compute"
    "$scratch/compute" >"$scratch/hashes.lua"
    "$@" --computed "$scratch/hashes.lua" --vendor "$folder"
fi
