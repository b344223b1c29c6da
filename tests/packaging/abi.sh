#!/bin/sh
# Prints the ABI of the committed library as text: each function and variable, each number of an enum, each struct
# with its fields' offsets, and the files of a vendored tree. `make abi` records it in tests/packaging/abi.txt.
# INCLUDE: a folder other than include/. For structs with private fields it prints only the size.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

include=${INCLUDE:-include}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
printf '#include "%s"\n' broadloom.h broadloom_onnx.h broadloom_openvino.h >"$scratch/all.c"
${CC:-cc} -E -P -I"$include" -Igenerated "$scratch/all.c" >"$scratch/headers"

# Writes declarations to `declared`, and a program that prints numbers and offsets to `program.c`.
perl -0777 -ne '
    s/\b(static inline [^;{}]*)(\{(?:[^{}]++|(?2))*\})/$1;/g; # a definition as its declaration
    s/extern "C" \{//g;
    for (/((?:[^;{}]|(\{(?:[^{}]++|(?2))*\}))+);/g) {
        next if !defined || /^\{/;
        s/\s+/ /g, s/^ | $//g;
        if (/^(?:typedef )?enum (?:\w+ )?\{(.*)\}/) {
            print STDERR qq(printf("%s = %ld\\n", "$_", (long)$_);\n) for grep { /^BL_/ } map { /(\w+)/ } split /,/, $1;
        } elsif (/^typedef struct (bl_\w+) \{(.*)\}/) {
            my ($struct, $fields) = ($1, $2);
            print STDERR qq(printf("%s: %zu bytes\\n", "$struct", sizeof($struct));\n);
            next if $struct =~ /^bl_(plan|plan_dim|fold_step|call)$/;
            while ($fields =~ /([^;{}]+);/g) {
                my $field = $1 =~ s/^ //r;
                for my $name ($field =~ /\(\*(\w+)\)/ ? $1 : map { /(\w+) ?(?:\[.*\])? ?$/ } split /,/, $field) {
                    print STDERR qq(printf("%s.%s: %zu bytes at %zu: %s\\n", "$struct", "$name", sizeof((($struct *)0)->$name), offsetof($struct, $name), "$field");\n);
                }
            }
        } elsif (/\bbl_\w+ ?(?:\(|\[|$)/) {
            print "$_\n";
        }
    }' <"$scratch/headers" >"$scratch/declared" 2>"$scratch/lines"
{
    cat "$scratch/all.c"
    printf '#include <stdio.h>\nint main(void)\n{\n'
    cat "$scratch/lines"
    printf 'return 0;\n}\n'
} >"$scratch/program.c"
${CC:-cc} -std=c99 -I"$include" -Igenerated "$scratch/program.c" -o "$scratch/program"

echo "# make abi writes this: see docs/stability.md. Sizes are those of 64-bit systems."
{
    cat "$scratch/declared"
    "$scratch/program"
    build/broadloom --ops add,exp --dtypes f32,i8 --isas scalar,avx2 --runtime compact --detect yes --vendor "$scratch/tree" >/dev/null
    (cd "$scratch/tree" && find * -type f | sed 's/^/a vendored tree has /')
} | LC_ALL=C sort -u
