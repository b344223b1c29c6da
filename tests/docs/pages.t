#!/bin/sh
# README.md and the pages about internals are correct: the first program is the file; its commands, run as the README shows them, print the
# output in the README; quotations are in the sources; every file and name exists; every module is mentioned.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# shows PAGE HEADING EXAMPLE: the section shows that file, and its commands print the output that it shows
shows() {
    awk -v heading="## $2" '$0 == heading { here = 1; next } /^## / { here = 0 } here' "$1" >"$scratch/section"
    awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$scratch/section" >"$scratch/shown.c"
    awk '/^It prints/ { prints = 1 } /^    / && prints { print substr($0, 5) }' "$scratch/section" >"$scratch/promised"
    awk '/^```/ { inside = !inside } /^It prints/ { exit } /^    / && !inside { print substr($0, 5) }' "$scratch/section" >"$scratch/commands"
    check "$1 shows examples/$3.c" diff examples/$3.c "$scratch/shown.c"
    check "it compiles without a warning" ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude -Igenerated \
        -fsyntax-only examples/$3.c
    check "the page says how to compile and run it" grep -q "examples/$3.c" "$scratch/commands"
    rm -f build/$3
    sh -e "$scratch/commands" >"$scratch/printed" 2>&1
    check "these commands print the output on the page" diff "$scratch/promised" "$scratch/printed"
}
shows README.md "A first program" first
check "which is short" test "$(wc -l <examples/first.c)" -le 20
shows docs/first-program.md "Lengths, values, shapes" arrays

# the lines that make a plan, in a separate function
{
    echo '#include "broadloom.h"'
    echo 'int planned(bl_array, bl_array, bl_array, int32_t *, int32_t *, int32_t *);'
    echo 'int planned(bl_array dividend, bl_array divisor, bl_array out, int32_t *numbers, int32_t *divisors, int32_t *quotients)'
    echo '{ bl_status status;'
    awk '/^## Plan once/ { here = 1 } /^## Threads/ { here = 0 } here && /^    /' docs/first-program.md
    echo 'return status == BL_OK; }'
} >"$scratch/planned.c"
check "docs/first-program.md plans" grep -q bl_plan_run "$scratch/planned.c"
check "and that compiles" ${CC:-cc} -std=c99 -Wall -Wextra -Werror -Iinclude -Igenerated -fsyntax-only "$scratch/planned.c"

# docs/semantics.md has the formulas of these operators' entries
says_so() {
    for op in elu selu celu swish; do
        formula=$("$generator" --list | sed -n "s/^ *$op  *T -> T  *\([^;]*\);.*/\1/p")
        [ -n "$formula" ] && grep -F '`elu`, `selu`, `celu`, `swish`' docs/semantics.md | grep -qF "$formula" || { echo "$op: $formula"; return 1; }
    done
}
check "docs/semantics.md has the formulas of elu and its like" says_so

inside='docs/compiler.md docs/runtime.md docs/layout.md docs/testing.md docs/macros.md docs/glossary.md'
# the C and Lua that docs/compiler.md quotes, line by line
awk '/^```(c|lua)$/ { inside = 1; next } /^```$/ { inside = 0 } inside && /[^ ]/' docs/compiler.md >"$scratch/quoted"
cat generated/avx2/add_f16_avx2.c gen/catalogue/operators/*.lua gen/dictionary/recipes.lua >"$scratch/sources"
check "docs/compiler.md quotes some of them" test "$(wc -l <"$scratch/quoted")" -gt 20
check "as they are" sh -c "! grep -vxFf '$scratch/sources' '$scratch/quoted'"

# the output of its commands, as the page shows it: all lines of a block, in order, somewhere in the command's output
awk -v into="$scratch/block" '/^```console$/ { inside = 1; count++; file = into count; next } /^```$/ { inside = 0 } inside { print >file }' docs/compiler.md
check "docs/compiler.md shows the generator's phases" test -e "$scratch/block7"
for block in "$scratch"/block*; do
    command=$(sed -n '1s/^\$ //p' "$block")
    sed 1d "$block" >"$scratch/shown"
    check "$command" sh -c "$command >'$scratch/printed' && awk 'NR == FNR { want[++n] = \$0; next }
        { for (i = n; i > 0; i--) run[i] = (i == 1 || run[i - 1]) && \$0 == want[i]; if (run[n]) found = 1 }
        END { exit !found }' '$scratch/shown' '$scratch/printed'"
done

echo '#include "broadloom.h"' | ${CC:-cc} -E -Iinclude -Igenerated - >"$scratch/preprocessed" # calls with values are macros
for page in README.md CONTRIBUTING.md SECURITY.md docs/README.md docs/api.md docs/first-program.md docs/own-operator.md $inside; do
    sed 's/[^` ]*\*[^` ]*//g' $page >"$scratch/page" # except for "kernels*.c"
    for name in $(grep -oE '\b(bl|BL)_[a-zA-Z_0-9]+' "$scratch/page" | grep -v ^bl_OP | sort -u); do
        grep -rqw "$name" include src generated/*.h "$scratch/preprocessed" || echo "$page: $name"
    done
    for path in $(grep -oE '(^|[^a-zA-Z/])(gen|docs|examples|tests|templates|src|include|generated)/[a-zA-Z_0-9/.-]*[a-z]' "$scratch/page" | sed 's/^[^a-z]//' | sort -u); do
        [ -e "$path" ] || echo "$page: $path"
    done
done >"$scratch/unknown"
check "every name and path exists" sh -c "! grep . '$scratch/unknown'"
# every link leads to a file, and docs/README.md to every page
for page in *.md docs/*.md docs/bench/*.md examples/*/README.md python/README.md; do
    for link in $(grep -oE '\]\([^):]+\)' "$page" | sed 's/^](//; s/)$//; s/#.*//' | sort -u); do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
    done
done >"$scratch/broken"
check "every link leads to a file" sh -c "! grep . '$scratch/broken'"
for page in docs/*.md; do
    grep -qF "(${page#docs/}" docs/README.md || [ "$page" = docs/README.md ] || echo "$page"
done >"$scratch/unlisted"
check "docs/README.md lists every page" sh -c "! grep . '$scratch/unlisted'"
for file in gen/machine/*.lua gen/machine/*/*.lua gen/frontends/*.lua gen/tests/*.lua src/*/*.c; do
    grep -qF "\`${file##*/}\`" docs/layout.md || echo "$file"
done >"$scratch/left_out"
check "docs/layout.md has every module of the generator and of the runtime" sh -c "! grep . '$scratch/left_out'"

# its diagram of src/ shows which folder includes which
awk '/^```mermaid$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/layout.md >"$scratch/drawn"
draws_rooms() { awk -f docs/rooms.awk src/*/*.[ch] | diff - "$scratch/drawn"; }
check "docs/layout.md draws the rooms of src/ as docs/rooms.awk does, and none leads back to itself" draws_rooms
check "every source of src/ has a room" sh -c "! ls src/*.[ch] 2>/dev/null"
mkdir -p "$scratch/src/one" "$scratch/src/two" "$scratch/src/three"
echo '#include "../two/two.h"' >"$scratch/src/one/one.c"
echo '#include "../three/three.h"' >"$scratch/src/two/two.h"
echo '#include "../one/one.h"' >"$scratch/src/three/three.h"
check "a circle of rooms would be found" sh -c "cd '$scratch' && ! awk -f '$PWD/docs/rooms.awk' src/*/*.[ch] 2>circle && grep -q 'one includes itself' circle"

for word in $(cat $inside | grep -oE '(^|[^*])\*[A-Za-z]+\*' | tr -dc 'A-Za-z\n' | tr A-Z a-z | sed 's/s$//' | sort -u); do
    grep -qE "^\| ([a-z]+, )?$word" docs/glossary.md || echo "$word"
done >"$scratch/unexplained"
check "docs/glossary.md has every word in italics" sh -c "! grep . '$scratch/unexplained'"

finish
