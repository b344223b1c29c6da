#!/bin/sh
# The self-test passes with unchanged kernels, and detects changed results. This test causes each error that it should
# detect, bypassing the guards that prevent it, and checks that it is reported. docs/selftest.md
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# vendored DIRECTORY OPTIONS...: a tree with a self-test
vendored() {
    folder=$1
    shift
    $generator --specs none --selftest yes --vendor "$folder" "$@" || return
    for file in "$folder"/*/*.c; do echo "#include \"$file\""; done >"$folder/kernels.c"
}
ops="--ops add,div,less,hard_sigmoid --dtypes f32,i8"
tables=7 # hard_sigmoid is of floats
plain=$scratch/plain
flags="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion"

# altered FILES SED: a copy of the tree, with these files edited
altered() {
    rm -rf "$scratch/altered"
    cp -r "$plain" "$scratch/altered"
    (cd "$scratch/altered" && sed -i "s|$plain|$scratch/altered|" kernels.c && sed -i "$2" $1)
}

# with COMPILER...: compiles the parts that all kernels share
with() {
    rm -f "$scratch"/ground/*
    for file in "$plain/broadloom_runtime.c" tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c; do
        $1 $link $state -O1 -D_GNU_SOURCE -Itests -I"$plain" -c "$file" -o "$scratch/ground/$(basename "$file").o" || return
    done
}
mkdir "$scratch/ground"
link='' state='' emulator=''

# results DIRECTORY COMPILER...: the results of a tree's kernels with that compiler
results() {
    folder=$1
    shift
    : >"$scratch/results"
    "$@" $flags -I"$folder" -c "$folder/kernels.c" -o "$scratch/kernels.o" &&
        $1 $link "$scratch"/ground/*.o "$scratch/kernels.o" -o "$scratch/program" &&
        $emulator "$scratch/program" >"$scratch/results"
    status=$?
    cat "$scratch/results"
    return $status
}
all_fine() {
    [ "$(grep -c '^fine ' "$scratch/results")" -eq $tables ] && [ "$(wc -l <"$scratch/results")" -eq $tables ]
}
is_fine() {
    results "$@" && all_fine
}
# catches PATTERN DIRECTORY COMPILER...: the self-test runs, and reports these tables
catches() {
    pattern=$1
    shift
    ! results "$@" && grep -E "^wrong $pattern" "$scratch/results" && ! grep '^bl_selftest' "$scratch/results"
}

# ---- The stored hashes ----

check "the stored hashes are the oracle's" sh -c "make -s selftest-hashes SELFTEST_HASHES='$scratch/hashes.lua' && diff '$scratch/hashes.lua' generated/selftest.lua"
# except those for several steps of a fold, which have the step's hash, and those of packed dtypes, which the self-test leaves out
check "all tables of the library have one" sh -c "$generator --isas scalar --selftest yes --out '$scratch/all' &&
    [ \$(grep -c '^    {&bl_table_' '$scratch/all/dispatch/selftest_hashes.c') -eq \$(cat '$scratch'/all/*/*.c | grep '^const bl_table bl_table_' | grep -vcE '_of_[3-9]_|_([iu][24]|f[46]e[0-9]m[0-9])(_| )') ]"
echo "#include \"$PWD/src/selftest/selftest.c\"" >"$scratch/whole.c"
check "and passes on this machine" sh -c "${CC:-cc} -Itests -Isrc -Iinclude -I'$scratch/all' -D_GNU_SOURCE '$scratch/whole.c' '$scratch/all/dispatch/selftest_hashes.c' \
    tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c build/libbroadloom.a -o '$scratch/whole' && '$scratch/whole' >'$scratch/results' && grep -c '^fine' '$scratch/results'"

# ---- This machine ----

if [ "$(uname -m)" = x86_64 ]; then
    check "a tree with a self-test is vendored" vendored "$plain" --runtime full $ops --isas scalar,avx2
    check "its ground" with gcc
    for compiler in "gcc -Os" "gcc -O3" "gcc -O3 -march=haswell" "clang -Os" "clang -O3"; do
        check "$compiler" is_fine "$plain" $compiler
    done

    printf '#undef %s\n' __FAST_MATH__ __FINITE_MATH_ONLY__ __ASSOCIATIVE_MATH__ __RECIPROCAL_MATH__ __NO_SIGNED_ZEROS__ >"$scratch/unseen.h"
    check "-ffast-math is caught" catches '.* f32' "$plain" gcc -O2 -ffast-math -include "$scratch/unseen.h"
    check "-ffinite-math-only by itself changes none of these: floats are compared by their bits" is_fine "$plain" \
        gcc -O2 -ffinite-math-only -include "$scratch/unseen.h"
    altered 'bl_kernels_*.h' 's/^#pragma GCC optimize("fp-contract=off")//'
    check "contraction is caught" catches 'hard_sigmoid f32' "$scratch/altered" gcc -O2 -march=haswell -ffp-contract=fast

    # plants WHAT PATTERN FILE SED: makes a kernel wrong in one respect
    plants() {
        altered "$3" "$4"
        check "a wrong kernel is caught: $1" catches "$2" "$scratch/altered" gcc -O2
    }
    plants "-0 + -0" 'add f32 f32 f32 scalar' scalar/add_f32_scalar.c 's/return a + b/return a + b + 0.0f/'
    plants "where b is one value for a row" 'add f32 f32 f32 scalar' scalar/add_f32_scalar.c 's/b_value = pb\[0\]/b_value = pb[0] + 0.0f/'
    plants "at the end of a row of vectors" 'add f32 f32 f32 avx2' avx2/add_f32_avx2.c 's/pb + last/pb + last - 1/'
    plants "x / 0" 'div i8 i8 i8 scalar' bl_kernels_scalar.h '/ bl_trunc_div_i8_scalar(/,/^}/s/is_zero ? 0/is_zero ? a/'
    plants "MIN / -1" 'div i8 i8 i8 scalar' bl_kernels_scalar.h '/ bl_trunc_div_i8_scalar(/,/^}/s/(0 - a)/(a == -128 ? 127 : 0 - a)/'
    plants "a comparison with NaN" 'less bool f32 f32 scalar' scalar/less_f32_scalar.c 's/bl_quiet_less_f32(a, b)/!(a >= b)/'

    # states of the vector unit
    for mode in "0x8000 results.flushed.to.zero div" "0x0040 inputs.taken.for.zero less" "0x6000 rounding.towards.zero add"; do
        set -- $mode
        state=-DSELFTEST_MXCSR=$1
        with gcc
        check "$(echo "$2" | tr . ' ') is caught" catches "$3 .*f32" "$plain" gcc -O2
    done
    state=''
else
    skip "this processor's own compilers: it is no x86-64"
fi

# ---- Other machines ----

rm -rf "$plain"
check "a tree of plain C with a self-test is vendored" vendored "$plain" --runtime compact $ops --isas scalar
elsewhere() {
    if command -v "$2" >/dev/null && command -v "$3" >/dev/null; then
        emulator=$3
        link="-static ${4-}"
        with $2
        check "$1" is_fine "$plain" $2 -O2 ${4-}
    else
        skip "$1: there is no $2 or no $3"
    fi
}
elsewhere "big-endian: s390x" s390x-linux-gnu-gcc qemu-s390x-static
elsewhere "32 bits: i686" i686-linux-gnu-gcc qemu-i386-static "-msse2 -mfpmath=sse"
emulator='' link=''

# on_board DIRECTORY CORE COMPILER...: on a Cortex-M
on_board() {
    folder=$1
    core="-mthumb -mcpu=$2"
    shift 2
    : >"$scratch/results"
    "$@" $core $flags -ffreestanding -ffunction-sections -I"$folder" -c "$folder/kernels.c" -o "$scratch/board/kernels.o" || return
    arm-none-eabi-gcc $core -Os -std=c99 -ffreestanding -ffunction-sections -I"$folder" -c "$folder/broadloom_runtime.c" -o "$scratch/board/runtime.o" || return
    for file in tests/selftest/selftest.c tests/firmware/cortex_m.S tests/firmware/cortex_m.c tests/firmware/platform_firmware.c; do
        arm-none-eabi-gcc $core -Os -ffreestanding -fno-builtin -ffunction-sections -I"$folder" -Itests -c $file -o "$scratch/board/$(basename $file).o" || return
    done
    arm-none-eabi-gcc $core -nostdlib -T tests/firmware/firmware.ld -Wl,--gc-sections -Wl,--defsym=ROM_START=0,--defsym=ROM_SIZE=256K \
        -Wl,--defsym=RAM_START=0x20000000,--defsym=RAM_SIZE=16K,--defsym=STACK_SIZE=2K "$scratch"/board/*.o -lgcc -o "$scratch/image" || return
    timeout 60 qemu-system-arm $machine -nographic -monitor none -serial null -semihosting-config enable=on,target=native -kernel "$scratch/image" >"$scratch/said" 2>&1
    cat "$scratch/said"
    grep -v '^#' "$scratch/said" >"$scratch/results"
    grep -q '^# exit 0$' "$scratch/said"
}
is_fine_on_board() {
    on_board "$@" && all_fine
}
is_caught_on_board() {
    ! on_board "$@" && grep '^wrong add f32' "$scratch/results"
}
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
    mkdir "$scratch/board"
    machine="-M microbit"
    check "Cortex-M0, with a stack of 2 KiB" is_fine_on_board "$plain" cortex-m0 arm-none-eabi-gcc -Os
    machine="-M mps3-an547 -cpu cortex-m55"
    check "Cortex-M55" is_fine_on_board "$plain" "cortex-m55 -mfloat-abi=hard" arm-none-eabi-gcc -O3
    altered bl_kernels.h 's/^#define BL_PLAIN __.*/#define BL_PLAIN/; s/"no-tree-[^)]*/"fp-contract=off"/'
    check "Cortex-M55 with vectors that flush is caught" is_caught_on_board "$scratch/altered" "cortex-m55 -mfloat-abi=hard" arm-none-eabi-gcc -O3

    # the code that a linker keeps because of the self-test
    cat >"$scratch/size.c" <<'END'
#include "broadloom.h"
float f[4];
int8_t b[4];
uint8_t is_less[4];
int main(void)
{
    bl_add_f32(4, f, f, f), bl_div_f32(4, f, f, f), bl_hard_sigmoid_f32(4, f, NULL, f), bl_less_f32(4, f, f, is_less);
    bl_add_i8(4, b, b, b), bl_div_i8(4, b, b, b), bl_less_i8(4, b, b, is_less);
#ifdef SELFTEST
    return bl_selftest(NULL) != BL_OK;
#endif
    return 0;
}
END
    linked() { # FLAG
        arm-none-eabi-gcc -mthumb -mcpu=cortex-m0plus -Os -ffreestanding -fno-builtin -ffunction-sections -fdata-sections -I"$plain" -Itests $1 \
            "$scratch/size.c" "$plain/broadloom_runtime.c" "$plain/kernels.c" tests/firmware/platform_firmware.c -nostdlib \
            -Wl,--gc-sections,-e,main -lgcc -o "$scratch/image" && arm-none-eabi-size "$scratch/image" | awk 'NR == 2 { print $1 + $2 }'
    }
    is_small() {
        without=$(linked -UNONE) && with=$(linked -DSELFTEST) && echo "$((with - without)) bytes" &&
            [ "$((with - without))" -gt 0 ] && [ "$((with - without))" -lt 4096 ]
    }
    check "it takes less than 4 KiB of a Cortex-M0+" is_small
else
    skip "Cortex-M: there is no arm-none-eabi-gcc or no qemu-system-arm"
fi

# ---- Generated files ----

own="--ops-from tests/toy/ops.lua --ops add,squared_sum --dtypes f32 --isas scalar --selftest yes"
check "by itself the generator refuses tables without a hash, by name" fails_saying "selftest: .*has a hash: squared_sum_f32;" $generator $own --out "$scratch/own"
check "and writes nothing" test ! -e "$scratch/own"
# with_own FOLDER WORD…: make vendors a private operator; the self-test covers both tables and passes
with_own() {
    folder=$scratch/$1
    shift
    make -s vendor "$@" OUT="$folder" && ${CC:-cc} -D_GNU_SOURCE -Itests -I"$folder" "$folder/broadloom.c" tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c \
        -o "$scratch/with_own" && "$scratch/with_own" >"$scratch/results" && [ "$(grep -c '^fine ' "$scratch/results")" -eq 2 ] && grep '^fine squared_sum f32' "$scratch/results"
}
cat >"$scratch/profile.lua" <<END
profile {
  ops = { "add:f32", "squared_sum:f32" }, ops_from = { "$PWD/tests/toy/ops.lua" }, isas = { "scalar" }, form = "single", selftest = true,
}
END
check "make vendor computes those that are lacking" with_own words OPS_FROM=tests/toy/ops.lua OPS=add,squared_sum DTYPES=f32 ISAS=scalar SELFTEST=yes FORM=single
check "also those of a profile" with_own profile PROFILE="$scratch/profile.lua"
sed -i 's/UINT32_C(0x\(.*\)\(.\))}/UINT32_C(0x\2\1)}/' "$scratch/words/broadloom.c"
check "with a wrong one it does not pass" sh -c "${CC:-cc} -D_GNU_SOURCE -Itests -I'$scratch/words' '$scratch/words/broadloom.c' tests/selftest/selftest.c tests/platforms/process.c tests/platforms/hosted.c \
    -o '$scratch/with_own' && ! '$scratch/with_own' >'$scratch/results' && grep '^wrong squared_sum' '$scratch/results'"
check "a self-test of nothing is refused" fails_saying "selftest: .*has a hash" $generator --ops-from tests/toy/ops.lua --ops squared_sum --dtypes f32 --isas scalar --selftest yes --out "$scratch/none"
check "there is no self-test unless it is requested" sh -c "$generator --ops add --dtypes f32 --isas scalar --specs none --runtime full --form single --vendor '$scratch/without' && ! grep -i 'selftest_[a-z]' '$scratch/without/broadloom.c'"

finish
