# Makes a C file from the library's header that calls the function of each operator, table and fold (bl_add, bl_add_f32, bl_add_n) with the
# judge's arrays and pointers by number. awk -f named.awk broadloom_ops.h
#
# SPDX-License-Identifier: Apache-2.0

BEGIN {
    print "/* Made by tests/judge/named.awk. */\n\n#include \"judge/named.h\"\n"
}

/^BL_API extern const bl_(op|table|fold) / {
    kind = substr($4, 4)
    subject = $5
    sub(/;/, "", subject)
    next
}

# a prototype, perhaps of several lines
kind != "" && /^BL_API bl_status / { text = ""; inside = 1 }
inside { text = text $0 }
inside && /;$/ {
    inside = 0
    name = text
    sub(/^BL_API bl_status /, "", name)
    sub(/\(.*/, "", name)
    sub(/^[^(]*\(/, "", text)
    sub(/\);$/, "", text)
    if (name == substr(subject, 1, 3) substr(subject, length("bl_" kind "_") + 1)) {
        write()
    }
    kind = ""
}

function write(    words, count, i, inputs, given) {
    count = split(text, words, /, */)
    given = kind == "table" ? "n" : ""
    for (i = 1; i <= count; ++i) {
        if (words[i] ~ /[ *]parameters$/) {
            given = given ", parameters"
        } else if (words[i] !~ / n$/ && words[i] !~ /[ *](out|options)$/) {
            given = given (given == "" ? "" : ", ") "inputs[" inputs++ "]"
        }
    }
    if (kind == "op") {
        print "static bl_status call_" name "(const bl_array *const *inputs, const void *parameters, const bl_array *out, const bl_options *options)"
        print "{\n    (void)parameters;\n    return " name "(" given ", out, options);\n}\n"
        ops = ops "    {&" subject ", call_" name "},\n"
    } else if (kind == "table") {
        print "static bl_status call_" name "(size_t n, const void *const *inputs, const void *parameters, void *out)"
        print "{\n    (void)parameters;\n    return " name "(" given ", out);\n}\n"
        tables = tables "    {&" subject ", call_" name "},\n"
    } else {
        folds = folds "    {&" subject ", " name "},\n"
    }
}

END {
    print "const named_op named_ops[] = {\n" ops "    {NULL, NULL},\n};\n"
    print "const named_table named_tables[] = {\n" tables "    {NULL, NULL},\n};"
    print "\n#if BL_WITH_FOLDS\nconst named_fold named_folds[] = {\n" folds "    {NULL, NULL},\n};\n#endif"
}
