# Prints the file, the line and the load of each held value that a function loads again. The input is generated C.
#
# SPDX-License-Identifier: Apache-2.0
FNR == 1 || /^}/ {
    split("", count)
}
{
    line = " " $0
    while (match(line, /[^a-z0-9_](bl_load_u[0-9]+\(p[a-z0-9_]+\)|p[a-z0-9_]+\[0\])/)) {
        load = substr(line, RSTART + 1, RLENGTH - 1)
        line = substr(line, RSTART + RLENGTH)
        if (++count[load] == 2) {
            print FILENAME ":" FNR ": " load
        }
    }
}
