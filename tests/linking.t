#!/bin/sh
# What a program that links the static library takes with it.
#
# SPDX-License-Identifier: Apache-2.0
. tests/lib.sh

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

nm -A -u $library | grep -v 'environment.o' | awk '{ print $NF }' | sort -u | while read -r symbol; do
    nm $library 2>/dev/null | grep -q " [TRDBtrdb] $symbol\$" || echo "$symbol"
done >"$scratch/needed"
check "the library needs memcpy, memset, memmove and nothing else" sh -c "! grep -vxE 'memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_' '$scratch/needed'"
check "only environment.o needs getenv" sh -c "nm -A -u $library | grep ' getenv\$' | grep -v 'environment.o' | wc -l | grep -qx 0"
check "every external name begins with bl_" sh -c "! nm $library | sed -n 's/.* [TRDBC] //p' | grep -v '^bl_'"

finish
