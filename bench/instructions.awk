# The table of instruction counts: awk -f instructions.awk file=1 OLD_TABLE file=2 CALLGRIND_COUNTS file=3 STEPPED_COUNTS
#
# The new table goes to standard output; standard error says which cells differ from the old one's. With check=1 it fails
# where a cell is over 5 % longer. Other variables: compiler, valgrind (how they call themselves), isas (all, by rank).
#
# SPDX-License-Identifier: Apache-2.0

# ---- The old table ----

file == 1 && $0 == "Compiler: " compiler { same_compiler = 1 }
file == 1 && /^\| operator / { column_count = split($0, column, / *\| */) - 1 }
file == 1 && /^\| [a-z]/ && !/^\| operator / {
    split($0, part, / *\| */)
    for (i = 5; i <= column_count; ++i) {
        old[part[2] " | " part[3] " | " part[4], column[i]] = part[i]
        if (part[i] ~ /^[0-9]/) in_old[column[i]] = 1
    }
}
file == 1 { next }

# ---- The counts ----

$1 == "nothing" { nothing[file, $2] = $6; next }
{
    row = $1 " | " $2 " | " $3
    gsub(/,/, ", ", row)
    count = $6 - nothing[file, length($3)] + 1 # `nothing` is one instruction
    if ((row, $4, $5) in counts && counts[row, $4, $5] != count) {
        print "callgrind counts " counts[row, $4, $5] ", the processor " count ": " $0 >"/dev/stderr"
        failed = 1
        exit
    }
    if (!(row in known)) {
        known[row] = 1
        rows[++row_count] = row
    }
    counted[$4] = 1
    if (file == 2) by_callgrind[$4] = 1
    counts[row, $4, $5] = count
}

# ---- The new table ----

# in the loop per element, and the rest per call
function cell(row, isa,    loop, rest) {
    if (!((row, isa, 256) in counts)) return "–"
    loop = (counts[row, isa, 512] - counts[row, isa, 256]) / 256
    rest = counts[row, isa, 256] - 256 * loop
    return sprintf("%.3g %s %d", loop, rest < 0 ? "-" : "+", rest < 0 ? -rest : rest)
}

function at_256(text,    part) {
    split(text, part, " ")
    return part[1] * 256 + (part[2] part[3])
}

function compare(row, isa, now,    before) {
    before = old[row, isa]
    if (!same_compiler || before !~ /^[0-9]/ || now !~ /^[0-9]/ || before == now) return
    if (at_256(now) > at_256(before)) ++longer
    else ++shorter
    if (at_256(now) > 1.05 * at_256(before)) ++too_long
    print "  " row " | " isa ": " before ", now " now >"/dev/stderr"
}

function add(list, item) {
    return list == "" ? item : list ", " item
}

END {
    if (failed) exit 1
    isa_count = split(isas, isa, " ")
    head = "| operator | dtypes | pattern |"
    line = "|---|---|---|"
    for (i = 1; i <= isa_count; ++i) {
        kept[isa[i]] = !(isa[i] in counted) && (isa[i] in in_old) && same_compiler
        shown[isa[i]] = (isa[i] in counted) || kept[isa[i]]
        if (!shown[isa[i]]) continue
        head = head " " isa[i] " |"
        line = line "---|"
        if (isa[i] in by_callgrind) callgrinds = add(callgrinds, isa[i])
        else stepped = add(stepped, isa[i])
        if (kept[isa[i]]) print "not counted here, its column is kept: " isa[i] >"/dev/stderr"
    }

    print "# Instructions a kernel takes\n"
    print "`0.625 + 37` says: 0.625 instructions per element in the loop, and 37 for the rest of a call of one row. Where"
    print "there is –, the instruction set has no such kernel, and the next lower one's runs. Patterns: a letter per input,"
    print "v contiguous, s one value per row. `make bench-instructions` rewrites this table, and says what has changed.\n"
    print "Compiler: " compiler "\n"
    print "Counted by callgrind (" valgrind "): " callgrinds "."
    if (stepped != "") {
        print "Counted by the processor, trapping after each instruction, as valgrind cannot execute them: " stepped "."
    }
    print "\n" head "\n" line
    for (r = 1; r <= row_count; ++r) {
        text = "| " rows[r] " |"
        for (i = 1; i <= isa_count; ++i) {
            if (!shown[isa[i]]) continue
            now = kept[isa[i]] ? old[rows[r], isa[i]] : cell(rows[r], isa[i])
            if (now == "") now = "–"
            text = text " " now " |"
            compare(rows[r], isa[i], now)
        }
        print text
    }

    if (!same_compiler) print "not compared: the old table is not of this compiler, " compiler >"/dev/stderr"
    else print longer + 0 " cells got longer, " shorter + 0 " shorter" >"/dev/stderr"
    if (check == 1 && too_long > 0) {
        print too_long " by over 5 % (a row of 256 elements)" >"/dev/stderr"
        exit 1
    }
}
