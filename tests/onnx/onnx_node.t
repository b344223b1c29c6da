#!/bin/sh
# onnx_node as a program: a node-test folder, a model with several nodes, and invalid files: each gives one message and leaves no file.
# tests/onnx/write.c writes the files.
#
# ONNX_NODE and ONNX_FILES are the programs; the default is build/onnx_node and build/onnx_files.
#
# SPDX-License-Identifier: Apache-2.0

. tests/harness/lib.sh
unset BROADLOOM_ISA
program=${ONNX_NODE:-build/onnx_node}
files=$scratch/files
made=$scratch/made
mkdir -p "$files/good/test_data_set_0" "$files/chain/test_data_set_0" "$files/negatives/test_data_set_0" "$made"
"${ONNX_FILES:-build/onnx_files}" --write "$files" || exit 1
input=$files/good/test_data_set_0/input_0.pb

# prints PATTERN COMMAND...: it succeeds and prints a line that matches
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

# fails_to_print PATTERN COMMAND...: it succeeds, and no line matches
fails_to_print() {
    pattern=$1
    shift
    "$@" >"$scratch/stdout" || return 1
    ! grep -E "$pattern" "$scratch/stdout"
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
check "on the requested instruction set" prints '^Add-13 .*: v., scalar, ' "$program" --isa scalar "$files/good"
check "BROADLOOM_ISA is honoured" prints '^Add-13 .*: v., scalar, ' env BROADLOOM_ISA=scalar "$program" "$files/good"
check "a chain of nodes of all kinds passes" prints 'test_data_set_0: 3 outputs as expected' "$program" "$files/chain"
check "its nodes are printed: variadic ones" prints '^Max-13 float \[2,3\] \[\] \[3\] -> \[2,3\]: fold of 3' "$program" "$files/chain"
check "those with an absent input" prints '^Clip-13 float \[2,3\] - \[\] -> \[2,3\]: ' "$program" "$files/chain"
check "those of several types" prints '^Where-9 bool \[2,3\] float \[2,3\] \[2,3\] -> \[2,3\]: ' "$program" "$files/chain"
check "a model's operators are listed" prints '^Constant known$' "$program" --operators "$files/good/model.onnx"
check "also one that is not here" prints '^MatMul unknown$' "$program" --operators "$files/model_unknown_operator.onnx"
check "not one without a name" fails_to_print Add "$program" --operators "$files/model_no_operator.onnx"
check "nor those of a model without a graph" refuses --operators "$files/model_no_graph.onnx"
check "one NaN is as good as another" prints 'test_data_set_0: 10 outputs as expected' "$program" "$files/negatives"
check "a model runs without writing" prints 'output y: float \[2,3\]$' "$program" "$files/good/model.onnx" "$input"

# folder_of LENGTH FOLDER: gives the folder a name of that length
folder_of() {
    perl -e '$_ = $ARGV[1]; $_ .= "/." while length($_) + 2 <= $ARGV[0]; $_ .= "/" while length($_) < $ARGV[0]; print' "$1" "$2"
}
# says PATTERN COMMAND...: the command fails with one line, which matches the pattern
says() {
    pattern=$1
    shift
    refuses "$@" && grep -Eq "$pattern" "$scratch/stderr"
}
check "a folder with a name as long as allowed" prints 'as expected' "$program" "$(folder_of 4060 "$files/good")"
check "for all but the inputs" says 'the path is too long' "$(folder_of 4075 "$files/good")"
check "for only the model" says 'the path is too long' "$(folder_of 4082 "$files/good")"
check "for none" says 'the path is too long' "$(folder_of 4090 "$files/good")"
check "for no output" says 'the path is too long' -o "$(folder_of 4090 "$made")" "$files/good/model.onnx" "$input"

for model in "$files"/model_*.onnx; do
    check "$(basename "$model") is refused" refuses -o "$made" "$model" "$input"
done
for tensor in "$files"/tensor_*.pb; do
    check "$(basename "$tensor") is refused" refuses -o "$made" "$files/good/model.onnx" "$tensor"
done
check "a tensor is no model" refuses -o "$made" "$input" "$input"
check "a model is no tensor" refuses -o "$made" "$files/good/model.onnx" "$files/good/model.onnx"
check "a missing input is missed" refuses -o "$made" "$files/good/model.onnx"
check "a file that does not exist" refuses -o "$made" "$files/none.onnx" "$input"
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
check "there are no other files then" test "$(ls -A "$made")" = output_0.pb
rmdir "$made/output_0.pb"
cp "$input" "$files/good/test_data_set_0/output_0.pb"
check "an unexpected output is reported" refuses "$files/good"
rm "$files/good/test_data_set_0/output_0.pb"
cp "$files/other_shape.pb" "$files/good/test_data_set_0/output_0.pb"
check "of another shape" says 'expected shape' "$files/good"
rm "$files/good/test_data_set_0/output_0.pb"
cp "$files/near.pb" "$files/good/test_data_set_0/output_0.pb"
check "of numbers next but one" says 'element 1 has the bits 0xc0400000 instead of 0xc03ffffe' "$files/good"
check "which are as far as is allowed" prints '1 output as expected' "$program" --ulps 2 "$files/good"
check "or farther" says 'element 1 has the bits' --ulps 1 "$files/good"
rm "$files/good/test_data_set_0/output_0.pb"
check "a missing output is reported" refuses "$files/good"
with_other() { # NUMBER COMMAND...: runs the command with a wrong expected value for that output
    expected=$files/negatives/test_data_set_0/output_$1.pb
    cp "$files/other_$1.pb" "$expected"
    shift
    "$@"
    result=$?
    cp "$scratch/right.pb" "$expected"
    return $result
}
for number in 0 1 2 3 4 5 6 7 8 9; do
    cp "$files/negatives/test_data_set_0/output_$number.pb" "$scratch/right.pb"
    check "another number is reported, in output $number" with_other $number says "output $number: element 0 has the bits" "$files/negatives"
    if [ $number -lt 7 ]; then
        check "and is never near" with_other $number says "output $number: element 0 has the bits" --ulps 999999999 "$files/negatives"
    else
        check "and is near by two" with_other $number prints '10 outputs as expected' "$program" --ulps 2 "$files/negatives"
        check "not by one" with_other $number says "output $number: element 0 has the bits" --ulps 1 "$files/negatives"
    fi
done
cp "$files/other_rank.pb" "$files/negatives/test_data_set_0/output_0.pb"
check "of another rank" says 'expected shape' "$files/negatives"
mkdir -p "$scratch/many/test_data_set_0"
cp "$files/good/model.onnx" "$scratch/many"
perl -e 'symlink "$ARGV[0]", "$ARGV[1]/test_data_set_0/input_$_.pb" for 0 .. 1000' "$input" "$scratch/many"
check "of a thousand and one inputs a thousand are read" says 'takes 1 inputs and 1000 are given' "$scratch/many"

# without_room COMMAND...: files are limited to 32 KiB
without_room() (
    trap '' XFSZ
    ulimit -f 64
    "$program" "$@" 2>"$scratch/stderr" | cat
    grep -q 'cannot be written: File too large' "$scratch/stderr" && [ -z "$(ls -A "$made")" ]
)
check "a disk that is full" without_room -o "$made" "$files/large.onnx"
check "where there is room" "$program" -o "$made" "$files/large.onnx"
check "the output is whole" [ "$(wc -c <"$made/output_0.pb")" -gt 160000 ]
rm -f "$made"/*

check "no argument" gives_usage
check "an unknown option" gives_usage --frobnicate "$files/good"
check "an option without its value" gives_usage --isa
check "a count that is none" gives_usage --ulps much "$files/good"
check "or is more than that" gives_usage --ulps 1x "$files/good"
check "or has too many digits" gives_usage --ulps 1000000000 "$files/good"
check "a count where nothing is expected" gives_usage --ulps 1 "$files/good/model.onnx" "$input"
check "an unknown instruction set" gives_usage --isa mmx "$files/good"
check "and in the environment" env BROADLOOM_ISA=mmx sh -c '"$1" "$2" 2>&1 | grep -q "^onnx_node: BROADLOOM_ISA: "' sh "$program" "$files/good"
one_is_not_here() { # no processor has both
    gives_usage --isa sse2 "$files/good" || gives_usage --isa neon "$files/good"
}
check "one that the processor lacks" one_is_not_here
check "a folder and a file" gives_usage "$files/good" "$input"
check "a folder, with another for outputs" gives_usage -o "$made" "$files/good"
check "a thousand and one files" gives_usage $(seq 1001)
check "a dash is a file's name" says '^onnx_node: -: No such file' -
finish
