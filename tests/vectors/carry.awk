# What the project carries of a published collection: the records of operators that it has, each unchanged, and the
# head of the file. The others are counted by operator in comment lines that the runner (tests/vectors.c) reads, so
# that its report covers the whole collection:
#
#   awk -v operators="Add Sub Mul Div Neg Less Where" -f carry.awk collection.ebv
#
# SPDX-License-Identifier: Apache-2.0

BEGIN {
    count = split(operators, names, " ")
    for (i = 1; i <= count; ++i) {
        wanted[names[i]] = 1
    }
    wanted["Any"] = 1
    left_count = 0
}

/^#/ {
    print
    next
}

{
    record = record $0 "\n"
}

$1 == "op" {
    operator = $2
}

$1 == "end" {
    if (operator in wanted) {
        kept = kept record
    } else if (left[operator]++ == 0) {
        order[++left_count] = operator
    }
    record = ""
}

END {
    for (i = 1; i <= left_count; ++i) {
        print "# left out: " order[i] " " left[order[i]]
    }
    printf "%s", kept
}
