#!/bin/sh
# Finds names that only count, in kernels and helpers in a folder (default: generated): tests/generator/counting_names.sh [DIR]
#
# Prints file and name, one per line, of local values and functions with a name of a role and a number (pair8), unless the number is that of
# a register among several (a0, a1, …: the file also has the name with 0), of its dtype (a_wide_i32), of the bit of an exponent
# (power_of_bit_3), or of a polynomial's last term (terms_4_to_7). A letter should distinguish equal roles.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
export LC_ALL=C

find "${1:-generated}" -name '*.[ch]' | sort | xargs awk '
    function flush(i, name, base) {
        for (i = 1; i <= count; ++i) {
            name = base = names[i]
            sub(/_?[0-9]+$/, "", base)
            if (name ~ /[0-9]$/ && name !~ /_(i|u|f|bf|x)(8|16|32|64)(_[0-9]+)?$|_of_bit_[0-9]+$|_to_[0-9]+$/ && !((base "0") in used) && !((base "_0") in used)) {
                print file, name
            }
        }
        count = 0
        split("", used)
        split("", known)
    }
    FNR == 1 { flush(); file = FILENAME }
    {
        line = $0
        while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
            used[substr(line, RSTART, RLENGTH)]
            line = substr(line, RSTART + RLENGTH)
        }
    }
    match($0, /^ +(const )?[a-z_][a-z0-9_]* \*?[a-z][a-z0-9_]*( = |;|, )/) && $1 != "return" {
        name = substr($0, RSTART, RLENGTH)
        sub(/( = |;|, )$/, "", name)
        sub(/.*[ *]/, "", name)
        if (!(name in known)) {
            known[name]
            names[++count] = name
        }
    }
    END { flush() }'
