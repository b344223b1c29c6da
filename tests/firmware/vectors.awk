# Test vectors as C, for images that cannot read files: awk -f vectors.awk -v ops='Add=add …' -v dtypes='f32 …' EBV-FILE…
#
# It takes those records of tests/vectors/FORMAT.txt that compute one of these operators at one of these dtypes, exactly and under NumPy's
# rule or none, with at most `most` bytes of each input. They become one array of bytes, one record after the other:
#   the operator's and the record's name, each ended by a zero; dtype of the inputs, dtype of the output (as bl_dtype);
#   for a, b and the output: the rank, and the dims as two bytes each, the lower first;
#   for a, b and the output: the elements' bytes, the lowest first
# The last record is followed by a zero. `name` is the array's name.
#
# SPDX-License-Identifier: Apache-2.0

BEGIN {
    if (!most) {
        most = 640
    }
    count = split(ops, words, " ")
    for (i = 1; i <= count; ++i) {
        split(words[i], pair, "=")
        op_of[pair[1]] = pair[2]
    }
    count = split(dtypes, words, " ")
    for (i = 1; i <= count; ++i) {
        wanted[words[i]] = 1
    }
    count = split("f32 f64 f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64 bool", words, " ")
    for (i = 1; i <= count; ++i) {
        number_of[words[i]] = i - 1
    }
    for (i = 32; i < 127; ++i) {
        code_of[sprintf("%c", i)] = i
    }
    printf "/* Made by tests/firmware/vectors.awk. */\n\n#include \"vectors.h\"\n\nconst unsigned char %s[] IN_ROM = {\n", name
}

function put(byte) {
    line = line byte ","
    if (length(line) > 110) {
        print "    " line
        line = ""
    }
}

function put_text(text,    i) {
    for (i = 1; i <= length(text); ++i) {
        put(code_of[substr(text, i, 1)])
    }
    put(0)
}

function put_record(    i, k, fields, rank) {
    put_text(op_of[op])
    put_text(id)
    put(number_of[dtype[0]])
    put(number_of[dtype[2]])
    for (i = 0; i < 3; ++i) {
        rank = split(dims[i], fields, " ")
        put(rank)
        for (k = 1; k <= rank; ++k) {
            put(fields[k] % 256)
            put(int(fields[k] / 256))
        }
    }
    for (i = 0; i < 3; ++i) {
        for (k = 1; k < length(hex[i]); k += 2) {
            put("0x" substr(hex[i], k, 2))
        }
    }
    ++records
}

$1 == "case" { id = $2; op = kind = rule = tolerance = ""; operands = attributes = 0 }
$1 == "attr" { ++attributes } # they change the operator's meaning
$1 == "kind" { kind = $2 }
$1 == "op" { op = $2 }
$1 == "bcast" { rule = $2 }
$1 == "tol" { tolerance = $2 }
$1 == "in" || $1 == "out" {
    at = $1 == "in" ? $2 : 2
    ++operands
    dtype[at] = $3
    dims[at] = ""
    for (i = 5; i <= NF; ++i) {
        dims[at] = dims[at] " " $i
    }
}
$1 == "hex" { hex[at] = $2 == "-" ? "" : $2 }
$1 == "end" && kind == "compute" && op in op_of && operands == 3 && !attributes && (rule == "numpy" || rule == "none") && tolerance == "exact" &&
    dtype[0] in wanted && dtype[1] == dtype[0] && length(hex[0]) <= 2 * most && length(hex[1]) <= 2 * most { put_record() }

END {
    put(0)
    print "    " line
    print "};"
    if (!records) {
        print "vectors.awk: no record was taken" >"/dev/stderr"
        exit 1
    }
}
