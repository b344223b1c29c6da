#!/bin/sh
# onnx_node from outside: a node-test folder, a model of several nodes, and bad files, each of which gets one message
# and leaves nothing behind. The files are written by tests/onnx/onnx_files.c.
#
# ONNX_NODE and ONNX_FILES are the programs; build/onnx_node and build/onnx_files where they are unset.
#
# SPDX-License-Identifier: Apache-2.0

. tests/harness/lib.sh
unset BROADLOOM_ISA
program=${ONNX_NODE:-build/onnx_node}
files=$scratch/files
made=$scratch/made
mkdir -p "$files/good/test_data_set_0" "$files/chain/test_data_set_0" "$made"
"${ONNX_FILES:-build/onnx_files}" --write "$files" || exit 1
input=$files/good/test_data_set_0/input_0.pb

# prints PATTERN COMMAND...: it succeeds and prints lines of which one matches
prints() {
    pattern=$1
    shift
    "$@" >"$scratch/stdout" || return 1
    cat "$scratch/stdout"
    grep -Eq "$pattern" "$scratch/stdout"
}

# refuses ARGUMENT...: exit status 1, one line that names the program, nothing in the output folder
refuses() {
    "$program" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    cat "$scratch/stderr"
    [ "$status" -eq 1 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -q '^onnx_node: ' "$scratch/stderr" &&
        [ -z "$(ls -A "$made")" ]
}

# gives_usage ARGUMENT...: exit status 2
gives_usage() {
    "$program" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    cat "$scratch/stderr"
    [ "$status" -eq 2 ] && grep -q '^usage: ' "$scratch/stderr"
}

check "a node-test folder passes" prints 'test_data_set_0: 1 output as expected' "$program" "$files/good"
check "each node's plan is printed" prints '^Mul-13 float \[2,3\] \[3\] -> \[2,3\]: v' "$program" "$files/good"
check "on the instruction set that is asked for" prints '^Add-13 .*: v., scalar, ' "$program" --isa scalar "$files/good"
check "BROADLOOM_ISA is honoured" prints '^Add-13 .*: v., scalar, ' env BROADLOOM_ISA=scalar "$program" "$files/good"
check "a chain of nodes of all kinds passes" prints 'test_data_set_0: 3 outputs as expected' "$program" "$files/chain"
check "its nodes are printed: variadic ones" prints '^Max-13 float \[2,3\] \[\] \[3\] -> \[2,3\]: fold of 3' "$program" "$files/chain"
check "those with an absent input" prints '^Clip-13 float \[2,3\] - \[\] -> \[2,3\]: ' "$program" "$files/chain"
check "those of several types" prints '^Where-9 bool \[2,3\] float \[2,3\] \[2,3\] -> \[2,3\]: ' "$program" "$files/chain"
check "a model's operators are listed" prints '^Constant known$' "$program" --operators "$files/good/model.onnx"
check "also one that is not here" prints '^MatMul unknown$' "$program" --operators "$files/model_unknown_operator.onnx"

for model in "$files"/model_*.onnx; do
    check "$(basename "$model") is refused" refuses -o "$made" "$model" "$input"
done
for tensor in "$files"/tensor_*.pb; do
    check "$(basename "$tensor") is refused" refuses -o "$made" "$files/good/model.onnx" "$tensor"
done
check "a tensor is no model" refuses -o "$made" "$input" "$input"
check "a model is no tensor" refuses -o "$made" "$files/good/model.onnx" "$files/good/model.onnx"
check "a missing input is missed" refuses -o "$made" "$files/good/model.onnx"
check "a file that is not there" refuses -o "$made" "$files/none.onnx" "$input"
check "a folder as an input" refuses -o "$made" "$files/good/model.onnx" "$files"
check "a folder without data" refuses "$made"
check "an output folder that is not there" refuses -o "$made/none" "$files/good/model.onnx" "$input"

check "a model runs" "$program" -o "$made" "$files/good/model.onnx" "$input"
cp "$made/output_0.pb" "$scratch/written"
check "and writes the output that is expected" cmp "$scratch/written" "$files/good/test_data_set_0/output_0.pb"
rm -f "$made"/*
check "a model of three outputs runs" "$program" -o "$made" "$files/chain/model.onnx" "$input"
check "and writes all of them" cmp "$made/output_2.pb" "$files/chain/test_data_set_0/output_2.pb"
rm -f "$made"/*
mkdir "$made/output_1.pb"
check "where one cannot be written" fails_saying 'output_1.pb: cannot be written: Is a directory' "$program" -o "$made" "$files/chain/model.onnx" "$input"
check "neither are the others" test "$(ls -A "$made")" = output_1.pb
rmdir "$made/output_1.pb"
mkdir "$made/output_0.pb"
check "a folder in the way of an output" fails_saying 'output_0.pb: cannot be written: Is a directory' "$program" -o "$made" "$files/good/model.onnx" "$input"
check "nothing else is there then" test "$(ls -A "$made")" = output_0.pb
rmdir "$made/output_0.pb"
cp "$input" "$files/good/test_data_set_0/output_0.pb"
check "an output that is not the expected one is told" refuses "$files/good"
rm "$files/good/test_data_set_0/output_0.pb"
check "an output that is expected and missing is told" refuses "$files/good"

check "no argument" gives_usage
check "an unknown option" gives_usage --frobnicate "$files/good"
check "an option without its value" gives_usage --isa
check "an unknown instruction set" gives_usage --isa mmx "$files/good"
finish
