# Values of floats that are kept as integers, and that every use casts back: prints file, line and name of each. The input is generated C.
#
# SPDX-License-Identifier: Apache-2.0
function flush(name) {
    for (name in place) {
        if (used[name] > 0 && used[name] == back[name]) {
            print place[name]
        }
    }
    split("", place)
    split("", used)
    split("", back)
}
FNR == 1 || /^}/ {
    flush()
}
/^ +const __m[0-9]+i [a-z0-9_]+ = _mm[0-9]*_castp[sd][0-9]*_si[0-9]+\(/ {
    name = $3
    place[name] = FILENAME ":" FNR ": " name
    of[name] = /_castpd/ ? "pd" : "ps"
}
{
    line = $0
    sub(/^ +const __m[0-9]+i [a-z0-9_]+ =/, "", line)
    while (match(line, /(_mm[0-9]*_castsi[0-9]+_p[sd]\()?[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        name = word
        is_back = sub(/^_mm[0-9]*_castsi[0-9]+_p[sd]\(/, "", name) && index(word, "_" of[name] "(")
        if (name in place) {
            ++used[name]
            back[name] += is_back > 0
        }
    }
}
END {
    flush()
}
