#!/bin/sh
# Which parts of the static library a program links.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

CC=${CC:-cc}
library=build/libbroadloom.a
cat >"$scratch/one.c" <<'END'
#include "broadloom.h"
int main(void)
{
    float a[2] = {1, 2}, out[2];
    return bl_add_f32(2, a, a, out);
}
END
cat >"$scratch/all.c" <<'END'
#include "broadloom.h"
int main(void)
{
    return bl_op_by_name("add") == NULL;
}
END
check "a program with one call links" $CC -Iinclude -Igenerated "$scratch/one.c" $library -o "$scratch/one"
check "and runs" "$scratch/one"
nm "$scratch/one" | sed -n 's/.* [TtRrDd] \(bl_.*\)/\1/p' >"$scratch/symbols"
check "it links its own kernels" grep -q '^bl_add_f32_scalar_vv' "$scratch/symbols"
check "and none of another op or dtype" sh -c "! grep -E '_(vv|vs|sv|v|vvv)\$' '$scratch/symbols' | grep -v '^bl_add_f32_'"
check "a program that looks ops up by name links them all" sh -c "$CC -Iinclude -Igenerated '$scratch/all.c' $library -o '$scratch/all' && nm '$scratch/all' | grep -q bl_div_u8_scalar_vv"

# In the compact runtime such a call links one kernel for each instruction set, and no names of parameters; planning links all of them.
kept() { # FUNCTION...: the kernels and tables that a linker keeps for these
    $CC -r -nostdlib -Wl,--gc-sections $(printf ' -Wl,-u,%s' "$@") -Wl,-e,"$1" "$scratch/compact/broadloom.o" -o "$scratch/kept.o" &&
        nm "$scratch/kept.o" | sed -n 's/.* [A-Za-z] \(bl_.*_scalar_[vs]*\|.*_fields\|bl_table_.*\)$/\1/p'
}
check "the compact runtime is generated" sh -c "$generator --ops sub,clamp --dtypes f32 --isas scalar --runtime compact --form single --vendor $scratch/compact &&
    $CC -std=c99 -Os -ffunction-sections -fdata-sections -c $scratch/compact/broadloom.c -o $scratch/compact/broadloom.o"
check "a contiguous call keeps the kernel of contiguous inputs" test "$(kept bl_sub_f32)" = bl_sub_f32_scalar_vv
check "and omits the data about parameters" test "$(kept bl_clamp_f32)" = bl_clamp_f32_scalar_v
check "a planned call keeps those of held inputs, too" test "$(kept bl_sub | tr '\n' ' ')" = \
    "bl_sub_f32_scalar_sv bl_sub_f32_scalar_vs bl_sub_f32_scalar_vv bl_table_sub_f32 "

cat >"$scratch/plan.c" <<'END'
#include "broadloom_onnx.h"
#include "broadloom_openvino.h"
int main(void)
{
    bl_call call;
    bl_plan plan;
    bl_fold_step step;
    return (bl_plan_make(&plan, NULL, NULL, NULL, NULL) == BL_OK) + (bl_plan_make_table(&plan, NULL, NULL, NULL, NULL) == BL_OK) +
           (bl_onnx_plan(&call, NULL, 0, NULL, NULL, NULL, NULL) == BL_OK) + (bl_onnx_run(NULL, 0, NULL, NULL, &step, NULL) == BL_OK) +
           (bl_openvino_plan(&call, NULL, 0, NULL, NULL, NULL) == BL_OK) +
           (bl_fold_make(&step, NULL, 0, NULL, NULL, NULL) == BL_OK) +
           (bl_fold_make_tables(&step, NULL, NULL, 0, NULL, NULL, NULL) == BL_OK) + (bl_run_fold(NULL, 0, NULL, NULL, &step, NULL) == BL_OK);
}
END
plans() {
    $1 -Iinclude -Igenerated "$scratch/plan.c" -x none $library -o "$scratch/plan"
}
# functions that fill plans do not link, and the linker's message shows the number
refused() {
    ! plans "$1 $2" 2>"$scratch/stderr" || return
    for maker in plan_make plan_make_table onnx_plan onnx_run openvino_plan fold_make fold_make_tables run_fold; do
        grep "undefined reference to .bl_${maker}_$3[_']" "$scratch/stderr" || return
    done
}
check "a program that plans links" plans "$CC"
check "and runs" "$scratch/plan"
check "as C++, too" plans "g++ -x c++"
check "not where its plans have room for other ranks than the library's" refused "$CC" -DBL_MAX_RANK=4 rank_4
check "nor for other numbers of inputs" refused "$CC" -DBL_MAX_ARITY=6 rank_8_arity_6
check "nor as C++" refused "g++ -x c++" -DBL_MAX_RANK=16 rank_16

nm $library 2>/dev/null | sed -n 's/.* [TRDBtrdb] //p' | sort -u >"$scratch/defined"
nm -A -u $library | grep -v 'environment.o' | awk '{ print $NF }' | sort -u | comm -23 - "$scratch/defined" >"$scratch/needed"
check "the library needs memcpy, memset, memmove and nothing else" sh -c "! grep -vxE 'memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_' '$scratch/needed'"
check "only environment.o needs getenv" sh -c "nm -A -u $library | grep ' getenv\$' | grep -v 'environment.o' | wc -l | grep -qx 0"
check "every external name begins with bl_" sh -c "! nm $library | sed -n 's/.* [TRDBC] //p' | grep -v '^bl_'"

finish
