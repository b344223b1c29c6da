# Common functions of the tests of npy_run, which source this file. It makes a folder and changes to it. The tests end
# with `finish`. They do not need Python: printf writes the files that numpy.save would write.
#
# NPY_RUN is the program, optionally after an emulator; the default is build/npy_run.
#
# SPDX-License-Identifier: Apache-2.0

LC_ALL=C
export LC_ALL
unset BROADLOOM_ISA

root=$(cd "$(dirname "$0")/../.." && pwd)
program=${NPY_RUN:-$root/build/npy_run}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

count=0
failed=0

# report STATUS NAME: prints one line of TAP, and after a failure the program's output
report() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        failed=$((failed + 1))
        cut -c 1-300 stdout | sed 's/^/# stdout: /'
        cut -c 1-300 stderr | sed 's/^/# stderr: /'
    fi
}

run() {
    $program "$@" >stdout 2>stderr
    status=$?
}

# works NAME EXPECTED ARGUMENT...: the program succeeds, prints nothing, and writes exactly the file EXPECTED
works() {
    name=$1 expected=$2
    shift 2
    rm -f out.npy
    run "$@" -o out.npy
    [ "$status" -eq 0 ] && [ ! -s stderr ] && cmp -s out.npy "$expected"
    report $? "$name"
}

# refused NAME STATUS PATTERN ARGUMENT...: the program fails with that status and one line that matches the pattern
# (after a usage error, the usage follows), and leaves no file
refused() {
    name=$1 wanted=$2 pattern=$3
    shift 3
    rm -f out.npy
    run "$@" -o out.npy
    [ "$status" -eq "$wanted" ] && head -n 1 stderr | grep -q "^npy_run: $pattern" &&
        { [ "$wanted" -eq 2 ] || [ "$(wc -l <stderr)" -eq 1 ]; } && [ ! -e out.npy ] && ! ls ./*.part >/dev/null 2>&1
    report $? "$name"
}

# prints NAME PATTERN: the last run's standard output has such a line
prints() {
    grep -q "$2" stdout
    report $? "$1"
}

# bytes ORDER WORD...: hexadecimal words as escapes for printf, least (little) or most (big) significant byte first
bytes() {
    order=$1
    shift
    for word in "$@"; do
        escapes=
        while [ -n "$word" ]; do
            rest=${word#??}
            byte=$(printf '\\%03o' "0x${word%"$rest"}")
            if [ "$order" = big ]; then escapes=$escapes$byte; else escapes=$byte$escapes; fi
            word=$rest
        done
        printf '%s' "$escapes"
    done
}

# raw FILE VERSION HEADER DATA: any header, any data (escapes for printf)
raw() {
    n=${#3}
    length=$(bytes little "$(printf '%08x' "$n")")
    [ "$2" -ne 1 ] || length=$(bytes little "$(printf '%04x' "$n")")
    { printf "\223NUMPY\00$2\000$length" && printf '%s' "$3" && printf "$4"; } >"$1"
}

# saved FILE DTYPE ORDER SHAPE DATA [LENGTH]: a file as written by numpy.save, with the elements at byte LENGTH (default 128)
saved() {
    newline='
'
    dict="{'descr': '$2', 'fortran_order': $3, 'shape': $4, }"
    raw "$1" 1 "$(printf "%-$((${6:-128} - 11))s" "$dict")$newline" "$5"
}

finish() {
    echo "1..$count"
    [ "$failed" -eq 0 ]
    exit
}
