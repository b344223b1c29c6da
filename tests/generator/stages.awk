# Prints the functions over registers with more than 25 statements and without a comment for a stage.
#
# SPDX-License-Identifier: Apache-2.0
/BL_(INLINE|NEVER_INLINE) / { name = $0 }
/^\{/ && name { inside = 1; statements = comments = 0; next }
inside && /^}/ {
    if (statements > 25 && !comments) print FILENAME ": " statements ": " name
    inside = 0; name = ""
}
inside && /^ +const .* = / { ++statements }
inside && /\/\*/ { ++comments }
