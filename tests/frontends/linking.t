#!/bin/sh
# The functions that a program links if it calls one operator of one specification; and the front ends' headers in C and C++.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

CC=${CC:-cc}
library=${LIBRARY:-build/libbroadloom.a}
includes='-Iinclude -Igenerated'
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# program NAME INCLUDE EXPRESSION: links a program that returns the expression, and lists its symbols
program() {
    printf '#include "%s"\nint main(void)\n{\n    return %s;\n}\n' "$2" "$3" >"$scratch/$1.c"
    check "a program that calls $1 links" $CC $includes "$scratch/$1.c" "$library" -o "$scratch/$1"
    nm "$scratch/$1" | sed -n 's/.* [TtRrDdBb] \(bl_.*\)/\1/p' >"$scratch/$1.symbols"
}

# takes NAME PATTERN, and leaves NAME PATTERN: the program has, or lacks, such a symbol
takes() { check "$1 takes $2" grep -Eq "$2" "$scratch/$1.symbols"; }
leaves() { check "$1 leaves $2" sh -c "! grep -E '$2' '$scratch/$1.symbols'"; }

program onnx_div broadloom_onnx.h 'bl_onnx_version_at(&bl_onnx_div, 14) == NULL || bl_onnx_run(NULL, 0, NULL, NULL, NULL, NULL) != BL_NULL_POINTER'
check "and runs" "$scratch/onnx_div"
takes onnx_div '^bl_op_div$'
leaves onnx_div 'openvino'
leaves onnx_div '^bl_onnx_(add|sub|mul|neg|less|where|all|explain|dtype.*)$'
leaves onnx_div '^bl_(op_|table_)?(add|sub|mul|floor_div|negative|less|select)(_|$)'

program openvino_divide broadloom_openvino.h 'bl_openvino_version_of(&bl_openvino_divide, 1) == NULL || bl_openvino_run(NULL, 0, NULL, NULL, NULL) != BL_NULL_POINTER'
check "and runs" "$scratch/openvino_divide"
takes openvino_divide '^bl_op_div$'
takes openvino_divide '^bl_op_floor_div$'
leaves openvino_divide 'onnx'
leaves openvino_divide '^bl_openvino_(add|subtract|multiply|negative|less|select|all|explain|set|dtype.*)$'
leaves openvino_divide '^bl_(op_|table_)?(add|sub|mul|negative|less|select)(_|$)'

program onnx_op_by_name broadloom_onnx.h 'bl_onnx_op_by_name("Mul") != &bl_onnx_mul'
check "and runs" "$scratch/onnx_op_by_name"
takes onnx_op_by_name '^bl_onnx_where$'
leaves onnx_op_by_name 'openvino'

for header in broadloom_node.h broadloom_onnx.h broadloom_openvino.h broadloom_onnx_ops.h broadloom_openvino_ops.h; do
    printf '#include "%s"\nint main(void) { return 0; }\n' "$header" >"$scratch/header.c"
    check "$header by itself as C99" $CC -std=c99 $warnings $includes -fsyntax-only "$scratch/header.c"
    check "$header by itself as C++11" g++ -x c++ -std=c++11 $warnings $includes -fsyntax-only "$scratch/header.c"
done
for file in generated/frontends/*.c; do
    g++ -x c++ -std=c++11 $warnings $includes -fsyntax-only "$file" || echo "$file"
done >"$scratch/frontends" 2>&1
check "the rows as C++11" sh -c "! grep . '$scratch/frontends'"

finish
