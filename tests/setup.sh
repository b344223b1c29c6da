#!/bin/sh
# Install the packages that building and testing need, if any are missing: tests/setup.sh [demo|check|bench|prove]
#
# demo: a compiler and make; check (the default): the needs of all tests, with the packages that the instruction sets' files name (gen/isa,
# through generated/isas.mk); bench: the peers of `make bench`; prove: the needs of `make prove`. It returns immediately if all are
# installed. As root on Debian or Ubuntu it installs them; otherwise it prints the command to run, and fails.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

# a package, then a command or a file that shows that it is installed
for_demo='
gcc                    gcc
libc6-dev              /usr/include/stdio.h
make                   make
'
for_check='
git                    git
g++                    g++
pkg-config             pkg-config
clang                  clang
libclang-rt-dev        /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a
clang-format           clang-format
lua5.4                 lua5.4
liblua5.4-dev          /usr/include/lua5.4/lua.h
perl                   prove
protobuf-c-compiler    protoc-c
libprotobuf-c-dev      /usr/include/protobuf-c/protobuf-c.h
libexpat1-dev          /usr/include/expat.h
libmpfr-dev            /usr/include/mpfr.h
bochs                  bochs
bochs-term             /usr/lib/*/bochs/plugins/libbx_term_gui.so
bochsbios              /usr/share/bochs/BIOS-bochs-latest
vgabios                /usr/share/bochs/VGABIOS-lgpl-latest
grub-common            grub-mkrescue
grub-pc-bin            /usr/lib/grub/i386-pc/multiboot.mod
xorriso                xorriso
mtools                 mformat
libbenchmark-dev       /usr/include/benchmark/benchmark.h
libonnx-testdata       /usr/share/libonnx-testdata/data
python3                python3
python3-venv           /usr/lib/python3*/ensurepip
python3-dev            /usr/include/python3*/Python.h
cmake                  cmake
meson                  meson
ninja-build            ninja
gcc-arm-none-eabi      arm-none-eabi-gcc
gcc-riscv64-unknown-elf riscv64-unknown-elf-gcc
gcc-avr                avr-gcc
avr-libc               /usr/lib/avr/lib/libm.a
clang-19               clang-19
qemu-system-arm        qemu-system-arm
qemu-system-misc       qemu-system-riscv32
simavr                 simavr
libxml2-utils          xmllint
cppcheck               cppcheck
clang-tidy             clang-tidy
doxygen                doxygen
build-essential
dpkg-dev               dpkg-buildpackage
debhelper              dh
lintian                lintian
diction                diction
reuse                  reuse
arduino-builder        arduino-builder
arduino-core-avr       /usr/share/arduino/hardware/arduino/avr/cores
'
for_prove='
git                    git
pkg-config             pkg-config
lua5.4                 lua5.4
liblua5.4-dev          /usr/include/lua5.4/lua.h
perl                   prove
libmpfr-dev            /usr/include/mpfr.h
libsleef-dev           /usr/include/*/sleef.h
'
for_bench='
g++                    g++
pkg-config             pkg-config
libbenchmark-dev       /usr/include/benchmark/benchmark.h
libdnnl-dev            /usr/include/dnnl.h
libxnnpack-dev         /usr/include/xnnpack.h
libpthreadpool-dev     /usr/include/pthreadpool.h
libeigen3-dev          /usr/include/eigen3/Eigen/Core
libsleef-dev           /usr/include/*/sleef.h
gnuplot-nox            gnuplot
python3                python3
python3-venv           /usr/lib/python3*/ensurepip
'

# the packages from a list on standard input that are missing: their probe finds no file, or they have no probe and dpkg lacks them
missing_of() {
    while read -r package probe; do
        case $package/$probe in
        /) ;;
        */) dpkg-query -s "$package" 2>/dev/null | grep -q '^Status: .* installed$' || echo "$package" ;;
        *//*)
            found=
            for file in $probe; do # a pattern, expanded here
                [ ! -e "$file" ] || found=yes
            done
            [ -n "$found" ] || echo "$package"
            ;;
        *) command -v "$probe" >/dev/null || echo "$package" ;;
        esac
    done
}

case ${1-check} in
demo) needed=$for_demo ;;
check) needed=$for_demo$for_check$(sed -n 's/^PACKAGES += //p' "$(dirname "$0")/../generated/isas.mk") ;;
bench) needed=$for_demo$for_bench ;;
prove) needed=$for_demo$for_prove ;;
*)
    echo "usage: tests/setup.sh [demo|check|bench|prove]" >&2
    exit 2
    ;;
esac

missing=$(echo "$needed" | missing_of | tr '\n' ' ' | sed 's/ $//')
[ -n "$missing" ] || exit 0

line="apt-get update && apt-get install -y --no-install-recommends $missing"
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    {
        echo "setup.sh: missing: $missing"
        echo "On Debian or Ubuntu, run:"
        echo "    sudo sh -c '$line'"
    } >&2
    exit 1
fi

echo "setup.sh: installing $missing" >&2
export DEBIAN_FRONTEND=noninteractive
{
    apt-get -q -o Acquire::Retries=3 update &&
        apt-get -q -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 install -y --no-install-recommends $missing
} >&2 </dev/null

missing=$(echo "$needed" | missing_of | tr '\n' ' ' | sed 's/ $//')
if [ -n "$missing" ]; then
    echo "setup.sh: installed, yet still missing: $missing" >&2
    exit 1
fi
