# Counts the instructions of each function's loops in what objdump prints: objdump -d --no-show-raw-insn OBJECT... | awk -f loops.awk
#
# One line for each pattern, in any order: "add_f32 vv (42) 10 of 49; stream 7 of 16": of the 49 instructions of kernel add_f32's function
# for vv 10 are a loop, within another of 42 in all; likewise for the one that streams. Other functions have a line under their names. A
# loop is the code from the target of a backward branch to the last such branch; padding does not count.
#
# isa: the instruction set in the functions' names.
#
# SPDX-License-Identifier: Apache-2.0

function end_of_function(    i, j, holds, text) {
    if (name == "" || count == 0) return
    for (i = 1; i <= count; ++i) {
        if (!(i in last)) continue
        holds = 0 # another loop
        for (j = i + 1; j <= last[i] && !holds; ++j) holds = j in last && last[j] <= last[i]
        text = text (holds ? "(" last[i] - i + 1 ") " : last[i] - i + 1 " ")
    }
    text = text "of " count
    if (sub(/_stream$/, "", name)) text = "; stream " text
    else text = " " text
    told[name] = told[name] text
    name = ""
}

# "bl_add_f32_avx2_vv" is "add_f32 vv"
function told_name(symbol,    at) {
    at = index(symbol, "_" isa)
    if (symbol !~ /^bl_/ || at == 0 || substr(symbol, at + length(isa) + 1) !~ /^(_|$)/) return symbol
    return substr(symbol, 4, at - 4) (at + length(isa) < length(symbol) ? " " substr(symbol, at + length(isa) + 2) : "")
}

/^[0-9a-f]+ <.*>:$/ {
    end_of_function()
    symbol = substr($2, 2, length($2) - 3)
    name = told_name(symbol)
    count = depth = 0
    split("", at)
    split("", last)
    next
}

# wasm has blocks instead of addresses
$2 == "block" || $2 == "loop" || $2 == "if" || $2 == "try" { head[++depth] = $2 == "loop" ? count + 1 : 0 }
$2 == "end" && depth > 0 { --depth }

name != "" && /^ *[0-9a-f]+:[ \t]/ {
    if ($2 ~ /^(nop|data16|cs|\.)/ || $2 $3 == "xchg%ax,%ax") next
    at[substr($1, 1, length($1) - 1)] = ++count
    if ($2 ~ /^br(_if)?$/ && $3 ~ /^[0-9]+$/) {
        if (depth - $3 > 0 && head[depth - $3] > 0) last[head[depth - $3]] = count
    } else if ($2 ~ /^(b|cb|tb|j|le$|letp|loop)/ && $2 !~ /^(bl|bla|blx|jalr)$/ && match($0, "<" symbol "(\\+0x[0-9a-f]+)?>")) {
        target = substr($0, 1, RSTART - 1)
        sub(/ +$/, "", target)
        sub(/.*[ ,\t(]/, "", target)
        sub(/^0x/, "", target)
        if (target in at) last[at[target]] = count
    }
}

END {
    end_of_function()
    for (name in told) print name told[name]
}
