#!/bin/sh
# What check-quick chooses by: what make makes of a file, which kernels changed, a sample by seed.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

printf '%s\n' '# a comment: not.c' 'CC := cc' 'a.o: a.c a.h' 'b.o: b.c | build/flags' 'program: a.o b.o' 'all: program' '	a.c' >"$scratch/database"
made_of() {
    tests/quick/affected.pl "$@" <"$scratch/database" | tr '\n' ' '
}
check "what is made of a header, in the end" [ "$(made_of a.h)" = "a.o all program " ]
check "of two sources" [ "$(made_of a.c b.c)" = "a.o all b.o program " ]
check "nothing of what is only ordered before" [ "$(made_of build/flags)" = "" ]
check "nothing of a file that nothing is made of" [ "$(made_of README.md)" = "" ]

seq 100 >"$scratch/lines"
sample() {
    tests/quick/sample.pl "$@" <"$scratch/lines"
}
check "a sample has as many lines as asked for" [ "$(sample 60 7 | sort -u | wc -l)" -eq 60 ]
check "in their order" sh -c "tests/quick/sample.pl 60 7 <'$scratch/lines' | sort -nc"
check "the same by the same seed" [ "$(sample 60 7)" = "$(sample 60 7)" ]
check "others by another" [ "$(sample 60 7)" != "$(sample 60 8)" ]
check "all where there are no more" [ "$(sample 100 7)" = "$(cat "$scratch/lines")" ]
check "each line by some seed" sh -c "[ \$(for seed in \$(seq 99); do tests/quick/sample.pl 10 \$seed <'$scratch/lines'; done | sort -u | wc -l) -eq 100 ]"

# two woven folders, which differ as the checks say
weave() {
    "$generator" --ops add,less,select --isas scalar,sse2,avx2 --out "$1" >/dev/null
}
weave "$scratch/before" && weave "$scratch/after"
changed() {
    tests/quick/changed.pl "$scratch/before" "$scratch/after"
}
check "no kernel changed where nothing has" [ -z "$(changed)" ]
sed -i 's|^/\* Generated|/* Woven|' "$scratch/after/avx2/add_f32_avx2.c"
check "nor where a comment has" [ -z "$(changed)" ]
sed -i 's/_mm256_add_ps/_mm256_sub_ps/' "$scratch/after/avx2/add_f32_avx2.c"
check "a kernel whose text has" [ "$(changed)" = "avx2 add_f32 add" ]
sed -i '/^BL_AVX2 BL_INLINE .* bl_add_bf16_avx2(/,/^}/s/_mm256_add_ps/_mm256_sub_ps/' "$scratch/after/bl_kernels_avx2.h"
check "and one that uses a function that has" [ "$(changed | tr '\n' ' ')" = "avx2 add_bf16 add avx2 add_f32 add " ]
sed -i 's/^#define BL_UNROLL_TWICE.*/& /' "$scratch/after/bl_kernels.h"
uses_twice() {
    changed | cut -d ' ' -f 1,2 >"$scratch/changed"
    (cd "$scratch/after" && grep -lw BL_UNROLL_TWICE sse2/*.c avx2/*.c | sed 's|_[a-z0-9]*\.c$||; s|/| |'; echo "avx2 add_bf16") | sort -u | diff - "$scratch/changed"
}
check "and all that use a macro that has" uses_twice

finish
