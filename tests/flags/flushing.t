#!/bin/sh
# Plain C on processors whose vectors of floats flush subnormals (Helium of Cortex-M55, NEON of Armv7): the results
# are exact, however a compiler vectorises. Without the attributes that ensure this, results are wrong, which shows that this test can fail.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

woven=$scratch/woven
$generator --ops add,sub,mul,div,minimum,less,less_equal,equal --dtypes f32,bf16 --isas scalar --out "$woven" >/dev/null || exit 1
# all sources, as one file; and the same without the attributes
for file in tests/flags/flushing.c "$woven"/scalar/*.c; do echo "#include \"$(realpath "$file")\""; done >"$scratch/all.c"
cp -r "$woven" "$scratch/unkept"
sed 's/^#define BL_PLAIN __.*/#define BL_PLAIN/; s/"no-tree-[^)]*/"fp-contract=off"/' "$woven/bl_kernels.h" >"$scratch/unkept/bl_kernels.h"

flags="-std=c99 -Wall -Wextra -Werror -Iinclude -Itests"
m55='-mthumb -mcpu=cortex-m55 -mfloat-abi=hard'

# on_m55 FOLDER COMPILER...: compiles all of the folder, and runs it
on_m55() {
    from=$1
    shift
    "$@" $flags -ffreestanding -ffunction-sections -Itests -I"$from" -c "$scratch/all.c" -o "$scratch/all.o" &&
        arm-none-eabi-gcc $m55 -nostdlib -T tests/firmware/firmware.ld -Wl,--gc-sections,--defsym=ROM_START=0,--defsym=ROM_SIZE=512K \
            -Wl,--defsym=RAM_START=0x20000000,--defsym=RAM_SIZE=128K,--defsym=STACK_SIZE=8K "$scratch"/ground/*.o "$scratch/all.o" -lgcc -o "$scratch/image" &&
        timeout 60 qemu-system-arm -M mps3-an547 -cpu cortex-m55 -nographic -monitor none -serial null \
            -semihosting-config enable=on,target=native -kernel "$scratch/image"
}

# on_armv7 FOLDER COMPILER...
on_armv7() {
    from=$1
    shift
    "$@" $flags -D_GNU_SOURCE -ffunction-sections -Wl,--gc-sections -I"$from" -static "$scratch/all.c" tests/platforms/process.c tests/platforms/hosted.c -o "$scratch/program" &&
        timeout 60 qemu-arm-static "$scratch/program"
}

is_wrong() {
    "$@" >"$scratch/wrong" 2>&1
    grep '^not ok' "$scratch/wrong" # otherwise it was not compiled, or did not run
}

# both PLACE WHAT LEVELS COMPILER...: right at all levels, and wrong at -O3 without the attributes
both() {
    place=$1 what=$2 levels=$3
    shift 3
    for level in $levels; do
        check "$what, $level" $place "$woven" "$@" $level
    done
    [ "$what" = "GCC, Armv7" ] || check "$what, -O3: wrong if nothing kept it from vectors" is_wrong $place "$scratch/unkept" "$@" -O3
}

clangs=$(for clang in clang clang-16 clang-19; do command -v $clang >/dev/null && echo $clang; done)

if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
    mkdir "$scratch/ground"
    for file in cortex_m.S cortex_m.c platform_firmware.c; do
        arm-none-eabi-gcc $m55 -Os -ffreestanding -fno-builtin -Itests -c tests/firmware/$file -o "$scratch/ground/$file.o" || exit 1
    done
    both on_m55 "GCC, Cortex-M55" "-Os -O2 -O3" arm-none-eabi-gcc $m55
    check "GCC, Cortex-M55, with vectors requested" on_m55 "$woven" arm-none-eabi-gcc $m55 -O3 -ftree-loop-vectorize -ftree-slp-vectorize
    for clang in $clangs; do
        both on_m55 "$clang, Cortex-M55" "-Os -O2 -O3" $clang --target=arm-none-eabi $m55 -meabi gnu
    done
else
    skip "Cortex-M55: there is no arm-none-eabi-gcc or no qemu-system-arm"
fi

if command -v arm-linux-gnueabihf-gcc >/dev/null && command -v qemu-arm-static >/dev/null; then
    both on_armv7 "GCC, Armv7" -O3 arm-linux-gnueabihf-gcc -mfpu=neon
    for clang in $clangs; do
        both on_armv7 "$clang, Armv7" "-O2 -O3" $clang --target=arm-linux-gnueabihf -mfpu=neon
    done
else
    skip "Armv7: there is no arm-linux-gnueabihf-gcc or no qemu-arm-static"
fi

finish
