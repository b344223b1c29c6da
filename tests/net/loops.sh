#!/bin/sh
# The number of instructions in the loops of an instruction set's kernels:
#
#   tests/net/loops.sh ISA COMPILER OPERATORS OBJDUMP LINK OBJECT...
#
# COMPILER and OPERATORS are written at the top of the output. LINK is the command that links objects for this machine, because some
# assemblers leave branch targets to the linker.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

isa=$1 compiler=$2 operators=$3 objdump=$4 link=$5
shift 5
[ -x "$(command -v "$objdump")" ] || {
    echo "loops.sh: there is no objdump for $isa: '$objdump'" >&2
    exit 1
}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
if "$objdump" -r "$1" | grep -q '_BRANCH'; then
    for object in "$@"; do
        $link -nostdlib -Wl,-e,0,--no-relax,--unresolved-symbols=ignore-all "$object" -o "$scratch/${object##*/}"
    done
    set -- "$scratch"/*.o
fi
cat <<END
Instructions in the loops of $isa's kernels. Woven by make net; docs/testing.md says how to read it.
Compiler: $compiler
Operators: $operators

END
LC_ALL=C "$objdump" -d --no-show-raw-insn "$@" | awk -v isa="$isa" -f "${0%.sh}.awk" | LC_ALL=C sort
