#!/bin/sh
# No kernel raises an exception that no operation of its elements raises, even at -O3, where compilers vectorise plain
# C: every operator, with tests/kernels/exceptions.c. Libraries are compiled one folder at a time.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# this machine's instruction sets that have kernels, not only moves; and flags that leave out all except the named ones
all=$(for isa in $(sed -n 's/^WOVEN := //p' generated/isas.mk); do
    ! sed -n "s/^MACHINE_$isa := //p" generated/isas.mk | grep -qw -e any -e "$(uname -m)" || ! ls "generated/$isa" | grep -qv '^moves_' || echo "$isa"
done)
only() {
    for isa in $(sed -n 's/^WOVEN := //p' generated/isas.mk); do
        echo "$@" | grep -qw "$isa" || echo "-DBL_WITH_$(echo "$isa" | tr a-z A-Z)=0"
    done
}
tests=''

# built NAME COMPILER FLAGS: builds build/raises/NAME/kernels_alone; the flags are only for the library
built() {
    out=build/raises/$1
    make -s BUNDLED=1 CC="$2" LIBRARY_CFLAGS="$3" OUT="$out" TESTS_OUT="${tests:-$out}" STATIC="${STATIC-}" "$out/kernels_alone"
}

# raises_nothing ISA: all kernels of one instruction set
raises_nothing() {
    tests/platforms/run_isa.sh --run "${RUN-}" "$1:exceptions${2-}" "$out/kernels_alone" >"$scratch/log" || {
        grep -E '^not ok|^Bail' "$scratch/log" | head -5
        return 1
    }
    grep -q '^ok .*exceptions' "$scratch/log"
}

# native NAME ISAS COMPILER FLAGS
native() {
    name=$1 isas=$2 compiler=$3 flags="$4 $(only $2 | tr '\n' ' ')"
    if ! command -v "$compiler" >/dev/null; then
        skip "$compiler $4: there is no $compiler"
        return
    fi
    check "$compiler $4: the library is built" built "$name" "$compiler" "$flags"
    for isa in $isas; do
        if "$out/kernels_alone" "$isa:available" >/dev/null 2>&1; then
            check "$compiler $4, $isa" raises_nothing "$isa"
        else
            skip "$compiler $4, $isa: this processor does without"
        fi
    done
    tests=build/raises/gcc
}

if [ "$(uname -m)" = x86_64 ]; then
    # All instruction sets under each compiler's flags (WHOLE=1) take six more minutes of processor time. Lower ones
    # must not be omitted, because the tables of others refer to their kernels.
    native gcc "$all" gcc "-O3"
    native gcc_native "$([ -n "${WHOLE-}" ] && echo "$all" || echo scalar sse2)" gcc "-O3 -march=native"
    native clang "$([ -n "${WHOLE-}" ] && echo "$all" || echo scalar sse2)" clang "-O3"
else
    skip "x86-64: this machine is another"
fi

for machine in aarch64 riscv64; do
    if command -v $machine-linux-gnu-gcc >/dev/null && command -v qemu-$machine-static >/dev/null; then
        STATIC=-static RUN="qemu-$machine-static \$program \$isa" tests=''
        check "$machine: plain C at -O3 is built" built $machine $machine-linux-gnu-gcc "-O3 $(only scalar | tr '\n' ' ')"
        check "$machine, scalar" raises_nothing scalar :slow
    else
        skip "$machine: no cross compiler or no emulator"
    fi
done

finish
