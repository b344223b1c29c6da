#!/bin/sh
# .npy files that npy_run reads: unusual valid headers, and all errors in headers and files. TAP; run by prove.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/npy.sh"

saved i4.npy '<i4' False '(2, 3)' "$(bytes little fffffff9 00000007 80000000 00000007 00000000 fffffff9)"
saved row.npy '<i4' False '(3,)' "$(bytes little 00000002 fffffffe ffffffff)"
saved sum.npy '<i4' False '(2, 3)' "$(bytes little fffffffb 00000005 7fffffff 00000009 fffffffe fffffff8)"
saved f4.npy '<f4' False '(3,)' "$(bytes little 40e00000 c0e00000 3f800000)"

# ---- Unusual headers that are valid ----

# expand HEADER: @D, @F and @S are the three entries of a valid header
expand() {
    printf '%s' "$1" | sed "s/@D/'descr': '<f4'/g; s/@F/'fortran_order': False/g; s/@S/'shape': (3,)/g"
}

values=$(bytes little 40e00000 c0e00000 3f800000)
saved f4_zero.npy '<f4' False '()' '\000\000\000\000'
while IFS=';' read -r name header; do
    raw odd.npy 1 "$(expand "$header")" "$values"
    works "header: $name" f4.npy add odd.npy f4_zero.npy
done <<'HEADERS'
keys in another order;{@S, @F, @D, }
no trailing comma;{@D, @F, @S}
no spaces;{'descr':'<f4','fortran_order':False,'shape':(3,)}
many spaces;  {  'descr'  :  '<f4' , 'fortran_order' : False , 'shape' : ( 3 , ) , }
double quotes;{"descr": "<f4", "fortran_order": False, "shape": (3,), }
a long of Python 2;{@D, @F, 'shape': (3L,), }
Fortran order of one dim;{@D, 'fortran_order': True, @S, }
tabs;{@D,	@F,	@S}
HEADERS
raw odd.npy 1 "$(printf "{'descr': '<f4',\r\n'fortran_order': False,\r\n'shape': (3,)}")" "$values"
works 'header: lines that end as on Windows' f4.npy add odd.npy f4_zero.npy
raw odd.npy 1 "{'descr': '<i4', 'fortran_order': False, 'shape': (2L, 3L,), }" \
    "$(bytes little fffffff9 00000007 80000000 00000007 00000000 fffffff9)"
works 'header: a trailing comma after two longs' sum.npy add odd.npy row.npy

# ---- Wrong headers ----

while IFS=';' read -r name pattern header; do
    raw bad.npy 1 "$(expand "$header")" "$values"
    refused "header: $name" 1 "bad\.npy: $pattern" add bad.npy f4.npy
done <<'HEADERS'
empty;bad header: the dict's opening brace expected, but it ends;
not a dict;bad header: the dict's opening brace expected at byte 0, not '(';('descr', '<f4')
cut off;bad header: .*, but it ends$;{@D, @F, 'shape': (3,
cut off in a string;bad header: the string's closing quote expected, but it ends$;{'descr': '<f4
cut off in a word;bad header: True or False expected at byte 34, not 'T'$;{@D, 'fortran_order': Tru
cut off in a dim;bad header: .*, but it ends$;{@D, @F, 'shape': (3
cut off behind a dim of 0;bad header: .*, but it ends$;{@D, @F, 'shape': (0
garbage behind it;bad header: the end expected at byte 59, not 'x';{@D, @F, @S, }  x
a second dict;bad header: the end expected;{@D, @F, @S, }{}
no comma between keys;bad header: a comma or the dict's closing brace;{@D @F, @S, }
two commas;bad header: a key expected;{@D,, @F, @S, }
no colon;bad header: a colon;{'descr' '<f4', @F, @S, }
unknown key;bad header: unknown key 'order';{@D, 'order': False, @S, }
a key that is long, and cut;bad header: unknown key 'a\{40\}'$;{'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': False, @D, @F, @S, }
key missing: descr;bad header: 'descr' is missing;{@F, @S, }
key missing: fortran_order;bad header: 'fortran_order' is missing;{@D, @S, }
key missing: shape;bad header: 'shape' is missing;{@D, @F, }
key twice;bad header: 'shape' is repeated;{@D, @F, @S, @S, }
order is a number;bad header: True or False expected;{@D, 'fortran_order': 0, @S, }
order is misspelt;bad header: .*closing brace expected;{@D, @Fly, @S, }
shape is a number;bad header: the shape's opening bracket;{@D, @F, 'shape': 3, }
shape is a number in brackets;bad header: the comma of a tuple of one dim;{@D, @F, 'shape': (3), }
shape is a comma;bad header: a dim of the shape;{@D, @F, 'shape': (,), }
shape is a list;bad header: the shape's opening bracket;{@D, @F, 'shape': [3], }
shape lacks a comma;bad header: a comma or the shape's closing bracket;{@D, @F, 'shape': (3 1), }
dim is negative;bad header: dim 0 of the shape is negative;{@D, @F, 'shape': (-3,), }
dim is a fraction;bad header: a comma or the shape's closing bracket;{@D, @F, 'shape': (3.0,), }
dim has a leading zero;bad header: dim 1 of the shape has a leading zero;{@D, @F, 'shape': (1, 03), }
dim above size_t;bad header: dim 0 of the shape is too large;{@D, @F, 'shape': (99999999999999999999999,), }
elements above memory;bad header: its shape has more elements;{@D, @F, 'shape': (4611686018427387904,), }
product above size_t;bad header: its shape has more elements;{@D, @F, 'shape': (4294967296, 4294967296, 4), }
the same beside a 0;bad header: its shape has more elements;{@D, @F, 'shape': (0, 4294967296, 4294967296, 4), }
4 TB that are not there;truncated: it should have 4000000000000 bytes of;{@D, @F, 'shape': (1000000000000,), }
one element too many;truncated: it should have 16 bytes of elements and has 12;{@D, @F, 'shape': (4,), }
one element too few;longer than its header says: there are bytes after the 8;{@D, @F, 'shape': (2,), }
no elements, but data;longer than its header says: there are bytes after the 0;{@D, @F, 'shape': (0,), }
complex;dtype '<c8' is not supported;{'descr': '<c8', @F, @S, }
a Python object;dtype '|O' is not supported;{'descr': '|O', @F, @S, }
text;dtype '<U3' is not supported;{'descr': '<U3', @F, 'shape': (1,), }
time;dtype '<M8\[s\]' is not supported;{'descr': '<M8[s]', @F, 'shape': (1,), }
a float of 16 bytes;dtype '<f16' is not supported;{'descr': '<f16', @F, 'shape': (1,), }
a dtype without an order;dtype 'f4' is not supported;{'descr': 'f4', @F, @S, }
the order of whoever reads;dtype '=f4' is not supported;{'descr': '=f4', @F, @S, }
no order where there is one;dtype '|f4' is not supported;{'descr': '|f4', @F, @S, }
an empty dtype;dtype '' is not supported;{'descr': '', @F, @S, }
a structured dtype;structured dtypes are not supported;{'descr': [('x', '<f4')], @F, @S, }
an escape;bad header: the string's closing quote;{'de\x73cr': '<f4', @F, @S, }
HEADERS

# ---- Wrong files ----

refused 'missing' 1 'none\.npy: No such file' add none.npy f4.npy
refused 'missing, the second' 1 'none\.npy: No such file' add f4.npy none.npy
mkdir -p directory
refused 'a directory' 1 'directory: cannot be read: Is a directory' add directory f4.npy
: >bad.npy
refused 'empty' 1 'bad\.npy: truncated: it should have 8 bytes of magic and version and has 0' add bad.npy f4.npy
printf 'PK\003\004 a zip archive, as .npz is' >bad.npy
refused 'wrong magic' 1 'bad\.npy: not a \.npy file' add bad.npy f4.npy
for version in '\000\000' '\004\000' '\001\001' '\377\377'; do
    { printf "\223NUMPY$version" && tail -c +9 f4.npy; } >bad.npy
    refused "version $version" 1 'bad\.npy: unknown \.npy version' add bad.npy f4.npy
done
printf '\223NUMPY\002\000\377\377\377\377{' >bad.npy
refused 'a header of 4 GB that is not there' 1 'bad\.npy: truncated: it should have 4294967295 bytes of header' \
    add bad.npy f4.npy

every_length() { # a valid file that is truncated anywhere is refused
    size=$(wc -c <f4.npy)
    length=0
    while [ "$length" -lt "$size" ]; do
        head -c "$length" f4.npy >bad.npy
        run add bad.npy f4.npy -o out.npy
        [ "$status" -eq 1 ] && grep -q '^npy_run: bad\.npy: truncated' stderr && [ ! -e out.npy ] || return 1
        length=$((length + 1))
    done
}
rm -f out.npy
every_length
report $? 'cut off at every length'

{ cat f4.npy && printf '\000'; } >bad.npy
refused 'a byte too many' 1 'bad\.npy: longer than its header says' add bad.npy f4.npy
raw bad.npy 1 "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" "$values"
printf '\377' | dd of=bad.npy bs=1 seek=20 conv=notrunc 2>/dev/null
refused 'a byte above ASCII in the header' 1 'bad\.npy: bad header: .* not byte 0xff' add bad.npy f4.npy
raw bad.npy 1 "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" "$values"
printf '\177' | dd of=bad.npy bs=1 seek=22 conv=notrunc 2>/dev/null
refused 'the byte above all printable ones, in a string' 1 "bad\.npy: bad header: the string's closing quote expected at byte 12, not byte 0x7f" \
    add bad.npy f4.npy
printf '\000' | dd of=bad.npy bs=1 seek=10 conv=notrunc 2>/dev/null
refused 'a NUL in the header' 1 'bad\.npy: bad header: .* not byte 0x00' add bad.npy f4.npy

finish
