#!/bin/sh
# `make shared`: the library for other languages. Runs the page's example, and tests the promises on the page.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

words="OPS=add,mean ISAS=scalar"
folder=build/generated/add+mean+scalar
library=$folder/libbroadloom.so
check "make shared" sh -c "make $words shared >'$scratch/log' 2>&1 && cat '$scratch/log' && ! grep -i warning '$scratch/log'"
check "its names are those of CMake's" [ "$(readlink $library) $(readlink $library.0.1)" = "libbroadloom.so.0.1.0 libbroadloom.so.0.1.0" ]
check "so is its soname" sh -c "readelf -d $library | grep -F 'soname: [libbroadloom.so.0.1]'"
check "it only exports the functions in the headers, plain names and sizes" tests/packaging/exports.sh $folder $library
check "made again, nothing is compiled" sh -c "make $words shared >'$scratch/log' && ! grep compiling '$scratch/log'"

# a program in C includes the same headers
cat >"$scratch/size.c" <<'END'
#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
#include <stdio.h>
int main(void)
{
    bl_plan plan;
    const size_t shape[] = {2};
    const bl_array a = {NULL, BL_F32, 1, shape, NULL};
    const bl_array *const inputs[] = {&a, &a};
    printf("%d %zu %zu %zu %zu %zu %zu %zu\n", (int)bl_plan_make(&plan, &bl_op_add, inputs, &a, NULL), sizeof(bl_plan), sizeof(bl_fold_step),
           sizeof(bl_call), sizeof(bl_call), sizeof(bl_onnx_node), sizeof(bl_openvino_node), sizeof(bl_array));
    return 0;
}
END
linked() {
    ${CC:-cc} -std=c99 -Iinclude -I$folder "$scratch/size.c" -L$folder -lbroadloom -Wl,-rpath,$PWD/$folder -o "$scratch/size" && "$scratch/size" >"$scratch/sizes" &&
        cat "$scratch/sizes" && ! grep -v '^0 ' "$scratch/sizes"
}
check "a program is linked with it, and runs" linked

if command -v python3 >/dev/null; then
    sed -n '/^```python/,/^```/p' docs/packaging.md | sed '/^```/d' >"$scratch/example.py"
    sizes() {
        python3 -c "import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
print(0, *(getattr(library, 'bl_' + name + '_size')() for name in 'plan fold_step onnx_call openvino_call onnx_node openvino_node'.split()))" $library >"$scratch/python_sizes"
        cat "$scratch/python_sizes" && [ -s "$scratch/sizes" ] || return
        sed 's/ [0-9]*$//' "$scratch/sizes" | diff - "$scratch/python_sizes"
    }
    check "the sizes that it returns are those of C" sizes
    check "the page's example of ctypes runs" sh -c "cd $folder/.. && mkdir -p '$scratch/build' && cp -P $PWD/$folder/libbroadloom.so* '$scratch/build' && cd '$scratch' &&
        python3 example.py >said && cat said && [ \"\$(cat said)\" = '[1.5, 2.5, 3.5, 11.5, 12.5, 13.5]' ]"
else
    skip "there is no python3"
fi

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    check "for Windows it is a DLL" make -s $words CC=x86_64-w64-mingw32-gcc shared
    check "with the same names" tests/packaging/exports.sh $folder $folder/libbroadloom.dll
    check "and a library to link with it" test -e $folder/libbroadloom.dll.a
else
    skip "there is no compiler for Windows"
fi

finish
