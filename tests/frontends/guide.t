#!/bin/sh
# The C in docs/specs.md compiles unchanged.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

CC=${CC:-cc}
{
    echo '#include "broadloom_onnx.h"'
    echo '#include "broadloom_openvino.h"'
    awk '/^```c$/ { print "void guide" ++n "(bl_array a, bl_array b, bl_array out, const bl_array *const *three, const void *const *pointers, void *out_pointer);"
                    print "void guide" n "(bl_array a, bl_array b, bl_array out, const bl_array *const *three, const void *const *pointers, void *out_pointer)\n{"
                    print "size_t capacity = 8, shape[8], rank; bl_dtype dtype; bl_call call; bl_fold_step steps[3]; char text[200];"; inside = 1; next }
         /^```$/ { if (inside) print "(void)status, (void)three, (void)steps;\n}"; inside = 0 }
         inside' docs/specs.md
} >"$scratch/guide.c"
check "there are two blocks of C" sh -c "[ \$(grep -c '^void guide.*)\$' '$scratch/guide.c') -eq 2 ]"
check "they compile" $CC -std=c99 -Wall -Wextra -Werror -Iinclude -Igenerated -fsyntax-only "$scratch/guide.c"

for name in $(grep -oE '\b(bl|BL)_[a-zA-Z_0-9]+' docs/specs.md | sort -u); do
    grep -qw "$name" include/*.h generated/broadloom_*_ops.h || echo "$name"
done >"$scratch/unknown"
check "every name in the guide is in a header" sh -c "! grep . '$scratch/unknown'"

finish
