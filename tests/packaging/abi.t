#!/bin/sh
# tests/packaging/abi.txt describes the ABI, and within a minor version nothing changes after a release.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

abi=tests/packaging/abi.txt
case $($CC -dM -E -x c /dev/null) in
*__LP64__*) ;;
*)
    skip "the sizes in $abi are those of 64-bit systems"
    finish
    ;;
esac

# A copy of include/, edited by the sed script COMMAND, has another ABI, with a line that matches PATTERN.
notices() {
    rm -rf "$scratch/include"
    cp -r include "$scratch/include"
    sed -i "$1" "$scratch"/include/*.h
    INCLUDE=$scratch/include tests/packaging/abi.sh | diff "$abi" - >"$scratch/differences"
    head -5 "$scratch/differences"
    grep -qE "$2" "$scratch/differences"
}
# keeps TAG: every line of the tag's description is also in the current one
keeps() {
    git show "$1:$abi" | LC_ALL=C sort >"$scratch/released" && ! LC_ALL=C sort "$abi" | LC_ALL=C comm -23 "$scratch/released" - | grep .
}

check "the headers match $abi; make abi records a change" sh -c "tests/packaging/abi.sh >'$scratch/abi' && diff '$abi' '$scratch/abi'"
check "it would notice a field in the middle" notices '/^    const size_t \*shape;/i int more;' '^> bl_array.shape: 8 bytes at 32'
check "another number of a dtype" notices 's/^    BL_F64,/    BL_NEW,\n    BL_F64,/' '^> BL_F64 = 2'
check "another type of an argument" notices 's/bl_plan_parts(const bl_plan \*plan, size_t/bl_plan_parts(const bl_plan *plan, int/' '^> size_t bl_plan_parts.*int threads'
check "and a longer plan" notices 's/^    bl_plan_dim dims/    void *more;\n    bl_plan_dim dims/' '^> bl_plan: '

released=$(git tag --list "v${version%.*}.*" 2>/dev/null | head -n 1)
if [ -n "$released" ]; then
    check "all contents of $released exist" keeps "$released"
else
    skip "no version ${version%.*} is released"
fi

finish
