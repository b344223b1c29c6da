#!/bin/sh
# Tests the mutants: each kind makes exactly its changes, in a few lines of C and of Lua. tests/verbs/verbs.t tests
# that known mutants are noticed, which needs large builds.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

mkdir -p "$scratch/gen/isa"
cat >"$scratch/tiny.c" <<'END'
/* a < b in a comment */
#if LIMIT > 3
int tiny(int a, int b)
{
    if (a < b && is_there(a, b) != 0) {
        a = b + (c & 12);
        call("x < y");
    }
    return BL_OK;
}
#endif
END
cat >"$scratch/gen/isa/tiny.lua" <<'END'
isa "tiny" { says = "a < b", rank = 7, precompiled = false, -- 1 < 2
  lanes { u8 = "epu8" } { min = "_mm_min_$e($1, $2)", lt = { "$1 < $2", cost = 3 }, drop = "_mm_andnot($1, $2)" },
}
END

# breaks KIND FILE < the file's mutated lines
breaks() {
    sed 's/^ *//' >"$scratch/expected"
    tests/mutants/mutants.pl list "$1" "$scratch/$2" | sed 's/^[^:]*:[^:]*: //; s/^.* -> [^:]*: //' | diff "$scratch/expected" -
}

check "compares, neither in comments nor in strings nor in conditions of a build" breaks compare tiny.c <<'END'
    if (a <= b && is_there(a, b) != 0) {
    if (a < b && is_there(a, b) == 0) {
END
check "arithmetic" breaks arithmetic tiny.c <<'END'
    a = b - (c & 12);
END
check "bits" breaks bitwise tiny.c <<'END'
    a = b + (c | 12);
END
check "logic" breaks logic tiny.c <<'END'
    if (a < b || is_there(a, b) != 0) {
END
check "conditions" breaks negated tiny.c <<'END'
    if (!(a < b && is_there(a, b) != 0)) {
END
check "numbers by one" breaks 'off by one' tiny.c <<'END'
    if (a < b && is_there(a, b) != 1) {
    a = b + (c & 11);
    a = b + (c & 13);
END
check "numbers by a bit" breaks 'one bit' tiny.c <<'END'
    a = b + (c & 8);
    a = b + (c & 4);
END
check "statements" breaks deleted tiny.c <<'END'
    ;
    ;
END
check "statuses" breaks status tiny.c <<'END'
    return BL_NULL_POINTER;
END
check "arguments" breaks swapped tiny.c <<'END'
    if (a < b && is_there(b, a) != 0) {
END
check "compares in spellings" breaks compare gen/isa/tiny.lua <<'END'
    lanes { u8 = "epu8" } { min = "_mm_min_$e($1, $2)", lt = { "$1 <= $2", cost = 3 }, drop = "_mm_andnot($1, $2)" },
END
check "siblings of intrinsics" breaks sibling gen/isa/tiny.lua <<'END'
    lanes { u8 = "epu8" } { min = "_mm_max_$e($1, $2)", lt = { "$1 < $2", cost = 3 }, drop = "_mm_andnot($1, $2)" },
    lanes { u8 = "epu8" } { min = "_mm_min_$e($1, $2)", lt = { "$1 < $2", cost = 3 }, drop = "_mm_and($1, $2)" },
END
check "their arguments" breaks swapped gen/isa/tiny.lua <<'END'
    lanes { u8 = "epu8" } { min = "_mm_min_$e($2, $1)", lt = { "$1 < $2", cost = 3 }, drop = "_mm_andnot($1, $2)" },
    lanes { u8 = "epu8" } { min = "_mm_min_$e($1, $2)", lt = { "$1 < $2", cost = 3 }, drop = "_mm_andnot($2, $1)" },
END
check "flags, but not costs" breaks flag gen/isa/tiny.lua <<'END'
    isa "tiny" { says = "a < b", rank = 7, precompiled = true, -- 1 < 2
END

check "each that survived has its reason" tests/mutants/mutants.pl table
explained_are_those_that_survived() {
    grep -v '^#' tests/mutants/survivors.txt | cut -f1 | sort >"$scratch/expected"
    awk -F'\t' '$5 == "SURVIVED" { print $1 }' tests/mutants/log.txt | sort | diff "$scratch/expected" -
}
check "and no other" explained_are_those_that_survived

finish
