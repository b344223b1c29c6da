#!/bin/sh
# The self-test of every operator, at every dtype that compiles for a board, in images for it: tests/firmware/selftests.sh CORE [OP…]. The
# library's header lists the tables that do not compile there; each image has as many tables as fit into its ROM and RAM. differs.txt lists
# the tables with results that must differ there, with reasons (FIRMWARE_DIFFERS may name another file). Prints TAP, a line per table.
#
# It needs build/broadloom.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

here=$(dirname "$0")
core=$1
shift
out=build/firmware/selftests/$core
jobs=${JOBS:-$(nproc)}
per_image=24 # tables, unless they are too large
warnings='-std=c99 -ffreestanding -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
sections='-ffunction-sections -fdata-sections'

no_image() {
    echo "Bail out! $*"
    exit 1
}
. "$here/board.sh"
read_board "$core"
for tool in "$link" "${simulator%% *}"; do
    command -v "$tool" >/dev/null || {
        echo "1..0 # SKIP $tool is missing"
        exit 0
    }
done
rm -rf "$out"
mkdir -p "$out"

# weave FOLDER OPS: generates the library as a tree; prints the names of its tables with their hashes
weave() {
    build/broadloom ${2:+--ops "$2"} --isas scalar --specs none --runtime compact --selftest yes --form tree --vendor "$out/$1" >/dev/null
    sed -n 's/^ *{&bl_table_\(.*\), UINT32_C(\(.*\))},/\1 \2/p' "$out/$1/dispatch/selftest_hashes.c"
}

# ---- The tables that compile, and profiles for them ----

ops=$(echo "$*" | tr ' ' ,)
weave every "$ops" >"$out/tables"
echo '#include "bl_kernels_scalar.h"' >"$out/header.c"
LC_ALL=C $link $flags -fsyntax-only -I"$out/every" "$out/header.c" 2>"$out/errors" || :
tr -d '\\\n' <"$out/every/bl_kernels_scalar.h" | grep -o 'binary64, which double is not here: leave out [^"]*' >"$out/refused" || :
grep -q 'binary64' "$out/errors" || : >"$out/refused" # double is binary64
# OPS: profiles that are accepted, such that every possible table is in one of them. An operator is listed with the dtypes of its
# tables, in as many profiles as it has sets of dtypes
awk -v out="$out" -v dtypes="$(sed -n 's/^dtype "\([^"]*\)".*/\1/p' gen/catalogue/dtypes.lua | tr '\n' ' ')" '
BEGIN {
    n_dtypes = split(dtypes, every, " ")
    for (d = 1; d <= n_dtypes; ++d) one_of = one_of (d == 1 ? "" : "|") every[d]
}
function dtypes_of(name) {
    return match(name, "(_(" one_of "))+$") ? substr(name, RSTART + 1) : ""
}
function is_within(name, set,   list, n, i) {
    n = split(dtypes_of(name), list, "_")
    for (i = 1; i <= n; ++i) if (index(set, " " list[i] " ") == 0) return 0
    return 1
}
function is_refused(op, set,   i) {
    for (i = 1; i <= count; ++i) if (op_of[i] == op && refused[i] && is_within(name_of[i], set)) return 1
    return 0
}
FILENAME ~ /refused$/ {
    sub(/.*leave out /, "")
    sub(/\.$/, "")
    n = split($0, list, ", ")
    for (i = 1; i <= n; ++i) is_named[list[i]] = 1
    next
}
{
    name_of[++count] = $1
    op_of[count] = substr($1, 1, length($1) - length(dtypes_of($1)) - 1)
    refused[count] = is_named[$1] || (is_named["f64"] && ("_" dtypes_of($1) "_") ~ /_f64_/)
}
END {
    for (i = 1; i <= count; ++i) {
        if (refused[i]) { print name_of[i] >(out "/left_out"); continue }
        if (is_had[i]) continue
        set = dtypes_of(name_of[i])
        gsub(/_/, " ", set)
        set = " " set " "
        if (is_refused(op_of[i], set)) { print name_of[i] >(out "/left_out_beside"); continue }
        for (d = 1; d <= n_dtypes; ++d) {
            if (index(set, " " every[d] " ") == 0 && !is_refused(op_of[i], set every[d] " ")) set = set every[d] " "
        }
        used = " "
        for (j = 1; j <= count; ++j) {
            if (op_of[j] != op_of[i] || !is_within(name_of[j], set)) continue
            is_had[j] = 1
            n = split(dtypes_of(name_of[j]), list, "_")
            for (d = 1; d <= n; ++d) if (index(used, " " list[d] " ") == 0) used = used list[d] " "
        }
        chosen = substr(used, 2, length(used) - 2)
        gsub(/ /, "+", chosen)
        profile = ++sets_of[op_of[i]]
        if (profile > profiles) profiles = profile
        ops[profile] = ops[profile] (ops[profile] == "" ? "" : ",") op_of[i] ":" chosen
    }
    for (i = 1; i <= profiles; ++i) print ops[i]
}' "$out/refused" "$out/tables" >"$out/profiles"

# ---- The library, and the common parts of all images ----

for file in $here/platform_firmware.c $here/$start.c $here/$start.S $here/rounding_division.c; do
    $link $flags $warnings -Os -fno-builtin -I"$here" -Itests -c "$file" -o "$out/$(basename "$file" | tr . _).o"
done
ground="$out/platform_firmware_c.o $out/${start}_c.o $out/${start}_S.o"
: >"$out/parts"
: >"$out/had"
profile=0
while read -r ops; do
    profile=$((profile + 1))
    weave "$profile" "$ops" >"$out/$profile.tables"
    find "$out/$profile" -name '*.c' ! -name selftest_hashes.c | xargs -P "$jobs" -n 8 sh -c '
        for file; do '"$link $flags $warnings $sections -Os -I$out/$profile"' -c "$file" -o "${file%.c}.o" || exit 255; done' compile || no_image "a library does not compile"
    find "$out/$profile" -name '*.o' | sort | xargs "${prefix}ar" rcs "$out/$profile.a"
    # a table that is in several profiles is tested once; a part has $per_image lines
    awk -v out="$out" -v profile="$profile" -v per_image="$per_image" '
        FILENAME ~ /had$/ { had[$1] = 1; next }
        !had[$1] {
            if (n % per_image == 0) {
                part = out "/" profile "_" (n / per_image) ".part"
                print part >>(out "/parts")
            }
            ++n
            print "TABLE(" $1 ", " $2 ")" >part
            print $1 >>(out "/had")
        }' "$out/had" "$out/$profile.tables"
done <"$out/profiles"

# ---- Images ----

# image PART [FLAG…]: tests its tables, in as many images as they need; the output goes to PART.tap, with a line for each image
image() (
    part=$1
    shift
    own=${part%.part}
    archive=$out/$(basename "$part" | sed 's/_.*/.a/')
    if ! $link $flags $warnings $sections -Os -I"${archive%.a}" -I"$here" -Itests -DTABLES="\"$(pwd)/$part\"" -c "$here/selftests.c" -o "$own.o" 2>"$own.errors"; then
        cat "$own.errors" >&2
        no_image "$part does not compile"
    fi
    if link_image "$own" "$@" $ground "$own.o" "$archive" 2>"$own.errors"; then
        run_image "$own.elf" "$own.output" || :
        grep -E '^(not )?ok|^Bail out' "$own.output" >"$own.tap" || :
        grep -q '^# exit' "$own.output" || echo "Bail out! $own did not come to its end" >>"$own.tap"
        echo "# image ${own##*/}: $("${prefix}size" "$own.elf" | awk 'NR == 2 { print $1 + $2 " bytes of ROM, " $2 + $3 " of RAM" }')" >>"$own.tap"
        return
    fi
    tables=$(wc -l <"$part")
    if ! grep -Eq 'overflowed|will not fit' "$own.errors" || [ "$tables" -lt 2 ]; then
        cat "$own.errors" >&2
        no_image "$part does not link"
    fi
    head -n "$((tables / 2))" "$part" >"${own}a.part"
    tail -n "+$((tables / 2 + 1))" "$part" >"${own}b.part"
    (image "${own}a.part" "$@") && (image "${own}b.part" "$@") && cat "${own}a.tap" "${own}b.tap" >"$own.tap"
)

# all parts in a file, in parallel as JOBS says, or two at a time
images() { # FILE [FLAG…]
    list=$1
    shift
    running=0
    while read -r part; do
        image "$part" "$@" || touch "$out/failed" &
        running=$((running + 1))
        if [ "$running" -ge "$jobs" ]; then
            wait
            running=0
        fi
    done <"$list"
    wait
    [ ! -e "$out/failed" ]
}

images "$out/parts"

# the tables that differ are tested again with a correctly rounded division, with which they must not differ
sed -n "s/^$core  *//p" "${FIRMWARE_DIFFERS-$here/differs.txt}" >"$out/differs"
: >"$out/again"
while read -r part; do
    cat "${part%.part}.tap"
    awk 'FILENAME ~ /differs$/ { listed[$1] = 1; next } { name = $1; sub(/TABLE\(/, "", name); sub(/,/, "", name) } listed[name]' \
        "$out/differs" "$part" >"${part%_*}_again${part##*_}"
    [ ! -s "${part%_*}_again${part##*_}" ] || echo "${part%_*}_again${part##*_}" >>"$out/again"
done <"$out/parts" >"$out/first"
images "$out/again" -Wl,--wrap=__divsf3 "$out/rounding_division_c.o"
while read -r part; do cat "${part%.part}.tap"; done <"$out/again" >"$out/second"

# ---- The result ----

touch "$out/left_out" "$out/left_out_beside"
awk -v core="$core" '
    FILENAME ~ /differs$/ { why = $0; sub(/^[^ ]* */, "", why); listed[$1] = why; next }
    /^Bail out/ { print "not ok " ++n " - " substr($0, 11); bad = 1; next }
    /^# image/ { ++images; next }
    FILENAME ~ /left_out$/ { refused = refused " " $1; next }
    FILENAME ~ /left_out_beside$/ { beside = beside " " $1; next }
    { is_right = $1 == "ok"; name = $NF }
    FILENAME ~ /second$/ {
        print (is_right ? "ok " : "not ok ") ++n " - " name ", with a division that rounds"
        bad += !is_right
        next
    }
    {
        is_expected = is_right == !(name in listed)
        print (is_expected ? "ok " : "not ok ") ++n " - " name (is_right ? "" : " differs") (name in listed ? ": " listed[name] : "")
        ++tables
        different += !is_right
        bad += !is_expected
    }
    END {
        print "# " core ": " tables " tables in " images " images, " different " of which differ"
        if (refused != "") print "# not there, for what they compute in:" refused
        if (beside != "") print "# not to be had without one of these:" beside
        print "1.." n
        exit bad > 0 || tables == 0
    }' "$out/differs" "$out/first" "$out/second" "$out/left_out" "$out/left_out_beside"
