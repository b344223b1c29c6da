#!/bin/sh
# `make package`: its output builds as a Zephyr module and as an ESP-IDF component (with stubs for the functions of
# both), with plain CMake, and as an Arduino library for AVR with Arduino's builder; the CMSIS-Pack contains the files
# that it names.
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

package=$scratch/broadloom
check "make package" make_package "$package"
check "each file that has a version has the library's" sh -c "! grep -rn '@version@' '$package' && [ \$(grep -rlF '$version' '$package' | wc -l) -ge 6 ]"
check "its source has its name" grep -qF "$version" "$package/src/broadloom.c"

# gives NAME EXPECTED OPS…: the example in a package of these operators makes the call NAME and prints EXPECTED; the page shows the same call
gives() {
    example=$1 expected=$2
    shift 2
    rm -rf "$scratch/one"
    make -s package "$@" ISAS=scalar PACKAGE="$scratch/one/broadloom" >/dev/null || return
    sketch=$scratch/one/broadloom/examples/$example/$example.ino
    gcc -std=c99 -O1 -c "$scratch/one/broadloom/src/broadloom.c" -o "$scratch/one/broadloom.o" &&
        g++ -Wall -Wextra -Werror -I"$scratch/one/broadloom/src" -DSKETCH="\"$sketch\"" tests/packaging/embedded/sketch.cpp "$scratch/one/broadloom.o" -o "$scratch/one/sketch" || return
    "$scratch/one/sketch" >"$scratch/said"
    cat "$scratch/said"
    [ "$(cat "$scratch/said")" = "$expected " ] && grep -qF "bl_status status = $(sed -n 's/.*(\(bl_.*)\) == BL_OK)/\1;/p' "$sketch")" "$scratch/one/broadloom/README.md"
}
check "the example calls an operator of the package: one input" gives Exp "2.718 7.389 20.09 54.6" OPS=exp:f32
check "two" gives Add "1.5 2.25 3 0" OPS=mul,add DTYPES=f32
check "three, of i8" gives Select "1 1 2 2" OPS=select:i8
check "parameters, by their defaults" gives Leaky_relu "1 2 3 4" OPS=leaky_relu:f32
check "f16" gives Add "4000 4400 4600 4800" OPS=add:f16
check "several dtypes" gives Quantize_linear "3 9 127 1" OPS=quantize_linear:f32+i8
check "a fold's operator" gives Add "1.5 2.25 3 0" OPS=mean:f32

if command -v cmake >/dev/null; then
    # built_by BY OPTIONS...
    built_by() {
        cmake -S tests/packaging/embedded -B "$scratch/by_$1" -DBY="$@" -DPACKAGE="$package" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" &&
            cmake --build "$scratch/by_$1"
    }
    for by in cmake idf zephyr; do
        check "$by builds it" built_by $by -DENABLED=y
        check "and a program with it runs" consumes "$scratch/by_$by/firmware"
    done
    check "Zephyr does not where the option is off" fails_saying 'broadloom.h' built_by zephyr -DENABLED=n
else
    skip "there is no cmake"
fi

if command -v xmllint >/dev/null; then
    check "the CMSIS-Pack's description is XML" xmllint --noout "$package/Broadloom.Broadloom.pdsc"
    schema=${SCHEMAS:-build/packaging/schemas}/PACK.xsd
    if [ -e "$schema" ]; then
        check "as its schema has it" xmllint --noout --schema "$schema" "$package/Broadloom.Broadloom.pdsc"
    else
        skip "there is no $schema (schema/PACK.xsd of Open-CMSIS-Pack-Spec)"
    fi
else
    skip "there is no xmllint"
fi
pack=$scratch/Broadloom.Broadloom.$version.pack
check "the pack is a zip" python3 -m zipfile -e "$pack" "$scratch/pack"
all_there() {
    sed -n 's/.*<\(file\|license\) .*name="\([^"]*\)".*/\2/p' "$scratch/pack/Broadloom.Broadloom.pdsc" >"$scratch/named"
    [ "$(wc -l <"$scratch/named")" -ge 5 ] && while read -r name; do [ -e "$scratch/pack/$name" ] || return; done <"$scratch/named"
}
check "that has all that its description names" all_there

if command -v arduino-builder >/dev/null && [ -d /usr/share/arduino/hardware ]; then
    mkdir -p "$scratch/libraries" "$scratch/uno"
    cp -r "$package" "$scratch/libraries/Broadloom"
    # Debian's core needs a macro that its avr-gcc lacks
    sketch() {
        arduino-builder -compile -hardware /usr/share/arduino/hardware -hardware /usr/share/arduino-builder -tools /usr/bin \
            -libraries "$scratch/libraries" -fqbn arduino:avr:uno -build-path "$scratch/uno" \
            -prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=17 -warnings all "$package/examples/Add/Add.ino" >"$scratch/log" 2>&1
        status=$?
        tail -20 "$scratch/log"
        [ $status -eq 0 ] && ! grep 'libraries/Broadloom.*warning' "$scratch/log"
    }
    check "Arduino's builder makes its example for an Uno, without a warning about us" sketch
    fits() {
        avr-size "$scratch/uno/Add.ino.elf" && [ "$(avr-size "$scratch/uno/Add.ino.elf" | awk 'NR == 2 { print $1 + $2 }')" -lt 8192 ]
    }
    check "which takes a quarter of its flash at most" fits
    prints() {
        timeout 5 simavr -m atmega328p -f 16000000 "$scratch/uno/Add.ino.elf" 2>&1 | grep -oE '[0-9]+\.[0-9][0-9]' | tr '\n' ' ' >"$scratch/said"
        cat "$scratch/said"
        [ "$(cat "$scratch/said")" = "1.50 2.25 3.00 0.00 " ]
    }
    if command -v simavr >/dev/null; then
        check "and prints the sums in simavr" prints
    else
        skip "there is no simavr"
    fi
else
    skip "there is no arduino-builder"
fi

finish
