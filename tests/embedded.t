#!/bin/sh
# docs/embedded.md: what it quotes stands in the files, and its commands, run as they stand there, print what it says.
#
# SPDX-License-Identifier: Apache-2.0
. tests/lib.sh

page=docs/embedded.md
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' $page >"$scratch/commands"
awk '/^It prints/ { prints = 1; next } /^\*\*/ { prints = 0 } /^    / && prints { print substr($0, 5) }' $page >"$scratch/promised"
awk '/^```(c|lua)$/ { inside = 1; next } /^```$/ { inside = 0 } inside && /[^ ]/' $page >"$scratch/quoted"
cat examples/firmware/main.c profiles/sensor.lua >"$scratch/sources"

check "it quotes the example and the profile" test "$(wc -l <"$scratch/quoted")" -ge 8
check "as they are" sh -c "! grep -vxFf '$scratch/sources' '$scratch/quoted'"
check "it has commands" test "$(wc -l <"$scratch/commands")" -ge 4
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
    rm -rf build/sensor
    sh -e "$scratch/commands" >"$scratch/log" 2>&1
    check "which succeed" test $? -eq 0
    tail -n "$(wc -l <"$scratch/promised")" "$scratch/log" >"$scratch/printed"
    check "and print what it says" diff "$scratch/promised" "$scratch/printed"
else
    skip "its commands: there is no arm-none-eabi-gcc or no qemu-system-arm"
fi

finish
