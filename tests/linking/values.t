#!/bin/sh
# Calls with values: the header in C and C++, and with other prefixes; calls that compilers refuse; and the size of linked programs.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

CC=${CC:-cc}
library=build/libbroadloom.a
includes='-Iinclude -Igenerated'
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# A user's code, with the prefix bl_ and known results.
cat >"$scratch/user.c" <<'END_OF_USER'
#include "broadloom.h"
static const float x[4] = {1.0f, -2.0f, 4.0f, 0.25f};
static const size_t shape[2] = {2, 2}, row_shape[1] = {2};
int main(void)
{
    const uint16_t two = 0x4000, halves[2] = {0x3c00, 0xc000}; /* 2, and 1 and -2 */
    const float row[2] = {10.0f, 20.0f};
    const bl_array matrix = bl_input_array(x, BL_F32, 2, shape, NULL), added = bl_input_array(row, BL_F32, 1, row_shape, NULL);
    float y[4];
    int8_t q[4];
    uint16_t h[2];
    const bl_array out = {y, BL_F32, 2, shape, NULL};

    if (bl_mul_f32_value(4, x, 2.0f, y) != BL_OK || y[0] != 2.0f || y[3] != 0.5f ||
        bl_value_sub_f32(4, 2.0f, x, y) != BL_OK || y[0] != 1.0f || y[1] != 4.0f ||
        bl_sub_f32_value(4, y, 1.0f, y) != BL_OK || y[0] != 0.0f || y[1] != 3.0f) {
        return 1;
    }
    if (bl_quantize_linear_f32_f32_i8_value(4, x, 0.5f, 3, q) != BL_OK || q[0] != 5 || q[1] != -1 || q[2] != 11) {
        return 2;
    }
    if (bl_mul_f16_value(2, halves, &two, h) != BL_OK || h[0] != 0x4000 || h[1] != 0xc400) {
        return 3;
    }
    return bl_sub(&matrix, &added, &out, NULL) == BL_OK && y[0] == -9.0f && y[3] == -19.75f ? 0 : 4;
}
END_OF_USER

for compiler in gcc clang; do
    check "calls with values as C99, $compiler" $compiler -std=c99 $warnings -Wcast-qual $includes -fsyntax-only "$scratch/user.c"
    check "and as C++17, $compiler" $compiler -x c++ -std=c++17 $warnings -Wcast-qual $includes -fsyntax-only "$scratch/user.c"
done
check "they link" $CC $includes "$scratch/user.c" $library -o "$scratch/user"
check "and give the expected results" "$scratch/user"

# A number cannot be a value of f16 or bf16.
for dtype in f16 bf16; do
    printf '#include "broadloom.h"\nbl_status call(uint16_t *x) { return bl_mul_%s_value(1, x, 2.0f, x); }\n' $dtype >"$scratch/number.c"
    for compiler in gcc clang; do
        check "2.0f is no value of $dtype, $compiler" fails_saying 'incompatible type' $compiler -std=c99 $includes -fsyntax-only "$scratch/number.c"
        check "nor in C++" fails_saying 'cannot convert|no matching function' $compiler -x c++ -std=c++17 $includes -fsyntax-only "$scratch/number.c"
    done
done

# Vendored, under another prefix, in either runtime.
for runtime in compact full; do
    copy=$scratch/$runtime
    check "$runtime: a copy is generated" $generator --ops mul,sub,quantize_linear --dtypes f32,f16,i8 --isas scalar --specs none \
        --runtime $runtime --prefix acme_ --form single --vendor "$copy"
    sed 's/bl_/acme_/g; s/BL_/ACME_/g; s/"broadloom.h"/"acme_broadloom.h"/' "$scratch/user.c" >"$copy/user.c"
    check "$runtime: it compiles with the calls" $CC -std=c99 -O1 $warnings "$copy/user.c" "$copy/acme_broadloom.c" -o "$copy/user"
    check "$runtime: and gives the expected results" "$copy/user"
    check "$runtime: the same as C++17" g++ -x c++ -std=c++17 -O1 $warnings "$copy/user.c" "$copy/acme_broadloom.c" -o "$copy/user"
    check "$runtime: and gives the expected results" "$copy/user"
done

# The linked parts.
cat >"$scratch/value.c" <<'END'
#include "broadloom.h"
int main(void)
{
    float x[2] = {1.0f, 2.0f};
    return bl_add_f32_value(2, x, 2.0f, x) != BL_OK;
}
END
check "a program with one call links" $CC $includes "$scratch/value.c" $library -o "$scratch/value"
nm "$scratch/value" | sed -n 's/.* [TtRrDd] \(bl_.*\)/\1/p' >"$scratch/symbols"
check "with the function that runs it" grep -qx bl_run_values "$scratch/symbols"
check "and no plans, sentences or parts" sh -c "! grep -E 'plan|explain|shape|strided' '$scratch/symbols'"

arm='arm-none-eabi-gcc -std=c99 -Os -ffreestanding -ffunction-sections -fdata-sections -mcpu=cortex-m0plus -mthumb'
# bytes_of NAME CALL: code and constants of a program that makes this call, without the compiler's library
bytes_of() {
    printf '#include "broadloom.h"\nextern float x[], y[], z[];\nint main(void) { return (int)%s; }\n' "$2" >"$scratch/$1.c"
    $arm -I"$scratch/m0" "$scratch/$1.c" "$scratch/m0/broadloom.o" -nostdlib -Wl,--gc-sections,-e,main,--unresolved-symbols=ignore-all \
        -o "$scratch/$1.elf" && arm-none-eabi-size "$scratch/$1.elf" | awk 'NR == 2 { print $1 }'
}
at_most() {
    echo "# $3: $1 bytes"
    [ "$1" -le "$2" ]
}
if command -v arm-none-eabi-gcc >/dev/null; then
    check "a copy for Cortex-M0+ is generated" $generator --ops add --dtypes f32 --isas scalar --specs none --runtime compact --form single --vendor "$scratch/m0"
    check "and compiled" $arm -c "$scratch/m0/broadloom.c" -o "$scratch/m0/broadloom.o"
    check "add by a value takes at most 450 bytes, the call and its table included" at_most \
        "$(bytes_of value 'bl_add_f32_value(9, x, 2.0f, z)')" 450 'add by a value'
    check "and keeps only the kernel that holds it" test \
        "$(arm-none-eabi-nm "$scratch/value.elf" | sed -n 's/.* T \(bl_.*_scalar_.*\)/\1/p')" = bl_add_f32_scalar_vs
    check "add of arrays takes no more than before there were values" at_most \
        "$(bytes_of arrays 'bl_add_f32(9, x, y, z)')" 436 'add of arrays'
else
    skip "sizes on Cortex-M0+: there is no arm-none-eabi-gcc"
fi

finish
