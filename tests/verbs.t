#!/bin/sh
# The verbs that no other test runs: each once, briefly, and what they say when they cannot. By itself, after the other
# scripts: it builds where they do.
#
# SPDX-License-Identifier: Apache-2.0
. tests/lib.sh

verb() {
    make --no-print-directory "$@"
}
# fails with make's status, and says PATTERN
verb_fails() {
    said=$1
    shift
    fails_saying "$said" make --no-print-directory "$@"
}

check "make threads" verb threads

if echo '#include <benchmark/benchmark.h>' | g++ -E -x c++ - >/dev/null 2>&1; then
    check "make bench" verb bench QUICK=1 INSTALL=no FILTER='^same/add f32 \[16\]$'
    check "its report" grep -q '^| add f32 \[16\] ' build/bench/report/README.md
    check "make bench, of no case" verb_fails 'no case matches' bench QUICK=1 INSTALL=no FILTER='^nothing$'
else
    skip "make bench: Google Benchmark (libbenchmark-dev) is missing"
fi

if command -v valgrind >/dev/null; then
    check "make bench-instructions CHECK=1" verb bench-instructions CHECK=1
else
    skip "make bench-instructions: valgrind is missing"
fi

if [ -d /usr/share/libonnx-testdata ]; then
    check "make check-onnx" verb check-onnx
else
    skip "make check-onnx: Debian's libonnx-testdata is missing"
fi

check "make check-vocabulary ISA=scalar" verb check-vocabulary ISA=scalar
check "make check-vocabulary without ISA" verb_fails 'say ISA=, one of scalar' check-vocabulary
check "make check-vocabulary of an unknown one" verb_fails 'say ISA=, one of scalar' check-vocabulary ISA=none
if [ "$(uname -m)" != aarch64 ] && command -v aarch64-linux-gnu-gcc >/dev/null; then
    check "make check-vocabulary ends with its tests' status" verb_fails 'Error' \
        check-vocabulary ISA=neon RUN_neon=false
else
    skip "a failing make check-vocabulary: no instruction set is emulated here"
fi

finish
