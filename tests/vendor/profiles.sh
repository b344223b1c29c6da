#!/bin/sh
# Random profiles, each woven by `make vendor` and used as a product does: profiles.sh [SEED…], from the project's folder. A seed is
# a number, or 1..300; tests/vendor/profile.lua says which profile it stands for. Without seeds, six that between them have both
# runtimes and both forms, DETECT=yes, and operators of one's own with their self-test.
#
# Each is compiled under strict flags as C99 and as C++17, by gcc and clang, and its self-test run as each of these made it, wherever
# the processor can; plans give what contiguous calls give, in every fourth profile under the undefined-behaviour sanitizer;
# nothing is wanted from outside but mem*, nothing without the prefix is there for others to meet; and it is linked with the profile
# before into one program.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'

undefined='-fsanitize=undefined -fno-sanitize-recover=all -Wno-null-dereference'

# What a compiler must be told where the processor is not asked, and can it.
promised() { # WORD…
    case " $* " in
    *" DETECT=yes "*) return ;;
    *" DETECT=no "*) ;;
    *" RUNTIME=full "*) return ;;
    esac
    isas=",$(echo " $*" | sed 's/.* ISAS=\([^ ]*\).*/\1/'),"
    while read -r isa needs flags; do
        case "$isas" in *",$isa,"*) ;; *) continue ;; esac
        for feature in $(echo "$needs" | tr , ' '); do
            grep -qw "$feature" /proc/cpuinfo || continue 2
        done
        echo "$flags"
    done <<END
sse41 sse4_1 -msse4.1
avx2 avx2,f16c,fma -mavx2 -mf16c -mfma
avx512 avx512f,avx512bw,avx512dq,avx512vl,avx512cd,fma -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mfma
END
}

# renamed FILE: a test's text for the names of this profile
renamed() {
    sed "s/\bbl_/$prefix/g; s/\bBL_/$(echo "$prefix" | tr a-z A-Z)/g; s/\"broadloom\.h\"/\"${prefix#bl_}broadloom.h\"/" "$1"
}

# compile NAME COMPILER…: every source by itself, and the programs that use them
compile() {
    objects=$folder/$1
    shift
    mkdir -p "$objects"
    (cd "$folder" && find . -name '*.c' ! -path './use/*') | while read -r source; do
        "$@" $warnings -I"$folder" -c "$folder/$source" -o "$objects/$(basename "$source" .c).o" || exit 1
    done
}

# self_test NAME: of what that compiler made
self_test() {
    gcc -D_GNU_SOURCE -Itests -I"$folder" "$folder/use/selftest.c" tests/platforms/process.c tests/platforms/hosted.c "$folder/$1"/*.o -o "$folder/use/$1" || return
    "$folder/use/$1" >"$folder/use/results"
    status=$?
    cat "$folder/use/results"
    [ $status -eq 0 ] && [ "$(grep -c '^fine ' "$folder/use/results")" -eq "$(cat "$folder"/*.c "$folder"/*/*.c | grep -c "^const ${prefix}table ${prefix}table_")" ] &&
        ! grep -v '^fine ' "$folder/use/results"
}

# planned NAME FLAG…: what plans give, by the objects of that name
planned() {
    objects=$folder/$1
    shift
    gcc -std=c99 $warnings "$@" -I"$folder" "$folder/use/planned.c" "$objects"/*.o -o "$folder/use/planned" && "$folder/use/planned"
}

# outside NAME: what these objects want of others that they should not, and what they show
outside() {
    nm -g --defined-only "$folder/$1"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$folder/use/defined"
    nm -u "$folder/$1"/*.o | awk 'NF == 2 { print $2 }' | sort -u | grep -vxF -f "$folder/use/defined" | grep -vxE 'mem(cpy|set|move|cmp)|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_'
    grep -vE "^(_Z[0-9]+)?$prefix" "$folder/use/defined" # C++ puts a length before the names of its functions
}
foreign_macros() { # our own headers' guards are BROADLOOM_…, renamed with the rest
    own_guards=$prefix
    [ "$prefix" != bl_ ] || own_guards=BROADLOOM_
    find "$folder" -name '*.[ch]' ! -path '*/use/*' -exec cat {} + | sed -n 's/^ *# *define *\([A-Za-z_0-9]*\).*/\1/p' | grep -viE "^($prefix|$own_guards)" | sort -u
}

# paired: with the profile before, in one program that includes both headers
paired() {
    cat >"$folder/use/pair.c" <<END
#include "${prefix#bl_}broadloom.h"
#include "${before_prefix#bl_}broadloom.h"
int main(void)
{
    return ${prefix}version() == NULL || ${before_prefix}version() == NULL || ${prefix}all_op_count == 0 || ${before_prefix}all_op_count == 0;
}
END
    gcc -std=c99 $warnings -I"$folder" -I"$before" "$folder/use/pair.c" "$folder"/gcc/*.o "$before"/clang/*.o -o "$folder/use/pair" &&
        "$folder/use/pair"
}

# tries SEED
tries() {
    set -- $(build/broadloom --list | lua5.4 tests/vendor/profile.lua "$seed")
    [ $# -gt 0 ] || return
    echo "make vendor $*"
    make -s vendor "$@" OUT="$folder" || return
    prefix=bl_
    for word in "$@"; do
        case $word in PREFIX=*) prefix=${word#PREFIX=} ;; esac
    done
    mkdir "$folder/use"
    flags=$(promised "$@")
    renamed tests/selftest/selftest.c >"$folder/use/selftest.c"
    # gcc's warnings depend on the level; clang's do not, and what runs is compiled at several
    level=$(echo -O1 -O2 -O3 -Os | cut -d' ' -f$((seed % 4 + 1)))
    compile gcc gcc -std=c99 $flags "$level" && compile clang clang -std=c99 $flags -O2 &&
        compile g++ g++ -x c++ -std=c++17 $flags -O1 && compile clang++ clang++ -x c++ -std=c++17 $flags -O0 || return
    renamed tests/vendor/planned.c >"$folder/use/planned.c"
    planned clang || return
    if [ $((seed % 4)) -eq 0 ]; then
        compile undefined gcc -std=c99 $flags -O1 $undefined && planned undefined $undefined || return
    fi
    case " $* " in *" SELFTEST=yes "*)
        for name in gcc clang g++ clang++; do
            self_test $name || { echo "the self-test, by $name"; return 1; }
        done
        ;;
    esac
    for name in gcc clang g++ clang++; do
        [ -z "$(outside $name)" ] || { echo "by $name, from outside or for others:"; outside $name; return 1; }
    done
    [ -z "$(foreign_macros)" ] || { echo "macros without the prefix:"; foreign_macros; return 1; }
    [ -z "$before" ] || [ "$before_prefix" = "$prefix" ] || paired
}

before='' before_prefix='' before_seed=''
[ $# -gt 0 ] || set -- 1 2 4 5 6 163
for word in "$@"; do
    case $word in *..*) seeds="${seeds-} $(seq "${word%..*}" "${word#*..}")" ;; *) seeds="${seeds-} $word" ;; esac
done
for seed in $seeds; do
    folder=$scratch/$seed
    if tries >"$scratch/tried" 2>&1; then
        checks=$((checks + 1))
        echo "ok $checks - profile $seed"
    else
        checks=$((checks + 1)) failures=$((failures + 1))
        echo "not ok $checks - profile $seed: make check-vendor SEEDS='${before_seed:+$before_seed }$seed'"
        sed 's/^/#   /' "$scratch/tried" | head -40
    fi
    [ -z "$before" ] || rm -rf "$before"
    before=$folder before_prefix=${prefix-} before_seed=$seed
    [ -d "$folder/clang" ] || before='' before_seed=''
done
finish
