#!/bin/sh
# docs/microcontroller.md: its quotations are in the files, and its commands, run as on the page, print the output on the page.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

page=docs/microcontroller.md
# the commands of each of its tasks, and the last lines that they must print
awk -v out="$scratch" '
    function file(name) { return out "/" name "." task }
    BEGIN { task = 1 }
    /^## / { ++task }
    /^```sh$/ { inside = 1; next }
    /^```$/ { inside = 0 }
    inside { print >file("commands") }
    /^It prints/ { prints = 1; next }
    /^(\*\*|## )/ { prints = 0 }
    /^    / && prints { print substr($0, 5) >file("promised") }' "$page"
awk '/^```(c|lua)$/ { inside = 1; next } /^```$/ { inside = 0 } inside && /[^ ]/' $page >"$scratch/quoted"
cat examples/firmware/main.c examples/firmware/quantised.c profiles/sensor.lua >"$scratch/sources"

check "it quotes the examples and the profile" test "$(wc -l <"$scratch/quoted")" -ge 16
check "as they are" sh -c "! grep -vxFf '$scratch/sources' '$scratch/quoted'"
if ! command -v arm-none-eabi-gcc >/dev/null || ! command -v qemu-system-arm >/dev/null; then
    skip "its commands: there is no arm-none-eabi-gcc or no qemu-system-arm"
    finish
fi
rm -rf build/sensor build/acme
for task in 1 2; do
    check "task $task has commands" test "$(wc -l <"$scratch/commands.$task")" -ge 4
    sh -e "$scratch/commands.$task" >"$scratch/log" 2>&1
    check "which succeed" test $? -eq 0
    tail -n "$(wc -l <"$scratch/promised.$task")" "$scratch/log" >"$scratch/printed"
    check "and print the output on the page" diff "$scratch/promised.$task" "$scratch/printed"
done
has_hash() { # OPERATOR DTYPE
    grep -q "^ *{&acme_table_$1_$2, UINT32_C" build/acme/acme_broadloom.c
}
check "the self-test has the quantised operator" has_hash tflite_add i8
check "and the clamp" has_hash clamp f32
check "and nothing else" test "$(grep -c '^ *{&acme_table_.*UINT32_C' build/acme/acme_broadloom.c)" -eq 2

# board.c works unchanged for other boards, because it depends only on the compiler's macros
on_board() { # BOARD LEVEL FLAGS...
    board=$1 level=$2
    shift 2
    arm-none-eabi-gcc -std=c99 "$@" -mthumb "$level" -Wall -Wextra -Werror -Ibuild/sensor -nostartfiles -Wl,--gc-sections -T examples/firmware/board.ld \
        examples/firmware/main.c examples/firmware/board.c build/sensor/sensor_broadloom.c -o "$scratch/firmware.elf" &&
        timeout 60 qemu-system-arm -M "$board" -nographic -monitor none -serial null -semihosting-config enable=on,target=native \
            -kernel "$scratch/firmware.elf"
}
check "a Cortex-M4 without its FPU" on_board mps2-an386 -Os -mcpu=cortex-m4 -mfloat-abi=soft
check "with it, and floats in registers of integers" on_board mps2-an386 -O2 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=softfp
check "a Cortex-M7 with doubles" on_board mps2-an500 -O2 -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard
check "a Cortex-M55, for which the compiler generates vectors" on_board mps3-an547 -O3 -mcpu=cortex-m55 -mfloat-abi=hard
check "one with vectors of integers only" on_board mps3-an547 -O3 -mcpu=cortex-m55+nofp -mfloat-abi=hard

# the second task on a processor with integer vectors: its operator uses them, and they pass the self-test
helium() {
    make -s vendor OPS=tflite_add:i8 OPS_FROM=examples/tflite/tflite.lua ISAS=mve SELFTEST=yes PREFIX=acme_ FORM=single OUT="$scratch/mve" &&
        cat >"$scratch/mve/main.c" <<'END' &&
#include "acme_broadloom.h"
#include "board.h"

int main(void)
{
    return acme_selftest_count != 1 || acme_selftest(NULL) != ACME_OK;
}
END
        arm-none-eabi-gcc -std=c99 -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -O2 -Wall -Wextra -Werror -I"$scratch/mve" -Iexamples/firmware \
            -nostartfiles -Wl,--gc-sections -T examples/firmware/board.ld "$scratch/mve/main.c" examples/firmware/board.c \
            "$scratch/mve/acme_broadloom.c" -o "$scratch/firmware.elf" &&
        arm-none-eabi-nm "$scratch/firmware.elf" | grep -q 'acme_tflite_add_i8_mve_vv$' &&
        timeout 60 qemu-system-arm -M mps3-an547 -nographic -monitor none -serial null -semihosting-config enable=on,target=native \
            -kernel "$scratch/firmware.elf"
}
check "a Cortex-M55 adds in vectors" helium

finish
