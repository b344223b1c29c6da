# The rooms of src/ as a Mermaid diagram, by what includes what:
#
#   awk -f docs/rooms.awk src/*/*.[ch]
#
# An arrow leads to the room whose headers are included. It is left out where other arrows lead there as well. Rooms that
# include each other, directly or by way of others, are an error. This is POSIX awk.
#
# SPDX-License-Identifier: Apache-2.0

FNR == 1 {
    split(FILENAME, path, "/")
    room = path[2]
    if (!(room in is_room)) {
        is_room[room]
        rooms[++count] = room
    }
}

/^#include "\.\.\// {
    split($2, path, "/")
    includes[room, path[2]]
}

END {
    for (key in includes)
        reaches[key]
    for (by = 1; by <= count; by++)
        for (from = 1; from <= count; from++)
            for (to = 1; to <= count; to++)
                if ((rooms[from], rooms[by]) in reaches && (rooms[by], rooms[to]) in reaches)
                    reaches[rooms[from], rooms[to]]
    for (from = 1; from <= count; from++)
        if ((rooms[from], rooms[from]) in reaches) {
            print "rooms.awk: " rooms[from] " includes itself by way of other rooms" | "cat >&2"
            failed = 1
        }
    if (failed)
        exit 1
    print "graph TD"
    for (from = 1; from <= count; from++) {
        line = ""
        for (to = 1; to <= count; to++) {
            is_direct = (rooms[from], rooms[to]) in includes
            for (by = 1; by <= count; by++)
                if ((rooms[from], rooms[by]) in includes && (rooms[by], rooms[to]) in reaches)
                    is_direct = 0
            if (is_direct)
                line = line (line == "" ? " --> " : " & ") rooms[to]
        }
        print "    " rooms[from] line
    }
}
