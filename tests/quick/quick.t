#!/bin/sh
# The choices of check-quick: the targets that depend on a file, the kernels that changed, a sample by seed.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

printf '%s\n' '# a comment: not.c' 'CC := cc' 'a.o: a.c a.h' 'b.o: b.c | build/flags' 'program: a.o b.o' 'all: program' '	a.c' >"$scratch/database"
made_of() {
    tests/quick/affected.pl "$@" <"$scratch/database" | tr '\n' ' '
}
check "the final outputs that depend on a header" [ "$(made_of a.h)" = "a.o all program " ]
check "of two sources" [ "$(made_of a.c b.c)" = "a.o all b.o program " ]
check "no order-only dependencies" [ "$(made_of build/flags)" = "" ]
check "no outputs of a file on which none depends" [ "$(made_of README.md)" = "" ]

seq 100 >"$scratch/lines"
sample() {
    tests/quick/sample.pl "$@" <"$scratch/lines"
}
check "a sample has the requested number of lines" [ "$(sample 60 7 | sort -u | wc -l)" -eq 60 ]
check "in their order" sh -c "tests/quick/sample.pl 60 7 <'$scratch/lines' | sort -nc"
check "the same by the same seed" [ "$(sample 60 7)" = "$(sample 60 7)" ]
check "others by another" [ "$(sample 60 7)" != "$(sample 60 8)" ]
check "all where there are no more" [ "$(sample 100 7)" = "$(cat "$scratch/lines")" ]
check "each line by some seed" sh -c "[ \$(for seed in \$(seq 99); do tests/quick/sample.pl 10 \$seed <'$scratch/lines'; done | sort -u | wc -l) -eq 100 ]"

# in a separate tree, a program and a script fail: check-quick's last lines show the results and the expected results
mkdir -p "$scratch/tree/tests/planted" "$scratch/tree/gen" "$scratch/tree/templates"
cp -r tests/quick tests/harness tests/docs tests/runs.sh "$scratch/tree/tests"
cp .clang-format .gitattributes .gitignore "$scratch/tree"
cp -r build/packaging/woven "$scratch/tree/generated"
touch "$scratch/tree/gen/a" "$scratch/tree/templates/a"
cat >"$scratch/tree/tests/planted/program.c" <<'END'
#include "../harness/tap.h"
static int sum_of(int a, int b)
{
    return a + b;
}
int main(void)
{
    is(sum_of(1, 1), 3, "one and one");
    ok(sum_of(1, 2) == 4, "one and two");
    ok(1, "all is well");
    return done_testing();
}
END
printf '%s\n' '. tests/harness/lib.sh' 'check "a sum" sh -c "echo got 2, expected 3; false"' 'finish' >"$scratch/tree/tests/planted/planted.t"
printf '%s\n' '#!/bin/sh' 'case "$*" in *-pnqk*) echo "./program: program.o"; echo "program.o: tests/planted/program.c" ;; esac' >"$scratch/tree/make"
planted() (
    cd "$scratch/tree" || return
    ${CC:-cc} -std=c99 -Wall -Wextra -Werror tests/planted/program.c -o program || return
    chmod +x make tests/planted/planted.t && mv tests/planted "$scratch" && git init -q && git add . &&
        git -c user.name=test -c user.email=test@example.org commit -qm test && mv "$scratch/planted" tests || return
    MAKE=./make SINCE=HEAD JOBS=1 PROGRAMS=./program COMPARING= OUT=out TARGET=t GENERATED=generated sh tests/quick/quick.sh >"$scratch/quick" 2>&1 && return 1
    sed -n '/^failed: /,$p' "$scratch/quick" | tee "$scratch/last"
    cat >"$scratch/expected" <<'END'
failed: ./program
  not ok 1 - one and one
  #   got 2: sum_of(1, 1)
  #   expected 3: 3, at tests/planted/program.c:8
  not ok 2 - one and two
  #   expected at tests/planted/program.c:9: sum_of(1, 2) == 4
failed: tests/planted/planted.t
  # not ok 1 - a sum
  #   got 2, expected 3
END
    diff "$scratch/expected" "$scratch/last"
)
check "check-quick ends with the failures: got and expected" planted

# two generated folders, with the differences that the checks describe
weave() {
    "$generator" --ops add,less,select --isas scalar,sse2,avx2 --out "$1" >/dev/null
}
weave "$scratch/before" && weave "$scratch/after"
changed() {
    tests/quick/changed.pl "$scratch/before" "$scratch/after"
}
check "each kernel is one of an operator, or moves" [ "$(tests/quick/changed.pl "$scratch/none" "$scratch/after" | cut -d ' ' -f 3 | sort -u | tr '\n' ' ')" = "add less moves select " ]
check "no kernel changed where nothing has" [ -z "$(changed)" ]
sed -i 's|^/\* Generated|/* Woven|' "$scratch/after/avx2/add_f32_avx2.c"
check "nor where a comment has" [ -z "$(changed)" ]
sed -i 's/_mm256_add_ps/_mm256_sub_ps/' "$scratch/after/avx2/add_f32_avx2.c"
check "a kernel with changed text" [ "$(changed)" = "avx2 add_f32 add" ]
sed -i '/^BL_AVX2 BL_INLINE .* bl_add_bf16_avx2(/,/^}/s/_mm256_add_ps/_mm256_sub_ps/' "$scratch/after/bl_kernels_avx2.h"
check "and one that uses a function that has" [ "$(changed | tr '\n' ' ')" = "avx2 add_bf16 add avx2 add_f32 add " ]
sed -i 's/^#define BL_UNROLL_TWICE.*/& /' "$scratch/after/bl_kernels.h"
uses_twice() {
    changed | cut -d ' ' -f 1,2 >"$scratch/changed"
    (cd "$scratch/after" && grep -lw BL_UNROLL_TWICE sse2/*.c avx2/*.c | sed 's|_[a-z0-9]*\.c$||; s|/| |'; echo "avx2 add_bf16") | sort -u | diff - "$scratch/changed"
}
check "and all that use a macro that has" uses_twice

finish
