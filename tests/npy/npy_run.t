#!/bin/sh
# npy_run as a program: its inputs, outputs and refusals. TAP; run by prove. npy_files.t has the errors in files.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/npy.sh"

words() { # every dtype's six elements, as hexadecimal words
    case $1 in
    f2) echo 3c00 4000 be00 3800 7bff 0001 ;;
    f4) echo 3f800000 40000000 bfc00000 3dcccccd 7f7fffff 00000001 ;;
    f8) echo 3ff0000000000000 4000000000000000 bff8000000000000 3fb999999999999a 7fefffffffffffff 0000000000000001 ;;
    V2) echo 3f80 4000 bfc0 3dcd 7f7f 0001 ;;
    ?1) echo 01 02 fe 7f 80 2a ;;
    ?2) echo 0001 0203 fffe 7fff 8000 1234 ;;
    ?4) echo 00000001 02030405 fffffffe 7fffffff 80000000 12345678 ;;
    ?8) echo 0000000000000001 0203040506070809 fffffffffffffffe 7fffffffffffffff 8000000000000000 123456789abcdef0 ;;
    esac
}

# ---- Every dtype in every form, plus zero, gives the file that NumPy would save ----

for type in f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 V2; do
    option=
    [ "$type" != V2 ] || option='--dtype bf16'
    # shellcheck disable=SC2046 # the words are to be split
    set -- $(words $type)
    little=$(bytes little "$@") big=$(bytes big "$@")
    little_fortran=$(bytes little "$1" "$4" "$2" "$5" "$3" "$6")
    big_fortran=$(bytes big "$1" "$4" "$2" "$5" "$3" "$6")
    zero=$(bytes little "$(printf '%s' "$1" | tr '0-9a-f' 0)")
    mark='<'
    case $type in ?1) mark='|' ;; esac

    saved zero.npy "$mark$type" False '()' "$zero"
    saved c.npy "$mark$type" False '(2, 3)' "$little"
    saved fortran.npy "$mark$type" True '(2, 3)' "$little_fortran"
    saved big.npy ">$type" False '(2, 3)' "$big"
    saved big_fortran.npy ">$type" True '(2, 3)' "$big_fortran"
    raw v2.npy 2 "{'descr': '<$type', 'fortran_order': False, 'shape': (2, 3), }" "$little"
    raw v3.npy 3 "{'descr': '<$type', 'fortran_order': False, 'shape': (2, 3), }" "$little"
    for form in c fortran big big_fortran v2 v3; do
        # shellcheck disable=SC2086 # no option, or two words
        works "$type, $form" c.npy add $form.npy zero.npy $option
    done
done

saved 'void.npy' '|V2' False '(2, 3)' "$little"
works 'V2 without a byte order' c.npy add void.npy zero.npy --dtype bf16
prints 'bf16 in decimal' '^first values: 1 2 -1.5 0.1 3.39e+38 9e-41$'

# ---- 8-bit floats, as ml_dtypes saves them ----

saved singles.npy '<f4' False '(4,)' "$(bytes little 3f800000 c0000000 43e00000 7fc00000)"
saved eights.npy '<V1' False '(4,)' "$(bytes little 38 c0 7e 7f)"
saved eights_of_ours.npy '|V1' False '(4,)' "$(bytes little 38 c0 7e 7f)"
works 'f8e4m3fn to f32' singles.npy cast eights.npy --to f32 --dtype f8e4m3fn
works 'f32 to f8e4m3fn' eights_of_ours.npy cast singles.npy --to f8e4m3fn
prints 'a float of 8 bits in decimal' '^first values: 1 -2 448 nan$'
saved eights.npy '<f1' False '(4,)' "$(bytes little 3c c0 5f 7e)"
works 'f8e5m2 by its name' singles.npy cast eights.npy --to f32

# ---- Operators and shapes ----

saved i4.npy '<i4' False '(2, 3)' "$(bytes little fffffff9 00000007 80000000 00000007 00000000 fffffff9)"
saved row.npy '<i4' False '(3,)' "$(bytes little 00000002 fffffffe ffffffff)"
saved sum.npy '<i4' False '(2, 3)' "$(bytes little fffffffb 00000005 7fffffff 00000009 fffffffe fffffff8)"
saved difference.npy '<i4' False '(2, 3)' "$(bytes little fffffff7 00000009 80000001 00000005 00000002 fffffffa)"
saved product.npy '<i4' False '(2, 3)' "$(bytes little fffffff2 fffffff2 80000000 0000000e 00000000 00000007)"
saved quotient.npy '<i4' False '(2, 3)' "$(bytes little fffffffd fffffffd 80000000 00000003 00000000 00000007)"
saved floor.npy '<i4' False '(2, 3)' "$(bytes little fffffffc fffffffc 80000000 00000003 00000000 00000007)"
saved less.npy '|b1' False '(2, 3)' "$(bytes little 01 00 01 00 00 01)"
works 'add broadcasts a row' sum.npy add i4.npy row.npy
works 'add broadcasts either side' sum.npy add row.npy i4.npy
works 'sub' difference.npy sub i4.npy row.npy
works 'mul wraps' product.npy mul i4.npy row.npy
works 'div truncates integers' quotient.npy div i4.npy row.npy
works 'div truncates if told to' quotient.npy div i4.npy row.npy --integer-division trunc
works 'div floors if told to' floor.npy --integer-division floor div i4.npy row.npy
works 'floor_div is an operator, too' floor.npy floor_div i4.npy row.npy
works 'less gives bool' less.npy less i4.npy row.npy
prints 'bool in words' '^first values: true false true false false true$'
prints 'the shapes and dtypes' '^i4.npy: i32 (2, 3)$'
prints 'the shape of one dim' '^row.npy: i32 (3,)$'
prints 'the output' '^out.npy: bool (2, 3)$'
prints 'the plan' '^plan: .'

saved zeros.npy '<i4' False '(3,)' "$(bytes little 00000000 00000000 00000000)"
saved zeros2.npy '<i4' False '(2, 3)' "$(bytes little 00000000 00000000 00000000 00000000 00000000 00000000)"
works 'an integer divided by zero is zero' zeros2.npy div i4.npy zeros.npy

saved f4.npy '<f4' False '(3,)' "$(bytes little 40e00000 c0e00000 3f800000)"
saved two.npy '<f4' False '()' "$(bytes little 40000000)"
saved half.npy '<f4' False '(3,)' "$(bytes little 40600000 c0600000 3f000000)"
works 'floats are not floored' half.npy div f4.npy two.npy --integer-division floor
prints 'floats in decimal' '^first values: 3.5 -3.5 0.5$'

saved scalar.npy '<f4' False '()' "$(bytes little 40800000)"
works 'rank 0' scalar.npy add two.npy two.npy
prints 'the shape of rank 0' '^out.npy: f32 ()$'

saved empty.npy '<f4' False '(2, 0, 3)' ''
works 'no elements' empty.npy mul empty.npy f4.npy
prints 'that there are none' '^no values$'
saved no_rows.npy '<f4' True '(0, 3)' ''
saved no_rows_c.npy '<f4' False '(0, 3)' ''
works 'no rows, Fortran order' no_rows_c.npy add no_rows.npy f4.npy

saved many.npy '|u1' False '(10,)' "$(bytes little 00 01 02 03 04 05 06 07 08 ff)"
saved one.npy '|u1' False '()' "$(bytes little 00)"
works 'ten elements' many.npy add many.npy one.npy
prints 'the first eight of them' '^first values: 0 1 2 3 4 5 6 7 \.\.\.$'

# numpy.save pads the header by 1 to 64 bytes, to a multiple of 64: these have 127 and 128 bytes without the padding
dims='1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,'
saved ten.npy '|u1' False "($dims 10)" "$(printf '%10s' '')"
works 'a header of 128 bytes' ten.npy add ten.npy one.npy
saved hundred.npy '|u1' False "($dims 100)" "$(printf '%100s' '')" 192
works 'a header of 192 bytes' hundred.npy add hundred.npy one.npy

# more dims, all of them 1, than fit in a header of version 1; NumPy's limit is 64
dict="{'descr': '|u1', 'fortran_order': False, 'shape': ($(printf '%21999s' '' | sed 's/ /1, /g')1), }"
raw dims.npy 2 "$(printf '%-66099s' "$dict")$newline" '\052'
works '22000 dims, version 2' dims.npy add dims.npy one.npy

saved special.npy '<f2' False '(8,)' "$(bytes little 7c00 fc00 fe01 8000 2e66 0001 7bff 4248)"
saved zero.npy '<f2' False '()' "$(bytes little 8000)"
run add special.npy zero.npy -o out.npy
prints 'f16 in decimal' '^first values: inf -inf nan -0 0.1 6e-08 65504 3.14$'
saved special.npy '<i8' False '(2,)' "$(bytes little 8000000000000000 7fffffffffffffff)"
saved zero.npy '<i8' False '()' "$(bytes little 0000000000000000)"
run add special.npy zero.npy -o out.npy
prints 'i64 in decimal' '^first values: -9223372036854775808 9223372036854775807$'
saved special.npy '<u8' False '(1,)' "$(bytes little ffffffffffffffff)"
saved zero.npy '<u8' False '()' "$(bytes little 0000000000000000)"
run add special.npy zero.npy -o out.npy
prints 'u64 in decimal' '^first values: 18446744073709551615$'

# ---- Arrays with incompatible shapes or dtypes ----

saved bools.npy '|b1' False '(3,)' '\000\001\001'
saved two_bytes.npy '<V2' False '(3,)' '\200\077\000\100\100\100'
saved four.npy '<f4' False '(4,)' "$(bytes little 40e00000 c0e00000 3f800000 3f800000)"
refused 'bool where the operator does not take it' 1 'bools\.npy: add does not take bool' add bools.npy bools.npy
refused 'V2 that may be anything' 1 "two_bytes\.npy: dtype '<V2' may be bf16 or not" add two_bytes.npy two_bytes.npy
saved one_byte.npy '<V1' False '(3,)' '\200\077\000'
refused 'V1 that may be anything' 1 "one_byte\.npy: dtype '<V1' may be f8e4m3fn or not" cast one_byte.npy --to f32
refused 'bf16 announced, f32 found' 1 'f4\.npy: its elements are not bf16' add f4.npy f4.npy --dtype bf16
refused 'different dtypes' 1 'f4\.npy f32 (3,) and row\.npy i32 (3,): .*dtype' add f4.npy row.npy
refused 'shapes that do not broadcast' 1 'f4\.npy f32 (3,) and four\.npy f32 (4,): .*shape' add f4.npy four.npy
refused 'shapes that differ, rule none' 1 'i4\.npy i32 (2, 3) and row\.npy i32 (3,): .*shape' \
    add i4.npy row.npy --rule none
works 'equal shapes, rule none' i4.npy add i4.npy zeros2.npy --rule none
works 'rule numpy' sum.npy add i4.npy row.npy --rule numpy
saved pair.npy '<i4' False '(2,)' "$(bytes little 00000002 fffffffe)"
saved column.npy '<i4' False '(2, 1)' "$(bytes little 00000002 fffffffe)"
saved by_rows.npy '<i4' False '(2, 3)' "$(bytes little fffffffb 00000009 80000002 00000005 fffffffe fffffff7)"
for rule in pdpd onnx-legacy; do
    works "rule $rule: the last dims meet" sum.npy add i4.npy row.npy --rule $rule
    works "rule $rule, axis -1" sum.npy add i4.npy row.npy --rule $rule --axis -1
    works "rule $rule, axis 0" by_rows.npy add i4.npy pair.npy --axis 0 --rule $rule
    works "rule $rule, axis 0, with a one behind" by_rows.npy add i4.npy column.npy --axis 0 --rule $rule
    refused "rule $rule, axis 0, does not fit" 1 'i4\.npy i32 (2, 3) and row\.npy i32 (3,): .*shapes do not' \
        add i4.npy row.npy --rule $rule --axis 0
    refused "rule $rule, axis 2" 1 'i4\.npy i32 (2, 3) and row\.npy i32 (3,): the axis' \
        add i4.npy row.npy --rule $rule --axis 2
    refused "rule $rule, A onto B" 1 'row\.npy i32 (3,) and i4\.npy i32 (2, 3): .*shapes do not' \
        add row.npy i4.npy --rule $rule
done

# ---- Instruction sets ----

available=0 lacking=0 wrong=0
for isa in scalar sse2 sse41 avx2 avx512 neon; do
    rm -f out.npy
    run add i4.npy row.npy -o out.npy --isa $isa
    if [ "$status" -eq 0 ]; then
        available=$((available + 1))
        cmp -s out.npy sum.npy || wrong=1
        [ $isa != scalar ] || grep -q '^plan: .*scalar' stdout || wrong=1
    else
        lacking=$((lacking + 1))
        # status 1 if the processor lacks it, 2 if the library was generated without it
        { [ "$status" -eq 1 ] && grep -q "^npy_run: $isa: " stderr; } ||
            { [ "$status" -eq 2 ] && grep -q "^npy_run: unknown instruction set $isa; the known ones are:" stderr; } ||
            wrong=1
        [ $isa != scalar ] && [ ! -e out.npy ] || wrong=1
    fi
done
# no processor has both sse2 and neon, so one is always missing
[ $wrong -eq 0 ] && [ $available -ge 1 ] && [ $lacking -ge 1 ]
report $? "instruction sets: $available give the same file, $lacking are refused"
refused 'an instruction set that does not exist' 2 'unknown instruction set altivec; the known ones are: .*scalar' \
    add i4.npy row.npy --isa altivec

BROADLOOM_ISA=scalar
export BROADLOOM_ISA
works 'BROADLOOM_ISA' sum.npy add i4.npy row.npy
prints 'BROADLOOM_ISA is honoured' '^plan: .*scalar'
BROADLOOM_ISA=altivec
refused 'BROADLOOM_ISA that does not exist' 1 'BROADLOOM_ISA: ' add i4.npy row.npy
unset BROADLOOM_ISA

# ---- Outputs ----

cp i4.npy same.npy
run add same.npy row.npy -o same.npy
[ "$status" -eq 0 ] && cmp -s same.npy sum.npy
report $? 'the output replaces the first input'
cp row.npy same.npy
run add i4.npy same.npy -o same.npy
[ "$status" -eq 0 ] && cmp -s same.npy sum.npy
report $? 'the output replaces the second input'
cp f4.npy same.npy
run add same.npy four.npy -o same.npy
[ "$status" -eq 1 ] && cmp -s same.npy f4.npy
report $? 'a failure leaves the old output alone'

run add i4.npy row.npy -o nowhere/out.npy
[ "$status" -eq 1 ] && grep -q '^npy_run: nowhere/out.npy: cannot be written: No such file' stderr
report $? 'the output in a directory that does not exist'
mkdir directory
run add i4.npy row.npy -o directory
[ "$status" -eq 1 ] && grep -q '^npy_run: directory: cannot be written: Is a directory' stderr && [ -d directory ]
report $? 'the output is a directory'
mkfifo pipe
run add i4.npy row.npy -o pipe
[ "$status" -eq 1 ] && grep -q '^npy_run: pipe: cannot be written: not a regular file' stderr && [ -p pipe ]
report $? 'the output is a pipe, and stays one'
if [ "$(id -u)" -eq 0 ]; then
    count=$((count + 1))
    echo "ok $count - a write-protected output # SKIP root may write to it"
else
    cp f4.npy protected.npy
    chmod a-w protected.npy
    run add i4.npy row.npy -o protected.npy
    [ "$status" -eq 1 ] && grep -q '^npy_run: protected.npy: cannot be written: ' stderr &&
        cmp -s protected.npy f4.npy
    report $? 'a write-protected output'
fi
saved long.npy '|u1' False '(4000,)' "$(printf '%4000s' '')"
(
    trap '' XFSZ
    ulimit -f 2
    cd directory || exit 9
    $program add ../long.npy ../one.npy -o full.npy >/dev/null 2>../message
    echo $? >../status
)
cp message stderr
[ "$(cat status)" = 1 ] && grep -q '^npy_run: full.npy: cannot be written: ' stderr && [ -z "$(ls directory)" ]
report $? 'the disk is full: no part of a file is left'
if [ -c /dev/full ]; then
    rm -f out.npy
    $program add i4.npy row.npy -o out.npy >/dev/full 2>stderr
    [ $? -eq 1 ] && grep -q '^npy_run: standard output: ' stderr && [ ! -e out.npy ]
    report $? 'standard output is full'
else
    count=$((count + 1))
    echo "ok $count - standard output is full # SKIP there is no /dev/full"
fi

# ---- The command line ----

refused 'an unknown operator' 2 'unknown operator plus; the known ones are:.* add' plus i4.npy row.npy
refused 'one file' 2 'there are 1 files, but 2 for add' add i4.npy
refused 'three files' 2 'there are 3 files, but 2 for add' add i4.npy i4.npy i4.npy
refused 'two files for an operator of one' 2 'there are 2 files, but 1 for negative' negative i4.npy row.npy
refused 'no file' 2 'an operator and its files are needed' add
refused 'an unknown option' 2 'unknown option --fast' add i4.npy row.npy --fast yes
refused 'an option of one dash' 2 'unknown option -x' -x yes add i4.npy row.npy
run add
[ "$status" -eq 2 ] && grep -q '^npy_run: an operator and its files are needed' stderr
report $? 'an operator alone'
if [ -x "$program" ]; then # without an emulator
    called() { # called NAME EXPECTED: run under the name NAME, it calls itself EXPECTED
        perl -e 'exec { $ARGV[0] } @ARGV[1 .. $#ARGV]' "$program" "$1" add i4.npy 2>stderr
        [ $? -eq 2 ] && head -n 1 stderr | grep -q "^$2: -o and the output"
        report $? "called '$1' it is $2"
    }
    called adder adder
    called bin/adder adder
    called '' npy_run
fi
refused 'an unknown rule' 2 '--rule can be' add i4.npy row.npy --rule legacy
refused 'an axis that is no number' 2 '--axis must be an integer, not 1x' add i4.npy row.npy --rule pdpd --axis 1x
for number in ' 1' '1 ' +1 0x1; do
    refused "an axis written as '$number'" 2 '--axis must be an integer, not ' add i4.npy row.npy --rule pdpd --axis "$number"
done
refused 'an empty axis' 2 '--axis must be an integer' add i4.npy row.npy --rule pdpd --axis ''
refused 'an axis too large for any' 2 '--axis must be an integer' add i4.npy row.npy --rule pdpd --axis 99999999999999999999
refused 'an axis without its rule' 2 '--axis is for --rule pdpd and onnx-legacy, not numpy' add i4.npy row.npy --axis 0
refused 'an unknown dtype' 2 '--dtype can only say bf16' add i4.npy row.npy --dtype f32
refused 'an unknown rounding' 2 '--integer-division can be' div i4.npy row.npy --integer-division up
refused 'a rounding for add' 2 '--integer-division is for div, not add' add i4.npy row.npy --integer-division floor
run add i4.npy row.npy
[ "$status" -eq 2 ] && grep -q '^npy_run: -o and the output' stderr
report $? 'no output'
run add i4.npy row.npy -o
[ "$status" -eq 2 ] && grep -q '^npy_run: a value is missing after -o' stderr
report $? 'no output after -o'
run
[ "$status" -eq 2 ]
report $? 'nothing at all'
run --help
[ "$status" -eq 0 ] && [ ! -s stderr ]
report $? 'help'
prints 'help says how' '^usage: npy_run OP INPUT'

# ---- Operators of one, three and any number of arrays; parameters; dtypes that the inputs do not determine ----

saved negated.npy '<f4' False '(3,)' "$(bytes little c0e00000 40e00000 bf800000)"
works 'one array' negated.npy negative f4.npy
saved leaked.npy '<f4' False '(3,)' "$(bytes little 40e00000 c0600000 3f800000)"
works 'a parameter' leaked.npy leaky_relu f4.npy --alpha 0.5
prints 'what is printed of one array' '^f4.npy: f32 (3,)$'
saved leaked_little.npy '<f4' False '(3,)' "$(bytes little 40e00000 bd8f5c29 3f800000)"
works 'its default' leaked_little.npy leaky_relu f4.npy
saved clamped.npy '<i4' False '(3,)' "$(bytes little 00000002 00000000 fffffffd)"
saved high.npy '<i4' False '(3,)' "$(bytes little 00000009 00000000 80000000)"
works 'two parameters of a dtype of integers, one of them negative' clamped.npy clamp high.npy --low -3 --high 2
saved truths.npy '|b1' False '(3,)' '\001\000\001'
saved chosen.npy '<f4' False '(3,)' "$(bytes little 40e00000 40e00000 3f800000)"
works 'three arrays' chosen.npy select truths.npy f4.npy negated.npy
saved halves.npy '<f2' False '(3,)' '\000\107\000\307\000\074'
works 'a dtype that is asked for' halves.npy cast f4.npy --to f16
works 'and back' f4.npy cast halves.npy --to f32
run add_n i4.npy row.npy row.npy -o three.npy
run add i4.npy row.npy -o two.npy
run add two.npy row.npy -o by_two.npy
[ "$status" -eq 0 ] && cmp -s three.npy by_two.npy
report $? 'any number of arrays'
run add_n i4.npy row.npy row.npy -o three.npy
prints 'which is said' '^plan: add_n of 3$'
works 'one of them' i4.npy add_n i4.npy
saved middle.npy '<f4' False '(3,)' "$(bytes little 00000000 00000000 00000000)"
works 'the mean of two' middle.npy mean f4.npy negated.npy
refused 'a parameter that the operator lacks' 2 'unknown option --beta' leaky_relu f4.npy --beta 1
refused 'one of an operator without any' 2 'unknown option --alpha' add i4.npy row.npy --alpha 1
refused 'one of a fold' 2 'unknown option --alpha' add_n i4.npy --alpha 1
refused 'a parameter that is no number' 1 '--alpha must be of f32, not 1x' leaky_relu f4.npy --alpha 1x
refused 'an empty one' 1 '--alpha must be of f32, not $' leaky_relu f4.npy --alpha ''
for number in ' 1' '1 ' +1 -+1 --1 0x10 0x1p3 infinity INF 'nan(1)' 1e . -; do
    refused "written as '$number'" 1 '--alpha must be of f32, not ' leaky_relu f4.npy --alpha "$number"
done
for number in ' 1' '1 ' +1 -+1 0x10 inf 1e2 -; do
    refused "an integer written as '$number'" 1 '--high must be of i32, not ' clamp i4.npy --high "$number"
done
saved lost.npy '<f4' False '(3,)' "$(bytes little 40e00000 ff800000 3f800000)"
works 'an infinity' lost.npy leaky_relu f4.npy --alpha inf
for number in 0.5 .5 5e-1 5E-01 0.05e+1; do
    works "a number written as $number" leaked.npy leaky_relu f4.npy --alpha "$number"
done
for case in 'f2 4400 c400 c000' 'V2 4080 c080 c000' 'f8 4010000000000000 c010000000000000 c000000000000000'; do
    # shellcheck disable=SC2086 # the words are to be split
    set -- $case
    saved wide.npy "<$1" False '(2,)' "$(bytes little "$2" "$3")"
    saved wide_clamped.npy "<$1" False '(2,)' "$(bytes little "$2" "$4")"
    option=
    [ "$1" != V2 ] || option='--dtype bf16'
    # shellcheck disable=SC2086 # no option, or two words
    works "parameters of $1" wide_clamped.npy clamp wide.npy --low -2 --high 4 $option
done
run leaky_relu f4.npy --alpha nan -o out.npy
prints 'one that is not a number' '^first values: 7 nan 1$'
for case in '1 80 7f -128 127 -129 128' '2 8000 7fff -32768 32767 -32769 32768' \
    '8 8000000000000000 7fffffffffffffff -9223372036854775808 9223372036854775807 -9223372036854775809 9223372036854775808'; do
    # shellcheck disable=SC2086 # the words are to be split
    set -- $case
    mark='<'
    [ "$1" -gt 1 ] || mark='|'
    saved limits.npy "${mark}i$1" False '(2,)' "$(bytes little "$2" "$3")"
    works "the limits of i$1" limits.npy clamp limits.npy --low "$4" --high "$5"
    refused "less than these" 1 "--low must be of i[0-9]*, not $6" clamp limits.npy --low "$6"
    refused "more than these" 1 "--high must be of i[0-9]*, not $7" clamp limits.npy --high "$7"
done
refused 'an integer that is too large for any' 1 '--high must be of i32, not 99999999999999999999' clamp i4.npy --high 99999999999999999999
refused 'an integer that is too large' 1 '--high must be of i32, not 2147483648' clamp i4.npy --high 2147483648
refused 'one that is too small' 1 '--low must be of i32, not -2147483649' clamp i4.npy --low -2147483649
works 'the least that there is' i4.npy clamp i4.npy --low -2147483648 --high 2147483647
refused 'a fraction where there is none' 1 '--low must be of i32, not 0.5' clamp i4.npy --low 0.5
refused 'a negative one' 1 '--negative must be of u8, not -1' is_inf f4.npy --negative -1
refused 'no dtype where one must be said' 2 '--to must name the output.s dtype for cast' cast f4.npy
refused 'a dtype where the inputs tell it' 2 '--to is for operators whose inputs do not determine' add i4.npy row.npy --to f32
refused 'a dtype that does not exist' 2 '--to must be a dtype, not f80' cast f4.npy --to f80
refused 'an operator that does not take the dtype' 1 'i4\.npy: leaky_relu does not take i32' leaky_relu i4.npy
refused 'a fold that does not take the dtype' 1 'i4\.npy i32 (2, 3): ' mean i4.npy
refused 'a fold whose shapes do not broadcast' 1 'f4\.npy f32 (3,) and four\.npy f32 (4,): .*shape' add_n f4.npy four.npy
if [ -z "${NPY_RUN-}" ]; then
    program=$root/build/npy_binary
    works 'its name of old' sum.npy add i4.npy row.npy
    run add i4.npy row.npy
    grep -q '^npy_binary: -o' stderr
    report $? 'by which it goes then'
    program=$root/build/npy_run
fi

# ---- The real arrays ----

rm -f out.npy
run div "$root/examples/data/planets.npy" "$root/examples/data/earth.npy" -o out.npy
[ "$status" -eq 0 ] && [ ! -s stderr ]
report $? 'the planets, measured in Earths'
prints 'their shape' '^out.npy: f32 (8, 6)$'
prints 'Mercury' '^first values: 0.055276386 0.38248667 0.9845847 0.37755102 0.3870321 0.24096385 '
tail -c +177 out.npy | head -c 24 >earth
printf "$(bytes little 3f800000 3f800000 3f800000 3f800000 3f800000 3f800000)" | cmp -s - earth
report $? 'Earth is one Earth'

finish
