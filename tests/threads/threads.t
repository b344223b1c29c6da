#!/bin/sh
# The example of threads: its output, its errors, and its pool under ThreadSanitizer.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

threads=${THREADS:-build/threads}

# same PROVIDER: 1 to 3 threads, each with the right result
same() {
    "$threads" "$1" 3 >"$scratch/table" || return 1
    cat "$scratch/table"
    [ "$(awk '$4 == "yes" { printf "%s ", $1 }' "$scratch/table")" = "1 2 3 " ]
}
usage() {
    fails_saying "^usage: threads pool\|openmp N" "$threads" "$@" || return 1
    "$threads" "$@" 2>/dev/null
    [ $? -eq 2 ]
}

check "a pool of 1 to 3 threads" same pool
if "$threads" openmp 1 2>&1 | grep -q "without OpenMP"; then
    skip "1 to 3 threads of OpenMP: the compiler has none"
else
    check "1 to 3 threads of OpenMP" same openmp
fi
check "no arguments" usage
check "no number" usage pool
check "no threads" usage pool 0
check "not a number" usage pool 2x
check "a blank before it" usage pool " 2"
check "a sign before it" usage pool +2
check "an unknown name" usage tbb 2

# compiled as by a user, and with a compiler without OpenMP
check "it compiles without OpenMP" gcc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas \
    -pthread -Iinclude -Igenerated examples/threads/*.c build/libbroadloom.a -o "$scratch/threads"
check "and says so" fails_saying "built without OpenMP" "$scratch/threads" openmp 1

cat >"$scratch/race.c" <<'END'
#include <pthread.h>
static int shared;
static void *race(void *argument)
{
    ++shared;
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, race, 0);
    race(0);
    pthread_join(thread, 0);
    return 0;
}
END
# without OpenMP, because its library is not compiled with the sanitizer; the test needs only the operator add
tsan_test() {
    make -s CC=gcc OPS=add OUT=build/tsan CFLAGS="-O1 -g -fsanitize=thread" OPENMP=-Wno-unknown-pragmas \
        build/tsan/tests/threads/pool_test || return 1
    build/tsan/tests/threads/pool_test >"$scratch/tap" 2>&1 || {
        grep -v '^ok' "$scratch/tap"
        return 1
    }
}
if ! gcc -g -fsanitize=thread -pthread "$scratch/race.c" -o "$scratch/race" 2>"$scratch/stderr"; then
    skip "ThreadSanitizer: gcc cannot link it here"
elif ! "$scratch/race" 2>&1 | grep -q "data race"; then
    skip "ThreadSanitizer: it does not find a race here"
else
    check "ThreadSanitizer finds nothing in the pool" tsan_test
fi

finish
