#!/bin/sh
# Counts every kernel's instructions and rewrites the table: bench/instructions.sh PROGRAM TABLE COMPILER ISA...
#
# PROGRAM is bench/instructions.c, COMPILER says how the kernels were compiled, ISA... are all there are. CHECK=1 leaves
# the table as it is and fails where a row of 256 elements takes over 5 % more instructions than it says; a table of
# another compiler is not compared, and instruction sets that this processor lacks are not counted.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

program=$1
table=$2
compiler=$3
shift 3
if ! command -v valgrind >/dev/null || [ ! -x "$program" ]; then
    echo "SKIP: valgrind or its header is not installed"
    exit 0
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# what both ways print: "OP DTYPES PATTERN ISA COLUMNS COUNT" a call
valgrind -q --tool=callgrind --combine-dumps=yes --callgrind-out-file="$scratch/dumps" "$program" 2>"$scratch/log" ||
    { cat "$scratch/log" >&2; exit 1; }
awk '/^desc: Trigger: Client Request: / { sub(/.*: /, ""); call = $0 }
     /^summary: / && call != "" { print call, $2; call = "" }' "$scratch/dumps" >"$scratch/callgrind"
executed=$(awk '$1 != "nothing" && !seen[$4]++ { print $4 }' "$scratch/callgrind")
if [ -z "$executed" ]; then
    echo "bench/instructions.sh: valgrind counted nothing" >&2
    exit 1
fi
# the first one that it printed is the best one that it executes: counted both ways, it shows that they agree
echo "$executed" | sed 1d | xargs "$program" >"$scratch/stepped"

[ -e "$table" ] || : >"$table"
awk -v compiler="$compiler" -v valgrind="$(valgrind --version)" -v check="${CHECK:-}" -v isas="$*" -f "${0%.sh}.awk" \
    file=1 "$table" file=2 "$scratch/callgrind" file=3 "$scratch/stepped" >"$scratch/table"
[ "${CHECK:-}" = 1 ] || cp "$scratch/table" "$table"
