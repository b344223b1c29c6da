#!/bin/sh
# What README.md and docs/internals.md show is so: the first program is the file, and its commands, run as they stand there,
# print what the README says; what is quoted stands in the sources; every file and name is there; no module is left out.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# the section of the first program: its C, its commands, and what these print
section() {
    awk '$0 == "## A first program" { here = 1; next } /^## / { here = 0 } here' README.md
}
section | awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' >"$scratch/shown.c"
section | awk '/^It prints/ { prints = 1 } /^    / && prints { print substr($0, 5) }' >"$scratch/promised"
section | awk '/^```/ { inside = !inside } /^It prints/ { exit } /^    / && !inside { print substr($0, 5) }' >"$scratch/commands"

check "the README shows examples/first.c" diff examples/first.c "$scratch/shown.c"
check "which is short" test "$(wc -l <examples/first.c)" -le 35
check "it compiles without a warning" ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude -Igenerated \
    -fsyntax-only examples/first.c
check "the README says how to compile and run it" grep -q 'examples/first.c' "$scratch/commands"
rm -f build/first
sh -e "$scratch/commands" >"$scratch/printed" 2>&1
check "these commands print what the README says" diff "$scratch/promised" "$scratch/printed"

# the lines that plan, in a function of their own
{
    echo '#include "broadloom.h"'
    echo 'int planned(bl_array, bl_array, bl_array, int32_t *, int32_t *, int32_t *);'
    echo 'int planned(bl_array dividend, bl_array divisor, bl_array out, int32_t *numbers, int32_t *divisors, int32_t *quotients)'
    echo '{ bl_status status;'
    awk '/^To plan once/ { here = 1 } /^The two front ends/ { here = 0 } here && /^    /' README.md
    echo 'return status == BL_OK; }'
} >"$scratch/planned.c"
check "the README plans" grep -q bl_plan_run "$scratch/planned.c"
check "and that compiles" ${CC:-cc} -std=c99 -Wall -Wextra -Werror -Iinclude -Igenerated -fsyntax-only "$scratch/planned.c"

# what docs/semantics.md says of these in a formula is what their entries compute
says_so() {
    for op in elu selu celu swish; do
        formula=$("$generator" --list | sed -n "s/^ *$op  *T -> T  *\([^;]*\);.*/\1/p")
        [ -n "$formula" ] && grep -F '`elu`, `selu`, `celu`, `swish`' docs/semantics.md | grep -qF "$formula" || { echo "$op: $formula"; return 1; }
    done
}
check "docs/semantics.md has the formulas of elu and its like" says_so

# the C and Lua that docs/internals.md quotes, line by line
awk '/^```(c|lua)$/ { inside = 1; next } /^```$/ { inside = 0 } inside && /[^ ]/' docs/internals.md >"$scratch/quoted"
cat generated/avx2/add_f16_avx2.c gen/catalogue/operators/*.lua gen/dictionary/recipes.lua >"$scratch/sources"
check "docs/internals.md quotes some of them" test "$(wc -l <"$scratch/quoted")" -gt 20
check "as they are" sh -c "! grep -vxFf '$scratch/sources' '$scratch/quoted'"

# what its commands print, as it stands there: all lines of a block, one after the other, somewhere in what its command prints
awk -v into="$scratch/block" '/^```console$/ { inside = 1; count++; file = into count; next } /^```$/ { inside = 0 } inside { print >file }' docs/internals.md
check "docs/internals.md shows the generator's phases" test -e "$scratch/block7"
for block in "$scratch"/block*; do
    command=$(sed -n '1s/^\$ //p' "$block")
    sed 1d "$block" >"$scratch/shown"
    check "$command" sh -c "$command >'$scratch/printed' && awk 'NR == FNR { want[++n] = \$0; next }
        { for (i = n; i > 0; i--) run[i] = (i == 1 || run[i - 1]) && \$0 == want[i]; if (run[n]) found = 1 }
        END { exit !found }' '$scratch/shown' '$scratch/printed'"
done

echo '#include "broadloom.h"' | ${CC:-cc} -E -Iinclude -Igenerated - >"$scratch/preprocessed" # calls with values are macros
for page in README.md docs/internals.md; do
    sed 's/[^` ]*\*[^` ]*//g' $page >"$scratch/page" # but for "kernels*.c"
    for name in $(grep -oE '\b(bl|BL)_[a-zA-Z_0-9]+' "$scratch/page" | grep -v ^bl_OP | sort -u); do
        grep -rqw "$name" include src generated/*.h "$scratch/preprocessed" || echo "$page: $name"
    done
    for path in $(grep -oE '(^|[^a-zA-Z/])(gen|docs|examples|tests|templates|src|include|generated)/[a-zA-Z_0-9/.-]*[a-z]' "$scratch/page" | sed 's/^[^a-z]//' | sort -u); do
        [ -e "$path" ] || echo "$page: $path"
    done
done >"$scratch/unknown"
check "every name and path is there" sh -c "! grep . '$scratch/unknown'"
for file in gen/machine/*.lua gen/machine/*/*.lua gen/frontends/*.lua gen/tests/*.lua src/*/*.c; do
    grep -qF "\`${file##*/}\`" docs/internals.md || echo "$file"
done >"$scratch/left_out"
check "docs/internals.md has every module of the generator and of the runtime" sh -c "! grep . '$scratch/left_out'"

# its diagram of src/ is made by what includes what
awk '/^```mermaid$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/internals.md >"$scratch/drawn"
draws_rooms() { awk -f docs/rooms.awk src/*/*.[ch] | diff - "$scratch/drawn"; }
check "docs/internals.md draws the rooms of src/ as docs/rooms.awk does, and none leads back to itself" draws_rooms
check "every source of src/ has a room" sh -c "! ls src/*.[ch] 2>/dev/null"
mkdir -p "$scratch/src/one" "$scratch/src/two" "$scratch/src/three"
echo '#include "../two/two.h"' >"$scratch/src/one/one.c"
echo '#include "../three/three.h"' >"$scratch/src/two/two.h"
echo '#include "../one/one.h"' >"$scratch/src/three/three.h"
check "a circle of rooms would be found" sh -c "cd '$scratch' && ! awk -f '$PWD/docs/rooms.awk' src/*/*.[ch] 2>circle && grep -q 'one includes itself' circle"

for word in $(grep -oE '(^|[^*])\*[A-Za-z]+\*' docs/internals.md | tr -dc 'A-Za-z\n' | tr A-Z a-z | sed 's/s$//' | sort -u); do
    grep -qE "^\| ([a-z]+, )?$word" docs/internals.md || echo "$word"
done >"$scratch/unexplained"
check "and its glossary every word in italics" sh -c "! grep . '$scratch/unexplained'"

finish
