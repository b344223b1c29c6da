#!/bin/sh
# More inputs than any operator here has: only the runtime, with room for six.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

build() {
    for source in $(sed -n "/^src\/\(frontends\|shared\)\//d; /^src\//p" generated/runtime.txt) generated/dispatch/isas.c generated/dispatch/moves.c; do
        object=$scratch/$(basename "$source" .c).o
        ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O2 -DBL_MAX_ARITY=6 -DBL_WITH_MOVES=0 \
            -Iinclude -Igenerated -c "$source" -o "$object" || return
    done
    ar rcs "$scratch/runtime.a" "$scratch"/*.o &&
        ${CC:-cc} -std=c99 -Wall -Wextra -Werror -O2 -DBL_MAX_ARITY=6 -D_GNU_SOURCE -Iinclude -Igenerated -Itests tests/runtime/calls.c tests/platforms/hosted.c \
            "$scratch/runtime.a" -o "$scratch/calls"
}

run() {
    "$scratch/calls" >"$scratch/tap"
    status=$?
    grep -v '^ok' "$scratch/tap"
    return $status
}

check "it builds without a warning" build
check "kernels of all kinds of calls" run
check "those of five and six inputs among them" grep "six with parameters: contiguous" "$scratch/tap"

finish
