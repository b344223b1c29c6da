#!/bin/sh
# CMake: the library installed and found, as a subfolder of a project, and fetched; static and shared.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need cmake

# configured FOLDER SOURCE OPTIONS...
configured() {
    folder=$scratch/$1 source=$2
    shift 2
    cmake -S "$source" -B "$folder" -DCMAKE_C_FLAGS="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror" --warn-uninitialized -Werror=dev "$@"
}
# built FOLDER SOURCE OPTIONS...
built() {
    configured "$@" && cmake --build "$folder"
}
# consumer_built FOLDER OPTIONS...: and run
consumer_built() {
    name=$1
    shift
    built "$name" $consumer "$@" && consumes "$folder/consumer"
}
# alone FOLDER: the consumer's install contains only its own files
alone() {
    cmake --install "$scratch/$1" --prefix "$scratch/$1-installed" && [ "$(find "$scratch/$1-installed" -type f | sed 's|.*/||')" = consumer ]
}
with=-DBROADLOOM_GENERATED=$woven

check "the library is built without a warning" built static . $with
check "and installed" cmake --install "$scratch/static" --prefix "$scratch/first"
check "find_package, with version 0.1" consumer_built package -DBY=package -DWANTED=0.1 -DCMAKE_PREFIX_PATH="$scratch/first"
mv "$scratch/first" "$scratch/moved"
check "of a folder that was moved" consumer_built moved -DBY=package -DWANTED= -DCMAKE_PREFIX_PATH="$scratch/moved"
for wanted in 0.2 1.0; do
    check "which is refused for version $wanted" fails_saying 'version' configured refused $consumer -DBY=package -DWANTED=$wanted -DCMAKE_PREFIX_PATH="$scratch/moved"
done
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH="$scratch/moved/lib/pkgconfig"
    check "pkg-config takes its file" pkg-config --validate broadloom
    check "and a program links by that" sh -c "$CC $consumer/main.c \$(pkg-config --cflags --libs broadloom) -o '$scratch/by_pc'"
    check "and runs" consumes "$scratch/by_pc"
else
    skip "there is no pkg-config"
fi

check "add_subdirectory" consumer_built subdirectory -DBY=subdirectory -DBROADLOOM="$tree" $with -DCMAKE_UNITY_BUILD=ON
check "installs no files of the library" alone subdirectory

# the fetched repository has a committed generated/ with few operators
mkdir "$scratch/repository"
cp -r CMakeLists.txt include src packaging "$scratch/repository"
cp -r "$woven" "$scratch/repository/generated"
committed() {
    cd "$scratch/repository" && git init -q && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm test
}
check "a repository" committed
cd "$tree" || exit
check "FetchContent" consumer_built fetch -DBY=fetch -DBROADLOOM="$scratch/repository" -DTAG=HEAD
check "installs no files of the library" alone fetch

check "a shared library" built shared . $with -DBUILD_SHARED_LIBS=ON
check "installed" cmake --install "$scratch/shared" --prefix "$scratch/so"
check "and found" consumer_built linked -DBY=package -DWANTED= -DCMAKE_PREFIX_PATH="$scratch/so"
check "it exports only the functions in the headers" tests/packaging/exports.sh "$woven" "$scratch"/so/lib*/libbroadloom.so
check "a compact library is generated" "$generator" --runtime compact --ops add,mul --dtypes f32,i8 --isas scalar --out "$scratch/compact"
check "built shared" built compact_shared . -DBROADLOOM_GENERATED="$scratch/compact" -DBUILD_SHARED_LIBS=ON
check "it exports only the functions in its headers" tests/packaging/exports.sh "$scratch/compact" "$scratch/compact_shared/libbroadloom.so"

# flags_of NAME SOURCE OPTIONS...: the options -g and -O... with which kernels are compiled
flags_of() {
    name=$1 source=$2
    shift 2
    cmake -S "$source" -B "$scratch/$name" $with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" >"$scratch/$name.log" 2>&1 || return
    sed -n 's/^ *"command": *"\(.*\) -c [^ ]*add[^ ]*.c".*/\1/p' "$scratch/$name/compile_commands.json" | tr ' ' '\n' | grep -E '^-(g|O.*)$' | sort -u |
        tr '\n' ' '
}
subproject="$consumer -DBY=subdirectory -DBROADLOOM=$tree"
check "without a build type kernels are compiled with -O2, and without -g" [ "$(flags_of typeless .)" = "-O2 " ]
check "a user's flags are accepted" [ "$(flags_of own . -DCMAKE_C_FLAGS=-Os)" = "-Os " ]
check "and a build type" [ "$(flags_of debug . -DCMAKE_BUILD_TYPE=Debug) $(flags_of release . -DCMAKE_BUILD_TYPE=Release)" = "-g  -O3 " ]
check "in a project's Debug build kernels are optimised, too" [ "$(flags_of sub_debug $subproject -DCMAKE_BUILD_TYPE=Debug)" = "-O2 -g " ]
check "unless BROADLOOM_OPTIMIZE=OFF" [ "$(flags_of sub_plain $subproject -DCMAKE_BUILD_TYPE=Debug -DBROADLOOM_OPTIMIZE=OFF)" = "-g " ]
check "or where the project optimises" [ "$(flags_of sub_own $subproject -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1)" = "-O1 " ]

# some operators of the committed kernels, without Lua or make
check "BROADLOOM_OPS" built ops . -DBROADLOOM_OPS="mean;greater"
cat >"$scratch/ops.c" <<'END'
#include "broadloom.h"
#include <stdio.h>
int main(void)
{
    const float a[2] = {1, 2}, b[2] = {2, 1};
    uint8_t is_greater[2];
    const size_t shape[] = {2};
    float mean[2];
    bl_array first = {NULL, BL_F32, 1, shape, NULL}, second = first, out = first;
    const bl_array *const inputs[] = {&first, &second};
    bl_fold_step steps[2];
    first.data = (void *)a, second.data = (void *)b, out.data = mean;
    if (bl_greater_f32(2, a, b, is_greater) != BL_OK || bl_mean(2, inputs, &out, steps, NULL) != BL_OK)
        return 1;
    printf("%d %d %g %g:", is_greater[0], is_greater[1], mean[0], mean[1]);
    for (size_t i = 0; i < bl_all_op_count; ++i)
        printf(" %s", bl_all_ops[i]->name);
    printf(": %zu %s: %d\n", bl_all_fold_count, bl_all_folds[0]->name, bl_op_by_name("greater") != NULL && bl_op_by_name("mul") == NULL);
    return 0;
}
END
has_ops() {
    $CC -std=c99 -Iinclude -Igenerated "$scratch/ops.c" "$scratch/ops/libbroadloom.a" -o "$scratch/has_ops" && "$scratch/has_ops" | tee "$scratch/said" &&
        [ "$(cat "$scratch/said")" = "0 1 1.5 1.5: add greater divide_by_count: 1 mean: 1" ] && ! nm "$scratch/ops/libbroadloom.a" | grep -E ' T bl_(mul|pow)_'
}
check "has these and their dependencies, and finds them by name" has_ops
check "an unknown name is refused" fails_saying "unknown operator 'ad'" configured refused_name . -DBROADLOOM_OPS="add,ad"
check "and a dtype" fails_saying "dtypes are chosen by the generator" configured refused_dtype . -DBROADLOOM_OPS=add:f32

objects() { # those of add for AVX2, however they are compiled
    find "$scratch/$1" -name '*add*avx2*.o' -o -name '*add*avx2*.obj' | wc -l
}
check "an operator's kernels of an instruction set are one object" [ "$(objects static)" -eq 1 ]
check "with BROADLOOM_BUNDLES=OFF there is one for each dtype" sh -c "cmake -S . -B '$scratch/single' $with -DBROADLOOM_BUNDLES=OFF >/dev/null &&
    cmake --build '$scratch/single' >/dev/null"
check "so it is" [ "$(objects single)" -gt 1 ]

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    for_windows="-DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc"
    check "a DLL" built dll . $with -DBUILD_SHARED_LIBS=ON $for_windows
    check "it exports only the functions in the headers" tests/packaging/exports.sh "$woven" "$scratch/dll/libbroadloom.dll"
    check "a program of Windows is linked with it" built exe $consumer -DBY=subdirectory -DBROADLOOM="$tree" $with -DBUILD_SHARED_LIBS=ON $for_windows
    if command -v wine >/dev/null; then
        cp "$scratch"/exe/broadloom/*.dll "$scratch/exe"
        check "and runs under wine" consumes tests/platforms/wine.sh "$scratch/exe/consumer.exe"
    else
        skip "there is no wine"
    fi
else
    skip "there is no compiler for Windows"
fi

finish
