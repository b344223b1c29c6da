#!/bin/sh
# The generator's modules have an order, given by the table in docs/layout.md: a module requires only modules before it.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

# misplaced FOLDER: prints, for its sources, each `require` of a module that does not come earlier, and each module
# that is missing in the table or only there
misplaced() {
    (cd "$1" && awk '
        function module(path) { sub(/^gen\/(machine\/)?/, "", path); sub(/\.lua$/, "", path); gsub("/", ".", path); return path }
        FILENAME == "docs/layout.md" {
            if (/^\| room, module \|/) is_table = 1
            if (!/^\|/) is_table = 0
            if (!is_table) next
            split($0, cells, "|")
            if (match(cells[2], /\*\*[^*]*\*\*/)) {
                room = substr(cells[2], RSTART + 2, RLENGTH - 4)
                sub(/\/$/, ".", room)
                if (room !~ /\.$/) room = ""
            }
            while (match(cells[2], /`[a-z]*\.lua`/)) {
                name = room substr(cells[2], RSTART + 1, RLENGTH - 6)
                place[name] = ++places
                cells[2] = substr(cells[2], RSTART + RLENGTH)
            }
            next
        }
        FNR == 1 { own = module(FILENAME); is_there[own] = 1; if (!(own in place)) print FILENAME ": not in the table" }
        {
            line = $0
            while (match(line, /require *\(?"[a-z._]*"/)) {
                other = substr(line, RSTART, RLENGTH)
                gsub(/^[^"]*"|"$/, "", other)
                line = substr(line, RSTART + RLENGTH)
                if (!(other in place)) print FILENAME ":" FNR ": " other " is not in the table"
                else if (place[other] >= place[own]) print FILENAME ":" FNR ": " other " does not stand before " own
                ++required
            }
        }
        END {
            for (name in place) if (!(name in is_there)) print name ": no such module"
            if (places < 40 || required < 200) print places " modules and " required " requires: the table is not read"
        }' docs/layout.md gen/machine/*.lua gen/machine/*/*.lua gen/frontends/*.lua gen/tests/*.lua)
}
in_order() { misplaced "$1" >"$scratch/misplaced"; ! grep . "$scratch/misplaced"; }
check "each module requires only modules before it in the table of docs/layout.md" in_order .

mkdir -p "$scratch/tree/docs"
planted() { # FILE TEXT PATTERN: with that line in the file it is reported
    rm -rf "$scratch/tree/gen"
    cp -r gen "$scratch/tree/gen"
    cp docs/layout.md "$scratch/tree/docs"
    echo "$2" >>"$scratch/tree/$1"
    misplaced "$scratch/tree" >"$scratch/told"
    cat "$scratch/told"
    grep -Eq "$3" "$scratch/told"
}
check "a room that requires one below it is reported" planted gen/machine/reading/isas.lua 'local spelling = require "compiler.spelling"' 'isas.lua:[0-9]+: compiler.spelling does not stand before reading.isas'
check "so is a module that knows a later phase" planted gen/machine/compiler/operators.lua 'local ways = require("compiler.derive").ways' 'operators.lua:[0-9]+: compiler.derive does not'
check "the machine requires no other room" planted gen/machine/reading/asked.lua 'local specs = require "frontends.specs"' 'asked.lua:[0-9]+: frontends.specs does not'
check "a module that the table has not" planted gen/machine/files/more.lua 'return {}' 'files/more.lua: not in the table'
check "a name exists once, in the machine or outside" sh -c "! ls gen/machine gen | grep -v ':' | sort | uniq -d | grep ."

finish
