# An example of the first operator that a vendored header declares: awk -v form=FORM -f packaging/example.awk broadloom.h. FORM is
# sketch, Arduino's; call, the lines that README.md shows; or name, the operator's.
#
# SPDX-License-Identifier: Apache-2.0

# four values of a C type, for the operand of that number; those of u16 are the bits of suitable f16 or bf16 values
function values(type, number) {
    if (type ~ /^(float|double)$/) return number == 1 ? "1, 2, 3, 4" : number == 2 ? "0.5f, 0.25f, 0, -4" : "1, 1, 1, 1"
    if (type == "uint16_t" && dtypes ~ /_bf16/) return "0x3f80, 0x4000, 0x4040, 0x4080"
    if (type == "uint16_t" && dtypes ~ /_f16/) return "0x3c00, 0x4000, 0x4200, 0x4400"
    if (type == "uint8_t" && number == 1) return "1, 0, 1, 0" # which may be truths
    return number == 1 ? "1, 2, 3, 4" : "1, 1, 2, 2"
}

# the first declaration of a call of contiguous arrays, which may take several lines
!call && (declaration || /^BL_API bl_status bl_/) { declaration = declaration $0 }
!call && /;$/ {
    if (declaration ~ /^BL_API bl_status bl_[a-z0-9_]+\( *size_t n, .*\*out\);$/ && declaration !~ /bl_table/) call = substr(declaration, 18)
    declaration = ""
}

END {
    if (!call) exit 1
    name = call
    sub(/\(.*/, "", name)
    dtypes = name
    list = call
    sub(/^[^(]*\( *size_t n, /, "", list)
    sub(/\);$/, "", list)
    count = split(list, operand, /, */)
    given = ""
    for (i = 1; i <= count; ++i) {
        type = operand[i]
        sub(/^const /, "", type)
        sub(/ *\*.*/, "", type)
        own = operand[i]
        sub(/.*\*/, "", own)
        if (type ~ /_parameters$/) {
            lines[++arrays] = type " parameters;"
            lines[++arrays] = "bl_parameters_default(&bl_table_" substr(name, 4) ", &parameters);"
            given = given ", &parameters"
        } else if (own == "out") {
            result = type
            given = given ", out"
        } else {
            lines[++arrays] = "const " type " " own "[4] = {" values(type, ++inputs) "};"
            given = given ", " own
        }
    }
    lines[++arrays] = result " out[4];"
    printed = result ~ /^(float|double)$/ ? "out[i]" : result == "uint16_t" && dtypes ~ /f16$/ ? "out[i], HEX" : "(long)out[i]"
    if (form == "name") {
        sub(/^bl_/, "", name)
        sub(/(_(b?f|i|u)[0-9]+|_bool)+$/, "", name)
        print toupper(substr(name, 1, 1)) substr(name, 2)
    } else if (form == "sketch") {
        print "// Calls " name ". SPDX-License-Identifier: Apache-2.0\n#include <broadloom.h>\n\nvoid setup()\n{"
        for (i = 1; i <= arrays; ++i) print "    " lines[i]
        print "    Serial.begin(9600);\n    if (" name "(4" given ") == BL_OK)\n        for (int i = 0; i < 4; ++i)"
        print "            Serial.println(" printed ");\n}\n\nvoid loop()\n{\n}"
    } else {
        for (i = 1; i <= arrays; ++i) print "    " lines[i]
        print "    bl_status status = " name "(4" given ");"
    }
}
