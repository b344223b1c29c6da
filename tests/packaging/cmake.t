#!/bin/sh
# CMake: installed and found, as a folder of the project's own, fetched; static and shared.
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
# consumer_built FOLDER OPTIONS...: and it runs
consumer_built() {
    name=$1
    shift
    built "$name" $consumer "$@" && consumes "$folder/consumer"
}
# alone FOLDER: the consumer's install holds the consumer alone
alone() {
    cmake --install "$scratch/$1" --prefix "$scratch/$1-installed" && [ "$(find "$scratch/$1-installed" -type f | sed 's|.*/||')" = consumer ]
}
with=-DBROADLOOM_GENERATED=$woven

check "the library is built without a warning" built static . $with
check "and installed" cmake --install "$scratch/static" --prefix "$scratch/first"
check "find_package, which wants 0.1" consumer_built package -DBY=package -DWANTED=0.1 -DCMAKE_PREFIX_PATH="$scratch/first"
mv "$scratch/first" "$scratch/moved"
check "of a folder that was moved" consumer_built moved -DBY=package -DWANTED= -DCMAKE_PREFIX_PATH="$scratch/moved"
for wanted in 0.2 1.0; do
    check "which is refused to who wants $wanted" fails_saying 'version' configured refused $consumer -DBY=package -DWANTED=$wanted -DCMAKE_PREFIX_PATH="$scratch/moved"
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
check "installs nothing of ours" alone subdirectory

# what is fetched is committed, with generated/ in place of the whole
mkdir "$scratch/repository"
cp -r CMakeLists.txt include src packaging "$scratch/repository"
cp -r "$woven" "$scratch/repository/generated"
committed() {
    cd "$scratch/repository" && git init -q && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm test
}
check "a repository" committed
cd "$tree" || exit
check "FetchContent" consumer_built fetch -DBY=fetch -DBROADLOOM="$scratch/repository" -DTAG=HEAD
check "installs nothing of ours" alone fetch

check "a shared library" built shared . $with -DBUILD_SHARED_LIBS=ON
check "installed" cmake --install "$scratch/shared" --prefix "$scratch/so"
check "and found" consumer_built linked -DBY=package -DWANTED= -DCMAKE_PREFIX_PATH="$scratch/so"
check "it shows what the headers declare, and nothing else" tests/packaging/exports.sh "$woven" "$scratch"/so/lib*/libbroadloom.so
check "a compact library is woven" "$generator" --runtime compact --ops add,mul --dtypes f32,i8 --isas scalar --out "$scratch/compact"
check "built shared" built compact_shared . -DBROADLOOM_GENERATED="$scratch/compact" -DBUILD_SHARED_LIBS=ON
check "it shows what its headers declare, and nothing else" tests/packaging/exports.sh "$scratch/compact" "$scratch/compact_shared/libbroadloom.so"

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    for_windows="-DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc"
    check "a DLL" built dll . $with -DBUILD_SHARED_LIBS=ON $for_windows
    check "it shows what the headers declare, and nothing else" tests/packaging/exports.sh "$woven" "$scratch/dll/libbroadloom.dll"
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
