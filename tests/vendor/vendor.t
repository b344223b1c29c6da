#!/bin/sh
# Compiles the output of `make vendor` as a user without this repository would: with strict flags and the targets'
# compilers, twice in one program, and without parts that were not chosen. tests/firmware tests the results.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
strict="-std=c99 -ffreestanding $warnings"
strict_cxx="-x c++ -std=c++17 -ffreestanding $warnings"

# weave FOLDER WORD…
weave() {
    folder=$scratch/$1
    shift
    make -s vendor "$@" OUT="$folder" >"$scratch/log" 2>&1
}

# compiled FOLDER COMPILER FLAG…: compiles every source of the folder separately
compiled() (
    cd "$scratch/$1" || exit 1
    shift
    mkdir -p objects
    find . -name '*.c' | while read -r source; do
        "$@" -I. -c "$source" -o "objects/$(basename "$source" .c).o" || exit 1
    done
)

# foreign_symbols FOLDER PREFIX: external symbols that lack the prefix
foreign_symbols() {
    nm -g --defined-only "$scratch/$1"/objects/*.o | awk -v prefix="$2" 'NF == 3 && index($3, prefix) != 1 { print $3 }'
}

# foreign_macros FOLDER PREFIX
foreign_macros() {
    find "$scratch/$1" -name '*.[ch]' -exec cat {} + | sed -n 's/^ *# *define *\([A-Za-z_0-9]*\).*/\1/p' | grep -vi "^$2" | sort -u
}

# ---- One file ----

check "a single file is generated" weave single OPS=add,sub DTYPES=f32,i8 ISAS=scalar SPECS=none PREFIX=acme_ FORM=single
check "it is one source and one header" test "$(cd "$scratch/single" && echo *.c *.h)" = "acme_broadloom.c acme_broadloom.h"
version=$(sed -n 's/^#define BL_VERSION "\(.*\)"/\1/p' include/broadloom.h)
check "with heads that name the version" test "$(grep -lF "Broadloom $version" "$scratch"/single/*.[ch] | wc -l)" = 2
check "and the command" test "$(grep -l 'make vendor .*OPS=add,sub' "$scratch"/single/*.[ch] | wc -l)" = 2
check "its definitions have no comments of removed parts" sh -c "! grep -n 'aligned to nothing' '$scratch/single/acme_broadloom.c'"
for compiler in gcc clang arm-none-eabi-gcc riscv64-unknown-elf-gcc avr-gcc; do
    flags=
    case $compiler in
    arm-*) flags='-mcpu=cortex-m0plus -mthumb' ;;
    riscv*) flags='-march=rv32imc -mabi=ilp32' ;;
    avr*) flags='-mmcu=atmega2560' ;;
    esac
    if command -v $compiler >/dev/null; then
        check "it compiles under strict flags, by $compiler" compiled single $compiler $strict $flags -Os
    else
        skip "it compiles under strict flags, by $compiler" "there is none"
    fi
done
check "and as C++17, by g++" compiled single g++ $strict_cxx -O2
check "and by clang++" compiled single clang++ $strict_cxx -O2
check "and by gcc" compiled single gcc $strict -O2
check "all symbols have the prefix" test -z "$(foreign_symbols single acme_)"
check "and all macros" test -z "$(foreign_macros single acme_)"
check "no call leaves it but mem*" test -z "$(nm -u "$scratch/single/objects/acme_broadloom.o" | awk '{ print $2 }' | grep -vE '^(mem(cpy|set|move|cmp)|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$')"
check "it only has the requested names" sh -c "! grep -iE 'onnx_(add|all|node)|openvino|avx|_f64_scalar|mul_f32' '$scratch'/single/acme_broadloom.c"

# ---- A tree ----

check "a tree is generated" weave tree OPS=add DTYPES=f32 ISAS=scalar SPECS=none FORM=tree
find "$scratch/tree" -type f ! -name '*.manifest' ! -name '*.LICENSE' >"$scratch/files"
echo "# files: $(wc -l <"$scratch/files")"
check "of at most 14 files" test "$(wc -l <"$scratch/files")" -le 14
check "and each names the command that generated it" test -z "$(find "$scratch/tree" -name '*.[ch]' -exec grep -L 'make vendor' {} +)"
check "with names that are unique in a flat folder" test -z "$(sed 's,.*/,,' "$scratch/files" | sort | uniq -d)"
check "it compiles under strict flags" compiled tree gcc $strict -O2
check "and as C++17" compiled tree g++ $strict_cxx -O2
check "a tree with front ends and instruction sets is generated" weave fronts OPS=add,clip,add_n SPECS=onnx,openvino ISAS=scalar,sse2,avx2 PREFIX=x_ RUNTIME=full RULES=numpy,none,pdpd,onnx_legacy,uni,channel
check "it compiles under strict flags, too" compiled fronts gcc $strict -O0
check "all its symbols have the prefix" test -z "$(foreign_symbols fronts x_)"
check "and all its macros" test -z "$(foreign_macros fronts x_)"
check "its names are unique in a flat folder" test -z "$(find "$scratch/fronts" -name '*.[ch]' | sed 's,.*/,,' | sort | uniq -d)"
check "the same in one file" weave fronts_single OPS=add,clip,add_n SPECS=onnx,openvino ISAS=scalar,sse2,avx2 PREFIX=x_ RUNTIME=full FORM=single
check "which compiles as well" compiled fronts_single gcc $strict -O0

# ---- Two copies ----

check "another copy is generated" weave other OPS=mul DTYPES=i32 ISAS=scalar PREFIX=other_ FORM=single
check "it compiles" compiled other gcc $strict -O2
two() {
    gcc -std=c99 -Wall -Wextra -Werror -I"$scratch/single" -I"$scratch/other" tests/vendor/two.c "$@" -o "$scratch/two" && "$scratch/two" >/dev/null
}
check "both live in one program as objects" two "$scratch/single/objects/acme_broadloom.o" "$scratch/other/objects/other_broadloom.o"
for copy in acme:single other:other; do
    ar rcs "$scratch/lib${copy%:*}.a" "$scratch/${copy#*:}/objects/${copy%:*}_broadloom.o"
done
check "and as archives" two "$scratch/libacme.a" "$scratch/libother.a"

# ---- User and library agree ----

cat >"$scratch/plans.c" <<'END'
#include "broadloom.h"
int main(void)
{
    bl_plan plan;
    return bl_plan_make(&plan, NULL, NULL, NULL, NULL) == BL_NULL_POINTER ? 0 : 1;
}
END
links() { # FOLDER of the header, FOLDER of the objects
    gcc -I"$scratch/$1" "$scratch/plans.c" "$scratch/$2"/objects/*.o -o "$scratch/plans" 2>"$scratch/log" && "$scratch/plans"
}
check "a copy with fewer dims is generated" weave fewer OPS=add DTYPES=f32 ISAS=scalar FORM=single RANK=4
check "and a full one" weave full OPS=add DTYPES=f32 ISAS=scalar FORM=single RUNTIME=full
check "and compiled" compiled fewer gcc $strict
check "both" compiled full gcc $strict
check "a user's header links with its own library" links fewer fewer
check "but not with one of other plans" sh -c "! gcc -I'$scratch/fewer' '$scratch/plans.c' '$scratch'/tree/objects/*.o -o '$scratch/plans' 2>'$scratch/log' && grep -q rank_4 '$scratch/log'"
check "nor with the other runtime" sh -c "! gcc -I'$scratch/full' '$scratch/plans.c' '$scratch'/tree/objects/*.o -o '$scratch/plans' 2>'$scratch/log' && grep -q bl_plan_make_rank_8 '$scratch/log'"

# ---- Profiles ----

cat >"$scratch/own.lua" <<'END'
op "twice" { says = "a + a", types = { "f32" }, takes = { "T" }, expr = function(a) return a + a end }
END
cat >"$scratch/product.lua" <<'END'
profile {
  ops = { "own.lua", "add" }, ops_from = { "own.lua" }, dtypes = { "f32" }, isas = { "scalar" }, form = "single", prefix = "mine_",
  runtime = "compact",
}
END
check "a profile in a user's folder is generated, with operators from that folder" weave product PROFILE="$scratch/product.lua"
check "they are there" grep -q 'mine_twice_f32' "$scratch/product/mine_broadloom.h"
check "and compile" compiled product gcc $strict -O2
# other profiles, with different code for compilers, at the highest level of warnings
for words in "OPS=mean,clip" "OPS=add,select:f32+i8+bool" "RULES=numpy,uni OPS=add" "RULES=numpy,pdpd OPS=div REFUSES_ZERO=yes" "RANK=2 OPS=add,add_n" \
    "TILE_BYTES=8 OPS=add_n,mean"; do
    check "with $words it is generated" weave others $words DTYPES=f32,i8 ISAS=scalar FORM=single
    for level in -Os -O2 -O3; do
        check "and compiles at $level" compiled others gcc $strict $level
    done
    rm -r "$scratch/others"
done
if command -v avr-gcc >/dev/null; then
    check "f64 is generated" weave doubles OPS=add DTYPES=f64 ISAS=scalar FORM=single
    check "but not compiled where double is no binary64" sh -c "! avr-gcc -mmcu=atmega2560 -c '$scratch/doubles/broadloom.c' -o '$scratch/o' 2>'$scratch/log' && grep -q binary64 '$scratch/log'"
else
    skip "f64 where double is no binary64: there is no avr-gcc"
fi
# the full runtime with the smallest and the largest tiles, at the highest level of warnings; random profiles test the others
for words in "RANK=2 TILE_BYTES=4096" "RANK=8 TILE_BYTES=256" "RANK=3 TILE_BYTES=65536"; do
    check "the full runtime with $words is generated" weave others $words RUNTIME=full OPS=select,mean DTYPES=f32 ISAS=scalar FORM=single
    for compiler in "gcc -O3" ${WHOLE:+"gcc -Os" "clang -O2"}; do
        check "and compiles, by $compiler" compiled others ${compiler% *} $strict ${compiler#* }
    done
    rm -r "$scratch/others"
done
# detection of the processor
outside() { # FOLDER: the outside symbols that it needs
    nm -u "$scratch/$1"/objects/*.o | awk 'NF == 2 { print $2 }' | sort -u | grep -vE '^(mem(cpy|set|move|cmp)|__.*|_GLOBAL_OFFSET_TABLE_|bl_.*)$'
}
for words in "RUNTIME=full" "RUNTIME=compact"; do
    check "detection in one file, $words, is generated" weave asking $words OPS=add DTYPES=f32 ISAS=scalar,avx2 SPECS=none DETECT=yes FORM=single
    check "as C++17 it compiles, by g++" compiled asking g++ -x c++ -std=c++17 $warnings -O1
    check "and by clang++" compiled asking clang++ -x c++ -std=c++17 $warnings -O1
    check "and as C99, by gcc" compiled asking gcc $strict -O1
    check "it only needs mem* from the C library" test -z "$(outside asking)"
    if command -v arm-none-eabi-gcc >/dev/null; then
        check "nor where there is no system" sh -c "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O1 -c '$scratch/asking/broadloom.c' -o '$scratch/asking/objects/broadloom.o' && ! arm-none-eabi-nm -u '$scratch/asking/objects/broadloom.o' | grep -vE ' (mem(cpy|set|move|cmp)|__.*)\$'"
    else
        skip "nor where there is no system: there is no arm-none-eabi-gcc"
    fi
    rm -r "$scratch/asking"
done
if [ -d /usr/riscv64-linux-gnu/include ]; then
    check "detection on RISC-V is generated" weave asking OPS=add DTYPES=f32 ISAS=rvv DETECT=yes FORM=single
    check "as C++17 it compiles" compiled asking clang++ --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include -x c++ -std=c++17 $warnings
    check "and calls the system's functions" sh -c "! nm -u '$scratch/asking/objects/broadloom.o' | grep _Z"
else
    skip "detection on RISC-V as C++: there are no headers of its system"
fi
check "AVX-512 without detection is generated" weave wide OPS=minimum DTYPES=i32 ISAS=avx512 FORM=single
check "and compiles as C++17 with its flags, by g++" compiled wide g++ -x c++ -std=c++17 $warnings -O2 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd
check "and by clang++" compiled wide clang++ -x c++ -std=c++17 $warnings -O2 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd
for profile in $(ls profiles/*.lua | grep -v dropin); do # which tests/vendor/dropin.t compiles
    name=$(basename "$profile" .lua)
    check "$profile is generated" weave "$name" PROFILE="$profile"
    check "and compiles" compiled "$name" gcc $strict -O1 # at -O0 intrinsics are macros with conversions that cause warnings in GCC 12
done

# refused LINE WORDS TEXT: such a profile is refused with its file and line, and nothing is written
refused() {
    printf '%s\n' "-- a profile" "profile {" "  $2" "}" >"$scratch/bad.lua"
    rm -rf "$scratch/nothing"
    ! weave nothing PROFILE="$scratch/bad.lua" && grep -q "bad.lua:$1: .*$3" "$scratch/log" && [ ! -e "$scratch/nothing" ]
}
check "an unknown key is refused" refused 2 'opps = { "add" },' "unknown key 'opps'"
check "an unknown operator" refused 2 'ops = { "ad" },' "unknown op 'ad'"
check "an unknown dtype" refused 2 'dtypes = { "f31" },' "unknown dtype 'f31'"
check "an unknown instruction set" refused 2 'isas = { "avx3" },' "unknown ISA 'avx3'"
check "an unknown rule" refused 2 'rules = { "numpy", "nompy" },' "unknown rule 'nompy'"
check "a way that none of the operators has" refused 2 'ops = { "add", "exp" }, ways = { "halves" },' "way 'halves': no chosen operator has it"
check "a prefix that is no name" refused 2 'prefix = "9x",' "prefix '9x'"
check "a value of another type" refused 2 'rank = "8",' "'rank' must be"
check "a value that is not among the possible" refused 2 'runtime = "tiny",' "'runtime' must be"
check "tiles that the runtime cannot have" refused 2 'runtime = "compact", tile_bytes = 1024,' "tile_bytes of the compact runtime"
check "rules that a front end lacks" refused 2 'specs = { "onnx" }, rules = { "numpy" },' "needs the rule"
check "a list with a hole" refused 2 'ops = { "add", nil, "mul" },' "'ops' must be a list"
check "a choice that leaves nothing" refused 2 'ops = { "add" }, dtypes = { "bool" },' "nothing is left to generate"
check "a file that is not Lua" refused 3 'ops = = { "add" },' ""
check "a command line's mistake, too" sh -c "! make -s vendor OPS=ad OUT='$scratch/nothing' 2>'$scratch/log' && grep -q \"unknown op 'ad'\" '$scratch/log' && [ ! -e '$scratch/nothing' ]"

# ---- Chosen operators and dtypes ----

# tables FOLDER: the names of its tables
tables() {
    sed -n 's/^const bl_table bl_table_\([a-z0-9_]*\) = .*/\1/p' "$scratch/$1/broadloom.c" | sort | tr '\n' ' '
}
# has TABLES WORD…: exactly these tables are generated
has() {
    wanted=$1
    shift
    rm -rf "$scratch/asked"
    weave asked ISAS=scalar FORM=single "$@" || return
    echo "$(tables asked)"
    [ "$(tables asked)" = "$wanted " ]
}
check "an operator has the dtypes that are said with it" has "add_i8 clamp_f32" OPS=add:i8,clamp:f32
check "or several" has "add_i8 clamp_f32 clamp_u8" OPS=add:i8,clamp:f32+u8
check "the others those of DTYPES" has "add_f32 add_i32 clamp_u8" OPS=add,clamp:u8 DTYPES=f32,i32
check "of several type variables each is among them" has "cast_f32_f32 cast_f32_i8 cast_i8_f32 cast_i8_i8 quantize_linear_f32_f32_u8" OPS=cast:f32+i8,quantize_linear:f32+u8
check "a fold's are its operators'" has "add_f32 add_i8 divide_by_count_f32" OPS=mean:f32,add:i8
check "a file's name takes them too" has "mul_i8 twice_f32" OPS_FROM="$scratch/own.lua" OPS="$scratch/own.lua:f32,mul:i8"
printf 'profile {\n  ops_from = { "own.lua" }, isas = { "scalar" },\n  ops = { "own.lua:f32", "clamp:i8" }, runtime = "compact", form = "single",\n}\n' >"$scratch/each.lua"
check "and so does a profile" has "clamp_i8 twice_f32" PROFILE="$scratch/each.lua"
settles() { # whether exp has a slow way, which only some of its ways have
    grep -q '^BL_SCALAR float bl_slow_exp_f32(float a)$' "$scratch/asked/broadloom.c"
}
computes_directly() {
    has exp_f32 OPS=exp:f32 WAYS=doubles && ! settles
}
computes_cheaply() {
    has exp_f32 OPS=exp:f32 && settles
}
check "a function is computed in the cheapest of its ways" computes_cheaply
check "or in a requested one" computes_directly
check "make takes them, in folders without a colon" sh -c "make -s -n 'OPS=clamp:f32 add:i8+u8' ISAS=scalar OUT='$scratch/of_make' >'$scratch/log' 2>&1 &&
    [ -e build/generated/clamp.f32+add.i8+u8+scalar/scalar/clamp_f32_scalar.c ] && [ ! -e build/generated/clamp.f32+add.i8+u8+scalar/scalar/clamp_i8_scalar.c ]"
rm -rf "build/generated/clamp.f32+add.i8+u8+scalar"
# is_named TEXT WORD…: refused, with this text
is_named() {
    pattern=$1
    shift
    fails_saying "$pattern" make -s vendor ISAS=scalar OUT="$scratch/nothing" "$@" && [ ! -e "$scratch/nothing" ]
}
check "a choice is mandatory" is_named "choose what to vendor: OPS=add,mul, .*OPS=all takes every operator" DTYPES=f32
check "the rule for prefixes is a sentence" is_named "prefix 'acme': a prefix begins with .* and ends with an underscore, as 'acme_' does" OPS=add PREFIX=acme
check "an operator without any of DTYPES is named" is_named "'sqrt': with i32 alone nothing is left to generate; its dtypes are f32, " OPS=sqrt,add DTYPES=i32
check "and one that lacks its own dtype" is_named "'add': with bool alone nothing is left to generate" OPS=add:bool
check "or one of them" is_named "'add:i8\+bool': no table of these has 'bool'" OPS=add:i8+bool
check "a dtype that no operator uses" is_named "dtype 'bool': no chosen operator" OPS=add,mul DTYPES=f32,bool
check "a fold without any of DTYPES" is_named "'mean': with bool alone nothing is left" OPS=mean,add DTYPES=bool
check "an unknown dtype of an operator" is_named "'add:f31': unknown dtype 'f31'" OPS=add:f31
for word in add:+ add: add:i8+ add:+i8 add:i8++f32; do
    check "a dtype that is missing, in $word" is_named "'$(echo "$word" | sed 's/+/\\+/g')': a dtype is missing" "OPS=$word"
done
check "a dtype twice" is_named "'add:i8\+i8': dtype 'i8' is listed twice" OPS=add:i8+i8
check "an operator twice" is_named "op 'add' is listed twice, by 'add:i8' and 'add:f32'" OPS=add:i8,add:f32
check "if every operator is requested, dtypes only choose" weave asked OPS=all DTYPES=bool ISAS=scalar

check "an unknown word" fails_saying "unknown DTYPE=" make -s vendor OPS=add DTYPE=f32 OUT="$scratch/nothing"
check "an empty word" fails_saying "OPS= is empty" make -s vendor OPS= OUT="$scratch/nothing"
mkdir "$scratch/theirs"
echo "theirs" | tee "$scratch/theirs/broadloom.h" "$scratch/theirs/manifest.txt" "$scratch/theirs/LICENSE" >"$scratch/their"
check "a file of somebody else's is not written over" fails_saying "exists, but is not generated" make -s vendor OPS=add DTYPES=f32 ISAS=scalar FORM=single OUT="$scratch/theirs"
check "and other files remain" sh -c "make -s vendor OPS=add DTYPES=f32 ISAS=scalar FORM=single PREFIX=x_ OUT='$scratch/theirs' && for file in broadloom.h manifest.txt LICENSE; do cmp '$scratch/their' '$scratch/theirs/'\$file || exit 1; done"

# ---- Operators of the front ends ----

# serves SPEC: the operators that its front end has
serves() {
    sed -n "s/^BL_API extern const bl_$1_op bl_$1_\([a-z_0-9]*\);/\1/p" "$scratch/asked/broadloom.h" | sort | tr '\n' ' '
}
# has_rows SPEC ROWS TABLES WORD…
has_rows() {
    spec=$1 rows=$2
    shift 2
    has "$@" && echo "$(serves $spec)" && [ "$(serves $spec)" = "$rows " ]
}
check "ONNX's operators include the operators that compute them" has_rows onnx "clip gelu" \
    "clamp_f32 clip_f32 gelu_f32 gelu_tanh_f32 identity_f32 maximum_f32 minimum_f32" ONNX=Gelu,Clip DTYPES=f32
check "and no others that these could compute" has_rows onnx "mod" "floor_mod_i8 fmod_i8 mul_i8" ONNX=Mod OPS=mul:i8 DTYPES=i8
check "OpenVINO's likewise" has_rows openvino "gelu" "gelu_f32 gelu_tanh_f32" OPENVINO=Gelu DTYPES=f32
check "and neither brings the other front end" test -z "$(serves onnx)"
check "both may be named, and dtypes are joined" has_rows onnx "add" "add_f32 add_i8 gelu_f32 gelu_tanh_f32" ONNX=Add OPENVINO=Gelu DTYPES=f32 OPS=add:i8
printf 'profile { onnx = { "Relu" }, dtypes = { "f32" }, isas = { "scalar" }, runtime = "compact", form = "single" }\n' >"$scratch/rows.lua"
check "so it is in a profile" has_rows onnx "relu" "relu_f32" PROFILE="$scratch/rows.lua"
check "and the library compiles" compiled asked gcc $strict -O1
check "an unknown one is answered with the nearest" is_named "unknown ONNX operator 'Gelo'; the nearest: Gelu" ONNX=Gelo
check "one is named once" is_named "ONNX operator 'Add' is listed twice" ONNX=Add,Add
check "one without any of the dtypes is named" is_named "'gelu': with i8 alone nothing is left to generate" ONNX=Gelu DTYPES=i8
check "no operator of a front end that is refused" is_named "the profile names operators of 'onnx', but its specs lack it" ONNX=Add SPECS=none

explains() {
    weave asked ONNX=Erf,Add,Pow,Sum OPENVINO=Erf DTYPES=f32 ISAS=scalar FORM=tree &&
        gcc -std=c99 -Wall -Wextra -Werror -O1 -I"$scratch/asked" tests/vendor/left_out.c $(find "$scratch/asked" -name '*.c') -o "$scratch/explains" && "$scratch/explains"
}
check "a library reports whether only it lacks a dtype, or every build does" explains

# notes WORD…: its messages on standard error
notes() {
    make -s vendor "$@" OUT="$scratch/noted" 2>&1 >/dev/null
}
noted() { # NOTE WORD…
    note=$1
    shift
    notes "$@" >"$scratch/notes"
    cat "$scratch/notes"
    [ "$(cat "$scratch/notes")" = "$note" ]
}
check "omitted operators are reported, with the missing ones" noted "note: left out, because the profile lacks the operators in parentheses: ONNX's Mod (floor_mod), ONNX's Gelu (gelu_tanh)" \
    OPS=gelu,fmod DTYPES=f32 SPECS=onnx ISAS=scalar
check "nothing where nothing is left out in part" noted "" OPS=add DTYPES=f32 SPECS=onnx ISAS=scalar
check "nor of those that are not named" noted "" ONNX=Gelu OPS=fmod DTYPES=f32 ISAS=scalar
check "instruction sets that only flags enable are reported" noted "note: these run only if the compiler's flags promise them: avx2, avx512; DETECT=yes detects them" \
    OPS=add DTYPES=f32 ISAS="scalar avx2 avx512" FORM=single
check "not if there is detection" noted "" OPS=add DTYPES=f32 ISAS=scalar,avx2 DETECT=yes
check "nor for those that all such machines have" noted "" OPS=add DTYPES=f32 ISAS=scalar,neon

finish
