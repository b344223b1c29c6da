#!/bin/sh
# Images for boards report a wrong kernel, and too little stack or memory. All other tests are in `make check-firmware`.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

check "the library and the vectors are made" make --no-print-directory -s firmware-parts
if ! command -v arm-none-eabi-gcc >/dev/null || ! command -v qemu-system-arm >/dev/null; then
    skip "arm-none-eabi-gcc or qemu-system-arm is missing"
    finish
fi

image() {
    tests/firmware/image.sh cortex-m0:gcc:-Os:freestanding
}
# image_says PATTERN: the image must fail, with this message
image_says() {
    if image >"$scratch/tap"; then
        echo "it passed"
        return 1
    fi
    tail -3 "$scratch/tap"
    grep -Eq "$1" "$scratch/tap"
}
board() { # MEMORY
    echo "cortex-m0 | arm cortex_m | -mcpu=cortex-m0 | $1 | qemu-system-arm -M microbit" >"$scratch/boards"
}

check "a Cortex-M0 with 16 KiB of RAM" image

mkdir "$scratch/wrong"
cp build/firmware/library/broadloom.h "$scratch/wrong"
# add_f32 is the first kernel in the file
sed '0,/^    return a + b;$/s//    return a + b > -1e-38f \&\& a + b < 1e-38f ? 0.0f : a + b;/' build/firmware/library/broadloom.c >"$scratch/wrong/broadloom.c"
wrong_kernel() {
    FIRMWARE_LIBRARY=$scratch/wrong image_says '^not ok [0-9]+ - edges/add/f32, one call'
}
check "a kernel that flushes numbers below 1e-38 is detected" wrong_kernel

FIRMWARE_BOARDS=$scratch/boards
export FIRMWARE_BOARDS
board '0:256K 0x20000000:16K 512'
check "a stack of 512 bytes is too small, which is seen" image_says '^not ok - bailed out'
board '0:256K 0x20000000:8K 6K'
check "memory that is too small is not linked" image_says 'does not link'
finish
